//! Every way from PHP into this crate, in one list: functions, methods, handlers of sessions and
//! APCu. Those of the module itself are in [`module`](super::module).
//!
//! May use what it calls: `functions`, `profile`, `session`, `settings`.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::null_mut;

use super::{functions, profile, session, settings};
use crate::zend::engine::guard::{DECODE, ENCODE, NONE, entries};
use crate::zend::engine::php::*;

/// `FAILURE` of Zend/zend_types.h.
const FAILURE: zend_result = -1;

entries! {
    larder_serialize(call: *mut zend_execute_data, to: *mut zval)
        = functions::larder_serialize, ENCODE, ();
    larder_unserialize(call: *mut zend_execute_data, to: *mut zval)
        = functions::larder_unserialize, DECODE, ();
    larder_export(call: *mut zend_execute_data, to: *mut zval)
        = functions::larder_export, ENCODE, ();
    profile_construct(call: *mut zend_execute_data, to: *mut zval)
        = functions::profile_construct, DECODE, ();
    profile_from_file(call: *mut zend_execute_data, to: *mut zval)
        = functions::profile_from_file, DECODE, ();
    profile_from_bytes(call: *mut zend_execute_data, to: *mut zval)
        = functions::profile_from_bytes, DECODE, ();
    profile_id(call: *mut zend_execute_data, to: *mut zval) = functions::profile_id, DECODE, ();
    profile_bytes(call: *mut zend_execute_data, to: *mut zval)
        = functions::profile_bytes, DECODE, ();
    profile_id_of(call: *mut zend_execute_data, to: *mut zval)
        = functions::profile_id_of, DECODE, ();
    profile_keep(call: *mut zend_execute_data, to: *mut zval)
        = functions::profile_keep, DECODE, ();
    profile_kept(call: *mut zend_execute_data, to: *mut zval)
        = functions::profile_kept, DECODE, ();
    profile_all_kept(call: *mut zend_execute_data, to: *mut zval)
        = functions::profile_all_kept, DECODE, ();
    larder_stats(call: *mut zend_execute_data, to: *mut zval)
        = functions::larder_stats, DECODE, ();
    profile_create(class: *mut zend_class_entry) -> *mut zend_object
        = profile::create, DECODE, null_mut();
    session_encode() -> *mut zend_string = session::session_encode, ENCODE, null_mut();
    session_decode(data: *const c_char, length: usize) -> zend_result
        = session::session_decode, DECODE, FAILURE;
    apc_encode(to: *mut *mut u8, length: *mut usize, value: *const zval, config: *mut c_void) -> c_int
        = session::apc_encode, ENCODE, 0;
    apc_decode(to: *mut zval, data: *mut u8, length: usize, config: *mut c_void) -> c_int
        = session::apc_decode, DECODE, 0;
    setting_changed(setting: *mut zend_ini_entry, value: *mut zend_string, a: *mut c_void,
        b: *mut c_void, c: *mut c_void, stage: c_int) -> c_int
        = settings::setting_changed, NONE, FAILURE;
    write_changed(setting: *mut zend_ini_entry, value: *mut zend_string, a: *mut c_void,
        b: *mut c_void, c: *mut c_void, stage: c_int) -> c_int
        = settings::write_changed, NONE, FAILURE;
    level_changed(setting: *mut zend_ini_entry, value: *mut zend_string, a: *mut c_void,
        b: *mut c_void, c: *mut c_void, stage: c_int) -> c_int
        = settings::level_changed, NONE, FAILURE;
    stats_changed(setting: *mut zend_ini_entry, value: *mut zend_string, a: *mut c_void,
        b: *mut c_void, c: *mut c_void, stage: c_int) -> c_int
        = settings::stats_changed, NONE, FAILURE;
}

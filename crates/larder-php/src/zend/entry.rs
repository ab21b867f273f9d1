//! Every way from PHP into this crate, in one list: functions, methods, handlers of sessions and of
//! APCu, the module's own.
//!
//! A panic is a mistake of this extension. It must not leave a function that C calls, as that ends
//! the process; so each entry is behind one guard, which makes it an exception and has the entry
//! give what says that it failed. `tests/entries.rs` sees to it that there is no other function for
//! C to call.

use std::any::Any;
use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use larder::{Error, ErrorKind};

use super::errors::{self, Exception};
use super::php::*;
use super::{codec, functions, module, session};

/// `NAME(ARGUMENTS) -> RESULT = WHAT IT CALLS, THE EXCEPTION THAT A PANIC IS, WHAT IS GIVEN THEN;`
macro_rules! entries {
    ($($(#[$attribute:meta])* $name:ident($($argument:ident: $kind:ty),*) $(-> $result:ty)? = $call:path, $exception:expr, $failed:expr;)*) => {
        $(
            $(#[$attribute])*
            pub unsafe extern "C" fn $name($($argument: $kind),*) $(-> $result)? {
                // What PHP gives is what `call` asks for: the types are those of PHP's headers.
                match catch_unwind(AssertUnwindSafe(|| unsafe { $call($($argument),*) })) {
                    Ok(given) => given,
                    Err(panic) => {
                        if let Some(exception) = $exception {
                            errors::throw(exception, &mistake(&*panic));
                        }
                        $failed
                    }
                }
            }
        )*
    };
}

/// Until the module has started, and when a request is over, nobody could catch an exception.
const NONE: Option<Exception> = None;
const DECODE: Option<Exception> = Some(Exception::Decode);
const ENCODE: Option<Exception> = Some(Exception::Encode);
/// `FAILURE` of Zend/zend_types.h.
const FAILURE: zend_result = -1;

entries! {
    larder_serialize(call: *mut zend_execute_data, to: *mut zval) = functions::larder_serialize, ENCODE, ();
    larder_unserialize(call: *mut zend_execute_data, to: *mut zval) = functions::larder_unserialize, DECODE, ();
    larder_export(call: *mut zend_execute_data, to: *mut zval) = functions::larder_export, ENCODE, ();
    codec_construct(call: *mut zend_execute_data, to: *mut zval) = functions::codec_construct, DECODE, ();
    codec_from_profile(call: *mut zend_execute_data, to: *mut zval) = functions::codec_from_profile, DECODE, ();
    codec_id(call: *mut zend_execute_data, to: *mut zval) = functions::codec_id, DECODE, ();
    codec_create(class: *mut zend_class_entry) -> *mut zend_object = codec::create, DECODE, null_mut();
    session_encode() -> *mut zend_string = session::session_encode, ENCODE, null_mut();
    session_decode(data: *const c_char, length: usize) -> zend_result = session::session_decode, DECODE, FAILURE;
    apc_encode(to: *mut *mut u8, length: *mut usize, value: *const zval, config: *mut c_void) -> c_int = session::apc_encode, ENCODE, 0;
    apc_decode(to: *mut zval, data: *mut u8, length: usize, config: *mut c_void) -> c_int = session::apc_decode, DECODE, 0;
    write_changed(setting: *mut zend_ini_entry, value: *mut zend_string, a: *mut c_void, b: *mut c_void, c: *mut c_void, stage: c_int) -> c_int = session::write_changed, NONE, FAILURE;
    start(kind: i32, module: i32) -> zend_result = module::start, NONE, FAILURE;
    stop(kind: i32, module: i32) -> zend_result = module::stop, NONE, FAILURE;
    after_request() -> zend_result = module::after_request, NONE, FAILURE;
    info(module: *mut zend_module_entry) = module::info, NONE, ();
    /// What PHP calls when it loads the extension.
    #[unsafe(no_mangle)]
    get_module() -> *mut zend_module_entry = module::module, NONE, null_mut();
}

/// A panic as an error.
pub fn mistake(panic: &(dyn Any + Send)) -> Error {
    let message = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let message = message.unwrap_or("no message");
    Error::new(ErrorKind::Refused, format!("a mistake within Larder, please report it: {message}"))
}

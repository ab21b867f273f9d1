//! The module entry: what PHP reads when it loads the extension. Names and types are those of
//! `larder.stub.php`; a test compares them.
//!
//! May use everything.

use std::ffi::CStr;

use super::{entry, profile, session, state};
use crate::zend::engine::declare::{Typed, function, returns, scalar};
use crate::zend::engine::errors;
use crate::zend::engine::guard::{NONE, entries};
use crate::zend::engine::php::*;

/// `FAILURE` of Zend/zend_types.h.
const FAILURE: zend_result = -1;

entries! {
    start(kind: i32, module: i32) -> zend_result = start_module, NONE, FAILURE;
    stop(kind: i32, module: i32) -> zend_result = stop_module, NONE, FAILURE;
    request_ends(kind: i32, module: i32) -> zend_result = end_request, NONE, FAILURE;
    request_is_over() -> zend_result = after_request, NONE, FAILURE;
    info(module: *mut zend_module_entry) = show_info, NONE, ();
    /// What PHP calls when it loads the extension.
    #[unsafe(no_mangle)]
    get_module() -> *mut zend_module_entry = describe, NONE, std::ptr::null_mut();
}

const NAME: &CStr = c"larder";

const STRING: u32 = 1 << IS_STRING;
const NULL: u32 = 1 << IS_NULL;
const ARRAY: u32 = 1 << IS_ARRAY;
const VOID: u32 = 1 << IS_VOID;

fn functions() -> *const zend_function_entry {
    let profile = Typed {
        name: Some(c"profile"),
        mask: NULL,
        class: Some(c"Larder\\Profile"),
        default: Some(c"null"),
    };
    let level =
        Typed { name: Some(c"level"), mask: STRING, class: None, default: Some(c"'balanced'") };
    let options = Typed { name: Some(c"options"), mask: ARRAY, class: None, default: Some(c"[]") };
    let (string, mixed) = (returns(STRING), returns(LARDER_TYPE_ANY));
    Vec::leak(vec![
        function(
            Some(c"larder_serialize"),
            entry::larder_serialize,
            0,
            1,
            Some(&string),
            &[scalar(c"value", LARDER_TYPE_ANY), profile, level],
        ),
        function(
            Some(c"larder_unserialize"),
            entry::larder_unserialize,
            0,
            1,
            Some(&mixed),
            &[scalar(c"data", STRING), options],
        ),
        function(
            Some(c"larder_export"),
            entry::larder_export,
            0,
            2,
            Some(&string),
            &[scalar(c"value", LARDER_TYPE_ANY), scalar(c"format", STRING)],
        ),
        function(Some(c"Larder\\stats"), entry::larder_stats, 0, 0, Some(&returns(ARRAY)), &[]),
        function(None, entry::larder_export, 0, 0, None, &[]),
    ])
    .as_ptr()
}

fn profile_methods() -> *const zend_function_entry {
    let profile = Typed { name: None, mask: 0, class: Some(c"Larder\\Profile"), default: None };
    let string = returns(STRING);
    let (place, key) = (scalar(c"place", STRING), scalar(c"key", STRING));
    let found = Typed {
        name: Some(c"profile"),
        mask: NULL,
        class: Some(c"Larder\\Profile"),
        default: None,
    };
    Vec::leak(vec![
        function(Some(c"__construct"), entry::profile_construct, ZEND_ACC_PRIVATE, 0, None, &[]),
        function(
            Some(c"fromFile"),
            entry::profile_from_file,
            ZEND_ACC_PUBLIC | ZEND_ACC_STATIC,
            1,
            Some(&profile),
            &[scalar(c"file", STRING)],
        ),
        function(
            Some(c"fromBytes"),
            entry::profile_from_bytes,
            ZEND_ACC_PUBLIC | ZEND_ACC_STATIC,
            2,
            Some(&profile),
            &[scalar(c"bytes", STRING), scalar(c"id", STRING)],
        ),
        function(Some(c"id"), entry::profile_id, ZEND_ACC_PUBLIC, 0, Some(&string), &[]),
        function(Some(c"bytes"), entry::profile_bytes, ZEND_ACC_PUBLIC, 0, Some(&string), &[]),
        function(
            Some(c"idOf"),
            entry::profile_id_of,
            ZEND_ACC_PUBLIC | ZEND_ACC_STATIC,
            1,
            Some(&returns(STRING | NULL)),
            &[scalar(c"data", STRING)],
        ),
        function(
            Some(c"keep"),
            entry::profile_keep,
            ZEND_ACC_PUBLIC | ZEND_ACC_STATIC,
            3,
            Some(&returns(VOID)),
            &[place, key, found],
        ),
        function(
            Some(c"kept"),
            entry::profile_kept,
            ZEND_ACC_PUBLIC | ZEND_ACC_STATIC,
            2,
            Some(&returns(ARRAY | NULL)),
            &[place, key],
        ),
        function(
            Some(c"allKept"),
            entry::profile_all_kept,
            ZEND_ACC_PUBLIC | ZEND_ACC_STATIC,
            1,
            Some(&returns(ARRAY)),
            &[place],
        ),
        function(None, entry::profile_id, 0, 0, None, &[]),
    ])
    .as_ptr()
}

fn settings() -> *const zend_ini_entry_def {
    let setting = |name: &'static CStr, value: &'static CStr| {
        let mut setting: zend_ini_entry_def = unsafe { std::mem::zeroed() };
        setting.name = name.as_ptr();
        setting.name_length = name.count_bytes() as _;
        setting.value = value.as_ptr();
        setting.value_length = value.count_bytes() as _;
        setting.on_modify = Some(entry::setting_changed);
        setting.modifiable = (ZEND_INI_USER | ZEND_INI_PERDIR | ZEND_INI_SYSTEM) as _;
        setting
    };
    let mut end: zend_ini_entry_def = unsafe { std::mem::zeroed() };
    end.name = std::ptr::null();
    let mut write = setting(c"larder.write", c"larder");
    write.on_modify = Some(entry::write_changed);
    let mut level = setting(c"larder.level", c"balanced");
    level.on_modify = Some(entry::level_changed);
    let mut stats = setting(c"larder.stats", c"0");
    stats.on_modify = Some(entry::stats_changed);
    stats.modifiable = ZEND_INI_SYSTEM as _;
    Vec::leak(vec![
        setting(c"larder.allowed_classes", c""),
        setting(c"larder.fallback", c""),
        write,
        level,
        stats,
        end,
    ])
    .as_ptr()
}

unsafe fn start_module(_: i32, module: i32) -> zend_result {
    unsafe {
        zend_register_ini_entries(settings(), module);
        errors::register();
        profile::register(profile_methods(), entry::profile_create);
        session::register(&session::Handlers {
            encode: entry::session_encode,
            decode: entry::session_decode,
            apc_encode: entry::apc_encode,
            apc_decode: entry::apc_decode,
        });
    }
    0
}

unsafe fn stop_module(_: i32, module: i32) -> zend_result {
    unsafe { zend_unregister_ini_entries(module) };
    0
}

unsafe fn end_request(_: i32, _: i32) -> zend_result {
    state::end_request();
    0
}

unsafe fn after_request() -> zend_result {
    state::after_request();
    0
}

unsafe fn show_info(module: *mut zend_module_entry) {
    unsafe {
        let row =
            |name: &CStr, value: &CStr| php_info_print_table_row(2, name.as_ptr(), value.as_ptr());
        php_info_print_table_start();
        row(c"Larder support", c"enabled");
        row(c"Version", VERSION);
        row(c"Format", c"1");
        php_info_print_table_end();
        display_ini_entries(module);
    }
}

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no NUL byte"),
    };

/// What PHP gets when it loads the extension.
unsafe fn describe() -> *mut zend_module_entry {
    const AFTER: u8 = MODULE_DEP_OPTIONAL as u8;
    // Loaded after these, if they exist.
    let after = |name: Option<&'static CStr>| {
        let mut other: zend_module_dep = unsafe { std::mem::zeroed() };
        if let Some(name) = name {
            other.name = name.as_ptr();
            other.type_ = AFTER;
        }
        other
    };
    let others = Vec::leak(vec![after(Some(c"session")), after(Some(c"apcu")), after(None)]);
    let mut module: zend_module_entry = unsafe { std::mem::zeroed() };
    module.size = size_of::<zend_module_entry>() as _;
    module.zend_api = ZEND_MODULE_API_NO;
    module.zend_debug = LARDER_DEBUG;
    module.zts = LARDER_ZTS;
    module.deps = others.as_ptr();
    module.name = NAME.as_ptr();
    module.functions = functions();
    module.module_startup_func = Some(start);
    module.module_shutdown_func = Some(stop);
    module.info_func = Some(info);
    module.version = VERSION.as_ptr();
    module.request_shutdown_func = Some(request_ends);
    module.post_deactivate_func = Some(request_is_over);
    module.build_id = LARDER_BUILD_ID.as_ptr().cast();
    Box::leak(Box::new(module))
}

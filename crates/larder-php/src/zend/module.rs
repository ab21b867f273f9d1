//! The module: what PHP is told when it loads the extension. Names and types are those of `larder.stub.php`, which a test compares.

use std::ffi::CStr;

use super::php::*;
use super::{codec, entry, errors, session, state};

const NAME: &CStr = c"larder";

/// An argument, or what a function returns.
struct Typed {
    name: Option<&'static CStr>,
    mask: u32,
    class: Option<&'static CStr>,
    default: Option<&'static CStr>,
}

const fn scalar(name: &'static CStr, mask: u32) -> Typed {
    Typed { name: Some(name), mask, class: None, default: None }
}

const fn returns(mask: u32) -> Typed {
    Typed { name: None, mask, class: None, default: None }
}

type Handler = unsafe extern "C" fn(*mut zend_execute_data, *mut zval);

/// An entry of a table of functions; the table lives as long as the process.
fn function(
    name: Option<&'static CStr>,
    handler: Handler,
    flags: u32,
    required: usize,
    returned: Option<&Typed>,
    given: &[Typed],
) -> zend_function_entry {
    let of = |typed: &Typed| {
        let named = if typed.class.is_some() { LARDER_TYPE_NAMED } else { 0 };
        zend_type {
            ptr: typed.class.map_or(std::ptr::null_mut(), |class| class.as_ptr().cast_mut().cast()),
            type_mask: typed.mask | named,
        }
    };
    // The first entry is the function's own: how many arguments it needs, and what it returns.
    let own = zend_internal_arg_info {
        name: std::ptr::without_provenance(required),
        type_: returned.map_or(zend_type { ptr: std::ptr::null_mut(), type_mask: 0 }, of),
        default_value: std::ptr::null(),
    };
    let arguments = given.iter().map(|argument| zend_internal_arg_info {
        name: argument.name.map_or(std::ptr::null(), CStr::as_ptr),
        type_: of(argument),
        default_value: argument.default.map_or(std::ptr::null(), CStr::as_ptr),
    });
    let infos: Vec<_> = std::iter::once(own).chain(arguments).collect();
    // Fields that newer versions have are 0.
    let mut entry: zend_function_entry = unsafe { std::mem::zeroed() };
    if let Some(name) = name {
        entry.fname = name.as_ptr();
        entry.handler = Some(handler);
        entry.num_args = given.len() as u32;
        entry.flags = flags;
        entry.arg_info = Vec::leak(infos).as_ptr();
    }
    entry
}

const STRING: u32 = 1 << IS_STRING;
const NULL: u32 = 1 << IS_NULL;
const ARRAY: u32 = 1 << IS_ARRAY;

fn functions() -> *const zend_function_entry {
    let codec = Typed { name: Some(c"codec"), mask: NULL, class: Some(c"Larder\\Codec"), default: Some(c"null") };
    let options = Typed { name: Some(c"options"), mask: ARRAY, class: None, default: Some(c"[]") };
    let (string, mixed) = (returns(STRING), returns(LARDER_TYPE_ANY));
    Vec::leak(vec![
        function(
            Some(c"larder_serialize"),
            entry::larder_serialize,
            0,
            1,
            Some(&string),
            &[scalar(c"value", LARDER_TYPE_ANY), codec],
        ),
        function(Some(c"larder_unserialize"), entry::larder_unserialize, 0, 1, Some(&mixed), &[scalar(c"data", STRING), options]),
        function(
            Some(c"larder_export"),
            entry::larder_export,
            0,
            2,
            Some(&string),
            &[scalar(c"value", LARDER_TYPE_ANY), scalar(c"format", STRING)],
        ),
        function(None, entry::larder_export, 0, 0, None, &[]),
    ])
    .as_ptr()
}

fn codec_methods() -> *const zend_function_entry {
    let codec = Typed { name: None, mask: 0, class: Some(c"Larder\\Codec"), default: None };
    let string = returns(STRING);
    Vec::leak(vec![
        function(Some(c"__construct"), entry::codec_construct, ZEND_ACC_PRIVATE, 0, None, &[]),
        function(
            Some(c"fromProfile"),
            entry::codec_from_profile,
            ZEND_ACC_PUBLIC | ZEND_ACC_STATIC,
            1,
            Some(&codec),
            &[scalar(c"file", STRING)],
        ),
        function(Some(c"id"), entry::codec_id, ZEND_ACC_PUBLIC, 0, Some(&string), &[]),
        function(None, entry::codec_id, 0, 0, None, &[]),
    ])
    .as_ptr()
}

/// Registers a class; `parent` may be null.
pub unsafe fn register_class(
    name: &'static CStr,
    functions: *const zend_function_entry,
    parent: *mut zend_class_entry,
) -> *mut zend_class_entry {
    unsafe {
        let mut class: zend_class_entry = std::mem::zeroed();
        let intern = zend_string_init_interned.expect("set before modules start");
        class.name = intern(name.as_ptr(), name.count_bytes(), true);
        class.info.internal.builtin_functions = functions;
        #[cfg(php83)]
        {
            class.default_object_handlers = &raw const std_object_handlers;
        }
        zend_register_internal_class_ex(&raw mut class, parent)
    }
}

fn settings() -> *const zend_ini_entry_def {
    let setting = |name: &'static CStr, value: &'static CStr| {
        let mut setting: zend_ini_entry_def = unsafe { std::mem::zeroed() };
        setting.name = name.as_ptr();
        setting.name_length = name.count_bytes() as _;
        setting.value = value.as_ptr();
        setting.value_length = value.count_bytes() as _;
        setting.modifiable = (ZEND_INI_USER | ZEND_INI_PERDIR | ZEND_INI_SYSTEM) as _;
        setting
    };
    let mut end: zend_ini_entry_def = unsafe { std::mem::zeroed() };
    end.name = std::ptr::null();
    let mut write = setting(c"larder.write", c"larder");
    write.on_modify = Some(entry::write_changed);
    Vec::leak(vec![setting(c"larder.allowed_classes", c""), setting(c"larder.accept", c""), write, end]).as_ptr()
}

pub unsafe fn start(_: i32, module: i32) -> zend_result {
    unsafe {
        zend_register_ini_entries(settings(), module);
        errors::register();
        codec::register(codec_methods());
        session::register();
    }
    0
}

pub unsafe fn stop(_: i32, module: i32) -> zend_result {
    unsafe { zend_unregister_ini_entries(module) };
    0
}

pub unsafe fn after_request() -> zend_result {
    state::after_request();
    0
}

pub unsafe fn info(module: *mut zend_module_entry) {
    unsafe {
        let row = |name: &CStr, value: &CStr| php_info_print_table_row(2, name.as_ptr(), value.as_ptr());
        php_info_print_table_start();
        row(c"Larder support", c"enabled");
        row(c"Version", VERSION);
        row(c"Format", c"1");
        php_info_print_table_end();
        display_ini_entries(module);
    }
}

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("a version has no NUL byte"),
};

/// What PHP gets when it loads the extension.
pub unsafe fn module() -> *mut zend_module_entry {
    const AFTER: u8 = MODULE_DEP_OPTIONAL as u8;
    // Loaded after these, if they are there.
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
    module.module_startup_func = Some(entry::start);
    module.module_shutdown_func = Some(entry::stop);
    module.info_func = Some(entry::info);
    module.version = VERSION.as_ptr();
    module.post_deactivate_func = Some(entry::after_request);
    module.build_id = LARDER_BUILD_ID.as_ptr().cast();
    Box::leak(Box::new(module))
}

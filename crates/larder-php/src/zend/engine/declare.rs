//! Tables that tell the engine of functions and classes. They live as long as the process.
//!
//! May use `php`.

use std::ffi::CStr;

use super::php::*;

/// An argument, or what a function returns.
#[derive(Clone, Copy)]
pub struct Typed {
    pub name: Option<&'static CStr>,
    pub mask: u32,
    pub class: Option<&'static CStr>,
    pub default: Option<&'static CStr>,
}

pub const fn scalar(name: &'static CStr, mask: u32) -> Typed {
    Typed { name: Some(name), mask, class: None, default: None }
}

pub const fn returns(mask: u32) -> Typed {
    Typed { name: None, mask, class: None, default: None }
}

pub type Handler = unsafe extern "C" fn(*mut zend_execute_data, *mut zval);

/// An entry of a table of functions; the table lives as long as the process.
pub fn function(
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
    // Fields that only newer versions have are 0.
    let mut entry: zend_function_entry = unsafe { std::mem::zeroed() };
    if let Some(name) = name {
        entry.fname = name.as_ptr();
        entry.handler = Some(handler);
        entry.num_args = given.len() as u32;
        entry.flags = flags as _;
        entry.arg_info = Vec::leak(infos).as_ptr();
    }
    entry
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

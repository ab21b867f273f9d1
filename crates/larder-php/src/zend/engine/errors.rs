//! Errors as exceptions.
//!
//! May use `php`, `value` and `declare`.

use std::ffi::CString;

use larder::{Error, ErrorKind};

use super::declare::register_class;
use super::php::*;
use super::value::*;

/// `Larder\DecodeError` and `Larder\EncodeError`.
#[derive(Clone, Copy)]
pub enum Exception {
    Decode,
    Encode,
}

static REGISTERED: std::sync::OnceLock<[usize; 2]> = std::sync::OnceLock::new();

impl Exception {
    fn class(self) -> *mut zend_class_entry {
        let classes = REGISTERED.get().expect("registered when the module starts");
        std::ptr::with_exposed_provenance_mut(classes[self as usize])
    }
}

/// Registers the classes.
pub unsafe fn register() {
    unsafe {
        let register = |name| {
            let class = register_class(name, std::ptr::null(), spl_ce_RuntimeException);
            (*class).ce_flags |= ZEND_ACC_FINAL;
            declare(class, "kind", 1 << IS_STRING);
            declare(class, "offset", 1 << IS_LONG | 1 << IS_NULL);
            class.expose_provenance()
        };
        let classes = [register(c"Larder\\DecodeError"), register(c"Larder\\EncodeError")];
        // A second start of the module in one process finds the first's classes gone; PHP starts
        // modules once.
        let _ = REGISTERED.set(classes);
    }
}

unsafe fn declare(class: *mut zend_class_entry, name: &str, mask: u32) {
    unsafe {
        let mut undefined = undef();
        set_undef(&raw mut undefined);
        let name = permanent_string(name.as_bytes());
        let flags = (ZEND_ACC_PUBLIC | ZEND_ACC_READONLY) as i32;
        let declared = zend_type { ptr: std::ptr::null_mut(), type_mask: mask };
        zend_declare_typed_property(
            class,
            name,
            &raw mut undefined,
            flags,
            std::ptr::null_mut(),
            declared,
        );
    }
}

/// Throws an error, unless an exception is on its way: then that is what went wrong.
pub fn throw(exception: Exception, error: &Error) {
    if is_thrown() {
        return;
    }
    let message = match (exception, error.offset()) {
        (Exception::Decode, Some(offset)) => {
            format!("{}: {} (at byte {offset})", error.kind().name(), error.context())
        }
        _ => format!("{}: {}", error.kind().name(), error.context()),
    };
    let text = |text: &str| CString::new(text.replace('\0', "\\0")).unwrap_or_default();
    unsafe {
        let class = exception.class();
        let thrown = zend_throw_exception(class, text(&message).as_ptr(), 0);
        let kind = text(error.kind().name());
        zend_update_property_string(class, thrown, c"kind".as_ptr(), 4, kind.as_ptr());
        match error.offset() {
            Some(offset) => {
                zend_update_property_long(class, thrown, c"offset".as_ptr(), 6, offset as i64)
            }
            None => zend_update_property_null(class, thrown, c"offset".as_ptr(), 6),
        }
    }
}

/// An exception is on its way: the caller gets it.
#[cold]
pub fn thrown() -> Error {
    Error::new(ErrorKind::Refused, "an exception was thrown")
}

/// An error of a value that may not be read or written.
#[cold]
pub fn refused(context: impl Into<String>) -> Error {
    Error::new(ErrorKind::Refused, context)
}

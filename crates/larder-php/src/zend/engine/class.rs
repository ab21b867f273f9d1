//! What is asked about classes.
//!
//! May use `php` and `value`.

use super::php::*;
use super::value::*;

/// The property in which an object of a class that does not exist keeps the class's name.
pub const INCOMPLETE_CLASS_NAME: &[u8] = b"__PHP_Incomplete_Class_Name";
pub const INCOMPLETE_CLASS: &[u8] = b"__PHP_Incomplete_Class";

/// The name of a class, for messages.
pub unsafe fn class_name(class: *const zend_class_entry) -> String {
    String::from_utf8_lossy(unsafe { bytes((*class).name) }).into_owned()
}

/// Whether an object is one of `__PHP_Incomplete_Class`.
pub unsafe fn is_incomplete(class: *const zend_class_entry) -> bool {
    unsafe { bytes((*class).name) == INCOMPLETE_CLASS }
}

/// Whether objects of a class are to be woken.
pub unsafe fn has_wakeup(class: *mut zend_class_entry) -> bool {
    unsafe { !wakeup_of(class).is_null() && !is_incomplete(class) }
}

/// The method `__wakeup` in the table of the class; null if there is none.
pub unsafe fn wakeup_of(class: *mut zend_class_entry) -> *mut zval {
    unsafe {
        zend_hash_str_find(
            &raw const (*class).function_table,
            c"__wakeup".as_ptr(),
            "__wakeup".len(),
        )
    }
}

/// Whether an object waits to be initialised, which may run code of the user.
#[cfg(php84)]
pub unsafe fn is_lazy(object: *const zend_object) -> bool {
    // IS_OBJ_LAZY_UNINITIALIZED and IS_OBJ_LAZY_PROXY of Zend/zend_types.h.
    unsafe { (*object).extra_flags & (1 << 31 | 1 << 30) != 0 }
}

/// Whether an object waits to be initialised: none does before PHP 8.4.
#[cfg(not(php84))]
pub unsafe fn is_lazy(_: *const zend_object) -> bool {
    false
}

//! `session.serialize_handler = larder` and `apc.serializer = larder`.
//!
//! Both extensions are asked for when the module starts, by name, so that this one loads where they are not.

use std::ffi::{CStr, c_char, c_int, c_void};

use larder::format::{self, Format};
use larder::{Error, Result};

use super::classes::Allowed;
use super::entry;
use super::errors::{self, Exception};
use super::functions::{Options, accepted, decode, encode};
use super::php::*;
use super::value::*;
use crate::session_text;

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, symbol: *const c_char) -> *mut c_void;
}

type RegisterSession = unsafe extern "C" fn(
    *const c_char,
    Option<unsafe extern "C" fn() -> *mut zend_string>,
    Option<unsafe extern "C" fn(*const c_char, usize) -> zend_result>,
) -> zend_result;

type ApcSerialize = unsafe extern "C" fn(*mut *mut u8, *mut usize, *const zval, *mut c_void) -> c_int;
type ApcUnserialize = unsafe extern "C" fn(*mut zval, *mut u8, usize, *mut c_void) -> c_int;
type RegisterApc = unsafe extern "C" fn(*const c_char, ApcSerialize, ApcUnserialize, *mut c_void) -> c_int;

/// Registers the handlers with the extensions that are there.
pub unsafe fn register() {
    unsafe {
        let session = dlsym(std::ptr::null_mut(), c"php_session_register_serializer".as_ptr());
        if !session.is_null() {
            // The function's type is that of ext/session/php_session.h since PHP 7.
            let register: RegisterSession = std::mem::transmute(session);
            register(c"larder".as_ptr(), Some(entry::session_encode), Some(entry::session_decode));
        }
        // apc_serializer.h: a constant of this name holds the address of the function, which has the version 0 that stands in the name.
        let name = string(b"\0apc_register_serializer-0");
        let constant = zend_get_constant(name);
        release_string(name);
        if !constant.is_null() && kind(constant) == IS_LONG && (*constant).value.lval != 0 {
            let register: RegisterApc = std::mem::transmute((*constant).value.lval);
            register(c"larder".as_ptr(), entry::apc_encode, entry::apc_decode, std::ptr::null_mut());
        }
    }
}

/// What the INI settings say, where no call has options.
fn options() -> Options {
    Options {
        allowed: Allowed::parse(setting(c"larder.allowed_classes")),
        accept: setting(c"larder.accept").split(|byte| *byte == b',').filter_map(|name| accepted(name.trim_ascii())).collect(),
        ..Options::default()
    }
}

fn setting<'a>(name: &CStr) -> &'a [u8] {
    let mut exists = false;
    unsafe {
        let value = zend_ini_string_ex(name.as_ptr(), name.count_bytes() as _, 0, &raw mut exists);
        if value.is_null() { &[] } else { CStr::from_ptr(value).to_bytes() }
    }
}

/// `$_SESSION`, as the session extension holds it by reference.
unsafe fn session_variables() -> *mut zval {
    unsafe {
        let symbols = &raw mut (*executor()).symbol_table;
        let mut found = zend_hash_str_find(symbols, c"_SESSION".as_ptr(), "_SESSION".len());
        if !found.is_null() && kind(found) == IS_INDIRECT {
            found = (*found).value.zv;
        }
        if found.is_null() { found } else { dereference(found) }
    }
}

pub unsafe fn session_encode() -> *mut zend_string {
    unsafe {
        let variables = session_variables();
        if variables.is_null() || kind(variables) != IS_ARRAY {
            return std::ptr::null_mut();
        }
        match encode(variables, None) {
            Ok(string) => string,
            Err(error) => {
                errors::throw(Exception::Encode, &error);
                std::ptr::null_mut()
            }
        }
    }
}

/// A session that any accepted handler has written.
unsafe fn read_session(data: &[u8], to: *mut zval) -> Result<()> {
    let options = options();
    let array = if options.accept.contains(&Format::Php) && !format::larder::is_larder(data) {
        session_text::as_array(data)
    } else {
        None
    };
    unsafe { decode(array.as_deref().unwrap_or(data), &options, to) }
}

/// Says why a value is none, unless an exception says it.
fn warn(error: &Error) {
    if is_thrown() {
        return;
    }
    let hint = match error.kind() {
        larder::ErrorKind::Refused => " (for sessions: by the setting larder.allowed_classes)",
        _ => "",
    };
    let message = format!("{}: {}{hint}", error.kind().name(), error.context()).replace('\0', "\\0");
    let message = std::ffi::CString::new(message).unwrap_or_default();
    unsafe { php_error_docref(std::ptr::null(), E_WARNING as i32, c"%s".as_ptr(), message.as_ptr()) };
}

pub unsafe fn session_decode(data: *const c_char, length: usize) -> zend_result {
    const SUCCESS: zend_result = 0;
    const FAILURE: zend_result = -1;
    unsafe {
        let mut value = undef();
        set_null(&raw mut value);
        // An empty session is one without variables.
        let data = if length == 0 { &[] } else { std::slice::from_raw_parts(data.cast(), length) };
        if length > 0
            && let Err(error) = read_session(data, &raw mut value)
        {
            // The session extension destroys the session, says so, and goes on.
            warn(&error);
            return FAILURE;
        }
        if kind(&raw const value) != IS_ARRAY {
            zval_ptr_dtor(&raw mut value);
            set_empty_array(&raw mut value);
        }
        let variables = session_variables();
        if variables.is_null() {
            zval_ptr_dtor(&raw mut value);
            return FAILURE;
        }
        let mut old = *variables;
        take(variables, &raw const value);
        zval_ptr_dtor(&raw mut old);
        SUCCESS
    }
}

pub unsafe fn apc_encode(to: *mut *mut u8, length: *mut usize, value: *const zval, _: *mut c_void) -> c_int {
    unsafe {
        match encode(value.cast_mut(), None) {
            Ok(string) => {
                // APCu copies the bytes and frees them by efree.
                let bytes = bytes(string);
                let copied: *mut u8 = _emalloc(bytes.len().max(1)).cast();
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), copied, bytes.len());
                *to = copied;
                *length = bytes.len();
                release_string(string);
                1
            }
            Err(error) => {
                errors::throw(Exception::Encode, &error);
                *to = std::ptr::null_mut();
                *length = 0;
                0
            }
        }
    }
}

pub unsafe fn apc_decode(to: *mut zval, data: *mut u8, length: usize, _: *mut c_void) -> c_int {
    unsafe {
        set_null(to);
        match decode(std::slice::from_raw_parts(data, length), &options(), to) {
            Ok(()) => 1,
            Err(error) => {
                errors::throw(Exception::Decode, &error);
                0
            }
        }
    }
}

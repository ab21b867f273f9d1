//! `session.serialize_handler = larder` and `apc.serializer = larder`.
//!
//! Both extensions are looked up by name when the module starts, so this one also loads without
//! them.
//!
//! May use `engine`, `read`, and `coding`, `options` and `settings` beside it.

use std::ffi::{c_char, c_int, c_void};

use larder::format::{self, Format};
use larder::{Error, ErrorKind, Result};

use super::coding::{decode, encode, export};
use super::options::Options;
use super::settings::{Settings, Written};
use crate::session_text;
use crate::zend::engine::errors::{self, Exception};
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::read::classes::Kept;

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, symbol: *const c_char) -> *mut c_void;
}

type SessionEncode = unsafe extern "C" fn() -> *mut zend_string;
type SessionDecode = unsafe extern "C" fn(*const c_char, usize) -> zend_result;
type RegisterSession = unsafe extern "C" fn(
    *const c_char,
    Option<SessionEncode>,
    Option<SessionDecode>,
) -> zend_result;

type FindSession = unsafe extern "C" fn(*const c_char) -> *const ps_serializer;

type ApcSerialize =
    unsafe extern "C" fn(*mut *mut u8, *mut usize, *const zval, *mut c_void) -> c_int;
type ApcUnserialize = unsafe extern "C" fn(*mut zval, *mut u8, usize, *mut c_void) -> c_int;
type RegisterApc =
    unsafe extern "C" fn(*const c_char, ApcSerialize, ApcUnserialize, *mut c_void) -> c_int;

/// What the other extensions call.
pub struct Handlers {
    pub encode: SessionEncode,
    pub decode: SessionDecode,
    pub apc_encode: ApcSerialize,
    pub apc_decode: ApcUnserialize,
}

/// Registers the handlers with the extensions that are loaded.
pub unsafe fn register(handlers: &Handlers) {
    unsafe {
        let session = dlsym(std::ptr::null_mut(), c"php_session_register_serializer".as_ptr());
        if !session.is_null() {
            // The function's type is that of ext/session/php_session.h since PHP 7.
            let register: RegisterSession = std::mem::transmute(session);
            register(c"larder".as_ptr(), Some(handlers.encode), Some(handlers.decode));
        }
        // apc_serializer.h: a constant of this name holds the address of the function; the 0 in it
        // is the version.
        let name = string(b"\0apc_register_serializer-0");
        let constant = zend_get_constant(name);
        release_string(name);
        if !constant.is_null() && kind(constant) == IS_LONG && (*constant).value.lval != 0 {
            let register: RegisterApc = std::mem::transmute((*constant).value.lval);
            register(
                c"larder".as_ptr(),
                handlers.apc_encode,
                handlers.apc_decode,
                std::ptr::null_mut(),
            );
        }
    }
}

/// The bytes of a value, as the settings say.
unsafe fn write(value: *mut zval, settings: &Settings) -> Result<*mut zend_string> {
    match settings.written.format() {
        Format::Larder => unsafe { encode(value, None, settings.level) },
        format => unsafe { export(value, format) },
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
        let settings = Settings::now();
        if settings.written == Written::Php {
            // The handler `php` writes its own format. The session extension, which calls this,
            // always has that handler.
            let find = dlsym(std::ptr::null_mut(), c"_php_find_ps_serializer".as_ptr());
            if !find.is_null() {
                // The function's type is that of ext/session/php_session.h since PHP 7.
                let find: FindSession = std::mem::transmute(find);
                if let Some(encode) =
                    find(c"php".as_ptr()).as_ref().and_then(|handler| handler.encode)
                {
                    return encode();
                }
            }
        }
        match write(variables, &settings) {
            Ok(string) => string,
            Err(error) => {
                errors::throw(Exception::Encode, &error);
                std::ptr::null_mut()
            }
        }
    }
}

/// Reads a session that Larder or a handler of the fallback has written.
unsafe fn read_session(data: &[u8], options: &Options, to: *mut zval) -> Result<()> {
    let array = if options.fallback.contains(&Format::Php) && !format::larder::is_larder(data) {
        session_text::as_array(data)
    } else {
        None
    };
    unsafe { decode(array.as_deref().unwrap_or(data), options, to) }
}

/// Warns why a value cannot be decoded, unless an exception says so.
fn warn(error: &Error) {
    if is_thrown() {
        return;
    }
    let hint = if error.kind() == ErrorKind::Refused {
        " (for sessions and APCu, the setting larder.allowed_classes)"
    } else {
        ""
    };
    say(&format!("{}: {}{hint}", error.kind().name(), error.context()));
}

fn say(message: &str) {
    let message = std::ffi::CString::new(message.replace('\0', "\\0")).unwrap_or_default();
    unsafe {
        php_error_docref(std::ptr::null(), E_WARNING as i32, c"%s".as_ptr(), message.as_ptr())
    };
}

/// Ends the session of this request, and leaves the stored one as it is.
unsafe fn leave_session_alone() {
    unsafe {
        if !is_thrown() {
            say("the stored session is left as it is, and this request has no session");
        }
        // Nothing can be called while an exception is on its way.
        let held = std::mem::replace(&mut (*executor()).exception, std::ptr::null_mut());
        let (mut function, mut given) = (undef(), undef());
        set_string(&raw mut function, string(b"session_abort"));
        let none = std::ptr::null_mut();
        _call_user_function_impl(none, &raw mut function, &raw mut given, 0, none, none.cast());
        zval_ptr_dtor(&raw mut given);
        zval_ptr_dtor(&raw mut function);
        let thrown = &mut (*executor()).exception;
        if thrown.is_null() {
            *thrown = held;
        } else if !held.is_null() {
            zend_exception_set_previous(*thrown, held);
        }
    }
}

pub unsafe fn session_decode(data: *const c_char, length: usize) -> zend_result {
    const SUCCESS: zend_result = 0;
    const FAILURE: zend_result = -1;
    unsafe {
        let mut value = undef();
        set_null(&raw mut value);
        // An empty session is one without variables.
        let data = if length == 0 { &[] } else { std::slice::from_raw_parts(data.cast(), length) };
        let mut options = Settings::read().options;
        options.classes.kept = Some(Kept::default());
        if length > 0
            && let Err(error) = read_session(data, &options, &raw mut value)
        {
            warn(&error);
            if error.kind() != ErrorKind::Refused {
                // The session extension destroys the session, says so, and goes on.
                return FAILURE;
            }
            // The bytes are a session that these settings or classes do not allow: once they do, it
            // is back.
            leave_session_alone();
            return SUCCESS;
        }
        let kept = options.classes.kept.map(Kept::into_inner).unwrap_or_default();
        if !kept.is_empty() {
            let names: Vec<_> = kept.into_iter().collect();
            say(&format!(
                "the session has objects of {}, which larder.allowed_classes does not allow: \
                 they are __PHP_Incomplete_Class in this request, and are written back unchanged",
                names.join(", ")
            ));
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

pub unsafe fn apc_encode(
    to: *mut *mut u8,
    length: *mut usize,
    value: *const zval,
    _: *mut c_void,
) -> c_int {
    unsafe {
        match write(value.cast_mut(), &Settings::now()) {
            Ok(string) => {
                // APCu copies the bytes and frees them with efree.
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
        match decode(std::slice::from_raw_parts(data, length), &Settings::now().options, to) {
            Ok(()) => 1,
            Err(error) => {
                // A miss.
                warn(&error);
                0
            }
        }
    }
}

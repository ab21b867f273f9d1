//! How values are read and written: the options of `larder_unserialize`, and levels; some of them
//! are also settings in php.ini.
//!
//! May use `engine`, `read`, and `profile` beside it.

use std::ffi::{CStr, CString};
use std::rc::Rc;

use larder::Level;
use larder::format::Format;

use super::profile::{self, LoadedProfile};
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::read::classes::{Allowed, Classes};

/// How values are read.
#[derive(Default)]
pub struct Options {
    pub classes: Classes,
    pub max_depth: Option<u32>,
    /// The foreign formats that are read as well.
    pub fallback: Vec<Format>,
    /// Those that the value may have been written under.
    pub profiles: Vec<Rc<LoadedProfile>>,
}

/// The formats that there can be a fallback for, in the order in which they are tried: from the
/// most certain signature to the least.
pub const FALLBACKS: [Format; 6] =
    [Format::Igbinary, Format::Php, Format::Json, Format::Hprose, Format::Cbor, Format::Msgpack];

/// The options of a call without any.
pub const DEFAULT: Options = Options {
    classes: Classes { allowed: Allowed::None, kept: None },
    max_depth: None,
    fallback: Vec::new(),
    profiles: Vec::new(),
};

/// The format of a name, if there can be a fallback for it.
pub fn fallback(name: &[u8]) -> Option<Format> {
    FALLBACKS.into_iter().find(|format| format.name().as_bytes() == name)
}

/// The level of a name.
#[inline]
pub fn level(name: &[u8]) -> Option<Level> {
    Level::ALL.into_iter().find(|level| level.name().as_bytes() == name)
}

/// The options of a thread's last call. Programs give the same array with each call, or one that
/// the compiler made, so it is parsed once.
#[derive(Default)]
pub struct KeptOptions {
    /// What they were parsed from; null if it may change. It is held, so that nobody can change it,
    /// or give its address to another.
    array: *mut zend_array,
    options: Options,
}

impl KeptOptions {
    /// The options in an array; `None` with an exception if one of them is wrong.
    ///
    /// # Safety
    /// The array is alive during the call.
    #[inline]
    pub unsafe fn of(&mut self, array: *mut zend_array) -> Option<&Options> {
        if self.array != array {
            unsafe { self.replace(array)? };
        }
        Some(&self.options)
    }

    #[cold]
    unsafe fn replace(&mut self, array: *mut zend_array) -> Option<()> {
        self.clear();
        unsafe {
            self.options = parse(array)?;
            if !holds_references(array) {
                hold_array(array);
                self.array = array;
            }
        }
        Some(())
    }

    /// Gives the array back. It holds no object that has a destructor.
    pub fn clear(&mut self) {
        let array = std::mem::take(&mut self.array);
        if !array.is_null() {
            unsafe { release_array(array) };
        }
        self.options = DEFAULT;
    }

    /// The request is over: the engine has freed what the array held, and frees the array.
    pub fn forget(&mut self) {
        self.array = std::ptr::null_mut();
        self.options = DEFAULT;
    }
}

/// Whether what an array of options holds can change while the array is held.
unsafe fn holds_references(array: *mut zend_array) -> bool {
    unsafe {
        entries(array).any(|(_, value)| match kind(value) {
            IS_REFERENCE => true,
            IS_ARRAY => holds_references((*value).value.arr),
            _ => false,
        })
    }
}

/// What there is, for messages.
const OPTIONS: &str = "allowed_classes, max_depth, fallback, profile";

/// An option that is wrong: what throws, and why.
type Wrong = (unsafe extern "C" fn(*const i8, ...), String);

/// Reads the options; `None` with an exception if one of them is wrong.
///
/// # Safety
/// The array is alive during the call.
pub unsafe fn parse(options: *mut zend_array) -> Option<Options> {
    let mut parsed = DEFAULT;
    unsafe {
        for (key, value) in entries(options) {
            let value = dereference(value);
            let known = match (!key.name.is_null()).then(|| bytes(key.name)) {
                Some(b"allowed_classes") => {
                    allowed_classes(value).map(|allowed| parsed.classes.allowed = allowed)
                }
                Some(b"max_depth") => max_depth(value).map(|depth| parsed.max_depth = depth),
                Some(b"fallback") => formats(value, &mut parsed.fallback),
                Some(b"profile") => profiles(value, &mut parsed.profiles),
                other => {
                    let name = String::from_utf8_lossy(other.unwrap_or(b"0"));
                    let message =
                        format!("There is no option \"{name}\"; the options are {OPTIONS}");
                    Err((zend_value_error as _, message))
                }
            };
            if let Err((throw, message)) = known {
                let message = CString::new(message.replace('\0', "\\0")).unwrap_or_default();
                throw(c"larder_unserialize(): %s".as_ptr(), message.as_ptr());
                return None;
            }
        }
    }
    Some(parsed)
}

/// The type of a value, as PHP's messages name it.
unsafe fn type_name(value: *const zval) -> String {
    unsafe { CStr::from_ptr(zend_zval_type_name(value)) }.to_string_lossy().into_owned()
}

unsafe fn allowed_classes(value: *mut zval) -> Result<Allowed, Wrong> {
    unsafe {
        match kind(value) {
            IS_FALSE => Ok(Allowed::None),
            IS_TRUE => Ok(Allowed::All),
            IS_ARRAY => {
                let mut names = Vec::new();
                for (_, name) in entries((*value).value.arr) {
                    names.push(class_name(dereference(name))?);
                }
                Ok(Allowed::of(names))
            }
            _ => {
                let given = type_name(value);
                Err((
                    zend_type_error,
                    format!("Option \"allowed_classes\" must be of type array|bool, {given} given"),
                ))
            }
        }
    }
}

unsafe fn class_name<'a>(name: *mut zval) -> Result<&'a [u8], Wrong> {
    unsafe {
        if kind(name) != IS_STRING {
            let given = type_name(name);
            let message = format!(
                "Option \"allowed_classes\" must be an array of class names, {given} given"
            );
            return Err((zend_type_error, message));
        }
        let name = bytes((*name).value.str_);
        if name.starts_with(b"@") && !Allowed::is_group(name) {
            let name = String::from_utf8_lossy(name);
            let message = format!(
                "Option \"allowed_classes\" holds \"{name}\", but the only group is \"@core\""
            );
            return Err((zend_value_error, message));
        }
        Ok(name)
    }
}

unsafe fn max_depth(value: *mut zval) -> Result<Option<u32>, Wrong> {
    unsafe {
        if kind(value) != IS_LONG {
            let given = type_name(value);
            return Err((
                zend_type_error,
                format!("Option \"max_depth\" must be of type int, {given} given"),
            ));
        }
        match (*value).value.lval {
            0 => Ok(None),
            depth @ 1.. => Ok(Some(u32::try_from(depth).unwrap_or(u32::MAX))),
            _ => Err((
                zend_value_error,
                "Option \"max_depth\" must be greater than or equal to 0".into(),
            )),
        }
    }
}

unsafe fn formats(value: *mut zval, formats: &mut Vec<Format>) -> Result<(), Wrong> {
    let known = || FALLBACKS.map(Format::name).join(", ");
    unsafe {
        if kind(value) != IS_ARRAY {
            let given = type_name(value);
            let message = format!(
                "Option \"fallback\" must be an array of formats ({}), {given} given",
                known()
            );
            return Err((zend_type_error, message));
        }
        for (_, name) in entries((*value).value.arr) {
            let name = dereference(name);
            let name = if kind(name) == IS_STRING { bytes((*name).value.str_) } else { b"" };
            let Some(format) = fallback(name) else {
                let name = String::from_utf8_lossy(name);
                let message = format!(
                    "Option \"fallback\" holds \"{name}\", but the formats are {}",
                    known()
                );
                return Err((zend_value_error, message));
            };
            formats.push(format);
        }
    }
    Ok(())
}

unsafe fn profiles(value: *mut zval, profiles: &mut Vec<Rc<LoadedProfile>>) -> Result<(), Wrong> {
    unsafe {
        let mut one =
            |value: *mut zval| profile::of(value).map(|loaded| profiles.push(loaded)).is_some();
        let all = match kind(value) {
            IS_ARRAY => entries((*value).value.arr).all(|(_, value)| one(value)),
            IS_NULL => true,
            _ => one(value),
        };
        if all {
            Ok(())
        } else {
            Err((
                zend_type_error,
                "Option \"profile\" must be a Larder\\Profile or an array of them".into(),
            ))
        }
    }
}

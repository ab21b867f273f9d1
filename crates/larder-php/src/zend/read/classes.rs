//! Which classes a value may contain, and how they are found.
//!
//! May use `engine`.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};

use larder::{Error, ErrorKind, Result};

use crate::zend::engine::errors::thrown;
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;

/// `@core`: PHP's own value classes. Creating such an object restores what it held and does nothing
/// else: it opens nothing, calls no code of the user, loads no class. The contents are checked by
/// themselves, and so is the iterator that an ArrayObject names.
const CORE: [&str; 14] = [
    "stdclass",
    "datetime",
    "datetimeimmutable",
    "datetimezone",
    "dateinterval",
    "dateperiod",
    "arrayobject",
    "arrayiterator",
    "recursivearrayiterator",
    "splobjectstorage",
    "spldoublylinkedlist",
    "splqueue",
    "splstack",
    "splfixedarray",
];

/// Classes that are not allowed, whose objects were read as `__PHP_Incomplete_Class`.
pub type Kept = RefCell<BTreeSet<String>>;

/// Which classes a value may contain, and what becomes of objects of other classes.
#[derive(Default)]
pub struct Classes {
    pub allowed: Allowed,
    /// `None` refuses objects of other classes. `Some` reads them as `__PHP_Incomplete_Class`,
    /// which is written back unchanged, and collects the names of their classes.
    pub kept: Option<Kept>,
}

/// The classes that may be made.
#[derive(Clone, Debug, Default)]
pub enum Allowed {
    /// None, enumerations included.
    #[default]
    None,
    /// Those with these names.
    Some(ClassNames),
    /// All.
    All,
}

/// Names of classes. Options are read with each value, so few names are kept as they come, one
/// after another.
#[derive(Clone, Debug, Default)]
pub struct ClassNames {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// All of them in lower case, if they are not few.
    many: HashSet<Vec<u8>>,
}

impl ClassNames {
    const FEW: usize = 16;

    fn add(&mut self, name: &[u8]) {
        if self.many.is_empty() {
            self.bytes.extend_from_slice(name);
            self.ends.push(self.bytes.len());
            if self.ends.len() > Self::FEW {
                let starts = [0].into_iter().chain(self.ends.iter().copied());
                let names = starts.zip(&self.ends).map(|(start, end)| &self.bytes[start..*end]);
                self.many = names.map(<[u8]>::to_ascii_lowercase).collect();
            }
        } else {
            self.many.insert(name.to_ascii_lowercase());
        }
    }

    fn has(&self, name: &[u8]) -> bool {
        if !self.many.is_empty() {
            return self.many.contains(&name.to_ascii_lowercase());
        }
        let mut start = 0;
        self.ends.iter().any(|end| {
            let known = &self.bytes[std::mem::replace(&mut start, *end)..*end];
            known.eq_ignore_ascii_case(name)
        })
    }
}

impl Allowed {
    /// Parses names separated by commas; `*` stands for all.
    pub fn parse(list: &[u8]) -> Self {
        let names: Vec<_> = list
            .split(|byte| *byte == b',')
            .map(<[u8]>::trim_ascii)
            .filter(|name| !name.is_empty())
            .collect();
        if names.contains(&&b"*"[..]) { Self::All } else { Self::of(names) }
    }

    /// The classes with these names, and the groups of [`Allowed::is_group`].
    pub fn of<'a>(names: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut all = ClassNames::default();
        for name in names {
            if Self::is_group(name) {
                CORE.iter().for_each(|name| all.add(name.as_bytes()));
            } else {
                all.add(name.strip_prefix(b"\\").unwrap_or(name));
            }
        }
        if all.ends.is_empty() { Self::None } else { Self::Some(all) }
    }

    /// Whether a name stands for several classes.
    pub fn is_group(name: &[u8]) -> bool {
        name.eq_ignore_ascii_case(b"@core")
    }

    /// Whether a class may be made.
    pub fn has(&self, name: &str) -> bool {
        match self {
            Self::None => false,
            Self::Some(names) => names.has(name.as_bytes()),
            Self::All => true,
        }
    }

    /// The class of a name, autoloaded if necessary; `None` if it does not exist.
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] for a class that is not allowed, or for an exception of an
    /// autoloader.
    pub fn find(&self, name: &str) -> Result<Option<*mut zend_class_entry>> {
        let valid = !name.is_empty() && !name.starts_with(['\\', '\0']);
        if !valid {
            return Err(Error::new(ErrorKind::Refused, format!("{name:?} is not a class name")));
        }
        if !self.has(name) {
            return Err(Self::refused(name));
        }
        // The name is released below; if the engine keeps it, it holds a count of its own.
        unsafe {
            let string = string(name.as_bytes());
            let found = Self::load(string);
            release_string(string);
            found
        }
    }

    /// The error for a class that is not allowed.
    pub fn refused(name: &str) -> Error {
        let entry = if CORE.contains(&&*name.to_ascii_lowercase()) {
            "'@core' (PHP's own value classes)".into()
        } else {
            format!("{name}::class")
        };
        let context = format!("the class {name} is not allowed: add {entry} to allowed_classes");
        Error::new(ErrorKind::Refused, context)
    }

    unsafe fn load(name: *mut zend_string) -> Result<Option<*mut zend_class_entry>> {
        unsafe {
            let look = || {
                let class = zend_lookup_class_ex(name, std::ptr::null_mut(), 0);
                if is_thrown() { Err(thrown()) } else { Ok(class) }
            };
            let class = look()?;
            if !class.is_null() {
                return Ok(Some(class));
            }
            let callback = "unserialize_callback_func";
            let mut exists = false;
            let function = zend_ini_string_ex(
                callback.as_ptr().cast(),
                callback.len(),
                Default::default(),
                &raw mut exists,
            );
            if function.is_null() || *function == 0 {
                return Ok(None);
            }
            let function = std::ffi::CStr::from_ptr(function);
            let (mut callable, mut given, mut argument) = std::mem::zeroed::<(zval, zval, zval)>();
            set_string(&raw mut callable, string(function.to_bytes()));
            set_string(&raw mut argument, name);
            let warn = |message: &std::ffi::CStr| {
                php_error_docref(
                    std::ptr::null(),
                    E_WARNING as i32,
                    message.as_ptr(),
                    function.as_ptr(),
                );
                if is_thrown() { Err(thrown()) } else { Ok(None) }
            };
            let called = _call_user_function_impl(
                std::ptr::null_mut(),
                &raw mut callable,
                &raw mut given,
                1,
                &raw mut argument,
                std::ptr::null_mut(),
            );
            zval_ptr_dtor(&raw mut given);
            zval_ptr_dtor(&raw mut callable);
            if is_thrown() {
                return Err(thrown());
            }
            if called != 0 {
                return warn(c"defined (%s) but not found");
            }
            let class = look()?;
            if class.is_null() {
                warn(c"Function %s() hasn't defined the class it was called for")
            } else {
                Ok(Some(class))
            }
        }
    }
}

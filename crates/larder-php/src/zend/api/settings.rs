//! What php.ini says: to sessions and APCu, and whether times are measured.
//!
//! May use `engine`, `read`, and `options` and `stats` beside it.

use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_int, c_void};
use std::rc::Rc;

use larder::Level;
use larder::format::Format;

use super::options::{self, Options};
use super::stats;
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::read::classes::{Allowed, Classes};

/// The settings, parsed.
pub struct Settings {
    pub written: Written,
    pub level: Level,
    /// How values are read. What is written is always read, too.
    pub options: Options,
}

thread_local! {
    /// How often a setting was changed.
    static CHANGES: Cell<u64> = const { Cell::new(0) };
    /// The settings after so many changes.
    static KEPT: RefCell<Option<(u64, Rc<Settings>)>> = const { RefCell::new(None) };
}

impl Settings {
    /// The settings of now. They are parsed when they have changed: APCu asks with each value.
    pub fn now() -> Rc<Self> {
        let changes = CHANGES.get();
        KEPT.with_borrow_mut(|kept| match kept {
            Some((known, settings)) if *known == changes => settings.clone(),
            _ => {
                let settings = Rc::new(Self::read());
                *kept = Some((changes, settings.clone()));
                settings
            }
        })
    }

    /// Parses the settings.
    pub fn read() -> Self {
        let written = Written::of(setting(c"larder.write")).unwrap_or(Written::Larder);
        let level = options::level(setting(c"larder.level")).unwrap_or_default();
        let names = setting(c"larder.fallback").split(|byte| *byte == b',');
        let mut fallback: Vec<Format> =
            names.filter_map(|name| options::fallback(name.trim_ascii())).collect();
        if written != Written::Larder && !fallback.contains(&written.format()) {
            fallback.push(written.format());
        }
        let classes =
            Classes { allowed: Allowed::parse(setting(c"larder.allowed_classes")), kept: None };
        Self { written, level, options: Options { classes, fallback, ..Options::default() } }
    }
}

fn setting<'a>(name: &CStr) -> &'a [u8] {
    let mut exists = false;
    unsafe {
        let value = zend_ini_string_ex(
            name.as_ptr(),
            name.count_bytes() as _,
            Default::default(),
            &raw mut exists,
        );
        if value.is_null() { &[] } else { CStr::from_ptr(value).to_bytes() }
    }
}

/// What `larder.write` says: the format that sessions and APCu write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Written {
    Larder,
    /// What the session handler `php` writes; `serialize` in APCu.
    Php,
    PhpSerialize,
    Igbinary,
}

impl Written {
    /// The values of `larder.write`.
    const ALL: [(&CStr, Self); 4] = [
        (c"larder", Self::Larder),
        (c"php", Self::Php),
        (c"php_serialize", Self::PhpSerialize),
        (c"igbinary", Self::Igbinary),
    ];

    /// The meaning of a value of the setting; `None` if there is no such value.
    fn of(name: &[u8]) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|(known, _)| known.to_bytes() == name)
            .map(|(_, written)| written)
    }

    /// How values are written.
    pub fn format(self) -> Format {
        match self {
            Self::Larder => Format::Larder,
            Self::Php | Self::PhpSerialize => Format::Php,
            Self::Igbinary => Format::Igbinary,
        }
    }
}

/// Called when a setting is changed that may have any value.
pub unsafe fn setting_changed(
    _: *mut zend_ini_entry,
    _: *mut zend_string,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: c_int,
) -> c_int {
    CHANGES.set(CHANGES.get() + 1);
    0
}

/// Called when `larder.write` is changed; it keeps its value if there is no such format.
pub unsafe fn write_changed(
    _: *mut zend_ini_entry,
    value: *mut zend_string,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: c_int,
) -> c_int {
    let known = !value.is_null() && Written::of(unsafe { bytes(value) }).is_some();
    changed(known, c"larder.write must be one of larder, php, php_serialize, igbinary")
}

/// Called when `larder.level` is changed; it keeps its value if there is no such level.
pub unsafe fn level_changed(
    _: *mut zend_ini_entry,
    value: *mut zend_string,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: c_int,
) -> c_int {
    let known = !value.is_null() && options::level(unsafe { bytes(value) }).is_some();
    changed(known, c"larder.level must be one of fast, balanced, small")
}

/// Called when `larder.stats` is set, which is once: it is a setting of the whole process.
pub unsafe fn stats_changed(
    _: *mut zend_ini_entry,
    value: *mut zend_string,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    _: c_int,
) -> c_int {
    stats::set_timed(!value.is_null() && is_on(unsafe { bytes(value) }));
    0
}

/// Whether a setting is on, as `zend_ini_parse_bool` has it.
fn is_on(value: &[u8]) -> bool {
    let is = |word: &[u8]| value.eq_ignore_ascii_case(word);
    let number = || std::str::from_utf8(value).ok().and_then(|text| text.parse::<i64>().ok());
    is(b"on") || is(b"yes") || is(b"true") || number().is_some_and(|number| number != 0)
}

/// Counts a change, and returns what it returns; warns if there is no such value.
fn changed(known: bool, otherwise: &CStr) -> c_int {
    if known {
        CHANGES.set(CHANGES.get() + 1);
        return 0;
    }
    unsafe { zend_error(E_WARNING as i32, c"%s".as_ptr(), otherwise.as_ptr()) };
    -1
}

//! `Larder\Profile`, and the profiles that this thread has loaded.
//!
//! May use `engine` and `read`.

use std::cell::{OnceCell, RefCell};
use std::mem::offset_of;
use std::rc::Rc;
use std::sync::Arc;
use std::time::SystemTime;

use larder::{Error, ErrorKind, Profile, ProfileId};

use crate::zend::engine::declare::register_class;
use crate::zend::engine::errors::{self, Exception};
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::read::templates::PreparedProfile;

/// A loaded profile; it lives as long as the process.
pub struct LoadedProfile {
    /// Its place among the thread's profiles.
    pub number: usize,
    pub profile: Arc<Profile>,
    prepared: OnceCell<PreparedProfile>,
    /// Where it was read, unless it was made from bytes.
    file: Option<File>,
}

/// A file as it was when it was read.
#[derive(PartialEq)]
struct File {
    name: Vec<u8>,
    changed: Option<SystemTime>,
    bytes: u64,
}

impl LoadedProfile {
    /// Made when a value is first read: programs that only write do not need it.
    pub fn prepared(&self) -> &PreparedProfile {
        self.prepared.get_or_init(|| PreparedProfile::new(&self.profile))
    }
}

thread_local! {
    static PROFILES: RefCell<Vec<Rc<LoadedProfile>>> = const { RefCell::new(Vec::new()) };
}

/// An object of `Larder\Profile`.
#[repr(C)]
struct ProfileObject {
    /// Its place among the thread's profiles.
    number: usize,
    standard: zend_object,
}

static CLASS: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
static HANDLERS: std::sync::OnceLock<usize> = std::sync::OnceLock::new();

/// The class.
pub fn class() -> *mut zend_class_entry {
    std::ptr::with_exposed_provenance_mut(*CLASS.get().expect("registered when the module starts"))
}

/// What PHP calls for a new object.
type Create = unsafe extern "C" fn(*mut zend_class_entry) -> *mut zend_object;

/// Registers the class.
pub unsafe fn register(functions: *const zend_function_entry, create: Create) {
    unsafe {
        let class = register_class(c"Larder\\Profile", functions, std::ptr::null_mut());
        (*class).ce_flags |=
            ZEND_ACC_FINAL | ZEND_ACC_NO_DYNAMIC_PROPERTIES | ZEND_ACC_NOT_SERIALIZABLE;
        (*class).__bindgen_anon_2.create_object = Some(create);
        let mut handlers = std_object_handlers;
        handlers.offset = offset_of!(ProfileObject, standard) as _;
        handlers.clone_obj = None;
        // Both live as long as the process.
        let _ = HANDLERS.set(std::ptr::from_mut(Box::leak(Box::new(handlers))).expose_provenance());
        let _ = CLASS.set(class.expose_provenance());
    }
}

/// A new object; `entry` lets PHP call it.
pub unsafe fn create(class: *mut zend_class_entry) -> *mut zend_object {
    unsafe {
        // The class is final and has no properties, so there is nothing behind the standard object.
        let object: *mut ProfileObject = _emalloc(size_of::<ProfileObject>()).cast();
        object.write(std::mem::zeroed());
        (*object).number = usize::MAX;
        let standard = &raw mut (*object).standard;
        zend_object_std_init(standard, class);
        object_properties_init(standard, class);
        (*standard).handlers =
            std::ptr::with_exposed_provenance(*HANDLERS.get().expect("registered"));
        standard
    }
}

/// Whether a value is an object of this class.
#[inline]
pub unsafe fn is(value: *mut zval) -> bool {
    unsafe { kind(value) == IS_OBJECT && (*(*value).value.obj).ce == class() }
}

/// The profile of an object of this class; `None` for other values, and for an object that was made
/// without one.
pub unsafe fn of(value: *mut zval) -> Option<Rc<LoadedProfile>> {
    unsafe {
        let value = dereference(value);
        if !is(value) {
            return None;
        }
        let object = (*value)
            .value
            .obj
            .byte_sub(offset_of!(ProfileObject, standard))
            .cast::<ProfileObject>();
        PROFILES.with_borrow(|loaded| loaded.get((*object).number).cloned())
    }
}

/// Makes an object with the profile in a file; throws if it cannot be read.
pub unsafe fn from_file(to: *mut zval, file: &[u8]) {
    unsafe {
        if let Some(number) = load(file) {
            make(to, number);
        }
    }
}

/// Makes an object with the profile of these bytes; throws if they are none, or one of another id.
pub unsafe fn from_bytes(to: *mut zval, bytes: &[u8], id: &[u8]) {
    unsafe {
        let profile = Profile::parse(bytes).and_then(|profile| {
            let own = spell(profile.id());
            if own.as_bytes() == id {
                return Ok(profile);
            }
            let id = String::from_utf8_lossy(id);
            Err(Error::new(
                ErrorKind::WrongProfile,
                format!("the bytes are the profile {own}, and not {id}"),
            ))
        });
        match profile {
            Ok(profile) => {
                let same = |known: &&Rc<LoadedProfile>| known.profile.digest() == profile.digest();
                let known = PROFILES
                    .with_borrow(|loaded| loaded.iter().find(same).map(|known| known.number));
                make(to, known.unwrap_or_else(|| add(profile, None)));
            }
            Err(error) => errors::throw(Exception::Decode, &error),
        }
    }
}

/// An id as six hexadecimal digits.
pub fn spell([a, b, c]: ProfileId) -> String {
    format!("{a:02x}{b:02x}{c:02x}")
}

/// Adds a profile to those of the thread; returns its number.
fn add(profile: Profile, file: Option<File>) -> usize {
    PROFILES.with_borrow_mut(|loaded| {
        let number = loaded.len();
        let profile = Arc::new(profile);
        loaded.push(Rc::new(LoadedProfile { number, profile, prepared: OnceCell::new(), file }));
        number
    })
}

/// Makes an object with the profile of this number.
pub unsafe fn make(to: *mut zval, number: usize) {
    unsafe {
        if object_init_ex(to, class()) == 0 {
            let object = (*to)
                .value
                .obj
                .byte_sub(offset_of!(ProfileObject, standard))
                .cast::<ProfileObject>();
            (*object).number = number;
        }
    }
}

/// The number of the profile in a file; `None` with an exception if it cannot be read.
unsafe fn load(file: &[u8]) -> Option<usize> {
    use std::os::unix::ffi::OsStrExt;
    let throw = |message: String| {
        let message = std::ffi::CString::new(message.replace('\0', "\\0")).unwrap_or_default();
        unsafe { zend_throw_exception(spl_ce_RuntimeException, message.as_ptr(), 0) };
        None
    };
    let shown = String::from_utf8_lossy(file).into_owned();
    let Ok(terminated) = std::ffi::CString::new(file) else {
        return throw(format!("the profile {shown} cannot be read: its name contains a NUL byte"));
    };
    // PHP warns if open_basedir does not allow the file.
    if unsafe { php_check_open_basedir(terminated.as_ptr()) } != 0 {
        return throw(format!(
            "the profile {shown} cannot be read: open_basedir does not allow it"
        ));
    }
    let path = std::path::Path::new(std::ffi::OsStr::from_bytes(file));
    let found = match std::fs::metadata(path) {
        Ok(found) => found,
        Err(error) => return throw(format!("the profile {shown} cannot be read: {error}")),
    };
    let found =
        Some(File { name: file.into(), changed: found.modified().ok(), bytes: found.len() });
    let known = PROFILES.with_borrow(|loaded| {
        loaded.iter().find(|known| known.file == found).map(|known| known.number)
    });
    if known.is_some() {
        return known;
    }
    let read = match std::fs::read(path) {
        Ok(read) => read,
        Err(error) => return throw(format!("the profile {shown} cannot be read: {error}")),
    };
    match Profile::parse(&read) {
        Ok(profile) => Some(add(profile, found)),
        Err(error) => {
            errors::throw(Exception::Decode, &error);
            None
        }
    }
}

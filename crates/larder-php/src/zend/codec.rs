//! `Larder\Codec`, and the profiles that this process has read.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::mem::offset_of;
use std::rc::Rc;
use std::sync::Arc;
use std::time::SystemTime;

use larder::{Entry, Profile};

use foldhash::fast::RandomState;

use super::errors::{self, Exception};
use super::php::*;
use super::templates::OfProfile;
use super::value::*;

/// A profile that was read, for as long as the process lives.
pub struct Loaded {
    /// Of the thread's profiles.
    pub number: usize,
    pub profile: Arc<Profile>,
    prepared: OnceCell<Prepared>,
    file: Vec<u8>,
    changed: Option<SystemTime>,
    bytes: u64,
}

/// What values that are read under a profile share, for as long as the process lives.
pub struct Prepared {
    /// The texts of the dictionaries as permanent strings, by the address of the profile's text.
    pub texts: HashMap<usize, *mut zend_string, RandomState>,
    pub templates: OfProfile,
}

impl Loaded {
    /// Prepared when a value is first read, as programs that only write need none of it.
    pub fn prepared(&self) -> &Prepared {
        self.prepared.get_or_init(|| Prepared { texts: texts(&self.profile), templates: OfProfile::new(&self.profile) })
    }
}

thread_local! {
    static LOADED: RefCell<Vec<Rc<Loaded>>> = const { RefCell::new(Vec::new()) };
}

/// An object of `Larder\Codec`.
#[repr(C)]
struct CodecObject {
    /// Of the thread's profiles.
    number: usize,
    standard: zend_object,
}

static CLASS: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
static HANDLERS: std::sync::OnceLock<usize> = std::sync::OnceLock::new();

/// The class.
pub fn class() -> *mut zend_class_entry {
    std::ptr::with_exposed_provenance_mut(*CLASS.get().expect("registered when the module starts"))
}

/// Registers the class.
pub unsafe fn register(functions: *const zend_function_entry) {
    unsafe {
        let class = super::module::register_class(c"Larder\\Codec", functions, std::ptr::null_mut());
        (*class).ce_flags |= ZEND_ACC_FINAL | ZEND_ACC_NO_DYNAMIC_PROPERTIES | ZEND_ACC_NOT_SERIALIZABLE;
        (*class).__bindgen_anon_2.create_object = Some(super::entry::codec_create);
        let mut handlers = std_object_handlers;
        handlers.offset = offset_of!(CodecObject, standard) as _;
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
        let object: *mut CodecObject = _emalloc(size_of::<CodecObject>()).cast();
        object.write(std::mem::zeroed());
        (*object).number = usize::MAX;
        let standard = &raw mut (*object).standard;
        zend_object_std_init(standard, class);
        object_properties_init(standard, class);
        (*standard).handlers = std::ptr::with_exposed_provenance(*HANDLERS.get().expect("registered"));
        standard
    }
}

/// Whether a value is an object of this class.
#[inline]
pub unsafe fn is(value: *mut zval) -> bool {
    unsafe { kind(value) == IS_OBJECT && (*(*value).value.obj).ce == class() }
}

/// The profile of an object of this class; `None` for other values, and for an object that nothing made.
pub unsafe fn of(value: *mut zval) -> Option<Rc<Loaded>> {
    unsafe {
        let value = dereference(value);
        if !is(value) {
            return None;
        }
        let object = (*value).value.obj.byte_sub(offset_of!(CodecObject, standard)).cast::<CodecObject>();
        LOADED.with_borrow(|loaded| loaded.get((*object).number).cloned())
    }
}

/// Makes an object of the profile in a file.
pub unsafe fn from_profile(to: *mut zval, file: &[u8]) {
    unsafe {
        let Some(number) = load(file) else { return };
        if object_init_ex(to, class()) == 0 {
            let object = (*to).value.obj.byte_sub(offset_of!(CodecObject, standard)).cast::<CodecObject>();
            (*object).number = number;
        }
    }
}

/// The number of the profile in a file, or an exception.
unsafe fn load(file: &[u8]) -> Option<usize> {
    use std::os::unix::ffi::OsStrExt;
    let throw = |message: String| {
        let message = std::ffi::CString::new(message.replace('\0', "\\0")).unwrap_or_default();
        unsafe { zend_throw_exception(spl_ce_RuntimeException, message.as_ptr(), 0) };
        None
    };
    let shown = String::from_utf8_lossy(file).into_owned();
    let Ok(terminated) = std::ffi::CString::new(file) else {
        return throw(format!("the profile {shown} cannot be read: its name has a NUL byte"));
    };
    // It warns where open_basedir does not allow the file.
    if unsafe { php_check_open_basedir(terminated.as_ptr()) } != 0 {
        return throw(format!("the profile {shown} cannot be read: open_basedir does not allow it"));
    }
    let path = std::path::Path::new(std::ffi::OsStr::from_bytes(file));
    let found = match std::fs::metadata(path) {
        Ok(found) => found,
        Err(error) => return throw(format!("the profile {shown} cannot be read: {error}")),
    };
    let (changed, bytes) = (found.modified().ok(), found.len());
    let known = LOADED.with_borrow(|loaded| {
        let same = |known: &&Rc<Loaded>| known.file == file && known.changed == changed && known.bytes == bytes;
        loaded.iter().find(same).map(|known| known.number)
    });
    if known.is_some() {
        return known;
    }
    let read = match std::fs::read(path) {
        Ok(read) => read,
        Err(error) => return throw(format!("the profile {shown} cannot be read: {error}")),
    };
    match Profile::parse(&read) {
        Ok(profile) => Some(LOADED.with_borrow_mut(|loaded| {
            let number = loaded.len();
            let profile = Arc::new(profile);
            loaded.push(Rc::new(Loaded { number, profile, prepared: OnceCell::new(), file: file.into(), changed, bytes }));
            number
        })),
        Err(error) => {
            errors::throw(Exception::Decode, &error);
            None
        }
    }
}

/// The texts of a profile's dictionaries as strings that live as long as the process, as profiles do.
fn texts(profile: &Profile) -> HashMap<usize, *mut zend_string, RandomState> {
    let entries = profile.dictionaries().iter().flat_map(larder::Dictionary::entries);
    let texts = entries.filter_map(|entry| match entry {
        Entry::Text(text) => Some((text.as_ptr().addr(), unsafe { permanent_string(text.as_bytes()) })),
        Entry::Value(_) => None,
    });
    texts.collect()
}

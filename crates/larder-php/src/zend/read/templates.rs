//! Templates of arrays: a table per shape, with keys and hash slots in place and every value null,
//! so that a new array is a copy.
//!
//! The keys are strings that are never counted and never freed while a request runs, so decoded
//! arrays need not count them either. The memory of all templates is bounded. When the bound is
//! reached, arrays of further shapes are built key by key, and the templates are dropped after the
//! request (`post_deactivate`), when no array is left that could use their keys. So a flood of
//! shapes costs no more than arrays without templates do.
//!
//! Shapes of profiles are apart: their templates ([`PreparedProfile`]) are made once and live as
//! long as the profile.
//!
//! May use `engine` and `limits`.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::RandomState;
use larder::{Costs, Dictionary, Entry, Error, ErrorKind, Key, Profile, Result, Shape};

use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::limits::chains::{Chain, Chains};
use crate::zend::limits::costs::ZvalCosts;

const MAX_SHAPES: usize = 4096;
const MAX_BYTES: usize = 4 << 20;
/// The limit of one template.
const MAX_TEMPLATE_BYTES: usize = 256 << 10;
/// How many recent shapes are found by their address.
const RECENT: usize = 2048;

/// Templates known to a thread.
pub struct Templates {
    by_shape: HashMap<Arc<Shape>, Rc<Template>, RandomState>,
    names: Names,
    recent: Box<[Recent]>,
    /// Addresses of recent shapes without a template: only a shape that comes again is worth one.
    asked: Box<[usize]>,
    bytes: usize,
    /// Those of the message that is being read.
    pub chains: Chains,
}

/// A shape and its template.
type Recent = Option<(Arc<Shape>, Rc<Template>)>;

/// Keys of templates: strings that are not counted, by their bytes.
type Names = HashMap<Box<[u8]>, *mut zend_string, RandomState>;

/// The templates of a profile's shapes, by the shapes' addresses.
pub struct ProfileTemplates(HashMap<usize, Rc<Template>, RandomState>);

struct Template {
    header: zend_array,
    /// Hash slots, then buckets.
    data: Box<[u64]>,
    hash_bytes: usize,
    /// Bytes of a copy: there are more buckets than keys, as tables grow by doubling.
    allocated: usize,
}

impl Templates {
    pub fn new() -> Self {
        Self {
            by_shape: HashMap::default(),
            names: HashMap::default(),
            recent: (0..RECENT).map(|_| None).collect(),
            asked: vec![0; RECENT].into(),
            bytes: 0,
            chains: Chains::default(),
        }
    }

    /// A request is over, and all its arrays are gone: drops the templates if there are too many.
    pub fn after_request(&mut self) {
        if self.bytes > MAX_BYTES / 2 || self.by_shape.len() > MAX_SHAPES / 2 {
            *self = Self::new();
        }
    }

    /// A new array of a shape, which may belong to a profile; every value is null. Also returns how
    /// many bytes its keys take, if they are its own.
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] for keys that PHP's arrays cannot have; [`ErrorKind::DuplicateKey`]
    /// for keys that are equal in PHP; [`ErrorKind::TooLarge`] for keys that collide.
    #[inline]
    pub fn array(
        &mut self,
        shape: &Arc<Shape>,
        profile: Option<&ProfileTemplates>,
    ) -> Result<(*mut zend_array, usize)> {
        let slot = (address(shape) >> 4 ^ address(shape) >> 14) % RECENT;
        if let Some((known, template)) = &self.recent[slot]
            && Arc::ptr_eq(known, shape)
        {
            return Ok((unsafe { template.array() }, 0));
        }
        self.other_array(shape, profile, slot)
    }

    #[cold]
    fn other_array(
        &mut self,
        shape: &Arc<Shape>,
        profile: Option<&ProfileTemplates>,
        slot: usize,
    ) -> Result<(*mut zend_array, usize)> {
        let own = profile.and_then(|profile| profile.0.get(&address(shape)));
        let known = own.or_else(|| self.by_shape.get(shape)).cloned();
        let Some(template) = (match known {
            Some(template) => Some(template),
            None if std::mem::replace(&mut self.asked[slot], address(shape)) == address(shape) => {
                self.learn(shape)?
            }
            None => None,
        }) else {
            let mut taken = 0;
            let array = unsafe {
                build(shape.keys(), &mut self.chains, |name| {
                    taken += ZvalCosts::text(name.len());
                    string(name)
                })
            };
            return Ok((array?, taken));
        };
        let array = unsafe { template.array() };
        self.recent[slot] = Some((shape.clone(), template));
        Ok((array, 0))
    }

    /// Makes the template of a shape; `None` if there is no room.
    fn learn(&mut self, shape: &Arc<Shape>) -> Result<Option<Rc<Template>>> {
        let names = shape.keys().iter().map(|key| match key {
            Key::Text(text) => text.len() + 48,
            Key::Bytes(bytes) => bytes.len() + 48,
            _ => 0,
        });
        let bytes = size_of::<Template>()
            + names.sum::<usize>()
            + shape.keys().len() * (size_of::<Bucket>() + 48);
        if bytes > MAX_TEMPLATE_BYTES
            || self.bytes + bytes > MAX_BYTES
            || self.by_shape.len() == MAX_SHAPES
        {
            return Ok(None);
        }
        // The names stay, even if the keys make no array.
        self.bytes += bytes;
        let template = Rc::new(Template::of(shape.keys(), &mut self.chains, &mut self.names)?);
        self.by_shape.insert(shape.clone(), template.clone());
        Ok(Some(template))
    }
}

impl ProfileTemplates {
    /// Makes templates whose keys live as long as the process, as profiles do.
    fn new(profile: &Profile) -> Self {
        let mut names = Names::default();
        let templates = profile.shapes().iter().filter_map(|known| {
            // Keys that make no array are an error only when such an array is read.
            let template =
                Template::of(known.shape.keys(), &mut Chains::default(), &mut names).ok()?;
            Some((address(&known.shape), Rc::new(template)))
        });
        Self(templates.collect())
    }
}

/// What all values that are read under a profile share; it lives as long as the process.
pub struct PreparedProfile {
    /// The texts of the dictionaries as permanent strings, by the address of the profile's text.
    pub texts: HashMap<usize, *mut zend_string, RandomState>,
    pub templates: ProfileTemplates,
}

impl PreparedProfile {
    pub fn new(profile: &Profile) -> Self {
        Self { texts: texts(profile), templates: ProfileTemplates::new(profile) }
    }
}

/// The texts of a profile's dictionaries as strings that live as long as the process.
fn texts(profile: &Profile) -> HashMap<usize, *mut zend_string, RandomState> {
    let entries = profile.dictionaries().iter().flat_map(Dictionary::entries);
    let texts = entries.filter_map(|entry| match entry {
        Entry::Text(text) => {
            Some((text.as_ptr().addr(), unsafe { permanent_string(text.as_bytes()) }))
        }
        Entry::Value(_) => None,
    });
    texts.collect()
}

fn address(shape: &Arc<Shape>) -> usize {
    Arc::as_ptr(shape).addr()
}

impl Drop for Templates {
    fn drop(&mut self) {
        for name in self.names.values() {
            // No array uses them: see `after_request`.
            unsafe { free_permanent(*name) };
        }
    }
}

/// An array with these keys, every value null.
unsafe fn build(
    keys: &[Key],
    chains: &mut Chains,
    mut name: impl FnMut(&[u8]) -> *mut zend_string,
) -> Result<*mut zend_array> {
    unsafe {
        let mut chain = Chain::new(keys.len());
        let array = _zend_new_array(u32::try_from(keys.len()).unwrap_or(u32::MAX));
        zend_hash_real_init_mixed(array);
        let mut null = undef();
        set_null(&raw mut null);
        for key in keys {
            let text = match key {
                Key::Int(int) => Err(*int),
                Key::Text(text) => name_or_int(text.as_bytes(), &mut name),
                Key::Bytes(bytes) => name_or_int(bytes, &mut name),
                Key::Null | Key::Bool(_) | Key::Float(_) => {
                    destroy_array(array);
                    let context = "a key that is neither an integer nor a string: PHP's arrays \
                                   have no others";
                    return Err(Error::new(ErrorKind::Refused, context));
                }
            };
            let (hash, length) = match text {
                Ok(name) => (RawKey::text(name).hash, (*name).len),
                Err(int) => (int.cast_unsigned(), 0),
            };
            let counted = chains.add(chain.steps(hash, length));
            let added = match text {
                _ if counted.is_err() => std::ptr::null_mut(),
                Ok(name) => zend_hash_add(array, name, &raw mut null),
                Err(int) => zend_hash_index_add(array, int.cast_unsigned(), &raw mut null),
            };
            if let Ok(name) = text {
                release_string(name);
            }
            if added.is_null() {
                destroy_array(array);
                counted?;
                return Err(Error::new(
                    ErrorKind::DuplicateKey,
                    "two keys that are equal in a PHP array, as 1 and \"1\" are",
                ));
            }
        }
        Ok(array)
    }
}

/// The name of a key, with a count of its own; or the integer that it spells.
#[inline]
unsafe fn name_or_int(
    key: &[u8],
    name: &mut impl FnMut(&[u8]) -> *mut zend_string,
) -> std::result::Result<*mut zend_string, i64> {
    numeric_key(key).map_or_else(|| Ok(name(key)), Err)
}

impl Template {
    fn of(keys: &[Key], chains: &mut Chains, names: &mut Names) -> Result<Self> {
        // The array is destroyed; its keys stay.
        unsafe {
            let array = build(keys, chains, |name| {
                *names.entry(name.into()).or_insert_with(|| permanent_string(name))
            })?;
            let template = Self::copy_of(array);
            destroy_array(array);
            Ok(template)
        }
    }

    unsafe fn copy_of(array: *mut zend_array) -> Self {
        unsafe {
            let header = *array;
            let hash_bytes = header.nTableMask.wrapping_neg() as usize * size_of::<u32>();
            let used = hash_bytes + header.nNumUsed as usize * size_of::<Bucket>();
            let start = buckets(array).byte_sub(hash_bytes).cast::<u64>();
            Self {
                header,
                data: std::slice::from_raw_parts(start, used / size_of::<u64>()).into(),
                hash_bytes,
                allocated: hash_bytes + header.nTableSize as usize * size_of::<Bucket>(),
            }
        }
    }

    #[inline]
    unsafe fn array(&self) -> *mut zend_array {
        unsafe {
            let data: *mut u64 = _emalloc(self.allocated).cast();
            std::ptr::copy_nonoverlapping(self.data.as_ptr(), data, self.data.len());
            let array = new_table();
            array.write(self.header);
            (*array).gc.refcount = 1;
            (*array).__bindgen_anon_1.arData = data.byte_add(self.hash_bytes).cast();
            array
        }
    }
}

//! Templates of arrays: a table per shape, with keys and hash slots in place and every value null,
//! so that a new array is a copy.
//!
//! The keys are strings that are never counted and never freed while a request runs, so decoded
//! arrays need not count them either. The memory of both is bounded. When templates reach their
//! bound, all of them go, but not their keys. When keys reach theirs, arrays with further keys are
//! built key by key, and the keys are dropped after the request (`post_deactivate`), when no array
//! is left that could use them. So a flood of shapes costs no more than arrays without templates
//! do.
//!
//! Shapes of profiles are apart: their templates ([`PreparedProfile`]) are made once and live as
//! long as the profile.
//!
//! May use `engine` and `limits`.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::RandomState;
use larder::{
    Costs, Dictionary, Entry, Error, ErrorKind, Gaps, Key, KeyRef, Profile, Result, Shape,
};

use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::limits::chains::{Chain, Chains};
use crate::zend::limits::costs::ZvalCosts;

const MAX_SHAPES: usize = 4096;
/// The limit of all templates, in bytes.
const MAX_BYTES: usize = 4 << 20;
/// The limit of the names of all templates, in bytes.
const MAX_NAMES_BYTES: usize = 4 << 20;
/// What a name takes beside its bytes.
const NAME_BYTES: usize = 96;
/// The limit of one template.
const MAX_TEMPLATE_BYTES: usize = 256 << 10;
/// How many recent shapes are found by their address.
const RECENT: usize = 4096;

/// How many recent names are found by their hash.
const RECENT_NAMES: usize = 1024;
/// So many bytes of names may be those of arrays without a template.
const MAX_RECENT_NAMES_BYTES: usize = MAX_NAMES_BYTES / 4;

/// Templates known to a thread.
pub struct Templates {
    by_shape: HashMap<Arc<Shape>, Rc<Template>, RandomState>,
    names: Names,
    /// Names of arrays without a template that came lately, by their hashes.
    recent_names: Box<[RecentName]>,
    recent: Box<[Recent]>,
    /// Addresses of recent shapes without a template: only a shape that comes again is worth one.
    asked: Box<[usize]>,
    bytes: usize,
    names_bytes: usize,
    /// Those of the message that is being read.
    pub chains: Chains,
}

/// A shape and its template.
type Recent = Option<(Arc<Shape>, Rc<Template>)>;

/// A name that came lately.
#[derive(Clone, Copy)]
struct RecentName {
    hash: u64,
    /// What arrays share once the name came again; null until then.
    string: *mut zend_string,
}

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
            recent_names: vec![RecentName { hash: 0, string: std::ptr::null_mut() }; RECENT_NAMES]
                .into(),
            recent: (0..RECENT).map(|_| None).collect(),
            asked: vec![0; RECENT].into(),
            bytes: 0,
            names_bytes: 0,
            chains: Chains::default(),
        }
    }

    /// A request is over, and all its arrays are gone: drops the templates if there are too many.
    pub fn after_request(&mut self) {
        if self.names_bytes > MAX_NAMES_BYTES / 2 {
            *self = Self::new();
        }
    }

    /// A new array of a shape that came lately and has a template, and the number of its keys;
    /// every value is null. `None` for a shape of objects.
    #[inline(always)]
    pub fn recent_array(&self, shape: &Arc<Shape>) -> Option<(*mut zend_array, u32)> {
        match &self.recent[Self::slot(shape)] {
            Some((known, template)) if Arc::ptr_eq(known, shape) && shape.class().is_none() => {
                Some((unsafe { template.array() }, shape.keys().len() as u32))
            }
            _ => None,
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
        let slot = Self::slot(shape);
        if let Some((known, template)) = &self.recent[slot]
            && Arc::ptr_eq(known, shape)
        {
            return Ok((unsafe { template.array() }, 0));
        }
        match self.template(shape, profile, slot)? {
            Some(template) => Ok((unsafe { template.array() }, 0)),
            None => self.build(shape.keys().iter().map(KeyRef::from)),
        }
    }

    /// As [`Templates::array`], for a map that lacks some of the shape's keys, and has `count`,
    /// which is not 0. Adds to `taken` what its keys take, if they are its own.
    #[inline]
    pub fn array_with_gaps(
        &mut self,
        shape: &Arc<Shape>,
        gaps: Gaps<'_>,
        count: usize,
        profile: Option<&ProfileTemplates>,
        taken: &mut usize,
    ) -> Result<*mut zend_array> {
        let slot = Self::slot(shape);
        if let Some((known, template)) = &self.recent[slot]
            && Arc::ptr_eq(known, shape)
        {
            return Ok(unsafe { template.array_with_gaps(gaps, count) });
        }
        // Rows that lack keys come in numbers.
        self.asked[slot] = address(shape);
        // Keys that are equal in PHP may not come together.
        if let Some(template) = self.template(shape, profile, slot).unwrap_or_default() {
            return Ok(unsafe { template.array_with_gaps(gaps, count) });
        }
        let keys = shape.keys();
        let present = gaps.present(keys.len());
        let present: Vec<_> = present.map(|at| KeyRef::from(&keys[at])).collect();
        let (array, own) = self.build(present.into_iter())?;
        *taken += own;
        Ok(array)
    }

    fn slot(shape: &Arc<Shape>) -> usize {
        (address(shape) >> 4 ^ address(shape) >> 14) % RECENT
    }

    /// The template of a shape; `None` if the shape comes for the first time, or there is no room.
    fn template(
        &mut self,
        shape: &Arc<Shape>,
        profile: Option<&ProfileTemplates>,
        slot: usize,
    ) -> Result<Option<Rc<Template>>> {
        let own = profile.and_then(|profile| profile.0.get(&address(shape)));
        let known = own.or_else(|| self.by_shape.get(shape)).cloned();
        let template = match known {
            Some(template) => Some(template),
            None if std::mem::replace(&mut self.asked[slot], address(shape)) == address(shape) => {
                self.learn(shape)?
            }
            None => None,
        };
        if let Some(template) = &template {
            self.recent[slot] = Some((shape.clone(), template.clone()));
        }
        Ok(template)
    }

    /// A new array of these keys, at least one, which share their names with others if these came
    /// lately; every value is null. Also returns how many bytes the names take that are its own.
    ///
    /// # Errors
    /// As [`Templates::array`].
    pub fn build<'k>(
        &mut self,
        keys: impl ExactSizeIterator<Item = KeyRef<'k>>,
    ) -> Result<(*mut zend_array, usize)> {
        let mut taken = 0;
        let Self { names, recent_names, names_bytes, chains, .. } = self;
        let array = unsafe {
            build(keys, chains, |name, hash| {
                let recent = &mut recent_names[hash as usize % RECENT_NAMES];
                if recent.hash != hash {
                    *recent = RecentName { hash, string: std::ptr::null_mut() };
                } else if recent.string.is_null() {
                    recent.string = remember(name, names, names_bytes);
                }
                if !recent.string.is_null() && same_bytes(bytes(recent.string), name) {
                    return recent.string;
                }
                taken += ZvalCosts::text(name.len());
                string(name)
            })
        };
        Ok((array?, taken))
    }

    /// Makes the template of a shape; `None` if there is no room.
    fn learn(&mut self, shape: &Arc<Shape>) -> Result<Option<Rc<Template>>> {
        let bytes = size_of::<Template>() + shape.keys().len() * (size_of::<Bucket>() + 16);
        if bytes > MAX_TEMPLATE_BYTES {
            return Ok(None);
        }
        let new_names = shape.keys().iter().map(|key| match key {
            Key::Text(text) if !self.names.contains_key(text.as_bytes()) => text.len() + NAME_BYTES,
            Key::Bytes(bytes) => bytes.len() + NAME_BYTES,
            _ => 0,
        });
        let names_bytes = self.names_bytes + new_names.sum::<usize>();
        if names_bytes > MAX_NAMES_BYTES {
            return Ok(None);
        }
        if self.bytes + bytes > MAX_BYTES || self.by_shape.len() == MAX_SHAPES {
            self.by_shape.clear();
            self.recent.iter_mut().for_each(|recent| *recent = None);
            self.bytes = 0;
        }
        // The names stay, even if the keys make no array.
        self.names_bytes = names_bytes;
        self.bytes += bytes;
        let template = Rc::new(Template::of(shape.keys(), &mut self.chains, &mut self.names)?);
        self.by_shape.insert(shape.clone(), template.clone());
        Ok(Some(template))
    }
}

/// The string that arrays share for a name which came again; null if there is no room.
#[cold]
unsafe fn remember(name: &[u8], names: &mut Names, names_bytes: &mut usize) -> *mut zend_string {
    if let Some(known) = names.get(name) {
        return *known;
    }
    let bytes = *names_bytes + name.len() + NAME_BYTES;
    if bytes > MAX_RECENT_NAMES_BYTES {
        return std::ptr::null_mut();
    }
    *names_bytes = bytes;
    *names.entry(name.into()).or_insert_with(|| unsafe { permanent_string(name) })
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
unsafe fn build<'k>(
    keys: impl ExactSizeIterator<Item = KeyRef<'k>>,
    chains: &mut Chains,
    mut name: impl FnMut(&[u8], u64) -> *mut zend_string,
) -> Result<*mut zend_array> {
    unsafe {
        let counts = keys.len() >= Chain::MIN_KEYS;
        let array = new_map(u32::try_from(keys.len()).unwrap_or(u32::MAX));
        for key in keys {
            let added = add(array, key, counts, chains, &mut name);
            if let Err(error) = added {
                destroy_array(array);
                return Err(error);
            }
        }
        Ok(array)
    }
}

/// Adds a key to an array that has room for it, with null for its value; returns where that is.
/// `counts` is whether the array has so many keys that chains are counted.
///
/// # Errors
/// As [`Templates::array`].
///
/// # Safety
/// The array has one count, is no packed one, has room, and no holes.
pub unsafe fn add(
    array: *mut zend_array,
    key: KeyRef<'_>,
    counts: bool,
    chains: &mut Chains,
    name: impl FnMut(&[u8], u64) -> *mut zend_string,
) -> Result<*mut zval> {
    let (hash, text) = match key {
        KeyRef::Int(int) => (int.cast_unsigned(), None),
        KeyRef::Text(text) => hash_of(text.as_bytes()),
        KeyRef::Bytes(bytes) => hash_of(bytes),
        KeyRef::Null | KeyRef::Bool(_) | KeyRef::Float(_) => return Err(no_key()),
    };
    unsafe { add_hashed(array, hash, text, counts, chains, name) }
}

/// As [`add`], for a text that is a key.
#[inline(always)]
pub unsafe fn add_text(
    array: *mut zend_array,
    text: &[u8],
    counts: bool,
    chains: &mut Chains,
) -> Result<*mut zval> {
    let (hash, text) = hash_of(text);
    unsafe { add_hashed(array, hash, text, counts, chains, |name, _| string(name)) }
}

#[inline(always)]
unsafe fn add_hashed(
    array: *mut zend_array,
    hash: u64,
    text: Option<&[u8]>,
    counts: bool,
    chains: &mut Chains,
    mut name: impl FnMut(&[u8], u64) -> *mut zend_string,
) -> Result<*mut zval> {
    unsafe {
        let (found, before) = find_key(array, hash, text);
        if counts {
            chains.add(Chain::steps_after(before, text.map_or(0, <[u8]>::len)))?;
        }
        if found {
            return Err(equal_keys());
        }
        let name = text.map_or(std::ptr::null_mut(), |text| {
            let name = name(text, hash);
            (*name).h = hash;
            name
        });
        Ok(add_key(array, RawKey { hash, name }))
    }
}

#[cold]
fn no_key() -> Error {
    Error::new(
        ErrorKind::Refused,
        "a key that is neither an integer nor a string: PHP's arrays have no others",
    )
}

#[cold]
fn equal_keys() -> Error {
    Error::new(
        ErrorKind::DuplicateKey,
        "two keys that are equal in a PHP array, as 1 and \"1\" are",
    )
}

/// The hash of a key, and its bytes unless they spell an integer.
#[inline(always)]
fn hash_of(key: &[u8]) -> (u64, Option<&[u8]>) {
    match numeric_key(key) {
        Some(int) => (int.cast_unsigned(), None),
        None => (hash(key), Some(key)),
    }
}

impl Template {
    fn of(keys: &[Key], chains: &mut Chains, names: &mut Names) -> Result<Self> {
        // The array is destroyed; its keys stay.
        unsafe {
            let array = build(keys.iter().map(KeyRef::from), chains, |name, _| {
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

    /// The key at an index.
    #[inline]
    fn key(&self, at: usize) -> RawKey {
        const WORDS: usize = size_of::<Bucket>() / size_of::<u64>();
        const {
            assert!(
                std::mem::offset_of!(Bucket, h) == 16 && std::mem::offset_of!(Bucket, key) == 24
            )
        };
        let bucket = self.hash_bytes / size_of::<u64>() + at * WORDS;
        // Keys live as long as templates.
        let name = std::ptr::with_exposed_provenance_mut(self.data[bucket + 3] as usize);
        RawKey { hash: self.data[bucket + 2], name }
    }

    #[inline(never)]
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

    /// An array of the keys that are no gaps: so many, and not none.
    #[inline(never)]
    unsafe fn array_with_gaps(&self, gaps: Gaps<'_>, count: usize) -> *mut zend_array {
        const MIN_SIZE: usize = 8;
        unsafe {
            let size = count.max(MIN_SIZE).next_power_of_two();
            // As HT_SIZE_TO_MASK of Zend/zend_hash.h: two hash slots for each bucket.
            let hash_bytes = 2 * size * size_of::<u32>();
            let data: *mut u8 = _emalloc(hash_bytes + size * size_of::<Bucket>()).cast();
            data.write_bytes(0xFF, hash_bytes);
            let first = data.add(hash_bytes).cast::<Bucket>();
            let mask = (2 * size as u32).wrapping_neg();
            let mut header = self.header;
            let mut next = zend_empty_array.nNextFreeElement;
            let (mut bucket, mut index) = (first, 0);
            for at in gaps.present(self.header.nNumUsed as usize) {
                let RawKey { hash, name } = self.key(at);
                let chain = first.cast::<u32>().offset((hash as u32 | mask).cast_signed() as isize);
                (*bucket).h = hash;
                (*bucket).key = name;
                set_null(&raw mut (*bucket).val);
                (*bucket).val.u2.next = *chain;
                *chain = index;
                if name.is_null() {
                    next = next.max(hash.cast_signed().saturating_add(1));
                }
                (bucket, index) = (bucket.add(1), index + 1);
            }
            header.gc.refcount = 1;
            header.__bindgen_anon_1.arData = first;
            header.nTableMask = mask;
            header.nTableSize = size as u32;
            header.nNumUsed = index;
            header.nNumOfElements = index;
            header.nNextFreeElement = next;
            let array = new_table();
            array.write(header);
            array
        }
    }
}

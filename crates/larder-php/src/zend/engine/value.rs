//! zvals, strings and arrays: what the headers have as macros (Zend/zend_types.h, Zend/zend_hash.h,
//! Zend/zend_string.h). May use `php`.

use std::ptr;

use super::php::*;

/// A value's type: one of `IS_*`.
#[inline]
pub unsafe fn kind(value: *const zval) -> u32 {
    unsafe { u32::from((*value).u1.v.type_) }
}

#[inline]
pub unsafe fn set_undef(value: *mut zval) {
    unsafe { (*value).u1.type_info = IS_UNDEF }
}

#[inline]
pub unsafe fn set_null(value: *mut zval) {
    unsafe { (*value).u1.type_info = IS_NULL }
}

#[inline]
pub unsafe fn set_bool(value: *mut zval, bool: bool) {
    unsafe { (*value).u1.type_info = if bool { IS_TRUE } else { IS_FALSE } }
}

#[inline]
pub unsafe fn set_int(value: *mut zval, int: i64) {
    unsafe {
        (*value).value.lval = int;
        (*value).u1.type_info = IS_LONG;
    }
}

#[inline]
pub unsafe fn set_float(value: *mut zval, float: f64) {
    unsafe {
        (*value).value.dval = float;
        (*value).u1.type_info = IS_DOUBLE;
    }
}

/// Takes over a count of `string`.
#[inline]
pub unsafe fn set_string(value: *mut zval, string: *mut zend_string) {
    unsafe {
        (*value).value.str_ = string;
        (*value).u1.type_info =
            if is_interned(string) { IS_INTERNED_STRING_EX } else { IS_STRING_EX };
    }
}

/// Takes over a count of `array`, which is not immutable.
#[inline]
pub unsafe fn set_array(value: *mut zval, array: *mut zend_array) {
    unsafe {
        (*value).value.arr = array;
        (*value).u1.type_info = IS_ARRAY_EX;
    }
}

#[inline]
pub unsafe fn set_empty_array(value: *mut zval) {
    unsafe {
        (*value).value.arr = (&raw const zend_empty_array).cast_mut();
        // Immutable: no count.
        (*value).u1.type_info = IS_ARRAY;
    }
}

/// Takes over a count of `object`.
#[inline]
pub unsafe fn set_object(value: *mut zval, object: *mut zend_object) {
    unsafe {
        (*value).value.obj = object;
        (*value).u1.type_info = IS_OBJECT_EX;
    }
}

/// An object as a value, which takes over no count and gives none up.
#[inline]
pub fn object_value(object: *mut zend_object) -> zval {
    let mut value = undef();
    unsafe { set_object(&raw mut value, object) };
    value
}

/// Asks for memory that is soon read: what a value points to is rarely in the cache when it was
/// made a while ago, and to ask for several things at once takes hardly longer than for one.
#[inline(always)]
pub fn prefetch<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    // Any address may be asked for.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// Asks for what a value points to.
#[inline(always)]
pub unsafe fn prefetch_value(value: *const zval) {
    // No branch: which kinds follow each other is hard to predict.
    let (is_counted, counted) = unsafe { (kind(value) >= IS_STRING, (*value).value.counted) };
    prefetch::<u8>(if is_counted { counted.cast_const().cast() } else { value.cast() });
}

/// A slot that holds no value yet.
#[inline]
pub fn undef() -> zval {
    // All bits zero: IS_UNDEF.
    unsafe { std::mem::zeroed() }
}

/// Takes over a count of `reference`.
#[inline]
pub unsafe fn set_reference(value: *mut zval, reference: *mut zend_reference) {
    unsafe {
        (*value).value.ref_ = reference;
        (*value).u1.type_info = IS_REFERENCE_EX;
    }
}

/// Whether the value has a count.
#[inline]
pub unsafe fn is_counted(value: *const zval) -> bool {
    unsafe { (*value).u1.v.type_flags != 0 }
}

/// Copies a value into a slot that holds none, and counts it.
#[inline]
pub unsafe fn copy(to: *mut zval, from: *const zval) {
    unsafe {
        (*to).value = (*from).value;
        (*to).u1.type_info = (*from).u1.type_info;
        if is_counted(from) {
            (*(*from).value.counted).gc.refcount += 1;
        }
    }
}

/// Moves a value into a slot that holds none.
#[inline]
pub unsafe fn take(to: *mut zval, from: *const zval) {
    unsafe {
        (*to).value = (*from).value;
        (*to).u1.type_info = (*from).u1.type_info;
    }
}

/// The value, or what it refers to.
#[inline]
pub unsafe fn dereference(value: *mut zval) -> *mut zval {
    unsafe { if kind(value) == IS_REFERENCE { &raw mut (*(*value).value.ref_).val } else { value } }
}

/// `Zend/zend_types.h`, `GC_FLAGS`.
#[inline]
unsafe fn flags(counted: *const zend_refcounted_h) -> u32 {
    unsafe { (*counted).u.type_info }
}

/// Whether a string lives as long as the request or longer, and is not counted.
#[inline]
pub unsafe fn is_interned(string: *const zend_string) -> bool {
    unsafe { flags(&raw const (*string).gc) & IS_STR_INTERNED != 0 }
}

/// Whether the engine has found that a string is UTF-8.
#[inline]
pub unsafe fn is_valid_utf8(string: *const zend_string) -> bool {
    unsafe { flags(&raw const (*string).gc) & IS_STR_VALID_UTF8 != 0 }
}

/// The bytes of a string; they live as long as a count of it is held.
#[inline]
pub unsafe fn bytes<'a>(string: *const zend_string) -> &'a [u8] {
    unsafe { std::slice::from_raw_parts((&raw const (*string).val).cast(), (*string).len) }
}

/// The string whose bytes begin here.
#[inline]
pub unsafe fn string_of(bytes: *const u8) -> *mut zend_string {
    unsafe { bytes.sub(std::mem::offset_of!(zend_string, val)).cast::<zend_string>().cast_mut() }
}

#[inline]
pub unsafe fn add_count(string: *mut zend_string) {
    unsafe {
        if !is_interned(string) {
            (*string).gc.refcount += 1;
        }
    }
}

#[inline]
pub unsafe fn release_string(string: *mut zend_string) {
    unsafe {
        if !is_interned(string) {
            (*string).gc.refcount -= 1;
            if (*string).gc.refcount == 0 {
                _efree(string.cast());
            }
        }
    }
}

/// A string of this length, which the caller fills; it has one count.
#[inline]
pub unsafe fn new_string(length: usize) -> *mut zend_string {
    unsafe {
        let size = (std::mem::offset_of!(zend_string, val) + length + 1 + 7) & !7;
        let string: *mut zend_string = _emalloc(size).cast();
        (*string).gc.refcount = 1;
        (*string).gc.u.type_info = GC_STRING;
        (*string).h = 0;
        (*string).len = length;
        *(&raw mut (*string).val).cast::<u8>().add(length) = 0;
        string
    }
}

/// A string of the first bytes of one that nothing else uses, which is given up.
pub unsafe fn shortened(string: *mut zend_string, length: usize) -> *mut zend_string {
    /// Less is not given back.
    const LITTLE: usize = 64;
    unsafe {
        let head = std::mem::offset_of!(zend_string, val);
        let string = if (*string).len - length < LITTLE {
            string
        } else {
            _erealloc(string.cast(), (head + length + 1 + 7) & !7).cast()
        };
        (*string).len = length;
        *(&raw mut (*string).val).cast::<u8>().add(length) = 0;
        string
    }
}

/// Fewer bytes are copied as words.
const FEW: usize = 48;

/// A string of these bytes: a new one, or the engine's own for no byte and for one byte.
#[inline]
pub unsafe fn string(bytes: &[u8]) -> *mut zend_string {
    unsafe {
        match bytes {
            [] => zend_empty_string,
            [byte] => zend_one_char_string[usize::from(*byte)],
            _ => {
                let string = new_string(bytes.len());
                copy_bytes((&raw mut (*string).val).cast(), bytes);
                string
            }
        }
    }
}

/// Copies bytes, of which there often are few.
///
/// # Safety
/// There is room for as many.
#[inline(always)]
pub unsafe fn copy_bytes(to: *mut u8, bytes: &[u8]) {
    unsafe {
        if bytes.len() < FEW {
            copy_short(to, bytes);
        } else {
            ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len());
        }
    }
}

/// A string that lives until the process ends (or [`free_permanent`]), is not counted, and has its
/// hash: what an array's keys can share.
pub unsafe fn permanent_string(bytes: &[u8]) -> *mut zend_string {
    unsafe {
        match bytes {
            [] => zend_empty_string,
            [byte] => zend_one_char_string[usize::from(*byte)],
            _ => {
                let layout = permanent_layout(bytes.len());
                let string: *mut zend_string = std::alloc::alloc(layout).cast();
                if string.is_null() {
                    std::alloc::handle_alloc_error(layout);
                }
                (*string).gc.refcount = 1;
                (*string).gc.u.type_info =
                    GC_STRING | IS_STR_INTERNED | IS_STR_PERSISTENT | IS_STR_PERMANENT;
                (*string).len = bytes.len();
                ptr::copy_nonoverlapping(
                    bytes.as_ptr(),
                    (&raw mut (*string).val).cast::<u8>(),
                    bytes.len(),
                );
                *(&raw mut (*string).val).cast::<u8>().add(bytes.len()) = 0;
                (*string).h = zend_hash_func((&raw const (*string).val).cast(), bytes.len());
                string
            }
        }
    }
}

fn permanent_layout(length: usize) -> std::alloc::Layout {
    let size = std::mem::offset_of!(zend_string, val) + length + 1;
    std::alloc::Layout::from_size_align(size.next_multiple_of(8), 8)
        .expect("a string of less than half of the address space")
}

/// Frees a string that [`permanent_string`] made, once nothing uses it.
pub unsafe fn free_permanent(string: *mut zend_string) {
    unsafe {
        if (*string).len > 1 {
            std::alloc::dealloc(string.cast(), permanent_layout((*string).len));
        }
    }
}

/// Whether two names are the same: compared by words, of which the last two may overlap.
#[inline(always)]
pub fn same_bytes(one: &[u8], other: &[u8]) -> bool {
    let length = one.len();
    if length != other.len() {
        return false;
    }
    let word = |bytes: &[u8], at: usize| {
        u64::from_le_bytes(*bytes[at..].first_chunk().expect("a word is left"))
    };
    let half = |bytes: &[u8], at: usize| {
        u32::from_le_bytes(*bytes[at..].first_chunk().expect("half a word is left"))
    };
    match length {
        0..4 => one == other,
        4..8 => {
            (half(one, 0) ^ half(other, 0)) | (half(one, length - 4) ^ half(other, length - 4)) == 0
        }
        8..=16 => {
            (word(one, 0) ^ word(other, 0)) | (word(one, length - 8) ^ word(other, length - 8)) == 0
        }
        _ => one == other,
    }
}

/// What kind of text bytes are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    Ascii,
    Utf8,
    Bytes,
}

/// From this length on, wide registers are faster.
const LONG: usize = 64;

/// Checks all bytes of a string once.
#[inline(always)]
pub fn charset(bytes: &[u8]) -> Charset {
    if bytes.len() < LONG && is_short_ascii(bytes) { Charset::Ascii } else { other_charset(bytes) }
}

#[inline(never)]
fn other_charset(bytes: &[u8]) -> Charset {
    if bytes.len() >= LONG && bytes.is_ascii() {
        Charset::Ascii
    } else if if bytes.len() >= LONG {
        simdutf8::basic::from_utf8(bytes).is_ok()
    } else {
        is_short_utf8(bytes)
    } {
        Charset::Utf8
    } else {
        Charset::Bytes
    }
}

/// Whether bytes are UTF-8.
#[inline]
pub fn is_utf8(bytes: &[u8]) -> bool {
    if bytes.len() >= LONG {
        simdutf8::basic::from_utf8(bytes).is_ok()
    } else {
        is_short_ascii(bytes) || is_utf8_with_others(bytes)
    }
}

/// Whether bytes are ASCII.
#[inline(always)]
pub fn is_ascii(bytes: &[u8]) -> bool {
    if bytes.len() >= LONG { bytes.is_ascii() } else { is_short_ascii(bytes) }
}

/// Whether bytes that are not all ASCII are UTF-8.
#[inline(never)]
pub fn is_utf8_with_others(bytes: &[u8]) -> bool {
    if bytes.len() >= LONG {
        simdutf8::basic::from_utf8(bytes).is_ok()
    } else {
        is_short_utf8(bytes)
    }
}

const HIGH: u64 = 0x8080_8080_8080_8080;

/// Whether a few bytes are ASCII: checked by words, of which the last two may overlap.
#[inline(always)]
fn is_short_ascii(bytes: &[u8]) -> bool {
    let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) else {
        return match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
            (Some(first), Some(last)) => {
                (u32::from_le_bytes(*first) | u32::from_le_bytes(*last)) & HIGH as u32 == 0
            }
            _ => bytes.iter().fold(0, |all, byte| all | byte) < 0x80,
        };
    };
    let mut all = u64::from_le_bytes(*first) | u64::from_le_bytes(*last);
    if bytes.len() > 16 {
        all = bytes[8..]
            .as_chunks::<8>()
            .0
            .iter()
            .fold(all, |all, word| all | u64::from_le_bytes(*word));
    }
    all & HIGH == 0
}

/// Copies fewer than 48 bytes, as words that may overlap; returns whether all are ASCII.
///
/// # Safety
/// There is room for as many.
#[inline(always)]
pub unsafe fn copy_short(to: *mut u8, bytes: &[u8]) -> bool {
    let (from, length) = (bytes.as_ptr(), bytes.len());
    // Each word is within the bytes, and as far from the start as it was.
    unsafe {
        let word = |at: usize| {
            let word = from.add(at).cast::<u64>().read_unaligned();
            to.add(at).cast::<u64>().write_unaligned(word);
            word
        };
        let half = |at: usize| {
            let half = from.add(at).cast::<u32>().read_unaligned();
            to.add(at).cast::<u32>().write_unaligned(half);
            u64::from(half)
        };
        let all = match length {
            0 => 0,
            1..4 => {
                let (first, middle, last) = (*from, *from.add(length / 2), *from.add(length - 1));
                *to = first;
                *to.add(length / 2) = middle;
                *to.add(length - 1) = last;
                u64::from(first | middle | last)
            }
            4..8 => half(0) | half(length - 4),
            8..=16 => word(0) | word(length - 8),
            17..=32 => word(0) | word(8) | word(length - 16) | word(length - 8),
            _ => {
                let start = word(0) | word(8) | word(16) | word(24);
                start | word(length - 16) | word(length - 8)
            }
        };
        all & HIGH == 0
    }
}

/// Like [`is_utf8`], for a few bytes that are not all ASCII: most are characters of three bytes.
fn is_short_utf8(mut rest: &[u8]) -> bool {
    /// The first bits of two characters of three bytes.
    const MARKS: u64 = 0x8080_E080_80E0;
    const MARK_BITS: u64 = 0xC0C0_F0C0_C0F0;
    /// First bytes, by their last bits, that allow any continuation bytes: no overlong forms, no
    /// surrogates.
    const ANY: u32 = 0b1101_1111_1111_1110;
    loop {
        while let Some(eight) = rest.first_chunk() {
            let word = u64::from_le_bytes(*eight);
            if word & MARK_BITS != MARKS
                || ANY >> (word & 0x0F) & ANY >> (word >> 24 & 0x0F) & 1 == 0
            {
                break;
            }
            rest = &rest[6..];
        }
        match *rest {
            [] => return true,
            [first, ref after @ ..] if first < 0x80 => rest = after,
            [0xE1..=0xEC | 0xEE | 0xEF, second, third, ref after @ ..]
                if second & third & 0x80 != 0 && (second | third) & 0x40 == 0 =>
            {
                rest = after;
            }
            _ => return std::str::from_utf8(rest).is_ok(),
        }
    }
}

// Arrays.

#[inline]
pub unsafe fn is_packed(array: *const zend_array) -> bool {
    unsafe { (*array).u.flags & HASH_FLAG_PACKED != 0 }
}

/// The first value of a packed array; the next follows after [`PACKED_STEP`] bytes.
#[inline]
pub unsafe fn packed_values(array: *const zend_array) -> *mut zval {
    unsafe { (*array).__bindgen_anon_1.arData.cast() }
}

/// The first bucket of an array that is not packed.
#[inline]
pub unsafe fn buckets(array: *const zend_array) -> *mut Bucket {
    unsafe { (*array).__bindgen_anon_1.arData }
}

/// Packed arrays hold bare values since PHP 8.2.
pub const PACKED_STEP: usize = if cfg!(php82) { size_of::<zval>() } else { size_of::<Bucket>() };

/// Like [`PACKED_STEP`], for other arrays: the value comes first in a bucket.
pub const BUCKET_STEP: usize = size_of::<Bucket>();

/// Moves by bytes.
#[inline]
pub unsafe fn step(value: *mut zval, bytes: usize) -> *mut zval {
    unsafe { value.byte_add(bytes) }
}

/// `HT_MIN_MASK` and the two free hash slots of a packed array.
const PACKED_MASK: u32 = u32::MAX - 1;
pub const PACKED_HASH_BYTES: usize = 2 * size_of::<u32>();

/// Memory for an array's header; the engine has a free list for this size.
#[inline]
pub unsafe fn new_table() -> *mut zend_array {
    const { assert!(size_of::<zend_array>() == 56) };
    unsafe { _emalloc_56().cast() }
}

/// An empty packed array with room for `count` values, which is not 0; `nNumUsed` says how many are
/// filled.
#[inline]
pub unsafe fn new_packed(count: u32) -> *mut zend_array {
    const MIN_SIZE: u32 = 8;
    unsafe {
        let size = count.max(MIN_SIZE).next_power_of_two();
        let data: *mut u8 = _emalloc(PACKED_HASH_BYTES + size as usize * PACKED_STEP).cast();
        // Two hash slots that mean: no such key.
        data.cast::<u64>().write_unaligned(u64::MAX);
        let array = new_table();
        array.write(zend_array {
            gc: zend_refcounted_h {
                refcount: 1,
                u: _zend_refcounted_h__bindgen_ty_1 { type_info: GC_ARRAY },
            },
            u: _zend_array__bindgen_ty_1 { flags: HASH_FLAG_PACKED | HASH_FLAG_STATIC_KEYS },
            nTableMask: PACKED_MASK,
            __bindgen_anon_1: _zend_array__bindgen_ty_2 {
                arData: data.add(PACKED_HASH_BYTES).cast(),
            },
            nNumUsed: 0,
            nNumOfElements: 0,
            nTableSize: size,
            nInternalPointer: 0,
            nNextFreeElement: 0,
            pDestructor: Some(zval_ptr_dtor),
        });
        number_packed(array, 0, size);
        array
    }
}

/// Before PHP 8.2, the buckets of a packed array hold their index.
#[inline]
unsafe fn number_packed(array: *mut zend_array, from: u32, to: u32) {
    if cfg!(not(php82)) {
        for at in from..to {
            unsafe {
                let bucket = buckets(array).add(at as usize);
                (*bucket).h = u64::from(at);
                (*bucket).key = ptr::null_mut();
            }
        }
    }
}

/// A key of an array: a string and its hash, or null and an integer; as a bucket has it.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct RawKey {
    pub hash: u64,
    pub name: *mut zend_string,
}

impl RawKey {
    #[inline]
    pub const fn int(int: u64) -> Self {
        Self { name: ptr::null_mut(), hash: int }
    }

    #[inline(always)]
    pub unsafe fn of(bucket: *const Bucket) -> Self {
        unsafe { Self { name: (*bucket).key, hash: (*bucket).h } }
    }

    /// Whether it is the same key: the same string or integer, or a string of the same bytes.
    ///
    /// # Safety
    /// Both strings are alive.
    #[inline(always)]
    pub unsafe fn equals(self, other: Self) -> bool {
        self.is(other)
            || self.hash == other.hash
                && !self.name.is_null()
                && !other.name.is_null()
                && unsafe { same_bytes(bytes(self.name), bytes(other.name)) }
    }

    /// Whether it is the same string or integer; equal keys may still be different strings.
    #[inline(always)]
    pub fn is(self, other: Self) -> bool {
        (self.hash ^ other.hash) | (self.name.addr() ^ other.name.addr()) as u64 == 0
    }

    /// The key of a string, which then keeps its hash.
    pub unsafe fn text(name: *mut zend_string) -> Self {
        unsafe {
            Self {
                name,
                hash: if (*name).h != 0 { (*name).h } else { zend_string_hash_func(name) },
            }
        }
    }
}

/// The entries of an array that have a value; the value of a property may be in its object.
///
/// # Safety
/// The array is alive, and no entry is added to it, as long as this is used.
pub unsafe fn entries(array: *mut zend_array) -> impl Iterator<Item = (RawKey, *mut zval)> {
    unsafe {
        (0..(*array).nNumUsed as usize).filter_map(move |at| {
            let (key, value) = if is_packed(array) {
                (RawKey::int(at as u64), step(packed_values(array), at * PACKED_STEP))
            } else {
                let bucket = buckets(array).add(at);
                (RawKey::of(bucket), &raw mut (*bucket).val)
            };
            let value = indirect(value);
            (kind(value) != IS_UNDEF).then_some((key, value))
        })
    }
}

/// The value, or the slot of the object where it stands.
pub unsafe fn indirect(value: *mut zval) -> *mut zval {
    unsafe { if kind(value) == IS_INDIRECT { (*value).value.zv } else { value } }
}

/// Makes room for more values in a full packed array; returns for how many.
pub unsafe fn grow_packed(array: *mut zend_array, filled: u32) -> u32 {
    unsafe {
        set_packed_length(array, filled);
        zend_hash_extend(array, filled.saturating_mul(2), true);
        let size = (*array).nTableSize;
        number_packed(array, filled, size);
        size
    }
}

/// Marks the first `count` values of a packed array as filled.
#[inline]
pub unsafe fn set_packed_length(array: *mut zend_array, count: u32) {
    unsafe {
        (*array).nNumUsed = count;
        (*array).nNumOfElements = count;
        (*array).nNextFreeElement = i64::from(count);
    }
}

/// The chains of an array's keys, which is no packed one.
#[inline(always)]
unsafe fn chain(array: *mut zend_array, hash: u64) -> *mut u32 {
    unsafe {
        // HT_HASH of Zend/zend_types.h: slots stand before the buckets, at negative indices.
        let slot = (hash as u32 | (*array).nTableMask).cast_signed();
        buckets(array).cast::<u32>().offset(slot as isize)
    }
}

/// An empty array for about `count` entries.
pub unsafe fn new_array(count: u32) -> *mut zend_array {
    unsafe { _zend_new_array(count) }
}

/// An empty array with room for `count` keys, which is not 0.
pub unsafe fn new_map(count: u32) -> *mut zend_array {
    unsafe {
        let array = _zend_new_array(count);
        zend_hash_real_init_mixed(array);
        array
    }
}

/// The key of an array that equals another one, if there is one; and how many keys stand before it,
/// or in all, in their chain.
///
/// # Safety
/// The array is no packed one.
#[inline(always)]
pub unsafe fn find_key(array: *mut zend_array, hash: u64, name: Option<&[u8]>) -> (bool, usize) {
    /// `HT_INVALID_IDX` of Zend/zend_types.h.
    const END: u32 = u32::MAX;
    unsafe {
        let (mut at, mut before) = (*chain(array, hash), 0);
        while at != END {
            let bucket = buckets(array).add(at as usize);
            let known = (*bucket).key;
            if (*bucket).h == hash
                && match name {
                    None => known.is_null(),
                    Some(name) => !known.is_null() && same_bytes(bytes(known), name),
                }
            {
                return (true, before);
            }
            before += 1;
            at = (*bucket).val.u2.next;
        }
        (false, before)
    }
}

/// Adds a key that the array does not have, with null for its value; takes over a count of its
/// name. Returns where the value goes.
///
/// # Safety
/// The array has one count, is no packed one, has room, and no holes.
#[inline(always)]
pub unsafe fn add_key(array: *mut zend_array, key: RawKey) -> *mut zval {
    unsafe {
        let at = (*array).nNumUsed;
        let bucket = buckets(array).add(at as usize);
        (*bucket).h = key.hash;
        (*bucket).key = key.name;
        set_null(&raw mut (*bucket).val);
        let first = chain(array, key.hash);
        (*bucket).val.u2.next = *first;
        *first = at;
        if key.name.is_null() {
            let next = key.hash.cast_signed().saturating_add(1);
            (*array).nNextFreeElement = (*array).nNextFreeElement.max(next);
        } else if !is_interned(key.name) {
            (*array).u.flags &= !HASH_FLAG_STATIC_KEYS;
        }
        (*array).nNumUsed = at + 1;
        (*array).nNumOfElements = at + 1;
        &raw mut (*bucket).val
    }
}

/// Whether an array, which is no packed one, has room for another key.
#[inline(always)]
pub unsafe fn has_room(array: *mut zend_array) -> bool {
    unsafe { (*array).nNumUsed < (*array).nTableSize }
}

/// Destroys an array that has one count.
pub unsafe fn destroy_array(array: *mut zend_array) {
    unsafe { zend_array_destroy(array) }
}

/// Adds a count to an array.
pub unsafe fn hold_array(array: *mut zend_array) {
    unsafe {
        if flags(&raw const (*array).gc) & GC_IMMUTABLE == 0 {
            (*array).gc.refcount += 1;
        }
    }
}

/// Releases a count of an array.
pub unsafe fn release_array(array: *mut zend_array) {
    unsafe {
        if flags(&raw const (*array).gc) & GC_IMMUTABLE == 0 {
            (*array).gc.refcount -= 1;
            if (*array).gc.refcount == 0 {
                zend_array_destroy(array);
            }
        }
    }
}

/// The integer that a text becomes as a key: PHP's arrays have no text keys that are decimal
/// integers.
#[inline(always)]
pub fn numeric_key(text: &[u8]) -> Option<i64> {
    // All of it is digits, so the last byte is one, and the first is one or a minus.
    let (Some(b'-' | b'0'..=b'9'), Some(b'0'..=b'9')) = (text.first(), text.last()) else {
        return None;
    };
    long_numeric_key(text)
}

#[inline(never)]
fn long_numeric_key(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    if text.len() > 20 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let mut copy = [0u8; 21];
    copy[..text.len()].copy_from_slice(text);
    let mut int = 0;
    // The function may look one byte beyond the text, where a PHP string has its NUL.
    let numeric =
        unsafe { _zend_handle_numeric_str_ex(copy.as_ptr().cast(), text.len(), &raw mut int) };
    numeric.then_some(int.cast_signed())
}

/// The hash of a text key, as `zend_hash_func` has it (Zend/zend_string.h): ASCII by words.
#[inline]
pub fn hash(text: &[u8]) -> u64 {
    const ONE: u64 = 33;
    const TWO: u64 = ONE * ONE;
    const FOUR: u64 = TWO * TWO;
    const EIGHT: u64 = FOUR.wrapping_mul(FOUR);
    const BYTES: u64 = 0x00FF_00FF_00FF_00FF;
    const PAIRS: u64 = 0x0000_FFFF_0000_FFFF;
    const HALF: u64 = 0xFFFF_FFFF;
    let (words, rest) = text.as_chunks();
    let (mut hash, mut all): (u64, u64) = (5381, 0);
    for word in words {
        let word = u64::from_le_bytes(*word);
        let pairs = (word & BYTES) * ONE + (word >> 8 & BYTES);
        let fours = (pairs & PAIRS) * TWO + (pairs >> 16 & PAIRS);
        let eight = (fours & HALF) * FOUR + (fours >> 32);
        hash = hash.wrapping_mul(EIGHT).wrapping_add(eight);
        all |= word;
    }
    for byte in rest {
        hash = hash.wrapping_mul(ONE).wrapping_add(u64::from(*byte));
        all |= u64::from(*byte);
    }
    if all & HIGH != 0 {
        // Whether other bytes count as negative depends on the platform.
        return unsafe { zend_hash_func(text.as_ptr().cast(), text.len()) };
    }
    hash | 1 << 63
}

/// The globals of the executor.
#[inline]
pub fn executor() -> *mut zend_executor_globals {
    #[cfg(not(zts))]
    {
        &raw mut executor_globals
    }
    #[cfg(zts)]
    // Zend/zend_globals_macros.h: the thread's storage begins where TSRM says.
    unsafe {
        tsrm_get_ls_cache().byte_add(executor_globals_offset).cast()
    }
}

/// The globals of PHP's core.
#[inline]
pub fn core() -> *mut _php_core_globals {
    #[cfg(not(zts))]
    {
        &raw mut core_globals
    }
    #[cfg(zts)]
    // As [`executor`].
    unsafe {
        tsrm_get_ls_cache().byte_add(core_globals_offset).cast()
    }
}

/// Whether an exception is on its way.
#[inline]
pub fn is_thrown() -> bool {
    unsafe { !(*executor()).exception.is_null() }
}

/// Calls a method of an object, which may throw.
pub unsafe fn call_method(
    method: *mut zend_function,
    object: *mut zend_object,
    returned: *mut zval,
    given: &mut [zval],
) {
    let (count, given) = (given.len() as u32, given.as_mut_ptr());
    let none = std::ptr::null_mut();
    unsafe {
        let class = (*object).ce;
        #[cfg(php86)]
        zend_call_known_function_ex(method, object, class, returned, count, given, none, 0);
        #[cfg(not(php86))]
        zend_call_known_function(method, object, class, returned, count, given, none);
    }
}

//! The Larder format (docs/FORMAT.md).

mod bits;
mod column;
mod compression;
pub(crate) mod definitions;

pub(crate) mod packed;
mod reader;
mod tag;
pub(crate) mod varint;
mod writer;

use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::RandomState;

use self::compression::{Compressed, Compressor, Decompressor};
use self::definitions::Names;
pub(crate) use self::definitions::is_shape;
use self::reader::{Reader, Seen};
use self::tag::header;
use self::writer::{Memory, Style, Writer, per_byte};
use crate::builder::{Builder, Discard, ValueBuilder};
use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;
use crate::limits::{Costs, Limits};
use crate::profile::{Dictionary, Place, Profile, ProfileId};
use crate::shape::Shape;
use crate::source::{MapSource, Source};
use crate::value::Value;

const CHECKSUM_BYTES: usize = 4;
/// A message is at least so long, as `C1` may begin a bare two-byte Hessian integer.
const LEAST_BYTES: usize = 3;
/// Fewer bytes of text are not worth compressing.
const LEAST_COMPRESSED: usize = 16;

/// Whether bytes begin as a value in the Larder format does.
pub fn is_larder(bytes: &[u8]) -> bool {
    bytes.len() >= LEAST_BYTES && bytes[0] == header::MAGIC && bytes[1] & 0xC0 == header::VERSION & 0xC0
}

/// The profile that a value was written under, if any.
pub fn profile_of(bytes: &[u8]) -> Option<ProfileId> {
    let [header::MAGIC, flags, rest @ ..] = bytes else { return None };
    let more = usize::from(flags & header::MORE_FLAGS != 0);
    let has = flags & header::VERSION_BITS == header::VERSION && flags & header::PROFILE != 0;
    if has { rest.get(more..)?.first_chunk().copied() } else { None }
}

/// Writes values in the Larder format. Keep one, and use it again: it remembers shapes and keeps its buffers.
///
/// `R` keeps the identity of the host's shapes (see [`MapSource::Retained`]); for [`Value`] it is `Arc<Shape>`.
pub struct Encoder<R = Arc<Shape>> {
    profile: Option<Arc<Profile>>,
    checksum: bool,
    level: Option<i32>,
    memory: Memory<R>,
    compressor: Option<Compressor>,
}

impl<R> Default for Encoder<R> {
    fn default() -> Self {
        Self::make(None)
    }
}

impl Encoder {
    /// An encoder of [`Value`]s that any reader can read.
    pub fn new() -> Self {
        Self::make(None)
    }

    /// An encoder of [`Value`]s that readers with this profile can read. It compresses texts if the profile has a dictionary for that.
    pub fn with_profile(profile: Arc<Profile>) -> Self {
        Self::make(Some(profile))
    }
}

impl<R> Encoder<R> {
    /// An encoder of any host's values.
    pub fn make(profile: Option<Arc<Profile>>) -> Self {
        let level = profile.as_ref().filter(|profile| profile.encoder.is_some()).map(|profile| i32::from(profile.level()));
        Self { memory: Memory::new(profile.as_deref()), profile, checksum: false, level, compressor: None }
    }

    /// Adds a CRC-32C, so that damage is noticed.
    #[must_use]
    pub fn checksum(mut self, on: bool) -> Self {
        self.checksum = on;
        self
    }

    /// Compresses texts at this zstd level, where that makes them shorter; `None` not at all.
    #[must_use]
    pub fn compression(mut self, level: Option<i32>) -> Self {
        self.level = level;
        self
    }

    /// The value as bytes.
    ///
    /// # Errors
    /// [`ErrorKind::TooDeep`] and [`ErrorKind::TooLarge`] for what could not be read again, and others
    /// for a value that contradicts itself.
    pub fn encode<'a, S>(&mut self, value: S) -> Result<Vec<u8>>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let mut out = Vec::new();
        self.encode_into(value, &mut out)?;
        Ok(out)
    }

    /// Appends the value as bytes; on an error, `out` is as it was.
    ///
    /// # Errors
    /// As [`Encoder::encode`].
    pub fn encode_into<'a, S>(&mut self, value: S, out: &mut Vec<u8>) -> Result<()>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let message = self.encode_message(value)?;
        out.reserve_exact(message.len());
        message.each(|piece| out.extend_from_slice(piece));
        Ok(())
    }

    /// The value as bytes that are still in pieces: for a host that has its own memory for them.
    ///
    /// # Errors
    /// As [`Encoder::encode`].
    pub fn encode_message<'a, S>(&mut self, value: S) -> Result<Message<'_>>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let mut written = self.write(value, false)?;
        if !self.is_readable::<S::Costs>(&written) {
            written = self.write(value, true)?;
            if !self.is_readable::<S::Costs>(&written) {
                return Err(Error::new(ErrorKind::TooLarge, "a value of more memory than a reader allows it: split it up"));
            }
        }
        Ok(self.message(&written, self.checksum))
    }

    /// Writes the parts of a message; `rows` is whether nothing in it may stand for much more than it
    /// takes: no columns, no text again, and no compression.
    fn write<'a, S>(&mut self, value: S, rows: bool) -> Result<Written>
    where
        S: Source<'a>,
        S::Map: MapSource<'a, S, Retained = R>,
    {
        let profile = self.profile.as_deref();
        let again = profile.is_none() && !rows;
        if let Some(level) = self.level.filter(|_| !rows) {
            let style = Style { split: true, again, rows };
            let beyond = Writer::new(&mut self.memory, profile, style).root(value)?;
            let texts = &self.memory.texts;
            if texts.is_empty() {
                return Ok(Written { compressed: None, beyond });
            }
            let dictionary = profile.and_then(|profile| profile.encoder.as_ref());
            let compressor = self.compressor.get_or_insert_with(Compressor::new);
            let compressed = if texts.len() < LEAST_COMPRESSED { None } else { compressor.compress(texts, dictionary, level) };
            let shorter = |compressed: &Compressed| {
                let bytes = compressor.bytes(*compressed);
                bytes.len() + varint::size(bytes.len() as u64) + usize::from(compressed.frame) < texts.len()
            };
            if let Some(compressed) = compressed.filter(shorter) {
                return Ok(Written { compressed: Some(compressed), beyond });
            }
        }
        let beyond = Writer::new(&mut self.memory, profile, Style { split: false, again, rows }).root(value)?;
        Ok(Written { compressed: None, beyond })
    }

    fn message(&self, written: &Written, checksum: bool) -> Message<'_> {
        let compressed = match (written.compressed, &self.compressor) {
            (Some(compressed), Some(compressor)) => Some((compressor.bytes(compressed), compressed.frame)),
            _ => None,
        };
        Message::new(&self.memory.definitions, &self.memory.body, self.profile.as_deref(), checksum, compressed)
    }

    /// Whether a reader with the limits of this host takes the parts that were written.
    #[inline]
    fn is_readable<C: Costs>(&self, written: &Written) -> bool {
        let texts = if written.compressed.is_some() { self.memory.texts.len() } else { 0 };
        let length = self.memory.body.len() + self.memory.definitions.len();
        let bytes = (length + texts).saturating_mul(per_byte::<C>());
        let most = C::LIMITS.memory(if texts > 0 { 0 } else { length });
        bytes.saturating_add(written.beyond) <= most || self.can_be_read::<C>(written)
    }

    /// As [`Encoder::is_readable`]: reads them.
    #[cold]
    fn can_be_read<C: Costs>(&self, written: &Written) -> bool {
        let length = self.message(written, false).len() + if self.checksum { CHECKSUM_BYTES } else { 0 };
        let mut budget = C::LIMITS.memory(length);
        let texts = written.compressed.map(|_| Input { bytes: &self.memory.texts, at: 0 });
        if let Some(texts) = &texts
            && texts.bytes.len() > compression::BLOCK_BYTES
        {
            budget = budget.saturating_sub(texts.bytes.len());
        }
        let mut definitions = Input { bytes: &self.memory.definitions, at: 0 };
        let shapes = definitions::read(&mut definitions, self.memory.definitions.len(), Names::Packed, &mut budget);
        let Ok(shapes) = shapes else { return false };
        let mut reader = Reader {
            input: Input { bytes: &self.memory.body, at: 0 },
            texts,
            profile: self.profile.as_deref(),
            shapes: &shapes,
            seen: &mut Vec::new(),
            bytes: &mut Vec::new(),
            budget,
            depth_left: C::LIMITS.max_depth,
            numbered: 0,
            columns: 0,
            rows: 0,
            entries: 0,
        };
        let root = self.profile.as_deref().and_then(|profile| profile.dictionary(profile.root().dictionary));
        reader.value(&mut Discard::<C>::default(), &mut (), root).is_ok()
    }
}

/// What a writer has left in its memory.
struct Written {
    compressed: Option<Compressed>,
    /// See [`Writer::root`].
    beyond: usize,
}

/// A message whose parts are not put together yet.
pub struct Message<'e> {
    head: Head,
    compressed: &'e [u8],
    marked: Head,
    definitions: &'e [u8],
    body: &'e [u8],
    checksum: Option<[u8; CHECKSUM_BYTES]>,
    length: usize,
}

/// A few bytes: at most a header and two lengths.
#[derive(Default)]
struct Head {
    bytes: [u8; 16],
    length: usize,
}

impl Head {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    fn push_varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.push(&[value as u8 | 0x80]);
            value >>= 7;
        }
        self.push(&[value as u8]);
    }

    fn get(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl<'e> Message<'e> {
    fn new(
        definitions: &'e [u8],
        body: &'e [u8],
        profile: Option<&Profile>,
        checksum: bool,
        compressed: Option<(&'e [u8], bool)>,
    ) -> Self {
        let frame = compressed.is_some_and(|(_, frame)| frame);
        let flag = |on: bool, flag: u8| if on { flag } else { 0 };
        let mut head = Head::default();
        head.push(&[
            header::MAGIC,
            header::VERSION
                | flag(profile.is_some(), header::PROFILE)
                | flag(compressed.is_some(), header::COMPRESSED)
                | flag(checksum, header::CHECKSUM)
                | flag(frame, header::MORE_FLAGS),
        ]);
        if frame {
            head.push(&[header::FRAME]);
        }
        if let Some(profile) = profile {
            head.push(&profile.id());
        }
        if let Some((bytes, _)) = compressed {
            head.push_varint(bytes.len() as u64);
        }
        let mut marked = Head::default();
        if !definitions.is_empty() {
            // What is not compressed has one head.
            let mark = if compressed.is_some() { &mut marked } else { &mut head };
            mark.push(&[tag::DEFINITIONS]);
            mark.push_varint(definitions.len() as u64);
        }
        let compressed = compressed.map_or(&[][..], |(bytes, _)| bytes);
        let length = head.length + compressed.len() + marked.length + definitions.len() + body.len();
        let length = length + if checksum { CHECKSUM_BYTES } else { 0 };
        let mut message = Self { head, compressed, marked, definitions, body, checksum: None, length };
        if checksum {
            let mut sum = 0;
            message.each(|piece| sum = crc32c::crc32c_append(sum, piece));
            message.checksum = Some(sum.to_le_bytes());
        }
        message
    }

    #[inline(always)]
    fn each(&self, mut put: impl FnMut(&[u8])) {
        put(self.head.get());
        if !self.compressed.is_empty() {
            put(self.compressed);
            put(self.marked.get());
        }
        put(self.definitions);
        put(self.body);
        if let Some(sum) = &self.checksum {
            put(sum);
        }
    }

    /// How many bytes it has.
    #[expect(clippy::len_without_is_empty, reason = "a message is never empty")]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Puts it together.
    ///
    /// # Panics
    /// If `out` has not [`Message::len`] bytes.
    pub fn copy_to(&self, out: &mut [u8]) {
        assert_eq!(out.len(), self.len(), "room for a message");
        let mut rest = out;
        self.each(|piece| {
            let (start, end) = std::mem::take(&mut rest).split_at_mut(piece.len());
            start.copy_from_slice(piece);
            rest = end;
        });
    }
}

impl Encoder {
    /// The texts of a value that would be compressed: what a zstd dictionary is trained on.
    pub(crate) fn texts(&mut self, value: &Value) -> Result<Vec<u8>> {
        Writer::new(&mut self.memory, self.profile.as_deref(), Style { split: true, again: false, rows: false }).root(value)?;
        Ok(self.memory.texts.clone())
    }
}

impl Encoder {
    /// A value in a place with this dictionary, as it stands within a message; `None` if it takes more than the profile to read.
    pub(crate) fn entry(&mut self, value: &Value, place: Place) -> Result<Option<Vec<u8>>> {
        let profile = self.profile.as_deref();
        let mut writer = Writer::new(&mut self.memory, profile, Style { split: true, again: false, rows: false });
        let alone = writer.entry_value(value, place)?;
        let alone = alone && self.memory.texts.is_empty() && self.memory.definitions.is_empty();
        Ok(alone.then(|| self.memory.body.clone()))
    }
}

/// Reads a value of a profile's dictionary; it takes of `budget` what a value costs.
pub(crate) fn read_entry(bytes: &[u8], profile: &Profile, dictionary: &Dictionary, budget: &mut usize) -> Result<Value> {
    let mut reader = Reader {
        input: Input { bytes, at: 0 },
        texts: None,
        profile: Some(profile),
        shapes: &[],
        seen: &mut Vec::new(),
        bytes: &mut Vec::new(),
        budget: *budget,
        depth_left: Limits::DEFAULT.max_depth,
        numbered: 0,
        columns: 1,
        rows: 1,
        entries: 1,
    };
    let mut builder = ValueBuilder::new();
    let mut root = builder.root();
    reader.value(&mut builder, &mut root, Some(dictionary))?;
    *budget = reader.budget;
    if reader.input.remaining() > 0 {
        return Err(reader.input.error(ErrorKind::TrailingBytes, "an entry with bytes after its value"));
    }
    builder.finish(root)
}

/// Reads values in the Larder format. Keep one, and use it again: it remembers shapes and keeps its buffers.
pub struct Decoder {
    profiles: Vec<Arc<Profile>>,
    limits: Limits,
    known: KnownDefinitions,
    seen: Vec<Seen>,
    bytes: Vec<u8>,
    decompressor: Option<Decompressor>,
    values: ValueBuilder,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// A decoder without profiles, with [`Limits::DEFAULT`].
    pub fn new() -> Self {
        Self {
            profiles: Vec::new(),
            limits: Limits::DEFAULT,
            known: KnownDefinitions::new(),
            seen: Vec::new(),
            bytes: Vec::new(),
            decompressor: None,
            values: ValueBuilder::new(),
        }
    }

    /// Reads values of this profile, too.
    ///
    /// # Errors
    /// [`ErrorKind::WrongProfile`] if another profile has the same id.
    pub fn with_profile(mut self, profile: Arc<Profile>) -> Result<Self> {
        if let Some(other) = self.profiles.iter().find(|other| other.id() == profile.id()) {
            if other.digest() != profile.digest() {
                return Err(Error::new(
                    ErrorKind::WrongProfile,
                    "two profiles of one id: train one of them again, on other samples",
                ));
            }
            return Ok(self);
        }
        self.profiles.push(profile);
        Ok(self)
    }

    /// Reads within these limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Reads within these limits from now on.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The value of `bytes`.
    ///
    /// # Errors
    /// Any [`ErrorKind`] but [`ErrorKind::Refused`], with the offset.
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        let mut builder = std::mem::take(&mut self.values);
        let value = self.decode_with(bytes, &mut builder);
        self.values = builder;
        value
    }

    /// The value that `builder` makes of `bytes`.
    ///
    /// # Errors
    /// Any [`ErrorKind`], with the offset.
    pub fn decode_with<B: Builder>(&mut self, bytes: &[u8], builder: &mut B) -> Result<B::Value> {
        let mut input = Input { bytes, at: 0 };
        let (flags, more) = read_header(&mut input)?;
        if flags & header::CHECKSUM != 0 {
            let Some((content, sum)) = bytes.split_last_chunk::<CHECKSUM_BYTES>().filter(|(content, _)| content.len() > input.at)
            else {
                return Err(input.truncated());
            };
            if crc32c::crc32c(content) != u32::from_le_bytes(*sum) {
                return Err(Error::at(ErrorKind::BadChecksum, content.len(), "the checksum does not fit the bytes"));
            }
            input.bytes = content;
        }
        let profile = if flags & header::PROFILE != 0 { Some(find_profile(&self.profiles, &mut input)?) } else { None };
        let mut budget = self.limits.memory(bytes.len());

        let texts = if flags & header::COMPRESSED != 0 {
            let length = input.length()?;
            let at = input.at;
            let compressed = input.take(length)?;
            let dictionary = profile.and_then(|profile| profile.decoder.as_ref());
            let decompressor = self.decompressor.get_or_insert_with(Decompressor::new);
            if more & header::FRAME != 0 {
                decompressor.whole(compressed, budget, dictionary, at)?;
            } else {
                decompressor.block(compressed, dictionary, at)?;
            }
            if decompressor.texts.len() > compression::BLOCK_BYTES {
                budget = budget.saturating_sub(decompressor.texts.len());
            }
            Some(Input { bytes: &decompressor.texts, at: 0 })
        } else {
            None
        };

        let shapes: &[Arc<Shape>] = if input.bytes.get(input.at) == Some(&tag::DEFINITIONS) {
            input.at += 1;
            let length = input.length()?;
            self.known.read(&mut input, length, &mut budget)?
        } else {
            &[]
        };

        self.seen.clear();
        let mut reader = Reader {
            input,
            texts,
            profile,
            shapes,
            seen: &mut self.seen,
            bytes: &mut self.bytes,
            budget,
            depth_left: self.limits.max_depth,
            numbered: 0,
            columns: 0,
            rows: 0,
            entries: 0,
        };
        let root = profile.and_then(|profile| profile.dictionary(profile.root().dictionary));
        let mut value = builder.root();
        let read = reader.value(builder, &mut value, root).map_err(|error| error.or_at(reader.input.at));
        let (at, rest, texts_rest) =
            (reader.input.at, reader.input.remaining(), reader.texts.map_or(0, |texts| texts.remaining()));
        shrink(&mut self.seen, &mut self.bytes);
        self.known.shrink();
        if let Some(decompressor) = &mut self.decompressor {
            decompressor.shrink();
        }
        read?;
        if rest > 0 {
            return Err(Error::at(ErrorKind::TrailingBytes, at, "bytes after the value"));
        }
        if texts_rest > 0 {
            return Err(Error::at(ErrorKind::TrailingBytes, at, "compressed texts that the value does not use"));
        }
        builder.finish(value)
    }
}

/// Gives back memory that only a large value needed.
#[inline]
fn shrink(seen: &mut Vec<Seen>, bytes: &mut Vec<u8>) {
    const KEPT: usize = 64 << 10;
    if seen.capacity() > KEPT / size_of::<Seen>() {
        *seen = Vec::new();
    }
    if bytes.capacity() > KEPT {
        *bytes = Vec::new();
    }
}

/// The profile of the id that comes next.
fn find_profile<'p>(profiles: &'p [Arc<Profile>], input: &mut Input<'_>) -> Result<&'p Profile> {
    let at = *input;
    let id: ProfileId = input.array()?;
    match profiles.iter().find(|profile| profile.id() == id) {
        Some(profile) => Ok(profile),
        None => {
            let [a, b, c] = id;
            let kind = if profiles.is_empty() { ErrorKind::MissingProfile } else { ErrorKind::WrongProfile };
            Err(at.error(kind, &format!("the value needs the profile {a:02x}{b:02x}{c:02x}")))
        }
    }
}

/// The flags, and more flags.
fn read_header(input: &mut Input<'_>) -> Result<(u8, u8)> {
    const MOST_BYTES: usize = u32::MAX as usize;
    let bytes = input.bytes;
    if bytes.first().is_some_and(|first| *first != header::MAGIC) {
        return Err(input.error(ErrorKind::NotLarder, "a value begins with C1"));
    }
    if bytes.len() > MOST_BYTES {
        return Err(input.error(ErrorKind::TooLarge, "a value is shorter than 4 GiB"));
    }
    input.byte()?;
    let flags = input.byte()?;
    if flags & header::VERSION_BITS != header::VERSION {
        let kind = if flags & 0xC0 == 0x40 { ErrorKind::Unsupported } else { ErrorKind::NotLarder };
        return Err(Error::at(kind, 1, "a version that this release does not know"));
    }
    let mut more = 0;
    if flags & header::MORE_FLAGS != 0 {
        more = input.byte()?;
        let known = more == header::FRAME && flags & header::COMPRESSED != 0;
        if !known {
            return Err(Error::at(ErrorKind::Unsupported, 2, "flags that this release does not know"));
        }
    }
    Ok((flags, more))
}

/// Definitions that were read lately, by their bytes: the same shapes come again and again. Each has a place, and the one beside it should that be taken; what
/// comes last displaces what was there, and when all of them take too much, all go. So a flood of shapes costs no more than reading them.
struct KnownDefinitions {
    hasher: RandomState,
    slots: Box<[Option<Known>]>,
    /// The slot that was of use last.
    last: usize,
    /// What all of them were charged, and their bytes.
    cost: usize,
    /// Definitions that were read, and not kept.
    unknown: Vec<Arc<Shape>>,
}

struct Known {
    bytes: Box<[u8]>,
    shapes: Box<[Arc<Shape>]>,
    cost: usize,
}

impl KnownDefinitions {
    const SLOTS: usize = 1024;
    const MOST_BYTES: usize = 8 << 10;
    const MOST_COST: usize = 256 << 10;
    const MOST_COST_OF_ALL: usize = 4 << 20;

    fn new() -> Self {
        Self {
            hasher: RandomState::default(),
            slots: (0..Self::SLOTS).map(|_| None).collect(),
            last: 0,
            cost: 0,
            unknown: Vec::new(),
        }
    }

    #[inline]
    fn read(&mut self, input: &mut Input<'_>, length: usize, budget: &mut usize) -> Result<&[Arc<Shape>]> {
        let bytes = &input.bytes[input.at..input.at + length];
        let is_it = |slot: &Option<Known>| slot.as_ref().is_some_and(|known| *known.bytes == *bytes);
        let mut slot = self.last;
        if !is_it(&self.slots[slot]) {
            slot = self.hasher.hash_one(bytes) as usize % Self::SLOTS;
            if !is_it(&self.slots[slot]) {
                slot ^= 1;
                if !is_it(&self.slots[slot]) {
                    return self.read_unknown(slot ^ 1, input, length, budget);
                }
            }
        }
        let Some(left) = self.slots[slot].as_ref().and_then(|known| budget.checked_sub(known.cost)) else {
            return self.read_unknown(slot, input, length, budget);
        };
        *budget = left;
        input.at += length;
        self.last = slot;
        Ok(self.slots[slot].as_ref().map_or(&[], |known| &known.shapes))
    }

    #[cold]
    fn read_unknown(&mut self, slot: usize, input: &mut Input<'_>, length: usize, budget: &mut usize) -> Result<&[Arc<Shape>]> {
        let (bytes, before) = (&input.bytes[input.at..input.at + length], *budget);
        self.unknown = definitions::read(input, length, Names::Packed, budget)?;
        let cost = before - *budget;
        if length > Self::MOST_BYTES || cost > Self::MOST_COST {
            return Ok(&self.unknown);
        }
        if self.cost + cost + length > Self::MOST_COST_OF_ALL {
            self.slots.fill_with(|| None);
            self.cost = 0;
        }
        let slot = if self.slots[slot].is_some() && self.slots[slot ^ 1].is_none() { slot ^ 1 } else { slot };
        if let Some(displaced) = &self.slots[slot] {
            self.cost -= displaced.cost + displaced.bytes.len();
        }
        self.cost += cost + length;
        self.last = slot;
        let shapes = std::mem::take(&mut self.unknown).into();
        Ok(&self.slots[slot].insert(Known { bytes: bytes.into(), shapes, cost }).shapes)
    }

    /// Gives back what only one value needed.
    #[inline]
    fn shrink(&mut self) {
        if !self.unknown.is_empty() {
            self.unknown = Vec::new();
        }
    }
}

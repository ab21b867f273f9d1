//! A message: what it has before and after its value (docs/FORMAT.md, "Message").

use std::sync::Arc;

use super::profile::{Profile, ProfileId};
use super::tag::{self, header};
use crate::error::{Error, ErrorKind, Result};
use crate::format::input::Input;

pub(super) const CHECKSUM_BYTES: usize = 4;

/// The shortest message. (`C1` may also begin a two-byte Hessian integer.)
const MIN_BYTES: usize = 3;

/// Whether bytes begin as a value in the Larder format does.
pub fn is_larder(bytes: &[u8]) -> bool {
    bytes.len() >= MIN_BYTES
        && bytes[0] == header::MAGIC
        && bytes[1] & 0xC0 == header::VERSION & 0xC0
}

/// The profile that a value was written under, if any.
pub fn profile_of(bytes: &[u8]) -> Option<ProfileId> {
    let [header::MAGIC, flags, rest @ ..] = bytes else { return None };
    let more = usize::from(flags & header::MORE_FLAGS != 0);
    let has = flags & header::VERSION_BITS == header::VERSION && flags & header::PROFILE != 0;
    if has { rest.get(more..)?.first_chunk().copied() } else { None }
}

/// A message whose parts are not put together yet.
pub struct Message<'e> {
    head: MessageHead,
    compressed: &'e [u8],
    marked: MessageHead,
    definitions: &'e [u8],
    body: &'e [u8],
    checksum: Option<[u8; CHECKSUM_BYTES]>,
    length: usize,
}

/// A few bytes, at most a header and two lengths: the first is the lowest. (As an array, they would
/// wait for memory whenever the message is moved.)
#[derive(Clone, Copy, Default)]
struct MessageHead {
    bytes: u128,
    length: usize,
}

impl MessageHead {
    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.bytes |= u128::from(byte) << (8 * self.length);
        self.length += 1;
    }

    #[inline(always)]
    fn push_varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.push(value as u8);
    }

    #[inline(always)]
    fn put(self, mut put: impl FnMut(&[u8])) {
        put(&self.bytes.to_le_bytes()[..self.length]);
    }
}

impl<'e> Message<'e> {
    pub(super) fn new(
        definitions: &'e [u8],
        body: &'e [u8],
        profile: Option<&Profile>,
        checksum: bool,
        compressed: Option<(&'e [u8], bool)>,
    ) -> Self {
        let frame = compressed.is_some_and(|(_, frame)| frame);
        let flag = |on: bool, flag: u8| if on { flag } else { 0 };
        let mut head = MessageHead::default();
        head.push(header::MAGIC);
        head.push(
            header::VERSION
                | flag(profile.is_some(), header::PROFILE)
                | flag(compressed.is_some(), header::COMPRESSED)
                | flag(checksum, header::CHECKSUM)
                | flag(frame, header::MORE_FLAGS),
        );
        if frame {
            head.push(header::FRAME);
        }
        if let Some(profile) = profile {
            profile.id().into_iter().for_each(|byte| head.push(byte));
        }
        if let Some((bytes, _)) = compressed {
            head.push_varint(bytes.len() as u64);
        }
        let mut marked = MessageHead::default();
        if !definitions.is_empty() {
            // What is not compressed has one head.
            let mark = if compressed.is_some() { &mut marked } else { &mut head };
            mark.push(tag::DEFINITIONS);
            mark.push_varint(definitions.len() as u64);
        }
        let compressed = compressed.map_or(&[][..], |(bytes, _)| bytes);
        let length =
            head.length + compressed.len() + marked.length + definitions.len() + body.len();
        let length = length + if checksum { CHECKSUM_BYTES } else { 0 };
        let mut message =
            Self { head, compressed, marked, definitions, body, checksum: None, length };
        if checksum {
            let mut sum = 0;
            message.each(|piece| sum = crc32c::crc32c_append(sum, piece));
            message.checksum = Some(sum.to_le_bytes());
        }
        message
    }

    #[inline(always)]
    pub(super) fn each(&self, mut put: impl FnMut(&[u8])) {
        self.head.put(&mut put);
        if !self.compressed.is_empty() {
            put(self.compressed);
            self.marked.put(&mut put);
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

/// The flags, and more flags.
pub(super) fn read_header(input: &mut Input<'_>) -> Result<(u8, u8)> {
    const MAX_BYTES: usize = u32::MAX as usize;
    let bytes = input.bytes;
    if bytes.first().is_some_and(|first| *first != header::MAGIC) {
        return Err(input.error(ErrorKind::NotLarder, "a value begins with C1"));
    }
    if bytes.len() > MAX_BYTES {
        return Err(input.error(ErrorKind::TooLarge, "values of 4 GiB or more are not supported"));
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
            return Err(Error::at(
                ErrorKind::Unsupported,
                2,
                "flags that this release does not know",
            ));
        }
    }
    Ok((flags, more))
}

/// The profile of the id that comes next.
pub(super) fn find_profile<'p>(
    profiles: &'p [Arc<Profile>],
    input: &mut Input<'_>,
) -> Result<&'p Profile> {
    let at = *input;
    let id: ProfileId = input.array()?;
    match profiles.iter().find(|profile| profile.id() == id) {
        Some(profile) => Ok(profile),
        None => {
            let [a, b, c] = id;
            let kind = if profiles.is_empty() {
                ErrorKind::MissingProfile
            } else {
                ErrorKind::WrongProfile
            };
            Err(at.error(kind, &format!("the value needs the profile {a:02x}{b:02x}{c:02x}")))
        }
    }
}

//! Definitions that were read lately, by their bytes and the profile under which they stand.

use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::definitions::{Names, NewDefinitions};
use super::profile::{Profile, ProfileId};
use crate::error::{ErrorKind, Result};
use crate::format::input::Input;
use crate::shape::Shape;

/// Definitions that were read lately: the same shapes come again and again. What they mean depends
/// on the profile, whose names they may have by number, so only all of a message's definitions,
/// under the same profile or none, are the same. They are kept when they come a second time. Each
/// has a place, and the one beside it should that be taken; what was of use there stays until
/// others have wanted its place some times. So a flood of shapes costs no more than reading them.
pub(super) struct KnownDefinitions {
    hasher: RandomState,
    slots: Box<[Option<KnownDefinition>]>,
    /// Hashes of definitions that came lately, two for each of so many places, the last first.
    met: Box<[[u32; 2]]>,
    /// The slot that was of use last.
    last: usize,
    /// What all of them were charged, and their bytes.
    cost: usize,
    /// The slot that is looked at next when they take too much.
    swept: usize,
    /// Definitions that were read, and not kept.
    unknown: NewDefinitions,
}

/// The shapes that a message defines.
#[derive(Clone, Copy)]
pub(super) enum MessageShapes<'d> {
    Known(&'d [Arc<Shape>]),
    /// Each is made when it is needed.
    New(&'d NewDefinitions),
}

impl MessageShapes<'_> {
    pub(super) const NONE: Self = Self::Known(&[]);

    /// Whether one of them is of objects.
    pub(super) fn have_classes(self) -> bool {
        match self {
            Self::Known(shapes) => shapes.iter().any(|shape| shape.class().is_some()),
            Self::New(new) => new.have_classes(),
        }
    }

    /// Whether the keys of each shape differ, as far as reading the value has not shown it.
    #[inline]
    pub(super) fn check(self, profile: Option<&Profile>) -> Result<()> {
        match self {
            Self::Known(_) => Ok(()),
            Self::New(new) => new.check(profile.map_or(&[], |profile| &profile.names)),
        }
    }
}

struct KnownDefinition {
    hash: u64,
    profile: Option<ProfileId>,
    bytes: Box<[u8]>,
    shapes: Box<[Arc<Shape>]>,
    cost: usize,
    /// How often others may want its place until they get it.
    credit: u8,
}

impl KnownDefinitions {
    const SLOTS: usize = 1024;

    const MAX_BYTES: usize = 8 << 10;

    const MAX_COST: usize = 256 << 10;

    const MAX_TOTAL_COST: usize = 4 << 20;

    /// See [`KnownDefinition::credit`]; of definitions that are of use.
    const CREDIT: u8 = 4;

    /// So many slots are looked at when there is too little room.
    const SWEPT: usize = 8;

    pub(super) fn new() -> Self {
        Self {
            hasher: RandomState::default(),
            slots: (0..Self::SLOTS).map(|_| None).collect(),
            met: vec![[0; 2]; Self::SLOTS].into(),
            last: 0,
            cost: 0,
            swept: 0,
            unknown: NewDefinitions::with_recent_names(),
        }
    }

    /// The shapes of definitions of `length` bytes. The profiles of one memory have different ids.
    #[inline]
    pub(super) fn read(
        &mut self,
        input: &mut Input<'_>,
        length: usize,
        profile: Option<&Profile>,
        budget: &mut usize,
    ) -> Result<MessageShapes<'_>> {
        let bytes = &input.bytes[input.at..input.at + length];
        let id = profile.map(Profile::id);
        let is_it = |slot: &Option<KnownDefinition>| {
            slot.as_ref().is_some_and(|known| *known.bytes == *bytes && known.profile == id)
        };
        let mut slot = self.last;
        if !is_it(&self.slots[slot]) {
            let hash = self.hasher.hash_one((id, bytes));
            let may_be = |slot: &Option<KnownDefinition>| {
                slot.as_ref().is_some_and(|known| known.hash == hash) && is_it(slot)
            };
            slot = hash as usize % Self::SLOTS;
            if !may_be(&self.slots[slot]) {
                slot ^= 1;
                if !may_be(&self.slots[slot]) {
                    return self.read_unknown(hash, input, length, profile, budget);
                }
            }
        }
        let Some(known) = &mut self.slots[slot] else { return Ok(MessageShapes::NONE) };
        *budget = budget
            .checked_sub(known.cost)
            .ok_or_else(|| input.error(ErrorKind::TooLarge, "more memory than the limits allow"))?;
        input.at += length;
        known.credit = Self::CREDIT;
        self.last = slot;
        Ok(MessageShapes::Known(&known.shapes))
    }

    #[inline(never)]
    fn read_unknown(
        &mut self,
        hash: u64,
        input: &mut Input<'_>,
        length: usize,
        profile: Option<&Profile>,
        budget: &mut usize,
    ) -> Result<MessageShapes<'_>> {
        let (bytes, before) = (&input.bytes[input.at..input.at + length], *budget);
        let names = profile.map_or(&[][..], |profile| &profile.names);
        self.unknown.read(input, length, Names::Packed, names, budget)?;
        let cost = before - *budget;
        let (slot, mark) = (hash as usize % Self::SLOTS, (hash >> 32) as u32 | 1);
        let [last, before] = self.met[slot];
        if last != mark {
            self.met[slot] = [mark, last];
        }
        if last != mark && before != mark || length > Self::MAX_BYTES || cost > Self::MAX_COST {
            return Ok(MessageShapes::New(&self.unknown));
        }
        let slot = if self.slots[slot].is_some() && self.slots[slot ^ 1].is_none() {
            slot ^ 1
        } else {
            slot
        };
        if !self.make_room(slot, cost + length) {
            return Ok(MessageShapes::New(&self.unknown));
        }
        let shapes = self.unknown.make_all(names)?;
        self.unknown.clear();
        self.cost += cost + length;
        self.last = slot;
        let known = KnownDefinition {
            hash,
            profile: profile.map(Profile::id),
            bytes: bytes.into(),
            shapes,
            cost,
            credit: 0,
        };
        Ok(MessageShapes::Known(&self.slots[slot].insert(known).shapes))
    }

    /// Empties a slot for definitions of this cost, unless what is there, or what all others take,
    /// was of use lately.
    fn make_room(&mut self, slot: usize, cost: usize) -> bool {
        if !self.give_up(slot) {
            return false;
        }
        let mut looked_at = 0;
        while self.cost + cost > Self::MAX_TOTAL_COST && looked_at < Self::SWEPT {
            self.give_up(self.swept);
            self.swept = (self.swept + 1) % Self::SLOTS;
            looked_at += 1;
        }
        self.cost + cost <= Self::MAX_TOTAL_COST
    }

    /// Empties a slot, unless it was of use lately.
    fn give_up(&mut self, slot: usize) -> bool {
        let Some(known) = &mut self.slots[slot] else { return true };
        if let Some(less) = known.credit.checked_sub(1) {
            known.credit = less;
            return false;
        }
        self.cost -= known.cost + known.bytes.len();
        self.slots[slot] = None;
        true
    }

    /// Gives back what only one value needed.
    #[inline]
    pub(super) fn shrink(&mut self) {
        if !self.unknown.is_empty() {
            self.unknown.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::larder::{Decoder, Place, ProfileParts, ProfileShape};
    use crate::shape::Key;
    use crate::value::{Map, Value};

    /// A profile that knows one name.
    fn profile(name: &str) -> Arc<Profile> {
        let shape = Shape::new(None, [Key::from(name)]).expect("one key").into();
        let places = [Place::default()].into();
        let shapes = vec![ProfileShape { shape, places }];
        Profile::new(&ProfileParts { shapes, ..ProfileParts::default() }).expect("a profile").into()
    }

    #[test]
    fn the_same_definitions_under_two_profiles_are_two() {
        let profiles = [profile("a"), profile("b")];
        let mut decoder = Decoder::new();
        for profile in &profiles {
            decoder = decoder.with_profile(profile.clone()).expect("profiles of two ids");
        }
        // A shape of one key, name 0, and a record of it; without a profile no name has a number.
        let (definitions, record) = ([0xF5, 0x02, 0x02, 0x90], [0xD1, 0x07]);
        for _ in 0..3 {
            for (profile, name) in profiles.iter().zip(["a", "b"]) {
                let [a, b, c] = profile.id();
                let bytes = [&[0xC1, 0x41, a, b, c], &definitions[..], &record].concat();
                let expected = Map::from_pairs([(Key::from(name), Value::Int(7))]);
                assert_eq!(decoder.decode(&bytes).ok(), expected.map(Value::Map));
            }
            let bytes = [&[0xC1, 0x40], &definitions[..], &record].concat();
            assert!(decoder.decode(&bytes).is_err());
        }
    }
}

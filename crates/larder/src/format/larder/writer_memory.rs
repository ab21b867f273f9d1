//! What a writer keeps between values: buffers, shapes that it has met, and texts of the message.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::definitions::definition;
use super::profile::Profile;
use crate::shape::Shape;

/// What a writer keeps between values; `R` keeps the identity of a host's shapes.
pub struct Memory<R> {
    pub(super) shapes: Box<[Option<KnownShape<R>>]>,
    /// Shapes of this message.
    pub(super) own: Own,
    pub(super) seen: Vec<SeenSlot>,
    pub(super) seen_count: u32,
    pub(super) epoch: u32,
    /// Shapes of the profile by their definition.
    pub(super) profile: HashMap<Vec<u8>, u32, RandomState>,
    pub(super) profile_shapes: u32,
    pub body: Vec<u8>,
    pub definitions: Vec<u8>,
    pub texts: Vec<u8>,
    pub(super) scratch: Vec<u8>,
    /// Slots of [`Distinct`].
    pub(super) slots: Vec<u32>,
    /// What an object of a class that was met takes at most for each of its bytes, beyond what each
    /// may cost.
    pub(super) heaviest: usize,
}

pub(super) const KNOWN_SHAPES: usize = 256;

pub(super) const SEEN_SLOTS: usize = 1024;

/// A shape of the host, by its identity.
pub(super) struct KnownShape<R> {
    pub(super) identity: usize,
    pub(super) _retained: R,
    /// A number in the profile, or in the message of `epoch`.
    pub(super) number: u32,
    pub(super) epoch: u32,
}

/// The shapes that a message defines. Two shapes of the host may have one definition.
#[derive(Default)]
pub(super) struct Own {
    /// Where each ends in the message's definitions.
    ends: Vec<usize>,
    /// Filled when there are many.
    by_definition: HashMap<Box<[u8]>, u32, RandomState>,
}

impl Own {
    /// Fewer are compared one by one.
    const MANY: usize = 8;

    pub(super) fn clear(&mut self) {
        self.ends.clear();
        if !self.by_definition.is_empty() {
            self.by_definition.clear();
        }
    }

    /// The number of a definition, which is appended to `definitions` unless it stands there.
    pub(super) fn number(&mut self, definition: &[u8], definitions: &mut Vec<u8>) -> u32 {
        let count = self.ends.len();
        if count <= Self::MANY {
            let mut start = 0;
            for (end, number) in self.ends.iter().zip(0..) {
                if definitions[start..*end] == *definition {
                    return number;
                }
                start = *end;
            }
            if count == Self::MANY {
                let mut start = 0;
                for (end, number) in self.ends.iter().zip(0..) {
                    self.by_definition.insert(definitions[start..*end].into(), number);
                    start = *end;
                }
            }
        } else if let Some(number) = self.by_definition.get(definition) {
            return *number;
        }
        if count >= Self::MANY {
            self.by_definition.insert(definition.into(), count as u32);
        }
        definitions.extend_from_slice(definition);
        self.ends.push(definitions.len());
        count as u32
    }
}

/// The epoch of shapes of the profile.
pub(super) const ALWAYS: u32 = u32::MAX;

/// A text that was written, where it stands, and its number.
#[derive(Clone, Copy, Default)]
pub(super) struct SeenSlot {
    pub(super) epoch: u32,
    pub(super) number: u32,
    pub(super) at: u32,
    /// Twice the length, and one if it is wide.
    pub(super) length: u32,
}

impl<R> Memory<R> {
    pub fn new(profile: Option<&Profile>) -> Self {
        let definition = |shape: &Shape| definition(shape).unwrap_or_default().to_vec();
        let shapes = profile.map_or(&[][..], Profile::shapes);
        Self {
            shapes: (0..KNOWN_SHAPES).map(|_| None).collect(),
            own: Own::default(),
            seen: Vec::new(),
            seen_count: 0,
            epoch: 0,
            profile: shapes
                .iter()
                .zip(0..)
                .map(|(known, number)| (definition(&known.shape), number))
                .collect(),
            profile_shapes: shapes.len() as u32,
            body: Vec::new(),
            definitions: Vec::new(),
            texts: Vec::new(),
            scratch: Vec::new(),
            slots: Vec::new(),
            heaviest: 0,
        }
    }

    pub(super) fn begin(&mut self) {
        /// Memory that only a large value needed is given back.
        const KEPT: usize = 1 << 20;
        for buffer in [&mut self.body, &mut self.definitions, &mut self.texts, &mut self.scratch] {
            buffer.clear();
            if buffer.capacity() > KEPT {
                *buffer = Vec::new();
            }
        }
        if self.slots.capacity() > KEPT {
            self.slots = Vec::new();
        }
        self.own.clear();
        self.seen_count = 0;
        self.epoch += 1;
        if self.epoch == ALWAYS {
            self.epoch = 1;
            self.seen.clear();
            self.shapes.iter_mut().for_each(|slot| *slot = None);
        }
    }
}

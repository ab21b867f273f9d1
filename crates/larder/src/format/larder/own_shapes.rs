//! The shapes that a message defines, while it is written.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::ops::Range;

use foldhash::fast::RandomState;

use super::definition_writer::{self, Item, NameTable};
use super::definitions::Names;

/// Shapes in the order in which a message defines them, by their spelled out definitions. They are
/// a path in a tree of those that came again, in which their bytes are remembered: a definition
/// depends on those before it.
pub struct OwnShapes {
    /// Whether definitions spell out all names.
    spell_out: bool,
    /// The names of the profile's definitions.
    of_profile: NameTable,
    /// The definitions of this message.
    pub definitions: Vec<u8>,
    count: u32,
    /// Where the path has come to; [`OwnShapes::UNKNOWN`] beyond what is remembered.
    at: u64,
    /// Of the shapes so far, or those that are needed: the spelled out definitions, and where each
    /// ends.
    spelled_out: Vec<u8>,
    ends: Vec<usize>,
    hashes: Vec<u64>,
    /// The shape of each hash, when there are many.
    by_hash: HashMap<u64, u32, RandomState>,
    /// Names that have numbers, and where in `spelled_out` those stand that come next.
    names: NameTable,
    unnamed: Vec<Range<usize>>,
    items: Vec<Item>,
    hasher: RandomState,
    nodes: Vec<Node>,
    /// The number of the first node, which is the root.
    root: u64,
    edges: HashMap<u64, u64, RandomState>,
    /// Edges that were met once.
    met: Box<[u64]>,
    remembered_bytes: usize,
}

/// A definition after others.
struct Node {
    parent: u64,
    spelled_out: Box<[u8]>,
    hash: u64,
    definition: Box<[u8]>,
    /// Where in `spelled_out` the names stand that take numbers.
    names: Box<[Range<usize>]>,
    cost: usize,
}

/// The number of a shape among those of a message, and what its definition costs a reader at most
/// if it is new.
pub struct Numbered {
    pub number: u32,
    pub cost: usize,
}

/// What a key of a definition costs a reader at most, beside its name.
const DEFINED_KEY_BYTES: usize = 8 * crate::limits::Limits::VALUE_BYTES;

impl OwnShapes {
    /// Where no path is.
    pub const UNKNOWN: u64 = u64::MAX;

    /// Fewer are compared one by one.
    const MANY: usize = 32;

    const MET: usize = 1024;

    const MAX_REMEMBERED_BYTES: usize = 1 << 20;

    const MAX_DEFINITION_BYTES: usize = 8 << 10;

    pub fn new(spell_out: bool, of_profile: NameTable) -> Self {
        let mut shapes = Self {
            spell_out,
            of_profile,
            definitions: Vec::new(),
            count: 0,
            at: 0,
            spelled_out: Vec::new(),
            ends: Vec::new(),
            hashes: Vec::new(),
            by_hash: HashMap::default(),
            names: NameTable::new(),
            unnamed: Vec::new(),
            items: Vec::new(),
            hasher: RandomState::default(),
            nodes: Vec::new(),
            root: 0,
            edges: HashMap::default(),
            met: vec![0; Self::MET].into(),
            remembered_bytes: 0,
        };
        shapes.forget();
        shapes
    }

    /// Begins a message.
    pub fn begin(&mut self) {
        if self.remembered_bytes > Self::MAX_REMEMBERED_BYTES {
            self.forget();
        }
        self.at = self.root;
        self.count = 0;
        self.definitions.clear();
        if !self.ends.is_empty() {
            self.spelled_out.clear();
            self.ends.clear();
            self.hashes.clear();
            self.by_hash.clear();
            self.names.clear();
            self.unnamed.clear();
        }
    }

    fn forget(&mut self) {
        self.root += self.nodes.len() as u64;
        self.nodes.clear();
        self.edges.clear();
        self.remembered_bytes = 0;
        self.nodes.push(Node {
            parent: Self::UNKNOWN,
            spelled_out: Box::default(),
            hash: 0,
            definition: Box::default(),
            names: Box::default(),
            cost: 0,
        });
        self.at = self.root;
    }

    /// Where the path of this message has come to.
    #[inline]
    pub fn at(&self) -> u64 {
        self.at
    }

    fn node(&self, at: u64) -> &Node {
        &self.nodes[(at - self.root) as usize]
    }

    /// Defines the shape of a node that follows the last one.
    #[inline]
    pub fn step(&mut self, to: u64) -> Numbered {
        let node = &self.nodes[(to - self.root) as usize];
        self.definitions.extend_from_slice(&node.definition);
        self.at = to;
        self.count += 1;
        Numbered { number: self.count - 1, cost: node.cost }
    }

    /// What [`OwnShapes::number`] takes with a definition.
    pub fn hash(&self, spelled_out: &[u8]) -> u64 {
        self.hasher.hash_one(spelled_out)
    }

    /// The number of the shape of `keys` keys with this spelled out definition and its hash; it is
    /// defined unless it was.
    pub fn number(&mut self, spelled_out: &[u8], hash: u64, keys: usize) -> Numbered {
        let edge = self.at.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ hash;
        // What follows the shapes so far is none of them.
        if self.at != Self::UNKNOWN
            && let Some(to) = self.edges.get(&edge)
            && self.node(*to).parent == self.at
            && *self.node(*to).spelled_out == *spelled_out
        {
            return self.step(*to);
        }
        self.catch_up();
        if let Some(number) = self.find(spelled_out, hash) {
            return Numbered { number, cost: 0 };
        }
        let start = self.definitions.len();
        self.define(spelled_out);
        // A shape costs as much as a key, and its class, too.
        let cost = (keys + 1) * DEFINED_KEY_BYTES + spelled_out.len();
        self.remember(edge, hash, spelled_out, start, cost);
        self.append(spelled_out, hash);
        self.count += 1;
        Numbered { number: self.count - 1, cost }
    }

    /// Appends a definition to those of the message. Its names take numbers when another comes.
    fn define(&mut self, spelled_out: &[u8]) {
        if self.spell_out {
            return self.definitions.extend_from_slice(spelled_out);
        }
        for name in self.unnamed.drain(..) {
            self.names.add(&self.spelled_out[name]);
        }
        let (of_profile, own) = (&self.of_profile, &self.names);
        let find = |name: &[u8]| {
            let above = of_profile.len() as u32;
            of_profile.find(name).or_else(|| own.find(name).map(|number| number + above))
        };
        let known = (of_profile.len() + own.len(), find);
        let (from, unnamed) = (self.spelled_out.len(), &mut self.unnamed);
        definition_writer::write(
            spelled_out,
            Names::Packed,
            &mut self.items,
            known,
            &mut self.definitions,
            &mut |name| unnamed.push(from + name.start..from + name.end),
        );
    }

    /// Goes on to a node for the definition that begins at `start`, if it was met before.
    fn remember(&mut self, edge: u64, hash: u64, spelled_out: &[u8], start: usize, cost: usize) {
        let parent = std::mem::replace(&mut self.at, Self::UNKNOWN);
        if parent == Self::UNKNOWN || spelled_out.len() > Self::MAX_DEFINITION_BYTES {
            return;
        }
        let met = &mut self.met[edge as usize % Self::MET];
        if *met != edge {
            *met = edge;
            return;
        }
        let from = self.spelled_out.len();
        let names = self.unnamed.iter();
        let node = Node {
            parent,
            spelled_out: spelled_out.into(),
            hash,
            definition: self.definitions[start..].into(),
            names: names.map(|name| name.start - from..name.end - from).collect(),
            cost,
        };
        self.remembered_bytes += size_of::<Node>()
            + node.spelled_out.len()
            + node.definition.len()
            + size_of_val(&*node.names);
        self.at = self.root + self.nodes.len() as u64;
        self.nodes.push(node);
        self.edges.insert(edge, self.at);
    }

    /// Fills in what is needed of the shapes that [`OwnShapes::step`] passed over.
    fn catch_up(&mut self) {
        let missing = self.count as usize - self.ends.len();
        if missing == 0 {
            return;
        }
        // Whatever is beyond a path is filled in at once.
        let mut at = self.at;
        let mut path = Vec::with_capacity(missing);
        for _ in 0..missing {
            path.push(at);
            at = self.node(at).parent;
        }
        for at in path.into_iter().rev() {
            let node = &self.nodes[(at - self.root) as usize];
            let (from, hash) = (self.spelled_out.len(), node.hash);
            self.unnamed.extend(node.names.iter().map(|name| from + name.start..from + name.end));
            self.spelled_out.extend_from_slice(&node.spelled_out);
            self.close(hash);
        }
    }

    fn append(&mut self, spelled_out: &[u8], hash: u64) {
        self.spelled_out.extend_from_slice(spelled_out);
        self.close(hash);
    }

    fn close(&mut self, hash: u64) {
        let number = self.hashes.len();
        self.ends.push(self.spelled_out.len());
        self.hashes.push(hash);
        if number == Self::MANY {
            self.by_hash.extend(self.hashes.iter().copied().zip(0..));
        } else if number > Self::MANY {
            self.by_hash.insert(hash, number as u32);
        }
    }

    /// The number of a shape of this message. (Of two that have one hash, the first may be missed;
    /// then it is defined twice.)
    fn find(&self, spelled_out: &[u8], hash: u64) -> Option<u32> {
        let number = if self.hashes.len() <= Self::MANY {
            self.hashes.iter().position(|other| *other == hash)? as u32
        } else {
            *self.by_hash.get(&hash)?
        };
        let at = number as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        (self.spelled_out[start..self.ends[at]] == *spelled_out).then_some(number)
    }
}

//! Shapes of maps whose keys come one by one.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use foldhash::quality::RandomState;

use crate::shape::{Key, KeyRef, Shape, ShapeParts};

/// Shapes that were met, as a tree of keys: a shape is a path. The key that followed last is
/// compared first, so that maps of one shape one after another cost a comparison a key, without a
/// hash or an allocation (as with the hidden classes of JavaScript engines).
pub struct Shapes {
    nodes: Vec<Node>,
    /// The first of the nodes that have this hash of parent and key.
    heads: HashMap<u64, u32, foldhash::fast::RandomState>,
    /// The node of a class of which no key is known.
    classes: HashMap<Arc<str>, u32, RandomState>,
    hasher: RandomState,
    /// The shape of a map that is not in the tree, while it ends.
    long: Option<Arc<Shape>>,
    bytes: usize,
}

struct Node {
    key: Key,
    class: Option<Arc<str>>,
    parent: u32,
    /// Keys from the root to here.
    depth: u32,
    /// The child that was met last.
    last: u32,
    /// The next node of this hash.
    chain: u32,
    shape: Option<Arc<Shape>>,
}

/// No node: the root is nobody's child.
const NONE: u32 = 0;
/// Maps of more keys are not looked for in the tree, but made anew.
const MAX_KEYS: usize = 64;
/// More is given up before the next value.
const MAX_BYTES: usize = 1 << 20;
/// What a node costs, beside its key.
pub const NODE_BYTES: usize = 256;
/// What a key beyond [`MAX_KEYS`] costs: its place in a vector that grows, another in the shape,
/// and one in the table that finds a key that stands twice.
const LONG_KEY_BYTES: usize = 128;

/// The keys of a map so far.
pub struct Keys {
    node: u32,
    /// All keys, if they are more than the tree has.
    long: Option<ShapeParts>,
}

impl Default for Shapes {
    fn default() -> Self {
        let root = Node {
            key: Key::Null,
            class: None,
            parent: NONE,
            depth: 0,
            last: NONE,
            chain: NONE,
            shape: None,
        };
        Self {
            nodes: vec![root],
            heads: HashMap::default(),
            classes: HashMap::default(),
            hasher: RandomState::default(),
            long: None,
            bytes: 0,
        }
    }
}

impl Shapes {
    /// Forgets what is too much to keep.
    pub fn trim(&mut self) {
        self.long = None;
        if self.bytes > MAX_BYTES {
            *self = Self::default();
        }
    }

    /// A class that objects had.
    pub fn class(&self, name: &[u8]) -> Option<Arc<str>> {
        let name = std::str::from_utf8(name).ok()?;
        self.classes.get_key_value(name).map(|(class, _)| class.clone())
    }

    /// The keys of a map that begins, and whether memory was taken for its class.
    pub fn open(&mut self, class: Option<&Arc<str>>) -> (Keys, bool) {
        let Some(class) = class else { return (Keys { node: NONE, long: None }, false) };
        let known = self.classes.get(class).copied();
        let node = match known {
            Some(node) => node,
            None => {
                let node = self.push(Node {
                    key: Key::Null,
                    class: Some(class.clone()),
                    parent: NONE,
                    depth: 0,
                    last: NONE,
                    chain: NONE,
                    shape: None,
                });
                self.bytes += class.len();
                self.classes.insert(class.clone(), node);
                node
            }
        };
        (Keys { node, long: None }, known.is_none())
    }

    fn push(&mut self, node: Node) -> u32 {
        self.bytes += NODE_BYTES;
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    /// The next key, and what memory was taken for it, beside its bytes; 0 if none was.
    #[inline]
    pub fn key<'s>(&'s mut self, keys: &'s mut Keys, key: KeyRef<'_>) -> (&'s Key, usize) {
        if keys.long.is_none() {
            let last = self.nodes[keys.node as usize].last;
            if last != NONE && key == KeyRef::from(&self.nodes[last as usize].key) {
                keys.node = last;
                return (&self.nodes[last as usize].key, 0);
            }
        }
        self.other_key(keys, key)
    }

    /// The next key, if it is the text that followed last: such bytes need no look whether they are
    /// UTF-8.
    #[inline]
    pub fn same_text(&self, keys: &mut Keys, text: &[u8]) -> Option<&Key> {
        if keys.long.is_some() {
            return None;
        }
        let last = self.nodes[keys.node as usize].last;
        match &self.nodes[last as usize].key {
            key @ Key::Text(known) if last != NONE && known.as_bytes() == text => {
                keys.node = last;
                Some(key)
            }
            _ => None,
        }
    }

    #[inline(never)]
    fn other_key<'s>(&'s mut self, keys: &'s mut Keys, key: KeyRef<'_>) -> (&'s Key, usize) {
        let at = keys.node;
        let depth = self.nodes[at as usize].depth;
        if keys.long.is_none() && depth as usize >= MAX_KEYS {
            keys.long = Some((self.nodes[at as usize].class.clone(), self.path(at)));
        }
        if let Some((_, long)) = &mut keys.long {
            long.push(key.into());
            return (&long[long.len() - 1], LONG_KEY_BYTES);
        }
        let mut hasher = self.hasher.build_hasher();
        at.hash(&mut hasher);
        key.hash(&mut hasher);
        let hash = hasher.finish();
        let head = self.heads.get(&hash).copied().unwrap_or(NONE);
        let mut child = head;
        while child != NONE {
            let node = &self.nodes[child as usize];
            if node.parent == at && key == KeyRef::from(&node.key) {
                break;
            }
            child = node.chain;
        }
        let new = child == NONE;
        if new {
            let class = self.nodes[at as usize].class.clone();
            let node = Node {
                key: key.into(),
                class,
                parent: at,
                depth: depth + 1,
                last: NONE,
                chain: head,
                shape: None,
            };
            child = self.push(node);
            self.bytes += key.bytes();
            self.heads.insert(hash, child);
        }
        self.nodes[at as usize].last = child;
        keys.node = child;
        (&self.nodes[child as usize].key, if new { NODE_BYTES } else { 0 })
    }

    /// The keys of a node, in order.
    fn path(&self, mut at: u32) -> Vec<Key> {
        let mut keys = Vec::with_capacity(self.nodes[at as usize].depth as usize + 1);
        while self.nodes[at as usize].depth > 0 {
            keys.push(self.nodes[at as usize].key.clone());
            at = self.nodes[at as usize].parent;
        }
        keys.reverse();
        keys
    }

    /// The shape of a map that ends; the keys and the class again if a key stands twice.
    #[inline]
    pub fn close(&mut self, keys: Keys) -> Result<&Arc<Shape>, ShapeParts> {
        let Keys { node, long } = keys;
        if long.is_some() || self.nodes[node as usize].shape.is_none() {
            return self.first_close(node, long);
        }
        // It has one, as was just seen.
        self.nodes[node as usize].shape.as_ref().ok_or_else(|| (None, Vec::new()))
    }

    #[inline(never)]
    fn first_close(
        &mut self,
        node: u32,
        long: Option<ShapeParts>,
    ) -> Result<&Arc<Shape>, ShapeParts> {
        if let Some((class, keys)) = long {
            return Ok(self.long.insert(Shape::of(class, keys)?.into()));
        }
        let keys = self.path(node);
        let shape = Shape::of(self.nodes[node as usize].class.clone(), keys)?;
        // A path of this many keys, once for each of its nodes at most.
        self.bytes += 2 * size_of::<Key>() * shape.keys().len();
        Ok(self.nodes[node as usize].shape.insert(shape.into()))
    }
}

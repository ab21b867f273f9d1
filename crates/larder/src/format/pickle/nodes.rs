//! What a pickle's program leaves: nodes that refer to one another.

use crate::error::Result;
use crate::format::pickle::scalar::{self, Scalar};
use crate::format::reading::Reading;
use crate::limits::Limits;

/// A value on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    /// None: a part that an object does not have.
    Absent,
    /// A scalar: the offset of its opcode.
    At(u32),
    /// The number of a node.
    Node(u32),
}

/// What a node is. Its items are what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    List,
    Tuple,
    /// Keys and values in turn.
    Dict,
    Set,
    FrozenSet,
    /// Of one item: its bytes.
    ByteArray,
    /// Bytes, as text of the same code points: what protocols before 3 write.
    Latin1,
    /// A module and a name within it.
    Global,
    /// A global, and the name of an attribute.
    Attribute,
    /// Of one item: what the pickler put for an object that is kept elsewhere.
    Persistent,
    /// A date, time or number of a class that is known: the class, and the tuple of its arguments.
    Known,
    /// Of one item: the number that the UUID is.
    Uuid,
    /// An object: see [`Parts`].
    Object,
}

/// The items of an object, as PEP 307 names what `__reduce__` gives. All but the callable may be
/// absent.
#[derive(Clone, Copy)]
pub struct Parts {
    pub callable: Item,
    /// A tuple that is not empty.
    pub args: Item,
    pub kwargs: Item,
    pub state: Item,
    /// A list node of its own, for what was appended.
    pub list: Item,
    /// A dict node of its own, for what was set by key.
    pub dict: Item,
}

pub const PART_STATE: usize = 3;
pub const PART_LIST: usize = 4;
pub const PART_DICT: usize = 5;

pub struct Node {
    pub items: Vec<Item>,
    /// The offset of the opcode that made it.
    pub at: u32,
    /// 1 beyond its number among shared values, once that has begun.
    pub number: std::cell::Cell<u32>,
    pub kind: NodeKind,
    /// It is the state of an object, whose fields are its items; it may not change any more.
    pub fields: bool,
    /// All its keys are text.
    pub text_keys: bool,
    /// It was met once, on the way from the root.
    pub met: bool,
    /// It was met more than once.
    pub shared: bool,
    /// How often its items were met as those of another node; 2 stands for more.
    pub inlined: u8,
}

/// Nodes, in blocks that never move.
#[derive(Default)]
pub struct Nodes {
    blocks: Vec<Vec<Node>>,
    len: usize,
}

const BLOCK: usize = 64;

impl Nodes {
    fn push(&mut self, reading: &mut Reading<'_, '_>, node: Node) -> Result<u32> {
        if self.len.is_multiple_of(BLOCK) {
            reserve(reading, &mut self.blocks, 1)?;
            reading.charge(BLOCK * size_of::<Node>())?;
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        // Each node takes at least a byte, and 32 bits count the bytes.
        let number = self.len as u32;
        self.len += 1;
        if let Some(block) = self.blocks.last_mut() {
            block.push(node);
        }
        Ok(number)
    }

    pub fn get(&self, number: u32) -> &Node {
        &self.blocks[number as usize / BLOCK][number as usize % BLOCK]
    }

    pub fn get_mut(&mut self, number: u32) -> &mut Node {
        &mut self.blocks[number as usize / BLOCK][number as usize % BLOCK]
    }

    /// A new node.
    pub fn add(
        &mut self,
        reading: &mut Reading<'_, '_>,
        at: usize,
        kind: NodeKind,
        items: &[Item],
    ) -> Result<u32> {
        let mut kept = Vec::new();
        reserve(reading, &mut kept, items.len())?;
        kept.extend_from_slice(items);
        let node = Node {
            items: kept,
            at: at as u32,
            number: Default::default(),
            kind,
            fields: false,
            text_keys: false,
            met: false,
            shared: false,
            inlined: 0,
        };
        self.push(reading, node)
    }

    /// The items of a node, if it is one.
    pub fn items(&self, item: Item) -> &[Item] {
        match item {
            Item::Node(number) => &self.get(number).items,
            _ => &[],
        }
    }

    pub fn kind(&self, item: Item) -> Option<NodeKind> {
        match item {
            Item::Node(number) => Some(self.get(number).kind),
            _ => None,
        }
    }

    pub fn parts(&self, number: u32) -> Option<Parts> {
        let node = self.get(number);
        match (node.kind, node.items.as_slice()) {
            (NodeKind::Object, &[callable, args, kwargs, state, list, dict]) => {
                Some(Parts { callable, args, kwargs, state, list, dict })
            }
            _ => None,
        }
    }

    /// The scalar of an item, if it is one.
    pub fn scalar<'a>(
        &self,
        reading: &mut Reading<'a, '_>,
        item: Item,
    ) -> Result<Option<Scalar<'a>>> {
        let Item::At(at) = item else { return Ok(None) };
        let before = std::mem::replace(&mut reading.input.at, at as usize);
        let scalar = scalar::read(reading);
        reading.input.at = before;
        scalar.map(Some)
    }

    /// Whether an item names something of a module.
    pub fn is_global(&self, bytes: &[u8], item: Item) -> bool {
        match item {
            Item::Absent => false,
            Item::Node(number) => {
                matches!(self.get(number).kind, NodeKind::Global | NodeKind::Attribute)
            }
            Item::At(at) => matches!(
                bytes.get(at as usize),
                Some(&(scalar::GLOBAL | scalar::INST | scalar::EXT1 | scalar::EXT2 | scalar::EXT4))
            ),
        }
    }
}

/// Makes room for `more` items, in steps that double: all of them together are charged at most
/// twice what there is in the end, or once if there is one.
pub fn reserve<T>(reading: &mut Reading<'_, '_>, items: &mut Vec<T>, more: usize) -> Result<()> {
    let needed = items.len() + more;
    if needed > items.capacity() {
        let capacity = needed.max(2 * items.capacity());
        reading.charge(capacity * size_of::<T>() + Limits::TEXT_BYTES)?;
        items.reserve_exact(capacity - items.len());
    }
    Ok(())
}

/// Whether an item is text, or a string of Python 2.
pub fn is_text(bytes: &[u8], item: Item) -> bool {
    matches!(item, Item::At(at) if matches!(
        bytes.get(at as usize),
        Some(
            &(scalar::UNICODE
            | scalar::SHORT_BINUNICODE
            | scalar::BINUNICODE
            | scalar::BINUNICODE8
            | scalar::STRING
            | scalar::BINSTRING
            | scalar::SHORT_BINSTRING)
        )
    ))
}

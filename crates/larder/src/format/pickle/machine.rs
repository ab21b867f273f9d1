//! The stack machine: opcodes in, nodes out. Nothing that a pickle names is imported or called.

use std::collections::HashMap;

use crate::error::{Error, ErrorKind, Result};
use crate::format::pickle::known;
use crate::format::pickle::scalar::{self, Scalar};
use crate::format::reading::Reading;
use crate::limits::Limits;

const MARK: u8 = b'(';
const STOP: u8 = b'.';
const POP: u8 = b'0';
const POP_MARK: u8 = b'1';
const DUP: u8 = b'2';
const BINPERSID: u8 = b'Q';
const REDUCE: u8 = b'R';
const APPEND: u8 = b'a';
const BUILD: u8 = b'b';
const DICT: u8 = b'd';
const EMPTY_DICT: u8 = b'}';
const APPENDS: u8 = b'e';
const GET: u8 = b'g';
const BINGET: u8 = b'h';
const LONG_BINGET: u8 = b'j';
const LIST: u8 = b'l';
const EMPTY_LIST: u8 = b']';
const OBJ: u8 = b'o';
const PUT: u8 = b'p';
const BINPUT: u8 = b'q';
const LONG_BINPUT: u8 = b'r';
const SETITEM: u8 = b's';
const SETITEMS: u8 = b'u';
const PROTO: u8 = 0x80;
const NEWOBJ: u8 = 0x81;
const TUPLE1: u8 = 0x85;
const TUPLE3: u8 = 0x87;
const EMPTY_SET: u8 = 0x8F;
const ADDITEMS: u8 = 0x90;
const FROZENSET: u8 = 0x91;
const NEWOBJ_EX: u8 = 0x92;
const STACK_GLOBAL: u8 = 0x93;
const MEMOIZE: u8 = 0x94;
const FRAME: u8 = 0x95;
const NEXT_BUFFER: u8 = 0x97;
const READONLY_BUFFER: u8 = 0x98;

const LATEST_PROTOCOL: u8 = 5;

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
pub enum Kind {
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

/// The items of an object, as PEP 307 names what `__reduce__` gives. All but the callable may be absent.
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

pub struct Node {
    pub items: Vec<Item>,
    /// The offset of the opcode that made it.
    pub at: u32,
    /// 1 beyond its number among shared values, once that has begun.
    pub number: std::cell::Cell<u32>,
    pub kind: Kind,
    /// It is the state of an object, whose fields are its items; it may not change any more.
    fields: bool,
    /// All its keys are text.
    text_keys: bool,
    /// It was met once, on the way from the root.
    met: bool,
    /// It was met more than once.
    pub shared: bool,
    /// How often its items were met as those of another node; 2 stands for more.
    inlined: u8,
}

/// Nodes, in blocks that never move.
#[derive(Default)]
struct Arena {
    blocks: Vec<Vec<Node>>,
    len: usize,
}

const BLOCK: usize = 64;

impl Arena {
    fn push(&mut self, reading: &mut Reading<'_, '_>, node: Node) -> Result<u32> {
        if self.len.is_multiple_of(BLOCK) {
            reserve(reading, &mut self.blocks, 1)?;
            reading.charge(BLOCK * size_of::<Node>())?;
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        // No node without a byte, and no more bytes than 32 bits count.
        let number = self.len as u32;
        self.len += 1;
        if let Some(block) = self.blocks.last_mut() {
            block.push(node);
        }
        Ok(number)
    }

    fn get(&self, number: u32) -> &Node {
        &self.blocks[number as usize / BLOCK][number as usize % BLOCK]
    }

    fn get_mut(&mut self, number: u32) -> &mut Node {
        &mut self.blocks[number as usize / BLOCK][number as usize % BLOCK]
    }
}

/// What was put aside, by number. Picklers count from 0 or 1; other numbers may come.
#[derive(Default)]
struct Memo {
    dense: Vec<Item>,
    sparse: HashMap<u32, Item, foldhash::quality::RandomState>,
    count: u32,
}

/// Numbers so far beyond the greatest are dense as well.
const MEMO_GAP: usize = 64;
const SPARSE_BYTES: usize = 96;

impl Memo {
    fn put(&mut self, reading: &mut Reading<'_, '_>, number: u32, item: Item) -> Result<()> {
        let at = number as usize;
        let new = self.get(number).is_none();
        if at < self.dense.len() + MEMO_GAP {
            if let Some(more) = (at + 1).checked_sub(self.dense.len()) {
                reserve(reading, &mut self.dense, more)?;
                self.dense.resize(at + 1, Item::Absent);
            }
            self.dense[at] = item;
        } else {
            if new {
                reading.charge(SPARSE_BYTES)?;
            }
            self.sparse.insert(number, item);
        }
        self.count += u32::from(new);
        Ok(())
    }

    fn get(&self, number: u32) -> Option<Item> {
        match self.dense.get(number as usize) {
            Some(Item::Absent) | None => self.sparse.get(&number).copied(),
            Some(item) => Some(*item),
        }
    }
}

/// Makes room for `more` items, in steps that double: all of them together are charged at most twice what there is in the end, or once if there is one.
pub fn reserve<T>(reading: &mut Reading<'_, '_>, items: &mut Vec<T>, more: usize) -> Result<()> {
    let needed = items.len() + more;
    if needed > items.capacity() {
        let capacity = needed.max(2 * items.capacity());
        reading.charge(capacity * size_of::<T>() + Limits::TEXT_BYTES)?;
        items.reserve_exact(capacity - items.len());
    }
    Ok(())
}

/// The machine, and the nodes that it leaves.
#[derive(Default)]
pub struct Machine {
    nodes: Arena,
    stack: Vec<Item>,
    /// How many items were on the stack at each mark.
    marks: Vec<u32>,
    memo: Memo,
}

#[cold]
fn wrong(at: usize, what: &str) -> Error {
    Error::at(ErrorKind::BadSyntax, at, what)
}

impl Machine {
    /// Runs the program at the input's position up to its STOP: what that leaves is the value.
    pub fn run(&mut self, reading: &mut Reading<'_, '_>) -> Result<Item> {
        if u32::try_from(reading.input.bytes.len()).is_err() {
            return Err(reading.error(ErrorKind::TooLarge, "more bytes than 32 bits count"));
        }
        loop {
            let at = reading.input.at;
            match reading.input.byte()? {
                scalar::NONE
                | scalar::NEWTRUE
                | scalar::NEWFALSE
                | scalar::EMPTY_TUPLE
                | scalar::INT
                | scalar::BININT
                | scalar::BININT1
                | scalar::BININT2
                | scalar::LONG
                | scalar::LONG1
                | scalar::LONG4
                | scalar::FLOAT
                | scalar::BINFLOAT
                | scalar::STRING
                | scalar::BINSTRING
                | scalar::SHORT_BINSTRING
                | scalar::UNICODE
                | scalar::SHORT_BINUNICODE
                | scalar::BINUNICODE
                | scalar::BINUNICODE8
                | scalar::BINBYTES
                | scalar::SHORT_BINBYTES
                | scalar::BINBYTES8
                | scalar::GLOBAL
                | scalar::EXT1
                | scalar::EXT2
                | scalar::EXT4
                | scalar::PERSID => {
                    reading.input.at = at;
                    scalar::read(reading)?;
                    self.push(reading, Item::At(at as u32))?;
                }
                scalar::BYTEARRAY8 => {
                    reading.input.at = at;
                    scalar::read(reading)?;
                    self.node(reading, at, Kind::ByteArray, &[Item::At(at as u32)])?;
                }
                MARK => {
                    reserve(reading, &mut self.marks, 1)?;
                    self.marks.push(self.stack.len() as u32);
                }
                STOP => return self.pop(at),
                POP if self.stack.len() > self.base() => {
                    self.stack.pop();
                }
                POP | POP_MARK => {
                    let start = self.pop_mark(at)?;
                    self.stack.truncate(start);
                }
                DUP => {
                    let item = self.top(at)?;
                    self.push(reading, item)?;
                }

                EMPTY_LIST => self.node(reading, at, Kind::List, &[])?,
                EMPTY_DICT => self.node(reading, at, Kind::Dict, &[])?,
                EMPTY_SET => self.node(reading, at, Kind::Set, &[])?,
                LIST => self.collect(reading, at, Kind::List)?,
                FROZENSET => self.collect(reading, at, Kind::FrozenSet)?,
                DICT => {
                    self.collect(reading, at, Kind::Dict)?;
                    if let Ok(Item::Node(dict)) = self.top(at)
                        && !self.node_of(dict).items.len().is_multiple_of(2)
                    {
                        return Err(wrong(at, "a key without a value"));
                    }
                }
                scalar::TUPLE if self.marks.last().is_some_and(|mark| *mark as usize == self.stack.len()) => {
                    self.marks.pop();
                    self.push(reading, Item::At(at as u32))?;
                }
                scalar::TUPLE => self.collect(reading, at, Kind::Tuple)?,
                opcode @ TUPLE1..=TUPLE3 => {
                    let count = usize::from(opcode - TUPLE1) + 1;
                    let start = self.stack.len().checked_sub(count).filter(|start| *start >= self.base());
                    let start = start.ok_or_else(|| wrong(at, "a tuple of more than the stack has"))?;
                    self.collect_from(reading, at, Kind::Tuple, start)?;
                }
                APPEND => {
                    let start = self.stack.len().saturating_sub(1);
                    self.extend(reading, at, start, Kind::List)?;
                }
                SETITEM => {
                    let start = self.stack.len().saturating_sub(2);
                    self.extend(reading, at, start, Kind::Dict)?;
                }
                opcode @ (APPENDS | SETITEMS | ADDITEMS) => {
                    let start = self.pop_mark(at)?;
                    let kind = match opcode {
                        APPENDS => Kind::List,
                        SETITEMS => Kind::Dict,
                        _ => Kind::Set,
                    };
                    self.extend(reading, at, start, kind)?;
                }

                PUT => {
                    let number = memo_number(reading)?;
                    self.put(reading, at, number)?;
                }
                BINPUT => {
                    let number = u32::from(reading.input.byte()?);
                    self.put(reading, at, number)?;
                }
                LONG_BINPUT => {
                    let number = u32::from_le_bytes(reading.input.array()?);
                    self.put(reading, at, number)?;
                }
                MEMOIZE => self.put(reading, at, self.memo.count)?,
                GET => {
                    let number = memo_number(reading)?;
                    self.recall(reading, at, number)?;
                }
                BINGET => {
                    let number = u32::from(reading.input.byte()?);
                    self.recall(reading, at, number)?;
                }
                LONG_BINGET => {
                    let number = u32::from_le_bytes(reading.input.array()?);
                    self.recall(reading, at, number)?;
                }

                STACK_GLOBAL => {
                    let (name, module) = (self.pop(at)?, self.pop(at)?);
                    if !(is_text(reading.input.bytes, module) && is_text(reading.input.bytes, name)) {
                        return Err(wrong(at, "a global whose names are no text"));
                    }
                    self.node(reading, at, Kind::Global, &[module, name])?;
                }
                BINPERSID => {
                    let id = self.pop(at)?;
                    self.node(reading, at, Kind::Persistent, &[id])?;
                }
                REDUCE => {
                    let (args, callable) = (self.pop(at)?, self.pop(at)?);
                    self.call(reading, at, callable, args)?;
                }
                NEWOBJ => {
                    let (args, class) = (self.pop(at)?, self.pop(at)?);
                    self.new_object(reading, at, class, args, Item::Absent)?;
                }
                NEWOBJ_EX => {
                    let (kwargs, args, class) = (self.pop(at)?, self.pop(at)?, self.pop(at)?);
                    self.new_object(reading, at, class, args, kwargs)?;
                }
                scalar::INST => {
                    reading.input.at = at;
                    scalar::read(reading)?;
                    let start = self.pop_mark(at)?;
                    self.construct(reading, at, Item::At(at as u32), start)?;
                }
                OBJ => {
                    let start = self.pop_mark(at)?;
                    let class = *self.stack.get(start).ok_or_else(|| wrong(at, "an object without a class"))?;
                    self.construct(reading, at, class, start + 1)?;
                    // The class is below the object.
                    self.stack.swap_remove(start);
                }
                BUILD => {
                    let state = self.pop(at)?;
                    self.build(reading, at, state)?;
                }

                PROTO => {
                    if reading.input.byte()? > LATEST_PROTOCOL {
                        return Err(Error::at(ErrorKind::Unsupported, at, "a protocol beyond 5"));
                    }
                }
                FRAME => {
                    let length = u64::from_le_bytes(reading.input.array()?);
                    reading.count(length, 1)?;
                }
                NEXT_BUFFER | READONLY_BUFFER => {
                    return Err(Error::at(ErrorKind::Unsupported, at, "a buffer that stands outside of the pickle"));
                }
                _ if at == 0 => return Err(Error::at(ErrorKind::WrongFormat, at, "no opcode of a pickle")),
                _ => return Err(Error::at(ErrorKind::BadTag, at, "no opcode of a pickle")),
            }
        }
    }

    /// The stack and the memo have done their work.
    pub fn finish(&mut self) {
        (self.stack, self.marks, self.memo) = Default::default();
    }

    pub fn node_of(&self, number: u32) -> &Node {
        self.nodes.get(number)
    }

    /// Where the items after the last mark begin.
    fn base(&self) -> usize {
        self.marks.last().map_or(0, |mark| *mark as usize)
    }

    fn push(&mut self, reading: &mut Reading<'_, '_>, item: Item) -> Result<()> {
        reserve(reading, &mut self.stack, 1)?;
        self.stack.push(item);
        Ok(())
    }

    fn top(&self, at: usize) -> Result<Item> {
        match self.stack.last() {
            Some(item) if self.stack.len() > self.base() => Ok(*item),
            _ => Err(wrong(at, "an opcode that finds nothing on the stack")),
        }
    }

    fn pop(&mut self, at: usize) -> Result<Item> {
        let item = self.top(at)?;
        self.stack.pop();
        Ok(item)
    }

    /// Where the items of the last mark begin, which is taken away.
    fn pop_mark(&mut self, at: usize) -> Result<usize> {
        self.marks.pop().map(|mark| mark as usize).ok_or_else(|| wrong(at, "an opcode that finds no mark"))
    }

    /// A new node.
    fn add(&mut self, reading: &mut Reading<'_, '_>, at: usize, kind: Kind, items: &[Item]) -> Result<u32> {
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
        self.nodes.push(reading, node)
    }

    /// A new node, which is put on the stack.
    fn node(&mut self, reading: &mut Reading<'_, '_>, at: usize, kind: Kind, items: &[Item]) -> Result<()> {
        let node = self.add(reading, at, kind, items)?;
        self.push(reading, Item::Node(node))
    }

    fn collect(&mut self, reading: &mut Reading<'_, '_>, at: usize, kind: Kind) -> Result<()> {
        let start = self.pop_mark(at)?;
        self.collect_from(reading, at, kind, start)
    }

    /// A new node of the items from `start` on, in their place.
    fn collect_from(&mut self, reading: &mut Reading<'_, '_>, at: usize, kind: Kind, start: usize) -> Result<()> {
        let stack = std::mem::take(&mut self.stack);
        let node = self.add(reading, at, kind, &stack[start..]);
        self.stack = stack;
        self.stack.truncate(start);
        self.push(reading, Item::Node(node?))
    }

    fn put(&mut self, reading: &mut Reading<'_, '_>, at: usize, number: u32) -> Result<()> {
        let item = self.top(at)?;
        self.memo.put(reading, number, item)
    }

    fn recall(&mut self, reading: &mut Reading<'_, '_>, at: usize, number: u32) -> Result<()> {
        match self.memo.get(number) {
            Some(item) => self.push(reading, item),
            None => Err(Error::at(ErrorKind::UnknownReference, at, "nothing was put into the memo under this number")),
        }
    }

    /// The items from `start` on go into the list, dict or set below them, or are what an object there was given as one.
    fn extend(&mut self, reading: &mut Reading<'_, '_>, at: usize, start: usize, kind: Kind) -> Result<()> {
        let below = start.checked_sub(1).filter(|below| *below >= self.base()).and_then(|below| self.stack.get(below));
        let Some(&Item::Node(number)) = below else { return Err(wrong(at, "items for what takes none")) };
        let stack = std::mem::take(&mut self.stack);
        let extended = self.extend_node(reading, at, number, kind, &stack[start..]);
        self.stack = stack;
        self.stack.truncate(start);
        extended
    }

    fn extend_node(
        &mut self,
        reading: &mut Reading<'_, '_>,
        at: usize,
        mut number: u32,
        kind: Kind,
        items: &[Item],
    ) -> Result<()> {
        if kind == Kind::Dict && !items.len().is_multiple_of(2) {
            return Err(wrong(at, "a key without a value"));
        }
        if let Some(parts) = self.parts(number) {
            let (place, part) = match kind {
                Kind::List => (PART_LIST, parts.list),
                Kind::Dict => (PART_DICT, parts.dict),
                _ => return Err(Error::at(ErrorKind::Unsupported, at, "items of a set for another object")),
            };
            number = match part {
                Item::Node(part) => part,
                _ => {
                    let part = self.add(reading, at, kind, &[])?;
                    self.nodes.get_mut(number).items[place] = Item::Node(part);
                    part
                }
            };
        }
        let node = self.nodes.get_mut(number);
        if node.kind != kind {
            return Err(wrong(at, "items for what takes none"));
        }
        if node.fields {
            return Err(Error::at(ErrorKind::Unsupported, at, "the state of an object that changes later"));
        }
        reserve(reading, &mut node.items, items.len())?;
        node.items.extend_from_slice(items);
        Ok(())
    }

    /// The items of a node, if it is one.
    pub fn items(&self, item: Item) -> &[Item] {
        match item {
            Item::Node(number) => &self.nodes.get(number).items,
            _ => &[],
        }
    }

    pub fn kind(&self, item: Item) -> Option<Kind> {
        match item {
            Item::Node(number) => Some(self.nodes.get(number).kind),
            _ => None,
        }
    }

    pub fn parts(&self, number: u32) -> Option<Parts> {
        let node = self.nodes.get(number);
        match (node.kind, node.items.as_slice()) {
            (Kind::Object, &[callable, args, kwargs, state, list, dict]) => {
                Some(Parts { callable, args, kwargs, state, list, dict })
            }
            _ => None,
        }
    }

    /// The scalar of an item, if it is one.
    pub fn scalar<'a>(&self, reading: &mut Reading<'a, '_>, item: Item) -> Result<Option<Scalar<'a>>> {
        let Item::At(at) = item else { return Ok(None) };
        let before = std::mem::replace(&mut reading.input.at, at as usize);
        let scalar = scalar::read(reading);
        reading.input.at = before;
        scalar.map(Some)
    }

    /// An object: what a class or function made, or would make, of arguments.
    fn object(&mut self, reading: &mut Reading<'_, '_>, at: usize, callable: Item, args: Item, kwargs: Item) -> Result<()> {
        self.node(reading, at, Kind::Object, &[callable, args, kwargs, Item::Absent, Item::Absent, Item::Absent])
    }

    /// An object of the class with the items from `start` on as arguments.
    fn construct(&mut self, reading: &mut Reading<'_, '_>, at: usize, class: Item, start: usize) -> Result<()> {
        let mut args = Item::Absent;
        if self.stack.len() > start {
            self.collect_from(reading, at, Kind::Tuple, start)?;
            args = self.pop(at)?;
        }
        self.object(reading, at, class, args, Item::Absent)
    }

    /// What `__new__` of a class would make.
    fn new_object(&mut self, reading: &mut Reading<'_, '_>, at: usize, class: Item, args: Item, kwargs: Item) -> Result<()> {
        let args = self.tuple(reading, at, args)?;
        let kwargs = match self.kind(kwargs) {
            _ if kwargs == Item::Absent => kwargs,
            Some(Kind::Dict) if self.items(kwargs).is_empty() => Item::Absent,
            Some(Kind::Dict) => kwargs,
            _ => return Err(wrong(at, "arguments by name that are no dict")),
        };
        if kwargs == Item::Absent && known::value(self, reading, class, args)?.is_some() {
            return self.node(reading, at, Kind::Known, &[class, args]);
        }
        self.object(reading, at, class, args, kwargs)
    }

    /// What a call would give. A few callables are known: those that picklers use for plain data.
    fn call(&mut self, reading: &mut Reading<'_, '_>, at: usize, callable: Item, args: Item) -> Result<()> {
        let args = self.tuple(reading, at, args)?;
        let bytes = reading.input.bytes;
        let Some((module, name)) = known::name(self, bytes, callable) else {
            return self.object(reading, at, callable, args, Item::Absent);
        };
        match (module, name, self.items(args)) {
            (b"copyreg", b"_reconstructor", &[class, _, state]) => {
                let none = matches!(state, Item::At(at) if bytes.get(at as usize) == Some(&scalar::NONE));
                let args = if none { Item::Absent } else { Item::Node(self.add(reading, at, Kind::Tuple, &[state])?) };
                self.object(reading, at, class, args, Item::Absent)
            }
            (b"copyreg", b"__newobj__", &[class, ref rest @ ..]) => {
                reading.charge(size_of_val(rest))?;
                let rest = rest.to_vec();
                let args = match rest.as_slice() {
                    [] => Item::Absent,
                    rest => Item::Node(self.add(reading, at, Kind::Tuple, rest)?),
                };
                self.object(reading, at, class, args, Item::Absent)
            }
            (b"copyreg", b"__newobj_ex__", &[class, args, kwargs]) => self.new_object(reading, at, class, args, kwargs),
            (b"builtins", b"getattr", &[of, attribute]) if self.is_global(bytes, of) && is_text(bytes, attribute) => {
                self.node(reading, at, Kind::Attribute, &[of, attribute])
            }
            (b"builtins", b"set" | b"frozenset", given) if known::is_sequence(self, bytes, given) => {
                let kind = if name == b"set" { Kind::Set } else { Kind::FrozenSet };
                let items = given.first().map_or(&[][..], |items| self.items(*items));
                reading.charge(size_of_val(items))?;
                let items = items.to_vec();
                self.node(reading, at, kind, &items)
            }
            (b"builtins", b"bytes", &[]) => self.node(reading, at, Kind::Latin1, &[]),
            (b"_codecs", b"encode", &[text, encoding]) if known::is_latin1(bytes, text, encoding) => {
                self.latin1(reading, at, text)
            }
            (b"builtins", b"bytearray", &[]) => self.node(reading, at, Kind::ByteArray, &[]),
            (b"builtins", b"bytearray", &[of]) if known::is_bytes(self, bytes, of) => {
                self.node(reading, at, Kind::ByteArray, &[of])
            }
            (b"builtins", b"bytearray", &[text, encoding]) if known::is_latin1(bytes, text, encoding) => {
                self.latin1(reading, at, text)?;
                let of = self.pop(at)?;
                self.node(reading, at, Kind::ByteArray, &[of])
            }
            _ if known::value(self, reading, callable, args)?.is_some() => self.node(reading, at, Kind::Known, &[callable, args]),
            _ => self.object(reading, at, callable, args, Item::Absent),
        }
    }

    /// A tuple of arguments; absent if it is empty.
    fn tuple(&self, reading: &mut Reading<'_, '_>, at: usize, args: Item) -> Result<Item> {
        match (self.kind(args), args) {
            (Some(Kind::Tuple), _) => Ok(args),
            (None, Item::At(_)) if matches!(self.scalar(reading, args)?, Some(Scalar::EmptyTuple)) => Ok(Item::Absent),
            _ => Err(wrong(at, "arguments that are no tuple")),
        }
    }

    fn latin1(&mut self, reading: &mut Reading<'_, '_>, at: usize, text: Item) -> Result<()> {
        self.node(reading, at, Kind::Latin1, &[text])?;
        match self.stack.last() {
            Some(node) if known::bytes(self, reading, *node)?.is_some() => Ok(()),
            _ => Err(wrong(at, "bytes from text beyond Latin-1")),
        }
    }

    /// The object on the stack gets its state.
    fn build(&mut self, reading: &mut Reading<'_, '_>, at: usize, state: Item) -> Result<()> {
        let Item::Node(number) = self.top(at)? else { return Err(wrong(at, "a state for what has none")) };
        let Some(parts) = self.parts(number) else { return Err(wrong(at, "a state for what has none")) };
        if parts.state != Item::Absent {
            return Err(Error::at(ErrorKind::Unsupported, at, "an object that gets a second state"));
        }
        let dicts = match (self.kind(state), self.items(state)) {
            (Some(Kind::Dict), _) => [state, Item::Absent],
            // What `object.__reduce_ex__` gives of a class with `__slots__`.
            (Some(Kind::Tuple), &[dict, slots]) => [dict, slots],
            _ => [Item::Absent; 2],
        };
        for dict in dicts {
            if let Item::Node(dict) = dict
                && self.node_of(dict).kind == Kind::Dict
                && !self.node_of(dict).fields
            {
                let bytes = reading.input.bytes;
                let node = self.nodes.get_mut(dict);
                node.fields = true;
                node.text_keys = node.items.chunks(2).all(|pair| is_text(bytes, pair[0]));
            }
        }
        if let Some(int) = known::uuid(self, reading, parts, state)? {
            let node = self.nodes.get_mut(number);
            (node.kind, node.items) = (Kind::Uuid, Vec::new());
            reserve(reading, &mut node.items, 1)?;
            node.items.push(int);
        } else {
            self.nodes.get_mut(number).items[PART_STATE] = state;
        }
        Ok(())
    }

    /// Whether an item names something of a module.
    pub fn is_global(&self, bytes: &[u8], item: Item) -> bool {
        match item {
            Item::Absent => false,
            Item::Node(number) => matches!(self.node_of(number).kind, Kind::Global | Kind::Attribute),
            Item::At(at) => matches!(
                bytes.get(at as usize),
                Some(&(scalar::GLOBAL | scalar::INST | scalar::EXT1 | scalar::EXT2 | scalar::EXT4))
            ),
        }
    }

    /// How an object is told.
    pub fn form(&self, bytes: &[u8], parts: Parts) -> Form {
        const ABSENT: Item = Item::Absent;
        let Parts { callable, args, kwargs, state, list, dict } = parts;
        if !self.is_global(bytes, callable) || kwargs != ABSENT {
            return Form::Parts;
        }
        if state == ABSENT
            && let Some((b"collections", name)) = known::name(self, bytes, callable)
        {
            let no_args = args == ABSENT;
            let of_none = || matches!(self.items(args), &[Item::At(at)] if bytes.get(at as usize) == Some(&scalar::NONE));
            match name {
                b"OrderedDict" if no_args && list == ABSENT => return Form::Dict,
                b"defaultdict" if (no_args || of_none()) && list == ABSENT => return Form::Dict,
                b"deque" if no_args && dict == ABSENT => return Form::List,
                _ => {}
            }
        }
        match (args, state, list, dict) {
            (ABSENT, ABSENT, ABSENT, ABSENT) => Form::Fields(ABSENT, ABSENT),
            // The list would be taken for what it holds.
            (_, ABSENT, ABSENT, ABSENT)
                if matches!(
                    known::name(self, bytes, callable),
                    Some((b"builtins", b"tuple" | b"set" | b"frozenset") | (b"collections", b"deque"))
                ) =>
            {
                Form::Parts
            }
            (_, ABSENT, ABSENT, ABSENT) => Form::Args,
            (ABSENT, _, ABSENT, ABSENT) => match (self.kind(state), self.items(state)) {
                (Some(Kind::Dict), _) if self.has_text_keys(state) => Form::Fields(state, ABSENT),
                (Some(Kind::Tuple), &[dict, slots]) if self.has_text_keys(slots) => match dict {
                    Item::At(at) if bytes.get(at as usize) == Some(&scalar::NONE) => Form::Fields(ABSENT, slots),
                    _ if self.has_text_keys(dict) => Form::Fields(dict, slots),
                    _ => Form::Parts,
                },
                _ => Form::Parts,
            },
            _ => Form::Parts,
        }
    }

    /// Whether it is a dict that is a state, of which all keys are text.
    fn has_text_keys(&self, item: Item) -> bool {
        matches!(item, Item::Node(number) if self.node_of(number).text_keys)
    }

    /// Marks the nodes that are met more than once from the root on.
    pub fn mark_shared(&mut self, reading: &mut Reading<'_, '_>, root: Item) -> Result<()> {
        let bytes = reading.input.bytes;
        let mut open = Vec::new();
        self.meet(reading, &mut open, root)?;
        while let Some(number) = open.pop() {
            let Some(parts) = self.parts(number) else {
                self.meet_items(reading, &mut open, number)?;
                continue;
            };
            let (met, inlined) = match self.form(bytes, parts) {
                Form::Fields(dict, slots) => ([Item::Absent; 3], [dict, slots, Item::Absent]),
                Form::Args | Form::Dict | Form::List => ([Item::Absent; 3], [parts.args, parts.list, parts.dict]),
                Form::Parts => ([parts.callable, parts.kwargs, parts.state], [parts.args, parts.list, parts.dict]),
            };
            for item in met {
                self.meet(reading, &mut open, item)?;
            }
            for item in inlined {
                let Item::Node(number) = item else { continue };
                // A third time says nothing new: what it holds is shared since the second.
                let node = self.nodes.get_mut(number);
                if node.inlined < 2 {
                    node.inlined += 1;
                    self.meet_items(reading, &mut open, number)?;
                }
            }
        }
        Ok(())
    }

    fn meet(&mut self, reading: &mut Reading<'_, '_>, open: &mut Vec<u32>, item: Item) -> Result<()> {
        let Item::Node(number) = item else { return Ok(()) };
        let node = self.nodes.get_mut(number);
        if matches!(node.kind, Kind::Latin1 | Kind::Global | Kind::Attribute | Kind::Known | Kind::Uuid) {
            // Told again, wherever it stands: nothing that changes.
            return Ok(());
        }
        if std::mem::replace(&mut node.met, true) {
            node.shared = true;
            return Ok(());
        }
        reserve(reading, open, 1)?;
        open.push(number);
        Ok(())
    }

    fn meet_items(&mut self, reading: &mut Reading<'_, '_>, open: &mut Vec<u32>, number: u32) -> Result<()> {
        let items = std::mem::take(&mut self.nodes.get_mut(number).items);
        let met = items.iter().try_for_each(|item| self.meet(reading, open, *item));
        self.nodes.get_mut(number).items = items;
        met
    }
}

const PART_STATE: usize = 3;
const PART_LIST: usize = 4;
const PART_DICT: usize = 5;

/// How an object is told, by what it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Its state is one or two dicts: the fields.
    Fields(Item, Item),
    /// A list of its arguments.
    Args,
    /// What was set by key, of a class that is known.
    Dict,
    /// What was appended, of a class that is known.
    List,
    /// A map of its parts.
    Parts,
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

/// A number of the memo, as a line.
fn memo_number(reading: &mut Reading<'_, '_>) -> Result<u32> {
    let at = reading.input.at;
    let number = std::str::from_utf8(scalar::line(reading)?).ok().and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| Error::at(ErrorKind::BadNumber, at, "a number of the memo that is none"))
}

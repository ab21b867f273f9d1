//! The stack machine: opcodes in, nodes out. Nothing that a pickle names is imported or called.

use std::collections::HashMap;

use crate::error::{Error, ErrorKind, Result};
use crate::format::pickle::known;
use crate::format::pickle::nodes::{
    Item, NodeKind, Nodes, PART_DICT, PART_LIST, PART_STATE, is_text, reserve,
};
use crate::format::pickle::scalar::{self, Scalar};
use crate::format::reading::Reading;

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

/// The machine, and the nodes that it leaves.
#[derive(Default)]
pub struct Machine {
    pub nodes: Nodes,
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
                    self.node(reading, at, NodeKind::ByteArray, &[Item::At(at as u32)])?;
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

                EMPTY_LIST => self.node(reading, at, NodeKind::List, &[])?,
                EMPTY_DICT => self.node(reading, at, NodeKind::Dict, &[])?,
                EMPTY_SET => self.node(reading, at, NodeKind::Set, &[])?,
                LIST => self.collect(reading, at, NodeKind::List)?,
                FROZENSET => self.collect(reading, at, NodeKind::FrozenSet)?,
                DICT => {
                    self.collect(reading, at, NodeKind::Dict)?;
                    if let Ok(Item::Node(dict)) = self.top(at)
                        && !self.nodes.get(dict).items.len().is_multiple_of(2)
                    {
                        return Err(wrong(at, "a key without a value"));
                    }
                }
                scalar::TUPLE
                    if self.marks.last().is_some_and(|mark| *mark as usize == self.stack.len()) =>
                {
                    self.marks.pop();
                    self.push(reading, Item::At(at as u32))?;
                }
                scalar::TUPLE => self.collect(reading, at, NodeKind::Tuple)?,
                opcode @ TUPLE1..=TUPLE3 => {
                    let count = usize::from(opcode - TUPLE1) + 1;
                    let start =
                        self.stack.len().checked_sub(count).filter(|start| *start >= self.base());
                    let start = start
                        .ok_or_else(|| wrong(at, "a tuple of more items than the stack has"))?;
                    self.collect_from(reading, at, NodeKind::Tuple, start)?;
                }
                APPEND => {
                    let start = self.stack.len().saturating_sub(1);
                    self.extend(reading, at, start, NodeKind::List)?;
                }
                SETITEM => {
                    let start = self.stack.len().saturating_sub(2);
                    self.extend(reading, at, start, NodeKind::Dict)?;
                }
                opcode @ (APPENDS | SETITEMS | ADDITEMS) => {
                    let start = self.pop_mark(at)?;
                    let kind = match opcode {
                        APPENDS => NodeKind::List,
                        SETITEMS => NodeKind::Dict,
                        _ => NodeKind::Set,
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
                    if !(is_text(reading.input.bytes, module) && is_text(reading.input.bytes, name))
                    {
                        return Err(wrong(at, "the names of a global must be text"));
                    }
                    self.node(reading, at, NodeKind::Global, &[module, name])?;
                }
                BINPERSID => {
                    let id = self.pop(at)?;
                    self.node(reading, at, NodeKind::Persistent, &[id])?;
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
                    let class = *self
                        .stack
                        .get(start)
                        .ok_or_else(|| wrong(at, "an object without a class"))?;
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
                    return Err(Error::at(
                        ErrorKind::Unsupported,
                        at,
                        "a buffer outside of the pickle",
                    ));
                }
                _ if at == 0 => {
                    return Err(Error::at(ErrorKind::WrongFormat, at, "unknown opcode"));
                }
                _ => return Err(Error::at(ErrorKind::BadTag, at, "unknown opcode")),
            }
        }
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
        self.marks
            .pop()
            .map(|mark| mark as usize)
            .ok_or_else(|| wrong(at, "an opcode that finds no mark"))
    }

    /// A new node, which is put on the stack.
    fn node(
        &mut self,
        reading: &mut Reading<'_, '_>,
        at: usize,
        kind: NodeKind,
        items: &[Item],
    ) -> Result<()> {
        let node = self.nodes.add(reading, at, kind, items)?;
        self.push(reading, Item::Node(node))
    }

    fn collect(&mut self, reading: &mut Reading<'_, '_>, at: usize, kind: NodeKind) -> Result<()> {
        let start = self.pop_mark(at)?;
        self.collect_from(reading, at, kind, start)
    }

    /// A new node of the items from `start` on, in their place.
    fn collect_from(
        &mut self,
        reading: &mut Reading<'_, '_>,
        at: usize,
        kind: NodeKind,
        start: usize,
    ) -> Result<()> {
        let stack = std::mem::take(&mut self.stack);
        let node = self.nodes.add(reading, at, kind, &stack[start..]);
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
            None => Err(Error::at(
                ErrorKind::UnknownReference,
                at,
                "the memo has nothing under this number",
            )),
        }
    }

    /// The items from `start` on go into the list, dict or set below them, or are what an object
    /// there was given as one.
    fn extend(
        &mut self,
        reading: &mut Reading<'_, '_>,
        at: usize,
        start: usize,
        kind: NodeKind,
    ) -> Result<()> {
        let below = start
            .checked_sub(1)
            .filter(|below| *below >= self.base())
            .and_then(|below| self.stack.get(below));
        let Some(&Item::Node(number)) = below else {
            return Err(wrong(at, "items for a value that takes none"));
        };
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
        kind: NodeKind,
        items: &[Item],
    ) -> Result<()> {
        if kind == NodeKind::Dict && !items.len().is_multiple_of(2) {
            return Err(wrong(at, "a key without a value"));
        }
        if let Some(parts) = self.nodes.parts(number) {
            let (place, part) = match kind {
                NodeKind::List => (PART_LIST, parts.list),
                NodeKind::Dict => (PART_DICT, parts.dict),
                _ => {
                    return Err(Error::at(
                        ErrorKind::Unsupported,
                        at,
                        "items of a set for another object",
                    ));
                }
            };
            number = match part {
                Item::Node(part) => part,
                _ => {
                    let part = self.nodes.add(reading, at, kind, &[])?;
                    self.nodes.get_mut(number).items[place] = Item::Node(part);
                    part
                }
            };
        }
        let node = self.nodes.get_mut(number);
        if node.kind != kind {
            return Err(wrong(at, "items for a value that takes none"));
        }
        if node.fields {
            return Err(Error::at(
                ErrorKind::Unsupported,
                at,
                "the state of an object that changes later",
            ));
        }
        reserve(reading, &mut node.items, items.len())?;
        node.items.extend_from_slice(items);
        Ok(())
    }

    /// An object: what a class or function made, or would make, of arguments.
    fn object(
        &mut self,
        reading: &mut Reading<'_, '_>,
        at: usize,
        callable: Item,
        args: Item,
        kwargs: Item,
    ) -> Result<()> {
        self.node(
            reading,
            at,
            NodeKind::Object,
            &[callable, args, kwargs, Item::Absent, Item::Absent, Item::Absent],
        )
    }

    /// An object of the class with the items from `start` on as arguments.
    fn construct(
        &mut self,
        reading: &mut Reading<'_, '_>,
        at: usize,
        class: Item,
        start: usize,
    ) -> Result<()> {
        let mut args = Item::Absent;
        if self.stack.len() > start {
            self.collect_from(reading, at, NodeKind::Tuple, start)?;
            args = self.pop(at)?;
        }
        self.object(reading, at, class, args, Item::Absent)
    }

    /// What `__new__` of a class would make.
    fn new_object(
        &mut self,
        reading: &mut Reading<'_, '_>,
        at: usize,
        class: Item,
        args: Item,
        kwargs: Item,
    ) -> Result<()> {
        let args = self.tuple(reading, at, args)?;
        let kwargs = match self.nodes.kind(kwargs) {
            _ if kwargs == Item::Absent => kwargs,
            Some(NodeKind::Dict) if self.nodes.items(kwargs).is_empty() => Item::Absent,
            Some(NodeKind::Dict) => kwargs,
            _ => return Err(wrong(at, "arguments by name must be a dict")),
        };
        if kwargs == Item::Absent && known::value(&self.nodes, reading, class, args)?.is_some() {
            return self.node(reading, at, NodeKind::Known, &[class, args]);
        }
        self.object(reading, at, class, args, kwargs)
    }

    /// What a call would give. A few callables are known: those that picklers use for plain data.
    fn call(
        &mut self,
        reading: &mut Reading<'_, '_>,
        at: usize,
        callable: Item,
        args: Item,
    ) -> Result<()> {
        let args = self.tuple(reading, at, args)?;
        let bytes = reading.input.bytes;
        let Some((module, name)) = known::name(&self.nodes, bytes, callable) else {
            return self.object(reading, at, callable, args, Item::Absent);
        };
        match (module, name, self.nodes.items(args)) {
            (b"copyreg", b"_reconstructor", &[class, _, state]) => {
                let none =
                    matches!(state, Item::At(at) if bytes.get(at as usize) == Some(&scalar::NONE));
                let args = if none {
                    Item::Absent
                } else {
                    Item::Node(self.nodes.add(reading, at, NodeKind::Tuple, &[state])?)
                };
                self.object(reading, at, class, args, Item::Absent)
            }
            (b"copyreg", b"__newobj__", &[class, ref rest @ ..]) => {
                reading.charge(size_of_val(rest))?;
                let rest = rest.to_vec();
                let args = match rest.as_slice() {
                    [] => Item::Absent,
                    rest => Item::Node(self.nodes.add(reading, at, NodeKind::Tuple, rest)?),
                };
                self.object(reading, at, class, args, Item::Absent)
            }
            (b"copyreg", b"__newobj_ex__", &[class, args, kwargs]) => {
                self.new_object(reading, at, class, args, kwargs)
            }
            (b"builtins", b"getattr", &[of, attribute])
                if self.nodes.is_global(bytes, of) && is_text(bytes, attribute) =>
            {
                self.node(reading, at, NodeKind::Attribute, &[of, attribute])
            }
            (b"builtins", b"set" | b"frozenset", given)
                if known::is_sequence(&self.nodes, bytes, given) =>
            {
                let kind = if name == b"set" { NodeKind::Set } else { NodeKind::FrozenSet };
                let items = given.first().map_or(&[][..], |items| self.nodes.items(*items));
                reading.charge(size_of_val(items))?;
                let items = items.to_vec();
                self.node(reading, at, kind, &items)
            }
            (b"builtins", b"bytes", &[]) => self.node(reading, at, NodeKind::Latin1, &[]),
            (b"_codecs", b"encode", &[text, encoding])
                if known::is_latin1(bytes, text, encoding) =>
            {
                self.latin1(reading, at, text)
            }
            (b"builtins", b"bytearray", &[]) => self.node(reading, at, NodeKind::ByteArray, &[]),
            (b"builtins", b"bytearray", &[of]) if known::is_bytes(&self.nodes, bytes, of) => {
                self.node(reading, at, NodeKind::ByteArray, &[of])
            }
            (b"builtins", b"bytearray", &[text, encoding])
                if known::is_latin1(bytes, text, encoding) =>
            {
                self.latin1(reading, at, text)?;
                let of = self.pop(at)?;
                self.node(reading, at, NodeKind::ByteArray, &[of])
            }
            _ if known::value(&self.nodes, reading, callable, args)?.is_some() => {
                self.node(reading, at, NodeKind::Known, &[callable, args])
            }
            _ => self.object(reading, at, callable, args, Item::Absent),
        }
    }

    /// A tuple of arguments; absent if it is empty.
    fn tuple(&self, reading: &mut Reading<'_, '_>, at: usize, args: Item) -> Result<Item> {
        match (self.nodes.kind(args), args) {
            (Some(NodeKind::Tuple), _) => Ok(args),
            (None, Item::At(_))
                if matches!(self.nodes.scalar(reading, args)?, Some(Scalar::EmptyTuple)) =>
            {
                Ok(Item::Absent)
            }
            _ => Err(wrong(at, "arguments must be a tuple")),
        }
    }

    fn latin1(&mut self, reading: &mut Reading<'_, '_>, at: usize, text: Item) -> Result<()> {
        self.node(reading, at, NodeKind::Latin1, &[text])?;
        match self.stack.last() {
            Some(node) if known::bytes(&self.nodes, reading, *node)?.is_some() => Ok(()),
            _ => Err(wrong(at, "bytes from text beyond Latin-1")),
        }
    }

    /// The object on the stack gets its state.
    fn build(&mut self, reading: &mut Reading<'_, '_>, at: usize, state: Item) -> Result<()> {
        let Item::Node(number) = self.top(at)? else {
            return Err(wrong(at, "a state for a value that takes none"));
        };
        let Some(parts) = self.nodes.parts(number) else {
            return Err(wrong(at, "a state for a value that takes none"));
        };
        if parts.state != Item::Absent {
            return Err(Error::at(
                ErrorKind::Unsupported,
                at,
                "an object that gets a second state",
            ));
        }
        let dicts = match (self.nodes.kind(state), self.nodes.items(state)) {
            (Some(NodeKind::Dict), _) => [state, Item::Absent],
            // What `object.__reduce_ex__` gives of a class with `__slots__`.
            (Some(NodeKind::Tuple), &[dict, slots]) => [dict, slots],
            _ => [Item::Absent; 2],
        };
        for dict in dicts {
            if let Item::Node(dict) = dict
                && self.nodes.get(dict).kind == NodeKind::Dict
                && !self.nodes.get(dict).fields
            {
                let bytes = reading.input.bytes;
                let node = self.nodes.get_mut(dict);
                node.fields = true;
                node.text_keys = node.items.chunks(2).all(|pair| is_text(bytes, pair[0]));
            }
        }
        if let Some(int) = known::uuid(&self.nodes, reading, parts, state)? {
            let node = self.nodes.get_mut(number);
            (node.kind, node.items) = (NodeKind::Uuid, Vec::new());
            reserve(reading, &mut node.items, 1)?;
            node.items.push(int);
        } else {
            self.nodes.get_mut(number).items[PART_STATE] = state;
        }
        Ok(())
    }
}

/// A number of the memo, as a line.
fn memo_number(reading: &mut Reading<'_, '_>) -> Result<u32> {
    let at = reading.input.at;
    let number =
        std::str::from_utf8(scalar::line(reading)?).ok().and_then(|digits| digits.parse().ok());
    number.ok_or_else(|| Error::at(ErrorKind::BadNumber, at, "malformed memo number"))
}

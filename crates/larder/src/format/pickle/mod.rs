//! Pickle, protocols 0 to 5: the opcodes as CPython's Lib/pickletools.py describes them; PEP 307
//! (protocol 2), PEP 3154 (protocol 4), PEP 574 (protocol 5).
//!
//! A pickle is a program of a stack machine that imports and calls what it names. Here it runs on
//! data alone: nothing is imported or called, and an object is what it would be made of.
//! `machine.rs` runs the program, which leaves nodes that refer to one another; then those that are
//! met more than once are found, and the tree is given to the builder.
//!
//! - Lists and dicts are lists and maps; tuples, sets, frozensets and bytearrays are
//!   [`Extended::Typed`] of the classes `tuple`, `set`, `frozenset` and `bytearray`. A `str` of
//!   Python 2 is text, or bytes if it is no UTF-8.
//! - An object whose state is a dict, or the slots of `object.__reduce_ex__`, is an object of the
//!   class `module.name` (without `builtins.`). One that has only arguments is [`Extended::Typed`]
//!   of their list (but for collections, which would be taken for what they hold). Of anything else
//!   the class holds a map of what there is, by the names of PEP 307: `args`, `kwargs`, `state`,
//!   `listitems` and `dictitems`; with `callable`, of the class `pickle/reduce`, if that is no
//!   global.
//! - Classes that stand for plain data are what they are: dates, times, decimals, UUIDs, and the
//!   contents of ordered dicts, default dicts and deques.
//! - A class or function as a value is `pickle/global`, a persistent id `pickle/persid`, a class of
//!   the extension registry `pickle/ext/N`.
//! - A key that is set twice is an error. No pickler writes one, but for those that differ in
//!   Python alone: bytes and text of Python 2, or two NaNs.
//! - What is taken from the stack again stands nowhere in the value, as in Python.

mod forms;
mod known;
mod machine;
mod nodes;
mod scalar;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use crate::builder::Builder;
use crate::error::{Error, ErrorKind, Result};
use crate::format::pickle::forms::Form;
use crate::format::pickle::machine::Machine;
use crate::format::pickle::nodes::{Item, NodeKind, Nodes, Parts};
use crate::format::pickle::scalar::Scalar;
use crate::format::reading::{OpenMap, ReadFormat, Reading};
use crate::limits::{Costs, Limits};
use crate::shape::KeyRef;
use crate::value::{Extended, Value};

static TUPLE: LazyLock<Arc<str>> = LazyLock::new(|| "tuple".into());
static SET: LazyLock<Arc<str>> = LazyLock::new(|| "set".into());
static FROZEN_SET: LazyLock<Arc<str>> = LazyLock::new(|| "frozenset".into());
static BYTE_ARRAY: LazyLock<Arc<str>> = LazyLock::new(|| "bytearray".into());
static GLOBAL: LazyLock<Arc<str>> = LazyLock::new(|| "pickle/global".into());
static PERSISTENT_ID: LazyLock<Arc<str>> = LazyLock::new(|| "pickle/persid".into());
static REDUCE: LazyLock<Arc<str>> = LazyLock::new(|| "pickle/reduce".into());

/// What a class's name costs, beside the name: its place in the table of classes.
const CLASS_BYTES: usize = 128;
/// Names of attributes within one another (`Outer.Inner.method`).
const MAX_ATTRIBUTES: usize = 32;

pub struct Pickle;

impl ReadFormat for Pickle {
    fn read<B: Builder>(
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
    ) -> Result<()> {
        let mut machine = Machine::default();
        let root = machine.run(reading)?;
        let end = reading.input.at;
        // The stack and the memo have done their work.
        let mut nodes = machine.nodes;
        nodes.mark_shared(reading, root)?;
        let mut telling = Telling { nodes: &nodes, classes: HashMap::default(), begun: 0 };
        telling.value(reading, builder, to, root)?;
        reading.input.at = end;
        Ok(())
    }
}

/// Tells the builder what the machine has left.
struct Telling<'m> {
    nodes: &'m Nodes,
    /// The names of classes by what names them.
    classes: HashMap<Item, Arc<str>, foldhash::quality::RandomState>,
    /// Shared values that have begun.
    begun: u32,
}

impl<'m> Telling<'m> {
    fn value<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        item: Item,
    ) -> Result<()> {
        let number = match item {
            Item::At(at) => return self.scalar(reading, builder, to, at),
            Item::Node(number) => number,
            Item::Absent => return Err(reading.error(ErrorKind::BadSyntax, "a value is expected")),
        };
        let node = self.nodes.get(number);
        reading.input.at = node.at as usize;
        if !node.shared {
            return self.node(reading, builder, to, number);
        }
        if let Some(number) = node.number.get().checked_sub(1) {
            return reading.extended(builder, to, 0, Extended::Again(u64::from(number)));
        }
        let begun = u64::from(self.begun);
        self.begun += 1;
        node.number.set(self.begun);
        reading.descend()?;
        reading.charge(4 * Limits::VALUE_BYTES)?;
        let mut shared = builder.shared(begun, false)?;
        self.node(reading, builder, &mut shared, number)?;
        reading.ascend();
        builder.end_shared(to, begun, false, shared)
    }

    fn node<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        number: u32,
    ) -> Result<()> {
        let nodes = self.nodes;
        let (node, item) = (nodes.get(number), Item::Node(number));
        let items = node.items.as_slice();
        match node.kind {
            NodeKind::List => self.list(reading, builder, to, items),
            NodeKind::Dict => self.dicts(reading, builder, to, None, [items, &[]]),
            NodeKind::Tuple | NodeKind::Set | NodeKind::FrozenSet => {
                let class = match node.kind {
                    NodeKind::Tuple => &*TUPLE,
                    NodeKind::Set => &*SET,
                    _ => &*FROZEN_SET,
                };
                typed(reading, builder, to, class, |reading, builder, to| {
                    self.list(reading, builder, to, items)
                })
            }
            NodeKind::ByteArray => {
                typed(reading, builder, to, &BYTE_ARRAY, |reading, builder, to| {
                    match items.first() {
                        Some(item) => self.bytes(reading, builder, to, *item),
                        None => reading.bytes(builder, to, &[]),
                    }
                })
            }
            NodeKind::Latin1 => self.bytes(reading, builder, to, item),
            NodeKind::Global | NodeKind::Attribute => {
                let name = self.class(reading, item)?;
                global(reading, builder, to, &name)
            }
            NodeKind::Persistent => {
                typed(reading, builder, to, &PERSISTENT_ID, |reading, builder, to| {
                    self.value(reading, builder, to, items.first().copied().unwrap_or(Item::Absent))
                })
            }
            NodeKind::Known => {
                let at = node.at as usize;
                let known = match *items {
                    [class, args] => known::value(nodes, reading, class, args)?,
                    _ => None,
                };
                match known {
                    Some(known) => reading.extended(builder, to, 0, known),
                    None => Err(Error::at(
                        ErrorKind::Unsupported,
                        at,
                        "a value of a class whose arguments change later",
                    )),
                }
            }
            NodeKind::Uuid => match items
                .first()
                .map(|int| known::uuid_bytes(nodes, reading, *int))
                .transpose()?
                .flatten()
            {
                Some(uuid) => reading.extended(builder, to, 0, Extended::Uuid(uuid)),
                None => Err(reading.error(ErrorKind::BadNumber, "a UUID of another number")),
            },
            NodeKind::Object => match nodes.parts(number) {
                Some(parts) => self.object(reading, builder, to, parts),
                None => Err(reading.error(ErrorKind::BadSyntax, "an object without its parts")),
            },
        }
    }

    fn list<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        items: &[Item],
    ) -> Result<()> {
        let mut list = reading.open_list(builder, Some(items.len()))?;
        for item in items {
            self.value(reading, builder, &mut list, *item)?;
        }
        reading.end_list(builder, to, list)
    }

    /// A map of dicts one after another, or an object.
    fn dicts<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        class: Option<&Arc<str>>,
        dicts: [&[Item]; 2],
    ) -> Result<()> {
        let count = (dicts[0].len() + dicts[1].len()) / 2;
        let mut map = reading.open_map(builder, class, Some(count))?;
        for pair in dicts.iter().flat_map(|dict| dict.chunks_exact(2)) {
            self.key(reading, builder, &mut map, pair[0])?;
            self.value(reading, builder, &mut map.values, pair[1])?;
        }
        reading.end_map(builder, to, map)
    }

    fn key<B: Builder>(
        &self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        map: &mut OpenMap<B::Values>,
        item: Item,
    ) -> Result<()> {
        if let Item::Node(number) = item {
            let node = self.nodes.get(number);
            reading.input.at = node.at as usize;
            return match known_bytes(self.nodes, reading, item)? {
                Some(bytes) => reading.key(builder, map, KeyRef::Bytes(&bytes)),
                None => Err(Error::at(
                    ErrorKind::Unsupported,
                    node.at as usize,
                    "a key that is a tuple or an object",
                )),
            };
        }
        if let Item::At(at) = item {
            reading.input.at = at as usize;
        }
        let at = reading.input.at;
        match scalar::read(reading)? {
            Scalar::Null => reading.key(builder, map, KeyRef::Null),
            Scalar::Bool(bool) => reading.key(builder, map, KeyRef::Bool(bool)),
            Scalar::Int(int) => reading.key(builder, map, KeyRef::Int(int)),
            Scalar::BigInt(bytes) => {
                match crate::format::number::small(crate::format::number::shortest(&bytes)) {
                    Some(int) => reading.key(builder, map, KeyRef::Int(int)),
                    None => Err(Error::at(
                        ErrorKind::Unsupported,
                        at,
                        "a key that is an integer beyond 64 bits",
                    )),
                }
            }
            Scalar::Float(float) => reading.key(builder, map, KeyRef::Float(float)),
            Scalar::Text(text) => reading.key(builder, map, KeyRef::Text(&text)),
            Scalar::Bytes(bytes) => reading.key(builder, map, KeyRef::Bytes(bytes)),
            Scalar::String(string) => reading.text_key(builder, map, &string),
            Scalar::EmptyTuple
            | Scalar::Global(..)
            | Scalar::Extension(_)
            | Scalar::PersistentId(_) => {
                Err(Error::at(ErrorKind::Unsupported, at, "a key that is a tuple or an object"))
            }
        }
    }

    fn scalar<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        at: u32,
    ) -> Result<()> {
        reading.input.at = at as usize;
        match scalar::read(reading)? {
            Scalar::Null => builder.null(to),
            Scalar::Bool(bool) => builder.bool(to, bool),
            Scalar::Int(int) => builder.int(to, int),
            Scalar::BigInt(bytes) => reading.big_int(builder, to, &bytes),
            Scalar::Float(float) => builder.float(to, float),
            Scalar::Text(text) => {
                reading.charge(B::Costs::text(text.len()))?;
                builder.text(to, &text)
            }
            Scalar::Bytes(bytes) => reading.bytes(builder, to, bytes),
            Scalar::String(string) => reading.text_or_bytes(builder, to, &string),
            Scalar::EmptyTuple => typed(reading, builder, to, &TUPLE, |reading, builder, to| {
                self.list(reading, builder, to, &[])
            }),
            Scalar::Global(..) | Scalar::Extension(_) => {
                let name = self.class(reading, Item::At(at))?;
                global(reading, builder, to, &name)
            }
            Scalar::PersistentId(id) => {
                typed(reading, builder, to, &PERSISTENT_ID, |reading, builder, to| {
                    reading.text_or_bytes(builder, to, id)
                })
            }
        }
    }

    fn bytes<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        item: Item,
    ) -> Result<()> {
        match known::bytes(self.nodes, reading, item)? {
            Some(bytes) => reading.bytes(builder, to, &bytes),
            None => Err(reading.error(ErrorKind::BadSyntax, "malformed bytes")),
        }
    }

    fn object<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        parts: Parts,
    ) -> Result<()> {
        let nodes = self.nodes;
        let form = nodes.form(reading.input.bytes, parts);
        let class = match nodes.is_global(reading.input.bytes, parts.callable) {
            true => self.class(reading, parts.callable)?,
            false => REDUCE.clone(),
        };
        match form {
            Form::Fields(dict, slots) => self.dicts(
                reading,
                builder,
                to,
                Some(&class),
                [nodes.items(dict), nodes.items(slots)],
            ),
            Form::Args => typed(reading, builder, to, &class, |reading, builder, to| {
                let args = nodes.items(parts.args);
                let Some(local) = known::local(nodes, reading, parts.callable, parts.args)? else {
                    return self.list(reading, builder, to, args);
                };
                // A date or time of a zone of which only its class knows the offset.
                let mut list = reading.open_list(builder, Some(args.len()))?;
                reading.extended(builder, &mut list, 0, local)?;
                for item in args.iter().skip(1) {
                    self.value(reading, builder, &mut list, *item)?;
                }
                reading.end_list(builder, to, list)
            }),
            Form::Dict => typed(reading, builder, to, &class, |reading, builder, to| {
                self.dicts(reading, builder, to, None, [nodes.items(parts.dict), &[]])
            }),
            Form::List => typed(reading, builder, to, &class, |reading, builder, to| {
                self.list(reading, builder, to, nodes.items(parts.list))
            }),
            Form::Parts => typed(reading, builder, to, &class, |reading, builder, to| {
                self.parts(reading, builder, to, parts)
            }),
        }
    }

    /// A map of what an object has.
    fn parts<B: Builder>(
        &mut self,
        reading: &mut Reading<'_, '_>,
        builder: &mut B,
        to: &mut B::Values,
        parts: Parts,
    ) -> Result<()> {
        let nodes = self.nodes;
        let mut map = reading.open_map(builder, None, Some(6))?;
        let Parts { callable, args, kwargs, state, list, dict } = parts;
        if !nodes.is_global(reading.input.bytes, callable) {
            reading.key(builder, &mut map, KeyRef::Text("callable"))?;
            self.value(reading, builder, &mut map.values, callable)?;
        }
        if args != Item::Absent {
            reading.key(builder, &mut map, KeyRef::Text("args"))?;
            self.list(reading, builder, &mut map.values, nodes.items(args))?;
        }
        for (name, part) in [("kwargs", kwargs), ("state", state)] {
            if part != Item::Absent {
                reading.key(builder, &mut map, KeyRef::Text(name))?;
                self.value(reading, builder, &mut map.values, part)?;
            }
        }
        if list != Item::Absent {
            reading.key(builder, &mut map, KeyRef::Text("listitems"))?;
            self.list(reading, builder, &mut map.values, nodes.items(list))?;
        }
        if dict != Item::Absent {
            reading.key(builder, &mut map, KeyRef::Text("dictitems"))?;
            self.dicts(reading, builder, &mut map.values, None, [nodes.items(dict), &[]])?;
        }
        reading.end_map(builder, to, map)
    }

    /// The name of a global.
    fn class(&mut self, reading: &mut Reading<'_, '_>, item: Item) -> Result<Arc<str>> {
        if let Some(class) = self.classes.get(&item) {
            return Ok(class.clone());
        }
        let before = reading.input.at;
        let mut name = String::new();
        let mut attributes = Vec::new();
        let mut of = item;
        while self.nodes.kind(of) == Some(NodeKind::Attribute)
            && let &[within, attribute] = self.nodes.items(of)
        {
            if attributes.len() == MAX_ATTRIBUTES {
                return Err(reading.error(ErrorKind::Unsupported, "attributes nested too deep"));
            }
            attributes.push(attribute);
            of = within;
        }
        match (known::name(self.nodes, reading.input.bytes, of), self.nodes.items(of)) {
            (Some((b"builtins", global)), _) => push_text(reading, &mut name, global)?,
            (_, &[module, global]) => {
                self.push_name(reading, &mut name, module)?;
                name.push('.');
                self.push_name(reading, &mut name, global)?;
            }
            _ => match self.nodes.scalar(reading, of)? {
                Some(Scalar::Global(module, global)) => {
                    push_text(reading, &mut name, module)?;
                    name.push('.');
                    push_text(reading, &mut name, global)?;
                }
                Some(Scalar::Extension(code)) => name = format!("pickle/ext/{code}"),
                _ => return Err(reading.error(ErrorKind::BadSyntax, "malformed class")),
            },
        }
        for attribute in attributes.into_iter().rev() {
            name.push('.');
            self.push_name(reading, &mut name, attribute)?;
        }
        reading.charge(CLASS_BYTES + name.len())?;
        reading.input.at = before;
        let class: Arc<str> = name.into();
        self.classes.insert(item, class.clone());
        Ok(class)
    }

    fn push_name(
        &self,
        reading: &mut Reading<'_, '_>,
        name: &mut String,
        item: Item,
    ) -> Result<()> {
        match self.nodes.scalar(reading, item)? {
            Some(Scalar::Text(text)) => push_text(reading, name, text.as_bytes()),
            Some(Scalar::String(bytes)) => push_text(reading, name, &bytes),
            _ => Err(reading.error(ErrorKind::BadSyntax, "a name must be text")),
        }
    }
}

/// The bytes of what protocols before 3 write for such.
fn known_bytes<'a>(
    nodes: &Nodes,
    reading: &mut Reading<'a, '_>,
    item: Item,
) -> Result<Option<std::borrow::Cow<'a, [u8]>>> {
    match nodes.kind(item) {
        Some(NodeKind::Latin1) => known::bytes(nodes, reading, item),
        _ => Ok(None),
    }
}

/// A text that grows holds up to three times of what it has.
fn push_text(reading: &mut Reading<'_, '_>, name: &mut String, bytes: &[u8]) -> Result<()> {
    reading.charge(3 * bytes.len() + Limits::TEXT_BYTES)?;
    match std::str::from_utf8(bytes) {
        Ok(text) => name.push_str(text),
        Err(_) => return Err(reading.error(ErrorKind::InvalidUtf8, "a name that is not UTF-8")),
    }
    Ok(())
}

/// As [`Reading::typed`], for less: tuples are many.
fn typed<'a, 'd, B: Builder>(
    reading: &mut Reading<'a, 'd>,
    builder: &mut B,
    to: &mut B::Values,
    class: &Arc<str>,
    tell: impl FnOnce(&mut Reading<'a, 'd>, &mut B, &mut B::Values) -> Result<()>,
) -> Result<()> {
    // The box, and the place of one value in which it is built.
    const BYTES: usize = size_of::<Extended<Value>>() + Limits::VALUE_BYTES + 16;
    reading.descend()?;
    reading.charge(BYTES)?;
    let mut value = builder.typed(class)?;
    tell(reading, builder, &mut value)?;
    reading.ascend();
    builder.end_typed(to, class, value)
}

fn global<B: Builder>(
    reading: &mut Reading<'_, '_>,
    builder: &mut B,
    to: &mut B::Values,
    name: &Arc<str>,
) -> Result<()> {
    typed(reading, builder, to, &GLOBAL, |reading, builder, to| {
        reading.charge(B::Costs::text(name.len()))?;
        builder.text(to, name)
    })
}

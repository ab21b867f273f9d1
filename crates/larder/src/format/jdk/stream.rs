//! The stream as it stands: what has a handle, and what lies in what.
//!
//! Whether a value is met again, and what its class does with the data that it wrote, is known only
//! when all of it was read. So the stream is read into tables first; they hold positions in the
//! input, no copies.

use std::sync::Arc;

use super::kinds::{ClassKind, PROXY};
use crate::error::{Error, ErrorKind, Result};
use crate::format::code_units;
use crate::format::reading::Reading;
use crate::limits::Limits;

const MAGIC: [u8; 2] = [0xAC, 0xED];
const VERSION: [u8; 2] = [0x00, 0x05];

const TC_NULL: u8 = 0x70;
const TC_REFERENCE: u8 = 0x71;
const TC_CLASSDESC: u8 = 0x72;
const TC_OBJECT: u8 = 0x73;
const TC_STRING: u8 = 0x74;
const TC_ARRAY: u8 = 0x75;
const TC_CLASS: u8 = 0x76;
const TC_BLOCKDATA: u8 = 0x77;
const TC_ENDBLOCKDATA: u8 = 0x78;
const TC_RESET: u8 = 0x79;
const TC_BLOCKDATALONG: u8 = 0x7A;
const TC_EXCEPTION: u8 = 0x7B;
const TC_LONGSTRING: u8 = 0x7C;
const TC_PROXYCLASSDESC: u8 = 0x7D;
const TC_ENUM: u8 = 0x7E;
/// The handle of what comes first.
const BASE_HANDLE: u32 = 0x7E_0000;

const SC_WRITE_METHOD: u8 = 0x01;
const SC_SERIALIZABLE: u8 = 0x02;
const SC_EXTERNALIZABLE: u8 = 0x04;
const SC_BLOCK_DATA: u8 = 0x08;
const SC_ENUM: u8 = 0x10;

/// A stream that was read.
#[derive(Default)]
pub struct Stream<'a> {
    bytes: &'a [u8],
    /// What has a handle, in the order of the handles.
    nodes: Vec<Node>,
    classes: Vec<Class>,
    fields: Vec<Field>,
    parts: Vec<Part>,
    items: Vec<Item>,
    blocks: Vec<Block>,
    spans: Vec<Span>,
    /// Items of data that has not ended yet.
    waiting: Vec<Item>,
    /// The node of the base handle.
    base: usize,
    /// The items of the stream itself.
    contents: Range,
}

/// What has a handle.
#[derive(Clone, Copy)]
pub enum Node {
    /// A string, in modified UTF-8.
    Text(Span),
    /// A descriptor of a class.
    Descriptor(u32),
    /// `java.lang.Class`.
    Class(u32),
    /// A constant of an enum, and its name, a text.
    Enum { class: u32, name: Item },
    /// An object and its first part.
    Object { class: u32, parts: u32 },
    /// An array: where it begins in the input, if its items are primitive, else in the items.
    Array { class: u32, start: u32, count: u32 },
}

/// A value in a field, an array or data.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Item(u32);

/// What an [`Item`] is.
#[derive(Clone, Copy)]
pub enum View {
    Null,
    /// Block data, by number.
    Block(u32),
    /// The node of this number.
    Node(u32),
}

/// Bytes of the input.
#[derive(Clone, Copy)]
pub struct Span {
    pub at: u32,
    pub length: u32,
}

/// Numbers of a table.
#[derive(Clone, Copy, Default)]
pub struct Range {
    pub start: u32,
    pub count: u32,
}

/// A descriptor of a class.
pub struct Class {
    pub name: Arc<str>,
    pub kind: ClassKind,
    pub serial_version: i64,
    flags: u8,
    /// Primitive ones come first.
    fields: Range,
    /// Bytes of the primitive fields.
    primitive_bytes: u32,
    /// How many fields are not primitive.
    objects: u32,
    parent: Option<u32>,
    /// The nearest class above that writes anything.
    parent_part: Option<u32>,
    is_whole: bool,
    /// Of a proxy's class.
    pub interfaces: Option<Box<[Arc<str>]>>,
}

pub struct Field {
    pub name: Arc<str>,
    /// The first character of the field's descriptor.
    pub code: u8,
    /// Of a field that is not primitive: the whole descriptor, a text.
    pub descriptor: Item,
}

/// What one class wrote of an object.
#[derive(Clone, Copy)]
pub struct Part {
    pub class: u32,
    /// Where its primitive fields are.
    primitives: u32,
    objects: u32,
    data: Range,
}

/// Block data: spans one after another.
#[derive(Clone, Copy)]
struct Block(Range);

impl Item {
    pub const NULL: Self = Self(u32::MAX);
    const BLOCK: u32 = 1 << 31;

    pub fn view(self) -> View {
        match self.0 {
            u32::MAX => View::Null,
            block if block >= Self::BLOCK => View::Block(block - Self::BLOCK),
            node => View::Node(node),
        }
    }
}

impl Range {
    pub fn of<T>(self, table: &[T]) -> &[T] {
        let start = self.start as usize;
        table.get(start..start + self.count as usize).unwrap_or_default()
    }
}

impl Class {
    fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub fn has_data(&self) -> bool {
        self.is(SC_WRITE_METHOD) || self.is(SC_EXTERNALIZABLE)
    }

    /// Whether anything of it stands in an object of a class below.
    fn is_part(&self) -> bool {
        self.is(SC_SERIALIZABLE) && (self.fields.count > 0 || self.is(SC_WRITE_METHOD))
    }
}

/// So many items of a table come, which grows.
fn grow<T>(reading: &mut Reading<'_, '_>, count: usize) -> Result<()> {
    reading.charge(count.saturating_mul(3 * size_of::<T>()))
}

/// The bytes of a primitive type.
pub fn width(code: u8) -> Option<usize> {
    Some(match code {
        b'B' | b'Z' => 1,
        b'C' | b'S' => 2,
        b'I' | b'F' => 4,
        b'J' | b'D' => 8,
        _ => return None,
    })
}

impl<'a> Stream<'a> {
    /// Reads all that there is.
    pub fn read(reading: &mut Reading<'a, '_>) -> Result<Self> {
        let bytes = reading.input.bytes;
        if bytes.len() > Item::BLOCK as usize {
            return Err(reading.error(ErrorKind::TooLarge, "a stream of more than 2 GiB"));
        }
        if !MAGIC.starts_with(&bytes[..bytes.len().min(2)]) {
            return Err(reading.error(ErrorKind::WrongFormat, "a Java stream begins with AC ED"));
        }
        reading.input.take(2)?;
        if reading.input.array()? != VERSION {
            return Err(Error::at(ErrorKind::Unsupported, 2, "a stream version other than 5"));
        }
        let mut stream = Self { bytes, ..Self::default() };
        stream.contents = stream.contents(reading, true)?;
        Ok(stream)
    }

    /// Contents: all, or those up to the end of a class's data.
    fn contents(&mut self, reading: &mut Reading<'a, '_>, all: bool) -> Result<Range> {
        let first = self.waiting.len();
        let mut block = None;
        loop {
            match reading.input.peek() {
                None if all => break,
                Some(TC_ENDBLOCKDATA) if !all => {
                    reading.input.at += 1;
                    break;
                }
                Some(TC_RESET) if all => {
                    reading.input.at += 1;
                    self.base = self.nodes.len();
                }
                Some(TC_BLOCKDATA | TC_BLOCKDATALONG) => {
                    let length = match reading.input.byte()? {
                        TC_BLOCKDATA => u32::from(reading.input.byte()?),
                        _ => u32::from_be_bytes(reading.input.array()?),
                    };
                    let at = reading.input.at as u32;
                    reading.input.take(length as usize)?;
                    if length == 0 {
                        continue;
                    }
                    // How data is cut into blocks says nothing: a writer's buffer was full.
                    grow::<Span>(reading, 1)?;
                    let number = match block {
                        Some(number) => number,
                        None => {
                            grow::<Block>(reading, 1)?;
                            grow::<Item>(reading, 1)?;
                            let number = self.blocks.len();
                            self.blocks
                                .push(Block(Range { start: self.spans.len() as u32, count: 0 }));
                            self.waiting.push(Item(Item::BLOCK + number as u32));
                            block = Some(number);
                            number
                        }
                    };
                    self.spans.push(Span { at, length });
                    self.blocks[number].0.count += 1;
                }
                _ => {
                    block = None;
                    let item = self.item(reading)?;
                    grow::<Item>(reading, 1)?;
                    self.waiting.push(item);
                }
            }
        }
        let count = self.waiting.len() - first;
        grow::<Item>(reading, count)?;
        let start = self.items.len();
        self.items.extend(self.waiting.drain(first..));
        Ok(Range { start: start as u32, count: count as u32 })
    }

    /// An object, in the specification's sense: anything but block data.
    fn item(&mut self, reading: &mut Reading<'a, '_>) -> Result<Item> {
        let at = reading.input.at;
        match reading.input.byte()? {
            TC_NULL => Ok(Item::NULL),
            TC_REFERENCE => self.reference(reading).map(Item),
            TC_OBJECT => self.object(reading),
            TC_STRING => {
                let length = u16::from_be_bytes(reading.input.array()?);
                self.text(reading, u64::from(length))
            }
            TC_LONGSTRING => {
                let length = u64::from_be_bytes(reading.input.array()?);
                self.text(reading, length)
            }
            TC_ARRAY => self.array(reading),
            TC_ENUM => self.enum_constant(reading),
            TC_CLASS => {
                let class = self.class(reading)?;
                self.push(reading, Node::Class(class))
            }
            TC_CLASSDESC | TC_PROXYCLASSDESC => {
                reading.input.at = at;
                let node = self.nodes.len();
                self.class(reading)?;
                Ok(Item(node as u32))
            }
            TC_EXCEPTION => Err(Error::at(
                ErrorKind::Unsupported,
                at,
                "the writer failed, and wrote its exception",
            )),
            TC_BLOCKDATA | TC_BLOCKDATALONG | TC_ENDBLOCKDATA | TC_RESET => Err(Error::at(
                ErrorKind::BadTag,
                at,
                "an object is expected, not block data or a reset",
            )),
            _ => Err(Error::at(ErrorKind::BadTag, at, "unknown tag of a Java stream")),
        }
    }

    /// Gives the next handle.
    fn push(&mut self, reading: &mut Reading<'a, '_>, node: Node) -> Result<Item> {
        grow::<Node>(reading, 1)?;
        self.nodes.push(node);
        Ok(Item(self.nodes.len() as u32 - 1))
    }

    /// The node of a handle.
    fn reference(&self, reading: &mut Reading<'a, '_>) -> Result<u32> {
        let at = reading.input.at;
        let handle = u32::from_be_bytes(reading.input.array()?);
        let node = handle.checked_sub(BASE_HANDLE).map(|number| number as usize + self.base);
        match node {
            Some(node) if node < self.nodes.len() => Ok(node as u32),
            _ => Err(Error::at(ErrorKind::UnknownReference, at, "a handle that does not exist")),
        }
    }

    fn text(&mut self, reading: &mut Reading<'a, '_>, length: u64) -> Result<Item> {
        let length = reading.count(length, 1)?;
        let at = reading.input.at;
        reading.input.take(length)?;
        self.push(reading, Node::Text(Span { at: at as u32, length: length as u32 }))
    }

    /// A name: modified UTF-8 that is text.
    fn name(&mut self, reading: &mut Reading<'a, '_>) -> Result<Arc<str>> {
        let length = u16::from_be_bytes(reading.input.array()?);
        let at = reading.input.at;
        let bytes = reading.input.take(usize::from(length))?;
        reading.charge(Limits::TEXT_BYTES + bytes.len())?;
        if let Some(text) = code_units::as_utf8(bytes) {
            return Ok(text.into());
        }
        reading.charge(bytes.len())?;
        match code_units::decode(bytes) {
            Ok(Ok(text)) => Ok(text.into()),
            Ok(Err(_)) => {
                Err(Error::at(ErrorKind::InvalidUtf8, at, "a name with half of a surrogate pair"))
            }
            Err(fault) => Err(Error::at(
                ErrorKind::InvalidUtf8,
                at + fault,
                "a name that is not modified UTF-8",
            )),
        }
    }

    /// A class that must be there.
    fn class(&mut self, reading: &mut Reading<'a, '_>) -> Result<u32> {
        let at = reading.input.at;
        self.class_or_null(reading)?
            .ok_or_else(|| Error::at(ErrorKind::BadSyntax, at, "an object without a class"))
    }

    fn class_or_null(&mut self, reading: &mut Reading<'a, '_>) -> Result<Option<u32>> {
        let at = reading.input.at;
        let class = match reading.input.byte()? {
            TC_NULL => return Ok(None),
            TC_REFERENCE => match self.nodes.get(self.reference(reading)? as usize) {
                Some(Node::Descriptor(class)) => *class,
                _ => {
                    return Err(Error::at(
                        ErrorKind::BadSyntax,
                        at,
                        "a reference to a class leads to something else",
                    ));
                }
            },
            TC_CLASSDESC => self.new_class(reading)?,
            TC_PROXYCLASSDESC => self.new_proxy_class(reading)?,
            _ => return Err(Error::at(ErrorKind::BadTag, at, "a class is expected")),
        };
        if !self.class_at(class).is_whole {
            return Err(Error::at(ErrorKind::BadSyntax, at, "a class within its own description"));
        }
        Ok(Some(class))
    }

    fn new_class(&mut self, reading: &mut Reading<'a, '_>) -> Result<u32> {
        reading.descend()?;
        let name = self.name(reading)?;
        let serial_version = i64::from_be_bytes(reading.input.array()?);
        let class = self.open_class(reading, name)?;
        let at = reading.input.at;
        let flags = reading.input.byte()?;
        if flags
            & !(SC_WRITE_METHOD | SC_SERIALIZABLE | SC_EXTERNALIZABLE | SC_BLOCK_DATA | SC_ENUM)
            != 0
        {
            return Err(Error::at(
                ErrorKind::Unsupported,
                at,
                "flags of a class that are not known",
            ));
        }
        if flags & SC_SERIALIZABLE != 0 && flags & SC_EXTERNALIZABLE != 0 {
            return Err(Error::at(
                ErrorKind::BadSyntax,
                at,
                "a class that is both serializable and externalizable",
            ));
        }
        let count = u16::from_be_bytes(reading.input.array()?);
        let count = reading.count(u64::from(count), 3)?;
        grow::<Field>(reading, count)?;
        let start = self.fields.len();
        let (mut primitive_bytes, mut objects) = (0, 0);
        for _ in 0..count {
            let at = reading.input.at;
            let code = reading.input.byte()?;
            let name = self.name(reading)?;
            let mut descriptor = Item::NULL;
            match (code, width(code)) {
                (_, Some(_)) if objects > 0 => {
                    return Err(Error::at(
                        ErrorKind::BadSyntax,
                        at,
                        "a primitive field after one that is not",
                    ));
                }
                (_, Some(width)) => primitive_bytes += width as u32,
                (b'[' | b'L', None) => {
                    objects += 1;
                    descriptor = self.item(reading)?;
                    if self.text_of(descriptor).is_none() {
                        return Err(Error::at(
                            ErrorKind::BadSyntax,
                            at,
                            "the type of a field must be text",
                        ));
                    }
                }
                _ => return Err(Error::at(ErrorKind::BadTag, at, "unknown type of a field")),
            }
            self.fields.push(Field { name, code, descriptor });
        }
        let fields = Range { start: start as u32, count: count as u32 };
        let data = self.contents(reading, false)?;
        self.items.truncate(data.start as usize);
        let (parent, parent_part) = self.parent(reading)?;
        let names = fields.of(&self.fields).iter().map(|field| (field.code, &*field.name));
        let kind = ClassKind::of(&self.class_at(class).name, names);
        let class_mut = &mut self.classes[class as usize];
        *class_mut = Class {
            name: class_mut.name.clone(),
            kind,
            serial_version,
            flags,
            fields,
            primitive_bytes,
            objects,
            parent,
            parent_part,
            is_whole: true,
            interfaces: None,
        };
        reading.ascend();
        Ok(class)
    }

    fn new_proxy_class(&mut self, reading: &mut Reading<'a, '_>) -> Result<u32> {
        reading.descend()?;
        let class = self.open_class(reading, PROXY.into())?;
        let count = u32::from_be_bytes(reading.input.array()?);
        let count = reading.count(u64::from(count), 2)?;
        grow::<Arc<str>>(reading, count)?;
        let mut interfaces = Vec::with_capacity(count);
        for _ in 0..count {
            interfaces.push(self.name(reading)?);
        }
        let data = self.contents(reading, false)?;
        self.items.truncate(data.start as usize);
        let (parent, parent_part) = self.parent(reading)?;
        let class_mut = &mut self.classes[class as usize];
        (class_mut.parent, class_mut.parent_part) = (parent, parent_part);
        class_mut.flags = SC_SERIALIZABLE;
        class_mut.interfaces = Some(interfaces.into());
        class_mut.is_whole = true;
        reading.ascend();
        Ok(class)
    }

    /// A class whose description has only begun.
    fn open_class(&mut self, reading: &mut Reading<'a, '_>, name: Arc<str>) -> Result<u32> {
        grow::<Class>(reading, 1)?;
        let class = self.classes.len() as u32;
        self.classes.push(Class {
            name,
            kind: ClassKind::Other,
            serial_version: 0,
            flags: 0,
            fields: Range::default(),
            primitive_bytes: 0,
            objects: 0,
            parent: None,
            parent_part: None,
            is_whole: false,
            interfaces: None,
        });
        self.push(reading, Node::Descriptor(class))?;
        Ok(class)
    }

    /// The class above, and the nearest above that is a part.
    fn parent(&mut self, reading: &mut Reading<'a, '_>) -> Result<(Option<u32>, Option<u32>)> {
        let parent = self.class_or_null(reading)?;
        let part = parent.and_then(|parent| {
            let class = self.class_at(parent);
            if class.is_part() { Some(parent) } else { class.parent_part }
        });
        Ok((parent, part))
    }

    fn object(&mut self, reading: &mut Reading<'a, '_>) -> Result<Item> {
        reading.descend()?;
        let at = reading.input.at;
        let class = self.class(reading)?;
        let first = self.parts.len();
        let description = self.class_at(class);
        let (flags, is_part, parent_part) =
            (description.flags, description.is_part(), description.parent_part);
        if description.name.starts_with('[')
            || flags & SC_ENUM != 0
            || flags & (SC_SERIALIZABLE | SC_EXTERNALIZABLE) == 0
        {
            return Err(Error::at(
                ErrorKind::BadSyntax,
                at,
                "an object of a class that has no objects",
            ));
        }
        let item = self.push(reading, Node::Object { class, parts: first as u32 })?;
        if flags & SC_EXTERNALIZABLE != 0 {
            if flags & SC_BLOCK_DATA == 0 {
                return Err(Error::at(
                    ErrorKind::Unsupported,
                    at,
                    "external data of protocol 1, whose length is unknown",
                ));
            }
            grow::<Part>(reading, 1)?;
            self.parts.push(Part { class, primitives: 0, objects: 0, data: Range::default() });
            let data = self.contents(reading, false)?;
            self.parts[first].data = data;
        } else {
            // Classes are found from the lowest up, and written from the highest down.
            let mut next = if is_part { Some(class) } else { parent_part };
            while let Some(class) = next {
                grow::<Part>(reading, 1)?;
                self.parts.push(Part { class, primitives: 0, objects: 0, data: Range::default() });
                next = self.class_at(class).parent_part;
            }
            let end = self.parts.len();
            self.parts[first..].reverse();
            for number in first..end {
                self.part(reading, number)?;
            }
        }
        reading.ascend();
        Ok(item)
    }

    fn part(&mut self, reading: &mut Reading<'a, '_>, number: usize) -> Result<()> {
        let class = self.class_at(self.parts[number].class);
        let (primitives, objects, has_data) =
            (class.primitive_bytes, class.objects, class.has_data());
        let at = reading.input.at;
        reading.input.take(primitives as usize)?;
        let start = self.reserve(reading, u64::from(objects))?;
        for place in start..start + objects as usize {
            self.items[place] = self.item(reading)?;
        }
        let data = if has_data { self.contents(reading, false)? } else { Range::default() };
        let part = &mut self.parts[number];
        (part.primitives, part.objects, part.data) = (at as u32, start as u32, data);
        Ok(())
    }

    /// Makes place for items, one after another; their number may be a claim.
    fn reserve(&mut self, reading: &mut Reading<'a, '_>, count: u64) -> Result<usize> {
        let count = reading.count(count, 1)?;
        grow::<Item>(reading, count)?;
        let start = self.items.len();
        self.items.resize(start + count, Item::NULL);
        Ok(start)
    }

    fn array(&mut self, reading: &mut Reading<'a, '_>) -> Result<Item> {
        reading.descend()?;
        let at = reading.input.at;
        let class = self.class(reading)?;
        let Some(code) = self.component(class).and_then(|name| name.as_bytes().first().copied())
        else {
            return Err(Error::at(
                ErrorKind::BadSyntax,
                at,
                "an array whose class is not an array class",
            ));
        };
        let item = self.push(reading, Node::Array { class, start: 0, count: 0 })?;
        let at = reading.input.at;
        let Ok(count) = u32::try_from(i32::from_be_bytes(reading.input.array()?)) else {
            return Err(Error::at(ErrorKind::BadNumber, at, "an array of negative length"));
        };
        let start = match (code, width(code)) {
            (_, Some(width)) => {
                let count = reading.count(u64::from(count), width)?;
                let start = reading.input.at;
                reading.input.take(count * width)?;
                start
            }
            (b'[' | b'L', None) => {
                let start = self.reserve(reading, u64::from(count))?;
                for place in start..start + count as usize {
                    self.items[place] = self.item(reading)?;
                }
                start
            }
            _ => return Err(Error::at(ErrorKind::BadSyntax, at, "an array of no type")),
        };
        if let View::Node(node) = item.view() {
            self.nodes[node as usize] = Node::Array { class, start: start as u32, count };
        }
        reading.ascend();
        Ok(item)
    }

    fn enum_constant(&mut self, reading: &mut Reading<'a, '_>) -> Result<Item> {
        let at = reading.input.at;
        let class = self.class(reading)?;
        if !self.class_at(class).is(SC_ENUM) {
            return Err(Error::at(
                ErrorKind::BadSyntax,
                at,
                "a constant of a class that is not an enum",
            ));
        }
        let item = self.push(reading, Node::Enum { class, name: Item::NULL })?;
        let at = reading.input.at;
        let name = match reading.input.peek() {
            Some(TC_STRING | TC_LONGSTRING | TC_REFERENCE) => self.item(reading)?,
            Some(_) => Item::NULL,
            None => return Err(reading.input.truncated()),
        };
        if self.text_of(name).is_none() {
            return Err(Error::at(
                ErrorKind::BadSyntax,
                at,
                "the name of an enum constant must be text",
            ));
        }
        if let View::Node(node) = item.view() {
            self.nodes[node as usize] = Node::Enum { class, name };
        }
        Ok(item)
    }

    /// The values of the stream, one after another.
    pub fn top(&self) -> &[Item] {
        self.contents.of(&self.items)
    }

    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, number: u32) -> Node {
        self.nodes[number as usize]
    }

    pub fn class_at(&self, number: u32) -> &Class {
        &self.classes[number as usize]
    }

    /// The class name of what an array of this class holds, as the array's class name has it;
    /// `None` if the class is no array's.
    pub fn component(&self, class: u32) -> Option<&str> {
        self.class_at(class).name.strip_prefix('[')
    }

    pub fn fields(&self, class: u32) -> &[Field] {
        self.class_at(class).fields.of(&self.fields)
    }

    /// What each class wrote of an object, the highest first.
    pub fn parts(&self, class: u32, first: u32) -> &[Part] {
        let description = self.class_at(class);
        let mut count = 1;
        if !description.is(SC_EXTERNALIZABLE) {
            count = 0;
            let mut next =
                if description.is_part() { Some(class) } else { description.parent_part };
            while let Some(class) = next {
                count += 1;
                next = self.class_at(class).parent_part;
            }
        }
        Range { start: first, count }.of(&self.parts)
    }

    /// The values of a part's fields that are not primitive.
    pub fn objects(&self, part: &Part) -> &[Item] {
        Range { start: part.objects, count: self.class_at(part.class).objects }.of(&self.items)
    }

    /// The bytes of a part's primitive fields.
    pub fn primitives(&self, part: &Part) -> &'a [u8] {
        self.span(Span { at: part.primitives, length: self.class_at(part.class).primitive_bytes })
    }

    /// What a class wrote beside its fields.
    pub fn data(&self, part: &Part) -> &[Item] {
        part.data.of(&self.items)
    }

    pub fn items(&self, start: u32, count: u32) -> &[Item] {
        Range { start, count }.of(&self.items)
    }

    pub fn span(&self, span: Span) -> &'a [u8] {
        self.bytes
            .get(span.at as usize..)
            .and_then(|rest| rest.get(..span.length as usize))
            .unwrap_or_default()
    }

    /// The pieces of block data.
    pub fn block(&self, number: u32) -> impl Iterator<Item = &'a [u8]> {
        let spans =
            self.blocks.get(number as usize).map_or(&[][..], |block| block.0.of(&self.spans));
        spans.iter().map(|span| self.span(*span))
    }

    /// The bytes of an item that is block data in one piece.
    pub fn whole_block(&self, item: Item) -> Option<&'a [u8]> {
        let View::Block(number) = item.view() else { return None };
        let mut pieces = self.block(number);
        pieces.next().filter(|_| pieces.next().is_none())
    }

    /// The modified UTF-8 of an item that is a text.
    pub fn text_of(&self, item: Item) -> Option<Span> {
        match item.view() {
            View::Node(node) => match self.node(node) {
                Node::Text(span) => Some(span),
                _ => None,
            },
            _ => None,
        }
    }
}

//! The nodes of a value of PHP, in a table: what a writer reads instead of zvals, and as often as
//! it likes.
//!
//! [`walk`](super::walk) fills the table. The children of an array or object stand together.
//! Strings are not copied: a node points into them (rule 1 of [`zend`](crate::zend)).
//!
//! May use `engine` and `limits`, and `wide` beside it.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::RandomState;
use larder::source::{ExtendedView, ListSource, MapSource, View, WideOf};
use larder::{Error, ErrorKind, Extended, Result, Shape, Source, Value};

use super::wide::wide_of;
use crate::zend::limits::costs::ZvalCosts;

/// A value; children are numbers of nodes.
#[derive(Clone, Copy)]
pub(super) enum Node {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    /// Bytes of a string of PHP, which are UTF-8.
    Text {
        ascii: bool,
        length: u32,
        at: *const u8,
    },
    /// Bytes of a string of PHP.
    Bytes {
        length: u32,
        at: *const u8,
    },
    List {
        length: u32,
        start: u32,
    },
    Map {
        shape: u32,
        start: u32,
    },
    Typed {
        class: u32,
        value: u32,
    },
    /// The node of a value that may be met again, but was not yet.
    Once(u32),
    Shared(u32),
    Reference(u32),
    /// One of [`NodeTable::extended`].
    Plain(u32),
    /// One of [`NodeTable::extended`], which gets its number at the end; and the node where the
    /// value was first met.
    Again {
        plain: u32,
        first: u32,
    },
}

const _: () = assert!(size_of::<Node>() == 16);

/// A value, ready to be written.
pub struct NodeTable {
    pub(super) nodes: Vec<Node>,
    pub(super) shapes: Vec<Rc<Shape>>,
    pub(super) extended: Vec<Extended<Value>>,
    pub(super) classes: Vec<Arc<str>>,
    /// Whether a node refers to an earlier one.
    pub(super) again: bool,
}

impl NodeTable {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            shapes: Vec::new(),
            extended: Vec::new(),
            classes: Vec::new(),
            again: false,
        }
    }

    /// Empties the table, and frees memory that only a large value needs.
    pub(super) fn clear(&mut self) {
        const KEPT: usize = 16 << 10;
        if self.nodes.capacity() > KEPT {
            self.nodes = Vec::new();
        }
        self.nodes.clear();
        self.shapes.clear();
        if !self.extended.is_empty() || !self.classes.is_empty() {
            self.extended.clear();
            self.classes.clear();
        }
        self.again = false;
    }

    /// The value as a writer sees it.
    pub fn root(&self) -> At<'_> {
        At { table: self, node: &self.nodes[0] }
    }

    #[inline]
    fn at(&self, node: u32) -> At<'_> {
        At { table: self, node: &self.nodes[node as usize] }
    }

    pub(super) fn children(&mut self, count: usize) -> Result<u32> {
        let start = self.nodes.len();
        if start + count > u32::MAX as usize {
            return Err(Error::new(ErrorKind::TooLarge, "more than 4,294,967,295 values"));
        }
        self.nodes.resize(start + count, Node::Null);
        Ok(start as u32)
    }

    pub(super) fn extended(&mut self, extended: Extended<Value>) -> u32 {
        self.extended.push(extended);
        self.extended.len() as u32 - 1
    }

    pub(super) fn shape(&self, number: u32) -> &Shape {
        &self.shapes[number as usize]
    }

    pub(super) fn set(&mut self, at: u32, node: Node) {
        self.nodes[at as usize] = node;
    }

    /// A map of a shape of its own, with a class beside it.
    pub(super) fn typed(&mut self, class: Arc<str>, shape: Shape, start: u32) -> Node {
        self.shapes.push(Rc::new(shape));
        self.classes.push(class);
        let value = self.nodes.len() as u32;
        self.nodes.push(Node::Map { shape: self.shapes.len() as u32 - 1, start });
        Node::Typed { class: self.classes.len() as u32 - 1, value }
    }

    /// Numbers the nodes that are met again, in the order of the value.
    pub(super) fn number(&mut self, node: u32, numbers: &mut HashMap<u32, u64, RandomState>) {
        match self.nodes[node as usize] {
            Node::List { length, start } => {
                (start..start + length).for_each(|node| self.number(node, numbers))
            }
            Node::Map { shape, start } => {
                let count = self.shapes[shape as usize].keys().len() as u32;
                (start..start + count).for_each(|node| self.number(node, numbers));
            }
            Node::Typed { value, .. } | Node::Once(value) => self.number(value, numbers),
            Node::Shared(value) | Node::Reference(value) => {
                numbers.insert(node, numbers.len() as u64);
                self.number(value, numbers);
            }
            Node::Again { plain, first } => {
                // What is met again began before, so it has a number.
                self.extended[plain as usize] = Extended::Again(numbers[&first]);
            }
            _ => {}
        }
    }
}

/// A node of a table.
#[derive(Clone, Copy)]
pub struct At<'a> {
    table: &'a NodeTable,
    node: &'a Node,
}

/// Nodes that stand together.
#[derive(Clone, Copy)]
pub struct Children<'a> {
    table: &'a NodeTable,
    start: u32,
    length: u32,
}

/// The values of a map or object.
#[derive(Clone, Copy)]
pub struct Entries<'a> {
    table: &'a NodeTable,
    start: u32,
    shape: u32,
}

impl<'a> At<'a> {
    #[cold]
    fn rare(self) -> View<'a, Self> {
        let table = self.table;
        View::Extended(match *self.node {
            Node::Once(value) => return table.at(value).view(),
            Node::Typed { class, value } => {
                ExtendedView::Typed(&table.classes[class as usize], table.at(value))
            }
            Node::Shared(value) => ExtendedView::Shared(table.at(value)),
            Node::Reference(value) => ExtendedView::Reference(table.at(value)),
            Node::Plain(plain) | Node::Again { plain, .. } => {
                ExtendedView::Plain(&table.extended[plain as usize])
            }
            _ => unreachable!("the others are seen by `view`"),
        })
    }
}

impl<'a> Source<'a> for At<'a> {
    type List = Children<'a>;
    type Map = Entries<'a>;
    type Costs = ZvalCosts;

    const WIDE_OF: Option<WideOf> = Some(wide_of);

    #[inline(always)]
    fn view(self) -> View<'a, Self> {
        let table = self.table;
        match *self.node {
            // The string is alive (rule 1), and was found to be UTF-8.
            Node::Text { length, at, .. } => unsafe {
                View::Text(std::str::from_utf8_unchecked(std::slice::from_raw_parts(
                    at,
                    length as usize,
                )))
            },
            Node::Int(int) => View::Int(int),
            Node::Null => View::Null,
            Node::Bool(bool) => View::Bool(bool),
            Node::Float(float) => View::Float(float),
            Node::Map { shape, start } => View::Map(Entries { table, start, shape }),
            Node::List { length, start } => View::List(Children { table, start, length }),
            // The string is alive (rule 1).
            Node::Bytes { length, at } => unsafe {
                View::Bytes(std::slice::from_raw_parts(at, length as usize))
            },
            _ => self.rare(),
        }
    }

    #[inline(always)]
    fn is_ascii(self, _: &str) -> bool {
        matches!(self.node, Node::Text { ascii: true, .. })
    }

    #[inline]
    fn is_tree(self) -> bool {
        !self.table.again
    }
}

impl<'a> ListSource<'a, At<'a>> for Children<'a> {
    #[inline]
    fn len(self) -> usize {
        self.length as usize
    }

    #[inline]
    fn get(self, at: usize) -> At<'a> {
        self.table.at(self.start + at as u32)
    }
}

impl<'a> MapSource<'a, At<'a>> for Entries<'a> {
    type Retained = Rc<Shape>;

    #[inline]
    fn identity(self) -> usize {
        Rc::as_ptr(&self.table.shapes[self.shape as usize]).addr()
    }

    fn retain(self) -> Rc<Shape> {
        self.table.shapes[self.shape as usize].clone()
    }

    #[inline]
    fn shape(self) -> &'a Shape {
        &self.table.shapes[self.shape as usize]
    }

    #[inline]
    fn get(self, at: usize) -> At<'a> {
        self.table.at(self.start + at as u32)
    }
}

//! A value of PHP, looked at once: what a writer then asks as often as it likes.
//!
//! One pass over the value makes a table of nodes, of which the children of an array or object stand together. The pass finds the shape of each array, tells
//! text from bytes, and calls the magic methods of objects; so a writer never meets PHP. Strings are not copied: a node points into them. That is sound as
//! long as no code of the user runs (rule 1 of [`zend`](super)). Before the pass first calls any, it *pins* all that it points to, and from then on
//! all that it comes to.
//!
//! **Met again.** An object or reference that is counted more than once may be met again; it is noted by its address. If it is, the node of the first place
//! becomes one that is shared, and the others point to its number. Numbers are given in the end, in the order in which a writer comes to them.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::RandomState;
use larder::source::{ExtendedView, ListSource, MapSource, View};
use larder::{Error, ErrorKind, Extended, Result, Shape, Source, Value};

use super::chains::Chains;
use super::costs::ZvalCosts;
use super::php::*;
use super::shapes::Shapes;
use super::value::*;

/// As deep as the format goes.
const MOST_DEPTH: u32 = 512;

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
    /// What may be met again, but was not yet; the node of the value itself.
    Once(u32),
    Shared(u32),
    Reference(u32),
    /// One of [`Plan::extended`].
    Plain(u32),
    /// One of [`Plan::extended`], of which the number stands there in the end; the node that begins it.
    Again {
        plain: u32,
        first: u32,
    },
}

const _: () = assert!(size_of::<Node>() == 16);

/// A value, ready to be written.
pub struct Plan {
    nodes: Vec<Node>,
    shapes: Vec<Rc<Shape>>,
    extended: Vec<Extended<Value>>,
    classes: Vec<Arc<str>>,
    /// The node at which an object or reference was first met, by its address.
    met: HashMap<usize, u32, RandomState>,
    again: bool,
    /// Arrays and objects that are being gone through.
    open: Vec<*mut zend_refcounted>,
    /// How many of them are arrays that others hold, too: what is within may be met again there, though it is counted once.
    held: u32,
    /// Where the value is that cannot be written: keys, from within.
    path: Vec<String>,
    /// Whether code of the user may run.
    pinned: bool,
    /// What is given back in the end.
    pins: Vec<Pin>,
}

enum Pin {
    String(*mut zend_string),
    Value(zval),
}

impl Plan {
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            shapes: Vec::new(),
            extended: Vec::new(),
            classes: Vec::new(),
            met: HashMap::default(),
            again: false,
            open: Vec::new(),
            held: 0,
            path: Vec::new(),
            pinned: false,
            pins: Vec::new(),
        }
    }

    /// Looks at a value. Afterwards, [`Plan::root`] is it, until [`Plan::end`] or the next.
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] for what cannot be serialized, or for an exception of a magic method, which then is the engine's; [`ErrorKind::TooDeep`].
    ///
    /// # Safety
    /// The value is alive until [`Plan::end`].
    pub unsafe fn build(&mut self, value: *mut zval, shapes: &mut Shapes) -> Result<()> {
        debug_assert!(self.nodes.is_empty(), "`end` leaves nothing behind");
        shapes.begin();
        self.nodes.push(Node::Null);
        unsafe { self.value(value, 0, 0, shapes) }?;
        Chains::default().add(shapes.steps())?;
        if self.again {
            let mut numbers = HashMap::default();
            self.number(0, &mut numbers);
        }
        Ok(())
    }

    /// How many values were looked at.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The value as a writer sees it.
    pub fn root(&self) -> At<'_> {
        At { plan: self, node: &self.nodes[0] }
    }

    /// Gives back what was pinned, which may run destructors, and memory that only a large value needs.
    pub fn end(&mut self) {
        const KEPT: usize = 16 << 10;
        if self.nodes.capacity() > KEPT {
            self.nodes = Vec::new();
        }
        self.clear();
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.shapes.clear();
        if !self.extended.is_empty() || !self.classes.is_empty() {
            self.extended.clear();
            self.classes.clear();
        }
        if !self.met.is_empty() {
            self.met.clear();
        }
        self.open.clear();
        self.held = 0;
        self.path.clear();
        self.again = false;
        self.pinned = false;
        if !self.pins.is_empty() {
            self.release();
        }
    }

    #[cold]
    fn release(&mut self) {
        for pin in std::mem::take(&mut self.pins) {
            // Each was counted when it was pinned.
            unsafe {
                match pin {
                    Pin::String(string) => release_string(string),
                    Pin::Value(mut value) => zval_ptr_dtor(&raw mut value),
                }
            }
        }
    }

    // Values.

    fn children(&mut self, count: usize) -> Result<u32> {
        let start = self.nodes.len();
        if start + count > u32::MAX as usize {
            return Err(Error::new(ErrorKind::TooLarge, "more than four thousand million values"));
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

    #[inline]
    unsafe fn value(&mut self, value: *mut zval, at: u32, depth: u32, shapes: &mut Shapes) -> Result<()> {
        unsafe {
            if let Some(node) = leaf(value) {
                if self.pinned {
                    self.pin_text(node);
                }
                self.nodes[at as usize] = node;
                return Ok(());
            }
            match kind(value) {
                IS_ARRAY => self.array((*value).value.arr, at, depth, shapes),
                IS_OBJECT => self.object((*value).value.obj, at, depth, shapes),
                IS_REFERENCE => self.reference((*value).value.ref_, at, depth, shapes),
                IS_STRING => Err(Error::new(ErrorKind::TooLarge, "a string of 4 GiB or more")),
                _ => Err(Error::new(ErrorKind::Refused, "a resource cannot be serialized")),
            }
        }
    }

    unsafe fn array(&mut self, array: *mut zend_array, at: u32, depth: u32, shapes: &mut Shapes) -> Result<()> {
        unsafe {
            // The value itself is held by the caller, too.
            let held = u32::from(depth > 0 && (*array).gc.refcount > 1);
            self.enter(array.cast(), depth)?;
            self.held += held;
            self.nodes[at as usize] = self.entries(array, None, depth, shapes)?;
            self.held -= held;
        }
        self.leave();
        Ok(())
    }

    /// Whether something that is counted may be met again.
    pub(super) fn may_be_met_again(&self, count: u32) -> bool {
        count > 1 || self.held > 0
    }

    /// Where the value is that cannot be written, as one writes it in PHP.
    pub fn path(&self) -> String {
        self.path.iter().rev().map(String::as_str).collect()
    }

    /// Notes the key of what cannot be written.
    #[cold]
    unsafe fn failed_at(&mut self, key: RawKey) {
        self.path.push(if key.name.is_null() {
            format!("[{}]", key.hash.cast_signed())
        } else {
            format!("['{}']", String::from_utf8_lossy(unsafe { bytes(key.name) }).replace('\0', ""))
        });
    }

    /// Goes out of what [`Plan::enter`] went into.
    pub(super) fn leave(&mut self) {
        self.open.pop();
    }

    /// Goes into an array or object.
    pub(super) unsafe fn enter(&mut self, counted: *mut zend_refcounted, depth: u32) -> Result<()> {
        if depth >= MOST_DEPTH {
            return Err(Error::new(ErrorKind::TooDeep, "more than 512 levels of arrays and objects"));
        }
        self.open.push(counted);
        if self.pinned {
            unsafe { self.pin_counted(counted) };
        }
        Ok(())
    }

    /// An array's values: a list, a map, or with a class, the properties of an object.
    pub(super) unsafe fn entries(
        &mut self,
        array: *mut zend_array,
        class: Option<&[u8]>,
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<Node> {
        unsafe {
            let count = (*array).nNumOfElements as usize;
            let whole = (*array).nNumUsed as usize == count;
            if count == 0 && class.is_none() {
                return Ok(Node::List { length: 0, start: 0 });
            }
            if is_packed(array) && whole && class.is_none() {
                let keys = |at: usize| RawKey::int(at as u64);
                let start = self.values::<PACKED_STEP>(packed_values(array), count, depth, shapes, keys)?;
                return Ok(Node::List { length: count as u32, start });
            }
            if is_packed(array) || !whole {
                return self.sparse(array, class, depth, shapes);
            }
            let first = buckets(array);
            let keys = |at: usize| RawKey::of(first.add(at));
            if class.is_none() && (*first).key.is_null() && (*first).h == 0 && is_list(first, count) {
                let start = self.values::<BUCKET_STEP>(first.cast(), count, depth, shapes, keys)?;
                return Ok(Node::List { length: count as u32, start });
            }
            let shape = shapes.find(class, count, keys, &mut self.shapes);
            let start = self.values::<BUCKET_STEP>(first.cast(), count, depth, shapes, keys)?;
            Ok(Node::Map { shape, start })
        }
    }

    /// The nodes of values that stand `STEP` bytes apart: first all that hold no others, then those.
    #[inline]
    unsafe fn values<const STEP: usize>(
        &mut self,
        first: *mut zval,
        count: usize,
        depth: u32,
        shapes: &mut Shapes,
        keys: impl Fn(usize) -> RawKey,
    ) -> Result<u32> {
        let start = self.nodes.len();
        if start + count > u32::MAX as usize {
            return Err(Error::new(ErrorKind::TooLarge, "more than four thousand million values"));
        }
        // The first value that holds others.
        let mut nested = count;
        unsafe {
            let node = |at: usize| {
                leaf(step(first, at * STEP)).unwrap_or_else(|| {
                    nested = nested.min(at);
                    Node::Null
                })
            };
            self.nodes.extend((0..count).map(node));
            if self.pinned {
                self.pin_strings(start);
            }
            if nested < count {
                let mut value = step(first, nested * STEP);
                for at in nested..count {
                    if kind(value) >= IS_STRING && matches!(self.nodes[start + at], Node::Null) {
                        let seen = self.value(value, (start + at) as u32, depth + 1, shapes);
                        seen.inspect_err(|_| self.failed_at(keys(at)))?;
                    }
                    value = step(value, STEP);
                }
            }
        }
        Ok(start as u32)
    }

    /// As [`Plan::entries`], of an array with holes, or of a packed one as a map.
    #[cold]
    unsafe fn sparse(&mut self, array: *mut zend_array, class: Option<&[u8]>, depth: u32, shapes: &mut Shapes) -> Result<Node> {
        unsafe {
            let pairs: Vec<_> = entries(array).collect();
            let is_list = (0u64..).zip(&pairs).all(|(at, (key, _))| key.name.is_null() && key.hash == at);
            if is_list && class.is_none() {
                let start = self.children(pairs.len())?;
                for (node, (key, value)) in (start..).zip(&pairs) {
                    self.value(*value, node, depth + 1, shapes).inspect_err(|_| self.failed_at(*key))?;
                }
                return Ok(Node::List { length: pairs.len() as u32, start });
            }
            self.pairs(&pairs, class, depth, shapes)
        }
    }

    /// A map, or with a class an object, of these keys and values.
    ///
    /// # Safety
    /// All are alive, and what holds them is open.
    pub(super) unsafe fn pairs(
        &mut self,
        pairs: &[(RawKey, *mut zval)],
        class: Option<&[u8]>,
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<Node> {
        let shape = unsafe { shapes.find(class, pairs.len(), |at| pairs[at].0, &mut self.shapes) };
        let start = self.children(pairs.len())?;
        for (node, (key, value)) in (start..).zip(pairs) {
            unsafe { self.value(*value, node, depth + 1, shapes).inspect_err(|_| self.failed_at(*key))? };
        }
        Ok(Node::Map { shape, start })
    }

    // Met again.

    unsafe fn reference(&mut self, reference: *mut zend_reference, at: u32, depth: u32, shapes: &mut Shapes) -> Result<()> {
        unsafe {
            let value = &raw mut (*reference).val;
            // One holder that is held twice may be an array that holds itself: it would never end.
            let ends = self.held == 0 || kind(value) != IS_ARRAY || !self.open.contains(&(*value).value.counted);
            if (*reference).gc.refcount == 1 && ends {
                return self.value(value, at, depth, shapes);
            }
            let Some(at) = self.meet(reference.cast(), at, true)? else { return Ok(()) };
            if depth >= MOST_DEPTH {
                return Err(Error::new(ErrorKind::TooDeep, "more than 512 levels of references"));
            }
            self.value(value, at, depth + 1, shapes)
        }
    }

    /// Notes an object or reference that may be met again. The node where its value goes, or none if it was met before: then all is done.
    pub(super) unsafe fn meet(&mut self, counted: *mut zend_refcounted, at: u32, reference: bool) -> Result<Option<u32>> {
        let Some(first) = self.met.get(&counted.expose_provenance()).copied() else {
            self.met.insert(counted.addr(), at);
            if self.pinned {
                unsafe { self.pin_counted(counted) };
            }
            let value = self.children(1)?;
            self.nodes[at as usize] = Node::Once(value);
            return Ok(Some(value));
        };
        if let Node::Once(value) = self.nodes[first as usize] {
            self.nodes[first as usize] = if reference { Node::Reference(value) } else { Node::Shared(value) };
        }
        self.again = true;
        let plain = self.extended(Extended::Again(0));
        self.nodes[at as usize] = Node::Again { plain, first };
        Ok(None)
    }

    /// Gives numbers to what is met again, in the order of the value.
    fn number(&mut self, node: u32, numbers: &mut HashMap<u32, u64, RandomState>) {
        match self.nodes[node as usize] {
            Node::List { length, start } => (start..start + length).for_each(|node| self.number(node, numbers)),
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

    // Pins.

    /// Keeps all that the nodes point to alive, from now on whatever the user's code does.
    pub(super) unsafe fn pin(&mut self) {
        if self.pinned {
            return;
        }
        self.pinned = true;
        unsafe { self.pin_strings(0) };
        let met: Vec<usize> = self.met.keys().copied().collect();
        for address in met {
            unsafe { self.pin_counted(std::ptr::with_exposed_provenance_mut(address)) };
        }
        for counted in self.open.clone() {
            unsafe { self.pin_counted(counted) };
        }
    }

    /// Pins the strings of all nodes from one on.
    #[cold]
    unsafe fn pin_strings(&mut self, from: usize) {
        for at in from..self.nodes.len() {
            unsafe { self.pin_text(self.nodes[at]) };
        }
    }

    /// Pins the string of a node that has one.
    unsafe fn pin_text(&mut self, node: Node) {
        if let Node::Text { at, .. } | Node::Bytes { at, .. } = node {
            // Every such node points to the bytes of a string.
            unsafe {
                let string = string_of(at);
                if !is_interned(string) {
                    (*string).gc.refcount += 1;
                    self.pins.push(Pin::String(string));
                }
            }
        }
    }

    /// Pins an array, object or reference.
    unsafe fn pin_counted(&mut self, counted: *mut zend_refcounted) {
        unsafe {
            let type_info = (*counted).gc.u.type_info;
            if type_info & GC_IMMUTABLE != 0 {
                return;
            }
            (*counted).gc.refcount += 1;
            let mut value = undef();
            match type_info & 0xF {
                IS_ARRAY => set_array(&raw mut value, counted.cast()),
                IS_OBJECT => set_object(&raw mut value, counted.cast()),
                _ => set_reference(&raw mut value, counted.cast()),
            }
            self.pins.push(Pin::Value(value));
        }
    }

    /// Keeps a value that was given to this plan until its end.
    pub(super) fn keep(&mut self, value: zval) {
        self.pins.push(Pin::Value(value));
    }
}

/// The node of a value that holds no others; `None` for those that do, and for what cannot be written.
#[inline(always)]
unsafe fn leaf(value: *mut zval) -> Option<Node> {
    unsafe {
        Some(match kind(value) {
            IS_STRING => {
                let bytes = bytes((*value).value.str_);
                let (length, at) = (u32::try_from(bytes.len()).ok()?, bytes.as_ptr());
                match encoding(bytes) {
                    Encoding::Ascii => Node::Text { ascii: true, length, at },
                    Encoding::Utf8 => Node::Text { ascii: false, length, at },
                    Encoding::Bytes => Node::Bytes { length, at },
                }
            }
            IS_LONG => Node::Int((*value).value.lval),
            IS_DOUBLE => Node::Float((*value).value.dval),
            IS_FALSE => Node::Bool(false),
            IS_TRUE => Node::Bool(true),
            // An uninitialised property is not written; elsewhere the engine shows it as null.
            IS_NULL | IS_UNDEF => Node::Null,
            _ => return None,
        })
    }
}

unsafe fn is_list(first: *mut Bucket, count: usize) -> bool {
    (0..count).all(|at| unsafe {
        let bucket = first.add(at);
        (*bucket).key.is_null() && (*bucket).h == at as u64
    })
}

/// A node of a plan.
#[derive(Clone, Copy)]
pub struct At<'a> {
    plan: &'a Plan,
    node: &'a Node,
}

/// Nodes that stand together.
#[derive(Clone, Copy)]
pub struct Children<'a> {
    plan: &'a Plan,
    start: u32,
    length: u32,
}

/// A map or object of a plan.
#[derive(Clone, Copy)]
pub struct Entries<'a> {
    plan: &'a Plan,
    start: u32,
    shape: u32,
}

impl Plan {
    #[inline]
    fn at(&self, node: u32) -> At<'_> {
        At { plan: self, node: &self.nodes[node as usize] }
    }
}

impl<'a> At<'a> {
    #[cold]
    fn rare(self) -> View<'a, Self> {
        let plan = self.plan;
        View::Extended(match *self.node {
            Node::Once(value) => return plan.at(value).view(),
            Node::Typed { class, value } => ExtendedView::Typed(&plan.classes[class as usize], plan.at(value)),
            Node::Shared(value) => ExtendedView::Shared(plan.at(value)),
            Node::Reference(value) => ExtendedView::Reference(plan.at(value)),
            Node::Plain(plain) | Node::Again { plain, .. } => ExtendedView::Plain(&plan.extended[plain as usize]),
            _ => unreachable!("the others are seen by `view`"),
        })
    }
}

impl<'a> Source<'a> for At<'a> {
    type List = Children<'a>;
    type Map = Entries<'a>;
    type Costs = ZvalCosts;

    #[inline(always)]
    fn view(self) -> View<'a, Self> {
        let plan = self.plan;
        match *self.node {
            // The string is alive (rule 1), and was found to be UTF-8.
            Node::Text { length, at, .. } => unsafe {
                View::Text(std::str::from_utf8_unchecked(std::slice::from_raw_parts(at, length as usize)))
            },
            Node::Int(int) => View::Int(int),
            Node::Null => View::Null,
            Node::Bool(bool) => View::Bool(bool),
            Node::Float(float) => View::Float(float),
            Node::Map { shape, start } => View::Map(Entries { plan, start, shape }),
            Node::List { length, start } => View::List(Children { plan, start, length }),
            // The string is alive (rule 1).
            Node::Bytes { length, at } => unsafe { View::Bytes(std::slice::from_raw_parts(at, length as usize)) },
            _ => self.rare(),
        }
    }

    #[inline(always)]
    fn is_ascii(self, _: &str) -> bool {
        matches!(self.node, Node::Text { ascii: true, .. })
    }

    #[inline]
    fn is_tree(self) -> bool {
        !self.plan.again
    }
}

impl<'a> ListSource<'a, At<'a>> for Children<'a> {
    #[inline]
    fn len(self) -> usize {
        self.length as usize
    }

    #[inline]
    fn get(self, at: usize) -> At<'a> {
        self.plan.at(self.start + at as u32)
    }
}

impl<'a> MapSource<'a, At<'a>> for Entries<'a> {
    type Retained = Rc<Shape>;

    #[inline]
    fn identity(self) -> usize {
        Rc::as_ptr(&self.plan.shapes[self.shape as usize]).addr()
    }

    fn retain(self) -> Rc<Shape> {
        self.plan.shapes[self.shape as usize].clone()
    }

    #[inline]
    fn shape(self) -> &'a Shape {
        &self.plan.shapes[self.shape as usize]
    }

    #[inline]
    fn get(self, at: usize) -> At<'a> {
        self.plan.at(self.start + at as u32)
    }
}

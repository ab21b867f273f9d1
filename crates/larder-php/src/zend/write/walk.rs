//! The walk over a value of PHP that fills a [`NodeTable`], as PHP's `serialize` goes through it
//! (ext/standard/var.c).
//!
//! One pass finds the shape of each array, tells text from bytes, and calls the magic methods of
//! objects, so a writer never meets PHP. Arrays, objects and references hold one another, so they
//! are walked in one file.
//!
//! **Pins.** Nodes point into strings, which is sound as long as no code of the user runs (rule 1
//! of [`zend`](crate::zend)). Before the walk first calls any, it *pins* all that the table points
//! to, and from then on all that it meets.
//!
//! **Met again.** An object or reference with a count above one may be met again; it is noted by
//! its address. If it is, the node of the first place becomes a shared one, and the others point to
//! its number. Numbers are given at the end, in the order in which a writer meets them.
//!
//! May use `engine`, `limits`, and `nodes` and `shapes` beside it.

use std::collections::HashMap;
use std::ffi::CStr;
use std::sync::Arc;

use foldhash::fast::RandomState;
use larder::{Error, ErrorKind, Extended, Limits, Result};

use super::nodes::{At, Node, NodeTable};
use super::shapes::Shapes;
use crate::zend::engine::class::{
    INCOMPLETE_CLASS, INCOMPLETE_CLASS_NAME, class_name, is_incomplete, is_lazy,
};
use crate::zend::engine::errors::{refused, thrown};
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::limits::chains::Chains;

/// As deep as the format goes.
const MAX_DEPTH: u32 = Limits::DEFAULT.max_depth;

/// The walk over one value, and the table that it fills.
pub struct Walk {
    table: NodeTable,
    /// The node at which an object or reference was first met, by its address.
    met: HashMap<usize, u32, RandomState>,
    /// Arrays and objects that the walk is inside of.
    open: Vec<*mut zend_refcounted>,
    /// How many of them are arrays with other holders: their contents may be met again there, even
    /// with a count of one.
    held: u32,
    /// Where the value is that cannot be written: keys, innermost first.
    path: Vec<String>,
    /// Whether code of the user may run.
    pinned: bool,
    /// What is released at the end.
    pins: Vec<Pin>,
}

enum Pin {
    String(*mut zend_string),
    Value(zval),
}

impl Walk {
    pub fn new() -> Self {
        Self {
            table: NodeTable::new(),
            met: HashMap::default(),
            open: Vec::new(),
            held: 0,
            path: Vec::new(),
            pinned: false,
            pins: Vec::new(),
        }
    }

    /// Walks over a value. [`Walk::root`] is then the value, until [`Walk::end`].
    ///
    /// # Errors
    /// [`ErrorKind::Refused`] for what cannot be written, or for an exception of a magic method,
    /// which is then the engine's; [`ErrorKind::TooDeep`].
    ///
    /// # Safety
    /// The value is alive until [`Walk::end`].
    pub unsafe fn build(&mut self, value: *mut zval, shapes: &mut Shapes) -> Result<()> {
        debug_assert!(self.table.nodes.is_empty(), "`end` leaves nothing behind");
        shapes.begin();
        self.table.nodes.push(Node::Null);
        unsafe { self.value(value, 0, 0, shapes) }?;
        Chains::default().add(shapes.steps())?;
        if self.table.again {
            let mut numbers = HashMap::default();
            self.table.number(0, &mut numbers);
        }
        Ok(())
    }

    /// How many values were visited.
    pub fn len(&self) -> usize {
        self.table.nodes.len()
    }

    /// The value as a writer sees it.
    pub fn root(&self) -> At<'_> {
        self.table.root()
    }

    /// Releases what was pinned, which may run destructors, and memory that only a large value
    /// needs.
    pub fn end(&mut self) {
        self.table.clear();
        if !self.met.is_empty() {
            self.met.clear();
        }
        self.open.clear();
        self.held = 0;
        self.path.clear();
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

    #[inline]
    unsafe fn value(
        &mut self,
        value: *mut zval,
        at: u32,
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<()> {
        unsafe {
            if let Some(node) = leaf(value) {
                if self.pinned {
                    self.pin_text(node);
                }
                self.table.nodes[at as usize] = node;
                return Ok(());
            }
            match kind(value) {
                IS_ARRAY => self.array((*value).value.arr, at, depth, shapes),
                IS_OBJECT => self.object((*value).value.obj, at, depth, shapes),
                IS_REFERENCE => self.reference((*value).value.ref_, at, depth, shapes),
                IS_STRING => Err(Error::new(ErrorKind::TooLarge, "a string of 4 GiB or more")),
                _ => Err(Error::new(ErrorKind::Refused, "a resource cannot be written")),
            }
        }
    }

    unsafe fn array(
        &mut self,
        array: *mut zend_array,
        at: u32,
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<()> {
        unsafe {
            // The value itself is held by the caller, too.
            let held = u32::from(depth > 0 && (*array).gc.refcount > 1);
            self.enter(array.cast(), depth)?;
            self.held += held;
            self.table.nodes[at as usize] = self.entries(array, None, depth, shapes)?;
            self.held -= held;
        }
        self.leave();
        Ok(())
    }

    /// Whether something that is counted may be met again.
    fn may_be_met_again(&self, count: u32) -> bool {
        count > 1 || self.held > 0
    }

    /// Where the value is that cannot be written, in PHP's notation.
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

    /// Leaves what [`Walk::enter`] entered.
    fn leave(&mut self) {
        self.open.pop();
    }

    /// Enters an array or object.
    unsafe fn enter(&mut self, counted: *mut zend_refcounted, depth: u32) -> Result<()> {
        if depth >= MAX_DEPTH {
            return Err(Error::new(
                ErrorKind::TooDeep,
                "arrays and objects that nest deeper than 512 levels",
            ));
        }
        self.open.push(counted);
        if self.pinned {
            unsafe { self.pin_counted(counted) };
        }
        Ok(())
    }

    /// An array's values: a list, a map, or with a class, the properties of an object.
    unsafe fn entries(
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
                let start =
                    self.values::<PACKED_STEP>(packed_values(array), count, depth, shapes, keys)?;
                return Ok(Node::List { length: count as u32, start });
            }
            if is_packed(array) || !whole {
                return self.sparse(array, class, depth, shapes);
            }
            let first = buckets(array);
            let keys = |at: usize| RawKey::of(first.add(at));
            if class.is_none() && (*first).key.is_null() && (*first).h == 0 && is_list(first, count)
            {
                let start = self.values::<BUCKET_STEP>(first.cast(), count, depth, shapes, keys)?;
                return Ok(Node::List { length: count as u32, start });
            }
            let shape = shapes.find(class, count, keys, &mut self.table.shapes);
            let start = self.values::<BUCKET_STEP>(first.cast(), count, depth, shapes, keys)?;
            Ok(Node::Map { shape, start })
        }
    }

    /// The nodes of values that stand `STEP` bytes apart: first all that hold no others, then
    /// those.
    #[inline]
    unsafe fn values<const STEP: usize>(
        &mut self,
        first: *mut zval,
        count: usize,
        depth: u32,
        shapes: &mut Shapes,
        keys: impl Fn(usize) -> RawKey,
    ) -> Result<u32> {
        let start = self.table.nodes.len();
        if start + count > u32::MAX as usize {
            return Err(Error::new(ErrorKind::TooLarge, "more than 4,294,967,295 values"));
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
            self.table.nodes.extend((0..count).map(node));
            if self.pinned {
                self.pin_strings(start);
            }
            if nested < count {
                let mut value = step(first, nested * STEP);
                for at in nested..count {
                    if kind(value) >= IS_STRING
                        && matches!(self.table.nodes[start + at], Node::Null)
                    {
                        let seen = self.value(value, (start + at) as u32, depth + 1, shapes);
                        seen.inspect_err(|_| self.failed_at(keys(at)))?;
                    }
                    value = step(value, STEP);
                }
            }
        }
        Ok(start as u32)
    }

    /// Like [`Walk::entries`], for an array with holes, or a packed one as a map.
    #[cold]
    unsafe fn sparse(
        &mut self,
        array: *mut zend_array,
        class: Option<&[u8]>,
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<Node> {
        unsafe {
            let pairs: Vec<_> = entries(array).collect();
            let is_list =
                (0u64..).zip(&pairs).all(|(at, (key, _))| key.name.is_null() && key.hash == at);
            if is_list && class.is_none() {
                let start = self.table.children(pairs.len())?;
                for (node, (key, value)) in (start..).zip(&pairs) {
                    self.value(*value, node, depth + 1, shapes)
                        .inspect_err(|_| self.failed_at(*key))?;
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
    unsafe fn pairs(
        &mut self,
        pairs: &[(RawKey, *mut zval)],
        class: Option<&[u8]>,
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<Node> {
        let shape =
            unsafe { shapes.find(class, pairs.len(), |at| pairs[at].0, &mut self.table.shapes) };
        let start = self.table.children(pairs.len())?;
        for (node, (key, value)) in (start..).zip(pairs) {
            unsafe {
                self.value(*value, node, depth + 1, shapes).inspect_err(|_| self.failed_at(*key))?
            };
        }
        Ok(Node::Map { shape, start })
    }

    // Met again.

    unsafe fn reference(
        &mut self,
        reference: *mut zend_reference,
        at: u32,
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<()> {
        unsafe {
            let value = &raw mut (*reference).val;
            // A reference with one holder may be in an array that holds itself: the walk would
            // never end.
            let ends = self.held == 0
                || kind(value) != IS_ARRAY
                || !self.open.contains(&(*value).value.counted);
            if (*reference).gc.refcount == 1 && ends {
                return self.value(value, at, depth, shapes);
            }
            let Some(at) = self.meet(reference.cast(), at, true)? else { return Ok(()) };
            if depth >= MAX_DEPTH {
                return Err(Error::new(
                    ErrorKind::TooDeep,
                    "references that nest deeper than 512 levels",
                ));
            }
            self.value(value, at, depth + 1, shapes)
        }
    }

    /// Notes an object or reference that may be met again. Returns the node for its value, or
    /// `None` if it was met before: then nothing is left to do.
    unsafe fn meet(
        &mut self,
        counted: *mut zend_refcounted,
        at: u32,
        reference: bool,
    ) -> Result<Option<u32>> {
        let Some(first) = self.met.get(&counted.expose_provenance()).copied() else {
            self.met.insert(counted.addr(), at);
            if self.pinned {
                unsafe { self.pin_counted(counted) };
            }
            let value = self.table.children(1)?;
            self.table.nodes[at as usize] = Node::Once(value);
            return Ok(Some(value));
        };
        if let Node::Once(value) = self.table.nodes[first as usize] {
            self.table.nodes[first as usize] =
                if reference { Node::Reference(value) } else { Node::Shared(value) };
        }
        self.table.again = true;
        let plain = self.table.extended(Extended::Again(0));
        self.table.nodes[at as usize] = Node::Again { plain, first };
        Ok(None)
    }

    // Pins.

    /// Keeps everything that the nodes point to alive, whatever code of the user does from now on.
    unsafe fn pin(&mut self) {
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
        for at in from..self.table.nodes.len() {
            unsafe { self.pin_text(self.table.nodes[at]) };
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

    /// Keeps a value, of which it takes over a count, until the end of the walk.
    fn keep(&mut self, value: zval) {
        self.pins.push(Pin::Value(value));
    }

    // Objects (ext/standard/var.c).

    /// Walks over an object.
    unsafe fn object(
        &mut self,
        object: *mut zend_object,
        at: u32,
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<()> {
        unsafe {
            let class = (*object).ce;
            if (*class).ce_flags & ZEND_ACC_ENUM != 0 {
                return self.case(object, at);
            }
            let mut at = at;
            if self.may_be_met_again((*object).gc.refcount) {
                match self.meet(object.cast(), at, false)? {
                    Some(value) => at = value,
                    None => return Ok(()),
                }
            }
            if (*class).ce_flags & ZEND_ACC_NOT_SERIALIZABLE != 0 {
                return Err(refused(format!(
                    "Serialization of '{}' is not allowed",
                    class_name(class)
                )));
            }
            self.enter(object.cast(), depth)?;
            let node = if !(*class).__serialize.is_null() {
                self.state(object, depth, shapes)?
            } else if let Some(serialize) = (*class).serialize {
                self.custom(object, serialize)?
            } else {
                self.properties(object, depth, shapes)?
            };
            self.table.set(at, node);
            self.leave();
            Ok(())
        }
    }

    /// A case of an enumeration, by its name.
    unsafe fn case(&mut self, object: *mut zend_object, at: u32) -> Result<()> {
        unsafe {
            // The first property of a case is its name (Zend/zend_enum.c).
            let case = (*(*object).properties_table.as_ptr()).value.str_;
            let extended = Extended::Enum {
                class: name(bytes((*(*object).ce).name))?,
                case: name(bytes(case))?,
            };
            let plain = self.table.extended(extended);
            self.table.set(at, Node::Plain(plain));
            Ok(())
        }
    }

    /// What `__serialize` returns.
    unsafe fn state(
        &mut self,
        object: *mut zend_object,
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<Node> {
        unsafe {
            let class = (*object).ce;
            self.pin();
            let mut state = undef();
            call_method((*class).__serialize, object, &raw mut state, &mut []);
            let array = (kind(&raw const state) == IS_ARRAY).then_some(state.value.arr);
            // The nodes will point into it.
            self.keep(state);
            if is_thrown() {
                return Err(thrown());
            }
            let Some(array) = array else {
                zend_type_error(
                    c"%s::__serialize() must return an array".as_ptr(),
                    (&raw const (*(*class).name).val).cast::<i8>(),
                );
                return Err(thrown());
            };
            self.object_of(bytes((*class).name), |walk| {
                walk.entries(array, Some(bytes((*class).name)), depth, shapes)
            })
        }
    }

    /// An object of a class, whose entries `see` looks at.
    fn object_of(
        &mut self,
        class: &[u8],
        see: impl FnOnce(&mut Self) -> Result<Node>,
    ) -> Result<Node> {
        let class_name = name(class)?;
        let node = see(self)?;
        let Node::Map { shape, start } = node else { return Ok(node) };
        if self.table.shape(shape).is_plain() {
            return Ok(node);
        }
        // The format's objects have only text keys, so the class stands beside a map.
        let plain = larder::Shape::new(None, self.table.shape(shape).keys());
        let plain = plain.ok_or_else(|| refused("two equal keys"))?;
        Ok(self.table.typed(class_name, plain, start))
    }

    /// What `Serializable` writes.
    unsafe fn custom(
        &mut self,
        object: *mut zend_object,
        serialize: unsafe extern "C" fn(
            *mut zval,
            *mut *mut u8,
            *mut usize,
            *mut zend_serialize_data,
        ) -> i32,
    ) -> Result<Node> {
        unsafe {
            self.pin();
            let mut value = object_value(object);
            let (mut buffer, mut length) = (std::ptr::null_mut(), 0);
            let done =
                serialize(&raw mut value, &raw mut buffer, &raw mut length, std::ptr::null_mut())
                    == 0;
            let written =
                if done { Some(std::slice::from_raw_parts(buffer, length).into()) } else { None };
            if !buffer.is_null() {
                _efree(buffer.cast());
            }
            if is_thrown() {
                return Err(thrown());
            }
            match written {
                Some(written) => {
                    let class = name(bytes((*(*object).ce).name))?;
                    Ok(Node::Plain(self.table.extended(Extended::Custom { class, bytes: written })))
                }
                // The object wants to be null, as with serialize().
                None => Ok(Node::Null),
            }
        }
    }

    /// The properties that are written: all that are initialised, or those that `__sleep` names.
    unsafe fn properties(
        &mut self,
        object: *mut zend_object,
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<Node> {
        unsafe {
            let class = (*object).ce;
            let incomplete = is_incomplete(class);
            let sleep = if incomplete {
                std::ptr::null_mut()
            } else {
                zend_hash_str_find(
                    &raw const (*class).function_table,
                    c"__sleep".as_ptr(),
                    "__sleep".len(),
                )
            };
            if !sleep.is_null() {
                return self.asleep(object, (*sleep).value.func, depth, shapes);
            }
            let mut pairs = Vec::new();
            if let Some(slots) = declared_alone(object) {
                pairs.extend(slots);
            } else {
                if is_lazy(object) {
                    // Code of the user initialises it.
                    self.pin();
                }
                let table = zend_get_properties_for(&mut object_value(object), PURPOSE_SERIALIZE);
                if is_thrown() {
                    return Err(thrown());
                }
                if !table.is_null() {
                    self.keep_array(table);
                    pairs.extend(entries(table));
                }
            }
            if incomplete {
                let at = pairs.iter().position(|(key, _)| {
                    !key.name.is_null() && bytes(key.name) == INCOMPLETE_CLASS_NAME
                });
                let lost = at.map(|at| pairs.remove(at).1).filter(|name| kind(*name) == IS_STRING);
                let Some(lost) = lost else {
                    return self.object_node(&pairs, INCOMPLETE_CLASS, depth, shapes);
                };
                return self.object_node(&pairs, bytes((*lost).value.str_), depth, shapes);
            }
            self.object_node(&pairs, bytes((*class).name), depth, shapes)
        }
    }

    unsafe fn object_node(
        &mut self,
        pairs: &[(RawKey, *mut zval)],
        class: &[u8],
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<Node> {
        self.object_of(class, |walk| unsafe { walk.pairs(pairs, Some(class), depth, shapes) })
    }

    /// What `__sleep` names.
    unsafe fn asleep(
        &mut self,
        object: *mut zend_object,
        sleep: *mut zend_function,
        depth: u32,
        shapes: &mut Shapes,
    ) -> Result<Node> {
        unsafe {
            let class = (*object).ce;
            self.pin();
            let mut names = undef();
            call_method(sleep, object, &raw mut names, &mut []);
            let given = kind(&raw const names);
            let array = if given == IS_ARRAY { names.value.arr } else { std::ptr::null_mut() };
            self.keep(names);
            if is_thrown() || given == IS_UNDEF {
                return Err(thrown());
            }
            if array.is_null() {
                return warn(E_WARNING, NO_NAMES, (*class).name).map(|()| Node::Null);
            }
            let table = zend_get_properties_for(&mut object_value(object), PURPOSE_SERIALIZE);
            if table.is_null() || is_thrown() {
                return Err(thrown());
            }
            self.keep_array(table);
            let mut pairs: Vec<(RawKey, *mut zval)> = Vec::new();
            // A warning may run code of the user, who may hold the array.
            let wanted: Vec<_> = entries(array).map(|(_, value)| value).collect();
            for value in wanted {
                let value = dereference(value);
                if kind(value) != IS_STRING {
                    warn(E_WARNING, NO_NAMES, (*class).name)?;
                }
                let wanted = zval_get_string_func(value);
                let mut holder = undef();
                set_string(&raw mut holder, wanted);
                self.keep(holder);
                if is_thrown() {
                    return Err(thrown());
                }
                let found = self.named_property(table, class, wanted);
                let Some((key, property)) = found.filter(|(_, property)| {
                    kind(*property) != IS_UNDEF || is_typed(object, *property)
                }) else {
                    warn(
                        E_WARNING,
                        c"\"%s\" returned as member variable from __sleep() but does not exist",
                        wanted,
                    )?;
                    continue;
                };
                if kind(property) == IS_UNDEF {
                    // Typed, and not initialised: it is left out.
                    continue;
                }
                let twice = pairs.iter().any(|(other, _)| {
                    !other.name.is_null() && bytes(other.name) == bytes(key.name)
                });
                if twice {
                    warn(TWICE, c"\"%s\" is returned from __sleep() multiple times", wanted)?;
                    continue;
                }
                pairs.push((key, property));
            }
            self.object_node(&pairs, bytes((*class).name), depth, shapes)
        }
    }

    /// The property that `__sleep` means: of exactly this name, or private to the class, or
    /// protected.
    unsafe fn named_property(
        &mut self,
        table: *mut zend_array,
        class: *mut zend_class_entry,
        wanted: *mut zend_string,
    ) -> Option<(RawKey, *mut zval)> {
        unsafe {
            let found = zend_hash_find(table, wanted);
            if !found.is_null() {
                return Some((RawKey::text(wanted), indirect(found)));
            }
            let own = [b"\0", bytes((*class).name), b"\0", bytes(wanted)].concat();
            let protected = [b"\0*\0", bytes(wanted)].concat();
            for mangled in [own, protected] {
                let mangled = string(&mangled);
                let mut holder = undef();
                set_string(&raw mut holder, mangled);
                self.keep(holder);
                let found = zend_hash_find(table, mangled);
                if !found.is_null() {
                    return Some((RawKey::text(mangled), indirect(found)));
                }
            }
            None
        }
    }

    /// Keeps a table of properties, of which a count was given.
    fn keep_array(&mut self, table: *mut zend_array) {
        let mut value = undef();
        unsafe {
            if (*table).gc.u.type_info & GC_IMMUTABLE == 0 {
                set_array(&raw mut value, table);
                self.keep(value);
            }
        }
    }
}

/// The node of a value that holds no others; `None` for those that do, and for what cannot be
/// written.
#[inline(always)]
unsafe fn leaf(value: *mut zval) -> Option<Node> {
    unsafe {
        Some(match kind(value) {
            IS_STRING => {
                let bytes = bytes((*value).value.str_);
                let (length, at) = (u32::try_from(bytes.len()).ok()?, bytes.as_ptr());
                match charset(bytes) {
                    Charset::Ascii => Node::Text { ascii: true, length, at },
                    Charset::Utf8 => Node::Text { ascii: false, length, at },
                    Charset::Bytes => Node::Bytes { length, at },
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

/// `__sleep` returned something other than names.
const NO_NAMES: &CStr = c"%s::__sleep() should return an array only containing the names of \
    instance-variables to serialize";

/// What `serialize` says of a property that `__sleep` names twice.
const TWICE: u32 = if cfg!(php84) { E_WARNING } else { E_NOTICE };

/// `ZEND_PROP_PURPOSE_SERIALIZE` of Zend/zend_object_handlers.h.
const PURPOSE_SERIALIZE: u32 = 2;

/// Whether a slot of a declared property has a type.
unsafe fn is_typed(object: *mut zend_object, slot: *mut zval) -> bool {
    unsafe {
        let class = (*object).ce;
        let offset = slot.addr().wrapping_sub(object.addr());
        (0..usize::try_from((*class).default_properties_count).unwrap_or(0)).any(|at| {
            let info = *(*class).properties_info_table.add(at);
            !info.is_null() && (*info).offset as usize == offset && (*info).type_.type_mask != 0
        })
    }
}

/// A name of a class or case, as text.
fn name(bytes: &[u8]) -> Result<Arc<str>> {
    match std::str::from_utf8(bytes) {
        Ok(name) => Ok(name.into()),
        Err(_) => Err(refused(format!(
            "the class {} has a name that is not UTF-8",
            String::from_utf8_lossy(bytes)
        ))),
    }
}

/// Raises a warning or notice with one name in it. An error handler may throw an exception.
unsafe fn warn(level: u32, format: &CStr, name: *const zend_string) -> Result<()> {
    unsafe {
        php_error_docref(
            std::ptr::null(),
            level as i32,
            format.as_ptr(),
            (&raw const (*name).val).cast::<i8>(),
        )
    };
    if is_thrown() { Err(thrown()) } else { Ok(()) }
}

/// The declared properties of an ordinary object that has no others.
unsafe fn declared_alone(
    object: *mut zend_object,
) -> Option<impl Iterator<Item = (RawKey, *mut zval)>> {
    unsafe {
        let handlers = &*(*object).handlers;
        let standard = std_object_handlers.get_properties;
        let ordinary = (*object).properties.is_null()
            && handlers.get_properties_for.is_none()
            && handlers.get_properties.map(|function| function as usize)
                == standard.map(|function| function as usize)
            // The slow way initialises it.
            && !is_lazy(object);
        if !ordinary {
            return None;
        }
        let class = (*object).ce;
        let slots = usize::try_from((*class).default_properties_count).unwrap_or(0);
        Some((0..slots).filter_map(move |at| {
            let info = *(*class).properties_info_table.add(at);
            if info.is_null() {
                return None;
            }
            let value = object.byte_add((*info).offset as usize).cast::<zval>();
            let key = (*info).name;
            (kind(value) != IS_UNDEF).then(|| (RawKey::text(key), value))
        }))
    }
}

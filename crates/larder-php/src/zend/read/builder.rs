//! Turns the events of a reader into values of PHP.
//!
//! Every array is filled in place: a list in a packed table, a map in a copy of its shape's
//! template ([`templates`](super::templates)). Objects are created when they begin, so that
//! their contents can point to them; their properties are set when they end, and `__unserialize`
//! and `__wakeup` are called when the whole value is there, as PHP does it.
//!
//! May use `engine`, `limits`, and `classes`, `object` and `templates` beside it.

use std::mem::ManuallyDrop;
use std::rc::Rc;
use std::sync::Arc;

use larder::{
    Builder, Error, ErrorKind, Extended, FormatWide, Gaps, Key, KeyRef, NewKeys, Result, Shape,
    SmolStr, Value,
};

use super::classes::{Allowed, Classes, Kept};
use super::layouts::{self, Layout, Layouts};
use super::object;
use super::templates::{PreparedProfile, Templates, add, add_text};
use super::wide;
use crate::zend::engine::class::has_wakeup;
use crate::zend::engine::errors::{refused, thrown};
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::limits::chains::{Chain, Chains};
use crate::zend::limits::costs::{self, ZvalCosts};

/// Builds zvals.
pub struct ZvalBuilder<'c> {
    /// Where the value goes.
    root: *mut zval,
    templates: &'c mut Templates,
    layouts: &'c mut Layouts,
    profile: Option<&'c PreparedProfile>,
    allowed: &'c Allowed,
    kept: Option<&'c Kept>,
    /// Whether a map whose first key is null is an object, as php-msgpack writes objects.
    null_names_class: bool,
    targets: Vec<Target>,
    /// The shared value and the reference that have just begun.
    begun: Begun,
    /// The classes of shapes that came first, or `None` for one that does not exist.
    classes: Vec<(*const Shape, Option<*mut zend_class_entry>)>,
    /// Calls that wait for the whole value.
    delayed: Vec<Delayed>,
    /// See [`Builder::taken`].
    taken: usize,
}

/// A shared value, found by its number; a count of it is held.
enum Target {
    /// It has begun, and is no object.
    Begun,
    Value(zval),
}

/// What the next value is; a reference may refer to a shared value.
#[derive(Clone, Copy)]
struct Begun {
    shared: Option<usize>,
    /// Null for none.
    reference: *mut zend_reference,
}

impl Begun {
    const NOTHING: Self = Self { shared: None, reference: std::ptr::null_mut() };
}

struct Delayed {
    /// An object, counted.
    object: zval,
    /// What `__unserialize` is given; undefined for `__wakeup`.
    state: zval,
}

/// Values that are being filled: a run of slots.
pub struct Slots {
    next: *mut zval,
    left: u32,
    step: u32,
    /// Dropped by `abandon`, or taken.
    owner: ManuallyDrop<Owner>,
}

enum Owner {
    /// The caller's.
    Root,
    /// Handed over to another event.
    Done,
    /// An array without values, so far.
    Empty,
    /// With room for so many.
    List(*mut zend_array, u32),
    Map(*mut zend_array),
    /// A map that gets a key before each value; whether its chains are counted.
    Keyed(*mut zend_array, bool),
    Object(Box<Object>),
    /// An object whose values go straight to their slots, counted.
    Properties(*mut zend_object),
    /// A value whose slot is allocated alone.
    One(*mut zval),
    /// Like [`Owner::One`], for an object of which only the class is known.
    Typed(Box<Object>, *mut zval),
    Reference(*mut zend_reference),
    /// Keys arrive one by one: values without an array yet.
    Open(Box<Open>),
}

/// An object that is being filled.
struct Object {
    /// Counted; undefined once it stands in its place.
    object: zval,
    /// Properties or state, in an array; null if there is none yet.
    array: *mut zend_array,
}

struct Open {
    values: Vec<zval>,
    object: Option<Box<Object>>,
}

/// A string, of which a count is held.
pub struct Text(*mut zend_string);

impl Drop for Text {
    fn drop(&mut self) {
        unsafe { release_string(self.0) };
    }
}

/// The classes of so many shapes are remembered.
const MAX_CLASSES: usize = 16;

/// How many values an array may hold.
const MAX_VALUES: u32 = 1 << 28;

impl<'c> ZvalBuilder<'c> {
    /// A builder that puts its value into `root`, which is null until then.
    ///
    /// # Safety
    /// `root` is a slot that lives as long as the builder.
    pub unsafe fn new(
        root: *mut zval,
        templates: &'c mut Templates,
        layouts: &'c mut Layouts,
        profile: Option<&'c PreparedProfile>,
        classes: &'c Classes,
        null_names_class: bool,
    ) -> Self {
        Self {
            root,
            templates,
            layouts,
            profile,
            allowed: &classes.allowed,
            kept: classes.kept.as_ref(),
            null_names_class,
            targets: Vec::new(),
            begun: Begun::NOTHING,
            classes: Vec::new(),
            delayed: Vec::new(),
            taken: 0,
        }
    }

    /// The next slot.
    #[inline(always)]
    fn put(to: &mut Slots) -> Result<*mut zval> {
        if to.left == 0 {
            return Self::more(to);
        }
        let slot = to.next;
        to.left -= 1;
        // The slots are one allocation, and `left` counts them (rule 3).
        to.next = unsafe { step(slot, to.step as usize) };
        Ok(slot)
    }

    #[cold]
    fn more(to: &mut Slots) -> Result<*mut zval> {
        const FEW: u32 = 8;
        let open = match &mut *to.owner {
            Owner::Open(open) => open,
            // The format does not say how many there are.
            owner @ Owner::Empty => unsafe {
                let array = new_packed(FEW);
                *owner = Owner::List(array, FEW);
                to.left = FEW - 1;
                to.step = PACKED_STEP as u32;
                let first = packed_values(array);
                to.next = step(first, PACKED_STEP);
                return Ok(first);
            },
            Owner::List(array, room) => unsafe {
                let filled = *room;
                if filled >= MAX_VALUES {
                    return Err(Error::new(
                        ErrorKind::TooLarge,
                        "a list of more than 268,435,456 values",
                    ));
                }
                *room = grow_packed(*array, filled);
                to.left = *room - filled - 1;
                let next = step(packed_values(*array), filled as usize * PACKED_STEP);
                to.next = step(next, PACKED_STEP);
                return Ok(next);
            },
            _ => return Err(refused("more values than announced")),
        };
        let filled = open.values.len();
        let room = filled.max(4);
        let mut null = undef();
        unsafe { set_null(&raw mut null) };
        open.values.resize(filled + room, null);
        // The vector grows nowhere else.
        let slot = unsafe { open.values.as_mut_ptr().add(filled) };
        to.left = room as u32 - 1;
        to.next = unsafe { slot.add(1) };
        Ok(slot)
    }

    fn begin(&mut self) {
        self.begun = Begun::NOTHING;
    }

    /// An array begins. A reference to it is one to an array from now on, as in `unserialize`:
    /// properties that refer to it from within are verified so.
    #[inline]
    fn begin_array(&mut self) {
        if !self.begun.reference.is_null() {
            // The reference has not ended, so it is alive.
            unsafe { set_empty_array(&raw mut (*self.begun.reference).val) };
        }
        self.begin();
    }

    /// The class of an object that begins.
    fn class(
        &mut self,
        class: &str,
        shape: Option<&Arc<Shape>>,
    ) -> Result<Option<*mut zend_class_entry>> {
        let address = shape.map(Arc::as_ptr);
        if let Some(address) = address {
            let mut known = self.classes.iter();
            if let Some((_, found)) = known.find(|(known, _)| *known == address) {
                return Ok(*found);
            }
        }
        let found = if self.allowed.has(class) {
            // A layout's class is loaded.
            match shape.and_then(|shape| self.layouts.find(shape)) {
                Some(layout) => Some(layout.class),
                None => self.allowed.find(class)?,
            }
        } else if let Some(kept) = self.kept {
            kept.borrow_mut().insert(class.into());
            None
        } else {
            self.allowed.find(class)?
        };
        if let Some(address) = address
            && self.classes.len() < MAX_CLASSES
        {
            self.classes.push((address, found));
        }
        Ok(found)
    }

    /// Creates the object that begins: of this class, or of one of this name that does not exist.
    fn begin_object(
        &mut self,
        found: Option<*mut zend_class_entry>,
        class: &str,
    ) -> Result<Box<Object>> {
        let begun = std::mem::replace(&mut self.begun, Begun::NOTHING);
        self.taken += unsafe { costs::object(found) };
        unsafe {
            let mut object = undef();
            object::make(&raw mut object, found, class)?;
            let made = Box::new(Object { object, array: std::ptr::null_mut() });
            self.note_object(begun, &raw const object);
            Ok(made)
        }
    }

    /// What refers to the object that begins can do so from now on.
    unsafe fn note_object(&mut self, begun: Begun, object: *const zval) {
        unsafe {
            if let Some(number) = begun.shared {
                let mut target = undef();
                copy(&raw mut target, object);
                self.targets[number] = Target::Value(target);
            }
            if !begun.reference.is_null() {
                copy(&raw mut (*begun.reference).val, object);
            }
        }
    }

    /// Creates the object that begins, whose values go straight to their slots; `None` if they
    /// cannot, and nothing has begun.
    #[inline(never)]
    fn begin_properties(
        &mut self,
        found: *mut zend_class_entry,
        shape: &Arc<Shape>,
    ) -> Result<Option<Slots>> {
        let layout = match self.layouts.find(shape) {
            Some(layout) => layout,
            None => match unsafe { self.layouts.learn(shape, found) } {
                Some(layout) => layout,
                None => return Ok(None),
            },
        };
        self.taken += layout.cost;
        unsafe {
            let mut made = undef();
            set_undef(&raw mut made);
            if object_init_ex(&raw mut made, found) != 0 || is_thrown() {
                zval_ptr_dtor(&raw mut made);
                return Err(thrown());
            }
            let object = made.value.obj;
            let first = layout.clear(object);
            let count = shape.keys().len() as u32;
            let slots = Slots::of(first, count, size_of::<zval>(), Owner::Properties(object));
            let begun = std::mem::replace(&mut self.begun, Begun::NOTHING);
            self.note_object(begun, &raw const made);
            Ok(Some(slots))
        }
    }

    /// Puts an object into its place whose values are in their slots.
    #[inline(never)]
    fn end_properties(
        &mut self,
        to: &mut Slots,
        shape: &Arc<Shape>,
        mut properties: Slots,
    ) -> Result<()> {
        let Owner::Properties(object) = *properties.owner else {
            return Err(refused("an object that did not begin"));
        };
        let known = self.layouts.find(shape).cloned();
        // Another shape may have taken its place.
        let made = || unsafe { Layout::of(shape, (*object).ce) }.map(Rc::new);
        let Some(layout) = known.or_else(made) else {
            return Err(refused("an object that did not begin"));
        };
        unsafe {
            layout.check(object)?;
            // From now on, the object knows its references.
            properties.done();
            let mut whole = object_value(object);
            let slot = Self::put(to).inspect_err(|_| {
                object::forbid_destructor(object);
                zval_ptr_dtor(&raw mut whole);
            })?;
            if layout.wakes {
                let mut state = undef();
                set_undef(&raw mut state);
                self.delay(object, state);
            }
            Self::end_begun(to, slot);
            set_object(slot, object);
        }
        Ok(())
    }

    /// Puts an object into its place, once it has its state.
    fn end_object(&mut self, to: &mut Slots, mut made: Object) -> Result<()> {
        unsafe {
            let object = made.object.value.obj;
            let class = (*object).ce;
            if !(*class).__unserialize.is_null() {
                let mut state = undef();
                if let Some(iterator) = object::iterator_of_state(class, made.array)
                    && !self.allowed.has(&iterator)
                {
                    return Err(Allowed::refused(&iterator));
                }
                let array = std::mem::replace(&mut made.array, std::ptr::null_mut());
                set_array(&raw mut state, array);
                self.delay(object, state);
            } else {
                self.count_names(made.array)?;
                object::set_properties(object, made.array)?;
                if has_wakeup(class) {
                    let mut state = undef();
                    set_undef(&raw mut state);
                    self.delay(object, state);
                }
            }
            let slot = Self::put(to)?;
            Self::end_begun(to, slot);
            take(slot, &raw const made.object);
            set_undef(&raw mut made.object);
        }
        Ok(())
    }

    /// Releases what a reference was given when its value began: the value replaces it.
    unsafe fn end_begun(to: &Slots, slot: *mut zval) {
        if matches!(*to.owner, Owner::Reference(_)) {
            unsafe { zval_ptr_dtor(slot) };
        }
    }

    /// Integer keys become names of properties, which may collide although the integers did not.
    unsafe fn count_names(&mut self, array: *mut zend_array) -> Result<()> {
        unsafe {
            let mut chain = Chain::new((*array).nNumOfElements as usize);
            if chain.counts() {
                for (key, _) in entries(array).filter(|(key, _)| key.name.is_null()) {
                    let name = key.hash.cast_signed().to_string();
                    let hash = zend_hash_func(name.as_ptr().cast(), name.len());
                    self.templates.chains.add(chain.steps(hash, name.len()))?;
                }
            }
        }
        Ok(())
    }

    /// The engine follows one reference, not two.
    unsafe fn no_reference_to_another(to: &Slots, value: *const zval) -> Result<()> {
        if matches!(*to.owner, Owner::Reference(_)) && unsafe { kind(value) } == IS_REFERENCE {
            return Err(refused("a reference to a reference"));
        }
        Ok(())
    }

    fn delay(&mut self, object: *mut zend_object, state: zval) {
        unsafe {
            let mut counted = undef();
            (*object).gc.refcount += 1;
            set_object(&raw mut counted, object);
            self.delayed.push(Delayed { object: counted, state });
        }
    }

    /// The values of a map, or of an object's properties, whose keys are in place.
    #[inline(always)]
    fn filled(object: Option<Box<Object>>, array: Option<*mut zend_array>, count: u32) -> Slots {
        // An array with keys has its buckets.
        let first =
            array.map_or(std::ptr::null_mut(), |array| unsafe { buckets(array).cast::<zval>() });
        let owner = match (object, array) {
            (None, None) => Owner::Empty,
            (None, Some(array)) => Owner::Map(array),
            (Some(mut object), array) => {
                object.array = array.unwrap_or_else(|| unsafe { _zend_new_array(0) });
                Owner::Object(object)
            }
        };
        Slots::of(first, count, BUCKET_STEP, owner)
    }

    /// Puts values into an array now that their keys are known.
    fn array_of(&mut self, shape: &Arc<Shape>, values: &mut Slots) -> Result<*mut zend_array> {
        let Owner::Open(open) = &mut *values.owner else {
            return Err(refused("a map that did not begin"));
        };
        let filled = open.values.len() - values.left as usize;
        let keys = shape.keys().len();
        if filled != keys {
            return Err(refused("a different number of values than of keys"));
        }
        unsafe {
            if keys == 0 {
                return Ok(_zend_new_array(0));
            }
            let (array, taken) =
                self.templates.array(shape, self.profile.map(|profile| &profile.templates))?;
            self.taken += taken;
            for (at, value) in open.values.iter_mut().enumerate().take(filled) {
                take(&raw mut (*buckets(array).add(at)).val, value);
                set_null(value);
            }
            Ok(array)
        }
    }

    #[inline]
    fn reset(&mut self) {
        self.begun = Begun::NOTHING;
        self.classes.clear();
        self.taken = 0;
        if !self.targets.is_empty() || !self.delayed.is_empty() {
            self.give_up();
        }
    }

    /// Releases what is noted for the whole value, whether it failed or is complete.
    #[cold]
    fn give_up(&mut self) {
        for target in std::mem::take(&mut self.targets) {
            if let Target::Value(mut value) = target {
                // Counted when it was noted.
                unsafe { zval_ptr_dtor(&raw mut value) };
            }
        }
        for mut delayed in std::mem::take(&mut self.delayed) {
            unsafe {
                object::forbid_destructor(delayed.object.value.obj);
                zval_ptr_dtor(&raw mut delayed.state);
                zval_ptr_dtor(&raw mut delayed.object);
            }
        }
    }

    /// Scalars that PHP lacks, in their usual spelling.
    fn spelled(&mut self, to: &mut Slots, extended: &Extended<Value>) -> Result<()> {
        let spelled = match extended {
            Extended::BigInt(bytes) => larder::format::decimal(bytes, 0),
            Extended::Decimal { unscaled, scale } => larder::format::decimal(unscaled, *scale),
            Extended::Uuid(uuid) => Some(larder::format::time::uuid(uuid)),
            other => larder::format::time::iso(other),
        };
        match spelled {
            Some(text) => self.text(to, &text),
            None => Err(refused("a number with too many digits")),
        }
    }
}

impl Drop for ZvalBuilder<'_> {
    fn drop(&mut self) {
        self.reset();
    }
}

impl Slots {
    fn of(next: *mut zval, left: u32, step: usize, owner: Owner) -> Self {
        Self { next, left, step: step as u32, owner: ManuallyDrop::new(owner) }
    }

    /// A run of one slot.
    fn one(slot: *mut zval, owner: Owner) -> Self {
        Self::of(slot, 1, 0, owner)
    }

    /// Nothing is left to release.
    #[inline]
    fn done(&mut self) {
        self.owner = ManuallyDrop::new(Owner::Done);
    }

    #[inline]
    fn take_owner(&mut self) -> Owner {
        std::mem::replace(&mut *self.owner, Owner::Done)
    }
}

impl Drop for Slots {
    #[inline]
    fn drop(&mut self) {
        if !matches!(*self.owner, Owner::Done | Owner::Root | Owner::Empty) {
            self.abandon();
        }
    }
}

impl Slots {
    /// Releases what was begun and will not be finished (rule 2).
    #[cold]
    fn abandon(&mut self) {
        unsafe {
            match self.take_owner() {
                Owner::Root | Owner::Done | Owner::Empty => {}
                Owner::List(array, room) => {
                    set_packed_length(array, room - self.left);
                    destroy_array(array);
                }
                Owner::Map(array) | Owner::Keyed(array, _) => destroy_array(array),
                Owner::One(slot) => {
                    zval_ptr_dtor(slot);
                    _efree(slot.cast());
                }
                Owner::Typed(object, slot) => {
                    zval_ptr_dtor(slot);
                    _efree(slot.cast());
                    drop(object);
                }
                Owner::Reference(reference) => {
                    let mut value = undef();
                    set_reference(&raw mut value, reference);
                    zval_ptr_dtor(&raw mut value);
                }
                Owner::Object(object) => drop(object),
                Owner::Properties(object) => layouts::abandon(object),
                Owner::Open(open) => drop(open),
            }
        }
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        unsafe {
            if !self.array.is_null() {
                release_array(self.array);
            }
            if kind(&raw const self.object) == IS_OBJECT {
                object::forbid_destructor(self.object.value.obj);
                zval_ptr_dtor(&raw mut self.object);
            }
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        for value in &mut self.values {
            unsafe { zval_ptr_dtor(value) };
        }
    }
}

impl Builder for ZvalBuilder<'_> {
    type Value = ();
    type Values = Slots;
    type Text = Text;
    type Costs = ZvalCosts;

    const SIDE_BY_SIDE: bool = true;
    const TAKES_NEW_KEYS: bool = true;
    const FORMAT_WIDE: Option<FormatWide> = Some(wide::format_wide);

    #[inline(always)]
    fn taken(&mut self) -> usize {
        std::mem::take(&mut self.taken)
    }

    fn root(&mut self) -> Slots {
        self.reset();
        self.templates.chains = Chains::default();
        unsafe {
            zval_ptr_dtor(self.root);
            set_null(self.root);
        }
        Slots::one(self.root, Owner::Root)
    }

    /// Makes the calls that were delayed.
    fn finish(&mut self, root: Slots) -> Result<()> {
        if root.left != 0 {
            return Err(refused("no value"));
        }
        if self.delayed.is_empty() {
            return Ok(());
        }
        let mut delayed = std::mem::take(&mut self.delayed).into_iter();
        let mut failed = false;
        for mut call in &mut delayed {
            unsafe {
                let object = call.object.value.obj;
                failed = !object::wake(object, &mut call.state);
                if failed {
                    object::forbid_destructor(object);
                }
                zval_ptr_dtor(&raw mut call.state);
                zval_ptr_dtor(&raw mut call.object);
            }
            if failed {
                break;
            }
        }
        // The rest is not woken: see `reset`.
        self.delayed = delayed.collect();
        if failed { Err(thrown()) } else { Ok(()) }
    }

    #[inline(always)]
    fn null(&mut self, to: &mut Slots) -> Result<()> {
        unsafe { set_null(Self::put(to)?) };
        Ok(())
    }

    #[inline(always)]
    fn bool(&mut self, to: &mut Slots, bool: bool) -> Result<()> {
        unsafe { set_bool(Self::put(to)?, bool) };
        Ok(())
    }

    #[inline(always)]
    fn int(&mut self, to: &mut Slots, int: i64) -> Result<()> {
        unsafe { set_int(Self::put(to)?, int) };
        Ok(())
    }

    #[inline(always)]
    fn float(&mut self, to: &mut Slots, float: f64) -> Result<()> {
        unsafe { set_float(Self::put(to)?, float) };
        Ok(())
    }

    #[inline]
    fn text(&mut self, to: &mut Slots, text: &str) -> Result<()> {
        self.bytes(to, text.as_bytes())
    }

    /// PHP's strings are bytes: what is no UTF-8 is written as bytes again.
    #[inline(always)]
    fn utf8(&mut self, to: &mut Slots, bytes: &[u8]) -> Result<bool> {
        self.bytes(to, bytes).map(|()| true)
    }

    #[inline(always)]
    fn made_text(&mut self, to: &mut Slots, bytes: &[u8]) -> Result<()> {
        self.bytes(to, bytes)
    }

    fn make_text(&mut self, utf8: &[u8]) -> Result<Option<Text>> {
        Ok(Some(Text(unsafe { string(utf8) })))
    }

    #[inline(always)]
    fn copy_text(&mut self, to: &mut Slots, text: &Text) -> Result<()> {
        let slot = Self::put(to)?;
        unsafe {
            add_count(text.0);
            set_string(slot, text.0);
        }
        Ok(())
    }

    #[inline]
    fn shared_text(&mut self, to: &mut Slots, text: &SmolStr) -> Result<()> {
        match self.profile.and_then(|profile| profile.texts.get(&text.as_ptr().addr())) {
            // A profile's text, which lives as long as the profile.
            Some(string) => {
                unsafe { set_string(Self::put(to)?, *string) };
                Ok(())
            }
            None => self.text(to, text),
        }
    }

    #[inline(always)]
    fn bytes(&mut self, to: &mut Slots, bytes: &[u8]) -> Result<()> {
        let slot = Self::put(to)?;
        unsafe { set_string(slot, string(bytes)) };
        Ok(())
    }

    fn extended(&mut self, to: &mut Slots, extended: Extended<Value>) -> Result<()> {
        match extended {
            Extended::Again(number) => {
                let target =
                    usize::try_from(number).ok().and_then(|number| self.targets.get(number));
                let Some(Target::Value(value)) = target else {
                    return Err(Error::new(
                        ErrorKind::Unsupported,
                        "an array that holds itself without a reference, which PHP does not have",
                    ));
                };
                unsafe {
                    Self::no_reference_to_another(to, value)?;
                    copy(Self::put(to)?, value);
                }
                Ok(())
            }
            Extended::Enum { class, case } => {
                let found = self.allowed.find(&class)?;
                let Some(found) = found else {
                    return Err(refused(format!("the enumeration {class} does not exist")));
                };
                let slot = Self::put(to)?;
                unsafe {
                    // The slot counts as filled even if there is no such case.
                    set_null(slot);
                    object::case(slot, found, &case)
                }
            }
            Extended::Custom { class, bytes } => {
                let found = self.allowed.find(&class)?;
                let Some(found) = found else {
                    return Err(refused(format!(
                        "the class {class} does not exist, and only it can read its objects"
                    )));
                };
                if !matches!(self.allowed, Allowed::All)
                    && unsafe { object::reads_any_class(found) }
                {
                    return Err(refused(format!(
                        "an object of the class {class} as PHP before 7.4 wrote it may contain any \
                         class: set allowed_classes to true, or write the value again"
                    )));
                }
                self.taken += unsafe { costs::object(Some(found)) };
                let slot = Self::put(to)?;
                unsafe {
                    // The slot counts as filled even if the class refuses the bytes.
                    set_null(slot);
                    object::read_custom(slot, found, &bytes)?;
                }
                if let Some(number) = std::mem::replace(&mut self.begun, Begun::NOTHING).shared {
                    let mut target = undef();
                    unsafe { copy(&raw mut target, slot) };
                    self.targets[number] = Target::Value(target);
                }
                Ok(())
            }
            Extended::Float32(float) => self.float(to, f64::from(float)),
            other => self.spelled(to, &other),
        }
    }

    #[inline(always)]
    fn list(&mut self, len: usize) -> Result<Slots> {
        self.begin_array();
        if len == 0 {
            return Ok(Slots::of(std::ptr::null_mut(), 0, 0, Owner::Empty));
        }
        if len > MAX_VALUES as usize {
            return Err(Error::new(ErrorKind::TooLarge, "a list of more than 268,435,456 values"));
        }
        unsafe {
            let array = new_packed(len as u32);
            Ok(Slots::of(
                packed_values(array),
                len as u32,
                PACKED_STEP,
                Owner::List(array, len as u32),
            ))
        }
    }

    #[inline(always)]
    fn end_list(&mut self, to: &mut Slots, mut list: Slots) -> Result<()> {
        let slot = Self::put(to)?;
        unsafe {
            match *list.owner {
                Owner::List(array, room) => {
                    list.done();
                    set_packed_length(array, room - list.left);
                    set_array(slot, array);
                }
                Owner::Empty => set_empty_array(slot),
                _ => return Err(refused("a list that did not begin")),
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn map(&mut self, shape: &Arc<Shape>) -> Result<Slots> {
        if let Some((array, count)) = self.templates.recent_array(shape) {
            self.begin_array();
            let first = unsafe { buckets(array).cast::<zval>() };
            return Ok(Slots::of(first, count, BUCKET_STEP, Owner::Map(array)));
        }
        self.other_map(shape)
    }

    #[inline(always)]
    fn end_map(&mut self, to: &mut Slots, shape: &Arc<Shape>, mut map: Slots) -> Result<()> {
        if let Owner::Map(array) = *map.owner
            && map.left == 0
        {
            let slot = Self::put(to)?;
            map.done();
            unsafe { set_array(slot, array) };
            return Ok(());
        }
        self.end_other_map(to, shape, map)
    }

    #[inline(always)]
    fn gap_map(&mut self, shape: &Arc<Shape>, gaps: Gaps<'_>) -> Result<Slots> {
        let count = shape.keys().len() - gaps.count();
        if shape.class().is_none() && count != 0 {
            self.begin_array();
            let profile = self.profile.map(|profile| &profile.templates);
            let array =
                self.templates.array_with_gaps(shape, gaps, count, profile, &mut self.taken)?;
            let first = unsafe { buckets(array).cast::<zval>() };
            return Ok(Slots::of(first, count as u32, BUCKET_STEP, Owner::Map(array)));
        }
        self.other_gap_map(shape, gaps, count)
    }

    #[inline(always)]
    fn end_gap_map(
        &mut self,
        to: &mut Slots,
        shape: &Arc<Shape>,
        _: Gaps<'_>,
        map: Slots,
    ) -> Result<()> {
        self.end_map(to, shape, map)
    }

    #[inline]
    fn new_map(&mut self, keys: NewKeys<'_>) -> Result<Slots> {
        let count = keys.len() as u32;
        self.begin_array();
        if count == 0 {
            return Ok(Slots::of(std::ptr::null_mut(), 0, 0, Owner::Empty));
        }
        let (array, taken) = self.templates.build(keys)?;
        self.taken += taken;
        let first = unsafe { buckets(array).cast::<zval>() };
        Ok(Slots::of(first, count, BUCKET_STEP, Owner::Keyed(array, false)))
    }

    #[inline]
    fn keyed_map(&mut self, len: usize) -> Result<Slots> {
        self.begin_array();
        if len == 0 {
            return Ok(Slots::of(std::ptr::null_mut(), 0, 0, Owner::Empty));
        }
        if len > MAX_VALUES as usize {
            return Err(Error::new(ErrorKind::TooLarge, "a map of more than 268,435,456 values"));
        }
        let array = unsafe { new_map(len as u32) };
        Ok(Slots::of(std::ptr::null_mut(), 0, 0, Owner::Keyed(array, len >= Chain::MIN_KEYS)))
    }

    fn keyed(&mut self, map: &mut Slots, key: KeyRef<'_>) -> Result<()> {
        let Owner::Keyed(array, counts) = *map.owner else {
            return Err(refused("a map that did not begin"));
        };
        unsafe {
            if map.left != 0 || !has_room(array) {
                return Err(refused("other keys than announced"));
            }
            let chains = &mut self.templates.chains;
            map.next = add(array, key, counts, chains, |name, _| string(name))?;
        }
        map.left = 1;
        Ok(())
    }

    #[inline(always)]
    fn keyed_utf8(&mut self, map: &mut Slots, bytes: &[u8]) -> Result<bool> {
        let Owner::Keyed(array, counts) = *map.owner else {
            return Err(refused("a map that did not begin"));
        };
        if !is_utf8(bytes) {
            return Ok(false);
        }
        unsafe {
            if map.left != 0 || !has_room(array) {
                return Err(refused("other keys than announced"));
            }
            map.next = add_text(array, bytes, counts, &mut self.templates.chains)?;
        }
        map.left = 1;
        Ok(true)
    }

    #[inline]
    fn end_keyed_map(&mut self, to: &mut Slots, mut map: Slots) -> Result<()> {
        if map.left != 0 {
            return Err(refused("fewer values than keys"));
        }
        let slot = Self::put(to)?;
        match *map.owner {
            Owner::Keyed(array, _) => {
                map.done();
                unsafe { set_array(slot, array) };
            }
            _ => unsafe { set_empty_array(slot) },
        }
        Ok(())
    }

    fn open_map(&mut self, class: Option<&Arc<str>>, _: usize) -> Result<Slots> {
        let object = match class {
            None => None,
            Some(class) => {
                let found = self.class(class, None)?;
                Some(self.begin_object(found, class)?)
            }
        };
        self.begin_array();
        let open = Open { values: Vec::new(), object };
        Ok(Slots::of(std::ptr::null_mut(), 0, size_of::<zval>(), Owner::Open(Box::new(open))))
    }

    fn keep(&mut self, map: &mut Slots, kept: &[usize]) -> Result<()> {
        let Owner::Open(open) = &mut *map.owner else {
            return Err(refused("a map that did not begin"));
        };
        let filled = open.values.len() - map.left as usize;
        let mut values = Vec::with_capacity(kept.len());
        for at in kept {
            if *at >= filled {
                return Err(refused("a value that does not exist"));
            }
            values.push(open.values[*at]);
            unsafe { set_null(&raw mut open.values[*at]) };
        }
        for value in &mut open.values {
            unsafe { zval_ptr_dtor(value) };
        }
        open.values = values;
        map.left = 0;
        Ok(())
    }

    fn typed(&mut self, class: &Arc<str>) -> Result<Slots> {
        let found = self.class(class, None)?;
        let object = self.begin_object(found, class)?;
        let slot = new_slot();
        Ok(Slots::one(slot, Owner::Typed(object, slot)))
    }

    fn end_typed(&mut self, to: &mut Slots, class: &Arc<str>, mut value: Slots) -> Result<()> {
        let Owner::Typed(mut object, slot) = value.take_owner() else {
            return Err(refused("a value that did not begin"));
        };
        unsafe {
            let state = *slot;
            _efree(slot.cast());
            if kind(&raw const state) != IS_ARRAY {
                let mut state = state;
                zval_ptr_dtor(&raw mut state);
                return Err(refused(format!(
                    "an object of the class {class} whose state is not an array"
                )));
            }
            object.array = own_state(state.value.arr)?;
            self.end_object(to, *object)
        }
    }

    fn shared(&mut self, number: u64, reference: bool) -> Result<Slots> {
        let begun = std::mem::replace(&mut self.begun, Begun::NOTHING);
        if number != self.targets.len() as u64 {
            return Err(refused("shared values that are not numbered in order"));
        }
        unsafe {
            if reference {
                let reference: *mut zend_reference = _emalloc(size_of::<zend_reference>()).cast();
                reference.write(std::mem::zeroed());
                // One for the target below.
                (*reference).gc.refcount = 2;
                (*reference).gc.u.type_info = GC_REFERENCE;
                set_null(&raw mut (*reference).val);
                let mut target = undef();
                set_reference(&raw mut target, reference);
                self.targets.push(Target::Value(target));
                self.begun.reference = reference;
                Ok(Slots::one(&raw mut (*reference).val, Owner::Reference(reference)))
            } else {
                self.begun = Begun { shared: Some(self.targets.len()), ..begun };
                self.targets.push(Target::Begun);
                let slot = new_slot();
                Ok(Slots::one(slot, Owner::One(slot)))
            }
        }
    }

    fn end_shared(&mut self, to: &mut Slots, number: u64, _: bool, mut value: Slots) -> Result<()> {
        self.begin();
        if value.left != 0 {
            return Err(refused("no value"));
        }
        unsafe {
            let mut made = undef();
            match *value.owner {
                Owner::Reference(reference) => {
                    // Typed properties that refer to it from within were set before it had its
                    // value.
                    let value = &raw mut (*reference).val;
                    if !(*reference).sources.ptr.is_null()
                        && !zend_verify_ref_assignable_zval(reference, value, true)
                    {
                        return Err(thrown());
                    }
                    set_reference(&raw mut made, reference);
                }
                Owner::One(one) => take(&raw mut made, one),
                _ => return Err(refused("a value that did not begin")),
            }
            Self::no_reference_to_another(to, &raw const made)?;
            let slot = Self::put(to)?;
            Self::end_begun(to, slot);
            take(slot, &raw const made);
            if let Owner::One(one) = value.take_owner() {
                _efree(one.cast());
                let target = &mut self.targets[number as usize];
                if matches!(target, Target::Begun) {
                    let mut counted = undef();
                    copy(&raw mut counted, slot);
                    *target = Target::Value(counted);
                }
            }
        }
        Ok(())
    }
}

impl ZvalBuilder<'_> {
    /// A map or object begins that is no array of a recent shape.
    #[inline(never)]
    fn other_map(&mut self, shape: &Arc<Shape>) -> Result<Slots> {
        let count = shape.keys().len() as u32;
        let object = match shape.class() {
            None => None,
            Some(class) => {
                let found = self.class(class, Some(shape))?;
                if let Some(found) = found
                    && let Some(slots) = self.begin_properties(found, shape)?
                {
                    return Ok(slots);
                }
                Some(self.begin_object(found, class)?)
            }
        };
        self.begin_array();
        if count == 0 {
            return Ok(Self::filled(object, None, 0));
        }
        let (array, taken) =
            self.templates.array(shape, self.profile.map(|profile| &profile.templates))?;
        self.taken += taken;
        Ok(Self::filled(object, Some(array), count))
    }

    /// A map that lacks all keys begins, or an object.
    #[inline(never)]
    fn other_gap_map(&mut self, shape: &Arc<Shape>, gaps: Gaps<'_>, count: usize) -> Result<Slots> {
        let object = match shape.class() {
            None => None,
            Some(class) => {
                let found = self.class(class, Some(shape))?;
                Some(self.begin_object(found, class)?)
            }
        };
        self.begin_array();
        if count == 0 {
            return Ok(Self::filled(object, None, 0));
        }
        let profile = self.profile.map(|profile| &profile.templates);
        let array = self.templates.array_with_gaps(shape, gaps, count, profile, &mut self.taken)?;
        Ok(Self::filled(object, Some(array), count as u32))
    }

    #[inline(never)]
    fn end_other_map(&mut self, to: &mut Slots, shape: &Arc<Shape>, mut map: Slots) -> Result<()> {
        if !matches!(*map.owner, Owner::Open(_)) && map.left != 0 {
            return Err(refused("fewer values than keys"));
        }
        match map.take_owner() {
            Owner::Empty => {
                unsafe { set_empty_array(Self::put(to)?) };
                Ok(())
            }
            Owner::Object(object) => self.end_object(to, *object),
            Owner::Properties(object) => {
                *map.owner = Owner::Properties(object);
                self.end_properties(to, shape, map)
            }
            Owner::Open(open) => {
                *map.owner = Owner::Open(open);
                self.end_open_map(to, shape, map)
            }
            other => {
                *map.owner = other;
                Err(refused("a map that did not begin"))
            }
        }
    }

    #[inline(never)]
    fn end_open_map(&mut self, to: &mut Slots, shape: &Arc<Shape>, mut map: Slots) -> Result<()> {
        if self.null_names_class && matches!(shape.keys().first(), Some(Key::Null)) {
            return self.end_null_map(to, shape, map);
        }
        let is_object = matches!(&*map.owner, Owner::Open(open) if open.object.is_some());
        if !is_object && shape.keys().is_empty() {
            unsafe { set_empty_array(Self::put(to)?) };
            return Ok(());
        }
        let array = self.array_of(shape, &mut map)?;
        if let Owner::Open(open) = &mut *map.owner
            && let Some(mut object) = open.object.take()
        {
            object.array = array;
            return self.end_object(to, *object);
        }
        // If there is no slot, the array is destroyed.
        let slot = Self::put(to).inspect_err(|_| unsafe { destroy_array(array) })?;
        unsafe { set_array(slot, array) };
        Ok(())
    }

    /// An object as php-msgpack writes it: the class's name stands at the key null.
    fn end_null_map(&mut self, to: &mut Slots, shape: &Arc<Shape>, mut map: Slots) -> Result<()> {
        let Owner::Open(open) = &mut *map.owner else {
            return Err(refused("a map that did not begin"));
        };
        let class = match open.values.first() {
            Some(value) if unsafe { kind(value) } == IS_STRING => {
                unsafe { bytes(value.value.str_) }.to_vec()
            }
            _ => {
                return Err(Error::new(
                    ErrorKind::Unsupported,
                    "a reference or a Serializable object as php-msgpack writes it",
                ));
            }
        };
        let class =
            String::from_utf8(class).map_err(|_| refused("a class name that is not UTF-8"))?;
        let found = self.class(&class, None)?;
        let mut object = self.begin_object(found, &class)?;
        let own = Shape::new(None, &shape.keys()[1..]).ok_or_else(|| refused("two equal keys"))?;
        unsafe { zval_ptr_dtor(&raw mut open.values[0]) };
        open.values.remove(0);
        object.array = self.array_of(&Arc::new(own), &mut map)?;
        self.end_object(to, *object)
    }
}

/// An array as the state of one object, which then owns it. Takes over a count.
unsafe fn own_state(array: *mut zend_array) -> Result<*mut zend_array> {
    unsafe {
        if (*array).nNumOfElements == 0 {
            release_array(array);
            // The engine's own empty array is not counted.
            return Ok(_zend_new_array(0));
        }
        if (*array).gc.refcount > 1 {
            release_array(array);
            return Err(refused("an object whose state occurs elsewhere, too"));
        }
        Ok(array)
    }
}

/// A slot that is allocated alone; null.
fn new_slot() -> *mut zval {
    unsafe {
        let slot: *mut zval = _emalloc(size_of::<zval>()).cast();
        set_null(slot);
        slot
    }
}

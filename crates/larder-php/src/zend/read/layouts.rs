//! Where the values of a shape stand in the objects of its class: if each key names a declared
//! property, and these stand one after another, values go straight to their slots, and only their
//! types are left to check.
//!
//! May use `engine`, `limits`, and `object` beside it.

use std::rc::Rc;
use std::sync::Arc;

use larder::{Key, Result, Shape};

use super::object;
use crate::zend::engine::class::has_wakeup;
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::limits::costs;

/// How many recent shapes are found by their address.
const RECENT: usize = 256;
/// The values of larger objects go through an array.
const MAX_KEYS: usize = 128;

/// The layouts that a thread knows. Classes live as long as the request, and so do these.
pub struct Layouts {
    /// Empty until the first object.
    recent: Vec<Option<Recent>>,
    any: bool,
}

/// A shape, and the layout that its objects have once it came again.
struct Recent {
    shape: Arc<Shape>,
    layout: Asked,
}

enum Asked {
    Once,
    /// `None` if values go through an array.
    Again(Option<Rc<Layout>>),
}

/// How values become properties of an object.
pub struct Layout {
    pub class: *mut zend_class_entry,
    /// What an object takes in addition to an array of its properties, in bytes.
    pub cost: usize,
    pub wakes: bool,
    /// The offset of the first slot in the object; the others follow.
    first: u32,
    properties: Box<[*mut zend_property_info]>,
}

impl Layouts {
    pub const fn new() -> Self {
        Self { recent: Vec::new(), any: false }
    }

    /// The request is over, and its classes are gone.
    pub fn after_request(&mut self) {
        if std::mem::take(&mut self.any) {
            self.recent.fill_with(|| None);
        }
    }

    fn slot(shape: &Arc<Shape>) -> usize {
        let address = Arc::as_ptr(shape).addr();
        (address >> 4 ^ address >> 12) % RECENT
    }

    /// The layout of a shape that came before.
    #[inline]
    pub fn find(&self, shape: &Arc<Shape>) -> Option<&Rc<Layout>> {
        match self.recent.get(Self::slot(shape)) {
            Some(Some(Recent { shape: known, layout: Asked::Again(layout) }))
                if Arc::ptr_eq(known, shape) =>
            {
                layout.as_ref()
            }
            _ => None,
        }
    }

    /// The layout of a shape in objects of its class, if it comes again and has one.
    ///
    /// # Safety
    /// The class is alive.
    pub unsafe fn learn(
        &mut self,
        shape: &Arc<Shape>,
        class: *mut zend_class_entry,
    ) -> Option<&Rc<Layout>> {
        if self.recent.is_empty() {
            self.recent.resize_with(RECENT, || None);
        }
        self.any = true;
        let recent = &mut self.recent[Self::slot(shape)];
        let again = match recent {
            Some(known) if Arc::ptr_eq(&known.shape, shape) => {
                if matches!(known.layout, Asked::Once) {
                    known.layout = Asked::Again(unsafe { Layout::of(shape, class) }.map(Rc::new));
                }
                true
            }
            _ => false,
        };
        if !again {
            *recent = Some(Recent { shape: shape.clone(), layout: Asked::Once });
        }
        self.find(shape)
    }
}

impl Layout {
    /// `None` if values go through an array.
    ///
    /// # Safety
    /// The class is alive.
    pub unsafe fn of(shape: &Shape, class: *mut zend_class_entry) -> Option<Self> {
        unsafe {
            let keys = shape.keys();
            if !(1..=MAX_KEYS).contains(&keys.len())
                || (*class).__bindgen_anon_2.create_object.is_some()
                || (*class).serialize.is_some()
                || !(*class).__unserialize.is_null()
                || object::may_be_made(class).is_err()
            {
                return None;
            }
            let properties: Option<Box<[_]>> = keys
                .iter()
                .map(|key| match key {
                    Key::Text(name) => object::declared(class, name.as_bytes()),
                    Key::Bytes(name) => object::declared(class, name),
                    _ => None,
                })
                .collect();
            let properties = properties?;
            let first = (**properties.first()?).offset;
            let follow = properties
                .iter()
                .enumerate()
                .all(|(at, info)| (**info).offset as usize == first as usize + at * SLOT);
            follow.then(|| Self {
                class,
                cost: costs::object(Some(class)),
                wakes: has_wakeup(class),
                first,
                properties,
            })
        }
    }

    /// The first slot of an object that was just made, after their defaults were released; the
    /// others follow, as far from one another as zvals are.
    ///
    /// # Safety
    /// The object is of the layout's class.
    pub unsafe fn clear(&self, object: *mut zend_object) -> *mut zval {
        unsafe {
            let first = object.byte_add(self.first as usize).cast::<zval>();
            for at in 0..self.properties.len() {
                let slot = first.add(at);
                if is_counted(slot) {
                    zval_ptr_dtor(slot);
                }
                set_null(slot);
            }
            first
        }
    }

    /// Checks the types of the properties, whose values are in their slots.
    ///
    /// # Errors
    /// What the engine throws for a value of another type.
    ///
    /// # Safety
    /// The object is of the layout's class, and was cleared.
    pub unsafe fn check(&self, object: *mut zend_object) -> Result<()> {
        unsafe {
            let first = object.byte_add(self.first as usize).cast::<zval>();
            for (at, info) in self.properties.iter().enumerate() {
                let (types, slot) = ((**info).type_.type_mask, first.add(at));
                // ZEND_TYPE_CONTAINS_CODE of Zend/zend_types.h: most values need no closer look.
                if types != 0 && types >> kind(slot) & 1 == 0 {
                    let checked = object::check_type(*info, slot);
                    if checked.is_err() {
                        self.forget(first, at);
                        return checked;
                    }
                }
            }
            Ok(())
        }
    }

    /// The first `count` properties do not know the references in their slots any more.
    #[cold]
    unsafe fn forget(&self, first: *mut zval, count: usize) {
        unsafe {
            for (at, info) in self.properties.iter().enumerate().take(count) {
                let slot = first.add(at);
                if (**info).type_.type_mask != 0 && kind(slot) == IS_REFERENCE {
                    zend_ref_del_type_source(&raw mut (*(*slot).value.ref_).sources, *info);
                }
            }
        }
    }
}

const SLOT: usize = size_of::<zval>();

/// Releases an object whose values are not complete. References in its slots are not known to its
/// properties yet, which would otherwise be told that they go.
///
/// # Safety
/// A count of the object is held, and given up; it has a [`Layout`].
pub unsafe fn abandon(object: *mut zend_object) {
    unsafe {
        let count = (*(*object).ce).default_properties_count.max(0) as usize;
        let first = (&raw mut (*object).properties_table).cast::<zval>();
        for at in 0..count {
            let slot = first.add(at);
            if kind(slot) == IS_REFERENCE {
                zval_ptr_dtor(slot);
                set_undef(slot);
            }
        }
        object::forbid_destructor(object);
        let mut value = object_value(object);
        zval_ptr_dtor(&raw mut value);
    }
}

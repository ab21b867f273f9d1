//! Objects: what of them is written, and how they are made again, as PHP's `serialize` and `unserialize` do it (ext/standard/var.c, var_unserializer.re).

use std::ffi::CStr;
use std::sync::Arc;

use larder::{Error, ErrorKind, Extended, Result};

use super::php::*;
use super::plan::{Node, Plan};
use super::shapes::Shapes;
use super::value::*;

/// The property in which an object of a class that does not exist keeps the class's name.
const INCOMPLETE_CLASS_NAME: &[u8] = b"__PHP_Incomplete_Class_Name";
const INCOMPLETE_CLASS: &[u8] = b"__PHP_Incomplete_Class";

/// An exception was thrown: it is what the caller gets.
#[cold]
pub fn thrown() -> Error {
    Error::new(ErrorKind::Refused, "an exception was thrown")
}

#[cold]
fn refused(message: String) -> Error {
    Error::new(ErrorKind::Refused, message)
}

/// A class's name, for messages.
pub unsafe fn class_name(class: *const zend_class_entry) -> String {
    String::from_utf8_lossy(unsafe { bytes((*class).name) }).into_owned()
}

/// Whether an object is one of `__PHP_Incomplete_Class`.
pub unsafe fn is_incomplete(class: *const zend_class_entry) -> bool {
    unsafe { bytes((*class).name) == INCOMPLETE_CLASS }
}

impl Plan {
    /// Looks at an object.
    pub(super) unsafe fn object(&mut self, object: *mut zend_object, at: u32, depth: u32, shapes: &mut Shapes) -> Result<()> {
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
                return Err(refused(format!("Serialization of '{}' is not allowed", class_name(class))));
            }
            self.enter(object.cast(), depth)?;
            let node = if !(*class).__serialize.is_null() {
                self.state(object, depth, shapes)?
            } else if let Some(serialize) = (*class).serialize {
                self.custom(object, serialize)?
            } else {
                self.properties(object, depth, shapes)?
            };
            self.set(at, node);
            self.leave();
            Ok(())
        }
    }

    /// A case of an enumeration, by its name.
    unsafe fn case(&mut self, object: *mut zend_object, at: u32) -> Result<()> {
        unsafe {
            // The first property of a case is its name (Zend/zend_enum.c).
            let case = (*(*object).properties_table.as_ptr()).value.str_;
            let extended = Extended::Enum { class: name(bytes((*(*object).ce).name))?, case: name(bytes(case))? };
            let plain = self.extended(extended);
            self.set(at, Node::Plain(plain));
            Ok(())
        }
    }

    /// What `__serialize` gives.
    unsafe fn state(&mut self, object: *mut zend_object, depth: u32, shapes: &mut Shapes) -> Result<Node> {
        unsafe {
            let class = (*object).ce;
            self.pin();
            let mut state = undef();
            let none = std::ptr::null_mut();
            zend_call_known_function((*class).__serialize, object, class, &raw mut state, 0, none, none.cast());
            let array = (kind(&raw const state) == IS_ARRAY).then_some(state.value.arr);
            // It holds what the nodes will point to.
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
            self.object_of(bytes((*class).name), |plan| plan.entries(array, Some(bytes((*class).name)), depth, shapes))
        }
    }

    /// An object of a class, whose entries `see` looks at.
    fn object_of(&mut self, class: &[u8], see: impl FnOnce(&mut Self) -> Result<Node>) -> Result<Node> {
        let class_name = name(class)?;
        let node = see(self)?;
        let Node::Map { shape, start } = node else { return Ok(node) };
        if self.shape(shape).is_plain() {
            return Ok(node);
        }
        // Keys that are no text: the format's objects have none, so the class stands beside a map.
        let plain = larder::Shape::new(None, self.shape(shape).keys());
        let plain = plain.ok_or_else(|| refused("two equal keys".into()))?;
        Ok(self.typed(class_name, plain, start))
    }

    /// What `Serializable` gives.
    unsafe fn custom(
        &mut self,
        object: *mut zend_object,
        serialize: unsafe extern "C" fn(*mut zval, *mut *mut u8, *mut usize, *mut zend_serialize_data) -> i32,
    ) -> Result<Node> {
        unsafe {
            self.pin();
            let mut value = object_value(object);
            let (mut buffer, mut length) = (std::ptr::null_mut(), 0);
            let done = serialize(&raw mut value, &raw mut buffer, &raw mut length, std::ptr::null_mut()) == 0;
            let written = if done { Some(std::slice::from_raw_parts(buffer, length).into()) } else { None };
            if !buffer.is_null() {
                _efree(buffer.cast());
            }
            if is_thrown() {
                return Err(thrown());
            }
            match written {
                Some(bytes) => {
                    let class = name(self::bytes((*(*object).ce).name))?;
                    Ok(Node::Plain(self.extended(Extended::Custom { class, bytes })))
                }
                // The object wants to be null, as with serialize().
                None => Ok(Node::Null),
            }
        }
    }

    /// The properties that are written: all that are initialised, or those that `__sleep` names.
    unsafe fn properties(&mut self, object: *mut zend_object, depth: u32, shapes: &mut Shapes) -> Result<Node> {
        unsafe {
            let class = (*object).ce;
            let incomplete = is_incomplete(class);
            let sleep = if incomplete {
                std::ptr::null_mut()
            } else {
                zend_hash_str_find(&raw const (*class).function_table, c"__sleep".as_ptr(), "__sleep".len())
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
                let at = pairs.iter().position(|(key, _)| !key.name.is_null() && bytes(key.name) == INCOMPLETE_CLASS_NAME);
                let lost = at.map(|at| pairs.remove(at).1).filter(|name| kind(*name) == IS_STRING);
                let Some(lost) = lost else { return self.object_node(&pairs, INCOMPLETE_CLASS, depth, shapes) };
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
        self.object_of(class, |plan| unsafe { plan.pairs(pairs, Some(class), depth, shapes) })
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
            let none = std::ptr::null_mut();
            zend_call_known_function(sleep, object, class, &raw mut names, 0, none, none.cast());
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
            // What is warned of runs code of the user, who may hold the array.
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
                let Some((key, property)) =
                    found.filter(|(_, property)| kind(*property) != IS_UNDEF || is_typed(object, *property))
                else {
                    warn(E_WARNING, c"\"%s\" returned as member variable from __sleep() but does not exist", wanted)?;
                    continue;
                };
                if kind(property) == IS_UNDEF {
                    // Typed, and not initialised: it is left out.
                    continue;
                }
                let twice = pairs.iter().any(|(other, _)| !other.name.is_null() && bytes(other.name) == bytes(key.name));
                if twice {
                    warn(E_NOTICE, c"\"%s\" is returned from __sleep() multiple times", wanted)?;
                    continue;
                }
                pairs.push((key, property));
            }
            self.object_node(&pairs, bytes((*class).name), depth, shapes)
        }
    }

    /// The property that `__sleep` means: of this very name, or private of the class, or protected.
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

/// `__sleep` gave something else than names.
const NO_NAMES: &CStr = c"%s::__sleep() should return an array only containing the names of instance-variables to serialize";

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
        Err(_) => Err(refused(format!("the class {} has a name that is not UTF-8", String::from_utf8_lossy(bytes)))),
    }
}

/// Gives a warning or notice with one name in it. An error handler may make an exception of it.
unsafe fn warn(level: u32, format: &CStr, name: *const zend_string) -> Result<()> {
    unsafe { php_error_docref(std::ptr::null(), level as i32, format.as_ptr(), (&raw const (*name).val).cast::<i8>()) };
    if is_thrown() { Err(thrown()) } else { Ok(()) }
}

/// The declared properties of an ordinary object that has no others.
unsafe fn declared_alone(object: *mut zend_object) -> Option<impl Iterator<Item = (RawKey, *mut zval)>> {
    unsafe {
        let handlers = &*(*object).handlers;
        let standard = std_object_handlers.get_properties;
        let ordinary = (*object).properties.is_null()
            && handlers.get_properties_for.is_none()
            && handlers.get_properties.map(|function| function as usize) == standard.map(|function| function as usize)
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

#[cfg(php84)]
unsafe fn is_lazy(object: *mut zend_object) -> bool {
    // IS_OBJ_LAZY_UNINITIALIZED and IS_OBJ_LAZY_PROXY of Zend/zend_types.h: the slow way initialises them.
    unsafe { (*object).extra_flags & (1 << 31 | 1 << 30) != 0 }
}

#[cfg(not(php84))]
unsafe fn is_lazy(_: *mut zend_object) -> bool {
    false
}

// The way back.

/// Makes an object of a class, without its constructor; of `__PHP_Incomplete_Class`, if the class does not exist.
///
/// # Safety
/// `object` is a slot that holds nothing.
pub unsafe fn make(object: *mut zval, class: Option<*mut zend_class_entry>, name: &str) -> Result<()> {
    unsafe {
        set_undef(object);
        let Some(class) = class else { return make_incomplete(object, name) };
        may_be_made(class)?;
        if (*class).serialize.is_some() && (*class).__unserialize.is_null() {
            // It reads its objects from bytes of its own, and would not see these properties.
            return Err(refused(format!("Erroneous data format for unserializing '{}'", class_name(class))));
        }
        if object_init_ex(object, class) != 0 || is_thrown() {
            zval_ptr_dtor(object);
            set_undef(object);
            return Err(thrown());
        }
        Ok(())
    }
}

/// Refuses classes of which no object is ever read.
unsafe fn may_be_made(class: *mut zend_class_entry) -> Result<()> {
    const NO_OBJECTS: u32 = ZEND_ACC_NOT_SERIALIZABLE
        | ZEND_ACC_INTERFACE
        | ZEND_ACC_TRAIT
        | ZEND_ACC_ENUM
        | ZEND_ACC_IMPLICIT_ABSTRACT_CLASS
        | ZEND_ACC_EXPLICIT_ABSTRACT_CLASS;
    if unsafe { (*class).ce_flags } & NO_OBJECTS != 0 {
        return Err(refused(format!("Unserialization of '{}' is not allowed", unsafe { class_name(class) })));
    }
    Ok(())
}

unsafe fn make_incomplete(object: *mut zval, name: &str) -> Result<()> {
    unsafe {
        let class = string(INCOMPLETE_CLASS);
        let found = zend_lookup_class_ex(class, std::ptr::null_mut(), 0);
        release_string(class);
        if found.is_null() || object_init_ex(object, found) != 0 {
            set_undef(object);
            return Err(refused(format!("the class {name} does not exist")));
        }
        let mut lost = undef();
        set_string(&raw mut lost, string(name.as_bytes()));
        let table = zend_std_get_properties((*object).value.obj);
        zend_hash_str_update(table, INCOMPLETE_CLASS_NAME.as_ptr().cast(), INCOMPLETE_CLASS_NAME.len(), &raw mut lost);
        Ok(())
    }
}

/// Keeps a destructor from running on an object that was not made to its end.
pub unsafe fn forbid_destructor(object: *mut zend_object) {
    const DESTRUCTOR_CALLED: u32 = 1 << 8;
    unsafe { (*object).gc.u.type_info |= DESTRUCTOR_CALLED };
}

/// Whether objects of a class are to be woken.
pub unsafe fn has_wakeup(class: *mut zend_class_entry) -> bool {
    unsafe { !wakeup_of(class).is_null() && !is_incomplete(class) }
}

unsafe fn wakeup_of(class: *mut zend_class_entry) -> *mut zval {
    unsafe { zend_hash_str_find(&raw const (*class).function_table, c"__wakeup".as_ptr(), "__wakeup".len()) }
}

/// Calls `__unserialize` with a state, or `__wakeup` without; false if it threw.
pub unsafe fn wake(object: *mut zend_object, state: &mut zval) -> bool {
    unsafe {
        let class = (*object).ce;
        let mut given = undef();
        set_undef(&raw mut given);
        let none = std::ptr::null_mut();
        if kind(state) == IS_ARRAY {
            zend_call_known_function((*class).__unserialize, object, class, &raw mut given, 1, state, none);
        } else {
            let wakeup = wakeup_of(class);
            if !wakeup.is_null() {
                zend_call_known_function((*wakeup).value.func, object, class, &raw mut given, 0, none.cast(), none);
            }
        }
        zval_ptr_dtor(&raw mut given);
        !is_thrown()
    }
}

/// The case of an enumeration.
pub unsafe fn case(to: *mut zval, class: *mut zend_class_entry, case: &str) -> Result<()> {
    unsafe {
        if (*class).ce_flags & ZEND_ACC_ENUM == 0 {
            return Err(refused(format!("Class '{}' is not an enum", class_name(class))));
        }
        // Only constants that exist are looked up, as the engine throws otherwise.
        let name = string(case.as_bytes());
        let mut found = std::ptr::null_mut();
        if !zend_hash_find(&raw const (*class).constants_table, name).is_null() {
            found = zend_get_class_constant_ex((*class).name, name, class, 0);
        }
        release_string(name);
        if is_thrown() {
            return Err(thrown());
        }
        let is_case = !found.is_null() && kind(found) == IS_OBJECT && (*(*found).value.obj).ce == class && {
            // A constant may be an alias of a case: the name of the case itself decides.
            let own = (*(*(*found).value.obj).properties_table.as_ptr()).value.str_;
            bytes(own) == case.as_bytes()
        };
        if !is_case {
            return Err(refused(format!("Undefined constant {}::{case}", class_name(class))));
        }
        copy(to, found);
        Ok(())
    }
}

/// The class of iterators that the state of an ArrayObject names, which `__unserialize` loads
/// whatever it is (ext/spl/spl_array.c).
pub unsafe fn iterator_of_state(class: *mut zend_class_entry, state: *mut zend_array) -> Option<String> {
    const ITERATOR: u64 = 3;
    unsafe {
        let unserialize = (*class).__unserialize;
        let scope = (*unserialize).common.scope;
        if !is_internal(unserialize) || scope.is_null() || !matches!(bytes((*scope).name), b"ArrayObject" | b"ArrayIterator") {
            return None;
        }
        let found = zend_hash_index_find(state, ITERATOR);
        if found.is_null() {
            return None;
        }
        let name = dereference(found);
        (kind(name) == IS_STRING).then(|| String::from_utf8_lossy(bytes((*name).value.str_)).into_owned())
    }
}

/// Whether a class reads its bytes by PHP's own code, which knows of no classes that are allowed or
/// not.
pub unsafe fn reads_any_class(class: *mut zend_class_entry) -> bool {
    unsafe {
        let method = zend_hash_str_find(&raw const (*class).function_table, c"unserialize".as_ptr(), "unserialize".len());
        (*class).unserialize.is_some() && (method.is_null() || is_internal((*method).value.func))
    }
}

unsafe fn is_internal(function: *mut zend_function) -> bool {
    // ZEND_INTERNAL_FUNCTION of Zend/zend_compile.h.
    unsafe { (*function).type_ == 1 }
}

/// Lets a class read what its objects wrote themselves.
pub unsafe fn read_custom(to: *mut zval, class: *mut zend_class_entry, bytes: &[u8]) -> Result<()> {
    unsafe {
        let Some(unserialize) = (*class).unserialize else {
            return Err(refused(format!("Class {} has no unserializer", class_name(class))));
        };
        may_be_made(class)?;
        // The engine's own readers expect a byte behind the last.
        let copied = string(bytes);
        let start = (&raw const (*copied).val).cast();
        let done = unserialize(to, class, start, bytes.len(), std::ptr::null_mut()) == 0;
        release_string(copied);
        if is_thrown() {
            return Err(thrown());
        }
        if !done {
            return Err(refused(format!("the class {} does not take what it has written", class_name(class))));
        }
        Ok(())
    }
}

/// Moves the values of an array into the properties of an object: those that the class declares, whatever their visibility was, else dynamic ones.
pub unsafe fn set_properties(object: *mut zend_object, array: *mut zend_array) -> Result<()> {
    unsafe {
        for (key, value) in entries(array) {
            if key.name.is_null() {
                let name = string(key.hash.cast_signed().to_string().as_bytes());
                let set = set_property(object, name, value);
                release_string(name);
                set?;
            } else {
                set_property(object, key.name, value)?;
            }
        }
        Ok(())
    }
}

/// Moves a value into a property; what is left in its place is null.
unsafe fn set_property(object: *mut zend_object, key: *mut zend_string, value: *mut zval) -> Result<()> {
    unsafe {
        let class = (*object).ce;
        if let Some(info) = declared(class, bytes(key)) {
            let slot = object.byte_add((*info).offset as usize).cast::<zval>();
            if (*info).type_.type_mask != 0 {
                if !zend_verify_prop_assignable_by_ref(info, value, true) {
                    return Err(thrown());
                }
                if kind(slot) == IS_REFERENCE {
                    // Two names that mean one property: it was set before.
                    zend_ref_del_type_source(&raw mut (*(*slot).value.ref_).sources, info);
                }
                if kind(value) == IS_REFERENCE {
                    zend_ref_add_type_source(&raw mut (*(*value).value.ref_).sources, info);
                }
            }
            let mut old: zval = *slot;
            take(slot, value);
            set_null(value);
            zval_ptr_dtor(&raw mut old);
            return Ok(());
        }
        if !is_incomplete(class) {
            let shown = || {
                let name = bytes(key);
                let start = if name.first() == Some(&0) {
                    name.iter().skip(1).position(|byte| *byte == 0).map_or(0, |at| at + 2)
                } else {
                    0
                };
                (&raw const (*key).val).cast::<i8>().add(start)
            };
            let name = (&raw const (*(*class).name).val).cast::<i8>();
            if (*class).ce_flags & ZEND_ACC_NO_DYNAMIC_PROPERTIES != 0 {
                zend_throw_error(std::ptr::null_mut(), c"Cannot create dynamic property %s::$%s".as_ptr(), name, shown());
                return Err(thrown());
            }
            #[cfg(php82)]
            if (*class).ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES == 0 {
                zend_error(E_DEPRECATED as i32, c"Creation of dynamic property %s::$%s is deprecated".as_ptr(), name, shown());
                if is_thrown() {
                    return Err(thrown());
                }
            }
        }
        let Some(properties) = (*(*object).handlers).get_properties else {
            return Err(refused(format!("the class {} has no properties", class_name(class))));
        };
        let table = properties(object);
        let mut moved = undef();
        take(&raw mut moved, value);
        set_null(value);
        zend_hash_update(table, key, &raw mut moved);
        Ok(())
    }
}

/// The declared property that a name as it was written means.
unsafe fn declared(class: *mut zend_class_entry, key: &[u8]) -> Option<*mut zend_property_info> {
    unsafe {
        let find = |class: *mut zend_class_entry, name: &[u8]| {
            let found = zend_hash_str_find(&raw const (*class).properties_info, name.as_ptr().cast(), name.len());
            if found.is_null() {
                return None;
            }
            let info = (*found).value.ptr.cast::<zend_property_info>();
            ((*info).flags & NOT_STORED == 0).then_some(info)
        };
        let Some(mangled) = key.strip_prefix(b"\0") else { return find(class, key) };
        let end = mangled.iter().position(|byte| *byte == 0)?;
        let (scope, name) = (&mangled[..end], &mangled[end + 1..]);
        if scope == b"*" || scope.eq_ignore_ascii_case(bytes((*class).name)) {
            return find(class, name);
        }
        // Private to a parent, which knows it still.
        let mut parent = parent_of(class);
        while !parent.is_null() {
            if scope.eq_ignore_ascii_case(bytes((*parent).name)) {
                return find(parent, name).filter(|info| (**info).flags & ZEND_ACC_PRIVATE != 0);
            }
            parent = parent_of(parent);
        }
        None
    }
}

/// Static properties, and since PHP 8.4 virtual ones.
#[cfg(php84)]
const NOT_STORED: u32 = ZEND_ACC_STATIC | ZEND_ACC_VIRTUAL;
#[cfg(not(php84))]
const NOT_STORED: u32 = ZEND_ACC_STATIC;

unsafe fn parent_of(class: *mut zend_class_entry) -> *mut zend_class_entry {
    unsafe { (*class).__bindgen_anon_1.parent }
}

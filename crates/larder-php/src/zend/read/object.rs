//! How objects are made again, as PHP's `unserialize` does it (ext/standard/var_unserializer.re).
//!
//! May use `engine`.

use larder::Result;

use crate::zend::engine::class::{
    INCOMPLETE_CLASS, INCOMPLETE_CLASS_NAME, class_name, is_incomplete, wakeup_of,
};
use crate::zend::engine::errors::{refused, thrown};
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;

/// Makes an object of a class, without its constructor; of `__PHP_Incomplete_Class`, if the class
/// does not exist.
///
/// # Safety
/// `object` is a slot that holds nothing.
pub unsafe fn make(
    object: *mut zval,
    class: Option<*mut zend_class_entry>,
    name: &str,
) -> Result<()> {
    unsafe {
        set_undef(object);
        let Some(class) = class else { return make_incomplete(object, name) };
        may_be_made(class)?;
        if (*class).serialize.is_some() && (*class).__unserialize.is_null() {
            // It reads its objects from bytes of its own, and would not see these properties.
            return Err(refused(format!(
                "Erroneous data format for unserializing '{}'",
                class_name(class)
            )));
        }
        if object_init_ex(object, class) != 0 || is_thrown() {
            zval_ptr_dtor(object);
            set_undef(object);
            return Err(thrown());
        }
        Ok(())
    }
}

/// Refuses classes whose objects are never read.
pub unsafe fn may_be_made(class: *mut zend_class_entry) -> Result<()> {
    const NO_OBJECTS: u32 = ZEND_ACC_NOT_SERIALIZABLE
        | ZEND_ACC_INTERFACE
        | ZEND_ACC_TRAIT
        | ZEND_ACC_ENUM
        | ZEND_ACC_IMPLICIT_ABSTRACT_CLASS
        | ZEND_ACC_EXPLICIT_ABSTRACT_CLASS;
    if unsafe { (*class).ce_flags } & NO_OBJECTS != 0 {
        return Err(refused(format!("Unserialization of '{}' is not allowed", unsafe {
            class_name(class)
        })));
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
        zend_hash_str_update(
            table,
            INCOMPLETE_CLASS_NAME.as_ptr().cast(),
            INCOMPLETE_CLASS_NAME.len(),
            &raw mut lost,
        );
        Ok(())
    }
}

/// Keeps the destructor of an unfinished object from running.
pub unsafe fn forbid_destructor(object: *mut zend_object) {
    const DESTRUCTOR_CALLED: u32 = 1 << 8;
    unsafe { (*object).gc.u.type_info |= DESTRUCTOR_CALLED };
}

/// Calls `__unserialize` with a state, or `__wakeup` without; false if it threw.
pub unsafe fn wake(object: *mut zend_object, state: &mut zval) -> bool {
    unsafe {
        let class = (*object).ce;
        let mut given = undef();
        set_undef(&raw mut given);
        if kind(state) == IS_ARRAY {
            call_method(
                (*class).__unserialize,
                object,
                &raw mut given,
                std::slice::from_mut(state),
            );
        } else {
            let wakeup = wakeup_of(class);
            if !wakeup.is_null() {
                call_method((*wakeup).value.func, object, &raw mut given, &mut []);
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
        let is_case =
            !found.is_null() && kind(found) == IS_OBJECT && (*(*found).value.obj).ce == class && {
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

/// The iterator class that the state of an ArrayObject names; `__unserialize` loads any class
/// (ext/spl/spl_array.c).
pub unsafe fn iterator_of_state(
    class: *mut zend_class_entry,
    state: *mut zend_array,
) -> Option<String> {
    const ITERATOR: u64 = 3;
    unsafe {
        let unserialize = (*class).__unserialize;
        let scope = (*unserialize).common.scope;
        if !is_internal(unserialize)
            || scope.is_null()
            || !matches!(bytes((*scope).name), b"ArrayObject" | b"ArrayIterator")
        {
            return None;
        }
        let found = zend_hash_index_find(state, ITERATOR);
        if found.is_null() {
            return None;
        }
        let name = dereference(found);
        (kind(name) == IS_STRING)
            .then(|| String::from_utf8_lossy(bytes((*name).value.str_)).into_owned())
    }
}

/// Whether PHP's own code reads the bytes of the class; it does not check allowed classes.
pub unsafe fn reads_any_class(class: *mut zend_class_entry) -> bool {
    unsafe {
        let method = zend_hash_str_find(
            &raw const (*class).function_table,
            c"unserialize".as_ptr(),
            "unserialize".len(),
        );
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
        // The engine's own readers expect a byte after the last.
        let copied = string(bytes);
        let start = (&raw const (*copied).val).cast();
        let done = unserialize(to, class, start, bytes.len(), std::ptr::null_mut()) == 0;
        release_string(copied);
        if is_thrown() {
            return Err(thrown());
        }
        if !done {
            return Err(refused(format!(
                "the class {} cannot read what it has written",
                class_name(class)
            )));
        }
        Ok(())
    }
}

/// Moves the values of an array into the properties of an object: into declared ones, whatever
/// their visibility was, or else into dynamic ones.
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
unsafe fn set_property(
    object: *mut zend_object,
    key: *mut zend_string,
    value: *mut zval,
) -> Result<()> {
    unsafe {
        let class = (*object).ce;
        if let Some(info) = declared(class, bytes(key)) {
            let slot = object.byte_add((*info).offset as usize).cast::<zval>();
            if (*info).type_.type_mask != 0 {
                check_type(info, value)?;
                if kind(slot) == IS_REFERENCE {
                    // Two names mean this property: it was set before.
                    zend_ref_del_type_source(&raw mut (*(*slot).value.ref_).sources, info);
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
                zend_throw_error(
                    std::ptr::null_mut(),
                    c"Cannot create dynamic property %s::$%s".as_ptr(),
                    name,
                    shown(),
                );
                return Err(thrown());
            }
            #[cfg(php82)]
            if (*class).ce_flags & ZEND_ACC_ALLOW_DYNAMIC_PROPERTIES == 0 {
                zend_error(
                    E_DEPRECATED as i32,
                    c"Creation of dynamic property %s::$%s is deprecated".as_ptr(),
                    name,
                    shown(),
                );
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

/// Checks that a property may have a value, and lets the value know if it is a reference.
///
/// # Errors
/// What the engine throws for a value of another type.
pub unsafe fn check_type(info: *mut zend_property_info, value: *mut zval) -> Result<()> {
    unsafe {
        if !zend_verify_prop_assignable_by_ref(info, value, true) {
            return Err(thrown());
        }
        if kind(value) == IS_REFERENCE {
            zend_ref_add_type_source(&raw mut (*(*value).value.ref_).sources, info);
        }
        Ok(())
    }
}

/// The declared property that a written name means.
pub unsafe fn declared(
    class: *mut zend_class_entry,
    key: &[u8],
) -> Option<*mut zend_property_info> {
    unsafe {
        let find = |class: *mut zend_class_entry, name: &[u8]| {
            let found = zend_hash_str_find(
                &raw const (*class).properties_info,
                name.as_ptr().cast(),
                name.len(),
            );
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
        // Private to a parent, which still knows it.
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

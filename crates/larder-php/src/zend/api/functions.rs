//! The functions and methods of PHP: they take their arguments, call, and return or throw.
//!
//! May use `engine`, and `coding`, `options` and `profile` beside it.

use std::mem::ManuallyDrop;

use larder::Level;
use larder::format::Format;

use super::coding::{decode, decode_as, encode, export};
use super::options;
use super::profile;
use crate::zend::engine::errors::{self, Exception};
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;

/// An argument of a call, from 1.
#[inline]
unsafe fn argument(call: *mut zend_execute_data, number: usize) -> *mut zval {
    // ZEND_CALL_FRAME_SLOT of Zend/zend_compile.h.
    const FRAME_SLOTS: usize = size_of::<zend_execute_data>().div_ceil(size_of::<zval>());
    unsafe { call.cast::<zval>().add(FRAME_SLOTS + number - 1) }
}

#[inline]
unsafe fn arguments(call: *mut zend_execute_data) -> u32 {
    unsafe { (*call).This.u2.num_args }
}

/// `larder_serialize(mixed $value, ?Larder\Profile $profile = null, string $level = 'balanced'):
/// string`
pub unsafe fn larder_serialize(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        let given = arguments(call);
        let mut value = argument(call, 1);
        let mut profile = std::ptr::null_mut::<zval>();
        let mut name = std::ptr::null_mut::<zend_string>();
        // What most calls give needs no parsing.
        let known_profile = match given {
            1 => true,
            2 | 3 if profile::is(argument(call, 2)) => {
                profile = argument(call, 2);
                true
            }
            2 | 3 => kind(argument(call, 2)) == IS_NULL,
            _ => false,
        };
        if known_profile && (given < 3 || kind(argument(call, 3)) == IS_STRING) {
            if given == 3 {
                name = (*argument(call, 3)).value.str_;
            }
        } else if zend_parse_parameters(
            given,
            c"z|O!S".as_ptr(),
            &raw mut value,
            &raw mut profile,
            profile::class(),
            &raw mut name,
        ) != 0
        {
            return;
        }
        let level =
            if name.is_null() { Some(Level::default()) } else { options::level(bytes(name)) };
        let Some(level) = level else {
            let names = Level::ALL.map(Level::name).join(", ");
            let message = std::ffi::CString::new(names).unwrap_or_default();
            zend_argument_value_error(3, c"must be one of %s".as_ptr(), message.as_ptr());
            return;
        };
        let profile = if profile.is_null() { None } else { profile::of(profile) };
        match encode(value, profile.as_deref(), level) {
            Ok(string) => set_string(to, string),
            Err(error) => errors::throw(Exception::Encode, &error),
        }
    }
}

/// `larder_export(mixed $value, string $format): string`
pub unsafe fn larder_export(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        let (mut value, mut name) =
            (std::ptr::null_mut::<zval>(), std::ptr::null_mut::<zend_string>());
        if zend_parse_parameters(arguments(call), c"zS".as_ptr(), &raw mut value, &raw mut name)
            != 0
        {
            return;
        }
        let known = Format::ALL.into_iter().filter(|format| format.is_written());
        let Some(format) = known.clone().find(|format| format.name().as_bytes() == bytes(name))
        else {
            let names: Vec<_> = known.map(Format::name).collect();
            let message = std::ffi::CString::new(format!("must be one of {}", names.join(", ")))
                .unwrap_or_default();
            zend_argument_value_error(2, c"%s".as_ptr(), message.as_ptr());
            return;
        };
        match export(value, format) {
            Ok(string) => set_string(to, string),
            Err(error) => errors::throw(Exception::Encode, &error),
        }
    }
}

/// `larder_unserialize(string $data, array $options = []): mixed`
pub unsafe fn larder_unserialize(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        let given = arguments(call);
        let (mut data, mut options) =
            (std::ptr::null_mut::<zend_string>(), std::ptr::null_mut::<zend_array>());
        // What most calls give needs no parsing.
        let known_options = match given {
            1 => true,
            2 if kind(argument(call, 2)) == IS_ARRAY => {
                options = (*argument(call, 2)).value.arr;
                true
            }
            _ => false,
        };
        if known_options && kind(argument(call, 1)) == IS_STRING {
            data = (*argument(call, 1)).value.str_;
        } else if zend_parse_parameters(given, c"S|h".as_ptr(), &raw mut data, &raw mut options)
            != 0
        {
            return;
        }
        set_null(to);
        // The caller's frame holds the string and the array.
        let decoded = if options.is_null() || (*options).nNumOfElements == 0 {
            // There is nothing in it to drop.
            decode(bytes(data), &ManuallyDrop::new(options::DEFAULT), to)
        } else {
            decode_as(bytes(data), options, to)
        };
        if let Err(error) = decoded {
            errors::throw(Exception::Decode, &error);
        }
    }
}

/// `Larder\Profile::fromFile(string $file): Larder\Profile`
pub unsafe fn profile_from_file(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        let mut file = std::ptr::null_mut::<zend_string>();
        if zend_parse_parameters(arguments(call), c"S".as_ptr(), &raw mut file) == 0 {
            set_null(to);
            profile::from_file(to, bytes(file));
        }
    }
}

/// `Larder\Profile::id(): string`
pub unsafe fn profile_id(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        if arguments(call) != 0 {
            zend_wrong_parameters_none_error();
            return;
        }
        let Some(loaded) = profile::of(&raw mut (*call).This) else {
            zend_throw_error(
                std::ptr::null_mut(),
                c"This Larder\\Profile is empty: make one with Larder\\Profile::fromFile()"
                    .as_ptr(),
            );
            return;
        };
        let [a, b, c] = loaded.profile.id();
        set_string(to, string(format!("{a:02x}{b:02x}{c:02x}").as_bytes()));
    }
}

/// `Larder\Profile::__construct()`, which nobody may call.
pub unsafe fn profile_construct(_: *mut zend_execute_data, _: *mut zval) {}

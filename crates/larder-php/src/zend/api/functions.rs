//! The functions and methods of PHP: they take their arguments, call, and return or throw.
//!
//! May use `engine`, and `coding`, `kept`, `options`, `profile` and `stats` beside it.

use std::mem::ManuallyDrop;
use std::rc::Rc;

use larder::Level;
use larder::format::{self, Format};

use super::coding::{decode, decode_as, encode, export};
use super::kept;
use super::options;
use super::profile::{self, LoadedProfile};
use super::stats::{self, DECODED, ENCODED, FALLBACKS};
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
        if let Some(loaded) = own_profile(call) {
            set_string(to, string(profile::spell(loaded.profile.id()).as_bytes()));
        }
    }
}

/// `Larder\Profile::bytes(): string`
pub unsafe fn profile_bytes(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        if arguments(call) != 0 {
            zend_wrong_parameters_none_error();
            return;
        }
        if let Some(loaded) = own_profile(call) {
            set_string(to, string(loaded.profile.as_bytes()));
        }
    }
}

/// The profile whose method is called; `None` with an exception if there is none.
unsafe fn own_profile(call: *mut zend_execute_data) -> Option<Rc<LoadedProfile>> {
    unsafe {
        let own = profile::of(&raw mut (*call).This);
        if own.is_none() {
            zend_throw_error(
                std::ptr::null_mut(),
                c"This Larder\\Profile is empty: make one with Larder\\Profile::fromFile()"
                    .as_ptr(),
            );
        }
        own
    }
}

/// `Larder\Profile::fromBytes(string $bytes, string $id): Larder\Profile`
pub unsafe fn profile_from_bytes(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        if let Some([content, id]) = strings(call) {
            set_null(to);
            profile::from_bytes(to, content, id);
        }
    }
}

/// `Larder\Profile::idOf(string $data): ?string`
pub unsafe fn profile_id_of(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        let mut data = std::ptr::null_mut::<zend_string>();
        if zend_parse_parameters(arguments(call), c"S".as_ptr(), &raw mut data) == 0 {
            match format::larder::profile_of(bytes(data)) {
                Some(id) => set_string(to, string(profile::spell(id).as_bytes())),
                None => set_null(to),
            }
        }
    }
}

/// Two arguments that are strings, which live as long as the call; `None` with an exception.
unsafe fn strings<'a>(call: *mut zend_execute_data) -> Option<[&'a [u8]; 2]> {
    unsafe {
        let mut first = std::ptr::null_mut::<zend_string>();
        let mut second = first;
        let given = arguments(call);
        (zend_parse_parameters(given, c"SS".as_ptr(), &raw mut first, &raw mut second) == 0)
            .then(|| [bytes(first), bytes(second)])
    }
}

/// `Larder\Profile::keep(string $place, string $key, ?Larder\Profile $profile): void`
pub unsafe fn profile_keep(call: *mut zend_execute_data, _: *mut zval) {
    unsafe {
        let mut place = std::ptr::null_mut::<zend_string>();
        let (mut key, mut profile) = (place, std::ptr::null_mut::<zval>());
        if zend_parse_parameters(
            arguments(call),
            c"SSO!".as_ptr(),
            &raw mut place,
            &raw mut key,
            &raw mut profile,
            profile::class(),
        ) == 0
        {
            let profile = if profile.is_null() { None } else { profile::of(profile) };
            kept::keep(bytes(place), bytes(key), profile);
        }
    }
}

/// `Larder\Profile::kept(string $place, string $key): ?array`
pub unsafe fn profile_kept(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        let Some([place, key]) = strings(call) else { return };
        set_null(to);
        let Some((found, age)) = kept::kept(place, key) else { return };
        let array = new_array(2);
        set_array(to, array);
        let mut profile = undef();
        set_null(&raw mut profile);
        if let Some(found) = found {
            profile::make(&raw mut profile, found.number);
        }
        zend_hash_next_index_insert(array, &raw mut profile);
        let mut seconds = undef();
        set_int(&raw mut seconds, age);
        zend_hash_next_index_insert(array, &raw mut seconds);
    }
}

/// `Larder\Profile::allKept(string $place): array`
pub unsafe fn profile_all_kept(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        let mut place = std::ptr::null_mut::<zend_string>();
        if zend_parse_parameters(arguments(call), c"S".as_ptr(), &raw mut place) == 0 {
            let profiles = kept::profiles(bytes(place));
            let array = new_array(profiles.len() as u32);
            set_array(to, array);
            for found in profiles {
                let mut profile = undef();
                profile::make(&raw mut profile, found.number);
                zend_hash_next_index_insert(array, &raw mut profile);
            }
        }
    }
}

/// `Larder\stats(): array`
pub unsafe fn larder_stats(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        if arguments(call) != 0 {
            zend_wrong_parameters_none_error();
            return;
        }
        let time = |counts: &stats::Counts| stats::is_timed().then(|| counts.nanoseconds.get());
        let entries = [
            ("encoded", Some(ENCODED.values.get())),
            ("encoded_bytes", Some(ENCODED.bytes.get())),
            ("encode_failures", Some(ENCODED.failures.get())),
            ("encode_ns", time(&ENCODED)),
            ("decoded", Some(DECODED.values.get())),
            ("decoded_bytes", Some(DECODED.bytes.get())),
            ("decode_failures", Some(DECODED.failures.get())),
            ("decode_ns", time(&DECODED)),
            ("fallbacks", Some(FALLBACKS.get())),
        ];
        let array = new_array(entries.len() as u32);
        set_array(to, array);
        for (name, count) in entries {
            let mut value = undef();
            match count {
                Some(count) => set_int(&raw mut value, count),
                None => set_null(&raw mut value),
            }
            zend_hash_str_update(array, name.as_ptr().cast(), name.len(), &raw mut value);
        }
    }
}

/// `Larder\Profile::__construct()`, which nobody may call.
pub unsafe fn profile_construct(_: *mut zend_execute_data, _: *mut zval) {}

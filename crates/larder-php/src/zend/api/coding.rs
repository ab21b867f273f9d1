//! A value becomes bytes, and bytes become a value: `zval → walk → writer → bytes` and
//! `bytes → reader → builder → zval`.
//!
//! May use `engine`, `limits`, `write`, `read`, and `options`, `profile`, `scalars`, `state` and
//! `stats` beside it.

use std::rc::Rc;

use larder::format::larder::Message;
use larder::format::{self, Format, Losses};
use larder::{Costs, Error, ErrorKind, Level, Limits, Result, Shape};

use super::options::{FALLBACKS, Options};
use super::profile::LoadedProfile;
use super::scalars;
use super::state::{self, DecodeState, Encoder, Encoding, Readers};
use super::stats;
use crate::zend::engine::guard::guard;
use crate::zend::engine::php::*;
use crate::zend::engine::value::*;
use crate::zend::limits::costs::{self, ZvalCosts};
use crate::zend::read::builder::ZvalBuilder;
use crate::zend::write::shapes::Shapes;
use crate::zend::write::walk::Walk;
use crate::zend::write::zvals::{Zvals, is_plain};

/// The bytes of a value.
///
/// # Errors
/// As `larder_serialize` says, and what a magic method throws: then [`is_thrown`].
///
/// # Safety
/// The value is alive during the call.
pub unsafe fn encode(
    value: *mut zval,
    profile: Option<&LoadedProfile>,
    level: Level,
) -> Result<*mut zend_string> {
    stats::ENCODED.count(length, || unsafe { encode_larder(value, profile, level) })
}

/// How long a string is, in bytes.
fn length(string: &*mut zend_string) -> usize {
    unsafe { bytes(*string) }.len()
}

#[inline]
unsafe fn encode_larder(
    value: *mut zval,
    profile: Option<&LoadedProfile>,
    level: Level,
) -> Result<*mut zend_string> {
    // A profile may have entries of scalars.
    if profile.is_none()
        && let Some(string) = unsafe { scalars::encode(value, level) }
    {
        return Ok(string);
    }
    state::encoding(|encoding| {
        let Encoding { walk, shapes, numbered, pass, coder, profile } = encoding.at(profile, level);
        if level == Level::Fast
            && let Some(string) = guard(|| unsafe { pass.message(value, profile) })?
        {
            return Ok(string);
        }
        // Compressing takes long: a look at all types before it does not.
        let may_be_read = match level {
            Level::Fast => false,
            Level::Balanced => (unsafe { kind(value) }) != IS_OBJECT,
            Level::Small => unsafe { is_plain(value, 0) },
        };
        if may_be_read
            && let Some(string) = guard(|| unsafe { encode_zvals(value, shapes, numbered, coder) })?
        {
            return Ok(string);
        }
        let encoded = guard(|| {
            unsafe { walk.build(value, shapes) }.map_err(|error| at_value(&error, walk))?;
            message_string(&coder.encode_message(walk.root())?)
        });
        walk.end();
        encoded
    })
}

/// The bytes of a value of arrays and scalars; `None` if the walk has to see to it.
unsafe fn encode_zvals(
    value: *const zval,
    shapes: &mut Shapes,
    numbered: &mut Vec<Rc<Shape>>,
    coder: &mut Encoder,
) -> Result<Option<*mut zend_string>> {
    let zvals = Zvals::new(shapes, numbered);
    match coder.encode_message(unsafe { zvals.at(value) }) {
        Ok(message) if zvals.is_whole() => message_string(&message).map(Some),
        _ => Ok(None),
    }
}

/// A message as a string of PHP.
fn message_string(message: &Message<'_>) -> Result<*mut zend_string> {
    costs::room(message.len())?;
    unsafe {
        let string = new_string(message.len());
        // The string has exactly this many bytes; they are written before anyone reads them.
        message.copy_to(std::slice::from_raw_parts_mut(
            (&raw mut (*string).val).cast(),
            message.len(),
        ));
        Ok(string)
    }
}

/// The bytes of a value in another format.
///
/// # Safety
/// As [`encode`].
pub unsafe fn export(value: *mut zval, format: Format) -> Result<*mut zend_string> {
    if format == Format::Larder {
        return unsafe { encode(value, None, Level::default()) };
    }
    stats::ENCODED.count(length, || unsafe { encode_foreign(value, format) })
}

unsafe fn encode_foreign(value: *mut zval, format: Format) -> Result<*mut zend_string> {
    state::encoding(|encoding| {
        let walk = &mut encoding.walk;
        let encoded = guard(|| {
            unsafe { walk.build(value, &mut encoding.shapes) }
                .map_err(|error| at_value(&error, walk))?;
            let (mut out, mut losses) = (Vec::new(), Losses::new());
            format::write(format, walk.root(), &mut out, &mut losses)?;
            if !losses.is_empty() {
                return Err(Error::new(
                    ErrorKind::Refused,
                    format!("{format} cannot hold this value: {losses}"),
                ));
            }
            costs::room(out.len())?;
            Ok(unsafe { string(&out) })
        });
        walk.end();
        encoded
    })
}

/// An error in the value that was being visited, with its place.
fn at_value(error: &Error, walk: &Walk) -> Error {
    let path = walk.path();
    let context = if path.is_empty() {
        error.context().into()
    } else {
        format!("{}, at {path}", error.context())
    };
    Error::at(error.kind(), walk.len().saturating_sub(1), context)
}

/// Reads a value into `to`, which is null before, and after an error.
///
/// # Errors
/// As `larder_unserialize` says, and what a magic method throws: then [`is_thrown`].
///
/// # Safety
/// `to` is a slot that lives during the call; `data` is not changed by it.
pub unsafe fn decode(data: &[u8], options: &Options, to: *mut zval) -> Result<()> {
    stats::DECODED.count(
        |()| data.len(),
        || {
            if unsafe { scalars::decode(data, to) } {
                return Ok(());
            }
            state::decoding(|decoding| unsafe {
                decode_by(&mut decoding.readers, data, options, to)
            })
        },
    )
}

/// As [`decode`], with the options in an array. If one of them is wrong, an exception says so and
/// `to` stays null.
///
/// # Errors
/// As [`decode`].
///
/// # Safety
/// As [`decode`]; the array is alive during the call.
pub unsafe fn decode_as(data: &[u8], options: *mut zend_array, to: *mut zval) -> Result<()> {
    state::decoding(|decoding| unsafe {
        let DecodeState { options: kept, readers } = decoding;
        let Some(options) = kept.of(options) else { return Ok(()) };
        stats::DECODED.count(
            |()| data.len(),
            || {
                if scalars::decode(data, to) {
                    return Ok(());
                }
                decode_by(readers, data, options, to)
            },
        )
    })
}

unsafe fn decode_by(
    readers: &mut Readers,
    data: &[u8],
    options: &Options,
    to: *mut zval,
) -> Result<()> {
    let mut limits = ZvalCosts::LIMITS;
    if let Some(depth) = options.max_depth {
        limits.max_depth = depth.min(limits.max_depth);
    }
    limits.max_memory = costs::left();
    let decoded = unsafe { decode_within(readers, data, options, limits, to) };
    let Err(error) = &decoded else { return Ok(()) };
    // More may be free, but in pieces of chunks that the engine holds.
    if error.kind() == ErrorKind::TooLarge
        && !is_thrown()
        && limits.max_memory < ZvalCosts::LIMITS.memory(data.len())
    {
        costs::collect();
        let left = costs::left();
        if left > limits.max_memory {
            limits.max_memory = left;
            return unsafe { decode_within(readers, data, options, limits, to) };
        }
    }
    decoded
}

unsafe fn decode_within(
    readers: &mut Readers,
    data: &[u8],
    options: &Options,
    limits: Limits,
    to: *mut zval,
) -> Result<()> {
    let decoded = guard(|| {
        let (templates, layouts) = (&mut readers.templates, &mut readers.layouts);
        // Bytes that begin like this but are too short can only be a Larder value that was cut.
        let larder = matches!(data, [0xC1] | [0xC1, 0x40..=0x7F, ..]);
        if options.fallback.is_empty() || larder {
            let (coder, profile) = match options.profiles.as_slice() {
                [] => (&mut readers.coder, None),
                profiles => {
                    let own = format::larder::profile_of(data);
                    let used = profiles.iter().find(|loaded| Some(loaded.profile.id()) == own);
                    (
                        profiled(&mut readers.profiled, profiles)?,
                        used.map(|loaded| loaded.prepared()),
                    )
                }
            };
            coder.set_limits(limits);
            let mut builder = unsafe {
                ZvalBuilder::new(to, templates, layouts, profile, &options.classes, false)
            };
            return coder.decode_with(data, &mut builder);
        }
        let mut first: Option<Error> = None;
        for format in FALLBACKS.into_iter().filter(|format| options.fallback.contains(format)) {
            if !may_be(data, format) {
                continue;
            }
            let coder = foreign(&mut readers.foreign, format);
            coder.set_limits(limits);
            let mut builder = unsafe {
                ZvalBuilder::new(
                    to,
                    templates,
                    layouts,
                    None,
                    &options.classes,
                    format == Format::Msgpack,
                )
            };
            let Err(error) = coder.decode_with(data, &mut builder) else {
                stats::FALLBACKS.add(1);
                return Ok(());
            };
            drop(builder);
            if is_thrown() || error.kind() == ErrorKind::Refused {
                return Err(error);
            }
            first.get_or_insert(error);
            unsafe {
                zval_ptr_dtor(to);
                set_null(to);
            }
        }
        Err(first.unwrap_or_else(|| {
            let names: Vec<_> = options.fallback.iter().map(|format| format.name()).collect();
            let names = names.join(" or ");
            let context = format!(
                "the bytes begin like neither larder nor {names}: add their format to fallback"
            );
            Error::at(ErrorKind::WrongFormat, 0, context)
        }))
    });
    unsafe {
        if decoded.is_err() {
            zval_ptr_dtor(to);
            set_null(to);
        } else if kind(to) == IS_REFERENCE {
            // Functions return values, not references.
            let mut reference = *to;
            copy(to, &raw const (*reference.value.ref_).val);
            zval_ptr_dtor(&raw mut reference);
        }
    }
    decoded
}

/// Whether bytes begin like a format.
fn may_be(data: &[u8], format: Format) -> bool {
    match (format, data) {
        (_, []) => false,
        (Format::Igbinary, _) => data.starts_with(&[0, 0, 0]),
        (Format::Php, [b'N', b';', ..]) => true,
        (Format::Php, [first, second, ..]) => b"abCdEiOrRsS".contains(first) && *second == b':',
        (Format::Php, _) => false,
        (Format::Json, _) => {
            let first = data.iter().find(|byte| !b" \t\r\n".contains(byte));
            first.is_some_and(|first| b"{[\"-0123456789tfn".contains(first))
        }
        _ => true,
    }
}

/// The decoder that knows these profiles.
fn profiled<'d>(
    known: &'d mut Vec<(Vec<usize>, larder::Decoder)>,
    profiles: &[Rc<LoadedProfile>],
) -> Result<&'d mut larder::Decoder> {
    /// More sets of profiles than any program has.
    const MAX_SETS: usize = 64;
    let numbers = || profiles.iter().map(|loaded| loaded.number);
    if let Some(at) = known.iter().position(|(other, _)| numbers().eq(other.iter().copied())) {
        return Ok(&mut known[at].1);
    }
    let mut coder = larder::Decoder::new();
    for loaded in profiles {
        coder = coder.with_profile(loaded.profile.clone())?;
    }
    if known.len() == MAX_SETS {
        known.clear();
    }
    known.push((numbers().collect(), coder));
    Ok(&mut known.last_mut().expect("just pushed").1)
}

/// The decoder of a foreign format.
fn foreign(
    known: &mut Vec<(Format, format::AnyDecoder)>,
    format: Format,
) -> &mut format::AnyDecoder {
    let at = known.iter().position(|(other, _)| *other == format).unwrap_or_else(|| {
        known.push((format, format::AnyDecoder::new(format)));
        known.len() - 1
    });
    &mut known[at].1
}

//! The functions that PHP calls, and what sessions and APCu call.

use std::mem::ManuallyDrop;
use std::rc::Rc;

use larder::format::{self, Format, Losses};
use larder::{Costs, Error, ErrorKind, Limits, Result};

use super::builder::ZvalBuilder;
use super::classes::{Allowed, Kept};
use super::codec::{self, Loaded};
use super::costs::{self, ZvalCosts};
use super::errors::{self, Exception, guard};
use super::php::*;
use super::plan::Plan;
use super::state;
use super::value::*;

/// How values are read.
#[derive(Default)]
pub struct Options {
    pub allowed: Allowed,
    /// Whether objects of other classes are read as `__PHP_Incomplete_Class`, which is written as
    /// what it was; their names go here.
    pub kept: Option<Kept>,
    pub max_depth: Option<u32>,
    pub accept: Vec<Format>,
    pub codecs: Vec<Rc<Loaded>>,
}

/// The formats that can be accepted, in the order in which they are tried: from the most certain signature to the least.
pub const ACCEPTED: [Format; 6] = [Format::Igbinary, Format::Php, Format::Json, Format::Hprose, Format::Cbor, Format::Msgpack];

/// The bytes of a value.
///
/// # Errors
/// As `larder_serialize` says, and what a magic method throws: then [`is_thrown`].
///
/// # Safety
/// The value is alive during the call.
pub unsafe fn encode(value: *mut zval, codec: Option<&Loaded>) -> Result<*mut zend_string> {
    state::encoding(|encoding| {
        let plan = &mut encoding.plan;
        let encoded = guard(|| {
            unsafe { plan.build(value, &mut encoding.shapes) }.map_err(|error| at_value(&error, plan))?;
            let coder = match codec {
                None => &mut encoding.coder,
                Some(codec) => {
                    if encoding.profiled.len() <= codec.number {
                        encoding.profiled.resize_with(codec.number + 1, || None);
                    }
                    encoding.profiled[codec.number].get_or_insert_with(|| state::Encoder::make(Some(codec.profile.clone())))
                }
            };
            let message = coder.encode_message(plan.root())?;
            costs::room(message.len())?;
            unsafe {
                let string = new_string(message.len());
                // The string has just so many bytes, which are written below before anyone reads them.
                message.copy_to(std::slice::from_raw_parts_mut((&raw mut (*string).val).cast(), message.len()));
                Ok(string)
            }
        });
        plan.end();
        encoded
    })
}

/// The bytes of a value in another format.
///
/// # Safety
/// As [`encode`].
pub unsafe fn export(value: *mut zval, format: Format) -> Result<*mut zend_string> {
    if format == Format::Larder {
        return unsafe { encode(value, None) };
    }
    state::encoding(|encoding| {
        let plan = &mut encoding.plan;
        let encoded = guard(|| {
            unsafe { plan.build(value, &mut encoding.shapes) }.map_err(|error| at_value(&error, plan))?;
            let (mut out, mut losses) = (Vec::new(), Losses::new());
            format::write(format, plan.root(), &mut out, &mut losses)?;
            if !losses.is_empty() {
                return Err(Error::new(ErrorKind::Refused, format!("{format} cannot hold this value: {losses}")));
            }
            costs::room(out.len())?;
            Ok(unsafe { string(&out) })
        });
        plan.end();
        encoded
    })
}

/// An error of a value that was being looked at, at its place.
fn at_value(error: &Error, plan: &Plan) -> Error {
    let path = plan.path();
    let context = if path.is_empty() { error.context().into() } else { format!("{}, at {path}", error.context()) };
    Error::at(error.kind(), plan.len().saturating_sub(1), context)
}

/// Reads a value into `to`, which is null before, and after an error.
///
/// # Errors
/// As `larder_unserialize` says, and what a magic method throws: then [`is_thrown`].
///
/// # Safety
/// `to` is a slot that lives during the call; `data` is not changed by it.
pub unsafe fn decode(data: &[u8], options: &Options, to: *mut zval) -> Result<()> {
    let mut limits = ZvalCosts::LIMITS;
    if let Some(depth) = options.max_depth {
        limits.max_depth = depth.min(limits.max_depth);
    }
    limits.max_memory = costs::left();
    let decoded = unsafe { decode_within(data, options, limits, to) };
    let Err(error) = &decoded else { return Ok(()) };
    // What is left may be free, but in pieces of chunks that the engine holds.
    if error.kind() == ErrorKind::TooLarge && !is_thrown() && limits.max_memory < ZvalCosts::LIMITS.memory(data.len()) {
        costs::collect();
        let left = costs::left();
        if left > limits.max_memory {
            limits.max_memory = left;
            return unsafe { decode_within(data, options, limits, to) };
        }
    }
    decoded
}

unsafe fn decode_within(data: &[u8], options: &Options, limits: Limits, to: *mut zval) -> Result<()> {
    let decoded = state::decoding(|decoding| {
        guard(|| {
            let templates = &mut decoding.templates;
            // What begins so but is too short is a Larder value that was cut, if it is any.
            let larder = matches!(data, [0xC1] | [0xC1, 0x40..=0x7F, ..]);
            if options.accept.is_empty() || larder {
                let (coder, profile) = match options.codecs.as_slice() {
                    [] => (&mut decoding.coder, None),
                    codecs => {
                        let own = format::larder::profile_of(data);
                        let profile = codecs.iter().find(|codec| Some(codec.profile.id()) == own);
                        (profiled(&mut decoding.profiled, codecs)?, profile.map(|codec| codec.prepared()))
                    }
                };
                coder.set_limits(limits);
                let mut builder = unsafe { ZvalBuilder::new(to, templates, profile, options, false) };
                return coder.decode_with(data, &mut builder);
            }
            let mut first: Option<Error> = None;
            for format in ACCEPTED.into_iter().filter(|format| options.accept.contains(format)) {
                if !may_be(data, format) {
                    continue;
                }
                let coder = foreign(&mut decoding.foreign, format);
                coder.set_limits(limits);
                let mut builder = unsafe { ZvalBuilder::new(to, templates, None, options, format == Format::Msgpack) };
                let Err(error) = coder.decode_with(data, &mut builder) else { return Ok(()) };
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
                let names: Vec<_> = options.accept.iter().map(|format| format.name()).collect();
                Error::at(ErrorKind::WrongFormat, 0, format!("the bytes begin neither as larder nor as {}", names.join(" or ")))
            }))
        })
    });
    unsafe {
        if decoded.is_err() {
            zval_ptr_dtor(to);
            set_null(to);
        } else if kind(to) == IS_REFERENCE {
            // Functions give values back.
            let mut reference = *to;
            copy(to, &raw const (*reference.value.ref_).val);
            zval_ptr_dtor(&raw mut reference);
        }
    }
    decoded
}

/// Whether bytes begin as a format does.
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

fn profiled<'d>(known: &'d mut Vec<(Vec<usize>, larder::Decoder)>, codecs: &[Rc<Loaded>]) -> Result<&'d mut larder::Decoder> {
    /// More sets of profiles than any program has.
    const MOST: usize = 64;
    let numbers: Vec<usize> = codecs.iter().map(|codec| codec.number).collect();
    if let Some(at) = known.iter().position(|(other, _)| *other == numbers) {
        return Ok(&mut known[at].1);
    }
    let mut coder = larder::Decoder::new();
    for codec in codecs {
        coder = coder.with_profile(codec.profile.clone())?;
    }
    if known.len() == MOST {
        known.clear();
    }
    known.push((numbers, coder));
    Ok(&mut known.last_mut().expect("just pushed").1)
}

fn foreign(known: &mut Vec<(Format, format::AnyDecoder)>, format: Format) -> &mut format::AnyDecoder {
    let at = known.iter().position(|(other, _)| *other == format).unwrap_or_else(|| {
        known.push((format, format::AnyDecoder::new(format)));
        known.len() - 1
    });
    &mut known[at].1
}

// What PHP calls.

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

/// `larder_serialize(mixed $value, ?Larder\Codec $codec = null): string`
pub unsafe fn larder_serialize(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        let given = arguments(call);
        let (mut value, mut codec) = (argument(call, 1), std::ptr::null_mut::<zval>());
        if given == 2 && codec::is(argument(call, 2)) {
            codec = argument(call, 2);
        } else if given != 1
            && zend_parse_parameters(given, c"z|O!".as_ptr(), &raw mut value, &raw mut codec, codec::class()) != 0
        {
            return;
        }
        let codec = if codec.is_null() { None } else { codec::of(codec) };
        match encode(value, codec.as_deref()) {
            Ok(string) => set_string(to, string),
            Err(error) => errors::throw(Exception::Encode, &error),
        }
    }
}

/// `larder_export(mixed $value, string $format): string`
pub unsafe fn larder_export(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        let (mut value, mut name) = (std::ptr::null_mut::<zval>(), std::ptr::null_mut::<zend_string>());
        if zend_parse_parameters(arguments(call), c"zS".as_ptr(), &raw mut value, &raw mut name) != 0 {
            return;
        }
        let known = Format::ALL.into_iter().filter(|format| format.is_written());
        let Some(format) = known.clone().find(|format| format.name().as_bytes() == bytes(name)) else {
            let names: Vec<_> = known.map(Format::name).collect();
            let message = std::ffi::CString::new(format!("must be one of {}", names.join(", "))).unwrap_or_default();
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
        let (mut data, mut options) = (std::ptr::null_mut::<zend_string>(), std::ptr::null_mut::<zend_array>());
        if given == 1 && kind(argument(call, 1)) == IS_STRING {
            data = (*argument(call, 1)).value.str_;
        } else if zend_parse_parameters(given, c"S|h".as_ptr(), &raw mut data, &raw mut options) != 0 {
            return;
        }
        set_null(to);
        // The caller's frame holds the string.
        let decoded = if options.is_null() || (*options).nNumOfElements == 0 {
            // There is nothing in it to drop.
            decode(bytes(data), &ManuallyDrop::new(DEFAULT), to)
        } else {
            let Some(options) = parse(options) else { return };
            decode(bytes(data), &options, to)
        };
        if let Err(error) = decoded {
            errors::throw(Exception::Decode, &error);
        }
    }
}

const DEFAULT: Options = Options { allowed: Allowed::None, kept: None, max_depth: None, accept: Vec::new(), codecs: Vec::new() };

/// Reads the options; `None` with an exception if they are none.
unsafe fn parse(options: *mut zend_array) -> Option<Options> {
    let mut parsed = DEFAULT;
    let wrong = |error: unsafe extern "C" fn(*const i8, ...), message: String| {
        let message = std::ffi::CString::new(message.replace('\0', "\\0")).unwrap_or_default();
        unsafe { error(c"larder_unserialize(): %s".as_ptr(), message.as_ptr()) };
    };
    unsafe {
        for (key, value) in entries(options) {
            let value = dereference(value);
            let shown = || std::ffi::CStr::from_ptr(zend_zval_type_name(value)).to_string_lossy();
            match (!key.name.is_null()).then(|| bytes(key.name)) {
                Some(b"allowed_classes") => match kind(value) {
                    IS_FALSE => parsed.allowed = Allowed::None,
                    IS_TRUE => parsed.allowed = Allowed::All,
                    IS_ARRAY => {
                        let mut names = Vec::new();
                        for (_, name) in entries((*value).value.arr) {
                            let name = dereference(name);
                            if kind(name) != IS_STRING {
                                let given = std::ffi::CStr::from_ptr(zend_zval_type_name(name)).to_string_lossy();
                                wrong(
                                    zend_type_error,
                                    format!("Option \"allowed_classes\" must be an array of class names, {given} given"),
                                );
                                return None;
                            }
                            let name = bytes((*name).value.str_);
                            if name.starts_with(b"@") && !Allowed::is_group(name) {
                                let shown = String::from_utf8_lossy(name);
                                wrong(
                                    zend_value_error,
                                    format!(
                                        "Option \"allowed_classes\" holds \"{shown}\", but the only group of classes is \"@core\""
                                    ),
                                );
                                return None;
                            }
                            names.push(name);
                        }
                        parsed.allowed = Allowed::of(names);
                    }
                    _ => {
                        wrong(
                            zend_type_error,
                            format!("Option \"allowed_classes\" must be of type array|bool, {} given", shown()),
                        );
                        return None;
                    }
                },
                Some(b"max_depth") => {
                    if kind(value) != IS_LONG {
                        wrong(zend_type_error, format!("Option \"max_depth\" must be of type int, {} given", shown()));
                        return None;
                    }
                    parsed.max_depth = match (*value).value.lval {
                        0 => None,
                        depth @ 1.. => Some(u32::try_from(depth).unwrap_or(u32::MAX)),
                        _ => {
                            wrong(zend_value_error, "Option \"max_depth\" must be greater than or equal to 0".into());
                            return None;
                        }
                    };
                }
                Some(b"accept") => {
                    let names = || ACCEPTED.map(Format::name).join(", ");
                    if kind(value) != IS_ARRAY {
                        wrong(
                            zend_type_error,
                            format!("Option \"accept\" must be an array of formats ({}), {} given", names(), shown()),
                        );
                        return None;
                    }
                    for (_, name) in entries((*value).value.arr) {
                        let name = dereference(name);
                        let name = if kind(name) == IS_STRING { bytes((*name).value.str_) } else { b"" };
                        let Some(format) = accepted(name) else {
                            let shown = String::from_utf8_lossy(name);
                            wrong(zend_value_error, format!("Option \"accept\" holds \"{shown}\", which is none of {}", names()));
                            return None;
                        };
                        parsed.accept.push(format);
                    }
                }
                Some(b"codec") => {
                    let mut one = |value: *mut zval| codec::of(value).map(|codec| parsed.codecs.push(codec)).is_some();
                    let all = match kind(value) {
                        IS_ARRAY => entries((*value).value.arr).all(|(_, value)| one(value)),
                        IS_NULL => true,
                        _ => one(value),
                    };
                    if !all {
                        wrong(zend_type_error, "Option \"codec\" must be a Larder\\Codec or an array of them".into());
                        return None;
                    }
                }
                other => {
                    let shown = String::from_utf8_lossy(other.unwrap_or(b"0"));
                    let known = "allowed_classes, max_depth, accept, codec";
                    wrong(zend_value_error, format!("there is no option \"{shown}\"; there are {known}"));
                    return None;
                }
            }
        }
    }
    Some(parsed)
}

/// The format of a name, if it can be accepted.
pub fn accepted(name: &[u8]) -> Option<Format> {
    ACCEPTED.into_iter().find(|format| format.name().as_bytes() == name)
}

/// `Larder\Codec::fromProfile(string $file): Larder\Codec`
pub unsafe fn codec_from_profile(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        let mut file = std::ptr::null_mut::<zend_string>();
        if zend_parse_parameters(arguments(call), c"S".as_ptr(), &raw mut file) == 0 {
            set_null(to);
            codec::from_profile(to, bytes(file));
        }
    }
}

/// `Larder\Codec::id(): string`
pub unsafe fn codec_id(call: *mut zend_execute_data, to: *mut zval) {
    unsafe {
        if arguments(call) != 0 {
            zend_wrong_parameters_none_error();
            return;
        }
        let Some(loaded) = codec::of(&raw mut (*call).This) else {
            zend_throw_error(std::ptr::null_mut(), c"a Larder\\Codec comes from Larder\\Codec::fromProfile()".as_ptr());
            return;
        };
        let [a, b, c] = loaded.profile.id();
        set_string(to, string(format!("{a:02x}{b:02x}{c:02x}").as_bytes()));
    }
}

/// `Larder\Codec::__construct()`, which nobody may call.
pub unsafe fn codec_construct(_: *mut zend_execute_data, _: *mut zval) {}

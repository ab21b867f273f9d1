//! The implementations in Rust and for the JVM take the same profiles and messages, and write the
//! values in them with the same bytes.
#![no_main]

use std::cell::RefCell;
use std::sync::Arc;

use arbitrary::{Arbitrary, Unstructured};
use larder::{Decoder, Encoder, Error, ErrorKind, Extended, Level, Limits, Profile, Value};
use larder_fuzz::jvm::{Answer, Jvm};
use larder_fuzz::{AnyValue, any, profiles};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

const LEVELS: [Level; 3] = [Level::Fast, Level::Balanced, Level::Small];

/// The number of the profile that is the input's own, after those of [`profiles`].
const OWN: usize = 3;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, mut rest)) = bytes.split_first() else { return };
    let mut choice = usize::from(choice);
    let mut one_of = |count: usize| {
        let one = choice % count;
        choice /= count;
        one
    };
    // 0 is none.
    let mut number = one_of(3);
    let mut profile = number.checked_sub(1).map(|at| profiles()[at].clone());
    let (level, kind) = (LEVELS[one_of(3)], one_of(3));
    if one_of(2) == 1 {
        let parts = <(&[u8], &[u8])>::arbitrary(&mut Unstructured::new(rest));
        let Ok((content, others)) = parts else { return };
        let Some(own) = own_profile(content) else { return };
        (number, profile, rest) = (OWN, Some(own), others);
    }
    let profile = profile.as_ref();
    let message = match kind {
        // A body of which nothing is known.
        0 => match profile {
            Some(profile) => [&[0xC1, 0x41], profile.id().as_slice(), rest].concat(),
            None => [&[0xC1, 0x40], rest].concat(),
        },
        // A value; one byte is another if the last bytes, which also are the value's, say so.
        _ => {
            let value = AnyValue::arbitrary(&mut Unstructured::new(rest));
            let Ok(AnyValue(value)) = value else { return };
            let mut message = written(&value, profile, level).expect("any value can be written");
            if kind == 2
                && let [.., high, low, byte] = *rest
            {
                let at = usize::from(u16::from_be_bytes([high, low])) % message.len();
                message[at] = byte;
            }
            message
        }
    };
    compare(number, profile, &message);
});

fn with_jvm<T>(ask: impl FnOnce(&mut Jvm) -> T) -> T {
    thread_local! {
        static JVM: RefCell<Jvm> = RefCell::new(Jvm::start(profiles()));
    }
    JVM.with_borrow_mut(ask)
}

/// The profile of this content, if it is one to both.
fn own_profile(content: &[u8]) -> Option<Arc<Profile>> {
    let content = [b"LRDP\x02", content].concat();
    let bytes = [content.as_slice(), Sha256::digest(&content).as_slice()].concat();
    let ours = Profile::parse(&bytes);
    match (ours, with_jvm(|jvm| jvm.learn(&bytes))) {
        (Ok(profile), Ok(())) => Some(Arc::new(profile)),
        (Err(_), Err(_)) => None,
        (Ok(_), Err((kind, _))) if kind == ErrorKind::TooLarge.name() => None,
        (Err(error), Ok(())) if error.kind() == ErrorKind::TooLarge => None,
        (ours, theirs) => panic!("{:?}, and the JVM {theirs:?}: {bytes:02x?}", ours.err()),
    }
}

fn written(value: &Value, profile: Option<&Arc<Profile>>, level: Level) -> Result<Vec<u8>, Error> {
    let encoder = match profile {
        Some(profile) => Encoder::with_profile(profile.clone()),
        None => Encoder::new(),
    };
    encoder.level(level).encode(value)
}

fn compare(number: usize, profile: Option<&Arc<Profile>>, message: &[u8]) {
    let theirs = with_jvm(|jvm| jvm.ask(number as u8, message));
    let mut limits = Limits::DEFAULT;
    limits.base_memory = Jvm::MEMORY;
    let mut decoder = Decoder::new().with_limits(limits);
    if let Some(profile) = profile {
        decoder = decoder.with_profile(profile.clone()).expect("it is the only one");
    }
    match (decoder.decode(message), theirs) {
        (Ok(value), Answer::Value { .. }) if any(&value, &|value| is_of_kind_0(value)) => {}
        (Ok(value), Answer::Value { fast, balanced, small }) => {
            let ours = |level| written(&value, profile, level).expect("what was read is written");
            if let Some(fast) = fast {
                assert_eq!(ours(Level::Fast), fast, "{message:02x?}");
            }
            assert_eq!(ours(Level::Balanced), balanced, "{message:02x?}");
            // What zstd makes of the texts is not specified.
            assert_eq!(decoder.decode(&small).as_ref(), Ok(&value), "{message:02x?}");
        }
        // Which of several errors is met first is not specified, but where it may be.
        (Err(_), Answer::Error { offset, .. }) => assert!(offset <= message.len()),
        // The hosts' values cost different amounts of memory.
        (Ok(_), Answer::Error { kind, .. }) if kind == ErrorKind::TooLarge.name() => {}
        (Err(error), Answer::Value { .. }) if error.kind() == ErrorKind::TooLarge => {}
        (ours, theirs) => panic!("{ours:?}, and the JVM {theirs:?}: {message:02x?}"),
    }
}

/// The JVM's writer takes kind 00, of which no value is, for none.
fn is_of_kind_0(value: &Value) -> bool {
    matches!(value, Value::Extended(extended)
        if matches!(&**extended, Extended::Kind { kind, .. } if kind.number() == 0))
}

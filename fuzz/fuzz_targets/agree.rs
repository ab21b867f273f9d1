//! The implementations in Rust and for the JVM take the same messages, and write the values in them
//! with the same bytes.
#![no_main]

use std::cell::RefCell;
use std::sync::Arc;

use arbitrary::{Arbitrary, Unstructured};
use larder::{Decoder, Encoder, Error, ErrorKind, Extended, Level, Limits, Profile, Value};
use larder_fuzz::jvm::{Answer, Jvm};
use larder_fuzz::{AnyValue, any, profiles};
use libfuzzer_sys::fuzz_target;

const LEVELS: [Level; 3] = [Level::Fast, Level::Balanced, Level::Small];

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, rest)) = bytes.split_first() else { return };
    let mut choice = usize::from(choice);
    let mut one_of = |count: usize| {
        let one = choice % count;
        choice /= count;
        one
    };
    // 0 is none.
    let number = one_of(3);
    let profile = number.checked_sub(1).map(|at| &profiles()[at]);
    let level = LEVELS[one_of(3)];
    let message = match one_of(3) {
        // A body of which nothing is known.
        0 => match profile {
            Some(profile) => [&[0xC1, 0x41], profile.id().as_slice(), rest].concat(),
            None => [&[0xC1, 0x40], rest].concat(),
        },
        // A value; one byte is another if the last bytes, which also are the value's, say so.
        kind => {
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

fn written(value: &Value, profile: Option<&Arc<Profile>>, level: Level) -> Result<Vec<u8>, Error> {
    let encoder = match profile {
        Some(profile) => Encoder::with_profile(profile.clone()),
        None => Encoder::new(),
    };
    encoder.level(level).encode(value)
}

fn compare(number: usize, profile: Option<&Arc<Profile>>, message: &[u8]) {
    thread_local! {
        static JVM: RefCell<Jvm> = RefCell::new(Jvm::start(profiles()));
    }
    let theirs = JVM.with_borrow_mut(|jvm| jvm.ask(number as u8, message));
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

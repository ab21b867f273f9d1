//! Values, one after the other, through two encoders and one decoder, some of them damaged: what
//! these keep between values changes neither bytes nor values nor errors.
#![no_main]

use arbitrary::Arbitrary;
use larder::{Extended, Value};
use larder_fuzz::{AnyValue, ENCODERS, decoder, encoder};
use libfuzzer_sys::fuzz_target;

const MAX_STEPS: usize = 32;
const MAX_VALUES: usize = 3;

/// In each step, a number stands for a value, and for one of two encoders.
#[derive(Arbitrary, Debug)]
struct Input {
    encoders: u8,
    values: [AnyValue; MAX_VALUES],
    steps: Vec<Step>,
}

#[derive(Arbitrary, Debug)]
enum Step {
    /// This value.
    Whole(u8),
    /// Two of them, as one.
    Both(u8, u8),
    /// This value, and behind it what cannot be written.
    Unwritable(u8),
    /// Its bytes, cut or with one of them changed.
    Damaged { value: u8, at: u16, byte: Option<u8> },
}

fuzz_target!(|input: Input| {
    let Input { encoders, values, steps } = input;
    let kinds = [encoders % ENCODERS, encoders / ENCODERS % ENCODERS];
    let (mut encoders, mut reader) = (kinds.map(encoder), decoder());
    // A value that was read has the shapes that the decoder keeps, which an encoder then knows.
    let mut values = values.map(|AnyValue(value)| value);
    for step in steps.iter().take(MAX_STEPS) {
        let value_of = |number: u8| usize::from(number) % MAX_VALUES;
        let encoder_of = |number: u8| usize::from(number) / MAX_VALUES % 2;
        match *step {
            Step::Whole(number) => {
                let value = &mut values[value_of(number)];
                let by = encoder_of(number);
                let bytes = encoders[by].encode(&*value).expect("any value can be written");
                assert_eq!(encoder(kinds[by]).encode(&*value).as_ref(), Ok(&bytes));
                let read = reader.decode(&bytes).expect("what was written can be read");
                assert_eq!(read, *value);
                *value = read;
            }
            Step::Both(number, other) => {
                let both = [number, other].map(|number| values[value_of(number)].clone());
                let (both, by) = (Value::List(both.into()), encoder_of(number));
                let bytes = encoders[by].encode(&both).expect("any value can be written");
                assert_eq!(encoder(kinds[by]).encode(&both).as_ref(), Ok(&bytes));
                assert_eq!(reader.decode(&bytes).as_ref(), Ok(&both));
            }
            Step::Unwritable(number) => {
                let unknown = Value::from(Extended::Again(u64::MAX));
                let value = Value::List(vec![values[value_of(number)].clone(), unknown]);
                let by = encoder_of(number);
                let error = encoders[by].encode(&value).expect_err("nothing has this number");
                assert_eq!(encoder(kinds[by]).encode(&value), Err(error));
            }
            Step::Damaged { value: number, at, byte } => {
                let value = &values[value_of(number)];
                let by = encoder_of(number);
                let mut bytes = encoders[by].encode(value).expect("any value can be written");
                let at = usize::from(at) % bytes.len();
                match byte {
                    Some(byte) => bytes[at] = byte,
                    None => bytes.truncate(at),
                }
                assert_eq!(reader.decode(&bytes), decoder().decode(&bytes));
            }
        }
    }
});

//! Values, one after the other, through one encoder and one decoder, some of them damaged: what
//! these keep between values changes neither bytes nor values nor errors.
#![no_main]

use arbitrary::Arbitrary;
use larder::{Extended, Value};
use larder_fuzz::{AnyValue, decoder, encoders};
use libfuzzer_sys::fuzz_target;

const MAX_STEPS: usize = 32;
const MAX_VALUES: usize = 3;

#[derive(Arbitrary, Debug)]
struct Input {
    encoder: u8,
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
    let Input { encoder, values, steps } = input;
    let fresh = || {
        let mut kinds = encoders();
        let kind = usize::from(encoder) % kinds.len();
        kinds.swap_remove(kind)
    };
    let (mut encoder, mut reader) = (fresh(), decoder());
    // A value that was read has the shapes that the decoder keeps, which the encoder then knows.
    let mut values = values.map(|AnyValue(value)| value);
    for step in steps.iter().take(MAX_STEPS) {
        let of = |at: &u8| usize::from(*at) % MAX_VALUES;
        match step {
            Step::Whole(at) => {
                let value = &mut values[of(at)];
                let bytes = encoder.encode(&*value).expect("any value can be written");
                assert_eq!(fresh().encode(&*value).as_ref(), Ok(&bytes));
                let read = reader.decode(&bytes).expect("what was written can be read");
                assert_eq!(read, *value);
                *value = read;
            }
            Step::Both(one, other) => {
                let both = Value::List(vec![values[of(one)].clone(), values[of(other)].clone()]);
                let bytes = encoder.encode(&both).expect("any value can be written");
                assert_eq!(fresh().encode(&both).as_ref(), Ok(&bytes));
                assert_eq!(reader.decode(&bytes).as_ref(), Ok(&both));
            }
            Step::Unwritable(at) => {
                let unknown = Value::from(Extended::Again(u64::MAX));
                let value = Value::List(vec![values[of(at)].clone(), unknown]);
                let error = encoder.encode(&value).expect_err("nothing has this number");
                assert_eq!(fresh().encode(&value), Err(error));
            }
            Step::Damaged { value, at, byte } => {
                let mut bytes =
                    encoder.encode(&values[of(value)]).expect("any value can be written");
                let at = usize::from(*at) % bytes.len();
                match byte {
                    Some(byte) => bytes[at] = *byte,
                    None => bytes.truncate(at),
                }
                assert_eq!(reader.decode(&bytes), decoder().decode(&bytes));
            }
        }
    }
});

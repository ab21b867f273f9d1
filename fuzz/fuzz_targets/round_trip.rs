//! Any value, in every form: it comes back, and a byte less is an error.
#![no_main]

use larder_fuzz::{AnyValue, ENCODERS, decoder, encoder};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|value: AnyValue| {
    let AnyValue(value) = value;
    let mut decoder = decoder();
    for mut encoder in (0..ENCODERS).map(encoder) {
        let bytes = encoder.encode(&value).expect("any value can be written");
        assert_eq!(decoder.decode(&bytes).expect("what was written can be read"), value);
        assert_eq!(encoder.encode(&value).expect("twice as well as once"), bytes);
        assert!(decoder.decode(&bytes[..bytes.len() - 1]).is_err());
    }
});

//! Every truncation and every bit of a value that was written: an error or a value, within the
//! limits.
#![no_main]

use larder::Limits;
use larder_fuzz::{AnyValue, ENCODERS, decode_anything, decoder, encoder, tight};
use libfuzzer_sys::fuzz_target;

const MAX_BYTES: usize = 400;

fuzz_target!(|input: (AnyValue, u8)| {
    let (AnyValue(value), which) = input;
    let mut bytes = encoder(which % ENCODERS).encode(&value).expect("any value can be written");
    if bytes.len() > MAX_BYTES {
        return;
    }
    // Thousands of readings: each may take little memory, and so little time.
    let mut strict = decoder().with_limits(tight());
    for end in 0..bytes.len() {
        assert!(decode_anything(&bytes[..end], &mut strict, tight()).is_none(), "cut at {end}");
    }
    for bit in 0..bytes.len() * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8);
        decode_anything(&bytes, &mut strict, tight());
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    assert_eq!(decode_anything(&bytes, &mut decoder(), Limits::DEFAULT), Some(value));
});

//! Any bytes: a value or an error, never a crash, a hang or more memory than the limits allow.
#![no_main]

use larder_fuzz::{decode_anything, decoder, profiles};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut decoder = decoder();
    decode_anything(bytes, &mut decoder);
    // And as the body of a message with a good header.
    decode_anything(&[&[0xC1, 0x40], bytes].concat(), &mut decoder);
    let [fast, small] = profiles();
    decode_anything(&[&[0xC1, 0x41], fast.id().as_slice(), bytes].concat(), &mut decoder);
    decode_anything(&[&[0xC1, 0x43], small.id().as_slice(), bytes].concat(), &mut decoder);
});

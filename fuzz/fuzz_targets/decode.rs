//! Any bytes: a value or an error, never a crash, a hang or more memory than the limits allow.
#![no_main]

use larder::Limits;
use larder_fuzz::{decode_anything, decoder, profiles, tight};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [fast, small] = profiles();
    for limits in [Limits::DEFAULT, tight()] {
        let mut decoder = decoder().with_limits(limits);
        decode_anything(bytes, &mut decoder, limits);
        // And as the body of a message with a good header.
        decode_anything(&[&[0xC1, 0x40], bytes].concat(), &mut decoder, limits);
        decode_anything(
            &[&[0xC1, 0x41], fast.id().as_slice(), bytes].concat(),
            &mut decoder,
            limits,
        );
        decode_anything(
            &[&[0xC1, 0x43], small.id().as_slice(), bytes].concat(),
            &mut decoder,
            limits,
        );
    }
});

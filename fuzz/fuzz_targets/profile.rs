//! Any bytes as a profile, with a hash that fits: a profile or an error; values under it as any others.
#![no_main]

use std::sync::Arc;

use larder::{Decoder, Profile};
use larder_fuzz::decode_anything;
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

fuzz_target!(|input: (&[u8], &[u8])| {
    let (content, body) = input;
    assert!(Profile::parse(content).is_err());
    let content = [b"LRDP\x01", content].concat();
    let Ok(profile) = Profile::parse(&[content.as_slice(), Sha256::digest(&content).as_slice()].concat()) else { return };
    let message = [&[0xC1, 0x41], profile.id().as_slice(), body].concat();
    let mut decoder = Decoder::new().with_profile(Arc::new(profile)).expect("one profile");
    decode_anything(&message, &mut decoder);
});

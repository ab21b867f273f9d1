//! Any bytes as a profile, with a hash that fits: a profile or an error, within the budget that
//! docs/FORMAT.md gives to all of it; values under it as any others.
#![no_main]

use std::sync::Arc;

use larder::{Decoder, Limits, Profile};
use larder_fuzz::{KEPT_BYTES, decode_anything, peak_of, tight};
use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};

fuzz_target!(|input: (&[u8], &[u8])| {
    let (content, body) = input;
    if let Err(error) = Profile::parse(content) {
        assert!(
            error.offset().is_none_or(|offset| offset <= content.len()),
            "{error} of {} bytes",
            content.len()
        );
    }
    let content = [b"LRDP\x02", content].concat();
    let bytes = [content.as_slice(), Sha256::digest(&content).as_slice()].concat();
    let (profile, peak) = peak_of(|| Profile::parse(&bytes));
    let most = Limits::DEFAULT.memory(bytes.len()) + KEPT_BYTES;
    assert!(
        peak <= most,
        "{peak} bytes of memory for a profile of {} bytes, of at most {most}",
        bytes.len()
    );
    let Ok(profile) = profile else { return };
    let profile = Arc::new(profile);
    // Without and with compressed texts.
    let messages =
        [0x41, 0x43].map(|flags| [&[0xC1, flags], profile.id().as_slice(), body].concat());
    for limits in [Limits::DEFAULT, tight()] {
        let mut decoder =
            Decoder::new().with_limits(limits).with_profile(profile.clone()).expect("one profile");
        for message in &messages {
            decode_anything(message, &mut decoder, limits);
        }
    }
});

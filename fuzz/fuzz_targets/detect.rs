//! Any bytes: what they are, found out within the memory, and by what can be decoded; and whatever
//! compresses them gives them back.
#![no_main]

use larder::ErrorKind;
use larder::compression::Compression;
use larder::detect::{Confidence, ContentKind, detect};
use larder::format::AnyDecoder;
use larder_fuzz::{KEPT_BYTES, peak_of, tight};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let limits = tight();
    let (detection, peak) = peak_of(|| detect(bytes, limits));
    let content = &detection.content;
    let largest = limits.memory(bytes.len());
    assert!(content.len() <= largest, "{} bytes of {}", content.len(), bytes.len());
    // Two contents, of which one may grow to twice its size, and what is made of one.
    let most = 3 * largest + limits.memory(largest) + KEPT_BYTES;
    assert!(peak <= most, "{peak} bytes of memory for {} bytes, of at most {most}", bytes.len());

    for guess in &detection.guesses {
        let is_broken = guess.confidence == Confidence::Broken;
        if let ContentKind::Format(format) = guess.kind {
            let decoded = AnyDecoder::new(format).with_limits(limits).decode(content);
            let failed = decoded.err().map(|error| error.kind());
            match &guess.error {
                Some(error) => {
                    let needs_profile = error.kind() == ErrorKind::MissingProfile;
                    assert!(failed.is_some() && (is_broken || needs_profile), "{guess:?}");
                }
                // Nothing is built to find out what bytes are, so no key is compared, and a value
                // of a host may take more than nothing.
                None => assert!(
                    matches!(failed, None | Some(ErrorKind::DuplicateKey | ErrorKind::TooLarge)),
                    "{guess:?}, but {failed:?}"
                ),
            }
        }
        assert!(!is_broken || guess.error.is_some(), "{guess:?}");
    }
    for compression in Compression::ALL {
        let compressed = compression.compress(bytes).expect("few bytes");
        let again = compression.decompress(&compressed, bytes.len());
        // No block of LZF is empty.
        let has_none = compression == Compression::Lzf && bytes.is_empty();
        assert!(has_none || again.is_ok_and(|again| again == bytes), "{compression}");
    }
});

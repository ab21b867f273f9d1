//! What bytes are, within the limits.

use larder::Limits;
use larder::compression::Compression;
use larder::detect::detect;

#[test]
fn what_is_compressed_twice_is_bounded_by_the_bytes_outside() {
    let mut limits = Limits::DEFAULT;
    limits.base_memory = 1 << 20;
    let zeros = Compression::Zstd.compress(&vec![0; 32 << 20]).unwrap();
    // A frame that readers skip (RFC 8878, section 3.1.2) makes it long.
    let skipped = vec![0; (1 << 20) - 8 - zeros.len()];
    let length = (skipped.len() as u32).to_le_bytes();
    let inner = [&zeros[..], &[0x50, 0x2A, 0x4D, 0x18], &length, &skipped].concat();
    let outer = Compression::Zstd.compress(&inner).unwrap();
    assert!(outer.len() < 4 << 10, "{}", outer.len());
    let detection = detect(&outer, limits);
    assert_eq!(detection.compressions, [Compression::Zstd]);
    assert_eq!(*detection.content, *inner);
}

//! What Redis 7 charges for a string key, from its own structures and the size classes of the
//! jemalloc that it brings along.
//!
//! That jemalloc is built with a quantum of 8 bytes (Redis's deps/Makefile). A distribution may
//! link its own with a quantum of 16, as Debian does: there an object of 24 B takes 32 B, and a
//! small value up to 16 B more than this says.

/// Bytes of `used_memory` for a key of `key` bytes with a string value of `value` bytes, without a
/// TTL.
pub fn string_bytes(key: u64, value: u64) -> u64 {
    const DICT_ENTRY: u64 = 24;
    const TABLE_SLOT: u64 = 8;
    const OBJECT: u64 = 16;
    /// Longest string that lies in its object's own allocation (OBJ_ENCODING_EMBSTR_SIZE_LIMIT).
    const EMBEDDED: u64 = 44;
    let key_header = if key < 32 { 1 } else { string_header(key) };
    let value_bytes = if value <= EMBEDDED {
        size_class(OBJECT + 3 + value + 1)
    } else {
        OBJECT + size_class(string_header(value) + value + 1)
    };
    size_class(DICT_ENTRY) + TABLE_SLOT + size_class(key_header + key + 1) + value_bytes
}

/// Bytes of a list for one entry of `value` bytes: the listpack's header and back length around it.
pub fn list_entry_bytes(value: u64) -> u64 {
    let header = match value {
        0..64 => 1,
        64..4096 => 2,
        _ => 5,
    };
    let back_length = match header + value {
        0..=127 => 1,
        128..=16_383 => 2,
        16_384..=2_097_151 => 3,
        2_097_152..=268_435_455 => 4,
        _ => 5,
    };
    header + value + back_length
}

/// The header of a dynamic string (sds.h: sdshdr8, 16, 32).
fn string_header(length: u64) -> u64 {
    match length {
        0..256 => 3,
        256..65_536 => 5,
        _ => 9,
    }
}

/// jemalloc's size classes: multiples of 8 to 64, of 16 to 128, then four to each doubling.
fn size_class(bytes: u64) -> u64 {
    let step = match bytes {
        0..=64 => 8,
        65..=128 => 16,
        _ => bytes.next_power_of_two() / 8,
    };
    bytes.max(1).div_ceil(step) * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_classes_are_those_of_jemalloc() {
        let classes = [
            8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448,
            512, 640, 768, 896, 1024, 1280,
        ];
        for pair in classes.windows(2) {
            assert_eq!(size_class(pair[0]), pair[0]);
            assert_eq!(size_class(pair[0] + 1), pair[1], "the class above {}", pair[0]);
        }
    }

    #[test]
    fn cost_jumps_after_the_known_value_sizes() {
        for last in
            [44, 60, 76, 92, 108, 124, 156, 188, 220, 252, 314, 378, 442, 506, 634, 762, 890, 1018]
        {
            assert!(string_bytes(28, last) < string_bytes(28, last + 1), "after {last}");
            assert_eq!(string_bytes(28, last - 1), string_bytes(28, last), "before {last}");
        }
    }

    #[test]
    fn a_list_entry_costs_two_to_seven_bytes_more_than_its_value() {
        assert_eq!(list_entry_bytes(10), 12);
        assert_eq!(list_entry_bytes(120), 123);
        assert_eq!(list_entry_bytes(382), 386);
        assert_eq!(list_entry_bytes(5000), 5007);
    }
}

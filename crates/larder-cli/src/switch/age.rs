//! Redis before 7.2 counts every command as a use of a key. There, a value is replaced by
//! `RESTORE`, which says how long the key was idle, or how often it was used.

/// What Redis keeps of the use of a key, by its `maxmemory-policy`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Aged {
    Idle,
    Frequency,
}

impl Aged {
    /// What `OBJECT` and `RESTORE` call it.
    pub fn name(self) -> &'static str {
        match self {
            Aged::Idle => "IDLETIME",
            Aged::Frequency => "FREQ",
        }
    }
}

/// A version of Redis's dumps that every server since Redis 2.6 loads.
const VERSION: [u8; 2] = [6, 0];
const STRING: u8 = 0;
/// Jones's polynomial, reflected.
const POLYNOMIAL: u64 = 0x95AC_9329_AC4B_C9B5;

const TABLE: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < table.len() {
        let (mut sum, mut bit) = (byte as u64, 0);
        while bit < 8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ POLYNOMIAL } else { sum >> 1 };
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
};

/// A string as `DUMP` writes it and `RESTORE` takes it.
pub fn dump(value: &[u8]) -> Vec<u8> {
    let mut dump = Vec::with_capacity(value.len() + 16);
    dump.push(STRING);
    let length = value.len();
    match length {
        0..0x40 => dump.push(length as u8),
        0x40..0x4000 => dump.extend([0x40 | (length >> 8) as u8, length as u8]),
        _ => {
            // No string of Redis is longer than 512 MB.
            dump.push(0x80);
            dump.extend((length as u32).to_be_bytes());
        }
    }
    dump.extend(value);
    dump.extend(VERSION);
    let sum = dump.iter().fold(0u64, |sum, byte| TABLE[usize::from(sum as u8 ^ byte)] ^ sum >> 8);
    dump.extend(sum.to_le_bytes());
    dump
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_is_that_of_redis() {
        // Redis's own test vector for its CRC-64 is 0xE9C6D914C4B8D9CA of "123456789".
        let sum = b"123456789"
            .iter()
            .fold(0u64, |sum, byte| TABLE[usize::from(sum as u8 ^ byte)] ^ sum >> 8);
        assert_eq!(sum, 0xE9C6_D914_C4B8_D9CA);
    }
}

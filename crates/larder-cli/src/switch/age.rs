//! Redis before 7.2 counts every command as a use of a key. There, a value is replaced by
//! `RESTORE`, which says how long the key was idle, or how often it was used.

use crc::{CRC_64_REDIS, Crc};

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
const SUM: Crc<u64> = Crc::<u64>::new(&CRC_64_REDIS);

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
    dump.extend(SUM.checksum(&dump).to_le_bytes());
    dump
}

//! Values of kinds, of any value and in any place: they come back, and a host without kinds has the same value without them.

#[path = "vectors/counting.rs"]
#[allow(dead_code, reason = "of the vectors' helpers only the random numbers are used")]
mod counting;

use std::sync::Arc;

use larder::{Decoder, Encoder, Entry, Extended, Key, Kind, Map, Place, Profile, ProfileParts, ProfileShape, Shape, Value};

/// Numbers that look random (SplitMix64), the same for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end
    }
}

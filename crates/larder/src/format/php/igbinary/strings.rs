//! The strings that a value has written, which come again by their number.

use std::hash::{BuildHasher, Hasher};

/// The strings that were written, where they stand.
#[derive(Default)]
pub struct Strings {
    /// A table with open addressing, of a power of two; the number of an empty place is 0.
    places: Vec<StringPlace>,
    pub count: u32,
    /// Where the string goes that was looked for last.
    vacant: usize,
    last: StringPlace,
    hasher: foldhash::fast::RandomState,
}

#[derive(Clone, Copy, Default)]
struct StringPlace {
    hash: u32,
    /// The number and 1.
    number: u32,
    start: u32,
    length: u32,
}

impl Strings {
    /// The number of a string that was written; of a new one, [`Strings::add`] must follow.
    #[inline]
    pub fn number(&mut self, out: &[u8], bytes: &[u8]) -> Option<u32> {
        if self.places.len() * 3 <= self.count as usize * 4 {
            self.grow();
        }
        let mut hasher = self.hasher.build_hasher();
        hasher.write(bytes);
        let hash = hasher.finish() as u32;
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let place = &self.places[at];
            if place.number == 0 {
                self.vacant = at;
                self.last = StringPlace { hash, number: self.count + 1, start: 0, length: 0 };
                return None;
            }
            if place.hash == hash && place.length as usize == bytes.len() {
                let start = place.start as usize;
                if out.get(start..start + bytes.len()) == Some(bytes) {
                    return Some(place.number - 1);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// The string that was looked for last will stand here. One beyond four gigabytes is not found
    /// again, and written again where it comes again.
    #[inline]
    pub fn add(&mut self, start: usize, length: usize) {
        if let (Ok(start), Ok(length)) = (u32::try_from(start), u32::try_from(length)) {
            self.places[self.vacant] = StringPlace { start, length, ..self.last };
        }
        self.count += 1;
    }

    #[cold]
    pub fn grow(&mut self) {
        const MIN: usize = 64;
        let size = (self.places.len() * 2).max(MIN);
        let before = std::mem::replace(&mut self.places, vec![StringPlace::default(); size]);
        for place in before.into_iter().filter(|place| place.number > 0) {
            let mut at = place.hash as usize & (size - 1);
            while self.places[at].number > 0 {
                at = (at + 1) & (size - 1);
            }
            self.places[at] = place;
        }
    }
}

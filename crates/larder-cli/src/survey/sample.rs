//! A bounded sample of many things, each of which is as likely to be in it.

/// How many things a sample has at most.
const MAX: usize = 200;
/// How many bytes they have together at most; one thing is kept, however large.
const MAX_BYTES: usize = 1 << 20;

/// A reservoir (Vitter's algorithm R). The numbers are from a fixed seed, so that the same things
/// give the same sample.
pub struct Sample<T> {
    things: Vec<(usize, T)>,
    bytes: usize,
    /// How many were offered.
    seen: u64,
    random: u64,
}

impl<T> Default for Sample<T> {
    fn default() -> Self {
        Self { things: Vec::new(), bytes: 0, seen: 0, random: 0x9E37_79B9_7F4A_7C15 }
    }
}

impl<T> Sample<T> {
    /// Offers a thing of so many bytes.
    pub fn take(&mut self, bytes: usize, thing: T) {
        self.seen += 1;
        let place = if self.things.len() < MAX && self.bytes < MAX_BYTES {
            self.things.len()
        } else {
            (self.next() % self.seen) as usize
        };
        if place < self.things.len() {
            self.bytes -= self.things[place].0;
            self.things[place] = (bytes, thing);
        } else if place < MAX && self.bytes < MAX_BYTES {
            self.things.push((bytes, thing));
        } else {
            return;
        }
        self.bytes += bytes;
        while self.bytes > MAX_BYTES && self.things.len() > 1 {
            let last = self.next() as usize % self.things.len();
            self.bytes -= self.things.swap_remove(last).0;
        }
    }

    /// Takes in another sample, with a share as large as its.
    pub fn merge(&mut self, other: Sample<T>, bytes: impl Fn(&T) -> usize) {
        let (seen, kept) = (other.seen, other.things.len() as u64);
        for (_, thing) in other.things {
            self.take(bytes(&thing), thing);
        }
        self.seen += seen - kept;
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.things.iter().map(|(_, thing)| thing)
    }

    pub fn len(&self) -> usize {
        self.things.len()
    }

    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.random ^ self.random >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_bounded_and_everything_is_as_likely() {
        let mut sample = Sample::default();
        (0..100_000).for_each(|number| sample.take(8, number));
        assert_eq!(sample.len(), MAX);
        let mean = sample.iter().sum::<i32>() / MAX as i32;
        assert!((40_000..60_000).contains(&mean), "{mean}");
    }

    #[test]
    fn large_things_are_fewer() {
        let mut sample = Sample::default();
        (0..1000).for_each(|number| sample.take(MAX_BYTES / 4, number));
        assert!((1..=4).contains(&sample.len()), "{}", sample.len());
        sample.take(10 * MAX_BYTES, 7);
        assert!(sample.len() >= 1);
    }
}

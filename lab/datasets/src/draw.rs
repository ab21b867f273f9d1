//! Reproducible draws: one ChaCha stream per value, so that a value depends on the seed, its
//! dataset and its index only.

use fake::Fake;
use fake::faker::name::raw::{FirstName, LastName, Name};
use fake::locales::{EN, ZH_CN};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::ops::Range;

/// What every generated dataset starts from; also the seed to give to the generator of `people`.
pub const SEED: u64 = 20_181_105;

pub struct Draw(ChaCha8Rng);

impl Draw {
    pub fn new(stream: u32, index: u32) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(SEED);
        rng.set_stream(u64::from(stream) << 32 | u64::from(index));
        Draw(rng)
    }

    /// A second source for facts that belong to some entity of the value, such as a customer's
    /// email.
    pub fn entity(stream: u32, id: u32) -> Self {
        Draw::new(stream | 1 << 31, id)
    }

    pub fn int(&mut self, range: Range<i64>) -> i64 {
        self.0.random_range(range)
    }

    /// True in `percent` of 100 draws.
    pub fn chance(&mut self, percent: i64) -> bool {
        self.int(0..100) < percent
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.int(0..from.len() as i64) as usize]
    }

    /// One of `from`, each as often as its weight says.
    pub fn weighted<T: Copy>(&mut self, from: &[(T, i64)]) -> T {
        let mut left = self.int(0..from.iter().map(|(_, weight)| weight).sum());
        for &(item, weight) in from {
            if left < weight {
                return item;
            }
            left -= weight;
        }
        unreachable!("the weights' sum bounds the draw")
    }

    /// `count` different items in the order in which `from` has them.
    pub fn some_of<T: Copy>(&mut self, from: &[T], count: usize) -> Vec<T> {
        let mut wanted = count.min(from.len());
        let mut chosen = Vec::with_capacity(wanted);
        for (i, &item) in from.iter().enumerate() {
            if self.int(0..(from.len() - i) as i64) < wanted as i64 {
                chosen.push(item);
                wanted -= 1;
            }
        }
        chosen
    }

    pub fn chars(&mut self, alphabet: &[u8], count: usize) -> String {
        (0..count).map(|_| char::from(self.pick(alphabet))).collect()
    }

    pub fn hex(&mut self, count: usize) -> String {
        self.chars(b"0123456789abcdef", count)
    }

    pub fn alphanumeric(&mut self, count: usize) -> String {
        self.chars(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", count)
    }

    pub fn first_name(&mut self) -> String {
        FirstName(EN).fake_with_rng(&mut self.0)
    }

    pub fn last_name(&mut self) -> String {
        LastName(EN).fake_with_rng(&mut self.0)
    }

    pub fn chinese_name(&mut self) -> String {
        Name(ZH_CN).fake_with_rng(&mut self.0)
    }

    /// An address under the domains that RFC 2606 keeps free.
    pub fn email(&mut self, first: &str, last: &str) -> String {
        let (first, last) = (first.to_lowercase(), last.to_lowercase().replace(['\'', ' '], ""));
        let local = match self.int(0..5) {
            0 => format!("{first}.{last}"),
            1 => format!("{}{last}", &first[..1]),
            2 => format!("{first}{}", self.int(1..1000)),
            3 => format!("{last}.{first}{}", self.int(60..100)),
            _ => format!("{first}_{last}"),
        };
        let host = self.pick(&[
            "example.com",
            "example.org",
            "example.net",
            "mail.example.com",
            "post.example.org",
        ]);
        format!("{local}@{host}")
    }
}

/// "1234.50" from 123450.
pub fn decimal(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

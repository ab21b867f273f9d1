//! The groups of a survey: keys by their pattern, in bounded memory.

use std::collections::HashMap;

use super::group::Group;
use super::pattern::{pattern, wider};
use crate::profiles;

/// How many groups there are at most, and when that is looked after.
const MAX: usize = 100;
const CROWDED: usize = 1000;
/// So many patterns that differ in one part alone are one: the part is a name that varies.
const ALIKE: usize = 12;

/// Groups by their pattern.
#[derive(Default)]
pub struct Groups {
    groups: HashMap<String, Group>,
    /// Patterns that took in others, so that keys of these go there at once.
    widened: Vec<String>,
}

impl Groups {
    /// The group of a key.
    pub fn of(&mut self, key: &[u8]) -> &mut Group {
        if profiles::is_key(key) {
            return self.groups.entry(profiles::PATTERN.into()).or_default();
        }
        let mut pattern = pattern(key);
        if !self.groups.contains_key(&pattern) {
            if let Some(wide) = wider(&pattern).into_iter().find(|wide| self.widened.contains(wide))
            {
                pattern = wide;
            } else if self.groups.len() == CROWDED {
                self.narrow();
            }
        }
        self.groups.entry(pattern).or_default()
    }

    /// All groups, those first that take the most memory.
    pub fn finish(mut self) -> Vec<(String, Group)> {
        self.narrow();
        let mut groups: Vec<_> = self.groups.into_iter().collect();
        groups.sort_by(|(one, first), (other, second)| {
            let size = |group: &Group| group.memory.unwrap_or(group.bytes);
            size(second).cmp(&size(first)).then_with(|| one.cmp(other))
        });
        groups
    }

    /// Makes one group of those that differ in one part alone, and then of the smallest.
    fn narrow(&mut self) {
        loop {
            let mut alike: HashMap<String, Vec<String>> = HashMap::new();
            for pattern in self.groups.keys() {
                if pattern == profiles::PATTERN {
                    continue;
                }
                for wide in wider(pattern) {
                    alike.entry(wide).or_default().push(pattern.clone());
                }
            }
            let widest = alike
                .into_iter()
                .filter(|(wide, narrow)| {
                    narrow.len() >= ALIKE
                        || self.widened.contains(wide) && narrow.iter().any(|one| one != wide)
                })
                .max_by(|(one, first), (other, second)| {
                    first.len().cmp(&second.len()).then_with(|| {
                        // The one with more of its own text.
                        one.len().cmp(&other.len()).then_with(|| other.cmp(one))
                    })
                });
            let Some((wide, narrow)) = widest else { break };
            self.merge(narrow, wide);
        }
        if self.groups.len() > MAX {
            let values = self.groups.iter().filter(|(pattern, _)| *pattern != profiles::PATTERN);
            let mut patterns: Vec<(u64, String)> =
                values.map(|(pattern, group)| (group.keys, pattern.clone())).collect();
            patterns.sort_unstable();
            let smallest = self.groups.len() - MAX + 1;
            let smallest = patterns.into_iter().take(smallest).map(|(_, pattern)| pattern);
            self.merge(smallest.collect(), "*".into());
        }
    }

    fn merge(&mut self, narrow: Vec<String>, wide: String) {
        let mut all = self.groups.remove(&wide).unwrap_or_default();
        for pattern in narrow {
            if let Some(group) = self.groups.remove(&pattern) {
                all.merge(group);
            }
        }
        self.groups.insert(wide.clone(), all);
        if wide != "*" && !self.widened.contains(&wide) {
            self.widened.push(wide);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(keys: impl Iterator<Item = String>) -> Vec<(String, u64)> {
        let mut groups = Groups::default();
        keys.for_each(|key| groups.of(key.as_bytes()).keys += 1);
        let mut groups: Vec<_> =
            groups.finish().into_iter().map(|(pattern, group)| (pattern, group.keys)).collect();
        groups.sort();
        groups
    }

    #[test]
    fn names_that_vary_are_one_group_and_few_names_are_several() {
        let names =
            (0..40u8).map(|at| format!("user:n{}x{}:cart", at / 7, (b'a' + at % 26) as char));
        let more = ["config:site", "config:theme", "lock:1", "lock:2"].map(str::to_owned);
        let expected = [
            ("config:site".to_owned(), 1),
            ("config:theme".to_owned(), 1),
            ("lock:*".to_owned(), 2),
            ("user:*:cart".to_owned(), 40),
        ];
        assert_eq!(patterns(names.chain(more)), expected);
    }

    #[test]
    fn there_are_never_too_many_groups() {
        let letter = |number: u32| (b'a' + (number % 26) as u8) as char;
        let keys = (0..20_000u32).map(|at| {
            let mixed = at.wrapping_mul(2_654_435_761);
            (0..6).map(|place| letter(mixed >> (5 * place))).collect::<String>() + ":x"
        });
        let groups = patterns(keys);
        assert!(groups.len() <= MAX, "{}", groups.len());
        assert_eq!(groups.iter().map(|(_, keys)| keys).sum::<u64>(), 20_000);
    }
}

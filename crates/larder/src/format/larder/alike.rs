//! Maps that are alike: which keys they share, and which of them each lacks (docs/FORMAT.md, "Lists
//! and maps").

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::definition_writer::are_of_record;
use super::order::order;
use crate::shape::{Key, KeyRef};
use crate::source::{MapSource, Source};

/// What maps that are alike have in common.
pub enum Alike<'a> {
    /// All have the same keys in the same order.
    Same,
    /// Some lack a key of others.
    Union(Union<'a>),
}

/// The keys of maps of which some lack a key of others.
pub struct Union<'a> {
    pub class: Option<&'a str>,
    /// In order.
    pub keys: Vec<KeyRef<'a>>,
    /// For each map, a bit for each key: 1 is absent.
    absent: Vec<u8>,
}

/// What maps have in common; `None` if they are not alike.
pub fn alike<'a, S: Source<'a>>(maps: &[S::Map]) -> Option<Alike<'a>> {
    let [first, others @ .., last] = maps else { return None };
    if first.is_empty() || last.class() != first.class() {
        return None;
    }
    if !others.iter().chain([last]).all(|other| first.is_alike(*other)) {
        return union::<S>(maps).map(Alike::Union);
    }
    is_plain::<S>(*first).then_some(Alike::Same)
}

fn is_plain<'a, S: Source<'a>>(map: S::Map) -> bool {
    if map.has_shape() {
        return map.shape().is_plain();
    }
    (0..map.len()).all(|at| matches!(map.key(at), KeyRef::Int(_) | KeyRef::Text(_)))
}

fn union<'a, S: Source<'a>>(maps: &[S::Map]) -> Option<Union<'a>> {
    let class = maps[0].class();
    if maps.iter().any(|map| map.class() != class) {
        return None;
    }
    let total: usize = maps.iter().map(|map| map.len()).sum();
    let mut ordered = Ordered::default();
    // Where in `ordered.met` the keys of each map begin. Rows follow rows of the same keys.
    let mut starts = Vec::with_capacity(maps.len());
    let mut known: HashMap<usize, usize, RandomState> = HashMap::default();
    for (at, map) in maps.iter().enumerate() {
        if let Some(start) = starts.last().copied()
            && map.is_alike(maps[at - 1])
        {
            starts.push(start);
            continue;
        }
        let start = ordered.met.len();
        if map.has_shape() {
            if let Some(start) = known.get(&map.identity()) {
                starts.push(*start);
                continue;
            }
            known.insert(map.identity(), start);
        }
        let is_record = class.is_some() && is_plain::<S>(*map)
            || class.is_none() && are_of_record(map.len(), |at| map.key(at));
        if !is_record || map.is_empty() {
            return None;
        }
        let shared = ordered.merge((0..map.len()).map(|at| map.key(at)));
        let keys = ordered.keys.len();
        if at > 0 && shared == 0 || total < maps.len().saturating_mul(keys) / 3 {
            return None;
        }
        starts.push(start);
    }
    let order = order(ordered.keys.len(), &ordered.pairs)?;
    let mut places = vec![0; order.len()];
    for (place, key) in order.iter().enumerate() {
        places[*key as usize] = place;
    }
    let keys: Vec<KeyRef<'a>> = order.iter().map(|key| ordered.keys[*key as usize]).collect();
    let row = keys.len().div_ceil(8);
    let mut absent = vec![u8::MAX; maps.len() * row];
    for ((map, start), bits) in maps.iter().zip(starts).zip(absent.chunks_exact_mut(row)) {
        bits[row - 1] >>= 8 * row - keys.len();
        for key in &ordered.met[start..start + map.len()] {
            let place = places[*key as usize];
            bits[place / 8] &= !(1 << (place % 8));
        }
    }
    Some(Union { class, keys, absent })
}

/// Keys, and which of them stand beside each other.
#[derive(Default)]
struct Ordered<'a> {
    /// As they came.
    keys: Vec<KeyRef<'a>>,
    /// Of each map, the indices of its keys.
    met: Vec<u32>,
    /// Indices of keys of which one comes after the other.
    pairs: Vec<(u32, u32)>,
    /// Of each key, the index of the one that was met after it last.
    after: Vec<Option<u32>>,
    /// Filled when there are many.
    index: HashMap<KeyRef<'a>, u32, RandomState>,
}

impl<'a> Ordered<'a> {
    /// Fewer are compared one by one.
    const MANY: usize = 16;

    /// Takes in the keys of a map. Gives how many were there.
    fn merge(&mut self, keys: impl Iterator<Item = KeyRef<'a>>) -> usize {
        let (mut before, mut known) = (None, 0);
        for key in keys {
            let after: Option<u32> = before.and_then(|before: u32| self.after[before as usize]);
            if let Some(after) = after.filter(|after| self.keys[*after as usize] == key) {
                (before, known) = (Some(after), known + 1);
                self.met.push(after);
                continue;
            }
            let at = match self.find(key) {
                Some(found) => {
                    known += 1;
                    found
                }
                None => self.insert(key),
            };
            self.met.push(at);
            if let Some(before) = before.replace(at) {
                self.pairs.push((before, at));
                self.after[before as usize] = Some(at);
            }
        }
        known
    }

    fn find(&self, key: KeyRef<'_>) -> Option<u32> {
        if self.keys.len() <= Self::MANY {
            self.keys.iter().position(|other| *other == key).map(|at| at as u32)
        } else {
            self.index.get(&key).copied()
        }
    }

    fn insert(&mut self, key: KeyRef<'a>) -> u32 {
        let at = self.keys.len() as u32;
        self.keys.push(key);
        self.after.push(None);
        if self.keys.len() == Self::MANY + 1 {
            self.index.extend(self.keys.iter().copied().zip(0..));
        } else if self.keys.len() > Self::MANY {
            self.index.insert(key, at);
        }
        at
    }
}

impl Union<'_> {
    /// The bits of the keys that the map at an index lacks: 1 is absent.
    pub fn absent(&self, at: usize) -> &[u8] {
        let row = self.keys.len().div_ceil(8);
        &self.absent[at * row..(at + 1) * row]
    }

    /// Those of all maps.
    pub fn all_absent(&self) -> &[u8] {
        &self.absent
    }
}

/// The bits of those of `all` keys that are not among `keys`: 1 is absent. `None` if not all of
/// `keys` are among them, in the same order.
pub fn absent<'k>(all: impl ExactSizeIterator<Item = &'k Key>, keys: &[Key]) -> Option<Vec<u8>> {
    let mut bits = vec![0; all.len().div_ceil(8)];
    let mut keys = keys.iter().peekable();
    for (at, key) in all.enumerate() {
        if keys.next_if_eq(&key).is_none() {
            bits[at / 8] |= 1 << (at % 8);
        }
    }
    keys.next().is_none().then_some(bits)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::shape::Shape;
    use crate::value::{Map, Value};

    fn union_of(lists: &[&[&str]]) -> Option<(String, Vec<Vec<u8>>)> {
        let maps: Vec<Map> = lists
            .iter()
            .map(|keys| {
                let keys: Vec<Key> = keys.iter().map(|key| Key::from(*key)).collect();
                let values = vec![Value::Null; keys.len()];
                Map::new(Arc::new(Shape::new(None, keys).expect("distinct")), values).expect("one")
            })
            .collect();
        match alike::<&Value>(&maps.iter().collect::<Vec<_>>())? {
            Alike::Same => Some(("same".into(), Vec::new())),
            Alike::Union(union) => {
                let bits = (0..maps.len()).map(|at| union.absent(at).to_vec()).collect();
                let names = union.keys.iter().map(|key| match key {
                    KeyRef::Text(text) => *text,
                    _ => "?",
                });
                Some((names.collect::<Vec<_>>().join(" "), bits))
            }
        }
    }

    #[test]
    fn a_union_has_the_keys_of_all_maps_in_the_order_of_each() {
        let union = |lists| union_of(lists).map(|(keys, _)| keys);
        assert_eq!(union(&[&["a", "b"], &["a", "b"]]).as_deref(), Some("same"));
        assert_eq!(union(&[&["a", "c"], &["a", "b", "c"]]).as_deref(), Some("a b c"));
        assert_eq!(union(&[&["b"], &["a", "b"], &["b", "c"]]).as_deref(), Some("a b c"));
        // In another order.
        assert_eq!(union(&[&["a", "b"], &["b", "a"]]), None);
        assert_eq!(union(&[&["a", "b", "c"], &["c", "d"], &["d", "c"]]), None);
        // Nothing in common with those before.
        assert_eq!(union(&[&["a"], &["b"]]), None);
        assert_eq!(union(&[&["a", "b"], &["c"], &["a", "c"]]), None);
        // Without a key, or of keys that are data.
        assert_eq!(union(&[&["a"], &[]]), None);
        assert_eq!(union(&[&["a", "1"], &["1"]]), None);
        assert_eq!(union(&[&["1", "2"], &["1", "2"]]).as_deref(), Some("same"));
        // Fewer than a third, which is rounded down: 2 maps of 5 keys are 10, a third of it 3.
        assert_eq!(union(&[&["a"], &["a", "b"]]).as_deref(), Some("a b"));
        let keys: Vec<String> = (0..40).map(|at| format!("k{at}")).collect();
        let keys: Vec<&str> = keys.iter().map(|key| &**key).collect();
        let few: Vec<&[&str]> =
            (0..40).map(|at| &keys[if at == 0 { 0..40 } else { 0..1 }]).collect();
        assert_eq!(union(&few), None);
        let many: Vec<&[&str]> = (0..40).map(|at| &keys[at..(at + 20).min(40)]).collect();
        assert_eq!(union(&many), Some(keys.join(" ")));
    }

    #[test]
    fn what_each_map_lacks_is_a_bit() {
        let (_, bits) =
            union_of(&[&["a", "c"], &["a", "b", "c"], &["c"], &["b", "d"]]).expect("a union");
        // Of a, b, c and d.
        assert_eq!(bits, [[0b1010], [0b1000], [0b1011], [0b0101]]);
    }
}

//! Maps that are alike: which keys they share, and which of them each lacks (docs/FORMAT.md, "Lists
//! and maps").

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::RandomState;

use super::definition_writer::look_like_data;
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
    (0..map.len()).all(|at| is_plain_key(map.key(at)))
}

fn is_plain_key(key: KeyRef<'_>) -> bool {
    matches!(key, KeyRef::Int(_) | KeyRef::Text(_))
}

fn union<'a, S: Source<'a>>(maps: &[S::Map]) -> Option<Union<'a>> {
    let class = maps[0].class();
    if maps.iter().any(|map| map.class() != class) {
        return None;
    }
    let total: usize = maps.iter().map(|map| map.len()).sum();
    let mut ordered = Ordered::<'a, S>::new(total);
    // Where in `ordered.met` the keys of each map begin.
    let mut starts = Vec::with_capacity(maps.len());
    let mut known: HashMap<usize, usize, RandomState> = HashMap::default();
    for (at, map) in maps.iter().enumerate() {
        // Rows follow rows of the same keys.
        if at > 0 && map.is_alike(maps[at - 1]) {
            starts.push(starts[at - 1]);
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
        if map.is_empty() || class.is_none() && look_like_data(map.len(), |at| map.key(at)) {
            return None;
        }
        let shared = ordered.merge(*map)?;
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
    let keys: Vec<KeyRef<'a>> = order.iter().map(|key| ordered.key(*key)).collect();
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

/// A key: where it was met first, and its hash.
struct Met<M> {
    map: M,
    at: u32,
    hash: u64,
}

/// Keys, and which of them stand beside each other.
struct Ordered<'a, S: Source<'a>> {
    /// As they came.
    keys: Vec<Met<S::Map>>,
    /// Of each map, the indices of its keys.
    met: Vec<u32>,
    /// Indices of keys of which one comes after the other.
    pairs: Vec<(u32, u32)>,
    /// Of each key, the index of the one that was met after it last, or [`NONE`].
    after: Vec<u32>,
    /// Open addressing, a power of two, at most half full: the index of a key plus one.
    table: Vec<u32>,
    hasher: RandomState,
}

const NONE: u32 = u32::MAX;

impl<'a, S: Source<'a>> Ordered<'a, S> {
    /// `total` is how many keys will be met.
    fn new(total: usize) -> Self {
        /// Most unions have no more.
        const KEYS: usize = 32;
        Self {
            keys: Vec::with_capacity(KEYS),
            met: Vec::with_capacity(total),
            pairs: Vec::with_capacity(total),
            after: Vec::with_capacity(KEYS),
            table: vec![0; 2 * KEYS],
            hasher: RandomState::default(),
        }
    }

    fn key(&self, at: u32) -> KeyRef<'a> {
        let Met { map, at, .. } = &self.keys[at as usize];
        map.key(*at as usize)
    }

    /// Takes in the keys of a map. Gives how many were there; `None` if one is neither integer nor
    /// text.
    fn merge(&mut self, map: S::Map) -> Option<usize> {
        let (mut before, mut known) = (NONE, 0);
        for at in 0..map.len() {
            let hash = map.key_hash(at).unwrap_or_else(|| self.hasher.hash_one(map.key(at)));
            let is =
                |met: &Met<S::Map>| met.hash == hash && map.is_key_of(at, met.map, met.at as usize);
            let after = self.after.get(before as usize).copied().unwrap_or(NONE);
            if self.keys.get(after as usize).is_some_and(is) {
                (before, known) = (after, known + 1);
                self.met.push(after);
                continue;
            }
            let mut place = self.place(hash);
            let index = loop {
                match self.table[place].checked_sub(1) {
                    Some(index) if is(&self.keys[index as usize]) => {
                        known += 1;
                        break index;
                    }
                    Some(_) => place = (place + 1) & (self.table.len() - 1),
                    None => {
                        if !is_plain_key(map.key(at)) {
                            return None;
                        }
                        let index = self.keys.len() as u32;
                        self.keys.push(Met { map, at: at as u32, hash });
                        self.after.push(NONE);
                        self.table[place] = index + 1;
                        if self.table.len() < 2 * self.keys.len() {
                            self.grow();
                        }
                        break index;
                    }
                }
            };
            self.met.push(index);
            if before != NONE {
                self.pairs.push((before, index));
                self.after[before as usize] = index;
            }
            before = index;
        }
        Some(known)
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        (hash.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & (self.table.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        let size = 2 * self.table.len();
        self.table.clear();
        self.table.resize(size, 0);
        for at in 0..self.keys.len() {
            let mut place = self.place(self.keys[at].hash);
            while self.table[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = at as u32 + 1;
        }
    }
}

impl Union<'_> {
    /// The bits of the keys that each map lacks: 1 is absent.
    #[inline]
    pub fn absent(&self) -> std::slice::ChunksExact<'_, u8> {
        self.absent.chunks_exact(self.keys.len().div_ceil(8))
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
                let bits = union.absent().map(<[u8]>::to_vec).collect();
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

//! Maps that are alike: which keys they share, and which of them each lacks (docs/FORMAT.md, "Lists
//! and maps").

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::definition_writer::is_record;
use super::order::order;
use crate::shape::Key;
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
    pub keys: Vec<&'a Key>,
    /// Bits of keys that are absent, by the identity of a shape.
    absent: HashMap<usize, Box<[u8]>, RandomState>,
}

/// What `count` maps have in common; `None` if `map` gives none for one of them, or they are not
/// alike.
pub fn alike<'a, S: Source<'a>>(
    count: usize,
    map: impl Fn(usize) -> Option<S::Map>,
) -> Option<Alike<'a>> {
    if count < 2 {
        return None;
    }
    let (first, last) = (map(0)?, map(count - 1)?);
    let (identity, shape) = (first.identity(), first.shape());
    if shape.keys().is_empty() || last.shape().class() != shape.class() {
        return None;
    }
    for at in 1..count {
        let other = map(at)?;
        if other.identity() != identity && other.shape() != shape {
            return union::<S>(count, map).map(Alike::Union);
        }
    }
    shape.is_plain().then_some(Alike::Same)
}

fn union<'a, S: Source<'a>>(
    count: usize,
    map: impl Fn(usize) -> Option<S::Map>,
) -> Option<Union<'a>> {
    let class = map(0)?.shape().class();
    let mut keys = 0;
    for at in 0..count {
        let shape = map(at)?.shape();
        if shape.class() != class {
            return None;
        }
        keys += shape.keys().len();
    }
    let mut ordered = Ordered::default();
    let mut met: HashMap<usize, Box<[u8]>, RandomState> = HashMap::default();
    let mut last = None;
    for at in 0..count {
        let map = map(at)?;
        if last == Some(map.identity()) || met.contains_key(&map.identity()) {
            continue;
        }
        let shape = map.shape();
        if shape.keys().is_empty() || !shape.is_plain() || !is_record(shape) {
            return None;
        }
        let known = ordered.merge(shape.keys());
        if at > 0 && known == 0 || keys < count.saturating_mul(ordered.keys.len()) / 3 {
            return None;
        }
        last = Some(map.identity());
        met.insert(map.identity(), Box::default());
    }
    met.clear();
    Some(Union { class: class.map(|class| &**class), keys: ordered.in_order()?, absent: met })
}

/// Keys, and which of them stand beside each other.
#[derive(Default)]
struct Ordered<'a> {
    /// As they came.
    keys: Vec<&'a Key>,
    /// Indices of keys of which one comes after the other.
    pairs: Vec<(u32, u32)>,
    /// Of each key, the index of the one that was met after it last.
    after: Vec<Option<u32>>,
    /// Filled when there are many.
    index: HashMap<&'a Key, u32, RandomState>,
}

impl<'a> Ordered<'a> {
    /// Fewer are compared one by one.
    const MANY: usize = 16;

    /// Takes in the keys of a map. Gives how many were there.
    fn merge(&mut self, keys: &'a [Key]) -> usize {
        let (mut before, mut known) = (None, 0);
        for key in keys {
            let after: Option<u32> = before.and_then(|before: u32| self.after[before as usize]);
            if let Some(after) = after.filter(|after| self.keys[*after as usize] == key) {
                (before, known) = (Some(after), known + 1);
                continue;
            }
            let at = match self.find(key) {
                Some(found) => {
                    known += 1;
                    found
                }
                None => self.insert(key),
            };
            if let Some(before) = before.replace(at) {
                self.pairs.push((before, at));
                self.after[before as usize] = Some(at);
            }
        }
        known
    }

    fn find(&self, key: &Key) -> Option<u32> {
        if self.keys.len() <= Self::MANY {
            self.keys.iter().position(|other| *other == key).map(|at| at as u32)
        } else {
            self.index.get(key).copied()
        }
    }

    fn insert(&mut self, key: &'a Key) -> u32 {
        let at = self.keys.len() as u32;
        self.keys.push(key);
        self.after.push(None);
        if self.keys.len() == Self::MANY + 1 {
            self.index.extend(self.keys.iter().zip(0..).map(|(key, at)| (*key, at)));
        } else if self.keys.len() > Self::MANY {
            self.index.insert(key, at);
        }
        at
    }

    fn in_order(&self) -> Option<Vec<&'a Key>> {
        let order = order(self.keys.len(), &self.pairs)?;
        Some(order.into_iter().map(|at| self.keys[at as usize]).collect())
    }
}

impl<'a> Union<'a> {
    /// The bits of the keys that a map of this union lacks: 1 is absent.
    pub fn absent<S: Source<'a>>(&mut self, map: S::Map) -> &[u8] {
        let keys = &self.keys;
        self.absent.entry(map.identity()).or_insert_with(|| {
            absent(keys.iter().copied(), map.shape().keys()).unwrap_or_default().into()
        })
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
        match alike::<&Value>(maps.len(), |at| Some(&maps[at]))? {
            Alike::Same => Some(("same".into(), Vec::new())),
            Alike::Union(mut union) => {
                let bits = maps.iter().map(|map| union.absent::<&Value>(map).to_vec()).collect();
                let names = union.keys.iter().map(|key| match key {
                    Key::Text(text) => &**text,
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

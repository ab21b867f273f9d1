//! Learns shapes (docs/FORMAT.md, "Shapes" and "Gaps").
//!
//! A shape that is met often is learned as it is. Where maps have many subsets of the same keys,
//! their union is learned instead, which serves those that are still to come as well.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::format::larder::raw::gaps;
use crate::format::larder::{Alike, alike, is_record, order};
use crate::shape::{Key, Shape};
use crate::value::{Extended, Map, Value};

/// The most shapes that a profile learns.
const MAX_SHAPES: usize = 4096;
/// Unions stand among [`gaps::MAX_SHAPES`]: there is room for a few.
const MAX_UNIONS: usize = 4;
const MAX_UNION_KEYS: usize = 128;
/// Of one class, the unions of so many shapes, the most frequent, are looked for.
const MAX_JOINED: usize = 2048;
/// What the values of a record of no learned shape cost beside those of another: a number for each
/// name, and what their places would have saved.
const KEY_BYTES: usize = 4;
/// A union may cost a byte per map more than so many shapes or more.
const MANY: usize = 32;
/// As many shapes have tags of their own.
const SHORT_RECORDS: usize = 8;
/// A shape of at least one in this many maps of a union is learned by itself, too.
const FREQUENT: usize = 8;

/// A shape that was learned.
pub struct LearnedShape {
    pub shape: Arc<Shape>,
    /// The number of the union that has all of its keys: what is learned of their values is learned
    /// there.
    pub union: Option<usize>,
}

/// A shape that is met.
struct Met {
    shape: Arc<Shape>,
    count: usize,
}

/// The shapes that are met often enough, the most frequent first, and unions among the first.
pub fn learn(samples: &[Value], min_count: usize) -> Vec<LearnedShape> {
    let mut counts: HashMap<Arc<Shape>, (usize, usize)> = HashMap::new();
    let mut count = |shape: &Arc<Shape>| {
        if is_record(shape) && shape.is_plain() {
            let order = counts.len();
            counts.entry(shape.clone()).or_insert((0, order)).0 += 1;
        }
    };
    for sample in samples {
        each_shape(sample, &mut count);
    }
    let mut met: Vec<_> = counts.into_iter().collect();
    met.sort_unstable_by_key(|(_, (count, order))| (Reverse(*count), *order));
    let met = met.into_iter().map(|(shape, (count, _))| Met { shape, count });

    let mut by_class: Vec<(Option<Arc<str>>, Vec<Met>)> = Vec::new();
    let mut numbers: HashMap<Option<Arc<str>>, usize> = HashMap::new();
    for met in met {
        let class = met.shape.class().cloned();
        let number = *numbers.entry(class.clone()).or_insert(by_class.len());
        if number == by_class.len() {
            by_class.push((class, Vec::new()));
        }
        by_class[number].1.push(met);
    }
    let mut unions: Vec<Union> = Vec::new();
    let mut alone: Vec<Met> = Vec::new();
    for (class, met) in by_class {
        let (joined, rest) = unions_of(class, met, min_count);
        unions.extend(joined);
        alone.extend(rest);
    }
    unions.sort_by_key(|union| Reverse(union.served));
    for union in unions.drain(MAX_UNIONS.min(unions.len())..) {
        alone.extend(union.frequent.into_iter().chain(union.rare));
    }

    // A shape, the union that it is or has its keys in, and how often it is met.
    let mut learned: Vec<(Arc<Shape>, Option<usize>, bool, usize)> = Vec::new();
    for (number, union) in unions.into_iter().enumerate() {
        learned.push((union.shape, Some(number), true, union.served));
        learned.extend(
            union.frequent.into_iter().map(|met| (met.shape, Some(number), false, met.count)),
        );
    }
    let often = alone.into_iter().filter(|met| met.count >= min_count);
    learned.extend(often.map(|met| (met.shape, None, false, met.count)));
    learned.sort_by_key(|(.., count)| Reverse(*count));
    let is_late = |at: usize| at + MAX_UNIONS >= gaps::MAX_SHAPES;
    let late: Vec<usize> = (0..learned.len()).filter(|at| is_late(*at) && learned[*at].2).collect();
    for at in late {
        let union = learned.remove(at);
        learned.insert(gaps::MAX_SHAPES - MAX_UNIONS, union);
    }
    learned.truncate(MAX_SHAPES);
    let mut places = HashMap::new();
    for (at, (_, union, is_union, _)) in learned.iter().enumerate() {
        if *is_union {
            places.insert(*union, at);
        }
    }
    learned
        .iter()
        .map(|(shape, union, is_union, _)| LearnedShape {
            shape: shape.clone(),
            union: places.get(union).copied().filter(|_| !is_union),
        })
        .collect()
}

/// Visits the shape of each map; but once the union of a list of maps that are written with one.
fn each_shape(value: &Value, visit: &mut impl FnMut(&Arc<Shape>)) {
    match value {
        Value::List(list) => {
            let map = |at: usize| if let Value::Map(map) = &list[at] { Some(map) } else { None };
            let maps: Option<Vec<&Map>> = (0..list.len()).map(map).collect();
            let Some(Alike::Union(union)) = maps.and_then(|maps| alike::<&Value>(&maps)) else {
                return list.iter().for_each(|value| each_shape(value, visit));
            };
            let keys: Vec<Key> = union.keys.into_iter().map(Key::from).collect();
            if let Some(shape) = Shape::new(union.class.map(Into::into), keys) {
                visit(&Arc::new(shape));
            }
            let values = (0..list.len()).filter_map(map).flat_map(Map::values);
            values.for_each(|value| each_shape(value, visit));
        }
        Value::Map(map) => {
            visit(map.shape());
            map.values().iter().for_each(|value| each_shape(value, visit));
        }
        Value::Extended(extended) => {
            if let Some(value) = within(extended) {
                each_shape(value, visit);
            }
        }
        _ => {}
    }
}

/// The value that an extension is of, if it is of one.
pub(super) fn within(extended: &Extended<Value>) -> Option<&Value> {
    match extended {
        Extended::Typed { value, .. }
        | Extended::Kind { value, .. }
        | Extended::Shared(value)
        | Extended::Reference(value) => Some(value),
        _ => None,
    }
}

/// The keys of many shapes.
struct Union {
    shape: Arc<Shape>,
    /// How many maps it serves.
    served: usize,
    /// Shapes that are learned, too, and those that need not be.
    frequent: Vec<Met>,
    rare: Vec<Met>,
}

/// The unions of shapes of one class, and the shapes that are in none.
fn unions_of(
    class: Option<Arc<str>>,
    mut met: Vec<Met>,
    min_count: usize,
) -> (Vec<Union>, Vec<Met>) {
    let mut alone = met.split_off(met.len().min(MAX_JOINED));
    let mut keys: HashMap<Key, usize> = HashMap::new();
    for met in &met {
        for key in met.shape.keys() {
            *keys.entry(key.clone()).or_default() += met.count;
        }
    }
    let mut joins: Vec<(Join, Vec<Met>)> = Vec::new();
    for met in met {
        // As with texts: what is rare is not learned.
        let is_rare = met.shape.keys().iter().any(|key| keys[key] < min_count);
        if is_rare || met.shape.keys().is_empty() {
            alone.push(met);
            continue;
        }
        match joins.iter_mut().position(|(join, _)| join.take(met.shape.keys())) {
            Some(at) => joins[at].1.push(met),
            None if joins.len() < gaps::MAX_SHAPES => {
                let mut join = Join::default();
                join.take(met.shape.keys());
                joins.push((join, vec![met]));
            }
            None => alone.push(met),
        }
    }
    let mut unions = Vec::new();
    for (join, of) in joins {
        let total: usize = of.iter().map(|met| met.count).sum();
        let (frequent, rare): (Vec<_>, Vec<_>) =
            of.into_iter().partition(|met| met.count >= min_count && met.count * FREQUENT >= total);
        let (rare, few): (Vec<_>, Vec<_>) = rare
            .into_iter()
            .partition(|met| met.shape.keys().len() * gaps::MAX_FACTOR >= join.keys.len());
        alone.extend(few);
        let served: usize = rare.iter().map(|met| met.count).sum();
        let with_gaps = served * (2 + join.keys.len().div_ceil(8));
        let by_themselves: usize = rare
            .iter()
            .zip(frequent.len()..)
            .map(|(met, number)| match met.count >= min_count {
                true => met.count * if number < SHORT_RECORDS { 1 } else { 2 },
                false => met.count * (3 + KEY_BYTES * met.shape.keys().len()),
            })
            .sum();
        let more = if rare.len() >= MANY { served } else { 0 };
        let shape = join.ordered().and_then(|keys| Shape::new(class.clone(), keys));
        match shape.filter(|shape| {
            served >= min_count && with_gaps < by_themselves + more && is_record(shape)
        }) {
            Some(shape) => {
                // A shape that is the union itself is not learned twice.
                let frequent = frequent.into_iter().filter(|met| *met.shape != shape).collect();
                unions.push(Union { shape: Arc::new(shape), served, frequent, rare });
            }
            None => alone.extend(frequent.into_iter().chain(rare)),
        }
    }
    (unions, alone)
}

/// Keys of several shapes, and which key stands before which.
#[derive(Clone, Default)]
struct Join {
    keys: Vec<Key>,
    numbers: HashMap<Key, u32>,
    /// A key and the next one of a shape.
    order: BTreeSet<(u32, u32)>,
}

impl Join {
    /// Adds the keys of a shape, if a third of them are here, and one order has them all.
    fn take(&mut self, keys: &[Key]) -> bool {
        let known = keys.iter().filter(|key| self.numbers.contains_key(*key)).count();
        let count = self.keys.len() + keys.len() - known;
        if !self.keys.is_empty() && known * 3 < keys.len() || count > MAX_UNION_KEYS {
            return false;
        }
        let numbers: Option<Vec<u32>> =
            keys.iter().map(|key| self.numbers.get(key).copied()).collect();
        let is_known = numbers.is_some_and(|numbers| {
            numbers.windows(2).all(|pair| self.order.contains(&(pair[0], pair[1])))
        });
        if is_known && !self.keys.is_empty() {
            return true;
        }
        let mut next = self.clone();
        let mut last = None;
        for key in keys {
            let new = next.keys.len() as u32;
            let number = *next.numbers.entry(key.clone()).or_insert(new);
            if number == new {
                next.keys.push(key.clone());
            }
            next.order.extend(last.map(|last| (last, number)));
            last = Some(number);
        }
        let fits = next.ordered().is_some();
        if fits {
            *self = next;
        }
        fits
    }

    /// All keys in an order that each shape has; none if there is no such order.
    fn ordered(&self) -> Option<Vec<Key>> {
        let pairs: Vec<(u32, u32)> = self.order.iter().copied().collect();
        let order = order(self.keys.len(), &pairs)?;
        Some(order.into_iter().map(|at| self.keys[at as usize].clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(keys: &[&str]) -> Value {
        let pairs = keys.iter().map(|key| (Key::from(*key), Value::Null));
        Value::Map(Map::from_pairs(pairs).expect("distinct keys"))
    }

    fn names(shape: &LearnedShape) -> Vec<&str> {
        let keys = shape.shape.keys().iter();
        keys.map(|key| if let Key::Text(text) = key { &**text } else { "" }).collect()
    }

    const KEYS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

    /// The keys whose bits are set.
    fn subset(bits: usize) -> Vec<&'static str> {
        (0..KEYS.len()).filter(|at| bits >> at & 1 != 0).map(|at| KEYS[at]).collect()
    }

    #[test]
    fn many_subsets_of_keys_make_one_union_in_their_order() {
        let samples: Vec<Value> = (0..400).map(|at| map(&subset(at * 97 % 255 + 1))).collect();
        let learned = learn(&samples, 4);
        assert_eq!(names(&learned[0]), KEYS);
        assert!(learned.len() < 10, "{}", learned.len());
    }

    #[test]
    fn a_frequent_subset_is_learned_beside_the_union() {
        let rare = (0..200).map(|at| map(&subset((at * 97 % 255) | 3)));
        let samples: Vec<Value> = rare.chain((0..400).map(|_| map(&["a", "b", "h"]))).collect();
        let learned = learn(&samples, 4);
        assert_eq!(names(&learned[0]), ["a", "b", "h"]);
        assert_eq!(names(&learned[1]), KEYS);
        assert_eq!((learned[0].union, learned[1].union), (Some(1), None));
    }

    #[test]
    fn a_few_shapes_and_keys_in_no_order_make_no_union() {
        let samples: Vec<Value> = (0..30)
            .map(|at| map([&["a", "b"][..], &["a", "b", "c"], &["b", "a"]][at % 3]))
            .collect();
        let learned = learn(&samples, 4);
        assert_eq!(learned.len(), 3);
        assert!(learned.iter().all(|shape| shape.union.is_none()));
    }

    #[test]
    fn keys_that_are_rare_or_data_are_not_learned() {
        let mut samples: Vec<Value> = (0..400).map(|at| map(&subset(at * 97 % 255 + 1))).collect();
        samples.push(map(&["a", "private", "c"]));
        samples.extend((0..50).map(|_| map(&["2026-01-01", "2026-01-02", "2026-01-03"])));
        let learned = learn(&samples, 4);
        assert!(
            learned.iter().all(|shape| { names(shape).iter().all(|name| KEYS.contains(name)) })
        );
    }
}

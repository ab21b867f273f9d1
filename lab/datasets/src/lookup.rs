//! `lookup`: a map from keys that are data to small values, as caches hold the results of "for
//! each of these ids": stock by SKU, prices by product, views by day.
//!
//! No two values have the same keys. What the keys are, and what is under them, is the same
//! throughout one map.

use crate::draw::{Draw, decimal};
use crate::timestamp::{self, BASE, DAY};
use serde_json::{Map, Value, json};

const PREFIXES: &[&str] = &["KIT", "OUT", "LMP", "BOO", "TOY", "GRD", "OFC", "CLO", "ELE"];
const STATES: &[&str] = &["active", "pending", "sold out", "archived", "on order", "draft"];

#[derive(Clone, Copy)]
enum Keys {
    Ids,
    Hashes,
    Uuids,
    Skus,
    /// Days from this one on, in Unix seconds; some are left out.
    Dates(i64),
}

#[derive(Clone, Copy)]
enum Values {
    Counts,
    Prices,
    States,
    Names,
    Flags,
    Times,
    Offers,
}

pub fn value(draw: &mut Draw, _: u32) -> Value {
    let keys = draw.pick(&[Keys::Ids, Keys::Hashes, Keys::Uuids, Keys::Skus, Keys::Dates(0)]);
    let mut keys = match keys {
        Keys::Dates(_) => Keys::Dates(BASE - draw.int(100..3000) * DAY),
        other => other,
    };
    let values = draw.weighted(&[
        (Values::Counts, 30),
        (Values::Prices, 20),
        (Values::States, 15),
        (Values::Names, 10),
        (Values::Flags, 5),
        (Values::Times, 5),
        (Values::Offers, 15),
    ]);
    let (least, most) =
        draw.weighted(&[((5, 12), 40), ((12, 30), 35), ((30, 60), 15), ((60, 101), 10)]);
    let count = draw.int(least..most) as usize;
    let mut map = Map::new();
    while map.len() < count {
        map.insert(key(draw, &mut keys), under(draw, values));
    }
    Value::Object(map)
}

fn key(draw: &mut Draw, keys: &mut Keys) -> String {
    match keys {
        Keys::Ids => draw.int(1000..9_000_000).to_string(),
        Keys::Hashes => draw.hex(32),
        Keys::Uuids => format!(
            "{}-{}-4{}-{}{}-{}",
            draw.hex(8),
            draw.hex(4),
            draw.hex(3),
            draw.pick(&["8", "9", "a", "b"]),
            draw.hex(3),
            draw.hex(12)
        ),
        Keys::Skus => format!("{}-{:05}", draw.pick(PREFIXES), draw.int(1..60_000)),
        Keys::Dates(day) => {
            *day += DAY * draw.weighted(&[(1, 80), (2, 12), (3, 8)]);
            timestamp::sql(*day)[..10].to_owned()
        }
    }
}

fn under(draw: &mut Draw, values: Values) -> Value {
    match values {
        Values::Counts => {
            let most = draw.weighted(&[(10, 50), (200, 40), (5000, 10)]);
            draw.int(0..most).into()
        }
        Values::Prices => (draw.int(100..26_000) as f64 / 100.0).into(),
        Values::States => draw.pick(STATES).into(),
        Values::Names => format!("{} {}", draw.first_name(), draw.last_name()).into(),
        Values::Flags => draw.chance(80).into(),
        Values::Times => (BASE - draw.int(0..90 * DAY)).into(),
        Values::Offers => json!({
            "price": decimal(draw.int(3..260) * 100 + draw.pick(&[99, 95, 90, 50, 0])),
            "stock": if draw.chance(12) { 0 } else { draw.int(1..400) },
        }),
    }
}

//! `listing`: a page of search results on a marketplace. Sellers fill in what they like, so of the
//! twenty keys that a result may have, about half are absent, others in each result.

use crate::draw::Draw;
use crate::timestamp::{self, BASE, DAY};
use serde_json::{Map, Value};

const RESULTS_PER_PAGE: i64 = 20;
const ADJECTIVES: &[&str] = &[
    "vintage",
    "compact",
    "barely used",
    "classic",
    "foldable",
    "large",
    "restored",
    "new",
    "handmade",
    "solid",
];
const NOUNS: &[&str] = &[
    "bicycle",
    "desk",
    "record player",
    "armchair",
    "camera",
    "bookshelf",
    "tent",
    "coffee machine",
    "guitar",
    "sewing machine",
    "rucksack",
    "monitor",
    "pram",
    "lawn mower",
    "wardrobe",
];
const BRANDS: &[&str] =
    &["Norrland", "Halden & Co", "Brisa", "Tamarin", "Kestrel", "Ostby", "Juniper", "Møller"];
const CITIES: &[&str] = &[
    "Hamburg", "Lyon", "Kraków", "Utrecht", "Leeds", "Porto", "Graz", "Malmö", "Bologna", "Ghent",
];
const CONDITIONS: &[&str] = &["new", "like new", "good", "fair", "for parts"];
const BADGES: &[&str] = &["top seller", "quick reply", "verified", "buyer protection", "eco"];

/// The keys in their order, each with the percentage of the results that have it.
const KEYS: [(&str, i64); 20] = [
    ("id", 100),
    ("title", 100),
    ("price", 100),
    ("old_price", 35),
    ("discount", 30),
    ("url", 100),
    ("image", 60),
    ("video", 10),
    ("brand", 40),
    ("condition", 55),
    ("badges", 30),
    ("seller", 55),
    ("rating", 45),
    ("reviews", 40),
    ("city", 60),
    ("distance_km", 25),
    ("shipping", 55),
    ("stock", 20),
    ("promoted", 15),
    ("posted_at", 55),
];

pub fn value(draw: &mut Draw, _: u32) -> Value {
    let results = if draw.chance(80) { RESULTS_PER_PAGE } else { draw.int(1..RESULTS_PER_PAGE) };
    (0..results).map(|_| result(draw)).collect()
}

fn result(draw: &mut Draw) -> Value {
    let id = draw.int(10_000_000..99_000_000);
    let noun = draw.pick(NOUNS);
    let title = format!("{} {noun}", draw.pick(ADJECTIVES));
    let mut result = Map::new();
    for (key, percent) in KEYS {
        if draw.chance(percent) {
            result.insert(key.into(), under(draw, key, id, &title));
        }
    }
    Value::Object(result)
}

fn under(draw: &mut Draw, key: &str, id: i64, title: &str) -> Value {
    match key {
        "id" => id.into(),
        "title" => title.into(),
        "price" | "old_price" => {
            ((draw.int(2..900) * 100 + draw.pick(&[0, 0, 50, 99])) as f64 / 100.0).into()
        }
        "discount" => draw.pick(&[5, 10, 15, 20, 25, 30, 50, 70]).into(),
        "url" => format!("https://market.example.com/i/{id}/{}", title.replace(' ', "-")).into(),
        "image" => format!("https://cdn.example.com/{}/{}.webp", draw.hex(2), draw.hex(16)).into(),
        "video" => format!("https://video.example.com/{}", draw.alphanumeric(11)).into(),
        "brand" => draw.pick(BRANDS).into(),
        "condition" => draw.pick(CONDITIONS).into(),
        "badges" => {
            let count = draw.pick(&[1, 1, 2, 3]);
            draw.some_of(BADGES, count).into()
        }
        "seller" => format!("{}{}", draw.first_name().to_lowercase(), draw.int(1..1000)).into(),
        "rating" => (draw.int(28..51) as f64 / 10.0).into(),
        "reviews" => draw.int(1..900).into(),
        "city" => draw.pick(CITIES).into(),
        "distance_km" => (draw.int(3..4000) as f64 / 10.0).into(),
        "shipping" => draw.pick(&[0.0, 3.99, 4.95, 6.5, 12.0, 39.0]).into(),
        "stock" => draw.int(1..60).into(),
        "promoted" => true.into(),
        "posted_at" => timestamp::iso(BASE - draw.int(0..60 * DAY)).into(),
        _ => unreachable!("a key of the list"),
    }
}

//! `product`: a catalogue entry as a shop caches it for its product page.

use crate::draw::{Draw, decimal};
use crate::timestamp::{self, BASE, DAY};
use serde_json::{Map, Value, json};

struct Kind {
    prefix: &'static str,
    categories: &'static [i64],
    nouns: &'static [&'static str],
    attributes: &'static [(&'static str, &'static [&'static str])],
}

const COLOURS: &[&str] =
    &["black", "white", "anthracite", "navy", "olive", "sand", "red", "natural"];
const KINDS: &[Kind] = &[
    Kind {
        prefix: "LMP",
        categories: &[3, 31, 312],
        nouns: &["desk lamp", "floor lamp", "pendant light", "reading lamp"],
        attributes: &[
            ("colour", COLOURS),
            ("socket", &["E14", "E27", "GU10"]),
            ("power", &["5 W", "7.5 W", "40 W"]),
            ("dimmable", &["yes", "no"]),
            ("energy_class", &["A", "C", "E", "F"]),
        ],
    },
    Kind {
        prefix: "KIT",
        categories: &[5, 52, 520, 523],
        nouns: &["saucepan", "chef's knife", "cutting board", "mixing bowl", "kettle"],
        attributes: &[
            ("material", &["stainless steel", "oak", "enamel", "borosilicate glass"]),
            ("diameter", &["16 cm", "20 cm", "24 cm", "28 cm"]),
            ("dishwasher_safe", &["yes", "no"]),
            ("capacity", &["0.8 l", "1.5 l", "2.2 l"]),
        ],
    },
    Kind {
        prefix: "CLO",
        categories: &[7, 70, 704],
        nouns: &["wool jumper", "rain jacket", "linen shirt", "hiking trousers", "T-shirt"],
        attributes: &[
            ("size", &["XS", "S", "M", "L", "XL"]),
            ("colour", COLOURS),
            (
                "fabric",
                &["100 % cotton", "merino wool", "55 % linen, 45 % cotton", "recycled polyester"],
            ),
            ("fit", &["regular", "slim", "relaxed"]),
            ("care", &["30 °C", "40 °C", "hand wash"]),
        ],
    },
    Kind {
        prefix: "ELE",
        categories: &[9, 91, 917],
        nouns: &[
            "USB-C charger",
            "bluetooth speaker",
            "power bank",
            "wireless mouse",
            "mechanical keyboard",
        ],
        attributes: &[
            ("connector", &["USB-C", "USB-A", "Bluetooth 5.3"]),
            ("output", &["20 W", "45 W", "65 W", "100 W"]),
            ("battery", &["2000 mAh", "10000 mAh", "20000 mAh"]),
            ("colour", COLOURS),
            ("warranty", &["24 months", "36 months"]),
        ],
    },
    Kind {
        prefix: "GRD",
        categories: &[11, 110],
        nouns: &["garden hose", "hand trowel", "raised bed", "watering can"],
        attributes: &[
            ("length", &["15 m", "25 m", "50 m"]),
            ("material", &["larch", "galvanised steel", "recycled plastic"]),
            ("frost_proof", &["yes", "no"]),
        ],
    },
];
const BRANDS: &[&str] = &[
    "Norrland",
    "Halden & Co",
    "Brisa",
    "Tamarin",
    "Kestrel",
    "Ostby",
    "Lumen Works",
    "Alpenrot",
    "Juniper",
    "Møller",
];
const ADJECTIVES: &[&str] = &[
    "compact",
    "classic",
    "foldable",
    "lightweight",
    "heavy-duty",
    "matt",
    "handmade",
    "slim",
    "large",
    "everyday",
];
const OPENINGS: &[&str] = &[
    "Made for daily use",
    "Designed in our own workshop",
    "A favourite of our customers",
    "Small enough for any shelf",
    "Built to be repaired",
];
const MIDDLES: &[&str] = &[
    "with a finish that hides fingerprints",
    "from parts that can be replaced one by one",
    "and tested for five years of heavy use",
    "with a grip that stays cool",
    "and packed without plastic",
];
const ENDINGS: &[&str] = &[
    "Ships in two days.",
    "Spare parts are available.",
    "Not suitable for children under three.",
    "Includes a printed manual.",
    "Colours may differ slightly from the pictures.",
];
const BADGES: &[&str] = &["new", "sale", "bestseller", "eco"];

pub fn value(draw: &mut Draw, index: u32) -> Value {
    let id = 10_000 + 3 * i64::from(index) + draw.int(0..3);
    let kind = &KINDS[draw.int(0..KINDS.len() as i64) as usize];
    let (brand, adjective, noun) =
        (draw.pick(BRANDS), draw.pick(ADJECTIVES), draw.pick(kind.nouns));
    let title = format!("{brand} {adjective} {noun}");
    let slug = slug(&title, id);
    let price = draw.int(3..260) * 100 + draw.pick(&[99, 95, 90, 50, 0]);
    let reduced = draw.chance(22).then(|| price * draw.pick(&[70, 80, 85, 90]) / 100);
    let ratings = draw.weighted(&[(0, 15), (3, 30), (25, 35), (200, 15), (1500, 5)]);
    let ratings = if ratings == 0 { 0 } else { draw.int(1..ratings * 2) };
    let created = BASE - draw.int(30..1500) * DAY + draw.int(0..DAY);
    let updated = created + draw.int(1..29) * DAY + draw.int(0..DAY);

    let mut product = json!({
        "id": id,
        "sku": format!("{}-{:05}", kind.prefix, draw.int(1..60_000)),
        "ean": format!("40{}", draw.chars(b"0123456789", 11)),
        "title": title,
        "slug": slug,
        "description": description(draw, noun),
        "price": decimal(price),
        "special_price": reduced.map(decimal),
        "price_net": (price as f64 / 1.19).round() / 100.0,
        "currency": "EUR",
        "tax_class": draw.pick(&["standard", "standard", "reduced"]),
        "stock": if draw.chance(12) { 0 } else { draw.int(1..400) },
        "weight_kg": draw.int(1..900) as f64 / 100.0,
        "category_ids": kind.categories,
        "images": images(draw, id),
        "attributes": attributes(draw, kind),
        "rating": {
            "average": average(draw, ratings),
            "count": ratings,
        },
    });
    if draw.chance(35) {
        let count = draw.pick(&[1, 1, 2]);
        product["badges"] = draw.some_of(BADGES, count).into();
    }
    product["created_at"] = timestamp::iso(created).into();
    product["updated_at"] = timestamp::iso(updated).into();
    product
}

fn average(draw: &mut Draw, ratings: i64) -> Value {
    match ratings {
        0 => Value::Null,
        1 => (draw.int(2..6) as f64).into(),
        _ => (draw.int(28..51) as f64 / 10.0).into(),
    }
}

fn slug(title: &str, id: i64) -> String {
    let mut slug = String::new();
    for c in title.to_lowercase().replace('ø', "o").chars() {
        match c {
            'a'..='z' | '0'..='9' => slug.push(c),
            ' ' | '-' if !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    format!("{slug}-{id}")
}

fn description(draw: &mut Draw, noun: &str) -> String {
    let mut text = format!("{} {}.", draw.pick(OPENINGS), draw.pick(MIDDLES));
    if draw.chance(85) {
        text += &format!(
            " This {noun} {}",
            draw.pick(&[
                "comes with two years of guarantee.",
                "is also sold as a set.",
                "replaces last year's model."
            ])
        );
    }
    format!("{text} {}", draw.pick(ENDINGS))
}

fn images(draw: &mut Draw, id: i64) -> Value {
    let count = draw.weighted(&[(1, 30), (2, 45), (3, 25)]);
    let version = draw.hex(6);
    (1..=count)
        .map(|n| Value::from(format!("https://cdn.example.com/p/{id}/{n}-{version}.webp")))
        .collect()
}

fn attributes(draw: &mut Draw, kind: &Kind) -> Value {
    let count = draw.int(2..kind.attributes.len() as i64 + 1) as usize;
    let mut attributes = Map::new();
    for (name, values) in draw.some_of(kind.attributes, count) {
        attributes.insert(name.into(), draw.pick(values).into());
    }
    Value::Object(attributes)
}

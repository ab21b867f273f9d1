//! One dataset for each shape that values have besides those of the other datasets, so that no
//! figure holds for those alone.

use crate::dataset::{Dataset, Source};
use crate::draw::{Draw, decimal};
use crate::page;
use crate::timestamp::{self, BASE, DAY};
use serde_json::{Map, Value, json};

const ORIGIN: &str = "generated: a shape of values, as caches hold them";

pub(crate) static SHAPES: [Dataset; 18] = [
    shape(
        "short-lists",
        "a record with two lists of 3 to 8 records, some with a record of their own",
        1_000,
        16,
        short_lists,
    ),
    shape(
        "keyed-records",
        "a map of 5 to 40 records of six fields, under ids, slugs or codes",
        500,
        17,
        keyed_records,
    ),
    shape("map-5", "a map of 5 keys that are data", 2_000, 18, |draw, _| map(draw, 5)),
    shape("map-50", "a map of 50 keys that are data", 500, 19, |draw, _| map(draw, 50)),
    shape("map-500", "a map of 500 keys that are data", 64, 20, |draw, _| map(draw, 500)),
    shape("map-5000", "a map of 5,000 keys that are data", 16, 21, |draw, _| map(draw, 5_000)),
    shape(
        "optional-keys",
        "one record of up to 24 keys, of which half are absent",
        2_000,
        22,
        optional_keys,
    ),
    shape("objects", "a cart: an array of a customer and 3 to 8 lines", 1_000, 23, objects),
    shape("tree", "a discussion: comments with replies, up to six levels deep", 500, 24, tree),
    shape(
        "stored-page",
        "a record of a URL, a status, headers and 5 to 100 KB of HTML",
        64,
        25,
        stored_page,
    ),
    shape("fragment", "a fragment of HTML of 0.2 to 3 KB as one text", 1_000, 26, fragment),
    shape("decimals", "a list of 10 to 200 floats of one or two decimals", 1_000, 27, decimals),
    shape("floats", "a list of 256 floats of full precision", 250, 28, floats),
    shape("points", "a list of 20 to 100 pairs of floats of six decimals", 250, 29, points),
    shape("int", "an integer", 2_000, 30, |draw, _| {
        let most = draw.pick(&[10, 1_000, 100_000, 10_000_000, BASE]);
        draw.int(0..most).into()
    }),
    shape("float", "a float", 2_000, 31, |draw, _| {
        if draw.chance(50) { (draw.int(0..100_000) as f64 / 100.0).into() } else { full(draw) }
    }),
    shape("bool", "a boolean", 2_000, 32, |draw, _| draw.chance(50).into()),
    shape("text", "a text of up to 80 bytes", 2_000, 33, |draw, _| match draw.int(0..4) {
        0 => draw.hex(40).into(),
        1 => sentence(draw).into(),
        2 => draw.chinese_name().into(),
        _ => slug(draw).into(),
    }),
];

const fn shape(
    id: &'static str,
    about: &'static str,
    default_count: usize,
    stream: u32,
    value: fn(&mut Draw, u32) -> Value,
) -> Dataset {
    Dataset {
        id,
        about,
        origin: ORIGIN,
        default_count,
        source: Source::Generated { stream, value },
    }
}

const WORDS: &[&str] = &[
    "after", "answer", "autumn", "bridge", "button", "careful", "change", "coffee", "corner",
    "daily", "detail", "early", "engine", "evening", "failure", "finally", "garden", "guest",
    "harbour", "honest", "idea", "island", "journey", "kitchen", "later", "letter", "matter",
    "minute", "mountain", "never", "number", "office", "often", "paper", "people", "perhaps",
    "quiet", "question", "railway", "reason", "river", "season", "second", "silver", "simple",
    "station", "summer", "table", "ticket", "today", "traffic", "travel", "under", "useful",
    "valley", "village", "water", "weather", "window", "winter", "without", "writer", "yellow",
];
const ROLES: &[&str] = &["admin", "editor", "author", "reviewer", "subscriber"];

fn words(draw: &mut Draw, count: i64, between: &str) -> String {
    (0..count).map(|_| draw.pick(WORDS)).collect::<Vec<_>>().join(between)
}

fn sentence(draw: &mut Draw) -> String {
    let count = draw.int(4..11);
    words(draw, count, " ") + draw.pick(&[".", ".", ".", "?", "!"])
}

fn slug(draw: &mut Draw) -> String {
    let count = draw.int(2..5);
    words(draw, count, "-")
}

fn user(draw: &mut Draw) -> String {
    format!("{}{}", draw.first_name().to_lowercase(), draw.int(1..1000))
}

/// A float of 16 or 17 digits between -1 and 1.
fn full(draw: &mut Draw) -> Value {
    (draw.int(-(1 << 53)..1 << 53) as f64 / (1_u64 << 53) as f64).into()
}

fn short_lists(draw: &mut Draw, index: u32) -> Value {
    let posted = BASE - draw.int(1..900) * DAY;
    let comments: Vec<Value> = (0..draw.int(3..9))
        .map(|at| {
            json!({
                "id": draw.int(100_000..9_000_000),
                "user": {"name": user(draw), "role": draw.pick(ROLES)},
                "text": sentence(draw),
                "likes": draw.int(0..60),
                "at": posted + at * 3600 + draw.int(0..3600),
            })
        })
        .collect();
    let related: Vec<Value> = (0..draw.int(3..9))
        .map(|_| json!({"id": draw.int(1..50_000), "slug": slug(draw), "score": full(draw)}))
        .collect();
    json!({
        "id": index + 1,
        "title": sentence(draw),
        "author": {"id": draw.int(1..400), "name": user(draw)},
        "comments": comments,
        "related": related,
        "tags": (0..draw.int(1..5)).map(|_| draw.pick(WORDS)).collect::<Vec<_>>(),
        "posted_at": timestamp::iso(posted),
    })
}

fn keyed_records(draw: &mut Draw, _: u32) -> Value {
    let kind = draw.int(0..3);
    let count = draw.int(5..41) as usize;
    let mut records = Map::new();
    while records.len() < count {
        let key = match kind {
            0 => draw.int(100..100_000).to_string(),
            1 => slug(draw),
            _ => format!("{}{:03}", draw.pick(&["DE", "FR", "NL", "PL", "SE"]), draw.int(0..1000)),
        };
        let record = json!({
            "name": format!("{} {}", draw.first_name(), draw.last_name()),
            "price": decimal(draw.int(100..90_000)),
            "stock": draw.int(0..500),
            "active": draw.chance(85),
            "group": draw.pick(ROLES),
            "changed": timestamp::sql(BASE - draw.int(0..400 * DAY)),
        });
        records.insert(key, record);
    }
    records.into()
}

/// A map of so many keys, which are ids, mail addresses, paths, IP addresses or words, to integers,
/// floats, texts or booleans: all keys and all values of a map are of one kind.
fn map(draw: &mut Draw, count: usize) -> Value {
    let (keys, values) = (draw.int(0..5), draw.int(0..4));
    let mut map = Map::new();
    while map.len() < count {
        let key = match keys {
            0 => draw.int(10_000..90_000_000).to_string(),
            1 => format!("{}@example.com", user(draw)),
            2 => format!("/{}/{}", slug(draw), draw.int(1..900)),
            3 => format!("192.0.{}.{}", draw.int(0..100), draw.int(1..255)),
            _ => slug(draw),
        };
        let value = match values {
            0 => draw.int(0..10_000).into(),
            1 => (draw.int(0..10_000) as f64 / 100.0).into(),
            2 => slug(draw).into(),
            _ => draw.chance(70).into(),
        };
        map.insert(key, value);
    }
    map.into()
}

fn optional_keys(draw: &mut Draw, index: u32) -> Value {
    let mut record = Map::new();
    record.insert("id".into(), (index + 1).into());
    for at in 0..23 {
        if !draw.chance(48) {
            continue;
        }
        let value = match at % 6 {
            0 => slug(draw).into(),
            1 => draw.int(0..100_000).into(),
            2 => draw.chance(50).into(),
            3 => decimal(draw.int(0..100_000)).into(),
            4 => timestamp::sql(BASE - draw.int(0..900 * DAY)).into(),
            _ => json!({"user": user(draw), "role": draw.pick(ROLES)}),
        };
        record.insert(format!("{}_{}", WORDS[at], WORDS[at * 2 + 7]), value);
    }
    record.into()
}

/// In PHP, the customer and the lines are objects of classes in `php/lab/src/Shop`.
fn objects(draw: &mut Draw, _: u32) -> Value {
    let (first, last) = (draw.first_name(), draw.last_name());
    let lines: Vec<Value> = (0..draw.int(3..9))
        .map(|_| {
            json!({
                "productId": draw.int(10_000..60_000),
                "sku": draw.alphanumeric(8),
                "title": words(draw, 2, " "),
                "variant": null,
                "quantity": draw.weighted(&[(1, 80), (2, 15), (5, 5)]),
                "price": draw.int(100..30_000),
                "taxRate": draw.weighted(&[(0.19, 80), (0.07, 20)]),
                "discount": draw.chance(20).then(|| draw.int(1..20) * 50),
                "note": null,
                "returnedAt": null,
                "serial": draw.chance(8).then(|| draw.alphanumeric(12)),
            })
        })
        .collect();
    json!({
        "token": draw.hex(32),
        "customer": {
            "id": draw.int(1000..480_000),
            "email": draw.email(&first, &last),
            "firstName": first,
            "lastName": last,
            "company": null,
            "vatId": null,
            "phone": null,
            "birthday": null,
            "locale": draw.pick(&["en_GB", "de_DE", "fr_FR"]),
            "newsletter": draw.chance(30),
            "group": null,
            "lastLogin": timestamp::sql(BASE - draw.int(0..300 * DAY)),
        },
        "lines": lines,
        "coupons": [],
        "updated_at": BASE - draw.int(0..30 * DAY),
    })
}

fn tree(draw: &mut Draw, _: u32) -> Value {
    fn comment(draw: &mut Draw, levels: i64) -> Value {
        let replies =
            if levels > 1 { draw.weighted(&[(0, 45), (1, 30), (2, 15), (4, 10)]) } else { 0 };
        json!({
            "id": draw.int(100_000..9_000_000),
            "author": user(draw),
            "text": sentence(draw),
            "votes": draw.int(-5..120),
            "replies": (0..replies).map(|_| comment(draw, levels - 1)).collect::<Vec<_>>(),
        })
    }
    (0..draw.int(2..7)).map(|_| comment(draw, 6)).collect()
}

fn stored_page(draw: &mut Draw, index: u32) -> Value {
    let path = slug(draw);
    let body = page::value(draw, index);
    json!({
        "url": format!("https://www.example.com/{path}"),
        "status": 200,
        "headers": {
            "content-type": "text/html; charset=utf-8",
            "content-length": body.as_str().map(str::len),
            "etag": format!("\"{}\"", draw.hex(16)),
            "cache-control": "public, max-age=300",
        },
        "body": body,
        "stored_at": BASE + draw.int(0..DAY),
    })
}

fn fragment(draw: &mut Draw, _: u32) -> Value {
    let length = draw.int(150..2_900) as usize;
    let mut html = String::from("<ul class=\"teasers teasers--compact\">\n");
    while html.len() < length {
        let path = slug(draw);
        html += &format!(
            "  <li class=\"teaser\"><a href=\"/{path}\" title=\"{path}\">{}</a> \
             <time>{}</time></li>\n",
            sentence(draw),
            timestamp::sql(BASE - draw.int(0..90 * DAY)),
        );
    }
    (html + "</ul>\n").into()
}

fn decimals(draw: &mut Draw, _: u32) -> Value {
    let divisor = draw.pick(&[10.0, 100.0]);
    let most = draw.pick(&[500, 10_000, 1_000_000]);
    (0..draw.int(10..201)).map(|_| draw.int(0..most) as f64 / divisor).collect::<Vec<_>>().into()
}

fn floats(draw: &mut Draw, _: u32) -> Value {
    (0..256).map(|_| full(draw)).collect()
}

fn points(draw: &mut Draw, _: u32) -> Value {
    let (mut east, mut north) =
        (draw.int(-9_000_000..30_000_000), draw.int(36_000_000..60_000_000));
    (0..draw.int(20..101))
        .map(|_| {
            east += draw.int(-3_000..3_000);
            north += draw.int(-3_000..3_000);
            json!([east as f64 / 1e6, north as f64 / 1e6])
        })
        .collect()
}

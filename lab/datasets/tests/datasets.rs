//! What the bundled datasets promise to whoever measures on them.

use larder_datasets::{Dataset, all, md5_text, named, shapes};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::collections::HashSet;
use std::fmt;

/// The generated datasets, with the md5 of their default values joined by newlines.
const GENERATED: [(&str, &str); 9] = [
    ("spring-person", "36378b2c6cc979076971757148a174b1"),
    ("session", "f42863175c079f41f183d76ec2b49883"),
    ("product", "687c5554a64567cbce4ebfcfc104a1ce"),
    ("rows-1000", "0fc27d88e156722fc3d796ac0665e021"),
    ("wp-options", "ad786800aaaf1131eeeb3017d3b41c30"),
    ("lookup", "efff1645ac49306b93d079e86be5e048"),
    ("listing", "064421095f04be54c263d634db0a8487"),
    ("order", "4383c1edbf59ce701ebe265ef21c8a0b"),
    ("page", "8d8616980aa8c00a60daf610d2fb10da"),
];

/// The md5 of the default values of all shapes, joined by newlines.
const SHAPES: &str = "24f5c74a91732c31a24c069f2aadb434";

fn dataset(id: &str) -> &'static Dataset {
    named(id).unwrap_or_else(|| panic!("no dataset {id}"))
}

fn default_lines(id: &str) -> Vec<String> {
    let dataset = dataset(id);
    dataset.lines(dataset.default_count()).expect("a dataset with lines")
}

#[test]
fn datasets_come_in_the_order_of_the_list() {
    let ids: Vec<_> = all().iter().map(|d| d.id).collect();
    assert_eq!(
        ids,
        [
            "small-mixed",
            "chinese-text",
            "small-array",
            "large-array",
            "people",
            "spring-person",
            "session",
            "product",
            "rows-1000",
            "wp-options",
            "lookup",
            "listing",
            "order",
            "page"
        ]
    );
}

#[test]
fn article_arrays_have_the_published_json_sizes() {
    for (id, published) in
        [("small-mixed", 281), ("chinese-text", 1350), ("small-array", 156), ("large-array", 5350)]
    {
        let lines = default_lines(id);
        assert_eq!(lines.len(), 1, "{id}");
        assert_eq!(escaped_len(&lines[0], true), published, "{id}");
    }
    assert_eq!(escaped_len(&default_lines("chinese-text")[0], false), 798);
}

#[test]
fn the_same_seed_gives_the_same_bytes_everywhere() {
    let now =
        GENERATED.map(|(id, _)| (id, format!("{:x}", md5::compute(default_lines(id).join("\n")))));
    let before = GENERATED.map(|(id, digest)| (id, digest.to_owned()));
    assert_eq!(
        now, before,
        "a generator or a dependency changed: measurements before and after are not of the same data"
    );
}

#[test]
fn the_shapes_are_the_same_bytes_everywhere() {
    let lines: Vec<String> = shapes().iter().flat_map(|shape| default_lines(shape.id)).collect();
    assert_eq!(format!("{:x}", md5::compute(lines.join("\n"))), SHAPES, "as above");
}

#[test]
fn every_dataset_has_a_name_of_its_own() {
    let ids: HashSet<&str> = all().iter().chain(shapes()).map(|dataset| dataset.id).collect();
    assert_eq!(ids.len(), all().len() + shapes().len());
}

#[test]
fn a_value_does_not_depend_on_how_many_are_asked_for() {
    for dataset in all().iter().chain(shapes()) {
        let Some(many) = dataset.lines(12) else { continue };
        for count in [0, 1, 5] {
            let few = dataset.lines(count).expect("lines for one count are lines for all");
            assert_eq!(few, many[..count.min(many.len())], "{}", dataset.id);
        }
    }
}

#[test]
fn generated_datasets_give_as_many_values_as_asked() {
    for id in GENERATED.iter().map(|(id, _)| *id).chain(shapes().iter().map(|shape| shape.id)) {
        assert_eq!(default_lines(id).len(), dataset(id).default_count(), "{id}");
    }
}

#[test]
fn people_are_left_to_the_jvm() {
    assert!(dataset("people").lines(10).is_none());
    assert_eq!(dataset("people").default_count(), 10_000);
}

#[test]
fn every_line_is_one_json_value_without_duplicate_keys() {
    for dataset in all().iter().chain(shapes()).filter(|d| d.id != "people") {
        for line in default_lines(dataset.id) {
            assert!(!line.contains('\n'), "{}", dataset.id);
            if let Err(error) = serde_json::from_str::<UniqueKeys>(&line) {
                panic!("{}: {error} in {line}", dataset.id);
            }
        }
    }
}

#[test]
fn a_thousand_rows_have_the_same_columns_and_rising_ids() {
    for line in default_lines("rows-1000") {
        let rows: Vec<Value> = serde_json::from_str(&line).unwrap();
        assert_eq!(rows.len(), 1000);
        for pair in rows.windows(2) {
            assert!(pair[0].as_object().unwrap().keys().eq(pair[1].as_object().unwrap().keys()));
            assert!(pair[0]["id"].as_i64() < pair[1]["id"].as_i64());
        }
    }
}

#[test]
fn the_md5_of_a_spring_person_verifies() {
    for (i, line) in default_lines("spring-person").iter().enumerate() {
        let person: Value = serde_json::from_str(line).unwrap();
        let keys: Vec<_> = person.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["id", "name", "address", "phone", "sex", "age", "md5"]);
        assert_eq!(person["id"], i + 1);
        assert_eq!(person["md5"], format!("{:x}", md5::compute(md5_text(&person))));
    }
}

#[test]
fn serialized_option_values_have_right_lengths_throughout() {
    for line in default_lines("wp-options") {
        let options: serde_json::Map<String, Value> = serde_json::from_str(&line).unwrap();
        let serialized: Vec<&str> = options
            .values()
            .filter_map(Value::as_str)
            .filter(|text| looks_serialized(text))
            .collect();
        assert!(serialized.len() > 60, "only {} serialized options", serialized.len());
        for text in serialized {
            assert_eq!(skip_php_value(text.as_bytes()), Some(&b""[..]), "{text}");
        }
    }
}

#[test]
fn no_two_lookups_have_the_same_keys() {
    let mut met = HashSet::new();
    for line in default_lines("lookup") {
        let map: serde_json::Map<String, Value> = serde_json::from_str(&line).unwrap();
        assert!((5..=100).contains(&map.len()), "{} entries", map.len());
        let keys: Vec<String> = map.keys().cloned().collect();
        assert!(met.insert(keys), "met before: {line}");
    }
}

#[test]
fn a_shape_of_maps_has_as_many_keys_as_its_name_says_and_others_in_each_value() {
    for (id, count) in [("map-5", 5), ("map-50", 50), ("map-500", 500), ("map-5000", 5_000)] {
        let mut met = HashSet::new();
        for line in default_lines(id) {
            let map: serde_json::Map<String, Value> = serde_json::from_str(&line).unwrap();
            assert_eq!(map.len(), count, "{id}");
            assert!(met.insert(map.keys().cloned().collect::<Vec<_>>()), "met before: {line}");
        }
    }
}

#[test]
fn lists_of_records_are_short_and_half_of_the_optional_keys_are_absent() {
    for line in default_lines("short-lists") {
        let record: Value = serde_json::from_str(&line).unwrap();
        for list in ["comments", "related"] {
            assert!((3..=8).contains(&record[list].as_array().unwrap().len()), "{line}");
        }
    }
    let records: Vec<serde_json::Map<String, Value>> = default_lines("optional-keys")
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let keys: HashSet<&String> = records.iter().flat_map(|record| record.keys()).collect();
    assert_eq!(keys.len(), 24);
    let present: usize = records.iter().map(|record| record.len()).sum();
    let share = present as f64 / (24 * records.len()) as f64;
    assert!((0.45..0.55).contains(&share), "{share}");
}

#[test]
fn about_half_of_the_keys_of_a_listing_are_absent_and_the_others_are_in_order() {
    let results: Vec<serde_json::Map<String, Value>> = default_lines("listing")
        .iter()
        .flat_map(|line| serde_json::from_str::<Vec<_>>(line).unwrap())
        .collect();
    let keys: HashSet<&String> = results.iter().flat_map(|result| result.keys()).collect();
    assert_eq!(keys.len(), 20);
    let present = results.iter().map(|result| result.len()).sum::<usize>();
    let share = present as f64 / (20 * results.len()) as f64;
    assert!((0.45..0.55).contains(&share), "{share}");
    let combinations: HashSet<Vec<&String>> =
        results.iter().map(|result| result.keys().collect()).collect();
    assert!(combinations.len() * 2 > results.len(), "only {} combinations", combinations.len());
    let before: HashSet<(&String, &String)> = combinations
        .iter()
        .flat_map(|keys| keys.windows(2).map(|pair| (pair[0], pair[1])))
        .collect();
    assert!(before.iter().all(|(a, b)| !before.contains(&(*b, *a))));
}

#[test]
fn orders_have_all_of_their_fields_and_many_are_null() {
    let orders: Vec<Value> =
        default_lines("order").iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (mut fields, mut nulls) = (0, 0);
    for order in &orders {
        let records = ["customer", "address"].map(|key| &order[key]).into_iter();
        let lines = order["lines"].as_array().unwrap();
        assert!(order["billing"].is_null() || same_keys(&order["billing"], &order["address"]));
        assert!(lines.iter().all(|line| same_keys(line, &orders[0]["lines"][0])));
        for record in records.chain([order]).chain(lines) {
            let record = record.as_object().unwrap();
            fields += record.len();
            nulls += record.values().filter(|value| value.is_null()).count();
        }
        assert!(same_keys(order, &orders[0]));
    }
    assert!((0.25..0.5).contains(&(nulls as f64 / fields as f64)), "{nulls} of {fields} are null");
}

fn same_keys(a: &Value, b: &Value) -> bool {
    a.as_object().unwrap().keys().eq(b.as_object().unwrap().keys())
}

#[test]
fn pages_are_of_5_to_100_kilobytes_and_close_their_tags() {
    for line in default_lines("page") {
        let html: String = serde_json::from_str(&line).unwrap();
        assert!((5_000..100_000).contains(&html.len()), "{} bytes", html.len());
        for tag in [
            "html", "main", "table", "tbody", "section", "article", "p", "a", "ul", "li", "tr",
            "td", "span", "div",
        ] {
            let opened = html.matches(&format!("<{tag}>")).count()
                + html.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, html.matches(&format!("</{tag}>")).count(), "<{tag}> in {html}");
        }
    }
}

fn looks_serialized(text: &str) -> bool {
    ["a:", "O:", "s:", "i:"].iter().any(|start| text.starts_with(start))
}

/// What follows the PHP-serialized value at the start of `text`; `None` if there is no such value.
fn skip_php_value(text: &[u8]) -> Option<&[u8]> {
    let (kind, rest) = text.split_first()?;
    if *kind == b'N' {
        return rest.strip_prefix(b";");
    }
    let rest = rest.strip_prefix(b":")?;
    match kind {
        b'i' => skip_until(rest, b';')
            .filter(|(digits, _)| digits.parse::<i64>().is_ok())
            .map(|(_, rest)| rest),
        b'd' => skip_until(rest, b';')
            .filter(|(digits, _)| digits.parse::<f64>().is_ok())
            .map(|(_, rest)| rest),
        b'b' => rest.strip_prefix(b"0;").or_else(|| rest.strip_prefix(b"1;")),
        b's' => skip_quoted(rest)?.strip_prefix(b";"),
        b'a' => skip_members(rest),
        b'O' => skip_members(skip_quoted(rest)?.strip_prefix(b":")?),
        _ => None,
    }
}

fn skip_until(text: &[u8], end: u8) -> Option<(&str, &[u8])> {
    let at = text.iter().position(|&b| b == end)?;
    Some((std::str::from_utf8(&text[..at]).ok()?, &text[at + 1..]))
}

fn skip_quoted(text: &[u8]) -> Option<&[u8]> {
    let (length, rest) = skip_until(text, b':')?;
    rest.strip_prefix(b"\"")?.get(length.parse().ok()?..)?.strip_prefix(b"\"")
}

fn skip_members(text: &[u8]) -> Option<&[u8]> {
    let (count, rest) = skip_until(text, b':')?;
    let mut rest = rest.strip_prefix(b"{")?;
    for _ in 0..2 * count.parse::<usize>().ok()? {
        rest = skip_php_value(rest)?;
    }
    rest.strip_prefix(b"}")
}

/// The length of `json`, which has no insignificant space, as PHP's `json_encode` writes it: with
/// `\/`, and outside ASCII with `\uXXXX` if `unicode` is to be escaped too.
fn escaped_len(json: &str, unicode: bool) -> usize {
    json.chars()
        .map(|c| match c {
            '/' => 2,
            c if c.is_ascii() || !unicode => c.len_utf8(),
            c => 6 * c.len_utf16(),
        })
        .sum()
}

/// Accepts any JSON in which no object has a key twice.
struct UniqueKeys;

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueKeys)
    }
}

impl<'de> Visitor<'de> for UniqueKeys {
    type Value = UniqueKeys;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<UniqueKeys, A::Error> {
        let mut seen = HashSet::new();
        while let Some((key, UniqueKeys)) = map.next_entry::<String, UniqueKeys>()? {
            if let Some(twice) = seen.replace(key) {
                return Err(de::Error::custom(format_args!("the key {twice:?} appears twice")));
            }
        }
        Ok(UniqueKeys)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<UniqueKeys, A::Error> {
        while seq.next_element::<UniqueKeys>()?.is_some() {}
        Ok(UniqueKeys)
    }

    fn visit_unit<E>(self) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_bool<E>(self, _: bool) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_i64<E>(self, _: i64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_u64<E>(self, _: u64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_f64<E>(self, _: f64) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }

    fn visit_str<E>(self, _: &str) -> Result<UniqueKeys, E> {
        Ok(UniqueKeys)
    }
}

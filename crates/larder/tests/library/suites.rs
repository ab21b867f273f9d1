//! Public test suites of foreign formats: vectors/json/README.md and vectors/msgpack/README.md say
//! where they come from. `cargo test -p larder -- --ignored suites::write` writes
//! vectors/json/undecided.txt anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use larder::format::{AnyDecoder, AnyEncoder, Format};
use larder::{ErrorKind, Extended, Key, Value};
use serde_json::Value as Json;

use crate::vectors::notation::{self, hex};

fn path(file: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors")).join(file)
}

fn text(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("vectors/{file}: {error}"))
}

fn json(file: &str) -> Json {
    serde_json::from_str(&text(file)).unwrap_or_else(|error| panic!("vectors/{file}: {error}"))
}

/// Results of a suite's cases against the list of known differences: it names just those that fail.
fn judge(suite: &str, failures: &BTreeMap<String, String>) {
    let list = text("known-differences.txt");
    let known: BTreeMap<&str, &str> = list
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            line.split_once(": ")
                .filter(|(_, reason)| !reason.is_empty())
                .unwrap_or_else(|| panic!("no reason: {line}"))
        })
        .filter_map(|(case, reason)| Some((case.strip_prefix(suite)?.strip_prefix(' ')?, reason)))
        .collect();
    let new: Vec<_> =
        failures.iter().filter(|(case, _)| !known.contains_key(case.as_str())).collect();
    assert!(new.is_empty(), "{suite}: {new:#?}");
    let passing: Vec<_> = known.keys().filter(|case| !failures.contains_key(**case)).collect();
    assert!(
        passing.is_empty(),
        "{suite}: these pass, and must leave the list of known differences: {passing:?}"
    );
}

/// The files of nst's JSONTestSuite.
fn parsing_tests() -> Vec<(String, Vec<u8>)> {
    let files = json("json/JSONTestSuite.json");
    let bytes = |json: &Json| match json.as_str() {
        Some(text) => hex(text).expect("hex"),
        None => {
            let part = |name: &str| hex(json[name].as_str().expect("hex")).expect("hex");
            [part("repeat").repeat(json["times"].as_u64().expect("a count") as usize), part("then")]
                .concat()
        }
    };
    files
        .as_object()
        .expect("an object")
        .iter()
        .map(|(name, file)| (name.clone(), bytes(file)))
        .collect()
}

/// What becomes of bytes: `accepted` or the kind of error, which must stand within them.
fn outcome(bytes: &[u8]) -> Result<&'static str, String> {
    match AnyDecoder::new(Format::Json).decode(bytes) {
        Ok(_) => Ok("accepted"),
        Err(error) if error.offset().is_some_and(|offset| offset <= bytes.len()) => {
            Ok(error.kind().name())
        }
        Err(error) => Err(format!("an error outside of {} bytes: {error}", bytes.len())),
    }
}

#[test]
fn json_is_accepted_and_rejected_as_its_parsing_tests_ask() {
    let mut failures = BTreeMap::new();
    let tests = parsing_tests();
    assert_eq!(tests.len(), 318);
    for (name, bytes) in tests {
        let failure = match (outcome(&bytes), name.as_bytes()[0]) {
            (Ok("accepted"), b'y') | (Ok(_), b'i') => continue,
            (Ok("accepted"), b'n') => "accepted".into(),
            (Ok(_), b'n') => continue,
            (Ok(kind), _) => format!("rejected: {kind}"),
            (Err(failure), _) => failure,
        };
        failures.insert(name, failure);
    }
    judge("JSONTestSuite", &failures);
}

#[test]
fn what_json_writes_of_long_integers_is_read_again() {
    let (mut encoder, mut decoder) =
        (AnyEncoder::new(Format::Json).expect("it is written"), AnyDecoder::new(Format::Json));
    for sign in ["", "-"] {
        let longest = format!("{sign}{}", "9".repeat(4300));
        let value = decoder.decode(longest.as_bytes()).expect("digits");
        assert_eq!(encoder.encode(&value).expect("digits"), longest.as_bytes());
        let longer = format!("{sign}1{}", "0".repeat(4300));
        assert_eq!(
            decoder.decode(longer.as_bytes()).expect_err("too many").kind(),
            ErrorKind::TooLarge
        );
        let value = notation::value(&serde_json::json!({ "$bigint": longer })).expect("an integer");
        assert_eq!(encoder.encode(&value).expect_err("too many").kind(), ErrorKind::Refused);
    }
}

fn undecided() -> String {
    let mut list = String::new();
    for (name, bytes) in parsing_tests().into_iter().filter(|(name, _)| name.starts_with("i_")) {
        writeln!(list, "{name}: {}", outcome(&bytes).expect("an error within the bytes"))
            .expect("memory");
    }
    list
}

#[test]
fn what_json_leaves_open_is_decided_as_it_was() {
    assert_eq!(undecided(), text("json/undecided.txt"));
}

#[test]
#[ignore = "writes what it would check"]
fn write() {
    fs::write(path("json/undecided.txt"), undecided()).expect("the list can be written");
}

/// What an entry of the MessagePack suite says its value is.
struct Entry<'j>(&'j Json);

impl Entry<'_> {
    fn bytes(json: &Json) -> Vec<u8> {
        hex(&json.as_str().expect("hex").replace('-', "")).expect("hex")
    }

    /// The value as the library has it.
    fn value(&self) -> Value {
        let Self(json) = self;
        let object = json.as_object().expect("an entry");
        let int = |json: &Json| json.as_i64().expect("an integer");
        if let Some(big) = object.get("bignum") {
            let text = big.as_str().expect("digits");
            return notation::value(&match text.parse::<i64>() {
                Ok(_) => serde_json::json!({ "$int": text }),
                Err(_) => serde_json::json!({ "$bigint": text }),
            })
            .expect("a number");
        }
        let (kind, of) = object.iter().find(|(kind, _)| *kind != "msgpack").expect("a value");
        match kind.as_str() {
            "nil" | "bool" | "string" | "array" | "map" => notation::value(of).expect("plain"),
            "number" => match of.as_i64() {
                Some(int) => Value::Int(int),
                None => Value::Float(of.as_f64().expect("a float")),
            },
            "binary" => Value::Bytes(Self::bytes(of).into()),
            "timestamp" => {
                Extended::Instant(int(&of[0]), int(&of[1]).try_into().expect("nanoseconds")).into()
            }
            "ext" => {
                let class = format!("msgpack/ext/{}", int(&of[0])).into();
                Extended::Custom { class, bytes: Self::bytes(&of[1]).into() }.into()
            }
            _ => panic!("what is {kind}?"),
        }
    }
}

/// Numbers are alike if they are equal as numbers: the suite lists floats among the encodings of
/// integers.
fn alike(read: &Value, said: &Value) -> bool {
    match (read, said) {
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            let pairs = |map: &larder::Map| {
                map.iter()
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .collect::<Vec<(Key, Value)>>()
            };
            let (a, b) = (pairs(a), pairs(b));
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a.0 == b.0 && alike(&a.1, &b.1))
        }
        _ => read == said || matches!((number(read), number(said)), (Some(a), Some(b)) if a == b),
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        // No integer that floats stand for here has more than 53 bits.
        Value::Int(int) => (int.unsigned_abs() < 1 << 53).then_some(*int as f64),
        Value::Float(float) => Some(*float),
        Value::Extended(extended) => match **extended {
            Extended::Float32(float) => Some(f64::from(float)),
            _ => None,
        },
        _ => None,
    }
}

#[test]
fn messagepack_is_read_and_written_as_its_suite_says() {
    let suite = json("msgpack/msgpack-test-suite.json");
    let (mut decoder, mut encoder) = (
        AnyDecoder::new(Format::Msgpack),
        AnyEncoder::new(Format::Msgpack).expect("it is written"),
    );
    let mut failures = BTreeMap::new();
    let mut encodings = 0;
    for (group, entries) in suite.as_object().expect("groups") {
        for (at, json) in entries.as_array().expect("entries").iter().enumerate() {
            let entry = Entry(json);
            let (value, listed): (_, Vec<_>) = (
                entry.value(),
                json["msgpack"].as_array().expect("encodings").iter().map(Entry::bytes).collect(),
            );
            encodings += listed.len();
            for bytes in &listed {
                let read = decoder.decode(bytes);
                if !read.as_ref().is_ok_and(|read| alike(read, &value)) {
                    failures.insert(
                        format!("{group} {at} {bytes:02x?}"),
                        format!("{read:?} instead of {value:?}"),
                    );
                }
            }
            let written = encoder.encode(&value);
            if !written.as_ref().is_ok_and(|written| listed.contains(written)) {
                failures.insert(
                    format!("{group} {at} written"),
                    format!("{written:02x?} for {value:?}"),
                );
            }
        }
    }
    assert_eq!(encodings, 233);
    judge("msgpack-test-suite", &failures);
}

//! PHP's `serialize`, igbinary and MessagePack as PHP's own extensions write and read them (php/lab/corpus.php), and hostile bytes.

#[expect(dead_code, reason = "shared with the vectors of the Larder format")]
#[path = "vectors/file.rs"]
mod file;
#[expect(dead_code, reason = "shared with the vectors of other formats")]
#[path = "vectors/foreign.rs"]
mod foreign;
#[path = "vectors/notation.rs"]
mod notation;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use larder::format::{Decoder, Encoder, Format, Loss, Losses};
use larder::{ErrorKind, Extended, Key, Map, Shape, Value};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::foreign::{Random, Vectors};

const COUNT: &str = "20000";
const SEED: &str = "20181105";

/// A value that PHP wrote.
struct Case {
    /// Of those that do not come back.
    name: Option<String>,
    bytes: Vec<u8>,
    value: Value,
}

/// Runs php/lab/corpus.php; fails with what it says.
fn corpus(verb: &str, format: Format, input: &[u8]) -> Vec<u8> {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../php/lab/corpus.php");
    let mut command = Command::new("php");
    command.arg(script).args([verb, format.name(), COUNT, SEED]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| {
        panic!("{error}: this test needs PHP with its extensions: apt-get install php-cli php-igbinary php-msgpack")
    });
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            // A child that gives up says why itself.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the child ends")
    });
    let said = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(4000)]).into_owned();
    assert!(output.status.success(), "php corpus.php {verb} {format}: {}{}", said(&output.stdout), said(&output.stderr));
    assert!(output.stderr.is_empty(), "php corpus.php {verb} {format}: {}", said(&output.stderr));
    output.stdout
}

fn cases(format: Format) -> Vec<Case> {
    let output = corpus("write", format, b"");
    let lines = std::str::from_utf8(&output).expect("JSON").lines();
    let case = |line: &str| {
        let mut parser = serde_json::Deserializer::from_str(line);
        parser.disable_recursion_limit();
        let json = Json::deserialize(&mut parser).unwrap_or_else(|error| panic!("{error}: {line}"));
        let bytes = BASE64.decode(json["bytes"].as_str().expect("base64")).expect("base64");
        let value = notation::value(&json["value"]).unwrap_or_else(|error| panic!("{error}: {line}"));
        Case { name: json["name"].as_str().map(str::to_owned), bytes, value }
    };
    lines.map(case).collect()
}

fn show(bytes: &[u8]) -> String {
    bytes[..bytes.len().min(2000)].escape_ascii().to_string()
}

/// What is other than it has to be, if anything is.
fn difference(format: Format, case: &Case) -> Option<String> {
    let value = match Decoder::new(format).decode(&case.bytes) {
        Ok(value) if value == case.value => value,
        Ok(value) => return Some(format!("it reads as {value:?}, not as {:?}: {}", case.value, show(&case.bytes))),
        Err(error) => return Some(format!("{error}: {}", show(&case.bytes))),
    };
    let mut losses = Losses::new();
    let written = Encoder::new(format).expect("written").encode_lossy(&value, &mut losses);
    match written {
        Ok(written) if format == Format::Msgpack || written == case.bytes && losses.is_empty() => None,
        Ok(written) => Some(format!("it is written as {}, not as {} {losses}", show(&written), show(&case.bytes))),
        Err(error) => Some(format!("{error}: {}", show(&case.bytes))),
    }
}

fn known_differences(format: Format) -> BTreeSet<String> {
    let lines = include_str!("known_differences.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let known = lines.filter_map(|line| {
        let (case, reason) = line.split_once(": ").unwrap_or_else(|| panic!("no reason: {line}"));
        assert!(!reason.is_empty(), "no reason: {line}");
        Some(case.strip_prefix(format.name())?.strip_prefix(' ')?.to_owned())
    });
    known.collect()
}

/// Reads what the extension wrote, writes it again, and has the extension read that.
fn conforms(format: Format) {
    let cases = cases(format);
    assert!(cases.len() >= COUNT.parse().expect("a number"));
    let mut known = known_differences(format);
    let mut lines = Vec::new();
    for case in &cases {
        let difference = difference(format, case);
        match (&case.name, difference) {
            (None, Some(difference)) => panic!("{format}: {difference}"),
            (Some(name), Some(difference)) => assert!(known.remove(name), "{format}, {name}: {difference}"),
            (Some(_), None) => {}
            (None, None) => {
                let written = Encoder::new(format).expect("written").encode(&case.value).expect("as it was written before");
                writeln!(lines, "\"{}\"", BASE64.encode(written)).expect("memory");
            }
        }
    }
    assert!(known.is_empty(), "these differences are none any more, take them off known_differences.txt: {known:?}");
    corpus("read", format, &lines);
}

#[test]
fn values_of_php_come_back_as_serialize_writes_them() {
    conforms(Format::Php);
}

#[test]
fn values_of_php_come_back_as_igbinary_writes_them() {
    conforms(Format::Igbinary);
}

#[test]
fn values_of_php_come_back_from_its_messagepack() {
    conforms(Format::Msgpack);
}

const FORMATS: [Format; 2] = [Format::Php, Format::Igbinary];

fn decode(format: Format, bytes: &[u8]) -> Result<Value, larder::Error> {
    Decoder::new(format).decode(bytes)
}

fn encode(format: Format, value: &Value) -> Result<Vec<u8>, larder::Error> {
    Encoder::new(format).expect("written").encode(value)
}

/// The bytes of a value as well as the format can hold it, and what was lost.
fn encode_lossy(format: Format, value: &Value) -> Result<(Vec<u8>, Vec<Loss>), larder::Error> {
    let mut losses = Losses::new();
    let bytes = Encoder::new(format).expect("written").encode_lossy(value, &mut losses)?;
    Ok((bytes, losses.iter().map(|met| met.loss).collect()))
}

#[test]
fn vectors_are_read_and_written() {
    for format in FORMATS {
        Vectors::of(format).are_read_and_written();
    }
}

#[test]
fn rejected_vectors_are_rejected() {
    for format in FORMATS {
        Vectors::of(format).are_rejected();
    }
}

#[test]
fn vectors_end_where_they_end() {
    for format in FORMATS {
        Vectors::of(format).are_whole(b"\0", |_| false);
    }
}

#[test]
fn vectors_survive_every_flipped_bit() {
    for format in FORMATS {
        Vectors::of(format).survive_every_flipped_bit();
    }
}

fn map(class: Option<&str>, pairs: Vec<(Key, Value)>) -> Value {
    let (keys, values): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
    let shape = Shape::new(class.map(Into::into), keys).expect("distinct keys");
    Value::Map(Map::new(shape.into(), values).expect("a value a key"))
}

fn object(class: &str) -> Value {
    map(Some(class), vec![(Key::from("a"), Value::Int(1))])
}

/// Any value, however odd.
struct Odd {
    random: Random,
    left: u32,
    shared: u64,
}

impl Odd {
    fn value(&mut self, depth: u32) -> Value {
        self.left = self.left.saturating_sub(1);
        let random = &mut self.random;
        let kinds = if depth == 0 || self.left == 0 { 12 } else { 24 };
        match random.below(kinds) {
            0 => Value::Null,
            1 => Value::Bool(random.below(2) == 0),
            2 => Value::Int(random.int()),
            3 => Value::Float(if random.below(9) == 0 { f64::from_bits(random.next() | 0x7FF0 << 48) } else { random.float() }),
            4 | 5 => Value::from(random.text().as_str()),
            6 => Value::Bytes(random.bytes().into()),
            7 => Value::List(Vec::new()),
            8 => map(None, Vec::new()),
            9 => self.plain(),
            10 | 11 => match self.shared {
                0 => Value::Null,
                shared => Extended::Again(self.random.below(shared)).into(),
            },
            12 => Extended::Typed { class: self.class().into(), value: self.value(depth - 1) }.into(),
            13 | 14 => {
                self.shared += 1;
                Extended::Shared(self.value(depth - 1)).into()
            }
            15 | 16 => {
                self.shared += 1;
                Extended::Reference(self.value(depth - 1)).into()
            }
            17..=19 => {
                let count = self.random.below(5);
                Value::List((0..count).map(|_| self.value(depth - 1)).collect())
            }
            _ => {
                let class = self.class();
                let mut pairs: Vec<(Key, Value)> = Vec::new();
                for _ in 0..self.random.below(5) {
                    let key = self.key();
                    if pairs.iter().all(|(other, _)| *other != key) {
                        pairs.push((key, self.value(depth - 1)));
                    }
                }
                map(Some(class).filter(|_| self.random.below(2) == 0), pairs)
            }
        }
    }

    fn class(&mut self) -> &'static str {
        const CLASSES: [&str; 8] = ["A", "Foo\\Bar", "stdClass", "", "java.util.List", "\\A", "Żółw", "msgpack/ext/5"];
        CLASSES[self.random.below(16).saturating_sub(8) as usize]
    }

    fn key(&mut self) -> Key {
        match self.random.below(12) {
            0 => Key::Null,
            1 => Key::Bool(self.random.below(2) == 0),
            2 => Key::Float(self.random.float()),
            3 => Key::Bytes(self.random.bytes().into()),
            4 => Key::Int(self.random.int()),
            5 | 6 => Key::Int(self.random.below(4).cast_signed()),
            7 => Key::Text(self.random.int().to_string().into()),
            8 => Key::from("-0"),
            _ => Key::from(["a", "b", "c", ""][self.random.below(4) as usize]),
        }
    }

    fn plain(&mut self) -> Value {
        let class = self.class();
        let random = &mut self.random;
        let extended = match random.below(9) {
            0 => Extended::BigInt([1, 2, 3, 4, 5, 6, 7, 8, 9].into()),
            1 => Extended::Float32(0.1),
            2 => Extended::Decimal { unscaled: [5].into(), scale: 1 },
            3 => Extended::Date(random.below(40_000).cast_signed()),
            4 => Extended::Instant(1_541_376_000, 5),
            5 => Extended::Uuid([7; 16]),
            6 => Extended::Enum { class: class.into(), case: ["Hearts", "", "a:b"][random.below(3) as usize].into() },
            7 => Extended::Custom { class: class.into(), bytes: random.bytes().into() },
            _ => {
                let texts = ["N;", "a:2:{i:0;i:1;i:1;r:1;}", "x:i:0;a:0:{}", "<i:1;>", "O:1:\"A\":0:{}"];
                let bytes = texts[random.below(5) as usize].as_bytes();
                Extended::Custom { class: class.into(), bytes: bytes.into() }
            }
        };
        extended.into()
    }
}

#[test]
fn what_is_read_again_is_the_value_unless_a_loss_is_said() {
    let mut whole = [0; 2];
    for seed in 0..60_000 {
        let mut odd = Odd { random: Random(seed), left: 40, shared: 0 };
        let value = odd.value(5);
        for (format, whole) in FORMATS.into_iter().zip(&mut whole) {
            let (bytes, losses) = match encode_lossy(format, &value) {
                Ok(encoded) => encoded,
                Err(error) => {
                    let kinds = [ErrorKind::Refused, ErrorKind::UnknownReference];
                    assert!(kinds.contains(&error.kind()), "{format}: {error}: {value:?}");
                    continue;
                }
            };
            let again = match decode(format, &bytes) {
                Ok(again) => again,
                // An object that wrote itself may hold anything, so that the numbers after it are not sure.
                Err(error) if error.kind() == ErrorKind::Unsupported => panic!("{format}: {error}: {} of {value:?}", show(&bytes)),
                Err(error) => panic!("{format}: {error}: {} of {value:?}", show(&bytes)),
            };
            assert_eq!(losses.is_empty(), again == value, "{format}: {losses:?}: {} of {value:?}, not {again:?}", show(&bytes));
            *whole += u32::from(losses.is_empty());
            let (bytes_again, losses) = encode_lossy(format, &again).unwrap_or_else(|error| panic!("{format}: {error}: {again:?}"));
            assert!(losses.is_empty(), "{format}: {losses:?}: {} of {again:?}", show(&bytes));
            assert_eq!(decode(format, &bytes_again).expect("what was written"), again, "{format}: {}", show(&bytes_again));
        }
    }
    assert!(whole.iter().all(|whole| *whole > 10_000), "{whole:?}");
}

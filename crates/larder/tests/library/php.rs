//! PHP's `serialize`, igbinary and MessagePack as PHP's own extensions write and read them
//! (php/lab/corpus.php), and hostile bytes.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use larder::format::{AnyDecoder, AnyEncoder, Format, Loss, Losses};
use larder::{ErrorKind, Extended, Key, Map, Shape, Value};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::vectors::foreign::{Random, Vectors};
use crate::vectors::{counting, notation};

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
        panic!(
            "{error}: this test needs PHP with its extensions: apt-get install php-cli php-igbinary \
             php-msgpack"
        )
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
    assert!(
        output.status.success(),
        "php corpus.php {verb} {format}: {}{}",
        said(&output.stdout),
        said(&output.stderr)
    );
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
        let value =
            notation::value(&json["value"]).unwrap_or_else(|error| panic!("{error}: {line}"));
        Case { name: json["name"].as_str().map(str::to_owned), bytes, value }
    };
    lines.map(case).collect()
}

fn show(bytes: &[u8]) -> String {
    bytes[..bytes.len().min(2000)].escape_ascii().to_string()
}

/// What is other than it has to be, if anything is.
fn difference(format: Format, case: &Case) -> Option<String> {
    let value = match AnyDecoder::new(format).decode(&case.bytes) {
        Ok(value) if value == case.value => value,
        Ok(value) => {
            return Some(format!(
                "it reads as {value:?}, not as {:?}: {}",
                case.value,
                show(&case.bytes)
            ));
        }
        Err(error) => return Some(format!("{error}: {}", show(&case.bytes))),
    };
    let mut losses = Losses::new();
    let written = AnyEncoder::new(format).expect("written").encode_lossy(&value, &mut losses);
    match written {
        Ok(written) if format == Format::Msgpack || written == case.bytes && losses.is_empty() => {
            None
        }
        Ok(written) => Some(format!(
            "it is written as {}, not as {} {losses}",
            show(&written),
            show(&case.bytes)
        )),
        Err(error) => Some(format!("{error}: {}", show(&case.bytes))),
    }
}

fn known_differences(format: Format) -> BTreeSet<String> {
    let lines = include_str!("known_differences.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
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
            (Some(name), Some(difference)) => {
                assert!(known.remove(name), "{format}, {name}: {difference}")
            }
            (Some(_), None) => {}
            (None, None) => {
                let written = AnyEncoder::new(format)
                    .expect("written")
                    .encode(&case.value)
                    .expect("as it was written before");
                writeln!(lines, "\"{}\"", BASE64.encode(written)).expect("memory");
            }
        }
    }
    assert!(
        known.is_empty(),
        "these differences are none any more, take them off known_differences.txt: {known:?}"
    );
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
    AnyDecoder::new(format).decode(bytes)
}

fn encode(format: Format, value: &Value) -> Result<Vec<u8>, larder::Error> {
    AnyEncoder::new(format).expect("written").encode(value)
}

/// The bytes of a value as well as the format can hold it, and what was lost.
fn encode_lossy(format: Format, value: &Value) -> Result<(Vec<u8>, Vec<Loss>), larder::Error> {
    let mut losses = Losses::new();
    let bytes = AnyEncoder::new(format).expect("written").encode_lossy(value, &mut losses)?;
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
            3 => Value::Float(if random.below(9) == 0 {
                f64::from_bits(random.next() | 0x7FF0 << 48)
            } else {
                random.float()
            }),
            4 | 5 => Value::from(random.text().as_str()),
            6 => Value::Bytes(random.bytes().into()),
            7 => Value::List(Vec::new()),
            8 => map(None, Vec::new()),
            9 => self.plain(),
            10 | 11 => match self.shared {
                0 => Value::Null,
                shared => Extended::Again(self.random.below(shared)).into(),
            },
            12 => {
                Extended::Typed { class: self.class().into(), value: self.value(depth - 1) }.into()
            }
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
        const CLASSES: [&str; 8] =
            ["A", "Foo\\Bar", "stdClass", "", "java.util.List", "\\A", "Żółw", "msgpack/ext/5"];
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
            6 => Extended::Enum {
                class: class.into(),
                case: ["Hearts", "", "a:b"][random.below(3) as usize].into(),
            },
            7 => Extended::Custom { class: class.into(), bytes: random.bytes().into() },
            _ => {
                let texts =
                    ["N;", "a:2:{i:0;i:1;i:1;r:1;}", "x:i:0;a:0:{}", "<i:1;>", "O:1:\"A\":0:{}"];
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
                Err(error) => panic!("{format}: {error}: {} of {value:?}", show(&bytes)),
            };
            assert_eq!(
                losses.is_empty(),
                again == value,
                "{format}: {losses:?}: {} of {value:?}, not {again:?}",
                show(&bytes)
            );
            *whole += u32::from(losses.is_empty());
            let (bytes_again, losses) = encode_lossy(format, &again)
                .unwrap_or_else(|error| panic!("{format}: {error}: {again:?}"));
            assert!(losses.is_empty(), "{format}: {losses:?}: {} of {again:?}", show(&bytes));
            assert_eq!(
                decode(format, &bytes_again).expect("what was written"),
                again,
                "{format}: {}",
                show(&bytes_again)
            );
        }
    }
    assert!(whole.iter().all(|whole| *whole > 10_000), "{whole:?}");
}

const MIB: usize = 1 << 20;

/// Decodes, and sees that neither the time goes with the square of the length nor more memory is
/// taken than the limits allow.
fn bounded(format: Format, bytes: &[u8]) -> Result<Value, larder::Error> {
    /// Buffers that a decoder keeps.
    const KEPT: usize = MIB;
    let mut decoder = AnyDecoder::new(format);
    let begin = Instant::now();
    let (result, peak) = counting::peak(|| decoder.decode(bytes));
    let most = larder::Limits::DEFAULT.memory(bytes.len()) + KEPT;
    assert!(
        peak <= most,
        "{peak} bytes of memory, {most} at most, for {}",
        show(&bytes[..bytes.len().min(200)])
    );
    let elapsed = begin.elapsed();
    assert!(
        elapsed < Duration::from_secs(5),
        "{elapsed:?} for {} bytes of {}",
        bytes.len(),
        show(&bytes[..bytes.len().min(200)])
    );
    result
}

fn kind(result: Result<Value, larder::Error>) -> Option<ErrorKind> {
    result.err().map(|error| error.kind())
}

/// A list of as many items as a MiB holds; `item` gives each, by its index.
fn list_of(format: Format, item: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let mut items = Vec::new();
    let mut count = 0;
    loop {
        let key = match format {
            Format::Php => format!("i:{count};").into_bytes(),
            _ if count < 256 => vec![0x06, count as u8],
            _ if count < 65536 => [&[0x08], (count as u16).to_be_bytes().as_slice()].concat(),
            _ => [&[0x0A], (count as u32).to_be_bytes().as_slice()].concat(),
        };
        let item = item(count);
        if items.len() + key.len() + item.len() > MIB - 32 {
            break;
        }
        items.extend_from_slice(&key);
        items.extend_from_slice(&item);
        count += 1;
    }
    match format {
        Format::Php => [format!("a:{count}:{{").as_bytes(), &items, b"}"].concat(),
        _ => [&[0, 0, 0, 2, 0x16], (count as u32).to_be_bytes().as_slice(), &items].concat(),
    }
}

#[test]
fn a_mebibyte_of_anything_of_php_takes_64_mebibytes_at_most() {
    let same = [
        "N;",
        "b:1;",
        "i:1;",
        "d:1;",
        "d:1.0E+25;",
        "s:0:\"\";",
        "s:1:\"x\";",
        "S:1:\"\\ff\";",
        "S:1:\"a\";",
        "a:0:{}",
        "a:1:{i:0;N;}",
        "a:1:{i:5;N;}",
        "a:1:{s:1:\"k\";N;}",
        "a:1:{s:1:\"0\";N;}",
        "a:2:{i:0;N;i:5;N;}",
        "a:1:{i:0;a:2:{i:0;N;i:5;N;}}",
        "O:1:\"A\":0:{}",
        "O:1:\"A\":1:{s:1:\"k\";N;}",
        "E:3:\"A:B\";",
        "C:1:\"A\":0:{}",
        "C:1:\"A\":12:{a:1:{i:0;N;}}",
    ];
    for item in same {
        let bytes = list_of(Format::Php, |_| item.into());
        bounded(Format::Php, &bytes).unwrap_or_else(|error| panic!("{error}: {item}"));
        // The same with references, so that every value has a number.
        let bytes = list_of(Format::Php, |at| match at {
            0 => b"O:1:\"A\":0:{}".to_vec(),
            1 => b"R:2;".to_vec(),
            _ => item.into(),
        });
        bounded(Format::Php, &bytes).unwrap_or_else(|error| panic!("{error}: {item}"));
    }
    type Item = fn(usize) -> String;
    let distinct: [Item; 10] = [
        |at| format!("s:6:\"{at:06}\";"),
        |at| format!("O:6:\"A{at:05x}\":0:{{}}"),
        |at| format!("E:8:\"A{at:05x}:B\";"),
        |at| format!("C:6:\"A{at:05x}\":0:{{}}"),
        |at| format!("a:1:{{s:6:\"k{at:05}\";N;}}"),
        |at| format!("a:1:{{i:{};N;}}", at + 1),
        |at| format!("O:1:\"A\":1:{{s:6:\"k{at:05}\";N;}}"),
        |at| if at == 0 { "O:1:\"A\":0:{}".into() } else { "r:2;".into() },
        |at| if at == 0 { "N;".into() } else { "R:2;".into() },
        |at| if at % 2 == 0 { "N;".into() } else { format!("R:{};", at / 2 + 2) },
    ];
    for item in distinct {
        let bytes = list_of(Format::Php, |at| item(at).into_bytes());
        bounded(Format::Php, &bytes).unwrap_or_else(|error| panic!("{error}: {}", item(7)));
    }
    let keys: String = (0..70_000).map(|at| format!("s:6:\"k{at:05}\";N;")).collect();
    bounded(Format::Php, format!("a:70000:{{{keys}}}").as_bytes()).expect("many keys");
    let pairs: String = (0..60_000).map(|at| format!("i:{};N;", at * 2)).collect();
    bounded(Format::Php, format!("a:60000:{{{pairs}}}").as_bytes()).expect("a list with gaps");
    let bytes = [b"a:300000:{".as_slice(), "s:0:\"\";N;".repeat(100_000).as_bytes()].concat();
    assert_eq!(kind(bounded(Format::Php, &bytes)), Some(ErrorKind::Truncated));
}

#[test]
fn a_mebibyte_of_anything_of_igbinary_takes_64_mebibytes_at_most() {
    let same: [&[u8]; 19] = [
        &[0x00],
        &[0x05],
        &[0x06, 0x01],
        &[0x0C, 0x40, 0, 0, 0, 0, 0, 0, 0],
        &[0x0D],
        &[0x11, 0x01, b'x'],
        &[0x11, 0x01, 0xFF],
        &[0x14, 0x00],
        &[0x14, 0x01, 0x06, 0x00, 0x00],
        &[0x14, 0x01, 0x06, 0x05, 0x00],
        &[0x14, 0x01, 0x0D, 0x00],
        &[0x14, 0x02, 0x06, 0x00, 0x00, 0x06, 0x05, 0x00],
        &[0x17, 0x01, b'A', 0x14, 0x00],
        &[0x17, 0x01, b'A', 0x14, 0x05, 0, 0, 0, 0, 0],
        &[0x17, 0x01, b'A', 0x1D, 0x00],
        &[0x17, 0x01, b'A', 0x27, 0x11, 0x01, b'B'],
        &[0x25, 0x00],
        &[0x25, 0x14, 0x00],
        &[0x25, 0x17, 0x01, b'A', 0x14, 0x00],
    ];
    for item in same {
        let bytes = list_of(Format::Igbinary, |_| item.into());
        bounded(Format::Igbinary, &bytes).unwrap_or_else(|error| panic!("{error}: {item:02x?}"));
        let bytes = list_of(Format::Igbinary, |at| match at {
            0 => vec![0x14, 0x01, 0x06, 0x00, 0x00],
            1 => vec![0x01, 0x01],
            _ => item.into(),
        });
        bounded(Format::Igbinary, &bytes).unwrap_or_else(|error| panic!("{error}: {item:02x?}"));
    }
    // After a string, an array, an object or a reference: that again, and again.
    let again: [(&[u8], &[u8]); 8] = [
        (&[0x11, 0x02, b'a', b'b'], &[0x0E, 0x00]),
        (&[0x11, 0x01, 0xFF], &[0x0E, 0x00]),
        (&[0x14, 0x00], &[0x01, 0x01]),
        (&[0x14, 0x01, 0x06, 0x00, 0x00], &[0x01, 0x01]),
        (&[0x14, 0x01, 0x06, 0x00, 0x00], &[0x25, 0x01, 0x01]),
        (&[0x17, 0x01, b'A', 0x14, 0x00], &[0x22, 0x01]),
        (&[0x17, 0x01, b'A', 0x14, 0x00], &[0x1A, 0x00, 0x14, 0x00]),
        (&[0x25, 0x06, 0x05], &[0x25, 0x01, 0x01]),
    ];
    for (first, item) in again {
        let bytes =
            list_of(Format::Igbinary, |at| if at == 0 { first.into() } else { item.into() });
        bounded(Format::Igbinary, &bytes).unwrap_or_else(|error| panic!("{error}: {item:02x?}"));
    }
    let pairs: Vec<u8> =
        (0..65_536_u32).flat_map(|at| [0x08, (at >> 8) as u8 ^ 1, at as u8, 0x05]).collect();
    bounded(Format::Igbinary, &[&[0, 0, 0, 2, 0x16, 0, 1, 0, 0], pairs.as_slice()].concat())
        .expect("many keys");
    let pairs: Vec<u8> = (0..170_000_u32)
        .flat_map(|at| [&[0x0A], (at * 2).to_be_bytes().as_slice(), &[0x05]].concat())
        .collect();
    bounded(Format::Igbinary, &[&[0, 0, 0, 2, 0x16, 0, 2, 0x98, 0x10], pairs.as_slice()].concat())
        .expect("many keys");
    let text = [&[0x13, 0, 0x08, 0, 0], vec![b'x'; MIB / 2].as_slice()].concat();
    let bytes =
        list_of(Format::Igbinary, |at| if at == 0 { text.clone() } else { vec![0x0E, 0x00] });
    assert_eq!(
        kind(bounded(Format::Igbinary, &bytes)),
        Some(ErrorKind::TooLarge),
        "a long text, again and again"
    );
    let distinct: [fn(usize) -> Vec<u8>; 3] = [
        |at| format!("\x17\x05{at:05}\x14\x00").into_bytes(),
        |at| format!("\x14\x01\x11\x05{at:05}\x00").into_bytes(),
        |at| format!("\x11\x05{at:05}").into_bytes(),
    ];
    for item in distinct {
        let bytes = list_of(Format::Igbinary, item);
        bounded(Format::Igbinary, &bytes)
            .unwrap_or_else(|error| panic!("{error}: {:02x?}", item(7)));
    }
}

#[test]
fn a_hundred_thousand_levels_are_too_deep() {
    let php = ["a:1:{i:0;", "a:1:{i:5;", "O:1:\"A\":1:{s:1:\"a\";", "a:2:{i:0;N;i:5;"];
    let igbinary: [&[u8]; 4] = [
        &[0x14, 1, 6, 0],
        &[0x14, 1, 6, 5],
        &[0x17, 1, b'A', 0x14, 1, 0x0D],
        &[0x25, 0x14, 1, 6, 0],
    ];
    let within =
        |begin: &[u8], level: &[u8], end: &[u8]| [begin, &level.repeat(100_000), end].concat();
    for level in php {
        let end = [b"N;".as_slice(), &b"}".repeat(100_000)].concat();
        assert_eq!(
            kind(bounded(Format::Php, &within(b"", level.as_bytes(), &end))),
            Some(ErrorKind::TooDeep),
            "{level}"
        );
        let bytes = within(b"a:3:{i:0;i:1;i:1;R:2;i:2;", level.as_bytes(), &end);
        assert_eq!(kind(bounded(Format::Php, &bytes)), Some(ErrorKind::TooDeep), "{level}");
    }
    for level in igbinary {
        assert_eq!(
            kind(bounded(Format::Igbinary, &within(&[0, 0, 0, 2], level, &[0]))),
            Some(ErrorKind::TooDeep),
            "{level:02x?}"
        );
        let bytes =
            within(&[0, 0, 0, 2, 0x14, 3, 6, 0, 0x25, 0, 6, 1, 0x25, 1, 1, 6, 2], level, &[0]);
        assert_eq!(
            kind(bounded(Format::Igbinary, &bytes)),
            Some(ErrorKind::TooDeep),
            "{level:02x?}"
        );
    }
    assert_eq!(
        kind(bounded(Format::Igbinary, &within(&[0, 0, 0, 2], &[0x25], &[0]))),
        Some(ErrorKind::BadTag)
    );
}

#[test]
fn objects_that_wrote_one_another_are_gone_by_once() {
    let mut inner = b"i:5;".to_vec();
    for _ in 0..20_000 {
        inner = [format!("C:1:\"A\":{}:{{", inner.len()).as_bytes(), &inner, b"}"].concat();
        if inner.len() > 200_000 {
            break;
        }
    }
    // Deeper than is looked, so that their numbers are not known.
    let bytes = [b"a:3:{i:0;".as_slice(), &inner, b"i:1;i:5;i:2;R:3;}"].concat();
    assert_eq!(kind(bounded(Format::Php, &bytes)), Some(ErrorKind::Unsupported));
    let many = list_of(Format::Php, |at| {
        if at == 1 { b"R:2;".to_vec() } else { b"C:1:\"A\":12:{a:9:{i:0;N;}}".to_vec() }
    });
    bounded(Format::Php, &many).expect("a reference before those whose numbers are not known");
}

#[test]
fn keys_that_come_again_or_collide_cost_no_more_than_others() {
    let again = "s:1:\"a\";N;".repeat(100_000);
    assert_eq!(
        kind(bounded(Format::Php, format!("a:100000:{{{again}}}").as_bytes())),
        Some(ErrorKind::DuplicateKey)
    );
    let again = "i:0;N;".repeat(100_000);
    assert_eq!(
        kind(bounded(Format::Php, format!("a:100000:{{{again}}}").as_bytes())),
        Some(ErrorKind::DuplicateKey)
    );
    let far: String = (0..50_000_u64).map(|at| format!("i:{};N;", at << 40)).collect();
    bounded(Format::Php, format!("a:50000:{{{far}}}").as_bytes()).expect("distinct keys");
    let bytes =
        [&[0, 0, 0, 2, 0x16, 0, 4, 0, 0], [0x06, 0x07, 0x00].repeat(1 << 18).as_slice()].concat();
    assert_eq!(kind(bounded(Format::Igbinary, &bytes)), Some(ErrorKind::DuplicateKey));
}

#[test]
fn lists_with_gaps_within_one_another_are_read_three_times_at_most() {
    let mut php = "N;".to_owned();
    let mut igbinary = vec![0x00];
    for _ in 0..500 {
        php =
            format!("a:3:{{i:0;{php}i:1;a:2:{{i:0;s:100:\"{}\";i:2;N;}}i:3;N;}}", "x".repeat(100));
        igbinary =
            [&[0x14, 3, 6, 0], igbinary.as_slice(), &[6, 1, 0x14, 2, 6, 0, 0, 6, 2, 0, 6, 3, 0]]
                .concat();
    }
    let many = list_of(Format::Php, |_| php.clone().into_bytes());
    assert_eq!(kind(bounded(Format::Php, &many)), None);
    let many = list_of(Format::Igbinary, |_| igbinary.clone());
    assert_eq!(kind(bounded(Format::Igbinary, &many)), None);
}

#[test]
fn strings_that_are_no_text_cost_no_more_than_text() {
    let long = [vec![b'x'; 1000].as_slice(), &[0xFF]].concat();
    let items: [Vec<u8>; 4] = [
        b"s:1:\"\xFF\";".to_vec(),
        b"s:2:\"a\xC3\";".to_vec(),
        [b"s:1001:\"".as_slice(), &long, b"\";"].concat(),
        "s:3:\"日\";".into(),
    ];
    for item in items {
        bounded(Format::Php, &list_of(Format::Php, |_| item.clone())).expect("a list");
    }
}

#[test]
fn copies_of_copies_are_not_written_without_end() {
    let mut value = Value::List((0..1000).map(Value::Int).collect());
    for level in (0..40).rev() {
        value = Value::List(vec![Extended::Shared(value).into(), Extended::Again(level).into()]);
    }
    let error = encode_lossy(Format::Php, &value).expect_err("as many bytes as there are atoms");
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert_eq!(
        decode(Format::Igbinary, &encode(Format::Igbinary, &value).expect("shared"))
            .expect("shared"),
        value
    );
}

#[test]
fn what_php_has_not_becomes_what_it_has() {
    let cast = |keys: Vec<Key>| map(None, keys.into_iter().map(|key| (key, Value::Null)).collect());
    let text = |text: &str| Value::from(text);
    let values = [
        (
            cast(vec![
                Key::Null,
                Key::from("5"),
                Key::Bool(true),
                Key::Float(-2.9),
                Key::Float(1e19),
            ]),
            Loss::Key,
        ),
        (cast(vec![Key::Bytes(b"a".as_slice().into())]), Loss::Bytes),
        (map(None, vec![(Key::Int(0), Value::Null), (Key::Int(1), Value::Null)]), Loss::Collection),
        (map(None, Vec::new()), Loss::Collection),
        (Value::Bytes(b"text".as_slice().into()), Loss::Bytes),
        (Extended::BigInt([1, 0, 0, 0, 0, 0, 0, 0, 0].into()).into(), Loss::Number),
        (Extended::Float32(0.5).into(), Loss::FloatWidth),
        (Extended::Date(0).into(), Loss::Time),
        (Extended::Typed { class: "T".into(), value: Value::Int(1) }.into(), Loss::Class),
        (Extended::Enum { class: "a.b".into(), case: "C".into() }.into(), Loss::Class),
        (
            Value::List(vec![Extended::Shared(text("a")).into(), Extended::Again(0).into()]),
            Loss::Shared,
        ),
    ];
    let read = [
        cast(vec![
            Key::from(""),
            Key::Int(5),
            Key::Int(1),
            Key::Int(-2),
            Key::Int(-8_446_744_073_709_551_616),
        ]),
        cast(vec![Key::from("a")]),
        Value::List(vec![Value::Null; 2]),
        Value::List(Vec::new()),
        text("text"),
        text("18446744073709551616"),
        Value::Float(0.5),
        text("1970-01-01"),
        Value::Int(1),
        text("C"),
        Value::List(vec![text("a"), text("a")]),
    ];
    for format in FORMATS {
        for ((value, loss), expected) in values.iter().zip(&read) {
            let (bytes, losses) = encode_lossy(format, value)
                .unwrap_or_else(|error| panic!("{format}: {error}: {value:?}"));
            assert_eq!(losses, [*loss], "{format}: {value:?}");
            assert_eq!(
                decode(format, &bytes).expect("what was written"),
                *expected,
                "{format}: {}",
                show(&bytes)
            );
        }
        for keys in [
            vec![Key::Bool(true), Key::Int(1)],
            vec![Key::Null, Key::from("")],
            vec![Key::from("7"), Key::Int(7)],
        ] {
            assert_eq!(
                encode_lossy(format, &cast(keys)).expect_err("one key to PHP").kind(),
                ErrorKind::Refused,
                "{format}"
            );
        }
    }
}

#[test]
fn what_php_shares_is_shared_and_the_rest_copied() {
    let shared =
        |value: Value| Value::List(vec![Extended::Shared(value).into(), Extended::Again(0).into()]);
    let php = |value: &Value| {
        encode_lossy(Format::Php, value)
            .map(|(bytes, losses)| (show(&bytes), losses))
            .expect("written")
    };
    let list = || Value::List(vec![Value::Int(1)]);
    assert_eq!(
        php(&shared(object("A"))),
        ("a:2:{i:0;O:1:\\\"A\\\":1:{s:1:\\\"a\\\";i:1;}i:1;r:2;}".into(), vec![])
    );
    assert_eq!(
        php(&shared(list())),
        ("a:2:{i:0;a:1:{i:0;i:1;}i:1;a:1:{i:0;i:1;}}".into(), vec![Loss::Shared])
    );
    // What holds itself cannot be copied.
    let within = Extended::Shared(Value::List(vec![Extended::Again(0).into()])).into();
    assert_eq!(php(&within), ("a:1:{i:0;R:1;}".into(), vec![Loss::Shared]));
    // An object within a copy stays one object, and a reference one reference.
    let inner = Value::List(vec![
        Extended::Shared(object("A")).into(),
        Extended::Reference(Value::Int(1)).into(),
    ]);
    let value = Value::List(vec![
        Extended::Shared(inner).into(),
        Extended::Again(0).into(),
        Extended::Again(1).into(),
        Extended::Again(2).into(),
    ]);
    let first = "a:2:{i:0;O:1:\\\"A\\\":1:{s:1:\\\"a\\\";i:1;}i:1;i:1;}";
    assert_eq!(
        php(&value).0,
        format!("a:4:{{i:0;{first}i:1;a:2:{{i:0;r:3;i:1;R:5;}}i:2;r:3;i:3;R:5;}}")
    );
    // igbinary shares arrays, too, as PHP holds one once that was never changed.
    let bytes = encode(Format::Igbinary, &shared(list())).expect("nothing is lost");
    assert_eq!(notation::to_hex(&bytes), "00 00 00 02 14 02 06 00 14 01 06 00 06 01 06 01 01 01");
}

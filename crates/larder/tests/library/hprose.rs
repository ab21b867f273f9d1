//! Hprose: its vectors, hostile bytes, and values that hprose-java writes and reads as well.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use larder::format::{AnyDecoder, AnyEncoder, Format, Loss, Losses};
use larder::{ErrorKind, Extended, Key, Map, Value};

use serde_json::Value as Json;

use crate::vectors::foreign::{Random, Vectors};
use crate::vectors::notation::value;

fn decode(bytes: &[u8]) -> Result<Value, larder::Error> {
    AnyDecoder::new(Format::Hprose).decode(bytes)
}

fn encode(value: &Value) -> Result<Vec<u8>, larder::Error> {
    AnyEncoder::new(Format::Hprose).expect("written").encode(value)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn vectors_are_read_and_written() {
    Vectors::of(Format::Hprose).are_read_and_written();
}

#[test]
fn rejected_vectors_are_rejected() {
    Vectors::of(Format::Hprose).are_rejected();
}

#[test]
fn vectors_end_where_they_end() {
    Vectors::of(Format::Hprose).are_whole(b"0", |_| false);
}

#[test]
fn vectors_survive_every_flipped_bit() {
    Vectors::of(Format::Hprose).survive_every_flipped_bit();
}

/// The time that decoding takes must not go with the square of the length.
fn is_quick(bytes: &[u8]) -> Result<Value, larder::Error> {
    let begin = Instant::now();
    let result = decode(bytes);
    assert!(
        begin.elapsed() < Duration::from_secs(5),
        "{:?} for {} bytes",
        begin.elapsed(),
        bytes.len()
    );
    result
}

fn kind(result: Result<Value, larder::Error>) -> Option<ErrorKind> {
    result.err().map(|error| error.kind())
}

#[test]
fn deep_bytes_are_too_deep_and_never_too_much_for_the_stack() {
    for unit in ["a1{", "m1{0", "m1{s2\"aa\"", "a1{c1\"A\"1{ua}o0{"] {
        assert_eq!(
            kind(is_quick(unit.repeat(100_000).as_bytes())),
            Some(ErrorKind::TooDeep),
            "{unit}"
        );
    }
    let objects = format!("c1\"A\"1{{ua}}{}0", "o0{".repeat(100_000));
    assert_eq!(kind(is_quick(objects.as_bytes())), Some(ErrorKind::TooDeep));
    // Nothing is within anything here.
    assert_eq!(kind(is_quick("c1\"A\"{}".repeat(100_000).as_bytes())), Some(ErrorKind::Truncated));
}

#[test]
fn a_mebibyte_of_anything_is_quick() {
    let digits = "7".repeat(9000);
    let units = [
        "0".into(),
        "n".into(),
        "e".into(),
        "uw".into(),
        "i;".into(),
        "i12;".into(),
        "l12345678901234567890;".into(),
        "d1.5;".into(),
        "d0.12345678901234567;".into(),
        "s\"\"".into(),
        "s2\"aa\"".into(),
        "b\"\"".into(),
        "D20121229;".into(),
        "T032159.123456789;".into(),
        "g{afa7f4b1-a64d-46fa-886f-ed7fbce569b6}".into(),
        "a{}".into(),
        "m{}".into(),
        "m1{00}".into(),
        "r0;".into(),
        "r1;".into(),
        "c1\"A\"{}o0{}".into(),
        "c\"\"{}".into(),
        "o0{}".into(),
        format!("l{digits};"),
        format!("d0.{digits};"),
        format!("d{digits};"),
        format!("d1.{digits}E-300;"),
        "s1000000\"".into(),
        "s1\"".into(),
        "a1000000{".into(),
    ];
    for unit in units {
        let items = unit.repeat((1 << 20) / unit.len());
        let count = items.len() / unit.len();
        for text in [
            format!("a{count}{{{items}}}"),
            format!("a{}{{s2\"bb\"{items}}}", count + 1),
            format!("a{}{{c1\"A\"{{}}o0{{}}{items}}}", count + 1),
            format!("m{}{{{items}}}", count / 2),
            format!("c1\"A\"{count}{{{items}}}o0{{{items}}}"),
            format!("s{}\"{items}\"", items.len()),
            format!("b{}\"{items}\"", items.len()),
            items,
        ] {
            let _ = is_quick(text.as_bytes());
        }
    }
}

#[test]
fn many_keys_are_quick() {
    let many: String = (0..200_000).map(|at| format!("i{at};n")).collect();
    let map = is_quick(format!("m200000{{{many}}}").as_bytes());
    assert!(matches!(map, Ok(Value::Map(map)) if map.values().len() == 200_000));
    assert_eq!(
        kind(is_quick(format!("m400000{{{many}{many}}}").as_bytes())),
        Some(ErrorKind::DuplicateKey)
    );
    let fields: String = (0..100_000).map(|at| format!("s5\"{at:05}\"")).collect();
    let object =
        is_quick(format!("c1\"A\"100000{{{fields}}}o0{{{}}}", "0".repeat(100_000)).as_bytes());
    assert!(matches!(object, Ok(Value::Map(map)) if map.values().len() == 100_000));
}

#[test]
fn references_to_one_long_text_are_not_more_than_the_limits_allow() {
    let long = "a".repeat(100_000);
    let few = format!("a101{{s100000\"{long}\"{}}}", "r1;".repeat(100));
    assert!(
        matches!(decode(few.as_bytes()), Ok(Value::List(list)) if list.iter().all(|item| *item == Value::from(long.as_str())))
    );
    let many = format!("a300001{{s100000\"{long}\"{}}}", "r1;".repeat(300_000));
    assert_eq!(kind(is_quick(many.as_bytes())), Some(ErrorKind::TooLarge));
    let bytes = format!("a300001{{b100000\"{long}\"{}}}", "r1;".repeat(300_000));
    assert_eq!(kind(is_quick(bytes.as_bytes())), Some(ErrorKind::TooLarge));
}

#[test]
fn objects_of_a_large_class_are_not_more_than_their_bytes() {
    let fields: String = (0..10_000).map(|at| format!("s4\"{at:04}\"")).collect();
    let objects = format!("a1000{{c1\"A\"10000{{{fields}}}{}", "o0{".repeat(500));
    assert_eq!(kind(is_quick(objects.as_bytes())), Some(ErrorKind::Truncated));
}

#[test]
fn what_is_shared_but_has_no_number_becomes_a_copy() {
    let twice = |shared: Value| {
        Value::List(vec![Extended::Shared(shared).into(), Extended::Again(0).into()])
    };
    let mut encoder = AnyEncoder::new(Format::Hprose).unwrap();
    let typed = |value| Value::from(Extended::Typed { class: "T".into(), value });
    let values = [
        (twice(Value::Int(1)), "a2{11}"),
        (twice(Value::from("aa")), "a2{s2\"aa\"r1;}"),
        (twice(typed(Value::List(vec![Value::from("aa")]))), "a2{a1{s2\"aa\"}a1{r2;}}"),
        (twice(Extended::Shared(Value::List(Vec::new())).into()), "a2{a{}a{}}"),
        // The copy of the outer value holds a copy of the inner one.
        (
            Value::List(vec![
                Extended::Shared(typed(Extended::Shared(Value::List(Vec::new())).into())).into(),
                Extended::Again(0).into(),
                Extended::Again(1).into(),
            ]),
            "a3{a{}a{}r1;}",
        ),
    ];
    for (value, expected) in values {
        let mut losses = Losses::new();
        assert_eq!(text(&encoder.encode_lossy(&value, &mut losses).unwrap()), expected);
        assert!(!losses.is_empty());
    }
}

#[test]
fn values_that_contradict_themselves_are_not_written() {
    let cases = [
        (Value::List(vec![Extended::Again(0).into()]), ErrorKind::UnknownReference),
        (
            Extended::Shared(
                Extended::Typed { class: "T".into(), value: Extended::Again(0).into() }.into(),
            )
            .into(),
            ErrorKind::Refused,
        ),
    ];
    for (value, expected) in cases {
        let mut losses = Losses::new();
        let error =
            AnyEncoder::new(Format::Hprose).unwrap().encode_lossy(&value, &mut losses).unwrap_err();
        assert_eq!(error.kind(), expected, "{error}");
    }
    // Each is twice what the one before is.
    let typed =
        |value| Value::from(Extended::Shared(Extended::Typed { class: "T".into(), value }.into()));
    let mut value = typed(Value::from("x".repeat(100).as_str()));
    let doubled: Vec<Value> =
        (0..40u64).map(|at| typed(Value::List(vec![Extended::Again(at).into(); 2]))).collect();
    value = Value::List([vec![value], doubled].concat());
    let mut losses = Losses::new();
    let error =
        AnyEncoder::new(Format::Hprose).unwrap().encode_lossy(&value, &mut losses).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
}

#[test]
fn what_hprose_does_not_tell_apart_is_a_loss() {
    let class = |keys: Vec<Key>, values: Vec<Value>| {
        Value::Map(
            Map::new(larder::Shape::new(Some("A".into()), keys).unwrap().into(), values).unwrap(),
        )
    };
    let values = [
        Value::Float(f64::from_bits(0x7FF8_0000_0000_0001)),
        Extended::Float32(0.1).into(),
        Extended::Decimal { unscaled: [5].into(), scale: 1 }.into(),
        Extended::Decimal { unscaled: [5].into(), scale: i32::MIN }.into(),
        Extended::BigInt([5].into()).into(),
        Extended::Date(3_000_000).into(),
        Extended::Date(i64::MAX).into(),
        Extended::Time(86_400_000_000_000).into(),
        Extended::DateTime(253_402_300_800, 0).into(),
        Extended::Instant(0, 1_000_000_000).into(),
        Extended::Zoned(0, 0, 0, "".into()).into(),
        Extended::Enum { class: "A".into(), case: "B".into() }.into(),
        class(vec![Key::Int(1)], vec![Value::Null]),
    ];
    for value in values {
        let mut losses = Losses::new();
        let mut encoder = AnyEncoder::new(Format::Hprose).unwrap();
        let bytes = encoder.encode_lossy(&value, &mut losses).unwrap();
        assert!(!losses.is_empty(), "{value:?}");
        assert!(
            decode(&bytes)
                .map_or_else(|error| error.kind() == ErrorKind::Unsupported, |read| read != value),
            "{}",
            text(&bytes)
        );
        assert_eq!(encoder.encode(&value).unwrap_err().kind(), ErrorKind::Refused);
    }
}

#[test]
fn the_payload_of_a_nan_of_32_bits_is_a_loss_of_its_own() {
    let losses = |bits: u32| {
        let mut losses = Losses::new();
        let value = Extended::Float32(f32::from_bits(bits)).into();
        AnyEncoder::new(Format::Hprose).unwrap().encode_lossy(&value, &mut losses).unwrap();
        losses.iter().map(|met| met.loss).collect::<Vec<_>>()
    };
    assert_eq!(losses(0x7FC0_0000), [Loss::FloatWidth]);
    assert_eq!(losses(0x7FC0_0001), [Loss::FloatWidth, Loss::NotFinite]);
}

/// A value that Hprose holds, whatever it is.
fn any_value(random: &mut Random, depth: u64, shared: &mut u64) -> Value {
    let nanoseconds =
        |random: &mut Random| [0, 500_000_000, 1, 123_456_789, 1000][random.below(5) as usize];
    let seconds =
        |random: &mut Random| random.below(315_569_520_000).cast_signed() - 62_167_219_200;
    match random.below(if depth == 0 { 16 } else { 22 }) {
        0 => Value::Null,
        1 => Value::Bool(random.below(2) == 0),
        2..5 => Value::Int(random.int()),
        5 | 6 => Value::Float(random.float()),
        7..10 => Value::from(random.text().as_str()),
        10 => Value::Bytes(random.bytes().into()),
        11 => Extended::BigInt(
            [&[1 + random.below(120) as u8], [random.bytes(), vec![0; 8]].concat().as_slice()]
                .concat()
                .into(),
        )
        .into(),
        12 => Extended::Date(seconds(random).div_euclid(86_400)).into(),
        13 => Extended::Time(random.below(86_400_000_000_000)).into(),
        14 => match random.below(2) {
            0 => Extended::DateTime(seconds(random), nanoseconds(random)).into(),
            _ => Extended::Instant(seconds(random), nanoseconds(random)).into(),
        },
        15 => Extended::Uuid([random.next() as u8; 16]).into(),
        16 if *shared > 0 => Extended::Again(random.below(*shared)).into(),
        17 | 18 => Value::List(
            (0..random.below(6)).map(|_| any_value(random, depth - 1, shared)).collect(),
        ),
        19 => {
            let fields: Vec<Key> = (0..random.below(4))
                .map(|at| Key::from(["id", "a", "", "𐅑"][at as usize]))
                .collect();
            let values: Vec<Value> =
                fields.iter().map(|_| any_value(random, depth - 1, shared)).collect();
            let class = ["Person", "com.Example", "水"][random.below(3) as usize];
            Value::Map(
                Map::new(larder::Shape::new(Some(class.into()), fields).unwrap().into(), values)
                    .unwrap(),
            )
        }
        _ => {
            let keys: Vec<Key> = (0..random.below(6)).map(|at| any_key(random, at)).collect();
            let pairs: Vec<_> =
                keys.into_iter().map(|key| (key, any_value(random, depth - 1, shared))).collect();
            Value::Map(Map::from_pairs(pairs).expect("distinct keys"))
        }
    }
}

fn any_key(random: &mut Random, at: u64) -> Key {
    match random.below(8) {
        0 => Key::Int(at.cast_signed() - (random.int() & !7)),
        1 => Key::Bytes([random.bytes(), vec![at as u8]].concat().into()),
        2 => [
            Key::Null,
            Key::Bool(true),
            Key::Bool(false),
            Key::Float(0.5),
            Key::Float(-1e300),
            Key::Int(7),
        ][at as usize]
            .clone(),
        _ => Key::from(format!("{}{at}", random.text()).as_str()),
    }
}

#[test]
fn what_is_written_is_read() {
    let mut random = Random(2016);
    for number in 0..20_000 {
        // A list that is met again at its end, and lists within that are as well.
        let inner: Vec<Value> =
            (0..random.below(3)).map(|_| any_value(&mut random, 2, &mut 1)).collect();
        let again = Extended::Again(0).into();
        let whole = match random.below(3) {
            0 => Value::List(vec![
                Extended::Shared(Value::List(inner)).into(),
                any_value(&mut random, 4, &mut 1),
                again,
            ]),
            1 => Extended::Shared(Value::List(vec![
                Value::List(inner),
                any_value(&mut random, 4, &mut 1),
                again,
            ]))
            .into(),
            _ => any_value(&mut random, 4, &mut 0),
        };
        let bytes =
            encode(&whole).unwrap_or_else(|error| panic!("value {number}: {error}: {whole:?}"));
        assert_eq!(
            decode(&bytes).expect("what was written"),
            whole,
            "value {number}: {}",
            text(&bytes)
        );
    }
}

const RUNNER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../jvm/lab/target/larder-lab.jar");
const KNOWN: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/hprose/known-differences.txt");
const COUNT: &str = "8000";
const SEED: &str = "1";

/// What the runner's `dev.larder.corpora.HproseCorpus` prints: a JSON object a line.
fn corpus(verb: &str, input: &str) -> Vec<Json> {
    assert!(
        Path::new(RUNNER).exists(),
        "there is no {RUNNER}: `make build` makes it, with a JDK and Maven"
    );
    let mut runner = Command::new("java")
        // Hprose makes objects through this package. The runner opens it itself, but for its main
        // class alone.
        .args([
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "-cp",
            RUNNER,
            "dev.larder.corpora.HproseCorpus",
            verb,
            COUNT,
            SEED,
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("java starts");
    let mut stdin = runner.stdin.take().expect("a pipe");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()).expect("the runner takes all"));
        runner.wait_with_output().expect("the runner ends")
    });
    assert!(output.status.success());
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// Holds the differences of a verb to the list: it names just those that there are.
fn judge(verb: &str, found: &BTreeMap<String, String>) {
    let list = fs::read_to_string(KNOWN).unwrap_or_else(|error| panic!("{KNOWN}: {error}"));
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let known: Vec<&str> = lines
        .map(|line| {
            line.split_once(": ")
                .filter(|(_, reason)| !reason.is_empty())
                .unwrap_or_else(|| panic!("no reason: {line}"))
                .0
        })
        .filter_map(|case| case.strip_prefix(verb)?.strip_prefix(' '))
        .collect();
    let new: Vec<_> =
        found.iter().filter(|(case, _)| !known.contains(&case.as_str())).take(10).collect();
    assert!(new.is_empty(), "{verb}: {new:#?}");
    let gone: Vec<_> = known.iter().filter(|case| !found.contains_key(**case)).collect();
    assert!(
        gone.is_empty(),
        "{verb}: these are no differences any more, and must leave the list: {gone:?}"
    );
}

#[test]
fn java_reads_and_writes_the_same_values() {
    let written = corpus("write", "");
    assert!(written.len() > 8000);
    let (mut decoder, mut encoder) =
        (AnyDecoder::new(Format::Hprose), AnyEncoder::new(Format::Hprose).unwrap());
    let (mut differences, mut lines) = (BTreeMap::new(), String::new());
    for (number, line) in written.iter().enumerate() {
        let case = line["case"].as_str().map_or_else(|| format!("value {number}"), str::to_owned);
        let bytes = STANDARD.decode(line["bytes"].as_str().expect("bytes")).expect("base64");
        let dump = || text(&bytes).chars().take(1000).collect::<String>();
        match (decoder.decode(&bytes), value(&line["value"])) {
            (Ok(read), expected) => {
                if expected.as_ref() != Ok(&read) {
                    differences
                        .insert(case.clone(), format!("{read:?}, not {expected:?}: {}", dump()));
                }
                let again = encoder
                    .encode(&read)
                    .unwrap_or_else(|error| panic!("{case}: {error}: {}", dump()));
                assert_eq!(decoder.decode(&again).as_ref(), Ok(&read), "{case}: {}", text(&again));
                lines.push_str(&STANDARD.encode(again));
            }
            (Err(error), _) => {
                differences.insert(case, format!("{error}: {}", dump()));
            }
        }
        lines.push('\n');
    }
    judge("read", &differences);

    let mut read = corpus("read", &lines);
    let compared = read.pop().and_then(|line| line["compared"].as_u64()).expect("a count");
    assert!(compared > 8000, "{compared}");
    let differences = read.iter().map(|line| {
        let case =
            line["case"].as_str().map_or_else(|| format!("value {}", line["line"]), str::to_owned);
        let bytes =
            lines.lines().nth(line["line"].as_u64().expect("a line") as usize).expect("a line");
        let dump: String =
            text(&STANDARD.decode(bytes).expect("base64")).chars().take(1000).collect();
        (case, format!("{}: {dump}", line["problem"]))
    });
    judge("write", &differences.collect());
}

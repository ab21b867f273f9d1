//! CBOR: its vectors, hostile bytes, and values that ciborium reads and writes as well.

use std::time::{Duration, Instant};

use ciborium::Value as Peer;
use larder::format::{AnyDecoder, AnyEncoder, Format, Loss, Losses};
use larder::{ErrorKind, Extended, Key, Map, Value};

use crate::vectors::foreign::{Random, Vectors};
use crate::vectors::notation::{hex, to_hex};

fn decode(bytes: &[u8]) -> Result<Value, larder::Error> {
    AnyDecoder::new(Format::Cbor).decode(bytes)
}

fn encode(value: &Value) -> Result<Vec<u8>, larder::Error> {
    AnyEncoder::new(Format::Cbor).expect("written").encode(value)
}

#[test]
fn vectors_are_read_and_written() {
    Vectors::of(Format::Cbor).are_read_and_written();
}

#[test]
fn rejected_vectors_are_rejected() {
    Vectors::of(Format::Cbor).are_rejected();
}

#[test]
fn vectors_end_where_they_end() {
    Vectors::of(Format::Cbor).are_whole(&[0], |_| false);
}

#[test]
fn vectors_survive_every_flipped_bit() {
    Vectors::of(Format::Cbor).survive_every_flipped_bit();
}

#[test]
fn the_examples_of_the_rfc_are_all_there() {
    let vectors = Vectors::of(Format::Cbor);
    assert_eq!(vectors.accepted().filter(|(id, ..)| id.starts_with("appendix-a")).count(), 81);
    assert_eq!(vectors.rejected().filter(|(id, ..)| id.starts_with("appendix-f")).count(), 94);
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
    let units = [
        "81",
        "9f",
        "a100",
        "bf00",
        "c1",
        "d901029f",
        "d81c",
        "d81c81",
        "d90100",
        "d9d9f7d81c",
        "c482",
        "c48200",
        "c482f5c4",
        "9fd81c",
    ];
    for unit in units {
        let bytes = hex(unit).unwrap().repeat(100_000);
        assert_eq!(kind(is_quick(&bytes)), Some(ErrorKind::TooDeep), "{unit}");
        assert_eq!(kind(is_quick(&[bytes, vec![0]].concat())), Some(ErrorKind::TooDeep), "{unit}");
    }
    // Nothing is within anything here.
    assert_eq!(kind(is_quick(&hex("d9d9f7").unwrap().repeat(300_000))), Some(ErrorKind::Truncated));
}

#[test]
fn a_mebibyte_of_anything_is_quick() {
    let units = [
        "00",
        "f7",
        "f818",
        "e0",
        "9fff",
        "5fff",
        "7fff",
        "60",
        "c100",
        "c5f6",
        "c240",
        "c25fff",
        "c0f6",
        "c07fff",
        "d81c80",
        "d903eabfff",
        "c49f00",
        "c49f0000ff",
        "d90100d81900",
        "d901008063616161",
        "bfff",
        "a0",
        "a100f6",
        "fa00000000",
        "d9d9f700",
    ];
    for unit in units {
        let unit = hex(unit).unwrap();
        let items = unit.repeat((1 << 20) / unit.len());
        let count = (items.len() / unit.len()) as u32;
        for bytes in [
            [&[0x9F], items.as_slice(), &[0xFF]].concat(),
            [&[0x9A], count.to_be_bytes().as_slice(), &items].concat(),
            [&[0xD9, 0x01, 0x00, 0x9F], items.as_slice(), &[0xFF]].concat(),
            [&[0x5F], items.as_slice(), &[0xFF]].concat(),
            [&[0xC2, 0x5F], items.as_slice(), &[0xFF]].concat(),
            items,
        ] {
            let _ = is_quick(&bytes);
        }
    }
}

#[test]
fn many_keys_are_quick() {
    let many: Vec<u8> = (0..200_000u32)
        .flat_map(|at| [&[0x1A], at.to_be_bytes().as_slice(), &[0xF6]].concat())
        .collect();
    let bytes = [&[0xBF], many.as_slice(), &[0xFF]].concat();
    assert!(matches!(is_quick(&bytes), Ok(Value::Map(map)) if map.values().len() == 200_000));
    let twice = [&[0xBF], many.as_slice(), &many, &[0xFF]].concat();
    assert_eq!(kind(is_quick(&twice)), Some(ErrorKind::DuplicateKey));
}

#[test]
fn lists_of_indefinite_length_are_read_up_to_the_memory_of_others() {
    let zeros = vec![0; 1 << 20];
    let bytes = [&[0x9F], zeros.as_slice(), &[0xFF]].concat();
    assert!(matches!(decode(&bytes), Ok(Value::List(list)) if list.len() == zeros.len()));
}

#[test]
fn references_to_one_long_string_are_not_more_than_the_limits_allow() {
    let long = [&[0x7A], 100_000u32.to_be_bytes().as_slice(), &vec![b'a'; 100_000]].concat();
    let bytes = [
        &hex("d901009f").unwrap(),
        long.as_slice(),
        &hex("d81900").unwrap().repeat(300_000),
        &[0xFF],
    ]
    .concat();
    assert_eq!(kind(is_quick(&bytes)), Some(ErrorKind::TooLarge));
}

#[test]
fn tags_are_written_where_they_are_read_as_themselves() {
    let typed =
        |class: &str, value: Value| Value::from(Extended::Typed { class: class.into(), value });
    let kept = [
        typed("cbor/tag/0", Value::from("yesterday")),
        typed("cbor/tag/1", Value::Null),
        typed("cbor/tag/24", Value::Bytes([0].as_slice().into())),
        typed("cbor/tag/18446744073709551615", Value::Int(1)),
    ];
    for value in kept {
        assert_eq!(decode(&encode(&value).unwrap()).unwrap(), value);
    }
    let refused = [
        typed("cbor/tag/0", Value::from("2013-03-21T20:04:00Z")),
        typed("cbor/tag/1", Value::Int(1)),
        typed("cbor/tag/2", Value::Bytes([1].as_slice().into())),
        typed("cbor/tag/4", Value::List(vec![Value::Int(1), Value::Int(2)])),
        typed("cbor/tag/100", Value::Int(1)),
        typed("cbor/tag/28", Value::Int(1)),
        typed("cbor/tag/29", Value::Int(0)),
        typed("cbor/tag/25", Value::Int(0)),
        typed("cbor/tag/256", Value::Int(0)),
        typed("cbor/tag/55799", Value::Int(0)),
        typed("cbor/tag/+24", Value::Int(0)),
        typed("cbor/tag/024", Value::Int(0)),
        typed("cbor/tag/18446744073709551616", Value::Int(0)),
        typed("cbor/tag/", Value::Int(0)),
        Extended::Enum { class: "cbor/simple".into(), case: "20".into() }.into(),
        Extended::Enum { class: "cbor/simple".into(), case: "24".into() }.into(),
        Extended::Enum { class: "cbor/simple".into(), case: "256".into() }.into(),
        Extended::Enum { class: "cbor/simple".into(), case: "016".into() }.into(),
        Extended::Zoned(0, 0, 30, "".into()).into(),
        Extended::Zoned(0, 0, 3600, "Europe/Berlin".into()).into(),
        Extended::BigInt([5].into()).into(),
    ];
    for value in refused {
        assert_eq!(
            kind(encode(&value).and_then(|bytes| decode(&bytes))),
            Some(ErrorKind::Refused),
            "{value:?}"
        );
        let mut losses = Losses::new();
        let bytes =
            AnyEncoder::new(Format::Cbor).unwrap().encode_lossy(&value, &mut losses).unwrap();
        assert_ne!(decode(&bytes).unwrap(), value, "{losses}");
    }
}

#[test]
fn what_a_tag_would_read_as_another_value_loses_its_tag_alone() {
    let typed =
        |class: &str, value: Value| Value::from(Extended::Typed { class: class.into(), value });
    let list = Value::List(vec![Value::Int(1), Value::Int(2)]);
    let seconds = decode(&hex("a10102").unwrap()).unwrap();
    let big = Value::Bytes([1].as_slice().into());
    for (value, left) in [
        (typed("cbor/tag/4", list.clone()), list.clone()),
        (typed("cbor/tag/1001", seconds.clone()), seconds),
        (typed("cbor/tag/1", Value::Int(1)), Value::Int(1)),
        (typed("cbor/tag/24", typed("cbor/tag/4", list.clone())), typed("cbor/tag/24", list)),
        (
            typed("cbor/tag/4", Value::List(vec![Value::Int(1), typed("cbor/tag/2", big.clone())])),
            typed("cbor/tag/4", Value::List(vec![Value::Int(1), big])),
        ),
    ] {
        let mut losses = Losses::new();
        let bytes =
            AnyEncoder::new(Format::Cbor).unwrap().encode_lossy(&value, &mut losses).unwrap();
        assert_eq!(decode(&bytes).unwrap(), left, "{value:?}");
        let met: Vec<_> = losses.iter().map(|met| (met.loss, met.count)).collect();
        assert_eq!(met, [(Loss::Class, 1)], "{value:?}");
    }
}

#[test]
fn a_reference_to_what_has_not_begun_is_not_written() {
    let value = Value::List(vec![Extended::Again(0).into(), Extended::Shared(Value::Null).into()]);
    assert_eq!(
        kind(encode(&value).and_then(|bytes| decode(&bytes))),
        Some(ErrorKind::UnknownReference)
    );
}

/// A value that CBOR holds, whatever it is.
fn any_value(random: &mut Random, depth: u64) -> Value {
    let nanoseconds =
        |random: &mut Random| [0, 500_000_000, 1, 123_456_789][random.below(4) as usize];
    match random.below(if depth == 0 { 18 } else { 22 }) {
        0 => Value::Null,
        1 => Value::Bool(random.below(2) == 0),
        2..5 => Value::Int(random.int()),
        5 | 6 => Value::Float(random.float()),
        7..10 => Value::from(random.text().as_str()),
        10 => Value::Bytes(random.bytes().into()),
        11 => big_int(random),
        12 => Extended::Float32(random.float() as f32).into(),
        13 => Extended::Decimal { unscaled: unscaled(random), scale: random.int() as i32 }.into(),
        14 => match random.below(3) {
            0 => Extended::Date(random.int()).into(),
            1 => Extended::Instant(random.int(), nanoseconds(random)).into(),
            _ => Extended::Duration(random.int(), nanoseconds(random)).into(),
        },
        15 => {
            let offset = (random.below(2879) as i32 - 1439) * 60;
            Extended::Zoned(random.int() >> 30, nanoseconds(random), offset, "".into()).into()
        }
        16 => Extended::Uuid([random.next() as u8; 16]).into(),
        17 => Extended::Enum { class: "cbor/simple".into(), case: "undefined".into() }.into(),
        18 => {
            let class = format!(
                "cbor/tag/{}",
                [5, 6, 23, 24, 27, 32, 258, 43_000, u64::MAX][random.below(9) as usize]
            );
            Extended::Typed { class: class.into(), value: any_value(random, depth - 1) }.into()
        }
        19 | 20 => {
            Value::List((0..random.below(6)).map(|_| any_value(random, depth - 1)).collect())
        }
        _ => {
            let pairs =
                (0..random.below(6)).map(|at| (any_key(random, at), any_value(random, depth - 1)));
            Value::Map(Map::from_pairs(pairs.collect::<Vec<_>>()).expect("distinct keys"))
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

fn unscaled(random: &mut Random) -> Box<[u8]> {
    let bytes = random.bytes();
    let mut bytes = bytes.as_slice();
    while let [0x00, 0x00..0x80, ..] | [0xFF, 0x80..=0xFF, ..] = bytes {
        bytes = &bytes[1..];
    }
    if bytes.is_empty() { [0].into() } else { bytes.into() }
}

fn big_int(random: &mut Random) -> Value {
    let bytes = unscaled(random);
    match bytes.len() {
        0..9 => Value::Int(random.int()),
        _ => Extended::BigInt(bytes).into(),
    }
}

/// What ciborium has for an integer of two's complement.
fn peer_integer(bytes: &[u8]) -> Peer {
    let negative = bytes[0] >= 0x80;
    let fill = if negative { 0xFF } else { 0 };
    let magnitude: Vec<u8> =
        bytes.iter().map(|byte| byte ^ fill).skip_while(|byte| *byte == 0).collect();
    if magnitude.len() > 8 {
        return Peer::Tag(if negative { 3 } else { 2 }, Peer::Bytes(magnitude).into());
    }
    let magnitude = magnitude.iter().fold(0i128, |sum, byte| sum << 8 | i128::from(*byte));
    Peer::Integer(
        (if negative { !magnitude } else { magnitude }).try_into().expect("64 bits and a sign"),
    )
}

fn peer_seconds(tag: u64, seconds: i64, nanoseconds: u32) -> Peer {
    let mut pairs = vec![(Peer::from(1), Peer::from(seconds))];
    pairs.extend((nanoseconds > 0).then_some((Peer::from(-9), Peer::from(nanoseconds))));
    Peer::Tag(tag, Peer::Map(pairs).into())
}

/// What ciborium must read of a value.
fn peer(value: &Value) -> Peer {
    match value {
        Value::Null => Peer::Null,
        Value::Bool(bool) => Peer::Bool(*bool),
        Value::Int(int) => Peer::from(*int),
        Value::Float(float) => Peer::Float(*float),
        Value::Text(text) => Peer::Text(text.to_string()),
        Value::Bytes(bytes) => Peer::Bytes(bytes.to_vec()),
        Value::List(list) => Peer::Array(list.iter().map(peer).collect()),
        Value::Map(map) => Peer::Map(
            map.iter().map(|(key, value)| (peer(&key.clone().into()), peer(value))).collect(),
        ),
        Value::Extended(extended) => match &**extended {
            Extended::BigInt(bytes) => peer_integer(bytes),
            Extended::Float32(float) => Peer::Float(f64::from(*float)),
            Extended::Decimal { unscaled, scale } => Peer::Tag(
                4,
                Peer::Array(vec![Peer::from(-i64::from(*scale)), peer_integer(unscaled)]).into(),
            ),
            Extended::Date(days) => Peer::Tag(100, Peer::from(*days).into()),
            Extended::Instant(seconds, 0) => Peer::Tag(1, Peer::from(*seconds).into()),
            Extended::Instant(seconds, nanoseconds)
                if !(-62_167_219_200..=253_402_300_799).contains(seconds) =>
            {
                peer_seconds(1001, *seconds, *nanoseconds)
            }
            Extended::Instant(..) | Extended::Zoned(..) => Peer::Tag(
                0,
                Peer::Text(larder::format::time::iso(extended).expect("a moment")).into(),
            ),
            Extended::Duration(seconds, nanoseconds) => peer_seconds(1002, *seconds, *nanoseconds),
            Extended::Uuid(uuid) => Peer::Tag(37, Peer::Bytes(uuid.to_vec()).into()),
            Extended::Enum { .. } => Peer::Null,
            Extended::Typed { class, value } => Peer::Tag(
                class.trim_start_matches("cbor/tag/").parse().expect("a tag"),
                peer(value).into(),
            ),
            other => panic!("{other:?} is not among them"),
        },
    }
}

/// Floats by their bits.
fn same(a: &Peer, b: &Peer) -> bool {
    match (a, b) {
        (Peer::Float(a), Peer::Float(b)) => a.to_bits() == b.to_bits(),
        (Peer::Array(a), Peer::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Peer::Map(a), Peer::Map(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|((a, x), (b, y))| same(a, b) && same(x, y))
        }
        (Peer::Tag(a, x), Peer::Tag(b, y)) => a == b && same(x, y),
        _ => a == b,
    }
}

#[test]
fn ciborium_reads_what_is_written() {
    let mut random = Random(8949);
    for number in 0..20_000 {
        let value = any_value(&mut random, 4);
        let bytes =
            encode(&value).unwrap_or_else(|error| panic!("value {number}: {error}: {value:?}"));
        assert_eq!(
            decode(&bytes).expect("what was written"),
            value,
            "value {number}: {}",
            to_hex(&bytes)
        );
        let read: Peer = ciborium::from_reader(bytes.as_slice()).unwrap_or_else(|error| {
            panic!("value {number}: {error}: {value:?}: {}", to_hex(&bytes))
        });
        assert!(same(&read, &peer(&value)), "value {number}: {read:?} of {value:?}");
    }
}

fn any_peer(random: &mut Random, depth: u64) -> Peer {
    match random.below(if depth == 0 { 9 } else { 13 }) {
        0 => Peer::Null,
        1 => Peer::Bool(random.below(2) == 0),
        2..4 => Peer::from(random.int()),
        4 => {
            let bytes = unscaled(random);
            peer_integer(&bytes[..bytes.len().min(12)])
        }
        5 => Peer::Float(random.float()),
        6 | 7 => Peer::Text(random.text()),
        8 => Peer::Bytes(random.bytes()),
        9 => Peer::Tag(
            [5, 6, 23, 24, 27, 32, 258, 43_000, u64::MAX][random.below(9) as usize],
            any_peer(random, depth - 1).into(),
        ),
        10 | 11 => Peer::Array((0..random.below(6)).map(|_| any_peer(random, depth - 1)).collect()),
        _ => {
            let keys = (0..random.below(6)).map(|at| match random.below(4) {
                0 => Peer::from(at.cast_signed() - (random.int() & !7)),
                1 => Peer::Bytes([random.bytes(), vec![at as u8]].concat()),
                2 => [
                    Peer::Null,
                    Peer::Bool(true),
                    Peer::Bool(false),
                    Peer::Float(0.1),
                    Peer::Float(1e300),
                    Peer::from(7),
                ][at as usize]
                    .clone(),
                _ => Peer::Text(format!("{}{at}", random.text())),
            });
            let keys: Vec<_> = keys.collect();
            Peer::Map(keys.into_iter().map(|key| (key, any_peer(random, depth - 1))).collect())
        }
    }
}

#[test]
fn what_ciborium_writes_is_read() {
    let mut random = Random(7049);
    for number in 0..20_000 {
        let value = any_peer(&mut random, 4);
        let mut bytes = Vec::new();
        ciborium::into_writer(&value, &mut bytes).expect("a vector takes all");
        let read = decode(&bytes).unwrap_or_else(|error| {
            panic!("value {number}: {error}: {value:?}: {}", to_hex(&bytes))
        });
        assert!(same(&peer(&read), &value), "value {number}: {read:?} of {value:?}");
        assert_eq!(
            decode(&encode(&read).expect("what was read")).expect("what was written"),
            read,
            "value {number}"
        );
    }
}

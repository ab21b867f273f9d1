//! Foreign formats, alike in all of them: what was written is read again, exactly, and what a
//! format cannot hold is said.

use larder::format::{AnyDecoder, AnyEncoder, Format, Losses};
use larder::{ErrorKind, Extended, Key, Kind, Map, Value};

fn map(pairs: &[(&str, Value)]) -> Value {
    Value::Map(
        Map::from_pairs(pairs.iter().map(|(key, value)| (Key::from(*key), value.clone())))
            .expect("distinct keys"),
    )
}

/// Formats that are written here, but Larder's own.
fn written() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| format.is_written() && *format != Format::Larder)
}

fn plain_values() -> Vec<Value> {
    let record = map(&[
        ("id", Value::Int(7)),
        ("name", Value::from("Żółw")),
        ("tags", Value::List(vec![Value::from("a"), Value::Null])),
    ]);
    let mut values = vec![
        Value::Null,
        Value::Bool(true),
        Value::Bool(false),
        Value::from(""),
        Value::from("text"),
        record.clone(),
    ];
    values.extend(
        [
            0,
            1,
            -1,
            9,
            10,
            127,
            128,
            -128,
            -129,
            255,
            256,
            65_535,
            65_536,
            1 << 32,
            i64::MAX,
            i64::MIN,
        ]
        .map(Value::Int),
    );
    values.extend([0.0, -0.0, 1.0, 0.1, -2.5, 1e300, 5e-324, f64::MAX].map(Value::Float));
    values.extend(
        [15, 16, 31, 32, 47, 48, 255, 256, 65_535, 65_536]
            .map(|length| Value::from("é".repeat(length).as_str())),
    );
    values.extend(
        [1, 15, 16, 255, 256, 70_000]
            .map(|length| Value::List((0..length).map(Value::Int).collect())),
    );
    values.push(Value::List(vec![
        record.clone(),
        record.clone(),
        map(&[("name", record.clone())]),
        record,
    ]));
    let many: Vec<_> = (0..300).map(|at| (format!("key {at}"), Value::Int(at))).collect();
    values.push(map(&many
        .iter()
        .map(|(key, value)| (key.as_str(), value.clone()))
        .collect::<Vec<_>>()));
    values
}

#[test]
fn what_was_written_is_read_again_exactly() {
    for format in written() {
        let (mut encoder, mut decoder) =
            (AnyEncoder::new(format).unwrap(), AnyDecoder::new(format));
        for value in plain_values() {
            let bytes = encoder
                .encode(&value)
                .unwrap_or_else(|error| panic!("{format}: {error}: {value:?}"));
            let read = decoder
                .decode(&bytes)
                .unwrap_or_else(|error| panic!("{format}: {error}: {value:?}: {bytes:02x?}"));
            assert_eq!(read, value, "{format}: {bytes:02x?}");
        }
    }
}

#[test]
fn nothing_is_lost_unsaid() {
    let values = [
        Value::Bytes([0xFF, 0x00].as_slice().into()),
        Value::Bytes(b"text".as_slice().into()),
        Value::Float(f64::NAN),
        Value::Float(f64::INFINITY),
        Value::Map(Map::from_pairs([(Key::Int(5), Value::Null)]).unwrap()),
        Value::Map(Map::from_pairs([(Key::Int(0), Value::Null)]).unwrap()),
        Value::Map(Map::from_pairs([(Key::from("5"), Value::Null)]).unwrap()),
        Value::Map(
            Map::from_pairs([(Key::Null, Value::Null), (Key::Bool(true), Value::Int(1))]).unwrap(),
        ),
        Value::Map(
            Map::from_pairs([
                (Key::Float(0.5), Value::Null),
                (Key::Bytes([0xFF].as_slice().into()), Value::Null),
            ])
            .unwrap(),
        ),
        map(&[]),
        Value::List(Vec::new()),
        Extended::BigInt([1, 0, 0, 0, 0, 0, 0, 0, 0].into()).into(),
        Extended::BigInt([0, 0xFF, 0, 0, 0, 0, 0, 0, 0].into()).into(),
        Extended::Float32(0.1).into(),
        Extended::Decimal { unscaled: [5].into(), scale: 1 }.into(),
        Extended::Date(17_000).into(),
        Extended::Time(1).into(),
        Extended::DateTime(1, 2).into(),
        Extended::Instant(-1, 500).into(),
        Extended::Instant(1 << 35, 1).into(),
        Extended::Zoned(1, 2, 3600, "Europe/Berlin".into()).into(),
        Extended::Duration(-5, 1).into(),
        Extended::Uuid([7; 16]).into(),
        Extended::Enum { class: "Suit".into(), case: "Hearts".into() }.into(),
        Extended::Custom { class: "C".into(), bytes: [1, 2].as_slice().into() }.into(),
        Extended::Typed { class: "T".into(), value: Value::Int(1) }.into(),
        Extended::Kind { kind: Kind::new(3).unwrap(), value: Value::Int(1) }.into(),
        Extended::Kind {
            kind: Kind::named(0x81, "E".into()).unwrap(),
            value: Value::List(vec![Value::Null]),
        }
        .into(),
        Value::List(vec![
            Extended::Shared(
                Extended::Kind {
                    kind: Kind::new(0x60).unwrap(),
                    value: map(&[("a", Value::Int(1))]),
                }
                .into(),
            )
            .into(),
            Extended::Again(0).into(),
        ]),
        Value::List(vec![
            Extended::Shared(map(&[("a", Value::Int(1))])).into(),
            Extended::Again(0).into(),
        ]),
        Value::List(vec![Extended::Reference(Value::Int(1)).into(), Extended::Again(0).into()]),
    ];
    for format in written() {
        let (mut encoder, mut decoder) =
            (AnyEncoder::new(format).unwrap(), AnyDecoder::new(format));
        for value in &values {
            let mut losses = Losses::new();
            let bytes = encoder
                .encode_lossy(value, &mut losses)
                .unwrap_or_else(|error| panic!("{format}: {error}: {value:?}"));
            let read = decoder
                .decode(&bytes)
                .unwrap_or_else(|error| panic!("{format}: {error}: {value:?}: {bytes:02x?}"));
            if losses.is_empty() {
                assert_eq!(&read, value, "{format}: {bytes:02x?}");
            } else {
                assert_ne!(&read, value, "{format} has {losses}");
                assert_eq!(encoder.encode(value).unwrap_err().kind(), ErrorKind::Refused);
            }
        }
    }
}

#[test]
fn no_value_is_lost_because_two_keys_become_one() {
    let pairs = [
        [Key::Int(1), Key::from("1")],
        [Key::Null, Key::from("null")],
        [Key::Null, Key::from("")],
        [Key::Bool(true), Key::Int(1)],
        [Key::Bytes(b"YQ==".as_slice().into()), Key::from("YQ==")],
        [Key::Bytes(b"a".as_slice().into()), Key::from("YQ==")],
        [Key::Float(1.0), Key::Int(1)],
        [Key::Float(0.0), Key::Float(-0.0)],
        [Key::Float(f64::NAN), Key::Float(f64::from_bits(f64::NAN.to_bits() | 1))],
    ];
    let mut refused = 0;
    for format in written() {
        for keys in &pairs {
            let values = keys.iter().cloned().zip([Value::Int(1), Value::Int(2)]);
            let value = Value::Map(Map::from_pairs(values).expect("distinct keys"));
            let mut losses = Losses::new();
            match AnyEncoder::new(format).unwrap().encode_lossy(&value, &mut losses) {
                Ok(bytes) => match AnyDecoder::new(format).decode(&bytes) {
                    Ok(Value::Map(map)) => {
                        assert_eq!(map.values(), [Value::Int(1), Value::Int(2)], "{format}");
                    }
                    read => panic!("{format}: {keys:?} becomes {read:?}"),
                },
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Refused, "{format}: {keys:?}");
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 0);
}

#[test]
fn values_too_deep_are_refused_both_ways() {
    let deep = |levels: usize| (0..levels).fold(Value::Null, |value, _| Value::List(vec![value]));
    for format in written() {
        let mut encoder = AnyEncoder::new(format).unwrap();
        let bytes = encoder.encode(&deep(512)).unwrap();
        assert_eq!(AnyDecoder::new(format).decode(&bytes).unwrap(), deep(512), "{format}");
        assert_eq!(encoder.encode(&deep(513)).unwrap_err().kind(), ErrorKind::TooDeep, "{format}");
    }
}

#[test]
fn what_is_cut_or_goes_on_is_no_value() {
    for format in written() {
        let value = &plain_values()[5];
        let bytes = AnyEncoder::new(format).unwrap().encode(value).unwrap();
        let mut decoder = AnyDecoder::new(format);
        for length in 0..bytes.len() {
            let error = decoder.decode(&bytes[..length]).expect_err("a part is no value");
            assert!(error.offset().is_some_and(|offset| offset <= length), "{format}: {error}");
        }
        let error = decoder.decode(&[bytes.as_slice(), b"~"].concat()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TrailingBytes, "{format}");
    }
}

//! What libraries of the JVM write, Larder's own too, read here: the runner makes values, writes
//! them, and says what they are (`larder-lab corpus`); vectors that need no Java; and what nobody
//! writes but an attacker.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use larder::format::{AnyDecoder, Format};
use larder::{Decoder, Encoder, Error, ErrorKind, Extended, Level, Value, train};
use serde_json::Value as Json;

use crate::vectors::file::{File, join, pieces};
use crate::vectors::notation::{self, to_hex};

const RUNNER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../jvm/lab/target/larder-lab.jar");
const COUNT: usize = 6_000;

/// Each value of the corpus, as the runner wrote it and as it is.
fn corpus(format: &str, seed: u64, check: impl FnMut(usize, &[u8], &Json)) {
    corpus_under(None, format, seed, check);
}

/// The same, for Larder's own formats, under the profile of a file.
fn corpus_under(
    profile: Option<&Path>,
    format: &str,
    seed: u64,
    mut check: impl FnMut(usize, &[u8], &Json),
) {
    assert!(
        Path::new(RUNNER).exists(),
        "there is no {RUNNER}: `make build` makes it, with a JDK and Maven"
    );
    let mut runner = Command::new("java")
        .args(["-jar", RUNNER, "corpus", format, &COUNT.to_string(), &seed.to_string()])
        .args(profile)
        .stdout(Stdio::piped())
        .spawn()
        .expect("java starts");
    let lines = BufReader::new(runner.stdout.take().expect("a pipe")).lines();
    let mut count = 0;
    for line in lines {
        let line = line.expect("a line of the runner");
        let json: Json =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let bytes = STANDARD.decode(json["bytes"].as_str().expect("bytes")).expect("base64");
        check(count, &bytes, &json["value"]);
        count += 1;
    }
    assert!(runner.wait().expect("the runner ends").success());
    assert_eq!(count, COUNT);
}

fn corpus_is_read(name: &str, format: Format) {
    let mut decoder = AnyDecoder::new(format);
    corpus(name, 1, |number, bytes, json| {
        let value = notation::value(json).unwrap_or_else(|error| panic!("value {number}: {error}"));
        let read = decoder
            .decode(bytes)
            .unwrap_or_else(|error| panic!("value {number}: {error}: {json}\n{}", dump(bytes)));
        if read != value {
            panic!(
                "value {number}: {}\n{json}\n{}",
                difference(&read, &value).unwrap_or_default(),
                dump(bytes)
            );
        }
    });
}

/// Where two values differ, and how: the innermost that is not the same.
fn difference(read: &Value, value: &Value) -> Option<String> {
    let within = |at: &str, read: &Value, value: &Value| {
        difference(read, value).map(|difference| format!("{at} / {difference}"))
    };
    let all = |read: &[Value], value: &[Value]| {
        read.iter()
            .zip(value)
            .enumerate()
            .find_map(|(at, (read, value))| within(&at.to_string(), read, value))
    };
    let found = match (read, value) {
        (Value::List(read), Value::List(value)) if read.len() == value.len() => all(read, value),
        (Value::Map(read), Value::Map(value)) if read.shape() == value.shape() => {
            all(read.values(), value.values())
        }
        (Value::Extended(read), Value::Extended(value)) => match (&**read, &**value) {
            (Extended::Shared(read), Extended::Shared(value)) => within("shared", read, value),
            (Extended::Typed { class, value: read }, Extended::Typed { class: other, value })
                if class == other =>
            {
                within(class, read, value)
            }
            _ => None,
        },
        _ => None,
    };
    found.or_else(|| (read != value).then(|| format!("{read:?} is read, not {value:?}")))
}

/// Bytes for a person: text where it is such.
fn dump(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

#[test]
fn what_java_serializes_is_read() {
    corpus_is_read("jdk", Format::Jdk);
}

#[test]
fn what_hessian_2_writes_is_read() {
    corpus_is_read("hessian", Format::Hessian);
}

#[test]
fn what_hessian_1_writes_is_read() {
    corpus_is_read("hessian1", Format::Hessian);
}

#[test]
fn what_the_library_for_the_jvm_writes_has_the_same_bytes() {
    let mut samples = Vec::new();
    for (format, level) in [("larder-fast", Level::Fast), ("larder-balanced", Level::Balanced)] {
        let (mut decoder, mut encoder) = (Decoder::new(), Encoder::new().level(level));
        let mut compared = 0;
        corpus(format, 1, |number, bytes, _| {
            let value = decoder
                .decode(bytes)
                .unwrap_or_else(|error| panic!("value {number}: {error}\n{}", dump(bytes)));
            // At `fast`, the JVM writes other texts as it holds them.
            if level == Level::Balanced || is_ascii(&value) {
                let written = encoder.encode(&value).expect("what was read can be written");
                assert_same(&written, bytes, number);
                compared += 1;
            }
            samples.push(value);
        });
        assert!(compared > COUNT / 2, "{compared} of {COUNT} were compared");
    }

    // And under a profile that has entries for many of the values.
    let profile = train::train(&samples, &train::Options::default()).expect("values are alike");
    let file = std::env::temp_dir().join(format!("larder-jvm-{}.profile", std::process::id()));
    std::fs::write(&file, profile.as_bytes()).expect("a folder for temporary files");
    let profile = Arc::new(profile);
    let mut encoder = Encoder::with_profile(profile.clone());
    let mut decoder = Decoder::new().with_profile(profile).expect("the only one");
    corpus_under(Some(&file), "larder-balanced", 2, |number, bytes, _| {
        let value = decoder
            .decode(bytes)
            .unwrap_or_else(|error| panic!("value {number}: {error}\n{}", dump(bytes)));
        let written = encoder.encode(&value).expect("what was read can be written");
        assert_same(&written, bytes, number);
    });
    std::fs::remove_file(file).expect("it was written");
}

fn assert_same(written: &[u8], bytes: &[u8], number: usize) {
    if let Some(at) = written.iter().zip(bytes).position(|(one, other)| one != other) {
        panic!(
            "value {number}, from byte {at} on: {}\nand not {}\nin {}",
            to_hex(&written[at..]),
            to_hex(&bytes[at..]),
            to_hex(bytes)
        );
    }
    assert_eq!(written.len(), bytes.len(), "value {number}");
}

/// Whether there are no other characters in any text: they stand as they are here, or escaped.
fn is_ascii(value: &Value) -> bool {
    let text = format!("{value:?}");
    text.is_ascii() && !text.contains("\\u{")
}

/// The vectors of a format: `accepted` or `rejected`, each with its bytes.
fn vectors(format: Format, which: &str) -> Vec<(String, Json, Vec<u8>)> {
    let path = format!("{}/../../vectors/{format}/{which}.json", env!("CARGO_MANIFEST_DIR"));
    let vectors = File::read(Path::new(&path)).vectors;
    let vector = |vector: Json| {
        let id = vector["id"].as_str().expect("an id").to_owned();
        let pieces =
            pieces(&vector).unwrap_or_else(|error| panic!("{id}: {error}")).expect("bytes");
        (id, vector, join(&pieces))
    };
    vectors.into_iter().map(vector).collect()
}

const FORMATS: [Format; 2] = [Format::Jdk, Format::Hessian];
/// Of longer vectors not every byte is tried.
const LONG: usize = 4096;

/// The indices that are tried of so many.
fn tried(length: usize) -> impl Iterator<Item = usize> {
    (0..length).filter(move |at| length <= LONG || *at < 64 || at % 1009 == 0 || length - at < 64)
}

#[test]
fn accepted_vectors_are_read() {
    for format in FORMATS {
        let mut decoder = AnyDecoder::new(format);
        let vectors = vectors(format, "accepted");
        assert!(vectors.len() > 60);
        for (id, vector, bytes) in vectors {
            let value =
                notation::value(&vector["value"]).unwrap_or_else(|error| panic!("{id}: {error}"));
            let read = decoder.decode(&bytes).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert!(read == value, "{id}: {}", difference(&read, &value).unwrap_or_default());
        }
    }
}

#[test]
fn rejected_vectors_are_errors_of_their_kind() {
    for format in FORMATS {
        let mut decoder = AnyDecoder::new(format);
        for (id, vector, bytes) in vectors(format, "rejected") {
            let error = decoder.decode(&bytes).expect_err(&id);
            assert_eq!(vector["error"], error.kind().name(), "{id}: {error}");
            assert!(error.offset().is_some_and(|offset| offset <= bytes.len()), "{id}: {error}");
        }
    }
}

#[test]
fn a_part_of_a_vector_is_no_value() {
    for format in FORMATS {
        let mut decoder = AnyDecoder::new(format);
        for (id, vector, bytes) in vectors(format, "accepted") {
            // After each of several values a stream may end; and what is a beginning in Hessian 1.0
            // may be a whole value in 2.0.
            let may_be = vector["cut"] == true;
            for length in tried(bytes.len()) {
                let read = decoder.decode(&bytes[..length]);
                assert!(
                    may_be || read.is_err(),
                    "{id}: {length} of {} bytes are read as {read:?}",
                    bytes.len()
                );
            }
        }
    }
}

#[test]
fn a_vector_with_a_flipped_bit_is_a_value_or_an_error() {
    for format in FORMATS {
        let mut decoder = AnyDecoder::new(format);
        for which in ["accepted", "rejected"] {
            for (_, _, mut bytes) in vectors(format, which) {
                for at in tried(bytes.len()) {
                    // Without optimization all would take minutes.
                    for bit in (0..8).filter(|bit| !cfg!(debug_assertions) || at % 8 == *bit) {
                        bytes[at] ^= 1 << bit;
                        let _ = decoder.decode(&bytes);
                        bytes[at] ^= 1 << bit;
                    }
                }
            }
        }
    }
}

/// Reads hostile bytes, which must not take long: time that goes with the square of the length
/// would be minutes.
fn hostile(format: Format, bytes: &[u8]) -> Result<Value, Error> {
    let started = Instant::now();
    let read = AnyDecoder::new(format).decode(bytes);
    let took = started.elapsed();
    assert!(took < Duration::from_secs(20), "{took:?} for {} bytes", bytes.len());
    read
}

fn kind(read: Result<Value, Error>) -> ErrorKind {
    read.expect_err("no value").kind()
}

/// A Java stream.
fn stream(parts: &[&[u8]]) -> Vec<u8> {
    [b"\xAC\xED\x00\x05", parts.concat().as_slice()].concat()
}

/// A text with its length in 16 bits before it.
fn utf(text: &[u8]) -> Vec<u8> {
    [&(text.len() as u16).to_be_bytes(), text].concat()
}

/// A descriptor of a serializable class, up to its super class, which follows.
fn class(name: &[u8], writes: bool, fields: &[u8], count: u16) -> Vec<u8> {
    let flags = if writes { 3 } else { 2 };
    [b"\x72", utf(name).as_slice(), &[0; 8], &[flags], &count.to_be_bytes(), fields, b"\x78"]
        .concat()
}

/// A reference to the handle of this number.
fn handle(number: u32) -> Vec<u8> {
    [b"\x71", (0x7E_0000 + number).to_be_bytes().as_slice()].concat()
}

/// The class of arrays of objects, and no super class.
fn objects() -> Vec<u8> {
    [class(b"[Ljava.lang.Object;", false, b"", 0).as_slice(), b"\x70"].concat()
}

/// An array of objects of a stream that has no other, with these items.
fn array(items: &[Vec<u8>]) -> Vec<u8> {
    stream(&[b"\x75", &objects(), &(items.len() as u32).to_be_bytes(), &items.concat()])
}

#[test]
fn java_objects_too_deep_within_one_another_are_refused() {
    let array = |levels: usize| {
        let within =
            [b"\x75", handle(0).as_slice(), b"\x00\x00\x00\x01"].concat().repeat(levels - 1);
        stream(&[b"\x75", &objects(), b"\x00\x00\x00\x01", &within, b"\x70"])
    };
    // An array says its class, which is a level of its own.
    assert!(hostile(Format::Jdk, &array(256)).is_ok());
    let list = |levels: usize| {
        let size = b"\x00\x00\x00\x01\x77\x04\x00\x00\x00\x01";
        let first = [
            b"\x73",
            class(b"java.util.ArrayList", true, b"\x49\x00\x04size", 1).as_slice(),
            b"\x70",
            size,
        ]
        .concat();
        let within = [b"\x73", handle(0).as_slice(), size].concat().repeat(levels - 1);
        stream(&[&first, &within, b"\x70", &b"\x78".repeat(levels)])
    };
    assert!(hostile(Format::Jdk, &list(512)).is_ok());
    for levels in [257, 513, 100_000] {
        assert_eq!(kind(hostile(Format::Jdk, &array(levels))), ErrorKind::TooDeep);
    }
    for levels in [513, 100_000] {
        assert_eq!(kind(hostile(Format::Jdk, &list(levels))), ErrorKind::TooDeep);
    }
    let chain = class(b"A", false, b"", 0).repeat(100_000);
    assert_eq!(
        kind(hostile(Format::Jdk, &stream(&[b"\x73", &chain, b"\x70"]))),
        ErrorKind::TooDeep
    );
}

#[test]
fn chains_of_java_classes_by_reference_cost_no_more_than_their_bytes() {
    // Each class has a field, and is the super class of the next; of the last there are objects.
    let mut contents = [class(b"A", false, b"\x42\x00\x01f", 1).as_slice(), b"\x70"].concat();
    for number in 0..20_000 {
        contents.extend(class(b"A", false, b"", 0));
        contents.extend(handle(number));
    }
    let objects = [b"\x73", handle(20_000).as_slice(), b"\x07"].concat().repeat(20_000);
    assert!(hostile(Format::Jdk, &stream(&[&contents, &objects])).is_ok());
}

#[test]
fn sets_that_would_take_java_for_ever_are_read_at_once() {
    // "SerialDOS": each set holds the next two, and they the same two again; to compare them takes
    // 2 to the power of the depth.
    let open = |class: &[u8], count: u8| {
        [b"\x73", class, b"\x77\x0C\x00\x00\x00\x10\x3F\x40\x00\x00\x00\x00\x00", &[count]].concat()
    };
    let set = [class(b"java.util.HashSet", true, b"", 0).as_slice(), b"\x70"].concat();
    let depth = 100;
    let mut bytes = [b"\xAC\xED\x00\x05".as_slice(), &open(&set, 2)].concat();
    for _ in 1..depth {
        bytes.extend(open(&handle(0), 2));
    }
    let mut ends = vec![0x78];
    for level in (1..depth).rev() {
        // The handle of the set that has just ended, within the one around it.
        ends.extend(handle(level + 1));
        ends.push(0x78);
    }
    bytes.extend(ends);
    // The innermost has two nulls, which HashSet would not write, but nothing forbids.
    let end = bytes.len() - (depth as usize - 1) * 6 - 1;
    bytes.splice(end..end, [0x70, 0x70]);
    assert!(hostile(Format::Jdk, &bytes).is_ok());
}

#[test]
fn what_java_streams_say_again_and_again_is_charged_each_time() {
    let long = utf(&[b'k'; 65_535]);
    let text = [b"\x74", long.as_slice()].concat();
    let again = |first: Vec<u8>, other: Vec<u8>| {
        let mut items = vec![first];
        items.resize(1 + 900_000 / other.len(), other);
        array(&items)
    };
    // A text; a map with a long key; objects of a class with a long name, and of one with a field
    // of a long name.
    let map = class(b"java.util.HashMap", true, b"\x46\x00\x0AloadFactor\x49\x00\x09threshold", 2);
    let entry = |key: &[u8]| {
        let fields = b"\x3F\x40\x00\x00\x00\x00\x00\x0C\x77\x08\x00\x00\x00\x10\x00\x00\x00\x01";
        [fields, key, b"\x70\x78"].concat()
    };
    let cases = [
        again(text.clone(), handle(2)),
        again(
            [b"\x73", map.as_slice(), b"\x70", &entry(&text)].concat(),
            [b"\x73", handle(2).as_slice(), &entry(&handle(4))].concat(),
        ),
        again(
            [b"\x73", class(&[b'n'; 65_535], false, b"\x42\x00\x01f", 1).as_slice(), b"\x70\x05"]
                .concat(),
            [b"\x73", handle(2).as_slice(), b"\x05"].concat(),
        ),
        again(
            [
                b"\x73",
                class(b"A", false, &[b"\x42", long.as_slice()].concat(), 1).as_slice(),
                b"\x70\x05",
            ]
            .concat(),
            [b"\x73", handle(2).as_slice(), b"\x05"].concat(),
        ),
    ];
    for bytes in cases {
        assert_eq!(
            kind(hostile(Format::Jdk, &bytes)),
            ErrorKind::TooLarge,
            "{}",
            dump(&bytes[..60])
        );
    }
}

#[test]
fn a_mebibyte_of_anything_is_read_or_refused_at_once() {
    let items: [&[u8]; 12] = [
        b"\x70",
        b"\x74\x00\x00",
        b"\x74\x00\x01a",
        b"\x71\x00\x7E\x00\x01",
        b"\x71\x00\x7E\x00\x00",
        b"\x76\x71\x00\x7E\x00\x00",
        b"\x75\x71\x00\x7E\x00\x00\x00\x00\x00\x00",
        b"\x72\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x78\x70",
        b"\x72\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x78\x71\x00\x7E\x00\x00",
        b"\x73\x72\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x78\x70\x77\x01x\x78",
        b"\x7D\x00\x00\x00\x00\x78\x70",
        b"\x7D\x00\x00\x00\x01\x00\x00\x78\x70",
    ];
    for item in items {
        let _ = hostile(Format::Jdk, &array(&vec![item.to_vec(); (1 << 20) / item.len()]));
        let _ = hostile(Format::Jdk, &stream(&[&item.repeat((1 << 20) / item.len())]));
    }
    let items: [&[u8]; 20] = [
        b"\x90",
        b"\x00",
        b"\x01a",
        b"\x78",
        b"\x79",
        b"\x48\x5A",
        b"\x70\x00",
        b"\x70\x90",
        b"\x51\x90",
        b"C\x00\x90\x60",
        b"C\x00\x92\x01a\x01b\x60NN",
        b"H\x01aN\x5A",
        b"H\x01aN\x01aN\x5A",
        b"R\x00\x00",
        b"A\x00\x01x",
        b"Vz",
        b"Mz",
        b"MS\x00\x01aNz",
        b"S\x00\x00",
        b"R\x00\x00\x00\x00",
    ];
    for item in items {
        let _ = hostile(Format::Hessian, &item.repeat((1 << 20) / item.len()));
        for (open, close) in
            [(b"W".as_slice(), b"Z".as_slice()), (b"V", b"z"), (b"H", b"Z"), (b"M", b"z")]
        {
            let _ = hostile(
                Format::Hessian,
                &[open, &item.repeat((1 << 20) / item.len()), close].concat(),
            );
        }
    }
}

#[test]
fn hessian_values_too_deep_within_one_another_are_refused() {
    let nested = |open: &[u8], close: &[u8], levels: usize| {
        [open.repeat(levels).as_slice(), b"N", &close.repeat(levels)].concat()
    };
    let kinds: [(&[u8], &[u8]); 5] =
        [(b"\x79", b""), (b"W", b"Z"), (b"V", b"z"), (b"H\x01a", b"Z"), (b"MS\x00\x01a", b"z")];
    for (open, close) in kinds {
        assert!(hostile(Format::Hessian, &nested(open, close, 512)).is_ok(), "{}", dump(open));
        for levels in [513, 100_000] {
            assert_eq!(
                kind(hostile(Format::Hessian, &nested(open, close, levels))),
                ErrorKind::TooDeep,
                "{}",
                dump(open)
            );
        }
    }
}

#[test]
fn many_keys_of_hessian_maps_cost_no_more_than_their_bytes() {
    let keys = |key: &dyn Fn(u32) -> Vec<u8>| {
        let entries: Vec<u8> =
            (0..50_000).flat_map(|number| [key(number).as_slice(), b"N"].concat()).collect();
        [b"H", entries.as_slice(), b"Z"].concat()
    };
    let text = |number: u32| [b"\x08", format!("{number:08}").as_bytes()].concat();
    let read = hostile(Format::Hessian, &keys(&text)).expect("distinct keys");
    assert!(matches!(read, Value::Map(map) if map.values().len() == 50_000));
    let read =
        hostile(Format::Hessian, &keys(&|number| text(number % 3))).expect("keys that come again");
    assert!(matches!(read, Value::Extended(typed) if matches!(&*typed, Extended::Typed { .. })));
}

#[test]
fn what_hessian_says_again_and_again_is_charged_each_time() {
    let long = |text: &[u8]| [b"S\xFF\xFF", text.repeat(65_535).as_slice()].concat();
    let definition = |name: &[u8], field: &[u8]| [b"C", name, b"\x91", field].concat();
    let cases = [
        [b"W", definition(&long(b"n"), b"\x01f").as_slice(), &b"\x60N".repeat(400_000), b"Z"]
            .concat(),
        [b"W", definition(b"\x01n", &long(b"f")).as_slice(), &b"\x60N".repeat(400_000), b"Z"]
            .concat(),
    ];
    for bytes in cases {
        assert_eq!(kind(hostile(Format::Hessian, &bytes)), ErrorKind::TooLarge);
    }
}

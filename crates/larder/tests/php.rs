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

use crate::foreign::Vectors;

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

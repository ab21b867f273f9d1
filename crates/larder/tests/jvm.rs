//! What libraries of the JVM write, read here: the runner makes values, writes them, and says what they are (`larder-lab corpus`).

#[path = "vectors/notation.rs"]
#[allow(dead_code)]
mod notation;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use larder::format::{Decoder, Format};
use larder::{Extended, Value};
use serde_json::Value as Json;

const RUNNER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../jvm/lab/target/larder-lab.jar");
const COUNT: usize = 6_000;

/// Each value of the corpus, as the runner wrote it and as it is.
fn corpus(format: &str, seed: u64, mut check: impl FnMut(usize, &[u8], &Json)) {
    assert!(Path::new(RUNNER).exists(), "there is no {RUNNER}: `make build` makes it, with a JDK and Maven");
    let mut runner = Command::new("java")
        .args(["-jar", RUNNER, "corpus", format, &COUNT.to_string(), &seed.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("java starts");
    let lines = BufReader::new(runner.stdout.take().expect("a pipe")).lines();
    let mut count = 0;
    for line in lines {
        let line = line.expect("a line of the runner");
        let json: Json = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let bytes = STANDARD.decode(json["bytes"].as_str().expect("bytes")).expect("base64");
        check(count, &bytes, &json["value"]);
        count += 1;
    }
    assert!(runner.wait().expect("the runner ends").success());
    assert_eq!(count, COUNT);
}

fn corpus_is_read(name: &str, format: Format) {
    let mut decoder = Decoder::new(format);
    corpus(name, 1, |number, bytes, json| {
        let value = notation::value(json).unwrap_or_else(|error| panic!("value {number}: {error}"));
        let read = decoder.decode(bytes).unwrap_or_else(|error| panic!("value {number}: {error}: {json}\n{}", dump(bytes)));
        if read != value {
            panic!("value {number}: {}\n{json}\n{}", difference(&read, &value).unwrap_or_default(), dump(bytes));
        }
    });
}

/// Where two values differ, and how: the innermost that is not the same.
fn difference(read: &Value, value: &Value) -> Option<String> {
    let within = |at: &str, read: &Value, value: &Value| difference(read, value).map(|difference| format!("{at} / {difference}"));
    let all = |read: &[Value], value: &[Value]| {
        read.iter().zip(value).enumerate().find_map(|(at, (read, value))| within(&at.to_string(), read, value))
    };
    let found = match (read, value) {
        (Value::List(read), Value::List(value)) if read.len() == value.len() => all(read, value),
        (Value::Map(read), Value::Map(value)) if read.shape() == value.shape() => all(read.values(), value.values()),
        (Value::Extended(read), Value::Extended(value)) => match (&**read, &**value) {
            (Extended::Shared(read), Extended::Shared(value)) => within("shared", read, value),
            (Extended::Typed { class, value: read }, Extended::Typed { class: other, value }) if class == other => {
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

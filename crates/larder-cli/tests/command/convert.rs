//! `larder convert`: any to any, with what would be lost said before.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use predicates::prelude::*;

use crate::common::larder;

const VALUE: &str =
    r#"{"id":7,"name":"Ålice","tags":["a",null,true],"price":12.5,"big":-9007199254740993}"#;
const FORMATS: [&str; 7] = ["larder", "json", "msgpack", "php", "igbinary", "hprose", "cbor"];

fn convert(from: &str, to: &str, value: &[u8]) -> Vec<u8> {
    let output =
        larder().args(["convert", "--from", from, "--to", to]).write_stdin(value).output().unwrap();
    assert!(output.status.success(), "{from} to {to}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn a_value_goes_from_any_format_to_any_other_and_back() {
    for from in FORMATS {
        let value = convert("json", from, VALUE.as_bytes());
        for to in FORMATS {
            let there = convert(from, to, &value);
            assert_eq!(convert(to, from, &there), value, "{from} to {to} and back");
        }
    }
}

#[test]
fn each_level_is_smaller_than_the_one_before_and_is_read_the_same() {
    let row = |at: i32| format!(r#"{{"at":"2026-01-{at:02} 10:00:00","state":"paid, sent"}}"#);
    let value = format!("[{}]", (10..30).map(row).collect::<Vec<_>>().join(","));
    let levels = ["fast", "balanced", "small"].map(|level| {
        let arguments = ["convert", "--from", "json", "--to", "larder", "--level", level];
        let output = larder().args(arguments).write_stdin(value.clone()).output().unwrap();
        assert!(output.status.success(), "{level}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(convert("larder", "json", &output.stdout), value.as_bytes());
        output.stdout
    });
    assert!(levels[0].len() > levels[1].len(), "fast and balanced");
    assert!(levels[1].len() >= levels[2].len(), "balanced and small");
    assert_eq!(convert("json", "larder", value.as_bytes()), levels[1], "the default");
}

#[test]
fn a_level_is_one_of_three_and_only_of_the_larder_format() {
    let convert = ["convert", "--from", "json", "--level", "small"];
    let other = larder().args(convert).args(["--to", "msgpack"]).write_stdin("1").assert().code(2);
    other.stderr(predicate::str::contains("--level works only with --to larder"));
    let convert = ["convert", "--from", "json", "--to", "larder", "--level", "smallest"];
    let unknown = larder().args(convert).write_stdin("1").assert().code(2);
    unknown.stderr(predicate::str::contains("choose fast, balanced or small"));
}

#[test]
fn what_would_be_lost_is_said_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.json");
    let php = r#"O:8:"stdClass":1:{s:1:"a";s:1:"b";}"#;
    let arguments = ["convert", "--from", "php", "--to", "json", "-o", out.to_str().unwrap()];
    larder().args(arguments).write_stdin(php).assert().code(1).stderr(
        predicate::str::contains("would be lost")
            .and(predicate::str::contains("stdClass"))
            .and(predicate::str::contains("--lossy")),
    );
    assert!(!out.exists());
    larder()
        .args(arguments)
        .arg("--lossy")
        .write_stdin(php)
        .assert()
        .success()
        .stderr(predicate::str::contains("is lost"));
    assert_eq!(fs::read_to_string(&out).unwrap(), r#"{"a":"b"}"#);
}

#[test]
fn kinds_are_left_out_with_a_note() {
    // [Long 1, TreeSet ["a"]]
    let kinds = b"\xC1\x40\xF3\x02\xFD\x10\x03\x01\xFD\x10\x42\xF3\x01\x31a";
    let note = || {
        predicate::str::contains("is lost in json: kinds")
            .and(predicate::str::contains("2 times, the first: Long"))
    };
    let to_json = ["convert", "--from", "larder", "--to", "json"];
    larder()
        .args(to_json)
        .write_stdin(kinds.as_slice())
        .assert()
        .success()
        .stdout(r#"[1,["a"]]"#)
        .stderr(note());
    let line = format!("{}\n", BASE64.encode(kinds));
    larder()
        .args(to_json)
        .arg("--lines")
        .write_stdin(line)
        .assert()
        .success()
        .stdout("[1,[\"a\"]]\n")
        .stderr(note());
    assert_eq!(convert("larder", "larder", kinds), kinds);
}

#[test]
fn lines_are_converted_in_bulk() {
    let lines: String =
        (0..2500).map(|id| format!("{{\"id\":{id},\"name\":\"n{id}\"}}\n")).collect();
    let there = larder()
        .args(["convert", "--from", "json", "--to", "igbinary", "--lines"])
        .write_stdin(lines.as_str())
        .output()
        .unwrap();
    assert!(there.status.success());
    let first = there.stdout.split(|byte| *byte == b'\n').next().unwrap();
    let first: String = serde_json::from_slice(first).unwrap();
    assert!(BASE64.decode(first).unwrap().starts_with(&[0, 0, 0, 2]));
    let unquoted: Vec<u8> = there.stdout.iter().copied().filter(|byte| *byte != b'"').collect();
    let back = larder()
        .args(["convert", "--from", "igbinary", "--to", "json", "--lines"])
        .write_stdin(unquoted)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(back.stdout).unwrap(), lines);
    for from in ["igbinary", "auto"] {
        let back = larder()
            .args(["convert", "--from", from, "--to", "json", "--lines"])
            .write_stdin(there.stdout.clone())
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(back.stdout).unwrap(), lines);
    }
}

#[test]
fn a_bad_line_is_named_and_a_file_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let arguments =
        ["convert", "--from", "json", "--to", "msgpack", "--lines", "-o", out.to_str().unwrap()];
    larder()
        .args(arguments)
        .write_stdin("{}\n{\"a\":\n")
        .assert()
        .code(1)
        .stderr(predicate::str::contains("line 2"));
    assert!(!out.exists());
    let arguments =
        ["convert", "--from", "msgpack", "--to", "json", "--lines", "-o", out.to_str().unwrap()];
    larder()
        .args(arguments)
        .write_stdin("gA==\n*\n")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("line 2").and(predicate::str::contains("base64")));
    assert!(!out.exists());
}

#[test]
fn a_format_that_is_found_out_must_be_beyond_doubt() {
    larder()
        .args(["convert", "--from", "auto", "--to", "json"])
        .write_stdin("42")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--from"));
    let php = r#"a:1:{s:1:"a";d:0.5;}"#;
    larder()
        .args(["convert", "--from", "auto", "--to", "json"])
        .write_stdin(php)
        .assert()
        .success()
        .stdout(r#"{"a":0.5}"#);
}

#[test]
fn formats_that_are_only_read_are_said() {
    larder()
        .args(["convert", "--from", "json", "--to", "jdk"])
        .write_stdin("1")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("read but not written"));
    larder()
        .args(["convert", "--from", "json", "--to", "php"])
        .write_stdin("{")
        .assert()
        .code(1)
        .stderr(predicate::str::contains("truncated"));
}

#[test]
fn json_is_escaped_as_php_does_where_asked() {
    let value = "[\"\u{e9}\u{1f600}/\"]";
    let plain = larder()
        .args(["convert", "--from", "json", "--to", "json"])
        .write_stdin(value)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(plain.stdout).unwrap(), value);
    let escaped = larder()
        .args(["convert", "--from", "json", "--to", "json", "--ascii"])
        .write_stdin(value)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(escaped.stdout).unwrap(), "[\"\\u00e9\\ud83d\\ude00\\/\"]");
}

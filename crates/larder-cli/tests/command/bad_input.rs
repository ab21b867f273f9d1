//! What is wrong is said, where it is and what to do; what is right beside it still stands.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use predicates::prelude::*;
use tempfile::TempDir;

use crate::common::{compare, document, larder, row, rows};

const BRIEF: [&str; 4] = ["--time", "0.02", "--no-redis", "--timeout=60"];
/// One codec of each runtime.
const ONE_EACH: [&str; 2] = ["--codec", "json,jackson"];

fn file(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Compares one input in each runtime.
fn in_each_runtime(input: &str) -> (i32, serde_json::Value) {
    compare(&[&[input], &ONE_EACH[..], &BRIEF].concat())
}

#[test]
fn an_unknown_dataset_lists_what_there_is() {
    larder().args(["compare", "sesion"]).assert().code(2).stderr(
        predicate::str::contains("small-mixed, chinese-text")
            .and(predicate::str::contains(".jsonl")),
    );
}

#[test]
fn a_count_that_is_none_is_said() {
    larder()
        .args(["compare", "people:many"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("people:500"));
}

#[test]
fn an_unknown_codec_lists_what_there_is() {
    larder()
        .args(["compare", "session", "--runtime", "php,native", "--codec", "igbinray"])
        .assert()
        .code(2)
        .stderr(
            predicate::str::contains("igbinray")
                .and(predicate::str::contains("php: json, json-unescaped"))
                .and(predicate::str::contains("native: json")),
        );
}

#[test]
fn malformed_json_is_named_by_file_line_and_column() {
    let folder = TempDir::new().unwrap();
    for (content, place) in
        [("[1,\n  {\"a\": NaN}]", ":2:9: "), ("{\"a\": \"\\ud800\"}", ":1:"), ("[1 2]", ":1:4: ")]
    {
        let input = file(&folder, "broken.json", content);
        larder()
            .args(["compare", &input])
            .assert()
            .code(2)
            .stderr(predicate::str::contains(format!("{input}{place}")))
            .stdout("");
    }
}

#[test]
fn integers_beyond_64_bits_are_measured_as_each_runtime_holds_them_and_said() {
    let folder = TempDir::new().unwrap();
    let (code, document) =
        in_each_runtime(&file(&folder, "big.json", "[{\"n\": 123456789012345678901234567890}]"));
    assert_eq!(code, 0, "{document:#}");
    for (runtime, codec) in [("php", "json"), ("native", "json")] {
        let row = rows(&document)
            .iter()
            .find(|row| row["runtime"] == runtime && row["codec"] == codec)
            .unwrap();
        assert!(row["notes"].to_string().contains("integers beyond 64 bits are floats"), "{row:#}");
    }
    assert_eq!(
        rows(&document).iter().find(|row| row["runtime"] == "jvm").unwrap()["roundtrip"],
        "exact"
    );
}

#[test]
fn a_value_that_a_codec_does_not_take_fails_its_row_and_the_others_stand() {
    let folder = TempDir::new().unwrap();
    // fastjson2 takes this key for one of its references.
    let input = file(&folder, "reference.json", "[{\"a\": {\"$ref\": \"$.b\"}, \"b\": 1}]");
    let (code, document) =
        compare(&[&[&*input, "--runtime", "jvm", "--codec", "fastjson2,jdk"], &BRIEF[..]].concat());
    assert_eq!(code, 1, "{document:#}");
    let fastjson2 = row(&document, &input, "jvm", "fastjson2");
    assert_eq!(fastjson2["roundtrip"], "failed");
    assert!(fastjson2["error"].as_str().unwrap().contains("at value 0"), "{fastjson2:#}");
    assert!(fastjson2["bytes"].is_null());
    assert_eq!(row(&document, &input, "jvm", "jdk")["roundtrip"], "exact");
}

#[test]
fn duplicate_keys_are_said_and_the_last_counts() {
    let folder = TempDir::new().unwrap();
    let (code, document) = in_each_runtime(&file(&folder, "twice.json", "[{\"a\": 1, \"a\": 2}]"));
    assert_eq!(code, 0, "{document:#}");
    assert!(
        document["datasets"][0]["notes"][0]
            .as_str()
            .unwrap()
            .contains("\"a\": the last value counts")
    );
}

#[test]
fn nesting_of_512_is_measured_and_more_is_refused() {
    let folder = TempDir::new().unwrap();
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let (code, document) = in_each_runtime(&file(&folder, "deep.jsonl", nested(512)));
    assert_eq!(code, 0, "{document:#}");
    for row in rows(&document) {
        assert_eq!(row["roundtrip"], "exact", "{row:#}");
    }
    let deeper = file(&folder, "deeper.jsonl", nested(513));
    larder()
        .args(["compare", &deeper])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("nested deeper than 512 levels"));
}

#[test]
fn a_value_of_50_mb_is_measured() {
    let folder = TempDir::new().unwrap();
    let input = file(&folder, "large.json", format!("[\"{}\"]", "x".repeat(50_000_000)));
    let (code, document) =
        compare(&[&*input, "--codec", "json,jackson", "--time", "0.02", "--no-redis"]);
    assert_eq!(code, 0, "{document:#}");
    for row in rows(&document) {
        assert_eq!(
            (&row["roundtrip"], &row["bytes"]["mean"]),
            (&"exact".into(), &50_000_002.0.into()),
            "{row:#}"
        );
    }
}

#[test]
fn a_file_for_results_that_cannot_be_written_is_said_before_anything_is_measured() {
    larder()
        .args(["compare", "session", "--report", "/no/such/folder/report.html"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("/no/such/folder"));
}

/// A php that runs the real one, but does `instead` when it is to measure igbinary.
fn php_that(instead: &str, folder: &Path) -> PathBuf {
    let path = folder.join("php");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *measure*) read -r job; case \"$job\" in *'\"igbinary\"'*) {instead};; esac; \
        {{ printf '%s\\n' \"$job\"; cat; }} | php \"$@\";; *) exec php \"$@\";; esac\n"
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn a_runner_that_dies_fails_its_row_and_says_how() {
    let folder = TempDir::new().unwrap();
    let php = php_that("echo 'zend_mm_heap corrupted' >&2; kill -SEGV $$", folder.path());
    let mut command = larder();
    command
        .env("LARDER_PHP", php)
        .args(["compare", "small-mixed", "--runtime", "php", "--codec", "igbinary", "--json", "-"])
        .args(BRIEF);
    let (code, document) = document(&mut command);
    let error =
        row(&document, "small-mixed", "php", "igbinary")["error"].as_str().unwrap().to_owned();
    assert_eq!(code, 1);
    assert!(
        error.contains("killed by SIGSEGV") && error.contains("zend_mm_heap corrupted"),
        "{error}"
    );
}

#[test]
fn a_runner_that_hangs_is_stopped_at_the_limit_and_the_other_rows_stand() {
    let folder = TempDir::new().unwrap();
    let php = php_that("sleep 600", folder.path());
    let mut command = larder();
    command.env("LARDER_PHP", php).args([
        "compare",
        "small-mixed",
        "--runtime",
        "php,native",
        "--codec",
        "igbinary,json",
        "--json",
        "-",
    ]);
    command.args(["--time", "0.02", "--no-redis", "--timeout", "3"]);
    let (code, document) = document(&mut command);
    assert_eq!(code, 1);
    assert!(
        row(&document, "small-mixed", "php", "igbinary")["error"]
            .as_str()
            .unwrap()
            .contains("within 3 s")
    );
    assert_eq!(row(&document, "small-mixed", "native", "json")["roundtrip"], "exact");
}

#[test]
fn a_codec_that_is_not_there_but_asked_for_is_a_failed_row_that_says_how_to_get_it() {
    let folder = TempDir::new().unwrap();
    let bare = folder.path().join("php");
    fs::write(&bare, "#!/bin/sh\nexec php -n \"$@\"\n").unwrap();
    fs::set_permissions(&bare, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = larder();
    command.env("LARDER_PHP", bare).args([
        "compare",
        "small-mixed",
        "--runtime",
        "php",
        "--codec",
        "igbinary,json",
        "--json",
        "-",
    ]);
    let (code, document) = document(command.args(BRIEF));
    assert_eq!(code, 1);
    assert!(
        row(&document, "small-mixed", "php", "igbinary")["error"]
            .as_str()
            .unwrap()
            .contains("php-igbinary")
    );
    assert_eq!(row(&document, "small-mixed", "php", "json")["roundtrip"], "exact");
}

#[test]
fn a_missing_runtime_is_one_line_and_nothing_else_fails() {
    let folder = TempDir::new().unwrap();
    let output = larder()
        .env("PATH", folder.path())
        .env_remove("JAVA_HOME")
        .args(["compare", "--time", "0.02", "--csv", "-"])
        .assert()
        .success()
        .stderr(
            predicate::str::contains("skipping the runtime php: no php on PATH: apt-get install")
                .and(predicate::str::contains(
                    "skipping the runtime jvm: no java on PATH: apt-get install",
                ))
                .and(predicate::str::contains("apt-get install redis-server")),
        );
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(
        text.contains("session,native,json,serde_json") && text.contains(",true,"),
        "the default input without a JVM, memory estimated: {text}"
    );
}

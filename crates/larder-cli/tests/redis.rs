//! A Redis as input, and the user's own Redis to measure in.

mod common;

use common::{Redis, compare, larder, row, rows};
use predicates::prelude::*;
use redis::Commands;

const BRIEF: [&str; 4] = ["--time", "0.02", "--codec", "json,jackson"];

#[test]
fn strings_of_a_live_redis_are_read_by_scan_in_whatever_format_and_others_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    for id in 0..300 {
        let _: () = connection.set(format!("user:{id}"), format!("{{\"id\":{id}}}")).unwrap();
    }
    let _: () = connection.set("user:php", "a:1:{s:2:\"id\";i:7;}").unwrap();
    let _: () = connection.set("user:msgpack", b"\x81\xa2id\x07").unwrap();
    let _: () = connection.set("user:object", "O:4:\"User\":1:{s:2:\"id\";i:7;}").unwrap();
    let _: () = connection.set("user:text", "no format at all").unwrap();
    let _: () = connection.set("other", "{}").unwrap();
    let _: () = connection.rpush("user:list", "[]").unwrap();

    let url = format!("{}?match=user:*&sample=1000", server.url());
    let (code, document) = compare(&[&[&*url, "--runtime", "native", "--no-redis"], &BRIEF[..2]].concat());
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(document["datasets"][0]["values"], 303);
    let notes = document["datasets"][0]["notes"].to_string();
    for said in
        ["300 values in json", "1 value in msgpack", "2 values in php", "classes", "1 value is left out", "text in no format"]
    {
        assert!(notes.contains(said), "{said}: {notes}");
    }

    let url = format!("{}?match=user:*&sample=40", server.url());
    let (_, document) = compare(&[&[&*url, "--runtime", "native", "--no-redis"], &BRIEF[..2]].concat());
    assert!((36..=40).contains(&document["datasets"][0]["values"].as_u64().unwrap()));
    let keys: usize = redis::cmd("DBSIZE").query(&mut connection).unwrap();
    assert_eq!(keys, 306, "reading changes nothing");
}

#[test]
fn a_redis_input_that_is_down_fails_its_rows_and_the_others_stand() {
    let (code, document) =
        compare(&["redis://127.0.0.1:1/0", "small-mixed", "--runtime", "native", "--time", "0.02", "--no-redis"]);
    assert_eq!(code, 1);
    assert!(rows(&document)[0]["error"].as_str().unwrap().contains("cannot be used"), "{document:#}");
    assert_eq!(row(&document, "small-mixed", "native", "json")["roundtrip"], "exact");
}

#[test]
fn the_users_own_redis_is_measured_in_and_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&["--requirepass", "s3cret"], folder.path());
    let url = server.url().replace("redis://", "redis://:s3cret@");
    let mut connection = redis::Client::open(url.as_str()).unwrap().get_connection().unwrap();
    let _: () = connection.set("mine", "1").unwrap();
    let (code, document) = compare(&[&["small-mixed", "--redis", &url], &BRIEF[..]].concat());
    assert_eq!(code, 0, "{document:#}");
    for row in rows(&document) {
        assert_eq!(row["redis_estimated"], false, "{row:#}");
        let bytes = row["redis_bytes_per_value"].as_f64().unwrap();
        assert!((300.0..500.0).contains(&bytes), "{row:#}");
    }
    let keys: Vec<String> = connection.keys("*").unwrap();
    assert_eq!(keys, ["mine"]);
}

#[test]
fn values_that_fill_whole_pipelines_are_measured_too() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("large.json");
    std::fs::write(&input, format!("[\"{}\"]", "x".repeat(2 << 20))).unwrap();
    let (code, document) = compare(&[input.to_str().unwrap(), "--codec", "json,jackson", "--time", "0.02"]);
    assert_eq!(code, 0, "{document:#}");
    for row in rows(&document) {
        assert_eq!(row["redis_estimated"], false, "{row:#}");
    }
}

#[test]
fn a_redis_to_measure_in_that_is_down_is_said_and_memory_is_estimated() {
    let output = larder()
        .args(["compare", "small-mixed", "--runtime", "native", "--redis", "redis://127.0.0.1:1", "--time", "0.02"])
        .assert()
        .code(1)
        .stderr(
            predicate::str::contains("Redis at redis://127.0.0.1:1 cannot be used").and(predicate::str::contains("estimated")),
        );
    assert!(String::from_utf8_lossy(&output.get_output().stdout).contains('~'));
}

#[test]
fn a_redis_that_refuses_is_said_and_memory_is_estimated() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&["--requirepass", "s3cret"], folder.path());
    larder()
        .args([
            "compare",
            "small-mixed",
            "--runtime",
            "native",
            "--redis",
            &server.url().replace("redis://", "redis://:wrong@"),
            "--time",
            "0.02",
        ])
        .assert()
        .code(1)
        .stderr(
            predicate::str::contains("cannot be used")
                .and(predicate::str::contains("estimated"))
                .and(predicate::str::contains("wrong").not()),
        );
}

#[test]
fn a_redis_that_is_out_of_memory_is_said_and_the_rows_stand() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&["--maxmemory", "2mb", "--maxmemory-policy", "noeviction"], folder.path());
    let (code, document) = compare(&[&["wp-options", "--redis", &server.url()], &BRIEF[..]].concat());
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(rows(&document).len(), 3);
    for row in rows(&document) {
        assert_eq!(row["redis_estimated"], true, "{row:#}");
        assert!(row["notes"].to_string().contains("OOM"), "{row:#}");
    }
    let keys: usize = redis::cmd("DBSIZE").query(&mut server.connect()).unwrap();
    assert_eq!(keys, 0);
}

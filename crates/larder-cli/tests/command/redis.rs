//! A Redis as input, and the user's own Redis to measure in.

use std::net::{Ipv4Addr, TcpListener};

use redis::Commands;

use crate::common::{Redis, compare, larder, rows};

const BRIEF: [&str; 4] = ["--time", "0.02", "--codec", "json,jackson"];

#[test]
fn values_of_a_live_redis_are_read_by_scan_in_whatever_format_and_of_whatever_type() {
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
    let _: () = connection.hset_multiple("user:hash", &[("a", "{}"), ("b", "[]")]).unwrap();

    let url = format!("{}?match=user:*&sample=1000", server.url());
    let (code, document) =
        compare(&[&[&*url, "--runtime", "native", "--no-redis"], &BRIEF[..2]].concat());
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(document["datasets"][0]["values"], 306);
    let notes = document["datasets"][0]["notes"].to_string();
    for said in [
        "303 values in json",
        "2 values of 1 hash",
        "1 value of 1 list",
        "beside 304 strings",
        "1 value in msgpack",
        "2 values in php",
        "classes",
        "1 value is left out",
        "plain text",
    ] {
        assert!(notes.contains(said), "{said}: {notes}");
    }

    let url = format!("{}?match=user:*&sample=40", server.url());
    let (_, document) =
        compare(&[&[&*url, "--runtime", "native", "--no-redis"], &BRIEF[..2]].concat());
    assert!((36..=40).contains(&document["datasets"][0]["values"].as_u64().unwrap()));
    let keys: usize = redis::cmd("DBSIZE").query(&mut connection).unwrap();
    assert_eq!(keys, 307, "reading changes nothing");
}

/// The one line that a command prints, and nothing else, before it ends with 2.
fn refused(arguments: &[&str]) -> String {
    let assert = larder().args(arguments).assert().code(2).stdout("");
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(said.starts_with("larder: ") && said.lines().count() == 1, "{arguments:?}: {said}");
    said
}

#[test]
fn a_redis_that_cannot_be_used_is_one_line_of_every_subcommand() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p").to_str().unwrap().to_owned();
    let server = Redis::start(&["--requirepass", "s3cret"], folder.path());
    let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let with = |user: &str, db: &str| format!("redis://{user}127.0.0.1:{}/{db}", server.port);
    let cases = [
        ("redis://127.0.0.1:1/0".to_owned(), "no server listens there"),
        (with("", "0"), "needs a password"),
        (with(":wr0ng@", "0"), "refuses the user or the password"),
        (with(":s3cret@", "99"), "no database of this number"),
        (with(":s3cret@", "first"), "no database of this number"),
        (
            format!("redis://127.0.0.1:{}/0", silent.local_addr().unwrap().port()),
            "does not answer within seconds",
        ),
    ];
    for (url, why) in &cases {
        for arguments in [
            &["compare", url, "small-mixed"][..],
            &["compare", "small-mixed", "--redis", url],
            &["train", url, "-o", &profile],
            &["inspect", "key", "--redis", url],
        ] {
            let said = refused(arguments);
            assert!(said.contains("cannot be used") && said.contains(why), "{arguments:?}: {said}");
            assert!(!said.contains("wr0ng") && !said.contains("s3cret"), "{said}");
        }
    }
}

#[test]
fn an_input_without_values_is_one_line_of_every_subcommand() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (profile, empty, none, lines) =
        (path("p"), path("empty"), path("none.json"), path("none.jsonl"));
    std::fs::write(&empty, "").unwrap();
    std::fs::write(&none, "[]").unwrap();
    std::fs::write(&lines, "\n\n").unwrap();
    for arguments in [
        &["compare", &none][..],
        &["compare", "small-mixed", &lines],
        &["compare", &server.url()],
        &["train", &none, "-o", &profile],
        &["train", &server.url(), "-o", &profile],
        &["inspect", &empty],
        &["convert", &empty, "--from", "auto", "--to", "json"],
        &["convert", &lines, "--lines", "--from", "json", "--to", "msgpack"],
    ] {
        let said = refused(arguments);
        assert!(said.contains("no values"), "{arguments:?}: {said}");
    }
    assert!(refused(&["inspect", "key", "--redis", &server.url()]).contains("no key"));
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
        // Valkey 8.1 and newer take less for a key.
        assert!((200.0..500.0).contains(&bytes), "{row:#}");
    }
    let keys: Vec<String> = connection.keys("*").unwrap();
    assert_eq!(keys, ["mine"]);
}

#[test]
fn values_that_fill_whole_pipelines_are_measured_too() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("large.json");
    std::fs::write(&input, format!("[\"{}\"]", "x".repeat(2 << 20))).unwrap();
    let (code, document) =
        compare(&[input.to_str().unwrap(), "--codec", "json,jackson", "--time", "0.02"]);
    assert_eq!(code, 0, "{document:#}");
    for row in rows(&document) {
        assert_eq!(row["redis_estimated"], false, "{row:#}");
    }
}

#[test]
fn a_redis_that_is_out_of_memory_is_said_and_the_rows_stand() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Redis::start(&["--maxmemory", "2mb", "--maxmemory-policy", "noeviction"], folder.path());
    let (code, document) =
        compare(&[&["wp-options", "--redis", &server.url()], &BRIEF[..]].concat());
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(rows(&document).len(), 3);
    for row in rows(&document) {
        assert_eq!(row["redis_estimated"], true, "{row:#}");
        assert!(row["notes"].to_string().contains("OOM"), "{row:#}");
    }
    let keys: usize = redis::cmd("DBSIZE").query(&mut server.connect()).unwrap();
    assert_eq!(keys, 0);
}

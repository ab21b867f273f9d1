//! `larder inspect`: values of every format from a live Redis, what phpredis compressed, all types
//! of keys, and values that are broken.

use std::fs;
use std::process::Command as Process;

use predicates::prelude::*;
use redis::Commands;
use serde_json::{Value, json};

use crate::common::{Redis, document, larder};

/// `{"id": 7, "name": "Alice", "tags": ["a", "b"]}` as each format's own library wrote it: json by
/// hand, msgpack, php and igbinary by their PHP extensions, hprose by its specification, cbor by
/// RFC 8949, jdk and hessian from a LinkedHashMap, pickle by Python.
const ALICE: [(&str, &str); 9] = [
    ("json", "7b226964223a372c226e616d65223a22416c696365222c2274616773223a5b2261222c2262225d7d"),
    ("msgpack", "83a2696407a46e616d65a5416c696365a47461677392a161a162"),
    (
        "php",
        "613a333a7b733a323a226964223b693a373b733a343a226e616d65223b733a353a22416c696365223b733a343a2274616773223b613a323a7b693a303b733a313a2261223b693a313b733a\
         313a2262223b7d7d",
    ),
    (
        "igbinary",
        "00000002140311026964060711046e616d651105416c696365110474616773140206001101610601110162",
    ),
    (
        "hprose",
        "6d337b7332226964223773342 26e616d65227335 22416c696365227334 2274616773 2261327b756175627d7d",
    ),
    ("cbor", "a3626964 07 646e616d65 65416c696365 6474616773 82 6161 6162"),
    (
        "jdk",
        "aced0005737200176a6176612e7574696c2e4c696e6b6564486173684d617034c04e5c106cc0fb0200015a000b6163636573734f72646572787200116a6176612e7574696c2e48617368\
         4d61700507dac1c31660d103000246000a6c6f6164466163746f724900097468726573686f6c6478703f4000000000000c770800000010000000037400026964737200116a6176612e6c61\
         6e672e496e746567657212e2a0a4f781873802000149000576616c7565787200106a6176612e6c616e672e4e756d62657286ac951d0b94e08b0200007870000000077400046e616d657400\
         05416c69636574000474616773737200136a6176612e7574696c2e41727261794c6973747881d21d99c7619d03000149000473697a657870000000027704000000027400016174000162787800",
    ),
    (
        "hessian",
        "4d176a6176612e7574696c2e4c696e6b6564486173684d617002696497046e616d6505416c69636504746167737a016101625a",
    ),
    (
        "pickle",
        "8004952e000000000000007d94288c026964944b078c046e616d65948c05416c696365948c0474616773945d94288c0161948c01629465752e",
    ),
];

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

fn alice() -> Value {
    json!({"id": 7, "name": "Alice", "tags": ["a", "b"]})
}

/// `larder inspect KEY --redis URL --json -`.
fn inspect(key: &str, server: &Redis) -> (i32, Value) {
    document(larder().args(["inspect", key, "--redis", &server.url(), "--json", "-"]))
}

#[test]
fn a_value_of_each_format_from_a_live_redis_is_told_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let larder_bytes = larder()
        .args(["convert", "--from", "json", "--to", "larder"])
        .write_stdin(alice().to_string())
        .output()
        .unwrap()
        .stdout;
    for (format, value) in ALICE
        .map(|(format, hex)| (format, bytes(hex)))
        .into_iter()
        .chain([("larder", larder_bytes)])
    {
        let _: () = connection.set(format, &value).unwrap();
        let (code, found) = inspect(format, &server);
        assert_eq!(code, 0, "{found:#}");
        assert_eq!(found["format"], format, "{found:#}");
        assert_eq!(found["ambiguous"], false, "{found:#}");
        assert_eq!(found["value"], alice(), "{found:#}");
        assert_eq!(found["bytes"], value.len());
        let charged: u64 =
            redis::cmd("MEMORY").arg("USAGE").arg(format).query(&mut connection).unwrap();
        assert_eq!(found["redis"]["memory_bytes"], charged);
        larder().args(["inspect", format, "--redis", &server.url()]).assert().success().stdout(
            predicate::str::contains(format)
                .and(predicate::str::contains("\"Alice\""))
                .and(predicate::str::contains('\u{1b}').not()),
        );
    }
}

#[test]
fn what_phpredis_serialized_and_compressed_is_seen_through() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let script = r#"
        $redis = new Redis();
        $redis->connect("127.0.0.1", (int) $argv[1]);
        $value = ["id" => 7, "name" => str_repeat("Alice", 40), "tags" => ["a", "b"]];
        foreach (["php" => Redis::SERIALIZER_PHP, "igbinary" => Redis::SERIALIZER_IGBINARY, "json" => Redis::SERIALIZER_JSON] as $name => $serializer) {
            foreach (["plain" => 0, "lzf (phpredis)" => Redis::COMPRESSION_LZF, "zstd" => Redis::COMPRESSION_ZSTD, "lz4 (phpredis)" => Redis::COMPRESSION_LZ4] as $way => $compression) {
                $redis->setOption(Redis::OPT_SERIALIZER, $serializer);
                $redis->setOption(Redis::OPT_COMPRESSION, $compression);
                $redis->set("$name $way", $value);
            }
        }
        $redis->setOption(Redis::OPT_SERIALIZER, Redis::SERIALIZER_NONE);
        $redis->setOption(Redis::OPT_COMPRESSION, Redis::COMPRESSION_NONE);
        $redis->set("php gzip", gzencode(serialize($value)));
        $redis->set("php zlib", gzcompress(serialize($value)));
    "#;
    let run = Process::new("php")
        .args(["-r", script, &server.port.to_string()])
        .output()
        .expect("php is installed");
    assert!(
        run.status.success() && run.stdout.is_empty(),
        "{}{}",
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr)
    );
    let keys: Vec<String> = server.connect().keys("*").unwrap();
    assert_eq!(keys.len(), 14);
    for key in keys {
        let (format, compression) = key.split_once(' ').unwrap();
        let (code, found) = inspect(&key, &server);
        assert_eq!(code, 0, "{key}: {found:#}");
        assert_eq!(found["format"], format, "{key}: {found:#}");
        let expected = if compression == "plain" { json!([]) } else { json!([compression]) };
        assert_eq!(found["compression"], expected, "{key}");
        assert_eq!(
            found["value"],
            json!({"id": 7, "name": "Alice".repeat(40), "tags": ["a", "b"]}),
            "{key}"
        );
        let raw = larder()
            .args(["inspect", &key, "--redis", &server.url(), "--raw"])
            .output()
            .unwrap()
            .stdout;
        assert_eq!(raw.len() as u64, found["content_bytes"].as_u64().unwrap());
    }
}

#[test]
fn a_value_that_phpredis_serialized_again_is_named_and_shown_as_both() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let script = r#"
        $redis = new Redis();
        $redis->connect("127.0.0.1", (int) $argv[1]);
        $value = ["id" => 7, "name" => "Alice"];
        $texts = ["json" => json_encode($value), "php" => serialize($value), "igbinary" => igbinary_serialize($value)];
        foreach (["php" => Redis::SERIALIZER_PHP, "igbinary" => Redis::SERIALIZER_IGBINARY] as $name => $serializer) {
            $redis->setOption(Redis::OPT_SERIALIZER, $serializer);
            foreach ($texts as $inner => $text) {
                $redis->set("$inner in $name", $text);
            }
            $redis->set("note in $name", "a text like any other, 12 words of it: {}");
        }
    "#;
    let run = Process::new("php").args(["-r", script, &server.port.to_string()]).output().unwrap();
    assert!(run.status.success() && run.stdout.is_empty(), "{run:?}");
    for outer in ["php", "igbinary"] {
        for inner in ["json", "php", "igbinary"] {
            let key = format!("{inner} in {outer}");
            let (code, found) = inspect(&key, &server);
            assert_eq!((code, &found["format"]), (0, &json!(outer)), "{key}: {found:#}");
            assert_eq!(found["inner_format"], inner, "{key}: {found:#}");
            assert_ne!(found["value"], json!({"id": 7, "name": "Alice"}), "{key}");
            let shown = larder()
                .args(["inspect", &key, "--redis", &server.url(), "--unwrap"])
                .assert()
                .success();
            let shown = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
            assert!(shown.contains(&format!("  {key}\n")), "{shown}");
            assert!(shown.contains("\"name\": \"Alice\""), "{shown}");
        }
        let (_, found) = inspect(&format!("note in {outer}"), &server);
        assert_eq!(found["inner_format"], json!(null), "{found:#}");
    }
}

/// The values are JetCache's own: see JetCacheValues.java beside them.
#[test]
fn what_jetcache_puts_before_a_value_is_seen_through() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/jetcache");
    for (encoder, format) in [("java", "jdk"), ("fastjson2", "json"), ("kryo5", "kryo")] {
        let file = format!("{folder}/{encoder}");
        let (code, found) = document(larder().args(["inspect", &file, "--json", "-"]));
        assert_eq!(found["jetcache"], encoder, "{found:#}");
        assert_eq!(found["format"], format, "{found:#}");
        // Kryo needs the program's classes.
        assert_eq!(code, i32::from(format == "kryo"), "{found:#}");
        match encoder {
            "java" => assert_eq!(found["value"]["value"]["name"], "Ada", "{found:#}"),
            "fastjson2" => assert_eq!(found["value"], json!({"id": 7, "name": "Ada"})),
            _ => {}
        }
        let shown = larder().args(["inspect", &file]).output().unwrap().stdout;
        let shown = String::from_utf8_lossy(&shown).into_owned();
        assert!(shown.contains(&format!("{format} in JetCache")), "{shown}");
        // Cut, it is none of them.
        let cut = fs::read(&file).unwrap();
        let cut = larder().args(["inspect", "-", "--json", "-"]).write_stdin(&cut[..3]).output();
        assert!(!String::from_utf8_lossy(&cut.unwrap().stdout).contains("\"jetcache\": \""));
    }
}

#[test]
fn the_elements_of_every_type_of_key_are_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let (igbinary, php) = (bytes(ALICE[3].1), bytes(ALICE[2].1));
    let _: () = connection.hset("hash", "field", &igbinary).unwrap();
    let _: () = connection.rpush("list", &[&igbinary, &php]).unwrap();
    let _: () = connection.sadd("set", &php).unwrap();
    let _: () = connection.zadd("zset", &igbinary, 1.5).unwrap();
    let _: () = redis::cmd("XADD")
        .arg("stream")
        .arg("1-1")
        .arg("field")
        .arg(&php)
        .query(&mut connection)
        .unwrap();
    for (key, label) in
        [("hash", "field"), ("list", "0"), ("set", ""), ("zset", "1.5"), ("stream", "1-1 field")]
    {
        let (code, found) = inspect(key, &server);
        assert_eq!(code, 0, "{found:#}");
        assert_eq!(found["redis"]["type"], key);
        assert_eq!(found["elements"][0]["label"], label, "{found:#}");
        assert_eq!(found["elements"][0]["value"], alice(), "{found:#}");
    }
    for at in 0..200 {
        let _: () = connection.rpush("long", at).unwrap();
    }
    larder()
        .args(["inspect", "long", "--redis", &server.url(), "--items", "3"])
        .assert()
        .success()
        .stdout(
            predicate::str::contains("list of 200 elements")
                .and(predicate::str::contains("197 more")),
        );
}

#[test]
fn a_broken_value_is_shown_as_far_as_it_reads() {
    for (format, hex) in ALICE {
        let whole = bytes(hex);
        let cut = &whole[..whole.len() - 3];
        larder()
            .args(["inspect", "-", "--format", format])
            .write_stdin(cut)
            .assert()
            .code(1)
            .stdout(
                predicate::str::contains(format!("It can be decoded as {format} up to byte"))
                    .and(predicate::str::contains("[")),
            );
    }
    // Formats that begin with a signature are told although they are broken.
    for (format, hex) in ALICE {
        if matches!(format, "json" | "php" | "igbinary" | "jdk" | "hprose") {
            let whole = bytes(hex);
            let (code, found) = document(
                larder()
                    .args(["inspect", "-", "--json", "-"])
                    .write_stdin(&whole[..whole.len() - 3]),
            );
            assert_eq!(code, 1, "{found:#}");
            assert_eq!(found["format"], format, "{found:#}");
            assert!(
                found["error"]["offset"].as_u64().unwrap() <= whole.len() as u64 - 3,
                "{found:#}"
            );
        }
    }
}

#[test]
fn a_larder_value_under_a_profile_says_which_and_is_read_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("s.profile");
    larder().args(["train", "session:64", "-o", profile.to_str().unwrap()]).assert().success();
    let value = larder()
        .args([
            "convert",
            "--from",
            "json",
            "--to",
            "larder",
            "--profile",
            profile.to_str().unwrap(),
        ])
        .write_stdin(alice().to_string())
        .output()
        .unwrap()
        .stdout;
    let file = folder.path().join("value");
    fs::write(&file, &value).unwrap();
    let file = file.to_str().unwrap();
    larder().args(["inspect", file]).assert().code(1).stdout(
        predicate::str::contains("missing-profile").and(predicate::str::contains("--profile")),
    );
    larder()
        .args(["inspect", file, "--profile", profile.to_str().unwrap()])
        .assert()
        .success()
        .stdout(predicate::str::contains("\"Alice\""));
}

#[test]
fn a_profile_is_named_and_a_damaged_one_says_where() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("s.profile");
    larder().args(["train", "session:64", "-o", file.to_str().unwrap()]).assert().success();
    let inspect = || larder().arg("inspect").arg(&file).assert().code(1);
    inspect().stdout(
        predicate::str::contains("larder-profile\n")
            .and(predicate::str::contains("larder profile show")),
    );
    let mut damaged = fs::read(&file).unwrap();
    damaged[20] ^= 1;
    fs::write(&file, damaged).unwrap();
    inspect().stdout(
        predicate::str::contains("larder-profile, which cannot be decoded")
            .and(predicate::str::contains("bad-profile")),
    );
    // A text that begins so is a text.
    larder()
        .args(["inspect", "-"])
        .write_stdin("LRDP is how a profile begins")
        .assert()
        .success()
        .stdout(predicate::str::contains("standard input  text\n"));
}

#[test]
fn formats_that_need_their_classes_are_named() {
    let kryo = bytes("01006a6176612e7574696c2e41727261794c6973f4830300827879f9");
    let fst = bytes(
        "0001176a6176612e7574696c2e4c696e6b6564486173684d617002fc026964f707fc046e616d65fc05416c696365",
    );
    let jsonb =
        bytes("924c53245000a64c6167651e4d6e616d654e416c6963654d74616773924a4101964a614a62a5");
    for (name, value) in [("kryo", kryo), ("fst", fst), ("fastjson2-jsonb", jsonb)] {
        larder()
            .args(["inspect", "-"])
            .write_stdin(value)
            .assert()
            .code(1)
            .stdout(predicate::str::contains(name).and(predicate::str::contains("class")));
    }
}

#[test]
fn what_is_ambiguous_is_said() {
    let (code, found) = document(larder().args(["inspect", "-", "--json", "-"]).write_stdin("42"));
    assert_eq!((code, &found["ambiguous"]), (0, &json!(true)), "{found:#}");
    larder()
        .args(["inspect", "-"])
        .write_stdin("42")
        .assert()
        .success()
        .stdout(predicate::str::contains("--format"));
    let (_, found) = document(
        larder().args(["inspect", "-", "--json", "-"]).write_stdin("[2018-11-05 10:00:00] started"),
    );
    assert_eq!(found["format"], "text", "{found:#}");
    larder()
        .args(["inspect", "-"])
        .write_stdin("")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no values"));
}

#[test]
fn what_is_not_there_is_said_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    larder()
        .args(["inspect", "nothing-here"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--redis"));
    larder()
        .args(["inspect", "none", "--redis", &server.url()])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("there is no key none"));
    larder()
        .args(["inspect", "k", "--redis", "redis://127.0.0.1:1"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("cannot be used"));
    larder()
        .args(["inspect", "-", "--format", "xml"])
        .write_stdin("x")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("igbinary"));
}

#[test]
fn nothing_that_a_value_holds_reaches_a_terminal() {
    larder()
        .args(["inspect", "-"])
        .write_stdin(r#"{"a":"\u001b[31m\u0007 red"}"#)
        .assert()
        .success()
        .stdout(
            predicate::str::contains('\u{1b}').not().and(predicate::str::contains('\u{7}').not()),
        );
}

#[test]
fn kinds_are_shown_by_name() {
    // [Long 1, TreeSet ["a"], EnumSet of app.Color [], kind 7f true]; the name of another holds an
    // escape sequence.
    let kinds = b"\xC1\x40\xF3\x05\xFD\x10\x03\x01\xFD\x10\x42\xF3\x01\x31a\xFD\x10\x81\x39app.Color\xF3\x00\xFD\x10\x7F\xEA\xFD\x10\x80\x33\x1B[2\xF3\x00";
    let shown =
        larder().args(["inspect", "-"]).write_stdin(kinds.as_slice()).output().unwrap().stdout;
    let shown = String::from_utf8(shown).unwrap();
    for expected in ["Long 1\n", "TreeSet [\n", "EnumSet of app.Color []\n", "kind 7f true\n"] {
        assert!(shown.contains(expected), "{expected:?} in {shown}");
    }
    assert!(!shown.contains('\x1B'), "{shown:?}");
}

#[test]
fn depth_and_items_bound_what_is_shown() {
    let value = json!({"a": {"b": {"c": 1}}, "list": (0..100).collect::<Vec<_>>()}).to_string();
    larder()
        .args(["inspect", "-", "--depth", "2", "--items", "4"])
        .write_stdin(value)
        .assert()
        .success()
        .stdout(predicate::str::contains("{…} 1 key").and(predicate::str::contains("96 more")));
}

#[test]
fn sizes_in_other_formats_end_where_copies_of_shared_values_do_not() {
    let doubled = [b"(]".as_slice(), &b"2\x86".repeat(91), b"t."].concat();
    let inspected = larder().args(["inspect", "-"]).write_stdin(doubled.clone()).assert().success();
    inspected.stdout(
        predicate::str::contains("json over 1,048,576")
            .and(predicate::str::contains("larder over").not()),
    );
    let (code, found) =
        document(larder().args(["inspect", "-", "--json", "-"]).write_stdin(doubled));
    assert_eq!((code, found["value_error"]["kind"].as_str()), (0, Some("too-large")), "{found:#}");
}

//! `larder compare` on real runtimes: PHP, a JVM, native code, Redis.

use std::fmt::Write as _;
use std::fs;

use predicates::prelude::*;
use serde_json::json;

use crate::common;
use crate::common::{compare, larder, row, rows, unwrapped};

const BRIEF: [&str; 2] = ["--time", "0.05"];

#[test]
fn every_php_codec_has_an_exact_row_of_the_published_size_on_the_articles_arrays() {
    let (code, document) = compare(&[
        "small-mixed",
        "chinese-text",
        "small-array",
        "large-array",
        "--runtime",
        "php",
        BRIEF[0],
        BRIEF[1],
    ]);
    assert_eq!(code, 0, "{document:#}");
    // JSON twice, serialize, igbinary twice, MessagePack, hprose, Larder at three levels.
    assert_eq!(rows(&document).len(), 4 * 10);
    for row in rows(&document) {
        assert_eq!(row["roundtrip"], "exact", "{row:#}");
        assert_eq!(row["redis_estimated"], false);
        for figure in ["encode_ns", "decode_ns"] {
            assert_eq!(row[figure]["samples"].as_array().unwrap().len(), 20);
            assert!(row[figure]["median"].as_f64().unwrap() > 0.0);
        }
        assert!(
            row["redis_bytes_per_value"].as_f64().unwrap() > row["bytes"]["mean"].as_f64().unwrap()
        );
    }
    let published = [
        ("small-mixed", "json", 281.0),
        ("small-mixed", "serialize", 321.0),
        ("small-mixed", "msgpack", 139.0),
        ("chinese-text", "json", 1350.0),
        ("chinese-text", "json-unescaped", 798.0),
        ("chinese-text", "igbinary", 789.0),
        ("small-array", "json", 156.0),
        ("large-array", "json", 5350.0),
    ];
    for (dataset, codec, bytes) in published {
        assert_eq!(
            row(&document, dataset, "php", codec)["bytes"]["mean"],
            bytes,
            "{dataset} {codec}"
        );
    }
}

#[test]
fn larder_is_smallest_in_php_and_a_profile_halves_it() {
    let codecs = "serialize,igbinary,igbinary-nocompact,msgpack,larder-fast,larder,larder-small,\
                  larder-profile-fast,larder-profile,larder-profile-small";
    let (code, document) =
        compare(&["session:600", "--runtime", "php", "--codec", codecs, BRIEF[0], BRIEF[1]]);
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(rows(&document).len(), 10);
    for row in rows(&document) {
        assert_eq!(row["roundtrip"], "exact", "{row:#}");
        assert_eq!(
            row["notes"],
            json!([
                "php: measured on every second value, as codecs that learn have learned from the others"
            ])
        );
    }
    let bytes = |codec| row(&document, "session", "php", codec)["bytes"]["mean"].as_f64().unwrap();
    assert!(bytes("larder") < bytes("msgpack").min(bytes("igbinary")));
    assert!(bytes("larder-small") < bytes("larder") && bytes("larder") < bytes("larder-fast"));
    assert!(bytes("larder-profile-fast") < bytes("larder-fast"));
    assert!(
        bytes("larder-profile") < bytes("igbinary") / 2.0
            && bytes("larder-profile-small") < bytes("larder-profile")
    );
}

#[test]
fn the_values_of_order_are_objects_in_php_and_a_codec_without_objects_loses_them() {
    let (code, document) = compare(&["order:40", "--runtime", "php", BRIEF[0], BRIEF[1]]);
    assert_eq!(code, 0, "{document:#}");
    assert!(rows(&document).len() > 7, "{document:#}");
    for row in rows(&document) {
        let codec = row["codec"].as_str().unwrap();
        let loss = row["loss"].as_str().unwrap_or_default();
        if codec.starts_with("json") {
            assert_eq!(row["roundtrip"], "lossy", "{row:#}");
            assert!(loss.starts_with("Larder\\Lab\\Shop\\Order became array"), "{row:#}");
        } else {
            assert_eq!(row["roundtrip"], "exact", "{row:#}");
        }
    }
}

#[test]
fn maps_listings_orders_and_pages_are_exact_in_native_code() {
    let datasets = ["lookup:40", "listing:20", "order:20", "page:16"];
    let codecs = ["--codec", "json,msgpack,cbor,larder"];
    let brief = ["--runtime", "native", "--no-redis", BRIEF[0], BRIEF[1]];
    let (code, document) = compare(&[&datasets[..], &codecs, &brief].concat());
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(rows(&document).len(), 4 * 4);
    assert!(rows(&document).iter().all(|row| row["roundtrip"] == "exact"), "{document:#}");
}

#[test]
fn shapes_are_compared_by_name_and_one_has_objects_in_php() {
    let shapes = ["objects:20", "tree:20", "map-50:16", "int:16", "points:16"];
    let codecs = ["--codec", "json,serialize,igbinary,larder-fast,larder,larder-small"];
    let brief = ["--runtime", "php", "--no-redis", BRIEF[0], BRIEF[1]];
    let (code, document) = compare(&[&shapes[..], &codecs, &brief].concat());
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(rows(&document).len(), 5 * 6);
    for row in rows(&document).iter().filter(|row| row["codec"] != "json") {
        assert_eq!(row["roundtrip"], "exact", "{row:#}");
    }
    let loss = &row(&document, "objects", "php", "json")["loss"];
    assert!(loss.as_str().unwrap().contains("Larder\\Lab\\Shop\\Line became array"), "{loss}");
}

#[test]
fn each_rival_is_beaten_or_the_nearest_level_says_what_it_misses() {
    let folder = tempfile::tempdir().unwrap();
    let [json, csv] = ["out.json", "out.csv"].map(|name| folder.path().join(name));
    let args = ["compare", "session:40", "--runtime", "php,native", "--no-redis"];
    let assert = larder()
        .args(args)
        .args(BRIEF)
        .arg("--json")
        .arg(&json)
        .arg("--csv")
        .arg(&csv)
        .assert()
        .success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let said: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.starts_with("  Beaten by") && !line.starts_with("  Not beaten"))
        .filter(|line| line.starts_with("  ") && !line.contains(" · "))
        .collect();
    let document: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let is_larder = |codec: &str| codec == "larder" || codec.starts_with("larder-");
    let mut rivals = 0;
    for rival in rows(&document) {
        let (runtime, codec) =
            (rival["runtime"].as_str().unwrap(), rival["codec"].as_str().unwrap());
        if is_larder(codec) {
            assert!(rival["dominated_by"].is_null() && rival["nearest"].is_null(), "{rival:#}");
            continue;
        }
        rivals += 1;
        let level = rival["dominated_by"].as_str();
        let nearest = rival["nearest"]["codec"].as_str();
        let named = level.or(nearest).unwrap();
        assert!(is_larder(named) && level.is_some() != nearest.is_some(), "{rival:#}");
        assert!(said.iter().any(|line| line.contains(codec)), "{codec} in {text}");
        let larder = row(&document, "session", runtime, named);
        let figure = |row: &serde_json::Value, name: &str| match name {
            "bytes" => row["bytes"]["mean"].as_f64().unwrap(),
            name => row[format!("{name}_ns")]["median"].as_f64().unwrap(),
        };
        for name in ["bytes", "encode", "decode"] {
            let ratio = figure(larder, name) / figure(rival, name);
            match rival["nearest"]["misses"][name].as_f64() {
                Some(missed) => assert!((missed - ratio).abs() < 1e-9 && ratio >= 1.0, "{rival:#}"),
                None => assert!(ratio <= 1.1, "{name} is {ratio} times that of {rival:#}"),
            }
        }
    }
    assert!(rivals > 10, "{document:#}");
    let of_a_table = |line: &str| line.starts_with(['┌', '│', '╞', '└']);
    let long: Vec<&str> =
        text.lines().filter(|line| !of_a_table(line) && line.chars().count() > 100).collect();
    assert!(long.is_empty(), "{long:#?}");
    assert!(fs::read_to_string(csv).unwrap().starts_with("dataset,"));
    assert!(!text.contains('\u{1b}'), "no colour in a pipe");
}

/// Compares these codecs of the JVM on people, and returns how many rows there are. Each must be
/// exact.
fn exact_rows_of_people(codecs: &str) -> usize {
    let (code, document) =
        compare(&["people", "--runtime", "jvm", "--codec", codecs, BRIEF[0], BRIEF[1]]);
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(document["datasets"][0]["values"], 10_000);
    for row in rows(&document) {
        assert_eq!(row["roundtrip"], "exact", "{row:#}");
        assert!(
            row["encode_alloc_bytes"].as_f64().unwrap()
                >= row["bytes"]["mean"].as_f64().unwrap() * 0.9,
            "{row:#}"
        );
        assert_eq!(row["redis_estimated"], false, "{row:#}");
        assert!(
            row["encode_ns"]["warm"].is_boolean() && row["decode_ns"]["warm"].is_boolean(),
            "{row:#}"
        );
    }
    let bytes = |codec| row(&document, "people", "jvm", codec)["bytes"]["mean"].as_f64().unwrap();
    assert!(bytes("msgpack") < bytes("hessian") && bytes("hessian") < bytes("jdk"));
    rows(&document).len()
}

#[test]
fn codecs_of_the_jvm_have_exact_rows_on_people() {
    let codecs = "jdk,kryo-registered,msgpack,hessian,fory,larder,larder-profile-small";
    assert_eq!(exact_rows_of_people(codecs), codecs.split(',').count());
}

#[test]
#[ignore = "takes minutes: make test-all"]
fn every_jvm_codec_has_an_exact_row_on_people() {
    let list = larder().args(["compare", "--list"]).assert().success();
    let list = String::from_utf8(list.get_output().stdout.clone()).unwrap();
    let jvm = list.split("Codecs of jvm").nth(1).unwrap().split("\n\n").next().unwrap();
    // The first line has the version of Java.
    let codecs = jvm.lines().skip(1).count();
    assert!(codecs > 15, "{list}");
    assert_eq!(exact_rows_of_people("all"), codecs);
}

#[test]
fn a_jvm_that_still_compiles_is_marked_in_the_table_and_the_document_and_the_warning_says_what_to_do()
 {
    let folder = tempfile::tempdir().unwrap();
    let json = folder.path().join("out.json");
    let csv = folder.path().join("out.csv");
    // Ten milliseconds of warm-up are too few for any JVM.
    let args = [
        "compare",
        "people:64",
        "--runtime",
        "jvm",
        "--codec",
        "jdk",
        "--no-redis",
        "--time",
        "0.001",
    ];
    let run = larder().args(args).arg("--json").arg(&json).arg("--csv").arg(&csv).assert();
    let said = unwrapped(&run.success());
    assert!(predicate::str::is_match("jdk .*[0-9]% ! .*[0-9]% ! ").unwrap().eval(&said), "{said}");
    for text in
        ["! timed while the JVM was still compiling", "Not warm: 2 times were taken", "--thorough"]
    {
        assert!(said.contains(text), "{text} in {said}");
    }
    let document: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let row = row(&document, "people", "jvm", "jdk");
    assert_eq!([&row["encode_ns"]["warm"], &row["decode_ns"]["warm"]], [false, false]);
    let csv = fs::read_to_string(csv).unwrap();
    assert!(
        csv.starts_with("dataset,") && csv.lines().nth(1).unwrap().contains(",false,"),
        "{csv}"
    );
}

#[test]
fn the_list_says_which_codecs_all_takes_in_and_an_unknown_one_is_an_error_beside_it() {
    let list = larder().args(["compare", "--list"]).assert().success();
    let list = String::from_utf8(list.get_output().stdout.clone()).unwrap();
    let left_out: Vec<&str> = list
        .lines()
        .filter(|line| line.ends_with(" (with --codec all)"))
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    assert_eq!(left_out, ["kryo", "fst", "hessian", "hprose", "fastjson2", "fory-thread-safe"]);
    larder()
        .args(["compare", "small-array", "--runtime", "jvm", "--codec", "all,nothing"])
        .assert()
        .code(2);
}

#[test]
fn check_quick_ends_with_1_if_a_time_is_off_by_more_than_15_percent() {
    let folder = tempfile::tempdir().unwrap();
    let [quick, thorough] = ["quick.csv", "thorough.csv"].map(|name| folder.path().join(name));
    let write = |path, encode: u32, warm: &str| {
        let head = "runtime,codec,loss,encode_ns_median,encode_warm,decode_ns_median,decode_warm";
        fs::write(path, format!("{head}\njvm,jdk,\"a, b\",{encode},{warm},50,true\n")).unwrap();
    };
    let check = || {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/check-quick");
        assert_cmd::Command::new(script)
            .env_remove("FIGURE")
            .arg("--csv")
            .arg(&quick)
            .arg(&thorough)
            .assert()
    };
    write(&thorough, 100, "true");
    write(&quick, 114, "true");
    check()
        .success()
        .stdout(predicate::str::contains("+14.0 %").and(predicate::str::contains("0 of 2 times")));
    write(&quick, 84, "false");
    check().code(1).stdout(
        predicate::str::contains("-16.0 %  OFF  not warm")
            .and(predicate::str::contains("1 of 2 times")),
    );
    write(&quick, 116, "true");
    check().code(1);
}

#[test]
fn the_table_of_the_readme_marks_what_compare_marks_and_says_how_far_larder_is_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("figures.csv");
    let head = "runtime,codec,loss,roundtrip,bytes_mean,encode_ns_median,encode_ns_p05,encode_ns_p95,encode_warm,\
                decode_ns_median,decode_ns_p05,decode_ns_p95,decode_warm";
    let rows = [
        "php,msgpack,,exact,230.4,100,90,110,,500,490,510,",
        "php,igbinary,,exact,259,120,105,130,,400,390,410,",
        "php,json,\"a, b\",lossy,10,10,9,11,,10,9,11,",
        "php,larder,,exact,60.94,1519,1500,1550,,200,190,210,",
        "jvm,jdk,,exact,546,21821,21000,22000,false,40592,40000,41000,true",
    ];
    fs::write(&file, format!("{head}\n{}\n", rows.join("\n"))).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/summary");
    let printed =
        assert_cmd::Command::new(script).arg(&file).assert().success().get_output().stdout.clone();
    let printed = String::from_utf8(printed).unwrap();
    for line in [
        "| json (lossy) | 10 | 10 | 10 | jdk | **546** | **21,821** ! | **40,592** |",
        "| serialize | – | – | – | fory | – | – | – |",
        "| igbinary | 259 | **120** | 400 | kryo-registered | – | – | – |",
        "| larder | **60.9** | 1,519 | **200** | larder | – | – | – |",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{line}\n{printed}");
    }
    let sentence = "In PHP `larder` is smallest, `msgpack` and `igbinary` are fastest to encode (`larder` takes 15.2 times as \
                    long), and `larder` is fastest to decode.";
    assert!(
        printed.split_whitespace().collect::<Vec<_>>().join(" ").contains(sentence),
        "{printed}"
    );
}

#[test]
fn the_tables_of_the_benchmarks_leave_out_rivals_that_lose_something_and_end_with_the_worst() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("figures.csv");
    let rows = [
        "dataset,codec,loss,roundtrip,bytes_mean,encode_ns_median,decode_ns_median,dominated_by,nearest",
        "order,json,\"a, b\",lossy,10,10,10,,\"larder takes 9.00× the bytes, 2.00× the encode time\"",
        "order,igbinary,,exact,100,100,80,larder-fast,",
        "order,msgpack,,exact,120,50,90,,larder-fast takes 1.25× the encode time",
        "order,larder-fast,,exact,90,62.5,40,,",
        "order,larder,,exact,50,200,80,,",
        "page,igbinary,,exact,200,100,100,larder-fast,",
        "page,larder-fast,,exact,200,50,50,,",
        "page,larder,,failed,,,,,",
    ];
    fs::write(&file, rows.join("\n")).unwrap();
    let printed = |what: &str| {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/figures");
        let run = assert_cmd::Command::new(script).arg(what).arg(&file).assert().success();
        let lines = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        lines.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        printed("rivals"),
        [
            "| order | igbinary | 100 | 90 | 90 % | 0.80 (msgpack) | 2.00 (igbinary) | 50 | 50 % | 0.25 (msgpack) | 1.00 (igbinary) |",
            "| page | igbinary | 200 | 200 | 100 % | 2.00 (igbinary) | 2.00 (igbinary) | – | – | – | – |",
            "| geometric mean |  |  |  | 95 % | 1.26 | 2.00 |  | 50 % | 0.25 | 1.00 |",
            "| worst |  |  |  | 100 % | 0.80 | 2.00 |  | 50 % | 0.25 | 1.00 |",
        ]
    );
    assert_eq!(
        printed("igbinary")[0],
        "| order | igbinary | 100 | 90 | 90 % | 1.60 | 2.00 | 50 | 50 % | 0.50 | 1.00 |"
    );
    assert_eq!(
        printed("beaten"),
        [
            "| order | 1 of 3 | json: larder takes 9.00× the bytes, 2.00× the encode time; msgpack: larder-fast takes 1.25× the encode time |",
            "| page | 1 of 1 |  |",
            "| all | 2 of 4 | |",
        ]
    );
}

#[test]
fn in_php_and_native_code_nothing_is_compiled_while_it_runs() {
    let (code, document) = compare(&[
        "small-array",
        "--runtime",
        "php,native",
        "--codec",
        "json",
        "--no-redis",
        BRIEF[0],
        BRIEF[1],
    ]);
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(rows(&document).len(), 2);
    for row in rows(&document) {
        assert!(
            row["encode_ns"]["warm"].is_null()
                && row["encode_ns"]["median"].as_f64().unwrap() > 0.0,
            "{row:#}"
        );
    }
}

#[test]
fn rounds_measure_every_codec_again_and_give_one_row_each() {
    let args = ["compare", "small-array", "session:2", "--codec", "json,larder-profile"];
    let how = ["--runtime", "native", "--no-redis", "--rounds", "2", BRIEF[0], BRIEF[1]];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("figures.json");
    let printed = larder().args(args).args(how).arg("--json").arg(&file).assert().success();
    let printed = unwrapped(&printed);
    assert!(printed.contains("± spread, in the fastest of 2 rounds ·"), "{printed}");
    // It learns, and there is too little to learn from: in each round, but that is said once.
    assert_eq!(printed.matches("native larder-profile not measured").count(), 2, "{printed}");

    let document: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(document["plan"]["rounds"], 2);
    assert_eq!(rows(&document).len(), 2);
    for row in rows(&document) {
        assert_eq!(row["encode_ns"]["samples"].as_array().unwrap().len(), 20, "{row:#}");
    }
}

#[test]
fn every_native_codec_has_an_exact_row_measured_on_the_same_half() {
    let codecs = [
        "json",
        "msgpack",
        "msgpack-zstd-dict",
        "php",
        "igbinary",
        "hprose",
        "cbor",
        "larder-fast",
        "larder",
        "larder-small",
        "larder-profile-fast",
        "larder-profile",
        "larder-profile-small",
    ];
    let (code, document) =
        compare(&["session:300", "product:300", "--runtime", "native", BRIEF[0], BRIEF[1]]);
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(rows(&document).len(), 2 * codecs.len());
    for dataset in ["session", "product"] {
        let found: Vec<&serde_json::Value> =
            codecs.iter().map(|codec| row(&document, dataset, "native", codec)).collect();
        for row in &found {
            assert_eq!(row["roundtrip"], "exact", "{row:#}");
            assert!(
                row["encode_alloc_bytes"].as_f64().unwrap()
                    >= row["bytes"]["mean"].as_f64().unwrap(),
                "{row:#}"
            );
            assert!(row["decode_alloc_bytes"].as_f64().unwrap() > 0.0, "{row:#}");
            assert_eq!(row["redis_estimated"], false, "{row:#}");
            assert_eq!(
                row["notes"],
                json!([
                    "native: measured on every second value, as codecs that learn have learned from the others"
                ])
            );
        }
        let bytes: Vec<f64> =
            found.iter().map(|row| row["bytes"]["mean"].as_f64().unwrap()).collect();
        assert!(
            bytes[0] > bytes[1] && bytes[1] > bytes[2],
            "JSON, MessagePack, with zstd: {bytes:?}"
        );
        let falls = |levels: &[f64]| levels.is_sorted_by(|level, next| level > next);
        assert!(falls(&bytes[7..10]) && falls(&bytes[10..13]), "each level is smaller: {bytes:?}");
        assert!((7..10).all(|at| bytes[at] > bytes[at + 3]), "a profile is smaller: {bytes:?}");
    }
}

#[test]
fn codecs_that_learn_are_left_out_in_words_where_there_is_too_little_to_learn_from() {
    let brief = ["--runtime", "native", "--no-redis", BRIEF[0], BRIEF[1]];
    let run = larder().args(["compare", "small-mixed"]).args(brief).assert().success();
    let said = unwrapped(&run);
    for text in [
        "native msgpack-zstd-dict, larder-profile-fast, larder-profile, larder-profile-small not \
         measured: it learns from values and needs 16 or more",
        "│ larder ",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    let only = larder()
        .args(["compare", "small-mixed", "--codec", "larder-profile-small"])
        .args(brief)
        .assert()
        .success();
    only.stdout(
        predicate::str::contains("small-mixed · native · 1 value")
            .and(predicate::str::contains("larder-profile-small not measured")),
    );
}

#[test]
fn of_a_key_that_stands_twice_the_last_value_counts_in_native_too() {
    let (code, document) = compare_stdin(
        "{\"a\":1,\"b\":2,\"a\":3}\n",
        &["--runtime", "native", "--codec", "json,larder", "--no-redis"],
    );
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(row(&document, "stdin", "native", "json")["bytes"]["mean"], 13.0);
    assert_eq!(row(&document, "stdin", "native", "larder")["roundtrip"], "exact");
}

/// `larder compare - ARGS --json -` of this input.
fn compare_stdin(input: &str, args: &[&str]) -> (i32, serde_json::Value) {
    common::document(
        larder()
            .args(["compare", "-"])
            .args(args)
            .args(BRIEF)
            .args(["--json", "-"])
            .write_stdin(input),
    )
}

#[test]
fn a_users_own_records_give_tables_a_report_json_and_csv_in_every_runtime() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("my orders.json");
    let records: Vec<_> = (0..500)
        .map(|id| json!({"id": id, "customer": format!("c{}", id % 37), "total": f64::from(id) + 0.5, "lines": [{"sku": "a-1", "qty": id % 5}], "paid": id % 2 == 0}))
        .collect();
    fs::write(&input, serde_json::to_string_pretty(&records).unwrap()).unwrap();
    let [report, json, csv] =
        ["report.html", "out.json", "out.csv"].map(|name| folder.path().join(name));
    let assert = larder()
        .arg("compare")
        .arg(&input)
        .args(BRIEF)
        .args(["--codec", "json,msgpack,igbinary,kryo-registered,jackson"])
        .arg("--report")
        .arg(&report)
        .arg("--json")
        .arg(&json)
        .arg("--csv")
        .arg(&csv)
        .assert()
        .success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    for expected in [
        "· php · 500 values",
        "· jvm · 500 values",
        "· native · 500 values",
        "Pareto-best",
        "kryo-registered",
        "* best",
    ] {
        assert!(text.contains(expected), "{expected} in\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "no colour in a pipe");
    assert!(fs::read_to_string(report).unwrap().contains("kryo-registered"));
    let document: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(json).unwrap()).unwrap();
    let rows = rows(&document).len();
    assert_eq!(
        rows,
        3 + 3 + 3,
        "json, msgpack, igbinary; kryo-registered, msgpack, jackson; json, msgpack, igbinary"
    );
    assert_eq!(fs::read_to_string(csv).unwrap().lines().count(), rows + 1);
    assert!(document["machine"]["cores"].as_u64().unwrap() > 0);
}

#[test]
fn standard_input_takes_a_value_a_line_and_csv_goes_to_a_pipe() {
    let mut lines = String::new();
    for id in 0..20 {
        writeln!(lines, "{{\"id\": {id}}}").unwrap();
    }
    larder()
        .args([
            "compare",
            "-",
            "--runtime",
            "native",
            "--codec",
            "msgpack",
            "--no-redis",
            "--csv",
            "-",
        ])
        .args(BRIEF)
        .write_stdin(lines)
        .assert()
        .success()
        .stdout(
            predicate::str::starts_with("dataset,runtime,codec")
                .and(predicate::str::contains("stdin,native,msgpack,hand-written")),
        );
}

#[test]
fn a_bundled_dataset_is_as_large_as_asked() {
    let (code, document) = compare(&[
        "session:30",
        "people:20",
        "--runtime",
        "native",
        "--codec",
        "json",
        "--no-redis",
        BRIEF[0],
        BRIEF[1],
    ]);
    assert_eq!(code, 0, "{document:#}");
    assert_eq!([&document["datasets"][0]["values"], &document["datasets"][1]["values"]], [30, 20]);
}

#[test]
fn the_list_names_datasets_runtimes_and_codecs_with_versions() {
    larder().args(["compare", "--list"]).assert().success().stdout(
        predicate::str::contains("wp-options")
            .and(predicate::str::is_match("map-5000 +16 values").unwrap())
            .and(predicate::str::is_match("page +64 values").unwrap())
            .and(predicate::str::contains("Codecs of php (8."))
            .and(predicate::str::contains("Codecs of jvm ("))
            .and(predicate::str::contains("Codecs of native ("))
            .and(predicate::str::is_match("fory-compatible +[a-z-]+ \\d+\\.\\d+").unwrap())
            .and(
                predicate::str::is_match(
                    "larder-profile-small +larder, small, under a profile \\d+\\.\\d+",
                )
                .unwrap(),
            ),
    );
}

#[test]
fn a_json_that_turns_whole_floats_to_integers_is_lossy_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("floats.jsonl");
    fs::write(&input, "{\"price\":1.0}\n{\"price\":1.5}\n").unwrap();
    let (code, document) = compare(&[
        input.to_str().unwrap(),
        "--runtime",
        "php",
        "--codec",
        "json,serialize",
        "--no-redis",
        BRIEF[0],
        BRIEF[1],
    ]);
    assert_eq!(code, 0);
    let name = input.to_str().unwrap();
    let json = row(&document, name, "php", "json");
    assert_eq!(json["roundtrip"], "lossy");
    assert!(json["loss"].as_str().unwrap().contains("float became int"), "{json:#}");
    assert!(json["best"].as_array().unwrap().is_empty(), "what is lossy is not ranked");
    let serialize = row(&document, name, "php", "serialize");
    assert_eq!(
        (&serialize["roundtrip"], &serialize["redis_estimated"]),
        (&json!("exact"), &json!(true))
    );
}

#[test]
fn a_folder_of_raw_values_in_any_format_is_compared() {
    let folder = tempfile::tempdir().unwrap();
    for (at, format) in ["igbinary", "php", "msgpack", "cbor"].into_iter().enumerate() {
        let value = larder()
            .args(["convert", "--from", "json", "--to", format])
            .write_stdin(format!("{{\"id\":{at},\"name\":\"somebody\"}}"))
            .output()
            .unwrap();
        std::fs::write(folder.path().join(format!("value-{at}")), value.stdout).unwrap();
    }
    std::fs::write(folder.path().join("value-4"), [0xFF, 0xFE, 0x00]).unwrap();
    let arguments =
        ["--runtime", "native", "--codec", "json,igbinary", "--time", "0.02", "--no-redis"];
    let (code, document) = compare(&[&[folder.path().to_str().unwrap()], &arguments[..]].concat());
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(document["datasets"][0]["values"], 4);
    let notes = document["datasets"][0]["notes"].to_string();
    for said in [
        "1 value in igbinary",
        "1 value in php",
        "1 value in msgpack",
        "1 value in cbor",
        "1 value is left out",
    ] {
        assert!(notes.contains(said), "{said}: {notes}");
    }
    let file = folder.path().join("value-0");
    let (code, document) = compare(&[&[file.to_str().unwrap()], &arguments[..]].concat());
    assert_eq!(
        (code, &document["datasets"][0]["values"]),
        (0, &serde_json::json!(1)),
        "{document:#}"
    );
}

//! `larder train` and `larder profile show`.

use std::fs;
use std::path::Path;
use std::process::Command as Process;

use predicates::prelude::*;
use redis::Commands;
use serde_json::Value;

use crate::common::{Redis, larder, unwrapped};

#[test]
fn a_profile_that_pays_is_written_and_can_be_looked_into() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("session.profile");
    let trained = larder().args(["train", "session:600", "-o"]).arg(&profile).assert().success();
    let out = String::from_utf8(trained.get_output().stdout.clone()).unwrap();
    assert!(
        ["fast", "balanced", "small", "Learned from 300 values, every second one", "Recommended: "]
            .iter()
            .all(|text| out.contains(text)),
        "{out}"
    );
    for level in ["fast", "balanced", "small"] {
        assert_eq!(out.matches(&format!("│ {level} ")).count(), 2, "{out}");
    }

    let shown = larder().args(["profile", "show", "--json", "-"]).arg(&profile).assert().success();
    let shown: Value = serde_json::from_slice(&shown.get_output().stdout).unwrap();
    assert_eq!(shown["bytes"].as_u64().unwrap(), fs::metadata(&profile).unwrap().len());
    let tables = shown["symbol_tables"].as_array().unwrap();
    assert!(!tables.is_empty() && tables.iter().all(|table| !table.as_array().unwrap().is_empty()));
    assert!(
        shown["shapes"]
            .as_array()
            .unwrap()
            .iter()
            .any(|shape| shape["fields"][0]["key"] == "_token"),
        "{shown}"
    );
    let id = shown["id"].as_str().unwrap().to_owned();
    larder()
        .args(["profile", "show"])
        .arg(&profile)
        .assert()
        .success()
        .stdout(predicate::str::contains(id).and(predicate::str::contains("user_agent")));
}

/// The row of a level, with the profile or without it.
fn figures_of<'f>(figures: &'f Value, level: &str, profile: bool) -> &'f Value {
    let rows = figures["levels"].as_array().unwrap();
    assert_eq!(rows.len(), 6, "{figures:#}");
    rows.iter().find(|row| row["level"] == level && row["profile"] == profile).unwrap()
}

#[test]
fn each_level_is_measured_with_the_profile_and_without_and_one_is_recommended() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    let trained = larder()
        .args(["train", "session:600", "--json", "-", "-o"])
        .arg(&profile)
        .assert()
        .success();
    let figures: Value = serde_json::from_slice(&trained.get_output().stdout).unwrap();
    assert_eq!((&figures["learned_from"], &figures["held_out"]), (&300.into(), &300.into()));
    assert_eq!(figures["profile_bytes"].as_u64().unwrap(), fs::metadata(&profile).unwrap().len());
    let of = |level: &str, profile: bool, figure: &str| {
        figures_of(&figures, level, profile)[figure].as_f64().unwrap()
    };
    for profile in [false, true] {
        for figure in ["bytes", "redis_bytes"] {
            let levels = ["fast", "balanced", "small"].map(|level| of(level, profile, figure));
            assert!(levels.is_sorted_by(|level, next| level > next), "{figure} {levels:?}");
        }
        for level in ["fast", "balanced", "small"] {
            assert!(of(level, profile, "encode_ns") > 0.0 && of(level, profile, "decode_ns") > 0.0);
            assert!(of(level, true, "bytes") < of(level, false, "bytes"), "{level}");
        }
    }
    let recommended = &figures["recommended"];
    let level = recommended["level"].as_str().unwrap();
    assert!(["fast", "balanced", "small"].contains(&level), "{recommended:#}");
    let reason = recommended["reason"].as_str().unwrap();
    assert!(
        reason.contains(level)
            && reason.contains("Redis memory")
            && reason.contains("as long to decode"),
        "{reason}"
    );
}

#[test]
fn long_texts_are_compressed_where_that_is_smaller_and_short_ones_are_symbols() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    larder().args(["train", "product", "-o"]).arg(&profile).assert().success();
    let shown = larder().args(["profile", "show", "--json", "-"]).arg(&profile).assert().success();
    let shown: Value = serde_json::from_slice(&shown.get_output().stdout).unwrap();
    assert!(shown["compression_bytes"].as_u64().unwrap() > 0);
    larder()
        .args(["profile", "show"])
        .arg(&profile)
        .assert()
        .success()
        .stdout(predicate::str::contains("texts without symbols are compressed"));
}

#[test]
fn records_of_which_keys_are_absent_share_a_shape() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    let keys = ["id", "title", "price", "seller", "stock", "colour", "size", "brand"];
    let record = |at: usize| {
        let of = |key: usize| format!("\"{}\":\"{} {}\"", keys[key], keys[key], at % 7);
        let present = (0..keys.len()).filter(|key| (at * 97 % 255 + 1) >> key & 1 != 0);
        format!("{{{}}}\n", present.map(of).collect::<Vec<_>>().join(","))
    };
    larder()
        .args(["train", "-", "-o"])
        .arg(&profile)
        .write_stdin((0..600).map(record).collect::<String>())
        .assert()
        .success();
    let shown = larder().args(["profile", "show", "--json", "-"]).arg(&profile).assert().success();
    let shown: Value = serde_json::from_slice(&shown.get_output().stdout).unwrap();
    let fields = shown["shapes"][0]["fields"].as_array().unwrap();
    assert_eq!(fields.iter().map(|field| field["key"].as_str().unwrap()).collect::<Vec<_>>(), keys);
}

#[test]
fn equal_values_give_equal_profiles() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    for file in [&one, &other] {
        larder().args(["train", "product:300", "-o"]).arg(file).assert().success();
    }
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
}

#[test]
fn objects_in_other_formats_keep_their_class() {
    let folder = tempfile::tempdir().unwrap();
    for at in 0..400 {
        let object = format!("O:5:\"Order\":2:{{s:2:\"id\";i:{at};s:5:\"state\";s:4:\"paid\";}}");
        fs::write(folder.path().join(format!("{at:04}.value")), object).unwrap();
    }
    let scratch = tempfile::tempdir().unwrap();
    let profile = scratch.path().join("orders.profile");
    larder().args(["train", "-o"]).arg(&profile).arg(folder.path()).assert().success();
    let shown = larder().args(["profile", "show", "--json", "-"]).arg(&profile).assert().success();
    let shown: Value = serde_json::from_slice(&shown.get_output().stdout).unwrap();
    assert_eq!(shown["shapes"][0]["class"], "Order", "{shown}");
}

/// Runs `tests/fixtures/Persons.java` with the library for the JVM.
fn persons(verb: &str, path: &Path) -> String {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let jar = home.join("../../jvm/lab/target/larder-lab.jar");
    assert!(
        jar.exists(),
        "there is no {}: `make build` makes it, with a JDK and Maven",
        jar.display()
    );
    let program = home.join("tests/fixtures/Persons.java");
    let output = Process::new("java")
        .arg("-cp")
        .arg(jar)
        .arg(program)
        .arg(verb)
        .arg(path)
        .output()
        .expect("java starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn what_java_serialized_is_learned_as_the_jvm_library_writes_it() {
    let folder = tempfile::tempdir().unwrap();
    persons("write", folder.path());
    let scratch = tempfile::tempdir().unwrap();
    let profile = scratch.path().join("p");
    let figures = scratch.path().join("figures.json");
    let train = |classes: &[&str]| {
        let mut command = larder();
        command.args(["train", "-o"]).arg(&profile).arg("--json").arg(&figures).args(classes);
        command.arg(folder.path()).assert()
    };
    let said = unwrapped(&train(&[]).success());
    assert!(said.contains("Persons$Address as Address, Persons$Person as Person"), "{said}");
    let learned: Value = serde_json::from_slice(&fs::read(&figures).unwrap()).unwrap();
    assert_eq!(learned["classes"]["Persons$Person"], "Person");
    let promised = figures_of(&learned, "balanced", true)["bytes"].as_f64().unwrap();
    let held_out = learned["held_out"].as_f64().unwrap();
    let written: f64 = persons("measure", &profile).parse().unwrap();
    assert_eq!(written, (promised * held_out).round(), "promised {promised} B per value");

    let said = unwrapped(&train(&["--class", "Persons$Person=human"]).success());
    assert!(said.contains("Persons$Person as human"), "{said}");
    let same = train(&["--class", "Persons$Person=Address"]);
    same.code(2).stderr(
        predicate::str::contains("would both be Address").and(predicate::str::contains("--class")),
    );
    train(&["--class", "Person=human"])
        .code(2)
        .stderr(predicate::str::contains("no value is of this class"));
    train(&["--class", "human"]).code(2).stderr(predicate::str::contains("expected CLASS=NAME"));
}

#[test]
fn values_under_a_profile_are_compared_learned_from_again_converted_and_inspected() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (first, second, lines) =
        (path("first.profile"), path("second.profile"), path("live.jsonl"));
    let texts = |at: usize| {
        format!("{{\"id\":{at},\"state\":\"waiting for {}\",\"kind\":\"order\"}}\n", at % 5)
    };
    let values: String = (0..400).map(texts).collect();
    larder().args(["train", "-", "-o", &first]).write_stdin(values.clone()).assert().success();
    let convert = [
        "convert",
        "--lines",
        "--from",
        "json",
        "--to",
        "larder",
        "--profile",
        &first,
        "-o",
        &lines,
    ];
    larder().args(convert).write_stdin(values).assert().success();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    for (at, line) in fs::read_to_string(&lines).unwrap().lines().enumerate() {
        let bytes =
            base64::Engine::decode(&base64::prelude::BASE64_STANDARD, line.trim_matches('"'))
                .unwrap();
        // Half of them as strings, half as fields of hashes.
        if at % 2 == 0 {
            let _: () = connection.set(format!("order:{at}"), bytes).unwrap();
        } else {
            let _: () = connection.hset(format!("orders:{}", at % 7), at, bytes).unwrap();
        }
    }
    let url = server.url();
    let compare = ["--runtime", "native", "--codec", "json", "--time", "0.02", "--no-redis"];
    let commands: [&[&str]; 4] = [
        &[&["compare", &url], &compare[..]].concat(),
        &["train", &url, "-o", &second],
        &["train", &lines, "-o", &second],
        &["inspect", "order:0", "--redis", &url],
    ];
    for arguments in commands {
        let known = larder().args(arguments).args(["--profile", &first]).assert().success();
        let output = known.get_output();
        let said = String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap();
        let expected = match arguments {
            ["inspect", ..] => "\"waiting for 0\"",
            ["train", from, ..] if *from == lines => "every line is base64",
            _ => "200 values of 7 hashes",
        };
        assert!(said.contains(expected), "{arguments:?}: {said}");
        let unknown = larder().args(arguments).assert().failure();
        let output = unknown.get_output();
        let said = String::from_utf8([&output.stdout[..], &output.stderr].concat()).unwrap();
        assert!(
            said.contains("missing-profile") && said.contains("--profile FILE"),
            "{arguments:?}: {said}"
        );
    }
    let shown = larder().args(["profile", "show", "--texts", &second]).assert().success();
    shown.stdout(predicate::str::contains("waiting for 3").and(predicate::str::contains("state")));
    let convert = ["convert", "--lines", "--from", "larder", "--to", "json", &lines];
    let converted = larder().args(convert).args(["--profile", &first]).assert().success();
    assert!(
        String::from_utf8_lossy(&converted.get_output().stdout)
            .contains("{\"id\":399,\"state\":\"waiting for 4\"")
    );
    larder().args(convert).assert().code(1).stderr(predicate::str::contains("--profile FILE"));
}

#[test]
fn texts_of_base64_are_learned_as_texts_if_they_are_no_values() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    let values = "\"aGVsbG8gd29ybGQsIGhvdyBhcmUgeW91IHRvZGF5Pw==\"\n".repeat(60);
    let trained =
        larder().args(["train", "-", "-o"]).arg(&profile).write_stdin(values).assert().success();
    trained.stderr(predicate::str::contains("base64").not());
}

#[test]
fn rare_texts_are_learned_as_pieces_of_eight_bytes_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    let values: String = (0..400)
        .map(|at| format!("{{\"user\":\"secret number {at}\",\"kind\":\"member\"}}\n"))
        .collect();
    larder().args(["train", "-", "-o"]).arg(&profile).write_stdin(values).assert().success();
    let shown = larder().args(["profile", "show", "--texts"]).arg(&profile).assert().success();
    let shown = String::from_utf8(shown.get_output().stdout.clone()).unwrap();
    assert!(shown.contains("\"member\"") && !shown.contains("secret number"), "{shown}");
}

#[test]
fn a_profile_that_does_not_pay_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    let values: String = (0..100).map(|at| format!("[{}]\n", at % 40)).collect();
    let refused =
        larder().args(["train", "-", "-o"]).arg(&profile).write_stdin(values).assert().code(2);
    refused.stderr(predicate::str::contains("Nothing was written"));
    assert!(!profile.exists());
}

#[test]
fn too_few_values_and_places_that_cannot_be_written_are_said_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    larder()
        .args(["train", "small-mixed", "-o"])
        .arg(&profile)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("at least 16"));
    larder()
        .args(["train", "session:100", "-o"])
        .arg(folder.path().join("no/p"))
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no folder"));
    let few = larder()
        .args(["train", "session:100", "--sample", "15", "-o"])
        .arg(&profile)
        .assert()
        .code(2);
    few.stderr(predicate::str::contains("15 values are too few"));
    larder()
        .args(["train", "session:100", "-o", "-"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("a profile is binary"));
    larder().args(["train", "-o"]).arg(&profile).assert().code(2);
    assert!(!profile.exists());
}

#[test]
fn a_damaged_profile_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p");
    larder().args(["train", "spring-person:200", "-o"]).arg(&file).assert().success();
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    larder()
        .args(["profile", "show"])
        .arg(&file)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("bad-profile"));
    fs::write(&file, "{}").unwrap();
    larder()
        .args(["profile", "show"])
        .arg(&file)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("not-larder"));
}

#[test]
fn values_as_deep_as_they_may_be_are_learned_from() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    let kind = "all of one kind, ".repeat(20);
    let nested = |at: usize| {
        format!("{}{{\"kind\":\"{kind}\",\"at\":{at}}}{}\n", "[".repeat(511), "]".repeat(511))
    };
    let values: String = (0..40).map(nested).collect();
    larder().args(["train", "-", "-o"]).arg(&profile).write_stdin(values).assert().success();
    assert!(profile.exists());
}

#[test]
fn a_profile_is_replaced_at_once_and_nothing_else_is_left_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    for dataset in ["session:100", "product:100"] {
        larder().args(["train", dataset, "-o"]).arg(&profile).assert().success();
    }
    larder()
        .args(["profile", "show"])
        .arg(&profile)
        .assert()
        .success()
        .stdout(predicate::str::contains("sku"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn unlike_values_of_random_text_pay_for_no_profile() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    let mut state = 1_u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 16
    };
    let values: String = (0..20)
        .map(|_| format!("{{\"k{:x}\":\"{:x}{:x}\"}}\n", random(), random(), random()))
        .collect();
    let refused = larder().args(["train", "-", "-o"]).arg(&profile).write_stdin(values).assert();
    refused.code(2).stderr(predicate::str::contains("Nothing was written"));
    assert!(!profile.exists());
}

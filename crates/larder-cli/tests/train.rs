//! `larder train` and `larder profile show`.

mod common;

use std::fs;

use common::larder;
use predicates::prelude::*;
use serde_json::Value;

#[test]
fn a_profile_that_pays_is_written_and_can_be_looked_into() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("session.profile");
    let trained = larder().args(["train", "session:600", "-o"]).arg(&profile).assert().success();
    let out = String::from_utf8(trained.get_output().stdout.clone()).unwrap();
    assert!(
        ["self-contained", "fast", "small", "Learned from 300 values, measured on 300 others"]
            .iter()
            .all(|text| out.contains(text)),
        "{out}"
    );

    let shown = larder().args(["profile", "show", "--json", "-"]).arg(&profile).assert().success();
    let shown: Value = serde_json::from_slice(&shown.get_output().stdout).unwrap();
    assert_eq!(shown["bytes"].as_u64().unwrap(), fs::metadata(&profile).unwrap().len());
    assert!(shown["compression_bytes"].as_u64().unwrap() > 0);
    assert!(shown["shapes"].as_array().unwrap().iter().any(|shape| shape["fields"][0]["key"] == "_token"), "{shown}");
    let id = shown["id"].as_str().unwrap().to_owned();
    larder()
        .args(["profile", "show"])
        .arg(&profile)
        .assert()
        .success()
        .stdout(predicate::str::contains(id).and(predicate::str::contains("user_agent")));
}

#[test]
fn equal_values_give_equal_profiles_and_fast_ones_compress_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    for file in [&one, &other] {
        larder().args(["train", "product:300", "--budget", "fast", "-o"]).arg(file).assert().success();
    }
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
    larder().args(["profile", "show"]).arg(&one).assert().success().stdout(predicate::str::contains("texts are not compressed"));
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
    larder().args(["train", "--budget", "fast", "-o"]).arg(&profile).arg(folder.path()).assert().success();
    let shown = larder().args(["profile", "show", "--json", "-"]).arg(&profile).assert().success();
    let shown: Value = serde_json::from_slice(&shown.get_output().stdout).unwrap();
    assert_eq!(shown["shapes"][0]["class"], "Order", "{shown}");
}

#[test]
fn rare_texts_are_not_learned() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    let values: String = (0..400).map(|at| format!("{{\"user\":\"secret number {at}\",\"kind\":\"member\"}}\n")).collect();
    larder().args(["train", "-", "--budget", "fast", "-o"]).arg(&profile).write_stdin(values).assert().success();
    let shown = larder().args(["profile", "show", "--texts"]).arg(&profile).assert().success();
    let shown = String::from_utf8(shown.get_output().stdout.clone()).unwrap();
    assert!(shown.contains("\"member\"") && !shown.contains("secret"), "{shown}");
}

#[test]
fn a_profile_that_does_not_pay_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    let values: String = (0..100).map(|at| format!("[{}]\n", at % 40)).collect();
    let refused = larder().args(["train", "-", "--budget", "fast", "-o"]).arg(&profile).write_stdin(values).assert().code(2);
    refused.stderr(predicate::str::contains("Nothing was written"));
    assert!(!profile.exists());
}

#[test]
fn too_few_values_and_places_that_cannot_be_written_are_said_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    larder().args(["train", "small-mixed", "-o"]).arg(&profile).assert().code(2).stderr(predicate::str::contains("16 or more"));
    larder()
        .args(["train", "session:100", "-o"])
        .arg(folder.path().join("no/p"))
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no folder"));
    let few = larder().args(["train", "session:100", "--sample", "15", "-o"]).arg(&profile).assert().code(2);
    few.stderr(predicate::str::contains("15 values are too few"));
    larder().args(["train", "session:100", "-o", "-"]).assert().code(2).stderr(predicate::str::contains("a profile is no text"));
    larder().args(["train", "-o"]).arg(&profile).assert().code(2);
    assert!(!profile.exists());
}

#[test]
fn a_damaged_profile_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("p");
    larder().args(["train", "spring-person:200", "--budget", "fast", "-o"]).arg(&file).assert().success();
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    larder().args(["profile", "show"]).arg(&file).assert().code(2).stderr(predicate::str::contains("bad-profile"));
    fs::write(&file, "{}").unwrap();
    larder().args(["profile", "show"]).arg(&file).assert().code(2).stderr(predicate::str::contains("not-larder"));
}

#[test]
fn values_as_deep_as_they_may_be_are_learned_from() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    let kind = "all of one kind, ".repeat(20);
    let nested = |at: usize| format!("{}{{\"kind\":\"{kind}\",\"at\":{at}}}{}\n", "[".repeat(511), "]".repeat(511));
    let values: String = (0..40).map(nested).collect();
    larder().args(["train", "-", "--budget", "fast", "-o"]).arg(&profile).write_stdin(values).assert().success();
    assert!(profile.exists());
}

#[test]
fn a_profile_is_replaced_at_once_and_nothing_else_is_left_in_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    for dataset in ["session:100", "product:100"] {
        larder().args(["train", dataset, "--budget", "fast", "-o"]).arg(&profile).assert().success();
    }
    larder().args(["profile", "show"]).arg(&profile).assert().success().stdout(predicate::str::contains("sku"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn unlike_values_of_random_text_pay_for_no_profile() {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("p");
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 16
    };
    let values: String = (0..20).map(|_| format!("{{\"k{:x}\":\"{:x}{:x}\"}}\n", random(), random(), random())).collect();
    for budget in ["fast", "small"] {
        let refused = larder().args(["train", "-", "--budget", budget, "-o"]).arg(&profile).write_stdin(values.clone()).assert();
        refused.code(2).stderr(predicate::str::contains("Nothing was written"));
    }
    assert!(!profile.exists());
}

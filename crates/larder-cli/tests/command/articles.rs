//! `larder articles`: all five rerun, the two that take minutes by `make test-all` alone.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use predicates::prelude::*;
use serde_json::Value;

use crate::common::{document, larder};

fn rerun(name: &str) -> Value {
    rerun_with(name, &[])
}

fn rerun_with(name: &str, options: &[&str]) -> Value {
    let (code, outcome) = document(larder().args(["articles", name, "--json", "-"]).args(options));
    assert_eq!(code, 0, "{outcome:#}");
    outcome
}

/// The ids of Larder's codecs that `larder compare --list` names for a runtime.
fn larders(runtime: &str) -> Vec<String> {
    let listed = larder().args(["compare", "--list", "--runtime", runtime]).assert().success();
    let listed = String::from_utf8(listed.get_output().stdout.clone()).unwrap();
    let ids = listed.lines().filter_map(|line| line.split_whitespace().next());
    let ids: Vec<String> =
        ids.filter(|id| *id == "larder" || id.starts_with("larder-")).map(str::to_owned).collect();
    assert!(ids.len() > 1, "{listed}");
    ids
}

/// Whether a codec could not be measured, as there was too little to learn from.
fn lacks_samples(outcome: &Value, codec: &str) -> bool {
    let mut failures = outcome["failures"].as_array().unwrap().iter();
    failures.any(|said| {
        let (codecs, why) = said.as_str().unwrap().split_once(": ").unwrap();
        why.starts_with("it learns from values") && codecs.split(", ").any(|name| name == codec)
    })
}

/// Each figure stands beside those of `names`, which the article did not have. One that learns has
/// none if there is only one value.
fn assert_beside_larder<S: AsRef<str>>(outcome: &Value, names: &[S]) {
    for group in outcome["groups"].as_array().unwrap() {
        for name in names.iter().map(AsRef::as_ref) {
            let row = group["rows"].as_array().unwrap().iter().find(|row| row["codec"] == *name);
            let row = row.unwrap_or_else(|| panic!("no {name} in {group:#}"));
            assert!(row["published"].is_null(), "{row:#}");
            if name == "larder" || !lacks_samples(outcome, name) {
                assert!(row["measured"].as_f64().unwrap() > 0.0, "{row:#}");
            }
        }
    }
}

/// Each published figure has its measured counterpart, but for those of `without`.
fn assert_measured(outcome: &Value, without: impl Fn(&str, &str, &str) -> bool) {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    for group in outcome["groups"].as_array().unwrap() {
        for row in group["rows"].as_array().unwrap() {
            let (case, figure, codec) =
                (text(&group["case"]), text(&group["figure"]), text(&row["codec"]));
            assert_eq!(
                row["measured"].is_null(),
                without(&case, &figure, &codec),
                "{case} {figure} {codec}: {row:#}"
            );
        }
    }
    for conclusion in outcome["conclusions"].as_array().unwrap() {
        assert!(conclusion["holds"].is_boolean(), "{conclusion:#}");
    }
}

#[test]
fn the_list_names_the_five_articles() {
    larder().arg("articles").assert().success().stdout(
        ["redis-php-2015", "igbinary-json-2017", "php55-four", "jvm-six-2020", "spring-2018"]
            .into_iter()
            .fold(predicate::str::contains("articles NAME").boxed(), |all, name| {
                all.and(predicate::str::contains(name)).boxed()
            }),
    );
}

#[test]
fn an_unknown_article_lists_what_there_is() {
    larder()
        .args(["articles", "php-2099"])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("redis-php-2015, igbinary-json-2017"));
}

#[test]
fn an_unknown_codec_lists_those_of_the_article() {
    for (article, known) in [("php55-four", "igbinary, json"), ("spring-2018", "kryo-pooled")] {
        larder()
            .args(["articles", article, "--codec", "json,none"])
            .assert()
            .code(2)
            .stderr(predicate::str::contains("has no codec").and(predicate::str::contains(known)));
    }
}

#[test]
fn codecs_that_are_chosen_are_measured_alone() {
    let outcome = rerun_with("php55-four", &["--codec", "json,larder"]);
    for group in outcome["groups"].as_array().unwrap() {
        let rows = group["rows"].as_array().unwrap().iter();
        let measured = rows.filter(|row| !row["measured"].is_null());
        let mut names: Vec<&str> = measured.map(|row| row["codec"].as_str().unwrap()).collect();
        names.sort_unstable();
        assert_eq!(names, ["json", "larder"], "{group:#}");
    }
    // All its conclusions are about the best, and the best of some need not be the best of all.
    let mut judged = outcome["conclusions"].as_array().unwrap().iter();
    assert!(judged.all(|conclusion| conclusion["holds"].is_null()), "{outcome:#}");
}

#[test]
fn the_queue_of_2015_is_rerun_with_its_list_in_redis() {
    let outcome = rerun("redis-php-2015");
    assert_measured(&outcome, |_, _, codec| lacks_samples(&outcome, codec));
    assert_beside_larder(&outcome, &larders("php"));
    let sizes = &outcome["groups"][0]["rows"];
    for row in sizes.as_array().unwrap() {
        if row["codec"] == "hprose" {
            // The article's wrote lists as maps.
            assert_eq!(row["measured"], 192.0);
        } else if row["codec"] == "larder" {
            assert!(row["measured"].as_f64().unwrap() < 139.0, "smaller than MessagePack");
        } else if !row["published"].is_null() {
            assert_eq!(row["measured"], row["published"], "the same array has the same size");
        }
    }
}

#[test]
fn igbinary_against_json_of_2017_is_rerun_on_a_text_of_the_same_sizes() {
    let outcome = rerun_with("igbinary-json-2017", &["--rounds", "2"]);
    assert_eq!(outcome["rounds"], 2);
    assert_measured(&outcome, |_, _, codec| lacks_samples(&outcome, codec));
    assert_beside_larder(&outcome, &larders("php"));
    let rows = outcome["groups"][0]["rows"].as_array().unwrap().iter();
    for row in rows.filter(|row| !row["published"].is_null()) {
        assert_eq!(row["measured"], row["published"]);
    }
}

#[test]
fn the_four_of_php_5_5_are_rerun() {
    let outcome = rerun("php55-four");
    assert_measured(&outcome, |_, _, codec| lacks_samples(&outcome, codec));
    assert_beside_larder(&outcome, &larders("php"));
}

#[test]
#[ignore = "takes minutes: make test-all"]
fn the_six_of_the_jvm_are_rerun_up_to_100_000_people() {
    let outcome = rerun("jvm-six-2020");
    let ours = larders("jvm");
    let default = ["jfairy people x10000", "jfairy people x100000"];
    for group in outcome["groups"].as_array().unwrap() {
        let measured = default.contains(&group["case"].as_str().unwrap());
        // The CPU is seen every 0.2 s: the fastest are done before.
        if measured && group["figure"] != "both peak cpu" {
            let only = serde_json::json!({ "groups": [group], "failures": [] });
            assert_beside_larder(&only, &ours);
        }
        for row in
            group["rows"].as_array().unwrap().iter().filter(|_| group["figure"] != "both peak cpu")
        {
            assert_eq!(row["measured"].is_number(), measured, "{} {row:#}", group["case"]);
        }
    }
    let job = &outcome["read_through"];
    assert_eq!(job["failures"], serde_json::json!([]), "{job:#}");
    let lines = job["lines"].as_array().unwrap();
    let memory = |name: &str| {
        lines.iter().find(|line| line["codec"] == name).unwrap()["redis_bytes"].as_f64().unwrap()
    };
    for line in lines {
        for figure in [
            "one_get_cold",
            "one_get_warm",
            "windows_cold",
            "windows_warm",
            "cpu_micros",
            "redis_bytes",
        ] {
            assert!(line[figure].as_f64().unwrap() > 0.0, "{figure} {line:#}");
        }
        let others = ["jdk", "kryo", "msgpack", "fst", "hessian", "protostuff"];
        let name = line["codec"].as_str().unwrap();
        if others.contains(&name) {
            let smallest = ours.last().unwrap();
            assert!(memory(smallest) < memory(name), "{smallest} and {name}");
        }
    }
    assert_eq!(lines.len(), 6 + ours.len());
}

#[test]
#[ignore = "takes minutes: make test-all"]
fn the_service_of_2018_is_rerun_with_its_own_codecs_and_others() {
    // Services that compile little are ready sooner.
    let mut command = larder();
    command.env("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1");
    let (code, outcome) = document(command.args(["articles", "spring-2018", "--json", "-"]));
    assert_eq!(code, 0, "{outcome:#}");
    assert_measured(&outcome, |_, _, _| false);
    let groups = outcome["groups"].as_array().unwrap();
    let ours = [
        "larder-fast",
        "larder",
        "larder-small",
        "larder-profile-fast",
        "larder-profile",
        "larder-profile-small",
    ];
    assert_beside_larder(&outcome, &ours);
    assert_eq!(groups.len(), 5, "requests and latency of /add and of /check, and memory");
    for group in groups {
        let names: Vec<&str> = group["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["codec"].as_str().unwrap())
            .collect();
        assert_eq!(
            names,
            [&["fastjson-string", "kryo", "jackson", "jdk", "kryo-pooled"][..], &ours].concat()
        );
    }
    let why: Vec<&str> =
        outcome["evidence"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    for told in [
        "What lost was not Kryo but its set-up for each person",
        "/check by 100 round trips, as in the article: ",
        "with 125 connections instead of 50: ",
        "386 req/s × 517 ms are 200 in flight",
        "dbsize after /add: 40,000 here, 15,000,000 in the article.",
    ] {
        assert!(why.iter().any(|line| line.contains(told)), "{told} in {why:#?}");
    }
}

#[test]
fn the_service_of_2018_shows_its_figures_where_it_cannot_be_loaded() {
    larder()
        .env("LARDER_OHA", "/nowhere/oha")
        .args(["articles", "spring-2018"])
        .assert()
        .code(1)
        .stdout(predicate::str::contains("399 req/s"))
        .stderr(predicate::str::contains("scripts/setup load"));
}

#[test]
fn an_article_whose_runner_dies_says_so_and_ends_with_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    let php = folder.path().join("php");
    fs::write(
        &php,
        "#!/bin/sh\ncase \"$*\" in *loops*) kill -SEGV $$;; *) exec php \"$@\";; esac\n",
    )
    .unwrap();
    fs::set_permissions(&php, fs::Permissions::from_mode(0o755)).unwrap();
    let (code, outcome) =
        document(larder().env("LARDER_PHP", php).args(["articles", "php55-four", "--json", "-"]));
    assert_eq!(code, 1);
    assert!(outcome["failures"][0].as_str().unwrap().contains("SIGSEGV"), "{outcome:#}");
}

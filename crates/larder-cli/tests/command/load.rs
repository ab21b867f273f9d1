//! `larder load`: the real service on a real Redis, driven by the real oha.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;

use crate::common::{document, larder, rows, unwrapped};

/// `larder load`, with services that compile little: they live for seconds.
fn load() -> Command {
    let mut command = larder();
    command.env("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1").arg("load");
    command
}

/// The exit code and the document of a load.
fn found(command: &mut Command, args: &[&str]) -> (i32, Value) {
    document(command.args(args).args(["--json", "-"]))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("no number: {value}"))
}

fn codec<'d>(document: &'d Value, codec: &str) -> &'d Value {
    rows(document)
        .iter()
        .find(|row| row["codec"] == codec)
        .unwrap_or_else(|| panic!("no row {codec} in {document:#}"))
}

/// A program that runs these lines of shell.
fn script(folder: &Path, lines: &str) -> PathBuf {
    let path = folder.join("script");
    fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn a_load_drives_both_endpoints_in_both_ways_and_paces_and_writes_what_it_found() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("load.html");
    let args = [
        "--codec",
        "fastjson-string,larder-profile-small",
        "--requests",
        "60",
        "--concurrency",
        "4",
        "--rate",
        "50",
    ];
    let (code, found) = found(load().arg("--report").arg(&report), &args);
    assert_eq!(code, 0, "{found:#}");
    let codecs: Vec<&str> = rows(&found).iter().map(|row| row["codec"].as_str().unwrap()).collect();
    assert_eq!(codecs, ["fastjson-string", "larder-profile-small"]);
    for row in rows(&found) {
        assert!(row["error"].is_null() && row["version"].is_string(), "{row:#}");
        assert!(row["versions"]["Spring Boot"].as_str().unwrap().starts_with('4'), "{row:#}");
        assert_eq!(row["memory"]["dbsize"], 6000, "a hundred persons per request");
        let runs = row["runs"].as_array().unwrap();
        let of = |run: &Value| {
            format!(
                "{} {} {}",
                run["way"].as_str().unwrap(),
                run["pace"],
                run["endpoint"].as_str().unwrap()
            )
        };
        assert_eq!(
            runs.iter().map(of).collect::<Vec<_>>(),
            [
                r#"round-trips "closed" /add"#,
                r#"round-trips "closed" /check"#,
                r#"round-trips {"rate":50.0} /add"#,
                r#"round-trips {"rate":50.0} /check"#,
                r#"pipeline "closed" /add"#,
                r#"pipeline "closed" /check"#,
                r#"pipeline {"rate":50.0} /add"#,
                r#"pipeline {"rate":50.0} /check"#,
            ]
        );
        for run in runs {
            assert_eq!((&run["requests"], &run["errors"]), (&60.into(), &0.into()), "{run:#}");
            let latency = ["p50", "p90", "p99", "max"].map(|name| number(&run["latency_ms"][name]));
            assert!(latency[0] > 0.0 && latency.is_sorted(), "{run:#}");
            assert!(
                number(&run["requests_per_second"]) > 0.0
                    && number(&run["service_cpu_percent"]) > 0.0,
                "{run:#}"
            );
            let share = number(&run["codec_percent"]);
            assert!(share > 0.0 && share < 100.0, "{run:#}");
        }
    }
    let bytes = |id| number(&codec(&found, id)["memory"]["bytes_per_person"]);
    assert!(bytes("larder-profile-small") < bytes("fastjson-string"), "{found:#}");
    assert!(found["generator"].as_str().unwrap().starts_with("oha 1."));
    assert_eq!(found["verdict"].as_array().unwrap().len(), 3, "{:#}", found["verdict"]);
    assert!(fs::read_to_string(report).unwrap().contains("larder-profile-small"));
}

#[test]
fn the_tables_name_versions_machine_and_rounds_and_a_duration_is_kept_to() {
    let args = ["--codec", "jackson", "--duration", "1", "--concurrency", "2", "--rounds", "2"];
    let said = unwrapped(&load().args(args).assert().success());
    for text in [
        "/check · pipelined, 1 round trip per request · 1 s · closed loop, 2 at a time",
        "jackson 3.",
        "Spring Boot 4.",
        "oha 1.",
        "each line: the fastest of 2 rounds",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
}

#[test]
fn requests_that_fail_are_counted_by_their_kind() {
    let folder = tempfile::tempdir().unwrap();
    // So little memory that Redis refuses persons, and checks miss them.
    let redis = script(
        folder.path(),
        "exec redis-server \"$@\" --maxmemory 4mb --maxmemory-policy noeviction",
    );
    let args = ["--codec", "fastjson-string", "--requests", "200", "--concurrency", "4"];
    let (code, found) = found(load().env("LARDER_REDIS_SERVER", redis), &args);
    assert_eq!(code, 1, "{found:#}");
    let runs = rows(&found)[0]["runs"].as_array().unwrap();
    let pipelined =
        runs.iter().find(|run| run["way"] == "pipeline" && run["endpoint"] == "/add").unwrap();
    let refused = &pipelined["error_kinds"]["status 503"];
    assert!(number(refused) > 0.0 && *refused == pipelined["errors"], "{pipelined:#}");
}

#[test]
fn a_service_that_does_not_start_costs_its_own_row() {
    let folder = tempfile::tempdir().unwrap();
    let java = script(
        folder.path(),
        "case \"$*\" in *codec=jdk*) echo 'no heap today' >&2; exit 3;; esac; exec java \"$@\"",
    );
    let args = ["--codec", "jdk,kryo", "--requests", "10", "--concurrency", "2"];
    let (code, found) = found(load().env("LARDER_JAVA", java), &args);
    assert_eq!(code, 1);
    let error = codec(&found, "jdk")["error"].as_str().unwrap();
    assert!(error.contains("exit code 3") && error.contains("no heap today"), "{error}");
    assert!(
        codec(&found, "kryo")["error"].is_null()
            && codec(&found, "kryo")["memory"]["dbsize"] == 1000
    );
}

#[test]
fn what_is_missing_is_named_with_how_to_get_it() {
    let empty = tempfile::tempdir().unwrap();
    let told = |command: &mut Command, what: &str| {
        command
            .args(["--requests", "1"])
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains(what));
    };
    told(load().env("LARDER_OHA", "/nowhere/oha"), "scripts/setup load");
    told(load().env("LARDER_HOME", empty.path()), "the service is not built: run `make jvm`");
    told(
        load().env("PATH", empty.path()).env_remove("JAVA_HOME"),
        "apt-get install default-jdk-headless",
    );
}

#[test]
fn without_a_redis_server_nothing_is_measured_and_each_row_says_how_to_get_one() {
    let args = ["--codec", "kryo", "--requests", "1"];
    let (code, found) = found(load().env("LARDER_REDIS_SERVER", "/nowhere/redis-server"), &args);
    assert_eq!(code, 1);
    assert!(rows(&found)[0]["error"].as_str().unwrap().contains("redis-server"), "{found:#}");
}

#[test]
fn wrong_usage_is_reported_before_anything_starts() {
    let refused = |args: &[&str], what: &str| {
        load().args(args).assert().code(2).stderr(predicate::str::contains(what));
    };
    refused(
        &["--codec", "gson"],
        "fastjson-string, kryo-article, kryo, jdk, jackson, larder-fast, larder, larder-small, \
         larder-profile-fast, larder-profile, larder-profile-small",
    );
    refused(&["--requests", "0"], "expected a whole number above 0");
    refused(&["--rate=-1"], "expected a number above 0");
    refused(&["--rounds", "0"], "0 is not in 1..=100");
    refused(&["--requests", "5", "--duration", "5"], "cannot be used with");
    refused(&["--json", "/nowhere/load.json"], "there is no folder /nowhere");
}

#[test]
fn the_help_teaches_ways_and_paces() {
    load()
        .arg("--help")
        .assert()
        .success()
        .stdout(predicate::str::contains(
            "The round trips hide what a codec costs; the pipeline shows it",
        ))
        .stdout(predicate::str::contains("In a closed loop, such as that of ab"))
        .stdout(predicate::str::contains("scripts/setup load"));
}

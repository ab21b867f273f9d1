//! What comes from outside reaches the terminal as text alone: arguments, names of files and keys,
//! values, and what a server says.

use std::fs;
use std::process::Output;

use redis::Commands;

use crate::common::{Redis, larder};

/// A title for the window, colours, a C1 control, and a change of direction.
const HOSTILE: &str = "a\u{1b}]0;owned\u{7}\u{1b}[31mred\u{9b}2J\u{202e}gpj.exe";

/// Fails if the command printed anything that a terminal would act on; gives what it printed.
fn printed(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8(text).expect("UTF-8");
    let acts = |character: char| {
        character.is_control() && character != '\n'
            || ('\u{202a}'..='\u{202e}').contains(&character)
    };
    assert!(!text.contains(acts), "{text:?}");
    text
}

#[test]
fn arguments_of_every_subcommand_are_text() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join(HOSTILE).to_str().unwrap().to_owned();
    let under_missing = format!("{missing}/p");
    let url = format!("redis://127.0.0.1:1/0?match={HOSTILE}");
    let user = format!("redis://{HOSTILE}@127.0.0.1:1/0");
    let parameter = format!("redis://127.0.0.1:1/0?{HOSTILE}=1");
    let broken = format!("redis://{HOSTILE}");
    let refused: [&[&str]; 33] = [
        &[HOSTILE],
        &["compare", HOSTILE],
        &["compare", &url],
        &["compare", &user],
        &["compare", &parameter],
        &["compare", &broken],
        &["compare", "session:\u{1b}[1m"],
        &["compare", "session", "--codec", HOSTILE, "--runtime", "native"],
        &["compare", "session", "--runtime", HOSTILE],
        &["compare", "session", "--redis", HOSTILE],
        &["compare", "session", "--time", HOSTILE],
        &["compare", "session", "--json", &under_missing],
        &["articles", HOSTILE],
        &["articles", "--json", &under_missing, "redis-php-2015"],
        &["load", HOSTILE],
        &["load", "--codec", HOSTILE],
        &["load", "--json", &under_missing],
        &["train", HOSTILE, "-o", "p"],
        &["train", &url, "-o", "p"],
        &["train", "session", "-o", &under_missing],
        &["convert", "--from", "json", "--to", "larder", "--level", HOSTILE],
        &["inspect", HOSTILE],
        &["inspect", HOSTILE, "--redis", &url],
        &["inspect", "key", "--redis", HOSTILE],
        &["inspect", "key", "--format", HOSTILE],
        &["inspect", "key", "--profile", HOSTILE],
        &["convert", HOSTILE, "--from", "json", "--to", "php"],
        &["convert", "--from", HOSTILE, "--to", "php"],
        &["convert", "--from", "json", "--to", HOSTILE],
        &["convert", "--from", "json", "--to", "larder", "--profile", HOSTILE],
        &["convert", "--from", "json", "--to", "php", "-o", &under_missing],
        &["profile", "show", HOSTILE],
        &["profile", HOSTILE],
    ];
    for arguments in refused {
        let output =
            larder().args(arguments).current_dir(&folder).write_stdin("[1]").output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(!printed(&output).is_empty());
    }
}

#[test]
fn names_of_files_are_text_in_headings_tables_and_documents() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("{HOSTILE}.jsonl"));
    let value = format!("{{\"k\":{}}}\n", serde_json::to_string(HOSTILE).unwrap());
    fs::write(&file, value.repeat(40)).unwrap();
    let profile = folder.path().join(format!("{HOSTILE}.profile"));
    let compare = ["--runtime", "native", "--codec", "json", "--time", "0.02", "--no-redis"];
    let mut commands = [larder(), larder(), larder(), larder(), larder(), larder()];
    commands[0].arg("compare").arg(&file).args(compare);
    commands[1].arg("compare").arg(&file).args(compare).args(["--json", "-"]);
    commands[2].arg("compare").arg(&file).args(compare).args(["--csv", "-"]);
    commands[3].arg("train").arg(&file).arg("-o").arg(&profile);
    commands[4].args(["profile", "show", "--texts"]).arg(&profile);
    commands[5].arg("inspect").arg(&profile);
    for command in &mut commands[..5] {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(printed(&output).contains("red"), "{output:?}");
    }
    printed(&commands[5].output().unwrap());
    let shown = larder().args(["profile", "show", "--json", "-"]).arg(&profile).output().unwrap();
    printed(&shown);
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert!(
        shown["dictionaries"].to_string().contains(&serde_json::to_string(HOSTILE).unwrap()),
        "it is the same text: {shown}"
    );
}

#[test]
fn keys_and_values_of_a_redis_are_text() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let object =
        format!("O:{}:\"{HOSTILE}\":1:{{s:{0}:\"{HOSTILE}\";s:{0}:\"{HOSTILE}\";}}", HOSTILE.len());
    let _: () = connection.set(HOSTILE, &object).unwrap();
    let _: () = connection.hset("hash", HOSTILE, &object).unwrap();
    let _: () = connection.set("broken", &object[..object.len() - 3]).unwrap();
    for key in [HOSTILE, "hash", "broken"] {
        for arguments in [&[][..], &["--json", "-"]] {
            let output = larder()
                .args(["inspect", key, "--redis", &server.url()])
                .args(arguments)
                .output()
                .unwrap();
            assert!(printed(&output).contains("red"), "{output:?}");
        }
    }
    let output = larder()
        .args(["convert", "--from", "php", "--to", "json"])
        .write_stdin(object)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(printed(&output).contains("larder: "));
}

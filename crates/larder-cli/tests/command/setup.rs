//! What `scripts/setup` asks on a terminal before it installs anything.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use nix::pty::openpty;

/// What setup itself runs. Nothing else is on its path, so all that Larder needs is missing.
const PROGRAMS: [&str; 18] = [
    "awk", "bash", "cat", "chmod", "cp", "cut", "dirname", "env", "grep", "head", "id", "ls",
    "mkdir", "mktemp", "rm", "sed", "sort", "true",
];

/// A package that this apt-get does not have, as some releases of Debian lack some.
const LACKING: &str = "php-igbinary";

/// What the terminal showed, which calls apt-get got, and the exit code.
struct Seen {
    screen: String,
    calls: String,
    code: Option<i32>,
}

/// Runs setup on a terminal of its own where somebody types `answer`, with an apt-get that installs
/// nothing: it notes its calls, but those that simulate.
fn setup(answer: &str, environment: &[(&str, &str)]) -> Seen {
    let folder = tempfile::tempdir().unwrap();
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    for name in PROGRAMS {
        let mut places = std::env::split_paths(&path).map(|place| place.join(name));
        symlink(places.find(|place| place.is_file()).expect(name), bin.join(name)).unwrap();
    }
    let program = |name: &str, script: &str| {
        fs::write(bin.join(name), format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(bin.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    };
    program(
        "apt-get",
        &format!(
            r#"case "$*" in
*--simulate*\ {LACKING}*) exit 100 ;;
*--simulate*) ;;
*) echo "$*" >>"$CALLS" ;;
esac"#
        ),
    );
    program("sudo", r#"shift; exec "$@""#);
    let calls = folder.path().join("calls");
    File::create(&calls).unwrap();

    let terminal = openpty(None, None).unwrap();
    let side = || terminal.slave.try_clone().unwrap();
    let mut command = Command::new("bash");
    command
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/setup"))
        .env("PATH", &bin)
        .env("CALLS", &calls)
        .env_remove("LARDER_SETUP")
        .envs(environment.iter().copied())
        .stdin(side())
        .stdout(side())
        .stderr(side());
    let mut process = command.spawn().expect("bash starts");
    // Only the process has it open from now on, so its end is the end of what can be read.
    drop(command);
    drop(terminal.slave);
    let mut master = File::from(terminal.master);
    master.write_all(answer.as_bytes()).unwrap();
    let mut screen = Vec::new();
    // Linux tells of that end by an error.
    let _ = master.read_to_end(&mut screen);
    Seen {
        screen: String::from_utf8(screen).unwrap(),
        calls: fs::read_to_string(&calls).unwrap(),
        code: process.wait().unwrap().code(),
    }
}

#[test]
fn nothing_is_installed_without_a_yes() {
    for answer in ["n\n", "\n"] {
        let Seen { screen, calls, code } = setup(answer, &[]);
        let question = screen.lines().find(|line| line.contains("may apt-get install")).unwrap();
        assert!(question.contains(" redis-server ") && question.contains(" cargo? [y/N]"));
        assert_eq!(calls, "", "{screen}");
        assert!(screen.contains("skipped until you install it: apt-get install "), "{screen}");
        assert!(screen.contains("LARDER_SETUP=yes"), "{screen}");
        // Nothing works without Rust.
        assert!(screen.contains("install it with rustup"), "{screen}");
        assert_eq!(code, Some(1), "{screen}");
    }
}

#[test]
fn a_yes_installs_what_is_missing() {
    let Seen { screen, calls, .. } = setup("y\n", &[]);
    assert!(screen.contains("may apt-get install"), "{screen}");
    assert!(!screen.contains("skipped until"), "{screen}");
    is_installed(&calls);
    assert!(screen.contains(&format!("apt has no {LACKING};")), "{screen}");
}

#[test]
fn nobody_is_asked_who_has_said_so() {
    // If there were a question after all, this would be the answer.
    let Seen { screen, calls, .. } = setup("n\n", &[("LARDER_SETUP", "yes")]);
    assert!(!screen.contains("may apt-get install"), "{screen}");
    is_installed(&calls);
}

/// Fails unless apt-get was to install what Larder needs and it has, from fresh lists.
fn is_installed(calls: &str) {
    let mut calls = calls.lines();
    assert_eq!(calls.next(), Some("update -q"));
    let install = calls.next().unwrap();
    assert!(install.starts_with("install -y ") && install.contains(" redis-server "), "{install}");
    assert!(!install.contains(LACKING), "{install}");
}

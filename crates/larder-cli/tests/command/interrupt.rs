//! Ctrl-C: exit code 130, and neither a process nor a file is left.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Processes that were started, at whatever remove, with this folder as their TMPDIR, or that work
/// in it (Redis overwrites its environment).
fn processes(folder: &Path) -> Vec<String> {
    let marker = format!("TMPDIR={}", folder.display());
    let of = |entry: fs::DirEntry| {
        let environment = fs::read(entry.path().join("environ")).ok()?;
        let works_here =
            fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder));
        let ours = works_here
            || environment.split(|&byte| byte == 0).any(|variable| variable == marker.as_bytes());
        let command = fs::read(entry.path().join("cmdline")).ok()?;
        // A process that has ended and waits for its parent has no command line.
        (ours && !command.is_empty()).then(|| String::from_utf8_lossy(&command).replace('\0', " "))
    };
    fs::read_dir("/proc").unwrap().flatten().filter_map(of).collect()
}

fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let started = Instant::now();
    while !condition() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what} within a minute");
        thread::sleep(Duration::from_millis(50));
    }
}

/// A comparison that takes a minute.
fn compare<'a>(runtime: &'a str, codec: &'a str) -> [&'a str; 8] {
    ["compare", "session", "--runtime", runtime, "--codec", codec, "--time", "30"]
}

/// A load that takes an hour.
const LOAD: [&str; 5] = ["load", "--codec", "kryo", "--requests", "1000000"];

/// Sends a signal to the command once `busy` finds the process that it waits for; returns its exit
/// code when all processes have ended.
fn interrupted(
    args: &[&str],
    signal: Signal,
    folder: &Path,
    busy: impl Fn(&str) -> bool,
) -> Option<i32> {
    let mut larder = Command::new(env!("CARGO_BIN_EXE_larder"))
        .args(args)
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the runner starts", || processes(folder).iter().any(|command| busy(command)));
    assert!(processes(folder).iter().any(|command| command.contains("redis-server")));
    thread::sleep(Duration::from_millis(300));
    kill(Pid::from_raw(larder.id().cast_signed()), signal).unwrap();
    let code = larder.wait().unwrap().code();
    wait_until("every process ends", || processes(folder).is_empty());
    code
}

fn leaves_nothing(args: &[&str], signal: Signal, busy: impl Fn(&str) -> bool) {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(interrupted(args, signal, folder.path(), busy), Some(130));
    let left: Vec<_> =
        fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn ctrl_c_in_php_leaves_nothing_behind() {
    leaves_nothing(&compare("php", "igbinary"), Signal::SIGINT, |command| {
        command.contains("runner.php measure")
    });
}

#[test]
fn ctrl_c_in_a_forked_jvm_leaves_nothing_behind() {
    leaves_nothing(&compare("jvm", "kryo"), Signal::SIGINT, |command| {
        command.contains("ForkedMain")
    });
}

#[test]
fn a_termination_leaves_nothing_behind_either() {
    leaves_nothing(&compare("native", "json"), Signal::SIGTERM, |command| {
        command.contains("runner measure")
    });
}

#[test]
fn a_command_that_is_killed_takes_its_runner_and_its_redis_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let code = interrupted(&compare("native", "json"), Signal::SIGKILL, folder.path(), |command| {
        command.contains("runner measure")
    });
    assert_eq!(code, None, "killed");
}

#[test]
fn ctrl_c_in_a_load_leaves_nothing_behind() {
    leaves_nothing(&LOAD, Signal::SIGINT, |command| command.contains("oha --no-tui"));
}

#[test]
fn a_load_that_is_killed_takes_its_service_and_its_generator_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let code = interrupted(&LOAD, Signal::SIGKILL, folder.path(), |command| {
        command.contains("oha --no-tui")
    });
    assert_eq!(code, None, "killed");
}

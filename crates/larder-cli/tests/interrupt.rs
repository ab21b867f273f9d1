//! Ctrl-C: exit code 130, and neither a process nor a file is left.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Processes that were started, at whatever remove, with this folder as their TMPDIR, or that work in it (Redis overwrites its environment).
fn processes(folder: &Path) -> Vec<String> {
    let marker = format!("TMPDIR={}", folder.display());
    let of = |entry: fs::DirEntry| {
        let environment = fs::read(entry.path().join("environ")).ok()?;
        let works_here = fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(folder));
        let ours = works_here || environment.split(|&byte| byte == 0).any(|variable| variable == marker.as_bytes());
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

/// Interrupts a comparison once `busy` finds the process that it waits for.
fn interrupted(runtime: &str, codec: &str, signal: Signal, busy: impl Fn(&str) -> bool) {
    let folder = tempfile::tempdir().unwrap();
    let mut larder = Command::new(env!("CARGO_BIN_EXE_larder"))
        .args(["compare", "session", "--runtime", runtime, "--codec", codec, "--time", "30"])
        .env("TMPDIR", folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the runner starts", || processes(folder.path()).iter().any(|command| busy(command)));
    assert!(processes(folder.path()).iter().any(|command| command.contains("redis-server")));
    thread::sleep(Duration::from_millis(300));
    kill(Pid::from_raw(larder.id().cast_signed()), signal).unwrap();
    assert_eq!(larder.wait().unwrap().code(), Some(130));
    wait_until("every process ends", || processes(folder.path()).is_empty());
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn ctrl_c_in_php_leaves_nothing_behind() {
    interrupted("php", "igbinary", Signal::SIGINT, |command| command.contains("runner.php measure"));
}

#[test]
fn ctrl_c_in_a_forked_jvm_leaves_nothing_behind() {
    interrupted("jvm", "kryo", Signal::SIGINT, |command| command.contains("ForkedMain"));
}

#[test]
fn a_termination_leaves_nothing_behind_either() {
    interrupted("native", "json", Signal::SIGTERM, |command| command.contains("runner measure"));
}

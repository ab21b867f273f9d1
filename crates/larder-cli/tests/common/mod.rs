//! What the tests of the command share: the command, its JSON, and a real redis-server.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use serde_json::Value;

/// The command, with no environment of the caller's that would change it.
pub fn larder() -> Command {
    let mut command = Command::cargo_bin("larder").expect("the binary is built");
    for variable in ["LARDER_HOME", "LARDER_PHP", "LARDER_JAVA", "LARDER_REDIS_SERVER"] {
        command.env_remove(variable);
    }
    command
}

/// `larder compare ARGS --json -`: the exit code and the document.
pub fn compare(args: &[&str]) -> (i32, Value) {
    document(larder().arg("compare").args(args).args(["--json", "-"]))
}

/// The exit code and the document that a command prints.
pub fn document(command: &mut Command) -> (i32, Value) {
    let output = command.output().expect("the command runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let document = serde_json::from_str(&text).unwrap_or_else(|error| {
        panic!("no document: {error}\n{text}\n{}", String::from_utf8_lossy(&output.stderr));
    });
    (output.status.code().expect("an exit code"), document)
}

/// All rows of a document.
pub fn rows(document: &Value) -> &[Value] {
    document["rows"].as_array().expect("rows")
}

/// The one row of a dataset, runtime and codec.
pub fn row<'a>(document: &'a Value, dataset: &str, runtime: &str, codec: &str) -> &'a Value {
    let found = rows(document).iter().find(|row| row["dataset"] == dataset && row["runtime"] == runtime && row["codec"] == codec);
    found.unwrap_or_else(|| panic!("no row {dataset} {runtime} {codec} in {document:#}"))
}

/// A redis-server of the test's own.
pub struct Redis {
    process: Child,
    pub port: u16,
}

impl Redis {
    pub fn start(arguments: &[&str], folder: &Path) -> Redis {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        let process = Process::new("redis-server")
            .args(["--bind", "127.0.0.1", "--port", &port.to_string(), "--save", "", "--appendonly", "no"])
            .args(arguments)
            .arg("--dir")
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("redis-server is installed");
        let redis = Redis { process, port };
        let started = Instant::now();
        while redis.try_connect().is_none() {
            assert!(started.elapsed() < Duration::from_secs(10), "redis-server answers within 10 s");
            thread::sleep(Duration::from_millis(20));
        }
        redis
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    pub fn connect(&self) -> redis::Connection {
        self.try_connect().expect("the server answers")
    }

    fn try_connect(&self) -> Option<redis::Connection> {
        redis::Client::open(self.url()).unwrap().get_connection().ok()
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

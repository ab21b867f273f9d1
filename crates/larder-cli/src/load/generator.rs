//! oha, which sends the requests: finds it, runs it, and reads its figures.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::document::Latency;
use super::plan::{Amount, Pace};
use crate::failure::Usage;
use crate::home::Home;
use crate::runner::{Broken, Process, program, until_input_ends};

/// A request without an answer for this long is an error.
const REQUEST_LIMIT: &str = "60s";
/// Added to the time that a run should take. A run ends by itself, because each of its requests
/// does.
const SPARE: Duration = Duration::from_secs(600);

/// The installed oha.
pub struct Generator {
    program: PathBuf,
    pub version: String,
}

/// The figures of one run.
pub struct Sent {
    pub requests: u64,
    pub seconds: f64,
    pub latency: Latency,
    /// What came instead of status 200, and how often.
    pub errors: BTreeMap<String, u64>,
}

impl Generator {
    /// The oha of `LARDER_OHA`, of target/tools, or of PATH.
    pub fn find(home: Option<&Home>) -> Result<Generator> {
        let installed = || home.and_then(|home| home.tool("oha"));
        let program = std::env::var_os("LARDER_OHA")
            .map(PathBuf::from)
            .or_else(installed)
            .or_else(|| program("LARDER_OHA", "oha"));
        let missing = "oha, which sends the requests, is missing: `scripts/setup load` installs \
                       it into target/tools \
            (or run `cargo install --locked oha` and put it on PATH, or set LARDER_OHA to it)";
        let program = program.ok_or_else(|| Usage(missing.into()))?;
        let output = Command::new(&program)
            .arg("--version")
            .output()
            .ok()
            .filter(|output| output.status.success());
        let version = output.and_then(|output| String::from_utf8(output.stdout).ok());
        let version = version.ok_or_else(|| {
            Usage(format!("{} does not run as oha: {missing}", program.display()))
        })?;
        Ok(Generator { program, version: version.trim().to_owned() })
    }

    /// Sends GET requests to `url`. At a constant rate, latency counts from when a request is due.
    pub fn run(&self, url: &str, amount: Amount, concurrency: usize, pace: Pace) -> Result<Sent> {
        let mut command = until_input_ends(&self.program);
        command.args([
            "--no-tui",
            "--output-format",
            "json",
            "--worker-threads",
            "1",
            "-t",
            REQUEST_LIMIT,
        ]);
        command.args(["-c", &concurrency.to_string()]);
        let mut limit = SPARE;
        match (amount, pace) {
            (Amount::Requests(requests), _) => {
                command.args(["-n", &requests.to_string()]);
                limit += Duration::from_millis(100) * u32::try_from(requests)?;
            }
            (Amount::Seconds(seconds), Pace::Closed) => {
                command.args(["-z", &format!("{}ms", (seconds * 1e3).ceil()), "-w"]);
                limit += Duration::from_secs_f64(seconds);
            }
            // As many requests as are due in this time. Late ones are waited for, and count.
            (Amount::Seconds(seconds), Pace::Rate(rate)) => {
                command.args(["-n", &(seconds * rate).ceil().max(1.0).to_string()]);
                limit += Duration::from_secs_f64(seconds * 10.0);
            }
        }
        if let Pace::Rate(rate) = pace {
            command.args(["-q", &rate.to_string(), "--latency-correction"]);
        }
        command.arg(url);
        let mut process = Process::start(command, None, limit)?;
        let mut text = String::new();
        loop {
            match process.next_line() {
                Ok(line) => text += &(line + "\n"),
                Err(Broken::Died { status, .. }) if status.success() => break,
                Err(broken) => return Err(broken.of("oha")),
            }
        }
        read(&text)
    }
}

/// The part of oha's JSON that is used. Times are in seconds.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Output {
    summary: Summary,
    latency_percentiles: BTreeMap<String, Option<f64>>,
    status_code_distribution: BTreeMap<String, u64>,
    error_distribution: BTreeMap<String, u64>,
}

#[derive(Deserialize)]
struct Summary {
    total: f64,
    slowest: Option<f64>,
    average: Option<f64>,
}

fn read(text: &str) -> Result<Sent> {
    let output: Output = serde_json::from_str(text).context(
        "oha prints figures that this command does not know; install oha 1.16, which is tested",
    )?;
    let millis = |seconds: Option<f64>| seconds.unwrap_or(f64::NAN) * 1e3;
    let percentile = |name: &str| millis(output.latency_percentiles.get(name).copied().flatten());
    let latency = Latency {
        mean: millis(output.summary.average),
        p50: percentile("p50"),
        p90: percentile("p90"),
        p99: percentile("p99"),
        max: millis(output.summary.slowest),
    };
    let requests =
        output.status_code_distribution.values().chain(output.error_distribution.values()).sum();
    let statuses =
        output.status_code_distribution.into_iter().filter(|(status, _)| status != "200");
    let errors = statuses
        .map(|(status, count)| (format!("status {status}"), count))
        .chain(output.error_distribution)
        .collect();
    Ok(Sent { requests, seconds: output.summary.total, latency, errors })
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    use super::*;

    const REQUESTS: u64 = 200;
    const STALL: Duration = Duration::from_secs(1);
    /// The requests that meet the stall: as many as there are connections.
    const STALLED: std::ops::Range<u64> = 50..54;

    /// Answers at once, but for some requests in the middle, after which all connections wait.
    fn serve(stream: TcpStream, served: &AtomicU64) {
        let mut requests = BufReader::new(stream.try_clone().unwrap());
        let mut answers = stream;
        let mut line = String::new();
        while requests.read_line(&mut line).is_ok_and(|read| read > 0) {
            if line == "\r\n" {
                if STALLED.contains(&served.fetch_add(1, Ordering::SeqCst)) {
                    thread::sleep(STALL);
                }
                if answers.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").is_err() {
                    return;
                }
            }
            line.clear();
        }
    }

    /// The latency of a run against a server that stalls once.
    fn stalling(pace: Pace) -> Latency {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let served = Arc::new(AtomicU64::new(0));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let served = served.clone();
                thread::spawn(move || serve(stream, &served));
            }
        });
        let connections = STALLED.count();
        let generator =
            Generator::find(Home::find().as_ref()).expect("scripts/setup test has installed oha");
        let found = generator.run(&url, Amount::Requests(REQUESTS), connections, pace).unwrap();
        assert_eq!((found.requests, found.errors), (REQUESTS, BTreeMap::new()));
        found.latency
    }

    #[test]
    fn a_stall_is_in_the_latency_of_all_requests_that_were_due_in_it_and_a_closed_loop_hides_it() {
        // A hundred a second: half of the 200 are due while nobody is answered, and wait half a
        // second on average.
        let (constant, closed) = (stalling(Pace::Rate(100.0)), stalling(Pace::Closed));
        assert!(constant.p90 > 600.0 && constant.mean > 150.0, "{constant:?}");
        assert!(closed.max >= 1000.0 && closed.p90 < constant.p90, "{closed:?} {constant:?}");
    }

    #[test]
    fn unknown_figures_are_an_error_and_not_guessed() {
        assert!(read("{}").is_err_and(|error| error.to_string().contains("oha 1.16")));
    }

    #[test]
    fn a_status_other_than_200_is_an_error() {
        let found = read(
            r#"{"summary":{"total":2.0,"slowest":0.5,"average":0.1},"latencyPercentiles":{"p50":0.1,"p90":0.2,"p99":0.4},
                "statusCodeDistribution":{"200":7,"503":2},"errorDistribution":{"refused":1}}"#,
        )
        .unwrap();
        assert_eq!(found.requests, 10);
        assert_eq!(found.errors, BTreeMap::from([("refused".into(), 1), ("status 503".into(), 2)]));
        assert_eq!((found.latency.p99, found.latency.max), (400.0, 500.0));
    }
}

//! The Spring Boot service with one codec, its Redis, and what both report.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use ureq::Agent;
use ureq::http::StatusCode;

use crate::failure::Usage;
use crate::home::Home;
use crate::interrupt;
use crate::runner::{self, Broken, NO_JAVA, Process, cpu};
use crate::storage::server::Server;

const START_LIMIT: Duration = Duration::from_secs(120);
const POLL: Duration = Duration::from_millis(50);
const ANSWER_LIMIT: Duration = Duration::from_secs(60);

/// Starts services.
pub struct Launcher {
    java: PathBuf,
    jar: PathBuf,
}

impl Launcher {
    /// Finds Java and the service; the error says what is missing.
    pub fn find(home: Option<&Home>) -> Result<Launcher> {
        let java =
            runner::java().ok_or_else(|| Usage(format!("the service needs Java: {NO_JAVA}")))?;
        let home = home.ok_or_else(|| {
            Usage(
                "the service is not beside this binary: run the binary inside a checkout, or set \
                 LARDER_HOME to a checkout"
                    .into(),
            )
        })?;
        let jar = home.service();
        if !jar.is_file() {
            return Err(Usage(
                "the service is not built: run `make jvm` (it needs JDK 17 or newer, and Maven)"
                    .into(),
            )
            .into());
        }
        Ok(Launcher { java, jar })
    }

    /// Starts a Redis, and the service on it. What they leave in `scratch` is removed with it.
    pub fn start(
        &self,
        codec: &str,
        profile: Option<&Path>,
        seed: u64,
        scratch: &Path,
    ) -> Result<Service> {
        let redis = Server::start(scratch)?
            .ok_or_else(|| Usage("no redis-server on PATH: apt-get install redis-server".into()))?;
        let mut command = Command::new(&self.java);
        // A JVM that is killed would leave its performance data behind.
        command
            .arg("-XX:-UsePerfData")
            .arg(format!("-Djava.io.tmpdir={}", scratch.display()))
            .arg("-jar")
            .arg(&self.jar);
        command.args([
            "--server.address=127.0.0.1",
            "--server.port=0",
            "--larder.ends-with-input=true",
        ]);
        command
            .arg("--spring.data.redis.host=127.0.0.1")
            .arg(format!("--spring.data.redis.port={}", redis.port));
        // This Redis is certainly there. On a busy machine, what takes long must be measured and
        // must not fail.
        command.args(
            ["timeout", "connect-timeout", "lettuce.pool.max-wait"]
                .map(|limit| format!("--spring.data.redis.{limit}=60s")),
        );
        command.arg(format!("--larder.codec={codec}")).arg(format!("--larder.seed={seed}"));
        if let Some(profile) = profile {
            command.arg(format!("--larder.profile={}", profile.display()));
        }
        let mut process = Process::start(command, None, START_LIMIT)?;
        let port = loop {
            let line = process.next_line().map_err(|broken| broken.of("the service"))?;
            if let Ok(Ready { port }) = serde_json::from_str(&line) {
                break port;
            }
        };
        let agent = Agent::config_builder()
            .timeout_global(Some(ANSWER_LIMIT))
            .http_status_as_error(false)
            .build()
            .into();
        Ok(Service { process, redis, port, agent })
    }
}

/// The line that the service prints once it is ready.
#[derive(Deserialize)]
struct Ready {
    port: u16,
}

/// A running service and its Redis; dropping it ends both.
pub struct Service {
    process: Process,
    pub redis: Server,
    port: u16,
    agent: Agent,
}

/// The answer of `/serializer` (docs/RUNNERS.md).
#[derive(Deserialize)]
pub struct Status {
    pub version: String,
    pub versions: BTreeMap<String, String>,
    pub clock: Clock,
}

/// Wall time of the service's threads since its start.
#[derive(Deserialize)]
pub struct Clock {
    pub request_ns: u64,
    pub encode_ns: u64,
    pub decode_ns: u64,
}

/// CPU time of the two processes since their start.
#[derive(Clone, Copy)]
pub struct Used {
    pub service: Duration,
    pub redis: Duration,
}

impl Service {
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Forgets all persons and starts again with the first.
    pub fn clear(&mut self) -> Result<()> {
        redis::cmd("FLUSHALL").exec(&mut self.redis.connect()?)?;
        self.get("/reset").map(|_| ())
    }

    pub fn status(&mut self) -> Result<Status> {
        let text = self.get("/serializer")?;
        serde_json::from_str(&text).context("the service is of another version: run `make jvm`")
    }

    pub fn used(&self) -> Used {
        let of = |process| cpu::used(process).unwrap_or_default();
        Used { service: of(self.process.id()), redis: of(self.redis.id()) }
    }

    /// `used_memory` at a moment at which the service has no connection, so that it includes no
    /// connection's buffers. Waits until the service has connected again.
    pub fn used_memory(&self) -> Result<u64> {
        let mut redis = self.redis.connect()?;
        let connected = info(&mut redis, "clients", "connected_clients")?;
        // Redis serves both before it looks at another connection. A transaction would be refused
        // when the memory is full.
        let mut alone = redis::pipe();
        alone
            .cmd("CLIENT")
            .arg("KILL")
            .arg("TYPE")
            .arg("normal")
            .ignore()
            .cmd("INFO")
            .arg("memory");
        let (memory,): (redis::InfoDict,) = alone.query(&mut redis)?;
        let killed = Instant::now();
        while info(&mut redis, "clients", "connected_clients")? < connected {
            interrupt::check()?;
            if killed.elapsed() > ANSWER_LIMIT {
                bail!("the service did not reconnect to Redis within {} s", ANSWER_LIMIT.as_secs());
            }
            thread::sleep(POLL);
        }
        memory.get("used_memory").context("this Redis does not report used_memory")
    }

    pub fn dbsize(&self) -> Result<u64> {
        Ok(redis::cmd("DBSIZE").query(&mut self.redis.connect()?)?)
    }

    fn get(&mut self, path: &str) -> Result<String> {
        let answer = self.agent.get(self.url(path)).call();
        let answer = answer
            .and_then(|mut answer| Ok((answer.status(), answer.body_mut().read_to_string()?)));
        match answer {
            Ok((StatusCode::OK, text)) => Ok(text),
            Ok((status, text)) => bail!("{path}: the service answers {status}: {text}"),
            // If the service has ended, that says more.
            Err(error) => match self.process.next_line() {
                Err(Broken::TimedOut { .. }) | Ok(_) => bail!("{path}: {error}"),
                Err(broken) => Err(broken.of("the service")),
            },
        }
    }
}

fn info(redis: &mut redis::Connection, section: &str, name: &str) -> Result<u64> {
    let info: redis::InfoDict = redis::cmd("INFO").arg(section).query(redis)?;
    info.get(name).with_context(|| format!("this Redis does not report {name}"))
}

//! Runners: the processes that measure, one runtime each (docs/RUNNERS.md).

pub mod cpu;
mod event;
pub mod native;
mod process;

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;
use tempfile::TempDir;

pub use self::cpu::Cpu;
pub use self::event::{
    CacheState, Event, ListedCodec, Listing, Op, Phase, ReadWay, Roundtrip, is_larder,
};
pub use self::process::{Broken, Process, until_input_ends};
use crate::home::Home;
use crate::interrupt::Interrupted;

/// How to get a Java.
pub const NO_JAVA: &str = "no java on PATH: apt-get install default-jdk-headless";
const LIST_LIMIT: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runtime {
    Php,
    Jvm,
    Native,
    /// The JVM's codecs in a Spark job. It has a verb of its own and no other.
    Spark,
}

impl Runtime {
    /// The runtimes in which codecs are compared.
    pub const ALL: [Runtime; 3] = [Runtime::Php, Runtime::Jvm, Runtime::Native];

    pub fn id(self) -> &'static str {
        match self {
            Runtime::Php => "php",
            Runtime::Jvm => "jvm",
            Runtime::Native => "native",
            Runtime::Spark => "spark",
        }
    }

    /// The command line of this runtime's runner, or how to add what is missing. What it leaves in
    /// `scratch` is removed.
    fn command(
        self,
        home: Option<&Home>,
        scratch: &Path,
        verb: &[&str],
        heap: Option<&str>,
    ) -> Result<Command, String> {
        let no_home = "its runner is not beside this binary: run the binary inside a checkout, or \
                       set LARDER_HOME to a checkout";
        match self {
            Runtime::Php => {
                let php = program("LARDER_PHP", "php").ok_or(
                    "no php on PATH: apt-get install php-cli php-igbinary php-msgpack php-redis",
                )?;
                let mut command = Command::new(php);
                command.args(["-d", "memory_limit=-1", "-d", "display_errors=stderr"]);
                let home = home.ok_or(no_home)?;
                if let Some(extension) = home.php_extension() {
                    let mut load = OsString::from("extension=");
                    load.push(extension);
                    command.arg("-d").arg(load);
                }
                command.arg(home.php_runner()).args(verb);
                Ok(command)
            }
            Runtime::Jvm | Runtime::Spark => {
                let java = java().ok_or(NO_JAVA)?;
                let home = home.ok_or(no_home)?;
                let jar =
                    if self == Runtime::Jvm { home.jvm_runner() } else { home.spark_runner() };
                if !jar.is_file() {
                    return Err(
                        "its runner is not built: run `make build` in a checkout (it needs \
                                JDK 17 or newer, and Maven); an installed command finds it by \
                                LARDER_HOME"
                            .into(),
                    );
                }
                let mut command = Command::new(java);
                match heap {
                    Some(heap) => command.arg(format!("-Xmx{heap}")),
                    // This process only prepares and checks: the JVMs that it starts do the timing.
                    None => command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]),
                };
                // The build has archived the classes, so that they load faster. A JVM of another
                // version silently ignores the archive.
                let archive = jar.with_extension("jsa");
                if archive.is_file() {
                    let mut shared = OsString::from("-XX:SharedArchiveFile=");
                    shared.push(archive);
                    command.args(["-Xshare:auto", "-Xlog:disable"]).arg(shared);
                }
                let mut temporary = OsString::from("-Djava.io.tmpdir=");
                temporary.push(scratch);
                // A JVM that is killed would leave its performance data behind.
                command.arg("-XX:-UsePerfData").arg(temporary).arg("-jar").arg(jar).args(verb);
                Ok(command)
            }
            Runtime::Native => {
                let mut command =
                    Command::new(env::current_exe().map_err(|error| error.to_string())?);
                command.arg("runner").args(verb);
                Ok(command)
            }
        }
    }
}

/// A runtime that was found, and its codecs.
pub struct FoundRuntime {
    pub runtime: Runtime,
    pub version: String,
    pub codecs: Vec<ListedCodec>,
}

/// What this machine can measure.
pub struct Runtimes {
    home: Option<Home>,
    scratch: TempDir,
    pub found: Vec<FoundRuntime>,
    /// A runtime that was asked for, and how to add it.
    pub missing: Vec<(Runtime, String)>,
}

impl Runtimes {
    /// Asks each of `wanted` for its codecs.
    pub fn find(wanted: &[Runtime]) -> Result<Runtimes> {
        let scratch =
            TempDir::with_prefix("larder-").context("cannot create a temporary folder")?;
        let mut runtimes =
            Runtimes { home: Home::find(), scratch, found: Vec::new(), missing: Vec::new() };
        for &runtime in wanted {
            match runtimes.list(runtime)? {
                Ok(listing) => {
                    runtimes.found.push(FoundRuntime {
                        runtime,
                        version: listing.version,
                        codecs: listing.codecs,
                    });
                }
                Err(why) => runtimes.missing.push((runtime, why)),
            }
        }
        Ok(runtimes)
    }

    pub fn home(&self) -> Option<&Home> {
        self.home.as_ref()
    }

    /// A temporary folder for the command and its runners, removed at the end.
    pub fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// Starts a runner.
    pub fn start(&self, task: &Task) -> Result<Process> {
        let Task { runtime, verb, job, limit, heap } = task;
        let command = runtime
            .command(self.home(), self.scratch(), verb, *heap)
            .map_err(anyhow::Error::msg)?;
        Process::start(command, *job, *limit)
    }

    /// Runs a runner to its end and hands each event to `take`, which may stop it with a reason.
    ///
    /// Returns what the CPU did in the timed phases; or, in words, why the runner did not finish.
    pub fn run(
        &self,
        task: &Task,
        mut take: impl FnMut(Event) -> Result<(), String>,
    ) -> Result<Result<Cpu, String>, Interrupted> {
        let mut process = match self.start(task) {
            Ok(process) => process,
            Err(error) => return Ok(Err(format!("{error:#}"))),
        };
        loop {
            let event = match process.next_event() {
                Ok(event) => event,
                Err(Broken::Interrupted(interrupted)) => return Err(interrupted),
                Err(broken) => return Ok(Err(broken.to_string())),
            };
            let is_last = event.is_last();
            if let Err(why) = take(event) {
                return Ok(Err(why));
            }
            if is_last {
                return Ok(Ok(process.cpu()));
            }
        }
    }

    fn list(&self, runtime: Runtime) -> Result<Result<Listing, String>, Interrupted> {
        let mut listed = Err("its runner lists no codecs".to_owned());
        let task = Task { runtime, verb: &["list"], job: None, limit: LIST_LIMIT, heap: None };
        let ended = self.run(&task, |event| {
            if let Event::Runtime(listing) = event {
                listed = Ok(listing);
            }
            Ok(())
        })?;
        Ok(ended.and(listed))
    }
}

/// What a runner is started for.
pub struct Task<'a> {
    pub runtime: Runtime,
    /// The verb and its arguments (docs/RUNNERS.md).
    pub verb: &'a [&'a str],
    pub job: Option<&'a Value>,
    /// The runner is stopped after this time.
    pub limit: Duration,
    /// The JVM's `-Xmx`, for a runner that does its work in the process itself.
    pub heap: Option<&'a str>,
}

/// The program that `variable` names, or `name` on PATH.
pub fn program(variable: &str, name: &str) -> Option<PathBuf> {
    match env::var_os(variable) {
        Some(path) => Some(path.into()),
        None => on_path(name),
    }
}

/// The Java to run.
pub fn java() -> Option<PathBuf> {
    let in_java_home = || {
        Some(Path::new(&env::var_os("JAVA_HOME")?).join("bin/java")).filter(|java| java.is_file())
    };
    env::var_os("LARDER_JAVA").map(PathBuf::from).or_else(in_java_home).or_else(|| on_path("java"))
}

fn on_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

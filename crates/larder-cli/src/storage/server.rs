//! A private redis-server: loopback, a free port, nothing on disk, gone with its guard.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use redis::Client;

use crate::interrupt;
use crate::runner::{program, until_input_ends};

const START_LIMIT: Duration = Duration::from_secs(10);
const POLL: Duration = Duration::from_millis(20);
const TRIES: usize = 3;
const VALUE: [u8; 1000] = [b'x'; 1000];

/// A running server; dropping it ends the process. Were this process killed, the end of its pipe
/// would end the server.
pub struct Server {
    process: Child,
    pub port: u16,
    pub version: String,
}

impl Server {
    /// None if no redis-server is installed.
    pub fn start(folder: &Path) -> Result<Option<Server>> {
        let Some(program) = program("LARDER_REDIS_SERVER", "redis-server") else { return Ok(None) };
        let mut error = None;
        // Another program may take the free port before the server does.
        for _ in 0..TRIES {
            match Server::start_once(&program, folder) {
                Ok(server) => return Ok(Some(server)),
                Err(failed) if failed.is::<interrupt::Interrupted>() => return Err(failed),
                Err(failed) => error = Some(failed),
            }
        }
        Err(error.expect("at least one try")).context("redis-server does not start")
    }

    fn start_once(program: &Path, folder: &Path) -> Result<Server> {
        let port = free_port()?;
        let mut process = until_input_ends(program)
            .args([
                "--bind",
                "127.0.0.1",
                "--port",
                &port.to_string(),
                "--save",
                "",
                "--appendonly",
                "no",
                "--databases",
                "1",
            ])
            .arg("--dir")
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let started = Instant::now();
        loop {
            // The server is a child until the guard holds it: end it on each way out.
            let outcome = interrupt::check().map_err(anyhow::Error::from).and_then(|()| {
                match process.try_wait()? {
                    Some(status) => bail!("it ended with {status}"),
                    None if started.elapsed() > START_LIMIT => {
                        bail!("it did not answer within {} s", START_LIMIT.as_secs())
                    }
                    None => Ok(version(port)),
                }
            });
            match outcome {
                Ok(Some(version)) => {
                    let server = Server { process, port, version };
                    server.warm_up()?;
                    return Ok(server);
                }
                Ok(None) => thread::sleep(POLL),
                Err(error) => {
                    end(&mut process);
                    return Err(error);
                }
            }
        }
    }

    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// A connection of its own.
    pub fn connect(&self) -> redis::RedisResult<redis::Connection> {
        Client::open(("127.0.0.1", self.port))?.get_connection_with_timeout(Duration::from_secs(1))
    }

    /// Stores some keys and a list and forgets them: what a server allocates once and keeps is not
    /// the first codec's.
    fn warm_up(&self) -> redis::RedisResult<()> {
        let mut connection = self.connect()?;
        let mut pipe = redis::pipe();
        for key in 0..1000 {
            pipe.set(key, &VALUE[..]).ignore();
            pipe.rpush("list", &VALUE[..]).ignore();
        }
        pipe.exec(&mut connection)?;
        redis::cmd("FLUSHALL").exec(&mut connection)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&mut self.process);
    }
}

/// Ends the process by closing its input, so that the shell beside it ends as well, and by force if
/// that does not help.
fn end(process: &mut Child) {
    const PATIENCE: Duration = Duration::from_secs(2);
    drop(process.stdin.take());
    let asked = Instant::now();
    while matches!(process.try_wait(), Ok(None)) {
        if asked.elapsed() > PATIENCE {
            let _ = process.kill();
            let _ = process.wait();
        }
        thread::sleep(Duration::from_millis(5));
    }
}

fn version(port: u16) -> Option<String> {
    let mut connection = Client::open(("127.0.0.1", port))
        .ok()?
        .get_connection_with_timeout(Duration::from_secs(1))
        .ok()?;
    let info: redis::InfoDict = redis::cmd("INFO").arg("server").query(&mut connection).ok()?;
    info.get("redis_version")
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

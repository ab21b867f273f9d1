//! A door on loopback through which runners use a Redis that only we can reach.
//!
//! Runners are written in three languages, and know a host, a port and a password. Through the
//! bridge they need neither TLS, Sentinel, clusters nor sockets, and never see the user's password:
//! theirs is made for the run, and opens nothing but the commands that they need.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result};
use redis::{Cmd, Value};

use super::connection::Connection;
use super::target::Target;

/// What a runner sends among the keys of others (docs/RUNNERS.md), in capitals.
const PERMITTED: [&str; 6] = ["SET", "SETEX", "RPUSH", "EXPIRE", "DEL", "MEMORY"];
/// Commands that are sent on at once.
const MAX_PIPELINED: usize = 1000;
/// Bytes of an argument: more than a value of Redis can have is no argument.
const MAX_BYTES: usize = 512 << 20;
const MAX_ARGUMENTS: usize = 1 << 20;

/// The open door; dropping it closes it.
pub struct Bridge {
    pub port: u16,
    pub password: String,
    closed: Arc<AtomicBool>,
}

impl Bridge {
    /// Listens on a free port of loopback, and connects to the target for each client that has the
    /// password.
    pub fn open(target: &Target) -> Result<Bridge> {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on loopback")?;
        let port = listener.local_addr()?.port();
        let password = password().context("/dev/urandom cannot be read")?;
        let closed = Arc::new(AtomicBool::new(false));
        let (door, target, key) = (closed.clone(), target.clone(), password.clone());
        thread::spawn(move || {
            for client in listener.incoming() {
                if door.load(Ordering::SeqCst) {
                    return;
                }
                let (Ok(client), target, key) = (client, target.clone(), key.clone()) else {
                    continue;
                };
                // A client that is gone needs no answer.
                thread::spawn(move || drop(serve(&client, &target, &key)));
            }
        });
        Ok(Bridge { port, password, closed })
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::SeqCst);
        // Wakes the listener.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
    }
}

/// 128 bits from the kernel, as hexadecimal digits.
fn password() -> io::Result<String> {
    let mut random = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut random)?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Answers a client until it leaves.
fn serve(client: &TcpStream, target: &Target, password: &str) -> io::Result<()> {
    let mut requests = BufReader::with_capacity(1 << 20, client);
    let mut answers = BufWriter::new(client);
    let mut redis: Option<Connection> = None;
    loop {
        let mut commands = vec![match read_command(&mut requests)? {
            Some(command) => command,
            None => return Ok(()),
        }];
        while !requests.buffer().is_empty() && commands.len() < MAX_PIPELINED {
            commands.extend(read_command(&mut requests)?);
        }
        let mut commands = commands.into_iter().peekable();
        while let Some(command) = commands.next() {
            let name = command[0].to_ascii_uppercase();
            match (&*name, &mut redis) {
                (b"AUTH", _)
                    if command.last().is_some_and(|given| given == password.as_bytes()) =>
                {
                    match target.connect() {
                        Ok(connection) => {
                            redis = Some(connection);
                            answers.write_all(b"+OK\r\n")?;
                        }
                        Err(error) => write_error(&mut answers, &format!("ERR {error:#}"))?,
                    }
                }
                (b"AUTH", _) => write_error(
                    &mut answers,
                    "WRONGPASS this is the door of a run of larder, with a password of its own",
                )?,
                // Clients go on without RESP3.
                (b"HELLO", _) => write_error(&mut answers, "NOPROTO unsupported protocol version")?,
                (_, None) => write_error(&mut answers, "NOAUTH Authentication required.")?,
                (b"PING", _) => answers.write_all(b"+PONG\r\n")?,
                (_, Some(redis)) if is_permitted(&name) => {
                    let mut together = vec![packed(&command)];
                    while let Some(next) =
                        commands.next_if(|next| is_permitted(&next[0].to_ascii_uppercase()))
                    {
                        together.push(packed(&next));
                    }
                    match redis.pipeline_once(&together) {
                        Ok(values) => {
                            values.iter().try_for_each(|value| write_value(&mut answers, value))?
                        }
                        Err(error) => {
                            for _ in &together {
                                write_error(&mut answers, &format!("ERR {error}"))?;
                            }
                        }
                    }
                }
                _ => write_error(
                    &mut answers,
                    "ERR unknown command: a run of larder does not need it",
                )?,
            }
        }
        answers.flush()?;
    }
}

fn is_permitted(name: &[u8]) -> bool {
    PERMITTED.iter().any(|permitted| permitted.as_bytes() == name)
}

fn packed(command: &[Vec<u8>]) -> Cmd {
    let mut packed = Cmd::new();
    for argument in command {
        packed.arg(argument);
    }
    packed
}

/// An array of bulk strings, as all clients send commands; none at the end.
fn read_command(requests: &mut impl BufRead) -> io::Result<Option<Vec<Vec<u8>>>> {
    if requests.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let count = read_length(requests, b'*', MAX_ARGUMENTS)?;
    let mut command = Vec::new();
    for _ in 0..count.max(1) {
        let length = read_length(requests, b'$', MAX_BYTES)?;
        let mut argument = Vec::new();
        requests.take(length as u64 + 2).read_to_end(&mut argument)?;
        if argument.len() != length + 2 {
            return Err(malformed());
        }
        argument.truncate(length);
        command.push(argument);
    }
    Ok(Some(command))
}

fn read_length(requests: &mut impl BufRead, mark: u8, most: usize) -> io::Result<usize> {
    const MAX_DIGITS: u64 = 16;
    let mut line = Vec::new();
    requests.take(MAX_DIGITS).read_until(b'\n', &mut line)?;
    let digits = line.strip_prefix(&[mark]).and_then(|line| line.strip_suffix(b"\r\n"));
    let number = digits.and_then(|digits| str::from_utf8(digits).ok()?.parse().ok());
    number.filter(|&length| length <= most).ok_or_else(malformed)
}

fn malformed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "no command of Redis")
}

/// RESP2, in which Redis answered us.
fn write_value(out: &mut impl Write, value: &Value) -> io::Result<()> {
    match value {
        Value::Nil => out.write_all(b"$-1\r\n"),
        Value::Okay => out.write_all(b"+OK\r\n"),
        Value::Int(number) => write!(out, ":{number}\r\n"),
        Value::SimpleString(text) => write!(out, "+{text}\r\n"),
        Value::BulkString(bytes) => {
            write!(out, "${}\r\n", bytes.len())?;
            out.write_all(bytes)?;
            out.write_all(b"\r\n")
        }
        Value::ServerError(error) => {
            write_error(out, &format!("{} {}", error.code(), error.details().unwrap_or_default()))
        }
        other => write_error(out, &format!("ERR an answer of another kind: {other:?}")),
    }
}

fn write_error(out: &mut impl Write, text: &str) -> io::Result<()> {
    write!(out, "-{}\r\n", text.replace(['\r', '\n'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_clients_send_them_and_nothing_else_is() {
        let mut pipelined: &[u8] = b"*2\r\n$4\r\nAUTH\r\n$3\r\na\r\n\r\n*1\r\n$4\r\nPING\r\n";
        assert_eq!(
            read_command(&mut pipelined).unwrap().unwrap(),
            [b"AUTH".to_vec(), b"a\r\n".to_vec()]
        );
        assert_eq!(read_command(&mut pipelined).unwrap().unwrap(), [b"PING".to_vec()]);
        assert!(read_command(&mut pipelined).unwrap().is_none());
        for malformed in [
            "PING\r\n",
            "*1\r\n",
            "*1\r\n$5\r\nPI",
            "*99999999999\r\n",
            "*1\r\n$-1\r\n",
            "*1\n$4\nPING\n",
        ] {
            assert!(read_command(&mut malformed.as_bytes()).is_err(), "{malformed:?}");
        }
    }

    #[test]
    fn each_kind_of_answer_is_written_as_redis_writes_it() {
        let written = |value: &Value| {
            let mut out = Vec::new();
            write_value(&mut out, value).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(written(&Value::Nil), "$-1\r\n");
        assert_eq!(written(&Value::Int(-3)), ":-3\r\n");
        assert_eq!(written(&Value::BulkString(b"a\r\nb".to_vec())), "$4\r\na\r\nb\r\n");
        assert_eq!(written(&Value::Okay), "+OK\r\n");
    }
}

//! `larder switch` of real servers: what it promises (docs/SWITCH.md).

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};

use common::{Redis, document, larder};
use larder::format::{AnyDecoder, AnyEncoder, Format};
use redis::Commands;
use serde_json::Value;

fn switch(arguments: &[&str]) -> (i32, Value) {
    document(larder().arg("switch").args(arguments).args(["--json", "-"]))
}

/// A switch that does not ask, and its result.
fn to(format: &str, server: &Redis, arguments: &[&str]) -> (i32, Value) {
    switch(&[&[&*server.url(), "--yes", "--to", format], arguments].concat())
}

fn user(id: u32) -> String {
    format!(
        r#"{{"id":{id},"name":"Ada {id}","email":"ada{id}@example.com","roles":["editor","author"],"active":true,"visits":{}}}"#,
        id * 7
    )
}

/// The value in another format.
fn as_format(json: &str, format: Format) -> Vec<u8> {
    let value = AnyDecoder::new(Format::Json).decode(json.as_bytes()).unwrap();
    AnyEncoder::new(format).unwrap().encode(&value).unwrap()
}

fn as_json(larder: &[u8]) -> String {
    let value = AnyDecoder::new(Format::Larder).decode(larder).unwrap();
    String::from_utf8(AnyEncoder::new(Format::Json).unwrap().encode(&value).unwrap()).unwrap()
}

fn fill(server: &Redis, count: u32, format: Format) -> redis::Connection {
    let mut connection = server.connect();
    for first in (0..count).step_by(1000) {
        let mut pipe = redis::pipe();
        for id in first..count.min(first + 1000) {
            pipe.set(format!("user:{id}"), as_format(&user(id), format)).ignore();
        }
        pipe.exec(&mut connection).unwrap();
    }
    connection
}

fn get(connection: &mut redis::Connection, key: &str) -> Vec<u8> {
    connection.get(key).unwrap()
}

#[test]
fn strings_are_switched_and_everything_else_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, 3000, Format::Igbinary);
    let _: () = connection.set("visits", 4711).unwrap();
    let _: () = connection.set("note", "some text of somebody").unwrap();
    let _: () = connection.set("new", as_format(&user(1), Format::Larder)).unwrap();
    let _: () = connection.hset("hash", "field", user(1)).unwrap();
    let _: () = connection.rpush("queue", user(1)).unwrap();
    let (code, result) = to("larder", &server, &[]);
    assert_eq!(code, 0, "{result:#}");
    assert_eq!((&result["switched"], &result["already"]), (&3000.into(), &1.into()), "{result:#}");
    assert_eq!((&result["passes"], &result["end"]), (&2.into(), &"finished".into()));
    assert_eq!(result["kept"]["integer"]["example"], "visits");
    assert_eq!(result["kept"]["text"]["count"], 1);
    assert_eq!((&result["left"]["count"], &result["failed"]), (&0.into(), &0.into()));
    let before: usize = (0..3000).map(|id| as_format(&user(id), Format::Igbinary).len()).sum();
    assert_eq!(result["bytes_before"], before);
    let after: usize = (0..3000)
        .map(|id| {
            let bytes = get(&mut connection, &format!("user:{id}"));
            assert_eq!(as_json(&bytes), user(id));
            bytes.len()
        })
        .sum();
    assert_eq!(result["bytes_after"], after);
    assert!(after < before);
    assert_eq!(get(&mut connection, "visits"), b"4711");
    assert_eq!(get(&mut connection, "note"), b"some text of somebody");
    assert_eq!(connection.hget::<_, _, String>("hash", "field").unwrap(), user(1));
    assert_eq!(connection.lindex::<_, String>("queue", 0).unwrap(), user(1));
}

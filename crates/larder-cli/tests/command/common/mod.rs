//! What the tests of the command share: the command, its JSON, and real servers.

pub mod browser;
mod servers;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use larder::format::{AnyDecoder, AnyEncoder, Format};
use serde_json::Value;

pub use self::servers::*;

/// The command, with no environment of the caller's that would change it.
pub fn larder() -> Command {
    let mut command = Command::cargo_bin("larder").expect("the binary is built");
    for variable in [
        "LARDER_HOME",
        "LARDER_PHP",
        "LARDER_JAVA",
        "LARDER_REDIS_SERVER",
        "REDISCLI_AUTH",
        "LARDER_SENTINEL_AUTH",
    ] {
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

/// What a command printed, as one line: texts that are wrapped can be searched for.
pub fn unwrapped(output: &Assert) -> String {
    let text = String::from_utf8_lossy(&output.get_output().stdout);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A value as JSON, another one for each number.
pub fn user(id: u32) -> String {
    format!(
        r#"{{"id":{id},"name":"Ada {id}","email":"ada{id}@example.com","roles":["editor","author"],"active":true,"visits":{}}}"#,
        id * 7
    )
}

/// A value of JSON in another format.
pub fn as_format(json: &str, format: Format) -> Vec<u8> {
    let value = AnyDecoder::new(Format::Json).decode(json.as_bytes()).unwrap();
    AnyEncoder::new(format).unwrap().encode(&value).unwrap()
}

/// All rows of a document.
pub fn rows(document: &Value) -> &[Value] {
    document["rows"].as_array().expect("rows")
}

/// The one row of a dataset, runtime and codec.
pub fn row<'a>(document: &'a Value, dataset: &str, runtime: &str, codec: &str) -> &'a Value {
    let found = rows(document).iter().find(|row| {
        row["dataset"] == dataset && row["runtime"] == runtime && row["codec"] == codec
    });
    found.unwrap_or_else(|| panic!("no row {dataset} {runtime} {codec} in {document:#}"))
}

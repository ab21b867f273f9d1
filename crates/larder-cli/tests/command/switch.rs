//! `larder switch` of real servers: what it promises (docs/SWITCH.md).

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use larder::compression::Compression;
use larder::format::{AnyDecoder, AnyEncoder, Format};
use redis::Commands;
use serde_json::Value;

use crate::common::{
    Cluster, Proxy, Redis, SENTINEL_PASSWORD, SERVER_PASSWORD, Watched, as_format, document,
    larder, user, wait_for,
};

fn switch(arguments: &[&str]) -> (i32, Value) {
    document(larder().arg("switch").args(arguments).args(["--json", "-"]))
}

/// A switch that does not ask, and its result.
fn to(format: &str, server: &Redis, arguments: &[&str]) -> (i32, Value) {
    switch(&[&[&*server.url(), "--yes", "--to", format], arguments].concat())
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

/// The same, without waiting for it.
fn begin(server: &Redis, arguments: &[&str]) -> Child {
    Process::new(assert_cmd::cargo::cargo_bin("larder"))
        .args(["switch", &server.url(), "--yes", "--to", "larder"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn result(ended: Child) -> (Option<i32>, Value) {
    let output = ended.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // A failed test shows it.
    eprintln!("{}", String::from_utf8_lossy(&output.stderr));
    let document =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("no document: {error}\n{text}"));
    (output.status.code(), document)
}

/// Waits until some of the `user:` keys are switched.
fn wait_until_some_are_switched(connection: &mut redis::Connection, count: u32) {
    wait_for("some values are switched", || {
        let some = (0..count).step_by(97);
        let mut is_new = |id| get(connection, &format!("user:{id}")).starts_with(&[0xC1]);
        { some }.any(&mut is_new).then_some(())
    });
}

/// How this server has to be asked to compare and set.
fn way(connection: &mut redis::Connection) -> &'static str {
    let mut ifeq = redis::cmd("SET");
    ifeq.arg("absent").arg("").arg("IFEQ").arg("x");
    let mut silent = redis::cmd("CLIENT");
    silent.arg("NO-TOUCH").arg("OFF");
    match (ifeq.exec(connection), silent.exec(connection)) {
        (Ok(()), _) => "SET … IFEQ",
        (_, Ok(())) => "script",
        _ => "script with RESTORE",
    }
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

#[test]
fn the_time_to_live_is_kept_to_the_millisecond_and_so_are_idle_time_and_counter() {
    for (policy, of, said) in [("allkeys-lru", "IDLETIME", 1000), ("allkeys-lfu", "FREQ", 77)] {
        let folder = tempfile::tempdir().unwrap();
        // Before Redis 7.2, each look counts as a use, at this factor with next to no effect.
        let factor = ["--lfu-decay-time", "0", "--lfu-log-factor", "1000000"];
        let settings = [&["--maxmemory-policy", policy], &factor[..]].concat();
        let server = Redis::start(&settings, folder.path());
        let mut connection = server.connect();
        for id in 0..200u32 {
            // Lengths of all three kinds that a dump has.
            let text = "x".repeat(match id % 3 {
                0 => 1,
                1 => 1000,
                _ => 20_000,
            });
            let value = as_format(&format!("[{id},\"{text}\"]"), Format::Igbinary);
            let _: () = connection.set("first", value).unwrap();
            let dump: Vec<u8> = redis::cmd("DUMP").arg("first").query(&mut connection).unwrap();
            let at = if id % 4 == 0 { 0 } else { 4_000_000_000_000u64 + u64::from(id) };
            let mut restore = redis::cmd("RESTORE");
            restore.arg(format!("user:{id}")).arg(at).arg(dump).arg("ABSTTL").arg(of).arg(said);
            restore.exec(&mut connection).unwrap();
        }
        let (code, result) = to("larder", &server, &["--match", "user:*"]);
        assert_eq!((code, &result["switched"]), (0, &200.into()), "{result:#}");
        assert_eq!(result["way"], way(&mut connection));
        for id in 0..200u32 {
            let key = format!("user:{id}");
            let age: u64 = redis::cmd("OBJECT").arg(of).arg(&key).query(&mut connection).unwrap();
            let expected = if of == "FREQ" { said..=said } else { said..=said + 120 };
            assert!(expected.contains(&age), "{of} of {key} is {age}");
            let at: i64 = redis::cmd("PEXPIRETIME").arg(&key).query(&mut connection).unwrap();
            let expected = if id % 4 == 0 { -1 } else { 4_000_000_000_000 + i64::from(id) };
            assert_eq!(at, expected, "{key}");
            assert!(as_json(&get(&mut connection, &key)).starts_with(&format!("[{id},")));
        }
    }
}

#[test]
fn where_scripts_are_forbidden_a_transaction_does_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, 1000, Format::Php);
    if way(&mut connection) == "SET … IFEQ" {
        return;
    }
    let mut add = redis::cmd("ACL");
    add.arg("SETUSER").arg("u").arg("on").arg(">pw").arg("~*").arg("+@all").arg("-@scripting");
    add.exec(&mut connection).unwrap();
    let _: () = connection.pexpire("user:7", 4_000_000).unwrap();
    let expires: i64 = redis::cmd("PEXPIRETIME").arg("user:7").query(&mut connection).unwrap();
    let url = server.url().replace("//", "//u:pw@");
    let (code, result) = switch(&[&url, "--yes", "--to", "larder"]);
    assert_eq!((code, &result["way"]), (0, &"WATCH".into()), "{result:#}");
    assert_eq!(result["switched"], 1000);
    for id in 0..1000 {
        let key = format!("user:{id}");
        assert_eq!(as_json(&get(&mut connection, &key)), user(id));
        let at: i64 = redis::cmd("PEXPIRETIME").arg(&key).query(&mut connection).unwrap();
        assert_eq!(at, if id == 7 { expires } else { -1 });
    }
}

/// Writes, reads, deletes and expires keys until `is_over` is set, and compares each read with
/// what it wrote last.
fn harass(server: &Redis, prefix: &str, count: u32, is_over: &AtomicBool) -> u64 {
    let mut connection = server.connect();
    let mut written: Vec<Option<String>> = vec![None; count as usize];
    let mut reads = 0;
    let mut random = 1u32;
    while !is_over.load(Ordering::Relaxed) {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let at = (random >> 8) % count;
        let key = format!("{prefix}:{at}");
        let last = &mut written[at as usize];
        let found: Option<Vec<u8>> = connection.get(&key).unwrap();
        let found = found.map(|bytes| {
            let format = if bytes.starts_with(&[0xC1]) { Format::Larder } else { Format::Igbinary };
            let value = AnyDecoder::new(format).decode(&bytes).unwrap();
            let json = AnyEncoder::new(Format::Json).unwrap().encode(&value).unwrap();
            String::from_utf8(json).unwrap()
        });
        assert_eq!(found, *last, "{key}");
        reads += 1;
        match random >> 29 {
            0 => {
                let _: () = connection.del(&key).unwrap();
                *last = None;
            }
            1 | 2 => {}
            _ => {
                let value = user(random >> 8);
                let _: () = connection.set(&key, as_format(&value, Format::Igbinary)).unwrap();
                *last = Some(value);
            }
        }
    }
    reads
}

#[test]
fn a_concurrent_writer_always_wins_and_no_deleted_or_expired_key_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, 30_000, Format::Igbinary);
    // Some expire while the switch runs.
    let mut pipe = redis::pipe();
    for id in 0..20_000u32 {
        pipe.pexpire(format!("user:{id}"), i64::from(200 + id / 10)).ignore();
    }
    pipe.exec(&mut connection).unwrap();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let writers: Vec<_> = ["a", "b"]
            .map(|prefix| scope.spawn(|| harass(&server, prefix, 200, &is_over)))
            .into_iter()
            .collect();
        let mut changed = 0;
        // Several passes, so that writers and switch meet often.
        for _ in 0..5 {
            let (_, result) = to("larder", &server, &[]);
            assert_eq!(result["refused"], serde_json::json!({}), "{result:#}");
            assert_eq!(result["failed"], 0, "{result:#}");
            changed += result["changed_meanwhile"].as_u64().unwrap();
            if changed > 0 {
                break;
            }
        }
        is_over.store(true, Ordering::Relaxed);
        for writer in writers {
            assert!(writer.join().unwrap() > 100);
        }
    });
    // A key that was made anew has no time to live, so it would stay.
    wait_for("the keys expire", || {
        let keys: Vec<String> = redis::cmd("KEYS").arg("user:*").query(&mut connection).unwrap();
        (keys.len() <= 10_000).then_some(())
    });
    for id in 0..30_000u32 {
        let key = format!("user:{id}");
        let found: Option<Vec<u8>> = connection.get(&key).unwrap();
        match found {
            None => assert!(id < 20_000, "{key} is lost"),
            Some(bytes) => assert!(id >= 20_000 && as_json(&bytes) == user(id), "{key}"),
        }
    }
}

#[test]
fn a_value_that_the_format_cannot_hold_keeps_its_bytes_unless_the_loss_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let object = |id: u32| format!("O:4:\"User\":1:{{s:2:\"id\";i:{id};}}");
    for id in 0..20 {
        let _: () = connection.set(format!("user:{id}"), object(id)).unwrap();
        let _: () = connection.set(format!("list:{id}"), "a:1:{i:0;s:1:\"x\";}").unwrap();
    }
    let _: () = connection.set("broken", "a:1:{i:0;s:9:\"x\";}").unwrap();
    let (code, result) = to("json", &server, &["--from", "php"]);
    assert_eq!((code, &result["switched"]), (1, &20.into()), "{result:#}");
    let refused = result["refused"].as_object().unwrap();
    assert_eq!(refused.len(), 2, "{result:#}");
    let (reason, noted) = refused.iter().find(|(reason, _)| reason.contains("class")).unwrap();
    assert!(reason.contains("--lossy class"), "{reason}");
    assert_eq!(noted["count"], 20);
    assert!(noted["example"].as_str().unwrap().contains("User"), "{noted}");
    for id in 0..20 {
        assert_eq!(get(&mut connection, &format!("user:{id}")), object(id).as_bytes());
        assert_eq!(get(&mut connection, &format!("list:{id}")), b"[\"x\"]");
    }
    let lossy = ["--from", "php", "--lossy", "class", "--match", "user:*"];
    let (code, result) = to("json", &server, &lossy);
    assert_eq!((code, &result["switched"]), (0, &20.into()), "{result:#}");
    assert_eq!(get(&mut connection, "user:7"), b"{\"id\":7}");
    assert_eq!(get(&mut connection, "broken"), b"a:1:{i:0;s:9:\"x\";}");
}

#[test]
fn there_and_back_gives_the_bytes_that_were_there_and_the_journal_proves_it() {
    for format in [Format::Igbinary, Format::Php, Format::Json, Format::Msgpack] {
        let folder = tempfile::tempdir().unwrap();
        let server = Redis::start(&[], folder.path());
        let mut connection = fill(&server, 1500, format);
        let journal = folder.path().join("journal");
        let journal = ["--journal", journal.to_str().unwrap()];
        let (code, result) = to("larder", &server, &journal);
        assert_eq!((code, &result["proven"]), (0, &0.into()), "{format}: {result:#}");
        let _: () = connection.set("user:7", as_format(&user(8), Format::Larder)).unwrap();
        let (code, result) = to(format.name(), &server, &journal);
        assert_eq!((code, &result["switched"]), (0, &1500.into()), "{format}: {result:#}");
        assert_eq!(result["proven"], 1499, "user:7 was written by another program");
        for id in 0..1500 {
            let expected = as_format(&user(if id == 7 { 8 } else { id }), format);
            assert_eq!(get(&mut connection, &format!("user:{id}")), expected, "{format}");
        }
    }
}

/// What PHP's own extensions write: random values and those of the bundled datasets.
fn written_by_php(format: Format) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut corpus = Process::new("php");
    corpus.arg(root.join("php/lab/corpus.php")).args(["write", format.name(), "5000", "20181105"]);
    let output = corpus.output().expect("PHP is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let mut texts: Vec<String> = lines
        .lines()
        .filter_map(|line| {
            let (bytes, rest) = line.strip_prefix("{\"bytes\":\"")?.split_once('"')?;
            // Those with a name are values that have several encodings.
            (!rest.starts_with(",\"name\":")).then(|| bytes.to_owned())
        })
        .collect();
    assert_eq!(texts.len(), 5000);
    let folder = tempfile::tempdir().unwrap();
    let values = folder.path().join("values.jsonl");
    let mut all = String::new();
    for dataset in larder_datasets::all().iter().chain(larder_datasets::shapes()) {
        for line in dataset.lines(20).into_iter().flatten() {
            all.push_str(&line);
            all.push('\n');
        }
    }
    fs::write(&values, all).unwrap();
    let encode = match format {
        Format::Igbinary => "igbinary_serialize",
        _ => "serialize",
    };
    let program = format!(
        "foreach (file($argv[1]) as $line) {{ \
            echo base64_encode({encode}(json_decode($line, true))), PHP_EOL; \
         }}"
    );
    let mut php = Process::new("php");
    php.args(["-d", "memory_limit=-1", "-d", "serialize_precision=-1", "-r", &program, "--"]);
    let output = php.arg(&values).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    texts.extend(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned));
    texts.iter().map(|text| BASE64.decode(text).unwrap()).collect()
}

#[test]
fn the_way_back_writes_what_the_extensions_of_php_write() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    for format in [Format::Igbinary, Format::Php] {
        redis::cmd("FLUSHALL").exec(&mut connection).unwrap();
        let values = written_by_php(format);
        for (at, bytes) in values.iter().enumerate() {
            let _: () = connection.set(at, bytes).unwrap();
        }
        let (_, there) = to("larder", &server, &["--from", format.name()]);
        // Random values hold more than a writer of the Larder format takes, such as closed handles.
        let switched = there["switched"].as_u64().unwrap();
        assert!(switched as usize > values.len() * 9 / 10, "{there:#}");
        let (_, back) = to(format.name(), &server, &["--from", "larder"]);
        assert_eq!(back["switched"], switched, "{back:#}");
        for (at, bytes) in values.iter().enumerate() {
            let found: Vec<u8> = connection.get(at).unwrap();
            assert_eq!(
                found.escape_ascii().to_string(),
                bytes.escape_ascii().to_string(),
                "{format} {at}"
            );
        }
    }
}

#[test]
fn a_value_that_would_not_get_its_bytes_back_is_refused_on_the_way_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let _: () = connection.set("spaced", r#"{"id": 1, "name": "Ada"}"#).unwrap();
    let _: () = connection.set("plain", r#"{"id":1,"name":"Ada"}"#).unwrap();
    let journal = folder.path().join("journal");
    let journal = ["--journal", journal.to_str().unwrap()];
    assert_eq!(to("larder", &server, &journal).0, 0);
    let spaced = get(&mut connection, "spaced");
    let (code, result) = to("json", &server, &journal);
    assert_eq!((code, &result["switched"]), (1, &1.into()), "{result:#}");
    let refused = result["refused"].as_object().unwrap();
    assert!(refused.keys().next().unwrap().contains("journal"), "{result:#}");
    assert_eq!(get(&mut connection, "spaced"), spaced);
    assert_eq!(get(&mut connection, "plain"), br#"{"id":1,"name":"Ada"}"#);
}

#[test]
fn it_is_killed_at_any_moment_and_goes_on() {
    const KEYS: u32 = 40_000;
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, KEYS, Format::Igbinary);
    let (checkpoint, journal) = (folder.path().join("checkpoint"), folder.path().join("journal"));
    let arguments = [
        "--rate",
        "40000",
        "--checkpoint",
        checkpoint.to_str().unwrap(),
        "--journal",
        journal.to_str().unwrap(),
        "--json",
        "-",
    ];
    let mut killed = 0;
    for milliseconds in (40..).step_by(37).take(20) {
        let mut running = begin(&server, &arguments);
        thread::sleep(Duration::from_millis(milliseconds));
        let is_running = running.try_wait().unwrap().is_none();
        running.kill().unwrap();
        if running.wait().unwrap().signal() == Some(9) {
            assert!(is_running);
            killed += 1;
        }
    }
    assert!(killed > 0, "it was too fast to be killed");
    let (code, result) = result(begin(&server, &arguments));
    assert_eq!(code, Some(0), "{result:#}");
    assert!(!checkpoint.exists(), "the switch is over");
    for id in 0..KEYS {
        assert_eq!(as_json(&get(&mut connection, &format!("user:{id}"))), user(id));
    }
    let (code, result) = to("igbinary", &server, &["--journal", journal.to_str().unwrap()]);
    assert_eq!((code, &result["proven"]), (0, &KEYS.into()), "{result:#}");
    assert_eq!(get(&mut connection, "user:7"), as_format(&user(7), Format::Igbinary));
}

#[test]
fn ctrl_c_ends_at_a_page_and_the_checkpoint_goes_on_from_there() {
    const KEYS: u32 = 20_000;
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, KEYS, Format::Msgpack);
    let checkpoint = folder.path().join("checkpoint");
    let arguments = ["--checkpoint", checkpoint.to_str().unwrap(), "--json", "-"];
    let running = begin(&server, &[&["--rate", "5000"], &arguments[..]].concat());
    wait_until_some_are_switched(&mut connection, KEYS);
    let id = nix::unistd::Pid::from_raw(running.id() as i32);
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGINT).unwrap();
    let (code, first) = result(running);
    assert_eq!((code, &first["end"]), (Some(130), &"interrupted".into()), "{first:#}");
    let switched = first["switched"].as_u64().unwrap();
    assert!(switched > 0 && switched < u64::from(KEYS), "{first:#}");
    assert!(first["left"].is_null(), "nobody knows");
    let (code, second) = result(begin(&server, &arguments));
    assert_eq!((code, &second["switched"]), (Some(0), &KEYS.into()), "{second:#}");
    assert_eq!(second["already"], 0, "nothing was done twice: {second:#}");
    assert!(!checkpoint.exists());
}

/// A checkpoint of a switch that was interrupted.
fn interrupted(server: &Redis, checkpoint: &Path, keys: u32) {
    let running = begin(server, &["--rate", "1000", "--checkpoint", checkpoint.to_str().unwrap()]);
    wait_until_some_are_switched(&mut server.connect(), keys);
    let id = nix::unistd::Pid::from_raw(running.id() as i32);
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGTERM).unwrap();
    assert_eq!(running.wait_with_output().unwrap().status.code(), Some(130));
}

#[test]
fn a_checkpoint_of_another_server_or_of_other_options_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let other = Redis::start(&[], folder.path());
    fill(&server, 3000, Format::Igbinary);
    let mut untouched = fill(&other, 10, Format::Igbinary);
    let path = folder.path().join("checkpoint");
    interrupted(&server, &path, 3000);
    let text = fs::read_to_string(&path).unwrap();
    let refused = |arguments: &[&str], why: &str| {
        let output = larder()
            .arg("switch")
            .args(arguments)
            .args(["--yes", "--checkpoint", path.to_str().unwrap()])
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(why) && said.contains("delete it"), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "it is kept");
    };
    refused(&[&other.url(), "--to", "larder"], "of another server: redis://127.0.0.1");
    refused(&[&server.url(), "--to", "larder", "--level", "small"], "other options");
    refused(&[&server.url(), "--to", "larder", "--match", "user:1*"], "other options");
    assert_eq!(get(&mut untouched, "user:1"), as_format(&user(1), Format::Igbinary));

    // A server that was started anew has other cursors: all of its keys are gone over again.
    let mut document: Value = serde_json::from_str(&text).unwrap();
    document["nodes"][0]["run_id"] = "0123456789abcdef0123456789abcdef01234567".into();
    fs::write(&path, document.to_string()).unwrap();
    let (code, result) = to("larder", &server, &["--checkpoint", path.to_str().unwrap()]);
    assert_eq!(code, 0, "{result:#}");
    assert_eq!(result["left"]["count"], 0);
}

#[test]
fn without_yes_nothing_is_written_where_nobody_can_be_asked() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, 500, Format::Igbinary);
    let url = server.url();
    let output = larder().args(["switch", &url, "--to", "larder"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said.contains("--yes") && said.contains("--dry-run"), "{said}");
    let (code, result) = switch(&[&url, "--to", "larder", "--dry-run"]);
    assert_eq!((code, &result["left"]["count"]), (0, &500.into()), "{result:#}");
    assert_eq!((&result["switched"], &result["passes"]), (&0.into(), &1.into()));
    assert!(result["bytes_after"].as_u64() < result["bytes_before"].as_u64());
    assert_eq!(get(&mut connection, "user:7"), as_format(&user(7), Format::Igbinary));
    let commands: redis::InfoDict =
        redis::cmd("INFO").arg("commandstats").query(&mut connection).unwrap();
    let sets: String = commands.get("cmdstat_set").unwrap();
    assert!(sets.starts_with("calls=500,"), "{sets}");
    let scripts: Option<String> = commands.get("cmdstat_eval");
    assert_eq!(scripts, None);
}

#[test]
fn on_a_terminal_a_sample_is_shown_and_the_user_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, 500, Format::Igbinary);
    let _: () = connection.set("visits", 7).unwrap();
    let program = assert_cmd::cargo::cargo_bin("larder");
    let command = format!("'{}' switch {} --to larder", program.display(), server.url());
    // util-linux's script gives the command a terminal.
    let ask = |answer: &str| {
        let mut script = Process::new("script")
            .args(["-qec", &command, "/dev/null"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        script.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
        let output = script.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (code, text) = ask("no\n");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("500 would be switched") && text.contains("integer"), "{text}");
    assert_eq!(get(&mut connection, "user:7"), as_format(&user(7), Format::Igbinary));
    let (code, text) = ask("y\n");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("Nothing is left to switch"), "{text}");
    assert_eq!(as_json(&get(&mut connection, "user:7")), user(7));
}

#[test]
fn what_old_programs_write_meanwhile_is_counted_and_until_clean_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, 20_000, Format::Igbinary);
    let (writes, is_over) = (AtomicU32::new(0), AtomicBool::new(false));
    let (code, result) = thread::scope(|scope| {
        scope.spawn(|| {
            let mut old = server.connect();
            while !is_over.load(Ordering::Relaxed) {
                let at = writes.fetch_add(1, Ordering::Relaxed);
                let value = as_format(&user(at), Format::Igbinary);
                let _: () = old.set(format!("user:{}", at % 20_000), value).unwrap();
            }
        });
        let outcome = to("larder", &server, &[]);
        is_over.store(true, Ordering::Relaxed);
        outcome
    });
    assert_eq!(code, 1, "{result:#}");
    assert!(result["left"]["count"].as_u64().unwrap() > 0, "{result:#}");
    assert!(result["left"]["example"].as_str().unwrap().starts_with("user:"));
    let (code, result) = to("larder", &server, &["--until-clean"]);
    assert_eq!((code, &result["left"]["count"]), (0, &0.into()), "{result:#}");
    let found = (0..20_000).all(|id| get(&mut connection, &format!("user:{id}"))[0] == 0xC1);
    assert!(found);
}

#[test]
fn a_journal_on_a_full_disk_stops_before_a_value_is_replaced_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, 5000, Format::Igbinary);
    let journal = folder.path().join("journal");
    let program = assert_cmd::cargo::cargo_bin("larder");
    // A limit of the file's size, which fails as a full disk does.
    let command = format!(
        "trap '' XFSZ; ulimit -f 64; exec '{}' switch {} --to larder --yes --journal '{}' --json -",
        program.display(),
        server.url(),
        journal.display()
    );
    let output = Process::new("sh").args(["-c", &command]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("no value was replaced without it"), "{said}");
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(result["end"], "failed");
    let switched = (0..5000)
        .filter(|id| get(&mut connection, &format!("user:{id}")).starts_with(&[0xC1]))
        .count();
    assert_eq!(result["switched"], switched);
    assert!(switched > 0 && switched < 5000, "{switched}");
    // Every one that was replaced is in the journal.
    let (code, result) = to("igbinary", &server, &["--journal", journal.to_str().unwrap()]);
    assert_eq!((code, &result["proven"]), (0, &switched.into()), "{result:#}");
}

#[test]
fn a_connection_that_breaks_again_and_again_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, 30_000, Format::Igbinary);
    let running = begin(&server, &["--rate", "30000", "--json", "-"]);
    let mut killed = 0u64;
    for _ in 0..20 {
        thread::sleep(Duration::from_millis(30));
        let mut kill = redis::cmd("CLIENT");
        killed += kill.arg("KILL").arg("TYPE").arg("normal").query::<u64>(&mut connection).unwrap();
    }
    assert!(killed > 0);
    let (code, result) = result(running);
    assert_eq!((code, &result["switched"]), (Some(0), &30_000.into()), "{result:#}");
    assert_eq!((&result["changed_meanwhile"], &result["failed"]), (&0.into(), &0.into()));
    for id in 0..30_000 {
        assert_eq!(as_json(&get(&mut connection, &format!("user:{id}"))), user(id));
    }
}

#[test]
fn a_server_without_memory_is_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&["--maxmemory-policy", "noeviction"], folder.path());
    let mut connection = fill(&server, 3000, Format::Json);
    let limit = |connection: &mut redis::Connection, bytes: &str| {
        redis::cmd("CONFIG").arg("SET").arg("maxmemory").arg(bytes).exec(connection).unwrap();
    };
    limit(&mut connection, "1mb");
    let running = begin(&server, &["--json", "-"]);
    wait_for("the server refuses a value", || {
        let errors: redis::InfoDict =
            redis::cmd("INFO").arg("errorstats").query(&mut connection).unwrap();
        errors.get::<String>("errorstat_OOM")
    });
    assert_eq!(get(&mut connection, "user:7"), user(7).into_bytes());
    limit(&mut connection, "0");
    let (code, result) = result(running);
    assert_eq!((code, &result["switched"]), (Some(0), &3000.into()), "{result:#}");
}

#[test]
fn it_waits_while_a_limit_is_exceeded() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, 2000, Format::Igbinary);
    let file = folder.path().join("load");
    fs::write(&file, "").unwrap();
    let is_asking = |connection: &mut redis::Connection, command: &str| {
        let commands: redis::InfoDict =
            redis::cmd("INFO").arg("commandstats").query(connection).unwrap();
        commands.get::<String>(command)
    };
    let settings = [["--load-file", file.to_str().unwrap()], ["--max-memory", "0.000001"]];
    for (at, arguments) in settings.into_iter().enumerate() {
        redis::cmd("CONFIG").arg("RESETSTAT").exec(&mut connection).unwrap();
        let format = if at == 0 { "larder" } else { "igbinary" };
        redis::cmd("CONFIG").arg("SET").arg("maxmemory").arg("1gb").exec(&mut connection).unwrap();
        let running = Process::new(assert_cmd::cargo::cargo_bin("larder"))
            .args(["switch", &server.url(), "--yes", "--to", format, "--json", "-"])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        wait_for("the switch has begun", || {
            is_asking(&mut connection, "cmdstat_hello").filter(|said| !said.starts_with("calls=1,"))
        });
        thread::sleep(Duration::from_millis(100));
        assert_eq!(is_asking(&mut connection, "cmdstat_scan"), None, "{arguments:?}");
        fs::remove_file(&file).unwrap_or_default();
        redis::cmd("CONFIG").arg("SET").arg("maxmemory").arg(0).exec(&mut connection).unwrap();
        let (code, result) = result(running);
        assert_eq!((code, &result["switched"]), (Some(0), &2000.into()), "{result:#}");
    }
}

#[test]
fn a_cluster_is_switched_master_by_master() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(folder.path());
    let mut connection = cluster.connect();
    for id in 0..600 {
        let value = as_format(&user(id), Format::Igbinary);
        let _: () = connection.set(format!("user:{id}"), value).unwrap();
    }
    let checkpoint = folder.path().join("checkpoint");
    let arguments = ["--yes", "--to", "larder", "--checkpoint", checkpoint.to_str().unwrap()];
    let (code, result) = switch(&[&[&*cluster.nodes[0].url()], &arguments[..]].concat());
    assert_eq!((code, &result["switched"]), (0, &600.into()), "{result:#}");
    // With NO-TOUCH, nodes of some versions crash while a slot is migrating.
    assert_eq!(result["way"], "script with RESTORE");
    for id in 0..600 {
        let bytes: Vec<u8> = connection.get(format!("user:{id}")).unwrap();
        assert_eq!(as_json(&bytes), user(id));
    }
}

#[test]
fn several_patterns_and_named_formats_say_what_is_switched() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    for id in 0..50 {
        let _: () = connection.set(format!("a:{id}"), user(id)).unwrap();
        let _: () = connection.set(format!("b:{id}"), as_format(&user(id), Format::Php)).unwrap();
        let _: () = connection.set(format!("c:{id}"), user(id)).unwrap();
    }
    let _: () = connection.set("a:flag", "true").unwrap();
    let (_, result) = to("larder", &server, &["--match", "a:*", "--match", "b:*"]);
    assert_eq!(result["switched"], 100, "{result:#}");
    assert_eq!(result["kept"]["text"]["count"], 1, "in doubt without --from: {result:#}");
    assert_eq!(get(&mut connection, "c:1"), user(1).into_bytes());
    let (code, result) = to("larder", &server, &["--from", "php"]);
    assert_eq!((code, &result["kept"]["json"]["count"]), (0, &50.into()), "{result:#}");
    let (code, result) = to("larder", &server, &["--from", "json"]);
    assert_eq!((code, &result["switched"]), (0, &51.into()), "{result:#}");
    // The same format again, at another level.
    let (code, result) = to("larder", &server, &["--from", "larder", "--level", "fast"]);
    assert_eq!((code, &result["switched"]), (0, &150.into()), "{result:#}");
    let (_, result) = to("larder", &server, &["--from", "larder", "--level", "fast"]);
    assert_eq!((&result["switched"], &result["already"]), (&0.into(), &151.into()), "{result:#}");
}

#[test]
fn compressed_values_are_compressed_again_unless_that_is_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let igbinary = as_format(&user(1), Format::Igbinary);
    let all = [Compression::Zstd, Compression::Gzip, Compression::Lzf, Compression::PhpredisLz4];
    for compression in all {
        let bytes = compression.compress(&igbinary).unwrap();
        let _: () = connection.set(format!("user:{compression}"), bytes).unwrap();
    }
    let journal = folder.path().join("journal");
    let journal = ["--journal", journal.to_str().unwrap()];
    let (code, result) = to("larder", &server, &journal);
    assert_eq!((code, &result["switched"]), (0, &4.into()), "{result:#}");
    for compression in all {
        let bytes = get(&mut connection, &format!("user:{compression}"));
        let larder = compression.decompress(&bytes, 1 << 20).unwrap();
        assert_eq!(as_json(&larder), user(1), "{compression}");
    }
    let (code, result) = to("larder", &server, &[]);
    assert_eq!((code, &result["already"]), (0, &4.into()), "{result:#}");
    let (code, result) = to("igbinary", &server, &journal);
    assert_eq!((code, &result["proven"]), (0, &4.into()), "{result:#}");
    for compression in all {
        let bytes = get(&mut connection, &format!("user:{compression}"));
        assert_eq!(compression.decompress(&bytes, 1 << 20).unwrap(), igbinary, "{compression}");
    }
    let (code, result) = to("larder", &server, &["--decompress"]);
    assert_eq!((code, &result["switched"]), (0, &4.into()), "{result:#}");
    for compression in all {
        assert_eq!(as_json(&get(&mut connection, &format!("user:{compression}"))), user(1));
    }
}

#[test]
fn values_that_were_serialized_twice_are_unwrapped_only_if_asked() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let twice = AnyEncoder::new(Format::Php).unwrap().encode(&larder::Value::from(&*user(1)));
    let _: () = connection.set("user:1", twice.unwrap()).unwrap();
    let jetcache = include_bytes!("../fixtures/jetcache/java");
    let _: () = connection.set("user:2", jetcache).unwrap();

    let (code, result) = to("json", &server, &["--from", "php"]);
    assert_eq!((code, &result["switched"]), (0, &1.into()), "{result:#}");
    let json = get(&mut connection, "user:1");
    assert_eq!(serde_json::from_slice::<Value>(&json).unwrap(), Value::from(user(1)));

    let (code, result) = to("larder", &server, &["--from", "json", "--unwrap"]);
    assert_eq!((code, &result["switched"]), (0, &1.into()), "{result:#}");
    assert_eq!(as_json(&get(&mut connection, "user:1")), user(1));
    assert!(result["kept"]["java of JetCache"]["count"] == 1, "{result:#}");
    assert_eq!(get(&mut connection, "user:2"), jetcache);
}

#[test]
fn values_go_under_a_profile_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, 2000, Format::Json);
    let profile = folder.path().join("users.profile");
    let profile = profile.to_str().unwrap();
    let input = format!("{}?match=user:*&sample=1000", server.url());
    larder().args(["train", &input, "-o", profile]).assert().success();
    let (code, result) = to("larder", &server, &["--profile", profile]);
    assert_eq!((code, &result["switched"]), (0, &2000.into()), "{result:#}");
    let (code, result) = to("json", &server, &[]);
    assert_eq!((code, &result["switched"]), (1, &0.into()), "{result:#}");
    let (reason, _) = result["refused"].as_object().unwrap().iter().next().unwrap();
    assert!(reason.contains("--profile"), "{reason}");
    assert_eq!(to("json", &server, &["--profile", profile]).0, 0);
    assert_eq!(get(&mut connection, "user:7"), user(7).into_bytes());
}

#[test]
fn a_failover_is_followed_and_nothing_is_left() {
    const KEYS: u32 = 20_000;
    let folder = tempfile::tempdir().unwrap();
    let watched = Watched::start(folder.path());
    let mut connection = watched.master.login(SERVER_PASSWORD);
    for first in (0..KEYS).step_by(1000) {
        let mut pipe = redis::pipe();
        for id in first..first + 1000 {
            pipe.set(format!("user:{id}"), as_format(&user(id), Format::Igbinary)).ignore();
        }
        pipe.exec(&mut connection).unwrap();
    }
    let in_step: u32 = redis::cmd("WAIT").arg(1).arg(0).query(&mut connection).unwrap();
    assert_eq!(in_step, 1);
    let url = format!(
        "redis+sentinel://:{SERVER_PASSWORD}@127.0.0.1:{}/mymaster/0?sentinel_password={SENTINEL_PASSWORD}",
        watched.sentinel.port
    );
    let running = Process::new(assert_cmd::cargo::cargo_bin("larder"))
        .args(["switch", &url, "--yes", "--to", "larder", "--rate", "5000", "--json", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_some_are_switched(&mut connection, KEYS);
    watched.fail_over();
    let (code, result) = result(running);
    assert_eq!((code, &result["left"]["count"]), (Some(0), &0.into()), "{result:#}");
    let mut connection = watched.replica.login(SERVER_PASSWORD);
    for id in 0..KEYS {
        assert_eq!(as_json(&get(&mut connection, &format!("user:{id}"))), user(id));
    }
}

#[test]
fn a_failover_within_a_cluster_is_followed_while_the_other_masters_go_on() {
    const KEYS: u32 = 12_000;
    let folder = tempfile::tempdir().unwrap();
    let mut cluster = Cluster::with_replicas(folder.path());
    let mut connection = cluster.connect();
    for first in (0..KEYS).step_by(500) {
        let mut pipe = redis::cluster::cluster_pipe();
        for id in first..first + 500 {
            pipe.set(format!("user:{id}"), as_format(&user(id), Format::Igbinary)).ignore();
        }
        pipe.exec(&mut connection).unwrap();
    }
    cluster.wait_for_replicas();
    let running = begin(&cluster.nodes[0], &["--rate", "1200", "--until-clean", "--json", "-"]);
    let mut second = cluster.nodes[1].connect();
    wait_for("the second master is being switched", || {
        let commands: redis::InfoDict =
            redis::cmd("INFO").arg("commandstats").query(&mut second).unwrap();
        commands.get::<String>("cmdstat_scan")
    });
    cluster.nodes[1].kill();
    let (code, result) = result(running);
    assert_eq!((code, &result["left"]["count"]), (Some(0), &0.into()), "{result:#}");
    let mut connection = cluster.connect();
    for id in 0..KEYS {
        let bytes: Vec<u8> = connection.get(format!("user:{id}")).unwrap();
        assert_eq!(as_json(&bytes), user(id));
    }
}

#[test]
fn a_network_that_is_cut_for_seconds_loses_nothing() {
    const KEYS: u32 = 15_000;
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, KEYS, Format::Igbinary);
    let proxy = Proxy::to(server.port);
    let mut running = Process::new(assert_cmd::cargo::cargo_bin("larder"))
        .args(["switch", &proxy.url(), "--yes", "--to", "larder", "--rate", "8000", "--json", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_some_are_switched(&mut connection, KEYS);
    proxy.cut();
    thread::sleep(Duration::from_secs(5));
    assert!(running.try_wait().unwrap().is_none(), "it waits");
    proxy.mend();
    let (code, result) = result(running);
    assert_eq!((code, &result["switched"]), (Some(0), &KEYS.into()), "{result:#}");
    assert_eq!((&result["changed_meanwhile"], &result["failed"]), (&0.into(), &0.into()));
    for id in 0..KEYS {
        assert_eq!(as_json(&get(&mut connection, &format!("user:{id}"))), user(id));
    }
}

#[test]
fn it_waits_while_the_server_answers_too_slowly() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, 1500, Format::Igbinary);
    let proxy = Proxy::to(server.port);
    proxy.slow_down(100);
    let socket = folder.path().join("control");
    let socket = socket.to_str().unwrap();
    let running = Process::new(assert_cmd::cargo::cargo_bin("larder"))
        .args(["switch", &proxy.url(), "--yes", "--to", "larder", "--json", "-"])
        .args(["--max-latency", "80", "--control", socket])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("it says why it waits", || {
        let output = larder().args(["switch", "--control", socket, "--status"]).output().unwrap();
        let status: Value = serde_json::from_slice(&output.stdout).ok()?;
        status["waits"].as_str()?.starts_with("a PING took 1").then_some(())
    });
    let commands: redis::InfoDict =
        redis::cmd("INFO").arg("commandstats").query(&mut connection).unwrap();
    assert_eq!(commands.get::<String>("cmdstat_scan"), None);
    proxy.slow_down(0);
    let (code, result) = result(running);
    assert_eq!((code, &result["switched"]), (Some(0), &1500.into()), "{result:#}");
}

#[test]
fn slots_that_move_meanwhile_are_followed() {
    const KEYS: u32 = 6000;
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(folder.path());
    let mut connection = cluster.connect();
    for id in 0..KEYS {
        let value = as_format(&user(id), Format::Igbinary);
        let _: () = connection.set(format!("user:{id}"), value).unwrap();
    }
    let running = begin(&cluster.nodes[0], &["--rate", "1500", "--until-clean", "--json", "-"]);
    let mut nodes: Vec<redis::Connection> = cluster.nodes.iter().map(Redis::connect).collect();
    let ids: Vec<String> = nodes
        .iter_mut()
        .map(|node| redis::cmd("CLUSTER").arg("MYID").query(node).unwrap())
        .collect();
    wait_for("the switch has begun", || {
        let commands: redis::InfoDict =
            redis::cmd("INFO").arg("commandstats").query(&mut nodes[0]).unwrap();
        commands.get::<String>("cmdstat_scan")
    });
    // As redis-cli moves them, from the first node to the second and from the third to the first.
    for (from, to, first) in [(0, 1, 0u16), (2, 0, 16_000)] {
        for slot in first..first + 300 {
            let set = |node: &mut redis::Connection, state: &str, id: &str| {
                let mut set = redis::cmd("CLUSTER");
                set.arg("SETSLOT").arg(slot).arg(state).arg(id).exec(node).unwrap();
            };
            set(&mut nodes[to], "IMPORTING", &ids[from]);
            set(&mut nodes[from], "MIGRATING", &ids[to]);
            let mut keys = redis::cmd("CLUSTER");
            keys.arg("GETKEYSINSLOT").arg(slot).arg(100);
            for key in keys.query::<Vec<String>>(&mut nodes[from]).unwrap() {
                let mut migrate = redis::cmd("MIGRATE");
                migrate.arg("127.0.0.1").arg(cluster.nodes[to].port).arg(&key).arg(0).arg(5000);
                migrate.exec(&mut nodes[from]).unwrap();
            }
            set(&mut nodes[to], "NODE", &ids[to]);
            set(&mut nodes[from], "NODE", &ids[to]);
        }
    }
    let (code, result) = result(running);
    assert_eq!((code, &result["left"]["count"]), (Some(0), &0.into()), "{result:#}");
    for id in 0..KEYS {
        let bytes: Vec<u8> = connection.get(format!("user:{id}")).unwrap();
        assert_eq!(as_json(&bytes), user(id));
    }
}

#[test]
fn it_waits_while_the_server_is_slow_or_a_replica_is_behind() {
    let folder = tempfile::tempdir().unwrap();
    let watched = Watched::start(folder.path());
    let mut connection = watched.master.login(SERVER_PASSWORD);
    for id in 0..500 {
        let value = as_format(&user(id), Format::Igbinary);
        let _: () = connection.set(format!("user:{id}"), value).unwrap();
    }
    let url = watched.master.url().replace("//", &format!("//:{SERVER_PASSWORD}@"));
    let (code, result) = switch(&[
        &url,
        "--yes",
        "--to",
        "larder",
        "--max-latency",
        "5000",
        "--max-lag",
        "30",
        "--max-memory",
        "99",
    ]);
    assert_eq!((code, &result["switched"]), (0, &500.into()), "{result:#}");

    // A replica that is stopped is ever further behind.
    let id = nix::unistd::Pid::from_raw(watched.replica.id() as i32);
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGSTOP).unwrap();
    wait_for("the replica is behind", || {
        let info: redis::InfoDict =
            redis::cmd("INFO").arg("replication").query(&mut connection).unwrap();
        let replica: String = info.get("slave0").unwrap();
        let lag = replica.split(',').find_map(|part| part.strip_prefix("lag=")).unwrap();
        (lag.parse::<u32>().unwrap() >= 3).then_some(())
    });
    redis::cmd("CONFIG").arg("RESETSTAT").exec(&mut connection).unwrap();
    let mut running = Process::new(assert_cmd::cargo::cargo_bin("larder"))
        .args(["switch", &url, "--yes", "--to", "igbinary", "--max-lag", "1", "--json", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(300));
    let commands: redis::InfoDict =
        redis::cmd("INFO").arg("commandstats").query(&mut connection).unwrap();
    assert_eq!(commands.get::<String>("cmdstat_scan"), None);
    assert!(running.try_wait().unwrap().is_none());
    nix::sys::signal::kill(id, nix::sys::signal::Signal::SIGCONT).unwrap();
    let (code, result) = self::result(running);
    assert_eq!((code, &result["switched"]), (Some(0), &500.into()), "{result:#}");
}

/// Fills two hashes, a small and a large one, and two lists; all have a time to live.
fn fill_collections(connection: &mut redis::Connection, large: u32) {
    let mut pipe = redis::pipe();
    for (size, count) in [("small", 20), ("large", large)] {
        for id in 0..count {
            let value = as_format(&user(id), Format::Igbinary);
            pipe.hset(format!("hash:{size}"), format!("field:{id}"), &value).ignore();
            pipe.rpush(format!("list:{size}"), &value).ignore();
        }
        for kind in ["hash", "list"] {
            pipe.hset("hash:visits", "count", 7).ignore();
            let mut expire = redis::cmd("PEXPIREAT");
            expire.arg(format!("{kind}:{size}")).arg(4_000_000_000_007u64);
            pipe.add_command(expire).ignore();
        }
    }
    pipe.exec(connection).unwrap();
}

/// The values of the four in order.
fn collections(connection: &mut redis::Connection) -> Vec<Vec<u8>> {
    let mut values = Vec::new();
    for size in ["small", "large"] {
        let count: usize = connection.llen(format!("list:{size}")).unwrap();
        let fields: Vec<String> = (0..count).map(|id| format!("field:{id}")).collect();
        let found: Vec<Vec<u8>> = connection.hmget(format!("hash:{size}"), fields).unwrap();
        values.extend(found);
        let found: Vec<Vec<u8>> = connection.lrange(format!("list:{size}"), 0, -1).unwrap();
        values.extend(found);
        for kind in ["hash", "list"] {
            let key = format!("{kind}:{size}");
            let at: i64 = redis::cmd("PEXPIRETIME").arg(key).query(connection).unwrap();
            assert_eq!(at, 4_000_000_000_007);
        }
    }
    values
}

/// How this server sets a field and keeps its time to live.
fn way_of_fields(connection: &mut redis::Connection) -> &'static str {
    let mut knows = |command: &str| {
        let mut ask = redis::cmd("COMMAND");
        let said: Vec<redis::Value> = ask.arg("INFO").arg(command).query(connection).unwrap();
        said != [redis::Value::Nil]
    };
    match (knows("HSETEX"), knows("HPEXPIRETIME")) {
        (true, _) => "script with HSETEX",
        (_, true) => "script with HPEXPIREAT",
        _ => "script with HSET",
    }
}

#[test]
fn values_of_hashes_and_elements_of_lists_go_there_and_back_if_asked() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    // Larger than a page.
    fill_collections(&mut connection, 2500);
    let value = as_format(&user(1), Format::Igbinary);
    let _: () = connection.set("string", &value).unwrap();
    let _: () = connection.sadd("set", &value).unwrap();
    let _: () = connection.zadd("sorted", &value, 1).unwrap();
    let _: () = connection.hset("named", &value, "a note").unwrap();
    let before = collections(&mut connection);
    assert_eq!(before.len(), 5040);

    let (code, result) = to("larder", &server, &["--types", "hash", "--match", "none:*"]);
    assert_eq!((code, &result["way"]), (0, &Value::Null), "{result:#}");
    let (_, result) = switch(&[&server.url(), "--to", "larder", "--types", "hash", "--dry-run"]);
    assert_eq!(result["left"]["count"], 2520, "{result:#}");
    assert_eq!(collections(&mut connection), before);

    let journal = folder.path().join("journal");
    let arguments = ["--types", "list,hash", "--journal", journal.to_str().unwrap()];
    let (code, result) = to("larder", &server, &arguments);
    assert_eq!((code, &result["switched"]), (0, &5040.into()), "{result:#}");
    assert_eq!(result["way"], format!("{}, script with LSET", way_of_fields(&mut connection)));
    assert_eq!(result["kept"]["integer"]["count"], 1, "{result:#}");
    assert_eq!(result["kept"]["integer"]["example"], "hash:visits field count");
    let ids = (0..20).chain(0..20).chain(0..2500).chain(0..2500);
    for (id, bytes) in ids.zip(collections(&mut connection)) {
        assert_eq!(as_json(&bytes), user(id));
    }
    let (code, result) = to("igbinary", &server, &[&arguments[..], &["--until-clean"]].concat());
    assert_eq!((code, &result["proven"]), (0, &5040.into()), "{result:#}");
    assert_eq!(collections(&mut connection), before);

    let (_, result) = to("larder", &server, &["--types", "string,hash,list"]);
    assert_eq!(result["switched"], 5041, "{result:#}");
    assert!(connection.sismember::<_, _, bool>("set", &value).unwrap());
    assert_eq!(connection.zscore::<_, _, f64>("sorted", &value).unwrap(), 1.0);
    assert_eq!(connection.hget::<_, _, String>("named", &value).unwrap(), "a note");
}

#[test]
fn hashes_and_lists_are_switched_where_scripts_are_forbidden_too() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    fill_collections(&mut connection, 300);
    let mut add = redis::cmd("ACL");
    add.arg("SETUSER").arg("u").arg("on").arg(">pw").arg("~*").arg("+@all").arg("-@scripting");
    add.exec(&mut connection).unwrap();
    let url = server.url().replace("//", "//u:pw@");
    let (code, result) = switch(&[&url, "--yes", "--to", "larder", "--types", "hash,list"]);
    assert_eq!((code, &result["switched"]), (0, &640.into()), "{result:#}");
    assert_eq!(result["way"], "WATCH");
    let ids = (0..20).chain(0..20).chain(0..300).chain(0..300);
    for (id, bytes) in ids.zip(collections(&mut connection)) {
        assert_eq!(as_json(&bytes), user(id));
    }
}

#[test]
fn fields_keep_their_time_to_live() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let best = way_of_fields(&mut connection);
    if best == "script with HSET" {
        return;
    }
    let mut add = redis::cmd("ACL");
    add.arg("SETUSER").arg("u").arg("on").arg(">pw").arg("~*").arg("+@all").arg("-hsetex");
    add.exec(&mut connection).unwrap();
    let limited = server.url().replace("//", "//u:pw@");
    for (url, way) in [(server.url(), best), (limited, "script with HPEXPIREAT")] {
        redis::cmd("FLUSHALL").exec(&mut connection).unwrap();
        fill_collections(&mut connection, 1500);
        for id in (0..1500).step_by(3) {
            let mut expire = redis::cmd("HPEXPIREAT");
            expire.arg("hash:large").arg(3_000_000_000_000u64 + id).arg("FIELDS").arg(1);
            expire.arg(format!("field:{id}")).exec(&mut connection).unwrap();
        }
        let (code, result) = switch(&[&url, "--yes", "--to", "larder", "--types", "hash"]);
        assert_eq!((code, &result["switched"]), (0, &1520.into()), "{result:#}");
        assert_eq!(result["way"], way);
        for id in 0..1500i64 {
            let mut ask = redis::cmd("HPEXPIRETIME");
            ask.arg("hash:large").arg("FIELDS").arg(1).arg(format!("field:{id}"));
            let [at]: [i64; 1] = ask.query(&mut connection).unwrap();
            assert_eq!(at, if id % 3 == 0 { 3_000_000_000_000 + id } else { -1 }, "{id}");
            let bytes: Vec<u8> = connection.hget("hash:large", format!("field:{id}")).unwrap();
            assert_eq!(as_json(&bytes), user(id as u32));
        }
    }
}

#[test]
fn a_list_that_others_push_to_and_pop_from_loses_and_doubles_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let igbinary = |id: u32| as_format(&user(id), Format::Igbinary);
    let mut pipe = redis::pipe();
    for id in 0..4000 {
        pipe.rpush("queue", igbinary(id)).ignore();
        pipe.hset("hash", id, igbinary(id)).ignore();
    }
    pipe.exec(&mut connection).unwrap();
    let is_over = AtomicBool::new(false);
    let (popped, pushed) = thread::scope(|scope| {
        let work = scope.spawn(|| {
            let mut others = server.connect();
            let (mut popped, mut pushed) = (Vec::new(), 4000);
            while !is_over.load(Ordering::Relaxed) && popped.len() < 3000 {
                let bytes: Vec<u8> = others.lpop("queue", None).unwrap();
                popped.push(bytes);
                let _: () = others.rpush("queue", igbinary(pushed)).unwrap();
                let field = pushed % 4000;
                let was: Vec<u8> = others.hget("hash", field).unwrap();
                let is_old = was.starts_with(&[0, 0, 0, 2]);
                let json = if is_old { user(field) } else { as_json(&was) };
                assert!([user(field), user(field + 1)].contains(&json), "{json}");
                let _: () = others.hset("hash", field, igbinary(field + 1)).unwrap();
                pushed += 1;
            }
            (popped, pushed)
        });
        for _ in 0..3 {
            let (_, result) = to("larder", &server, &["--types", "hash,list"]);
            assert_eq!(
                (&result["refused"], &result["failed"]),
                (&serde_json::json!({}), &0.into())
            );
        }
        is_over.store(true, Ordering::Relaxed);
        work.join().unwrap()
    });
    let (code, result) = to("larder", &server, &["--types", "hash,list", "--until-clean"]);
    assert_eq!((code, &result["left"]["count"]), (0, &0.into()), "{result:#}");
    let rest: Vec<Vec<u8>> = connection.lrange("queue", 0, -1).unwrap();
    assert!(popped.len() > 100 && rest.iter().all(|bytes| bytes.starts_with(&[0xC1])));
    // Each element is there once, in order, in one format or the other.
    let all = popped.into_iter().chain(rest).enumerate();
    let is_all = all.map(|(at, bytes)| {
        let is_new = bytes.starts_with(&[0xC1]);
        assert!(if is_new {
            as_json(&bytes) == user(at as u32)
        } else {
            bytes == igbinary(at as u32)
        });
    });
    assert_eq!(is_all.count(), pushed as usize);
}

/// The permissions that docs/SWITCH.md lists for a way.
fn documented(way: &str) -> Vec<String> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/SWITCH.md");
    let page = fs::read_to_string(page).unwrap();
    let rows = page.lines().skip_while(|line| !line.contains("ACL SETUSER alice"));
    let row = rows.into_iter().find(|line| line.starts_with(&format!("| `{way}` |")));
    let row = row.expect("a row of the table").replace("\\|", "/");
    let rules = row.split('|').nth(2).unwrap().trim().trim_matches('`').replace('/', "|");
    rules.split(' ').map(str::to_owned).collect()
}

#[test]
fn the_documented_permissions_suffice_and_none_is_too_much() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let best = way(&mut connection);
    let url = server.url().replace("//", "//u:pw@");
    let of_fields = way_of_fields(&mut connection);
    let ways =
        [(best, "string"), ("WATCH", "string"), (of_fields, "hash"), ("script with LSET", "list")];
    for (way, of) in ways {
        if way == "WATCH" && best == "SET … IFEQ" {
            continue;
        }
        let mut rules = documented(way);
        if best == "script with RESTORE" {
            // It knows no such command.
            rules.retain(|rule| rule != "+client|no-touch");
        }
        let mut works = |rules: &[String]| {
            let mut add = redis::cmd("ACL");
            add.arg("SETUSER").arg("u").arg("reset").arg("on").arg(">pw").arg(rules);
            add.exec(&mut connection).unwrap();
            redis::cmd("FLUSHALL").exec(&mut connection).unwrap();
            for id in 0..40 {
                let value = as_format(&user(id), Format::Igbinary);
                let key = format!("user:{id}");
                let _: () = match of {
                    "string" => connection.pset_ex(key, value, 4_000_000),
                    "hash" => connection.hset(key, "field", value),
                    _ => connection.rpush(key, value),
                }
                .unwrap();
            }
            let output = larder()
                .args(["switch", &url, "--to", "larder", "--match", "user:*", "--yes"])
                .args(["--types", of, "--json", "-"])
                .output()
                .unwrap();
            let result: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
            output.status.success() && result["way"] == way && result["switched"] == 40
        };
        assert!(works(&rules), "{way} with {rules:?}");
        for left_out in rules.iter().filter(|rule| rule.starts_with('+')) {
            let fewer: Vec<String> =
                rules.iter().filter(|rule| *rule != left_out).cloned().collect();
            // Values are read one by one, if not together; and reading may count as use.
            let is_optional = left_out == "+mget" && rules.contains(&"+get".to_owned())
                || left_out == "+client|no-touch" && (way != "script" || of != "string");
            assert_eq!(works(&fewer), is_optional, "{way} without {left_out}");
        }
    }
}

#[test]
fn a_running_switch_is_asked_paused_changed_and_stopped() {
    const KEYS: u32 = 5000;
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = fill(&server, KEYS, Format::Igbinary);
    let socket = folder.path().join("control");
    let socket = socket.to_str().unwrap();
    let order = |order: &[&str]| {
        let output = larder().args(["switch", "--control", socket]).args(order).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(text).unwrap())
    };
    let status = || -> Value { serde_json::from_str(&order(&["--status"]).1).unwrap() };
    let (code, said) = order(&["--status"]);
    assert_eq!(code, 2);
    assert!(said.contains("no switch answers"), "{said}");

    let running = begin(&server, &["--rate", "500", "--control", socket, "--json", "-"]);
    wait_until_some_are_switched(&mut connection, KEYS);
    let first = status();
    assert_eq!((&first["limits"]["rate"], &first["pass"]), (&500.0.into(), &1.into()), "{first}");
    assert_eq!(order(&["--pause"]), (0, "paused\n".to_owned()));
    assert_eq!(status()["waits"], "paused");
    // A page may still be on its way.
    thread::sleep(Duration::from_millis(600));
    let paused = status()["switched"].clone();
    thread::sleep(Duration::from_millis(600));
    assert_eq!(status()["switched"], paused);
    let twice = larder()
        .args(["switch", &server.url(), "--yes", "--to", "larder", "--control", socket])
        .output()
        .unwrap();
    assert_eq!(twice.status.code(), Some(2));
    assert!(String::from_utf8(twice.stderr).unwrap().contains("already"));
    assert_eq!(order(&["--set", "rate=700"]).0, 0);
    assert_eq!(status()["limits"]["rate"], 700.0);
    assert_eq!(order(&["--set", "speed=9"]).0, 2);
    assert_eq!(order(&["--resume"]).0, 0);
    wait_for("it goes on", || (status()["switched"] != paused).then_some(()));
    assert_eq!(order(&["--stop"]).0, 0);
    let (code, result) = result(running);
    assert_eq!((code, &result["end"]), (Some(130), &"interrupted".into()), "{result:#}");
    assert!(result["switched"].as_u64().unwrap() < u64::from(KEYS));
    assert_eq!(order(&["--status"]).0, 2, "the socket is removed");

    let (code, said) = order(&["--status", "--pause"]);
    assert!(code == 2 && said.contains("cannot be used with"), "{said}");
    let (code, said) = order(&[]);
    assert!(code == 2 && said.contains("--to"), "{said}");
}

#[test]
fn a_server_that_is_restarted_is_gone_over_again() {
    const KEYS: u32 = 20_000;
    let folder = tempfile::tempdir().unwrap();
    let mut server = Redis::start(&["--appendonly", "yes"], folder.path());
    let mut connection = fill(&server, KEYS, Format::Igbinary);
    let running = begin(&server, &["--rate", "8000", "--json", "-"]);
    wait_until_some_are_switched(&mut connection, KEYS);
    server.restart();
    let output = running.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}{result:#}");
    assert!(said.contains("started anew"), "{said}");
    assert!(result["already"].as_u64().unwrap() > 0, "{result:#}");
    let mut connection = server.connect();
    for id in 0..KEYS {
        assert_eq!(as_json(&get(&mut connection, &format!("user:{id}"))), user(id));
    }
}

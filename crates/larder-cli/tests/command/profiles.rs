//! Profiles in real Redis servers: published, found, watched and retired.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};

use assert_cmd::assert::Assert;
use larder::train::{Options, train};
use larder::{Encoder, Key, Map, Profile, Value};
use redis::Commands;

use crate::common;
use crate::common::{Cluster, Proxy, Redis, Watched, document, larder, unwrapped, wait_for};

/// A value of one kind, another one for each number.
fn value(kind: &str, number: usize) -> Value {
    let state = format!("{kind} waiting for {}", number % 5);
    let pairs = [
        ("number", Value::Int(number as i64)),
        ("state", Value::from(&*state)),
        ("kind", Value::from(kind)),
    ];
    Value::Map(Map::from_pairs(pairs.map(|(key, value)| (Key::from(key), value))).unwrap())
}

fn profile(kind: &str) -> Profile {
    let values: Vec<Value> = (0..200).map(|number| value(kind, number)).collect();
    train(&values, &Options::default()).unwrap()
}

fn id(profile: &Profile) -> String {
    profile.id().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn file(profile: &Profile, folder: &Path) -> PathBuf {
    let file = folder.join(format!("{}.profile", id(profile)));
    fs::write(&file, profile.as_bytes()).unwrap();
    file
}

/// A value under a profile.
fn under(profile: &Profile, kind: &str, number: usize) -> Vec<u8> {
    let profile = Profile::parse(profile.as_bytes()).unwrap();
    Encoder::with_profile(profile.into()).encode(&value(kind, number)).unwrap()
}

fn publish(profile: &Path, url: &str, name: &str) -> Assert {
    larder().args(["profile", "publish"]).arg(profile).args([url, "--for", name]).assert()
}

fn current(url: &str, name: &str) -> String {
    let assert = larder().args(["profile", "current", url, "--for", name]).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap().trim().to_owned()
}

fn list(url: &str) -> Vec<serde_json::Value> {
    let (code, document) = document(larder().args(["profile", "list", url, "--json", "-"]));
    assert_eq!(code, 0);
    document["profiles"].as_array().unwrap().clone()
}

/// The exit code, and all that a command said in one line.
fn said(arguments: &[&str]) -> (i32, String) {
    let output = larder().args(arguments).output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code().unwrap(), text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Lets all profiles of a name have been published so many seconds earlier.
fn age(connection: &mut impl redis::ConnectionLike, name: &str, by: u64) {
    let key = format!("larder:profiles:{name}");
    let fields: Vec<(String, String)> = redis::cmd("HGETALL").arg(&key).query(connection).unwrap();
    for (id, time) in fields.iter().filter(|(field, _)| field != "current") {
        let time = time.parse::<u64>().unwrap() - by;
        redis::cmd("HSET").arg(&key).arg(id).arg(time).exec(connection).unwrap();
    }
}

/// A watch, which ends with its guard.
struct Watch(std::process::Child);

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_profile_is_published_listed_fetched_and_gone_back_to() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let url = server.url();
    let (one, other) = (profile("order"), profile("invoice"));
    let (one_file, other_file) = (file(&one, folder.path()), file(&other, folder.path()));

    let (code, none) = said(&["profile", "list", &url]);
    assert!(code == 0 && none.contains("--publish NAME"), "{none}");
    let (code, none) = said(&["profile", "current", &url, "--for", "users"]);
    assert!(code == 2 && none.contains("no current profile of the name users"), "{none}");

    let first = unwrapped(&publish(&one_file, &url, "users").success());
    assert!(first.contains(&format!("Published the profile {}", id(&one))), "{first}");
    let stored: Vec<u8> = connection.get(format!("larder:profile:{}", id(&one))).unwrap();
    assert_eq!(stored, one.as_bytes());
    let ttl: i64 = connection.ttl("larder:profiles:users").unwrap();
    assert_eq!(ttl, -1, "no key expires");
    assert_eq!(current(&url, "users"), id(&one));

    let before: Vec<(String, String)> = connection.hgetall("larder:profiles:users").unwrap();
    let again = unwrapped(&publish(&one_file, &url, "users").success());
    assert!(again.contains("already"), "{again}");
    let after: Vec<(String, String)> = connection.hgetall("larder:profiles:users").unwrap();
    assert_eq!(before, after, "publishing it again does nothing");

    let second = unwrapped(&publish(&other_file, &url, "users").success());
    assert!(second.contains(&format!("Before, it was {}", id(&one))), "{second}");
    let listed = list(&url);
    assert_eq!(listed.len(), 2);
    for (profile, is_current) in [(&other, true), (&one, false)] {
        let found = listed.iter().find(|listed| listed["id"] == id(profile)).unwrap();
        assert_eq!(found["name"], "users");
        assert_eq!(found["is_current"], is_current, "{found}");
        assert_eq!(found["bytes"], profile.as_bytes().len());
        assert!(found["age_seconds"].as_u64().unwrap() < 600, "{found}");
    }
    let table = unwrapped(&larder().args(["profile", "list", &url]).assert().success());
    assert!(table.contains(&id(&one)) && table.contains("yes"), "{table}");

    publish(&one_file, &url, "users").success();
    assert_eq!(current(&url, "users"), id(&one), "an earlier one is gone back to");
    let written = folder.path().join("written");
    let output = ["-o", written.to_str().unwrap()];
    larder().args(["profile", "current", &url, "--for", "users"]).args(output).assert().success();
    assert_eq!(fs::read(written).unwrap(), one.as_bytes());

    for name in ["", "a b", "users:1", &"n".repeat(65)] {
        let (code, wrong) = said(&["profile", "current", &url, "--for", name]);
        assert!(code == 2 && wrong.contains("1 to 64 of the characters"), "{wrong}");
    }
}

#[test]
fn of_two_trainers_at_once_the_second_is_told_which_profile_is_current_now() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    for number in 0..400 {
        let json = format!("{{\"number\":{number},\"state\":\"waiting for {}\"}}", number % 5);
        let _: () = connection.set(format!("order:{number}"), json).unwrap();
    }
    let other = profile("invoice");
    let other_file = file(&other, folder.path());
    // The trainer asks for `current` first, and learns until somebody else has published.
    let proxy = Proxy::to(server.port);
    proxy.slow_down(300);
    let trainer = Process::new(assert_cmd::cargo::cargo_bin("larder"))
        .args(["train", &format!("{}?match=order:*", proxy.url()), "--publish", "orders"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("the trainer has asked and reads keys", || {
        let info: redis::InfoDict =
            redis::cmd("INFO").arg("commandstats").query(&mut connection).unwrap();
        info.get::<String>("cmdstat_scan")
    });
    publish(&other_file, &server.url(), "orders").success();
    proxy.slow_down(0);
    let output = trainer.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(
        text.contains(&format!("has published the profile {} for orders", id(&other)))
            && text.contains("Run the command again"),
        "{text}"
    );
    assert_eq!(current(&server.url(), "orders"), id(&other));
    assert_eq!(list(&server.url()).len(), 1, "nothing of the trainer's is left");

    let input = format!("{}?match=order:*", server.url());
    let train = ["train", &input, "--publish", "orders"];
    let trained = unwrapped(&larder().args(train).assert().success());
    assert!(trained.contains("Published the profile") && trained.contains("Next: larder profile"));
    assert_ne!(current(&server.url(), "orders"), id(&other));
    let again = unwrapped(&larder().args(train).assert().success());
    assert!(again.contains("already"), "equal values give an equal profile: {again}");
}

#[test]
fn two_publishers_that_read_the_same_current_do_not_overwrite_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let kinds: Vec<String> = (0..6).map(|number| format!("kind{number}")).collect();
    let profiles: Vec<Profile> = kinds.iter().map(|kind| profile(kind)).collect();
    let files: Vec<PathBuf> = profiles.iter().map(|one| file(one, folder.path())).collect();
    let proxy = Proxy::to(server.port);
    proxy.slow_down(100);
    let publishers: Vec<_> = files
        .iter()
        .map(|file| {
            Process::new(assert_cmd::cargo::cargo_bin("larder"))
                .args(["profile", "publish"])
                .arg(file)
                .args([&proxy.url(), "--for", "users"])
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    let outputs: Vec<_> =
        publishers.into_iter().map(|process| process.wait_with_output().unwrap()).collect();
    let winners: Vec<usize> = (0..6).filter(|&at| outputs[at].status.success()).collect();
    assert!(!winners.is_empty());
    // Whoever succeeded was current at some time, and the last of them is now.
    let listed = list(&server.url());
    let named = listed.iter().filter(|listed| !listed["name"].is_null()).count();
    assert_eq!(named, winners.len(), "{listed:?}");
    assert!(winners.iter().any(|&at| id(&profiles[at]) == current(&server.url(), "users")));
    for output in outputs.iter().filter(|output| !output.status.success()) {
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("meanwhile"), "{text}");
    }
}

#[test]
fn values_are_read_under_profiles_that_their_redis_has() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let (one, other) = (profile("order"), profile("invoice"));
    for number in 0..200 {
        let bytes = under(&one, "order", number);
        let _: () = connection.set(format!("order:{number}"), bytes).unwrap();
        let bytes = under(&other, "invoice", number);
        let _: () = connection.hset("invoices", number, bytes).unwrap();
    }
    let url = server.url();
    let (code, missing) = said(&["inspect", "order:7", "--redis", &url]);
    assert!(
        code == 1
            && missing.contains(&format!("needs the profile {}, but", id(&one)))
            && missing.contains("does not have it")
            && missing.contains("--profile FILE"),
        "{missing}"
    );
    publish(&file(&one, folder.path()), &url, "orders").success();
    publish(&file(&other, folder.path()), &url, "invoices").success();

    let (code, found) = said(&["inspect", "order:7", "--redis", &url]);
    assert!(code == 0 && found.contains("order waiting for 2"), "{found}");
    let (code, found) = said(&["inspect", "invoices", "--redis", &url]);
    assert!(code == 0 && found.contains("invoice waiting for"), "{found}");

    let compare = ["--runtime", "native", "--codec", "json", "--time", "0.02", "--no-redis"];
    let (code, compared) =
        document(larder().args(["compare", &url]).args(compare).args(["--json", "-"]));
    assert_eq!((code, &compared["datasets"][0]["values"]), (0, &400.into()), "{compared:#}");
    let (code, trained) = said(&["train", &format!("{url}?match=order:*"), "-o", &{
        folder.path().join("again").display().to_string()
    }]);
    assert!(code == 0 && trained.contains("Learned from 100 values"), "{trained}");

    let (_, surveyed) = document(larder().args(["survey", &url, "--all", "--json", "-"]));
    let groups = surveyed["groups"].as_array().unwrap();
    let group = |pattern: &str| groups.iter().find(|group| group["pattern"] == pattern).unwrap();
    assert_eq!(group("order:*")["tried"], 100, "{:#}", group("order:*"));
    let profiles = group("larder:profile*");
    assert_eq!(profiles["formats"]["profile"], 2, "{profiles:#}");
    assert_eq!(profiles["formats"]["name of profiles"], 2);
    assert!(profiles["recommended"].is_null());
    assert_eq!(groups.len(), 3, "{groups:#?}");
}

#[test]
fn a_switch_writes_under_the_current_profile_of_a_name_and_leaves_profiles_alone() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let url = server.url();
    let (one, other) = (profile("order"), profile("invoice"));
    publish(&file(&one, folder.path()), &url, "orders").success();
    let keys = |connection: &mut redis::Connection| -> Vec<(String, Vec<u8>)> {
        let keys: Vec<String> = connection.keys("larder:profile*").unwrap();
        let dump = |key: String| {
            let dump = redis::cmd("DUMP").arg(&key).query(connection).unwrap();
            (key, dump)
        };
        keys.into_iter().map(dump).collect()
    };
    for number in 0..50 {
        let json = format!("{{\"number\":{number},\"state\":\"order waiting for 1\"}}");
        let _: () = connection.set(format!("order:{number}"), json).unwrap();
    }
    let before = keys(&mut connection);
    let switch = |arguments: &[&str]| {
        let own = ["switch", &url, "--yes", "--types", "string,hash,list", "--json", "-"];
        document(larder().args(own).args(arguments))
    };
    let (code, done) = switch(&["--to", "larder", "--profile", "orders"]);
    assert_eq!((code, &done["switched"]), (0, &50.into()), "{done:#}");
    let bytes: Vec<u8> = connection.get("order:7").unwrap();
    assert_eq!(&bytes[2..5], one.id(), "under the current profile of the name");
    assert_eq!(keys(&mut connection), before);

    // Values under an older profile are written under the current one.
    publish(&file(&other, folder.path()), &url, "orders").success();
    let before = keys(&mut connection);
    let again = ["--from", "larder", "--to", "larder", "--profile", "orders"];
    let (code, done) = switch(&again);
    assert_eq!((code, &done["switched"]), (0, &50.into()), "{done:#}");
    let bytes: Vec<u8> = connection.get("order:7").unwrap();
    assert_eq!(&bytes[2..5], other.id());
    let (code, done) = switch(&["--to", "json"]);
    assert_eq!((code, &done["switched"]), (0, &50.into()), "{done:#}");
    assert_eq!(keys(&mut connection), before);

    let (code, wrong) = said(&["switch", &url, "--to", "larder", "--profile", "nobody", "--yes"]);
    assert!(code == 2 && wrong.contains("no current profile of this name"), "{wrong}");
}

#[test]
fn a_profile_is_retired_once_nobody_writes_under_it_and_no_value_needs_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let url = server.url();
    let (one, other) = (profile("order"), profile("invoice"));
    publish(&file(&one, folder.path()), &url, "orders").success();
    let retire = |subject: &str, keys: &[&str]| {
        said(&[&["profile", "retire", subject, &url], keys].concat())
    };
    let (code, refused) = retire(&id(&one), &["--all"]);
    assert!(code == 1 && refused.contains("current profile of orders"), "{refused}");
    let (code, only) = retire("orders", &["--all"]);
    assert!(code == 0 && only.contains("only its current profile"), "{only}");
    assert_eq!(retire(&id(&one), &[]).0, 2, "--match or --all");
    for (unknown, what) in [("abcdef", "no profile abcdef"), ("nobody", "no name nobody")] {
        let (code, said) = retire(unknown, &["--all"]);
        assert!(code == 2 && said.contains(what), "{said}");
    }

    publish(&file(&other, folder.path()), &url, "orders").success();
    let (code, early) = retire(&id(&one), &["--all"]);
    assert!(code == 1 && early.contains("may not know yet"), "{early}");
    age(&mut connection, "orders", 600);

    let old = under(&one, "order", 7);
    let wrapped = [&b"\x28\xB5"[..], &old].concat();
    let held = |command: &str, before: &[&str]| redis::cmd(command).arg(before).arg(&old).take();
    let holders = [
        ("order:7", held("SET", &["order:7"])),
        ("a hash", held("HSET", &["a hash", "field"])),
        ("a list", held("RPUSH", &["a list", "{}"])),
        ("a set", held("SADD", &["a set"])),
        ("a sorted set", held("ZADD", &["a sorted set", "1"])),
        ("a stream", redis::cmd("XADD").arg(&["a stream", "*", "f"]).arg(&wrapped).take()),
    ];
    for number in 0..1000 {
        let bytes = under(&other, "invoice", number);
        let _: () = connection.set(format!("invoice:{number}"), bytes).unwrap();
        let _: () = connection.zadd("scores", format!("member {number}"), number).unwrap();
    }
    for (key, fill) in holders {
        fill.exec(&mut connection).unwrap();
        let (code, refused) = retire(&id(&one), &["--all"]);
        assert!(
            code == 1 && refused.contains("1 value is under it") && refused.contains(key),
            "{key}: {refused}"
        );
        let _: () = connection.del(key).unwrap();
    }
    let _: () = connection.set("order:7", &old).unwrap();
    let (code, refused) = retire("orders", &["--match", "order:*"]);
    assert!(code == 1 && refused.contains("larder switch"), "{refused}");
    let _: () = connection.del("order:7").unwrap();

    let (code, retired) = retire("orders", &["--match", "order:*"]);
    assert!(code == 0 && retired.contains(&format!("Retired {}", id(&one))), "{retired}");
    assert_eq!(list(&url).len(), 1);
    let is_there: bool = connection.exists(format!("larder:profile:{}", id(&one))).unwrap();
    assert!(!is_there);
}

#[test]
fn an_evicted_profile_is_shown_as_lost_and_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let one = profile("order");
    let stored = file(&one, folder.path());
    publish(&stored, &server.url(), "orders").success();
    let _: () = connection.del(format!("larder:profile:{}", id(&one))).unwrap();
    assert!(list(&server.url())[0]["bytes"].is_null());
    let (_, table) = said(&["profile", "list", &server.url()]);
    assert!(table.contains("lost") && table.contains("larder profile publish FILE"), "{table}");
    let written = folder.path().join("written");
    let output = written.to_str().unwrap();
    let (code, lost) =
        said(&["profile", "current", &server.url(), "--for", "orders", "-o", output]);
    assert!(code == 2 && lost.contains("does not have it") && !written.exists(), "{lost}");
    let again = unwrapped(&publish(&stored, &server.url(), "orders").success());
    assert!(again.contains("was put back"), "{again}");
    assert_eq!(list(&server.url())[0]["bytes"], one.as_bytes().len());
}

#[test]
fn a_forged_profile_is_an_error_of_its_own_and_never_used() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let (one, other) = (profile("order"), profile("invoice"));
    let _: () = connection.set("order:7", under(&one, "order", 7)).unwrap();
    let key = format!("larder:profile:{}", id(&one));
    let mut damaged = one.as_bytes().to_vec();
    damaged[20] ^= 1;
    for (forged, why) in
        [(other.as_bytes(), "its id is"), (&damaged, "hash does not match"), (b"{}", "LRDP")]
    {
        let _: () = connection.set(&key, forged).unwrap();
        let (code, refused) = said(&["inspect", "order:7", "--redis", &server.url()]);
        assert!(
            code == 1
                && refused.contains("another or forged, and never used")
                && refused.contains(why)
                && !refused.contains("waiting for"),
            "{refused}"
        );
        let published = publish(&file(&one, folder.path()), &server.url(), "orders").code(2);
        let text = String::from_utf8_lossy(&published.get_output().stderr).into_owned();
        assert!(text.contains("has other bytes, and a profile never changes"), "{text}");
        let there: Vec<u8> = connection.get(&key).unwrap();
        assert_eq!(there, forged, "publishing overwrites nothing");
        let is_named: bool = connection.exists("larder:profiles:orders").unwrap();
        assert!(!is_named);
    }
}

#[test]
fn a_replica_that_lags_is_not_asked() {
    let folder = tempfile::tempdir().unwrap();
    let master = Redis::start(&["--repl-diskless-sync-delay", "0"], folder.path());
    // It never gets what the master has: it has another login.
    let port = master.port.to_string();
    let replica = Redis::start(
        &["--replicaof", "127.0.0.1", &port, "--masterauth", "wrong", "--masteruser", "nobody"],
        folder.path(),
    );
    let one = profile("order");
    publish(&file(&one, folder.path()), &master.url(), "orders").success();
    let mut lagging = replica.connect();
    let is_there: bool = lagging.exists("larder:profiles:orders").unwrap();
    assert!(!is_there, "the replica lags");
    assert_eq!(current(&replica.url(), "orders"), id(&one));
    assert_eq!(list(&replica.url())[0]["id"], id(&one));
}

#[test]
fn sentinel_names_the_master_that_has_the_profiles() {
    let folder = tempfile::tempdir().unwrap();
    let watched = Watched::start(folder.path());
    let url = format!(
        "redis+sentinel://:{}@127.0.0.1:{}/mymaster/0?sentinel_password={}",
        common::SERVER_PASSWORD,
        watched.sentinel.port,
        common::SENTINEL_PASSWORD
    );
    let one = profile("order");
    publish(&file(&one, folder.path()), &url, "orders").success();
    let mut master = watched.master.login(common::SERVER_PASSWORD);
    let is_there: bool = master.exists("larder:profiles:orders").unwrap();
    assert!(is_there);
    assert_eq!(current(&url, "orders"), id(&one));
}

#[test]
fn a_redis_that_is_away_is_said_to_be() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Redis::start(&[], folder.path());
    let one = profile("order");
    let stored = file(&one, folder.path());
    server.kill();
    let refused = publish(&stored, &server.url(), "orders").code(2);
    let text = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(text.contains("no server listens there"), "{text}");
    let mut connection = {
        server.restart();
        server.connect()
    };
    // A user who may read values, and no profiles: the values are there, their profile is not.
    redis::cmd("ACL")
        .arg(&["SETUSER", "reader", "on", ">secret", "~order:*", "+@read", "+@connection"])
        .exec(&mut connection)
        .unwrap();
    let _: () = connection.set("order:7", under(&one, "order", 7)).unwrap();
    publish(&stored, &server.url(), "orders").success();
    let url = format!("redis://reader:secret@127.0.0.1:{}/0", server.port);
    let (code, refused) = said(&["inspect", "order:7", "--redis", &url]);
    assert!(
        code == 1 && refused.contains("cannot be fetched") && refused.contains("ACL SETUSER"),
        "{refused}"
    );
    assert!(!refused.contains("secret"), "{refused}");
}

#[test]
fn a_user_who_may_run_no_scripts_publishes_and_retires() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let connection = &mut server.connect();
    publishes_and_retires_without_scripts(&server, &[&server], connection, folder.path());
}

#[test]
fn so_does_one_of_a_cluster() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(folder.path());
    let nodes: Vec<&Redis> = cluster.nodes.iter().collect();
    let connection = &mut cluster.connect();
    publishes_and_retires_without_scripts(&cluster.nodes[0], &nodes, connection, folder.path());
}

fn publishes_and_retires_without_scripts(
    server: &Redis,
    nodes: &[&Redis],
    connection: &mut impl redis::ConnectionLike,
    folder: &Path,
) {
    for node in nodes {
        redis::cmd("ACL")
            .arg(&["SETUSER", "alice", "on", ">secret", "~*", "+@all", "-@scripting"])
            .exec(&mut node.connect())
            .unwrap();
    }
    let url = format!("redis://alice:secret@127.0.0.1:{}/0", server.port);
    let (one, other) = (profile("order"), profile("invoice"));
    // Keys of several slots.
    for name in ["a", "b", "c", "d", "e"] {
        publish(&file(&one, folder), &url, name).success();
        assert_eq!(current(&url, name), id(&one));
        publish(&file(&one, folder), &url, name).success();
        publish(&file(&other, folder), &url, name).success();
        assert_eq!(current(&url, name), id(&other));
    }
    let listed = list(&url);
    assert_eq!(listed.len(), 10);
    for name in ["a", "b", "c", "d", "e"] {
        age(connection, name, 600);
    }
    let (code, retired) = said(&["profile", "retire", &id(&one), &url, "--all"]);
    assert_eq!(code, 0, "{retired}");
    assert_eq!(list(&url).len(), 5, "{retired}");
    assert!(listed.iter().all(|row| row["published"].as_u64() > Some(1_700_000_000)), "{listed:?}");
    for node in nodes {
        let stats: String =
            redis::cmd("INFO").arg("commandstats").query(&mut node.connect()).unwrap();
        let has_run = stats.contains("cmdstat_eval:") && !stats.contains("cmdstat_eval:calls=0,");
        assert!(!has_run, "{stats}");
    }
}

#[test]
fn a_cluster_has_profiles_and_names_in_different_slots() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(folder.path());
    let mut connection = cluster.connect();
    let url = cluster.url();
    let (one, other) = (profile("order"), profile("invoice"));
    for (name, profile) in [("orders", &one), ("invoices", &other), ("all", &one)] {
        publish(&file(profile, folder.path()), &url, name).success();
    }
    assert_eq!(list(&url).len(), 3);
    assert_eq!(current(&cluster.nodes[1].url(), "invoices"), id(&other));
    for number in 0..30 {
        let bytes = under(&one, "order", number);
        let _: () = connection.set(format!("order:{number}"), bytes).unwrap();
    }
    for number in [0, 7, 29] {
        let (code, found) = said(&["inspect", &format!("order:{number}"), "--redis", &url]);
        assert!(code == 0 && found.contains("order waiting for"), "{found}");
    }
    publish(&file(&other, folder.path()), &url, "orders").success();
    publish(&file(&other, folder.path()), &url, "all").success();
    for name in ["orders", "all"] {
        age(&mut connection, name, 600);
    }
    let (code, refused) = said(&["profile", "retire", &id(&one), &url, "--all"]);
    assert!(code == 1 && refused.contains("30 values are under it"), "{refused}");
    for number in 0..30 {
        let _: () = connection.del(format!("order:{number}")).unwrap();
    }
    // While slots move, a key may be on neither side of the scan.
    let set_slot = |state: &[&str]| {
        let mut node = cluster.nodes[0].connect();
        redis::cmd("CLUSTER").arg("SETSLOT").arg(7).arg(state).exec(&mut node).unwrap();
    };
    let other_node: String =
        redis::cmd("CLUSTER").arg("MYID").query(&mut cluster.nodes[1].connect()).unwrap();
    set_slot(&["MIGRATING", &other_node]);
    let (code, moving) = said(&["profile", "retire", &id(&one), &url, "--all"]);
    assert!(code == 2 && moving.contains("slots of the cluster are moving"), "{moving}");
    set_slot(&["STABLE"]);
    let (code, retired) = said(&["profile", "retire", &id(&one), &url, "--all"]);
    assert!(code == 0 && retired.contains("Retired"), "{retired}");
    assert!(list(&url).iter().all(|listed| listed["id"] == id(&other)));
}

/// A round takes a second: so many are more than anything may take.
const ROUNDS: usize = 60;

#[test]
fn a_watch_publishes_what_saves_enough_and_keeps_what_values_need() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&[], folder.path());
    let mut connection = server.connect();
    let fill = |connection: &mut redis::Connection, kind: &str| {
        for number in 0..400 {
            let json = format!(
                "{{\"number\":{number},\"state\":\"{kind} waiting for {}\",\"{kind}\":\"{kind}\"}}",
                number % 5
            );
            let _: () = connection.set(format!("order:{number}"), json).unwrap();
        }
    };
    fill(&mut connection, "order");
    let url = format!("{}?match=order:*&sample=200", server.url());
    let watch = Process::new(assert_cmd::cargo::cargo_bin("larder"))
        .args(["train", &url, "--watch", "orders", "--every", "1s", "--gain", "5", "--keep", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut watch = Watch(watch);
    let mut lines = BufReader::new(watch.0.stdout.take().unwrap()).lines();
    let mut next = |wanted: &str| {
        let mut said = Vec::new();
        for _ in 0..ROUNDS {
            let line = lines.next().expect("a line per round").unwrap();
            assert!(line.contains(" orders: "), "{line}");
            if line.contains(wanted) {
                return line;
            }
            said.push(line);
        }
        panic!("{wanted} within {ROUNDS} rounds: {said:#?}");
    };
    let first = next("published");
    assert!(first.contains("without a profile") && first.contains("100 values"), "{first}");
    let one = current(&server.url(), "orders");
    let second = next("stays current");
    assert!(second.contains(&format!("under {one}")), "{second}");

    // Other values: another profile saves much, and the old one is still needed.
    let stored: Vec<u8> = connection.get(format!("larder:profile:{one}")).unwrap();
    let old = Profile::parse(&stored).unwrap();
    let _: () = connection.set("kept", under(&old, "order", 7)).unwrap();
    fill(&mut connection, "invoice");
    let third = next("· published");
    assert!(third.contains(&format!("under {one}")), "{third}");
    // A round that saw values of both kinds may have published as well.
    next("stays current");
    let other = current(&server.url(), "orders");
    assert_ne!(one, other);
    age(&mut connection, "orders", 600);
    // The first of these rounds may have begun before.
    for _ in 0..2 {
        next(&format!("{one} is still needed"));
    }
    let has = |listed: &[serde_json::Value], id: &str| listed.iter().any(|one| one["id"] == id);
    assert!(has(&list(&server.url()), &one));
    let _: () = connection.del("kept").unwrap();
    next(&format!("retired {one}"));
    let left = list(&server.url());
    assert!(left.len() == 1 && has(&left, &other), "{left:?}");

    // A round that fails prints why, and the next one begins at its time.
    let all: Vec<String> = connection.keys("order:*").unwrap();
    let _: () = connection.del(&all).unwrap();
    next("nothing was done");
    fill(&mut connection, "invoice");
    next("stays current");

    let signal = nix::sys::signal::Signal::SIGINT;
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(watch.0.id().cast_signed()), signal).unwrap();
    assert_eq!(watch.0.wait().unwrap().code(), Some(0));
    let mut rest = lines.map(Result::unwrap);
    assert!(rest.all(|line| line.contains(" orders: ")));
}

#[test]
fn a_watch_or_a_publication_needs_the_redis_of_the_values() {
    for flag in ["--publish", "--watch"] {
        let (code, refused) = said(&["train", "session:100", flag, "sessions"]);
        assert!(code == 2 && refused.contains("one redis:// URL"), "{refused}");
    }
    let (code, _) = said(&["train", "session:100"]);
    assert_eq!(code, 2, "-o, --publish or --watch");
    for every in ["0s", "1w", "d", ""] {
        let (code, refused) =
            said(&["train", "redis://127.0.0.1:1", "--watch", "a", "--every", every]);
        assert!(code == 2 && refused.contains("30m, 6h or 1d"), "{refused}");
    }
}

//! As whom a Redis is used: ACL users with the permissions that docs/REDIS.md lists, and passwords
//! that nobody sees.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use redis::Commands;
use serde_json::Value;

use crate::common::{Cluster, Redis, compare, larder};

const NATIVE: [&str; 4] = ["--runtime", "native", "--codec", "json"];
const PASSWORD: &str = "s3cret/:@ 1";
const ESCAPED: &str = "s3cret%2F%3A%40%201";

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/REDIS.md");

/// The permissions that docs/REDIS.md lists in the row of a subcommand.
fn documented(subcommand: &str) -> Vec<String> {
    let page = fs::read_to_string(PAGE).unwrap();
    let row = page
        .lines()
        .find(|line| line.starts_with(&format!("| `{subcommand}")))
        .expect("a row of the table");
    let row = row.replace("\\|", "/");
    let rules = row.split('|').nth(2).unwrap().trim().trim_matches('`').replace('/', "|");
    rules.split(' ').map(str::to_owned).collect()
}

fn add_user(connection: &mut redis::Connection, name: &str, rules: &[String]) {
    let mut add = redis::cmd("ACL");
    add.arg("SETUSER")
        .arg(name)
        .arg("reset")
        .arg("on")
        .arg(format!(">{PASSWORD}"))
        .arg(rules)
        .exec(connection)
        .unwrap();
}

fn filled(folder: &std::path::Path) -> (Redis, redis::Connection) {
    let server = Redis::start(&[], folder);
    let mut connection = server.connect();
    for id in 0..40 {
        // Alike enough for a profile to pay.
        let text = "what stands in each of them: ".repeat(4);
        let user = format!(
            "{{\"id\":{id},\"name\":\"user {id}\",\"newsletter\":true,\"about\":\"{text}\",\"language\":\"en-GB\"}}"
        );
        let _: () = connection.set(format!("user:{id}"), user).unwrap();
    }
    let _: () = connection.hset("user:hash", "f", "{}").unwrap();
    let _: () = connection.rpush("user:list", "{}").unwrap();
    let _: () = connection.sadd("user:set", "{}").unwrap();
    let _: () = connection.zadd("user:zset", "{}", 1).unwrap();
    let _: () = connection.xadd("user:stream", "1-1", &[("f", "{}")]).unwrap();
    let _: () = connection.set("other", "{}").unwrap();
    (server, connection)
}

fn of_user(server: &Redis, name: &str) -> String {
    format!("redis://{name}:{ESCAPED}@127.0.0.1:{}/0", server.port)
}

#[test]
fn the_documented_permissions_suffice_and_none_is_too_much() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut connection) = filled(folder.path());
    let profile = folder.path().join("p.profile");
    let url = of_user(&server, "u");
    let input = format!("{url}?match=user:*");
    let inspects = |key: &str| {
        larder().args(["inspect", key, "--redis", &url]).output().unwrap().status.code()
    };
    let reads_all = || {
        let mut compare = larder();
        compare
            .args(["compare", &input, "--no-redis", "--time", "0.02", "--json", "-"])
            .args(NATIVE);
        let document: Value =
            serde_json::from_slice(&compare.output().unwrap().stdout).unwrap_or_default();
        document["datasets"][0]["values"] == 45
    };
    let trains = || {
        let mut train = larder();
        train.args(["train", &input, "-o", profile.to_str().unwrap()]);
        train.output().unwrap().status.code() == Some(0)
    };
    let measures = || {
        let mut compare = larder();
        compare
            .args(["compare", "small-mixed", "--redis", &url, "--time", "0.02", "--json", "-"])
            .args(NATIVE);
        let output = compare.output().unwrap();
        let document: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let is_clean = !String::from_utf8(output.stderr).unwrap().contains("may be left");
        is_clean && document["rows"][0]["redis_estimated"] == false
    };
    let inspects_all = || {
        let known = ["user:0", "user:hash", "user:list", "user:set", "user:zset", "user:stream"];
        let output =
            larder().args(["inspect", "user:0", "--redis", &url, "--json", "-"]).output().unwrap();
        let said: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        known.iter().all(|key| inspects(key) == Some(0))
            && said["redis"]["memory_bytes"].is_u64()
            && said["redis"]["encoding"].is_string()
    };
    let surveys = || {
        let mut survey = larder();
        survey.args(["survey", &url, "--match", "user:*", "--json", "-"]);
        let said: Value =
            serde_json::from_slice(&survey.output().unwrap().stdout).unwrap_or_default();
        let groups = said["groups"].as_array().cloned().unwrap_or_default();
        let sum = |of: &dyn Fn(&Value) -> &Value| {
            groups.iter().map(|group| of(group).as_u64().unwrap_or_default()).sum::<u64>()
        };
        sum(&|group| &group["values"]) == 45
            && sum(&|group| &group["ttl"]["lasting"]) == 45
            && said["memory"].is_u64()
            && groups.iter().all(|group| group["memory"].is_u64())
    };
    let cases: [(&str, &dyn Fn() -> bool); 5] = [
        ("larder compare URL", &reads_all),
        ("larder train URL", &trains),
        ("larder inspect KEY --redis URL", &inspects_all),
        ("larder survey URL", &surveys),
        ("larder compare --redis URL", &measures),
    ];
    for (subcommand, works) in cases {
        let rules = documented(subcommand);
        add_user(&mut connection, "u", &rules);
        assert!(works(), "{subcommand} with {rules:?}");
        // Training asks what comparing asks, and takes longer.
        if subcommand.contains("train") {
            continue;
        }
        // The JVM's runner sets by SETEX.
        for left_out in rules.iter().filter(|rule| rule.starts_with('+') && *rule != "+setex") {
            let fewer: Vec<String> =
                rules.iter().filter(|rule| *rule != left_out).cloned().collect();
            add_user(&mut connection, "u", &fewer);
            assert!(!works(), "{subcommand} works without {left_out}");
        }
    }
}

#[test]
fn the_documented_permissions_of_profiles_suffice_and_none_is_too_much() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut connection) = filled(folder.path());
    let url = of_user(&server, "u");
    let input = format!("{url}?match=user:*");
    let files = ["session:200", "product:200"].map(|dataset| {
        let file = folder.path().join(dataset).to_str().unwrap().to_owned();
        larder().args(["train", dataset, "-o", &file]).assert().success();
        file
    });
    let as_admin = |file: &str| {
        let publish = ["profile", "publish", file, &server.url(), "--for", "all"];
        larder().args(publish).assert().success();
    };
    let retired = {
        as_admin(&files[0]);
        let first: String = connection.hget("larder:profiles:all", "current").unwrap();
        first
    };
    let cases: [(&str, bool, &[&str]); 5] = [
        ("larder train URL --publish", false, &["train", &input, "--publish", "all"]),
        ("larder profile publish", false, &["profile", "publish", &files[0], &url, "--for", "all"]),
        ("larder profile list", true, &["profile", "list", &url]),
        ("larder profile current", true, &["profile", "current", &url, "--for", "all", "-o", "-"]),
        (
            "larder profile retire",
            true,
            &["profile", "retire", &retired, &url, "--match", "user:*"],
        ),
    ];
    for (subcommand, is_filled, arguments) in cases {
        let mut works = |rules: &[String]| {
            let keys: Vec<String> = connection.keys("larder:profile*").unwrap();
            keys.iter().for_each(|key| connection.del(key).unwrap());
            if is_filled {
                files.iter().for_each(|file| as_admin(file));
                let current: String = connection.hget("larder:profiles:all", "current").unwrap();
                let _: () = connection.hset("larder:profiles:all", current, 1).unwrap();
            }
            add_user(&mut connection, "u", rules);
            larder().args(arguments).output().unwrap().status.success()
        };
        let rules = documented(subcommand);
        assert!(works(&rules), "{subcommand} with {rules:?}");
        // Of training, what reads is tried above; a profile is rarely put back.
        let left_out = |rule: &&String| {
            rule.starts_with('+')
                && !(subcommand.contains("retire") && *rule == "+set")
                && !subcommand.contains("train")
        };
        for left_out in rules.iter().filter(left_out) {
            let fewer: Vec<String> =
                rules.iter().filter(|rule| *rule != left_out).cloned().collect();
            assert!(!works(&fewer), "{subcommand} works without {left_out}");
        }
    }
}

#[test]
fn in_a_cluster_two_more_permissions_suffice() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(folder.path());
    let mut connection = cluster.connect();
    for id in 0..30 {
        let _: () = connection.set(format!("user:{id}"), format!("{{\"id\":{id}}}")).unwrap();
    }
    let more = ["+cluster|slots".to_owned(), "+ping".to_owned()];
    let page = fs::read_to_string(PAGE).unwrap();
    assert!(page.contains(&format!("In a cluster, add `{}`", more.join(" "))));
    for (name, subcommand) in [
        ("reader", "larder compare URL"),
        ("looker", "larder inspect KEY"),
        ("writer", "larder compare --redis"),
    ] {
        let rules = [&documented(subcommand)[..], &more].concat();
        cluster.nodes.iter().for_each(|node| add_user(&mut node.connect(), name, &rules));
    }
    let node = &cluster.nodes[0];
    let input = format!("{}?match=user:*", of_user(node, "reader"));
    let (code, document) = compare(
        &[&[&*input, "--redis", &of_user(node, "writer"), "--time", "0.02"], &NATIVE[..]].concat(),
    );
    assert_eq!((code, &document["datasets"][0]["values"]), (0, &30.into()), "{document:#}");
    assert_eq!(document["rows"][0]["redis_estimated"], false, "{document:#}");
    for id in 0..6 {
        larder()
            .args(["inspect", &format!("user:{id}"), "--redis", &of_user(node, "looker")])
            .assert()
            .success();
    }
}

#[test]
fn keys_that_the_acl_withholds_are_left_out_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let (server, mut connection) = filled(folder.path());
    add_user(&mut connection, "u", &["~user:*".into(), "+@all".into()]);
    let url = of_user(&server, "u");
    let (code, document) =
        compare(&[&[&*url, "--no-redis", "--time", "0.02"], &NATIVE[..]].concat());
    assert_eq!((code, &document["datasets"][0]["values"]), (0, &45.into()), "{document:#}");
    assert!(
        document["datasets"][0]["notes"].to_string().contains("1 key is left out"),
        "{document:#}"
    );

    let withheld = larder().args(["inspect", "other", "--redis", &url]).assert().code(2).stdout("");
    let said = String::from_utf8(withheld.get_output().stderr.clone()).unwrap();
    assert!(
        said.to_lowercase().contains("no permissions")
            && said.contains("docs/REDIS.md")
            && said.lines().count() == 1,
        "{said}"
    );
}

#[test]
fn the_environment_has_the_password_of_a_url_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&["--requirepass", PASSWORD], folder.path());
    let _: () = server.login(ESCAPED).set("k", "{}").unwrap();
    let inspect = |url: &str, password: &str| {
        larder().args(["inspect", "k", "--redis", url]).env("REDISCLI_AUTH", password).assert()
    };
    inspect(&server.url(), PASSWORD).success();
    inspect(&server.url().replace("//", "//default@"), PASSWORD).success();
    inspect(&server.url().replace("//", &format!("//:{ESCAPED}@")), "another").success();
    let wrong = inspect(&server.url(), "wr0ng").code(2);
    let said = String::from_utf8_lossy(&wrong.get_output().stderr).into_owned();
    assert!(said.contains("REDISCLI_AUTH") && !said.contains("wr0ng"), "{said}");
    let open = Redis::start(&[], folder.path());
    let needless = inspect(&open.url(), PASSWORD).code(2);
    let said = String::from_utf8_lossy(&needless.get_output().stderr).into_owned();
    assert!(said.contains("has no password") && !said.contains("s3cret"), "{said}");
}

#[test]
fn a_password_is_in_nothing_that_is_printed_written_or_started() {
    let folder = tempfile::tempdir().unwrap();
    let server = Redis::start(&["--requirepass", PASSWORD], folder.path());
    let mut connection = server.login(ESCAPED);
    for id in 0..20 {
        let _: () = connection.set(format!("user:{id}"), format!("{{\"id\":{id}}}")).unwrap();
    }
    let url = format!("redis://:{ESCAPED}@127.0.0.1:{}/0", server.port);
    for (url, password, shown) in
        [(&url, "", "redis://:***@127.0.0.1"), (&server.url(), PASSWORD, "redis://127.0.0.1")]
    {
        let (json, report) = (folder.path().join("out.json"), folder.path().join("out.html"));
        let mut command = std::process::Command::new(larder().get_program());
        command.args([
            "compare",
            &format!("{url}?match=user:*"),
            "--redis",
            url,
            "--runtime",
            "native",
            "--codec",
            "json,larder",
        ]);
        command
            .args(["--time", "0.5", "--json"])
            .arg(&json)
            .arg("--report")
            .arg(&report)
            .env("REDISCLI_AUTH", password);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = command.spawn().unwrap();
        let mut children = Vec::new();
        while running.try_wait().unwrap().is_none() {
            children.extend(descendants(running.id()));
            std::thread::sleep(Duration::from_millis(5));
        }
        let output = running.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(children.iter().any(|child| child.contains("runner")), "{children:?}");
        let written = [&json, &report].map(|file| fs::read_to_string(file).unwrap());
        assert!(written.iter().all(|text| text.contains(shown)));
        let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        for text in children.iter().chain(&written).chain(&printed) {
            assert!(!text.contains("s3cret"), "{text}");
        }
    }

    for arguments in [
        &["compare", &url, &url.replace("redis:", "reddis:")][..],
        &["inspect", "k", &url],
        &["inspect", "k", "--redis", &url.replace("/0", "/zero")],
        &["convert", "--from", "json", "--to", "json", "-", &url],
    ] {
        let output = larder().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("s3cret"), "{arguments:?}: {said}");
    }
}

/// The arguments and the environments of all processes below one, but for one that has not become
/// another program yet.
fn descendants(of: u32) -> Vec<String> {
    let mut parents = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Ok(pid) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        // "pid (name) state ppid …", and a name may hold anything.
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let parent = stat
            .rsplit(')')
            .next()
            .and_then(|rest| rest.split_whitespace().nth(1)?.parse::<u32>().ok());
        parents.extend(parent.map(|parent| (pid, parent)));
    }
    let mut below = vec![of];
    let mut at = 0;
    while at < below.len() {
        let next = below[at];
        below.extend(parents.iter().filter(|(_, parent)| *parent == next).map(|(pid, _)| *pid));
        at += 1;
    }
    let own = fs::read(format!("/proc/{of}/cmdline")).unwrap_or_default();
    let described = |pid: &u32| {
        let arguments =
            fs::read(format!("/proc/{pid}/cmdline")).ok().filter(|arguments| *arguments != own)?;
        Some([arguments, fs::read(format!("/proc/{pid}/environ")).unwrap_or_default()].concat())
    };
    below[1..]
        .iter()
        .filter_map(described)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .collect()
}

//! Wherever a Redis is: behind TLS, at a Unix socket, known to a Sentinel, or spread over a
//! cluster.

use std::io::Read;
use std::net::{Ipv4Addr, TcpListener};
use std::thread;

use redis::Commands;

use crate::common::{
    Certificates, Cluster, Redis, SENTINEL_PASSWORD, SERVER_PASSWORD, Watched, compare, larder,
    rows, wait_for,
};

const NATIVE: [&str; 6] = ["--runtime", "native", "--codec", "json", "--time", "0.02"];

/// What `larder inspect` says of the key `k`, and its exit code.
fn inspect(url: &str, arguments: &[&str]) -> (i32, String) {
    let output = larder().args(["inspect", "k", "--redis", url]).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

fn reads(url: &str, arguments: &[&str], value: &str) {
    let (code, said) = inspect(url, arguments);
    assert!(code == 0 && said.contains(value), "{url} {arguments:?}: {code}: {said}");
}

fn refuses(url: &str, arguments: &[&str], why: &str) {
    let (code, said) = inspect(url, arguments);
    assert!(
        code == 2 && said.contains(why) && said.lines().count() == 1,
        "{url} {arguments:?}: {code}: {said}"
    );
    assert!(!said.contains("s3cret"), "{said}");
}

/// All values of the Redis, and its memory measured in it without leaving a trace.
fn is_compared(url: &str, arguments: &[&str], values: usize) {
    let input = format!("{url}{}sample=5000&match=*", if url.contains('?') { "&" } else { "?" });
    let (code, document) = compare(&[&[&*input, "--redis", url], &NATIVE[..], arguments].concat());
    assert_eq!(code, 0, "{document:#}");
    assert_eq!(document["datasets"][0]["values"], values, "{:#}", document["datasets"]);
    assert_eq!(rows(&document).len(), 1);
    assert_eq!(rows(&document)[0]["redis_estimated"], false, "{document:#}");
    assert!(!document["machine"]["redis"].as_str().unwrap().is_empty());
    // Were keys left, they would be values now.
    let (_, again) = compare(&[&[&*input, "--no-redis"], &NATIVE[..], arguments].concat());
    assert_eq!(again["datasets"][0]["values"], values);
}

#[test]
fn a_certificate_is_trusted_by_its_ca_and_for_its_name_alone() {
    let folder = tempfile::tempdir().unwrap();
    let certificates = Certificates::new(&["localhost", "::1"], folder.path());
    let (server, port) = certificates.serve("no", folder.path());
    let _: () = server.connect().set("k", "{\"tls\":1}").unwrap();
    let ca = certificates.ca.to_str().unwrap();
    let key = certificates.server.1.to_str().unwrap();
    let url = format!("rediss://localhost:{port}/0");

    reads(&url, &["--cacert", ca], "\"tls\"");
    reads(&url, &["--insecure"], "\"tls\"");
    is_compared(&url, &["--cacert", ca], 1);
    refuses(&url, &[], "--cacert FILE");
    refuses(&format!("rediss://127.0.0.1:{port}"), &["--cacert", ca], "for another name");
    refuses(
        &format!("rediss://127.0.0.1:{}", server.port),
        &["--cacert", ca],
        "redis:// in place of rediss://",
    );
    refuses(&format!("redis://127.0.0.1:{port}"), &[], "rediss:// if this is its TLS port");
    refuses(&server.url(), &["--cacert", ca], "--cacert is for TLS");
    refuses(&url, &["--cacert", "nowhere.pem"], "--cacert nowhere.pem cannot be read");
    refuses(&url, &["--cacert", key], "no certificate in PEM");
    refuses(&url, &["--cert", ca, "--key", ca], "no private key in PEM");
}

#[test]
fn a_client_shows_its_certificate_where_the_server_wants_one() {
    let folder = tempfile::tempdir().unwrap();
    let certificates = Certificates::new(&["localhost"], folder.path());
    let (server, port) = certificates.serve("yes", folder.path());
    let _: () = server.connect().set("k", "{\"tls\":2}").unwrap();
    let text = |path: &std::path::PathBuf| path.to_str().unwrap().to_owned();
    let (ca, cert, key) =
        (text(&certificates.ca), text(&certificates.client.0), text(&certificates.client.1));
    let url = format!("rediss://localhost:{port}");
    reads(&url, &["--cacert", &ca, "--cert", &cert, "--key", &key], "\"tls\"");
    refuses(&url, &["--cacert", &ca], "--cert FILE and --key FILE");
}

#[test]
fn the_name_of_the_host_is_sent_for_servers_that_have_several() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let url = format!("rediss://localhost:{}", listener.local_addr().unwrap().port());
    let hello = thread::spawn(move || {
        let mut greeting = vec![0; 4096];
        let read = listener.accept().unwrap().0.read(&mut greeting).unwrap();
        greeting.truncate(read);
        greeting
    });
    let (code, _) = inspect(&url, &[]);
    assert_eq!(code, 2);
    let hello = hello.join().unwrap();
    assert!(hello.windows(9).any(|part| part == b"localhost"), "{hello:?}");
}

#[test]
fn a_unix_socket_is_a_path_with_a_login() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("a socket");
    let path = socket.to_str().unwrap();
    let server = Redis::start(&["--unixsocket", path, "--requirepass", "s3cret/1"], folder.path());
    let _: () = server.login("s3cret%2F1").set("k", "{\"unix\":1}").unwrap();
    let escaped = path.replace(' ', "%20");
    reads(&format!("unix://{escaped}?pass=s3cret%2F1"), &[], "\"unix\"");
    reads(&format!("redis+unix://{escaped}?db=0&user=default&pass=s3cret/1"), &[], "\"unix\"");
    is_compared(&format!("unix://{escaped}?pass=s3cret/1"), &[], 1);
    refuses(&format!("unix://{escaped}"), &[], "needs a password");
    refuses(&format!("unix://{escaped}.none"), &[], "there is no socket");
}

#[test]
fn sentinel_names_the_master_before_and_after_a_failover() {
    let folder = tempfile::tempdir().unwrap();
    let watched = Watched::start(folder.path());
    let mut master = watched.master.login(SERVER_PASSWORD);
    let _: () = master.set("k", "{\"master\":1}").unwrap();
    let sentinel = watched.sentinel.port;
    let url = |sentinels: &str, name: &str| {
        format!(
            "redis+sentinel://:{SERVER_PASSWORD}@{sentinels}/{name}/0?sentinel_password={SENTINEL_PASSWORD}"
        )
    };
    let good = url(&format!("127.0.0.1:1,127.0.0.1:{sentinel}"), "mymaster");
    reads(&good, &[], "\"master\"");
    let by_fragment = format!(
        "redis-sentinel://:{SERVER_PASSWORD}@127.0.0.1:{sentinel}/0?sentinel_password={SENTINEL_PASSWORD}#mymaster"
    );
    reads(&by_fragment, &[], "\"master\"");
    let here = format!("127.0.0.1:{sentinel}");
    refuses(&url(&here, "other"), &[], "knows no master other");
    refuses(&url("127.0.0.1:1", "mymaster"), &[], "no server listens there");
    refuses(
        &url(&format!("127.0.0.1:{}", watched.master.port), "mymaster"),
        &[],
        "wants a login of its own",
    );
    refuses(
        &format!("redis+sentinel://:{SERVER_PASSWORD}@{here}/mymaster"),
        &[],
        "LARDER_SENTINEL_AUTH",
    );
    refuses(
        &format!("redis+sentinel://{here}/mymaster?sentinel_password={SENTINEL_PASSWORD}"),
        &[],
        "needs a password",
    );
    refuses(&format!("redis://:{SENTINEL_PASSWORD}@{here}"), &[], "it is a Sentinel");

    let passwords_elsewhere = || {
        let mut command = larder();
        command.args(["inspect", "k", "--redis", &format!("redis+sentinel://{here}/mymaster")]);
        command
            .env("REDISCLI_AUTH", SERVER_PASSWORD)
            .env("LARDER_SENTINEL_AUTH", SENTINEL_PASSWORD);
        command
    };
    passwords_elsewhere().assert().success();

    watched.fail_over();
    let mut promoted = watched.replica.login(SERVER_PASSWORD);
    wait_for("the replica takes writes", || promoted.set::<_, _, ()>("k", "{\"promoted\":1}").ok());
    drop(watched.master);
    reads(&good, &[], "\"promoted\"");
    is_compared(&good, &[], 1);
}

#[test]
fn a_cluster_is_read_from_all_masters_by_any_of_its_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(folder.path());
    let mut connection = cluster.connect();
    for id in 0..1000 {
        let _: () = connection.set(format!("user:{id}"), format!("{{\"id\":{id}}}")).unwrap();
    }
    let _: () = connection.hset_multiple("hash", &[("a", "{}"), ("b", "[]")]).unwrap();
    let _: () = connection.set("k", "{\"cluster\":1}").unwrap();
    let held = |node: &Redis| redis::cmd("DBSIZE").query::<usize>(&mut node.connect()).unwrap();
    let sizes: Vec<usize> = cluster.nodes.iter().map(held).collect();
    assert!(
        sizes.iter().all(|&size| size > 250) && sizes.iter().sum::<usize>() == 1002,
        "{sizes:?}"
    );

    is_compared(&cluster.url(), &[], 1003);
    is_compared(&cluster.nodes[1].url(), &[], 1003);
    for node in &cluster.nodes {
        reads(&node.url(), &[], "\"cluster\"");
    }
    let sample = format!("{}?sample=90&match=user:*", cluster.url());
    let (_, document) = compare(&[&[&*sample, "--no-redis"], &NATIVE[..]].concat());
    assert_eq!(document["datasets"][0]["values"], 90);
    let sizes_after: Vec<usize> = cluster.nodes.iter().map(held).collect();
    assert_eq!(sizes, sizes_after, "nothing is left");

    refuses(&format!("redis://127.0.0.1:{}/1", cluster.nodes[0].port), &[], "0 in a cluster");
    let alone = Redis::start(&[], folder.path());
    refuses(&format!("redis+cluster://127.0.0.1:{}", alone.port), &[], "not in cluster mode");
}

#[test]
fn a_cluster_over_tls_is_reached_by_the_ports_that_it_announces() {
    let folder = tempfile::tempdir().unwrap();
    let certificates = Certificates::new(&["127.0.0.1"], folder.path());
    let cluster = Cluster::over_tls(&certificates, folder.path());
    let keys = ["a", "b", "c", "d", "e", "k"];
    for key in keys {
        for node in &cluster.nodes {
            // Only its owner takes it.
            let _ = node.connect().set::<_, _, ()>(key, "{\"tls\":3}");
        }
    }
    let held = |node: &Redis| redis::cmd("DBSIZE").query::<usize>(&mut node.connect()).unwrap();
    assert_eq!(cluster.nodes.iter().map(held).sum::<usize>(), keys.len());
    let ca = ["--cacert", certificates.ca.to_str().unwrap()];
    for port in &cluster.tls_ports {
        reads(&format!("rediss://127.0.0.1:{port}"), &ca, "\"tls\"");
        reads(&format!("rediss://127.0.0.1:{port}"), &["--insecure"], "\"tls\"");
    }
    is_compared(&format!("rediss+cluster://127.0.0.1:{}", cluster.tls_ports[0]), &ca, keys.len());
    refuses(&format!("rediss+cluster://127.0.0.1:{}", cluster.tls_ports[0]), &[], "--cacert FILE");
}

#[test]
fn a_key_is_found_while_its_slot_moves_to_another_node_and_after_that() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start(folder.path());
    let slot: u16 = redis::cmd("CLUSTER")
        .arg("KEYSLOT")
        .arg("k")
        .query(&mut cluster.nodes[0].connect())
        .unwrap();
    let owner = (usize::from(slot) / (16384 / 3)).min(2);
    let (from, to) = (&cluster.nodes[owner], &cluster.nodes[(owner + 1) % 3]);
    let id = |node: &Redis| {
        redis::cmd("CLUSTER").arg("MYID").query::<String>(&mut node.connect()).unwrap()
    };
    let _: () = from.connect().set("k", "{\"moving\":1}").unwrap();
    let set_slot = |node: &Redis, state: &str, other: &Redis| {
        redis::cmd("CLUSTER")
            .arg("SETSLOT")
            .arg(slot)
            .arg(state)
            .arg(id(other))
            .exec(&mut node.connect())
            .unwrap();
    };
    set_slot(to, "IMPORTING", from);
    set_slot(from, "MIGRATING", to);
    let mut migrate = redis::cmd("MIGRATE");
    migrate
        .arg("127.0.0.1")
        .arg(to.port)
        .arg("k")
        .arg(0)
        .arg(5000)
        .exec(&mut from.connect())
        .unwrap();
    let asked = from.connect().get::<_, String>("k").unwrap_err();
    assert_eq!(asked.code(), Some("ASK"), "{asked}");
    reads(&cluster.url(), &[], "\"moving\"");
    is_compared(&cluster.url(), &[], 1);
    set_slot(to, "NODE", to);
    set_slot(from, "NODE", to);
    reads(&from.url(), &[], "\"moving\"");
}

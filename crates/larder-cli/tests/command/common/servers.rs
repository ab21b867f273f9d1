//! Real servers for tests: redis-server alone, with TLS, in a cluster, and watched by a Sentinel.
//! All listen on loopback, write into the test's folder alone, and end with their guard.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};

/// How long a server may take for anything, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Looks again until there is something.
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(started.elapsed() < PATIENCE, "{what} within {} s", PATIENCE.as_secs());
        thread::sleep(Duration::from_millis(20));
    }
}

pub fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
}

/// A redis-server of the test's own.
pub struct Redis {
    process: Child,
    arguments: Vec<String>,
    pub port: u16,
}

fn spawn(arguments: &[String]) -> Child {
    Process::new("redis-server")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("redis-server is installed")
}

impl Redis {
    /// Starts a server with these arguments beside its own.
    pub fn start(arguments: &[&str], folder: &Path) -> Redis {
        let port = free_port();
        let port_text = port.to_string();
        let own = ["--bind", "127.0.0.1", "--port", &port_text, "--save", "", "--appendonly", "no"];
        let folder = ["--dir", folder.to_str().unwrap()];
        Redis::run(&[&own[..], arguments, &folder].concat(), port)
    }

    /// A Sentinel that knows the master of a port as `mymaster`, and wants a login of its own.
    pub fn sentinel(master: u16, folder: &Path) -> Redis {
        let port = free_port();
        let file = folder.join(format!("sentinel-{port}.conf"));
        let settings = format!(
            "port {port}\nbind 127.0.0.1\ndir {}\nrequirepass {SENTINEL_PASSWORD}\nsentinel monitor mymaster 127.0.0.1 {master} 1\n\
             sentinel auth-pass mymaster {SERVER_PASSWORD}\n",
            folder.display()
        );
        fs::write(&file, settings).unwrap();
        Redis::run(&[file.to_str().unwrap(), "--sentinel"], port)
    }

    fn run(arguments: &[&str], port: u16) -> Redis {
        let arguments: Vec<String> = arguments.iter().map(|&text| text.to_owned()).collect();
        let redis = Redis { process: spawn(&arguments), arguments, port };
        redis.wait();
        redis
    }

    fn wait(&self) {
        wait_for("redis-server answers", || {
            TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).ok()
        });
    }

    /// Kills the server and starts it again, with what it kept on disk.
    pub fn restart(&mut self) {
        self.kill();
        self.process = spawn(&self.arguments);
        self.wait();
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    /// Of its process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    pub fn connect(&self) -> redis::Connection {
        self.login("")
    }

    /// A connection with a password.
    pub fn login(&self, password: &str) -> redis::Connection {
        let login = if password.is_empty() { String::new() } else { format!(":{password}@") };
        let client =
            redis::Client::open(format!("redis://{login}127.0.0.1:{}/0", self.port)).unwrap();
        wait_for("the server takes a connection", || client.get_connection().ok())
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Of the Sentinel, and of the servers that it watches.
pub const SENTINEL_PASSWORD: &str = "watch-s3cret";
pub const SERVER_PASSWORD: &str = "data-s3cret";

/// A master, its replica and a Sentinel.
pub struct Watched {
    pub master: Redis,
    pub replica: Redis,
    pub sentinel: Redis,
}

impl Watched {
    pub fn start(folder: &Path) -> Watched {
        let login = [
            "--requirepass",
            SERVER_PASSWORD,
            "--masterauth",
            SERVER_PASSWORD,
            "--repl-diskless-sync-delay",
            "0",
        ];
        let master = Redis::start(&login, folder);
        let port = master.port.to_string();
        let replica =
            Redis::start(&[&login[..], &["--replicaof", "127.0.0.1", &port]].concat(), folder);
        let mut connection = replica.login(SERVER_PASSWORD);
        wait_for("the replica is in step", || {
            let info: redis::InfoDict =
                redis::cmd("INFO").arg("replication").query(&mut connection).unwrap();
            info.get::<String>("master_link_status").filter(|status| status == "up")
        });
        let sentinel = Redis::sentinel(master.port, folder);
        Watched { master, replica, sentinel }
    }

    /// Makes the replica the master.
    pub fn fail_over(&self) {
        let mut sentinel = self.sentinel.login(SENTINEL_PASSWORD);
        // It finds the replica by asking the master from time to time.
        wait_for("Sentinel begins a failover", || {
            redis::cmd("SENTINEL").arg("FAILOVER").arg("mymaster").exec(&mut sentinel).ok()
        });
        wait_for("Sentinel names the replica", || {
            let mut ask = redis::cmd("SENTINEL");
            let (_, port): (String, u16) =
                ask.arg("GET-MASTER-ADDR-BY-NAME").arg("mymaster").query(&mut sentinel).unwrap();
            (port == self.replica.port).then_some(())
        });
    }
}

/// A cluster of three masters.
pub struct Cluster {
    /// The masters, and behind them their replicas in the same order, if they have some.
    pub nodes: Vec<Redis>,
    /// For TLS, of each node.
    pub tls_ports: Vec<u16>,
}

const SLOTS: u16 = 16384;

impl Cluster {
    pub fn start(folder: &Path) -> Cluster {
        Cluster::with(&|_| Vec::new(), folder)
    }

    /// A cluster whose nodes speak TLS with each other, and with clients that want it.
    pub fn over_tls(certificates: &Certificates, folder: &Path) -> Cluster {
        let arguments = |port| {
            [&certificates.arguments(port, "no")[..], &["--tls-cluster".into(), "yes".into()]]
                .concat()
        };
        Cluster::with(&arguments, folder)
    }

    /// With more arguments of each node, which may speak TLS on a port.
    fn with(more: &dyn Fn(u16) -> Vec<String>, folder: &Path) -> Cluster {
        let tls_ports: Vec<u16> = (0..3).map(|_| free_port()).collect();
        let start = |tls_port: &u16| {
            let bus = free_port().to_string();
            let file = format!("nodes-{bus}.conf");
            let own = [
                "--cluster-enabled",
                "yes",
                "--cluster-config-file",
                &file,
                "--cluster-port",
                &bus,
            ];
            let more = more(*tls_port);
            let more: Vec<&str> = more.iter().map(String::as_str).collect();
            (Redis::start(&[&own[..], &more].concat(), folder), bus)
        };
        let started: Vec<(Redis, String)> = tls_ports.iter().map(start).collect();
        let share = SLOTS / 3;
        for (at, (node, _)) in started.iter().enumerate() {
            let mut connection = node.connect();
            let first = at as u16 * share;
            let last = if at == 2 { SLOTS - 1 } else { first + share - 1 };
            redis::cmd("CLUSTER")
                .arg("ADDSLOTSRANGE")
                .arg(first)
                .arg(last)
                .exec(&mut connection)
                .unwrap();
            for (other, bus) in &started {
                redis::cmd("CLUSTER")
                    .arg("MEET")
                    .arg("127.0.0.1")
                    .arg(other.port)
                    .arg(bus)
                    .exec(&mut connection)
                    .unwrap();
            }
        }
        let nodes: Vec<Redis> = started.into_iter().map(|(node, _)| node).collect();
        for node in &nodes {
            let mut connection = node.connect();
            wait_for("the cluster is up", || {
                let said: String =
                    redis::cmd("CLUSTER").arg("INFO").query(&mut connection).unwrap();
                (said.contains("cluster_state:ok") && said.contains("cluster_known_nodes:3"))
                    .then_some(())
            });
        }
        Cluster { nodes, tls_ports }
    }

    /// A cluster whose masters have a replica each, which takes over within seconds.
    pub fn with_replicas(folder: &Path) -> Cluster {
        let settings = ["--cluster-node-timeout", "1500", "--repl-diskless-sync-delay", "0"];
        let settings = settings.map(str::to_owned);
        let mut cluster = Cluster::with(&|_| settings.to_vec(), folder);
        for _ in 0..3 {
            let bus = free_port().to_string();
            let file = format!("nodes-{bus}.conf");
            let own = ["--cluster-enabled", "yes", "--cluster-config-file", &file];
            let more = ["--cluster-port", &bus];
            let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
            let replica = Redis::start(&[&own[..], &more, &settings].concat(), folder);
            let mut meet = redis::cmd("CLUSTER");
            meet.arg("MEET").arg("127.0.0.1").arg(replica.port).arg(&bus);
            meet.exec(&mut cluster.nodes[0].connect()).unwrap();
            cluster.nodes.push(replica);
        }
        // A node that becomes a replica before all others know its shard stays in two of them, and
        // what it takes over is lost: Valkey 8.1.
        wait_for("the nodes know each other", || agree(folder, 0).then_some(()));
        for at in 0..3 {
            let mut ask = redis::cmd("CLUSTER");
            let id: String = ask.arg("MYID").query(&mut cluster.nodes[at].connect()).unwrap();
            let mut replicate = redis::cmd("CLUSTER");
            replicate.arg("REPLICATE").arg(&id).exec(&mut cluster.nodes[3 + at].connect()).unwrap();
        }
        wait_for("the nodes know the replicas", || agree(folder, 3).then_some(()));
        cluster.wait_for_replicas();
        cluster
    }

    /// Waits until each replica has confirmed all that its master wrote. A connection that has
    /// written nothing itself cannot ask for that by `WAIT`, and a replica that has just loaded its
    /// master's data gets no writes before its first `REPLCONF ACK`, up to a second later: Valkey.
    pub fn wait_for_replicas(&self) {
        for master in &self.nodes[..3] {
            let mut connection = master.connect();
            wait_for("the replica has all that its master wrote", || {
                let info: redis::InfoDict =
                    redis::cmd("INFO").arg("replication").query(&mut connection).unwrap();
                let written: u64 = info.get("master_repl_offset")?;
                let replica: String = info.get("slave0")?;
                replica.contains(&format!("state=online,offset={written},")).then_some(())
            });
        }
    }

    /// `redis+cluster://` with two of the nodes.
    pub fn url(&self) -> String {
        format!("redis+cluster://127.0.0.1:{},127.0.0.1:{}", self.nodes[0].port, self.nodes[1].port)
    }

    pub fn connect(&self) -> redis::cluster::ClusterConnection {
        redis::cluster::ClusterClient::new(vec![self.nodes[0].url()])
            .unwrap()
            .get_connection()
            .unwrap()
    }
}

/// Whether the files of six nodes say the same of all of them, and that so many are replicas.
fn agree(folder: &Path, replicas: usize) -> bool {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let of_nodes = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("nodes-") && name.ends_with(".conf")
    };
    let views: Vec<_> = files.filter(of_nodes).map(|path| view(&path)).collect();
    let is_whole = |view: &BTreeSet<(_, _, bool)>| {
        view.len() == 6 && view.iter().filter(|(.., is_replica)| *is_replica).count() == replicas
    };
    views.len() == 6 && views.iter().all(|view| is_whole(view) && *view == views[0])
}

/// What a node's file says of each node: its id, its shard where servers have shards, and whether it
/// is a replica.
fn view(file: &Path) -> BTreeSet<(String, Option<String>, bool)> {
    let text = fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("vars "));
    let nodes = lines.map(|line| {
        let mut words = line.split(' ');
        let mut next = || words.next().unwrap_or_default();
        let (id, address, flags) = (next(), next(), next());
        let shard = address.split_once("shard-id=").map(|(_, shard)| shard.to_owned());
        (id.to_owned(), shard, flags.contains("slave"))
    });
    nodes.collect()
}

/// A way to a server that can be cut, and slowed down.
pub struct Proxy {
    pub port: u16,
    state: Arc<ProxyState>,
}

#[derive(Default)]
struct ProxyState {
    is_cut: AtomicBool,
    /// Milliseconds that each answer takes longer.
    delay: AtomicU64,
    open: Mutex<Vec<TcpStream>>,
}

impl Proxy {
    /// To the server of a port on loopback. Its threads end with the process.
    pub fn to(server: u16) -> Proxy {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(ProxyState::default());
        let shared = state.clone();
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                if shared.is_cut.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, server)) else {
                    continue;
                };
                let ends = [&client, &server].map(|end| end.try_clone().unwrap());
                shared.open.lock().unwrap().extend(ends);
                let (state, from, to) =
                    (shared.clone(), server.try_clone().unwrap(), client.try_clone().unwrap());
                thread::spawn(move || pass(&client, &server, &AtomicU64::new(0)));
                thread::spawn(move || pass(&from, &to, &state.delay));
            }
        });
        Proxy { port, state }
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0", self.port)
    }

    /// Ends all connections, wherever a command or its answer is, and takes no new ones.
    pub fn cut(&self) {
        self.state.is_cut.store(true, Ordering::SeqCst);
        for end in self.state.open.lock().unwrap().drain(..) {
            // It may have ended by itself.
            let _ = end.shutdown(Shutdown::Both);
        }
    }

    pub fn mend(&self) {
        self.state.is_cut.store(false, Ordering::SeqCst);
    }

    /// Makes each answer take longer.
    pub fn slow_down(&self, milliseconds: u64) {
        self.state.delay.store(milliseconds, Ordering::SeqCst);
    }
}

fn pass(mut from: &TcpStream, mut to: &TcpStream, delay: &AtomicU64) {
    let mut bytes = vec![0; 1 << 16];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        thread::sleep(Duration::from_millis(delay.load(Ordering::SeqCst)));
        if to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// A CA of the test's own with a certificate for a server and one for a client, as PEM files.
pub struct Certificates {
    pub ca: PathBuf,
    pub server: (PathBuf, PathBuf),
    pub client: (PathBuf, PathBuf),
}

impl Certificates {
    /// The server's is for these names.
    pub fn new(names: &[&str], folder: &Path) -> Certificates {
        let mut ca = CertificateParams::default();
        ca.distinguished_name.push(DnType::CommonName, "a CA of a test");
        ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let file = folder.join("ca.pem");
        fs::write(&file, ca.self_signed(&key).unwrap().pem()).unwrap();
        let ca = Issuer::new(ca, key);
        let signed = |role: &str, names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            let mut certificate = CertificateParams::new(names).unwrap();
            certificate.distinguished_name.push(DnType::CommonName, role);
            let key = KeyPair::generate().unwrap();
            let files = (folder.join(format!("{role}.pem")), folder.join(format!("{role}.key")));
            fs::write(&files.0, certificate.signed_by(&key, &ca).unwrap().pem()).unwrap();
            fs::write(&files.1, key.serialize_pem()).unwrap();
            files
        };
        Certificates { server: signed("server", names), client: signed("client", &[]), ca: file }
    }

    /// A server that also speaks TLS, and its port for that.
    pub fn serve(&self, clients: &str, folder: &Path) -> (Redis, u16) {
        let port = free_port();
        let arguments = self.arguments(port, clients);
        (Redis::start(&arguments.each_ref().map(String::as_str), folder), port)
    }

    fn arguments(&self, port: u16, clients: &str) -> [String; 10] {
        let text = |path: &PathBuf| path.to_str().unwrap().to_owned();
        let settings = [
            ("--tls-port", port.to_string()),
            ("--tls-cert-file", text(&self.server.0)),
            ("--tls-key-file", text(&self.server.1)),
            ("--tls-ca-cert-file", text(&self.ca)),
            ("--tls-auth-clients", clients.to_owned()),
        ];
        let mut arguments = settings.into_iter().flat_map(|(name, value)| [name.to_owned(), value]);
        std::array::from_fn(|_| arguments.next().unwrap())
    }
}

//! A connection to a [`Target`], whatever stands behind it.

use std::collections::HashMap;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use redis::cluster::{ClusterClientBuilder, ClusterConnection, NodeAddress};
use redis::cluster_routing::{MultipleNodeRoutingInfo, RoutingInfo, SingleNodeRoutingInfo};
use redis::{
    Client, Cmd, ConnectionAddr, ConnectionInfo, ConnectionLike, IntoConnectionInfo, RedisError,
    RedisResult, Value,
};
use redis::{
    ErrorKind, FromRedisValue, RedisConnectionInfo, ServerError, TlsMode, from_redis_value,
};

use super::error;
use super::target::{Host, Login, Place, SENTINEL_PASSWORD_VARIABLE, Target};
use crate::failure::Usage;
use crate::interrupt;

const CONNECT_LIMIT: Duration = Duration::from_secs(2);
const REPLY_LIMIT: Duration = Duration::from_secs(10);
/// How long a lost server, or a master that Sentinel has just replaced, is waited for.
const RETURN_LIMIT: Duration = Duration::from_secs(10);
const RETURN_POLL: Duration = Duration::from_millis(200);
/// How often a command of a cluster is redirected or repeated.
const CLUSTER_RETRIES: u32 = 4;

/// A Redis that answers within seconds. [`Cmd::query`] runs commands on it, in a cluster on the
/// node that has their key: `MOVED` and `ASK` are followed. If the connection breaks, a command is
/// sent once more on a new one (by Sentinel: to the master of then). So it may run twice: send only
/// commands that may.
pub struct Connection {
    target: Target,
    route: Route,
    version: String,
    is_replica: bool,
}

enum Route {
    Server(redis::Connection),
    Cluster(Box<ClusterConnection>),
}

/// A master, on which alone a cursor of its SCAN is valid.
#[derive(Clone, Debug, PartialEq)]
pub struct Node(Option<NodeAddress>);

/// What `HELLO` says. Any user may ask it, and any server from Redis 6 on answers it.
#[derive(Default)]
struct Hello {
    version: String,
    mode: String,
    role: String,
}

impl Target {
    /// Connects and logs in. An error says what is wrong, and what to do about it.
    pub fn connect(&self) -> Result<Connection> {
        self.open().map_err(|failed| self.explained(failed))
    }

    fn explained(&self, failed: Failed) -> anyhow::Error {
        match failed {
            Failed::Redis(error) => self.unusable(&error::why(&error, self)),
            Failed::Because(why) => self.unusable(&why),
            Failed::Interrupted(interrupted) => interrupted.into(),
        }
    }

    /// A command that failed, and what to do about it.
    pub fn refuses(&self, what: &str, error: &RedisError) -> anyhow::Error {
        anyhow!("{what} fails at {self}: {}", error::refused(error))
    }

    fn unusable(&self, why: &str) -> anyhow::Error {
        Usage(format!("Redis at {self} cannot be used: {why}")).into()
    }

    fn open(&self) -> Result<Connection, Failed> {
        let (route, hello) = match &self.place {
            Place::Server(host) => {
                match self.server(self.address(host), &self.login, self.database)? {
                    (_, hello) if hello.mode == "cluster" => {
                        (self.cluster(std::slice::from_ref(host))?, hello)
                    }
                    (server, hello) => (Route::Server(server), hello),
                }
            }
            Place::Socket(path) => {
                match self.server(ConnectionAddr::Unix(path.clone()), &self.login, self.database)? {
                    (_, hello) if hello.mode == "cluster" => {
                        return Err(because(
                            "it is a node of a cluster, whose nodes find each other by host and \
                             port: redis://HOST:PORT",
                        ));
                    }
                    (server, hello) => (Route::Server(server), hello),
                }
            }
            Place::Sentinel { sentinels, master, login } => {
                let (server, hello) = self.master(sentinels, master, login)?;
                (Route::Server(server), hello)
            }
            Place::Cluster(hosts) => {
                let hello = self.first_of(hosts)?;
                if hello.mode == "standalone" {
                    return Err(because(
                        "it is not in cluster mode: redis:// in place of redis+cluster://",
                    ));
                }
                (self.cluster(hosts)?, hello)
            }
        };
        if hello.mode == "sentinel" {
            return Err(because(
                "it is a Sentinel: redis+sentinel://HOST:PORT/MASTER/DB asks it for the master",
            ));
        }
        // A cluster's connection finds the masters by itself.
        let is_replica = matches!(route, Route::Server(_)) && hello.role == "replica";
        Ok(Connection { target: self.clone(), route, version: hello.version, is_replica })
    }

    fn address(&self, Host { name, port }: &Host) -> ConnectionAddr {
        match &self.tls {
            None => ConnectionAddr::Tcp(name.clone(), *port),
            Some(tls) => ConnectionAddr::TcpTls {
                host: name.clone(),
                port: *port,
                insecure: tls.insecure,
                tls_params: None,
            },
        }
    }

    /// One server, and what it says of itself.
    fn server(
        &self,
        address: ConnectionAddr,
        login: &Login,
        database: i64,
    ) -> Result<(redis::Connection, Hello), Failed> {
        let info = address.into_connection_info()?;
        let info = info.set_redis_settings(RedisConnectionInfo::default().set_skip_set_lib_name());
        let client = match &self.tls {
            Some(tls) => Client::build_with_tls(info, tls.certificates.clone())?,
            None => Client::open(info)?,
        };
        let mut server = client.get_connection_with_timeout(CONNECT_LIMIT)?;
        server.set_read_timeout(Some(CONNECT_LIMIT))?;
        server.set_write_timeout(Some(REPLY_LIMIT))?;
        login.present(&mut server)?;
        if database != 0 {
            redis::cmd("SELECT").arg(database).exec(&mut server)?;
        }
        let hello = Hello::ask(&mut server)?;
        server.set_read_timeout(Some(REPLY_LIMIT))?;
        Ok((server, hello))
    }

    /// What the first node says that answers. If none does, why the first does not.
    fn first_of(&self, hosts: &[Host]) -> Result<Hello, Failed> {
        let mut first = None;
        for host in hosts {
            match self.server(self.address(host), &self.login, 0) {
                Ok((_, hello)) => return Ok(hello),
                Err(failed) => first = first.or(Some(failed)),
            }
        }
        Err(first.unwrap_or_else(|| because("it names no host")))
    }

    fn cluster(&self, hosts: &[Host]) -> Result<Route, Failed> {
        let nodes = hosts.iter().map(|host| {
            let info: ConnectionInfo = self.address(host).into_connection_info()?;
            Ok(info.set_redis_settings(self.login.settings().set_db(self.database)))
        });
        let mut builder = ClusterClientBuilder::new(nodes.collect::<RedisResult<Vec<_>>>()?)
            .connection_timeout(CONNECT_LIMIT)
            .response_timeout(REPLY_LIMIT)
            .retries(CLUSTER_RETRIES);
        if let Some(tls) = &self.tls {
            builder = builder
                .tls(if tls.insecure { TlsMode::Insecure } else { TlsMode::Secure })
                .certs(tls.certificates.clone());
        }
        let cluster = builder.build()?.get_connection()?;
        cluster.set_write_timeout(Some(REPLY_LIMIT))?;
        Ok(Route::Cluster(cluster.into()))
    }

    /// The master that the first Sentinel to answer knows, once it says that it is one: during a
    /// failover, it takes some seconds.
    ///
    /// redis-rs has a client for Sentinel, which waits without a limit for hosts that do not
    /// answer.
    fn master(
        &self,
        sentinels: &[Host],
        name: &str,
        login: &Login,
    ) -> Result<(redis::Connection, Hello), Failed> {
        let asked = Instant::now();
        loop {
            let host = self.ask_sentinels(sentinels, name, login)?;
            let failed = match self.server(self.address(&host), &self.login, self.database) {
                Ok((server, hello)) if hello.role != "replica" => return Ok((server, hello)),
                Ok(_) => because(&format!(
                    "{}:{}, Sentinel's master {name}, says that it is a replica",
                    host.name, host.port
                )),
                // Sentinel may not know yet that it is gone.
                Err(Failed::Redis(error))
                    if error.is_connection_refusal() || error::is_timeout(&error) =>
                {
                    because(&format!(
                        "{}:{}, Sentinel's master {name}: {}",
                        host.name,
                        host.port,
                        error::why(&error, self)
                    ))
                }
                Err(failed) => return Err(failed),
            };
            if asked.elapsed() > RETURN_LIMIT {
                return Err(failed);
            }
            interrupt::check()?;
            thread::sleep(RETURN_POLL);
        }
    }

    fn ask_sentinels(&self, sentinels: &[Host], name: &str, login: &Login) -> Result<Host, Failed> {
        let mut failures = Vec::new();
        for sentinel in sentinels {
            let ask = || {
                let (mut connection, _) = self.server(self.address(sentinel), login, 0)?;
                let mut command = redis::cmd("SENTINEL");
                command.arg("GET-MASTER-ADDR-BY-NAME").arg(name);
                Ok(command.query::<Option<(String, u16)>>(&mut connection)?)
            };
            let why = match ask() {
                Ok(Some((name, port))) => return Ok(Host { name, port }),
                Ok(None) => {
                    format!("knows no master {name} (SENTINEL MASTERS lists those that it knows)")
                }
                Err(Failed::Redis(error)) if error::is_login(&error) => format!(
                    "wants a login of its own: ?sentinel_username=USER&sentinel_password=PASSWORD, \
                     or {SENTINEL_PASSWORD_VARIABLE} in the environment"
                ),
                Err(Failed::Redis(error)) if error.to_string().contains("unknown command") => {
                    "is no Sentinel; their port is mostly 26379".to_owned()
                }
                Err(Failed::Redis(error)) => error::why(&error, self),
                Err(Failed::Because(why)) => why,
                Err(interrupted) => return Err(interrupted),
            };
            failures.push(format!("Sentinel {}:{}: {why}", sentinel.name, sentinel.port));
        }
        Err(Failed::Because(failures.join("; ")))
    }
}

impl Login {
    /// redis-rs would log in as well, but not tell what the server says against it.
    fn present(&self, server: &mut redis::Connection) -> RedisResult<()> {
        match &self.password {
            Some(password) => redis::cmd("AUTH").arg(&self.username).arg(password).exec(server),
            None => Ok(()),
        }
    }

    fn settings(&self) -> RedisConnectionInfo {
        let mut settings = RedisConnectionInfo::default().set_skip_set_lib_name();
        if let Some(username) = &self.username {
            settings = settings.set_username(username);
        }
        if let Some(password) = &self.password {
            settings = settings.set_password(password);
        }
        settings
    }
}

enum Failed {
    Redis(RedisError),
    Because(String),
    Interrupted(interrupt::Interrupted),
}

fn because(why: &str) -> Failed {
    Failed::Because(why.to_owned())
}

impl From<RedisError> for Failed {
    fn from(error: RedisError) -> Failed {
        Failed::Redis(error)
    }
}

impl From<interrupt::Interrupted> for Failed {
    fn from(interrupted: interrupt::Interrupted) -> Failed {
        Failed::Interrupted(interrupted)
    }
}

impl Hello {
    fn ask(connection: &mut redis::Connection) -> RedisResult<Hello> {
        let mut said: HashMap<String, Value> = match redis::cmd("HELLO").arg(2).query(connection) {
            Ok(said) => said,
            Err(error) if error.to_string().contains("unknown command") => {
                redis::cmd("PING").exec(connection)?;
                HashMap::new()
            }
            Err(error) => return Err(error),
        };
        let mut text = |name: &str| {
            said.remove(name).and_then(|value| from_redis_value(value).ok()).unwrap_or_default()
        };
        Ok(Hello { version: text("version"), mode: text("mode"), role: text("role") })
    }
}

impl Connection {
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The server's version; empty before Redis 6.
    pub fn version(&self) -> &str {
        &self.version
    }

    pub fn is_cluster(&self) -> bool {
        matches!(self.route, Route::Cluster(_))
    }

    /// A connection to the master, if this one is to a replica.
    pub fn into_master(self) -> Result<Connection> {
        let mut connection = self;
        while connection.is_replica {
            let said = redis::cmd("ROLE").query::<Vec<Value>>(&mut connection);
            let said = said.map_err(|error| connection.target.refuses("ROLE", &error))?;
            let mut parts = said.into_iter().skip(1);
            let mut next = || parts.next().unwrap_or(Value::Nil);
            let host = Host { name: from_redis_value(next())?, port: from_redis_value(next())? };
            connection = connection.target.master_of(host).connect()?;
        }
        Ok(connection)
    }

    /// All masters: one, or those of the cluster that have slots. Each may have a worker with a
    /// connection of its own.
    pub fn masters(&mut self) -> RedisResult<Vec<Node>> {
        let Route::Cluster(cluster) = &mut self.route else { return Ok(vec![Node(None)]) };
        let all = RoutingInfo::MultiNode((MultipleNodeRoutingInfo::AllMasters, None));
        let answers: HashMap<String, Value> =
            from_redis_value(cluster.route_command(&redis::cmd("PING"), all)?)?;
        let mut nodes = answers
            .into_keys()
            .map(|address| NodeAddress::try_from(&*address))
            .collect::<RedisResult<Vec<_>>>()?;
        nodes.sort();
        Ok(nodes.into_iter().map(|address| Node(Some(address))).collect())
    }

    /// A connection to one master alone, which follows no redirections: a command for a key of
    /// another node is answered with `MOVED` or `ASK`.
    pub fn direct(&self, node: &Node) -> Result<Connection> {
        let target = &self.target;
        let Some(address) = &node.0 else { return target.connect() };
        let host = Host { name: address.host().to_owned(), port: address.port() };
        let opened = target.server(target.address(&host), &target.login, target.database);
        let (server, hello) = opened.map_err(|failed| target.explained(failed))?;
        Ok(Connection {
            target: target.clone(),
            route: Route::Server(server),
            version: hello.version,
            is_replica: hello.role == "replica",
        })
    }

    /// A page of a master's keys, and the cursor of the next one: 0 at the end. Not repeated on
    /// another connection, since the cursor may mean nothing there.
    pub fn scan(
        &mut self,
        node: &Node,
        cursor: u64,
        pattern: Option<&str>,
        count: usize,
    ) -> RedisResult<(u64, Vec<Vec<u8>>)> {
        let mut scan = redis::cmd("SCAN");
        scan.arg(cursor).arg("COUNT").arg(count);
        if let Some(pattern) = pattern {
            scan.arg("MATCH").arg(pattern);
        }
        Ok(from_redis_value(self.on(node, &scan)?)?)
    }

    /// The answer of one master to a command without a key.
    pub fn on(&mut self, node: &Node, command: &Cmd) -> RedisResult<Value> {
        let answer = match (&mut self.route, &node.0) {
            (Route::Cluster(cluster), Some(address)) => {
                let (host, port) = (address.host().to_owned(), address.port());
                let there =
                    RoutingInfo::SingleNode(SingleNodeRoutingInfo::ByAddress { host, port });
                cluster.route_command(command, there)?
            }
            (route, _) => route.as_like().req_command(command)?,
        };
        answer.extract_error()
    }

    /// The answers to commands that are sent at once, each with its own error
    /// ([`Value::ServerError`]). In a cluster, keys of one master are best; others cost a round
    /// trip each. They may run twice, as any command here.
    pub fn pipeline(&mut self, commands: &[Cmd]) -> RedisResult<Vec<Value>> {
        if commands.is_empty() {
            return Ok(Vec::new());
        }
        match self.pipeline_once(commands) {
            Err(error) if self.is_lost(&error) => {
                self.reopen()?;
                self.pipeline_once(commands)
            }
            outcome => outcome,
        }
    }

    /// As [`pipeline`](Self::pipeline), but nothing is sent again if the connection breaks.
    pub fn pipeline_once(&mut self, commands: &[Cmd]) -> RedisResult<Vec<Value>> {
        let mut packed = Vec::new();
        commands.iter().for_each(|command| command.write_packed_command(&mut packed));
        let mut answers = self.route.as_like().req_packed_commands(&packed, 0, commands.len())?;
        if let Route::Cluster(cluster) = &mut self.route {
            for (answer, command) in answers.iter_mut().zip(commands) {
                if let Value::ServerError(error) = answer
                    && is_redirection(error)
                {
                    *answer = cluster.req_command(command)?;
                }
            }
        }
        Ok(answers)
    }

    fn is_lost(&self, error: &RedisError) -> bool {
        // A cluster's connection opens its nodes anew by itself.
        matches!(self.route, Route::Server(_)) && error::is_cut(error, &error.to_string())
    }

    fn reopen(&mut self) -> RedisResult<()> {
        let lost = Instant::now();
        loop {
            let why = match self.target.open() {
                Ok(connection) => {
                    *self = connection;
                    return Ok(());
                }
                Err(Failed::Redis(error)) => error,
                Err(Failed::Because(why)) => (ErrorKind::Io, "the connection is lost", why).into(),
                Err(Failed::Interrupted(_)) => {
                    return Err((ErrorKind::Client, "interrupted").into());
                }
            };
            if lost.elapsed() > RETURN_LIMIT || interrupt::check().is_err() {
                return Err(why);
            }
            thread::sleep(RETURN_POLL);
        }
    }
}

impl Route {
    fn as_like(&mut self) -> &mut dyn ConnectionLike {
        match self {
            Route::Server(server) => server,
            Route::Cluster(cluster) => &mut **cluster,
        }
    }
}

fn is_redirection(error: &ServerError) -> bool {
    matches!(error.code(), "MOVED" | "ASK" | "TRYAGAIN" | "CLUSTERDOWN")
}

impl ConnectionLike for Connection {
    fn req_packed_command(&mut self, command: &[u8]) -> RedisResult<Value> {
        match self.route.as_like().req_packed_command(command) {
            Err(error) if self.is_lost(&error) => {
                self.reopen()?;
                self.route.as_like().req_packed_command(command)
            }
            outcome => outcome,
        }
    }

    fn req_packed_commands(
        &mut self,
        commands: &[u8],
        offset: usize,
        count: usize,
    ) -> RedisResult<Vec<Value>> {
        self.route.as_like().req_packed_commands(commands, offset, count)
    }

    fn get_db(&self) -> i64 {
        self.target.database
    }

    fn check_connection(&mut self) -> bool {
        self.route.as_like().check_connection()
    }

    fn is_open(&self) -> bool {
        match &self.route {
            Route::Server(server) => server.is_open(),
            Route::Cluster(cluster) => cluster.is_open(),
        }
    }
}

/// The answer to a command of a pipeline.
pub fn answer<T: FromRedisValue>(value: Value) -> RedisResult<T> {
    Ok(from_redis_value(value.extract_error()?)?)
}

#[cfg(test)]
mod tests {
    use super::super::TlsArgs;
    use super::*;
    use crate::storage::server::Server;

    #[test]
    fn a_command_is_sent_again_on_a_new_connection_and_a_page_of_keys_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path()).unwrap().expect("redis-server is installed");
        let target =
            Target::parse(&format!("redis://127.0.0.1:{}", server.port), &TlsArgs::default())
                .unwrap();
        let mut connection = target.connect().unwrap();
        let nodes = connection.masters().unwrap();
        assert_eq!(nodes, [Node(None)]);
        let cut = || {
            let mut kill = redis::cmd("CLIENT");
            let killed: u64 = kill
                .arg("KILL")
                .arg("TYPE")
                .arg("normal")
                .query(&mut server.connect().unwrap())
                .unwrap();
            assert!(killed > 0);
        };
        cut();
        redis::cmd("SET").arg("key").arg("value").exec(&mut connection).unwrap();
        let get = [redis::cmd("GET").arg("key").take()];
        cut();
        assert_eq!(connection.pipeline(&get).unwrap(), [Value::BulkString(b"value".to_vec())]);
        cut();
        connection.pipeline_once(&get).unwrap_err();
        redis::cmd("PING").exec(&mut connection).unwrap();
        cut();
        connection.scan(&nodes[0], 0, None, 10).unwrap_err();
        assert_eq!(
            target.connect().unwrap().scan(&nodes[0], 0, None, 10).unwrap(),
            (0, vec![b"key".to_vec()])
        );
    }

    #[test]
    fn each_command_of_a_pipeline_has_its_own_answer() {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::start(folder.path()).unwrap().expect("redis-server is installed");
        let target =
            Target::parse(&format!("redis://127.0.0.1:{}", server.port), &TlsArgs::default())
                .unwrap();
        let mut connection = target.connect().unwrap();
        redis::cmd("RPUSH").arg("list").arg("value").exec(&mut connection).unwrap();
        let commands = ["list", "none"].map(|key| redis::cmd("GET").arg(key).take());
        let answers = connection.pipeline(&commands).unwrap();
        assert_eq!(
            answer::<Option<String>>(answers[0].clone()).unwrap_err().code(),
            Some("WRONGTYPE")
        );
        assert_eq!(answer::<Option<String>>(answers[1].clone()).unwrap(), None);
        assert!(connection.pipeline(&[]).unwrap().is_empty());
    }
}

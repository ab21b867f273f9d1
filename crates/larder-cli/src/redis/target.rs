//! Where a Redis is, and as whom it is used: the URLs of docs/REDIS.md.

use std::env;
use std::fmt;
use std::path::PathBuf;

use anyhow::Result;
use percent_encoding::percent_decode_str;

use super::tls::{Tls, TlsArgs};
use crate::failure::Usage;

/// The password if the URL has none, as for redis-cli.
pub const PASSWORD_VARIABLE: &str = "REDISCLI_AUTH";
/// The password of Sentinels if the URL has none.
pub const SENTINEL_PASSWORD_VARIABLE: &str = "LARDER_SENTINEL_AUTH";

const SERVER_PORT: u16 = 6379;
const SENTINEL_PORT: u16 = 26379;
const HIDDEN: &str = "***";
/// Parameters of URLs whose values are secret.
const SECRETS: [&str; 2] = ["pass", "sentinel_password"];

/// A Redis and the login for it. Its text is the URL without passwords.
#[derive(Clone)]
pub struct Target {
    pub(super) place: Place,
    pub(super) login: Login,
    pub(super) database: i64,
    pub(super) tls: Option<Tls>,
    shown: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    Server(Host),
    Socket(PathBuf),
    Sentinel {
        sentinels: Vec<Host>,
        master: String,
        login: Login,
    },
    /// Some nodes of a cluster.
    Cluster(Vec<Host>),
}

/// Without brackets if it is an IPv6 address.
#[derive(Clone, Debug, PartialEq)]
pub struct Host {
    pub name: String,
    pub port: u16,
}

#[derive(Clone, Default, PartialEq)]
pub struct Login {
    pub username: Option<String>,
    pub password: Option<String>,
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login").field("username", &self.username).finish_non_exhaustive()
    }
}

impl Login {
    /// A user without a password has an empty one: Redis wants one of every user that is named.
    fn new(username: Option<String>, password: Option<String>, variable: &str) -> Login {
        let password =
            password.or_else(|| env::var(variable).ok().filter(|password| !password.is_empty()));
        let password = password.or_else(|| username.as_ref().map(|_| String::new()));
        Login { username, password }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl Target {
    /// A URL that has parameters of the target alone. An error says what is wrong with the URL or
    /// the TLS flags.
    pub fn parse(text: &str, tls: &TlsArgs) -> Result<Target> {
        let (target, others) = Target::with_parameters(text, tls)?;
        match others.first() {
            None => Ok(target),
            Some((name, _)) => Err(Usage(format!("{target}: {name}= means nothing here")).into()),
        }
    }

    /// The server that this one is a replica of, with the same login.
    pub(super) fn master_of(&self, host: Host) -> Target {
        let shown = format!("{}:{}, the master of {}", host.name, host.port, self.shown);
        Target { place: Place::Server(host), shown, ..self.clone() }
    }

    /// Also gives the parameters that are not the target's.
    pub fn with_parameters(text: &str, tls: &TlsArgs) -> Result<(Target, Vec<(String, String)>)> {
        let url = Url::split(text).map_err(Usage)?;
        let (target, others) = url
            .target(tls)
            .map_err(|why| Usage(format!("Redis at {} cannot be used: {why}", url.shown())))?;
        Ok((target, others))
    }
}

/// Whether the text begins with a scheme of Redis.
pub fn is_url(text: &str) -> bool {
    Scheme::of(text).is_some()
}

/// An argument without the passwords of a URL in it, be the URL well-formed or not.
pub fn without_secrets(argument: &str) -> String {
    let Some(at) = argument.find("://") else { return argument.to_owned() };
    let start = argument[..at]
        .rfind(|c: char| !c.is_ascii_alphanumeric() && !"+-".contains(c))
        .map_or(0, |at| at + 1);
    let (before, url) = argument.split_at(start);
    match Url::split(url) {
        Ok(url) => format!("{before}{}", url.with_parameters()),
        Err(_) if url.contains('@') || SECRETS.iter().any(|secret| url.contains(secret)) => {
            format!("{before}{}", hidden(url))
        }
        Err(_) => argument.to_owned(),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Server,
    Socket,
    Sentinel,
    Cluster,
}

struct Scheme {
    name: &'static str,
    kind: Kind,
    tls: bool,
}

impl Scheme {
    fn of(text: &str) -> Option<Scheme> {
        let (name, _) = text.split_once("://")?;
        const ALL: [(&str, Kind, bool); 15] = [
            ("redis", Kind::Server, false),
            ("rediss", Kind::Server, true),
            ("valkey", Kind::Server, false),
            ("valkeys", Kind::Server, true),
            ("unix", Kind::Socket, false),
            ("redis+unix", Kind::Socket, false),
            ("valkey+unix", Kind::Socket, false),
            ("redis+sentinel", Kind::Sentinel, false),
            ("redis-sentinel", Kind::Sentinel, false),
            ("rediss+sentinel", Kind::Sentinel, true),
            ("rediss-sentinel", Kind::Sentinel, true),
            ("redis+cluster", Kind::Cluster, false),
            ("redis-cluster", Kind::Cluster, false),
            ("rediss+cluster", Kind::Cluster, true),
            ("rediss-cluster", Kind::Cluster, true),
        ];
        let (name, kind, tls) =
            ALL.into_iter().find(|(scheme, ..)| scheme.eq_ignore_ascii_case(name))?;
        Some(Scheme { name, kind, tls })
    }
}

/// The parts of a URL, decoded.
struct Url {
    scheme: Scheme,
    username: Option<String>,
    password: Option<String>,
    hosts: String,
    path: String,
    parameters: Vec<(String, String)>,
    fragment: Option<String>,
}

impl Url {
    /// RFC 3986, but for the list of hosts.
    fn split(text: &str) -> Result<Url, String> {
        let wrong = |why: &str| format!("{} is no URL of a Redis: {why}", hidden(text));
        let scheme = Scheme::of(text).ok_or_else(|| {
            wrong("it wants redis://HOST:PORT/DB or another form of docs/REDIS.md")
        })?;
        let rest = &text[text.find("://").expect("a scheme has it") + 3..];
        let (rest, fragment) =
            rest.split_once('#').map_or((rest, None), |(rest, fragment)| (rest, Some(fragment)));
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let (login, hosts) = authority
            .rsplit_once('@')
            .map_or((None, authority), |(login, hosts)| (Some(login), hosts));
        // A password with a character that should have been escaped ends where it stands.
        let is_host = |host: &str| {
            let port = host
                .rsplit_once(']')
                .map_or(host, |(_, port)| port)
                .rsplit_once(':')
                .map_or("", |(_, port)| port);
            !host.is_empty()
                && !host.starts_with(':')
                && port.bytes().all(|byte| byte.is_ascii_digit())
        };
        let mut names = query.split('&').map(|part| part.split('=').next().unwrap_or_default());
        let is_cut = [path, fragment.unwrap_or_default()].iter().any(|part| part.contains('@'))
            || names.any(|name| name.contains('@'))
            || text.contains('@') && !hosts.split(',').all(is_host);
        if login.is_none() && is_cut {
            return Err(wrong("in a password, / is written %2F, ? %3F, # %23 and @ %40"));
        }
        let decoded = |text: &str| {
            percent_decode_str(text)
                .decode_utf8()
                .map(String::from)
                .map_err(|_| wrong("what % escapes is not UTF-8"))
        };
        let (username, password) = match login.map(|login| {
            login.split_once(':').map_or((login, None), |(user, pass)| (user, Some(pass)))
        }) {
            None => (None, None),
            Some((username, password)) => (Some(username), password),
        };
        let parameters = query.split('&').filter(|part| !part.is_empty()).map(|part| {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            Ok((decoded(name)?, decoded(value)?))
        });
        Ok(Url {
            scheme,
            username: username.filter(|name| !name.is_empty()).map(&decoded).transpose()?,
            password: password.map(&decoded).transpose()?,
            hosts: hosts.to_owned(),
            path: decoded(path)?,
            parameters: parameters.collect::<Result<_, String>>()?,
            fragment: fragment.map(&decoded).transpose()?,
        })
    }

    /// The URL without passwords and parameters.
    fn shown(&self) -> String {
        let login = match (&self.username, &self.password) {
            (None, None) => String::new(),
            (name, None) => format!("{}@", name.as_deref().unwrap_or_default()),
            (name, Some(_)) => format!("{}:{HIDDEN}@", name.as_deref().unwrap_or_default()),
        };
        let fragment =
            self.fragment.as_ref().map(|fragment| format!("#{fragment}")).unwrap_or_default();
        format!("{}://{login}{}{}{fragment}", self.scheme.name, self.hosts, self.path)
    }

    /// The URL without passwords.
    fn with_parameters(&self) -> String {
        let secret = |name: &str| SECRETS.contains(&name);
        let parameters = self
            .parameters
            .iter()
            .map(|(name, value)| format!("{name}={}", if secret(name) { HIDDEN } else { value }));
        let parameters = parameters.collect::<Vec<_>>().join("&");
        let separator = if parameters.is_empty() { "" } else { "?" };
        format!("{}{separator}{parameters}", self.shown())
    }

    fn target(&self, tls: &TlsArgs) -> Result<(Target, Vec<(String, String)>), String> {
        let mut others = self.parameters.clone();
        let mut taken = |name: &str| {
            others.iter().position(|(other, _)| other == name).map(|at| others.remove(at).1)
        };
        let segments: Vec<&str> = self.path.split('/').filter(|part| !part.is_empty()).collect();
        let mut database = segments.first().copied().map(str::to_owned);
        let mut login = (self.username.clone(), self.password.clone());
        let place = match self.scheme.kind {
            Kind::Server | Kind::Cluster => {
                let hosts = self.hosts(SERVER_PORT)?;
                if self.scheme.kind == Kind::Cluster {
                    Place::Cluster(hosts)
                } else {
                    let [host] = <[Host; 1]>::try_from(hosts).map_err(|_| {
                        "it names several hosts: redis+cluster:// and \
                                      redis+sentinel:// take several"
                            .to_owned()
                    })?;
                    Place::Server(host)
                }
            }
            Kind::Socket => {
                if !self.hosts.is_empty() || self.path.len() < 2 {
                    return Err(
                        "it wants the path of a socket, as unix:///run/redis/redis.sock".into()
                    );
                }
                database = taken("db");
                login = (taken("user").or(login.0), taken("pass").or(login.1));
                Place::Socket(self.path.clone().into())
            }
            Kind::Sentinel => {
                let named = self.fragment.clone().or_else(|| taken("sentinelMasterId"));
                let master = match named {
                    Some(master) => master,
                    None => {
                        database = segments.get(1).map(|&segment| segment.to_owned());
                        let first = segments.first().filter(|first| first.parse::<i64>().is_err());
                        (*first.ok_or(
                            "it does not name the master: \
                                       redis+sentinel://HOST:PORT,HOST:PORT/MASTER/DB",
                        )?)
                        .to_owned()
                    }
                };
                let login = Login::new(
                    taken("sentinel_username"),
                    taken("sentinel_password"),
                    SENTINEL_PASSWORD_VARIABLE,
                );
                Place::Sentinel { sentinels: self.hosts(SENTINEL_PORT)?, master, login }
            }
        };
        let database =
            match database.as_deref() {
                None | Some("") => 0,
                Some(number) => number.parse().ok().filter(|&number: &i64| number >= 0).ok_or(
                    "it has no database of this number: redis://HOST:PORT/DB, mostly 0 to 15",
                )?,
            };
        let tls = match tls.given() {
            Some(flag) if !self.scheme.tls => {
                return Err(format!(
                    "{flag} is for TLS, and this URL asks for none: {} does",
                    tls_scheme(self.scheme.kind)
                ));
            }
            _ if self.scheme.tls => Some(tls.read()?),
            _ => None,
        };
        let login = Login::new(login.0, login.1, PASSWORD_VARIABLE);
        Ok((Target { place, login, database, tls, shown: self.shown() }, others))
    }

    fn hosts(&self, default_port: u16) -> Result<Vec<Host>, String> {
        let host = |text: &str| {
            let (name, port) = match text.strip_prefix('[').map(|rest| rest.split_once(']')) {
                Some(Some((name, port))) => (name, port.strip_prefix(':')),
                Some(None) => return Err(format!("{text} lacks a ]")),
                None => {
                    text.rsplit_once(':').map_or((text, None), |(name, port)| (name, Some(port)))
                }
            };
            if name.is_empty() {
                return Err("it names no host: redis://HOST:PORT/DB".to_owned());
            }
            if !text.starts_with('[') && name.contains(':') {
                return Err(format!("an IPv6 address stands in brackets: [{text}]"));
            }
            let port = port
                .map_or(Ok(default_port), str::parse)
                .map_err(|_| format!("the port of {text} is no number from 1 to 65535"))?;
            Ok(Host { name: name.to_owned(), port })
        };
        self.hosts.split(',').map(host).collect()
    }
}

fn tls_scheme(kind: Kind) -> &'static str {
    match kind {
        Kind::Server | Kind::Socket => "rediss://",
        Kind::Sentinel => "rediss+sentinel://",
        Kind::Cluster => "rediss+cluster://",
    }
}

/// A malformed URL without what may be a password.
fn hidden(text: &str) -> String {
    match text.rsplit_once('@').zip(text.find("://")) {
        Some(((_, hosts), at)) => {
            format!("{}://{HIDDEN}@{}", &text[..at], hosts.split('?').next().unwrap_or_default())
        }
        None => text.split('?').next().unwrap_or_default().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(text: &str) -> Target {
        Target::parse(text, &TlsArgs::default()).unwrap()
    }

    fn refused(text: &str) -> String {
        Target::parse(text, &TlsArgs::default())
            .err()
            .unwrap_or_else(|| panic!("{text} is taken"))
            .to_string()
    }

    fn host(name: &str, port: u16) -> Host {
        Host { name: name.into(), port }
    }

    #[test]
    fn a_server_has_host_port_database_and_login() {
        let plain = target("redis://localhost");
        assert_eq!((plain.place, plain.database), (Place::Server(host("localhost", 6379)), 0));
        let full = target("redis://al%40ice:p%2F%3Aw%20%2B+@[::1]:7000/12");
        assert_eq!((full.place.clone(), full.database), (Place::Server(host("::1", 7000)), 12));
        assert_eq!(full.login.username.as_deref(), Some("al@ice"));
        assert_eq!(full.login.password.as_deref(), Some("p/:w ++"));
        assert_eq!(full.to_string(), "redis://al@ice:***@[::1]:7000/12");
        assert!(
            target("valkeys://h").tls.is_some()
                && target("rediss://h").tls.is_some()
                && target("valkey://h").tls.is_none()
        );
    }

    #[test]
    fn a_socket_takes_its_login_from_parameters() {
        for scheme in ["unix", "redis+unix"] {
            let target = target(&format!("{scheme}:///run/a%20b.sock?db=3&user=me&pass=s%26cret"));
            assert_eq!(
                (target.place.clone(), target.database),
                (Place::Socket("/run/a b.sock".into()), 3)
            );
            assert_eq!(
                target.login,
                Login { username: Some("me".into()), password: Some("s&cret".into()) }
            );
            assert_eq!(target.to_string(), format!("{scheme}:///run/a b.sock"));
        }
    }

    #[test]
    fn sentinels_are_spelled_in_the_two_customary_ways() {
        let sentinels = vec![host("s1", 26379), host("s2", 5000)];
        for text in [
            "redis+sentinel://:pw@s1,s2:5000/mymaster/2?sentinel_username=watch&sentinel_password=x",
            "redis-sentinel://:pw@s1,s2:5000/2?sentinelMasterId=mymaster&sentinel_username=watch&sentinel_password=x",
            "redis-sentinel://:pw@s1,s2:5000/2?sentinel_username=watch&sentinel_password=x#mymaster",
        ] {
            let target = target(text);
            let login = Login { username: Some("watch".into()), password: Some("x".into()) };
            assert_eq!(
                target.place,
                Place::Sentinel { sentinels: sentinels.clone(), master: "mymaster".into(), login }
            );
            assert_eq!((target.login.password.as_deref(), target.database), (Some("pw"), 2));
        }
        assert!(refused("redis+sentinel://s1,s2/0").contains("does not name the master"));
    }

    #[test]
    fn a_cluster_has_several_nodes() {
        let nodes = vec![host("h1", 7000), host("::1", 7001)];
        assert_eq!(target("redis+cluster://h1:7000,[::1]:7001").place, Place::Cluster(nodes));
        assert!(target("rediss-cluster://h1:7000").tls.is_some());
    }

    #[test]
    fn a_wrong_url_is_named_without_its_password() {
        for (text, why) in [
            ("http://:s3cret@h/0", "is no URL of a Redis"),
            ("redis://:s3cret@h/first", "no database of this number"),
            ("redis://:s3cret@h:port/0", "no number from 1 to 65535"),
            ("redis://:s3cret@", "names no host"),
            ("redis://:s3cret@h1,h2/0", "several hosts"),
            ("redis://:s3cret@::1/0", "in brackets"),
            ("redis://:s3c/ret@h/0", "%2F"),
            ("redis://:s3c#ret@h/0", "%23"),
            ("redis://:s3cret@h/0?smaple=1", "smaple= means nothing"),
            ("unix://h/path?pass=s3cret", "the path of a socket"),
        ] {
            let said = refused(text);
            assert!(said.contains(why), "{text}: {said}");
            assert!(!said.contains("s3c") && !said.contains("ret@"), "{text}: {said}");
        }
    }

    #[test]
    fn flags_for_tls_need_a_url_for_tls() {
        let flags = TlsArgs::default();
        assert!(Target::parse("rediss://h", &flags).is_ok());
        #[derive(clap::Parser)]
        struct Flags {
            #[command(flatten)]
            tls: TlsArgs,
        }
        let Flags { tls } = clap::Parser::parse_from(["larder", "--insecure"]);
        let said = Target::parse("redis://h", &tls).err().unwrap().to_string();
        assert!(said.contains("--insecure is for TLS") && said.contains("rediss://"), "{said}");
    }

    #[test]
    fn no_argument_shows_the_password_of_a_url_in_it() {
        for argument in [
            "--redis=redis://:s3cret@h",
            "unix:///s?db=1&pass=s3cret",
            "rediss://:s3c/r@et@h:1",
            "redis://:s3cret and more s3cret@h",
            "redis+sentinel://:s3cret@a,b/m?sentinel_password=s3cret",
            "redis://:s3cret@h:nonsense/0",
            "reddis://:s3cret@h:1/0?match=*",
        ] {
            let shown = without_secrets(argument);
            assert!(!shown.contains("s3c") && !shown.contains("et@"), "{shown}");
        }
        for kept in ["redis://h:1/0?match=a@b:*", "x.json", "http://h/p", "-", "a@b"] {
            assert_eq!(without_secrets(kept), kept);
        }
        assert_eq!(
            without_secrets("redis://me:s3cret@h:1/0?sample=5"),
            "redis://me:***@h:1/0?sample=5"
        );
    }
}

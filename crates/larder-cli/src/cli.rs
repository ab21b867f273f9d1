//! The command line: each flag is defined once, for the parser and for `--help`.

use std::path::PathBuf;
use std::time::Duration;
use std::{env, process};

use clap::builder::{PossibleValuesParser, RangedI64ValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use larder::Level;
use larder::format::{Format, Loss};

use crate::failure::USAGE;
use crate::profiles::Name;
use crate::redis::{KeyType, TlsArgs, without_secrets};
use crate::terminal::safe;

/// Measure the codecs of a Redis cache on your own values, in real PHP, a real JVM and a real Redis
#[derive(Parser)]
#[command(name = "larder", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "Start with:\n  \
    larder compare                        the bundled people, in every runtime found\n  \
    larder compare my.json                your own values\n  \
    larder compare --list                 datasets, runtimes and codecs\n  \
    larder articles                       the five published comparisons, rerun here\n  \
    larder load                           a Spring Boot service on Redis under load, with each \
    codec\n  \
    larder train my.jsonl -o my.profile   learn what your values have in common\n  \
    larder survey redis://127.0.0.1:6379   what a Redis holds, and what other formats would save\n  \
    larder switch redis://127.0.0.1:6379 --to larder --match 'user:*'\n  \
    \u{20}                                     rewrite values while everybody goes on\n  \
    larder inspect user:7 --redis redis://127.0.0.1:6379\n  \
    \u{20}                                     what a key holds, whichever program wrote it\n  \
    larder convert --from igbinary --to json < value\n  \
    \u{20}                                     a value in another format")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Compare(CompareArgs),
    Articles(ArticlesArgs),
    Load(LoadArgs),
    Train(TrainArgs),
    Survey(SurveyArgs),
    Switch(SwitchArgs),
    Inspect(InspectArgs),
    Convert(ConvertArgs),
    #[command(subcommand)]
    Profile(ProfileCommand),
    /// The native runtime's runner, which `compare` starts (see docs/RUNNERS.md)
    #[command(hide = true)]
    Runner {
        verb: String,
    },
    /// Writes the man pages and the completions for bash, zsh and fish, as packages have them
    #[command(hide = true)]
    Pages {
        /// The folder that stands for /usr/share
        folder: PathBuf,
    },
}

/// Compare codecs on your values: bytes, time, CPU, Redis memory, and what is lost
///
/// Every codec first encodes and decodes every value, and the result is compared with the original.
/// Only then is the codec timed. The table marks the best figures, and those within the noise of
/// the best.
#[derive(Args)]
#[command(after_help = "Examples:\n  larder compare session product --runtime php\n  \
    larder compare orders.jsonl --quick --report report.html\n  \
    larder compare 'redis://127.0.0.1:6379/0?match=user:*&sample=500' --json out.json\n  \
    jq -c '.items[]' dump.json | larder compare - --codec igbinary,msgpack\n\n\
    Environment:\n  \
    LARDER_PHP, LARDER_JAVA, LARDER_REDIS_SERVER   programs to use instead of those on PATH\n  \
    LARDER_HOME                                    the checkout whose runners are used\n  \
    NO_COLOR                                       turns colours off\n\n\
    Exit code:\n  \
    0    all rows were measured\n  \
    1    a row failed\n  \
    2    wrong usage, malformed input, input without values, or a Redis that cannot be used\n  \
    130  interrupted")]
pub struct CompareArgs {
    /// A bundled dataset, a .json, .jsonl or .ndjson file, a file or folder of raw values, - for
    /// standard input, or redis://HOST:PORT/DB?match=PATTERN&sample=N
    ///
    /// people:500 means 500 values of a bundled dataset. A .json file holds an array of values, or
    /// one value; .jsonl and .ndjson files hold one value per line. Any other file, and each file
    /// of a folder, is one value in whatever format it is in (see `larder inspect`). From a Redis,
    /// SCAN reads values in whatever format they are in: strings, and the elements of hashes,
    /// lists, sets, sorted sets and streams. Each input gets its own table. Without any input, the
    /// bundled people are compared.
    ///
    /// docs/REDIS.md lists the URLs for TLS, Unix sockets, Sentinel and clusters. REDISCLI_AUTH has
    /// the password of a URL without one.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// List the datasets, runtimes and codecs with their versions, and stop
    #[arg(long, conflicts_with_all = ["inputs", "codec"])]
    pub list: bool,

    /// Only these runtimes
    #[arg(long, value_delimiter = ',', value_name = "php,jvm,native")]
    pub runtime: Vec<RuntimeArg>,

    /// Only these codecs, in every runtime that has them; or all
    ///
    /// By default, all are compared except these of the JVM: kryo (without registered classes),
    /// fst, hessian, hprose, fastjson2 (as text) and fory-thread-safe. --list marks them.
    #[arg(long, value_delimiter = ',', value_name = "ID,…|all")]
    pub codec: Vec<String>,

    /// Seconds of timing for each codec and operation, after a warm-up, in each round
    /// [default: 2, quick: 0.6, thorough: 3]
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    pub time: Option<f64>,

    /// How often to measure all codecs, one after the other [default: 1, thorough: 3]
    ///
    /// Each codec's times are those of its fastest round. So a moment at which the machine is slow
    /// slows down no codec alone, and a JVM whose compiler had bad luck gets another chance.
    #[arg(long, value_name = "N", value_parser = rounds())]
    pub rounds: Option<u32>,

    /// Less time, for a first look
    #[arg(long, conflicts_with = "thorough")]
    pub quick: bool,

    /// More time, for figures to decide by
    #[arg(long)]
    pub thorough: bool,

    /// Seconds after which a runner counts as hung [default: depends on the plan and the input's
    /// size]
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    pub timeout: Option<f64>,

    /// A profile that values in the Larder format may be under; may be repeated
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// Measure memory in this Redis instead of a private one, with keys under a prefix that are
    /// removed afterwards
    #[arg(long, value_name = "URL")]
    pub redis: Option<String>,

    /// Start no Redis, and compute the memory column from Redis's own allocation rules
    #[arg(long, conflicts_with = "redis")]
    pub no_redis: bool,

    /// Write a report with charts: one HTML file that needs no network
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,

    /// Write everything that was measured, with raw samples and the machine; - writes it to
    /// standard output instead of the tables
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write one line per row; - writes to standard output instead of the tables
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,

    #[command(flatten)]
    pub tls: TlsArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RuntimeArg {
    Php,
    Jvm,
    Native,
}

/// Rerun a published comparison with its own loop counts, and print its figures beside ours
///
/// Times of another machine and year cannot be compared with times of this one, but ratios can. So
/// each figure is a ratio to the article's fastest (or smallest) codec, there and here. Without
/// NAME, lists the articles.
#[derive(Args)]
pub struct ArticlesArgs {
    /// The article to rerun
    pub name: Option<String>,

    /// Use the article's own sizes where the default is smaller: 2,000,000 list entries, up to
    /// 10,000,000 people, 150,000 requests
    #[arg(long, requires = "name")]
    pub full: bool,

    /// Only these codecs, by their names in the article's tables
    ///
    /// Figures are ratios to the article's best codec: name it, too. What the article concluded
    /// about the best of all codecs is then not judged.
    #[arg(long, value_delimiter = ',', value_name = "NAME,…", requires = "name")]
    pub codec: Vec<String>,

    /// How often to measure all codecs, one after the other
    ///
    /// Each codec's figures are the best of its rounds. So a moment at which the machine is slow
    /// slows down no codec alone.
    #[arg(long, value_name = "N", requires = "name", default_value_t = 1, value_parser = rounds())]
    pub rounds: u32,

    /// Write all figures and verdicts; - writes them to standard output instead of the tables
    #[arg(long, value_name = "FILE", requires = "name")]
    pub json: Option<PathBuf>,
}

/// The codecs of the service (jvm/lab-service), the article's two first.
pub const SERVICE_CODECS: [&str; 11] = [
    "fastjson-string",
    "kryo-article",
    "kryo",
    "jdk",
    "jackson",
    "larder-fast",
    "larder",
    "larder-small",
    "larder-profile-fast",
    "larder-profile",
    "larder-profile-small",
];

/// Put a Spring Boot service on Redis under load, with each codec: requests per second, latency,
/// CPU, memory, and the codec's share of the time
///
/// Each codec gets a private Redis and a service of its own, which are warmed up, flushed and
/// reset. Then `/add` stores 100 persons per request, and `/check` reads them, compares the md5 of
/// each, and fails if one differs: once with a round trip to Redis for each person, and once with a
/// pipeline for all persons of a request. The round trips hide what a codec costs; the pipeline
/// shows it. oha sends the requests. Everything ends with the command.
#[derive(Args)]
#[command(after_help = "Examples:\n  larder load --report load.html\n  \
    larder load --codec kryo,larder --requests 5000 --concurrency 100\n  \
    larder load --codec fastjson-string,larder --duration 20 --rate 200\n\n\
    Needs the service (`make jvm`), a redis-server, and oha (`scripts/setup load` installs it \
    into\n\
    target/tools).\n\n\
    Environment:\n  \
    LARDER_OHA, LARDER_JAVA, LARDER_REDIS_SERVER   programs to use instead of those on PATH\n  \
    LARDER_HOME                                    the checkout whose service is used\n\n\
    Exit code:\n  \
    0    everything was measured without an error\n  \
    1    a codec or a request failed\n  \
    2    wrong usage, or something is missing\n  \
    130  interrupted")]
pub struct LoadArgs {
    /// Only these codecs
    #[arg(long, value_delimiter = ',', value_name = "ID,…", value_parser = PossibleValuesParser::new(SERVICE_CODECS))]
    pub codec: Vec<String>,

    /// Requests to /add, and then to /check, with 100 persons each
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = at_least_one, conflicts_with = "duration")]
    pub requests: usize,

    /// Requests at a time, each on a connection of its own
    #[arg(long, value_name = "C", default_value_t = 50, value_parser = at_least_one)]
    pub concurrency: usize,

    /// After each closed loop, add a run in which R requests per second are due, however slow the
    /// answers are
    ///
    /// In a closed loop, such as that of ab, the next request waits for an answer. While the
    /// service stalls, nobody asks, and the stall hardly shows. At a constant rate, each latency
    /// counts from when the request was due.
    #[arg(long, value_name = "R", value_parser = positive_number)]
    pub rate: Option<f64>,

    /// Seconds for each run, instead of a number of requests
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    pub duration: Option<f64>,

    /// How often to measure all codecs, one after the other
    ///
    /// The fastest of a codec's rounds counts, for each table on its own. So a moment at which the
    /// machine is slow slows down no codec alone. Each round starts new services.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = rounds())]
    pub rounds: u32,

    /// Write everything that was measured; - writes it to standard output instead of the tables
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write a report with charts: one HTML file that needs no network
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
}

/// Learn a profile: what your values have in common, so that no value has to repeat it
///
/// A profile holds the shapes of your values, texts that recur, symbols for the others, and a zstd
/// dictionary if that pays. It serves all levels: fast, balanced and small. It is learned from
/// every second value. The other values show what each level costs with the profile and without it:
/// bytes, Redis memory and time. One is recommended. A profile that does not pay is not written. A
/// profile never changes. Values carry its id, and only readers that have the profile can decode
/// them: keep it as long as its values.
///
/// With --publish, the profile goes into the Redis that the values came from, where readers and
/// writers find it by themselves. With --watch, that goes on: each round learns from a fresh random
/// sample, and publishes what saves enough on values that were held out.
#[derive(Args)]
#[command(after_help = "Examples:\n  larder train orders.jsonl -o orders.profile\n  \
    larder train 'redis://127.0.0.1:6379/0?match=user:*&sample=5000' -o users.profile\n  \
    larder train 'redis://127.0.0.1:6379/0?match=user:*&sample=5000' --publish users\n  \
    larder train 'redis://127.0.0.1:6379/0?match=user:*&sample=5000' --watch users --every 1d \\\n    \
    --gain 5 --keep 3\n  \
    larder train session:2000 -o /tmp/session.profile && larder profile show \
    /tmp/session.profile\n\n\
    docs/PROFILES.md says how profiles are published.\n\n\
    Exit code:\n  \
    0    the profile was written or published, or was current already; a watch was stopped\n  \
    2    wrong usage, malformed input, too few values, a profile that does not pay, or another\n       \
    that somebody else published meanwhile\n  \
    130  interrupted")]
pub struct TrainArgs {
    /// Values of one kind, as for `larder compare`: a dataset, a file, -, or a redis:// URL
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<String>,

    /// Write the profile to this file, and replace it if it exists
    #[arg(
        short,
        long,
        value_name = "NAME.profile",
        required_unless_present_any = ["publish", "watch"]
    )]
    pub output: Option<PathBuf>,

    /// Publish the profile in the Redis that the values came from, as the current one of this name
    ///
    /// A name has 1 to 64 of the characters A-Z a-z 0-9 . _ -. If somebody else publishes for it
    /// while this command learns, nothing is changed.
    #[arg(long, value_name = "NAME")]
    pub publish: Option<Name>,

    /// Learn again and again until Ctrl-C, and publish for this name what saves enough; prints a
    /// line per round
    #[arg(long, value_name = "NAME", conflicts_with_all = ["publish", "output", "json"])]
    pub watch: Option<Name>,

    /// With --watch: the time between the beginnings of two rounds, such as 30m, 6h or 1d
    #[arg(long, value_name = "TIME", default_value = "1d", value_parser = duration)]
    pub every: Duration,

    /// With --watch: publish only what saves so many percent of the bytes that values take under
    /// the current profile, or without any if there is none; at level balanced, on values that were
    /// held out
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0, value_parser = positive_number)]
    pub gain: f64,

    /// With --watch: keep the last N profiles of the name, and retire older ones once no value is
    /// under them, as `larder profile retire --all` does [default: keep all]
    #[arg(long, value_name = "N", value_parser = at_least_one, requires = "watch")]
    pub keep: Option<usize>,

    /// Use at most N of the values, evenly spaced
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = at_least_one)]
    pub sample: usize,

    /// A profile that the values may be under, as those of a live cache are; may be repeated
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// The name that a class is registered by; may be repeated
    ///
    /// Java serialization and Hessian write full names of classes. The JVM library writes the name
    /// that a class was registered by, by default its simple name. So com.acme.Person is learned as
    /// Person, unless this option sets another name.
    #[arg(long, value_name = "CLASS=NAME")]
    pub class: Vec<String>,

    /// Learn only shapes, texts and symbols that occur at least N times, because what is rare is
    /// often private [default: 4]
    ///
    /// A zstd dictionary contains pieces of texts, however rare they are.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub min_count: Option<usize>,

    /// How many bytes of your texts the dictionaries may hold
    #[arg(long, value_name = "BYTES", default_value_t = 65_536)]
    pub dictionary_bytes: usize,

    /// Write the figures; - writes them to standard output instead of the table
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    #[command(flatten)]
    pub tls: TlsArgs,
}

/// Survey a Redis: which keys it has, in which formats, and what other formats would save
///
/// Keys are grouped by pattern: parts that are numbers, UUIDs, hashes or names that vary become *.
/// Other formats are tried on values of each group, Larder also under a profile that is learned on
/// the spot. Nothing is ever written to Redis, and idle times and counters stay as they are (from
/// Redis 7.2 on). Ctrl-C ends the reading and shows what is known by then.
#[derive(Args)]
#[command(after_help = "Examples:\n  larder survey redis://127.0.0.1:6379/0\n  \
    larder survey redis://cache.example:6379 --match 'user:*' --all --report survey.html\n  \
    larder survey rediss://cache.example:6380 --json - | jq '.groups[].recommended'\n\n\
    Exit code:\n  \
    0    the survey is printed\n  \
    2    wrong usage, or a Redis that cannot be used\n  \
    130  interrupted; what was known by then is printed")]
pub struct SurveyArgs {
    /// The Redis: redis://[USER:PASSWORD@]HOST:PORT/DB
    ///
    /// docs/REDIS.md lists the URLs for TLS, Unix sockets, Sentinel and clusters. REDISCLI_AUTH has
    /// the password of a URL without one.
    pub url: String,

    /// Only keys that match this glob
    #[arg(long, value_name = "PATTERN")]
    pub r#match: Option<String>,

    /// Look at N keys, in the random order of SCAN, and scale what they say to all
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = at_least_one, conflicts_with = "all")]
    pub sample: usize,

    /// Look at all keys
    #[arg(long)]
    pub all: bool,

    /// A profile that values in the Larder format may be under; may be repeated
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// Write everything that was found; - writes it to standard output instead of the table
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write a report with charts: one HTML file that needs no network
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,

    #[command(flatten)]
    pub tls: TlsArgs,
}

/// Rewrite the values of a Redis in another format while everybody goes on
///
/// First switch all readers, so that they know both formats. Without --yes, a sample shows what
/// would be done, and you are asked. A value is replaced only if it still has the bytes that were
/// read, in one atomic step on the server: a concurrent writer always wins. Its time to live stays,
/// and no expired or deleted key comes back. New bytes are decoded and compared with the old value
/// before they are sent; a value that the other format cannot hold exactly stays as it is. At the
/// end, another pass counts what is still in an old format. Only strings are switched; integers in
/// digits and plain text stay. The way back is the same command with --to the old format.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    larder switch redis://127.0.0.1:6379/0 --to larder --match 'user:*' --dry-run\n  \
    larder switch redis://127.0.0.1:6379/0 --to larder --match 'user:*' --journal users.journal\n  \
    larder switch redis://127.0.0.1:6379/0 --to igbinary --match 'user:*' --journal users.journal\n  \
    larder switch rediss://cache.example:6380 --to larder --profile users.profile --yes \\\n    \
    --rate 20000 --max-latency 5 --checkpoint users.checkpoint --json -\n\n\
    docs/SWITCH.md is a runbook.\n\n\
    Formats:\n  \
    --from  larder, json, msgpack, php, igbinary, hprose, cbor, jdk, hessian, pickle\n  \
    --to    larder, json, msgpack, php, igbinary, hprose, cbor\n\n\
    Exit code:\n  \
    0    nothing is left that should have been switched\n  \
    1    something is: refused, written by others meanwhile, or after an error\n  \
    2    wrong usage, or a Redis that cannot be used\n  \
    130  interrupted; what was done by then is printed")]
pub struct SwitchArgs {
    /// The Redis: redis://[USER:PASSWORD@]HOST:PORT/DB
    ///
    /// docs/REDIS.md lists the URLs for TLS, Unix sockets, Sentinel and clusters. REDISCLI_AUTH has
    /// the password of a URL without one.
    #[arg(required_unless_present = "order")]
    url: Option<String>,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = written_format, required_unless_present = "order")]
    to: Option<Format>,

    /// Switch only values in these formats; may be repeated [default: all that can be read, except
    /// that of --to, where there is no doubt about the format]
    ///
    /// A value that could be in several formats is taken to be in the one that is named here.
    #[arg(long, value_delimiter = ',', value_name = "FORMAT,…", value_parser = format)]
    pub from: Vec<Format>,

    /// Only keys that match this glob; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub r#match: Vec<String>,

    /// Also, or instead, values of hashes and elements of lists
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "string,hash,list",
        default_value = "string",
        hide_possible_values = true
    )]
    pub types: Vec<KeyType>,

    /// How much time to spend to save bytes, with --to larder [default: balanced]
    #[arg(long, value_name = "fast|balanced|small", value_parser = level)]
    pub level: Option<Level>,

    /// A profile for the Larder format: values to read may be under any of them, and values are
    /// written under the first; may be repeated
    ///
    /// NAME means the current profile that was published in this Redis under this name. Profiles of
    /// values that are read are found in Redis by themselves.
    #[arg(long, value_name = "FILE|NAME")]
    pub profile: Vec<PathBuf>,

    /// Losses that are acceptable: class, shared, key, bytes, collection, number, float-width,
    /// not-finite, time, type, kind
    #[arg(long, value_delimiter = ',', value_name = "KIND,…", value_parser = loss)]
    pub lossy: Vec<Loss>,

    /// Write compressed values without their compression; without this, they are compressed again
    #[arg(long)]
    pub decompress: bool,

    /// Of a value that was serialized twice, write the inner one: programs have to expect that
    #[arg(long)]
    pub unwrap: bool,

    /// Write JSON in ASCII, with / and all other characters escaped, as PHP's json_encode does
    #[arg(long)]
    pub ascii: bool,

    /// Look at no more than N values per second
    #[arg(long, value_name = "N", value_parser = positive_number)]
    pub rate: Option<f64>,

    /// Slow down until no more than one PING of a hundred takes longer than so many milliseconds
    #[arg(long, value_name = "MS", value_parser = positive_number)]
    pub max_latency: Option<f64>,

    /// Wait while more of maxmemory is used than so many percent
    #[arg(long, value_name = "PERCENT", value_parser = positive_number)]
    pub max_memory: Option<f64>,

    /// Wait while a replica is more than so many seconds behind
    #[arg(long, value_name = "SECONDS", value_parser = positive_number)]
    pub max_lag: Option<f64>,

    /// Wait while this file exists
    #[arg(long, value_name = "FILE")]
    pub load_file: Option<PathBuf>,

    /// Answer on this Unix socket, through which the options below control the switch while it runs
    #[arg(long, value_name = "SOCKET")]
    pub control: Option<PathBuf>,

    #[command(flatten)]
    pub order: SwitchOrder,

    /// Keep in this file where the switch stands, and go on from there; it is removed at the end
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    pub checkpoint: Option<PathBuf>,

    /// Keep a hash of each old value in this file. On the way back, a value that would get other
    /// bytes than it had stays as it is, and those that get theirs are counted
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    pub journal: Option<PathBuf>,

    /// Go over all keys again until nothing is left to switch
    #[arg(long, conflicts_with = "dry_run")]
    pub until_clean: bool,

    /// Look at all keys and say what would be done; write nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Do not ask
    #[arg(long, conflicts_with = "dry_run")]
    pub yes: bool,

    /// Write what was done; - writes it to standard output instead of the text
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    #[command(flatten)]
    pub tls: TlsArgs,
}

impl SwitchArgs {
    /// The URL of a switch that is not only an order to another.
    pub fn url(&self) -> &str {
        self.url.as_deref().expect("clap requires it")
    }

    /// The format to write.
    pub fn to(&self) -> Format {
        self.to.expect("clap requires it")
    }
}

/// An order to a switch that is running, sent through its socket.
#[derive(Args)]
#[group(id = "order", multiple = false, requires = "control", conflicts_with_all = ["url", "to"])]
pub struct SwitchOrder {
    /// With --control alone: print as JSON how far the switch is
    #[arg(long)]
    status: bool,

    /// With --control alone: let the switch wait
    #[arg(long)]
    pause: bool,

    /// With --control alone: let it go on
    #[arg(long)]
    resume: bool,

    /// With --control alone: set rate, max-latency, max-memory or max-lag to a number or none
    #[arg(long, value_name = "NAME=VALUE")]
    set: Option<String>,

    /// With --control alone: end the switch as Ctrl-C does
    #[arg(long)]
    stop: bool,
}

impl SwitchOrder {
    /// In the words of the socket; `None` if there is no order.
    pub fn question(&self) -> Option<String> {
        let flags = [
            ("status", self.status),
            ("pause", self.pause),
            ("resume", self.resume),
            ("stop", self.stop),
        ];
        let flag = flags.into_iter().find_map(|(name, is_given)| is_given.then(|| name.to_owned()));
        flag.or_else(|| self.set.as_ref().map(|setting| format!("set {setting}")))
    }
}

/// Look into any value: what it is, what it costs, what it holds
///
/// The format is recognised by signatures and by decoding the value to its last byte, also through
/// gzip, zlib, zstd, lz4, the compressions of phpredis and the four bytes of JetCache. If several
/// formats fit, all are named. A text that is a value itself was serialized twice: both are named.
/// No class is loaded and nothing is executed: classes are only names here. If a value is
/// malformed, the error is shown with the bytes around it.
#[derive(Args)]
#[command(after_help = "Examples:\n  larder inspect value.bin\n  \
    larder inspect user:7 --redis redis://127.0.0.1:6379/0\n  \
    redis-cli --raw get user:7 | head -c -1 | larder inspect -\n  \
    larder inspect user:7 --redis redis://127.0.0.1 --json - | jq .value\n  \
    larder inspect session:9 --redis redis://127.0.0.1 --raw > value.php\n\n\
    Formats:\n  \
    decoded:    larder, json, msgpack, php, igbinary, hprose, cbor, jdk, hessian, pickle\n  \
    only named: Kryo, FST, Fory, JSONB, Protostuff\n\n\
    Exit code:\n  \
    0  the value was decoded\n  \
    1  the value is malformed or in no known format\n  \
    2  wrong usage, or there is nothing to read")]
pub struct InspectArgs {
    /// A file, or - for standard input; with --redis, a key of any type
    #[arg(value_name = "KEY|FILE|-", default_value = "-")]
    pub subject: String,

    /// The Redis that has the key: redis://[USER:PASSWORD@]HOST:PORT/DB
    ///
    /// docs/REDIS.md lists the URLs for TLS, Unix sockets, Sentinel and clusters. REDISCLI_AUTH has
    /// the password of a URL without one.
    #[arg(long, value_name = "URL")]
    pub redis: Option<String>,

    /// Decode the value in this format, whatever it looks like
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub format: Option<Format>,

    /// Of a value that was serialized twice, show the inner one
    #[arg(long, conflicts_with_all = ["format", "raw"])]
    pub unwrap: bool,

    /// A profile that values in the Larder format may be under; may be repeated
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// Show at most N levels of lists and maps
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = at_least_one)]
    pub depth: usize,

    /// Show at most N values of each list and map, and N elements of a hash, list, set, sorted set
    /// or stream
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = at_least_one)]
    pub items: usize,

    /// Write all that is known as JSON; - writes it to standard output instead of the text
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write the value's bytes themselves, without their compression, to standard output
    #[arg(long, conflicts_with_all = ["json", "format"])]
    pub raw: bool,

    #[command(flatten)]
    pub tls: TlsArgs,
}

/// Convert a value, or many, from one format to another
///
/// If the other format cannot hold a value exactly, the command says what would be lost and writes
/// nothing, unless --lossy is given. Kinds of the JVM, such as Long or Integer, may always be lost:
/// a note says so. With --lines, each line is a value: JSON as it is, other formats as a JSON
/// string of base64, which is read with or without its quotes.
#[derive(Args)]
#[command(after_help = "Examples:\n  larder convert --from igbinary --to json < value.bin\n  \
    larder convert --from php --to larder --profile users.profile < value.php > value.larder\n  \
    larder convert --from json --to msgpack --lines < values.jsonl > values.base64.jsonl\n\n\
    Formats:\n  \
    --from  larder, json, msgpack, php, igbinary, hprose, cbor, jdk, hessian, pickle, or auto\n  \
    --to    larder, json, msgpack, php, igbinary, hprose, cbor\n\n\
    Exit code:\n  \
    0    everything was converted\n  \
    1    something would be lost, or a value is malformed\n  \
    2    wrong usage\n  \
    130  interrupted")]
pub struct ConvertArgs {
    /// The format to read; auto recognises it, if there is no doubt
    #[arg(long, value_name = "FORMAT", value_parser = any_format)]
    pub from: AnyFormat,

    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = written_format)]
    pub to: Format,

    /// Read this file instead of standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub input: String,

    /// Write this file instead of standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,

    /// A profile for the Larder format: values to read may be under any of them, and values are
    /// written under the first; may be repeated
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// How much time to spend to save bytes, with --to larder
    #[arg(long, value_name = "fast|balanced|small", value_parser = level, default_value = "balanced")]
    pub level: Level,

    /// Convert even if something is lost, and say what
    #[arg(long)]
    pub lossy: bool,

    /// Write JSON in ASCII, with / and all other characters escaped, as PHP's json_encode does
    #[arg(long)]
    pub ascii: bool,

    /// Convert one value per line: JSON as it is, other formats as a JSON string of base64
    #[arg(long)]
    pub lines: bool,
}

/// The format to read, or `auto`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AnyFormat {
    Auto,
    Format(Format),
}

fn format(name: &str) -> Result<Format, String> {
    name.parse().map_err(|error: larder::Error| error.context().to_owned())
}

fn any_format(name: &str) -> Result<AnyFormat, String> {
    if name == "auto" { Ok(AnyFormat::Auto) } else { format(name).map(AnyFormat::Format) }
}

fn level(name: &str) -> Result<Level, String> {
    name.parse().map_err(|error: larder::Error| error.context().to_owned())
}

fn loss(name: &str) -> Result<Loss, String> {
    name.parse().map_err(|error: larder::Error| error.context().to_owned())
}

fn written_format(name: &str) -> Result<Format, String> {
    let format = format(name)?;
    if format.is_written() {
        return Ok(format);
    }
    let names: Vec<_> =
        Format::ALL.into_iter().filter(|format| format.is_written()).map(Format::name).collect();
    Err(format!("{format} can be read but not written; choose one of {}", names.join(", ")))
}

/// Prints help, or what is wrong with the arguments, and ends the command.
pub fn end(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    let mut shown = text.clone();
    for argument in env::args_os() {
        let argument = argument.to_string_lossy();
        for part in [&*argument, argument.split_once('=').map_or("", |(_, value)| value)]
            .into_iter()
            .filter(|part| part.contains("://"))
        {
            shown = shown.replace(part, &without_secrets(part));
        }
    }
    let shown = safe(&shown);
    if !error.use_stderr() || shown == text {
        error.exit();
    }
    // The text has styles of its own, which are lost if an argument has control characters or a
    // password.
    eprint!("{shown}");
    process::exit(USAGE.into())
}

/// Look into a profile, and keep profiles in the Redis that has their values
#[derive(Subcommand)]
#[command(after_help = "Examples:\n  \
    larder profile show users.profile\n  \
    larder profile publish users.profile redis://127.0.0.1:6379/0 --for users\n  \
    larder profile list redis://127.0.0.1:6379/0\n  \
    larder profile retire 4b5a33 redis://127.0.0.1:6379/0 --match 'user:*'")]
pub enum ProfileCommand {
    Show(ProfileShowArgs),
    Publish(ProfilePublishArgs),
    List(ProfileListArgs),
    Current(ProfileCurrentArgs),
    Retire(ProfileRetireArgs),
}

/// Store a profile in Redis, and make it the current one of a name
///
/// Readers that meet a value under the profile fetch it by the id that the value carries. Writers
/// for the name take it within a minute. A profile never changes. Publish an earlier one again to
/// go back to it. If somebody else publishes for the name at the same time, nothing is changed.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    larder profile publish users.profile redis://127.0.0.1:6379/0 --for users\n\n\
    Exit code:\n  \
    0  it is current\n  \
    2  wrong usage, a Redis that cannot be used, or somebody else published meanwhile")]
pub struct ProfilePublishArgs {
    /// The file of the profile
    pub file: PathBuf,

    /// What the profile is for: 1 to 64 of the characters A-Z a-z 0-9 . _ -
    #[arg(long = "for", value_name = "NAME")]
    pub name: Name,

    #[command(flatten)]
    pub redis: RedisArgs,
}

/// List the profiles that a Redis has: names, ids, age, size, and which is current
///
/// It goes over all keys to find the names.
#[derive(Args)]
#[command(after_help = "Example:\n  larder profile list redis://127.0.0.1:6379/0")]
pub struct ProfileListArgs {
    /// Write the list; - writes it to standard output instead of the table
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    #[command(flatten)]
    pub redis: RedisArgs,
}

/// Print the id of the current profile of a name, or write the profile to a file
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    larder profile current redis://127.0.0.1:6379/0 --for users\n  \
    larder profile current redis://127.0.0.1:6379/0 --for users -o users.profile")]
pub struct ProfileCurrentArgs {
    /// What the profile is for
    #[arg(long = "for", value_name = "NAME")]
    pub name: Name,

    /// Write the profile to this file, and replace it if it exists; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub redis: RedisArgs,
}

/// Remove a profile from Redis, if no value needs it any more
///
/// It refuses while the profile is current for a name, or was within two minutes, because writers
/// may still write under it; and while a value is under it. For a name, it does so with all of its
/// profiles but the current one. It reads every value of all keys that may have some: of those that
/// --match names, or of all. Values in another database are not found.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("keys").required(true))]
#[command(after_help = "Examples:\n  \
    larder profile retire 4b5a33 redis://127.0.0.1:6379/0 --match 'user:*'\n  \
    larder profile retire users redis://127.0.0.1:6379/0 --all\n\n\
    Exit code:\n  \
    0    all were retired\n  \
    1    one is still needed, or may be; the output says by what, and what to do\n  \
    2    wrong usage, or a Redis that cannot be used\n  \
    130  interrupted; nothing was removed")]
pub struct ProfileRetireArgs {
    /// The id of a profile, six hexadecimal digits; or a name, for all of its profiles but the
    /// current one
    #[arg(value_name = "ID|NAME")]
    pub subject: String,

    /// Only keys that match this glob have values under the profile
    #[arg(long, value_name = "PATTERN", group = "keys")]
    pub r#match: Option<String>,

    /// Any key may have values under the profile
    #[arg(long, group = "keys")]
    pub all: bool,

    #[command(flatten)]
    pub redis: RedisArgs,
}

/// A Redis, and how to speak TLS with it.
#[derive(Args)]
pub struct RedisArgs {
    /// The Redis: redis://[USER:PASSWORD@]HOST:PORT/DB
    ///
    /// docs/REDIS.md lists the URLs for TLS, Unix sockets, Sentinel and clusters. REDISCLI_AUTH has
    /// the password of a URL without one.
    pub url: String,

    #[command(flatten)]
    pub tls: TlsArgs,
}

/// Print what a profile holds: id, shapes, dictionaries
#[derive(Args)]
pub struct ProfileShowArgs {
    /// The file of the profile
    pub file: PathBuf,

    /// Print all texts of the dictionaries, not only the first of each
    #[arg(long)]
    pub texts: bool,

    /// Write all of it as JSON; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "texts")]
    pub json: Option<PathBuf>,
}

/// A number of seconds, minutes, hours or days.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 90s, 30m, 6h or 1d".to_owned();
    let unit = text.chars().next_back().ok_or_else(wrong)?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        'd' => 86_400,
        _ => return Err(wrong()),
    };
    let number: u32 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    if number == 0 { Err(wrong()) } else { Ok(Duration::from_secs(u64::from(number) * seconds)) }
}

/// How often all codecs are measured.
fn rounds() -> RangedI64ValueParser<u32> {
    value_parser!(u32).range(1..=100)
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("expected a whole number above 0".into()),
    }
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("expected a number of seconds above 0, such as 0.5 or 10".into()),
    }
}

fn positive_number(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("expected a number above 0, such as 5".into()),
    }
}

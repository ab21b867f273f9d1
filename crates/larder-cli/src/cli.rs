//! The command line: one definition of each flag, which `--help` and the parser share.

use std::path::PathBuf;
use std::process;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use larder::format::Format;

use crate::failure::USAGE;
use crate::load::SERIALIZERS;
use crate::terminal::safe;

/// Compare the serializers of a Redis cache on your own values, in real PHP, a real JVM and a real Redis.
#[derive(Parser)]
#[command(name = "larder", version, max_term_width = 110, arg_required_else_help = true)]
#[command(after_help = "Start with:\n  larder compare                  the bundled people, in every runtime found\n  \
    larder compare my.json          your own values\n  larder compare --list           datasets, runtimes and codecs\n  \
    larder articles                 the five published comparisons, rerun here\n  \
    larder load                     a Spring Boot service on Redis under load, with each serializer\n  \
    larder train my.jsonl -o my.profile   learn what your values have in common\n  \
    larder inspect user:7 --redis redis://127.0.0.1:6379   what a key holds, whoever wrote it\n  \
    larder convert --from igbinary --to json < value       a value in another format")]
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
    Inspect(InspectArgs),
    Convert(ConvertArgs),
    #[command(subcommand)]
    Profile(ProfileCommand),
    /// The native runtime's runner, which `compare` starts (see docs/RUNNERS.md)
    #[command(hide = true)]
    Runner {
        verb: String,
    },
}

/// Compare every serializer on your values: bytes, time, CPU, Redis memory, and what is lost
///
/// Each codec first encodes and decodes every value, and the result is compared with the original; only then is it timed.
/// The table marks the best figures, and every figure that the noise does not tell from the best.
#[derive(Args)]
#[command(after_help = "Examples:\n  larder compare session product --runtime php\n  \
    larder compare orders.jsonl --quick --report report.html\n  \
    larder compare 'redis://127.0.0.1:6379/0?match=user:*&sample=500' --json out.json\n  \
    jq -c '.items[]' dump.json | larder compare - --codec igbinary,msgpack\n\n\
    Environment: LARDER_PHP, LARDER_JAVA and LARDER_REDIS_SERVER name other programs than those on PATH, LARDER_HOME the\n\
    checkout whose runners are used; NO_COLOR turns colours off.\n\n\
    Exit code: 0 all rows measured, 1 a row failed, 2 wrong usage, an input that is malformed or has no values, or a Redis that\n\
    cannot be used, 130 interrupted.")]
pub struct CompareArgs {
    /// A bundled dataset, a .json, .jsonl or .ndjson file, a file or folder of raw values, - for standard input, or
    /// redis://HOST:PORT/DB?match=PATTERN&sample=N
    ///
    /// people:500 is 500 values of a bundled dataset. A .json file holds an array of values, or one value; the others hold a value
    /// a line. Any other file, or each file of a folder, is a value in whatever format it is in (see `larder inspect`). From a Redis, values
    /// are read by SCAN, in whatever format: strings, and the elements of hashes, lists, sets, sorted sets and streams. Several inputs give a table each. Without
    /// any, the bundled people are taken.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// List the datasets, runtimes and codecs, with versions, and stop
    #[arg(long, conflicts_with_all = ["inputs", "codec"])]
    pub list: bool,

    /// Only these runtimes
    #[arg(long, value_delimiter = ',', value_name = "php,jvm,native")]
    pub runtime: Vec<RuntimeArg>,

    /// Only these codecs, in every runtime that has them; or all
    ///
    /// By default all are compared but these of the JVM: kryo (not registered), fst, hessian, hprose and fastjson2 (texts). --list marks them.
    #[arg(long, value_delimiter = ',', value_name = "ID,…|all")]
    pub codec: Vec<String>,

    /// Seconds of timing for each codec and operation, after a warm-up [default: 2, quick: 0.6, thorough: 10]
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    pub time: Option<f64>,

    /// Less time: for a first look
    #[arg(long, conflicts_with = "thorough")]
    pub quick: bool,

    /// More time: for figures to decide by
    #[arg(long)]
    pub thorough: bool,

    /// Seconds after which a runner counts as hung [default: by plan and size of the input]
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    pub timeout: Option<f64>,

    /// A profile that values in the Larder format may be under; may be given several times
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// Measure memory in this Redis (keys under a prefix, removed afterwards), not in a private one
    #[arg(long, value_name = "URL")]
    pub redis: Option<String>,

    /// Start no Redis: the memory column is computed from Redis's own allocation rules
    #[arg(long, conflicts_with = "redis")]
    pub no_redis: bool,

    /// Write a report with charts, one HTML file that needs no network
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,

    /// Write everything that was measured, raw samples and the machine included; - is standard output, instead of the tables
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write one line a row; - is standard output, instead of the tables
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RuntimeArg {
    Php,
    Jvm,
    Native,
}

/// Rerun a published comparison with its own loop counts, beside the figures that it printed
///
/// Times of another machine and year cannot be compared with times of this one; ratios can. So each figure stands as a ratio to
/// the article's fastest (or smallest) serializer, there and here. Without NAME, lists the articles.
#[derive(Args)]
pub struct ArticlesArgs {
    /// Which article
    pub name: Option<String>,

    /// The article's own sizes where the default is smaller: 2,000,000 list entries, up to 10,000,000 people
    #[arg(long, requires = "name")]
    pub full: bool,

    /// Write all figures and verdicts; - is standard output, instead of the tables
    #[arg(long, value_name = "FILE", requires = "name")]
    pub json: Option<PathBuf>,
}

/// Load a Spring Boot service on Redis, with each serializer: requests a second, latency, CPU, memory, and the serializer's share
///
/// For each serializer a private Redis and the service are started, warmed up, flushed and reset. Then `/add` stores 100 persons a request and `/check` reads
/// them, compares the md5 of each, and fails if one differs: once with a round trip to Redis for each person, once with a pipeline for all of a request.
/// The round trips hide what a serializer costs; the pipeline shows it. oha sends the requests; everything ends with the command.
#[derive(Args)]
#[command(after_help = "Examples:\n  larder load --report load.html\n  \
    larder load --codec kryo,larder --requests 5000 --concurrency 100\n  \
    larder load --codec fastjson-string,larder --duration 20 --rate 200\n\n\
    It needs the service (`make jvm`), a redis-server, and oha (`scripts/setup load` installs it into target/tools).\n\
    Environment: LARDER_OHA, LARDER_JAVA and LARDER_REDIS_SERVER name other programs, LARDER_HOME the checkout whose service is used.\n\n\
    Exit code: 0 all was measured without an error, 1 a serializer failed or requests did, 2 wrong usage, or something is missing, 130 interrupted.")]
pub struct LoadArgs {
    /// Only these serializers
    #[arg(long, value_delimiter = ',', value_name = "ID,…", value_parser = PossibleValuesParser::new(SERIALIZERS))]
    pub codec: Vec<String>,

    /// Requests to /add, and then to /check: 100 persons each
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = at_least_one, conflicts_with = "duration")]
    pub requests: usize,

    /// Requests at a time, each on a connection of its own
    #[arg(long, value_name = "C", default_value_t = 50, value_parser = at_least_one)]
    pub concurrency: usize,

    /// After each closed loop, a run in which so many requests a second are due, however slow the answers are
    ///
    /// In a closed loop, as ab makes it, the next request waits for an answer: while the service stalls nobody asks, and the stall hardly shows. Here each
    /// latency is taken from the time at which the request was due.
    #[arg(long, value_name = "R", value_parser = positive_rate)]
    pub rate: Option<f64>,

    /// Seconds for each run, in place of a number of requests
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    pub duration: Option<f64>,

    /// Write everything that was measured; - is standard output, instead of the tables
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write a report with charts, one HTML file that needs no network
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
}

/// Learn a profile: what your values have in common need not stand in each of them
///
/// A profile holds the shapes of your values and the texts that come again, and for the small tier a zstd dictionary. It is learned from every second value;
/// the others show what it is worth: bytes, Redis memory after its size classes, and time. A profile that does not pay is not written.
/// A profile never changes. Values carry its id, and only readers that have it can read them: keep it as long as its values.
#[derive(Args)]
#[command(after_help = "Examples:\n  larder train orders.jsonl -o orders.profile\n  \
    larder train 'redis://127.0.0.1:6379/0?match=user:*&sample=5000' -o users.profile --budget fast\n  \
    larder train session:2000 -o /tmp/session.profile && larder profile show /tmp/session.profile\n\n\
    Exit code: 0 written, 2 wrong usage, malformed input, too few values, or a profile that does not pay, 130 interrupted.")]
pub struct TrainArgs {
    /// Values of one kind, as for `larder compare`: a dataset, a file, - or a redis:// URL
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<String>,

    /// Where the profile goes; a file that is there is replaced
    #[arg(short, long, value_name = "NAME.profile")]
    pub output: PathBuf,

    /// fast: shapes and dictionaries. small: compressed texts, too
    #[arg(long, value_enum, default_value = "small")]
    pub budget: Budget,

    /// Take at most so many of the values, evenly spaced
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = at_least_one)]
    pub sample: usize,

    /// A profile that the values may be under, as those of a live cache are; may be given several times
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// The name that a class will be written by; may be given several times
    ///
    /// Java's own serialization and Hessian write full names of classes. The library for the JVM writes the name that a class was registered by, by default its
    /// simple name: so com.acme.Person is learned as Person, unless this says another name.
    #[arg(long, value_name = "CLASS=NAME")]
    pub class: Vec<String>,

    /// Learn no shape or text that comes fewer times: what is rare is often private [default: 4 for fast, 2 for small]
    ///
    /// The small tier's zstd dictionary holds pieces of texts however rare they are.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub min_count: Option<usize>,

    /// The most bytes of your texts in the dictionaries
    #[arg(long, value_name = "BYTES", default_value_t = 65_536)]
    pub dictionary_bytes: usize,

    /// Write the figures; - is standard output, instead of the table
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Budget {
    Fast,
    Small,
}

impl Budget {
    pub fn name(self) -> &'static str {
        match self {
            Budget::Fast => "fast",
            Budget::Small => "small",
        }
    }
}

/// Look into any value: what it is, what it costs, what it holds
///
/// The format is found out from signatures and by reading the value to its last byte, also through gzip, zlib, zstd, lz4 and what phpredis compresses with;
/// what stays ambiguous is said. No class is ever loaded and nothing is executed: classes are names here. A value that is broken is shown as far as it reads,
/// with the bytes around the place.
#[derive(Args)]
#[command(after_help = "Examples:\n  larder inspect value.bin\n  \
    larder inspect user:7 --redis redis://127.0.0.1:6379/0\n  \
    redis-cli --raw get user:7 | head -c -1 | larder inspect -\n  \
    larder inspect user:7 --redis redis://127.0.0.1 --json - | jq .value\n  \
    larder inspect session:9 --redis redis://127.0.0.1 --raw > value.php\n\n\
    Formats: larder, json, msgpack, php, igbinary, hprose, cbor, jdk, hessian, pickle; Kryo, FST, Fory, JSONB and Protostuff are named only.\n\n\
    Exit code: 0 it was read, 1 it is broken or of no known format, 2 wrong usage, or nothing there to read.")]
pub struct InspectArgs {
    /// A file, or - for standard input; with --redis, a key of any type
    #[arg(value_name = "KEY|FILE|-", default_value = "-")]
    pub subject: String,

    /// The Redis that has the key: redis://[USER:PASSWORD@]HOST:PORT/DB
    #[arg(long, value_name = "URL")]
    pub redis: Option<String>,

    /// Read it as this format, whatever it looks like
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub format: Option<Format>,

    /// A profile that values in the Larder format may be under; may be given several times
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// Show so many levels of lists and maps
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = at_least_one)]
    pub depth: usize,

    /// Show so many values of each list and map, and elements of a hash, list, set, sorted set or stream
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = at_least_one)]
    pub items: usize,

    /// Write all that is known as JSON; - is standard output, instead of the text
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write the value's bytes themselves, without their compression, to standard output
    #[arg(long, conflicts_with_all = ["json", "format"])]
    pub raw: bool,
}

/// Convert a value, or many, from one format to another
///
/// What the other format cannot hold is said before it is lost, and then nothing is written; --lossy allows it. Kinds (of the JVM: Long or Integer) are left out
/// with a note alone. With --lines, each line is a value: JSON
/// as it is, other formats as a JSON string of base64 (read with or without its quotes).
#[derive(Args)]
#[command(after_help = "Examples:\n  larder convert --from igbinary --to json < value.bin\n  \
    larder convert --from php --to larder --profile users.profile < value.php > value.larder\n  \
    larder convert --from json --to msgpack --lines < values.jsonl > values.base64.jsonl\n\n\
    Formats: --from any of larder, json, msgpack, php, igbinary, hprose, cbor, jdk, hessian, pickle, or auto; --to any but the last three.\n\n\
    Exit code: 0 all is converted, 1 something would be lost or is broken, 2 wrong usage, 130 interrupted.")]
pub struct ConvertArgs {
    /// The format of what is read; auto finds it out, if there is no doubt
    #[arg(long, value_name = "FORMAT", value_parser = any_format)]
    pub from: AnyFormat,

    /// The format of what is written
    #[arg(long, value_name = "FORMAT", value_parser = written_format)]
    pub to: Format,

    /// Read this file, not standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub input: String,

    /// Write this file, not standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,

    /// A profile for the Larder format: values read may be under it, those written use the first; may be given several times
    #[arg(long, value_name = "FILE")]
    pub profile: Vec<PathBuf>,

    /// Convert although something is lost, and say what
    #[arg(long)]
    pub lossy: bool,

    /// Write JSON in ASCII, with all other characters and / escaped, as PHP's json_encode does
    #[arg(long)]
    pub ascii: bool,

    /// A value a line: JSON as it is, other formats as a JSON string of base64
    #[arg(long)]
    pub lines: bool,
}

/// A format to read, or none named.
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

fn written_format(name: &str) -> Result<Format, String> {
    let format = format(name)?;
    if format.is_written() {
        return Ok(format);
    }
    let names: Vec<_> = Format::ALL.into_iter().filter(|format| format.is_written()).map(Format::name).collect();
    Err(format!("{format} is read, not written; there are {}", names.join(", ")))
}

/// Prints help, or what is wrong with the arguments, and ends the command.
pub fn end(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    if !error.use_stderr() || safe(&text) == text {
        error.exit();
    }
    // It has styles of its own, so an argument that has some costs them.
    eprint!("{}", safe(&text));
    process::exit(USAGE.into())
}

/// Look into a profile
#[derive(Subcommand)]
pub enum ProfileCommand {
    Show(ProfileShowArgs),
}

/// Print what is in a profile: id, shapes, dictionaries
#[derive(Args)]
pub struct ProfileShowArgs {
    pub file: PathBuf,

    /// All texts of the dictionaries, not only the first of each
    #[arg(long)]
    pub texts: bool,

    /// Write all of it; - is standard output
    #[arg(long, value_name = "FILE", conflicts_with = "texts")]
    pub json: Option<PathBuf>,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("wants a whole number above 0".into()),
    }
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("wants a number of seconds above 0, such as 0.5 or 10".into()),
    }
}

fn positive_rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate.is_finite() => Ok(rate),
        _ => Err("wants a number of requests a second above 0, such as 200".into()),
    }
}

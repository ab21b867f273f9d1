//! The command line: one definition of each flag, which `--help` and the parser share.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Compare the serializers of a Redis cache on your own values, in real PHP, a real JVM and a real Redis.
#[derive(Parser)]
#[command(name = "larder", version, max_term_width = 110, arg_required_else_help = true)]
#[command(after_help = "Start with:\n  larder compare                  the bundled people, in every runtime found\n  \
    larder compare my.json          your own values\n  larder compare --list           datasets, runtimes and codecs\n  \
    larder articles                 the five published comparisons, rerun here\n  \
    larder train my.jsonl -o my.profile   learn what your values have in common")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Compare(CompareArgs),
    Articles(ArticlesArgs),
    Train(TrainArgs),
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
    Exit code: 0 all rows measured, 1 a row or the Redis asked for failed, 2 wrong usage or malformed input, 130 interrupted.")]
pub struct CompareArgs {
    /// A bundled dataset, a .json, .jsonl or .ndjson file, - for standard input, or redis://HOST:PORT/DB?match=PATTERN&sample=N
    ///
    /// people:500 is 500 values of a bundled dataset. A .json file holds an array of values, or one value; the others hold a value
    /// a line. From a Redis, string values are read by SCAN, and those in JSON are taken. Several inputs give a table each. Without
    /// any, the bundled people are taken.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<String>,

    /// List the datasets, runtimes and codecs, with versions, and stop
    #[arg(long, conflicts_with_all = ["inputs", "codec"])]
    pub list: bool,

    /// Only these runtimes
    #[arg(long, value_delimiter = ',', value_name = "php,jvm,native")]
    pub runtime: Vec<RuntimeArg>,

    /// Only these codecs, in every runtime that has them
    #[arg(long, value_delimiter = ',', value_name = "ID,…")]
    pub codec: Vec<String>,

    /// Seconds of timing for each codec and operation, after a warm-up [default: 2, quick: 1, thorough: 10]
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

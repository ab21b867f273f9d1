//! What a runner prints: one JSON object per line (docs/RUNNERS.md).

use serde::{Deserialize, Serialize};

/// One line of a runner.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    Runtime(Listing),
    Phase {
        phase: Phase,
    },
    /// The codec does not apply to these values: no row.
    Skipped {
        reason: String,
    },
    Roundtrip {
        result: Roundtrip,
        loss: Option<String>,
    },
    /// The encoded size of each value, in bytes.
    Bytes {
        sizes: Vec<u64>,
    },
    /// Mean ns per value, one number per sample; bytes allocated per operation; whether the JVM's
    /// compiler had finished before.
    Time {
        op: Op,
        ns: Vec<f64>,
        alloc_bytes: Option<f64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        warm: Option<bool>,
    },
    Redis(RedisFigures),
    /// One simple loop of an article.
    Loop {
        op: Op,
        loops: u64,
        seconds: f64,
        memory_bytes: Option<i64>,
    },
    /// `entries` pushed onto one list.
    List {
        entries: u64,
        used_memory: f64,
    },
    /// Rows of Spark, read through Redis.
    Rows {
        way: ReadWay,
        state: CacheState,
        rows: u64,
        seconds: f64,
        /// Of all threads of the JVM.
        cpu_seconds: f64,
    },
    Note {
        text: String,
    },
    Done,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    Load,
    Check,
    Encode,
    Decode,
    Redis,
    List,
    OneGetCold,
    OneGetWarm,
    WindowsCold,
    WindowsWarm,
}

impl Event {
    /// Whether the runner has nothing more to say: it is done, or it has listed its codecs.
    pub fn is_last(&self) -> bool {
        matches!(self, Event::Done | Event::Runtime(_))
    }
}

impl Phase {
    /// Whether the process spends this phase on the codec alone.
    pub fn is_timed(self) -> bool {
        matches!(self, Phase::Encode | Phase::Decode | Phase::WindowsCold | Phase::WindowsWarm)
    }

    pub fn name(self) -> &'static str {
        match self {
            Phase::Load => "load",
            Phase::Check => "check",
            Phase::Encode => "encode",
            Phase::Decode => "decode",
            Phase::Redis => "redis",
            Phase::List => "list",
            Phase::OneGetCold => "one-get-cold",
            Phase::OneGetWarm => "one-get-warm",
            Phase::WindowsCold => "windows-cold",
            Phase::WindowsWarm => "windows-warm",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Roundtrip {
    Exact,
    Lossy,
    Failed,
}

impl Roundtrip {
    pub fn name(self) -> &'static str {
        match self {
            Roundtrip::Exact => "exact",
            Roundtrip::Lossy => "lossy",
            Roundtrip::Failed => "failed",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Op {
    Encode,
    Decode,
}

/// How rows are read through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReadWay {
    OneGet,
    Windows,
}

/// Whether Redis has the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CacheState {
    Cold,
    Warm,
}

/// Bytes of Redis memory, or why they could not be measured.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub struct RedisFigures {
    pub keys: u64,
    pub bytes_per_value: f64,
    pub memory_usage_per_value: Option<f64>,
    pub list_bytes_per_value: Option<f64>,
    pub error: Option<String>,
}

/// A runtime and what it can measure.
#[derive(Debug, Deserialize, Serialize)]
pub struct Listing {
    pub runtime: String,
    pub version: String,
    pub codecs: Vec<ListedCodec>,
}

/// A codec as its runner lists it.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub struct ListedCodec {
    pub id: String,
    pub library: String,
    pub version: Option<String>,
    pub available: bool,
    /// Why it is not available, and how to get it.
    pub why: Option<String>,
    /// Whether it is compared when no codec is named.
    #[serde(default = "yes")]
    pub default: bool,
}

/// Whether the codec of this id is Larder itself, at one of its levels. All others are its rivals.
pub fn is_larder(codec: &str) -> bool {
    codec == "larder" || codec.starts_with("larder-")
}

fn yes() -> bool {
    true
}

impl ListedCodec {
    /// "igbinary 3.2.13"
    pub fn library_and_version(&self) -> String {
        match &self.version {
            Some(version) => format!("{} {version}", self.library),
            None => self.library.clone(),
        }
    }
}

//! What is sent to the service, with each codec.

use serde::Serialize;

use crate::cli::{LoadArgs, SERVICE_CODECS};

/// What the codecs begin with that need a profile.
pub const LARDER_PROFILE: &str = "larder-profile";

/// How a load is made; the same for each codec.
#[derive(Clone, Serialize)]
pub struct LoadPlan {
    pub codecs: Vec<String>,
    /// How often all codecs are measured, one after the other.
    pub rounds: u32,
    pub amount: Amount,
    /// Connections, each with one request at a time.
    pub concurrency: usize,
    /// Requests per second of the runs at a constant rate; none if there are no such runs.
    pub rate: Option<f64>,
    /// One more /check of one codec, in a closed loop with more connections: the article's second
    /// run of Kryo.
    pub crowd: Option<Crowd>,
}

#[derive(Clone, Serialize)]
pub struct Crowd {
    pub codec: String,
    pub concurrency: usize,
}

/// How much one run sends.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Amount {
    Requests(u64),
    Seconds(f64),
}

/// One round trip per person, or one for all persons of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    RoundTrips,
    Pipeline,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Endpoint {
    #[serde(rename = "/add")]
    Add,
    #[serde(rename = "/check")]
    Check,
}

/// When the next request is sent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// As soon as a connection has its answer.
    Closed,
    /// So many per second; latency counts from when a request is due.
    Rate(f64),
}

impl LoadPlan {
    pub fn of(args: &LoadArgs) -> LoadPlan {
        let chosen = |codec: &&&str| {
            args.codec.is_empty() || args.codec.iter().any(|named| named == **codec)
        };
        LoadPlan {
            codecs: SERVICE_CODECS.iter().filter(chosen).map(|codec| (*codec).to_owned()).collect(),
            rounds: args.rounds,
            amount: args.duration.map_or(Amount::Requests(args.requests as u64), Amount::Seconds),
            concurrency: args.concurrency,
            rate: args.rate,
            crowd: None,
        }
    }

    /// The paces of each endpoint and way, in order.
    pub fn paces(&self) -> impl Iterator<Item = Pace> {
        std::iter::once(Pace::Closed).chain(self.rate.map(Pace::Rate))
    }

    /// The connections of this codec's crowded run, if it has one.
    pub fn crowd_of(&self, codec: &str) -> Option<usize> {
        self.crowd.as_ref().filter(|crowd| crowd.codec == codec).map(|crowd| crowd.concurrency)
    }

    /// How many steps of progress a codec has in a round.
    pub fn steps(&self, codec: &str) -> usize {
        let paces = self.paces().count();
        2 + Way::ALL.len() * Endpoint::ALL.len() * paces + self.crowd_of(codec).iter().len()
    }
}

impl Way {
    pub const ALL: [Way; 2] = [Way::RoundTrips, Way::Pipeline];

    pub fn name(self) -> &'static str {
        match self {
            Way::RoundTrips => "100 round trips per request",
            Way::Pipeline => "pipelined, 1 round trip per request",
        }
    }
}

impl Endpoint {
    pub const ALL: [Endpoint; 2] = [Endpoint::Add, Endpoint::Check];

    pub fn name(self) -> &'static str {
        match self {
            Endpoint::Add => "/add",
            Endpoint::Check => "/check",
        }
    }

    pub fn path(self, way: Way) -> String {
        format!("{}{}", self.name(), if way == Way::Pipeline { "?pipeline=true" } else { "" })
    }
}

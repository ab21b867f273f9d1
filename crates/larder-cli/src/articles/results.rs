//! What a rerun measured, before it is compared with what the article published.

use std::collections::BTreeMap;

use serde::Serialize;

use super::article::Figure;

/// What the experiments measured, by experiment, codec and figure; in base units. Codecs have the
/// names that they have in the article.
#[derive(Default)]
pub struct Measurements {
    figures: BTreeMap<(usize, String, Figure), f64>,
    /// Why there is no figure, by experiment and codec.
    pub failures: BTreeMap<(usize, String), String>,
    /// Sentences about figures that the article did not print and that explain those that it did.
    pub evidence: Vec<String>,
    /// Whether one of the failures is a fault, and not something that this machine lacks.
    pub faulty: bool,
}

impl Measurements {
    pub fn record(&mut self, experiment: usize, codec: &str, figure: Figure, value: f64) {
        self.figures.insert((experiment, codec.into(), figure), value);
    }

    pub fn fail(&mut self, experiment: usize, codec: &str, why: String, faulty: bool) {
        self.faulty |= faulty;
        self.failures.insert((experiment, codec.into()), why);
    }

    pub fn figure(&self, experiment: usize, codec: &str, figure: Figure) -> Option<f64> {
        let one = |figure| self.figures.get(&(experiment, codec.to_owned(), figure)).copied();
        match figure {
            Figure::BothTimes => Some(one(Figure::EncodeTime)? + one(Figure::DecodeTime)?),
            other => one(other),
        }
    }
}

/// What the article's Spark job measured.
#[derive(Serialize)]
pub struct ReadThrough {
    pub rows: u64,
    pub lines: Vec<ReadThroughLine>,
    /// Codecs without figures, and why.
    pub failures: Vec<String>,
    /// Whether one of the failures is a fault, and not something that this machine lacks.
    #[serde(skip)]
    pub faulty: bool,
}

/// One codec in the Spark job; rows per second unless said otherwise.
#[derive(Default, Serialize)]
pub struct ReadThroughLine {
    pub codec: String,
    pub one_get_cold: Option<f64>,
    pub one_get_warm: Option<f64>,
    pub windows_cold: Option<f64>,
    pub windows_warm: Option<f64>,
    /// Growth of Redis's used_memory per row, with key and expiry.
    pub redis_bytes: Option<f64>,
    /// CPU time of the JVM per row, in microseconds: windows, warm.
    pub cpu_micros: Option<f64>,
    /// The JVM's percent of all cores: windows.
    pub peak_cpu: Option<f64>,
}

impl ReadThroughLine {
    /// Rows per second in windows, as a multiple of those with one GET per row; both warm.
    pub fn gain(&self) -> Option<f64> {
        Some(self.windows_warm? / self.one_get_warm?)
    }
}

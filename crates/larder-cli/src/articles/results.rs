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
    /// Adds a figure; of two rounds, the better one stays.
    pub fn record(&mut self, experiment: usize, codec: &str, figure: Figure, value: f64) {
        let best = self.figures.entry((experiment, codec.into(), figure)).or_insert(value);
        if figure.order(value, *best).is_lt() {
            *best = value;
        }
    }

    /// Whether a round of this codec failed.
    pub fn has_failed(&self, experiment: usize, codec: &str) -> bool {
        self.failures.contains_key(&(experiment, codec.to_owned()))
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

impl ReadThrough {
    /// Adds what a round of one codec measured.
    pub fn improve(&mut self, line: ReadThroughLine) {
        match self.lines.iter_mut().find(|known| known.codec == line.codec) {
            Some(known) => known.improve(&line),
            None => self.lines.push(line),
        }
    }

    /// Says that a round of this codec failed, and forgets what others measured.
    pub fn fail(&mut self, codec: &str, why: &str) {
        self.faulty = true;
        self.lines.retain(|line| line.codec != codec);
        self.failures.push(format!("{codec}: {why}"));
    }
}

impl ReadThroughLine {
    /// Adds another round: each figure is the better one from then on.
    fn improve(&mut self, again: &ReadThroughLine) {
        let better = |best: &mut Option<f64>, again: Option<f64>, of: fn(f64, f64) -> f64| {
            *best = best.iter().copied().chain(again).reduce(of);
        };
        better(&mut self.one_get_cold, again.one_get_cold, f64::max);
        better(&mut self.one_get_warm, again.one_get_warm, f64::max);
        better(&mut self.windows_cold, again.windows_cold, f64::max);
        better(&mut self.windows_warm, again.windows_warm, f64::max);
        better(&mut self.redis_bytes, again.redis_bytes, f64::min);
        better(&mut self.cpu_micros, again.cpu_micros, f64::min);
        better(&mut self.peak_cpu, again.peak_cpu, f64::min);
    }

    /// Rows per second in windows, as a multiple of those with one GET per row; both warm.
    pub fn gain(&self) -> Option<f64> {
        Some(self.windows_warm? / self.one_get_warm?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_all_rounds_stays() {
        let mut measured = Measurements::default();
        for value in [3.0, 2.0, 4.0] {
            measured.record(0, "a", Figure::EncodeTime, value);
            measured.record(0, "a", Figure::Throughput, value);
        }
        assert_eq!(measured.figure(0, "a", Figure::EncodeTime), Some(2.0));
        assert_eq!(measured.figure(0, "a", Figure::Throughput), Some(4.0));
    }

    #[test]
    fn a_line_of_the_spark_job_has_the_most_rows_and_the_least_memory_and_cpu() {
        let round = |codec: &str, figure| ReadThroughLine {
            codec: codec.into(),
            windows_warm: Some(figure),
            redis_bytes: Some(figure),
            cpu_micros: (figure > 1.0).then_some(figure),
            ..ReadThroughLine::default()
        };
        let mut joined =
            ReadThrough { rows: 1, lines: Vec::new(), failures: Vec::new(), faulty: false };
        for (codec, figure) in [("a", 1.0), ("b", 9.0), ("a", 2.0)] {
            joined.improve(round(codec, figure));
        }
        let [best, other] = &joined.lines[..] else { panic!("a line for each codec") };
        assert_eq!(best.windows_warm, Some(2.0));
        assert_eq!(best.redis_bytes, Some(1.0));
        assert_eq!(best.cpu_micros, Some(2.0), "what one round did not measure, the other did");
        assert_eq!(best.one_get_cold, None);
        assert_eq!(other.windows_warm, Some(9.0));

        joined.fail("a", "no heap");
        assert_eq!(joined.failures, ["a: no heap"]);
        assert_eq!(joined.lines.len(), 1, "a codec that fails once has no figures");
    }
}

//! The sentences below the tables: how far apart the codecs are, by round trips and pipelined, and
//! which share of the time is theirs.

use super::document::{LoadRow, Run};
use super::plan::{Endpoint, Pace, Way};

/// Two rates whose ratio is smaller count as equal: runs of a few seconds are no more precise.
const NOISE: f64 = 1.1;

/// No sentences unless at least two codecs were measured, in so many rounds.
pub fn judge(rows: &[LoadRow], rounds: u32) -> Vec<String> {
    let mut sentences: Vec<String> =
        Way::ALL.into_iter().filter_map(|way| apart(rows, way, rounds)).collect();
    if let [Some(round_trips), Some(pipeline)] = Way::ALL.map(|way| shares(rows, way))
        && !sentences.is_empty()
    {
        sentences.push(format!(
            "The codec's share of a request: {} by round trips, {} pipelined{}",
            range(round_trips),
            range(pipeline),
            if pipeline.1 > round_trips.1 { ": the round trips hide it." } else { "." }
        ));
    }
    sentences
}

/// "Pipelined, larder stores and checks 2.1× as many persons per second as kryo-article, the
/// slowest."
fn apart(rows: &[LoadRow], way: Way, rounds: u32) -> Option<String> {
    let mut rates: Vec<(&str, f64)> = rows
        .iter()
        .filter_map(|row| Some((row.codec.as_str(), persons_per_second(row, way)?)))
        .collect();
    rates.sort_by(|a, b| b.1.total_cmp(&a.1));
    let ((best, max), (worst, min)) = (*rates.first()?, *rates.last()?);
    if rates.len() < 2 {
        return None;
    }
    let how = if way == Way::Pipeline { "Pipelined" } else { "With one round trip per person" };
    let ratio = max / min;
    if ratio < NOISE {
        let percent = (ratio - 1.0) * 100.0;
        return Some(format!(
            "{how}, all answer at the same rate: {best} and {worst} are {percent:.0} % apart, \
             which is within the noise."
        ));
    }
    let (_, share) = shares(&rows[rows.iter().position(|row| row.codec == worst)?..][..1], way)?;
    let explained = 1.0 / (1.0 - share / 100.0);
    Some(format!(
        "{how}, {best} stores and checks {ratio:.1}× as many persons per second as {worst}, the \
         slowest{}",
        if ratio / explained < NOISE {
            ".".to_owned()
        } else {
            format!(
                ", whose codec took {share:.0} % of the time. That explains {explained:.1}×; the \
                 rest is what it allocates and sends, or noise.{}",
                if rounds == 1 { " Measure with --rounds 3 before you decide." } else { "" }
            )
        }
    ))
}

/// Persons stored and then checked; none if one of the two runs is missing or had errors.
fn persons_per_second(row: &LoadRow, way: Way) -> Option<f64> {
    let [add, check] = Endpoint::ALL
        .map(|endpoint| row.run(endpoint, way, Pace::Closed).filter(|run| run.errors == 0));
    Some(1.0 / (1.0 / add?.requests_per_second + 1.0 / check?.requests_per_second))
}

/// The smallest and the largest share of a codec, in percent.
fn shares(rows: &[LoadRow], way: Way) -> Option<(f64, f64)> {
    let runs = rows
        .iter()
        .flat_map(|row| Endpoint::ALL.map(|endpoint| row.run(endpoint, way, Pace::Closed)))
        .flatten();
    let shares: Vec<f64> = runs.map(|run: &Run| run.codec_percent).collect();
    Some((shares.iter().copied().reduce(f64::min)?, shares.iter().copied().reduce(f64::max)?))
}

fn range((min, max): (f64, f64)) -> String {
    format!("{min:.1} to {max:.0} %")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::document::Latency;
    use super::*;

    /// A row with this rate in all four closed loops, and these shares by round trips and
    /// pipelined.
    fn row(codec: &str, rates: [f64; 2], shares: [f64; 2]) -> LoadRow {
        let mut row = LoadRow::new(codec);
        for (at, way) in Way::ALL.into_iter().enumerate() {
            row.runs.extend(Endpoint::ALL.map(|endpoint| Run {
                endpoint,
                way,
                pace: Pace::Closed,
                concurrency: 1,
                requests: 1,
                seconds: 1.0,
                requests_per_second: rates[at],
                latency_ms: Latency { mean: 1.0, p50: 1.0, p90: 1.0, p99: 1.0, max: 1.0 },
                errors: 0,
                error_kinds: BTreeMap::new(),
                service_cpu_percent: 1.0,
                redis_cpu_percent: 1.0,
                service_cpu_ms: 1.0,
                redis_cpu_ms: 1.0,
                codec_percent: shares[at],
            }));
        }
        row
    }

    #[test]
    fn rates_within_the_noise_are_not_ranked_and_others_are() {
        let rows = [row("a", [100.0, 1000.0], [0.5, 2.0]), row("b", [105.0, 400.0], [4.0, 30.0])];
        assert_eq!(
            judge(&rows, 1),
            [
                "With one round trip per person, all answer at the same rate: b and a are 5 % \
                 apart, which is within the noise.",
                "Pipelined, a stores and checks 2.5× as many persons per second as b, the \
                 slowest, whose codec took 30 % of the time. \
                 That explains 1.4×; the rest is what it allocates and sends, or noise. \
                 Measure with --rounds 3 before you decide.",
                "The codec's share of a request: 0.5 to 4 % by round trips, 2.0 to 30 % \
                 pipelined: the round trips hide it.",
            ]
        );
        assert!(judge(&rows, 3)[1].ends_with("and sends, or noise."), "three rounds were made");
    }

    #[test]
    fn a_difference_that_the_share_of_the_slowest_explains_is_left_without_comment() {
        let rows = [row("a", [100.0, 200.0], [1.0, 1.0]), row("b", [100.0, 100.0], [2.0, 50.0])];
        assert_eq!(
            judge(&rows, 1)[1],
            "Pipelined, a stores and checks 2.0× as many persons per second as b, the slowest."
        );
    }

    #[test]
    fn a_pipeline_without_a_larger_share_is_not_said_to_show_one() {
        let rows = [row("a", [100.0; 2], [4.0, 3.0]), row("b", [100.0; 2], [4.0, 3.0])];
        assert!(judge(&rows, 1)[2].ends_with("3.0 to 3 % pipelined."));
    }

    #[test]
    fn one_codec_alone_or_with_errors_is_compared_with_none() {
        let mut rows = [row("a", [100.0; 2], [1.0, 2.0]), row("b", [200.0; 2], [1.0, 2.0])];
        assert!(judge(&rows[..1], 1).is_empty());
        rows[1].runs.iter_mut().for_each(|run| run.errors = 1);
        assert!(judge(&rows, 1).is_empty());
    }
}

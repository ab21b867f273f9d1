//! The sentences under the tables: how far apart the serializers are, by round trips and pipelined, and what share of the time is theirs.

use super::document::{Row, Run};
use super::plan::{Endpoint, Pace, Way};

/// Two rates closer than this are not told apart: one run of some seconds is no better.
const NOISE: f64 = 1.1;

/// None without two serializers that were measured.
pub fn judge(rows: &[Row]) -> Vec<String> {
    let mut sentences: Vec<String> = Way::ALL.into_iter().filter_map(|way| apart(rows, way)).collect();
    if let [Some(round_trips), Some(pipeline)] = Way::ALL.map(|way| shares(rows, way))
        && !sentences.is_empty()
    {
        sentences.push(format!(
            "The serializer's share of a request: {} by round trips, {} pipelined{}",
            range(round_trips),
            range(pipeline),
            if pipeline.1 > round_trips.1 { ": the round trips hide it." } else { "." }
        ));
    }
    sentences
}

/// "Pipelined, larder answers 2.1× as many requests as kryo-article, the slowest."
fn apart(rows: &[Row], way: Way) -> Option<String> {
    let mut rates: Vec<(&str, f64)> =
        rows.iter().filter_map(|row| Some((row.codec.as_str(), persons_per_second(row, way)?))).collect();
    rates.sort_by(|a, b| b.1.total_cmp(&a.1));
    let ((best, most), (worst, least)) = (*rates.first()?, *rates.last()?);
    if rates.len() < 2 {
        return None;
    }
    let how = if way == Way::Pipeline { "Pipelined" } else { "With a round trip a person" };
    let ratio = most / least;
    Some(if ratio < NOISE {
        format!(
            "{how}, all answer alike: {best} and {worst} are {:.0} % apart, which is within the noise.",
            (ratio - 1.0) * 100.0
        )
    } else {
        format!("{how}, {best} stores and checks {ratio:.1}× as many persons a second as {worst}, the slowest.")
    })
}

/// Stored and then checked; none if one of both is missing or had errors.
fn persons_per_second(row: &Row, way: Way) -> Option<f64> {
    let [add, check] = Endpoint::ALL.map(|endpoint| row.run(endpoint, way, Pace::Closed).filter(|run| run.errors == 0));
    Some(1.0 / (1.0 / add?.requests_per_second + 1.0 / check?.requests_per_second))
}

/// The least and the largest share of the serializers, in percent.
fn shares(rows: &[Row], way: Way) -> Option<(f64, f64)> {
    let runs = rows.iter().flat_map(|row| Endpoint::ALL.map(|endpoint| row.run(endpoint, way, Pace::Closed))).flatten();
    let shares: Vec<f64> = runs.map(|run: &Run| run.serializer_percent).collect();
    Some((shares.iter().copied().reduce(f64::min)?, shares.iter().copied().reduce(f64::max)?))
}

fn range((least, most): (f64, f64)) -> String {
    format!("{least:.1} to {most:.0} %")
}

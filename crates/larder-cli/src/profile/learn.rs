//! Reads values, and learns a profile from one half of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;
use larder::format::{AnyDecoder, Format};
use larder::train::{Options, train};
use larder::{Profile, Value};

use super::classes::Classes;
use crate::cli::TrainArgs;
use crate::failure::Usage;
use crate::input::{Input, Original, PEOPLE};
use crate::profiles::Profiles;
use crate::progress::Progress;
use crate::redis::Target;
use crate::runner::{Runtime, Runtimes};
use crate::table::counted;
use crate::terminal::say;

/// With fewer values, one half says nothing about the other.
const MIN_VALUES: usize = 16;

/// What was learned, and the values that were held out.
pub struct Learned {
    pub profile: Arc<Profile>,
    /// From how many values it was learned.
    pub from: usize,
    pub held_out: Vec<Value>,
    /// The mean length of the values that were held out, as JSON.
    pub json_bytes: f64,
    /// Names that classes have in the profile, by those that they have in the values.
    pub classes: BTreeMap<String, String>,
}

/// What values are learned from.
pub fn inputs(args: &TrainArgs) -> Result<Vec<Input>> {
    args.inputs.iter().map(|input| Input::parse(input, &args.tls)).collect()
}

/// The Redis that all values come from, where their profile is published.
pub fn redis<'i>(inputs: &'i [Input], flag: &str) -> Result<&'i Target> {
    match inputs {
        [Input::Redis(source)] => Ok(source.target()),
        _ => Err(Usage(format!(
            "{flag} needs one redis:// URL as its input: the profile is published where the values \
             are. `larder profile publish FILE URL --for NAME` publishes one that was learned \
             elsewhere."
        ))
        .into()),
    }
}

/// Learns from every second value, and holds out the others.
pub fn learn(args: &TrainArgs, inputs: &[Input]) -> Result<Learned> {
    let mut classes = Classes::parse(&args.class)?;
    let lines = sample(read(args, inputs)?, args.sample);
    if lines.len() < MIN_VALUES {
        let counted = counted(lines.len(), "value", "values");
        return Err(Usage(format!(
            "{counted} are too few to learn from: give at least {MIN_VALUES}, and better thousands"
        ))
        .into());
    }
    let mut decoder = AnyDecoder::new(Format::Json);
    let json_bytes = lines.iter().skip(1).step_by(2).map(|(line, _)| line.len()).sum::<usize>()
        as f64
        / (lines.len() / 2) as f64;
    let value = |(line, original): (String, Option<Original>)| match original {
        Some(Original { format, value }) => Ok(classes.rename(value, format)),
        None => Ok(decoder.decode(line.as_bytes())?),
    };
    let values = lines.into_iter().map(value).collect::<Result<Vec<_>>>()?;
    let classes = classes.finish()?;
    let (learned, held_out): (Vec<_>, Vec<_>) =
        values.into_iter().enumerate().partition(|(at, _)| at % 2 == 0);
    let [learned, held_out] = [learned, held_out]
        .map(|half| half.into_iter().map(|(_, value)| value).collect::<Vec<Value>>());
    let defaults = Options::default();
    let options = Options {
        min_count: args.min_count.unwrap_or(defaults.min_count),
        dictionary_bytes: args.dictionary_bytes,
        ..defaults
    };
    let bar = Progress.count("learning", 0);
    let profile = train(&learned, &options).map_err(|error| {
        Usage(format!("no profile can be learned: {}. Nothing was written", error.context()))
    });
    bar.finish_and_clear();
    let profile = profile?;
    let from = learned.len();
    Ok(Learned { profile: Arc::new(profile), from, held_out, json_bytes, classes })
}

/// The values as lines of JSON. Values in other formats come as they are, because they have
/// classes.
fn read(args: &TrainArgs, inputs: &[Input]) -> Result<Vec<(String, Option<Original>)>> {
    let profiles = Profiles::read(&args.profile)?;
    // Only the JVM generates people.
    let people = inputs
        .iter()
        .any(|input| matches!(input, Input::Bundled(bundled, _) if bundled.id == PEOPLE));
    let runtimes = Runtimes::find(if people { &[Runtime::Jvm] } else { &[] })?;
    let mut lines = Vec::new();
    for input in inputs {
        let dataset = input.load(&profiles, &runtimes, &Progress)?;
        if args.watch.is_none() {
            dataset.notes.iter().for_each(|note| say!("{note}"));
        }
        lines.extend(dataset.into_originals());
    }
    Ok(lines)
}

/// At most `max` of the lines, evenly spaced.
fn sample<T>(lines: Vec<T>, max: usize) -> Vec<T> {
    let count = lines.len();
    if count <= max {
        return lines;
    }
    let mut kept = Vec::with_capacity(max);
    for (at, line) in lines.into_iter().enumerate() {
        if at * max / count == kept.len() {
            kept.push(line);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_evenly_spaced_and_has_as_many_as_asked() {
        let lines: Vec<String> = (0..1000).map(|at| at.to_string()).collect();
        let sampled = sample(lines, 10);
        assert_eq!(sampled, ["0", "100", "200", "300", "400", "500", "600", "700", "800", "900"]);
        assert_eq!(sample((0..7).map(|at| at.to_string()).collect(), 5).len(), 5);
    }
}

//! Which figures are best, which codecs are on the Pareto line, and one sentence about both.
//!
//! A difference within the noise does not count: two times whose middle nine tenths overlap rank
//! alike.

use serde::Serialize;

use super::row::{CompareRow, RankedFigure};
use crate::runner::Roundtrip;
use crate::timing::Timing;

/// The sentence about one dataset and runtime.
#[derive(Serialize)]
pub struct CompareVerdict {
    pub dataset: String,
    pub runtime: &'static str,
    pub text: String,
    /// Codecs that no other beats in both size and time, smallest first.
    pub pareto: Vec<String>,
}

/// Marks the rows of one dataset and runtime. Only exact codecs are ranked: a small encoding of a
/// value that has changed is no gain.
pub fn judge(rows: &mut [CompareRow]) -> Option<CompareVerdict> {
    let ranked: Vec<usize> = (0..rows.len())
        .filter(|&at| rows[at].roundtrip == Roundtrip::Exact && complete(&rows[at]))
        .collect();
    let first = rows.get(*ranked.first()?)?;
    let (dataset, runtime) = (first.dataset.clone(), first.runtime);

    let smallest = |figure: fn(&CompareRow) -> Option<f64>| {
        ranked.iter().filter_map(|&at| figure(&rows[at])).reduce(f64::min)
    };
    let (least_bytes, least_redis) = (smallest(bytes), smallest(|row| row.redis_bytes_per_value));
    let fastest = |time: fn(&CompareRow) -> Option<&Timing>| {
        ranked
            .iter()
            .filter_map(|&at| time(&rows[at]))
            .min_by(|a, b| a.median.total_cmp(&b.median))
            .cloned()
    };
    let (fastest_encode, fastest_decode) =
        (fastest(|row| row.encode_ns.as_ref()), fastest(|row| row.decode_ns.as_ref()));
    let line: Vec<usize> = ranked
        .iter()
        .copied()
        .filter(|&at| !ranked.iter().any(|&other| dominates(&rows[other], &rows[at])))
        .collect();

    for &at in &ranked {
        let row = &mut rows[at];
        row.pareto = line.contains(&at);
        let alike = |time: &Option<Timing>, best: &Option<Timing>| {
            time.as_ref().zip(best.as_ref()).is_some_and(|(time, best)| best.p95 >= time.p05)
        };
        row.best = [
            (RankedFigure::Bytes, bytes(row) == least_bytes),
            (RankedFigure::Encode, alike(&row.encode_ns, &fastest_encode)),
            (RankedFigure::Decode, alike(&row.decode_ns, &fastest_decode)),
            // A mean over some thousand keys is accurate to a tenth of a byte.
            (
                RankedFigure::Redis,
                row.redis_bytes_per_value
                    .zip(least_redis)
                    .is_some_and(|(bytes, least)| bytes < least + 0.1),
            ),
        ]
        .into_iter()
        .filter_map(|(figure, best)| best.then_some(figure))
        .collect();
    }

    let mut pareto: Vec<&CompareRow> = line.iter().map(|&at| &rows[at]).collect();
    pareto.sort_by(|a, b| bytes(a).partial_cmp(&bytes(b)).expect("a mean of sizes"));
    let pareto: Vec<String> = pareto.into_iter().map(|row| row.codec.clone()).collect();
    let text = sentence(rows, &ranked, &pareto);
    Some(CompareVerdict { dataset, runtime, text, pareto })
}

fn sentence(rows: &[CompareRow], ranked: &[usize], pareto: &[String]) -> String {
    let best = |figure: RankedFigure| {
        let best = ranked
            .iter()
            .filter(|&&at| rows[at].best.contains(&figure))
            .map(|&at| rows[at].codec.as_str());
        best.collect::<Vec<_>>()
    };
    let praises = [
        (RankedFigure::Bytes, "smallest"),
        (RankedFigure::Encode, "fastest to encode"),
        (RankedFigure::Decode, "fastest to decode"),
    ];
    let mut winners: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (figure, praise) in praises {
        let names = best(figure);
        match winners.iter_mut().find(|(others, _)| *others == names) {
            Some((_, praised)) => praised.push(praise),
            None => winners.push((names, vec![praise])),
        }
    }
    let clause = |(names, praised): &(Vec<&str>, Vec<&str>)| {
        format!(
            "{} {} {}",
            listed(names),
            if names.len() == 1 { "is" } else { "are" },
            listed(praised)
        )
    };
    let choice = match pareto {
        [only] => format!("Pareto-best: {only}, which no other codec beats in size or in time"),
        several => format!("Pareto-best, from the smallest to the fastest: {}", several.join(", ")),
    };
    format!("{}. {choice}.", winners.iter().map(clause).collect::<Vec<_>>().join("; "))
}

/// All of the names, or the first few if there are many.
fn listed(names: &[&str]) -> String {
    const MAX_NAMES: usize = 4;
    match names {
        [] => "none".into(),
        [one] => (*one).into(),
        [first @ .., last] if names.len() <= MAX_NAMES => {
            format!("{} and {last}", first.join(", "))
        }
        _ => format!(
            "{} and {} more",
            names[..MAX_NAMES - 1].join(", "),
            names.len() - (MAX_NAMES - 1)
        ),
    }
}

fn complete(row: &CompareRow) -> bool {
    row.bytes.is_some() && row.encode_ns.is_some() && row.decode_ns.is_some()
}

fn bytes(row: &CompareRow) -> Option<f64> {
    row.bytes.as_ref().map(|bytes| bytes.mean)
}

/// Whether `a` is no worse than `b` in size and in time there and back, and better in one of them.
fn dominates(a: &CompareRow, b: &CompareRow) -> bool {
    let (Some(a_bytes), Some(b_bytes)) = (bytes(a), bytes(b)) else { return false };
    let (Some(a_time), Some(b_time)) = (there_and_back(a), there_and_back(b)) else { return false };
    let faster = a_time.1 < b_time.0;
    let slower = b_time.1 < a_time.0;
    a_bytes <= b_bytes && !slower && (a_bytes < b_bytes || faster)
}

/// The 5th and 95th percentile of encode and decode together.
fn there_and_back(row: &CompareRow) -> Option<(f64, f64)> {
    let (encode, decode) = (row.encode_ns.as_ref()?, row.decode_ns.as_ref()?);
    Some((encode.p05 + decode.p05, encode.p95 + decode.p95))
}

#[cfg(test)]
mod tests {
    use super::super::row::Bytes;
    use super::*;

    fn row(codec: &str, size: u64, encode: [f64; 3], decode: [f64; 3]) -> CompareRow {
        let mut row = CompareRow::new("d", "php", codec, codec.into(), 1);
        row.roundtrip = Roundtrip::Exact;
        row.bytes = Bytes::of(&[size]);
        row.encode_ns = Timing::of(encode.into(), None);
        row.decode_ns = Timing::of(decode.into(), None);
        row.redis_bytes_per_value = Some(size as f64 + 50.0);
        row
    }

    #[test]
    fn the_best_figures_are_marked_and_the_pareto_line_named_from_the_smallest() {
        let mut rows = [
            row("fast", 200, [100.0, 101.0, 102.0], [100.0, 101.0, 102.0]),
            row("small", 100, [200.0, 201.0, 202.0], [300.0, 301.0, 302.0]),
            row("bad", 210, [400.0, 401.0, 402.0], [400.0, 401.0, 402.0]),
        ];
        let verdict = judge(&mut rows).unwrap();
        assert_eq!(rows[0].best, [RankedFigure::Encode, RankedFigure::Decode]);
        assert_eq!(rows[1].best, [RankedFigure::Bytes, RankedFigure::Redis]);
        assert!(rows[2].best.is_empty() && !rows[2].pareto);
        assert_eq!(verdict.pareto, ["small", "fast"]);
        assert!(verdict.text.starts_with(
            "small is smallest; fast is fastest to encode and fastest to decode. Pareto-best, "
        ));
    }

    #[test]
    fn times_within_the_noise_of_the_best_rank_alike() {
        let mut rows = [
            row("a", 100, [90.0, 100.0, 110.0], [10.0, 10.0, 10.0]),
            row("b", 100, [105.0, 115.0, 125.0], [20.0, 20.0, 20.0]),
        ];
        judge(&mut rows);
        assert_eq!(
            rows[0].best,
            [RankedFigure::Bytes, RankedFigure::Encode, RankedFigure::Decode, RankedFigure::Redis]
        );
        assert_eq!(rows[1].best, [RankedFigure::Bytes, RankedFigure::Encode, RankedFigure::Redis]);
    }

    #[test]
    fn a_lossy_codec_is_not_ranked() {
        let mut rows =
            [row("lossy", 1, [1.0; 3], [1.0; 3]), row("exact", 100, [100.0; 3], [100.0; 3])];
        rows[0].roundtrip = Roundtrip::Lossy;
        assert_eq!(judge(&mut rows).unwrap().pareto, ["exact"]);
        assert!(rows[0].best.is_empty());
    }

    #[test]
    fn many_names_are_cut() {
        assert_eq!(listed(&["a", "b"]), "a and b");
        assert_eq!(listed(&["a", "b", "c", "d"]), "a, b, c and d");
        assert_eq!(listed(&["a", "b", "c", "d", "e"]), "a, b, c and 2 more");
    }

    #[test]
    fn without_an_exact_codec_there_is_no_verdict() {
        let mut rows = [CompareRow::new("d", "php", "json", "json".into(), 1)];
        assert!(judge(&mut rows).is_none());
        assert!(judge(&mut []).is_none());
    }
}

//! Which rivals Larder beats: at some level it is smaller, and no slower either way.

use std::collections::BTreeMap;

use super::row::{CompareRow, Nearest, RankedFigure};
use crate::runner::{Roundtrip, is_larder};
use crate::timing::Timing;

/// What noise may excuse: a median so many times as long as the other.
const MAX_NOISE: f64 = 1.1;

/// Marks the rivals among the rows of one dataset and runtime, lossy ones too. Where several levels
/// beat a rival, the first one counts. Only levels whose round trip is exact are considered, and
/// only rows with all three figures.
pub fn judge(rows: &mut [CompareRow]) {
    for at in 0..rows.len() {
        if is_larder(&rows[at].codec) {
            continue;
        }
        let rivalled: Vec<Nearest> = rows
            .iter()
            .filter(|row| is_larder(&row.codec) && row.roundtrip == Roundtrip::Exact)
            .filter_map(|row| {
                Some(Nearest { codec: row.codec.clone(), misses: misses(row, &rows[at])? })
            })
            .collect();
        let winner = rivalled.iter().find(|level| level.misses.is_empty());
        rows[at].dominated_by = winner.map(|level| level.codec.clone());
        if winner.is_none() {
            rows[at].nearest = rivalled.into_iter().min_by(|a, b| worst(a).total_cmp(&worst(b)));
        }
    }
}

/// The figure that is missed most.
fn worst(level: &Nearest) -> f64 {
    level.misses.values().copied().fold(0.0, f64::max)
}

/// The figures in which `row` does not beat `rival`; none if one of them lacks a figure.
fn misses(row: &CompareRow, rival: &CompareRow) -> Option<BTreeMap<RankedFigure, f64>> {
    let mut misses = BTreeMap::new();
    let (size, rival_size) = (row.bytes.as_ref()?.mean, rival.bytes.as_ref()?.mean);
    if size >= rival_size {
        misses.insert(RankedFigure::Bytes, size / rival_size);
    }
    for (figure, time, rival_time) in [
        (RankedFigure::Encode, &row.encode_ns, &rival.encode_ns),
        (RankedFigure::Decode, &row.decode_ns, &rival.decode_ns),
    ] {
        let (time, rival_time) = (time.as_ref()?, rival_time.as_ref()?);
        if slower(time, rival_time) {
            misses.insert(figure, time.median / rival_time.median);
        }
    }
    Some(misses)
}

/// Whether a time is longer than another, beyond the noise: more than a tenth longer, or so much
/// longer that the middle nine tenths of the two do not overlap.
fn slower(time: &Timing, other: &Timing) -> bool {
    time.median > other.median && (time.median > other.median * MAX_NOISE || time.p05 > other.p95)
}

/// Lines for the terminal: whom each level beats, then each rival that none beats. No lines without
/// a rival or a level of Larder.
pub fn lines(rows: &[CompareRow]) -> Vec<String> {
    let mut beaten: Vec<(&str, Vec<String>)> = Vec::new();
    for row in rows {
        let Some(level) = row.dominated_by.as_deref() else { continue };
        match beaten.iter_mut().find(|(other, _)| *other == level) {
            Some((_, rivals)) => rivals.push(name(row)),
            None => beaten.push((level, vec![name(row)])),
        }
    }
    let beaten = beaten
        .into_iter()
        .map(|(level, rivals)| format!("Beaten by {level}: {}", rivals.join(", ")));
    let unbeaten = rows.iter().filter_map(|row| {
        let nearest = row.nearest.as_ref()?;
        Some(format!("Not beaten: {}; {}", name(row), in_words(nearest)))
    });
    beaten.chain(unbeaten).collect()
}

/// A rival; marked as in the table if its times were taken too early.
fn name(row: &CompareRow) -> String {
    let mut times = row.encode_ns.iter().chain(&row.decode_ns);
    let cold = times.any(|timing| timing.warm == Some(false));
    format!("{}{}", row.codec, if cold { " !" } else { "" })
}

/// "larder-fast takes 1.16× the encode time, 1.05× the decode time"
pub fn in_words(nearest: &Nearest) -> String {
    let misses: Vec<String> = nearest
        .misses
        .iter()
        .map(|(figure, ratio)| {
            let of = match figure {
                RankedFigure::Encode => "encode time",
                RankedFigure::Decode => "decode time",
                RankedFigure::Bytes | RankedFigure::Redis => "bytes",
            };
            format!("{ratio:.2}× the {of}")
        })
        .collect();
    format!("{} takes {}", nearest.codec, misses.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::row::Bytes;
    use super::*;

    /// Times are given as 5th percentile, median and 95th percentile.
    fn row(codec: &str, size: u64, encode: [f64; 3], decode: [f64; 3]) -> CompareRow {
        let timing = |[p05, median, p95]: [f64; 3]| {
            Some(Timing { median, p05, p95, samples: vec![median], warm: None })
        };
        let mut row = CompareRow::new("d", "php", codec, codec.into(), 1);
        row.roundtrip = Roundtrip::Exact;
        row.bytes = Bytes::of(&[size]);
        row.encode_ns = timing(encode);
        row.decode_ns = timing(decode);
        row
    }

    fn quiet(time: f64) -> [f64; 3] {
        [time * 0.99, time, time * 1.01]
    }

    fn judged(mut rows: Vec<CompareRow>) -> Vec<CompareRow> {
        judge(&mut rows);
        rows
    }

    fn misses(row: &CompareRow) -> Vec<(RankedFigure, f64)> {
        row.nearest
            .as_ref()
            .unwrap()
            .misses
            .iter()
            .map(|(&figure, &ratio)| (figure, ratio))
            .collect()
    }

    #[test]
    fn a_level_beats_a_rival_in_all_three_figures_or_not_at_all() {
        let rows = judged(vec![
            row("msgpack", 200, quiet(100.0), quiet(100.0)),
            row("larder-fast", 150, quiet(90.0), quiet(90.0)),
            row("larder", 100, quiet(200.0), quiet(90.0)),
        ]);
        assert_eq!(rows[0].dominated_by.as_deref(), Some("larder-fast"));
        assert!(rows.iter().all(|row| row.nearest.is_none()));
        assert!(rows[1..].iter().all(|row| row.dominated_by.is_none()), "they are no rivals");
        assert_eq!(lines(&rows), ["Beaten by larder-fast: msgpack"]);
    }

    #[test]
    fn the_first_level_that_beats_a_rival_is_named() {
        let rows = judged(vec![
            row("json", 300, quiet(300.0), quiet(300.0)),
            row("larder", 200, quiet(100.0), quiet(100.0)),
            row("larder-profile", 100, quiet(90.0), quiet(90.0)),
        ]);
        assert_eq!(rows[0].dominated_by.as_deref(), Some("larder"));
    }

    #[test]
    fn of_a_rival_that_is_not_beaten_the_nearest_level_and_what_it_misses_are_named() {
        let rows = judged(vec![
            row("igbinary", 100, quiet(100.0), quiet(100.0)),
            row("larder-fast", 150, quiet(80.0), quiet(80.0)),
            row("larder", 90, quiet(125.0), quiet(120.0)),
            row("larder-small", 50, quiet(400.0), quiet(80.0)),
        ]);
        assert_eq!(rows[0].dominated_by, None);
        assert_eq!(rows[0].nearest.as_ref().unwrap().codec, "larder");
        assert_eq!(misses(&rows[0]), [(RankedFigure::Encode, 1.25), (RankedFigure::Decode, 1.2)]);
        assert_eq!(
            lines(&rows),
            ["Not beaten: igbinary; larder takes 1.25× the encode time, 1.20× the decode time"]
        );
    }

    #[test]
    fn an_equal_size_is_not_smaller() {
        let rows = judged(vec![
            row("cbor", 100, quiet(100.0), quiet(100.0)),
            row("larder", 100, quiet(50.0), quiet(50.0)),
        ]);
        assert_eq!(misses(&rows[0]), [(RankedFigure::Bytes, 1.0)]);
    }

    #[test]
    fn noise_excuses_a_tenth_where_the_times_overlap() {
        let beaten = |encode: [f64; 3]| {
            let rows = judged(vec![
                row("cbor", 100, [95.0, 100.0, 105.0], quiet(100.0)),
                row("larder", 90, encode, quiet(100.0)),
            ]);
            rows[0].dominated_by.is_some()
        };
        assert!(beaten([104.0, 108.0, 112.0]), "within the noise");
        assert!(!beaten([106.0, 108.0, 110.0]), "slower, and both were measured well");
        assert!(!beaten([60.0, 111.0, 200.0]), "noise excuses no more than a tenth");
        assert!(beaten([60.0, 99.0, 200.0]), "a shorter median needs no excuse");
    }

    #[test]
    fn a_lossy_rival_is_judged_and_a_lossy_level_beats_nobody() {
        let mut lossy = row("json", 300, quiet(300.0), quiet(300.0));
        lossy.roundtrip = Roundtrip::Lossy;
        let rows = judged(vec![lossy, row("larder", 100, quiet(100.0), quiet(100.0))]);
        assert_eq!(rows[0].dominated_by.as_deref(), Some("larder"));

        let mut level = row("larder", 100, quiet(100.0), quiet(100.0));
        level.roundtrip = Roundtrip::Lossy;
        let rows = judged(vec![row("json", 300, quiet(300.0), quiet(300.0)), level]);
        assert!(rows[0].dominated_by.is_none() && rows[0].nearest.is_none());
    }

    #[test]
    fn what_was_not_measured_is_not_judged() {
        let mut untimed = row("kryo", 300, quiet(300.0), quiet(300.0));
        untimed.decode_ns = None;
        let rows = judged(vec![
            untimed,
            CompareRow::new("d", "jvm", "fory", String::new(), 1),
            row("larder", 100, quiet(100.0), quiet(100.0)),
        ]);
        assert!(rows.iter().all(|row| row.dominated_by.is_none() && row.nearest.is_none()));
        assert!(lines(&rows).is_empty());
        assert!(lines(&judged(vec![row("json", 1, quiet(1.0), quiet(1.0))])).is_empty());
    }

    #[test]
    fn a_rival_that_was_timed_too_early_is_marked() {
        let mut cold = row("jdk", 300, quiet(300.0), quiet(300.0));
        cold.encode_ns.as_mut().unwrap().warm = Some(false);
        let rows = judged(vec![cold, row("larder", 100, quiet(100.0), quiet(100.0))]);
        assert_eq!(lines(&rows), ["Beaten by larder: jdk !"]);
    }
}

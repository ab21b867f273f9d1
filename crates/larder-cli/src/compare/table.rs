//! The terminal table of one dataset and runtime.

use std::io::{self, Write};

use comfy_table::{Attribute, Cell, Color, Table};

use super::document::DatasetSummary;
use super::dominance;
use super::row::{CompareRow, RankedFigure};
use super::verdict::CompareVerdict;
use crate::runner::Roundtrip;
use crate::table::{counted, number, table, wrapped};
use crate::terminal::{Out, safe};
use crate::timing::Timing;

/// Writes heading, table, notes and verdict.
pub fn write(
    out: &mut Out,
    dataset: &DatasetSummary,
    runtime: &str,
    rows: &[CompareRow],
    verdict: Option<&CompareVerdict>,
) -> io::Result<()> {
    let mut heading =
        format!("{} · {runtime} · {}", dataset.id, counted(dataset.values, "value", "values"));
    if dataset.values > 0 {
        heading += &format!(" of {} as JSON", size(dataset.json_bytes_mean));
    }
    if dataset.distinct < dataset.values {
        heading += &format!(", {} distinct", dataset.distinct);
    }
    writeln!(out, "\n{heading}")?;
    if !rows.is_empty() {
        out.table(&body(rows))?;
    }
    for note in notes(dataset, rows) {
        writeln!(out, "{}", wrapped(&note, "  "))?;
    }
    if let Some(verdict) = verdict {
        writeln!(out, "{}", wrapped(&verdict.text, "  "))?;
    }
    for line in dominance::lines(rows) {
        writeln!(out, "{}", wrapped(&line, "  "))?;
    }
    Ok(())
}

/// What the marks mean; printed once, after the last table.
pub fn legend(rounds: u32) -> String {
    let of_rounds = match rounds {
        1 => String::new(),
        _ => format!(", in the fastest of {rounds} rounds"),
    };
    format!(
        "* best, or within the noise of the best (5th to 95th percentile) · ns: median per value \
         ± spread{of_rounds} · \
         p50/p99, alloc: bytes · CPU: percent of one core, over 0.2 s · \
         Redis: bytes of memory per value, under its own key / in a list · ~ estimated · \
         ! timed while the JVM was still compiling · \
         beaten: smaller, and no slower either way but for noise of up to a tenth"
    )
}

/// A warning about noisy times, and what to do about them.
pub fn noise_warning(rows: &[CompareRow]) -> Option<String> {
    const MAX_PERCENT: f64 = 25.0;
    let timings: Vec<&Timing> =
        rows.iter().flat_map(|row| row.encode_ns.iter().chain(&row.decode_ns)).collect();
    let noisy = timings.iter().filter(|timing| timing.spread_percent() > MAX_PERCENT).count();
    (noisy > 0).then(|| {
        format!(
            "Noise: {noisy} of {} times spread by more than ±{MAX_PERCENT:.0} %. Stop other \
             programs on this machine, or measure longer with --thorough.",
            timings.len()
        )
    })
}

/// A warning about times that were taken too early, and what to do about them.
pub fn cold_warning(rows: &[CompareRow]) -> Option<String> {
    let timings = rows.iter().flat_map(|row| row.encode_ns.iter().chain(&row.decode_ns));
    let cold = timings.filter(|timing| timing.warm == Some(false)).count();
    (cold > 0).then(|| {
        format!(
            "Not warm: {} taken while the JVM was still compiling the codec (!), so the codec is \
             faster than shown. \
            Stop other programs on this machine, or measure longer with --thorough.",
            if cold == 1 { "1 time was".to_owned() } else { format!("{cold} times were") }
        )
    })
}

fn body(rows: &[CompareRow]) -> Table {
    let heads = [
        "codec",
        "round trip",
        "bytes",
        "p50/p99",
        "encode ns",
        "decode ns",
        "alloc enc/dec",
        "CPU % peak/mean",
        "Redis B key/list",
    ];
    let mut table = table(&heads.map(str::to_owned), 2);
    for row in rows {
        table.add_row(cells(row));
    }
    table
}

fn cells(row: &CompareRow) -> Vec<Cell> {
    let roundtrip = match row.roundtrip {
        Roundtrip::Exact => Cell::new("exact"),
        Roundtrip::Lossy => Cell::new("lossy").fg(Color::Yellow),
        Roundtrip::Failed => Cell::new("failed").fg(Color::Red),
    };
    let figure = |figure: RankedFigure, text: Option<String>| {
        let best = row.best.contains(&figure);
        let text = text.map_or_else(|| "–".to_owned(), |text| text + if best { " *" } else { "" });
        let cell = Cell::new(text);
        if best { cell.fg(Color::Green).add_attribute(Attribute::Bold) } else { cell }
    };
    let plain = |text: Option<String>| Cell::new(text.unwrap_or_else(|| "–".into()));
    let both = |a: Option<f64>, b: Option<f64>| {
        a.zip(b).map(|(a, b)| format!("{} / {}", number(a), number(b)))
    };
    let estimated = if row.redis_estimated { "~" } else { "" };
    let redis = row.redis_bytes_per_value.map(|key| {
        let list = row.redis_list_bytes_per_value.map_or_else(|| "–".into(), number);
        format!("{estimated}{} / {list}", number(key))
    });
    vec![
        Cell::new(safe(&row.codec)),
        roundtrip,
        figure(RankedFigure::Bytes, row.bytes.as_ref().map(|bytes| number(bytes.mean))),
        plain(
            row.bytes
                .as_ref()
                .map(|bytes| format!("{} / {}", number(bytes.p50), number(bytes.p99))),
        ),
        figure(RankedFigure::Encode, row.encode_ns.as_ref().map(time)),
        figure(RankedFigure::Decode, row.decode_ns.as_ref().map(time)),
        plain(both(row.encode_alloc_bytes, row.decode_alloc_bytes)),
        plain(
            row.cpu_peak_percent
                .zip(row.cpu_mean_percent)
                .map(|(peak, mean)| format!("{peak:.0} / {mean:.0}")),
        ),
        figure(RankedFigure::Redis, redis),
    ]
}

/// The first lines of what a runner said; `--json` has all of it.
fn brief(text: &str) -> String {
    const LINES: usize = 3;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let brief = lines.by_ref().take(LINES).collect::<Vec<_>>().join(" ");
    if lines.next().is_some() { brief + " …" } else { brief }
}

/// The notes on the dataset, then losses, failures and the runners' notes, each once.
fn notes(dataset: &DatasetSummary, rows: &[CompareRow]) -> Vec<String> {
    let mut said: Vec<(String, Vec<&str>)> = Vec::new();
    for note in &dataset.notes {
        said.push((note.clone(), Vec::new()));
    }
    for row in rows {
        let loss = row.loss.iter().map(|loss| format!("loses: {loss}"));
        let error = row.error.iter().map(|error| format!("failed: {}", brief(error)));
        for text in loss.chain(error).chain(row.notes.iter().cloned()) {
            match said.iter_mut().find(|(other, _)| *other == text) {
                Some((_, codecs)) => codecs.push(&row.codec),
                None => said.push((text, vec![&row.codec])),
            }
        }
    }
    let of = |codecs: &[&str]| match codecs {
        [] => String::new(),
        all if all.len() == rows.len() && all.len() > 1 => "all: ".into(),
        some => format!("{}: ", some.join(", ")),
    };
    said.iter().map(|(text, codecs)| of(codecs) + text).collect()
}

fn time(timing: &Timing) -> String {
    let cold = if timing.warm == Some(false) { " !" } else { "" };
    format!("{} ±{:.0}%{cold}", number(timing.median), timing.spread_percent())
}

/// Bytes for people.
fn size(bytes: f64) -> String {
    match bytes {
        ..10_000.0 => format!("{} B", number(bytes.round())),
        ..1e6 => format!("{} KB", number((bytes / 1e3).round())),
        _ => format!("{:.1} MB", bytes / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_in_a_readable_unit() {
        assert_eq!([278.2, 46_193.0, 50e6].map(size), ["278 B", "46 KB", "50.0 MB"]);
    }

    #[test]
    fn noisy_times_are_counted_and_quiet_ones_give_no_warning() {
        let mut row = CompareRow::new("d", "php", "a", String::new(), 1);
        row.encode_ns = Timing::of(vec![100.0, 101.0, 102.0], None);
        assert_eq!(noise_warning(std::slice::from_ref(&row)), None);
        row.decode_ns = Timing::of(vec![100.0, 200.0, 300.0], None);
        assert!(noise_warning(&[row]).unwrap().starts_with("Noise: 1 of 2 times"));
    }

    #[test]
    fn a_time_that_was_taken_too_early_is_marked_and_gives_a_warning() {
        let mut row = CompareRow::new("d", "jvm", "a", String::new(), 1);
        row.encode_ns = Timing::of(vec![100.0], Some(true));
        assert_eq!(time(row.encode_ns.as_ref().unwrap()), "100 ±0%");
        assert_eq!(cold_warning(std::slice::from_ref(&row)), None);
        row.decode_ns = Timing::of(vec![100.0], Some(false));
        assert_eq!(time(row.decode_ns.as_ref().unwrap()), "100 ±0% !");
        assert!(cold_warning(&[row]).unwrap().starts_with("Not warm: 1 time was taken"));
    }

    #[test]
    fn a_long_failure_is_cut_in_the_table() {
        assert_eq!(brief("died, saying: \nOne\n\n  at two\nthree"), "died, saying: One at two …");
        assert_eq!(brief("died"), "died");
    }

    #[test]
    fn a_note_of_all_rows_is_said_once() {
        let dataset = DatasetSummary {
            id: "d".into(),
            about: String::new(),
            values: 1,
            distinct: 1,
            json_bytes_mean: 1.0,
            notes: vec!["odd".into()],
        };
        let mut rows =
            ["a", "b", "c"].map(|codec| CompareRow::new("d", "php", codec, String::new(), 1));
        rows.iter_mut().for_each(|row| row.notes.push("same".into()));
        rows[1].loss = Some("float became int".into());
        assert_eq!(notes(&dataset, &rows), ["odd", "all: same", "b: loses: float became int"]);
    }
}

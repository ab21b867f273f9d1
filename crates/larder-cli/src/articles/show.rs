//! The terminal tables of `larder articles`.

use std::io::{self, Write};

use super::article::{Article, Figure};
use super::outcome::{FigureRow, Group, Outcome};
use super::results::ReadThrough;
use crate::table::{self, number, wrapped};
use crate::terminal::Out;

const RATIOS: &str = "Times of another machine cannot be compared with times here, but ratios can. \
                      × is the ratio to the article's best, there and here.";

/// One line per article.
pub fn list(out: &mut Out, articles: &[Article]) -> io::Result<()> {
    for article in articles {
        writeln!(out, "{:<20} {}", article.id, article.title)?;
    }
    writeln!(out, "\nRerun one with `larder articles NAME`.")
}

pub fn outcome(out: &mut Out, outcome: &Outcome) -> io::Result<()> {
    writeln!(out, "{} · {}", outcome.article, outcome.title)?;
    let mut left_out = Vec::new();
    for groups in outcome.groups.chunk_by(|a, b| a.environment == b.environment && a.case == b.case)
    {
        if outcome.left_out.contains(&groups[0].case) {
            left_out.push(groups[0].case.as_str());
            continue;
        }
        writeln!(out, "\n{} · there: {}", groups[0].case, groups[0].environment)?;
        out.table(&table(groups))?;
    }
    left_out.dedup();
    if !left_out.is_empty() {
        let left_out = format!("Larger cases, with --full: {}", left_out.join(", "));
        writeln!(out, "\n{}", wrapped(&left_out, ""))?;
    }
    if let Some(joined) = &outcome.read_through {
        read_through(out, joined)?;
    }
    if !outcome.conclusions.is_empty() {
        writeln!(out, "\nDo its conclusions still hold?")?;
    }
    for verdict in &outcome.conclusions {
        let holds = match verdict.holds {
            Some(true) => "holds",
            Some(false) => "fails",
            None => "not measured",
        };
        let measured = match verdict.measured.as_str() {
            "" => String::new(),
            measured => format!(": {measured}"),
        };
        writeln!(out, "{}", wrapped(&format!("{holds:<12} {}{measured}", verdict.says), "  "))?;
    }
    if !outcome.evidence.is_empty() {
        writeln!(out, "\nWhy")?;
    }
    for line in &outcome.evidence {
        writeln!(out, "{}", wrapped(line, "  "))?;
    }
    if !outcome.failures.is_empty() {
        writeln!(out, "\nNot measured")?;
    }
    for failure in &outcome.failures {
        writeln!(out, "{}", wrapped(failure, "  "))?;
    }
    writeln!(out, "\n{}", wrapped(RATIOS, ""))?;
    if outcome.rounds > 1 {
        let rounds = format!(
            "All codecs were measured in turn, {} times; each figure here is the best of them.",
            outcome.rounds
        );
        writeln!(out, "{}", wrapped(&rounds, ""))?;
    }
    for note in &outcome.notes {
        writeln!(out, "{}", wrapped(note, ""))?;
    }
    Ok(())
}

fn read_through(out: &mut Out, joined: &ReadThrough) -> io::Result<()> {
    let rows = number(joined.rows as f64);
    writeln!(
        out,
        "\nIts Spark job: {rows} rows in local[2], joined with people from a database through \
         Redis, in rows/s"
    )?;
    let heads = [
        "codec",
        "one GET per row, cold",
        "warm",
        "windows, cold",
        "warm",
        "warm, × one GET",
        "Redis memory per row",
        "CPU per row, warm",
        "peak CPU",
    ];
    let mut table = table::table(&heads.map(str::to_owned), 1);
    let shown = |figure: Option<f64>, unit: &str| {
        figure.map_or_else(|| "–".into(), |figure| format!("{}{unit}", number(figure)))
    };
    for line in &joined.lines {
        table.add_row([
            line.codec.clone(),
            shown(line.one_get_cold, ""),
            shown(line.one_get_warm, ""),
            shown(line.windows_cold, ""),
            shown(line.windows_warm, ""),
            shown(line.gain(), "×"),
            shown(line.redis_bytes, " B"),
            shown(line.cpu_micros, " µs"),
            shown(line.peak_cpu, " %"),
        ]);
    }
    out.table(&table)?;
    for failure in &joined.failures {
        writeln!(out, "  not measured: {failure}")?;
    }
    Ok(())
}

fn table(groups: &[Group]) -> comfy_table::Table {
    let heads = groups.iter().flat_map(|group| {
        let name = name(group.figure);
        [format!("{name} there"), format!("{name} here")]
    });
    let heads: Vec<String> = std::iter::once("codec".to_owned()).chain(heads).collect();
    let mut table = table::table(&heads, 1);
    let mut codecs: Vec<&str> = Vec::new();
    for row in groups.iter().flat_map(|group| &group.rows) {
        if !codecs.contains(&row.codec.as_str()) {
            codecs.push(&row.codec);
        }
    }
    for codec in codecs {
        let cells = groups.iter().flat_map(|group| {
            match group.rows.iter().find(|row| row.codec == codec) {
                Some(row) => [there(group.figure, row), here(group.figure, row)],
                None => ["–".into(), "–".into()],
            }
        });
        table.add_row(std::iter::once(codec.to_owned()).chain(cells));
    }
    table
}

fn there(figure: Figure, row: &FigureRow) -> String {
    let published = row.published.zip(row.published_ratio);
    published.map_or_else(
        || "–".into(),
        |(published, ratio)| format!("{} {ratio:.2}×", value(figure, published)),
    )
}

fn here(figure: Figure, row: &FigureRow) -> String {
    match (row.measured, row.measured_ratio) {
        (Some(measured), Some(ratio)) => format!("{} {ratio:.2}×", value(figure, measured)),
        (Some(measured), None) => value(figure, measured),
        _ => "–".into(),
    }
}

fn name(figure: Figure) -> &'static str {
    match figure {
        Figure::Bytes => "bytes",
        Figure::EncodeTime => "encode",
        Figure::DecodeTime => "decode",
        Figure::BothTimes => "both",
        Figure::PeakCpu => "peak CPU",
        Figure::UsedMemory => "used memory",
        Figure::Throughput => "throughput",
        Figure::Latency => "latency",
    }
}

fn value(figure: Figure, value: f64) -> String {
    match figure {
        Figure::Bytes => format!("{} B", number(value)),
        Figure::EncodeTime | Figure::DecodeTime | Figure::BothTimes | Figure::Latency
            if value < 10.0 =>
        {
            format!("{} ms", number(value * 1e3))
        }
        Figure::EncodeTime | Figure::DecodeTime | Figure::BothTimes | Figure::Latency => {
            format!("{} s", number(value))
        }
        Figure::PeakCpu => format!("{} %", number(value)),
        Figure::UsedMemory if value >= 1e9 => format!("{} GB", number(value / 1e9)),
        Figure::UsedMemory => format!("{} MB", number(value / 1e6)),
        Figure::Throughput => format!("{} req/s", number(value)),
    }
}

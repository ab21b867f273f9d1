//! Writes a comparison as JSON, CSV and HTML.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use anyhow::Result;

use super::document::CompareDocument;
use super::dominance::in_words;
use super::row::CompareRow;
use crate::cli::CompareArgs;
use crate::failure::Usage;
use crate::terminal::say;
use crate::timing::Timing;
use crate::{output, report};

/// Where results go.
pub struct Outputs {
    json: Option<PathBuf>,
    csv: Option<PathBuf>,
    report: Option<PathBuf>,
    /// Whether standard output is free for the tables.
    pub tables: bool,
}

impl Outputs {
    /// Proves, before anything is measured, that each file can be written.
    pub fn of(args: &CompareArgs) -> Result<Outputs> {
        let standard = [&args.json, &args.csv]
            .into_iter()
            .flatten()
            .filter(|path| output::is_standard(path))
            .count();
        if standard > 1 {
            return Err(
                Usage("only one of --json and --csv can go to standard output".into()).into()
            );
        }
        for path in [&args.json, &args.csv, &args.report].into_iter().flatten() {
            output::prove(path)?;
        }
        Ok(Outputs {
            json: args.json.clone(),
            csv: args.csv.clone(),
            report: args.report.clone(),
            tables: standard == 0,
        })
    }

    pub fn write(&self, document: &CompareDocument) -> Result<()> {
        if let Some(path) = &self.json {
            output::write_json(path, document)?;
        }
        if let Some(path) = &self.csv {
            output::write(path, |out| csv(out, &document.rows))?;
        }
        if let Some(path) = &self.report {
            let html = report::comparison(&serde_json::to_value(document)?);
            output::write(path, |out| Ok(out.write_all(html.as_bytes())?))?;
            if io::stderr().is_terminal() {
                say!("wrote the report to {}", path.display());
            }
        }
        Ok(())
    }
}

fn csv(out: &mut dyn Write, rows: &[CompareRow]) -> Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record([
        "dataset",
        "runtime",
        "codec",
        "version",
        "values",
        "roundtrip",
        "loss",
        "error",
        "bytes_mean",
        "bytes_p50",
        "bytes_p99",
        "encode_ns_median",
        "encode_ns_p05",
        "encode_ns_p95",
        "encode_warm",
        "decode_ns_median",
        "decode_ns_p05",
        "decode_ns_p95",
        "decode_warm",
        "encode_alloc_bytes",
        "decode_alloc_bytes",
        "cpu_peak_percent",
        "cpu_mean_percent",
        "redis_bytes_per_value",
        "redis_memory_usage_per_value",
        "redis_list_bytes_per_value",
        "redis_estimated",
        "dominated_by",
        "nearest",
    ])?;
    for row in rows {
        let number =
            |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
        let warm = |timing: Option<&Timing>| {
            timing.and_then(|timing| timing.warm).map(|warm| warm.to_string()).unwrap_or_default()
        };
        let (bytes, encode, decode) =
            (row.bytes.as_ref(), row.encode_ns.as_ref(), row.decode_ns.as_ref());
        csv.write_record([
            row.dataset.clone(),
            row.runtime.into(),
            row.codec.clone(),
            row.version.clone(),
            row.values.to_string(),
            row.roundtrip.name().into(),
            row.loss.clone().unwrap_or_default(),
            row.error.clone().unwrap_or_default(),
            number(bytes.map(|bytes| bytes.mean)),
            number(bytes.map(|bytes| bytes.p50)),
            number(bytes.map(|bytes| bytes.p99)),
            number(encode.map(|timing| timing.median)),
            number(encode.map(|timing| timing.p05)),
            number(encode.map(|timing| timing.p95)),
            warm(encode),
            number(decode.map(|timing| timing.median)),
            number(decode.map(|timing| timing.p05)),
            number(decode.map(|timing| timing.p95)),
            warm(decode),
            number(row.encode_alloc_bytes),
            number(row.decode_alloc_bytes),
            number(row.cpu_peak_percent),
            number(row.cpu_mean_percent),
            number(row.redis_bytes_per_value),
            number(row.redis_memory_usage_per_value),
            number(row.redis_list_bytes_per_value),
            row.redis_estimated.to_string(),
            row.dominated_by.clone().unwrap_or_default(),
            row.nearest.as_ref().map(in_words).unwrap_or_default(),
        ])?;
    }
    Ok(csv.flush()?)
}

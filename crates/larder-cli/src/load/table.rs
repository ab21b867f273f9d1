//! The terminal tables of `larder load`.

use std::io::{self, Write};

use super::document::{LoadDocument, LoadRow, Run};
use super::plan::{Amount, Endpoint, Pace, Way};
use crate::table::{counted, number, table, wrapped};
use crate::terminal::{Out, safe};

const LEGEND: &str = "req/s: requests answered with 200, per second · codec %: of the time in \
    which the service's threads worked on requests or waited for Redis · CPU %: of one core · \
    used_memory: after /add, without the buffers of connections";

pub fn write(out: &mut Out, document: &LoadDocument) -> io::Result<()> {
    let plan = &document.plan;
    let amount = match plan.amount {
        Amount::Requests(requests) => counted(requests as usize, "request", "requests"),
        Amount::Seconds(seconds) => format!("{} s", number(seconds)),
    };
    for pace in plan.paces() {
        let pace_name = match pace {
            Pace::Closed => format!("closed loop, {} at a time", plan.concurrency),
            Pace::Rate(rate) => {
                format!(
                    "constant rate, {} req/s are due; latencies count from when a request is due",
                    number(rate)
                )
            }
        };
        for way in Way::ALL {
            for endpoint in Endpoint::ALL {
                writeln!(out, "\n{} · {} · {amount} · {pace_name}", endpoint.name(), way.name())?;
                out.table(&runs(&document.rows, endpoint, way, pace))?;
            }
        }
    }
    writeln!(out, "\nRedis after /add")?;
    out.table(&memory(&document.rows))?;
    for row in &document.rows {
        for fault in row.faults() {
            writeln!(out, "{}", wrapped(&format!("{} failed: {fault}", row.codec), "  "))?;
        }
    }
    for line in document.verdict.iter().chain(&document.noise()) {
        writeln!(out, "{}", wrapped(line, "  "))?;
    }
    let versions =
        document.rows.iter().find(|row| !row.versions.is_empty()).map(|row| &row.versions);
    let versions: Vec<String> =
        versions.into_iter().flatten().map(|(name, version)| format!("{name} {version}")).collect();
    let of_rounds = match plan.rounds {
        1 => String::new(),
        rounds => format!(" · each line: the fastest of {rounds} rounds"),
    };
    let machine =
        format!("{} · {} · {}", document.machine.line(), versions.join(" · "), document.generator);
    writeln!(out, "\n{}\n{}", wrapped(&(LEGEND.to_owned() + &of_rounds), ""), wrapped(&machine, ""))
}

fn runs(rows: &[LoadRow], endpoint: Endpoint, way: Way, pace: Pace) -> comfy_table::Table {
    let heads = [
        "codec",
        "req/s",
        "ms p50 / p90 / p99 / max",
        "errors",
        "codec %",
        "CPU % service / Redis",
        "CPU ms per request",
    ];
    let mut table = table(&heads.map(str::to_owned), 1);
    for row in rows {
        let cells = row.run(endpoint, way, pace).map_or_else(|| ["–"; 6].map(str::to_owned), cells);
        table.add_row(std::iter::once(named(row)).chain(cells));
    }
    table
}

fn cells(run: &Run) -> [String; 6] {
    let latency = run.latency_ms;
    [
        number(run.requests_per_second),
        [latency.p50, latency.p90, latency.p99, latency.max].map(number).join(" / "),
        run.errors.to_string(),
        format!("{:.1}", run.codec_percent),
        format!("{:.0} / {:.0}", run.service_cpu_percent, run.redis_cpu_percent),
        format!("{:.1} / {:.1}", run.service_cpu_ms, run.redis_cpu_ms),
    ]
}

fn memory(rows: &[LoadRow]) -> comfy_table::Table {
    let mut table = table(
        &["codec", "used_memory MB", "dbsize", "B per person, with key"].map(str::to_owned),
        1,
    );
    for row in rows {
        let cells = row.memory.as_ref().map_or_else(
            || ["–"; 3].map(str::to_owned),
            |memory| {
                [
                    number(memory.used_memory as f64 / 1e6),
                    number(memory.dbsize as f64),
                    number(memory.bytes_per_person),
                ]
            },
        );
        table.add_row(std::iter::once(named(row)).chain(cells));
    }
    table
}

fn named(row: &LoadRow) -> String {
    row.version
        .as_ref()
        .map_or_else(|| row.codec.clone(), |version| format!("{} {}", row.codec, safe(version)))
}

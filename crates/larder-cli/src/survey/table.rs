//! A survey on the terminal.

use std::io::{self, Write};

use comfy_table::Cell;

use super::document::{GroupDocument, SurveyDocument};
use crate::table::{bytes, counted, number, table, wrapped};
use crate::terminal::{Out, safe};

/// Groups that the table shows; `--json` and `--report` have all.
const SHOWN: usize = 30;
/// The alternatives that have a column.
const COLUMNS: [&str; 6] =
    ["igbinary", "msgpack", "larder", "larder-small", "larder-profile", "larder-profile-small"];

pub fn write(out: &mut Out, document: &SurveyDocument) -> io::Result<()> {
    writeln!(out, "{}", head(document))?;
    if document.groups.is_empty() {
        return writeln!(out, "\nNo keys were found.");
    }
    let mut heads = vec!["keys", "count", "type", "format", "B/value", "memory", "expires"];
    heads.extend(COLUMNS);
    let heads: Vec<String> = heads.into_iter().map(str::to_owned).collect();
    let mut rows = table(&heads, 1);
    for group in document.groups.iter().take(SHOWN) {
        let mut cells = vec![
            safe(&group.pattern).into_owned(),
            number(group.keys as f64),
            most(&group.types),
            most(&group.formats),
            number(group.bytes_per_value.round()),
            group.memory.map_or("unknown".into(), bytes),
            expires(group),
        ];
        cells.extend(COLUMNS.iter().map(|codec| saved(group, codec)));
        rows.add_row(cells.into_iter().map(Cell::new));
    }
    out.table(&rows)?;
    let hidden = document.groups.len().saturating_sub(SHOWN);
    if hidden > 0 {
        let hidden = counted(hidden, "smaller group is", "smaller groups are");
        writeln!(out, "{hidden} not shown: --json and --report have all")?;
    }
    writeln!(
        out,
        "{}",
        wrapped(
            "Under the codecs: the part of the group's memory that values would save in them, tried \
             on up to 200 values of each group. With (n) of the tried values cannot be held exactly \
             and would stay as they are. Profiles are learned from one half of these values and \
             tried on the other.",
            ""
        )
    )?;
    let mut total = 0;
    for group in &document.groups {
        let Some(recommended) = &group.recommended else { continue };
        total += recommended.saves;
        let sentence = format!(
            "{}: {} saves {}: {}.",
            safe(&group.pattern),
            recommended.codec,
            bytes(recommended.saves.unsigned_abs()),
            recommended.reason
        );
        writeln!(out, "\n{}\n  Next: {}", wrapped(&sentence, ""), safe(&recommended.command))?;
    }
    if total == 0 {
        return writeln!(out, "\nNothing would save a twentieth of the memory of its keys: stay.");
    }
    let of = document.memory.map_or(String::new(), |memory| format!(" of {}", bytes(memory)));
    writeln!(out, "\nTogether: {}{of}.", bytes(total.unsigned_abs()))
}

fn head(document: &SurveyDocument) -> String {
    let mut said = vec![document.redis.clone()];
    if !document.version.is_empty() {
        said.push(format!("version {}", document.version));
    }
    if document.masters > 1 {
        said.push(format!("{} masters", document.masters));
    }
    said.push(counted(document.keys as usize, "key", "keys"));
    if let Some(memory) = document.memory {
        said.push(match document.max_memory {
            Some(most) if most > 0 => format!("{} of {} used", bytes(memory), bytes(most)),
            _ => format!("{} used", bytes(memory)),
        });
    }
    said.extend(document.policy.clone());
    let looked = counted(document.surveyed as usize, "key", "keys");
    let of = document.pattern.as_ref().map_or(String::new(), |of| format!(" that match {of}"));
    let kept = if document.is_complete {
        format!("All {looked}{of} were looked at.")
    } else if document.scale.is_some() {
        format!("{looked} were looked at; figures are scaled to all keys.")
    } else {
        format!("{looked}{of} were looked at; figures are of these alone.")
    };
    let mut lines = said.join(" · ") + "\n" + &kept;
    if document.is_interrupted {
        lines.push_str(" Interrupted: this is what was known by then.");
    }
    if document.withheld > 0 {
        let keys = counted(document.withheld as usize, "key is", "keys are");
        lines.push_str(&format!(" {keys} withheld from this user by the ACL."));
    }
    lines
}

/// The most frequent of several, and how often it is not that.
fn most(counts: &std::collections::BTreeMap<String, u64>) -> String {
    let all: u64 = counts.values().sum();
    let Some((name, count)) = counts.iter().max_by_key(|(_, count)| **count) else {
        return "–".into();
    };
    if *count == all {
        return name.clone();
    }
    format!("{name} {:.0} %, {} more", *count as f64 / all as f64 * 100.0, counts.len() - 1)
}

fn expires(group: &GroupDocument) -> String {
    match (group.ttl.median, group.ttl.lasting) {
        (None, _) => "never".into(),
        (Some(median), 0) => duration(median),
        (Some(median), lasting) => {
            let never = lasting as f64 / group.keys.max(1) as f64 * 100.0;
            format!("{}, {never:.0} % never", duration(median))
        }
    }
}

fn duration(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}

fn saved(group: &GroupDocument, codec: &str) -> String {
    let found = group.alternatives.iter().find(|found| found.alternative.codec == codec);
    let (Some(found), Some(memory)) = (found.filter(|_| group.tried > 0), group.memory) else {
        return "–".into();
    };
    let percent = found.saves as f64 / memory.max(1) as f64 * 100.0;
    let refused = found.alternative.refused;
    let refused = if refused > 0 { format!(" ({refused})") } else { String::new() };
    format!("{percent:.0} %{refused}")
}

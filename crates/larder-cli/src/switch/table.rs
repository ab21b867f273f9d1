//! A result on the terminal.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::counts::Noted;
use super::document::{End, SwitchDocument};
use crate::table::{bytes, counted, number, wrapped};
use crate::terminal::Out;

pub fn write(out: &mut Out, document: &SwitchDocument) -> io::Result<()> {
    let counts = &document.counts;
    let way = document.way.as_ref().map_or(String::new(), |way| format!(" · replaced by {way}"));
    let passes = counted(document.passes as usize, "pass", "passes");
    writeln!(
        out,
        "{} · to {}{way} · {passes} in {} s",
        document.redis,
        document.asked.to,
        number((document.seconds * 10.0).round() / 10.0)
    )?;
    let rows = if document.is_dry_run {
        vec![("would be switched", counts.left())]
    } else {
        vec![("switched", counts.switched), ("changed meanwhile", counts.changed_meanwhile)]
    };
    let more = [
        ("already in the format", counts.already),
        ("gone meanwhile", counts.gone),
        ("withheld by the ACL", counts.withheld),
        ("moved to another node", counts.moved),
    ];
    for (name, count) in rows
        .into_iter()
        .chain(more)
        .filter(|(name, count)| *count > 0 || matches!(*name, "switched" | "would be switched"))
    {
        writeln!(out, "  {name:<22} {:>14}", number(count as f64))?;
    }
    if counts.bytes_before > 0 {
        let saved = counts.bytes_before as f64 - counts.bytes_after as f64;
        let percent = saved / counts.bytes_before as f64 * 100.0;
        writeln!(
            out,
            "  {:<22} {:>14}",
            "bytes of these values",
            format!(
                "{} → {} ({percent:.0} % less)",
                bytes(counts.bytes_before),
                bytes(counts.bytes_after)
            )
        )?;
    }
    if counts.proven > 0 {
        let proven = counted(counts.proven as usize, "value has", "values have");
        writeln!(out, "  {proven} the bytes again that the journal knows")?;
    }
    list(out, "left alone, because nobody asked", &counts.kept)?;
    list(out, "refused", &counts.refused)?;
    list(out, "failed", &counts.failures)?;
    writeln!(out, "\n{}", wrapped(&verdict(document), ""))
}

fn list(out: &mut Out, title: &str, of: &BTreeMap<String, Noted>) -> io::Result<()> {
    for (reason, noted) in of {
        let text = format!(
            "{title}: {} · {reason} · such as {}",
            number(noted.count as f64),
            noted.example
        );
        writeln!(out, "{}", wrapped(&text, "  "))?;
    }
    Ok(())
}

fn verdict(document: &SwitchDocument) -> String {
    let counts = &document.counts;
    let left = counts.left.as_ref().filter(|left| left.count > 0);
    match (document.end, left) {
        (End::Interrupted, _) => "Interrupted: what was switched stays switched. The same command \
                                  goes on; with --checkpoint, from where it was."
            .into(),
        (End::Failed, _) => "Stopped by an error: what was switched stays switched. The same \
                             command goes on; with --checkpoint, from where it was."
            .into(),
        (End::Finished, Some(left)) if document.is_dry_run => {
            format!("A dry run: nothing was written. The first to be switched is {}.", left.example)
        }
        (End::Finished, None) if document.is_dry_run => {
            "A dry run: nothing was written, and there is nothing to switch.".into()
        }
        (End::Finished, Some(left)) => format!(
            "{} left in an old format, such as {}: programs wrote them meanwhile. The same command \
             switches them; --until-clean goes on until nothing is left.",
            counted(left.count as usize, "value is", "values are"),
            left.example
        ),
        (End::Finished, None) if !counts.refused.is_empty() => {
            "All others are switched; those that are refused have their old bytes.".into()
        }
        (End::Finished, None) => "Nothing is left to switch.".into(),
    }
}

//! What a switch would do, shown on a sample before anything is written.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

use anyhow::Result;

use super::convert::{Converter, Verdict};
use super::counts::{Counts, Noted, example, note};
use super::plan::Plan;
use super::session::{Page, Session};
use super::spot::Read;
use crate::interrupt;
use crate::table::{bytes, counted, number, wrapped};
use crate::terminal::Out;

/// Values that are looked at.
const SAMPLE: u64 = 1000;
const PAGE: usize = 500;

/// Shows what would become of a sample, and asks. Returns whether the user agrees.
pub fn agrees(sessions: &mut [Session], plan: &Plan) -> Result<bool> {
    let policy = sessions[0].policy();
    let counts = sample(sessions, plan)?;
    let mut out = Out::lock();
    show(&mut out, sessions, plan, &counts)?;
    if policy.as_ref().is_some_and(|policy| policy.ends_with("-lrm")) {
        let warning = "Its maxmemory-policy evicts by the last modification. A switch modifies \
                       keys, so it changes which of them are evicted next.";
        writeln!(out, "{}", wrapped(warning, ""))?;
    }
    if counts.left() == 0 {
        writeln!(out, "Nothing in the sample would be switched.")?;
    }
    write!(out, "Switch them? [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    interrupt::check()?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

fn sample(sessions: &mut [Session], plan: &Plan) -> Result<Counts> {
    let mut converter = Converter::new(plan)?;
    let mut counts = Counts::default();
    // Each type on each master has its part.
    let share = SAMPLE.div_ceil((sessions.len() * plan.types.len()) as u64);
    for session in sessions {
        for &of in &plan.types {
            let (mut cursor, mut parts) = (0, VecDeque::new());
            let enough = counts.looked + share;
            while counts.looked < enough {
                interrupt::check()?;
                let mut page = Page::default();
                if parts.is_empty() {
                    let scan = |session: &mut Session| session.scan(cursor, plan, of, PAGE);
                    let (next, keys) = session.repeat("SCAN", scan)?;
                    parts = session.parts(of, keys, &mut page)?;
                    cursor = next;
                }
                session.read(of, &mut parts, PAGE, None, None, &mut page)?;
                for read in page.values {
                    look(&mut converter, &read, &mut counts);
                }
                if parts.is_empty() && cursor == 0 {
                    break;
                }
            }
        }
    }
    Ok(counts)
}

fn look(converter: &mut Converter<'_>, read: &Read, counts: &mut Counts) {
    counts.looked += 1;
    match converter.convert(&read.bytes) {
        Verdict::Already => counts.already += 1,
        Verdict::Kept(what) => note(&mut counts.kept, &what, &read.name(), ""),
        Verdict::Refused(why) => note(&mut counts.refused, &why.reason, &read.name(), &why.detail),
        Verdict::New(new) => {
            let first = || Noted { count: 0, example: example(&read.name(), "") };
            counts.left.get_or_insert_with(first).count += 1;
            counts.bytes_before += read.bytes.len() as u64;
            counts.bytes_after += new.bytes.len() as u64;
        }
    }
}

fn show(out: &mut Out, sessions: &mut [Session], plan: &Plan, counts: &Counts) -> io::Result<()> {
    let masters = sessions.len();
    let of = if masters > 1 { format!(" · {masters} masters") } else { String::new() };
    // Of a cluster, only one master could be asked.
    let keys = sessions[0].keys().filter(|_| masters == 1);
    let keys =
        keys.map_or(String::new(), |keys| format!(" · {}", counted(keys as usize, "key", "keys")));
    writeln!(out, "{}{keys}{of} · to {}", sessions[0].target(), plan.to)?;
    let looked = counted(counts.looked as usize, "value", "values");
    writeln!(out, "Of a sample of {looked}:")?;
    let saved = if counts.bytes_before > 0 {
        format!(" ({} → {})", bytes(counts.bytes_before), bytes(counts.bytes_after))
    } else {
        String::new()
    };
    writeln!(out, "  {} would be switched{saved}", number(counts.left() as f64))?;
    writeln!(out, "  {} have the format already", number(counts.already as f64))?;
    for (title, of) in [("left alone", &counts.kept), ("refused", &counts.refused)] {
        for (reason, noted) in of {
            let count = number(noted.count as f64);
            let text = format!("{count} {title}: {reason} · such as {}", noted.example);
            writeln!(out, "{}", wrapped(&text, "  "))?;
        }
    }
    Ok(())
}

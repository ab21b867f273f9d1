//! What a switch would do, shown on a sample before anything is written.

use std::io::{self, BufRead, Write};

use anyhow::Result;

use super::convert::{Converter, Verdict};
use super::counts::{Counts, Noted, example, note};
use super::plan::Plan;
use super::session::Session;
use crate::interrupt;
use crate::table::{bytes, counted, number, wrapped};
use crate::terminal::Out;

/// Values that are looked at.
const SAMPLE: u64 = 1000;
const PAGE: usize = 500;

/// Shows what would become of a sample, and asks. Returns whether the user agrees.
pub fn agrees(session: &mut Session, plan: &Plan) -> Result<bool> {
    let policy = session.policy();
    let counts = sample(session, plan)?;
    let mut out = Out::lock();
    show(&mut out, session, plan, &counts)?;
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

fn sample(session: &mut Session, plan: &Plan) -> Result<Counts> {
    let mut converter = Converter::new(plan)?;
    let mut counts = Counts::default();
    for node in session.masters().to_vec() {
        session.enter(&node)?;
        let mut cursor = 0;
        loop {
            interrupt::check()?;
            let (next, keys) =
                session.repeat("SCAN", |session| session.scan(cursor, plan, PAGE))?;
            for read in session.read(keys, None, None)?.values {
                counts.looked += 1;
                match converter.convert(&read.bytes) {
                    Verdict::Already => counts.already += 1,
                    Verdict::Kept(what) => note(&mut counts.kept, &what, &read.key, ""),
                    Verdict::Refused(why) => {
                        note(&mut counts.refused, &why.reason, &read.key, &why.detail);
                    }
                    Verdict::New(new) => {
                        let first = || Noted { count: 0, example: example(&read.key, "") };
                        counts.left.get_or_insert_with(first).count += 1;
                        counts.bytes_before += read.bytes.len() as u64;
                        counts.bytes_after += new.len() as u64;
                    }
                }
            }
            cursor = next;
            if cursor == 0 || counts.looked >= SAMPLE {
                break;
            }
        }
    }
    Ok(counts)
}

fn show(out: &mut Out, session: &mut Session, plan: &Plan, counts: &Counts) -> io::Result<()> {
    let masters = session.masters().len();
    let of = if masters > 1 { format!(" · {masters} masters") } else { String::new() };
    // Of a cluster, only one master could be asked.
    let keys = session.keys().filter(|_| masters == 1);
    let keys =
        keys.map_or(String::new(), |keys| format!(" · {}", counted(keys as usize, "key", "keys")));
    writeln!(out, "{}{keys}{of} · to {}", session.target(), plan.to)?;
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

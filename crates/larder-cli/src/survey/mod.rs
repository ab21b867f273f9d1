//! `larder survey`: what a Redis holds, and what other formats would save. It never writes.

mod document;
mod group;
mod groups;
mod pattern;
mod sample;
mod scan;
mod table;
mod trial;

use anyhow::Result;

use self::document::SurveyDocument;
use self::scan::{facts, scan};
use crate::cli::SurveyArgs;
use crate::failure::{INTERRUPTED, OK};
use crate::profiles::Profiles;
use crate::progress::Progress;
use crate::redis::Target;
use crate::terminal::{Out, say};
use crate::{output, report};

/// Returns the exit code.
pub fn run(args: &SurveyArgs) -> Result<u8> {
    for file in [&args.json, &args.report].into_iter().flatten() {
        output::prove(file)?;
    }
    let target = Target::parse(&args.url, &args.tls)?;
    let profiles = Profiles::read(&args.profile)?.with_redis(&target);
    let mut connection = target.connect()?;
    let masters = connection.masters().map_err(|error| target.refuses("PING", &error))?;
    let facts = facts(&mut connection, &masters)?;
    let most = (!args.all).then_some(args.sample);
    let total = most.map_or(facts.keys, |most| facts.keys.min(most as u64));
    let bar = Progress.count("reading keys", total as usize);
    let scanned = scan(&mut connection, masters, args.r#match.as_deref(), most, &bar)?;
    bar.finish_and_clear();
    let is_interrupted = scanned.is_interrupted;
    let bar = Progress.count("trying other formats", 0);
    let document = SurveyDocument::new(
        &target.to_string(),
        args.r#match.as_deref(),
        facts,
        scanned,
        &profiles,
        |pattern| bar.set_message(pattern.to_owned()),
    )?;
    bar.finish_and_clear();
    if let Some(file) = &args.report {
        let html = report::survey(&serde_json::to_value(&document)?);
        output::write(file, |out| Ok(out.write_all(html.as_bytes())?))?;
        say!("wrote the report to {}", file.display());
    }
    match &args.json {
        Some(file) if output::is_standard(file) => output::write_json(file, &document)?,
        file => {
            table::write(&mut Out::lock(), &document)?;
            if let Some(file) = file {
                output::write_json(file, &document)?;
            }
        }
    }
    Ok(if is_interrupted { INTERRUPTED } else { OK })
}

//! `larder inspect`: what a value is, what it costs, and what it holds.

mod document;
mod finding;
mod hex;
mod subject;
mod text;
mod view;

use std::io::{self, Write};

use anyhow::Result;
use larder::Limits;
use larder::detect::detect;

use self::document::InspectDocument;
use self::finding::ValueReader;
use self::subject::{Content, Subject};
use self::view::Extent;
use crate::cli::InspectArgs;
use crate::failure::OK;
use crate::output;
use crate::profiles::Profiles;
use crate::redis::Target;
use crate::terminal::raw_out;

/// How many characters of a text are shown.
const TEXT: usize = 2000;

/// Returns the exit code.
pub fn run(args: &InspectArgs) -> Result<u8> {
    if let Some(json) = &args.json {
        output::prove(json)?;
    }
    let mut profiles = Profiles::read(&args.profile)?;
    let subject = match &args.redis {
        Some(url) => {
            let target = Target::parse(url, &args.tls)?;
            profiles = profiles.with_redis(&target);
            subject::key(&args.subject, &target, args.items)?
        }
        None => subject::file(&args.subject)?,
    };
    let reader = ValueReader::new(args.format, args.unwrap, profiles);
    if args.raw {
        return raw(&subject);
    }
    if let Some(json) = &args.json {
        let document = InspectDocument::new(&subject, &reader);
        output::write_json(json, &document)?;
        return Ok(document.code());
    }
    let extent = Extent { depth: args.depth, items: args.items, text: TEXT };
    let mut out = anstream::AutoStream::auto(io::stdout().lock());
    text::write(&mut out, &subject, &reader, extent)
}

/// Writes the bytes without their compression.
fn raw(subject: &Subject) -> Result<u8> {
    let mut out = raw_out();
    match &subject.content {
        Content::One(bytes) => out.write_all(&detect(bytes, Limits::DEFAULT).content)?,
        Content::Many { elements, .. } => {
            for element in elements {
                out.write_all(&detect(&element.bytes, Limits::DEFAULT).content)?;
                out.write_all(b"\n")?;
            }
        }
    }
    out.flush()?;
    Ok(OK)
}

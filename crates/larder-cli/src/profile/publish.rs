//! `larder profile publish` and `larder profile current`.

use std::io::Write;

use anyhow::{Context, Result};

use crate::cli::{ProfileCurrentArgs, ProfilePublishArgs};
use crate::failure::{OK, Usage};
use crate::output;
use crate::profiles::{Profiles, Published, text};
use crate::redis::Target;
use crate::table::wrapped;
use crate::terminal::Out;

/// Returns the exit code.
pub fn publish(args: &ProfilePublishArgs) -> Result<u8> {
    let files = Profiles::read(std::slice::from_ref(&args.file))?;
    let profile = files.named().first().context("one file is one profile")?;
    let target = Target::parse(&args.redis.url, &args.redis.tls)?;
    let mut published = Published::open(&target)?;
    let before = published.current(&args.name)?;
    let publication = published.publish(&args.name, profile, before)?;
    let mut said = publication.sentence(profile, &args.name, published.target()) + ".";
    if let Some(before) = before.filter(|before| *before != profile.id()) {
        let before = text(before);
        said.push_str(&format!(
            " Before, it was {before}, which readers still need: larder profile retire {before} \
             says when it can go."
        ));
    }
    writeln!(Out::lock(), "{}", wrapped(&said, ""))?;
    Ok(OK)
}

/// Returns the exit code.
pub fn current(args: &ProfileCurrentArgs) -> Result<u8> {
    args.output.as_deref().map_or(Ok(()), output::prove)?;
    let target = Target::parse(&args.redis.url, &args.redis.tls)?;
    let mut published = Published::open(&target)?;
    let name = &args.name;
    let id = published.current(name)?.ok_or_else(|| {
        Usage(format!("{target} has no current profile of the name {name} (larder profile list)"))
    })?;
    let Some(file) = &args.output else {
        writeln!(Out::lock(), "{}", text(id))?;
        return Ok(OK);
    };
    let profile = published
        .fetch(id)
        .map_err(|why| Usage(format!("{name} has the current profile {}, but {why}", text(id))))?;
    output::write_whole(file, |out| Ok(out.write_all(profile.as_bytes())?))?;
    if !output::is_standard(file) {
        writeln!(Out::lock(), "Wrote the profile {} to {}", text(id), file.display())?;
    }
    Ok(OK)
}

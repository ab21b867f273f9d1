//! `larder profile list`: the profiles that a Redis has.

use std::io::Write;

use anyhow::Result;
use comfy_table::Cell;
use serde::Serialize;

use crate::cli::ProfileListArgs;
use crate::failure::OK;
use crate::output;
use crate::profiles::{Published, text};
use crate::redis::Target;
use crate::table::{number, table, wrapped};
use crate::terminal::Out;

/// What `--json` writes.
#[derive(Serialize)]
struct ListDocument {
    redis: String,
    profiles: Vec<Listed>,
}

/// A profile of a name; or one that was stored and is of no name.
#[derive(Serialize)]
struct Listed {
    name: Option<String>,
    id: String,
    is_current: bool,
    /// When it was published or made current last, in Unix seconds.
    published: Option<u64>,
    age_seconds: Option<u64>,
    /// The size of its file; `None` if Redis does not have it any more.
    bytes: Option<u64>,
}

/// Returns the exit code.
pub fn list(args: &ProfileListArgs) -> Result<u8> {
    args.json.as_deref().map_or(Ok(()), output::prove)?;
    let target = Target::parse(&args.redis.url, &args.redis.tls)?;
    let mut published = Published::open(&target)?;
    let (names, stored) = published.all()?;
    let now = published.now()?;
    let mut unnamed = stored.clone();
    let mut profiles = Vec::new();
    for (name, of) in &names {
        for id in of.ids() {
            let time = of.profiles.iter().find(|(other, _)| *other == id).map(|(_, time)| *time);
            unnamed.remove(&id);
            profiles.push(Listed {
                name: Some(name.to_string()),
                id: text(id),
                is_current: of.current == Some(id),
                published: time,
                age_seconds: time.map(|time| now.saturating_sub(time)),
                bytes: stored.get(&id).copied(),
            });
        }
    }
    profiles.extend(unnamed.into_iter().map(|(id, bytes)| Listed {
        name: None,
        id: text(id),
        is_current: false,
        published: None,
        age_seconds: None,
        bytes: Some(bytes),
    }));
    let document = ListDocument { redis: published.target().to_string(), profiles };
    match &args.json {
        Some(file) if output::is_standard(file) => output::write_json(file, &document)?,
        file => {
            write(&mut Out::lock(), &document)?;
            if let Some(file) = file {
                output::write_json(file, &document)?;
            }
        }
    }
    Ok(OK)
}

fn write(out: &mut Out, document: &ListDocument) -> Result<()> {
    if document.profiles.is_empty() {
        let redis = &document.redis;
        let said = format!(
            "{redis} has no profiles. larder train {redis} --publish NAME learns and publishes one."
        );
        writeln!(out, "{}", wrapped(&said, ""))?;
        return Ok(());
    }
    let heads = ["name", "profile", "current", "published", "bytes"];
    let mut rows = table(&heads.map(str::to_owned), 3);
    for listed in &document.profiles {
        rows.add_row([
            Cell::new(listed.name.as_deref().unwrap_or("–")),
            Cell::new(&listed.id),
            Cell::new(if listed.is_current { "yes" } else { "" }),
            Cell::new(listed.age_seconds.map_or("–".into(), age)),
            Cell::new(listed.bytes.map_or("lost".into(), |bytes| number(bytes as f64))),
        ]);
    }
    writeln!(out, "{}", document.redis)?;
    out.table(&rows)?;
    let lost = document.profiles.iter().find(|listed| listed.bytes.is_none());
    if let Some(lost) = lost {
        let id = &lost.id;
        let next = match (&lost.name, lost.is_current) {
            (Some(name), true) => format!("larder profile publish FILE URL --for {name}"),
            _ => format!("larder profile retire {id} URL"),
        };
        let said = format!(
            "Lost: Redis does not have {id} any more. It was evicted or deleted, and values under \
             it cannot be decoded by whoever does not hold it. Writers of its name put it back if \
             it is current and they hold it. Next: {next}"
        );
        writeln!(out, "{}", wrapped(&said, ""))?;
    }
    let is_unnamed = |listed: &&Listed| listed.name.is_none();
    if let Some(unnamed) = document.profiles.iter().find(is_unnamed) {
        let said = format!(
            "Without a name: stored by a publisher that somebody else overtook, or left when its \
             name was deleted. Next: larder profile retire {} URL",
            unnamed.id
        );
        writeln!(out, "{}", wrapped(&said, ""))?;
    }
    Ok(())
}

/// How long ago something was.
fn age(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s ago"),
        120..7200 => format!("{} min ago", seconds / 60),
        7200..172_800 => format!("{} h ago", seconds / 3600),
        _ => format!("{} d ago", seconds / 86_400),
    }
}

//! `larder profile retire`: removes profiles that no value needs, and no others.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use larder::ProfileId;

use super::usage::{Found, Usage};
use crate::cli::ProfileRetireArgs;
use crate::failure::{self, OK, ROW_FAILED};
use crate::profiles::{Name, Published, Stored, parse_id, text};
use crate::redis::Target;
use crate::table::{counted, wrapped};
use crate::terminal::Out;

/// For so many seconds after another was published, writers may still write under a profile: they
/// ask once a minute.
const SETTLE: u64 = 120;

/// What became of a profile.
pub struct Retired {
    pub id: ProfileId,
    /// Why it is still there; `None` if it is not.
    pub kept: Option<String>,
}

/// Returns the exit code.
pub fn run(args: &ProfileRetireArgs) -> Result<u8> {
    let target = Target::parse(&args.redis.url, &args.redis.tls)?;
    let mut published = Published::open(&target)?;
    let (names, stored) = published.all()?;
    let ids = match parse_id(&args.subject) {
        Some(id) => {
            let is_named = |of: &Stored| of.ids().any(|other| other == id);
            if !stored.contains_key(&id) && !names.values().any(is_named) {
                return Err(unknown(&format!("profile {}", args.subject), &target));
            }
            vec![id]
        }
        None => {
            let name: Name = args.subject.parse().map_err(|why| {
                failure::Usage(format!(
                    "{} is neither six hexadecimal digits nor a name: {why}",
                    args.subject
                ))
            })?;
            let Some(of) = names.get(&name) else {
                return Err(unknown(&format!("name {name}"), &target));
            };
            of.ids().filter(|id| of.current != Some(*id)).collect()
        }
    };
    let mut out = Out::lock();
    if ids.is_empty() {
        let said =
            format!("{} has only its current profile, so nothing was removed.", args.subject);
        writeln!(out, "{}", wrapped(&said, ""))?;
        return Ok(OK);
    }
    let pattern = args.r#match.as_deref();
    let retired = retire(&mut published, &target, &names, pattern, &ids, false)?;
    for Retired { id, kept } in &retired {
        let id = text(*id);
        let said = match kept {
            None => format!("Retired {id}: no value is under it."),
            Some(why) => format!("Kept {id}: {why}"),
        };
        writeln!(out, "{}", wrapped(&said, ""))?;
    }
    Ok(if retired.iter().any(|retired| retired.kept.is_some()) { ROW_FAILED } else { OK })
}

fn unknown(what: &str, target: &Target) -> anyhow::Error {
    failure::Usage(format!("{target} has no {what}: larder profile list {target} shows all")).into()
}

/// Removes those of the profiles that nobody needs. Names are all that the Redis has. If
/// `is_brief`, values are not counted, but only looked for.
pub fn retire(
    published: &mut Published,
    target: &Target,
    names: &BTreeMap<Name, Stored>,
    pattern: Option<&str>,
    ids: &[ProfileId],
    is_brief: bool,
) -> Result<Vec<Retired>> {
    let now = published.now()?;
    let mut kept: BTreeMap<ProfileId, String> =
        ids.iter().filter_map(|&id| Some((id, written_under(id, names, now)?))).collect();
    let free: Vec<ProfileId> = ids.iter().copied().filter(|id| !kept.contains_key(id)).collect();
    if !free.is_empty() {
        let usage = Usage::of(target, pattern, &free, is_brief)?;
        let why = |found: &Found| Some((found.id, needed(&usage, found)?));
        kept.extend(usage.found.iter().filter_map(why));
        let free: Vec<ProfileId> = free.into_iter().filter(|id| !kept.contains_key(id)).collect();
        let again = published.remove(&free, names)?;
        kept.extend(again.into_iter().map(|id| (id, "somebody has published it again.".into())));
    }
    Ok(ids.iter().map(|&id| Retired { id, kept: kept.remove(&id) }).collect())
}

/// Why writers may write under a profile.
fn written_under(id: ProfileId, names: &BTreeMap<Name, Stored>, now: u64) -> Option<String> {
    names.iter().filter(|(_, of)| of.ids().any(|other| other == id)).find_map(|(name, of)| {
        if of.current == Some(id) {
            return Some(format!(
                "it is the current profile of {name}, so writers write under it. Publish another \
                 for {name} first; or, if nobody is to write under a profile for {name}: redis-cli \
                 HDEL {} current, and run this again after two minutes.",
                name.key()
            ));
        }
        let (_, since) = of.profiles.iter().find(|(other, _)| Some(*other) == of.current)?;
        let left = SETTLE.saturating_sub(now.saturating_sub(*since));
        (left > 0).then(|| {
            format!(
                "writers for {name} may not know yet that {} is current now: run this again in \
                 {left} s.",
                of.current.map(text).unwrap_or_default()
            )
        })
    })
}

/// Why values need a profile, or may.
fn needed(usage: &Usage, &Found { count, ref example, .. }: &Found) -> Option<String> {
    if count > 0 {
        let found = counted(usize::try_from(count).unwrap_or(usize::MAX), "value is", "values are");
        return Some(format!(
            "{found} under it, such as in {example}. Run this again once they have expired, or \
             write them under the current profile: larder switch URL --from larder --to larder \
             --profile NAME"
        ));
    }
    let keys = usize::try_from(usage.withheld).unwrap_or(usize::MAX);
    (keys > 0).then(|| {
        format!(
            "{} withheld from this user by the ACL, and may have values under it. Run this as a \
             user who may read them, or name the keys of these values with --match.",
            counted(keys, "key is", "keys are")
        )
    })
}

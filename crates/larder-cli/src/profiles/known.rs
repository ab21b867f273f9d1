//! The profiles that are known, and where others are asked for.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use larder::{Profile, ProfileId};

use super::keys::{Name, text};
use super::published::{Published, Unfetched};
use crate::failure::Usage;
use crate::redis::Target;

/// How long it is remembered that a profile could not be had.
const MISS: Duration = Duration::from_secs(10);

/// The profiles that values may be under. Cheap to clone: clones share what was fetched.
#[derive(Clone, Default)]
pub struct Profiles {
    named: Vec<Arc<Profile>>,
    redis: Option<Arc<Mutex<Fetched>>>,
}

/// What a Redis was asked for.
struct Fetched {
    target: Target,
    /// Opened when the first profile is asked for, and again after an error.
    published: Option<Published>,
    found: HashMap<ProfileId, Arc<Profile>>,
    missed: HashMap<ProfileId, (Instant, Unfetched)>,
}

impl Profiles {
    /// The profiles of these files.
    pub fn read(files: &[PathBuf]) -> Result<Self> {
        let named = files.iter().map(|file| read(file)).collect::<Result<_>>()?;
        Ok(Self { named, redis: None })
    }

    /// The profiles of these files, and the current ones of names in this Redis. Others are
    /// fetched there.
    pub fn read_or_current(these: &[PathBuf], target: &Target) -> Result<Self> {
        let mut profiles = Self::default().with_redis(target);
        for argument in these {
            let name = argument.to_str().and_then(|text| text.parse::<Name>().ok());
            let profile = match name {
                Some(name) if !argument.exists() => profiles.current(&name, target)?,
                _ => read(argument)?,
            };
            profiles.named.push(profile);
        }
        Ok(profiles)
    }

    fn current(&self, name: &Name, target: &Target) -> Result<Arc<Profile>> {
        let id = Published::open(target)?.current(name)?.ok_or_else(|| {
            Usage(format!(
                "there is no file {name}, and {target} has no current profile of this name \
                 (larder profile list)"
            ))
        })?;
        self.fetch(id).map_err(|why| {
            Usage(format!("{name} has the current profile {}, but {why}", text(id))).into()
        })
    }

    /// Others are fetched from the Redis that has the values.
    #[must_use]
    pub fn with_redis(&self, target: &Target) -> Self {
        let fetched = Fetched {
            target: target.clone(),
            published: None,
            found: HashMap::new(),
            missed: HashMap::new(),
        };
        Self { named: self.named.clone(), redis: Some(Arc::new(Mutex::new(fetched))) }
    }

    /// Those that were named, in order.
    pub fn named(&self) -> &[Arc<Profile>] {
        &self.named
    }

    /// A profile that was not named.
    pub fn fetch(&self, id: ProfileId) -> Result<Arc<Profile>, Unfetched> {
        let Some(redis) = &self.redis else {
            return Err(Unfetched::Missing("--profile".into()));
        };
        redis.lock().unwrap_or_else(PoisonError::into_inner).fetch(id)
    }

    /// Whether a Redis is asked.
    pub fn has_redis(&self) -> bool {
        self.redis.is_some()
    }
}

impl Fetched {
    fn fetch(&mut self, id: ProfileId) -> Result<Arc<Profile>, Unfetched> {
        if let Some(profile) = self.found.get(&id) {
            return Ok(profile.clone());
        }
        if let Some((when, why)) = self.missed.get(&id)
            && when.elapsed() < MISS
        {
            return Err(why.clone());
        }
        match self.ask(id) {
            Ok(profile) => {
                self.found.insert(id, profile.clone());
                Ok(profile)
            }
            Err(why) => {
                self.missed.insert(id, (Instant::now(), why.clone()));
                Err(why)
            }
        }
    }

    fn ask(&mut self, id: ProfileId) -> Result<Arc<Profile>, Unfetched> {
        let mut published = match self.published.take() {
            Some(published) => published,
            None => Published::open(&self.target)
                .map_err(|error| Unfetched::Away(format!("{error:#}")))?,
        };
        let fetched = published.fetch(id);
        if !matches!(fetched, Err(Unfetched::Away(_))) {
            self.published = Some(published);
        }
        fetched
    }
}

fn read(file: &Path) -> Result<Arc<Profile>> {
    let bytes = fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
    let profile = Profile::parse(&bytes)
        .with_context(|| format!("{} cannot be used as a profile", file.display()))?;
    Ok(Arc::new(profile))
}

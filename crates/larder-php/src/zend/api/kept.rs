//! What this thread knows of the profiles in each Redis: it is kept over requests for
//! `Larder\Profiles`, which decides what is asked when.
//!
//! May use `profile` beside it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Instant;

use super::profile::LoadedProfile;

/// The profile that a key of a Redis was found to stand for, or none, and when that was.
type Found = (Option<Rc<LoadedProfile>>, Instant);

/// What is known of the keys of one Redis.
type Keys = HashMap<Box<[u8]>, Found>;

/// Values can name any profile, so what is not there must not fill the memory.
const MAX_KEYS: usize = 1024;

thread_local! {
    static KEPT: RefCell<HashMap<Box<[u8]>, Keys>> = RefCell::default();
}

/// Keeps what was found at a key, for as long as the process lives.
pub fn keep(place: &[u8], key: &[u8], profile: Option<Rc<LoadedProfile>>) {
    KEPT.with_borrow_mut(|kept| {
        let keys = kept.entry(place.into()).or_default();
        if keys.len() >= MAX_KEYS {
            keys.retain(|_, (profile, _)| profile.is_some());
        }
        keys.insert(key.into(), (profile, Instant::now()));
    });
}

/// What was found at a key, and how many seconds ago; `None` if it was not looked at.
pub fn kept(place: &[u8], key: &[u8]) -> Option<(Option<Rc<LoadedProfile>>, i64)> {
    KEPT.with_borrow(|kept| {
        let (profile, since) = kept.get(place)?.get(key)?;
        let age = i64::try_from(since.elapsed().as_secs()).unwrap_or(i64::MAX);
        Some((profile.clone(), age))
    })
}

/// All profiles that were found in a Redis, each once, in the order in which they were loaded.
pub fn profiles(place: &[u8]) -> Vec<Rc<LoadedProfile>> {
    KEPT.with_borrow(|kept| {
        let found = kept.get(place).into_iter().flat_map(HashMap::values);
        let mut profiles: Vec<_> = found.filter_map(|(profile, _)| profile.clone()).collect();
        profiles.sort_by_key(|profile| profile.number);
        profiles.dedup_by_key(|profile| profile.number);
        profiles
    })
}

//! The profiles that `--profile` names.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use larder::{Decoder, Error, ErrorKind, Profile};

/// Reads the profiles of these files.
pub fn read(files: &[PathBuf]) -> Result<Vec<Arc<Profile>>> {
    let read = |file: &PathBuf| {
        let bytes = fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
        let profile = Profile::parse(&bytes)
            .with_context(|| format!("{} cannot be used as a profile", file.display()))?;
        Ok(Arc::new(profile))
    };
    files.iter().map(read).collect()
}

/// A decoder of the Larder format that knows these profiles.
pub fn decoder(profiles: &[Arc<Profile>]) -> Result<Decoder, Error> {
    profiles
        .iter()
        .try_fold(Decoder::new(), |decoder, profile| decoder.with_profile(profile.clone()))
}

/// The id of a profile in hexadecimal, as values carry it.
pub fn id(profile: &Profile) -> String {
    profile.id().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What to do about an error, if a profile would help.
pub fn hint(error: &Error) -> Option<&'static str> {
    matches!(error.kind(), ErrorKind::MissingProfile | ErrorKind::WrongProfile)
        .then_some("Pass the profile that it was written under with --profile FILE")
}

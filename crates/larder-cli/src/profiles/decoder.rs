//! Decodes values, and finds their profiles.

use std::sync::Arc;

use larder::format::larder::profile_of;
use larder::format::{AnyDecoder, Format};
use larder::{Error, ErrorKind, Profile, Result, Value};

use super::keys::text;
use super::known::Profiles;
use super::published::Unfetched;

/// A decoder of one format. Those of the Larder format find the profiles of values when they meet
/// them. Keep it: it remembers shapes.
pub struct Decoder {
    decoder: AnyDecoder,
    /// Those that the decoder knows.
    known: Vec<Arc<Profile>>,
    profiles: Profiles,
}

impl Decoder {
    /// Values may be under these profiles.
    pub fn new(format: Format, profiles: &Profiles) -> Result<Self> {
        let known = profiles.named().to_vec();
        let decoder = match format {
            Format::Larder => larder(&known)?,
            other => AnyDecoder::new(other),
        };
        Ok(Self { decoder, known, profiles: profiles.clone() })
    }

    /// The value of these bytes.
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        let missing = match self.decoder.decode(bytes) {
            Err(error) if self.profiles.has_redis() && is_missing(&error) => error,
            outcome => return outcome,
        };
        let Some(id) = profile_of(bytes) else { return Err(missing) };
        match self.profiles.fetch(id) {
            Ok(profile) => {
                self.known.push(profile);
                self.decoder = larder(&self.known)?;
                self.decoder.decode(bytes)
            }
            Err(why) => {
                let kind = match why {
                    Unfetched::Forged { .. } => ErrorKind::BadProfile,
                    Unfetched::Missing(_) | Unfetched::Away(_) => missing.kind(),
                };
                let why = format!("the value needs the profile {}, but {why}", text(id));
                Err(Error::at(kind, missing.offset().unwrap_or_default(), why))
            }
        }
    }
}

fn larder(profiles: &[Arc<Profile>]) -> Result<AnyDecoder> {
    let decoder = profiles.iter().try_fold(larder::Decoder::new(), |decoder, profile| {
        decoder.with_profile(profile.clone())
    })?;
    Ok(AnyDecoder::larder(decoder))
}

fn is_missing(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::MissingProfile | ErrorKind::WrongProfile)
}

/// Whether a value could be decoded with the right profile.
pub fn is_about_profile(error: &Error) -> bool {
    is_missing(error) || error.kind() == ErrorKind::BadProfile
}

/// What to do about an error, if a profile would help.
pub fn hint(error: &Error) -> Option<&'static str> {
    is_about_profile(error)
        .then_some("Pass the profile that it was written under with --profile FILE")
}

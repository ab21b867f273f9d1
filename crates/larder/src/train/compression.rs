//! Decides where texts are compressed by zstd instead of written in symbols, and learns the
//! dictionary for them (docs/FORMAT.md, "Compressed texts").
//!
//! Both are measured on samples that neither was learned from.

use std::sync::Arc;

use super::left::{Left, is_held_out};
use super::options::Options;
use super::places::Places;
use super::tables;
use crate::error::Result;
use crate::format::larder::{Encoder, Level, Place, Profile, ProfileParts};
use crate::value::Value;

/// Compression must make values smaller by this part: it takes ten times the time of symbols.
const MIN_SAVED_PART: f64 = 0.05;
/// The texts of larger samples are cut to learn a dictionary.
const PIECE_BYTES: usize = 4 << 10;
/// About how many samples are measured.
const MEASURED: usize = 1024;

/// Gives places tables of symbols; and learns a zstd dictionary, if values are smaller by far where
/// the texts of some places are compressed instead.
pub fn learn(
    samples: &[Value],
    options: &Options,
    places: &Places<'_>,
    learned: &mut [Place],
    parts: &mut ProfileParts,
) -> Result<()> {
    let left = Left::new(samples, places, learned, parts)?;
    let mut tables = tables::learn(&left, options);
    let measured = (0..samples.len()).filter(|at| is_held_out(*at)).collect::<Vec<_>>();
    let step = measured.len().div_ceil(MEASURED).max(1);
    let measured: Vec<&Value> = measured.iter().step_by(step).map(|at| &samples[*at]).collect();
    let others = samples.iter().enumerate().filter(|(at, _)| !is_held_out(*at));

    tables::write(&tables, learned, parts);
    places.apply(parts, learned);
    let in_symbols = bytes_of(&measured, parts)?;
    let with_symbols = learned.to_vec();
    learned.iter_mut().for_each(|place| place.symbols = None);
    places.apply(parts, learned);
    parts.compression = dictionary(others.map(|(_, sample)| sample), options, parts)?;
    let mut compresses = !parts.compression.is_empty();
    if compresses {
        parts.level = options.compression_level;
        let mut least = bytes_of(&measured, parts)?;
        // The shortest texts first: they gain least from being compressed.
        let mut chosen: Vec<usize> = tables.iter().flat_map(|table| table.places.clone()).collect();
        chosen.sort_by(|one, other| left.mean_length(*one).total_cmp(&left.mean_length(*other)));
        for place in chosen {
            learned[place].symbols = with_symbols[place].symbols;
            places.apply(parts, learned);
            let bytes = bytes_of(&measured, parts)?;
            if bytes <= least {
                least = bytes;
            } else {
                learned[place].symbols = None;
            }
        }
        compresses = least as f64 <= in_symbols as f64 * (1.0 - MIN_SAVED_PART);
    }
    if !compresses {
        learned.copy_from_slice(&with_symbols);
        parts.level = 0;
    }
    for table in &mut tables {
        table.places.retain(|place| learned[*place].symbols.is_some());
        table.finish(&left, options);
    }
    tables.retain(|table| !table.places.is_empty());
    tables::write(&tables, learned, parts);
    places.apply(parts, learned);
    parts.compression =
        if compresses { dictionary(samples.iter(), options, parts)? } else { Vec::new() };
    Ok(())
}

/// What these values take at the level that uses all of a profile.
fn bytes_of(samples: &[&Value], parts: &ProfileParts) -> Result<usize> {
    let profile = Arc::new(Profile::new(parts)?);
    let mut encoder = Encoder::with_profile(profile).level(Level::Small);
    samples.iter().map(|sample| Ok(encoder.encode(*sample)?.len())).sum()
}

/// A zstd dictionary for the texts that are left in these values; empty if they are too few to
/// learn one from.
fn dictionary<'a>(
    samples: impl Iterator<Item = &'a Value>,
    options: &Options,
    parts: &ProfileParts,
) -> Result<Vec<u8>> {
    if options.compression_bytes == 0 {
        return Ok(Vec::new());
    }
    let parts = ProfileParts { compression: Vec::new(), ..parts.clone() };
    let mut encoder = Encoder::with_profile(Arc::new(Profile::new(&parts)?)).level(Level::Small);
    let texts = samples.map(|sample| encoder.texts(sample)).collect::<Result<Vec<_>>>()?;
    // zstd learns from many pieces rather than from a few large texts.
    let pieces: Vec<&[u8]> = texts.iter().flat_map(|texts| texts.chunks(PIECE_BYTES)).collect();
    Ok(zstd::dict::from_samples(&pieces, options.compression_bytes).unwrap_or_default())
}

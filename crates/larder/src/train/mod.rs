//! Learns a profile from samples.
//!
//! ```
//! use larder::Value;
//! use larder::train::{Options, train};
//!
//! let colours = ["red", "green", "blue"].into_iter().cycle().take(300);
//! let samples: Vec<Value> = colours.map(Value::from).collect();
//! let profile = train(&samples, &Options::default())?;
//! assert_eq!(profile.dictionaries()[0].entries().len(), 3);
//! # Ok::<(), larder::Error>(())
//! ```
//!
//! One profile serves all levels. How it is learned:
//!
//! | file | what |
//! |---|---|
//! | `options` | what a profile may hold |
//! | `shapes` | counts shapes and numbers the frequent ones; unites subsets of the same keys |
//! | `places` | the places of values, for each of which all else is learned |
//! | `dictionaries` | the texts, lists and maps that come again: those that save most, within a cap |
//! | `left` | the texts that no dictionary has and that are not packed |
//! | `symbols`, `tables` | tables of symbols for these texts, each for one place or several |
//! | `compression` | a zstd dictionary for long texts, where it saves more than symbols |
//!
//! What symbols and compression save is measured on every fourth sample, and learned from the
//! others; what was chosen is then learned from all samples.

mod compression;
mod dictionaries;
mod left;
mod options;
mod places;
mod shapes;
mod symbols;
mod tables;

pub use self::options::Options;
use self::places::Places;
use crate::error::{Error, ErrorKind, Result};
use crate::format::larder::{Place, Profile, ProfileParts, ProfileShape};
use crate::value::Value;

/// Learns a profile of `samples`.
///
/// # Errors
/// [`ErrorKind::BadProfile`] if the samples hold nothing that comes again.
pub fn train(samples: &[Value], options: &Options) -> Result<Profile> {
    let shapes = shapes::learn(samples, options.min_count);
    let places = Places::new(&shapes);
    let of_shape = |known: &shapes::LearnedShape| ProfileShape {
        places: vec![Place::default(); known.shape.keys().len()].into(),
        shape: known.shape.clone(),
    };
    let mut parts =
        ProfileParts { shapes: shapes.iter().map(of_shape).collect(), ..ProfileParts::default() };
    let mut learned = dictionaries::learn(samples, options, &places, &mut parts)?;
    compression::learn(samples, options, &places, &mut learned, &mut parts)?;
    if parts.shapes.is_empty()
        && parts.dictionaries.is_empty()
        && parts.symbol_tables.is_empty()
        && parts.compression.is_empty()
    {
        return Err(Error::new(
            ErrorKind::BadProfile,
            "the samples have no shape or text that comes again often enough",
        ));
    }
    Profile::new(&parts)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::format::larder::{Decoder, Encoder, Level};
    use crate::shape::Key;
    use crate::value::Map;

    fn record<const N: usize>(pairs: [(&str, String); N]) -> Value {
        let pairs = pairs.map(|(key, text)| (Key::from(key), Value::Text(text.into())));
        Value::Map(Map::from_pairs(pairs).expect("distinct keys"))
    }

    /// A number that looks random.
    fn random(seed: usize) -> usize {
        let mixed = (seed as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 33) as usize
    }

    fn place_of(profile: &Profile, key: &str) -> Place {
        let known = &profile.shapes()[0];
        let at = known.shape.keys().iter().position(|other| *other == Key::from(key));
        known.places[at.expect("the key is known")]
    }

    /// The bytes of these values at each level, each of which gives them back.
    fn bytes(profile: &Arc<Profile>, values: &[Value]) -> [usize; 3] {
        Level::ALL.map(|level| {
            let mut encoder = Encoder::with_profile(profile.clone()).level(level);
            let mut decoder = Decoder::new().with_profile(profile.clone()).unwrap();
            let written = values.iter().map(|value| {
                let bytes = encoder.encode(value).unwrap();
                assert_eq!(decoder.decode(&bytes).unwrap(), *value);
                bytes.len()
            });
            written.sum()
        })
    }

    #[test]
    fn each_level_uses_more_of_the_one_profile() {
        let sample = |at: usize| {
            let state = ["paid", "sent", "open"][at % 3];
            let page = format!("https://shop.example/pages/{}?page={}", random(at) % 5000, at % 90);
            record([("state", state.into()), ("page", page)])
        };
        let samples: Vec<Value> = (0..600).map(sample).collect();
        let others: Vec<Value> = (600..900).map(sample).collect();
        let profile = Arc::new(train(&samples, &Options::default()).unwrap());
        let [fast, balanced, small] = bytes(&profile, &others);
        assert!(balanced < fast && small * 2 < balanced, "{fast}, {balanced}, {small}");
        let again = train(&samples, &Options::default()).unwrap();
        assert_eq!(again.as_bytes(), profile.as_bytes());
    }

    #[test]
    fn places_of_similar_texts_share_a_table_and_random_texts_have_none() {
        let sample = |at: usize| {
            let page = |at: usize| format!("/catalogue/pages/{}/{}", random(at) % 5000, at % 90);
            let letter = |at: usize| {
                char::from_u32(0x4E00 + random(at) as u32 % 20_000).expect("a character")
            };
            let name = |at: usize| {
                let syllables = ["mar", "lo", "vin", "tes", "ka", "ri", "no", "bel"];
                (0..4).map(|of| syllables[random(at * 4 + of) % 8]).collect::<String>()
            };
            record([
                ("page", page(at)),
                ("referrer", page(at + 7_000)),
                ("name", name(at)),
                ("noise", (0..9).map(|of| letter(at * 9 + of)).collect()),
            ])
        };
        let samples: Vec<Value> = (0..600).map(sample).collect();
        let profile = train(&samples, &Options::default()).unwrap();
        let [page, referrer, name, noise] =
            ["page", "referrer", "name", "noise"].map(|key| place_of(&profile, key).symbols);
        assert!(page.is_some() && page == referrer, "{page:?} {referrer:?}");
        assert!(name.is_some() && name != page, "{name:?}");
        assert_eq!((noise, profile.symbol_tables().len()), (None, 2));
    }

    #[test]
    fn long_texts_of_the_same_sentences_are_compressed() {
        let sentence = |number: usize| {
            let letter = |at: usize| char::from(b'a' + (random(at) % 26) as u8);
            let word = |word: usize| (0..6).map(|at| letter(word * 6 + at)).collect::<String>();
            let words = (0..12).map(|at| word(number * 12 + at));
            words.collect::<Vec<_>>().join(" ") + ". "
        };
        let sample = |at: usize| {
            let text = (0..10).map(|of| sentence(random(at * 10 + of) % 60)).collect();
            record([("text", text)])
        };
        let samples: Vec<Value> = (0..400).map(sample).collect();
        let others: Vec<Value> = (400..500).map(sample).collect();
        let profile = Arc::new(train(&samples, &Options::default()).unwrap());
        assert!(!profile.compression().is_empty());
        assert_eq!(place_of(&profile, "text").symbols, None);
        let [_, balanced, small] = bytes(&profile, &others);
        let options = Options { compression_bytes: 0, ..Options::default() };
        let symbols = Arc::new(train(&samples, &options).unwrap());
        assert!(symbols.compression().is_empty());
        let [_, _, in_symbols] = bytes(&symbols, &others);
        assert!(small < in_symbols && in_symbols < balanced, "{small}, {in_symbols}, {balanced}");
    }

    #[test]
    fn values_that_cost_much_for_few_bytes_are_learned_within_a_profile_s_budget() {
        // Lists of zeros: five bytes each, but together far beyond the budget of a profile.
        let samples: Vec<Value> = (1000..2000)
            .chain(1000..2000)
            .map(|length| Value::List(vec![Value::Int(0); length]))
            .collect();
        let profile = train(&samples, &Options { min_count: 2, ..Options::default() }).unwrap();
        let entries = profile.dictionaries()[0].entries().len();
        assert!((100..1000).contains(&entries), "{entries}");
    }
}

//! What the fuzz targets share: values from bytes, profiles, an allocator that counts, a clock, and
//! the implementation for the JVM.

pub mod foreign;
pub mod jvm;
mod losses;
mod memory;
mod peers;
mod time;
mod values;

use std::sync::{Arc, OnceLock};

use larder::{
    Decoder, Encoder, ErrorKind, Key, Level, Limits, Place, Profile, ProfileParts, ProfileShape,
    Shape, Value, train,
};

pub use memory::peak_of;
pub use peers::any;
pub use time::bounded;
pub use values::AnyValue;

/// What a decoder may keep beside the value: buffers, and a block of zstd.
pub const KEPT_BYTES: usize = 512 << 10;

/// Limits of which a few bytes can reach the end, so that a wrong charge shows, and no input takes
/// long.
pub fn tight() -> Limits {
    let mut limits = Limits::DEFAULT;
    limits.base_memory = 1 << 20;
    limits
}

/// For values that were read within limits, and now stand in other bytes, which may cost more.
fn generous() -> Limits {
    let mut limits = Limits::DEFAULT;
    limits.base_memory = 1 << 30;
    limits
}

/// A profile of fixed samples with texts and symbols, and one with a zstd dictionary instead.
pub fn profiles() -> &'static [Arc<Profile>; 2] {
    static PROFILES: OnceLock<[Arc<Profile>; 2]> = OnceLock::new();
    PROFILES.get_or_init(|| {
        const BYTES: usize = 2048;
        let defaults = train::Options { compression_bytes: 0, ..train::Options::default() };
        let compressing = train::Options {
            dictionary_bytes: 0,
            symbol_bytes: 0,
            compression_bytes: BYTES,
            ..defaults.clone()
        };
        let samples = samples();
        let profiles = [defaults, compressing].map(|options| {
            Arc::new(train::train(&samples, &options).expect("the samples are alike"))
        });
        assert!(profiles[1].as_bytes().len() > BYTES, "compression does not pay");
        profiles
    })
}

/// Records that are alike.
pub fn samples() -> Vec<Value> {
    use larder::Map;
    let keys = |names: &[&str]| {
        Arc::new(
            Shape::new(None, names.iter().map(|name| Key::from(*name)).collect::<Vec<_>>())
                .expect("distinct"),
        )
    };
    let (person, address) =
        (keys(&["name", "city", "tags", "born", "address", "score"]), keys(&["street", "zip"]));
    let cities = ["Berlin", "London", "北京", "Paris"];
    (0..256usize)
        .map(|at| {
            let street = Value::from(
                format!("{} Station Road, house of number {}", at * 7, at % 13).as_str(),
            );
            let zip = Value::from(format!("{:06}", at * 7919 % 1_000_000).as_str());
            let values = vec![
                Value::from(format!("person {} of the family {}", at % 40, at % 7).as_str()),
                Value::from(cities[at % 4]),
                Value::List(vec![
                    Value::from("new"),
                    Value::from(if at % 2 == 0 { "red" } else { "blue" }),
                ]),
                Value::from(format!("19{:02}-0{}-1{}", at % 100, at % 9 + 1, at % 10).as_str()),
                Value::Map(Map::new(address.clone(), vec![street, zip]).expect("two")),
                Value::Float(at as f64 / 4.0),
            ];
            Value::Map(Map::new(person.clone(), values).expect("six"))
        })
        .collect()
}

/// Two profiles that give the same numbers to names that differ, both of which maps have often, but
/// in another order: so messages define their shapes by numbers of names.
fn named() -> &'static [Arc<Profile>; 2] {
    static NAMED: OnceLock<[Arc<Profile>; 2]> = OnceLock::new();
    NAMED.get_or_init(|| {
        ["field", "part"].map(|prefix| {
            let keys = (0..24).rev().map(|at| Key::from(format!("{prefix}_{at}").as_str()));
            let shape = Shape::new(None, keys.collect::<Vec<_>>()).expect("distinct").into();
            let places = vec![Place::default(); 24].into();
            let shapes = vec![ProfileShape { shape, places }];
            let parts = ProfileParts { shapes, ..ProfileParts::default() };
            Arc::new(Profile::new(&parts).expect("names are all it has"))
        })
    })
}

/// A decoder that knows all profiles.
pub fn decoder() -> Decoder {
    profiles().iter().chain(named()).fold(Decoder::new(), |decoder, profile| {
        decoder.with_profile(profile.clone()).expect("four ids")
    })
}

/// How many kinds of encoders there are.
pub const ENCODERS: u8 = 10;

/// A new encoder of the kind of this number, below [`ENCODERS`]: of each level, with a profile and
/// without.
pub fn encoder(kind: u8) -> Encoder {
    let ([plain, dictionary], [fields, parts]) = (profiles(), named());
    match kind {
        0 => Encoder::new(),
        1 => Encoder::new().checksum(true),
        2 => Encoder::new().level(Level::Small),
        3 => Encoder::with_profile(plain.clone()),
        4 => Encoder::with_profile(dictionary.clone()).level(Level::Small),
        5 => Encoder::with_profile(dictionary.clone()).level(Level::Small).checksum(true),
        6 => Encoder::new().level(Level::Fast),
        7 => Encoder::with_profile(dictionary.clone()).level(Level::Fast),
        8 => Encoder::with_profile(fields.clone()),
        9 => Encoder::with_profile(parts.clone()),
        _ => panic!("no encoder {kind}"),
    }
}

/// Decodes anything with a decoder of these limits: a value or an error within the input, and
/// within the memory. A value survives being written again.
pub fn decode_anything(bytes: &[u8], decoder: &mut Decoder, limits: Limits) -> Option<Value> {
    let (decoded, peak) = peak_of(|| bounded(bytes.len(), || decoder.decode(bytes)));
    let most = limits.memory(bytes.len()) + KEPT_BYTES;
    assert!(peak <= most, "{peak} bytes of memory for {} bytes, of at most {most}", bytes.len());
    match decoded {
        Ok(value) => {
            match Encoder::new().encode(&value) {
                // Within the limits of every day, which the writer keeps to.
                Ok(again) => assert_eq!(
                    Decoder::new().decode(&again).expect("what was written can be read"),
                    value
                ),
                Err(error) => assert_eq!(
                    error.kind(),
                    ErrorKind::TooLarge,
                    "what was read can be written: {error}"
                ),
            }
            Some(value)
        }
        Err(error) => {
            assert!(
                error.offset().is_some_and(|offset| offset <= bytes.len()),
                "{error} of {} bytes",
                bytes.len()
            );
            None
        }
    }
}

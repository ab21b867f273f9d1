//! Vectors of a foreign format: `vectors/<format>/*.json`, in the notation of vectors/README.md.
//! Those with an `error` are rejected, the others accepted; `canonical` says whether the writer
//! writes these very bytes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use larder::format::{AnyDecoder, AnyEncoder, Format, Losses};
use larder::{ErrorKind, Limits, Value};
use serde_json::Value as Json;

use crate::vectors::file::{File, join, pieces};
use crate::vectors::notation::{to_hex, value};

/// The vectors of a format.
pub struct Vectors {
    format: Format,
    vectors: Vec<(String, Json, Vec<u8>)>,
}

impl Vectors {
    pub fn of(format: Format) -> Self {
        let directory =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(format.name());
        let mut vectors = Vec::new();
        for file in File::all(&directory) {
            let subject =
                file.path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
            for (at, json) in file.vectors.into_iter().enumerate() {
                let id = format!("{subject}-{:03}", at + 1);
                assert_eq!(json["id"], id, "ids count on within a file");
                assert!(
                    json["name"].as_str().is_some_and(|name| !name.is_empty()),
                    "{id} has no name"
                );
                let pieces =
                    pieces(&json).unwrap_or_else(|error| panic!("{id}: {error}")).expect("pieces");
                vectors.push((id, json, join(&pieces)));
            }
        }
        Self { format, vectors }
    }

    pub fn accepted(&self) -> impl Iterator<Item = (&str, &Json, &[u8])> {
        self.of_kind(false)
    }

    pub fn rejected(&self) -> impl Iterator<Item = (&str, &Json, &[u8])> {
        self.of_kind(true)
    }

    fn of_kind(&self, rejected: bool) -> impl Iterator<Item = (&str, &Json, &[u8])> {
        let of_kind =
            self.vectors.iter().filter(move |(_, json, _)| json.get("error").is_some() == rejected);
        of_kind.map(|(id, json, bytes)| (id.as_str(), json, bytes.as_slice()))
    }

    fn decoder(&self) -> AnyDecoder {
        AnyDecoder::new(self.format)
    }

    /// A decoder that takes little memory, for bytes that are not what they were.
    fn small_decoder(&self) -> AnyDecoder {
        let mut limits = Limits::DEFAULT;
        limits.base_memory = 1 << 20;
        self.decoder().with_limits(limits)
    }

    /// Every accepted vector decodes to its value, and is what the writer writes, or is not, as it
    /// says.
    pub fn are_read_and_written(&self) {
        let mut encoder = AnyEncoder::new(self.format).expect("a format that is written");
        for (id, json, bytes) in self.accepted() {
            let expected = value(&json["value"]).unwrap_or_else(|error| panic!("{id}: {error}"));
            let mut decoder = self.decoder();
            // Twice, as a decoder remembers shapes.
            for _ in 0..2 {
                let found = decoder.decode(bytes).unwrap_or_else(|error| panic!("{id}: {error}"));
                assert_eq!(found, expected, "{id}");
            }
            let written = match encoder.encode(&expected) {
                Ok(written) => written,
                Err(error) if error.kind() == ErrorKind::Refused && json["canonical"] == false => {
                    continue;
                }
                Err(error) => panic!("{id}: {error}"),
            };
            assert_eq!(
                json["canonical"],
                written == bytes,
                "{id} is written as {}",
                to_hex(&written)
            );
            let again = decoder
                .decode(&written)
                .unwrap_or_else(|error| panic!("{id}: {error}: {}", to_hex(&written)));
            assert_eq!(again, expected, "{id} is written as {}", to_hex(&written));
        }
    }

    /// Every rejected vector is an error of its kind, at its fault.
    pub fn are_rejected(&self) {
        for (id, json, bytes) in self.rejected() {
            let error = match self.decoder().decode(bytes) {
                Ok(value) => panic!("{id} decodes to {value:?}"),
                Err(error) => error,
            };
            assert_eq!(json["error"], error.kind().name(), "{id}: {error}");
            let offset = error.offset().unwrap_or_else(|| panic!("{id}: {error}: no offset"));
            if let Some(expected) = json.get("offset") {
                assert_eq!(*expected, offset, "{id}: {error}");
            }
            if let Some(fault) = json["fault"].as_u64() {
                let pieces = pieces(json).ok().flatten().unwrap_or_default();
                let from: usize = pieces[..fault as usize].iter().map(|piece| piece.len()).sum();
                let to = from + pieces[fault as usize].len();
                assert!(
                    (from..=to).contains(&offset),
                    "{id}: {error}: the fault is within {from} to {to}"
                );
            }
        }
    }

    /// A beginning of a vector is no value, but for `is_value`; nor is a vector and `more`.
    pub fn are_whole(&self, more: &[u8], is_value: impl Fn(&[u8]) -> bool) {
        for (id, _, bytes) in self.accepted() {
            let mut decoder = self.small_decoder();
            for end in 0..bytes.len() {
                match decoder.decode(&bytes[..end]) {
                    Ok(value) if !is_value(&bytes[..end]) => {
                        panic!("{id}: cut at {end} it decodes to {value:?}")
                    }
                    Ok(_) => {}
                    Err(error) => {
                        assert!(error.offset().is_some_and(|offset| offset <= end), "{id}: {error}")
                    }
                }
            }
            let more = [bytes, more].concat();
            match decoder.decode(&more) {
                Ok(value) => panic!("{id}: with more it decodes to {value:?}"),
                Err(error) => assert_eq!(error.kind(), ErrorKind::TrailingBytes, "{id}: {error}"),
            }
        }
    }

    /// With any one bit flipped there is a value or an error, and what can be read can be written,
    /// as it is or with a loss that is said.
    pub fn survive_every_flipped_bit(&self) {
        let mut encoder = AnyEncoder::new(self.format).expect("a format that is written");
        for (id, _, bytes) in
            self.accepted().chain(self.rejected()).filter(|(_, _, bytes)| bytes.len() <= 4096)
        {
            let (mut decoder, mut bytes) = (self.small_decoder(), bytes.to_vec());
            for at in 0..bytes.len() {
                for bit in 0..8 {
                    bytes[at] ^= 1 << bit;
                    let found = catch_unwind(AssertUnwindSafe(|| decoder.decode(&bytes)));
                    match found.unwrap_or_else(|_| {
                        panic!("{id}: bit {bit} of byte {at}: a panic: {}", to_hex(&bytes))
                    }) {
                        Ok(value) => self.is_written_again(
                            &value,
                            &mut encoder,
                            &mut decoder,
                            &to_hex(&bytes),
                        ),
                        Err(error) => assert!(
                            error.offset().is_some_and(|offset| offset <= bytes.len()),
                            "{id}: {error}"
                        ),
                    }
                    bytes[at] ^= 1 << bit;
                }
            }
        }
    }

    fn is_written_again(
        &self,
        value: &Value,
        encoder: &mut AnyEncoder,
        decoder: &mut AnyDecoder,
        of: &str,
    ) {
        let mut losses = Losses::new();
        let written = encoder
            .encode_lossy(value, &mut losses)
            .unwrap_or_else(|error| panic!("{error}: {value:?} of {of}"));
        let again = decoder
            .decode(&written)
            .unwrap_or_else(|error| panic!("{error}: {} of {value:?}", to_hex(&written)));
        assert_eq!(
            losses.is_empty(),
            again == *value,
            "{losses}: {} of {value:?} of {of}",
            to_hex(&written)
        );
    }
}

/// Numbers that look random (SplitMix64), the same for the same seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// An integer of any size, small ones as often as large ones.
    pub fn int(&mut self) -> i64 {
        let shift = self.below(64);
        (self.next() >> shift).cast_signed()
    }

    pub fn bytes(&mut self) -> Vec<u8> {
        let length = if self.below(20) == 0 { self.below(300) } else { self.below(12) };
        (0..length).map(|_| self.next() as u8).collect()
    }

    pub fn text(&mut self) -> String {
        const CHARACTERS: [char; 16] = [
            'a',
            'b',
            'z',
            '"',
            '\\',
            ';',
            '}',
            '0',
            '\0',
            '\u{7F}',
            'ü',
            '水',
            '\u{FFFF}',
            '𐅑',
            '😀',
            '\u{10FFFF}',
        ];
        let length = if self.below(20) == 0 { self.below(300) } else { self.below(8) };
        (0..length).map(|_| CHARACTERS[self.below(16) as usize]).collect()
    }

    pub fn float(&mut self) -> f64 {
        const SPECIAL: [f64; 10] = [
            0.0,
            -0.0,
            1.0,
            1.5,
            65504.0,
            1e300,
            5e-324,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::MAX,
        ];
        match self.below(4) {
            0 => SPECIAL[self.below(10) as usize],
            1 => self.int() as f64,
            2 => self.int() as f64 / 1000.0,
            _ => Some(f64::from_bits(self.next())).filter(|float| !float.is_nan()).unwrap_or(0.1),
        }
    }
}

//! Runs the vectors of `vectors/` (see the README there), and fills in the bytes of new ones:
//! `cargo test -p larder -- --ignored vectors::write`.

mod bare;
pub mod counting;
pub mod file;
pub mod foreign;
mod frozen;
pub mod notation;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use larder::{
    Decoder, Encoder, Entry, Error, ErrorKind, Key, Level, Limits, Place, Profile, ProfileParts,
    ProfileShape, Shape, Value,
};
use serde_json::Value as Json;

use crate::vectors::bare::Bare;
use crate::vectors::file::{File, Piece, join, lines, pieces, set_pieces};
use crate::vectors::notation::{hex, key, to_hex, value};

const MIN_ACCEPTED: usize = 400;
const MIN_REJECTED: usize = 400;

/// A vector, and what is needed to run it.
struct Vector {
    id: String,
    json: Json,
    pieces: Option<Vec<Piece>>,
    profile: Option<Arc<Profile>>,
}

impl Vector {
    fn new(json: &Json, profiles: &Profiles) -> Result<Self, String> {
        let id = json["id"].as_str().ok_or("a vector without id")?.to_owned();
        let failed = |error| format!("{id}: {error}");
        let profile = match json.get("profile").and_then(Json::as_str) {
            Some(name) => Some(
                profiles
                    .get(name)
                    .cloned()
                    .ok_or_else(|| failed(format!("what is profile {name}?")))?,
            ),
            None => None,
        };
        Ok(Self { pieces: pieces(json).map_err(failed)?, json: json.clone(), profile, id })
    }

    fn value(&self) -> Result<Value, String> {
        value(&self.json["value"])
    }

    /// The levels at which the writer writes exactly these bytes.
    fn canonical(&self) -> Vec<Level> {
        let names = self.json["canonical"].as_array().expect("canonical is a list of levels");
        let level = |name: &Json| name.as_str()?.parse().ok();
        names.iter().map(|name| level(name).expect("the name of a level")).collect()
    }

    /// Whether another version of zstd may write other bytes.
    fn is_compressed(&self) -> bool {
        self.json.get("zstd").is_some() || self.bytes().is_ok_and(|bytes| bytes[1] & 2 != 0)
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        self.pieces
            .as_deref()
            .map(join)
            .ok_or_else(|| "it has no bytes yet: write them (vectors/README.md)".into())
    }

    fn encoder(&self, level: Level) -> Encoder {
        let encoder = match &self.profile {
            Some(profile) => Encoder::with_profile(profile.clone()),
            None => Encoder::new(),
        };
        encoder.checksum(self.json["checksum"] == true).level(level)
    }

    fn decoder(&self) -> Decoder {
        match &self.profile {
            Some(profile) => Decoder::new().with_profile(profile.clone()).expect("one profile"),
            None => Decoder::new(),
        }
    }

    /// A decoder that takes little memory, for bytes that are not what they were.
    fn small_decoder(&self) -> Decoder {
        let mut limits = Limits::DEFAULT;
        limits.base_memory = 1 << 20;
        self.decoder().with_limits(limits)
    }
}

type Profiles = BTreeMap<String, Arc<Profile>>;

fn vectors() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../vectors")
}

/// Every JSON file that describes a profile.
fn profile_descriptions() -> Vec<(PathBuf, String, Json)> {
    let entries = fs::read_dir(vectors().join("profiles")).expect("vectors/profiles");
    let paths = entries.map(|entry| entry.expect("an entry of a directory").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.to_str().is_some_and(|path| path.ends_with(".profile.json")))
        .collect();
    paths.sort();
    let described = paths.into_iter().map(|path| {
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name")
            .trim_end_matches(".profile.json")
            .to_owned();
        let text = fs::read_to_string(&path).expect("a description");
        let json = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, name, json)
    });
    described.collect()
}

fn read_hex(path: &std::path::Path) -> Vec<u8> {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    hex(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn profiles() -> Profiles {
    let profile = |(path, name, _): (PathBuf, String, Json)| {
        let profile = Profile::parse(&read_hex(&path.with_extension("hex")));
        (name.clone(), Arc::new(profile.unwrap_or_else(|error| panic!("{name}: {error}"))))
    };
    profile_descriptions().into_iter().map(profile).collect()
}

/// What a description says that the profile is made of.
fn parts(json: &Json) -> Result<ProfileParts, String> {
    let list = |json: &Json| json.as_array().cloned().unwrap_or_default();
    let place = |json: &Json| -> Place {
        Place {
            dictionary: json["dictionary"].as_u64().map(|number| number as u32),
            symbols: json["symbols"].as_u64().map(|number| number as u32),
            plain: json["plain"] == true,
        }
    };
    let shape = |json: &Json| -> Result<ProfileShape, String> {
        let keys = list(&json["keys"]).iter().map(key).collect::<Result<Vec<Key>, _>>()?;
        let places: Box<[Place]> = match &json["places"] {
            Json::Null => vec![Place::default(); keys.len()].into(),
            places => list(places).iter().map(place).collect(),
        };
        let shape =
            Shape::new(json["class"].as_str().map(Into::into), keys).ok_or("a key stands twice")?;
        Ok(ProfileShape { shape: shape.into(), places })
    };
    let entry = |json: &Json| -> Result<Entry, String> {
        match json.as_str() {
            Some(text) => Ok(Entry::Text(text.into())),
            None => Ok(Entry::Value(
                hex(json["$entry"].as_str().ok_or("an entry is text or $entry")?)?.into(),
            )),
        }
    };
    let dictionary = |json: &Json| list(json).iter().map(entry).collect::<Result<Vec<Entry>, _>>();
    let symbols = |json: &Json| -> Option<Vec<Box<str>>> {
        list(json).iter().map(|symbol| symbol.as_str().map(Into::into)).collect()
    };
    Ok(ProfileParts {
        shapes: list(&json["shapes"]).iter().map(shape).collect::<Result<_, _>>()?,
        root: place(&json["root"]),
        dictionaries: list(&json["dictionaries"])
            .iter()
            .map(dictionary)
            .collect::<Result<_, _>>()?,
        symbol_tables: list(&json["symbol_tables"])
            .iter()
            .map(symbols)
            .collect::<Option<_>>()
            .ok_or("a symbol is text")?,
        compression: json["compression"]
            .as_str()
            .map_or_else(Vec::new, |name| read_hex(&vectors().join("profiles").join(name))),
        level: json["level"].as_u64().unwrap_or(0) as u8,
    })
}

fn files(kind: &str) -> Vec<File> {
    File::all(&vectors().join("larder").join(kind))
}

fn all(kind: &str) -> Vec<Vector> {
    let profiles = profiles();
    let files = files(kind);
    let vectors = files.iter().flat_map(|file| &file.vectors);
    vectors
        .map(|json| Vector::new(json, &profiles).unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

fn rejected_profiles() -> File {
    File::read(&vectors().join("profiles/rejected.json"))
}

/// Runs `check` on each vector, and fails with the ids of those that do not pass.
fn each(vectors: &[Vector], check: impl Fn(&Vector) -> Result<(), String>) {
    let failed: Vec<String> = vectors
        .iter()
        .filter_map(|vector| {
            let checked = catch_unwind(AssertUnwindSafe(|| check(vector)))
                .unwrap_or_else(|_| Err("a panic".into()));
            checked.err().map(|error| format!("{}: {error}", vector.id))
        })
        .collect();
    assert!(
        failed.is_empty(),
        "{} of {} vectors fail:\n{}",
        failed.len(),
        vectors.len(),
        failed.join("\n")
    );
}

fn shortened(text: &impl std::fmt::Debug) -> String {
    format!("{text:?}").chars().take(400).collect()
}

fn decoded(decoder: &mut Decoder, bytes: &[u8]) -> Result<Value, String> {
    decoder.decode(bytes).map_err(|error| error.to_string())
}

#[test]
fn accepted_vectors_decode() {
    each(&all("accepted"), |vector| {
        let (mut decoder, bytes, expected) = (vector.decoder(), vector.bytes()?, vector.value()?);
        // Three times, as a decoder remembers shapes that come again.
        for _ in 0..3 {
            let found = decoded(&mut decoder, &bytes)?;
            if found != expected {
                return Err(format!(
                    "decodes to {}, not {}",
                    shortened(&found),
                    shortened(&expected)
                ));
            }
        }
        Ok(())
    });
}

#[test]
fn canonical_vectors_encode() {
    each(&all("accepted"), |vector| {
        let bytes = vector.bytes()?;
        let values = [vector.value()?, decoded(&mut vector.decoder(), &bytes)?];
        for level in vector.canonical() {
            let mut encoder = vector.encoder(level);
            // Three times, as an encoder remembers shapes that come again.
            for value in values.iter().chain(&values[..1]) {
                let found = encoder.encode(value).map_err(|error| error.to_string())?;
                // A host without shapes is another way to the same bytes.
                let bare = encoder.encode(Bare(value)).map_err(|error| error.to_string())?;
                for found in [found, bare] {
                    if found != bytes {
                        let found = to_hex(&found[..found.len().min(200)]);
                        return Err(format!("encodes to {found} at {}", level.name()));
                    }
                }
            }
        }
        Ok(())
    });
}

/// A level that a vector does not name must write other bytes: else it would hide that it does.
#[test]
fn other_levels_do_not_encode_to_a_vector_s_bytes() {
    each(&all("accepted"), |vector| {
        if vector.is_compressed() {
            return Ok(());
        }
        let (canonical, bytes) = (vector.canonical(), vector.bytes()?);
        for level in Level::ALL.into_iter().filter(|level| !canonical.contains(level)) {
            let value = vector.value()?;
            let found = vector.encoder(level).encode(&value).map_err(|error| error.to_string())?;
            if found == bytes {
                return Err(format!("it is canonical at {}", level.name()));
            }
        }
        Ok(())
    });
}

#[test]
fn rejected_vectors_are_rejected() {
    each(&all("rejected"), |vector| {
        let bytes = vector.bytes()?;
        let mut decoder = vector.decoder();
        for _ in 0..3 {
            match decoder.decode(&bytes) {
                Ok(value) => return Err(format!("decodes to {}", shortened(&value))),
                Err(error) => agree(&vector.json, vector.pieces.as_deref().unwrap_or(&[]), &error)?,
            }
        }
        Ok(())
    });
}

/// Whether an error is the expected one, and stands where the vector's fault is, if it says where.
fn agree(json: &Json, pieces: &[Piece], error: &Error) -> Result<(), String> {
    if json["error"] != error.kind().name() {
        return Err(format!("expected {}, found {error}", json["error"]));
    }
    let offset = error.offset().ok_or_else(|| format!("{error}: no offset"))?;
    let Some(fault) = json["fault"].as_u64().map(|fault| fault as usize) else { return Ok(()) };
    let piece = pieces.get(fault).ok_or("the fault is at a piece that is not there")?;
    let from: usize = pieces[..fault].iter().map(Piece::len).sum();
    if !(from..=from + piece.len()).contains(&offset) {
        return Err(format!("{error}: the fault is within {from} to {}", from + piece.len()));
    }
    match json.get("offset") {
        Some(expected) if *expected != offset => {
            Err(format!("expected offset {expected}, found {error}"))
        }
        _ => Ok(()),
    }
}

/// All positions of small vectors, and the first, the last and some others of large ones.
fn positions(length: usize) -> impl Iterator<Item = usize> {
    const MANY: usize = 512;
    (0..length).filter(move |at| *at < MANY || length - at <= MANY || at % 4099 == 0)
}

#[test]
fn what_is_cut_is_rejected() {
    each(&all("accepted"), |vector| {
        let (mut decoder, bytes) = (vector.small_decoder(), vector.bytes()?);
        for end in positions(bytes.len()) {
            if let Ok(value) = decoder.decode(&bytes[..end]) {
                return Err(format!("cut at {end} it decodes to {}", shortened(&value)));
            }
        }
        Ok(())
    });
}

#[test]
fn a_byte_more_is_rejected() {
    each(&all("accepted"), |vector| {
        let bytes = [vector.bytes()?, vec![0]].concat();
        match vector.decoder().decode(&bytes) {
            Ok(value) => Err(format!("decodes to {}", shortened(&value))),
            Err(_) => Ok(()),
        }
    });
}

#[test]
fn every_flipped_bit_gives_an_error_or_a_value() {
    let mut accepted = all("accepted");
    accepted.extend(all("rejected"));
    each(&accepted, |vector| {
        let (mut decoder, mut bytes) = (vector.small_decoder(), vector.bytes()?);
        let mut encoders = Level::ALL.map(|level| vector.encoder(level));
        let is_large = bytes.len() > 1024;
        for at in positions(bytes.len()) {
            for bit in 0..8 {
                bytes[at] ^= 1 << bit;
                let found = catch_unwind(AssertUnwindSafe(|| decoder.decode(&bytes)));
                let found = found.map_err(|_| format!("bit {bit} of byte {at}: a panic"))?;
                if let Ok(value) = found
                    && !is_large
                {
                    // A value that can be read can be written, and is the same then.
                    let failed = |what: &dyn std::fmt::Display| {
                        format!("bit {bit} of byte {at}: {what}: {}", to_hex(&bytes))
                    };
                    for encoder in &mut encoders {
                        let again = encoder.encode(&value).map_err(|error| failed(&error))?;
                        let again = decoder.decode(&again).map_err(|error| failed(&error))?;
                        if again != value {
                            return Err(failed(&"another value"));
                        }
                    }
                }
                bytes[at] ^= 1 << bit;
            }
        }
        Ok(())
    });
}

#[test]
fn profiles_are_what_their_descriptions_say() {
    for (path, name, json) in profile_descriptions() {
        let bytes = read_hex(&path.with_extension("hex"));
        let profile = Profile::parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let parts = parts(&json).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(parts.to_bytes() == bytes, "{name}: the description gives other bytes");
        assert_eq!(json["id"].as_str(), Some(&*to_hex(&profile.id())), "{name}");
        for end in positions(bytes.len()) {
            assert!(Profile::parse(&bytes[..end]).is_err(), "{name}: cut at {end}");
        }
        let mut flipped = bytes.clone();
        for at in positions(bytes.len()) {
            for bit in 0..8 {
                flipped[at] ^= 1 << bit;
                assert!(Profile::parse(&flipped).is_err(), "{name}: bit {bit} of byte {at}");
                flipped[at] ^= 1 << bit;
            }
        }
    }
}

#[test]
fn rejected_profiles_are_rejected() {
    let vectors: Vec<Vector> = rejected_profiles()
        .vectors
        .iter()
        .map(|json| Vector::new(json, &Profiles::new()).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    each(&vectors, |vector| match Profile::parse(&vector.bytes()?) {
        Ok(profile) => Err(format!("is {profile:?}")),
        Err(error) => agree(&vector.json, vector.pieces.as_deref().unwrap_or(&[]), &error),
    });
}

#[test]
fn there_are_enough_vectors_of_all_kinds() {
    let (accepted, rejected) = (all("accepted"), all("rejected"));
    let profiles = rejected_profiles();
    assert!(accepted.len() >= MIN_ACCEPTED, "{} accepted", accepted.len());
    assert!(rejected.len() >= MIN_REJECTED, "{} rejected", rejected.len());

    let mut seen = BTreeSet::new();
    let ids = accepted.iter().chain(&rejected).map(|vector| &vector.json).chain(&profiles.vectors);
    for json in ids {
        assert!(seen.insert(json["id"].to_string()), "the id {} stands twice", json["id"]);
        assert!(
            json["name"].as_str().is_some_and(|name| !name.is_empty()),
            "{} has no name",
            json["id"]
        );
    }
    for file in files("accepted").into_iter().chain(files("rejected")).chain([profiles]) {
        let subject =
            file.path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        let subject = if file.path.starts_with(vectors().join("profiles")) {
            "profile-rejected".into()
        } else {
            subject
        };
        for (at, json) in file.vectors.iter().enumerate() {
            assert_eq!(
                json["id"],
                format!("{subject}-{:03}", at + 1),
                "ids count on within a file"
            );
        }
    }

    let kinds = rejected
        .iter()
        .map(|vector| &vector.json)
        .chain(&rejected_profiles().vectors)
        .map(|json| json["error"].clone())
        .collect::<Vec<_>>();
    // These three are no errors of the Larder format's reader.
    let foreign = [ErrorKind::Refused, ErrorKind::WrongFormat, ErrorKind::BadSyntax];
    for kind in ErrorKind::ALL.into_iter().filter(|kind| !foreign.contains(kind)) {
        assert!(
            kinds.iter().any(|found| *found == kind.name()),
            "no vector is rejected as {}",
            kind.name()
        );
    }

    let roots: Vec<Vec<u8>> = accepted
        .iter()
        .filter_map(|vector| {
            let bytes = vector.bytes().ok()?;
            Some(bytes[layout(&bytes).last()?.1..].to_vec())
        })
        .collect();
    let begins = |bytes: &[u8]| roots.iter().any(|root| root.starts_with(bytes));
    // Of the ranges that hold a number, the first and the last; AGAIN_TEXT (0xFE) and DEFINITIONS
    // (0xF5) begin no value that stands alone.
    let tags = [0x00, 0x2F, 0x30, 0x5F, 0x60, 0x7E, 0x7F, 0x90, 0xCF]
        .into_iter()
        .chain(0x80..0x85)
        .chain(0xD0..0xF5)
        .chain(0xF6..0xFE)
        .chain([0xFF]);
    let missing: Vec<u8> = tags.filter(|tag| !begins(&[*tag])).collect();
    assert!(missing.is_empty(), "no vector begins with {missing:02x?}");
    for extension in (0..0x0F).chain([0x10]) {
        assert!(begins(&[0xFD, extension]), "no vector has extension {extension:#04x}");
    }
    for kind in (0..=0x15).chain(0x80..=0x90).chain([0x92, 0x94, 0x95]) {
        let has = roots.iter().any(|root| root[0] == 0xF1 && root[1] < 0x80 && root[2] == kind);
        assert!(has, "no vector has a column of kind {kind:#04x}");
    }
}

/// The parts of a message that can be read: what each is, and where it begins. The last is the
/// value.
fn layout(bytes: &[u8]) -> Vec<(&'static str, usize)> {
    let varint = |mut at: usize| {
        let (mut value, mut shift) = (0usize, 0);
        loop {
            value |= usize::from(bytes[at] & 0x7F) << shift;
            at += 1;
            if bytes[at - 1] < 0x80 {
                return (value, at);
            }
            shift += 7;
        }
    };
    let flags = bytes[1];
    let mut parts = vec![("header", 0)];
    let mut at = 2 + usize::from(flags & 8 != 0);
    if flags & 1 != 0 {
        parts.push(("profile id", at));
        at += 3;
    }
    if flags & 2 != 0 {
        parts.push(("compressed texts", at));
        let (length, after) = varint(at);
        at = after + length;
    }
    if bytes[at] == 0xF5 {
        parts.push(("definitions", at));
        let (length, after) = varint(at + 1);
        at = after + length;
    }
    parts.push(("value", at));
    parts
}

/// The pieces of bytes that the writer wrote.
fn written_pieces(bytes: &[u8]) -> Vec<Piece> {
    let has_checksum = bytes[1] & 4 != 0;
    let (content, checksum) = bytes.split_at(bytes.len() - if has_checksum { 4 } else { 0 });
    let parts = layout(content);
    let ends = parts.iter().skip(1).map(|(_, at)| *at).chain([content.len()]);
    let mut pieces: Vec<Piece> = parts
        .iter()
        .zip(ends)
        .map(|((what, from), to)| Piece::new(&content[*from..to], *what))
        .collect();
    if has_checksum {
        pieces.push(Piece::new(checksum, "CRC-32C of all before"));
    }
    pieces
}

/// Fills in what new vectors lack: the bytes that the writer gives, offsets, profiles. What is
/// there stays.
#[test]
#[ignore = "writes to vectors/"]
fn write() {
    for (path, name, mut json) in profile_descriptions() {
        let bytes = parts(&json).unwrap_or_else(|error| panic!("{name}: {error}")).to_bytes();
        let profile = Profile::parse(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let hex_path = path.with_extension("hex");
        if !hex_path.exists() {
            let rows: Vec<String> = bytes.chunks(32).map(to_hex).collect();
            fs::write(hex_path, rows.join("\n") + "\n").expect("a profile can be written");
            json["id"] = to_hex(&profile.id()).into();
            fs::write(path, lines(&json, "") + "\n").expect("a description can be written");
        }
    }
    let profiles = profiles();
    let mut failed = Vec::new();
    for mut file in files("accepted") {
        for json in &mut file.vectors {
            if let Err(error) = fill(json, &profiles) {
                failed.push(error);
            }
        }
        file.write();
    }
    for mut file in files("rejected").into_iter().chain([rejected_profiles()]) {
        let of_profiles = file.path.starts_with(vectors().join("profiles"));
        for json in &mut file.vectors {
            if let Err(error) = fill_offset(json, &profiles, of_profiles) {
                failed.push(error);
            }
        }
        file.write();
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn fill(json: &mut Json, profiles: &Profiles) -> Result<(), String> {
    let vector = Vector::new(json, profiles)?;
    if vector.pieces.is_some() {
        return Ok(());
    }
    let failed = |error: String| format!("{}: {error}", vector.id);
    let Some(level) = vector.canonical().first().copied() else {
        return Err(failed("the writer does not write it: its bytes come by hand".into()));
    };
    let written = vector
        .encoder(level)
        .encode(&vector.value().map_err(failed)?)
        .map_err(|error| failed(error.to_string()))?;
    set_pieces(json, written_pieces(&written));
    Ok(())
}

fn fill_offset(json: &mut Json, profiles: &Profiles, of_profiles: bool) -> Result<(), String> {
    if json.get("offset").is_some() || json.get("fault").is_none() {
        return Ok(());
    }
    let vector = Vector::new(json, profiles)?;
    let failed = |error: String| format!("{}: {error}", vector.id);
    let bytes = vector.bytes().map_err(failed)?;
    let error = if of_profiles {
        Profile::parse(&bytes).err()
    } else {
        vector.decoder().decode(&bytes).err()
    };
    let error = error.ok_or_else(|| failed("it is accepted".into()))?;
    let object = json.as_object_mut().ok_or("a vector is an object")?;
    let pieces = object.remove("bytes");
    let agreed = agree(&vector.json, vector.pieces.as_deref().unwrap_or(&[]), &error);
    if agreed.is_ok() && vector.json.get("fault").is_some() {
        object.insert("offset".into(), error.offset().into());
    }
    object.extend(pieces.map(|pieces| ("bytes".into(), pieces)));
    agreed.map_err(failed)
}

#[test]
fn an_object_with_keys_that_a_shape_has_not_is_refused() {
    for key in [Key::Null, Key::Bool(true), Key::Float(0.5), Key::Bytes([0xFF].as_slice().into())] {
        let shape = Shape::new(Some("C".into()), vec![Key::from("a"), key]).expect("two keys");
        let object = Value::Map(
            larder::Map::new(shape.into(), vec![Value::Null, Value::Null]).expect("two values"),
        );
        let list = Value::List(vec![object.clone(); 10]);
        for value in [object, list] {
            assert_eq!(Encoder::new().encode(&value).unwrap_err().kind(), ErrorKind::Refused);
        }
    }
}

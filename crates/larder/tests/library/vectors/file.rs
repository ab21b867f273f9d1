//! Files of vectors: read, and written one vector after another, a piece of bytes a line.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use crate::vectors::notation::{hex, to_hex};

/// A file with an array of vectors.
pub struct File {
    pub path: PathBuf,
    pub vectors: Vec<Json>,
}

/// Some bytes, what they are, and how often they come.
pub struct Piece {
    pub bytes: Vec<u8>,
    pub what: String,
    pub times: usize,
}

impl File {
    pub fn read(path: &Path) -> Self {
        let text =
            fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let vectors = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { path: path.to_owned(), vectors }
    }

    /// All `.json` files of a directory, by name.
    pub fn all(directory: &Path) -> Vec<Self> {
        let entries = fs::read_dir(directory)
            .unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
        let mut paths: Vec<PathBuf> =
            entries.map(|entry| entry.expect("an entry of a directory").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }

    pub fn write(&self) {
        let vectors: Vec<String> = self.vectors.iter().map(|vector| lines(vector, "  ")).collect();
        fs::write(&self.path, format!("[\n{}\n]\n", vectors.join(",\n")))
            .expect("a file of vectors can be written");
    }
}

/// An object, a field a line; of the arrays of `LONG` fields an item a line.
pub fn lines(object: &Json, indent: &str) -> String {
    const LONG: [&str; 4] = ["bytes", "shapes", "dictionaries", "symbol_tables"];
    let fields = object.as_object().expect("an object").iter().map(|(name, field)| match field {
        Json::Array(items) if LONG.contains(&name.as_str()) && !items.is_empty() => {
            let items: Vec<String> =
                items.iter().map(|item| format!("{indent}    {}", compact(item))).collect();
            format!("{indent}  \"{name}\": [\n{}\n{indent}  ]", items.join(",\n"))
        }
        _ => format!("{indent}  \"{name}\": {}", compact(field)),
    });
    format!("{indent}{{\n{}\n{indent}}}", fields.collect::<Vec<_>>().join(",\n"))
}

fn compact(json: &Json) -> String {
    match json {
        Json::Array(items) => {
            format!("[{}]", items.iter().map(compact).collect::<Vec<_>>().join(", "))
        }
        Json::Object(object) => {
            let fields = object
                .iter()
                .map(|(name, field)| format!("{}: {}", Json::from(name.as_str()), compact(field)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        _ => json.to_string(),
    }
}

impl Piece {
    pub fn new(bytes: &[u8], what: impl Into<String>) -> Self {
        Self { bytes: bytes.to_vec(), what: what.into(), times: 1 }
    }

    fn of(json: &Json) -> Result<Self, String> {
        let text = |at: usize| {
            json.get(at).and_then(Json::as_str).ok_or_else(|| format!("no piece: {json}"))
        };
        let times =
            json.get(2).map_or(Some(1), Json::as_u64).ok_or_else(|| format!("no count: {json}"))?;
        Ok(Self { bytes: hex(text(0)?)?, what: text(1)?.into(), times: times as usize })
    }

    fn to_json(&self) -> Json {
        let mut items = vec![Json::from(to_hex(&self.bytes)), Json::from(self.what.as_str())];
        items.extend((self.times > 1).then_some(Json::from(self.times)));
        items.into()
    }

    pub fn len(&self) -> usize {
        self.bytes.len() * self.times
    }
}

/// The pieces of a vector; `None` if it has none yet.
pub fn pieces(vector: &Json) -> Result<Option<Vec<Piece>>, String> {
    match vector.get("bytes") {
        None => Ok(None),
        Some(Json::Array(pieces)) => {
            pieces.iter().map(Piece::of).collect::<Result<_, _>>().map(Some)
        }
        Some(_) => Err("the bytes are no array".into()),
    }
}

pub fn join(pieces: &[Piece]) -> Vec<u8> {
    pieces.iter().flat_map(|piece| piece.bytes.repeat(piece.times)).collect()
}

pub fn set_pieces(vector: &mut Json, pieces: Vec<Piece>) {
    const MIN_RUN: usize = 64;
    let mut split = Vec::new();
    for piece in pieces {
        let bytes = &piece.bytes;
        let (mut start, mut at) = (0, 0);
        while piece.times == 1 && at < bytes.len() {
            // Long runs of the same few bytes become a piece that comes many times.
            let run = (1..=4).find_map(|unit| {
                let length = bytes[at..]
                    .iter()
                    .zip(&bytes[at + unit.min(bytes.len() - at)..])
                    .take_while(|(a, b)| a == b)
                    .count();
                let times = length / unit + 1;
                (times * unit >= MIN_RUN).then_some((unit, times))
            });
            let Some((unit, times)) = run else {
                at += 1;
                continue;
            };
            if start < at {
                split.push(Piece::new(&bytes[start..at], piece.what.as_str()));
            }
            split.push(Piece {
                bytes: bytes[at..at + unit].to_vec(),
                what: piece.what.clone(),
                times,
            });
            at += unit * times;
            start = at;
        }
        if start < bytes.len() {
            split.push(Piece { bytes: bytes[start..].to_vec(), ..piece });
        }
    }
    let object = vector.as_object_mut().expect("a vector is an object");
    object.remove("bytes");
    object.insert("bytes".into(), split.iter().map(Piece::to_json).collect());
}

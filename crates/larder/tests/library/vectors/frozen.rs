//! Version 1 of the format is frozen (docs/FORMAT.md, "Evolution"): a released vector keeps its
//! bytes. `vectors/frozen.txt` has a line for each: a digest, the file and the id. A new vector
//! gets its line by `cargo test -p larder -- --ignored vectors::frozen`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::vectors;

use crate::vectors::file::{File, join, pieces};
use crate::vectors::notation::to_hex;

/// Enough of a digest to tell an edit from none.
const DIGEST_BYTES: usize = 16;

fn digest(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    to_hex(&hash.finalize()[..DIGEST_BYTES]).replace(' ', "")
}

/// What must not change of a vector: its bytes, and what a reader makes of them.
fn vector_digest(vector: &Json) -> String {
    let bytes = pieces(vector).expect("pieces").map_or_else(Vec::new, |pieces| join(&pieces));
    let field = |name: &str| vector.get(name).map_or_else(String::new, Json::to_string);
    digest(&[
        &bytes,
        field("value").as_bytes(),
        field("error").as_bytes(),
        field("profile").as_bytes(),
    ])
}

/// The digest of every vector, by file and id; of a profile, that of its file.
fn present() -> BTreeMap<String, String> {
    let root = vectors();
    let mut digests = BTreeMap::new();
    let mut add = |name: String, digest: String| {
        assert!(digests.insert(name.clone(), digest).is_none(), "{name} stands twice");
    };
    for kind in ["accepted", "rejected"] {
        for file in File::all(&root.join("larder").join(kind)) {
            for vector in &file.vectors {
                add(named(&root, &file.path, vector), vector_digest(vector));
            }
        }
    }
    let rejected = File::read(&root.join("profiles/rejected.json"));
    for vector in &rejected.vectors {
        add(named(&root, &rejected.path, vector), vector_digest(vector));
    }
    for entry in fs::read_dir(root.join("profiles")).expect("vectors/profiles") {
        let path = entry.expect("an entry of a directory").path();
        if path.extension().is_some_and(|extension| extension == "hex") {
            let text = fs::read_to_string(&path).expect("hexadecimal");
            let bytes: String = text.split_whitespace().collect();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            add(format!("profiles/{name}"), digest(&[bytes.as_bytes()]));
        }
    }
    digests
}

fn named(root: &Path, path: &Path, vector: &Json) -> String {
    let file = path.strip_prefix(root).expect("a file of vectors").display();
    format!("{file} {}", vector["id"].as_str().expect("a vector has an id"))
}

fn frozen() -> BTreeMap<String, String> {
    let text = fs::read_to_string(vectors().join("frozen.txt")).expect("vectors/frozen.txt");
    let line = |line: &str| {
        let (digest, name) = line.split_once(' ').expect("a digest and a name");
        (name.to_owned(), digest.to_owned())
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

#[test]
fn released_vectors_keep_their_bytes() {
    let present = present();
    let changed: Vec<String> = frozen()
        .into_iter()
        .filter(|(name, digest)| present.get(name) != Some(digest))
        .map(|(name, _)| name)
        .collect();
    assert!(changed.is_empty(), "these vectors were changed or removed: {changed:#?}");
}

#[test]
fn every_vector_is_frozen() {
    let frozen = frozen();
    let new: Vec<String> =
        present().into_keys().filter(|name| !frozen.contains_key(name)).collect();
    assert!(
        new.is_empty(),
        "new vectors: freeze them with `cargo test -p larder -- --ignored vectors::frozen`: \
         {new:#?}"
    );
}

/// Adds the lines of new vectors, and leaves all others as they are.
#[test]
#[ignore = "writes vectors/frozen.txt"]
fn freeze() {
    let mut lines = frozen();
    for (name, digest) in present() {
        lines.entry(name).or_insert(digest);
    }
    let mut text = String::from(
        "# Version 1 is frozen: no line of this file changes. Each has the digest of a vector.\n",
    );
    for (name, digest) in lines {
        writeln!(text, "{digest} {name}").expect("a string takes all");
    }
    fs::write(vectors().join("frozen.txt"), text).expect("vectors/frozen.txt can be written");
}

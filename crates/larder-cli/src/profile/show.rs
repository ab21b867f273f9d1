//! `larder profile show`: what a profile holds.

use std::fs;
use std::io::Write;

use anyhow::{Context, Result};
use larder::{Entry, Key, Place, Profile};
use serde_json::{Value as Json, json};

use crate::cli::ProfileShowArgs;
use crate::failure::OK;
use crate::table::{counted, number};
use crate::terminal::{Out, escaped};
use crate::{output, profiles};

/// How many texts of a dictionary are shown without `--texts`.
const SHOWN: usize = 5;

/// Returns the exit code.
pub fn show(args: &ProfileShowArgs) -> Result<u8> {
    let name = args.file.display();
    let bytes = fs::read(&args.file).with_context(|| format!("{name} cannot be read"))?;
    let profile =
        Profile::parse(&bytes).with_context(|| format!("{name} cannot be used as a profile"))?;
    match &args.json {
        Some(json) => output::write_json(json, &document(&profile))?,
        None => write(&mut Out::lock(), &profile, args.texts)?,
    }
    Ok(OK)
}

fn write(out: &mut Out, profile: &Profile, all: bool) -> Result<()> {
    let hash: String = profile.digest().iter().map(|byte| format!("{byte:02x}")).collect();
    writeln!(
        out,
        "profile {}, {} B, SHA-256 {hash}",
        profiles::id(profile),
        number(profile.as_bytes().len() as f64)
    )?;
    match profile.compression().len() {
        0 => writeln!(out, "level fast: texts are not compressed")?,
        bytes => writeln!(
            out,
            "level small: texts are compressed by zstd at its level {}, with a dictionary of {} B",
            profile.level(),
            number(bytes as f64)
        )?,
    }
    writeln!(out, "\n{}", counted(profile.shapes().len(), "shape", "shapes"))?;
    for (number, known) in profile.shapes().iter().enumerate() {
        let class = known
            .shape
            .class()
            .map_or(String::new(), |class| format!("{} ", escaped(class, usize::MAX)));
        let keys: Vec<String> = known
            .shape
            .keys()
            .iter()
            .zip(&known.places)
            .map(|(key, place)| {
                format!("{}{}", escaped(&key_text(key), usize::MAX), place_text(*place))
            })
            .collect();
        writeln!(out, "  {number:>3}  {class}{{{}}}", keys.join(", "))?;
    }
    if let Some(root) = profile.root().dictionary {
        writeln!(out, "  values outside of fields: [{root}]")?;
    }
    let entries: usize =
        profile.dictionaries().iter().map(|dictionary| dictionary.entries().len()).sum();
    writeln!(
        out,
        "\n{}, {} of your data",
        counted(profile.dictionaries().len(), "dictionary", "dictionaries"),
        counted(entries, "text or list", "texts and lists")
    )?;
    for (number, dictionary) in profile.dictionaries().iter().enumerate() {
        let entries = dictionary.entries();
        let shown = if all { entries.len() } else { entries.len().min(SHOWN) };
        let texts: Vec<String> = entries[..shown].iter().map(entry_text).collect();
        let more = entries.len() - shown;
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        writeln!(out, "  [{number}]  {}{more}", texts.join(", "))?;
    }
    Ok(())
}

fn key_text(key: &Key) -> String {
    match key {
        Key::Text(text) => text.to_string(),
        Key::Int(int) => format!("#{int}"),
        other => format!("{other:?}"),
    }
}

fn place_text(place: Place) -> String {
    place.dictionary.map_or(String::new(), |dictionary| format!(" [{dictionary}]"))
}

fn entry_text(entry: &Entry) -> String {
    match entry {
        Entry::Text(text) => format!("\"{}\"", escaped(text, usize::MAX)),
        Entry::Value(bytes) => format!("value of {}", counted(bytes.len(), "byte", "bytes")),
    }
}

fn document(profile: &Profile) -> Json {
    let place = |place: Place| json!({"dictionary": place.dictionary, "plain": place.plain});
    let shapes: Vec<Json> = profile
        .shapes()
        .iter()
        .map(|known| {
            let fields: Vec<Json> = known
                .shape
                .keys()
                .iter()
                .zip(&known.places)
                .map(|(key, at)| json!({"key": key_text(key), "place": place(*at)}))
                .collect();
            json!({"class": known.shape.class().map(|class| class.to_string()), "fields": fields})
        })
        .collect();
    let dictionaries: Vec<Vec<Json>> = profile
        .dictionaries()
        .iter()
        .map(|dictionary| {
            let entry = |entry: &Entry| match entry {
                Entry::Text(text) => json!(&**text),
                Entry::Value(bytes) => json!({"value": bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()}),
            };
            dictionary.entries().iter().map(entry).collect()
        })
        .collect();
    json!({
        "id": profiles::id(profile),
        "sha256": profile.digest().iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
        "bytes": profile.as_bytes().len(),
        "level": if profile.compression().is_empty() { "fast" } else { "small" },
        "zstd_level": profile.level(),
        "compression_bytes": profile.compression().len(),
        "root": place(profile.root()),
        "shapes": shapes,
        "dictionaries": dictionaries,
    })
}

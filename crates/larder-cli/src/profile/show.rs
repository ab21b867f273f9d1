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

/// How many texts of a dictionary, or symbols, are shown without `--texts`.
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
        0 => writeln!(out, "no zstd dictionary")?,
        bytes => writeln!(
            out,
            "zstd dictionary of {} B: at the level small, texts without symbols are compressed",
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
    let root = place_text(profile.root());
    if !root.is_empty() {
        writeln!(out, "  values outside of fields:{root}")?;
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
    let tables = profile.symbol_tables();
    writeln!(out, "\n{}", counted(tables.len(), "table of symbols", "tables of symbols"))?;
    for (number, table) in tables.iter().enumerate() {
        let symbols = table.symbols();
        let shown = if all { symbols.len() } else { symbols.len().min(SHOWN) };
        let more = symbols.len() - shown;
        let symbols: Vec<String> =
            symbols.take(shown).map(|text| format!("\"{}\"", escaped(text, usize::MAX))).collect();
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        writeln!(out, "  <{number}>  {}{more}", symbols.join(", "))?;
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
    let dictionary = place.dictionary.map_or(String::new(), |number| format!(" [{number}]"));
    let symbols = place.symbols.map_or(String::new(), |number| format!(" <{number}>"));
    dictionary + &symbols
}

fn entry_text(entry: &Entry) -> String {
    match entry {
        Entry::Text(text) => format!("\"{}\"", escaped(text, usize::MAX)),
        Entry::Value(bytes) => format!("value of {}", counted(bytes.len(), "byte", "bytes")),
    }
}

fn document(profile: &Profile) -> Json {
    let place = |place: Place| json!({"dictionary": place.dictionary, "symbols": place.symbols, "plain": place.plain});
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
    let symbol_tables: Vec<Vec<&str>> =
        profile.symbol_tables().iter().map(|table| table.symbols().collect()).collect();
    json!({
        "id": profiles::id(profile),
        "sha256": profile.digest().iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
        "bytes": profile.as_bytes().len(),
        "zstd_level": profile.level(),
        "compression_bytes": profile.compression().len(),
        "root": place(profile.root()),
        "shapes": shapes,
        "dictionaries": dictionaries,
        "symbol_tables": symbol_tables,
    })
}

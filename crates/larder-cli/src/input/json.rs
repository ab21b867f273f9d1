//! Reads JSON and JSON lines into one compact line per value, each checked before any runner sees
//! it.
//!
//! The text of every number is kept as it was written, so that each runtime parses it by its own
//! rules.

use std::collections::HashSet;
use std::fmt;

use larder::format::Format;
use larder::{Limits, Value};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::table::counted;

/// The deepest nesting that is accepted: the limit of every reader, Larder's and PHP's.
pub const MAX_DEPTH: usize = Limits::DEFAULT.max_depth as usize;

/// How values lie in a text.
#[derive(Clone, Copy, PartialEq)]
pub enum Layout {
    /// One document: an array's elements are the values, anything else is the one value.
    Document,
    /// Each document is a value.
    Lines,
}

/// A value in a format other than JSON.
#[derive(Debug)]
pub struct Original {
    pub format: Format,
    pub value: Value,
}

/// Values as compact JSON, one per line, and what should be said about them.
#[derive(Debug, Default)]
pub struct Values {
    pub lines: Vec<String>,
    /// For each line that was read from a format other than JSON, the value itself; empty if there
    /// is no such line.
    pub originals: Vec<Option<Original>>,
    pub notes: Vec<String>,
    /// What JSON cannot hold of values in other formats.
    pub lost: Vec<String>,
}

/// Text that is not JSON, with the place. Lines and columns count from 1, columns in bytes.
#[derive(Debug, thiserror::Error, PartialEq)]
#[error("{name}:{line}:{column}: {what}")]
pub struct Malformed {
    pub name: String,
    pub line: usize,
    pub column: usize,
    pub what: String,
}

/// Reads `bytes` (UTF-8, with or without a byte order mark); `name` is for errors.
pub fn read(bytes: &[u8], name: &str, layout: Layout) -> Result<Values, Malformed> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let malformed =
        |(line, column), what: String| Malformed { name: name.into(), line, column, what };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        malformed(place_of(bytes, error.valid_up_to()), "not UTF-8 from this byte on".into())
    })?;

    let mut documents = Vec::new();
    for document in serde_json::Deserializer::from_str(text).into_iter::<&RawValue>() {
        documents.push(
            document.map_err(|error| malformed((error.line(), error.column()), reason(&error)))?,
        );
    }
    if layout == Layout::Document
        && let [only] = documents[..]
        && only.get().starts_with('[')
    {
        documents = serde_json::from_str(only.get()).expect("an array whose syntax was just read");
    }

    let mut values = Values::default();
    let mut facts = Facts::default();
    for document in documents {
        let mut json = serde_json::Deserializer::from_str(document.get());
        json.disable_recursion_limit();
        if let Err(error) = (Walk { depth: 0, facts: &mut facts }).deserialize(&mut json) {
            let start = document.get().as_ptr() as usize - text.as_ptr() as usize;
            let (line, column) = place_of(bytes, start);
            let place = match error.line() {
                0 | 1 => (line, column + error.column().saturating_sub(1)),
                below => (line + below - 1, error.column()),
            };
            return Err(malformed(place, reason(&error)));
        }
        values.lines.push(compact(document.get()));
    }
    if let Some(key) = facts.first_duplicate {
        values.notes.push(format!(
            "{} twice in one object, the first being {key:?}: the last value counts",
            counted(facts.duplicates, "key occurs", "keys occur")
        ));
    }
    Ok(values)
}

fn place_of(bytes: &[u8], offset: usize) -> (usize, usize) {
    let before = &bytes[..offset];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = offset
        - before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)
        + 1;
    (line, column)
}

fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

/// Drops the white space between tokens.
fn compact(json: &str) -> String {
    let mut compact = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(quote) = rest.find('"') {
        compact.extend(rest[..quote].split_ascii_whitespace());
        let end = string_end(&rest[quote..]);
        compact.push_str(&rest[quote..quote + end]);
        rest = &rest[quote + end..];
    }
    compact.extend(rest.split_ascii_whitespace());
    compact
}

/// The length of the string literal that `json` begins with, quotes included.
fn string_end(json: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in json.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    json.len()
}

#[derive(Default)]
struct Facts {
    duplicates: usize,
    first_duplicate: Option<String>,
}

/// Visits a value without keeping it: checks strings, numbers and depth, and counts duplicate keys.
struct Walk<'a> {
    depth: usize,
    facts: &'a mut Facts,
}

impl Walk<'_> {
    fn deeper<E: serde::de::Error>(&mut self) -> Result<Walk<'_>, E> {
        if self.depth == MAX_DEPTH {
            return Err(E::custom(format_args!("nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(Walk { depth: self.depth + 1, facts: self.facts })
    }
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        let inner = self.deeper::<A::Error>()?;
        while list.next_element_seed(Walk { depth: inner.depth, facts: inner.facts })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let inner = self.deeper::<A::Error>()?;
        let mut keys = HashSet::new();
        while let Some(Key(key)) = map.next_key::<Key>()? {
            map.next_value_seed(Walk { depth: inner.depth, facts: inner.facts })?;
            if let Some(key) = keys.replace(key) {
                inner.facts.duplicates += 1;
                inner.facts.first_duplicate.get_or_insert(key);
            }
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct Key(String);

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, layout: Layout) -> Vec<String> {
        read(text.as_bytes(), "t.json", layout).unwrap().lines
    }

    fn error(text: &[u8]) -> String {
        read(text, "t.json", Layout::Document).unwrap_err().to_string()
    }

    #[test]
    fn an_array_is_its_elements_and_another_document_is_one_value() {
        assert_eq!(lines("[1, {\"a\": [1, 2]}]", Layout::Document), ["1", "{\"a\":[1,2]}"]);
        assert_eq!(lines("{\"a\":1}", Layout::Document), ["{\"a\":1}"]);
        assert_eq!(lines("[1]\n[2]", Layout::Document), ["[1]", "[2]"]);
    }

    #[test]
    fn every_line_of_json_lines_is_a_value() {
        assert_eq!(lines("[1, 2]\n\n{}\n", Layout::Lines), ["[1,2]", "{}"]);
        assert_eq!(lines("\u{feff}[1]", Layout::Lines), ["[1]"]);
    }

    #[test]
    fn white_space_goes_and_strings_and_numbers_stay_as_written() {
        let text = "[ { \"a b\" : \" \\\" [ \\\\\" ,\n \"n\" : [ 1.0 , 12345678901234567890123 , \
                    -0.0 , 1e5 ] } ]";
        assert_eq!(
            lines(text, Layout::Document),
            ["{\"a b\":\" \\\" [ \\\\\",\"n\":[1.0,12345678901234567890123,-0.0,1e5]}"]
        );
    }

    #[test]
    fn no_text_is_no_values() {
        assert!(lines("", Layout::Document).is_empty());
        assert!(lines(" \n", Layout::Lines).is_empty());
        assert!(lines("[]", Layout::Document).is_empty());
    }

    #[test]
    fn malformed_text_is_named_with_line_and_column() {
        assert_eq!(error(b"[1,\n 2,,]"), "t.json:2:4: expected value");
        assert_eq!(error(b"[NaN]"), "t.json:1:2: expected value");
        assert_eq!(error(b"[1,\n\"\xff\"]"), "t.json:2:2: not UTF-8 from this byte on");
        assert_eq!(error(b"[{\"a\":\n  1e999}]"), "t.json:2:7: number out of range");
        assert!(error(b"{\"a\": [1, 2}").starts_with("t.json:1:12: "));
    }

    #[test]
    fn a_lone_surrogate_is_malformed() {
        assert!(error(b"[\"ok\",\n \"\\ud800\"]").starts_with("t.json:2:"));
        assert!(error(b"[\"\\udc00\"]").contains("surrogate"));
        assert_eq!(lines("[\"\\ud83d\\ude00\"]", Layout::Document), ["\"\\ud83d\\ude00\""]);
    }

    #[test]
    fn nesting_is_taken_down_to_the_limit_and_not_below() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(lines(&nested(MAX_DEPTH), Layout::Lines), [nested(MAX_DEPTH)]);
        let error = read(nested(MAX_DEPTH + 1).as_bytes(), "t.json", Layout::Lines).unwrap_err();
        assert_eq!((error.line, error.what.as_str()), (1, "nested deeper than 512 levels"));
        assert!(
            (MAX_DEPTH + 1..=MAX_DEPTH + 2).contains(&error.column),
            "at the bracket too many, not at {}",
            error.column
        );
        assert!(read(nested(1_000_000).as_bytes(), "t.json", Layout::Lines).is_err());
    }

    #[test]
    fn duplicate_keys_are_counted_and_named() {
        let values =
            read(b"[{\"a\":1,\"a\":2},{\"b\":{\"c\":1,\"c\":1,\"c\":1}}]", "t", Layout::Document)
                .unwrap();
        assert_eq!(
            values.notes,
            ["3 keys occur twice in one object, the first being \"a\": the last value counts"]
        );
    }
}

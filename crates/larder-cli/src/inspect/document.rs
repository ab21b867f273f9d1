//! What `larder inspect --json` writes.

use larder::detect::JetCache;
use larder::format::{AnyEncoder, Format, Losses};
use larder::{Error, Limits};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::json;
use serde_json::value::RawValue;

use super::finding::{Finding, ValueReader};
use super::subject::{Content, Subject};
use crate::failure::{OK, ROW_FAILED};
use crate::redis::Element;

/// A subject with all that is known of it.
pub struct InspectDocument<'s> {
    subject: &'s Subject,
    /// The finding on the value, or those on the elements of a hash, list, set, sorted set or
    /// stream.
    findings: Vec<Finding<'s>>,
}

impl<'s> InspectDocument<'s> {
    pub fn new(subject: &'s Subject, reader: &ValueReader) -> Self {
        let findings = match &subject.content {
            Content::One(bytes) => vec![reader.read(bytes)],
            Content::Many { elements, .. } => {
                elements.iter().map(|element| reader.read(&element.bytes)).collect()
            }
        };
        Self { subject, findings }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        if self.findings.iter().all(|finding| finding.value.is_ok()) { OK } else { ROW_FAILED }
    }
}

impl Serialize for InspectDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.subject.name)?;
        if let Some(stored) = &self.subject.redis {
            let stored = json!({
                "url": stored.url,
                "type": stored.kind,
                "encoding": stored.encoding,
                "memory_bytes": stored.memory,
                "ttl_ms": stored.ttl,
            });
            map.serialize_entry("redis", &stored)?;
        }
        match &self.subject.content {
            Content::One(bytes) => {
                for finding in &self.findings {
                    entries(&mut map, finding, bytes.len())?;
                }
            }
            Content::Many { count, elements } => {
                map.serialize_entry("count", count)?;
                let elements: Vec<_> = elements
                    .iter()
                    .zip(&self.findings)
                    .map(|(element, finding)| ElementEntry { element, finding })
                    .collect();
                map.serialize_entry("elements", &elements)?;
            }
        }
        map.end()
    }
}

struct ElementEntry<'s> {
    element: &'s Element,
    finding: &'s Finding<'s>,
}

impl Serialize for ElementEntry<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("label", &String::from_utf8_lossy(&self.element.label))?;
        entries(&mut map, self.finding, self.element.bytes.len())?;
        map.end()
    }
}

fn entries<M: SerializeMap>(
    map: &mut M,
    finding: &Finding<'_>,
    bytes: usize,
) -> Result<(), M::Error> {
    let detection = &finding.detection;
    let guesses = detection.guesses.iter().map(|guess| {
        json!({
            "format": guess.kind.name(),
            "confidence": guess.confidence.name(),
            "reason": guess.reason,
            "error": guess.error.as_ref().map(error),
        })
    });
    let compressions: Vec<_> =
        detection.compressions.iter().map(|compression| compression.name()).collect();
    map.serialize_entry("bytes", &bytes)?;
    map.serialize_entry("jetcache", &detection.jetcache.map(JetCache::name))?;
    map.serialize_entry("compression", &compressions)?;
    map.serialize_entry("content_bytes", &detection.content.len())?;
    map.serialize_entry("format", &finding.kind.map(|kind| kind.name()))?;
    map.serialize_entry("inner_format", &detection.inner.map(|kind| kind.name()))?;
    map.serialize_entry("ambiguous", &detection.is_ambiguous())?;
    map.serialize_entry("guesses", &guesses.collect::<Vec<_>>())?;
    let value = match &finding.value {
        Ok(value) => value,
        Err(failed) => return map.serialize_entry("error", &error(failed)),
    };
    let mut losses = Losses::new();
    let max = Limits::DEFAULT.memory(detection.content.len());
    match AnyEncoder::new(Format::Json)
        .and_then(|encoder| encoder.max_bytes(max).encode_lossy(value, &mut losses))
    {
        // As it was written, so that integers of any size stay exact.
        Ok(text) => match RawValue::from_string(String::from_utf8_lossy(&text).into_owned()) {
            Ok(value) => map.serialize_entry("value", &value)?,
            Err(failed) => map.serialize_entry("value_error", &failed.to_string())?,
        },
        Err(failed) => map.serialize_entry("value_error", &error(&failed))?,
    }
    let lost = losses.iter().map(
        |met| json!({ "what": met.loss.description(), "count": met.count, "example": met.example }),
    );
    map.serialize_entry("value_losses", &lost.collect::<Vec<_>>())
}

fn error(error: &Error) -> serde_json::Value {
    json!({ "kind": error.kind().name(), "offset": error.offset(), "context": error.context() })
}

//! What bytes are: a ranked list of formats, each with its reason, even if they are compressed.
//!
//! A format is named because the bytes begin with its signature, or because they can be decoded to
//! the very last one. A short value may be valid in several formats; then all of them are named.
//! Nothing is guessed: see [`Detection::is_ambiguous`]. What stands around a value is seen through:
//! compression, the four bytes of JetCache, and another format whose text the value is.
//!
//! ```
//! use larder::Limits;
//! use larder::detect::{Confidence, ContentKind, detect};
//! use larder::format::Format;
//!
//! let detection = detect(br#"{"name": "Ada"}"#, Limits::DEFAULT);
//! let best = &detection.guesses[0];
//! assert_eq!(best.kind, ContentKind::Format(Format::Json));
//! assert!(best.confidence >= Confidence::Likely);
//! ```

mod evidence;
mod jetcache;
mod opaque;

use std::borrow::Cow;
use std::fmt;

use self::evidence::Evidence;
pub use self::jetcache::JetCache;
use crate::compression::Compression;
use crate::error::{Error, ErrorKind};
use crate::format::larder::Profile;
use crate::format::{self, AnyDecoder, Format};
use crate::limits::Limits;
use crate::value::Value;

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContentKind {
    /// A format that is read here.
    Format(Format),
    /// Text as it stands, in no format.
    Text,
    /// A format that only its own library reads, with its classes.
    Opaque(&'static str),
    /// A [`Profile`], which values of Larder's own format are written under: not a value itself.
    Profile,
}

/// How sure a guess is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// The bytes may be it, with little evidence: a scalar of a few bytes is valid in many formats.
    Possible,
    /// The bytes begin so that they can hardly be anything else, but cannot be decoded to the end:
    /// damaged, or cut.
    Broken,
    /// All bytes can be decoded, and what they hold looks like a value.
    Likely,
    /// A signature, or a grammar that other bytes do not fit.
    Certain,
}

/// One thing that the bytes may be.
#[derive(Clone, Debug)]
pub struct Guess {
    /// What.
    pub kind: ContentKind,
    /// How sure.
    pub confidence: Confidence,
    /// Why, in a few words.
    pub reason: String,
    /// Why it cannot be decoded: always of [`Confidence::Broken`], and of a value of Larder's own
    /// format that needs a profile.
    pub error: Option<Error>,
    /// Among guesses of one confidence, more is better.
    score: f64,
    /// Whether the value is one text, or bytes.
    is_string: bool,
}

/// What bytes are.
#[derive(Clone, Debug)]
pub struct Detection<'a> {
    /// How JetCache encoded them, if it did: the outermost of all.
    pub jetcache: Option<JetCache>,
    /// How they are compressed, the outermost first.
    pub compressions: Vec<Compression>,
    /// The bytes without compression.
    pub content: Cow<'a, [u8]>,
    /// What the content may be, the best guess first; none if nothing is known of it.
    pub guesses: Vec<Guess>,
    /// What the text is that the content is, if it certainly is a value of its own: one that was
    /// serialized twice.
    pub inner: Option<ContentKind>,
}

/// Compressions within one another that are looked into.
const MAX_COMPRESSIONS: usize = 2;
/// Text and lists of fewer bytes are in too many formats.
const MIN_BYTES: usize = 4;
/// Text that begins as JSON and goes on as JSON for fewer bytes is just text.
const MIN_JSON: usize = 16;

/// Finds out what bytes are, within these limits.
pub fn detect(bytes: &[u8], limits: Limits) -> Detection<'_> {
    let mut detection = match jetcache(bytes, limits) {
        Some(detection) => detection,
        None => Detection {
            jetcache: None,
            compressions: Vec::new(),
            content: Cow::Borrowed(bytes),
            guesses: guesses(bytes, limits),
            inner: None,
        },
    };
    // However often they are compressed: each time would be a multiple of the one before.
    let most = limits.memory(bytes.len());
    while detection.compressions.len() < MAX_COMPRESSIONS {
        let sure = detection.guesses.first().map(|guess| guess.confidence);
        if sure >= Some(Confidence::Likely) {
            break;
        }
        let Some(inner) = decompressed(&detection, most, limits) else { break };
        detection = inner;
    }
    detection.inner = inner(&detection, limits);
    detection
}

/// What JetCache encoded, if the bytes behind its number are what the number says.
fn jetcache(bytes: &[u8], limits: Limits) -> Option<Detection<'_>> {
    let (encoder, content) = JetCache::open(bytes)?;
    let guesses = match encoder {
        // Classes have numbers in Kryo, so its bytes say little of themselves.
        JetCache::Kryo4 | JetCache::Kryo5 => vec![Guess {
            kind: ContentKind::Opaque("kryo"),
            confidence: Confidence::Certain,
            reason: "begins with JetCache's number of Kryo".into(),
            error: None,
            score: 1.0,
            is_string: false,
        }],
        _ => guesses(content, limits),
    };
    let fits = guesses.iter().any(|guess| match (encoder, guess.kind) {
        (JetCache::Java, kind) => kind == ContentKind::Format(Format::Jdk),
        (JetCache::Fastjson2 | JetCache::Jackson3, kind) => {
            kind == ContentKind::Format(Format::Json)
        }
        _ => true,
    });
    fits.then(|| Detection {
        jetcache: Some(encoder),
        compressions: Vec::new(),
        content: Cow::Borrowed(content),
        guesses,
        inner: None,
    })
}

/// What the text is that a value is, if there is no doubt of either.
fn inner(detection: &Detection<'_>, limits: Limits) -> Option<ContentKind> {
    let best = detection.best().filter(|best| best.is_string && !detection.is_ambiguous())?;
    let (ContentKind::Format(format), Confidence::Likely | Confidence::Certain) =
        (best.kind, best.confidence)
    else {
        return None;
    };
    let value = AnyDecoder::new(format).with_limits(limits).decode(&detection.content).ok()?;
    let bytes = match &value {
        Value::Text(text) => text.as_bytes(),
        Value::Bytes(bytes) => bytes,
        _ => return None,
    };
    signed(bytes)?;
    let guesses = guesses(bytes, limits);
    let best = guesses.first().filter(|best| best.confidence == Confidence::Certain)?;
    (best.error.is_none() && guesses.len() == 1).then_some(best.kind)
}

/// The content of a compression that the bytes begin with; of one that has no beginning only if
/// its content is identified with more confidence than the bytes themselves. It has at most `most`
/// bytes.
fn decompressed(outer: &Detection<'_>, most: usize, limits: Limits) -> Option<Detection<'static>> {
    let sure = outer.guesses.first().map(|guess| guess.confidence);
    for compression in Compression::ALL {
        if !compression.begins(&outer.content) {
            continue;
        }
        let Ok(content) = compression.decompress(&outer.content, most) else { continue };
        let guesses = guesses(&content, limits);
        let inner = guesses.first().map(|guess| guess.confidence);
        let told = match compression {
            Compression::Lzf => inner > sure && inner != Some(Confidence::Broken),
            Compression::Zlib | Compression::PhpredisLz4 => inner.is_some() && inner >= sure,
            _ => true,
        };
        if told {
            let mut compressions = outer.compressions.clone();
            compressions.push(compression);
            return Some(Detection {
                jetcache: outer.jetcache,
                compressions,
                content: Cow::Owned(content),
                guesses,
                inner: None,
            });
        }
    }
    None
}

impl Detection<'_> {
    /// What stands around the content, the innermost first: `php`, of a value that was serialized
    /// twice, then compressions, then `JetCache`.
    pub fn around(&self) -> Vec<&'static str> {
        let twice = self.inner.and(self.best()).map(|best| best.kind.name());
        let compressions = self.compressions.iter().rev().map(|compression| compression.name());
        twice.into_iter().chain(compressions).chain(self.jetcache.map(|_| "JetCache")).collect()
    }

    /// The best guess, if it reads.
    pub fn best(&self) -> Option<&Guess> {
        self.guesses.first().filter(|guess| guess.confidence != Confidence::Broken)
    }

    /// Whether another guess is as sure as the best, so that people have to say which it is.
    pub fn is_ambiguous(&self) -> bool {
        match self.guesses.as_slice() {
            [best, second, ..] => {
                best.confidence == second.confidence && best.confidence != Confidence::Broken
            }
            _ => false,
        }
    }
}

impl ContentKind {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Format(format) => format.name(),
            Self::Text => "text",
            Self::Opaque(name) => name,
            Self::Profile => "larder-profile",
        }
    }
}

impl fmt::Display for ContentKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl Confidence {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Broken => "broken",
            Self::Possible => "possible",
            Self::Likely => "likely",
            Self::Certain => "certain",
        }
    }
}

/// The format whose signature bytes begin with. If they can be decoded in it, [`detect`] is certain
/// of it as well; this looks at a few bytes only.
///
/// ```
/// use larder::detect::signed;
/// use larder::format::Format;
///
/// assert_eq!(signed(br#"{"name": "Ada"}"#), Some(Format::Json));
/// assert_eq!(signed(b"Ada"), None);
/// ```
pub fn signed(bytes: &[u8]) -> Option<Format> {
    Format::ALL.into_iter().find(|&format| signature(format, bytes).is_some())
}

/// A signature that says what the bytes are even where they cannot be decoded.
fn signature(format: Format, bytes: &[u8]) -> Option<&'static str> {
    match format {
        Format::Larder => {
            format::larder::is_larder(bytes).then_some("begins with C1 and a version")
        }
        Format::Igbinary => matches!(bytes, [0, 0, 0, 1 | 2, _, ..])
            .then_some("begins with igbinary's version in 4 bytes"),
        Format::Jdk => bytes
            .starts_with(&[0xAC, 0xED, 0x00, 0x05])
            .then_some("begins with AC ED 00 05, Java serialization's magic"),
        Format::Pickle => matches!(bytes, [0x80, 2..=5, _, ..] if bytes.ends_with(b"."))
            .then_some("begins with a pickle protocol and ends with its STOP"),
        Format::Hessian => bytes
            .starts_with(&[b'H', 2, 0])
            .then_some("begins with H 02 00, Hessian 2.0's envelope"),
        Format::Php => match bytes {
            [b'a' | b'O' | b'C' | b'E' | b's', b':', b'0'..=b'9', ..] => {
                Some("begins as PHP's serialize does, with a kind and a length")
            }
            _ => None,
        },
        Format::Json => match bytes.trim_ascii_start() {
            [b'{', rest @ ..] if matches!(rest.trim_ascii_start().first(), Some(b'"' | b'}')) => {
                Some("begins as a JSON object")
            }
            [b'[', rest @ ..]
                if matches!(
                    rest.trim_ascii_start().first(),
                    Some(b'"' | b'{' | b'[' | b']' | b'0'..=b'9' | b'-' | b't' | b'f' | b'n')
                ) =>
            {
                Some("begins as a JSON array")
            }
            _ => None,
        },
        Format::Hprose => match bytes {
            [kind @ (b'a' | b'm' | b's' | b'c' | b'b'), rest @ ..] => {
                let after = if matches!(kind, b'a' | b'm') { b'{' } else { b'"' };
                (after_digits(rest)?.first() == Some(&after))
                    .then_some("begins as hprose does, with a kind and a length")
            }
            _ => None,
        },
        Format::Cbor => bytes
            .starts_with(&[0xD9, 0xD9, 0xF7])
            .then_some("begins with D9 D9 F7, self-described CBOR"),
        Format::Msgpack => None,
    }
}

fn guesses(bytes: &[u8], limits: Limits) -> Vec<Guess> {
    if format::larder::is_profile(bytes) {
        return vec![profile(bytes)];
    }
    let mut guesses: Vec<Guess> =
        Format::ALL.into_iter().filter_map(|format| guess(format, bytes, limits)).collect();
    for opaque in opaque::opaque(bytes) {
        let confidence = if opaque.named { Confidence::Likely } else { Confidence::Possible };
        guesses.push(Guess {
            kind: ContentKind::Opaque(opaque.name),
            confidence,
            reason: opaque.reason,
            error: None,
            score: 0.0,
            is_string: false,
        });
    }
    if let Some(reason) = text(bytes) {
        guesses.push(Guess {
            kind: ContentKind::Text,
            confidence: Confidence::Possible,
            reason,
            error: None,
            score: 0.5,
            is_string: false,
        });
    }
    guesses.sort_by(|a, b| b.confidence.cmp(&a.confidence).then(b.score.total_cmp(&a.score)));
    // Where a signature says what the bytes are, what else they could be is noise.
    if guesses.first().is_some_and(|best| best.confidence == Confidence::Certain) {
        guesses.retain(|guess| guess.confidence == Confidence::Certain);
    }
    guesses
}

fn profile(bytes: &[u8]) -> Guess {
    let error = Profile::parse(bytes).err();
    let (confidence, reason) = match error {
        None => (Confidence::Certain, "begins with LRDP, and its hash matches"),
        Some(_) => (Confidence::Broken, "begins with LRDP, but cannot be used as a profile"),
    };
    Guess {
        kind: ContentKind::Profile,
        confidence,
        reason: reason.into(),
        error,
        score: 1.0,
        is_string: false,
    }
}

fn guess(format: Format, bytes: &[u8], limits: Limits) -> Option<Guess> {
    let signature = signature(format, bytes);
    let mut evidence = Evidence::default();
    let kind = ContentKind::Format(format);
    match AnyDecoder::new(format).with_limits(limits).decode_with(bytes, &mut evidence) {
        Ok(()) => {
            let (confidence, reason) = weigh(format, signature, bytes, &evidence);
            let strings = (evidence.readable + evidence.unreadable).max(1) as f64;
            let score = (evidence.readable as f64
                - evidence.unreadable as f64
                - 8.0 * evidence.odd_floats as f64)
                / strings.max(8.0);
            let is_string = evidence.values == 1 && evidence.readable + evidence.unreadable > 0;
            Some(Guess { kind, confidence, reason, error: None, score, is_string })
        }
        Err(error)
            if matches!(error.kind(), ErrorKind::MissingProfile | ErrorKind::WrongProfile) =>
        {
            let id: String = format::larder::profile_of(bytes)?
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            let reason = format!("a Larder value under the profile {id}");
            Some(Guess {
                kind,
                confidence: Confidence::Certain,
                reason,
                error: Some(error),
                score: 1.0,
                is_string: false,
            })
        }
        Err(error) => {
            let reason = format!("{}, but cannot be decoded to its end", signature?);
            let read = error.offset().unwrap_or(0);
            // "[2018-11-05] started" begins as a JSON array as well.
            if format == Format::Json && read < MIN_JSON.min(bytes.len() / 2) {
                return None;
            }
            // Whatever read further is more likely what it was.
            let score = read as f64 / (bytes.len() + 1) as f64;
            Some(Guess {
                kind,
                confidence: Confidence::Broken,
                reason,
                error: Some(error),
                score,
                is_string: false,
            })
        }
    }
}

/// What follows one digit or more.
fn after_digits(bytes: &[u8]) -> Option<&[u8]> {
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0).then(|| &bytes[digits..])
}

/// How sure bytes are that read to the end.
fn weigh(
    format: Format,
    signature: Option<&'static str>,
    bytes: &[u8],
    evidence: &Evidence,
) -> (Confidence, String) {
    let reads = |confidence, why: &str| {
        (confidence, format!("can be decoded as {format} to the last byte: {why}"))
    };
    if let Some(signature) = signature {
        return (Confidence::Certain, format!("{signature}, and can be decoded to the last byte"));
    }
    let looks_random = evidence.unreadable > evidence.readable || evidence.odd_floats > 0;
    match format {
        // Grammars of characters: other text does not happen to fit, but for a few characters.
        Format::Php | Format::Hprose if bytes.len() >= MIN_BYTES => {
            reads(Confidence::Likely, "its grammar fits")
        }
        Format::Json if bytes.len() >= MIN_BYTES && bytes.first() == Some(&b'"') => {
            reads(Confidence::Likely, "a quoted text")
        }
        Format::Json => {
            reads(Confidence::Possible, "a bare number or word, which may be text as well")
        }
        _ if bytes.len() < MIN_BYTES => {
            reads(Confidence::Possible, "so few bytes do in many formats")
        }
        _ if looks_random => reads(Confidence::Possible, "but what it holds looks random"),
        _ if evidence.containers > 0 && evidence.readable > 0 => reads(
            Confidence::Likely,
            &format!("{} values, with texts that can be read", evidence.values),
        ),
        _ if evidence.values == 1 && evidence.readable >= MIN_BYTES => {
            reads(Confidence::Likely, "a text of the length it says")
        }
        _ => reads(Confidence::Possible, &format!("{} values, without any text", evidence.values)),
    }
}

/// Why bytes are text as it stands, if they are.
fn text(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let control =
        |character: char| character.is_control() && !matches!(character, '\t' | '\n' | '\r');
    if text.chars().any(control) {
        return None;
    }
    Some(if text.is_empty() {
        "nothing at all".into()
    } else if text.parse::<i64>().is_ok() {
        "a number in digits, as Redis's counters are".into()
    } else {
        "text without any control character".into()
    })
}

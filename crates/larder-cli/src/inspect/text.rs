//! What `larder inspect` prints.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use larder::compression::Compression;
use larder::detect::{Confidence, ContentKind, Detection, Guess};
use larder::format::{AnyEncoder, Format, Losses};
use larder::{ErrorKind, Limits, Value};

use super::finding::{Finding, ValueReader};
use super::hex;
use super::subject::{Content, Subject};
use super::view::{self, Extent};
use crate::failure::{OK, ROW_FAILED};
use crate::profiles;
use crate::storage::{KEY_LENGTH, formula};
use crate::table::{counted, number};
use crate::terminal::{escaped, safe};

/// Values of up to so many bytes are measured in other formats; with larger ones that takes
/// seconds.
const MAX_MEASURED: usize = 4 << 20;
/// In another format, a value is measured up to so many bytes, or up to eight times its present
/// size.
const MAX_IN_OTHERS: usize = 1 << 20;

const HEAD: Style = Style::new().bold();
const NOTE: Style = Style::new().dimmed();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Writes all that is known of a subject, and returns the exit code.
pub fn write(
    out: &mut dyn Write,
    subject: &Subject,
    reader: &ValueReader,
    extent: Extent,
) -> Result<u8> {
    let name = escaped(&subject.name, 500);
    match &subject.content {
        Content::One(bytes) => {
            let finding = reader.read(bytes);
            writeln!(out, "{HEAD}{name}{HEAD:#}  {}", what(&finding))?;
            write_size(out, subject, bytes.len(), &finding)?;
            write_guesses(out, &finding)?;
            write_in_others(out, bytes.len(), &finding)?;
            writeln!(out)?;
            write_value(out, &finding, extent)
        }
        Content::Many { count, elements } => {
            let kind = subject.redis.as_ref().map_or("", |stored| stored.kind.as_str());
            let many =
                counted(usize::try_from(*count).unwrap_or(usize::MAX), "element", "elements");
            writeln!(out, "{HEAD}{name}{HEAD:#}  {} of {many}", escaped(kind, 100))?;
            let bytes: usize = elements.iter().map(|element| element.bytes.len()).sum();
            write_stored(out, subject, &format!("{} in the elements shown", bytes_text(bytes)))?;
            let mut code = OK;
            for element in elements {
                let finding = reader.read(&element.bytes);
                let label = escaped(&String::from_utf8_lossy(&element.label), 200);
                let label = if label.is_empty() {
                    String::new()
                } else {
                    format!("{HEAD}{label}{HEAD:#}  ")
                };
                writeln!(
                    out,
                    "\n{label}{NOTE}{}, {}{NOTE:#}",
                    what(&finding),
                    bytes_text(element.bytes.len())
                )?;
                code = code.max(write_value(out, &finding, extent)?);
            }
            let shown = elements.len() as u64;
            if shown < *count && kind != "stream" {
                writeln!(
                    out,
                    "\n{NOTE}… {} more (--items shows them){NOTE:#}",
                    number((count - shown) as f64)
                )?;
            }
            Ok(code)
        }
    }
}

/// The format, and what stands around it.
fn what(finding: &Finding<'_>) -> String {
    let detection = &finding.detection;
    let kind = detection.inner.or(finding.kind).map_or("of unknown format", ContentKind::name);
    let broken = match &finding.value {
        Err(error) if !matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::WrongFormat) => {
            ", which cannot be decoded"
        }
        _ => "",
    };
    let around: Vec<_> =
        detection.around().into_iter().map(|around| format!(" in {around}")).collect();
    format!("{kind}{broken}{}", around.concat())
}

fn bytes_text(bytes: usize) -> String {
    format!("{} B", number(bytes as f64))
}

fn write_size(
    out: &mut dyn Write,
    subject: &Subject,
    bytes: usize,
    finding: &Finding<'_>,
) -> Result<()> {
    let mut size = bytes_text(bytes);
    if !finding.detection.compressions.is_empty() {
        let content = finding.detection.content.len();
        let share = number(bytes as f64 / content.max(1) as f64 * 100.0);
        size += &format!(", {} without compression ({share} %)", bytes_text(content));
    }
    if subject.redis.is_none() {
        let charged = formula::string_bytes(KEY_LENGTH, bytes as u64);
        size += &format!(
            ", and about {} of Redis memory under a key of {KEY_LENGTH} B",
            bytes_text(charged as usize)
        );
    }
    write_stored(out, subject, &size)
}

fn write_stored(out: &mut dyn Write, subject: &Subject, size: &str) -> Result<()> {
    writeln!(out, "  size    {size}")?;
    if let Some(stored) = &subject.redis {
        let memory = stored.memory.map_or("memory unknown".into(), |bytes| {
            format!("{} of memory", bytes_text(bytes as usize))
        });
        let encoding = stored
            .encoding
            .as_ref()
            .map_or(String::new(), |encoding| format!(" as {}", escaped(encoding, 100)));
        let ttl = match stored.ttl {
            Some(millis) => format!("expires in {} s", number((millis as f64 / 1000.0).round())),
            None => "never expires".into(),
        };
        writeln!(out, "  redis   {memory}{encoding}; {ttl}; {}", safe(&stored.url))?;
    }
    Ok(())
}

fn write_guesses(out: &mut dyn Write, finding: &Finding<'_>) -> Result<()> {
    let Detection { guesses, .. } = &finding.detection;
    let Some(best) = guesses.first() else { return Ok(()) };
    writeln!(out, "  why     {}", reason(best))?;
    let others: Vec<&Guess> =
        guesses[1..].iter().filter(|guess| guess.confidence != Confidence::Broken).collect();
    if finding.detection.is_ambiguous() {
        writeln!(
            out,
            "  {BAD}or{BAD:#}      it may just as well be one of these; name the right one with \
             --format FORMAT:"
        )?;
    }
    for guess in others {
        let or = if finding.detection.is_ambiguous() { "   " } else { "or " };
        writeln!(out, "  {NOTE}{or}     {}: {}{NOTE:#}", guess.kind, reason(guess))?;
    }
    Ok(())
}

fn reason(guess: &Guess) -> String {
    format!("{}: {}", guess.confidence.name(), escaped(&guess.reason, 500))
}

/// The size of the value in other formats; an asterisk marks those that would lose something.
fn write_in_others(out: &mut dyn Write, stored: usize, finding: &Finding<'_>) -> Result<()> {
    let Ok(value) = &finding.value else { return Ok(()) };
    if matches!(value, Value::Text(_) | Value::Int(_) | Value::Null | Value::Bool(_))
        || finding.detection.content.len() > MAX_MEASURED
    {
        return Ok(());
    }
    let max = MAX_IN_OTHERS.max(8 * finding.detection.content.len());
    let mut sizes = Vec::new();
    for format in Format::ALL
        .into_iter()
        .filter(|format| format.is_written() && finding.kind != Some(ContentKind::Format(*format)))
    {
        let mut losses = Losses::new();
        let written = AnyEncoder::new(format)?.max_bytes(max).encode_lossy(value, &mut losses);
        let star = if losses.is_empty() { "" } else { "*" };
        match written {
            Ok(bytes) => sizes.push(format!("{format} {}{star}", number(bytes.len() as f64))),
            Err(error) if error.kind() == ErrorKind::TooLarge => {
                sizes.push(format!("{format} over {}{star}", number(max as f64)));
            }
            Err(_) => {}
        }
    }
    let star = if sizes.iter().any(|size| size.ends_with('*')) { " (* with losses)" } else { "" };
    writeln!(out, "  else    {} B instead of {}{star}", sizes.join(", "), number(stored as f64))?;
    Ok(())
}

/// Writes the value; or, if it cannot be decoded, why, and the bytes around the error.
fn write_value(out: &mut dyn Write, finding: &Finding<'_>, extent: Extent) -> Result<u8> {
    let error = match &finding.value {
        Ok(value) => {
            view::write(out, value, extent)?;
            return Ok(OK);
        }
        Err(error) => error,
    };
    let content = &finding.detection.content;
    match (error.offset(), finding.kind) {
        (Some(at), Some(kind)) => {
            writeln!(out, "{BAD}{}{BAD:#}: {}", error.kind().name(), safe(error.context()))?;
            writeln!(
                out,
                "It can be decoded as {kind} up to byte {} of {}:",
                number(at as f64),
                number(content.len() as f64)
            )?;
            hex::window(out, content, at)?;
            if let Some(hint) = profiles::hint(error) {
                writeln!(out, "{hint}")?;
            }
        }
        _ => {
            writeln!(out, "{}", safe(error.context()))?;
            hex::window(out, content, 0)?;
        }
    }
    if content.len() == finding.detection.content.len() && finding.detection.compressions.is_empty()
    {
        for compression in Compression::ALL {
            if matches!(compression, Compression::Gzip | Compression::Zstd | Compression::Lz4Frame)
                && compression.begins(content)
            {
                let max = Limits::DEFAULT.memory(content.len());
                if let Err(error) = compression.decompress(content, max) {
                    writeln!(out, "It begins like {}", safe(error.context()))?;
                }
            }
        }
    }
    Ok(ROW_FAILED)
}

//! `larder convert`: values from one format to another. What would be lost is said first.

use std::fs;
use std::io::{self, BufRead, BufReader, Read};

use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use larder::detect::{Confidence, ContentKind, detect};
use larder::format::{AnyEncoder, Escapes, Format, Loss, Losses};
use larder::{Encoder, Level, Limits, Value};

use crate::cli::{AnyFormat, ConvertArgs};
use crate::failure::{OK, ROW_FAILED, Usage};
use crate::interrupt;
use crate::output;
use crate::profiles::{self, Profiles};
use crate::progress::Progress;
use crate::table::counted;
use crate::terminal::{escaped, say};

/// Reads in one format and writes in another.
struct Converter {
    from: AnyFormat,
    to: Format,
    decoder: profiles::Decoder,
    /// Decoders of the formats that were recognised so far.
    found: Vec<(Format, profiles::Decoder)>,
    profiles: Profiles,
    encoder: AnyEncoder,
}

impl Converter {
    fn new(args: &ConvertArgs) -> Result<Self> {
        let profiles = Profiles::read(&args.profile)?;
        let from = match args.from {
            AnyFormat::Format(format) => format,
            AnyFormat::Auto => Format::Json,
        };
        let decoder = profiles::Decoder::new(from, &profiles)?;
        if args.level != Level::default() && args.to != Format::Larder {
            return Err(Usage(format!(
                "--level works only with --to larder: {} has no levels",
                args.to
            ))
            .into());
        }
        let encoder = match (args.to, profiles.named().first()) {
            (Format::Larder, profile) => {
                AnyEncoder::larder(Encoder::make(profile.cloned()).level(args.level))
            }
            (format, _) => AnyEncoder::new(format)?,
        };
        if args.ascii && args.to != Format::Json {
            return Err(Usage(format!(
                "--ascii works only with --to json: {} has no escapes",
                args.to
            ))
            .into());
        }
        let encoder = encoder.escapes(if args.ascii { Escapes::Php } else { Escapes::Least });
        Ok(Self { from: args.from, to: args.to, decoder, found: Vec::new(), profiles, encoder })
    }

    fn read(&mut self, bytes: &[u8]) -> Result<Value> {
        if self.from != AnyFormat::Auto {
            return Ok(self.decoder.decode(bytes)?);
        }
        let detection = detect(bytes, Limits::DEFAULT);
        let names: Vec<_> = detection.guesses.iter().map(|guess| guess.kind.name()).collect();
        let format = match detection.best() {
            Some(best) if detection.is_ambiguous() || best.confidence < Confidence::Likely => {
                return Err(Usage(format!(
                    "it may be {}: name the right one with --from",
                    names.join(" or ")
                ))
                .into());
            }
            Some(best) => match best.kind {
                ContentKind::Format(format) => format,
                other => {
                    return Err(Usage(format!("it is {other}, which cannot be converted")).into());
                }
            },
            None => {
                return Err(Usage(
                    "it is in no known format: look into it with larder inspect".into(),
                )
                .into());
            }
        };
        let at = match self.found.iter().position(|(known, _)| *known == format) {
            Some(at) => at,
            None => {
                let decoder = profiles::Decoder::new(format, &self.profiles)?;
                self.found.push((format, decoder));
                self.found.len() - 1
            }
        };
        Ok(self.found[at].1.decode(&detection.content)?)
    }

    /// The value in the other format, and what was lost.
    fn convert(&mut self, bytes: &[u8]) -> Result<(Vec<u8>, Losses)> {
        let value = self.read(bytes)?;
        let mut losses = Losses::new();
        let written = self.encoder.encode_lossy(&value, &mut losses);
        Ok((written.with_context(|| format!("it cannot be written as {}", self.to))?, losses))
    }
}

/// Returns the exit code.
pub fn run(args: &ConvertArgs) -> Result<u8> {
    output::prove(&args.output)?;
    let mut converter = Converter::new(args)?;
    let input: Box<dyn Read> = if args.input == "-" {
        Box::new(io::stdin().lock())
    } else {
        let file = fs::File::open(&args.input)
            .map_err(|error| Usage(format!("{} cannot be read: {error}", args.input)))?;
        Box::new(file)
    };
    if args.lines {
        lines(args, &mut converter, BufReader::new(input))
    } else {
        one(args, &mut converter, input)
    }
}

fn one(args: &ConvertArgs, converter: &mut Converter, mut input: Box<dyn Read>) -> Result<u8> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).with_context(|| format!("{} cannot be read", args.input))?;
    if bytes.is_empty() {
        return Err(nothing(args));
    }
    let (converted, losses) = match converter.convert(&bytes) {
        Ok(converted) => converted,
        Err(error) if error.is::<Usage>() => return Err(error),
        Err(error) => {
            say!("{error:#}. {}", hint(&error));
            return Ok(ROW_FAILED);
        }
    };
    if !losses.is_empty() && !say(&losses, "", args) {
        return Ok(ROW_FAILED);
    }
    output::write_whole(&args.output, |out| Ok(out.write_all(&converted)?))?;
    Ok(OK)
}

fn nothing(args: &ConvertArgs) -> anyhow::Error {
    let name = if args.input == "-" { "standard input" } else { &args.input };
    Usage(format!("{name} holds no values")).into()
}

/// What to do about bytes that cannot be decoded.
fn hint(error: &anyhow::Error) -> &'static str {
    error
        .downcast_ref()
        .and_then(profiles::hint)
        .unwrap_or("Look into the value with larder inspect")
}

/// Whether the losses are allowed. A kind means nothing to readers of the other format, so it may
/// always be lost.
fn may_lose(losses: &Losses, args: &ConvertArgs) -> bool {
    args.lossy || losses.iter().all(|met| met.loss == Loss::Kind)
}

/// Says what is lost, and returns whether that is allowed.
fn say(losses: &Losses, place: &str, args: &ConvertArgs) -> bool {
    let may = may_lose(losses, args);
    for met in losses.iter() {
        let verb = if may { "is lost" } else { "would be lost" };
        let times = counted(usize::try_from(met.count).unwrap_or(usize::MAX), "time", "times");
        let example = escaped(&met.example, 200);
        say!(
            "{place}{verb} in {}: {}, {times}, the first: {example}",
            args.to,
            met.loss.description()
        );
    }
    if !may {
        say!("{}; to convert anyway, add --lossy", written_so_far(args));
    }
    may
}

fn written_so_far(args: &ConvertArgs) -> &'static str {
    if args.lines && output::is_standard(&args.output) {
        "only the lines before it were written"
    } else {
        "nothing was written"
    }
}

/// How many lines are converted between two updates of the progress.
const STEP: u64 = 1000;

fn lines(args: &ConvertArgs, converter: &mut Converter, input: impl BufRead) -> Result<u8> {
    let bar = Progress.open("converting", "lines");
    let (mut code, mut number, mut values) = (OK, 0u64, 0u64);
    let mut all = Losses::new();
    output::write_whole(&args.output, |out| {
        for line in input.split(b'\n') {
            let line = line.with_context(|| format!("{} cannot be read", args.input))?;
            number += 1;
            if number % STEP == 0 {
                interrupt::check()?;
                bar.set_position(number);
            }
            let line = line.strip_suffix(b"\r").unwrap_or(&line);
            if line.is_empty() {
                continue;
            }
            values += 1;
            let decoded;
            let bytes = if args.from == AnyFormat::Format(Format::Json) {
                line
            } else {
                let quoted = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\""));
                let decoding = BASE64.decode(quoted.unwrap_or(line));
                decoded = decoding
                    .map_err(|error| Usage(format!("line {number} is not base64: {error}")))?;
                &decoded
            };
            match converter.convert(bytes) {
                Ok((converted, losses)) => {
                    if !losses.is_empty() {
                        if !may_lose(&losses, args) {
                            say(&losses, &format!("line {number}: "), args);
                            return Err(Stop.into());
                        }
                        all.add(losses);
                    }
                    if args.to == Format::Json {
                        out.write_all(&converted)?;
                    } else {
                        write!(out, "\"{}\"", BASE64.encode(&converted))?;
                    }
                    out.write_all(b"\n")?;
                }
                Err(error) if error.is::<Usage>() => {
                    return Err(Usage(format!("line {number}: {error:#}")).into());
                }
                Err(error) => {
                    say!("line {number}: {error:#}. {}; {}", hint(&error), written_so_far(args));
                    return Err(Stop.into());
                }
            }
        }
        if values == 0 { Err(nothing(args)) } else { Ok(()) }
    })
    .or_else(|error| {
        if error.is::<Stop>() {
            code = ROW_FAILED;
            return Ok(());
        }
        Err(error)
    })?;
    bar.finish_and_clear();
    if !all.is_empty() {
        say(&all, "", args);
    }
    Ok(code)
}

/// Stops the writing after the reason was printed.
#[derive(Debug, thiserror::Error)]
#[error("stopped")]
struct Stop;

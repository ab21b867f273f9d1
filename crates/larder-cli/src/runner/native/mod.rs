//! The native runtime's runner (docs/RUNNERS.md): Rust serializers on `serde_json::Value`.

mod memory;
mod timing;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::exit;
use std::thread;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::Value;

use self::memory::Server;
use self::timing::Plan;
use super::event::{self, Event, Listing, Op, Phase, Roundtrip};
use crate::failure::OK;

/// A serializer and how it is used.
struct Codec {
    id: &'static str,
    library: &'static str,
    version: &'static str,
    encode: fn(&Value) -> Result<Vec<u8>>,
    decode: fn(&[u8]) -> Result<Value>,
}

/// The versions are those that Cargo.lock pins; the build script reads them there.
const CODECS: [Codec; 2] = [
    Codec {
        id: "json",
        library: "serde_json",
        version: env!("LARDER_SERDE_JSON_VERSION"),
        encode: encode_json,
        decode: decode_json,
    },
    Codec {
        id: "msgpack",
        library: "rmp-serde",
        version: env!("LARDER_RMP_SERDE_VERSION"),
        encode: encode_msgpack,
        decode: decode_msgpack,
    },
];

#[derive(Deserialize)]
struct Job {
    values: PathBuf,
    codec: String,
    plan: Plan,
    redis: Option<Server>,
}

/// Runs one verb; returns the exit code.
pub fn run(verb: &str) -> Result<u8> {
    match verb {
        "list" => emit(&Event::Runtime(listing()))?,
        "measure" => {
            let job = read_job()?;
            on_a_deep_stack(move || measure(&job))?;
        }
        _ => bail!("the native runner knows the verbs list and measure, not {verb}"),
    }
    Ok(OK)
}

/// Serde recurses; values may be 512 deep.
fn on_a_deep_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    const STACK_BYTES: usize = 64 << 20;
    let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(work).expect("a thread can be started");
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn listing() -> Listing {
    let codecs = CODECS.iter().map(|codec| event::Codec {
        id: codec.id.into(),
        library: codec.library.into(),
        version: Some(codec.version.into()),
        available: true,
        why: None,
    });
    Listing { runtime: "native".into(), version: format!("Rust, larder {}", env!("CARGO_PKG_VERSION")), codecs: codecs.collect() }
}

/// The first line of standard input; its end means that the command is gone.
fn read_job() -> Result<Job> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    thread::spawn(|| {
        let _ = io::stdin().lock().read_to_end(&mut Vec::new());
        exit(1);
    });
    serde_json::from_str(&line).context("the job on standard input is malformed")
}

fn measure(job: &Job) -> Result<()> {
    let codec = CODECS.iter().find(|codec| codec.id == job.codec).with_context(|| format!("no codec {}", job.codec))?;

    begin(Phase::Load)?;
    let (mut values, beyond_64_bits) = load(&job.values)?;
    if beyond_64_bits > 0 {
        let text = format!("integers beyond 64 bits are floats in serde_json (in {beyond_64_bits} values)");
        emit(&Event::Note { text })?;
    }

    begin(Phase::Check)?;
    let encoded = match check(codec, &values) {
        Ok(encoded) => encoded,
        Err(error) => {
            emit(&Event::Roundtrip { result: Roundtrip::Failed, loss: Some(format!("{error:#}")) })?;
            return emit(&Event::Done);
        }
    };
    let changed = (0..values.len()).find(|&at| codec_changes(codec, &values[at], &encoded[at]));
    emit(&match changed {
        None => Event::Roundtrip { result: Roundtrip::Exact, loss: None },
        Some(at) => Event::Roundtrip { result: Roundtrip::Lossy, loss: Some(format!("value changed (first at [{at}])")) },
    })?;
    emit(&Event::Bytes { sizes: encoded.iter().map(|bytes| bytes.len() as u64).collect() })?;

    // A few small values are copied, so that there are some separate ones to rotate through.
    let bytes = encoded.iter().map(Vec::len).sum::<usize>().max(1);
    let copies = timing::LEAST_VALUES.min(values.len() * (timing::MOST_COPIED_BYTES / bytes)).saturating_sub(values.len());
    for at in 0..copies {
        values.push(values[at].clone());
    }
    begin(Phase::Encode)?;
    let ns = job.plan.samples(&values, |value| (codec.encode)(value).map(drop))?;
    emit(&Event::Time { op: Op::Encode, ns, alloc_bytes: None })?;
    begin(Phase::Decode)?;
    let ns = job.plan.samples(&encoded, |bytes| (codec.decode)(bytes).map(drop))?;
    emit(&Event::Time { op: Op::Decode, ns, alloc_bytes: None })?;

    if let Some(server) = &job.redis {
        begin(Phase::Redis)?;
        emit(&Event::Redis(server.measure(&encoded)))?;
    }
    emit(&Event::Done)
}

/// The values, and how many of them hold integers that are no integers here.
fn load(path: &PathBuf) -> Result<(Vec<Value>, usize)> {
    let (mut values, mut beyond_64_bits) = (Vec::new(), 0);
    for line in BufReader::new(File::open(path)?).lines() {
        let line = line?;
        beyond_64_bits += usize::from(has_integer_beyond_64_bits(&line));
        values.push(decode_json(line.as_bytes())?);
    }
    Ok((values, beyond_64_bits))
}

/// Looks at the numbers of a compact JSON text.
fn has_integer_beyond_64_bits(json: &str) -> bool {
    // Every other piece between quotes is outside of strings, once escaped quotes are gone.
    let plain = json.replace("\\\\", "").replace("\\\"", "");
    plain.split('"').step_by(2).flat_map(|outside| outside.split(['[', ']', '{', '}', ',', ':'])).any(|token| {
        let digits = token.strip_prefix('-').unwrap_or(token);
        digits.len() > 18
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && token.parse::<i64>().is_err()
            && token.parse::<u64>().is_err()
    })
}

fn check(codec: &Codec, values: &[Value]) -> Result<Vec<Vec<u8>>> {
    values.iter().enumerate().map(|(at, value)| (codec.encode)(value).with_context(|| format!("at value {at}"))).collect()
}

fn codec_changes(codec: &Codec, value: &Value, encoded: &[u8]) -> bool {
    (codec.decode)(encoded).map_or(true, |decoded| decoded != *value)
}

fn encode_json(value: &Value) -> Result<Vec<u8>> {
    Ok(serde_json::to_vec(value)?)
}

fn decode_json(bytes: &[u8]) -> Result<Value> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    // The command has bounded the depth.
    json.disable_recursion_limit();
    Ok(Value::deserialize(&mut json)?)
}

fn encode_msgpack(value: &Value) -> Result<Vec<u8>> {
    Ok(rmp_serde::to_vec(value)?)
}

fn decode_msgpack(bytes: &[u8]) -> Result<Value> {
    Ok(rmp_serde::from_slice(bytes)?)
}

fn begin(phase: Phase) -> Result<()> {
    emit(&Event::Phase { phase })
}

fn emit(event: &Event) -> Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer(&mut out, event)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_codec_gives_back_what_it_took() {
        on_a_deep_stack(|| {
            let deep = "[".repeat(512) + &"]".repeat(512);
            for text in ["null", "[1,-1,1.0,-0.0,0.1,1e300,18446744073709551615]", "{\"a\":{\"\":\"é\\u0000\"}}", &deep] {
                let value = decode_json(text.as_bytes()).unwrap();
                for codec in &CODECS {
                    let encoded = (codec.encode)(&value).unwrap();
                    assert!(!codec_changes(codec, &value, &encoded), "{} on {text}", codec.id);
                }
            }
        });
    }

    #[test]
    fn integers_beyond_64_bits_are_noticed_and_digit_strings_are_not() {
        assert!(has_integer_beyond_64_bits("[1,18446744073709551616]"));
        assert!(has_integer_beyond_64_bits("{\"a\\\"\":-9223372036854775809}"));
        assert!(!has_integer_beyond_64_bits("[\"18446744073709551616\",18446744073709551615,1e30,123456789012345678901234.5]"));
        assert!(!has_integer_beyond_64_bits("[\"\\\\\",\"18446744073709551616\"]"));
    }
}

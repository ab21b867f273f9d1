//! The native runtime's runner (docs/RUNNERS.md): Rust serializers on the library's own values.

mod allocation;
mod codec;
pub mod json;
mod memory;
mod msgpack;
mod timing;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::exit;
use std::thread;

use anyhow::{Context, Result, bail};
use larder::Value;
use serde::Deserialize;

use self::codec::{About, Codec};
use self::memory::Server;
use self::timing::Plan;
use super::event::{self, Event, Listing, Op, Phase, Roundtrip};
use crate::failure::OK;

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
    let codecs = codec::ALL.iter().map(|codec| event::Codec {
        id: codec.id.into(),
        library: codec.library.into(),
        version: Some(codec.version.into()),
        available: true,
        why: None,
        default: true,
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

/// With fewer values there is nothing to learn from, and all are measured.
const LEAST_LEARNED: usize = 16;

fn measure(job: &Job) -> Result<()> {
    let about = codec::ALL.iter().find(|codec| codec.id == job.codec).with_context(|| format!("no codec {}", job.codec))?;

    begin(Phase::Load)?;
    let (values, beyond_64_bits) = load(&job.values)?;
    if beyond_64_bits > 0 {
        note(format!("integers beyond 64 bits are floats in serde_json (in {beyond_64_bits} values)"))?;
    }
    let (learned, mut values) = halves(values);
    let mut codec = match prepare(about, &learned) {
        Ok(codec) => codec,
        Err(reason) => {
            emit(&Event::Skipped { reason: format!("{reason:#}") })?;
            return emit(&Event::Done);
        }
    };
    if !learned.is_empty() {
        note("native: measured on every second value, as codecs that learn have learned from the others".into())?;
    }

    begin(Phase::Check)?;
    // The place in the input.
    let place = |at: usize| if learned.is_empty() { at } else { at * 2 + 1 };
    let Checked { encoded, changed } = match check(&mut *codec, &values) {
        Ok(checked) => checked,
        Err((at, error)) => {
            let loss = Some(format!("{error:#}, at value {}", place(at)));
            emit(&Event::Roundtrip { result: Roundtrip::Failed, loss })?;
            return emit(&Event::Done);
        }
    };
    emit(&match changed.first() {
        None => Event::Roundtrip { result: Roundtrip::Exact, loss: None },
        Some(&first) => {
            let loss = format!("value changed (in {} values, first at [{}])", changed.len(), place(first));
            Event::Roundtrip { result: Roundtrip::Lossy, loss: Some(loss) }
        }
    })?;
    emit(&Event::Bytes { sizes: encoded.iter().map(|bytes| bytes.len() as u64).collect() })?;

    // A few small values are copied, so that there are some separate ones to rotate through.
    let bytes = encoded.iter().map(Vec::len).sum::<usize>().max(1);
    let copies = timing::LEAST_VALUES.min(values.len() * (timing::MOST_COPIED_BYTES / bytes)).saturating_sub(values.len());
    for at in 0..copies {
        values.push(values[at].clone());
    }
    begin(Phase::Encode)?;
    let ns = job.plan.samples(&values, |value| codec.encode(value).map(drop))?;
    let alloc_bytes = Some(allocation::mean(&values, |value| codec.encode(value).map(drop))?);
    emit(&Event::Time { op: Op::Encode, ns, alloc_bytes, warm: None })?;
    begin(Phase::Decode)?;
    let ns = job.plan.samples(&encoded, |bytes| codec.decode(bytes).map(drop))?;
    let alloc_bytes = Some(allocation::mean(&encoded, |bytes| codec.decode(bytes).map(drop))?);
    emit(&Event::Time { op: Op::Decode, ns, alloc_bytes, warm: None })?;

    if let Some(server) = &job.redis {
        begin(Phase::Redis)?;
        emit(&Event::Redis(server.measure(&encoded)))?;
    }
    emit(&Event::Done)
}

/// What is learned from, and what is measured: every second value each, in every codec alike, so that all measure the same.
fn halves(values: Vec<Value>) -> (Vec<Value>, Vec<Value>) {
    if values.len() < LEAST_LEARNED {
        return (Vec::new(), values);
    }
    let (learned, measured): (Vec<_>, Vec<_>) = values.into_iter().enumerate().partition(|(at, _)| at % 2 == 0);
    (learned.into_iter().map(|(_, value)| value).collect(), measured.into_iter().map(|(_, value)| value).collect())
}

fn prepare(about: &About, learned: &[Value]) -> Result<Box<dyn Codec>> {
    if about.learns && learned.is_empty() {
        bail!("it learns from values and needs {LEAST_LEARNED} or more, such as session:500");
    }
    (about.make)(learned)
}

/// The values, and how many of them hold integers that are no integers here.
fn load(path: &PathBuf) -> Result<(Vec<Value>, usize)> {
    let (mut values, mut beyond_64_bits, mut reader) = (Vec::new(), 0, json::Reader::default());
    for line in BufReader::new(File::open(path)?).lines() {
        let line = line?;
        beyond_64_bits += usize::from(has_integer_beyond_64_bits(&line));
        values.push(reader.read(line.as_bytes())?);
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

/// What came of encoding and decoding all values.
#[derive(Default)]
struct Checked {
    encoded: Vec<Vec<u8>>,
    /// The places of values that did not come back as they were.
    changed: Vec<usize>,
}

/// An error is that of the value at a place.
fn check(codec: &mut dyn Codec, values: &[Value]) -> Result<Checked, (usize, anyhow::Error)> {
    let mut checked = Checked::default();
    for (at, value) in values.iter().enumerate() {
        let bytes = codec.encode(value).map_err(|error| (at, error))?;
        if codec.decode(&bytes).map_err(|error| (at, error))? != *value {
            checked.changed.push(at);
        }
        checked.encoded.push(bytes);
    }
    Ok(checked)
}

fn note(text: String) -> Result<()> {
    emit(&Event::Note { text })
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
            let mut reader = json::Reader::default();
            let deep = "[".repeat(512) + &"]".repeat(512);
            let texts = ["null", "[1,-1,1.0,-0.0,0.1,1e300,18446744073709551615]", "{\"a\":{\"\":\"é\\u0000\"}}", &deep];
            let rows = (0..600).map(|at| format!("{{\"id\":{at},\"name\":\"the {at}th of many names {}\"}}", at * 7919));
            let samples: Vec<Value> = rows.map(|row| reader.read(row.as_bytes()).unwrap()).collect();
            for about in &codec::ALL {
                let mut codec = (about.make)(&samples).unwrap();
                let values = texts.iter().map(|text| reader.read(text.as_bytes()).unwrap());
                let values: Vec<Value> = values.chain(samples[..9].iter().cloned()).collect();
                let changed = check(&mut *codec, &values).unwrap().changed;
                // PHP has no integers beyond 64 bits.
                let lost: &[usize] = if matches!(about.id, "php" | "igbinary") { &[1] } else { &[] };
                assert_eq!(changed, lost, "{}", about.id);
            }
        });
    }

    /// Decodes to null, or not at all.
    struct Broken {
        decodes: bool,
    }

    impl Codec for Broken {
        fn encode(&mut self, _: &Value) -> Result<Vec<u8>> {
            Ok(Vec::new())
        }

        fn decode(&mut self, _: &[u8]) -> Result<Value> {
            if self.decodes { Ok(Value::Null) } else { bail!("cannot") }
        }
    }

    #[test]
    fn a_codec_that_changes_values_loses_and_one_that_cannot_decode_fails() {
        let values = [Value::Null, Value::Bool(true), Value::Int(1)];
        assert_eq!(check(&mut Broken { decodes: true }, &values).unwrap().changed, [1, 2]);
        let (at, error) = check(&mut Broken { decodes: false }, &values).err().unwrap();
        assert_eq!((at, error.to_string().as_str()), (0, "cannot"));
    }

    #[test]
    fn msgpack_is_that_of_the_common_library() {
        let json = r#"[null,true,-1,-33,-129,-32769,-2147483649,127,128,255,256,65535,65536,4294967295,4294967296,1.5,{"a":"é","b":[]}]"#;
        let value = json::Reader::default().read(json.as_bytes()).unwrap();
        let common = rmp_serde::to_vec(&serde_json::from_str::<serde_json::Value>(json).unwrap()).unwrap();
        assert_eq!(msgpack::Encoder::default().encode(&value).unwrap(), common);
        assert_eq!(msgpack::Decoder::default().decode(&common).unwrap(), value);
    }

    #[test]
    fn integers_beyond_64_bits_are_noticed_and_digit_strings_are_not() {
        assert!(has_integer_beyond_64_bits("[1,18446744073709551616]"));
        assert!(has_integer_beyond_64_bits("{\"a\\\"\":-9223372036854775809}"));
        assert!(!has_integer_beyond_64_bits("[\"18446744073709551616\",18446744073709551615,1e30,123456789012345678901234.5]"));
        assert!(!has_integer_beyond_64_bits("[\"\\\\\",\"18446744073709551616\"]"));
    }
}

//! The native runtime's runner (docs/RUNNERS.md): Rust codecs on the library's own values.

mod catalogue;
mod codec;
mod larder;
mod memory;
mod rivals;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::exit;
use std::thread;

use ::larder::Value;
use anyhow::{Context, Result, bail};
use serde::Deserialize;

use self::catalogue::About;
use self::codec::Codec;
use self::memory::Server;
use self::rivals::json::JsonReader;
use super::event::{Event, ListedCodec, Listing, Op, Phase, Roundtrip};
use crate::allocator;
use crate::failure::OK;
use crate::timing::TimingPlan;

/// The part of a runner's job that this runner needs.
#[derive(Deserialize)]
struct Job {
    values: PathBuf,
    codec: String,
    plan: TimingPlan,
    redis: Option<Server>,
}

/// Fewer values are copied until there are so many to rotate through,
const MIN_VALUES: usize = 64;
/// unless the copies would take more than this.
const MAX_COPIED_BYTES: usize = 1 << 20;

/// Runs one verb and returns the exit code.
pub fn run(verb: &str) -> Result<u8> {
    match verb {
        "list" => emit(&Event::Runtime(listing()))?,
        "measure" => {
            let job = read_job()?;
            on_a_deep_stack(move || measure(&job))?;
        }
        _ => bail!("the native runner has no verb {verb}; it has list and measure"),
    }
    Ok(OK)
}

/// Serde recurses, and values may be nested deeply.
fn on_a_deep_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    const STACK_BYTES: usize = 64 << 20;
    let thread = thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(work)
        .expect("a thread can be started");
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn listing() -> Listing {
    let codecs = catalogue::ALL.iter().map(|codec| ListedCodec {
        id: codec.id.into(),
        library: codec.library.into(),
        version: Some(codec.version.into()),
        available: true,
        why: None,
        default: true,
    });
    Listing {
        runtime: "native".into(),
        version: format!("Rust, larder {}", env!("CARGO_PKG_VERSION")),
        codecs: codecs.collect(),
    }
}

/// The first line of standard input. The end of the input means that the command is gone.
fn read_job() -> Result<Job> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    thread::spawn(|| {
        let _ = io::stdin().lock().read_to_end(&mut Vec::new());
        exit(1);
    });
    serde_json::from_str(&line).context("the job on standard input is malformed")
}

/// With fewer values, no codec learns, and all values are measured.
const MIN_LEARNED: usize = 16;

fn measure(job: &Job) -> Result<()> {
    let about = catalogue::ALL
        .iter()
        .find(|codec| codec.id == job.codec)
        .with_context(|| format!("the native runner has no codec {}", job.codec))?;

    begin(Phase::Load)?;
    let (values, beyond_64_bits) = load(&job.values)?;
    if beyond_64_bits > 0 {
        note(format!(
            "integers beyond 64 bits are floats in serde_json (in {beyond_64_bits} values)"
        ))?;
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
        note(
            "native: measured on every second value, as codecs that learn have learned from the \
              others"
                .into(),
        )?;
    }

    begin(Phase::Check)?;
    // The place of a value in the input.
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
            let loss =
                format!("value changed (in {} values, first at [{}])", changed.len(), place(first));
            Event::Roundtrip { result: Roundtrip::Lossy, loss: Some(loss) }
        }
    })?;
    emit(&Event::Bytes { sizes: encoded.iter().map(|bytes| bytes.len() as u64).collect() })?;

    // If there are few values and they are small, copies give the timing separate ones to rotate
    // through.
    let bytes = encoded.iter().map(Vec::len).sum::<usize>().max(1);
    let copies =
        MIN_VALUES.min(values.len() * (MAX_COPIED_BYTES / bytes)).saturating_sub(values.len());
    for at in 0..copies {
        values.push(values[at].clone());
    }
    begin(Phase::Encode)?;
    let ns = job.plan.samples(&values, |value| codec.encode(value).map(drop))?;
    let alloc_bytes = Some(mean_allocation(&values, |value| codec.encode(value).map(drop))?);
    emit(&Event::Time { op: Op::Encode, ns, alloc_bytes, warm: None })?;
    begin(Phase::Decode)?;
    let ns = job.plan.samples(&encoded, |bytes| codec.decode(bytes).map(drop))?;
    let alloc_bytes = Some(mean_allocation(&encoded, |bytes| codec.decode(bytes).map(drop))?);
    emit(&Event::Time { op: Op::Decode, ns, alloc_bytes, warm: None })?;

    if let Some(server) = &job.redis {
        begin(Phase::Redis)?;
        emit(&Event::Redis(server.measure(&encoded)))?;
    }
    emit(&Event::Done)
}

/// The values to learn from, and those to measure: every second one each. The split is the same for
/// all codecs, so that all are measured on the same values.
fn halves(values: Vec<Value>) -> (Vec<Value>, Vec<Value>) {
    if values.len() < MIN_LEARNED {
        return (Vec::new(), values);
    }
    let (learned, measured): (Vec<_>, Vec<_>) =
        values.into_iter().enumerate().partition(|(at, _)| at % 2 == 0);
    (
        learned.into_iter().map(|(_, value)| value).collect(),
        measured.into_iter().map(|(_, value)| value).collect(),
    )
}

/// Makes the codec; the error says why it does not apply to these values.
fn prepare(about: &About, learned: &[Value]) -> Result<Box<dyn Codec>> {
    if about.learns && learned.is_empty() {
        bail!("it learns from values and needs {MIN_LEARNED} or more, such as session:500");
    }
    (about.make)(learned)
}

/// The values, and how many of them hold integers that serde_json reads as floats.
fn load(path: &PathBuf) -> Result<(Vec<Value>, usize)> {
    let (mut values, mut beyond_64_bits, mut reader) = (Vec::new(), 0, JsonReader::default());
    for line in BufReader::new(File::open(path)?).lines() {
        let line = line?;
        beyond_64_bits += usize::from(has_integer_beyond_64_bits(&line));
        values.push(reader.read(line.as_bytes())?);
    }
    Ok((values, beyond_64_bits))
}

/// Whether a compact JSON text holds an integer beyond 64 bits.
fn has_integer_beyond_64_bits(json: &str) -> bool {
    // Without escaped quotes, every other piece between quotes is outside of strings.
    let plain = json.replace("\\\\", "").replace("\\\"", "");
    plain
        .split('"')
        .step_by(2)
        .flat_map(|outside| outside.split(['[', ']', '{', '}', ',', ':']))
        .any(|token| {
            let digits = token.strip_prefix('-').unwrap_or(token);
            digits.len() > 18
                && digits.bytes().all(|byte| byte.is_ascii_digit())
                && token.parse::<i64>().is_err()
                && token.parse::<u64>().is_err()
        })
}

/// Bytes that `operation` allocates per value: the mean of at most the first thousand.
fn mean_allocation<T>(values: &[T], mut operation: impl FnMut(&T) -> Result<()>) -> Result<f64> {
    const MAX_VALUES: usize = 1000;
    let values = &values[..values.len().min(MAX_VALUES)];
    let (done, bytes) = allocator::count(|| values.iter().try_for_each(&mut operation));
    done?;
    Ok(bytes as f64 / values.len().max(1) as f64)
}

/// The result of encoding and decoding all values.
#[derive(Default)]
struct Checked {
    encoded: Vec<Vec<u8>>,
    /// The places of values that did not come back as they were.
    changed: Vec<usize>,
}

/// An error comes with the place of its value.
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
    use super::rivals::msgpack::MsgPack;
    use super::*;

    #[test]
    fn every_codec_gives_back_what_it_took() {
        on_a_deep_stack(|| {
            let mut reader = JsonReader::default();
            let deep = "[".repeat(512) + &"]".repeat(512);
            let texts = [
                "null",
                "[1,-1,1.0,-0.0,0.1,1e300,18446744073709551615]",
                "{\"a\":{\"\":\"é\\u0000\"}}",
                &deep,
            ];
            let rows = (0..600).map(|at| {
                format!("{{\"id\":{at},\"name\":\"the {at}th of many names {}\"}}", at * 7919)
            });
            let samples: Vec<Value> =
                rows.map(|row| reader.read(row.as_bytes()).unwrap()).collect();
            for about in &catalogue::ALL {
                let mut codec = (about.make)(&samples).unwrap();
                let values = texts.iter().map(|text| reader.read(text.as_bytes()).unwrap());
                let values: Vec<Value> = values.chain(samples[..9].iter().cloned()).collect();
                let changed = check(&mut *codec, &values).unwrap().changed;
                // PHP has no integers beyond 64 bits.
                let lost: &[usize] =
                    if matches!(about.id, "php" | "igbinary") { &[1] } else { &[] };
                assert_eq!(changed, lost, "{}", about.id);
            }
        });
    }

    /// Decodes everything to null, or nothing at all.
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
    fn a_codec_that_changes_values_is_lossy_and_one_that_cannot_decode_fails() {
        let values = [Value::Null, Value::Bool(true), Value::Int(1)];
        assert_eq!(check(&mut Broken { decodes: true }, &values).unwrap().changed, [1, 2]);
        let (at, error) = check(&mut Broken { decodes: false }, &values).err().unwrap();
        assert_eq!((at, error.to_string().as_str()), (0, "cannot"));
    }

    #[test]
    fn msgpack_is_the_same_as_that_of_the_common_library() {
        let json = r#"[null,true,-1,-33,-129,-32769,-2147483649,127,128,255,256,65535,65536,4294967295,4294967296,1.5,{"a":"é","b":[]}]"#;
        let value = JsonReader::default().read(json.as_bytes()).unwrap();
        let common =
            rmp_serde::to_vec(&serde_json::from_str::<serde_json::Value>(json).unwrap()).unwrap();
        let mut msgpack = MsgPack::default();
        assert_eq!(msgpack.encode(&value).unwrap(), common);
        assert_eq!(msgpack.decode(&common).unwrap(), value);
    }

    #[test]
    fn integers_beyond_64_bits_are_noticed_and_digit_strings_are_not() {
        assert!(has_integer_beyond_64_bits("[1,18446744073709551616]"));
        assert!(has_integer_beyond_64_bits("{\"a\\\"\":-9223372036854775809}"));
        assert!(!has_integer_beyond_64_bits(
            "[\"18446744073709551616\",18446744073709551615,1e30,123456789012345678901234.5]"
        ));
        assert!(!has_integer_beyond_64_bits("[\"\\\\\",\"18446744073709551616\"]"));
    }
}

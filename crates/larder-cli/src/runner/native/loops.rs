//! The verb `loops` (docs/RUNNERS.md): an article's own experiment, the first value again and again.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use larder::Value;
use serde::Deserialize;

use super::codec::{self, Codec};
use super::memory::Server;
use super::{begin, check, emit, load};
use crate::runner::event::{Event, Op, Phase, RedisFigures, Roundtrip};

#[derive(Deserialize)]
pub struct Job {
    values: PathBuf,
    codec: String,
    loops: u64,
    redis: Option<Server>,
    entries: Option<u64>,
}

pub fn run(job: &Job) -> Result<()> {
    let about = codec::ALL.iter().find(|codec| codec.id == job.codec).with_context(|| format!("no codec {}", job.codec))?;
    begin(Phase::Load)?;
    let mut values = load(&job.values)?.0;
    values.truncate(1);
    let mut codec = (about.make)(&[])?;

    begin(Phase::Check)?;
    let checked = match check(&mut *codec, &values) {
        Ok(checked) => checked,
        Err((_, error)) => {
            emit(&Event::Roundtrip { result: Roundtrip::Failed, loss: Some(format!("{error:#}")) })?;
            return emit(&Event::Done);
        }
    };
    emit(&match checked.changed.first() {
        None => Event::Roundtrip { result: Roundtrip::Exact, loss: None },
        Some(_) => Event::Roundtrip { result: Roundtrip::Lossy, loss: Some("value changed".into()) },
    })?;
    let (value, bytes) = (values.first().context("no value")?, &checked.encoded[0]);
    emit(&Event::Bytes { sizes: vec![bytes.len() as u64] })?;
    timed(job.loops, Op::Encode, &mut *codec, |codec| encode(codec, value))?;
    timed(job.loops, Op::Decode, &mut *codec, |codec| decode(codec, bytes))?;

    if let (Some(server), Some(entries)) = (&job.redis, job.entries) {
        begin(Phase::List)?;
        emit(&match server.list_of(bytes, entries) {
            Ok(used_memory) => Event::List { entries, used_memory },
            Err(error) => Event::Redis(RedisFigures { error: Some(error.to_string()), ..RedisFigures::default() }),
        })?;
    }
    emit(&Event::Done)
}

fn encode(codec: &mut dyn Codec, value: &Value) -> Result<()> {
    black_box(codec.encode(value)?);
    Ok(())
}

fn decode(codec: &mut dyn Codec, bytes: &[u8]) -> Result<()> {
    black_box(codec.decode(bytes)?);
    Ok(())
}

fn timed(loops: u64, op: Op, codec: &mut dyn Codec, mut work: impl FnMut(&mut dyn Codec) -> Result<()>) -> Result<()> {
    begin(match op {
        Op::Encode => Phase::Encode,
        Op::Decode => Phase::Decode,
    })?;
    let begun = Instant::now();
    for _ in 0..loops {
        work(codec)?;
    }
    emit(&Event::Loop { op, loops, seconds: begun.elapsed().as_secs_f64(), memory_bytes: None })
}

//! MessagePack, written by hand for [`Value`] and as fast as we can make it: the rival to beat
//! (<https://github.com/msgpack/msgpack/blob/master/spec.md>).
//!
//! Decoding is one pass and allocates only the value itself. A map's keys are compared in place
//! with those of the last map that began in the same way. So keys that repeat cost a comparison,
//! and their shape is shared.

use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use larder::{Extended, Key, Limits, Map, Shape, Value};

use crate::runner::native::codec::Codec;

const MAX_DEPTH: u32 = Limits::DEFAULT.max_depth;

/// The codec.
#[derive(Default)]
pub struct MsgPack {
    out: Vec<u8>,
    decoder: Decoder,
}

impl MsgPack {
    /// The value as bytes, in a buffer that is kept.
    pub fn encode_kept(&mut self, value: &Value) -> Result<&[u8]> {
        self.out.clear();
        write(value, &mut self.out)?;
        Ok(&self.out)
    }
}

impl Codec for MsgPack {
    fn encode(&mut self, value: &Value) -> Result<Vec<u8>> {
        Ok(self.encode_kept(value)?.to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        self.decoder.decode(bytes)
    }
}

fn write(value: &Value, out: &mut Vec<u8>) -> Result<()> {
    match value {
        Value::Null => out.push(0xC0),
        Value::Bool(bool) => out.push(0xC2 + u8::from(*bool)),
        Value::Int(int) => write_int(*int, out),
        Value::Float(float) => write_float(*float, out),
        Value::Text(text) => write_text(text, out),
        Value::Bytes(bytes) => {
            write_length(bytes.len(), None, [0xC4, 0xC5, 0xC6], out)?;
            out.extend_from_slice(bytes);
        }
        Value::List(list) => {
            write_length(list.len(), Some((0x90, 16)), [0xDC, 0xDC, 0xDD], out)?;
            for value in list {
                write(value, out)?;
            }
        }
        Value::Map(map) => {
            let keys = map.shape().keys();
            ensure!(map.shape().class().is_none(), "MessagePack has no classes");
            write_length(keys.len(), Some((0x80, 16)), [0xDE, 0xDE, 0xDF], out)?;
            for (key, value) in keys.iter().zip(map.values()) {
                match key {
                    Key::Text(text) => write_text(text, out),
                    Key::Int(int) => write_int(*int, out),
                    other => write(&Value::from(other.clone()), out)?,
                }
                write(value, out)?;
            }
        }
        Value::Extended(extended) => match &**extended {
            Extended::BigInt(bytes) if bytes.len() == 9 && bytes[0] == 0 => {
                out.push(0xCF);
                out.extend_from_slice(&bytes[1..]);
            }
            _ => bail!("MessagePack has no form for {extended:?}"),
        },
    }
    Ok(())
}

#[inline]
fn write_text(text: &str, out: &mut Vec<u8>) {
    let length = text.len();
    match length {
        0..32 => out.push(0xA0 | length as u8),
        32..0x100 => out.extend_from_slice(&[0xD9, length as u8]),
        0x100..0x1_0000 => {
            let [high, low] = (length as u16).to_be_bytes();
            out.extend_from_slice(&[0xDA, high, low]);
        }
        _ => {
            out.push(0xDB);
            out.extend_from_slice(&(length as u32).to_be_bytes());
        }
    }
    out.extend_from_slice(text.as_bytes());
}

#[inline]
fn write_int(int: i64, out: &mut Vec<u8>) {
    match int {
        0..128 => out.push(int as u8),
        -32..0 => out.push(int as u8),
        128..0x100 => out.extend_from_slice(&[0xCC, int as u8]),
        0x100..0x1_0000 => {
            let [high, low] = (int as u16).to_be_bytes();
            out.extend_from_slice(&[0xCD, high, low]);
        }
        0x1_0000..0x1_0000_0000 => {
            out.push(0xCE);
            out.extend_from_slice(&(int as u32).to_be_bytes());
        }
        0x1_0000_0000.. => {
            out.push(0xCF);
            out.extend_from_slice(&int.to_be_bytes());
        }
        -0x80..-32 => out.extend_from_slice(&[0xD0, int as u8]),
        -0x8000..-0x80 => {
            let [high, low] = (int as i16).to_be_bytes();
            out.extend_from_slice(&[0xD1, high, low]);
        }
        -0x8000_0000..-0x8000 => {
            out.push(0xD2);
            out.extend_from_slice(&(int as i32).to_be_bytes());
        }
        _ => {
            out.push(0xD3);
            out.extend_from_slice(&int.to_be_bytes());
        }
    }
}

fn write_float(float: f64, out: &mut Vec<u8>) {
    out.push(0xCB);
    out.extend_from_slice(&float.to_be_bytes());
}

/// `short`: the tag that holds lengths below a bound; `tags`: of 8, 16 and 32 bits (arrays and maps
/// have none of 8).
#[inline]
fn write_length(
    length: usize,
    short: Option<(u8, usize)>,
    tags: [u8; 3],
    out: &mut Vec<u8>,
) -> Result<()> {
    match short {
        Some((tag, bound)) if length < bound => out.push(tag | length as u8),
        None if length < 0x100 => out.extend_from_slice(&[tags[0], length as u8]),
        _ if length < 0x1_0000 => {
            let [high, low] = (length as u16).to_be_bytes();
            out.extend_from_slice(&[tags[1], high, low]);
        }
        _ => {
            out.push(tags[2]);
            out.extend_from_slice(
                &u32::try_from(length).context("too long for MessagePack")?.to_be_bytes(),
            );
        }
    }
    Ok(())
}

const SHAPES: usize = 64;

/// Reads MessagePack.
struct Decoder {
    shapes: Vec<Option<Arc<Shape>>>,
    root: Vec<Value>,
}

impl Default for Decoder {
    fn default() -> Self {
        Self { shapes: vec![None; SHAPES], root: Vec::new() }
    }
}

impl Decoder {
    /// The value of bytes.
    pub fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        let mut reader = Reader { bytes, at: 0, depth: 0, shapes: &mut self.shapes };
        self.root.clear();
        reader.value(&mut self.root)?;
        ensure!(reader.at == bytes.len(), "bytes after the value, at byte {}", reader.at);
        self.root.pop().context("no value")
    }
}

struct Reader<'a, 'd> {
    bytes: &'a [u8],
    at: usize,
    depth: u32,
    shapes: &'d mut [Option<Arc<Shape>>],
}

impl<'a> Reader<'a, '_> {
    #[cold]
    fn truncated(&self) -> anyhow::Error {
        anyhow::anyhow!("the bytes end within the value, at byte {}", self.at)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let taken = self
            .bytes
            .get(self.at..)
            .and_then(|rest| rest.first_chunk::<N>())
            .ok_or_else(|| self.truncated())?;
        self.at += N;
        Ok(*taken)
    }

    #[inline]
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let taken = self
            .bytes
            .get(self.at..)
            .and_then(|rest| rest.get(..length))
            .ok_or_else(|| self.truncated())?;
        self.at += length;
        Ok(taken)
    }

    fn length_8(&mut self) -> Result<usize> {
        Ok(usize::from(u8::from_be_bytes(self.array()?)))
    }

    fn length_16(&mut self) -> Result<usize> {
        Ok(usize::from(u16::from_be_bytes(self.array()?)))
    }

    fn length_32(&mut self) -> Result<usize> {
        Ok(u32::from_be_bytes(self.array()?) as usize)
    }

    fn value(&mut self, to: &mut Vec<Value>) -> Result<()> {
        let [tag] = self.array()?;
        match tag {
            0x00..0x80 => to.push(Value::Int(i64::from(tag))),
            0xA0..0xC0 => self.text(usize::from(tag & 0x1F), to)?,
            0x80..0x90 => self.map(usize::from(tag & 0x0F), to)?,
            0x90..0xA0 => self.list(usize::from(tag & 0x0F), to)?,
            0xE0.. => to.push(Value::Int(i64::from(tag.cast_signed()))),
            0xC0 => to.push(Value::Null),
            0xC2 => to.push(Value::Bool(false)),
            0xC3 => to.push(Value::Bool(true)),
            0xC4..=0xC6 => {
                let length = match tag {
                    0xC4 => self.length_8()?,
                    0xC5 => self.length_16()?,
                    _ => self.length_32()?,
                };
                to.push(Value::Bytes(self.take(length)?.into()));
            }
            0xCB => to.push(Value::Float(f64::from_be_bytes(self.array()?))),
            0xCC => to.push(Value::Int(i64::from(u8::from_be_bytes(self.array()?)))),
            0xCD => to.push(Value::Int(i64::from(u16::from_be_bytes(self.array()?)))),
            0xCE => to.push(Value::Int(i64::from(u32::from_be_bytes(self.array()?)))),
            0xCF => {
                let bytes: [u8; 8] = self.array()?;
                to.push(match i64::try_from(u64::from_be_bytes(bytes)) {
                    Ok(int) => Value::Int(int),
                    Err(_) => Extended::BigInt([&[0], bytes.as_slice()].concat().into()).into(),
                });
            }
            0xD0 => to.push(Value::Int(i64::from(i8::from_be_bytes(self.array()?)))),
            0xD1 => to.push(Value::Int(i64::from(i16::from_be_bytes(self.array()?)))),
            0xD2 => to.push(Value::Int(i64::from(i32::from_be_bytes(self.array()?)))),
            0xD3 => to.push(Value::Int(i64::from_be_bytes(self.array()?))),
            0xD9 => {
                let length = self.length_8()?;
                self.text(length, to)?;
            }
            0xDA => {
                let length = self.length_16()?;
                self.text(length, to)?;
            }
            0xDB => {
                let length = self.length_32()?;
                self.text(length, to)?;
            }
            0xDC => {
                let length = self.length_16()?;
                self.list(length, to)?;
            }
            0xDD => {
                let length = self.length_32()?;
                self.list(length, to)?;
            }
            0xDE => {
                let length = self.length_16()?;
                self.map(length, to)?;
            }
            0xDF => {
                let length = self.length_32()?;
                self.map(length, to)?;
            }
            _ => bail!("a tag {tag:02x} that JSON values do not need, at {}", self.at - 1),
        }
        Ok(())
    }

    #[inline]
    fn text(&mut self, length: usize, to: &mut Vec<Value>) -> Result<()> {
        to.push(Value::Text(std::str::from_utf8(self.take(length)?)?.into()));
        Ok(())
    }

    fn descend(&mut self, length: usize) -> Result<()> {
        ensure!(length <= self.bytes.len() - self.at, self.truncated());
        self.depth += 1;
        ensure!(
            self.depth <= MAX_DEPTH,
            "nested deeper than {MAX_DEPTH} levels, at byte {}",
            self.at
        );
        Ok(())
    }

    fn list(&mut self, length: usize, to: &mut Vec<Value>) -> Result<()> {
        self.descend(length)?;
        let mut list = Vec::with_capacity(length);
        for _ in 0..length {
            self.value(&mut list)?;
        }
        self.depth -= 1;
        to.push(Value::List(list));
        Ok(())
    }

    fn map(&mut self, length: usize, to: &mut Vec<Value>) -> Result<()> {
        self.descend(length)?;
        let first = self
            .bytes
            .get(self.at..)
            .and_then(|rest| rest.first_chunk::<4>())
            .map_or(0, |bytes| u32::from_le_bytes(*bytes));
        let slot = (first.wrapping_mul(0x9E37_79B9) >> 26) as usize ^ (length % SHAPES);
        let predicted = self.shapes[slot].take().filter(|shape| shape.keys().len() == length);
        let known = predicted.as_ref().map_or(&[][..], |shape| shape.keys());
        let mut values = Vec::with_capacity(length);
        let mut others: Vec<Key> = Vec::new();
        for at in 0..length {
            if others.is_empty()
                && let Some(Key::Text(key)) = known.get(at)
                && self.is_next(key)
            {
                self.value(&mut values)?;
                continue;
            }
            if others.is_empty() {
                others.extend_from_slice(&known[..at]);
            }
            others.push(self.key()?);
            self.value(&mut values)?;
        }
        self.depth -= 1;
        let shape = match predicted {
            Some(shape) if others.is_empty() => shape,
            _ => Arc::new(Shape::new(None, others).context("a key occurs twice in a map")?),
        };
        self.shapes[slot] = Some(shape.clone());
        to.push(Value::Map(Map::new(shape, values).context("a value for each key")?));
        Ok(())
    }

    /// Moves behind the text `key`, if that is next.
    #[inline]
    fn is_next(&mut self, key: &str) -> bool {
        let length = key.len();
        let rest = &self.bytes[self.at..];
        if length < 32
            && rest.len() > length
            && rest[0] == 0xA0 | length as u8
            && rest[1..=length] == *key.as_bytes()
        {
            self.at += 1 + length;
            return true;
        }
        false
    }

    fn key(&mut self) -> Result<Key> {
        let mut key = Vec::with_capacity(1);
        self.value(&mut key)?;
        Ok(match key.pop() {
            Some(Value::Text(text)) => Key::Text(text.into()),
            Some(Value::Int(int)) => Key::Int(int),
            Some(Value::Null) => Key::Null,
            Some(Value::Bool(bool)) => Key::Bool(bool),
            Some(Value::Float(float)) => Key::Float(float),
            Some(Value::Bytes(bytes)) => Key::Bytes(bytes),
            _ => bail!("a key that is no scalar, at {}", self.at),
        })
    }
}

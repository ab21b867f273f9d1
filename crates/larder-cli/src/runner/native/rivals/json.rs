//! JSON by serde_json, to and from [`Value`].

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use anyhow::Result;
use larder::{Extended, Key, Map, Shape, Value};
use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Deserializer, Serialize, Serializer};

use crate::runner::native::codec::Codec;

/// The codec.
#[derive(Default)]
pub struct Json {
    out: Vec<u8>,
    reader: JsonReader,
}

impl Codec for Json {
    fn encode(&mut self, value: &Value) -> Result<Vec<u8>> {
        self.out.clear();
        write(value, &mut self.out)?;
        Ok(self.out.to_vec())
    }

    fn decode(&mut self, bytes: &[u8]) -> Result<Value> {
        self.reader.read(bytes)
    }
}

/// Reads JSON. Maps of the same keys share their shape, as objects of a class do.
///
/// A map's keys are guessed to be those of the last map that began with the same key. While the
/// guess holds, a key is compared and not allocated. Otherwise JSON would be slower here than with
/// the structs that serde_json is made for.
#[derive(Default)]
pub struct JsonReader {
    shapes: HashMap<Box<[Key]>, Arc<Shape>>,
    /// Keys of the maps that are being read and do not match the guess.
    keys: Vec<Key>,
    guesses: [Option<Arc<Shape>>; GUESSES],
}

/// Beyond so many shapes, the cache is emptied.
const MAX_SHAPES: usize = 4096;
const GUESSES: usize = 32;

impl JsonReader {
    /// The value of a JSON text.
    pub fn read(&mut self, json: &[u8]) -> Result<Value> {
        if self.shapes.len() > MAX_SHAPES {
            self.shapes.clear();
        }
        let mut deserializer = serde_json::Deserializer::from_slice(json);
        // The command has checked the depth.
        deserializer.disable_recursion_limit();
        let value = Seed(self).deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(value)
    }

    /// Removes the keys from `start` on and returns their shape. Of several values with the same
    /// key, the last stays, in the place of the first, as in serde_json's own maps.
    fn shape(&mut self, start: usize, values: &mut Vec<Value>) -> Arc<Shape> {
        let keys = &self.keys[start..];
        let shape = match self.shapes.get(keys) {
            Some(shape) => shape.clone(),
            None => {
                let shape = Shape::new(None, keys).unwrap_or_else(|| without_repeats(keys, values));
                let known: Box<[Key]> = shape.keys().into();
                self.shapes.entry(known).or_insert_with(|| Arc::new(shape)).clone()
            }
        };
        self.keys.truncate(start);
        shape
    }
}

fn without_repeats(keys: &[Key], values: &mut Vec<Value>) -> Shape {
    let (mut places, mut kept, mut last) = (HashMap::new(), Vec::new(), Vec::new());
    for (key, value) in keys.iter().zip(values.drain(..)) {
        match places.get(key) {
            Some(&place) => last[place] = value,
            None => {
                places.insert(key, last.len());
                kept.push(key.clone());
                last.push(value);
            }
        }
    }
    *values = last;
    Shape::new(None, kept).expect("no key repeats")
}

struct Seed<'r>(&'r mut JsonReader);

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, bool: bool) -> Result<Value, E> {
        Ok(Value::Bool(bool))
    }

    fn visit_i64<E>(self, int: i64) -> Result<Value, E> {
        Ok(Value::Int(int))
    }

    fn visit_u64<E>(self, int: u64) -> Result<Value, E> {
        Ok(match i64::try_from(int) {
            Ok(int) => Value::Int(int),
            Err(_) => Extended::BigInt([&[0], int.to_be_bytes().as_slice()].concat().into()).into(),
        })
    }

    fn visit_f64<E>(self, float: f64) -> Result<Value, E> {
        Ok(Value::Float(float))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::from(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = items.next_element_seed(Seed(self.0))? {
            list.push(value);
        }
        Ok(Value::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let start = self.0.keys.len();
        let mut guess = Guess { slot: 0, shape: None, holds: true };
        let mut values = Vec::new();
        while let Some(other) = entries.next_key_seed(KeySeed {
            guesses: &self.0.guesses,
            guess: &mut guess,
            at: values.len(),
        })? {
            if values.is_empty() {
                values.reserve_exact(guess.keys().len());
            }
            if let Some(key) = other {
                if guess.holds {
                    self.0.keys.extend_from_slice(&guess.keys()[..values.len()]);
                    guess.holds = false;
                }
                self.0.keys.push(key);
            }
            values.push(entries.next_value_seed(Seed(self.0))?);
        }
        let shape = match guess.shape {
            Some(shape) if guess.holds && shape.keys().len() == values.len() => shape,
            shape => {
                if let Some(shape) = shape.filter(|_| guess.holds) {
                    self.0.keys.extend_from_slice(&shape.keys()[..values.len()]);
                }
                let shape = self.0.shape(start, &mut values);
                self.0.guesses[guess.slot] = Some(shape.clone());
                shape
            }
        };
        Ok(Value::Map(Map::new(shape, values).expect("a value for each key")))
    }
}

/// The shape that a map is guessed to have, once its first key is known.
struct Guess {
    slot: usize,
    shape: Option<Arc<Shape>>,
    /// Whether all keys so far are those of the shape.
    holds: bool,
}

impl Guess {
    fn keys(&self) -> &[Key] {
        self.shape.as_ref().map_or(&[], |shape| shape.keys())
    }
}

/// Reads the key at a place of a map; nothing if it is the guessed one.
struct KeySeed<'s> {
    guesses: &'s [Option<Arc<Shape>>; GUESSES],
    guess: &'s mut Guess,
    at: usize,
}

impl<'de> DeserializeSeed<'de> for KeySeed<'_> {
    type Value = Option<Key>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<Key>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for KeySeed<'_> {
    type Value = Option<Key>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a key")
    }

    fn visit_str<E>(self, text: &str) -> Result<Option<Key>, E> {
        if self.at == 0 {
            let hash = text.bytes().fold(text.len(), |hash, byte| {
                hash.wrapping_mul(31).wrapping_add(usize::from(byte))
            });
            self.guess.slot = hash % GUESSES;
            self.guess.shape = self.guesses[self.guess.slot].clone();
        }
        let guessed = self.guess.holds
            && matches!(self.guess.keys().get(self.at), Some(Key::Text(key)) if **key == *text);
        Ok((!guessed).then(|| Key::from(text)))
    }
}

/// Appends the JSON of a value.
pub fn write(value: &Value, out: &mut Vec<u8>) -> Result<()> {
    Ok(serde_json::to_writer(out, &Written(value))?)
}

struct Written<'v>(&'v Value);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => serializer.serialize_unit(),
            Value::Bool(bool) => serializer.serialize_bool(*bool),
            Value::Int(int) => serializer.serialize_i64(*int),
            Value::Float(float) => serializer.serialize_f64(*float),
            Value::Text(text) => serializer.serialize_str(text),
            Value::List(list) => {
                let mut items = serializer.serialize_seq(Some(list.len()))?;
                for value in list {
                    items.serialize_element(&Written(value))?;
                }
                items.end()
            }
            Value::Map(map) => {
                let mut entries = serializer.serialize_map(Some(map.values().len()))?;
                for (key, value) in map.iter() {
                    match key {
                        Key::Text(text) => entries.serialize_entry(&**text, &Written(value))?,
                        Key::Int(int) => entries.serialize_entry(int, &Written(value))?,
                        _ => return Err(S::Error::custom("JSON has keys of text only")),
                    }
                }
                entries.end()
            }
            Value::Extended(extended) => match &**extended {
                Extended::BigInt(bytes) if bytes.len() == 9 && bytes[0] == 0 => {
                    let bytes = bytes.last_chunk().expect("nine bytes end with eight");
                    serializer.serialize_u64(u64::from_be_bytes(*bytes))
                }
                other => Err(S::Error::custom(format!("JSON has no form for {other:?}"))),
            },
            Value::Bytes(_) => Err(S::Error::custom("JSON has no bytes")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(value: &Value) -> &Arc<Shape> {
        let Value::Map(map) = value else { panic!("no map: {value:?}") };
        map.shape()
    }

    fn written(value: &Value) -> String {
        let mut out = Vec::new();
        write(value, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn maps_of_the_same_keys_share_a_shape_whatever_stood_between() {
        let mut reader = JsonReader::default();
        let mut read = |json: &str| reader.read(json.as_bytes()).unwrap();
        let first = read(r#"{"a":1,"b":{"a":2},"c":3}"#);
        let others = [
            r#"{"a":1,"b":2}"#,
            r#"{"a":1,"b":2,"c":3,"d":4}"#,
            r#"{"a":1,"c":{"a":1,"b":2,"c":3},"b":2}"#,
            r#"{"a":1}"#,
            "{}",
        ];
        for json in others {
            let other = read(json);
            assert_eq!(written(&other), json);
            assert!(!Arc::ptr_eq(shape(&first), shape(&other)), "{json}");
            assert!(Arc::ptr_eq(shape(&other), shape(&read(json))), "{json}");
        }
        let again = read(r#"{"a":"x","b":[],"c":null}"#);
        assert!(Arc::ptr_eq(shape(&first), shape(&again)));
    }

    #[test]
    fn of_a_key_that_stands_twice_the_last_value_stays_in_the_first_place_as_in_serde_json() {
        let mut reader = JsonReader::default();
        reader.read(br#"{"a":1,"b":2}"#).unwrap();
        for json in [
            r#"{"a":1,"b":2,"a":3}"#,
            r#"{"a":1,"a":{"c":1,"c":2}}"#,
            r#"{"c":1,"d":2,"c":3,"a":4}"#,
            r#"{"a":1,"b":2,"a":3}"#,
        ] {
            let common: serde_json::Value = serde_json::from_str(json).unwrap();
            assert_eq!(written(&reader.read(json.as_bytes()).unwrap()), common.to_string());
        }
    }

    #[test]
    fn an_integer_of_64_bits_without_a_sign_is_exact() {
        let json =
            "[9223372036854775807,9223372036854775808,18446744073709551615,-9223372036854775808]";
        assert_eq!(written(&JsonReader::default().read(json.as_bytes()).unwrap()), json);
    }
}

//! JSON by serde_json, to and from [`Value`].

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use anyhow::Result;
use larder::{Extended, Key, Map, Shape, Value};
use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Deserializer, Serialize, Serializer};

/// Reads JSON. Maps of the same keys share their shape, as objects of a class do.
#[derive(Default)]
pub struct Reader {
    shapes: HashMap<Box<[Key]>, Arc<Shape>>,
    keys: Vec<Key>,
}

/// Beyond so many shapes the cache begins again.
const MOST_SHAPES: usize = 4096;

impl Reader {
    /// The value of a JSON text.
    pub fn read(&mut self, json: &[u8]) -> Result<Value> {
        if self.shapes.len() > MOST_SHAPES {
            self.shapes.clear();
        }
        let mut deserializer = serde_json::Deserializer::from_slice(json);
        // The command has bounded the depth.
        deserializer.disable_recursion_limit();
        let value = Seed(self).deserialize(&mut deserializer)?;
        deserializer.end()?;
        Ok(value)
    }

    /// The shape of the keys from `start` on, which are taken away.
    fn shape(&mut self, start: usize) -> Option<Arc<Shape>> {
        let keys = &self.keys[start..];
        let shape = match self.shapes.get(keys) {
            Some(shape) => shape.clone(),
            None => {
                let shape = Arc::new(Shape::new(None, keys.to_vec())?);
                self.shapes.insert(keys.into(), shape.clone());
                shape
            }
        };
        self.keys.truncate(start);
        Some(shape)
    }
}

struct Seed<'r>(&'r mut Reader);

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
        let mut values = Vec::new();
        while let Some(key) = entries.next_key::<std::borrow::Cow<'_, str>>()? {
            self.0.keys.push(Key::from(&*key));
            values.push(entries.next_value_seed(Seed(self.0))?);
        }
        let map = self.0.shape(start).and_then(|shape| Map::new(shape, values));
        map.map(Value::Map).ok_or_else(|| serde::de::Error::custom("a key stands twice in an object"))
    }
}

/// Writes JSON.
pub fn write(value: &Value) -> Result<Vec<u8>> {
    Ok(serde_json::to_vec(&Json(value))?)
}

struct Json<'v>(&'v Value);

impl Serialize for Json<'_> {
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
                    items.serialize_element(&Json(value))?;
                }
                items.end()
            }
            Value::Map(map) => {
                let mut entries = serializer.serialize_map(Some(map.values().len()))?;
                for (key, value) in map.iter() {
                    match key {
                        Key::Text(text) => entries.serialize_entry(&**text, &Json(value))?,
                        Key::Int(int) => entries.serialize_entry(int, &Json(value))?,
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

//! The notation of values in the vectors (vectors/README.md, "Values").

use larder::{Extended, Key, Kind, Map, Shape, Value};
use serde_json::Value as Json;

/// The value that `json` stands for.
pub fn value(json: &Json) -> Result<Value, String> {
    Ok(match json {
        Json::Null => Value::Null,
        Json::Bool(bool) => Value::Bool(*bool),
        Json::Number(_) => Value::Int(int(json)?),
        Json::String(text) => Value::Text(text.as_str().into()),
        Json::Array(list) => Value::List(list.iter().map(value).collect::<Result<_, _>>()?),
        Json::Object(object) => match object.keys().find(|key| key.starts_with('$')) {
            Some(kind) => annotated(kind, json)?,
            None => map(None, json)?,
        },
    })
}

fn annotated(kind: &str, json: &Json) -> Result<Value, String> {
    let content = &json[kind];
    let item = |at: usize| content.get(at).ok_or_else(|| format!("{kind} lacks an item: {json}"));
    let name = |at: usize| Ok::<_, String>(text(item(at)?)?.into());
    let inner =
        |key: &str| value(json.get(key).ok_or_else(|| format!("{kind} needs {key}: {json}"))?);
    let moment = || {
        Ok::<_, String>((
            int(item(0)?)?,
            int(item(1)?)?.try_into().map_err(|_| format!("nanoseconds in {json}"))?,
        ))
    };
    let extended = match kind {
        "$int" => return Ok(Value::Int(int(json)?)),
        "$float" => return Ok(Value::Float(f64::from_bits(bits(content)?))),
        "$bytes" => return Ok(Value::Bytes(hex(text(content)?)?.repeat(times(json)?).into())),
        "$repeat" => return Ok(Value::Text(text(content)?.repeat(times(json)?).into())),
        "$list" => return Ok(Value::List(vec![value(content)?; times(json)?])),
        "$range" => {
            let (first, count, step) = (int(item(0)?)?, int(item(1)?)?, int(item(2)?)?);
            return Ok(Value::List((0..count).map(|at| Value::Int(first + at * step)).collect()));
        }
        "$nested" => return nested(text(content)?, times(json)?, inner("value")?),
        "$map" => return map(None, content),
        "$object" => return map(Some(text(content)?), &json["fields"]),
        "$bigint" => Extended::BigInt(big_int(text(content)?)?),
        "$float32" => Extended::Float32(f32::from_bits(bits(content)? as u32)),
        "$decimal" => Extended::Decimal {
            unscaled: big_int(text(content)?)?,
            scale: int(&json["scale"])?.try_into().map_err(|_| format!("scale of {json}"))?,
        },
        "$date" => Extended::Date(int(content)?),
        "$time" => Extended::Time(int(content)?.cast_unsigned()),
        "$datetime" => {
            let (seconds, nanoseconds) = moment()?;
            Extended::DateTime(seconds, nanoseconds)
        }
        "$instant" => {
            let (seconds, nanoseconds) = moment()?;
            Extended::Instant(seconds, nanoseconds)
        }
        "$duration" => {
            let (seconds, nanoseconds) = moment()?;
            Extended::Duration(seconds, nanoseconds)
        }
        "$zoned" => {
            let (seconds, nanoseconds) = moment()?;
            let offset = int(item(2)?)?.try_into().map_err(|_| format!("offset of {json}"))?;
            Extended::Zoned(seconds, nanoseconds, offset, name(3)?)
        }
        "$uuid" => {
            let bytes = hex(&text(content)?.replace('-', ""))?;
            Extended::Uuid(bytes.try_into().map_err(|_| format!("a UUID has 16 bytes: {json}"))?)
        }
        "$enum" => Extended::Enum { class: name(0)?, case: name(1)? },
        "$custom" => Extended::Custom { class: name(0)?, bytes: hex(text(item(1)?)?)?.into() },
        "$typed" => Extended::Typed { class: text(content)?.into(), value: inner("value")? },
        "$kind" => {
            let number = int(content)?.try_into().map_err(|_| format!("the number of {json}"))?;
            let kind = match json.get("name") {
                Some(name) => Kind::named(number, text(name)?.into()),
                None => Kind::new(number),
            };
            Extended::Kind {
                kind: kind.ok_or_else(|| format!("a kind has a name from 80 on: {json}"))?,
                value: inner("value")?,
            }
        }
        "$shared" => Extended::Shared(value(content)?),
        "$reference" => Extended::Reference(value(content)?),
        "$again" => Extended::Again(int(content)?.cast_unsigned()),
        _ => return Err(format!("what is {kind}?")),
    };
    Ok(extended.into())
}

/// `value` within so many lists, typed values or the like.
fn nested(within: &str, times: usize, mut value: Value) -> Result<Value, String> {
    for _ in 0..times {
        value = match within {
            "list" => Value::List(vec![value]),
            "typed" => Extended::Typed { class: "T".into(), value }.into(),
            "shared" => Extended::Shared(value).into(),
            "kind" => Extended::Kind { kind: Kind::new(0x30).ok_or("no kind")?, value }.into(),
            "map" => Value::Map(Map::from_pairs([(Key::from("a"), value)]).ok_or("no map")?),
            _ => return Err(format!("what is nested in {within}?")),
        };
    }
    Ok(value)
}

/// A map: an object, or an array of pairs.
fn map(class: Option<&str>, json: &Json) -> Result<Value, String> {
    let pairs: Vec<(Key, Value)> = match json {
        Json::Object(object) => object
            .iter()
            .map(|(name, of)| Ok((Key::from(name.as_str()), value(of)?)))
            .collect::<Result<_, String>>()?,
        Json::Array(pairs) => pairs
            .iter()
            .map(|pair| Ok((key(&pair[0])?, value(&pair[1])?)))
            .collect::<Result<_, String>>()?,
        _ => return Err(format!("no fields: {json}")),
    };
    let (keys, values): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
    let shape = Shape::new(class.map(Into::into), keys)
        .ok_or_else(|| format!("a key stands twice in {json}"))?;
    Map::new(shape.into(), values).map(Value::Map).ok_or_else(|| "no map".into())
}

/// The key that `json` stands for.
pub fn key(json: &Json) -> Result<Key, String> {
    Ok(match value(json)? {
        Value::Null => Key::Null,
        Value::Bool(bool) => Key::Bool(bool),
        Value::Int(int) => Key::Int(int),
        Value::Float(float) => Key::Float(float),
        Value::Text(text) => Key::Text(text.into()),
        Value::Bytes(bytes) => Key::Bytes(bytes),
        _ => return Err(format!("no key: {json}")),
    })
}

fn text(json: &Json) -> Result<&str, String> {
    json.as_str().ok_or_else(|| format!("no text: {json}"))
}

fn int(json: &Json) -> Result<i64, String> {
    let int = json
        .get("$int")
        .and_then(Json::as_str)
        .map_or_else(|| json.as_i64(), |text| text.parse().ok());
    int.ok_or_else(|| format!("no integer of 64 bits: {json}"))
}

fn times(json: &Json) -> Result<usize, String> {
    json.get("times").map_or(Ok(1), |times| {
        times.as_u64().map(|times| times as usize).ok_or_else(|| format!("no count: {times}"))
    })
}

fn bits(json: &Json) -> Result<u64, String> {
    u64::from_str_radix(text(json)?, 16).map_err(|error| format!("{json}: {error}"))
}

/// The bytes of hex, with or without spaces.
pub fn hex(text: &str) -> Result<Vec<u8>, String> {
    let digits: Option<Vec<u8>> = text
        .chars()
        .filter(|digit| !digit.is_whitespace())
        .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
        .collect();
    let digits =
        digits.filter(|digits| digits.len() % 2 == 0).ok_or_else(|| format!("no hex: {text}"))?;
    Ok(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// Hex with a space after each byte but the last.
pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// Two's complement, most significant byte first, as short as it can be.
fn big_int(text: &str) -> Result<Box<[u8]>, String> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let mut bytes = vec![0u8];
    for digit in digits.chars() {
        let mut carry = digit.to_digit(10).ok_or_else(|| format!("no integer: {text}"))?;
        for byte in &mut bytes {
            let next = u32::from(*byte) * 10 + carry;
            *byte = next as u8;
            carry = next >> 8;
        }
        bytes.extend((carry > 0).then_some(carry as u8));
    }
    bytes.push(0);
    if negative {
        let mut carry = true;
        for byte in &mut bytes {
            (*byte, carry) = (!*byte).overflowing_add(u8::from(carry));
        }
    }
    while let [.., next, last] = bytes[..]
        && last == if next < 0x80 { 0 } else { 0xFF }
    {
        bytes.pop();
    }
    bytes.reverse();
    Ok(bytes.into())
}

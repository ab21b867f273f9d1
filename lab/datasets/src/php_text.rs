//! PHP's `serialize` text of a value, for options that hold it inside a string.

use serde_json::{Map, Value};
use std::fmt::Write;

/// The member whose value names an object's class; without it, a JSON object is a PHP array.
pub const CLASS: &str = "__class";

/// `serialize($value)`. Keys that are canonical decimal integers become int keys, as they do in any
/// PHP array.
pub fn serialize(value: &Value) -> String {
    let mut out = String::new();
    write_value(&mut out, value);
    out
}

fn write_value(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("N;"),
        Value::Bool(b) => put(out, format_args!("b:{};", u8::from(*b))),
        Value::Number(n) if n.is_f64() => put(out, format_args!("d:{n};")),
        Value::Number(n) => put(out, format_args!("i:{n};")),
        Value::String(s) => write_string(out, s),
        Value::Array(items) => {
            put(out, format_args!("a:{}:{{", items.len()));
            for (i, item) in items.iter().enumerate() {
                put(out, format_args!("i:{i};"));
                write_value(out, item);
            }
            out.push('}');
        }
        Value::Object(members) => write_members(out, members),
    }
}

fn write_members(out: &mut String, members: &Map<String, Value>) {
    let class = members.get(CLASS).and_then(Value::as_str);
    match class {
        Some(class) => {
            put(out, format_args!("O:{}:\"{class}\":{}:{{", class.len(), members.len() - 1))
        }
        None => put(out, format_args!("a:{}:{{", members.len())),
    }
    for (key, value) in members.iter().filter(|(key, _)| *key != CLASS) {
        match key.parse::<i64>() {
            Ok(int) if class.is_none() && int.to_string() == *key => {
                put(out, format_args!("i:{int};"))
            }
            _ => write_string(out, key),
        }
        write_value(out, value);
    }
    out.push('}');
}

fn write_string(out: &mut String, s: &str) {
    put(out, format_args!("s:{}:\"{s}\";", s.len()));
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("writing to a String cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lengths_are_bytes_and_digit_keys_are_ints() {
        let value =
            json!({"a": "é", "7": [true, null], "07": -1, "o": {CLASS: "stdClass", "1": 2}});
        assert_eq!(
            serialize(&value),
            "a:4:{s:1:\"a\";s:2:\"é\";i:7;a:2:{i:0;b:1;i:1;N;}s:2:\"07\";i:-1;s:1:\"o\";O:8:\"stdClass\":1:{s:1:\"1\";i:2;}}"
        );
    }
}

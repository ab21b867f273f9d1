//! Whether what was lost of a value is what the writer noted, and nothing else.

use larder::format::{Format, Loss, Losses};
use larder::{Extended, Key, Kind, Value};

/// A value taken apart, each in the order in which they stand.
#[derive(Default)]
struct Parts<'a> {
    /// How many values stand in lists and maps.
    entries: usize,
    /// What holds no other value.
    scalars: Vec<&'a Value>,
    keys: Vec<&'a Key>,
    classes: Vec<&'a str>,
    kinds: Vec<&'a Kind>,
}

/// Panics if `after` differs from `before` in anything that `losses` do not name. Copies of shared
/// values are not compared.
pub fn check(format: Format, before: &Value, after: &Value, losses: &Losses) {
    let has = |loss: Loss| losses.iter().any(|met| met.loss == loss);
    if has(Loss::Shared) {
        return;
    }
    let (before, after) = (Parts::of(before), Parts::of(after));
    assert_eq!(before.entries, after.entries, "values within, with {losses}");
    assert_eq!(before.scalars.len(), after.scalars.len(), "scalars, with {losses}");
    for (before, after) in before.scalars.iter().zip(&after.scalars) {
        assert!(
            became(before, after, &has),
            "{format}: {before:?} became {after:?}, with {losses}"
        );
    }
    if ![Loss::Key, Loss::Bytes, Loss::Collection].into_iter().any(has) {
        assert_eq!(before.keys, after.keys, "keys, with {losses}");
    }
    if !has(Loss::Class) {
        assert_eq!(before.classes, after.classes, "classes, with {losses}");
    }
    if !has(Loss::Kind) {
        assert_eq!(before.kinds, after.kinds, "kinds, with {losses}");
    }
}

impl<'a> Parts<'a> {
    fn of(value: &'a Value) -> Self {
        let mut parts = Self::default();
        parts.add(value);
        parts
    }

    fn add(&mut self, value: &'a Value) {
        match value {
            Value::List(list) => {
                self.entries += list.len();
                list.iter().for_each(|value| self.add(value));
            }
            Value::Map(map) => {
                self.entries += map.values().len();
                self.keys.extend(map.shape().keys());
                self.classes.extend(map.shape().class().map(|class| &**class));
                map.values().iter().for_each(|value| self.add(value));
            }
            Value::Extended(extended) => match &**extended {
                Extended::Typed { class, value } => {
                    self.classes.push(class);
                    self.add(value);
                }
                Extended::Kind { kind, value } => {
                    self.kinds.push(kind);
                    self.add(value);
                }
                Extended::Shared(value) | Extended::Reference(value) => self.add(value),
                // Its number changes with the values that nothing refers to.
                Extended::Again(_) => {}
                _ => self.scalars.push(value),
            },
            _ => self.scalars.push(value),
        }
    }
}

/// Whether a scalar is what it was, or what a loss makes of it.
fn became(before: &Value, after: &Value, has: &dyn Fn(Loss) -> bool) -> bool {
    if before == after {
        return true;
    }
    let is_text = matches!(after, Value::Text(_));
    match before {
        Value::Bytes(_) => has(Loss::Bytes) && is_text,
        Value::Float(float) if !float.is_finite() => {
            has(Loss::NotFinite) && matches!(after, Value::Null | Value::Float(_))
        }
        Value::Extended(extended) => match &**extended {
            Extended::Float32(float) => {
                let wide = Value::Float(f64::from(*float));
                has(Loss::FloatWidth) && became(&wide, after, has)
            }
            Extended::BigInt(_) => has(Loss::Number) && (is_text || matches!(after, Value::Int(_))),
            Extended::Decimal { .. } => {
                has(Loss::Number)
                    && (is_text || matches!(after, Value::Float(_)) || is_decimal(after))
            }
            Extended::Date(_)
            | Extended::Time(_)
            | Extended::DateTime(..)
            | Extended::Instant(..)
            | Extended::Zoned(..)
            | Extended::Duration(..) => has(Loss::Time) && is_text,
            Extended::Uuid(_) => has(Loss::Type) && is_text,
            Extended::Enum { case, .. } => has(Loss::Class) && *after == Value::from(&**case),
            Extended::Custom { bytes, .. } => {
                has(Loss::Class) && became(&Value::Bytes(bytes.clone()), after, has)
            }
            _ => false,
        },
        _ => false,
    }
}

fn is_decimal(value: &Value) -> bool {
    matches!(value, Value::Extended(extended) if matches!(**extended, Extended::Decimal { .. }))
}

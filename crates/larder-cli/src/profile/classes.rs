//! The names of classes in a profile must be those that writers will use.
//!
//! Java serialization and Hessian write a class by its full name. The JVM library writes the name
//! that the class was registered by, by default its simple name. A shape of another name would
//! never match.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use anyhow::Result;
use larder::format::Format;
use larder::{Extended, Kind, Map, Shape, Value};

use crate::failure::Usage;

/// Renames classes, and remembers which.
pub struct Classes {
    /// Full name to name, as given by the user.
    named: HashMap<String, Arc<str>>,
    /// Full name to name, of the classes that were met.
    met: BTreeMap<Arc<str>, Arc<str>>,
    /// Renamed shapes, so that equal shapes are shared.
    shapes: HashMap<Arc<Shape>, Arc<Shape>>,
}

impl Classes {
    /// Names as `FULL=NAME`.
    pub fn parse(arguments: &[String]) -> Result<Self> {
        let mut named = HashMap::new();
        for argument in arguments {
            match argument.split_once('=') {
                Some((full, name)) if !full.is_empty() && !name.is_empty() => {
                    named.insert(full.to_owned(), name.into())
                }
                _ => {
                    return Err(Usage(format!(
                        "--class {argument}: expected CLASS=NAME, such as com.acme.Person=person"
                    ))
                    .into());
                }
            };
        }
        Ok(Self { named, met: BTreeMap::new(), shapes: HashMap::new() })
    }

    /// The value with the names that its classes will have.
    pub fn rename(&mut self, value: Value, format: Format) -> Value {
        match value {
            Value::List(list) => {
                Value::List(list.into_iter().map(|value| self.rename(value, format)).collect())
            }
            Value::Map(map) => {
                let shape = self.shape(map.shape(), format);
                let values: Vec<Value> =
                    map.values().iter().map(|value| self.rename(value.clone(), format)).collect();
                Map::new(shape, values).map_or(Value::Map(map), Value::Map)
            }
            Value::Extended(extended) => match *extended {
                Extended::Enum { class, case } => {
                    Extended::Enum { class: self.name(&class, format), case }
                }
                Extended::Custom { class, bytes } => {
                    Extended::Custom { class: self.name(&class, format), bytes }
                }
                Extended::Typed { class, value } => Extended::Typed {
                    class: self.name(&class, format),
                    value: self.rename(value, format),
                },
                Extended::Kind { kind, value } => Extended::Kind {
                    kind: self.kind(kind, format),
                    value: self.rename(value, format),
                },
                Extended::Shared(value) => Extended::Shared(self.rename(value, format)),
                Extended::Reference(value) => Extended::Reference(self.rename(value, format)),
                other => other,
            }
            .into(),
            scalar => scalar,
        }
    }

    fn shape(&mut self, shape: &Arc<Shape>, format: Format) -> Arc<Shape> {
        let Some(class) = shape.class() else { return shape.clone() };
        let name = self.name(class, format);
        if name == *class {
            return shape.clone();
        }
        if let Some(known) = self.shapes.get(shape) {
            return known.clone();
        }
        let renamed = Shape::new(Some(name), shape.keys()).map_or_else(|| shape.clone(), Arc::new);
        self.shapes.insert(shape.clone(), renamed.clone());
        renamed
    }

    /// A kind with the name that its class will have. For an array, that is the class of its
    /// components.
    fn kind(&mut self, kind: Kind, format: Format) -> Kind {
        let Some(name) = kind.name() else { return kind };
        let class: Arc<str> = name.trim_end_matches("[]").into();
        let renamed = self.name(&class, format).to_string() + &name[class.len()..];
        Kind::named(kind.number(), renamed.into()).unwrap_or(kind)
    }

    fn name(&mut self, class: &Arc<str>, format: Format) -> Arc<str> {
        let name = match self.named.get(&**class) {
            Some(name) => name.clone(),
            // Java's own classes keep their full names.
            None if matches!(format, Format::Jdk | Format::Hessian)
                && !class.starts_with("java.") =>
            {
                simple(class).map_or_else(|| class.clone(), Into::into)
            }
            None => return class.clone(),
        };
        if name != *class && !self.met.contains_key(class) {
            self.met.insert(class.clone(), name.clone());
        }
        name
    }

    /// The new names by the full ones; an error if two classes would have the same name.
    pub fn finish(self) -> Result<BTreeMap<String, String>> {
        let mut by_name: HashMap<&str, &str> = HashMap::new();
        for (full, name) in &self.met {
            if let Some(other) = by_name.insert(name, full) {
                return Err(Usage(format!(
                    "{other} and {full} would both be {name}: name one of them as it is \
                     registered, with --class {full}=NAME"
                ))
                .into());
            }
        }
        if let Some(unmet) = self.named.keys().find(|full| !self.met.contains_key(full.as_str())) {
            return Err(Usage(format!("--class {unmet}: no value is of this class")).into());
        }
        Ok(self.met.iter().map(|(full, name)| (full.to_string(), name.to_string())).collect())
    }
}

/// The simple name, such as `Inner` for `com.acme.Outer$Inner`; none for arrays and anonymous
/// classes.
fn simple(class: &str) -> Option<&str> {
    if class.starts_with('[') {
        return None;
    }
    let name = class.rsplit(['.', '$']).next()?;
    (!name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_simple_name_is_what_java_says_it_is() {
        assert_eq!(
            ["com.acme.Person", "com.acme.Outer$Inner", "Person"].map(simple),
            [Some("Person"), Some("Inner"), Some("Person")]
        );
        assert_eq!(["[Lcom.acme.Person;", "com.acme.Outer$1", "[I"].map(simple), [None; 3]);
    }

    #[test]
    fn classes_in_a_kind_are_renamed_and_those_of_java_are_not() {
        let mut classes = Classes::parse(&["com.acme.Line=line".into()]).unwrap();
        let named = |name: &str| Kind::named(0x80, name.into()).unwrap();
        let names = ["com.acme.Line[]", "com.acme.Person", "int[]", "java.util.UUID"]
            .map(|name| classes.kind(named(name), Format::Jdk).name().unwrap().to_string());
        assert_eq!(names, ["line[]", "Person", "int[]", "java.util.UUID"]);
    }
}

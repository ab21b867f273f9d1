//! Shows a value: keys and values as in JSON, and what JSON cannot hold under its own name.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use larder::format::{decimal, time};
use larder::{Extended, Key, Value};

use super::hex;
use crate::table::counted;
use crate::terminal::escaped;

/// How much is shown.
#[derive(Clone, Copy)]
pub struct Extent {
    /// Levels of lists and maps; of deeper ones, only the size is shown.
    pub depth: usize,
    /// Values of each list or map.
    pub items: usize,
    /// Characters of a text, and bytes of bytes.
    pub text: usize,
}

struct Styles {
    key: Style,
    class: Style,
    text: Style,
    number: Style,
    word: Style,
    note: Style,
}

const STYLES: Styles = Styles {
    key: AnsiColor::Blue.on_default(),
    class: AnsiColor::Magenta.on_default().bold(),
    text: AnsiColor::Green.on_default(),
    number: AnsiColor::Cyan.on_default(),
    word: AnsiColor::Yellow.on_default(),
    note: Style::new().dimmed(),
};

/// Writes the value, and a line end.
pub fn write(out: &mut dyn Write, value: &Value, extent: Extent) -> io::Result<()> {
    let mut view = View { out, extent, shared: 0 };
    view.value(value, 0)?;
    writeln!(view.out)
}

struct View<'o> {
    out: &'o mut dyn Write,
    extent: Extent,
    /// How many shared values and references have begun; each is numbered.
    shared: u64,
}

impl View<'_> {
    fn styled(&mut self, style: Style, text: &str) -> io::Result<()> {
        write!(self.out, "{style}{text}{style:#}")
    }

    fn line(&mut self, level: usize) -> io::Result<()> {
        write!(self.out, "\n{:indent$}", "", indent = 2 * level)
    }

    fn value(&mut self, value: &Value, level: usize) -> io::Result<()> {
        match value {
            Value::Null => self.styled(STYLES.word, "null"),
            Value::Bool(bool) => self.styled(STYLES.word, if *bool { "true" } else { "false" }),
            Value::Int(int) => self.styled(STYLES.number, &int.to_string()),
            Value::Float(float) => self.styled(STYLES.number, &format!("{float:?}")),
            Value::Text(text) => self.text(text, STYLES.text),
            Value::Bytes(bytes) => self.bytes(bytes),
            Value::List(list) => self.list(list, level),
            Value::Map(map) => {
                let class = map.shape().class();
                if let Some(class) = class {
                    self.styled(STYLES.class, &escaped(class, usize::MAX))?;
                    write!(self.out, " ")?;
                }
                let count = map.values().len();
                if count == 0 {
                    return write!(self.out, "{{}}");
                }
                if level >= self.extent.depth {
                    return self
                        .styled(STYLES.note, &format!("{{…}} {}", counted(count, "key", "keys")));
                }
                write!(self.out, "{{")?;
                for (key, value) in map.iter().take(self.extent.items) {
                    self.line(level + 1)?;
                    self.key(key)?;
                    write!(self.out, ": ")?;
                    self.value(value, level + 1)?;
                }
                self.more(count, level)?;
                self.line(level)?;
                write!(self.out, "}}")
            }
            Value::Extended(extended) => self.extended(extended, level),
        }
    }

    fn list(&mut self, list: &[Value], level: usize) -> io::Result<()> {
        if list.is_empty() {
            return write!(self.out, "[]");
        }
        if level >= self.extent.depth {
            return self
                .styled(STYLES.note, &format!("[…] {}", counted(list.len(), "value", "values")));
        }
        write!(self.out, "[")?;
        for value in list.iter().take(self.extent.items) {
            self.line(level + 1)?;
            self.value(value, level + 1)?;
        }
        self.more(list.len(), level)?;
        self.line(level)?;
        write!(self.out, "]")
    }

    fn more(&mut self, count: usize, level: usize) -> io::Result<()> {
        if count > self.extent.items {
            self.line(level + 1)?;
            let more = counted(count - self.extent.items, "more", "more");
            self.styled(STYLES.note, &format!("… {more} (--items shows them)"))?;
        }
        Ok(())
    }

    fn key(&mut self, key: &Key) -> io::Result<()> {
        match key {
            // A PHP property that is not public: NUL, a class or *, NUL, the name.
            Key::Text(text) if text.starts_with('\0') => match text[1..].split_once('\0') {
                Some((owner, name)) => {
                    self.text(name, STYLES.key)?;
                    let whose = if owner == "*" {
                        "protected".into()
                    } else {
                        format!("private of {}", escaped(owner, 100))
                    };
                    self.styled(STYLES.note, &format!(" ({whose})"))
                }
                None => self.text(text, STYLES.key),
            },
            Key::Text(text) => self.text(text, STYLES.key),
            Key::Int(int) => self.styled(STYLES.number, &int.to_string()),
            Key::Bytes(bytes) => self.bytes(bytes),
            Key::Null => self.styled(STYLES.word, "null"),
            Key::Bool(bool) => self.styled(STYLES.word, &bool.to_string()),
            Key::Float(float) => self.styled(STYLES.number, &format!("{float:?}")),
        }
    }

    fn text(&mut self, text: &str, style: Style) -> io::Result<()> {
        self.styled(style, &format!("\"{}\"", escaped(text, self.extent.text)))?;
        if text.chars().nth(self.extent.text).is_some() {
            self.styled(STYLES.note, &format!("… {} B", text.len()))?;
        }
        Ok(())
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        let shown = hex::first(bytes, self.extent.text);
        self.styled(STYLES.note, &format!("{}: ", counted(bytes.len(), "byte", "bytes")))?;
        self.styled(STYLES.text, &shown)
    }

    fn extended(&mut self, extended: &Extended<Value>, level: usize) -> io::Result<()> {
        let number = |bytes: &[u8], scale| {
            decimal(bytes, scale).unwrap_or_else(|| format!("{} bytes", bytes.len()))
        };
        match extended {
            Extended::BigInt(bytes) => self.styled(STYLES.number, &number(bytes, 0)),
            Extended::Decimal { unscaled, scale } => {
                self.typed("decimal", &number(unscaled, *scale))
            }
            Extended::Float32(float) => self.typed("float32", &format!("{float:?}")),
            Extended::Uuid(uuid) => self.typed("uuid", &time::uuid(uuid)),
            Extended::Enum { class, case } => {
                self.styled(STYLES.class, &escaped(class, usize::MAX))?;
                self.styled(STYLES.word, &format!("::{}", escaped(case, usize::MAX)))
            }
            Extended::Custom { class, bytes } => {
                self.styled(STYLES.class, &escaped(class, usize::MAX))?;
                self.styled(STYLES.note, " (custom serialization) ")?;
                match std::str::from_utf8(bytes) {
                    Ok(text) => self.text(text, STYLES.text),
                    Err(_) => self.bytes(bytes),
                }
            }
            Extended::Typed { class, value } => {
                self.styled(STYLES.class, &escaped(class, usize::MAX))?;
                write!(self.out, " ")?;
                self.value(value, level)
            }
            Extended::Kind { kind, value } => {
                self.styled(STYLES.class, &escaped(&kind.label(), usize::MAX))?;
                write!(self.out, " ")?;
                self.value(value, level)
            }
            Extended::Shared(value) | Extended::Reference(value) => {
                let sign = if matches!(extended, Extended::Reference(_)) { '&' } else { '#' };
                let number = self.shared;
                self.shared += 1;
                self.styled(STYLES.note, &format!("{sign}{number} "))?;
                self.value(value, level)
            }
            Extended::Again(number) => {
                self.styled(STYLES.note, &format!("→ the value {number} above"))
            }
            Extended::Date(_) => self.time("date", extended),
            Extended::Time(_) => self.time("time", extended),
            Extended::DateTime(..) => self.time("date-time", extended),
            Extended::Instant(..) => self.time("instant", extended),
            Extended::Zoned(..) => self.time("zoned", extended),
            Extended::Duration(..) => self.time("duration", extended),
        }
    }

    fn time(&mut self, kind: &str, extended: &Extended<Value>) -> io::Result<()> {
        let text = time::iso(extended).unwrap_or_default();
        self.typed(kind, &escaped(&text, usize::MAX))
    }

    fn typed(&mut self, kind: &str, text: &str) -> io::Result<()> {
        self.styled(STYLES.class, kind)?;
        write!(self.out, " ")?;
        self.styled(STYLES.number, text)
    }
}

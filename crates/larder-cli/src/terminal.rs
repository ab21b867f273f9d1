//! Text from outside (arguments, names of files and keys, values, what servers and runners say)
//! must reach a terminal as nothing but text. Here, control characters and characters that change
//! the direction of text become escapes.

use std::borrow::Cow;
use std::io::{self, IsTerminal, StdoutLock, Write};

use comfy_table::Table;

/// Prints a line on standard error, after the command's name.
macro_rules! say {
    ($($text:tt)*) => { eprintln!("larder: {}", $crate::terminal::safe(&format!($($text)*))) };
}
pub(crate) use say;

/// Whether a character does something to a terminal besides being shown. A line end does not count.
fn is_control(character: char) -> bool {
    match character {
        '\n' => false,
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        _ => character.is_control(),
    }
}

/// A text of one or more lines, with escapes for what would do something to a terminal.
pub fn safe(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    text.chars().for_each(|character| escape(character, &mut safe));
    Cow::Owned(safe)
}

/// At most `max` characters of a text that is printed between quotes in one line, with escapes.
pub fn escaped(text: &str, max: usize) -> String {
    let mut escaped = String::new();
    for character in text.chars().take(max) {
        match character {
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            '\n' => escaped.push_str("\\n"),
            _ => escape(character, &mut escaped),
        }
    }
    escaped
}

fn escape(character: char, out: &mut String) {
    match character {
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if is_control(character) => out.extend(character.escape_unicode()),
        _ => out.push(character),
    }
}

/// Escapes as in JSON, where such characters occur only in strings.
fn escape_json(character: char, out: &mut String) {
    if is_control(character) {
        out.push_str(&format!("\\u{:04x}", u32::from(character)));
    } else {
        out.push(character);
    }
}

/// Standard output for people: everything is escaped except the styles of tables.
pub struct Out {
    out: Escaping<StdoutLock<'static>>,
}

impl Out {
    pub fn lock() -> Out {
        Out { out: Escaping::new(io::stdout().lock(), escape) }
    }

    /// Writes a table whose cells are all [`safe`].
    pub fn table(&mut self, table: &Table) -> io::Result<()> {
        self.out.flush()?;
        writeln!(self.out.out, "{table}")
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Standard output for JSON: the same values, with more escapes.
pub fn json_out() -> impl Write {
    Escaping::new(io::stdout().lock(), escape_json)
}

/// Standard output for bytes: unchanged, but escaped on a terminal.
pub fn raw_out() -> Box<dyn Write> {
    let out = io::stdout().lock();
    if out.is_terminal() { Box::new(Escaping::new(out, escape)) } else { Box::new(out) }
}

/// Escapes UTF-8 as it is written; malformed bytes become U+FFFD.
struct Escaping<W: Write> {
    out: W,
    escape: fn(char, &mut String),
    /// The first bytes of a character that is still incomplete.
    begun: Vec<u8>,
}

impl<W: Write> Escaping<W> {
    fn new(out: W, escape: fn(char, &mut String)) -> Self {
        Self { out, escape, begun: Vec::new() }
    }
}

impl<W: Write> Write for Escaping<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let mut text = String::with_capacity(bytes.len());
        let mut left = 0;
        for chunk in self.begun.utf8_chunks() {
            chunk.valid().chars().for_each(|character| (self.escape)(character, &mut text));
            left += chunk.valid().len() + chunk.invalid().len();
            let invalid = chunk.invalid();
            let may_go_on = left == self.begun.len()
                && std::str::from_utf8(invalid).is_err_and(|error| error.error_len().is_none());
            if may_go_on {
                left -= invalid.len();
            } else if !invalid.is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        self.begun.drain(..left);
        self.out.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Drop for Escaping<W> {
    fn drop(&mut self) {
        if !self.begun.is_empty() {
            let _ = self.out.write_all("\u{FFFD}".as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_from_outside_reaches_the_terminal_as_a_control() {
        let hostile = "\u{1b}[31mred\u{7}\u{202e}\u{9b}x\u{61c}\u{2028}\r\u{7f}";
        for text in [escaped(hostile, 100), safe(hostile).into_owned()] {
            assert!(
                !text.chars().any(|character| character.is_control() || is_control(character)),
                "{text}"
            );
        }
        assert_eq!(escaped("a\n\"b\"", 100), "a\\n\\\"b\\\"");
        assert_eq!(escaped("abcdef", 3), "abc");
        assert_eq!(safe("a\n\"b\""), "a\n\"b\"");
    }

    #[test]
    fn characters_that_arrive_in_pieces_are_escaped_too() {
        let text = "a\u{1b}[1mé\u{202e}\u{9b}漢";
        for at in 0..=text.len() {
            let mut written = Vec::new();
            let mut out = Escaping::new(&mut written, escape_json);
            out.write_all(&text.as_bytes()[..at]).unwrap();
            out.write_all(&text.as_bytes()[at..]).unwrap();
            out.write_all(b"\xFF\xE6").unwrap();
            drop(out);
            assert_eq!(
                String::from_utf8(written).unwrap(),
                "a\\u001b[1mé\\u202e\\u009b漢\u{FFFD}\u{FFFD}",
                "cut at {at}"
            );
        }
    }
}

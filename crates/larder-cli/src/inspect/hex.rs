//! Bytes around an offset, for people.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

const ROW: usize = 16;
/// Rows before and after that of the offset.
const AROUND: usize = 2;

/// Writes the rows around `at` and marks the byte there. `at` may be the end.
pub fn window(out: &mut dyn Write, bytes: &[u8], at: usize) -> io::Result<()> {
    let mark = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    let dim = Style::new().dimmed();
    let row = at / ROW;
    for row in row.saturating_sub(AROUND)..=row + AROUND {
        let start = row * ROW;
        if start > at.max(bytes.len().saturating_sub(1)) {
            break;
        }
        write!(out, "  {dim}{start:08x}{dim:#}  ")?;
        let cells = bytes.get(start..).unwrap_or_default();
        for column in 0..=ROW {
            let before = match (start + column).checked_sub(at) {
                Some(0) => "[",
                Some(1) => "]",
                _ => " ",
            };
            match cells.get(column) {
                _ if column == ROW => write!(out, "{before}")?,
                Some(byte) if start + column == at => {
                    write!(out, "{before}{mark}{byte:02x}{mark:#}")?
                }
                Some(byte) => write!(out, "{before}{byte:02x}")?,
                None if start + column == at => write!(out, "{before}--")?,
                None => write!(out, "{before}  ")?,
            }
        }
        let text: String = cells
            .iter()
            .take(ROW)
            .map(
                |byte| {
                    if byte.is_ascii_graphic() || *byte == b' ' { char::from(*byte) } else { '.' }
                },
            )
            .collect();
        writeln!(out, "  {dim}|{text}|{dim:#}")?;
    }
    Ok(())
}

/// The first bytes in hexadecimal.
pub fn first(bytes: &[u8], max: usize) -> String {
    let shown: Vec<String> = bytes.iter().take(max).map(|byte| format!("{byte:02x}")).collect();
    let more = if bytes.len() > max { " …" } else { "" };
    format!("{}{more}", shown.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_byte_at_the_offset_is_marked_even_at_the_end() {
        let bytes: Vec<u8> = (0..40).collect();
        for (at, mark) in [(0, "[00]"), (15, "[0f]"), (16, "[10]"), (39, "[27]"), (40, "[--]")] {
            let mut out = Vec::new();
            window(&mut anstream::StripStream::new(&mut out), &bytes, at).unwrap();
            let text = String::from_utf8(out).unwrap();
            assert!(text.contains(mark), "{text}");
        }
        let mut out = Vec::new();
        window(&mut out, &[], 0).unwrap();
        assert!(String::from_utf8(out).unwrap().contains("[--]"));
    }
}

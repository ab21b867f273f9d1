//! What the terminal tables of all subcommands share.

use std::io::{self, IsTerminal};

use comfy_table::{Attribute, Cell, CellAlignment, ContentArrangement, Table, presets};

/// A table that fits the terminal, or is as wide as necessary if there is none. The first `left`
/// columns are left-aligned.
pub fn table(heads: &[String], left: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_content_arrangement(if io::stdout().is_terminal() {
        ContentArrangement::Dynamic
    } else {
        ContentArrangement::Disabled
    });
    if !colour() {
        table.force_no_tty();
    }
    table.set_header(heads.iter().map(|head| Cell::new(head).add_attribute(Attribute::Bold)));
    for column in table.column_iter_mut().skip(left) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// At least three significant digits, and no fraction where it is not needed.
pub fn number(number: f64) -> String {
    let digits = if number >= 99.95 || number.fract() == 0.0 { 0 } else { 1 };
    let text = format!("{number:.digits$}");
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let (sign, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("-", whole));
    format!("{sign}{}{fraction}", grouped(whole))
}

/// A number of bytes with its unit.
pub fn bytes(bytes: u64) -> String {
    const UNITS: [(&str, f64); 4] = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0)];
    let (unit, by) = UNITS.into_iter().find(|(_, by)| bytes as f64 >= *by).unwrap_or(("B", 1.0));
    format!("{} {unit}", number(bytes as f64 / by))
}

/// The words of `text` in lines of at most 100 columns; those after the first have twice the
/// indent.
pub fn wrapped(text: &str, indent: &str) -> String {
    const MAX_COLUMNS: usize = 100;
    let mut lines = vec![indent.to_owned()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("the first line");
        if line.chars().count() + 1 + word.chars().count() > MAX_COLUMNS {
            lines.push(indent.repeat(2) + word);
            continue;
        }
        if line.trim() != "" {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.join("\n")
}

/// "1 value", "2 values", "10,000 values".
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(&count.to_string()), if count == 1 { one } else { many })
}

fn grouped(digits: &str) -> String {
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).expect("digits"))
        .collect();
    groups.join(",")
}

fn colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_grouped() {
        assert_eq!(
            [0.0, 12.34, 99.94, 118.6, 1234567.8, -1234.0].map(number),
            ["0", "12.3", "99.9", "119", "1,234,568", "-1,234"]
        );
    }

    #[test]
    fn long_texts_are_wrapped_at_words() {
        assert_eq!(wrapped("one two", "  "), "  one two");
        let lines = wrapped("seven77 ".repeat(20).trim_end(), "  ");
        let lines: Vec<&str> = lines.lines().collect();
        assert_eq!(lines.iter().map(|line| line.len()).collect::<Vec<_>>(), [97, 67]);
        assert!(lines[1].starts_with("    seven77"));
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(counted(1, "value", "values"), "1 value");
        assert_eq!(counted(10_000, "value", "values"), "10,000 values");
        assert_eq!(counted(1_234_567, "value", "values"), "1,234,567 values");
    }
}

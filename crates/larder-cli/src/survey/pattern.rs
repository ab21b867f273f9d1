//! What keys have in common: `user:4711:cart` and `user:815:cart` are both `user:*:cart`.
//!
//! A pattern is a glob of Redis, so that `--match` takes it as it is.

/// What separates the parts of a key that are looked at alone.
const SEPARATORS: [char; 12] = [':', '/', '|', '#', '@', '{', '}', '(', ')', ',', ';', ' '];
/// What separates pieces within a part.
const INNER: [char; 3] = ['-', '_', '.'];
/// A name of so many letters and digits is made by a program.
const RANDOM: usize = 16;
/// So many hexadecimal digits are a hash or an id.
const HASH: usize = 8;
/// So many digits after letters are a number: `v2` and `sha256` are names, `user4711` is not.
const NUMBER: usize = 4;

/// The pattern of a key. Bytes that are not UTF-8 become `*`.
pub fn pattern(key: &[u8]) -> String {
    let mut pattern = String::with_capacity(key.len());
    for chunk in key.utf8_chunks() {
        each(chunk.valid(), &SEPARATORS, &mut pattern, |part, out| {
            if varies(part) || part.split(INNER).count() > 1 && is_date_or_uuid(part) {
                out.push('*');
            } else {
                each(part, &INNER, out, |piece, out| {
                    let digits = piece.bytes().rev().take_while(u8::is_ascii_digit).count();
                    if varies(piece) {
                        out.push('*');
                    } else if digits >= NUMBER {
                        literal(&piece[..piece.len() - digits], out);
                        out.push('*');
                    } else {
                        literal(piece, out);
                    }
                });
            }
        });
        if !chunk.invalid().is_empty() {
            pattern.push('*');
        }
    }
    while pattern.contains("**") {
        pattern = pattern.replace("**", "*");
    }
    pattern
}

/// Calls `write` for each part between separators, which are copied.
fn each(text: &str, separators: &[char], out: &mut String, write: impl Fn(&str, &mut String)) {
    for part in text.split_inclusive(separators) {
        let end = part.trim_end_matches(separators);
        if !end.is_empty() {
            write(end, out);
        }
        literal(&part[end.len()..], out);
    }
}

/// Appends text with a backslash before what means something in a glob.
fn literal(text: &str, out: &mut String) {
    for character in text.chars() {
        if matches!(character, '*' | '?' | '[' | ']' | '^' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
}

fn varies(part: &str) -> bool {
    let digits = part.bytes().filter(u8::is_ascii_digit).count();
    let is = |of: fn(&u8) -> bool| part.bytes().all(|byte| of(&byte));
    digits > 0
        && (digits == part.len()
            || part.len() >= HASH && is(u8::is_ascii_hexdigit)
            || part.len() >= RANDOM && is(u8::is_ascii_alphanumeric))
}

fn is_date_or_uuid(part: &str) -> bool {
    part.len() >= HASH
        && part
            .split(INNER)
            .all(|piece| !piece.is_empty() && piece.bytes().all(|byte| byte.is_ascii_hexdigit()))
        && part.bytes().any(|byte| byte.is_ascii_digit())
}

/// The patterns that a pattern becomes if one of its parts becomes `*`, the last first.
pub fn wider(pattern: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut start = 0;
    for part in pattern.split_inclusive(SEPARATORS) {
        let end = part.trim_end_matches(SEPARATORS).len();
        if end > 0 && &part[..end] != "*" {
            parts.push((start, start + end));
        }
        start += part.len();
    }
    let with = |(from, to): (usize, usize)| format!("{}*{}", &pattern[..from], &pattern[to..]);
    parts.into_iter().rev().map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_hashes_and_dates_vary_and_names_do_not() {
        for (key, expected) in [
            ("user:4711:cart", "user:*:cart"),
            ("user4711", "user*"),
            ("v2:sha256:page_17.html", "v2:sha256:page_*.html"),
            ("session:550e8400-e29b-41d4-a716-446655440000", "session:*"),
            ("day:2026-11-22", "day:*"),
            ("PHPREDIS_SESSION:j3k4l5m6n7o8p9q0aabb", "PHPREDIS_SESSION:*"),
            ("cache/da39a3ee5e6b4b0d3255bfef95601890afd80709", "cache/*"),
            ("a*b?", "a\\*b\\?"),
            ("{shop}:item:7", "{shop}:item:*"),
            ("facade", "facade"),
            ("", ""),
        ] {
            assert_eq!(pattern(key.as_bytes()), expected, "{key}");
        }
        assert_eq!(pattern(b"blob:\xFF\xFE7"), "blob:*");
    }

    #[test]
    fn a_wider_pattern_has_one_part_less() {
        assert_eq!(wider("user:ada:cart"), ["user:ada:*", "user:*:cart", "*:ada:cart"]);
        assert_eq!(wider("*"), Vec::<String>::new());
    }
}

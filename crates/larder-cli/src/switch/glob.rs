//! Redis's globs, for several patterns at once: `SCAN` takes one.

/// Whether a key matches a pattern, as `SCAN … MATCH` has it.
pub fn matches(pattern: &[u8], key: &[u8]) -> bool {
    // Where to go on if what follows the last `*` does not match: one byte later.
    let (mut at, mut of, mut star) = (0, 0, None);
    while of < key.len() {
        if pattern.get(at) == Some(&b'*') {
            star = Some((at, of));
            at += 1;
            continue;
        }
        match one(&pattern[at..], key[of]) {
            Some(length) => {
                at += length;
                of += 1;
            }
            None => match &mut star {
                Some((back, from)) => {
                    *from += 1;
                    (at, of) = (*back + 1, *from);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|&byte| byte == b'*')
}

/// The length of the pattern's first element, if the byte matches it.
fn one(pattern: &[u8], byte: u8) -> Option<usize> {
    match pattern {
        [] => None,
        [b'?', ..] => Some(1),
        [b'\\', escaped, ..] => (*escaped == byte).then_some(2),
        [b'[', class @ ..] => {
            let (length, is_in) = within(class, byte);
            is_in.then_some(length + 1)
        }
        [plain, ..] => (*plain == byte).then_some(1),
    }
}

/// The length of a class up to its `]`, and whether the byte is in it.
fn within(class: &[u8], byte: u8) -> (usize, bool) {
    let is_negated = class.first() == Some(&b'^');
    let (mut at, mut found) = (usize::from(is_negated), false);
    loop {
        match &class[at.min(class.len())..] {
            // A class that nothing closes ends with the pattern.
            [] => return (class.len(), found != is_negated),
            [b']', ..] => return (at + 1, found != is_negated),
            [b'\\', escaped, ..] => {
                found |= *escaped == byte;
                at += 2;
            }
            [first, b'-', last, ..] => {
                found |= (*first.min(last)..=*first.max(last)).contains(&byte);
                at += 3;
            }
            [plain, ..] => {
                found |= *plain == byte;
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_match_as_redis_has_it() {
        for (pattern, key, expected) in [
            ("user:*", "user:7", true),
            ("user:*", "use:7", false),
            ("*:cart", "user:7:cart", true),
            ("*:cart", "user:7:cart:x", false),
            ("u?er", "user", true),
            ("u?er", "uer", false),
            ("a[bc]d", "acd", true),
            ("a[^bc]d", "acd", false),
            ("a[^bc]d", "axd", true),
            ("a[b-e]", "ad", true),
            ("a[e-b]", "ad", true),
            ("a\\*b", "a*b", true),
            ("a\\*b", "axb", false),
            ("a[\\]]", "a]", true),
            ("a[b", "ab", true),
            ("**a**", "bab", true),
            ("", "", true),
            ("", "a", false),
            ("*a*b*c*d", "xaxbxcxcxd", true),
            ("*aaab", "aaaaaaaaaaaaaaac", false),
        ] {
            assert_eq!(matches(pattern.as_bytes(), key.as_bytes()), expected, "{pattern} {key}");
        }
    }
}

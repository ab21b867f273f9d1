//! What `session.serialize_handler = php` writes: `name|value` for each variable, with values as
//! `serialize` has them, and references numbered across all of them (ext/session/session.c).
//! Rewritten as one array in PHP's format, it can be read like any other value. Uses nothing.

/// As deep as the format goes.
const MAX_DEPTH: usize = larder::Limits::DEFAULT.max_depth as usize;

/// The variables as one array in PHP's format; `None` if the bytes are not such a session.
pub fn as_array(session: &[u8]) -> Option<Vec<u8>> {
    let (mut entries, mut count, mut rest) = (Vec::new(), 0, session);
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == b'|')?;
        let (name, value) = (&rest[..end], &rest[end + 1..]);
        entries.extend_from_slice(format!("s:{}:\"", name.len()).as_bytes());
        entries.extend_from_slice(name);
        entries.extend_from_slice(b"\";");
        let mut copy = Copy { rest: value, out: entries };
        copy.value(0)?;
        (rest, entries) = (copy.rest, copy.out);
        count += 1;
    }
    let mut array = format!("a:{count}:{{").into_bytes();
    array.append(&mut entries);
    array.push(b'}');
    Some(array)
}

/// Copies values; the numbers of references grow by one, for the array around them.
struct Copy<'s> {
    rest: &'s [u8],
    out: Vec<u8>,
}

impl Copy<'_> {
    fn take(&mut self, count: usize) -> Option<()> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.out.extend_from_slice(taken);
        self.rest = rest;
        Some(())
    }

    fn through(&mut self, byte: u8) -> Option<()> {
        let at = self.rest.iter().position(|other| *other == byte)?;
        self.take(at + 1)
    }

    /// Digits, and what follows them.
    fn number(&mut self, end: u8) -> Option<usize> {
        let at = self.rest.iter().position(|byte| !byte.is_ascii_digit())?;
        let number = std::str::from_utf8(&self.rest[..at]).ok()?.parse().ok()?;
        (self.rest[at] == end).then_some(())?;
        self.take(at + 1)?;
        Some(number)
    }

    /// A length, and that many bytes between quotes.
    fn quoted(&mut self) -> Option<()> {
        let length = self.number(b':')?;
        self.take(length.checked_add(2)?)
    }

    fn value(&mut self, depth: usize) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        match *self.rest {
            [b'N', b';', ..] => self.take(2),
            [b'r' | b'R', b':', ..] => {
                self.take(2)?;
                let start = self.out.len();
                let number = self.number(b';')?;
                self.out.truncate(start);
                self.out.extend_from_slice(format!("{};", number.checked_add(1)?).as_bytes());
                Some(())
            }
            [b'b' | b'i' | b'd', b':', ..] => self.through(b';'),
            [b's' | b'E', b':', ..] => {
                self.take(2)?;
                self.quoted()?;
                self.take(1)
            }
            [b'a', b':', ..] => {
                self.take(2)?;
                self.entries(depth)
            }
            [b'O', b':', ..] => {
                self.take(2)?;
                self.quoted()?;
                self.take(1)?;
                self.entries(depth)
            }
            [b'C', b':', ..] => {
                self.take(2)?;
                self.quoted()?;
                self.take(1)?;
                let length = self.number(b':')?;
                self.take(length.checked_add(2)?)
            }
            _ => None,
        }
    }

    fn entries(&mut self, depth: usize) -> Option<()> {
        let count = self.number(b':')?;
        self.take(1)?;
        for _ in 0..count {
            self.value(depth + 1)?;
            self.value(depth + 1)?;
        }
        self.take(1)
    }
}

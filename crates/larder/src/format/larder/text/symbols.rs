//! Texts as codes of symbols (docs/FORMAT.md, "Symbols").

use std::fmt;
use std::sync::OnceLock;

/// A code of this number is the character that follows it in UTF-8.
const ESCAPE: u8 = 0xFF;

/// The symbols that a table can have: each has a code below [`ESCAPE`].
pub(crate) const MAX_SYMBOLS: usize = ESCAPE as usize;

/// The bytes that a symbol can have.
pub(crate) const MAX_SYMBOL_BYTES: usize = size_of::<u64>();

/// A table of symbols: what often comes in the texts of a place, one to eight bytes of UTF-8 each.
/// A text is written as one byte per symbol.
pub struct SymbolTable {
    /// The symbol of each code, and zeros after it.
    symbols: [[u8; MAX_SYMBOL_BYTES]; 256],
    /// Its length; 0 if the code has none.
    lengths: [u8; 256],
    count: usize,
    /// What only a writer needs.
    index: OnceLock<Box<Index>>,
}

impl SymbolTable {
    /// A table of these symbols, by code. `None` if there are none or more than 255, if one is
    /// empty or longer than eight bytes, or if one comes twice.
    pub fn new<S: AsRef<str>>(symbols: impl IntoIterator<Item = S>) -> Option<Self> {
        let mut table = Self {
            symbols: [[0; MAX_SYMBOL_BYTES]; 256],
            lengths: [0; 256],
            count: 0,
            index: OnceLock::new(),
        };
        for symbol in symbols {
            let symbol = symbol.as_ref().as_bytes();
            if table.count == MAX_SYMBOLS || symbol.is_empty() {
                return None;
            }
            table.symbols[table.count].get_mut(..symbol.len())?.copy_from_slice(symbol);
            table.lengths[table.count] = symbol.len() as u8;
            table.count += 1;
        }
        let mut sorted: Vec<_> = table.bytes().collect();
        sorted.sort_unstable();
        let distinct = sorted.is_sorted_by(|symbol, next| symbol < next);
        (table.count > 0 && distinct).then_some(table)
    }

    /// The symbols, by code.
    pub fn symbols(&self) -> impl ExactSizeIterator<Item = &str> {
        self.bytes().map(|symbol| str::from_utf8(symbol).unwrap_or_default())
    }

    fn bytes(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        let symbols = self.symbols[..self.count].iter();
        symbols.zip(&self.lengths).map(|(symbol, length)| &symbol[..usize::from(*length)])
    }

    /// Appends the codes of a text: at each point that of the longest symbol that fits, or else an
    /// escaped character.
    pub fn encode(&self, text: &str, out: &mut Vec<u8>) {
        self.index().each(text, |code, escaped| {
            out.push(code);
            out.extend_from_slice(escaped);
        });
    }

    /// How many bytes [`SymbolTable::encode`] appends.
    pub fn encoded_len(&self, text: &str) -> usize {
        let mut length = 0;
        self.index().each(text, |_, escaped| length += 1 + escaped.len());
        length
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Box::new(Index::new(self)))
    }

    /// Writes the text of codes to the start of `out`, which grows if it is too short, and stays
    /// longer than the text; gives the text's length in UTF-8, at most eight bytes for each code.
    /// `None` if a code has no symbol, or an escape no whole character after it.
    pub fn decode(&self, codes: &[u8], out: &mut Vec<u8>) -> Option<usize> {
        let room = MAX_SYMBOL_BYTES * codes.len();
        if out.len() < room {
            out.resize(room, 0);
        }
        let out = out.as_mut_slice();
        let (mut at, mut end) = (0, 0);
        while let Some(code) = codes.get(at) {
            let length = usize::from(self.lengths[usize::from(*code)]);
            if length > 0 {
                // All eight bytes: those behind the symbol are overwritten, or behind the text.
                *out[end..].first_chunk_mut()? = self.symbols[usize::from(*code)];
                (at, end) = (at + 1, end + length);
                continue;
            }
            let character = first_character(&codes[at + 1..]).filter(|_| *code == ESCAPE)?;
            out[end..end + character.len()].copy_from_slice(character);
            (at, end) = (at + 1 + character.len(), end + character.len());
        }
        Some(end)
    }
}

impl fmt::Debug for SymbolTable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.symbols()).finish()
    }
}

/// The first character of bytes that begin with one in UTF-8.
fn first_character(bytes: &[u8]) -> Option<&[u8]> {
    let length = match bytes.first()? {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0.. => 4,
    };
    bytes.get(..length).filter(|character| str::from_utf8(character).is_ok())
}

/// Finds the longest symbol with which a text begins.
struct Index {
    /// The code of each symbol of one byte, or [`ESCAPE`].
    single: [u8; 256],
    /// Where each bucket of `longer` begins, and where the last ends.
    starts: [u8; Self::BUCKETS + 1],
    /// The symbols of two bytes or more, by the bucket of their first two bytes, the longest first.
    longer: Vec<Longer>,
}

/// A symbol of two bytes or more.
struct Longer {
    /// Its bytes.
    word: u64,
    /// The bits of a text's first eight bytes that must be these.
    mask: u64,
    length: u8,
    code: u8,
}

impl Index {
    const BUCKETS: usize = 1 << 10;

    /// The bucket of the symbols that begin as the bytes of `word`.
    #[inline]
    fn bucket(word: u64) -> usize {
        ((word as u16).wrapping_mul(0x9E37) >> 6).into()
    }

    fn new(table: &SymbolTable) -> Self {
        let mut index =
            Self { single: [ESCAPE; 256], starts: [0; Self::BUCKETS + 1], longer: Vec::new() };
        for (code, symbol) in table.bytes().enumerate() {
            if let [byte] = symbol {
                index.single[usize::from(*byte)] = code as u8;
                continue;
            }
            index.longer.push(Longer {
                word: u64::from_le_bytes(table.symbols[code]),
                mask: u64::MAX >> (64 - 8 * symbol.len()),
                length: symbol.len() as u8,
                code: code as u8,
            });
            index.starts[Self::bucket(u64::from_le_bytes(table.symbols[code])) + 1] += 1;
        }
        for bucket in 0..Self::BUCKETS {
            index.starts[bucket + 1] += index.starts[bucket];
        }
        index.longer.sort_by_key(|longer| (Self::bucket(longer.word), 8 - longer.length));
        index
    }

    /// The code of the longest symbol in the first `length` bytes of `word`, and its length.
    #[inline(always)]
    fn find(&self, word: u64, length: usize) -> (u8, usize) {
        let bucket = Self::bucket(word);
        let (start, end) = (self.starts[bucket], self.starts[bucket + 1]);
        for longer in &self.longer[usize::from(start)..usize::from(end)] {
            if word & longer.mask == longer.word && usize::from(longer.length) <= length {
                return (longer.code, longer.length.into());
            }
        }
        (self.single[usize::from(word as u8)], 1)
    }

    /// Gives each code of a text, and the character that it escapes.
    #[inline(always)]
    fn each(&self, text: &str, mut put: impl FnMut(u8, &[u8])) {
        let mut rest = text.as_bytes();
        while let Some(word) = rest.first_chunk() {
            let length = self.put(u64::from_le_bytes(*word), rest, &mut put);
            rest = &rest[length..];
        }
        let mut word = last_word(text.as_bytes(), rest.len());
        while !rest.is_empty() {
            let length = self.put(word, rest, &mut put);
            (word, rest) = (word >> (8 * length), &rest[length..]);
        }
    }

    /// Gives the first code of a text that begins with the bytes of `word`, and the length of what
    /// it stands for.
    #[inline(always)]
    fn put(&self, word: u64, text: &[u8], put: &mut impl FnMut(u8, &[u8])) -> usize {
        let (code, length) = self.find(word, text.len());
        if code != ESCAPE {
            put(code, &[]);
            return length;
        }
        let character = first_character(text).unwrap_or(text);
        put(ESCAPE, character);
        character.len()
    }
}

/// The last `count` bytes of a text, fewer than eight, as a word: the first lowest, zeros above.
#[inline(always)]
fn last_word(text: &[u8], count: usize) -> u64 {
    match text.last_chunk() {
        Some(_) if count == 0 => 0,
        Some(word) => u64::from_le_bytes(*word) >> (64 - 8 * count),
        None => text.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(table: &SymbolTable, text: &str) -> Vec<u8> {
        let mut codes = Vec::new();
        table.encode(text, &mut codes);
        assert_eq!(table.encoded_len(text), codes.len());
        codes
    }

    fn text(table: &SymbolTable, codes: &[u8]) -> Option<String> {
        let mut out = Vec::new();
        let length = table.decode(codes, &mut out)?;
        Some(String::from_utf8(out[..length].to_vec()).expect("UTF-8"))
    }

    /// What docs/FORMAT.md says, without an index.
    fn longest_match(table: &SymbolTable, text: &str) -> Vec<u8> {
        let (mut codes, mut rest) = (Vec::new(), text);
        while let Some(first) = rest.chars().next() {
            let fit = table.symbols().enumerate().filter(|(_, symbol)| rest.starts_with(symbol));
            let length = match fit.max_by_key(|(_, symbol)| symbol.len()) {
                Some((code, symbol)) => {
                    codes.push(code as u8);
                    symbol.len()
                }
                None => {
                    codes.push(ESCAPE);
                    codes.extend_from_slice(&rest.as_bytes()[..first.len_utf8()]);
                    first.len_utf8()
                }
            };
            rest = &rest[length..];
        }
        codes
    }

    #[test]
    fn texts_come_back_from_the_codes_of_their_longest_symbols() {
        let parts =
            ["a", "ab", "abc", "abcdefgh", "bcdefgh", "h", "ü", "üb", "包", "包含", "\0", "😀a"];
        let table = SymbolTable::new(parts).expect("distinct symbols");
        assert_eq!(Vec::from_iter(table.symbols()), parts);
        let pieces = ["a", "b", "c", "abcdefgh", "ü", "包", "含", "😀", "\0", "z"];
        for length in 0..5u32 {
            for number in 0..pieces.len().pow(length) {
                let at = |place: u32| pieces[number / pieces.len().pow(place) % pieces.len()];
                let written: String = (0..length).map(at).collect();
                let found = codes(&table, &written);
                assert_eq!(found, longest_match(&table, &written), "{written:?}");
                assert_eq!(text(&table, &found).as_deref(), Some(&*written));
            }
        }
    }

    #[test]
    fn a_full_table_has_a_symbol_for_each_code_but_one() {
        let symbols: Vec<String> = (0..MAX_SYMBOLS).map(|at| format!("{at:08}")).collect();
        let table = SymbolTable::new(&symbols).expect("255 symbols");
        let written = symbols.concat();
        let found = codes(&table, &written);
        assert!(found.iter().copied().eq(0..ESCAPE));
        assert_eq!(text(&table, &found), Some(written));
        assert!(SymbolTable::new(symbols.iter().map(String::as_str).chain(["x"])).is_none());
    }

    #[test]
    fn what_is_no_table_is_none() {
        for symbols in [&[][..], &[""], &["a", ""], &["123456789"], &["a", "b", "a"]] {
            assert!(SymbolTable::new(symbols).is_none(), "{symbols:?}");
        }
        assert!(SymbolTable::new(["a", "a\0"]).is_some());
    }

    #[test]
    fn codes_without_a_symbol_or_a_whole_character_are_no_text() {
        let table = SymbolTable::new(["a", "b"]).expect("two symbols");
        assert_eq!(text(&table, b"\x00\xFF\xE5\x8C\x85\x01").as_deref(), Some("a包b"));
        let bad: [&[u8]; 9] = [
            b"\x02",
            b"\xFE",
            b"\x00\xFF",
            b"\xFF\xC3",
            b"\xFF\xE5\x8C",
            b"\xFF\x80",
            b"\xFF\xC0\x80",
            b"\xFF\xED\xA0\x80",
            b"\xFF\xFF",
        ];
        for codes in bad {
            assert_eq!(text(&table, codes), None, "{codes:02x?}");
        }
    }
}

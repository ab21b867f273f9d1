//! What the readers of foreign formats take, and their writers for what is shared: never more than
//! the limits say, counted by the allocator. Each table has a row for each kind of value of each
//! format.

use larder::format::{AnyDecoder, AnyEncoder, Format, Losses};
use larder::{ErrorKind, Limits};

use crate::vectors::counting;

const MIB: usize = 1 << 20;
/// What a decoder keeps beside the value.
const KEPT: usize = MIB / 2;

/// What decoding takes, and how it ends.
fn peak(format: Format, bytes: &[u8]) -> (usize, Option<ErrorKind>) {
    let mut decoder = AnyDecoder::new(format);
    let (decoded, peak) = counting::peak(|| decoder.decode(bytes));
    if let Err(error) = &decoded {
        assert!(error.offset().is_some_and(|offset| offset <= bytes.len()), "{format}: {error}");
    }
    (peak, decoded.err().map(|error| error.kind()))
}

/// A collection of small items: what begins it, if it knows its count; what is repeated; and what
/// ends it.
struct Full {
    format: Format,
    name: &'static str,
    head: fn(usize) -> Vec<u8>,
    item: &'static [u8],
    tail: &'static [u8],
}

impl Full {
    /// As many items as a MiB holds.
    fn bytes(&self) -> Vec<u8> {
        let room = MIB - (self.head)(MIB).len() - self.tail.len();
        let count = room / self.item.len();
        [(self.head)(count), self.item.repeat(count), self.tail.to_vec()].concat()
    }
}

const fn full(
    format: Format,
    name: &'static str,
    head: fn(usize) -> Vec<u8>,
    item: &'static [u8],
    tail: &'static [u8],
) -> Full {
    Full { format, name, head, item, tail }
}

fn be_32(tag: u8, count: usize) -> Vec<u8> {
    [&[tag], (count as u32).to_be_bytes().as_slice()].concat()
}

/// A list of MessagePack, CBOR, PHP, igbinary and Hprose.
fn msgpack(count: usize) -> Vec<u8> {
    be_32(0xDD, count)
}
fn cbor(count: usize) -> Vec<u8> {
    be_32(0x9A, count)
}
fn php(count: usize) -> Vec<u8> {
    format!("a:{count}:{{").into_bytes()
}
fn igbinary(count: usize) -> Vec<u8> {
    [&[0, 0, 0, 2], be_32(0x16, count).as_slice()].concat()
}
fn hprose(count: usize) -> Vec<u8> {
    format!("a{count}{{").into_bytes()
}

fn full_rows() -> Vec<Full> {
    use Format::{Cbor, Hessian, Hprose, Igbinary, Jdk, Json, Msgpack, Php, Pickle};
    vec![
        full(Jdk, "null", java, b"p", b""),
        full(Jdk, "empty texts", java, b"t\0\0", b""),
        full(Jdk, "texts of one", java, b"t\0\x01x", b""),
        full(Jdk, "references", java, b"q\0\x7e\0\x01", b""),
        full(Jdk, "empty arrays", java, b"uq\0\x7e\0\0\0\0\0\0", b""),
        full(Hessian, "null", hessian, b"N", b""),
        full(Hessian, "empty texts", hessian, &[0x00], b""),
        full(Hessian, "texts of one", hessian, &[0x01, b'x'], b""),
        full(Hessian, "empty bytes", hessian, &[0x20], b""),
        full(Hessian, "empty lists", hessian, &[0x78], b""),
        full(Hessian, "lists of one", hessian, &[0x79, 0x90], b""),
        full(Hessian, "empty maps", hessian, b"HZ", b""),
        full(Hessian, "maps of one", hessian, &[b'H', 0x90, 0x90, b'Z'], b""),
        full(Hessian, "references", hessian, &[0x51, 0x90], b""),
        full(Hessian, "dates", hessian, &[0x4B, 0, 0, 0, 0], b""),
        full(Hessian, "classes and objects", hessian, &[b'C', 0x01, b'C', 0x90, 0x60], b""),
        full(Json, "integers", |_| b"[0".to_vec(), b",1", b"]"),
        full(Json, "empty texts", |_| b"[0".to_vec(), b",\"\"", b"]"),
        full(Json, "empty lists", |_| b"[0".to_vec(), b",[]", b"]"),
        full(Json, "lists of one", |_| b"[0".to_vec(), b",[0]", b"]"),
        full(Json, "empty maps", |_| b"[0".to_vec(), b",{}", b"]"),
        full(Json, "maps of one", |_| b"[0".to_vec(), b",{\"\":0}", b"]"),
        full(Json, "integers of 20 digits", |_| b"[0".to_vec(), b",99999999999999999999", b"]"),
        full(Json, "keys that come again", |_| b"{\"\":0".to_vec(), b",\"\":0", b"}"),
        full(Msgpack, "nil", msgpack, &[0xC0], b""),
        full(Msgpack, "empty texts", msgpack, &[0xA0], b""),
        full(Msgpack, "texts of one", msgpack, &[0xA1, b'x'], b""),
        full(Msgpack, "empty bytes", msgpack, &[0xC4, 0], b""),
        full(Msgpack, "empty lists", msgpack, &[0x90], b""),
        full(Msgpack, "lists of one", msgpack, &[0x91, 0], b""),
        full(Msgpack, "empty maps", msgpack, &[0x80], b""),
        full(Msgpack, "maps of one", msgpack, &[0x81, 0, 0], b""),
        full(Msgpack, "floats of 32 bits", msgpack, &[0xCA, 0, 0, 0, 0], b""),
        full(Msgpack, "empty extensions", msgpack, &[0xC7, 0, 1], b""),
        full(Msgpack, "timestamps", msgpack, &[0xD6, 0xFF, 0, 0, 0, 0], b""),
        full(Cbor, "null", cbor, &[0xF6], b""),
        full(Cbor, "empty texts", cbor, &[0x60], b""),
        full(Cbor, "empty texts of no length", cbor, &[0x7F, 0xFF], b""),
        full(Cbor, "parts of one text", |_| vec![0x7F], &[0x61, b'x'], &[0xFF]),
        full(Cbor, "empty lists", cbor, &[0x80], b""),
        full(Cbor, "empty lists of no length", cbor, &[0x9F, 0xFF], b""),
        full(Cbor, "empty maps", cbor, &[0xA0], b""),
        full(Cbor, "floats of 16 bits", cbor, &[0xF9, 0, 0], b""),
        full(Cbor, "simple values", cbor, &[0xE0], b""),
        full(Cbor, "unknown tags", cbor, &[0xC6, 0], b""),
        full(Cbor, "shared values", cbor, &[0xD8, 0x1C, 0x80], b""),
        full(Cbor, "integers of a byte", cbor, &[0xC2, 0x41, 1], b""),
        full(Php, "null", php, b"i:7;N;", b"}"),
        full(Php, "empty texts", php, b"i:7;s:0:\"\";", b"}"),
        full(Php, "empty lists", php, b"i:7;a:0:{}", b"}"),
        full(Php, "empty objects", php, b"i:7;O:1:\"C\":0:{}", b"}"),
        full(Php, "references", php, b"i:7;R:1;", b"}"),
        full(Igbinary, "null", igbinary, &[0x06, 7, 0], b""),
        full(Igbinary, "empty texts", igbinary, &[0x06, 7, 0x0D], b""),
        full(Igbinary, "texts of one", igbinary, &[0x06, 7, 0x11, 1, b'x'], b""),
        full(Igbinary, "texts that come again", igbinary, &[0x11, 1, b'x', 0x0E, 0], b""),
        full(Igbinary, "empty lists", igbinary, &[0x06, 7, 0x14, 0], b""),
        full(Igbinary, "empty objects", igbinary, &[0x06, 7, 0x17, 1, b'C', 0x14, 0], b""),
        full(Hprose, "null", hprose, b"n", b"}"),
        full(Hprose, "digits", hprose, b"7", b"}"),
        full(Hprose, "empty texts", hprose, b"e", b"}"),
        full(Hprose, "characters", hprose, b"ux", b"}"),
        full(Hprose, "texts", hprose, b"s2\"ab\"", b"}"),
        full(Hprose, "empty lists", hprose, b"a{}", b"}"),
        full(Hprose, "empty maps", hprose, b"m{}", b"}"),
        full(Hprose, "references", hprose, b"r0;", b"}"),
        full(Pickle, "None", |_| b"(".to_vec(), b"N", b"l."),
        full(Pickle, "None, one by one", |_| b"]".to_vec(), b"Na", b"."),
        full(Pickle, "integers", |_| b"](".to_vec(), b"K\x01", b"e."),
        full(Pickle, "integers that stay on the stack", |_| Vec::new(), b"K\x01", b"."),
        full(
            Pickle,
            "integers of nine bytes",
            |_| b"(".to_vec(),
            b"\x8a\x09\0\0\0\0\0\0\0\0\x01",
            b"l.",
        ),
        full(Pickle, "empty texts", |_| b"(".to_vec(), b"\x8c\x00", b"l."),
        full(Pickle, "memoized texts", |_| b"(".to_vec(), b"\x8c\x01x\x94", b"l."),
        full(Pickle, "texts of the memo", |_| b"(\x8c\x01x\x94".to_vec(), b"h\x00", b"l."),
        full(Pickle, "memo numbers far apart", |_| b"N(".to_vec(), b"NQr\x00\x00\x01\x00", b"l."),
        full(Pickle, "empty strings", |_| b"(".to_vec(), b"U\x00", b"l."),
        full(Pickle, "empty tuples", |_| b"(".to_vec(), b")", b"l."),
        full(Pickle, "tuples of one", |_| b"(".to_vec(), b"N\x85", b"l."),
        full(Pickle, "tuples of two, memoized", |_| b"(".to_vec(), b"NN\x86\x94", b"l."),
        full(Pickle, "empty lists", |_| b"(".to_vec(), b"]", b"l."),
        full(Pickle, "lists of one", |_| b"(".to_vec(), b"]Na", b"l."),
        full(Pickle, "empty dicts", |_| b"(".to_vec(), b"}", b"l."),
        full(Pickle, "dicts of one", |_| b"(".to_vec(), b"}NNs", b"l."),
        full(Pickle, "keys that come again", |_| b"}(".to_vec(), b"NN", b"u."),
        full(Pickle, "keys", |_| b"}".to_vec(), b"GabcdefghNs", b"."),
        full(Pickle, "empty sets", |_| b"(".to_vec(), b"\x8f", b"l."),
        full(Pickle, "empty bytearrays", |_| b"(".to_vec(), b"\x96\0\0\0\0\0\0\0\0", b"l."),
        full(Pickle, "marks", |_| Vec::new(), b"(", b"N."),
        full(Pickle, "globals", |_| b"(".to_vec(), b"c\n\n", b"l."),
        full(Pickle, "persistent ids", |_| b"(".to_vec(), b"NQ", b"l."),
        full(Pickle, "objects", |_| b"cm\nC\nq\x000(".to_vec(), b"h\x00)\x81", b"l."),
        full(
            Pickle,
            "objects with a state",
            |_| b"cm\nC\nq\x000(".to_vec(),
            b"h\x00)\x81}b",
            b"l.",
        ),
        full(Pickle, "objects of many classes", |_| b"(".to_vec(), b"c\n\n)\x81", b"l."),
        full(
            Pickle,
            "objects with arguments",
            |_| b"cm\nC\nq\x000(".to_vec(),
            b"h\x00N\x85R",
            b"l.",
        ),
        full(Pickle, "objects with items", |_| b"cm\nC\nq\x000(".to_vec(), b"h\x00)RNa", b"l."),
        full(
            Pickle,
            "dates",
            |_| b"cdatetime\ndate\nq\x000(".to_vec(),
            b"h\x00C\x04\x07\xe4\x01\x01\x85R",
            b"l.",
        ),
        full(Pickle, "references to one list", |_| b"]q\x00(".to_vec(), b"h\x00", b"l."),
        full(Pickle, "lists that hold one list", |_| b"]q\x00(".to_vec(), b"h\x00\x85", b"l."),
    ]
}

#[test]
fn a_mebibyte_of_anything_takes_64_mebibytes_at_most() {
    for row in full_rows() {
        let bytes = row.bytes();
        let (peak, error) = peak(row.format, &bytes);
        assert!(
            bytes.len() <= MIB && peak <= 64 * MIB + KEPT,
            "{} {}: {peak} bytes of memory",
            row.format,
            row.name
        );
        // What is no more than too large.
        assert!(
            matches!(error, None | Some(ErrorKind::TooLarge | ErrorKind::DuplicateKey)),
            "{} {}: {error:?}",
            row.format,
            row.name
        );
    }
}

/// An array of objects of Java, up to its length.
const OBJECTS: &[u8] = b"\xac\xed\0\x05ur\0\x13[Ljava.lang.Object;\x90\xceX\x9f\x10s)l\x02\0\0xp";

fn java(count: usize) -> Vec<u8> {
    [OBJECTS, (count as u32).to_be_bytes().as_slice()].concat()
}
fn hessian(count: usize) -> Vec<u8> {
    [&[0x58, b'I'], (count as u32).to_be_bytes().as_slice()].concat()
}

/// A few bytes, and how reading them ends.
type Row = (Format, &'static str, Vec<u8>, ErrorKind);

fn claims() -> Vec<Row> {
    use ErrorKind::{TooLarge, Truncated};
    use Format::{Cbor, Hessian, Hprose, Igbinary, Jdk, Json, Msgpack, Php, Pickle};
    let mut rows: Vec<Row> = vec![
        (Jdk, "an array", java(0x7FFF_FFFF), Truncated),
        (Jdk, "text", b"\xac\xed\0\x05|\x7f\xff\xff\xff\xff\xff\xff\xff".to_vec(), Truncated),
        (Jdk, "bytes", b"\xac\xed\0\x05z\x7f\xff\xff\xff".to_vec(), Truncated),
        (Hessian, "a list", hessian(0x7FFF_FFFF), Truncated),
        (Hessian, "text", b"S\xff\xffx".to_vec(), Truncated),
        (Hessian, "bytes", b"B\xff\xffx".to_vec(), Truncated),
        (Hessian, "a list of version 1", b"Vl\x7f\xff\xff\xff".to_vec(), Truncated),
        (Hessian, "fields of a class", b"C\x01CI\x7f\xff\xff\xff".to_vec(), Truncated),
        (Json, "a list that goes on", b"[1,".to_vec(), Truncated),
        (Msgpack, "text", be_32(0xDB, 0xFFFF_FFFF), Truncated),
        (Msgpack, "bytes", be_32(0xC6, 0xFFFF_FFFF), Truncated),
        (Msgpack, "an extension", [be_32(0xC9, 0xFFFF_FFFF), vec![5]].concat(), Truncated),
        (Msgpack, "a list", msgpack(0xFFFF_FFFF), Truncated),
        (Msgpack, "a map", be_32(0xDF, 0xFFFF_FFFF), Truncated),
        (Php, "text", b"s:4294967295:\"x".to_vec(), Truncated),
        (Php, "a list", b"a:4294967295:{i:0;".to_vec(), Truncated),
        (Php, "an object", b"O:1:\"C\":4294967295:{".to_vec(), Truncated),
        (Php, "an object that wrote itself", b"C:1:\"C\":4294967295:{".to_vec(), Truncated),
        (
            Igbinary,
            "text",
            [&[0, 0, 0, 2], be_32(0x13, 0xFFFF_FFFF).as_slice()].concat(),
            Truncated,
        ),
        (Igbinary, "a list", igbinary(0xFFFF_FFFF), Truncated),
        (Hprose, "text", b"s4294967295\"x".to_vec(), Truncated),
        (Hprose, "bytes", b"b4294967295\"x".to_vec(), Truncated),
        (Hprose, "a list", hprose(0xFFFF_FFFF), Truncated),
        (Hprose, "a map", b"m4294967295{".to_vec(), Truncated),
        (Pickle, "text of 8 bytes", b"\x8d\xff\xff\xff\xff\xff\xff\xff\x7fx".to_vec(), Truncated),
        (Pickle, "bytes of 8 bytes", b"\x8e\xff\xff\xff\xff\xff\xff\xff\xffx".to_vec(), Truncated),
        (Pickle, "a bytearray", b"\x96\xff\xff\xff\xff\xff\xff\xff\x7fx".to_vec(), Truncated),
        (Pickle, "an integer", b"\x8b\xff\xff\xff\x7fx".to_vec(), Truncated),
        (Pickle, "a string", b"T\xff\xff\xff\x7fx".to_vec(), Truncated),
        (Pickle, "a frame", b"\x80\x04\x95\xff\xff\xff\xff\xff\xff\xff\x7f".to_vec(), Truncated),
        (Pickle, "a memo", b"Nr\xff\xff\xff\xffr\xfe\xff\xff\xff(".to_vec(), Truncated),
        (Pickle, "digits", [b"L".as_slice(), &b"9".repeat(100_000), b"\n."].concat(), TooLarge),
        (Json, "digits", b"9".repeat(100_000), TooLarge),
    ];
    // Heads of CBOR: bytes, text, a list and a map, of 4 and of 8 bytes of length.
    for (major, name) in [(0x40, "bytes"), (0x60, "text"), (0x80, "a list"), (0xA0, "a map")] {
        rows.push((Cbor, name, be_32(major | 0x1A, 0xFFFF_FFFF), Truncated));
        rows.push((Cbor, name, [&[major | 0x1B], [0xFF; 8].as_slice()].concat(), Truncated));
    }
    rows
}

#[test]
fn what_a_few_bytes_claim_is_refused_before_memory_is_taken() {
    for (format, name, bytes, expected) in claims() {
        let (peak, error) = peak(format, &bytes);
        assert_eq!(error, Some(expected), "{format} {name}");
        assert!(peak <= KEPT, "{format} {name}: {peak} bytes of memory");
    }
}

/// Bytes that begin, those that open a level, and those that end.
type Levels = (Format, &'static str, &'static [u8], &'static [u8], &'static [u8]);

/// 100,000 of these levels are an error, with or without what closes them.
fn levels() -> Vec<Levels> {
    use Format::{Cbor, Hessian, Hprose, Igbinary, Jdk, Json, Msgpack, Php, Pickle};
    vec![
        (Jdk, "arrays", OBJECTS, b"\0\0\0\x01uq\0\x7e\0\0", b""),
        (Hessian, "lists", b"", &[0x79], b""),
        (Hessian, "lists of no length", b"", &[0x57], b""),
        (Hessian, "maps", b"", &[b'H', 0x00], b""),
        (Hessian, "lists of version 1", b"", b"Vl\0\0\0\x01", b""),
        (Json, "lists", b"", b"[", b""),
        (Json, "maps", b"", b"{\"\":", b""),
        (Msgpack, "lists", b"", &[0x91], b""),
        (Msgpack, "maps", b"", &[0x81, 0x00], b""),
        (Cbor, "lists", b"", &[0x81], b""),
        (Cbor, "lists of no length", b"", &[0x9F], b""),
        (Cbor, "maps", b"", &[0xA1, 0x00], b""),
        (Cbor, "tags", b"", &[0xC6], b""),
        (Cbor, "shared values", b"", &[0xD8, 0x1C, 0x81], b""),
        (Php, "lists", b"", b"a:1:{i:0;", b""),
        (Php, "objects", b"", b"O:1:\"C\":1:{s:0:\"\";", b""),
        (Igbinary, "lists", &[0, 0, 0, 2], &[0x14, 1, 0x06, 0], b""),
        (Igbinary, "objects", &[0, 0, 0, 2], &[0x17, 1, b'C', 0x14, 1, 0x0D], b""),
        (Hprose, "lists", b"", b"a1{", b""),
        (Hprose, "maps", b"", b"m1{e", b""),
        (Pickle, "tuples", b"N", b"\x85", b"."),
        (Pickle, "persistent ids", b"N", b"Q", b"."),
        (Pickle, "tuples that are shared", b"N", b"2\x86", b"."),
    ]
}

#[test]
fn a_hundred_thousand_levels_are_too_deep() {
    for (format, name, head, level, tail) in levels() {
        let bytes = [head, level.repeat(100_000).as_slice(), tail].concat();
        let (peak, error) = peak(format, &bytes);
        assert_eq!(error, Some(ErrorKind::TooDeep), "{format} {name}");
        // A pickle's levels are known from its end on: until then each is a node.
        let most = if format == Format::Pickle { 16 * MIB } else { KEPT };
        assert!(peak <= most, "{format} {name}: {peak} bytes of memory");
    }
}

#[test]
fn limits_bound_whatever_they_are() {
    for row in full_rows() {
        let bytes = row.bytes();
        let bytes = &bytes[..bytes.len() / 16];
        for shift in [16, 18, 20, 22] {
            let mut limits = Limits::DEFAULT;
            (limits.base_memory, limits.memory_per_byte) = (1 << shift, 0);
            let mut decoder = AnyDecoder::new(row.format).with_limits(limits);
            let (_, peak) = counting::peak(|| decoder.decode(bytes).map(drop));
            assert!(
                peak <= (1 << shift) + KEPT,
                "{} {}: {peak} bytes of memory of {}",
                row.format,
                row.name,
                1 << shift
            );
        }
    }
}

#[test]
fn a_bounded_writer_copies_what_is_shared_no_further() {
    // 185 bytes: a list in a tuple twice, that tuple in a tuple twice, and so on.
    let bytes = [b"]".as_slice(), &b"2\x86".repeat(91), b"t."].concat();
    let bytes = [b"(".as_slice(), &bytes].concat();
    let value = AnyDecoder::new(Format::Pickle).decode(&bytes).expect("each tuple is there once");
    for format in Format::ALL.into_iter().filter(|format| format.is_written()) {
        let mut encoder = AnyEncoder::new(format).expect("it is written").max_bytes(MIB);
        let (written, peak) = counting::peak(|| encoder.encode_lossy(&value, &mut Losses::new()));
        assert!(peak <= 4 * MIB, "{format}: {peak} bytes of memory");
        match written {
            Ok(bytes) => {
                assert!(bytes.len() < 5000, "{format} has references: {} bytes", bytes.len())
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::TooLarge, "{format}: {error}"),
        }
    }
    let written = AnyEncoder::new(Format::Json)
        .expect("it is written")
        .max_bytes(3)
        .encode(&larder::Value::from("abc"));
    assert_eq!(written.expect_err("five bytes").kind(), ErrorKind::TooLarge);
}

//! Pickles of CPython, of Python 2 by hand, and hostile ones.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use base64::Engine;
use larder::format::{AnyDecoder, Format};
use larder::{ErrorKind, Extended, Key, Limits, Map, Shape, Value};
use serde_json::Value as Json;

use crate::vectors::notation;

fn path(file: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/pickle")).join(file)
}

fn decode(bytes: &[u8]) -> larder::Result<Value> {
    AnyDecoder::new(Format::Pickle).decode(bytes)
}

/// Pickles and what they hold, of the lines that `corpus.py` writes.
fn vectors(lines: &str) -> impl Iterator<Item = (Vec<u8>, Value, &str)> {
    lines.lines().map(|line| {
        let json: Json = serde_json::from_str(line).expect("JSON");
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(json["bytes"].as_str().expect("bytes"))
            .expect("base64");
        (
            bytes,
            notation::value(&json["value"]).unwrap_or_else(|error| panic!("{error}: {line}")),
            line,
        )
    })
}

fn check(lines: &str) -> usize {
    let mut decoder = AnyDecoder::new(Format::Pickle);
    let mut count = 0;
    for (bytes, value, line) in vectors(lines) {
        let read = decoder.decode(&bytes).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(read, value, "{line}");
        count += 1;
    }
    count
}

fn committed() -> String {
    std::fs::read_to_string(path("corpus.jsonl")).expect("vectors/pickle/corpus.jsonl")
}

#[test]
fn pickles_of_all_protocols_are_read_as_the_corpus_says() {
    assert!(check(&committed()) >= 500);
}

#[test]
fn five_thousand_random_values_are_read_as_the_python_of_this_machine_writes_them() {
    let written = match Command::new("python3").arg(path("corpus.py")).args(["5000", "20"]).output()
    {
        Ok(written) => written,
        Err(error) => return println!("skipped: no python3: {error}"),
    };
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    assert!(check(&String::from_utf8(written.stdout).expect("UTF-8")) >= 30_000);
}

fn map(pairs: &[(&str, Value)]) -> Value {
    object(None, pairs)
}

fn object(class: Option<&str>, pairs: &[(&str, Value)]) -> Value {
    let (keys, values): (Vec<_>, Vec<_>) =
        pairs.iter().map(|(key, value)| (Key::from(*key), value.clone())).unzip();
    let shape = Shape::new(class.map(Into::into), keys).expect("distinct keys");
    Value::Map(Map::new(shape.into(), values).expect("as many"))
}

fn list(values: &[Value]) -> Value {
    Value::List(values.to_vec())
}

fn typed(class: &str, value: Value) -> Value {
    Extended::Typed { class: class.into(), value }.into()
}

fn tuple(values: &[Value]) -> Value {
    typed("tuple", list(values))
}

fn shared(value: Value) -> Value {
    Extended::Shared(value).into()
}

fn again(number: u64) -> Value {
    Extended::Again(number).into()
}

fn bytes(bytes: &[u8]) -> Value {
    Value::Bytes(bytes.into())
}

#[track_caller]
fn is(pickle: &[u8], value: Value) {
    assert_eq!(
        decode(pickle).unwrap_or_else(|error| panic!("{error}: {pickle:02x?}")),
        value,
        "{pickle:02x?}"
    );
}

#[track_caller]
fn fails(pickle: &[u8], kind: ErrorKind) {
    let error = decode(pickle).expect_err("no value");
    assert_eq!(error.kind(), kind, "{error}: {:02x?}", &pickle[..pickle.len().min(40)]);
    assert!(error.offset().is_some_and(|offset| offset <= pickle.len()), "{error}");
}

#[test]
fn strings_of_python_2_are_text_or_bytes() {
    is(b"S'abc'\np1\n.", "abc".into());
    is(b"S\"it's\"\n.", "it's".into());
    is(b"S'a\\n\\t\\r\\\\\\'\\x41\\101\\0\\q'\n.", "a\n\t\r\\'AA\0\\q".into());
    is(b"S'\\xff\\xfe'\n.", bytes(b"\xff\xfe"));
    is("U\x07Żółw.".as_bytes(), "Żółw".into());
    is(b"U\x02\xff\x00q\x01.", bytes(b"\xff\0"));
    is(b"T\x03\x00\x00\x00abc.", "abc".into());
    is(b"(dp1\nS'k'\np2\nI1\nsS'\\xff'\nI2\ns.", {
        let keys = [
            (Key::from("k"), Value::Int(1)),
            (Key::Bytes([0xFF].as_slice().into()), Value::Int(2)),
        ];
        Value::Map(Map::from_pairs(keys).unwrap())
    });
}

#[test]
fn objects_of_python_2_are_objects() {
    // pickle.dumps of an old-style class in protocols 0 and 1, of Python 2.7's cPickle, whose memo
    // counts from 1.
    let point = object(Some("__main__.Point"), &[("x", Value::Int(1)), ("y", list(&[]))]);
    is(b"(i__main__\nPoint\np1\n(dp2\nS'x'\nI1\nsS'y'\n(lp3\nsb.", point.clone());
    is(b"(c__main__\nPoint\nq\x01oq\x02}q\x03(U\x01xq\x04K\x01U\x01yq\x05]q\x06ub.", point.clone());
    // Of a new-style one.
    is(
        b"ccopy_reg\n_reconstructor\np1\n(c__main__\nPoint\np2\nc__builtin__\nobject\np3\nNtRp4\n(dp5\nS'x'\nI1\nsS'y'\n(lp6\nsb.",
        point.clone(),
    );
    is(
        b"\x80\x02c__main__\nPoint\nq\x01)\x81q\x02}q\x03(U\x01xq\x04K\x01U\x01yq\x05]q\x06ub.",
        point,
    );
    is(
        b"(I1\nI2\ni__main__\nPoint\n.",
        typed("__main__.Point", list(&[Value::Int(1), Value::Int(2)])),
    );
    is(b"(c__main__\nPoint\nK\x01o.", typed("__main__.Point", list(&[Value::Int(1)])));
}

#[test]
fn numbers_of_python_2_are_numbers() {
    is(b"I01\n.", Value::Bool(true));
    is(b"I00\n.", Value::Bool(false));
    is(b"I-5\n.", Value::Int(-5));
    is(b"I9223372036854775807\n.", Value::Int(i64::MAX));
    is(b"L123L\n.", Value::Int(123));
    is(b"L-123\n.", Value::Int(-123));
    is(
        b"I18446744073709551615\n.",
        Extended::BigInt([0, 255, 255, 255, 255, 255, 255, 255, 255].into()).into(),
    );
    is(b"F1.5\n.", Value::Float(1.5));
    is(b"F-inf\n.", Value::Float(f64::NEG_INFINITY));
    is(b"\x8a\x00.", Value::Int(0));
    is(
        b"\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00.",
        Extended::BigInt([0, 255, 255, 255, 255, 255, 255, 255, 255].into()).into(),
    );
    is(b"\x8a\x0a\x05\x00\x00\x00\x00\x00\x00\x00\x00\x00.", Value::Int(5));
    is(b"\x8b\x01\x00\x00\x00\xfe.", Value::Int(-2));
}

#[test]
fn dates_of_python_2_and_of_pytz_are_dates() {
    is(
        b"cdatetime\ndate\nq\x01U\x04\x07\xe4\x02\x1dq\x02\x85Rq\x03.",
        Extended::Date(18_321).into(),
    );
    is(
        b"cdatetime\ndatetime\n(U\x0a\x07\xb2\x01\x01\x00\x00\x00\x00\x00\x01cpytz\n_UTC\n(tRtR.",
        Extended::Zoned(0, 1000, 0, "UTC".into()).into(),
    );
    is(
        b"cdatetime\ndatetime\n(U\x0a\x07\xb2\x01\x01\x01\x00\x00\x00\x00\x00cpytz\n_p\n(U\x0dEurope/BerlinM\x10\x0eK\x00U\x03CETtRtR.",
        Extended::Zoned(3600, 0, 3600, "Europe/Berlin".into()).into(),
    );
    // A date that there is not, and a datetime of fold=1, stay what they would be made of.
    is(
        b"cdatetime\ndate\nC\x04\x07\xe5\x02\x1d\x85R.",
        typed("datetime.date", list(&[bytes(b"\x07\xe5\x02\x1d")])),
    );
    let folded = b"\x07\xe4\x81\x01\x00\x00\x00\x00\x00\x00";
    is(
        &[b"cdatetime\ndatetime\nC\x0a", folded.as_slice(), b"\x85R."].concat(),
        typed("datetime.datetime", list(&[bytes(folded)])),
    );
}

#[test]
fn nothing_is_called_whatever_is_named() {
    is(b"cos\nsystem\n(S'rm -rf /'\ntR.", typed("os.system", list(&["rm -rf /".into()])));
    is(
        b"\x80\x04\x8c\x05posix\x8c\x06system\x93\x8c\x02id\x85R.",
        typed("posix.system", list(&["id".into()])),
    );
    is(b"c__builtin__\neval\n(S'1/0'\ntR.", typed("eval", list(&["1/0".into()])));
    // A call of what a call gave.
    let getter = typed("operator.attrgetter", list(&["a".into()]));
    is(
        b"coperator\nattrgetter\n(S'a'\ntR(K\x05tR.",
        typed("pickle/reduce", map(&[("callable", getter), ("args", list(&[Value::Int(5)]))])),
    );
    // A set of what is no list: not a set of one.
    is(b"c__builtin__\nset\nU\x03abc\x85R.", typed("set", map(&[("args", list(&["abc".into()]))])));
    is(b"c__builtin__\ntuple\n]\x85R.", typed("tuple", map(&[("args", list(&[list(&[])]))])));
    is(
        b"ccollections\ndeque\n]\x85R.",
        typed("collections.deque", map(&[("args", list(&[list(&[])]))])),
    );
    is(
        b"c__builtin__\ngetattr\n(cos\npath\nS'join'\ntR.",
        typed("pickle/global", "os.path.join".into()),
    );
    is(b"P1234\n.", typed("pickle/persid", "1234".into()));
    is(b"(K\x01K\x02tQ.", typed("pickle/persid", tuple(&[Value::Int(1), Value::Int(2)])));
    is(b"\x82\x05.", typed("pickle/global", "pickle/ext/5".into()));
    is(b"\x83\x01\x02)\x81.", object(Some("pickle/ext/513"), &[]));
    is(b"\x84\x01\x00\x01\x00)R.", object(Some("pickle/ext/65537"), &[]));
}

#[test]
fn the_stack_is_python_s() {
    is(b"K\x01K\x022.", Value::Int(2));
    is(b"K\x01K\x020.", Value::Int(1));
    is(b"K\x01(K\x02K\x031.", Value::Int(1));
    is(b"K\x01(0.", Value::Int(1));
    is(b"(K\x01K\x02l.", list(&[Value::Int(1), Value::Int(2)]));
    is(b"(K\x01K\x02K\x03t.", tuple(&[Value::Int(1), Value::Int(2), Value::Int(3)]));
    is(b"(t.", tuple(&[]));
    is(b"(U\x01aK\x01U\x01bK\x02d.", map(&[("a", Value::Int(1)), ("b", Value::Int(2))]));
    is(b"K\x05p300\n0g300\n.", Value::Int(5));
    is(b"K\x05p4000000000\n0g4000000000\n.", Value::Int(5));
    is(b"K\x05r\x00\x00\x00\xff0j\x00\x00\x00\xff.", Value::Int(5));
    is(b"]q\x01h\x01K\x01ah\x01\x86.", tuple(&[shared(list(&[Value::Int(1)])), again(0)]));
    is(b"\x80\x04\x95\x03\x00\x00\x00\x00\x00\x00\x00K\x01\x94.", Value::Int(1));
    is(
        b"\x8f(K\x01K\x02\x90(K\x03\x90.",
        typed("set", list(&[Value::Int(1), Value::Int(2), Value::Int(3)])),
    );
}

#[test]
fn what_no_pickler_writes_is_an_error() {
    use ErrorKind::*;
    let cases: [(&[u8], ErrorKind); 59] = [
        (b"", Truncated),
        (b"{\"a\":1}", WrongFormat),
        (b"\xc1\x40", WrongFormat),
        (b"K\x01\xff.", BadTag),
        (b".", BadSyntax),
        (b"(.", BadSyntax),
        (b"K\x01(.", BadSyntax),
        (b"K\x01..", TrailingBytes),
        (b"N.\n", TrailingBytes),
        (b"\x80\x06N.", Unsupported),
        (b"\x97.", Unsupported),
        (b"C\x01a\x98.", Unsupported),
        (b"\x95\xff\xff\xff\xff\xff\xff\xff\xffN.", Truncated),
        (b"0.", BadSyntax),
        (b"1.", BadSyntax),
        (b"2.", BadSyntax),
        (b"t.", BadSyntax),
        (b"K\x01\x86.", BadSyntax),
        (b"K\x01(\x85.", BadSyntax),
        (b"(K\x01d.", BadSyntax),
        (b"}(K\x01u.", BadSyntax),
        (b"K\x01K\x02a.", BadSyntax),
        (b"]K\x01K\x02s.", BadSyntax),
        (b"]a.", BadSyntax),
        (b"}K\x01s.", BadSyntax),
        (b"](K\x01\x90.", BadSyntax),
        (b"(e.", BadSyntax),
        (b"h\x00.", UnknownReference),
        (b"K\x01q\x01h\x00.", UnknownReference),
        (b"q\x00.", BadSyntax),
        (b"\x94.", BadSyntax),
        (b"pX\n.", BadNumber),
        (b"g-1\n.", BadNumber),
        (b"Ix\n.", BadNumber),
        (b"I\n.", BadNumber),
        (b"L5LL\n.", BadNumber),
        (b"Fx\n.", BadNumber),
        (b"F1e999\n.", BadNumber),
        (b"\x8b\xff\xff\xff\xff.", BadNumber),
        (b"T\xff\xff\xff\xff.", BadNumber),
        (b"\x82\x00.", BadNumber),
        (b"\x84\x00\x00\x00\x80.", BadNumber),
        (b"Sabc\n.", BadSyntax),
        (b"S'abc\n.", BadSyntax),
        (b"S'\\x1'\n.", BadSyntax),
        (b"V\\u12\n.", BadSyntax),
        (b"V\\ud83c\n.", InvalidUtf8),
        (b"V\\U00110000\n.", InvalidUtf8),
        (b"\x8c\x01\xff.", InvalidUtf8),
        (b"X\x03\x00\x00\x00\xed\xa0\x80.", InvalidUtf8),
        (b"K\x01U\x01a\x93.", BadSyntax),
        (b"K\x01)bK\x01.", BadSyntax),
        (b"cm\nC\nK\x01R.", BadSyntax),
        (b"cm\nC\n)\x81N\x92.", BadSyntax),
        (b"cm\nC\n)\x81}b}b.", Unsupported),
        (b"}K\x01K\x02\x86K\x03s.", Unsupported),
        (b"}])s.", Unsupported),
        (b"}\x8a\x09\xff\xff\xff\xff\xff\xff\xff\xff\x00Ns.", Unsupported),
        (b"c_codecs\nencode\n(V\\u0100\nVlatin1\ntR.", BadSyntax),
    ];
    for (pickle, kind) in cases {
        fails(pickle, kind);
    }
    fails(b"}(U\x01aK\x01U\x01bK\x02U\x01aK\x03u.", DuplicateKey);
    fails("}(S'é'\nNVé\nNu.".replace("Vé", "V\\u00e9").as_bytes(), DuplicateKey);
    fails(&[b"L".as_slice(), &[b'1'; 10_001], b"\n."].concat(), TooLarge);
    // The fields of an object that would be others than they were when it got them.
    fails(b"}q\x01cm\nC\n)\x81h\x01bh\x01U\x01aNs\x86.", Unsupported);
}

#[test]
fn a_part_of_a_pickle_is_none_and_a_flipped_bit_is_an_error_or_a_value() {
    let mut decoder = AnyDecoder::new(Format::Pickle);
    for (mut bytes, _, line) in vectors(&committed()).filter(|(bytes, ..)| bytes.len() < 500) {
        for length in 0..bytes.len() {
            let error = decoder.decode(&bytes[..length]).expect_err("a part is no value");
            assert!(error.offset().is_some_and(|offset| offset <= length), "{error}: {line}");
        }
        for bit in 0..bytes.len() * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8);
            if let Err(error) = decoder.decode(&bytes) {
                assert!(
                    error.offset().is_some_and(|offset| offset <= bytes.len()),
                    "{error}: {line}"
                );
            }
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[test]
fn what_is_within_itself_or_too_deep_ends() {
    let n = 100_000;
    fails(&[b"]".repeat(n), b"a".repeat(n - 1), b".".to_vec()].concat(), ErrorKind::TooDeep);
    fails(&[b"(".repeat(n), b"l".repeat(n), b".".to_vec()].concat(), ErrorKind::TooDeep);
    fails(&[b"N".to_vec(), b"\x85".repeat(n), b".".to_vec()].concat(), ErrorKind::TooDeep);
    fails(
        &[b"}U\x01a".repeat(n), b"N".to_vec(), b"s".repeat(n), b".".to_vec()].concat(),
        ErrorKind::TooDeep,
    );
    fails(
        &[b"cm\nC\nq\x01".to_vec(), b"h\x01".repeat(n), b"\x85R".repeat(n), b".".to_vec()].concat(),
        ErrorKind::TooDeep,
    );
    fails(&[b"N".to_vec(), b"Q".repeat(n), b".".to_vec()].concat(), ErrorKind::TooDeep);
    let getattr = [
        b"c__builtin__\ngetattr\nq\x010".to_vec(),
        b"h\x01".repeat(n),
        b"cm\nC\n".to_vec(),
        b"U\x01a\x86R".repeat(n),
        b".".to_vec(),
    ];
    fails(&getattr.concat(), ErrorKind::Unsupported);
    fails(&b"(".repeat(n), ErrorKind::Truncated);
    is(b"]q\x00h\x00a.", shared(list(&[again(0)])));
}

/// Within a second: a program that repeats what is long, or refers to all there is again and again.
#[test]
fn no_program_of_a_mebibyte_takes_long() {
    const MIB: usize = 1 << 20;
    let long = |length: usize| {
        [b"X".as_slice(), &(length as u32).to_le_bytes(), &vec![b'x'; length]].concat()
    };
    let lines = |opcode: u8, byte: u8, length: usize| {
        [&[opcode], vec![byte; length].as_slice(), b"\n"].concat()
    };
    let fill = |start: Vec<u8>, with: &[u8], end: &[u8]| {
        let times = (MIB - start.len() - end.len()) / with.len();
        [start, with.repeat(times), end.to_vec()].concat()
    };
    let memo = |value: Vec<u8>| [value, b"q\x000(".to_vec()].concat();
    let dict_of = |keys: usize| {
        let pairs: Vec<u8> = (0..keys)
            .flat_map(|at| [b"M".as_slice(), &(at as u16).to_le_bytes(), b"N"].concat())
            .collect();
        [b"}q\x00(".to_vec(), pairs, b"u0cm\nC\nq\x010(".to_vec()].concat()
    };
    let programs = [
        fill(memo(long(MIB / 2)), b"h\x00", b"l."),
        fill(memo(long(MIB / 2)), b"}h\x00Ns", b"l."),
        fill(memo(lines(b'I', b'1', 9_999)), b"h\x00", b"l."),
        fill(memo(lines(b'F', b'1', MIB / 2)), b"h\x00", b"l."),
        fill(memo(lines(b'F', b'0', MIB / 2)), b"h\x00", b"l."),
        fill(memo(lines(b'V', b'\xe9', MIB / 2)), b"h\x00", b"l."),
        fill(
            [long(MIB / 2), b"q\x000cdecimal\nDecimal\nq\x010(".to_vec()].concat(),
            b"h\x01h\x00\x85R",
            b"l.",
        ),
        fill(
            [lines(b'V', b'1', 9_999), b"q\x000cdecimal\nDecimal\nq\x010(".to_vec()].concat(),
            b"h\x01h\x00\x85R",
            b"l.",
        ),
        fill([long(MIB / 2), b"q\x000(".to_vec()].concat(), b"h\x00h\x00\x93)\x81", b"l."),
        fill([long(MIB / 2), b"q\x000(".to_vec()].concat(), b"h\x00h\x00\x93)R", b"l."),
        fill(
            [b"c".to_vec(), vec![b'm'; MIB / 2], b"\nC\nq\x000(".to_vec()].concat(),
            b"h\x00)R",
            b"l.",
        ),
        fill(
            [b"c_codecs\nencode\nq\x00".to_vec(), long(MIB / 2), b"q\x01Vlatin1\nq\x020(".to_vec()]
                .concat(),
            b"h\x00h\x01h\x02\x86R",
            b"l.",
        ),
        // One dict is the state of many objects: its keys are text, or not.
        fill(dict_of(60_000), b"h\x01)\x81h\x00b", b"l."),
        fill(
            [
                b"}q\x00(".to_vec(),
                (0..60_000)
                    .flat_map(|at: u16| [b"U\x02".as_slice(), &at.to_le_bytes(), b"N"].concat())
                    .collect(),
                b"u0cm\nC\nq\x010(".to_vec(),
            ]
            .concat(),
            b"h\x01)\x81h\x00b",
            b"l.",
        ),
        // A set of the same list, again and again.
        fill(
            [b"](".to_vec(), b"N".repeat(MIB / 2), b"eq\x000c__builtin__\nset\nq\x010(".to_vec()]
                .concat(),
            b"h\x01h\x00\x85R",
            b"l.",
        ),
        // Arguments that many objects share.
        fill(
            [b"(".to_vec(), b"]".repeat(MIB / 2), b"tq\x000cm\nC\nq\x010(".to_vec()].concat(),
            b"h\x01h\x00R",
            b"l.",
        ),
        fill(b"]q\x000(".to_vec(), b"h\x00h\x00a0", b"l."),
        fill(b"]q\x00".to_vec(), b"]h\x00a", b"."),
        fill(b"N".to_vec(), b"2\x86", b"."),
        fill(b"N".to_vec(), b"q\x00\x94", b"."),
        fill(b"(".to_vec(), b"Np9999999\nq\x01", b"l."),
        fill(b"(".to_vec(), b"N", b"l."),
        fill(b"(".to_vec(), b"]", b"l."),
        fill(b"(".to_vec(), b")", b"l."),
        fill(b"(".to_vec(), b"}", b"l."),
        fill(b"}(".to_vec(), b"NN", b"u."),
        fill(Vec::new(), b"(1", b"N."),
        fill(Vec::new(), b"(", b"N."),
    ];
    for (at, program) in programs.iter().enumerate() {
        let start = Instant::now();
        let decoded = decode(program);
        let took = start.elapsed();
        if let Err(error) = &decoded {
            use ErrorKind::*;
            assert!(
                matches!(error.kind(), TooLarge | TooDeep | BadNumber | DuplicateKey),
                "program {at}: {error}"
            );
        }
        // A release build takes less than a second; tests may be built without optimisation, on a
        // busy machine.
        assert!(took < Duration::from_secs(6), "program {at}: {took:?}");
        println!("program {at}: {took:?} {:?}", decoded.map(drop));
    }
}

/// Copies of copies: 2 to the power of the length.
#[test]
fn what_doubles_with_every_step_stays_one_or_is_too_large() {
    let doubling = |step: &[u8]| [b"]".to_vec(), step.repeat(100), b".".to_vec()].concat();
    let read = decode(&doubling(b"2\x86")).expect("each tuple is there once");
    assert!(matches!(read, Value::Extended(_)));
    assert!(decode(&doubling(b"(22l")).is_err());
    // Of texts there are copies.
    let text = [
        b"X\x00\x00\x01\x00".as_slice(),
        &[b'x'; 65_536],
        b"q\x000(",
        &b"h\x00".repeat(2_000),
        b"l.",
    ]
    .concat();
    fails(&text, ErrorKind::TooLarge);
    let mut limits = Limits::DEFAULT;
    limits.base_memory = 1 << 28;
    assert!(AnyDecoder::new(Format::Pickle).with_limits(limits).decode(&text).is_ok());
}

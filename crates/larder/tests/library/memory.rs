//! What a decoder takes: never more than docs/FORMAT.md's limits say, counted by the allocator.

use std::sync::Arc;

use larder::{
    Costs, Decoder, Discard, Encoder, ErrorKind, Key, Level, Limits, Map, Profile, Shape, Value,
};
use sha2::{Digest, Sha256};

use crate::vectors::counting;

const MIB: usize = 1 << 20;
/// Buffers that a decoder keeps, and a block of zstd.
const KEPT: usize = MIB;

/// What decoding takes, and how it ends.
fn peak(bytes: &[u8]) -> (usize, Option<ErrorKind>) {
    let mut decoder = Decoder::new();
    let (decoded, peak) = counting::peak(|| decoder.decode(bytes));
    (peak, decoded.err().map(|error| error.kind()))
}

fn varint(mut value: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

/// A list of as many of `item` as a MiB holds.
fn full_of(item: &[u8]) -> Vec<u8> {
    let count = (MIB - 16) / item.len();
    [&[0xC1, 0x40, 0xF3], varint(count).as_slice(), &item.repeat(count)].concat()
}

#[test]
fn a_mebibyte_of_anything_takes_64_mebibytes_at_most() {
    let items: [&[u8]; 33] = [
        &[0x00],
        &[0xE8],
        &[0x30],
        &[0x31, b'x'],
        &[0x34, b'a', b'b', b'c', b'd'],
        &[0xF0, 0x00],
        &[0xF0, 0x01, 0xFF],
        &[0xF3, 0x00],
        &[0xF3, 0x01, 0xF3, 0x01, 0xF3, 0x01, 0x00],
        &[0xF2, 0x00],
        &[0xF2, 0x01, 0x11, 0x11],
        &[0xF6, 0x02, 0x85, 0x05],
        &[0xF7, 0x00, 0x00],
        &[0xFA, 0x00],
        &[0xFB, 0x02, 0x00],
        &[0xFD, 0x03, 0x00],
        &[0xFD, 0x01, 0, 0, 0, 0],
        &[0xFD, 0x0A, 0x30, 0x30],
        &[0xFD, 0x0B, 0x30, 0x00],
        &[0xFD, 0x0C, 0x30, 0xE8],
        &[0xFD, 0x0D, 0xE8],
        &[0xFD, 0x10, 0x03, 0x00],
        &[0xFD, 0x10, 0x80, 0x30, 0x00],
        &[0xF1, 0x01, 0x11],
        &[0xF1, 0x08, 0x13, 0x03, 0x01, 0x00, 0x00],
        &[0x80, 0x00],
        &[0x80, 0x01, 0xE9],
        &[0x81, 0x01, 0x05, 0x53],
        &[0x83, 0x00],
        &[0x83, 0x01, 0x00, 0x00],
        &[0x83, 0x01, 0x31, b'a', 0x00],
        &[0xF1, 0x01, 0x14, 0x01, 0x00, 0x00],
        &[0xF1, 0x01, 0x14, 0x01, 0x02, 0x00, 0x11],
    ];
    for item in items {
        let bytes = full_of(item);
        let (peak, _) = peak(&bytes);
        assert!(
            bytes.len() <= MIB && peak <= 64 * MIB,
            "{peak} bytes of memory for a list of {item:02x?}"
        );
    }
}

#[test]
fn a_mebibyte_of_records_of_one_field_takes_64_mebibytes_at_most() {
    let count = MIB / 2 - 16;
    let bytes = [
        &[0xC1, 0x40, 0xF5, 0x03, 0x02, 0x31, b'k', 0xF3],
        varint(count).as_slice(),
        &[0xD0, 0x00].repeat(count),
    ]
    .concat();
    assert!(peak(&bytes).0 <= 64 * MIB);
}

#[test]
fn a_mebibyte_of_gaps_takes_64_mebibytes_at_most() {
    let item = |item: &[u8]| {
        let count = varint((MIB - 64) / item.len());
        [&[0xF3], count.as_slice(), &item.repeat((MIB - 64) / item.len())].concat()
    };
    let rows = |gaps: u8, row: &[u8]| {
        let count = varint((MIB - 64) / row.len());
        [&[0x84], count.as_slice(), &[gaps], &row.repeat((MIB - 64) / row.len())].concat()
    };
    let values = [
        // All of them lack the same key, or each another than the one before.
        item(&[0x82, 0x01, 0x02, 0x00]),
        item(&[0x82, 0x01, 0x02, 0x00, 0x82, 0x01, 0x01, 0x00]),
        item(&[0x82, 0x01, 0x03]),
        item(&[0x82, 0x01, 0x03, 0x82, 0x01, 0x00, 0x00, 0x00]),
        item(&[0x82, 0x02, 0x03]),
        item(&[0x82, 0x01, 0x02, 0x82, 0x01, 0x01, 0x00]),
        item(&[0x84, 0x01, 0x00, 0x00, 0x00]),
        rows(0x00, &[0x00, 0x00]),
        rows(0x01, &[0x03]),
        rows(0x01, &[0x02, 0x00, 0x01, 0x00]),
        rows(0x02, &[0x03]),
    ];
    for value in values {
        let bytes = [&[0xC1, 0x40, 0xF5, 0x05, 0x04, 0x31, b'a', 0x31, b'b'], &value[..]].concat();
        let (peak, _) = peak(&bytes);
        assert!(
            bytes.len() <= MIB && peak <= 64 * MIB,
            "{peak} bytes of memory for {:02x?}",
            &value[..16]
        );
    }
}

#[test]
fn a_mebibyte_of_definitions_takes_64_mebibytes_at_most() {
    let definitions: [&[u8]; 7] = [
        &[0x00],
        &[0x01, 0x30],
        &[0x01, 0x31, b'c'],
        &[0x02, 0x31, b'a'],
        &[0x02, 0x90],
        &[0x03, 0x90, 0x90],
        &[0x04, 0xFF, 0x02, 0xC0, 0xFF],
    ];
    for definition in definitions {
        let count = (MIB - 64) / definition.len();
        let all = [&[0x02, 0x31, b'a'], definition.repeat(count).as_slice()].concat();
        let bytes = [&[0xC1, 0x40, 0xF5], varint(all.len()).as_slice(), &all, &[0xE8]].concat();
        let (peak, _) = peak(&bytes);
        assert!(
            bytes.len() <= MIB && peak <= 64 * MIB + KEPT,
            "{peak} bytes of memory for definitions {definition:02x?}"
        );
    }
}

#[test]
fn what_a_few_bytes_claim_is_refused_before_memory_is_taken() {
    let most = Limits::DEFAULT.memory(0) + KEPT;
    let counts = [1 << 20, 1 << 24, 1 << 32, usize::MAX];
    for count in counts {
        let count = varint(count);
        let claims: [Vec<u8>; 15] = [
            [&[0xC1, 0x40, 0xF3], count.as_slice()].concat(),
            [&[0xC1, 0x40, 0xF0], count.as_slice()].concat(),
            [&[0xC1, 0x40, 0xEF], count.as_slice()].concat(),
            [&[0xC1, 0x40, 0xF2], count.as_slice(), &[0x02, 0, 0, 0, 0x11]].concat(),
            [&[0xC1, 0x40, 0xF1], count.as_slice(), &[0x11]].concat(),
            [&[0xC1, 0x40, 0xF1], count.as_slice(), &[0x01, 0, 0]].concat(),
            [&[0xC1, 0x40, 0xF1], count.as_slice(), &[0x07, 0x01, 0, 0]].concat(),
            [&[0xC1, 0x40, 0xF1], count.as_slice(), &[0x0E, 0x00]].concat(),
            [&[0xC1, 0x40, 0xF1], count.as_slice(), &[0x13, 0x03, 0x01, 0, 0]].concat(),
            [&[0xC1, 0x40, 0xFB], count.as_slice()].concat(),
            [&[0xC1, 0x40, 0x80], count.as_slice()].concat(),
            [&[0xC1, 0x40, 0x81], count.as_slice()].concat(),
            [&[0xC1, 0x40, 0x83], count.as_slice()].concat(),
            [&[0xC1, 0x40, 0xF5, 0x01, 0x00, 0x84], count.as_slice(), &[0x00]].concat(),
            [&[0xC1, 0x40, 0xF5, 0x01, 0x00, 0x84], count.as_slice(), &[0x01]].concat(),
        ];
        for bytes in claims {
            let (peak, error) = peak(&bytes);
            assert!(peak <= most, "{peak} bytes of memory for {bytes:02x?}");
            assert!(error.is_some() || bytes.len() > 4, "{bytes:02x?}");
        }
        // So many lists, lists of so many values, and both.
        let zigzag = [&[0x01], varint(2 * (1 << 40)).as_slice(), &[0x00]].concat();
        let lists: [Vec<u8>; 3] = [
            [&[0xC1, 0x40, 0xF1], count.as_slice(), &[0x14, 0x01, 0x02, 0x00, 0x11]].concat(),
            [&[0xC1, 0x40, 0xF1, 0x01, 0x14], zigzag.as_slice(), &[0x11]].concat(),
            [&[0xC1, 0x40, 0xF1, 0x01, 0x14], zigzag.as_slice(), &[0x14], &zigzag, &[0x11]]
                .concat(),
        ];
        for bytes in lists {
            let (peak, error) = peak(&bytes);
            assert!(peak <= most, "{peak} bytes of memory for {bytes:02x?}");
            assert_eq!(error, Some(ErrorKind::TooLarge), "{bytes:02x?}");
        }
    }
}

#[test]
fn a_column_of_a_kind_is_charged_what_it_takes() {
    let (mut accepted, mut refused) = (0, 0);
    for count in (1 << 14..1 << 20).step_by(1 << 14) {
        let bytes =
            [&[0xC1, 0x40, 0xF1], varint(count).as_slice(), &[0x13, 0x03, 0x01, 0, 0]].concat();
        let (peak, error) = peak(&bytes);
        assert!(
            peak <= Limits::DEFAULT.memory(0) + KEPT,
            "{peak} bytes of memory for {count} values"
        );
        match error {
            None => accepted = count,
            Some(kind) => {
                assert_eq!(kind, ErrorKind::TooLarge);
                refused += 1;
            }
        }
    }
    assert!(accepted > 300_000 && refused > 0, "{accepted} values of a kind");
    // A host that has no kinds pays nothing for them.
    struct NoKinds;
    impl Costs for NoKinds {}
    let bytes =
        [&[0xC1, 0x40, 0xF1], varint(1_000_000).as_slice(), &[0x13, 0x03, 0x01, 0, 0]].concat();
    Decoder::new()
        .decode_with(&bytes, &mut Discard::<NoKinds>::default())
        .expect("a million plain integers");
}

#[test]
fn a_hundred_thousand_lists_within_one_another_are_too_deep() {
    let bytes = [&[0xC1, 0x40], [0xF3, 0x01].repeat(100_000).as_slice(), &[0xF3, 0x00]].concat();
    let (peak, error) = peak(&bytes);
    assert_eq!(error, Some(ErrorKind::TooDeep));
    assert!(peak <= KEPT, "{peak}");
}

#[test]
fn a_long_text_that_comes_again_and_again_is_within_the_budget() {
    let text = vec![b'x'; MIB / 2];
    let again = [0xFE, 0x00].repeat(MIB / 4 - 64);
    let length = varint(text.len() - 48);
    let count = varint(1 + again.len() / 2);
    let bytes = [&[0xC1, 0x40, 0xF3], count.as_slice(), &[0xEF], &length, &text, &again].concat();
    let (peak, error) = peak(&bytes);
    assert_eq!(error, Some(ErrorKind::TooLarge));
    assert!(peak <= 64 * MIB, "{peak}");
}

/// A column of nulls that leaves `left` bytes of the budget of a MiB, and then `rest`, in a message
/// of a MiB.
fn after_the_budget(left: usize, rest: &[u8]) -> Vec<u8> {
    let nulls = (64 * MIB - left) / Limits::VALUE_BYTES;
    let mut bytes =
        [&[0xC1, 0x40, 0xF3, 0x02, 0xF1], varint(nulls).as_slice(), &[0x11], rest].concat();
    bytes.resize(MIB, 0);
    bytes
}

#[test]
fn what_stands_beside_the_value_is_charged_too() {
    let half = MIB / 2;
    let distinct = |k: usize, length: u8| {
        [
            &[0xF1, 0x01, 0x0B],
            varint(k).as_slice(),
            &vec![length; k],
            &vec![b'x'; k * usize::from(length)],
        ]
        .concat()
    };
    let texts = |item: &[u8]| {
        [&[0xF3], varint(half / item.len()).as_slice(), &item.repeat(half / item.len())].concat()
    };
    let whole = |tag: u8, head: usize, length: usize| {
        [&[tag], varint(head).as_slice(), &vec![0x85; length]].concat()
    };
    let keyed = |item: &[u8]| {
        [&[0x83], varint(half / item.len()).as_slice(), &item.repeat(half / item.len())].concat()
    };
    let cases = [
        distinct(MIB - 64, 0),
        distinct(half - 64, 1),
        distinct(MIB / 10, 9),
        whole(0xFB, (MIB - 64) * 2, MIB - 64),
        whole(0xFF, (MIB - 64) / 3 * 4 * 2, MIB - 64),
        whole(0xF6, MIB - 64, MIB - 64),
        texts(&[0xF6, 0x00]),
        texts(&[0x34, b'a', b'b', b'c', b'd']),
        texts(&[0xFB, 0x02, 0xFF]),
        whole(0x80, MIB - 64, MIB - 64),
        whole(0x81, (MIB - 64) / 2, MIB - 64),
        texts(&[0x80, 0x01, 0xE9]),
        keyed(&[0x00, 0x00]),
        keyed(&[0x31, b'a', 0x00]),
        keyed(&[0x38, b'a', b'b', b'c', b'd', b'e', b'f', b'g', b'h', 0x00]),
        [&[0xF2], varint(half).as_slice(), &[0x02, 0x00, 0x02, 0x00, 0x11]].concat(),
        [&[0xF1], varint(half).as_slice(), &[0x14, 0x01, 0x02, 0x00, 0x11]].concat(),
    ];
    for rest in cases {
        // Wherever the budget ends: within what the reader keeps beside the value, or before.
        for left in (0..=40).step_by(5).map(|step| step * MIB) {
            let bytes = after_the_budget(left, &rest);
            let (peak, _) = peak(&bytes);
            assert!(
                peak <= 64 * MIB,
                "{peak} bytes of memory with {left} left for {:02x?}",
                &rest[..8]
            );
        }
    }
}

/// A profile of this content, with its hash.
fn profile(content: &[u8]) -> Vec<u8> {
    let content = [b"LRDP\x02", content].concat();
    [content.as_slice(), Sha256::digest(&content).as_slice()].concat()
}

/// As many of `dictionary` as a MiB holds, in a profile without shapes.
fn profile_full_of(dictionary: &[u8]) -> Vec<u8> {
    let count = (MIB - 64) / dictionary.len();
    profile(&[&[0x00], varint(count).as_slice(), &dictionary.repeat(count), &[0x00; 5]].concat())
}

#[test]
fn a_profile_of_a_mebibyte_takes_64_mebibytes_at_most() {
    let texts: Vec<u8> = (0..2112)
        .flat_map(|at: u16| [&[0x04], at.to_be_bytes().map(|byte| byte & 0x7F).as_slice()].concat())
        .collect();
    let values: Vec<u8> = (0..2112)
        .flat_map(|at: u16| [0x07, 0xE2, at.to_be_bytes()[0], at.to_be_bytes()[1]])
        .collect();
    let dictionaries: [&[u8]; 5] = [
        &[0x00],
        &[0x01, 0x00],
        &[0x02, 0x00, 0x02, b'x'],
        &[varint(128).as_slice(), &texts[..128 * 3]].concat(),
        &[varint(2112).as_slice(), &values].concat(),
    ];
    let shapes = [0x03, 0x30].repeat(MIB / 4);
    let mut profiles: Vec<_> = dictionaries.map(profile_full_of).into();
    profiles.push(profile(&[varint(shapes.len()).as_slice(), &shapes, &vec![0; MIB / 4]].concat()));
    for bytes in profiles {
        let (_, peak) = counting::peak(|| Profile::parse(&bytes));
        assert!(
            bytes.len() <= MIB && peak <= 64 * MIB,
            "{peak} bytes of memory for {:02x?}",
            &bytes[..32]
        );
    }
}

#[test]
fn a_profile_is_loaded_in_time_that_its_budget_bounds() {
    // 23 KB; each entry by itself is within the budget.
    let entries: Vec<u8> = (0..2112)
        .flat_map(|at| {
            let entry = [&[0xF1], varint(1_000_000 - at).as_slice(), &[0x11]].concat();
            [varint(entry.len() * 2 + 1), entry].concat()
        })
        .collect();
    let many = profile(
        &[&[0x00, 0x01], varint(2112).as_slice(), &entries, &[0x00, 0x02, 0x00, 0x00, 0x00]]
            .concat(),
    );
    let one = profile(
        &[&[0x00, 0x01, 0x01], &entries[..entries.len() / 2112], &[0x00, 0x02, 0x00, 0x00, 0x00]]
            .concat(),
    );
    assert!(Profile::parse(&one).is_ok());
    let started = std::time::Instant::now();
    assert_eq!(Profile::parse(&many).unwrap_err().kind(), ErrorKind::BadProfile);
    assert!(started.elapsed() < std::time::Duration::from_secs(5), "{:?}", started.elapsed());
    // Repetitive content is what zstd's searches like least.
    for level in [1, 19, 22, 255] {
        for content in [
            vec![b'a'; MIB],
            b"ab".repeat(MIB / 2),
            (0..MIB).map(|at| ((at * at) >> 7) as u8).collect(),
        ] {
            let bytes = profile(
                &[&[0x00, 0x00, 0x00, 0x00, 0x00, level], varint(MIB).as_slice(), &content]
                    .concat(),
            );
            let started = std::time::Instant::now();
            assert!(Profile::parse(&bytes).is_ok());
            assert!(
                started.elapsed() < std::time::Duration::from_secs(20),
                "{:?} at level {level}",
                started.elapsed()
            );
        }
    }
}

/// A profile of these tables of symbols, of which the root has the first.
fn profile_of_symbols(tables: &[u8], count: usize) -> Vec<u8> {
    profile(&[&[0x00, 0x00], varint(count).as_slice(), tables, &[0x00, 0x01, 0x00, 0x00]].concat())
}

/// 255 symbols of eight bytes.
fn full_table() -> Vec<u8> {
    let symbols = (0..255).flat_map(|at| format!("\x08sym {at:04}").into_bytes());
    [0xFF].into_iter().chain(symbols).collect()
}

#[test]
fn tables_of_symbols_take_what_they_are_charged() {
    const CHARGE: usize = 32 << 10;
    let small = [0x01, 0x01, b'a'].as_slice();
    for table in [small, &full_table()] {
        let most = |length: usize| Limits::DEFAULT.memory(length) / CHARGE;
        let count = most(table.len() * 1024) - 1;
        let bytes = profile_of_symbols(&table.repeat(count), count);
        let mut codes = Vec::new();
        let (profile, peak) = counting::peak(|| {
            let profile = Profile::parse(&bytes).expect("as many tables as the budget pays for");
            // What writers make of them is charged as well.
            for table in profile.symbol_tables() {
                codes.clear();
                table.encode("sym 0001a", &mut codes);
            }
            profile
        });
        assert_eq!(profile.symbol_tables().len(), count);
        assert!(peak <= count * CHARGE + KEPT, "{peak} bytes of memory for {count} tables");
        let more = most(table.len() * 1024 + MIB) + 1024;
        let bytes = profile_of_symbols(&table.repeat(more), more);
        let (error, peak) = counting::peak(|| Profile::parse(&bytes).map(drop));
        if Limits::DEFAULT.memory(bytes.len()) < more * CHARGE {
            assert_eq!(error.expect_err("more").kind(), ErrorKind::BadProfile);
        }
        assert!(peak <= Limits::DEFAULT.memory(bytes.len()), "{peak} bytes for {more} tables");
    }
}

#[test]
fn a_table_of_symbols_that_is_cut_takes_no_more_than_its_bytes_pay_for() {
    let table = full_table();
    for end in (1..table.len()).step_by(97) {
        let bytes = profile_of_symbols(&table[..end], 1);
        let (error, peak) = counting::peak(|| Profile::parse(&bytes).map(drop));
        assert_eq!(error.expect_err("a table that is cut").kind(), ErrorKind::BadProfile);
        assert!(peak <= KEPT, "{peak} bytes of memory for {end} bytes of a table");
    }
    // As many as a varint can say.
    let bytes = profile(&[[0x00, 0x00].as_slice(), &varint(usize::MAX)].concat());
    let (error, peak) = counting::peak(|| Profile::parse(&bytes).map(drop));
    assert_eq!(error.expect_err("no tables").kind(), ErrorKind::BadProfile);
    assert!(peak <= KEPT, "{peak}");
}

#[test]
fn texts_in_symbols_of_eight_bytes_take_64_mebibytes_at_most() {
    let table = full_table();
    let profile: Arc<Profile> =
        Profile::parse(&profile_of_symbols(&table, 1)).expect("a profile").into();
    let head = [&[0xC1, 0x41], profile.id().as_slice()].concat();
    let full = MIB - 64;
    let whole = [&[0x7F], varint(full - 31).as_slice(), &vec![0xFE; full]].concat();
    let many = |item: &[u8]| {
        let count = full / item.len();
        [&[0xF3], varint(count).as_slice(), &item.repeat(count)].concat()
    };
    let lengths = |length: usize| {
        let count = full / length;
        let ints = [&[0x15, 0x01], varint(2 * length).as_slice(), &[0x00]].concat();
        [&[0xF1], varint(count).as_slice(), &ints, &vec![0xFE; count * length]].concat()
    };
    let values = [
        whole,
        many(&[0x60]),
        many(&[0x61, 0x00]),
        many(&[0x62, 0x00, 0xFE]),
        many(&[0x62, 0xFF, b'a']),
        many(&[[0x7E].as_slice(), &[0x01; 30]].concat()),
        lengths(1),
        lengths(1000),
        lengths(full),
    ];
    for value in values {
        let bytes = [head.as_slice(), &value].concat();
        let mut decoder = Decoder::new().with_profile(profile.clone()).expect("one profile");
        let (_, peak) = counting::peak(|| decoder.decode(&bytes).map(drop));
        assert!(
            bytes.len() <= MIB && peak <= 64 * MIB,
            "{peak} bytes of memory for {:02x?}",
            &value[..8]
        );
    }
}

/// A map of one key.
fn row(value: Value) -> Value {
    thread_local! {
        static SHAPE: Arc<Shape> = Shape::new(None, [Key::from("k")]).unwrap().into();
    }
    Value::Map(Map::new(SHAPE.with(Arc::clone), vec![value]).unwrap())
}

#[test]
fn what_is_written_is_read_again_however_little_a_column_of_it_takes() {
    let keyed = Map::new(
        Shape::new(None, (0..300_000).map(|at| Key::Int(at * 3)).collect::<Vec<_>>())
            .unwrap()
            .into(),
        vec![Value::Null; 300_000],
    );
    let values = [
        Value::List(vec![Value::Int(0); 1_200_000]),
        Value::List(vec![Value::Bool(true); 1_200_000]),
        Value::List(vec![row(Value::Null); 400_000]),
        Value::List(vec![Value::List(vec![row(Value::Int(7)); 1000]); 400]),
        Value::List(vec![Value::from("2026-11-22"); 600_000]),
        Value::Map(keyed.unwrap()),
        Value::List(vec![Value::from("x".repeat(MIB).as_str()); 100]),
        Value::List(vec![Value::Map(Map::from_pairs([]).unwrap()); 300_000]),
        // Rows, and columns, of which every second lacks keys.
        Value::List((0..400_000).map(|at| Value::Map(pairs(at % 2 * 3..4))).collect()),
        Value::List(vec![
            Value::List((0..7).map(|at| Value::Map(pairs(at % 2 * 39..40))).collect());
            5_000
        ]),
        // Records full of nulls, by themselves and in rows.
        Value::List((0..100_000).map(|at| nulls(at % 3 + 20)).collect()),
        Value::List(vec![Value::List(vec![nulls(30); 7]); 10_000]),
        // Keyed maps, and lists of lists.
        Value::List((0..300_000).map(|at| numbered(at % 5..at % 5 + 1)).collect()),
        numbered(0..400_000),
        Value::List(vec![Value::List(vec![]); 1_200_000]),
        Value::List(vec![Value::List(vec![Value::Int(0), Value::Int(0)]); 500_000]),
    ];
    for (number, value) in values.iter().enumerate() {
        for level in Level::ALL {
            let mut encoder = Encoder::new().level(level);
            let bytes = encoder.encode(value).unwrap();
            let read = Decoder::new().decode(&bytes);
            assert!(read.is_ok_and(|read| read == *value), "{number} at {}", level.name());
            // A small value after it has its columns.
            let small = Value::List(vec![Value::Int(0); 100]);
            assert!(encoder.encode(&small).unwrap().len() < 10);
        }
    }
}

/// A map of keys that are a letter and a number.
fn pairs(numbers: std::ops::Range<i64>) -> Map {
    let pair = |number| (Key::from(&*format!("k{number}")), Value::Bool(true));
    Map::from_pairs(numbers.map(pair)).expect("distinct")
}

/// A record of this many nulls.
fn nulls(count: i64) -> Value {
    let pair = |number| (Key::from(&*format!("k{number}")), Value::Null);
    Value::Map(Map::from_pairs((0..count).map(pair)).expect("distinct"))
}

/// A map of texts that are numbers.
fn numbered(numbers: std::ops::Range<i64>) -> Value {
    let pair = |number: i64| (Key::from(&*number.to_string()), Value::Null);
    Value::Map(Map::from_pairs(numbers.map(pair)).expect("distinct"))
}

#[test]
fn texts_that_compress_to_next_to_nothing_are_read_again() {
    let value = Value::from("x".repeat(48 * MIB).as_str());
    let bytes = Encoder::new().level(Level::Small).encode(&value).unwrap();
    assert!(Decoder::new().decode(&bytes).unwrap() == value);
}

#[test]
fn what_could_not_be_read_again_is_not_written() {
    // A byte for each of these lists, which the dictionary has.
    let nulls = Value::List(vec![Value::Null; 1000]);
    let entry = [&[0xF3], varint(1000).as_slice(), &[0xE8; 1000]].concat();
    let dictionary = [&[0x00, 0x01, 0x01], varint(entry.len() * 2 + 1).as_slice(), &entry].concat();
    let profile = Profile::parse(&profile(
        &[dictionary.as_slice(), &[0x00, 0x02, 0x00, 0x00, 0x00]].concat(),
    ))
    .unwrap();
    let mut encoder = Encoder::with_profile(profile.into());
    assert_eq!(encoder.encode(&nulls).unwrap().last(), Some(&0x90));
    let lists = Value::List(vec![nulls; 10_000]);
    assert_eq!(encoder.encode(&lists).unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn no_budget_is_more_than_the_host_has_left() {
    let mut limits = Limits::DEFAULT;
    limits.max_memory = MIB;
    let mut decoder = Decoder::new().with_limits(limits);
    let (error, peak) = counting::peak(|| decoder.decode(&full_of(&[0x00])).unwrap_err());
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(peak <= MIB + KEPT, "{peak}");
}

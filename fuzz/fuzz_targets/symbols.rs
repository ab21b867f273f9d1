//! Any symbols: a table of them, or none. Texts come back from their codes, which are those of the
//! longest symbols; any codes are text of at most eight bytes each, or none. Anything else under a
//! profile with such a table is read within its bounds.
#![no_main]

use std::sync::Arc;

use larder::{Decoder, Place, Profile, ProfileParts, SymbolTable};
use larder_fuzz::{decode_anything, tight};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (Vec<&str>, &str, &[u8], &[u8])| {
    let (symbols, text, codes, body) = input;
    let parts = ProfileParts {
        symbol_tables: vec![symbols.iter().map(|symbol| (*symbol).into()).collect()],
        root: Place { symbols: Some(0), ..Place::default() },
        ..ProfileParts::default()
    };
    let (table, profile) = (SymbolTable::new(&symbols), Profile::new(&parts));
    assert_eq!(table.is_some(), profile.is_ok(), "a profile takes what is a table, and no other");
    let (Some(table), Ok(profile)) = (table, profile) else { return };
    assert!(table.symbols().eq(symbols.iter().copied()));

    let (mut written, mut out) = (Vec::new(), Vec::new());
    table.encode(text, &mut written);
    assert_eq!(written, longest_match(&symbols, text));
    assert_eq!(table.encoded_len(text), written.len());
    let length = table.decode(&written, &mut out).expect("what was written can be read");
    assert_eq!(&out[..length], text.as_bytes());

    if let Some(length) = table.decode(codes, &mut out) {
        let text = str::from_utf8(&out[..length]).expect("symbols are whole characters");
        assert!(length <= 8 * codes.len());
        written.clear();
        table.encode(text, &mut written);
        let mut again = Vec::new();
        let length = table.decode(&written, &mut again).expect("what was written can be read");
        assert_eq!(&again[..length], text.as_bytes());
    }

    let profile = Arc::new(profile);
    let mut decoder =
        Decoder::new().with_limits(tight()).with_profile(profile.clone()).expect("one profile");
    for body in [codes, body] {
        let message = [&[0xC1, 0x41], profile.id().as_slice(), body].concat();
        decode_anything(&message, &mut decoder, tight());
    }
});

/// What docs/FORMAT.md says, as simply as can be.
fn longest_match(symbols: &[&str], text: &str) -> Vec<u8> {
    let (mut codes, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let fit = symbols.iter().zip(0u8..).filter(|(symbol, _)| rest.starts_with(**symbol));
        let length = match fit.max_by_key(|(symbol, _)| symbol.len()) {
            Some((symbol, code)) => {
                codes.push(code);
                symbol.len()
            }
            None => {
                codes.push(0xFF);
                codes.extend_from_slice(first.encode_utf8(&mut [0; 4]).as_bytes());
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    codes
}

//! Finds out how a value of a cache was written, reads it, and writes it again as Larder's.
//!
//!     cargo run --package larder --example read_any

use std::error::Error;

use larder::detect::{ContentKind, detect};
use larder::format::{AnyDecoder, AnyEncoder, Format};
use larder::{Encoder, Limits};

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}

/// What the example prints.
pub fn run() -> Result<String, Box<dyn Error>> {
    let mut lines = String::new();
    let found: [&[u8]; 4] = [
        br#"a:2:{s:2:"id";i:7;s:4:"tags";a:2:{i:0;s:3:"new";i:1;s:4:"sale";}}"#,
        b"\x82\xa2id\x07\xa4tags\x92\xa3new\xa4sale",
        br#"{"id":7,"tags":["new","sale"]}"#,
        b"\x00\x00\x00\x02\x14\x01\x11\x02id\x06\x07",
    ];
    for bytes in found {
        let detection = detect(bytes, Limits::DEFAULT);
        let Some(guess) = detection.best() else {
            lines += "unknown: left as it is\n";
            continue;
        };
        let ContentKind::Format(format) = guess.kind else {
            lines += &format!("{}: left as it is\n", guess.kind);
            continue;
        };
        let value = AnyDecoder::new(format).decode(&detection.content)?;
        let larder = Encoder::new().encode(&value)?;
        let json = AnyEncoder::new(Format::Json)?.encode(&value)?;
        lines += &format!(
            "{format}, {} bytes; Larder, {} bytes: {}\n",
            bytes.len(),
            larder.len(),
            String::from_utf8(json)?,
        );
    }
    Ok(lines)
}

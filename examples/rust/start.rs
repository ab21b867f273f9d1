//! The first value:
//!
//!     cargo run --package larder --example start

use std::error::Error;

use larder::format::{AnyDecoder, Format};
use larder::{Decoder, Encoder};

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}

/// What the example prints.
pub fn run() -> Result<String, Box<dyn Error>> {
    let json = br#"{"id":7,"name":"Ada","roles":["editor","author"]}"#;
    let user = AnyDecoder::new(Format::Json).decode(json)?;

    let bytes = Encoder::new().encode(&user)?;
    let same = Decoder::new().decode(&bytes)?;

    let verdict = if same == user { "The value is the same." } else { "The value differs." };
    Ok(format!("JSON: {} bytes\nLarder: {} bytes\n{verdict}\n", json.len(), bytes.len()))
}

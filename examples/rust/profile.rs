//! Learns a profile from orders, and writes an order with it and without it.
//!
//!     cargo run --package larder --example profile

use std::error::Error;
use std::sync::Arc;

use larder::format::{AnyDecoder, Format};
use larder::train::{self, Options};
use larder::{Decoder, Encoder, Profile};

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}

/// What the example prints.
pub fn run() -> Result<String, Box<dyn Error>> {
    let mut json = AnyDecoder::new(Format::Json);
    let orders =
        (1..=500).map(|id| json.decode(order(id).as_bytes())).collect::<Result<Vec<_>, _>>()?;

    // Train on values of the past. Keep the bytes in a file: readers need them.
    let learned = train::train(&orders[..400], &Options::default())?;
    let file = learned.as_bytes().to_vec();

    // A writer and a reader load the profile once, and are used for many values.
    let profile = Arc::new(Profile::parse(&file)?);
    let mut encoder = Encoder::with_profile(Arc::clone(&profile));
    let mut decoder = Decoder::new().with_profile(profile)?;

    let mut lines = String::new();
    let value = &orders[450];
    let alone = Encoder::new().encode(value)?;
    let short = encoder.encode(value)?;
    assert_eq!(decoder.decode(&short)?, *value);
    // The same reader takes values without a profile, so that old ones can stay in the cache.
    assert_eq!(decoder.decode(&alone)?, *value);

    lines += &format!("JSON                {:3} bytes\n", order(451).len());
    lines += &format!("Larder              {:3} bytes\n", alone.len());
    lines += &format!("Larder, a profile   {:3} bytes\n", short.len());
    Ok(lines)
}

fn order(id: u32) -> String {
    let state = ["new", "paid", "shipped", "returned"][id as usize % 4];
    format!(
        r#"{{"id":{id},"state":"{state}","currency":"EUR","total":"{}.{:02}","placed_at":"2026-03-{:02} 08:{:02}:00"}}"#,
        id % 300,
        id % 100,
        1 + id % 28,
        id % 60,
    )
}

//! Any value in each foreign format that is written: it comes back, or what was lost is noted.
#![no_main]

use larder::format::Format;
use larder_fuzz::{AnyValue, foreign};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|value: AnyValue| {
    let AnyValue(value) = value;
    for format in Format::ALL {
        if format.is_written() && format != Format::Larder {
            foreign::written(format, &value);
        }
    }
});

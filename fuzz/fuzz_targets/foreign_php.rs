//! Any bytes as PHP's `serialize` writes them.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| larder_fuzz::foreign::check(
    larder::format::Format::Php,
    bytes
));

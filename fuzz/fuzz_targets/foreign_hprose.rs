//! Any bytes as Hprose.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| larder_fuzz::foreign::check(
    larder::format::Format::Hprose,
    bytes
));

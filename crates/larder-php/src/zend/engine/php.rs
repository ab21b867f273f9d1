//! PHP's headers, bound by `build.rs`. Uses nothing.

#![allow(warnings, unsafe_code, clippy::all, clippy::pedantic, missing_docs)]

include!(concat!(env!("OUT_DIR"), "/php.rs"));

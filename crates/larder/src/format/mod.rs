//! Formats: each reads bytes into events and writes them from a source.

pub mod larder;

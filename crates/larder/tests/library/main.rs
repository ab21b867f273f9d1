//! The tests of the library. They are one program, since to link one takes longer than most of them.

mod cbor;
mod detect;
mod encoder;
mod examples;
mod foreign;
mod foreign_memory;
mod hprose;
mod jvm;
mod kinds;
mod memory;
mod php;
mod pickle;
mod structure;
mod suites;
mod vectors;
mod writer_limits;

#[global_allocator]
static COUNTING: vectors::counting::Counting = vectors::counting::Counting;

//! igbinary, versions 1 and 2: github.com/igbinary/igbinary `src/php7/igbinary.c` (the types, and
//! what takes a number) and `TECH_NOTES.md`.
//!
//! Strings that are UTF-8 are text, others bytes. An array whose keys are 0, 1, 2 … in this order
//! is a list, and so is the empty one; any other is a map. As in [`super::serialize`], the first
//! key is taken for the answer, and where it is wrong the bytes are read anew.
//!
//! Every string but the empty one has a number, keys and names of classes too, by which it comes
//! again. So has every array, every object, and every scalar that is a reference (`ref`). An object
//! that comes again is shared, and so is an array, unless it is empty: PHP holds an array once that
//! it was never told to change, and igbinary writes it once then. A reference is a value with `ref`
//! before it, which comes again as the number, also after `ref`. One that never comes again is to
//! PHP what any value is, and so it is here.
//!
//! A property of an object that has no value yet has neither key nor value, but a null in place of
//! the two; it is left out.

mod reader;
mod strings;
mod tag;
mod writer;

pub use self::reader::Igbinary;
pub use self::writer::write;

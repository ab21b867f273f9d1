//! PHP's `serialize`: php-src `ext/standard/var_unserializer.re` (the grammar, and what takes a
//! slot) and `ext/standard/var.c` (what is written).
//!
//! Strings that are UTF-8 are text, others bytes. An array whose keys are 0, 1, 2 … in this order
//! is a list, and so is the empty one; any other is a map. Names of properties keep PHP's marks:
//! `"\0*\0name"` is protected, `"\0Class\0name"` private. The keys of an object are as they stand
//! there; those of an array are what PHP makes of them, so that `s:1:"5"` is the integer 5.
//!
//! **Lists.** An array says how many values it has, and each key stands before its value; whether
//! the keys are those of a list is known at the end alone. The first key is taken for the answer,
//! which it nearly always is. Where it is wrong, the array is marked and the bytes are read anew
//! ([`Reading::mark`]): once, for all arrays that turn out so, whatever they are nested in. So each
//! byte is read at most three times.
//!
//! **References.** Values have numbers, from 1, in the order in which they begin; keys have none.
//! `R:n;` puts the very reference there that the value n becomes by it, and has no number itself.
//! `r:n;` is the object n again, and has a number of its own. An object that writes itself (`C:`,
//! PHP's `Serializable`) may call `serialize` for what it holds, which goes on with the numbers:
//! what it wrote is searched for such a value, to count it, and where that gives no sure answer,
//! later references are refused.

mod float;
mod reader;
mod tokens;
mod writer;
mod written;

pub use self::reader::Php;
pub use self::writer::write;

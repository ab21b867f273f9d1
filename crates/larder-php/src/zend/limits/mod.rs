//! What values may cost: the memory that they take, and keys chosen to collide. May use `engine`.

pub mod chains;
pub mod costs;

//! Lists of values that are gathered: few values take no memory of their own.

use std::ops::{Deref, DerefMut};

/// So many are few.
const FEW: usize = 32;

/// A list of a length that is known before.
pub struct Few<T> {
    few: [T; FEW],
    length: usize,
    /// All of them, if they are more.
    many: Vec<T>,
}

impl<T: Copy + Default> Few<T> {
    /// A list of this length, to be filled.
    #[inline]
    pub fn new(length: usize) -> Self {
        let many = if length > FEW { vec![T::default(); length] } else { Vec::new() };
        Self { few: [T::default(); FEW], length, many }
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        if self.length > FEW { &self.many } else { &self.few[..self.length] }
    }
}

impl<T> DerefMut for Few<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        if self.length > FEW { &mut self.many } else { &mut self.few[..self.length] }
    }
}

//! Values that are gathered: few of them take no memory of their own.

use std::ops::Deref;

/// So many are few.
const FEW: usize = 32;

/// A list of which the length is known before, or a bound of it.
pub struct Few<T> {
    few: [T; FEW],
    length: usize,
    /// All of them, if they may be more.
    many: Vec<T>,
}

impl<T: Copy + Default> Few<T> {
    /// An empty list of `most` values at most.
    #[inline]
    pub fn new(most: usize) -> Self {
        let many = if most > FEW { Vec::with_capacity(most) } else { Vec::new() };
        Self { few: [T::default(); FEW], length: 0, many }
    }

    /// Appends a value.
    #[inline]
    pub fn push(&mut self, value: T) {
        if self.many.capacity() > 0 {
            self.many.push(value);
        } else {
            self.few[self.length] = value;
            self.length += 1;
        }
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        if self.many.is_empty() { &self.few[..self.length] } else { &self.many }
    }
}

//! What PHP can share: objects, and references.

use crate::source::{ExtendedView, Source, View};
use crate::value::Extended;

/// What a value is that is typed, of a kind or shared, and perhaps more than once; within reason.
pub fn innermost<'a, S: Source<'a>>(mut value: S) -> S {
    const MAX: usize = 8;
    for _ in 0..MAX {
        match value.view() {
            View::Extended(
                ExtendedView::Typed(_, within)
                | ExtendedView::Kind(_, within)
                | ExtendedView::Shared(within),
            ) => {
                value = within;
            }
            _ => break,
        }
    }
    value
}

/// Whether a shared value or reference that holds this one directly loses its identity: one of the
/// two is enough.
pub fn is_one_too_many<'a, S: Source<'a>>(value: S, reference: bool) -> bool {
    match value.view() {
        View::Extended(ExtendedView::Reference(_)) => true,
        View::Extended(ExtendedView::Shared(_) | ExtendedView::Plain(Extended::Again(_))) => {
            !reference
        }
        _ => false,
    }
}

//! The order of the keys of a union (docs/FORMAT.md, "Lists and maps").

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The numbers below `count` in an order in which the first of each pair comes before the second:
/// of those that can come next, the lowest does. `None` if there is no such order.
pub fn order(count: usize, pairs: &[(u32, u32)]) -> Option<Vec<u32>> {
    // Where the pairs of each first number end in `after`, once they are sorted by it.
    let mut ends = vec![0u32; count + 1];
    let mut waits_for = vec![0u32; count];
    for (before, after) in pairs {
        ends[*before as usize + 1] += 1;
        waits_for[*after as usize] += 1;
    }
    for at in 0..count {
        ends[at + 1] += ends[at];
    }
    let mut starts = ends.clone();
    let mut after = vec![0u32; pairs.len()];
    for (first, second) in pairs {
        let start = &mut starts[*first as usize];
        after[*start as usize] = *second;
        *start += 1;
    }
    let mut next: BinaryHeap<Reverse<u32>> = (0..)
        .zip(&waits_for)
        .filter(|(_, waits)| **waits == 0)
        .map(|(at, _)| Reverse(at))
        .collect();
    let mut order = Vec::with_capacity(count);
    while let Some(Reverse(at)) = next.pop() {
        order.push(at);
        for second in &after[ends[at as usize] as usize..ends[at as usize + 1] as usize] {
            let waits = &mut waits_for[*second as usize];
            *waits -= 1;
            if *waits == 0 {
                next.push(Reverse(*second));
            }
        }
    }
    (order.len() == count).then_some(order)
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn the_lowest_that_can_come_next_does() {
        assert_eq!(order(4, &[]), Some(vec![0, 1, 2, 3]));
        assert_eq!(order(4, &[(3, 0), (2, 1), (2, 1)]), Some(vec![2, 1, 3, 0]));
        assert_eq!(order(0, &[]), Some(vec![]));
    }

    #[test]
    fn there_is_none_in_a_circle() {
        assert_eq!(order(3, &[(0, 1), (1, 2), (2, 1)]), None);
        assert_eq!(order(1, &[(0, 0)]), None);
    }
}

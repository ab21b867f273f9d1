//! The order of the keys of a union (docs/FORMAT.md, "Lists and maps").

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The numbers below `count` in an order in which the first of each pair comes before the second:
/// of those that can come next, the lowest does. `None` if there is no such order.
pub fn order(count: usize, pairs: &[(u32, u32)]) -> Option<Vec<u32>> {
    if count <= u64::BITS as usize {
        return order_of_few(count, pairs);
    }
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

/// As [`order`], of so few numbers that a set of them is a word.
fn order_of_few(count: usize, pairs: &[(u32, u32)]) -> Option<Vec<u32>> {
    let (mut before, mut after) = ([0u64; u64::BITS as usize], [0u64; u64::BITS as usize]);
    for (first, second) in pairs {
        before[*second as usize] |= 1 << first;
        after[*first as usize] |= 1 << second;
    }
    let mut next = (0..count).filter(|at| before[*at] == 0).fold(0u64, |next, at| next | 1 << at);
    let (mut order, mut placed) = (Vec::with_capacity(count), 0u64);
    while next != 0 {
        let at = next.trailing_zeros();
        next &= next - 1;
        order.push(at);
        placed |= 1 << at;
        let mut following = after[at as usize];
        while following != 0 {
            let second = following.trailing_zeros();
            following &= following - 1;
            if before[second as usize] & !placed == 0 {
                next |= 1 << second;
            }
        }
    }
    (order.len() == count).then_some(order)
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn few_and_many_have_one_order() {
        // The same pairs, and 100 numbers that come after them all.
        let pairs = [(3, 0), (2, 1), (2, 1), (5, 4), (1, 5), (60, 7)];
        let few = order(64, &pairs).expect("there is one");
        let many = order(164, &pairs).expect("there is one");
        assert_eq!(few, many[..64]);
        assert_eq!(order(164, &[(0, 1), (1, 2), (2, 1)]), None);
    }

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

//! The places of values (docs/FORMAT.md, "Dictionaries"): the root first, then each field of each
//! shape.

use std::collections::HashMap;
use std::rc::Rc;

use super::shapes::{LearnedShape, within};
use crate::format::larder::raw::gaps;
use crate::format::larder::{Place, ProfileParts, is_record};
use crate::shape::Shape;
use crate::value::Value;

/// The place of the message's value.
pub const ROOT: usize = 0;

/// The places of the shapes that were learned. What is learned of a field that a union has, too, is
/// learned in the union's place.
pub struct Places<'s> {
    shapes: &'s [LearnedShape],
    /// For each shape the places of its fields.
    fields: Vec<Vec<usize>>,
    numbers: HashMap<&'s Shape, usize>,
    count: usize,
}

impl<'s> Places<'s> {
    pub fn new(shapes: &'s [LearnedShape]) -> Self {
        let mut count = ROOT + 1;
        let mut fields: Vec<Vec<usize>> = Vec::with_capacity(shapes.len());
        for known in shapes {
            let own = count..count + known.shape.keys().len();
            count = own.end;
            fields.push(own.collect());
        }
        for (known, places) in shapes.iter().zip(0..) {
            if let Some(union) = known.union
                && let Some(within) = subset(&known.shape, &shapes[union].shape)
            {
                fields[places] = within.into_iter().map(|at| fields[union][at]).collect();
            }
        }
        let numbers = shapes.iter().enumerate().map(|(at, known)| (&*known.shape, at)).collect();
        Self { shapes, fields, numbers, count }
    }

    /// How many places there are, those that are learned elsewhere included.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The places of the values of maps of this shape, as a writer finds them.
    fn of(&self, shape: &Shape) -> Option<Rc<[usize]>> {
        if let Some(number) = self.numbers.get(shape) {
            return Some(self.fields[*number].as_slice().into());
        }
        let gaps = self.shapes.iter().zip(&self.fields).take(gaps::MAX_SHAPES);
        gaps.filter(|(known, _)| known.shape.keys().len() <= shape.keys().len() * gaps::MAX_FACTOR)
            .find_map(|(known, fields)| {
                let within = subset(shape, &known.shape)?;
                Some(within.into_iter().map(|at| fields[at]).collect())
            })
    }

    /// Sets each place of a profile to what was learned for it.
    pub fn apply(&self, parts: &mut ProfileParts, learned: &[Place]) {
        parts.root = learned[ROOT];
        for (shape, fields) in parts.shapes.iter_mut().zip(&self.fields) {
            shape.places = fields.iter().map(|field| learned[*field]).collect();
        }
    }
}

/// Where the keys of a shape stand among those of another one of the same class, if it has all of
/// them in the same order.
fn subset(shape: &Shape, of: &Shape) -> Option<Vec<usize>> {
    if shape.class() != of.class() {
        return None;
    }
    let mut others = of.keys().iter().enumerate();
    shape
        .keys()
        .iter()
        .map(|key| others.find(|(_, other)| *other == key).map(|(at, _)| at))
        .collect()
}

/// Visits values with their places, as a writer gives them: a field's place goes on to lists and
/// maps without a shape.
pub struct Walk<'p, 's, 'a> {
    places: &'p Places<'s>,
    known: HashMap<&'a Shape, Option<Rc<[usize]>>>,
}

impl<'p, 's, 'a> Walk<'p, 's, 'a> {
    pub fn new(places: &'p Places<'s>) -> Self {
        Self { places, known: HashMap::new() }
    }

    /// Visits a value and, if `visit` says so, those within it.
    pub fn value(
        &mut self,
        value: &'a Value,
        place: Option<usize>,
        visit: &mut impl FnMut(&'a Value, Option<usize>) -> bool,
    ) {
        if !visit(value, place) {
            return;
        }
        match value {
            Value::List(list) => list.iter().for_each(|value| self.value(value, place, visit)),
            Value::Map(map) => {
                let shape = &**map.shape();
                if !is_record(shape) {
                    map.values().iter().for_each(|value| self.value(value, place, visit));
                    return;
                }
                let fields =
                    self.known.entry(shape).or_insert_with(|| self.places.of(shape)).clone();
                for (at, value) in map.values().iter().enumerate() {
                    self.value(value, fields.as_ref().map(|fields| fields[at]), visit);
                }
            }
            Value::Extended(extended) => {
                if let Some(value) = within(extended) {
                    self.value(value, place, visit);
                }
            }
            _ => {}
        }
    }
}

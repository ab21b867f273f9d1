//! A value as a host shows it that has no shapes: keys one by one, with hashes that collide.

use std::sync::Arc;

use larder::source::{ExtendedView, ListSource, MapSource, View};
use larder::{KeyRef, Map, Shape, Source, Value, ValueCosts};

#[derive(Clone, Copy)]
pub struct Bare<'a>(pub &'a Value);

#[derive(Clone, Copy)]
pub struct BareList<'a>(&'a [Value]);

#[derive(Clone, Copy)]
pub struct BareMap<'a>(&'a Map);

impl<'a> Source<'a> for Bare<'a> {
    type List = BareList<'a>;
    type Map = BareMap<'a>;
    type Costs = ValueCosts;

    fn view(self) -> View<'a, Self> {
        match self.0.view() {
            View::Null => View::Null,
            View::Bool(bool) => View::Bool(bool),
            View::Int(int) => View::Int(int),
            View::Float(float) => View::Float(float),
            View::Text(text) => View::Text(text),
            View::Bytes(bytes) => View::Bytes(bytes),
            View::List(list) => View::List(BareList(list)),
            View::Map(map) => View::Map(BareMap(map)),
            View::Extended(extended) => View::Extended(match extended {
                ExtendedView::Plain(plain) => ExtendedView::Plain(plain),
                ExtendedView::Typed(class, value) => ExtendedView::Typed(class, Bare(value)),
                ExtendedView::Shared(value) => ExtendedView::Shared(Bare(value)),
                ExtendedView::Reference(value) => ExtendedView::Reference(Bare(value)),
                ExtendedView::Kind(kind, value) => ExtendedView::Kind(kind, Bare(value)),
            }),
        }
    }
}

impl<'a> ListSource<'a, Bare<'a>> for BareList<'a> {
    fn len(self) -> usize {
        self.0.len()
    }

    fn get(self, at: usize) -> Bare<'a> {
        Bare(&self.0[at])
    }
}

impl<'a> MapSource<'a, Bare<'a>> for BareMap<'a> {
    type Retained = Arc<Shape>;

    fn identity(self) -> usize {
        MapSource::<&Value>::identity(self.0)
    }

    fn retain(self) -> Arc<Shape> {
        MapSource::<&Value>::retain(self.0)
    }

    fn shape(self) -> &'a Shape {
        MapSource::<&Value>::shape(self.0)
    }

    fn get(self, at: usize) -> Bare<'a> {
        Bare(&self.0.values()[at])
    }

    fn has_shape(self) -> bool {
        false
    }

    fn key_hash(self, at: usize) -> Option<u64> {
        Some(match self.key(at) {
            KeyRef::Text(text) => text.len() as u64,
            _ => 0,
        })
    }
}

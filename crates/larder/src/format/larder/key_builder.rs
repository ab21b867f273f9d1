//! Keys of a map, as they are read.

use crate::builder::Builder;
use crate::error::{ErrorKind, Result};
use crate::kind::Kind;
use crate::limits::ValueCosts;
use crate::shape::{Gaps, Key, KeyRef, Shape};
use crate::value::{Extended, Value};
use std::sync::Arc;

/// Takes the scalars that can be keys.
pub(super) struct KeyBuilder;

impl KeyBuilder {
    #[cold]
    fn refuse<T>() -> Result<T> {
        Err(crate::Error::new(ErrorKind::BadTag, "what is no scalar cannot be a key"))
    }
}

impl Builder for KeyBuilder {
    type Value = Vec<Key>;
    type Values = Vec<Key>;
    type Text = Arc<str>;
    type Costs = ValueCosts;

    fn root(&mut self) -> Vec<Key> {
        Vec::new()
    }

    fn finish(&mut self, keys: Vec<Key>) -> Result<Vec<Key>> {
        Ok(keys)
    }

    fn null(&mut self, to: &mut Vec<Key>) -> Result<()> {
        to.push(Key::Null);
        Ok(())
    }

    fn bool(&mut self, to: &mut Vec<Key>, bool: bool) -> Result<()> {
        to.push(Key::Bool(bool));
        Ok(())
    }

    fn int(&mut self, to: &mut Vec<Key>, int: i64) -> Result<()> {
        to.push(Key::Int(int));
        Ok(())
    }

    fn float(&mut self, to: &mut Vec<Key>, float: f64) -> Result<()> {
        to.push(Key::Float(float));
        Ok(())
    }

    fn text(&mut self, to: &mut Vec<Key>, text: &str) -> Result<()> {
        to.push(Key::Text(text.into()));
        Ok(())
    }

    fn make_text(&mut self, text: &str) -> Result<Arc<str>> {
        Ok(text.into())
    }

    fn copy_text(&mut self, to: &mut Vec<Key>, text: &Arc<str>) -> Result<()> {
        self.shared_text(to, text)
    }

    fn shared_text(&mut self, to: &mut Vec<Key>, text: &Arc<str>) -> Result<()> {
        to.push(Key::Text(text.clone()));
        Ok(())
    }

    fn bytes(&mut self, to: &mut Vec<Key>, bytes: &[u8]) -> Result<()> {
        to.push(Key::Bytes(bytes.into()));
        Ok(())
    }

    fn extended(&mut self, _: &mut Vec<Key>, _: Extended<Value>) -> Result<()> {
        Self::refuse()
    }

    fn list(&mut self, _: usize) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn end_list(&mut self, _: &mut Vec<Key>, _: Vec<Key>) -> Result<()> {
        Self::refuse()
    }

    fn map(&mut self, _: &Arc<Shape>) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn end_map(&mut self, _: &mut Vec<Key>, _: &Arc<Shape>, _: Vec<Key>) -> Result<()> {
        Self::refuse()
    }

    fn gap_map(&mut self, _: &Arc<Shape>, _: Gaps<'_>) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn end_gap_map(
        &mut self,
        _: &mut Vec<Key>,
        _: &Arc<Shape>,
        _: Gaps<'_>,
        _: Vec<Key>,
    ) -> Result<()> {
        Self::refuse()
    }

    fn keyed_map(&mut self, _: usize) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn keyed(&mut self, _: &mut Vec<Key>, _: KeyRef<'_>) -> Result<()> {
        Self::refuse()
    }

    fn end_keyed_map(&mut self, _: &mut Vec<Key>, _: Vec<Key>) -> Result<()> {
        Self::refuse()
    }

    fn open_map(&mut self, _: Option<&Arc<str>>, _: usize) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn keep(&mut self, _: &mut Vec<Key>, _: &[usize]) -> Result<()> {
        Self::refuse()
    }

    fn typed(&mut self, _: &Arc<str>) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn end_typed(&mut self, _: &mut Vec<Key>, _: &Arc<str>, _: Vec<Key>) -> Result<()> {
        Self::refuse()
    }

    fn shared(&mut self, _: u64, _: bool) -> Result<Vec<Key>> {
        Self::refuse()
    }

    fn end_shared(&mut self, _: &mut Vec<Key>, _: u64, _: bool, _: Vec<Key>) -> Result<()> {
        Self::refuse()
    }

    fn kind(&mut self, _: &mut Vec<Key>, _: &Kind) -> Result<()> {
        Self::refuse()
    }
}

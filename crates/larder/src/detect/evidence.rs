//! What a trial read shows of a value: enough to tell a value from bytes that happen to read as
//! one.

use std::sync::Arc;

use crate::builder::Builder;
use crate::error::Result;
use crate::limits::ValueCosts;
use crate::shape::{Gaps, Key, KeyRef, Shape};
use crate::value::{Extended, Value};

/// Counts the events of a reader.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evidence {
    /// Values of all kinds.
    pub values: usize,
    /// Lists, maps and objects that are not empty.
    pub containers: usize,
    /// Bytes of keys and texts that people could read.
    pub readable: usize,
    /// Bytes of keys and texts with control characters, and of strings that are no text.
    pub unreadable: usize,
    /// Floats that are neither short decimals nor plain numbers: random bits look so.
    pub odd_floats: usize,
}

impl Evidence {
    fn string(&mut self, text: &str) {
        let control =
            |byte: u8| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0) || byte == 0x7F;
        if text.bytes().any(control) {
            self.unreadable += text.len();
        } else {
            self.readable += text.len();
        }
    }

    fn key_is(&mut self, key: KeyRef<'_>) {
        match key {
            KeyRef::Text(text) => self.string(text),
            KeyRef::Bytes(bytes) => self.unreadable += bytes.len(),
            _ => {}
        }
    }
}

impl Builder for Evidence {
    type Value = ();
    type Values = ();
    type Text = Arc<str>;
    type Costs = ValueCosts;

    fn root(&mut self) {
        *self = Self::default();
    }

    fn finish(&mut self, (): ()) -> Result<()> {
        Ok(())
    }

    fn null(&mut self, (): &mut ()) -> Result<()> {
        self.values += 1;
        Ok(())
    }

    fn bool(&mut self, (): &mut (), _: bool) -> Result<()> {
        self.values += 1;
        Ok(())
    }

    fn int(&mut self, (): &mut (), _: i64) -> Result<()> {
        self.values += 1;
        Ok(())
    }

    fn float(&mut self, (): &mut (), float: f64) -> Result<()> {
        self.values += 1;
        let size = float.abs();
        self.odd_floats += usize::from(float != 0.0 && !(1e-30..1e30).contains(&size));
        Ok(())
    }

    fn text(&mut self, (): &mut (), text: &str) -> Result<()> {
        self.values += 1;
        self.string(text);
        Ok(())
    }

    fn make_text(&mut self, utf8: &[u8]) -> Result<Option<Arc<str>>> {
        Ok(std::str::from_utf8(utf8).ok().map(Arc::from))
    }

    fn copy_text(&mut self, (): &mut (), text: &Arc<str>) -> Result<()> {
        self.text(&mut (), text)
    }

    fn bytes(&mut self, (): &mut (), bytes: &[u8]) -> Result<()> {
        self.values += 1;
        self.unreadable += bytes.len();
        Ok(())
    }

    fn extended(&mut self, (): &mut (), extended: Extended<Value>) -> Result<()> {
        self.values += 1;
        match extended {
            Extended::Enum { class, case } => {
                self.string(&class);
                self.string(&case);
            }
            Extended::Custom { class, bytes } => {
                self.string(&class);
                self.unreadable += bytes.len() / 2;
            }
            _ => {}
        }
        Ok(())
    }

    fn list(&mut self, _: usize) -> Result<()> {
        Ok(())
    }

    fn end_list(&mut self, (): &mut (), (): ()) -> Result<()> {
        self.values += 1;
        self.containers += 1;
        Ok(())
    }

    fn map(&mut self, shape: &Arc<Shape>) -> Result<()> {
        shape.keys().iter().for_each(|key| self.key_is(key.into()));
        Ok(())
    }

    fn end_map(&mut self, (): &mut (), shape: &Arc<Shape>, (): ()) -> Result<()> {
        self.values += 1;
        self.containers += usize::from(!shape.keys().is_empty());
        if let Some(class) = shape.class() {
            self.string(class);
        }
        Ok(())
    }

    fn gap_map(&mut self, shape: &Arc<Shape>, _: Gaps<'_>) -> Result<()> {
        self.map(shape)
    }

    fn end_gap_map(&mut self, (): &mut (), shape: &Arc<Shape>, _: Gaps<'_>, (): ()) -> Result<()> {
        self.end_map(&mut (), shape, ())
    }

    fn keyed_map(&mut self, len: usize) -> Result<()> {
        self.containers += usize::from(len > 0);
        Ok(())
    }

    fn keyed(&mut self, (): &mut (), key: KeyRef<'_>) -> Result<()> {
        self.key_is(key);
        Ok(())
    }

    fn end_keyed_map(&mut self, (): &mut (), (): ()) -> Result<()> {
        self.values += 1;
        Ok(())
    }

    fn open_map(&mut self, _: Option<&Arc<str>>, _: usize) -> Result<()> {
        Ok(())
    }

    fn open_key(&mut self, (): &mut (), key: &Key) -> Result<()> {
        self.key_is(key.into());
        Ok(())
    }

    fn keep(&mut self, (): &mut (), _: &[usize]) -> Result<()> {
        Ok(())
    }

    fn typed(&mut self, _: &Arc<str>) -> Result<()> {
        Ok(())
    }

    fn end_typed(&mut self, (): &mut (), class: &Arc<str>, (): ()) -> Result<()> {
        self.string(class);
        Ok(())
    }

    fn shared(&mut self, _: u64, _: bool) -> Result<()> {
        Ok(())
    }

    fn end_shared(&mut self, (): &mut (), _: u64, _: bool, (): ()) -> Result<()> {
        Ok(())
    }
}

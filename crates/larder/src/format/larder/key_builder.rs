//! Keys of a map, as they are read.

use crate::builder::Builder;
use crate::error::{ErrorKind, Result};
use crate::kind::Kind;
use crate::limits::ValueCosts;
use crate::shape::{Gaps, Key, KeyRef, Shape};
use crate::value::{Extended, Value};
use std::marker::PhantomData;
use std::sync::Arc;

use smol_str::SmolStr;

/// Where keys go.
pub(super) trait Keys {
    fn put(&mut self, key: KeyRef<'_>) -> Result<()>;

    /// A text, if the bytes are UTF-8; else false.
    fn put_utf8(&mut self, bytes: &[u8]) -> Result<bool> {
        match simdutf8::basic::from_utf8(bytes) {
            Ok(text) => self.put(KeyRef::Text(text)).map(|()| true),
            Err(_) => Ok(false),
        }
    }
}

impl Keys for Vec<Key> {
    fn put(&mut self, key: KeyRef<'_>) -> Result<()> {
        self.push(key.into());
        Ok(())
    }
}

impl Keys for &mut dyn Keys {
    fn put(&mut self, key: KeyRef<'_>) -> Result<()> {
        (**self).put(key)
    }

    fn put_utf8(&mut self, bytes: &[u8]) -> Result<bool> {
        (**self).put_utf8(bytes)
    }
}

/// The next key of a keyed map.
pub(super) struct NextKey<'k, B: Builder> {
    pub builder: &'k mut B,
    pub map: &'k mut B::Values,
}

impl<B: Builder> Keys for NextKey<'_, B> {
    fn put(&mut self, key: KeyRef<'_>) -> Result<()> {
        self.builder.keyed(self.map, key)
    }

    fn put_utf8(&mut self, bytes: &[u8]) -> Result<bool> {
        self.builder.keyed_utf8(self.map, bytes)
    }
}

/// Takes the scalars that can be keys.
pub(super) struct KeyBuilder<K>(PhantomData<K>);

impl<K> KeyBuilder<K> {
    pub fn new() -> Self {
        Self(PhantomData)
    }

    #[cold]
    fn refuse<T>() -> Result<T> {
        Err(crate::Error::new(ErrorKind::BadTag, "what is no scalar cannot be a key"))
    }
}

impl<K: Keys> Builder for KeyBuilder<K> {
    type Value = ();
    type Values = K;
    type Text = SmolStr;
    type Costs = ValueCosts;

    fn root(&mut self) -> K {
        unreachable!("a key is no message")
    }

    fn finish(&mut self, _: K) -> Result<()> {
        Self::refuse()
    }

    fn null(&mut self, to: &mut K) -> Result<()> {
        to.put(KeyRef::Null)
    }

    fn bool(&mut self, to: &mut K, bool: bool) -> Result<()> {
        to.put(KeyRef::Bool(bool))
    }

    fn int(&mut self, to: &mut K, int: i64) -> Result<()> {
        to.put(KeyRef::Int(int))
    }

    fn float(&mut self, to: &mut K, float: f64) -> Result<()> {
        to.put(KeyRef::Float(float))
    }

    fn text(&mut self, to: &mut K, text: &str) -> Result<()> {
        to.put(KeyRef::Text(text))
    }

    fn utf8(&mut self, to: &mut K, bytes: &[u8]) -> Result<bool> {
        to.put_utf8(bytes)
    }

    fn made_text(&mut self, to: &mut K, bytes: &[u8]) -> Result<()> {
        if to.put_utf8(bytes)? {
            Ok(())
        } else {
            Err(crate::Error::new(ErrorKind::InvalidUtf8, "a key that is not UTF-8"))
        }
    }

    fn make_text(&mut self, utf8: &[u8]) -> Result<Option<SmolStr>> {
        Ok(simdutf8::basic::from_utf8(utf8).ok().map(SmolStr::from))
    }

    fn copy_text(&mut self, to: &mut K, text: &SmolStr) -> Result<()> {
        self.shared_text(to, text)
    }

    fn shared_text(&mut self, to: &mut K, text: &SmolStr) -> Result<()> {
        to.put(KeyRef::Text(text))
    }

    fn bytes(&mut self, to: &mut K, bytes: &[u8]) -> Result<()> {
        to.put(KeyRef::Bytes(bytes))
    }

    fn extended(&mut self, _: &mut K, _: Extended<Value>) -> Result<()> {
        Self::refuse()
    }

    fn list(&mut self, _: usize) -> Result<K> {
        Self::refuse()
    }

    fn end_list(&mut self, _: &mut K, _: K) -> Result<()> {
        Self::refuse()
    }

    fn map(&mut self, _: &Arc<Shape>) -> Result<K> {
        Self::refuse()
    }

    fn end_map(&mut self, _: &mut K, _: &Arc<Shape>, _: K) -> Result<()> {
        Self::refuse()
    }

    fn gap_map(&mut self, _: &Arc<Shape>, _: Gaps<'_>) -> Result<K> {
        Self::refuse()
    }

    fn end_gap_map(&mut self, _: &mut K, _: &Arc<Shape>, _: Gaps<'_>, _: K) -> Result<()> {
        Self::refuse()
    }

    fn keyed_map(&mut self, _: usize) -> Result<K> {
        Self::refuse()
    }

    fn keyed(&mut self, _: &mut K, _: KeyRef<'_>) -> Result<()> {
        Self::refuse()
    }

    fn end_keyed_map(&mut self, _: &mut K, _: K) -> Result<()> {
        Self::refuse()
    }

    fn open_map(&mut self, _: Option<&Arc<str>>, _: usize) -> Result<K> {
        Self::refuse()
    }

    fn keep(&mut self, _: &mut K, _: &[usize]) -> Result<()> {
        Self::refuse()
    }

    fn typed(&mut self, _: &Arc<str>) -> Result<K> {
        Self::refuse()
    }

    fn end_typed(&mut self, _: &mut K, _: &Arc<str>, _: K) -> Result<()> {
        Self::refuse()
    }

    fn shared(&mut self, _: u64, _: bool) -> Result<K> {
        Self::refuse()
    }

    fn end_shared(&mut self, _: &mut K, _: u64, _: bool, _: K) -> Result<()> {
        Self::refuse()
    }

    fn kind(&mut self, _: &mut K, _: &Kind) -> Result<()> {
        Self::refuse()
    }
}

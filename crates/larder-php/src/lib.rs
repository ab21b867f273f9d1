//! The Larder format for PHP: an extension that replaces igbinary, msgpack and `serialize` where a
//! cache keeps values.
//!
//! `larder.stub.php` is what PHP sees. Inside, a value goes `zval → walk → writer → bytes` and
//! `bytes → reader → builder → zval`: the library reads and writes the formats, [`zend`] knows the
//! engine. Nothing outside of [`zend`] is unsafe.

mod session_text;
mod zend;

//! Redis as people run it: one server, a Unix socket, TLS, Sentinel, a cluster (docs/REDIS.md).
//!
//! A [`Target`] says where a Redis is and as whom it is used; [`Target::connect`] gives a
//! [`Connection`], which runs commands wherever their keys are. A cluster's masters are scanned one
//! by one: [`Connection::masters`] and [`Connection::scan`].

mod bridge;
mod connection;
mod elements;
mod error;
mod keys;
mod target;
mod tls;

pub use self::bridge::Bridge;
pub use self::connection::{Connection, Node, answer};
pub use self::elements::{Element, each_value, elements};
pub use self::error::{is_broken, is_withheld};
pub use self::keys::{KeyType, Keys};
pub use self::target::{
    PASSWORD_VARIABLE, SENTINEL_PASSWORD_VARIABLE, Target, is_url, without_secrets,
};
pub use self::tls::TlsArgs;

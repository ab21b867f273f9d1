//! All codecs of the native runtime.

use anyhow::Result;
use larder::format::Format;
use larder::{Level, Value};

use super::codec::Codec;
use super::larder::{foreign, learned, self_contained};
use super::rivals::json::Json;
use super::rivals::msgpack::MsgPack;
use super::rivals::msgpack_zstd::MsgPackZstd;

/// What is known about a codec before it is made.
pub struct About {
    /// The name on the command line.
    pub id: &'static str,
    /// The library that does the work.
    pub library: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Whether it learns from values first.
    pub learns: bool,
    /// Makes it; the argument is the values to learn from.
    pub make: fn(&[Value]) -> Result<Box<dyn Codec>>,
}

const LARDER: &str = "larder";
const LARDER_VERSION: &str = env!("CARGO_PKG_VERSION");

/// All codecs. The versions of other libraries are those in Cargo.lock, where the build script
/// reads them.
pub const ALL: [About; 13] = [
    About {
        id: "json",
        library: "serde_json",
        version: env!("LARDER_SERDE_JSON_VERSION"),
        learns: false,
        make: |_| Ok(Box::new(Json::default())),
    },
    About {
        id: "msgpack",
        library: "hand-written",
        version: LARDER_VERSION,
        learns: false,
        make: |_| Ok(Box::new(MsgPack::default())),
    },
    About {
        id: "msgpack-zstd-dict",
        library: "hand-written, zstd",
        version: env!("LARDER_ZSTD_VERSION"),
        learns: true,
        make: |samples| Ok(Box::new(MsgPackZstd::learn(samples)?)),
    },
    About {
        id: "php",
        library: LARDER,
        version: LARDER_VERSION,
        learns: false,
        make: |_| foreign(Format::Php),
    },
    About {
        id: "igbinary",
        library: LARDER,
        version: LARDER_VERSION,
        learns: false,
        make: |_| foreign(Format::Igbinary),
    },
    About {
        id: "hprose",
        library: LARDER,
        version: LARDER_VERSION,
        learns: false,
        make: |_| foreign(Format::Hprose),
    },
    About {
        id: "cbor",
        library: LARDER,
        version: LARDER_VERSION,
        learns: false,
        make: |_| foreign(Format::Cbor),
    },
    About {
        id: "larder-fast",
        library: LARDER,
        version: LARDER_VERSION,
        learns: false,
        make: |_| Ok(self_contained(Level::Fast)),
    },
    About {
        id: "larder",
        library: LARDER,
        version: LARDER_VERSION,
        learns: false,
        make: |_| Ok(self_contained(Level::Balanced)),
    },
    About {
        id: "larder-small",
        library: LARDER,
        version: LARDER_VERSION,
        learns: false,
        make: |_| Ok(self_contained(Level::Small)),
    },
    About {
        id: "larder-profile-fast",
        library: LARDER,
        version: LARDER_VERSION,
        learns: true,
        make: |samples| learned(Level::Fast, samples),
    },
    About {
        id: "larder-profile",
        library: LARDER,
        version: LARDER_VERSION,
        learns: true,
        make: |samples| learned(Level::Balanced, samples),
    },
    About {
        id: "larder-profile-small",
        library: LARDER,
        version: LARDER_VERSION,
        learns: true,
        make: |samples| learned(Level::Small, samples),
    },
];

//! What PHP calls. May use all folders beside it.
//!
//! Inside: `profile` ← `options`; with `stats` ← `settings`, `state`; with `scalars` ← `coding`;
//! with `kept` ← `functions`, `session` ← `entry` ← `module`.

pub mod coding;
pub mod entry;
pub mod functions;
pub mod kept;
pub mod module;
pub mod options;
pub mod profile;
pub mod scalars;
pub mod session;
pub mod settings;
pub mod state;
pub mod stats;

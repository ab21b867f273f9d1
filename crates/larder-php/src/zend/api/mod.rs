//! What PHP calls. May use all folders beside it.
//!
//! Inside: `profile` ← `options` ← `settings`, `state`; with `scalars` ← `coding` ← `functions`,
//! `session` ← `entry` ← `module`.

pub mod coding;
pub mod entry;
pub mod functions;
pub mod module;
pub mod options;
pub mod profile;
pub mod scalars;
pub mod session;
pub mod settings;
pub mod state;

//! What a switch did: one document, which is printed or written as JSON.

use serde::Serialize;

use super::counts::Counts;
use super::plan::Asked;

/// Why a switch ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// It went over all keys.
    Finished,
    /// The user stopped it.
    Interrupted,
    /// An error stopped it.
    Failed,
}

/// The result of a switch.
#[derive(Serialize)]
pub struct SwitchDocument {
    pub redis: String,
    #[serde(flatten)]
    pub asked: Asked,
    pub is_dry_run: bool,
    /// How the server compares and sets; `None` if there was nothing to replace.
    pub way: Option<String>,
    pub end: End,
    #[serde(flatten)]
    pub counts: Counts,
    /// How many values failed, for all that the server said.
    pub failed: u64,
    pub passes: u32,
    pub seconds: f64,
}

impl SwitchDocument {
    /// Whether nothing is left that should have been switched.
    pub fn is_clean(&self) -> bool {
        self.end == End::Finished
            && self.counts.refused.is_empty()
            && self.counts.left.as_ref().is_some_and(|left| left.count == 0)
    }
}

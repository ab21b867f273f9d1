//! What a switch did: one document, which is printed or written as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::counts::{Counts, Noted};
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
    pub way: Option<&'static str>,
    pub end: End,
    pub switched: u64,
    pub already: u64,
    pub changed_meanwhile: u64,
    pub gone: u64,
    pub withheld: u64,
    pub moved: u64,
    pub kept: BTreeMap<String, Noted>,
    pub refused: BTreeMap<String, Noted>,
    pub failed: u64,
    pub failures: BTreeMap<String, Noted>,
    /// Values that the last pass found to be switched, and did not switch; `None` if no pass after
    /// the last replacing one looked.
    pub left: Option<Noted>,
    pub proven: u64,
    pub bytes_before: u64,
    pub bytes_after: u64,
    pub passes: u32,
    pub seconds: f64,
}

impl SwitchDocument {
    pub fn new(
        redis: String,
        asked: Asked,
        way: Option<&'static str>,
        end: End,
        counts: Counts,
        passes: u32,
        seconds: f64,
    ) -> Self {
        Self {
            redis,
            asked,
            is_dry_run: false,
            way,
            end,
            failed: counts.failed(),
            switched: counts.switched,
            already: counts.already,
            changed_meanwhile: counts.changed_meanwhile,
            gone: counts.gone,
            withheld: counts.withheld,
            moved: counts.moved,
            kept: counts.kept,
            refused: counts.refused,
            failures: counts.failures,
            left: counts.left,
            proven: counts.proven,
            bytes_before: counts.bytes_before,
            bytes_after: counts.bytes_after,
            passes,
            seconds: (seconds * 1000.0).round() / 1000.0,
        }
    }

    /// Whether nothing is left that should have been switched.
    pub fn is_clean(&self) -> bool {
        self.end == End::Finished
            && self.refused.is_empty()
            && self.left.as_ref().is_some_and(|left| left.count == 0)
    }
}

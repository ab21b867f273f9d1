//! Everything that a comparison found: what `--json` writes, and what tables and report show.

use serde::Serialize;

use super::plan::ComparePlan;
use super::row::CompareRow;
use super::verdict::CompareVerdict;
use crate::machine::Machine;

#[derive(Serialize)]
pub struct CompareDocument {
    /// The version of this command.
    pub larder: &'static str,
    /// RFC 3339, UTC.
    pub created: String,
    pub command: String,
    pub machine: Machine,
    pub plan: ComparePlan,
    pub datasets: Vec<DatasetSummary>,
    pub rows: Vec<CompareRow>,
    pub verdicts: Vec<CompareVerdict>,
}

/// What codecs were compared on.
#[derive(Serialize)]
pub struct DatasetSummary {
    pub id: String,
    pub about: String,
    pub values: usize,
    pub distinct: usize,
    pub json_bytes_mean: f64,
    pub notes: Vec<String>,
}

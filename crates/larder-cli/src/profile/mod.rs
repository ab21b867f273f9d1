//! `larder train` and `larder profile`.
//!
//! `learn` reads values and learns a profile; `train` shows what it gains, writes and publishes it;
//! `watch` does so again and again. `usage` finds the values that need a profile, and `retire`
//! removes those that no value needs.

mod classes;
mod learn;
mod level;
mod list;
mod publish;
mod retire;
mod show;
mod train;
mod usage;
mod watch;

use anyhow::Result;

pub use self::list::list;
pub use self::publish::{current, publish};
pub use self::retire::run as retire;
pub use self::show::show;
use crate::cli::TrainArgs;

/// `larder train`. Returns the exit code.
pub fn train(args: &TrainArgs) -> Result<u8> {
    match &args.watch {
        Some(name) => watch::run(args, name),
        None => train::run(args),
    }
}

//! Progress on standard error while something takes time, if standard error is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::terminal::safe;

/// Which round of `rounds` this is, in words after others; empty if there is only one.
pub fn place_of(round: u32, rounds: u32) -> String {
    if rounds == 1 { String::new() } else { format!(" · round {round} of {rounds}") }
}

/// Makes progress bars; one shows at a time.
pub struct Progress;

impl Progress {
    /// A bar of `total` steps.
    pub fn count(&self, what: &str, total: usize) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr());
        bar.set_style(
            ProgressStyle::with_template("{msg:48!} {bar:24} {pos}/{len}  {elapsed}  left {eta}")
                .expect("a valid template"),
        );
        bar.set_message(safe(what).into_owned());
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }

    /// A count of `units`, whose total is unknown.
    pub fn open(&self, what: &str, units: &str) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.set_style(
            ProgressStyle::with_template(&format!("{{msg}} {{human_pos}} {units}  {{elapsed}}"))
                .expect("a valid template"),
        );
        bar.set_message(safe(what).into_owned());
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }

    /// A bar of parts, whose message has the numbers.
    pub fn parts(&self, parts: u64) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(Some(parts), ProgressDrawTarget::stderr());
        bar.set_style(
            ProgressStyle::with_template("{bar:16} {percent:>3} % {wide_msg}")
                .expect("a valid template"),
        );
        bar.enable_steady_tick(Duration::from_millis(250));
        bar
    }
}

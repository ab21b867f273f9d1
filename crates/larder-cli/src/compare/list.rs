//! `larder compare --list`: the datasets, and the codecs of each runtime.

use std::io::{self, Write};

use crate::runner::Runtimes;
use crate::table::counted;

pub fn write(out: &mut impl Write, runtimes: &Runtimes) -> io::Result<()> {
    for (heading, datasets) in [
        ("Datasets", larder_datasets::all()),
        ("\nDatasets of one shape each", larder_datasets::shapes()),
    ] {
        writeln!(out, "{heading}")?;
        for dataset in datasets {
            let values = counted(dataset.default_count(), "value", "values");
            writeln!(out, "  {:<14} {values:>13}  {}", dataset.id, dataset.about)?;
        }
    }
    for found in &runtimes.found {
        writeln!(out, "\nCodecs of {} ({})", found.runtime.id(), found.version)?;
        for codec in &found.codecs {
            let library = codec.library_and_version();
            let rest = if codec.default { "" } else { " (with --codec all)" };
            match &codec.why {
                Some(why) if !codec.available => {
                    writeln!(out, "  {:<20} not available: {why}", codec.id)?
                }
                _ => writeln!(out, "  {:<20} {library}{rest}", codec.id)?,
            }
        }
    }
    for (runtime, why) in &runtimes.missing {
        writeln!(out, "\nCodecs of {}: not available: {why}", runtime.id())?;
    }
    Ok(())
}

//! Man pages and completions, made of the flags in `cli`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::failure;

/// Writes them where the system looks for them, with `share` for its `/usr/share`.
pub fn write(share: &Path) -> Result<u8> {
    let folder = |name: &str| {
        let path = share.join(name);
        fs::create_dir_all(&path).with_context(|| format!("cannot create {}", path.display()))?;
        anyhow::Ok(path)
    };
    clap_mangen::generate_to(Cli::command(), folder("man/man1")?)?;
    let mut command = Cli::command();
    for (shell, place) in [
        (Shell::Bash, "bash-completion/completions/larder"),
        (Shell::Zsh, "zsh/site-functions/_larder"),
        (Shell::Fish, "fish/vendor_completions.d/larder.fish"),
    ] {
        let path = share.join(place);
        folder(place.rsplit_once('/').expect("in a folder").0)?;
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut command, "larder", &mut text);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(failure::OK)
}

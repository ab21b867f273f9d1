//! Writes results to files, or to standard output where the file is called `-`.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::failure::Usage;
use crate::terminal::{Out, json_out, raw_out};

pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Fails if the file could not be written: before hours of measuring.
pub fn prove(path: &Path) -> Result<()> {
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if is_standard(path) || (folder.is_dir() && !path.is_dir()) {
        return Ok(());
    }
    let why = if path.is_dir() {
        "it is a folder".to_owned()
    } else {
        format!("there is no folder {}", folder.display())
    };
    Err(Usage(format!("cannot write {}: {why}", path.display())).into())
}

/// Writes the text that `content` writes.
pub fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    if is_standard(path) {
        return content(&mut Out::lock());
    }
    let written = fs::File::create(path).map_err(anyhow::Error::from).and_then(|file| {
        let mut out = io::BufWriter::new(file);
        content(&mut out)?;
        Ok(out.flush()?)
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes `document` as indented JSON.
pub fn write_json(path: &Path, document: &impl Serialize) -> Result<()> {
    let content = |out: &mut dyn Write| {
        serde_json::to_writer_pretty(&mut *out, document).map_err(io::Error::from)?;
        Ok(writeln!(out)?)
    };
    if is_standard(path) { content(&mut json_out()) } else { write(path, content) }
}

/// Writes a whole file, or nothing. Standard output keeps what was written before an error.
pub fn write_whole(path: &Path, content: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    if is_standard(path) {
        let mut out = io::BufWriter::new(raw_out());
        let written = content(&mut out);
        out.flush()?;
        return written;
    }
    let cannot = || format!("cannot write {}", path.display());
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // By default, only the owner may read a temporary file. These are the permissions of any new
    // file, which the user's umask narrows.
    let new_file =
        tempfile::Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder);
    let mut out = io::BufWriter::new(new_file.with_context(cannot)?);
    content(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error).with_context(cannot)?;
    file.persist(path).map_err(|error| error.error).with_context(cannot)?;
    Ok(())
}

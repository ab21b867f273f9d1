//! Nothing that PHP can call is outside of the guard against panics: the macro of
//! `src/zend/engine/guard.rs` makes it all.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the sources are here") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("sources are UTF-8");
            found.push((path, text));
        }
    }
    found
}

fn source(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn no_function_for_c_is_made_elsewhere() {
    let mut made = Vec::new();
    for (path, text) in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        for (at, _) in text.match_indices("extern \"C\" fn") {
            // `extern "C" fn(…)` is a type: what C offers, or what it asks for.
            if !text[at..].starts_with("extern \"C\" fn(") {
                made.push(path.file_name().expect("a file's").to_string_lossy().into_owned());
            }
        }
    }
    assert_eq!(made, ["guard.rs"], "all functions for C are made by the one macro of guard.rs");
}

#[test]
fn all_that_the_stub_declares_is_an_entry() {
    let module = source("src/zend/api/module.rs");
    let entries = source("src/zend/api/entry.rs");
    let declared: BTreeSet<String> = source("larder.stub.php")
        .split("function ")
        .skip(1)
        .filter_map(|rest| rest.split_once('(').map(|(name, _)| name.to_owned()))
        .filter(|name| name.chars().all(|char| char.is_ascii_alphanumeric() || char == '_'))
        .collect();
    let mut registered = BTreeSet::new();
    for part in module.split("Some(c\"").skip(1) {
        let (name, rest) = part.split_once("\"),").unwrap_or((part, ""));
        let handler = rest.trim_start().split(',').next().unwrap_or_default();
        if let Some(entry) = handler.strip_prefix("entry::") {
            assert!(
                entries.contains(&format!("\n    {entry}(")),
                "{name} is registered as {handler}, which is no entry"
            );
            let name = name.rsplit('\\').next().unwrap_or(name);
            registered.insert(name.to_owned());
        }
    }
    assert!(declared.len() >= 6, "the stub declares {declared:?}");
    assert_eq!(registered, declared);
}

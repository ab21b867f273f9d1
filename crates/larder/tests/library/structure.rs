//! In each crate data flows one way: no module reaches itself through what it imports.
//!
//! `structure/modules.rs` says what a module is and what counts as an import.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use modules::Modules;

mod modules;

/// What `larder` is built of, the lowest first: no module imports one of a line below its own.
const LARDER_LAYERS: &[&[&str]] = &[
    &["error", "kind", "shape", "value", "limits", "source", "builder", "compression"],
    &["format"],
    &["detect", "train"],
];

#[test]
fn larder_has_no_circle() {
    check("crates/larder/src/lib.rs");
}

#[test]
fn larder_cli_has_no_circle() {
    check("crates/larder-cli/src/main.rs");
}

#[test]
fn larder_php_has_no_circle() {
    check("crates/larder-php/src/lib.rs");
}

#[test]
fn the_datasets_have_no_circle() {
    check("lab/datasets/src/lib.rs");
}

#[test]
fn the_fuzz_targets_have_no_circle() {
    check("fuzz/src/lib.rs");
}

#[test]
fn no_layer_of_larder_imports_one_above_it() {
    let modules = modules_of("crates/larder/src/lib.rs");
    let layers: BTreeSet<&str> = LARDER_LAYERS.concat().into_iter().collect();
    assert_eq!(modules.below(""), layers, "each module of the crate is in one layer");
    for (at, layer) in LARDER_LAYERS.iter().enumerate() {
        let above = LARDER_LAYERS[at + 1..].concat();
        for (from, to) in layer.iter().flat_map(|from| above.iter().map(move |to| (from, to))) {
            let arrows = modules.arrows(from, to);
            assert!(arrows.is_empty(), "{from} may not import {to}:\n{}", arrows.join("\n"));
        }
    }
}

#[test]
fn no_format_imports_another_nor_does_what_they_share() {
    const FORMATS: &[&str] =
        &["cbor", "hessian", "hprose", "jdk", "json", "larder", "msgpack", "php", "pickle"];
    let modules = modules_of("crates/larder/src/lib.rs");
    let within = modules.below("format");
    assert!(FORMATS.iter().all(|format| within.contains(format)), "{within:?}");
    for (from, to) in within.iter().flat_map(|from| FORMATS.iter().map(move |to| (from, to))) {
        if from != to {
            let arrows = modules.arrows(&format!("format::{from}"), &format!("format::{to}"));
            assert!(arrows.is_empty(), "{from} may not import {to}:\n{}", arrows.join("\n"));
        }
    }
}

#[test]
fn a_circle_through_a_re_export_is_found() {
    let circle = "a/mod.rs a/one.rs b.rs";
    let files = [
        ("lib.rs", "mod a;\nmod b;\npub use a::One;"),
        ("a/mod.rs", "mod one;\npub use self::one::One;\npub fn all() -> One { one::one() }"),
        ("a/one.rs", "pub struct One;\npub fn one() -> One { crate::b::two() }"),
        ("b.rs", "// use crate::text;\npub fn two() -> crate::One { super::a::all() }"),
    ];
    assert_eq!(circles_of("re_export", &files), [circle]);
}

#[test]
fn declarations_tests_comments_and_texts_are_no_imports() {
    let files = [
        ("lib.rs", "mod a;\nmod b;"),
        ("a/mod.rs", "mod one;\nmod two { pub const TWO: char = '\"'; }\npub struct All;"),
        (
            "a/one.rs",
            "use super::All;\n/* crate::b /* nested */ */\nconst TEXT: &str = r#\"crate::b\"#;",
        ),
        ("b.rs", "use crate::a::All;\n#[cfg(test)]\nmod tests {\n    use crate::a::one;\n}"),
    ];
    assert_eq!(circles_of("no_import", &files), [""; 0]);
}

/// Each circle of a crate made of these files, which are written to a folder of this name.
fn circles_of(name: &str, files: &[(&str, &str)]) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (file, text) in files {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    let modules = Modules::read(&folder.join("lib.rs"));
    modules
        .circles()
        .iter()
        .map(|circle| Vec::from_iter(circle.iter().copied()).join(" "))
        .collect()
}

fn modules_of(root: &str) -> Modules {
    Modules::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(root))
}

fn check(root: &str) {
    let modules = modules_of(root);
    let report: String = modules.circles().iter().map(|circle| modules.describe(circle)).collect();
    assert!(report.is_empty(), "{root}: cut one import of each circle\n{report}");
}

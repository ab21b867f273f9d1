//! Tells the native runner which versions of its libraries are built in, from the lock file.

use std::{env, fs, path::Path};

fn main() {
    let manifest = env::var("CARGO_MANIFEST_DIR").expect("set by Cargo");
    let lock = Path::new(&manifest).join("../../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    let text = fs::read_to_string(&lock).expect("Cargo.lock stands at the root of the workspace");
    for package in ["serde_json", "zstd"] {
        let version = text
            .split("[[package]]")
            .find_map(|entry| {
                entry
                    .split_once(&format!("name = \"{package}\"\nversion = \""))?
                    .1
                    .split('"')
                    .next()
            })
            .unwrap_or_else(|| panic!("Cargo.lock pins {package}"));
        println!(
            "cargo::rustc-env=LARDER_{}_VERSION={version}",
            package.to_uppercase().replace('-', "_")
        );
    }
}

//! Tells the native runner which versions of its libraries are built in, from the lock file.

use std::{env, fs, path::Path};

fn main() {
    let manifest = env::var("CARGO_MANIFEST_DIR").expect("set by Cargo");
    // A package from a registry has its own; in the workspace it stands at the root.
    let lock = ["Cargo.lock", "../../Cargo.lock"]
        .map(|lock| Path::new(&manifest).join(lock))
        .into_iter()
        .find(|lock| lock.exists())
        .expect("Cargo puts Cargo.lock into the package of a program");
    println!("cargo::rerun-if-changed={}", lock.display());
    let text = fs::read_to_string(&lock).expect("Cargo.lock can be read");
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

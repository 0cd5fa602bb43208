//! Puts the files of `kits/` into the library: what people start from needs no other file of ours.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folders that are parts of kits.
const FOLDERS: &[&str] = &["templates", "quinte/java", "quinte/python", "quinte/rust"];
/// What is made when a kit is built or run.
const MADE: &[&str] = &["classes", "doc", "target", "build", "__pycache__", "Cargo.lock"];

fn main() {
    let kits =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says it")).join("../../kits");
    let kits = kits.canonicalize().expect("the folder kits");
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo::rerun-if-changed={}", kits.join(folder).display());
        list(&kits.join(folder), &mut files);
    }
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&kits).expect("a file of kits").to_string_lossy();
        writeln!(table, "    ({name:?}, include_str!({file:?})),").expect("a string takes all");
    }
    table.push_str("]\n");
    let out = Path::new(&env::var("OUT_DIR").expect("cargo says it")).join("files.rs");
    fs::write(out, table).expect("the table of files");
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of kits").flatten() {
        let path = entry.path();
        if MADE.iter().any(|made| entry.file_name() == *made) {
            continue;
        }
        match path.is_dir() {
            true => list(&path, files),
            false => files.push(path),
        }
    }
}

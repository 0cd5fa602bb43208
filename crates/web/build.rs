//! Makes the list of the pages in `docs/`, which are part of the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};

fn main() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut files = Vec::new();
    collect(&docs, &mut files);
    files.sort();
    let mut list = "&[\n".to_owned();
    for file in files {
        let name = file.strip_prefix(&docs).expect("it was found there").to_string_lossy();
        let _ = writeln!(list, "({name:?}, include_bytes!({:?})),", file.display());
    }
    list.push(']');
    let out = std::env::var_os("OUT_DIR").expect("cargo says where");
    std::fs::write(Path::new(&out).join("docs.rs"), list).expect("the list can be written");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in std::fs::read_dir(folder).expect("docs/ is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|kind| kind == "md" || kind == "svg") {
            files.push(path);
        }
    }
}

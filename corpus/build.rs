//! Writes the list of the corpus's files, so that they come with the program.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What belongs to the corpus, beside the crate that embeds it.
const DIRECTORIES: &[&str] = &["cards", "rulings", "schema"];

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    for entry in fs::read_dir(&root)? {
        let path = entry?.path();
        if path.is_file() && is_data(&path) {
            files.push(path);
        }
    }
    for directory in DIRECTORIES {
        // A directory that is not there yet is looked for again: Cargo reruns when the path comes to exist.
        println!("cargo::rerun-if-changed={directory}");
        let directory = root.join(directory);
        if directory.is_dir() {
            collect(&directory, &mut files)?;
        }
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&root)?.to_str().ok_or("a file name is not UTF-8")?.replace('\\', "/");
        println!("cargo::rerun-if-changed={name}");
        writeln!(
            list,
            "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?}))),",
            format!("/{name}")
        )?;
    }
    list.push_str("]\n");
    // A file added beside the manifest is noticed by these two names only; the others lie in directories.
    for name in ["rules.yaml", "formats.yaml", "README.md"] {
        println!("cargo::rerun-if-changed={name}");
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("files.rs"), list)?;
    Ok(())
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if is_data(&path) {
            files.push(path);
        }
    }
    Ok(())
}

fn is_data(path: &Path) -> bool {
    matches!(path.extension().and_then(|e| e.to_str()), Some("yaml" | "json" | "md"))
}

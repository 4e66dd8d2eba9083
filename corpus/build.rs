//! Writes the list of the corpus's files, so that they come with the program.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What belongs to the corpus, beside the files at its root.
const DIRECTORIES: &[&str] = &["cards", "rulings", "schema", "scoreboards"];

fn main() -> Result<(), Box<dyn Error>> {
    // A directory stands for everything in it, files yet to be added among them.
    println!("cargo::rerun-if-changed=.");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut files = Vec::new();
    for entry in fs::read_dir(&root)? {
        let path = entry?.path();
        if path.is_file() && is_data(&path) {
            files.push(path);
        }
    }
    for directory in DIRECTORIES.iter().map(|name| root.join(name)) {
        if directory.is_dir() {
            collect(&directory, &mut files)?;
        }
    }
    let mut names = Vec::new();
    for file in &files {
        let name = file.strip_prefix(&root)?.to_str().ok_or("a file name is not UTF-8")?;
        names.push(name.replace('\\', "/"));
    }
    names.sort();
    let mut list = String::from("&[\n");
    for name in names {
        writeln!(
            list,
            "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?}))),",
            format!("/{name}")
        )?;
    }
    list.push_str("]\n");
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

/// Files of the corpus, but none that an editor keeps beside them.
fn is_data(path: &Path) -> bool {
    let hidden = path.file_name().and_then(|name| name.to_str()).is_none_or(|name| name.starts_with('.'));
    !hidden && matches!(path.extension().and_then(|e| e.to_str()), Some("yaml" | "json" | "md"))
}

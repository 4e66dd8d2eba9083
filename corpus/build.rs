//! Writes the list of the corpus's files, so that they come with the program. While it is being developed they are read
//! where they lie: then a changed ruling has nothing compiled anew.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

#[path = "src/tree.rs"]
mod tree;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rustc-check-cfg=cfg(embedded)");
    // Where there are no folders to read them in, as in a browser, they are always there.
    let has_folders = env::var("CARGO_CFG_TARGET_FAMILY").unwrap_or_default() != "wasm";
    if env::var("PROFILE")? == "debug" && has_folders {
        println!("cargo::rerun-if-changed=build.rs");
        return Ok(());
    }
    println!("cargo::rustc-cfg=embedded");
    // A directory stands for everything in it, files yet to be added among them.
    println!("cargo::rerun-if-changed=.");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut list = String::from("&[\n");
    for (name, path) in tree::files(&root)? {
        writeln!(list, "    ({name:?}, include_str!({path:?})),")?;
    }
    list.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("files.rs"), list)?;
    Ok(())
}

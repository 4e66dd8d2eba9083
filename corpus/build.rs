//! Writes the corpus's files one behind the other, and a list of them, so that they come with the program. While it is being developed they are read
//! where they lie: then a changed ruling has nothing compiled anew.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

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
    let (mut list, mut texts) = (String::new(), String::new());
    for (name, path) in tree::files(&root)? {
        let text = fs::read_to_string(path)?;
        writeln!(list, "{name} {}", text.len())?;
        texts.push_str(&text);
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("list.txt"), list)?;
    fs::write(out.join("texts.txt"), texts)?;
    Ok(())
}

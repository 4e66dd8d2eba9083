//! Packs the corpus's files, some together, and writes a list of them, so that they come with the program; which rules rulings name is packed
//! once more by itself. While it is being developed they are read where they lie: then a changed ruling has nothing compiled anew.

use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use miniz_oxide::deflate::compress_to_vec;

#[path = "src/tree.rs"]
mod tree;

/// How many bytes of files are packed together, unless one has more: packed alone they would be twice as large, and more together take longer to
/// unpack for one of them.
const TOGETHER: usize = 1 << 15;
/// The best packing there is.
const LEVEL: u8 = 10;

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
    let (mut list, mut packs) = (String::new(), Vec::new());
    let (mut files, mut texts, mut rules) = (String::new(), String::new(), String::new());
    let mut pack = |files: &mut String, texts: &mut String| {
        let packed = compress_to_vec(texts.as_bytes(), LEVEL);
        let written = write!(list, "{}\n{files}", packed.len());
        packs.extend(packed);
        files.clear();
        texts.clear();
        written
    };
    for (name, path) in tree::files(&root)? {
        let text = fs::read_to_string(path)?;
        if !texts.is_empty() && texts.len() + text.len() > TOGETHER {
            pack(&mut files, &mut texts)?;
        }
        writeln!(files, "{}\t{name}\t{}", text.len(), text.lines().next().unwrap_or_default())?;
        texts.push_str(&text);
        if name.starts_with("rulings/") {
            let line = text.lines().find(|line| line.starts_with("rules:"));
            writeln!(rules, "{}", line.unwrap_or_default())?;
        }
    }
    pack(&mut files, &mut texts)?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("list.txt"), list)?;
    fs::write(out.join("packs"), packs)?;
    fs::write(out.join("rules"), compress_to_vec(rules.as_bytes(), LEVEL))?;
    Ok(())
}

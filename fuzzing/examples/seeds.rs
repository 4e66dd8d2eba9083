//! Writes the seeds of every target, from the corpus: `cargo run -p segoc-fuzzing --example seeds -- fuzz/corpus`.

use std::path::Path;
use std::{fs, io};

use segoc_fuzzing::TARGETS;

fn main() -> io::Result<()> {
    let into = std::env::args().nth(1).unwrap_or_else(|| "fuzz/corpus".to_owned());
    for target in &TARGETS {
        let folder = Path::new(&into).join(target.name);
        fs::create_dir_all(&folder)?;
        let seeds = (target.seeds)();
        for (i, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{i:04}")), seed)?;
        }
        println!("{}: {} seeds", folder.display(), seeds.len());
    }
    Ok(())
}

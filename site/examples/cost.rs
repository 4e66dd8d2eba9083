//! What the pages cost beside explaining: every page of the corpus, and every ruling told in every format, on one core.
//!
//! `cargo run --release -p segoc-site --example cost`

use std::time::Instant;

use segoc_format::diagnostic::Diagnostics;
use segoc_runner::Corpus;
use segoc_runner::explain::json;
use segoc_runner::telling::play;
use segoc_site::Site;

fn main() -> Result<(), Diagnostics> {
    let corpus = Corpus::embedded()?;
    let start = Instant::now();
    let mut told = 0;
    for name in corpus.ruling_names() {
        let ruling = corpus.ruling(name)?;
        for format in &ruling.formats {
            told += json(&play(&corpus, &ruling, format)?.tale_with(&corpus, Vec::new())?).len();
        }
    }
    let explained = start.elapsed();
    println!("explained: {} KB, {:.2} s", told / 1024, explained.as_secs_f64());
    let start = Instant::now();
    let site = Site::new(&corpus, None)?;
    let mut bytes = 0;
    for path in site.paths() {
        bytes += site.page(&path)?.unwrap_or_default().len();
    }
    let written = start.elapsed();
    println!("pages: {} KB, {:.2} s", bytes / 1024, written.as_secs_f64());
    println!("the pages cost {:.2} times as much", written.as_secs_f64() / explained.as_secs_f64());
    Ok(())
}

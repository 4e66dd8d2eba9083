//! The corpus of segoc, embedded: rulings of the Yu-Gi-Oh! card game, the cards they need, the rules that decide them and
//! the formats they hold in, as YAML.
//!
//! This crate is data only; the pages about it and the schemas for editors are not embedded. The crate `segoc-runner` reads it and runs it against an engine.
//!
//! ```
//! let (path, text) = segoc_corpus::files().iter().find(|(path, _)| *path == "formats.yaml").unwrap();
//! assert!(text.contains("goat:"), "{path}");
//! ```
//!
//! A program built for release, or for WebAssembly, carries the files; another one built for development reads them in the folder of this
//! crate, on first use, so that a changed ruling has nothing compiled anew.

#[cfg(not(embedded))]
mod tree;

use std::sync::LazyLock;

/// The version of the corpus.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Every file of the corpus: its path below the corpus's root, with `/`, and its text. Sorted by path. None if they are not embedded and
/// the folder is no longer where this program was built.
#[must_use]
pub fn files() -> &'static [(&'static str, &'static str)] {
    static FILES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(all);
    &FILES
}

/// Cuts the texts apart; the list says how long each is.
#[cfg(embedded)]
fn all() -> Vec<(&'static str, &'static str)> {
    let mut texts = include_str!(concat!(env!("OUT_DIR"), "/texts.txt"));
    let listed = include_str!(concat!(env!("OUT_DIR"), "/list.txt")).lines().filter_map(|line| line.rsplit_once(' '));
    let files = listed.map_while(|(name, length)| {
        let (text, rest) = texts.split_at_checked(length.parse().ok()?)?;
        texts = rest;
        Some((name, text))
    });
    files.collect()
}

#[cfg(not(embedded))]
fn all() -> Vec<(&'static str, &'static str)> {
    let found = tree::files(std::path::Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_or_default();
    let read = found.into_iter().filter_map(|(name, path)| Some((name, std::fs::read_to_string(path).ok()?)));
    read.map(|(name, text)| (&*name.leak(), &*text.leak())).collect()
}

/// The text of a file, by its path below the corpus's root.
#[must_use]
pub fn file(path: &str) -> Option<&'static str> {
    let files = files();
    files.binary_search_by(|(other, _)| (*other).cmp(path)).ok().map(|i| files[i].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_path() {
        assert!(files().is_sorted_by(|a, b| a.0 < b.0));
        assert!(file("rules.yaml").is_some_and(|text| text.contains("families:")));
        assert!(files().iter().any(|(path, _)| path.starts_with("rulings/segoc/")));
        assert!(file("statements.yaml").is_some_and(|last| last.ends_with('\n')));
        assert_eq!(file("no such file"), None);
        assert_eq!(file("Cargo.toml"), None);
    }
}

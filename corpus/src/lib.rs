//! The corpus of segoc, embedded: rulings of the Yu-Gi-Oh! card game, the cards they need, the rules that decide them and
//! the formats they hold in, as YAML.
//!
//! This crate is data only. The crate `segoc-runner` reads it and runs it against an engine.
//!
//! ```
//! let (path, text) = segoc_corpus::FILES.iter().find(|(path, _)| *path == "formats.yaml").unwrap();
//! assert!(text.contains("goat:"), "{path}");
//! ```

/// Every file of the corpus: its path below the corpus's root, with `/`, and its text. Sorted by path.
pub static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The version of the corpus.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The text of a file, by its path below the corpus's root.
#[must_use]
pub fn file(path: &str) -> Option<&'static str> {
    FILES.binary_search_by(|(other, _)| (*other).cmp(path)).ok().map(|i| FILES[i].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_path() {
        assert!(FILES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(file("rules.yaml").is_some_and(|text| text.contains("families:")));
        assert_eq!(file("no such file"), None);
    }
}

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

/// The version of the corpus.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Every file of the corpus: its path below the corpus's root, with `/`, and its text. Sorted by path.
#[cfg(embedded)]
#[must_use]
pub fn files() -> &'static [(&'static str, &'static str)] {
    include!(concat!(env!("OUT_DIR"), "/files.rs"))
}

/// Every file of the corpus: its path below the corpus's root, with `/`, and its text. Sorted by path. None if the folder is
/// no longer where this program was built.
#[cfg(not(embedded))]
#[must_use]
pub fn files() -> &'static [(&'static str, &'static str)] {
    use std::path::Path;
    use std::sync::LazyLock;

    static FILES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
        let found = tree::files(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_or_default();
        let read = found.into_iter().filter_map(|(name, path)| Some((name, std::fs::read_to_string(path).ok()?)));
        read.map(|(name, text)| (&*name.leak(), &*text.leak())).collect()
    });
    &FILES
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
        assert_eq!(file("no such file"), None);
        assert_eq!(file("Cargo.toml"), None);
    }
}

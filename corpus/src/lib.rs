//! The corpus of segoc, embedded: rulings of the Yu-Gi-Oh! card game, the cards they need, the rules that decide them and
//! the formats they hold in, as YAML.
//!
//! This crate is data only; the pages about it and the schemas for editors are not embedded. The crate `segoc-runner` reads it and runs it against an engine.
//!
//! ```
//! let formats = segoc_corpus::file("formats.yaml").unwrap();
//! assert!(formats.contains("goat:"));
//! ```
//!
//! A program built for release, or for WebAssembly, carries the files, packed; another one built for development reads them in the folder of this
//! crate, so that a changed ruling has nothing compiled anew. Either way a file is read or unpacked when it is first asked for.

#[cfg(not(embedded))]
mod loose;
#[cfg(embedded)]
mod packed;
#[cfg(not(embedded))]
mod tree;

#[cfg(not(embedded))]
use loose as kept;
#[cfg(embedded)]
use packed as kept;

/// The version of the corpus.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The path of every file of the corpus below its root, with `/`, sorted. None if they are not embedded and the folder is no longer where this
/// program was built.
pub fn paths() -> impl Iterator<Item = &'static str> {
    kept::files().iter().map(|file| &*file.path)
}

/// Every file with its path and its text, sorted by path.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    kept::files().iter().filter_map(|file| Some((&*file.path, file.text()?)))
}

/// The text of a file, by its path below the corpus's root.
#[must_use]
pub fn file(path: &str) -> Option<&'static str> {
    found(path)?.text()
}

/// The first line of a file, which is there without the rest.
#[must_use]
pub fn first_line(path: &str) -> Option<&'static str> {
    found(path)?.first_line()
}

/// The first line of a ruling that begins with `rules:`, which is there without the rest; none of any other file.
#[must_use]
pub fn rules_line(path: &str) -> Option<&'static str> {
    found(path).filter(|_| path.starts_with(RULINGS))?.rules_line()
}

/// What the paths of rulings begin with.
const RULINGS: &str = "rulings/";

fn found(path: &str) -> Option<&'static kept::File> {
    let files = kept::files();
    files.binary_search_by(|file| (*file.path).cmp(path)).ok().map(|at| &files[at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_path() {
        assert!(paths().is_sorted_by(|a, b| a < b));
        assert!(file("rules.yaml").is_some_and(|text| text.contains("families:")));
        assert!(paths().any(|path| path.starts_with("rulings/segoc/")));
        assert!(file("statements.yaml").is_some_and(|last| last.ends_with('\n')));
        assert_eq!(file("no such file"), None);
        assert_eq!(file("Cargo.toml"), None);
    }

    /// `cargo test --release` has them packed.
    #[test]
    fn every_file_is_as_it_lies_in_its_folder() {
        let mut files = files();
        for path in paths() {
            let lies = std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).expect("a file");
            assert_eq!(files.next(), Some((path, lies.as_str())));
            assert_eq!(first_line(path), lies.lines().next());
            let rules = lies.lines().find(|line| line.starts_with("rules:"));
            assert_eq!(rules_line(path), rules.filter(|_| path.starts_with(RULINGS)));
        }
    }
}

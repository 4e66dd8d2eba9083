//! Files as they lie in the folder of this crate, each read when it is first asked for.

use std::path::{Path, PathBuf};
use std::sync::{LazyLock, OnceLock};

use crate::tree;

/// A file that was found.
pub(crate) struct File {
    pub(crate) path: String,
    place: PathBuf,
    text: OnceLock<Option<String>>,
}

/// Every file, sorted by path.
pub(crate) fn files() -> &'static [File] {
    static FILES: LazyLock<Vec<File>> = LazyLock::new(|| {
        let found = tree::files(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_or_default();
        found.into_iter().map(|(path, place)| File { path, place, text: OnceLock::new() }).collect()
    });
    &FILES
}

impl File {
    pub(crate) fn text(&self) -> Option<&str> {
        self.text.get_or_init(|| std::fs::read_to_string(&self.place).ok()).as_deref()
    }

    pub(crate) fn first_line(&self) -> Option<&str> {
        self.text()?.lines().next()
    }

    pub(crate) fn rules_line(&self) -> Option<&str> {
        self.text()?.lines().find(|line| line.starts_with("rules:"))
    }
}

//! Which files of this folder come with a program: the data, not what is written about it for people and editors. The build script
//! uses it too.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// What belongs to the corpus, beside the files at its root.
const DIRECTORIES: &[&str] = &["cards", "rulings", "scoreboards"];

/// Every file: its path below the root, with `/`, and where it is. Sorted by the first.
pub(crate) fn files(root: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        let name = name_of(&entry.path())?;
        match entry.path().is_dir() {
            true if DIRECTORIES.contains(&name.as_str()) => collect(&entry.path(), &name, &mut found)?,
            false if is_data(&name) => found.push((name, entry.path())),
            _ => {}
        }
    }
    found.sort();
    Ok(found)
}

fn collect(directory: &Path, below: &str, found: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = name_of(&path)?;
        match path.is_dir() {
            true => collect(&path, &format!("{below}/{name}"), found)?,
            false if is_data(&name) => found.push((format!("{below}/{name}"), path)),
            false => {}
        }
    }
    Ok(())
}

fn name_of(path: &Path) -> io::Result<String> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.map(str::to_owned).ok_or_else(|| io::Error::other("a file name is not UTF-8"))
}

/// Data, but none that an editor keeps beside it.
fn is_data(name: &str) -> bool {
    !name.starts_with('.') && [".yaml", ".json"].iter().any(|ending| name.ends_with(ending))
}

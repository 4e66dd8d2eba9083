//! The files of a corpus, wherever they are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::WalkDir;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::yaml;

/// The folders in which files are looked for.
const FOLDERS: &[&str] = &["cards", "rulings"];

/// Files by their path below the root, with `/`.
pub(super) struct Files {
    root: Root,
    paths: Vec<String>,
}

enum Root {
    Directory(PathBuf),
    /// What is shown before each path, and the texts.
    Texts(&'static str, BTreeMap<String, Arc<str>>),
}

impl Files {
    /// Finds the files of a directory without opening them.
    pub(super) fn in_directory(root: &Path) -> Result<Self, Diagnostics> {
        if !root.join("formats.yaml").is_file() {
            let error =
                Diagnostic::of_file(root.display().to_string(), "there is no corpus here: `formats.yaml` is missing");
            return Err(error
                .help("name the directory that holds `formats.yaml`, `rules.yaml`, `cards` and `rulings`")
                .into());
        }
        let (mut paths, mut errors) = (Vec::new(), Vec::new());
        for folder in FOLDERS {
            let folder = root.join(folder);
            if !folder.exists() {
                continue;
            }
            // Links are followed: walkdir notices those that lead back to where it came from.
            for entry in WalkDir::new(&folder).follow_links(true).sort_by_file_name() {
                match entry {
                    Ok(entry) if entry.file_type().is_dir() => {
                        if entry.path().extension().is_some_and(|ending| ending == "yaml") {
                            let shown = entry.path().display().to_string();
                            errors.push(
                                Diagnostic::of_file(shown, "this is a directory with the name of a file")
                                    .help("rename it, or put the file in its place"),
                            );
                        }
                    }
                    Ok(entry) => match below(root, entry.path()) {
                        Some(path) if is_hidden(&path) => {}
                        Some(path) if path.contains(segoc_protocol::is_hidden) => errors.push(
                            Diagnostic::of_file(
                                entry.path().display().to_string(),
                                "the name of the file has a character that cannot be seen",
                            )
                            .help("rename it"),
                        ),
                        Some(path) if path.ends_with(".yaml") => paths.push(path),
                        Some(path) if path.ends_with(".yml") => errors.push(
                            Diagnostic::of_file(
                                entry.path().display().to_string(),
                                "files of the corpus end in `.yaml`",
                            )
                            .help("rename it"),
                        ),
                        Some(_) => {}
                        None => errors.push(Diagnostic::of_file(
                            entry.path().display().to_string(),
                            "the name of the file is not UTF-8",
                        )),
                    },
                    Err(error) => errors.push(unreadable(&folder, &error)),
                }
            }
        }
        if !errors.is_empty() {
            return Err(Diagnostics(errors));
        }
        paths.sort();
        Ok(Self { root: Root::Directory(root.to_owned()), paths })
    }

    pub(super) fn of_texts(shown: &'static str, texts: impl Iterator<Item = (String, Arc<str>)>) -> Self {
        let texts: BTreeMap<String, Arc<str>> = texts.collect();
        let paths = texts.keys().cloned().collect();
        Self { root: Root::Texts(shown, texts), paths }
    }

    /// Every path, sorted.
    pub(super) fn paths(&self) -> &[String] {
        &self.paths
    }

    /// The names of files with an ending that lie directly in a folder, sorted; none if there is no such folder.
    pub(super) fn in_folder(&self, folder: &str, ending: &str) -> Vec<String> {
        let mut names: Vec<String> = match &self.root {
            Root::Directory(root) => {
                let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
                entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
            }
            Root::Texts(_, texts) => {
                let below = texts.keys().filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/'));
                below.filter(|name| !name.contains('/')).map(str::to_owned).collect()
            }
        };
        names.retain(|name| name.ends_with(ending) && !is_hidden(name));
        names.sort();
        names
    }

    /// Whether there is such a file.
    pub(super) fn has(&self, path: &str) -> bool {
        match &self.root {
            Root::Directory(root) => root.join(path).exists(),
            Root::Texts(_, texts) => texts.contains_key(path),
        }
    }

    /// A path as shown to people.
    pub(super) fn shown(&self, path: &str) -> String {
        match &self.root {
            Root::Directory(root) => root.join(path).display().to_string(),
            Root::Texts("", _) => path.to_owned(),
            Root::Texts(shown, _) => format!("{shown}/{path}"),
        }
    }

    /// The path below the root of a file that is one of these, or lies at the root. Links within may lead anywhere.
    pub(super) fn path_of(&self, file: &Path) -> Option<String> {
        let Root::Directory(root) = &self.root else { return None };
        let real = |path: &Path| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
            Some(folder.canonicalize().ok()?.join(path.file_name()?))
        };
        let (top, meant) = (root.canonicalize().ok()?, real(file)?);
        let known = |path: &String| self.paths.binary_search(path).is_ok() || !path.contains('/');
        below(&top, &meant).filter(known).or_else(|| {
            let same = |path: &&String| real(&root.join(path)).is_some_and(|other| other == meant);
            self.paths.iter().find(same).cloned()
        })
    }

    /// The text of a file.
    pub(super) fn text(&self, path: &str) -> Result<Arc<str>, Diagnostics> {
        match &self.root {
            Root::Directory(root) => yaml::read(&root.join(path), &self.shown(path)),
            Root::Texts(_, texts) => texts
                .get(path)
                .cloned()
                .ok_or_else(|| Diagnostic::of_file(self.shown(path), "there is no such file").into()),
        }
    }
}

fn below(root: &Path, path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix(root).ok()?.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

/// Editors keep files of their own beside those they edit.
fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.'))
}

fn unreadable(folder: &Path, error: &walkdir::Error) -> Diagnostic {
    let path = error.path().unwrap_or(folder).display().to_string();
    match error.loop_ancestor() {
        Some(ancestor) => Diagnostic::of_file(path, format!("this link leads back to {}", ancestor.display()))
            .help("remove the link: a corpus is a tree"),
        None => {
            let reason = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
            Diagnostic::of_file(path, format!("this cannot be read: {reason}"))
        }
    }
}

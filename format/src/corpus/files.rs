//! The files of a corpus, wherever they are.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use walkdir::WalkDir;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::yaml;

/// The folders in which files are looked for.
const FOLDERS: &[&str] = &["cards", "rulings"];

/// What stands before the paths of the program's own files where they are shown.
const EMBEDDED: &str = "corpus/";

/// Files by their path below the root, with `/`.
pub(super) struct Files {
    root: Root,
    paths: Vec<String>,
    /// The folders of these files by where they really are.
    folders: OnceLock<HashMap<PathBuf, String>>,
}

enum Root {
    Directory(PathBuf),
    /// The program itself.
    Embedded,
    Texts(BTreeMap<String, Arc<str>>),
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
            for entry in WalkDir::new(&folder).follow_links(true) {
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
                        Some(path) => match wrong_name(&path) {
                            Some(wrong) => {
                                let shown = entry.path().display().to_string();
                                errors.push(Diagnostic::of_file(shown, wrong).help("rename it"));
                            }
                            None => paths.extend(Some(path).filter(|path| path.ends_with(".yaml"))),
                        },
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
            errors.sort_by(|a, b| a.path.cmp(&b.path));
            return Err(Diagnostics(errors));
        }
        // By their beginnings as numbers, which settles nearly all: comparing thousands of texts is most of the work of opening a corpus.
        paths.sort_by_cached_key(|path| beginning(path));
        paths.sort();
        Ok(Self::of(Root::Directory(root.to_owned()), paths))
    }

    /// The files that come with the program.
    pub(super) fn embedded() -> Self {
        Self::of(Root::Embedded, segoc_corpus::paths().map(str::to_owned).collect())
    }

    pub(super) fn of_texts(texts: impl Iterator<Item = (String, Arc<str>)>) -> Self {
        let texts: BTreeMap<String, Arc<str>> = texts.collect();
        let paths = texts.keys().cloned().collect();
        Self::of(Root::Texts(texts), paths)
    }

    fn of(root: Root, paths: Vec<String>) -> Self {
        Self { root, paths, folders: OnceLock::new() }
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
            Root::Embedded | Root::Texts(_) => {
                let below = self.paths.iter().filter_map(|path| path.strip_prefix(folder)?.strip_prefix('/'));
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
            Root::Embedded | Root::Texts(_) => self.is_one(path),
        }
    }

    /// A path as shown to people.
    pub(super) fn shown(&self, path: &str) -> String {
        match &self.root {
            Root::Directory(root) => root.join(path).display().to_string(),
            Root::Embedded => format!("{EMBEDDED}{path}"),
            Root::Texts(_) => path.to_owned(),
        }
    }

    fn is_one(&self, path: &str) -> bool {
        self.paths.binary_search_by(|other| other.as_str().cmp(path)).is_ok()
    }

    /// The path below the root of a file that is one of these, or lies at the root. Links within may lead anywhere. Where there is no
    /// directory, a path is meant as it is shown.
    pub(super) fn path_of(&self, file: &Path) -> Option<String> {
        let Root::Directory(root) = &self.root else {
            let parts: Option<Vec<&str>> = file.components().map(|part| part.as_os_str().to_str()).collect();
            let mut path = parts?.join("/");
            if matches!(self.root, Root::Embedded) {
                path = path.strip_prefix(EMBEDDED)?.to_owned();
            }
            return self.is_one(&path).then_some(path);
        };
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let (folder, name) = (folder.canonicalize().ok()?, file.file_name()?.to_str()?);
        if folder == root.canonicalize().ok()? {
            return Some(name.to_owned());
        }
        // The folders there are, each looked at once for all files that are asked about.
        let folders = self.folders.get_or_init(|| {
            let mut folders: Vec<&str> = self.paths.iter().filter_map(|path| Some(path.rsplit_once('/')?.0)).collect();
            folders.dedup();
            let real = |folder: &str| Some((root.join(folder).canonicalize().ok()?, folder.to_owned()));
            folders.into_iter().filter_map(real).collect()
        });
        let path = format!("{}/{name}", folders.get(&folder)?);
        self.is_one(&path).then_some(path)
    }

    /// The text of a file for a look at it; none if it cannot be read. What is read lies in the buffer, which can be used again.
    pub(super) fn glance<'t>(&'t self, path: &str, buffer: &'t mut Vec<u8>) -> Option<&'t str> {
        match &self.root {
            Root::Directory(root) => yaml::glance(&root.join(path), buffer),
            Root::Embedded => segoc_corpus::file(path),
            Root::Texts(texts) => texts.get(path).map(|text| &**text),
        }
    }

    /// The first line of a file, if it is short; none if it cannot be read.
    pub(super) fn first_line<'t>(&'t self, path: &str, buffer: &'t mut Vec<u8>) -> Option<&'t str> {
        match &self.root {
            Root::Directory(root) => yaml::first_line(&root.join(path), buffer),
            Root::Embedded => segoc_corpus::first_line(path),
            Root::Texts(texts) => texts.get(path)?.lines().next(),
        }
    }

    /// The line of a ruling that begins with `rules:`, where it can be had without reading the rest.
    pub(super) fn rules_line(&self, path: &str) -> Option<&str> {
        match &self.root {
            Root::Embedded => segoc_corpus::rules_line(path),
            Root::Directory(_) | Root::Texts(_) => None,
        }
    }

    /// The text of a file.
    pub(super) fn text(&self, path: &str) -> Result<Arc<str>, Diagnostics> {
        let found = match &self.root {
            Root::Directory(root) => return yaml::read(&root.join(path), &self.shown(path)),
            Root::Embedded => segoc_corpus::file(path).map(Arc::from),
            Root::Texts(texts) => texts.get(path).cloned(),
        };
        found.ok_or_else(|| Diagnostic::of_file(self.shown(path), "there is no such file").into())
    }
}

/// The path of a file that was found below a directory, with `/`; none if it is not UTF-8.
fn below(root: &Path, path: &Path) -> Option<String> {
    let path = path.as_os_str().as_encoded_bytes().get(root.as_os_str().len()..)?;
    let path = std::str::from_utf8(path).ok()?.trim_start_matches(std::path::is_separator);
    Some(if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() })
}

/// The first bytes of a path as numbers that are in the order of the paths.
fn beginning(path: &str) -> (u128, u128) {
    let mut bytes = [0; 32];
    let length = path.len().min(bytes.len());
    bytes[..length].copy_from_slice(&path.as_bytes()[..length]);
    let bits = u128::from_be_bytes;
    let (first, second) = bytes.split_at(16);
    (first.try_into().map_or(0, bits), second.try_into().map_or(0, bits))
}

/// What is wrong with the name of a file.
fn wrong_name(path: &str) -> Option<&'static str> {
    let is_plain = path.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    match () {
        () if !is_plain && path.contains(segoc_protocol::is_hidden) => {
            Some("the name of the file has a character that cannot be seen")
        }
        () if path.ends_with(".yml") => Some("files of the corpus end in `.yaml`"),
        () => None,
    }
}

/// Editors keep files of their own beside those they edit.
fn is_hidden(path: &str) -> bool {
    path.starts_with('.') || path.as_bytes().windows(2).any(|pair| pair == b"/.")
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

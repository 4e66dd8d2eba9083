//! Which top-level modules of a crate use which, read from the sources, and whether they form a cycle.
//!
//! A top-level module is a file or folder directly under `src/`. It uses another where it names a path into it: `crate::other::…`, or
//! `super::…` that leaves the folder. A path through the root (`crate::Item`) counts as the module the root re-exports
//! the item from. Code under `#[cfg(test)]` does not count, and neither do comments.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// For each module the modules it uses, with the first place where it does.
#[derive(Debug, Default)]
pub(crate) struct Modules(pub(crate) BTreeMap<String, BTreeMap<String, String>>);

impl Modules {
    /// Reads the sources under a `src` folder.
    pub(crate) fn of(src: &Path) -> Self {
        let files = sources(src);
        let texts: BTreeMap<&PathBuf, String> = files.iter().map(|file| (file, code(&read(file)))).collect();
        let tops: BTreeSet<String> = files.iter().filter_map(|file| module(src, file).into_iter().next()).collect();
        let root = Root::of(src, &tops, &texts);
        let mut modules = Self(tops.iter().map(|top| (top.clone(), BTreeMap::new())).collect());
        for (file, text) in &texts {
            let path = module(src, file);
            let Some(top) = path.first() else { continue };
            for (line, name) in first_names(text, path.len()) {
                let target = root.home(&name, || format!("{}:{line}", file.display()));
                if target != *top {
                    let place = format!("{}:{line}", file.strip_prefix(src).unwrap_or(file).display());
                    modules.0.entry(top.clone()).or_default().entry(target).or_insert(place);
                }
            }
        }
        modules
    }

    /// A cycle, as the modules on it with the places that close it; none if there is none.
    pub(crate) fn cycle(&self) -> Option<String> {
        let mut done = BTreeSet::new();
        self.0.keys().find_map(|start| self.search(start, &mut Vec::new(), &mut done))
    }

    fn search(&self, at: &str, path: &mut Vec<String>, done: &mut BTreeSet<String>) -> Option<String> {
        if let Some(from) = path.iter().position(|module| module == at) {
            let mut cycle = path[from..].to_vec();
            cycle.push(at.to_owned());
            let steps = cycle.windows(2).map(|pair| {
                let place = self.0.get(&pair[0]).and_then(|uses| uses.get(&pair[1])).map_or("", String::as_str);
                format!("{} uses {} ({place})", pair[0], pair[1])
            });
            return Some(steps.collect::<Vec<_>>().join(", "));
        }
        if !done.insert(at.to_owned()) {
            return None;
        }
        path.push(at.to_owned());
        let found = self.0.get(at).into_iter().flatten().find_map(|(next, _)| self.search(next, path, done));
        path.pop();
        found
    }
}

/// Every source file under a folder, as its path from there and its code.
pub(crate) fn texts(src: &Path) -> Vec<(String, String)> {
    let name = |file: &Path| file.strip_prefix(src).unwrap_or(file).display().to_string();
    sources(src).iter().map(|file| (name(file), code(&read(file)))).collect()
}

/// The names of the types a source text declares, those of `words!` and the like included.
pub(crate) fn types(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut in_macro = false;
    for line in text.lines() {
        let item = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) ")).unwrap_or(line);
        let keyword = ["struct ", "enum ", "type ", "trait "].iter().find_map(|keyword| item.strip_prefix(keyword));
        names.extend(keyword.map(|rest| word(rest).to_owned()));
        // `words! {`, then the name of the list, or `id! {`, then a name with what it wraps.
        let named = line.strip_prefix("    ").filter(|rest| rest.starts_with(char::is_uppercase));
        if let Some(name) = named.filter(|_| in_macro) {
            names.push(word(name).to_owned());
            in_macro = false;
        }
        if ["words! {", "axis! {", "id! {"].contains(&line) {
            in_macro = true;
        }
    }
    names
}

/// What stands at the root of the crate: modules, re-exported items and macros.
struct Root {
    modules: BTreeSet<String>,
    items: BTreeMap<String, String>,
}

impl Root {
    fn of(src: &Path, modules: &BTreeSet<String>, texts: &BTreeMap<&PathBuf, String>) -> Self {
        let mut items = BTreeMap::new();
        for (file, text) in texts {
            match module(src, file).first() {
                None => reexports(text, &mut items),
                Some(top) => {
                    for (at, _) in text.match_indices("macro_rules! ") {
                        items.insert(word(&text[at + "macro_rules! ".len()..]).to_owned(), top.clone());
                    }
                }
            }
        }
        Self { modules: modules.clone(), items }
    }

    /// The top-level module in which a name at the root lives.
    fn home(&self, name: &str, place: impl FnOnce() -> String) -> String {
        if self.modules.contains(name) {
            return name.to_owned();
        }
        let home = self.items.get(name).cloned();
        home.unwrap_or_else(|| panic!("{}: the root does not say where `{name}` comes from", place()))
    }
}

/// `use module::{Item, …};` of the root, by item.
fn reexports(text: &str, items: &mut BTreeMap<String, String>) {
    for statement in text.split(';') {
        let Some((_, path)) = statement.rsplit_once("use ") else { continue };
        let Some((module, names)) = path.trim().split_once("::") else { continue };
        for name in names.trim_matches(['{', '}']).split(',') {
            let name = name.rsplit([':', ' ']).find(|part| !part.is_empty()).unwrap_or_default();
            items.insert(name.trim().to_owned(), module.trim().to_owned());
        }
    }
}

/// The first names after `crate::`, or after as many `super::` as lead to the root, each with its line.
fn first_names(text: &str, depth: usize) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let up = "super::".repeat(depth);
    for prefix in ["crate::", up.as_str()] {
        for (at, _) in text.match_indices(prefix) {
            let before = text[..at].chars().next_back();
            let after = &text[at + prefix.len()..];
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') || after.starts_with("super::") {
                continue;
            }
            let line = text[..at].lines().count().max(1);
            found.extend(heads(after).into_iter().map(|name| (line, name)));
        }
    }
    found
}

/// The first name of a path, or those of every path of a group.
fn heads(after: &str) -> Vec<String> {
    let Some(group) = after.strip_prefix('{') else { return vec![word(after).to_owned()] };
    let (mut depth, mut names, mut start) = (0, Vec::new(), 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' | ',' if depth == 0 => {
                names.push(word(group[start..at].trim()).to_owned());
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The path of a file's module, empty for the root.
fn module(src: &Path, file: &Path) -> Vec<String> {
    let relative = file.strip_prefix(src).unwrap_or(file).with_extension("");
    let mut path: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if path.len() == 1 && matches!(path[0].as_str(), "lib" | "main") || path.last().is_some_and(|last| last == "mod") {
        path.pop();
    }
    path
}

/// A source text without comments and without what is compiled for tests only; lines stay where they are.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    let mut text = lines.collect::<Vec<_>>().join("\n");
    while let Some(at) = text.find("#[cfg(test)]") {
        let end = at + end_of_item(&text[at..]);
        let blank: String = text[at..end].chars().filter(|&c| c == '\n').collect();
        text.replace_range(at..end, &blank);
    }
    text
}

fn end_of_item(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            ';' if depth == 0 => return at + 1,
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

/// Every source file under a folder, except files of tests (`tests.rs`, `tests/`).
fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display())) {
        let path = entry.unwrap_or_else(|e| panic!("{}: {e}", dir.display())).path();
        if path.file_stem().is_some_and(|stem| stem == "tests") {
            continue;
        }
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

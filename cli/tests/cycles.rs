//! The top-level modules of each package use each other in one direction only, and no two public types of a package share a name.
//!
//! A top-level module is a file or folder directly under `src/`; what the root itself defines is a module too. One uses another where it
//! names a path into it: `crate::other::…`, or `super::…` that leaves the folder. A path through the root (`crate::Item`) counts
//! as the module the root takes the item from. Code under `#[cfg(test)]` does not count, and neither do comments.

#![allow(clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// For each module the modules it uses, with the first place where it does.
type Uses = BTreeMap<String, BTreeMap<String, String>>;

const ROOT: &str = "the root";

/// Reads the sources under a `src` folder.
fn uses(src: &Path) -> Uses {
    let mut texts: Vec<(Vec<String>, String, String)> = Vec::new();
    for entry in walkdir::WalkDir::new(src).sort_by_file_name() {
        let entry = entry.expect("a source");
        let file = entry.path().strip_prefix(src).expect("a source").to_string_lossy().replace('\\', "/");
        let Some(module) = file.strip_suffix(".rs") else { continue };
        let mut module: Vec<String> = module.split('/').map(str::to_owned).collect();
        if module.iter().any(|part| part.ends_with("tests")) {
            continue;
        }
        if matches!(module[0].as_str(), "lib" | "main") || module.last().is_some_and(|last| last == "mod") {
            module.pop();
        }
        texts.push((module, file, code(&fs::read_to_string(entry.path()).expect("a source"))));
    }
    // Where the names at the root come from.
    let mut homes: BTreeMap<String, String> = BTreeMap::new();
    for (module, _, text) in &texts {
        match module.first() {
            Some(top) => {
                let macros = text.split("macro_rules! ").skip(1).map(|rest| (word(rest).to_owned(), top.clone()));
                homes.extend(macros.chain([(top.clone(), top.clone())]));
            }
            None => {
                for (path, names) in
                    text.split("use ").skip(1).filter_map(|rest| rest.split(';').next()?.split_once("::"))
                {
                    let names = names.split(['{', '}', ',']).filter_map(|name| name.rsplit([':', ' ']).next());
                    homes.extend(names.map(|name| (name.trim().to_owned(), path.trim().to_owned())));
                }
            }
        }
    }
    let mut uses = Uses::new();
    for (module, file, text) in &texts {
        let top = module.first().map_or(ROOT, String::as_str);
        let own = uses.entry(top.to_owned()).or_default();
        let up = "super::".repeat(module.len());
        for prefix in ["crate::", &up].into_iter().filter(|prefix| !prefix.is_empty()) {
            for (at, _) in text.match_indices(prefix) {
                let (before, after) = (&text[..at], &text[at + prefix.len()..]);
                if before.ends_with([':', '_'])
                    || before.ends_with(char::is_alphanumeric)
                    || after.starts_with("super::")
                {
                    continue;
                }
                for name in heads(after) {
                    let home = homes.get(&name).map_or(ROOT, String::as_str);
                    if home != top {
                        let place = format!("{file}:{}", before.matches('\n').count() + 1);
                        own.entry(home.to_owned()).or_insert(place);
                    }
                }
            }
        }
    }
    let tops: Vec<String> = uses.keys().filter(|top| *top != ROOT).cloned().collect();
    uses.entry(ROOT.to_owned()).or_default().extend(tops.into_iter().map(|top| (top, "it holds it".to_owned())));
    uses
}

/// A cycle, as the modules on it with the places that close it; none if there is none.
fn cycle(uses: &Uses) -> Option<String> {
    fn search<'u>(
        uses: &'u Uses,
        at: &'u str,
        path: &mut Vec<&'u str>,
        done: &mut BTreeSet<&'u str>,
    ) -> Option<String> {
        if let Some(from) = path.iter().position(|module| *module == at) {
            path.push(at);
            let steps = path[from..].windows(2);
            let steps = steps.map(|pair| format!("{} uses {} ({})", pair[0], pair[1], uses[pair[0]][pair[1]]));
            return Some(steps.collect::<Vec<_>>().join(", "));
        }
        if !done.insert(at) {
            return None;
        }
        path.push(at);
        let found = uses.get(at).into_iter().flatten().find_map(|(next, _)| search(uses, next, path, done));
        path.pop();
        found
    }
    let mut done = BTreeSet::new();
    uses.keys().find_map(|start| search(uses, start, &mut Vec::new(), &mut done))
}

/// The first name of a path, or those of every path of a group.
fn heads(after: &str) -> Vec<String> {
    let Some(group) = after.strip_prefix('{') else { return vec![word(after).to_owned()] };
    let (mut depth, mut top) = (0, String::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            c if depth == 0 => top.push(c),
            _ => {}
        }
    }
    top.split(',').map(|path| word(path.trim()).to_owned()).filter(|name| !name.is_empty() && name != "self").collect()
}

fn word(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// A source text without comments and without what is compiled for tests only; lines stay where they are.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    let mut text = lines.collect::<Vec<_>>().join("\n");
    while let Some(at) = text.find("#[cfg(test)]") {
        let mut depth = 0;
        let end = text[at..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0 && matches!(c, ';' | '}')
        });
        let end = end.map_or(text.len(), |(end, _)| at + end + 1);
        let blank = "\n".repeat(text[at..end].matches('\n').count());
        text.replace_range(at..end, &blank);
    }
    text
}

#[test]
fn no_cycle_between_the_modules() {
    let packages = ["engine", "protocol", "format", "runner", "site", "cli", "fuzzing"].map(|package| {
        let uses = uses(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("src"));
        assert!(uses.len() > 5, "{package}: found only {uses:?}");
        cycle(&uses).map(|cycle| format!("{package}: {cycle}"))
    });
    let cycles: Vec<String> = packages.into_iter().flatten().collect();
    assert!(cycles.is_empty(), "cycles of modules:\n{}", cycles.join("\n"));
}

#[test]
fn no_two_public_types_of_a_package_share_a_name() {
    for package in ["engine", "protocol", "format", "runner", "site", "cli", "fuzzing"] {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(package).join("src");
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for file in walkdir::WalkDir::new(&src).into_iter().flatten().filter(|file| file.file_type().is_file()) {
            let text = fs::read_to_string(file.path()).unwrap_or_default();
            let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
            let declared = text.lines().filter_map(|line| kinds.iter().find_map(|kind| line.trim().strip_prefix(kind)));
            for name in declared.map(word).filter(|name| !name.is_empty()) {
                let other = seen.insert(name.to_owned(), file.path().display().to_string());
                assert!(other.is_none(), "{package}: `{name}` stands in {} and {other:?}", file.path().display());
            }
        }
    }
}

#[test]
fn a_cycle_is_named() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cycles");
    let write = |file: &str, text: &str| {
        let path = dir.join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        fs::write(path, text).expect("the file");
    };
    write("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::{Thing, other::Other};\nstruct Own;\n");
    write("a/mod.rs", "mod other;\npub struct Thing;\nuse crate::{b::X, c};\n");
    write("a/other.rs", "use super::Thing;\n// crate::c\npub struct Other;\n");
    write("b.rs", "use crate::c::Y;\n#[cfg(test)]\nmod tests {\n    use crate::a::Thing;\n}\n");
    write("c.rs", "");
    assert_eq!(cycle(&uses(&dir)), None);
    write("c.rs", "\nuse super::Other;\n");
    let named = "a uses b (a/mod.rs:3), b uses c (b.rs:1), c uses a (c.rs:2)";
    assert_eq!(cycle(&uses(&dir)).as_deref(), Some(named));
    write("c.rs", "use crate::Own;\n");
    assert!(cycle(&uses(&dir)).is_some_and(|named| named.contains("c uses the root (c.rs:1)")));
}

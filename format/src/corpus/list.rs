//! The rulings of a corpus by name, without reading them.

use std::sync::Arc;

use super::Corpus;
use crate::yaml::{self, Kind};

/// A ruling that has not been read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// `family/file-name`, as [`Corpus::ruling`] takes it.
    pub name: String,
    /// Path of the file as shown to people.
    pub path: String,
    /// Its id, if a line of the file is `id: …`.
    pub id: Option<String>,
    /// The formats its `formats` names. Empty if it cannot be made out: then reading the ruling says why.
    pub formats: Vec<String>,
    /// The rules its `rules` names, as written.
    pub rules: Vec<String>,
}

impl Corpus {
    /// Every ruling file, in the order of their names. A file that is wrong is listed too.
    pub fn list(&self) -> Vec<Listed> {
        self.list_of(self.ruling_names())
    }

    /// The `family/file-name` of every ruling file, in order.
    pub fn ruling_names(&self) -> impl Iterator<Item = &str> {
        self.rulings.keys().map(String::as_str)
    }

    /// Some ruling files by their names, each looked at once; names that there are not are left out.
    pub fn list_of<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Vec<Listed> {
        let listed = |name: &'n str| {
            let path = self.rulings.get(name)?;
            let text = self.files.text(path).ok();
            let words = |key: &str| text.as_ref().and_then(|text| words_of(path, text, key)).unwrap_or_default();
            let mut formats = words("formats");
            if !formats.iter().all(|name| self.format_names.contains(name)) {
                formats.clear();
            }
            Some(Listed {
                name: name.to_owned(),
                path: self.files.shown(path),
                id: text.as_deref().and_then(id_line),
                formats,
                rules: words("rules"),
            })
        };
        names.into_iter().filter_map(listed).collect()
    }

    /// The name of the ruling with this id, as its line `id: …` has it.
    pub fn name_of(&self, id: &str) -> Option<&str> {
        let has_id = |path: &str| self.files.text(path).is_ok_and(|text| id_line(&text).as_deref() == Some(id));
        self.rulings.iter().find(|(_, path)| has_id(path)).map(|(name, _)| name.as_str())
    }
}

/// The words in the list that a key of a ruling has. The usual way to write it, `formats: [tcg, ocg]`, needs no parser.
fn words_of(path: &str, text: &Arc<str>, key: &str) -> Option<Vec<String>> {
    on_one_line(text, key).or_else(|| {
        let tree = yaml::parse(path, text).0?;
        let Kind::Seq(items) = &tree.get(key)?.kind else { return None };
        let words = items.iter().map(|item| match &item.kind {
            Kind::Str(word) => Some(word.clone()),
            _ => None,
        });
        words.collect()
    })
}

/// An id stands on a line of its own.
pub(super) fn id_line(text: &str) -> Option<String> {
    let id = text.lines().find_map(|line| line.trim_start_matches('\u{feff}').strip_prefix("id:"))?;
    let id = id.split('#').next()?.trim().trim_matches(['"', '\'']);
    (!id.is_empty()).then(|| id.to_owned())
}

fn on_one_line(text: &str, key: &str) -> Option<Vec<String>> {
    let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
    let list = line.split('#').next()?.trim().strip_prefix('[')?.strip_suffix(']')?;
    Some(list.split(',').map(|word| word.trim().to_owned()).collect())
}

//! The rulings of a corpus by name, without reading them.

use super::{Corpus, path_of_ruling};
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
}

impl Corpus {
    /// Every ruling file, in the order of their names. A file that is wrong is listed too.
    pub fn list(&self) -> Vec<Listed> {
        self.list_of(self.ruling_names())
    }

    /// The `family/file-name` of every ruling file, in order.
    pub fn ruling_names(&self) -> impl Iterator<Item = &str> {
        self.rulings.iter().map(String::as_str)
    }

    /// Some ruling files by their names, each looked at once; names that there are not are left out.
    pub fn list_of<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Vec<Listed> {
        let mut buffer = Vec::new();
        let listed = |name: &'n str| {
            let path = self.ruling_path(name)?;
            let text = self.files.glance(&path, &mut buffer);
            let mut formats = text.and_then(|text| words_of(text, "formats")).unwrap_or_default();
            if !formats.iter().all(|name| self.format_names.contains(name)) {
                formats.clear();
            }
            let id = text.and_then(id_line).map(str::to_owned);
            Some(Listed { name: name.to_owned(), path: self.files.shown(&path), id, formats })
        };
        names.into_iter().filter_map(listed).collect()
    }

    /// The rules that each ruling names, as written, by the name of the ruling.
    pub fn rules_named(&self) -> Vec<(&str, Vec<String>)> {
        let mut buffer = Vec::new();
        let mut named = |name: &str| words_of(self.files.glance(&path_of_ruling(name), &mut buffer)?, "rules");
        self.ruling_names().map(|name| (name, named(name).unwrap_or_default())).collect()
    }

    /// The name of the ruling with this id, as its line `id: …` has it.
    pub fn name_of(&self, id: &str) -> Option<&str> {
        let mut buffer = Vec::new();
        let mut has_id =
            |name: &str| self.files.glance(&path_of_ruling(name), &mut buffer).and_then(id_line) == Some(id);
        self.ruling_names().find(|name| has_id(name))
    }
}

/// The words in the list that a key of a ruling has. The usual way to write it, `formats: [tcg, ocg]`, needs no parser.
fn words_of(text: &str, key: &str) -> Option<Vec<String>> {
    on_one_line(text, key).or_else(|| {
        let tree = yaml::parse("", &text.into()).0?;
        let Kind::Seq(items) = &tree.get(key)?.kind else { return None };
        let words = items.iter().map(|item| match &item.kind {
            Kind::Str(word) => Some(word.clone()),
            _ => None,
        });
        words.collect()
    })
}

/// An id stands on a line of its own.
pub(super) fn id_line(text: &str) -> Option<&str> {
    let id = text.lines().find_map(|line| line.trim_start_matches('\u{feff}').strip_prefix("id:"))?;
    let id = id.split('#').next()?.trim().trim_matches(['"', '\'']);
    Some(id).filter(|id| !id.is_empty())
}

fn on_one_line(text: &str, key: &str) -> Option<Vec<String>> {
    let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
    let list = line.split('#').next()?.trim().strip_prefix('[')?.strip_suffix(']')?;
    Some(list.split(',').map(|word| word.trim().to_owned()).collect())
}

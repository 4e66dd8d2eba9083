//! The rulings of a corpus by name, without reading them.

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
}

impl Corpus {
    /// Every ruling file, in the order of their names. A file that is wrong is listed too.
    pub fn list(&self) -> Vec<Listed> {
        let listed = |(name, path): (&String, &String)| Listed {
            name: name.clone(),
            path: self.files.shown(path),
            id: self.files.text(path).ok().and_then(|text| id_line(&text)),
            formats: self.formats_of(path).unwrap_or_default(),
        };
        self.rulings.iter().map(listed).collect()
    }

    /// The formats a ruling names, if all of them are known.
    fn formats_of(&self, path: &str) -> Option<Vec<String>> {
        let text = self.files.text(path).ok()?;
        let formats = on_one_line(&text).or_else(|| {
            let tree = yaml::parse(path, &text).0?;
            let Kind::Seq(items) = &tree.get("formats")?.kind else { return None };
            let names = items.iter().map(|item| match &item.kind {
                Kind::Str(name) => Some(name.clone()),
                _ => None,
            });
            names.collect()
        })?;
        (!formats.is_empty() && formats.iter().all(|name| self.format_names.contains(name))).then_some(formats)
    }
}

/// An id stands on a line of its own.
pub(super) fn id_line(text: &str) -> Option<String> {
    let id = text.lines().find_map(|line| line.trim_start_matches('\u{feff}').strip_prefix("id:"))?;
    let id = id.split('#').next()?.trim().trim_matches(['"', '\'']);
    (!id.is_empty()).then(|| id.to_owned())
}

/// The usual way to write them, `formats: [tcg, ocg]`, needs no parser.
fn on_one_line(text: &str) -> Option<Vec<String>> {
    let line = text.lines().find_map(|line| line.strip_prefix("formats:"))?;
    let list = line.split('#').next()?.trim().strip_prefix('[')?.strip_suffix(']')?;
    Some(list.split(',').map(|name| name.trim().to_owned()).collect())
}

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
    /// What is asked, if that can be made out.
    pub question: Option<String>,
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
            Some(listed(name, self.files.shown(&path), text, &self.format_names))
        };
        names.into_iter().filter_map(listed).collect()
    }

    /// The rules that each ruling names, as written, by the name of the ruling.
    pub fn rules_named(&self) -> Vec<(&str, Vec<String>)> {
        let mut buffer = Vec::new();
        let mut named = |name: &str| {
            let path = path_of_ruling(name);
            let line = self.files.rules_line(&path).and_then(|line| on_one_line(line, "rules"));
            line.or_else(|| words_of(self.files.glance(&path, &mut buffer)?, "rules"))
        };
        self.ruling_names().map(|name| (name, named(name).unwrap_or_default())).collect()
    }

    /// The name of the ruling with this id, as its line `id: …` has it. Of files that begin with that line no more is read.
    pub fn name_of(&self, id: &str) -> Option<&str> {
        let mut buffer = Vec::new();
        let mut has_id = |name: &str| {
            let path = path_of_ruling(name);
            if let Some(first) = self.files.first_line(&path, &mut buffer).and_then(id_line) {
                return first == id;
            }
            self.files.glance(&path, &mut buffer).and_then(id_line) == Some(id)
        };
        self.ruling_names().find(|name| has_id(name))
    }
}

/// A ruling by a look at its text.
pub(super) fn listed(name: &str, path: String, text: Option<&str>, known: &[String]) -> Listed {
    let mut formats = text.and_then(|text| words_of(text, "formats")).unwrap_or_default();
    if !formats.iter().all(|name| known.contains(name)) {
        formats.clear();
    }
    let id = text.and_then(id_line).map(str::to_owned);
    let question = text.and_then(|text| text_of(text, "question"));
    Listed { name: name.to_owned(), path, id, question, formats }
}

/// The text that a key of a ruling has. One that stands on a line as it is, as most do, needs no parser.
pub(super) fn text_of(text: &str, key: &str) -> Option<String> {
    let part = part_of(text, key)?;
    let line = part.get(key.len() + 1..)?.trim();
    let is_plain = line.starts_with(char::is_alphanumeric) && !line.contains(": ") && !line.contains(" #");
    if is_plain && !line.contains('\n') {
        return Some(line.to_owned());
    }
    match &yaml::parse("", &part.into()).0?.get(key)?.kind {
        Kind::Str(said) => Some(said.clone()),
        _ => None,
    }
}

/// The lines of a top-level key, its own and those below it.
pub(super) fn part_of<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let mut rest = text;
    while !rest.strip_prefix(key).is_some_and(|rest| rest.starts_with(':')) {
        rest = rest.split_once('\n')?.1;
    }
    let is_below = |next: &str| next.starts_with([' ', '-', '#', '\t', '\r', '\n']);
    let mut ends = rest.match_indices('\n').map(|(end, _)| end + 1);
    Some(&rest[..ends.find(|end| !is_below(&rest[*end..])).unwrap_or(rest.len())])
}

/// The values on a line, without its keys and comments: `Joey: {hand: [Kuriboh]}  # two` has `Kuriboh`. Prose with commas comes in pieces.
pub(super) fn scalars(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        loop {
            rest = rest.trim_start_matches([' ', ',', '[', ']', '{', '}', '\u{feff}']);
            rest = rest.strip_prefix("- ").unwrap_or(rest);
            let scalar;
            let is_key = match rest.chars().next()? {
                ' ' => continue,
                '#' => return None,
                quote @ ('"' | '\'') => {
                    (scalar, rest) = rest[1..].split_once(quote).unwrap_or((&rest[1..], ""));
                    rest.starts_with(':')
                }
                _ => {
                    let mut ends = rest.match_indices([',', '[', ']', '{', '}', ':', '#']);
                    let is_end = |(at, sign): &(usize, &str)| match *sign {
                        ":" => rest[at + 1..].is_empty() || rest[at + 1..].starts_with(' '),
                        "#" => rest[..*at].ends_with(' '),
                        _ => true,
                    };
                    let (end, sign) = ends.find(is_end).unwrap_or((rest.len(), ""));
                    scalar = rest[..end].trim_end();
                    rest = &rest[end..];
                    sign == ":"
                }
            };
            rest = rest.strip_prefix(':').unwrap_or(rest);
            if !is_key && !scalar.is_empty() {
                return Some(scalar);
            }
        }
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_key_ends_with_the_next_key() {
        let text = "id: A\nquestion: 'Who''s \\ next: he?'  # so\n\n# a comment\nruling: one\n  two\nanswer: Yes. \nrules: [a]";
        assert_eq!(text_of(text, "question").as_deref(), Some("Who's \\ next: he?"));
        assert_eq!(text_of(text, "ruling").as_deref(), Some("one two"));
        assert_eq!(text_of(text, "answer").as_deref(), Some("Yes."));
        assert_eq!((text_of(text, "rules"), text_of(text, "play"), text_of(text, "quest")), (None, None, None));
        assert_eq!(part_of("play:\n- a\r\n\n  b\nx: 1\n", "play"), Some("play:\n- a\r\n\n  b\n"));
    }

    #[test]
    fn values_stand_without_keys_quotes_and_comments() {
        let of = |line| scalars(line).collect::<Vec<_>>();
        assert_eq!(
            of("  Joey: {hand: [Gorz, Kuriboh], set: [{card: Sangan, as: a}]}  # two"),
            ["Gorz", "Kuriboh", "Sangan", "a"]
        );
        assert_eq!(
            of("    deck: [\"Number 92: Heart-eartH Dragon\", 'D.D. Crow']"),
            ["Number 92: Heart-eartH Dragon", "D.D. Crow"]
        );
        assert_eq!(of("question: Whose is it, and why: never"), ["Whose is it", "never"]);
        assert_eq!(of("    url: https://example.org/a#b"), ["https://example.org/a#b"]);
        assert_eq!(of("  - \"k\": \"open"), ["open"]);
        assert!(of("# nothing").is_empty() && of("play:").is_empty() && of("  -  ").is_empty());
    }
}

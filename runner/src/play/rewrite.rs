//! The step as the engine did it, written into the step's own text so that its style stays.

mod scan;

use std::ops::Range;

/// The widest line that is written where there was none.
const WIDTH: usize = 120;

/// A value to be written into a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Yaml {
    /// A word or name, quoted if it must be.
    Word(String),
    /// Text of the file, as it is.
    Raw(String),
    /// A list.
    List(Vec<Yaml>),
    /// A map.
    Map(Vec<(String, Yaml)>),
}

impl Yaml {
    pub(super) fn word(word: impl Into<String>) -> Self {
        Self::Word(word.into())
    }

    pub(super) fn number(number: impl Into<i64>) -> Self {
        Self::Raw(number.into().to_string())
    }

    pub(super) fn map<K: Into<String>>(entries: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::Map(entries.into_iter().map(|(k, v)| (k.into(), v)).collect())
    }

    /// On one line, in flow style.
    pub(super) fn flow(&self) -> String {
        match self {
            Self::Word(word) if must_quote(word) => format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")),
            Self::Word(text) | Self::Raw(text) => text.clone(),
            Self::List(items) => format!("[{}]", items.iter().map(Self::flow).collect::<Vec<_>>().join(", ")),
            Self::Map(entries) => {
                let entries: Vec<String> = entries.iter().map(|(k, v)| format!("{k}: {}", v.flow())).collect();
                format!("{{{}}}", entries.join(", "))
            }
        }
    }

    /// The same, with text of the file read.
    fn read(&self) -> Self {
        match self {
            Self::Word(_) => self.clone(),
            Self::Raw(text) => scan::parsed(text, scan::content(text, 0..text.len()), 0),
            Self::List(items) => Self::List(items.iter().map(Self::read).collect()),
            Self::Map(entries) => Self::Map(entries.iter().map(|(k, v)| (k.clone(), v.read())).collect()),
        }
    }
}

/// Whether a plain scalar of this text would be read as something else, inside a flow collection.
fn must_quote(word: &str) -> bool {
    word.is_empty()
        || word.contains(", ")
        || word.contains(": ")
        || word.contains(" #")
        || word.ends_with([':', ','])
        || word.contains(['[', ']', '{', '}', '"'])
        || word.starts_with(['!', '&', '*', '#', '|', '>', '@', '`', '%', '\'', '-', '?', ' '])
        || word.parse::<f64>().is_ok()
        || matches!(word, "true" | "false" | "null" | "yes" | "no" | "on" | "off" | "y" | "n" | "~")
}

/// A word or name as it is written inside a list or map.
pub(crate) fn word(word: &str) -> String {
    Yaml::word(word).flow()
}

/// The text of a step whose keys stand in a column, without one of them.
pub(crate) fn without_key(step: &str, column: usize, key: &str) -> String {
    let mut text = StepText { text: step.to_owned(), column, newline: "\n", commented: false };
    text.remove(&[key]);
    text.into_text()
}

/// The text of a step, being rewritten.
pub(super) struct StepText {
    text: String,
    /// The column in which the step's keys stand.
    column: usize,
    /// How lines end in the file.
    newline: &'static str,
    /// Whether a comment follows on the last line.
    commented: bool,
}

/// A piece of text to be put in the place of another.
type Edit = (Range<usize>, String);

impl StepText {
    /// The step that stands at `span` in the file.
    pub(super) fn new(file: &str, span: crate::ruling::Span) -> Self {
        let start = span.start.min(file.len());
        let text = file[start..span.end.min(file.len()).max(start)].trim_end();
        let rest = file[start + text.len()..].lines().next().unwrap_or_default();
        Self {
            text: text.to_owned(),
            commented: rest.contains('#'),
            column: scan::column_of(file, start),
            newline: if file.contains("\r\n") { "\r\n" } else { "\n" },
        }
    }

    /// A text of the step at `span` that was rewritten before.
    pub(super) fn again(text: &str, file: &str, span: crate::ruling::Span) -> Self {
        Self { text: text.to_owned(), ..Self::new(file, span) }
    }

    /// The text.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Writes a value at a path of keys, or adds its last key. What is the same already stays as it is.
    pub(super) fn set(&mut self, path: &[&str], value: &Yaml) {
        let Some((last, parents)) = path.split_last() else { return };
        let Some((map, column)) = self.find(parents) else { return };
        let Some(found) = scan::entry(&self.text, map.clone(), column, last) else {
            return self.add(map, column, last, value);
        };
        let old = scan::content(&self.text, found.value.clone());
        if matches!(&self.text[old.clone()], "" | "[]" | "{}") {
            // Below its key it would take the comment of that line along.
            let commented = self.commented && found.value.end == self.text.len() || old.end < found.value.end;
            let room = if commented || self.text[map].starts_with('{') { usize::MAX } else { column };
            let fresh = self.fresh(value, room, last);
            return self.text.replace_range(found.value.start..old.end.max(found.value.start), &fresh);
        }
        let mut edits = Vec::new();
        if !self.merge(old.clone(), value, &mut edits) {
            // A block list ends its line with the colon.
            let from = if scan::is_block_list(&self.text[old.clone()]) { found.value.start } else { old.start };
            let gap = if from == found.value.start { " " } else { "" };
            edits = vec![(from..old.end, format!("{gap}{}", value.flow()))];
        }
        edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
        for (range, with) in edits {
            self.text.replace_range(range, &with);
        }
    }

    /// Adds a key at the end of a map.
    fn add(&mut self, map: Range<usize>, column: usize, key: &str, value: &Yaml) {
        if self.text[map.clone()].starts_with('{') {
            let comma = if self.text[map.clone()].trim_matches(['{', '}', ' ']).is_empty() { "" } else { ", " };
            self.text.insert_str(map.end - 1, &format!("{comma}{key}: {}", value.flow()));
        } else {
            let (pad, newline) = (" ".repeat(column), self.newline);
            let end = scan::content(&self.text, map).end;
            self.text.insert_str(end, &format!("{newline}{pad}{key}: {}", value.flow()));
        }
    }

    /// A value for a key that has none: on the line of the key if it fits, else below it.
    fn fresh(&self, value: &Yaml, column: usize, key: &str) -> String {
        let flow = value.flow();
        if column == usize::MAX || column + key.len() + 2 + flow.chars().count() <= WIDTH {
            return format!(" {flow}");
        }
        let pad = format!("{}{}", self.newline, " ".repeat(column + 2));
        match value {
            Yaml::List(items) => items.iter().map(|item| format!("{pad}- {}", item.flow())).collect(),
            Yaml::Map(entries) => entries.iter().map(|(k, v)| format!("{pad}{k}: {}", v.flow())).collect(),
            Yaml::Word(_) | Yaml::Raw(_) => format!(" {flow}"),
        }
    }

    /// The changes that make a written value into another, as small as can be; `false` if it must be written anew.
    fn merge(&self, old: Range<usize>, value: &Yaml, edits: &mut Vec<Edit>) -> bool {
        let column = scan::column_of(&self.text, old.start);
        let column = if self.text[..old.start].contains('\n') { column } else { column + self.column };
        if scan::parsed(&self.text, old.clone(), column) == value.read() {
            return true;
        }
        let written = &self.text[old.clone()];
        match value {
            Yaml::List(new) if written.starts_with('[') || scan::is_block_list(written) => {
                let items = scan::items(&self.text, &old);
                !new.is_empty() && !items.is_empty() && {
                    let dash = scan::is_block_list(written).then_some(column);
                    self.merge_items(&items, new, dash, edits);
                    true
                }
            }
            Yaml::Map(new) if written.starts_with('{') => {
                let values: Option<Vec<Range<usize>>> = new
                    .iter()
                    .map(|(key, _)| scan::entry(&self.text, old.clone(), column, key))
                    .map(|found| found.map(|e| scan::content(&self.text, e.value)).filter(|value| !value.is_empty()))
                    .collect();
                let Yaml::Map(all) = scan::parsed(&self.text, old, column) else { return false };
                values.filter(|values| values.len() == all.len()).is_some_and(|values| {
                    values.into_iter().zip(new).for_each(|(at, (_, value))| self.replace(at, value, edits));
                    true
                })
            }
            _ => false,
        }
    }

    /// Merges if that is possible, else writes the value anew.
    fn replace(&self, old: Range<usize>, value: &Yaml, edits: &mut Vec<Edit>) {
        if !self.merge(old.clone(), value, edits) {
            edits.push((old, value.flow()));
        }
    }

    /// Items at the beginning and the end that are the same stay; those between are replaced. `dash` is the column of
    /// the dashes of a block list.
    fn merge_items(&self, old: &[Range<usize>], new: &[Yaml], dash: Option<usize>, edits: &mut Vec<Edit>) {
        let same = |old: &Range<usize>, new: &Yaml| {
            scan::parsed(&self.text, old.clone(), scan::column_of(&self.text, old.start)) == new.read()
        };
        let first = old.iter().zip(new).take_while(|(o, n)| same(o, n)).count();
        let rest = old[first..].iter().rev().zip(new[first..].iter().rev());
        let last = rest.take_while(|(o, n)| same(o, n)).count();
        let (gone, come) = (&old[first..old.len() - last], &new[first..new.len() - last]);
        let block = dash.is_some();
        let joint = match dash {
            Some(column) => format!("{}{}- ", self.newline, " ".repeat(column)),
            None => ", ".to_owned(),
        };
        let written: Vec<String> = come.iter().map(Yaml::flow).collect();
        let written = written.join(&joint);
        match (gone, come) {
            ([], []) => {}
            (gone, come) if gone.len() == come.len() => {
                gone.iter().zip(come).for_each(|(old, new)| self.replace(old.clone(), new, edits));
            }
            ([], _) if first > 0 => {
                let at = if block { self.end_of_line(old[first - 1].end) } else { old[first - 1].end };
                edits.push((at..at, format!("{joint}{written}")));
            }
            ([], _) => edits.push((old[0].start..old[0].start, format!("{written}{joint}"))),
            (gone, []) if first > 0 => {
                let from = if block { self.end_of_line(old[first - 1].end) } else { old[first - 1].end };
                let end = gone[gone.len() - 1].end;
                edits.push((from..if block { self.end_of_line(end) } else { end }, String::new()));
            }
            (gone, []) => edits.push((gone[0].start..old[gone.len()].start, String::new())),
            (gone, _) => edits.push((gone[0].start..gone[gone.len() - 1].end, written)),
        }
    }

    /// The end of the line on which an offset is, with the comment that stands there.
    fn end_of_line(&self, at: usize) -> usize {
        self.text[at..].find(['\r', '\n']).map_or(self.text.len(), |n| at + n)
    }

    /// Takes a key and its value away.
    pub(super) fn remove(&mut self, path: &[&str]) {
        let Some((last, parents)) = path.split_last() else { return };
        let Some((map, column)) = self.find(parents) else { return };
        let Some(found) = scan::entry(&self.text, map.clone(), column, last) else { return };
        let value = scan::content(&self.text, found.value.clone());
        let mut range = found.key.start..value.end.max(found.value.start);
        if self.text[map.clone()].starts_with('{') {
            let before = self.text[map.start..range.start].trim_end_matches([' ', '\n', '\r']);
            if before.ends_with(',') {
                range.start = map.start + before.len() - 1;
            } else if let Some(after) = self.text[range.end..map.end].strip_prefix(',') {
                range.end += 1 + (after.len() - after.trim_start().len());
            }
        } else if range.start == map.start {
            let rest = &self.text[range.end..];
            range.end += rest.len() - rest.trim_start().len();
        } else {
            range.start = self.text[..range.start].trim_end().len();
        }
        self.text.replace_range(range, "");
    }

    /// Puts another tag in the place of one, keeping what stands beside it.
    pub(super) fn replace_tag(&mut self, tag: &str, with: &str, value: &Yaml) {
        let Some((map, column)) = self.find(&[]) else { return };
        let Some(found) = scan::entry(&self.text, map, column, tag) else { return };
        let end = scan::content(&self.text, found.value.clone()).end.max(found.value.start);
        self.text.replace_range(found.key.start..end, &format!("{with}: {}", value.flow()));
    }

    /// The map at a path of keys, and the column of its keys.
    fn find(&self, path: &[&str]) -> Option<(Range<usize>, usize)> {
        let mut at = (0..self.text.len(), self.column);
        for key in path {
            let found = scan::entry(&self.text, at.0, at.1, key)?;
            let range = scan::content(&self.text, found.value);
            let line = self.text[..range.start].rfind('\n');
            let column = line.map_or(self.column + range.start, |n| range.start - n - 1);
            at = (range, column);
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruling::Span;

    fn rewritten(step: &str, change: impl FnOnce(&mut StepText)) -> String {
        let file = format!("play:\n  - {step}\n");
        let mut text = StepText::new(&file, Span { start: 10, end: file.len() });
        change(&mut text);
        text.into_text()
    }

    fn words(words: &[&str]) -> Yaml {
        Yaml::List(words.iter().map(|&w| Yaml::word(w)).collect())
    }

    #[test]
    fn a_flow_list_stays_a_flow_list() {
        let text = rewritten("chain: [A, \"B, C\"]", |s| s.set(&["chain"], &words(&["B, C", "A"])));
        assert_eq!(text, "chain: [\"B, C\", A]");
    }

    #[test]
    fn a_block_list_stays_a_block_list() {
        let text = rewritten("in: [tcg]\n    chain:\n      - A\n      - B\n    because: so", |s| {
            s.set(&["chain"], &words(&["B", "A"]));
        });
        assert_eq!(text, "in: [tcg]\n    chain:\n      - B\n      - A\n    because: so");
    }

    #[test]
    fn comments_quotes_and_layout_stay_around_what_changes() {
        let text = rewritten("chain: # bottom up\n      - A # first\n      - 'B' # second\n      - \"C\"", |s| {
            s.set(&["chain"], &words(&["A", "D", "C"]));
        });
        assert_eq!(text, "chain: # bottom up\n      - A # first\n      - D # second\n      - \"C\"");
        let text = rewritten("chain: [A, # not 'B'\n      'C', {card: D, effect: e}] # end", |s| {
            let map = Yaml::map([("card", Yaml::word("D")), ("effect", Yaml::word("f"))]);
            s.set(&["chain"], &Yaml::List(vec![Yaml::word("A"), Yaml::word("C"), map]));
        });
        assert_eq!(text, "chain: [A, # not 'B'\n      'C', {card: D, effect: f}] # end");
    }

    #[test]
    fn items_are_added_and_taken_away_where_they_belong() {
        for (before, items, after) in [
            ("[A,  'B']", &["A", "C", "B"][..], "[A, C,  'B']"),
            ("[A,  'B']", &["C", "A", "B"], "[C, A,  'B']"),
            ("[A,  'B']", &["B"], "['B']"),
            ("[A,  'B']", &["A"], "[A]"),
            ("[A, B]", &[], "[]"),
            ("[]", &["A"], "[A]"),
            ("\n      - A # one\n      - B", &["A", "C", "B"], "\n      - A # one\n      - C\n      - B"),
            ("\n      - A # one\n      - B", &["C", "A", "B"], "\n      - C\n      - A # one\n      - B"),
            ("\n      - A # one\n      - B # two", &["A"], "\n      - A # one"),
            ("\n      - A # one\n      - B # two", &["B"], "\n      - B # two"),
            ("\n      - A", &[], " []"),
        ] {
            let gap = if before.starts_with('[') { " " } else { "" };
            let text = rewritten(&format!("chain:{gap}{before}"), |s| s.set(&["chain"], &words(items)));
            assert_eq!(text, format!("chain:{}{after}", if after.starts_with('[') { " " } else { "" }), "{items:?}");
        }
    }

    #[test]
    fn a_key_without_a_value_gets_one() {
        let text = rewritten("chain: # which?\n    because: so", |s| s.set(&["chain"], &words(&["A"])));
        assert_eq!(text, "chain: [A] # which?\n    because: so");
        let long = "A name that is so long that three of them are wider than a line";
        let text = rewritten("chain:", |s| s.set(&["chain"], &words(&[long, long])));
        assert_eq!(text, format!("chain:\n      - {long}\n      - {long}"));
    }

    #[test]
    fn keys_inside_a_flow_map_are_replaced_added_and_removed() {
        let step = "window: {player: Joey, box: C, not offered: [Trap Hole]}";
        let text = rewritten(step, |s| {
            s.set(&["window", "player"], &Yaml::word("Yugi"));
            s.remove(&["window", "not offered"]);
            s.set(&["window", "offered"], &words(&["Trap Hole"]));
        });
        assert_eq!(text, "window: {player: Yugi, box: C, offered: [Trap Hole]}");
    }

    #[test]
    fn a_tag_is_replaced_and_its_neighbours_stay() {
        let text = rewritten("in: [goat]\n    Yugi: {activates: A}\n    because: so", |s| {
            s.replace_tag("Yugi", "never offered", &words(&["A"]));
        });
        assert_eq!(text, "in: [goat]\n    never offered: [A]\n    because: so");
    }

    #[test]
    fn a_zone_deep_in_block_maps_is_found() {
        let text = rewritten("board:\n      Yugi: {lp: 8000, hand: []}\n      Joey:\n        gy: [A]", |s| {
            s.set(&["board", "Joey", "gy"], &words(&["B"]));
            s.set(&["board", "Yugi", "lp"], &Yaml::number(7000));
        });
        assert_eq!(text, "board:\n      Yugi: {lp: 7000, hand: []}\n      Joey:\n        gy: [B]");
    }
}

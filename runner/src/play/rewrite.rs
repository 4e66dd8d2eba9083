//! The step as the engine did it, written into the step's own text so that its style stays.

use std::ops::Range;

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

    /// As a block list if it is a list: one item a line, each on its own line.
    fn block(&self, indent: usize) -> String {
        match self {
            Self::List(items) if !items.is_empty() => {
                let pad = " ".repeat(indent);
                items.iter().map(|i| format!("\n{pad}- {}", i.flow())).collect()
            }
            other => format!(" {}", other.flow()),
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

/// The text of a step, being rewritten.
pub(super) struct StepText {
    text: String,
    /// The column in which the step's keys stand.
    column: usize,
}

impl StepText {
    /// The step that stands at `span` in the file.
    pub(super) fn new(file: &str, span: crate::ruling::Span) -> Self {
        let start = span.start.min(file.len());
        let line = file[..start].rfind('\n').map_or(0, |n| n + 1);
        Self { text: file[start..span.end.min(file.len()).max(start)].trim_end().to_owned(), column: start - line }
    }

    /// A text of the step at `span` that was rewritten before.
    pub(super) fn again(text: &str, file: &str, span: crate::ruling::Span) -> Self {
        Self { text: text.to_owned(), ..Self::new(file, span) }
    }

    /// The text.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Replaces the value at a path of keys, or adds its last key.
    pub(super) fn set(&mut self, path: &[&str], value: &Yaml) {
        let Some((last, parents)) = path.split_last() else { return };
        let Some((map, column)) = self.find(parents) else { return };
        match entry(&self.text, map.clone(), column, last) {
            Some(found) if is_block(&self.text[found.value.clone()]) => {
                let indent = block_indent(&self.text, &found.value);
                let colon = found.value.start;
                self.text.replace_range(colon..found.value.end, &value.block(indent));
            }
            Some(found) => {
                let value_at = trim(&self.text, found.value);
                self.text.replace_range(value_at, &value.flow());
            }
            None if self.text[map.clone()].starts_with('{') => {
                let comma = if self.text[map.clone()].trim_matches(['{', '}', ' ']).is_empty() { "" } else { ", " };
                self.text.insert_str(map.end - 1, &format!("{comma}{last}: {}", value.flow()));
            }
            None => {
                let pad = " ".repeat(column);
                let end = trim(&self.text, map).end;
                self.text.insert_str(end, &format!("\n{pad}{last}: {}", value.flow()));
            }
        }
    }

    /// Takes a key and its value away.
    pub(super) fn remove(&mut self, path: &[&str]) {
        let Some((last, parents)) = path.split_last() else { return };
        let Some((map, column)) = self.find(parents) else { return };
        let Some(found) = entry(&self.text, map.clone(), column, last) else { return };
        let mut range = found.key.start..found.value.end;
        if self.text[map.clone()].starts_with('{') {
            let before = self.text[map.start..range.start].trim_end_matches([' ', '\n']);
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
        let Some(found) = entry(&self.text, map, column, tag) else { return };
        let end = trim(&self.text, found.value).end;
        self.text.replace_range(found.key.start..end, &format!("{with}: {}", value.flow()));
    }

    /// The map at a path of keys, and the column of its keys.
    fn find(&self, path: &[&str]) -> Option<(Range<usize>, usize)> {
        let mut at = (0..self.text.len(), self.column);
        for key in path {
            let found = entry(&self.text, at.0, at.1, key)?;
            let range = trim(&self.text, found.value);
            let line = self.text[..range.start].rfind('\n');
            let column = line.map_or(self.column + range.start, |n| range.start - n - 1);
            at = (range, column);
        }
        Some(at)
    }
}

/// A key of a map with its value, which for a block map begins right after the colon.
struct Entry {
    key: Range<usize>,
    value: Range<usize>,
}

fn entry(text: &str, map: Range<usize>, column: usize, key: &str) -> Option<Entry> {
    let entries =
        if text[map.clone()].starts_with('{') { flow_entries(text, map) } else { block_entries(text, map, column) };
    entries.into_iter().find(|e| text[e.key.clone()].trim_matches(['"', '\'']) == key)
}

fn flow_entries(text: &str, map: Range<usize>) -> Vec<Entry> {
    let inside = map.start + 1..map.end.saturating_sub(1).max(map.start + 1);
    split(text, inside, b',')
        .into_iter()
        .filter_map(|item| {
            let item = trim(text, item);
            let colon = split(text, item.clone(), b':').first()?.end;
            (colon < item.end)
                .then(|| Entry { key: trim(text, item.start..colon), value: trim(text, colon + 1..item.end) })
        })
        .collect()
}

fn block_entries(text: &str, map: Range<usize>, column: usize) -> Vec<Entry> {
    let mut starts = vec![map.start];
    for (at, _) in text[map.clone()].match_indices('\n') {
        let line = map.start + at + 1;
        let rest = &text[line..map.end];
        let indent = rest.len() - rest.trim_start_matches(' ').len();
        let content = &rest[indent..];
        if indent == column && !content.starts_with("- ") && !content.starts_with(['#', '\n']) {
            starts.push(line + indent);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([map.end]).collect::<Vec<_>>();
    starts
        .into_iter()
        .zip(ends)
        .filter_map(|(start, end)| {
            let colon = split(text, start..end, b':').first()?.end;
            let end = start + text[start..end].trim_end().len();
            (colon < end).then(|| Entry { key: start..colon, value: colon + 1..end })
        })
        .collect()
}

/// Splits at a separator outside of quotes and brackets; a colon separates only before white space.
fn split(text: &str, range: Range<usize>, separator: u8) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), range.start, 0_i32, None);
    for at in range.clone() {
        let byte = bytes[at];
        let at_start = at == range.start || matches!(bytes[at - 1], b' ' | b'[' | b'{' | b',' | b'\n');
        match (quote, byte) {
            (Some(q), b) if q == b => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') if at_start => quote = Some(byte),
            (None, b'[' | b'{') => depth += 1,
            (None, b']' | b'}') => depth -= 1,
            (None, b) if b == separator && depth == 0 && separates(b, bytes.get(at + 1)) => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(start..range.end);
    parts
}

fn separates(byte: u8, next: Option<&u8>) -> bool {
    byte != b':' || next.is_none_or(u8::is_ascii_whitespace)
}

fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let inner = &text[range.clone()];
    let start = range.start + (inner.len() - inner.trim_start().len());
    start..(start + inner.trim().len())
}

/// Whether a value is a block list.
fn is_block(value: &str) -> bool {
    value.trim_start().starts_with("- ")
}

fn block_indent(text: &str, value: &Range<usize>) -> usize {
    let at = trim(text, value.clone()).start;
    text[..at].rfind('\n').map_or(0, |n| at - n - 1)
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

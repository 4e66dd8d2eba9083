//! Changes a file through its tree, so that comments, quotes and layout of everything else stay as they are.

mod quote;
#[cfg(test)]
mod tests;
mod value;

use std::ops::Range;
use std::sync::Arc;

pub use quote::{sentence, word, words};
pub use value::Value;

use crate::place::{Span, Spanned};
use crate::yaml::{Kind, Node, parse};

/// The widest line that is written where there was none.
const WIDTH: usize = 120;

/// A map of a file, such as a step of a ruling, being changed.
pub struct Editor {
    /// Its text, after as many blanks as there are columns before it in the file.
    text: String,
    column: usize,
    /// How lines end in the file.
    newline: &'static str,
    /// Whether a comment follows on the last line.
    commented: bool,
}

/// A piece of text to be put in the place of another.
type Change = (Range<usize>, String);

/// An entry of a map.
type Entry = (Spanned<String>, Node);

/// Where a map stands in a file, without the blanks after it.
fn range_of(file: &str, span: Span) -> Range<usize> {
    let start = span.start.min(file.len());
    start..start + file[start..span.end.clamp(start, file.len())].trim_end().len()
}

/// How lines end in a file.
pub(crate) fn newline_of(file: &str) -> &'static str {
    if file.contains("\r\n") { "\r\n" } else { "\n" }
}

/// How many bytes stand before an offset on its line.
pub(crate) fn column_of(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(at, |newline| at - newline - 1)
}

/// The text of the map at a place of a file.
pub fn text_of(file: &str, span: Span) -> &str {
    &file[range_of(file, span)]
}

/// The file in which another step stands in the place of one. If there are several, each has the formats it belongs to
/// written in front of it, as `in`.
pub fn replace(file: &str, span: Span, steps: &[(&str, Vec<&str>)]) -> String {
    let range = range_of(file, span);
    let with = match steps {
        [(text, _)] => (*text).to_owned(),
        several => split(file, Span { start: range.start, end: range.end }, several),
    };
    format!("{}{with}{}", &file[..range.start], &file[range.end..])
}

/// One step for each variant, with the formats it belongs to in front.
fn split(file: &str, span: Span, variants: &[(&str, Vec<&str>)]) -> String {
    let column = column_of(file, span.start);
    let before = &file[span.start - column..span.start];
    let newline = newline_of(file);
    let joint = if before.trim() == "-" { format!("{newline}{before}") } else { ", ".to_owned() };
    let steps = variants.iter().map(|(text, formats)| {
        let mut step = Editor::again(text, file, span);
        step.remove(&["in"]);
        let (formats, rest) = (format!("in: {}", words(formats)), step.into_text());
        match rest.strip_prefix('{') {
            Some(inside) if inside.trim_start() == "}" => format!("{{{formats}}}"),
            Some(inside) => format!("{{{formats}, {inside}"),
            None => format!("{formats}{newline}{}{rest}", " ".repeat(column)),
        }
    });
    steps.collect::<Vec<_>>().join(&joint)
}

impl Editor {
    /// The map that stands at `span` in the file.
    pub fn new(file: &str, span: Span) -> Self {
        Self::again(text_of(file, span), file, span)
    }

    /// A text of the map at `span` that was changed before.
    pub fn again(text: &str, file: &str, span: Span) -> Self {
        let range = range_of(file, span);
        let column = column_of(file, range.start);
        let rest = file[range.end..].lines().next().unwrap_or_default();
        Self {
            text: format!("{}{text}", " ".repeat(column)),
            column,
            newline: newline_of(file),
            commented: rest.contains('#'),
        }
    }

    /// The text of the map.
    pub fn into_text(self) -> String {
        self.text[self.column..].to_owned()
    }

    /// Writes a value at a path of keys, or adds what is missing of the path. What is the same already stays as it is.
    pub fn set(&mut self, path: &[&str], value: &Value) {
        let Some((last, parents)) = path.split_last() else { return };
        let Some(root) = self.tree() else { return };
        let Some(map) = at(&root, parents) else {
            return self.set(parents, &Value::map([(*last, value.clone())]));
        };
        let Kind::Map(entries) = &map.kind else {
            return self.set(parents, &Value::map([(*last, value.clone())]));
        };
        let mut changes = Vec::new();
        match entries.iter().find(|(key, _)| key.value == *last) {
            Some(entry) => self.replace_value(map, entry, value, &mut changes),
            None => changes.push(self.added(map, entries, last, value)),
        }
        self.apply(changes);
    }

    /// Takes a key and its value away.
    pub fn remove(&mut self, path: &[&str]) {
        let Some((last, parents)) = path.split_last() else { return };
        let Some(root) = self.tree() else { return };
        let Some(Node { kind: Kind::Map(entries), span }) = at(&root, parents) else { return };
        let Some(i) = entries.iter().position(|(key, _)| key.value == *last) else { return };
        if entries.len() == 1 && !parents.is_empty() {
            return self.set(parents, &Value::Map(Vec::new()));
        }
        let mut gone = entries[i].0.span.start..self.end_of(&entries[i]);
        let mut changes = Vec::new();
        match (i.checked_sub(1).map(|i| self.end_of(&entries[i])), entries.get(i + 1)) {
            (Some(previous), _) if self.is_flow(*span) => {
                let between = &self.text[previous..gone.start];
                // The comment of the entry before stays; only the comma before it goes.
                match between.contains('#') && between.starts_with(',') {
                    true => changes.push((previous..previous + 1, String::new())),
                    false => gone.start = previous,
                }
            }
            (None, Some(next)) if self.is_flow(*span) => gone.end = next.0.span.start,
            (None, None) if self.is_flow(*span) => {}
            (Some(_), _) => gone.start = self.text[..gone.start].trim_end().len(),
            (None, _) => {
                let rest = &self.text[gone.end..];
                gone.end += rest.len() - rest.trim_start().len();
            }
        }
        changes.push((gone, String::new()));
        self.apply(changes);
    }

    /// Puts another key with its value in the place of one, keeping what stands beside it.
    pub fn replace_tag(&mut self, tag: &str, with: &str, value: &Value) {
        let Some(Node { kind: Kind::Map(entries), .. }) = self.tree() else { return };
        let Some(entry) = entries.iter().find(|(key, _)| key.value == tag) else { return };
        let old = entry.0.span.start..self.end_of(entry);
        self.apply(vec![(old, format!("{}: {}", word(with), value.flow()))]);
    }

    fn tree(&self) -> Option<Node> {
        parse("", &Arc::from(self.text.as_str())).0
    }

    fn apply(&mut self, mut changes: Vec<Change>) {
        // From the end, so that places before stay what they are; what is inserted at a place comes last.
        changes.sort_by_key(|(range, _)| std::cmp::Reverse((range.start, range.end)));
        for (range, with) in changes {
            self.text.replace_range(range, &with);
        }
    }

    /// Whether a list or map is in brackets.
    fn is_flow(&self, span: Span) -> bool {
        self.text[span.start..].starts_with(['[', '{'])
    }

    /// Right after the colon of an entry, or after its key if it has none.
    fn after_colon(&self, (key, _): &Entry) -> usize {
        let rest = &self.text[key.span.end..];
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        key.span.end + if rest[blanks..].starts_with(':') { blanks + 1 } else { 0 }
    }

    /// Where an entry ends, with its value or its colon.
    fn end_of(&self, entry: &Entry) -> usize {
        if is_blank(&entry.1) { self.after_colon(entry) } else { entry.1.span.end }
    }

    /// The end of the line on which an offset is, with the comment that stands there.
    fn end_of_line(&self, at: usize) -> usize {
        self.text[at..].find(['\r', '\n']).map_or(self.text.len(), |n| at + n)
    }

    /// Whether a comment stands on the line after an offset.
    fn is_commented(&self, at: usize) -> bool {
        let end = self.end_of_line(at);
        self.text[at..end].trim_start().starts_with('#') || (end == self.text.len() && self.commented)
    }

    /// A key at the end of a map.
    fn added(&self, map: &Node, entries: &[Entry], key: &str, value: &Value) -> Change {
        let new = format!("{}: {}", word(key), value.flow());
        match entries.last() {
            None => (map.span.start + 1..map.span.start + 1, new),
            Some(last) if self.is_flow(map.span) => {
                let end = self.end_of(last);
                (end..end, format!(", {new}"))
            }
            Some(last) => {
                let end = self.end_of_line(self.end_of(last));
                let column = column_of(&self.text, entries[0].0.span.start);
                (end..end, format!("{}{}{new}", self.newline, " ".repeat(column)))
            }
        }
    }

    /// The changes that give an entry another value.
    fn replace_value(&self, map: &Node, entry: &Entry, value: &Value, changes: &mut Vec<Change>) {
        let (colon, (key, old)) = (self.after_colon(entry), entry);
        if is_blank(old) || matches!(self.written(old), "[]" | "{}") {
            let end = self.end_of(entry);
            // Below its key it would take the comment of that line along.
            let one_line = self.is_flow(map.span) || self.is_commented(end);
            let column = column_of(&self.text, key.span.start);
            let fresh = if one_line { format!(" {}", value.flow()) } else { self.fresh(value, column, &key.value) };
            changes.push((colon..end, fresh));
        } else if !self.merge(old, value, changes) {
            let line = self.end_of_line(colon);
            if old.span.start < line {
                changes.push((old.span.start..old.span.end, value.flow()));
            } else {
                // It began below its key.
                changes.push((colon..colon, format!(" {}", value.flow())));
                changes.push((line..old.span.end, String::new()));
            }
        }
    }

    fn written(&self, node: &Node) -> &str {
        &self.text[node.span.start..node.span.end]
    }

    /// A value for a key that has none: on the line of the key if it fits, else below it.
    fn fresh(&self, value: &Value, column: usize, key: &str) -> String {
        let flow = value.flow();
        let fits = column + key.len() + 2 + flow.chars().count() <= WIDTH;
        let pad = format!("{}{}", self.newline, " ".repeat(column + 2));
        match value {
            Value::List(items) if !fits => items.iter().map(|item| format!("{pad}- {}", item.flow())).collect(),
            Value::Map(entries) if !fits => {
                entries.iter().map(|(key, value)| format!("{pad}{}: {}", word(key), value.flow())).collect()
            }
            _ => format!(" {flow}"),
        }
    }

    /// The changes that make a written value into another, as small as can be; `false` if it must be written anew.
    fn merge(&self, old: &Node, value: &Value, changes: &mut Vec<Change>) -> bool {
        if value.is_written(old) {
            return true;
        }
        match (value, &old.kind) {
            (Value::List(new), Kind::Seq(items)) if !new.is_empty() && !items.is_empty() => {
                !items.iter().any(is_blank) && {
                    self.merge_items(old, items, new, changes);
                    true
                }
            }
            (Value::Map(new), Kind::Map(entries)) if new.len() == entries.len() => {
                let of_key = |key: &String| entries.iter().find(|(k, v)| k.value == *key && !is_blank(v));
                let found: Option<Vec<&Entry>> = new.iter().map(|(key, _)| of_key(key)).collect();
                found.is_some_and(|found| {
                    found.into_iter().zip(new).for_each(|(entry, (_, v))| self.replace_value(old, entry, v, changes));
                    true
                })
            }
            _ => false,
        }
    }

    /// Items at the beginning and the end that are the same stay; those between are replaced.
    fn merge_items(&self, list: &Node, old: &[Node], new: &[Value], changes: &mut Vec<Change>) {
        let first = old.iter().zip(new).take_while(|(o, n)| n.is_written(o)).count();
        let rest = old[first..].iter().rev().zip(new[first..].iter().rev());
        let last = rest.take_while(|(o, n)| n.is_written(o)).count();
        let (gone, come) = (&old[first..old.len() - last], &new[first..new.len() - last]);
        let block = !self.is_flow(list.span);
        let joint = match block {
            true => format!("{}{}- ", self.newline, " ".repeat(column_of(&self.text, list.span.start))),
            false => ", ".to_owned(),
        };
        let written = come.iter().map(Value::flow).collect::<Vec<_>>().join(&joint);
        // An item of a block list has its line with the comment on it.
        let end = |item: &Node| if block { self.end_of_line(item.span.end) } else { item.span.end };
        match (gone, come) {
            ([], []) => {}
            (gone, come) if gone.len() == come.len() => {
                for (old, new) in gone.iter().zip(come) {
                    if !self.merge(old, new, changes) {
                        changes.push((old.span.start..old.span.end, new.flow()));
                    }
                }
            }
            ([], _) if first > 0 => {
                let at = end(&old[first - 1]);
                changes.push((at..at, format!("{joint}{written}")));
            }
            ([], _) => changes.push((old[0].span.start..old[0].span.start, format!("{written}{joint}"))),
            ([.., last], []) if first > 0 => changes.push((end(&old[first - 1])..end(last), String::new())),
            (gone, []) => changes.push((gone[0].span.start..old[gone.len()].span.start, String::new())),
            ([first, ..], _) => changes.push((first.span.start..gone[gone.len() - 1].span.end, written)),
        }
    }
}

/// Whether nothing is written.
fn is_blank(node: &Node) -> bool {
    node.kind == Kind::Null && node.span.start == node.span.end
}

/// The value at a path of keys.
fn at<'n>(root: &'n Node, path: &[&str]) -> Option<&'n Node> {
    path.iter().try_fold(root, |node, key| node.get(key))
}

//! From text to tree, through serde.

use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::budget::BudgetBreach;
use serde_yaml::options::{DuplicateKeyPolicy, MergeKeyPolicy};
use serde_yaml::{Error, Location};

use super::{Kind, Node, file, scalar};
use crate::diagnostic::{Diagnostic, line_column};
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use segoc_protocol::{is_hidden, visible};

/// How deep lists and maps may be nested; cards need less than 20.
const MAX_DEPTH: usize = 48;
/// How many values a file may have.
const MAX_NODES: usize = 50_000;

/// Reads a text into a tree. Mistakes that leave a readable tree come together with it.
pub fn parse(path: &str, text: &Arc<str>) -> (Option<Node>, Vec<Diagnostic>) {
    if let Some(wrong) = file::hidden(path, text).or_else(|| leading_tab(path, text)) {
        return (None, vec![wrong]);
    }
    let mut errors = Vec::new();
    let raw = match raw(text, DuplicateKeyPolicy::Error) {
        Ok(raw) => raw,
        Err(error) => {
            errors.push(explain(path, text, &error));
            let duplicate = matches!(error.without_snippet(), Error::DuplicateMappingKey { .. });
            match raw_if(duplicate, text) {
                Some(raw) => raw,
                None => return (None, errors),
            }
        }
    };
    let tree = Tree { path, text, errors };
    let (node, errors) = tree.finish(raw);
    (Some(node), errors)
}

/// After a duplicate key the rest of the file can still be looked at.
fn raw_if(duplicate: bool, text: &str) -> Option<Raw> {
    if duplicate { raw(text, DuplicateKeyPolicy::FirstWins).ok() } else { None }
}

fn raw(text: &str, duplicate_keys: DuplicateKeyPolicy) -> Result<Raw, Error> {
    let options = serde_yaml::options! {
        budget: serde_yaml::budget! {
            max_documents: 1,
            max_anchors: 0,
            max_aliases: 0,
            max_merge_keys: 0,
            max_depth: MAX_DEPTH,
            max_nodes: MAX_NODES,
        },
        duplicate_keys: duplicate_keys,
        merge_keys: MergeKeyPolicy::Error,
        strict_booleans: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    };
    serde_yaml::from_str_with_options(text, options)
}

/// A value as serde gives it: spans of lists and maps are only where they begin.
type Raw = serde_yaml::Spanned<RawKind>;

enum RawKind {
    Null,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(String),
    Seq(Vec<Raw>),
    Map(Vec<(Raw, Raw)>),
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = RawKind;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text, a number, a list or a map")
    }

    fn visit_unit<E>(self) -> Result<RawKind, E> {
        Ok(RawKind::Null)
    }

    fn visit_none<E>(self) -> Result<RawKind, E> {
        Ok(RawKind::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<RawKind, E> {
        Ok(RawKind::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<RawKind, E> {
        Ok(RawKind::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<RawKind, E> {
        Ok(i64::try_from(value).map_or(RawKind::Float(value as f64), RawKind::Int))
    }

    fn visit_i128<E>(self, value: i128) -> Result<RawKind, E> {
        Ok(RawKind::Float(value as f64))
    }

    fn visit_u128<E>(self, value: u128) -> Result<RawKind, E> {
        Ok(RawKind::Float(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<RawKind, E> {
        Ok(RawKind::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<RawKind, E> {
        Ok(RawKind::Str(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<RawKind, E> {
        Ok(RawKind::Str(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<RawKind, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(RawKind::Seq(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<RawKind, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(RawKind::Map(entries))
    }
}

impl<'de> Deserialize<'de> for RawKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

/// Turns raw values into nodes with full spans, and looks at each value as it was written.
struct Tree<'t> {
    path: &'t str,
    text: &'t Arc<str>,
    errors: Vec<Diagnostic>,
}

impl Tree<'_> {
    fn finish(mut self, raw: Raw) -> (Node, Vec<Diagnostic>) {
        let node = self.node(raw);
        (node, self.errors)
    }

    fn node(&mut self, raw: Raw) -> Node {
        let span = span(self.text, raw.referenced);
        let (kind, span) = match raw.value {
            RawKind::Null => (Kind::Null, span),
            RawKind::Bool(value) => (Kind::Bool(value), span),
            RawKind::Int(value) => (Kind::Int(value), span),
            RawKind::Float(value) => (Kind::Float(value), span),
            RawKind::Str(value) => (Kind::Str(self.seen(value, span)), span),
            RawKind::Seq(items) => {
                let items: Vec<Node> = items.into_iter().map(|item| self.node(item)).collect();
                let span = self.enclose(span.start, ']', items.last().map(|last| last.span.end));
                return Node { kind: Kind::Seq(items), span };
            }
            RawKind::Map(entries) => {
                let entries: Vec<(Spanned<String>, Node)> =
                    entries.into_iter().map(|(key, value)| self.entry(key, value)).collect();
                let last = entries.last().map(|(key, value)| value.span.end.max(key.span.end));
                let span = self.enclose(span.start, '}', last);
                return Node { kind: Kind::Map(entries), span };
            }
        };
        self.look_at(span);
        Node { kind, span }
    }

    /// A key with its value; one that has none has it after the colon.
    fn entry(&mut self, key: Raw, value: Raw) -> (Spanned<String>, Node) {
        let (key, mut value) = (self.key(key), self.node(value));
        if value.kind == Kind::Null && !self.text[value.span.start..value.span.end].starts_with(['n', '~']) {
            let colon = self.text[key.span.end..].find(':').filter(|_| value.span.start >= key.span.end);
            let end = colon.map_or(value.span.start, |colon| key.span.end + colon + 1);
            value.span = Span { start: end, end };
        }
        (key, value)
    }

    fn key(&mut self, raw: Raw) -> Spanned<String> {
        let node = self.node(raw);
        let written = self.text.get(node.span.start..node.span.end).unwrap_or_default().to_owned();
        let value = match node.kind {
            Kind::Str(value) => value,
            Kind::Bool(_) | Kind::Int(_) | Kind::Float(_) | Kind::Null => written,
            Kind::Seq(_) | Kind::Map(_) => {
                let message = "a key must be a word, not a list or a map";
                self.errors.push(Diagnostic::new(self.path, self.text, node.span, message).lint(Lint::Yaml));
                written
            }
        };
        Spanned { value, span: node.span }
    }

    /// Reports what cannot be seen in a text, which was written there as an escape; it is read on so that everything can be.
    fn seen(&mut self, value: String, span: Span) -> String {
        let Some(hidden) = value.chars().find(|&c| is_hidden(c) && !matches!(c, '\n' | '\t')) else { return value };
        let (message, help) = file::about_hidden(hidden);
        self.errors.push(Diagnostic::new(self.path, self.text, span, message).lint(Lint::File).help(help));
        visible(&value)
    }

    /// Reports a plain value that not every parser reads alike.
    fn look_at(&mut self, span: Span) {
        let written = self.text.get(span.start..span.end).unwrap_or_default();
        if written.starts_with(['"', '\'', '|', '>']) {
            return;
        }
        if let Some((message, help)) = scalar::ambiguous(written) {
            self.errors.push(Diagnostic::new(self.path, self.text, span, message).lint(Lint::Yaml).help(help));
        }
    }

    /// The span of a list or map from where it begins to its closing bracket, or to the end of what is in it.
    fn enclose(&self, start: usize, close: char, last: Option<usize>) -> Span {
        let flow = self.text.get(start..).is_some_and(|rest| rest.starts_with(['[', '{']));
        let inside = last.unwrap_or(start);
        if !flow {
            return Span { start, end: inside };
        }
        let from = last.unwrap_or(start + 1);
        let mut comment = false;
        for (offset, c) in self.text.get(from..).unwrap_or_default().char_indices() {
            match c {
                '\n' => comment = false,
                '#' => comment = true,
                c if c == close && !comment => return Span { start, end: from + offset + 1 },
                _ => {}
            }
        }
        Span { start, end: inside }
    }
}

fn span(text: &str, location: Location) -> Span {
    let span = location.span();
    let Some((start, len)) = span.byte_offset().zip(span.byte_len()) else {
        let start = offset_of(text, location);
        return Span { start, end: start };
    };
    let (start, end) = (start as usize, (start + len) as usize);
    // A plain value is said to reach up to what follows it.
    let written = text.get(start..end).unwrap_or_default();
    Span { start, end: start + written.trim_end().len() }
}

/// The byte offset of a line and column, for errors that come without one.
fn offset_of(text: &str, location: Location) -> usize {
    let line = (location.line() as usize).saturating_sub(1);
    let column = (location.column() as usize).saturating_sub(1);
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = text[start..].split('\n').next().unwrap_or_default();
    start + rest.char_indices().nth(column).map_or(rest.len(), |(offset, _)| offset)
}

/// Editors insert tabs; YAML's own message about them is not helpful.
fn leading_tab(path: &str, text: &Arc<str>) -> Option<Diagnostic> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indent].find('\t')
            && !line.trim().is_empty()
        {
            let span = Span { start: start + tab, end: start + tab + 1 };
            return Some(
                Diagnostic::new(path, text, span, "the line is indented with a tab")
                    .lint(Lint::Yaml)
                    .help("YAML is indented with spaces: use two for each level"),
            );
        }
        start += line.len();
    }
    None
}

/// An error of the parser in words for people who do not know it.
fn explain(path: &str, text: &Arc<str>, error: &Error) -> Diagnostic {
    let error = error.without_snippet();
    let span = error.location().map(|location| span(text, location)).unwrap_or_default();
    let at = |message: String| Diagnostic::new(path, text, span, message).lint(Lint::Yaml);
    match error {
        Error::DuplicateMappingKey { key, .. } => {
            let key = key.clone().unwrap_or_else(|| text.get(span.start..span.end).unwrap_or_default().to_owned());
            at(format!("the key `{key}` is written twice in the same map"))
        }
        Error::MergeKeyNotAllowed { .. } => at("merge keys (`<<`) are not used here".into()).help("write it out"),
        Error::UnsupportedTag { tag, .. } => at(format!("tags (`{tag}`) are not used here"))
            .help("if it is a text that begins with `!`, put it in quotes"),
        Error::NonFiniteFloat { .. } => at("this is a number in YAML".into()).help("if it is a text, put it in quotes"),
        Error::Budget { breach, .. } => match breach {
            BudgetBreach::Anchors { .. } | BudgetBreach::Aliases { .. } => no_anchors(at),
            BudgetBreach::Documents { .. } => {
                at("a file holds one document".into()).help("make it two files, or remove the line `---` or `...`")
            }
            BudgetBreach::Depth { .. } => too_deep(at),
            _ => at("there is too much in this file".into())
                .help(format!("a file has at most {MAX_NODES} values; make several files of it")),
        },
        _ => {
            let whole = error.to_string();
            let message = whole.split(" at line ").next().unwrap_or_default();
            if message.contains("unknown anchor") {
                return no_anchors(at);
            }
            // The parser has a limit of its own, for brackets.
            if message.contains("recursion limit") {
                return too_deep(at);
            }
            let diagnostic = at(format!("this is not valid YAML: {message}"));
            match hint(text, span, message) {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }
        }
    }
}

fn no_anchors(at: impl Fn(String) -> Diagnostic) -> Diagnostic {
    at("anchors and aliases (`&`, `*`) are not used here".into())
        .help("write it out; a text that begins with `&` or `*` is put in quotes")
}

fn too_deep(at: impl Fn(String) -> Diagnostic) -> Diagnostic {
    at(format!("nested more than {MAX_DEPTH} levels deep")).help("is there a bracket that is not closed?")
}

/// What usually lies behind a message of the YAML parser.
fn hint(text: &str, span: Span, message: &str) -> Option<String> {
    let (line, _) = line_column(text, span.start);
    if message.contains("mapping values are not allowed") {
        return Some("a text with `: ` in it is put in quotes; otherwise check the indentation of this line".into());
    }
    if message.contains("did not find expected key") || message.contains("did not find expected '-'") {
        return Some("check the indentation: what belongs together begins in the same column".into());
    }
    if message.contains("simple key") {
        return Some("a key is one short word, followed by `: `; check the indentation of this line".into());
    }
    if message.contains("placement of ':'") || message.contains("flow") || message.contains("expected ',' or") {
        return Some(format!("is there a `]` or `}}` missing before line {line}?"));
    }
    if message.contains("quoted scalar") {
        return Some("a text in quotes ends with the same quote; inside '…' an apostrophe is written twice".into());
    }
    if message.contains("unexpected character") {
        return Some("a text that begins with this character is put in quotes".into());
    }
    None
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;

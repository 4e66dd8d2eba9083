//! From text to tree, by the parser's events.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use granit_parser::{ErrorKind, Event, Parser, ScalarStyle, ScanError, StrInput, StructureStyle};

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
    let options = granit_parser::options! { emit_comments: false };
    let events = Parser::new_from_str_with_options(text, options);
    let mut tree = Tree { path, text, events, depth: 0, nodes: 0, errors: Vec::new() };
    match tree.document() {
        Ok(node) => (Some(node), tree.errors),
        Err(error) => {
            tree.errors.push(error);
            (None, tree.errors)
        }
    }
}

/// Builds the tree, and looks at each value as it was written.
struct Tree<'t> {
    path: &'t str,
    text: &'t Arc<str>,
    events: Parser<'t, StrInput<'t>>,
    depth: usize,
    nodes: usize,
    errors: Vec<Diagnostic>,
}

impl<'t> Tree<'t> {
    fn document(&mut self) -> Result<Node, Diagnostic> {
        let mut root = None;
        loop {
            match self.next()? {
                (Event::StreamEnd, _) => break,
                (Event::DocumentStart(..), span) if root.is_some() => {
                    return Err(self
                        .wrong(span, "a file holds one document")
                        .help("make it two files, or remove the line `---` or `...`"));
                }
                (Event::StreamStart | Event::DocumentStart(..) | Event::DocumentEnd, _) => {}
                (event, span) => root = Some(self.node(event, span)?),
            }
        }
        let end = self.text.len();
        Ok(root.unwrap_or(Node { kind: Kind::Null, span: Span { start: end, end } }))
    }

    /// The next event, with what it covers of the text.
    fn next(&mut self) -> Result<(Event<'t>, Span), Diagnostic> {
        match self.events.next_event() {
            Some(Ok((event, span))) => {
                let tag = matches!(
                    &event,
                    Event::Scalar(.., Some(_)) | Event::SequenceStart(.., Some(_)) | Event::MappingStart(.., Some(_))
                );
                let covered = if tag { span.tag_span().unwrap_or(span) } else { span };
                Ok((event, self.span(covered.byte_range().unwrap_or_default())))
            }
            Some(Err(error)) => Err(self.explain(&error)),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    /// A plain value is said to reach up to what follows it.
    fn span(&self, covered: std::ops::Range<usize>) -> Span {
        let written = self.text.get(covered.clone()).unwrap_or_default();
        Span { start: covered.start, end: covered.start + written.trim_end().len() }
    }

    fn node(&mut self, event: Event<'t>, span: Span) -> Result<Node, Diagnostic> {
        self.nodes += 1;
        if self.nodes > MAX_NODES {
            let help = format!("a file has at most {MAX_NODES} values; make several files of it");
            return Err(self.wrong(span, "there is too much in this file").help(help));
        }
        match event {
            Event::Scalar(.., Some(tag)) | Event::SequenceStart(.., Some(tag)) | Event::MappingStart(.., Some(tag)) => {
                Err(self
                    .wrong(span, format!("tags (`{}`) are not used here", tag.original()))
                    .help("if it is a text that begins with `!`, put it in quotes"))
            }
            Event::Scalar(value, style, 0, None) => self.scalar(value, style, span),
            Event::SequenceStart(style, 0, None) => self.nested(span, |tree| tree.list(style, span)),
            Event::MappingStart(style, 0, None) => self.nested(span, |tree| tree.map(style, span)),
            _ => Err(self.no_anchors(span)),
        }
    }

    fn nested(
        &mut self,
        span: Span,
        inside: impl FnOnce(&mut Self) -> Result<Node, Diagnostic>,
    ) -> Result<Node, Diagnostic> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.too_deep(span));
        }
        let node = inside(self);
        self.depth -= 1;
        node
    }

    fn list(&mut self, style: StructureStyle, begin: Span) -> Result<Node, Diagnostic> {
        let mut items: Vec<Node> = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, close) => {
                    let span = enclosed(style, begin, close, items.last().map(|last| last.span.end));
                    return Ok(Node { kind: Kind::Seq(items), span });
                }
                (event, span) => items.push(self.node(event, span)?),
            }
        }
    }

    fn map(&mut self, style: StructureStyle, begin: Span) -> Result<Node, Diagnostic> {
        let mut entries: Vec<(Spanned<String>, Node)> = Vec::new();
        let mut known = HashSet::new();
        loop {
            let (event, span) = self.next()?;
            if let Event::MappingEnd = event {
                let last = entries.last().map(|(key, value)| value.span.end.max(key.span.end));
                let span = enclosed(style, begin, span, last);
                return Ok(Node { kind: Kind::Map(entries), span });
            }
            let key = self.key(event, span)?;
            let (event, span) = self.next()?;
            let value = self.node(event, span)?;
            let value = self.after_colon(&key, value);
            // Most maps are small enough to be looked through.
            if entries.len() == MANY {
                known = entries.iter().map(|(key, _)| key.value.clone()).collect();
            }
            let twice = match entries.len() < MANY {
                true => entries.iter().any(|(other, _)| other.value == key.value),
                false => !known.insert(key.value.clone()),
            };
            if twice {
                let message = format!("the key `{}` is written twice in the same map", key.value);
                let error = self.wrong(key.span, message);
                self.errors.push(error);
            } else {
                entries.push((key, value));
            }
        }
    }

    fn key(&mut self, event: Event<'t>, span: Span) -> Result<Spanned<String>, Diagnostic> {
        if matches!(&event, Event::Scalar(value, ScalarStyle::Plain, ..) if value == "<<") {
            return Err(self.wrong(span, "merge keys (`<<`) are not used here").help("write it out"));
        }
        let node = self.node(event, span)?;
        let written = || self.text.get(node.span.start..node.span.end).unwrap_or_default().to_owned();
        let value = match node.kind {
            Kind::Str(value) => value,
            Kind::Bool(_) | Kind::Int(_) | Kind::Float(_) | Kind::Null => written(),
            Kind::Seq(_) | Kind::Map(_) => {
                let error = self.wrong(node.span, "a key must be a word, not a list or a map");
                let written = written();
                self.errors.push(error);
                written
            }
        };
        Ok(Spanned { value, span: node.span })
    }

    /// The value of a key; if there is none, it is after the colon.
    fn after_colon(&self, key: &Spanned<String>, mut value: Node) -> Node {
        if value.kind == Kind::Null && !self.text[value.span.start..value.span.end].starts_with(['n', '~']) {
            let colon = self.text[key.span.end..].find(':').filter(|_| value.span.start >= key.span.end);
            let end = colon.map_or(value.span.start, |colon| key.span.end + colon + 1);
            value.span = Span { start: end, end };
        }
        value
    }

    fn scalar(&mut self, value: Cow<'t, str>, style: ScalarStyle, span: Span) -> Result<Node, Diagnostic> {
        if style != ScalarStyle::Plain {
            return Ok(Node { kind: Kind::Str(self.seen(value, span)), span });
        }
        if let Some((message, help)) = scalar::ambiguous(&value) {
            let error = self.wrong(span, message).help(help);
            self.errors.push(error);
        }
        match scalar::plain(value) {
            Some(kind) => Ok(Node { kind, span }),
            None => Err(self.wrong(span, "this is a number in YAML").help("if it is a text, put it in quotes")),
        }
    }

    /// Reports what cannot be seen in a text, which was written there as an escape; it is read on so that everything can be.
    fn seen(&mut self, value: Cow<'t, str>, span: Span) -> String {
        let Some(hidden) = value.chars().find(|&c| is_hidden(c) && !matches!(c, '\n' | '\t')) else {
            return value.into_owned();
        };
        let (message, help) = file::about_hidden(hidden);
        self.errors.push(Diagnostic::new(self.path, self.text, span, message).lint(Lint::File).help(help));
        visible(&value)
    }

    fn wrong(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.path, self.text, span, message).lint(Lint::Yaml)
    }

    fn no_anchors(&self, span: Span) -> Diagnostic {
        self.wrong(span, "anchors and aliases (`&`, `*`) are not used here")
            .help("write it out; a text that begins with `&` or `*` is put in quotes")
    }

    fn too_deep(&self, span: Span) -> Diagnostic {
        self.wrong(span, format!("nested more than {MAX_DEPTH} levels deep"))
            .help("is there a bracket that is not closed?")
    }

    /// An error of the parser in words for people who do not know it.
    fn explain(&self, error: &ScanError) -> Diagnostic {
        let start = error.marker().byte_offset().unwrap_or_else(|| {
            let mut characters = self.text.char_indices();
            characters.nth(error.marker().index()).map_or(self.text.len(), |(start, _)| start)
        });
        let end = start + self.text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let span = Span { start, end };
        match error.kind() {
            ErrorKind::UnknownAnchor => self.no_anchors(span),
            // The parser has a limit of its own, for brackets.
            ErrorKind::RecursionLimitExceeded => self.too_deep(span),
            kind => {
                let message = kind.to_string();
                let diagnostic = self.wrong(span, format!("this is not valid YAML: {message}"));
                match hint(self.text, span, &message) {
                    Some(help) => diagnostic.help(help),
                    None => diagnostic,
                }
            }
        }
    }
}

/// How many keys a map has that is no longer looked through for each new one.
const MANY: usize = 24;

/// The span of a list or map, from where it begins to its closing bracket, or to the end of what is in it.
fn enclosed(style: StructureStyle, begin: Span, close: Span, last: Option<usize>) -> Span {
    let end = if style == StructureStyle::Flow { close.end } else { last.unwrap_or(begin.start) };
    Span { start: begin.start, end }
}

/// Editors insert tabs; YAML's own message about them is not helpful.
fn leading_tab(path: &str, text: &Arc<str>) -> Option<Diagnostic> {
    if !text.contains('\t') {
        return None;
    }
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

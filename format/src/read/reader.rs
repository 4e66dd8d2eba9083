//! Reads values out of a tree, records what is wrong and goes on.

use std::sync::Arc;

use super::Fields;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use crate::spec::Vocabulary;
use crate::spec::{Choice, Shape, Spelt};
use crate::suggest;
use crate::yaml::{self, Kind, Node};

/// The file being read and the mistakes found in it so far. Every method that returns `None` has recorded why.
pub(crate) struct Reader {
    /// The file, as shown to people.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// What is wrong with it.
    pub errors: Vec<Diagnostic>,
    /// The last mistake that was one too many to be kept.
    dropped: Option<Diagnostic>,
}

/// Whoever has made this many mistakes in a file will not read on.
const MOST_MISTAKES: usize = 200;
/// The longest message, in characters: it may quote a value of any length.
const LONGEST_MESSAGE: usize = 400;
/// The longest help, in characters: it may list every rule there is.
const LONGEST_HELP: usize = 8_000;

impl Reader {
    /// Parses a file; the tree is there unless it is not YAML at all.
    pub(crate) fn parse(path: &str, text: &Arc<str>) -> (Self, Option<Node>) {
        let (node, errors) = yaml::parse(path, text);
        (Self { path: path.to_owned(), text: Arc::clone(text), errors, dropped: None }, node)
    }

    /// A reader of a tree that was not parsed from this text.
    pub(crate) fn new(path: &str, text: &Arc<str>) -> Self {
        Self { path: path.to_owned(), text: Arc::clone(text), errors: Vec::new(), dropped: None }
    }

    /// What was read, or the mistakes there are.
    pub(crate) fn finish<T>(self, read: T) -> Result<T, Diagnostics> {
        if self.errors.is_empty() { Ok(read) } else { Err(self.into_errors()) }
    }

    /// The mistakes, in the order of the file.
    pub(crate) fn into_errors(mut self) -> Diagnostics {
        self.errors.sort_by_key(|error| error.span.start);
        Diagnostics(self.errors)
    }

    /// Records a mistake.
    pub(crate) fn error(&mut self, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.push(Diagnostic::new(self.path.clone(), &self.text, span, message))
    }

    /// Records a mistake and what to do about it.
    pub(crate) fn error_help(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> &mut Diagnostic {
        let diagnostic = Diagnostic::new(self.path.clone(), &self.text, span, message).help(help);
        self.push(diagnostic)
    }

    fn push(&mut self, mut diagnostic: Diagnostic) -> &mut Diagnostic {
        if self.is_hopeless() {
            return self.dropped.insert(diagnostic);
        }
        shorten(&mut diagnostic.message, LONGEST_MESSAGE);
        if let Some(help) = &mut diagnostic.help {
            shorten(help, LONGEST_HELP);
        }
        self.errors.push(diagnostic);
        let last = self.errors.len() - 1;
        &mut self.errors[last]
    }

    /// Whether more mistakes were made than anyone wants to see: nothing more is kept, nor worth a suggestion.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.errors.len() >= MOST_MISTAKES
    }

    fn expected<T>(&mut self, node: &Node, what: &str) -> Option<T> {
        // What was already reported as ambiguous need not be reported again.
        if !self.errors.iter().any(|error| error.span == node.span && error.message.starts_with('`')) {
            self.error(node.span, format!("expected {what}, found {}", node.describe()));
        }
        None
    }

    /// A text. A number or truth value in its place must be quoted.
    pub(crate) fn string(&mut self, node: &Node, what: &str) -> Option<String> {
        match &node.kind {
            Kind::Str(value) if value.trim().is_empty() => {
                self.error(node.span, format!("expected {what}, found an empty text"));
                None
            }
            Kind::Str(value) => Some(value.clone()),
            Kind::Bool(_) | Kind::Int(_) | Kind::Float(_) => {
                let written = self.text.get(node.span.start..node.span.end).unwrap_or_default().to_owned();
                self.expected::<()>(node, what);
                if let Some(last) = self.errors.last_mut().filter(|last| last.span == node.span && last.help.is_none())
                {
                    last.help = Some(format!("put it in quotes: \"{written}\""));
                }
                None
            }
            _ => self.expected(node, what),
        }
    }

    /// A text with its place.
    pub(crate) fn spanned(&mut self, node: &Node, what: &str) -> Option<Spanned<String>> {
        self.string(node, what).map(|value| Spanned { value, span: node.span })
    }

    /// A text of one line, with no blanks around it.
    pub(crate) fn line(&mut self, node: &Node, what: &str) -> Option<String> {
        let value = self.string(node, what)?;
        let value = value.trim();
        if value.contains('\n') {
            self.error(node.span, format!("expected {what} on one line"));
            return None;
        }
        Some(value.to_owned())
    }

    /// A whole number in a range.
    pub(crate) fn number<T: TryFrom<i64>>(
        &mut self,
        node: &Node,
        what: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<T> {
        match node.kind {
            Kind::Int(value) if range.contains(&value) => T::try_from(value).ok(),
            Kind::Int(_) | Kind::Float(_) => {
                let (least, most) = (range.start(), range.end());
                let found = self.text.get(node.span.start..node.span.end).unwrap_or_default();
                let message = format!("{what} must be from {least} to {most}, found {found}");
                self.error(node.span, message);
                None
            }
            _ => self.expected(node, what),
        }
    }

    /// A number of cards or the like.
    pub(crate) fn small(&mut self, node: &Node, what: &str) -> Option<u8> {
        self.number(node, what, 0..=255)
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&mut self, node: &Node, what: &str) -> Option<bool> {
        match node.kind {
            Kind::Bool(value) => Some(value),
            _ => self.expected(node, &format!("`true` or `false` for {what}")),
        }
    }

    /// `true`; leaving the key out is the only way to say the contrary.
    pub(crate) fn flag(&mut self, node: &Node, what: &str) -> bool {
        match node.kind {
            Kind::Bool(true) => true,
            Kind::Bool(false) => {
                self.error_help(node.span, format!("{what} can only be `true`"), "leave it out");
                false
            }
            _ => self.expected::<bool>(node, &format!("`true` for {what}")).unwrap_or_default(),
        }
    }

    /// A list.
    pub(crate) fn list<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Node]> {
        match &node.kind {
            Kind::Seq(items) => Some(items),
            Kind::Str(value) => {
                let help = format!("write a list, also for one: [{value}]");
                self.error_help(node.span, format!("expected a list of {what}, found {}", node.describe()), help);
                None
            }
            _ => self.expected(node, &format!("a list of {what}")),
        }
    }

    /// A list with something in it.
    pub(crate) fn some<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n [Node]> {
        let items = self.list(node, what)?;
        if items.is_empty() {
            self.error_help(node.span, format!("the list of {what} is empty"), "leave the key out, or add something");
            return None;
        }
        Some(items)
    }

    /// A list with something in it, each item read by a function; what cannot be read is left out.
    pub(crate) fn each<T>(
        &mut self,
        node: &Node,
        what: &str,
        mut read: impl FnMut(&mut Self, &Node) -> Option<T>,
    ) -> Vec<T> {
        let items = self.some(node, what).unwrap_or_default();
        items.iter().filter_map(|item| read(self, item)).collect()
    }

    /// A map of some shape.
    pub(crate) fn fields<'n>(&mut self, node: &'n Node, shape: &'static Shape) -> Option<Fields<'n>> {
        match &node.kind {
            Kind::Map(entries) => Some(Fields::new(entries, node.span, shape)),
            _ => self.expected(node, &format!("{}, written as a map", shape.what)),
        }
    }

    /// A map from names to values.
    pub(crate) fn by_name<'n>(&mut self, node: &'n Node, what: &str) -> &'n [(Spanned<String>, Node)] {
        match &node.kind {
            Kind::Map(entries) => entries,
            _ => self.expected(node, what).unwrap_or_default(),
        }
    }

    /// A map with one key: the key is the kind, the value its body.
    pub(crate) fn one_key<'n>(&mut self, node: &'n Node, what: &str) -> Option<(&'n Spanned<String>, &'n Node)> {
        let Kind::Map(entries) = &node.kind else {
            return self.expected(node, &format!("{what}, written as a map with one key"));
        };
        match entries.as_slice() {
            [(key, value)] => Some((key, value)),
            [] => {
                self.error(node.span, format!("expected {what}, found an empty map"));
                None
            }
            [(first, _), (second, _), ..] => {
                let message = format!("{what} has one key, found `{}` and `{}`", first.value, second.value);
                self.error_help(second.span, message, "write it as an item of its own, or check the indentation");
                None
            }
        }
    }

    /// A map with one key, which must be one of its shape's: the key is the kind, the value its body.
    pub(crate) fn kind<'n>(
        &mut self,
        node: &'n Node,
        shape: &'static Shape,
    ) -> Option<(&'n Spanned<String>, &'n Node)> {
        let (key, value) = self.one_key(node, shape.what)?;
        self.is_kind(key, shape).then_some((key, value))
    }

    /// Whether a key is one of a shape's choices.
    pub(crate) fn is_kind(&mut self, key: &Spanned<String>, shape: &'static Shape) -> bool {
        let known = shape.choices.iter().any(|choice| choice.has(&key.value));
        if !known {
            let noun = shape.choices.first().map_or(shape.name, |choice| choice.noun);
            let keys = shape.choices.iter().flat_map(|choice| choice.keys());
            self.unknown(key.span, noun, &key.value, keys);
        }
        known
    }

    /// A key that the format has and no reader reads: a mistake of this program, which the tests of the format find.
    pub(crate) fn unread<T>(&mut self, key: &Spanned<String>) -> Option<T> {
        self.error(key.span, format!("`{}` belongs to the format, but cannot be read yet", key.value));
        None
    }

    /// One of some words that belong to no vocabulary of the engine.
    pub(crate) fn one_of(&mut self, node: &Node, expected: &str, what: &str, among: &[Spelt]) -> Option<&'static str> {
        let text = self.string(node, expected)?;
        let found = among.iter().find(|spelt| spelt.word == text).map(|spelt| spelt.word);
        if found.is_none() {
            self.unknown(node.span, what, &text, among.iter().map(|spelt| spelt.word));
        }
        found
    }

    /// A word of a vocabulary.
    pub(crate) fn word<T: Vocabulary>(&mut self, node: &Node, what: &str) -> Option<T> {
        self.word_of(node, what, T::every())
    }

    /// One of some words of a vocabulary.
    pub(crate) fn word_of<T: Vocabulary>(&mut self, node: &Node, what: &str, among: &[T]) -> Option<T> {
        let word = self.string(node, what)?;
        let found = among.iter().copied().find(|candidate| candidate.spelling() == word);
        if found.is_none() {
            self.unknown(node.span, what, &word, among.iter().map(|candidate| candidate.spelling()));
        }
        found
    }

    /// One of some words of a vocabulary, or another word; the inner `None` is the other one.
    pub(crate) fn word_or<T: Vocabulary>(
        &mut self,
        node: &Node,
        what: &str,
        among: &[T],
        other: Spelt,
    ) -> Option<Option<T>> {
        let word = self.string(node, what)?;
        let found = among.iter().copied().find(|candidate| candidate.spelling() == word);
        if found.is_none() && word != other.word {
            let words = among.iter().map(|candidate| candidate.spelling());
            self.unknown(node.span, what, &word, words.chain([other.word]));
            return None;
        }
        Some(found)
    }

    /// The only key of a choice that is written. `none` is said if none is, `one` if there are two.
    pub(crate) fn only<'n>(
        &mut self,
        fields: &mut Fields<'n>,
        choice: &'static Choice,
        none: &str,
        one: &str,
    ) -> Option<(&'n Spanned<String>, &'n Node)> {
        match fields.among(choice).as_slice() {
            [found] => return Some(*found),
            [] => self.error(fields.head(), none),
            [(first, _), (second, _), ..] => {
                self.error(second.span, format!("{one}, found `{}` and `{}`", first.value, second.value))
            }
        };
        None
    }

    /// A list of different words of a vocabulary.
    pub(crate) fn words<T: Vocabulary + PartialEq>(&mut self, node: &Node, what: &str) -> Vec<T> {
        let mut words: Vec<T> = Vec::new();
        for item in self.some(node, &format!("{what}s")).unwrap_or_default() {
            let Some(word) = self.word(item, what) else { continue };
            if words.contains(&word) {
                self.error(item.span, format!("`{}` is listed twice", word.spelling()));
            }
            words.push(word);
        }
        words
    }

    /// A word that is not among those there are.
    pub(crate) fn unknown<'w>(&mut self, span: Span, what: &str, word: &str, among: impl IntoIterator<Item = &'w str>) {
        if self.is_hopeless() {
            return;
        }
        self.error_help(span, format!("unknown {what} `{word}`"), suggest::help(word, among)).lint = Lint::UnknownWord;
    }

    /// An id or label: `lower-case-with-hyphens`.
    pub(crate) fn id(&mut self, node: &Node, what: &str) -> Option<String> {
        let id = self.string(node, what)?;
        let part = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        if !id.split('-').all(part) {
            self.error_help(node.span, format!("`{id}` cannot be {what}"), "it is written lower-case-with-hyphens");
            return None;
        }
        Some(id)
    }

    /// A list of names of formats, all of them among those known.
    pub(crate) fn formats(&mut self, node: &Node, known: &[String]) -> Vec<String> {
        self.formats_of_file(node, known, known)
    }

    /// A list of names of formats, all of them among those of the file.
    pub(crate) fn formats_of_file(&mut self, node: &Node, known: &[String], of_file: &[String]) -> Vec<String> {
        let mut formats: Vec<String> = Vec::new();
        for item in self.some(node, "formats").unwrap_or_default() {
            let Some(name) = self.string(item, "the name of a format") else { continue };
            if !known.contains(&name) {
                self.unknown(item.span, "format", &name, known.iter().map(String::as_str));
            } else if !of_file.contains(&name) {
                let message = format!("`{name}` is not among the formats of this file");
                self.error_help(item.span, message, "add it to `formats` at the top, or leave it out here");
            } else if formats.contains(&name) {
                self.error(item.span, format!("`{name}` is listed twice"));
            } else {
                formats.push(name);
            }
        }
        formats
    }
}

/// Cuts a text in the middle.
fn shorten(text: &mut String, most: usize) {
    let end = text.char_indices().rev().nth(most / 4).map(|(at, _)| at);
    if let (Some((cut, _)), Some(end)) = (text.char_indices().nth(most), end) {
        *text = format!("{} … {}", &text[..cut], &text[end..]);
    }
}

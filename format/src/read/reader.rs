//! Reads values out of a tree, records what is wrong and goes on.

use std::sync::Arc;

use super::fields::{Entry, Fields};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use crate::spec::{Field, Need, Shape};
use crate::suggest;
use crate::yaml::{self, Kind, Node};

/// The file being read, the mistakes found in it so far, and what is `known` while a file of its kind is read. Every
/// method that returns `None` has recorded why.
pub(crate) struct Reader<'f, K = ()> {
    /// The file, as shown to people.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// What is wrong with it.
    pub errors: Vec<Diagnostic>,
    /// The last mistake that was one too many to be kept.
    dropped: Option<Diagnostic>,
    /// The names of the formats there are.
    pub formats: &'f [String],
    /// Those the file is about.
    pub of_file: Vec<String>,
    /// What else is known.
    pub known: K,
}

/// Whoever has made this many mistakes in a file will not read on.
const MOST_MISTAKES: usize = 400;
/// The longest message, in characters: it may quote a value of any length.
const LONGEST_MESSAGE: usize = 400;
/// The longest help, in characters: it may list every rule there is.
const LONGEST_HELP: usize = 8_000;

/// Reads a file. `formats` are the names of the formats there are.
pub(crate) fn read_file<'f, K, T>(
    (path, text): (&str, &Arc<str>),
    formats: &'f [String],
    known: K,
    read: impl FnOnce(&mut Reader<'f, K>, &Node) -> Option<T>,
) -> Result<T, Diagnostics> {
    let (node, errors) = yaml::parse(path, text);
    let mut reader = Reader::new(path, text, formats, known);
    reader.errors = errors;
    let read = node.and_then(|node| read(&mut reader, &node));
    reader.finish(read)
}

impl<'f, K> Reader<'f, K> {
    /// A reader that has read nothing yet.
    pub(crate) fn new(path: &str, text: &Arc<str>, formats: &'f [String], known: K) -> Self {
        let (path, text, of_file) = (path.to_owned(), Arc::clone(text), formats.to_vec());
        Self { path, text, errors: Vec::new(), dropped: None, formats, of_file, known }
    }

    /// What was read, or the mistakes there are, in the order of the file.
    pub(crate) fn finish<T>(mut self, read: Option<T>) -> Result<T, Diagnostics> {
        match read {
            Some(read) if self.errors.is_empty() => Ok(read),
            _ if self.errors.is_empty() => Err(Diagnostic::of_file(self.path, "the file cannot be read").into()),
            _ => {
                // Mistakes of other files, as of the cards of a ruling, come last.
                let place = |error: &Diagnostic| if error.path == self.path { error.span.start } else { usize::MAX };
                self.errors.sort_by_key(place);
                Err(Diagnostics(self.errors))
            }
        }
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

    /// Records that something else was expected.
    pub(crate) fn expected<T>(&mut self, node: &Node, what: &str) -> Option<T> {
        // What was already reported as ambiguous need not be reported again.
        if !self.errors.iter().any(|error| error.span == node.span && error.message.starts_with('`')) {
            self.error(node.span, format!("expected {what}, found {}", node.describe()));
        }
        None
    }

    /// A text. A number or truth value in its place must be quoted.
    pub(crate) fn string<'n>(&mut self, node: &'n Node, what: &str) -> Option<&'n str> {
        match &node.kind {
            Kind::Str(value) if value.trim().is_empty() => {
                self.error(node.span, format!("expected {what}, found an empty text"));
                None
            }
            Kind::Str(value) => Some(value),
            Kind::Bool(_) | Kind::Int(_) | Kind::Float(_) => {
                let written = self.text.get(node.span.start..node.span.end).unwrap_or_default();
                let help = format!("put it in quotes: \"{written}\"");
                self.expected::<()>(node, what);
                if let Some(last) = self.errors.last_mut().filter(|last| last.span == node.span && last.help.is_none())
                {
                    last.help = Some(help);
                }
                None
            }
            _ => self.expected(node, what),
        }
    }

    /// A whole number in a range; `what` is how messages speak of it.
    pub(crate) fn number<T: TryFrom<i64>>(&mut self, node: &Node, what: &str, least: i64, most: i64) -> Option<T> {
        match node.kind {
            Kind::Int(value) if (least..=most).contains(&value) => T::try_from(value).ok(),
            Kind::Int(_) | Kind::Float(_) => {
                let found = self.text.get(node.span.start..node.span.end).unwrap_or_default();
                let message = format!("{what} must be from {least} to {most}, found {found}");
                self.error(node.span, message);
                None
            }
            _ => self.expected(node, &format!("a number for {what}")),
        }
    }

    /// A list in a field.
    pub(super) fn list<'n>(&mut self, node: &'n Node, field: &Field) -> Option<&'n [Node]> {
        let help = match &node.kind {
            Kind::Seq(items) => return Some(items),
            Kind::Str(value) => format!("write a list, also for one: [{value}]"),
            _ => format!("as in `{}: {}`", field.key, field.example),
        };
        self.error_help(node.span, format!("expected a list for `{}`, found {}", field.key, node.describe()), help);
        None
    }

    /// A list with something in it.
    pub(super) fn some<'n>(&mut self, node: &'n Node, field: &Field) -> Option<&'n [Node]> {
        let items = self.list(node, field)?;
        if items.is_empty() {
            let message = format!("the list for `{}` is empty", field.key);
            let needed = field.need == Need::Always;
            let help = if needed { "add something" } else { "leave the key out, or add something" };
            self.error_help(node.span, message, help);
            return None;
        }
        Some(items)
    }

    /// A map of some shape, whose keys are looked at: those nobody knows, that exclude each other or are missing.
    pub(crate) fn fields<'n>(&mut self, node: &'n Node, shape: &'static Shape) -> Option<Fields<'n>> {
        let fields = self.entries(node, shape)?;
        fields.check(self, |_| true);
        Some(fields)
    }

    /// A map of some shape, or a value alone that stands for a map with this key.
    pub(crate) fn fields_or<'n>(
        &mut self,
        key: &'static str,
        node: &'n Node,
        shape: &'static Shape,
    ) -> Option<Fields<'n>> {
        if let Kind::Map(_) = node.kind {
            return self.fields(node, shape);
        }
        let fields = Fields::alone(key, node, shape);
        fields.check(self, |_| true);
        Some(fields)
    }

    /// A map of some shape, whose keys were not looked at yet.
    pub(super) fn entries<'n>(&mut self, node: &'n Node, shape: &'static Shape) -> Option<Fields<'n>> {
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
    pub(crate) fn kind<'n>(&mut self, node: &'n Node, shape: &'static Shape) -> Option<Entry<'n>> {
        let (key, value) = self.one_key(node, shape.what)?;
        self.entry_of(key, value, shape)
    }

    /// A key, which must be one of a shape's choices, with its value.
    pub(crate) fn entry_of<'n>(
        &mut self,
        key: &'n Spanned<String>,
        node: &'n Node,
        shape: &'static Shape,
    ) -> Option<Entry<'n>> {
        let kinds = || shape.choices.iter().flat_map(|choice| choice.kinds);
        let Some(field) = kinds().find(|kind| kind.key == key.value) else {
            let noun = shape.choices.first().map_or(shape.name, |choice| choice.noun);
            self.unknown(key.span, noun, &key.value, kinds().map(|kind| kind.key));
            return None;
        };
        Some(Entry { key: &key.value, span: key.span, node, field })
    }

    /// A key that the format has and no reader reads: a mistake of this program, which the tests of the format find.
    pub(crate) fn unread<T>(&mut self, entry: Entry<'_>) -> Option<T> {
        self.error(entry.span, format!("`{}` belongs to the format, but cannot be read yet", entry.key));
        None
    }

    /// A word that is not among those there are.
    pub(crate) fn unknown<'w>(&mut self, span: Span, what: &str, word: &str, among: impl IntoIterator<Item = &'w str>) {
        if self.is_hopeless() {
            return;
        }
        self.error_help(span, format!("unknown {what} `{word}`"), suggest::help(word, among)).lint = Lint::UnknownWord;
    }
}

/// Cuts a text in the middle.
fn shorten(text: &mut String, most: usize) {
    let end = text.char_indices().rev().nth(most / 4).map(|(at, _)| at);
    if let (Some((cut, _)), Some(end)) = (text.char_indices().nth(most), end) {
        *text = format!("{} … {}", &text[..cut], &text[end..]);
    }
}

//! Mistakes in files, shown the way a compiler shows them: where, what, and what to do.

use std::fmt;
use std::sync::Arc;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, Title};

use crate::lint::Lint;
use crate::place::Span;
use segoc_protocol::visible;

/// How bad a mistake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The file cannot be used as it is.
    Error,
    /// The file can be used, but may not say what was meant.
    Warning,
    /// The file can be used; it could be better.
    Note,
}

impl Severity {
    /// The machine word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A mistake in a file.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// What sort of mistake it is.
    pub lint: Lint,
    /// How bad it is.
    pub severity: Severity,
    /// The file, as shown to people.
    pub path: String,
    /// The whole text of the file; empty if it could not be read.
    pub text: Arc<str>,
    /// Where the mistake is.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Further places in the same file.
    pub labels: Vec<Label>,
    /// Places in other files that belong to the same mistake.
    pub elsewhere: Vec<Elsewhere>,
}

/// A further place in the same file.
#[derive(Clone, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What it has to do with the mistake.
    pub text: String,
}

/// A place in another file that belongs to the same mistake.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// The other file.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// Where.
    pub span: Span,
    /// What it has to do with the mistake.
    pub message: String,
}

impl Diagnostic {
    /// A mistake at a place.
    pub fn new(path: impl AsRef<str>, text: &Arc<str>, span: Span, message: impl Into<String>) -> Self {
        Self {
            lint: Lint::Shape,
            severity: Severity::Error,
            path: visible(path.as_ref()),
            text: Arc::clone(text),
            span,
            message: message.into(),
            help: None,
            labels: Vec::new(),
            elsewhere: Vec::new(),
        }
    }

    /// A mistake of a whole file, as when it cannot be read.
    pub fn of_file(path: impl AsRef<str>, message: impl Into<String>) -> Self {
        Self::new(path, &Arc::from(""), Span::default(), message).lint(Lint::File)
    }

    /// The same, of this sort.
    #[must_use]
    pub fn lint(mut self, lint: Lint) -> Self {
        self.lint = lint;
        self
    }

    /// The same, as a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// The same, as a note.
    #[must_use]
    pub fn note(mut self) -> Self {
        self.severity = Severity::Note;
        self
    }

    /// The same, saying what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Points also at another place of the file.
    pub(crate) fn mark(&mut self, span: Span, text: impl Into<String>) {
        self.labels.push(Label { span, text: text.into() });
    }

    /// The same, pointing also at a place of another file.
    #[must_use]
    pub fn elsewhere(mut self, place: Elsewhere) -> Self {
        self.elsewhere.push(place);
        self
    }

    /// Line and column of the mistake, both counted from 1.
    pub fn at(&self) -> (usize, usize) {
        line_column(&self.text, self.span.start)
    }

    /// The mistake with the lines it is about; `color` adds the escapes of a terminal.
    pub fn render(&self, color: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let title = level.primary_title(self.message.as_str()).id(self.lint.word());
        let mut group = shown(title, &self.path, &self.text, self.span, &self.labels);
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let mut report: Vec<Group<'_>> = vec![group];
        for other in &self.elsewhere {
            let title = Level::NOTE.secondary_title(other.message.as_str());
            report.push(shown(title, &other.path, &other.text, other.span, &[]));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&report)
    }
}

/// Lines longer than this, in bytes, are not shown: nobody finds anything in them.
const LONGEST_LINES: usize = 20_000;

/// A title with the lines around a place and what is marked in them, as far as they can be shown.
fn shown<'a>(title: Title<'a>, path: &'a str, text: &'a str, span: Span, labels: &'a [Label]) -> Group<'a> {
    if text.is_empty() {
        return title.element(Origin::path(path));
    }
    let place = one_line(text, span);
    let places = || labels.iter().map(|label| one_line(text, label.span)).chain([place.clone()]);
    let first = places().map(|range| range.start).min().unwrap_or_default();
    let last = places().map(|range| range.end).max().unwrap_or_default();
    // The line before comes along, so that a place at the very end of a file has a line to be shown in.
    let before = text[..first].rfind('\n').map_or(0, |newline| text[..newline].rfind('\n').map_or(0, |n| n + 1));
    let after = text[last..].find('\n').map_or(text.len(), |newline| last + newline);
    let (line, column) = line_column(text, place.start);
    if after - before > LONGEST_LINES {
        return title.element(Origin::path(path).line(line).char_column(column));
    }
    let inside = |range: std::ops::Range<usize>| range.start - before..range.end - before;
    let marks = labels
        .iter()
        .map(|label| AnnotationKind::Context.span(inside(one_line(text, label.span))).label(label.text.as_str()));
    let snippet = Snippet::source(&text[before..after]).path(path).line_start(line_column(text, before).0);
    title.element(snippet.annotation(AnnotationKind::Primary.span(inside(place.clone()))).annotations(marks))
}

/// The part of a span on its first line: marking whole blocks hides what is meant.
fn one_line(text: &str, span: Span) -> std::ops::Range<usize> {
    let start = floor(text, span.start);
    let end = floor(text, span.end).max(start);
    let line = text[start..end].find('\n').map_or(end, |newline| start + newline);
    start..line
}

/// The nearest place at or before an offset that does not cut a character in two.
fn floor(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Line and column of a byte offset, both counted from 1, the column in characters.
pub fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..floor(text, offset)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.text.is_empty() {
            return write!(f, "{}: {}", self.path, self.message);
        }
        let (line, column) = self.at();
        write!(f, "{}:{line}:{column}: {}", self.path, self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// Everything wrong with some files, at least one thing.
#[derive(Clone, Debug)]
pub struct Diagnostics(pub Vec<Diagnostic>);

impl Diagnostics {
    /// All of them with the lines they are about.
    pub fn render(&self, color: bool) -> String {
        let all: Vec<String> = self.0.iter().map(|diagnostic| diagnostic.render(color)).collect();
        all.join("\n\n")
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&all.join("\n"))
    }
}

impl std::error::Error for Diagnostics {}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_has_a_line_and_may_have_colours() {
        let text: Arc<str> = Arc::from("id: K7Q2\nrules: [timing.mised]\n");
        let start = text.find("timing").unwrap_or_default();
        let diagnostic =
            Diagnostic::new("a.yaml", &text, Span { start, end: start + 12 }, "unknown rule `timing.mised`")
                .lint(Lint::UnknownWord)
                .help("did you mean `timing.missed`?");
        assert_eq!(diagnostic.at(), (2, 9));
        assert_eq!(diagnostic.to_string(), "a.yaml:2:9: unknown rule `timing.mised`");
        assert!(diagnostic.render(true).contains("\u{1b}["));
    }

    #[test]
    fn a_place_in_another_file_is_a_note() {
        let text: Arc<str> = Arc::from("id: K7Q2\n");
        let span = Span { start: 4, end: 8 };
        let place =
            Elsewhere { path: "b.yaml".into(), text: Arc::clone(&text), span, message: "first used here".into() };
        let shown =
            Diagnostic::new("a.yaml", &text, span, "the id `K7Q2` is used twice").elsewhere(place).render(false);
        assert!(shown.contains("--> a.yaml:1:5"), "{shown}");
        assert!(shown.contains("note: first used here"), "{shown}");
        assert!(shown.contains("b.yaml:1:5"), "{shown}");
    }

    #[test]
    fn a_file_that_cannot_be_read_has_no_snippet() {
        let shown = Diagnostic::of_file("gone.yaml", "cannot be read: not found").render(false);
        assert_eq!(shown, "error[file]: cannot be read: not found\n--> gone.yaml");
    }

    #[test]
    fn columns_count_characters_and_never_cut_one() {
        let text: Arc<str> = Arc::from("é: ü\n");
        assert_eq!(line_column(&text, 4), (1, 4));
        assert_eq!(line_column(&text, 5), (1, 4));
        assert_eq!(line_column(&text, 99), (2, 1));
        let odd = Diagnostic::new("a", &text, Span { start: 5, end: 99 }, "odd");
        assert!(odd.render(false).contains("a:1:4"));
    }

    #[test]
    fn a_block_is_marked_on_its_first_line_only() {
        let text: Arc<str> = Arc::from("play:\n  - a: 1\n    b: 2\n");
        let shown = Diagnostic::new("a", &text, Span { start: 10, end: 24 }, "two tags").render(false);
        assert!(shown.contains("2 |   - a: 1\n  |     ^^^^"), "{shown}");
        assert!(!shown.contains("3 |"), "{shown}");
    }
}

//! Whether the sources of rulings and rules bear what they are cited for.

use std::sync::Arc;

use segoc_format::catalogue::Catalogue;
use segoc_format::diagnostic::Diagnostic;
use segoc_format::lint::Lint;
use segoc_format::place::Span;
use segoc_format::ruling::{Ruling, Source, SourceKind};

use super::head::field_span;

/// Something that cites sources for its formats.
struct Cites<'a> {
    path: &'a str,
    text: &'a Arc<str>,
    /// Where its formats stand.
    place: Span,
    formats: &'a [String],
    sources: Vec<&'a Source>,
}

/// Looks at the sources of one ruling.
pub(super) fn of_ruling(ruling: &Ruling) -> Vec<Diagnostic> {
    let Ruling { path, text, formats, .. } = ruling;
    let place = field_span(text, "formats");
    Cites { path, text, place, formats, sources: ruling.all_sources().collect() }.lint()
}

/// Looks at the sources of every rule.
pub(super) fn of_rules(catalogue: &Catalogue) -> Vec<Diagnostic> {
    let Catalogue { path, text, .. } = catalogue;
    let rules = catalogue.rules.iter().map(|rule| {
        let (place, formats, sources) = (rule.span, &rule.formats, rule.sources.iter().collect());
        Cites { path, text, place, formats, sources }.lint()
    });
    rules.flatten().collect()
}

impl Cites<'_> {
    fn lint(&self) -> Vec<Diagnostic> {
        let unspoken = self.formats.iter().filter(|format| !self.sources.iter().any(|s| s.speaks_for(format)));
        let unspoken = unspoken.map(|format| {
            let help = format!(
                "cite one that does, add a `derived` source with `in: [{format}]` and the page of the rule from which it \
                 follows, or leave the format out"
            );
            self.found(self.place, format!("no source speaks for `{format}`"), Lint::FormatWithoutSource, help)
        });
        let moving = self.sources.iter().filter(|source| source.moves()).map(|source| {
            let message = "the link leads to whatever stands there when somebody looks".into();
            let help =
                "name the commit in it: on GitHub the key `y` shows such a link; say where in the file with `at`";
            self.found(source.span, message, Lint::MovingLink, help.into())
        });
        let undated = self.sources.iter().filter(|source| is_undated(source)).map(|source| {
            let help = "add the date of the page, or else the day you read it: `as of: \"2018-10-07\"`";
            let message = "the source does not say when it was so".into();
            self.found(source.span, message, Lint::SourceWithoutDate, help.into())
        });
        unspoken.chain(moving).chain(undated).collect()
    }

    fn found(&self, span: Span, message: String, lint: Lint, help: String) -> Diagnostic {
        Diagnostic::new(self.path, self.text, span, message).lint(lint).warning().help(help)
    }
}

/// What follows from rules is as old as the rules, and a commit does not change; everything else was said at some time.
fn is_undated(source: &Source) -> bool {
    source.as_of.is_none() && source.kind != SourceKind::Derived && !source.is_pinned()
}

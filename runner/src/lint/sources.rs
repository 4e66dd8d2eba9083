//! Whether the sources of a ruling bear what they are cited for.

use segoc_format::diagnostic::Diagnostic;
use segoc_format::lint::Lint;
use segoc_format::ruling::{Ruling, Source, SourceKind};

use super::head::field_span;

/// Looks at the sources of one ruling.
pub(super) fn lint(ruling: &Ruling) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = ruling.formats.iter().filter_map(|format| unspoken_for(ruling, format)).collect();
    for source in ruling.all_sources() {
        found.extend(moving(ruling, source));
        found.extend(undated(ruling, source));
    }
    found
}

fn unspoken_for(ruling: &Ruling, format: &str) -> Option<Diagnostic> {
    if ruling.authority(format).is_some() {
        return None;
    }
    let message = format!("no source speaks for `{format}`");
    let diagnostic = Diagnostic::new(&ruling.path, &ruling.text, field_span(&ruling.text, "formats"), message);
    let help = format!(
        "cite one that does, add a `derived` source with `in: [{format}]` and the page of the rule from which it follows, or \
         leave the format out"
    );
    Some(diagnostic.lint(Lint::FormatWithoutSource).warning().help(help))
}

fn moving(ruling: &Ruling, source: &Source) -> Option<Diagnostic> {
    if !source.moves() {
        return None;
    }
    let message = "the link leads to whatever stands there when somebody looks";
    let diagnostic = Diagnostic::new(&ruling.path, &ruling.text, source.span, message);
    let help = "name the commit in it: on GitHub the key `y` shows such a link; say where in the file with `at`";
    Some(diagnostic.lint(Lint::MovingLink).warning().help(help))
}

/// What follows from rules is as old as the rules, and a commit does not change; everything else was said at some time.
fn undated(ruling: &Ruling, source: &Source) -> Option<Diagnostic> {
    if source.as_of.is_some() || source.kind == SourceKind::Derived || source.is_pinned() {
        return None;
    }
    let message = "the source does not say when it was so";
    let diagnostic = Diagnostic::new(&ruling.path, &ruling.text, source.span, message);
    let help = "add the date of the page, or else the day you read it: `as of: \"2018-10-07\"`";
    Some(diagnostic.lint(Lint::SourceWithoutDate).note().help(help))
}

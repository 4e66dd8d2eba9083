//! What the head of a ruling says, and what its file is called.

use segoc_format::diagnostic::Diagnostic;
use segoc_format::lint::Lint;
use segoc_format::place::Span;
use segoc_format::ruling::Ruling;

/// Looks at one ruling.
pub(super) fn lint(ruling: &Ruling) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    found.extend(question_mark(ruling));
    found.extend(file_name(ruling));
    found
}

fn question_mark(ruling: &Ruling) -> Option<Diagnostic> {
    if ruling.question.ends_with('?') {
        return None;
    }
    let span = field_span(&ruling.text, "question");
    let diagnostic = Diagnostic::new(&ruling.path, &ruling.text, span, "the question is not a question");
    Some(diagnostic.lint(Lint::QuestionMark).warning().help("ask what a player would ask a judge, and end with `?`"))
}

/// `family/lower-case-with-hyphens`.
fn file_name(ruling: &Ruling) -> Option<Diagnostic> {
    let word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    let name = |name: &str| name.split('-').all(word);
    let parts: Vec<&str> = ruling.name.split('/').collect();
    let message = match parts.as_slice() {
        [family, file] if name(family) && name(file) => return None,
        [_, _] => format!("the file `{}.yaml` is not named lower-case-with-hyphens", ruling.name),
        // A ruling from elsewhere has no family yet.
        [file] if name(file) => return None,
        [file] => format!("the file `{file}.yaml` is not named lower-case-with-hyphens"),
        _ => format!("`{}.yaml` is not directly in the directory of a family", ruling.name),
    };
    let span = field_span(&ruling.text, "ruling");
    let diagnostic = Diagnostic::new(&ruling.path, &ruling.text, span, message).lint(Lint::FileName).warning();
    Some(diagnostic.help("name it after what happens: `rulings/FAMILY/peten-destroyed-at-chain-link-2.yaml`"))
}

/// Where the value of a field of the head stands.
pub(super) fn field_span(text: &str, field: &str) -> Span {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let line_start = start;
        start += line.len();
        let Some(rest) = line.strip_prefix(field).and_then(|rest| rest.strip_prefix(':')) else { continue };
        let value = rest.trim();
        if value.is_empty() {
            return Span { start: line_start, end: line_start + field.len() };
        }
        let at = line_start + field.len() + 1 + rest.find(value).unwrap_or_default();
        return Span { start: at, end: at + value.len() };
    }
    Span::default()
}

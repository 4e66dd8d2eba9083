//! Tests of mistakes: the text with a mark where the mistake is expected.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, line_column};

/// Takes the mark `«` out of a text: the text, and line and column of what stood behind the mark.
pub(super) fn unmark(marked: &str) -> (Arc<str>, (usize, usize)) {
    let at = marked.find('«').unwrap_or_else(|| panic!("no mark in {marked}"));
    let text: Arc<str> = marked.replacen('«', "", 1).into();
    let place = line_column(&text, at);
    (text, place)
}

/// Checks that the first mistake stands at the mark, begins with a message and is helped in some way.
pub(super) fn assert_first(errors: &[Diagnostic], place: (usize, usize), message: &str, help: &str) {
    let first = &errors[0];
    let shown: Vec<String> = errors.iter().map(|error| error.render(false)).collect();
    let shown = shown.join("\n");
    assert!(first.message.starts_with(message), "expected: {message}\n{shown}");
    assert_eq!(first.at(), place, "{shown}");
    assert!(first.help.as_deref().unwrap_or_default().contains(help), "expected: {help}\n{shown}");
}

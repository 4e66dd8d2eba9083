//! Fields with a hanging indent, no wider than a report should be.

use std::sync::OnceLock;

use anstyle::Style;

use super::style;

/// The widest a line of prose becomes, where there is no terminal.
const WIDTH: usize = 96;
/// As wide and as narrow as prose can still be read.
const READABLE: std::ops::RangeInclusive<usize> = 50..=120;

/// How wide the terminal is, if there is one.
static TERMINAL: OnceLock<usize> = OnceLock::new();

/// From now on lines fit into a terminal so wide.
pub fn fit(columns: usize) {
    let _ = TERMINAL.set(columns.clamp(*READABLE.start(), *READABLE.end()));
}

/// How wide a text may be that is so wide where there is no terminal.
pub fn width(usual: usize) -> usize {
    TERMINAL.get().copied().unwrap_or(usual)
}

/// The widest a line of a report becomes.
pub(super) fn line_width() -> usize {
    width(WIDTH)
}

/// Where the text of a field begins.
pub(super) const INDENT: usize = 12;

/// A labelled paragraph; without a label it goes on with the one before.
pub fn field(label: &str, text: &str, colour: Style) -> String {
    let mut lines = wrap(text, line_width() - INDENT);
    if lines.is_empty() {
        lines.push(String::new());
    }
    let labels = std::iter::once(label).chain(std::iter::repeat(""));
    lines.iter().zip(labels).map(|(text, label)| line(label, &format!("{colour}{text}{colour:#}"))).collect()
}

/// One line beside an introducing word, not broken: what a machine wrote.
pub(super) fn line(label: &str, text: &str) -> String {
    let pad = " ".repeat((INDENT - 2).saturating_sub(label.chars().count()));
    format!("  {0}{label}{0:#}{pad}{text}\n", style::LABEL)
}

/// Breaks a text between words.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Vec::new();
    }
    let options = textwrap::Options::new(width)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(&text, options).into_iter().map(std::borrow::Cow::into_owned).collect()
}

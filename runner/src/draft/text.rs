//! Texts as YAML that every parser reads alike.

use segoc_format::edit;
pub(super) use segoc_format::edit::{word, words as list};
use segoc_protocol::is_hidden;

/// A sentence as the value of a key, in quotes if it must be.
pub(super) fn prose(text: &str) -> String {
    edit::sentence(&line(text))
}

/// A text on one line, without anything that cannot be seen.
pub(super) fn line(text: &str) -> String {
    let seen: String = text.chars().map(|c| if is_hidden(c) { ' ' } else { c }).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text as an argument on a command line, in which a shell finds nothing to do.
pub(super) fn argument(text: &str) -> String {
    match text.contains(['"', '$', '`', '\\']) {
        true => format!("'{}'", text.replace('\'', "'\\''")),
        false => format!("\"{text}\""),
    }
}

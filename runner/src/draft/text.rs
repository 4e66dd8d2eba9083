//! Texts as YAML that every parser reads alike.

/// A word or name inside a list or map, in quotes if it must be.
pub(super) fn word(text: &str) -> String {
    crate::play::word(text)
}

/// A sentence as the value of a key, in quotes if it must be.
pub(super) fn prose(text: &str) -> String {
    let text = line(text);
    let begins = text.starts_with(|c: char| c.is_alphabetic());
    let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let is_plain = begins
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && !reserved.contains(&text.to_lowercase().as_str());
    if is_plain { text } else { format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")) }
}

/// A text on one line, without anything that cannot be seen.
pub(super) fn line(text: &str) -> String {
    let seen: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text as an argument on a command line.
pub(super) fn argument(text: &str) -> String {
    let quote = if text.contains('"') { '\'' } else { '"' };
    format!("{quote}{text}{quote}")
}

/// The text of a list on one line.
pub(super) fn list(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let words: Vec<String> = words.into_iter().map(|item| word(item.as_ref())).collect();
    format!("[{}]", words.join(", "))
}

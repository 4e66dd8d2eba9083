//! Words in drawings: SVG wraps none by itself.

/// Text as lines of at most so many characters; a longer word stands alone.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        assert_eq!(wrapped("Peten the Dark Clown", 10), ["Peten the", "Dark Clown"]);
        assert_eq!(wrapped("Thestalos", 4), ["Thestalos"]);
        assert!(wrapped("", 4).is_empty());
    }
}

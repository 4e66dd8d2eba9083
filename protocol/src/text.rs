//! Texts that come from outside, from a file or an engine, and where they would do harm: in a terminal, an annotation, XML.

/// Whether a character is not seen, or changes how others are seen: control characters, direction marks, what has no width, what is no
/// character. In a file it is a mistake; of an engine it is shown as [`visible`] writes it.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fdd0}'..='\u{fdef}' | '\u{e0000}'..='\u{e0fff}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// A text on one line in which everything can be seen: what is hidden stands there as `\u{1b}`, line breaks and tabs as blanks.
pub fn visible(text: &str) -> String {
    let mut seen = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' | '\n' | '\r' => seen.push(' '),
            c if is_hidden(c) => seen.extend(c.escape_unicode()),
            c => seen.push(c),
        }
    }
    seen
}

/// Reads a text of a message so that everything in it can be seen.
pub(crate) fn seen<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    serde::Deserialize::deserialize(deserializer).map(|text: String| visible(&text))
}

/// The same of several.
pub(crate) fn all_seen<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    serde::Deserialize::deserialize(deserializer)
        .map(|texts: Vec<String>| texts.iter().map(|text| visible(text)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_is_shown_and_nothing_else_changes() {
        let odd = "\u{1b}]0;x\u{7} a\u{9b}1m \u{202e}b\u{2028} \u{fffe}\u{10ffff}\u{e0041}";
        assert_eq!(visible(odd), "\\u{1b}]0;x\\u{7} a\\u{9b}1m \\u{202e}b\\u{2028} \\u{fffe}\\u{10ffff}\\u{e0041}");
        assert_eq!(visible("a\nb\tc\r\n"), "a b c  ");
        let plain = "Ｅvil★Twin é ü 🂠 遊☆戯☆王\u{3000}\u{a0}\u{fffd} \\u{1b} <b>";
        assert_eq!(visible(plain), plain);
    }
}

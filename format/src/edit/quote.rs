//! When a text needs quotes, and how it is written with them. This is the only place that decides it.

use crate::yaml::is_ambiguous;
use segoc_protocol::is_hidden;

/// A word or name as it is written anywhere in a file, in quotes if any YAML parser could read it otherwise without.
pub fn word(text: &str) -> String {
    let is_plain = is_plain(text) && !text.contains([',', '[', ']', '{', '}', ':', '"']);
    if is_plain { text.to_owned() } else { quoted(text) }
}

/// A sentence as the value of a key on a line of its own, where it may have commas, colons and quotes in it.
pub fn sentence(text: &str) -> String {
    let is_plain = is_plain(text) && !text.contains(": ") && !text.ends_with(':');
    if is_plain { text.to_owned() } else { quoted(text) }
}

/// Words as a list on one line.
pub fn words(all: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let all: Vec<String> = all.into_iter().map(|text| word(text.as_ref())).collect();
    format!("[{}]", all.join(", "))
}

/// Whether a text on a line of its own, in no brackets, is this text for every parser.
fn is_plain(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric)
        && !text.ends_with(char::is_whitespace)
        && !text.contains(" #")
        && !text.contains(is_unusual)
        && !may_be_number(text)
        && !["true", "false", "null"].contains(&text.to_ascii_lowercase().as_str())
        && !is_ambiguous(text)
}

/// Whether some parser may read a number, a date or a time.
fn may_be_number(text: &str) -> bool {
    let part = |c: char| c.is_ascii_hexdigit() || " xXoOtTzZ_.:,+-".contains(c);
    (text.starts_with(char::is_numeric) && text.chars().all(part)) || text.parse::<f64>().is_ok()
}

/// Whether a character cannot be seen or ends a line: it is written as an escape.
fn is_unusual(c: char) -> bool {
    is_hidden(c) || (c.is_whitespace() && c != ' ')
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            c if is_unusual(c) => quoted.push_str(&match u32::from(c) {
                code @ 0..=0xff => format!("\\x{code:02X}"),
                code @ 0x100..=0xffff => format!("\\u{code:04X}"),
                code => format!("\\U{code:08X}"),
            }),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::yaml::{Kind, parse};

    /// What a parser makes of a text at every place a word can stand.
    fn read_back(text: &str) {
        let word = word(text);
        let sentence = sentence(text);
        for (file, path) in [
            (format!("a: [x, {word}, z]\n"), &["a", "1"][..]),
            (format!("a: [{word}]\n"), &["a", "0"]),
            (format!("a: {{b: {word}, c: {word}}}\n"), &["a", "b"]),
            (format!("a: {{b: {word}, c: {word}}}\n"), &["a", "c"]),
            (format!("a: {word}\n"), &["a"]),
            (format!("- {word}\n- x\n"), &["0"]),
            (format!("a:\n  b: {word} # why\n  c: 1\n"), &["a", "b"]),
            (format!("{word}: 1\n"), &[]),
            (format!("a: {{{word}: 1}}\n"), &["a"]),
            (format!("a: {sentence}\nb: 1\n"), &["a"]),
            (format!("a:\n  - {sentence}  # why\n"), &["a", "0"]),
        ] {
            // A key of more than 1,024 bytes is none.
            let is_key = file.ends_with(": 1\n") || file.ends_with(": 1}\n");
            if is_key && text.len() > 200 {
                continue;
            }
            let (node, errors) = parse("a.yaml", &Arc::from(file.as_str()));
            // What cannot be seen is written so that it is read back, and is a mistake.
            if text.chars().any(|c| is_hidden(c) && !matches!(c, '\n' | '\t')) {
                assert!(errors.iter().all(|error| error.message.contains("U+")), "{file:?} {errors:?}");
                assert!(!errors.is_empty(), "{file:?}");
                continue;
            }
            assert!(errors.is_empty(), "{file:?} {errors:?}");
            let mut node = node.unwrap();
            for step in path {
                node = match node.kind {
                    Kind::Seq(mut items) => items.remove(step.parse().unwrap()),
                    Kind::Map(entries) => entries.into_iter().find(|(key, _)| key.value == *step).unwrap().1,
                    other => panic!("{file:?} {other:?}"),
                };
            }
            let found = match node.kind {
                Kind::Map(entries) => entries.into_iter().next().unwrap().0.value,
                Kind::Str(found) => found,
                other => panic!("{file:?} {other:?}"),
            };
            assert_eq!(found, text, "{file:?}");
        }
    }

    #[test]
    fn what_could_be_read_otherwise_is_quoted() {
        let odd = "y|N|yes|No|on|OFF|true|True|NULL|null|~|=|<<|2018-10-07|2018-1-7|12:30|0123|0x1F|0o17|0b1|1_000|1E10\
                   |2.5e-3|-012|+5|.5|5.|.inf|-.INF|.nan|NaN|inf|190:20:30.15|685.230_15e+03|2001-12-14t21:59:43.10-05:00\
                   |2001-12-14 21:59:43|10,000|?|? a|- a|-|---|...|a: b|a:|a:b|a #b|#a|a, b|a,b|[a|a]|{|}|!a|&a|*a|@a|`a|%a\
                   |'a'|\"a\"|say \"a\"|a\nb|a\tb|a\r\nb|\u{85}|a\u{2028}b|\u{feff}a|a\u{feff}|a\0b|a\u{7f}|\\|a\u{a0}| a|a |";
        for text in odd.split('|').chain(["|", "|-", "a\u{1}"]) {
            assert!(word(text).starts_with('"'), "{text:?}");
            read_back(text);
        }
    }

    #[test]
    fn names_need_no_quotes() {
        let names = "Sangan|K7Q2|7 Colored Fish|4-Starred Ladybug of Doom|E10|E830|Joey's Sangan|Élan|yours|Danger! Nessie!|timing.missed|box c|A-to-Z|why?|50 % more|a\\b|a#b|a=b|a-|x@y";
        for text in names.split('|') {
            assert_eq!(word(text), text);
            read_back(text);
        }
        assert_eq!(sentence("Yes, \"If\" it is: so."), "\"Yes, \\\"If\\\" it is: so.\"");
        for text in ["Yes, \"If\" it is [so].", "At 12:30, a:b", "No, it is not."] {
            assert_eq!(sentence(text), text);
            read_back(text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

        #[test]
        fn any_text_is_read_back(text in ".{0,24}") {
            read_back(&text);
        }

        #[test]
        fn any_text_of_odd_characters_is_read_back(text in "[-+0-9a-fxXoO_.:,;!?#&*|>'\"%@`~<=\\[\\]{} \\\\\\t\\r\\n\u{85}\u{2028}\u{feff}é]{0,12}") {
            read_back(&text);
        }
    }
}

//! Values written without quotes: what they are, and which of them not every YAML parser reads alike.

use std::borrow::Cow;

use super::Kind;

/// What a plain value is; `None` if it is a number that has no value here (`.inf`).
pub(super) fn plain(raw: Cow<'_, str>) -> Option<Kind> {
    Some(match &*raw {
        "" | "~" => Kind::Null,
        word if word.eq_ignore_ascii_case("null") => Kind::Null,
        word if word.eq_ignore_ascii_case("true") => Kind::Bool(true),
        word if word.eq_ignore_ascii_case("false") => Kind::Bool(false),
        word if may_be_number(word) => return number(word).unwrap_or_else(|| Some(Kind::Str(raw.into_owned()))),
        _ => Kind::Str(raw.into_owned()),
    })
}

fn may_be_number(word: &str) -> bool {
    word.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit() || c == '.')
}

/// A number, if this is one and, if it is, its value if there is one.
fn number(word: &str) -> Option<Option<Kind>> {
    if let Ok(whole) = word.parse() {
        return Some(Some(Kind::Int(whole)));
    }
    match word.trim_start_matches(['-', '+']).to_ascii_lowercase().as_str() {
        ".inf" | ".nan" => Some(None),
        _ => word.parse::<f64>().ok().map(|value| value.is_finite().then_some(Kind::Float(value))),
    }
}

/// Why a plain value must be written otherwise, and how; `None` if it is read alike everywhere.
pub(super) fn ambiguous(raw: &str) -> Option<(String, String)> {
    let quote = || format!("put it in quotes: \"{raw}\"");
    // The words that mean something have at most five letters.
    let first = raw.as_bytes().first()?;
    if !matches!(first, b'0'..=b'9' | b'-' | b'+' | b'=') && raw.len() > 5 {
        return None;
    }
    let is_one_of = |words: &[&str]| words.iter().any(|word| raw.eq_ignore_ascii_case(word));
    if is_one_of(&["y", "n", "yes", "no", "on", "off"]) {
        return Some((format!("`{raw}` is a truth value for some YAML parsers and a text for others"), quote()));
    }
    if is_one_of(&["true", "false", "null"]) && !matches!(raw, "true" | "false" | "null") {
        return Some((format!("`{raw}` is not a text for every YAML parser"), quote()));
    }
    if raw == "=" {
        return Some(("`=` has a meaning of its own for some YAML parsers".into(), quote()));
    }
    if is_date(raw) {
        return Some((format!("`{raw}` is a date for some YAML parsers and a text for others"), quote()));
    }
    let digits = raw.trim_start_matches(['-', '+']);
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if digits.contains(':') && digits.chars().all(|c| c.is_ascii_digit() || c == ':' || c == '.') {
        return Some((format!("`{raw}` is a number to the base 60 for some YAML parsers"), quote()));
    }
    let leading_zero = digits.len() > 1 && digits.starts_with('0') && digits.chars().all(|c| c.is_ascii_digit());
    let other_base = matches!(digits.as_bytes(), [b'0', b'x' | b'X' | b'o' | b'O' | b'b' | b'B', ..]);
    let grouped = digits.contains('_') && digits.chars().all(|c| c.is_ascii_digit() || c == '_');
    if leading_zero || other_base || grouped {
        let help = format!("write a plain number, or put it in quotes: \"{raw}\"");
        return Some((format!("`{raw}` is not the same number for every YAML parser"), help));
    }
    if is_exponent(digits) {
        return Some((format!("`{raw}` is a number in YAML"), format!("if it is a text, put it in quotes: \"{raw}\"")));
    }
    None
}

/// `2018-10-07`, also followed by a time.
fn is_date(raw: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit());
    let Some((year, rest)) = raw.split_at_checked(4) else { return false };
    let day = rest.split([' ', 'T', 't']).next().and_then(|rest| rest.strip_prefix('-'));
    is_number(year)
        && day.and_then(|day| day.split_once('-')).is_some_and(|(month, day)| is_number(month) && is_number(day))
}

/// `1E10`, `2.5e-3`.
fn is_exponent(digits: &str) -> bool {
    let Some((mantissa, exponent)) = digits.split_once(['e', 'E']) else { return false };
    let exponent = exponent.trim_start_matches(['-', '+']);
    !exponent.is_empty()
        && exponent.chars().all(|c| c.is_ascii_digit())
        && mantissa.chars().all(|c| c.is_ascii_digit() || c == '.')
}

#[cfg(test)]
mod tests {
    use super::ambiguous;

    #[test]
    fn what_parsers_disagree_about_must_be_quoted() {
        let odd = ["y", "N", "yes", "No", "on", "OFF", "True", "NULL", "=", "2018-10-07", "2018-1-7", "12:30", "0123"];
        for raw in odd.into_iter().chain(["0x1F", "0o17", "1_000", "1E10", "2.5e-3", "-012"]) {
            assert!(ambiguous(raw).is_some(), "{raw}");
        }
    }

    #[test]
    fn what_they_agree_about_need_not() {
        for raw in "true|null|yours|0|10|-500|7 Colored Fish|4-Starred Ladybug of Doom|K7Q2|1E|E10".split('|') {
            assert_eq!(ambiguous(raw), None, "{raw}");
        }
    }
}

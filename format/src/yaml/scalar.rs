//! Values written without quotes that not every YAML parser reads alike.

/// Why a plain value must be written otherwise, and how; `None` if it is read alike everywhere.
pub(super) fn ambiguous(raw: &str) -> Option<(String, String)> {
    let quote = || format!("put it in quotes: \"{raw}\"");
    let lower = raw.to_ascii_lowercase();
    if matches!(lower.as_str(), "y" | "n" | "yes" | "no" | "on" | "off") {
        return Some((format!("`{raw}` is a truth value for some YAML parsers and a text for others"), quote()));
    }
    if matches!(lower.as_str(), "true" | "false" | "null") && !matches!(raw, "true" | "false" | "null") {
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
    let other_base = ["0x", "0o", "0b"].iter().any(|base| digits.to_ascii_lowercase().starts_with(base));
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
    let day = raw.split([' ', 'T', 't']).next().unwrap_or_default();
    let parts: Vec<&str> = day.split('-').collect();
    parts.len() == 3
        && parts[0].len() == 4
        && parts.iter().all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()))
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

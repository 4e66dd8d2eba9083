//! Texts from anywhere in a document of Markdown: they are read there as they are, and nothing of them is markup.

/// A text within a line or a cell of a table.
pub(crate) fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = words.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            // Not every reader of tables knows `\|`.
            '|' => out.push_str("&#124;"),
            '&' if letters.peek().is_none_or(|next| *next != '#' && !next.is_alphanumeric()) => out.push('&'),
            '\\' | '`' | '*' | '_' | '[' | '<' | '&' | '#' | '~' | '$' | '^' | '{' | '}' => out.extend(['\\', letter]),
            letter => out.push(letter),
        }
    }
    out
}

/// A text that begins a line, or an item of a list.
pub(crate) fn text(text: &str) -> String {
    let out = inline(text);
    let digits = out.len() - out.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match out[digits..].chars().next() {
        Some('-' | '+' | '=' | '>' | ':') if digits == 0 => format!("\\{out}"),
        Some('.' | ')') if digits > 0 => format!("{}\\{}", &out[..digits], &out[digits..]),
        _ => out,
    }
}

/// A name as code.
pub(crate) fn code(name: &str) -> String {
    let fence = fence(name, 1);
    let pad = if name.starts_with('`') || name.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{name}{pad}{fence}")
}

/// Lines of YAML.
pub(crate) fn yaml(lines: &str) -> String {
    let fence = fence(lines, 3);
    format!("{fence}yaml\n{lines}\n{fence}\n")
}

/// More backticks than stand together anywhere in a text, and at least so many.
fn fence(text: &str, least: usize) -> String {
    let most = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    "`".repeat(least.max(most + 1))
}

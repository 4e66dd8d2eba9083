//! Where things stand in the text of a step: items, keys and values, without the comments around them.

use std::ops::Range;

use super::Yaml;

/// A key of a map with its value. The value begins right after the colon, comments and blanks included.
pub(super) struct Entry {
    pub(super) key: Range<usize>,
    pub(super) value: Range<usize>,
}

/// A byte of a text that is no part of a comment.
struct Seen {
    at: usize,
    byte: u8,
    /// Whether it stands outside of quotes and brackets.
    outside: bool,
}

/// The bytes of a text without its comments.
fn seen(text: &str, range: Range<usize>) -> Vec<Seen> {
    let bytes = text.as_bytes();
    let (mut all, mut depth, mut quote, mut at) = (Vec::new(), 0_i32, None, range.start);
    while at < range.end {
        let byte = bytes[at];
        let begins = at == range.start || matches!(bytes[at - 1], b' ' | b'[' | b'{' | b',' | b'\n' | b'\r');
        let mut outside = depth == 0 && quote.is_none();
        let mut wide = 1;
        match (quote, byte) {
            // A quote that is written twice, or after a backslash, does not end the text.
            (Some(b'\''), b'\'') if bytes.get(at + 1) == Some(&b'\'') => wide = 2,
            (Some(b'"'), b'\\') => wide = 2,
            (Some(q), b) if q == b => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') if begins => {
                quote = Some(byte);
                outside = false;
            }
            (None, b'#') if begins => {
                at = text[at..range.end].find('\n').map_or(range.end, |n| at + n);
                continue;
            }
            (None, b'[' | b'{') => {
                depth += 1;
                outside = false;
            }
            (None, b']' | b'}') => depth -= 1,
            _ => {}
        }
        let end = (at + wide).min(range.end);
        all.extend((at..end).map(|at| Seen { at, byte: bytes[at], outside }));
        at = end;
    }
    all
}

/// A range without blanks and comments around it.
pub(super) fn content(text: &str, range: Range<usize>) -> Range<usize> {
    let all = seen(text, range.clone());
    let mut solid = all.iter().filter(|s| !s.byte.is_ascii_whitespace()).map(|s| s.at);
    match (solid.next(), solid.next_back()) {
        (Some(first), last) => first..last.unwrap_or(first) + 1,
        (None, _) => range.start..range.start,
    }
}

/// Splits at a separator outside of quotes and brackets; a colon separates only before white space.
fn split(text: &str, range: Range<usize>, separator: u8) -> Vec<Range<usize>> {
    let next_is_blank = |at: usize| text.as_bytes().get(at + 1).is_none_or(u8::is_ascii_whitespace);
    let (mut parts, mut start) = (Vec::new(), range.start);
    for s in seen(text, range.clone()) {
        if s.outside && s.byte == separator && (separator != b':' || next_is_blank(s.at)) {
            parts.push(start..s.at);
            start = s.at + 1;
        }
    }
    parts.push(start..range.end);
    parts
}

/// The key with this name in the map at a range, whose keys stand in a column unless it is in braces.
pub(super) fn entry(text: &str, map: Range<usize>, column: usize, key: &str) -> Option<Entry> {
    entries(text, map, column).into_iter().find(|e| text[e.key.clone()].trim_matches(['"', '\'']) == key)
}

fn entries(text: &str, map: Range<usize>, column: usize) -> Vec<Entry> {
    let parts =
        if text[map.clone()].starts_with('{') { split(text, inside(&map), b',') } else { lines_at(text, map, column) };
    let of_part = |part: Range<usize>| {
        let part = content(text, part.clone()).start..part.end;
        let colon = split(text, part.clone(), b':').first()?.end;
        (colon < part.end).then(|| Entry { key: content(text, part.start..colon), value: colon + 1..part.end })
    };
    parts.into_iter().filter_map(of_part).collect()
}

/// What stands between the brackets of a list or map.
fn inside(range: &Range<usize>) -> Range<usize> {
    range.start + 1..range.end.saturating_sub(1).max(range.start + 1)
}

/// The entries of a block map: each begins in the same column.
fn lines_at(text: &str, map: Range<usize>, column: usize) -> Vec<Range<usize>> {
    let begins = |content: &str| !content.starts_with("- ") && !content.starts_with(['#', '\n', '\r']);
    blocks(text, map, column, begins)
}

/// The parts of a range that begin at its start and on each line of a column on which `begins` holds.
fn blocks(text: &str, range: Range<usize>, column: usize, begins: impl Fn(&str) -> bool) -> Vec<Range<usize>> {
    let mut starts = vec![range.start];
    for (at, _) in text[range.clone()].match_indices('\n') {
        let line = range.start + at + 1;
        let rest = &text[line..range.end];
        let indent = rest.len() - rest.trim_start_matches(' ').len();
        if indent == column && begins(&rest[indent..]) {
            starts.push(line + indent);
        }
    }
    let ends: Vec<usize> = starts.iter().skip(1).copied().chain([range.end]).collect();
    starts.into_iter().zip(ends).map(|(start, end)| start..end).collect()
}

/// Whether a value is a block list.
pub(super) fn is_block_list(value: &str) -> bool {
    value.starts_with("- ")
}

/// The items of a list, each without the comments around it.
pub(super) fn items(text: &str, list: &Range<usize>) -> Vec<Range<usize>> {
    let parts = match &text[list.clone()] {
        block if is_block_list(block) => {
            let column = column_of(text, list.start);
            let items = blocks(text, list.clone(), column, |content| content.starts_with("- "));
            items.into_iter().map(|item| item.start + 2..item.end).collect()
        }
        _ => split(text, inside(list), b','),
    };
    parts.into_iter().map(|part| content(text, part)).filter(|item| !item.is_empty()).collect()
}

/// The column of an offset, in bytes.
pub(super) fn column_of(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(at, |n| at - n - 1)
}

/// What is written at a range without blanks around it.
pub(super) fn parsed(text: &str, range: Range<usize>, column: usize) -> Yaml {
    let old = &text[range.clone()];
    if old.starts_with('[') || is_block_list(old) {
        let item = |item: Range<usize>| {
            let column = column_of(text, item.start);
            parsed(text, item, column)
        };
        return Yaml::List(items(text, &range).into_iter().map(item).collect());
    }
    let quote = old.chars().next().filter(|c| matches!(c, '"' | '\''));
    if let Some(quote) = quote.filter(|q| old.len() > 1 && old.ends_with(*q)) {
        let inner = &old[1..old.len() - 1];
        return Yaml::Word(match quote {
            '"' => inner.replace("\\\"", "\"").replace("\\\\", "\\"),
            _ => inner.replace("''", "'"),
        });
    }
    if old.starts_with('{') || split(text, range.clone(), b':').len() > 1 {
        let value = |e: Entry| {
            let value = content(text, e.value);
            let column = column_of(text, value.start);
            (text[e.key].trim_matches(['"', '\'']).to_owned(), parsed(text, value, column))
        };
        return Yaml::Map(entries(text, range, column).into_iter().map(value).collect());
    }
    Yaml::Word(old.to_owned())
}

//! The mismatch as a patch against the ruling's own lines.

use similar::{ChangeTag, TextDiff};

use super::style;
use crate::outcome::Failure;
use crate::rewrite;
use segoc_format::ruling::Ruling;

/// Lines shown before and after.
const CONTEXT: usize = 2;

/// The lines of the step as written and as the engine did it; only as written, if it cannot be said otherwise.
pub(super) fn patch(ruling: &Ruling, failure: &Failure) -> String {
    let file = &*ruling.text;
    let start = failure.step.start.min(file.len());
    let end = start + file[start..failure.step.end.clamp(start, file.len())].trim_end().len();
    match rewrite::text(ruling, failure) {
        Some(actual) => difference(file, &replaced(file, start, end, &actual)),
        None => excerpt(file, start, end),
    }
}

/// The file with the step as the engine did it; a step it never did is left out with its line.
fn replaced(file: &str, start: usize, end: usize, actual: &str) -> String {
    if actual.is_empty() {
        let line = file[..start].rfind('\n').map_or(0, |n| n + 1);
        let next = file[end..].find('\n').map_or(file.len(), |n| end + n + 1);
        return format!("{}{}", &file[..line], &file[next..]);
    }
    format!("{}{actual}{}", &file[..start], &file[end..])
}

/// Two texts as a patch, with the changed words marked.
pub fn difference(old: &str, new: &str) -> String {
    let diff = TextDiff::from_lines(old, new);
    let width = number_width(old);
    let mut out = String::new();
    for (i, group) in diff.grouped_ops(CONTEXT).iter().enumerate() {
        if i > 0 {
            out.push_str(&format!("  {:>width$}\n", "…"));
        }
        // Without a deadline: what is shown does not depend on how busy a machine is, and a browser has no clock for it.
        for change in group.iter().flat_map(|op| diff.iter_inline_changes_deadline(op, None)) {
            let (sign, colour) = match change.tag() {
                ChangeTag::Equal => (' ', style::DIM),
                ChangeTag::Delete => ('-', style::REMOVED),
                ChangeTag::Insert => ('+', style::ADDED),
            };
            let number = match change.tag() {
                ChangeTag::Insert => String::new(),
                _ => change.old_index().map(|n| (n + 1).to_string()).unwrap_or_default(),
            };
            let strong = colour.bold().underline();
            let dim = style::DIM;
            out.push_str(&format!("  {dim}{number:>width$}{dim:#} {colour}{sign} {colour:#}"));
            for (emphasised, part) in change.iter_strings_lossy() {
                let part = part.trim_end_matches(['\n', '\r']);
                let style = if emphasised { strong } else { colour };
                if !part.is_empty() {
                    out.push_str(&format!("{style}{part}{style:#}"));
                }
            }
            out.push('\n');
        }
    }
    out
}

fn excerpt(file: &str, start: usize, end: usize) -> String {
    let first = file[..start].matches('\n').count();
    let last = file[..end].matches('\n').count();
    let width = number_width(file);
    let mut out = String::new();
    for (i, line) in file.lines().enumerate() {
        if i + CONTEXT < first || i > last + CONTEXT {
            continue;
        }
        let here = (first..=last).contains(&i);
        let (sign, colour) = if here { ('>', style::REMOVED) } else { (' ', style::DIM) };
        let dim = style::DIM;
        out.push_str(&format!("  {dim}{:>width$}{dim:#} {colour}{sign} {line}{colour:#}\n", i + 1));
    }
    out
}

fn number_width(file: &str) -> usize {
    file.lines().count().to_string().len()
}

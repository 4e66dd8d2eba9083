//! A file of deviations brought up to date: what is true stays as it is written, comments too.

use std::sync::Arc;

use super::read::has_content;
use super::{Class, Deviations, Finding, Way};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::edit::{self, Editor, Value};
use crate::lint::Lint;
use crate::place::Span;

/// A list that says what is so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Updated {
    /// The text of the file.
    pub text: Arc<str>,
    /// How many rulings × formats are listed now that were not, or not in this way: their reasons are missing.
    pub added: usize,
    /// How many are not listed any more.
    pub removed: usize,
}

/// A ruling that is listed anew.
struct New<'f> {
    ruling: &'f str,
    formats: Vec<&'f str>,
    way: Way,
    /// What was listed of it before, and why.
    before: Option<(Way, &'f str)>,
}

impl Deviations {
    /// The list with what was found in a run. What was not run stays listed.
    ///
    /// # Errors
    /// If the file is written in a way that cannot be edited.
    pub fn updated(&self, findings: &[Finding]) -> Result<Updated, Diagnostics> {
        let mut gone: Vec<Vec<&str>> = vec![Vec::new(); self.entries.len()];
        let mut new: Vec<New<'_>> = Vec::new();
        let mut removed = 0;
        for finding in findings {
            let listed = self.entries.iter().position(|entry| {
                entry.is_of(&finding.ruling) && entry.formats.iter().any(|f| f.value == finding.format)
            });
            let entry = listed.map(|i| &self.entries[i]);
            if let (Some(entry), Some(way)) = (entry, finding.way)
                && entry.way.covers(way)
            {
                continue;
            }
            if let Some(i) = listed {
                gone[i].push(&finding.format);
                removed += usize::from(finding.way.is_none());
            }
            if let Some(way) = finding.way {
                let before = entry.map(|entry| (entry.way, entry.reason.as_str()));
                let same = |n: &&mut New<'_>| n.ruling == finding.ruling && n.way == way && n.before == before;
                match new.iter_mut().find(same) {
                    Some(new) => new.formats.push(&finding.format),
                    None => new.push(New { ruling: &finding.ruling, formats: vec![&finding.format], way, before }),
                }
            }
        }
        if let (Some(first), false) = (self.entries.first(), new.is_empty()) {
            self.lines_of(first.span)?;
        }
        let mut text = self.without(&gone)?;
        let added = new.iter().map(|new| new.formats.len()).sum();
        if !new.is_empty() && self.entries.is_empty() && has_content(&text) {
            // The list was written as `[]`.
            text = text.replacen("[]", "", 1).trim_end().to_owned();
        }
        let newline = edit::newline_of(&self.text);
        let indent = self.entries.first().map_or(0, |first| edit::column_of(&self.text, first.span.start) - 2);
        for line in new.iter().flat_map(New::lines) {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push_str(newline);
            }
            text.extend([" ".repeat(indent).as_str(), &line, newline]);
        }
        if !has_content(&text) && has_content(&self.text) {
            text.extend(["[]", newline]);
        }
        Ok(Updated { text: text.into(), added, removed })
    }

    /// The text without these formats of these entries.
    fn without(&self, gone: &[Vec<&str>]) -> Result<String, Diagnostics> {
        let mut text = self.text.to_string();
        // From the end, so that places before stay what they are.
        for (entry, gone) in self.entries.iter().zip(gone).rev().filter(|(_, gone)| !gone.is_empty()) {
            let formats = entry.formats.iter().map(|f| f.value.as_str());
            let kept: Vec<&str> = formats.filter(|format| !gone.contains(format)).collect();
            if kept.is_empty() {
                let lines = self.lines_of(entry.span)?;
                text.replace_range(lines.start..lines.end, "");
            } else {
                let mut editor = Editor::new(&self.text, entry.span);
                editor.set(&["formats"], &Value::words(kept));
                text = edit::replace(&text, entry.span, &[(&editor.into_text(), Vec::new())]);
            }
        }
        Ok(text)
    }

    /// The whole lines of an entry, if it has lines of its own.
    fn lines_of(&self, span: Span) -> Result<Span, Diagnostics> {
        let start = span.start - edit::column_of(&self.text, span.start);
        let end = self.text[span.end..].find('\n').map_or(self.text.len(), |newline| span.end + newline + 1);
        let before = self.text[start..span.start].trim_start_matches(' ');
        let after = self.text[span.end..end].trim();
        if before == "- " && (after.is_empty() || after.starts_with('#')) {
            return Ok(Span { start, end });
        }
        let message = "the list cannot be edited: this entry does not stand on lines of its own";
        let help = "begin every entry on a new line, with `- `, and run again";
        Err(Diagnostic::new(&self.path, &self.text, span, message).lint(Lint::Deviation).help(help).into())
    }
}

impl New<'_> {
    fn lines(&self) -> Vec<String> {
        let before = self.before.map(|(way, reason)| format!("# It was listed as {way}: {reason}"));
        let mut lines: Vec<String> = before.into_iter().collect();
        lines.push(format!("- ruling: {}", edit::word(self.ruling)));
        lines.push(format!("  formats: {}", edit::words(&self.formats)));
        lines.push(format!("  outcome: {}", self.way.outcome));
        lines.extend(self.way.kind.map(|kind| format!("  kind: {kind}")));
        lines.push(format!("  class: {}", Class::EngineDeviates));
        lines.push("  reason: \"\"".to_owned());
        lines
    }
}

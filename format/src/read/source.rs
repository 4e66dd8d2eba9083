//! Where a ruling or rule comes from.

use super::Reader;
use crate::lint::Lint;
use crate::ruling::{Source, SourceKind};
use crate::spec;
use crate::yaml::Node;

impl Reader {
    /// A list of sources, at least one.
    pub(super) fn sources(&mut self, node: &Node, known: &[String], of_file: &[String]) -> Vec<Source> {
        self.each(node, "sources", |reader, item| reader.source(item, known, of_file))
    }

    /// One source.
    pub(super) fn source(&mut self, node: &Node, known: &[String], of_file: &[String]) -> Option<Source> {
        let mut fields = self.fields(node, &spec::ruling::SOURCE)?;
        let kind = fields.need("kind").and_then(|node| self.source_kind(node));
        let title = fields.need("title").and_then(|node| self.line(node, "a title"));
        // What follows from other rules has no page of its own.
        let url = match kind {
            Some(SourceKind::Derived) => fields.take("url"),
            _ => fields.need("url"),
        };
        let url = match url {
            Some(node) => self.url(node),
            None => Some(String::new()),
        };
        let at = fields.take("at").and_then(|node| self.line(node, "a place in the source"));
        let as_of = fields.take("as of").and_then(|node| self.date(node));
        let formats = fields.take("in").map(|node| self.formats_of_file(node, known, of_file));
        fields.finish(self);
        Some(Source { kind: kind?, title: title?, url: url?, at, as_of, formats, span: node.span })
    }

    fn source_kind(&mut self, node: &Node) -> Option<SourceKind> {
        let before = self.errors.len();
        let kind = self.word(node, "kind of source");
        if let Some(error) = self.errors.get_mut(before) {
            error.lint = Lint::SourceWithoutKind;
        }
        kind
    }

    /// `[A-Z][0-9A-Z]{3}` without the letters that look like digits.
    pub(super) fn ruling_id(&mut self, node: &Node) -> Option<String> {
        let id = self.string(node, "an id")?;
        let good = id.len() == 4
            && id.starts_with(|c: char| c.is_ascii_uppercase())
            && id.chars().all(|c| (c.is_ascii_uppercase() || c.is_ascii_digit()) && !"ILOU".contains(c));
        if !good {
            let help = "a capital letter, then three capitals or digits, none of them I, L, O or U: K7Q2";
            self.error_help(node.span, format!("`{id}` is not an id"), help);
            return None;
        }
        Some(id)
    }

    /// A link to a page.
    pub(crate) fn url(&mut self, node: &Node) -> Option<String> {
        let url = self.line(node, "a URL")?;
        if !url.starts_with("https://") && !url.starts_with("http://") {
            self.error_help(node.span, format!("`{url}` is not a URL"), "write the whole link, with https://");
            return None;
        }
        Some(url)
    }

    /// A year, month or day.
    pub(super) fn date(&mut self, node: &Node) -> Option<String> {
        let date = self.string(node, "a date")?;
        let parts: Vec<&str> = date.split('-').collect();
        let lengths: &[usize] = &[4, 2, 2];
        let good = parts.len() <= 3
            && parts
                .iter()
                .zip(lengths)
                .all(|(part, len)| part.len() == *len && part.chars().all(|c| c.is_ascii_digit()));
        if !good {
            self.error_help(
                node.span,
                format!("`{date}` is not a date"),
                "write \"2018\", \"2018-10\" or \"2018-10-07\"",
            );
            return None;
        }
        Some(date)
    }
}

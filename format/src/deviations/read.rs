//! Reads a file of known deviations.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Deviation, Deviations, Reasons};
use crate::corpus::Listed;
use crate::diagnostic::Diagnostics;
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use crate::read::Reader;
use crate::spec;
use crate::suggest;
use crate::ways::{Class, FailureKind, Way};
use crate::yaml::{Kind, Node};

/// Reads a file of deviations; `rulings` are those of the corpus, `formats` its formats.
///
/// # Errors
/// Everything that is wrong with the file.
pub(super) fn read(
    path: &str,
    text: &Arc<str>,
    rulings: &[Listed],
    formats: &[String],
    reasons: Reasons,
) -> Result<Deviations, Diagnostics> {
    let (mut reader, node) = Reader::parse(path, text);
    // A file that lists nothing may have comments in it.
    let node = node.filter(|_| has_content(text));
    let items = node.as_ref().and_then(|node| reader.list(node, "deviations")).unwrap_or_default();
    let scope = Scope { rulings, formats, reasons };
    let entries: Vec<Deviation> = items.iter().filter_map(|item| scope.deviation(&mut reader, item)).collect();
    listed_once(&mut reader, &entries);
    reader.finish(Deviations { path: path.to_owned(), text: Arc::clone(text), entries })
}

/// Whether there is more in a text than comments.
pub(super) fn has_content(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| !line.is_empty() && !line.starts_with('#'))
}

/// What an entry may speak of.
struct Scope<'k> {
    rulings: &'k [Listed],
    formats: &'k [String],
    reasons: Reasons,
}

impl Scope<'_> {
    fn deviation(&self, reader: &mut Reader, node: &Node) -> Option<Deviation> {
        let mut fields = reader.fields(node, &spec::deviation::DEVIATION)?;
        let ruling = fields.need("ruling").and_then(|node| self.ruling(reader, node));
        let of_ruling = ruling.as_ref().and_then(|(_, listed)| *listed);
        let formats = fields.need("formats").map(|node| self.formats(reader, node, of_ruling)).unwrap_or_default();
        let outcome = fields.need("outcome").and_then(|node| outcome(reader, node));
        let kind = fields.take_with_key("kind").and_then(|(key, node)| {
            if outcome.is_some_and(|outcome| outcome != "failed") {
                reader.error_help(key.span, "only what failed has a `kind`", "leave it out");
            }
            reader.word::<FailureKind>(node, "kind of failure")
        });
        let class = fields.need("class").and_then(|node| reader.word::<Class>(node, "class of deviation"));
        let head = fields.head();
        let reason = match fields.take("reason") {
            Some(node) => self.reason(reader, node),
            None => self.no_reason(reader, head),
        };
        let link = fields.take("link").and_then(|node| reader.url(node));
        fields.finish(reader);
        let (ruling, _) = ruling?;
        let way = Way { outcome: outcome?, kind };
        Some(Deviation { ruling, formats, way, class: class?, reason: reason?, link, span: node.span })
    }

    /// The id of a ruling, and the ruling if its formats are known.
    fn ruling(&self, reader: &mut Reader, node: &Node) -> Option<(Spanned<String>, Option<&Listed>)> {
        let id = reader.spanned(node, "the id of a ruling")?;
        let found = self.rulings.iter().find(|listed| listed.id.as_deref() == Some(&id.value));
        if found.is_none() {
            let ids = || self.rulings.iter().filter_map(|listed| listed.id.as_deref());
            let by_name = self.rulings.iter().find(|listed| listed.name == id.value).and_then(|l| l.id.as_deref());
            let help = match by_name.or_else(|| suggest::nearest(&id.value, ids())) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "the id is what a ruling begins with: four capitals or digits".into(),
            };
            let message = format!("there is no ruling with the id `{}`", id.value);
            reader.error_help(id.span, message, help).lint = Lint::UnknownRuling;
        }
        Some((id, found.filter(|listed| !listed.formats.is_empty())))
    }

    fn formats(&self, reader: &mut Reader, node: &Node, ruling: Option<&Listed>) -> Vec<Spanned<String>> {
        let mut formats: Vec<Spanned<String>> = Vec::new();
        for item in reader.some(node, "formats").unwrap_or_default() {
            let Some(name) = reader.spanned(item, "the name of a format") else { continue };
            let asserted = ruling.map_or(self.formats, |listed| &listed.formats);
            if !self.formats.contains(&name.value) {
                reader.unknown(name.span, "format", &name.value, self.formats.iter().map(String::as_str));
            } else if !asserted.contains(&name.value) {
                let message = format!("the ruling is not asserted in `{}`", name.value);
                reader.error_help(name.span, message, format!("it is in {}", asserted.join(", ")));
            } else {
                formats.push(name);
            }
        }
        formats
    }

    fn reason(&self, reader: &mut Reader, node: &Node) -> Option<String> {
        let blank = matches!(&node.kind, Kind::Null) || matches!(&node.kind, Kind::Str(text) if text.trim().is_empty());
        if blank {
            return self.no_reason(reader, node.span);
        }
        let reason = reader.string(node, "a reason")?.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.reasons == Reasons::Required && is_placeholder(&reason) {
            let message = format!("`{reason}` is no reason");
            reader.error_help(node.span, message, "say in a sentence why the engine differs").lint = Lint::Deviation;
        }
        Some(reason)
    }

    fn no_reason(&self, reader: &mut Reader, span: Span) -> Option<String> {
        if self.reasons == Reasons::Required {
            let help = "say in a sentence why the engine differs; nobody should have to find out twice";
            reader.error_help(span, "a reason is required", help).lint = Lint::Deviation;
            return None;
        }
        Some(String::new())
    }
}

/// Whether it only stands there to be replaced: less than three words, or a word like TODO.
fn is_placeholder(reason: &str) -> bool {
    let words = || reason.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    words().count() < 3 || words().any(|word| ["TODO", "FIXME", "TBD", "XXX"].contains(&word))
}

/// An outcome that can be listed.
fn outcome(reader: &mut Reader, node: &Node) -> Option<&'static str> {
    let among: Vec<&'static str> = spec::deviation::outcomes().iter().map(|spelt| spelt.word).collect();
    let word = reader.string(node, "an outcome")?;
    let found = among.iter().copied().find(|candidate| *candidate == word);
    if found.is_none() {
        match word.as_str() {
            "passed" | "disputed" | "unsupported" => {
                let message = format!("what is {word} is no deviation");
                reader.error_help(node.span, message, "remove the entry");
            }
            _ if FailureKind::from_word(&word).is_some() => {
                let help = format!("write `outcome: failed` and `kind: {word}`");
                reader.error_help(node.span, format!("`{word}` is a kind of failure"), help);
            }
            _ => reader.unknown(node.span, "outcome", &word, among.iter().copied()),
        }
    }
    found
}

/// One ruling in one format deviates in one way.
fn listed_once(reader: &mut Reader, entries: &[Deviation]) {
    let mut seen: HashMap<(&str, &str), Span> = HashMap::new();
    for entry in entries {
        for format in &entry.formats {
            if let Some(&first) = seen.get(&(entry.ruling.value.as_str(), format.value.as_str())) {
                let message = format!("`{}` is listed twice in {}", entry.ruling.value, format.value);
                reader.error(format.span, message).mark(first, "first listed here");
            } else {
                seen.insert((&entry.ruling.value, &format.value), format.span);
            }
        }
    }
}

//! A file of known deviations, beside the adapter of an engine: which rulings it fails, in which way, and why.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::{Reader, suggest};
use crate::corpus::Listed;
use crate::diagnostic::{Diagnostics, Label};
use crate::lint::Lint;
use crate::outcome::{FailureKind, Outcome};
use crate::ruling::{Span, Spanned};
use crate::spec;
use crate::yaml::{Kind, Node};

/// The known deviations of an engine.
#[derive(Clone, Debug)]
pub struct Deviations {
    /// The file, as shown to people.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// The deviations, in the order of the file.
    pub entries: Vec<Deviation>,
}

/// A ruling an engine is known to fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The id of the ruling.
    pub ruling: Spanned<String>,
    /// The formats in which it fails.
    pub formats: Vec<Spanned<String>>,
    /// Where the formats are listed.
    pub formats_span: Span,
    /// How it fails.
    pub way: Way,
    /// Whose fault it is.
    pub class: Class,
    /// Why, in a sentence.
    pub reason: String,
    /// Where more is said.
    pub link: Option<String>,
    /// Where the entry stands.
    pub span: Span,
}

segoc_engine::vocabulary! {
    /// Whose fault a deviation is.
    Class {
        /// The engine rules otherwise.
        EngineDeviates = "engine deviates",
        /// The engine may be right, but the adapter cannot show it.
        AdapterLimit = "adapter limit",
    }
}

/// How a ruling is failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The machine word of the outcome.
    pub outcome: &'static str,
    /// In which way it failed; none if any will do.
    pub kind: Option<FailureKind>,
}

impl Way {
    /// The way of an outcome; none if it is as good as it can be, or says nothing about the engine.
    #[must_use]
    pub fn of(outcome: &Outcome) -> Option<Self> {
        let kind = match outcome {
            Outcome::Failed(failure) => Some(failure.kind),
            Outcome::Endless(_) | Outcome::Fault(_) => None,
            Outcome::Passed | Outcome::Disputed(_) | Outcome::Unsupported(_) | Outcome::Invalid(_) => return None,
        };
        Some(Self { outcome: outcome.word(), kind })
    }

    /// Whether what is listed in this way may happen in that one.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        self.outcome == other.outcome && (self.kind.is_none() || self.kind == other.kind)
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Some(kind) => write!(f, "{} ({kind})", self.outcome),
            None => f.write_str(self.outcome),
        }
    }
}

/// Whether every deviation must say why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reasons {
    /// One without a reason is a mistake.
    Required,
    /// They may be written later.
    MayBeMissing,
}

/// Reads a file of deviations; `rulings` are those of the corpus, `formats` its formats.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn read(
    path: &str,
    text: &Arc<str>,
    rulings: &[Listed],
    formats: &[String],
    reasons: Reasons,
) -> Result<Deviations, Diagnostics> {
    let mut entries = Vec::new();
    // A file that lists nothing may have comments in it.
    if has_content(text) {
        let (mut reader, node) = Reader::parse(path, text);
        let items = node.as_ref().and_then(|node| reader.list(node, "deviations")).unwrap_or_default();
        let known = Known { rulings, formats, reasons };
        entries = items.iter().filter_map(|item| known.deviation(&mut reader, item)).collect();
        listed_once(&mut reader, &entries);
        if !reader.errors.is_empty() {
            return Err(reader.into_errors());
        }
    }
    Ok(Deviations { path: path.to_owned(), text: Arc::clone(text), entries })
}

/// Whether there is more in a text than comments.
pub(crate) fn has_content(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| !line.is_empty() && !line.starts_with('#'))
}

/// What an entry may speak of.
struct Known<'k> {
    rulings: &'k [Listed],
    formats: &'k [String],
    reasons: Reasons,
}

impl Known<'_> {
    fn deviation(&self, reader: &mut Reader, node: &Node) -> Option<Deviation> {
        let mut fields = reader.fields(node, &spec::deviation::DEVIATION)?;
        let ruling = fields.need("ruling").and_then(|node| self.ruling(reader, node));
        let (formats, formats_span) = match fields.need("formats") {
            Some(node) => (self.formats(reader, node, ruling.as_ref().and_then(|(_, listed)| *listed)), node.span),
            None => (Vec::new(), node.span),
        };
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
        Some(Deviation { ruling, formats, formats_span, way, class: class?, reason: reason?, link, span: node.span })
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
                let label = Label { span: first, text: "first listed here".into() };
                reader.error(format.span, message).labels.push(label);
            } else {
                seen.insert((&entry.ruling.value, &format.value), format.span);
            }
        }
    }
}

//! Reads a file of known deviations.

use std::collections::HashMap;
use std::sync::Arc;

use super::{Deviation, Deviations, Mechanism, Reasons};
use crate::corpus::Listed;
use crate::diagnostic::Diagnostics;
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use crate::read::{Entry, Place, Read, Reader, read_file};
use crate::spec::shapes::{DEVIATION, MECHANISM};
use crate::spec::words::outcomes;
use crate::suggest;
use crate::ways::{FailureKind, Way};
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
    let entries = if has_content(text) {
        read_file((path, text), formats, Scope { rulings, reasons }, |reader, node| {
            let Kind::Seq(items) = &node.kind else { return reader.expected(node, "a list of deviations") };
            let entries: Vec<Deviation> = items.iter().filter_map(|item| reader.deviation(item)).collect();
            reader.each_fails_once(&entries);
            Some(entries)
        })?
    } else {
        // A file that lists nothing may have comments in it.
        Vec::new()
    };
    Ok(Deviations { path: path.to_owned(), text: Arc::clone(text), entries })
}

/// Whether there is more in a text than comments.
pub(super) fn has_content(text: &str) -> bool {
    text.lines().map(str::trim).any(|line| !line.is_empty() && !line.starts_with('#'))
}

/// What an entry may speak of.
struct Scope<'k> {
    rulings: &'k [Listed],
    reasons: Reasons,
}

impl<'k> Reader<'_, Scope<'k>> {
    fn deviation(&mut self, node: &Node) -> Option<Deviation> {
        let fields = self.fields(node, &DEVIATION)?;
        let ruling = fields.entry("ruling").and_then(|entry| self.ruling(entry.node));
        let of_ruling = ruling.as_ref().and_then(|(_, listed)| *listed);
        let formats: Vec<Spanned<String>> = fields.get(self, "formats")?;
        self.are_asserted(&formats, of_ruling);
        let outcome = fields.entry("outcome").and_then(|entry| self.outcome(entry));
        if let Some(kind) = fields.entry("kind").filter(|_| outcome.is_some_and(|outcome| outcome != "failed")) {
            self.error_help(kind.span, "only what failed has a `kind`", "leave it out");
        }
        let reason = match fields.entry("reason") {
            Some(entry) => self.reason(entry.node),
            None => self.no_reason(fields.head()),
        };
        // An id that cannot be read is a mistake already.
        let is_readable = ruling.is_some() || fields.entry("ruling").is_none();
        fields.make(self, ["kind", "class", "link", "mechanism"], |kind, class, link, mechanism| {
            let (way, ruling) = (Way { outcome: outcome?, kind }, ruling.map(|(id, _)| id));
            let deviation =
                Deviation { ruling, mechanism, formats, way, class, reason: reason?, link, span: node.span };
            is_readable.then_some(deviation)
        })?
    }

    /// The id of a ruling, and the ruling if its formats are known.
    fn ruling(&mut self, node: &Node) -> Option<(Spanned<String>, Option<&'k Listed>)> {
        let id = self.string(node, "the id of a ruling")?;
        let rulings = self.known.rulings;
        let found = rulings.iter().find(|listed| listed.id.as_deref() == Some(id));
        if found.is_none() {
            let ids = || rulings.iter().filter_map(|listed| listed.id.as_deref());
            let by_name = rulings.iter().find(|listed| listed.name == id).and_then(|l| l.id.as_deref());
            let help = match by_name.or_else(|| suggest::nearest(id, ids())) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "the id is what a ruling begins with: four capitals or digits".into(),
            };
            let message = format!("there is no ruling with the id `{id}`");
            self.error_help(node.span, message, help).lint = Lint::UnknownRuling;
        }
        let id = Spanned { value: id.to_owned(), span: node.span };
        Some((id, found.filter(|listed| !listed.formats.is_empty())))
    }

    /// The formats must be those of the ruling.
    fn are_asserted(&mut self, formats: &[Spanned<String>], ruling: Option<&Listed>) {
        let Some(Listed { formats: asserted, .. }) = ruling else { return };
        for Spanned { value, span } in formats.iter().filter(|format| !asserted.contains(&format.value)) {
            let message = format!("the ruling is not asserted in `{value}`");
            self.error_help(*span, message, format!("it is in {}", asserted.join(", ")));
        }
    }

    fn reason(&mut self, node: &Node) -> Option<String> {
        let blank = matches!(&node.kind, Kind::Null) || matches!(&node.kind, Kind::Str(text) if text.trim().is_empty());
        if blank {
            return self.no_reason(node.span);
        }
        let reason = self.string(node, "a reason")?.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.known.reasons == Reasons::Required && is_placeholder(&reason) {
            let message = format!("`{reason}` is no reason");
            self.error_help(node.span, message, "say in a sentence why the engine differs").lint = Lint::Deviation;
        }
        Some(reason)
    }

    fn no_reason(&mut self, span: Span) -> Option<String> {
        if self.known.reasons == Reasons::Required {
            let help = "say in a sentence why the engine differs; nobody should have to find out twice";
            self.error_help(span, "a reason is required", help).lint = Lint::Deviation;
            return None;
        }
        Some(String::new())
    }

    /// An outcome that can be listed.
    fn outcome(&mut self, entry: Entry<'_>) -> Option<&'static str> {
        let word = self.string(entry.node, "an outcome")?;
        let (span, among) = (entry.node.span, outcomes());
        let found = among.iter().map(|spelt| spelt.word).find(|candidate| *candidate == word);
        if found.is_none() {
            match word {
                "passed" | "disputed" | "unsupported" => {
                    self.error_help(span, format!("what is {word} is no deviation"), "remove the entry");
                }
                _ if FailureKind::from_word(word).is_some() => {
                    let help = format!("write `outcome: failed` and `kind: {word}`");
                    self.error_help(span, format!("`{word}` is a kind of failure"), help);
                }
                _ => self.unknown(span, "outcome", word, among.iter().map(|spelt| spelt.word)),
            }
        }
        found
    }

    /// One ruling in one format deviates in one way.
    fn each_fails_once(&mut self, entries: &[Deviation]) {
        let mut seen: HashMap<(&str, &str), Span> = HashMap::new();
        for (entry, ruling) in entries.iter().filter_map(|entry| Some((entry, entry.ruling.as_ref()?))) {
            for format in &entry.formats {
                if let Some(&first) = seen.get(&(ruling.value.as_str(), format.value.as_str())) {
                    let message = format!("`{}` is listed twice in {}", ruling.value, format.value);
                    self.error(format.span, message).mark(first, "first listed here");
                } else {
                    seen.insert((&ruling.value, &format.value), format.span);
                }
            }
        }
    }
}

impl<K> Read<K> for Mechanism {
    fn read(reader: &mut Reader<'_, K>, node: &Node, _: Place) -> Option<Self> {
        let keys = ["step", "rule", "window", "instead", "action", "cards", "does"];
        reader.map(node, &MECHANISM, keys, |step, rule, window, instead, action, cards, does| {
            let list = |list: Option<Vec<String>>| list.unwrap_or_default();
            Self { step, rule, window, instead, action, cards: list(cards), does: list(does) }
        })
    }
}

/// Whether it only stands there to be replaced: less than three words, or a word like TODO.
fn is_placeholder(reason: &str) -> bool {
    let words = || reason.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    words().count() < 3 || words().any(|word| ["TODO", "FIXME", "TBD", "XXX"].contains(&word))
}

//! Outcomes for programs: one JSON object a line, written and read as the same types.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::summary::Summary;
use crate::outcome::Outcome;
use crate::play::Judgement;
use crate::rewrite;
use segoc_format::corpus::file_name;
use segoc_format::deviations::Deviation;
use segoc_format::diagnostic::{Diagnostic, Diagnostics, line_column};
use segoc_format::digest;
use segoc_format::ruling::Ruling;
use segoc_protocol::Hello;

/// What came of a ruling in a format.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// `result`.
    pub r#type: String,
    /// The id of the ruling; empty if it could not be read.
    #[serde(default, with = "or_null")]
    pub ruling: String,
    /// `family/file-name`; empty if it is not known.
    pub name: String,
    /// The format; empty if the ruling could not be read.
    #[serde(default, with = "or_null")]
    pub format: String,
    /// The machine word of the outcome.
    pub outcome: String,
    /// In which way it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// The file, as shown to people.
    #[serde(default)]
    pub file: String,
    /// The line of what disagrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Its column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What was said about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What more was said, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The rule that decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The step of the ruling that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The step as the engine did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    /// The readings it follows, if it is disputed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows: Option<Vec<String>>,
    /// The last messages exchanged with an engine that broke down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<String>,
    /// The last lines it printed to standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
    /// The known deviation it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deviation: Option<Listed>,
    /// What the engine could not tell, so that checks were compared in a weaker way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weaker: Vec<String>,
    /// What was played; only what is kept as a score says it.
    #[serde(skip)]
    pub played: Option<Digests>,
}

/// What was played: by its digests, results are known to be of rulings and cards as they are now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digests {
    /// The digest of the ruling.
    pub ruling: String,
    /// Its cards, by the names of their files, with the digests of these.
    pub cards: Vec<(String, String)>,
}

impl Digests {
    /// What is played of a ruling.
    pub fn of(ruling: &Ruling) -> Self {
        let mut cards: Vec<_> = ruling.cards.iter().map(|card| (file_name(&card.name), card.digest())).collect();
        cards.sort();
        Self { ruling: digest::of_ruling(&ruling.text), cards }
    }
}

/// What is listed of a failure that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Whose fault it is.
    pub class: String,
    /// Why.
    #[serde(default)]
    pub reason: String,
    /// Where more is said about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// An empty text is written as `null`.
mod or_null {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
        (!text.is_empty()).then_some(text).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
        Option::deserialize(deserializer).map(Option::unwrap_or_default)
    }
}

impl Record {
    /// What came of a ruling that was played; `listed` is the known deviation, if it fails as listed.
    pub fn of(ruling: &Ruling, format: &str, outcome: &Outcome, listed: Option<&Deviation>) -> Self {
        let mut record = Self {
            r#type: "result".into(),
            ruling: ruling.id.clone(),
            name: ruling.name.clone(),
            format: format.to_owned(),
            outcome: outcome.word().to_owned(),
            file: ruling.path.clone(),
            deviation: listed.map(|entry| Listed {
                class: entry.class.word().to_owned(),
                reason: entry.reason.clone(),
                link: entry.link.clone(),
            }),
            ..Self::default()
        };
        let at = |offset| Some(line_column(&ruling.text, offset)).unzip();
        match outcome {
            Outcome::Passed => {}
            Outcome::Failed(failure) => {
                (record.line, record.column) = at(failure.span.start);
                record.kind = Some(failure.kind.word().to_owned());
                record.message = Some(failure.message.clone());
                record.notes = failure.notes.clone();
                record.rule = failure.rule.map(|rule| rule.word().to_owned());
                let step = ruling.text.get(failure.step.start..failure.step.end);
                record.expected = step.map(|step| step.trim_end().to_owned());
                record.actual = rewrite::text(ruling, failure);
            }
            Outcome::Disputed(disputed) => record.follows = Some(disputed.followed.clone()),
            Outcome::Endless(why) | Outcome::Unsupported(why) => record.message = Some(why.clone()),
            Outcome::Fault(fault) => {
                record.message = Some(fault.message.clone());
                (record.messages, record.stderr) = (fault.messages.clone(), fault.stderr.clone());
            }
            Outcome::Invalid(flaws) => {
                if let Some(flaw) = flaws.first() {
                    (record.line, record.column) = at(flaw.span.start);
                    record.message = Some(flaw.message.clone());
                }
                record.notes = flaws.iter().skip(1).map(|flaw| flaw.message.clone()).collect();
            }
        }
        record
    }
}

/// The last line of a run: what was run, and counts by outcome.
#[derive(Serialize, Deserialize)]
pub(crate) struct SummaryLine {
    r#type: String,
    pub(crate) engine: EngineLine,
    pub(crate) corpus: CorpusLine,
    pub(crate) total: usize,
    #[serde(default)]
    outcomes: BTreeMap<String, usize>,
    #[serde(default)]
    failed: BTreeMap<String, usize>,
    /// How many of each outcome are known deviations, if there is a list of them.
    #[serde(rename = "as listed", skip_serializing_if = "Option::is_none")]
    as_listed: Option<BTreeMap<String, usize>>,
}

/// Which engine was run.
#[derive(Serialize, Deserialize)]
pub(crate) struct EngineLine {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) capabilities: Option<Vec<String>>,
}

/// Which corpus was used.
#[derive(Serialize, Deserialize)]
pub(crate) struct CorpusLine {
    pub(crate) version: String,
    #[serde(default)]
    origin: String,
}

/// The line of a ruling that was played; `listed` is the known deviation, if it fails as listed.
pub fn result(ruling: &Ruling, format: &str, judgement: &Judgement, listed: Option<&Deviation>) -> String {
    let weaker = judgement.weaker.iter().map(|capability| capability.word().to_owned()).collect();
    written(&Record { weaker, ..Record::of(ruling, format, &judgement.outcome, listed) })
}

/// The line of a ruling that could not be read.
pub fn unreadable(name: &str, format: Option<&str>, path: &str, mistakes: &Diagnostics) -> String {
    let first = mistakes.0.first();
    let (line, column) = first.map(Diagnostic::at).unzip();
    written(&Record {
        r#type: "result".into(),
        name: name.to_owned(),
        format: format.unwrap_or_default().to_owned(),
        outcome: "invalid".into(),
        file: first.map_or(path, |d| &d.path).to_owned(),
        line,
        column,
        message: first.map(|d| d.message.clone()),
        notes: mistakes.0.iter().skip(1).map(ToString::to_string).collect(),
        ..Record::default()
    })
}

/// The last line: counts by outcome.
pub fn summary(summary: &Summary, about: &Hello, version: &str, origin: &str) -> String {
    let by_word = |counts: &[(&'static str, usize)]| counts.iter().map(|(word, n)| ((*word).to_owned(), *n)).collect();
    written(&SummaryLine {
        r#type: "summary".into(),
        engine: EngineLine {
            name: about.engine.clone(),
            version: about.version.clone(),
            capabilities: Some(about.capabilities.iter().map(|capability| capability.word().to_owned()).collect()),
        },
        corpus: CorpusLine { version: version.to_owned(), origin: origin.to_owned() },
        total: summary.total(),
        outcomes: by_word(&summary.outcomes),
        failed: summary.kinds.iter().map(|(kind, n)| (kind.word().to_owned(), *n)).collect(),
        as_listed: summary.as_listed.as_deref().map(by_word),
    })
}

/// Nothing in these types can fail to be written: only strings, numbers and maps with string keys.
pub fn written(line: &impl Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default()
}

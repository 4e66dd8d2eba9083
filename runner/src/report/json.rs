//! Outcomes for programs: one JSON object a line.

use serde::Serialize;

use super::summary::Summary;
use crate::judge::Judgement;
use crate::opinions::Opinion;
use crate::outcome::{Failure, Outcome};
use crate::rewrite;
use segoc_format::deviations::Deviation;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::ruling::Ruling;
use segoc_protocol::{Hello, Rule};

/// What came of one ruling in one format.
#[derive(Debug, Default, Serialize)]
struct ResultLine<'a> {
    r#type: &'static str,
    ruling: Option<&'a str>,
    name: &'a str,
    format: Option<&'a str>,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    file: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    follows: Option<&'a [String]>,
    /// The last messages exchanged with an engine that broke down.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    messages: &'a [String],
    /// The last lines it printed to standard error.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stderr: &'a [String],
    /// The known deviation it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    deviation: Option<DeviationPart<'a>>,
    /// What the engine could not tell, so that checks were compared in a weaker way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    weaker: Vec<&'static str>,
}

/// What is listed of a failure that is known.
#[derive(Debug, Serialize)]
struct DeviationPart<'a> {
    class: &'static str,
    reason: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<&'a str>,
}

#[derive(Serialize)]
struct SummaryLine<'a> {
    r#type: &'static str,
    engine: EngineLine<'a>,
    corpus: CorpusLine<'a>,
    total: usize,
    outcomes: serde_json::Map<String, serde_json::Value>,
    failed: serde_json::Map<String, serde_json::Value>,
    /// How many of each outcome are known deviations, if there is a list of them.
    #[serde(rename = "as listed", skip_serializing_if = "Option::is_none")]
    as_listed: Option<serde_json::Map<String, serde_json::Value>>,
}

/// Which engine was run.
#[derive(Serialize)]
struct EngineLine<'a> {
    name: &'a str,
    version: &'a str,
    capabilities: Vec<&'static str>,
}

/// Which corpus was used.
#[derive(Serialize)]
struct CorpusLine<'a> {
    version: &'a str,
    origin: &'a str,
}

/// The line of a ruling that was played; `listed` is the known deviation, if it fails as listed.
#[must_use]
pub fn result(ruling: &Ruling, format: &str, judgement: &Judgement, listed: Option<&Deviation>) -> String {
    let outcome = &judgement.outcome;
    let mut line = ResultLine {
        r#type: "result",
        ruling: Some(&ruling.id),
        name: &ruling.name,
        format: Some(format),
        outcome: outcome.word(),
        file: &ruling.path,
        deviation: listed.map(|entry| DeviationPart {
            class: entry.class.word(),
            reason: &entry.reason,
            link: entry.link.as_deref(),
        }),
        weaker: judgement.weaker.iter().map(|capability| capability.word()).collect(),
        ..ResultLine::default()
    };
    match outcome {
        Outcome::Passed => {}
        Outcome::Failed(failure) => of_failure(&mut line, ruling, failure),
        Outcome::Disputed(disputed) => line.follows = Some(&disputed.followed),
        Outcome::Endless(why) | Outcome::Unsupported(why) => line.message = Some(why.clone()),
        Outcome::Fault(fault) => {
            line.message = Some(fault.message.clone());
            line.messages = &fault.messages;
            line.stderr = &fault.stderr;
        }
        Outcome::Invalid(flaws) => {
            if let Some(flaw) = flaws.first() {
                at(&mut line, ruling, flaw.span.start);
                line.message = Some(flaw.message.clone());
            }
            line.notes = flaws.iter().skip(1).map(|f| f.message.clone()).collect();
        }
    }
    written(&line)
}

fn of_failure<'a>(line: &mut ResultLine<'a>, ruling: &'a Ruling, failure: &'a Failure) {
    at(line, ruling, failure.span.start);
    line.kind = Some(failure.kind.word());
    line.message = Some(failure.message.clone());
    line.notes = failure.notes.clone();
    line.rule = failure.rule.map(Rule::word);
    line.expected = ruling.text.get(failure.step.start..failure.step.end).map(str::trim_end);
    line.actual = rewrite::text(ruling, failure);
}

fn at(line: &mut ResultLine<'_>, ruling: &Ruling, offset: usize) {
    let (row, column) = segoc_format::diagnostic::line_column(&ruling.text, offset);
    (line.line, line.column) = (Some(row), Some(column));
}

/// The line of a ruling that could not be read.
#[must_use]
pub fn unreadable(name: &str, format: Option<&str>, path: &str, mistakes: &Diagnostics) -> String {
    let first = mistakes.0.first();
    let at = first.map(segoc_format::diagnostic::Diagnostic::at);
    written(&ResultLine {
        r#type: "result",
        name,
        format,
        outcome: "invalid",
        file: first.map_or(path, |d| &d.path),
        line: at.map(|(line, _)| line),
        column: at.map(|(_, column)| column),
        message: first.map(|d| d.message.clone()),
        notes: mistakes.0.iter().skip(1).map(ToString::to_string).collect(),
        ..ResultLine::default()
    })
}

/// The last line: counts by outcome.
#[must_use]
pub fn summary(summary: &Summary, about: &Hello, version: &str, origin: &str) -> String {
    written(&SummaryLine {
        r#type: "summary",
        engine: EngineLine {
            name: &about.engine,
            version: &about.version,
            capabilities: about.capabilities.iter().map(|capability| capability.word()).collect(),
        },
        corpus: CorpusLine { version, origin },
        total: summary.total(),
        outcomes: summary.outcomes.iter().map(|(word, n)| ((*word).to_owned(), (*n).into())).collect(),
        failed: summary.kinds.iter().map(|(kind, n)| (kind.word().to_owned(), (*n).into())).collect(),
        as_listed: summary
            .as_listed
            .as_ref()
            .map(|counts| counts.iter().map(|(word, n)| ((*word).to_owned(), (*n).into())).collect()),
    })
}

/// The line of a ruling that is only listed.
#[must_use]
pub fn listed(name: &str, format: Option<&str>, path: &str, engines: &[Opinion]) -> String {
    #[derive(Serialize)]
    struct Listed<'a> {
        r#type: &'static str,
        name: &'a str,
        format: Option<&'a str>,
        file: &'a str,
        engines: &'a [Opinion],
    }
    written(&Listed { r#type: "ruling", name, format, file: path, engines })
}

/// Nothing in these types can fail to be written: only strings, numbers and maps with string keys.
fn written(line: &impl Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default()
}

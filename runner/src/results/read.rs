//! Results as they were saved: the lines of `segoc run --output json`, or a scoreboard.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::scoreboard::Scoreboard;
use super::{Record, Results};
use crate::report::json::SummaryLine;
use segoc_format::diagnostic::{Diagnostic, Diagnostics};
use segoc_format::lint::Lint;
use segoc_format::place::Span;
use segoc_protocol::{Capability, is_hidden};

/// The largest file that is read.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// What to do instead.
const HELP: &str = "save them with `segoc run --engine … --output json > FILE`, or with `--scoreboard FILE`";

/// Reads results from a file.
///
/// # Errors
/// If it cannot be read, or holds no results, or not those of a whole run.
pub fn file(path: &Path) -> Result<Results, Diagnostics> {
    let shown = path.display().to_string();
    let wrong = |message: String| Diagnostics::from(Diagnostic::of_file(shown.clone(), message));
    let metadata = std::fs::metadata(path).map_err(|error| wrong(format!("the file cannot be read: {error}")))?;
    if !metadata.is_file() {
        return Err(wrong("this is not a file".into()));
    }
    if metadata.len() > MAX_BYTES {
        return Err(wrong(format!("the file is larger than {} MiB", MAX_BYTES / 1024 / 1024)));
    }
    let bytes = std::fs::read(path).map_err(|error| wrong(format!("the file cannot be read: {error}")))?;
    let text = segoc_format::yaml::decode(bytes, &shown)?;
    self::text(&shown, &text)
}

/// Reads results from a text; `path` is shown in messages.
///
/// # Errors
/// As [`file()`].
pub fn text(path: &str, text: &Arc<str>) -> Result<Results, Diagnostics> {
    if let Ok(whole) = serde_json::from_str::<Value>(text)
        && whole["type"] == "scoreboard"
    {
        let read = all_seen(&whole).and_then(|()| {
            let read: Result<Scoreboard, _> = serde_json::from_str(text);
            read.map_err(|error| error.to_string())?.results()
        });
        return read.map_err(|why| {
            let message = format!("this scoreboard cannot be read: {why}");
            Diagnostic::of_file(path, message).help("write it again with `segoc run --scoreboard FILE`").into()
        });
    }
    lines(path, text)
}

fn lines(path: &str, text: &Arc<str>) -> Result<Results, Diagnostics> {
    let mut results: Option<Results> = None;
    let mut records: Vec<Record> = Vec::new();
    let mut seen: HashSet<(String, String)> = HashSet::new();
    let (mut start, mut total) = (0, 0);
    for line in text.split_inclusive('\n') {
        let span = Span { start, end: start + line.trim_end().len() };
        start += line.len();
        if line.trim().is_empty() {
            continue;
        }
        let wrong =
            |message: String| Diagnostics::from(Diagnostic::new(path, text, span, message).lint(Lint::File).help(HELP));
        let no_result = |error: serde_json::Error| wrong(format!("this line is no result: {error}"));
        let value: Value = serde_json::from_str(line).map_err(no_result)?;
        all_seen(&value).map_err(wrong)?;
        match value["type"].as_str() {
            Some("result") => {
                let record: Record = serde_json::from_value(value).map_err(no_result)?;
                let (ruling, format) = record.key();
                if !seen.insert((ruling.to_owned(), format.to_owned())) {
                    return Err(wrong(format!("`{ruling}` in {format} is there twice")));
                }
                records.push(record);
            }
            Some("summary") => {
                let summary: SummaryLine = serde_json::from_value(value).map_err(no_result)?;
                total += summary.total;
                let part = of_summary(summary);
                // The parts of a run that was split up follow each other.
                match &results {
                    Some(first) if *first != part => {
                        return Err(wrong(format!("results of {part} follow those of {first}")));
                    }
                    _ => results = Some(part),
                }
            }
            // A run may say what is wrong with a file of the corpus, or with the list of deviations.
            Some("diagnostic") => {}
            _ => return Err(wrong("this line is no result of a run".into())),
        }
    }
    let of_file = |message: String| Diagnostics::from(Diagnostic::of_file(path, message).help(HELP));
    let Some(mut results) = results else {
        let message = match records.len() {
            0 => "there are no results in this file".to_owned(),
            _ => "the run was not finished: its last line, the summary, is missing".to_owned(),
        };
        return Err(of_file(message));
    };
    if records.len() != total {
        return Err(of_file(format!("there should be {total} results, but there are {}", records.len())));
    }
    results.records = records;
    Ok(results)
}

/// Results are shown wherever people read them: whatever is said in them must be seen. Texts of several lines may stand there.
fn all_seen(value: &Value) -> Result<(), String> {
    let seen = |text: &str| match text.chars().find(|&c| is_hidden(c) && !matches!(c, '\n' | '\t')) {
        Some(hidden) => Err(format!("a text in it has a character that cannot be seen, U+{:04X}", u32::from(hidden))),
        None => Ok(()),
    };
    match value {
        Value::String(text) => seen(text),
        Value::Array(items) => items.iter().try_for_each(all_seen),
        Value::Object(fields) => fields.iter().try_for_each(|(key, value)| seen(key).and_then(|()| all_seen(value))),
        _ => Ok(()),
    }
}

fn of_summary(summary: SummaryLine) -> Results {
    let known = |words: Vec<String>| words.iter().filter_map(|word| Capability::from_word(word)).collect();
    Results {
        engine: summary.engine.name,
        version: summary.engine.version,
        capabilities: summary.engine.capabilities.map(known),
        corpus: summary.corpus.version,
        records: Vec::new(),
    }
}

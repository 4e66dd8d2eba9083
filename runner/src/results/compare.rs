//! What changed from one run to another.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{Rank, Record, Results};
use crate::report::json::written;
use crate::report::{count, style};

/// What changed from one run to another.
#[derive(Debug)]
pub struct Comparison<'r> {
    before: &'r Results,
    after: &'r Results,
    /// Every ruling and format of which something changed, with what changed.
    pub changes: Vec<Change<'r>>,
}

/// What changed of a ruling in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<'r> {
    /// What came of it before; none if it was not run.
    pub before: Option<&'r Record>,
    /// What comes of it now; none if it is not run.
    pub after: Option<&'r Record>,
    /// Of which sort the change is.
    pub sort: Sort,
}

segoc_engine::vocabulary! {
    /// Of which sort a change is, in the order in which they are shown.
    Sort {
        /// It fails, and did not.
        NewlyFailing = "newly failing",
        /// It has another outcome, which is worse.
        Worse = "worse",
        /// It passes, and did not.
        NewlyPassing = "newly passing",
        /// It has another outcome, or fails in another way, which is no worse.
        Otherwise = "otherwise changed",
        /// It was not run before.
        New = "new",
        /// It is not run any more.
        Removed = "removed",
    }
}

impl<'r> Comparison<'r> {
    /// Compares two runs.
    pub fn of(before: &'r Results, after: &'r Results) -> Self {
        let by_key = |results: &'r Results| -> BTreeMap<(&'r str, &'r str), &'r Record> {
            results.records.iter().map(|record| (record.key(), record)).collect()
        };
        let (old, new) = (by_key(before), by_key(after));
        let changed = |(key, record): (&(&'r str, &'r str), &&'r Record)| {
            let before = old.get(key).copied();
            let sort = before.map_or(Some(Sort::New), |was| sort(was, record))?;
            Some(Change { before, after: Some(*record), sort })
        };
        let mut changes: Vec<Change<'r>> = new.iter().filter_map(changed).collect();
        let removed = old.iter().filter(|(key, _)| !new.contains_key(*key));
        changes.extend(removed.map(|(_, was)| Change { before: Some(was), after: None, sort: Sort::Removed }));
        changes.sort_by_key(|change| change.sort);
        Self { before, after, changes }
    }

    /// Whether anything got worse.
    pub fn is_worse(&self) -> bool {
        self.changes.iter().any(|change| matches!(change.sort, Sort::NewlyFailing | Sort::Worse))
    }

    fn of_sort(&self, sort: Sort) -> impl Iterator<Item = &Change<'r>> {
        self.changes.iter().filter(move |change| change.sort == sort)
    }

    /// For people, in colours.
    pub fn pretty(&self) -> String {
        let mut text = format!("from {}\nto   {}\n", self.before, self.after);
        for &sort in Sort::ALL {
            let changes: Vec<&Change<'_>> = self.of_sort(sort).collect();
            if changes.is_empty() {
                continue;
            }
            let colour = match sort {
                Sort::NewlyFailing | Sort::Worse => style::BAD,
                Sort::NewlyPassing => style::GOOD,
                Sort::Otherwise | Sort::New | Sort::Removed => style::NOTE,
            };
            let _ = writeln!(text, "\n{colour}{sort}: {}{colour:#}", changes.len());
            changes.iter().for_each(|change| text.push_str(&change.line()));
        }
        let _ = writeln!(text, "\n{0}totals{0:#}", style::STRONG);
        for (word, was, is) in self.totals() {
            let change = is as i64 - was as i64;
            let change = if change == 0 { String::new() } else { format!(" ({change:+})") };
            let _ = writeln!(text, "  {word:<14} {was:>5} → {is:>5}{change}");
        }
        let worse = self.of_sort(Sort::NewlyFailing).chain(self.of_sort(Sort::Worse)).count();
        let said = match (worse, self.changes.len()) {
            (0, 0) => "nothing changed".to_owned(),
            (0, _) => "nothing got worse".to_owned(),
            (n, _) => format!("{} got worse", count(n, "result")),
        };
        let _ = writeln!(text, "\n{said}");
        text
    }

    /// For programs: one JSON object a line.
    pub fn json(&self) -> Vec<String> {
        let run =
            |results: &Results| json!({"engine": results.engine, "version": results.version, "corpus": results.corpus});
        let mut lines: Vec<Value> = self.changes.iter().map(Change::json).collect();
        let counts: serde_json::Map<String, Value> =
            Sort::ALL.iter().map(|&sort| (sort.word().to_owned(), self.of_sort(sort).count().into())).collect();
        let totals: serde_json::Map<String, Value> = self
            .totals()
            .into_iter()
            .map(|(word, before, after)| (word, json!({"before": before, "after": after})))
            .collect();
        lines.push(json!({
            "type": "summary",
            "before": run(self.before),
            "after": run(self.after),
            "changes": counts,
            "totals": totals,
            "worse": self.is_worse(),
        }));
        lines.iter().map(written).collect()
    }

    /// Counts by outcome, before and after.
    fn totals(&self) -> Vec<(String, usize, usize)> {
        let mut totals: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for record in &self.before.records {
            totals.entry(&record.outcome).or_default().0 += 1;
        }
        for record in &self.after.records {
            totals.entry(&record.outcome).or_default().1 += 1;
        }
        totals.into_iter().map(|(word, (before, after))| (word.to_owned(), before, after)).collect()
    }
}

/// Of which sort a change is; none if nothing changed.
fn sort(was: &Record, is: &Record) -> Option<Sort> {
    if (&was.outcome, &was.kind) == (&is.outcome, &is.kind) {
        return None;
    }
    Some(match (was.rank(), is.rank()) {
        (Rank::Fine | Rank::Unsupported, Rank::Failing | Rank::Broken) => Sort::NewlyFailing,
        (before, after) if after > before => Sort::Worse,
        _ if is.outcome == "passed" => Sort::NewlyPassing,
        _ => Sort::Otherwise,
    })
}

impl Change<'_> {
    /// What it is about: a scoreboard does not name everything.
    fn record(&self) -> Record {
        let mut record = self.after.or(self.before).cloned().unwrap_or_default();
        if record.name.is_empty() {
            record.name = self.before.map(|before| before.name.clone()).unwrap_or_default();
        }
        record
    }

    fn line(&self) -> String {
        let record = self.record();
        let (ruling, format) = record.key();
        let way = match (self.before, self.after) {
            (Some(before), Some(after)) => format!("{} → {}", before.way(), after.way()),
            (Some(one), None) | (None, Some(one)) => one.way(),
            (None, None) => String::new(),
        };
        let name = if record.name.is_empty() { String::new() } else { format!("  {}", record.name) };
        let mut line = format!("  {ruling} {format}: {way}{0}{name}{0:#}\n", style::DIM);
        if let (Sort::NewlyFailing | Sort::Worse, Some(message)) = (self.sort, &record.message) {
            let _ = writeln!(line, "    {message}");
        }
        line
    }

    fn json(&self) -> Value {
        let record = self.record();
        let side = |record: Option<&Record>| record.map(|r| json!({"outcome": r.outcome, "kind": r.kind}));
        json!({
            "type": "change",
            "change": self.sort.word(),
            "ruling": record.key().0,
            "name": record.name,
            "format": record.format,
            "before": side(self.before),
            "after": side(self.after),
            "message": self.after.and_then(|after| after.message.clone()),
        })
    }
}

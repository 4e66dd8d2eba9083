//! The score of an engine, to be committed: the same run writes the same bytes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::{Digests, Rank, Record, Results};
use crate::markdown::inline;
use crate::report::json::Listed;
use segoc_format::deviations::Class;

/// The score of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scoreboard {
    r#type: String,
    /// Which engine.
    pub engine: EngineName,
    /// The version of the corpus.
    pub corpus: String,
    /// How many rulings × formats had each outcome.
    pub totals: Counts,
    /// The same by format.
    pub formats: BTreeMap<String, Counts>,
    /// The same by family.
    pub families: BTreeMap<String, Counts>,
    /// What it fails, by ruling.
    pub failing: Vec<Failing>,
    /// What it does not play, by reason.
    pub unsupported: Vec<Unsupported>,
    /// Rulings that are not scored, each with its formats.
    pub disputed: Vec<String>,
    /// What it passes: rulings, each with its formats.
    pub passed: Vec<String>,
    /// What was played: rulings, each with its digest and the files of its cards.
    #[serde(default)]
    pub played: Vec<String>,
    /// The digests of the files of these cards.
    #[serde(default)]
    pub cards: BTreeMap<String, String>,
}

/// How many had each outcome.
pub type Counts = BTreeMap<String, usize>;

/// An engine and its version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineName {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A ruling that fails in one way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Failing {
    /// Its id.
    pub ruling: String,
    /// `family/file-name`.
    pub name: String,
    /// In which formats.
    pub formats: Vec<String>,
    /// The outcome.
    pub outcome: String,
    /// In which way it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Whose fault it is, if it is a known deviation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Why it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A row of the table: how many rulings came out how, in one format or in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'b> {
    /// The format; none for all of them.
    pub format: Option<&'b str>,
    /// As ruled.
    pub passed: usize,
    /// Otherwise, and not for want of an adapter.
    pub deviates: usize,
    /// Otherwise, because the adapter cannot do more.
    pub limits: usize,
    /// Not played.
    pub unsupported: usize,
    /// Not scored.
    pub disputed: usize,
}

/// Rulings that are not played for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsupported {
    /// Why.
    pub reason: String,
    /// How many rulings × formats.
    pub count: usize,
    /// Which rulings, each with its formats.
    pub rulings: Vec<String>,
}

impl Scoreboard {
    /// The score of a run.
    pub fn of(results: &Results) -> Self {
        let mut board = Self {
            r#type: "scoreboard".into(),
            engine: EngineName { name: results.engine.clone(), version: results.version.clone() },
            corpus: results.corpus.clone(),
            ..Self::default()
        };
        // What is alike but for the format is said once.
        let mut failing: BTreeMap<Failing, Vec<String>> = BTreeMap::new();
        let mut reasons: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
        for record in &results.records {
            let outcome = || record.outcome.clone();
            if let Some(played) = &record.played {
                let cards = played.cards.iter().map(|(card, _)| format!(" {card}"));
                board.played.push(format!("{} {}{}", record.key().0, played.ruling, cards.collect::<String>()));
                board.cards.extend(played.cards.iter().cloned());
            }
            *board.totals.entry(outcome()).or_default() += 1;
            for (map, key) in [(&mut board.formats, record.format.as_str()), (&mut board.families, record.family())] {
                *map.entry(key.to_owned()).or_default().entry(outcome()).or_default() += 1;
            }
            match record.rank() {
                Rank::Fine => {}
                Rank::Unsupported => {
                    reasons.entry(record.message.as_deref().unwrap_or_default()).or_default().push(record);
                }
                Rank::Failing | Rank::Broken => {
                    let alike = Failing {
                        ruling: record.key().0.to_owned(),
                        name: record.name.clone(),
                        formats: Vec::new(),
                        outcome: outcome(),
                        kind: record.kind.clone(),
                        class: record.deviation.as_ref().map(|listed| listed.class.clone()),
                        reason: record.deviation.as_ref().map(|listed| listed.reason.clone()),
                    };
                    failing.entry(alike).or_default().push(record.format.clone());
                }
            }
        }
        board.played.sort();
        board.played.dedup();
        board.failing = failing.into_iter().map(|(alike, formats)| Failing { formats, ..alike }).collect();
        let unsupported = |(reason, records): (&str, Vec<&Record>)| Unsupported {
            reason: reason.to_owned(),
            count: records.len(),
            rulings: by_ruling(records),
        };
        board.unsupported = reasons.into_iter().map(unsupported).collect();
        board.unsupported.sort_by_key(|unsupported| std::cmp::Reverse(unsupported.count));
        let of = |word: &str| by_ruling(results.records.iter().filter(|record| record.outcome == word));
        (board.disputed, board.passed) = (of("disputed"), of("passed"));
        board
    }

    /// The results it was made of, without their messages.
    pub(super) fn results(&self) -> Result<Results, String> {
        let mut records = Vec::new();
        for failing in &self.failing {
            records.extend(failing.formats.iter().map(|format| Record {
                ruling: failing.ruling.clone(),
                name: failing.name.clone(),
                format: format.clone(),
                outcome: failing.outcome.clone(),
                kind: failing.kind.clone(),
                deviation: failing.class.clone().map(|class| Listed {
                    class,
                    reason: failing.reason.clone().unwrap_or_default(),
                    ..Listed::default()
                }),
                ..Record::default()
            }));
        }
        let unsupported = self.unsupported.iter().map(|u| ("unsupported", Some(&u.reason), &u.rulings));
        for (outcome, message, rulings) in
            unsupported.chain([("disputed", None, &self.disputed), ("passed", None, &self.passed)])
        {
            for line in rulings {
                let mut words = line.split(' ');
                let ruling = words.next().unwrap_or_default();
                records.extend(words.map(|format| Record {
                    ruling: ruling.to_owned(),
                    format: format.to_owned(),
                    outcome: outcome.to_owned(),
                    message: message.cloned(),
                    ..Record::default()
                }));
            }
        }
        let played = self.played();
        for record in &mut records {
            record.played = played.get(record.ruling.as_str()).cloned();
        }
        let total: usize = self.totals.values().sum();
        if records.len() != total {
            return Err(format!("it counts {total} results and lists {}", records.len()));
        }
        Ok(Results {
            engine: self.engine.name.clone(),
            version: self.engine.version.clone(),
            capabilities: None,
            corpus: self.corpus.clone(),
            records,
        })
    }

    /// What was played, by the ids of rulings.
    fn played(&self) -> BTreeMap<&str, Digests> {
        let of = |line: &'_ String| {
            let mut words = line.split(' ').skip(1).map(str::to_owned);
            let ruling = words.next().unwrap_or_default();
            let digest = |card: String| self.cards.get(&card).cloned().map(|digest| (card, digest));
            Digests { ruling, cards: words.filter_map(digest).collect() }
        };
        self.played.iter().map(|line| (line.split(' ').next().unwrap_or_default(), of(line))).collect()
    }

    /// Its text: JSON that can be read line by line.
    pub fn text(&self) -> String {
        // Nothing in these types can fail to be written.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Its rows of the table, one a format and one for all.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let limits = |format: Option<&str>| -> usize {
            let limit = |failing: &&Failing| failing.class.as_deref() == Some(Class::AdapterLimit.word());
            let formats = self.failing.iter().filter(limit).flat_map(|failing| &failing.formats);
            formats.filter(|of| format.is_none_or(|format| *of == format)).count()
        };
        let row = |format, counts: &Counts| {
            let of = |word: &str| counts.get(word).copied().unwrap_or_default();
            let (passed, unsupported, disputed) = (of("passed"), of("unsupported"), of("disputed"));
            let limits = limits(format);
            let deviates = counts.values().sum::<usize>() - passed - unsupported - disputed - limits;
            Row { format, passed, deviates, limits, unsupported, disputed }
        };
        let formats = self.formats.iter().map(|(format, counts)| row(Some(format.as_str()), counts));
        formats.chain([row(None, &self.totals)]).collect()
    }
}

/// Scores as a table in Markdown.
pub fn table(boards: &[Scoreboard]) -> String {
    let mut table = "| engine | version | format | passed | deviates | adapter limit | unsupported | disputed |\n\
                     |---|---|---|--:|--:|--:|--:|--:|\n"
        .to_owned();
    for board in boards {
        let EngineName { name, version } = &board.engine;
        for Row { format, passed, deviates, limits, unsupported, disputed } in board.rows() {
            let (name, version) = (inline(name), inline(version));
            let format = format.map_or("**all**".into(), inline);
            let _ = writeln!(
                table,
                "| {name} | {version} | {format} | {passed} | {deviates} | {limits} | {unsupported} | {disputed} |"
            );
        }
    }
    table
}

/// "HWZ1 tcg ocg": each ruling with its formats, by id.
fn by_ruling<'r>(records: impl IntoIterator<Item = &'r Record>) -> Vec<String> {
    let mut rulings: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for record in records {
        rulings.entry(record.key().0).or_default().push(&record.format);
    }
    rulings.into_iter().map(|(ruling, formats)| format!("{ruling} {}", formats.join(" "))).collect()
}

//! `segoc hunt`: duels that nobody wrote, on the reference engine and on another one, and a small ruling for each way in which they differ.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::engine::{Subject, seconds};
use super::progress::Progress;
use super::select::{Shard, known_format};
use super::shared::{Common, Output, is_quiet};
use super::write::{Existing, write};
use super::{Ending, Problem};
use segoc_format::card::CardFile;
use segoc_format::corpus::Corpus;
use segoc_format::deviations::{Deviations, Reasons};
use segoc_format::diagnostic::Diagnostics;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::Ruling;
use segoc_protocol::{Engine, Hello};
use segoc_runner::draft::known_card;
use segoc_runner::hunt::{Bag, Duel, Group, Hunt, Missed, Seen, Source};
use segoc_runner::report::{count, field, style};

/// Which duels are played against which engine.
#[derive(Debug, Args)]
pub(super) struct Request {
    #[command(flatten)]
    subject: Subject,

    /// Only rulings of these families and their cards, as in `--family segoc,chain`.
    #[arg(long, value_name = "FAMILIES", value_delimiter = ',')]
    family: Vec<String>,

    /// Only these cards, and rulings in which one of them is played.
    #[arg(long, value_name = "CARD", num_args = 1..)]
    cards: Vec<String>,

    /// Only cards whose file leaves nothing out, for engines with card texts of their own.
    #[arg(long)]
    complete: bool,

    /// Only in these formats, as in `--in tcg,goat`.
    #[arg(long = "in", value_name = "FORMATS", value_delimiter = ',')]
    formats: Vec<String>,

    /// The same number gives the same duels on every machine.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many duels are played: 1,000, or as many as there is time for with `--minutes`.
    #[arg(long, value_name = "N")]
    duels: Option<NonZero<u64>>,

    /// Minutes after which no duel is begun any more.
    #[arg(long, value_name = "N", value_parser = minutes)]
    minutes: Option<f64>,

    /// Only every N-th duel, beginning with the K-th, for hunts that are split up.
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    /// Only one kind of boards.
    #[arg(long, value_name = "BOARDS", value_enum)]
    only: Option<Boards>,

    /// Also make up cards of parts of others, for every second duel; for engines that are told what a card does.
    #[arg(long, conflicts_with = "complete")]
    invent: bool,

    /// A file that lists what the engine is known to do otherwise: finds of a `mechanism` in it are counted, and not reported.
    #[arg(long, value_name = "FILE")]
    deviations: Option<PathBuf>,

    /// A directory outside the corpus to which a ruling is written for each group of finds.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    #[command(flatten)]
    common: Common,
}

/// What boards are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Boards {
    /// Cards of the corpus that are drawn.
    Random,
    /// Boards of rulings, with one thing changed.
    Rulings,
}

fn minutes(text: &str) -> Result<f64, String> {
    seconds(text).map_err(|_| "a number of minutes above 0".to_owned())
}

/// What came of one duel.
type Told = Result<(Duel, Seen), Missed>;

/// What came of all.
#[derive(Default)]
struct Tally {
    duels: u64,
    compared: u64,
    unsupported: BTreeMap<String, u64>,
    differences: u64,
    /// What the reference engine does otherwise when it plays the same again, and in which duel first.
    ours: BTreeMap<String, (u64, u64)>,
    bag: Bag,
}

pub(super) fn hunt(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.common.place.corpus()?;
    let rulings = request.rulings(&corpus)?;
    let formats = request.formats(&corpus)?;
    // A breakdown is a find like others, and is met again whenever it is made smaller.
    let (about, engines) = request.subject.tireless_engines(&corpus, usize::MAX)?;
    let (_, mut own) = request.subject.tireless_engines(&corpus, 1)?;
    let Some(mut own) = own.pop() else { return Err(Problem::plain("there is no engine")) };
    let source = match request.only {
        None => Source::All,
        Some(Boards::Random) => Source::Random,
        Some(Boards::Rulings) => Source::Rulings,
    };
    let formats: Vec<String> = formats.into_iter().filter(|format| about.formats.contains(format)).collect();
    let hunt = Hunt::new(&corpus, &rulings, &formats, |card| request.wants(card));
    let hunt = hunt.seeded(request.seed).from(source).telling(about.capabilities.clone());
    let hunt = if request.invent { hunt.inventing() } else { hunt };
    if hunt.is_empty() {
        let help = "ask for fewer things at once, or for a format that the engine plays";
        return Err(Problem::advised("there is no card to play with", help));
    }
    let hunt = match &request.deviations {
        Some(file) => hunt.knowing(Deviations::open(file, &corpus, Reasons::Required)?),
        None => hunt,
    };
    let tally = request.play(&hunt, engines, &mut *own);
    request.write(&tally)?;
    let lines = || lines(&tally, &about);
    request.common.output.print(|| pretty(&tally, &about, request), lines)?;
    let found = tally.bag.news().next().is_some() || !tally.ours.is_empty();
    Ok(if found { Ending::Failed } else { Ending::Passed })
}

impl Request {
    /// The rulings that are changed, and whose cards are drawn.
    fn rulings(&self, corpus: &Corpus) -> Result<Vec<Arc<Ruling>>, Problem> {
        for card in &self.cards {
            known_card(corpus, card).map_err(Problem::plain)?;
        }
        let family = |name: &str| name.split('/').next().unwrap_or_default().to_owned();
        let families: Vec<String> = corpus.ruling_names().map(family).collect();
        if let Some(wrong) = self.family.iter().find(|wanted| !families.contains(wanted)) {
            let what = format!("there is no family `{wrong}`");
            return Err(Problem::misspelt(what, wrong, families.iter().map(String::as_str), "`segoc list` shows them"));
        }
        let names = corpus.ruling_names().zip(&families);
        let names: Vec<&str> =
            names.filter(|(_, of)| self.family.is_empty() || self.family.contains(of)).map(|(name, _)| name).collect();
        let wanted = |ruling: &Arc<Ruling>| {
            (self.cards.is_empty() || ruling.card_names.iter().any(|name| self.cards.contains(name)))
                && (!self.complete || ruling.cards.iter().all(|card| card.left_out.is_empty()))
        };
        let read: Result<Vec<Arc<Ruling>>, Diagnostics> =
            on_all_cores(&names, |name| corpus.ruling(name)).into_iter().collect();
        Ok(read?.into_iter().filter(wanted).collect())
    }

    fn wants(&self, card: &CardFile) -> bool {
        (self.cards.is_empty() || self.cards.contains(&card.name)) && (!self.complete || card.left_out.is_empty())
    }

    fn formats(&self, corpus: &Corpus) -> Result<Vec<String>, Problem> {
        let all: Vec<String> = corpus.formats().iter().map(|format| format.name.clone()).collect();
        self.formats.iter().try_for_each(|format| known_format(format, corpus))?;
        Ok(if self.formats.is_empty() { all } else { self.formats.clone() })
    }

    /// Plays duels with so many engines at once; what they do is looked at in the order of the duels, with an engine of its own.
    fn play(&self, hunt: &Hunt<'_>, engines: Vec<Box<dyn Engine>>, own: &mut dyn Engine) -> Tally {
        let deadline = self.minutes.map(|minutes| Instant::now() + Duration::from_secs_f64(minutes * 60.0));
        let most = match (self.duels, self.minutes) {
            (Some(duels), _) => duels.get(),
            (None, Some(_)) => u64::MAX,
            (None, None) => 1_000,
        };
        let (part, of) = self.shard.map_or((0, 1), |shard| (shard.part as u64 - 1, shard.of as u64));
        let (next, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let total = if most == u64::MAX { 0 } else { most.saturating_sub(part).div_ceil(of) as usize };
        let progress = (self.common.output == Output::Pretty).then(|| Progress::of("duels", total));
        let (begun, mut tally) = (Instant::now(), Tally::default());
        std::thread::scope(|scope| {
            let (sender, told) = sync_channel::<(u64, u64, Told)>(64);
            for mut engine in engines {
                let (sender, next, stopped) = (sender.clone(), &next, &stopped);
                scope.spawn(move || {
                    while !stopped.load(Ordering::Relaxed) && deadline.is_none_or(|end| Instant::now() < end) {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let number = index.saturating_mul(of).saturating_add(part);
                        if number >= most {
                            return;
                        }
                        let duel = hunt.duel(number).map(|duel| {
                            let seen = hunt.compare(&mut *engine, &duel);
                            (duel, seen)
                        });
                        if sender.send((index, number, duel)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let (mut early, mut due) = (BTreeMap::new(), 0);
            for (index, number, duel) in told {
                early.insert(index, (number, duel));
                while let Some((number, duel)) = early.remove(&due) {
                    tally.add(hunt, own, number, duel);
                    due += 1;
                    if let Some(progress) = &progress {
                        let speed = (tally.duels as f64 / begun.elapsed().as_secs_f64()).round();
                        let groups = count(tally.bag.groups.len(), "group");
                        progress.step();
                        progress.note(format!("{speed} a second, {} in {groups}", differences(tally.differences)));
                    }
                }
            }
        });
        tally
    }

    /// Writes a file for each group.
    fn write(&self, tally: &Tally) -> Result<(), Problem> {
        let Some(out) = &self.out else { return Ok(()) };
        let finds = || tally.bag.news().filter_map(|group| group.find.as_ref().ok());
        let folder = if finds().any(|find| !find.made_up.is_empty()) { out.join("cards") } else { out.clone() };
        std::fs::create_dir_all(&folder)
            .map_err(|error| Problem::plain(format!("`{}` cannot be made: {error}", folder.display())))?;
        for find in finds() {
            write(&out.join(&find.file), &find.text, Existing::Replace)?;
            find.made_up.iter().try_for_each(|(file, text)| write(&out.join(file), text, Existing::Replace))?;
        }
        Ok(())
    }
}

impl Tally {
    fn add(&mut self, hunt: &Hunt<'_>, engine: &mut dyn Engine, number: u64, told: Told) {
        self.duels += 1;
        match told {
            Ok((_, Seen::Same)) => self.compared += 1,
            Ok((_, Seen::Unsupported(why))) => *self.unsupported.entry(why).or_default() += 1,
            Ok((duel, Seen::Differs(difference))) => {
                self.compared += 1;
                self.differences += 1;
                self.bag.put(hunt, engine, number, duel, *difference);
            }
            Err(missed) => {
                if let Some(why) = missed.our_fault() {
                    self.ours.entry(why.to_owned()).or_insert((number, 0)).1 += 1;
                }
            }
        }
    }
}

fn differences(number: u64) -> String {
    count(number as usize, "difference")
}

/// For people: every group with its question and both answers, and one line that counts.
fn pretty(tally: &Tally, about: &Hello, request: &Request) -> String {
    let mut text = String::new();
    for group in tally.bag.news() {
        let _ = writeln!(text, "{0}{1}{0:#}", style::BAD, group.mechanism);
        match &group.find {
            Ok(find) => {
                text.push_str(&field("", &find.difference.question, style::PLAIN));
                text.push_str(&field("segoc", &find.difference.ours, style::PLAIN));
                text.push_str(&field("the other", &find.difference.theirs, style::PLAIN));
                let file = request.out.as_ref().map(|out| format!("{}, ", out.join(&find.file).display()));
                let file = file.unwrap_or_default();
                let (cards, finds) = (count(find.cards, "card"), count(group.finds, "find"));
                let _ =
                    writeln!(text, "  {0}{file}{cards}; {finds}, the first in duel {1}{0:#}", style::DIM, group.first);
            }
            Err(why) => text.push_str(&field("", &format!("It cannot be written: {why}."), style::PLAIN)),
        }
    }
    for (why, (first, times)) in &tally.ours {
        let _ = writeln!(text, "{0}a fault of segoc, not of {1}{0:#}", style::BAD, about.engine);
        text.push_str(&field("", why, style::PLAIN));
        let _ = writeln!(text, "  {0}{times} times, first in duel {first}{0:#}", style::DIM);
    }
    if is_quiet() {
        return text;
    }
    let mut most: Vec<(&String, &u64)> = tally.unsupported.iter().collect();
    most.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
    for (why, times) in most.into_iter().take(10) {
        let _ = writeln!(text, "unsupported {times} times: {why}");
    }
    let (known, in_groups) = tally.bag.known();
    let mut groups = match tally.bag.news().count() {
        0 => "no difference".to_owned(),
        groups => format!("{} in {}", differences(tally.differences - known as u64), count(groups, "group")),
    };
    if known > 0 {
        let _ = write!(groups, ", besides {} in {}", count(known, "known one"), count(in_groups, "group"));
    }
    let (duels, seed) = (count(tally.duels as usize, "duel"), request.seed);
    let _ = writeln!(
        text,
        "{groups}; {duels} of seed {seed}, {} compared; {} {}",
        tally.compared, about.engine, about.version
    );
    text
}

/// For programs: a line for every group, for every fault of ours, and for the counts.
fn lines(tally: &Tally, about: &Hello) -> Vec<String> {
    let of_group = |group: &Group| {
        let (mechanism, find) = (&group.mechanism, group.find.as_ref().ok());
        json!({
            "type": if group.known.is_some() { "known" } else { "group" },
            "reason": group.known,
            "outcome": mechanism.way.outcome,
            "kind": mechanism.way.kind.map(|kind| kind.word()),
            "step": mechanism.step,
            "rule": mechanism.rule,
            "window": mechanism.window,
            "instead": mechanism.instead,
            "effects": mechanism.effects,
            "finds": group.finds,
            "first": group.first,
            "file": find.map(|find| &find.file),
            "format": find.map(|find| &find.format),
            "cards": find.map(|find| find.cards),
            "question": find.map(|find| &find.difference.question),
            "ours": find.map(|find| &find.difference.ours),
            "theirs": find.map(|find| &find.difference.theirs),
        })
    };
    let ours = |(why, (first, times)): (&String, &(u64, u64))| json!({"type": "our fault", "message": why, "first": first, "times": times});
    let mut all: Vec<serde_json::Value> = tally.bag.groups.iter().map(of_group).collect();
    all.extend(tally.ours.iter().map(ours));
    all.push(json!({
        "type": "summary",
        "engine": about.engine,
        "version": about.version,
        "duels": tally.duels,
        "compared": tally.compared,
        "unsupported": tally.unsupported.values().sum::<u64>(),
        "differences": tally.differences,
        "groups": tally.bag.news().count(),
        "known": tally.bag.known().0,
    }));
    all.iter().map(segoc_runner::report::json::written).collect()
}

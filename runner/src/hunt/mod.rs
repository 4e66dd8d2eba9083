//! Hunting: duels that nobody wrote, played on the reference engine and on another one, until the two differ.
//!
//! A find is a ruling that passes on the reference engine and fails on the other, so a hunt is made of what there is: a board is drawn, two players
//! who like to act play on it, their duel is written as a story with every check there can be ([`Sitting`](crate::sitting::Sitting) has the way back
//! from answers to steps), the reference engine fills in and confirms the checks, and the other engine is driven and judged by them as by any ruling,
//! held only to what it claims. What differs is made smaller, grouped by its [`Mechanism`], and written as a file.
//!
//! Nothing here knows a terminal, a thread or a file. A duel follows from the seed and its number alone.

mod board;
pub mod dice;
mod draw;
mod find;
mod invent;
mod parts;
mod play;
mod shrink;
mod told;

use std::collections::BTreeMap;
use std::sync::Arc;

use segoc_format::card::CardFile;
use segoc_format::corpus::Corpus;
use segoc_format::deviations::{Deviation, Deviations};
use segoc_format::ruling::Ruling;
use segoc_protocol::{Capabilities, Engine};

use crate::outcome::Outcome;
pub use dice::Dice;
use draw::{Drawn, Stock};
pub use find::{Difference, Find, Mechanism};
pub use invent::Inventory;
use told::Case;
pub use told::Duel;

/// From what boards are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Of drawn cards one time in four, else of rulings.
    #[default]
    All,
    /// Of cards that are drawn.
    Random,
    /// Of rulings, with one thing changed.
    Rulings,
}

/// A hunt.
pub struct Hunt<'c> {
    corpus: &'c Corpus,
    seed: u64,
    source: Source,
    stocks: Vec<Stock>,
    /// The rulings of which boards are made, in the order of this hunt; one that is played otherwise in some formats as often as there are ways.
    rulings: Vec<(Arc<Ruling>, Vec<usize>)>,
    /// What the other engine can tell.
    tells: Capabilities,
    /// What the other engine is known to do otherwise.
    listed: Option<Deviations>,
    /// What cards are made up of, if there are such.
    inventory: Option<Inventory>,
}

/// Why a duel was not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missed {
    /// The board is not possible.
    Illegal,
    /// It does not end, or the engine cannot play it.
    Stopped(&'static str),
    /// The format cannot write it down.
    Unwritten(String),
    /// The reference engine does something else when the same is played again as it is written: a fault of ours.
    Otherwise(String),
    /// The reference engine broke down: a fault of ours.
    Fault(String),
}

impl Missed {
    /// What is wrong with the reference engine or the format, if that is the reason.
    pub fn our_fault(&self) -> Option<&str> {
        match self {
            Self::Unwritten(why) | Self::Otherwise(why) | Self::Fault(why) => Some(why),
            Self::Illegal | Self::Stopped(_) => None,
        }
    }
}

/// What came of a duel on the other engine.
#[derive(Clone, Debug)]
pub enum Seen {
    /// It does the same.
    Same,
    /// It cannot play it, and says why.
    Unsupported(String),
    /// It does otherwise.
    Differs(Box<Difference>),
}

impl<'c> Hunt<'c> {
    /// A hunt over some rulings and their cards in some formats; `wanted` says which cards are drawn.
    pub fn new(
        corpus: &'c Corpus,
        rulings: &[Arc<Ruling>],
        formats: &[String],
        wanted: impl Fn(&CardFile) -> bool,
    ) -> Self {
        let stocks = formats.iter().map(|format| Stock::of(format, rulings, &wanted));
        let stocks: Vec<Stock> = stocks.filter(|stock| !stock.is_empty()).collect();
        let ways = |ruling| ways(&stocks, ruling);
        let rulings = rulings.iter().flat_map(|ruling| ways(ruling).into_iter().map(|way| (Arc::clone(ruling), way)));
        let rulings = rulings.collect();
        let tells = segoc_protocol::Capability::ALL.iter().copied().collect();
        Self { corpus, seed: 0, source: Source::All, stocks, rulings, tells, listed: None, inventory: None }
    }

    /// The same, with other duels.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        let mut hunt = Self { seed, ..self };
        hunt.rulings.sort_by(|(a, of_a), (b, of_b)| (&a.id, of_a).cmp(&(&b.id, of_b)));
        let mut dice = Dice::new(seed);
        for last in (1..hunt.rulings.len()).rev() {
            hunt.rulings.swap(last, dice.below(last + 1));
        }
        hunt
    }

    /// The same, from one kind of boards.
    #[must_use]
    pub fn from(self, source: Source) -> Self {
        Self { source, ..self }
    }

    /// The same, for an engine that can tell only this.
    #[must_use]
    pub fn telling(self, tells: Capabilities) -> Self {
        Self { tells, ..self }
    }

    /// The same, for an engine that is known to do this otherwise.
    #[must_use]
    pub fn knowing(self, listed: Deviations) -> Self {
        Self { listed: Some(listed), ..self }
    }

    /// The same, and every second duel with cards that are made up of parts of others.
    #[must_use]
    pub fn inventing(self) -> Self {
        let mut cards: Vec<&Arc<CardFile>> = self.rulings.iter().flat_map(|(ruling, _)| &ruling.cards).collect();
        cards.sort_by(|a, b| a.name.cmp(&b.name));
        cards.dedup_by(|a, b| a.name == b.name);
        let formats: Vec<String> = self.corpus.formats().iter().map(|format| format.name.clone()).collect();
        let inventory = Some(Inventory::of(cards, &formats));
        Self { inventory, ..self }
    }

    /// Whether there is nothing to play with.
    pub fn is_empty(&self) -> bool {
        self.stocks.is_empty()
    }

    /// The duel of a number.
    ///
    /// # Errors
    /// Why there is none.
    pub fn duel(&self, number: u64) -> Result<Duel, Missed> {
        let mut dice = Dice::new(self.seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(number));
        // The first numbers of neighbouring seeds are alike.
        (0..4).for_each(|_| _ = dice.number());
        if self.stocks.is_empty() {
            return Err(Missed::Illegal);
        }
        let (stock, drawn) = self.drawn(number, &mut dice);
        let (format, Drawn { setup, story, made_up }) = (stock.format.clone(), drawn);
        let story = match story {
            Some(story) => story,
            None => {
                let board = self.board(&format, &setup, &made_up)?;
                play::played(self.corpus, board, &format, &mut dice).ok_or(Missed::Stopped("endless"))?
            }
        };
        self.told(Case { format, setup, story, made_up })
    }

    /// The board of a duel, and what it was drawn from.
    fn drawn(&self, number: u64, dice: &mut Dice<'_>) -> (&Stock, Drawn) {
        let number = match &self.inventory {
            Some(inventory) if !number.is_multiple_of(2) => {
                let stock = dice.pick(&self.stocks);
                let title = format!("Invented {}-{number}", self.seed);
                return (stock, stock.invented(&self.rulings, inventory, &title, dice));
            }
            Some(_) => number / 2,
            None => number,
        };
        match self.ruling(number) {
            Some((ruling, round, stock)) => (stock, stock.changed(ruling, round, dice)),
            None => {
                let stock = dice.pick(&self.stocks);
                (stock, stock.board(dice))
            }
        }
    }

    /// The ruling whose board a duel begins with, how often it was played before, and the format; none if the board is drawn. They take turns: each is
    /// played once before one is played again, then in another format.
    fn ruling(&self, number: u64) -> Option<(&Ruling, u64, &Stock)> {
        let nth = match self.source {
            Source::Random => return None,
            Source::All if number.is_multiple_of(4) => return None,
            Source::All => number - number / 4 - 1,
            Source::Rulings => number,
        };
        let round = nth.checked_div(self.rulings.len() as u64)?;
        let place = (nth % self.rulings.len() as u64) as usize;
        let (ruling, stocks) = &self.rulings[place];
        Some((ruling, round, &self.stocks[stocks[(round as usize + place) % stocks.len()]]))
    }

    /// The entry by which a difference is known.
    fn is_listed(&self, duel: &Duel, difference: &Difference) -> Option<&Deviation> {
        let mechanism = &difference.mechanism;
        self.listed.as_ref()?.mechanism(duel.format(), mechanism.way, &mechanism.listed(duel))
    }

    /// What comes of a duel on the other engine.
    pub fn compare(&self, engine: &mut dyn Engine, duel: &Duel) -> Seen {
        match told::outcome(engine, &duel.ruling, &duel.case.format) {
            Outcome::Unsupported(why) => Seen::Unsupported(why),
            outcome if outcome.way().is_none() => Seen::Same,
            outcome => Seen::Differs(Box::new(self.difference(duel, outcome))),
        }
    }
}

/// The formats of a ruling, by their place, together where the same is played in them.
fn ways(stocks: &[Stock], ruling: &Ruling) -> Vec<Vec<usize>> {
    let mut ways: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for (place, stock) in stocks.iter().enumerate().filter(|(_, stock)| stock.plays(ruling)) {
        let play = stock.play(ruling);
        match ways.iter_mut().find(|(other, _)| *other == play) {
            Some((_, way)) => way.push(place),
            None => ways.push((play, vec![place])),
        }
    }
    ways.into_iter().map(|(_, way)| way).collect()
}

/// What a hunt has found, by mechanism.
#[derive(Debug, Default)]
pub struct Bag {
    /// For each mechanism, and where the entry of the list stands by which it is known, the number of its group.
    known: BTreeMap<(String, Option<usize>), usize>,
    /// The groups, in the order in which they were found.
    pub groups: Vec<Group>,
}

/// Finds of one cause.
#[derive(Debug)]
pub struct Group {
    /// The smallest of them, as a file; or why there is none.
    pub find: Result<Find, String>,
    /// What they have in common.
    pub mechanism: Mechanism,
    /// The number of the first duel.
    pub first: u64,
    /// How many there are.
    pub finds: usize,
    /// Why they are no news, if they are known.
    pub known: Option<String>,
}

impl Bag {
    /// Puts a difference in. A new one is made smaller first, unless the list of known deviations has it.
    pub fn put(&mut self, hunt: &Hunt<'_>, engine: &mut dyn Engine, number: u64, duel: Duel, difference: Difference) {
        let raw = difference.mechanism.to_string();
        if let Some(entry) = hunt.is_listed(&duel, &difference) {
            // One mechanism may be listed for some formats only, or for more than one reason.
            let place = *self.known.entry((raw, Some(entry.span.start))).or_insert(self.groups.len());
            if place == self.groups.len() {
                let (find, mechanism) = (Err("it is known".into()), difference.mechanism);
                let known = Some(entry.reason.clone());
                self.groups.push(Group { find, mechanism, first: number, finds: 0, known });
            }
            self.groups[place].finds += 1;
            return;
        }
        if let Some(group) = self.known.get(&(raw.clone(), None)) {
            self.groups[*group].finds += 1;
            return;
        }
        let (duel, difference) = hunt.shrunk(engine, duel, difference);
        let mechanism = difference.mechanism.clone();
        let group = self.known.get(&(mechanism.to_string(), None)).copied();
        let place = group.unwrap_or(self.groups.len());
        self.known.insert((raw, None), place);
        if let Some(group) = group {
            self.groups[group].finds += 1;
            return;
        }
        self.known.insert((mechanism.to_string(), None), place);
        let find = hunt.find(engine, number, &duel, difference);
        self.groups.push(Group { find, mechanism, first: number, finds: 1, known: None });
    }

    /// The groups that are news.
    pub fn news(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| group.known.is_none())
    }

    /// How many finds are known, in how many groups.
    pub fn known(&self) -> (usize, usize) {
        let known = || self.groups.iter().filter(|group| group.known.is_some());
        (known().map(|group| group.finds).sum(), known().count())
    }
}

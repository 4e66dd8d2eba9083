//! A ruling from its file to everything that is made of it: checked, played, reported, told, blessed.

use std::path::Path;
use std::sync::Arc;

use segoc_format::card::CardFile;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::read::card;
use segoc_format::read::ruling::{self, Cards, Found, Stage};
use segoc_format::ruling::Ruling;
use segoc_format::yaml;
use segoc_runner::bless::{self, Refused};
use segoc_runner::outcome::Outcome;
use segoc_runner::{explain, lint, report, telling};

use super::Target;
use super::reader::shown;
use crate::dice::Dice;
use crate::text;
use crate::world::{World, world};

/// The text of a ruling; behind a line `CARD` the text of a card that the ruling finds instead of the corpus's own.
pub const TARGET: Target = Target { name: "files", run, seeds, change };

/// What stands between a ruling and a card.
const CARD: &str = "\n# card\n";

/// The cards of the corpus, some of them replaced.
struct Replaced<'w> {
    world: &'w World,
    cards: Vec<Arc<CardFile>>,
}

impl Cards for Replaced<'_> {
    fn find(&self, name: &str) -> Found {
        let own = self.cards.iter().find(|card| card.name == name).map(|card| Found::Card(Arc::clone(card)));
        own.unwrap_or_else(|| match self.world.corpus.card(name) {
            Some(Ok(card)) => Found::Card(card),
            Some(Err(mistakes)) => Found::Broken(mistakes),
            None => Found::Unknown,
        })
    }

    fn nearest(&self, _: &str) -> Option<String> {
        None
    }
}

fn run(bytes: &[u8]) {
    let world = world();
    let Ok(text) = yaml::decode(bytes.to_vec(), "x.yaml") else { return };
    let mut texts = text.split(CARD);
    let story: Arc<str> = format!("{}\n", texts.next().unwrap_or_default()).into();
    let cards = texts.filter_map(|text| card::read("c.yaml", &Arc::from(text), &world.formats).ok());
    let cards: Vec<Arc<CardFile>> = cards.map(Arc::new).collect();
    // Blessing plays a ruling many times: of most inputs it is either blessed or told.
    let turn = Dice::of(bytes).number();
    if cards.is_empty() && turn.is_multiple_of(3) {
        blessed(world, &story);
        if !turn.is_multiple_of(9) {
            return;
        }
    }
    let cards = Replaced { world, cards };
    let read = |stage| ruling::read("x", "x.yaml", &story, &cards, &world.formats, stage);
    match read(Stage::Finished).or_else(|_| read(Stage::Draft)) {
        Ok(ruling) => told(world, &Arc::new(ruling), turn),
        Err(mistakes) => shown(&mistakes),
    }
}

/// What is written is what the engine does, and blessing it again changes nothing.
fn blessed(world: &World, text: &Arc<str>) {
    let path = Path::new("x.yaml");
    match bless::bless(&world.corpus, path, text, &[]) {
        Ok(new) => {
            let again = bless::bless(&world.corpus, path, &new, &[]);
            assert!(again.is_ok_and(|again| again == new), "blessed twice, it is another file:\n{new}");
        }
        Err(Refused::Wrong(mistakes)) => shown(&mistakes),
        Err(Refused::Stuck(stuck)) => no_fault(&stuck.outcome),
        Err(Refused::NoAnswer | Refused::Disputed | Refused::NotIn(_)) => {}
    }
}

/// Checks a ruling, plays it in one of its formats, reports what came of it and tells it.
fn told(world: &World, ruling: &Arc<Ruling>, turn: u64) {
    if turn.is_multiple_of(4) {
        lint::alone(&world.corpus, ruling).into_iter().for_each(|found| shown(&Diagnostics(vec![found])));
    }
    let rules = world.corpus.rules().ok();
    for format in ruling.formats.iter().skip(turn as usize % ruling.formats.len().max(1)).take(1) {
        let outcome = bless::judged(&world.corpus, ruling, format);
        no_fault(&outcome);
        if let Some(text) = report::outcome(ruling, format, &outcome, rules) {
            assert!(!report::plain(&text).contains('\u{1b}'), "a report confuses a terminal");
        }
        let played = match telling::play(&world.corpus, ruling, format) {
            Ok(played) => played,
            Err(mistakes) => {
                shown(&mistakes);
                continue;
            }
        };
        no_fault(played.outcome());
        let tale = played.tale(&world.corpus).expect("the rules of the corpus");
        let written = [explain::pretty(&tale), explain::markdown(&tale), explain::json(&tale).to_string()];
        assert!(written.iter().all(|text| !text.is_empty()), "a tale of nothing");
    }
}

/// The reference engine breaks down on nothing.
fn no_fault(outcome: &Outcome) {
    match outcome {
        Outcome::Fault(fault) => panic!("the engine broke down: {fault}"),
        Outcome::Disputed(disputed) => disputed.others.iter().for_each(|(_, outcome)| no_fault(outcome)),
        _ => {}
    }
}

/// Every ruling, and some with the cards they use.
fn seeds() -> Vec<Vec<u8>> {
    let world = world();
    let alone = world.rulings.iter().map(|ruling| ruling.text.to_string());
    let with_card = world.rulings.iter().step_by(4).filter_map(|ruling| {
        let card = ruling.cards.first()?;
        Some(format!("{}{CARD}{}", ruling.text, card.text))
    });
    alone.chain(with_card).map(String::into_bytes).collect()
}

/// Changes a ruling or its card, or replaces a card of it by a recombined one.
fn change(input: &mut Vec<u8>, dice: &mut Dice<'_>) {
    let world = world();
    if dice.below(4) > 0 {
        let theirs = [&world.rulings[dice.below(world.rulings.len())].text];
        return text::change(input, dice, world, &theirs);
    }
    let (name, users) = world.users.iter().nth(dice.below(world.users.len())).expect("a card that is used");
    let card = world.inventory.recombined(name, dice);
    *input = format!("{}{CARD}{card}", world.rulings[*dice.pick(users)].text).into_bytes();
}

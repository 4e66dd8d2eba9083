//! What must hold of every duel, whatever its cards say and whatever is answered.

use std::collections::{HashMap, HashSet};

use segoc_engine::def::{BattlePosition, CardDef};
use segoc_engine::{
    Action, Answer, Ask, CardId, CardView, Duel, DuelEnd, Entry, Fate, Line, PendingId, Player, Prompt, Refused, Seat,
    What, Zone,
};

use crate::answers;
use crate::dice::Dice;
use crate::replay::Replay;

/// How a duel is played to try it.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// At most so many questions are answered.
    pub answers: usize,
    /// How often of 8 times a player does something rather than pass.
    pub eager: usize,
    /// Once in so many questions impossible answers are tried first; never if 0.
    pub impossible: usize,
}

/// What came of trying a duel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// How it stands.
    pub duel: Duel,
    /// What was answered.
    pub answers: Vec<Answer>,
}

/// Plays a duel with arbitrary answers.
///
/// # Panics
/// If something does not hold.
pub fn holds(begin: &Duel, dice: &mut Dice<'_>, manner: Manner) -> Tried {
    let mut duel = begin.clone();
    let mut replay = Replay::new(begin);
    let mut fates = Fates::default();
    let mut said: Vec<Answer> = Vec::new();
    while let Some(prompt) = duel.prompt().cloned().filter(|_| said.len() < manner.answers) {
        assert!(answers::leaves_a_choice(&prompt), "a question with one answer: {prompt:?}");
        if manner.impossible > 0 && dice.one_in(manner.impossible) {
            changes_nothing(&mut duel, &prompt);
        }
        let placing = matches!(prompt.ask, Ask::Trigger { .. });
        let refused = if placing || dice.one_in(8) { duel.refused() } else { Vec::new() };
        let lines = duel.log().len();
        let answer = answers::possible(&prompt, dice, manner.eager);
        duel.answer(&answer).unwrap_or_else(|error| panic!("{answer:?} to {prompt:?}: {error}"));
        said.push(answer);
        if placing {
            placement(&duel, lines, &refused);
        }
        board(&duel);
        replay.goes_on(&duel);
    }
    fates.read(duel.log(), duel.prompt().is_some_and(Prompt::is_open_state));
    conserved(begin, &duel);
    if duel.prompt().is_none() {
        assert!(duel.end().is_some(), "nothing is asked, and the duel is not over");
        let before = duel.clone();
        assert!(duel.answer(&Answer::Pass).is_err(), "an answer after the end");
        assert_eq!(duel, before, "an answer after the end changed the duel");
    }
    Tried { duel, answers: said }
}

/// The same answers give the same log.
///
/// # Panics
/// If they do not.
pub fn is_repeated(begin: &Duel, tried: &Tried) {
    let mut again = begin.clone();
    for answer in &tried.answers {
        again.answer(answer).unwrap_or_else(|error| panic!("{answer:?} was possible the first time: {error}"));
    }
    assert!(again == tried.duel, "the same answers gave another duel");
}

/// Impossible answers are errors and change nothing.
///
/// # Panics
/// If one is accepted, or changes something.
pub fn changes_nothing(duel: &mut Duel, prompt: &Prompt) {
    let before = duel.clone();
    for answer in answers::impossible(prompt) {
        assert!(duel.answer(&answer).is_err(), "accepted {answer:?} to {prompt:?}");
        assert!(*duel == before, "{answer:?}, an error, changed the duel at {prompt:?}");
    }
}

/// What is refused when a player is asked to place a trigger is what the log says was refused.
fn placement(duel: &Duel, lines: usize, refused: &[Refused]) {
    let placement = duel.log().iter().skip(lines).find_map(|entry| match &entry.line {
        Line::Placement(placement) => Some(placement),
        _ => None,
    });
    let logged = placement.expect("a line about the placement").refused.iter();
    let logged =
        logged.map(|(effect, refusal)| Refused { action: Action::Activate(*effect), refusal: refusal.clone() });
    assert_eq!(refused, logged.collect::<Vec<_>>(), "refused at the question, and in the log");
}

/// Cards lie where they can, zones hold what they can, Decks list what lies in them, life points are not negative.
///
/// # Panics
/// If it is not so.
pub fn board(duel: &Duel) {
    let mut crowd: HashMap<(Player, Zone), usize> = HashMap::new();
    let mut seats = HashSet::new();
    let has_seats = duel.cards().any(|card| card.seat.is_some());
    let attempted = attempted(duel.log());
    for card in duel.cards() {
        lies_right(&card);
        // A monster whose Summon is attempted has its zone already, and what lies ready to become its material has none.
        let reserved = card.zone == Zone::Limbo && attempted == Some(card.id) && !has_seats;
        let zone = if reserved { Zone::Monster } else { card.zone };
        let is_extra = card.seat.is_some_and(Seat::is_extra);
        // The Extra Monster Zones are nobody's, and the left one of a player is the right one of the other.
        if !is_extra {
            *crowd.entry((card.controller, zone)).or_default() += 1;
        }
        if let Some(seat) = card.seat {
            assert!(
                seats.insert((card.controller, zone, seat)),
                "{} lies in a {seat} zone that is taken",
                card.def.name
            );
        }
        if let Some(monster) = card.equipped_to {
            assert_eq!(card.zone, Zone::SpellTrap, "{} is equipped", card.def.name);
            assert_eq!(duel.card(monster).zone, Zone::Monster, "{} is equipped to something", card.def.name);
        }
        if card.zone == Zone::Material {
            lies_under_a_monster(duel, &card);
        }
        let goes_on = duel.prompt().is_some_and(Prompt::is_open_state);
        assert!(card.zone != Zone::Limbo || !goes_on, "{} is nowhere, and the duel goes on", card.def.name);
    }
    for &player in Player::ALL {
        for (zone, most) in [(Zone::Monster, 5), (Zone::SpellTrap, 5), (Zone::Field, 1), (Zone::Pendulum, 2)] {
            let there = crowd.get(&(player, zone)).copied().unwrap_or_default();
            assert!(there <= most, "{there} cards in the {zone} of {player:?}");
        }
        let mut listed = duel.deck(player).to_vec();
        listed.sort_unstable();
        let lying = duel.cards().filter(|card| card.zone == Zone::Deck && card.controller == player);
        assert_eq!(listed, lying.map(|card| card.id).collect::<Vec<_>>(), "{player:?}'s Deck");
        assert!(duel.lp(player) >= 0, "{player:?} has {} LP", duel.lp(player));
        let goes_on = duel.prompt().is_some_and(Prompt::is_open_state);
        assert!(duel.lp(player) > 0 || !goes_on, "{player:?} has no LP and the duel goes on");
    }
}

/// The monster whose Summon was attempted last.
fn attempted(log: &[Entry]) -> Option<CardId> {
    log.iter().rev().find_map(|entry| match &entry.line {
        Line::Event(event) if matches!(event.what, What::Attempted(..)) => event.cards.first().map(|it| it.card.card),
        _ => None,
    })
}

/// A material lies under an Xyz Monster, on the side of whoever controls that monster; it may be the card of the other player. The
/// monster may itself lie ready to become the material of another.
fn lies_under_a_monster(duel: &Duel, card: &CardView<'_>) {
    let name = &card.def.name;
    let monster = duel.card(card.attached_to.unwrap_or_else(|| panic!("{name} is the material of nothing")));
    let is_monster = matches!(monster.zone, Zone::Monster | Zone::Limbo) && monster.def.is_xyz();
    assert!(is_monster, "{name} is the material of {} in {}", monster.def.name, monster.zone);
    assert_eq!(card.controller, monster.controller, "{name} lies under another player's monster");
}

/// Whether a card may lie where it lies, as it lies there.
fn lies_right(card: &CardView<'_>) {
    let CardView { def, zone, .. } = card;
    let name = &def.name;
    let fits = match zone {
        Zone::Monster | Zone::Limbo => def.monster().is_some() || def.as_monster.is_some(),
        Zone::Field => def.is_field_spell(),
        Zone::SpellTrap => def.monster().is_none() && !def.is_field_spell() || is_equipped_monster(card, def),
        Zone::Pendulum => def.is_pendulum(),
        Zone::ExtraDeck => def.is_extra() || def.is_pendulum(),
        Zone::Hand | Zone::Deck => !def.is_extra() && !def.is_token(),
        Zone::Gy | Zone::Banished | Zone::Material => !def.is_token(),
        Zone::Gone => def.is_token(),
    };
    assert!(fits, "{name} lies in {zone}");
    let away = !zone.on_field() && !matches!(zone, Zone::Limbo | Zone::Gone | Zone::Material);
    assert!(!away || card.controller == card.owner, "{name} lies in the {zone} of another player than its owner");
    let has_counters = card.counters == 0 || (zone.on_field() && card.face_up);
    assert!(has_counters, "{name} has counters in {zone}, face-up: {}", card.face_up);
    let face_down = *zone == Zone::Monster && !card.face_up;
    assert!(!face_down || card.position == BattlePosition::Defense, "{name} lies face-down in Attack Position");
    assert!(!face_down || !def.is_token(), "{name}, a token, lies face-down");
    let in_defense = *zone == Zone::Monster && card.position == BattlePosition::Defense;
    assert!(!in_defense || !def.is_link(), "{name}, a Link Monster, lies in Defense Position");
}

/// Whether a monster lies in the Spell & Trap Zone as an Equip Card, face-down if it lay so before; what it was equipped to may have
/// left since.
fn is_equipped_monster(card: &CardView<'_>, def: &CardDef) -> bool {
    def.monster().is_some() && (card.face_up || !def.is_token())
}

/// Cards are neither made nor lost, and nobody's card becomes another player's; only tokens come.
///
/// # Panics
/// If it is not so.
pub fn conserved(begin: &Duel, duel: &Duel) {
    let mut cards = duel.cards();
    for was in begin.cards() {
        let is = cards.next().unwrap_or_else(|| panic!("{} is lost", was.def.name));
        assert_eq!((was.id, was.owner, &was.def.name), (is.id, is.owner, &is.def.name), "a card became another one");
    }
    for more in cards {
        assert!(more.def.is_token(), "{} was made", more.def.name);
    }
}

/// What became of the triggers that were met.
#[derive(Debug, Default)]
struct Fates {
    met: Vec<PendingId>,
    fates: HashMap<PendingId, usize>,
}

impl Fates {
    /// Time never goes back, an event and its line agree on the instant, and every trigger that was met has one fate.
    fn read(&mut self, log: &[Entry], open: bool) {
        let mut now = None;
        let mut ended: Option<DuelEnd> = None;
        for entry in log {
            assert!(now <= Some(entry.at), "time went back at {entry:?}");
            assert_eq!(ended, None, "something happened after the end: {entry:?}");
            now = Some(entry.at);
            match &entry.line {
                Line::Event(event) => {
                    assert_eq!(event.deed.at, entry.at, "an event and its line disagree");
                    let has_number = !matches!(event.what, What::Resolves(_)) || entry.link.is_some();
                    assert!(has_number, "a link without a number");
                }
                Line::Triggered { pending, .. } => self.met.push(*pending),
                Line::Fate { pending, fate, .. } => {
                    // One fate that is not a trigger's: a card that could not see what happened.
                    let unmet = !self.met.contains(pending) && matches!(fate, Fate::Dropped(_));
                    assert!(unmet || self.met.contains(pending), "a fate of {pending:?}, which was not met");
                    *self.fates.entry(*pending).or_default() += 1;
                }
                Line::Ended(end) => ended = Some(*end),
                _ => {}
            }
        }
        assert!(self.fates.values().all(|&count| count == 1), "a trigger with two fates");
        let without = self.met.iter().filter(|id| open && !self.fates.contains_key(id));
        assert_eq!(without.count(), 0, "triggers without a fate at an open state");
    }
}

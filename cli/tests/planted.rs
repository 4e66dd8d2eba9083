//! Engines with a planted fault: what `segoc diagnose` says of each names the fault, or its symptom, in the first line.
//!
//! The nine were chosen before diagnoses were made for them; no belief of the catalogue is the fault of the last four and of the
//! one about negated activations.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use common::{fits, real_corpus, results_of};
use segoc_engine::MISCONCEPTIONS;
use segoc_format::corpus::Corpus;
use segoc_protocol::{
    Answer, Ask, Board, Capability, Definition, Engine, Happened, Hello, LinkOutcome, Moment, Next, PlayerEvent,
    Prompt, Refused, Reply, Start, Trouble,
};
use segoc_runner::diagnose::Diagnosis;
use segoc_runner::engines::Reference;
use segoc_runner::report::plain;

/// What is planted into the reference engine, besides what its formats may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Nothing but its formats.
    None,
    /// A link whose activation was negated is told as one without effect.
    NegatedIsWithoutEffect,
    /// Nobody is asked when the turn player leaves a phase.
    NoBoxE,
    /// Optional triggers of the Damage Step are forgotten.
    NoTriggersInTheDamageStep,
    /// Several cards are drawn one by one.
    DrawsOneByOne,
    /// Damage is never told, though the board shows it.
    SilentDamage,
    /// The board shows ATK and DEF as they are printed.
    PrintedValues,
}

/// The reference engine with a fault.
#[derive(Clone)]
struct Faulty {
    engine: Reference,
    fault: Fault,
    /// The printed ATK and DEF of the cards of the set-up.
    printed: Vec<(i32, i32)>,
}

impl Faulty {
    fn changed(&mut self, mut reply: Reply) -> Result<Reply, Trouble> {
        let mut events = Vec::new();
        loop {
            events.append(&mut reply.events);
            let passes = |prompt: &Prompt| match (self.fault, &prompt.ask) {
                (Fault::NoBoxE, Ask::Respond { .. }) => prompt.chart.is_some_and(|of| of.word() == "E"),
                (Fault::NoTriggersInTheDamageStep, Ask::Trigger { optional: true, .. }) => {
                    prompt.during.is_some_and(is_of_the_damage_step)
                }
                _ => false,
            };
            match &reply.next {
                Next::Asks(prompt) if passes(prompt) => reply = self.engine.answer(&Answer::Pass)?,
                _ => break,
            }
        }
        for mut event in events {
            match &mut event.what {
                Happened::Resolved { outcome: outcome @ LinkOutcome::ActivationNegated, .. }
                    if self.fault == Fault::NegatedIsWithoutEffect =>
                {
                    *outcome = LinkOutcome::WithoutEffect;
                }
                Happened::Player { is: PlayerEvent::TakesDamage, .. } if self.fault == Fault::SilentDamage => continue,
                Happened::Player { is: PlayerEvent::Draws, count, cards, .. }
                    if self.fault == Fault::DrawsOneByOne && *count > 1 =>
                {
                    *count = 1;
                    for card in std::mem::take(cards) {
                        let mut one = event.clone();
                        let Happened::Player { cards, .. } = &mut one.what else { unreachable!() };
                        cards.push(card);
                        reply.events.push(one);
                    }
                    continue;
                }
                _ => {}
            }
            reply.events.push(event);
        }
        match &mut reply.next {
            Next::Asks(prompt) => prompt.board = prompt.board.take().map(|board| self.shown(board)),
            Next::Ends(_, board) => *board = board.take().map(|board| self.shown(board)),
        }
        Ok(reply)
    }

    fn shown(&self, mut board: Board) -> Board {
        if self.fault == Fault::PrintedValues {
            for card in &mut board.cards {
                if let Some((atk, def)) = self.printed.get(usize::from(card.card.0)).filter(|_| card.zone.on_field()) {
                    (card.atk, card.def) = (*atk, *def);
                }
            }
        }
        board
    }
}

fn is_of_the_damage_step(moment: Moment) -> bool {
    moment.word().contains("damage")
}

impl Engine for Faulty {
    fn about(&self) -> &Hello {
        self.engine.about()
    }

    fn start(&mut self, duel: &Start) -> Result<Reply, Trouble> {
        let printed = |name: &String| {
            let definition = duel.definitions.iter().map(Definition::json).find(|card| card["name"] == **name);
            let monster = definition.map(|card| &card["monster"]);
            let value = |key: &str| monster.and_then(|m| m[key].as_i64()?.try_into().ok()).unwrap_or(0);
            (value("atk"), value("def"))
        };
        self.printed = duel.setup.cards.iter().map(|card| printed(&card.name)).collect();
        let reply = self.engine.start(duel)?;
        self.changed(reply)
    }

    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        let reply = self.engine.answer(answer)?;
        self.changed(reply)
    }

    fn board(&self) -> Option<Board> {
        self.engine.board().map(|board| self.shown(board))
    }

    fn limit(&self) -> Option<String> {
        self.engine.limit()
    }

    fn refused(&self) -> Vec<Refused> {
        self.engine.refused()
    }
}

/// Formats as they are, but for some that are played by the rules of another, and beliefs that are held in some.
fn formats(corpus: &Corpus, played_as: &[(&str, &str)], beliefs: &[(&str, &str)]) -> Reference {
    let formats = corpus.formats().iter().map(|format| {
        let other =
            played_as.iter().find(|(name, _)| *name == format.name).map_or(format.name.as_str(), |(_, as_)| as_);
        let mut policy = corpus.format(other).expect("a format").policy.clone();
        for (belief, _) in beliefs.iter().filter(|(_, of)| *of == format.name) {
            let found = MISCONCEPTIONS.iter().find(|m| m.id == *belief).expect("a belief");
            policy.set(found.axis, found.word);
        }
        (format.name.clone(), policy)
    });
    // As most adapters it does not say what brought things about.
    let tells = Capability::ALL.iter().copied().filter(|capability| *capability != Capability::Causes);
    Reference::new(formats).telling(tells.collect())
}

/// What is said of an engine with a fault, in the first line; every third trial is enough to know it by.
fn first_line(played_as: &[(&str, &str)], beliefs: &[(&str, &str)], fault: Fault) -> (String, String) {
    let corpus = real_corpus();
    let engine = Faulty { engine: formats(&corpus, played_as, beliefs), fault, printed: Vec::new() };
    let results = results_of(&corpus, &engine, |trial| trial % 3 == 0);
    let diagnosis = Diagnosis::of(&corpus, &results).unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    let text = plain(&diagnosis.pretty());
    (text.lines().next().unwrap_or_default().to_owned(), text)
}

#[track_caller]
fn says(played_as: &[(&str, &str)], beliefs: &[(&str, &str)], fault: Fault, pattern: &str) -> String {
    let (first, text) = first_line(played_as, beliefs, fault);
    assert!(fits(pattern, &first), "{pattern}\n{text}");
    text
}

const EVERYTHING_AS_TCG: &[(&str, &str)] = &[("ocg", "tcg"), ("edison", "tcg"), ("goat", "tcg")];

#[test]
fn every_format_is_played_as_the_tcg() {
    says(EVERYTHING_AS_TCG, &[], Fault::None, "…plays edison, goat and ocg as tcg…");
}

#[test]
fn goat_is_played_as_edison_and_costs_are_given_back_in_the_tcg() {
    let text = says(&[("goat", "edison")], &[("costs-refunded", "tcg")], Fault::None, "…plays goat as edison…");
    assert!(text.contains("Belief    costs-refunded\n  Held in   tcg\n"), "{text}");
}

#[test]
fn nothing_misses_the_timing_in_the_ocg() {
    let text = says(&[], &[("when-never-misses", "ocg")], Fault::None, "…");
    assert!(text.contains("Belief    when-never-misses\n  Held in   ocg\n"), "{text}");
}

#[test]
fn a_negated_activation_is_told_as_without_effect() {
    let pattern = "…all … failures: said `without effect` where `activation negated` was expected…";
    says(&[], &[], Fault::NegatedIsWithoutEffect, pattern);
}

#[test]
fn nobody_is_asked_when_a_phase_is_left() {
    says(&[], &[], Fault::NoBoxE, "…The turn player may leave a phase without asking the opponent…");
}

#[test]
fn optional_triggers_of_the_damage_step_are_forgotten() {
    says(&[], &[], Fault::NoTriggersInTheDamageStep, "…trigger…Damage Step…");
}

#[test]
fn cards_are_drawn_one_by_one() {
    says(&[], &[], Fault::DrawsOneByOne, "…draws…");
}

#[test]
fn damage_is_never_told() {
    says(&[], &[], Fault::SilentDamage, "…bad message…life points…");
}

#[test]
fn values_on_the_board_are_the_printed_ones() {
    says(&[], &[], Fault::PrintedValues, "…atk…");
}

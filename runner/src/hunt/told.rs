//! A board and a story as a ruling that checks everything there is to check, as the reference engine plays it.

use std::path::Path;
use std::sync::Arc;

use segoc_engine::def::CardDef;
use segoc_format::card::CardFile;
use segoc_format::edit;
use segoc_format::ruling::{Blank, Check, Ruling, StepKind, engine_setup};
use segoc_protocol::{Capability, Setup};

use super::board::written;
use super::{Hunt, Missed};
use crate::drive::{Manner, drive};
use crate::engines::Reference;
use crate::judge::judged;
use crate::outcome::{Correction, Failure, Outcome};
use crate::play::play;
use crate::rewrite;
use crate::sitting::story::{Checks, told_as};
use crate::trial::guarded;

/// A board, and what the players do on it.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) format: String,
    pub(super) setup: Setup,
    pub(super) story: Vec<StepKind>,
    /// Cards that are made up, those among them that are on the board no more, too.
    pub(super) made_up: Vec<Arc<CardFile>>,
}

/// A duel that was played on the reference engine, as a ruling that it passes.
#[derive(Clone, Debug)]
pub struct Duel {
    pub(super) case: Case,
    /// The board alone, by which its cards are called.
    pub(super) board: Ruling,
    /// Everything that is played and checked.
    pub(super) steps: Vec<StepKind>,
    /// The same as a draft that was read.
    pub ruling: Ruling,
}

impl Duel {
    /// The format in which it is played.
    pub fn format(&self) -> &str {
        &self.case.format
    }

    /// The cards on its board that are made up.
    pub(super) fn made_up(&self) -> impl Iterator<Item = &Arc<CardFile>> {
        let lies = |card: &&Arc<CardFile>| self.case.setup.cards.iter().any(|start| start.name == card.name);
        self.case.made_up.iter().filter(lies)
    }
}

/// How often a check that the reference engine does not confirm is left out.
const DOUBTS: usize = 12;

impl Hunt<'_> {
    /// A board, read.
    pub(super) fn board(&self, format: &str, setup: &Setup, made_up: &[Arc<CardFile>]) -> Result<Ruling, Missed> {
        let text = format!("formats: [{}]\n{}", edit::word(format), written(setup));
        let read = self.corpus.parse_draft_with(Path::new("hunt.yaml"), text, made_up);
        let board = read.map_err(|mistakes| Missed::Unwritten(mistakes.to_string()))?;
        if !board.flaws(format).is_empty() || board.setup != *setup || !self.is_settled(&board, format) {
            return Err(Missed::Illegal);
        }
        Ok(board)
    }

    /// Whether a board could have come to be: no card of it would leave by itself.
    fn is_settled(&self, board: &Ruling, format: &str) -> bool {
        let library: Vec<Arc<CardDef>> = board.cards.iter().map(|card| Arc::new(card.def(format))).collect();
        let policy = self.corpus.format(format).map(|format| format.policy.clone()).unwrap_or_default();
        let setup = engine_setup(&board.setup, &library).ok();
        let duel = setup.and_then(|setup| segoc_engine::Duel::new(&setup, library, policy).ok());
        duel.is_some_and(|duel| duel.is_settled())
    }

    /// Steps on a board, as a draft that was read.
    pub(super) fn draft(&self, board: &Ruling, steps: &[StepKind]) -> Result<Ruling, Missed> {
        let lines: String = steps.iter().map(|step| format!("  - {}\n", rewrite::step(board, step))).collect();
        let text = format!("{}play:\n{lines}", board.text);
        let read = self.corpus.parse_draft_with(Path::new("hunt.yaml"), text, &board.cards);
        let draft = read.map_err(|mistakes| Missed::Unwritten(mistakes.to_string()))?;
        match draft.play.len() == steps.len() {
            true => Ok(draft),
            false => Err(Missed::Unwritten("a step is written as another number of steps".into())),
        }
    }

    /// A case with every check there can be. What its story cannot do is left out of it.
    pub(super) fn told(&self, case: Case) -> Result<Duel, Missed> {
        let board = self.board(&case.format, &case.setup, &case.made_up)?;
        let draft = self.draft(&board, &case.story).or_else(|_| {
            // A story of another board may speak of effects and tokens that this one has not.
            let fits = |step: &&StepKind| self.draft(&board, std::slice::from_ref(step)).is_ok();
            self.draft(&board, &case.story.iter().filter(fits).cloned().collect::<Vec<_>>())
        })?;
        let mut engine = Reference::of(self.corpus);
        let told = guarded(|| drive(&mut engine, &draft, &case.format, None, Manner::Lenient));
        let told = told.map_err(|fault| Missed::Fault(fault.to_string()))?;
        if let Some(stop) = &told.stop {
            return Err(match stop {
                Outcome::Fault(fault) => Missed::Fault(fault.to_string()),
                other => Missed::Stopped(other.word()),
            });
        }
        let windows = self.tells.contains(&Capability::Windows);
        let (steps, story) = (told_as(&told, Checks::All { windows }), told_as(&told, Checks::Usual));
        let steps = self.filled(&board, &case.format, steps)?;
        let (steps, ruling) = self.confirmed(&board, &case.format, steps)?;
        Ok(Duel { case: Case { story, ..case }, board, steps, ruling })
    }

    /// Steps in which the checks that say nothing say what the reference engine does; one that has nothing to say is left out.
    fn filled(&self, board: &Ruling, format: &str, steps: Vec<StepKind>) -> Result<Vec<StepKind>, Missed> {
        let draft = self.draft(board, &steps)?;
        let mut engine = Reference::of(self.corpus);
        let told = guarded(|| drive(&mut engine, &draft, format, None, Manner::Full));
        let failures = judged(&told.map_err(|fault| Missed::Fault(fault.to_string()))?).failures;
        let actual = |place: usize| {
            let of_step = |failure: &&Failure| failure.step == draft.play[place].span;
            failures.iter().find(of_step).and_then(|failure| match &failure.actual {
                Some(Correction::Check(check)) => Some(StepKind::Check((**check).clone())),
                _ => None,
            })
        };
        let filled = steps.into_iter().enumerate().filter_map(|(place, step)| match step {
            StepKind::Check(Check::Blank(_)) => actual(place),
            step => Some(step),
        });
        Ok(filled.filter(|step| !matches!(step, StepKind::Check(Check::Blank(Blank::Happens)))).collect())
    }

    /// Steps that the reference engine confirms; a check that it does not confirm is left out, and remembered as a doubt.
    fn confirmed(
        &self,
        board: &Ruling,
        format: &str,
        mut steps: Vec<StepKind>,
    ) -> Result<(Vec<StepKind>, Ruling), Missed> {
        let mut last = String::new();
        for _ in 0..DOUBTS {
            let ruling = self.draft(board, &steps)?;
            match self.at_home(&ruling, format) {
                Outcome::Passed => return Ok((steps, ruling)),
                Outcome::Failed(failure) => {
                    let place = ruling.play.iter().position(|step| step.span == failure.step);
                    last = format!("{}: {}", failure.kind, failure.message);
                    match place.filter(|place| matches!(steps[*place], StepKind::Check(_))) {
                        Some(place) => _ = steps.remove(place),
                        None => return Err(Missed::Otherwise(last)),
                    }
                }
                other => return Err(Missed::Stopped(other.word())),
            }
        }
        Err(Missed::Otherwise(last))
    }

    /// What comes of a ruling on the reference engine.
    pub(super) fn at_home(&self, ruling: &Ruling, format: &str) -> Outcome {
        outcome(&mut Reference::of(self.corpus), ruling, format)
    }
}

/// What comes of a ruling on an engine; that it breaks down is an outcome.
pub(super) fn outcome(engine: &mut dyn segoc_protocol::Engine, ruling: &Ruling, format: &str) -> Outcome {
    let judgement = guarded(|| play(engine, ruling, format));
    judgement.map_or_else(|fault| Outcome::Fault(Box::new(fault)), |judgement| judgement.outcome)
}

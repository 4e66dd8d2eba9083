//! The story under way: how far the duel has gone, and how far the story has taken note of it.

use segoc_engine::{Action, Ask, DuelEnd, EffectRef, Prompt, Refusal, RuleSet};

use super::activation::Activation;
use super::announce::Announcement;
use super::history::{Mark, Passed};
use super::position::Later;
use super::record::{Asked, Looked};
use crate::engines::table::Table;
use crate::engines::{Capabilities, Capability, Event, Fault, Trouble};
use crate::outcome::{Failure, FailureKind, Flaw, Outcome};
use crate::ruling::{CardRef, Check, Ruling, Span, Step, StepKind};

/// Why a story ends before its last step.
#[derive(Debug)]
pub(super) enum Stop {
    Failed(Box<Failure>),
    Endless(String),
    Invalid(Flaw),
    Unsupported(String),
    Fault(Box<Fault>),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(Box::new(failure))
    }
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Unsupported(why) => Self::Unsupported(why),
            Trouble::Fault(fault) => Self::Fault(fault),
        }
    }
}

impl Stop {
    /// What a ruling that stops here has come to.
    pub(super) fn into_outcome(self, reading: Option<&str>) -> Outcome {
        match self {
            Self::Failed(mut failure) => {
                failure.reading = reading.map(str::to_owned);
                Outcome::Failed(failure)
            }
            Self::Endless(why) => Outcome::Endless(why),
            Self::Invalid(flaw) => Outcome::Invalid(vec![flaw]),
            Self::Unsupported(why) => Outcome::Unsupported(why),
            Self::Fault(fault) => Outcome::Fault(fault),
        }
    }
}

/// What a running step meets next.
pub(super) enum Next {
    /// A line of the log the story has not taken note of: a prompt already answered, or something that happened.
    Line(usize),
    /// A question in an open state, which stops every step.
    Open,
    /// Another question.
    Asked(Prompt),
    /// The end of the duel.
    Over,
}

/// More questions than any ruling needs: whoever asks this many goes on for ever.
const MOST_ANSWERS: usize = 5_000;

/// A ruling being played.
pub(super) struct Story<'a> {
    pub(super) ruling: &'a Ruling,
    format: &'a str,
    reading: Option<&'a str>,
    pub(super) table: Table<'a>,
    step: usize,
    /// Lines of the log before this one have been taken note of. The engine may be ahead: it runs to the next question.
    pub(super) cursor: usize,
    /// How many questions were answered: the number of the present one.
    pub(super) answered: usize,
    pub(super) announced: Vec<Announcement<'a>>,
    pub(super) activation: Option<Activation<'a>>,
    /// Positions written beside what was answered already.
    pub(super) positions: Vec<Later>,
    pub(super) history: Vec<Passed>,
    /// The last action or `chain` check, from which `never offered` looks.
    pub(super) mark: Mark,
    /// The line after the last action.
    pub(super) acted: usize,
    /// The line from which `happens` looks.
    pub(super) act_prompt: usize,
    /// The line from which `chain` looks.
    pub(super) chain_from: usize,
    /// The line that completed the chain last checked.
    pub(super) chain_checked: Option<usize>,
    /// The number of the question the last `window` check looked at.
    pub(super) window_seen: Option<usize>,
    /// The placement the last `placing` check looked at.
    pub(super) placing_seen: Option<Seen>,
    /// Every question with its answer, if a record is wanted.
    pub(super) asked: Option<Vec<Asked>>,
    /// What checks said not to be on offer, and where that was looked for.
    pub(super) looked: Vec<Looked>,
    /// The rules of the refusals that checks asked about.
    pub(super) refusals: RuleSet,
    /// Cards whose refusals are written down for a later check.
    curious: Vec<&'a CardRef>,
    /// What the engine could not tell, so that checks were compared in a weaker way.
    pub(super) weaker: Capabilities,
}

/// A placement: a question, by its number, or a line of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    Question(usize),
    Line(usize),
}

impl<'a> Story<'a> {
    pub(super) fn new(ruling: &'a Ruling, format: &'a str, reading: Option<&'a str>, table: Table<'a>) -> Self {
        let begin = table.log().len();
        let mut story = Self {
            ruling,
            format,
            reading,
            step: 0,
            cursor: begin,
            answered: 0,
            announced: Vec::new(),
            activation: None,
            positions: Vec::new(),
            history: Vec::new(),
            mark: Mark { window: 0, line: begin },
            acted: begin,
            act_prompt: begin,
            chain_from: begin,
            chain_checked: None,
            window_seen: None,
            placing_seen: None,
            asked: None,
            looked: Vec::new(),
            refusals: RuleSet::default(),
            curious: Vec::new(),
            weaker: Capabilities::new(),
            table,
        };
        story.curious = story.steps().flat_map(|i| refusals(&ruling.play[i])).collect();
        story
    }

    /// The steps that belong to this format and reading.
    pub(super) fn steps(&self) -> impl Iterator<Item = usize> + use<'a> {
        let (format, reading) = (self.format, self.reading);
        let belongs = move |step: &Step| {
            step.formats.as_ref().is_none_or(|formats| formats.iter().any(|f| f == format))
                && step.reading.as_deref().is_none_or(|r| Some(r) == reading)
        };
        self.ruling.play.iter().enumerate().filter(move |(_, step)| belongs(step)).map(|(i, _)| i)
    }

    pub(super) fn begin_step(&mut self, index: usize) {
        self.step = index;
    }

    pub(super) fn step(&self) -> &'a Step {
        &self.ruling.play[self.step]
    }

    pub(super) fn step_index(&self) -> usize {
        self.step
    }

    /// What comes next for a step that runs on.
    pub(super) fn next(&self) -> Next {
        if self.cursor < self.table.log().len() {
            return Next::Line(self.cursor);
        }
        match self.table.prompt() {
            None => Next::Over,
            Some(prompt) if prompt.is_open_state() => Next::Open,
            Some(prompt) => Next::Asked(prompt.clone()),
        }
    }

    /// Takes note of the next line of the log.
    pub(super) fn take_line(&mut self) -> Result<(), Stop> {
        let Some(told) = self.table.log().get(self.cursor).cloned() else { return Ok(()) };
        self.cursor += 1;
        match told.event {
            Event::Placed(placing) if !placing.asked => self.forced_placement(&placing),
            Event::Chosen(player, purpose, cards) => {
                self.forced_choice(player, purpose, &cards);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Gives an answer to the present question, and writes the window down.
    pub(super) fn give(&mut self, answer: &segoc_engine::Answer) -> Result<(), Stop> {
        if self.answered >= MOST_ANSWERS {
            return Err(Stop::Endless(format!("more than {MOST_ANSWERS} questions were asked")));
        }
        self.write_down();
        self.record(answer);
        self.answered += 1;
        let refused = if self.is_curious() { self.refused_triggers() } else { Vec::new() };
        self.table.answer(answer, refused)?;
        self.is_finite()
    }

    /// An error if the cards go on for ever.
    pub(super) fn is_finite(&self) -> Result<(), Stop> {
        match self.table.end() {
            Some(DuelEnd::Endless) => {
                Err(Stop::Endless("the cards go on for ever without anyone having a choice".into()))
            }
            _ => Ok(()),
        }
    }

    /// The triggers that cannot be placed at the present question, and why.
    pub(super) fn refused_triggers(&self) -> Vec<(EffectRef, Refusal)> {
        if !matches!(self.table.prompt(), Some(Prompt { ask: Ask::Trigger { .. }, .. })) {
            return Vec::new();
        }
        let refused = self.table.refused().into_iter();
        refused.filter_map(|r| Some((effect_of(&r.action)?, r.refusal))).collect()
    }

    /// Whether the engine can tell something; what it cannot is remembered.
    pub(super) fn can_tell(&mut self, capability: Capability) -> bool {
        let can = self.table.can(capability);
        if !can {
            self.weaker.insert(capability);
        }
        can
    }

    /// Runs on to the next open state or the end of the duel.
    pub(super) fn run_to_open_state(&mut self) -> Result<(), Stop> {
        loop {
            match self.next() {
                Next::Line(_) => self.take_line()?,
                Next::Asked(prompt) => self.answer_by_default(&prompt)?,
                Next::Open | Next::Over => return self.settle(),
            }
        }
    }

    /// Whether refusals of this card are to be written down.
    pub(super) fn is_curious_about(&self, card: segoc_engine::CardId) -> bool {
        let acting = match &self.step().kind {
            StepKind::Action(_, action) => super::action::card_of(&action.value),
            _ => None,
        };
        self.curious.iter().copied().chain(acting).any(|r| self.is(r, card))
    }

    /// Whether any refusal is to be written down.
    pub(super) fn is_curious(&self) -> bool {
        !self.curious.is_empty() || matches!(self.step().kind, StepKind::Action(..))
    }

    /// A failure of the present step.
    pub(super) fn fail(&self, kind: FailureKind, span: Span, message: impl Into<String>) -> Failure {
        self.fail_at(self.step, kind, span, message)
    }

    /// A failure of a step.
    pub(super) fn fail_at(&self, step: usize, kind: FailureKind, span: Span, message: impl Into<String>) -> Failure {
        Failure {
            kind,
            step: self.ruling.play.get(step).map_or(self.ruling.play_span, |s| s.span),
            span,
            message: message.into(),
            notes: Vec::new(),
            actual: None,
            rule: self.ruling.rules.first().map(|r| r.value),
            reading: None,
            scene: self.scene(),
        }
    }
}

/// The effect an action would use.
fn effect_of(action: &Action) -> Option<EffectRef> {
    match action {
        Action::Activate(effect) | Action::SpecialSummon(effect) => Some(*effect),
        Action::Trigger(trigger) => Some(trigger.effect),
        _ => None,
    }
}

/// The cards of which a step says that they are not offered over a stretch of time.
fn refusals(step: &Step) -> impl Iterator<Item = &CardRef> {
    let more = match &step.kind {
        StepKind::Check(Check::NeverOffered(list)) => list.as_slice(),
        StepKind::Check(Check::Chain { cannot_be_added, .. }) => cannot_be_added.as_slice(),
        _ => &[],
    };
    step.never_offered.iter().chain(more).map(|r| &r.value.offer.card)
}

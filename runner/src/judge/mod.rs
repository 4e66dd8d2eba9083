//! Judging: what a transcript says is compared with what a ruling expects.
//!
//! Every kind of check has one observation: what the engine did, as the very type into which the file's check is read. Comparing, reporting,
//! blessing and drafting share it. Nothing here speaks to an engine, and nothing writes YAML.

mod board;
mod chain;
mod happens;
mod hitch;
mod refusals;
pub mod scene;
mod window;
mod words;

use segoc_format::place::{Span, Spanned};
use segoc_format::ruling::{Blank, Check, Ruling, Step, StepKind};
use segoc_protocol::{Capabilities, Capability, FaultKind, Prompt, Rule};

use crate::drive::steps;
use crate::outcome::{Correction, Failure, FailureKind, Outcome, UNWRITTEN};
use crate::transcript::{Point, Stand, Transcript};
pub use refusals::{Looked, denied, looked};
pub(crate) use words::in_window;

/// What a transcript shows of a ruling.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Everything that went otherwise than the ruling says, in the order of the story.
    pub failures: Vec<Failure>,
    /// Why the story was not told to its end.
    pub stop: Option<Outcome>,
    /// What the engine could not tell, so that checks were compared in a weaker way.
    pub weaker: Capabilities,
    /// The rules of the refusals that checks asked about.
    pub refusals: Vec<Rule>,
    /// How many checks there were.
    pub checks: usize,
}

impl Judged {
    /// What came of it: the first thing that went otherwise, if there is one. Of an engine that contradicts itself nothing is believed.
    pub fn first(&self) -> Outcome {
        let lied = matches!(&self.stop, Some(Outcome::Fault(fault)) if fault.kind == FaultKind::BadMessage);
        let first = self.failures.first().filter(|_| !lied);
        let first = first.map(|failure| Outcome::Failed(Box::new(failure.clone())));
        first.or_else(|| self.stop.clone()).unwrap_or(Outcome::Passed)
    }

    /// Everything that went otherwise, as outcomes.
    pub fn problems(&self) -> Vec<Outcome> {
        let failures = self.failures.iter().map(|failure| Outcome::Failed(Box::new(failure.clone())));
        failures.chain(self.stop.clone()).collect()
    }
}

/// Compares a transcript with the ruling it was played from.
#[must_use]
pub fn judged(transcript: &Transcript<'_>) -> Judged {
    let ruling = transcript.cast.ruling;
    let mut judge = Judge { told: transcript, weaker: Capabilities::new(), refusals: Vec::new() };
    let mut failures: Vec<Failure> = Vec::new();
    let mut hitches = transcript.hitches.iter().peekable();
    for stand in &transcript.stands {
        // A hitch came before what was told after it.
        while let Some(hitch) = hitches.next_if(|hitch| precedes(hitch.at, stand.at)) {
            failures.push(judge.hitch(hitch));
        }
        if let Err(failure) = judge.stand(stand) {
            failures.push(failure);
        }
    }
    failures.extend(hitches.map(|hitch| judge.hitch(hitch)));
    let count = |step: &Step| {
        usize::from(matches!(step.kind, StepKind::Check(_))) + usize::from(!step.never_offered.is_empty())
    };
    let reading = transcript.reading.as_deref();
    Judged {
        checks: steps(ruling, &transcript.format, reading).map(|(_, step)| count(step)).sum(),
        failures,
        stop: transcript.stop.clone(),
        weaker: judge.weaker,
        refusals: judge.refusals,
    }
}

fn precedes(a: Point, b: Point) -> bool {
    (a.question, a.event) < (b.question, b.event)
}

/// What is known while a transcript is judged.
struct Judge<'t, 'r> {
    told: &'t Transcript<'r>,
    weaker: Capabilities,
    refusals: Vec<Rule>,
}

/// What a check comes to.
type Verdict = Result<(), Failure>;

impl<'r> Judge<'_, 'r> {
    fn ruling(&self) -> &'r Ruling {
        self.told.cast.ruling
    }

    fn step(&self, stand: &Stand) -> &'r Step {
        &self.ruling().play[stand.step]
    }

    /// Judges a step.
    fn stand(&mut self, stand: &Stand) -> Verdict {
        let step = self.step(stand);
        let StepKind::Check(check) = &step.kind else { return self.never_offered(stand, &step.never_offered) };
        match check {
            Check::Chain { links, cannot_be_added } => self.chain(stand, links, cannot_be_added),
            Check::Resolves(links) => self.resolves(stand, links),
            Check::Happens(instants) => self.happens(stand, instants),
            Check::Window { .. } => self.window(stand, check),
            Check::Placing { player, offered, not_offered } => self.placing(stand, *player, offered, not_offered),
            Check::NeverOffered(list) => self.never_offered(stand, list),
            Check::Board(sides) => self.board(stand, sides),
            Check::Ends(end) => self.ends(stand, *end),
            Check::Blank(blank) => {
                let observed = match blank {
                    Blank::Chain => self.observe_chain(stand)?,
                    Blank::Resolves => self.observe_resolves(stand)?,
                    Blank::Happens => self.observe_happens(stand)?,
                    Blank::Window => self.observe_window(stand)?,
                    Blank::Placing => self.observe_placing(stand)?,
                    Blank::Board(sides) => self.observe_board(stand, *sides)?,
                    Blank::Ends => self.observe_end(stand)?,
                };
                Err(self.fail_whole(stand, kind_of(&observed), UNWRITTEN).actually(observed))
            }
        }
    }

    /// Whether the engine can tell something; what it cannot is remembered.
    fn can_tell(&mut self, capability: Capability) -> bool {
        let can = self.told.can(capability);
        if !can {
            self.weaker.insert(capability);
        }
        can
    }

    /// The question that waited for an answer where a step stood.
    fn prompt(&self, at: Point) -> Option<&Prompt> {
        self.told.questions.get(at.question).map(|question| &*question.prompt)
    }

    /// A failure of a step.
    fn fail(&self, stand: &Stand, kind: FailureKind, span: Span, message: impl Into<String>) -> Failure {
        self.fail_at(stand.step, stand.at, kind, span, message)
    }

    fn fail_at(&self, step: usize, at: Point, kind: FailureKind, span: Span, message: impl Into<String>) -> Failure {
        let ruling = self.ruling();
        Failure {
            kind,
            step: ruling.play.get(step).map_or(ruling.play_span, |step| step.span),
            span,
            message: message.into(),
            notes: Vec::new(),
            actual: None,
            rule: ruling.rules.first().map(|rule| rule.value),
            reading: self.told.reading.clone(),
            scene: scene::scene(self.told, at, |cast, card| cast.labelled(card)),
        }
    }

    /// A failure of a step as a whole.
    fn fail_whole(&self, stand: &Stand, kind: FailureKind, message: impl Into<String>) -> Failure {
        self.fail(stand, kind, self.step(stand).span, message)
    }

    /// What a check is about never came, or there is nothing that it could say.
    fn nothing(&self, stand: &Stand, why: impl Into<String>) -> Failure {
        self.fail_whole(stand, FailureKind::NotReached, why)
    }
}

impl Failure {
    /// With one more sentence.
    fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// With the rule that decides, if it is known.
    fn by(mut self, rule: Option<Rule>) -> Self {
        self.rule = rule.or(self.rule);
        self
    }

    /// With the check as the engine did it.
    fn actually(mut self, check: Check) -> Self {
        self.actual = Some(Correction::Check(Box::new(check)));
        self
    }
}

/// A value that stands nowhere yet.
fn fresh<T>(value: T) -> Spanned<T> {
    Spanned { value, span: Span::default() }
}

/// In which way a check that says nothing disagrees.
fn kind_of(check: &Check) -> FailureKind {
    match check {
        Check::Board(_) | Check::Ends(_) => FailureKind::OtherState,
        Check::Window { .. } | Check::Placing { .. } => FailureKind::OtherPlayer,
        _ => FailureKind::OtherOrder,
    }
}

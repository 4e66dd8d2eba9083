//! What came of a ruling in one format.

use serde::Serialize;

use segoc_protocol::{ChartBox, Fault, Moment, Phase, Player, Rule, Sides};

use segoc_format::deviations::{Now, Way};
use segoc_format::diagnostic::Diagnostic;
use segoc_format::lint::Lint;
use segoc_format::place::{Span, Spanned};
use segoc_format::ruling::{Check, Refusal, Ruling, Use};
pub use segoc_format::ways::FailureKind;

/// What is wrong with a check of a draft that was left empty.
pub const UNWRITTEN: &str = "this check does not say yet what it expects";

/// What came of one ruling in one format.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Everything went as the ruling says.
    Passed,
    /// Something went otherwise; the first such step.
    Failed(Box<Failure>),
    /// The sources disagree, so it is not scored: which reading the engine follows.
    Disputed(Disputed),
    /// The cards would go on for ever.
    Endless(String),
    /// The file itself is wrong.
    Invalid(Vec<Flaw>),
    /// The engine cannot play it, and says why.
    Unsupported(String),
    /// The engine broke down.
    Fault(Box<Fault>),
}

impl Outcome {
    /// The machine word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed(_) => "failed",
            Self::Disputed(_) => "disputed",
            Self::Endless(_) => "endless",
            Self::Invalid(_) => "invalid",
            Self::Unsupported(_) => "unsupported",
            Self::Fault(fault) => fault.kind.word(),
        }
    }

    /// Whether all that is wrong is that a check of a draft does not say yet what it expects.
    pub fn is_unwritten(&self) -> bool {
        matches!(self, Self::Failed(failure) if failure.message == UNWRITTEN)
    }

    /// In which way the engine failed; none if it is as good as it can be, or says nothing about the engine.
    pub fn way(&self) -> Option<Way> {
        let kind = match self {
            Self::Failed(failure) => Some(failure.kind),
            Self::Endless(_) | Self::Fault(_) => None,
            Self::Passed | Self::Disputed(_) | Self::Unsupported(_) | Self::Invalid(_) => return None,
        };
        Some(Way { outcome: self.word(), kind })
    }

    /// The outcome as a list of deviations knows it.
    pub fn now(&self) -> Now {
        match (self.way(), self) {
            (Some(way), _) => Now::Failed(way),
            (None, Self::Invalid(_)) => Now::NotJudged,
            (None, fine) => Now::Fine(fine.word()),
        }
    }

    /// Whether a run with this outcome is as good as it can be.
    pub fn is_fine(&self) -> bool {
        matches!(self, Self::Passed | Self::Disputed(_) | Self::Unsupported(_))
    }
}

/// The first step that went otherwise than the ruling says.
#[derive(Clone, Debug)]
pub struct Failure {
    /// In which way.
    pub kind: FailureKind,
    /// The step, as a whole.
    pub step: Span,
    /// The part of it that disagrees.
    pub span: Span,
    /// What disagrees, in one sentence.
    pub message: String,
    /// When it was looked for and why it was so, one sentence each.
    pub notes: Vec<String>,
    /// The step as the engine did it, if that can be said.
    pub actual: Option<Correction>,
    /// The rule that decides: the engine's reason, else the ruling's first rule.
    pub rule: Option<Rule>,
    /// The reading to which the step belongs, in a disputed ruling.
    pub reading: Option<String>,
    /// The duel at that point.
    pub scene: Scene,
}

/// A step as the engine did it.
#[derive(Clone, Debug)]
pub enum Correction {
    /// The check with what was observed. What agrees stands where it stood; what is new has no place.
    Check(Box<Check>),
    /// Another list of what is never offered, beside the step.
    NeverOffered(Vec<Spanned<Refusal>>),
    /// In place of what a player does or announces: this was never offered.
    Instead(Refusal),
    /// Fewer announced triggers.
    Triggers(Vec<Spanned<Use>>),
    /// Nothing is left of the check.
    Nothing,
}

/// Which reading of a disputed ruling an engine follows.
#[derive(Clone, Debug)]
pub struct Disputed {
    /// The readings whose play passed; usually one.
    pub followed: Vec<String>,
    /// The other readings with what came of their play.
    pub others: Vec<(String, Outcome)>,
}

/// Something wrong with the file that shows only when it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Where.
    pub span: Span,
    /// What, and what to do.
    pub message: String,
}

impl Flaw {
    /// As a mistake of its file.
    pub(crate) fn diagnostic(&self, ruling: &Ruling) -> Diagnostic {
        Diagnostic::new(&ruling.path, &ruling.text, self.span, self.message.clone()).lint(Lint::Setup)
    }
}

/// The duel at one point, ready to be shown.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Scene {
    /// Whose turn it is; nobody's if the duel never began.
    pub turn: Option<Player>,
    /// The phase.
    pub phase: Option<Phase>,
    /// The moment inside the phase.
    pub moment: Option<Moment>,
    /// The player who is asked now, and in which box.
    pub asked: Option<(Player, Option<ChartBox>)>,
    /// Both sides, Yugi's first.
    pub sides: Sides<SceneSide>,
    /// The chain, Chain Link 1 first: its card, its player, its targets.
    pub chain: Vec<SceneLink>,
    /// Whether the chain is only the last one, already over.
    pub chain_is_over: bool,
}

/// One player's side of a [`Scene`].
#[derive(Clone, Debug, Default, Serialize)]
pub struct SceneSide {
    /// Life points.
    pub lp: i32,
    /// The zones that hold cards, in the words of the format.
    pub zones: Vec<(&'static str, Vec<String>)>,
}

/// A link of the chain of a [`Scene`].
#[derive(Clone, Debug, Serialize)]
pub struct SceneLink {
    /// Who activated it.
    pub player: Player,
    /// Its card, as the ruling calls it.
    pub card: String,
    /// The id of its effect, if the card has several.
    pub effect: Option<String>,
    /// Its targets.
    pub targets: Vec<String>,
}

//! What an engine asks, and what is answered.

mod written;

use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::json;

pub(crate) use written::needed;

use crate::board::Board;
use crate::words::{CardId, ChartBox, EffectRef, Moment, Phase, Player, Purpose, Rule, Turned};

/// A question to one player, and when it is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Prompt {
    /// Who is asked.
    pub player: Player,
    /// Whose turn it is.
    pub turn: Player,
    /// The phase.
    pub phase: Phase,
    /// A moment inside the phase, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub during: Option<Moment>,
    /// The box of the chart; left out while something resolves and at a gate. The runner works out what is left out elsewhere.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub chart: Option<ChartBox>,
    /// An attack was declared and has not been carried out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub attack: bool,
    /// What is asked.
    #[serde(flatten)]
    pub ask: Ask,
    /// What is not on offer, and why: by engines with `reasons`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<Refused>,
    /// Where everything lies: needed at an open state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
}

impl Prompt {
    /// Whether it is the turn player's free choice of what to do next.
    pub fn is_open_state(&self) -> bool {
        matches!(self.ask, Ask::Act { .. }) && !self.attack
    }

    /// Whether it is a window: a player may act, or pass.
    pub fn is_window(&self) -> bool {
        matches!(self.ask, Ask::Act { .. } | Ask::Respond { .. })
    }

    /// Whether it is a window in which only certain effects may start a chain.
    pub fn is_gate(&self) -> bool {
        matches!(self.ask, Ask::Respond { .. }) && self.chart.is_none()
    }

    /// What may be done at a window; nothing at other prompts.
    pub fn options(&self) -> &[Action] {
        match &self.ask {
            Ask::Act { options } | Ask::Respond { options } => options,
            _ => &[],
        }
    }
}

/// The five kinds of question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Ask {
    /// What the turn player does in box A. One of the options must be taken: moving on is one of them.
    Act {
        /// What may be done.
        options: Vec<Action>,
    },
    /// Whether a player activates something now, or passes.
    Respond {
        /// What may be activated.
        options: Vec<Action>,
    },
    /// Which trigger a player places on the chain next.
    Trigger {
        /// The triggers that may be placed.
        options: Vec<EffectRef>,
        /// Whether they may place none of them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        optional: bool,
    },
    /// A choice of cards, a position or a word.
    Choose(Choice),
    /// Whether a "you can" part of the effect that is resolving is applied.
    Confirm(EffectRef),
}

/// Something a player may do in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "action", rename_all = "lowercase")]
pub enum Action {
    /// Activates a card or an effect.
    Activate(EffectRef),
    /// Activates a waiting trigger of a private card, in the window in which it may be used.
    Trigger(EffectRef),
    /// Normal Summons a monster, with Tributes if it needs them.
    #[serde(rename = "normal summon")]
    NormalSummon {
        /// Which.
        card: CardId,
    },
    /// Sets a card; a monster with Tributes if it needs them.
    Set {
        /// Which.
        card: CardId,
    },
    /// Flip Summons a monster.
    #[serde(rename = "flip summon")]
    FlipSummon {
        /// Which.
        card: CardId,
    },
    /// Special Summons a monster by its own procedure.
    #[serde(rename = "special summon")]
    SpecialSummon(EffectRef),
    /// Pendulum Summons a monster; which others with it is asked then.
    #[serde(rename = "pendulum summon")]
    PendulumSummon {
        /// Which.
        card: CardId,
    },
    /// Turns a monster to its other battle position.
    #[serde(rename = "change position")]
    ChangePosition {
        /// Which.
        card: CardId,
    },
    /// Attacks a monster.
    Attack {
        /// The attacker.
        card: CardId,
        /// What it attacks.
        target: CardId,
    },
    /// Attacks the opponent directly.
    #[serde(rename = "attack directly")]
    AttackDirectly {
        /// The attacker.
        card: CardId,
    },
    /// In a replay: attacks this monster now.
    #[serde(rename = "replay on")]
    ReplayOn {
        /// The attacker.
        card: CardId,
        /// What it attacks.
        target: CardId,
    },
    /// In a replay: attacks the opponent directly now.
    #[serde(rename = "replay directly")]
    ReplayDirectly {
        /// The attacker.
        card: CardId,
    },
    /// In a replay: does not attack.
    #[serde(rename = "stop attack")]
    StopAttack {
        /// The attacker.
        card: CardId,
    },
    /// Goes on with the attack that was declared.
    Proceed,
    /// Draws the card of the turn.
    Draw,
    /// Wants to move on to another phase.
    #[serde(rename = "go to")]
    GoTo {
        /// Which.
        phase: Phase,
    },
    /// Wants to end the turn.
    #[serde(rename = "end turn")]
    EndTurn,
}

impl Action {
    /// The card that acts, if it is one.
    pub fn card(&self) -> Option<CardId> {
        match self {
            Self::Activate(effect) | Self::Trigger(effect) | Self::SpecialSummon(effect) => Some(effect.card),
            Self::NormalSummon { card }
            | Self::Set { card }
            | Self::FlipSummon { card }
            | Self::PendulumSummon { card }
            | Self::ChangePosition { card }
            | Self::Attack { card, .. }
            | Self::AttackDirectly { card }
            | Self::ReplayOn { card, .. }
            | Self::ReplayDirectly { card }
            | Self::StopAttack { card } => Some(*card),
            Self::Proceed | Self::Draw | Self::GoTo { .. } | Self::EndTurn => None,
        }
    }

    /// The effect it would use, if it is one.
    pub fn effect(&self) -> Option<EffectRef> {
        match self {
            Self::Activate(effect) | Self::Trigger(effect) | Self::SpecialSummon(effect) => Some(*effect),
            _ => None,
        }
    }
}

/// A choice with its limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Choice {
    /// What it is for.
    pub purpose: Purpose,
    /// The effect it belongs to, if any.
    #[serde(default, rename = "for", skip_serializing_if = "Option::is_none")]
    pub effect: Option<EffectRef>,
    /// The card it is about: the monster whose position is chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<CardId>,
    /// From what is chosen.
    #[serde(flatten)]
    pub from: Pool,
}

/// From what a player chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Pool {
    /// Some of these cards.
    Cards {
        /// In set-up order.
        cards: Vec<CardId>,
        /// At least this many.
        min: usize,
        /// At most this many.
        max: usize,
    },
    /// One of these sets of cards.
    Sets {
        /// The sets.
        sets: Vec<Vec<CardId>>,
    },
    /// One of these positions.
    Positions {
        /// The positions.
        positions: Vec<Turned>,
    },
    /// One of these words.
    Words {
        /// The words.
        words: Vec<String>,
    },
}

impl Pool {
    /// All cards that may be chosen, in set-up order.
    pub fn cards(&self) -> Vec<CardId> {
        let mut all: Vec<CardId> = match self {
            Self::Cards { cards, .. } => cards.clone(),
            Self::Sets { sets } => sets.iter().flatten().copied().collect(),
            Self::Positions { .. } | Self::Words { .. } => Vec::new(),
        };
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// An answer to a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(transform = pass_is_null)]
pub enum Answer {
    /// One of the options of an act, respond or trigger prompt, counted from 0.
    Option(usize),
    /// Nothing: pass in a window, or decline to place a trigger.
    Pass,
    /// The chosen cards.
    Cards(Vec<CardId>),
    /// The chosen position.
    Position(Turned),
    /// The chosen word.
    Word(String),
    /// Whether the part is applied.
    Confirm(bool),
}

/// Inside a message, `pass` is a key like the others, with nothing behind it.
fn pass_is_null(schema: &mut Schema) {
    let kinds = schema.get_mut("oneOf").and_then(|kinds| kinds.as_array_mut());
    for kind in kinds.into_iter().flatten().filter(|kind| kind["const"] == "pass") {
        let about = kind["description"].take();
        *kind = json!({
            "description": about, "type": "object", "properties": {"pass": {"type": "null"}}, "required": ["pass"],
        });
    }
}

/// Why something is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: Rule,
    /// Further rules it rests on.
    #[serde(default, rename = "rests on", skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<Rule>,
}

impl Refusal {
    /// Whether a rule is among the reasons.
    pub fn names(&self, rule: Rule) -> bool {
        self.rule == rule || self.rests_on.contains(&rule)
    }
}

impl From<segoc_engine::Refusal> for Refusal {
    fn from(refusal: segoc_engine::Refusal) -> Self {
        Self { rule: refusal.rule, rests_on: refusal.rests_on }
    }
}

/// Something that is not on offer, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refused {
    /// What a player might have wanted to do.
    #[serde(flatten)]
    pub action: Action,
    /// Why they cannot.
    #[serde(flatten)]
    pub refusal: Refusal,
}

//! What is under way, as a stack: the top frame owns the question. And the wish to activate something in it.

use std::sync::Arc;

use crate::def::{Afterwards, How, Phase};
use crate::state::{CardId, Ctx, EffectRef, LinkId, Occasion, PendingId, Player, Round, SummonKind};

/// Something under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A phase: box A.
    Open,
    /// The turn player wants to move on: box E.
    Leaving(Goal),
    /// Both passed, but an obligation of the phase is outstanding: box A again.
    Due(Goal),
    /// The next phase or turn begins.
    MoveOn(Goal),
    /// What a player has left to be done in this phase: one of it is done now.
    Later(Player),
    /// The draw of the turn, still to come.
    NormalDraw,
    /// The discard for the hand size at the end of the turn.
    HandSize { follow_up: bool },
    /// After an action or a chain: triggers, then boxes B and C.
    Window(WindowFrame),
    /// An activation: cost, targets, link.
    Activate { player: Player, effect: EffectRef, pending: Option<PendingId> },
    /// A chain being built: box D.
    Build { next: Player, passes: u8 },
    /// Mandatory quick effects to be placed before box D goes on.
    Owed { next: Player, passes: u8 },
    /// A chain being resolved, the link at the end of `left` next.
    Resolve,
    /// A link of it that resolves, with parts still to be carried out.
    Parts(Box<Resolving>),
    /// The chain is over.
    ChainEnd,
    /// A Summon that starts no chain.
    Summon(Summon),
    /// A Summon right after the effect of this link has resolved; its monster is still to be chosen.
    Afterwards { link: LinkId, what: Arc<Afterwards> },
    /// A monster or a Spell or Trap is Set.
    SetCard { player: Player, card: CardId },
    /// A chance in which only certain effects may start a chain.
    Gate { kind: GateKind, next: Player, passes: u8 },
    /// The chain of a gate is over: the moment is what it was before.
    GateOver { moment: Option<crate::def::Moment> },
    /// An attack was declared: box A until it is carried out.
    Attack { leaving: bool },
    /// A replay: the attacker chooses again.
    Replay,
    /// The Damage Step.
    Damage(DamageStage),
}

/// A link that resolves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resolving {
    pub link: LinkId,
    pub ctx: Ctx,
    pub progress: Progress,
}

/// How far the parts of an effect are carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The next part.
    pub next: usize,
    /// The part before it was done, or there is none.
    pub fulfilled: bool,
    /// Something was done.
    pub any: bool,
}

impl Progress {
    /// Nothing is carried out yet.
    pub(crate) const NONE: Self = Self { next: 0, fulfilled: true, any: false };
}

/// Where the turn player wants to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Phase(Phase),
    NextTurn,
}

/// The windows in which only certain effects may start a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GateKind {
    SummonNegation,
    BeforeTheDraw,
    DamageCalculation,
    StartOfBattlePhase,
    EndOfBattlePhase,
}

impl GateKind {
    /// Whether it is the beginning or the end of the Battle Phase, in which one chain may follow the other.
    pub(crate) fn is_of_the_battle_phase(self) -> bool {
        self.moment_of_the_battle_phase().is_some()
    }

    /// The moment of the Battle Phase it stands for.
    pub(crate) fn moment_of_the_battle_phase(self) -> Option<crate::def::Moment> {
        match self {
            Self::StartOfBattlePhase => Some(crate::def::Moment::StartOfBattlePhase),
            Self::EndOfBattlePhase => Some(crate::def::Moment::EndOfBattlePhase),
            _ => None,
        }
    }
}

/// The window after an action or a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WindowFrame {
    pub stage: WindowStage,
    pub occasion: Occasion,
    /// Triggers to place that have no fate yet.
    pub batch: Vec<PendingId>,
    /// The moments still to come, the present one first.
    pub rounds: Vec<Round>,
    /// The group of the present moment.
    pub group: usize,
    /// Private triggers that wait for boxes B, C and D.
    pub late: Vec<PendingId>,
    /// What the window comes after.
    pub after: After,
    /// New chains may be started in it.
    pub chains: bool,
    /// A trigger was placed: the chain has begun.
    pub opened: bool,
}

/// The stages of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WindowStage {
    Settle,
    Place,
    B,
    C,
}

/// What a window comes after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// A Summon that started no chain.
    Summon,
    /// Another action, or a part of the Damage Step.
    Action,
    /// A chain whose last link this player added.
    Chain(Player),
}

impl WindowFrame {
    /// A window about to open.
    pub(crate) fn new(after: After) -> Self {
        Self {
            stage: WindowStage::Settle,
            occasion: Occasion::default(),
            batch: Vec::new(),
            rounds: Vec::new(),
            group: 0,
            late: Vec::new(),
            after,
            chains: true,
            opened: false,
        }
    }
}

/// A Normal, Flip or Special Summon that starts no chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Summon {
    pub stage: SummonStage,
    pub player: Player,
    pub card: CardId,
    pub kind: SummonKind,
    /// The effect that is its procedure.
    pub procedure: Option<EffectRef>,
    /// The effect right after which it is performed, and what that says.
    pub afterwards: Option<(LinkId, Arc<Afterwards>)>,
    /// Of a Summon with materials: the kind it is.
    pub how: Option<How>,
    /// What was used as its materials.
    pub materials: Vec<CardId>,
    /// The other monsters of a Pendulum Summon.
    pub together: Vec<CardId>,
    /// Where the monsters came from, the first one first.
    pub from: Vec<crate::state::Zone>,
    /// It may be negated.
    pub negatable: bool,
    /// It is the turn's Normal Summon.
    pub of_the_turn: bool,
}

impl Summon {
    /// A Summon about to begin.
    pub(crate) fn new(player: Player, card: CardId, kind: SummonKind) -> Self {
        let stage = SummonStage::Pay;
        Self {
            stage,
            player,
            card,
            kind,
            procedure: None,
            afterwards: None,
            how: None,
            materials: Vec::new(),
            together: Vec::new(),
            from: Vec::new(),
            negatable: true,
            of_the_turn: true,
        }
    }
}

impl Summon {
    /// All of its monsters.
    pub(crate) fn cards(&self) -> Vec<CardId> {
        std::iter::once(self.card).chain(self.together.iter().copied()).collect()
    }
}

/// The stages of a Summon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SummonStage {
    Pay,
    Attempt,
    Outcome,
}

/// The parts of the Damage Step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DamageStage {
    Start,
    Before,
    Gate,
    Calculation,
    After,
    End,
    Over,
}

/// Where on the chart something would be activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// Box A.
    Open,
    /// Box B.
    AfterAction(After),
    /// Box C.
    OpponentsChance,
    /// Box D.
    Chain,
    /// Box E.
    Leaving,
    /// A gate.
    Gate(GateKind),
    /// Triggers being placed.
    Placing,
}

/// A wish to activate something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bid {
    pub player: Player,
    pub effect: EffectRef,
    pub slot: Slot,
    /// The events that may be answered.
    pub occasion: Occasion,
    /// The waiting trigger it is.
    pub pending: Option<PendingId>,
    /// It is told why it is refused, if it is; else no reason is looked for.
    pub told_why: bool,
}

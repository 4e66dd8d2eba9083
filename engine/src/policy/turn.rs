//! Axes about the turn: the boxes of the chart, phases, ignition effects.

use crate::catalogue::Rule;
use crate::state::{DuelEnd, MoveHow, Player};

axis! {
    /// Where ignition effects may be used.
    Ignition {
        OpenOnly = "open state only",
        AfterSummon = "after a summon",
        NextChance = "with the next chance",
        /// Wrong: like quick effects.
        Anytime = "anytime",
    }
}

impl Ignition {
    /// Whether the turn player may use one outside the open state: when a Summon was the last thing that happened, after a
    /// chain.
    pub(crate) fn may_be_used(self, after_summon: bool, after_chain: bool) -> bool {
        match self {
            Self::OpenOnly => false,
            Self::AfterSummon => after_summon,
            Self::NextChance => after_summon || after_chain,
            Self::Anytime => true,
        }
    }

    /// The rule of the format.
    pub(crate) fn rule(self) -> Rule {
        match self {
            Self::AfterSummon => Rule::PriorityIgnitionAfterSummon,
            Self::NextChance => Rule::PriorityIgnitionWithTheNextChance,
            Self::OpenOnly | Self::Anytime => Rule::PriorityIgnitionOpenOnly,
        }
    }
}

axis! {
    /// The boxes of Konami's chart.
    Chart {
        AsDrawn = "as drawn",
        /// Wrong: in box A the opponent may start a chain before the turn player acts.
        OpponentInA = "opponent in a",
        /// Wrong: after an action without a chain there are no boxes B and C.
        NothingAfterActions = "no b and c after an action",
        /// Wrong: there is no box C.
        NoC = "no c",
        /// Wrong: there is no box E.
        NoE = "no e",
        /// Wrong: boxes B and C come before triggers are placed.
        BeforeTriggers = "b and c before triggers",
    }
}

impl Chart {
    /// Whether the opponent has a chance in box A.
    pub(crate) fn asks_the_opponent_in_a(self) -> bool {
        self == Self::OpponentInA
    }

    /// Whether boxes B and C come after an action without a chain.
    pub(crate) fn has_chances_after_actions(self) -> bool {
        self != Self::NothingAfterActions
    }

    /// Whether there is a box C.
    pub(crate) fn has_c(self) -> bool {
        self != Self::NoC
    }

    /// Whether there is a box E.
    pub(crate) fn has_e(self) -> bool {
        self != Self::NoE
    }

    /// Whether triggers are placed before boxes B and C.
    pub(crate) fn has_triggers_first(self) -> bool {
        self != Self::BeforeTriggers
    }
}

axis! {
    /// Who has the next chance after a chain.
    AfterChain {
        TurnPlayer = "turn player",
        /// Wrong: the player who did not add the last link.
        OtherThanLast = "other than last",
    }
}

impl AfterChain {
    /// Who has the next chance: the turn player, whoever added the last link.
    pub(crate) fn next(self, turn_player: Player, last: Option<Player>) -> Player {
        match (self, last) {
            (Self::OtherThanLast, Some(last)) => last.opponent(),
            _ => turn_player,
        }
    }
}

axis! {
    /// What happens when the opponent acts as the turn player wants to move on.
    LeavePhase {
        BackToOpen = "back to open",
        /// Wrong: the phase ends after that chain.
        MovesOn = "moves on",
    }
}

impl LeavePhase {
    /// Whether the turn player is back in box A after that chain.
    pub(crate) fn goes_back(self) -> bool {
        self == Self::BackToOpen
    }
}

axis! {
    /// When mandatory effects of a phase are activated.
    Duties {
        BeforeMovingOn = "before moving on",
        /// Wrong: at the start of the phase.
        AtTheStart = "at the start",
    }
}

impl Duties {
    /// Whether they are activated before anyone may act.
    pub(crate) fn come_at_the_start(self) -> bool {
        self == Self::AtTheStart
    }
}

axis! {
    /// What becomes of a mandatory effect of a phase whose activation was negated.
    NegatedDuties {
        Gone = "gone",
        Again = "again",
    }
}

impl NegatedDuties {
    /// Whether it is activated again in the same phase.
    pub(crate) fn come_again(self) -> bool {
        self == Self::Again
    }
}

axis! {
    /// What may follow the discard for the hand size.
    FollowUp {
        OneChain = "one chain",
        BackToOpen = "back to open",
    }
}

impl FollowUp {
    /// Whether the phase goes on after the discard as if it were open.
    pub(crate) fn goes_back(self) -> bool {
        self == Self::BackToOpen
    }
}

axis! {
    /// When a player has lost.
    Losing {
        AtOnce = "at once",
        /// Wrong: not before the chain has resolved.
        AfterTheChain = "after the chain",
    }
}

impl Losing {
    /// Whether it is asked while a chain resolves: it is.
    pub(crate) fn is_asked(self, in_a_chain: bool) -> bool {
        !in_a_chain || self == Self::AtOnce
    }
}

axis! {
    /// Who wins when both do.
    BothWin {
        Draw = "draw",
        /// Wrong: the turn player.
        TurnPlayer = "turn player",
    }
}

impl BothWin {
    /// How the duel ends.
    pub(crate) fn end(self, turn_player: Player) -> DuelEnd {
        match self {
            Self::Draw => DuelEnd::Draw,
            Self::TurnPlayer => DuelEnd::Wins(turn_player),
        }
    }
}

axis! {
    /// How many Field Spells there may be.
    FieldSpells {
        OneEach = "one each",
        OneInAll = "one in all",
    }
}

impl FieldSpells {
    /// Whether one player's leaves for the other's.
    pub(crate) fn exclude_each_other(self) -> bool {
        self == Self::OneInAll
    }

    /// How one leaves that makes room.
    pub(crate) fn leave(self) -> MoveHow {
        match self {
            Self::OneEach => MoveHow::Sent,
            Self::OneInAll => MoveHow::Destroyed,
        }
    }
}

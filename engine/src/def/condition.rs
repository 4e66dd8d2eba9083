//! What must be the case for an effect to be activated or applied.

use super::{Amount, Group, Pattern, Range, Whose, Word};
use crate::vocabulary::words;

words! {
    /// A phase of the turn.
    Phase {
        /// The Draw Phase.
        Draw = "draw",
        /// The Standby Phase.
        Standby = "standby",
        /// Main Phase 1.
        Main1 = "main 1",
        /// The Battle Phase.
        Battle = "battle",
        /// Main Phase 2.
        Main2 = "main 2",
        /// The End Phase.
        End = "end",
    }
}

words! {
    /// A moment inside a phase that has a window of its own.
    Moment {
        /// In the Draw Phase, before the normal draw.
        BeforeTheDraw = "before the draw",
        /// A Summon is attempted and can be negated.
        SummonAttempt = "summon attempt",
        /// The Battle Phase begins; nobody has attacked yet.
        StartOfBattlePhase = "start of battle phase",
        /// The Battle Phase ends; nobody attacks any more.
        EndOfBattlePhase = "end of battle phase",
        /// An attack was declared.
        AttackDeclaration = "attack declaration",
        /// The Damage Step begins.
        StartOfDamageStep = "start of damage step",
        /// The monsters were turned face-up; damage is not yet calculated.
        BeforeDamageCalculation = "before damage calculation",
        /// Damage is being calculated.
        DamageCalculation = "damage calculation",
        /// Damage was inflicted; destroyed monsters are still on the field.
        AfterDamageCalculation = "after damage calculation",
        /// The Damage Step ends; destroyed monsters leave.
        EndOfDamageStep = "end of damage step",
    }
}

/// When an effect may be used; empty lists ask for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct During {
    /// In one of these phases.
    pub phase: Vec<Phase>,
    /// At one of these moments.
    pub at: Vec<Moment>,
    /// In whose turn.
    pub turn: Option<Whose>,
    /// It is the first such phase that has begun since this happened.
    pub next_after: Option<Box<Pattern>>,
}

words! {
    /// What a card does in the battle under way.
    InBattle {
        /// It is the attacker.
        Attacks = "attacks",
        /// It is the target of the attack.
        IsAttacked = "is attacked",
        /// It is either of them.
        Battles = "battles",
    }
}

words! {
    /// How an amount compares with another.
    Comparison {
        /// It is larger.
        MoreThan = "more than",
        /// It is smaller.
        FewerThan = "fewer than",
        /// It is the same.
        Exactly = "exactly",
        /// It is the same or larger.
        AtLeast = "at least",
        /// It is the same or smaller.
        AtMost = "at most",
    }
}

impl Comparison {
    /// Whether it holds of two numbers.
    pub(crate) fn holds(self, one: i32, other: i32) -> bool {
        let order = one.cmp(&other);
        match self {
            Self::MoreThan => order.is_gt(),
            Self::FewerThan => order.is_lt(),
            Self::Exactly => order.is_eq(),
            Self::AtLeast => order.is_ge(),
            Self::AtMost => order.is_le(),
        }
    }
}

/// A condition looked at when an effect is activated or applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// At least this many cards of a group.
    ThereIs(u8, Box<Group>),
    /// No card of a group.
    ThereIsNo(Box<Group>),
    /// The cards a word means are, or were when they were last on the field, of this group.
    Was(Word, Box<Group>),
    /// The phase, moment or turn.
    During(During),
    /// It happened this turn.
    ThisTurn(Box<Pattern>),
    /// It happened last turn.
    LastTurn(Box<Pattern>),
    /// This card takes part in the battle under way.
    ThisCard(InBattle),
    /// The number of its link in the chain, or of the one it would be.
    ChainLink(Range),
    /// How one amount compares with another.
    Number(Box<Amount>, Comparison, Box<Amount>),
    /// The contrary.
    Not(Box<Condition>),
    /// All of these.
    AllOf(Vec<Condition>),
}

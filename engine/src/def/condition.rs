//! What must be the case for an effect to be activated or applied.

use super::{Group, Pattern, Whose};
use crate::words::words;

words! {
    /// A phase of the turn.
    Phase {
        Draw = "draw",
        Standby = "standby",
        Main1 = "main 1",
        Battle = "battle",
        Main2 = "main 2",
        End = "end",
    }
}

words! {
    /// A moment inside a phase that has a window of its own.
    Moment {
        BeforeTheDraw = "before the draw",
        SummonAttempt = "summon attempt",
        AttackDeclaration = "attack declaration",
        StartOfDamageStep = "start of damage step",
        BeforeDamageCalculation = "before damage calculation",
        DamageCalculation = "damage calculation",
        AfterDamageCalculation = "after damage calculation",
        EndOfDamageStep = "end of damage step",
    }
}

/// When an effect may be used; empty lists ask for nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct During {
    /// In one of these phases.
    pub phase: Vec<Phase>,
    /// At one of these moments.
    pub at: Vec<Moment>,
    /// In whose turn.
    pub turn: Option<Whose>,
}

words! {
    /// What a card does in the battle under way.
    InBattle {
        Attacks = "attacks",
        IsAttacked = "is attacked",
        Battles = "battles",
    }
}

/// A condition looked at when an effect is activated or applied.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Condition {
    /// At least this many cards of a group.
    ThereIs(u8, Group),
    /// No card of a group.
    ThereIsNo(Group),
    /// The phase, moment or turn.
    During(During),
    /// It happened this turn.
    ThisTurn(Pattern),
    /// It happened last turn.
    LastTurn(Pattern),
    /// This card takes part in the battle under way.
    ThisCard(InBattle),
    /// The contrary.
    Not(Box<Condition>),
    /// All of these.
    AllOf(Vec<Condition>),
}

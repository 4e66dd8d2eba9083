//! What goes on for a time: lingering effects, borrowed control, used limits, a Summon or an attack under way.

use super::{CardId, EffectRef, LinkId, Names, Player, Ref, SummonKind};
use std::sync::Arc;

use crate::def::{Once, Until};

/// A modifier that applies for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lingering {
    /// Where the modifier stands in its card's definition.
    pub modifier: Arc<crate::def::Modifier>,
    pub player: Player,
    pub effect: EffectRef,
    pub source: Ref,
    pub until: Until,
    pub from_turn: u32,
    pub names: Names,
    pub those: Vec<Ref>,
    /// An oath of this link: gone if its activation is negated.
    pub oath_of: Option<(LinkId, Once)>,
}

/// A change of ATK or DEF by an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Boost {
    pub card: Ref,
    pub face: u32,
    pub atk: bool,
    /// Sets the value instead of adding to it.
    pub sets: bool,
    pub amount: i32,
    pub until: Until,
    pub from_turn: u32,
}

/// Control of a monster that goes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Control {
    pub card: Ref,
    pub back_to: Player,
    pub until: Until,
    pub source: Ref,
    pub from_turn: u32,
}

/// A use of a limited effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spent {
    pub turn: u32,
    pub player: Player,
    pub effect: EffectRef,
    pub face: u32,
    pub link: LinkId,
}

/// A Summon that may be negated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    pub card: CardId,
    pub player: Player,
    pub kind: SummonKind,
    pub negated: bool,
}

/// An attack under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attack {
    pub attacker: Ref,
    /// The monster attacked; none in a direct attack.
    pub target: Option<Ref>,
    /// The defender's monsters when the attack was declared, or directed anew.
    pub side: Vec<Ref>,
    pub negated: bool,
    /// Damage was calculated already.
    pub calculated: bool,
}

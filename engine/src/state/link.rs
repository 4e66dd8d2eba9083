//! Chains and their links.

use super::{EffectRef, LinkId, Occasion, PendingId, Player, Ref};

/// What became of a link while it waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkNegated {
    No,
    Activation,
    Effect,
}

/// Cards known by a name given with `as`.
pub(crate) type Names = Vec<(String, Vec<Ref>)>;

/// An activation on a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub number: u16,
    pub player: Player,
    pub effect: EffectRef,
    /// The card after the costs were paid.
    pub source: Ref,
    pub card_activation: bool,
    pub speed: u8,
    pub bullet: Option<u8>,
    pub declared: Option<String>,
    pub targets: Vec<Ref>,
    pub names: Names,
    /// The cards of the cause.
    pub those: Vec<Ref>,
    /// The monster for which they were materials.
    pub summoned: Vec<Ref>,
    /// The link directly below, if this one answers its activation.
    pub answers: Option<LinkId>,
    pub negated: LinkNegated,
    /// The card left its place as this link's own cost.
    pub left_as_cost: bool,
    pub paid_lp: i32,
    /// Log index of its activation.
    pub event: usize,
    /// Its turn has come, whatever became of it.
    pub done: bool,
}

/// A chain being built or resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    pub links: Vec<LinkId>,
    /// What Chain Link 1 answered; every link of the chain may answer it.
    pub occasion: Occasion,
    /// Private triggers of the window the chain grew from, that may still be added.
    pub late: Vec<PendingId>,
    /// Nothing more can be added.
    pub locked: bool,
    /// Links still to resolve.
    pub left: Vec<LinkId>,
    /// The chain answers a Summon attempt or another gate, and returns to it.
    pub of_gate: bool,
    /// Log index at which it began.
    pub began: usize,
}

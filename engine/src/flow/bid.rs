//! A wish to activate something, and where on the chart.

use super::{After, GateKind};
use crate::state::{EffectRef, Occasion, PendingId, Player};

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
}

//! What was met and waits: triggers, and actions without a chain.

use std::sync::Arc;

use super::{Deed, EffectRef, Instant, LinkId, Names, PendingId, Player, Ref};

/// One time an effect's cause happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Index of the event in the log.
    pub event: usize,
    pub deed: Deed,
    /// The cards of the event that met the condition.
    pub cards: Vec<Ref>,
}

/// A trigger that was met and waits for a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    pub id: PendingId,
    pub effect: EffectRef,
    /// The card in the stay the event left it in.
    pub source: Ref,
    /// It waits for something that happens to its own card.
    pub about_itself: bool,
    pub mandatory: bool,
    /// Who would have activated it when it was met.
    pub met_for: Player,
    /// Who may activate it: known once its window opens.
    pub player: Player,
    pub seen: Vec<Seen>,
    /// A flip effect that waits until damage was calculated.
    pub held: bool,
    /// Its window has opened: what happens from now on is another matter.
    pub batched: bool,
    /// A mandatory quick effect that an activation called for: placed in that chain.
    pub owed: bool,
}

/// Whether a trigger must be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obligation {
    Mandatory,
    Optional,
}

/// Triggers placed together before any others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    All,
    Of(Instant),
}

impl Pending {
    /// Whether it must be used.
    pub(crate) fn obligation(&self) -> Obligation {
        if self.mandatory { Obligation::Mandatory } else { Obligation::Optional }
    }

    /// When it was first met.
    pub(crate) fn age(&self) -> Instant {
        self.seen.iter().map(|s| s.deed.at).min().unwrap_or(Instant(0))
    }
}

/// The events a window is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Occasion {
    /// First log index.
    pub from: usize,
    /// One past the last log index.
    pub to: usize,
    /// The last instant in it, frozen when the window opens.
    pub latest: Option<Instant>,
}

/// An action without a chain that an event called for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reflex {
    pub source: ReflexSource,
    /// The link it reacts to, for which it waits.
    pub after: Option<LinkId>,
    pub deeds: Vec<Deed>,
    pub those: Vec<Ref>,
}

/// Where a reflex comes from: a card in force, or a lingering effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReflexSource {
    pub modifier: Arc<crate::def::Modifier>,
    pub player: Player,
    pub effect: EffectRef,
    pub source: Ref,
    pub names: Names,
}

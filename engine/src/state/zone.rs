//! Where a card is, where it goes, and what it was before and after.

use std::sync::Arc;

use super::{Player, Ref, Stay};
use crate::def::{BattlePosition, Race};
use crate::vocabulary::words;

words! {
    /// Where a card is.
    Zone {
        Deck = "deck",
        ExtraDeck = "extra deck",
        Hand = "hand",
        Monster = "monster zone",
        SpellTrap = "spell and trap zone",
        Field = "field zone",
        Gy = "gy",
        Banished = "banished",
        /// A monster whose Summon is being attempted: no longer where it was, not yet on the field.
        Limbo = "limbo",
        /// A token that left the field.
        Gone = "gone",
    }
}

impl Zone {
    /// Whether it is on the field.
    #[must_use]
    pub const fn on_field(self) -> bool {
        matches!(self, Self::Monster | Self::SpellTrap | Self::Field)
    }
}

/// What a card was at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Where it was.
    pub zone: Zone,
    /// Its controller on the field, elsewhere the player in whose hand, Deck, GY or banished pile it was.
    pub controller: Player,
    /// Whether it was face-up.
    pub face_up: bool,
    /// Its battle position.
    pub position: BattlePosition,
    /// Its ATK.
    pub atk: i32,
    /// Its DEF.
    pub def: i32,
    /// Its Type, if it is another one than printed.
    pub race: Option<Race>,
    /// Another name it was treated as having.
    pub alias: Option<Arc<str>>,
    /// Whether its effects were negated.
    pub negated: bool,
    /// Counters on it.
    pub counters: u8,
}

words! {
    /// In which way a card moved.
    MoveHow {
        Destroyed = "destroyed",
        Sent = "sent",
        Discarded = "discarded",
        Banished = "banished",
        Tributed = "tributed",
        Material = "material",
        AddedToHand = "added to hand",
        ReturnedToHand = "returned to hand",
        ReturnedToDeck = "returned to deck",
        Drawn = "drawn",
        Summoned = "summoned",
        Attempted = "attempted",
        Activated = "activated",
        Set = "set",
        Equipped = "equipped",
        /// Turned, repositioned, taken control of: not moved at all.
        Stayed = "stayed",
    }
}

/// What became of one card in an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// Which card, in the stay it has afterwards.
    pub card: Ref,
    /// The stay it had before.
    pub was: Stay,
    /// In which way.
    pub how: MoveHow,
    /// What it was before.
    pub before: Snapshot,
    /// What it is now.
    pub after: Snapshot,
}

/// Where a card goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Destination {
    pub zone: Zone,
    pub controller: Player,
    pub face_up: bool,
    pub position: BattlePosition,
}

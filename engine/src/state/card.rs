//! A physical card.

use super::{CardId, Instant, LinkId, Player, Ref, Stay, Zone};
use crate::def::{BattlePosition, Turned};

/// A physical card and what is the case about it now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    /// Index into the library.
    pub def: u16,
    pub owner: Player,
    pub zone: Zone,
    /// On the field its controller, elsewhere the player in whose place it is.
    pub controller: Player,
    pub face_up: bool,
    pub position: BattlePosition,
    /// New with every change of zone.
    pub stay: Stay,
    /// When this stay began.
    pub since: Instant,
    /// Since when its continuous and watching effects count: Summon success, or its own activation beginning to resolve.
    pub in_force: Option<Instant>,
    /// New whenever it is turned face-down or leaves: a copy's own "once per turn" is tied to it.
    pub face: u32,
    /// The turn in which it came to the field, or was Set.
    pub arrived: u32,
    /// The turn in which it was last turned, Summoned or attacked with, so that it cannot change its position.
    pub turned: u32,
    /// The turn in which it last attacked.
    pub attacked: u32,
    /// The link of its own activation, for as long as it lies on the field because of it.
    pub activation: Option<LinkId>,
    /// Goes to the GY when the chain of its activation ends.
    pub waiting: bool,
    /// The link with which it was turned face-up or put on the field, for effects that may only be used later.
    pub flipped_by: Option<LinkId>,
    pub revealed: bool,
    pub counters: u8,
    /// Was Summoned in the way its text asks for.
    pub properly_summoned: bool,
    pub equipped_to: Option<Ref>,
    /// The monster that has defeated it in battle: it is destroyed at the end of the Damage Step.
    pub doomed_by: Option<CardId>,
}

impl Card {
    /// Puts a monster into a position.
    pub(crate) fn turn(&mut self, to: Turned) {
        let (face_up, position) = match to {
            Turned::Attack => (true, BattlePosition::Attack),
            Turned::Defense | Turned::FaceUpDefense => (true, BattlePosition::Defense),
            Turned::FaceDown => (false, BattlePosition::Defense),
            Turned::Other if self.position == BattlePosition::Attack => (true, BattlePosition::Defense),
            Turned::Other => (true, BattlePosition::Attack),
        };
        self.face_up = face_up;
        self.position = position;
    }
}

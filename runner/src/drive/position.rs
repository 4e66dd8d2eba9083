//! Battle positions that are written beside a Summon or a choice, and asked later.

use segoc_format::place::Spanned;
use segoc_format::ruling::CardRef;
use segoc_protocol::{BattlePosition, CardEvent, CardId, Happened, Prompt, Turned};

use super::announce::Announced;
use super::{Driver, Halt};
use crate::transcript::HitchKind;

/// A position that was written beside something already answered.
pub(super) struct Later {
    position: BattlePosition,
    step: usize,
    /// How many events had happened when it was answered.
    since: usize,
}

impl Driver<'_, '_> {
    /// Remembers a position for the question that will ask for it.
    pub(super) fn give_position_later(&mut self, position: BattlePosition, step: usize) {
        self.positions.push(Later { position, step, since: self.told.events.len() });
    }

    /// The position that was written for the cards chosen last, or for this card, about which nobody was asked.
    pub(super) fn announced_position(
        &mut self,
        prompt: &Prompt,
        about: Option<CardId>,
        positions: &[Turned],
    ) -> Turned {
        let later = self.positions.iter().position(|later| turned(later.position, positions).is_some());
        if let Some(found) = later.and_then(|i| turned(self.positions.remove(i).position, positions)) {
            return found;
        }
        let is_meant = |card: &Spanned<CardRef>| about.is_some_and(|about| self.told.cast.is(&card.value, about));
        let announced = self.first_announced(|a| match a {
            Announced::Chooses { player, cards, position: Some(position) } => {
                *player == prompt.player && cards.iter().all(is_meant) && turned(*position, positions).is_some()
            }
            _ => false,
        });
        let Some(index) = announced else { return default_position(positions) };
        self.announced[index].used = true;
        match self.announced[index].what {
            Announced::Chooses { position: Some(position), .. } => turned(position, positions),
            _ => None,
        }
        .unwrap_or_else(|| default_position(positions))
    }

    /// Every written position must have been asked for, or be the one in which a monster was Summoned anyway.
    pub(super) fn positions_were_given(&self) -> Result<(), Halt> {
        match self.positions.iter().find(|later| !self.was_summoned_in(later)) {
            None => Ok(()),
            Some(later) => Err(self.hitch(later.step, HitchKind::PositionNotAsked(later.position))),
        }
    }

    fn was_summoned_in(&self, later: &Later) -> bool {
        let summons = [CardEvent::NormalSummoned, CardEvent::FlipSummoned, CardEvent::SpecialSummoned];
        self.since_event(later.since).iter().any(|told| match &told.what {
            Happened::Cards { are, position: Some(position), .. } => {
                let lies = match position {
                    Turned::Attack => BattlePosition::Attack,
                    _ => BattlePosition::Defense,
                };
                are.iter().any(|word| summons.contains(word)) && lies == later.position
            }
            _ => false,
        })
    }
}

/// The way to lie in a battle position, if it is on offer.
pub(super) fn turned(position: BattlePosition, positions: &[Turned]) -> Option<Turned> {
    let wanted: &[Turned] = match position {
        BattlePosition::Attack => &[Turned::Attack],
        BattlePosition::Defense => &[Turned::Defense, Turned::FaceUpDefense],
    };
    positions.iter().copied().find(|p| wanted.contains(p))
}

/// Attack position, if it is on offer.
pub(super) fn default_position(positions: &[Turned]) -> Turned {
    turned(BattlePosition::Attack, positions).or(positions.first().copied()).unwrap_or(Turned::Attack)
}

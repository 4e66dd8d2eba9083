//! Battle positions that are written beside a Summon or a choice, and asked later.

use segoc_engine::def::{BattlePosition, Turned};
use segoc_engine::{CardId, Prompt};

use super::announce::Announced;
use super::story::{Stop, Story};
use crate::engines::Event;
use crate::outcome::FailureKind;
use crate::ruling::{CardRef, Spanned};

/// A position that was written beside something already answered.
pub(super) struct Later {
    position: BattlePosition,
    step: usize,
    /// The length of the log when it was answered.
    since: usize,
}

impl Story<'_> {
    /// Remembers a position for the question that will ask for it.
    pub(super) fn give_position_later(&mut self, position: BattlePosition, step: usize) {
        self.positions.push(Later { position, step, since: self.table.log().len() });
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
        let is_meant = |card: &Spanned<CardRef>| about.is_some_and(|about| self.is(&card.value, about));
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
    pub(super) fn positions_were_given(&self) -> Result<(), Stop> {
        match self.positions.iter().find(|later| !self.was_summoned_in(later)) {
            None => Ok(()),
            Some(later) => {
                let span = self.ruling.play[later.step].span;
                let message = format!("nobody was asked for the position (`{}`)", later.position);
                Err(self.fail_at(later.step, FailureKind::Unused, span, message).into())
            }
        }
    }

    fn was_summoned_in(&self, later: &Later) -> bool {
        let since = self.table.log().get(later.since..).unwrap_or_default();
        since.iter().any(|told| matches!(told.event, Event::Cards { position: Some(p), .. } if p == later.position))
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

//! Whether what the story means and what the engine means are the same: cards, effects, offers.

use segoc_engine::def::Class;
use segoc_engine::{Action, Ask, CardId, EffectRef, Pool, Prompt};

use super::story::Story;
use crate::ruling::{CardRef, LinkRef, Offer, OfferAction};

impl Story<'_> {
    /// Whether a reference means this card.
    pub(super) fn is(&self, reference: &CardRef, card: CardId) -> bool {
        match reference {
            CardRef::Card(id) => *id == card,
            CardRef::Token(name) => self.table.def(card).is_some_and(|def| def.name == *name),
        }
    }

    /// Whether an effect is one of the card, and the named one if a name is given.
    pub(super) fn is_effect(&self, card: &CardRef, id: Option<&str>, effect: EffectRef) -> bool {
        self.is(card, effect.card) && id.is_none_or(|id| self.effect_id(effect) == Some(id))
    }

    /// The id a card file gives an effect.
    pub(super) fn effect_id(&self, effect: EffectRef) -> Option<&str> {
        self.table.def(effect.card)?.effects.get(effect.effect as usize)?.id.as_deref()
    }

    /// The class of an effect.
    pub(super) fn class(&self, effect: EffectRef) -> Option<Class> {
        self.table.def(effect.card)?.effects.get(effect.effect as usize).map(|e| e.class)
    }

    /// Whether an action of the engine is what an offer names.
    pub(super) fn is_offer(&self, offer: &Offer, action: &Action) -> bool {
        let id = offer.effect.as_deref();
        match (offer.action, action) {
            (OfferAction::Activate, Action::Activate(effect))
            | (OfferAction::SpecialSummon, Action::SpecialSummon(effect)) => self.is_effect(&offer.card, id, *effect),
            (OfferAction::Activate, Action::Trigger(trigger)) => self.is_effect(&offer.card, id, trigger.effect),
            (OfferAction::NormalSummon, Action::NormalSummon(card))
            | (OfferAction::Set, Action::Set(card))
            | (OfferAction::FlipSummon, Action::FlipSummon(card))
            | (OfferAction::ChangePosition, Action::ChangePosition(card))
            | (OfferAction::Attack, Action::Attack(card, _))
            | (OfferAction::Replay, Action::ReplayOn(card, _) | Action::ReplayDirectly(card))
            | (OfferAction::AttackDirectly, Action::AttackDirectly(card)) => self.is(&offer.card, *card),
            _ => false,
        }
    }

    /// Whether an effect that waits or was placed is what an offer names.
    pub(super) fn is_offered_trigger(&self, offer: &Offer, effect: EffectRef) -> bool {
        offer.action == OfferAction::Activate && self.is_effect(&offer.card, offer.effect.as_deref(), effect)
    }

    /// Whether an effect is what a link names.
    pub(super) fn is_link(&self, link: &LinkRef, effect: EffectRef) -> bool {
        self.is_effect(&link.card, link.effect.as_deref(), effect)
    }

    /// The cards these references mean among `pool`, each another one; none if one of them is not there.
    pub(super) fn find_all<'r>(
        &self,
        references: impl IntoIterator<Item = &'r CardRef>,
        pool: &[CardId],
    ) -> Option<Vec<CardId>> {
        let mut found: Vec<CardId> = Vec::new();
        for reference in references {
            found.push(*pool.iter().find(|&&c| self.is(reference, c) && !found.contains(&c))?);
        }
        Some(found)
    }
}

/// What may be done at a window; nothing at other prompts.
pub(super) fn options(prompt: &Prompt) -> &[Action] {
    match &prompt.ask {
        Ask::Act { options } | Ask::Respond { options } => options,
        _ => &[],
    }
}

/// Whether a prompt is a window.
pub(super) fn is_window(prompt: &Prompt) -> bool {
    matches!(prompt.ask, Ask::Act { .. } | Ask::Respond { .. })
}

/// All cards that may be chosen.
pub(super) fn cards_of(pool: &Pool) -> Vec<CardId> {
    match pool {
        Pool::Cards(cards) => cards.clone(),
        Pool::Sets(sets) => {
            let mut all: Vec<CardId> = sets.iter().flatten().copied().collect();
            all.sort_unstable();
            all.dedup();
            all
        }
        Pool::Positions(_) | Pool::Words(_) => Vec::new(),
    }
}

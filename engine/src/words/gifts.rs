//! Which effects a card has: those printed on it, and those it was given.

use std::sync::Arc;

use crate::catalogue::Rule;
use crate::def::{Copied, Given, Modifier, NameSaid, Says};
use crate::flow::Duel;
use crate::state::{CardId, EffectRef};
use crate::words::Applying;

impl Duel {
    /// Whether a card has an effect where it lies: `gemini.normal-until-then`, `continuous.given-effect-is-its-own`.
    pub(crate) fn has_effect(&self, effect: EffectRef) -> bool {
        let def = self.effect(effect);
        let has = match &def.given {
            None => {
                let replaced = || def.applies.is_empty() && self.copies_instead(effect.card);
                return !(self.is_dormant(effect) || self.gives_effects && replaced());
            }
            Some(Given::Gift(gift)) => !self.is_the_same_once_more(effect, gift) && self.is_given(effect.card, gift),
            Some(Given::CopyOf(name)) => {
                self.copied(effect.card).iter().any(|copied| copied.of == NameSaid::Just(name.clone()))
            }
        };
        self.applies_if(has, Rule::ContinuousGivenEffectIsItsOwn);
        has && !self.policy.given.stay_with_the_giver()
    }

    /// Whether an effect of a Gemini monster on the field is one it does not have yet.
    fn is_dormant(&self, effect: EffectRef) -> bool {
        self.state.card(effect.card).zone == crate::state::Zone::Monster && self.has_no_effects_yet(effect.card)
    }

    /// Whether the card has the same gift before: two cards of the duel that give the same give one effect.
    fn is_the_same_once_more(&self, effect: EffectRef, gift: &Arc<crate::def::EffectDef>) -> bool {
        let before = self.def(effect.card).effects.iter().take(usize::from(effect.effect));
        before.into_iter().any(|other| matches!(&other.given, Some(Given::Gift(same)) if **same == **gift))
    }

    fn is_given(&self, card: CardId, gift: &Arc<crate::def::EffectDef>) -> bool {
        self.givers(card, gift) > 0
    }

    /// `continuous.given-by-each`: how many times a card has an effect: a given one from each that gives it.
    pub(crate) fn how_often_it_has(&self, effect: EffectRef) -> usize {
        let Some(Given::Gift(gift)) = &self.effect(effect).given else { return 1 };
        let givers = self.givers(effect.card, gift);
        self.applies_if(givers > 1, Rule::ContinuousGivenByEach);
        if self.policy.given.are_had_once() { givers.min(1) } else { givers }
    }

    fn givers(&self, card: CardId, gift: &Arc<crate::def::EffectDef>) -> usize {
        // What negates is asked whether it applies by what asks what is negated: it does not ask back.
        let negates = gift.applies.iter().any(|m| matches!(m, Modifier::Negated(_)));
        let gives =
            |m: &Modifier| matches!(m, Modifier::Gains(_, given) if Arc::ptr_eq(given, gift) || **given == **gift);
        // Nor does what makes a card unaffected ask whether the card is unaffected by the gift.
        let immune = gift.applies.iter().any(|m| matches!(m, Modifier::Unaffected(..)));
        let gives_it = |a: &&Applying<'_>| match a.modifier {
            Modifier::Gains(affected, _) if immune => self.affects(&a.ctx, affected, card),
            Modifier::Gains(affected, _) => self.reaches(a, affected, card),
            _ => false,
        };
        self.applying(Says::Gains, gives, !negates).iter().filter(gives_it).count()
    }

    /// The effects a card has from others. What a card copies may be that it is unaffected: whether it has copied that cannot be asked of it.
    fn copied(&self, card: CardId) -> Vec<Copied> {
        let copying = self.applying(Says::Copies, |_| true, false);
        let about_it = copying.iter().filter_map(|a| match a.modifier {
            Modifier::Copies(affected, copied) => self.affects(&a.ctx, affected, card).then(|| copied.clone()),
            _ => None,
        });
        about_it.collect()
    }

    fn copies_instead(&self, card: CardId) -> bool {
        self.copied(card).iter().any(|copied| copied.instead)
    }
}

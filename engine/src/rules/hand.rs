//! `hand.*`: monsters that Summon themselves from the hand.

use crate::catalogue::{Refusal, Rule};
use crate::def::{Afterwards, Class, EffectDef, Pick, Place, Step, Word};
use crate::flow::{Bid, Duel};
use crate::state::{EffectRef, Zone};
use crate::words::steps_of;

impl Duel {
    /// `hand.one-self-summon-per-chain`: the chain already has such a trigger.
    pub(crate) fn is_within_the_hand_limit(&self, bid: &Bid) -> Result<(), Refusal> {
        let summons = |effect: EffectRef| summons_itself_from_the_hand(self.effect(effect));
        let Some(chain) = self.state.chain().filter(|_| summons(bid.effect)) else { return Ok(()) };
        let taken_from = chain.links.iter().find_map(|&l| {
            let link = self.state.link(l);
            let from = self.event_at(link.event).and_then(|e| e.cards.first()).map_or(Zone::Hand, |c| c.before.zone);
            self.counts_for_the_hand_limit(link.effect, from).then_some(from)
        });
        let zone = self.state.card(bid.effect.card).zone;
        if chain.links.iter().any(|&l| summons(self.state.link(l).effect)) {
            self.note_exempt(bid);
        }
        if let Some(from) = taken_from
            && self.counts_for_the_hand_limit(bid.effect, zone)
        {
            let refused = self.refuse(Rule::HandOneSelfSummonPerChain);
            return refused.map_err(|r| r.resting_on(self.why_over_the_hand_limit(zone, from)));
        }
        Ok(())
    }

    /// On what it rests that there is one such trigger already: on what they could do, if one of them is not in the hand.
    fn why_over_the_hand_limit(&self, zone: Zone, from: Zone) -> Option<Rule> {
        (zone != Zone::Hand || from != Zone::Hand).then_some(Rule::HandCapabilityCounts)
    }

    /// `hand.capability-counts`, `hand.quick-effects-exempt`: what the effect could do counts, not where this copy is.
    fn counts_for_the_hand_limit(&self, effect: EffectRef, zone: Zone) -> bool {
        let def = self.effect(effect);
        let trigger = def.class == Class::Trigger && !def.mandatory;
        let quick = def.class == Class::Quick;
        summons_itself_from_the_hand(def) && self.policy.hand_limit.counts(trigger, quick, zone == Zone::Hand)
    }
}

/// Whether an effect could be used in the hand (or Deck) to Summon its own card.
fn summons_itself_from_the_hand(def: &EffectDef) -> bool {
    let summons = |step: &Step| match step {
        Step::SpecialSummon { what, .. } | Step::Afterwards(Afterwards::NormalSummon(what)) => {
            what.pick == Pick::These(Word::ThisCard)
        }
        _ => false,
    };
    let hidden = def.from.iter().flatten().any(|p| matches!(p, Place::Hand | Place::Deck));
    hidden && steps_of(def, None).any(summons)
}

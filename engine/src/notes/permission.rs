//! What asking whether something may be done shows.

use crate::catalogue::Rule;
use crate::def::{Class, Once};
use crate::flow::{Bid, Duel, Slot};
use crate::state::Spent;

impl Duel {
    /// Whether a trigger is in time was asked.
    pub(crate) fn note_timing(&self, can_miss: bool, in_time: bool) {
        self.applies_if(can_miss && in_time, Rule::TimingLastEvent);
        self.applies_if(!can_miss && !in_time, Rule::TimingNeverMissed);
    }

    /// An event was found that an activation would answer.
    pub(crate) fn note_answered_event(&self, bid: &Bid) {
        let joins = self.state.chain().is_some_and(|c| !c.links.is_empty()) && bid.slot == Slot::Chain;
        self.applies_if(joins, Rule::AnswersCauseOfLink1);
    }

    /// An effect was found not to be used up.
    pub(crate) fn note_unspent(&self, bid: &Bid) {
        let forgotten = |spent: &Spent| spent.turn == self.state.turn && spent.effect == bid.effect;
        let copy = self.effect(bid.effect).once_per_turn == Some(Once::Copy);
        self.applies_if(copy && self.state.spent.iter().any(forgotten), Rule::LimitCopyForgets);
    }

    /// A quick or mandatory effect that Summons its own card is asked about, with another such effect in the chain.
    pub(crate) fn note_exempt(&self, bid: &Bid) {
        let def = self.effect(bid.effect);
        let exempt = def.class == Class::Quick || def.mandatory;
        self.applies_if(exempt, Rule::HandQuickEffectsExempt);
    }

    /// Something was found to be impossible for a card while an effect resolves.
    pub(crate) fn note_hindered(&self, rule: Rule) {
        match rule {
            Rule::LegalityForbidden => self.applies(Rule::ResolveForbiddenPartFails),
            Rule::ChainUsedCardWaits => self.applies(Rule::ChainUsedCardWaits),
            _ => {}
        }
    }
}

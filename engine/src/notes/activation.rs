//! What activating, resolving and Summoning show.

use crate::catalogue::Rule;
use crate::def::{CauseWord, Class, Modifier, Timing, Who};
use crate::flow::{Duel, Summon};
use crate::state::{EffectRef, Entry, Line, Link, LinkId, Occasion, Reflex, SummonKind};

impl Duel {
    /// A link is about to be added.
    pub(crate) fn note_activation(&self, id: LinkId, effect: EffectRef) {
        let link = self.state.link(id);
        let def = self.effect(effect);
        self.applies(Rule::ChainEveryActivationIsALink);
        self.applies(Rule::SpeedClasses);
        self.applies_if(link.number == 1 && link.speed == 3, Rule::SpeedCounterTrapMayStart);
        let costs = !def.cost.is_empty() || link.bullet.is_some_and(|b| !def.options[b as usize].cost.is_empty());
        self.applies_if(costs, Rule::CostPaidAtActivation);
        self.applies_if(costs, Rule::TimingPaymentIsEarlier);
        let paid = |t: &crate::state::Ref| self.state.card(t.card).since == self.state.clock.now;
        self.applies_if(link.targets.iter().any(paid), Rule::TargetMayBeTheCardPaid);
        let same = |l: &Link| {
            l.effect.effect == effect.effect
                && l.player == link.player
                && self.state.card(l.effect.card).def == self.state.card(effect.card).def
                && l.event >= self.state.turn_began[0]
        };
        let again = self.state.links[..id.0 as usize].iter().any(same);
        self.applies_if(again && def.once_per_turn.is_none() && !def.once_per_chain, Rule::LimitOnlyWhatIsWritten);
        let below = self.state.chain().and_then(|c| c.links.iter().rev().nth(1));
        let answers_a_counter_trap =
            below.is_some_and(|&l| self.state.link(l).speed == 3) && def.class != Class::Trigger;
        self.applies_if(answers_a_counter_trap, Rule::SpeedEqualOrHigher);
        self.applies_if(link.speed > 1 && self.in_damage_step(), Rule::DamageStepAdmission);
        self.note_answer(id);
    }

    /// Whether what a link answers was a question: there were other links, or other events.
    fn note_answer(&self, id: LinkId) {
        let link = self.state.link(id);
        let def = self.effect(link.effect);
        let Some((chain, cause)) = self.state.chain().zip(def.cause.as_ref()).filter(|_| def.class != Class::Trigger)
        else {
            return;
        };
        self.applies_if(link.answers.is_some() && link.number > 2, Rule::AnswersLinkBefore);
        let Occasion { from, to, latest } = chain.occasion;
        let earlier = |i: usize| self.event_at(i).is_some_and(|e| Some(e.deed.at) != latest);
        let last = link.answers.is_none() && cause.timing == Timing::When && (from..to).any(earlier);
        self.applies_if(last, Rule::AnswersLastEventOnly);
    }

    /// A link is about to do what it says.
    pub(crate) fn note_resolution(&self, id: LinkId) {
        let link = self.state.link(id);
        let card = self.state.card(link.effect.card);
        let gone = !self.state.still(link.source) || !card.face_up;
        self.applies_if(gone && !link.left_as_cost, Rule::ResolveEffectWithoutItsCard);
        let others = card.zone.on_field() && card.controller != link.player;
        self.applies_if(others && !self.effect(link.effect).either_player, Rule::ResolveActivatingPlayerKeepsIt);
        let untargeted = link.targets.is_empty() && !self.effect(link.effect).does.is_empty();
        self.applies_if(untargeted && self.chain().len() > 1, Rule::ResolveBoardAsItIs);
    }

    /// Whether the effect of a link is negated was asked.
    pub(crate) fn note_negation(&self, id: LinkId, negated: bool) {
        let spared = self.state.link(id).left_as_cost && self.something_negates();
        self.applies_if(!negated && spared, Rule::CostNotNegated);
    }

    /// A negated activation gives back its limit, its oath, or both.
    pub(crate) fn note_giving_back(&self, link: LinkId, limit: bool, oath: bool) {
        let limited = || self.state.spent.iter().any(|spent| spent.link == link);
        let sworn = || self.state.lingering.iter().any(|l| l.oath_of.is_some_and(|(of, _)| of == link));
        self.applies_if((limit && limited()) || (oath && sworn()), Rule::NegationActivationLeavesNothing);
    }

    /// What waited for the end of a link or an action is about to be done.
    pub(crate) fn note_reflex(&self, reflex: &Reflex) {
        self.applies(Rule::ContinuousAppliesAfterTheLink);
        if let Modifier::Whenever(cause, _) = &*reflex.source.modifier {
            let targeted = cause.any_of.iter().any(|p| p.event == CauseWord::Targeted);
            self.applies_if(targeted, Rule::ContinuousDestroyedAfterTheLink);
        }
    }

    /// The second player's share of a part is about to be done.
    pub(crate) fn note_share(&self, who: Who) {
        if who == Who::EachPlayer {
            self.applies(Rule::SimultaneousTurnPlayerFirst);
            self.applies(Rule::SimultaneousOneMoment);
        }
    }

    /// A Summon was attempted, and negated or not.
    pub(crate) fn note_summon(&self, summon: &Summon, negated: bool) {
        if negated {
            self.applies_if(summon.kind == SummonKind::Tribute, Rule::SummonTributesStayPaid);
            self.applies_if(summon.kind == SummonKind::Special, Rule::SummonNegatedNotCounted);
            self.applies_if(summon.kind != SummonKind::Flip, Rule::SummonNegatedNeverOnTheField);
            self.applies_if(!summon.materials.is_empty(), Rule::SummonMaterialNeedsSuccess);
        } else {
            let mut since = self.log.iter().rev().take_while(|entry| !Entry::is_attempt(entry));
            let answered = since.any(|entry| matches!(entry.line, Line::ChainOver));
            self.applies_if(answered, Rule::SummonOneChainAtTheAttempt);
        }
    }
}

//! What a line of the log shows.

use crate::catalogue::Rule;
use crate::def::CannotBe;
use crate::flow::Duel;
use crate::state::{Event, Line, LinkId, LinkOutcome, MoveHow, Placement, SummonKind, What, Why, Zone};

impl Duel {
    /// A line was written. The rule it names has decided it, except that a trigger is placed by the rule of its group
    /// only if there are several groups, and that the fate of a trigger is no decision but its result.
    pub(crate) fn note_line(&self, index: usize) {
        let Some(entry) = self.log.get(index) else { return };
        match &entry.line {
            Line::Fate { .. } => return,
            Line::Placement(placement) => return self.note_placed(placement, entry.rule),
            Line::Event(event) => self.note_event(event, entry.rule),
            Line::LinkDone { link, outcome, reason } => self.note_done(*link, *outcome, *reason),
            Line::ChainComplete(_)
            | Line::Triggered { .. }
            | Line::Chosen { .. }
            | Line::ChainOver
            | Line::AttackEnded { .. }
            | Line::Ended(_) => {}
        }
        self.applies_all(entry.rule);
    }

    fn note_event(&self, event: &Event, rule: Option<Rule>) {
        match event.what {
            What::Attempted(..) => self.applies(Rule::SummonNotYetOnTheField),
            // By an effect there is no attempt at which it could be negated.
            What::Summoned(SummonKind::Special, ..) if !matches!(event.deed.cause, Why::Action(_)) => {
                self.applies(Rule::SummonNegatableAttempt);
            }
            What::BecameMaterial(..) => self.applies(Rule::SummonMaterialNeedsSuccess),
            What::EffectNegated(link) => self.applies_if(self.has_cost(link), Rule::CostNotRefunded),
            What::ActivationNegated(link, by) => {
                let source = self.state.link(link).effect.card;
                let kept = self.may_be(source, CannotBe::DestroyedByCardEffects, by).is_err();
                self.applies_if(kept, Rule::NegationWithoutDestroying);
            }
            What::Moved if leaves_after_a_chain(rule) => {
                let negated = event.cards.iter().any(|c| c.before.zone == Zone::Limbo);
                self.applies_if(negated, Rule::NegationBareNegatedLeaveAtTheEnd);
                let used = event.cards.iter().any(|c| self.def(c.card.card).monster().is_none());
                self.applies_if(used, Rule::ChainUsedCardsLeaveWithTheLastEvent);
            }
            _ => {}
        }
        let tributes = |c: &crate::state::Changed| c.how == MoveHow::Tributed;
        let by_action = matches!(event.deed.cause, Why::Action(_));
        self.applies_if(by_action && event.cards.iter().any(tributes), Rule::TimingPaymentIsEarlier);
    }

    fn note_done(&self, link: LinkId, outcome: LinkOutcome, reason: Option<Rule>) {
        match outcome {
            LinkOutcome::WithoutEffect if reason != Some(Rule::QuickMandatoryAnswersTheLinkBelow) => {
                self.applies(Rule::NegationNegatedEffectResolves);
            }
            LinkOutcome::ActivationNegated => self.applies_if(self.has_cost(link), Rule::CostNotRefunded),
            _ => {}
        }
    }

    fn has_cost(&self, link: LinkId) -> bool {
        !self.effect(self.state.link(link).effect).cost.is_empty()
    }

    /// A trigger or a mandatory quick effect was placed, or none of several.
    fn note_placed(&self, placement: &Placement, rule: Option<Rule>) {
        if rule == Some(Rule::QuickMandatoryAfterTriggers) {
            self.applies(Rule::QuickMandatoryAfterTriggers);
            self.applies(Rule::QuickMandatoryAnswersTheLinkBelow);
            let owed = self.state.pendings.iter().filter(|p| p.owed && p.batched).count();
            return self.applies_if(owed > 1, Rule::QuickMandatoryAll);
        }
        self.applies_if(placement.offered.len() > 1, Rule::SegocPlayerOrdersOwn);
        let follows = self.state.chain().is_some_and(|chain| !chain.links.is_empty());
        let Some(pending) = placement.placed.and_then(|id| self.pending(id)).filter(|_| follows) else { return };
        self.applies(Rule::SegocOneChain);
        self.applies(Rule::SpeedTriggersFollowEachOther);
        self.applies_if(self.follows_a_trap(pending.effect), Rule::SegocSpellSpeedDoesNotMatter);
    }
}

fn leaves_after_a_chain(rule: Option<Rule>) -> bool {
    matches!(rule, Some(Rule::ChainUsedCardsLeaveWithTheLastEvent | Rule::NegationBareNegatedLeaveAtTheEnd))
}

//! `answers.*`: what a response may respond to: the link directly before it, and the events of its occasion.
//!
//! Elsewhere: `answers.only-what-targets` and `answers.a-monster-where-it-lies` in `words/matching.rs` (`is_targeting`, `takes_no_monster`).

use crate::catalogue::{Refusal, Rule};
use crate::def::{Alternative, Cause, CauseWord, Class, Group, Including, LpChange, Pattern, Pick, Step, Timing};
use crate::flow::{Bid, Duel, Slot};
use crate::state::{Board, CardId, LinkId, Player, Ref, What, Why};
use crate::words::{Ctx, parts_of};

/// What an activation answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answered {
    /// "That card".
    pub those: Vec<Ref>,
    /// "That activation".
    pub link: Option<LinkId>,
    /// "That amount".
    pub amount: i32,
}

/// The rules by which there may be nothing to answer.
const NOTHING_ANSWERED: &[Rule] = &[
    Rule::LegalityConditionNotMet,
    Rule::AnswersLinkBefore,
    Rule::AnswersCertainDoing,
    Rule::AnswersOnlyWhatTargets,
    Rule::AnswersCardNotEffect,
    Rule::SummonOnlyLink1Negates,
    Rule::AnswersLastEventOnly,
    Rule::AnswersCostNotInItsChain,
    Rule::AnswersOneChainPerEvent,
];

/// What only looks at the board.
impl Board {
    /// The links of the chain a response would be added to.
    fn links_below(&self, bid: &Bid) -> &[LinkId] {
        match (self.chain(), bid.slot) {
            (Some(chain), Slot::Chain) => &chain.links[..],
            _ => &[],
        }
    }

    /// Whether a link would negate the very activation that put a card on the field: then it will not have been there.
    fn is_being_negated(&self, link: LinkId, card: CardId) -> bool {
        let negates = self.negates_something(self.link(link).effect);
        let answered = self.link(link).answers.map(|l| self.link(l));
        negates && answered.is_some_and(|l| l.card_activation && l.effect.card == card)
    }
}

impl Duel {
    /// What the activation would answer; `None` if its text answers nothing. Triggers are not asked: their window is
    /// their answer.
    pub(crate) fn answers(&self, bid: &Bid) -> Result<Option<Answered>, Refusal> {
        let effect = self.effect(bid.effect);
        let Some(cause) = &effect.cause else { return Ok(None) };
        if bid.pending.is_some() || effect.class == Class::Trigger {
            return Ok(None);
        }
        let ctx = self.ctx(bid.effect, bid.player);
        if let Some(answered) = self.answered_link(&ctx, cause, bid).or_else(|| self.answered_event(&ctx, cause, bid)) {
            return Ok(Some(answered));
        }
        let why = || self.why_nothing_is_answered(&ctx, cause, bid);
        self.refuse_by_one_of(NOTHING_ANSWERED, bid.told_why, why).map(|()| None)
    }

    /// `answers.link-before`: an activation can be answered only by the link directly after it.
    fn answered_link(&self, ctx: &Ctx, cause: &Cause, bid: &Bid) -> Option<Answered> {
        self.policy.answers.in_reach(self.state.links_below(bid)).iter().rev().find_map(|&link| {
            let those = self.link_meets(ctx, cause, link)?;
            Some(Answered { those, link: Some(link), amount: 0 })
        })
    }

    fn link_meets(&self, ctx: &Ctx, cause: &Cause, link: LinkId) -> Option<Vec<Ref>> {
        // What is targeted is told right after the activation.
        let activated = self.state.link(link).event;
        let targeted = self.event_at(activated + 1).filter(|e| e.what == What::Targeted(link)).map(|_| activated + 1);
        cause.any_of.iter().filter(|p| p.is_done_by_activating()).find_map(|p| match p.event {
            CauseWord::Targeted => self.meets(ctx, p, targeted?),
            _ => self.meets(ctx, p, activated),
        })
    }

    /// `answers.cause-of-link-1`, `answers.last-event-only`: an event of the occasion, for "when" in its last instant.
    fn answered_event(&self, ctx: &Ctx, cause: &Cause, bid: &Bid) -> Option<Answered> {
        if !self.policy.answers.reaches_the_event(self.state.links_below(bid).len()) {
            return None;
        }
        if self.state.is_too_late_for_the_attempt(cause, self.state.links_below(bid).len()) {
            return None;
        }
        let (mut those, mut amount): (Option<Vec<Ref>>, i32) = (None, 0);
        for index in bid.occasion.from..bid.occasion.to {
            let last = self.event_at(index).is_some_and(|e| Some(e.deed.at) == bid.occasion.latest);
            if cause.timing == Timing::When && !last {
                continue;
            }
            if let Some(cards) = self.event_meets(ctx, cause, index) {
                those.get_or_insert_default().extend(cards);
                amount = amount.saturating_add(self.amount_of_event(index));
            }
        }
        let those = those?;
        self.note_answered_event(bid);
        Some(Answered { those, link: None, amount })
    }

    fn event_meets(&self, ctx: &Ctx, cause: &Cause, index: usize) -> Option<Vec<Ref>> {
        cause.any_of.iter().filter(|p| !p.is_done_by_activating()).find_map(|p| self.meets(ctx, p, index))
    }

    /// The rule by which an event of the occasion that meets the cause cannot be answered by this link.
    fn out_of_reach(&self, ctx: &Ctx, cause: &Cause, bid: &Bid) -> Option<Rule> {
        let met = (bid.occasion.from..bid.occasion.to).any(|i| self.event_meets(ctx, cause, i).is_some());
        let attempt = self.state.is_too_late_for_the_attempt(cause, self.state.links_below(bid).len());
        met.then_some(if attempt { Rule::SummonOnlyLink1Negates } else { Rule::AnswersLastEventOnly })
    }

    /// The rule that says why there is nothing to answer, the most telling one first: `answers.link-before`,
    /// `answers.certain-doing`, `answers.only-what-targets`, `answers.card-not-effect`, `answers.last-event-only`, `answers.cost-not-in-its-chain`,
    /// `answers.one-chain-per-event`.
    fn why_nothing_is_answered(&self, ctx: &Ctx, cause: &Cause, bid: &Bid) -> Rule {
        let links = self.state.chain().map_or(&[][..], |c| &c.links[..]);
        if links.iter().any(|&l| self.link_meets(ctx, cause, l).is_some()) {
            return Rule::AnswersLinkBefore;
        }
        if links.last().is_some_and(|&l| self.is_only_possible(ctx, cause, l)) {
            return Rule::AnswersCertainDoing;
        }
        if links.last().is_some_and(|&l| self.does_not_target_so(ctx, cause, l)) {
            return Rule::AnswersOnlyWhatTargets;
        }
        if links.last().is_some_and(|&l| self.is_effect_of_the_card_answered(ctx, cause, l)) {
            return Rule::AnswersCardNotEffect;
        }
        let met = |from: usize, to: usize| (from..to).find(|&i| self.event_meets(ctx, cause, i).is_some());
        if let Some(rule) = self.out_of_reach(ctx, cause, bid) {
            return rule;
        }
        let began = self.state.chain().map_or(self.log.len(), |c| c.began);
        if let Some(index) = met(began, self.log.len())
            && self.event_at(index).is_some_and(|e| matches!(e.deed.cause, Why::Cost(_)))
        {
            return Rule::AnswersCostNotInItsChain;
        }
        if met(self.state.turn_began[0], self.log.len()).is_some() {
            return Rule::AnswersOneChainPerEvent;
        }
        Rule::LegalityConditionNotMet
    }

    /// `answers.certain-doing`: how many cards of a group a link, as the board is now, would certainly destroy: not by an optional
    /// part, nor by a choice that could fall on other cards.
    pub(crate) fn would_certainly_destroy(&self, ctx: &Ctx, link: LinkId, group: &Group) -> usize {
        let of_link = self.ctx_of_link(link);
        let (effect, bullet) = (self.state.link(link).effect, self.state.link(link).bullet);
        let belongs = |id: &CardId| {
            !self.state.is_being_negated(link, *id) && self.in_group(ctx, group, *id, &self.snapshot(*id), ctx.player)
        };
        parts_of(self.effect(effect), bullet).map(|step| self.destroyed_by(&of_link, step, &belongs)).sum()
    }

    /// How many cards of some kind a part will destroy: of several things to pick from, or that a coin or a die decides on, the least.
    fn destroyed_by(&self, ctx: &Ctx, step: &Step, belongs: &dyn Fn(&CardId) -> bool) -> usize {
        let possible = self.possible_is_enough();
        let by =
            |a: &&Alternative| -> usize { a.does.iter().map(|part| self.destroyed_by(ctx, &part.step, belongs)).sum() };
        let of_any = |of: Vec<usize>| {
            let which = if possible { of.into_iter().max() } else { of.into_iter().min() };
            which.unwrap_or(0)
        };
        let selection = match step {
            Step::Destroy(selection) => selection,
            Step::OneOf(_, alternatives) => {
                return of_any(alternatives.iter().filter(|a| self.is_possible(ctx, a)).map(|a| by(&a)).collect());
            }
            Step::ByChance(results) => return of_any(results.iter().map(|a| by(&a)).collect()),
            step if step.is_wrapped() && (possible || self.is_certain(ctx, step)) => {
                return self.destroyed_by(ctx, step.inner(), belongs);
            }
            _ => return 0,
        };
        let least = match &selection.pick {
            Pick::Choose(count, _) => self.asked_for(ctx, count).0,
            Pick::Random(count, _) => self.amount(ctx, count, 0).max(0) as usize,
            Pick::These(_) | Pick::All(_) | Pick::Top(_) => usize::MAX,
        };
        let of_player = |player: Player| {
            let (fit, others): (Vec<_>, Vec<_>) = self.pool(ctx, selection, player).into_iter().partition(belongs);
            if possible { fit.len() } else { fit.len().min(least.saturating_sub(others.len())) }
        };
        self.addressed(ctx, selection.who).into_iter().map(of_player).sum()
    }

    /// `answers.certain-doing`: what an effect would only possibly do is not enough.
    fn possible_is_enough(&self) -> bool {
        self.policy.doings.possible_is_enough()
    }

    /// `answers.certain-doing`: whether a link, as the board is now, would certainly inflict damage to such a player.
    pub(crate) fn would_certainly_damage(&self, link: LinkId, is_it: impl Fn(Player) -> bool) -> bool {
        let of_link = self.ctx_of_link(link);
        let (effect, bullet) = (self.state.link(link).effect, self.state.link(link).bullet);
        parts_of(self.effect(effect), bullet).any(|step| self.damages(&of_link, step, &is_it))
    }

    /// Whether a part will inflict damage: of several things to pick from, each that can be done must.
    fn damages(&self, ctx: &Ctx, step: &Step, is_it: &dyn Fn(Player) -> bool) -> bool {
        let possible = self.possible_is_enough();
        match if possible { step.inner() } else { step } {
            Step::Damage(who, _) | Step::GainLp(who, _) => {
                let of = if matches!(step.inner(), Step::GainLp(..)) { LpChange::Gain } else { LpChange::EffectDamage };
                self.addressed(ctx, *who).into_iter().any(|player| is_it(player) && self.is_damage_by_now(player, of))
            }
            Step::OneOf(_, alternatives) | Step::ByChance(alternatives) => {
                let does = |a: &&Alternative| a.does.iter().any(|part| self.damages(ctx, &part.step, is_it));
                let chance = matches!(step, Step::ByChance(_));
                let able: Vec<&Alternative> =
                    alternatives.iter().filter(|a| chance || self.is_possible(ctx, a)).collect();
                able.iter().any(does) && (possible || able.iter().all(does))
            }
            Step::OnlyIf(condition, step) => self.holds(ctx, condition) && self.damages(ctx, step, is_it),
            _ => false,
        }
    }

    /// `continuous.life-points-otherwise`: whether life points that would change so are damage, as what applies now has it.
    fn is_damage_by_now(&self, player: Player, of: LpChange) -> bool {
        let becomes = self.life_points_become(player, of, 1).1;
        becomes != LpChange::Gain
    }

    /// Whether a part will be done: it is not optional, and its condition holds.
    fn is_certain(&self, ctx: &Ctx, step: &Step) -> bool {
        match step {
            Step::OnlyIf(condition, step) => self.holds(ctx, condition) && self.is_certain(ctx, step),
            step => !step.is_optional(),
        }
    }

    /// `answers.includes`: an effect includes a part although its player may leave it out or it may turn out not to be
    /// done.
    pub(crate) fn is_included(&self, ctx: &Ctx, step: &Step) -> bool {
        self.policy.doings.are_included(self.is_certain(ctx, step))
    }

    /// Whether the last link would be answered if it were enough that it destroys something.
    fn is_only_possible(&self, ctx: &Ctx, cause: &Cause, link: LinkId) -> bool {
        let event = self.state.link(link).event;
        cause.any_of.iter().any(|p| {
            let doing = match (&p.destroying, p.damaging) {
                (Some(_), _) => Including::Destroy,
                (None, Some(_)) => Including::Damage,
                (None, None) => return false,
            };
            self.link_includes(link, doing, &[]) && {
                let wider = Pattern { destroying: None, damaging: None, ..p.clone() };
                self.meets(ctx, &wider, event).is_some()
            }
        })
    }

    /// Whether the last link would be answered if it targeted what the cause says.
    fn does_not_target_so(&self, ctx: &Ctx, cause: &Cause, link: LinkId) -> bool {
        let event = self.state.link(link).event;
        let mut patterns = cause.any_of.iter().filter(|p| p.targeting.is_some());
        patterns.any(|p| self.meets(ctx, &Pattern { targeting: None, ..p.clone() }, event).is_some())
    }

    /// Whether the last link would be answered if the card itself, not its effect, had been activated.
    fn is_effect_of_the_card_answered(&self, ctx: &Ctx, cause: &Cause, link: LinkId) -> bool {
        let event = self.state.link(link).event;
        cause.any_of.iter().any(|p| {
            p.event == CauseWord::CardActivated && {
                let mut wider = p.clone();
                wider.event = CauseWord::Activated;
                self.meets(ctx, &wider, event).is_some()
            }
        })
    }
}

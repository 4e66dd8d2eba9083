//! `negation.*`: negated activations, negated effects, negated Summons.
//!
//! Elsewhere: `negation.activation-leaves-nothing` in `rules/limit.rs` (`give_back`),
//! `negation.bare-negated-leave-at-the-end` in `rules/chain.rs` (`send_used_cards`) and `rules/summon/attempt.rs`
//! (`summon_failed`), `negation.says-so-of-itself` in `words/layers.rs` (`says_so_while_it_waits`).

use crate::catalogue::Rule;
use crate::def::{Affected, By, CannotBe, Modifier, Negated, Says, Step, Unnegatable};
use crate::flow::{Duel, Flow};
use crate::state::{Attack, Board, CardId, EffectRef, Line, LinkId, LinkNegated, LinkOutcome, Player, Ref, What, Why};
use crate::steps::Outcome;
use crate::words::{Ctx, Doing, steps_of};

/// What only looks at the board.
impl Board {
    fn answered_link_of(&self, ctx: &Ctx) -> Option<LinkId> {
        self.link(ctx.link?).answers
    }
}

impl Duel {
    /// `negation.negated-link-is-skipped`: it does not resolve, and is no thing that happened.
    pub(crate) fn skip_link(&mut self, link: LinkId) -> Flow<()> {
        if self.policy.skipped_link.happens() {
            self.new_instant()?;
            self.emit(Why::Link(link), Rule::NegationNegatedLinkIsSkipped, What::Resolves(link), Vec::new());
        }
        self.give_back(link);
        self.refund(link);
        let rule = Rule::NegationNegatedLinkIsSkipped;
        self.say(rule, Line::LinkDone { link, outcome: LinkOutcome::ActivationNegated, reason: Some(rule) });
        Ok(())
    }

    /// `negation.negated-effect-resolves`: a link whose effect is negated is not skipped. Only who believes otherwise
    /// asks before it begins to resolve.
    pub(crate) fn is_skipped_with_its_effect(&self, link: LinkId) -> bool {
        self.policy.skipped_link.takes_negated_effects() && self.has_negated_effect(link)
    }

    fn has_negated_effect(&self, id: LinkId) -> bool {
        let link = self.state.link(id);
        let card = link.source.card;
        if self.cannot_be_negated(link.effect, Unnegatable::Effect) || self.is_kept_as_activated(card, link.player) {
            return false;
        }
        let on_field = self.state.card(card).zone.on_field();
        // Off the field what negates cards wherever they lie reaches it, if it speaks of the card also where that was activated.
        let shown = self.event_at(link.event).and_then(|e| e.cards.first());
        let everywhere = || shown.is_some_and(|shown| self.would_be_negated(card, &shown.after));
        let reached = if on_field { self.state.still(link.source) } else { self.something_negates() && everywhere() };
        link.negated == LinkNegated::Effect
            || self.is_negated_as_activated(id)
            || (reached && self.is_negated(card))
            || (!on_field && self.is_negated_where_it_was_activated(id))
            || self.is_negated_for_where_it_was(id)
            || (self.policy.costs.are_negated_where_paid() && self.would_have_been_negated(id))
    }

    /// `negation.only-where-it-lies`: whether an effect that is activated elsewhere is negated because its card was, on the field.
    fn is_negated_for_where_it_was(&self, id: LinkId) -> bool {
        let link = self.state.link(id);
        let elsewhere = !self.state.card(link.source.card).zone.on_field() && !link.left_as_cost;
        let negated = || self.as_it_left(link.source.card).is_some_and(|was| was.negated);
        let was = elsewhere && self.state.still(link.source) && negated();
        self.applies_if(was, Rule::NegationOnlyWhereItLies);
        was && self.policy.negation.follows_cards()
    }

    /// `negation.as-it-was-activated`: whether what applies now negates effects that were activated so: it looks at what their card was then.
    fn is_negated_as_activated(&self, id: LinkId) -> bool {
        let link = self.state.link(id);
        let card = link.source.card;
        self.modifiers(Says::NegatesEffects).iter().any(|a| {
            let Modifier::NegatesEffects(cause) = a.modifier else { return false };
            let why = Why::Reflex(a.ctx.effect, a.ctx.player);
            let so = self.meets_cause(&a.ctx, cause, link.event).is_some();
            let negates = so
                && !self.is_rid_of(card, why)
                && self.may_be_by(card, CannotBe::EffectNegated, a.ctx.player, why).is_ok();
            self.applies(Rule::NegationAsItWasActivated);
            negates
        })
    }

    /// `negation.where-it-was-activated`: whether what negates the effects of Spells or Traps on the field negates that of one that was activated there
    /// and has left. `cost.not-negated`: of monsters it is not said.
    fn is_negated_where_it_was_activated(&self, id: LinkId) -> bool {
        let link = self.state.link(id);
        let card = link.source.card;
        let shown = self.event_at(link.event).and_then(|event| event.cards.first());
        let Some(was) = shown.map(|shown| &shown.after).filter(|was| was.zone.on_field()) else { return false };
        if self.kind_of_effect(link.effect) == By::MonsterEffect {
            return false;
        }
        let negated = self.modifiers(Says::Negated).iter().any(|a| {
            let Modifier::Negated(Affected::Group(group)) = a.modifier else { return false };
            let why = Why::Reflex(a.ctx.effect, a.ctx.player);
            self.in_group(&a.ctx, group, card, was, a.ctx.player)
                && !self.is_rid_of(card, why)
                && self.may_be_by(card, CannotBe::EffectNegated, a.ctx.player, why).is_ok()
        });
        self.applies_if(negated, Rule::NegationWhereItWasActivated);
        negated && !self.policy.negation.lets_go_what_has_left()
    }

    /// `negation.negated-effect-resolves`, `negation.effect-keeps-restriction`: negated by a link, or by what applies to its card where that lies.
    /// `cost.not-negated`: not if the card has left the field.
    pub(crate) fn effect_is_negated(&mut self, id: LinkId) -> bool {
        let negated = self.has_negated_effect(id);
        self.note_negation(id, negated);
        if negated {
            let cards = vec![self.touched(self.state.link(id).source.card)];
            self.state.link_mut(id).negated = LinkNegated::Effect;
            self.emit(Why::Link(id), Rule::NegationNegatedEffectResolves, What::EffectNegated(id), cards);
        }
        negated
    }

    /// Negates what the effect answers. `negation.without-destroying`: destroying the card is another part.
    pub(crate) fn negate(&mut self, ctx: &mut Ctx, what: Negated) -> Outcome {
        match what {
            Negated::ThatActivation => self.negate_activation(ctx),
            Negated::ThatEffect => self.negate_effect(ctx),
            Negated::ThatSummon => self.negate_summon(ctx),
            Negated::ThatAttack => self.negate_attack(ctx),
            Negated::NextAttack => self.negate_next_attack(ctx),
            Negated::EveryOtherActivation => self.negate_all_others(ctx),
            Negated::ThatSummonOrActivation => match self.state.answered_link_of(ctx) {
                Some(_) => self.negate_activation(ctx),
                None => self.negate_summon(ctx),
            },
        }
    }

    fn negate_activation(&mut self, ctx: &Ctx) -> Outcome {
        let Some(link) = self.state.answered_link_of(ctx) else { return Outcome::NotDone };
        let source = self.state.link(link).effect.card;
        if self.is_kept_from_negation(ctx, self.state.link(link).effect, Unnegatable::Activation) {
            return Outcome::NotDone;
        }
        let cards = vec![self.touched(source)];
        let destroys = steps_of(self.effect(ctx.effect), None).any(|s| matches!(s, Step::Destroy(_)));
        if destroys && self.fails_without_the_destruction(ctx, source) {
            return Outcome::NotDone;
        }
        self.state.link_mut(link).negated = LinkNegated::Activation;
        // It waits for nothing any more: it may go anywhere.
        self.state.card_mut(source).waiting = false;
        self.emit(ctx.cause, ctx.rule, What::ActivationNegated(link, ctx.player), cards);
        self.send_negated_card(link, destroys);
        Outcome::Done
    }

    /// `negation.every-other-link`: each link of the chain that has not resolved yet, whatever it answers.
    fn negate_all_others(&mut self, ctx: &mut Ctx) -> Outcome {
        let mine = ctx.link;
        let others = |link: &LinkId| Some(*link) != mine && !self.state.link(*link).done;
        let negatable =
            |link: &LinkId| !self.is_kept_from_negation(ctx, self.state.link(*link).effect, Unnegatable::Activation);
        let links: Vec<LinkId> = self.chain().iter().copied().filter(others).filter(negatable).collect();
        let links = self.policy.negation.reach_of_a_sweep(links);
        for &link in links.iter().rev() {
            let source = self.state.link(link).effect.card;
            self.state.link_mut(link).negated = LinkNegated::Activation;
            self.state.card_mut(source).waiting = false;
            let cards = vec![self.touched(source)];
            self.emit(ctx.cause, Rule::NegationEveryOtherLink, What::ActivationNegated(link, ctx.player), cards);
        }
        ctx.those = links.iter().map(|&link| self.state.link(link).source).collect();
        Outcome::of(links.len())
    }

    fn negate_effect(&mut self, ctx: &Ctx) -> Outcome {
        let Some(link) = self.state.answered_link_of(ctx) else { return Outcome::NotDone };
        if self.is_kept_from_negation(ctx, self.state.link(link).effect, Unnegatable::Effect) {
            return Outcome::NotDone;
        }
        if self.state.link(link).negated == LinkNegated::No {
            self.state.link_mut(link).negated = LinkNegated::Effect;
        }
        Outcome::Done
    }

    /// `negation.says-it-cannot-be`: whether the text of an effect says that it cannot be negated.
    pub(crate) fn cannot_be_negated(&self, effect: EffectRef, what: Unnegatable) -> bool {
        self.is_heeded(self.effect(effect).cannot_be_negated.contains(&what))
    }

    /// Whether it is said that something cannot be negated, and heeded.
    fn is_heeded(&self, said: bool) -> bool {
        self.applies_if(said, Rule::NegationSaysItCannotBe);
        said && !self.policy.negation.reaches_whatever_it_says()
    }

    /// `negation.says-it-cannot-be`: whether something says of a card that its activated effects cannot be negated.
    fn is_kept_as_activated(&self, card: CardId, player: Player) -> bool {
        self.is_heeded(self.may_be(card, CannotBe::ActivatedEffectNegated, player).is_err())
    }

    /// Whether what was activated with a card cannot be negated. `immunity.not-the-card-itself`: that the card is unaffected by effects
    /// is no reason.
    fn is_kept_from_negation(&self, ctx: &Ctx, effect: EffectRef, what: Unnegatable) -> bool {
        let source = effect.card;
        let as_activated = || self.is_kept_as_activated(source, self.state.card(source).controller);
        if self.cannot_be_negated(effect, what) || (what == Unnegatable::Effect && as_activated()) {
            return true;
        }
        let doing = match what {
            Unnegatable::Activation => CannotBe::ActivationNegated,
            Unnegatable::Effect => CannotBe::EffectNegated,
        };
        let may = self.may_be_by(source, doing, ctx.player, ctx.cause);
        may.inspect_err(|refusal| self.note_hindered(refusal.rule)).is_err()
            || self.is_kept_by_the_unaffected(ctx, source)
    }

    /// `negation.negated-already`: the cards a modifier would negate for a time that are negated already; it is not applied to these. One that
    /// the effect itself has Summoned came to the field so.
    pub(crate) fn negated_already(&self, ctx: &Ctx, modifier: &Modifier) -> Vec<Ref> {
        if !matches!(modifier, Modifier::Negated(_)) || self.policy.negation.adds() {
            return Vec::new();
        }
        let cards = modifier.laid_on().into_iter().flat_map(|word| self.meant_by(ctx, word).into_owned());
        let already = |card: &Ref| {
            let on_field = self.state.still(*card) && self.state.card(card.card).zone.on_field();
            on_field && self.is_negated(card.card) && !self.has_summoned(ctx, *card)
        };
        let found: Vec<Ref> = cards.filter(already).collect();
        self.applies_if(!found.is_empty(), Rule::NegationNegatedAlready);
        found
    }

    fn negate_summon(&mut self, ctx: &mut Ctx) -> Outcome {
        let negated = self.negated_of_the_attempt(ctx);
        let Some(attempt) = self.state.attempt.as_mut().filter(|_| !negated.is_empty()) else {
            return Outcome::NotDone;
        };
        attempt.negated.extend(&negated);
        ctx.those = negated.iter().map(|&id| self.state.reference(id)).collect();
        let cards = negated.iter().map(|&id| self.touched(id)).collect();
        self.emit(ctx.cause, ctx.rule, What::SummonNegated, cards);
        Outcome::Done
    }

    pub(crate) fn negate_attack(&mut self, ctx: &Ctx) -> Outcome {
        // `replay.attacker-gone`: what has ended cannot be negated.
        let goes_on = |attack: &&Attack| !attack.negated && self.state.still_attacks(attack);
        let Some(attacker) =
            self.state.attack_that_counts().filter(|attack| goes_on(attack)).map(|attack| attack.attacker.card)
        else {
            self.applies_if(self.state.attack.is_some(), Rule::ReplayAttackerGone);
            return Outcome::NotDone;
        };
        if self.affected(ctx, vec![attacker], Doing::Affects).is_empty() {
            return Outcome::NotDone;
        }
        if let Some(attack) = &mut self.state.attack {
            attack.negated = true;
        }
        let cards = vec![self.touched(attacker)];
        self.emit(ctx.cause, ctx.rule, What::AttackNegated, cards);
        Outcome::Done
    }
}

//! `resolve.*`: what a link does when its turn comes.

use std::sync::Arc;

use crate::catalogue::Rule;
use crate::def::{By, CardKind, Count, Part, SpellKind, TrapKind};
use crate::flow::{Duel, Flow, Frame, Progress, Resolving};
use crate::state::{CardId, Line, LinkId, LinkNegated, LinkOutcome, Player, What, Why, Zone};
use crate::steps::Outcome;
use crate::words::Ctx;

impl Duel {
    /// `resolve.so-many-or-none`: whether there are fewer cards than the number an effect says. "As many as possible" has no such
    /// number.
    pub(crate) fn is_short_of_what_it_says(&self, ctx: &Ctx, count: &Count, there: usize) -> bool {
        let least = self.asked_for(ctx, count).0;
        *count != Count::AsManyAsPossible && self.is_too_few(there, least, Rule::ResolveSoManyOrNone)
    }

    /// Resolves the next link of the chain; after the last one the chain is over.
    pub(crate) fn resolve_next(&mut self) -> Flow<()> {
        self.close_instant()?;
        let Some(link) = self.state.chains.last_mut().and_then(|chain| chain.left.pop()) else {
            self.push(Frame::ChainEnd);
            return Ok(());
        };
        self.push(Frame::Resolve);
        self.state.link_mut(link).done = true;
        if self.state.link(link).negated == LinkNegated::Activation || self.is_skipped_with_its_effect(link) {
            return self.skip_link(link);
        }
        self.new_instant()?;
        let source = self.touched(self.state.link(link).effect.card);
        self.emit(Why::Link(link), self.rule_of_the_order(), What::Resolves(link), vec![source]);
        match self.begin_to_resolve(link)? {
            Ok(ctx) => self.carry_on(Box::new(Resolving { link, ctx, progress: Progress::NONE })),
            Err((outcome, rule)) => self.link_is_done(link, outcome, Some(rule)),
        }
    }

    fn link_is_done(&mut self, link: LinkId, outcome: LinkOutcome, reason: Option<Rule>) -> Flow<()> {
        self.say(reason, Line::LinkDone { link, outcome, reason });
        // A "then" that was never reached has opened nothing.
        self.state.clock.fresh = false;
        self.state.turned_up.clear();
        if self.reacts_before_the_summon() {
            self.react_to_a_link()?;
        }
        self.drop_what_ended(false);
        self.upkeep();
        Ok(())
    }

    /// `resolve.lost-life-points`: life points that are lost, or become an amount, are neither damage nor a gain nor a cost. By how
    /// many they change.
    pub(crate) fn life_points_become_so_many(&mut self, ctx: &Ctx, player: Player, to: i32) -> i32 {
        let by = to.saturating_sub(self.state.lp[player.index()]);
        if by == 0 {
            return 0;
        }
        if self.policy.lost_lp.are_damage() {
            return self.gain_or_take_damage(ctx, player, by);
        }
        self.change_lp(player, by);
        self.emit(ctx.cause, Some(Rule::ResolveLostLifePoints), What::LpBecame(player, to), Vec::new());
        by.abs()
    }

    /// The effect that is answered becomes another one, which its own player carries out as theirs; what is no part of that effect, as a
    /// restriction of the turn, stays.
    pub(crate) fn makes_that_effect(&mut self, ctx: &Ctx, does: &Arc<Vec<Part>>) -> Outcome {
        let Some(answered) = ctx.link.and_then(|link| self.state.link(link).answers) else { return Outcome::NotDone };
        if self.state.link(answered).done || self.state.link(answered).negated == LinkNegated::Activation {
            return Outcome::NotDone;
        }
        self.state.link_mut(answered).becomes = Some(Arc::clone(does));
        Outcome::Done
    }

    /// `resolve.made-to-tribute`: whether a player tributes because another player's effect makes them.
    pub(crate) fn is_made_to_tribute(&self, who: Player, by: Player) -> bool {
        self.applies_if(who != by, Rule::ResolveMadeToTribute);
        who != by && !self.policy.resolution.does_what_it_asks_for()
    }

    /// The rule by which this link resolves now and no other, if there are others.
    fn rule_of_the_order(&self) -> Option<Rule> {
        (self.chain().len() > 1).then_some(Rule::ChainResolvesLastFirst)
    }

    /// What stands before the parts of a link: if nothing keeps it from doing them, the point of view from which they are read.
    /// `resolve.board-as-it-is`: groups are looked up as the board is now;
    /// `resolve.activating-player-keeps-it`: for the player who activated it; `resolve.forbidden-part-fails`: each verb
    /// asks whether it is forbidden, and the other parts are done all the same.
    fn begin_to_resolve(&mut self, link: LinkId) -> Flow<Result<Ctx, (LinkOutcome, Rule)>> {
        self.comes_into_force(link);
        self.leaves_by_its_own_text(link);
        if let Some(rule) = self.is_gone(link) {
            return Ok(Err((LinkOutcome::WithoutEffect, rule)));
        }
        if self.effect_is_negated(link) {
            return Ok(Err((LinkOutcome::EffectNegated, Rule::NegationNegatedEffectResolves)));
        }
        if self.state.link(link).card_activation && self.has_lost_its_leave(self.state.link(link).effect.card) {
            return Ok(Err((LinkOutcome::WithoutEffect, Rule::SetLeaveOnActivation)));
        }
        self.note_resolution(link);
        let mut ctx = self.ctx_of_link(link);
        ctx.player = self.resolves_for(link);
        let bullet = self.state.link(link).bullet;
        if self.fails_its_condition(&ctx) {
            return Ok(Err((LinkOutcome::WithoutEffect, Rule::LegalityConditionOnlyOnActivation)));
        }
        self.pay_on_resolving(&mut ctx, bullet)?;
        self.recheck_targets(&mut ctx, bullet);
        Ok(Ok(ctx))
    }

    /// Carries out the parts of a link. After a part that asked something the step ends, so that an answer makes that part be
    /// carried out again and none before it.
    pub(crate) fn carry_on(&mut self, mut resolving: Box<Resolving>) -> Flow<()> {
        let Resolving { link, ctx, progress } = &mut *resolving;
        let (link, bullet) = (*link, self.state.link(*link).bullet);
        let library = self.state.library.clone();
        let def = self.state.effect_in(&library, ctx.effect);
        let becomes = self.state.link(link).becomes.clone();
        let parts = match (&becomes, bullet.and_then(|b| def.options.get(b as usize))) {
            (Some(becomes), _) => becomes,
            (None, Some(option)) => &option.does,
            (None, None) => &def.does,
        };
        while self.carry_out_some(ctx, parts, progress)? {
            if self.has_asked() {
                self.push(Frame::Parts(resolving));
                return Ok(());
            }
        }
        let done = parts.is_empty() || progress.any || ctx.spared;
        if !ctx.names.is_empty() && self.state.still(ctx.source) {
            self.state.card_mut(ctx.source.card).named = Some(link);
        }
        let resolved = self.state.link_mut(link);
        (resolved.names, resolved.left) = (std::mem::take(&mut ctx.names), ctx.source);
        match done {
            true => self.link_is_done(link, LinkOutcome::Done, None),
            false => self.link_is_done(link, LinkOutcome::WithoutEffect, Some(self.why_nothing_was_done(link))),
        }
    }

    /// The rule by which a link that resolved did nothing.
    fn why_nothing_was_done(&self, link: LinkId) -> Rule {
        if self.state.answers_nothing(link) {
            Rule::QuickMandatoryAnswersTheLinkBelow
        } else if self.found_only_the_unaffected() {
            Rule::ImmunityUnaffected
        } else {
            Rule::NegationNegatedEffectResolves
        }
    }

    /// `resolve.activating-player-keeps-it`: whose effect it is.
    fn resolves_for(&self, id: LinkId) -> Player {
        let link = self.state.link(id);
        let card = self.state.card(link.effect.card);
        let there = self.state.still(link.source) && card.zone.on_field() && !self.effect(link.effect).either_player;
        if there { self.policy.resolution.player(link.player, card.controller) } else { link.player }
    }

    /// A card that stays applies from the moment its own activation begins to resolve.
    fn comes_into_force(&mut self, id: LinkId) {
        let link = self.state.link(id);
        let card = link.effect.card;
        let lies_there = link.card_activation
            && self.state.card(card).activation == Some(id)
            && self.state.card(card).zone.on_field()
            && self.state.card(card).face_up;
        if lies_there {
            let now = self.state.clock.now;
            self.state.card_mut(card).in_force = Some(now);
            let player = self.state.card(card).controller;
            self.replace_opponents_field_spell(player, card, Why::Link(id));
        }
    }

    /// `continuous.keeps-a-state`: what a card says of its own staying applies as soon as the card does, before anything that its
    /// activation or an effect used with it would do.
    fn leaves_by_its_own_text(&mut self, id: LinkId) {
        let link = self.state.link(id);
        if link.card_activation && self.state.card(link.effect.card).in_force == Some(self.state.clock.now) {
            self.destroy_what_says_so_of_itself(link.effect.card);
        }
    }

    /// `resolve.continuous-card-must-stay`, `resolve.effect-without-its-card`: only Continuous, Field and Equip cards
    /// must still be there.
    fn is_gone(&self, id: LinkId) -> Option<Rule> {
        let link = self.state.link(id);
        let card = self.state.card(link.effect.card);
        let there = self.state.still(link.source) && card.face_up;
        if there || link.left_as_cost {
            return None;
        }
        let on_the_field = self.works_only_on_the_field(link.effect.card, id);
        let must_stay = self.policy.destroyed_link.must_stay(on_the_field, link.card_activation);
        must_stay.then_some(Rule::ResolveContinuousCardMustStay)
    }

    /// A Continuous, Field, Equip or Pendulum card activated on the field; its effects used in the GY or elsewhere, or as a monster,
    /// do not count.
    fn works_only_on_the_field(&self, card: CardId, link: LinkId) -> bool {
        let continuous = matches!(
            self.def(card).kind,
            CardKind::Spell(SpellKind::Continuous | SpellKind::Field | SpellKind::Equip)
                | CardKind::Trap(TrapKind::Continuous)
        );
        let as_a_monster = self.kind_of_effect(self.state.link(link).effect) == By::MonsterEffect;
        let shown =
            self.event_at(self.state.link(link).event).and_then(|e| e.cards.first()).map(|shown| shown.after.zone);
        shown.is_some_and(|zone| zone == Zone::Pendulum || (continuous && zone.on_field() && !as_a_monster))
    }
}

//! `continuous.*`: effects that apply without a chain when something happens.
//!
//! Elsewhere: `continuous.given-effect-is-its-own` in `words/gifts.rs` (`has_effect`), `continuous.given-by-each`
//! there too (`how_often_it_has`), `continuous.negates-itself` in `words/layers.rs` (`is_negated`), `continuous.not-while-turned-up`
//! there too (`is_in_force`).

use crate::catalogue::Rule;
use crate::def::{
    Affected, Amount, BattlePosition, Becomes, CannotBe, Cause, CauseWord, LpChange, Modifier, Part, Pattern, React,
    Says, Subject, Who, Word,
};
use crate::flow::{Duel, Flow};
use crate::state::{
    Board, CardId, Changed, DuelEnd, EffectRef, Excess, Instant, LinkNegated, MoveHow, Player, Ref, Reflex,
    ReflexSource, What, Why, Zone,
};
use crate::words::{Applying, Ctx, is_player};

/// After so many reflexes in a row the duel counts as endless.
const MOST_REFLEXES: Excess = Excess { most: 500, of: "continuous effects in a row that each follow from the last" };

/// What only looks at the board.
impl Board {
    /// Whether there is nothing to react to any more: the activation was negated, or the card was turned face-down.
    fn has_lapsed(&self, reflex: &Reflex) -> bool {
        let card = self.card(reflex.source.source.card);
        let negated = reflex.after.is_some_and(|link| self.link(link).negated == LinkNegated::Activation);
        negated || (self.still(reflex.source.source) && card.zone.on_field() && !card.face_up)
    }
}

impl Duel {
    /// Notes what an event calls for without a chain. It is done when the link, or the action, is over.
    pub(crate) fn match_reflexes(&mut self, index: usize) {
        let mut called: Vec<(ReflexSource, Vec<Ref>)> = Vec::new();
        for applying in self.modifiers(Says::Whenever) {
            let Modifier::Whenever(cause, _, reacts) = applying.modifier else { continue };
            match self.meets_cause(&applying.ctx, cause, index) {
                Some(_) if self.was_activated_by_an_effect(cause, *reacts, index) => {}
                Some(_) if applying.lingers && self.is_left_to_a_negated_card(&applying.ctx, cause, index) => {}
                Some(those) => {
                    self.note_done_to_itself(cause, applying.ctx.source.card, index);
                    called.push((source_of(applying.modifier, &applying.ctx), those));
                }
                None => self.note_left_otherwise(&applying.ctx, cause, index),
            }
        }
        called.extend(self.called_by_leaving(index));
        called.extend(self.called_by_being_used(index));
        let Some(event) = self.event_at(index) else { return };
        for (source, _) in &mut called {
            self.follow_what_left_together(source.source.card, &mut source.names, event);
        }
        let (deed, what) = (event.deed, &event.what);
        let summoned: Vec<Ref> = match what {
            What::BecameMaterial(_, monster) => vec![*monster],
            _ => Vec::new(),
        };
        let after = match what {
            What::Activated(link) | What::Targeted(link) => Some(*link),
            _ => None,
        };
        for (source, those) in called {
            let Modifier::Whenever(_, _, reacts) = &*source.modifier else { continue };
            let (reacts, amount) = (*reacts, self.amount_of_event(index));
            match self.state.reflexes.iter_mut().find(|r| r.source == source && r.after == after) {
                Some(reflex) => {
                    if !reflex.deeds.contains(&deed) {
                        reflex.deeds.push(deed);
                    }
                    reflex.those.extend(those);
                    reflex.summoned.extend(&summoned);
                    reflex.amount = reflex.amount.saturating_add(amount);
                }
                None => {
                    let (deeds, summoned) = (vec![deed], summoned.clone());
                    self.state.reflexes.push(Reflex { source, after, reacts, deeds, those, summoned, amount });
                }
            }
        }
    }

    /// `continuous.negated-does-not-apply`: whether what an effect has left to happen to its own card happens to it while it is negated.
    fn is_left_to_a_negated_card(&self, ctx: &Ctx, cause: &Cause, index: usize) -> bool {
        let is_its_own = |pattern: &Pattern| matches!(pattern.what, Some(Subject::Word(Word::ThisCard)));
        let own = |c: &Changed| c.card.card == ctx.source.card && c.was == ctx.source.stay && c.before.zone.on_field();
        let negated = cause.any_of.iter().any(is_its_own)
            && self.event_at(index).is_some_and(|event| event.cards.iter().any(|c| own(c) && c.before.negated));
        self.is_silenced(negated)
    }

    /// A continuous effect sees what is done to its card, as a trigger does.
    fn note_done_to_itself(&self, cause: &Cause, card: CardId, index: usize) {
        if cause.any_of.iter().any(Pattern::is_done_to_this_card)
            && let Some(event) = self.event_at(index)
        {
            let _ = self.sees_what_is_done_to_it(card, event.deed.at);
        }
    }

    /// `continuous.not-activated-by-an-effect`: what reacts to an activation once that link has resolved does not react to a card that an effect
    /// activates, which is no link.
    fn was_activated_by_an_effect(&self, cause: &Cause, reacts: React, index: usize) -> bool {
        let by_effect = self.event_at(index).is_some_and(|event| {
            event.what == What::Moved && event.cards.iter().any(|changed| changed.how == MoveHow::Activated)
        });
        let waits = by_effect && reacts == React::AfterTheLink && cause.any_of.iter().all(Pattern::is_activation);
        self.applies_if(waits, Rule::ContinuousNotActivatedByAnEffect);
        waits && !self.counts_what_effects_activate()
    }

    /// Whether what an effect activates counts as activated by a player.
    pub(crate) fn counts_what_effects_activate(&self) -> bool {
        self.policy.reactions.follow_activations_by_effects()
    }

    /// What a card that applied until now calls for by leaving. `continuous.negated-does-not-apply`: one that was negated calls for
    /// nothing.
    fn called_by_leaving(&self, index: usize) -> Vec<(ReflexSource, Vec<Ref>)> {
        let Some(event) = self.event_at(index) else { return Vec::new() };
        let mut called = Vec::new();
        for effect in self.those_that_say(Says::Whenever) {
            let Some(changed) = event.cards.iter().find(|c| c.card.card == effect.card) else { continue };
            let was_up = changed.before.zone.on_field() && changed.before.face_up;
            if !was_up || changed.after.zone.on_field() || self.effect(effect).given.is_some() {
                continue;
            }
            let ctx = self.ctx(effect, changed.before.controller);
            for modifier in &self.effect(effect).applies {
                if let Modifier::Whenever(cause, ..) = modifier
                    && let Some(those) = self.meets_cause(&ctx, cause, index)
                {
                    let silenced = self.is_silenced(changed.before.negated);
                    // It speaks of itself as the card that it was on the field.
                    let left = Ctx { source: Ref { card: effect.card, stay: changed.was }, ..ctx.clone() };
                    called.extend((!silenced).then(|| (source_of(modifier, &left), those)));
                }
            }
        }
        called
    }

    /// What a card calls for that was used for a Summon, wherever it went. `continuous.negated-does-not-apply`: not if it was negated.
    fn called_by_being_used(&self, index: usize) -> Vec<(ReflexSource, Vec<Ref>)> {
        let Some(What::BecameMaterial(_, monster)) = self.event_at(index).map(|event| &event.what) else {
            return Vec::new();
        };
        let used = self.state.made_with(monster.card).map(|used| &**used).unwrap_or_default();
        let mut called = Vec::new();
        for effect in self.those_that_say(Says::Whenever).filter(|effect| self.effect(*effect).from.is_none()) {
            let Some(used) = used.iter().find(|used| used.card == effect.card) else { continue };
            let ctx = self.ctx(effect, used.was.controller);
            for modifier in &self.effect(effect).applies {
                if let Modifier::Whenever(cause, ..) = modifier
                    && cause.any_of.iter().all(|pattern| pattern.event == CauseWord::UsedAsMaterial)
                    && let Some(those) = self.meets_cause(&ctx, cause, index)
                {
                    let silenced = self.is_silenced(used.was.negated);
                    called.extend((!silenced).then(|| (source_of(modifier, &ctx), those)));
                }
            }
        }
        called
    }

    /// `continuous.negated-does-not-apply`: whether a card reacts to nothing because it is negated.
    fn is_silenced(&self, negated: bool) -> bool {
        let silenced = negated && !self.policy.reactions.come_from_negated_cards();
        self.applies_if(silenced, Rule::ContinuousNegatedDoesNotApply);
        silenced
    }

    /// Whether the card that would react was negated meanwhile, where it lies.
    fn was_negated_meanwhile(&self, reflex: &Reflex) -> bool {
        let ReflexSource { modifier, effect, source, .. } = &reflex.source;
        let of_the_card = self.effect(*effect).applies.contains(modifier);
        let lies_there = self.state.still(*source) && self.state.card(source.card).zone.on_field();
        of_the_card && lies_there && self.is_silenced(self.is_negated(source.card))
    }

    /// `continuous.applies-after-the-link`: whether the card that would react to an activation once its link is done has moved since.
    fn is_gone_by_then(&self, reflex: &Reflex) -> bool {
        let ReflexSource { modifier, effect, source, .. } = &reflex.source;
        let gone =
            reflex.after.is_some() && self.effect(*effect).applies.contains(modifier) && !self.state.still(*source);
        self.applies_if(gone, Rule::ContinuousAppliesAfterTheLink);
        gone
    }

    /// Whether an activation alone is something to react to.
    fn react_at_once(&self) -> bool {
        self.policy.reactions.come_at_once()
    }

    /// `continuous.applies-after-the-link`: a link is done.
    pub(crate) fn react_to_a_link(&mut self) -> Flow<()> {
        if self.policy.reactions.wait_for_the_chain() { Ok(()) } else { self.put_right() }
    }

    /// What reacts to what happened is done, then states are kept.
    pub(crate) fn put_right(&mut self) -> Flow<()> {
        self.end_own_changes_of_the_negated();
        self.run_reflexes()?;
        self.end_own_changes_of_the_negated();
        self.keep_states();
        Ok(())
    }

    /// `continuous.keeps-a-state`: cards that are destroyed in a state leave, then monsters go back to the position they are
    /// kept in.
    fn keep_states(&mut self) {
        while self.destroy_what_cannot_be() {}
        self.traps_stop_being_monsters();
        self.keep_positions();
    }

    /// Whether no card would leave or turn by itself, and of no card that says so lie too many face-up: a board that is not settled
    /// cannot have come to be.
    pub fn is_settled(&self) -> bool {
        let mut later = self.clone();
        later.keep_states();
        let lies = |&id: &CardId| self.state.card(id).zone.on_field() && self.state.card(id).face_up;
        let may_lie = |id: CardId| self.may_be_the_only_one(self.state.card(id).controller, id).is_ok();
        later.log().len() == self.log().len() && self.state.ids().filter(lies).all(may_lie)
    }

    /// Destroys, or sends to the GY, what one effect says so of as long as it applies; whether there was anything.
    pub(crate) fn destroy_what_cannot_be(&mut self) -> bool {
        self.destroy_what_cannot_be_by(|_| true)
    }

    /// The same for what a card that has just come into force says of itself.
    pub(crate) fn destroy_what_says_so_of_itself(&mut self, card: CardId) {
        let of_itself = |a: &Applying<'_>| {
            a.ctx.effect.card == card
                && leaves_by(a.modifier).is_some_and(|(affected, ..)| *affected == Affected::Word(Word::ThisCard))
        };
        self.destroy_what_cannot_be_by(of_itself);
    }

    fn destroy_what_cannot_be_by(&mut self, says: impl Fn(&Applying<'_>) -> bool) -> bool {
        let leaving = self.modifiers([Says::Destroyed, Says::SentToGy]);
        let found = leaving.into_iter().filter(says).find_map(|a| {
            let (affected, how, be) = leaves_by(a.modifier)?;
            let cause = Why::Reflex(a.ctx.effect, a.ctx.player);
            let leaves = |id: &CardId| {
                self.state.card(*id).zone.on_field()
                    && self.reaches(&a, affected, *id)
                    && self.may_be_by(*id, be, a.ctx.player, cause).is_ok()
            };
            let cards: Vec<CardId> = self.state.ids().filter(leaves).collect();
            (!cards.is_empty()).then_some((cause, cards, how))
        });
        let Some((cause, cards, how)) = found else { return false };
        let mut changed = Vec::new();
        self.state.leaving.clone_from(&cards);
        for id in cards {
            let to = self.owners(id, Zone::Gy);
            changed.push(self.move_card(id, to, how));
        }
        self.state.leaving.clear();
        self.emit(cause, Rule::ContinuousKeepsAState, What::Moved, changed);
        true
    }

    /// Turns monsters back; of several effects the one that came into force last decides.
    fn keep_positions(&mut self) {
        let mut kept: Vec<(Instant, Why, CardId, BattlePosition)> = Vec::new();
        for a in self.modifiers(Says::Position) {
            let Modifier::Position(affected, position) = a.modifier else { continue };
            let cause = Why::Reflex(a.ctx.effect, a.ctx.player);
            let face_up = |id: &CardId| self.state.card(*id).zone == Zone::Monster && self.state.card(*id).face_up;
            // Link Monsters know Attack Position only.
            let may = |id: &CardId| *position == BattlePosition::Attack || !self.def(*id).is_link();
            let monsters = self.state.ids().filter(face_up).filter(may).filter(|&id| self.reaches(&a, affected, id));
            kept.extend(monsters.map(|id| (a.since, cause, id, *position)));
        }
        kept.sort_by_key(|(since, ..)| *since);
        let last = |id: CardId| kept.iter().rposition(|(_, _, other, _)| *other == id);
        let turned = |(i, (_, _, id, position)): &(usize, &(Instant, Why, CardId, BattlePosition))| {
            last(*id) == Some(*i) && self.state.card(*id).position != *position
        };
        let due: Vec<_> = kept.iter().enumerate().filter(turned).map(|(_, kept)| *kept).collect();
        for (_, cause, id, position) in due {
            let changed = self.change_card(id, |card| card.position = position);
            self.emit(cause, Rule::ContinuousKeepsAState, What::ChangedPosition, vec![changed]);
        }
    }

    /// `continuous.destroyed-after-the-link`: an activation alone is nothing to react to yet.
    /// `continuous.at-once-if-it-says-so`: except for what is said to apply right after it.
    /// `continuous.before-the-chain-goes-on`: what was paid is something that has happened, and a state may have come about by it.
    pub(crate) fn react_to_an_activation(&mut self) -> Flow<()> {
        if self.react_at_once() {
            return self.run_reflexes();
        }
        let knows = self.policy.reactions.know_what_is_at_once();
        let costs = self.policy.reactions.come_before_the_chain_goes_on();
        let to_what_was_paid = costs && self.state.reflexes.iter().any(|r| r.after.is_none());
        self.applies_if(to_what_was_paid, Rule::ContinuousBeforeTheChainGoesOn);
        self.run_some_reflexes(|r| (knows && r.reacts == React::AtOnce) || (costs && r.after.is_none()))?;
        if costs {
            let before = self.log.len();
            self.keep_states();
            self.applies_if(self.log.len() > before, Rule::ContinuousBeforeTheChainGoesOn);
        }
        Ok(())
    }

    /// `continuous.applies-after-the-link`, `continuous.destroyed-after-the-link`: done before the next link, in the last
    /// instant, each as a deed of its own;
    /// the turn player's first.
    pub(crate) fn run_reflexes(&mut self) -> Flow<()> {
        let at_once = self.react_at_once();
        let done = |duel: &Self, r: &Reflex| at_once || r.after.is_none_or(|link| duel.state.link(link).done);
        self.run_those_due(done, None)
    }

    fn run_some_reflexes(&mut self, due: impl Fn(&Reflex) -> bool) -> Flow<()> {
        self.run_those_due(|_, reflex| due(reflex), Some(Rule::ContinuousBeforeTheChainGoesOn))
    }

    /// Counts a reaction; those that would go on for ever end the duel instead.
    fn burn_fuel_of_reflexes(&mut self, run: &mut usize) -> Flow<()> {
        *run += 1;
        if *run > MOST_REFLEXES.most { self.finish(DuelEnd::Endless(MOST_REFLEXES)) } else { Ok(()) }
    }

    /// Does what is due; `to_what_was_paid` is the rule for what waits for no link.
    fn run_those_due(&mut self, due: impl Fn(&Self, &Reflex) -> bool, to_what_was_paid: Option<Rule>) -> Flow<()> {
        let mut run = 0;
        while let Some(reflex) = self.next_reflex(&due) {
            self.burn_fuel_of_reflexes(&mut run)?;
            self.note_reflex(&reflex);
            if self.state.has_lapsed(&reflex) || self.was_negated_meanwhile(&reflex) || self.is_gone_by_then(&reflex) {
                continue;
            }
            let ReflexSource { modifier, player, effect, source, names } = reflex.source;
            let Modifier::Whenever(_, parts, _) = &*modifier else { continue };
            let mut ctx = self.ctx(effect, player);
            ctx.source = source;
            ctx.names = names;
            ctx.cause = Why::Reflex(effect, player);
            ctx.rule = to_what_was_paid.filter(|_| reflex.after.is_none()).or(Some(match reflex.reacts {
                React::AfterTheLink => Rule::ContinuousAppliesAfterTheLink,
                React::AtOnce => Rule::ContinuousAtOnceIfItSaysSo,
            }));
            ctx.those = reflex.those;
            ctx.summoned = reflex.summoned;
            // What speaks of the amount means that of all times together.
            let speaks_of_it = parts.iter().any(|part| part.step.amounts().contains(&&Amount::OfTheCause));
            ctx.of_the_cause = reflex.amount;
            ctx.times = if speaks_of_it { 1 } else { reflex.deeds.len() as i32 };
            self.carry_out_reflex(&mut ctx, parts)?;
        }
        Ok(())
    }

    /// `continuous.life-points-otherwise`: what a change of life points becomes: whose, which and how much. Each effect that
    /// changes it does so once.
    ///
    /// `continuous.order-of-damage`: first it is turned round, then it becomes damage by an effect or a gain, then nothing, then half or
    /// twice as much; of the same kind the one that came into force first.
    pub(crate) fn life_points_become(&self, who: Player, of: LpChange, amount: i32) -> (Player, LpChange, i32) {
        let mut change = (who, of, amount);
        let mut all = self.modifiers([Says::LifePoints, Says::NoBattleDamage, Says::NoDamage, Says::HalfBattleDamage]);
        let rank = |a: &Applying<'_>| as_change(a.modifier).map(|(.., becomes)| self.policy.redirected.rank(becomes));
        all.sort_by_key(|a| (rank(a), a.since));
        let mut halved = false;
        for a in &all {
            let Some((whose, which, becomes)) = as_change(a.modifier) else { continue };
            let (player, of, amount) = change;
            if !is_player(a.ctx.player, whose, player) || !which.includes(of) || amount == 0 {
                continue;
            }
            // Of those that halve it once, whoever's they are, the first that is about this player does.
            if matches!(a.modifier, Modifier::HalfBattleDamage(_)) && std::mem::replace(&mut halved, true) {
                continue;
            }
            self.applies_if(matches!(a.modifier, Modifier::LifePoints(..)), Rule::ContinuousLifePointsOtherwise);
            self.applies_if(
                becomes == Becomes::TheOpponents && all.iter().any(|other| rank(other) != rank(a)),
                Rule::ContinuousOrderOfDamage,
            );
            change = match becomes {
                Becomes::TheOpponents => (self.policy.redirected.goes_to(player), of, amount),
                Becomes::Damage => (player, LpChange::EffectDamage, amount),
                Becomes::Gain => (player, LpChange::Gain, amount),
                Becomes::Half => (player, of, amount / 2 + amount % 2),
                Becomes::Double => (player, of, amount.saturating_mul(2)),
                Becomes::Nothing => (player, of, 0),
            };
        }
        change
    }

    fn carry_out_reflex(&mut self, ctx: &mut Ctx, parts: &[Part]) -> Flow<()> {
        self.carry_out(ctx, parts)?;
        self.state.clock.fresh = false;
        Ok(())
    }

    /// `continuous.keeps-a-state`: what was paid for a Summon may be what kept a card on the field.
    pub(crate) fn destroy_in_the_midst_of_a_summon(&mut self) {
        if self.policy.lapses.are_seen_in_a_summon() {
            while self.destroy_what_cannot_be() {}
        }
    }

    /// The next reaction whose time has come: what reacts to an activation waits until that link is done.
    fn next_reflex(&mut self, due: &impl Fn(&Self, &Reflex) -> bool) -> Option<Reflex> {
        let due = |r: &Reflex| due(self, r);
        let reflexes = &self.state.reflexes;
        let turn_players = |r: &Reflex| r.source.player == self.state.turn_player;
        let first =
            reflexes.iter().position(|r| due(r) && turn_players(r)).or_else(|| reflexes.iter().position(due))?;
        Some(self.state.reflexes.remove(first))
    }
}

/// The cards that leave the field as long as a modifier applies, and how.
fn leaves_by(modifier: &Modifier) -> Option<(&Affected, MoveHow, CannotBe)> {
    match modifier {
        Modifier::Destroyed(cards) => Some((cards, MoveHow::Destroyed, CannotBe::DestroyedByCardEffects)),
        Modifier::SentToGy(cards) => Some((cards, MoveHow::Sent, CannotBe::SentToGy)),
        _ => None,
    }
}

/// Whose life points a modifier makes something else of, of which change, and what.
fn as_change(modifier: &Modifier) -> Option<(Who, LpChange, Becomes)> {
    match modifier {
        Modifier::LifePoints(who, of, becomes) => Some((*who, *of, *becomes)),
        Modifier::NoBattleDamage(who) => Some((*who, LpChange::BattleDamage, Becomes::Nothing)),
        Modifier::NoDamage(who) => Some((*who, LpChange::Damage, Becomes::Nothing)),
        Modifier::HalfBattleDamage(who) => Some((*who, LpChange::BattleDamage, Becomes::Half)),
        _ => None,
    }
}

fn source_of(modifier: &Modifier, ctx: &Ctx) -> ReflexSource {
    let (player, effect, source): (Player, EffectRef, Ref) = (ctx.player, ctx.effect, ctx.source);
    ReflexSource { modifier: modifier.clone().into(), player, effect, source, names: ctx.names.clone() }
}

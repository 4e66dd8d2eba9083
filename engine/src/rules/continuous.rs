//! `continuous.*`: effects that apply without a chain when something happens.

use crate::catalogue::Rule;
use crate::def::{CannotBe, Modifier, Part};
use crate::flow::{Duel, Flow};
use crate::state::{
    Board, CardId, DuelEnd, EffectRef, LinkNegated, MoveHow, Player, Ref, Reflex, ReflexSource, What, Why, Zone,
};
use crate::words::Ctx;

/// Reflexes in a row after which the cards would go on for ever.
const MOST_REFLEXES: usize = 500;

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
        for applying in self.modifiers() {
            let Modifier::Whenever(cause, _) = applying.modifier else { continue };
            let leaves_itself = cause.any_of.iter().all(crate::def::Pattern::is_about_this_card);
            if leaves_itself && self.left_with(index, applying.ctx.source.card) {
                continue;
            }
            if let Some(those) = self.meets_cause(&applying.ctx, cause, index) {
                called.push((source_of(applying.modifier, &applying.ctx), those));
            }
        }
        called.extend(self.called_by_leaving(index));
        let Some((deed, what)) = self.event_at(index).map(|e| (e.deed, &e.what)) else { return };
        let after = match what {
            What::Activated(link) | What::Targeted(link) => Some(*link),
            _ => None,
        };
        for (source, those) in called {
            match self.state.reflexes.iter_mut().find(|r| r.source == source && r.after == after) {
                Some(reflex) => {
                    if !reflex.deeds.contains(&deed) {
                        reflex.deeds.push(deed);
                    }
                    reflex.those.extend(those);
                }
                None => self.state.reflexes.push(Reflex { source, after, deeds: vec![deed], those }),
            }
        }
    }

    fn left_with(&self, index: usize, card: crate::state::CardId) -> bool {
        self.event_at(index).is_some_and(|e| {
            e.cards.iter().any(|c| c.card.card == card && c.before.zone.on_field() && !c.after.zone.on_field())
        })
    }

    /// What a card that applied until now calls for by leaving. `continuous.negated-does-not-apply`: one that was negated calls for
    /// nothing.
    fn called_by_leaving(&self, index: usize) -> Vec<(ReflexSource, Vec<Ref>)> {
        let Some(event) = self.event_at(index) else { return Vec::new() };
        let mut called = Vec::new();
        for &effect in self.continuous.iter() {
            let Some(changed) = event.cards.iter().find(|c| c.card.card == effect.card) else { continue };
            let was_up = changed.before.zone.on_field() && changed.before.face_up;
            if !was_up || changed.after.zone.on_field() {
                continue;
            }
            let ctx = self.ctx(effect, changed.before.controller);
            for modifier in &self.effect(effect).applies {
                if let Modifier::Whenever(cause, _) = modifier
                    && let Some(those) = self.meets_cause(&ctx, cause, index)
                {
                    let negated = changed.before.negated && !self.policy.reactions.come_from_negated_cards();
                    self.applies_if(negated, Rule::ContinuousNegatedDoesNotApply);
                    called.extend((!negated).then(|| (source_of(modifier, &ctx), those)));
                }
            }
        }
        called
    }

    /// Whether an activation alone is something to react to.
    fn react_at_once(&self) -> bool {
        self.policy.reactions.come_at_once()
    }

    /// `continuous.applies-after-the-link`: a link is done.
    pub(crate) fn react_to_a_link(&mut self) -> Flow<()> {
        if self.policy.reactions.wait_for_the_chain() { Ok(()) } else { self.run_reflexes() }
    }

    /// `continuous.destroyed-after-the-link`: an activation alone is nothing to react to yet.
    pub(crate) fn react_to_an_activation(&mut self) -> Flow<()> {
        if self.react_at_once() { self.run_reflexes() } else { Ok(()) }
    }

    /// `continuous.applies-after-the-link`, `continuous.destroyed-after-the-link`: done before the next link, in the last
    /// instant, each as a deed of its own;
    /// the turn player's first.
    pub(crate) fn run_reflexes(&mut self) -> Flow<()> {
        let mut run = 0;
        while let Some(reflex) = self.next_reflex() {
            run += 1;
            if run > MOST_REFLEXES {
                return self.finish(DuelEnd::Endless);
            }
            self.note_reflex(&reflex);
            if self.state.has_lapsed(&reflex) {
                continue;
            }
            let ReflexSource { modifier, player, effect, source, names } = reflex.source;
            let Modifier::Whenever(_, parts) = &*modifier else { continue };
            let mut ctx = self.ctx(effect, player);
            ctx.source = source;
            ctx.names = names;
            ctx.cause = Why::Reflex(effect, player);
            ctx.rule = Some(Rule::ContinuousAppliesAfterTheLink);
            ctx.those = reflex.those;
            ctx.times = reflex.deeds.len() as i32;
            self.carry_out_reflex(&mut ctx, parts)?;
        }
        Ok(())
    }

    fn carry_out_reflex(&mut self, ctx: &mut Ctx, parts: &[Part]) -> Flow<()> {
        self.carry_out(ctx, parts)?;
        self.state.clock.fresh = false;
        Ok(())
    }

    /// `continuous.destroys-at-once`: cards that are destroyed as long as something holds are destroyed as soon as it
    /// does, though it be in the midst of a Summon.
    pub(crate) fn destroy_what_cannot_stay(&mut self) {
        loop {
            let falling = self.applying(|m| matches!(m, Modifier::Destroyed(_)), true);
            let falls = falling.into_iter().find_map(|applying| {
                let Modifier::Destroyed(affected) = applying.modifier else { return None };
                let on_field = |id: &CardId| self.state.card(*id).zone.on_field();
                let may = |id: &CardId| self.may_be(*id, CannotBe::DestroyedByCardEffects, applying.ctx.player).is_ok();
                let cards = self.state.ids().filter(|id| self.affects(&applying.ctx, affected, *id));
                let cards: Vec<CardId> = cards.filter(on_field).filter(may).collect();
                (!cards.is_empty()).then_some((Why::Reflex(applying.ctx.effect, applying.ctx.player), cards))
            });
            let Some((cause, cards)) = falls else { return };
            let destroyed = cards
                .into_iter()
                .map(|id| {
                    let to = self.owners(id, Zone::Gy);
                    self.move_card(id, to, MoveHow::Destroyed)
                })
                .collect();
            self.emit(cause, Rule::ContinuousDestroysAtOnce, What::Moved, destroyed);
        }
    }

    /// `continuous.destroys-at-once`: what was paid for a Summon may be what kept a card on the field.
    pub(crate) fn destroy_in_the_midst_of_a_summon(&mut self) {
        if self.policy.lapses.are_seen_in_a_summon() {
            self.destroy_what_cannot_stay();
        }
    }

    /// The next reaction whose time has come: what reacts to an activation waits until that link is done.
    fn next_reflex(&mut self) -> Option<Reflex> {
        let at_once = self.react_at_once();
        let due = |r: &Reflex| at_once || r.after.is_none_or(|link| self.state.link(link).done);
        let reflexes = &self.state.reflexes;
        let turn_players = |r: &Reflex| r.source.player == self.state.turn_player;
        let first =
            reflexes.iter().position(|r| due(r) && turn_players(r)).or_else(|| reflexes.iter().position(due))?;
        Some(self.state.reflexes.remove(first))
    }
}

fn source_of(modifier: &Modifier, ctx: &Ctx) -> ReflexSource {
    let (player, effect, source): (Player, EffectRef, Ref) = (ctx.player, ctx.effect, ctx.source);
    ReflexSource { modifier: modifier.clone().into(), player, effect, source, names: ctx.names.clone() }
}

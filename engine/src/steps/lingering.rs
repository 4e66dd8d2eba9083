//! Verbs whose doing lasts: changes of ATK and DEF, modifiers that apply for a time, the end of a phase.

use std::sync::Arc;

use super::Outcome;
use crate::def::{Amount, Change, Ended, Modifier, Phase, Pick, Selection, Until, Word};
use crate::flow::{Duel, Flow};
use crate::state::{Boost, CardId, Lingering, Stat, What, Zone};
use crate::words::{Ctx, Doing};

impl Duel {
    pub(crate) fn change_value(
        &mut self,
        ctx: &mut Ctx,
        selection: &Selection,
        change: &Change,
        until: Until,
        stat: Stat,
    ) -> Flow<Outcome> {
        let may = |duel: &Self, id: CardId| duel.may_change(id, stat);
        let found = self.select(ctx, selection, ctx.player, may)?;
        let found = self.affected(ctx, found, Doing::Affects);
        let mut changed = Vec::new();
        for &id in &found {
            let value = |duel: &Self| match stat {
                Stat::Atk => duel.atk(id),
                Stat::Def => duel.defense(id),
                Stat::Level => duel.level(id).unwrap_or(0),
            };
            let before = value(self);
            let (sets, original) = (!matches!(change, Change::By(_)), matches!(change, Change::Original(_)));
            let base = if original { self.printed_value(id, stat) } else { before };
            let amount = self.amount(ctx, change.amount(), base);
            if original {
                self.forget_what_it_became(id, stat);
            }
            let card = self.state.reference(id);
            let (face, from_turn) = (self.state.card(id).face, self.state.turn);
            let was = self.touched(id);
            let ends = self.state.appoint_end(until, ctx.player);
            let by = (ctx.effect, ctx.player);
            let own = selection.pick == Pick::These(Word::ThisCard) && !self.state.is_of_a_spell(ctx.effect);
            let since = self.state.clock.now;
            let boost = Boost { card, face, stat, by, own, sets, original, since, amount, until, from_turn, ends };
            self.state.boosts.push(boost);
            let after = self.snapshot(id);
            ctx.amount = (value(self) - before).abs();
            changed.push(crate::state::Changed { after, ..was });
        }
        let outcome = Outcome::of(changed.len());
        if let Some(name) = &selection.named {
            ctx.name(name, changed.iter().map(|c| c.card).collect());
        }
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::Applied, changed);
        }
        Ok(outcome)
    }

    /// Whether a change would make another value of the one a card has, as far as it can be worked out before the effect resolves.
    pub(crate) fn would_change(&self, ctx: &Ctx, id: CardId, change: &Change, stat: Stat) -> bool {
        if !matches!(change.amount(), Amount::Number(_) | Amount::Half | Amount::Double) {
            return true;
        }
        let (before, least) = match stat {
            _ if matches!(change, Change::Original(_)) => {
                let printed = self.printed_value(id, stat);
                (self.original_value(id, printed, stat).unwrap_or(printed), 0)
            }
            Stat::Atk => (self.atk(id), 0),
            Stat::Def => (self.defense(id), 0),
            Stat::Level => (self.level(id).unwrap_or(0), 1),
        };
        self.changed(ctx, change, before).max(least) != before
    }

    /// Whether a value of a card can be changed: of face-up monsters, a Level also of those in the hand.
    pub(crate) fn may_change(&self, id: CardId, stat: Stat) -> bool {
        let card = self.state.card(id);
        let has_it = stat != Stat::Level || self.state.monster(id).is_some_and(|m| m.level.is_some());
        let in_hand = stat == Stat::Level && card.zone == Zone::Hand;
        has_it && (in_hand || (card.zone == Zone::Monster && card.face_up))
    }

    /// `target.checked-again`: what speaks of a target that is lost is not applied.
    pub(crate) fn apply(&mut self, ctx: &Ctx, modifier: &Modifier, until: Until) -> Outcome {
        if self.speaks_of_a_lost_target(ctx, modifier) || self.is_laid_on_the_unaffected(ctx, modifier) {
            return Outcome::NotDone;
        }
        let names = match modifier.does_something_to_its_cards() {
            true => self.names_of_the_affected(ctx, &modifier.laid_on()),
            false => ctx.names.clone(),
        };
        self.state.lingering.push(Lingering {
            modifier: Arc::new(modifier.clone()),
            player: ctx.player,
            effect: ctx.effect,
            source: ctx.source,
            until,
            from_turn: self.state.turn,
            ends: self.state.appoint_end(until, ctx.player),
            names,
            those: ctx.those.clone(),
            answers: ctx.link.and_then(|link| self.state.link(link).answers),
            oath_of: None,
            link: ctx.link,
        });
        self.emit(ctx.cause, ctx.rule, What::Applied, Vec::new());
        Outcome::Done
    }

    /// Ends the phase, or the turn; what follows is the next phase that is not skipped.
    pub(crate) fn end_phase_by_effect(&mut self, ctx: &Ctx, what: Ended) -> Outcome {
        let next = self.state.ways_on().first().copied().unwrap_or(Phase::End);
        match what {
            Ended::BattlePhase if self.state.phase == Phase::Battle => {
                self.state.forced_on = Some(next);
                self.emit(ctx.cause, ctx.rule, What::Applied, Vec::new());
                Outcome::Done
            }
            Ended::Turn if self.state.phase != Phase::End => {
                self.state.forced_on = Some(Phase::End);
                if self.state.attack.is_none() {
                    self.end_of_phase();
                    self.state.phase = Phase::End;
                    self.state.moment = None;
                    self.phase_comes();
                }
                let what = What::PhaseBegan(Phase::End, self.state.turn_player);
                self.emit(ctx.cause, ctx.rule, what, Vec::new());
                Outcome::Done
            }
            Ended::MainPhase if matches!(self.state.phase, Phase::Main1 | Phase::Main2) => {
                self.pass_over_up_to(next);
                self.end_of_phase();
                self.state.forced_on = Some(next);
                self.state.phase = next;
                self.state.moment = None;
                let what = What::PhaseBegan(next, self.state.turn_player);
                self.emit(ctx.cause, ctx.rule, what, Vec::new());
                Outcome::Done
            }
            Ended::BattlePhase | Ended::MainPhase | Ended::Turn => Outcome::NotDone,
        }
    }
}

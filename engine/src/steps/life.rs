//! Verbs about players: draw, damage, gain and pay LP.

use super::Outcome;
use crate::catalogue::Rule;
use crate::def::{Amount, CannotDo, LpChange, Who};
use crate::flow::{Duel, Flow};
use crate::state::{CardId, Entry, MoveHow, Player, What, Why, Zone};
use crate::words::Ctx;

impl Duel {
    pub(crate) fn draw(&mut self, ctx: &mut Ctx, who: Who, amount: &Amount, named: Option<&str>) -> Flow<Outcome> {
        self.for_each(ctx, who, |duel, ctx, player| {
            let count = match amount {
                Amount::Until(_) => duel.amount(ctx, amount, duel.hand_of(ctx, player)),
                amount => duel.amount_for(ctx, who, player, amount),
            };
            let count = count.saturating_mul(ctx.times);
            if duel.may_do(player, CannotDo::Draw, None).is_err() {
                return 0;
            }
            let drawn = duel.draw_cards(player, count.max(0) as usize, ctx.cause, ctx.rule, false);
            if let Some(name) = named {
                ctx.name(name, drawn);
            }
            count
        })
    }

    /// How many cards a player has in the hand, without one that is being activated.
    pub(crate) fn hand_of(&self, ctx: &Ctx, player: Player) -> i32 {
        let there = |id: &CardId| {
            let card = self.state.card(*id);
            card.zone == Zone::Hand && card.controller == player && ctx.leaving != Some(*id)
        };
        self.state.ids().filter(there).count() as i32
    }

    /// A player draws; who has too few cards has lost when the instant ends.
    pub(crate) fn draw_cards(
        &mut self,
        player: Player,
        count: usize,
        cause: Why,
        rule: Option<Rule>,
        normal: bool,
    ) -> Vec<crate::state::Ref> {
        let top: Vec<_> = self.state.decks[player.index()].iter().take(count).copied().collect();
        if top.len() < count {
            self.state.decked[player.index()] = true;
        }
        let mut changed = Vec::new();
        for id in top {
            let to = self.owners(id, Zone::Hand);
            changed.push(self.move_card(id, to, MoveHow::Drawn));
        }
        let drawn = changed.iter().map(|c| c.card).collect();
        if !changed.is_empty() {
            self.emit(cause, rule, What::Drew { player, normal }, changed);
        }
        drawn
    }

    pub(crate) fn damage(&mut self, ctx: &mut Ctx, who: Who, amount: &Amount) -> Flow<Outcome> {
        self.life_points_change(ctx, who, LpChange::EffectDamage, amount)
    }

    /// Damage or a gain. `continuous.life-points-otherwise`: what became the other is not what the effect says.
    fn life_points_change(&mut self, ctx: &mut Ctx, who: Who, of: LpChange, amount: &Amount) -> Flow<Outcome> {
        let before = self.log.len();
        let outcome = self.for_each(ctx, who, |duel, ctx, player| {
            let amount = duel.amount_for(ctx, who, player, amount).saturating_mul(ctx.times);
            duel.change_life_points(ctx, player, of, amount)
        })?;
        let as_said = |what: &What| match of {
            LpChange::Gain => matches!(what, What::GainedLp(..)),
            _ => matches!(what, What::Damage { .. }),
        };
        let done = self.log[before..].iter().filter_map(Entry::event).any(|event| as_said(&event.what));
        Ok(if outcome == Outcome::Done && !done { Outcome::Elsewhere } else { outcome })
    }

    /// Life points change by an effect, or otherwise if something else says so.
    pub(crate) fn change_life_points(&mut self, ctx: &Ctx, player: Player, of: LpChange, amount: i32) -> i32 {
        if amount <= 0 {
            return 0;
        }
        let (player, becomes, amount) = self.life_points_become(player, of, amount);
        let gain = becomes == LpChange::Gain;
        if amount <= 0 {
            // `timing.last-event`: it was inflicted, though it came to nothing, and what was done before is not the last thing that happened.
            self.emit(ctx.cause, Rule::ContinuousLifePointsOtherwise, What::Applied, Vec::new());
            return 0;
        }
        let rule = rule_of_the_change(ctx, of, becomes);
        self.change_lp(player, if gain { amount } else { -amount });
        if gain {
            self.emit(ctx.cause, rule, What::GainedLp(player, amount), Vec::new());
        } else {
            let source = vec![self.touched(ctx.source.card)];
            self.emit(ctx.cause, rule, What::Damage { player, amount, battle: None }, source);
        }
        amount
    }

    pub(crate) fn gain_lp(&mut self, ctx: &mut Ctx, who: Who, amount: &Amount) -> Flow<Outcome> {
        self.life_points_change(ctx, who, LpChange::Gain, amount)
    }

    pub(crate) fn pay_lp(&mut self, ctx: &mut Ctx, who: Who, amount: &Amount) -> Flow<Outcome> {
        self.for_each(ctx, who, |duel, ctx, player| {
            let lp = duel.state.lp[player.index()];
            let amount = part_of(lp, amount, || duel.amount(ctx, amount, lp));
            duel.change_lp(player, -amount);
            duel.emit(ctx.cause, ctx.rule, What::PaidLp(player, amount), Vec::new());
            amount
        })
    }

    pub(crate) fn lose_lp(&mut self, ctx: &mut Ctx, who: Who, amount: &Amount) -> Flow<Outcome> {
        self.for_each(ctx, who, |duel, ctx, player| {
            let lp = duel.state.lp[player.index()];
            let lost = part_of(lp, amount, || duel.amount_for(ctx, who, player, amount));
            let lost = lost.saturating_mul(ctx.times).clamp(0, lp);
            duel.life_points_become_so_many(ctx, player, lp - lost)
        })
    }

    pub(crate) fn lp_become(&mut self, ctx: &mut Ctx, who: Who, amount: &Amount) -> Flow<Outcome> {
        self.for_each(ctx, who, |duel, ctx, player| {
            let to = duel.amount_for(ctx, who, player, amount).max(0);
            duel.life_points_become_so_many(ctx, player, to)
        })
    }

    /// Adds to a player's life points, or takes some away; they never fall below 0.
    pub(crate) fn change_lp(&mut self, player: Player, by: i32) {
        let lp = &mut self.state.lp[player.index()];
        *lp = lp.saturating_add(by).max(0);
    }

    /// An amount in a part for each player means each player's own.
    fn amount_for(&self, ctx: &Ctx, who: Who, player: Player, amount: &Amount) -> i32 {
        match amount {
            Amount::NumberOf(word, times) if who == Who::EachPlayer => {
                let meant = self.meant_by(ctx, word);
                let own = meant.iter().filter(|r| self.state.card(r.card).owner == player);
                times.saturating_mul(own.count() as i32)
            }
            amount => self.amount(ctx, amount, self.state.lp[player.index()]),
        }
    }

    fn for_each(
        &mut self,
        ctx: &mut Ctx,
        who: Who,
        mut act: impl FnMut(&mut Self, &mut Ctx, Player) -> i32,
    ) -> Flow<Outcome> {
        let mut shares = Vec::new();
        for (i, player) in self.addressed(ctx, who).into_iter().enumerate() {
            self.next_players_share(i == 0)?;
            let amount = act(self, ctx, player);
            ctx.amount = amount;
            shares.push(if amount > 0 { Outcome::Done } else { Outcome::NotDone });
        }
        Ok(Outcome::all(&shares))
    }
}

/// The rule under which life points change: its own, or that they change otherwise.
fn rule_of_the_change(ctx: &Ctx, of: LpChange, becomes: LpChange) -> Option<Rule> {
    if becomes == of { ctx.rule } else { Some(Rule::ContinuousLifePointsOtherwise) }
}

/// How many life points are paid or lost: half of an odd number leaves the greater part.
fn part_of(lp: i32, amount: &Amount, otherwise: impl FnOnce() -> i32) -> i32 {
    if *amount == Amount::Half { lp / 2 } else { otherwise() }
}

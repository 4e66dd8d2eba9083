//! `cost.*`: costs, paid on activating and never given back.
//!
//! Elsewhere: `cost.paid-at-activation` also in `rules/chain/activation.rs` (`activate`), `cost.not-negated` in
//! `rules/negation.rs` (`effect_is_negated`).

use crate::catalogue::{Refusal, Rule};
use crate::def::{Count, Joint, Modifier, Part, Pick, Says, Spared, Step, Word};
use crate::flow::{Duel, Flow};
use crate::state::{Board, CardId, Destination, LinkId, MoveHow, Player, Purpose, Why, Zone};
use crate::words::{Ctx, is_player};

/// What only looks at the board.
impl Board {
    /// Whether the card leaves where it is as the cost of its own effect.
    pub(crate) fn pays_with_itself(&self, ctx: &Ctx, bullet: Option<u8>) -> bool {
        self.effect(ctx.effect).cost_with(bullet).any(|step| {
            step.takes_cards_away() && step.selection().is_some_and(|s| s.pick == Pick::These(Word::ThisCard))
        })
    }
}

impl Duel {
    /// `cost.unpayable`: all of the cost can be paid, `target.none`: and so that a target is left that fits what is paid.
    pub(crate) fn is_payable(&self, ctx: &Ctx, bullet: Option<u8>) -> Result<(), Refusal> {
        let steps = || self.effect(ctx.effect).cost_with(bullet);
        for (i, step) in steps().enumerate() {
            if self.is_spared(ctx, step) {
                continue;
            }
            let others = steps().enumerate().filter(|(other, _)| *other != i).map(|(_, step)| step);
            let mut ctx =
                Ctx { purpose: Purpose::Cost, room: self.room_to_leave(ctx, bullet, None, others), ..ctx.clone() };
            ctx.joined = self.must_stay_possible(&ctx, bullet, step);
            ctx.freed = self.freed_before_any(&ctx, bullet, &ctx.joined);
            // What speaks of cards paid before is asked with the choice of these.
            if i > 0 && self.speaks_of_the_unknown(&ctx, step) {
                continue;
            }
            if let Err(rules) = self.feasible(&ctx, step) {
                let lacks_a_target = self.is_possible_but_for_targets(&ctx, bullet, step);
                let rule = if lacks_a_target { Rule::TargetNone } else { Rule::CostUnpayable };
                return self.refuse(rule).map_err(|r| r.resting_on(rules));
            }
        }
        Ok(())
    }

    /// `cost.all-life-points`: whether a player with so many life points can pay an amount: all they have, or all but some.
    pub(crate) fn can_pay_so_much(&self, due: i32, lp: i32) -> bool {
        self.applies_if(due == lp, Rule::CostAllLifePoints);
        due < lp || (due == lp && self.policy.all_lp.can_be_paid())
    }

    /// What a choice of one card that is paid must leave possible.
    fn must_stay_possible(&self, ctx: &Ctx, bullet: Option<u8>, paid: &Step) -> Vec<Part> {
        let chooses_one =
            paid.selection().is_some_and(|s| s.named.is_some() && matches!(s.pick, Pick::Choose(Count::Exactly(1), _)));
        if !chooses_one {
            return Vec::new();
        }
        let mut parts = self.parts_that_depend(ctx, bullet, false);
        parts.extend(self.targets_that_depend_on_what_is_paid(ctx, bullet));
        let rest = self.effect(ctx.effect).cost_with(bullet).filter(|step| self.speaks_of_the_unknown(ctx, step));
        parts.extend(rest.map(|step| Part { joint: Joint::And, step: step.clone() }));
        parts
    }

    /// `legality.nothing-possible`: cards that a part cannot take because they pay: this card, and of those among which the payment is
    /// chosen so many as it takes, the ones that the part could not take first.
    pub(crate) fn taken_as_the_cost(&self, ctx: &Ctx, bullet: Option<u8>, part: &Step) -> Vec<CardId> {
        let Some(selection) = part.selection().filter(|s| matches!(s.pick, Pick::All(_) | Pick::Choose(..))) else {
            return ctx.taken.clone();
        };
        let paid = || self.effect(ctx.effect).cost_with(bullet).filter(|step| step.takes_cards_away());
        if paid().next().is_none() {
            return ctx.taken.clone();
        }
        let wanted: Vec<CardId> =
            self.acting(ctx, selection).into_iter().flat_map(|player| self.pool(ctx, selection, player)).collect();
        let mut taken = ctx.taken.clone();
        let paying = &Ctx { purpose: Purpose::Cost, ..ctx.clone() };
        for step in paid() {
            if self.is_spared(ctx, step) {
                continue;
            }
            let Some(paid) = step.selection() else { continue };
            let mut cards = self.pool(paying, paid, ctx.player);
            cards.retain(|id| !taken.contains(id));
            let so_many = match &paid.pick {
                Pick::These(Word::ThisCard) => cards.len(),
                Pick::Choose(count, _) => self.needed_for(ctx, count),
                _ => 0,
            };
            cards.sort_by_key(|id| wanted.contains(id));
            taken.extend(cards.into_iter().take(so_many));
        }
        taken
    }

    /// Whether something could be paid if no target had to fit it.
    fn is_possible_but_for_targets(&self, ctx: &Ctx, bullet: Option<u8>, paid: &Step) -> bool {
        let parts = self.parts_that_depend(ctx, bullet, false);
        ctx.joined.len() > parts.len() && self.feasible(&Ctx { joined: parts, ..ctx.clone() }, paid).is_ok()
    }

    /// `cost.unpayable`: what must be sent to the GY as a cost must get there.
    pub(crate) fn would_reach_the_gy(&self, id: CardId) -> Result<(), Refusal> {
        let to = self.owners(id, Zone::Gy);
        if to.zone == Zone::Gone || self.replaced(id, to, MoveHow::Sent).to.zone == Zone::Gy {
            return Ok(());
        }
        self.refuse(Rule::CostUnpayable)
    }

    /// The same of what must be returned to the hand or Deck: neither what goes elsewhere when it leaves, nor a token; and a monster of
    /// the Extra Deck does not come to the hand.
    pub(crate) fn would_be_returned(&self, id: CardId, zone: Zone, how: MoveHow) -> Result<(), Refusal> {
        let to = self.owners(id, zone);
        let there = |to: Zone| to == zone || (zone == Zone::Deck && to == Zone::ExtraDeck);
        if there(to.zone) && there(self.replaced(id, to, how).to.zone) {
            return Ok(());
        }
        self.refuse(Rule::CostUnpayable)
    }

    /// The same of what must be banished face-down: it cannot be what something else banishes face-up.
    pub(crate) fn would_lie_face_down(&self, id: CardId) -> Result<(), Refusal> {
        let to = Destination { face_up: false, ..self.owners(id, Zone::Banished) };
        if self.replaced(id, to, MoveHow::Banished).to.face_up { self.refuse(Rule::CostUnpayable) } else { Ok(()) }
    }

    /// `cost.paid-at-activation`: not when the effect resolves.
    pub(crate) fn pay_on_activating(&mut self, ctx: &mut Ctx, bullet: Option<u8>) -> Flow<()> {
        if self.is_paid_on_resolving(ctx) { Ok(()) } else { self.pay(ctx, bullet) }
    }

    pub(crate) fn is_paid_on_resolving(&self, ctx: &Ctx) -> bool {
        self.policy.costs.are_paid_on_resolving(self.effect(ctx.effect).mandatory)
    }

    /// Pays the cost.
    pub(crate) fn pay(&mut self, ctx: &mut Ctx, bullet: Option<u8>) -> Flow<()> {
        let library = self.state.library.clone();
        let def = self.state.effect_in(&library, ctx.effect);
        ctx.purpose = Purpose::Cost;
        let steps: Vec<&Step> = def.cost_with(bullet).collect();
        for (i, &step) in steps.iter().enumerate() {
            if !self.is_spared(ctx, step) {
                ctx.room = self.room_to_leave(ctx, bullet, None, steps[i + 1..].iter().copied());
                ctx.joined = self.must_stay_possible(ctx, bullet, step);
                ctx.freed = self.freed_before_any(ctx, bullet, &ctx.joined);
                ctx.taken = self.must_be_left_to_target(ctx, bullet, step);
                self.perform(ctx, step)?;
                (ctx.room, ctx.taken) = (None, Vec::new());
            }
        }
        (ctx.joined, ctx.freed) = (Vec::new(), Vec::new());
        ctx.purpose = Purpose::Effect;
        Ok(())
    }

    /// Whether an effect spares the player this part of the cost.
    fn is_spared(&self, ctx: &Ctx, step: &Step) -> bool {
        let cost = match step {
            Step::PayLp(..) => Spared::PayLp,
            Step::Discard(_) => Spared::Discard,
            _ => return false,
        };
        self.modifiers(Says::NoCost).iter().any(|applying| match applying.modifier {
            Modifier::NoCost(who, spared, group) => {
                let card = ctx.effect.card;
                spared.contains(&cost)
                    && is_player(applying.ctx.player, *who, ctx.player)
                    && self.in_group(&applying.ctx, group, card, &self.snapshot(card), applying.ctx.player)
            }
            _ => false,
        })
    }

    /// What the declaration of an attack costs, each with the point of view of the effect that says so.
    fn costs_of_attack(&self, player: Player, card: CardId) -> Vec<(Ctx, Vec<Step>)> {
        let mut costs = Vec::new();
        for applying in self.modifiers(Says::AttackCost) {
            let Modifier::AttackCost(affected, cost) = applying.modifier else { continue };
            if self.affects(&applying.ctx, affected, card) {
                let mut ctx = self.ctx(applying.ctx.effect, player);
                ctx.source = applying.ctx.source;
                ctx.purpose = Purpose::Cost;
                ctx.cause = Why::Action(player);
                ctx.rule = Some(Rule::CostOfAnAttack);
                costs.push((ctx, cost.clone()));
            }
        }
        costs
    }

    /// `cost.of-an-attack`: an attack whose cost cannot be paid, all costs together, cannot be declared.
    pub(crate) fn may_pay_for_attack(&self, player: Player, card: CardId) -> Result<(), Refusal> {
        let (mut life_points, mut top) = (0, 0);
        for (ctx, cost) in self.costs_of_attack(player, card) {
            for step in &cost {
                let because = self.feasible(&ctx, step).err();
                match step {
                    Step::PayLp(_, amount) => life_points += self.amount(&ctx, amount, self.state.lp[player.index()]),
                    step => {
                        if let Some(Pick::Top(count)) = step.selection().map(|s| &s.pick) {
                            top += self.amount(&ctx, count, 0).max(0) as usize;
                        }
                    }
                }
                let lp = self.state.lp[player.index()];
                let too_much = !self.can_pay_so_much(life_points, lp) || top > self.state.decks[player.index()].len();
                if because.is_some() || too_much {
                    let because = because.unwrap_or_default();
                    return self.refuse(Rule::CostOfAnAttack).map_err(|r| r.resting_on(because));
                }
            }
        }
        Ok(())
    }

    /// `cost.of-an-attack`: it is paid by the attacker's player before the attack is declared, and by no card effect.
    pub(crate) fn pay_for_attack(&mut self, player: Player, card: CardId) -> Flow<()> {
        for (mut ctx, cost) in self.costs_of_attack(player, card) {
            self.new_instant()?;
            for step in &cost {
                self.perform(&mut ctx, step)?;
            }
            self.applies(Rule::CostOfAnAttack);
        }
        Ok(())
    }

    /// `cost.not-refunded`: what was paid for a negated activation stays paid.
    pub(crate) fn refund(&mut self, id: LinkId) {
        if self.policy.costs.are_given_back() {
            self.give_life_points_back(id);
        }
    }
}

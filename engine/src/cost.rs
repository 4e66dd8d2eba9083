//! `cost.*`: costs, paid on activating and never given back.
//!
//! Elsewhere: `cost.paid-at-activation` in `activate.rs` (`activate`), `cost.not-negated` in `negation.rs`
//! (`effect_is_negated`).

use crate::ctx::Ctx;
use crate::def::{EffectDef, Step};
use crate::duel::{Duel, Flow};
use crate::ids::LinkId;
use crate::policy::Costs;
use crate::prompt::Purpose;
use crate::rule::{Refusal, Rule};

/// The cost of an effect or of one of its bullets.
fn cost_of(effect: &EffectDef, bullet: Option<u8>) -> &[Step] {
    match bullet.and_then(|b| effect.options.get(b as usize)) {
        Some(option) => &option.cost,
        None => &effect.cost,
    }
}

impl Duel {
    /// `cost.unpayable`: all of the cost can be paid.
    pub(crate) fn is_payable(&self, ctx: &Ctx, bullet: Option<u8>) -> Result<(), Refusal> {
        let mut ctx = ctx.clone();
        ctx.purpose = Purpose::Cost;
        for step in cost_of(self.effect(ctx.effect), bullet) {
            if let Err(rules) = self.feasible(&ctx, step) {
                return self.refuse(Rule::CostUnpayable).map_err(|r| r.resting_on(rules));
            }
        }
        Ok(())
    }

    /// Pays the cost, in the instant of the activation.
    pub(crate) fn pay(&mut self, ctx: &mut Ctx, bullet: Option<u8>) -> Flow<()> {
        let library = self.library.clone();
        let def = &library[self.state.card(ctx.effect.card).def as usize].effects[ctx.effect.effect as usize];
        ctx.purpose = Purpose::Cost;
        for step in cost_of(def, bullet) {
            self.perform(ctx, step)?;
        }
        ctx.purpose = Purpose::Effect;
        Ok(())
    }

    /// `cost.not-refunded`: what was paid for a negated activation stays paid. The one reader of [`Costs`].
    pub(crate) fn refund(&mut self, link: LinkId) {
        match self.policy.costs {
            Costs::Kept => {}
            Costs::Refunded => {
                let link = self.state.link(link);
                let (player, paid) = (link.player, link.paid_lp);
                self.state.lp[player.index()] += paid;
            }
        }
    }
}

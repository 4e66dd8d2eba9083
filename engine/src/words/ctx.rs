//! From whose point of view an effect's words are read, before it is activated and after.

use crate::flow::Duel;
use crate::state::{CardId, Changed, Ctx, Destination, EffectRef, LinkId, MoveHow, Pending, Player, What, Why};

/// What is done to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// It is destroyed.
    Destroys,
    /// Anything else.
    Affects,
}

impl Duel {
    /// The point of view of an effect that nobody has activated yet.
    pub(crate) fn ctx(&self, effect: EffectRef, player: Player) -> Ctx {
        let mut ctx = Ctx::new(effect, player, self.state.reference(effect.card));
        if let Some(link) = self.state.card(effect.card).activation {
            ctx.names.clone_from(&self.state.link(link).names);
            ctx.declared.clone_from(&self.state.link(link).declared);
        }
        let card = self.state.card(effect.card);
        let of_the_link = card.named.map(|link| &self.state.link(link).names);
        let of_the_summon = self.state.paid_for(effect.card);
        let named = of_the_link.into_iter().chain(of_the_summon);
        for (name, cards) in named.flatten() {
            if !self.effect(effect).gives(name) && !ctx.names.iter().any(|(known, _)| known == name) {
                ctx.names.push((name.clone(), cards.clone()));
            }
        }
        ctx
    }

    /// The point of view of a waiting trigger.
    pub(crate) fn ctx_of_pending(&self, pending: &Pending) -> Ctx {
        let mut ctx = self.ctx(pending.effect, pending.player);
        ctx.those = self.state.live_cards(pending);
        ctx.of_the_cause =
            pending.seen.iter().map(|seen| self.amount_of_event(seen.event)).fold(0, i32::saturating_add);
        let made = pending.seen.iter().filter_map(|seen| match self.event_at(seen.event)?.what {
            What::BecameMaterial(_, monster) => Some(monster),
            _ => None,
        });
        ctx.summoned.extend(made);
        ctx
    }

    /// The point of view of a link on the chain.
    pub(crate) fn ctx_of_link(&self, id: LinkId) -> Ctx {
        let link = self.state.link(id);
        Ctx {
            link: Some(id),
            cause: Why::Link(id),
            names: link.names.clone(),
            those: link.those.clone(),
            summoned: link.summoned.clone(),
            declared: link.declared.clone(),
            of_the_cause: link.amount,
            ..Ctx::new(link.effect, link.player, link.source)
        }
    }

    /// The effect as a cause of what it does, whether or not it has been activated yet.
    pub(crate) fn as_cause(ctx: &Ctx) -> Why {
        match ctx.link {
            Some(link) => Why::Link(link),
            None => Why::Reflex(ctx.effect, ctx.player),
        }
    }

    /// The amount an event is about: damage, life points gained or paid, cards drawn.
    pub(crate) fn amount_of_event(&self, index: usize) -> i32 {
        let Some(event) = self.event_at(index) else { return 0 };
        match event.what {
            What::Damage { amount, .. } | What::GainedLp(_, amount) | What::PaidLp(_, amount) => amount,
            What::Drew { .. } => event.cards.len() as i32,
            _ => 0,
        }
    }

    /// Moves cards for an effect, which goes on knowing them.
    pub(crate) fn move_for(&mut self, ctx: &mut Ctx, id: CardId, to: Destination, how: MoveHow) -> Changed {
        let from = self.state.reference(id);
        self.state.mover = Some(ctx.cause);
        let changed = self.move_card(id, to, how);
        self.state.mover = None;
        ctx.follow(from, changed.card);
        changed
    }
}

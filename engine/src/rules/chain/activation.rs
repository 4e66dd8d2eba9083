//! Activating: the card is shown, the cost paid, targets chosen; then it is a link of the chain.

use crate::catalogue::Rule;
use crate::def::{Amount, Attribute, BattlePosition, DeclaredNumber, Declares, Kind, MonsterIs, Race};
use crate::flow::{Bid, Choice, Duel, Flow, Frame, Pool, Slot};
use crate::state::{
    Card, CardId, Changed, Destination, EffectRef, Fate, Link, LinkId, LinkNegated, MoveHow, PendingId, Player,
    Purpose, What, Why, Zone,
};
use crate::words::Ctx;

/// How many numbers there are to declare at most.
const MOST_NUMBERS: usize = 1000;

impl Duel {
    /// `chain.every-activation-is-a-link`, `cost.paid-at-activation`, `timing.payment-is-earlier`: everything up to the link is one instant.
    pub(crate) fn activate(&mut self, player: Player, effect: EffectRef, pending: Option<PendingId>) -> Flow<()> {
        self.burn_fuel()?;
        self.new_instant()?;
        let id = LinkId(self.state.links.len() as u32);
        let (mut ctx, answers) = self.ctx_of_activation(player, effect, pending);
        ctx.leaving = self.state.activates_its_card(effect).then_some(effect.card);
        let bullet = self.choose_bullet(&ctx)?;
        if let Some(pending) = pending.and_then(|id| self.state.pending(id)) {
            self.note_an_unwanted_duty(pending, bullet);
        }
        let number = self.declare_number(&mut ctx, bullet)?;
        let face = self.state.card(effect.card).face;
        self.push_link(id, &ctx, bullet, answers);
        let shown = self.show_card(&mut ctx, id);
        ctx.link = Some(id);
        ctx.cause = Why::Cost(id);
        ctx.rule = Some(Rule::CostPaidAtActivation);
        let targets = self.pay_and_target(&mut ctx, bullet)?;
        let declared = if number.is_some() { number } else { self.declare(&ctx)? };
        let moved = self.state.reference(effect.card) != shown.card;
        ctx.source = self.state.reference(effect.card);

        let link = self.state.link_mut(id);
        link.source = ctx.source;
        link.names = ctx.names;
        link.targets = targets.clone();
        link.declared = declared;
        link.left_as_cost = moved;
        let cards = targets.iter().map(|t| self.touched(t.card)).collect::<Vec<_>>();
        self.state.link_mut(id).event = self.log.len();
        if let Some(chain) = self.state.chains.last_mut() {
            chain.links.push(id);
        }
        self.note_activation(id, effect);
        self.spend(player, effect, face, id);
        self.emit(Why::Cost(id), Rule::ChainEveryActivationIsALink, What::Activated(id), vec![shown]);
        if !cards.is_empty() {
            self.emit(Why::Cost(id), None, What::Targeted(id), cards);
        }
        if (self.effect(effect).no_response || !self.may_be_answered(effect))
            && let Some(chain) = self.state.chains.last_mut()
        {
            chain.locked = true;
        }
        if let Some(pending) = pending {
            self.settle_fate(pending, Fate::Placed(id), Rule::ChainEveryActivationIsALink);
        }
        self.react_to_an_activation()
    }

    /// `target.may-be-the-card-paid`: the cost, then the targets.
    fn pay_and_target(&mut self, ctx: &mut Ctx, bullet: Option<u8>) -> Flow<Vec<crate::state::Ref>> {
        if self.policy.targets.come_before_the_cost() {
            let targets = self.choose_targets(ctx, bullet)?;
            self.pay_on_activating(ctx, bullet)?;
            self.destroy_orphans();
            return Ok(targets);
        }
        self.pay_on_activating(ctx, bullet)?;
        self.destroy_orphans();
        self.choose_targets(ctx, bullet)
    }

    fn ctx_of_activation(
        &self,
        player: Player,
        effect: EffectRef,
        pending: Option<PendingId>,
    ) -> (Ctx, Option<LinkId>) {
        if let Some(pending) = pending.and_then(|id| self.state.pending(id)) {
            let mut ctx = self.ctx_of_pending(pending);
            if !pending.owed {
                return (ctx, None);
            }
            let link = self.answered_by_owed(pending);
            ctx.those = link.map(|link| self.state.link(link).source).into_iter().collect();
            return (ctx, link);
        }
        let mut ctx = self.ctx(effect, player);
        let Some(chain) = self.state.chain() else { return (ctx, None) };
        let slot = if chain.links.is_empty() { Slot::OpponentsChance } else { Slot::Chain };
        let bid = Bid { player, effect, slot, occasion: chain.occasion, pending: None, told_why: true };
        let answered = self.answers(&bid).ok().flatten().unwrap_or_default();
        (ctx.those, ctx.of_the_cause) = (answered.those, answered.amount);
        (ctx, answered.link)
    }

    fn push_link(&mut self, id: LinkId, ctx: &Ctx, bullet: Option<u8>, answers: Option<LinkId>) {
        debug_assert_eq!(id.0 as usize, self.state.links.len());
        let number = self.state.chain().map_or(1, |c| c.links.len() as u16 + 1);
        let link = Link {
            number,
            player: ctx.player,
            effect: ctx.effect,
            source: ctx.source,
            left: ctx.source,
            card_activation: self.state.activates_its_card(ctx.effect),
            speed: self.speed(ctx.effect),
            bullet,
            declared: None,
            targets: Vec::new(),
            names: Vec::new(),
            those: ctx.those.clone(),
            summoned: ctx.summoned.clone(),
            answers,
            negated: LinkNegated::No,
            becomes: None,
            left_as_cost: false,
            amount: ctx.of_the_cause,
            event: self.log.len(),
            done: false,
        };
        self.state.links.push(link);
    }

    /// A Spell or Trap is put on the field or turned face-up; anything else is only pointed at.
    fn show_card(&mut self, ctx: &mut Ctx, link: LinkId) -> Changed {
        let card = ctx.effect.card;
        let def = self.effect(ctx.effect);
        if !self.state.link(link).card_activation {
            return self.acts_as_a_monster(ctx.effect, self.touched(card));
        }
        let waiting = !def.stays && !self.def(card).stays_by_kind();
        let mut shown = if self.state.card(card).zone == Zone::Hand {
            self.replace_field_spell(ctx.player, card, Why::Cost(link));
            let zone = match self.def(card) {
                def if def.is_field_spell() => Zone::Field,
                def if def.is_pendulum() => Zone::Pendulum,
                _ => Zone::SpellTrap,
            };
            let to = Destination { zone, controller: ctx.player, face_up: true, position: BattlePosition::Attack };
            self.move_for(ctx, card, to, MoveHow::Activated)
        } else {
            self.change_card(card, |c| c.face_up = true)
        };
        let state = self.state.card_mut(card);
        state.waiting = waiting;
        state.activation = Some(link);
        state.flipped_by = Some(link);
        shown.how = MoveHow::Activated;
        shown
    }

    /// A player's Field Spell makes room for their next one, in the instant of that one's activation or Set; on an
    /// activation that is before it resolves (`timing.payment-is-earlier`).
    pub(crate) fn replace_field_spell(&mut self, player: Player, by: CardId, cause: Why) {
        if self.def(by).is_field_spell() {
            let on_activation = matches!(cause, Why::Cost(_));
            let rule = on_activation.then_some(Rule::TimingPaymentIsEarlier);
            self.clear_field_zone(by, cause, rule, |old| old.controller == player);
            if on_activation {
                // `continuous.keeps-a-state`: the new one is not there yet.
                while self.destroy_what_cannot_be() {}
            }
        }
    }

    /// Where there is one Field Spell in all, the opponent's goes when the new one takes effect, if it is face-up.
    pub(crate) fn replace_opponents_field_spell(&mut self, player: Player, by: CardId, cause: Why) {
        if self.def(by).is_field_spell() && self.policy.field_spells.exclude_each_other() {
            self.clear_field_zone(by, cause, None, |old| old.controller != player && old.face_up);
        }
    }

    fn clear_field_zone(&mut self, by: CardId, cause: Why, rule: Option<Rule>, is_old: impl Fn(&Card) -> bool) {
        let there = |card: &Card| card.zone == Zone::Field && is_old(card);
        let Some(old) = self.state.ids().find(|&id| id != by && there(self.state.card(id))) else { return };
        let to = self.owners(old, Zone::Gy);
        let changed = self.move_card(old, to, self.policy.field_spells.leave());
        self.emit(cause, rule, What::MadeRoom, vec![changed]);
    }

    fn choose_bullet(&mut self, ctx: &Ctx) -> Flow<Option<u8>> {
        let Some(count) = self.state.bullets(ctx.effect) else { return Ok(None) };
        let bid = Bid {
            player: ctx.player,
            effect: ctx.effect,
            slot: Slot::Open,
            occasion: crate::state::Occasion::default(),
            pending: None,
            told_why: true,
        };
        let possible: Vec<usize> = (0..count).filter(|&b| self.is_worth_it(ctx, &bid, Some(b as u8)).is_ok()).collect();
        let options = &self.effect(ctx.effect).options;
        let words: Vec<String> = possible.iter().map(|&b| options[b].id.clone()).collect();
        let choice = Choice {
            purpose: Purpose::Bullet,
            effect: Some(ctx.effect),
            about: None,
            from: Pool::Words(words.clone()),
            min: 1,
            max: 1,
        };
        let word = self.choose_word(ctx.player, choice)?;
        Ok(words.iter().position(|w| *w == word).and_then(|i| possible.get(i)).map(|&b| b as u8))
    }

    /// The numbers that the effect lets its player declare, if it does.
    pub(crate) fn numbers_to_declare(&self, ctx: &Ctx) -> Option<impl Iterator<Item = i32> + use<>> {
        let DeclaredNumber { range, steps } = self.effect(ctx.effect).declares_number.as_ref()?;
        let bound = |amount: &Option<Box<Amount>>| amount.as_ref().map(|amount| self.amount(ctx, amount, 0));
        let steps = (*steps).max(1);
        let least = bound(&range.min).unwrap_or(steps).max(0);
        let most = bound(&range.max).unwrap_or(least);
        let first = least.saturating_add(steps - 1) / steps * steps;
        Some((first..=most).step_by(steps as usize).take(MOST_NUMBERS))
    }

    /// Of the numbers there are, one with which the effect can be activated.
    fn declare_number(&mut self, ctx: &mut Ctx, bullet: Option<u8>) -> Flow<Option<String>> {
        let Some(numbers) = self.numbers_to_declare(ctx) else { return Ok(None) };
        let bid = Bid {
            player: ctx.player,
            effect: ctx.effect,
            slot: Slot::Chain,
            occasion: crate::state::Occasion::default(),
            pending: None,
            told_why: true,
        };
        let mut tried = ctx.clone();
        let words = numbers.map(|number| number.to_string()).filter(|number| {
            tried.declared = Some(number.clone());
            self.is_worth_it(&tried, &bid, bullet).is_ok()
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() {
            return Ok(None);
        }
        ctx.declared = Some(self.choose_declaration(ctx, words)?);
        Ok(ctx.declared.clone())
    }

    fn choose_declaration(&mut self, ctx: &Ctx, words: Vec<String>) -> Flow<String> {
        let choice = Choice {
            purpose: Purpose::Declaration,
            effect: Some(ctx.effect),
            about: None,
            from: Pool::Words(words),
            min: 1,
            max: 1,
        };
        self.choose_word(ctx.player, choice)
    }

    fn declare(&mut self, ctx: &Ctx) -> Flow<Option<String>> {
        let words: Vec<String> = match self.effect(ctx.effect).declares {
            None => return Ok(None),
            Some(Declares::Type) => Race::ALL.iter().map(ToString::to_string).collect(),
            Some(Declares::Attribute) => Attribute::ALL.iter().map(ToString::to_string).collect(),
            Some(Declares::AttributeAndType) => {
                let all = Attribute::ALL.iter().flat_map(|one| Race::ALL.iter().map(move |race| (one, race)));
                all.map(|(attribute, race)| format!("{attribute} {race}")).collect()
            }
            Some(Declares::Name) => self.names_to_declare(),
            Some(Declares::Kind) => {
                let kinds = [MonsterIs::Ritual, MonsterIs::Fusion, MonsterIs::Synchro, MonsterIs::Xyz];
                kinds.iter().map(ToString::to_string).collect()
            }
            Some(Declares::CardKind) => {
                [Kind::Monster, Kind::Spell, Kind::Trap].iter().map(ToString::to_string).collect()
            }
        };
        self.choose_declaration(ctx, words).map(Some)
    }

    /// Pushes a chain's first link from a gate.
    pub(crate) fn start_gate_chain(&mut self, player: Player, effect: EffectRef, occasion: crate::state::Occasion) {
        self.start_chain(occasion, Vec::new(), true);
        self.push(Frame::Build { next: self.next_to_add(player), passes: 0 });
        self.push(Frame::Activate { player, effect, pending: None });
    }
}

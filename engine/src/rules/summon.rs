//! `summon.*`: Summons that start no chain: paid for, attempted, negated or not.
//!
//! Elsewhere: `summon.not-properly-summoned` in `steps/special_summon.rs` (`may_be_special_summoned`), `summon.normal-summonable` in
//! `words/which.rs` (`is_normal_summonable`), `summon.known-by-what-was-used` and
//! `summon.known-though-turned-face-down` in `words/which.rs` (`used_for`, `was_summoned_so`), `summon.set-with-tributes` in
//! `words/which.rs` (`was_summoned_so`), `summon.one-substitute` and `summon.face-down-fusion-material` in `steps/material.rs` (`takes_the_place_of`, `may_lie_face_down`).

mod attempt;
mod procedure;
mod tribute;

use std::sync::Arc;

use self::procedure::{asked, with_materials};
use crate::catalogue::{Refusal, Rule};
use crate::def::{Afterwards, CannotBe, CannotDo, Cause, CauseWord, How, Modifier, Says, Step, Turned, Who};
use crate::flow::{After, Duel, Flow, Frame, Summon, SummonStage, WindowFrame};
use crate::state::{Board, CardId, Changed, EffectRef, Entry, LinkId, Player, SummonKind, What, Why, Zone};
use crate::steps::Outcome;
use crate::words::{Ctx, Way, is_player};

/// What only looks at the board.
impl Board {
    /// `summon.only-link-1-negates`: what negates a Summon answers the attempt itself, so it can only be Chain Link 1.
    pub(crate) fn is_too_late_for_the_attempt(&self, cause: &Cause, links_below: usize) -> bool {
        let negates_summons = cause.any_of.iter().any(|pattern| pattern.event == CauseWord::WouldBeSummoned);
        negates_summons && links_below > 0 && self.attempt.is_some()
    }
}

impl Duel {
    /// Whether a monster may be Normal Summoned, or Set with a Normal Summon.
    ///
    /// `summon.one-normal-summon`: once a turn, and an attempt that was negated counts.
    pub(crate) fn may_normal_summon(&self, player: Player, card: CardId, set: bool) -> Result<(), Refusal> {
        if !self.state.in_main_phase() {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        if self.state.normal_summons >= self.normal_summons_of(player) && (set || !self.is_additional(player, card)) {
            self.refuse(Rule::SummonOneNormalSummon)?;
        }
        let doing = if set { CannotDo::SetMonsters } else { CannotDo::NormalSummon };
        self.may_do(player, doing, Some(card))?;
        if !set {
            self.may_be_the_only_one(player, card)?;
        }
        self.may_be_normal_summoned(player, card, set)
    }

    /// `summon.link-in-attack-position`: a Link Monster cannot come to the field in Defense Position.
    pub(crate) fn may_come_in_its_position(&self, card: Option<CardId>, way: Way) -> Result<(), Refusal> {
        let in_defense = matches!(way.position, Some(Turned::Defense | Turned::FaceUpDefense | Turned::FaceDown));
        if in_defense && card.is_some_and(|card| self.def(card).is_link()) {
            self.refuse(Rule::SummonLinkInAttackPosition)?;
        }
        Ok(())
    }

    /// `summon.one-additional`: whether an effect lets a player Normal Summon a monster in addition to the Normal Summon of the turn;
    /// of all such effects they use one in a turn.
    fn is_additional(&self, player: Player, card: CardId) -> bool {
        let allowed = self.modifiers(Says::AdditionalNormalSummon).iter().any(|a| match a.modifier {
            Modifier::AdditionalNormalSummon(affected) => {
                a.ctx.player == player && self.affects_now(&a.ctx, affected, card)
            }
            _ => false,
        });
        self.applies_if(allowed, Rule::SummonOneAdditional);
        allowed && (!self.state.additional_summon_used || self.policy.additional.adds_up())
    }

    /// `summon.so-many-in-a-turn`: how many Normal Summons and Sets a player can conduct in a turn: one, or the most that an effect says.
    pub(crate) fn normal_summons_of(&self, player: Player) -> u8 {
        let said = self.modifiers(Says::NormalSummons);
        let of_the_player = said.iter().filter_map(|a| match a.modifier {
            Modifier::NormalSummons(who, count) if is_player(a.ctx.player, *who, player) => Some(*count),
            _ => None,
        });
        let counts: Vec<u8> = of_the_player.collect();
        self.applies_if(!counts.is_empty(), Rule::SummonSoManyInATurn);
        self.policy.additional.in_a_turn(&counts)
    }

    /// `summon.so-many-in-a-turn`: whether it would change anything that players can conduct so many.
    pub(crate) fn would_be_more_normal_summons(&self, ctx: &Ctx, who: Who, count: u8) -> bool {
        let by_then = |player: Player| self.policy.additional.with_another(self.normal_summons_of(player), count);
        self.addressed(ctx, who).into_iter().any(|player| by_then(player) > self.normal_summons_of(player))
    }

    /// Whether an effect may make a player Normal Summon a monster.
    pub(crate) fn may_normal_summon_by_effect(&self, player: Player, card: CardId) -> bool {
        self.may_do(player, CannotDo::NormalSummon, Some(card)).is_ok()
            && self.may_be_the_only_one(player, card).is_ok()
            && self.may_be_normal_summoned(player, card, false).is_ok()
    }

    /// Whether a card may be Normal Summoned, by the rules of the turn or by an effect: a monster of the Main Deck that is not on
    /// the field, and no Ritual Monster.
    pub(crate) fn may_be_normal_summoned(&self, player: Player, card: CardId, set: bool) -> Result<(), Refusal> {
        if !set && self.may_be_gemini_summoned(player, card) {
            return self.may_be(card, CannotBe::NormalSummonedFaceUp, player);
        }
        let def = self.def(card);
        if def.monster().is_none() || def.is_extra() || self.state.card(card).zone.on_field() {
            return Err(self.impossible(Rule::PresenceWrongPlace));
        }
        if def.is_ritual() {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        let doing = if set { CannotBe::NormalSet } else { CannotBe::NormalSummonedFaceUp };
        self.may_be(card, doing, player)?;
        if self.tribute_sets(player, card, set).is_empty() {
            // Without Tributes only a free zone can be missing.
            let free = self.tributes_of(player, card, set).contains(&0);
            return self.refuse(if free { Rule::LegalityConditionNotMet } else { Rule::CostUnpayable });
        }
        Ok(())
    }

    /// Whether a face-down monster may be Flip Summoned, which is a change of its position, too.
    pub(crate) fn may_flip_summon(&self, player: Player, card: CardId) -> Result<(), Refusal> {
        self.may_do(player, CannotDo::ChangePosition, Some(card))?;
        self.may_change_position(card)?;
        self.may_be_the_only_one(player, card)?;
        self.may_do(player, CannotDo::Summon, Some(card))
    }

    pub(crate) fn begin_normal_summon(&mut self, player: Player, card: CardId) {
        self.begin_summon(Summon::new(player, card, SummonKind::Normal));
    }

    pub(crate) fn begin_flip_summon(&mut self, player: Player, card: CardId) {
        self.begin_summon(Summon::new(player, card, SummonKind::Flip));
    }

    pub(crate) fn begin_special_summon(&mut self, player: Player, procedure: EffectRef) {
        let summon = Summon::new(player, procedure.card, SummonKind::Special);
        self.begin_summon(Summon { procedure: Some(procedure), ..summon });
    }

    pub(crate) fn begin_summon(&mut self, summon: Summon) {
        self.push(Frame::Window(WindowFrame::new(After::Summon)));
        self.push(Frame::Summon(summon));
    }

    /// A Summon right after the effect: a Normal Summon, or a Special Summon with materials whose monster is chosen only
    /// then.
    pub(crate) fn summon_afterwards(&mut self, ctx: &mut Ctx, afterwards: &Afterwards) -> Flow<Outcome> {
        let player = ctx.player;
        let Some(link) = ctx.link else { return Ok(Outcome::NotDone) };
        let Afterwards::NormalSummon(selection) = afterwards else {
            let possible = self.feasible(ctx, &Step::Afterwards(afterwards.clone())).is_ok();
            if !possible {
                return Ok(Outcome::NotDone);
            }
            self.push(Frame::Afterwards { link, what: Arc::new(afterwards.clone()) });
            return Ok(Outcome::Done);
        };
        let may = |duel: &Self, id: CardId| duel.may_normal_summon_by_effect(player, id);
        let found = self.select(ctx, selection, player, may)?;
        let Some(&card) = found.first() else { return Ok(Outcome::NotDone) };
        let negatable = self.is_negatable_after(link);
        let summon = Summon::new(player, card, SummonKind::Normal);
        self.push(Frame::Summon(Summon { negatable, of_the_turn: false, ..summon }));
        Ok(Outcome::Done)
    }

    /// `summon.negatable-after-link-1`: a Summon performed right after an effect has resolved can be negated if that
    /// effect was Chain Link 1.
    fn is_negatable_after(&self, link: LinkId) -> bool {
        self.applies(Rule::SummonNegatableAfterLink1);
        self.policy.gate.opens_after(self.state.link(link).number)
    }

    /// `summon.afterwards-is-later`: the effect has resolved, and what reacts to it has applied; now the monster is chosen and
    /// its Summon begins.
    pub(crate) fn afterwards(&mut self, link: LinkId, what: &Arc<Afterwards>) -> Flow<()> {
        let Afterwards::SpecialSummon { what: selection, by, position } = &**what else { return Ok(()) };
        let ctx = self.ctx_after(link);
        let player = ctx.player;
        let may = |duel: &Self, id: CardId| duel.may_be_summoned_with(&ctx, id, by, *position);
        let found = self.select(&ctx, selection, player, may)?;
        let Some(&card) = found.first() else { return Ok(()) };
        self.applies(Rule::SummonAfterwardsIsLater);
        let negatable = self.is_negatable_after(link);
        let afterwards = Some((link, Arc::clone(what)));
        let summon = Summon::new(player, card, SummonKind::Special);
        self.push(Frame::Summon(Summon { negatable, of_the_turn: false, afterwards, ..summon }));
        Ok(())
    }

    /// The point of view of an effect that has resolved.
    fn ctx_after(&self, link: LinkId) -> Ctx {
        Ctx { source: self.state.link(link).left, ..self.ctx_of_link(link) }
    }

    /// `summon.afterwards-is-later`: whether what reacts to an effect applies before the Summon that follows it.
    pub(crate) fn reacts_before_the_summon(&self) -> bool {
        let follows = matches!(self.frames.last(), Some(Frame::Afterwards { .. }));
        !(follows && self.policy.afterwards.is_one_with_the_effect())
    }

    /// One stage of a Summon.
    pub(crate) fn summon_step(&mut self, mut summon: Summon) -> Flow<()> {
        match summon.stage {
            SummonStage::Pay => {
                self.pay_for_summon(&mut summon)?;
                self.destroy_orphans();
                self.choose_zones(&summon)?;
                self.destroy_in_the_midst_of_a_summon();
                summon.stage = SummonStage::Attempt;
                self.push(Frame::Summon(summon));
                Ok(())
            }
            SummonStage::Attempt => self.attempt(summon),
            SummonStage::Outcome => self.outcome(&summon),
        }
    }

    /// The zones of the monsters of a Summon, those of the Extra Deck first, which find fewer.
    fn choose_zones(&mut self, summon: &Summon) -> Flow<()> {
        if self.stays_where_it_is(summon) {
            return Ok(());
        }
        let mut cards = summon.cards();
        cards.sort_by_key(|&id| self.state.card(id).zone != Zone::ExtraDeck);
        let side = self.side_of(summon.procedure, summon.player);
        let mut taken = Vec::new();
        for id in cards {
            let zones = match summon.procedure {
                Some(procedure) => {
                    let ctx = self.ctx(procedure, summon.player);
                    self.zones_left(&ctx, side, id, self.effect(procedure).to_zone.as_deref(), &taken)
                }
                None => self.zones_for(side, id, &[]).into_iter().filter(|seat| !taken.contains(seat)).collect(),
            };
            taken.extend(self.choose_seat(summon.procedure, summon.player, id, &zones)?);
        }
        Ok(())
    }

    /// `timing.payment-is-earlier`: the Summon is another instant than what was paid for it.
    fn new_instant_after_paying(&mut self, summon: &Summon) -> Flow<()> {
        if self.is_one_with_its_payment(summon) { Ok(()) } else { self.new_instant() }
    }

    /// `timing.payment-is-earlier`: Tributes leave before the Summon is attempted.
    fn pay_for_summon(&mut self, summon: &mut Summon) -> Flow<()> {
        match (summon.kind, summon.procedure) {
            _ if summon.how == Some(How::Pendulum) => self.choose_pendulum_summons(summon),
            (_, None) if let Some((link, what)) = summon.afterwards.clone() => {
                let Afterwards::SpecialSummon { by, .. } = &*what else { return Ok(()) };
                self.new_instant()?;
                let mut ctx = self.ctx_after(link);
                ctx.cause = Why::Action(summon.player);
                ctx.rule = Some(Rule::TimingPaymentIsEarlier);
                summon.how = Some(by.how);
                summon.materials = self.use_materials(&mut ctx, summon.card, by, None)?;
                Ok(())
            }
            (SummonKind::Normal, _) => {
                let additional = summon.of_the_turn && self.is_additional(summon.player, summon.card);
                let tributes = match self.stays_where_it_is(summon) {
                    true => Vec::new(),
                    false => self.choose_tributes(summon.player, summon.card, false)?,
                };
                self.state.additional_summon_used |= additional;
                self.state.normal_summons += u8::from(summon.of_the_turn && !additional);
                if !tributes.is_empty() {
                    summon.kind = SummonKind::Tribute;
                    self.tribute(summon.player, &tributes)?;
                }
                Ok(())
            }
            (_, Some(procedure)) => {
                self.new_instant()?;
                let mut ctx = self.ctx(procedure, summon.player);
                ctx.cause = Why::Action(summon.player);
                ctx.rule = Some(Rule::TimingPaymentIsEarlier);
                let before = self.log.len();
                self.pay(&mut ctx, None)?;
                self.remember_what_was_paid(before, &ctx);
                let library = self.state.library.clone();
                let effect = self.state.effect_in(&library, procedure);
                if let Some(with) = with_materials(effect) {
                    summon.how = Some(with.how);
                    summon.materials = self.use_materials(&mut ctx, summon.card, &with, asked(effect))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// `summon.known-by-what-was-used`: what was paid for a monster's own procedure was used for its Summon, and its other effects know what
    /// was named then.
    fn remember_what_was_paid(&mut self, before: usize, ctx: &Ctx) {
        let moved = self.log[before..].iter().filter_map(Entry::event).filter(|event| event.what == What::Moved);
        let paid: Vec<Changed> = moved.flat_map(|event| event.cards.iter().cloned()).collect();
        if !paid.is_empty() {
            self.are_used_for_a_summon(&paid);
        }
        self.state.named_for_a_summon.clone_from(&ctx.names);
    }

    /// Sets a card; a monster takes the turn's Normal Summon and its Tributes.
    pub(crate) fn set_card(&mut self, player: Player, card: CardId) -> Flow<()> {
        if self.def(card).monster().is_none() {
            self.new_instant()?;
            self.set_spell_or_trap(player, card, Why::Action(player));
            return Ok(());
        }
        let tributes = self.choose_tributes(player, card, true)?;
        self.state.normal_summons = self.state.normal_summons.saturating_add(1);
        if !tributes.is_empty() {
            self.tribute(player, &tributes)?;
        }
        self.choose_own_seat(player, card)?;
        self.new_instant()?;
        self.set_monster(player, card, Why::Action(player));
        Ok(())
    }
}

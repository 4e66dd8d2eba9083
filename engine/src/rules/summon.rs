//! `summon.*`: Summons that start no chain: paid for, attempted, negated or not.
//!
//! Elsewhere: `summon.not-properly-summoned` in `steps/special_summon.rs` (`may_be_special_summoned`).

use std::sync::Arc;

use crate::catalogue::{Refusal, Rule};
use crate::def::{
    Affected, Afterwards, BattlePosition, CannotBe, CannotDo, Cause, CauseWord, Class, EffectDef, Facing, Group, How,
    Kind, Material, Modifier, Place, Step, Turned, Using, Whose, WithMaterials, Word,
};
use crate::flow::{After, Choice, Duel, Flow, Frame, GateKind, Pool, Summon, SummonStage, WindowFrame};
use crate::state::{
    Attempt, Board, CardId, Changed, Destination, EffectRef, LinkId, MoveHow, Player, Purpose, SummonKind, What, Why,
    Zone,
};
use crate::steps::Outcome;
use crate::words::{Ctx, Way};

/// Tributes a monster of this Level needs.
fn tributes_for(level: i32) -> usize {
    match level {
        ..=4 => 0,
        5 | 6 => 1,
        _ => 2,
    }
}

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
        if self.state.normal_summon_used && (set || !self.is_additional(player, card)) {
            self.refuse(Rule::SummonOneNormalSummon)?;
        }
        let doing = if set { CannotDo::SetMonsters } else { CannotDo::NormalSummon };
        self.may_do(player, doing, Some(card))?;
        if !set {
            self.may_be_the_only_one(player, card)?;
        }
        self.may_be_normal_summoned(player, card)
    }

    /// `summon.one-additional`: whether an effect lets a player Normal Summon a monster in addition to the Normal Summon of the turn;
    /// of all such effects they use one in a turn.
    fn is_additional(&self, player: Player, card: CardId) -> bool {
        let allowed =
            self.modifiers(|m| matches!(m, Modifier::AdditionalNormalSummon(_))).iter().any(|a| match a.modifier {
                Modifier::AdditionalNormalSummon(affected) => {
                    a.ctx.player == player && self.affects_now(&a.ctx, affected, card)
                }
                _ => false,
            });
        self.applies_if(allowed, Rule::SummonOneAdditional);
        allowed && (!self.state.additional_summon_used || self.policy.additional.adds_up())
    }

    /// Whether an effect may make a player Normal Summon a monster.
    pub(crate) fn may_normal_summon_by_effect(&self, player: Player, card: CardId) -> bool {
        self.may_do(player, CannotDo::NormalSummon, Some(card)).is_ok()
            && self.may_be_the_only_one(player, card).is_ok()
            && self.may_be_normal_summoned(player, card).is_ok()
    }

    /// Whether a card may be Normal Summoned, by the rules of the turn or by an effect: a monster of the Main Deck that is not on
    /// the field.
    pub(crate) fn may_be_normal_summoned(&self, player: Player, card: CardId) -> Result<(), Refusal> {
        let def = self.def(card);
        if def.monster().is_none() || def.is_extra() || self.state.card(card).zone.on_field() {
            return Err(self.impossible(Rule::PresenceWrongPlace));
        }
        self.may_be(card, CannotBe::NormalSummoned, player)?;
        if self.tribute_sets(player, card).is_empty() {
            // Without Tributes only a free zone can be missing.
            let free = self.tributes_of(player, card) == 0;
            return self.refuse(if free { Rule::LegalityConditionNotMet } else { Rule::CostUnpayable });
        }
        Ok(())
    }

    /// Whether a face-down monster may be Flip Summoned.
    pub(crate) fn may_flip_summon(&self, player: Player, card: CardId) -> Result<(), Refusal> {
        self.may_change_position(card)?;
        self.may_be_the_only_one(player, card)?;
        self.may_do(player, CannotDo::Summon, Some(card))
    }

    /// Whether a monster may be Special Summoned by its own procedure.
    pub(crate) fn may_special_summon(&self, player: Player, procedure: EffectRef) -> Result<(), Refusal> {
        self.is_where_its_procedure_works(procedure)?;
        if !self.state.in_main_phase() {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        self.procedure_is_not_spent(procedure, player)?;
        let ctx = self.ctx(procedure, player);
        let way = Way { how: self.effect(procedure).by, by: Some(procedure), link: None };
        self.may_be_summoned_so(player, procedure.card, way)?;
        self.may_do_so(player, CannotDo::SpecialSummon, Some(procedure.card), way)?;
        if self.effect(procedure).requires.as_ref().is_some_and(|c| !self.holds(&ctx, c)) {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        let effect = self.effect(procedure);
        let with_materials = with_materials(effect);
        if with_materials.is_none() && !self.finds_a_zone_by(&ctx) {
            return self.refuse_room(procedure.card);
        }
        self.is_payable(&ctx, None)?;
        self.oath_is_not_broken(procedure, player)?;
        let side = self.side_of(Some(procedure), player);
        self.may_be_the_only_one(side, procedure.card)?;
        let Some(with) = with_materials else { return Ok(()) };
        let sets = self.sets_of_materials(&ctx, procedure.card, &with, asked(effect));
        if sets.is_empty() {
            return self.refuse(Rule::CostUnpayable);
        }
        let fits = |set: &Vec<CardId>| self.has_room_for(player, procedure.card, set);
        if sets.iter().any(fits) { Ok(()) } else { self.refuse_room(procedure.card) }
    }

    /// Whether there is a zone for the monster of a procedure once a card has left.
    pub(crate) fn makes_room_for_its_summon(&self, ctx: &Ctx, id: CardId) -> bool {
        self.has_room_for(self.side_of(Some(ctx.effect), ctx.player), ctx.effect.card, &[id])
    }

    /// Whether a part of what is paid for a procedure must make room for its monster: there is none, and no other part can make it.
    pub(crate) fn must_make_room(&self, ctx: &Ctx, others: &[&Step]) -> bool {
        let effect = self.effect(ctx.effect);
        let could = |step: &&Step| {
            let pool = step.selection().map(|selection| self.pool(ctx, selection, ctx.player));
            pool.into_iter().flatten().any(|id| self.makes_room_for_its_summon(ctx, id))
        };
        effect.class == Class::Procedure
            && effect.by.is_none()
            && !self.makes_room_for_its_summon(ctx, ctx.effect.card)
            && !others.iter().any(could)
    }

    /// The player on whose side a monster is Summoned.
    fn side_of(&self, procedure: Option<EffectRef>, player: Player) -> Player {
        let to_opponent = procedure.is_some_and(|procedure| self.effect(procedure).to_opponent);
        if to_opponent { player.opponent() } else { player }
    }

    /// Whether there is a zone for the monster of a procedure, or what is paid may make one.
    fn finds_a_zone_by(&self, ctx: &Ctx) -> bool {
        let side = self.side_of(Some(ctx.effect), ctx.player);
        let to_zone = self.effect(ctx.effect).to_zone.as_deref();
        (to_zone.is_none() && self.frees_zones(ctx, None))
            || !self.zones_left(ctx, side, ctx.effect.card, to_zone, &[]).is_empty()
    }

    /// There is no zone for a monster: none at all, or none of those to which it goes from the Extra Deck.
    pub(crate) fn refuse_room(&self, card: CardId) -> Result<(), Refusal> {
        let bound = self.state.card(card).zone == Zone::ExtraDeck && self.is_bound_to_extra_zones(card);
        self.refuse(if bound { Rule::ZoneFromTheExtraDeck } else { Rule::LegalityConditionNotMet })
    }

    fn is_where_its_procedure_works(&self, procedure: EffectRef) -> Result<(), Refusal> {
        let zone = self.state.card(procedure.card).zone;
        let places = self.effect(procedure).from.as_deref().unwrap_or(&[Place::Hand]);
        if places.iter().any(|&p| crate::words::at_place(p, zone)) {
            Ok(())
        } else {
            self.refuse(Rule::PresenceWrongPlace)
        }
    }

    /// The sets of monsters that may be tributed for a monster. One's own, and those an effect allows.
    fn tribute_sets(&self, player: Player, card: CardId) -> Vec<Vec<CardId>> {
        let count = self.tributes_of(player, card);
        let candidates: Vec<CardId> = self
            .state
            .ids()
            .filter(|&id| {
                let state = self.state.card(id);
                let own_monster = state.zone == Zone::Monster && state.controller == player;
                state.zone.on_field()
                    && (own_monster || self.may_tribute_others(player, card, id))
                    && self.may_be(id, CannotBe::Tributed, player).is_ok()
            })
            .collect();
        let mut sets = combinations(&candidates, count);
        let fewer = (1..count).filter(|_| self.some_count_as_more()).flat_map(|n| combinations(&candidates, n));
        sets.extend(fewer.filter(|set| self.may_count_as(set, count, card)));
        sets.retain(|set| self.has_room_for(player, card, set));
        sets
    }

    fn some_count_as_more(&self) -> bool {
        !self.modifiers(|m| matches!(m, Modifier::CountsAsTributes(..))).is_empty()
    }

    /// `summon.number-of-tributes`: whether monsters of which each counts as one Tribute, or as more if that is said of it, can be so
    /// many for a monster.
    fn may_count_as(&self, set: &[CardId], count: usize, monster: CardId) -> bool {
        let more = self.modifiers(|m| matches!(m, Modifier::CountsAsTributes(..)));
        let mut sums = vec![0];
        for &id in set {
            let counts = more.iter().filter_map(|applying| match applying.modifier {
                Modifier::CountsAsTributes(affected, n, for_) => {
                    let fits = for_.as_ref().is_none_or(|for_| self.affects(&applying.ctx, for_, monster));
                    (fits && self.reaches(applying, affected, id)).then_some(usize::from(*n))
                }
                _ => None,
            });
            let counts: Vec<usize> = counts.chain([1]).collect();
            sums = sums.iter().flat_map(|sum| counts.iter().map(move |n| sum + n)).collect();
        }
        let enough = sums.contains(&count);
        self.applies_if(enough, Rule::SummonNumberOfTributes);
        enough
    }

    /// `summon.number-of-tributes`: how many Tributes a monster needs, by its Level or as its text says.
    fn tributes_of(&self, player: Player, card: CardId) -> usize {
        let level = self.level(card).unwrap_or(0);
        let said = self.tributes_said(player, card);
        self.applies_if(said.is_some(), Rule::SummonNumberOfTributes);
        self.policy.tributes.needed(tributes_for(level), said.map(usize::from))
    }

    /// The number of Tributes that the card itself, wherever it is, or an effect that applies, asks for.
    fn tributes_said(&self, player: Player, card: CardId) -> Option<u8> {
        let about = |m: &Modifier| matches!(m, Modifier::Tributes(..));
        let own = self.said_by(card, player, about).into_iter().find_map(|said| match said.modifier {
            Modifier::Tributes(Affected::Word(Word::ThisCard), count) => Some(*count),
            _ => None,
        });
        own.or_else(|| {
            self.modifiers(about).iter().find_map(|m| match m.modifier {
                Modifier::Tributes(affected, count) => {
                    (m.ctx.player == player && self.affects(&m.ctx, affected, card)).then_some(*count)
                }
                _ => None,
            })
        })
    }

    /// Whether an effect lets a player tribute a card for a monster although it is no monster of theirs.
    fn may_tribute_others(&self, player: Player, monster: CardId, id: CardId) -> bool {
        self.modifiers(|m| matches!(m, Modifier::MayTribute(..))).iter().any(|m| match m.modifier {
            Modifier::MayTribute(affected, for_) => {
                let fits = for_.as_ref().is_none_or(|for_| self.affects(&m.ctx, for_, monster));
                m.ctx.player == player && fits && self.may_take(&m.ctx, affected, id)
            }
            _ => false,
        })
    }

    fn may_take(&self, ctx: &Ctx, affected: &Affected, id: CardId) -> bool {
        match affected {
            Affected::Word(word) => self.still_meant_by(ctx, word).contains(&id),
            Affected::Group(group) => self.members(ctx, group, None).contains(&id),
        }
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
        let Afterwards::SpecialSummon { what: selection, by, .. } = &**what else { return Ok(()) };
        let ctx = self.ctx_after(link);
        let player = ctx.player;
        let may = |duel: &Self, id: CardId| duel.may_be_summoned_with(&ctx, id, by);
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
        if summon.kind == SummonKind::Flip {
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
                let tributes = self.choose_tributes(summon.player, summon.card)?;
                self.state.additional_summon_used |= additional;
                self.state.normal_summon_used |= summon.of_the_turn && !additional;
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
                self.pay(&mut ctx, None)?;
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

    pub(crate) fn choose_tributes(&mut self, player: Player, card: CardId) -> Flow<Vec<CardId>> {
        let sets = self.tribute_sets(player, card);
        let sizes = sets.iter().map(Vec::len);
        let (min, max) = (sizes.clone().min().unwrap_or(0), sizes.max().unwrap_or(0));
        let choice = Choice { purpose: Purpose::Tributes, effect: None, about: None, from: Pool::Sets(sets), min, max };
        self.choose_cards(player, choice)
    }

    pub(crate) fn tribute(&mut self, player: Player, cards: &[CardId]) -> Flow<()> {
        self.new_instant()?;
        let mut changed: Vec<Changed> = Vec::new();
        for &id in cards {
            let to = self.owners(id, Zone::Gy);
            changed.push(self.move_card(id, to, MoveHow::Tributed));
        }
        self.emit(Why::Action(player), Rule::TimingPaymentIsEarlier, What::Moved, changed);
        Ok(())
    }

    /// `summon.negatable-attempt`, `summon.not-yet-on-the-field`: the monster is neither where it was nor on the field;
    /// one being Flip Summoned stays where it is. Then the gate for negating it.
    fn attempt(&mut self, mut summon: Summon) -> Flow<()> {
        self.new_instant_after_paying(&summon)?;
        let (player, cards) = (summon.player, summon.cards());
        let side = self.side_of(summon.procedure, player);
        let mut changed = Vec::new();
        for &card in &cards {
            if summon.kind == SummonKind::Flip {
                changed.push(self.turn_up_for_the_attempt(card));
                continue;
            }
            let to = Destination {
                zone: self.zone_of_an_attempt(),
                controller: side,
                face_up: true,
                position: BattlePosition::Attack,
            };
            summon.from.push(self.state.card(card).zone);
            changed.push(self.move_card(card, to, MoveHow::Attempted));
            self.applies_at_the_attempt(card);
        }
        self.state.attempt = Some(Attempt { cards, player, kind: summon.kind, negated: Vec::new() });
        let what = What::Attempted(summon.kind, summon.how, player);
        self.emit(Why::Action(player), Rule::SummonNegatableAttempt, what, changed);
        summon.stage = SummonStage::Outcome;
        let negatable = summon.negatable;
        self.push(Frame::Summon(summon));
        if negatable {
            self.open_gate(GateKind::SummonNegation);
        }
        Ok(())
    }

    /// `summon.flip-attempt-is-face-up`: a monster being Flip Summoned lies face-up on the field, but its effects do not apply
    /// yet.
    fn turn_up_for_the_attempt(&mut self, card: CardId) -> Changed {
        self.state.clock.tick();
        if self.policy.flip_summon.is_face_up_at_the_attempt() {
            self.change_card(card, |card| card.turn(Turned::Attack))
        } else {
            self.touched(card)
        }
    }

    /// `summon.not-yet-on-the-field`: where a monster is while its Summon is attempted.
    fn zone_of_an_attempt(&self) -> Zone {
        self.policy.gate.zone_of_an_attempt()
    }

    /// `summon.only-negators-start`: what may start a chain at the attempt.
    pub(crate) fn may_start_at_the_attempt(&self, effect: EffectRef) -> Result<(), Refusal> {
        let mut patterns = self.effect(effect).cause.iter().flat_map(|cause| &cause.any_of);
        let negates_summons = patterns.any(|pattern| pattern.event == CauseWord::WouldBeSummoned);
        if self.speed(effect) >= 2 && self.policy.gate.may_start(negates_summons) {
            return Ok(());
        }
        self.refuse(Rule::SummonOnlyNegatorsStart)
    }

    /// `summon.one-chain-at-the-attempt`: whether there may be another.
    pub(crate) fn many_chains_at_the_attempt(&self) -> bool {
        self.policy.gate.takes_many_chains()
    }

    /// The Summon succeeds, unless it was negated.
    fn outcome(&mut self, summon: &Summon) -> Flow<()> {
        let negated = self.state.attempt.take().map(|a| a.negated).unwrap_or_default();
        let card = summon.card;
        self.note_summon(summon, !negated.is_empty());
        for &card in &negated {
            self.drop_triggers_of_tributes();
            self.summon_failed(card)?;
        }
        let here = if summon.kind == SummonKind::Flip { Zone::Monster } else { self.zone_of_an_attempt() };
        let is_left = |card: CardId| !negated.contains(&card) && self.state.card(card).zone == here;
        let left: Vec<(usize, CardId)> =
            summon.cards().into_iter().enumerate().filter(|(_, card)| is_left(*card)).collect();
        if left.is_empty() {
            return Ok(());
        }
        self.new_instant_after_paying(summon)?;
        let mut changed = Vec::new();
        let positions = self.positions_of(summon, &left)?;
        for (&(number, card), position) in left.iter().zip(positions) {
            changed.push(self.is_summoned(summon, card, number, position));
        }
        let cause = Why::Action(summon.player);
        if summon.kind == SummonKind::Flip {
            // `summon.flip-is-one-event`
            self.emit(cause, Rule::SummonFlipIsOneEvent, What::TurnedFaceUp, changed.clone());
            self.new_instant_in_a_flip_summon()?;
        }
        let what = What::Summoned(summon.kind, summon.how, summon.player);
        self.emit(cause, None, what, changed);
        if let Some(procedure) = summon.procedure {
            self.spend_on_a_summon(summon.player, procedure);
        }
        let rule = Some(Rule::SummonMaterialNeedsSuccess);
        let taking = self.takes_materials_of_what_it_uses(summon);
        self.became_material(cause, rule, summon.how, card, &summon.materials, taking);
        Ok(())
    }

    /// The positions of monsters that are Summoned: all of them are chosen before any is put there.
    fn positions_of(&mut self, summon: &Summon, left: &[(usize, CardId)]) -> Flow<Vec<BattlePosition>> {
        let mut positions = Vec::new();
        for &(_, card) in left {
            positions.push(match (summon.kind, summon.how) {
                (SummonKind::Flip, _) => BattlePosition::Attack,
                (_, Some(How::Pendulum)) => in_battle(self.choose_position(None, summon.player, card)?),
                _ => self.position_of(summon)?,
            });
        }
        Ok(positions)
    }

    /// One of the monsters is Summoned.
    fn is_summoned(&mut self, summon: &Summon, card: CardId, number: usize, position: BattlePosition) -> Changed {
        let mut changed = match summon.kind {
            SummonKind::Flip => self.change_card(card, |c| c.turn(Turned::Attack)),
            _ => {
                let controller = self.side_of(summon.procedure, summon.player);
                let to = Destination { zone: Zone::Monster, controller, face_up: true, position };
                self.move_card(card, to, MoveHow::Summoned)
            }
        };
        let (now, turn) = (self.state.clock.now, self.state.turn);
        let state = self.state.card_mut(card);
        state.in_force = Some(now);
        state.turned = turn;
        state.properly_summoned = true;
        changed.after = self.snapshot(card);
        if summon.kind == SummonKind::Flip {
            (changed.before.face_up, changed.before.position) = (false, BattlePosition::Defense);
        }
        // It comes from where it was before the attempt.
        changed.before.zone = summon.from.get(number).copied().unwrap_or(changed.before.zone);
        changed
    }

    fn takes_materials_of_what_it_uses(&self, summon: &Summon) -> bool {
        match (&summon.afterwards, summon.procedure) {
            (Some((_, what)), _) => {
                matches!(&**what, Afterwards::SpecialSummon { by, .. } if by.taking_materials)
            }
            (None, Some(procedure)) => self.effect(procedure).taking_materials,
            (None, None) => false,
        }
    }

    /// `summon.flip-is-one-event`.
    fn new_instant_in_a_flip_summon(&mut self) -> Flow<()> {
        if self.policy.flip_summon.is_two_events() { self.new_instant() } else { Ok(()) }
    }

    /// `summon.negated-not-counted`: whether an attempt alone counts as having Summoned.
    pub(crate) fn attempts_count(&self) -> bool {
        self.policy.failed_summon.counts()
    }

    fn position_of(&mut self, summon: &Summon) -> Flow<BattlePosition> {
        let (ctx, said) = match (&summon.afterwards, summon.procedure) {
            (Some((link, what)), _) => match &**what {
                Afterwards::SpecialSummon { position, .. } => (self.ctx_after(*link), *position),
                Afterwards::NormalSummon(_) => return Ok(BattlePosition::Attack),
            },
            (None, Some(procedure)) => (self.ctx(procedure, summon.player), None),
            (None, None) => return Ok(BattlePosition::Attack),
        };
        let turned = match said {
            Some(position) => position,
            None => self.choose_position(Some(ctx.effect), summon.player, summon.card)?,
        };
        Ok(in_battle(turned))
    }

    /// `summon.tributes-stay-paid`, `summon.negated-not-counted`, `summon.material-needs-success`: nothing but the attempt
    /// is undone, and no Summon is logged.
    ///
    /// `summon.negated-never-on-the-field`: a monster that was not destroyed by what negated its Summon goes to the GY
    /// without ever having been on the field (`negation.bare-negated-leave-at-the-end`).
    fn summon_failed(&mut self, card: CardId) -> Flow<()> {
        if self.state.card(card).zone == self.zone_of_an_attempt() {
            self.state.clock.fresh = false;
            let to = self.owners(card, Zone::Gy);
            let changed = self.move_card(card, to, MoveHow::Sent);
            self.emit(Why::Game, Rule::NegationBareNegatedLeaveAtTheEnd, What::Moved, vec![changed]);
        }
        Ok(())
    }

    /// Sets a card; a monster takes the turn's Normal Summon and its Tributes.
    pub(crate) fn set_card(&mut self, player: Player, card: CardId) -> Flow<()> {
        if self.def(card).monster().is_none() {
            self.new_instant()?;
            self.set_spell_or_trap(player, card, Why::Action(player));
            return Ok(());
        }
        let tributes = self.choose_tributes(player, card)?;
        self.state.normal_summon_used = true;
        if !tributes.is_empty() {
            self.tribute(player, &tributes)?;
        }
        self.choose_own_seat(player, card)?;
        self.new_instant()?;
        self.set_monster(player, card, Why::Action(player));
        Ok(())
    }
}

/// The battle position of a monster that was turned so.
fn in_battle(turned: Turned) -> BattlePosition {
    match turned {
        Turned::Defense | Turned::FaceUpDefense => BattlePosition::Defense,
        _ => BattlePosition::Attack,
    }
}

/// The Summon with materials that a procedure is, if it is one.
fn with_materials(procedure: &EffectDef) -> Option<WithMaterials> {
    let how = procedure.by?;
    let using = Using::From(on_ones_field());
    let taking_materials = procedure.taking_materials;
    Some(WithMaterials { how, using, including: None, taking_materials, exact_levels: false, materials: None })
}

/// The materials a procedure asks for, if they are not those of its monster.
fn asked(procedure: &EffectDef) -> Option<&[Material]> {
    Some(&procedure.materials[..]).filter(|materials| !materials.is_empty())
}

/// Where the materials of a Summon come from that is a procedure.
fn on_ones_field() -> Group {
    let (kind, whose, face) = (Some(Kind::Monster), Some(Whose::Yours), Some(Facing::Up));
    Group { kind, whose, face, places: vec![Place::MonsterZone], ..Group::default() }
}

/// All sets of `count` of the cards.
pub(crate) fn combinations(cards: &[CardId], count: usize) -> Vec<Vec<CardId>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut sets = Vec::new();
    for (i, &card) in cards.iter().enumerate() {
        for mut rest in combinations(&cards[i + 1..], count - 1) {
            rest.insert(0, card);
            sets.push(rest);
        }
    }
    sets
}

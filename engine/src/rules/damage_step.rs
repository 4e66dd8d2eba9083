//! `damage-step.*`: the parts of the Damage Step, damage calculation, and what may be activated in it.

use crate::catalogue::{Refusal, Rule};
use crate::def::{
    BattlePosition, By, CannotBe, CardKind, CauseWord, Class, Doer, EffectDef, LpChange, Measure, Modifier, Moment,
    Negated, Says, Step, TrapKind, Word,
};
use crate::flow::{After, Bid, DamageStage, Duel, Flow, Frame, GateKind, WindowFrame};
use crate::state::{Attack, Board, CardId, EffectRef, MoveHow, Pending, Player, Purpose, What, Why, Zone};
use crate::steps::Outcome;
use crate::words::{Ctx, Doing, steps_of};

/// What only looks at the board.
impl Board {
    /// Whether it is the Damage Step.
    pub(crate) fn in_damage_step(&self) -> bool {
        use Moment as M;
        self.attack.is_some()
            && matches!(
                self.moment,
                Some(
                    M::StartOfDamageStep
                        | M::BeforeDamageCalculation
                        | M::DamageCalculation
                        | M::AfterDamageCalculation
                        | M::EndOfDamageStep
                )
            )
    }
}

impl Duel {
    /// One part of the Damage Step: its act, then its window.
    pub(crate) fn damage_step(&mut self, stage: DamageStage) -> Flow<()> {
        let stage = self.next_stage(stage);
        let (moment, next) = match stage {
            DamageStage::Start => (Moment::StartOfDamageStep, DamageStage::Before),
            DamageStage::Before => (Moment::BeforeDamageCalculation, DamageStage::Gate),
            DamageStage::Gate => (Moment::DamageCalculation, DamageStage::Calculation),
            DamageStage::Calculation => (Moment::DamageCalculation, DamageStage::After),
            DamageStage::After => (Moment::AfterDamageCalculation, DamageStage::End),
            DamageStage::End => (Moment::EndOfDamageStep, DamageStage::Over),
            DamageStage::Over => {
                self.drop_what_ended(true);
                self.attack_over();
                return Ok(());
            }
        };
        self.state.moment = Some(moment);
        self.push(Frame::Damage(next));
        match stage {
            DamageStage::Start => {
                self.new_instant()?;
                self.begin_moment(moment);
            }
            DamageStage::Before => {
                self.new_instant()?;
                self.flip_target();
                self.begin_moment(moment);
            }
            DamageStage::Gate => {
                self.open_gate(GateKind::DamageCalculation);
                return Ok(());
            }
            DamageStage::Calculation => {
                self.new_instant()?;
                self.calculate_damage()?;
                self.end_of_damage_calculation();
                return Ok(());
            }
            DamageStage::After => {
                if self.policy.battle_windows.are_merged() {
                    self.send_doomed()?;
                }
                self.begin_moment(moment);
            }
            DamageStage::End => {
                self.new_instant()?;
                self.send_doomed()?;
                self.begin_moment(moment);
            }
            DamageStage::Over => {}
        }
        self.push(Frame::Window(WindowFrame::new(After::Action)));
        Ok(())
    }

    /// `damage-step.no-calculation`: if the attacker or its target is gone, even only while damage is about to be calculated, the
    /// Damage Step goes on to its end; flip effects that wait for the time after damage calculation, and are not lost, have that first.
    fn next_stage(&self, stage: DamageStage) -> DamageStage {
        let able = self.battlers().is_some();
        let comes_to_it = match stage {
            DamageStage::Before | DamageStage::Gate => true,
            DamageStage::Calculation => !self.state.attack.as_ref().is_some_and(|a| a.calculated),
            _ => false,
        };
        if !comes_to_it || self.policy.battle_windows.have_a_calculation(able) {
            return stage;
        }
        self.applies(Rule::DamageStepNoCalculation);
        let waits = |p: &Pending| p.held && self.has_not_moved(p).is_ok();
        if self.state.pendings.iter().any(waits) { DamageStage::After } else { DamageStage::End }
    }

    /// A moment begins in the instant that led to it, so that nothing misses its timing by it.
    fn begin_moment(&mut self, moment: Moment) {
        self.emit(Why::Game, None, What::MomentBegan(moment), Vec::new());
    }

    /// A face-down monster is turned up before damage calculation.
    fn flip_target(&mut self) {
        let Some(target) = self.state.attack.as_ref().and_then(|a| a.target) else { return };
        if !self.state.is_still_a_monster(target) || self.state.card(target.card).face_up {
            return;
        }
        let changed = self.change_card(target.card, |card| card.face_up = true);
        let now = self.state.clock.now;
        self.state.card_mut(target.card).in_force = Some(now);
        self.emit(Why::Game, Rule::DamageStepFlipWaits, What::TurnedFaceUp, vec![changed]);
    }

    /// `damage-step.flip-waits`: whether a flip effect met now waits until after damage calculation.
    pub(crate) fn flip_effects_wait(&self) -> bool {
        matches!(self.state.moment, Some(Moment::BeforeDamageCalculation))
            && self.state.attack.is_some()
            && self.policy.battle_windows.keep_flip_effects_waiting()
    }

    /// Damage calculation: damage and defeat in one instant.
    pub(crate) fn calculate_damage(&mut self) -> Flow<()> {
        let Some((attack, target)) = self.battlers() else { return Ok(()) };
        if let Some(attack) = &mut self.state.attack {
            attack.calculated = true;
        }
        let attacker = attack.attacker.card;
        let mut cards = vec![self.touched(attacker)];
        let mut losers = Vec::new();
        match target {
            None => {
                let player = self.state.card(attacker).controller.opponent();
                self.inflict(attacker, player, self.attacks_with(attacker));
            }
            Some(target) => {
                cards.push(self.touched(target));
                losers = self.battle(attacker, target);
            }
        }
        self.emit(Why::Battle(attacker), None, What::Battled, cards);
        self.doom(losers)
    }

    /// `damage-step.calculated-by-an-effect`: an effect makes its own card battle the attacker, and damage be calculated at once, without
    /// the windows before it.
    pub(crate) fn battle_now(&mut self, ctx: &Ctx) -> Flow<Outcome> {
        let this = self.state.still(ctx.source) && self.state.card(ctx.source.card).zone == Zone::Monster;
        if let (true, Some(attack)) = (this, &mut self.state.attack) {
            attack.target = Some(ctx.source);
        }
        let Some((attack, _)) = self.battlers() else { return Ok(Outcome::NotDone) };
        if self.affected(ctx, vec![attack.attacker.card], Doing::Affects).is_empty() {
            return Ok(Outcome::NotDone);
        }
        self.applies(Rule::DamageStepCalculatedByAnEffect);
        if self.policy.battle_windows.come_before_any_calculation() {
            return Ok(Outcome::Done);
        }
        self.calculate_damage()?;
        Ok(Outcome::Done)
    }

    /// The monsters that battle, if both are still there to do so.
    fn battlers(&self) -> Option<(Attack, Option<CardId>)> {
        let attack = self.state.attack.clone().filter(|a| !a.negated && !a.calculated)?;
        let (id, state) = (attack.attacker.card, &self.state);
        let able =
            state.is_still_a_monster(attack.attacker) && state.card(id).face_up && self.is_in_position_to_attack(id);
        match attack.target {
            _ if !able => None,
            None => Some((attack, None)),
            Some(target) => state.is_still_a_monster(target).then_some((attack, Some(target.card))),
        }
    }

    /// `replay.in-defense-position`: the value with which the attacker battles.
    fn attacks_with(&self, attacker: CardId) -> i32 {
        match self.attacks_in_defense(attacker) {
            Some(Measure::Def) => self.defense(attacker),
            _ => self.atk(attacker),
        }
    }

    /// Compares the monsters and inflicts the damage; which of them lost, and to which.
    fn battle(&mut self, attacker: CardId, target: CardId) -> Vec<(CardId, CardId)> {
        let (attack, [mine, other]) =
            (self.attacks_with(attacker), [self.state.card(attacker).controller, self.state.card(target).controller]);
        if self.state.card(target).position == BattlePosition::Defense {
            let margin = attack - self.defense(target);
            if margin > 0 && self.pierces(attacker) {
                self.inflict(attacker, other, margin);
            } else if margin < 0 {
                self.inflict(target, mine, -margin);
            }
            return if margin > 0 { vec![(target, attacker)] } else { Vec::new() };
        }
        let margin = attack - self.atk(target);
        if margin > 0 {
            self.inflict(attacker, other, margin);
            vec![(target, attacker)]
        } else if margin < 0 {
            self.inflict(target, mine, -margin);
            vec![(attacker, target)]
        } else if attack > 0 || self.zero_atk_destroys() {
            vec![(target, attacker), (attacker, target)]
        } else {
            Vec::new()
        }
    }

    /// `damage-step.zero-atk-destroys-nothing`, `damage-step.zero-atk-destroys`: whether two monsters with 0 ATK destroy each other.
    fn zero_atk_destroys(&self) -> bool {
        let destroys = self.policy.zero_atk.destroys();
        self.applies_if(destroys, Rule::DamageStepZeroAtkDestroys);
        self.applies_if(!destroys, Rule::DamageStepZeroAtkDestroysNothing);
        destroys
    }

    /// Those who lost are destroyed, unless they cannot be or something else is done instead.
    fn doom(&mut self, losers: Vec<(CardId, CardId)>) -> Flow<()> {
        let can_be = |(loser, by): &(CardId, CardId)| {
            let player = self.state.card(*by).controller;
            self.may_be_by(*loser, CannotBe::DestroyedByBattle, player, Why::Battle(*by)).is_ok()
        };
        let losers: Vec<(CardId, CardId)> = losers.into_iter().filter(can_be).collect();
        let doomed = self.not_spared(losers.iter().map(|&(loser, by)| (loser, Why::Battle(by))).collect())?;
        for (loser, by) in losers.into_iter().filter(|(loser, _)| doomed.contains(loser)) {
            self.state.card_mut(loser).doomed_by = Some(by);
        }
        Ok(())
    }

    fn inflict(&mut self, by: CardId, player: Player, amount: i32) {
        if amount <= 0 {
            return;
        }
        let (player, becomes, amount) = self.life_points_become(player, LpChange::BattleDamage, amount);
        if amount <= 0 {
            return;
        }
        let cards = vec![self.touched(by)];
        if becomes == LpChange::Gain {
            self.change_lp(player, amount);
            return self.emit(
                Why::Battle(by),
                Rule::ContinuousLifePointsOtherwise,
                What::GainedLp(player, amount),
                cards,
            );
        }
        self.change_lp(player, -amount);
        let what = What::Damage { player, amount, battle: Some(by) };
        self.emit(Why::Battle(by), None, what, cards);
    }

    fn pierces(&self, card: CardId) -> bool {
        self.modifiers(Says::Piercing).iter().any(|m| match m.modifier {
            Modifier::Piercing(affected) => self.reaches(m, affected, card),
            _ => false,
        })
    }

    /// `damage-step.damage-before-destruction`: defeated monsters go to the GY together at the end of the Damage Step.
    fn send_doomed(&mut self) -> Flow<()> {
        let doomed: Vec<(CardId, CardId)> = self
            .state
            .ids()
            .filter_map(|id| Some((id, self.state.card(id).doomed_by?)))
            .filter(|(id, _)| self.state.card(*id).zone == Zone::Monster)
            .collect();
        let destroyed: Vec<(CardId, Why)> = doomed.iter().map(|&(id, by)| (id, Why::Battle(by))).collect();
        self.may_be_placed_when_destroyed(&destroyed)?;
        for (id, by) in doomed {
            let to = self.owners(id, Zone::Gy);
            self.state.mover = Some(Why::Battle(by));
            let changed = self.move_card(id, to, MoveHow::Destroyed);
            self.state.mover = None;
            self.emit(Why::Battle(by), Rule::DamageStepDamageBeforeDestruction, What::Moved, vec![changed]);
        }
        self.state.placing.clear();
        Ok(())
    }

    /// `damage-step.any-number-of-chains`, `damage-step.one-chain-per-sub-step`: whether another chain may be started
    /// after one.
    pub(crate) fn another_chain_may_start(&self) -> bool {
        let in_damage_step = self.state.in_damage_step();
        self.applies_if(in_damage_step, self.policy.damage_chains.rule());
        !in_damage_step || self.policy.damage_chains.may_be_many()
    }

    /// `damage-step.calculation-window`: only what says so may start the one chain during damage calculation.
    pub(crate) fn may_start_in_damage_calculation(&self, effect: EffectRef) -> Result<(), Refusal> {
        let fits = self.is_fast_effect_for(Moment::DamageCalculation, effect);
        if fits { Ok(()) } else { self.refuse(Rule::DamageStepCalculationWindow) }
    }

    /// `damage-step.doomed`: a monster defeated in battle cannot pay for an optional effect.
    pub(crate) fn may_pay_with(&self, card: CardId, mandatory: bool) -> Result<(), Refusal> {
        let doomed = self.state.card(card).doomed_by.is_some();
        self.applies_if(doomed, Rule::DamageStepDoomed);
        if doomed && !mandatory { self.refuse(Rule::DamageStepDoomed) } else { Ok(()) }
    }

    /// `damage-step.doomed`: nor can its own quick effects be used any more, if they need not be.
    pub(crate) fn may_act_though_doomed(&self, effect: EffectRef) -> Result<(), Refusal> {
        let def = self.effect(effect);
        let doomed = def.class == Class::Quick && !def.mandatory && self.state.card(effect.card).doomed_by.is_some();
        self.applies_if(doomed, Rule::DamageStepDoomed);
        if doomed { self.refuse(Rule::DamageStepDoomed) } else { Ok(()) }
    }

    /// `damage-step.doomed`: nor is it among the cards that an effect chooses, targets or takes together.
    pub(crate) fn is_out_of_reach_as_doomed(&self, ctx: &Ctx, card: CardId) -> bool {
        let doomed = self.state.card(card).doomed_by.is_some() && ctx.purpose == Purpose::Effect;
        self.applies_if(doomed, Rule::DamageStepDoomed);
        doomed && self.refuse(Rule::DamageStepDoomed).is_err()
    }

    /// `damage-step.admission`, `damage-step.no-face-up-traps`: what may be activated in the Damage Step at all.
    pub(crate) fn is_admitted_to_the_damage_step(&self, bid: &Bid) -> Result<(), Refusal> {
        if !self.state.in_damage_step() {
            return Ok(());
        }
        let effect = self.effect(bid.effect);
        let trap = self.kind_of_effect(bid.effect) == By::TrapEffect;
        if trap && effect.class == Class::Quick && !self.policy.face_up_traps.are_admitted() {
            self.refuse(Rule::DamageStepNoFaceUpTraps)?;
        }
        let admitted = effect.damage_step.unwrap_or_else(|| {
            let counter_trap = effect.class == Class::Activation
                && self.def(bid.effect.card).kind == CardKind::Trap(TrapKind::Counter);
            let patterns = || effect.cause.iter().flat_map(|c| &c.any_of);
            let trigger = effect.class == Class::Trigger && patterns().any(|p| p.is_about_this_card());
            let of_battle = patterns().any(|p| {
                use CauseWord as W;
                matches!(p.event, W::TakesBattleDamage | W::InflictsBattleDamage | W::DestroysByBattle)
                    || p.by.as_ref().is_some_and(is_by_battle)
            });
            let at_a_moment = effect.during.as_ref().is_some_and(|d| !d.at.is_empty());
            // `damage-step.calculation-window`: during damage calculation only what says so.
            let early = matches!(self.state.moment, Some(Moment::StartOfDamageStep | Moment::BeforeDamageCalculation));
            let changes_values = effect.class != Class::Trigger
                && steps_of(effect, None)
                    .any(|s| matches!(s, Step::ChangeAtk(..) | Step::ChangeDef(..) | Step::SwitchAtkAndDef(..)));
            let negates_activation = patterns().any(|p| p.is_activation()) && negates_an_activation(effect);
            effect.mandatory
                || counter_trap
                || trigger
                || of_battle
                || at_a_moment
                || negates_activation
                || (early && changes_values)
        });
        let rule = match self.state.moment {
            Some(Moment::DamageCalculation) => Rule::DamageStepCalculationWindow,
            _ => Rule::DamageStepAdmission,
        };
        if admitted { Ok(()) } else { self.refuse(rule) }
    }
}

/// Whether an effect negates an activation, and not only what was activated.
fn negates_an_activation(effect: &EffectDef) -> bool {
    use Negated as N;
    steps_of(effect, None).any(|step| {
        matches!(step, Step::Negate(N::ThatActivation | N::ThatSummonOrActivation | N::EveryOtherActivation))
    })
}

/// Whether it is in a battle that something was done: by what battles.
fn is_by_battle(by: &Doer) -> bool {
    use Word as W;
    match by {
        Doer::Word(by) => *by == By::Battle,
        Doer::Card(of) => of.among.iter().any(|w| matches!(w, W::Attacker | W::AttackTarget | W::OpposingMonster)),
    }
}

//! `damage-step.*`: direct attacks, the parts of the Damage Step, and what may be activated in it.

use crate::def::{BattlePosition, CannotDo, CardKind, CauseWord, Class, Modifier, Moment, Phase, Step, TrapKind};
use crate::duel::{Duel, Flow};
use crate::frame::{After, DamageStage, Frame, GateKind, Goal, Window};
use crate::ids::{CardId, Player};
use crate::layers::is_player;
use crate::legality::{Bid, Slot};
use crate::log::{Cause, What, Zone};
use crate::matching::steps_of;
use crate::policy::DamageChains;
use crate::prompt::{Action, Ask, ChartBox, Given, Prompt};
use crate::rule::{Refusal, Rule};
use crate::state::{Attack, Occasion};

impl Duel {
    /// Whether a monster may attack the opponent directly.
    pub(crate) fn may_attack_directly(&self, player: Player, card: CardId) -> Result<(), Refusal> {
        let state = self.state.card(card);
        let able = state.zone == Zone::Monster && state.face_up && state.position == BattlePosition::Attack;
        if !able || self.state.phase != Phase::Battle {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        if state.attacked == self.state.turn {
            self.refuse(Rule::LimitSpent)?;
        }
        self.may_do(player, CannotDo::Attack, Some(card))?;
        if self.controls_monsters(player.opponent()) {
            return self.refuse(Rule::LegalityConditionNotMet);
        }
        Ok(())
    }

    fn controls_monsters(&self, player: Player) -> bool {
        self.state.cards.iter().any(|c| c.zone == Zone::Monster && c.controller == player)
    }

    /// Declares an attack: its window, then box A until the attack is carried out.
    pub(crate) fn declare_attack(&mut self, player: Player, card: CardId) -> Flow<()> {
        self.new_instant()?;
        let turn = self.state.turn;
        self.state.card_mut(card).attacked = turn;
        self.state.attack = Some(Attack { attacker: self.state.reference(card), negated: false });
        self.state.moment = Some(Moment::AttackDeclaration);
        let cards = vec![self.touched(card)];
        self.emit(Cause::Action(player), Rule::ChartOpenOnly, What::AttackDeclared { direct: true }, cards);
        self.push(Frame::Attack { leaving: false });
        self.push(Frame::Window(Window::new(After::Action)));
        Ok(())
    }

    /// Whether the attack can still be carried out.
    fn attack_stands(&self) -> bool {
        let Some(attack) = self.state.attack.filter(|a| !a.negated) else { return false };
        let card = self.state.card(attack.attacker.card);
        self.state.still(attack.attacker)
            && card.face_up
            && card.position == BattlePosition::Attack
            && !self.state.forced_on
            && !self.controls_monsters(card.controller.opponent())
    }

    /// The box of an attack under way: the turn player may go on with it, and the opponent act before he does.
    pub(crate) fn attack_slot(&self, leaving: bool) -> Slot {
        if leaving { Slot::Leaving } else { Slot::Open }
    }

    /// Box A, and E, with an attack under way.
    pub(crate) fn attack_step(&mut self, leaving: bool) -> Flow<()> {
        self.state.moment = None;
        if !self.attack_stands() {
            self.attack_over();
            return Ok(());
        }
        let [turn_player, other] = self.state.players();
        let (player, chart) = if leaving { (other, ChartBox::E) } else { (turn_player, ChartBox::A) };
        let slot = self.attack_slot(leaving);
        let given = self.ask(Some(Frame::Attack { leaving }), |duel| {
            let mut options = duel.activations(player, slot, Occasion::default());
            let ask = if leaving {
                Ask::Respond { options }
            } else {
                options.push(Action::Proceed);
                Ask::Act { options }
            };
            Prompt { player, window: duel.window(Some(chart)), ask }
        })?;
        match given {
            Given::Do(Action::Activate(effect)) => {
                self.push(Frame::Attack { leaving: false });
                self.start_chain(Occasion::default(), Vec::new(), false);
                self.add_link(player, effect, None);
            }
            _ if !leaving => self.push(Frame::Attack { leaving: true }),
            _ => self.push(Frame::Damage(DamageStage::Start)),
        }
        Ok(())
    }

    /// The attack is over; an effect may have ended the Battle Phase with it.
    fn attack_over(&mut self) {
        self.state.attack = None;
        self.state.moment = None;
        if std::mem::take(&mut self.state.forced_on) {
            // Box A of the Battle Phase does not come again.
            self.state.frames.pop();
            self.push(Frame::MoveOn(Goal::Phase(Phase::Main2)));
        }
    }

    /// One part of the Damage Step: its act, then its window.
    pub(crate) fn damage_step(&mut self, stage: DamageStage) -> Flow<()> {
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
        if !self.attack_stands() && !matches!(stage, DamageStage::After | DamageStage::End) {
            self.push(Frame::Damage(DamageStage::Over));
            return Ok(());
        }
        self.state.moment = Some(moment);
        self.push(Frame::Damage(next));
        match stage {
            DamageStage::Gate => self.open_gate(GateKind::DamageCalculation),
            DamageStage::Calculation => return self.calculate_damage(),
            DamageStage::Start | DamageStage::Before => {
                self.new_instant()?;
                let what = What::MomentBegan(moment);
                self.emit(Cause::Game, Rule::ChartOpenState, what, Vec::new());
                self.push(Frame::Window(Window::new(After::Action)));
            }
            _ => self.push(Frame::Window(Window::new(After::Action))),
        }
        Ok(())
    }

    /// Battle damage of a direct attack: the ATK of the attacker.
    fn calculate_damage(&mut self) -> Flow<()> {
        let Some(attack) = self.state.attack else { return Ok(()) };
        self.new_instant()?;
        let card = attack.attacker.card;
        let player = self.state.card(card).controller.opponent();
        let amount = self.atk(card);
        let cause = Cause::Battle(card);
        let cards = vec![self.touched(card)];
        if amount > 0 && !self.takes_no_battle_damage(player) {
            self.state.lp[player.index()] -= amount;
            let what = What::Damage { player, amount, battle: Some(card) };
            self.emit(cause, Rule::DamageStepDamageBeforeDestruction, what, cards.clone());
        }
        self.emit(cause, Rule::DamageStepDamageBeforeDestruction, What::Battled, cards);
        Ok(())
    }

    fn takes_no_battle_damage(&self, player: Player) -> bool {
        self.modifiers().iter().any(|m| match m.modifier {
            Modifier::NoBattleDamage(who) => is_player(m.ctx.player, *who, player),
            _ => false,
        })
    }

    /// Whether it is the Damage Step.
    pub(crate) fn in_damage_step(&self) -> bool {
        self.state.attack.is_some()
            && !matches!(
                self.state.moment,
                None | Some(Moment::AttackDeclaration | Moment::SummonAttempt | Moment::BeforeTheDraw)
            )
    }

    /// `damage-step.any-number-of-chains`, `damage-step.one-chain-per-sub-step`: whether another chain may be started
    /// after one. The one reader of [`DamageChains`].
    pub(crate) fn another_chain_may_start(&self) -> bool {
        match self.policy.damage_chains {
            DamageChains::Many => true,
            DamageChains::One => !self.in_damage_step(),
        }
    }

    /// `damage-step.admission`: what may be activated in the Damage Step at all.
    pub(crate) fn is_admitted_to_the_damage_step(&self, bid: &Bid) -> Result<(), Refusal> {
        if !self.in_damage_step() {
            return Ok(());
        }
        let effect = self.effect(bid.effect);
        let admitted = effect.damage_step.unwrap_or_else(|| {
            let counter_trap = effect.class == Class::Activation
                && self.def(bid.effect.card).kind == CardKind::Trap(TrapKind::Counter);
            let patterns = || effect.cause.iter().flat_map(|c| &c.any_of);
            let trigger =
                effect.class == Class::Trigger && (effect.mandatory || patterns().any(|p| p.is_about_this_card()));
            let of_battle =
                patterns().any(|p| matches!(p.event, CauseWord::TakesBattleDamage | CauseWord::InflictsBattleDamage));
            let at_a_moment = effect.during.as_ref().is_some_and(|d| !d.at.is_empty());
            let early = matches!(
                self.state.moment,
                Some(Moment::StartOfDamageStep | Moment::BeforeDamageCalculation | Moment::DamageCalculation)
            );
            let changes_values = steps_of(effect, None).any(|s| matches!(s, Step::ChangeAtk(..) | Step::ChangeDef(..)));
            let negates_activation = patterns().any(|p| p.is_activation()) && self.negates_something(bid.effect);
            counter_trap || trigger || of_battle || at_a_moment || negates_activation || (early && changes_values)
        });
        if admitted { Ok(()) } else { self.refuse(Rule::DamageStepAdmission) }
    }
}

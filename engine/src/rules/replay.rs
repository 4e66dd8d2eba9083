//! `replay.*`: attacks from their declaration to the Damage Step, and replays.

use crate::catalogue::{Refusal, Rule};
use crate::def::{BattlePosition, CannotDo, Moment, Phase};
use crate::flow::{Action, After, ChartBox, DamageStage, Duel, Flow, Frame, Goal, Slot, WindowFrame};
use crate::state::{Attack, Board, CardId, Changed, Line, Occasion, Player, Ref, Snapshot, What, Why, Zone};

/// What only looks at the board.
impl Board {
    /// The attacks a monster might declare.
    pub(crate) fn attacks_of(&self, card: CardId) -> Vec<Action> {
        let opponent = self.card(card).controller.opponent();
        let mut attacks: Vec<Action> =
            self.monsters_of(opponent).map(|target| Action::Attack(card, target.card)).collect();
        attacks.push(Action::AttackDirectly(card));
        attacks
    }

    /// `replay.attacker-gone`: whether a monster still attacks: it is on its side of the field, and face-up.
    pub(crate) fn still_attacks(&self, attack: &Attack) -> bool {
        let card = self.card(attack.attacker.card);
        self.still(attack.attacker) && card.face_up && card.controller == self.turn_player
    }

    /// The monsters on a player's side, as they lie there now.
    fn monsters_of(&self, player: Player) -> impl Iterator<Item = Ref> {
        self.ids()
            .filter(move |&id| self.card(id).zone == Zone::Monster && self.card(id).controller == player)
            .map(|id| self.reference(id))
    }
}

impl Duel {
    /// Whether a monster may attack another, or the opponent directly.
    pub(crate) fn may_attack(&self, player: Player, card: CardId, target: Option<CardId>) -> Result<(), Refusal> {
        let state = self.state.card(card);
        let able = state.zone == Zone::Monster && state.face_up && state.position == BattlePosition::Attack;
        if !able || self.state.phase != Phase::Battle {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        if state.attacked == self.state.turn {
            self.refuse(Rule::LimitSpent)?;
        }
        self.may_do(player, CannotDo::Attack, Some(card))?;
        if target.is_none() && self.state.monsters_of(player.opponent()).next().is_some() {
            return self.refuse(Rule::LegalityConditionNotMet);
        }
        Ok(())
    }

    /// Declares an attack: its window, then box A until the attack is carried out.
    pub(crate) fn declare_attack(&mut self, player: Player, card: CardId, target: Option<CardId>) -> Flow<()> {
        self.new_instant()?;
        let turn = self.state.turn;
        self.state.card_mut(card).attacked = turn;
        self.state.attack = Some(Attack {
            attacker: self.state.reference(card),
            target: target.map(|t| self.state.reference(t)),
            side: self.state.monsters_of(player.opponent()).count(),
            since: self.log.len(),
            negated: false,
            calculated: false,
        });
        self.emit_declaration(player, card, target, None);
        Ok(())
    }

    fn emit_declaration(&mut self, player: Player, card: CardId, target: Option<CardId>, rule: Option<Rule>) {
        self.state.moment = Some(Moment::AttackDeclaration);
        let cause = Why::Action(player);
        let what = What::AttackDeclared { direct: target.is_none() };
        let cards = vec![self.touched(card)];
        self.emit(cause, rule, what, cards);
        self.emit_target(cause, target);
        self.push(Frame::Attack { leaving: false });
        self.push(Frame::Window(WindowFrame::new(After::Action)));
    }

    /// A monster is chosen as the attack target, on declaring or in a replay.
    fn emit_target(&mut self, cause: Why, target: Option<CardId>) {
        if let Some(target) = target {
            let cards = vec![self.touched(target)];
            self.emit(cause, None, What::AttackTargeted, cards);
        }
    }

    /// `replay.attacker-gone`: why the attack cannot go on, and there is no replay.
    fn attack_ended(&self) -> Option<Refusal> {
        let attack = self.state.attack.as_ref()?;
        let card = self.state.card(attack.attacker.card);
        let able = self.state.still_attacks(attack) && card.position == BattlePosition::Attack;
        if able && !attack.negated && !attack.calculated && self.state.forced_on.is_none() {
            return None;
        }
        self.refuse(Rule::ReplayAttackerGone).err()
    }

    /// `replay.side-changed`: a monster has come to the defender's side or left it since the declaration, for however
    /// short a time.
    fn side_has_changed(&self) -> bool {
        let Some(attack) = &self.state.attack else { return false };
        let defender = self.state.card(attack.attacker.card).controller.opponent();
        let is_there = |s: &Snapshot| s.zone == Zone::Monster && s.controller == defender;
        let crossed = |c: &Changed| is_there(&c.before) != is_there(&c.after);
        let moved = (attack.since..self.log.len())
            .filter_map(|index| self.event_at(index))
            .any(|event| event.cards.iter().any(crossed));
        let now = self.state.monsters_of(defender).count();
        self.policy.replay.has_changed(moved, now == attack.side, || self.was_turned_down(attack))
    }

    /// The box of an attack under way: the turn player may go on with it, and the opponent act before they do.
    pub(crate) fn attack_slot(&self, leaving: bool) -> Slot {
        if leaving { Slot::Leaving } else { Slot::Open }
    }

    /// Box A, and E, with an attack under way.
    pub(crate) fn attack_step(&mut self, leaving: bool) -> Flow<()> {
        self.state.moment = None;
        if let Some(refusal) = self.attack_ended() {
            return self.end_attack(refusal);
        }
        if self.side_has_changed() {
            self.push(Frame::Replay);
            return Ok(());
        }
        let [turn_player, other] = self.state.players();
        let player = if leaving { other } else { turn_player };
        let slot = self.attack_slot(leaving);
        let frame = Frame::Attack { leaving };
        let activated = if leaving {
            let options = |duel: &Self| duel.activations(player, slot, Occasion::default());
            self.ask_to_respond(frame, player, Some(ChartBox::E), options)?.map(|activation| activation.effect)
        } else {
            let fits = |action: &Action| matches!(action, Action::Activate(_) | Action::Proceed);
            let action = self.ask_to_act(frame, player, fits, |duel| {
                let mut options = duel.activations(player, slot, Occasion::default());
                options.push(Action::Proceed);
                options
            })?;
            match action {
                Action::Activate(effect) => Some(effect),
                _ => None,
            }
        };
        match activated {
            Some(effect) => {
                self.push(Frame::Attack { leaving: false });
                self.start_chain(Occasion::default(), Vec::new(), false);
                self.add_link(player, effect, None);
            }
            None if !leaving => self.push(Frame::Attack { leaving: true }),
            None => self.push(Frame::Damage(DamageStage::Start)),
        }
        Ok(())
    }

    fn end_attack(&mut self, refusal: Refusal) -> Flow<()> {
        if let Some(attack) = &self.state.attack {
            let (attacker, rule) = (attack.attacker.card, refusal.rule);
            let calculated = attack.calculated;
            self.say(rule, Line::AttackEnded { attacker, refusal });
            if calculated {
                self.push(Frame::Damage(DamageStage::End));
                return Ok(());
            }
        }
        self.attack_over();
        Ok(())
    }

    /// The attacker chooses again, or stops.
    ///
    /// `replay.no-new-declaration`: what they choose is not declared, so nothing can answer it as a declaration.
    /// `replay.starts-over`: the attack was taken back, and attacking again is declared like any attack.
    pub(crate) fn replay(&mut self) -> Flow<()> {
        let Some(attack) = &self.state.attack else { return Ok(()) };
        let card = attack.attacker.card;
        let player = self.state.card(card).controller;
        let side: Vec<Ref> = self.state.monsters_of(player.opponent()).collect();
        let declared = self.policy.replay.is_a_declaration();
        let able = !declared || self.may_do(player, CannotDo::Attack, Some(card)).is_ok();
        let fits = |a: &Action| matches!(a, Action::ReplayOn(..) | Action::ReplayDirectly(_) | Action::StopAttack(_));
        let action = self.ask_to_act(Frame::Replay, player, fits, |_| {
            let targets = side.iter().filter(|_| able);
            let mut options: Vec<Action> = targets.map(|target| Action::ReplayOn(card, target.card)).collect();
            if able && side.is_empty() {
                options.push(Action::ReplayDirectly(card));
            }
            options.push(Action::StopAttack(card));
            options
        })?;
        let target = match action {
            Action::ReplayOn(_, target) => Some(target),
            Action::ReplayDirectly(_) => None,
            _ => {
                if self.policy.replay.keeps_the_attack() {
                    self.applies(Rule::ReplayStartsOver);
                    self.state.card_mut(card).attacked = 0;
                }
                self.attack_over();
                return Ok(());
            }
        };
        let target_ref = target.map(|t| self.state.reference(t));
        if let Some(attack) = &mut self.state.attack {
            attack.target = target_ref;
            attack.side = side.len();
            attack.since = self.log.len();
        }
        self.new_instant()?;
        if declared {
            self.emit_declaration(player, card, target, Some(Rule::ReplayStartsOver));
            return Ok(());
        }
        let cards = vec![self.touched(card)];
        self.emit(Why::Action(player), Rule::ReplayNoNewDeclaration, What::Redirected, cards);
        self.emit_target(Why::Action(player), target);
        self.push(Frame::Attack { leaving: false });
        self.push(Frame::Window(WindowFrame::new(After::Action)));
        Ok(())
    }

    /// The attack is over; an effect may have ended the Battle Phase with it. What triggered before that is placed in the
    /// window that came first: `trigger.survives-a-forced-phase`.
    pub(crate) fn attack_over(&mut self) {
        self.state.attack = None;
        self.state.moment = None;
        if let Some(next) = self.state.forced_on.take() {
            // Box A of the Battle Phase does not come again.
            self.frames.pop();
            self.push(Frame::MoveOn(Goal::Phase(next)));
        }
    }
}

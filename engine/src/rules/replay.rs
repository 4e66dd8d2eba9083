//! `replay.*`: attacks from their declaration to the Damage Step, and replays.

use crate::catalogue::{Refusal, Rule};
use crate::def::{
    Affected, Against, BattlePosition, CannotBe, CannotDo, Measure, Modifier, Moment, Phase, Says, Selection,
};
use crate::flow::{Action, After, ChartBox, Choice, DamageStage, Duel, Flow, Frame, Goal, Pool, Slot, WindowFrame};
use crate::state::{
    Attack, AttackMade, AttackToNegate, Board, CardId, Changed, EffectRef, Event, Line, Occasion, Player, Purpose, Ref,
    Snapshot, What, Why, Zone,
};
use crate::steps::Outcome;
use crate::words::Ctx;

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
        self.is_still_a_monster(attack.attacker) && card.face_up && card.controller == self.turn_player
    }

    /// The attack under way, or fought. `replay.attacker-gone`: once an effect has ended the Battle Phase, or the turn, none is left.
    pub(crate) fn attack_that_counts(&self) -> Option<&Attack> {
        self.attack.as_ref().filter(|attack| attack.calculated || self.forced_on.is_none())
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
        if self.state.phase != Phase::Battle {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        self.could_attack(player, card, target)
    }

    /// Whether a monster could declare this attack in the Battle Phase.
    fn could_attack(&self, player: Player, card: CardId, target: Option<CardId>) -> Result<(), Refusal> {
        let state = self.state.card(card);
        if state.zone != Zone::Monster || !self.is_in_position_to_attack(card) {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        let made = self.attacks_made(card);
        if state.attacked == self.state.turn {
            self.may_attack_after(card, target, &made)?;
        }
        self.may_do(player, CannotDo::DeclareAttacks, Some(card))?;
        self.may_attack_that(player, card, target)?;
        self.may_pay_for_attack(player, card)
    }

    /// `replay.in-defense-position`: whether a monster lies so that it can attack: in Attack Position, or face-up in Defense Position if
    /// an effect lets it.
    pub(crate) fn is_in_position_to_attack(&self, card: CardId) -> bool {
        self.state.card(card).position == BattlePosition::Attack || self.attacks_in_defense(card).is_some()
    }

    /// `replay.in-defense-position`: the value with which a monster in Defense Position attacks, if it may.
    pub(crate) fn attacks_in_defense(&self, card: CardId) -> Option<Measure> {
        let lies = self.state.card(card);
        if lies.position != BattlePosition::Defense || !lies.face_up {
            return None;
        }
        let said = self.modifiers(Says::AttacksInDefense);
        let with = said.iter().find_map(|a| match a.modifier {
            Modifier::AttacksInDefense(affected, with) => {
                let is_meant = self.affects_now(&a.ctx, affected, card) && !self.shrugs_off(a, affected, card);
                is_meant.then_some(*with)
            }
            _ => None,
        });
        self.applies_if(with.is_some(), Rule::ReplayInDefensePosition);
        with
    }

    /// The attacks a monster has made this turn.
    pub(crate) fn attacks_made(&self, card: CardId) -> Vec<AttackMade> {
        let of_it = |made: &&AttackMade| made.turn == self.state.turn && made.attacker == card;
        self.state.attacks_made.iter().filter(of_it).copied().collect()
    }

    /// `replay.several-attacks`: whether a monster that has made these attacks may make another one.
    /// `replay.in-a-row`: one that must follow at once is lost when another monster attacks.
    fn may_attack_after(&self, card: CardId, target: Option<CardId>, made: &[AttackMade]) -> Result<(), Refusal> {
        let in_a_row = self.state.attacks_made.last().is_some_and(|last| last.attacker == card);
        let said = self.modifiers(Says::Attacks);
        let once_each = |target: Option<CardId>| {
            target.is_some() && made.iter().all(|before| before.target.is_some() && before.target != target)
        };
        let leave = said.iter().filter_map(|a| {
            let Modifier::Attacks(affected, often) = a.modifier else { return None };
            let again = match often.each_monster {
                true => once_each(target),
                false => {
                    (made.len() as i32) < self.amount(&a.ctx, &often.times, 0)
                        && (target.is_some() || !often.monsters_only)
                }
            };
            let may = again && self.affects_now(&a.ctx, affected, card) && !self.shrugs_off(a, affected, card);
            may.then_some(often.in_a_row)
        });
        let must_follow: Vec<bool> = leave.collect();
        self.applies_if(must_follow.contains(&true), Rule::ReplayInARow);
        if must_follow.iter().any(|must| !must || in_a_row || self.policy.attacks.may_be_interrupted()) {
            return Ok(());
        }
        self.refuse(if must_follow.is_empty() { Rule::LimitSpent } else { Rule::ReplayInARow })
    }

    /// Whether a monster can be attacked, or the opponent directly: if no monster is in the way, or the attacker may pass it.
    fn may_attack_that(&self, player: Player, card: CardId, target: Option<CardId>) -> Result<(), Refusal> {
        let demanded = self.must_attack_one_of(player, card);
        if !demanded.is_empty() {
            let is_demanded = target.is_some_and(|target| demanded.iter().any(|(_, those)| those.contains(&target)));
            return if is_demanded { Ok(()) } else { self.refuse(Rule::ReplayMustBeAttacked) };
        }
        if let Some(target) = target {
            return self.may_be_by(target, CannotBe::Attacked, player, Why::Battle(card));
        }
        self.may_do(player, CannotDo::AttackDirectly, Some(card))?;
        let may_pass: fn(&Modifier) -> Option<&Affected> = |m| match m {
            Modifier::MayAttackDirectly(affected) => Some(affected),
            _ => None,
        };
        if self.is_said_of(card, Says::MayAttackDirectly, may_pass) || !self.someone_is_in_the_way(player.opponent()) {
            return Ok(());
        }
        self.refuse(Rule::LegalityConditionNotMet)
    }

    /// `replay.must-be-attacked`: the monsters of which a monster must attack one, for each effect that says so.
    fn must_attack_one_of(&self, player: Player, card: CardId) -> Vec<(EffectRef, Vec<CardId>)> {
        let said = self.modifiers(Says::MustBeAttacked).into_iter();
        let demands = said.filter_map(|a| {
            let Modifier::MustBeAttacked(affected, by) = a.modifier else { return None };
            let bound = match by {
                Some(group) => self.in_group(&a.ctx, group, card, &self.snapshot(card), a.ctx.player),
                None => player != a.ctx.player,
            };
            let can_be = |id: &CardId| {
                let may = self.may_be_by(*id, CannotBe::Attacked, player, Why::Battle(card)).is_ok();
                self.affects_now(&a.ctx, affected, *id) && self.is_attacked_as_it_must(may)
            };
            let others = self.state.monsters_of(player.opponent()).map(|r| r.card);
            let those: Vec<CardId> = others.filter(can_be).filter(|_| bound).collect();
            (!those.is_empty()).then_some((a.ctx.effect, those))
        });
        demands.collect()
    }

    /// `replay.must-comes-first`: whether what must be attacked is, that otherwise may, or may not, be attacked.
    fn is_attacked_as_it_must(&self, may: bool) -> bool {
        self.applies_if(!may, Rule::ReplayMustComesFirst);
        may || self.policy.attacks.must_comes_before_cannot()
    }

    /// `replay.must-be-attacked`: of several effects that demand different targets the player who is attacked chooses the one that applies.
    fn target_demanded(&mut self, player: Player, card: CardId, target: Option<CardId>) -> Flow<Option<CardId>> {
        let demanded = self.must_attack_one_of(player, card);
        let Some((effect, first)) = demanded.first().cloned() else { return Ok(target) };
        self.applies(Rule::ReplayMustBeAttacked);
        let agree = demanded.iter().all(|(_, those)| *those == first);
        if agree || self.policy.attacks.are_led_by_the_attacker() {
            return Ok(target);
        }
        let mut cards: Vec<CardId> = demanded.into_iter().flat_map(|(_, those)| those).collect();
        cards.sort_unstable();
        cards.dedup();
        let (purpose, from) = (Purpose::Effect, Pool::Cards(cards));
        let choice = Choice { purpose, effect: Some(effect), about: None, from, min: 1, max: 1 };
        Ok(self.choose_cards(player.opponent(), choice)?.first().copied())
    }

    /// `replay.passed-over`: whether a player has a monster that keeps others from attacking directly; one that cannot be
    /// attacked at all is none.
    fn someone_is_in_the_way(&self, player: Player) -> bool {
        let unattackable: fn(&Modifier) -> Option<&Affected> = |m| match m {
            Modifier::CannotBe(None, affected, CannotBe::Attacked, Against { by: None, not_by: None, .. }) => {
                Some(affected)
            }
            _ => None,
        };
        self.state.monsters_of(player).any(|monster| {
            let passed_over = self.is_said_of(monster.card, Says::CannotBe, unattackable);
            self.applies_if(passed_over, Rule::ReplayPassedOver);
            self.policy.attacks.are_stopped_by(passed_over)
        })
    }

    /// `replay.must-attack`: nobody leaves out or ends the Battle Phase while a monster that must attack still can; others may
    /// attack before it.
    pub(crate) fn has_attacked_as_it_must(&self, player: Player) -> Result<(), Refusal> {
        let before_it =
            self.state.phase == Phase::Main1 && self.may_do(player, CannotDo::EnterBattlePhase, None).is_ok();
        if !before_it && self.state.phase != Phase::Battle {
            return Ok(());
        }
        let must: fn(&Modifier) -> Option<&Affected> = |m| match m {
            Modifier::MustAttack(affected) => Some(affected),
            _ => None,
        };
        let could = |card: CardId| {
            self.state.attacks_of(card).iter().any(|attack| match attack {
                Action::Attack(_, target) => self.could_attack(player, card, Some(*target)).is_ok(),
                _ => self.could_attack(player, card, None).is_ok(),
            })
        };
        let still_has_to = |monster: Ref| self.is_said_of(monster.card, Says::MustAttack, must) && could(monster.card);
        if self.state.monsters_of(player).any(still_has_to) { self.refuse(Rule::ReplayMustAttack) } else { Ok(()) }
    }

    /// Declares an attack: its window, then box A until the attack is carried out.
    pub(crate) fn declare_attack(&mut self, player: Player, card: CardId, target: Option<CardId>) -> Flow<()> {
        self.pay_for_attack(player, card)?;
        let target = self.target_demanded(player, card, target)?;
        self.new_instant()?;
        let turn = self.state.turn;
        self.state.card_mut(card).attacked = turn;
        self.state.attacks_made.push(AttackMade { turn, attacker: card, target });
        self.state.attack = Some(Attack {
            attacker: self.state.reference(card),
            target: target.map(|t| self.state.reference(t)),
            side: self.state.monsters_of(player.opponent()).count(),
            direct: self.may_attack_that(player, card, None).is_ok(),
            since: self.log.len(),
            negated: false,
            calculated: false,
        });
        self.emit_declaration(player, card, target, None);
        self.negate_declared_attack(player);
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

    /// Whether an attack was negated, has been fought, or ends with its phase.
    fn is_done_with(&self, attack: &Attack) -> bool {
        attack.negated || attack.calculated || self.state.forced_on.is_some()
    }

    /// `replay.attacker-gone`: why the attack cannot go on, and there is no replay.
    fn stops(&self, attack: &Attack) -> Result<(), Refusal> {
        let card = self.state.card(attack.attacker.card);
        if !self.state.still_attacks(attack) || !self.is_in_position_to_attack(attack.attacker.card) {
            return self.refuse(Rule::ReplayAttackerGone);
        }
        self.may_go_on(card.controller, attack.attacker.card)
    }

    /// `replay.cannot-attack-any-more`: an effect by which the attacker cannot attack ends its attack; one by which it cannot
    /// declare attacks does not.
    ///
    /// `replay.several-attacks`: a further attack ends if its monster may not make it any more.
    fn may_go_on(&self, player: Player, attacker: CardId) -> Result<(), Refusal> {
        let made = self.attacks_made(attacker);
        if let Some((last, before)) = made.split_last().filter(|(_, before)| !before.is_empty()) {
            let leave = self.may_attack_after(attacker, last.target, before).is_ok();
            self.applies(Rule::ReplaySeveralAttacks);
            if !leave && !self.policy.attacks.go_on_without_leave() {
                self.refuse(Rule::ReplaySeveralAttacks)?;
            }
        }
        let Err(forbidden) = self.may_do(player, CannotDo::Attack, Some(attacker)) else {
            let too_late = self.may_do(player, CannotDo::DeclareAttacks, Some(attacker)).is_err();
            self.applies_if(too_late, Rule::ReplayCannotAttackAnyMore);
            return Ok(());
        };
        self.refuse(Rule::ReplayCannotAttackAnyMore).map_err(|r| r.resting_on([forbidden.rule]))
    }

    /// `replay.attack-not-possible`: the target cannot be attacked any more, or the opponent not directly.
    /// `replay.direct-attack-possible`: or only now they can be attacked directly.
    fn other_attacks_are_possible(&self) -> bool {
        let Some(attack) = &self.state.attack else { return false };
        let (card, player) = (attack.attacker.card, self.state.card(attack.attacker.card).controller);
        let impossible = self.may_attack_that(player, card, attack.target.map(|t| t.card)).is_err();
        let direct = !attack.direct && attack.target.is_some() && self.may_attack_that(player, card, None).is_ok();
        let starts_over = self.policy.replay.follows_a_chance_to_attack_directly() && direct;
        self.applies_if(impossible, Rule::ReplayAttackNotPossible);
        self.applies_if(starts_over, Rule::ReplayDirectAttackPossible);
        (impossible && self.policy.attacks.must_stay_possible()) || starts_over
    }

    /// `replay.side-changed`: a monster has come to the defender's side or left it since the declaration, for however
    /// short a time.
    pub(crate) fn side_has_changed(&self) -> bool {
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
        let Some(attack) = self.state.attack.clone() else { return self.end_attack(None) };
        if self.is_done_with(&attack) {
            return self.end_attack(None);
        }
        if let Err(refusal) = self.stops(&attack) {
            if refusal.rule == Rule::ReplayCannotAttackAnyMore {
                // `replay.starts-over`: this, too, is a replay, only that nothing can be chosen in it.
                self.take_back(attack.attacker.card);
            }
            return self.end_attack(Some(refusal));
        }
        if self.side_has_changed() || self.other_attacks_are_possible() {
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
            let action = self.ask_to_act(frame, player, |duel| {
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

    fn end_attack(&mut self, refusal: Option<Refusal>) -> Flow<()> {
        if let Some(attack) = &self.state.attack {
            let (attacker, rule) = (attack.attacker.card, refusal.as_ref().map(|refusal| refusal.rule));
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
        let able = !declared || self.may_do(player, CannotDo::DeclareAttacks, Some(card)).is_ok();
        let direct = self.may_attack_that(player, card, None).is_ok();
        let could = |target: &Ref| self.may_attack_that(player, card, Some(target.card)).is_ok();
        if !able || !(direct || side.iter().any(could)) {
            return self.nothing_to_attack(card);
        }
        let action = self.ask_to_act(Frame::Replay, player, |duel| {
            let attackable = |target: &&Ref| duel.may_attack_that(player, card, Some(target.card)).is_ok();
            let targets = side.iter().filter(attackable);
            let mut options: Vec<Action> = targets.map(|target| Action::ReplayOn(card, target.card)).collect();
            if direct {
                options.push(Action::ReplayDirectly(card));
            }
            options.push(Action::StopAttack(card));
            options
        })?;
        let target = match action {
            Action::ReplayOn(_, target) => Some(target),
            Action::ReplayDirectly(_) => None,
            _ => {
                self.take_back(card);
                self.attack_over();
                return Ok(());
            }
        };
        self.lead_attack_to(target);
        if let Some(made) = self.state.attacks_made.last_mut() {
            made.target = target;
        }
        self.new_instant()?;
        if declared {
            self.emit_declaration(player, card, target, Some(Rule::ReplayStartsOver));
            return Ok(());
        }
        let cards = vec![self.touched(card)];
        self.emit(Why::Action(player), Rule::ReplayNoNewDeclaration, What::Redirected(target), cards);
        self.emit_target(Why::Action(player), target);
        self.push(Frame::Attack { leaving: false });
        self.push(Frame::Window(WindowFrame::new(After::Action)));
        Ok(())
    }

    /// The attack under way has another target from now on. `replay.side-changed`: what came or left before does not count any more.
    fn lead_attack_to(&mut self, target: Option<CardId>) {
        let Some(attack) = &self.state.attack else { return };
        let card = attack.attacker.card;
        let player = self.state.card(card).controller;
        let target = target.map(|t| self.state.reference(t));
        let side = self.state.monsters_of(player.opponent()).count();
        let direct = self.may_attack_that(player, card, None).is_ok();
        self.applies_if(self.side_has_changed(), Rule::ReplaySideChanged);
        let since = self.log.len();
        self.state.attack = self.state.attack.take().map(|attack| Attack { target, side, direct, since, ..attack });
    }

    /// `replay.starts-over`: an attack that is stopped may be made later.
    fn take_back(&mut self, card: CardId) {
        if self.policy.replay.keeps_the_attack() {
            self.applies(Rule::ReplayStartsOver);
            let last = self.state.attacks_made.iter().rposition(|made| made.attacker == card);
            last.map(|last| self.state.attacks_made.remove(last));
            if self.attacks_made(card).is_empty() {
                self.state.card_mut(card).attacked = 0;
            }
        }
    }

    /// A replay in which there is nothing to choose ends the attack.
    fn nothing_to_attack(&mut self, card: CardId) -> Flow<()> {
        self.applies_if(self.side_has_changed(), Rule::ReplaySideChanged);
        self.take_back(card);
        self.end_attack(Some(self.impossible(Rule::LegalityForbidden)))
    }

    /// Whether a monster could become the target of the attack under way: it is another one than battles already.
    pub(crate) fn can_become_attack_target(&self, id: CardId) -> bool {
        let Some(attack) = self.state.attack.as_ref().filter(|a| !a.negated && !a.calculated) else { return false };
        let others = attack.attacker.card != id && attack.target.is_none_or(|t| t.card != id);
        others && self.state.card(id).zone == Zone::Monster && self.state.still_attacks(attack)
    }

    /// `replay.redirected-is-not-chosen`: another monster becomes the target of the attack; it was not chosen by the attacker,
    /// and no attack is declared.
    pub(crate) fn change_attack_target(&mut self, ctx: &mut Ctx, selection: &Selection) -> Flow<Outcome> {
        let Some(&player) = self.addressed(ctx, selection.who).first() else { return Ok(Outcome::NotDone) };
        let may = |duel: &Self, id: CardId| duel.can_become_attack_target(id);
        let found = self.select(ctx, selection, player, may)?;
        let Some(&target) = found.first() else { return Ok(Outcome::NotDone) };
        let Some(attacker) = self.state.attack.as_ref().map(|attack| attack.attacker.card) else {
            return Ok(Outcome::NotDone);
        };
        self.lead_attack_to(Some(target));
        let cards = vec![self.touched(attacker)];
        self.emit(ctx.cause, Rule::ReplayRedirectedIsNotChosen, What::Redirected(Some(target)), cards);
        if self.policy.attacks.choose_what_they_are_led_to() {
            self.emit_target(ctx.cause, Some(target));
        }
        Ok(Outcome::Done)
    }

    /// `replay.negated-attack-was-declared`: a negated attack is no attack that took place, and no battle.
    pub(crate) fn negated_attacks_count(&self) -> bool {
        self.applies(Rule::ReplayNegatedAttackWasDeclared);
        self.policy.attacks.take_place_though_negated()
    }

    /// `replay.negated-attack-was-declared`: the declaration of an attack stays one, whatever became of the attack.
    pub(crate) fn still_was_declared(&self, declared: usize, attacker: CardId) -> bool {
        let of_it = |event: &Event| event.cards.iter().any(|c| c.card.card == attacker);
        let negated = (declared..self.log.len())
            .filter_map(|index| self.event_at(index))
            .any(|event| event.what == What::AttackNegated && of_it(event));
        self.applies_if(negated, Rule::ReplayNegatedAttackWasDeclared);
        !negated || self.policy.attacks.were_declared_though_negated()
    }

    /// `replay.next-attack-negated`: the attack under way is negated, or else the next that a monster of the opponent declares this turn.
    pub(crate) fn negate_next_attack(&mut self, ctx: &Ctx) -> Outcome {
        let theirs = |attack: &Attack| self.state.card(attack.attacker.card).controller != ctx.player;
        if self.state.attack.as_ref().is_some_and(theirs) {
            return self.negate_attack(ctx);
        }
        let (turn, effect, player) = (self.state.turn, ctx.effect, ctx.player);
        self.state.attacks_to_negate.push(AttackToNegate { turn, effect, player });
        self.emit(ctx.cause, ctx.rule, What::Applied, Vec::new());
        Outcome::Done
    }

    /// `replay.next-attack-negated`: all effects that negate the next attack negate the same one.
    fn negate_declared_attack(&mut self, attacking: Player) {
        let turn = self.state.turn;
        let fits = |a: &AttackToNegate| a.turn == turn && a.player != attacking;
        let Some(first) = self.state.attacks_to_negate.iter().position(fits) else { return };
        self.applies(Rule::ReplayNextAttackNegated);
        let AttackToNegate { effect, player, .. } = self.state.attacks_to_negate.remove(first);
        if !self.policy.attacks.are_negated_one_by_one() {
            self.state.attacks_to_negate.retain(|a| !fits(a));
        }
        let mut ctx = self.ctx(effect, player);
        ctx.cause = Why::Reflex(effect, player);
        ctx.rule = Some(Rule::ReplayNextAttackNegated);
        self.negate_attack(&ctx);
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

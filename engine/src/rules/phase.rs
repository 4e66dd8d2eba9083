//! `phase.*`: the turn, its phases, and what may only be done in the open state.
//!
//! Elsewhere: `phase.effects-one-by-one` in `rules/legality.rs` (`fits_the_box`).

use crate::catalogue::{Refusal, Rule};
use crate::def::{CannotDo, Class, EffectDef, Moment, Phase, Skip, Turned, Which};
use crate::flow::{Action, After, Bid, Choice, Duel, Flow, Frame, GateKind, Goal, Pool, Slot, WindowFrame};
use crate::state::{
    Board, CardId, DutyDone, EffectRef, LinkNegated, MoveHow, Occasion, Player, Purpose, SkippedPhase, What, Why, Zone,
};
use crate::steps::Outcome;
use crate::words::Ctx;

/// Cards a player may keep at the end of their turn.
const HAND_SIZE: usize = 6;

/// What only looks at the board.
impl Board {
    /// Whether it is a Main Phase: the time for Summons, Sets, position changes, ignition effects and slow Spells.
    pub(crate) fn in_main_phase(&self) -> bool {
        matches!(self.phase, Phase::Main1 | Phase::Main2)
    }

    /// What the turn player might do in the open state besides activating something.
    pub(crate) fn open_actions(&self, player: Player) -> Vec<Action> {
        let mut actions = Vec::new();
        for id in self.ids() {
            let card = self.card(id);
            if card.controller != player {
                continue;
            }
            let monster = self.def(id).monster().is_some();
            match card.zone {
                Zone::Hand if monster => actions.extend([Action::NormalSummon(id), Action::Set(id)]),
                Zone::Hand => actions.push(Action::Set(id)),
                Zone::Monster if !card.face_up => actions.push(Action::FlipSummon(id)),
                Zone::Monster => {
                    actions.push(Action::ChangePosition(id));
                    if self.def(id).is_gemini() && !self.is_gemini_summoned(id) {
                        actions.push(Action::NormalSummon(id));
                    }
                }
                _ => {}
            }
            if card.zone == Zone::Monster && self.phase == Phase::Battle {
                actions.extend(self.attacks_of(id));
            }
            if self.might_be_pendulum_summoned(id) {
                actions.push(Action::PendulumSummon(id));
            }
            if card.zone != Zone::Deck {
                let procedures = self
                    .def(id)
                    .effects
                    .iter()
                    .enumerate()
                    .filter(|(_, e)| e.class == Class::Procedure && e.given.is_none());
                actions.extend(procedures.map(|(e, _)| Action::SpecialSummon(EffectRef { card: id, effect: e as u8 })));
            }
        }
        actions.extend(self.ways_on().into_iter().map(Action::GoTo));
        if self.phase == Phase::End {
            actions.push(Action::EndTurn);
        }
        actions
    }

    /// Where the turn player may go: past phases that are skipped.
    pub(crate) fn ways_on(&self) -> Vec<Phase> {
        let mut ways = Vec::new();
        let mut possible = next_phases(self.phase).to_vec();
        while !possible.is_empty() {
            let phase = possible.remove(0);
            match phase {
                _ if !self.is_skipped(phase) => ways.push(phase),
                // Without a Battle Phase there is no Main Phase 2.
                Phase::Battle => {}
                _ => possible.extend(next_phases(phase)),
            }
        }
        ways.dedup();
        ways
    }

    /// Whether a phase of this turn is skipped.
    fn is_skipped(&self, phase: Phase) -> bool {
        self.is_skipped_in(self.turn, self.turn_player, phase)
    }

    /// Whether a phase of a player is skipped in a turn.
    pub(crate) fn is_skipped_in(&self, turn: u32, player: Player, phase: Phase) -> bool {
        self.skips.iter().any(|skip| (skip.turn, skip.player, skip.phase) == (turn, player, phase))
    }

    /// The turn in which a phase of a player is skipped.
    fn turn_to_skip(&self, player: Player, phase: Phase, which: Option<Which>) -> u32 {
        let own = self.turn_player == player;
        let still_to_come = own && (phase as usize) > (self.phase as usize);
        match which {
            Some(Which::ThisTurn) => self.turn,
            None | Some(Which::Next) if still_to_come => self.turn,
            _ if own => self.turn + 2,
            _ => self.turn + 1,
        }
    }
}

impl Duel {
    /// Whether an action of the open state is possible.
    pub(crate) fn may_act(&self, player: Player, action: &Action) -> Result<(), Refusal> {
        let main = self.state.in_main_phase();
        match action {
            Action::NormalSummon(card) => self.may_normal_summon(player, *card, false),
            Action::Set(card) if self.def(*card).monster().is_some() => self.may_normal_summon(player, *card, true),
            Action::Set(card) if main => self.may_set_spell_or_trap(player, *card),
            Action::FlipSummon(card) => self.may_flip_summon(player, *card),
            Action::SpecialSummon(procedure) => self.may_special_summon(player, *procedure),
            Action::PendulumSummon(card) => self.may_pendulum_summon(player, *card),
            Action::ChangePosition(card) => {
                self.may_do(player, CannotDo::ChangePosition, Some(*card))?;
                self.may_change_position(*card)
            }
            Action::Attack(card, target) => self.may_attack(player, *card, Some(*target)),
            Action::AttackDirectly(card) => self.may_attack(player, *card, None),
            Action::GoTo(Phase::Battle) => self.may_do(player, CannotDo::EnterBattlePhase, None),
            Action::GoTo(_) => self.has_attacked_as_it_must(player),
            Action::Set(_) => self.refuse(Rule::LegalityConditionNotMet),
            _ => Ok(()),
        }
    }

    /// Once per turn, in a Main Phase, not in the turn it came or attacked; a Link Monster knows Attack Position only.
    pub(crate) fn may_change_position(&self, card: CardId) -> Result<(), Refusal> {
        let state = self.state.card(card);
        if !self.state.in_main_phase() || self.def(card).is_link() {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        if state.turned == self.state.turn || state.attacked == self.state.turn {
            return self.refuse(Rule::LimitSpent);
        }
        Ok(())
    }

    pub(crate) fn change_position_by_hand(&mut self, player: Player, card: CardId) -> Flow<()> {
        self.new_instant()?;
        let turn = self.state.turn;
        let changed = self.change_card(card, |c| {
            c.turn(Turned::Other);
            c.turned = turn;
        });
        self.emit(Why::Action(player), None, What::ChangedPosition, vec![changed]);
        Ok(())
    }

    /// The normal draw, with the gate before it.
    pub(crate) fn normal_draw(&mut self) -> Flow<()> {
        let player = self.state.turn_player;
        if !self.state.gate_before_draw_over {
            self.state.gate_before_draw_over = true;
            self.push(Frame::NormalDraw);
            self.open_gate(GateKind::BeforeTheDraw);
            return Ok(());
        }
        if self.draw_is_given_up() {
            return Ok(());
        }
        self.ask_to_act(Frame::NormalDraw, player, |_| vec![Action::Draw])?;
        self.new_instant()?;
        self.draw_cards(player, 1, Why::Action(player), None, true);
        self.push(Frame::Window(WindowFrame::new(After::Action)));
        Ok(())
    }

    /// `phase.draw-given-up`: whether an effect that resolved has taken the place of the normal draw.
    fn draw_is_given_up(&self) -> bool {
        self.gives_up_the_draw_by_activating() || self.state.no_normal_draw
    }

    /// Makes a player skip a phase, or the normal draw.
    pub(crate) fn skip(&mut self, ctx: &Ctx, skip: &Skip) -> Outcome {
        match *skip {
            Skip::NormalDraw if !self.can_give_up_the_draw(ctx.player) => return Outcome::NotDone,
            Skip::NormalDraw => self.state.no_normal_draw = true,
            Skip::Phase { who, phase, which } => {
                for player in self.addressed(ctx, who) {
                    let turn = self.skipped_turn(player, phase, which);
                    let source = ctx.source;
                    self.state.skips.push(SkippedPhase { player, phase, turn, source, passed: None });
                }
            }
        }
        self.emit(ctx.cause, ctx.rule, What::Applied, Vec::new());
        Outcome::Done
    }

    /// Whether the normal draw can be given up: it is the player's, still to come, there is a card to draw, and no effect has taken its
    /// place already.
    pub(crate) fn can_give_up_the_draw(&self, player: Player) -> bool {
        let to_come = self.frames.iter().any(|f| matches!(f, Frame::NormalDraw)) && !self.state.no_normal_draw;
        to_come && player == self.state.turn_player && !self.state.decks[player.index()].is_empty()
    }

    /// `phase.draw-given-up`: whether an effect that is used before the draw may follow others of its kind in their chain. Of several that
    /// would take the place of the draw one does.
    pub(crate) fn takes_the_place_of_the_draw_too(&self, effect: EffectRef) -> bool {
        let is_such = |effect: EffectRef| {
            let during = self.effect(effect).during.as_ref();
            self.effect(effect).class == Class::Phase && during.is_some_and(|d| d.at.contains(&Moment::BeforeTheDraw))
        };
        let follows = self.chain().iter().all(|&link| is_such(self.state.link(link).effect));
        self.state.moment == Some(Moment::BeforeTheDraw) && is_such(effect) && follows
    }

    /// `phase.skipped-once`: effects that skip the next phase of a kind skip the same one.
    fn skipped_turn(&self, player: Player, phase: Phase, which: Option<Which>) -> u32 {
        let turn = self.state.turn_to_skip(player, phase, which);
        self.applies_if(self.state.is_skipped_in(turn, player, phase), Rule::PhaseSkippedOnce);
        self.or_one_not_skipped_yet(turn, player, phase)
    }

    /// `phase.skipped`: a phase does not take place. `phase.skip-stays`: whatever became of the card.
    fn pass_over(&mut self, phase: Phase) {
        self.applies(Rule::PhaseSkipped);
        let now = self.log.len();
        let (turn, player) = (self.state.turn, self.state.turn_player);
        for skip in self.state.skips.iter_mut().filter(|s| (s.turn, s.player, s.phase) == (turn, player, phase)) {
            skip.passed = Some(now);
        }
        if self.policy.skipping.loses_what_was_left() {
            self.lose_what_was_left_for(phase);
        } else {
            self.put_off_what_was_left_for(phase);
        }
    }

    /// `phase.skip-stays`: a skip needs its card no more, except for who believes so.
    fn drop_skips_without_their_cards(&mut self) {
        let turn = self.state.turn;
        let gone = |s: &SkippedPhase| {
            let there = self.state.still(s.source) && self.state.card(s.source.card).face_up;
            s.turn == turn && s.passed.is_none() && !there
        };
        let gone: Vec<bool> = self.state.skips.iter().map(gone).collect();
        self.applies_if(gone.contains(&true), Rule::PhaseSkipStays);
        if self.policy.skipping.needs_its_card() {
            let mut gone = gone.into_iter();
            self.state.skips.retain(|_| !gone.next().unwrap_or(false));
        }
    }

    /// The mandatory effects of this phase that a player has still to activate.
    pub(crate) fn duties(&self, player: Player) -> Vec<EffectRef> {
        let is_a_duty = |bid: &Bid| {
            let def = self.effect(bid.effect);
            def.class == Class::Phase && def.mandatory
        };
        let bids = self.state.bids(player, Slot::Open, Occasion::default()).filter(is_a_duty);
        bids.filter(|bid| self.check(bid).is_ok()).map(|bid| bid.effect).collect()
    }

    /// A mandatory effect is activated once in its phase.
    ///
    /// `phase.negated-is-gone`: even if its activation was negated. `phase.negated-comes-again`: unless it was negated.
    pub(crate) fn is_still_due(&self, effect: EffectRef) -> Result<(), Refusal> {
        let now = |done: &&DutyDone| (done.turn, done.phase) == (self.state.turn, self.state.phase);
        let mut done = self.state.duties_done.iter().filter(now).filter(|done| done.effect == effect);
        let negated = |done: &DutyDone| self.state.link(done.link).negated == LinkNegated::Activation;
        if !self.effect(effect).mandatory {
            return Ok(());
        }
        if self.policy.negated_duties.come_again() {
            self.applies_if(done.clone().any(negated), Rule::PhaseNegatedComesAgain);
            return if done.all(negated) { Ok(()) } else { self.refuse(Rule::LimitSpent) };
        }
        let Some(done) = done.next() else { return Ok(()) };
        self.applies_if(negated(done), Rule::PhaseNegatedIsGone);
        let rests_on = negated(done).then_some(Rule::PhaseNegatedIsGone);
        self.refuse(Rule::LimitSpent).map_err(|r| r.resting_on(rests_on))
    }

    /// `phase.duties-turn-player-first`: both have passed, but an obligation is outstanding. The turn player is free to
    /// act again, though not to move on while one is theirs; if they have none, the opponent must do one of theirs.
    pub(crate) fn due(&mut self, goal: Goal) -> Flow<()> {
        let [player, other] = self.state.players();
        let mine = self.duties(player);
        let action = self.ask_to_act(Frame::Due(goal), player, |duel| {
            let mut options = duel.activations(player, Slot::Open, Occasion::default());
            let moving_on = |a: &Action| matches!(a, Action::GoTo(_) | Action::EndTurn);
            let possible = |a: &Action| duel.may_act(player, a).is_ok() && (mine.is_empty() || !moving_on(a));
            options.extend(duel.state.open_actions(player).into_iter().filter(possible));
            options
        })?;
        if !matches!(action, Action::GoTo(_) | Action::EndTurn) {
            self.push(Frame::Open);
            return self.act(player, action);
        }
        if self.has_left_something(other) {
            self.push(Frame::Open);
            self.push(Frame::Later(other));
            return Ok(());
        }
        let Some(duty) = self.choose_duty(other, goal)? else {
            self.push(Frame::MoveOn(goal));
            return Ok(());
        };
        self.push(Frame::Open);
        self.start_chain(Occasion::default(), Vec::new(), false);
        self.add_link(other, duty, None);
        Ok(())
    }

    /// One of a player's obligations; if there are several they pick the card.
    fn choose_duty(&mut self, player: Player, goal: Goal) -> Flow<Option<EffectRef>> {
        let duties = self.duties(player);
        if duties.len() < 2 {
            return Ok(duties.first().copied());
        }
        let cards = duties.iter().map(|duty| duty.card).collect();
        let from = Pool::Cards(cards);
        let choice = Choice { purpose: Purpose::Effect, effect: None, about: None, from, min: 1, max: 1 };
        let chosen = self.choose_card_first(Frame::Due(goal), player, choice)?;
        Ok(duties.into_iter().find(|duty| duty.card == chosen))
    }

    /// The next phase or turn begins.
    pub(crate) fn move_on(&mut self, goal: Goal) -> Flow<()> {
        if self.battle_phase_ends(goal) {
            return Ok(());
        }
        match goal {
            Goal::Phase(phase) => self.enter(phase),
            Goal::NextTurn => {
                self.push(Frame::HandSize { follow_up: false });
                Ok(())
            }
        }
    }

    /// Whether a card of the duel has an effect for the beginning or the end of the Battle Phase.
    fn has_effects_at(&self, moment: Moment) -> bool {
        let at = |effect: &EffectDef| effect.during.as_ref().is_some_and(|during| during.at.contains(&moment));
        self.state.library.iter().any(|def| def.effects.iter().any(|effect| at(effect)))
    }

    /// `phase.effects-one-by-one`: what may start a chain at the beginning or the end of the Battle Phase: what is said to be used then,
    /// and fast effects.
    pub(crate) fn may_start_as_the_battle_phase(&self, effect: EffectRef, kind: GateKind) -> Result<(), Refusal> {
        let (during, moment) = (&self.effect(effect).during, kind.moment_of_the_battle_phase());
        let says_so = during.as_ref().is_some_and(|during| moment.is_some_and(|m| during.at.contains(&m)));
        if says_so || self.speed(effect) >= 2 { Ok(()) } else { self.refuse(Rule::LegalityConditionNotMet) }
    }

    /// A chain at the beginning or the end of the Battle Phase; after it both players are asked again.
    pub(crate) fn start_battle_gate_chain(&mut self, kind: GateKind, player: Player, effect: EffectRef) {
        self.push(Frame::Gate { kind, next: self.state.turn_player, passes: 0 });
        self.start_chain(Occasion::default(), Vec::new(), false);
        self.add_link(player, effect, None);
    }

    /// `phase.duties-turn-player-first`: both have passed; the mandatory effects that are left, the turn player's first.
    pub(crate) fn duty_at_the_gate(&self, kind: GateKind) -> Option<(Player, EffectRef)> {
        self.state.players().into_iter().find_map(|player| {
            let offered = self.activations(player, Slot::Gate(kind), self.gate_occasion());
            let duty = |action: Action| match action {
                Action::Activate(effect) => Some(effect).filter(|&effect| {
                    let def = self.effect(effect);
                    def.class == Class::Phase && def.mandatory
                }),
                _ => None,
            };
            let duty = offered.into_iter().find_map(duty);
            self.applies_if(duty.is_some(), Rule::PhaseDutiesTurnPlayerFirst);
            duty.map(|effect| (player, effect))
        })
    }

    /// The end of the Battle Phase comes before the next phase, if a card has something to do then.
    fn battle_phase_ends(&mut self, goal: Goal) -> bool {
        let ends = self.state.phase == Phase::Battle && !self.state.end_of_battle_over;
        if !ends || !self.has_effects_at(Moment::EndOfBattlePhase) {
            return false;
        }
        self.state.end_of_battle_over = true;
        self.push(Frame::MoveOn(goal));
        self.open_gate(GateKind::EndOfBattlePhase);
        true
    }

    /// Passes over the phases between this and another that are skipped.
    pub(crate) fn pass_over_up_to(&mut self, phase: Phase) {
        let between = Phase::ALL.iter().skip(self.state.phase as usize + 1).take_while(|&&p| p != phase);
        for phase in between.copied().filter(|&p| self.state.is_skipped(p)).collect::<Vec<_>>() {
            self.pass_over(phase);
        }
    }

    fn enter(&mut self, phase: Phase) -> Flow<()> {
        self.pass_over_up_to(phase);
        self.end_of_phase();
        self.new_instant()?;
        self.state.phase = phase;
        self.state.moment = None;
        let player = self.state.turn_player;
        self.emit(Why::Game, None, What::PhaseBegan(phase, player), Vec::new());
        self.state.unseen = self.log.len();
        // `continuous.keeps-a-state`: a state may be one of this phase.
        self.put_right()?;
        self.push(Frame::Open);
        if phase == Phase::Battle {
            self.state.end_of_battle_over = false;
            if self.has_effects_at(Moment::StartOfBattlePhase) {
                self.open_gate(GateKind::StartOfBattlePhase);
            }
        }
        if phase == Phase::Draw {
            self.state.gate_before_draw_over = false;
            self.push(Frame::NormalDraw);
        }
        self.phase_comes();
        if let Some(player) = self.is_done_at_the_start() {
            self.push(Frame::Later(player));
        }
        Ok(())
    }

    /// Discards down to the hand size, then the next turn.
    ///
    /// `phase.one-chain-after-hand-size`: what a second discard triggers cannot be activated; nor what the chain after the
    /// first does, see `nothing_can_be_activated`.
    pub(crate) fn hand_size(&mut self, follow_up: bool) -> Flow<()> {
        let player = self.state.turn_player;
        let hand: Vec<CardId> = self
            .state
            .ids()
            .filter(|&id| self.state.card(id).zone == Zone::Hand && self.state.card(id).controller == player)
            .collect();
        let too_many = hand.len().saturating_sub(HAND_SIZE);
        if too_many == 0 {
            return self.next_turn();
        }
        let choice = Choice {
            purpose: Purpose::HandSize,
            effect: None,
            about: None,
            from: Pool::Cards(hand),
            min: too_many,
            max: too_many,
        };
        let cards = self.choose_cards(player, choice)?;
        self.new_instant()?;
        let mut changed = Vec::new();
        for id in cards {
            let to = self.owners(id, Zone::Gy);
            changed.push(self.move_card(id, to, MoveHow::Discarded));
        }
        self.emit(Why::Game, None, What::Moved, changed);
        let goes_back = self.policy.follow_up.goes_back();
        if follow_up && !goes_back {
            self.drop_all_pendings(Rule::PhaseOneChainAfterHandSize);
            return self.next_turn();
        }
        self.push(if goes_back { Frame::Open } else { Frame::HandSize { follow_up: true } });
        self.push(Frame::Window(WindowFrame::new(After::Action)));
        Ok(())
    }

    pub(crate) fn drop_all_pendings(&mut self, rule: Rule) {
        self.match_hidden_triggers(Occasion {
            from: self.state.unseen,
            to: self.log.len(),
            latest: Some(self.state.clock.now),
        });
        for id in self.state.pendings.ids() {
            self.drop_pending(id, self.impossible(rule));
        }
    }

    fn next_turn(&mut self) -> Flow<()> {
        self.end_of_turn();
        self.state.turn += 1;
        self.state.turn_player = self.state.turn_player.opponent();
        self.state.turn_began = [self.log.len(), self.state.turn_began[0]];
        self.state.normal_summons = 0;
        self.state.additional_summon_used = false;
        self.state.pendulum_summon_used = false;
        self.state.no_normal_draw = false;
        self.drop_skips_without_their_cards();
        let first = [Phase::Draw, Phase::Standby, Phase::Main1].into_iter().find(|&p| !self.state.is_skipped(p));
        let first = first.unwrap_or(Phase::End);
        if first != Phase::Draw {
            // The turn begins with what is passed over.
            self.state.phase = Phase::Draw;
            self.pass_over(Phase::Draw);
        }
        self.enter(first)
    }
}

/// Where the turn player may go from a phase.
fn next_phases(phase: Phase) -> &'static [Phase] {
    match phase {
        Phase::Draw => &[Phase::Standby],
        Phase::Standby => &[Phase::Main1],
        Phase::Main1 => &[Phase::Battle, Phase::End],
        Phase::Battle => &[Phase::Main2, Phase::End],
        Phase::Main2 => &[Phase::End],
        Phase::End => &[],
    }
}

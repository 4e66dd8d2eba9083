//! `chart.*`: who may act next, box by box, as on Konami's chart of fast effect timing.
//!
//! Elsewhere: `chart.open-only` in `rules/legality.rs` (`fits_the_box`),
//! `chart.triggers-before-fast-effects` in `rules/segoc.rs` (`all_placed`).

use crate::catalogue::{Refusal, Rule};
use crate::def::{Modifier, Moment, Says};
use crate::flow::{
    Action, Activation, After, Bid, ChartBox, Duel, Flow, Frame, Goal, Slot, Stop, WindowFrame, WindowStage,
};
use crate::state::{Board, EffectRef, Fate, Line, Occasion, PendingId, Player, TriggerOption, What};

/// What only looks at the board.
impl Board {
    /// The box a player stands in after an action or a chain.
    pub(crate) fn chance_slot(&self, player: Player, after: After) -> Slot {
        if player == self.turn_player { Slot::AfterAction(after) } else { Slot::OpponentsChance }
    }
}

impl Duel {
    /// Box A, `chart.open-state`: the turn player takes any action that fits the phase.
    pub(crate) fn open_state(&mut self) -> Flow<()> {
        self.close_instant()?;
        if let Some(next) = self.state.forced_on.take().filter(|&next| next != self.state.phase) {
            // Box A of a Battle Phase that an effect has ended does not come again.
            self.push(Frame::MoveOn(Goal::Phase(next)));
            return Ok(());
        }
        let player = self.state.turn_player;
        if let Some((player, duty)) = self.duty_at_the_start() {
            self.push(Frame::Open);
            self.start_chain(Occasion::default(), Vec::new(), false);
            self.add_link(player, duty, None);
            return Ok(());
        }
        if self.policy.chart.asks_the_opponent_in_a() && self.opponent_interrupts()? {
            return Ok(());
        }
        let action = self.ask_to_act(Frame::Open, player, |duel| duel.open_options(player))?;
        self.push(Frame::Open);
        self.act(player, action)
    }

    /// `chart.triggers-before-fast-effects`: whether triggers are placed before boxes B and C.
    pub(crate) fn triggers_come_first(&self) -> bool {
        self.policy.chart.has_triggers_first()
    }

    /// Everything the turn player may do in box A.
    fn open_options(&self, player: Player) -> Vec<Action> {
        let mut options = self.activations(player, Slot::Open, Occasion::default());
        options.extend(self.state.open_actions(player).into_iter().filter(|a| self.may_act(player, a).is_ok()));
        options
    }

    /// Carries out an action of the open state.
    pub(crate) fn act(&mut self, player: Player, action: Action) -> Flow<()> {
        match action {
            Action::Activate(effect) => {
                self.start_chain(Occasion::default(), Vec::new(), false);
                self.add_link(player, effect, None);
            }
            Action::NormalSummon(card) => self.begin_normal_summon(player, card),
            Action::FlipSummon(card) => self.begin_flip_summon(player, card),
            Action::SpecialSummon(procedure) => self.begin_special_summon(player, procedure),
            Action::PendulumSummon(card) => self.begin_pendulum_summon(player, card),
            Action::Set(card) => {
                self.push(Frame::Window(WindowFrame::new(After::Action)));
                self.push(Frame::SetCard { player, card });
            }
            Action::ChangePosition(card) => {
                self.push(Frame::Window(WindowFrame::new(After::Action)));
                self.change_position_by_hand(player, card)?;
            }
            Action::Attack(card, target) => self.declare_attack(player, card, Some(target))?,
            Action::AttackDirectly(card) => self.declare_attack(player, card, None)?,
            Action::GoTo(phase) => self.replace_open(Frame::Leaving(Goal::Phase(phase))),
            Action::EndTurn => self.replace_open(Frame::Leaving(Goal::NextTurn)),
            Action::Draw
            | Action::Proceed
            | Action::Trigger(_)
            | Action::ReplayOn(..)
            | Action::ReplayDirectly(_)
            | Action::StopAttack(_) => return Err(Stop::WrongKind),
        }
        Ok(())
    }

    fn replace_open(&mut self, frame: Frame) {
        self.frames.pop();
        self.push(frame);
    }

    /// `chart.no-window-before-the-draw`: only what says so may start a chain before the draw.
    pub(crate) fn may_start_before_the_draw(&self, effect: EffectRef) -> Result<(), Refusal> {
        let says_so = self.effect(effect).during.as_ref().is_some_and(|d| d.at.contains(&Moment::BeforeTheDraw));
        if says_so { Ok(()) } else { self.refuse(Rule::ChartNoWindowBeforeTheDraw) }
    }

    /// Box E, `chart.box-e`: the opponent may act before the turn player moves on.
    ///
    /// `chart.phase-does-not-change`: if they do, the turn player is back in box A of the same phase.
    pub(crate) fn leaving(&mut self, goal: Goal) -> Flow<()> {
        let player = self.state.turn_player.opponent();
        let given = if !self.policy.chart.has_e() {
            None
        } else {
            self.ask_to_respond(Frame::Leaving(goal), player, Some(ChartBox::E), |duel| {
                duel.activations(player, Slot::Leaving, Occasion::default())
            })?
        };
        let Some(Activation { effect, pending }) = given else {
            self.end_what_lasts_until_this_phase();
            if self.has_left_something(self.state.turn_player) {
                self.push(Frame::Open);
                self.push(Frame::Later(self.state.turn_player));
                return Ok(());
            }
            let due = self.state.players().into_iter().any(|player| !self.duties(player).is_empty())
                || self.has_left_something(player);
            self.push(if due { Frame::Due(goal) } else { Frame::MoveOn(goal) });
            return Ok(());
        };
        self.push(if self.policy.leave_phase.goes_back() { Frame::Open } else { Frame::MoveOn(goal) });
        self.start_chain(Occasion::default(), Vec::new(), false);
        self.add_link(player, effect, pending);
        Ok(())
    }

    /// After an action or a chain: triggers first, then boxes B and C.
    pub(crate) fn window_step(&mut self, window: WindowFrame) -> Flow<()> {
        match window.stage {
            WindowStage::Settle => self.settle(window),
            WindowStage::Place => self.place(window),
            WindowStage::B | WindowStage::C => self.chance(window),
        }
    }

    /// The dust settles: what happened since the last window is this window's occasion, and what it triggered is its
    /// batch.
    fn settle(&mut self, mut window: WindowFrame) -> Flow<()> {
        self.put_right()?;
        self.drop_what_ended(false);
        self.upkeep();
        self.close_instant()?;
        let (from, to) = (self.state.unseen, self.log.len());
        let latest = self.log[from..to].iter().rev().find_map(|entry| match &entry.line {
            Line::Event(event) => Some(event.deed.at),
            _ => None,
        });
        window.occasion = Occasion { from, to, latest };
        self.match_hidden_triggers(window.occasion);
        self.drop_triggers_of_an_ended_phase();
        for id in self.state.pendings.ids() {
            let waiting = self.state.pending(id).filter(|p| !p.owed && self.is_released(p));
            let Some(player) = waiting.map(|p| self.owner_of(p)) else { continue };
            let Some(pending) = self.state.pendings.get_mut(id) else { continue };
            pending.join_a_window(player, latest);
            window.batch.push(id);
        }
        self.state.unseen = self.log.len();
        if let Some(refusal) = self.nothing_can_be_activated(&window) {
            for id in std::mem::take(&mut window.batch) {
                self.drop_pending(id, refusal.clone());
            }
            return self.end_window(window);
        }
        self.sort_into_rounds(&mut window);
        self.note_window(&window);
        window.stage = if self.triggers_come_first() { WindowStage::Place } else { WindowStage::B };
        self.push(Frame::Window(window));
        Ok(())
    }

    /// `chart.no-activation-at-that-time`: whether the last thing that happened is one at which nothing can be activated.
    ///
    /// `phase.one-chain-after-hand-size`: nor can anything after the one chain that may follow that discard.
    fn nothing_can_be_activated(&self, window: &WindowFrame) -> Option<Refusal> {
        if self.is_after_hand_size() && matches!(window.after, After::Chain(_)) {
            return Some(self.impossible(Rule::PhaseOneChainAfterHandSize));
        }
        let last = |index: &usize| self.event_at(*index).is_some_and(|e| Some(e.deed.at) == window.occasion.latest);
        let shutting = self.modifiers(Says::Unanswered);
        let shut = shutting.into_iter().any(|a| match a.modifier {
            Modifier::Unanswered(cause) => {
                let mut events = (window.occasion.from..window.occasion.to).filter(last);
                events.any(|index| self.meets_cause(&a.ctx, cause, index).is_some())
            }
            _ => false,
        });
        shut.then(|| self.refuse(Rule::ChartNoActivationAtThatTime).err()).flatten()
    }

    /// `phase.one-chain-after-hand-size`: whether the window follows the discard for the hand size. Only what that discard triggered starts a chain.
    fn is_after_hand_size(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::HandSize { follow_up: true }))
    }

    /// `chart.opponent-cannot-answer`: whether the last thing that happened is one that the opponent of who did it cannot answer, in
    /// the window or in the chain that is built in it.
    pub(crate) fn may_answer_what_happened(&self, bid: &Bid) -> Result<(), Refusal> {
        let latest = bid.occasion.latest;
        let shutting = self.modifiers(Says::UnansweredByOpponent);
        let shut = shutting.into_iter().any(|a| match a.modifier {
            Modifier::UnansweredByOpponent(cause) => (bid.occasion.from..bid.occasion.to).any(|index| {
                self.event_at(index).is_some_and(|event| {
                    let doer = match event.what {
                        What::Summoned(_, _, player) => Some(player),
                        _ => self.state.doer(event.deed.cause),
                    };
                    Some(event.deed.at) == latest && doer == Some(bid.player.opponent())
                }) && self.meets_cause(&a.ctx, cause, index).is_some()
            }),
            _ => false,
        });
        if shut { self.refuse(Rule::ChartOpponentCannotAnswer) } else { Ok(()) }
    }

    /// Boxes B and C, `chart.box-b`, `chart.box-c`: the turn player's chance, then the opponent's.
    fn chance(&mut self, mut window: WindowFrame) -> Flow<()> {
        let after_action = !matches!(window.after, After::Chain(_));
        if self.is_after_hand_size() && window.late.is_empty() {
            self.applies(Rule::PhaseOneChainAfterHandSize);
            return self.end_window(window);
        }
        if !window.chains || (after_action && !self.policy.chart.has_chances_after_actions()) {
            return self.end_window(window);
        }
        let first = self.has_the_next_chance(window.after);
        let (chart, player) = match window.stage {
            WindowStage::B => (ChartBox::B, first),
            _ => (ChartBox::C, first.opponent()),
        };
        let slot = self.state.chance_slot(player, window.after);
        let given = self.ask_to_respond(Frame::Window(window.clone()), player, Some(chart), |duel| {
            duel.responses(player, slot, window.occasion, &window.late)
        })?;
        let Activation { effect, pending } = match given {
            Some(activation) => activation,
            None if chart == ChartBox::B && self.policy.chart.has_c() => {
                window.stage = WindowStage::C;
                self.push(Frame::Window(window));
                return Ok(());
            }
            None => return self.end_window(window),
        };
        self.start_chain(window.occasion, window.late, false);
        self.add_link(player, effect, pending);
        Ok(())
    }

    /// `chart.box-b`: whoever acted last, it is the turn player.
    fn has_the_next_chance(&self, after: After) -> Player {
        let last = match after {
            After::Chain(last) => Some(last),
            After::Summon | After::Action => None,
        };
        self.policy.after_chain.next(self.state.turn_player, last)
    }

    /// `chart.open-again`: both have passed. Private triggers nobody used have their end here.
    pub(crate) fn end_window(&mut self, mut window: WindowFrame) -> Flow<()> {
        if self.has_triggers_left(&window) {
            window.stage = WindowStage::Place;
            self.push(Frame::Window(window));
            return Ok(());
        }
        self.applies(Rule::ChartOpenAgain);
        self.end_late(&window.late, window.occasion, Slot::OpponentsChance);
        Ok(())
    }

    /// Gives private triggers that were not used their fate.
    pub(crate) fn end_late(&mut self, late: &[PendingId], occasion: Occasion, slot: Slot) {
        for &id in late {
            let Some(pending) = self.state.pending(id) else { continue };
            let bid = Bid {
                player: pending.player,
                effect: pending.effect,
                slot,
                occasion,
                pending: Some(id),
                told_why: true,
            };
            match self.check(&bid) {
                Ok(()) => self.settle_fate(id, Fate::Declined, None),
                Err(refusal) => self.drop_pending(id, refusal),
            }
        }
    }

    /// What a player may activate in a respond prompt, private triggers that waited for it included.
    pub(crate) fn responses(&self, player: Player, slot: Slot, occasion: Occasion, late: &[PendingId]) -> Vec<Action> {
        let mut options = self.activations(player, slot, occasion);
        for &id in late {
            let Some(pending) = self.state.pending(id).filter(|p| p.player == player) else { continue };
            let bid = Bid { player, effect: pending.effect, slot, occasion, pending: Some(id), told_why: true };
            if self.check(&bid).is_ok() {
                options.push(Action::Trigger(TriggerOption { pending: id, effect: pending.effect }));
            }
        }
        options
    }
}

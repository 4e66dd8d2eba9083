//! `later.*`: what an effect leaves to be done in a phase to come, and what lasts until one.
//!
//! Elsewhere: `later.until-that-turn-ends` in `rules/limit.rs` (`end_of_turn`).

use std::sync::Arc;

use crate::catalogue::Rule;
use crate::def::{
    CannotBe, During, Later, Modifier, Part, Pattern, Phase, Pick, Says, Selection, Step, Until, Which, Whose, Word,
};
use crate::flow::{After, Choice, Duel, Flow, Frame, Pool, WindowFrame};
use crate::state::{
    Appointment, Board, CardId, Changed, Control, Destination, Entry, Event, Late, Line, Link, MoveHow, Player,
    Purpose, Ref, Snapshot, Stay, SummonKind, What, Why, Zone,
};
use crate::steps::Outcome;
use crate::words::{Applying, Ctx, steps_of};

/// Something that is to be done in the present phase.
#[derive(Clone, Copy)]
enum Due {
    /// What an effect left, by its place in the list.
    Late(usize),
    /// Borrowed monsters, by the place of the first of them.
    Control(usize),
}

impl Appointment {
    /// Whether a phase of a turn is of the kind that is waited for.
    fn fits(self, phase: Phase, turn: u32, turn_player: Player) -> bool {
        self.phases[phase as usize]
            && match self.which {
                None | Some(Which::Next) => true,
                Some(Which::ThisTurn) => turn == self.made,
                Some(Which::NextTurn) => turn == self.made + 1,
                Some(Which::YourNext) => turn_player == self.player,
                Some(Which::OpponentsNext) => turn_player != self.player,
            }
    }
}

/// What only looks at the board, and what counts the phases on it.
impl Board {
    /// A phase that something is to wait for from now on: one that is under way counts only if "next" is not said.
    fn appoint(&self, of: &[Phase], which: Option<Which>, number: u8, player: Player) -> Appointment {
        let under_way = of.contains(&self.phase) && matches!(which, None | Some(Which::ThisTurn));
        let mut phases = [false; Phase::ALL.len()];
        of.iter().for_each(|&phase| phases[phase as usize] = true);
        Appointment { phases, which, player, made: self.turn, wait: if under_way { 0 } else { number } }
    }

    /// The phase in which something ends, if it ends in one.
    pub(crate) fn appoint_end(&self, until: Until, player: Player) -> Option<Appointment> {
        until.phase().map(|(phase, which)| self.appoint(&[phase], which, 1, player))
    }

    /// Whether the phase has come.
    fn has_come(&self, at: Appointment) -> bool {
        at.wait == 0 && at.fits(self.phase, self.turn, self.turn_player)
    }

    /// A phase has begun: whatever waits for one of its kind waits for one less.
    fn count_the_phase(&mut self, may_be_this_turn: bool) {
        let (phase, turn, player) = (self.phase, self.turn, self.turn_player);
        let lates = self.lates.iter_mut().map(|late| &mut late.at);
        let controls = self.controls.iter_mut().filter_map(|control| control.ends.as_mut());
        let lingering = self.lingering.iter_mut().filter_map(|lingering| lingering.ends.as_mut());
        let boosts = self.boosts.iter_mut().filter_map(|boost| boost.ends.as_mut());
        for at in lates.chain(controls).chain(lingering).chain(boosts) {
            if at.fits(phase, turn, player) && (may_be_this_turn || at.is_no_next_of_this_turn(turn)) {
                at.wait = at.wait.saturating_sub(1);
            }
        }
    }

    /// Whether the card of an effect lies where it lay, in force.
    fn lies_there(&self, source: Ref) -> bool {
        self.still(source) && (!self.card(source.card).zone.on_field() || self.card(source.card).face_up)
    }
}

impl Duel {
    /// Leaves something to be done in a phase to come. Nothing happens yet.
    pub(crate) fn leave_for_later(&mut self, ctx: &Ctx, what: &Arc<Later>) -> Outcome {
        let mut at = self.state.appoint(&what.phase, what.which, what.number, ctx.player);
        if what.start {
            // Its beginning is over.
            at.wait = at.wait.max(1);
        }
        let names = self.names_left_for_later(ctx, what);
        let late = Late {
            what: Arc::clone(what),
            asked_by_its_card: false,
            at,
            player: ctx.player,
            effect: ctx.effect,
            source: ctx.source,
            names,
            those: ctx.those.clone(),
            summoned: ctx.summoned.clone(),
            declared: ctx.declared.clone(),
        };
        // Of cards that are not there nothing is left, as of what was not Summoned.
        if self.has_lapsed_late(&late) {
            return Outcome::NotDone;
        }
        self.state.lates.push(late);
        Outcome::Done
    }

    /// A phase has begun.
    pub(crate) fn phase_comes(&mut self) {
        self.state.count_the_phase(self.next_may_be_this_turn());
        self.ask_for_maintenance();
    }

    /// `later.maintenance`: what face-up cards ask of their players in each phase of a kind.
    pub(crate) fn ask_for_maintenance(&mut self) {
        let asked = |applying: Applying<'_>| match applying.modifier {
            Modifier::InEachPhase(during, what) if self.is_during(&applying.ctx, during) => {
                Some((applying.ctx, Arc::clone(what)))
            }
            _ => None,
        };
        let asked: Vec<(Ctx, Arc<Later>)> = self.modifiers(Says::InEachPhase).into_iter().filter_map(asked).collect();
        for (ctx, what) in asked {
            let at = self.state.appoint(&[self.state.phase], Some(Which::ThisTurn), 1, ctx.player);
            self.state.lates.push(Late {
                what,
                asked_by_its_card: true,
                at,
                player: ctx.player,
                effect: ctx.effect,
                source: ctx.source,
                names: ctx.names,
                those: Vec::new(),
                summoned: Vec::new(),
                declared: None,
            });
        }
    }

    /// `later.maintenance`: whether a card still lies there that asks for it, and its player is the same.
    fn is_still_asked_for(&self, late: &Late) -> bool {
        let asks = |applying: &Applying<'_>| {
            matches!(applying.modifier, Modifier::InEachPhase(_, what) if Arc::ptr_eq(what, &late.what))
                && (applying.ctx.source, applying.ctx.player) == (late.source, late.player)
        };
        self.modifiers(Says::InEachPhase).iter().any(asks)
    }

    /// `later.next-may-be-this-turn`: whether the next phase of a kind may be one of the same turn.
    pub(crate) fn next_may_be_this_turn(&self) -> bool {
        self.policy.postponed.may_come_this_turn()
    }

    /// Who has something to do as the phase begins: what is left for its beginning, and for who believes so all the rest.
    pub(crate) fn is_done_at_the_start(&self) -> Option<Player> {
        let at_once = self.policy.postponed.comes_with_the_phase();
        let starts = |due: &Due| matches!(due, Due::Late(i) if self.state.lates[*i].what.start);
        let has = |player: &Player| self.left_by(*player).iter().any(|due| at_once || starts(due));
        self.state.players().into_iter().find(has)
    }

    /// `phase.skipped`: what was left for a phase that is passed over is lost, unless it may be done in a later one of the turn.
    pub(crate) fn lose_what_was_left_for(&mut self, phase: Phase) {
        let (turn, player) = (self.state.turn, self.state.turn_player);
        self.state.lates.retain_mut(|late| {
            let comes_later = late.at.phases.iter().skip(phase as usize + 1).any(|&fits| fits);
            if !late.at.fits(phase, turn, player) || late.at.wait == 0 || comes_later {
                return true;
            }
            if late.what.which.is_none() {
                return true;
            }
            late.at.wait -= 1;
            late.at.wait > 0
        });
    }

    /// Whether something is to be done in this phase, for which this player decides when.
    pub(crate) fn has_left_something(&self, player: Player) -> bool {
        !self.left_by(player).is_empty()
    }

    /// What a player has still to do in this phase.
    fn left_by(&self, player: Player) -> Vec<Due> {
        let state = &self.state;
        let late = |(i, late): (usize, &Late)| {
            (late.player == player && state.has_come(late.at) && !self.has_lapsed_late(late)).then_some(Due::Late(i))
        };
        let control = |(i, control): (usize, &Control)| {
            let ends = control.ends.filter(|at| at.player == player && state.has_come(*at));
            (ends.is_some() && state.still(control.card)).then_some(Due::Control(i))
        };
        let lates: Vec<Due> = state.lates.iter().enumerate().filter_map(late).collect();
        // What is left for the beginning of a phase comes before everything else.
        let starts = |due: &Due| matches!(due, Due::Late(i) if state.lates[*i].what.start);
        if lates.iter().any(starts) {
            return lates.into_iter().filter(starts).collect();
        }
        lates.into_iter().chain(state.controls.iter().enumerate().filter_map(control)).collect()
    }

    /// Both players have passed: what lasted until this phase is over, and what was left for cards that are gone.
    pub(crate) fn end_what_lasts_until_this_phase(&mut self) {
        let state = &self.state;
        let gone: Vec<bool> = state.lates.iter().map(|l| state.has_come(l.at) && self.has_lapsed_late(l)).collect();
        self.applies_if(gone.contains(&true), Rule::LaterTiedToTheCard);
        let mut gone = gone.into_iter();
        let over = |ends: Option<Appointment>| ends.is_some_and(|at| state.has_come(at));
        let lingering: Vec<bool> = state.lingering.iter().map(|l| over(l.ends)).collect();
        let boosts: Vec<bool> = state.boosts.iter().map(|b| over(b.ends)).collect();
        let (mut lingering, mut boosts) = (lingering.into_iter(), boosts.into_iter());
        self.state.lates.retain(|_| !gone.next().unwrap_or(false));
        self.state.lingering.retain(|_| !lingering.next().unwrap_or(false));
        self.state.boosts.retain(|_| !boosts.next().unwrap_or(false));
    }

    /// `later.tied-to-the-card`: whether it speaks only of cards that are no longer there.
    fn has_lapsed_late(&self, late: &Late) -> bool {
        if late.asked_by_its_card {
            return !self.is_still_asked_for(late);
        }
        if self.cards_are_followed() {
            return false;
        }
        let ctx = self.ctx_of_late(late);
        late.what.does.iter().all(|part| match part.step.inner().selection().map(|s| &s.pick) {
            Some(Pick::These(word)) => self.still_meant_by(&ctx, word).is_empty(),
            _ => false,
        })
    }

    /// `later.tied-to-the-card`: a card that moved since is another one.
    pub(crate) fn cards_are_followed(&self) -> bool {
        self.policy.postponed.follows_cards()
    }

    /// `later.tied-to-the-card`: a monster that was turned face-down is no longer the one of which something was said.
    pub(crate) fn nothing_is_left_for(&mut self, card: CardId) {
        if !self.policy.postponed.forgets_face_down_cards() {
            return;
        }
        let mut known = false;
        for late in &mut self.state.lates {
            let refs = late.names.iter_mut().flat_map(|(_, refs)| refs).chain(&mut late.those);
            for reference in refs.chain([&mut late.source]).filter(|r| r.card == card) {
                reference.stay = Stay::NOWHERE;
                known = true;
            }
        }
        self.applies_if(known, Rule::LaterTiedToTheCard);
    }

    fn ctx_of_late(&self, late: &Late) -> Ctx {
        let mut ctx = self.ctx(late.effect, late.player);
        ctx.source = late.source;
        ctx.names.clone_from(&late.names);
        ctx.those.clone_from(&late.those);
        ctx.summoned.clone_from(&late.summoned);
        ctx.declared.clone_from(&late.declared);
        // What keeps a card on the field is no effect.
        let of_an_effect = Why::Reflex(late.effect, late.player);
        ctx.cause = if late.asked_by_its_card { Why::Game } else { of_an_effect };
        ctx.standing = Some(if late.asked_by_its_card { Rule::LaterMaintenance } else { Rule::LaterNoChain });
        ctx.applied = true;
        ctx
    }

    /// `later.no-chain`: both players have passed. One of the things a player has left for this phase is done, the one they choose, and
    /// then the game goes on as after any action, if anything happened.
    pub(crate) fn do_what_was_left(&mut self, player: Player) -> Flow<()> {
        let (window, before) = (self.frames.len(), self.log.len());
        self.push(Frame::Window(WindowFrame::new(After::Action)));
        let due = self.left_by(player);
        let Some(first) = self.choose_what_comes_first(player, &due)? else { return Ok(()) };
        self.applies(Rule::LaterNoChain);
        self.new_instant()?;
        if !self.comes_on_its_own(&due) {
            while let Some(&next) = self.left_by(player).first() {
                self.do_what_is_due(next)?;
            }
            return Ok(());
        }
        self.do_what_is_due(first)?;
        let nothing_happened = !self.log[before..].iter().any(|entry| matches!(entry.line, Line::Event(_)));
        if nothing_happened && self.frames.len() == window + 1 {
            self.frames.pop();
        }
        if let Some(next) = self.is_done_at_the_start() {
            self.frames.insert(window, Frame::Later(next));
        }
        Ok(())
    }

    /// `later.each-on-its-own`: whether what is due is done one by one.
    fn comes_on_its_own(&self, due: &[Due]) -> bool {
        self.applies_if(due.len() > 1, Rule::LaterEachOnItsOwn);
        !self.policy.postponed.comes_together()
    }

    /// The player picks a card, if there are several of which something is due.
    fn choose_what_comes_first(&mut self, player: Player, due: &[Due]) -> Flow<Option<Due>> {
        let card_of = |duel: &Self, due: Due| match due {
            Due::Late(i) => duel.state.lates[i].effect.card,
            Due::Control(i) => duel.state.controls[i].card.card,
        };
        let mut cards: Vec<CardId> = due.iter().map(|&due| card_of(self, due)).collect();
        cards.sort_unstable();
        cards.dedup();
        if cards.len() < 2 {
            return Ok(due.first().copied());
        }
        let from = Pool::Cards(cards);
        let choice = Choice { purpose: Purpose::Effect, effect: None, about: None, from, min: 1, max: 1 };
        let chosen = self.choose_cards(player, choice)?;
        Ok(due.iter().copied().find(|&due| Some(&card_of(self, due)) == chosen.first()))
    }

    fn do_what_is_due(&mut self, due: Due) -> Flow<()> {
        match due {
            Due::Late(i) => self.do_late(i),
            Due::Control(i) => {
                self.give_control_back(i);
                Ok(())
            }
        }
    }

    /// `later.no-chain`: it is done without a chain. `later.without-its-card`: whatever became of the card that left it.
    fn do_late(&mut self, index: usize) -> Flow<()> {
        let mut late = self.state.lates.remove(index);
        if !late.asked_by_its_card && self.fails_without_its_card(&late) {
            return Ok(());
        }
        self.follow_the_cards(&mut late);
        let mut ctx = self.ctx_of_late(&late);
        self.carry_out(&mut ctx, &late.what.does)?;
        self.state.clock.fresh = false;
        if late.what.which.is_none() && self.is_left_undone(&late) && self.comes_again() {
            late.at.wait = 1;
            self.state.lates.push(late);
        }
        Ok(())
    }

    /// `later.without-its-card`: it never fails for this, except for who believes so.
    fn fails_without_its_card(&self, late: &Late) -> bool {
        let card = late.source.card;
        let there =
            self.state.lies_there(late.source) && !(self.state.card(card).zone.on_field() && self.is_negated(card));
        let fails = self.def(card).stays_by_kind() && !there;
        self.applies_if(fails, Rule::LaterWithoutItsCard);
        fails && self.policy.postponed.needs_its_card()
    }

    /// Whether a card that was to be moved has not moved.
    fn is_left_undone(&self, late: &Late) -> bool {
        let ctx = self.ctx_of_late(late);
        late.what.does.iter().any(|part| {
            let moves = matches!(
                part.step,
                Step::Destroy(_)
                    | Step::SendToGy(_)
                    | Step::Banish(..)
                    | Step::Tribute(_)
                    | Step::ReturnToHand(_)
                    | Step::ReturnToGy(_)
                    | Step::ReturnToDeck(..)
            );
            match part.step.selection().map(|s| &s.pick) {
                Some(Pick::These(word)) if moves => !self.still_meant_by(&ctx, word).is_empty(),
                _ => false,
            }
        })
    }

    /// `later.comes-again`: what could not be done is due again in the next phase of its kind.
    fn comes_again(&self) -> bool {
        self.applies(Rule::LaterComesAgain);
        self.policy.postponed.comes_again()
    }

    /// `later.control-goes-back`: all monsters that one effect borrowed go back, face-down ones too.
    fn give_control_back(&mut self, index: usize) {
        let first = self.state.controls[index].clone();
        if self.is_kept_face_down(&first) {
            return;
        }
        let same = |control: &Control| control.source == first.source && control.ends == first.ends;
        self.return_control(Some(Rule::LaterControlGoesBack), |_, control| same(control));
    }

    /// `later.returns-as-it-was`: cards return to the side and in the position they had, which is no Summon; one that finds no zone
    /// goes to the GY.
    pub(crate) fn return_to_field(&mut self, ctx: &mut Ctx, selection: &Selection) -> Flow<Outcome> {
        let may = |duel: &Self, id: CardId| duel.place_on_the_field(id).is_some();
        let found = self.select(ctx, selection, ctx.player, may)?;
        let (mut back, mut sent) = (Vec::new(), Vec::new());
        for &id in &found {
            let Some(was) = self.place_on_the_field(id) else { continue };
            self.applies(Rule::LaterReturnsAsItWas);
            let side = self.side_it_returns_to(id, &was);
            let room = match was.zone {
                Zone::Pendulum => self.state.free_pendulum_zones(side),
                zone => self.state.free_zones(side, zone),
            };
            if room == 0 || self.may_be(id, CannotBe::ReturnedToField, side).is_err() {
                let how = self.how_what_cannot_return_leaves();
                let to = self.owners(id, Zone::Gy);
                sent.push(self.move_for(ctx, id, to, how));
                continue;
            }
            let to = Destination { zone: was.zone, controller: side, face_up: was.face_up, position: was.position };
            let mut change = self.move_for(ctx, id, to, MoveHow::ReturnedToField);
            let now = self.state.clock.now;
            let card = self.state.card_mut(id);
            card.summoned = was.summoned;
            if was.face_up {
                card.in_force = Some(now);
            }
            change.after = self.snapshot(id);
            back.push(change);
        }
        let outcome = Outcome::of(back.len() + sent.len());
        if let Some(name) = &selection.named {
            ctx.name(name, back.iter().map(|c| c.card).collect());
        }
        let what = match self.policy.postponed.summons_what_returns() {
            true => What::Summoned(SummonKind::Special, None, ctx.player),
            false => What::Moved,
        };
        for (what, cards) in [(what, back), (What::Moved, sent)].into_iter().filter(|(_, cards)| !cards.is_empty()) {
            self.emit(ctx.cause, ctx.rule, what, cards);
        }
        self.traps_do_not_return_as_monsters(&found);
        Ok(outcome)
    }

    /// How a card leaves that cannot return to the field.
    pub(crate) fn how_what_cannot_return_leaves(&self) -> MoveHow {
        if self.policy.no_way_back.destroys() { MoveHow::Destroyed } else { MoveHow::Sent }
    }

    /// `later.banished-as-it-lies`: whether a card lies face-down on the field and an effect banishes it to return it there: then it is
    /// banished face-down.
    pub(crate) fn is_banished_as_it_lies(&self, ctx: &Ctx, selection: &Selection, id: CardId) -> bool {
        let card = self.state.card(id);
        let bullet = ctx.link.and_then(|link| self.state.link(link).bullet);
        let returns = |part: &Part| match part.step.inner() {
            Step::ReturnToField(s) => {
                matches!(&s.pick, Pick::These(Word::Named(name)) if Some(name) == selection.named.as_ref())
            }
            _ => false,
        };
        let later = |step: &Step| matches!(step, Step::Later(later) if later.does.iter().any(returns));
        let so = card.zone == Zone::Monster
            && !card.face_up
            && selection.named.is_some()
            && steps_of(self.effect(ctx.effect), bullet).any(later);
        self.applies_if(so, Rule::LaterBanishedAsItLies);
        so && !self.policy.postponed.shows_what_is_banished()
    }

    /// `later.borrowed-for-a-time`: on whose side a card returns that was banished for a time: where it lay, but if control of it was taken
    /// until some end, where it lay before that.
    fn side_it_returns_to(&self, id: CardId, was: &Snapshot) -> Player {
        if was.controller == self.state.card(id).owner {
            return was.controller;
        }
        let events = self.log.iter().rev().filter_map(Entry::event);
        let taken = events.filter(|event| event.what == What::ChangedControl);
        let of_it = |event: &Event| event.cards.iter().find(|c| c.card.card == id).map(|c| c.before.controller);
        let Some((link, before)) = taken.filter_map(|event| Some((event.deed.cause, of_it(event)?))).next() else {
            return was.controller;
        };
        let for_a_time = |step: &Step| matches!(step, Step::TakeControl(_, until) if *until != Until::Always);
        let ends = match link {
            Why::Link(link) => {
                let Link { effect, bullet, .. } = self.state.link(link);
                steps_of(self.effect(*effect), *bullet).any(for_a_time)
            }
            _ => false,
        };
        self.applies(Rule::LaterBorrowedForATime);
        if ends && !self.policy.postponed.returns_to_the_borrower() { before } else { was.controller }
    }

    /// What a card was on the field before it left, if it did and is not there. `replacement.which-comes-first`: what was banished
    /// because it left the field was not banished by the effect that would let it return.
    pub(crate) fn place_on_the_field(&self, id: CardId) -> Option<Snapshot> {
        let card = self.state.card(id);
        self.applies_if(card.redirected, Rule::ReplacementWhichComesFirst);
        if card.zone.on_field() || (card.redirected && !self.policy.replacement_order.lets_it_return()) {
            return None;
        }
        let left = |e: &Event| {
            let of_card = |c: &&Changed| c.card.card == id && c.before.zone.on_field();
            e.cards.iter().find(of_card).map(|c| c.before.clone())
        };
        self.log.iter().rev().find_map(|entry| entry.event().and_then(left))
    }

    /// `later.next-may-be-this-turn`: whether the present phase is the first of its kind that has begun since something
    /// happened, be it in the same turn.
    pub(crate) fn is_the_first_since(&self, ctx: &Ctx, during: &During, pattern: &Pattern) -> bool {
        let fits = |phase: Phase, player: Player| {
            during.phase.contains(&phase)
                && during.turn.is_none_or(|whose| (player == ctx.player) == (whose == Whose::Yours))
        };
        let mut under_way = true;
        let skipped = self.state.skips.iter().filter(|skip| fits(skip.phase, skip.player));
        let passed_over = skipped.filter_map(|skip| skip.passed).max();
        for index in (0..self.log.len()).rev() {
            let Some(event) = self.event_at(index) else { continue };
            if let What::PhaseBegan(phase, player) = event.what {
                match (under_way, fits(phase, player)) {
                    (true, _) => under_way = false,
                    (false, true) => return false,
                    (false, false) => {}
                }
                continue;
            }
            if under_way {
                continue;
            }
            if passed_over.is_some_and(|passed| passed > index) {
                return false;
            }
            let met = self.meets(ctx, pattern, index);
            let is_it = |cards: &Vec<Ref>| !pattern.is_about_this_card() || cards.contains(&ctx.source);
            if met.as_ref().is_some_and(is_it) {
                self.applies(Rule::LaterNextMayBeThisTurn);
                return self.next_may_be_this_turn() || self.was_before_this_turn(index);
            }
        }
        false
    }
}

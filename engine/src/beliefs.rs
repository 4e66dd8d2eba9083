//! What only wrong beliefs look at or do. Under the policy of a real format a rule that calls one of these functions
//! finds nothing to do in it, or does not call it at all.

use crate::catalogue::{Refusal, Rule};
use crate::def::{CannotBe, Group, LpChange, Part, Pattern, Phase, Skip, Step, Which, Who};
use crate::flow::{Activation, ChartBox, Duel, Flow, Frame, GateKind, Progress, Slot, Summon, WindowFrame};
use crate::state::{
    Appointment, Attack, Card, CardId, Changed, Control, EffectRef, Entry, Event, Instant, Late, Line, LinkId, MoveHow,
    Names, Occasion, Pending, Player, Ref, Stay, SummonKind, What, Why, Zone,
};
use crate::words::{Ctx, steps_of};

impl Appointment {
    /// `later.next-may-be-this-turn`: what only who believes otherwise asks of a phase that begins in a turn: whether it may be the one
    /// that is waited for.
    pub(crate) fn is_no_next_of_this_turn(&self, turn: u32) -> bool {
        let next = matches!(self.which, Some(Which::Next | Which::YourNext | Which::OpponentsNext));
        !next || self.made != turn
    }
}

impl Card {
    /// Whether it lies where nobody but its player knows it: the older OCG asked that of triggers.
    pub(crate) fn is_hidden(&self) -> bool {
        matches!(self.zone, Zone::Hand | Zone::Deck) || (self.zone == Zone::ExtraDeck && !self.face_up)
    }
}

impl Duel {
    /// The instants in which the links of an occasion began to resolve.
    pub(crate) fn links_began(&self, occasion: &Occasion) -> impl Iterator<Item = Instant> {
        self.log[occasion.from..occasion.to].iter().filter_map(|entry| match &entry.line {
            Line::Event(e) if matches!(e.what, What::Resolves(_)) => Some(e.deed.at),
            _ => None,
        })
    }

    /// `simultaneous.leaves-with-the-rest`: an effect whose own card leaves with the cards of which it speaks does not follow them, except
    /// for who believes so.
    pub(crate) fn follow_what_left_together(&self, source: CardId, names: &mut Names, event: &Event) {
        let left = |c: &&Changed| c.before.zone.on_field() && !c.after.zone.on_field();
        if !event.cards.iter().filter(left).any(|c| c.card.card == source) {
            return;
        }
        for known in names.iter_mut().flat_map(|(_, refs)| refs) {
            let with_it = |c: &&Changed| c.card.card == known.card && c.was == known.stay && known.card != source;
            let Some(changed) = event.cards.iter().filter(left).find(with_it) else { continue };
            if !self.is_gone_with_the_rest(true) {
                *known = changed.card;
            }
        }
    }

    /// Life points that become an amount, as a gain or as damage.
    pub(crate) fn gain_or_take_damage(&mut self, ctx: &Ctx, player: Player, by: i32) -> i32 {
        let of = if by > 0 { LpChange::Gain } else { LpChange::EffectDamage };
        self.change_life_points(ctx, player, of, by.abs())
    }

    /// The cards that an effect knows by a name are still those, wherever they are now.
    pub(crate) fn follow_what_is_known(&self, ctx: &mut Ctx, name: &str) {
        let refs = ctx.names.iter_mut().filter(|(known, _)| known == name).flat_map(|(_, refs)| refs);
        refs.for_each(|r| *r = self.state.reference(r.card));
    }

    /// Carries out all parts for one player, and then for the other.
    pub(crate) fn carry_out_player_by_player(
        &mut self,
        ctx: &mut Ctx,
        parts: &[Part],
        progress: &mut Progress,
        players: [Player; 2],
    ) -> Flow<()> {
        for player in players {
            ctx.only = Some(player);
            *progress = Progress { any: progress.any, ..Progress::NONE };
            while progress.next < parts.len() {
                self.carry_out_part(ctx, parts, progress)?;
            }
            self.new_instant_of_an_effect()?;
        }
        ctx.only = None;
        Ok(())
    }

    /// Whether a player, an effect or a battle did something else in the instant of an event.
    pub(crate) fn something_happened_beside(&self, event: usize, occasion: &Occasion) -> bool {
        let at = self.event_at(event).map(|e| e.deed.at);
        (occasion.from..occasion.to)
            .filter(|&i| i != event)
            .filter_map(|i| self.event_at(i))
            .any(|e| Some(e.deed.at) == at && e.deed.cause != Why::Game && !matches!(e.what, What::Resolves(_)))
    }

    /// A part of an effect that was not done opens no instant. Only who believes otherwise notes it as a thing that
    /// happened.
    pub(crate) fn left_out(&mut self, ctx: &Ctx, later: bool) -> Flow<()> {
        if later && self.policy.when.counts_what_is_left_out() {
            self.new_instant()?;
            self.emit(ctx.cause, ctx.rule, What::Applied, Vec::new());
        }
        Ok(())
    }

    /// `trigger.condition-at-the-event`: nothing is asked again. Only who believes otherwise looks at the cards of the
    /// cause as they are now.
    pub(crate) fn still_meets_its_condition(&self, pending: &Pending) -> Result<(), Refusal> {
        if !self.policy.condition.asks_again() {
            return Ok(());
        }
        let ctx = self.ctx(pending.effect, pending.player);
        let patterns = || self.effect(pending.effect).cause.iter().flat_map(|c| &c.any_of);
        let cards = || pending.seen.iter().flat_map(|s| &s.cards);
        let meets = |p: &Pattern| p.asks_what_arrived().is_none_or(|g| cards().any(|r| self.is_now(&ctx, g, *r)));
        if patterns().next().is_none() || patterns().any(meets) {
            return Ok(());
        }
        self.refuse(Rule::TriggerConditionAtTheEvent)
    }

    fn is_now(&self, ctx: &Ctx, group: &Group, card: Ref) -> bool {
        self.state.still(card) && self.in_group(ctx, group, card.card, &self.snapshot(card.card), ctx.player)
    }

    /// `trigger.survives-a-forced-phase`: an effect that ends the phase loses no trigger. Only who believes otherwise drops
    /// them.
    pub(crate) fn drop_triggers_of_an_ended_phase(&mut self) {
        if self.state.forced_on.is_some() && self.policy.ended_phase.drops_triggers() {
            self.drop_all_pendings(Rule::TriggerSurvivesAForcedPhase);
        }
    }

    /// `resolve.board-as-it-is`: cards that came since the activation are affected like all others. Only who believes
    /// otherwise passes over those that came before the link began to resolve.
    pub(crate) fn is_passed_over(&self, ctx: &Ctx, id: CardId) -> bool {
        let (true, Why::Link(link)) = (self.policy.resolution.looks_back(), ctx.cause) else { return false };
        let resolves = |entry: &&Entry| matches!(&entry.line, Line::Event(e) if e.what == What::Resolves(link));
        let began = self.log.iter().rev().find(resolves).map(|entry| entry.at);
        let activated = self.log.get(self.state.link(link).event).map(|entry| entry.at);
        let since = Some(self.state.card(id).since);
        since > activated && since < began
    }

    /// `resolve.forbidden-part-fails`: bans count for what resolves, too.
    pub(crate) fn is_beyond_bans(&self) -> bool {
        self.frames.last() == Some(&Frame::Resolve) && self.policy.resolution.ignores_bans()
    }

    /// What only who believes that negated cards leave at once does, unless they are destroyed.
    pub(crate) fn send_negated_card(&mut self, link: LinkId, destroyed: bool) {
        if destroyed || !self.policy.negation.sends_at_once() {
            return;
        }
        let (card, activated) = (self.state.link(link).effect.card, self.state.link(link).card_activation);
        if activated && self.state.card(card).zone.on_field() {
            let to = self.owners(card, Zone::Gy);
            let changed = self.move_card(card, to, MoveHow::Sent);
            self.emit(Why::Game, Rule::NegationBareNegatedLeaveAtTheEnd, What::Moved, vec![changed]);
        }
    }

    /// `trigger.once-for-one-event`: however many cards of an event meet a trigger, it is met once. Only who believes otherwise counts
    /// them.
    pub(crate) fn is_met_by_each(&self, cards: &[Ref]) -> bool {
        cards.len() > 1 && self.policy.repeats.counts_each_card()
    }

    /// `chart.triggers-before-fast-effects`: no trigger waits until both have passed, except for who believes so.
    pub(crate) fn has_triggers_left(&self, window: &WindowFrame) -> bool {
        !window.rounds.is_empty() && !self.triggers_come_first()
    }

    /// `timing.payment-is-earlier`: only for who believes otherwise a Summon happens as it is paid for.
    pub(crate) fn is_one_with_its_payment(&self, summon: &Summon) -> bool {
        let paid = summon.kind == SummonKind::Tribute || summon.procedure.is_some() || summon.afterwards.is_some();
        paid && self.policy.payment.is_one_with_the_summon()
    }

    /// `summon.not-yet-on-the-field`: only for who believes otherwise a monster applies while its Summon is attempted.
    pub(crate) fn applies_at_the_attempt(&mut self, card: CardId) {
        if self.state.card(card).zone == Zone::Monster {
            self.state.card_mut(card).in_force = Some(self.state.clock.now);
        }
    }

    /// `summon.one-chain-at-the-attempt`: only who believes otherwise is asked again after it.
    pub(crate) fn opens_again(&self, kind: GateKind) -> bool {
        kind == GateKind::SummonNegation && self.many_chains_at_the_attempt()
    }

    /// `later.tied-to-the-card`: only who believes otherwise finds the cards again wherever they are.
    pub(crate) fn follow_the_cards(&self, late: &mut Late) {
        if self.cards_are_followed() {
            let refs = late.names.iter_mut().flat_map(|(_, refs)| refs).chain(&mut late.those);
            for reference in refs.chain([&mut late.source]).filter(|r| r.stay != Stay::NOWHERE) {
                *reference = self.state.reference(reference.card);
            }
        }
    }

    /// `later.control-goes-back`: only for who believes otherwise monsters stay that were turned face-down.
    pub(crate) fn is_kept_face_down(&mut self, first: &Control) -> bool {
        let face_down = !self.state.card(first.card.card).face_up;
        self.applies_if(face_down, Rule::LaterControlGoesBack);
        let stays = !self.policy.postponed.gives_back(!face_down);
        if stays {
            self.state.controls.retain(|control| (control.source, control.ends) != (first.source, first.ends));
        }
        stays
    }

    /// What was left for a phase of this turn that is passed over waits for the next turn's.
    pub(crate) fn put_off_what_was_left_for(&mut self, phase: Phase) {
        let turn = self.state.turn;
        for at in self.state.lates.iter_mut().map(|late| &mut late.at) {
            if at.which == Some(Which::NextTurn) && at.phases[phase as usize] && at.made + 1 == turn {
                at.made = turn;
            }
        }
    }

    /// `phase.skipped-once`: effects that skip the next phase of a kind skip the same one. Only who believes otherwise skips another.
    pub(crate) fn or_one_not_skipped_yet(&self, mut turn: u32, player: Player, phase: Phase) -> u32 {
        while self.policy.skipping.adds_up(self.state.is_skipped_in(turn, player, phase)) {
            turn += 2;
        }
        turn
    }

    /// `cost.not-refunded`: what only who believes otherwise does for a negated activation.
    pub(crate) fn give_life_points_back(&mut self, id: LinkId) {
        let player = self.state.link(id).player;
        let paid = self.log.iter().filter_map(Entry::event).map(|event| match event.what {
            What::PaidLp(who, amount) if who == player && event.deed.cause == Why::Cost(id) => amount,
            _ => 0,
        });
        let paid: i32 = paid.sum();
        if paid > 0 {
            self.change_lp(player, paid);
            self.emit(Why::Game, None, What::GainedLp(player, paid), Vec::new());
        }
    }

    /// `negation.without-destroying`: an activation is negated although what was activated cannot be destroyed. Only who believes
    /// otherwise looks at that.
    pub(crate) fn fails_without_the_destruction(&self, ctx: &Ctx, source: CardId) -> bool {
        let destroyed = self.may_be_by(source, CannotBe::DestroyedByCardEffects, ctx.player, ctx.cause);
        let kept = destroyed.is_err() || !self.state.card(source).zone.on_field();
        kept && self.policy.negation.needs_the_destruction()
    }

    /// `later.next-may-be-this-turn`: only who believes otherwise asks whether something happened in an earlier turn.
    pub(crate) fn was_before_this_turn(&self, event: usize) -> bool {
        event < self.state.turn_began[0]
    }

    /// `phase.draw-given-up`: only for who believes otherwise the normal draw is given up by activating an effect that takes its place.
    pub(crate) fn gives_up_the_draw_by_activating(&self) -> bool {
        let gives_up = |entry: &Entry| match entry.event().map(|event| &event.what) {
            Some(What::Activated(link)) => {
                let effect = self.effect(self.state.link(*link).effect);
                steps_of(effect, None).any(|step| matches!(step, Step::Skip(Skip::NormalDraw)))
            }
            _ => false,
        };
        let activated = self.log[self.state.turn_began[0]..].iter().any(gives_up);
        self.applies_if(activated, Rule::PhaseDrawGivenUp);
        activated && self.policy.skipping.pays_with_the_draw()
    }

    /// Whether a card that left as its cost would be negated where it was.
    pub(crate) fn would_have_been_negated(&self, id: LinkId) -> bool {
        let link = self.state.link(id);
        let shown = self.event_at(link.event).and_then(|e| e.cards.first());
        link.left_as_cost && shown.is_some_and(|shown| self.would_be_negated(link.source.card, &shown.after))
    }

    /// Nothing is left to pay when an effect resolves. Only who believes otherwise pays here.
    pub(crate) fn pay_on_resolving(&mut self, ctx: &mut Ctx, bullet: Option<u8>) -> Flow<()> {
        let (true, Some(link)) = (self.is_paid_on_resolving(ctx), ctx.link) else { return Ok(()) };
        let (cause, rule) = (ctx.cause, ctx.rule);
        (ctx.cause, ctx.rule) = (Why::Cost(link), Some(Rule::CostPaidAtActivation));
        self.pay(ctx, bullet)?;
        (ctx.cause, ctx.rule) = (cause, rule);
        Ok(())
    }

    /// `summon.tributes-stay-paid`: what Tributes triggered is not lost. Only who believes otherwise drops it.
    pub(crate) fn drop_triggers_of_tributes(&mut self) {
        if !self.policy.failed_summon.loses_triggers() {
            return;
        }
        let tributed = |c: &Changed| c.how == MoveHow::Tributed;
        let by_tribute = |index: usize| self.event_at(index).is_some_and(|e| e.cards.iter().any(tributed));
        let of_tributes = |p: &&Pending| p.seen.iter().any(|s| by_tribute(s.event));
        let lost: Vec<_> = self.state.pendings.iter().filter(of_tributes).map(|p| p.id).collect();
        for id in lost {
            let rule = Rule::SummonTributesStayPaid;
            self.drop_pending(id, self.impossible(rule));
        }
    }

    /// Whether the target was turned face-down since it was chosen.
    pub(crate) fn was_turned_down(&self, attack: &Attack) -> bool {
        let chosen = |e: &Event| matches!(e.what, What::AttackDeclared { .. } | What::Redirected(_));
        let is_target = |e: &Event| e.cards.iter().any(|c| Some(c.card) == attack.target);
        let events = self.log.iter().rev().filter_map(|entry| match &entry.line {
            Line::Event(event) => Some(event),
            _ => None,
        });
        events.take_while(|e| !chosen(e)).any(|e| e.what == What::TurnedFaceDown && is_target(e))
    }

    /// Whether the opponent starts a chain in box A, where they have no chance at all.
    pub(crate) fn opponent_interrupts(&mut self) -> Flow<bool> {
        let player = self.state.turn_player.opponent();
        let given = self.ask_to_respond(Frame::Open, player, Some(ChartBox::A), |duel| {
            duel.activations(player, Slot::Leaving, Occasion::default())
        })?;
        let Some(Activation { effect, pending }) = given else { return Ok(false) };
        self.push(Frame::Open);
        self.start_chain(Occasion::default(), Vec::new(), false);
        self.add_link(player, effect, pending);
        Ok(true)
    }

    /// `phase.duties-turn-player-first`: nothing must be done before anyone may act. Only who believes otherwise has a
    /// duty here.
    pub(crate) fn duty_at_the_start(&self) -> Option<(Player, EffectRef)> {
        if !self.policy.duties.come_at_the_start() {
            return None;
        }
        self.state.players().into_iter().find_map(|player| Some((player, *self.duties(player).first()?)))
    }
}

/// Whether an effect of several parts has something to do for each player in every one of them.
pub(crate) fn is_for_each_player(parts: &[Part]) -> bool {
    let addressed = |part: &Part| match part.step.inner() {
        Step::Draw(who, ..) | Step::Damage(who, _) | Step::GainLp(who, _) | Step::PayLp(who, _) => Some(*who),
        step => step.selection().map(|s| s.who),
    };
    parts.len() > 1 && parts.iter().all(|part| addressed(part) == Some(Who::EachPlayer))
}

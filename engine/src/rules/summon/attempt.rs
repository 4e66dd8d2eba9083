//! The attempt to Summon, the window in which it can be negated, and what becomes of it.

use crate::catalogue::{Refusal, Rule};
use crate::def::{Afterwards, BattlePosition, CauseWord, How, Turned};
use crate::flow::{Duel, Flow, Frame, GateKind, Summon, SummonStage};
use crate::state::{Attempt, CardId, Changed, Destination, EffectRef, MoveHow, SummonKind, What, Why, Zone};

impl Duel {
    /// `summon.negatable-attempt`, `summon.not-yet-on-the-field`: the monster is neither where it was nor on the field;
    /// one being Flip Summoned stays where it is. Then the gate for negating it.
    pub(super) fn attempt(&mut self, mut summon: Summon) -> Flow<()> {
        self.new_instant_after_paying(&summon)?;
        let (player, cards) = (summon.player, summon.cards());
        let side = self.side_of(summon.procedure, player);
        let mut changed = Vec::new();
        for &card in &cards {
            if summon.kind == SummonKind::Flip {
                changed.push(self.turn_up_for_the_attempt(card));
                continue;
            }
            if self.stays_where_it_is(&summon) {
                changed.push(self.touched(card));
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
    pub(super) fn outcome(&mut self, summon: &Summon) -> Flow<()> {
        let negated = self.state.attempt.take().map(|a| a.negated).unwrap_or_default();
        let card = summon.card;
        self.note_summon(summon, !negated.is_empty());
        for &card in &negated {
            self.drop_triggers_of_tributes();
            self.summon_failed(card)?;
        }
        let here = if self.stays_where_it_is(summon) { Zone::Monster } else { self.zone_of_an_attempt() };
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
        self.state.by_procedure = summon.procedure.is_some();
        self.emit(cause, None, what, changed);
        self.state.by_procedure = false;
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
            positions.push(match summon.how {
                Some(How::Pendulum) => in_battle(self.choose_position(None, summon.player, card)?),
                _ => self.position_of(summon)?,
            });
        }
        Ok(positions)
    }

    /// One of the monsters is Summoned.
    fn is_summoned(&mut self, summon: &Summon, card: CardId, number: usize, position: BattlePosition) -> Changed {
        let mut changed = match summon.kind {
            SummonKind::Flip => self.change_card(card, |c| c.turn(Turned::Attack)),
            SummonKind::Normal if self.stays_where_it_is(summon) => self.gemini_summoned(card),
            _ => {
                let controller = self.side_of(summon.procedure, summon.player);
                let to = Destination { zone: Zone::Monster, controller, face_up: true, position };
                self.move_card(card, to, MoveHow::Summoned)
            }
        };
        let (now, turn) = (self.state.clock.now, self.state.turn);
        let state = self.state.card_mut(card);
        state.in_force = Some(now);
        state.properly_summoned = true;
        changed.after = self.snapshot(card);
        if summon.kind == SummonKind::Flip {
            self.state.card_mut(card).turned = turn;
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
            (None, Some(procedure)) => (self.ctx(procedure, summon.player), self.effect(procedure).position),
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
        self.state.used_for_a_summon.clear();
        self.state.named_for_a_summon.clear();
        if self.state.card(card).zone == self.zone_of_an_attempt() {
            self.state.clock.fresh = false;
            let to = self.owners(card, Zone::Gy);
            let changed = self.move_card(card, to, MoveHow::Sent);
            self.emit(Why::Game, Rule::NegationBareNegatedLeaveAtTheEnd, What::Moved, vec![changed]);
        }
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

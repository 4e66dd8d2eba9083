//! Gates: windows in which only certain effects may start a chain.

use super::{Activation, Duel, Flow, Frame, GateKind, Slot};
use crate::catalogue::Refusal;
use crate::def::Moment;
use crate::state::{EffectRef, Entry, Line, Occasion, Player};

impl Duel {
    /// Opens a gate; when it is over the moment is again what it was.
    pub(crate) fn open_gate(&mut self, kind: GateKind) {
        self.push(Frame::GateOver { moment: self.state.moment });
        self.push(Frame::Gate { kind, next: self.state.turn_player, passes: 0 });
        self.state.moment = Some(match kind {
            GateKind::SummonNegation => Moment::SummonAttempt,
            GateKind::BeforeTheDraw => Moment::BeforeTheDraw,
            GateKind::DamageCalculation => Moment::DamageCalculation,
            GateKind::StartOfBattlePhase => Moment::StartOfBattlePhase,
            GateKind::EndOfBattlePhase => Moment::EndOfBattlePhase,
        });
    }

    /// The turn player, then the opponent, may start the one chain of the gate.
    ///
    /// After that chain the gate is over.
    pub(crate) fn gate(&mut self, kind: GateKind, next: Player, passes: u8) -> Flow<()> {
        if self.state.attempt.as_ref().is_some_and(|a| a.negated.len() == a.cards.len()) {
            return Ok(());
        }
        let occasion = self.gate_occasion();
        let given = self.ask_to_respond(Frame::Gate { kind, next, passes }, next, None, |duel| {
            duel.activations(next, Slot::Gate(kind), occasion)
        })?;
        match given {
            Some(Activation { effect, .. }) if kind.is_of_the_battle_phase() => {
                self.start_battle_gate_chain(kind, next, effect);
            }
            Some(Activation { effect, .. }) => {
                if self.opens_again(kind) {
                    self.push(Frame::Gate { kind, next: self.state.turn_player, passes: 0 });
                }
                self.start_gate_chain(next, effect, occasion);
            }
            None if passes == 0 => self.push(Frame::Gate { kind, next: next.opponent(), passes: 1 }),
            None if kind.is_of_the_battle_phase() => {
                if let Some((player, duty)) = self.duty_at_the_gate(kind) {
                    self.start_battle_gate_chain(kind, player, duty);
                }
            }
            None => {}
        }
        Ok(())
    }

    /// The events a gate is about: the last instant.
    pub(crate) fn gate_occasion(&self) -> Occasion {
        let to = self.log.len();
        let latest = self.log.iter().rev().find_map(|entry| match &entry.line {
            Line::Event(event) => Some(event.deed.at),
            _ => None,
        });
        let from = self.log.iter().rposition(|entry| Some(entry.at) != latest).map_or(0, |i| i + 1);
        if self.many_chains_at_the_attempt()
            && let Some(from) = self.log.iter().rposition(Entry::is_attempt)
            && self.state.attempt.is_some()
        {
            return Occasion { from, to, latest: Some(self.log[from].at) };
        }
        Occasion { from: from.max(self.state.unseen), to, latest }
    }

    /// What may start a chain at a gate; anything may be chained to it.
    pub(crate) fn may_start_at_the_gate(&self, kind: GateKind, effect: EffectRef) -> Result<(), Refusal> {
        match kind {
            GateKind::SummonNegation => self.may_start_at_the_attempt(effect),
            GateKind::BeforeTheDraw => self.may_start_before_the_draw(effect),
            GateKind::DamageCalculation => self.may_start_in_damage_calculation(effect),
            GateKind::StartOfBattlePhase | GateKind::EndOfBattlePhase => {
                self.may_start_as_the_battle_phase(effect, kind)
            }
        }
    }

    /// Whether an effect is a fast one that says it is used at a moment.
    pub(crate) fn is_fast_effect_for(&self, moment: Moment, effect: EffectRef) -> bool {
        let says_so = self.effect(effect).during.as_ref().is_some_and(|d| d.at.contains(&moment));
        says_so && self.speed(effect) >= 2
    }
}

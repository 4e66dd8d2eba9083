//! What an answered question shows.

use crate::catalogue::Rule;
use crate::flow::{Duel, Frame, GateKind, WindowStage};
use crate::state::{Line, What};

impl Duel {
    /// The question of the top frame was answered; with an action, or by passing.
    pub(crate) fn note_question(&self, acted: bool) {
        match self.frames.last() {
            Some(Frame::Open) => self.applies(Rule::ChartOpenState),
            Some(Frame::Leaving(_)) => {
                self.applies(Rule::ChartBoxE);
                self.applies_if(acted, Rule::ChartPhaseDoesNotChange);
            }
            Some(Frame::Due(_)) => self.applies(Rule::PhaseDutiesTurnPlayerFirst),
            Some(Frame::Window(window)) if window.stage == WindowStage::B => self.applies(Rule::ChartBoxB),
            Some(Frame::Window(window)) if window.stage == WindowStage::C => self.applies(Rule::ChartBoxC),
            Some(Frame::Build { .. }) => self.applies(Rule::ChainOtherPlayerNext),
            Some(Frame::Gate { kind: GateKind::DamageCalculation, .. }) => {
                self.applies_if(acted, Rule::DamageStepCalculationWindow);
            }
            Some(Frame::Replay) => self.applies(Rule::ReplaySideChanged),
            Some(Frame::Attack { .. }) => {
                self.applies_if(self.a_chain_followed_the_declaration(), Rule::ReplaySideChanged);
            }
            _ => {}
        }
    }

    /// Whether anything was done in answer to the attack, so that the defender's side could have changed.
    fn a_chain_followed_the_declaration(&self) -> bool {
        let declared = |line: &Line| matches!(line, Line::Event(e) if matches!(e.what, What::AttackDeclared { .. }));
        let lines = self.log.iter().rev().map(|entry| &entry.line);
        lines.take_while(|line| !declared(line)).any(|line| matches!(line, Line::ChainOver))
    }
}

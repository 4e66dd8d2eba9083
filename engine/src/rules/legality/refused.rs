//! What is not on offer, and why.

use crate::catalogue::Rule;
use crate::flow::{Action, Bid, Duel, Frame, Refused, Slot, WindowStage};
use crate::state::Occasion;

impl Duel {
    /// Everything of the asked player that is not on offer in the present window, with the reason: at an act or respond
    /// prompt what cannot be done or activated, at a trigger prompt the triggers of the same group that wait and cannot
    /// be placed. Empty at other prompts.
    #[must_use]
    pub fn refused(&self) -> Vec<Refused> {
        let (Some(prompt), Some(frame)) = (self.prompt(), self.frames.last()) else { return Vec::new() };
        let player = prompt.player;
        let none = Occasion::default();
        let (slot, occasion, late) = match frame {
            Frame::Open | Frame::Due(_) => (Slot::Open, none, &[][..]),
            Frame::Window(w) if w.stage == WindowStage::Place => return self.refused_triggers(w),
            Frame::Owed { .. } => return self.refused_owed(),
            Frame::Leaving(_) => (Slot::Leaving, none, &[][..]),
            Frame::Attack { leaving } => (self.attack_slot(*leaving), none, &[][..]),
            Frame::Window(w) => (self.chance_slot(player, w.after), w.occasion, &w.late[..]),
            Frame::Build { .. } => match self.state.chain() {
                Some(chain) => (Slot::Chain, chain.occasion, &chain.late[..]),
                None => return Vec::new(),
            },
            Frame::Gate { kind, .. } => (Slot::Gate(*kind), self.gate_occasion(), &[][..]),
            _ => return Vec::new(),
        };
        let mut refused = self.refused_activations(player, slot, occasion);
        for &id in late {
            let Some(pending) = self.pending(id).filter(|p| p.player == player) else { continue };
            let bid = Bid { player, effect: pending.effect, slot, occasion, pending: Some(id) };
            if let Err(refusal) = self.check(&bid) {
                refused.push(Refused { action: Action::Activate(pending.effect), refusal });
            }
        }
        if slot != Slot::Open && player == self.state.turn_player {
            // `chart.open-only`: what is no activation waits for the open state.
            let waits = |a: &Action| !matches!(a, Action::GoTo(_) | Action::EndTurn) && self.may_act(player, a).is_ok();
            refused.extend(self.open_actions(player).into_iter().filter(waits).filter_map(|action| {
                let refusal = self.refuse(Rule::ChartOpenOnly).err()?;
                Some(Refused { action, refusal })
            }));
        }
        if slot == Slot::Open {
            refused.extend(self.open_actions(player).into_iter().filter_map(|action| {
                let refusal = self.may_act(player, &action).err()?;
                Some(Refused { action, refusal })
            }));
        }
        refused
    }
}

//! `quick.*`: mandatory quick effects, which every matching activation calls for.

use crate::catalogue::{Refusal, Rule};
use crate::def::Class;
use crate::flow::{Bid, ChartBox, Duel, Flow, Frame, Refused, Slot, WindowStage};
use crate::state::{Board, EffectRef, Line, LinkId, Occasion, Pending, PendingId, Placement, Player, TriggerOption};

/// What only looks at the board.
impl Board {
    /// `quick.mandatory-after-triggers`: what is owed is placed before anyone may add a fast effect.
    pub(crate) fn owes_quick_effects(&self) -> bool {
        self.pendings.iter().any(|p| p.owed)
    }

    fn batch_of_owed(&self) -> Vec<PendingId> {
        self.pendings.iter().filter(|p| p.owed && p.batched).map(|p| p.id).collect()
    }

    fn open_the_batch_of_owed(&mut self) {
        let owed: Vec<PendingId> = self.pendings.iter().filter(|p| p.owed).map(|p| p.id).collect();
        for id in owed {
            if let Some(pending) = self.pendings.get_mut(id) {
                pending.batched = true;
            }
        }
    }

    fn has_owed(&self, batch: &[PendingId], player: Player) -> bool {
        batch.iter().filter_map(|&id| self.pending(id)).any(|p| p.player == player)
    }

    /// `quick.mandatory-answers-the-link-below`: whether a link is a mandatory quick effect that was placed on something
    /// else than what called it; "that activation" and "that card" are then nothing.
    pub(crate) fn answers_nothing(&self, link: LinkId) -> bool {
        let link = self.link(link);
        let def = self.effect(link.effect);
        def.class == Class::Quick && def.mandatory && link.answers.is_none()
    }
}

impl Duel {
    /// An activation calls for the mandatory quick effects that answer it; several before they are placed are one call.
    pub(crate) fn match_mandatory_quick_effects(&mut self, index: usize) {
        let Some(at) = self.event_at(index).map(|e| e.deed.at) else { return };
        if self.policy.owed.may_be_left_out() {
            return;
        }
        let library = self.state.library.clone();
        for i in 0..self.mandatory_quick.len() {
            let effect = self.mandatory_quick[i];
            let def = self.state.effect_in(&library, effect);
            let player = self.state.would_be_used_by(effect);
            let ready = self.is_in_place(player, effect).is_ok() && self.was_there_before(effect.card, at).is_ok();
            let ctx = self.ctx(effect, player);
            let met = def.cause.as_ref().and_then(|cause| self.meets_cause(&ctx, cause, index));
            if let (true, Some(cards)) = (ready, met) {
                self.call(effect, player, index, cards);
            }
        }
    }

    /// Whether what is owed is placed before the triggers are through, as it never is.
    pub(crate) fn owed_between_triggers(&self) -> bool {
        self.policy.owed.interrupts_triggers() && self.state.owes_quick_effects()
    }

    /// `quick.mandatory-all`: places the owed effects, the turn player's first. They were all called before any of
    /// them was placed, so none of them answers another.
    pub(crate) fn place_owed(&mut self, next: Player, passes: u8) -> Flow<()> {
        let batch = self.state.batch_of_owed();
        let Some(player) = self.state.players().into_iter().find(|&p| self.state.has_owed(&batch, p)) else {
            if self.state.owes_quick_effects() {
                self.state.open_the_batch_of_owed();
                self.push(Frame::Owed { next, passes });
            } else if !matches!(self.frames.last(), Some(Frame::Window(w)) if w.stage == WindowStage::Place) {
                self.push(Frame::Build { next, passes });
            }
            return Ok(());
        };
        let (offered, refused) = self.owed_candidates(&batch, player);
        let id = match offered[..] {
            [] => {
                for (id, refusal) in refused {
                    self.drop_pending(id, refusal);
                }
                self.push(Frame::Owed { next, passes });
                return Ok(());
            }
            [only] => only.pending,
            _ => {
                let options = offered.clone();
                self.ask_to_place(Frame::Owed { next, passes }, player, Some(ChartBox::D), options)?
            }
        };
        let asked = offered.len() > 1;
        let refused = self.state.effects_of(&refused);
        let Some(effect) = self.state.pending(id).map(|p| p.effect) else { return Ok(()) };
        let placement = Placement { player, offered, refused, placed: Some(id), asked };
        self.say(Rule::QuickMandatoryAfterTriggers, Line::Placement(placement));
        self.push(Frame::Owed { next: self.next_to_add(player), passes: 0 });
        self.push(Frame::Activate { player, effect, pending: Some(id) });
        Ok(())
    }

    /// The owed effects of the player who places one that cannot be placed now.
    pub(crate) fn refused_owed(&self) -> Vec<Refused> {
        let batch = self.state.batch_of_owed();
        let player = self.state.players().into_iter().find(|&p| self.state.has_owed(&batch, p));
        player.map_or_else(Vec::new, |player| self.state.as_refused(&self.owed_candidates(&batch, player).1))
    }

    fn owed_candidates(&self, batch: &[PendingId], player: Player) -> (Vec<TriggerOption>, Vec<(PendingId, Refusal)>) {
        let mut offered = Vec::new();
        let mut refused = Vec::new();
        for pending in batch.iter().filter_map(|&id| self.state.pending(id)).filter(|p| p.player == player) {
            let (id, effect) = (pending.id, pending.effect);
            let occasion = Occasion::default();
            let bid = Bid { player, effect, slot: Slot::Chain, occasion, pending: Some(id), told_why: true };
            match self.check(&bid) {
                Ok(()) => offered.push(TriggerOption { pending: id, effect }),
                Err(refusal) => refused.push((id, refusal)),
            }
        }
        (offered, refused)
    }

    /// `quick.mandatory-answers-the-link-below`: the link it works on, if that is one of those that called it.
    pub(crate) fn answered_by_owed(&self, pending: &Pending) -> Option<LinkId> {
        let links = &self.state.chain()?.links[..];
        let called = |&&link: &&LinkId| pending.seen.iter().any(|s| s.event == self.state.link(link).event);
        self.policy.owed.in_reach(links).iter().rev().find(called).copied()
    }

    fn call(&mut self, effect: EffectRef, player: Player, event: usize, cards: Vec<crate::state::Ref>) {
        self.trigger(effect, false, player, event, cards);
        let called = self.state.pendings.iter().find(|p| p.effect == effect && !p.batched).map(|p| p.id);
        if let Some(pending) = called.and_then(|id| self.state.pendings.get_mut(id)) {
            pending.owed = true;
        }
    }
}

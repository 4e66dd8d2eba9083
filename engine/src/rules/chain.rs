//! `chain.*`: building a chain, completing it, and what happens when it is over.
//!
//! Elsewhere: `chain.every-activation-is-a-link` in `rules/chain/activation.rs` (`activate`),
//! `chain.used-card-waits` in `steps/relocate.rs` (`may_be_moved`).

mod activation;

use crate::catalogue::{Refusal, Rule};
use crate::flow::{Activation, After, Bid, ChartBox, Duel, Flow, Frame, Slot, WindowFrame};
use crate::state::{
    CardId, Chain, EffectRef, Line, Link, LinkId, LinkNegated, MoveHow, Occasion, PendingId, Player, What, Why, Zone,
};

impl Duel {
    /// A chain begins; its links may all answer the same occasion.
    pub(crate) fn start_chain(&mut self, occasion: Occasion, late: Vec<PendingId>, of_gate: bool) {
        self.state.chains.push(Chain {
            links: Vec::new(),
            occasion,
            late,
            locked: false,
            left: Vec::new(),
            of_gate,
            began: self.log.len(),
        });
    }

    /// A player adds a link; then it is the next player's turn to add one.
    pub(crate) fn add_link(&mut self, player: Player, effect: EffectRef, pending: Option<PendingId>) {
        self.push(Frame::Build { next: self.next_to_add(player), passes: 0 });
        self.push(Frame::Activate { player, effect, pending });
    }

    /// `chain.other-player-next`: the player who did not add the last link.
    pub(crate) fn next_to_add(&self, last: Player) -> Player {
        self.policy.next_in_chain.after(last, self.state.turn_player)
    }

    /// Box D: a player adds a link or passes. `chain.both-pass`: two passes in a row complete the chain.
    pub(crate) fn build(&mut self, next: Player, passes: u8) -> Flow<()> {
        // `win.at-once`: who has paid their last life points has lost before anybody responds.
        self.close_instant()?;
        if self.state.owes_quick_effects() {
            self.push(Frame::Owed { next, passes });
            return Ok(());
        }
        let (occasion, late) = match self.state.chain() {
            Some(chain) => (chain.occasion, chain.late.clone()),
            None => return Ok(()),
        };
        let given = self.ask_to_respond(Frame::Build { next, passes }, next, Some(ChartBox::D), |duel| {
            duel.responses(next, Slot::Chain, occasion, &late)
        })?;
        match given {
            Some(Activation { effect, pending }) => self.add_link(next, effect, pending),
            None if !self.policy.passes.complete_after(passes) => {
                self.push(Frame::Build { next: next.opponent(), passes: 1 })
            }
            None => self.complete(occasion, &late),
        }
        Ok(())
    }

    /// `chain.every-activation-is-a-link`: whatever was activated may be responded to.
    pub(crate) fn may_be_answered(&self, effect: EffectRef) -> bool {
        self.policy.links.may_be_answered(self.effect(effect).class)
    }

    /// The chain is complete. `chain.resolves-last-first`.
    /// `chain.nothing-while-resolving`: from here on nobody is asked for an activation until the chain is over.
    fn complete(&mut self, occasion: Occasion, late: &[PendingId]) {
        self.end_late(late, occasion, Slot::Chain);
        let Some(links) = self.state.chain().map(|chain| chain.links.clone()) else { return };
        let left = self.policy.resolve_order.next_at_the_end(links.clone());
        if let Some(chain) = self.state.chains.last_mut() {
            chain.left = left;
        }
        self.say(Rule::ChainBothPass, Line::ChainComplete(links));
        self.push(Frame::Resolve);
    }

    /// `chain.no-response`: nothing can be chained to what says so, except mandatory triggers of the same window.
    pub(crate) fn is_not_locked_out(&self, bid: &Bid) -> Result<(), Refusal> {
        let locked = self.state.chain().is_some_and(|chain| chain.locked);
        let exempt = bid.slot == Slot::Placing && self.effect(bid.effect).mandatory;
        if locked && matches!(bid.slot, Slot::Chain | Slot::Placing) && !exempt {
            return self.refuse(Rule::ChainNoResponse);
        }
        if exempt {
            return Ok(());
        }
        self.may_follow_the_last_link(bid)
    }

    /// `chain.no-response-by-the-opponent`: the opponent cannot chain to a link that says so; to a link after it they can.
    fn may_follow_the_last_link(&self, bid: &Bid) -> Result<(), Refusal> {
        let last = self.state.chain().and_then(|chain| chain.links.last()).map(|&link| self.state.link(link));
        let shut = |link: &Link| link.player != bid.player && self.effect(link.effect).no_response_from_opponent;
        if matches!(bid.slot, Slot::Chain | Slot::Placing) && last.is_some_and(shut) {
            return self.refuse(Rule::ChainNoResponseByTheOpponent);
        }
        Ok(())
    }

    /// The chain is over: used cards leave, and the window after a chain opens, or the gate goes on.
    pub(crate) fn chain_end(&mut self) -> Flow<()> {
        let Some(chain) = self.state.chains.last() else { return Ok(()) };
        let links = chain.links.clone();
        let of_gate = chain.of_gate;
        self.send_used_cards(&links)?;
        self.say(None, Line::ChainOver);
        self.state.chains.pop();
        if self.state.chains.is_empty() {
            self.state.links.settle();
        }
        let last = links.last().map_or(self.state.turn_player, |&l| self.state.link(l).player);
        if !of_gate {
            let mut window = WindowFrame::new(After::Chain(last));
            window.chains = self.another_chain_may_start();
            self.push(Frame::Window(window));
        }
        Ok(())
    }

    /// `chain.used-cards-leave-with-the-last-event`, `negation.bare-negated-leave-at-the-end`: what does not stay on
    /// the field goes to the GY in the instant of the last thing that happened.
    fn send_used_cards(&mut self, links: &[LinkId]) -> Flow<()> {
        let leaving: Vec<(CardId, bool)> = links
            .iter()
            .rev()
            .filter_map(|&id| {
                let link = self.state.link(id);
                let card = self.state.card(link.effect.card);
                let there = link.card_activation && card.zone.on_field() && card.activation == Some(id);
                let negated = link.negated == LinkNegated::Activation;
                (there && (card.waiting || negated)).then_some((link.effect.card, negated))
            })
            .collect();
        if leaving.is_empty() {
            return Ok(());
        }
        if self.policy.chain_end.is_later() {
            self.new_instant()?;
        } else {
            self.state.clock.fresh = false;
        }
        let mut changed = Vec::new();
        let mut rule = Rule::NegationBareNegatedLeaveAtTheEnd;
        for (card, negated) in leaving {
            if !negated {
                rule = Rule::ChainUsedCardsLeaveWithTheLastEvent;
            }
            let to = self.owners(card, Zone::Gy);
            changed.push(self.move_card(card, to, MoveHow::Sent));
        }
        self.emit(Why::Game, rule, What::Moved, changed);
        Ok(())
    }
}

//! `win.*`: how a duel ends.

use crate::catalogue::Rule;
use crate::def::{Modifier, Says};
use crate::flow::{Duel, Flow, Stop};
use crate::state::{Board, DuelEnd, Excess, Line, Player};
use crate::words::is_player;

/// After so many links in which nobody had a choice the duel counts as endless.
const FUEL: Excess = Excess { most: 1_000, of: "links in a row without anyone having a choice" };
/// The same of all links, whatever the players might have chosen.
const ALL_LINKS: Excess = Excess { most: 10_000, of: "links in one duel" };
/// The same of one chain: triggers that meet each other faster than they resolve.
const LONGEST_CHAIN: Excess = Excess { most: 300, of: "links in one chain" };

/// What only looks at the board.
impl Board {
    fn has_lost(&self, player: Player) -> bool {
        self.lp[player.index()] <= 0 || self.decked[player.index()]
    }
}

impl Duel {
    /// Asks whether the instant that ends now has decided the duel.
    ///
    /// `win.both-is-a-draw`: both players are asked about the same instant. `win.at-once`: and at the end of every
    /// instant, in the middle of a chain too.
    pub(crate) fn close_instant(&mut self) -> Flow<()> {
        self.decide(|duel, player| duel.state.has_lost(player) || duel.has_won(player.opponent()))
    }

    /// The same in the midst of an effect. `win.at-once`: what a card says of winning waits until the effect is done.
    pub(crate) fn close_instant_of_an_effect(&mut self) -> Flow<()> {
        self.applies_if(Player::ALL.iter().any(|&player| self.has_won(player)), Rule::WinAtOnce);
        self.decide(|duel, player| duel.state.has_lost(player))
    }

    fn decide(&mut self, lost: impl Fn(&Self, Player) -> bool) -> Flow<()> {
        if !self.policy.losing.is_asked(self.state.chain().is_some()) {
            return Ok(());
        }
        match [Player::One, Player::Two].map(|player| lost(self, player)) {
            [true, true] => self.finish(self.policy.both_win.end(self.state.turn_player)),
            [true, false] => self.finish(DuelEnd::Wins(Player::Two)),
            [false, true] => self.finish(DuelEnd::Wins(Player::One)),
            _ => Ok(()),
        }
    }

    fn has_won(&self, player: Player) -> bool {
        self.modifiers(Says::Wins).iter().any(|m| match m.modifier {
            Modifier::Wins(who) => is_player(m.ctx.player, *who, player),
            _ => false,
        })
    }

    /// The duel is over.
    pub(crate) fn finish(&mut self, end: DuelEnd) -> Flow<()> {
        let rule = self.rule_of_the_end(end);
        self.state.end = Some(end);
        self.say(rule, Line::Ended(end));
        Err(Stop::Ended)
    }

    /// The rule that decided how the duel ended, or when: links of a chain that are left do not resolve any more.
    fn rule_of_the_end(&self, end: DuelEnd) -> Option<Rule> {
        let links_left = self.state.chain().is_some_and(|chain| !chain.left.is_empty());
        let decided = (links_left && !matches!(end, DuelEnd::Endless(_))).then_some(Rule::WinAtOnce);
        self.applies_all(decided);
        if end == DuelEnd::Draw { Some(Rule::WinBothIsADraw) } else { decided }
    }

    /// Counts an activation; cards that would go on for ever end the duel instead.
    pub(crate) fn burn_fuel(&mut self) -> Flow<()> {
        self.state.fuel += 1;
        let chain = self.state.chain().map_or(0, |chain| chain.links.len());
        let used = [(self.state.fuel as usize, FUEL), (self.state.links.len(), ALL_LINKS), (chain + 1, LONGEST_CHAIN)];
        match used.into_iter().find(|(used, limit)| *used > limit.most) {
            Some((_, limit)) => self.finish(DuelEnd::Endless(limit)),
            None => Ok(()),
        }
    }
}

//! `win.*`: how a duel ends.

use crate::catalogue::Rule;
use crate::def::{Modifier, Who};
use crate::flow::{Duel, Flow, Stop};
use crate::state::{Board, DuelEnd, Line, Player};

/// Links in a row in which nobody had a choice, after which the duel counts as endless.
const FUEL: u32 = 1_000;
/// Links in all, after which a duel counts as endless whatever the players might have chosen.
const ALL_LINKS: usize = 10_000;
/// Links of one chain, after which the duel counts as endless: triggers that meet each other faster than they resolve.
const LONGEST_CHAIN: usize = 300;

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
        if !self.policy.losing.is_asked(self.state.chain().is_some()) {
            return Ok(());
        }
        let lost =
            Player::ALL.iter().map(|&p| self.state.has_lost(p) || self.has_won(p.opponent())).collect::<Vec<_>>();
        match lost[..] {
            [true, true] => self.finish(self.policy.both_win.end(self.state.turn_player)),
            [true, false] => self.finish(DuelEnd::Wins(Player::Two)),
            [false, true] => self.finish(DuelEnd::Wins(Player::One)),
            _ => Ok(()),
        }
    }

    fn has_won(&self, player: Player) -> bool {
        self.modifiers().iter().any(|m| match m.modifier {
            Modifier::Wins(Who::You) => m.ctx.player == player,
            Modifier::Wins(Who::Opponent) => m.ctx.player != player,
            _ => false,
        })
    }

    /// The duel is over.
    pub(crate) fn finish(&mut self, end: DuelEnd) -> Flow<()> {
        let links_left = self.state.chain().is_some_and(|chain| !chain.left.is_empty());
        let decided = (links_left && end != DuelEnd::Endless).then_some(Rule::WinAtOnce);
        self.applies_all(decided);
        let rule = if end == DuelEnd::Draw { Some(Rule::WinBothIsADraw) } else { decided };
        self.state.end = Some(end);
        self.say(rule, Line::Ended(end));
        Err(Stop::Ended)
    }

    /// Counts an activation; cards that would go on for ever end the duel instead.
    pub(crate) fn burn_fuel(&mut self) -> Flow<()> {
        self.state.fuel += 1;
        let chain = self.state.chain().map_or(0, |chain| chain.links.len());
        if self.state.fuel > FUEL || self.state.links.len() > ALL_LINKS || chain >= LONGEST_CHAIN {
            return self.finish(DuelEnd::Endless);
        }
        Ok(())
    }
}

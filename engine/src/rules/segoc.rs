//! `segoc.*`: the order in which triggers of one window are placed.
//!
//! It is a loop that checks again before every placement, not a sort: limits, locks and costs change on the way.

use crate::catalogue::{Refusal, Rule};
use crate::flow::{Action, Bid, Duel, Flow, Frame, Refused, Slot, WindowFrame, WindowStage};
use crate::state::{
    Board, EffectRef, Fate, Line, Obligation, Pending, PendingId, Placement, Player, Round, TriggerOption, Zone,
};

/// Triggers of one player and one obligation.
type TriggerGroup = (Player, Obligation);

/// A trigger that cannot be placed now, and why.
pub(crate) type Unplaceable = (PendingId, Refusal);

/// What only looks at the board.
impl Board {
    /// Whether an effect of a Spell or monster would be placed on one of a Trap.
    pub(crate) fn follows_a_trap(&self, effect: EffectRef) -> bool {
        let is_trap = |card| matches!(self.def(card).kind, crate::def::CardKind::Trap(_));
        let below = self.chain().and_then(|c| c.links.last()).map(|&l| self.link(l).effect.card);
        below.is_some_and(is_trap) && !is_trap(effect.card)
    }

    /// Waiting triggers that cannot be placed, as something a player might have wanted to activate.
    pub(crate) fn as_refused(&self, waiting: &[Unplaceable]) -> Vec<Refused> {
        let refused = self.effects_of(waiting).into_iter();
        refused.map(|(effect, refusal)| Refused { action: Action::Activate(effect), refusal }).collect()
    }

    /// The effects of waiting triggers that cannot be placed.
    pub(crate) fn effects_of(&self, waiting: &[Unplaceable]) -> Vec<(EffectRef, Refusal)> {
        waiting.iter().filter_map(|(id, refusal)| Some((self.pending(*id)?.effect, refusal.clone()))).collect()
    }

    /// The rule a group is placed by.
    pub(crate) fn group_rule(&self, (player, obligation): TriggerGroup) -> Rule {
        match (player == self.turn_player, obligation) {
            (true, Obligation::Mandatory) => Rule::SegocTurnPlayerMandatory,
            (false, Obligation::Mandatory) => Rule::SegocOpponentMandatory,
            (true, Obligation::Optional) => Rule::SegocTurnPlayerOptional,
            (false, Obligation::Optional) => Rule::SegocOpponentOptional,
        }
    }
}

impl Duel {
    /// The groups in the order in which they are placed: `segoc.turn-player-mandatory`, `segoc.opponent-mandatory`,
    /// `segoc.turn-player-optional`, `segoc.opponent-optional`.
    fn groups(&self) -> [TriggerGroup; 4] {
        use Obligation::{Mandatory, Optional};
        let [turn, other] = self.state.players();
        self.policy.groups.in_order([(turn, Mandatory), (other, Mandatory), (turn, Optional), (other, Optional)])
    }

    /// `segoc.age-does-not-matter`, `segoc.earlier-moment-first`: the moments for each of which the groups are run
    /// through once. Private triggers are put aside first.
    pub(crate) fn sort_into_rounds(&self, window: &mut WindowFrame) {
        let (late, batch) = window.batch.iter().partition(|&&id| self.waits_for_the_fast_window(id));
        window.late = late;
        window.batch = batch;
        let mut ages: Vec<_> = window.batch.iter().filter_map(|&id| self.state.pending(id)).map(Pending::age).collect();
        ages.sort_unstable();
        ages.dedup();
        window.rounds = self.policy.age.rounds(ages);
    }

    /// `segoc.public-before-private`, `segoc.hand-triggers-with-the-rest`: whether an optional trigger has to wait
    /// because its card is not public.
    fn waits_for_the_fast_window(&self, id: PendingId) -> bool {
        let Some(pending) = self.state.pending(id) else { return false };
        let card = self.state.card(pending.effect.card);
        let public = match card.zone {
            Zone::Hand => self.policy.private.knows_revealed_cards() && self.is_revealed(pending.effect.card),
            Zone::Deck => false,
            _ => card.face_up,
        };
        self.policy.private.waits() && !pending.mandatory && !public
    }

    /// `segoc.one-chain`: places one trigger, or ends a group. `segoc.player-orders-own`: of several in a group their
    /// player picks the next; `segoc.spell-speed-does-not-matter` among them.
    pub(crate) fn place(&mut self, mut window: WindowFrame) -> Flow<()> {
        if window.opened && self.owed_between_triggers() {
            self.push(Frame::Window(window));
            self.push(Frame::Owed { next: self.state.turn_player, passes: 0 });
            return Ok(());
        }
        let Some(&round) = window.rounds.first() else { return self.all_placed(window) };
        let Some(&(player, obligation)) = self.groups().get(window.group) else {
            window.rounds.remove(0);
            window.group = 0;
            self.push(Frame::Window(window));
            return Ok(());
        };
        let (offered, refused) = self.candidates(&window, round, (player, obligation));
        if offered.is_empty() {
            self.end_group(window, &[], refused);
            return Ok(());
        }
        let next = &offered[..self.policy.batch.choice(offered.len())];
        let forced = obligation == Obligation::Mandatory && next.len() == 1;
        let placed = if forced {
            Some(next[0].pending)
        } else {
            let (frame, options) = (Frame::Window(window.clone()), next.to_vec());
            match obligation {
                Obligation::Mandatory => Some(self.ask_to_place(frame, player, None, options)?),
                Obligation::Optional => self.ask_whether_to_place(frame, player, options)?,
            }
        };
        self.note_placement(player, obligation, next, &refused, placed, !forced);
        match placed.and_then(|id| self.state.pending(id)).map(|p| (p.id, p.effect)) {
            Some((id, effect)) => {
                if !window.opened {
                    self.start_chain(window.occasion, Vec::new(), false);
                    window.opened = true;
                }
                if self.policy.batch.starts_own_chains() {
                    window.rounds.clear();
                }
                self.push(Frame::Window(window));
                self.push(Frame::Activate { player, effect, pending: Some(id) });
            }
            None => self.end_group(window, &offered, refused),
        }
        Ok(())
    }

    /// The triggers of a group that may be placed now, and those that may not.
    fn candidates(
        &self,
        window: &WindowFrame,
        round: Round,
        group: TriggerGroup,
    ) -> (Vec<TriggerOption>, Vec<Unplaceable>) {
        let mut offered = Vec::new();
        let mut refused = Vec::new();
        let of_group = |p: &&Pending| {
            p.player == group.0 && p.obligation() == group.1 && (round == Round::All || round == Round::Of(p.age()))
        };
        for pending in window.batch.iter().filter_map(|&id| self.state.pending(id)).filter(of_group) {
            let bid = Bid {
                player: pending.player,
                effect: pending.effect,
                slot: Slot::Placing,
                occasion: window.occasion,
                pending: Some(pending.id),
                told_why: true,
            };
            match self.check(&bid) {
                Ok(()) => offered.push(TriggerOption { pending: pending.id, effect: pending.effect }),
                Err(refusal) => refused.push((pending.id, refusal)),
            }
        }
        if self.policy.age.orders_a_group() {
            let age = |o: &TriggerOption| self.state.pending(o.pending).map(Pending::age);
            let first = offered.iter().map(age).min().flatten();
            offered.retain(|o| age(o) == first);
        }
        (offered, refused)
    }

    /// The triggers that wait in the group being placed and cannot be placed now.
    pub(crate) fn refused_triggers(&self, window: &WindowFrame) -> Vec<Refused> {
        let (Some(&round), Some(&group)) = (window.rounds.first(), self.groups().get(window.group)) else {
            return Vec::new();
        };
        self.state.as_refused(&self.candidates(window, round, group).1)
    }

    fn note_placement(
        &mut self,
        player: Player,
        obligation: Obligation,
        offered: &[TriggerOption],
        refused: &[Unplaceable],
        placed: Option<PendingId>,
        asked: bool,
    ) {
        let refused = self.state.effects_of(refused);
        let placement = Placement { player, offered: offered.to_vec(), refused, placed, asked };
        self.say(self.state.group_rule((player, obligation)), Line::Placement(placement));
    }

    /// Nobody wants or may place more of this group.
    fn end_group(&mut self, mut window: WindowFrame, declined: &[TriggerOption], refused: Vec<Unplaceable>) {
        for option in declined {
            self.settle_fate(option.pending, Fate::Declined, None);
        }
        for (id, refusal) in refused {
            self.drop_pending(id, refusal);
        }
        window.group += 1;
        self.push(Frame::Window(window));
    }

    /// `chart.triggers-before-fast-effects`: only now may fast effects be added, or boxes B and C come.
    fn all_placed(&mut self, mut window: WindowFrame) -> Flow<()> {
        let last = self.state.chain().and_then(|c| c.links.last()).map(|&l| self.state.link(l).player);
        match last {
            Some(last) if window.opened => {
                if let Some(chain) = self.state.chains.last_mut() {
                    chain.late = window.late;
                }
                self.applies(Rule::ChartTriggersBeforeFastEffects);
                self.push(Frame::Build { next: self.next_to_add(last), passes: 0 });
            }
            _ => {
                window.stage = WindowStage::B;
                self.push(Frame::Window(window));
            }
        }
        Ok(())
    }
}

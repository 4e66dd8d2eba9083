//! `limit.*`: once per turn and the like, and oaths.

use std::sync::Arc;

use crate::catalogue::{Refusal, Rule};
use crate::def::{CannotDo, Class, Modifier, Once, Until, Who};
use crate::flow::{Bid, Duel};
use crate::state::{
    Board, DutyDone, EffectRef, Event, Line, Lingering, LinkId, LinkNegated, Player, Spent, SummonKind, What,
};

impl Until {
    /// Whether it ends with this turn, for what has lasted since that one. What ends in a phase has its appointment.
    fn ends_with_a_turn(self, turn: u32, since: u32) -> bool {
        match self {
            Self::EndOfTurn | Self::EndOfThisPhase | Self::EndOfDamageStep | Self::ThatEffectResolves => true,
            Self::EndOfOpponentsTurn => turn > since,
            _ => false,
        }
    }
}

/// What only looks at the board.
impl Board {
    /// Whether two cards have the same name and mean the same effect of it.
    pub(crate) fn same_effect_by_name(&self, a: EffectRef, b: EffectRef) -> bool {
        a.effect == b.effect && self.card(a.card).def == self.card(b.card).def
    }
}

impl Duel {
    /// `limit.spent`, `limit.use-stays-spent`, `limit.copy-forgets`, `limit.stays-with-the-copy`: whether the effect was
    /// used up before.
    /// `limit.only-what-is-written`: an effect without a limit never is. `limit.each-copy-its-own`: another copy has a limit
    /// of its own, unless it is by name.
    pub(crate) fn is_not_spent(&self, bid: &Bid) -> Result<(), Refusal> {
        let effect = self.effect(bid.effect);
        let uses_it_up = |spent: &Spent, once: Option<Once>| match once {
            Some(Once::Copy) => {
                let same_face = spent.face == self.state.card(bid.effect.card).face;
                let its = spent.effect == bid.effect && self.policy.limits.count_for(bid.player, spent.player);
                (its && (same_face || self.policy.limits.outlive_the_copy()))
                    || (self.is_of_another_copy(bid, spent) && self.policy.limits.count_for_every_copy())
            }
            Some(Once::Use | Once::Activate) => {
                spent.player == bid.player && self.state.same_effect_by_name(spent.effect, bid.effect)
            }
            None => false,
        };
        let twice = |spent: &&Spent| {
            let this_turn = spent.turn == self.state.turn;
            (this_turn && uses_it_up(spent, effect.once_per_turn))
                || uses_it_up(spent, effect.once_per_duel)
                || (effect.once_per_battle_step && spent.effect == bid.effect && self.is_of_this_battle_step(spent))
        };
        if let Some(spent) = self.state.spent.iter().find(twice) {
            return self.refuse(Rule::LimitSpent).map_err(|r| r.resting_on(self.why_it_is_spent(bid, spent)));
        }
        self.note_unspent(bid);
        self.is_still_due(bid.effect)?;
        let in_chain = self
            .state
            .chain()
            .is_some_and(|chain| chain.links.iter().any(|&l| self.state.link(l).effect == bid.effect));
        let once_per_chain = self.policy.limits.are_once_per_chain(effect.once_per_chain);
        if once_per_chain && in_chain {
            return self.refuse(Rule::LimitSpent);
        }
        Ok(())
    }

    /// On what it rests that an earlier use still counts.
    fn why_it_is_spent(&self, bid: &Bid, spent: &Spent) -> Option<Rule> {
        match (self.effect(bid.effect).once_per_turn, self.state.link(spent.link).negated) {
            (Some(Once::Use), LinkNegated::Activation) => Some(Rule::LimitUseStaysSpent),
            (_, LinkNegated::Effect) => Some(Rule::NegationEffectKeepsRestriction),
            (Some(Once::Copy), _) if spent.player != bid.player => Some(Rule::LimitStaysWithTheCopy),
            _ => None,
        }
    }

    /// Whether an effect was used since the last attack was declared.
    fn is_of_this_battle_step(&self, spent: &Spent) -> bool {
        let declared = |index: usize| self.event_at(index).map(|event| &event.what);
        let mut since = self.state.link(spent.link).event..self.log.len();
        spent.turn == self.state.turn && !since.any(|i| matches!(declared(i), Some(What::AttackDeclared { .. })))
    }

    /// Whether the same effect of another copy was used by the player.
    pub(crate) fn is_of_another_copy(&self, bid: &Bid, spent: &Spent) -> bool {
        spent.effect != bid.effect
            && spent.player == bid.player
            && self.state.same_effect_by_name(spent.effect, bid.effect)
    }

    /// Notes what an activation uses up and what it forbids.
    pub(crate) fn spend(&mut self, player: Player, effect: EffectRef, face: u32, link: LinkId) {
        let def = self.effect(effect);
        let oath = def.oath.clone();
        if def.once_per_turn.is_some() || def.once_per_duel.is_some() || def.once_per_battle_step {
            self.state.spent.push(Spent { turn: self.state.turn, player, effect, face, link });
        }
        if self.effect(effect).class == Class::Phase {
            let (turn, phase) = (self.state.turn, self.state.phase);
            self.state.duties_done.push(DutyDone { effect, turn, phase, link });
        }
        let Some(oath) = oath else { return };
        for modifier in oath.applies {
            self.state.lingering.push(Lingering {
                modifier: Arc::new(modifier),
                player,
                effect,
                source: self.state.reference(effect.card),
                until: Until::EndOfTurn,
                from_turn: self.state.turn,
                ends: None,
                names: Vec::new(),
                those: Vec::new(),
                answers: None,
                oath_of: Some((link, oath.by)),
            });
        }
    }

    /// `negation.activation-leaves-nothing`: what a negated activation gives back.
    pub(crate) fn give_back(&mut self, link: LinkId) {
        let effect = self.state.link(link).effect;
        let by_activating = |once: Option<Once>| self.policy.oaths.gives_back(once == Some(Once::Activate));
        let def = self.effect(effect);
        let limit = by_activating(def.once_per_turn.or(def.once_per_duel));
        let oath = by_activating(self.effect(effect).oath.as_ref().map(|o| o.by));
        self.note_giving_back(link, limit, oath);
        if limit {
            self.state.spent.retain(|s| s.link != link);
        }
        if oath {
            self.state.lingering.retain(|l| l.oath_of.is_none_or(|(of, _)| of != link));
        }
    }

    /// An oath this turn already broke forbids the activation.
    pub(crate) fn oath_is_not_broken(&self, bid: &Bid) -> Result<(), Refusal> {
        let Some(oath) = &self.effect(bid.effect).oath else { return Ok(()) };
        let broken = oath.applies.iter().any(|modifier| match modifier {
            Modifier::CannotDo(Who::You, doing, except) => self.has_done_this_turn(bid, *doing, except.as_ref()),
            _ => false,
        });
        if broken { self.refuse(Rule::LegalityForbidden) } else { Ok(()) }
    }

    fn has_done_this_turn(&self, bid: &Bid, doing: CannotDo, except: Option<&crate::def::Group>) -> bool {
        let ctx = self.ctx(bid.effect, bid.player);
        let attempts = self.attempts_count();
        let summoned = |event: &Event, special: bool, normal: bool| match event.what {
            What::Attempted(..) if !attempts => false,
            What::Summoned(kind, _, player) | What::Attempted(kind, _, player) => {
                let is_special = kind == SummonKind::Special;
                player == bid.player
                    && ((is_special && special) || (!is_special && normal))
                    && event
                        .cards
                        .iter()
                        .any(|c| !except.is_some_and(|g| self.in_group(&ctx, g, c.card.card, &c.after, bid.player)))
            }
            _ => false,
        };
        self.log[self.state.turn_began[0]..].iter().any(|entry| match &entry.line {
            Line::Event(event) => match doing {
                CannotDo::Summon => summoned(event, true, true),
                CannotDo::NormalSummon => summoned(event, false, true),
                CannotDo::SpecialSummon => summoned(event, true, false),
                CannotDo::EnterBattlePhase => {
                    matches!(event.what, What::PhaseBegan(crate::def::Phase::Battle, p) if p == bid.player)
                }
                CannotDo::Attack | CannotDo::DeclareAttacks | CannotDo::AttackDirectly => {
                    matches!(event.what, What::AttackDeclared { direct } if direct || doing != CannotDo::AttackDirectly)
                        && event.cards.iter().any(|c| c.after.controller == bid.player)
                }
                _ => false,
            },
            _ => false,
        })
    }

    /// Ends what lasted until the end of the turn.
    pub(crate) fn end_of_turn(&mut self) {
        let turn = self.state.turn;
        self.state.lingering.retain(|l| !l.until.ends_with_a_turn(turn, l.from_turn));
        self.state.boosts.retain(|b| !b.until.ends_with_a_turn(turn, b.from_turn));
        self.return_control(None, |_, control| control.until.ends_with_a_turn(turn, control.from_turn));
    }

    /// Ends what lasted until the end of the phase.
    pub(crate) fn end_of_phase(&mut self) {
        self.state.lingering.retain(|l| l.until != Until::EndOfThisPhase);
        self.state.boosts.retain(|b| b.until != Until::EndOfThisPhase);
        self.return_control(None, |_, control| control.until == Until::EndOfThisPhase);
    }

    /// Ends what lasted until its card left the field, or until the Damage Step ended.
    pub(crate) fn drop_what_ended(&mut self, damage_step_over: bool) {
        let state = &self.state;
        let stays = |l: &Lingering| match l.until {
            Until::ThisCardLeavesTheField => state.still(l.source) && state.card(l.source.card).face_up,
            Until::EndOfDamageStep => !damage_step_over,
            Until::ThatEffectResolves => l.answers.is_some_and(|link| !state.link(link).done),
            _ => true,
        };
        let keep: Vec<bool> = state.lingering.iter().map(stays).collect();
        let mut keep = keep.iter();
        self.state.lingering.retain(|_| keep.next().copied().unwrap_or(true));
        self.state.boosts.retain(|b| b.until != Until::EndOfDamageStep || !damage_step_over);
    }
}

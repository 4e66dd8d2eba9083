//! The verbs of the card vocabulary: for each, whether it can be done, and doing it.

mod alternatives;
mod amount;
mod control;
mod feasible;
mod life;
mod lingering;
mod material;
mod place;
mod relocate;
mod special_summon;
mod turn;

use crate::def::{Selection, Step, Subject};
use crate::flow::{Duel, Flow};
use crate::state::{Player, Stat};
use crate::words::Ctx;

pub(crate) use feasible::group_depends;
pub(crate) use relocate::Verb;
pub(crate) use special_summon::Terms;

/// What became of a part of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// At least some of what it asked for.
    Done,
    /// Something else than it asked for: the cards went elsewhere.
    Elsewhere,
    /// Nothing.
    NotDone,
}

impl Outcome {
    /// By how many cards were affected.
    pub(crate) fn of(done: usize) -> Self {
        if done == 0 { Self::NotDone } else { Self::Done }
    }

    /// The same for a selection: where none is enough, nothing is done in full.
    pub(crate) fn of_selection(selection: &Selection, done: usize) -> Self {
        if selection.even_none { Self::Done } else { Self::of(done) }
    }

    /// The shares of all players together: what one of them did is done.
    pub(crate) fn all(shares: &[Self]) -> Self {
        [Self::Done, Self::Elsewhere].into_iter().find(|share| shares.contains(share)).unwrap_or(Self::NotDone)
    }
}

impl Duel {
    /// Does one part of an effect or pays one part of a cost.
    pub(crate) fn perform(&mut self, ctx: &mut Ctx, step: &Step) -> Flow<Outcome> {
        match step {
            Step::Destroy(s) => self.relocate(ctx, s, Verb::Destroy),
            Step::SendToGy(s) => self.relocate(ctx, s, Verb::SendToGy),
            Step::Discard(s) => self.relocate(ctx, s, Verb::Discard),
            Step::Banish(s, facing) => self.relocate(ctx, s, Verb::Banish(*facing)),
            Step::Tribute(s) => self.relocate(ctx, s, Verb::Tribute),
            Step::AddToHand(s) => self.relocate(ctx, s, Verb::AddToHand),
            Step::ReturnToHand(s) => self.relocate(ctx, s, Verb::ReturnToHand),
            Step::ReturnToGy(s) => self.relocate(ctx, s, Verb::ReturnToGy),
            Step::ReturnToDeck(s, at) => self.relocate(ctx, s, Verb::ReturnToDeck(*at)),
            Step::Place(s, into, placed_as) => self.place_face_up(ctx, s, *into, *placed_as),
            Step::SpecialSummon { what, position, to_opponent, by: None, counts_as, ignoring_conditions, to_zone } => {
                let (to_zone, ignoring) = (to_zone.as_deref(), *ignoring_conditions);
                let (position, to_opponent, how) = (*position, *to_opponent, *counts_as);
                self.special_summon(ctx, what, &Terms { position, to_opponent, ignoring, to_zone, how })
            }
            Step::SpecialSummon { what, position, by: Some(with), .. } => {
                self.summon_with_materials(ctx, what, *position, with)
            }
            Step::Activate(s) => self.activate_by_effect(ctx, s),
            Step::Move(s) => self.move_to_another_zone(ctx, s),
            Step::ChangePosition(s, to) => self.change_position(ctx, s, *to),
            Step::Set(s) => self.set_by_effect(ctx, s),
            Step::ChangeAttackTarget(s) => self.change_attack_target(ctx, s),
            Step::Reveal(s) => self.reveal(ctx, s),
            Step::Pick(s) => self.pick(ctx, s),
            Step::TakeControl(s, until) => self.take_control(ctx, s, *until),
            Step::Equip { what, to } => self.equip(ctx, what, to),
            Step::ChangeAtk(s, change, until) => self.change_value(ctx, s, change, *until, Stat::Atk),
            Step::ChangeDef(s, change, until) => self.change_value(ctx, s, change, *until, Stat::Def),
            Step::SwitchAtkAndDef(s, which, until) => self.switch_atk_and_def(ctx, s, *which, *until),
            Step::ChangeLevel(s, change, until) => self.change_value(ctx, s, change, *until, Stat::Level),
            Step::Detach(s) => self.relocate(ctx, s, Verb::Detach),
            Step::Attach { what, to } => self.attach(ctx, what, to),
            Step::PlaceCounters(word, amount, kind) => Ok(self.place_counters(ctx, word, amount, kind.as_deref())),
            Step::RemoveCounters(Subject::Word(word), amount, kind) => {
                Ok(self.remove_counters(ctx, word, amount, kind.as_deref()))
            }
            Step::RemoveCounters(Subject::Group(group), amount, kind) => {
                self.remove_counters_among(ctx, group, amount, kind.as_deref())
            }
            Step::Draw(who, amount, named) => self.draw(ctx, *who, amount, named.as_deref()),
            Step::Damage(who, amount) => self.damage(ctx, *who, amount),
            Step::GainLp(who, amount) => self.gain_lp(ctx, *who, amount),
            Step::PayLp(who, amount) => self.pay_lp(ctx, *who, amount),
            Step::LoseLp(who, amount) => self.lose_lp(ctx, *who, amount),
            Step::LpBecome(who, amount) => self.lp_become(ctx, *who, amount),
            Step::Negate(what) => Ok(self.negate(ctx, *what)),
            Step::Becomes(does) => Ok(self.makes_that_effect(ctx, does)),
            Step::Apply(modifier, until) => Ok(self.apply(ctx, modifier, *until)),
            Step::End(what) => Ok(self.end_phase_by_effect(ctx, *what)),
            Step::CalculateDamage => self.battle_now(ctx),
            Step::Afterwards(what) => self.summon_afterwards(ctx, what),
            Step::OneOf(who, alternatives) => self.one_of(ctx, *who, alternatives),
            Step::ByChance(results) => self.by_chance(ctx, results),
            Step::ReturnToField(s) => self.return_to_field(ctx, s),
            Step::Later(later) => Ok(self.leave_for_later(ctx, later)),
            Step::Skip(skip) => Ok(self.skip(ctx, skip)),
            Step::YouCan(step) => self.you_can(ctx, step),
            Step::OnlyIf(condition, step) => {
                if self.holds(ctx, condition) {
                    self.perform(ctx, step)
                } else {
                    Ok(Outcome::NotDone)
                }
            }
        }
    }

    /// A part that who does it may leave out; what they leave out opens no instant.
    fn you_can(&mut self, ctx: &mut Ctx, step: &Step) -> Flow<Outcome> {
        if self.feasible(ctx, step).is_err() || self.would_place_counters_elsewhere(ctx, step) {
            return Ok(Outcome::NotDone);
        }
        let player = self.who_does(ctx, step);
        if self.ask_to_confirm(player, ctx.effect)? { self.perform(ctx, step) } else { Ok(Outcome::NotDone) }
    }

    /// The player who does a part: the one it names if it is done with cards, else the player of the effect.
    fn who_does(&self, ctx: &Ctx, step: &Step) -> Player {
        let doing = match step.inner() {
            Step::Draw(who, ..) => self.addressed(ctx, *who),
            step => step.selection().map(|selection| self.acting(ctx, selection)).unwrap_or_default(),
        };
        match doing[..] {
            [player] => player,
            _ => ctx.player,
        }
    }
}

impl Step {
    /// The cards a step acts on, if it says so.
    pub(crate) fn selection(&self) -> Option<&Selection> {
        match self {
            Self::Destroy(s)
            | Self::SendToGy(s)
            | Self::Discard(s)
            | Self::Banish(s, _)
            | Self::Tribute(s)
            | Self::AddToHand(s)
            | Self::ReturnToHand(s)
            | Self::ReturnToGy(s)
            | Self::ReturnToDeck(s, _)
            | Self::Place(s, ..)
            | Self::SpecialSummon { what: s, .. }
            | Self::Activate(s)
            | Self::Move(s)
            | Self::ChangePosition(s, _)
            | Self::Set(s)
            | Self::ChangeAttackTarget(s)
            | Self::Reveal(s)
            | Self::Pick(s)
            | Self::TakeControl(s, _)
            | Self::Equip { what: s, .. }
            | Self::Attach { what: s, .. }
            | Self::Detach(s)
            | Self::ReturnToField(s)
            | Self::ChangeAtk(s, ..)
            | Self::ChangeDef(s, ..)
            | Self::SwitchAtkAndDef(s, ..)
            | Self::ChangeLevel(s, ..) => Some(s),
            Self::Afterwards(what) => Some(what.what()),
            Self::YouCan(step) | Self::OnlyIf(_, step) => step.selection(),
            _ => None,
        }
    }

    /// Whether it puts cards into a hand.
    pub(crate) fn fills_a_hand(&self) -> bool {
        matches!(self, Self::Draw(..) | Self::AddToHand(_) | Self::ReturnToHand(_))
    }
}

//! Whether a part of an effect or of a cost could be done as the board is now.

use crate::catalogue::Rule;
use crate::def::{
    Afterwards, Amount, Count, Group, Negated, Pick, Place, Selection, Skip, Step, Subject, Using, Who, WithMaterials,
    Word,
};
use crate::flow::Duel;
use crate::state::{CardId, Player, Purpose, Ref, Stat, Why};
use crate::steps::{Terms, Verb};
use crate::words::Ctx;

/// Possible, or the rules that stand in the way (none, if there simply is nothing to do it with).
pub(crate) type Feasible = Result<(), Vec<Rule>>;

impl Duel {
    /// Whether a part can be done at all.
    pub(crate) fn feasible(&self, ctx: &Ctx, step: &Step) -> Feasible {
        match step {
            Step::Destroy(s) => self.can_move(ctx, s, Verb::Destroy),
            Step::SendToGy(s) => self.can_move(ctx, s, Verb::SendToGy),
            Step::Discard(s) => self.can_move(ctx, s, Verb::Discard),
            Step::Banish(s, facing) => self.can_move(ctx, s, Verb::Banish(*facing)),
            Step::Tribute(s) => self.can_move(ctx, s, Verb::Tribute),
            Step::AddToHand(s) => self.can_move(ctx, s, Verb::AddToHand),
            Step::ReturnToHand(s) => self.can_move(ctx, s, Verb::ReturnToHand),
            Step::ReturnToGy(s) => self.can_move(ctx, s, Verb::ReturnToGy),
            Step::ReturnToDeck(s, at) => self.can_move(ctx, s, Verb::ReturnToDeck(*at)),
            Step::Place(s, into, placed_as) => {
                self.enough(ctx, s, |duel, player, id| duel.may_be_placed(ctx, player, id, *into, *placed_as).is_ok())
            }
            Step::SpecialSummon { what, position, to_opponent, by: None, counts_as, ignoring_conditions, to_zone } => {
                let (to_zone, ignoring) = (to_zone.as_deref(), *ignoring_conditions);
                let (position, to_opponent, how) = (*position, *to_opponent, *counts_as);
                self.can_special_summon(ctx, what, &Terms { position, to_opponent, ignoring, to_zone, how })
            }
            Step::SpecialSummon { what, by: Some(with), position, .. } => {
                self.can_summon_with_materials(ctx, what, with, *position)
            }
            Step::Detach(s) => self.can_move(ctx, s, Verb::Detach),
            Step::Attach { what, to } => {
                let takes = self.may_take_materials(ctx, to);
                self.enough(ctx, what, |duel, _, id| takes && duel.may_be_attached(id, None))
            }
            Step::Activate(s) => {
                self.enough(ctx, s, |duel, player, id| duel.may_be_activated_by_effect(ctx, player, id).is_ok())
            }
            Step::Move(s) => self.enough(ctx, s, |duel, _, id| duel.may_move(id)),
            Step::ChangePosition(s, to) => self.enough(ctx, s, |duel, _, id| duel.can_turn(ctx, id, *to)),
            Step::TakeControl(s, _) => self.enough(ctx, s, |duel, player, id| duel.can_take_control(ctx, player, id)),
            Step::Reveal(s) => self.enough(ctx, s, |duel, _, id| duel.may_be_revealed(ctx, id)),
            Step::Pick(s) => self.enough(ctx, s, |_, _, _| true),
            Step::Equip { what: s, .. } => {
                self.enough(ctx, s, |duel, player, id| duel.can_be_equipped(ctx.source.card, player, id))
            }
            Step::Set(s) => self.enough(ctx, s, |duel, player, id| duel.can_be_set(player, id)),
            Step::ChangeAttackTarget(s) => self.enough(ctx, s, |duel, _, id| duel.can_become_attack_target(id)),
            Step::ChangeAtk(s, ..) | Step::ChangeDef(s, ..) => {
                self.enough(ctx, s, |duel, _, id| duel.state.card(id).face_up)
            }
            Step::SwitchAtkAndDef(s, ..) => self.enough(ctx, s, |duel, _, id| duel.has_atk_and_def(id)),
            Step::ChangeLevel(s, ..) => self.enough(ctx, s, |duel, _, id| duel.may_change(id, Stat::Level)),
            Step::RemoveCounters(Subject::Group(group), amount, kind) => {
                let on = |id: &CardId| i32::from(self.state.card(*id).counters.of(kind.as_deref()));
                let there: i32 = self.members(ctx, group, None).iter().map(on).sum();
                yes(there >= self.amount(ctx, amount, 0))
            }
            Step::RemoveCounters(Subject::Word(word), amount, kind) => {
                let count = self.amount(ctx, amount, 0);
                let on = self.still_meant_by(ctx, word);
                yes(count > 0
                    && on.iter().any(|&id| i32::from(self.state.card(id).counters.of(kind.as_deref())) >= count))
            }
            Step::Draw(who, amount, _) => self.can_draw(ctx, *who, amount),
            Step::PayLp(who, amount) => yes(self.addressed(ctx, *who).into_iter().all(|player| {
                let lp = self.state.lp[player.index()];
                // Half of it always can be paid.
                *amount == Amount::Half || self.can_pay_so_much(self.amount(ctx, amount, lp), lp)
            })),
            Step::YouCan(step) | Step::OnlyIf(_, step) => self.feasible(ctx, step),
            Step::Afterwards(Afterwards::NormalSummon(s)) => {
                self.enough(ctx, s, |duel, player, id| duel.may_normal_summon_by_effect(player, id))
            }
            Step::ReturnToField(s) => self.enough(ctx, s, |duel, _, id| duel.place_on_the_field(id).is_some()),
            Step::Afterwards(Afterwards::SpecialSummon { what, by, position }) => {
                self.can_summon_with_materials(ctx, what, by, *position)
            }
            Step::ByChance(results) => yes(self.may_be_left_to_chance(ctx, results)),
            Step::OneOf(_, alternatives) => yes(alternatives.iter().any(|a| self.is_possible(ctx, a))),
            Step::CalculateDamage => yes(self.state.attack.is_some()),
            Step::Negate(Negated::ThatActivation | Negated::ThatEffect) | Step::Becomes(_) => {
                // On activation what it answers was asked before.
                yes(ctx.link.is_none_or(|link| self.state.link(link).answers.is_some()))
            }
            Step::Negate(Negated::ThatSummon | Negated::ThatSummonOrActivation) => {
                let attempted = |r: &Ref| self.state.attempt.as_ref().is_some_and(|a| a.cards.contains(&r.card));
                yes(!ctx.those.iter().any(attempted) || !self.negated_of_the_attempt(ctx).is_empty())
            }
            Step::Negate(_) => Ok(()),
            Step::LpBecome(who, amount) => yes(self.addressed(ctx, *who).into_iter().any(|player| {
                let lp = self.state.lp[player.index()];
                self.amount(ctx, amount, lp).max(0) != lp
            })),
            Step::PlaceCounters(word, _, kind) => {
                let on = self.still_meant_by(ctx, word);
                yes(on.is_empty() || on.iter().any(|&id| self.room_for_counters(id, kind.as_deref()) > 0))
            }
            Step::Damage(..) | Step::GainLp(..) | Step::LoseLp(..) => Ok(()),
            Step::Apply(modifier, _) => yes(self.can_be_laid(ctx, modifier)),
            Step::End(_) => Ok(()),
            Step::Skip(Skip::NormalDraw) => yes(self.can_give_up_the_draw(ctx.player)),
            // What will be possible then cannot be seen yet.
            Step::Later(_) | Step::Skip(Skip::Phase { .. }) => Ok(()),
        }
    }

    fn can_move(&self, ctx: &Ctx, selection: &Selection, verb: Verb) -> Feasible {
        let mut rules = Vec::new();
        let enough = self.enough(ctx, selection, |duel, player, id| duel.may_be_moved(ctx, player, id, verb).is_ok());
        if enough.is_ok() || !ctx.told_why {
            return enough;
        }
        for player in self.acting(ctx, selection) {
            for id in self.pool(ctx, selection, player) {
                rules.extend(self.may_be_moved(ctx, player, id, verb).err().map(|refusal| refusal.rule));
            }
        }
        Err(rules)
    }

    /// Whether enough of these cards can be found.
    pub(crate) fn are_enough(&self, ctx: &Ctx, pick: &Pick, cards: &[CardId]) -> bool {
        match pick {
            Pick::Choose(count, group) => self.are_enough_to_choose(ctx, count, group, cards),
            Pick::Random(n, _) | Pick::Top(n) => cards.len() as i32 >= self.amount(ctx, n, 0),
            _ => !cards.is_empty(),
        }
    }

    /// Enough cards for every player addressed.
    fn enough(&self, ctx: &Ctx, selection: &Selection, may: impl Fn(&Self, Player, CardId) -> bool) -> Feasible {
        if selection.even_none {
            return Ok(());
        }
        let for_all = self.acting(ctx, selection).into_iter().all(|player| {
            let mut pool = self.pool(ctx, selection, player);
            pool.retain(|&id| may(self, player, id));
            let enough = self.are_enough(ctx, &selection.pick, &pool);
            enough || self.could_be_among_the_unseen(ctx, selection, pool)
        });
        // What all players do together is possible if anyone can do it, unless each must choose.
        let for_any = matches!(selection.pick, Pick::All(_)) && selection.who == Who::EachPlayer && {
            self.acting(ctx, selection).into_iter().any(|player| !self.pool(ctx, selection, player).is_empty())
        };
        yes(for_all || for_any)
    }

    /// `legality.unseen-cards`: whether there could be enough with those cards that only the opponent knows, before the effect is activated.
    fn could_be_among_the_unseen(&self, ctx: &Ctx, selection: &Selection, mut known: Vec<CardId>) -> bool {
        let (Pick::Choose(_, group) | Pick::All(group) | Pick::Random(_, group)) = &selection.pick else {
            return false;
        };
        let before = ctx.link.is_none() && ctx.cause == Why::Game && ctx.purpose == Purpose::Effect;
        let places = group.where_the_opponent_alone_sees_them();
        if !before || places.is_empty() {
            return false;
        }
        let there = Group { whose: group.whose, places, ..Group::default() };
        let unseen = |id: &CardId| !self.is_revealed(*id) && !self.state.card(*id).face_up && !known.contains(id);
        let unseen: Vec<CardId> = self.members(ctx, &there, None).into_iter().filter(unseen).collect();
        known.extend(unseen);
        let enough = self.are_enough(ctx, &selection.pick, &known);
        self.applies_if(enough, Rule::LegalityUnseenCards);
        enough && !self.policy.unseen.are_asked_about()
    }

    /// Whether counters would be placed on cards of which none lies face-up on the field.
    pub(crate) fn would_place_counters_elsewhere(&self, ctx: &Ctx, step: &Step) -> bool {
        let bears = |id: CardId| self.state.card(id).zone.on_field() && self.state.card(id).face_up;
        matches!(step, Step::PlaceCounters(word, ..) if !self.still_meant_by(ctx, word).into_iter().any(bears))
    }

    fn can_draw(&self, ctx: &Ctx, who: Who, amount: &Amount) -> Feasible {
        if self
            .addressed(ctx, who)
            .into_iter()
            .any(|player| self.may_do(player, crate::def::CannotDo::Draw, None).is_err())
        {
            return Err(vec![Rule::LegalityForbidden]);
        }
        yes(self.addressed(ctx, who).into_iter().all(|player| {
            let hand = self.hand_of(ctx, player);
            let count = self.amount(ctx, amount, hand);
            let until = matches!(amount, Amount::Until(_));
            self.state.decks[player.index()].len() as i32 >= count && !(until && count == 0)
        }))
    }

    /// Whether a part works on what targets or an earlier part bring about, so that the board cannot show it yet.
    pub(crate) fn depends_on_earlier(&self, step: &Step, first: bool, hand_changed: bool) -> bool {
        let known_later = |word: &Word| match word {
            Word::Named(_) => true,
            Word::ThoseCards => !first,
            _ => false,
        };
        depends(step, &known_later, hand_changed)
    }

    /// Whether a part works on what an earlier part has yet to bring about.
    pub(crate) fn speaks_of_the_unknown(&self, ctx: &Ctx, step: &Step) -> bool {
        let unknown = |word: &Word| match word {
            Word::Named(name) => !ctx.names.iter().any(|(known, _)| known == name),
            Word::ThoseCards => true,
            _ => false,
        };
        depends(step, &unknown, false)
    }
}

/// Whether a part works on cards that words of a kind mean.
fn depends(step: &Step, known_later: &dyn Fn(&Word) -> bool, hand_changed: bool) -> bool {
    let step = step.inner();
    let group = |g: &Group| group_depends(g, known_later) || (hand_changed && g.places.contains(&Place::Hand));
    let so_many = |count: &Count| match count {
        Count::Amount(amount) | Count::UpToAmount(amount) => amount_depends(amount, known_later),
        _ => false,
    };
    let using = |with: &WithMaterials| {
        let used = match &with.using {
            Using::From(g) => group(g),
            Using::These(word) => known_later(word),
        };
        used || with.including.as_ref().is_some_and(known_later)
    };
    match (step, step.selection().map(|s| &s.pick)) {
        (Step::SpecialSummon { by: Some(with), .. }, _) if using(with) => true,
        (Step::Afterwards(Afterwards::SpecialSummon { by, .. }), _) if using(by) => true,
        (Step::OneOf(_, alternatives), _) => {
            let first = alternatives.iter().filter_map(|alternative| alternative.does.first());
            first.into_iter().any(|part| depends(&part.step, known_later, hand_changed))
        }
        (Step::Draw(_, Amount::NumberOf(..), _), _) => true,
        (_, Some(Pick::These(word))) => known_later(word),
        (_, Some(Pick::Choose(count, g))) => group(g) || so_many(count),
        (_, Some(Pick::Random(n, g))) => group(g) || n.of().is_some_and(known_later),
        (_, Some(Pick::Top(n))) => n.of().is_some_and(known_later),
        (_, Some(Pick::All(g))) => group(g),
        _ => false,
    }
}

/// Whether an amount speaks of cards that words of a kind mean.
fn amount_depends(amount: &Amount, known_later: &dyn Fn(&Word) -> bool) -> bool {
    let parts = amount.with_its_parts();
    parts
        .iter()
        .any(|part| part.of().is_some_and(known_later) || part.group().is_some_and(|of| group_depends(of, known_later)))
}

/// Whether a group speaks of cards that words of a kind mean.
pub(crate) fn group_depends(group: &Group, known_later: &dyn Fn(&Word) -> bool) -> bool {
    let words = group.among.iter().chain(&group.same_name_as).chain(&group.same_type_as);
    let words = words.chain(&group.same_attribute_as).chain(&group.other_name_than);
    let amounts = || group.amounts().into_iter().flat_map(Amount::with_its_parts);
    let words = words.chain(amounts().filter_map(Amount::of));
    let mut subjects =
        group.material_of.iter().chain(&group.equipped_to).chain(&group.equipped_with).chain(&group.used_for);
    words.into_iter().any(known_later)
        || amounts().filter_map(Amount::group).any(|of| group_depends(of, known_later))
        || group.or.iter().chain(&group.except).chain(&group.originally).any(|other| group_depends(other, known_later))
        || subjects.any(|of| match &**of {
            Subject::Word(word) => known_later(word),
            Subject::Group(of) => group_depends(of, known_later),
        })
}

pub(crate) fn yes(possible: bool) -> Feasible {
    if possible { Ok(()) } else { Err(Vec::new()) }
}

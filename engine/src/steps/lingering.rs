//! Verbs whose doing lasts: changes of ATK and DEF, modifiers that apply for a time, the end of a phase.

use std::sync::Arc;

use super::Outcome;
use crate::catalogue::Rule;
use crate::def::{
    Affected, Amount, Change, Ended, Modifier, NameSaid, OrDeclared, Phase, Pick, Selection, Switched, Treated, Until,
    Word,
};
use crate::flow::{Duel, Flow};
use crate::state::{Boost, CardId, Lingering, Ref, Stat, What, Zone};
use crate::words::{Ctx, Doing};

impl Duel {
    pub(crate) fn change_value(
        &mut self,
        ctx: &mut Ctx,
        selection: &Selection,
        change: &Change,
        until: Until,
        stat: Stat,
    ) -> Flow<Outcome> {
        let may = |duel: &Self, id: CardId| duel.may_change(id, stat);
        let found = self.select(ctx, selection, ctx.player, may)?;
        let mut found = self.affected(ctx, found, Doing::Affects);
        found.retain(|&id| stat != Stat::Level || self.is_another_level(ctx, id, change));
        let mut changed = Vec::new();
        for &id in &found {
            let value = |duel: &Self| match stat {
                Stat::Atk => duel.atk(id),
                Stat::Def => duel.defense(id),
                Stat::Level => duel.level(id).unwrap_or(0),
            };
            let before = value(self);
            let (sets, original) = (!matches!(change, Change::By(_)), matches!(change, Change::Original(_)));
            let base = if original { self.printed_value(id, stat) } else { before };
            let amount = self.amount(ctx, change.amount(), base);
            if original {
                self.forget_what_it_became(id, stat);
            }
            let was = self.touched(id);
            let own = selection.pick == Pick::These(Word::ThisCard) && !self.state.is_of_a_spell(ctx.effect);
            let boost = self.boost_of(ctx, id, stat, amount, until);
            self.state.boosts.push(Boost { own, sets, original, ..boost });
            let after = self.snapshot(id);
            ctx.amount = (value(self) - before).abs();
            changed.push(crate::state::Changed { after, ..was });
        }
        let outcome = Outcome::of(changed.len());
        if let Some(name) = &selection.named {
            ctx.name(name, changed.iter().map(|c| c.card).collect());
        }
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::Applied, changed);
        }
        Ok(outcome)
    }

    /// A change that an effect makes of a value of a card, which becomes so much.
    fn boost_of(&mut self, ctx: &Ctx, id: CardId, stat: Stat, amount: i32, until: Until) -> Boost {
        Boost {
            card: self.state.reference(id),
            face: self.state.card(id).face,
            stat,
            by: (ctx.effect, ctx.player),
            own: false,
            sets: true,
            original: false,
            since: self.state.clock.now,
            amount,
            until,
            from_turn: self.state.turn,
            ends: self.state.appoint_end(until, ctx.player),
        }
    }

    /// `value.switched`: the ATK and DEF of monsters that have both are switched, of all of them at once.
    pub(crate) fn switch_atk_and_def(
        &mut self,
        ctx: &mut Ctx,
        selection: &Selection,
        which: Switched,
        until: Until,
    ) -> Flow<Outcome> {
        let found = self.select(ctx, selection, ctx.player, |duel: &Self, id: CardId| duel.has_atk_and_def(id))?;
        let found = self.affected(ctx, found, Doing::Affects);
        self.applies_if(!found.is_empty(), Rule::ValueSwitched);
        let original = which == Switched::Original;
        let mut changed = Vec::new();
        for &id in &found {
            let value = |stat: Stat| match (which, stat) {
                (Switched::Original, _) => {
                    let printed = self.printed_value(id, stat);
                    self.original_value(id, printed, stat).unwrap_or(printed)
                }
                (Switched::Present, Stat::Def) => self.defense(id),
                (Switched::Present, _) => self.atk(id),
            };
            let becomes = [(Stat::Atk, value(Stat::Def)), (Stat::Def, value(Stat::Atk))];
            let was = self.touched(id);
            for (stat, amount) in becomes {
                if original {
                    self.forget_what_it_became(id, stat);
                }
                let boost = self.boost_of(ctx, id, stat, amount, until);
                self.state.boosts.push(Boost { original, ..boost });
            }
            changed.push(crate::state::Changed { after: self.snapshot(id), ..was });
        }
        let outcome = Outcome::of(changed.len());
        if let Some(name) = &selection.named {
            ctx.name(name, changed.iter().map(|c| c.card).collect());
        }
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::Applied, changed);
        }
        Ok(outcome)
    }

    /// `value.switched`: whether a card is a face-up monster with ATK and DEF; Link Monsters have no DEF.
    pub(crate) fn has_atk_and_def(&self, id: CardId) -> bool {
        self.applies_if(self.def(id).is_link(), Rule::ValueSwitched);
        self.may_change(id, Stat::Atk) && !self.def(id).is_link()
    }

    /// Whether a change would make another value of the one a card has, as far as it can be worked out before the effect resolves.
    pub(crate) fn would_change(&self, ctx: &Ctx, id: CardId, change: &Change, stat: Stat) -> bool {
        let plain = matches!(change.amount(), Amount::Number(_) | Amount::Half | Amount::Double);
        let is_known = plain || (stat == Stat::Level && Self::is_known_before(ctx, change.amount()));
        let original = matches!(change, Change::Original(_));
        if !is_known || (original && self.has_become_something(id, stat)) {
            return true;
        }
        let (before, least) = match stat {
            _ if original => {
                let printed = self.printed_value(id, stat);
                (self.original_value(id, printed, stat).unwrap_or(printed), 0)
            }
            Stat::Atk => (self.atk(id), 0),
            Stat::Def => (self.defense(id), 0),
            Stat::Level => (self.level(id).unwrap_or(0), 1),
        };
        self.changed(ctx, change, before).max(least) != before
    }

    /// `value.level-already-so`: a Level does not become what it is; what has none gets none.
    pub(crate) fn is_another_level(&self, ctx: &Ctx, id: CardId, change: &Change) -> bool {
        if self.level(id).is_none() {
            return false;
        }
        let another = self.would_change(ctx, id, change, Stat::Level);
        self.applies_if(!another, Rule::ValueLevelAlreadySo);
        another
    }

    /// Whether a value of a card can be changed: of face-up monsters, a Level also of those in the hand.
    pub(crate) fn may_change(&self, id: CardId, stat: Stat) -> bool {
        let card = self.state.card(id);
        let has_it = stat != Stat::Level || self.state.monster(id).is_some_and(|m| m.level.is_some());
        let in_hand = stat == Stat::Level && card.zone == Zone::Hand;
        has_it && (in_hand || (card.zone == Zone::Monster && card.face_up))
    }

    /// `target.checked-again`: what speaks of a target that is lost is not applied; nor is what is laid on cards of which there are none.
    pub(crate) fn apply(&mut self, ctx: &Ctx, modifier: &Modifier, until: Until) -> Outcome {
        let laid_on = modifier.laid_on();
        let means_none = |word: &&Word| matches!(word, Word::Named(_)) && self.meant_by(ctx, word).is_empty();
        let on_nothing = !laid_on.is_empty() && laid_on.iter().all(means_none);
        if on_nothing
            || self.is_laid_on_the_face_down(ctx, modifier)
            || self.speaks_of_a_lost_target(ctx, modifier)
            || self.is_laid_on_the_unaffected(ctx, modifier)
        {
            return Outcome::NotDone;
        }
        let already = self.negated_already(ctx, modifier);
        let new = |card: &Ref| !already.contains(card);
        if !already.is_empty() && !laid_on.iter().any(|word| self.meant_by(ctx, word).iter().any(new)) {
            return Outcome::NotDone;
        }
        let mut names = match modifier.does_something_to_its_cards() {
            true => self.names_of_the_affected(ctx, &modifier.laid_on()),
            false => ctx.names.clone(),
        };
        names.iter_mut().for_each(|(_, cards)| cards.retain(new));
        self.state.lingering.push(Lingering {
            modifier: Arc::new(self.as_said_now(ctx, modifier)),
            player: ctx.player,
            effect: ctx.effect,
            source: ctx.source,
            until,
            from_turn: self.state.turn,
            ends: self.state.appoint_end(until, ctx.player),
            names,
            those: ctx.those.iter().copied().filter(new).collect(),
            summoned: ctx.summoned.clone(),
            answers: ctx.link.and_then(|link| self.state.link(link).answers),
            sworn: false,
            link: ctx.link,
        });
        self.emit(ctx.cause, ctx.rule, What::Applied, Vec::new());
        Outcome::Done
    }

    /// `conjunction.and`: whether something can be laid on the cards of which it is said, as far as they are known by now. A further
    /// attack on a monster needs one.
    pub(crate) fn can_be_laid(&self, ctx: &Ctx, modifier: &Modifier) -> bool {
        let known = |word: &&Word| matches!(word, Word::Named(name) if ctx.names.iter().any(|(n, _)| n == name));
        let laid_on = modifier.laid_on();
        let all_known = !laid_on.is_empty() && laid_on.iter().all(known);
        let none_left = || laid_on.iter().all(|word| self.still_meant_by(ctx, word).is_empty());
        let nothing_to_attack = matches!(modifier, Modifier::Attacks(_, often) if often.again && often.monsters_only)
            && !self.state.ids().any(|id| {
                let card = self.state.card(id);
                card.zone == Zone::Monster && card.controller != self.state.turn_player
            });
        let no_more = matches!(modifier, Modifier::NormalSummons(who, count) if !self.would_be_more_normal_summons(ctx, *who, *count));
        !nothing_to_attack && !no_more && !(all_known && (none_left() || self.is_laid_on_the_face_down(ctx, modifier)))
    }

    /// Whether all cards that are to be something else from now on lie face-down on the field, where they are nothing that could change.
    fn is_laid_on_the_face_down(&self, ctx: &Ctx, modifier: &Modifier) -> bool {
        let lies_face_down = |id: &CardId| {
            let card = self.state.card(*id);
            card.zone == Zone::Monster && !card.face_up
        };
        let cards: Vec<CardId> = modifier.laid_on().into_iter().flat_map(|w| self.still_meant_by(ctx, w)).collect();
        modifier.changes_what_cards_are() && !cards.is_empty() && cards.iter().all(lies_face_down)
    }

    /// What is said of a name or a Pendulum Scale by whose it is means the one that card has then.
    fn as_said_now(&self, ctx: &Ctx, modifier: &Modifier) -> Modifier {
        let mut said = modifier.clone();
        if let Modifier::Scale(_, Change::To(amount)) = &mut said
            && matches!(amount, Amount::ScaleOf(..))
        {
            *amount = Amount::Number(self.amount(ctx, amount, 0));
        }
        if let Modifier::Attacks(Affected::Word(word), often) = &mut said
            && often.again
        {
            let made = self.still_meant_by(ctx, word).first().map_or(0, |&id| self.attacks_made(id).len());
            often.times = Amount::Number(made as i32 + 1);
        }
        if let Modifier::CannotBe(_, Affected::Group(group), ..) = &mut said
            && let Some(word) = group.same_name_as.take()
        {
            let own = |r: &Ref| self.def(r.card).original_name().to_owned();
            let name = |r: &Ref| self.alias(r.card).map_or_else(|| own(r), |alias| alias.to_string());
            group.name.extend(self.meant_by(ctx, &word).iter().map(name).map(OrDeclared::Just));
        }
        let name = match &mut said {
            Modifier::TreatedAs(_, Treated { name: Some(name), .. }) => Some(name),
            Modifier::Copies(_, copied) => Some(&mut copied.of),
            _ => None,
        };
        if let Some(name) = name
            && let Some(text) = self.name_said(ctx, name)
        {
            *name = NameSaid::Just(text.to_string());
        }
        said
    }

    /// Ends the phase, or the turn; what follows is the next phase that is not skipped.
    pub(crate) fn end_phase_by_effect(&mut self, ctx: &Ctx, what: Ended) -> Outcome {
        let next = self.state.ways_on().first().copied().unwrap_or(Phase::End);
        match what {
            // One that is over already is not ended once more.
            Ended::BattlePhase if self.state.phase == Phase::Battle && self.state.forced_on.is_none() => {
                self.state.forced_on = Some(next);
                self.emit(ctx.cause, ctx.rule, What::Applied, Vec::new());
                Outcome::Done
            }
            Ended::Turn if self.state.phase != Phase::End => {
                self.state.forced_on = Some(Phase::End);
                if self.state.attack.is_none() {
                    self.end_of_phase();
                    self.state.phase = Phase::End;
                    self.state.moment = None;
                    self.phase_comes();
                }
                let what = What::PhaseBegan(Phase::End, self.state.turn_player);
                self.emit(ctx.cause, ctx.rule, what, Vec::new());
                Outcome::Done
            }
            Ended::MainPhase if matches!(self.state.phase, Phase::Main1 | Phase::Main2) => {
                self.pass_over_up_to(next);
                self.end_of_phase();
                self.state.forced_on = Some(next);
                self.state.phase = next;
                self.state.moment = None;
                let what = What::PhaseBegan(next, self.state.turn_player);
                self.emit(ctx.cause, ctx.rule, what, Vec::new());
                Outcome::Done
            }
            Ended::BattlePhase | Ended::MainPhase | Ended::Turn => Outcome::NotDone,
        }
    }
}

//! `conjunction.*`: how the parts of an effect hang together.
//!
//! Elsewhere: `conjunction.materials-before-the-summon` in `steps/material.rs` (`summon_with_materials`).

use crate::catalogue::Rule;
use crate::def::{Affected, CannotBe, Count, Facing, Joint, Modifier, Part, Pick, Selection, Step, Until, Word};
use crate::flow::{Duel, Flow, Progress};
use crate::policy::Meaning;
use crate::state::{CardId, Changed, Freed, Zone};
use crate::steps::{Outcome, Verb};
use crate::words::Ctx;

impl Duel {
    /// The table of conjunctions: `conjunction.and`, `conjunction.and-if-you-do`, `conjunction.then`, `conjunction.also`,
    /// `conjunction.also-after-that`.
    fn meaning(&self, joint: Joint) -> Meaning {
        let (needs, later, needed) = match joint {
            Joint::First => (false, false, false),
            Joint::And => (true, false, true),
            Joint::AndIfYouDo => (true, false, false),
            Joint::Then => (true, true, false),
            Joint::Also => (false, false, false),
            Joint::AlsoAfterThat => (false, true, false),
        };
        self.policy.conjunctions.meaning(joint, Meaning { needs, later, needed })
    }

    /// Whether a part is done only if the one before it was.
    pub(crate) fn needs_what_is_before(&self, joint: Joint) -> bool {
        self.meaning(joint).needs
    }

    /// `conjunction.not-in-the-hand`: how many of the cards that were to come to the hand are there. A monster that returns to
    /// the Extra Deck is not, and was not added or returned to the hand.
    pub(crate) fn count_in_the_hand(&self, changed: &[Changed]) -> usize {
        let there = changed.iter().filter(|c| c.after.zone == Zone::Hand).count();
        self.applies_if(there < changed.len(), Rule::ConjunctionNotInTheHand);
        if self.policy.conjunctions.count_the_extra_deck() { changed.len() } else { there }
    }

    /// `conjunction.went-elsewhere`: how many of the cards that were to be sent to the GY or returned to the Deck are there. Of a
    /// number of cards none counts if not all are.
    pub(crate) fn count_where_they_go(&self, changed: &[Changed], pick: &Pick, zones: &[Zone]) -> usize {
        let there = changed.iter().filter(|c| zones.contains(&c.after.zone)).count();
        let elsewhere = there < changed.len();
        self.applies_if(elsewhere, Rule::ConjunctionWentElsewhere);
        match pick {
            _ if self.policy.conjunctions.count_what_went_elsewhere() => changed.len(),
            Pick::Choose(Count::Exactly(_), _) if elsewhere => 0,
            _ => there,
        }
    }

    /// Carries out the parts of an effect; says whether anything was done.
    pub(crate) fn carry_out(&mut self, ctx: &mut Ctx, parts: &[Part]) -> Flow<bool> {
        let mut progress = Progress::NONE;
        while self.carry_out_some(ctx, parts, &mut progress)? {}
        Ok(progress.any)
    }

    /// Carries out the next part of an effect; says whether there are more.
    pub(crate) fn carry_out_some(&mut self, ctx: &mut Ctx, parts: &[Part], progress: &mut Progress) -> Flow<bool> {
        let Some(players) = self.one_after_the_other(parts) else {
            self.carry_out_part(ctx, parts, progress)?;
            return Ok(progress.next < parts.len());
        };
        self.carry_out_player_by_player(ctx, parts, progress, players)?;
        Ok(false)
    }

    pub(crate) fn carry_out_part(&mut self, ctx: &mut Ctx, parts: &[Part], progress: &mut Progress) -> Flow<()> {
        let i = progress.next;
        let Some(part) = parts.get(i) else { return Ok(()) };
        progress.next += 1;
        let meaning = self.meaning(part.joint);
        let rule = rule_of(part.joint);
        self.applies_all(rule);
        if meaning.needs && !progress.fulfilled {
            return self.left_out(ctx, meaning.later);
        }
        let next_is_needed = parts.get(i + 1).is_some_and(|next| self.meaning(next.joint).needed);
        if next_is_needed && !self.all_possible(ctx, &parts[i..]) {
            let together = &parts[i..=i + self.joined(&parts[i..]).len()];
            self.why_not_together(ctx, together).into_iter().for_each(|rule| self.note_hindered(rule));
            progress.fulfilled = false;
            return Ok(());
        }
        if meaning.later {
            self.new_instant_of_an_effect()?;
        }
        ctx.rule = ctx.standing.or(rule);
        let outcome = match parts.get(i + 1).and_then(|next| self.destroys_and_banishes(ctx, part, next)) {
            Some(cards) => {
                progress.next = i + 2;
                ctx.rule = Some(Rule::ConjunctionDestroyedAndBanished);
                self.relocate(ctx, cards, Verb::DestroyAndBanish)?
            }
            None if let Some(exchanged) = self.exchanges(&parts[i..]) => {
                progress.next = i + 2;
                self.applies(Rule::ConjunctionAnd);
                self.exchange_control(ctx, exchanged)?
            }
            None => {
                ctx.joined = self.joined(&parts[i..]).to_vec();
                let outcome = self.perform(ctx, &part.step)?;
                ctx.joined.clear();
                outcome
            }
        };
        let with_next =
            outcome == Outcome::Elsewhere && parts.get(i + 1).is_some_and(|next| self.is_one_doing(part, next));
        progress.fulfilled = outcome == Outcome::Done || with_next;
        // To choose cards without doing anything to them is nothing that happens.
        progress.any |= outcome != Outcome::NotDone && !matches!(part.step.inner(), Step::Pick(_));
        if outcome == Outcome::NotDone {
            self.left_out(ctx, meaning.later)?;
        }
        Ok(())
    }

    /// `conjunction.destroyed-and-banished`: the cards that a part destroys and the next banishes at the same time, if it does.
    fn destroys_and_banishes<'p>(&self, ctx: &Ctx, part: &'p Part, next: &Part) -> Option<&'p Selection> {
        let meaning = self.meaning(next.joint);
        let (Step::Destroy(destroyed), Step::Banish(banished, Facing::Up)) = (&part.step, &next.step) else {
            return None;
        };
        let named = |name: &String| destroyed.named.as_ref() == Some(name);
        let the_same = match &banished.pick {
            Pick::These(Word::Named(name)) if named(name) => true,
            pick => matches!(pick, Pick::These(_)) && destroyed.pick == *pick,
        };
        let can_be = |id: CardId| self.may_be_by(id, CannotBe::Banished, ctx.player, Self::as_cause(ctx)).is_ok();
        let cards = self.addressed(ctx, destroyed.who).into_iter().flat_map(|player| self.pool(ctx, destroyed, player));
        let together = meaning.needs && !meaning.later && the_same && cards.into_iter().any(can_be);
        (together && self.policy.conjunctions.banish_straight()).then_some(destroyed)
    }

    /// The monsters of two players that a part and the next, joined by "and", exchange, if they do.
    fn exchanges<'p>(&self, parts: &'p [Part]) -> Option<[(&'p Selection, Until); 2]> {
        match parts {
            [
                Part { step: Step::TakeControl(one, until), .. },
                Part { step: Step::TakeControl(other, then), joint },
                ..,
            ] if self.meaning(*joint).needed => Some([(one, *until), (other, *then)]),
            _ => None,
        }
    }

    /// `conjunction.and`: whether a part and the next do the same to two cards at the same time: where the one goes is no matter
    /// to the other.
    fn is_one_doing(&self, part: &Part, next: &Part) -> bool {
        self.meaning(next.joint).needed && std::mem::discriminant(&part.step) == std::mem::discriminant(&next.step)
    }

    /// The parts joined to the first of these by "and".
    pub(crate) fn joined<'p>(&self, parts: &'p [Part]) -> &'p [Part] {
        let needed = parts.iter().skip(1).take_while(|part| self.meaning(part.joint).needed).count();
        &parts[1..=needed]
    }

    /// `conjunction.and`: whether all parts that need each other can be done, each as far as what it speaks of is known by now.
    fn all_possible(&self, ctx: &Ctx, parts: &[Part]) -> bool {
        let possible = |(i, part): (usize, &Part)| {
            let before = parts[..=i].iter().map(|part| &part.step);
            let freed = if Self::brings_cards(&part.step) { self.freed_by(ctx, None, before) } else { Vec::new() };
            let ctx = &Ctx { freed, ..ctx.clone() };
            !self.is_all_about_the_unaffected(ctx, &part.step)
                && (self.speaks_of_the_unknown(ctx, &part.step)
                    || changes_what_is_summoned(&parts[..=i], &part.step)
                    || self.feasible(ctx, &part.step).is_ok())
        };
        let together = &parts[..=self.joined(parts).len()];
        self.finds_room_for_all(ctx, together) && self.joined(parts).iter().enumerate().all(possible) && {
            let ctx = &Ctx { joined: self.joined(parts).to_vec(), ..ctx.clone() };
            !self.is_all_about_the_unaffected(ctx, &parts[0].step) && self.feasible(ctx, &parts[0].step).is_ok()
        }
    }

    /// `conjunction.and`: whether what is joined to a choice can still be done if it falls on a card.
    pub(crate) fn allows_what_is_joined(&self, ctx: &Ctx, named: &str, id: CardId) -> bool {
        if ctx.joined.is_empty() {
            return true;
        }
        let mut chosen = Ctx { joined: Vec::new(), ..ctx.clone() };
        chosen.name(named, vec![self.state.reference(id)]);
        chosen.taken.push(id);
        chosen.freed.push(Freed { most: 1, of: vec![id] });
        // What the choice is Summoned for is done to it on the field, where it does not lie yet.
        let comes = !self.state.card(id).zone.on_field();
        ctx.joined.iter().all(|part| {
            let known = !self.speaks_of_the_unknown(ctx, &part.step) || (comes && part.step.changes_values());
            !self.negates_again(&part.step, named, id)
                && (known
                    || self.speaks_of_the_unknown(&chosen, &part.step)
                    || self.feasible(&chosen, &part.step).is_ok())
        })
    }

    /// `conjunction.and`: whether a part negates the effects of the card that is chosen, which has none or whose effects are negated already.
    fn negates_again(&self, step: &Step, named: &str, id: CardId) -> bool {
        let Step::Apply(Modifier::Negated(Affected::Word(Word::Named(of))), _) = step else { return false };
        of == named && self.state.card(id).zone.on_field() && !self.could_be_negated(id)
    }
}

/// Whether a part changes values of what one before it would Special Summon, which may be no monster before that.
pub(crate) fn changes_what_is_summoned(before: &[Part], step: &Step) -> bool {
    let word = |step: &Step| match step.selection().map(|s| &s.pick) {
        Some(Pick::These(word)) => Some(word.clone()),
        _ => None,
    };
    let summons =
        |part: &Part| matches!(part.step.inner(), Step::SpecialSummon { .. }) && word(&part.step) == word(step);
    let about = step.changes_values() || matches!(step, Step::ChangeAttackTarget(_));
    about && word(step).is_some() && before.iter().any(summons)
}

fn rule_of(joint: Joint) -> Option<Rule> {
    match joint {
        Joint::First => None,
        Joint::And => Some(Rule::ConjunctionAnd),
        Joint::AndIfYouDo => Some(Rule::ConjunctionAndIfYouDo),
        Joint::Then => Some(Rule::ConjunctionThen),
        Joint::Also => Some(Rule::ConjunctionAlso),
        Joint::AlsoAfterThat => Some(Rule::ConjunctionAlsoAfterThat),
    }
}

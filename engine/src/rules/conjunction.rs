//! `conjunction.*`: how the parts of an effect hang together.
//!
//! Elsewhere: `conjunction.materials-before-the-summon` in `steps/material.rs` (`summon_with_materials`).

use crate::catalogue::Rule;
use crate::def::{Joint, Part, Pick, Selection, Step, Word};
use crate::flow::{Duel, Flow};
use crate::policy::Meaning;
use crate::state::{Changed, Zone};
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

    /// `conjunction.not-in-the-hand`: how many of the cards that were to come to the hand are there. A monster that returns to
    /// the Extra Deck is not, and was not added or returned to the hand.
    pub(crate) fn count_in_the_hand(&self, changed: &[Changed]) -> usize {
        let there = changed.iter().filter(|c| c.after.zone == Zone::Hand).count();
        self.applies_if(there < changed.len(), Rule::ConjunctionNotInTheHand);
        if self.policy.conjunctions.count_the_extra_deck() { changed.len() } else { there }
    }

    /// Carries out the parts of an effect; says whether anything was done.
    pub(crate) fn carry_out(&mut self, ctx: &mut Ctx, parts: &[Part]) -> Flow<bool> {
        let Some(players) = self.one_after_the_other(parts) else {
            return self.carry_out_parts(ctx, parts);
        };
        let mut any = false;
        for player in players {
            ctx.only = Some(player);
            any |= self.carry_out_parts(ctx, parts)?;
            self.new_instant()?;
        }
        ctx.only = None;
        Ok(any)
    }

    fn carry_out_parts(&mut self, ctx: &mut Ctx, parts: &[Part]) -> Flow<bool> {
        let mut before = Outcome::Done;
        let mut any = false;
        let mut parts_left = parts.iter().enumerate();
        while let Some((i, part)) = parts_left.next() {
            let meaning = self.meaning(part.joint);
            let rule = rule_of(part.joint);
            self.applies_all(rule);
            if meaning.needs && before != Outcome::Done {
                self.left_out(ctx, meaning.later)?;
                continue;
            }
            let next_is_needed = parts.get(i + 1).is_some_and(|next| self.meaning(next.joint).needed);
            if next_is_needed && !self.all_possible(ctx, &parts[i..]) {
                before = Outcome::NotDone;
                continue;
            }
            if meaning.later {
                self.new_instant()?;
            }
            ctx.rule = ctx.standing.or(rule);
            before = match parts.get(i + 1).and_then(|next| self.destroys_and_banishes(part, next)) {
                Some(cards) => {
                    parts_left.next();
                    ctx.rule = Some(Rule::ConjunctionDestroyedAndBanished);
                    self.relocate(ctx, cards, Verb::DestroyAndBanish)?
                }
                None => self.perform(ctx, &part.step)?,
            };
            any |= before != Outcome::NotDone;
            if before == Outcome::NotDone {
                self.left_out(ctx, meaning.later)?;
            }
        }
        Ok(any)
    }

    /// `conjunction.destroyed-and-banished`: the cards that a part destroys and the next banishes at the same time, if it does.
    fn destroys_and_banishes<'p>(&self, part: &'p Part, next: &Part) -> Option<&'p Selection> {
        let meaning = self.meaning(next.joint);
        let (Step::Destroy(destroyed), Step::Banish(banished)) = (&part.step, &next.step) else { return None };
        let named = |name: &String| destroyed.named.as_ref() == Some(name);
        let the_same = match &banished.pick {
            Pick::These(Word::Named(name)) if named(name) => true,
            pick => matches!(pick, Pick::These(_)) && destroyed.pick == *pick,
        };
        let together = meaning.needs && !meaning.later && the_same;
        (together && self.policy.conjunctions.banish_straight()).then_some(destroyed)
    }

    /// `conjunction.and`: whether all parts that need each other can be done.
    fn all_possible(&self, ctx: &Ctx, parts: &[Part]) -> bool {
        let rest = parts[1..].iter().take_while(|p| self.meaning(p.joint).needed);
        let mut all = std::iter::once((&parts[0], true)).chain(rest.map(|part| (part, false)));
        all.all(|(part, first)| {
            !self.is_all_about_the_unaffected(ctx, &part.step)
                && ((!first && self.depends_on_earlier(&part.step, false, false))
                    || self.feasible(ctx, &part.step).is_ok())
        })
    }
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

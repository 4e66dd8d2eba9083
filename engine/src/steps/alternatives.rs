//! One of several things, which the player picks when the effect resolves, or a coin or a die.

use super::Outcome;
use crate::def::{Alternative, Joint, Part, Pick, Step, Who, Word};
use crate::flow::{Choice, Duel, Flow, Pool};
use crate::state::{CardId, Purpose};
use crate::words::Ctx;

impl Duel {
    /// Whether an alternative could be done now, as far as the board shows it.
    pub(crate) fn is_possible(&self, ctx: &Ctx, alternative: &Alternative) -> bool {
        let before = |i: usize| alternative.does[..i].iter().map(|part| &part.step);
        alternative.does.iter().enumerate().all(|(i, part)| {
            let mut ctx = ctx.clone();
            ctx.freed.extend(self.freed_by(&ctx, None, before(i)));
            part.step.is_optional() || self.may_come_to_be_done(&ctx, part)
        })
    }

    /// Whether a part could be done now, or what is done before it decides.
    pub(crate) fn may_come_to_be_done(&self, ctx: &Ctx, part: &Part) -> bool {
        let later = part.joint != Joint::First;
        (later && self.depends_on_earlier(&part.step, false, false)) || self.feasible(ctx, &part.step).is_ok()
    }

    /// `legality.nothing-possible`: whether one of several things could come to be done with a card that a part before takes, whichever that
    /// is; of cards that nobody can name yet it is not asked.
    pub(crate) fn could_come_to_one_of(&self, ctx: &Ctx, before: &[Part], step: &Step) -> bool {
        let Step::OneOf(_, alternatives) = step else { return true };
        alternatives.iter().any(|alternative| {
            let first = alternative.does.first().and_then(|part| part.step.selection());
            let Some(Pick::These(Word::Named(name))) = first.map(|s| &s.pick) else { return true };
            let Some(cards) = self.could_be_called(ctx, before, name) else { return true };
            cards.into_iter().any(|id| {
                let mut known = ctx.clone();
                known.name(name, vec![self.state.reference(id)]);
                self.is_possible(&known, alternative)
            })
        })
    }

    /// The cards that parts may come to call by a name, if they choose them among known ones.
    fn could_be_called(&self, ctx: &Ctx, before: &[Part], name: &String) -> Option<Vec<CardId>> {
        let selections = before.iter().filter_map(|part| part.step.inner().selection());
        let naming = selections.into_iter().find(|s| s.named.as_ref() == Some(name))?;
        let (Pick::Choose(_, of) | Pick::Random(_, of) | Pick::All(of)) = &naming.pick else { return None };
        let mut cards = Vec::new();
        for word in &of.among {
            match word {
                Word::Named(other) if other != name => cards.extend(self.could_be_called(ctx, before, other)?),
                _ => return None,
            }
        }
        if of.among.is_empty() {
            cards.extend(self.acting(ctx, naming).into_iter().flat_map(|player| self.pool(ctx, naming, player)));
        }
        Some(cards)
    }

    /// What a coin or a die has come up with, whether that can be done or not.
    pub(crate) fn by_chance(&mut self, ctx: &mut Ctx, results: &[Alternative]) -> Flow<Outcome> {
        self.do_one(ctx, Purpose::Chance, Who::You, &results.iter().collect::<Vec<_>>())
    }

    /// The player picks one of those that can be done; of one there is no choice.
    pub(crate) fn one_of(&mut self, ctx: &mut Ctx, who: Who, alternatives: &[Alternative]) -> Flow<Outcome> {
        let possible: Vec<&Alternative> = alternatives.iter().filter(|a| self.is_possible(ctx, a)).collect();
        let others = alternatives.iter().filter(|a| !possible.contains(a)).flat_map(|a| &a.does);
        let hindered = others.filter_map(|part| self.feasible(ctx, &part.step).err()).flatten();
        hindered.for_each(|rule| self.note_hindered(rule));
        self.do_one(ctx, Purpose::Alternative, who, &possible)
    }

    /// Does the one that is picked, if there is any.
    fn do_one(&mut self, ctx: &mut Ctx, purpose: Purpose, who: Who, among: &[&Alternative]) -> Flow<Outcome> {
        if among.is_empty() {
            return Ok(Outcome::NotDone);
        }
        let from = Pool::Words(among.iter().map(|a| a.id.clone()).collect());
        let choice = Choice { purpose, effect: Some(ctx.effect), about: None, from, min: 1, max: 1 };
        let picks = self.addressed(ctx, who).first().copied().unwrap_or(ctx.player);
        let word = self.choose_word(picks, choice)?;
        let picked = among.iter().find(|a| a.id == word).unwrap_or(&among[0]);
        let done = self.carry_out(ctx, &picked.does)?;
        Ok(if done { Outcome::Done } else { Outcome::NotDone })
    }
}

//! Choosing cards: how many, by whom, and from what.

use super::Ctx;
use crate::catalogue::Rule;
use crate::def::{Amount, Count, Group, Pick, Selection, Who, Word};
use crate::flow::{Choice, Duel, Flow, Pool};
use crate::state::{CardId, Player, Purpose, Why, Zone};

impl Duel {
    /// The least and the most cards a count asks for, however many there are. No choice may empty an effect.
    pub(crate) fn asked_for(&self, ctx: &Ctx, count: &Count) -> (usize, usize) {
        let so_many = |amount: &Amount| self.amount(ctx, amount, 0).max(0) as usize;
        match count {
            Count::Exactly(n) => (*n as usize, *n as usize),
            Count::UpTo(n) => (1, *n as usize),
            Count::AtLeast(n) => (*n as usize, usize::MAX),
            Count::AsManyAsPossible => (usize::MAX, usize::MAX),
            Count::Amount(amount) => (so_many(amount), so_many(amount)),
            Count::UpToAmount(amount) => (so_many(amount).min(1), so_many(amount)),
        }
    }

    /// The least and the most cards a count takes of those there are.
    pub(crate) fn bounds(&self, ctx: &Ctx, count: &Count, there: usize) -> (usize, usize) {
        let (least, most) = self.asked_for(ctx, count);
        (there.min(least), there.min(most))
    }

    /// How many cards there must be for a choice to be possible.
    pub(crate) fn needed_for(&self, ctx: &Ctx, count: &Count) -> usize {
        match (count, self.asked_for(ctx, count)) {
            (Count::AsManyAsPossible, _) => 1,
            // What chooses no card has nothing to do.
            (Count::Amount(_) | Count::UpToAmount(_), (0, _)) => usize::MAX,
            (_, (least, _)) => least,
        }
    }

    /// The cards a selection might take for one player.
    pub(crate) fn pool(&self, ctx: &Ctx, selection: &Selection, player: Player) -> Vec<CardId> {
        let own = selection.who.acts_with_own_cards().then_some(player);
        match &selection.pick {
            Pick::These(word) => {
                let mut cards = self.still_meant_by(ctx, word);
                let whose = |c: CardId| match selection.who {
                    Who::ItsOwner => self.state.card(c).owner,
                    _ => self.state.card(c).controller,
                };
                cards.retain(|&c| own.is_none_or(|p| whose(c) == p));
                cards
            }
            Pick::Choose(_, group) => {
                let mut cards = self.members(&Ctx { knows_own: true, ..ctx.clone() }, group, own);
                if let (Some(named), false) = (&selection.named, ctx.joined.is_empty()) {
                    cards.retain(|&id| self.allows_what_is_joined(ctx, named, id));
                }
                // `damage-step.doomed`: what is destroyed as an effect resolves may be a defeated monster, too.
                if ctx.destroys && matches!(ctx.cause, Why::Link(_)) {
                    let doomed = |&id: &CardId| self.state.card(id).doomed_by.is_some();
                    self.applies_if(cards.iter().any(doomed), Rule::DamageStepDoomed);
                    return cards;
                }
                self.within_reach(ctx, cards)
            }
            Pick::All(group) | Pick::Random(_, group) => self.within_reach(ctx, self.members(ctx, group, own)),
            Pick::Top(n) => {
                let so_many = self.amount(ctx, n, 0).max(0) as usize * ctx.times.max(1) as usize;
                self.state.decks[player.index()].iter().take(so_many).copied().collect()
            }
        }
    }

    fn within_reach(&self, ctx: &Ctx, mut cards: Vec<CardId>) -> Vec<CardId> {
        cards.retain(|&id| !self.is_out_of_reach_as_doomed(ctx, id));
        cards
    }

    /// Finds the cards of a selection for one player, asking where there is a choice. Only cards for which `may` holds
    /// can be chosen.
    pub(crate) fn select(
        &mut self,
        ctx: &Ctx,
        selection: &Selection,
        player: Player,
        may: impl Fn(&Self, CardId) -> bool,
    ) -> Flow<Vec<CardId>> {
        self.select_at_most(ctx, selection, player, usize::MAX, may)
    }

    /// The same, if a choice can take only so many cards.
    pub(crate) fn select_at_most(
        &mut self,
        ctx: &Ctx,
        selection: &Selection,
        player: Player,
        room: usize,
        may: impl Fn(&Self, CardId) -> bool,
    ) -> Flow<Vec<CardId>> {
        let mut pool = self.pool(ctx, selection, player);
        pool.retain(|&id| may(self, id) && !self.is_passed_over(ctx, id));
        let far: Vec<CardId> = pool.iter().copied().filter(|&id| self.is_out_of_reach(ctx, id)).collect();
        pool.retain(|id| !far.contains(id));
        far.into_iter().for_each(|id| self.tell_unaffected(id, Rule::ImmunityOutOfReach));
        if matches!(selection.pick, Pick::Choose(..)) && matches!(ctx.cause, Why::Link(_) | Why::Reflex(..)) {
            pool.retain(|&id| self.may_be_chosen(ctx, id));
        }
        if let Pick::These(word) = &selection.pick
            && selection.all_or_none
            && self.is_too_few(pool.len(), self.meant_at_first(ctx, word), Rule::TargetAllOrNone)
        {
            return Ok(Vec::new());
        }
        let chooser = if selection.chosen_by_opponent { player.opponent() } else { player };
        match &selection.pick {
            Pick::These(_) | Pick::All(_) | Pick::Top(_) => Ok(pool),
            Pick::Choose(count, group) => self.choose_from(ctx, (chooser, ctx.purpose), (count, room), group, pool),
            Pick::Random(n, _) => {
                let so_many = pool.len().min(self.amount(ctx, n, 0).max(0) as usize);
                let (purpose, effect, from) = (Purpose::Chance, Some(ctx.effect), Pool::Cards(pool));
                self.choose_cards(chooser, Choice { purpose, effect, about: None, from, min: so_many, max: so_many })
            }
        }
    }

    /// A player chooses so many of these cards of a group, as far as there is room for them, such as go together if that is asked.
    pub(crate) fn choose_from(
        &mut self,
        ctx: &Ctx,
        (player, purpose): (Player, Purpose),
        (count, room): (&Count, usize),
        group: &Group,
        cards: Vec<CardId>,
    ) -> Flow<Vec<CardId>> {
        let sets = self.sets_to_choose(ctx, (count, room), group, &cards);
        let there = match &sets {
            Some(sets) => sets.iter().map(Vec::len).max().unwrap_or(0),
            None => cards.len().min(room),
        };
        let short = purpose == Purpose::Effect && !cards.is_empty() && self.is_short_of_what_it_says(ctx, count, there);
        if short || sets.as_ref().is_some_and(Vec::is_empty) {
            return Ok(Vec::new());
        }
        let (min, max) = self.bounds(ctx, count, there);
        let from = sets.map_or(Pool::Cards(cards), Pool::Sets);
        self.choose_cards(player, Choice { purpose, effect: Some(ctx.effect), about: None, from, min, max })
    }

    /// How many cards a word meant when the effect was activated, also those that are lost since.
    fn meant_at_first(&self, ctx: &Ctx, word: &Word) -> usize {
        let Word::Named(name) = word else { return self.meant_by(ctx, word).len() };
        let names = ctx.link.map(|link| &self.state.link(link).names);
        let named = names.and_then(|names| names.iter().find(|(n, _)| n == name));
        named.map_or(0, |(_, refs)| refs.len()).max(self.meant_by(ctx, word).len())
    }

    /// Whether a card lies where it can be acted on at all.
    pub(crate) fn is_somewhere(&self, id: CardId) -> bool {
        self.state.card(id).zone != Zone::Gone
    }
}

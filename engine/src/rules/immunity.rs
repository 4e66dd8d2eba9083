//! `immunity.*`: cards that are unaffected by effects, and what that means.

use crate::catalogue::Rule;
use crate::def::{Affected, Against, CannotBe, Later, Modifier, Pick, Says, Step, Word};
use crate::flow::Duel;
use crate::state::{Board, CardId, EffectRef, Entry, Line, Names, Ref, What, Why};
use crate::words::{Applying, Ctx, Doing};

/// What only looks at the board.
impl Board {
    /// The effect that is a cause, if one is.
    fn effect_of(&self, cause: Why) -> Option<EffectRef> {
        match cause {
            Why::Link(link) => Some(self.link(link).effect),
            Why::Reflex(effect, _) => Some(effect),
            Why::Cost(_) | Why::Action(_) | Why::Battle(_) | Why::Game => None,
        }
    }

    /// Whether a card is a target of the link that is a cause.
    fn is_targeted_by(&self, cause: Why, id: CardId) -> bool {
        matches!(cause, Why::Link(link) if self.link(link).targets.iter().any(|target| target.card == id))
    }
}

impl Duel {
    /// Whether a cause is what a text holds against.
    pub(crate) fn holds_against(&self, ctx: &Ctx, against: &Against, cause: Why, id: CardId) -> bool {
        // What applies looks at cards as printed, or the question would never end.
        let is_by = |by| self.is_by(ctx, by, cause, |card| self.printed(card));
        let activates = || self.state.effect_of(cause).is_some_and(|effect| self.effect(effect).activates());
        against.by.as_ref().is_none_or(is_by)
            && !against.not_by.as_ref().is_some_and(is_by)
            && (!against.activated || activates())
            && against.targeting.is_none_or(|targeting| self.state.is_targeted_by(cause, id) == targeting)
    }

    /// Whether any card may be unaffected by anything now.
    fn someone_is_unaffected(&self) -> bool {
        let immune = |m: &Modifier| matches!(m, Modifier::Unaffected(..) | Modifier::OutOfReach(_));
        self.has_immunities || self.state.lingering.iter().any(|l| immune(&l.modifier))
    }

    /// Whether a card is unaffected by an effect that is a cause.
    fn is_unaffected(&self, id: CardId, cause: Why) -> bool {
        self.state.effect_of(cause).is_some()
            && self.someone_is_unaffected()
            && self.modifiers(Says::Unaffected).iter().any(|a| match a.modifier {
                Modifier::Unaffected(affected, against) => {
                    self.affects(&a.ctx, affected, id) && self.holds_against(&a.ctx, against, cause, id)
                }
                _ => false,
            })
    }

    /// `immunity.unaffected`: whether what is done to a card by a cause comes to nothing.
    fn comes_to_nothing(&self, id: CardId, cause: Why, doing: Doing) -> bool {
        let unaffected = self.is_unaffected(id, cause);
        self.applies_if(unaffected, Rule::ImmunityUnaffected);
        unaffected && self.policy.immunity.holds_against(doing == Doing::Destroys)
    }

    /// `immunity.already-applied`: whether a card is rid of what was applied to it before it became unaffected.
    pub(crate) fn is_rid_of(&self, id: CardId, cause: Why) -> bool {
        let unaffected = self.is_unaffected(id, cause);
        self.applies_if(unaffected, Rule::ImmunityAlreadyApplied);
        unaffected && self.policy.immunity.ends_what_was_applied()
    }

    /// Whether a card is unaffected by a modifier that applies: one that was laid on this very card stays, one that applies to whatever
    /// fits does nothing to it.
    pub(crate) fn shrugs_off(&self, applying: &Applying<'_>, affected: &Affected, id: CardId) -> bool {
        if !self.someone_is_unaffected() {
            return false;
        }
        let cause = Why::Reflex(applying.ctx.effect, applying.ctx.player);
        if applying.sworn || applying.modifier.binds_a_player() {
            return self.is_beyond_what_binds_players(id, cause);
        }
        if !applying.modifier.does_something_to_its_cards() {
            return false;
        }
        if applying.lingers && is_known(affected) {
            return self.is_rid_of(id, cause);
        }
        let destroys = matches!(applying.modifier, Modifier::Destroyed(_));
        self.comes_to_nothing(id, cause, if destroys { Doing::Destroys } else { Doing::Affects })
    }

    /// Whether a card goes where it would because it is unaffected by what says of whatever leaves that it goes elsewhere.
    pub(crate) fn goes_its_way_unaffected(&self, applying: &Applying<'_>, id: CardId) -> bool {
        let Modifier::Instead(affected, _) = applying.modifier else { return false };
        let cause = Why::Reflex(applying.ctx.effect, applying.ctx.player);
        let goes_its_way = !applying.lingers && !is_known(affected) && self.comes_to_nothing(id, cause, Doing::Affects);
        self.note_unaffected_no_more(id, goes_its_way);
        goes_its_way
    }

    /// `immunity.binds-a-player`: what a player may not do with a card, or has sworn not to do, is not done to the card.
    fn is_beyond_what_binds_players(&self, id: CardId, cause: Why) -> bool {
        let unaffected = self.is_unaffected(id, cause);
        self.applies_if(unaffected, Rule::ImmunityBindsAPlayer);
        unaffected && self.policy.immunity.lifts_what_binds_a_player()
    }

    /// `immunity.out-of-reach`: whether what an effect would do to a card, whenever that is, comes to nothing because no effect reaches
    /// the card where it lies.
    pub(crate) fn is_out_of_reach(&self, ctx: &Ctx, id: CardId) -> bool {
        if !self.someone_is_unaffected() {
            return false;
        }
        if !matches!(ctx.cause, Why::Link(_) | Why::Reflex(..)) {
            return false;
        }
        let out: fn(&Modifier) -> Option<&Affected> = |m| match m {
            Modifier::OutOfReach(affected) => Some(affected),
            _ => None,
        };
        let far = self.is_said_of(id, Says::OutOfReach, out);
        self.applies_if(far, Rule::ImmunityOutOfReach);
        far && self.policy.immunity.keeps_out_of_reach(self.state.is_targeted_by(ctx.cause, id))
    }

    /// What keeps cards from being negated: being unaffected, or that their effects cannot be negated. What is itself negated does not
    /// count: by something it is no shield against, or that was in force before it.
    pub(crate) fn shields_from<'d>(&'d self, negations: &[Applying<'d>]) -> Vec<Applying<'d>> {
        let shield =
            |m: &Modifier| matches!(m, Modifier::Unaffected(..) | Modifier::CannotBe(_, _, CannotBe::EffectNegated, _));
        let all = self.applying([Says::Unaffected, Says::CannotBe], shield, false);
        let holds = |shield: &Applying<'_>| {
            let card = shield.ctx.source.card;
            let before = |n: &Applying<'_>| !n.lingers && n.since < shield.since;
            let negated = |n: &Applying<'_>| self.speaks_of(n, card) && (before(n) || !self.shields(&all, n, card));
            shield.lingers || !self.state.card(card).zone.on_field() || !negations.iter().any(negated)
        };
        let held: Vec<bool> = all.iter().map(holds).collect();
        self.applies_if(held.contains(&false), Rule::ContinuousNegatedDoesNotApply);
        all.into_iter().zip(held).filter_map(|(shield, holds)| holds.then_some(shield)).collect()
    }

    /// Whether one of the shields keeps a card from being negated. A negation that was laid on this very card before stays.
    pub(crate) fn shields(&self, shields: &[Applying<'_>], negation: &Applying<'_>, id: CardId) -> bool {
        let cause = Why::Reflex(negation.ctx.effect, negation.ctx.player);
        let laid = negation.lingers && matches!(negation.modifier, Modifier::Negated(affected) if is_known(affected));
        shields.iter().any(|shield| {
            let (affected, against) = match shield.modifier {
                Modifier::Unaffected(affected, against) if !laid => (affected, against),
                Modifier::CannotBe(_, affected, CannotBe::EffectNegated, against) => (affected, against),
                _ => return false,
            };
            self.affects(&shield.ctx, affected, id) && self.holds_against(&shield.ctx, against, cause, id)
        })
    }

    /// `immunity.may-be-chosen`: whether a card can be targeted or chosen although nothing will happen to it.
    pub(crate) fn may_be_chosen(&self, ctx: &Ctx, id: CardId) -> bool {
        let unaffected = self.is_unaffected(id, Self::as_cause(ctx));
        self.applies_if(unaffected, Rule::ImmunityMayBeChosen);
        !unaffected || self.policy.immunity.may_be_chosen()
    }

    /// Whether what an effect does to a card comes to nothing.
    pub(crate) fn leaves_alone(&self, ctx: &Ctx, id: CardId, doing: Doing) -> bool {
        if !self.someone_is_unaffected() {
            return false;
        }
        if !matches!(ctx.cause, Why::Link(_) | Why::Reflex(..)) {
            return false;
        }
        if self.is_out_of_reach(ctx, id) {
            return true;
        }
        if ctx.applied { self.is_rid_of(id, ctx.cause) } else { self.comes_to_nothing(id, ctx.cause, doing) }
    }

    /// Of the cards an effect does something to, those to which it happens; of the others it is told.
    pub(crate) fn affected(&mut self, ctx: &Ctx, mut cards: Vec<CardId>, doing: Doing) -> Vec<CardId> {
        let unaffected: Vec<CardId> = cards.iter().copied().filter(|&id| self.leaves_alone(ctx, id, doing)).collect();
        cards.retain(|id| !unaffected.contains(id));
        unaffected.into_iter().for_each(|id| self.tell_unaffected(id, Rule::ImmunityUnaffected));
        cards
    }

    /// It is told once while a link resolves.
    pub(crate) fn tell_unaffected(&mut self, card: CardId, rule: Rule) {
        if !self.told_unaffected().any(|told| told == card) {
            self.say(rule, Line::Unaffected(card));
        }
    }

    /// The cards that were found to be unaffected since the last link began to resolve.
    fn told_unaffected(&self) -> impl Iterator<Item = CardId> {
        let resolves = |entry: &&Entry| matches!(entry.event().map(|e| &e.what), Some(What::Resolves(_)));
        self.log.iter().rev().take_while(move |entry| !resolves(entry)).filter_map(|entry| match entry.line {
            Line::Unaffected(card) => Some(card),
            _ => None,
        })
    }

    /// Whether the link that has resolved did nothing because a card is unaffected by it.
    pub(crate) fn found_only_the_unaffected(&self) -> bool {
        self.told_unaffected().next().is_some()
    }

    /// The names of an effect without the cards that are unaffected by it.
    pub(crate) fn names_of_the_affected(&mut self, ctx: &Ctx, words: &[&Word]) -> Names {
        self.names_without(ctx, words, |_, _| true)
    }

    /// The names of an effect without those cards of some words that are unaffected by it and that it can do something to.
    fn names_without(&mut self, ctx: &Ctx, words: &[&Word], concerned: impl Fn(&Self, Ref) -> bool) -> Names {
        let mut names = ctx.names.clone();
        for (name, refs) in &mut names {
            if words.iter().any(|word| matches!(word, Word::Named(said) if said == name)) {
                let concerned: Vec<Ref> = refs.iter().copied().filter(|r| concerned(self, *r)).collect();
                let left = self.affected(ctx, concerned.iter().map(|r| r.card).collect(), Doing::Affects);
                refs.retain(|r| !concerned.contains(r) || left.contains(&r.card));
            }
        }
        names
    }

    /// Whether all cards that a modifier is laid on are unaffected by its effect.
    pub(crate) fn is_laid_on_the_unaffected(&mut self, ctx: &Ctx, modifier: &Modifier) -> bool {
        if !modifier.does_something_to_its_cards() {
            return false;
        }
        let cards: Vec<CardId> = modifier.laid_on().into_iter().flat_map(|w| self.still_meant_by(ctx, w)).collect();
        !cards.is_empty() && self.affected(ctx, cards, Doing::Affects).is_empty()
    }

    /// What is left for later of a card that is unaffected by it is not applied, unless the effect itself has Summoned that card: it was
    /// applied before the card lay there. `immunity.already-applied`: after that it stays.
    pub(crate) fn names_left_for_later(&mut self, ctx: &Ctx, later: &Later) -> Names {
        let steps = later.does.iter().map(|part| part.step.inner());
        let words: Vec<&Word> = steps.filter_map(acts_on).collect();
        self.names_without(ctx, &words, |duel, card| !duel.has_summoned(ctx, card))
    }

    /// Whether an effect has Summoned a card as it resolves.
    pub(crate) fn has_summoned(&self, ctx: &Ctx, card: Ref) -> bool {
        self.log.iter().rev().filter_map(Entry::event).any(|event| {
            event.deed.cause == ctx.cause
                && matches!(event.what, What::Summoned(..))
                && event.cards.iter().any(|c| c.card == card)
        })
    }

    /// Whether a part of an effect is about known cards only, and all of them are unaffected by it.
    pub(crate) fn is_all_about_the_unaffected(&self, ctx: &Ctx, step: &Step) -> bool {
        let words: Vec<&Word> = match step.inner() {
            Step::Apply(modifier, _) if modifier.does_something_to_its_cards() => modifier.laid_on(),
            step => acts_on(step).into_iter().collect(),
        };
        let cards: Vec<CardId> = words.into_iter().flat_map(|word| self.still_meant_by(ctx, word)).collect();
        !cards.is_empty() && cards.iter().all(|&id| self.leaves_alone(ctx, id, Doing::Affects))
    }

    /// `immunity.not-the-card-itself`: whether being unaffected keeps even that from happening which is done to something else than the
    /// card: to its materials, or to what was activated with it.
    pub(crate) fn is_kept_by_the_unaffected(&self, ctx: &Ctx, card: CardId) -> bool {
        let there = |affected: &Affected, by: &Ctx| match affected {
            Affected::Word(word) => self.meant_by(by, word).iter().any(|r| r.card == card),
            Affected::Group(_) => self.affects(by, affected, card),
        };
        let unaffected = self.someone_is_unaffected()
            && self.modifiers(Says::Unaffected).iter().any(|a| match a.modifier {
                Modifier::Unaffected(affected, against) => {
                    there(affected, &a.ctx) && self.holds_against(&a.ctx, against, Self::as_cause(ctx), card)
                }
                _ => false,
            });
        self.applies_if(unaffected, Rule::ImmunityNotTheCardItself);
        unaffected && self.policy.immunity.reaches_beyond_the_card()
    }
}

/// Whether a modifier says by words which cards it is about, not by a group that others may come to belong to.
fn is_known(affected: &Affected) -> bool {
    match affected {
        Affected::Word(_) => true,
        Affected::Group(group) => !group.among.is_empty(),
    }
}

/// The known cards that a part of an effect does something to.
fn acts_on(step: &Step) -> Option<&Word> {
    match step {
        Step::Attach { to, .. } | Step::PlaceCounters(to, ..) => Some(to),
        Step::Reveal(_)
        | Step::Pick(_)
        | Step::Detach(_)
        | Step::ChangeAttackTarget(_)
        | Step::SpecialSummon { .. } => None,
        step => match step.selection().map(|s| &s.pick) {
            Some(Pick::These(word)) => Some(word),
            _ => None,
        },
    }
}

//! `legality.*`: may this be activated now? One list, in order; the first failure is the reason.
//!
//! Elsewhere: `legality.unseen-cards` in `steps/feasible.rs` (`could_be_among_the_unseen`),
//! `legality.though-it-cannot-be-destroyed` in `steps/relocate.rs` (`need_not_be_destructible`).

use super::conjunction::changes_what_is_summoned;
use crate::catalogue::{Refusal, Rule};
use crate::def::{
    Alternative, Amount, By, CannotBe, CannotDo, CardKind, Class, Count, EffectDef, Group, Joint, Modifier, Negated,
    Part, Pick, Place, Selection, SpellKind, Step, Who, Word,
};
use crate::flow::{Action, Bid, Duel, Frame, Refused, Slot, WindowStage};
use crate::state::{Board, CardId, EffectRef, Occasion, Player, Snapshot, Stat, Zone};
use crate::steps::{Verb, group_depends};
use crate::words::{Ctx, steps_of};

/// What only looks at the board.
impl Board {
    /// How many bullets the effect has to pick from.
    pub(crate) fn bullets(&self, effect: EffectRef) -> Option<usize> {
        Some(self.effect(effect).options.len()).filter(|&n| n > 0)
    }

    /// Every effect a player might wish to activate of their own accord.
    pub(crate) fn bids(&self, player: Player, slot: Slot, occasion: Occasion) -> impl Iterator<Item = Bid> {
        let mine = move |card: &crate::state::CardId| {
            let state = self.card(*card);
            let either = || self.def(*card).effects.iter().any(|e| e.either_player);
            state.controller == player || (state.zone.on_field() && either())
        };
        let may_be_wished = |effect: &EffectDef| match effect.class {
            Class::Activation | Class::Ignition | Class::Phase => true,
            Class::Quick => !effect.mandatory,
            _ => false,
        };
        self.ids().filter(mine).flat_map(move |card| {
            let effects = self.def(card).effects.iter().enumerate();
            effects.filter(move |(_, effect)| may_be_wished(effect)).map(move |(e, _)| Bid {
                player,
                effect: EffectRef { card, effect: e as u8 },
                slot,
                occasion,
                pending: None,
                told_why: false,
            })
        })
    }

    /// Whether an effect includes a negation of an activation, a Summon or an effect.
    pub(crate) fn negates_something(&self, effect: EffectRef) -> bool {
        steps_of(self.effect(effect), None).any(|s| matches!(s, Step::Negate(_)))
    }
}

impl Duel {
    /// Everything that decides whether a card or effect may be activated.
    pub(crate) fn check(&self, bid: &Bid) -> Result<(), Refusal> {
        match bid.pending.and_then(|id| self.state.pending(id)) {
            Some(pending) => {
                self.has_not_moved(pending)?;
                self.holds_for_its_player(pending)?;
                self.still_meets_its_condition(pending)?;
                self.is_in_time(pending, &bid.occasion)?;
            }
            None => {
                self.is_in_place(bid.player, bid.effect)?;
                self.may_act_though_doomed(bid.effect)?;
                self.fits_the_box(bid)?;
            }
        }
        self.is_fast_enough(bid)?;
        self.is_not_freshly_set(bid)?;
        self.is_admitted_to_the_damage_step(bid)?;
        let answered = self.answers(bid)?;
        self.is_not_locked_out(bid)?;
        self.may_answer_what_happened(bid)?;
        self.is_not_spent(bid)?;
        self.is_within_the_hand_limit(bid)?;
        self.was_face_up_before_the_chain(bid.effect)?;
        self.is_not_forbidden(bid)?;
        let mut ctx = match bid.pending.and_then(|id| self.state.pending(id)) {
            Some(pending) => self.ctx_of_pending(pending),
            None => self.ctx(bid.effect, bid.player),
        };
        ctx.leaving = self.state.activates_its_card(bid.effect).then_some(bid.effect.card);
        ctx.told_why = bid.told_why;
        if let Some(answered) = answered {
            (ctx.those, ctx.of_the_cause) = (answered.those, answered.amount);
        }
        self.meets_its_conditions(&ctx, bid)?;
        let Some(numbers) = self.numbers_to_declare(&ctx) else { return self.is_worth_it_somehow(&ctx, bid) };
        let mut last = self.refuse(Rule::LegalityConditionNotMet);
        for number in numbers {
            ctx.declared = Some(number.to_string());
            last = self.is_worth_it_somehow(&ctx, bid);
            if last.is_ok() {
                break;
            }
        }
        last
    }

    /// The same for the whole effect, or for any of its bullets.
    fn is_worth_it_somehow(&self, ctx: &Ctx, bid: &Bid) -> Result<(), Refusal> {
        let Some(bullets) = self.state.bullets(bid.effect) else {
            return self.is_worth_it(ctx, bid, None);
        };
        let mut last = Ok(());
        for bullet in 0..bullets {
            last = self.is_worth_it(ctx, bid, Some(bullet as u8));
            if last.is_ok() {
                break;
            }
        }
        last
    }

    /// Cost, targets and what it would do, for one bullet or for the whole effect.
    pub(crate) fn is_worth_it(&self, ctx: &Ctx, bid: &Bid, bullet: Option<u8>) -> Result<(), Refusal> {
        let picked = bullet.and_then(|b| self.effect(bid.effect).options.get(b as usize));
        if picked.and_then(|bullet| bullet.requires.as_ref()).is_some_and(|condition| !self.holds(ctx, condition)) {
            return self.refuse(Rule::LegalityConditionNotMet);
        }
        self.is_payable(ctx, bullet)?;
        if self.effect(bid.effect).mandatory {
            return if self.policy.idle.stay_away() { self.is_not_idle(ctx, bullet) } else { Ok(()) };
        }
        self.is_not_idle(ctx, bullet)
    }

    /// Whether it can do something. `legality.mandatory-anyway`: what must be activated is, although it can do nothing.
    pub(crate) fn is_not_idle(&self, ctx: &Ctx, bullet: Option<u8>) -> Result<(), Refusal> {
        self.has_targets(ctx, bullet)?;
        self.could_do_something(ctx, bullet)
    }

    /// `chart.open-only`, `priority.ignition-open-only`, `phase.effects-one-by-one` and the gates: whether this class
    /// of effect may be used in this box at all. What is too slow for a chain is refused by its Spell Speed. Effects of
    /// Traps during a phase are Spell Speed 2 and used like any fast effect. Ignition effects and Spells of Spell Speed 1 belong to
    /// the Main Phases.
    fn fits_the_box(&self, bid: &Bid) -> Result<(), Refusal> {
        let class = self.effect(bid.effect).class;
        let slow = self.speed(bid.effect) == 1;
        match (bid.slot, class) {
            (Slot::Chain, Class::Phase) if slow && !self.takes_the_place_of_the_draw_too(bid.effect) => {
                self.refuse(Rule::PhaseEffectsOneByOne).map_err(|r| r.resting_on([Rule::Speed1OnlyStarts]))
            }
            (Slot::Chain | Slot::Placing, _) | (Slot::Leaving, Class::Phase) => Ok(()),
            (Slot::Open, Class::Ignition | Class::Activation) if slow && !self.state.in_main_phase() => {
                self.refuse(Rule::LegalityConditionNotMet)
            }
            (Slot::Open, _) => Ok(()),
            (Slot::Gate(kind), _) => self.may_start_at_the_gate(kind, bid.effect),
            (_, Class::Phase) if slow => self.refuse(Rule::PhaseEffectsOneByOne),
            (_, Class::Ignition) => self.ignition_may_be_used(bid),
            (_, Class::Activation) if slow => self.refuse(Rule::ChartOpenOnly),
            _ => Ok(()),
        }
    }

    /// `legality.forbidden`: continuous effects, lingering effects and oaths.
    fn is_not_forbidden(&self, bid: &Bid) -> Result<(), Refusal> {
        self.may_be(bid.effect.card, CannotBe::Activated, bid.player)?;
        self.may_activate(bid)?;
        if self.state.activates_its_card(bid.effect) {
            self.may_be_the_only_one(bid.player, bid.effect.card)?;
        }
        self.oath_is_not_broken(bid.effect, bid.player)
    }

    /// `legality.card-is-not-its-effect`: to activate a Spell or Trap Card and to activate the effect of one that lies
    /// face-up are two things, and each can be forbidden without the other.
    fn may_activate(&self, bid: &Bid) -> Result<(), Refusal> {
        let card = bid.effect.card;
        let (of_cards, of_effects) = match self.kind_of_effect(bid.effect) {
            By::SpellEffect => (CannotDo::ActivateSpells, CannotDo::ActivateSpellEffects),
            By::TrapEffect => (CannotDo::ActivateTraps, CannotDo::ActivateTrapEffects),
            _ => return self.may_do(bid.player, CannotDo::ActivateMonsterEffects, Some(card)),
        };
        let may = |doing| self.may_do(bid.player, doing, Some(card));
        let is_card = self.effect(bid.effect).class == Class::Activation;
        let (asked, other) = if is_card { (of_cards, of_effects) } else { (of_effects, of_cards) };
        if is_card || self.state.card(card).zone.on_field() {
            may(asked)?;
        }
        if self.policy.bans.reach_further() {
            return may(other);
        }
        self.applies_if(may(other).is_err(), Rule::LegalityCardIsNotItsEffect);
        Ok(())
    }

    /// `legality.condition-only-on-activation`: what the text asked for on activation need not hold any more. Only who
    /// believes otherwise finds that it fails.
    pub(crate) fn fails_its_condition(&self, ctx: &Ctx) -> bool {
        let effect = self.effect(ctx.effect);
        let bullet = ctx.link.and_then(|link| self.state.link(link).bullet);
        let picked = bullet.and_then(|b| effect.options.get(b as usize)).and_then(|bullet| bullet.requires.as_ref());
        let fails = effect.requires.iter().chain(picked).any(|condition| !self.holds(ctx, condition));
        self.applies_if(fails, Rule::LegalityConditionOnlyOnActivation);
        fails && self.policy.conditions.are_asked_again()
    }

    /// `legality.any-result`: an effect that a coin or a die decides may be activated although not every result could be
    /// applied, if any could.
    pub(crate) fn may_be_left_to_chance(&self, ctx: &Ctx, results: &[Alternative]) -> bool {
        let possible = results.iter().filter(|result| self.is_possible(ctx, result)).count();
        let (any, all) = (possible > 0, possible == results.len());
        self.applies_if(any && !all, Rule::LegalityAnyResult);
        all || (any && !self.policy.chance.must_be_possible())
    }

    /// `legality.counts-itself`: a Spell or Trap that is being activated from the hand already lies on the field for what
    /// its text counts there.
    pub(crate) fn counts_itself(&self, ctx: &Ctx, group: &Group) -> bool {
        let Some(card) = ctx.leaving.filter(|&card| self.state.card(card).zone == Zone::Hand) else { return false };
        let zone = if self.def(card).kind == CardKind::Spell(SpellKind::Field) { Zone::Field } else { Zone::SpellTrap };
        let there = Snapshot { zone, face_up: true, ..self.seen_by(ctx, card) };
        let counts = group.among.is_empty() && self.in_group(ctx, group, card, &there, ctx.player);
        self.applies_if(counts, Rule::LegalityCountsItself);
        counts && self.policy.conditions.count_the_card_itself()
    }

    /// `legality.condition-not-met`: what the text asks for when it is activated.
    fn meets_its_conditions(&self, ctx: &Ctx, bid: &Bid) -> Result<(), Refusal> {
        let effect = self.effect(bid.effect);
        let during = effect.during.as_ref().is_none_or(|during| self.is_during(ctx, during));
        let requires = effect.requires.as_ref().is_none_or(|condition| self.holds(ctx, condition));
        if during && requires {
            return Ok(());
        }
        self.refuse(Rule::LegalityConditionNotMet)
    }

    /// `legality.nothing-possible`: every part that is not optional can be done, as far as the board shows it.
    fn could_do_something(&self, ctx: &Ctx, bullet: Option<u8>) -> Result<(), Refusal> {
        let effect = self.effect(ctx.effect);
        let parts = match bullet {
            Some(b) => &effect.options[b as usize].does,
            None => &effect.does,
        };
        let mut changed_hand = false;
        for (i, part) in parts.iter().enumerate() {
            let first = part.joint == Joint::First;
            let taken = self.taken_as_the_cost(ctx, bullet, &part.step);
            let mut freed = if Self::brings_cards(&part.step) { self.freed_before(ctx, bullet, i) } else { Vec::new() };
            if matches!(part.step, Step::TakeControl(..)) {
                // What is given for it leaves at the same time.
                freed.extend(self.freed_by(ctx, bullet, self.joined(&parts[i..]).iter().map(|part| &part.step)));
            }
            let joined = self.joined(&parts[i..]);
            let together = &parts[i..=i + joined.len()];
            let alone = joined.is_empty() && freed == ctx.freed && taken == ctx.taken && ctx.joined.is_empty();
            let with_the_rest = (!alone).then(|| Ctx { joined: joined.to_vec(), freed, taken, ..ctx.clone() });
            let ctx = with_the_rest.as_ref().unwrap_or(ctx);
            if !self.finds_room(ctx, bullet, &part.step) || !self.finds_room_for_all(ctx, together) {
                let because = (!ctx.freed.is_empty()).then_some(Rule::ZoneMakesRoom);
                return self.refuse(Rule::LegalityNothingPossible).map_err(|r| r.resting_on(because));
            }
            let depends = self.depends_on_earlier(&part.step, first, changed_hand)
                || changes_what_is_summoned(&parts[..i], &part.step);
            if depends && !self.could_come_to_one_of(ctx, &parts[..i], &part.step) {
                return self.refuse(Rule::LegalityNothingPossible);
            }
            if depends && !part.step.is_optional() {
                self.may_come_to_summon(ctx, &part.step)?;
                self.may_come_to_the_hand(ctx, &parts[..i], &part.step)?;
            }
            // Of parts for different cases those are asked for whose case it is.
            let other_case = matches!(&part.step, Step::OnlyIf(condition, _) if !self.holds(ctx, condition));
            if other_case && parts.len() == 1 && bullet.is_some() {
                return self.refuse(Rule::LegalityNothingPossible);
            }
            let other_case = other_case && parts.len() > 1;
            if !depends
                && !other_case
                && !part.step.is_optional()
                && let Err(mut rules) = self.feasible(ctx, &part.step)
            {
                if rules.is_empty() && ctx.told_why {
                    rules = self.why_not_together(ctx, together);
                }
                return self.refuse(Rule::LegalityNothingPossible).map_err(|r| r.resting_on(rules));
            }
            if !part.step.is_optional() && self.would_summon_another_at_once(ctx, &parts[..i], part) {
                return self.refuse(Rule::LegalityNothingPossible).map_err(|r| r.resting_on([Rule::LegalityForbidden]));
            }
            if !other_case && self.leaves_too_few_to_draw(ctx, &parts[..i], &part.step) {
                return self.refuse(Rule::LegalityNothingPossible);
            }
            if first && self.amounts_to_nothing(ctx, &part.step) {
                return self.refuse(Rule::LegalityNothingPossible);
            }
            // What follows a negated attack is asked like anything else.
            if matches!(part.step, Step::Negate(ref negated) if *negated != Negated::ThatAttack) {
                self.could_draw_afterwards(ctx, &parts[i + 1..])?;
                return self.could_be_turned_afterwards(ctx, &parts[i + 1..]);
            }
            changed_hand |= part.step.inner().fills_a_hand();
        }
        Ok(())
    }

    /// The rules that stand in the way of one of several parts that need each other, each looked at alone.
    pub(crate) fn why_not_together(&self, ctx: &Ctx, parts: &[Part]) -> Vec<Rule> {
        let alone = &Ctx { joined: Vec::new(), ..ctx.clone() };
        let asked = parts.iter().filter(|part| !self.speaks_of_the_unknown(alone, &part.step));
        asked.filter_map(|part| self.feasible(alone, &part.step).err()).flatten().collect()
    }

    /// `legality.forbidden`, `legality.nothing-possible`: of what follows a negation it is asked whether a player who draws then
    /// may, and whether their Deck has the cards.
    fn could_draw_afterwards(&self, ctx: &Ctx, parts: &[Part]) -> Result<(), Refusal> {
        for part in parts {
            let Step::Draw(Who::You, amount, _) = &part.step else { continue };
            self.may_do(ctx.player, CannotDo::Draw, None)?;
            if matches!(amount, Amount::Number(_)) && self.feasible(ctx, &part.step).is_err() {
                return self.refuse(Rule::LegalityNothingPossible);
            }
        }
        Ok(())
    }

    /// `legality.nothing-possible`: what follows a negation and changes the position of the very card that is negated must be possible:
    /// a Link Monster knows one position only.
    fn could_be_turned_afterwards(&self, ctx: &Ctx, parts: &[Part]) -> Result<(), Refusal> {
        let ctx = &Ctx { joined: Vec::new(), ..ctx.clone() };
        let turns = |part: &&Part| match &part.step {
            Step::ChangePosition(s, _) => matches!(&s.pick, Pick::These(word) if !self.meant_by(ctx, word).is_empty()),
            _ => false,
        };
        match parts.iter().filter(turns).find_map(|part| self.feasible(ctx, &part.step).err()) {
            Some(rules) => self.refuse(Rule::LegalityNothingPossible).map_err(|r| r.resting_on(rules)),
            None => Ok(()),
        }
    }

    /// `legality.nothing-possible`: what an earlier part takes from the top of the Deck can be added to the hand at all.
    fn may_come_to_the_hand(&self, ctx: &Ctx, before: &[Part], step: &Step) -> Result<(), Refusal> {
        let Step::AddToHand(Selection { pick: Pick::These(Word::Named(name)), .. }) = step.inner() else {
            return Ok(());
        };
        let taken = before.iter().filter_map(|part| part.step.inner().selection());
        let Some(top) = taken.into_iter().find(|s| s.named.as_ref() == Some(name) && matches!(s.pick, Pick::Top(_)))
        else {
            return Ok(());
        };
        let cards = self.pool(ctx, top, ctx.player);
        let can = |&id: &CardId| self.may_be_moved(ctx, ctx.player, id, Verb::AddToHand);
        match cards.iter().find_map(|id| can(id).err()) {
            Some(refusal) if cards.iter().all(|id| can(id).is_err()) => {
                self.refuse(Rule::LegalityNothingPossible).map_err(|r| r.resting_on([refusal.rule]))
            }
            _ => Ok(()),
        }
    }

    /// `legality.nothing-possible`: whether the parts before a draw take so many cards from the Deck that too few are left for it.
    fn leaves_too_few_to_draw(&self, ctx: &Ctx, before: &[Part], step: &Step) -> bool {
        let (Step::Draw(Who::You, amount, _), false) = (step.inner(), step.is_optional()) else { return false };
        let taken = |part: &Part| match part.step.selection().map(|s| (&s.pick, s.who)) {
            _ if part.step.is_wrapped() => Some(0),
            Some((Pick::Choose(Count::Exactly(n), group), Who::You))
                if group.places == [Place::Deck] && group.or.is_none() =>
            {
                Some(*n as usize)
            }
            Some((Pick::Top(Amount::Number(n)), Who::You)) => Some(*n as usize),
            // What fills the Deck, or what cannot be counted.
            _ if matches!(part.step.inner(), Step::ReturnToDeck(..)) => None,
            _ => Some(0),
        };
        let Some(taken) = before.iter().map(taken).sum::<Option<usize>>() else { return false };
        let Amount::Number(count) = amount else { return false };
        taken > 0 && self.state.decks[ctx.player.index()].len() < taken + *count as usize
    }

    /// `legality.nothing-possible`: whether an amount of damage, life points or cards is 0, as far as it is known before anything is done.
    fn amounts_to_nothing(&self, ctx: &Ctx, step: &Step) -> bool {
        let (Step::Damage(who, amount) | Step::GainLp(who, amount) | Step::Draw(who, amount, _)) = step else {
            return false;
        };
        let each = *who == Who::EachPlayer && matches!(amount, Amount::NumberOf(..));
        let is_nothing = |player: Player| {
            let base =
                if matches!(step, Step::Draw(..)) { self.hand_of(ctx, player) } else { self.state.lp[player.index()] };
            self.amount(ctx, amount, base) <= 0
        };
        !each && Self::is_known_before(ctx, amount) && self.addressed(ctx, *who).into_iter().all(is_nothing)
    }

    /// Whether an amount is known before anything is done: the cards are, of which it speaks.
    pub(crate) fn is_known_before(ctx: &Ctx, amount: &Amount) -> bool {
        let is_known = |word: &Word| match word {
            Word::Named(name) => ctx.names.iter().any(|(known, _)| known == name),
            Word::ThoseCards => !ctx.those.is_empty(),
            _ => true,
        };
        let is_settled = |part: &&Amount| match part {
            Amount::TheSame
            | Amount::OfTheCause
            | Amount::Declared(_)
            | Amount::ChainLink(_)
            | Amount::ThisTurn(..) => false,
            part => {
                part.of().is_none_or(is_known)
                    && part.group().is_none_or(|of| !group_depends(of, &|word| !is_known(word)))
            }
        };
        amount.with_its_parts().iter().all(is_settled)
    }

    /// `legality.nothing-possible`: what the choices of an activation must leave possible: parts that take cards which depend on what is
    /// targeted or paid: the first, and later ones that take them from a Deck to which no part before returns any, or from the field where no
    /// part before does anything. Of what may become something else on the way, as a monster that leaves the field, the name, Type and Attribute
    /// that it has are asked for, but no amounts.
    pub(crate) fn parts_that_depend(&self, ctx: &Ctx, bullet: Option<u8>, stays: bool) -> Vec<Part> {
        let effect = self.effect(ctx.effect);
        let parts = bullet.map_or(&effect.does, |b| &effect.options[b as usize].does);
        let fills_the_deck = |part: &Part| matches!(part.step.inner(), Step::ReturnToDeck(..));
        let takes_the_target_away = |part: &Part| match part.step.inner() {
            Step::ReturnToDeck(s, _) | Step::Banish(s, _) | Step::AddToHand(s) => {
                matches!(s.pick, Pick::These(Word::Named(_)))
            }
            _ => false,
        };
        let known = |(i, part): &(usize, &Part)| {
            let before = &parts[..*i];
            let later = match part.step.selection().map(|s| &s.pick) {
                Some(Pick::Choose(_, group) | Pick::All(group)) if group.is_on_the_field() => {
                    stays && before.iter().all(takes_the_target_away)
                }
                Some(Pick::Choose(_, group)) => {
                    let comes_at_once =
                        !matches!(part.step, Step::Afterwards(_) | Step::SpecialSummon { by: Some(_), .. });
                    let as_it_will_be = stays || (comes_at_once && group.says_numbers_plainly());
                    group.is_in_a_deck() && as_it_will_be && !before.iter().any(fills_the_deck)
                }
                Some(Pick::Top(_)) => stays && !before.iter().any(fills_the_deck),
                _ => return false,
            };
            let chooses = !matches!(part.step.selection().map(|s| &s.pick), Some(Pick::All(_)));
            ((*i == 0 && chooses) || later)
                && !part.step.is_wrapped()
                && self.depends_on_earlier(&part.step, true, false)
        };
        if effect.mandatory {
            return Vec::new();
        }
        parts.iter().enumerate().filter(known).map(|(_, part)| part.clone()).collect()
    }

    /// `legality.nothing-possible`: whether the effect would do nothing at all if this card were the target known by a name: no part that
    /// comes to be done changes anything of it.
    pub(crate) fn would_do_something_with(&self, ctx: &Ctx, bullet: Option<u8>, named: &str, id: CardId) -> bool {
        let effect = self.effect(ctx.effect);
        let parts = bullet.map_or(&effect.does, |b| &effect.options[b as usize].does);
        // To pick cards is to do nothing yet.
        let idle = |part: &Part| matches!(part.step, Step::OnlyIf(..) | Step::Pick(_));
        if parts.iter().find(|part| !idle(part)).is_some_and(|first| !may_change_nothing(first.step.inner())) {
            return true;
        }
        let mut ctx = ctx.clone();
        ctx.names.retain(|(name, _)| name != named);
        ctx.name(named, vec![self.state.reference(id)]);
        let word = Word::Named(named.to_owned());
        let (mut any, mut fulfilled) = (parts.iter().all(|part| matches!(part.step, Step::Pick(_))), true);
        for part in parts.iter().filter(|part| !idle(part)) {
            if fulfilled || !self.needs_what_is_before(part.joint) {
                fulfilled = !self.changes_nothing_of(&ctx, part.step.inner(), &word, id);
                any |= fulfilled;
            }
        }
        any || parts.iter().any(|part| matches!(part.step, Step::OnlyIf(..)))
    }

    /// Whether a part is about the target alone and would leave everything of it as it is.
    fn changes_nothing_of(&self, ctx: &Ctx, step: &Step, target: &Word, id: CardId) -> bool {
        let is_target = |s: &Selection| matches!(&s.pick, Pick::These(word) if word == target);
        if !may_change_nothing(step) {
            return false;
        }
        match step {
            Step::ChangeAtk(s, change, _) => is_target(s) && !self.would_change(ctx, id, change, Stat::Atk),
            Step::ChangeDef(s, change, _) => is_target(s) && !self.would_change(ctx, id, change, Stat::Def),
            Step::ChangeLevel(s, change, _) => is_target(s) && !self.is_another_level(ctx, id, change),
            Step::Apply(modifier, _) if modifier.laid_on() == [target] => match modifier {
                Modifier::Negated(_) => !self.could_be_negated(id),
                // Of a monster that cannot attack, nothing changes how it attacks.
                Modifier::Attacks(..) | Modifier::MayAttackDirectly(_) => {
                    self.may_do(self.state.card(id).controller, CannotDo::DeclareAttacks, Some(id)).is_err()
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// `legality.possible-summon`: what may come to Special Summon a monster cannot be activated while its player can
    /// Special Summon none at all.
    fn may_come_to_summon(&self, ctx: &Ctx, step: &Step) -> Result<(), Refusal> {
        let Step::SpecialSummon { what, .. } = step.inner() else { return Ok(()) };
        if self.addressed(ctx, what.who).into_iter().any(|player| self.cannot_special_summon_at_all(player)) {
            return self.refuse(Rule::LegalityPossibleSummon);
        }
        Ok(())
    }

    /// What a player may activate in a box.
    pub(crate) fn activations(&self, player: Player, slot: Slot, occasion: Occasion) -> Vec<Action> {
        self.state
            .bids(player, slot, occasion)
            .filter(|bid| self.check(bid).is_ok())
            .map(|bid| Action::Activate(bid.effect))
            .collect()
    }

    /// What a player may not activate in a box, and why.
    pub(crate) fn refused_activations(&self, player: Player, slot: Slot, occasion: Occasion) -> Vec<Refused> {
        self.state
            .bids(player, slot, occasion)
            .filter_map(|bid| {
                let refusal = self.check(&Bid { told_why: true, ..bid }).err()?;
                Some(Refused { action: Action::Activate(bid.effect), refusal })
            })
            .collect()
    }

    /// Everything of the asked player that is not on offer in the present window, with the reason: at an act or respond
    /// prompt what cannot be done or activated, at a trigger prompt the triggers of the same group that wait and cannot
    /// be placed. Empty at other prompts.
    #[must_use]
    pub fn refused(&self) -> Vec<Refused> {
        let (Some(prompt), Some(frame)) = (self.prompt(), self.frames.last()) else { return Vec::new() };
        let player = prompt.player;
        let none = Occasion::default();
        let (slot, occasion, late) = match frame {
            Frame::Open | Frame::Due(_) => (Slot::Open, none, &[][..]),
            Frame::Window(w) if w.stage == WindowStage::Place => return self.refused_triggers(w),
            Frame::Owed { .. } => return self.refused_owed(),
            Frame::Leaving(_) => (Slot::Leaving, none, &[][..]),
            Frame::Attack { leaving } => (self.attack_slot(*leaving), none, &[][..]),
            Frame::Window(w) => (self.state.chance_slot(player, w.after), w.occasion, &w.late[..]),
            Frame::Build { .. } => match self.state.chain() {
                Some(chain) => (Slot::Chain, chain.occasion, &chain.late[..]),
                None => return Vec::new(),
            },
            Frame::Gate { kind, .. } => (Slot::Gate(*kind), self.gate_occasion(), &[][..]),
            _ => return Vec::new(),
        };
        let mut refused = self.refused_activations(player, slot, occasion);
        for &id in late {
            let Some(pending) = self.state.pending(id).filter(|p| p.player == player) else { continue };
            let bid = Bid { player, effect: pending.effect, slot, occasion, pending: Some(id), told_why: true };
            if let Err(refusal) = self.check(&bid) {
                refused.push(Refused { action: Action::Activate(pending.effect), refusal });
            }
        }
        if slot != Slot::Open && player == self.state.turn_player {
            // `chart.open-only`: what is no activation waits for the open state.
            let waits = |a: &Action| self.may_act(player, a).is_ok();
            refused.extend(self.state.open_actions(player).into_iter().filter(waits).filter_map(|action| {
                let refusal = self.refuse(Rule::ChartOpenOnly).err()?;
                Some(Refused { action, refusal })
            }));
        }
        if slot == Slot::Open {
            refused.extend(self.state.open_actions(player).into_iter().filter_map(|action| {
                let refusal = self.may_act(player, &action).err()?;
                Some(Refused { action, refusal })
            }));
        }
        refused
    }
}

/// Whether a part is of a kind that may leave everything of a card as it is.
fn may_change_nothing(step: &Step) -> bool {
    matches!(step, Step::ChangeAtk(..) | Step::ChangeDef(..) | Step::ChangeLevel(..) | Step::Apply(..))
}

//! Whether what a card's text speaks of is the case, or is what happened.

use super::{Ctx, at_place, is_player, lies_at};
use crate::catalogue::Rule;
use crate::def::{
    By, Cause, CauseWord, Condition, Doer, During, EffectDef, Exception, Group, How, InBattle, Including, Kind,
    Modifier, Moving, Negated, Pattern, Pick, Place, Step, Subject, Target, Targeting, Using, Who, Whose, Word,
};
use crate::flow::Duel;
use crate::state::{
    CardId, Changed, EffectRef, Entry, Event, LinkId, LinkNegated, MoveHow, Player, Ref, Snapshot, SummonKind, What,
    Why, Zone,
};

impl Duel {
    /// Whether a phase, moment or turn is the present one.
    pub(crate) fn is_during(&self, ctx: &Ctx, during: &During) -> bool {
        let you = ctx.player;
        (during.phase.is_empty() || during.phase.contains(&self.state.phase))
            && (during.at.is_empty() || self.state.moment.is_some_and(|m| during.at.contains(&m)))
            && during.turn.is_none_or(|whose| (self.state.turn_player == you) == (whose == Whose::Yours))
            && during.next_after.as_ref().is_none_or(|pattern| self.is_the_first_since(ctx, during, pattern))
    }

    /// Whether a condition holds now.
    pub(crate) fn holds(&self, ctx: &Ctx, condition: &Condition) -> bool {
        match condition {
            Condition::ThereIs(least, group) => {
                let (least, cards) = (*least as usize, self.members(ctx, group, None));
                let sizes = (least, cards.len());
                cards.len() >= least
                    && group.together.as_deref().is_none_or(|it| self.some_go_together(ctx, it, &cards, sizes))
            }
            Condition::ThereIsNo(group) => self.members(ctx, group, None).is_empty(),
            Condition::Was(word, group) => {
                let was =
                    |r: &Ref| self.in_group(ctx, group, r.card, &self.known_once_it_left(ctx, group, r), ctx.player);
                let cards = self.meant_by(ctx, word);
                !cards.is_empty() && cards.iter().all(was)
            }
            Condition::During(during) => self.is_during(ctx, during),
            Condition::ThisTurn(pattern) => {
                (self.state.turn_began[0]..self.log.len()).any(|i| self.meets(ctx, pattern, i).is_some())
            }
            Condition::LastTurn(pattern) => {
                let [this, last] = self.state.turn_began;
                (last..this).any(|i| self.meets(ctx, pattern, i).is_some())
            }
            Condition::ThisCard(role) => {
                let attack = self.state.attack.as_ref();
                let attacks = attack.is_some_and(|a| a.attacker.card == ctx.source.card);
                let attacked = attack.and_then(|a| a.target).is_some_and(|t| t.card == ctx.source.card);
                match role {
                    InBattle::Attacks => attacks,
                    InBattle::IsAttacked => attacked,
                    InBattle::Battles => attacks || attacked,
                }
            }
            Condition::Number(amount, comparison, other) => {
                comparison.holds(self.amount(ctx, amount, 0), self.amount(ctx, other, 0))
            }
            Condition::ChainLink(range) => self.is_within(ctx, range, self.link_number_of(ctx)),
            Condition::Not(condition) => !self.holds(ctx, condition),
            Condition::AllOf(all) => all.iter().all(|c| self.holds(ctx, c)),
        }
    }

    /// `value.known-once-it-left`: what a card was on the field; of one that lay there face-down everybody has seen by now what it is.
    fn known_once_it_left(&self, ctx: &Ctx, group: &Group, r: &Ref) -> Snapshot {
        let was = self.last_on_field(ctx, r.card);
        let seen = !was.face_up && !self.state.card(r.card).zone.on_field() && group.face.is_none();
        self.applies_if(seen, Rule::ValueKnownOnceItLeft);
        Snapshot { face_up: was.face_up || (seen && self.policy.faces.are_seen_on_leaving()), ..was }
    }

    /// The number of the effect's link, or the one it would have if it were activated now.
    pub(crate) fn link_number_of(&self, ctx: &Ctx) -> i32 {
        let next = || self.state.chain().map_or(1, |chain| chain.links.len() as i32 + 1);
        ctx.link.map_or_else(next, |link| i32::from(self.state.link(link).number))
    }

    /// The cards of an event that meet a cause as it was when it happened; none if it does not meet it.
    /// An event about a player meets it with no card.
    pub(crate) fn meets_cause(&self, ctx: &Ctx, cause: &Cause, event: usize) -> Option<Vec<Ref>> {
        cause.any_of.iter().find_map(|pattern| self.meets(ctx, pattern, event))
    }

    /// The same for one pattern.
    pub(crate) fn meets(&self, ctx: &Ctx, pattern: &Pattern, index: usize) -> Option<Vec<Ref>> {
        let event = self.event_at(index)?;
        if pattern.event == CauseWord::DestroysByBattle {
            return self.destroys_by_battle(ctx, pattern, event);
        }
        if pattern.except == Some(Exception::ThisCard) && self.doing_card(event.deed.cause) == Some(ctx.source.card) {
            return None;
        }
        // Cards are targeted on activation, but by the effect.
        let cause = match event.what {
            What::Targeted(link) => Why::Link(link),
            _ => event.deed.cause,
        };
        if !self.is_event(pattern, event)
            || !pattern.by.as_ref().is_none_or(|by| self.is_done_by(ctx, by, cause))
            || (pattern.by.is_some() && self.is_a_tribute_the_effect_asks_for(event))
            || pattern.not_by.as_ref().is_some_and(|by| self.is_done_by(ctx, by, cause))
            || !self.done_to(ctx, pattern, event)
            || !self.done_for(ctx, pattern, event)
            || !self.was_paid_for(ctx, pattern, event)
            || !self.would_include(pattern, event)
            || !self.would_destroy(ctx, pattern.destroying.as_ref(), event)
            || !self.would_damage(ctx, pattern.damaging, event)
            || !self.is_targeting(ctx, pattern.targeting.as_ref(), event)
        {
            return None;
        }
        let cards: Vec<Ref> = event
            .cards
            .iter()
            .enumerate()
            // Of a battle the attacker is told first.
            .filter(|(i, _)| *i == 0 || pattern.event != CauseWord::Attacked)
            .map(|(_, c)| c)
            .filter(|c| self.happened_to(pattern.event, c) && self.came_from_there(pattern, event, c))
            .filter(|c| !pattern.excavated || self.was_excavated(c, event))
            .filter(|c| self.is_subject(ctx, pattern, c))
            .map(|c| c.card)
            .collect();
        let cards = if pattern.at_least > 1 { self.at_the_same_time(ctx, pattern, index, cards)? } else { cards };
        if self.is_not_alone(pattern, event, cards.len()) || self.is_spoilt_by_others(pattern, event, cards.len()) {
            return None;
        }
        match (&pattern.what, cards.is_empty()) {
            (Some(_), true) => None,
            (None, true) if !pattern.event.is_about_a_player() => None,
            _ => Some(cards),
        }
    }

    /// Whether a card lay face-up on its Deck because of what then moved it: it was excavated.
    fn was_excavated(&self, changed: &Changed, event: &Event) -> bool {
        let by_the_same = |other: &&Event| other.deed.cause == event.deed.cause && other.what == What::Revealed;
        let shown = |other: &Event| other.cards.iter().any(|c| c.card.card == changed.card.card);
        changed.before.zone == Zone::Deck && self.log.iter().filter_map(Entry::event).filter(by_the_same).any(shown)
    }

    /// All cards to which it happened at this moment, if these make them as many as the pattern asks for.
    fn at_the_same_time(&self, ctx: &Ctx, pattern: &Pattern, index: usize, cards: Vec<Ref>) -> Option<Vec<Ref>> {
        let now = self.event_at(index)?.deed.at;
        let each = Pattern { at_least: 1, ..pattern.clone() };
        let together = (0..index).rev().map_while(|i| match self.event_at(i) {
            Some(event) => (event.deed.at == now).then_some(i),
            None => Some(i),
        });
        let mut others: Vec<Ref> = together.filter_map(|i| self.meets(ctx, &each, i)).flatten().collect();
        let (most, least) = (others.len() + cards.len(), usize::from(pattern.at_least));
        let reached = others.len() < least && most >= least;
        others.extend(cards);
        reached.then_some(others)
    }

    /// To how many cards something happened at the moment of an event, wherever they went.
    pub(crate) fn to_how_many_it_happened(&self, word: CauseWord, event: &Event) -> usize {
        let about_all = Pattern::about_all(word);
        let entries = self.log.iter().rev().filter_map(Entry::event);
        let now = entries
            .skip_while(|other| other.deed.at > event.deed.at)
            .take_while(|other| other.deed.at == event.deed.at);
        let such = now.filter(|other| self.is_event(&about_all, other));
        such.flat_map(|other| &other.cards).filter(|card| self.happened_to(word, card)).count()
    }

    /// The cards to which something happened in an event, as it left them.
    pub(crate) fn happened_in(&self, word: CauseWord, index: usize) -> impl Iterator<Item = Ref> {
        let pattern = Pattern::about_all(word);
        let fits = |event: &&Event| self.is_event(&pattern, event);
        let event = self.event_at(index).filter(fits);
        let cards = event.into_iter().flat_map(|event| event.cards.iter().enumerate());
        cards
            .filter(move |(i, c)| (*i == 0 || word != CauseWord::Attacked) && self.happened_to(word, c))
            .map(|(_, c)| c.card)
    }

    /// The monsters that the subject of the pattern destroyed by battle.
    fn destroys_by_battle(&self, ctx: &Ctx, pattern: &Pattern, event: &Event) -> Option<Vec<Ref>> {
        let Why::Battle(victor) = event.deed.cause else { return None };
        let is_asked_for = |c: &&Changed| {
            let of = pattern.destroying.as_ref();
            of.is_none_or(|(group, _)| self.in_group(ctx, group, c.card.card, &c.before, ctx.player))
        };
        let monster = Group { kind: Some(Kind::Monster), ..Group::default() };
        let is_there = |c: &&Changed| self.went_there(pattern, c) && self.is_that_where_it_went(pattern, &monster, c);
        let destroyed = event.cards.iter().filter(|c| c.how == MoveHow::Destroyed).filter(is_asked_for);
        let destroyed = destroyed.filter(is_there);
        let destroyed: Vec<Ref> = destroyed.map(|c| c.card).collect();
        let is_victor = match &pattern.what {
            Some(Subject::Group(group)) => self.in_group(ctx, group, victor, &self.snapshot(victor), ctx.player),
            Some(Subject::Word(word)) => self.meant_by(ctx, word).iter().any(|r| r.card == victor),
            None => true,
        };
        (is_victor && !destroyed.is_empty()).then_some(destroyed)
    }

    /// The same, of an event of the log.
    pub(crate) fn is_such_an_event(&self, pattern: &Pattern, index: usize) -> bool {
        self.event_at(index).is_some_and(|event| self.is_event(pattern, event))
    }

    /// Whether it is the kind of event, in the way, that the pattern names.
    fn is_event(&self, pattern: &Pattern, event: &Event) -> bool {
        use CauseWord as W;
        let how = &pattern.how;
        let any = how.is_empty();
        match (pattern.event, &event.what) {
            (W::NormalSummoned, What::Summoned(kind, ..)) => match kind {
                SummonKind::Normal => any,
                SummonKind::Tribute => any || how.contains(&How::Tribute),
                _ => false,
            },
            (W::SpecialSummoned, What::Summoned(SummonKind::Special, by, _)) => {
                any || how.contains(&How::Special) || by.is_some_and(|by| how.contains(&by))
            }
            (W::FlipSummoned, What::Summoned(SummonKind::Flip, ..)) | (W::Summoned, What::Summoned(..)) => true,
            (W::WouldBeSummoned, What::Attempted(kind, by, _)) => {
                any || (how.contains(&How::Special) && *kind == SummonKind::Special)
                    || (how.contains(&How::Tribute) && *kind == SummonKind::Tribute)
                    || by.is_some_and(|by| how.contains(&by))
            }
            (W::UsedAsMaterial, What::BecameMaterial(by, _)) => any || by.is_some_and(|by| how.contains(&by)),
            (W::TurnedFaceUp, What::TurnedFaceUp) | (W::TurnedFaceDown, What::TurnedFaceDown) => true,
            (W::Targeted, What::Targeted(_)) => true,
            (W::Equipped, What::Equipped(_)) | (W::AttackNegated, What::AttackNegated) => true,
            (W::ChosenAsAttackTarget, What::AttackTargeted) => true,
            (W::Attacked | W::Battled, What::Battled) => true,
            (W::Attacked | W::Battled, What::AttackNegated) => self.negated_attacks_count(),
            (W::AttackDeclared, What::AttackDeclared { direct }) => any || (*direct && how.contains(&How::Direct)),
            (W::Resolved, What::Resolves(link)) => self.state.link(*link).negated == LinkNegated::No,
            // By an effect, not as a link of a chain.
            (W::CardActivated | W::Activated, What::Moved) => {
                let so = event.cards.iter().any(|c| c.how == MoveHow::Activated);
                self.applies_if(so && pattern.who.is_some(), Rule::ContinuousNotActivatedByAnEffect);
                // `continuous.not-activated-by-an-effect`: it is activated, but no player has activated it.
                so && (pattern.who.is_none() || self.counts_what_effects_activate())
            }
            (W::CardActivated, What::Activated(link)) => self.state.link(*link).card_activation,
            (W::Activated, What::Activated(_)) | (W::ActivationNegated, What::ActivationNegated(..)) => true,
            (W::Draws, What::Drew { normal, .. }) => {
                !(*normal && pattern.except == Some(Exception::NormalDraw))
                    && (*normal || pattern.only != Some(Exception::NormalDraw))
            }
            (W::TakesDamage, What::Damage { .. }) | (W::GainsLp, What::GainedLp(..)) => true,
            (W::TakesBattleDamage, What::Damage { battle, .. }) => battle.is_some(),
            (W::InflictsBattleDamage, What::Damage { battle, player, .. }) => {
                let direct = self.state.attack.as_ref().is_some_and(|attack| attack.target.is_none());
                (any || (direct && how.contains(&How::Direct)))
                    && battle.is_some_and(|monster| self.state.card(monster).controller != *player)
            }
            (
                W::SentToGy
                | W::Detached
                | W::Attached
                | W::Destroyed
                | W::Banished
                | W::Discarded
                | W::Tributed
                | W::LeftTheField
                | W::AddedToHand
                | W::ReturnedToHand
                | W::ReturnedToDeck
                | W::AddedToExtraDeck
                | W::ChangedPosition,
                _,
            ) => event.cards.iter().any(|c| self.happened_to(pattern.event, c)),
            _ => false,
        }
    }

    /// The card by whose effect, as whose cost or in whose battle something happens.
    fn doing_card(&self, cause: Why) -> Option<CardId> {
        match cause {
            Why::Link(link) | Why::Cost(link) => Some(self.state.link(link).effect.card),
            Why::Reflex(effect, _) => Some(effect.card),
            Why::Battle(by) => Some(by),
            Why::Action(_) | Why::Game => None,
        }
    }

    /// Whether the monster to which cards were equipped, or for which they were used, is the one the pattern names.
    fn done_to(&self, ctx: &Ctx, pattern: &Pattern, event: &Event) -> bool {
        let Some(to) = &pattern.to else { return true };
        let monster = match &event.what {
            What::Equipped(monster) => monster,
            What::BecameMaterial(_, monster) => &monster.card,
            _ => return false,
        };
        match to {
            Subject::Word(word) => self.meant_by(ctx, word).iter().any(|r| r.card == *monster),
            Subject::Group(group) => self.in_group(ctx, group, *monster, &self.snapshot(*monster), ctx.player),
        }
    }

    /// Whether something that happens for a reason is brought about by what a text names.
    pub(crate) fn is_done_by(&self, ctx: &Ctx, by: &Doer, cause: Why) -> bool {
        self.is_by(ctx, by, cause, |card| self.snapshot(card))
    }

    /// `resolve.made-to-tribute`: whether players tribute because the opponent's effect makes them: it is not the effect that does it.
    fn is_a_tribute_the_effect_asks_for(&self, event: &Event) -> bool {
        let Why::Link(link) = event.deed.cause else { return false };
        let (effect, bullet) = (self.state.link(link).effect, self.state.link(link).bullet);
        let player = self.state.link(link).player;
        event.cards.iter().any(|c| c.how == MoveHow::Tributed && c.before.controller != player)
            && steps_of(self.effect(effect), bullet).any(|step| matches!(step, Step::Tribute(s) if s.who != Who::You))
            && self.is_made_to_tribute(player.opponent(), player)
    }

    /// Whether a cause is what a text says by which something is done; cards are seen as the caller sees them.
    pub(crate) fn is_by(&self, ctx: &Ctx, by: &Doer, cause: Why, seen: impl Fn(CardId) -> Snapshot) -> bool {
        let by = match by {
            Doer::Word(by) => *by,
            Doer::Card(group) => {
                // Whose effect it is: seen where it is, but under who uses it.
                let is_one = |card: CardId| {
                    let mut acting = seen(card);
                    acting.controller = self.state.doer(cause).unwrap_or(acting.controller);
                    if let Why::Link(link) | Why::Cost(link) = cause {
                        self.acts_under_its_name(link, &mut acting);
                    }
                    self.in_group(ctx, group, card, &acting, ctx.player)
                };
                return self.doing_card(cause).is_some_and(is_one);
            }
        };
        let effect = matches!(cause, Why::Link(_) | Why::Reflex(..));
        let card = effect || matches!(cause, Why::Cost(_) | Why::Battle(_));
        let opponents = self.state.doer(cause) == Some(ctx.player.opponent());
        match by {
            By::Battle => matches!(cause, Why::Battle(_)),
            By::CardEffect => effect,
            By::OpponentsCard => card && opponents,
            By::OpponentsCardEffect => effect && opponents,
            By::YourCardEffect => effect && self.state.doer(cause) == Some(ctx.player),
            By::MonsterEffect | By::SpellEffect | By::TrapEffect => {
                self.by_effect_of(cause).map(|effect| self.kind_of_effect(effect)) == Some(by)
            }
        }
    }

    /// Whether it was paid for an activation the pattern names.
    fn was_paid_for(&self, ctx: &Ctx, pattern: &Pattern, event: &Event) -> bool {
        let Some(group) = &pattern.to_activate else { return true };
        let Why::Cost(link) = event.deed.cause else { return false };
        let card = self.state.link(link).effect.card;
        let mut acting = self.snapshot(card);
        self.acts_under_its_name(link, &mut acting);
        self.in_group(ctx, group, card, &acting, ctx.player)
    }

    /// The effect by which something happened.
    fn by_effect_of(&self, cause: Why) -> Option<EffectRef> {
        match cause {
            Why::Link(link) => Some(self.state.link(link).effect),
            Why::Reflex(effect, _) => Some(effect),
            _ => None,
        }
    }

    /// Whether the player who did it, or to whom it happened, is the one the pattern names.
    fn done_for(&self, ctx: &Ctx, pattern: &Pattern, event: &Event) -> bool {
        let Some(who) = pattern.who else { return true };
        let player = match &event.what {
            What::Drew { player, .. } | What::Damage { player, .. } => *player,
            What::GainedLp(player, _)
            | What::LpBecame(player, _)
            | What::Attempted(_, _, player)
            | What::Summoned(_, _, player) => *player,
            What::ActivationNegated(_, player) => *player,
            _ => match self.state.doer(event.deed.cause) {
                Some(player) => player,
                None => return false,
            },
        };
        is_player(ctx.player, who, player)
    }

    fn would_include(&self, pattern: &Pattern, event: &Event) -> bool {
        let (including, from) = (&pattern.including, &pattern.including_from);
        let What::Activated(link) = &event.what else { return including.is_empty() };
        including.is_empty() || including.iter().any(|&verb| self.link_includes(*link, verb, from))
    }

    /// Whether the answered effect would certainly destroy so many cards of the group, as things are now.
    fn would_destroy(&self, ctx: &Ctx, what: Option<&(Box<Group>, u8)>, event: &Event) -> bool {
        let Some((group, least)) = what else { return true };
        let many = usize::from(*least);
        matches!(event.what, What::Activated(link) if self.would_certainly_destroy(ctx, link, group) >= many)
    }

    /// `answers.only-what-targets`: whether the answered effect targets such cards, and so many.
    fn is_targeting(&self, ctx: &Ctx, targeting: Option<&Targeting>, event: &Event) -> bool {
        let Some(Targeting { group, least, alone }) = targeting else { return true };
        let What::Activated(link) = event.what else { return false };
        let targets = &self.state.link(link).targets;
        let is_one = |r: &&Ref| self.in_group(ctx, group, r.card, &self.snapshot(r.card), ctx.player);
        let (fit, least) = (targets.iter().filter(is_one).count(), usize::from(*least));
        let is = fit >= least && (!alone || (targets.len() == fit && fit == least));
        self.policy.doings.are_targeting(is)
    }

    /// Whether the answered effect would certainly inflict damage to the player, as things are now.
    fn would_damage(&self, ctx: &Ctx, who: Option<Who>, event: &Event) -> bool {
        let Some(who) = who else { return true };
        let is_it = |player: Player| is_player(ctx.player, who, player);
        matches!(event.what, What::Activated(link) if self.would_certainly_damage(link, is_it))
    }

    /// Whether the effect of a link includes such a thing, with cards from one of these places if any are named.
    pub(crate) fn link_includes(&self, link: LinkId, verb: Including, from: &[Place]) -> bool {
        let ctx = self.ctx_of_link(link);
        let link = self.state.link(link);
        let comes = |step: &Step| {
            from.is_empty()
                || (from.iter().any(|&place| self.takes_cards_from(&ctx, step, place))
                    && !(verb == Including::SpecialSummon && self.takes_no_monster(&ctx, step)))
        };
        let of_materials = |step: &Step| self.uses_cards_from(&ctx, step, verb, from);
        let mut parts = parts_of(self.effect(link.effect), link.bullet);
        parts.any(|part| {
            let included = step_includes(part.inner(), verb, &comes) || of_materials(part.inner());
            included && self.is_included(&ctx, part)
        })
    }

    /// Whether a part is done with cards from a place: those that are known by now as they lie, also those that were targeted or paid; of
    /// others what the text says.
    fn takes_cards_from(&self, ctx: &Ctx, step: &Step, place: Place) -> bool {
        let step = step.inner();
        match (step, step.selection().map(|s| &s.pick)) {
            (Step::Draw(..), _) | (_, Some(Pick::Top(_))) => place == Place::Deck,
            (_, Some(Pick::These(word))) => self.is_known_from(ctx, word, place),
            (_, Some(Pick::Choose(_, group) | Pick::All(group) | Pick::Random(_, group))) => {
                group.is_in(place) || group.among.iter().any(|word| self.is_known_from(ctx, word, place))
            }
            _ => false,
        }
    }

    /// `answers.a-monster-where-it-lies`: whether the known card that a part is done with is none there, as a Trap that becomes a monster only on
    /// the field.
    fn takes_no_monster(&self, ctx: &Ctx, step: &Step) -> bool {
        let Some(Pick::These(word)) = step.inner().selection().map(|s| &s.pick) else { return false };
        let known = self.meant_by(ctx, word);
        let none = !known.is_empty() && known.iter().all(|r| self.def(r.card).monster().is_none());
        self.applies_if(none, Rule::AnswersAMonsterWhereItLies);
        none && !self.policy.doings.take_what_becomes_a_monster()
    }

    fn is_known_from(&self, ctx: &Ctx, word: &Word, place: Place) -> bool {
        let known = self.meant_by(ctx, word);
        let named = match word {
            Word::Named(name) if known.is_empty() => Some(name),
            _ => return known.iter().any(|r| at_place(place, self.state.card(r.card).zone)),
        };
        let bullet = ctx.link.and_then(|link| self.state.link(link).bullet);
        let gives = |step: &&Step| step.selection().is_some_and(|s| s.named.as_ref() == named);
        let earlier = steps_of(self.effect(ctx.effect), bullet).find(gives);
        earlier.is_some_and(|step| match step {
            Step::SendToGy(_) | Step::Destroy(_) | Step::Discard(_) | Step::Tribute(_) => place == Place::Gy,
            Step::ReturnToGy(_) => place == Place::Gy,
            Step::Banish(..) => place == Place::Banished,
            Step::ReturnToDeck(..) => place == Place::Deck,
            Step::AddToHand(_) | Step::ReturnToHand(_) => place == Place::Hand,
            step => self.takes_cards_from(ctx, step, place),
        })
    }

    /// Whether a part does such a thing with the materials it takes from such a place.
    fn uses_cards_from(&self, ctx: &Ctx, step: &Step, verb: Including, from: &[Place]) -> bool {
        let Step::SpecialSummon { by: Some(with), .. } = step else { return false };
        let goes = match with.materials {
            Some(Moving::Banish | Moving::BanishFaceDown) => Including::Banish,
            Some(Moving::ReturnToDeck) => Including::ReturnToDeck,
            None if with.how == How::Ritual => return false,
            None => Including::SendToGy,
        };
        goes == verb
            && from.iter().any(|&place| match &with.using {
                Using::From(group) => group.is_in(place),
                Using::These(word) => self.is_known_from(ctx, word, place),
            })
    }

    /// Whether cards went to where the pattern says.
    fn went_there(&self, pattern: &Pattern, changed: &Changed) -> bool {
        let into = &pattern.into;
        into.is_empty() || into.iter().any(|&place| lies_at(place, changed.after.zone, changed.after.seat))
    }

    /// Whether cards came from where the pattern says; what was used for a Summon from where it was before.
    fn came_from_there(&self, pattern: &Pattern, event: &Event, changed: &Changed) -> bool {
        let used = match event.what {
            What::BecameMaterial(_, monster) => self.state.made_with(monster.card).map(|used| &**used),
            _ => None,
        };
        let used = used.unwrap_or_default().iter().find(|used| used.card == changed.card.card);
        let was = used.map_or(&changed.before, |used| &used.was);
        pattern.from.is_empty() || pattern.from.iter().any(|&place| lies_at(place, was.zone, was.seat))
    }

    fn is_subject(&self, ctx: &Ctx, pattern: &Pattern, changed: &Changed) -> bool {
        if !self.went_there(pattern, changed) {
            return false;
        }
        match &pattern.what {
            None => true,
            Some(Subject::Word(crate::def::Word::ThisCard)) => changed.card.card == ctx.source.card,
            Some(Subject::Word(word)) => self
                .meant_by(ctx, word)
                .iter()
                .any(|r| r.card == changed.card.card && (r.stay == changed.was || r.stay == changed.card.stay)),
            Some(Subject::Group(group)) => {
                let was = subject_snapshot(pattern.event, changed);
                self.in_group(ctx, group, changed.card.card, was, ctx.player)
                    && self.is_that_where_it_went(pattern, group, changed)
            }
        }
    }
}

impl Pattern {
    /// The group its subject must belong to as it is after the event.
    pub(crate) fn asks_what_arrived(&self) -> Option<&Group> {
        match &self.what {
            Some(Subject::Group(group)) if !is_judged_as_it_left(self.event) => Some(group),
            _ => None,
        }
    }
}

/// What the card is judged by: as it arrived, or as it left.
fn subject_snapshot(event: CauseWord, changed: &Changed) -> &Snapshot {
    if is_judged_as_it_left(event) { &changed.before } else { &changed.after }
}

fn is_judged_as_it_left(event: CauseWord) -> bool {
    use CauseWord as W;
    matches!(
        event,
        W::SentToGy
            | W::Destroyed
            | W::Banished
            | W::Discarded
            | W::Tributed
            | W::LeftTheField
            | W::Detached
            | W::ReturnedToHand
            | W::ReturnedToDeck
            | W::TurnedFaceDown
    )
}

impl Duel {
    /// Whether it happened to this card of the event.
    fn happened_to(&self, event: CauseWord, changed: &Changed) -> bool {
        use CauseWord as W;
        match event {
            // `replacement.returned-is-not-sent`
            W::SentToGy => {
                changed.after.zone == Zone::Gy && changed.before.zone != Zone::Gy && self.is_sent_there(changed.how)
            }
            W::Destroyed | W::Discarded | W::Tributed | W::Detached | W::Attached | W::AddedToHand => {
                changed.how.word() == event.word()
            }
            W::Banished => changed.after.zone == Zone::Banished && changed.before.zone != Zone::Banished,
            W::LeftTheField => self.has_left_the_field(changed),
            W::ReturnedToHand => changed.after.zone == Zone::Hand && is_return(changed, MoveHow::ReturnedToHand),
            W::AddedToExtraDeck => changed.after.zone == Zone::ExtraDeck && changed.after.face_up,
            W::ReturnedToDeck => {
                let face_down = changed.after.zone == Zone::ExtraDeck && !changed.after.face_up;
                // What is laid on the bottom of the Deck it lies in was not returned to it.
                let comes = changed.before.zone != changed.after.zone;
                comes && (changed.after.zone == Zone::Deck || face_down) && is_return(changed, MoveHow::ReturnedToDeck)
            }
            W::ChangedPosition => {
                let lies_there = changed.before.zone == Zone::Monster && changed.after.zone == Zone::Monster;
                lies_there && changed.card.stay == changed.was && changed.before.position != changed.after.position
            }
            _ => true,
        }
    }
}

/// Whether a card that came to the hand or the Deck was returned there.
fn is_return(changed: &Changed, how: MoveHow) -> bool {
    changed.how == how || changed.before.zone.on_field()
}

impl CauseWord {
    /// Whether it happens to a player and needs no card.
    pub(crate) fn is_about_a_player(self) -> bool {
        matches!(self, Self::Draws | Self::TakesDamage | Self::TakesBattleDamage | Self::GainsLp)
    }
}

/// Everything an effect does, inside its wrappers too.
pub(crate) fn steps_of(effect: &EffectDef, bullet: Option<u8>) -> impl Iterator<Item = &Step> {
    parts_of(effect, bullet).map(Step::inner)
}

/// The parts of an effect as they are written.
pub(crate) fn parts_of(effect: &EffectDef, bullet: Option<u8>) -> impl Iterator<Item = &Step> {
    let parts = match bullet.and_then(|b| effect.options.get(b as usize)) {
        Some(option) => &option.does,
        None => &effect.does,
    };
    parts.iter().map(|part| &part.step)
}

impl Step {
    /// Whether the player may leave it out, as far as it comes to that.
    pub(crate) fn is_optional(&self) -> bool {
        match self {
            Step::YouCan(_) => true,
            Step::OnlyIf(_, step) => step.is_optional(),
            _ => false,
        }
    }
}

/// Whether a part does such a thing, or lets it be done later, with cards that come from where they should.
fn step_includes(step: &Step, verb: Including, comes: &dyn Fn(&Step) -> bool) -> bool {
    // What it lets happen later is included.
    if let Step::Later(later) = step {
        return later.does.iter().any(|part| step_includes(part.step.inner(), verb, comes));
    }
    if let Step::Apply(Modifier::Whenever(_, does, _), _) = step {
        return does.iter().any(|part| step_includes(part.step.inner(), verb, comes));
    }
    if let Step::OneOf(_, alternatives) | Step::ByChance(alternatives) = step {
        let mut parts = alternatives.iter().flat_map(|alternative| &alternative.does);
        return parts.any(|part| step_includes(part.step.inner(), verb, comes));
    }
    comes(step)
        && matches!(
            (step, verb),
            (Step::Negate(Negated::ThatSummon | Negated::ThatSummonOrActivation), Including::NegateSummon)
                | (Step::AddToHand(_), Including::AddToHand)
                | (Step::ReturnToDeck(..), Including::ReturnToDeck)
                | (Step::SpecialSummon { .. }, Including::SpecialSummon)
                | (Step::SendToGy(_), Including::SendToGy)
                | (Step::Destroy(_), Including::Destroy)
                | (Step::Banish(..), Including::Banish)
                | (Step::Draw(..), Including::Draw)
                | (Step::Damage(..), Including::Damage)
        )
}

/// The targets of an effect, and of the bullet that was picked.
pub(crate) fn targets_of(effect: &EffectDef, bullet: Option<u8>) -> impl Iterator<Item = &Target> {
    let option = bullet.and_then(|b| effect.options.get(b as usize));
    effect.targets.iter().chain(option.into_iter().flat_map(|option| &option.targets))
}

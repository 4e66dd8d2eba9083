//! `replacement.*`: what is done instead of a destruction, and where cards go instead of where they would.

use crate::catalogue::Rule;
use crate::def::{
    Affected, BattlePosition, CannotBe, DeckAt, Doer, GoesTo, Instead, Modifier, Once, Part, Replaced, Replacement,
    Says, Word,
};
use crate::flow::{Duel, Flow};
use crate::state::{CardId, Destination, EffectRef, Goes, LinkId, MoveHow, Player, Ref, Replacing, Why, Zone};
use crate::words::{Applying, Ctx};

/// Something that may be done instead of a destruction, as it stands now.
struct Way {
    ctx: Ctx,
    how: Replacement,
    /// The link by which it came to apply, if it lingers.
    link: Option<LinkId>,
    /// The cards it would keep from being destroyed.
    saved: Vec<CardId>,
}

/// An effect that was asked: of which card, and by which link it lingers.
type Asked = (EffectRef, Ref, Option<LinkId>);

impl Way {
    fn asked(&self) -> Asked {
        (self.ctx.effect, self.ctx.source, self.link)
    }

    /// Whether it keeps cards from being destroyed once and asks nothing for it.
    fn is_a_first_time(&self) -> bool {
        self.how.does.is_empty() && self.how.once_per_turn.is_some()
    }
}

impl Duel {
    /// The cards that are destroyed after all, of those that would be at the same time, each for its reason. The turn player's
    /// effects are asked first.
    ///
    /// `replacement.not-of-a-replacement`: what is destroyed instead of another card is not replaced again.
    pub(crate) fn not_spared(&mut self, doomed: Vec<(CardId, Why)>) -> Flow<Vec<CardId>> {
        let mut left = doomed;
        if left.is_empty() {
            return Ok(Vec::new());
        }
        let again = !self.state.perishing.is_empty();
        if again && !self.policy.replacements.are_replaced_again() {
            self.applies_if(
                self.next_way(&left, &[]).is_some_and(|way| !self.parts_for(&way).is_empty()),
                Rule::ReplacementNotOfAReplacement,
            );
            return Ok(left.into_iter().map(|(id, _)| id).collect());
        }
        let mut asked: Vec<Asked> = Vec::new();
        let there: Vec<Ref> = left.iter().map(|(id, _)| self.state.reference(*id)).collect();
        while let Some(way) = self.next_way(&left, &asked) {
            asked.push(way.asked());
            let parts = self.parts_for(&way);
            let outer = std::mem::replace(&mut self.state.perishing, left.iter().map(|(id, _)| *id).collect());
            let applied = self.is_applied(&way, &parts)?;
            if applied {
                self.use_up_together(&way, &left);
                self.apply_instead(&way, &parts)?;
            }
            self.state.perishing = outer;
            if applied {
                left.retain(|(id, _)| !way.saved.contains(id));
            }
            // What was done instead may have taken others along.
            left.retain(|(id, _)| there.contains(&self.state.reference(*id)));
        }
        Ok(left.into_iter().map(|(id, _)| id).collect())
    }

    /// The next effect that speaks of cards that would be destroyed, and was not asked yet.
    fn next_way(&self, doomed: &[(CardId, Why)], asked: &[Asked]) -> Option<Way> {
        self.ways(doomed).into_iter().find(|way| !asked.contains(&way.asked()))
    }

    /// The effects that speak of cards that would be destroyed: first those by which they simply are not, then the turn player's.
    fn ways(&self, doomed: &[(CardId, Why)]) -> Vec<Way> {
        let mut applying = self.modifiers(Says::Replaced);
        let asks_something = |m: &Modifier| matches!(m, Modifier::Replaced(_, how) if !how.does.is_empty());
        applying.sort_by_key(|a| (asks_something(a.modifier), a.ctx.player != self.state.turn_player));
        let way = |a: Applying<'_>| {
            let Modifier::Replaced(affected, how) = a.modifier else { return None };
            let by_itself = how.does.is_empty() && how.for_each;
            if !by_itself && self.was_used_up(&a.ctx, a.link, how.once_per_turn, None) {
                return None;
            }
            let saves = |(id, why): &&(CardId, Why)| {
                how.by.as_ref().is_none_or(|by| self.is_done_by(&a.ctx, by, *why))
                    && !how.not_by.as_ref().is_some_and(|by| self.is_done_by(&a.ctx, by, *why))
                    && self.affects_now(&a.ctx, affected, *id)
                    && !self.shrugs_off(&a, affected, *id)
                    && !(by_itself && self.was_used_up(&a.ctx, a.link, how.once_per_turn, Some(*id)))
            };
            let mut saved: Vec<CardId> = doomed.iter().filter(saves).map(|(id, _)| *id).collect();
            if saved.is_empty() {
                return None;
            }
            if self.policy.replacements.may_save_some() && how.for_each {
                saved.truncate(1);
            }
            let mut ctx = a.ctx.clone();
            ctx.as_printed = false;
            ctx.cause = Why::Reflex(ctx.effect, ctx.player);
            ctx.standing = Some(Rule::ReplacementNotDestroyed);
            ctx.those = saved.iter().map(|&id| self.state.reference(id)).collect();
            Some(Way { ctx, how: how.clone(), link: a.link, saved })
        };
        applying.into_iter().filter_map(way).collect()
    }

    /// `replacement.one-for-all`, `replacement.all-or-none`: what is done for the cards together: once, or as often as there are
    /// cards if it says so.
    fn parts_for(&self, way: &Way) -> Vec<Part> {
        let rule = if way.how.for_each { Rule::ReplacementAllOrNone } else { Rule::ReplacementOneForAll };
        self.applies_if(way.saved.len() > 1 && !way.how.does.is_empty(), rule);
        let cards = u8::try_from(way.saved.len()).unwrap_or(u8::MAX);
        let each = self.policy.replacements.are_paid_for_each(way.how.for_each);
        let part = |part: &Part| match part.step.for_each(cards).filter(|_| each) {
            Some(step) => Part { joint: part.joint, step },
            None => part.clone(),
        };
        way.how.does.iter().map(part).collect()
    }

    /// Whether it can be done, and is wanted.
    fn is_applied(&mut self, way: &Way, parts: &[Part]) -> Flow<bool> {
        if !self.can_be_done_instead(&way.ctx, parts) {
            self.note_what_is_destroyed_too(way, parts);
            return Ok(false);
        }
        if way.how.mandatory { Ok(true) } else { self.ask_to_confirm(way.ctx.player, way.ctx.effect) }
    }

    fn can_be_done_instead(&self, ctx: &Ctx, parts: &[Part]) -> bool {
        parts.iter().all(|part| self.may_come_to_be_done(ctx, part))
    }

    /// `replacement.not-with-what-is-destroyed-too`: a card that would be destroyed at the same time cannot take another's place.
    pub(crate) fn cannot_take_anothers_place(&self, id: CardId) -> bool {
        self.state.perishing.contains(&id) && !self.policy.replacements.take_what_is_destroyed_too()
    }

    /// Notes that it is only what is destroyed too with which it could be done.
    fn note_what_is_destroyed_too(&mut self, way: &Way, parts: &[Part]) {
        let perishing = std::mem::take(&mut self.state.perishing);
        let could = self.can_be_done_instead(&way.ctx, parts);
        self.state.perishing = perishing;
        self.applies_if(could, Rule::ReplacementNotWithWhatIsDestroyedToo);
    }

    /// `replacement.not-destroyed`: it is done in the place of the destruction, in the same moment.
    fn apply_instead(&mut self, way: &Way, parts: &[Part]) -> Flow<()> {
        self.use_up(way);
        self.carry_out(&mut way.ctx.clone(), parts)?;
        Ok(())
    }

    /// `replacement.first-time-only`: what keeps cards from being destroyed once is used up, with all else that would keep them
    /// from it once at the same time.
    fn use_up_together(&mut self, way: &Way, doomed: &[(CardId, Why)]) {
        if !way.is_a_first_time() {
            return;
        }
        self.applies(Rule::ReplacementFirstTimeOnly);
        let others = self.ways(doomed).into_iter().filter(|other| {
            other.is_a_first_time()
                && other.asked() != way.asked()
                && other.saved.iter().any(|id| way.saved.contains(id))
        });
        let others: Vec<Way> = others.filter(|_| !self.policy.replacements.are_used_one_by_one()).collect();
        for other in &others {
            self.use_up(other);
        }
    }

    /// Notes that something limited within the turn was applied.
    fn use_up(&mut self, way: &Way) {
        if way.how.once_per_turn.is_none() {
            return;
        }
        let (turn, player, effect, link) = (self.state.turn, way.ctx.player, way.ctx.effect, way.link);
        let face = self.state.card(effect.card).face;
        let by_itself = way.how.does.is_empty() && way.how.for_each;
        let kept = way.saved.iter().map(|&id| self.state.reference(id)).filter(|_| by_itself).map(Some);
        let kept: Vec<Option<Ref>> = if by_itself { kept.collect() } else { vec![None] };
        let used = kept.into_iter().map(|card| Replacing { turn, player, effect, face, link, card });
        self.state.replacings.extend(used);
    }

    /// Whether its limit was reached this turn, for all cards or for one.
    fn was_used_up(&self, ctx: &Ctx, link: Option<LinkId>, once: Option<Once>, card: Option<CardId>) -> bool {
        let Some(once) = once else { return false };
        let face = self.state.card(ctx.effect.card).face;
        let card = card.map(|id| self.state.reference(id));
        let mut used = self.state.replacings.iter().filter(|r| r.turn == self.state.turn && r.card == card);
        used.any(|r| match once {
            Once::Copy if link.is_some() => r.effect == ctx.effect && r.link == link,
            Once::Copy => r.effect == ctx.effect && r.face == face,
            Once::Use | Once::Activate | Once::OneEffect => {
                r.player == ctx.player && self.state.same_effect_by_name(r.effect, ctx.effect)
            }
        })
    }

    /// How many cards count as destroyed. `replacement.not-destroyed`: those that were destroyed.
    pub(crate) fn count_as_destroyed(&self, would_be: usize, destroyed: usize) -> usize {
        self.applies_if(destroyed < would_be, Rule::ReplacementNotDestroyed);
        if self.policy.replacements.count_as_done() { would_be } else { destroyed }
    }

    /// Where a card goes that an effect keeps from going where it would, and where in the Deck.
    ///
    /// `replacement.returned-is-not-sent`: what speaks of cards that are sent to the GY does not speak of banished ones that return there.
    ///
    /// `replacement.which-comes-first`: what speaks of destroyed cards comes before what speaks of cards that are sent to the GY or
    /// leave the field; then what a card says of itself comes before what others say of it.
    pub(crate) fn replaced(&self, id: CardId, to: Destination, how: MoveHow) -> Goes {
        let card = self.state.card(id);
        let unchanged = Goes { to, at: DeckAt::Shuffled, redirected: false, by: None };
        if to.zone.on_field() || matches!(to.zone, Zone::Limbo | Zone::Gone | Zone::Material) {
            return unchanged;
        }
        // `pendulum.goes-to-the-extra-deck`: only what would go to the GY does so.
        let from_its_way_to_the_gy = to.zone == Zone::ExtraDeck && to.face_up && how != MoveHow::Placed;
        let to_the_gy = (to.zone == Zone::Gy && self.is_sent_there(how)) || from_its_way_to_the_gy;
        let applies = |of: Replaced| match of {
            Replaced::Destroyed => how == MoveHow::Destroyed && to_the_gy,
            Replaced::ReturnedToDeck => matches!(to.zone, Zone::Deck | Zone::ExtraDeck) && !to.face_up,
            Replaced::ReturnedToHand => how == MoveHow::ReturnedToHand && to.zone == Zone::Hand,
            Replaced::SentToGy => to_the_gy,
            Replaced::LeftTheField => card.zone.on_field() && card.face_up,
        };
        let mut all: Vec<(u8, &Instead, EffectRef)> = Vec::new();
        let applying = self.modifiers(Says::Instead);
        let applying = applying.into_iter().filter(|a| !self.goes_its_way_unaffected(a, id));
        let applying = applying.map(|a| (a.modifier, a.ctx)).chain(self.says_of_itself_when_defeated(id));
        for (modifier, ctx) in applying {
            let leaves_too = self.state.still(ctx.source) && self.leaves_at_the_same_time(ctx.source.card);
            let Modifier::Instead(affected, instead) = modifier else { continue };
            let own = *affected == Affected::Word(Word::ThisCard);
            let by = |by: &Doer| self.state.mover.is_some_and(|why| self.is_done_by(&ctx, by, why));
            if applies(instead.of)
                && (!leaves_too || own)
                && instead.by.as_ref().is_none_or(by)
                && !instead.not_by.as_ref().is_some_and(by)
                && self.is_said_of_what_goes(&ctx, affected, instead.of, id)
                && self.may_go_there_instead(&ctx, instead.goes, id)
            {
                // What is placed is so in the place of being sent to the GY.
                let destroyed = instead.of == Replaced::Destroyed && instead.goes != GoesTo::ContinuousSpell;
                let rank = self.policy.replacement_order.rank(destroyed, own);
                all.push((rank, instead, ctx.effect));
            }
        }
        all.sort_by_key(|(rank, ..)| *rank);
        let elsewhere = |goes: GoesTo| match goes {
            GoesTo::Banish => (Zone::Banished, DeckAt::Shuffled),
            GoesTo::ReturnToHand => (Zone::Hand, DeckAt::Shuffled),
            GoesTo::ReturnToDeck => (Zone::Deck, DeckAt::Shuffled),
            GoesTo::TopOfDeck => (Zone::Deck, DeckAt::Top),
            GoesTo::BottomOfDeck => (Zone::Deck, DeckAt::Bottom),
            GoesTo::ContinuousSpell => (Zone::SpellTrap, DeckAt::Shuffled),
        };
        let Some((_, first, by)) = all.first() else { return unchanged };
        let by_effect = matches!(to.zone, Zone::Hand | Zone::Deck | Zone::ExtraDeck | Zone::Banished);
        self.applies_if(from_its_way_to_the_gy, Rule::PendulumGoesToTheExtraDeck);
        self.applies_if(
            (by_effect && !to_the_gy) || all.iter().any(|(_, other, _)| other.goes != first.goes),
            Rule::ReplacementWhichComesFirst,
        );
        let (zone, at) = elsewhere(first.goes);
        let by = Some(*by);
        if first.goes == GoesTo::ContinuousSpell {
            let to = Destination { zone, controller: card.controller, face_up: true, position: BattlePosition::Attack };
            return Goes { to, at, redirected: false, by };
        }
        Goes { to: self.owners(id, zone), at, redirected: true, by }
    }

    /// `replacement.returned-is-not-sent`: whether a card that comes to the GY is sent there.
    pub(crate) fn is_sent_there(&self, how: MoveHow) -> bool {
        let returns = how == MoveHow::ReturnedToGy;
        self.applies_if(returns, Rule::ReplacementReturnedIsNotSent);
        !returns || self.policy.replacement_order.takes_what_returns()
    }

    /// `replacement.placed-instead-of-the-gy`: asks of cards that are destroyed, and would go to the GY, whether their controllers place
    /// them in their Spell & Trap Zones, as far as these are free.
    pub(crate) fn may_be_placed_when_destroyed(&mut self, destroyed: &[(CardId, Why)]) -> Flow<()> {
        let mut could = Vec::new();
        for &(id, why) in destroyed {
            (self.state.placing, self.state.mover) = (vec![id], Some(why));
            let goes = self.replaced(id, self.owners(id, Zone::Gy), MoveHow::Destroyed);
            (self.state.placing, self.state.mover) = (Vec::new(), None);
            if let (Zone::SpellTrap, Some(by)) = (goes.to.zone, goes.by) {
                could.push((id, goes.to.controller, by));
            }
        }
        let mut wanted: Vec<(CardId, Player)> = Vec::new();
        for (id, player, effect) in could {
            let taken = wanted.iter().filter(|(_, of)| *of == player).count();
            if self.state.free_spell_trap_zones(player) > taken && self.ask_to_confirm(player, effect)? {
                wanted.push((id, player));
            }
        }
        self.applies_if(!wanted.is_empty(), Rule::ReplacementPlacedInsteadOfTheGy);
        self.state.placing = wanted.into_iter().map(|(id, _)| id).collect();
        Ok(())
    }

    /// `replacement.though-negated`: whether what a negated card says does not apply. Where it goes when it leaves the field is said of it
    /// although its effects are negated there.
    pub(crate) fn ends_with_negation(&self, said: &Modifier) -> bool {
        let of_leaving = said.is_about_its_own_leaving();
        self.applies_if(of_leaving, Rule::ReplacementThoughNegated);
        !of_leaving || self.policy.negation.ends_where_cards_go()
    }

    /// `replacement.must-be-possible`: whether a card can go where it would instead; if not it goes on its way.
    fn may_go_there_instead(&self, ctx: &Ctx, goes: GoesTo, id: CardId) -> bool {
        let doing = match goes {
            GoesTo::ContinuousSpell => {
                let card = self.state.card(id);
                return card.zone == Zone::Monster && self.state.placing.contains(&id) && !self.def(id).is_token();
            }
            GoesTo::Banish => CannotBe::Banished,
            GoesTo::ReturnToHand => CannotBe::ReturnedToHand,
            GoesTo::ReturnToDeck | GoesTo::TopOfDeck | GoesTo::BottomOfDeck => CannotBe::ReturnedToDeck,
        };
        let forbidden = self.may_be_by(id, doing, ctx.player, Why::Reflex(ctx.effect, ctx.player)).is_err();
        self.applies_if(forbidden, Rule::ReplacementMustBePossible);
        !forbidden || self.policy.replacements.come_though_forbidden()
    }

    /// What a monster defeated in battle, which applies no more, still says of where it goes itself.
    fn says_of_itself_when_defeated(&self, id: CardId) -> Vec<(&Modifier, Ctx)> {
        let card = self.state.card(id);
        if card.doomed_by.is_none() || !card.face_up {
            return Vec::new();
        }
        let negated = self.is_negated(id);
        let of_itself = |said: &Applying<'_>| {
            let own = matches!(said.modifier, Modifier::Instead(Affected::Word(Word::ThisCard), _));
            own && !(negated && self.ends_with_negation(said.modifier))
        };
        let said = self.said_by(id, card.controller, Says::Instead).into_iter().filter(of_itself);
        said.map(|said| (said.modifier, said.ctx)).collect()
    }
}

//! Moving cards: a new stay with every change of place, and snapshots of before and after.

use super::Duel;
use crate::catalogue::Rule;
use crate::def::{BattlePosition, DeckAt, PlacedAs};
use crate::state::{CardId, Changed, Counters, Destination, Goes, LinkNegated, MoveHow, Player, Ref, Snapshot, Zone};

impl Duel {
    /// What a card is now.
    pub(crate) fn snapshot(&self, id: CardId) -> Snapshot {
        let card = self.state.card(id);
        Snapshot {
            zone: card.zone,
            controller: card.controller,
            face_up: card.face_up,
            position: card.position,
            seat: card.seat.filter(|_| card.zone.on_field()),
            atk: self.atk(id),
            def: self.defense(id),
            level: self.level(id),
            race: self.race(id),
            attribute: self.attribute(id),
            alias: self.alias(id),
            treated: self.counts_as(id),
            negated: card.zone.on_field() && self.is_negated(id),
            counters: card.counters.clone(),
            summoned: card.summoned,
            made_with: self.state.made_with(id).cloned(),
            gemini: self.is_gemini_summoned(id),
            equipped_to: card.equipped_to.map(|to| to.card),
            placed_as: card.placed_as,
            attached_to: card.attached_to.filter(|_| card.zone == Zone::Material),
            materials: self.material_count(id),
            still_spell_or_trap: self.is_still_a_spell_or_trap(id),
        }
    }

    /// How many materials a card has.
    pub(crate) fn material_count(&self, id: CardId) -> u8 {
        if self.state.has_materials { self.state.materials_of(id).count() as u8 } else { 0 }
    }

    /// A place off the field, which is always the owner's own.
    pub(crate) fn owners(&self, id: CardId, wanted: Zone) -> Destination {
        let card = self.state.card(id);
        let (zone, face_up) = match wanted {
            _ if self.def(id).is_token() => (Zone::Gone, false),
            Zone::Gy if self.goes_to_the_extra_deck(id) => (Zone::ExtraDeck, true),
            Zone::Hand | Zone::Deck if self.def(id).is_extra() => (Zone::ExtraDeck, false),
            zone => (zone, matches!(zone, Zone::Gy | Zone::Banished)),
        };
        Destination { zone, controller: card.owner, face_up, position: BattlePosition::Attack }
    }

    /// Moves one card. Nothing is logged and nothing triggers yet: the caller emits one event for all that moved.
    pub(crate) fn move_card(&mut self, id: CardId, to: Destination, how: MoveHow) -> Changed {
        let wanted = to.zone;
        let Goes { to, at, redirected, .. } = self.replaced(id, to, how);
        let how = if to.zone == wanted { how } else { how.instead(to.zone) };
        let mut before = self.snapshot(id);
        if self.activation_was_negated(id) {
            // Like a monster whose Summon was negated, it never counted as being on the field.
            before.zone = Zone::Limbo;
        }
        if before.zone == Zone::Material {
            before.zone = self.zone_materials_leave(how);
        }
        // A defeated monster lies on the field until the end of the Damage Step and can be moved before.
        self.applies_if(self.state.card(id).doomed_by.is_some(), Rule::DamageStepDamageBeforeDestruction);
        self.note_extra_deck(id, &before, to, how);
        let was = self.state.card(id).stay;
        let in_hand = before.zone == Zone::Hand || self.state.card(id).zone == Zone::Limbo;
        let now = self.state.clock.tick();
        self.leave_deck(id);
        let seat = self.state.seat_at(id, to, how);
        let stay = if self.stays_the_same_card(id, how, before.zone, to.zone) { was } else { self.state.new_stay() };
        self.note_another_card(Ref { card: id, stay: was }, before.zone, to.zone, stay);
        let face = self.state.new_face();
        let turn = self.state.turn;
        if stay != was {
            // Another card has not attacked yet.
            self.state.card_mut(id).attacked = 0;
            self.state.attacks_made.retain(|made| made.attacker != id);
        }
        let card = self.state.card_mut(id);
        card.zone = to.zone;
        card.controller = to.controller;
        card.face_up = to.face_up;
        card.position = to.position;
        card.seat = seat;
        card.next_seat = None;
        card.stay = stay;
        card.face = face;
        card.since = now;
        card.in_force = None;
        card.arrived = turn;
        card.turned = turn;
        if to.zone.on_field() {
            // Off the field what was named there is still known to what happens on leaving.
            (card.activation, card.named, card.paid) = (None, None, None);
        }
        card.waiting = false;
        card.flipped_by = None;
        card.revealed = false;
        card.counters = Counters::default();
        card.summoned = None;
        card.made_with = None;
        card.redirected = redirected;
        card.equipped_to = None;
        card.equipped_by = None;
        card.placed_as = None;
        card.attached_to = None;
        card.doomed_by = None;
        if matches!(to.zone, Zone::Hand | Zone::Deck) || (to.zone == Zone::ExtraDeck && !to.face_up) {
            card.properly_summoned = false;
        }
        if to.zone == Zone::Deck {
            self.state.decks[to.controller.index()].push(id);
            if at == DeckAt::Top {
                self.lay_on_top(id);
            }
        }
        if in_hand && matches!(to.zone, Zone::Monster | Zone::Limbo) {
            self.keep_levels(Ref { card: id, stay: was });
        }
        if to.zone == Zone::SpellTrap && how == MoveHow::Destroyed {
            // `replacement.placed-instead-of-the-gy`
            let card = self.state.card_mut(id);
            (card.in_force, card.placed_as) = (Some(now), Some(PlacedAs::ContinuousSpell));
        }
        let after = self.snapshot(id);
        Changed { card: Ref { card: id, stay }, was, how, before, after }
    }

    /// Whether the card lies on the field only because of an activation that was negated.
    pub(crate) fn activation_was_negated(&self, id: CardId) -> bool {
        let card = self.state.card(id);
        let negated =
            |link| self.state.link(link).negated == LinkNegated::Activation && self.state.link(link).card_activation;
        card.zone.on_field() && card.activation.is_some_and(negated)
    }

    /// A card that changes without moving.
    pub(crate) fn change_card(&mut self, id: CardId, change: impl FnOnce(&mut crate::state::Card)) -> Changed {
        let before = self.snapshot(id);
        self.state.clock.tick();
        change(self.state.card_mut(id));
        self.keep_materials(id);
        let after = self.snapshot(id);
        let card = self.state.reference(id);
        Changed { card, was: card.stay, how: MoveHow::Stayed, before, after }
    }

    /// A card to which something happens that does not change it.
    pub(crate) fn touched(&self, id: CardId) -> Changed {
        let snapshot = self.snapshot(id);
        let card = self.state.reference(id);
        Changed { card, was: card.stay, how: MoveHow::Stayed, before: snapshot.clone(), after: snapshot }
    }

    fn leave_deck(&mut self, id: CardId) {
        let card = self.state.card(id);
        if card.zone == Zone::Deck {
            let player = card.controller.index();
            self.state.decks[player].retain(|&c| c != id);
        }
    }

    /// Lays a card on top of the Deck it lies in; one that went elsewhere leaves every Deck as it is.
    pub(crate) fn lay_on_top(&mut self, id: CardId) {
        let card = self.state.card(id);
        if card.zone == Zone::Deck {
            let player = card.controller.index();
            self.leave_deck(id);
            self.state.decks[player].insert(0, id);
        }
    }

    /// Lays a card of a Deck on its top, below so many others, or on its bottom: it stays in the Deck.
    pub(crate) fn laid_elsewhere_in_it(&mut self, id: CardId, at: DeckAt, below: usize) -> Changed {
        let player = self.state.card(id).controller.index();
        self.leave_deck(id);
        let deck = &mut self.state.decks[player];
        let place = if at == DeckAt::Top { below.min(deck.len()) } else { deck.len() };
        deck.insert(place, id);
        Changed { how: MoveHow::ReturnedToDeck, ..self.touched(id) }
    }

    /// Makes a token that is nowhere yet.
    pub(crate) fn make_token(&mut self, def: usize, owner: Player) -> CardId {
        let id = CardId(self.state.cards.len() as u16);
        let card = self.state.fresh_card(def as u16, owner);
        self.state.cards.push(card);
        id
    }
}

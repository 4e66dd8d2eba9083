//! Verbs that turn or show cards: change position, reveal.

use super::Outcome;
use crate::catalogue::Rule;
use crate::def::{Selection, Turned};
use crate::flow::{Duel, Flow};
use crate::state::{CardId, Changed, Counters, What, Zone};
use crate::words::{Ctx, Doing};

impl Duel {
    pub(crate) fn change_position(&mut self, ctx: &mut Ctx, selection: &Selection, to: Turned) -> Flow<Outcome> {
        let mut shares = Vec::new();
        for player in self.acting(ctx, selection) {
            let may = |duel: &Self, id: CardId| duel.can_turn(ctx, id, to);
            let found = self.select(ctx, selection, player, may)?;
            let found = self.affected(ctx, found, Doing::Affects);
            self.turn_cards(ctx, &found, to);
            let refs = found.iter().map(|&id| self.state.reference(id)).collect();
            if let Some(name) = &selection.named {
                ctx.name(name, refs);
            }
            shares.push(Outcome::of_selection(selection, found.len()));
        }
        Ok(Outcome::all(&shares))
    }

    /// Whether turning a monster this way would change anything.
    pub(crate) fn can_turn(&self, ctx: &Ctx, id: CardId, to: Turned) -> bool {
        let card = self.state.card(id);
        let mut turned = card.clone();
        turned.turn(to);
        let changes = (turned.face_up, turned.position) != (card.face_up, card.position);
        let may_lie = to != Turned::FaceDown || (!self.def(id).is_token() && self.may_be_laid_down(ctx, id).is_ok());
        // Link Monsters know Attack Position only.
        card.zone == Zone::Monster && changes && may_lie && !self.def(id).is_link()
    }

    /// `value.counters-face-down`: what is turned face-down loses its counters.
    fn turn_cards(&mut self, ctx: &Ctx, cards: &[CardId], to: Turned) {
        // What turns none opens no instant.
        if cards.is_empty() {
            return;
        }
        let now = self.state.clock.tick();
        let mut up: Vec<Changed> = Vec::new();
        let mut down: Vec<Changed> = Vec::new();
        let mut moved: Vec<Changed> = Vec::new();
        for &id in cards {
            if to == Turned::FaceDown && self.is_laid_down_as_a_trap(id) {
                self.lay_down(ctx, id);
                continue;
            }
            let face = self.state.new_face();
            let changed = self.change_card(id, |card| {
                card.turn(to);
                if !card.face_up {
                    card.face = face;
                    card.in_force = None;
                    card.counters = Counters::default();
                }
            });
            self.applies_if(
                changed.before.counters.count() > changed.after.counters.count(),
                Rule::ValueCountersFaceDown,
            );
            let list = match (changed.before.face_up, changed.after.face_up) {
                (false, true) => {
                    self.state.card_mut(id).in_force = Some(now);
                    self.state.turned_up.extend(ctx.link.map(|_| id));
                    &mut up
                }
                (true, false) => {
                    self.forget_face_down(id);
                    self.nothing_is_left_for(id);
                    &mut down
                }
                _ => &mut moved,
            };
            list.push(changed);
        }
        for (what, cards) in [(What::TurnedFaceUp, up), (What::TurnedFaceDown, down), (What::ChangedPosition, moved)] {
            if !cards.is_empty() {
                self.emit(ctx.cause, ctx.rule, what, cards);
            }
        }
    }

    /// Nothing happens to the cards; only their name is known from now on.
    pub(crate) fn pick(&mut self, ctx: &mut Ctx, selection: &Selection) -> Flow<Outcome> {
        let mut named = Vec::new();
        for player in self.acting(ctx, selection) {
            let found = self.select(ctx, selection, player, |_, _| true)?;
            named.extend(found.iter().map(|&id| self.state.reference(id)));
        }
        let outcome = Outcome::of(named.len());
        if let Some(name) = &selection.named {
            ctx.name(name, named);
        }
        Ok(outcome)
    }

    /// `legality.nothing-possible`: what an effect keeps revealed is not revealed once more, unless it is what has just happened to it that
    /// lets it be shown, as that it was drawn.
    pub(crate) fn may_be_revealed(&self, ctx: &Ctx, id: CardId) -> bool {
        !self.is_kept_revealed(id) || ctx.those.iter().any(|r| r.card == id)
    }

    pub(crate) fn reveal(&mut self, ctx: &mut Ctx, selection: &Selection) -> Flow<Outcome> {
        let mut named = Vec::new();
        for player in self.acting(ctx, selection) {
            let found = self.select(ctx, selection, player, |duel, id| duel.may_be_revealed(ctx, id))?;
            let cards: Vec<Changed> = found.iter().map(|&id| self.touched(id)).collect();
            named.extend(cards.iter().map(|c| c.card));
            if !cards.is_empty() {
                self.emit(ctx.cause, ctx.rule, What::Revealed, cards);
            }
        }
        let outcome = Outcome::of(named.len());
        if let Some(name) = &selection.named {
            ctx.name(name, named);
        }
        Ok(outcome)
    }
}

//! `xyz.*`: materials, which lie under an Xyz Monster and are neither on the field nor controlled.

use crate::catalogue::Rule;
use crate::def::{BattlePosition, Selection, Word};
use crate::flow::{Duel, Flow};
use crate::state::{Board, CardId, Changed, Destination, MoveHow, What, Why, Zone};
use crate::steps::Outcome;
use crate::words::{Ctx, Doing};

/// What only looks at the board.
impl Board {
    /// Whether the monster under which a card lies, or was to lie, is there no more.
    fn is_left_behind(&self, id: CardId) -> bool {
        let card = self.card(id);
        let Some(monster) = card.attached_to else { return false };
        let there = matches!(self.card(monster).zone, Zone::Monster | Zone::Limbo);
        let attempted = self.attempt.as_ref().is_some_and(|attempt| attempt.cards.contains(&monster));
        !there && (card.zone == Zone::Material || attempted)
    }

    /// Whether cards can be attached to a monster: to a face-up Xyz Monster.
    fn takes_materials(&self, monster: CardId) -> bool {
        let card = self.card(monster);
        card.zone == Zone::Monster && card.face_up && self.def(monster).is_xyz()
    }
}

impl Duel {
    /// `xyz.material-is-not-on-the-field`, `xyz.detached-is-sent`: from where a material goes.
    pub(crate) fn zone_materials_leave(&self, how: MoveHow) -> Zone {
        self.applies(Rule::XyzMaterialIsNotOnTheField);
        self.applies_if(how == MoveHow::Detached, Rule::XyzDetachedIsSent);
        self.policy.materials.leave(how == MoveHow::Detached)
    }

    /// `xyz.becoming-material-is-not-leaving`: what was on the field and no longer is has left it, unless it became a
    /// material or is about to.
    pub(crate) fn has_left_the_field(&self, changed: &Changed) -> bool {
        let gone = changed.before.zone.on_field() && !changed.after.zone.on_field();
        let becomes_material = matches!(changed.after.zone, Zone::Material | Zone::Limbo);
        gone && (!becomes_material || self.policy.materials.count_as_leaving())
    }

    /// `xyz.not-yet-material`: while the Xyz Summon is attempted the cards are neither on the field nor materials.
    pub(crate) fn lay_ready(&mut self, ctx: &mut Ctx, id: CardId, monster: CardId) -> Changed {
        let to =
            Destination { zone: Zone::Limbo, controller: ctx.player, face_up: true, position: BattlePosition::Attack };
        self.applies_if(self.state.card(id).zone.on_field(), Rule::XyzBecomingMaterialIsNotLeaving);
        let changed = self.move_for(ctx, id, to, MoveHow::Material);
        self.state.has_materials = true;
        self.state.card_mut(id).attached_to = Some(monster);
        changed
    }

    /// A card becomes a material of a monster.
    pub(crate) fn put_under(&mut self, id: CardId, monster: CardId) -> Changed {
        let controller = self.state.card(monster).controller;
        let to = Destination { zone: Zone::Material, controller, face_up: true, position: BattlePosition::Attack };
        self.applies_if(self.state.card(id).zone.on_field(), Rule::XyzBecomingMaterialIsNotLeaving);
        let mut changed = self.move_card(id, to, MoveHow::Attached);
        self.state.has_materials = true;
        self.state.card_mut(id).attached_to = Some(monster);
        changed.after = self.snapshot(id);
        changed
    }

    /// Materials go with the control of their monster.
    pub(crate) fn keep_materials(&mut self, monster: CardId) {
        if self.state.has_materials {
            let controller = self.state.card(monster).controller;
            let under: Vec<CardId> = self.state.materials_of(monster).collect();
            under.into_iter().for_each(|id| self.state.card_mut(id).controller = controller);
        }
    }

    /// `xyz.materials-go-to-the-gy`: by the rules of the game, in the instant in which their monster left.
    /// `xyz.not-yet-material`: what was to become material goes there when the Summon is negated.
    pub(crate) fn send_materials_left_behind(&mut self) {
        if !self.state.has_materials {
            return;
        }
        let left: Vec<CardId> = self.state.ids().filter(|&id| self.state.is_left_behind(id)).collect();
        let (mut changed, mut rule) = (Vec::new(), Rule::XyzMaterialsGoToTheGy);
        for id in left {
            if self.policy.materials.are_so_at_once() {
                self.state.card_mut(id).zone = Zone::Material;
            }
            // What is in limbo was to become material of a monster whose Summon was negated.
            if self.state.card(id).zone == Zone::Limbo {
                rule = Rule::XyzNotYetMaterial;
            }
            let monster = self.state.card(id).attached_to.map(|monster| self.state.card(monster).zone);
            let zone = self.policy.materials.go_to(monster.unwrap_or(Zone::Gy));
            let to = self.owners(id, zone);
            changed.push(self.move_card(id, to, MoveHow::Sent));
        }
        if !changed.is_empty() {
            self.emit(Why::Game, rule, What::Moved, changed);
        }
    }

    /// Attaches cards to an Xyz Monster as its materials.
    pub(crate) fn attach(&mut self, ctx: &mut Ctx, selection: &Selection, to: &Word) -> Flow<Outcome> {
        let Some(&monster) = self.still_meant_by(ctx, to).first().filter(|&&m| self.state.takes_materials(m)) else {
            return Ok(Outcome::NotDone);
        };
        if self.affected(ctx, vec![monster], Doing::Affects).is_empty() {
            return Ok(Outcome::NotDone);
        }
        let may = |duel: &Self, id: CardId| duel.may_be_attached(id, Some(monster));
        let found = self.select(ctx, selection, ctx.player, may)?;
        let mut found = self.affected(ctx, found, Doing::Affects);
        // What lies under one of them goes with it.
        found.sort_by_key(|&id| self.state.card(id).zone != Zone::Material);
        let mut changed = Vec::new();
        for &id in &found {
            let from = self.state.reference(id);
            let moved = self.put_under(id, monster);
            ctx.follow(from, moved.card);
            changed.push(moved);
        }
        let outcome = Outcome::of_selection(selection, changed.len());
        if let Some(name) = &selection.named {
            ctx.name(name, changed.iter().map(|c| c.card).collect());
        }
        if !changed.is_empty() {
            self.emit(ctx.cause, ctx.rule, What::Attached(monster), changed);
        }
        Ok(outcome)
    }

    /// Whether a card can be attached: it is somewhere, no token, and not the monster itself nor under it already.
    pub(crate) fn may_be_attached(&self, id: CardId, monster: Option<CardId>) -> bool {
        let under_it = monster.is_some() && self.state.card(id).attached_to == monster;
        self.is_somewhere(id) && !self.def(id).is_token() && monster != Some(id) && !under_it
    }

    /// Whether there is a monster to which cards could be attached; one that is still to be chosen may be.
    pub(crate) fn may_take_materials(&self, ctx: &Ctx, to: &Word) -> bool {
        matches!(to, Word::Named(_))
            || self.still_meant_by(ctx, to).iter().any(|&monster| self.state.takes_materials(monster))
    }
}

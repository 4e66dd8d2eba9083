//! What the game itself puts right after every link and action: Equip Cards without a monster, control that ends.
//!
//! Elsewhere: `upkeep.nothing-to-bear-it` in `steps/control.rs` (`send_what_nothing_can_bear`).

use crate::catalogue::Rule;
use crate::def::{CannotBe, CardKind, Modifier, Says, SpellKind, Until};
use crate::flow::Duel;
use crate::state::{CardId, Control, EffectRef, MoveHow, Player, Ref, What, Why, Zone};

/// Who controls a monster as long as an effect applies.
struct Holder {
    monster: CardId,
    player: Player,
    effect: EffectRef,
    source: Ref,
}

impl Duel {
    /// Equip Cards whose monster has gone or was turned face-down are destroyed, and those that its own effect gave it once that is
    /// negated; Equip Spells that never got one go to the GY, and borrowed monsters go back when what borrowed them is gone.
    pub(crate) fn upkeep(&mut self) {
        self.destroy_orphans();
        self.destroy_equips_of_negated_effects();
        self.send_unattached_equips();
        let over = |duel: &Self, control: &Control| {
            control.until == Until::ThisCardLeavesTheField && !duel.is_still_held(control)
        };
        self.return_control(Some(Rule::UpkeepControlWhileItApplies), over);
        self.settle_control();
    }

    /// `upkeep.control-while-it-applies`: what borrowed a monster for as long as it lies face-up holds it as long as the monster does, too.
    fn is_still_held(&self, control: &Control) -> bool {
        let (holder, monster) = (self.state.card(control.source.card), self.state.card(control.card.card));
        self.state.still(control.source) && holder.face_up && (monster.face_up || !control.was_face_up)
    }

    /// `upkeep.control-while-it-applies`: monsters go to the player whose effect says so once it applies to them, and back when it does not.
    pub(crate) fn settle_control(&mut self) {
        let holders = self.holders();
        let held = |control: &Control, by: EffectRef| {
            holders.iter().any(|holder| (holder.monster, holder.effect) == (control.card.card, by))
        };
        let over = |_: &Self, control: &Control| control.held_by.is_some_and(|by| !held(control, by));
        self.return_control(Some(Rule::UpkeepControlWhileItApplies), over);
        for Holder { monster, player, effect, source } in holders {
            let known = |c: &Control| c.card.card == monster && self.state.still(c.card);
            if self.state.controls.iter().any(|c| known(c) && c.held_by == Some(effect)) {
                continue;
            }
            let card = self.state.card(monster);
            let (from, owner, cause) = (card.controller, card.owner, Why::Reflex(effect, player));
            // Where the duel begins it may lie there already.
            let lay_there = from == player && owner != player && !self.state.controls.iter().any(known);
            // A monster that was destroyed by battle stays with whoever controls it.
            let may_go =
                || card.doomed_by.is_none() && self.may_be_by(monster, CannotBe::TakenControlOf, player, cause).is_ok();
            let goes = from != player && may_go() && self.finds_a_zone(player, monster);
            if !(goes || lay_there) {
                continue;
            }
            let changed = goes.then(|| self.goes_over_to(monster, player, None));
            self.state.controls.push(Control {
                card: self.state.reference(monster),
                back_to: player.opponent(),
                until: Until::Always,
                source,
                from_turn: self.state.turn,
                ends: None,
                was_face_up: true,
                held_by: Some(effect),
            });
            if let Some(changed) = changed {
                self.emit(cause, Rule::UpkeepControlWhileItApplies, What::ChangedControl, vec![changed]);
            }
        }
    }

    /// Of which monsters an effect that applies says who controls them, what came into force first before the rest.
    fn holders(&self) -> Vec<Holder> {
        let mut said = self.modifiers(Says::Control);
        said.sort_by_key(|a| a.since);
        let mut holders = Vec::new();
        for a in &said {
            let Modifier::Control(affected) = a.modifier else { continue };
            let lies_there = |id: &CardId| {
                let card = self.state.card(*id);
                card.zone == Zone::Monster && card.face_up
            };
            let monsters = self.state.ids().filter(lies_there).filter(|&id| self.reaches(a, affected, id));
            let (player, effect, source) = (a.ctx.player, a.ctx.effect, a.ctx.source);
            holders.extend(monsters.map(|monster| Holder { monster, player, effect, source }));
        }
        holders
    }

    /// Equip Cards whose monster has gone or was turned face-down are destroyed; also if it went as a cost, a Tribute or a material, before
    /// anything resolves or is Summoned.
    pub(crate) fn destroy_orphans(&mut self) {
        let orphans: Vec<CardId> = self
            .state
            .ids()
            .filter(|&id| {
                let card = self.state.card(id);
                card.zone == Zone::SpellTrap
                    && card
                        .equipped_to
                        .is_some_and(|to| !self.state.is_still_a_monster(to) || !self.state.card(to.card).face_up)
            })
            .collect();
        let mut changed = Vec::new();
        for id in orphans {
            let to = self.owners(id, Zone::Gy);
            changed.push(self.move_card(id, to, MoveHow::Destroyed));
        }
        if !changed.is_empty() {
            self.emit(Why::Game, None, What::Moved, changed);
        }
    }

    /// `upkeep.equips-of-a-negated-effect`: Monster Cards that lie as Equip Cards by the effect of the very monster to which they are
    /// equipped are destroyed when its effects are negated.
    fn destroy_equips_of_negated_effects(&mut self) {
        let negated =
            |to: Ref| self.state.is_still_a_monster(to) && self.state.card(to.card).face_up && self.is_negated(to.card);
        let equipped = self.state.ids().filter(|&id| {
            let card = self.state.card(id);
            let lies_there = card.zone == Zone::SpellTrap && self.def(id).monster().is_some();
            lies_there && card.equipped_to.is_some_and(negated)
        });
        let (held, others): (Vec<CardId>, Vec<CardId>) = equipped.partition(|&id| {
            let card = self.state.card(id);
            card.equipped_by == card.equipped_to.map(|to| to.card)
        });
        // Those that another card's effect equipped stay, which this rule decides too.
        self.applies_if(!others.is_empty(), Rule::UpkeepEquipsOfANegatedEffect);
        if held.is_empty() || self.policy.equips.outlast_their_effect() {
            return;
        }
        let mut changed = Vec::new();
        for id in held {
            let to = self.owners(id, Zone::Gy);
            changed.push(self.move_card(id, to, MoveHow::Destroyed));
        }
        self.emit(Why::Game, Rule::UpkeepEquipsOfANegatedEffect, What::Moved, changed);
    }

    fn send_unattached_equips(&mut self) {
        let equip = |id: CardId| self.def(id).kind == CardKind::Spell(SpellKind::Equip);
        let unattached: Vec<CardId> = self
            .state
            .ids()
            .filter(|&id| {
                let card = self.state.card(id);
                let resolved = card.zone == Zone::SpellTrap && card.face_up && card.in_force.is_some();
                resolved && card.equipped_to.is_none() && card.activation.is_some() && equip(id)
            })
            .collect();
        self.send_by_the_game(unattached, Rule::ChainUsedCardsLeaveWithTheLastEvent);
    }

    /// Sends cards to the GY together, by no effect: a rule of the game does it.
    pub(crate) fn send_by_the_game(&mut self, cards: Vec<CardId>, rule: Rule) {
        let mut changed = Vec::new();
        for id in cards {
            let to = self.owners(id, Zone::Gy);
            changed.push(self.move_card(id, to, MoveHow::Sent));
        }
        if !changed.is_empty() {
            self.emit(Why::Game, rule, What::Moved, changed);
        }
    }

    /// Gives monsters back whose borrowing is over.
    pub(crate) fn return_control(&mut self, rule: Option<Rule>, over: impl Fn(&Self, &Control) -> bool) {
        let (ended, going_on): (Vec<Control>, Vec<Control>) =
            std::mem::take(&mut self.state.controls).into_iter().partition(|c| over(self, c));
        self.state.controls = going_on.into_iter().filter(|c| self.state.still(c.card)).collect();
        let mut changed = Vec::new();
        for control in ended {
            let (monster, player) = (control.card.card, control.back_to);
            let may_go = self.may_be(monster, CannotBe::TakenControlOf, player).is_ok();
            self.applies_if(!may_go, Rule::LegalityForbidden);
            if self.state.still(control.card) && may_go && self.finds_a_zone(player, monster) {
                changed.push(self.goes_over_to(monster, player, None));
            }
        }
        if !changed.is_empty() {
            self.emit(Why::Game, rule, What::ChangedControl, changed);
        }
    }

    /// `upkeep.no-zone-no-control`: whether a player has a zone for a monster whose control goes to them, or for a Trap that is none any
    /// more. If they have none it is destroyed.
    pub(crate) fn finds_a_zone(&mut self, player: Player, monster: CardId) -> bool {
        let card = self.state.card(monster);
        let has_room = card.controller == player || self.state.free_zones(player, card.zone) > 0;
        if !has_room && self.policy.no_zone.destroys() {
            let to = self.owners(monster, Zone::Gy);
            let changed = self.move_card(monster, to, MoveHow::Destroyed);
            self.emit(Why::Game, Rule::UpkeepNoZoneNoControl, What::Moved, vec![changed]);
        }
        has_room
    }
}

//! `trap-monster.*`: Spells and Traps that Special Summon themselves as monsters.

use std::sync::Arc;

use crate::catalogue::{Refusal, Rule};
use crate::def::{
    Affected, BattlePosition, By, CannotBe, CannotDo, CardDef, CardKind, CauseWord, Group, Kind, Modifier, MonsterDef,
    Pattern, Place, Replaced, Says, Step, Target, Turned, Word,
};
use crate::flow::Duel;
use crate::state::{
    Board, Card, CardId, Changed, Destination, EffectRef, MoveHow, Player, Ref, Snapshot, What, Why, Zone,
};
use crate::words::{Ctx, Way, steps_of};

/// What only looks at the board.
impl Board {
    /// A card's values as a monster where it lies now.
    pub(crate) fn monster(&self, id: CardId) -> Option<&MonsterDef> {
        self.monster_in(id, self.card(id).zone)
    }

    /// `trap-monster.monster-and-trap`: a card's values as a monster in a zone: those printed on it, or in the Monster Zone those
    /// that a Spell or Trap gives itself.
    pub(crate) fn monster_in(&self, id: CardId, zone: Zone) -> Option<&MonsterDef> {
        let def = self.def(id);
        let by_its_text = || def.as_monster.as_ref().filter(|_| zone == Zone::Monster).map(|m| &m.monster);
        def.monster().or_else(by_its_text)
    }

    /// Whether a Spell or Trap is a monster now.
    fn is_trap_monster(&self, id: CardId) -> bool {
        self.card(id).zone == Zone::Monster && self.def(id).monster().is_none()
    }

    /// Whether a card has not moved and is still in the Monster Zone.
    pub(crate) fn is_still_a_monster(&self, monster: Ref) -> bool {
        self.still(monster) && self.card(monster.card).zone == Zone::Monster
    }

    /// `trap-monster.both-zones`: whether a Spell & Trap Zone is kept for a card that is also still a Spell or Trap.
    /// `trap-monster.one-zone`: elsewhere it is only where it lies.
    pub(crate) fn keeps_its_zone(&self, card: &Card) -> bool {
        self.both_zones && self.library[card.def as usize].as_monster.as_ref().is_some_and(|m| m.still)
    }

    /// Whether an effect is one that a Spell or Trap has as a monster.
    fn is_used_as_a_monster(&self, effect: EffectRef) -> bool {
        let there = || self.effect(effect).from.iter().flatten().any(|&place| place == Place::MonsterZone);
        self.def(effect.card).as_monster.is_some() && there()
    }
}

impl Duel {
    /// Whether a card is a Spell or Trap although it lies in the Monster Zone.
    pub(crate) fn is_still_a_spell_or_trap(&self, id: CardId) -> bool {
        let still = || self.def(id).as_monster.as_ref().is_some_and(|m| m.still);
        self.state.card(id).zone == Zone::Monster && still() && !self.policy.trap_monsters.are_only_monsters()
    }

    /// `trap-monster.elsewhere-a-trap`: whether a Spell or Trap was a monster and has left the field, where it has no ATK.
    pub(crate) fn is_only_a_trap_now(&self, id: CardId) -> bool {
        let only = self.def(id).as_monster.is_some() && !self.state.card(id).zone.on_field();
        self.applies_if(only, Rule::TrapMonsterElsewhereATrap);
        only
    }

    /// `trap-monster.monster-and-trap`: it was asked what a Spell or Trap in the Monster Zone is.
    pub(crate) fn note_trap_monster(&self, kind: Kind, def: &CardDef, was: &Snapshot) {
        let printed = matches!(kind, Kind::Card | Kind::MonsterCard | Kind::TrapCard);
        let is_one = was.zone == Zone::Monster && def.as_monster.is_some();
        self.applies_if(is_one && !printed, Rule::TrapMonsterMonsterAndTrap);
    }

    /// `trap-monster.both-zones`: whether zones are kept, which a format decides.
    pub(crate) fn keep_zones_for_traps(&mut self) {
        let both = |def: &Arc<CardDef>| def.as_monster.as_ref().is_some_and(|m| m.still);
        self.state.both_zones = self.state.library.iter().any(both) && self.policy.trap_zones.are_both();
    }

    /// `trap-monster.one-zone`, `trap-monster.both-zones`: whether a player has room for a Spell or Trap depends on it.
    pub(crate) fn note_zones_of_trap_monsters(&self, player: Player) {
        let theirs = |id: &CardId| self.state.card(*id).controller == player;
        let both = self.state.ids().filter(theirs).filter(|&id| self.is_still_a_spell_or_trap(id)).count();
        let taken = 5 - self.state.free_spell_trap_zones(player);
        let matters = both > 0 && if self.state.both_zones { taken == 5 } else { taken < 5 && taken + both >= 5 };
        let rule = if self.state.both_zones { Rule::TrapMonsterBothZones } else { Rule::TrapMonsterOneZone };
        self.applies_if(matters, rule);
    }

    /// Whose effect it is: a monster's, a Spell's or a Trap's. `trap-monster.effect-is-a-monsters`: one that a Trap has as a
    /// monster is a monster's.
    pub(crate) fn kind_of_effect(&self, effect: EffectRef) -> By {
        let as_a_monster = || self.state.is_used_as_a_monster(effect) && !self.policy.trap_monsters.use_trap_effects();
        match self.def(effect.card).kind {
            _ if self.state.is_of_a_spell(effect) => By::SpellEffect,
            CardKind::Monster(_) => By::MonsterEffect,
            _ if as_a_monster() => By::MonsterEffect,
            CardKind::Spell(_) => By::SpellEffect,
            CardKind::Trap(_) => By::TrapEffect,
        }
    }

    /// `trap-monster.effect-is-a-monsters`: a card that uses an effect as a monster acts as nothing else.
    pub(crate) fn acts_as_a_monster(&self, effect: EffectRef, mut shown: Changed) -> Changed {
        if self.state.is_used_as_a_monster(effect) {
            self.applies(Rule::TrapMonsterEffectIsAMonsters);
            let traps = self.kind_of_effect(effect) != By::MonsterEffect;
            (shown.before.still_spell_or_trap, shown.after.still_spell_or_trap) = (traps, traps);
        }
        shown
    }

    /// Whether an effect would Special Summon its own Spell or Trap as a monster.
    pub(crate) fn may_become_a_monster(&self, id: CardId, way: Way) -> bool {
        let there = !matches!(self.state.card(id).zone, Zone::Monster | Zone::Material | Zone::Limbo | Zone::Gone);
        self.def(id).as_monster.is_some() && way.by.is_some_and(|effect| effect.card == id) && there
    }

    /// A card that would be Summoned, as what it would be on the field if that makes it a monster.
    pub(crate) fn as_it_would_lie(&self, id: CardId, way: Way) -> Snapshot {
        let now = self.snapshot(id);
        let Some(monster) = self.state.monster_in(id, Zone::Monster).filter(|_| self.may_become_a_monster(id, way))
        else {
            return now;
        };
        let level = monster.level.map(i32::from);
        Snapshot { zone: Zone::Monster, face_up: true, atk: monster.atk, def: monster.def, level, ..now }
    }

    /// `trap-monster.same-card-while-a-trap`: what goes between its zone and the Monster Zone and is a Trap all the while is the
    /// same card for what targeted it.
    pub(crate) fn stays_the_same_card(&self, id: CardId, how: MoveHow, from: Zone, to: Zone) -> bool {
        let Some(as_monster) = &self.def(id).as_monster else { return false };
        let changes = matches!((from, to), (Zone::SpellTrap, Zone::Monster) | (Zone::Monster, Zone::SpellTrap));
        if !changes || how == MoveHow::Equipped {
            return false;
        }
        let this = self.state.reference(id);
        let named = |names: &[(String, Vec<Ref>)]| names.iter().any(|(_, cards)| cards.contains(&this));
        self.applies_if(
            self.state.links.latest_first().any(|link| link.targets.contains(&this))
                || self.state.lingering.iter().any(|lingering| named(&lingering.names)),
            Rule::TrapMonsterSameCardWhileATrap,
        );
        self.policy.trap_monsters.stay_the_same_card(as_monster.still)
    }

    /// `trap-monster.elsewhere-a-trap`: where it is asked for a monster that went somewhere, it must be a monster there too.
    pub(crate) fn is_that_where_it_went(&self, pattern: &Pattern, group: &Group, changed: &Changed) -> bool {
        let arrives = matches!(pattern.event, CauseWord::SentToGy | CauseWord::Banished) || !pattern.into.is_empty();
        let for_a_monster = group.kind == Some(Kind::Monster);
        let trap = self.def(changed.card.card).as_monster.is_some() && changed.before.zone == Zone::Monster;
        !for_a_monster || !trap || self.are_monsters_elsewhere() || !arrives
    }

    /// `trap-monster.elsewhere-a-trap`: only who believes otherwise finds that they are.
    fn are_monsters_elsewhere(&self) -> bool {
        self.applies(Rule::TrapMonsterElsewhereATrap);
        self.policy.trap_monsters.are_monsters_elsewhere()
    }

    /// Whether an effect speaks of a card that would go elsewhere. `trap-monster.elsewhere-a-trap`: what would be sent to the GY is
    /// what it would be there.
    pub(crate) fn is_said_of_what_goes(&self, ctx: &Ctx, affected: &Affected, of: Replaced, id: CardId) -> bool {
        let group = match affected {
            Affected::Group(group) if of == Replaced::SentToGy && self.state.is_trap_monster(id) => group,
            _ => return self.affects(ctx, affected, id),
        };
        if self.are_monsters_elsewhere() {
            return self.affects(ctx, affected, id);
        }
        let there = Snapshot { zone: Zone::Gy, still_spell_or_trap: false, ..self.printed(id) };
        let anywhere = Group { places: Vec::new(), ..(**group).clone() };
        self.in_group(ctx, &anywhere, id, &there, ctx.player)
    }

    /// Whether a card that is turned face-down is no longer a monster.
    pub(crate) fn is_laid_down_as_a_trap(&self, id: CardId) -> bool {
        self.state.is_trap_monster(id)
            && self.is_still_a_spell_or_trap(id)
            && !self.policy.trap_monsters.lie_face_down()
    }

    /// `trap-monster.face-down-is-set`: whether a player may turn a card face-down, which is to Set it if it is a Trap.
    pub(crate) fn may_be_laid_down(&self, ctx: &Ctx, id: CardId) -> Result<(), Refusal> {
        self.may_be_by(id, CannotBe::TurnedFaceDown, ctx.player, Self::as_cause(ctx))?;
        match self.is_laid_down_as_a_trap(id) {
            true => {
                let may = self.may_do(ctx.player, CannotDo::SetSpellsAndTraps, Some(id));
                may.inspect_err(|_| self.applies(Rule::TrapMonsterFaceDownIsSet))
            }
            false => Ok(()),
        }
    }

    /// The same of a target that the effect would turn face-down.
    pub(crate) fn would_be_laid_down(&self, ctx: &Ctx, bullet: Option<u8>, id: CardId) -> Result<(), Refusal> {
        let lays = |step: &Step| matches!(step, Step::ChangePosition(_, Turned::FaceDown));
        match steps_of(self.effect(ctx.effect), bullet).any(lays) {
            true => self.may_be_laid_down(ctx, id),
            false => Ok(()),
        }
    }

    /// `trap-monster.face-down-is-set`: a Trap that is turned face-down lies Set in the Spell & Trap Zone of its controller.
    pub(crate) fn lay_down(&mut self, ctx: &Ctx, id: CardId) {
        let changed = self.back_to_its_zone(id, false);
        let what = if changed.after.zone.on_field() { What::TurnedFaceDown } else { What::Moved };
        self.emit(ctx.cause, Rule::TrapMonsterFaceDownIsSet, what, vec![changed]);
    }

    /// A card that is no monster any more; without a zone for it, it is sent to the GY.
    fn back_to_its_zone(&mut self, id: CardId, face_up: bool) -> Changed {
        self.forget_face_down(id);
        self.nothing_is_left_for(id);
        let card = self.state.card(id);
        let controller = card.controller;
        if self.state.free_spell_trap_zones(controller) == 0 && !self.state.keeps_its_zone(card) {
            let to = self.owners(id, Zone::Gy);
            return self.move_card(id, to, MoveHow::Sent);
        }
        let to = Destination { zone: Zone::SpellTrap, controller, face_up, position: BattlePosition::Attack };
        let how = if face_up { MoveHow::Placed } else { MoveHow::Set };
        let mut changed = self.move_card(id, to, how);
        if face_up {
            self.state.card_mut(id).in_force = Some(self.state.clock.now);
        }
        changed.after = self.snapshot(id);
        changed
    }

    /// `trap-monster.trap-effect-negated`: a card whose effect as a Spell or Trap is negated is no monster any more and lies face-up
    /// in the Spell & Trap Zone.
    pub(crate) fn traps_stop_being_monsters(&mut self) {
        let stops = |id: &CardId| self.state.is_trap_monster(*id) && self.is_negated_as_a_trap(*id);
        let cards: Vec<CardId> = self.state.ids().filter(stops).collect();
        if !cards.is_empty() {
            let changed = cards.into_iter().map(|id| self.back_to_its_zone(id, true)).collect();
            self.emit(Why::Game, Rule::TrapMonsterTrapEffectNegated, What::Moved, changed);
        }
    }

    /// Whether what negates a card's effects speaks of it as a Spell or Trap.
    fn is_negated_as_a_trap(&self, id: CardId) -> bool {
        if !self.is_still_a_spell_or_trap(id) || !self.is_negated(id) {
            return false;
        }
        self.applies(Rule::TrapMonsterTrapEffectNegated);
        let as_a_trap = Snapshot { zone: Zone::SpellTrap, ..self.printed(id) };
        let says = self.modifiers(Says::Negated).iter().any(|n| {
            let Modifier::Negated(affected) = n.modifier else { return false };
            let group = match affected {
                Affected::Group(group) => Some(&**group),
                Affected::Word(word) if self.still_meant_by(&n.ctx, word).contains(&id) => {
                    self.group_of_targets(n.ctx.effect, word)
                }
                Affected::Word(_) => None,
            };
            group.is_some_and(|group| self.in_group(&n.ctx, group, id, &as_a_trap, n.ctx.player))
        });
        says && !self.policy.trap_monsters.stay_when_negated()
    }

    /// The group from which the targets of a name were chosen.
    fn group_of_targets(&self, effect: EffectRef, word: &Word) -> Option<&Group> {
        let Word::Named(name) = word else { return None };
        let def = self.effect(effect);
        let bullets = def.options.iter().flat_map(|option| &option.targets);
        def.targets.iter().chain(bullets).find_map(|target| match target {
            Target::Chosen { of, named: Some(n), .. } if n == name => Some(&**of),
            _ => None,
        })
    }

    /// `trap-monster.returns-as-a-trap`: a card that was a monster by its own effect and returns to the field is none, and cannot
    /// stay there.
    pub(crate) fn traps_do_not_return_as_monsters(&mut self, returned: &[CardId]) {
        let cannot_stay = |id: &&CardId| self.state.is_trap_monster(**id);
        let cards: Vec<CardId> = returned.iter().filter(cannot_stay).copied().collect();
        self.applies_if(!cards.is_empty(), Rule::TrapMonsterReturnsAsATrap);
        if cards.is_empty() || self.policy.trap_monsters.return_as_monsters() {
            return;
        }
        let how = self.how_what_cannot_return_leaves();
        let mut changed = Vec::new();
        for id in cards {
            let to = self.owners(id, Zone::Gy);
            changed.push(self.move_card(id, to, how));
        }
        self.emit(Why::Game, Rule::TrapMonsterReturnsAsATrap, What::Moved, changed);
    }
}

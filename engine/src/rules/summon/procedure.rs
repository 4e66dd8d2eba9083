//! Special Summons by a monster's own procedure.

use crate::catalogue::{Refusal, Rule};
use crate::def::{CannotDo, EffectDef, Facing, Group, Material, Place, Using, Whose, WithMaterials};
use crate::flow::Duel;
use crate::state::{CardId, EffectRef, Player, Zone};
use crate::words::{Ctx, Way};

impl Duel {
    /// Whether a monster may be Special Summoned by its own procedure.
    pub(crate) fn may_special_summon(&self, player: Player, procedure: EffectRef) -> Result<(), Refusal> {
        self.is_where_its_procedure_works(procedure)?;
        if !self.state.in_main_phase() {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        self.procedure_is_not_spent(procedure, player)?;
        let ctx = self.ctx(procedure, player);
        let EffectDef { by: how, position, .. } = *self.effect(procedure);
        let way = Way { how, by: Some(procedure), link: None, position };
        self.may_be_summoned_so(player, procedure.card, way)?;
        self.may_do_so(player, CannotDo::SpecialSummon, Some(procedure.card), way)?;
        if self.effect(procedure).requires.as_ref().is_some_and(|c| !self.holds(&ctx, c)) {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        let effect = self.effect(procedure);
        let with_materials = with_materials(effect);
        if with_materials.is_none() && !self.finds_a_zone_by(&ctx) {
            return self.refuse_room(procedure.card);
        }
        self.is_payable(&ctx, None)?;
        self.oath_is_not_broken(procedure, player)?;
        let side = self.side_of(Some(procedure), player);
        self.may_be_the_only_one(side, procedure.card)?;
        let Some(with) = with_materials else { return Ok(()) };
        let sets = self.sets_of_materials(&ctx, procedure.card, &with, asked(effect));
        if sets.is_empty() {
            return self.refuse(Rule::CostUnpayable);
        }
        let fits = |set: &Vec<CardId>| self.has_room_for(player, procedure.card, set);
        if sets.iter().any(fits) { Ok(()) } else { self.refuse_room(procedure.card) }
    }

    /// The player on whose side a monster is Summoned.
    pub(crate) fn side_of(&self, procedure: Option<EffectRef>, player: Player) -> Player {
        let to_opponent = procedure.is_some_and(|procedure| self.effect(procedure).to_opponent);
        if to_opponent { player.opponent() } else { player }
    }

    /// Whether there is a zone for the monster of a procedure, or what is paid may make one.
    fn finds_a_zone_by(&self, ctx: &Ctx) -> bool {
        let side = self.side_of(Some(ctx.effect), ctx.player);
        let to_zone = self.effect(ctx.effect).to_zone.as_deref();
        let ctx = &Ctx { freed: self.freed_before(ctx, None, 0), ..ctx.clone() };
        self.may_find_a_zone(ctx, side, ctx.effect.card, to_zone)
    }

    /// There is no zone for a monster: none at all, or none of those to which it goes from the Extra Deck.
    pub(crate) fn refuse_room(&self, card: CardId) -> Result<(), Refusal> {
        self.refuse(self.why_no_zone(card).unwrap_or(Rule::LegalityConditionNotMet))
    }

    /// `zone.from-the-extra-deck`: why a monster finds no zone, if there may be others.
    pub(crate) fn why_no_zone(&self, card: CardId) -> Option<Rule> {
        let bound = self.state.card(card).zone == Zone::ExtraDeck && self.is_bound_to_extra_zones(card);
        bound.then_some(Rule::ZoneFromTheExtraDeck)
    }

    fn is_where_its_procedure_works(&self, procedure: EffectRef) -> Result<(), Refusal> {
        let zone = self.state.card(procedure.card).zone;
        let places = self.effect(procedure).from.as_deref().unwrap_or(&[Place::Hand]);
        if places.iter().any(|&p| crate::words::at_place(p, zone)) {
            Ok(())
        } else {
            self.refuse(Rule::PresenceWrongPlace)
        }
    }
}

/// The Summon with materials that a procedure is, if it is one.
pub(super) fn with_materials(procedure: &EffectDef) -> Option<WithMaterials> {
    let how = procedure.by?;
    let using = Using::From(Box::new(on_ones_field()));
    let taking_materials = procedure.taking_materials;
    Some(WithMaterials { how, using, including: None, taking_materials, exact_levels: false, materials: None })
}

/// The materials a procedure asks for, if they are not those of its monster.
pub(super) fn asked(procedure: &EffectDef) -> Option<&[Material]> {
    Some(&procedure.materials[..]).filter(|materials| !materials.is_empty())
}

/// Where the materials of a Summon come from that is a procedure.
fn on_ones_field() -> Group {
    let (whose, face) = (Some(Whose::Yours), Some(Facing::Up));
    Group { whose, face, places: vec![Place::MonsterZone], ..Group::default() }
}

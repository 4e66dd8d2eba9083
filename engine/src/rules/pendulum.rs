//! `pendulum.*`: Pendulum Scales and Summons, Pendulum Zones, and where Pendulum Monsters go.

use crate::catalogue::{Refusal, Rule};
use crate::def::{CannotBe, CannotDo, CauseWord, Class, How, Modifier, Pattern, Place, Says};
use crate::flow::{Choice, Duel, Flow, Pool, Summon};
use crate::state::{Board, CardId, EffectRef, Event, Player, Purpose, Seat, Snapshot, SummonKind, What, Zone};
use crate::words::{Ctx, Way};

/// What only looks at the board.
impl Board {
    /// The cards in a player's Pendulum Zones.
    fn scales_of(&self, player: Player) -> impl Iterator<Item = CardId> {
        let there = move |id: &CardId| self.card(*id).zone == Zone::Pendulum && self.card(*id).controller == player;
        self.ids().filter(there)
    }

    /// Pendulum Zones of a player that are free; the other Spell & Trap Zones are used first.
    pub(crate) fn free_pendulum_zones(&self, player: Player) -> usize {
        2usize.saturating_sub(self.scales_of(player).count()).min(self.free_spell_trap_zones(player))
    }

    /// `pendulum.card-is-a-spell`: whether an effect is that of a Spell although its card is printed as a monster: the activation
    /// of a Pendulum card, and its Pendulum Effects.
    pub(crate) fn is_of_a_spell(&self, effect: EffectRef) -> bool {
        let def = self.effect(effect);
        let in_the_zone = || def.from.iter().flatten().any(|&place| place == Place::PendulumZone);
        self.def(effect.card).is_pendulum() && (def.class == Class::Activation || in_the_zone())
    }

    /// Whether a card lies where a Pendulum Summon takes it from, and its player has cards in both Pendulum Zones.
    pub(crate) fn might_be_pendulum_summoned(&self, id: CardId) -> bool {
        if !self.has_scales {
            return false;
        }
        let card = self.card(id);
        let there = match card.zone {
            Zone::Hand => self.def(id).monster().is_some(),
            Zone::ExtraDeck => card.face_up,
            _ => false,
        };
        there && self.scales_of(card.controller).count() == 2
    }
}

impl Duel {
    /// `pendulum.goes-to-the-extra-deck`: a Pendulum Monster that would be sent from the field to the GY is put face-up into the
    /// Extra Deck instead. One whose activation or Summon was negated was not on the field.
    pub(crate) fn goes_to_the_extra_deck(&self, id: CardId) -> bool {
        let leaves = self.def(id).is_pendulum() && self.state.card(id).zone.on_field();
        leaves && !self.activation_was_negated(id) && !self.policy.pendulums.go_to_the_gy()
    }

    /// `pendulum.card-is-a-spell`: whether a card that was in a Pendulum Zone counts as the monster that is printed on it; only who
    /// believes otherwise finds that it does.
    pub(crate) fn counts_as_a_monster(&self, was: &Snapshot) -> bool {
        if was.zone != Zone::Pendulum {
            return true;
        }
        self.applies(Rule::PendulumCardIsASpell);
        self.policy.pendulums.are_monsters_in_their_zones()
    }

    /// `pendulum.summoned-together`: whether something must happen to one card alone and happened to others too.
    pub(crate) fn is_not_alone(&self, pattern: &Pattern, event: &Event, fitting: usize) -> bool {
        let others = pattern.alone && fitting > 0 && self.to_how_many_it_happened(pattern.event, event) > 1;
        let pendulum = matches!(event.what, What::Summoned(_, Some(How::Pendulum), _));
        self.applies_if(others && pendulum, Rule::PendulumSummonedTogether);
        others
    }

    /// `pendulum.summoned-together`: what waits for such monsters is met by those that are such, whatever is Pendulum Summoned with
    /// them; only who believes otherwise asks it of all.
    pub(crate) fn is_spoilt_by_others(&self, pattern: &Pattern, event: &Event, fitting: usize) -> bool {
        let pendulum = matches!(event.what, What::Summoned(_, Some(How::Pendulum), _));
        let mixed = pendulum && fitting > 0 && fitting < event.cards.len() && !pattern.is_about_this_card();
        self.applies_if(mixed && pattern.event != CauseWord::WouldBeSummoned, Rule::PendulumSummonedTogether);
        mixed && self.policy.pendulums.must_all_fit()
    }

    /// A card's Pendulum Scale: in a Pendulum Zone as effects have changed it, else as it is printed.
    pub(crate) fn scale(&self, id: CardId) -> Option<u8> {
        let printed = self.printed_scale(id)?;
        if self.state.card(id).zone != Zone::Pendulum {
            return Some(printed);
        }
        let mut scale = i32::from(printed);
        for applying in self.modifiers(Says::Scale) {
            if let Modifier::Scale(affected, change) = applying.modifier
                && self.reaches(&applying, affected, id)
            {
                scale = self.changed(&applying.ctx, change, scale);
            }
        }
        Some(scale.clamp(0, 255) as u8)
    }

    /// The Pendulum Scale that is printed on a card.
    pub(crate) fn printed_scale(&self, id: CardId) -> Option<u8> {
        self.def(id).monster()?.scale
    }

    /// `pendulum.scale-is-no-effect`: the scales of both cards in a player's Pendulum Zones, the lower one first. They count from
    /// the moment the cards lie there, whether or not their effects are negated.
    fn scales(&self, player: Player) -> Option<(u8, u8)> {
        let cards: Vec<CardId> = self.state.scales_of(player).collect();
        let [one, other] = cards[..] else { return None };
        for id in [one, other] {
            let without_effects = self.state.card(id).in_force.is_none() || self.is_negated(id);
            self.applies_if(without_effects, Rule::PendulumScaleIsNoEffect);
            if without_effects && self.policy.pendulums.lose_their_scales() {
                return None;
            }
        }
        let (one, other) = (self.scale(one)?, self.scale(other)?);
        Some((one.min(other), one.max(other)))
    }

    /// `pendulum.between-the-scales`: whether a Level lies between a player's scales.
    pub(crate) fn is_between_the_scales(&self, player: Player, level: Option<i32>) -> bool {
        let between = |((low, high), level): ((u8, u8), i32)| i32::from(low) < level && level < i32::from(high);
        self.scales(player).zip(level).is_some_and(between)
    }

    /// Whether a monster may be Pendulum Summoned, alone or with others.
    ///
    /// `pendulum.once-per-turn`: and a Pendulum Summon that was negated counts.
    pub(crate) fn may_pendulum_summon(&self, player: Player, id: CardId) -> Result<(), Refusal> {
        if !self.state.in_main_phase() {
            self.refuse(Rule::LegalityConditionNotMet)?;
        }
        if self.state.pendulum_summon_used {
            self.refuse(Rule::PendulumOncePerTurn)?;
        }
        self.may_be_pendulum_summoned(player, id)?;
        if self.zones_for(player, id, &[]).is_empty() {
            return self.refuse_room(id);
        }
        Ok(())
    }

    fn may_be_pendulum_summoned(&self, player: Player, id: CardId) -> Result<(), Refusal> {
        if !self.is_between_the_scales(player, self.level(id)) {
            self.refuse(Rule::PendulumBetweenTheScales)?;
        }
        let way = Way { how: Some(How::Pendulum), ..Way::default() };
        self.may_do_so(player, CannotDo::PendulumSummon, Some(id), way)?;
        self.may_be_special_summoned(player, id, false, way)?;
        self.may_be_the_only_one(player, id)?;
        if self.def(id).is_extra() && !self.state.card(id).properly_summoned {
            return self.refuse(Rule::SummonNotProperlySummoned);
        }
        Ok(())
    }

    /// Begins a Pendulum Summon.
    pub(crate) fn begin_pendulum_summon(&mut self, player: Player, card: CardId) {
        let summon = Summon::new(player, card, SummonKind::Special);
        self.begin_summon(Summon { how: Some(How::Pendulum), ..summon });
    }

    /// `pendulum.summoned-together`: the player chooses which monsters are Pendulum Summoned together.
    pub(crate) fn choose_pendulum_summons(&mut self, summon: &mut Summon) -> Flow<()> {
        self.state.pendulum_summon_used = true;
        let (player, first) = (summon.player, summon.card);
        let might =
            |id: &CardId| self.state.card(*id).controller == player && self.state.might_be_pendulum_summoned(*id);
        let others = self.state.ids().filter(|&id| id != first).filter(might);
        let alone = self.most_at_once(player) == 1;
        let others = others.filter(|&id| !alone && self.may_be_pendulum_summoned(player, id).is_ok());
        let others: Vec<CardId> = others.collect();
        let extra = |id: CardId| self.state.card(id).zone == Zone::ExtraDeck;
        let mut sets: Vec<Vec<CardId>> = vec![Vec::new()];
        for &id in &others {
            let with: Vec<Vec<CardId>> = sets.iter().map(|set| [&set[..], &[id]].concat()).collect();
            sets.extend(with.into_iter().filter(|set| {
                let all: Vec<CardId> = set.iter().copied().chain([first]).collect();
                let (from_extra, others): (Vec<CardId>, Vec<CardId>) = all.into_iter().partition(|&id| extra(id));
                self.find_zones_together(player, &from_extra, others.len())
            }));
        }
        let max = sets.iter().map(Vec::len).max().unwrap_or(0);
        let choice =
            Choice { purpose: Purpose::Together, effect: None, about: None, from: Pool::Sets(sets), min: 0, max };
        summon.together = self.choose_cards(player, choice)?;
        Ok(())
    }

    /// Whether there are zones for monsters of the Extra Deck and for so many others at the same time.
    fn find_zones_together(&self, player: Player, from_extra: &[CardId], others: usize) -> bool {
        let row = self.state.free_monster_zones(player);
        let zones = from_extra.first().map(|&id| self.zones_for(player, id, &[])).unwrap_or_default();
        let (beyond, in_row): (Vec<Seat>, Vec<Seat>) = zones.into_iter().partition(|seat| seat.is_extra());
        // Of the Extra Monster Zones a player uses one.
        let in_the_row = from_extra.len().saturating_sub(beyond.len().min(1));
        in_the_row <= in_row.len() && in_the_row + others <= row
    }

    /// `pendulum.negated-one-by-one`: of the monsters whose Summon is attempted, those that an effect negates: those it speaks of,
    /// whose Summon can be negated.
    pub(crate) fn negated_of_the_attempt(&self, ctx: &Ctx) -> Vec<CardId> {
        let Some(attempt) = &self.state.attempt else { return Vec::new() };
        let left: Vec<CardId> = attempt.cards.iter().copied().filter(|id| !attempt.negated.contains(id)).collect();
        let meant = |id: &CardId| ctx.those.iter().any(|r| r.card == *id);
        let may = |id: &CardId| self.may_be_by(*id, CannotBe::SummonNegated, ctx.player, ctx.cause).is_ok();
        let some: Vec<CardId> = left.iter().copied().filter(|id| meant(id) && may(id)).collect();
        if some.is_empty() || some.len() == left.len() {
            return some;
        }
        self.applies(Rule::PendulumNegatedOneByOne);
        if self.policy.pendulums.are_negated_together() { left } else { some }
    }
}

//! `gemini.*`: Gemini monsters, which are Normal Monsters until they are Normal Summoned once more.

use crate::catalogue::Rule;
use crate::def::{Modifier, Says};
use crate::flow::{Duel, Summon};
use crate::state::{CardId, Changed, Player, Snapshot, SummonKind, Zone};

impl Duel {
    /// `gemini.summoned-once-more`: whether a player may Normal Summon a monster that lies face-up on their field.
    pub(crate) fn may_be_gemini_summoned(&self, player: Player, id: CardId) -> bool {
        let card = self.state.card(id);
        let there = card.zone == Zone::Monster && card.face_up && card.controller == player;
        there
            && self.def(id).is_gemini()
            && !self.is_gemini_summoned(id)
            && !self.is_no_normal_monster_if(self.is_negated(id))
    }

    /// `gemini.negated-is-no-normal`: a Gemini monster whose effects are negated is an Effect Monster without effects, since what makes it a Normal
    /// Monster is negated too; so it cannot be Summoned once more.
    fn is_no_normal_monster_if(&self, negated: bool) -> bool {
        self.applies_if(negated, Rule::GeminiNegatedIsNoNormal);
        negated && !self.policy.gemini.are_normal_though_negated()
    }

    /// Whether what is Summoned lies on the field already: face-down, or as a Gemini monster.
    pub(crate) fn stays_where_it_is(&self, summon: &Summon) -> bool {
        let lies_there = || self.state.card(summon.card).zone == Zone::Monster && self.def(summon.card).is_gemini();
        summon.kind == SummonKind::Flip || (summon.kind == SummonKind::Normal && lies_there())
    }

    /// `gemini.summoned-once-more`: the Summon succeeds, and the monster is an Effect Monster from now on.
    pub(crate) fn gemini_summoned(&mut self, id: CardId) -> Changed {
        self.applies(Rule::GeminiSummonedOnceMore);
        self.state.clock.tick();
        self.change_card(id, |card| card.gemini = Some(card.face))
    }

    /// `gemini.normal-until-then`: whether a Gemini monster is a Normal Monster where it was: on the field before it is Gemini
    /// Summoned, unless its effects were negated, and in the GY. `gemini.not-while-it-is-turned-up`: what an effect turns face-up is one
    /// only when that has resolved.
    pub(crate) fn is_still_normal(&self, id: CardId, was: &Snapshot) -> bool {
        self.is_without_its_effects(id, was)
            && !(was.zone == Zone::Monster && self.was_turned_up_just_now(id))
            && !(was.zone == Zone::Monster && self.is_no_normal_monster_if(was.negated))
    }

    /// `gemini.not-while-it-is-turned-up`: whether the effect that turned a monster face-up has not resolved yet.
    fn was_turned_up_just_now(&self, id: CardId) -> bool {
        let just_now = self.state.turned_up.contains(&id);
        self.applies_if(just_now, Rule::GeminiNotWhileItIsTurnedUp);
        just_now && !self.policy.gemini.are_normal_at_once()
    }

    /// `gemini.normal-until-then`: whether a Gemini monster did not have its effects where it was, be they negated or not.
    pub(crate) fn is_without_its_effects(&self, id: CardId, was: &Snapshot) -> bool {
        if !self.def(id).is_gemini() {
            return false;
        }
        let without = match was.zone {
            Zone::Monster => was.face_up && !was.gemini,
            Zone::Gy => true,
            _ => false,
        };
        self.applies_if(without, Rule::GeminiNormalUntilThen);
        without && !self.policy.gemini.have_their_effects()
    }

    /// The same for a card as it lies there now.
    pub(crate) fn has_no_effects_yet(&self, id: CardId) -> bool {
        self.def(id).is_gemini() && self.is_without_its_effects(id, &self.printed(id)) && !self.is_gemini_summoned(id)
    }

    /// Whether a Gemini monster was Summoned once more. `gemini.without-a-summon`: or an effect makes it such a monster.
    pub(crate) fn is_gemini_summoned(&self, id: CardId) -> bool {
        let card = self.state.card(id);
        if self.state.is_gemini_summoned(id) || !self.def(id).is_gemini() {
            return self.state.is_gemini_summoned(id);
        }
        // What it negates itself, once it has its effects, is not asked: it would ask back.
        let negates = |modifier: &Modifier| matches!(modifier, Modifier::Negated(_));
        let negates = self.def(id).effects.iter().any(|effect| effect.applies.iter().any(negates));
        let making = self.applying(Says::GeminiSummoned, |_| true, !negates);
        let is_made = card.zone == Zone::Monster
            && card.face_up
            && making.iter().any(
                |a| matches!(a.modifier, Modifier::GeminiSummoned(affected) if self.affects(&a.ctx, affected, id)),
            );
        self.applies_if(is_made, Rule::GeminiWithoutASummon);
        is_made && !self.policy.gemini.need_a_summon()
    }
}

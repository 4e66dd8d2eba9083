//! What happened, in words a judge would use, and cards as the file calls them.

use segoc_engine::{Action, CardId, EffectRef, Player, Refusal, Window};

use super::rewrite::Yaml;
use super::story::Story;
use crate::outcome::player_name;
use crate::ruling::{CardRef, Offer, OfferAction};

impl Story<'_> {
    /// A card as the file refers to it.
    pub(super) fn name(&self, card: CardId) -> String {
        match self.ruling.references.get(card.0 as usize) {
            Some(reference) => reference.clone(),
            None => self.table.def(card).map_or_else(|| format!("card {}", card.0), |def| def.name.clone()),
        }
    }

    /// A referred card as the file refers to it.
    pub(super) fn name_of(&self, card: &CardRef) -> String {
        match card {
            CardRef::Card(id) => self.name(*id),
            CardRef::Token(name) => name.clone(),
        }
    }

    /// Cards in a sentence.
    pub(super) fn names(&self, cards: &[CardId]) -> String {
        enumerate(&cards.iter().map(|&c| self.name(c)).collect::<Vec<_>>(), "and")
    }

    /// A card as a value of a step; with its effect if asked for.
    pub(super) fn effect_yaml(&self, effect: EffectRef, with_effect: bool) -> Yaml {
        let name = Yaml::word(self.name(effect.card));
        match self.effect_id(effect).filter(|_| with_effect) {
            Some(id) => Yaml::map([("card", name), ("effect", Yaml::word(id))]),
            None => name,
        }
    }

    /// Something that may be offered, in a sentence: "activate Trap Hole".
    pub(super) fn offer_words(&self, offer: &Offer) -> String {
        let card = self.name_of(&offer.card);
        match (offer.action, &offer.effect) {
            (OfferAction::Activate, Some(effect)) => format!("activate the effect `{effect}` of {card}"),
            (OfferAction::Activate, None) => format!("activate {card}"),
            (OfferAction::NormalSummon, _) => format!("Normal Summon {card}"),
            (OfferAction::Set, _) => format!("Set {card}"),
            (OfferAction::FlipSummon, _) => format!("Flip Summon {card}"),
            (OfferAction::SpecialSummon, _) => format!("Special Summon {card}"),
            (OfferAction::ChangePosition, _) => format!("change the position of {card}"),
            (OfferAction::Attack, _) => format!("attack with {card}"),
            (OfferAction::Replay, _) => format!("replay the attack of {card}"),
            (OfferAction::AttackDirectly, _) => format!("attack directly with {card}"),
        }
    }

    /// What was on offer in a window, in a sentence.
    pub(super) fn options_words(&self, options: &[Action]) -> String {
        let mut cards: Vec<String> = Vec::new();
        for card in options.iter().filter_map(Action::card) {
            let name = self.name(card);
            if !cards.contains(&name) {
                cards.push(name);
            }
        }
        if cards.is_empty() { "nothing".into() } else { enumerate(&cards, "or") }
    }

    /// A window, in words that end a sentence.
    pub(super) fn in_window(&self, player: Player, window: &Window, open: bool) -> String {
        let name = player_name(player);
        let phase = match window.during {
            Some(moment) => format!("{}, {moment}", window.phase),
            None => window.phase.to_string(),
        };
        match window.chart {
            _ if open => format!("in the open state ({phase})"),
            Some(chart) => format!("in box {chart} ({phase}), {name}'s chance"),
            None => format!("at the gate ({phase}), {name}'s chance"),
        }
    }
}

/// The time at which a player places a trigger.
pub(super) fn when_placing(player: Player) -> String {
    format!("when {} placed a trigger", player_name(player))
}

/// A reason as a clause: "because of timing.missed, which rests on …".
pub(super) fn because(refusal: &Refusal) -> String {
    if refusal.rests_on.is_empty() {
        return format!("because of `{}`", refusal.rule);
    }
    let rests: Vec<String> = refusal.rests_on.iter().map(|r| format!("`{r}`")).collect();
    format!("because of `{}`, which rests on {}", refusal.rule, enumerate(&rests, "and"))
}

/// "a, b and c".
pub(super) fn enumerate(items: &[String], conjunction: &str) -> String {
    match items {
        [] => "nothing".into(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {conjunction} {last}", most.join(", ")),
    }
}

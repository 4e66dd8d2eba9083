//! What happened, in words a judge would use.

use segoc_format::ruling::{Offer, OfferAction};
use segoc_protocol::{Action, Player, Prompt, Refusal};

use crate::cast::{Cast, enumerate, offer_words};

impl Cast<'_> {
    /// Something that may be offered, in a sentence: "activate Trap Hole".
    pub(crate) fn offer_words(&self, offer: &Offer) -> String {
        let card = self.name_of(&offer.card);
        match (offer.action, &offer.effect) {
            (OfferAction::Activate, Some(effect)) => format!("activate the effect `{effect}` of {card}"),
            (action, _) => offer_words(action, &card),
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
        enumerate(&cards, "or")
    }
}

/// A window, in words that end a sentence.
pub(crate) fn in_window(prompt: &Prompt) -> String {
    let phase = match prompt.during {
        Some(moment) => format!("{}, {moment}", prompt.phase),
        None => prompt.phase.to_string(),
    };
    match prompt.chart {
        _ if prompt.is_open_state() => format!("in the open state ({phase})"),
        Some(chart) => format!("in box {chart} ({phase}), {}'s chance", prompt.player),
        None => format!("at the gate ({phase}), {}'s chance", prompt.player),
    }
}

/// The time at which a player places a trigger.
pub(super) fn when_placing(player: Player) -> String {
    format!("when {player} placed a trigger")
}

/// A reason as a clause: "because of timing.missed, which rests on …".
pub(super) fn because(refusal: &Refusal) -> String {
    if refusal.rests_on.is_empty() {
        return format!("because of `{}`", refusal.rule);
    }
    let rests: Vec<String> = refusal.rests_on.iter().map(|rule| format!("`{rule}`")).collect();
    format!("because of `{}`, which rests on {}", refusal.rule, enumerate(&rests, "and"))
}

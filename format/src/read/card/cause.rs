//! What an effect waits for or answers.

use segoc_engine::def::{By, Cause, CauseWord, Doer, Pattern, Place as Where, Targeting, Timing, Who};

use super::{Card, CardReader};
use crate::read::{Entry, Place, Read};
use crate::spec::shapes::{
    ABOUT_A_PLAYER, ABOUT_CARDS, ACTIVATED, CAUSE, EQUIPPED, EVENT, TARGETING, USED_AS_MATERIAL,
};
use crate::yaml::{Kind, Node};

/// One event, or `{any of: [events]}`. Whether it is waited for or answered at once is for its effect to say.
impl Read<Card> for Cause {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let cause = card.kind(node, &CAUSE)?;
        let any_of: Vec<Pattern> = if cause.key == "any of" { cause.read(card)? } else { vec![card.event(cause)?] };
        (!any_of.is_empty()).then_some(Self { timing: Timing::If, any_of })
    }
}

impl Read<Card> for Pattern {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let (key, value) = card.one_key(node, EVENT.what)?;
        if key.value == "any of" {
            card.error(key.span, "`any of` cannot stand here: one event is needed");
            return None;
        }
        let event = card.entry_of(key, value, &EVENT)?;
        card.event(event)
    }
}

impl CardReader<'_> {
    fn event(&mut self, entry: Entry<'_>) -> Option<Pattern> {
        let Some(event) = CauseWord::from_word(entry.key) else { return self.unread(entry) };
        let is_about_a_player = matches!(
            event,
            CauseWord::Draws | CauseWord::TakesDamage | CauseWord::TakesBattleDamage | CauseWord::GainsLp
        );
        if is_about_a_player {
            let only = entry.node.get("only").filter(|_| event != CauseWord::Draws);
            if let Some(only) = only {
                self.error_help(only.span, format!("`only` means nothing beside `{event}`"), "it is for `draws`");
            }
            let keys = ["who", "what", "by", "not by", "except", "only"];
            let (from, how, including) = (Vec::new(), Vec::new(), Vec::new());
            // Either player is meant where none is named.
            return self.map(entry.node, &ABOUT_A_PLAYER, keys, |who: String, what, by, not_by, except, only| {
                let who = Who::from_word(&who);
                Pattern {
                    event,
                    what,
                    who,
                    by,
                    not_by,
                    to: None,
                    from,
                    into: Vec::new(),
                    how,
                    excavated: false,
                    alone: false,
                    to_activate: None,
                    including,
                    including_from: Vec::new(),
                    destroying: None,
                    damaging: None,
                    targeting: None,
                    at_least: 1,
                    except,
                    only,
                }
            });
        }
        let shape = match event {
            CauseWord::Equipped => &EQUIPPED,
            CauseWord::Activated | CauseWord::CardActivated => &ACTIVATED,
            CauseWord::UsedAsMaterial => &USED_AS_MATERIAL,
            _ => &ABOUT_CARDS,
        };
        let fields = self.fields(entry.node, shape)?;
        let to = if event == CauseWord::UsedAsMaterial { "for" } else { "to" };
        let (not_by, to, alone) = (fields.get(self, "not by"), fields.get(self, to), fields.get(self, "alone"));
        let (destroying, damaging) = (fields.get(self, "destroying"), fields.get(self, "damaging"));
        let into: Option<Vec<Where>> = fields.get(self, "into");
        let excavated: bool = fields.get_or(self, "excavated", false)?;
        let including_from: Option<Vec<Where>> = fields.get(self, "including from");
        let (targeting, at_least) = (fields.get(self, "targeting"), fields.get_or(self, "at least", 1));
        let keys = ["what", "who", "by", "from", "how", "to activate", "including"];
        let pattern = fields.make(self, keys, |what, who, by, from, how, to_activate, including| {
            let (what, except, only) = (Some(what), None, None);
            let (not_by, to, destroying, damaging, alone) = (not_by?, to?, destroying?, damaging?, alone?);
            let (into, including_from, targeting, at_least) = (into?, including_from?, targeting?, at_least?);
            Some(Pattern {
                event,
                what,
                who,
                by,
                not_by,
                to,
                from,
                into,
                how,
                excavated,
                alone,
                to_activate,
                including,
                including_from,
                destroying,
                damaging,
                targeting,
                at_least,
                except,
                only,
            })
        })?;
        if let Some(into) = fields.entry("into").filter(|_| !moves_cards(event)) {
            let message = format!("`into` means nothing beside `{event}`: the cards do not go anywhere");
            self.error_help(into.node.span, message, "it says where cards went, as beside `destroyed`");
        }
        let from_field = pattern.as_ref().is_some_and(|pattern| pattern.from.iter().any(|place| is_on_field(*place)));
        if let Some(from) = fields.entry("from").filter(|_| from_field && event == CauseWord::AddedToHand) {
            let message = "what comes to the hand from the field is not added to it, but returned";
            self.error_help(from.node.span, message, "wait for `returned to hand`");
        }
        pattern
    }
}

/// Whether cards go somewhere in such an event.
fn moves_cards(event: CauseWord) -> bool {
    use CauseWord as W;
    let by_name = matches!(event, W::SentToGy | W::Banished | W::ReturnedToHand | W::ReturnedToDeck | W::AddedToHand);
    let somewhere = matches!(event, W::Destroyed | W::DestroysByBattle | W::Discarded | W::Tributed | W::Detached);
    by_name || somewhere || matches!(event, W::UsedAsMaterial | W::LeftTheField | W::Equipped)
}

fn is_on_field(place: Where) -> bool {
    matches!(place, Where::Field | Where::MonsterZone | Where::SpellTrapZone | Where::FieldZone | Where::PendulumZone)
}

impl Read<Card> for Targeting {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let fields = card.fields(node, &TARGETING)?;
        let (group, least) = (card.group(&fields).map(Box::new), fields.get_or(card, "at least", 1));
        let alone = fields.get(card, "alone");
        Some(Self { group: group?, least: least?, alone: alone? })
    }
}

/// A word, or the group of the cards that did it.
impl Read<Card> for Doer {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        match &node.kind {
            Kind::Map(_) => Read::read(card, node, place).map(Self::Card),
            _ => By::read(card, node, place).map(Self::Word),
        }
    }
}

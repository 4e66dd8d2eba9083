//! What an effect waits for or answers.

use segoc_engine::def::{Cause, CauseWord, Pattern, Timing, Who};

use super::{Card, CardReader};
use crate::read::{Entry, Place, Read};
use crate::spec::shapes::{ABOUT_A_PLAYER, ABOUT_CARDS, CAUSE, EVENT};
use crate::yaml::Node;

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
            let keys = ["who", "what", "by", "except"];
            let (from, how, including) = (Vec::new(), Vec::new(), Vec::new());
            // Either player is meant where none is named.
            return self.map(entry.node, &ABOUT_A_PLAYER, keys, |who: String, what, by, except| {
                let who = Who::from_word(&who);
                Pattern {
                    event,
                    what,
                    who,
                    by,
                    from,
                    how,
                    to_activate: None,
                    including,
                    destroying: None,
                    damaging: None,
                    except,
                }
            });
        }
        let fields = self.fields(entry.node, &ABOUT_CARDS)?;
        let (destroying, damaging) = (fields.get(self, "destroying"), fields.get(self, "damaging"));
        let keys = ["what", "who", "by", "from", "how", "to activate", "including"];
        fields.make(self, keys, |what, who, by, from, how, to_activate, including| {
            let (what, except, destroying, damaging) = (Some(what), None, destroying?, damaging?);
            Some(Pattern { event, what, who, by, from, how, to_activate, including, destroying, damaging, except })
        })?
    }
}

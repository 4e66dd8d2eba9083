//! What card files say, with the cards and players of this duel: what an effect has made apply, and what a trigger waits for.

use segoc_engine::def::{Class, Declares, Pattern};
use segoc_format::ruling::{CardRef, Offer};
use segoc_protocol::{CardEvent, CardId, Cause, EffectRef, Happened, Player};
use serde_json::{Value, json};

use super::clause::Tense;
use super::fact::Fact;
use super::teller::Teller;
use crate::english::{Reader, names_in, titled};
use crate::transcript::Link;

/// The verbs that give names to cards, and the word of the event from which the cards are known.
const NAMING: [(&str, CardEvent); 9] = [
    ("add to hand", CardEvent::AddedToHand),
    ("special summon", CardEvent::SpecialSummoned),
    ("tribute", CardEvent::Tributed),
    ("send to gy", CardEvent::SentToGy),
    ("banish", CardEvent::Banished),
    ("reveal", CardEvent::Revealed),
    ("take control", CardEvent::ChangedControl),
    ("set", CardEvent::Set),
    ("return to hand", CardEvent::ReturnedToHand),
];

impl<'t> Teller<'t> {
    /// What applies from now on because an effect said so; nothing if it is not known which part of it that was.
    pub(super) fn applied(&self, fact: &Fact<'_>) -> Option<String> {
        let link = fact.by_link().and_then(|link| self.link_before(fact.number, link));
        let (effect, player) = match (&link, fact.event.by) {
            (Some(link), _) => (link.effect, link.player),
            (None, Some(Cause::Effect(effect))) => (effect, self.told.cast.owner(effect.card)?),
            _ => return None,
        };
        let written = self.told.cast.written(effect)?;
        let said = |of| found(of, &["apply", "skip", "end", "negate"]);
        let reactions = found(written, &["whenever"]).into_iter().flat_map(|(_, reacts)| said(reacts));
        let reactions: Vec<_> = reactions.filter(|_| link.is_none()).collect();
        let mut parts = if reactions.is_empty() { said(written) } else { reactions };
        parts.retain(|(verb, body)| *verb != "negate" || *body == "next attack");
        let begun = link.as_ref().map(|link| self.begun(link)).unwrap_or_default();
        let (verb, body) = match &parts[..] {
            [only] => only,
            parts if parts.len() == begun.len() => parts.get(begun.iter().position(|&event| event == fact.number)?)?,
            _ => &self.of_its_conjunction(fact, written)?,
        };
        self.read(effect, player, link.as_ref(), written, (verb, body))
    }

    /// The only part of an effect that applies something and is joined to the others as what happened was.
    fn of_its_conjunction<'v>(&self, fact: &Fact<'_>, written: &'v Value) -> Option<(&'v str, &'v Value)> {
        let joint = fact.event.rule?.word().strip_prefix("conjunction.")?.replace('-', " ");
        let joined = found(written, &[&joint]);
        match joined.iter().flat_map(|(_, part)| found(part, &["apply"])).collect::<Vec<_>>()[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// What a change that is not one of ATK or DEF makes of a card; nothing if it is not known which part of an effect that was.
    pub(super) fn changed(&self, fact: &Fact<'_>) -> Option<String> {
        let link = self.link_before(fact.number, fact.by_link()?)?;
        let written = self.told.cast.written(link.effect)?;
        let changes = ["change level", "change atk", "change def", "apply"];
        let [(verb, body)] = found(written, &changes)[..] else { return None };
        self.read(link.effect, link.player, Some(&link), written, (verb, body))
    }

    /// What an effect does first.
    pub(super) fn purpose(&self, link: &Link<'_>) -> Option<String> {
        self.first_deed(link.effect, link.player, Some(link))
    }

    /// What an effect would do first, unless that depends on what is chosen for it.
    pub(super) fn intent(&self, effect: EffectRef, player: Player) -> Option<String> {
        names_in(self.told.cast.written(effect)?).is_empty().then(|| self.first_deed(effect, player, None))?
    }

    fn first_deed(&self, effect: EffectRef, player: Player, link: Option<&Link<'_>>) -> Option<String> {
        let written = self.told.cast.written(effect)?;
        let does = found(written, &["does"]).first().and_then(|(_, does)| does.as_array()?.first())?;
        let (verb, body) = does.as_object()?.iter().next()?;
        self.read(effect, player, link, written, (verb, body))
    }

    /// What one of several things is that an effect may do, first.
    pub(super) fn option(&self, link: &Link<'_>, id: &str) -> Option<String> {
        let option = with_id(self.told.cast.written(link.effect)?, id)?;
        let (verb, body) = option.get("does")?.as_array()?.first()?.as_object()?.iter().next()?;
        self.read(link.effect, link.player, Some(link), option, (verb, body))
    }

    /// What is said on activation, as in "declaring Warrior".
    pub(super) fn declaring(&self, link: &Link<'_>, word: &str) -> String {
        let def = self.told.cast.effect(link.effect);
        match def.and_then(|def| def.declares) {
            Some(Declares::Attribute) => format!("declaring {}", word.to_uppercase()),
            Some(Declares::Type | Declares::Kind) => format!("declaring {}", titled(word)),
            Some(Declares::Name) => format!("declaring “{word}”"),
            None if def.is_some_and(|def| def.declares_number.is_some()) => format!("choosing {word}"),
            None => format!("choosing “{word}”"),
        }
    }

    /// Reads a part of an effect aloud.
    fn read(
        &self,
        effect: EffectRef,
        player: Player,
        link: Option<&Link<'_>>,
        written: &Value,
        (verb, body): (&str, &Value),
    ) -> Option<String> {
        let opponent = player.opponent();
        let named = |word: &str| match word {
            "this card" => Some(self.name(effect.card)),
            "you" => Some(player.to_string()),
            "opponent" => Some(opponent.to_string()),
            "end of opponent's turn" => Some(format!("end of {opponent}'s turn")),
            given => self.given(link?, written, given),
        };
        let reader = Reader::new(&named);
        if verb == "apply" { reader.applied(body) } else { reader.verb(&json!({ (verb): body })) }
    }

    /// What the triggers wait for that an offer means; nothing if there are no words for it.
    pub(super) fn unmet(&self, offer: &Offer) -> Option<String> {
        let CardRef::Card(card) = offer.card else { return None };
        let cast = &self.told.cast;
        let effects = (0..cast.def(card)?.effects.len()).filter_map(|effect| u8::try_from(effect).ok());
        let effects = effects.map(|effect| EffectRef { card, effect });
        let is_meant = |effect: &EffectRef| cast.is_effect(&offer.card, offer.effect.as_deref(), *effect);
        let triggers = effects.filter(is_meant).filter_map(|effect| cast.written(effect)?.get("trigger"));
        let owner = cast.owner(card)?;
        let named = |word: &str| match word {
            "this card" => Some("it".into()),
            "you" => Some(owner.to_string()),
            "opponent" => Some(owner.opponent().to_string()),
            _ => None,
        };
        let reader = Reader::new(&named);
        let causes = triggers.filter_map(|trigger| trigger.get("if").or(trigger.get("when")));
        let causes: Option<Vec<String>> = causes.map(|cause| reader.cause(cause)).collect();
        causes.filter(|causes| !causes.is_empty()).map(|causes| causes.join(", or "))
    }

    /// Why a trigger that an offer means was not met: what became of its card instead, or what it waits for.
    pub(super) fn untriggered(&self, offer: &Offer) -> String {
        let Some(cause) = self.unmet(offer) else { return "no condition of its was met".into() };
        let own = match offer.card {
            CardRef::Card(card) if self.waits_for_itself(card) => self.last_about(card),
            _ => None,
        };
        match own {
            Some(became) => format!("{became}, and its condition is that {cause}"),
            None => format!("its condition, that {cause}, was not met"),
        }
    }

    /// Whether every trigger of a card is about itself.
    fn waits_for_itself(&self, card: CardId) -> bool {
        let effects = self.told.cast.def(card).into_iter().flat_map(|def| &def.effects);
        let causes = effects.filter(|effect| effect.class == Class::Trigger).filter_map(|effect| effect.cause.as_ref());
        causes.flat_map(|cause| &cause.any_of).all(Pattern::is_about_this_card)
    }

    /// What happened last to a card in this phase, as a clause.
    fn last_about(&self, card: CardId) -> Option<String> {
        let here = (0..self.now).rev().take_while(|&i| !matches!(self.told.events[i].what, Happened::Phase { .. }));
        let facts = here.flat_map(|i| self.reasons(&[i]));
        let fact = facts.into_iter().find(|fact| fact.cards.contains(&card))?;
        Some(self.clause(&fact, Tense::Past, Some(card)))
    }

    /// What an effect does that no event shows: what it leaves for later, or what another link will show.
    pub(super) fn silent_deed(&self, link: &Link<'_>) -> Option<String> {
        let written = self.told.cast.written(link.effect)?;
        let (_, does) = found(written, &["does"]).into_iter().next()?;
        let silent =
            |part: &Value| ["later", "afterwards", "negate", "skip"].iter().any(|verb| part.get(verb).is_some());
        does.as_array()?.first().filter(|part| silent(part))?;
        self.purpose(link)
    }

    /// The events in which the parts of a link began to apply that are about no card.
    fn begun(&self, link: &Link<'_>) -> Vec<usize> {
        let events = self.told.events.iter().enumerate().skip(link.event);
        let resolving = events
            .take_while(|(_, event)| !matches!(event.what, Happened::Resolved { link: l, .. } if l == link.number));
        let begins = |what: &Happened| matches!(what, Happened::Cards { are, cards, .. } if are.contains(&CardEvent::Affected) && cards.is_empty());
        resolving
            .filter(|(_, event)| event.by == Some(Cause::Link(link.number)) && begins(&event.what))
            .map(|(i, _)| i)
            .collect()
    }

    /// The cards that have a name in a card file: targets, or cards of a verb.
    fn given(&self, link: &Link<'_>, written: &Value, name: &str) -> Option<String> {
        let is_named = |part: &Value| part.get("as").and_then(Value::as_str) == Some(name);
        let targets = found(written, &["targets"]).into_iter().filter_map(|(_, targets)| targets.as_array()).flatten();
        let targets: Vec<&Value> = targets.collect();
        if let [only] = &targets[..]
            && (is_named(only) || *only == name)
        {
            return Some(self.list(link.targets));
        }
        let (_, word) =
            NAMING.iter().find(|(verb, _)| found(written, &[verb]).iter().any(|(_, part)| is_named(part)))?;
        let events = self.told.events[link.event..].iter().filter(|event| event.by == Some(Cause::Link(link.number)));
        let mut cards = events.filter_map(|event| match &event.what {
            Happened::Cards { are, cards, .. } if are.contains(word) => Some(cards),
            _ => None,
        });
        cards.next_back().map(|cards| self.list(cards))
    }
}

/// What has an id and does something, however deep.
fn with_id<'v>(value: &'v Value, id: &str) -> Option<&'v Value> {
    match value {
        Value::Object(map) if map.get("id").is_some_and(|own| own == id) && map.contains_key("does") => Some(value),
        Value::Object(map) => map.values().find_map(|value| with_id(value, id)),
        Value::Array(list) => list.iter().find_map(|value| with_id(value, id)),
        _ => None,
    }
}

/// Everything behind some keys, however deep, each with its key; not what is left for later.
pub(super) fn found<'v>(value: &'v Value, keys: &[&str]) -> Vec<(&'v str, &'v Value)> {
    match value {
        Value::Object(map) => {
            let deeper = |(key, value): (&'v String, &'v Value)| match keys.contains(&key.as_str()) {
                true => vec![(key.as_str(), value)],
                false if key == "later" => Vec::new(),
                false => found(value, keys),
            };
            map.iter().flat_map(deeper).collect()
        }
        Value::Array(list) => list.iter().flat_map(|value| found(value, keys)).collect(),
        _ => Vec::new(),
    }
}

//! What card files say, with the cards and players of this duel: what an effect has made apply, and what a trigger waits for.

use std::borrow::Cow;

use segoc_engine::def::{Class, Declares, Pattern};
use segoc_format::ruling::{CardRef, Offer};
use segoc_protocol::{
    Answer, Ask, BoardCard, CardEvent, CardId, Cause, EffectRef, Event, Face, Happened, Player, PlayerEvent, Rule,
};
use serde_json::{Value, json};

use super::census::Asking;
use super::clause::Tense;
use super::fact::{Fact, is_cause};
use super::teller::Teller;
use crate::english::{Reader, names_in, titled};
use crate::transcript::{self, Link};

/// The verbs that give names to cards, and the word of the event from which the cards are known.
const NAMING: [(&str, CardEvent); 11] = [
    ("add to hand", CardEvent::AddedToHand),
    ("special summon", CardEvent::SpecialSummoned),
    ("tribute", CardEvent::Tributed),
    ("send to gy", CardEvent::SentToGy),
    ("banish", CardEvent::Banished),
    ("reveal", CardEvent::Revealed),
    ("take control", CardEvent::ChangedControl),
    ("set", CardEvent::Set),
    ("return to hand", CardEvent::ReturnedToHand),
    ("discard", CardEvent::Discarded),
    ("destroy", CardEvent::Destroyed),
];

impl<'t> Teller<'t> {
    /// What applies from now on because an effect said so; nothing if it is not known which part of it that was.
    pub(super) fn applied(&self, fact: &Fact<'_>) -> Option<String> {
        let later = fact.event.rule == Some(Rule::LaterNoChain);
        let link = match fact.event.by? {
            Cause::Link(link) => self.link_before(fact.number, link),
            Cause::Effect(effect) if later => self.activation_of(effect, fact.number),
            _ => None,
        };
        let (effect, player) = match (&link, fact.event.by) {
            (Some(link), _) => (link.effect, link.player),
            (None, Some(Cause::Effect(effect))) => (effect, self.told.cast.owner(effect.card)?),
            _ => return None,
        };
        let written = self.told.cast.written(effect)?;
        let said = |of: &'t Value| found(of, &["apply", "skip", "end", "negate"]);
        if later {
            let left: Vec<_> = found(written, &["later"]).into_iter().flat_map(|(_, left)| said(left)).collect();
            let [part] = left[..] else { return None };
            return self.read(effect, player, link.as_ref(), written, part);
        }
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
        // What is negated already is not negated once more.
        let negated = body["rule"]["negated"]["what"].as_str();
        let negates = |card: &BoardCard| {
            let speaks = card.zone.on_field() && card.face == Face::Up && card.card != effect.card;
            speaks && self.written_of(card.card).any(|written| !found(written, &["negated"]).is_empty())
        };
        if negated.is_some_and(|what| picks_all(written, what)) && self.standing().iter().any(negates) {
            return None;
        }
        // What answers nothing does nothing to what called it.
        let answers =
            |link: &Link<'_>| matches!(self.told.events[link.event].what, Happened::Activated { answers: Some(_), .. });
        if body["until"] == "that effect resolves" && link.as_ref().is_some_and(|link| !answers(link)) {
            return None;
        }
        let said = self.read(effect, player, link.as_ref(), written, (verb, body))?;
        // A phase does not end in the midst of a chain.
        let is_amidst = *verb == "end" && link.is_some_and(|link| link.number > 1);
        Some(if is_amidst { format!("{said} once the chain is over") } else { said })
    }

    /// The link as which an effect was activated last before an event.
    pub(super) fn activation_of(&self, effect: EffectRef, event: usize) -> Option<Link<'t>> {
        let before = self.told.events[..event].iter().enumerate().rev();
        before.filter_map(|(i, event)| transcript::link(i, event)).find(|link| link.effect == effect)
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
        let chosen = self.declared.iter().rev().find(|(event, _)| *event == link.event);
        if let Some(said) = chosen.and_then(|(_, word)| self.option(&link, word)) {
            return Some(said);
        }
        let changes = ["change level", "change atk", "change def", "apply"];
        let parts = found(written, &changes);
        let mut said = parts.iter().filter_map(|part| self.read(link.effect, link.player, Some(&link), written, *part));
        if parts.len() == 1 {
            return said.next();
        }
        // Of several changes the only one that names these cards and no others of the kind.
        let cards = self.list(&fact.cards);
        let mut about = said.filter(|said| said.contains(&cards));
        about.next().filter(|_| about.next().is_none())
    }

    /// What an effect does first.
    pub(super) fn purpose(&self, link: &Link<'_>) -> Option<String> {
        self.first_deed(link.effect, link.player, Some(link))
    }

    /// What an effect would do first, unless that depends on what is chosen for it.
    pub(super) fn intent(&self, effect: EffectRef, player: Player) -> Option<String> {
        let written = self.told.cast.written(effect)?;
        let known = names_in(written).into_iter().all(|name| is_target(written, name));
        known.then(|| self.first_deed(effect, player, None))?
    }

    fn first_deed(&self, effect: EffectRef, player: Player, link: Option<&Link<'_>>) -> Option<String> {
        let written = match link {
            Some(link) => self.wording(link)?,
            None => Cow::Borrowed(self.told.cast.written(effect)?),
        };
        let does = found(&written, &["does"]).first().and_then(|(_, does)| does.as_array()?.first())?;
        let (verb, body) = does.as_object()?.iter().next()?;
        self.read(effect, player, link, &written, (verb, body))
    }

    /// What one of several things is that an effect may do, first.
    pub(super) fn option(&self, link: &Link<'_>, id: &str) -> Option<String> {
        let option = with_id(self.told.cast.written(link.effect)?, id)?;
        let (verb, body) = option.get("does")?.as_array()?.first()?.as_object()?.iter().next()?;
        self.read(link.effect, link.player, Some(link), option, (verb, body))
    }

    /// The word of the event by which it is seen that one of several things was done; nothing if it is not known.
    pub(super) fn event_of_option(&self, link: &Link<'_>, id: &str) -> Option<CardEvent> {
        let option = with_id(self.told.cast.written(link.effect)?, id)?;
        let verb = option.get("does")?.as_array()?.first()?.as_object()?.keys().next()?;
        NAMING.iter().find(|(naming, _)| naming == verb).map(|(_, word)| *word)
    }

    /// What the only part of a card does that is left to a player.
    pub(super) fn optional_part(&self, card: CardId, player: Player) -> Option<String> {
        let effects = (0..=u8::MAX).map(|effect| EffectRef { card, effect });
        let effects = effects.map_while(|effect| Some((effect, self.told.cast.written(effect)?)));
        let parts = effects.flat_map(|(effect, written)| {
            found(written, &["you can"]).into_iter().map(move |(_, part)| (effect, written, part))
        });
        let [(effect, written, part)] = parts.collect::<Vec<_>>()[..] else { return None };
        let (verb, body) = part.as_object()?.iter().next()?;
        let link = self.activation_of(effect, self.now);
        let said = self.read(effect, player, link.as_ref(), written, (verb, body))?;
        (said.split_whitespace().count() <= 20).then_some(said)
    }

    /// What is said on activation, as in "declaring Warrior".
    pub(super) fn declaring(&self, link: &Link<'_>, word: &str) -> Option<String> {
        let def = self.told.cast.effect(link.effect);
        // The ids of a file are no words of the game.
        if self.told.cast.written(link.effect).is_some_and(|written| with_id(written, word).is_some()) {
            return None;
        }
        Some(match def.and_then(|def| def.declares) {
            Some(_) => format!("declaring {}", self.declared_word(link, word)),
            None if def.is_some_and(|def| def.declares_number.is_some()) => format!("choosing {word}"),
            None => format!("choosing “{word}”"),
        })
    }

    fn declared_word(&self, link: &Link<'_>, word: &str) -> String {
        match self.told.cast.effect(link.effect).and_then(|def| def.declares) {
            Some(Declares::Attribute) => word.to_uppercase(),
            Some(Declares::AttributeAndType) => match word.split_once(' ') {
                Some((attribute, race)) => format!("{} {}", attribute.to_uppercase(), titled(race)),
                None => titled(word),
            },
            Some(Declares::Type | Declares::Kind | Declares::CardKind) => titled(word),
            Some(Declares::Name) | None => format!("“{word}”"),
        }
    }

    /// What was declared when a card was activated last.
    pub(super) fn declared_by(&self, card: CardId) -> Option<String> {
        let links = (0..self.now).rev().filter_map(|event| transcript::link(event, &self.told.events[event]));
        links.filter(|link| link.effect.card == card).find_map(|link| self.declared_with(&link))
    }

    /// What was declared when a link was activated.
    pub(super) fn declared_with(&self, link: &Link<'_>) -> Option<String> {
        self.told.cast.effect(link.effect)?.declares?;
        let (_, word) = self.declared.iter().rev().find(|(event, _)| *event == link.event)?;
        Some(self.declared_word(link, word))
    }

    /// The number that was declared when a card was activated last.
    pub(super) fn number_by(&self, card: CardId) -> Option<String> {
        let links = (0..self.now).rev().filter_map(|event| transcript::link(event, &self.told.events[event]));
        links.filter(|link| link.effect.card == card).find_map(|link| self.number_with(&link))
    }

    /// The number that was declared when a link was activated.
    pub(super) fn number_with(&self, link: &Link<'_>) -> Option<String> {
        self.told.cast.effect(link.effect)?.declares_number.as_ref()?;
        let (_, word) = self.declared.iter().rev().find(|(event, _)| *event == link.event)?;
        Some((*word).to_owned())
    }

    /// Reads a part of an effect aloud.
    pub(super) fn read(
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
            "declared" => self.declared_with(link?),
            "declared number" => self.number_with(link?),
            "summoned monster" => self.summoned_last(),
            "those cards" => match &self.told.events[link?.event].what {
                Happened::Activated { about, .. } if !about.is_empty() => Some(self.list(about)),
                _ => None,
            },
            // What a reaction speaks of is known only when it reacts.
            "that card" if found(body, &["whenever"]).is_empty() => self.that_card(link?),
            "end of opponent's turn" => Some(format!("end of {opponent}'s turn")),
            given => match link {
                Some(link) => {
                    // One of several things that an effect may do speaks also of what was paid for the effect.
                    let whole = self.told.cast.written(effect).unwrap_or(written);
                    let known = self.given(link, written, given).or_else(|| self.given(link, whole, given));
                    known.or_else(|| names_in(whole).contains(&given).then(|| "that card".to_owned()))
                }
                None => is_target(written, given).then(|| "its target".to_owned()),
            },
        };
        let reader = Reader::new(&named);
        if verb == "apply" { reader.applied(body) } else { reader.verb(&json!({ (verb): body })) }
    }

    /// The monster for whose Summon materials were used last.
    fn summoned_last(&self) -> Option<String> {
        let upto = (self.now + 1).min(self.told.events.len());
        self.told.events[..upto].iter().rev().find_map(|event| match &event.what {
            Happened::Cards { are, with: Some(monster), .. } if are.contains(&CardEvent::BecameMaterial) => {
                Some(self.name(*monster))
            }
            _ => None,
        })
    }

    /// The effects of a card's own file that an offer may mean.
    pub(super) fn meant(&self, offer: &Offer) -> Vec<EffectRef> {
        let CardRef::Card(card) = offer.card else { return Vec::new() };
        let cast = &self.told.cast;
        let count = cast.def(card).map_or(0, |def| def.effects.len());
        let effects = (0..count).filter_map(|effect| Some(EffectRef { card, effect: u8::try_from(effect).ok()? }));
        effects.filter(|effect| cast.is_effect(&offer.card, offer.effect.as_deref(), *effect)).collect()
    }

    /// What the triggers wait for that an offer means; nothing if there are no words for it.
    pub(super) fn unmet(&self, offer: &Offer) -> Option<String> {
        let CardRef::Card(card) = offer.card else { return None };
        let (cast, meant) = (&self.told.cast, self.meant(offer));
        let triggers = meant.into_iter().filter_map(|effect| cast.written(effect)?.get("trigger"));
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
            _ => self.last_of_its_kind(offer),
        };
        match own {
            Some(became) if became.split_whitespace().count() + cause.split_whitespace().count() > 30 => {
                format!("{became}. Its condition is that {cause}")
            }
            Some(became) => format!("{became}, and its condition is that {cause}"),
            None => format!("its condition, that {cause}, was not met"),
        }
    }

    /// What has happened last in this phase of the kind that the triggers wait for which an offer means, and did not meet them.
    fn last_of_its_kind(&self, offer: &Offer) -> Option<String> {
        let (cast, meant) = (&self.told.cast, self.meant(offer));
        let waits_for = |event: &Event| {
            let causes = meant.iter().filter_map(|effect| cast.effect(*effect)?.cause.as_ref());
            causes.flat_map(|cause| &cause.any_of).any(|pattern| is_cause(pattern.event, event))
        };
        let is_over = |event: &Event| match &event.what {
            Happened::Phase { .. } => true,
            Happened::Triggered { effect, .. } => meant.contains(effect),
            _ => false,
        };
        let events = &self.told.events;
        let last = (0..self.now).rev().take_while(|&i| !is_over(&events[i])).find(|&i| waits_for(&events[i]))?;
        let CardRef::Card(own) = offer.card else { return None };
        let fact = self.fact_about(&self.doing(last), own)?;
        Some(self.clause(&fact, Tense::Past, Some(own)))
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
        let counted = |event: &Event| matches!(&event.what, Happened::Cards { are, cards, .. } if cards.contains(&card) && are.contains(&CardEvent::BecameMaterial));
        if fact.is(CardEvent::UsedAsMaterial) && !self.told.events[fact.number..self.now].iter().any(counted) {
            return Some("it was used for a Summon that did not succeed".into());
        }
        if fact.is(CardEvent::Battled) {
            let other = fact.cards.iter().copied().find(|other| *other != card);
            return Some(
                other.map_or("it attacked directly".into(), |other| format!("it battled {}", self.name(other))),
            );
        }
        Some(self.clause(&fact, Tense::Past, Some(card)))
    }

    /// What an effect does first that no event shows, as what another link will show.
    pub(super) fn silent_deed(&self, link: &Link<'_>) -> Option<String> {
        let written = self.told.cast.written(link.effect)?;
        let (_, does) = found(written, &["does"]).into_iter().next()?;
        let verbs = ["afterwards", "negate", "skip", "apply", "that effect becomes"];
        let silent = |part: &Value| verbs.iter().any(|verb| part.get(verb).is_some());
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

    /// The cards that a player has picked as an effect resolves, or that it has changed, if it gives them a name.
    fn picked(&self, link: &Link<'_>, written: &Value, name: &str) -> Option<String> {
        let is_named = |(_, part): &(&str, &Value)| part.get("as").and_then(Value::as_str) == Some(name);
        let is_picked = found(written, &["pick"]).iter().any(is_named);
        let is_changed = found(written, &["change atk", "change def", "change level"]).iter().any(is_named);
        let begin = self
            .told
            .events
            .iter()
            .skip(link.event)
            .position(|event| event.what == Happened::Resolves { link: link.number })?
            + link.event;
        let over = |event: &Event| matches!(event.what, Happened::Resolved { link: other, .. } if other == link.number);
        let end = self.told.events[begin..].iter().position(over).map_or(self.told.events.len(), |end| begin + end);
        let picks = found(written, &["pick"]);
        let pick = picks.iter().find(|part| is_named(part)).map(|(_, pick)| *pick);
        if let Some(group) = pick.and_then(|pick| pick.get("all")) {
            let cards = self.census(group, Asking::of(link.effect.card, link.player))?;
            return (!cards.is_empty()).then(|| self.list(&cards));
        }
        let known = pick.and_then(|pick| pick.get("what")?.as_str());
        if let Some(known) = known.and_then(|word| self.one_known(link, word)) {
            return Some(self.name(known));
        }
        if is_changed {
            let by = Some(Cause::Link(link.number));
            let changed = self.told.events[begin..end].iter().filter(|event| event.by == by);
            let cards = changed.filter_map(|event| match &event.what {
                Happened::Cards { are, cards, .. } if are.contains(&CardEvent::Affected) => Some(cards),
                _ => None,
            });
            let cards: Vec<CardId> = cards.flatten().copied().collect();
            return (!cards.is_empty()).then(|| self.list(&cards));
        }
        let asked = self.told.questions.iter().filter(|question| (begin..=end).contains(&question.events));
        let answered = asked.filter_map(|question| match (&question.prompt.ask, &question.answer) {
            (Ask::Choose(_), Some(Answer::Cards(cards))) => Some(cards),
            _ => None,
        });
        let alone = self.told.events[begin..end].iter().filter_map(|event| match &event.what {
            Happened::Chosen { cards, .. } => Some(cards),
            _ => None,
        });
        match answered.chain(alone).collect::<Vec<_>>()[..] {
            [only] if is_picked && !only.is_empty() => Some(self.list(only)),
            _ => None,
        }
    }

    /// The cards that a link has had somebody draw.
    fn drawn(&self, link: &Link<'_>) -> Option<String> {
        let by = Some(Cause::Link(link.number));
        let since = self.told.events[link.event..].iter().take_while(|event| event.what != Happened::ChainOver);
        let mut drawn = since.filter(|event| event.by == by).filter_map(|event| match &event.what {
            Happened::Player { is: PlayerEvent::Draws, cards, .. } => Some(cards),
            _ => None,
        });
        drawn.next().map(|cards| self.list(cards))
    }

    /// The card that a word of the game meant when a link was activated.
    fn one_known(&self, link: &Link<'_>, word: &str) -> Option<CardId> {
        let before = self.told.questions.iter().rev().filter(|question| question.events <= link.event);
        let mut boards = before.filter_map(|question| question.prompt.board.as_ref());
        match word {
            "attacker" => self.told.events[..link.event].iter().rev().find_map(|event| match &event.what {
                Happened::Cards { are, cards, .. } if are.contains(&CardEvent::AttackDeclared) => {
                    cards.first().copied()
                }
                _ => None,
            }),
            "equipped monster" => boards.find_map(|board| board.card(link.effect.card)?.equipped_to),
            "that card" => self.the_card_it_is_about(link),
            _ => None,
        }
    }

    /// The only card that a link is about: what met it, or what it answers.
    fn the_card_it_is_about(&self, link: &Link<'_>) -> Option<CardId> {
        let Happened::Activated { about, answers, .. } = &self.told.events[link.event].what else { return None };
        match &about[..] {
            [] => Some(self.link_before(link.event, (*answers)?)?.effect.card),
            [only] => Some(*only),
            _ => None,
        }
    }

    fn that_card(&self, link: &Link<'_>) -> Option<String> {
        self.the_card_it_is_about(link).map(|card| self.name(card))
    }

    /// The cards that have a name in a card file: targets, or cards of a verb.
    pub(super) fn given(&self, link: &Link<'_>, written: &Value, name: &str) -> Option<String> {
        let is_named = |part: &Value| part.get("as").and_then(Value::as_str) == Some(name);
        let targets = found(written, &["targets"]).into_iter().filter_map(|(_, targets)| targets.as_array()).flatten();
        let targets: Vec<&Value> = targets.collect();
        if let [only] = &targets[..]
            && (is_named(only) || *only == name)
        {
            let chosen = self.list(link.targets);
            return Some(if chosen.is_empty() { "its target".into() } else { chosen });
        }
        // Of several targets, one each, every one has its place.
        let one_each = targets.iter().all(|target| target.get("choose").is_some_and(|choose| *choose == 1));
        if let Some(place) = targets.iter().position(|target| is_named(target))
            && one_each
            && targets.len() == link.targets.len()
        {
            return Some(self.list(&link.targets[place..=place]));
        }
        if let Some(chosen) = self.picked(link, written, name) {
            return Some(chosen);
        }
        if let Some(drawn) =
            self.drawn(link).filter(|_| found(written, &["draw"]).iter().any(|(_, part)| is_named(part)))
        {
            return Some(drawn);
        }
        let (verb, word) =
            NAMING.iter().find(|(verb, _)| found(written, &[verb]).iter().any(|(_, part)| is_named(part)))?;
        let chain = self.told.events[link.event..].iter().take_while(|event| event.what != Happened::ChainOver);
        // What was paid was paid right before the activation.
        let activates = |event: &Event| matches!(event.what, Happened::Activated { .. } | Happened::ChainOver);
        let begin = self.told.events[..link.event].iter().rposition(activates).map_or(0, |last| last + 1);
        let paid = self.told.events[begin..link.event].iter();
        let by = [Some(Cause::Link(link.number)), Some(Cause::Cost(link.number))];
        let events = paid.chain(chain).filter(|event| by.contains(&event.by));
        let cards = events.filter_map(|event| match &event.what {
            Happened::Cards { are, cards, .. } if are.contains(word) => Some(cards),
            _ => None,
        });
        let cards: Vec<_> = cards.collect();
        // Of several such verbs each names the cards of one event.
        let parts = found(written, &[verb]);
        if parts.len() == 1 && !cards.is_empty() {
            return Some(self.list(&cards.into_iter().flatten().copied().collect::<Vec<_>>()));
        }
        let place = parts.iter().position(|(_, part)| is_named(part)).filter(|_| parts.len() == cards.len());
        place.map_or(cards.last(), |place| cards.get(place)).map(|cards| self.list(cards))
    }
}

/// Whether a name that a card file gives is that of a target.
pub(super) fn is_target(written: &Value, name: &str) -> bool {
    let targets = found(written, &["targets"]).into_iter().filter_map(|(_, targets)| targets.as_array()).flatten();
    targets.into_iter().any(|target| target.get("as").and_then(Value::as_str) == Some(name))
}

/// Whether a name that a card file gives is that of all cards of a group.
fn picks_all(written: &Value, name: &str) -> bool {
    let picks = found(written, &["pick"]);
    picks.iter().any(|(_, pick)| pick.get("all").is_some() && pick.get("as").and_then(Value::as_str) == Some(name))
}

/// What has an id and does something, however deep.
pub(super) fn with_id<'v>(value: &'v Value, id: &str) -> Option<&'v Value> {
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

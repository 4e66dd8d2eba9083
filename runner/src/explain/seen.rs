//! What the events of a duel show, asked for where something is said of it.

use segoc_engine::def::Class;
use segoc_protocol::{CardEvent, CardId, Cause, Event, Face, Happened, LinkOutcome, Rule, Zone};
use serde_json::Value;

use super::census::Asking;
use super::teller::Teller;
use super::whys::About;
use super::written::{found, is_target};
use crate::transcript::{self, Link};

impl Teller<'_> {
    /// Whether a link does anything as it resolves.
    pub(super) fn will_do_something(&self, link: &Link<'_>) -> bool {
        let rest = self.told.events[link.event..].iter().take_while(|event| event.what != Happened::ChainOver);
        let by = Some(Cause::Link(link.number));
        let mut deeds = rest.filter(|event| matches!(event.what, Happened::Cards { .. } | Happened::Player { .. }));
        deeds.any(|event| event.by == by)
    }

    /// The number of the link that something is about, or of the one that resolved last.
    pub(super) fn last_number(&self, about: &About<'_>) -> Option<u16> {
        let resolved = |event: &Event| match event.what {
            Happened::Resolved { link, .. } => Some(link),
            _ => None,
        };
        let last = || self.told.events[..self.now].iter().rev().find_map(resolved);
        about.link.as_ref().map(|link| link.number).or_else(last)
    }

    /// Whether a monster has battled and is then paid for its own mandatory effect.
    pub(super) fn pays_with_itself_in_battle(&self, link: &Link<'_>) -> bool {
        let own = link.effect.card;
        let must = self.told.cast.effect(link.effect).is_some_and(|effect| effect.mandatory);
        let before = &self.told.events[..link.event];
        let is = |event: &Event, word: CardEvent| matches!(&event.what, Happened::Cards { are, cards, .. } if cards.contains(&own) && are.contains(&word));
        let battled = before.iter().rposition(|event| is(event, CardEvent::Battled));
        let by = Some(Cause::Cost(link.number));
        must && battled.is_some_and(|battled| {
            before[battled..].iter().any(|event| event.by == by && is(event, CardEvent::Tributed))
        })
    }

    /// Whether a card went last from the field to be banished, though nothing banished it.
    pub(super) fn was_diverted(&self, card: CardId) -> bool {
        let last = self.told.events[..self.now]
            .iter()
            .rev()
            .find(|event| matches!(&event.what, Happened::Cards { cards, to: Some(_), .. } if cards.contains(&card)));
        last.is_some_and(|event| match &event.what {
            Happened::Cards { are, from: Some(from), to: Some(to), .. } => {
                let banishes = match event.by {
                    Some(Cause::Link(link)) => self.link_before(self.now, link).is_some_and(|link| {
                        self.told
                            .cast
                            .written(link.effect)
                            .is_some_and(|written| !found(written, &["banish"]).is_empty())
                    }),
                    _ => false,
                };
                from.zone.on_field() && to.zone == Zone::Banished && are.contains(&CardEvent::Banished) && !banishes
            }
            _ => false,
        })
    }

    /// Whether the card of a link does not lie where it was used any more, or is face-down.
    pub(super) fn is_away(&self, link: &Link<'_>) -> bool {
        let changes = |event: &Event| match &event.what {
            Happened::Cards { are, cards, from, to, .. } if cards.contains(&link.effect.card) => {
                (from.is_some() && from.map(|from| from.zone) != to.map(|to| to.zone))
                    || are.contains(&CardEvent::TurnedFaceDown)
            }
            _ => false,
        };
        let activates = |event: &Event| matches!(event.what, Happened::Activated { .. } | Happened::ChainOver);
        let begin = self.told.events[..link.event].iter().rposition(activates).map_or(0, |last| last + 1);
        let is_activation = self.told.cast.class(link.effect) == Some(Class::Activation);
        let begin = if is_activation { link.event + 1 } else { begin };
        let resolves = |event: &Event| event.what == Happened::Resolves { link: link.number };
        let end =
            self.told.events[link.event..self.now].iter().position(resolves).map_or(self.now, |at| link.event + at);
        self.told.events[begin..end].iter().any(changes)
    }

    /// Whether the last Normal Summon of a monster was that of one which lay on the field.
    pub(super) fn was_summoned_once_more(&self, card: CardId) -> bool {
        let upto = (self.now + 1).min(self.told.events.len());
        let mut before = self.told.events[..upto].iter().rev();
        let is_summon = |event: &Event| matches!(&event.what, Happened::Cards { are, cards, .. } if cards.contains(&card) && are.contains(&CardEvent::NormalSummoned));
        let Some(summon) = before.position(is_summon).map(|back| upto - 1 - back) else { return false };
        let attempt = |event: &Event| matches!(&event.what, Happened::Attempted { cards, .. } if cards.contains(&card));
        let begin = self.told.events[..summon].iter().rposition(attempt).unwrap_or(summon);
        // On its way to the field it lies nowhere.
        let lay = self.standing_at(begin.saturating_sub(1));
        lay.iter().any(|lying| lying.card == card && lying.zone == Zone::Monster)
    }

    /// Whether what is told now follows the resolution of a link, and not a battle or an action.
    pub(super) fn follows_a_link(&self) -> bool {
        let ends = |event: &&Event| {
            matches!(
                event.what,
                Happened::Resolved { .. }
                    | Happened::Moment { .. }
                    | Happened::Phase { .. }
                    | Happened::Attempted { .. }
            )
        };
        let last = self.told.events[..self.now].iter().rev().find(ends);
        last.is_some_and(|event| matches!(event.what, Happened::Resolved { .. }))
    }

    /// Whether the last that a monster did was to battle.
    pub(super) fn battled_last(&self, card: CardId) -> bool {
        let mut before = self.told.events[..self.now].iter().rev();
        let last = before.find_map(|event| match &event.what {
            Happened::Cards { are, cards, .. } if cards.contains(&card) => Some(are),
            _ => None,
        });
        last.is_some_and(|are| are.contains(&CardEvent::Battled))
    }

    /// Whether the part after a conjunction is left to its player.
    pub(super) fn is_left_to_its_player(&self, link: &Link<'_>, rule: Rule) -> bool {
        let joint = rule.word().trim_start_matches("conjunction.").replace('-', " ");
        let Some(written) = self.told.cast.written(link.effect) else { return false };
        let parts = found(written, &[&joint]);
        !parts.is_empty() && parts.iter().all(|(_, part)| part.get("you can").is_some())
    }

    /// The card that made room for that of a link.
    pub(super) fn replaced_by(&self, link: &Link<'_>) -> Option<String> {
        let by = Some(Cause::Cost(link.number));
        let before = (0..link.event).rev().take_while(|&event| {
            !matches!(self.told.events[event].what, Happened::Activated { .. } | Happened::ChainOver)
        });
        let facts = before.filter(|&event| self.told.events[event].by == by).map(|event| self.fact(event));
        let mut left = facts.filter(|fact| fact.made_room());
        left.next().map(|fact| self.list(&fact.cards))
    }

    /// Cards that negate the effects of others now, each with these: by a continuous effect, or by one that was applied.
    pub(super) fn negations(&self) -> Vec<(CardId, Vec<CardId>)> {
        let standing = self.standing();
        let lies = |card: &CardId| standing.iter().any(|lying| lying.card == *card && lying.zone.on_field());
        let mut out: Vec<(CardId, Vec<CardId>)> = Vec::new();
        for lying in standing.iter().filter(|lying| lying.zone.on_field() && lying.face == Face::Up) {
            let says = self.written_of(lying.card).filter_map(|effect| effect.get("continuous"));
            for (_, negated) in says.flat_map(|effect| found(effect, &["negated"])) {
                let cards =
                    negated.get("what").and_then(|group| self.census(group, Asking::of(lying.card, lying.player)));
                out.extend(cards.map(|cards| (lying.card, cards)));
            }
        }
        let links = (0..self.now).filter_map(|event| transcript::link(event, &self.told.events[event]));
        for link in links {
            let Some(written) =
                self.told.cast.written(link.effect).filter(|written| written.get("continuous").is_none())
            else {
                continue;
            };
            let is_done = |event: &Event| matches!(event.what, Happened::Resolved { link: other, outcome: LinkOutcome::Done } if other == link.number);
            let done = self.told.events[link.event..(self.now + 1).min(self.told.events.len())].iter().any(is_done);
            for (_, negated) in found(written, &["negated"]).into_iter().filter(|_| done) {
                let cards = match negated.get("what") {
                    Some(Value::String(name)) if is_target(written, name) => Some(link.targets.to_vec()),
                    Some(group) => self.census(group, Asking::of(link.effect.card, link.player)),
                    None => None,
                };
                out.extend(cards.map(|cards| (link.effect.card, cards)));
            }
        }
        out.iter_mut().for_each(|(by, cards)| cards.retain(|card| card != by && lies(card)));
        out.retain(|(_, cards)| !cards.is_empty());
        out
    }

    /// The only card that lies in a Pendulum Zone.
    pub(super) fn the_spell_in_a_pendulum_zone(&self) -> Option<String> {
        let standing = self.standing();
        let mut cards = standing.iter().filter(|lying| lying.zone == Zone::Pendulum);
        cards.next().filter(|_| cards.next().is_none()).map(|lying| self.name(lying.card))
    }

    /// That a monster has the Level already that an effect would give it.
    pub(super) fn level_already(&self, card: CardId) -> Option<String> {
        let changes = self.written_of(card).flat_map(|effect| found(effect, &["change level", "level"]));
        let levels: Vec<i64> = changes.filter_map(|(_, change)| change.get("to").and_then(Value::as_i64)).collect();
        let standing = self.standing();
        let has = |lying: &&segoc_protocol::BoardCard| {
            lying.zone == Zone::Monster && lying.card != card && levels.contains(&i64::from(lying.level))
        };
        let monsters: Vec<_> = standing.iter().filter(has).collect();
        let [first, ..] = monsters[..] else { return None };
        let cards: Vec<CardId> = monsters.iter().map(|lying| lying.card).collect();
        Some(format!("the Level of {} is {} already, and would not be changed", self.list(&cards), first.level))
    }
}

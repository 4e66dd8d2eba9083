//! Battles: what has become of an attack and of those that fight, and of damage.

use segoc_protocol::{
    BattlePosition, CardEvent, CardId, Cause, EffectRef, Event, Face, Happened, LinkOutcome, Turned, Zone,
};
use serde_json::json;

use super::clause::{Tense, enumerate};
use super::reasons::names;
use super::teller::Teller;
use super::written::found;
use crate::english::Reader;
use crate::transcript::{self, Link};

impl Teller<'_> {
    /// What has taken the attacker or its target out of the battle since the attack was declared, as a clause.
    pub(super) fn out_of_the_battle(&self) -> Option<String> {
        let are = |event: &Event, word| matches!(&event.what, Happened::Cards { are, .. } if are.contains(&word));
        let events = &self.told.events;
        let declared = events[..self.now].iter().rposition(|event| are(event, CardEvent::AttackDeclared))?;
        let fighters = |event: &Event| match &event.what {
            Happened::Cards { cards, with, .. } => cards.iter().copied().chain(*with).collect(),
            _ => Vec::new(),
        };
        let fights = |event: &&Event| {
            let words = [CardEvent::AttackDeclared, CardEvent::AttackTargeted, CardEvent::AttackRedirected];
            words.iter().any(|word| are(event, *word))
        };
        let fighters: Vec<CardId> =
            events[declared.saturating_sub(1)..self.now].iter().filter(fights).flat_map(fighters).collect();
        let leaves = |&event: &usize| match &events[event].what {
            Happened::Cards { are, cards, from, to, .. } => {
                let left = from.is_some_and(|from| from.zone == Zone::Monster)
                    && to.is_some_and(|to| to.zone != Zone::Monster);
                let gone = left || are.contains(&CardEvent::ChangedControl) || are.contains(&CardEvent::TurnedFaceDown);
                gone && !are.is_empty() && cards.iter().any(|card| fighters.contains(card))
            }
            _ => false,
        };
        let mut fact = self.fact((declared..self.now).find(leaves)?);
        fact.cards.retain(|card| fighters.contains(card));
        Some(self.clause(&fact, Tense::Past, None))
    }

    /// That the attack to which a link would do something is over, with the Battle Phase.
    pub(super) fn attack_is_over(&self, link: &Link<'_>) -> Option<String> {
        let events = &self.told.events;
        let declared = |event: &Event| matches!(&event.what, Happened::Cards { are, cards, .. } if are.contains(&CardEvent::AttackDeclared) && cards.iter().any(|card| link.targets.contains(card)));
        let [target] = link.targets else { return None };
        events[..link.event].iter().rposition(declared)?;
        let since = (link.event + 1..self.now).filter_map(|event| transcript::link(event, &events[event]));
        let ends = |other: &Link<'_>| {
            let ended = |event: &Event| matches!(event.what, Happened::Resolved { link, outcome: LinkOutcome::Done } if link == other.number);
            let written = self.told.cast.written(other.effect);
            let says =
                written.is_some_and(|written| found(written, &["end"]).iter().any(|(_, what)| *what == "battle phase"));
            says && events[other.event..self.now].iter().any(ended)
        };
        let over = since.into_iter().find(ends)?;
        let name = self.name(*target);
        Some(format!(
            "{} ends the Battle Phase, and {name} is no attacking monster any more",
            self.name(over.effect.card)
        ))
    }

    /// The monsters that the battle under way has destroyed already, though they leave the field only later.
    pub(super) fn doomed(&self) -> Option<String> {
        self.doomed_cards().map(|cards| self.list(&cards))
    }

    /// The same as cards.
    pub(super) fn doomed_cards(&self) -> Option<Vec<CardId>> {
        let battled =
            |event: &Event| matches!(&event.what, Happened::Cards { are, .. } if are.contains(&CardEvent::Battled));
        let begin = self.told.events[..self.now].iter().rposition(battled)?;
        let rest = self.told.events[self.now.max(begin)..].iter();
        let rest = rest.take_while(|event| !battled(event) && !matches!(event.what, Happened::Phase { .. }));
        let cards = rest.filter_map(|event| match (&event.what, event.by) {
            (Happened::Cards { are, cards, .. }, Some(Cause::Battle(_))) if are.contains(&CardEvent::Destroyed) => {
                Some(cards.clone())
            }
            _ => None,
        });
        let cards: Vec<CardId> = cards.flatten().collect();
        (!cards.is_empty()).then_some(cards)
    }

    /// The only card that makes something else of damage or of a gain of LP, and what.
    pub(super) fn life_points_otherwise(&self) -> Option<String> {
        let standing = self.standing();
        let speaks = standing
            .iter()
            .filter(|card| (card.zone.on_field() && card.face == Face::Up) || self.was_activated(card.card));
        let mut said: Vec<String> = Vec::new();
        for card in speaks {
            let named = names(self.name(card.card), card.player, &[]);
            let begun = |effect: EffectRef| {
                (0..self.now).any(|event| matches!(self.told.events[event].what, Happened::Activated { effect: other, .. } if other == effect))
            };
            let says = self.written_of(card.card).enumerate().filter(|(i, effect)| {
                let used = u8::try_from(*i).is_ok_and(|effect| begun(EffectRef { card: card.card, effect }));
                effect.get("continuous").is_some() || used
            });
            let words = says.flat_map(|(_, effect)| found(effect, &["life points"]));
            let words = words.filter_map(|(key, body)| Reader::new(&named).modifier(&json!({ (key): body })));
            said.extend(words.map(|words| format!("by {}, {words}", self.name(card.card))));
        }
        (!said.is_empty() && said.len() <= 2).then(|| enumerate(&said, "and"))
    }

    /// The targets of a link that it would destroy and that lie on the field still, with their form of "to be".
    pub(super) fn not_destroyed(&self, link: &Link<'_>) -> Option<String> {
        let destroys = !found(self.told.cast.written(link.effect)?, &["destroy"]).is_empty();
        let stays = |card: &&CardId| self.zone_now(**card).is_some_and(Zone::on_field);
        let kept: Vec<CardId> = link.targets.iter().filter(stays).copied().collect();
        let are = if kept.len() > 1 { "are" } else { "is" };
        (destroys && !kept.is_empty()).then(|| format!("{} {are}", self.list(&kept)))
    }

    /// Whether a monster has come to a side of the field or left it since the attack was declared.
    pub(super) fn sides_have_changed(&self) -> bool {
        let is_attack = |event: &&Event| {
            let are = |word| matches!(&event.what, Happened::Cards { are, .. } if are.contains(&word));
            are(CardEvent::AttackDeclared) || are(CardEvent::AttackRedirected)
        };
        let crosses = |event: &Event| match &event.what {
            Happened::Cards { are, .. } if are.contains(&CardEvent::ChangedControl) => true,
            Happened::Cards { from: Some(from), to: Some(to), .. } => {
                (from.zone == Zone::Monster) != (to.zone == Zone::Monster)
            }
            _ => false,
        };
        self.told.events[..self.now].iter().rev().take_while(|event| !is_attack(event)).any(crosses)
    }

    /// Whether an effect has led the attack under way to another monster than was declared.
    pub(super) fn is_led_elsewhere(&self) -> bool {
        let is = |event: &Event, word| matches!(&event.what, Happened::Cards { are, .. } if are.contains(&word));
        let before = self.told.events[..self.now].iter().rev();
        let mut since = before.take_while(|event| !is(event, CardEvent::AttackDeclared));
        since.any(|event| is(event, CardEvent::AttackRedirected) && matches!(event.by, Some(Cause::Link(_))))
    }

    /// Why the attacker does not go on with its attack, as a clause: what became of it since the declaration, or how it stands.
    pub(super) fn unfit_to_attack(&self, attacker: CardId) -> Option<String> {
        let declared = |event: &Event| matches!(&event.what, Happened::Cards { are, cards, .. } if cards.contains(&attacker) && are.contains(&CardEvent::AttackDeclared));
        let since = self.told.events[..self.now].iter().rposition(declared)?;
        let unfits = |event: &Event| match &event.what {
            Happened::Cards { are, cards, from, position, .. } if cards.contains(&attacker) => {
                let leaves = from.is_some_and(|from| from.zone == Zone::Monster) && !are.is_empty();
                let turned = are.contains(&CardEvent::ChangedPosition) && *position != Some(Turned::Attack);
                leaves || turned || are.contains(&CardEvent::TurnedFaceDown) || are.contains(&CardEvent::ChangedControl)
            }
            _ => false,
        };
        let became = (since..self.now).rev().find(|&event| unfits(&self.told.events[event]));
        if let Some(event) = became {
            let mut fact = self.fact(event);
            fact.cards.retain(|card| *card == attacker);
            return Some(self.clause(&fact, Tense::Past, Some(attacker)));
        }
        let card = self.board_now()?.card(attacker)?;
        let defends = card.zone == Zone::Monster && card.position == BattlePosition::Defense;
        defends.then(|| "it is in Defense Position, and may not attack so any more".to_owned())
    }
}

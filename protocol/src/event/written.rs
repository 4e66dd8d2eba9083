//! How events are read: most messages are events, and serde would copy each twice before it knows what happened.

use serde::de::{Deserialize, Deserializer, Error, Unexpected};

use super::{CardEvent, Cause, Event, Happened, PlayerEvent, Spot, Summon};
use crate::prompt::{Refused, needed};
use crate::words::{CardId, EffectRef, LinkOutcome, Moment, Phase, Player, Purpose, Rule, Turned};

/// An event as it stands in a message: the fields of every kind beside each other.
#[derive(serde::Deserialize)]
struct Written {
    event: Word,
    instant: Option<u32>,
    by: Option<Cause>,
    rule: Option<Rule>,
    #[serde(default, rename = "rests on")]
    rests_on: Vec<Rule>,
    are: Option<Vec<CardEvent>>,
    cards: Option<Vec<CardId>>,
    from: Option<Spot>,
    to: Option<Spot>,
    position: Option<Turned>,
    count: Option<i32>,
    with: Option<CardId>,
    atk: Option<i32>,
    def: Option<i32>,
    is: Option<PlayerEvent>,
    player: Option<Player>,
    card: Option<CardId>,
    effect: Option<u8>,
    name: Option<String>,
    phase: Option<Phase>,
    moment: Option<Moment>,
    summon: Option<Summon>,
    trigger: Option<u32>,
    events: Option<Vec<usize>>,
    link: Option<u16>,
    #[serde(default)]
    targets: Vec<CardId>,
    option: Option<String>,
    declared: Option<String>,
    answers: Option<u16>,
    #[serde(default)]
    about: Vec<CardId>,
    #[serde(default)]
    instead: Vec<EffectRef>,
    #[serde(default)]
    refused: Vec<Refused>,
    #[serde(default)]
    asked: bool,
    purpose: Option<Purpose>,
    outcome: Option<LinkOutcome>,
}

/// The word of each kind.
#[derive(serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Cards,
    Player,
    Token,
    Phase,
    Moment,
    Attempted,
    Triggered,
    Activated,
    Placed,
    Dropped,
    Chosen,
    #[serde(rename = "chain complete")]
    ChainComplete,
    Resolves,
    Resolved,
    #[serde(rename = "chain over")]
    ChainOver,
    Unaffected,
    #[serde(rename = "attack ended")]
    AttackEnded,
}

impl Written {
    fn happened<E: Error>(self) -> Result<Happened, E> {
        let (player, card, trigger, link) = (self.player, self.card, self.trigger, self.link);
        let player = || needed(player, "player");
        let card = || needed(card, "card");
        let effect = || Ok(EffectRef { card: card()?, effect: needed(self.effect, "effect")? });
        let link = || needed(link, "link");
        Ok(match self.event {
            Word::Cards => Happened::Cards {
                are: needed(self.are, "are")?,
                cards: needed(self.cards, "cards")?,
                from: self.from,
                to: self.to,
                position: self.position,
                count: self.count.map(counters).transpose()?,
                with: self.with,
                atk: self.atk,
                def: self.def,
            },
            Word::Player => Happened::Player {
                is: needed(self.is, "is")?,
                player: player()?,
                count: needed(self.count, "count")?,
                cards: self.cards.unwrap_or_default(),
            },
            Word::Token => Happened::Token { card: card()?, name: needed(self.name, "name")? },
            Word::Phase => Happened::Phase { phase: needed(self.phase, "phase")?, player: player()? },
            Word::Moment => Happened::Moment { moment: needed(self.moment, "moment")? },
            Word::Attempted => Happened::Attempted {
                summon: needed(self.summon, "summon")?,
                player: player()?,
                cards: needed(self.cards, "cards")?,
            },
            Word::Triggered => Happened::Triggered {
                trigger: needed(trigger, "trigger")?,
                effect: effect()?,
                events: needed(self.events, "events")?,
            },
            Word::Activated => Happened::Activated {
                link: link()?,
                player: player()?,
                effect: effect()?,
                targets: self.targets,
                option: self.option,
                declared: self.declared,
                answers: self.answers,
                about: self.about,
                trigger,
            },
            Word::Placed => Happened::Placed {
                player: player()?,
                effect: effect()?,
                instead: self.instead,
                refused: self.refused,
                asked: self.asked,
                trigger,
            },
            Word::Dropped => Happened::Dropped { player: player()?, effect: effect()?, trigger },
            Word::Chosen => Happened::Chosen {
                player: player()?,
                purpose: needed(self.purpose, "purpose")?,
                cards: needed(self.cards, "cards")?,
            },
            Word::ChainComplete => Happened::ChainComplete,
            Word::Resolves => Happened::Resolves { link: link()? },
            Word::Resolved => Happened::Resolved { link: link()?, outcome: needed(self.outcome, "outcome")? },
            Word::ChainOver => Happened::ChainOver,
            Word::Unaffected => Happened::Unaffected { card: card()? },
            Word::AttackEnded => Happened::AttackEnded { card: card()? },
        })
    }
}

/// How many counters: fewer than a player's life points may be.
fn counters<E: Error>(count: i32) -> Result<u8, E> {
    u8::try_from(count).map_err(|_| E::invalid_value(Unexpected::Signed(count.into()), &"u8"))
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut written = Written::deserialize(deserializer)?;
        let (instant, by, rule) = (written.instant, written.by, written.rule);
        let rests_on = std::mem::take(&mut written.rests_on);
        Ok(Self { instant, by, rule, rests_on, what: written.happened()? })
    }
}

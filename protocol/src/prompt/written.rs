//! How questions and actions are read: the fields of every kind beside each other, since serde would copy each before it looks which one
//! it is.

use serde::de::{Deserialize, Deserializer, Error};

use super::{Action, Ask, Choice, Pool, Prompt, Refusal, Refused};
use crate::board::Board;
use crate::words::{CardId, ChartBox, EffectRef, Moment, Phase, Player, Purpose, Rule, Turned};

/// A question as it stands in a message.
#[derive(serde::Deserialize)]
struct WrittenPrompt {
    player: Player,
    turn: Player,
    phase: Phase,
    during: Option<Moment>,
    #[serde(rename = "box")]
    chart: Option<ChartBox>,
    #[serde(default)]
    attack: bool,
    kind: Kind,
    options: Option<Vec<Written>>,
    #[serde(default)]
    optional: bool,
    purpose: Option<Purpose>,
    #[serde(rename = "for")]
    of: Option<EffectRef>,
    about: Option<CardId>,
    cards: Option<Vec<CardId>>,
    min: Option<usize>,
    max: Option<usize>,
    sets: Option<Vec<Vec<CardId>>>,
    positions: Option<Vec<Turned>>,
    words: Option<Vec<String>>,
    card: Option<CardId>,
    effect: Option<u8>,
    #[serde(default)]
    refused: Vec<Refused>,
    board: Option<Board>,
}

/// The word of each kind of question.
#[derive(serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Act,
    Respond,
    Trigger,
    Choose,
    Confirm,
}

impl WrittenPrompt {
    fn ask<E: Error>(&mut self) -> Result<Ask, E> {
        let options = self.options.take();
        let options = || needed(options, "options");
        let actions = |options: Vec<Written>| options.iter().map(Written::action).collect::<Result<_, E>>();
        Ok(match self.kind {
            Kind::Act => Ask::Act { options: actions(options()?)? },
            Kind::Respond => Ask::Respond { options: actions(options()?)? },
            Kind::Trigger => Ask::Trigger {
                options: options()?.iter().map(Written::effect).collect::<Result<_, E>>()?,
                optional: self.optional,
            },
            Kind::Choose => Ask::Choose(Choice {
                purpose: needed(self.purpose, "purpose")?,
                effect: self.of,
                about: self.about,
                from: self.pool()?,
            }),
            Kind::Confirm => Ask::Confirm(effect(self.card, self.effect)?),
        })
    }

    fn pool<E: Error>(&mut self) -> Result<Pool, E> {
        if let Some(cards) = self.cards.take() {
            Ok(Pool::Cards { cards, min: needed(self.min, "min")?, max: needed(self.max, "max")? })
        } else if let Some(sets) = self.sets.take() {
            Ok(Pool::Sets { sets })
        } else if let Some(positions) = self.positions.take() {
            Ok(Pool::Positions { positions })
        } else if let Some(words) = self.words.take() {
            Ok(Pool::Words { words })
        } else {
            Err(E::custom("a choice needs `cards`, `sets`, `positions` or `words` to choose from"))
        }
    }
}

impl<'de> Deserialize<'de> for Prompt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut written = WrittenPrompt::deserialize(deserializer)?;
        let ask = written.ask()?;
        let WrittenPrompt { player, turn, phase, during, chart, attack, refused, board, .. } = written;
        Ok(Self { player, turn, phase, during, chart, attack, ask, refused, board })
    }
}

/// An action as it stands in a message, with the reason if it is refused, or an effect, which is no action where triggers are placed.
#[derive(serde::Deserialize)]
struct Written {
    action: Option<Word>,
    card: Option<CardId>,
    effect: Option<u8>,
    target: Option<CardId>,
    phase: Option<Phase>,
    rule: Option<Rule>,
    #[serde(default, rename = "rests on")]
    rests_on: Vec<Rule>,
}

/// The word of each action.
#[derive(Clone, Copy, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Activate,
    Trigger,
    #[serde(rename = "normal summon")]
    NormalSummon,
    Set,
    #[serde(rename = "flip summon")]
    FlipSummon,
    #[serde(rename = "special summon")]
    SpecialSummon,
    #[serde(rename = "pendulum summon")]
    PendulumSummon,
    #[serde(rename = "change position")]
    ChangePosition,
    Attack,
    #[serde(rename = "attack directly")]
    AttackDirectly,
    #[serde(rename = "replay on")]
    ReplayOn,
    #[serde(rename = "replay directly")]
    ReplayDirectly,
    #[serde(rename = "stop attack")]
    StopAttack,
    Proceed,
    Draw,
    #[serde(rename = "go to")]
    GoTo,
    #[serde(rename = "end turn")]
    EndTurn,
}

impl Written {
    fn effect<E: Error>(&self) -> Result<EffectRef, E> {
        effect(self.card, self.effect)
    }

    fn action<E: Error>(&self) -> Result<Action, E> {
        let card = || needed(self.card, "card");
        let target = || needed(self.target, "target");
        let effect = || self.effect();
        Ok(match needed(self.action, "action")? {
            Word::Activate => Action::Activate(effect()?),
            Word::Trigger => Action::Trigger(effect()?),
            Word::NormalSummon => Action::NormalSummon { card: card()? },
            Word::Set => Action::Set { card: card()? },
            Word::FlipSummon => Action::FlipSummon { card: card()? },
            Word::SpecialSummon => Action::SpecialSummon(effect()?),
            Word::PendulumSummon => Action::PendulumSummon { card: card()? },
            Word::ChangePosition => Action::ChangePosition { card: card()? },
            Word::Attack => Action::Attack { card: card()?, target: target()? },
            Word::AttackDirectly => Action::AttackDirectly { card: card()? },
            Word::ReplayOn => Action::ReplayOn { card: card()?, target: target()? },
            Word::ReplayDirectly => Action::ReplayDirectly { card: card()? },
            Word::StopAttack => Action::StopAttack { card: card()? },
            Word::Proceed => Action::Proceed,
            Word::Draw => Action::Draw,
            Word::GoTo => Action::GoTo { phase: needed(self.phase, "phase")? },
            Word::EndTurn => Action::EndTurn,
        })
    }
}

fn effect<E: Error>(card: Option<CardId>, effect: Option<u8>) -> Result<EffectRef, E> {
    Ok(EffectRef { card: needed(card, "card")?, effect: needed(effect, "effect")? })
}

/// What this kind of message needs.
pub(crate) fn needed<T, E: Error>(value: Option<T>, field: &'static str) -> Result<T, E> {
    value.ok_or_else(|| E::missing_field(field))
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Written::deserialize(deserializer)?.action()
    }
}

impl<'de> Deserialize<'de> for Refused {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let (action, rule) = (written.action()?, needed(written.rule, "rule")?);
        Ok(Self { action, refusal: Refusal { rule, rests_on: written.rests_on } })
    }
}

//! How actions are read: most of what is in a message are actions, and serde would copy each before it looks which one it is.

use serde::de::{Deserialize, Deserializer, Error};

use super::{Action, Refusal, Refused};
use crate::words::{CardId, EffectRef, Phase, Rule};

/// An action as it stands in a message, with the reason if it is refused.
#[derive(serde::Deserialize)]
struct Written {
    action: Word,
    card: Option<CardId>,
    effect: Option<u8>,
    target: Option<CardId>,
    phase: Option<Phase>,
    rule: Option<Rule>,
    #[serde(default, rename = "rests on")]
    rests_on: Vec<Rule>,
}

/// The word of each action.
#[derive(serde::Deserialize)]
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
    fn action<E: Error>(&self) -> Result<Action, E> {
        let card = || needed(self.card, "card");
        let target = || needed(self.target, "target");
        let effect = || Ok(EffectRef { card: card()?, effect: needed(self.effect, "effect")? });
        Ok(match self.action {
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

fn needed<T, E: Error>(value: Option<T>, field: &'static str) -> Result<T, E> {
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

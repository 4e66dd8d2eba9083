//! A tale for programs: one JSON object.

use segoc_format::ruling::{CardRef, Source};
use segoc_protocol::{CardId, ChartBox, Moment, Player, Prompt, Rule};
use serde_json::{Value, json as object};

use super::sentences::{Paragraph, offered, told};
use super::tale::{Activation, Fact, Instant, Kind, Loss, NotOffered, Resolution, Step, Tale, Trigger};
use super::verdict;
use crate::outcome::Scene;

/// A tale as one JSON object.
#[must_use]
pub fn json(tale: &Tale<'_>) -> String {
    let steps: Vec<Value> = tale.steps.iter().zip(told(tale)).map(|(s, p)| step(tale, s, &p)).collect();
    let value = object!({
        "type": "explanation",
        "header": header(tale),
        "before": board(&tale.setting.before),
        "steps": steps,
        "after": board(&tale.setting.after),
        "verdict": {
            "outcome": tale.setting.verdict.outcome.word(),
            "checks": tale.setting.verdict.checks,
            "text": verdict::sentences(tale),
            "expected": tale.setting.verdict.written,
        },
        "differs in": tale.setting.elsewhere,
    });
    serde_json::to_string_pretty(&value).unwrap_or_default()
}

fn header(tale: &Tale<'_>) -> Value {
    let ruling = tale.ruling();
    let rules = tale.rules().map(|(rule, text)| object!({"id": rule.word(), "rule": text}));
    let readings =
        ruling.disputed.iter().map(|r| object!({"reading": r.id, "answer": r.answer, "sources": sources(&r.sources)}));
    object!({
        "name": ruling.name,
        "ruling": ruling.id,
        "file": ruling.path,
        "title": ruling.title,
        "question": ruling.question,
        "answer": ruling.answer,
        "format": tale.told.format,
        "rules": rules.collect::<Vec<_>>(),
        "sources": sources(tale.sources()),
        "readings": readings.collect::<Vec<_>>(),
        "engines": tale.setting.opinions,
        "reading": tale.told.reading,
    })
}

fn sources<'s>(all: impl IntoIterator<Item = &'s Source>) -> Vec<Value> {
    let source =
        |s: &Source| object!({"kind": s.kind.word(), "title": s.title, "url": s.url, "at": s.at, "as of": s.as_of});
    all.into_iter().map(source).collect()
}

fn board(scene: &Scene) -> Value {
    let side = |(player, side): (Player, &crate::outcome::SceneSide)| {
        let zones: serde_json::Map<String, Value> =
            side.zones.iter().map(|(zone, cards)| ((*zone).to_owned(), cards.clone().into())).collect();
        (player.to_string(), object!({"lp": side.lp, "zones": zones}))
    };
    Value::Object(scene.sides.iter().map(side).collect())
}

/// What a program may want to know of a step without reading its sentences.
#[derive(Default)]
struct Facts {
    kind: &'static str,
    player: Option<Player>,
    chart: Option<ChartBox>,
    link: Option<u16>,
    instant: Option<u32>,
    cards: Vec<CardId>,
    rule: Option<Rule>,
}

fn step(tale: &Tale<'_>, step: &Step<'_>, told: &[Paragraph]) -> Value {
    let facts = facts(tale, step);
    let mut names: Vec<String> = facts.cards.iter().map(|&card| tale.told.cast.full_name(card)).collect();
    if let Kind::NotOffered(not) = &step.kind
        && let CardRef::Token(name) = &not.looked.offer.card
    {
        names.push(name.clone());
    }
    let first = told.iter().flat_map(|p| &p.rules).next().copied();
    let rules: Vec<&str> = told.iter().flat_map(|p| &p.rules).map(|r| r.word()).collect();
    let text: Vec<&str> = told.iter().map(|p| p.text.as_str()).collect();
    object!({
        "kind": facts.kind,
        "turn": step.turn.word(),
        "phase": step.phase.word(),
        "moment": step.moment.map(Moment::word),
        "player": facts.player.map(Player::word),
        "box": facts.chart.map(ChartBox::word),
        "link": facts.link,
        "instant": facts.instant,
        "cards": names,
        "rule": facts.rule.or(first).map(Rule::word),
        "rules": rules,
        "text": text.join(" "),
    })
}

impl Facts {
    fn new(kind: &'static str) -> Self {
        Self { kind, ..Self::default() }
    }

    fn of(kind: &'static str, prompt: &Prompt) -> Self {
        Self { kind, player: Some(prompt.player), chart: prompt.chart, ..Self::default() }
    }

    fn cards(self, cards: impl IntoIterator<Item = CardId>) -> Self {
        Self { cards: cards.into_iter().collect(), ..self }
    }
}

fn facts(tale: &Tale<'_>, step: &Step<'_>) -> Facts {
    match &step.kind {
        Kind::Phase => Facts { player: Some(step.turn), ..Facts::new("phase") },
        Kind::Moment(_) => Facts::new("moment"),
        Kind::Act(prompt, _) => Facts::of("action", prompt),
        Kind::Link(Activation { link, window, .. }) => {
            let (player, number, chart) =
                (Some(link.player), Some(link.number), window.and_then(|prompt| prompt.chart));
            let instant = tale.told.events[link.event].instant;
            let facts = Facts { player, chart, link: number, instant, ..Facts::new("activation") };
            facts.cards([link.effect.card].into_iter().chain(link.targets.iter().copied()))
        }
        Kind::Chain(links) => Facts::new("chain").cards(links.iter().map(|link| link.effect.card)),
        Kind::Resolves(Resolution { link, instants, reason, .. }) => {
            let (player, number, instant) =
                (Some(link.player), Some(link.number), instants.iter().find_map(Instant::at));
            let facts = Facts { player, link: number, instant, rule: *reason, ..Facts::new("resolution") };
            facts.cards([link.effect.card].into_iter().chain(cards(instants)))
        }
        Kind::Happens(instants) => {
            let instant = instants.first().and_then(Instant::at);
            Facts { instant, ..Facts::new("events") }.cards(cards(instants))
        }
        Kind::Leaves(Fact { event, cards, .. }) => {
            let facts = Facts { instant: event.instant, rule: event.rule, ..Facts::new("used cards leave") };
            facts.cards(cards.iter().copied())
        }
        Kind::Meet(triggers) => {
            let instant = triggers.first().and_then(Trigger::at);
            Facts { instant, ..Facts::new("triggers") }.cards(triggers.iter().map(|trigger| trigger.card))
        }
        Kind::Lost(Loss { trigger, refusal, .. }) => {
            let (player, rule) = (Some(trigger.player), refusal.as_ref().map(|refusal| refusal.rule));
            Facts { player, instant: trigger.at(), rule, ..Facts::new("trigger lost") }.cards([trigger.card])
        }
        Kind::Declined(player, cards) => {
            Facts { player: Some(*player), ..Facts::new("declined") }.cards(cards.iter().copied())
        }
        Kind::Window(prompt, _) => Facts::of("window", prompt).cards(offered(prompt)),
        Kind::Passes(passes) => passes.first().map_or(Facts::new("passes"), |(prompt, _)| Facts::of("passes", prompt)),
        Kind::NotOffered(NotOffered { looked, window, .. }) => {
            let card = match looked.offer.card {
                CardRef::Card(card) => Some(card),
                CardRef::Token(_) => None,
            };
            let player = window.map(|prompt| prompt.player).or(card.and_then(|card| tale.told.cast.owner(card)));
            let rule = looked.refusal.as_ref().map(|refusal| refusal.rule);
            let chart = window.and_then(|prompt| prompt.chart);
            Facts { player, chart, rule, ..Facts::new("not offered") }.cards(card)
        }
        Kind::AttackEnded(card, rule) => Facts { rule: *rule, ..Facts::new("attack ended") }.cards([*card]),
        Kind::Ended(_) => Facts::new("duel ended"),
    }
}

fn cards(instants: &[Instant<'_>]) -> impl Iterator<Item = CardId> {
    instants.iter().flat_map(Instant::facts).flat_map(|fact| fact.cards.iter().copied())
}

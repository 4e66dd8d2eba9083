//! A tale for programs: one JSON object.

use segoc_engine::{Player, Rule};
use serde_json::{Value, json as object};

use super::sentences::{Paragraph, told};
use super::tale::{Card, Fact, Header, Instant, Kind, Step, Tale};
use super::verdict;
use crate::outcome::{Scene, player_name};
use crate::report::source_kind;
use crate::ruling::Source;

/// A tale as one JSON object.
#[must_use]
pub fn json(tale: &Tale) -> String {
    let steps: Vec<Value> = tale.steps.iter().zip(told(tale)).map(|(s, p)| step(s, &p)).collect();
    let value = object!({
        "type": "explanation",
        "header": header(&tale.header),
        "before": board(&tale.before),
        "steps": steps,
        "after": board(&tale.after),
        "verdict": {
            "outcome": tale.verdict.outcome.word(),
            "checks": tale.verdict.checks,
            "text": verdict::sentences(tale),
            "expected": tale.verdict.written,
        },
        "differs in": tale.elsewhere,
    });
    serde_json::to_string_pretty(&value).unwrap_or_default()
}

fn header(header: &Header) -> Value {
    let rules = header.rules.iter().map(|(rule, text)| object!({"id": rule.word(), "rule": text}));
    let readings =
        header.readings.iter().map(|r| object!({"reading": r.id, "answer": r.answer, "sources": sources(&r.sources)}));
    object!({
        "name": header.name,
        "ruling": header.id,
        "file": header.path,
        "title": header.title,
        "question": header.question,
        "answer": header.answer,
        "format": header.format,
        "rules": rules.collect::<Vec<_>>(),
        "sources": sources(&header.sources),
        "readings": readings.collect::<Vec<_>>(),
        "reading": header.reading,
    })
}

fn sources(all: &[Source]) -> Vec<Value> {
    let source = |s: &Source| object!({"kind": source_kind(s.kind), "title": s.title, "url": s.url, "at": s.at, "as of": s.as_of});
    all.iter().map(source).collect()
}

fn board(scene: &Scene) -> Value {
    let side = |(player, side): (Player, &crate::outcome::SceneSide)| {
        let zones: serde_json::Map<String, Value> =
            side.zones.iter().map(|(zone, cards)| ((*zone).to_owned(), cards.clone().into())).collect();
        (player_name(player).to_owned(), object!({"lp": side.lp, "zones": zones}))
    };
    let sides = [Player::One, Player::Two].into_iter().zip(&scene.sides).map(side);
    Value::Object(sides.collect())
}

/// What a program may want to know of a step without reading its sentences.
#[derive(Default)]
struct Facts<'s> {
    kind: &'static str,
    player: Option<Player>,
    chart: Option<segoc_engine::ChartBox>,
    link: Option<u16>,
    instant: Option<u32>,
    cards: Vec<&'s Card>,
    rule: Option<Rule>,
}

fn step(step: &Step, told: &[Paragraph]) -> Value {
    let facts = facts(step);
    let first = told.iter().flat_map(|p| &p.rules).next().copied();
    let rules: Vec<&str> = told.iter().flat_map(|p| &p.rules).map(|r| r.word()).collect();
    let text: Vec<&str> = told.iter().map(|p| p.text.as_str()).collect();
    object!({
        "kind": facts.kind,
        "turn": player_name(step.turn),
        "phase": step.phase.word(),
        "moment": step.moment.map(segoc_engine::def::Moment::word),
        "player": facts.player.map(player_name),
        "box": facts.chart.map(segoc_engine::ChartBox::word),
        "link": facts.link,
        "instant": facts.instant,
        "cards": facts.cards.iter().map(|c| c.name.as_str()).collect::<Vec<_>>(),
        "rule": facts.rule.or(first).map(Rule::word),
        "rules": rules,
        "text": text.join(" "),
    })
}

fn facts(step: &Step) -> Facts<'_> {
    match &step.kind {
        Kind::Phase => Facts { kind: "phase", player: Some(step.turn), ..Facts::default() },
        Kind::Moment(_) => Facts { kind: "moment", ..Facts::default() },
        Kind::Act(act) => Facts { kind: "action", player: Some(act.player), chart: act.chart, ..Facts::default() },
        Kind::Link(link) => Facts {
            kind: "activation",
            player: Some(link.player),
            chart: link.chart,
            link: Some(link.number),
            instant: Some(link.instant),
            cards: std::iter::once(&link.card).chain(&link.targets).collect(),
            rule: None,
        },
        Kind::Chain(links) => {
            Facts { kind: "chain", cards: links.iter().map(|l| &l.card).collect(), ..Facts::default() }
        }
        Kind::Resolves(r) => Facts {
            kind: "resolution",
            player: Some(r.player),
            link: Some(r.number),
            instant: r.instants.first().map(|i| i.at),
            cards: std::iter::once(&r.card).chain(cards(&r.instants)).collect(),
            rule: r.reason,
            ..Facts::default()
        },
        Kind::Happens(instants) => Facts {
            kind: "events",
            instant: instants.first().map(|i| i.at),
            cards: cards(instants).collect(),
            ..Facts::default()
        },
        Kind::Leaves(cards, rule, at) => Facts {
            kind: "used cards leave",
            instant: Some(*at),
            cards: cards.iter().collect(),
            rule: Some(*rule),
            ..Facts::default()
        },
        Kind::Meet(meeting) => Facts {
            kind: "triggers",
            instant: meeting.triggers.first().map(|t| t.instant),
            cards: meeting.triggers.iter().map(|t| &t.card).collect(),
            ..Facts::default()
        },
        Kind::Lost(loss) => Facts {
            kind: "trigger lost",
            player: Some(loss.trigger.player),
            instant: Some(loss.trigger.instant),
            cards: vec![&loss.trigger.card],
            rule: Some(loss.rule),
            ..Facts::default()
        },
        Kind::Declined(player, cards) => {
            Facts { kind: "declined", player: Some(*player), cards: cards.iter().collect(), ..Facts::default() }
        }
        Kind::Window(chance) => Facts {
            kind: "window",
            player: Some(chance.player),
            chart: chance.chart,
            cards: chance.offered.iter().collect(),
            ..Facts::default()
        },
        Kind::Passes(passes) => Facts {
            kind: "passes",
            player: passes.first().map(|p| p.player),
            chart: passes.first().and_then(|p| p.chart),
            ..Facts::default()
        },
        Kind::NotOffered(not) => Facts {
            kind: "not offered",
            player: not.player,
            chart: not.chart,
            cards: vec![&not.card],
            rule: not.rule,
            ..Facts::default()
        },
        Kind::AttackEnded(card, rule) => {
            Facts { kind: "attack ended", cards: vec![card], rule: Some(*rule), ..Facts::default() }
        }
        Kind::Ended(_) => Facts { kind: "duel ended", ..Facts::default() },
    }
}

fn cards(instants: &[Instant]) -> impl Iterator<Item = &Card> {
    instants.iter().flat_map(|i| &i.facts).flat_map(|f: &Fact| &f.cards)
}

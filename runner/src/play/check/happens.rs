//! `happens`: these events, in this order; what stands in one list happened at one instant.

use segoc_engine::def::Phase;
use segoc_engine::{CardId, Player};

use super::super::rewrite::{StepText, Yaml};
use super::super::story::{Next, Stop, Story};
use crate::engines::{Capability, Event};
use crate::outcome::{FailureKind, player_name};
use crate::ruling::{CardEvent, CardRef, Happening, PlayerEvent, Spanned};

/// Events written for one instant.
type Written = Spanned<Vec<Spanned<Happening>>>;

/// One thing that happened to one card or player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    Card(CardEvent, CardId),
    Player(PlayerEvent, Player, i32),
}

/// The facts of one instant, each with its place in the order in which things were physically done.
struct Moment {
    at: Option<u32>,
    facts: Vec<(usize, Fact)>,
}

pub(super) fn check(story: &mut Story<'_>, instants: &[Written]) -> Result<(), Stop> {
    story.can_tell(Capability::Instants);
    let Some(mut missing) = first_missing(story, instants, &moments(story)) else { return Ok(()) };
    loop {
        match story.next() {
            Next::Line(line) => {
                // It is looked again only after what is written: an engine may tell very much.
                let is_written = is_written(story, instants, line);
                story.take_line()?;
                if is_written {
                    match first_missing(story, instants, &moments(story)) {
                        Some(still) => missing = still,
                        None => return Ok(()),
                    }
                }
            }
            Next::Asked(prompt) => story.answer_by_default(&prompt)?,
            Next::Open | Next::Over => {
                story.settle()?;
                return Err(fail(story, instants, missing, &moments(story)));
            }
        }
    }
}

/// Whether a line of the log says something that is written.
fn is_written(story: &Story<'_>, instants: &[Written], line: usize) -> bool {
    let Some(told) = story.table.log().get(line) else { return false };
    let mut said = Vec::new();
    facts(&told.event, 0, &mut said);
    let mut events = instants.iter().flat_map(|instant| &instant.value);
    events.any(|event| {
        said.iter().any(|(_, fact)| match &event.value {
            Happening::Player(what, player, count) => *fact == Fact::Player(*what, *player, *count),
            Happening::Cards(what, cards) => cards.iter().any(|card| is_card_fact(story, fact, *what, card)),
        })
    })
}

/// Everything that happened, for a check that does not say; a card that was destroyed is not also sent to the GY.
/// It stops after the chain last checked, so that the triggers after it are left to the checks that follow.
pub(super) fn fill(story: &mut Story<'_>) -> Result<Stop, Stop> {
    match story.chain_checked {
        Some(complete) => super::resolves::run_to_over(story, complete)?,
        None => story.run_to_open_state()?,
    }
    let actual: Vec<Yaml> = moments(story)
        .iter()
        .filter_map(|moment| {
            let is_finer = |fact: &Fact, card: CardId| {
                let finer = [CardEvent::Destroyed, CardEvent::Discarded, CardEvent::Tributed];
                matches!(fact, Fact::Card(what, c) if *c == card && finer.contains(what))
            };
            let group = |fact: &Fact| match fact {
                Fact::Card(CardEvent::SentToGy, card) if moment.facts.iter().any(|(_, f)| is_finer(f, *card)) => None,
                _ => Some(0),
            };
            as_done(story, moment, group)
        })
        .collect();
    Ok(match actual.is_empty() {
        true => super::nothing(story, "nothing happened"),
        false => super::filled(story, FailureKind::OtherOrder, &[(&["happens"], Yaml::List(actual))]),
    })
}

/// Everything that happened since the last action at an act prompt, as far as the story has taken note of it.
fn moments(story: &Story<'_>) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::new();
    let knows_instants = story.table.can(Capability::Instants);
    for told in &story.table.log()[story.act_prompt..story.cursor] {
        if !matches!(told.event, Event::Cards { .. } | Event::Player(..)) {
            continue;
        }
        let at = told.at.filter(|_| knows_instants);
        if moments.last().is_none_or(|m| m.at != at) {
            moments.push(Moment { at, facts: Vec::new() });
        }
        if let Some(moment) = moments.last_mut() {
            let place = moment.facts.last().map_or(0, |(place, _)| place + 1);
            facts(&told.event, place, &mut moment.facts);
        }
    }
    moments
}

/// What an event says of each of its cards, or of a player.
fn facts(event: &Event, first: usize, facts: &mut Vec<(usize, Fact)>) {
    match event {
        Event::Player(what, player, count) => facts.push((first, Fact::Player(*what, *player, *count))),
        Event::Cards { are, cards, .. } => {
            for (i, &card) in cards.iter().enumerate() {
                facts.extend(are.iter().map(|&what| (first + i, Fact::Card(what, card))));
            }
        }
        _ => {}
    }
}

/// The first written instant that cannot be found after the ones before it.
fn first_missing(story: &Story<'_>, instants: &[Written], moments: &[Moment]) -> Option<usize> {
    if let [whole @ Moment { at: None, .. }] = moments {
        return first_out_of_order(story, instants, whole);
    }
    let mut rest = moments;
    for (i, instant) in instants.iter().enumerate() {
        match rest.iter().position(|m| is_in(story, &instant.value, m)) {
            Some(found) => rest = &rest[found + 1..],
            None => return Some(i),
        }
    }
    None
}

/// The same for an engine that does not number instants: what is written in a later one comes after what is written in
/// an earlier one; inside one the order is free.
fn first_out_of_order(story: &Story<'_>, instants: &[Written], whole: &Moment) -> Option<usize> {
    let (mut from, mut used) = (0, Vec::new());
    for (i, instant) in instants.iter().enumerate() {
        let mut next = from;
        for event in &instant.value {
            let Some(places) = places(story, &event.value, whole, &mut used, from) else { return Some(i) };
            next = next.max(places.iter().max().map_or(from, |last| last + 1));
        }
        from = next;
    }
    None
}

/// Whether events are found in one instant, in their order; cards inside one event have none.
fn is_in(story: &Story<'_>, events: &[Spanned<Happening>], moment: &Moment) -> bool {
    let mut used: Vec<usize> = Vec::new();
    let (mut first, mut last) = (0, 0);
    for event in events {
        let Some(places) = places(story, &event.value, moment, &mut used, first) else { return false };
        let (from, to) = (places.iter().min().copied().unwrap_or(first), places.iter().max().copied().unwrap_or(last));
        if from < first || to < last {
            return false;
        }
        (first, last) = (from, to);
    }
    true
}

/// Where in the physical order an event is found: a place for each of its cards.
fn places(
    story: &Story<'_>,
    event: &Happening,
    moment: &Moment,
    used: &mut Vec<usize>,
    from: usize,
) -> Option<Vec<usize>> {
    let mut find = |is: &dyn Fn(&Fact) -> bool| {
        let index = (0..moment.facts.len())
            .find(|i| moment.facts[*i].0 >= from && !used.contains(i) && is(&moment.facts[*i].1))?;
        used.push(index);
        Some(moment.facts[index].0)
    };
    match event {
        Happening::Player(what, player, count) => {
            Some(vec![find(&|fact| *fact == Fact::Player(*what, *player, *count))?])
        }
        Happening::Cards(what, cards) => {
            cards.iter().map(|card| find(&|fact| is_card_fact(story, fact, *what, card))).collect()
        }
    }
}

fn is_card_fact(story: &Story<'_>, fact: &Fact, what: CardEvent, card: &CardRef) -> bool {
    matches!(fact, Fact::Card(w, c) if *w == what && story.is(card, *c))
}

fn fail(story: &Story<'_>, instants: &[Written], missing: usize, moments: &[Moment]) -> Stop {
    let instant = &instants[missing];
    let anywhere = moments.iter().any(|m| is_in(story, &instant.value, m));
    let split = instant.value.len() > 1
        && instant.value.iter().all(|e| moments.iter().any(|m| is_in(story, std::slice::from_ref(e), m)));
    let alone = |e: &&Spanned<Happening>| !moments.iter().any(|m| is_in(story, std::slice::from_ref(*e), m));
    let absent = instant.value.iter().find(alone);
    let (span, message) = match absent {
        Some(event) => (event.span, format!("this did not happen: {}", yaml(story, &event.value).flow())),
        None if anywhere => (instant.span, "this happened, but not after what is written before it".into()),
        None if split => (instant.span, "these happened, but not in this order at one instant".into()),
        None => (instant.span, "this did not happen so".into()),
    };
    let mut failure = story.fail(FailureKind::OtherOrder, span, message);
    let actual: Vec<Yaml> =
        moments.iter().filter_map(|m| as_done(story, m, |fact| written(story, instants, fact))).collect();
    let mut text = StepText::new(&story.ruling.text, story.step().span);
    if actual.is_empty() {
        failure.notes.push("None of these events happened.".into());
    } else {
        text.set(&["happens"], &Yaml::List(actual));
        failure.actual = Some(text.into_text());
    }
    if let Some(phase) = story.table.prompt().map(|p| p.window.phase).filter(|p| *p != Phase::Main1) {
        failure.notes.push(format!("Looked from the last action up to the open state of {phase}."));
    }
    failure.into()
}

/// Which of the written events a fact belongs to.
fn written(story: &Story<'_>, instants: &[Written], fact: &Fact) -> Option<usize> {
    instants.iter().flat_map(|i| &i.value).map(|e| &e.value).position(|happening| match (happening, fact) {
        (Happening::Player(w, p, _), Fact::Player(what, player, _)) => w == what && p == player,
        (Happening::Cards(w, cards), Fact::Card(what, card)) => w == what && cards.iter().any(|c| story.is(c, *card)),
        _ => false,
    })
}

/// What happened in a moment, as far as it belongs to a group; the cards of an event and a group stand together.
fn as_done(story: &Story<'_>, moment: &Moment, group: impl Fn(&Fact) -> Option<usize>) -> Option<Yaml> {
    let mut events: Vec<(CardEvent, usize, Vec<CardId>)> = Vec::new();
    let mut all: Vec<(usize, Yaml)> = Vec::new();
    for (place, fact) in &moment.facts {
        match *fact {
            Fact::Player(what, player, count) => {
                if group(fact).is_some() {
                    all.push((*place, yaml(story, &Happening::Player(what, player, count))));
                }
            }
            Fact::Card(what, card) => {
                let Some(group) = group(fact) else { continue };
                match events.iter_mut().find(|(w, g, _)| *w == what && *g == group) {
                    Some((.., cards)) => cards.push(card),
                    None => {
                        events.push((what, group, vec![card]));
                        all.push((*place, Yaml::Raw(String::new())));
                    }
                }
            }
        }
    }
    let mut grouped = events.into_iter().map(|(what, _, cards)| {
        let cards = cards.iter().map(|&c| Yaml::word(story.name(c))).collect();
        Yaml::map([(what.word(), Yaml::List(cards))])
    });
    let items: Vec<Yaml> = all
        .into_iter()
        .map(|(_, item)| if item == Yaml::Raw(String::new()) { grouped.next().unwrap_or(item) } else { item })
        .collect();
    (!items.is_empty()).then_some(Yaml::List(items))
}

fn yaml(story: &Story<'_>, happening: &Happening) -> Yaml {
    match happening {
        Happening::Cards(what, cards) => {
            let cards = cards.iter().map(|c| Yaml::word(story.name_of(c))).collect();
            Yaml::map([(what.word(), Yaml::List(cards))])
        }
        Happening::Player(what, player, count) => {
            let body = [("player", Yaml::word(player_name(*player))), ("count", Yaml::number(*count))];
            Yaml::map([(what.word(), Yaml::map(body))])
        }
    }
}

//! `happens`: these events, in this order; what stands in one list happened at one instant.

use segoc_engine::def::Phase;
use segoc_engine::{CardId, Changed, Duel, Event, Instant, Line, MoveHow, Player, SummonKind, What, Zone};

use super::super::rewrite::{StepText, Yaml};
use super::super::story::{Next, Stop, Story};
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
    at: Instant,
    facts: Vec<(usize, Fact)>,
}

pub(super) fn check(story: &mut Story<'_>, instants: &[Written]) -> Result<(), Stop> {
    loop {
        let moments = moments(story);
        let missing = first_missing(story, instants, &moments);
        let Some(missing) = missing else { return Ok(()) };
        match story.next() {
            Next::Line(_) => story.take_line()?,
            Next::Asked(prompt) => story.answer_by_default(&prompt)?,
            Next::Open | Next::Over => {
                story.settle()?;
                return Err(fail(story, instants, missing, &moments));
            }
        }
    }
}

/// Everything that happened since the last action at an act prompt, as far as the story has taken note of it.
fn moments(story: &Story<'_>) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::new();
    for entry in &story.duel.log()[story.act_prompt..story.cursor] {
        let Line::Event(event) = &entry.line else { continue };
        if moments.last().is_none_or(|m| m.at != entry.at) {
            moments.push(Moment { at: entry.at, facts: Vec::new() });
        }
        if let Some(moment) = moments.last_mut() {
            let place = moment.facts.last().map_or(0, |(place, _)| place + 1);
            facts(&story.duel, event, place, &mut moment.facts);
        }
    }
    moments
}

/// The first written instant that cannot be found after the ones before it.
fn first_missing(story: &Story<'_>, instants: &[Written], moments: &[Moment]) -> Option<usize> {
    let mut rest = moments;
    for (i, instant) in instants.iter().enumerate() {
        match rest.iter().position(|m| is_in(story, &instant.value, m)) {
            Some(found) => rest = &rest[found + 1..],
            None => return Some(i),
        }
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

/// What an event of the log is, in the words of the format.
fn facts(duel: &Duel, event: &Event, first: usize, facts: &mut Vec<(usize, Fact)>) {
    let player = match event.what {
        What::Drew { player, .. } => Some((PlayerEvent::Draws, player, event.cards.len() as i32)),
        What::Damage { player, amount, .. } => Some((PlayerEvent::TakesDamage, player, amount)),
        What::GainedLp(player, amount) => Some((PlayerEvent::GainsLp, player, amount)),
        What::PaidLp(player, amount) => Some((PlayerEvent::PaysLp, player, amount)),
        _ => None,
    };
    facts.extend(player.map(|(what, who, count)| (first, Fact::Player(what, who, count))));
    let link = match event.what {
        What::ActivationNegated(link, _) => Some((CardEvent::ActivationNegated, link)),
        What::EffectNegated(link) => Some((CardEvent::EffectNegated, link)),
        _ => None,
    };
    if let Some((what, link)) = link {
        facts.extend(duel.link(link).map(|l| (first, Fact::Card(what, l.effect.card))));
    }
    for (i, changed) in event.cards.iter().enumerate() {
        let mut words: Vec<CardEvent> = Vec::new();
        words.extend(word_of_event(&event.what));
        words.extend(words_of_change(changed));
        words.dedup();
        words.sort_unstable();
        words.dedup();
        facts.extend(words.into_iter().map(|w| (first + i, Fact::Card(w, changed.card.card))));
    }
}

/// What an event says of all its cards.
fn word_of_event(what: &What) -> Option<CardEvent> {
    Some(match what {
        What::Summoned(SummonKind::Normal | SummonKind::Tribute, ..) => CardEvent::NormalSummoned,
        What::Summoned(SummonKind::Flip, ..) => CardEvent::FlipSummoned,
        What::Summoned(SummonKind::Special, ..) => CardEvent::SpecialSummoned,
        What::Set => CardEvent::Set,
        What::Revealed => CardEvent::Revealed,
        What::TurnedFaceDown => CardEvent::TurnedFaceDown,
        What::TurnedFaceUp => CardEvent::TurnedFaceUp,
        What::ChangedPosition => CardEvent::ChangedPosition,
        What::ChangedControl => CardEvent::ChangedControl,
        What::Equipped => CardEvent::Equipped,
        What::SummonNegated => CardEvent::SummonNegated,
        What::CountersPlaced(_) => CardEvent::CounterPlaced,
        What::CountersRemoved(_) => CardEvent::CounterRemoved,
        What::AttackDeclared { .. } => CardEvent::AttackDeclared,
        _ => return None,
    })
}

/// What the change of one card says of it: one change may have several names.
fn words_of_change(changed: &Changed) -> Vec<CardEvent> {
    let (before, after) = (&changed.before, &changed.after);
    let moved_to = |zone: Zone| after.zone == zone && before.zone != zone;
    let stayed = before.zone.on_field() && after.zone.on_field() && changed.how == MoveHow::Stayed;
    let all = [
        (changed.how == MoveHow::Destroyed, CardEvent::Destroyed),
        (changed.how == MoveHow::Discarded, CardEvent::Discarded),
        (changed.how == MoveHow::Tributed, CardEvent::Tributed),
        (moved_to(Zone::Gy), CardEvent::SentToGy),
        (moved_to(Zone::Banished), CardEvent::Banished),
        (changed.how == MoveHow::AddedToHand, CardEvent::AddedToHand),
        (changed.how == MoveHow::ReturnedToHand, CardEvent::ReturnedToHand),
        (changed.how == MoveHow::ReturnedToDeck, CardEvent::ReturnedToDeck),
        (stayed && !before.face_up && after.face_up, CardEvent::TurnedFaceUp),
        (stayed && before.face_up && !after.face_up, CardEvent::TurnedFaceDown),
        (stayed && before.controller != after.controller, CardEvent::ChangedControl),
    ];
    all.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect()
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
    let actual: Vec<Yaml> = moments.iter().filter_map(|m| as_done(story, instants, m)).collect();
    let mut text = StepText::new(&story.ruling.text, story.step().span);
    if actual.is_empty() {
        failure.notes.push("None of these events happened.".into());
    } else {
        text.set(&["happens"], &Yaml::List(actual));
        failure.actual = Some(text.into_text());
    }
    if let Some(phase) = story.duel.prompt().map(|p| p.window.phase).filter(|p| *p != Phase::Main1) {
        failure.notes.push(format!("Looked from the last action up to the open state of {phase}."));
    }
    failure.into()
}

/// What happened in a moment of the events and cards that are written.
fn as_done(story: &Story<'_>, instants: &[Written], moment: &Moment) -> Option<Yaml> {
    let written = || instants.iter().flat_map(|i| &i.value).map(|e| &e.value);
    let mut events: Vec<(CardEvent, usize, Vec<CardId>)> = Vec::new();
    let mut all: Vec<(usize, Yaml)> = Vec::new();
    for (place, fact) in &moment.facts {
        match *fact {
            Fact::Player(what, player, count) => {
                if written().any(|h| matches!(h, Happening::Player(w, p, _) if *w == what && *p == player)) {
                    all.push((*place, yaml(story, &Happening::Player(what, player, count))));
                }
            }
            Fact::Card(what, card) => {
                let group = written().position(|h| match h {
                    Happening::Cards(w, cards) => *w == what && cards.iter().any(|c| story.is(c, card)),
                    Happening::Player(..) => false,
                });
                let Some(group) = group else { continue };
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

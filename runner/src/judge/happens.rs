//! `happens`: these events, in this order; what stands in one list happened at one instant.

use segoc_format::place::Spanned;
use segoc_format::ruling::{CardRef, Check, Happening};
use segoc_protocol::{Capability, CardEvent, CardId, Event, Happened, Phase, Player, PlayerEvent};

use super::{Judge, Verdict, fresh};
use crate::cast::Cast;
use crate::outcome::{Failure, FailureKind};
use crate::transcript::{Stand, Transcript};

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

impl Moment {
    fn has(&self, fact: &Fact) -> bool {
        self.facts.iter().any(|(_, other)| other == fact)
    }
}

impl Judge<'_, '_> {
    pub(super) fn happens(&mut self, stand: &Stand, instants: &[Written]) -> Verdict {
        self.can_tell(Capability::Instants);
        let end = self.told.next_open(stand.at);
        let moments = moments(self.told, stand.acted, end.event);
        match first_missing(&self.told.cast, instants, &moments) {
            None => Ok(()),
            Some(missing) => Err(self.did_not_happen(&Stand { at: end, ..stand.clone() }, instants, missing, &moments)),
        }
    }

    /// Everything that happened, a card that was destroyed not also as sent to the GY.
    pub(super) fn observe_happens(&self, stand: &Stand) -> Result<Check, Failure> {
        let finer = [CardEvent::Destroyed, CardEvent::Discarded, CardEvent::Tributed];
        let as_observed = |moment: &Moment| {
            let is_finer = |card: CardId| finer.iter().any(|what| moment.has(&Fact::Card(*what, card)));
            as_done(&self.told.cast, moment, |fact| match fact {
                Fact::Card(CardEvent::SentToGy, card) if is_finer(*card) => None,
                Fact::Card(what, _) if what.is_detail() => None,
                _ => Some(0),
            })
        };
        let observed: Vec<Written> =
            moments(self.told, stand.acted, stand.at.event).iter().filter_map(as_observed).collect();
        match observed.is_empty() {
            true => Err(self.nothing(stand, "nothing happened")),
            false => Ok(Check::Happens(observed)),
        }
    }

    fn did_not_happen(&self, stand: &Stand, instants: &[Written], missing: usize, moments: &[Moment]) -> Failure {
        let cast = &self.told.cast;
        let instant = &instants[missing];
        let anywhere = moments.iter().any(|m| is_in(cast, &instant.value, m));
        let alone = |e: &Spanned<Happening>| !moments.iter().any(|m| is_in(cast, std::slice::from_ref(e), m));
        let split = instant.value.len() > 1 && !instant.value.iter().any(alone);
        let (span, message) = match instant.value.iter().find(|e| alone(e)) {
            Some(event) => (event.span, format!("this did not happen: {}", in_words(cast, &event.value))),
            None if anywhere => (instant.span, "this happened, but not after what is written before it".into()),
            None if split => (instant.span, "these happened, but not in this order at one instant".into()),
            None => (instant.span, "this did not happen so".into()),
        };
        let mut failure = self.fail(stand, FailureKind::OtherOrder, span, message);
        let observed: Vec<Written> =
            moments.iter().filter_map(|m| as_done(cast, m, |fact| written(cast, instants, fact))).collect();
        match observed.is_empty() {
            true => failure = failure.note("None of these events happened."),
            false => failure = failure.actually(Check::Happens(observed)),
        }
        if let Some(phase) = self.prompt(stand.at).map(|prompt| prompt.phase).filter(|p| *p != Phase::Main1) {
            failure.notes.push(format!("Looked from the last action up to the open state of {phase}."));
        }
        failure
    }
}

/// An event as it would be written.
fn in_words(cast: &Cast<'_>, happening: &Happening) -> String {
    match happening {
        Happening::Cards(what, cards) => {
            let cards: Vec<String> = cards.iter().map(|card| cast.name_of(card)).collect();
            format!("{{{what}: [{}]}}", cards.join(", "))
        }
        Happening::Player(what, player, count) => format!("{{{what}: {{player: {player}, count: {count}}}}}"),
    }
}

/// Everything that happened to cards and players between two events.
fn moments(told: &Transcript<'_>, from: usize, to: usize) -> Vec<Moment> {
    let mut moments: Vec<Moment> = Vec::new();
    let knows_instants = told.can(Capability::Instants);
    for event in told.events.get(from..to).unwrap_or_default() {
        if !matches!(event.what, Happened::Cards { .. } | Happened::Player { .. }) {
            continue;
        }
        let at = event.instant.filter(|_| knows_instants);
        if moments.last().is_none_or(|m| m.at != at) {
            moments.push(Moment { at, facts: Vec::new() });
        }
        if let Some(moment) = moments.last_mut() {
            let place = moment.facts.last().map_or(0, |(place, _)| place + 1);
            facts(event, place, &mut moment.facts);
        }
    }
    moments
}

/// What an event says of each of its cards, or of a player.
fn facts(event: &Event, first: usize, facts: &mut Vec<(usize, Fact)>) {
    match &event.what {
        Happened::Player { is, player, count, .. } => facts.push((first, Fact::Player(*is, *player, *count))),
        Happened::Cards { are, cards, .. } => {
            for (i, &card) in cards.iter().enumerate() {
                facts.extend(are.iter().map(|&what| (first + i, Fact::Card(what, card))));
            }
        }
        _ => {}
    }
}

/// The first written instant that cannot be found after the ones before it.
fn first_missing(cast: &Cast<'_>, instants: &[Written], moments: &[Moment]) -> Option<usize> {
    if let [whole @ Moment { at: None, .. }] = moments {
        return first_out_of_order(cast, instants, whole);
    }
    let mut rest = moments;
    for (i, instant) in instants.iter().enumerate() {
        match rest.iter().position(|m| is_in(cast, &instant.value, m)) {
            Some(found) => rest = &rest[found + 1..],
            None => return Some(i),
        }
    }
    None
}

/// The same for an engine that does not number instants: what is written in a later one comes after what is written in
/// an earlier one; inside one the order is free.
fn first_out_of_order(cast: &Cast<'_>, instants: &[Written], whole: &Moment) -> Option<usize> {
    let (mut from, mut used) = (0, Vec::new());
    for (i, instant) in instants.iter().enumerate() {
        let mut next = from;
        for event in &instant.value {
            let Some(places) = places(cast, &event.value, whole, &mut used, from) else { return Some(i) };
            next = next.max(places.iter().max().map_or(from, |last| last + 1));
        }
        from = next;
    }
    None
}

/// Whether events are found in one instant, in their order; cards inside one event have none.
fn is_in(cast: &Cast<'_>, events: &[Spanned<Happening>], moment: &Moment) -> bool {
    let mut used: Vec<usize> = Vec::new();
    let (mut first, mut last) = (0, 0);
    for event in events {
        let Some(places) = places(cast, &event.value, moment, &mut used, first) else { return false };
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
    cast: &Cast<'_>,
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
            cards.iter().map(|card| find(&|fact| is_card_fact(cast, fact, *what, card))).collect()
        }
    }
}

fn is_card_fact(cast: &Cast<'_>, fact: &Fact, what: CardEvent, card: &CardRef) -> bool {
    matches!(fact, Fact::Card(w, c) if *w == what && cast.is(card, *c))
}

/// Which of the written events a fact belongs to.
fn written(cast: &Cast<'_>, instants: &[Written], fact: &Fact) -> Option<usize> {
    instants.iter().flat_map(|i| &i.value).map(|e| &e.value).position(|happening| match (happening, fact) {
        (Happening::Player(w, p, _), Fact::Player(what, player, _)) => w == what && p == player,
        (Happening::Cards(w, cards), Fact::Card(what, card)) => w == what && cards.iter().any(|c| cast.is(c, *card)),
        _ => false,
    })
}

/// What happened in a moment, as far as it belongs to a group; the cards of an event and a group stand together.
fn as_done(cast: &Cast<'_>, moment: &Moment, group: impl Fn(&Fact) -> Option<usize>) -> Option<Written> {
    let mut events: Vec<(usize, Happening)> = Vec::new();
    for (_, fact) in &moment.facts {
        let Some(group) = group(fact) else { continue };
        match *fact {
            Fact::Player(what, player, count) => events.push((group, Happening::Player(what, player, count))),
            Fact::Card(what, card) => {
                let same = events.iter_mut().find_map(|(g, happening)| match happening {
                    Happening::Cards(w, cards) if *w == what && *g == group => Some(cards),
                    _ => None,
                });
                let card = cast.reference(card);
                match same {
                    Some(cards) => cards.push(card),
                    None => events.push((group, Happening::Cards(what, vec![card]))),
                }
            }
        }
    }
    let events: Vec<Spanned<Happening>> = events.into_iter().map(|(_, happening)| fresh(happening)).collect();
    (!events.is_empty()).then(|| fresh(events))
}

//! What a log says of the board, compared with the board.

use std::collections::HashMap;

use segoc_engine::def::BattlePosition;
use segoc_engine::{
    Ask, CardId, CardView, Changed, Duel, Entry, Event, Line, LinkId, MoveHow, Player, Prompt, Snapshot, What, Why,
    Zone,
};

/// Where a card lies, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lies {
    zone: Zone,
    controller: Player,
    face_up: bool,
    position: BattlePosition,
    counters: u8,
}

impl Lies {
    fn of(snapshot: &Snapshot) -> Self {
        let Snapshot { zone, controller, face_up, position, .. } = *snapshot;
        let counters = snapshot.counters.count();
        Self { zone, controller: on_the_side_of(zone, controller), face_up, position, counters }
    }
}

/// The board as the log leaves it.
#[derive(Clone, Debug)]
pub struct Replay {
    /// By their numbers; none of a token of which nothing was said yet.
    cards: Vec<Option<Lies>>,
    equipped: HashMap<CardId, CardId>,
    lp: [i32; 2],
    /// Top card first.
    decks: [Vec<CardId>; 2],
    /// Cards that came to a Deck since it was last compared; they lie on top or at the bottom.
    returned: Vec<CardId>,
    /// Lines that were read.
    lines: usize,
}

impl Replay {
    /// The board of a duel as it is now.
    #[must_use]
    pub fn new(duel: &Duel) -> Self {
        Self {
            cards: duel.cards().map(|card| Some(lies(&card))).collect(),
            equipped: equipped(duel),
            lp: [duel.lp(Player::One), duel.lp(Player::Two)],
            decks: [duel.deck(Player::One).to_vec(), duel.deck(Player::Two).to_vec()],
            returned: Vec::new(),
            lines: duel.log().len(),
        }
    }

    /// Reads what was logged since, and compares what it leaves with the board.
    ///
    /// # Panics
    /// If they disagree.
    pub fn goes_on(&mut self, duel: &Duel) {
        // While a card is being activated or a Summon prepared it is on its way, and nothing is logged yet. A step that asks half-way is
        // undone when it is answered, and logged anew.
        if duel.prompt().is_some_and(is_half_way) {
            return;
        }
        let events: Vec<&Event> = duel.log()[self.lines..].iter().filter_map(event_of).collect();
        let mut shown: Vec<LinkId> = Vec::new();
        for (i, event) in events.iter().enumerate() {
            // A card is shown, then its cost is paid, and that it was activated is logged when all of it is done.
            if let Why::Cost(link) = event.deed.cause
                && !shown.contains(&link)
            {
                shown.push(link);
                let activated = events[i..].iter().find(|later| later.what == What::Activated(link));
                activated.iter().for_each(|activated| self.event(activated));
            }
            if !matches!(event.what, What::Activated(_)) {
                self.event(event);
            }
        }
        self.lines = duel.log().len();
        self.compare(duel);
    }

    fn event(&mut self, event: &Event) {
        if let What::Drew { player, .. } = event.what {
            for drawn in &event.cards {
                let deck = &self.decks[player.index()];
                let top = deck.iter().find(|card| !self.returned.contains(card));
                let is_top = top == Some(&drawn.card.card) || self.returned.contains(&drawn.card.card);
                assert!(is_top, "{:?} was drawn, and is not the top card", drawn.card.card);
                self.change(event, drawn);
            }
        } else {
            event.cards.iter().for_each(|changed| self.change(event, changed));
        }
        match event.what {
            What::Damage { player, amount, .. } | What::PaidLp(player, amount) => self.add_lp(player, -amount),
            What::GainedLp(player, amount) => self.add_lp(player, amount),
            What::LpBecame(player, to) => self.lp[player.index()] = to,
            What::Equipped(monster) => {
                let there = event.cards.iter().filter(|changed| changed.after.zone == Zone::SpellTrap);
                self.equipped.extend(there.map(|changed| (changed.card.card, monster)));
            }
            _ => {}
        }
    }

    fn add_lp(&mut self, player: Player, amount: i32) {
        let lp = &mut self.lp[player.index()];
        *lp = lp.saturating_add(amount).max(0);
    }

    fn change(&mut self, event: &Event, changed: &Changed) {
        let card = changed.card.card;
        let (before, after) = (Lies::of(&changed.before), Lies::of(&changed.after));
        let place = usize::from(card.0);
        if self.cards.len() <= place {
            self.cards.resize(place + 1, None);
        }
        let known = self.cards[place];
        // A card whose activation was negated, or whose Summon is attempted, does not count as where it lies; one that is Flip
        // Summoned was turned face-up for the attempt.
        let uncounted = before.zone == Zone::Limbo || matches!(event.what, What::Summoned(..) | What::TurnedFaceUp);
        if let Some(known) = known.filter(|_| !uncounted) {
            assert_eq!(known, before, "{card:?} was otherwise before {:?}", event.what);
        }
        self.cards[place] = Some(after);
        let laid_elsewhere = after.zone == Zone::Deck && changed.how == MoveHow::ReturnedToDeck;
        let moved =
            laid_elsewhere || known.is_none_or(|known| known.zone != after.zone) || changed.was != changed.card.stay;
        if !moved {
            return;
        }
        self.equipped.retain(|equip, monster| *equip != card && *monster != card);
        if let Some(Lies { zone: Zone::Deck, controller, .. }) = known {
            self.decks[controller.index()].retain(|other| *other != card);
        }
        if after.zone == Zone::Deck {
            self.decks[after.controller.index()].push(card);
            self.returned.push(card);
        }
    }

    fn compare(&mut self, duel: &Duel) {
        for (place, card) in duel.cards().enumerate() {
            let (lies, name) = (lies(&card), &card.def.name);
            match self.cards.get(place).copied().flatten() {
                Some(left) => assert_eq!(left, lies, "{name}: as the log leaves it, and as it is"),
                // A token that was made and found no place was never anywhere.
                None => assert_eq!(lies.zone, Zone::Gone, "{name}, of which the log says nothing"),
            }
        }
        assert_eq!(self.lp, [duel.lp(Player::One), duel.lp(Player::Two)], "LP as the log leaves them, and as they are");
        assert_eq!(self.equipped, equipped(duel), "what is equipped as the log leaves it, and as it is");
        for &player in Player::ALL {
            let (left, is) = (&mut self.decks[player.index()], duel.deck(player));
            let stayed = |deck: &[CardId]| -> Vec<CardId> {
                deck.iter().filter(|card| !self.returned.contains(card)).copied().collect()
            };
            assert_eq!(stayed(left), stayed(is), "the order of {player:?}'s Deck");
            let first = is.iter().position(|card| !self.returned.contains(card)).unwrap_or_default();
            let together = is.iter().skip(first).take(stayed(is).len()).all(|card| !self.returned.contains(card));
            assert!(together, "{:?} came to the middle of {player:?}'s Deck {is:?}", self.returned);
            *left = is.to_vec();
        }
        self.returned.clear();
    }
}

/// Whether a question is asked in the middle of a step.
fn is_half_way(prompt: &Prompt) -> bool {
    !matches!(prompt.ask, Ask::Act { .. } | Ask::Respond { .. })
}

fn event_of(entry: &Entry) -> Option<&Event> {
    match &entry.line {
        Line::Event(event) => Some(event),
        _ => None,
    }
}

fn lies(card: &CardView<'_>) -> Lies {
    let CardView { zone, controller, face_up, position, counters, .. } = *card;
    Lies { zone, controller: on_the_side_of(zone, controller), face_up, position, counters }
}

/// A material goes with the control of its monster, of which nothing is logged: `invariants.rs` holds that it lies on its side.
fn on_the_side_of(zone: Zone, controller: Player) -> Player {
    if zone == Zone::Material { Player::One } else { controller }
}

fn equipped(duel: &Duel) -> HashMap<CardId, CardId> {
    duel.cards().filter_map(|card| Some((card.id, card.equipped_to?))).collect()
}

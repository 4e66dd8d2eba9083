//! ATK, DEF and Levels: those that a check asks for, and those that have changed without anything that told it.

use segoc_format::ruling::{BoardCard, Check, StepKind};
use segoc_protocol::{Board, BoardCard as Lying, CardId, Event, Happened, Player, Zone};

use super::clause::{enumerate, stopped};
use super::tale::Kind;
use super::teller::Teller;
use crate::transcript::Point;

/// The values that monsters were last said, or seen, to have: ATK, DEF and Level.
#[derive(Default)]
pub(super) struct Values {
    known: Vec<(CardId, Zone, [i32; 3])>,
    /// Whether a board was seen.
    seen: bool,
    /// The ATK and DEF that events have told since.
    told: Vec<(CardId, [Option<i32>; 2])>,
}

impl Values {
    /// What an event says of values.
    pub(super) fn note(&mut self, event: &Event) {
        let Happened::Cards { cards, atk, def, .. } = &event.what else { return };
        if atk.is_some() || def.is_some() {
            self.told.extend(cards.iter().map(|card| (*card, [*atk, *def])));
        }
        for (_, _, values) in self.known.iter_mut().filter(|(card, ..)| cards.contains(card)) {
            values[0] = atk.unwrap_or(values[0]);
            values[1] = def.unwrap_or(values[1]);
        }
    }

    fn of(&self, card: CardId) -> Option<(Zone, [i32; 3])> {
        self.known.iter().find(|(other, ..)| *other == card).map(|(_, zone, values)| (*zone, *values))
    }
}

impl Teller<'_> {
    /// Tells the values that a board shows and that are not those told last.
    pub(super) fn tell_new_values(&mut self, board: &Board) {
        let shows = |card: &&Lying| match card.zone {
            Zone::Monster => card.is_face_up(),
            zone => zone == Zone::Hand,
        };
        let shown: Vec<&Lying> = board.cards.iter().filter(shows).collect();
        let (seen, changed): (bool, Vec<(CardId, String)>) = (self.values.seen, {
            let changed = shown.iter().filter_map(|card| Some((card.card, self.changed_values(card)?)));
            changed.collect()
        });
        self.values.known =
            shown.iter().map(|card| (card.card, card.zone, [card.atk, card.def, self.level(card)])).collect();
        self.values.seen = true;
        self.values.told.clear();
        if !seen || changed.is_empty() {
            return;
        }
        self.flush();
        let (cards, clauses): (Vec<CardId>, Vec<String>) = changed.into_iter().unzip();
        self.say(Kind::Events, cards, stopped(&clauses.join("; ")), None);
    }

    /// The Level of a card; off the field a board need not tell it.
    fn level(&self, card: &Lying) -> i32 {
        let printed = || self.told.cast.def(card.card)?.monster()?.level.map(i32::from);
        if card.level == 0 { printed().unwrap_or(0) } else { card.level }
    }

    /// What is new about the values of a card that lies on the field or in the hand, as a clause.
    fn changed_values(&self, card: &Lying) -> Option<String> {
        let printed = self.told.cast.def(card.card)?.monster()?;
        let printed = [printed.atk, printed.def, printed.level.map_or(0, i32::from)];
        let now = [card.atk, card.def, self.level(card)];
        let ([before, word], in_hand) = match (self.values.of(card.card), card.zone) {
            (Some((zone, known)), _) if zone == card.zone => ([known, [0; 3]], zone == Zone::Hand),
            // What has come to the field is compared with what is printed on it, and its Level with that in the hand.
            (before, Zone::Monster) => {
                let level = before.map_or(printed[2], |(_, known)| known[2]);
                ([[printed[0], printed[1], level], [1, 1, 0]], false)
            }
            _ => return None,
        };
        // What an event has told is not told again.
        let is_told = |i: usize| {
            let mut of_it = self.values.told.iter().rev().filter(|(other, _)| *other == card.card);
            i < 2 && of_it.find_map(|(_, values)| values[i]) == Some(now[i])
        };
        let value = |i: usize| {
            let was = if word[i] == 1 { "printed" } else { "before" };
            (now[i] != before[i] && !is_told(i)).then(|| format!("{} ({} {was})", now[i], before[i]))
        };
        let names = [("ATK", value(0)), ("DEF", value(1))];
        let points = names.iter().filter_map(|(name, value)| Some(format!("{name} {}", value.as_ref()?)));
        let points: Vec<String> = points.filter(|_| !in_hand).collect();
        let level = value(2).map(|level| format!("is now Level {level}"));
        let points = (!points.is_empty()).then(|| format!("now has {}", enumerate(&points, "and")));
        let said: Vec<String> = points.into_iter().chain(level).collect();
        (!said.is_empty()).then(|| format!("{} {}", self.name(card.card), enumerate(&said, "and")))
    }

    /// Tells the ATK and DEF that a check up to here asks for, where they are the printed ones: changes are told anyway.
    pub(super) fn checked_values(&mut self, number: usize) {
        let told = self.told;
        for stand in told.stands.iter().filter(|stand| stand.at.event == number) {
            let StepKind::Check(Check::Board(sides)) = &told.cast.ruling.play[stand.step].kind else { continue };
            let sides = sides.iter().filter_map(|(player, side)| Some((player, side.as_ref()?)));
            let cards = sides.flat_map(|(player, side)| side.value.zones.iter().map(move |(_, cards)| (player, cards)));
            for (player, cards) in cards {
                for card in cards.value.iter().filter(|card| card.atk.is_some() || card.def.is_some()) {
                    self.tell_values(stand.at, player, card);
                }
            }
        }
    }

    fn tell_values(&mut self, at: Point, player: Player, checked: &BoardCard) {
        let cast = &self.told.cast;
        let is_meant = |card: &CardId| match checked.label {
            Some(label) => label == *card,
            None => cast.def(*card).is_some_and(|def| def.name == checked.name),
        };
        let there = self.told.board(at).into_iter().flat_map(|board| &board.cards);
        let mut there = there.filter(|card| card.player == player && card.zone == Zone::Monster);
        let Some(card) = there.find(|card| is_meant(&card.card)) else { return };
        let printed = cast.def(card.card).and_then(|def| def.monster()).map(|monster| (monster.atk, monster.def));
        let begin = format!("{} now has ", self.name(card.card));
        let was_told = self.steps.last().is_some_and(|step| step.told.iter().any(|told| told.text.contains(&begin)));
        if printed != Some((card.atk, card.def)) || was_told {
            return;
        }
        let values = [("ATK", checked.atk.map(|_| card.atk)), ("DEF", checked.def.map(|_| card.def))];
        let values: Vec<String> =
            values.iter().filter_map(|(name, value)| Some(format!("{name} {}", (*value)?))).collect();
        let (id, text) =
            (card.card, format!("{} has {}, as printed.", self.name(card.card), enumerate(&values, "and")));
        self.flush();
        self.say(Kind::Events, [id], text, None);
    }
}

//! `board` and `ends`: the field once the game state is open, and how the duel ended.

use segoc_engine::def::Facing;
use segoc_format::place::{Span, Spanned};
use segoc_format::ruling::{BoardCard, BoardSide, Check, StepKind};
use segoc_protocol::{Board, BoardCard as There, End, Player, Sides, StartZone, Zone};

use super::scene::lies_in;
use super::{Judge, Verdict, fresh};
use crate::cast::{Cast, capital, enumerate};
use crate::outcome::{Failure, FailureKind};
use crate::transcript::Stand;

/// Something on one side that is otherwise: where, and what.
type Difference = (Span, String);

impl Judge<'_, '_> {
    pub(super) fn board(&mut self, stand: &Stand, sides: &Sides<Option<Spanned<BoardSide>>>) -> Verdict {
        let board = self.open_board(stand)?;
        let (mut differences, mut observed) = (Vec::new(), sides.clone());
        for player in Player::ALL {
            if let Some(side) = &mut observed[*player] {
                differences.extend(compare(&self.told.cast, board, *player, side));
            }
        }
        let mut differences = differences.into_iter();
        let Some(first) = differences.next() else { return Ok(()) };
        let mut failure = self.fail(stand, FailureKind::OtherState, first.0, first.1);
        failure.notes.extend(differences.map(|(_, message)| format!("{}.", capital(&message))));
        Err(failure.actually(Check::Board(observed)))
    }

    /// The board once the game state is open or the duel is over.
    fn open_board(&self, stand: &Stand) -> Result<&Board, Failure> {
        self.told.board(stand.at).ok_or_else(|| {
            let message =
                "the engine does not say where the cards lie, though the game state is open or the duel is over";
            self.nothing(stand, message)
        })
    }

    /// The sides of the board that nothing is said of: the zones in which cards lie or lay at the beginning, and the LP if
    /// they changed. Decks are left out; they hold what is drawn, and say little.
    pub(super) fn observe_board(&self, stand: &Stand, blank: Sides<bool>) -> Result<Check, Failure> {
        let (board, cast) = (self.open_board(stand)?, &self.told.cast);
        let setup = &self.ruling().setup;
        let side = |player: Player| {
            let lp = Some(board.lp[player]).filter(|lp| *lp != setup.lp[player]);
            let mut zones = Vec::new();
            let told =
                |zone: &&StartZone| !matches!(zone, StartZone::Deck | StartZone::ExtraDeck | StartZone::Material);
            for zone in StartZone::ALL.iter().filter(told) {
                let there: Vec<BoardCard> =
                    cards(board, player, *zone).map(|card| by_label(cast, board, card)).collect();
                let began = setup.cards.iter().any(|card| card.player == player && card.zone == *zone);
                if began || !there.is_empty() {
                    zones.push((*zone, fresh(there)));
                }
            }
            (blank[player] && !(lp.is_none() && zones.is_empty())).then(|| fresh(BoardSide { lp, zones }))
        };
        let mut observed = Sides::of(side);
        if observed.iter().all(|(_, side)| side.is_none()) {
            return Err(self.nothing(stand, "there is nothing on the board"));
        }
        // What the other side says already stays as it is.
        if let StepKind::Check(Check::Board(written)) = &self.step(stand).kind {
            for player in Player::ALL.iter().filter(|player| !blank[**player]) {
                observed[*player] = written[*player].clone();
            }
        }
        Ok(Check::Board(observed))
    }

    pub(super) fn ends(&mut self, stand: &Stand, end: End) -> Verdict {
        if self.told.end == Some(end) {
            return Ok(());
        }
        let message = match self.told.end {
            Some(End::Draw) => "the duel ended in a draw".to_owned(),
            Some(other) => format!("the duel ended: {other}"),
            None => "the duel went on".to_owned(),
        };
        let failure = self.fail_whole(stand, FailureKind::OtherState, message);
        Err(match self.told.end {
            Some(end) => failure.actually(Check::Ends(end)),
            None => failure,
        })
    }

    /// How the duel ended.
    pub(super) fn observe_end(&self, stand: &Stand) -> Result<Check, Failure> {
        self.told.end.map(Check::Ends).ok_or_else(|| self.nothing(stand, "the duel went on"))
    }
}

/// The cards in a zone of a player.
fn cards(board: &Board, player: Player, zone: StartZone) -> impl Iterator<Item = &There> {
    board.cards.iter().filter(move |card| card.player == player && lies_in(card, zone))
}

fn name(cast: &Cast<'_>, card: &There) -> String {
    cast.def(card.card).map_or_else(|| cast.name(card.card), |def| def.name.clone())
}

/// Whether a card has a label.
fn is_labelled(cast: &Cast<'_>, card: &There) -> bool {
    cast.ruling.labels.get(usize::from(card.card.0)).is_some_and(Option::is_some)
}

/// A card by its label, else by its name, with the ATK and DEF of a face-up monster if they are not the printed ones.
fn by_label(cast: &Cast<'_>, board: &Board, card: &There) -> BoardCard {
    let label = is_labelled(cast, card).then_some(card.card);
    let (position, seat, counters, face, equipped_to, level) = Default::default();
    let fights = card.zone == Zone::Monster && card.is_face_up();
    let printed = cast.def(card.card).and_then(|def| def.monster()).filter(|_| fights);
    let atk = printed.and_then(|printed| (printed.atk != card.atk).then_some(card.atk));
    let def = printed.and_then(|printed| (printed.def != card.def).then_some(card.def));
    let materials: Vec<BoardCard> = under(board, card).map(|material| by_label(cast, board, material)).collect();
    let materials = (!materials.is_empty()).then_some(materials);
    BoardCard { name: name(cast, card), label, position, seat, counters, face, equipped_to, materials, atk, def, level }
}

/// The materials of a monster.
fn under<'b>(board: &'b Board, monster: &There) -> impl Iterator<Item = &'b There> {
    let monster = monster.card;
    board.cards.iter().filter(move |card| card.attached_to == Some(monster))
}

/// Compares a side; what is otherwise is written into it as it is.
fn compare(cast: &Cast<'_>, board: &Board, player: Player, side: &mut Spanned<BoardSide>) -> Vec<Difference> {
    let mut differences = Vec::new();
    let lp = board.lp[player];
    if let Some(expected) = side.value.lp.filter(|expected| *expected != lp) {
        differences.push((side.span, format!("{player} has {lp} LP, not {expected}")));
        side.value.lp = Some(lp);
    }
    for (zone, written) in &mut side.value.zones {
        let there: Vec<&There> = cards(board, player, *zone).collect();
        if is_same(cast, board, &written.value, &there) {
            continue;
        }
        let values = |card: &&There| {
            let asked = as_written(cast, board, &written.value, card);
            let position = asked.position.map(|position| format!("in {position} position"));
            let numbers = [(asked.atk, "ATK"), (asked.def, "DEF"), (asked.counters.map(i32::from), "counters")];
            let numbers = numbers.into_iter().filter_map(|(n, of)| n.map(|n| format!("{n} {of}")));
            let level = asked.level.map(|level| format!("Level {level}"));
            let face = asked.face.map(|face| format!("face-{face}"));
            let said: Vec<String> = position.into_iter().chain(face).chain(numbers).chain(level).collect();
            if said.is_empty() { String::new() } else { format!(" ({})", said.join(", ")) }
        };
        let named = |card: &&There| {
            let materials: Vec<String> = under(board, card).map(|material| cast.name(material.card)).collect();
            let with = if materials.is_empty() {
                "out materials".to_owned()
            } else {
                format!(" {}", enumerate(&materials, "and"))
            };
            format!("{} with{with}", cast.name(card.card))
        };
        let told = written.value.iter().any(|card| card.materials.is_some());
        let names: Vec<String> =
            there.iter().map(|card| if told { named(card) } else { cast.name(card.card) } + &values(card)).collect();
        let names = if names.is_empty() { "empty".into() } else { enumerate(&names, "and") };
        differences.push((written.span, format!("{player}'s {zone}: {names}")));
        let ordered = in_order(cast, &written.value, there);
        let observed = ordered.iter().map(|card| as_written(cast, board, &written.value, card)).collect();
        *written = fresh(observed);
    }
    differences
}

/// The cards that lie there, first those that are written, in the order of the file.
fn in_order<'t>(cast: &Cast<'_>, written: &[BoardCard], mut there: Vec<&'t There>) -> Vec<&'t There> {
    let mut ordered = Vec::new();
    for card in written {
        if let Some(at) = there.iter().position(|c| is_it(cast, card, c)) {
            ordered.push(there.remove(at));
        }
    }
    ordered.extend(there);
    ordered
}

/// Whether each written card is another card that lies there, and none is left.
fn is_same(cast: &Cast<'_>, board: &Board, written: &[BoardCard], there: &[&There]) -> bool {
    /// Finds a card for a written one; a card that is taken is freed if what took it finds another.
    fn find(fitting: &[Vec<usize>], written: usize, taken: &mut [Option<usize>], tried: &mut [bool]) -> bool {
        for &card in &fitting[written] {
            if std::mem::replace(&mut tried[card], true) {
                continue;
            }
            if taken[card].is_none_or(|other| find(fitting, other, taken, tried)) {
                taken[card] = Some(written);
                return true;
            }
        }
        false
    }
    if written.len() != there.len() {
        return false;
    }
    let fitting: Vec<Vec<usize>> = written
        .iter()
        .map(|w| (0..there.len()).filter(|&card| agrees(cast, board, w, there[card])).collect())
        .collect();
    let mut taken = vec![None; there.len()];
    (0..written.len()).all(|w| find(&fitting, w, &mut taken, &mut vec![false; there.len()]))
}

/// Whether a card is the written one, by its label or its name.
fn is_it(cast: &Cast<'_>, written: &BoardCard, card: &There) -> bool {
    written.label.map_or_else(|| name(cast, card) == written.name, |id| id == card.card)
}

fn agrees(cast: &Cast<'_>, board: &Board, written: &BoardCard, card: &There) -> bool {
    let materials =
        |materials: &Vec<BoardCard>| is_same(cast, board, materials, &under(board, card).collect::<Vec<_>>());
    is_it(cast, written, card)
        && written.position.is_none_or(|p| p == card.position)
        && written.seat.is_none_or(|seat| Some(seat) == card.seat)
        && written.counters.is_none_or(|c| c == card.counters)
        && written.face.is_none_or(|face| (face == Facing::Up) == card.is_face_up())
        && written.atk.is_none_or(|a| a == card.atk)
        && written.def.is_none_or(|d| d == card.def)
        && written.level.is_none_or(|l| l == card.level)
        && written.equipped_to.as_ref().is_none_or(|to| card.equipped_to.is_some_and(|id| cast.is(to, id)))
        && written.materials.as_ref().is_none_or(materials)
}

/// A card that lies there, with the keys the file writes for cards of its name.
fn as_written(cast: &Cast<'_>, board: &Board, written: &[BoardCard], card: &There) -> BoardCard {
    let name = name(cast, card);
    let labels = written.iter().any(|w| w.label.is_some());
    let like =
        |key: fn(&BoardCard) -> bool| written.iter().any(|w| key(w) && (w.name == name || w.label == Some(card.card)));
    BoardCard {
        label: (labels && is_labelled(cast, card)).then_some(card.card),
        position: like(|w| w.position.is_some()).then_some(card.position),
        seat: card.seat.filter(|_| like(|w| w.seat.is_some())),
        counters: like(|w| w.counters.is_some()).then_some(card.counters),
        face: like(|w| w.face.is_some()).then_some(if card.is_face_up() { Facing::Up } else { Facing::Down }),
        equipped_to: card.equipped_to.filter(|_| like(|w| w.equipped_to.is_some())).map(|to| cast.reference(to)),
        materials: like(|w| w.materials.is_some())
            .then(|| under(board, card).map(|material| by_label(cast, board, material)).collect()),
        atk: like(|w| w.atk.is_some()).then_some(card.atk),
        def: like(|w| w.def.is_some()).then_some(card.def),
        level: like(|w| w.level.is_some()).then_some(card.level),
        name,
    }
}

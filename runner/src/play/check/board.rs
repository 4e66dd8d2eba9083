//! `board` and `ends`: the field once the game state is open, and how the duel ended.

use segoc_engine::def::BattlePosition;
use segoc_engine::{DuelEnd, Player};

use super::super::rewrite::{StepText, Yaml};
use super::super::scene::ZONES;
use super::super::story::{Stop, Story};
use super::super::tell;
use crate::engines::{Board, BoardCard as There, Fault, FaultKind};
use crate::outcome::{FailureKind, player_name};
use crate::ruling::{BoardCard, BoardSide, Ending, Spanned};

pub(super) fn check(story: &mut Story<'_>, sides: &[Option<Spanned<BoardSide>>; 2]) -> Result<(), Stop> {
    let board = open_board(story)?;
    let mut differences = Vec::new();
    for (player, side) in [Player::One, Player::Two].into_iter().zip(sides) {
        if let Some(side) = side {
            differences.extend(compare(story, &board, player, side));
        }
    }
    if differences.is_empty() {
        return Ok(());
    }
    let first = &differences[0];
    let mut failure = story.fail(FailureKind::OtherState, first.span, first.message.clone());
    failure.notes.extend(differences[1..].iter().map(|d| format!("{}.", capital(&d.message))));
    let mut text = StepText::new(&story.ruling.text, story.step().span);
    for difference in &differences {
        text.set(&["board", player_name(difference.player), difference.key], &difference.actual);
    }
    failure.actual = Some(text.into_text());
    Err(failure.into())
}

/// The board once the game state is open or the duel is over.
fn open_board(story: &mut Story<'_>) -> Result<Board, Stop> {
    story.run_to_open_state()?;
    story.table.board().ok_or_else(|| {
        let message = "the engine does not say where the cards lie, though the game state is open or the duel is over";
        Stop::Fault(Box::new(Fault::new(FaultKind::BadMessage, message)))
    })
}

/// The sides of the board that nothing is said of: the zones in which cards lie or lay at the beginning, and the LP if
/// they changed. Decks are left out; they hold what is drawn, and say little.
pub(super) fn fill(story: &mut Story<'_>, sides: [bool; 2]) -> Result<Stop, Stop> {
    let board = open_board(story)?;
    let mut filled = Vec::new();
    for (player, blank) in [Player::One, Player::Two].into_iter().zip(sides) {
        let mut zones: Vec<(&str, Yaml)> = Vec::new();
        let lp = board.lp[player.index()];
        if lp != story.ruling.setup.lp[player.index()] {
            zones.push(("lp", Yaml::number(lp)));
        }
        for (key, lies) in ZONES.into_iter().filter(|(key, _)| !key.ends_with("deck")) {
            let there: Vec<&There> = board.cards.iter().filter(|c| c.controller == player && lies(c)).collect();
            let began = story.ruling.setup.cards.iter().any(|c| c.side == player && c.zone.word() == key);
            if began || !there.is_empty() {
                zones.push((key, Yaml::List(there.iter().map(|c| by_label(story, c)).collect())));
            }
        }
        if blank && !zones.is_empty() {
            filled.push((player_name(player), Yaml::map(zones)));
        }
    }
    if filled.is_empty() {
        return Ok(super::nothing(story, "there is nothing on the board"));
    }
    if sides == [true, true] {
        return Ok(super::filled(story, FailureKind::OtherState, &[(&["board"], Yaml::map(filled))]));
    }
    let values: Vec<([&str; 2], Yaml)> = filled.into_iter().map(|(name, side)| (["board", name], side)).collect();
    let values: Vec<(&[&str], Yaml)> = values.iter().map(|(path, side)| (path.as_slice(), side.clone())).collect();
    Ok(super::filled(story, FailureKind::OtherState, &values))
}

/// A card by its label, else by its name.
fn by_label(story: &Story<'_>, card: &There) -> Yaml {
    let label = story.ruling.labels.get(card.card.0 as usize).and_then(Option::as_ref);
    let name = story.table.def(card.card).map(|def| &def.name);
    Yaml::Word(label.or(name).cloned().unwrap_or_else(|| story.name(card.card)))
}

/// Something on one side that is otherwise.
struct Difference {
    player: Player,
    key: &'static str,
    span: crate::ruling::Span,
    message: String,
    actual: Yaml,
}

fn compare(story: &Story<'_>, board: &Board, player: Player, side: &Spanned<BoardSide>) -> Vec<Difference> {
    let mut differences = Vec::new();
    let (name, lp) = (player_name(player), board.lp[player.index()]);
    if let Some(expected) = side.value.lp.filter(|&l| l != lp) {
        differences.push(Difference {
            player,
            key: "lp",
            span: side.span,
            message: format!("{name} has {lp} LP, not {expected}"),
            actual: Yaml::number(lp),
        });
    }
    let s = &side.value;
    let written = [&s.hand, &s.monsters, &s.spells_and_traps, &s.set, &s.gy, &s.banished, &s.deck, &s.extra_deck];
    for ((key, lies), cards) in ZONES.into_iter().zip(written) {
        let Some(cards) = cards else { continue };
        let there: Vec<&There> = board.cards.iter().filter(|c| c.controller == player && lies(c)).collect();
        if is_same(story, &cards.value, &there) {
            continue;
        }
        let names: Vec<String> = there.iter().map(|c| story.name(c.card)).collect();
        let names = if names.is_empty() { "empty".into() } else { tell::enumerate(&names, "and") };
        differences.push(Difference {
            player,
            key,
            span: cards.span,
            message: format!("{name}'s {key}: {names}"),
            actual: Yaml::List(
                in_order(story, &cards.value, there).iter().map(|c| as_written(story, &cards.value, c)).collect(),
            ),
        });
    }
    differences
}

/// The cards that lie there, first those that are written, in the order of the file.
fn in_order<'t>(story: &Story<'_>, written: &[BoardCard], mut there: Vec<&'t There>) -> Vec<&'t There> {
    let mut ordered = Vec::new();
    for card in written {
        let is_named = |c: &There| story.table.def(c.card).is_some_and(|def| def.name == card.name);
        let is_it = |c: &There| card.label.map_or_else(|| is_named(c), |id| id == c.card);
        if let Some(at) = there.iter().position(|c| is_it(c)) {
            ordered.push(there.remove(at));
        }
    }
    ordered.extend(there);
    ordered
}

/// Whether each written card is another card that lies there, and none is left.
fn is_same(story: &Story<'_>, written: &[BoardCard], there: &[&There]) -> bool {
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
    let fitting: Vec<Vec<usize>> =
        written.iter().map(|w| (0..there.len()).filter(|&card| agrees(story, w, there[card])).collect()).collect();
    let mut taken = vec![None; there.len()];
    (0..written.len()).all(|w| find(&fitting, w, &mut taken, &mut vec![false; there.len()]))
}

fn agrees(story: &Story<'_>, written: &BoardCard, card: &There) -> bool {
    let is_it = match written.label {
        Some(id) => id == card.card,
        None => story.table.def(card.card).is_some_and(|def| def.name == written.name),
    };
    is_it
        && written.position.is_none_or(|p| p == card.position)
        && written.counters.is_none_or(|c| c == card.counters)
        && written.atk.is_none_or(|a| a == card.atk)
        && written.def.is_none_or(|d| d == card.def)
        && written.equipped_to.as_ref().is_none_or(|to| card.equipped_to.is_some_and(|id| story.is(to, id)))
}

/// A card that lies there, with the keys the file writes for cards of its name.
fn as_written(story: &Story<'_>, written: &[BoardCard], card: &There) -> Yaml {
    let name = story.table.def(card.card).map_or_else(|| story.name(card.card), |def| def.name.clone());
    let label = story.ruling.labels.get(card.card.0 as usize).and_then(Option::as_ref);
    let written_name = match label {
        Some(label) if written.iter().any(|w| w.label.is_some()) => Yaml::word(label),
        _ => Yaml::word(&name),
    };
    let like =
        |key: fn(&BoardCard) -> bool| written.iter().any(|w| key(w) && (w.name == name || w.label == Some(card.card)));
    let mut keys: Vec<(&str, Yaml)> = Vec::new();
    if like(|w| w.position.is_some()) {
        let word = if card.position == BattlePosition::Attack { "attack" } else { "defense" };
        keys.push(("position", Yaml::word(word)));
    }
    if like(|w| w.counters.is_some()) {
        keys.push(("counters", Yaml::number(card.counters)));
    }
    if like(|w| w.equipped_to.is_some()) {
        keys.extend(card.equipped_to.map(|to| ("equipped to", Yaml::word(story.name(to)))));
    }
    if like(|w| w.atk.is_some()) {
        keys.push(("atk", Yaml::number(card.atk)));
    }
    if like(|w| w.def.is_some()) {
        keys.push(("def", Yaml::number(card.def)));
    }
    if keys.is_empty() { written_name } else { Yaml::map([("card", written_name)].into_iter().chain(keys)) }
}

pub(super) fn ends(story: &mut Story<'_>, ending: Ending) -> Result<(), Stop> {
    story.run_to_open_state()?;
    story.is_finite()?;
    let actual = match story.table.end() {
        Some(DuelEnd::Draw) => Some(Ending::Draw),
        Some(DuelEnd::Wins(player)) => Some(Ending::Wins(player)),
        Some(DuelEnd::Endless) | None => None,
    };
    if actual == Some(ending) {
        return Ok(());
    }
    let (message, word) = match actual {
        Some(Ending::Draw) => ("the duel ended in a draw".to_owned(), Some("draw".to_owned())),
        Some(Ending::Wins(player)) => {
            let word = format!("{} wins", player_name(player));
            (format!("the duel ended: {word}"), Some(word))
        }
        None => ("the duel went on".to_owned(), None),
    };
    let mut failure = story.fail(FailureKind::OtherState, story.step().span, message);
    if let Some(word) = word {
        let mut text = StepText::new(&story.ruling.text, story.step().span);
        text.set(&["ends"], &Yaml::word(word));
        failure.actual = Some(text.into_text());
    }
    Err(failure.into())
}

/// How the duel ended, for a check that does not say.
pub(super) fn fill_end(story: &mut Story<'_>) -> Result<Stop, Stop> {
    story.run_to_open_state()?;
    story.is_finite()?;
    let word = match story.table.end() {
        Some(DuelEnd::Draw) => "draw".to_owned(),
        Some(DuelEnd::Wins(player)) => format!("{} wins", player_name(player)),
        Some(DuelEnd::Endless) | None => return Ok(super::nothing(story, "the duel went on")),
    };
    Ok(super::filled(story, FailureKind::OtherState, &[(&["ends"], Yaml::word(word))]))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|c| c.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

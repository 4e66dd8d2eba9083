//! The readers of rulings and cards, and of every other file of a corpus.

use std::path::Path;
use std::sync::Arc;

use segoc_format::deviations::{Deviations, Reasons};
use segoc_format::diagnostic::Diagnostics;
use segoc_format::read::{card, disputes, formats, rules, statements};
use segoc_format::yaml;
use segoc_runner::results;

use super::Target;
use crate::dice::Dice;
use crate::text;
use crate::world::world;

/// The text of a file: of a card if it begins with its name, of another kind if its first line says so, else of a ruling.
pub const TARGET: Target = Target { name: "reader", run, seeds, change };

fn run(bytes: &[u8]) {
    let world = world();
    let text = match yaml::decode(bytes.to_vec(), "x.yaml") {
        Ok(text) => text,
        Err(mistakes) => return shown(&mistakes),
    };
    let first = text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default();
    let read = match first {
        "# formats" => formats::read("x.yaml", &text).map(drop),
        "# rules" => rules::read("x.yaml", &text, &world.formats).map(drop),
        "# statements" => statements::read("x.yaml", &text, &world.formats).map(drop),
        "# disputes" => disputes::read("x.yaml", &text, &world.formats).map(drop),
        "# deviations" => Deviations::parse("x.yaml", &text, &world.corpus, Reasons::Required).map(drop),
        "# results" => results::read::text("x.json", &text).map(drop),
        "# draft" => world.corpus.parse_draft_text(Path::new("x.yaml"), Arc::clone(&text)).map(drop),
        card if card.starts_with("name:") => card::read("x.yaml", &text, &world.formats).map(drop),
        _ => world.corpus.parse_ruling("x.yaml", Arc::clone(&text)).map(drop),
    };
    if let Err(mistakes) = read {
        shown(&mistakes);
    }
}

/// Every mistake has a place in its file, something to say, and can be shown.
pub(super) fn shown(mistakes: &Diagnostics) {
    assert!(!mistakes.0.is_empty(), "refused without a mistake");
    for mistake in mistakes.0.iter().take(4) {
        let (line, column) = mistake.at();
        assert!(line > 0 && column > 0, "a mistake without a place: {mistake:?}");
        assert!(!mistake.message.trim().is_empty(), "a mistake without a message");
        let plain = mistake.render(false);
        assert!(!plain.contains('\u{1b}'), "a mistake shows what confuses a terminal: {plain:?}");
    }
    if let Some(first) = mistakes.0.first() {
        assert!(!first.render(true).is_empty());
    }
}

/// Every ruling and card, and the beginnings of what else there is.
fn seeds() -> Vec<Vec<u8>> {
    let world = world();
    let rulings = world.rulings.iter().map(|ruling| ruling.text.to_string());
    let drafts = world.rulings.iter().step_by(20).map(|ruling| format!("# draft\n{}", ruling.text));
    let cards = world.cards.iter().map(|card| card.text.to_string());
    let others = ["formats", "rules", "statements", "disputes"].map(|kind| {
        let text = segoc_corpus::file(&format!("{kind}.yaml")).unwrap_or_default();
        let begin = text.lines().take(60).map(|line| format!("{line}\n")).collect::<String>();
        format!("# {kind}\n{begin}")
    });
    let deviations =
        "# deviations\n- ruling: M2GF\n  formats: [goat]\n  outcome: failed\n  because: a reason\n".to_owned();
    rulings.chain(drafts).chain(cards).chain(others).chain([deviations]).map(String::into_bytes).collect()
}

fn change(input: &mut Vec<u8>, dice: &mut Dice<'_>) {
    let world = world();
    let theirs =
        [&world.rulings[dice.below(world.rulings.len())].text, &world.cards[dice.below(world.cards.len())].text];
    text::change(input, dice, world, &theirs);
}

//! What nothing needs: cards of a duel, and files of cards.

use std::collections::HashSet;
use std::sync::Arc;

use segoc_protocol::StartZone;

use super::mentions::{mentioned, without};
use crate::adequacy::{Mistake, catches, mistakes};
use crate::coverage::rules_exercised;
use crate::outcome::Outcome;
use crate::trial;
use segoc_format::corpus::{Checked, Corpus};
use segoc_format::diagnostic::Diagnostic;
use segoc_format::lint::Lint;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::Ruling;

/// Cards without which a ruling is the same: it speaks of them nowhere, and without them it goes as written, shows the
/// same rules and notices the same misconceptions in every format. Cards in a Deck are left alone: an effect that may not
/// be activated would have found them, and that it would is part of the ruling.
pub(super) fn cards(corpus: &Corpus, rulings: &[Arc<Ruling>]) -> Vec<Diagnostic> {
    // The mistakes of the catalogue are reported as such.
    let Ok(catalogue) = corpus.rules() else { return Vec::new() };
    let mistakes = mistakes(catalogue);
    on_all_cores(rulings, |ruling| of_ruling(corpus, &mistakes, ruling)).into_iter().flatten().collect()
}

fn of_ruling(corpus: &Corpus, mistakes: &[Mistake], ruling: &Ruling) -> Vec<Diagnostic> {
    let Some(with) = shown(corpus, ruling) else { return Vec::new() };
    let in_deck = |i: &usize| matches!(ruling.setup.cards[*i].zone, StartZone::Deck | StartZone::ExtraDeck);
    let silent = mentioned(ruling).into_iter().enumerate().filter(|(_, mentioned)| !mentioned).map(|(i, _)| i);
    let mut noticed = None;
    let unused = silent.filter(|i| !in_deck(i)).filter(|&i| {
        let without = without(ruling, i);
        shown(corpus, &without).as_ref() == Some(&with)
            && *noticed.get_or_insert_with(|| notices(corpus, mistakes, ruling)) == notices(corpus, mistakes, &without)
    });
    unused
        .map(|i| {
            let card = &ruling.setup.cards[i];
            let message = format!("{}'s `{}` in `{}` changes nothing", card.player, card.name, card.zone);
            let help = "leave it out, or show what it is for: in a check, or in the `because` of one";
            Diagnostic::new(&ruling.path, &ruling.text, ruling.card_spans[i], message)
                .lint(Lint::UnusedCard)
                .note()
                .help(help)
        })
        .collect()
}

/// What a ruling shows in each of its formats: the readings that hold, and the rules. None if it does not pass.
fn shown(corpus: &Corpus, ruling: &Ruling) -> Option<Vec<(Vec<String>, Vec<&'static str>)>> {
    let in_format = |format: &String| {
        let policy = &corpus.format(format)?.policy;
        let followed = match trial::outcome(ruling, format, policy) {
            Outcome::Passed => Vec::new(),
            Outcome::Disputed(disputed) if !disputed.followed.is_empty() => disputed.followed,
            _ => return None,
        };
        let rules = rules_exercised(ruling, format, policy)?.iter().map(|rule| rule.word()).collect();
        Some((followed, rules))
    };
    ruling.formats.iter().map(in_format).collect()
}

/// The misconceptions because of which a ruling fails, by format; none of one that is disputed.
fn notices(corpus: &Corpus, mistakes: &[Mistake], ruling: &Ruling) -> Vec<Option<Vec<usize>>> {
    let formats = ruling.formats.iter().filter_map(|format| corpus.format(format));
    formats.map(|format| catches(ruling, &format.name, &format.policy, mistakes)).collect()
}

/// Cards that are in no duel, made by no card, and spoken of by none.
pub(super) fn files(checked: &Checked) -> Vec<Diagnostic> {
    let in_duels = checked.rulings.iter().flat_map(|ruling| &ruling.card_names).map(String::as_str);
    let mut used: HashSet<&str> = in_duels.collect();
    for card in &checked.cards {
        used.extend(card.summons.iter().map(String::as_str));
        used.extend(card.mentions.iter().map(|mention| mention.value.as_str()));
    }
    let unused = checked.cards.iter().filter(|card| !used.contains(card.name.as_str()));
    unused
        .map(|card| {
            let message = format!("no ruling uses `{}`", card.name);
            Diagnostic::new(&card.path, &card.text, card.name_span, message)
                .lint(Lint::UnusedCardFile)
                .warning()
                .help("add a ruling with it, or remove the file")
        })
        .collect()
}

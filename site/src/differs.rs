//! In what two duels of one ruling differ, in sentences.

use segoc_protocol::{Board, BoardCard, LinkOutcome, Player};
use segoc_runner::explain::parts;
use segoc_runner::transcript::Transcript;

use crate::chain::{Chain, chains};

/// What is so here and otherwise there. Never empty: at the least, the tale differs.
pub(crate) fn differences(here: &Transcript<'_>, there: &Transcript<'_>) -> Vec<String> {
    let (ours, theirs) = (chains(here), chains(there));
    let mut said = Vec::new();
    if ours.len() != theirs.len() {
        said.push(format!("{} here, {} there.", counted(ours.len()), counted(theirs.len())));
    }
    if let Some((chain, other)) = ours.iter().zip(&theirs).find(|(chain, other)| cards(chain) != cards(other)) {
        said.push(format!("The chain is {} here, {} there.", listed(chain), listed(other)));
    } else {
        for (chain, other) in ours.iter().zip(&theirs) {
            let links = chain.links.iter().zip(&other.links).filter(|(link, other)| link.outcome != other.outcome);
            said.extend(links.map(|(link, other)| {
                format!("{} {} here; there it {}.", link.card, became(link.outcome), became(other.outcome))
            }));
        }
    }
    if let (Some(ours), Some(theirs)) = (here.board(here.last()), there.board(there.last())) {
        said.extend(at_the_end(here, ours, theirs));
    }
    if said.is_empty() {
        said.push(match parts(here, there) {
            Some(parting) => format!("Here {}; there {}.", parting.ours, parting.theirs),
            None => "The same happens; only the moments or the reasons are others.".into(),
        });
    }
    said.truncate(5);
    said
}

fn counted(chains: usize) -> String {
    match chains {
        0 => "No chain".into(),
        1 => "One chain".into(),
        more => format!("{more} chains"),
    }
}

fn cards(chain: &Chain) -> Vec<(Player, &str)> {
    chain.links.iter().map(|link| (link.player, link.card.as_str())).collect()
}

fn listed(chain: &Chain) -> String {
    let names: Vec<String> = chain.links.iter().map(|link| format!("CL{} {}", link.number, link.card)).collect();
    names.join(", ")
}

fn became(outcome: Option<LinkOutcome>) -> &'static str {
    match outcome {
        Some(LinkOutcome::Done) => "does something",
        Some(LinkOutcome::WithoutEffect) => "resolves without effect",
        Some(LinkOutcome::EffectNegated) => "has its effect negated",
        Some(LinkOutcome::ActivationNegated) => "has its activation negated",
        None => "does not resolve",
    }
}

/// Life points, and cards that lie elsewhere at the end.
fn at_the_end(told: &Transcript<'_>, here: &Board, there: &Board) -> Vec<String> {
    let lp = Player::ALL.iter().filter(|player| here.lp[**player] != there.lp[**player]);
    let mut said: Vec<String> = lp
        .map(|&player| format!("{player} has {} LP at the end here, {} there.", here.lp[player], there.lp[player]))
        .collect();
    let moved = here.cards.iter().filter_map(|card| {
        let other = there.card(card.card)?;
        let place = |card: &BoardCard| (card.zone, card.player, card.is_face_up());
        (place(card) != place(other)).then(|| (told.cast.full_name(card.card), lies(card), lies(other)))
    });
    said.extend(moved.map(|(name, here, there)| format!("{name} lies {here} at the end here, {there} there.")));
    said
}

fn lies(card: &BoardCard) -> String {
    let face = if card.zone.on_field() && !card.is_face_up() { "face-down " } else { "" };
    let whose = format!("{}'s", card.player);
    let zone = match card.zone.word() {
        "gy" => "GY",
        other => other,
    };
    format!("{face}in {whose} {zone}")
}

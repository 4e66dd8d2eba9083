//! A player's side as people say it: `hand: Dark Hole, Kuriboh; monsters: Sangan; lp: 4000`.

use segoc_protocol::{Phase, StartZone};

use super::{known_card, text};
use segoc_format::corpus::{Corpus, file_name};
use segoc_format::suggest;

/// What lies on a player's side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Life points, if they are not the usual.
    pub lp: Option<u32>,
    /// The phase in which the duel begins, if it is not the usual; it does not matter on whose side that is said.
    pub phase: Option<Phase>,
    /// The cards of each zone, in the order of the format.
    pub zones: Vec<(StartZone, Vec<Laid>)>,
}

/// A card on a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Laid {
    /// Its name.
    pub card: String,
    /// How many counters are on it.
    pub counters: u8,
}

/// What people also call the zones.
const ALSO: &[(&str, StartZone)] = &[
    ("monster", StartZone::Monsters),
    ("monster zone", StartZone::Monsters),
    ("spells", StartZone::SpellsAndTraps),
    ("traps", StartZone::SpellsAndTraps),
    ("spells/traps", StartZone::SpellsAndTraps),
    ("s/t", StartZone::SpellsAndTraps),
    ("field spell", StartZone::SpellsAndTraps),
    ("face-down", StartZone::Set),
    ("backrow", StartZone::Set),
    ("graveyard", StartZone::Gy),
    ("removed", StartZone::Banished),
    ("extra", StartZone::ExtraDeck),
];

/// A side from what somebody wrote.
///
/// # Errors
/// What is wrong, and what to write instead.
pub fn parse_side(written: &str, corpus: &Corpus) -> Result<Side, String> {
    let mut side = Side::default();
    for part in written.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let Some((place, cards)) = part.split_once(':') else {
            return Err(format!("say where it lies, as in `hand: {part}`"));
        };
        let place = place.trim().to_lowercase();
        if matches!(place.as_str(), "lp" | "life points") {
            let lp = cards.trim().parse().ok().filter(|lp| (1..=1_000_000).contains(lp));
            side.lp = Some(lp.ok_or_else(|| format!("`{}` is no number of life points", cards.trim()))?);
            continue;
        }
        if place == "phase" {
            let phase = Phase::from_word(&cards.trim().to_lowercase());
            let words = Phase::ALL.iter().map(|phase| phase.word());
            let wrong = || format!("there is no phase `{}`: {}", cards.trim(), suggest::help(cards.trim(), words));
            side.phase = Some(phase.ok_or_else(wrong)?);
            continue;
        }
        let also = ALSO.iter().find(|(word, _)| *word == place).map(|(_, zone)| *zone);
        // Materials lie under a monster, which a list cannot say.
        let written = StartZone::from_word(&place).filter(|zone| *zone != StartZone::Material);
        let Some(zone) = written.or(also) else {
            let places = StartZone::ALL.iter().filter(|zone| **zone != StartZone::Material);
            let words = places.map(|zone| zone.word()).chain(["lp", "phase"]);
            return Err(format!("there is no place `{place}`: {}", suggest::help(&place, words)));
        };
        let cards = names(cards, corpus)?;
        match side.zones.iter_mut().find(|(other, _)| *other == zone) {
            Some((_, already)) => already.extend(cards),
            None => side.zones.push((zone, cards)),
        }
    }
    side.zones.sort_by_key(|(zone, _)| StartZone::ALL.iter().position(|other| other == zone));
    Ok(side)
}

/// Names between commas, each perhaps with its counters, as in `Breaker the Magical Warrior (1 counter)`; a name may have commas itself.
fn names(written: &str, corpus: &Corpus) -> Result<Vec<Laid>, String> {
    let pieces: Vec<&str> = written.split(',').map(str::trim).filter(|piece| !piece.is_empty()).collect();
    let mut names = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        let longest = (1..=4.min(pieces.len() - at)).rev().find_map(|many| {
            let written = pieces[at..at + many].join(", ");
            let (name, counters) = counted(&written);
            known_card(corpus, name).ok().map(|card| (Laid { card, counters }, many))
        });
        match longest {
            Some((laid, many)) => {
                names.push(laid);
                at += many;
            }
            None => return Err(known_card(corpus, counted(pieces[at]).0).err().unwrap_or_default()),
        }
    }
    Ok(names)
}

/// A name without the counters behind it, and how many they are.
fn counted(written: &str) -> (&str, u8) {
    let counters = written.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    let counters = counters.and_then(|(name, said)| {
        let number = said.strip_suffix(" counters").or(said.strip_suffix(" counter"))?;
        Some((name, number.parse().ok()?))
    });
    counters.unwrap_or((written, 0))
}

impl Side {
    /// The lines of the file; copies get labels, so that each can be meant. `seen` are the cards and labels so far.
    pub(super) fn yaml(&self, player: &str, labels: &mut Vec<String>) -> String {
        let mut copies: Vec<&str> = Vec::new();
        let mut parts: Vec<String> = self.lp.iter().map(|lp| format!("lp: {lp}")).collect();
        for (zone, cards) in &self.zones {
            let mut items = Vec::new();
            for Laid { card, counters } in cards {
                let before = copies.iter().filter(|other| *other == card).count();
                copies.push(card);
                let mut item = text::word(card);
                if before > 0 {
                    item.push_str(&format!(", as: {}", label(card, before, player, labels)));
                }
                if *counters > 0 {
                    item.push_str(&format!(", counters: {counters}"));
                }
                items.push(if before > 0 || *counters > 0 { format!("{{card: {item}}}") } else { item });
            }
            parts.push(format!("{}: [{}]", zone.word(), items.join(", ")));
        }
        let flow = format!("  {player}: {{{}}}\n", parts.join(", "));
        if flow.len() <= 120 {
            return flow;
        }
        let lines: Vec<String> = parts.iter().map(|part| format!("    {part}\n")).collect();
        format!("  {player}:\n{}", lines.concat())
    }
}

/// A label nobody else has for a further copy of a card.
pub(crate) fn label(card: &str, number: usize, player: &str, labels: &mut Vec<String>) -> String {
    let which =
        ["second", "third", "fourth", "fifth"].get(number - 1).map_or(format!("copy-{}", number + 1), |w| (*w).into());
    let name: String = file_name(card).chars().filter(char::is_ascii).collect();
    let short = format!("{which}-{}", name.trim_matches('-'));
    let label = if labels.contains(&short) { format!("{}s-{short}", player.to_lowercase()) } else { short };
    labels.push(label.clone());
    label
}

//! The board of a duel: written as a file has it, with a card more or less, and the story that goes with it.

use segoc_format::edit::Value;
use segoc_format::place::Spanned;
use segoc_format::ruling::{Blank, CardRef, Check, Do, StepKind, Use};
use segoc_protocol::{CardId, Phase, Player, Setup, Sides, StartCard, StartZone};

use crate::draft::label;

/// The board as the file of a ruling writes it. Cards of one name and owner get labels, so that each can be meant.
pub(super) fn written(setup: &Setup) -> String {
    let names = names(setup);
    let mut text = String::from("duel:\n");
    if setup.phase != Phase::Main1 {
        text.push_str(&format!("  phase: {}\n", Value::word(setup.phase.word()).flow()));
    }
    for player in Player::ALL {
        let mut parts: Vec<(&str, Value)> = Vec::new();
        if setup.lp[*player] != 8000 {
            parts.push(("lp", Value::number(setup.lp[*player])));
        }
        for zone in StartZone::ALL.iter().filter(|zone| **zone != StartZone::Material) {
            let here = |card: &&StartCard| card.player == *player && card.zone == *zone;
            let cards = setup.cards.iter().enumerate().filter(|(_, card)| here(card));
            let cards: Vec<Value> = cards.map(|(i, _)| card(setup, &names, i)).collect();
            if !cards.is_empty() {
                parts.push((zone.word(), Value::List(cards)));
            }
        }
        let flow = Value::map(parts.iter().cloned()).flow();
        match flow.len() <= 110 {
            true => text.push_str(&format!("  {player}: {flow}\n")),
            false => {
                let lines = parts.iter().map(|(key, value)| format!("    {key}: {}\n", value.flow()));
                text.push_str(&format!("  {player}:\n{}", lines.collect::<String>()));
            }
        }
    }
    text
}

/// For each card its label, if it needs one, and how it is referred to.
fn names(setup: &Setup) -> Vec<(Option<String>, String)> {
    let mut labels: Vec<String> = Vec::new();
    let mut names: Vec<(Option<String>, String)> = Vec::new();
    for (i, card) in setup.cards.iter().enumerate() {
        let before = setup.cards[..i].iter().filter(|c| c.name == card.name && c.owner() == card.owner()).count();
        let others = setup.cards.iter().any(|c| c.name == card.name && c.owner() != card.owner());
        names.push(if before > 0 {
            let label = label(&card.name, before, card.owner().word(), &mut labels);
            (Some(label.clone()), label)
        } else if others {
            (None, format!("{}'s {}", card.owner(), card.name))
        } else {
            (None, card.name.clone())
        });
    }
    names
}

/// A card, with what is special about it.
fn card(setup: &Setup, names: &[(Option<String>, String)], index: usize) -> Value {
    let start = &setup.cards[index];
    let word = |key: &'static str, word: Option<&str>| word.map(|word| (key, Value::word(word)));
    let face = (start.face_up.then_some("up")).or(start.face_down.then_some("down"));
    let under = |card: &StartCard| card.attached_to == Some(index) && card.zone == StartZone::Material;
    let materials = setup.cards.iter().enumerate().filter(|(_, card)| under(card));
    let materials: Vec<Value> = materials.map(|(i, _)| self::card(setup, names, i)).collect();
    let more: Vec<(&str, Value)> = [
        word("as", names[index].0.as_deref()),
        word("position", start.position.map(|position| position.word())),
        word("zone", start.seat.map(|seat| seat.word())),
        start.counters.map(|counters| ("counters", Value::number(counters))),
        start.revealed.then(|| ("revealed", Value::Source("true".into()))),
        word("face", face),
        word("treated as", start.placed_as.map(|placed| placed.word())),
        word("owner", start.owner.map(|owner| owner.word())),
        word("since", start.since.map(|since| since.word())),
        word("summoned", start.summoned.map(|summoned| summoned.word())),
        word("equipped to", start.equipped_to.and_then(|to| names.get(to)).map(|(_, name)| name.as_str())),
        (!materials.is_empty()).then_some(("materials", Value::List(materials))),
    ]
    .into_iter()
    .flatten()
    .collect();
    let name = Value::word(&start.name);
    if more.is_empty() { name } else { Value::map([("card", name)].into_iter().chain(more)) }
}

/// The cards in the order in which a file lists them, and where each of them has gone; one that is not kept has gone nowhere, with what lies on it
/// or under it.
pub(super) fn arranged(setup: &Setup, keep: impl Fn(usize) -> bool) -> (Setup, Vec<Option<CardId>>) {
    let kept = |i: &usize| {
        let card = &setup.cards[*i];
        keep(*i) && card.attached_to.is_none_or(&keep) && card.equipped_to.is_none_or(&keep)
    };
    let place = |i: usize| {
        let zone = |card: &StartCard| StartZone::ALL.iter().position(|zone| *zone == card.zone);
        let (card, under) = (&setup.cards[i], setup.cards[i].attached_to);
        let monster = under.unwrap_or(i);
        (card.player, zone(&setup.cards[monster]), monster, under.is_some(), i)
    };
    let mut order: Vec<usize> = (0..setup.cards.len()).filter(kept).collect();
    order.sort_by_key(|i| place(*i));
    let to = |old: usize| order.iter().position(|i| *i == old);
    let cards = order.iter().map(|&i| StartCard {
        attached_to: setup.cards[i].attached_to.and_then(to),
        equipped_to: setup.cards[i].equipped_to.and_then(to),
        ..setup.cards[i].clone()
    });
    let gone = (0..setup.cards.len()).map(|old| to(old).map(|new| CardId(new as u16))).collect();
    (Setup { cards: cards.collect(), ..setup.clone() }, gone)
}

/// The step of a story when the cards have gone elsewhere; none if one of those it needs is no more there. What a check expects is left out.
pub(super) fn moved(step: &StepKind, to: &[Option<CardId>]) -> Option<StepKind> {
    let card = |card: &CardRef| match card {
        CardRef::Card(id) => to.get(usize::from(id.0)).copied().flatten().map(CardRef::Card),
        CardRef::Token(name) => Some(CardRef::Token(name.clone())),
    };
    let spanned = |it: &Spanned<CardRef>| Some(Spanned { value: card(&it.value)?, span: it.span });
    let all = |cards: &[Spanned<CardRef>]| cards.iter().filter_map(spanned).collect::<Vec<_>>();
    let using = |using: &Use| {
        let (targets, paying_with) = (all(&using.targets), all(&using.paying_with));
        Some(Use { card: card(&using.card)?, targets, paying_with, ..using.clone() })
    };
    Some(match step {
        StepKind::Action(player, action) => {
            let action = match &action.value {
                Do::Activates(it, moment) => Do::Activates(using(it)?, *moment),
                Do::NormalSummons(it, with, zone) => Do::NormalSummons(card(it)?, all(with), *zone),
                Do::Sets(it, with, zone) => Do::Sets(card(it)?, all(with), *zone),
                Do::FlipSummons(it) => Do::FlipSummons(card(it)?),
                Do::ChangesPositionOf(it) => Do::ChangesPositionOf(card(it)?),
                Do::SpecialSummons(it, effect, with, position, zone) => {
                    Do::SpecialSummons(card(it)?, effect.clone(), all(with), *position, *zone)
                }
                Do::PendulumSummons(them) => match all(them) {
                    none if none.is_empty() => return None,
                    them => Do::PendulumSummons(them),
                },
                Do::AttacksWith(it, target) => Do::AttacksWith(card(it)?, card(target)?),
                Do::AttacksDirectlyWith(it) => Do::AttacksDirectlyWith(card(it)?),
                Do::ReplaysOn(it) => Do::ReplaysOn(card(it)?),
                same @ (Do::ReplaysDirectly
                | Do::ReplaysNotAtAll
                | Do::DrawsForTheTurn
                | Do::GoesTo(_)
                | Do::GoesToNextTurn) => same.clone(),
            };
            StepKind::Action(*player, Spanned { value: action, span: Default::default() })
        }
        StepKind::Chooses(player, cards, position, zone) => match all(cards) {
            none if none.is_empty() && !cards.is_empty() => return None,
            cards => StepKind::Chooses(*player, cards, *position, *zone),
        },
        StepKind::Applies(player, it, effect, option) => {
            StepKind::Applies(*player, spanned(it)?, effect.clone(), option.clone())
        }
        StepKind::Triggers(uses) => {
            let kept = uses.iter().filter_map(|it| Some(Spanned { value: using(&it.value)?, span: it.span }));
            match kept.collect::<Vec<_>>() {
                none if none.is_empty() => return None,
                uses => StepKind::Triggers(uses),
            }
        }
        StepKind::Check(check) => StepKind::Check(bare(check)?),
    })
}

/// A check that leads a story to where it stands and expects nothing.
fn bare(check: &Check) -> Option<Check> {
    Some(match check {
        Check::Window { player, chart, phase, during, .. } => {
            let (player, chart, phase, during) = (*player, *chart, *phase, *during);
            Check::Window { player, chart, phase, during, offered: Vec::new(), not_offered: Vec::new() }
        }
        Check::Chain { .. } => Check::Blank(Blank::Chain),
        Check::Resolves(_) => Check::Blank(Blank::Resolves),
        Check::Happens(_) => return None,
        Check::Placing { .. } => Check::Blank(Blank::Placing),
        Check::NeverOffered(_) | Check::Board(_) => Check::Blank(Blank::Board(Sides { yugi: true, joey: true })),
        Check::Ends(_) => Check::Blank(Blank::Ends),
        Check::Blank(Blank::Happens) => return None,
        Check::Blank(blank) => Check::Blank(*blank),
    })
}

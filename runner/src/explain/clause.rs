//! Facts as clauses: what happens, what happened, and what is paid.

use segoc_engine::def::{Moment, Phase};
use segoc_engine::{CardId, MoveHow, Player, SummonKind, Zone};

use super::tale::{By, Card, Fact, What};
use crate::outcome::player_name;

/// When a clause stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tense {
    Present,
    Past,
}

/// Cards in a sentence; tokens of one name are counted.
pub(super) fn list(cards: &[Card]) -> String {
    let mut names: Vec<(String, usize)> = Vec::new();
    for card in cards {
        match names.iter_mut().find(|(name, _)| *name == card.name) {
            Some((_, count)) => *count += 1,
            None => names.push((card.name.clone(), 1)),
        }
    }
    let counted = |(name, count): &(String, usize)| if *count > 1 { format!("{count} {name}s") } else { name.clone() };
    enumerate(&names.iter().map(counted).collect::<Vec<_>>(), "and")
}

/// A player's own cards in a sentence that begins with him.
pub(super) fn own(player: Player, cards: &[Card]) -> String {
    let whose = format!("{}'s ", player_name(player));
    let named = |c: &Card| Card { id: c.id, name: c.name.strip_prefix(&whose).unwrap_or(&c.name).to_owned() };
    list(&cards.iter().map(named).collect::<Vec<_>>())
}

/// "a, b and c".
pub(super) fn enumerate<S: AsRef<str>>(items: &[S], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} {conjunction} {}", most.join(", "), last.as_ref())
        }
    }
}

/// A fact as a clause without a stop. A card it is `about` is called "it".
pub(super) fn clause(fact: &Fact, tense: Tense, about: Option<CardId>) -> String {
    let past = tense == Tense::Past;
    let (subject, plural) = subject(&fact.cards, about);
    let be = match (past, plural) {
        (false, false) => "is",
        (false, true) => "are",
        (true, false) => "was",
        (true, true) => "were",
    };
    let verb = |present: &'static str, then: &'static str| if past { then } else { present };
    let by = if past { origin(fact) } else { String::new() };
    match &fact.what {
        What::Moved(how, from, to) => format!("{}{by}", moved(fact, (*how, *from, *to), tense, about)),
        What::Drew(player) => {
            let (name, drew) = (player_name(*player), verb("draws", "drew"));
            match fact.cards.len() {
                1 if past => format!("{name} {drew} a card{by}"),
                1 => format!("{name} {drew} a card ({})", own(*player, &fact.cards)),
                n if past => format!("{name} {drew} {n} cards{by}"),
                n => format!("{name} {drew} {n} cards ({})", own(*player, &fact.cards)),
            }
        }
        What::Revealed => format!("{subject} {be} revealed"),
        What::Set => format!("{subject} {be} Set"),
        What::Attempted(kind, player) => {
            format!(
                "{} {} to {} Summon {}",
                player_name(*player),
                verb("attempts", "attempted"),
                word(*kind),
                list(&fact.cards)
            )
        }
        What::Summoned(kind, _, in_defense) => {
            let position = match in_defense {
                Some(true) => " in Defense Position",
                Some(false) => " in face-down Defense Position",
                None => "",
            };
            let by = if past { of_summon(fact) } else { String::new() };
            format!("{subject} {be} {} Summoned{position}{by}", word(*kind))
        }
        What::TurnedFaceUp => format!("{subject} {be} turned face-up"),
        What::TurnedFaceDown => format!("{subject} {be} turned face-down"),
        What::ChangedPosition => {
            format!("{subject} {} battle position", verb(s(plural, "changes", "change"), "changed"))
        }
        What::ChangedControl(to) => {
            format!("control of {} {} to {}", list(&fact.cards), verb("goes", "went"), player_name(*to))
        }
        What::Equipped => format!("{subject} {be} equipped"),
        What::Material(monster) => format!("{subject} {be} used as material for {}", monster.name),
        What::CountersPlaced(n) => {
            format!("{} {} placed on {}", counters(*n), verb(s(*n > 1, "is", "are"), "were"), list(&fact.cards))
        }
        What::CountersRemoved(n) => {
            format!("{} {} removed from {}", counters(*n), verb(s(*n > 1, "is", "are"), "were"), list(&fact.cards))
        }
        What::Targeted => format!("{subject} {be} targeted"),
        What::Activated(number, _) => format!("{} {be} activated as Chain Link {number}", list(&fact.cards)),
        What::Resolved(number) => {
            format!("Chain Link {number} ({}) {}", list(&fact.cards), verb("resolves", "resolved"))
        }
        What::ActivationNegated => format!("the activation of {} {} negated", list(&fact.cards), verb("is", "was")),
        What::EffectNegated => format!("the effect of {} {} negated", list(&fact.cards), verb("is", "was")),
        What::SummonNegated => format!("the Summon of {} {} negated", list(&fact.cards), verb("is", "was")),
        What::AttackNegated => format!("the attack of {} {} negated", list(&fact.cards), verb("is", "was")),
        What::Damage(player, amount, battle) => {
            let kind = if *battle { "battle damage" } else { "damage" };
            let amount = if past { String::new() } else { format!("{amount} ") };
            let by = if *battle { "" } else { by.as_str() };
            format!("{} {} {amount}{kind}{by}", player_name(*player), verb("takes", "took"))
        }
        What::GainedLp(player, amount) => {
            format!("{} {} {amount} LP{by}", player_name(*player), verb("gains", "gained"))
        }
        What::PaidLp(player, amount) => format!("{} {} {amount} LP", player_name(*player), verb("pays", "paid")),
        What::AttackDeclared(_) => {
            format!("{subject} {} an attack", verb(s(plural, "declares", "declare"), "declared"))
        }
        What::Redirected => format!("{subject} {} again, without a new declaration", verb("attacks", "attacked")),
        What::Battled => match &fact.cards[..] {
            [attacker, target] => format!("{} and {} {}", attacker.name, target.name, verb("battle", "battled")),
            _ => format!("{} {} directly", list(&fact.cards), verb("hits", "hit")),
        },
        What::Applied(values) if !values.is_empty() && fact.cards.len() == 1 => {
            let becomes = |(atk, value): &(bool, i32)| format!("{} {value}", if *atk { "ATK" } else { "DEF" });
            let values: Vec<String> = values.iter().map(becomes).collect();
            format!("{subject} {} {}", verb("now has", "came to have"), enumerate(&values, "and"))
        }
        What::Applied(_) if fact.cards.is_empty() => {
            verb("what its text says applies from now on", "an effect began to apply").into()
        }
        What::Applied(_) => format!("its effect {} to {}", verb("applies", "applied"), list(&fact.cards)),
        What::Moment(moment) => format!("its time came {}", self::moment(*moment)),
        What::Chose(player, yes) => {
            let does = if *yes { "applies" } else { "does not apply" };
            format!("{} {does} the optional part of {}", player_name(*player), list(&fact.cards))
        }
    }
}

/// Way of a card: how it moved, from where and to where.
type Way = (MoveHow, (Zone, Player), (Zone, Option<Player>));

fn moved(fact: &Fact, (how, (from, whose), (to, of)): Way, tense: Tense, about: Option<CardId>) -> String {
    let past = tense == Tense::Past;
    let (subject, plural) = subject(&fact.cards, about);
    let be = match (past, plural) {
        (false, false) => "is",
        (false, true) => "are",
        (true, false) => "was",
        (true, true) => "were",
    };
    let name = player_name(whose);
    let place = place(to, of);
    let own = subject == "it";
    match how {
        MoveHow::Discarded if !own => {
            format!("{name} {} {}", if past { "discarded" } else { "discards" }, self::own(whose, &fact.cards))
        }
        MoveHow::Sent if from == Zone::Hand && !own => {
            let sends = if past { "sent" } else { "sends" };
            format!("{name} {sends} {} from the hand to {place}", self::own(whose, &fact.cards))
        }
        MoveHow::Discarded => format!("{subject} {be} discarded"),
        MoveHow::Destroyed if to == Zone::Gy || to == Zone::Gone => format!("{subject} {be} destroyed"),
        MoveHow::Destroyed => format!("{subject} {be} destroyed and goes to {place}"),
        MoveHow::Sent => format!("{subject} {be} sent to {place}"),
        MoveHow::Banished => format!("{subject} {be} banished"),
        MoveHow::Tributed => format!("{subject} {be} Tributed"),
        MoveHow::Material if past => format!("{subject} {be} used as material"),
        MoveHow::Material if to == Zone::Banished => format!("{subject} {be} banished as material"),
        MoveHow::Material => format!("{subject} {be} sent to {place} as material"),
        MoveHow::AddedToHand => format!("{subject} {be} added to {place}"),
        MoveHow::ReturnedToHand | MoveHow::ReturnedToDeck => format!("{subject} {be} returned to {place}"),
        MoveHow::Drawn => format!("{subject} {be} drawn"),
        MoveHow::Summoned | MoveHow::Attempted => format!("{subject} {be} Summoned"),
        MoveHow::Activated => format!("{subject} {be} activated"),
        MoveHow::Set => format!("{subject} {be} Set"),
        MoveHow::Equipped => format!("{subject} {be} equipped"),
        MoveHow::Stayed => format!("{subject} {} where {be}", if plural { "stay" } else { "stays" }),
    }
}

/// What was paid, as in "discarding Kuriboh".
pub(super) fn gerund(fact: &Fact) -> String {
    let cards = list(&fact.cards);
    match &fact.what {
        _ if matches!(fact.by, By::Room(..)) => {
            format!(
                "replacing {cards}, which {}",
                clause(fact, Tense::Present, fact.cards.first().map(|c| c.id)).replacen("it ", "", 1)
            )
        }
        What::Moved(MoveHow::Discarded, ..) => format!("discarding {cards}"),
        What::Moved(MoveHow::Tributed, ..) => format!("Tributing {cards}"),
        What::Moved(MoveHow::Banished, ..) => format!("banishing {cards}"),
        What::Moved(MoveHow::Sent | MoveHow::Material, _, (to, of)) => {
            format!("sending {cards} to {}", place(*to, *of))
        }
        What::Moved(MoveHow::ReturnedToHand | MoveHow::ReturnedToDeck, _, (to, of)) => {
            format!("returning {cards} to {}", place(*to, *of))
        }
        What::PaidLp(_, amount) => format!("paying {amount} LP"),
        What::CountersRemoved(n) => format!("removing {} from {cards}", counters(*n)),
        What::Revealed => format!("revealing {cards}"),
        _ => clause(fact, Tense::Present, None),
    }
}

/// What happened, as a thing that can be answered: "the Normal Summon of Kuriboh".
pub(super) fn noun(fact: &Fact) -> String {
    let cards = list(&fact.cards);
    match &fact.what {
        What::Summoned(kind, ..) => format!("the {} Summon of {cards}", word(*kind)),
        What::Attempted(kind, _) => format!("the attempted {} Summon of {cards}", word(*kind)),
        What::AttackDeclared(_) => format!("the attack of {cards}"),
        What::Targeted => format!("the choice of {cards} as a target"),
        What::Damage(player, _, battle) => {
            format!("the {}damage to {}", if *battle { "battle " } else { "" }, player_name(*player))
        }
        What::Moved(MoveHow::Destroyed, ..) => format!("the destruction of {cards}"),
        What::Drew(player) => format!("the draw of {}", player_name(*player)),
        _ => format!("that {}", clause(fact, Tense::Past, None)),
    }
}

/// By what something happened, as the end of a clause.
fn origin(fact: &Fact) -> String {
    match &fact.by {
        By::Room(_, card) => format!(" to make room for {}", card.name),
        By::Cost(_, card) if fact.cards.iter().any(|c| c.id == card.id) => " as its own cost".into(),
        By::Cost(_, card) => format!(" as the cost of {}", card.name),
        By::Link(number, card) => format!(" by {} (Chain Link {number})", card.name),
        By::Continuous(card) => format!(" by {}", card.name),
        By::Battle(_) => " in battle".into(),
        By::Player(_) | By::Game => String::new(),
    }
}

fn of_summon(fact: &Fact) -> String {
    match &fact.by {
        By::Link(number, card) if fact.cards.iter().all(|c| c.id == card.id) => format!(" at Chain Link {number}"),
        By::Link(number, card) => format!(" by {} (Chain Link {number})", card.name),
        _ => String::new(),
    }
}

/// The subject of a clause, and whether it is plural.
fn subject(cards: &[Card], about: Option<CardId>) -> (String, bool) {
    match about {
        Some(id) if cards.iter().any(|c| c.id == id) => ("it".into(), false),
        _ => (list(cards), cards.len() > 1),
    }
}

fn place(zone: Zone, of: Option<Player>) -> String {
    let whose = of.map(|p| format!("{}'s", player_name(p))).unwrap_or_else(|| "the".into());
    match zone {
        Zone::Gy => "the GY".into(),
        Zone::Hand => format!("{whose} hand"),
        Zone::Deck => format!("{whose} Deck"),
        Zone::ExtraDeck => format!("{whose} Extra Deck"),
        Zone::Banished => "the banished cards".into(),
        Zone::Monster | Zone::SpellTrap | Zone::Field => "the field".into(),
        Zone::Limbo | Zone::Gone => "nowhere".into(),
    }
}

fn counters(n: u8) -> String {
    if n == 1 { "a counter".into() } else { format!("{n} counters") }
}

fn s(plural: bool, one: &'static str, many: &'static str) -> &'static str {
    if plural { many } else { one }
}

/// How a monster is Summoned.
pub(super) fn word(kind: SummonKind) -> &'static str {
    match kind {
        SummonKind::Normal => "Normal",
        SummonKind::Tribute => "Tribute",
        SummonKind::Flip => "Flip",
        SummonKind::Special => "Special",
    }
}

/// The name of a phase.
pub(super) fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Draw => "Draw Phase",
        Phase::Standby => "Standby Phase",
        Phase::Main1 => "Main Phase 1",
        Phase::Battle => "Battle Phase",
        Phase::Main2 => "Main Phase 2",
        Phase::End => "End Phase",
    }
}

/// A moment, as in "nobody acts …".
pub(super) fn moment(moment: Moment) -> &'static str {
    match moment {
        Moment::BeforeTheDraw => "before the draw",
        Moment::SummonAttempt => "at the Summon attempt",
        Moment::AttackDeclaration => "at the attack declaration",
        Moment::StartOfDamageStep => "at the start of the Damage Step",
        Moment::BeforeDamageCalculation => "before damage calculation",
        Moment::DamageCalculation => "during damage calculation",
        Moment::AfterDamageCalculation => "after damage calculation",
        Moment::EndOfDamageStep => "at the end of the Damage Step",
    }
}

/// A moment of the Damage Step as a heading; none for moments that need none.
pub(super) fn moment_heading(moment: Moment) -> Option<&'static str> {
    match moment {
        Moment::StartOfDamageStep => Some("Damage Step: start"),
        Moment::BeforeDamageCalculation => Some("Damage Step: before damage calculation"),
        Moment::DamageCalculation => Some("Damage Step: damage calculation"),
        Moment::AfterDamageCalculation => Some("Damage Step: after damage calculation"),
        Moment::EndOfDamageStep => Some("Damage Step: end"),
        Moment::BeforeTheDraw | Moment::SummonAttempt | Moment::AttackDeclaration => None,
    }
}

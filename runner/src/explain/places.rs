//! Places, zones, positions, phases and moments in words.

use segoc_protocol::{Moment, Phase, Seat, Spot, Turned, Zone};

/// A place a card goes to.
pub(super) fn place(spot: Spot) -> String {
    let whose = spot.player;
    match spot.zone {
        Zone::Gy => "the GY".into(),
        Zone::Hand => format!("{whose}'s hand"),
        Zone::Deck => format!("{whose}'s Deck"),
        Zone::ExtraDeck => format!("{whose}'s Extra Deck"),
        Zone::Banished => "the banished cards".into(),
        Zone::Monster | Zone::SpellTrap | Zone::Field => "the field".into(),
        Zone::Pendulum => format!("{whose}'s Pendulum Zone"),
        Zone::Material => "the materials of a monster".into(),
        Zone::Limbo | Zone::Gone => "nowhere".into(),
    }
}

/// A battle position, where it is said which.
pub(super) fn position_named(position: Turned) -> Option<&'static str> {
    match position {
        Turned::Attack => Some("Attack Position"),
        Turned::Defense | Turned::FaceUpDefense => Some("Defense Position"),
        Turned::FaceDown => Some("face-down Defense Position"),
        Turned::Other => None,
    }
}

/// A zone of a row in words.
pub(super) fn zone_named(seat: Seat) -> String {
    let words = seat.word().strip_suffix(" extra").map(|side| format!("the {side} Extra Monster Zone"));
    words.unwrap_or_else(|| format!("the {seat} Main Monster Zone"))
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

/// A phase in a sentence; those with a number have no article.
pub(super) fn the_phase(phase: Phase) -> String {
    let name = self::phase(phase);
    if matches!(phase, Phase::Main1 | Phase::Main2) { name.to_owned() } else { format!("the {name}") }
}

/// A moment, as in "nobody acts …".
pub(super) fn moment(moment: Moment) -> &'static str {
    match moment {
        Moment::BeforeTheDraw => "before the draw",
        Moment::SummonAttempt => "at the Summon attempt",
        Moment::StartOfBattlePhase => "at the start of the Battle Phase",
        Moment::EndOfBattlePhase => "at the end of the Battle Phase",
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
        Moment::BeforeTheDraw
        | Moment::SummonAttempt
        | Moment::StartOfBattlePhase
        | Moment::EndOfBattlePhase
        | Moment::AttackDeclaration => None,
    }
}

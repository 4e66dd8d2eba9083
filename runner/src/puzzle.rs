//! The board of a ruling as a puzzle that EDOPro opens, so that a person can play it there.

use segoc_engine::def::{CardKind, MonsterIs, SpellKind};
use segoc_format::card::CardFile;
use segoc_format::ruling::Ruling;
use segoc_protocol::{BattlePosition, Phase, Player, Seat, StartCard, StartZone};

/// The flags of a duel in EDOPro's engine by format, beside those that every puzzle needs: as in `adapters/ygopro-core/formats.mjs`.
const FORMATS: &[(&str, u64)] = &[
    ("tcg", 0x2_e800 | 1 << 32),
    ("ocg", 0x2_e800),
    ("edison", 0xd_0400 | 0x100 | 1 << 32 | 1 << 33 | 0x1000_0000),
    ("goat", 0x7_f80d_052c),
];
/// A Battle Phase in the first turn, and Decks that stay as they are.
const ALWAYS: u64 = 0x2 | 0x10;

/// The script of a puzzle.
///
/// # Errors
/// What a puzzle cannot say.
pub fn puzzle(ruling: &Ruling, format: &str) -> Result<String, String> {
    if ruling.setup.phase != Phase::Main1 {
        return Err(format!("a puzzle begins in Main Phase 1, and this ruling in `{}`", ruling.setup.phase));
    }
    let flags = FORMATS.iter().find(|(name, _)| *name == format).map(|(_, flags)| flags | ALWAYS);
    let flags = flags.ok_or_else(|| format!("EDOPro has no rules for the format `{format}`"))?;
    let mut lines = vec![
        format!("--{} ({format}): {}", ruling.id, ruling.title),
        format!("--{}", ruling.question),
        "Debug.SetAIName(\"Joey\")".to_owned(),
        format!("Debug.ReloadFieldBegin({flags:#x},0)"),
    ];
    for player in Player::ALL {
        lines.push(format!("Debug.SetPlayerInfo({},{},0,0)", number(*player), ruling.setup.lp[*player]));
    }
    let mut taken: Vec<(Player, &'static str, u8)> = Vec::new();
    let mut after: Vec<String> = Vec::new();
    // What is added to a Deck comes to lie on top of it.
    let cards = ruling.setup.cards.iter().enumerate();
    let (decks, others): (Vec<_>, Vec<_>) = cards.partition(|(_, card)| card.zone == StartZone::Deck);
    for (i, card) in others.into_iter().chain(decks.into_iter().rev()) {
        let Some(file) = ruling.card(&card.name) else { return Err(format!("there is no card `{}`", card.name)) };
        let Some(code) = file.passcode else { return Err(format!("`{}` has no passcode", card.name)) };
        if card.zone == StartZone::Material || card.counters.is_some() || card.placed_as.is_some() {
            let what = "materials, counters and monsters that are treated as Spells cannot be said in a puzzle";
            return Err(format!("{what}, as of `{}`", card.name));
        }
        let (location, sequence, position) = place(card, file, &mut taken)?;
        let (owner, side) = (number(card.owner()), number(card.player));
        // A monster that must first be Summoned was.
        let proper = if card.zone == StartZone::Monsters { ",true" } else { "" };
        let add = format!("Debug.AddCard({code},{owner},{side},{location},{sequence},{position}{proper})");
        let is_meant = card.equipped_to.is_some() || ruling.setup.cards.iter().any(|c| c.equipped_to == Some(i));
        lines.push(if is_meant { format!("local c{i}={add}") } else { add });
        after.extend(card.equipped_to.map(|to| format!("Debug.PreEquip(c{i},c{to})")));
        if card.since.is_some() || card.summoned.is_some() || card.revealed {
            after.push(format!(
                "--not said: since when {} lies there, how it was Summoned, or that it is known",
                card.name
            ));
        }
    }
    lines.extend(after);
    lines.push("Debug.ReloadFieldEnd()".to_owned());
    lines.push(format!("Debug.ShowHint({:?})", ruling.question));
    Ok(lines.join("\n") + "\n")
}

fn number(player: Player) -> u8 {
    u8::from(player == Player::Joey)
}

/// Where a card lies: the location, the zone of its row, the position.
fn place(
    card: &StartCard,
    file: &CardFile,
    taken: &mut Vec<(Player, &'static str, u8)>,
) -> Result<(&'static str, u8, &'static str), String> {
    let is = |what: MonsterIs| matches!(&file.kind, CardKind::Monster(monster) if monster.is.contains(&what));
    let monster = matches!(file.kind, CardKind::Monster(_));
    let field = file.kind == CardKind::Spell(SpellKind::Field);
    let (location, zones, position): (_, &[u8], _) = match card.zone {
        StartZone::Hand => return Ok(("LOCATION_HAND", 0, "POS_FACEDOWN")),
        StartZone::Deck => return Ok(("LOCATION_DECK", 0, "POS_FACEDOWN")),
        StartZone::Gy => return Ok(("LOCATION_GRAVE", 0, "POS_FACEUP")),
        StartZone::Banished if card.face_down => return Ok(("LOCATION_REMOVED", 0, "POS_FACEDOWN")),
        StartZone::Banished => return Ok(("LOCATION_REMOVED", 0, "POS_FACEUP")),
        StartZone::ExtraDeck if card.face_up || !is_extra(&is) => return Ok(("LOCATION_EXTRA", 0, "POS_FACEUP")),
        StartZone::ExtraDeck => return Ok(("LOCATION_EXTRA", 0, "POS_FACEDOWN")),
        StartZone::Monsters | StartZone::Material => {
            let position = match card.position {
                Some(BattlePosition::Defense) => "POS_FACEUP_DEFENSE",
                _ => "POS_FACEUP_ATTACK",
            };
            (
                "LOCATION_MZONE",
                if is(MonsterIs::Link) { &[5, 6, 0, 1, 2, 3, 4] } else { &[0, 1, 2, 3, 4, 5, 6] },
                position,
            )
        }
        StartZone::Set if monster => ("LOCATION_MZONE", &[0, 1, 2, 3, 4], "POS_FACEDOWN_DEFENSE"),
        StartZone::Set if field => ("LOCATION_FZONE", &[0], "POS_FACEDOWN"),
        StartZone::SpellsAndTraps if field => ("LOCATION_FZONE", &[0], "POS_FACEUP"),
        StartZone::Set => ("LOCATION_SZONE", &[1, 2, 3, 0, 4], "POS_FACEDOWN"),
        StartZone::SpellsAndTraps => ("LOCATION_SZONE", &[1, 2, 3, 0, 4], "POS_FACEUP"),
        StartZone::PendulumZones => ("LOCATION_PZONE", &[0, 1], "POS_FACEUP"),
    };
    let named = card.seat.and_then(|seat| Seat::ALL.iter().position(|other| *other == seat)).map(|seat| seat as u8);
    let free = |zone: &u8| !taken.contains(&(card.player, location, *zone));
    let zone = named.or_else(|| zones.iter().copied().find(free));
    let zone = zone.ok_or_else(|| format!("there is no zone left for `{}`", card.name))?;
    taken.push((card.player, location, zone));
    Ok((location, zone, position))
}

fn is_extra(is: &impl Fn(MonsterIs) -> bool) -> bool {
    [MonsterIs::Fusion, MonsterIs::Synchro, MonsterIs::Xyz, MonsterIs::Link].into_iter().any(is)
}

//! What the rules of the game ask for and is not there: a free zone, another card, the right phase or place.

use segoc_engine::def::MonsterIs;
use segoc_format::ruling::OfferAction;
use segoc_protocol::{BattlePosition, BoardCard, CardId, Face, Phase, Player, Zone};
use serde_json::Value;

use super::census::Asking;
use super::places::the_phase;
use super::reasons::{Denied, body};
use super::teller::Teller;
use super::written::found;

impl Teller<'_> {
    /// The zone that is missing for what an effect would do first.
    pub(super) fn no_room(&self, denied: &Denied<'_>) -> Option<String> {
        let does = body(self.told.cast.written(denied.effect?)?)?.get("does")?.get(0)?.as_object()?;
        let (verb, what) = does.iter().next()?;
        let board = self.board_now()?;
        let taken = |player, zone| board.cards.iter().filter(|card| (card.player, card.zone) == (player, zone)).count();
        let other = what.get("to").is_some_and(|to| to == "opponent's field");
        let side = if other { denied.player.opponent() } else { denied.player };
        let needed = what.get("choose").and_then(Value::as_u64).unwrap_or(1);
        let free = 5_u64.saturating_sub(taken(side, Zone::Monster) as u64);
        match verb.as_str() {
            "special summon" | "take control" if free == 0 && !other => Some("there is no free Monster Zone".into()),
            "special summon" if free < needed && (other || what["of"].get("name").is_some()) => {
                Some(few_zones(side, free, needed))
            }
            "equip" | "set" => self.no_zone_for_spells(side, denied),
            _ => None,
        }
    }

    /// That there are too few Spell & Trap Zones for what an effect Sets or equips.
    pub(super) fn no_zone_for_spells(&self, side: Player, denied: &Denied<'_>) -> Option<String> {
        let standing = self.standing();
        let taken = standing.iter().filter(|card| (card.player, card.zone) == (side, Zone::SpellTrap)).count() as u64;
        let written = self.told.cast.written(denied.effect?)?;
        let joined = found(written, &["and"]);
        let more = joined.iter().filter(|(_, part)| part.get("set").is_some()).count() as u64;
        let free = 5_u64.saturating_sub(taken);
        match (free, 1 + more) {
            (0, _) => Some("there is no free Spell & Trap Zone".into()),
            (free, needed) if free < needed => {
                Some(format!("{side} has only {free} free Spell & Trap Zone, not {needed}"))
            }
            _ => None,
        }
    }

    /// Whether a card that is banished was banished face-down, as the next board shows.
    pub(super) fn was_turned_down(&self, card: CardId) -> bool {
        let later = self.told.questions.iter().filter(|question| question.events >= self.now);
        let next = later.into_iter().find_map(|question| question.prompt.board.as_ref());
        let lies = next.and_then(|board| board.card(card));
        lies.is_some_and(|card| card.zone == Zone::Banished && card.face == Face::Down)
    }

    /// The card that a player controls and of which they can control only one, as another card says of itself.
    pub(super) fn rival(&self, card: CardId, player: Player) -> Option<CardId> {
        let standing = self.standing();
        let name = &self.told.cast.def(card)?.name;
        let groups: Vec<&Value> =
            self.written_of(card).flat_map(|effect| found(effect, &["only one"])).map(|(_, group)| group).collect();
        let lies = |other: &&BoardCard| {
            other.card != card && other.player == player && other.zone.on_field() && other.face == Face::Up
        };
        let is_one = |other: &&BoardCard, group: &Value| match group.as_object() {
            Some(group) => self.is_of(group, other, Asking::of(card, player)) == Some(true),
            None => self.told.cast.def(other.card).is_some_and(|def| def.name == *name),
        };
        let mut rivals = standing.iter().filter(lies).filter(|other| groups.iter().any(|group| is_one(other, group)));
        rivals.next().map(|other| other.card)
    }

    /// Why a monster cannot be Pendulum Summoned between the scales that are there.
    pub(super) fn scales(&self, denied: &Denied<'_>) -> Option<String> {
        let cards = &self.board_now()?.cards;
        let own = cards.iter().filter(|card| (card.player, card.zone) == (denied.player, Zone::Pendulum));
        let scales = own.map(|card| self.told.cast.def(card.card)?.monster()?.scale);
        let mut scales: Vec<u8> = scales.collect::<Option<_>>()?;
        scales.sort_unstable();
        let [low, high] = scales[..] else {
            return Some(format!("{} has no card in each Pendulum Zone", denied.player));
        };
        let level = self.told.cast.def(denied.card)?.monster()?.level?;
        let between = level > low && level < high;
        (!between).then(|| format!("its Level {level} is not between the Pendulum Scales {low} and {high}"))
    }

    /// What the rules of the game ask for an action and is not there.
    pub(super) fn missing_for(&self, denied: &Denied<'_>) -> Option<String> {
        use OfferAction as A;
        let (action, board) = (denied.action, self.board_now()?);
        let attacks = matches!(action, A::Attack | A::AttackDirectly);
        let of_main_phase = !attacks && !matches!(action, A::Activate | A::Replay | A::MoveOn | A::Apply);
        let in_main_phase = matches!(self.phase, Phase::Main1 | Phase::Main2);
        if (attacks && self.phase != Phase::Battle) || (of_main_phase && !in_main_phase) {
            return Some(format!("this is {}", the_phase(self.phase)));
        }
        // Some Spells and effects belong to the Main Phases.
        let slow = denied.effect.filter(|effect| self.speed(*effect) == Some(1) && action == A::Activate);
        if let Some(kind) = slow.filter(|_| !in_main_phase).and(self.kind(denied))
            && !kind.ends_with("Trigger Effect")
        {
            return Some(format!("it is {kind}, and this is {}", the_phase(self.phase)));
        }
        let count = |player, zone| board.cards.iter().filter(|c| (c.player, c.zone) == (player, zone)).count();
        let card = board.card(denied.card)?;
        let defends = card.zone == Zone::Monster && card.position == BattlePosition::Defense;
        let monster = self.told.cast.def(denied.card)?.monster().is_some();
        let opponent = denied.player.opponent();
        // A Trap that is a monster may take up a Spell & Trap Zone too.
        let is_trap = |card: &&BoardCard| self.told.cast.def(card.card).is_some_and(|def| def.monster().is_none());
        let own = board.cards.iter().filter(|card| card.player == denied.player);
        let traps = own.filter(|card| card.zone == Zone::Monster).filter(is_trap).count();
        let zones = count(denied.player, Zone::SpellTrap) + traps;
        match action {
            A::Activate if monster && card.zone == Zone::Hand && count(denied.player, Zone::Pendulum) >= 2 => {
                Some("both Pendulum Zones are taken".into())
            }
            A::Attack | A::AttackDirectly if defends => Some("it is in Defense Position".into()),
            A::ChangePosition if self.is(denied.card, MonsterIs::Link) => {
                Some("a Link Monster has no Defense Position".into())
            }
            A::NormalSummon | A::Set if self.is(denied.card, MonsterIs::Ritual) => {
                Some("a Ritual Monster cannot be Normal Summoned or Set".into())
            }
            A::AttackDirectly if count(opponent, Zone::Monster) > 0 => Some(format!("{opponent} controls a monster")),
            A::Attack if count(opponent, Zone::Monster) == 0 => Some(format!("{opponent} controls no monster")),
            A::NormalSummon | A::SpecialSummon | A::Set if monster && count(denied.player, Zone::Monster) >= 5 => {
                Some("there is no free Monster Zone".into())
            }
            A::Set | A::Activate if !monster && card.zone == Zone::Hand && zones >= 5 => {
                Some("there is no free Spell & Trap Zone".into())
            }
            _ => None,
        }
    }

    /// The place in which a card must have been, as in "it was not …".
    pub(super) fn place_it_needs(&self, denied: &Denied<'_>) -> Option<String> {
        Some(match self.zone_now(denied.card)? {
            Zone::Gy => "in the GY".into(),
            Zone::Hand => "in the hand".into(),
            Zone::Banished => "banished".into(),
            zone if zone.on_field() => "face-up on the field".into(),
            _ => return None,
        })
    }
}

/// That a player has too few free zones.
pub(super) fn few_zones(side: Player, free: u64, needed: u64) -> String {
    let zones = if free == 1 { "Zone" } else { "Zones" };
    match free {
        0 => format!("{side} has no free Monster Zone"),
        _ => format!("{side} has only {free} free Monster {zones}, not {needed}"),
    }
}

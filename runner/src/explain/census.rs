//! Which cards a card file means on the board as it is, and whether what it asks for is so. Where the board does not tell, nothing is claimed.

use std::borrow::Cow;

use segoc_engine::def::{CardDef, CardKind, Class, MonsterIs};
use segoc_protocol::{
    BattlePosition, BoardCard, CardEvent, CardId, EffectRef, Face, Happened, Phase, Player, Turned, Zone,
};
use serde_json::{Map, Value, json};

use super::clause::enumerate;
use super::reasons::names;
use super::room::few_zones;
use super::teller::Teller;
use super::written::found;
use crate::cast::capital;
use crate::english::{Reader, names_in};
use crate::transcript::Link;

/// Who asks: a card, its player, and whether the card itself is on its way from the hand and does not count.
#[derive(Clone, Copy)]
pub(super) struct Asking {
    pub(super) card: CardId,
    pub(super) player: Player,
    leaving: bool,
}

impl Asking {
    /// A card that lies where it counts.
    pub(super) fn of(card: CardId, player: Player) -> Self {
        Self { card, player, leaving: false }
    }
}

impl Teller<'_> {
    /// Who asks when an effect is used: a card that is activated from the hand is no longer counted there.
    pub(super) fn asking(&self, effect: EffectRef, player: Player) -> Asking {
        let activates = self.told.cast.class(effect) == Some(Class::Activation);
        let leaving = activates && self.zone_now(effect.card) == Some(Zone::Hand);
        Asking { card: effect.card, player, leaving }
    }

    /// The board as it is now: as it was at the last question, with what has happened since.
    pub(super) fn standing(&self) -> Vec<BoardCard> {
        self.standing_at(self.now)
    }

    /// The board as it was when so many events had happened.
    pub(super) fn standing_at(&self, at: usize) -> Vec<BoardCard> {
        let asked = self.told.questions.iter().rev().filter(|question| question.events <= at);
        let asked = asked.into_iter().find_map(|question| Some((question.events, question.prompt.board.as_ref()?)));
        let Some((since, board)) = asked else { return Vec::new() };
        let mut cards = board.cards.clone();
        for event in &self.told.events[since..at] {
            let Happened::Cards { are, cards: moved, to, position, .. } = &event.what else { continue };
            for card in cards.iter_mut().filter(|card| moved.contains(&card.card)) {
                if let Some(to) = to {
                    (card.zone, card.player) = (to.zone, to.player);
                    card.face = if are.contains(&CardEvent::Set) { Face::Down } else { Face::Up };
                    card.equipped_to = None;
                }
                match are.iter().find(|word| matches!(word, CardEvent::TurnedFaceDown | CardEvent::TurnedFaceUp)) {
                    Some(CardEvent::TurnedFaceDown) => card.face = Face::Down,
                    Some(_) => card.face = Face::Up,
                    None => {}
                }
                match position {
                    Some(Turned::Attack) => card.position = BattlePosition::Attack,
                    Some(Turned::Defense | Turned::FaceUpDefense) => card.position = BattlePosition::Defense,
                    Some(Turned::FaceDown) => (card.position, card.face) = (BattlePosition::Defense, Face::Down),
                    Some(Turned::Other) | None => {}
                }
            }
        }
        cards
    }

    /// The cards of a group; nothing if it asks for something that cannot be seen.
    pub(super) fn census(&self, group: &Value, by: Asking) -> Option<Vec<CardId>> {
        let group = group.as_object()?;
        let mut found = Vec::new();
        for card in self.standing() {
            let counts = !(by.leaving && card.card == by.card);
            if counts && self.is_of(group, &card, by)? {
                found.push(card.card);
            }
        }
        Some(found)
    }

    pub(super) fn is_of(&self, group: &Map<String, Value>, card: &BoardCard, by: Asking) -> Option<bool> {
        let def = self.told.cast.def(card.card)?;
        let monster = def.monster();
        // Off the field a board need not tell the values.
        let printed = |value: i32, own: i32| if card.zone == Zone::Monster || value != 0 { value } else { own };
        let values = monster.map_or([card.atk, card.def, card.level], |own| {
            let level = own.level.map_or(0, i32::from);
            [printed(card.atk, own.atk), printed(card.def, own.def), printed(card.level, level)]
        });
        let either = match group.get("or") {
            Some(other) => self.is_of(other.as_object()?, card, by)?,
            None => false,
        };
        let mut all = true;
        for (key, asked) in group {
            all &= match key.as_str() {
                // How many there must be, and what they must be together, is asked elsewhere.
                "or" | "at least" | "together" | "as" => true,
                "highest" | "lowest" => asked != "def" || monster.is_none_or(|own| own.link.is_none()),
                "kind" => any(asked, |kind| is_kind(kind, def, card))?,
                "is" => any(asked, |word| is_monster(word, def))?,
                "is not" => !any(asked, |word| is_monster(word, def))?,
                "type" => any(asked, |word| Some(monster.is_some_and(|own| own.race.word() == word)))?,
                "not type" => !any(asked, |word| Some(monster.is_some_and(|own| own.race.word() == word)))?,
                "attribute" => any(asked, |word| Some(monster.is_some_and(|own| own.attribute.word() == word)))?,
                "not attribute" => !any(asked, |word| Some(monster.is_some_and(|own| own.attribute.word() == word)))?,
                "name" => any(asked, |name| Some(def.name == name))?,
                "series" => any(asked, |series| Some(def.series.iter().any(|own| own == series)))?,
                "level" => values[2] > 0 && within(asked, values[2])?,
                "atk" => monster.is_some() && within(asked, values[0])?,
                "def" => monster.is_some() && within(asked, values[1])?,
                "face" => any(asked, |face| Some((face == "up") == (card.face == Face::Up)))?,
                "position" => any(asked, |word| {
                    Some((word == "attack") == (card.position == BattlePosition::Attack) && card.zone == Zone::Monster)
                })?,
                "in" => any(asked, |place| is_in(place, card.zone))?,
                "whose" => (asked == "yours") == (card.player == by.player),
                "owner" => (asked == "yours") == (self.told.cast.owner(card.card)? == by.player),
                "among" => any(asked, |word| (word == "this card").then_some(card.card == by.card))?,
                "other than" => !any(asked, |other| (other == "this card").then_some(card.card == by.card))?,
                "can be normal summoned" => monster.is_some() && asked.as_bool()? == def.can_be_normal_summoned(),
                // On the field the board does not tell the original values.
                "originally" if card.zone != Zone::Monster => self.is_of(asked.as_object()?, card, by)?,
                "except" => !self.is_of(asked.as_object()?, card, by)?,
                _ => return None,
            };
        }
        Some(all || either)
    }

    /// Whether what an effect asks for is so now; nothing if the board does not tell.
    pub(super) fn holds_now(&self, condition: &Value, by: Asking) -> Option<bool> {
        let (key, asked) = condition.as_object()?.iter().next()?;
        Some(match key.as_str() {
            "there is" => {
                let least = asked.get("at least").map_or(Some(1), Value::as_u64)?;
                self.census(asked, by)?.len() as u64 >= least
            }
            "there is no" => self.census(asked, by)?.is_empty(),
            "during" => self.is_time(asked, by.player)?,
            "not" => !self.holds_now(asked, by)?,
            "number" => {
                let (own, bound, number) = self.compared(asked, by)?;
                match bound {
                    "at least" => own >= number,
                    "at most" => own <= number,
                    "exactly" => own == number,
                    "more than" => own > number,
                    _ => own < number,
                }
            }
            _ => return None,
        })
    }

    /// Two numbers of cards that are compared, and how.
    fn compared<'v>(&self, asked: &'v Value, by: Asking) -> Option<(u64, &'v str, u64)> {
        let count = |value: &Value| self.counted(value, by);
        let map = asked.as_object()?;
        let mut bounds = map.iter().filter(|(key, _)| *key != "each");
        let (bound, with) = bounds.next().filter(|_| map.contains_key("each"))?;
        let known = ["at least", "at most", "exactly", "more than", "fewer than"].contains(&bound.as_str());
        (known && bounds.next().is_none()).then(|| Some((count(asked)?, bound.as_str(), count(with)?)))?
    }

    /// A number, or how many cards of a group there are.
    fn counted(&self, value: &Value, by: Asking) -> Option<u64> {
        match value.get("each") {
            Some(group) => Some(self.census(group, by)?.len() as u64),
            None => value.as_u64(),
        }
    }

    /// Whether it is the time that a card file names.
    pub(super) fn is_time(&self, time: &Value, player: Player) -> Option<bool> {
        let mut all = true;
        for (key, asked) in time.as_object()? {
            all &= match key.as_str() {
                "phase" => any(asked, |phase| {
                    let is = |word: Phase| word.word() == phase;
                    Some(is(self.phase))
                })?,
                "turn" => (asked == "yours") == (self.turn == player),
                "at" => any(asked, |at| Some(self.moment.is_some_and(|moment| moment.word() == at)))?,
                _ => return None,
            };
        }
        Some(all)
    }

    /// What is so instead of a condition that does not hold, as the end of a clause.
    pub(super) fn instead_of(&self, condition: &Value, by: Asking) -> Option<String> {
        let (key, asked) = condition.as_object()?.iter().next()?;
        let all = self.census(asked, Asking::of(by.card, by.player)).map(|cards| cards.contains(&by.card));
        let without = if by.leaving && all == Some(true) { "without it " } else { "" };
        Some(match key.as_str() {
            "there is" if asked.get("among").is_some() => return None,
            "there is" => match self.census(asked, by)?.len() {
                0 => format!(", and {without}there is none"),
                1 => format!(", and {without}there is only one"),
                n => format!(", and {without}there are only {n}"),
            },
            "there is no" => format!(", and there is {}", self.list(&self.census(asked, by)?)),
            "number" => {
                let (own, _, other) = self.compared(asked, by)?;
                match asked.as_object()?.values().all(Value::is_object) {
                    true => format!(", and it is {own} against {other}"),
                    false => format!(", and it is {own}"),
                }
            }
            _ => return None,
        })
    }

    /// What an effect would need and is not there, as a clause: for the first of its parts of which that can be seen.
    pub(super) fn lacking(&self, effect: EffectRef, player: Player, link: Option<&Link<'_>>) -> Option<String> {
        let written = match link {
            Some(link) => self.wording(link)?,
            None => Cow::Borrowed(self.told.cast.written(effect)?),
        };
        let body = written.as_object()?.values().find(|value| value.is_object())?;
        let by = match link {
            Some(_) => Asking::of(effect.card, player),
            None => self.asking(effect, player),
        };
        self.lacking_for(body, by).or_else(|| {
            // Materials are asked for last: whether they are there is not seen from the board.
            self.unfit(body.get("does")?.get(0)?, by).filter(|_| self.forbidding(effect, player, link).is_none())
        })
    }

    /// What is not there of what a cost takes, as a clause.
    pub(super) fn cost_lacking(&self, effect: EffectRef, player: Player) -> Option<String> {
        let written = self.told.cast.written(effect)?;
        let cost = written.as_object()?.values().find(|value| value.is_object())?.get("cost")?;
        self.lacking_for(&json!({ "does": cost }), self.asking(effect, player))
    }

    /// What is not there of what a link has left for later.
    pub(super) fn lacking_of(&self, link: &Link<'_>, left: &Value) -> Option<String> {
        self.lacking_for(left, Asking::of(link.effect.card, link.player))
    }

    /// What something would need that is to be done, and is not there.
    fn lacking_for(&self, body: &Value, by: Asking) -> Option<String> {
        let parts = body.get("does")?.as_array()?.iter();
        let given = names_in(body);
        let names = names(self.name(by.card), by.player, &given);
        let lacks = |part: &Value| {
            let (mut verb, mut what) = part.as_object()?.iter().next()?;
            while ["afterwards", "you can", "and", "and if you do", "then", "also", "also after that"]
                .contains(&verb.as_str())
            {
                (verb, what) = what.as_object()?.iter().next()?;
            }
            match verb.as_str() {
                "draw" => self.cannot_draw(what, by),
                "only if" => self.unmet_now(&what["condition"], by),
                _ => self.missing(verb, what, &Reader::new(&names), by),
            }
        };
        parts.into_iter().find_map(lacks)
    }

    /// The conditions of a list that do not hold, in words, with what is so instead.
    pub(super) fn unmet_now(&self, condition: &Value, by: Asking) -> Option<String> {
        let names = names(self.name(by.card), by.player, &[]);
        let reader = Reader::new(&names);
        let all = condition.get("all of").and_then(Value::as_array);
        let each = all.map_or(std::slice::from_ref(condition), Vec::as_slice);
        let fails = |one: &&Value| self.holds_now(one, by) == Some(false);
        let said = each
            .iter()
            .filter(fails)
            .map(|one| Some(format!("{}{}", reader.condition(one)?, self.instead_of(one, by).unwrap_or_default())));
        let said: Option<Vec<String>> = said.collect();
        said.filter(|said| !said.is_empty()).map(|said| format!("it does something only if {}", said.join(", and if ")))
    }

    /// That there are too few cards for a verb.
    fn missing(&self, verb: &str, what: &Value, reader: &Reader<'_>, by: Asking) -> Option<String> {
        let cards = what.get("what").unwrap_or(what);
        if let Some(group) = cards.get("all") {
            let none = self.census(group, by)?.is_empty() || (verb.starts_with("change ") && self.has_become(group));
            return none.then(|| Some(format!("there is no {}", reader.noun(group, false)?)))?;
        }
        if let Some(top) = cards.get("top") {
            let count = self.counted(top, by)?;
            return self.few_cards(whose_deck(what, by)?, count);
        }
        let (group, choose) = (cards.get("of")?, cards.get("choose").or(cards.get("at random"))?);
        let least = choose.as_u64().or_else(|| choose.get("at least")?.as_u64()).unwrap_or(1);
        // Tokens lie nowhere before they are Summoned, and targets are known only later.
        if group.get("in").is_none() {
            let other = what.get("to").is_some_and(|to| to == "opponent's field");
            let side = if other { by.player.opponent() } else { by.player };
            let taken = |card: &&BoardCard| (card.player, card.zone) == (side, Zone::Monster);
            let free = 5_u64.saturating_sub(self.standing().iter().filter(taken).count() as u64);
            let needs = verb == "special summon" && free < least;
            return needs.then(|| few_zones(side, free, least));
        }
        let there = self.census(group, by)?;
        let names = what.get("together").and_then(|together| together.get("different")?.as_array());
        if names.is_some_and(|different| different.iter().any(|word| word == "name")) {
            let mut kinds: Vec<&str> =
                there.iter().filter_map(|card| Some(self.told.cast.def(*card)?.name.as_str())).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let few = (kinds.len() as u64) < least && there.len() as u64 >= least;
            if few {
                return Some(format!(
                    "there are only {} {} with different names",
                    kinds.len(),
                    reader.noun(group, true)?
                ));
            }
        }
        Some(match there.len() as u64 {
            count if count >= least => return None,
            0 => format!("there is no {}", reader.noun(group, false)?),
            1 => format!("there is only 1 {}", reader.noun(group, false)?),
            n => format!("there are only {n} {}", reader.noun(group, true)?),
        })
    }

    /// Whether a card makes something else of monsters than what a group asks for.
    fn has_become(&self, group: &Value) -> bool {
        let asked: Vec<&str> = ["type", "attribute"].into_iter().filter(|key| group.get(key).is_some()).collect();
        let standing = self.standing();
        let up = standing.iter().filter(|card| card.zone.on_field() && card.face == Face::Up);
        let mut says = up.flat_map(|card| self.written_of(card.card)).filter_map(|effect| effect.get("continuous"));
        !asked.is_empty()
            && says.any(|effect| found(effect, &asked).iter().any(|(_, change)| change.get("to").is_some()))
    }

    /// That a Summon with materials is not possible with those that are there.
    fn unfit(&self, part: &Value, by: Asking) -> Option<String> {
        let summon = part.get("special summon").or_else(|| part.get("afterwards")?.get("special summon"))?;
        let way = summon.get("by")?.as_str()?;
        let there = self.census(summon.get("of")?, by)?;
        let cards: Vec<String> = there.iter().map(|card| self.name(*card)).collect();
        let said =
            format!("{} cannot be {} Summoned with the cards that are there", enumerate(&cards, "or"), capital(way));
        (!cards.is_empty()).then_some(said)
    }

    fn cannot_draw(&self, what: &Value, by: Asking) -> Option<String> {
        self.few_cards(whose_deck(what, by)?, what.as_u64().or_else(|| what.get("count")?.as_u64())?)
    }

    /// That a Deck has fewer cards than are to be taken from it.
    fn few_cards(&self, who: Player, count: u64) -> Option<String> {
        let deck = |card: &&BoardCard| (card.player, card.zone) == (who, Zone::Deck);
        match self.standing().iter().filter(deck).count() as u64 {
            0 if count > 0 => Some(format!("{who}'s Deck is empty")),
            n if n < count => {
                Some(format!("{who}'s Deck has only {n} card{}, not {count}", if n == 1 { "" } else { "s" }))
            }
            _ => None,
        }
    }
}

/// From whose Deck cards are taken.
fn whose_deck(what: &Value, by: Asking) -> Option<Player> {
    match what.get("who").and_then(Value::as_str) {
        None | Some("you") => Some(by.player),
        Some("opponent") => Some(by.player.opponent()),
        Some(_) => None,
    }
}

/// Whether one of several words is right; nothing if it is not known of one.
fn any(words: &Value, is: impl Fn(&str) -> Option<bool>) -> Option<bool> {
    let words = words.as_array().map_or(std::slice::from_ref(words), Vec::as_slice);
    let known = |word: &&str| *word != "declared";
    let each: Option<Vec<bool>> = words.iter().map(|word| is(word.as_str().filter(known)?)).collect();
    Some(each?.contains(&true))
}

fn is_kind(kind: &str, def: &CardDef, card: &BoardCard) -> Option<bool> {
    let as_spell = matches!(card.zone, Zone::Pendulum) || (card.zone == Zone::SpellTrap && card.equipped_to.is_some());
    let monster = match card.zone {
        Zone::Monster => true,
        _ => def.monster().is_some() && !as_spell,
    };
    let (spell, trap) = (matches!(def.kind, CardKind::Spell(_)), matches!(def.kind, CardKind::Trap(_)));
    Some(match kind {
        "card" => true,
        "monster" => monster,
        "spell" => spell || (as_spell && def.monster().is_some()),
        "trap" => trap,
        "spell or trap" => !monster || spell || trap,
        "equip card" => card.zone == Zone::SpellTrap && card.equipped_to.is_some(),
        _ => match (&def.kind, kind.rsplit_once(' ')?) {
            (CardKind::Spell(own), (word, "spell")) => own.word() == word,
            (CardKind::Trap(own), (word, "trap")) => own.word() == word,
            (_, (_, "spell" | "trap")) => false,
            _ => return None,
        },
    })
}

fn is_monster(word: &str, def: &CardDef) -> Option<bool> {
    let (kind, Some(monster)) = (MonsterIs::from_word(word)?, def.monster()) else { return Some(false) };
    Some(match kind {
        MonsterIs::Effect => !monster.is.contains(&MonsterIs::Normal),
        kind => monster.is.contains(&kind),
    })
}

fn is_in(place: &str, zone: Zone) -> Option<bool> {
    if place == "field" {
        return Some(zone.on_field());
    }
    Zone::from_word(place).map(|place| place == zone)
}

/// Whether a number lies within a range.
fn within(range: &Value, number: i32) -> Option<bool> {
    let end = |key: &str| match range.get("exactly").or(range.get(key)) {
        Some(bound) => bound.as_i64().map(Some),
        None => Some(None),
    };
    let number = i64::from(number);
    let (least, most) = (end("at least")?, end("at most")?);
    (range.is_object()).then(|| least.is_none_or(|least| number >= least) && most.is_none_or(|most| number <= most))
}

//! What forbids something: the cards that say so now, and in which words.

use std::borrow::Cow;

use segoc_format::ruling::OfferAction;
use segoc_protocol::{BoardCard, CardId, EffectRef, Event, Face, Happened, Player};
use serde_json::{Value, json};

use super::census::Asking;
use super::clause::{enumerate, merged};
use super::reasons::{Denied, body, names};
use super::teller::Teller;
use super::written::{found, is_target};
use crate::english::Reader;
use crate::transcript::{self, Link};

/// What a card says that cannot be done, or only so often, and as long as what.
type Ban<'v> = (&'v str, &'v Value, Option<&'v Value>);

/// Something that may be forbidden.
struct Wanted<'a> {
    /// The words that speak of it where a card says what cannot be done.
    words: &'a [&'a str],
    /// The card with which it would be done.
    card: CardId,
    /// The cards to which it would be done, as far as they are known.
    to: &'a [CardId],
    /// Who would do it, if only what binds them is asked for, and not what the card says itself.
    bound: Option<Player>,
    /// Who would do it.
    who: Option<Player>,
    /// What is used for it or done to, if that is known.
    with: Option<&'a [CardId]>,
    /// Whether it is an attack.
    attacks: bool,
    /// How many events had happened when it was wanted.
    at: usize,
}

/// What forbids any Summon is said so.
const ANY_SUMMON: &str = "\"do\":\"summon\"";

/// The verbs of effects, and the words that speak of them where a card says what cannot be done.
const VERBS: [(&str, &[&str]); 13] = [
    ("special summon", &["special summon", ANY_SUMMON]),
    ("destroy", &["\"destroyed\"", "destroyed by card effects"]),
    ("banish", &["banish"]),
    ("add to hand", &["add to hand", "added to hand"]),
    ("draw", &["\"draw\""]),
    ("return to hand", &["returned to hand"]),
    ("return to deck", &["returned to deck"]),
    ("send to gy", &["sent to gy", "send from deck to gy"]),
    ("take control", &["changed control"]),
    ("change position", &["change position", "changed position"]),
    ("tribute", &["tributed", "\"tribute\""]),
    ("equip", &["equipped"]),
    ("set", &["\"set\""]),
];

impl Teller<'_> {
    /// The cards that can forbid something now, if they are few, and in which words if those are few, too.
    pub(super) fn banning(&self, denied: &Denied<'_>) -> Option<(String, Option<String>)> {
        use OfferAction as A;
        let words: &[&str] = match denied.action {
            A::Activate => &["activat"],
            A::Attack | A::AttackDirectly | A::Replay => &["attack"],
            A::NormalSummon => &["normal summon", ANY_SUMMON],
            A::SpecialSummon | A::PendulumSummon => &["special summon", ANY_SUMMON],
            A::FlipSummon => &["flip summon", "change position", ANY_SUMMON],
            A::Set => &["set", "normal summon"],
            A::ChangePosition => &["position"],
            A::MoveOn | A::Apply => &[""],
        };
        let attacks = matches!(denied.action, A::Attack | A::AttackDirectly | A::Replay);
        let own = [denied.card];
        let with = Some(&own[..]).filter(|_| !attacks);
        let who = Some(denied.player);
        self.forbidden(&Wanted { words, card: denied.card, to: &[], bound: None, who, with, attacks, at: self.now })
    }

    /// Why what an effect does is forbidden now, in words: for the first of its verbs of which only one or two cards speak.
    pub(super) fn forbidding(&self, effect: EffectRef, player: Player, link: Option<&Link<'_>>) -> Option<String> {
        let written = match link {
            Some(link) => self.wording(link)?,
            None => Cow::Borrowed(self.told.cast.written(effect)?),
        };
        let to = link.map_or(&[][..], |link| link.targets);
        let own = [effect.card];
        // What a link does itself is no matter to what it may do.
        let resolves = |link: &Link<'_>| {
            let is = |event: &Event| event.what == Happened::Resolves { link: link.number };
            self.told.events[..self.now].iter().rposition(is)
        };
        let at = link.and_then(resolves).unwrap_or(self.now);
        let mut wanted = VERBS.iter().filter(|(verb, _)| !found(&written, &[verb]).is_empty());
        wanted.find_map(|(verb, words)| {
            let done_to = found(&written, &[verb]);
            let itself = done_to.iter().all(|(_, what)| *what == "this card");
            let targets = done_to.iter().all(|(_, what)| what.as_str().is_some_and(|name| is_target(&written, name)));
            let with = if itself { Some(&own[..]) } else { Some(to).filter(|to| targets && !to.is_empty()) };
            let (bound, who) = (Some(player), Some(player));
            self.forbidden(&Wanted { words, card: effect.card, to, bound, who, with, attacks: false, at })?.1
        })
    }

    /// Why cards cannot be chosen as targets now, in words.
    pub(super) fn forbidding_choice(&self, effect: EffectRef, player: Player) -> Option<String> {
        let (bound, who, words) = (Some(player), Some(player), &["\"targeted\""][..]);
        let wanted = Wanted { words, card: effect.card, to: &[], bound, who, with: None, attacks: false, at: self.now };
        self.forbidden(&wanted)?.1
    }

    /// Why a monster cannot attack now, in words.
    pub(super) fn banning_attack(&self, card: CardId) -> Option<String> {
        let (words, at) = (&["attack"][..], self.now);
        let who = self.zone_player(card);
        self.forbidden(&Wanted { words, card, to: &[], bound: None, who, with: None, attacks: true, at })?.1
    }

    fn forbidden(&self, wanted: &Wanted<'_>) -> Option<(String, Option<String>)> {
        let speaks = |card: &&BoardCard| {
            let on_field = card.zone.on_field() && card.face == Face::Up;
            let may_speak = card.card == wanted.card || on_field || self.was_activated(card.card);
            let asked = wanted.bound.is_none() || card.card != wanted.card;
            asked && (may_speak || self.works_from(card)) && !self.bans(card, wanted).is_empty()
        };
        let standing = self.standing_at(wanted.at);
        let mut speaking: Vec<&BoardCard> = standing.iter().filter(speaks).collect();
        // What another card says comes before what this one might say of itself.
        if speaking.len() > 1 {
            speaking.retain(|card| card.card != wanted.card);
        }
        if speaking.is_empty() || speaking.len() > 2 {
            return None;
        }
        let name =
            |by: &&BoardCard| if by.card == wanted.card { "its own text".to_owned() } else { self.name(by.card) };
        let said: Option<Vec<String>> = speaking.iter().map(|by| self.ban(wanted, by)).collect();
        Some((enumerate(&speaking.iter().map(name).collect::<Vec<_>>(), "or"), said.map(|said| said.join(". And "))))
    }

    /// What a card forbids, in words, unless it forbids too many things.
    fn ban(&self, wanted: &Wanted<'_>, by: &BoardCard) -> Option<String> {
        let own = by.card == wanted.card;
        let name = if own { "its own text".to_owned() } else { self.name(by.card) };
        let words = names(if own { "it".into() } else { name.clone() }, by.player, &[]);
        let named = |word: &str| match word {
            "declared" => self.declared_by(by.card),
            "declared number" => self.number_by(by.card),
            "target" => self.targets_of(by.card).or_else(|| words(word)),
            word => words(word).or_else(|| self.named_by(by.card, word)),
        };
        let bans = self.bans(by, wanted);
        let said = bans.iter().map(|(key, body, _)| Reader::new(&named).modifier(&json!({ (*key): body })));
        let mut said = merged(said.collect::<Option<Vec<String>>>()?);
        said.dedup();
        // As long as what it applies: what it says of several bans is one thing.
        let mut holding: Vec<String> =
            bans.iter().filter_map(|(.., holds)| Reader::new(&named).condition((*holds)?)).collect();
        holding.dedup();
        let holding = match &holding[..] {
            [only] if bans.iter().all(|(.., holds)| holds.is_some()) && only.split_whitespace().count() <= 25 => {
                format!(", as long as {only}")
            }
            _ => String::new(),
        };
        if said.len() > 2 {
            return None;
        }
        let ban = enumerate(&said, "and") + &holding;
        let swears = self.told.cast.def(by.card)?.effects.iter().any(|effect| effect.oath.is_some());
        Some(match ban.starts_with(&name) || ban.starts_with("it ") {
            true if !own && !ban.starts_with("it ") => format!("by its own effect, {ban}"),
            true if own && self.is_sworn(by.card, &bans) => format!("in the turn in which its effect is used, {ban}"),
            true => ban,
            false if swears && own => format!("in the turn in which it is used, {ban}"),
            false if swears => format!("in the turn in which {name} is used, {ban}"),
            false => format!("by {name}, {ban}"),
        })
    }

    /// Whether a card forbids all this only in the turn in which it is used.
    fn is_sworn(&self, card: CardId, bans: &[Ban<'_>]) -> bool {
        let oaths = || self.written_of(card).filter_map(|effect| body(effect)?.get("oath"));
        let swears = |ban: &Value| {
            oaths().any(|oath| found(oath, &["cannot", "at most"]).iter().any(|(_, sworn)| *sworn == ban))
        };
        bans.iter().all(|(_, ban, _)| swears(ban))
    }

    /// The cards to which the file of a card gives a name, as it was used last.
    fn named_by(&self, card: CardId, name: &str) -> Option<String> {
        let links = (0..self.now).rev().filter_map(|event| transcript::link(event, &self.told.events[event]));
        let mut links = links.filter(|link| link.effect.card == card);
        links.find_map(|link| self.given(&link, self.told.cast.written(link.effect)?, name))
    }

    /// Who controls a card now.
    fn zone_player(&self, card: CardId) -> Option<Player> {
        self.standing().iter().find(|lying| lying.card == card).map(|lying| lying.player)
    }

    /// The targets with which a card was activated last.
    fn targets_of(&self, card: CardId) -> Option<String> {
        let links = (0..self.now).rev().filter_map(|event| transcript::link(event, &self.told.events[event]));
        let last = links.into_iter().find(|link| link.effect.card == card)?;
        (!last.targets.is_empty()).then(|| self.list(last.targets))
    }

    /// Whether a card off the field says something that holds there.
    fn works_from(&self, card: &BoardCard) -> bool {
        let mut from =
            self.written_of(card.card).filter_map(|effect| effect.get("continuous")?.get("from")?.as_array()).flatten();
        from.any(|zone| zone == card.zone.word())
    }

    /// Whatever a card says that cannot be done, or only so often, and may be about what is wanted, each with what it holds as long as.
    fn bans(&self, by: &BoardCard, wanted: &Wanted<'_>) -> Vec<Ban<'_>> {
        // What an effect would apply binds nobody before it was activated.
        let has_begun = by.card == wanted.card || self.was_activated(by.card);
        let effects = self.written_of(by.card).filter(|effect| has_begun || effect.get("continuous").is_some());
        let bans = effects.flat_map(|effect| {
            let holds = effect.get("continuous").and_then(|continuous| continuous.get("while"));
            found(effect, &["cannot", "at most"]).into_iter().map(move |(key, ban)| (key, ban, holds))
        });
        // What a card says of itself is no matter to another, unless that would attack it.
        let is_meant = by.card == wanted.card || wanted.to.contains(&by.card);
        let of_itself =
            |ban: &Value| !wanted.attacks && !is_meant && ban.get("what").is_some_and(|what| what == "this card");
        let binds_another = |ban: &Value| match (wanted.who, ban.get("who").and_then(Value::as_str)) {
            (Some(player), Some("you")) => by.player != player,
            (Some(player), Some("opponent")) => by.player == player,
            _ => false,
        };
        let speaks_of_it = |ban: &Value| wanted.words.iter().any(|word| ban.to_string().contains(word));
        // What a ban excepts, and what is none of the cards it speaks of, it does not forbid.
        let lying =
            wanted.with.map(|with| self.standing_at(wanted.at).into_iter().filter(|card| with.contains(&card.card)));
        let lying: Vec<BoardCard> = lying.into_iter().flatten().collect();
        let asking = Asking::of(by.card, by.player);
        let all_are = |group: &Value, is: bool| {
            let group = group.as_object().filter(|_| !lying.is_empty());
            group.is_some_and(|group| lying.iter().all(|card| self.is_of(group, card, asking) == Some(is)))
        };
        let spares = |ban: &Value| {
            ban.get("except").is_some_and(|except| all_are(except, true))
                || ban.get("what").is_some_and(|what| all_are(what, false))
        };
        let is_about = |ban: &Value| !of_itself(ban) && !binds_another(ban) && speaks_of_it(ban) && !spares(ban);
        bans.filter(|(_, ban, _)| is_about(ban)).collect()
    }
}

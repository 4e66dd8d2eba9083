//! Facts as clauses: what happens, what happened, and what is paid.

use segoc_engine::def::Class;
use segoc_protocol::{
    Action, Answer, Ask, BattlePosition, CardEvent, CardId, Cause, EffectRef, Event, Face, Happened, Player,
    PlayerEvent, Rule, Spot, Turned, Zone,
};

use serde_json::Value;

use super::fact::Fact;
use super::places::{place, position_named, zone_named};
use super::teller::Teller;
use super::written::found;
use crate::cast::capital;

/// When a clause stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tense {
    Present,
    Past,
}

impl Tense {
    /// The form of a verb.
    fn of<'w>(self, present: &'w str, past: &'w str) -> &'w str {
        if self == Self::Past { past } else { present }
    }
}

impl Teller<'_> {
    /// A card, as the ruling calls it.
    pub(super) fn name(&self, card: CardId) -> String {
        self.told.cast.full_name(card)
    }

    /// Cards in a sentence; tokens of one name are counted.
    pub(super) fn list(&self, cards: &[CardId]) -> String {
        list(cards.iter().map(|&card| self.name(card)))
    }

    /// A player's own cards in a sentence that begins with that player.
    pub(super) fn own(&self, player: Player, cards: &[CardId]) -> String {
        let whose = format!("{player}'s ");
        let own = |card: CardId| {
            let name = self.name(card);
            match (name.strip_prefix(&whose), self.told.cast.def(card)) {
                (Some(own), Some(def)) if own == def.name => own.to_owned(),
                (Some(own), _) => format!("their {own}"),
                (None, _) => name,
            }
        };
        list(cards.iter().map(|&card| own(card)))
    }

    /// The subject of a clause, whether it is several cards, and its form of "to be"; a card it is `about` is called "it".
    fn subject(&self, fact: &Fact<'_>, tense: Tense, about: Option<CardId>) -> (String, bool, &'static str) {
        let is_it = about.is_some_and(|card| fact.cards.contains(&card));
        let plural = !is_it && fact.cards.len() > 1;
        let be = if plural { tense.of("are", "were") } else { tense.of("is", "was") };
        // What happened to many cards was told of each of them when it happened.
        const MANY: usize = 6;
        let name = match fact.cards.len() {
            _ if is_it => "it".into(),
            count if count > MANY && tense == Tense::Past => format!("{count} cards"),
            _ => self.list(&fact.cards),
        };
        (name, plural, be)
    }

    /// A fact as a clause without a stop. A card it is `about` is called "it".
    pub(super) fn clause(&self, fact: &Fact<'_>, tense: Tense, about: Option<CardId>) -> String {
        let by = if tense == Tense::Past { self.origin(fact) } else { String::new() };
        match &fact.event.what {
            Happened::Cards { .. } => match fact.way() {
                Some(way) => format!("{}{by}", self.moved(fact, way, tense, about)),
                None => self.of_cards(fact, tense, about),
            },
            Happened::Player { .. } => self.of_player(fact, tense, &by),
            Happened::Attempted { summon, player, cards } => {
                let attempts = tense.of("attempts", "attempted");
                format!("{player} {attempts} to {} Summon {}", capital(summon.word()), self.list(cards))
            }
            Happened::Activated { link, .. } => {
                format!("{} {} activated as CL{link}", self.list(&fact.cards), tense.of("is", "was"))
            }
            Happened::Resolves { link } => {
                format!("CL{link} ({}) {}", self.list(&fact.cards), tense.of("resolves", "resolved"))
            }
            Happened::Moment { moment } => format!("its time came {}", super::places::moment(*moment)),
            _ => String::new(),
        }
    }

    fn of_player(&self, fact: &Fact<'_>, tense: Tense, by: &str) -> String {
        let Happened::Player { is, player, count, .. } = fact.event.what else { return String::new() };
        match is {
            PlayerEvent::Draws => {
                let cards = if count == 1 { "a card".to_owned() } else { format!("{count} cards") };
                match tense {
                    Tense::Past => format!("{player} drew {cards}{by}"),
                    Tense::Present if fact.cards.is_empty() => format!("{player} draws {cards}"),
                    Tense::Present => format!("{player} draws {cards} ({})", self.own(player, &fact.cards)),
                }
            }
            PlayerEvent::TakesDamage => {
                let battle = fact.in_battle();
                let damage = if battle { "battle damage" } else { "damage" };
                match tense {
                    Tense::Past => format!("{player} took {count} {damage}{}", if battle { "" } else { by }),
                    Tense::Present => format!("{player} takes {count} {damage}"),
                }
            }
            PlayerEvent::GainsLp => format!("{player} {} {count} LP{by}", tense.of("gains", "gained")),
            PlayerEvent::PaysLp => format!("{player} {} {count} LP", tense.of("pays", "paid")),
            PlayerEvent::LpBecome => format!("the LP of {player} {} {count}{by}", tense.of("become", "became")),
        }
    }

    fn of_cards(&self, fact: &Fact<'_>, tense: Tense, about: Option<CardId>) -> String {
        use CardEvent as C;
        let Happened::Cards { count, with, to, position, .. } = fact.event.what else { return String::new() };
        let (name, plural, be) = self.subject(fact, tense, about);
        let cards = || self.list(&fact.cards);
        let many = count.is_some_and(|count| count > 1);
        let are = if many { tense.of("are", "were") } else { tense.of("is", "was") };
        match fact.word() {
            Some(word @ (C::NormalSummoned | C::TributeSummoned | C::FlipSummoned | C::SpecialSummoned)) => {
                let position = match position.filter(|_| word == C::SpecialSummoned) {
                    Some(Turned::Defense | Turned::FaceUpDefense) => " in Defense Position",
                    Some(Turned::FaceDown) => " in face-down Defense Position",
                    Some(Turned::Attack) if tense == Tense::Present => " in Attack Position",
                    Some(Turned::Attack | Turned::Other) | None => "",
                };
                let by = if tense == Tense::Past { self.of_summon(fact) } else { String::new() };
                let zone = self.zone.filter(|(card, _)| tense == Tense::Present && fact.cards == [*card]);
                let zone = zone.map(|(_, seat)| format!(" to {}", zone_named(seat))).unwrap_or_default();
                let side = self.side_of_the_other(fact).map(|side| format!(" to {side}'s field")).unwrap_or_default();
                format!("{name} {be} {}ed{side}{zone}{position}{by}", self.kind_of_summon(fact, word))
            }
            Some(C::Set) => format!("{name} {be} Set"),
            Some(C::AttackTargeted) => format!("{name} {be} chosen as the attack target"),
            Some(C::ChangedPosition) => {
                let changes = tense.of(if plural { "change" } else { "changes" }, "changed");
                match position.and_then(position_named) {
                    Some(position) => format!("{name} {changes} to {position}"),
                    None => format!("{name} {changes} battle position"),
                }
            }
            Some(C::ChangedZone) => {
                format!("{name} {} to another Monster Zone", tense.of(if plural { "move" } else { "moves" }, "moved"))
            }
            Some(C::ActivatedByEffect) => format!("{name} {be} activated"),
            Some(C::ChangedControl) => {
                let to = to.map(|to| format!(" to {}", to.player)).unwrap_or_default();
                format!("control of {} {}{to}", cards(), tense.of("goes", "went"))
            }
            Some(C::BecameMaterial) => {
                let monster = with.map(|monster| format!(" for {}", self.name(monster))).unwrap_or_default();
                format!("{name} {be} used as material{monster}")
            }
            Some(C::Attached) => {
                let monster = with.map(|monster| format!(" to {}", self.name(monster))).unwrap_or_default();
                format!("{name} {be} attached{monster} as material")
            }
            Some(C::Equipped) => {
                let monster = with.map(|monster| format!(" to {}", self.name(monster))).unwrap_or_default();
                format!("{name} {be} equipped{monster}")
            }
            Some(C::CounterPlaced) => format!("{} {are} placed on {}", counters(count), cards()),
            Some(C::CounterRemoved) => format!("{} {are} removed from {}", counters(count), cards()),
            Some(word @ (C::ActivationNegated | C::EffectNegated | C::SummonNegated | C::AttackNegated)) => {
                let what = word.word().trim_end_matches(" negated").replace("summon", "Summon");
                format!("the {what} of {} {} negated", cards(), tense.of("is", "was"))
            }
            Some(C::AttackDeclared) => {
                format!("{name} {} an attack", tense.of(if plural { "declare" } else { "declares" }, "declared"))
            }
            Some(C::AttackRedirected) => {
                let target = with.map_or("otherwise".into(), |target| format!("{} instead", self.name(target)));
                format!("{name} {} {target}, without a new declaration", tense.of("attacks", "attacked"))
            }
            Some(C::Battled) => match &fact.cards[..] {
                [attacker, target] if tense == Tense::Past => {
                    format!("{} and {} battled", self.name(*attacker), self.name(*target))
                }
                [attacker, target] => {
                    let with_value = |monster: &CardId| self.with_value(*monster, fact.number);
                    format!("{} and {} battle", with_value(attacker), with_value(target))
                }
                [attacker] if tense == Tense::Present => {
                    format!("{} attacks directly", self.with_value(*attacker, fact.number))
                }
                _ => format!("{} attacked directly", cards()),
            },
            Some(C::Affected) => {
                let before = self.values_before(fact);
                let value = |(i, name): (usize, &&str)| {
                    let before = before[i].filter(|before| Some(*before) != fact.values[i]);
                    let before = before.map(|before| format!(" ({before} before)")).unwrap_or_default();
                    Some(format!("{name} {}{before}", fact.values[i]?))
                };
                let values: Vec<String> = ["ATK", "DEF"].iter().enumerate().filter_map(value).collect();
                match &fact.cards[..] {
                    [] if tense == Tense::Past => "an effect began to apply".into(),
                    // What there are no words for is not said.
                    [] => self.applied(fact).unwrap_or_default(),
                    [_, ..] if values.is_empty() && tense == Tense::Present && self.changed(fact).is_some() => {
                        self.changed(fact).unwrap_or_default()
                    }
                    [_, ..] if !values.is_empty() => {
                        let has = if plural { "now have" } else { "now has" };
                        format!("{name} {} {}", tense.of(has, "came to have"), enumerate(&values, "and"))
                    }
                    _ => format!("its effect {} {}", tense.of("changes", "changed"), cards()),
                }
            }
            // What has not moved was laid elsewhere in its Deck.
            Some(C::ReturnedToDeck) => format!("{name} {be} put on the top or the bottom of the Deck"),
            // The engine does not say from where, or nothing is to be said but the word.
            Some(word) => {
                format!("{name} {be} {}", word.word().replace(" gy", " the GY").replace(" to hand", " to the hand"))
            }
            None => format!("{name} {be} moved"),
        }
    }

    /// A card that went from one place to another.
    fn moved(&self, fact: &Fact<'_>, (from, to): (Spot, Spot), tense: Tense, about: Option<CardId>) -> String {
        let (name, plural, be) = self.subject(fact, tense, about);
        let is_it = name == "it";
        let (player, place) = (from.player, place(to));
        let own = || self.own(player, &fact.cards);
        match fact.word() {
            Some(CardEvent::Discarded) if !is_it => format!("{player} {} {}", tense.of("discards", "discarded"), own()),
            Some(CardEvent::SentToGy) | None if from.zone == Zone::Hand && !is_it => {
                format!("{player} {} {} from the hand to {place}", tense.of("sends", "sent"), own())
            }
            Some(CardEvent::SentToGy) if matches!(from.zone, Zone::Deck | Zone::ExtraDeck) => {
                format!("{name} {be} sent from {} to {place}", self::place(from))
            }
            Some(CardEvent::Discarded) => format!("{name} {be} discarded"),
            Some(CardEvent::Destroyed) if matches!(to.zone, Zone::Gy | Zone::Gone) => format!("{name} {be} destroyed"),
            Some(CardEvent::Destroyed) if to.zone == Zone::Banished => {
                format!("{name} {be} destroyed and banished{}", self.diverted(fact, tense))
            }
            Some(CardEvent::Destroyed) => {
                let goes = if plural { "go" } else { "goes" };
                format!("{name} {be} destroyed and {} to {place}", tense.of(goes, "went"))
            }
            Some(CardEvent::Tributed) => format!("{name} {be} Tributed"),
            Some(CardEvent::UsedAsMaterial) if tense == Tense::Past => format!("{name} {be} used as material"),
            Some(CardEvent::UsedAsMaterial) if to.zone == Zone::Limbo => format!("{name} {be} stacked as material"),
            Some(CardEvent::UsedAsMaterial) if to.zone == Zone::Banished => format!("{name} {be} banished as material"),
            Some(CardEvent::UsedAsMaterial) => format!("{name} {be} sent to {place} as material"),
            Some(CardEvent::Detached) if to.zone == Zone::Gy => format!("{name} {be} detached"),
            Some(CardEvent::Detached) if to.zone == Zone::Banished => format!("{name} {be} detached and banished"),
            Some(CardEvent::Detached) => {
                let goes = if plural { "go" } else { "goes" };
                format!("{name} {be} detached and {} to {place}", tense.of(goes, "went"))
            }
            Some(CardEvent::ReturnedToHand | CardEvent::ReturnedToDeck | CardEvent::SentToGy) | None
                if to.zone == Zone::Gone =>
            {
                format!("{name} {} the field", tense.of("leaves", "left"))
            }
            Some(CardEvent::AddedToHand) => format!("{name} {be} added to {place}"),
            Some(CardEvent::ReturnedToGy) => format!("{name} {be} returned to {place}"),
            // On whose side it lay is said where that is not the owner's.
            Some(CardEvent::ReturnedToHand | CardEvent::ReturnedToDeck)
                if from.zone.on_field() && from.player != to.player =>
            {
                format!("{name} {be} returned from {player}'s field to {place}")
            }
            Some(CardEvent::ReturnedToHand | CardEvent::ReturnedToDeck) => format!("{name} {be} returned to {place}"),
            Some(CardEvent::ReturnedToField) => {
                format!("{name} {} to the field of {}", tense.of("returns", "returned"), to.player)
            }
            Some(CardEvent::Banished) => {
                let face_down = if self.lie_face_down(fact) { " face-down" } else { "" };
                format!("{name} {be} banished{face_down}{}", self.instead_of_going(fact, tense))
            }
            Some(CardEvent::AddedToExtraDeck) => format!("{name} {be} put face-up into {place}"),
            Some(CardEvent::Placed) => {
                let zone =
                    if to.zone == Zone::SpellTrap { format!("{}'s Spell & Trap Zone", to.player) } else { place };
                format!("{name} {be} placed face-up in {zone}")
            }
            Some(CardEvent::ActivatedByEffect) => format!("{name} {be} activated from {player}'s {}", from.zone),
            _ => format!("{name} {be} sent to {place}"),
        }
    }

    /// That a card is banished which a link would put elsewhere, as the end of a clause.
    fn instead_of_going(&self, fact: &Fact<'_>, tense: Tense) -> String {
        let link = fact.by_link().and_then(|link| self.link_before(fact.number, link));
        let written = link.and_then(|link| self.told.cast.written(link.effect));
        let says = |verb: &str| written.is_some_and(|written| !found(written, &[verb]).is_empty());
        let meant = [("return to deck", "returned to deck"), ("send to gy", "sent to gy")];
        let meant = meant.into_iter().find(|(verb, _)| says(verb) && !says("banish"));
        meant.map(|(_, word)| self.diverted_from(word, fact, tense)).unwrap_or_default()
    }

    /// The Summon that a word means: "Normal Summon", and of Special Summons that of a kind.
    fn kind_of_summon(&self, fact: &Fact<'_>, word: CardEvent) -> String {
        let kind = match (fact.event.by, &fact.cards[..]) {
            _ if word != CardEvent::SpecialSummoned => None,
            (Some(Cause::Link(number)), _) => {
                self.link_before(fact.number, number).and_then(|link| self.summons_by(link.effect))
            }
            (Some(Cause::Player(_)) | None, _) if self.is_pendulum_summon(fact.number) => Some("pendulum"),
            (Some(Cause::Player(_)) | None, [card]) => self.procedure(*card),
            _ => None,
        };
        let kind = kind.unwrap_or_else(|| word.word().trim_end_matches(" summoned"));
        format!("{} Summon", capital(kind))
    }

    /// Whether what a player did last, before an event, was a Pendulum Summon.
    fn is_pendulum_summon(&self, event: usize) -> bool {
        let before = self.told.questions.iter().rev().filter(|question| question.events <= event);
        let mut acts = before.filter_map(|question| match (&question.prompt.ask, &question.answer) {
            (Ask::Act { options }, Some(Answer::Option(index))) => options.get(*index),
            _ => None,
        });
        matches!(acts.next(), Some(Action::PendulumSummon { .. }))
    }

    /// The kind of Special Summon by which a monster is Summoned without an effect.
    pub(super) fn procedure(&self, card: CardId) -> Option<&'static str> {
        let effects = &self.told.cast.def(card)?.effects;
        match effects
            .iter()
            .filter(|effect| effect.class == Class::Procedure)
            .map(|effect| effect.by)
            .collect::<Vec<_>>()[..]
        {
            [Some(first), ref others @ ..] if others.iter().all(|other| *other == Some(first)) => Some(first.word()),
            _ => None,
        }
    }

    /// The kind of Special Summon that is the only kind an effect does.
    fn summons_by(&self, effect: EffectRef) -> Option<&str> {
        let summons = found(self.told.cast.written(effect)?, &["special summon"]);
        let way = summons.first()?.1.get("by")?;
        summons.iter().all(|(_, summon)| summon.get("by") == Some(way)).then(|| way.as_str())?
    }

    /// The other player than the one who Summons a monster, if it goes to their field.
    fn side_of_the_other(&self, fact: &Fact<'_>) -> Option<Player> {
        let Happened::Cards { to: Some(to), .. } = fact.event.what else { return None };
        let summoner = match fact.event.by? {
            Cause::Player(player) => player,
            Cause::Link(link) => self.link_before(fact.number, link)?.player,
            Cause::Effect(effect) if fact.event.rule == Some(Rule::LaterNoChain) => {
                self.activation_of(effect, fact.number)?.player
            }
            _ => return None,
        };
        (to.player != summoner).then_some(to.player)
    }

    /// Whether the cards of a fact lie face-down in the next board that is told.
    fn lie_face_down(&self, fact: &Fact<'_>) -> bool {
        let later = self.told.questions.iter().filter(|question| question.events > fact.number);
        let next = later.into_iter().find_map(|question| question.prompt.board.as_ref());
        let lies = |id: &CardId| next.and_then(|board| board.card(*id)).is_some_and(|card| card.face == Face::Down);
        fact.cards.iter().all(lies)
    }

    /// A monster that battles, with the value that counts, as it is before an event.
    fn with_value(&self, monster: CardId, event: usize) -> String {
        let name = self.name(monster);
        let before = self.told.questions.iter().rev().filter(|question| question.events <= event);
        let asked = before.into_iter().find(|question| question.prompt.board.is_some());
        let Some(asked) = asked else { return name };
        let changed = |value: fn(&Happened) -> Option<i32>| {
            let since = self.told.events[asked.events..event].iter().rev();
            since.map(|event| &event.what).find_map(|what| match what {
                Happened::Cards { cards, .. } if cards.contains(&monster) => value(what),
                _ => None,
            })
        };
        let atk = changed(|what| if let Happened::Cards { atk, .. } = what { *atk } else { None });
        let def = changed(|what| if let Happened::Cards { def, .. } = what { *def } else { None });
        match asked.prompt.board.as_ref().and_then(|board| board.card(monster)) {
            Some(card) if card.zone != Zone::Monster => name,
            Some(card) if card.position == BattlePosition::Defense => {
                format!("{name} (DEF {})", def.unwrap_or(card.def))
            }
            Some(card) => format!("{name} (ATK {})", atk.unwrap_or(card.atk)),
            None => name,
        }
    }

    /// The ATK and DEF of the card of a fact before it; nothing where something else may have changed them too.
    fn values_before(&self, fact: &Fact<'_>) -> [Option<i32>; 2] {
        let asked = self.told.questions.iter().rev().find(|question| question.events <= fact.number);
        let (Some(asked), [card]) = (asked, &fact.cards[..]) else { return [None; 2] };
        let since = &self.told.events[asked.events..fact.number];
        // Where something continuously changes ATK or DEF, whatever moves may have changed them.
        let speaks =
            |written: &Value| written.get("continuous").is_some_and(|says| !found(says, &["atk", "def"]).is_empty());
        let steady = || {
            let board = asked.prompt.board.as_ref();
            board.is_some_and(|board| !board.cards.iter().any(|card| self.written_of(card.card).any(speaks)))
        };
        let changes = |event: &Event| match &event.what {
            Happened::Cards { are, cards, from, to, .. } => {
                let moves = from.is_some() || to.is_some();
                are.contains(&CardEvent::Affected) || (moves && (cards.contains(card) || !steady()))
            }
            _ => false,
        };
        match asked.prompt.board.as_ref().and_then(|board| board.card(*card)) {
            Some(card) if card.zone == Zone::Monster && !since.iter().any(changes) => [Some(card.atk), Some(card.def)],
            _ => [None; 2],
        }
    }

    /// What was paid, as in "discarding Kuriboh".
    pub(super) fn gerund(&self, fact: &Fact<'_>) -> String {
        use CardEvent as C;
        let cards = self.list(&fact.cards);
        if fact.made_room() {
            let clause = self.clause(fact, Tense::Present, fact.cards.first().copied());
            return format!("replacing {cards}, which {}", clause.replacen("it ", "", 1));
        }
        let place = || fact.way().map(|(_, to)| place(to)).unwrap_or_default();
        match (&fact.event.what, fact.word()) {
            (_, Some(C::Discarded)) => format!("discarding {cards}"),
            (_, Some(C::Tributed)) => format!("Tributing {cards}"),
            (_, Some(C::Detached)) => format!("detaching {cards}"),
            (_, Some(C::UsedAsMaterial)) if fact.way().is_some_and(|(_, to)| to.zone == Zone::Limbo) => {
                format!("stacking {cards}")
            }
            (_, Some(C::Banished)) => format!("banishing {cards}"),
            (_, Some(C::SentToGy | C::UsedAsMaterial)) => format!("sending {cards} to {}", place()),
            (_, Some(C::ReturnedToHand | C::ReturnedToDeck)) => format!("returning {cards} to {}", place()),
            (Happened::Cards { count, .. }, Some(C::CounterRemoved)) => {
                format!("removing {} from {cards}", counters(*count))
            }
            (_, Some(C::Revealed)) => format!("revealing {cards}"),
            (Happened::Player { is: PlayerEvent::PaysLp, count, .. }, _) => format!("paying {count} LP"),
            _ => self.clause(fact, Tense::Present, None),
        }
    }

    /// What happened, as a thing that can be answered: "the Normal Summon of Kuriboh".
    pub(super) fn noun(&self, fact: &Fact<'_>) -> String {
        use CardEvent as C;
        let cards = self.list(&fact.cards);
        match (&fact.event.what, fact.word()) {
            (_, Some(word @ (C::NormalSummoned | C::TributeSummoned | C::FlipSummoned | C::SpecialSummoned))) => {
                format!("the {} of {cards}", self.kind_of_summon(fact, word))
            }
            (_, Some(C::AttackDeclared)) => format!("the attack of {cards}"),
            (Happened::Cards { position: Some(position), .. }, Some(C::ChangedPosition)) => {
                format!("the change of {cards} to {}", position_named(*position).unwrap_or("another position"))
            }
            (_, Some(C::Targeted)) => format!("the choice of {cards} as a target"),
            (_, Some(C::AttackTargeted)) => format!("the choice of {cards} as the attack target"),
            (_, Some(C::Destroyed)) => format!("the destruction of {cards}"),
            (Happened::Attempted { summon, .. }, _) => {
                let kind = match self.is_pendulum_summon(fact.number) {
                    true => "pendulum",
                    false => fact.cards.first().and_then(|card| self.procedure(*card)).unwrap_or(summon.word()),
                };
                format!("the attempted {} Summon of {cards}", capital(kind))
            }
            (Happened::Player { is: PlayerEvent::TakesDamage, player, .. }, _) => {
                format!("the {}damage to {player}", if fact.in_battle() { "battle " } else { "" })
            }
            (Happened::Player { is: PlayerEvent::Draws, player, .. }, _) => format!("the draw of {player}"),
            _ => format!("that {}", self.clause(fact, Tense::Past, None)),
        }
    }

    /// By what something happened, as the end of a clause.
    fn origin(&self, fact: &Fact<'_>) -> String {
        let Some(card) = fact.source else { return String::new() };
        let name = self.name(card);
        match fact.event.by {
            _ if fact.made_room() => format!(" to make room for {name}"),
            Some(Cause::Cost(_)) if fact.cards.contains(&card) => " as its own cost".into(),
            Some(Cause::Cost(_)) => format!(" as the cost of {name}"),
            Some(Cause::Link(number)) => format!(" by {name} (CL{number})"),
            Some(Cause::Effect(_)) if fact.cards == [card] => " by its own effect".into(),
            Some(Cause::Effect(_)) => format!(" by {name}"),
            Some(Cause::Battle(_)) => " in battle".into(),
            Some(Cause::Player(_) | Cause::Game) | None => String::new(),
        }
    }

    fn of_summon(&self, fact: &Fact<'_>) -> String {
        match (fact.by_link(), fact.source) {
            (Some(number), Some(card)) if fact.cards.iter().all(|c| *c == card) => format!(" at CL{number}"),
            (Some(number), Some(card)) => format!(" by {} (CL{number})", self.name(card)),
            _ => String::new(),
        }
    }
}

/// Names in a sentence; what is named twice is counted.
pub(super) fn list(all: impl Iterator<Item = String>) -> String {
    let mut names: Vec<(String, usize)> = Vec::new();
    for name in all {
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => names.push((name, 1)),
        }
    }
    let counted = |(name, count): (String, usize)| if count > 1 { format!("{count} {name}s") } else { name };
    enumerate(&names.into_iter().map(counted).collect::<Vec<_>>(), "and")
}

/// Clauses with the same beginning in one: "until the end of the turn, Joey cannot activate Spells or Traps".
pub(super) fn merged(clauses: Vec<String>) -> Vec<String> {
    const LEFT: &str = " left to be done in this phase, ";
    let lead = |clause: &str| {
        if clause.starts_with("until ") {
            return clause.find(", ").map(|end| end + 2);
        }
        clause.find(LEFT).filter(|_| clause.starts_with("as ")).map(|end| end + LEFT.len())
    };
    let mut out: Vec<(String, Vec<String>)> = Vec::new();
    for clause in clauses {
        let (time, rest) = clause.split_at(lead(&clause).unwrap_or(0));
        match out.last_mut() {
            Some((same, rests)) if same == time => rests.push(rest.to_owned()),
            _ => out.push((time.to_owned(), vec![rest.to_owned()])),
        }
    }
    let together = |(time, rests): (String, Vec<String>)| match (time.is_empty(), alike(rests)) {
        (true, rests) => rests,
        (false, rests) => vec![format!("{time}{}", enumerate(&rests, "and"))],
    };
    out.into_iter().flat_map(together).collect()
}

/// What is forbidden to the same, in one clause.
fn alike(clauses: Vec<String>) -> Vec<String> {
    let mut out: Vec<(String, Vec<String>)> = Vec::new();
    for clause in clauses {
        if let Some((shared, ends)) = out.last_mut() {
            let whole = format!("{shared}{}", ends[ends.len() - 1]);
            if whole == clause {
                continue;
            }
            let begin = same_words(&whole, &clause);
            let forbids = ["cannot ", "neither player can "].iter().any(|forbids| begin.contains(forbids));
            if ends.len() == 1 && forbids {
                *shared = begin.to_owned();
                *ends = vec![whole[begin.len()..].to_owned(), clause[begin.len()..].to_owned()];
                continue;
            }
            if ends.len() > 1 && begin.len() >= shared.len() {
                ends.push(clause[shared.len()..].to_owned());
                continue;
            }
        }
        out.push((String::new(), vec![clause]));
    }
    out.into_iter().map(|(shared, ends)| format!("{shared}{}", enumerate(&ends, "or"))).collect()
}

/// The whole words with which two texts begin.
fn same_words<'a>(one: &'a str, other: &str) -> &'a str {
    let same = one.split_inclusive(' ').zip(other.split_inclusive(' ')).take_while(|(one, other)| one == other);
    &one[..same.map(|(word, _)| word.len()).sum()]
}

/// A text with a full stop, unless a name ends it with a mark of its own.
pub(super) fn stopped(text: &str) -> String {
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}

/// "a, b and c"; nothing for nothing.
pub(super) fn enumerate(items: &[impl AsRef<str>], conjunction: &str) -> String {
    if items.is_empty() { String::new() } else { crate::cast::enumerate(items, conjunction) }
}

fn counters(count: Option<u8>) -> String {
    match count {
        Some(1) => "a counter".into(),
        Some(count) => format!("{count} counters"),
        None => "counters".into(),
    }
}

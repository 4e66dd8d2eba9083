//! Why something is not possible, said of the card and the board it is about: the forms of `reasons.md`, filled in.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::LazyLock;

use segoc_engine::def::{CardKind, Class, EffectDef, MonsterIs, Once, SpellKind, TrapKind};
use segoc_format::ruling::OfferAction;
use segoc_protocol::{
    Board, BoardCard, CardEvent, CardId, EffectRef, Event, Face, Happened, Moment, Phase, Player, Refusal, Rule, Zone,
};
use serde_json::{Value, json};

use super::census::Asking;
use super::clause::{Tense, enumerate, merged};
use super::fact::is_cause;
use super::places::{moment, the_phase};
use super::teller::Teller;
use super::written::found;
use crate::cast::capital;
use crate::english::denial::cannot;
use crate::english::{Reader, names_in, titled};
use crate::texts::filled_if;
use crate::transcript::Link;

/// The reasons for each rule, or rule and action.
pub(super) static REASONS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut reasons: HashMap<_, Vec<_>> = HashMap::new();
    let lines = include_str!("reasons.md").lines();
    for (rule, reason) in lines.filter_map(|line| line.strip_prefix("- ")?.split_once(": ")) {
        reasons.entry(rule).or_default().push(reason);
    }
    reasons
});

/// Something that is not possible.
pub(super) struct Denied<'a> {
    pub(super) action: OfferAction,
    pub(super) card: CardId,
    /// The effect that is meant, if it is known.
    pub(super) effect: Option<EffectRef>,
    pub(super) player: Player,
    pub(super) refusal: &'a Refusal,
}

/// How a reason begins that says nothing.
pub(super) const UNKNOWN: &str = "something that its text or the game asks for";

impl Teller<'_> {
    /// Why something is not possible; nothing if the rule alone says it.
    pub(super) fn reason(&self, denied: &Denied<'_>) -> Option<String> {
        let rule = denied.refusal.rule;
        let reason = self.form(denied, &[format!("{rule}, {}", denied.action), rule.to_string()])?;
        let rests_on = denied.refusal.rests_on.iter();
        let also: String = rests_on
            .filter(|rule| **rule != Rule::LegalityForbidden || !reason.contains("cannot"))
            .filter_map(|rule| self.form(denied, &[format!("also {rule}")]))
            .filter(|also| !Self::is_said_already(&reason, also))
            .map(|also| format!(". {}", capital(&also)))
            .collect();
        Some(reason + &also)
    }

    /// Whether what an effect does is the only thing that a rule speaks of: what was said of it is not said again.
    fn is_said_already(reason: &str, also: &str) -> bool {
        reason.to_lowercase().contains(&also.to_lowercase())
    }

    /// Why something is not on offer that no rule was named for: what the game asks for, or where the card is.
    pub(super) fn plain_reason(&self, denied: &Denied<'_>) -> Option<String> {
        use OfferAction as A;
        let is_summon = matches!(denied.action, A::NormalSummon | A::SpecialSummon | A::PendulumSummon);
        self.missing_for(denied).or_else(|| {
            let place = self.whereabouts(denied).filter(|place| is_summon && *place != "in the hand")?;
            Some(format!("it is {place}"))
        })
    }

    /// The first form of some keys that can be filled in.
    fn form(&self, denied: &Denied<'_>, keys: &[String]) -> Option<String> {
        let mut forms = keys.iter().filter_map(|key| REASONS.get(key.as_str())).flatten();
        forms.find_map(|form| filled_if(form, |place| self.filling(denied, place)))
    }

    /// What stands for a place of a form.
    fn filling(&self, denied: &Denied<'_>, place: &str) -> Option<String> {
        let chain = self.told.chain_before(self.now);
        let link = || chain.last();
        match place {
            "player" => Some(denied.player.to_string()),
            "turn" => Some(self.turn.to_string()),
            "other turn" => (denied.player != self.turn).then(|| self.turn.to_string()),
            "other phase" => (!matches!(self.phase, Phase::Main1 | Phase::Main2)).then(|| the_phase(self.phase)),
            "scales" => self.scales(denied),
            "tributes" => {
                self.tributes_for(denied.card).map(str::to_owned).filter(|_| !self.says(Some(denied.card), "tributes"))
            }
            "moment" => self.moment.map(|at| moment(at).to_owned()),
            "link" => link().map(|link| format!("{} (CL{})", self.name(link.effect.card), link.number)),
            "link speed" => self.speeds(denied, link()?).map(|(_, speed)| speed.to_string()),
            "speed" => self.speeds(denied, link()?).map(|(speed, _)| speed.to_string()),
            "last" => self.last_thing(),
            "too late" => self.too_late(denied),
            "left to its player" => {
                let written = self.told.cast.written(link()?.effect)?;
                (!found(written, &["you can"]).is_empty()).then(String::new)
            }
            "could fall on others" => {
                let written = self.told.cast.written(link()?.effect)?;
                let does = found(written, &["does"]);
                does.iter().any(|(_, does)| !found(does, &["choose"]).is_empty()).then(String::new)
            }
            "moved" => self.moved_this_turn(denied.card),
            "not admitted" => self.not_admitted(denied),
            "attack cost" => self.attack_cost(),
            "levels" => self.levels(denied),
            "so often" => self.attacks_this_turn(denied.card),
            "too few LP" => self.too_few_lp(denied),
            "cost lacking" => self.cost_lacking(denied.effect?, denied.player),
            "not yet there" => self.not_yet_there(denied.effect?),
            "attempted now" => self.attempted_now(),
            "option cost" => self.option_cost(denied),
            "link 1" => chain.first().map(|link| format!("{} (CL{})", self.name(link.effect.card), link.number)),
            "rival" => self.rival(denied.card, denied.player).map(|rival| self.name(rival)),
            "no such effect" => {
                denied.effect.filter(|effect| self.told.cast.written(*effect).is_none()).map(|_| String::new())
            }
            "gemini" => {
                let lies = self.zone_now(denied.card) == Some(Zone::Monster);
                (lies && self.is(denied.card, MonsterIs::Gemini)).then(String::new)
            }
            "face-up already" => {
                let card = self.board_now()?.card(denied.card)?;
                let activates = self.told.cast.class(denied.effect?) == Some(Class::Activation);
                (activates && card.zone.on_field() && card.face == Face::Up).then(String::new)
            }
            "summon ban" if denied.refusal.rule == Rule::TargetNone => self
                .forbidding_choice(denied.effect?, denied.player)
                .or_else(|| self.forbidding(denied.effect?, denied.player, None)),
            "summon ban" => self.forbidding(denied.effect?, denied.player, None),
            "certain ban" => {
                let forbidden = denied.refusal.rests_on.contains(&Rule::LegalityForbidden);
                forbidden.then(|| self.forbidding(denied.effect?, denied.player, None))?
            }
            "no Attack Position" => {
                let link = denied.refusal.rests_on.contains(&Rule::SummonLinkInAttackPosition);
                link.then(String::new)
            }
            "place" => self.place_it_needs(denied),
            "a kind" => self.kind(denied),
            "where" => self.whereabouts(denied),
            "by" => Some(self.banning(denied)?.0),
            "ban" => self.banning(denied)?.1,
            "oath" => self.oath(denied),
            "nobody" => self.silencing("unanswered"),
            "not the opponent" => self.silencing("unanswered by opponent"),
            "room" => self.no_room(denied),
            "limit" => limit(self.told.cast.effect(denied.effect?)?, &self.told.cast.def(denied.card)?.name),
            "happened" => {
                let waits =
                    self.opportunity(denied.effect?, denied.player).is_some_and(|said| said.contains("only when "));
                self.last_thing().filter(|_| waits && self.is_an_answer(denied))
            }
            "condition" => self.missing_for(denied).or_else(|| self.opportunity(denied.effect?, denied.player)),
            "from" => self.said_of_effect(denied, "from").or_else(|| self.works_on_the_field(denied)),
            "materials" => self.said_of_effect(denied, place).or_else(|| self.materials(denied)),
            "barred" => self.barred_from_materials(denied),
            "nameless" => self.without_its_name(denied),
            "lacking" => self.lacking(denied.effect?, denied.player, None),
            "cannot" => cannot(&self.said_of_effect(denied, "does")?),
            "does" => self.said_of_effect(denied, place).map(without_materials),
            "cost" | "targets" => self.said_of_effect(denied, place),
            _ => None,
        }
    }

    /// The board at the last question up to now.
    pub(super) fn board_now(&self) -> Option<&Board> {
        let asked = self.told.questions.iter().rev().filter(|question| question.events <= self.now);
        asked.into_iter().find_map(|question| question.prompt.board.as_ref())
    }

    /// Where a card is, as in "it is …"; nothing if that says nothing.
    fn whereabouts(&self, denied: &Denied<'_>) -> Option<String> {
        let asked = self.told.questions.iter().rev().find(|question| question.events <= self.now);
        let since = &self.told.events[asked.map_or(0, |asked| asked.events)..self.now];
        let last = since.iter().rev().find_map(|event| match &event.what {
            Happened::Cards { are, cards, to, .. } if cards.contains(&denied.card) => Some((are, (*to)?.zone)),
            _ => None,
        });
        let Some(on_board) = self.board_now()?.card(denied.card) else {
            return (self.moment == Some(Moment::SummonAttempt)).then(|| "not on the field yet".into());
        };
        let (zone, face_down, equipped) = match last {
            Some((are, zone)) => (zone, false, are.contains(&CardEvent::Equipped)),
            None => (on_board.zone, on_board.face == Face::Down, on_board.equipped_to.is_some()),
        };
        let monster = self.told.cast.def(denied.card)?.monster().is_some();
        let elsewhere = self.said_of_effect(denied, "from").is_some();
        Some(match zone {
            Zone::Hand => "in the hand".into(),
            Zone::Deck => "in the Deck".into(),
            Zone::ExtraDeck => "in the Extra Deck".into(),
            Zone::Gy => "in the GY".into(),
            Zone::Banished if on_board.face == Face::Down || self.was_turned_down(denied.card) => {
                "banished face-down".into()
            }
            Zone::Banished => "banished".into(),
            Zone::Material => "the material of a monster".into(),
            Zone::Pendulum => "in a Pendulum Zone".into(),
            Zone::Monster | Zone::SpellTrap | Zone::Field if face_down => "face-down".into(),
            Zone::SpellTrap if equipped && monster => "an Equip Card".into(),
            Zone::Monster | Zone::SpellTrap | Zone::Field if elsewhere => "on the field".into(),
            Zone::Monster | Zone::SpellTrap | Zone::Field | Zone::Limbo | Zone::Gone => return None,
        })
    }

    /// The materials a monster asks for.
    fn materials(&self, denied: &Denied<'_>) -> Option<String> {
        let names = names("it".into(), denied.player, &[]);
        Reader::new(&names).each(self.told.cast.printed(denied.card)?.get("monster")?.get("materials")?)
    }

    /// That a monster on its player's field has a name that is asked for only by an effect, which is negated.
    fn without_its_name(&self, denied: &Denied<'_>) -> Option<String> {
        let (materials, by) = (self.materials(denied)?, self.the_negator()?);
        let standing = self.standing();
        let own = standing.iter().filter(|card| (card.player, card.zone) == (denied.player, Zone::Monster));
        let named = own.filter_map(|card| {
            let names = self.written_of(card.card).filter_map(|effect| effect.get("continuous"));
            let mut names = names.flat_map(|effect| found(effect, &["treated as"]));
            names.find_map(|(_, rule)| Some((card.card, rule.get("name")?.as_str()?)))
        });
        let (card, name) = named.into_iter().find(|(_, name)| materials.contains(&format!("“{name}”")))?;
        let (card, by) = (self.name(card), self.name(by));
        Some(format!("{card} is treated as “{name}” only by its own effect, which {by} negates"))
    }

    /// The Levels of the monsters of a player who would Summon a monster by its own procedure, where it asks for Levels.
    fn levels(&self, denied: &Denied<'_>) -> Option<String> {
        self.materials(denied)?.contains("Level").then_some(())?;
        let board = self.board_now()?;
        let lying = board.cards.iter().filter(|card| (card.player, card.zone) == (denied.player, Zone::Monster));
        let up: Vec<&BoardCard> = lying.filter(|card| card.face == Face::Up).collect();
        let with_level = |card: &&BoardCard| match card.level {
            0 => format!("{}, which has no Level", self.name(card.card)),
            level => format!("{} (Level {level})", self.name(card.card)),
        };
        let said: Vec<String> = up.iter().map(with_level).collect();
        match said.len() {
            0 => Some(format!("{} controls no face-up monster", denied.player)),
            1..=4 => Some(format!("{} controls {}", denied.player, enumerate(&said, "and"))),
            _ => None,
        }
    }

    /// The monsters on its player's field that say of themselves that they are no material for a monster.
    fn barred_from_materials(&self, denied: &Denied<'_>) -> Option<String> {
        let word = format!("used as {} material", self.procedure(denied.card)?);
        let monster = self.told.cast.printed(denied.card)?.get("monster")?;
        // Of the exceptions only those of a Type can be told from the monster alone.
        let bars = |ban: &Value| match ban.get("not by").map(Value::as_object) {
            None => true,
            Some(Some(by)) if by.len() == 1 => {
                let types = by.get("type").and_then(Value::as_array);
                types.is_some_and(|types| monster.get("type").is_some_and(|own| !types.contains(own)))
            }
            Some(_) => false,
        };
        let is_barred = |card: &&BoardCard| {
            let mut bans = self.written_of(card.card).flat_map(|effect| found(effect, &["cannot"]));
            let lies_there = card.player == denied.player && card.zone == Zone::Monster && card.face == Face::Up;
            lies_there && bans.any(|(_, ban)| ban["what"] == "this card" && ban["be"] == word.as_str() && bars(ban))
        };
        let cards: Vec<CardId> = self.board_now()?.cards.iter().filter(is_barred).map(|card| card.card).collect();
        (!cards.is_empty()).then(|| self.list(&cards))
    }

    /// Whether an effect is denied that answers something that happens.
    fn is_an_answer(&self, denied: &Denied<'_>) -> bool {
        let effect = denied.effect.and_then(|effect| self.told.cast.effect(effect));
        effect.is_some_and(|effect| effect.cause.is_some() && effect.class != Class::Trigger)
    }

    /// The last thing that happened, as a clause.
    fn last_thing(&self) -> Option<String> {
        // While a chain is built that is the last activation, not what was paid for it.
        let marks = |event: &Event| matches!(event.what, Happened::Activated { .. } | Happened::ChainComplete);
        let last = self.told.events[..self.now].iter().rposition(marks);
        if let Some(activated) = last.filter(|&last| self.told.events[last].what != Happened::ChainComplete) {
            return Some(self.clause(&self.fact(activated), Tense::Past, None));
        }
        let facts = self.last_of(0..self.now);
        let clauses: Vec<String> = facts.iter().map(|fact| self.clause(fact, Tense::Past, None)).collect();
        (!clauses.is_empty()).then(|| enumerate(&clauses, "and"))
    }

    /// What is activated, with its article.
    pub(super) fn kind(&self, denied: &Denied<'_>) -> Option<String> {
        let effect = denied.effect?;
        let kind = match (self.told.cast.class(effect)?, &self.told.cast.def(effect.card)?.kind) {
            (Class::Activation, CardKind::Spell(kind)) => format!("{} Spell", titled(kind.word())),
            (Class::Activation, CardKind::Trap(kind)) => format!("{} Trap", titled(kind.word())),
            (Class::Ignition, CardKind::Monster(_)) => "Ignition Effect".into(),
            (Class::Trigger, CardKind::Monster(_)) => "Trigger Effect".into(),
            _ => return None,
        };
        let article = if kind.starts_with(['E', 'I']) { "an" } else { "a" };
        Some(format!("{article} {kind}"))
    }

    /// The Spell Speeds of what is denied and of a link, if that one is faster.
    fn speeds(&self, denied: &Denied<'_>, link: &Link<'_>) -> Option<(u8, u8)> {
        let (own, other) = (self.speed(denied.effect?)?, self.speed(link.effect)?);
        (own < other).then_some((own, other))
    }

    /// The Spell Speed of an effect.
    pub(super) fn speed(&self, effect: EffectRef) -> Option<u8> {
        let (class, kind) = (self.told.cast.class(effect)?, &self.told.cast.def(effect.card)?.kind);
        Some(match (class, kind) {
            (Class::Activation, CardKind::Trap(TrapKind::Counter)) => 3,
            (Class::Quick, _) | (Class::Activation, CardKind::Trap(_) | CardKind::Spell(SpellKind::QuickPlay)) => 2,
            _ => 1,
        })
    }

    /// Whether an effect of a card has been activated.
    pub(super) fn was_activated(&self, card: CardId) -> bool {
        let mut before = self.told.events[..self.now].iter();
        before.any(|event| matches!(event.what, Happened::Activated { effect, .. } if effect.card == card))
    }

    /// The effects of a card, as its file writes them.
    pub(super) fn written_of(&self, card: CardId) -> impl Iterator<Item = &Value> {
        (0..=u8::MAX).map_while(move |effect| self.told.cast.written(EffectRef { card, effect }))
    }

    /// That what an effect could answer is over, in words.
    fn too_late(&self, denied: &Denied<'_>) -> Option<String> {
        let cause = self.told.cast.effect(denied.effect?)?.cause.as_ref()?;
        let events = &self.told.events;
        let answered = |&event: &usize| cause.any_of.iter().any(|pattern| is_cause(pattern.event, &events[event]));
        let last = (0..self.now).rev().find(answered)?;
        let noun = self.noun(&self.fact_about(&self.doing(last), denied.card)?);
        let activated = |event: &Event| matches!(event.what, Happened::Activated { .. });
        Some(match events[last..self.now].iter().any(activated) {
            true => format!("what it could answer, {noun}, has been followed by a chain already"),
            false => format!("both players have passed since what it could answer, {noun}"),
        })
    }

    /// How often a monster has attacked this turn, if more than once.
    fn attacks_this_turn(&self, card: CardId) -> Option<String> {
        let begins = |event: &&Event| !matches!(event.what, Happened::Phase { phase: Phase::Draw, .. });
        let attacks = |event: &&Event| {
            matches!(&event.what, Happened::Cards { are, cards, .. }
                if are.contains(&CardEvent::AttackDeclared) && cards.first() == Some(&card))
        };
        match self.told.events[..self.now].iter().rev().take_while(begins).filter(attacks).count() {
            0 | 1 => None,
            2 => Some("twice".to_owned()),
            n => Some(format!("{n} times")),
        }
    }

    /// What has happened to a monster this turn so that its position cannot be changed by hand.
    fn moved_this_turn(&self, card: CardId) -> Option<String> {
        use CardEvent as C;
        let begins = |event: &Event| matches!(event.what, Happened::Phase { phase: Phase::Draw, .. });
        let counts = |event: &Event| match &event.what {
            Happened::Cards { are, cards, .. } if cards.contains(&card) => are.iter().any(|word| {
                matches!(word, C::ChangedPosition | C::AttackDeclared | C::Set | C::ReturnedToField)
                    || word.word().ends_with(" summoned")
            }),
            _ => false,
        };
        let mut turn = (0..self.now).rev().take_while(|&event| !begins(&self.told.events[event]));
        let mut fact = self.fact(turn.find(|&event| counts(&self.told.events[event]))?);
        fact.cards.retain(|other| *other == card);
        Some(self.clause(&fact, Tense::Past, Some(card)))
    }

    /// Why an effect is none of those that can be used in the Damage Step.
    fn not_admitted(&self, denied: &Denied<'_>) -> Option<String> {
        let (def, written) = (self.told.cast.effect(denied.effect?)?, self.told.cast.written(denied.effect?)?);
        let at = moment(self.moment?);
        let changes = !found(written, &["change atk", "change def"]).is_empty();
        let negates = found(written, &["negate"]).iter().any(|(_, what)| *what == "that effect");
        let counts = matches!(def.class, Class::Quick | Class::Activation);
        Some(match def.class {
            Class::Trigger => format!("it is an optional trigger about other cards, and this is {at}"),
            _ if changes && counts => {
                format!("it changes ATK or DEF, which is possible only up to damage calculation, and this is {at}")
            }
            _ if negates && counts => {
                format!("it negates an effect and not the activation, which does not suffice {at}")
            }
            _ if counts => format!(
                "it is no Counter Trap, negates no activation, changes neither ATK nor DEF, and does not say that it is used {at}"
            ),
            _ => return None,
        })
    }

    /// What the cards that ask for it make an attack cost, if they all ask for the same.
    fn attack_cost(&self) -> Option<String> {
        let standing = self.standing();
        let speaks = standing.iter().filter(|card| card.zone.on_field() && card.face == Face::Up);
        let mut by: Vec<CardId> = Vec::new();
        let mut costs: Vec<String> = Vec::new();
        for card in speaks {
            let named = names(self.name(card.card), card.player, &[]);
            let asked = self.written_of(card.card).flat_map(|effect| found(effect, &["attack cost"]));
            for (key, body) in asked {
                by.push(card.card);
                costs.push(Reader::new(&named).modifier(&json!({ (key): body }))?);
            }
        }
        costs.dedup();
        let [cost] = &costs[..] else { return None };
        let each = if by.len() > 1 { "each of " } else { "" };
        Some(format!("{each}{} says that {cost}", self.list(&by)))
    }

    /// That a cost takes as many life points as its player has, or more.
    fn too_few_lp(&self, denied: &Denied<'_>) -> Option<String> {
        let cost = body(self.told.cast.written(denied.effect?)?)?.get("cost")?;
        let asked = found(cost, &["pay lp"]).first()?.1.as_i64()?;
        let has = i64::from(self.board_now()?.lp[denied.player]);
        let player = denied.player;
        match has.cmp(&asked) {
            Ordering::Less => Some(format!("it costs {asked} LP, and {player} has only {has}")),
            Ordering::Equal => Some(format!(
                "it costs {asked} LP, which are all that {player} has, and in this format something must be left"
            )),
            Ordering::Greater => None,
        }
    }

    /// The monsters whose Summon is attempted now, of an effect that asks for cards on the field.
    fn not_yet_there(&self, effect: EffectRef) -> Option<String> {
        let requires = body(self.told.cast.written(effect)?)?.get("requires")?.to_string();
        let there = requires.contains("there is") && requires.contains("field");
        self.attempted_now().filter(|_| there)
    }

    /// The monsters whose Summon is attempted now.
    fn attempted_now(&self) -> Option<String> {
        let attempt = |event: &Event| matches!(event.what, Happened::Attempted { .. });
        let at = self.told.events[..self.now].iter().rposition(attempt)?;
        let Happened::Attempted { cards: attempted, .. } = &self.told.events[at].what else { return None };
        // Whatever becomes of the Summon brings them somewhere.
        let brought = |event: &Event| match &event.what {
            Happened::Cards { cards, to: Some(to), .. } => {
                to.zone != Zone::Limbo && cards.iter().any(|card| attempted.contains(card))
            }
            _ => false,
        };
        let over = |event: &Event| matches!(event.what, Happened::Phase { .. });
        let since = &self.told.events[at + 1..self.now];
        (!since.iter().any(|event| brought(event) || over(event))).then(|| self.list(attempted))
    }

    /// The only cost of one of several things that an effect may do.
    fn option_cost(&self, denied: &Denied<'_>) -> Option<String> {
        let options = body(self.told.cast.written(denied.effect?)?)?.get("options")?;
        let [(_, cost)] = found(options, &["cost"])[..] else { return None };
        let names = names("it".into(), denied.player, &[]);
        Reader::new(&names).deeds(cost)
    }

    /// What an effect forbids its player in the turn in which it is used, in words.
    fn oath(&self, denied: &Denied<'_>) -> Option<String> {
        let oath = body(self.told.cast.written(denied.effect?)?)?.get("oath")?;
        let named = names("it".into(), denied.player, &[]);
        let bans = found(oath, &["cannot", "at most"]).into_iter();
        let said = bans.map(|(key, body)| Reader::new(&named).modifier(&json!({ (key): body })));
        Some(enumerate(&merged(said.collect::<Option<Vec<String>>>()?), "and"))
    }

    /// The only card that lets nobody, or not the opponent, activate something when something happens, in words.
    fn silencing(&self, key: &str) -> Option<String> {
        // What has just come to the field is not on the last board.
        let is_there = |card: &&BoardCard| self.zone_now(card.card).is_some_and(Zone::on_field);
        let cards = self.board_now()?.cards.iter().filter(is_there);
        let said = cards.flat_map(|card| {
            let named = names(self.name(card.card), card.player, &[]);
            let modifiers = self.written_of(card.card).flat_map(|effect| found(effect, &[key]));
            modifiers.map(|(key, body)| Reader::new(&named).modifier(&json!({ (key): body }))).collect::<Vec<_>>()
        });
        match said.collect::<Option<Vec<_>>>()?[..] {
            [ref only] => Some(only.clone()),
            _ => None,
        }
    }

    /// Whether a monster is of a kind, as printed.
    pub(super) fn is(&self, card: CardId, kind: MonsterIs) -> bool {
        self.told.cast.def(card).and_then(|def| def.monster()).is_some_and(|monster| monster.is.contains(&kind))
    }

    /// When an effect can be used, as its card says: of what it asks for only what is not so, as far as that can be seen.
    pub(super) fn opportunity(&self, effect: EffectRef, player: Player) -> Option<String> {
        let by = self.asking(effect, player);
        let has_triggered = self.told.cast.class(effect) == Some(Class::Trigger);
        let effect = body(self.told.cast.written(effect)?)?;
        let names = names("it".into(), player, &[]);
        let reader = Reader::new(&names);
        let during = effect.get("during").map(|time| Some(format!("during {}", reader.during(time)?)));
        let is_time = effect.get("during").and_then(|time| self.is_time(time, player));
        if is_time == Some(false) {
            return Some(format!("it can be used only {}", during??));
        }
        let cause = effect.get("when").or(effect.get("if"));
        let is_met = cause.is_some_and(|cause| self.is_answered(cause, by));
        let cause = cause.map(|cause| Some(format!("when {}", reader.cause(cause)?)));
        let requires = effect.get("requires");
        let all = requires.and_then(|requires| requires.get("all of")?.as_array());
        let each: Vec<&Value> = all.map_or(requires.into_iter().collect(), |all| all.iter().collect());
        let said = |one: &&Value| {
            let instead = self.instead_of(one, by).filter(|_| self.holds_now(one, by) == Some(false));
            Some(format!("{}{}", reader.condition(one)?, instead.unwrap_or_default()))
        };
        let of = |holds: Option<bool>| {
            let conditions: Vec<_> = each.iter().filter(|one| self.holds_now(one, by) == holds).collect();
            let said = || conditions.into_iter().map(said).collect::<Option<Vec<String>>>();
            Some(said()?.join(", and if ")).filter(|said| !said.is_empty()).map(|said| format!("if {said}"))
        };
        if let Some(fails) = of(Some(false)) {
            return Some(format!("it can be used only {fails}"));
        }
        let open = of(None).map(Some);
        let said = [during.filter(|_| is_time.is_none()), cause.clone().filter(|_| !has_triggered && !is_met), open];
        let said: Option<Vec<String>> = said.into_iter().flatten().collect();
        let mut said = said?;
        if said.is_empty() && !is_met {
            said.extend(cause.into_iter().flatten().chain(of(Some(true))));
        }
        const BRIEF: usize = 25;
        let brief = said.iter().map(|said| said.split_whitespace().count()).sum::<usize>() <= BRIEF;
        let between = if brief { " and only " } else { ". It is used only " };
        (!said.is_empty()).then(|| format!("it can be used only {}", said.join(between)))
    }

    /// Whether the last activation is what an effect waits for, as far as the kind of card and its player tell.
    fn is_answered(&self, cause: &Value, by: Asking) -> bool {
        let chain = self.told.chain_before(self.now);
        let Some(link) = chain.last() else { return false };
        let any = cause.get("any of").and_then(Value::as_array);
        let each = any.map_or(std::slice::from_ref(cause), Vec::as_slice);
        let as_card = self.told.cast.class(link.effect) == Some(Class::Activation);
        let standing = self.standing();
        let is = |pattern: &Value| {
            let (event, asked) = pattern.as_object()?.iter().next()?;
            let (event, asked) = (event.as_str(), asked.as_object()?);
            let plain = asked.keys().all(|key| ["what", "who"].contains(&key.as_str()));
            let who = match asked.get("who").and_then(Value::as_str) {
                None => true,
                Some("you") => link.player == by.player,
                Some("opponent") => link.player != by.player,
                Some(_) => return None,
            };
            let card = standing.iter().find(|card| card.card == link.effect.card)?;
            let what = asked.get("what").map_or(Some(true), |what| self.is_of(what.as_object()?, card, by))?;
            Some(plain && who && what && (event == "activated" || (event == "card activated" && as_card)))
        };
        each.iter().any(|pattern| is(pattern) == Some(true))
    }

    /// The place from which an effect of a monster is used that waits for nothing and names no place.
    fn works_on_the_field(&self, denied: &Denied<'_>) -> Option<String> {
        let class = self.told.cast.class(denied.effect?)?;
        let monster = self.told.cast.def(denied.card)?.monster().is_some();
        let away = self.whereabouts(denied)? != "face-down";
        let waits_for_nothing = matches!(class, Class::Ignition | Class::Quick | Class::Phase);
        (monster && away && waits_for_nothing).then(|| "the field".to_owned())
    }

    /// A part of an effect, as its card says it.
    fn said_of_effect(&self, denied: &Denied<'_>, part: &str) -> Option<String> {
        let effect = body(self.told.cast.written(denied.effect?)?)?;
        let said = effect.get(part)?;
        let given = names_in(effect);
        let names = names("it".into(), denied.player, &given);
        let reader = Reader::new(&names);
        match part {
            "cost" => reader.deeds(said),
            // Cards that are chosen only then have no name yet for what is done to them afterwards.
            "does" if names_in(said).is_empty() => reader.deeds(said).or_else(|| reader.verb(said.get(0)?)),
            "does" => reader.verb(said.get(0)?),
            "from" => reader.places(said),
            _ => reader.each(said),
        }
    }
}

/// What words of a card file mean: the card itself, the player who would use it, and names the file gives.
pub(super) fn names<'a>(
    card: String,
    player: Player,
    given: &'a [&'a str],
) -> impl Fn(&str) -> Option<String> + use<'a> {
    move |word: &str| match word {
        "this card" => Some(card.clone()),
        "you" => Some(player.to_string()),
        "opponent" => Some(player.opponent().to_string()),
        "target" => Some("the target".into()),
        "that card" => Some("such a card".into()),
        word if given.contains(&word) => Some("the chosen card".into()),
        _ => None,
    }
}

/// What an effect says, below the word for its class.
pub(super) fn body(effect: &Value) -> Option<&Value> {
    effect.as_object()?.values().find(|value| value.is_object())
}

/// What an effect does, without what is used as material for it.
fn without_materials(said: String) -> String {
    const WITH: &str = " Summoned with ";
    let mut rest = said.as_str();
    let mut short = String::new();
    while let Some((before, after)) = rest.split_once(WITH) {
        let Some((_, after)) = after.split_once(" as material") else { break };
        short.push_str(before);
        short.push_str(" Summoned");
        rest = after;
    }
    short + rest
}

/// The one limit of an effect of a card of some name, and that it is reached.
fn limit(effect: &EffectDef, name: &str) -> Option<String> {
    let limits = [
        effect.once_per_turn.map(|once| match once {
            _ if effect.times_per_turn.is_some() => "it has been used as often as it can be in a turn".to_owned(),
            Once::Copy => "it can be used once per turn, and has been used this turn".to_owned(),
            Once::Use => {
                format!("this effect of “{name}” can be used once per turn, whatever copy it is, and has been used this turn")
            }
            Once::Activate => format!("only one “{name}” can be activated per turn, and one has been activated this turn"),
            Once::OneEffect => "only one of its effects can be used per turn, and one has been used this turn".into(),
        }),
        effect.once_per_duel.map(|_| "it can be used once per Duel, and has been used".into()),
        effect.once_per_battle_step.then(|| "it can be used once per Battle Step, and has been used in this one".into()),
        effect.once_per_chain.then(|| "it can be used once per chain, and is on this chain already".into()),
    ];
    match &limits.into_iter().flatten().collect::<Vec<_>>()[..] {
        [only] => Some(only.clone()),
        _ => None,
    }
}

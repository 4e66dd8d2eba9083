//! Why something is not possible, said of the card and the board it is about: the forms of `reasons.md`, filled in.

use std::collections::HashMap;
use std::sync::LazyLock;

use segoc_engine::def::{CardKind, Class, EffectDef, Once, SpellKind, TrapKind};
use segoc_format::ruling::OfferAction;
use segoc_protocol::{
    BattlePosition, Board, BoardCard, CardEvent, CardId, EffectRef, Face, Happened, Phase, Player, Refusal, Zone,
};
use serde_json::{Value, json};

use super::clause::{Tense, enumerate, moment, the_phase};
use super::teller::Teller;
use super::written::found;
use crate::english::{Reader, names_in, titled};
use crate::texts::filled_if;
use crate::transcript::Link;

/// The reasons for each rule, or rule and action.
static REASONS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
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

impl Teller<'_> {
    /// Why something is not possible; nothing if the rule alone says it.
    pub(super) fn reason(&self, denied: &Denied<'_>) -> Option<String> {
        let rule = denied.refusal.rule;
        let reason = self.form(denied, &[format!("{rule}, {}", denied.action), rule.to_string()])?;
        let rests_on = denied.refusal.rests_on.iter();
        let also: String = rests_on
            .filter_map(|rule| self.form(denied, &[format!("also {rule}")]))
            .map(|also| format!("; {also}"))
            .collect();
        Some(reason + &also)
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
            "moment" => self.moment.map(|at| moment(at).to_owned()),
            "link" => link().map(|link| format!("{} (CL{})", self.name(link.effect.card), link.number)),
            "link speed" => self.speeds(denied, link()?).map(|(_, speed)| speed.to_string()),
            "speed" => self.speeds(denied, link()?).map(|(speed, _)| speed.to_string()),
            "last" => self.last_thing(),
            "a kind" => self.kind(denied),
            "where" => self.whereabouts(denied),
            "by" => Some(self.banning(denied)?.0),
            "ban" => self.banning(denied)?.1,
            "limit" => limit(self.told.cast.effect(denied.effect?)?).map(str::to_owned),
            "condition" => self.missing_for(denied).or_else(|| self.opportunity(denied)),
            "from" => self.said_of_effect(denied, "from").or_else(|| self.works_on_the_field(denied)),
            "cost" | "does" | "targets" | "materials" => self.said_of_effect(denied, place),
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
        let on_board = self.board_now()?.card(denied.card)?;
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
            Zone::Banished => "banished".into(),
            Zone::Material => "the material of a monster".into(),
            Zone::Pendulum => "in a Pendulum Zone".into(),
            Zone::Monster | Zone::SpellTrap | Zone::Field if face_down => "face-down".into(),
            Zone::SpellTrap if equipped && monster => "an Equip Card".into(),
            Zone::Monster | Zone::SpellTrap | Zone::Field if elsewhere => "on the field".into(),
            Zone::Monster | Zone::SpellTrap | Zone::Field | Zone::Limbo | Zone::Gone => return None,
        })
    }

    /// The last thing that happened, as a clause.
    fn last_thing(&self) -> Option<String> {
        let facts = self.last_of(0..self.now);
        let clauses: Vec<String> = facts.iter().map(|fact| self.clause(fact, Tense::Past, None)).collect();
        (!clauses.is_empty()).then(|| enumerate(&clauses, "and"))
    }

    /// What is activated, with its article.
    fn kind(&self, denied: &Denied<'_>) -> Option<String> {
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
        let speed = |effect: EffectRef| {
            let (class, kind) = (self.told.cast.class(effect)?, &self.told.cast.def(effect.card)?.kind);
            Some(match (class, kind) {
                (Class::Activation, CardKind::Trap(TrapKind::Counter)) => 3,
                (Class::Quick, _) | (Class::Activation, CardKind::Trap(_) | CardKind::Spell(SpellKind::QuickPlay)) => 2,
                _ => 1,
            })
        };
        let (own, other) = (speed(denied.effect?)?, speed(link.effect)?);
        (own < other).then_some((own, other))
    }

    /// The only card that can forbid anything now, and in which words if it forbids one thing only.
    fn banning(&self, denied: &Denied<'_>) -> Option<(String, Option<String>)> {
        let was_activated = |card: CardId| {
            let mut before = self.told.events[..self.now].iter();
            before.any(|event| matches!(event.what, Happened::Activated { effect, .. } if effect.card == card))
        };
        let hidden = |card: &BoardCard| {
            card.face == Face::Down || matches!(card.zone, Zone::Hand | Zone::Deck | Zone::ExtraDeck | Zone::Material)
        };
        let speaks = |card: &&BoardCard| {
            let may_speak = card.card == denied.card || !hidden(card) || was_activated(card.card);
            may_speak && !self.bans(card.card).is_empty()
        };
        let speaking: Vec<&BoardCard> = self.board_now()?.cards.iter().filter(speaks).collect();
        let [by] = speaking[..] else { return None };
        let own = by.card == denied.card;
        let name = if own { "its own text".to_owned() } else { self.name(by.card) };
        let named = names(if own { "it".into() } else { name.clone() }, by.player, &[]);
        let ban = match self.bans(by.card)[..] {
            [(key, body)] => Reader::new(&named).modifier(&json!({ (key): body })),
            _ => None,
        };
        let swears = self.told.cast.def(by.card)?.effects.iter().any(|effect| effect.oath.is_some());
        let ban = ban.map(|ban| match ban.starts_with(&name) || ban.starts_with("it ") {
            true => ban,
            false if own && swears => format!("by its own text {ban} in the turn in which it is used"),
            false => format!("by {name}, {ban}"),
        });
        Some((name, ban))
    }

    /// Whatever a card says that cannot be done, or only so often.
    fn bans(&self, card: CardId) -> Vec<(&str, &Value)> {
        let effects = (0..=u8::MAX).map_while(|effect| self.told.cast.written(EffectRef { card, effect }));
        effects.flat_map(|effect| found(effect, &["cannot", "at most"])).collect()
    }

    /// What the rules of the game ask for an action and is not there.
    fn missing_for(&self, denied: &Denied<'_>) -> Option<String> {
        use OfferAction as A;
        let (action, board) = (denied.action, self.board_now()?);
        let attacks = matches!(action, A::Attack | A::AttackDirectly);
        let of_main_phase = !attacks && !matches!(action, A::Activate | A::Replay | A::MoveOn | A::Apply);
        let in_main_phase = matches!(self.phase, Phase::Main1 | Phase::Main2);
        if (attacks && self.phase != Phase::Battle) || (of_main_phase && !in_main_phase) {
            return Some(format!("this is {}", the_phase(self.phase)));
        }
        let count = |player, zone| board.cards.iter().filter(|c| (c.player, c.zone) == (player, zone)).count();
        let card = board.card(denied.card)?;
        let defends = card.zone == Zone::Monster && card.position == BattlePosition::Defense;
        let monster = self.told.cast.def(denied.card)?.monster().is_some();
        let opponent = denied.player.opponent();
        match action {
            A::Attack | A::AttackDirectly if defends => Some("it is in Defense Position".into()),
            A::AttackDirectly if count(opponent, Zone::Monster) > 0 => Some(format!("{opponent} controls a monster")),
            A::Attack if count(opponent, Zone::Monster) == 0 => Some(format!("{opponent} controls no monster")),
            A::NormalSummon | A::SpecialSummon | A::Set if monster && count(denied.player, Zone::Monster) >= 5 => {
                Some("there is no free Monster Zone".into())
            }
            A::Set | A::Activate
                if !monster && card.zone == Zone::Hand && count(denied.player, Zone::SpellTrap) >= 5 =>
            {
                Some("there is no free Spell & Trap Zone".into())
            }
            _ => None,
        }
    }

    /// When an effect can be used, as its card says.
    fn opportunity(&self, denied: &Denied<'_>) -> Option<String> {
        let effect = body(self.told.cast.written(denied.effect?)?)?;
        let names = names("it".into(), denied.player, &[]);
        let reader = Reader::new(&names);
        let during = effect.get("during").map(|time| Some(format!("during {}", reader.during(time)?)));
        let cause = effect.get("when").or(effect.get("if"));
        let cause = cause.map(|cause| Some(format!("when {}", reader.cause(cause)?)));
        let requires = effect.get("requires").map(|holds| Some(format!("if {}", reader.condition(holds)?)));
        let said: Option<Vec<String>> = [during, cause, requires].into_iter().flatten().collect();
        let said = said.filter(|said| !said.is_empty())?;
        Some(format!("it can be used only {}", enumerate(&said, "and only")))
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
            // Cards that are chosen only then have no name yet.
            "does" => reader.deeds(said).filter(|_| names_in(said).is_empty()),
            "from" => reader.places(said),
            _ => reader.each(said),
        }
    }
}

/// What words of a card file mean: the card itself, the player who would use it, and names the file gives.
fn names<'a>(card: String, player: Player, given: &'a [&'a str]) -> impl Fn(&str) -> Option<String> + use<'a> {
    move |word: &str| match word {
        "this card" => Some(card.clone()),
        "you" => Some(player.to_string()),
        "opponent" => Some(player.opponent().to_string()),
        "target" => Some("the target".into()),
        word if given.contains(&word) => Some("that card".into()),
        _ => None,
    }
}

/// What an effect says, below the word for its class.
fn body(effect: &Value) -> Option<&Value> {
    effect.as_object()?.values().find(|value| value.is_object())
}

/// The one limit of an effect, and that it is reached.
fn limit(effect: &EffectDef) -> Option<&'static str> {
    let limits = [
        effect.once_per_turn.map(|once| match once {
            Once::Copy => "it can be used once per turn, and has been used this turn",
            Once::Use => "whatever copy it is, this effect can be used once per turn, and has been used this turn",
            Once::Activate => {
                "whatever copy it is, it can be activated once per turn, and has been activated this turn"
            }
            Once::OneEffect => "only one of its effects can be used per turn, and one has been used this turn",
        }),
        effect.once_per_duel.map(|_| "it can be used once per Duel, and has been used"),
        effect.once_per_battle_step.then_some("it can be used once per Battle Step, and has been used in this one"),
        effect.once_per_chain.then_some("it can be used once per chain, and is on this chain already"),
    ];
    match limits.into_iter().flatten().collect::<Vec<_>>()[..] {
        [only] => Some(only),
        _ => None,
    }
}

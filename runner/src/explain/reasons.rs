//! Why something is not possible, said of the card and the board it is about: the forms of `reasons.md`, filled in.

use std::collections::HashMap;
use std::sync::LazyLock;

use segoc_engine::def::{CardKind, Class, EffectDef, Once, SpellKind, TrapKind};
use segoc_format::ruling::OfferAction;
use segoc_protocol::{
    BattlePosition, Board, BoardCard, CardId, EffectRef, Face, Happened, Phase, Player, Refusal, Zone,
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
        let rule = denied.refusal.rule.word();
        let of_action = format!("{rule}, {}", denied.action);
        let forms = [of_action.as_str(), rule].into_iter().filter_map(|key| REASONS.get(key)).flatten();
        forms.into_iter().find_map(|form| filled_if(form, |place| self.filling(denied, place)))
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
            "where" => self.board_now()?.card(denied.card).and_then(|card| self.lies(card)),
            "by" => Some(self.banning(denied)?.0),
            "ban" => self.banning(denied)?.1,
            "limit" => limit(self.told.cast.effect(denied.effect?)?).map(str::to_owned),
            "condition" => self.missing_for(denied).or_else(|| self.opportunity(denied)),
            "cost" | "deeds" | "targets" | "materials" | "from" => self.said_of_effect(denied, place),
            _ => None,
        }
    }

    /// The board at the last question up to now.
    pub(super) fn board_now(&self) -> Option<&Board> {
        let asked = self.told.questions.iter().rev().filter(|question| question.events <= self.now);
        asked.into_iter().find_map(|question| question.prompt.board.as_ref())
    }

    /// Where a card is, as in "it is …".
    fn lies(&self, card: &BoardCard) -> Option<String> {
        Some(match (card.zone, card.face) {
            (Zone::Hand, _) => "in the hand".into(),
            (Zone::Deck, _) => "in the Deck".into(),
            (Zone::ExtraDeck, _) => "in the Extra Deck".into(),
            (Zone::Gy, _) => "in the GY".into(),
            (Zone::Banished, _) => "banished".into(),
            (Zone::Material, _) => "the material of a monster".into(),
            (Zone::Pendulum, _) => "in a Pendulum Zone".into(),
            (Zone::Monster | Zone::SpellTrap | Zone::Field, Face::Down) => "face-down".into(),
            (Zone::SpellTrap, _) if card.equipped_to.is_some() => "an Equip Card".into(),
            (Zone::Monster | Zone::SpellTrap | Zone::Field, _) => "on the field".into(),
            (Zone::Limbo | Zone::Gone, _) => return None,
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
        let named = names(if own { "it".into() } else { self.name(by.card) }, by.player, &[]);
        let ban = match self.bans(by.card)[..] {
            [(key, body)] => Reader::new(&named).modifier(&json!({ (key): body })),
            _ => None,
        };
        Some((if own { "its own text".into() } else { self.name(by.card) }, ban))
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

    /// A part of an effect, as its card says it.
    fn said_of_effect(&self, denied: &Denied<'_>, part: &str) -> Option<String> {
        let effect = body(self.told.cast.written(denied.effect?)?)?;
        let given = names_in(effect);
        let names = names("it".into(), denied.player, &given);
        let reader = Reader::new(&names);
        match part {
            "cost" => reader.deeds(effect.get("cost")?),
            "deeds" => reader.deeds(effect.get("does")?),
            "from" => reader.places(effect.get("from")?),
            part => reader.each(effect.get(part)?),
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

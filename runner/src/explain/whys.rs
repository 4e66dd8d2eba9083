//! Why the answer of a ruling is its answer, said where its rules decide: the forms of `whys.md`, filled in.

use std::collections::HashMap;
use std::sync::LazyLock;

use segoc_engine::def::{CardKind, Class, MonsterIs, Timing, TrapKind};
use segoc_protocol::{
    Action, Answer, Ask, BattlePosition, CardEvent, CardId, Cause, ChartBox, Choice, EffectRef, Event, Happened,
    LinkOutcome, Pool, Prompt, Purpose, Rule, Zone,
};
use serde_json::{Value, json};

use super::clause::{Tense, enumerate, stopped};
use super::fact::Answers;
use super::tale::{Kind, Layout, Paragraph, Step};
use super::teller::Teller;
use super::written::found;
use crate::texts::filled_if;
use crate::transcript::{self, Link};

/// A form, and the kinds of steps under which it may stand.
struct Form {
    kinds: Vec<&'static str>,
    text: &'static str,
}

impl Form {
    /// Whether it is for a step of this kind.
    fn is_for(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind.word())
    }

    /// Whether it is only for a rule that the tale does not name anyway.
    fn is_last(&self) -> bool {
        self.kinds == ["else"]
    }

    /// Whether what it says can be seen from the duel itself, so that it need not be known where the rule decided.
    fn is_seen(&self) -> bool {
        self.kinds.contains(&"seen")
    }
}

/// The forms of each rule.
static WHYS: LazyLock<HashMap<&str, Vec<Form>>> = LazyLock::new(|| {
    let mut whys: HashMap<_, Vec<_>> = HashMap::new();
    let lines = include_str!("whys.md").lines().filter_map(|line| line.strip_prefix("- ")?.split_once(": "));
    for (place, text) in lines {
        let (rule, kinds) = place.split_once(" @").unwrap_or((place, ""));
        let kinds = kinds.split(", ").filter(|kind| !kind.is_empty()).collect();
        whys.entry(rule).or_default().push(Form { kinds, text });
    }
    whys
});

/// What the step that is told next is about.
#[derive(Clone, Default)]
pub(super) struct About<'t> {
    /// A link that is activated or resolves.
    pub(super) link: Option<Link<'t>>,
    /// What became of it.
    pub(super) outcome: Option<LinkOutcome>,
    /// Whether a player did not want an optional part of it.
    pub(super) declined: bool,
    /// The window.
    pub(super) window: Option<&'t Prompt>,
    /// The card of something that is not possible.
    pub(super) denied: Option<CardId>,
}

/// The step under which a why would stand.
#[derive(Clone, Copy)]
struct Here<'a, 't> {
    rule: Rule,
    cards: &'a [CardId],
    about: &'a About<'t>,
}

/// Adds a why to what is told; its rule is named there and nowhere else.
fn add(told: &mut Vec<Paragraph>, rule: Rule, text: &str) {
    told.iter_mut().for_each(|paragraph| paragraph.rules.retain(|other| *other != rule));
    told.push(Paragraph::new(Layout::Why, stopped(text), [rule]));
}

impl<'t> Teller<'t> {
    /// Says under a step what the rules of the ruling decide there.
    pub(super) fn tell_whys(&mut self, kind: Kind, cards: &[CardId], told: &mut Vec<Paragraph>) {
        let about = std::mem::take(&mut self.about);
        if told.is_empty() {
            return;
        }
        // What has happened outside links is told when the next thing comes, which is no part of it.
        let until = if matches!(kind, Kind::Events | Kind::Passes) { self.now } else { self.now + 1 };
        let mut due: Vec<Rule> = self.whys.iter().filter(|(at, _)| *at <= until).map(|(_, rule)| *rule).collect();
        let decided = due.clone();
        due.extend(self.unseen_rules());
        due.sort_unstable();
        due.dedup();
        for rule in due {
            // What is refused by a rule says why.
            let is_refused =
                |paragraph: &Paragraph| paragraph.shape == Layout::Refused && paragraph.rules.contains(&rule);
            if told.iter().any(is_refused) {
                self.is_said(rule);
                continue;
            }
            let is_decided = decided.contains(&rule);
            let here = Here { rule, cards, about: &about };
            let forms = WHYS.get(rule.word()).into_iter().flatten();
            let forms = forms.filter(|form| form.is_for(kind) && (is_decided || form.is_seen()));
            let said = forms.filter_map(|form| self.why(here, form.text)).next();
            if let Some(text) = said {
                self.is_said(rule);
                add(told, rule, &text);
            }
        }
        if kind == Kind::Resolution {
            self.tell_what_is_left(cards, &about, told);
        }
    }

    /// Says of a conjunction again what it decides where it keeps a part from being done, if it was only said of one that was.
    fn tell_what_is_left(&mut self, cards: &[CardId], about: &About<'t>, told: &mut Vec<Paragraph>) {
        let resolved = matches!(about.outcome, Some(LinkOutcome::Done | LinkOutcome::WithoutEffect));
        let Some(link) = about.link.as_ref().filter(|_| resolved) else { return };
        let mut said = self.said_whys.clone();
        said.retain(|rule| !self.said_left.contains(rule) && self.has_part_after(link, *rule));
        for rule in said {
            let here = Here { rule, cards, about };
            let mut forms = WHYS.get(rule.word()).into_iter().flatten().filter(|form| form.text.starts_with("«?left»"));
            if let Some(text) = forms.find_map(|form| self.why(here, form.text)) {
                self.said_left.push(rule);
                if !told.iter().any(|paragraph| paragraph.shape == Layout::Why && paragraph.rules.contains(&rule)) {
                    add(told, rule, &text);
                }
            }
        }
    }

    /// Of a rule it is said once why.
    fn is_said(&mut self, rule: Rule) {
        self.whys.retain(|(_, other)| *other != rule);
        self.said_whys.push(rule);
    }

    /// The rules of the ruling of which nobody knows where they decide, and which nothing has named so far.
    fn unseen_rules(&self) -> Vec<Rule> {
        let names =
            |rule: Rule| self.steps.iter().flat_map(|step| &step.told).any(|paragraph| paragraph.rules.contains(&rule));
        let own = self.told.cast.ruling.rules.iter().map(|rule| rule.value);
        own.filter(|rule| !self.said_whys.contains(rule) && !names(*rule)).collect()
    }

    /// Says at the end what was not said where it was decided: under the step that names the rule, or else the next one there.
    pub(super) fn tell_other_whys(&mut self) {
        let mut left = std::mem::take(&mut self.whys);
        left.sort_by_key(|(at, _)| *at);
        let mut done: Vec<Rule> = Vec::new();
        for (at, rule) in left {
            if done.contains(&rule) {
                continue;
            }
            done.push(rule);
            let names = |step: &Step| step.told.iter().any(|paragraph| paragraph.rules.contains(&rule));
            let named = self.steps.iter().position(names);
            let may = |step: &Step| step.kind.may_have_a_why() && !step.told.is_empty();
            let steps = || self.steps.iter().zip(&self.told_at).enumerate().filter(|(_, (step, _))| may(step));
            let there = || steps().find(|(_, (_, told_at))| **told_at + 1 >= at).or(steps().next_back());
            let is_refused = |step: &Step| step.told.first().is_some_and(|first| first.shape == Layout::Refused);
            if named.is_some_and(|index| is_refused(&self.steps[index])) {
                continue;
            }
            let Some(index) = named.or_else(|| there().map(|(index, _)| index)) else { continue };
            let here = Here { rule, cards: &[], about: &About::default() };
            let forms = WHYS.get(rule.word()).into_iter().flatten();
            let forms = forms.filter(|form| form.kinds.is_empty() || (named.is_none() && form.is_last()));
            let said = forms.filter_map(|form| self.why(here, form.text)).next();
            said.into_iter().for_each(|text| add(&mut self.steps[index].told, rule, &text));
        }
    }

    fn why(&self, here: Here<'_, 't>, form: &str) -> Option<String> {
        filled_if(form, |place| match place.strip_prefix('?') {
            Some(condition) => self.holds(here, condition).then(String::new),
            None => self.filling_of(here, place),
        })
    }

    fn holds(&self, here: Here<'_, 't>, condition: &str) -> bool {
        let About { link, outcome, declined, window, denied } = here.about;
        let class = link.as_ref().and_then(|link| self.told.cast.class(link.effect));
        match condition {
            "sides kept" => !self.sides_have_changed(),
            "led elsewhere" => self.is_led_elsewhere(),
            "done before" => self.is_done_before(here.about, here.rule),
            "box A" => window.is_some_and(|prompt| prompt.chart == Some(ChartBox::A)),
            "goes on" => self.told.end.is_none(),
            "banished" => here.cards.iter().any(|card| self.zone_now(*card) == Some(Zone::Banished)),
            // What a cost is is said once.
            "cost unsaid" => !self.told.cast.ruling.rules.iter().any(|rule| rule.value == Rule::CostPaidAtActivation),
            "offered all" => window.is_some_and(|prompt| self.costs_all_lp(prompt)),
            "of a face-up card" => {
                let monster = link.as_ref().and_then(|link| self.told.cast.def(link.effect.card)?.monster());
                class.is_some_and(|class| class != Class::Activation) && monster.is_none()
            }
            "of a Trap" => {
                let card = here.cards.first().or(denied.as_ref());
                card.and_then(|card| self.told.cast.def(*card)).is_some_and(|def| def.monster().is_none())
            }
            "defends" => {
                let card = here.cards.first().and_then(|card| self.board_now()?.card(*card));
                card.is_some_and(|card| card.position == BattlePosition::Defense)
            }
            "of a Pendulum Zone" => link.as_ref().is_some_and(|link| self.is_pendulum_effect(link.effect)),
            "normal summonable" => self.says(*denied, "can be normal summoned"),
            "fusion" => self.says(*denied, "fusion"),
            "gemini" => here.cards.first().is_some_and(|card| self.is(*card, MonsterIs::Gemini)),
            "turned" => {
                let turned = link.as_ref().zip(self.turned_face_down());
                turned.is_some_and(|(link, cards)| cards.contains(&link.effect.card))
            }
            "joins" => link.as_ref().is_some_and(|link| link.number > 1),
            "ignition" => class == Some(Class::Ignition),
            "trigger" => class == Some(Class::Trigger),
            "set" => class == Some(Class::Quick),
            "left" => !declined && link.as_ref().is_some_and(|link| self.is_left(link, here.rule)),
            "otherwise" => link.as_ref().is_some_and(|link| self.came_otherwise(link)),
            "over" => self.told.end.is_some() && self.now >= self.told.events.len(),
            "declined" => *declined,
            "failed" => outcome.is_some_and(|outcome| outcome != LinkOutcome::Done),
            "without effect" => *outcome == Some(LinkOutcome::WithoutEffect),
            "lost" => link.as_ref().is_some_and(|link| self.lost_targets(link).is_some()),
            "by its procedure" => self.attempted().is_some(),
            "must" => link.as_ref().is_some_and(|link| self.must_be_done(link)),
            "of the opponent" => link.as_ref().is_some_and(|link| link.player != self.turn),
            "box E" => window.is_some_and(|prompt| prompt.chart == Some(ChartBox::E)),
            _ => false,
        }
    }

    fn filling_of(&self, here: Here<'_, 't>, place: &str) -> Option<String> {
        let cast = &self.told.cast;
        let name = |link: &Link<'_>| format!("{} (CL{})", self.name(link.effect.card), link.number);
        match place {
            "out of the battle" => return self.out_of_the_battle(),
            "gemini" => return self.the_gemini_monster(),
            "turned face-down" => return Some(self.list(self.turned_face_down()?)),
            "summoned" => return self.known_summon(*self.turned_face_down()?.first()?),
            _ => {}
        }
        let Some(link) = &here.about.link else {
            let last = || self.told.chain_before(self.now).into_iter().next_back();
            return match place {
                "turn" => Some(self.turn.to_string()),
                "card" => here.cards.first().map(|&card| self.name(card)),
                "by" => self.reacting(),
                "attempted" => self.attempted(),
                "treated" => self.treated(),
                "ban" => self.banning_attack(*here.cards.first()?),
                "doomed" => self.doomed(),
                "tributes" => self.tributes_for(here.about.denied?).map(str::to_owned),
                "offered" => self.offered_in(here.about.window?),
                "link" => last().as_ref().map(name),
                "speed of link" => self.speed(last()?.effect).map(|speed| speed.to_string()),
                "offered speeds" => self.speeds_offered(here.about.window?),
                _ => None,
            };
        };
        let def = cast.effect(link.effect);
        let below = || self.link_before(link.event, link.number.checked_sub(1)?);
        let timing = || def.and_then(|def| def.cause.as_ref()).map(|cause| cause.timing);
        let optional = def.is_some_and(|def| !def.mandatory && def.class == Class::Trigger);
        match place {
            "turn" => Some(self.turn.to_string()),
            "card" => Some(self.name(link.effect.card)),
            "player" => Some(link.player.to_string()),
            "duties" => self.duties_to_choose_from(link),
            "attempted" => self.attempted(),
            "treated" => self.treated(),
            "after" => self.done_after(link, here.rule),
            "planned" => self.planned_after(link, here.rule),
            "ban" => self.forbidding(link.effect, link.player, Some(link)),
            "doomed" => self.doomed(),
            "controller" => self.zone_now(link.effect.card)?.on_field().then(|| link.player.to_string()),
            "targets" => (!link.targets.is_empty()).then(|| self.list(link.targets)),
            "lost" => self.lost_targets(link),
            "gone" => self.fact_since(link, link.effect.card, None),
            "included" => self.included(link.effect),
            "answered" | "event" => match (place, self.answers(link, &self.told.events[link.event])?) {
                ("answered", Answers::Link(answered)) => Some(name(&answered)),
                ("event", Answers::Event(fact)) => Some(self.noun(&fact)),
                _ => None,
            },
            "below" => below().as_ref().map(name),
            "speed" => self.speed(link.effect).map(|speed| speed.to_string()),
            "speed below" => self.speed(below()?.effect).map(|speed| speed.to_string()),
            "cost" => self.cost_of(link),
            "when" => (optional && timing()? == Timing::When).then(|| "“when”".to_owned()),
            "if" => (optional && timing()? == Timing::If).then(|| "“if”".to_owned()),
            "mandatory" => def.filter(|def| def.mandatory).map(|_| "mandatory".to_owned()),
            "admitted" => self.admitted(link.effect).map(str::to_owned),
            _ => None,
        }
    }

    /// The monsters whose Summon is attempted now, or was last.
    fn attempted(&self) -> Option<String> {
        let before = self.told.events[..self.now].iter().rev();
        before.into_iter().find_map(|event| match &event.what {
            Happened::Attempted { cards, .. } => Some(self.list(cards)),
            _ => None,
        })
    }

    /// What the only effect that has applied so far makes of a card that is treated as something.
    fn treated(&self) -> Option<String> {
        let links = (0..self.now).filter_map(|event| transcript::link(event, &self.told.events[event]));
        let said = links.filter_map(|link| {
            let written = self.told.cast.written(link.effect)?;
            let [(_, rule)] = found(written, &["treated as"])[..] else { return None };
            self.read(
                link.effect,
                link.player,
                Some(&link),
                written,
                ("apply", &json!({"rule": {"treated as": rule}, "until": "always"})),
            )
        });
        match said.collect::<Vec<_>>()[..] {
            [ref only] => Some(only.clone()),
            _ => None,
        }
    }

    /// Where a card lies now.
    pub(super) fn zone_now(&self, card: CardId) -> Option<Zone> {
        let moved = self.told.events[..self.now].iter().rev().find_map(|event| match &event.what {
            Happened::Cards { cards, to: Some(to), .. } if cards.contains(&card) => Some(to.zone),
            _ => None,
        });
        moved.or_else(|| self.board_now()?.card(card).map(|card| card.zone))
    }

    /// Whether an effect was not used in a window, but must be used before the phase ends.
    fn must_be_done(&self, link: &Link<'_>) -> bool {
        let asked = self.told.questions.iter().rev().find(|question| question.events <= link.event);
        let chosen = asked.and_then(|asked| match asked.answer {
            Some(Answer::Option(index)) => asked.prompt.options().get(index),
            _ => None,
        });
        let def = self.told.cast.effect(link.effect);
        def.is_some_and(|def| def.mandatory && def.class == Class::Phase)
            && chosen.and_then(Action::effect) != Some(link.effect)
    }

    /// The cards among which a player chose what they must use first.
    fn duties_to_choose_from(&self, link: &Link<'_>) -> Option<String> {
        let before = self.told.questions.iter().rev().skip_while(|question| question.events > link.event);
        let mut since_the_window = before.take_while(|question| !question.prompt.is_window());
        let cards = since_the_window.find_map(|question| match &question.prompt.ask {
            Ask::Choose(Choice { purpose: Purpose::Effect, effect: None, from: Pool::Cards { cards, .. }, .. }) => {
                Some(cards)
            }
            _ => None,
        })?;
        Some(enumerate(&cards.iter().map(|card| self.name(*card)).collect::<Vec<_>>(), "or"))
    }

    /// The Spell Speeds of what can be activated in a window.
    fn speeds_offered(&self, window: &Prompt) -> Option<String> {
        let of = |speed: u8| {
            let effects = window.options().iter().filter_map(Action::effect);
            let cards = effects.filter(|effect| self.speed(*effect) == Some(speed)).map(|effect| effect.card);
            let cards: Vec<CardId> = cards.collect();
            let are = if cards.len() > 1 { "are" } else { "is" };
            (!cards.is_empty()).then(|| format!("{} {are} Spell Speed {speed}", self.list(&cards)))
        };
        let all: Vec<String> = (1..=3).filter_map(of).collect();
        (!all.is_empty()).then(|| enumerate(&all, "and"))
    }

    /// What an activation must include to be answered by an effect.
    fn included(&self, effect: EffectRef) -> Option<String> {
        let (_, deeds) = found(self.told.cast.written(effect)?, &["including"]).into_iter().next()?;
        let deed = |deed: &Value| {
            Some(match deed.as_str()? {
                "special summon" => "a Special Summon",
                "destroy" => "a destruction",
                "damage" => "damage",
                "banish" => "the banishing of cards",
                _ => return None,
            })
        };
        let deeds: Option<Vec<&str>> = deeds.as_array()?.iter().map(deed).collect();
        Some(enumerate(&deeds?, "or"))
    }

    /// The card whose continuous effect did what is told now.
    fn reacting(&self) -> Option<String> {
        let before = self.told.events[..self.now].iter().rev();
        let by = before.take(6).find_map(|event| match event.by {
            Some(Cause::Effect(effect)) => Some(effect.card),
            _ => None,
        });
        by.map(|card| self.name(card))
    }

    /// What has taken the attacker or its target out of the battle since the attack was declared, as a clause.
    fn out_of_the_battle(&self) -> Option<String> {
        let are = |event: &Event, word| matches!(&event.what, Happened::Cards { are, .. } if are.contains(&word));
        let events = &self.told.events;
        let declared = events[..self.now].iter().rposition(|event| are(event, CardEvent::AttackDeclared))?;
        let fighters = |event: &Event| match &event.what {
            Happened::Cards { cards, with, .. } => cards.iter().copied().chain(*with).collect(),
            _ => Vec::new(),
        };
        let fights = |event: &&Event| {
            let words = [CardEvent::AttackDeclared, CardEvent::AttackTargeted, CardEvent::AttackRedirected];
            words.iter().any(|word| are(event, *word))
        };
        let fighters: Vec<CardId> =
            events[declared.saturating_sub(1)..self.now].iter().filter(fights).flat_map(fighters).collect();
        let leaves = |&event: &usize| match &events[event].what {
            Happened::Cards { are, cards, from, to, .. } => {
                let left = from.is_some_and(|from| from.zone == Zone::Monster)
                    && to.is_some_and(|to| to.zone != Zone::Monster);
                let gone = left || are.contains(&CardEvent::ChangedControl) || are.contains(&CardEvent::TurnedFaceDown);
                gone && !are.is_empty() && cards.iter().any(|card| fighters.contains(card))
            }
            _ => false,
        };
        let mut fact = self.fact((declared..self.now).find(leaves)?);
        fact.cards.retain(|card| fighters.contains(card));
        Some(self.clause(&fact, Tense::Past, None))
    }

    /// The monsters that the battle under way has destroyed already, though they leave the field only later.
    fn doomed(&self) -> Option<String> {
        let battled =
            |event: &Event| matches!(&event.what, Happened::Cards { are, .. } if are.contains(&CardEvent::Battled));
        let begin = self.told.events[..self.now].iter().rposition(battled)?;
        let rest = self.told.events[self.now.max(begin)..].iter();
        let rest = rest.take_while(|event| !battled(event) && !matches!(event.what, Happened::Phase { .. }));
        let cards = rest.filter_map(|event| match (&event.what, event.by) {
            (Happened::Cards { are, cards, .. }, Some(Cause::Battle(_))) if are.contains(&CardEvent::Destroyed) => {
                Some(cards.clone())
            }
            _ => None,
        });
        let cards: Vec<CardId> = cards.flatten().collect();
        (!cards.is_empty()).then(|| self.list(&cards))
    }

    /// The only Gemini monster on the field.
    fn the_gemini_monster(&self) -> Option<String> {
        let on_field = self.board_now()?.cards.iter().filter(|card| card.zone == Zone::Monster);
        let mut cards = on_field.map(|card| card.card).filter(|card| self.is(*card, MonsterIs::Gemini));
        cards.next().filter(|_| cards.next().is_none()).map(|card| self.name(card))
    }

    /// What was turned face-down last.
    fn turned_face_down(&self) -> Option<&'t [CardId]> {
        self.told.events[..self.now].iter().rev().find_map(|event| match &event.what {
            Happened::Cards { are, cards, .. } if are.contains(&CardEvent::TurnedFaceDown) => Some(&cards[..]),
            _ => None,
        })
    }

    /// How a monster was Summoned, as it is known also of one that was turned face-down.
    fn known_summon(&self, card: CardId) -> Option<String> {
        let known =
            [(CardEvent::TributeSummoned, "Tribute Summoned"), (CardEvent::SpecialSummoned, "Special Summoned")];
        let said = self.told.events[..self.now].iter().rev().find_map(|event| match &event.what {
            Happened::Cards { are, cards, .. } if cards.contains(&card) => {
                known.iter().find(|(word, _)| are.contains(word))
            }
            _ => None,
        });
        said.map(|(_, said)| (*said).to_owned())
    }

    /// How many Tributes the Level of a monster asks for, in words.
    fn tributes_for(&self, card: CardId) -> Option<&'static str> {
        match self.told.cast.def(card)?.monster()?.level? {
            5 | 6 => Some("one Tribute"),
            7.. => Some("two Tributes"),
            _ => None,
        }
    }

    /// What can be activated in a window.
    fn offered_in(&self, window: &Prompt) -> Option<String> {
        let effects = window.options().iter().filter_map(Action::effect);
        let cards: Vec<CardId> = effects.map(|effect| effect.card).collect();
        (!cards.is_empty()).then(|| self.own(window.player, &cards))
    }

    /// Whether what can be activated in a window costs all LP of its player.
    fn costs_all_lp(&self, window: &Prompt) -> bool {
        let lp = window.board.as_ref().map(|board| board.lp[window.player]);
        let effects = window.options().iter().filter_map(Action::effect);
        let mut costs = effects.filter_map(|effect| {
            let cost = found(self.told.cast.written(effect)?, &["cost"]).first()?.1;
            found(cost, &["pay lp"]).first()?.1.as_i64()
        });
        costs.any(|cost| Some(cost) == lp.map(i64::from))
    }

    /// Whether an effect is used from a Pendulum Zone.
    fn is_pendulum_effect(&self, effect: EffectRef) -> bool {
        let from = self.told.cast.written(effect).map(|written| found(written, &["from"])).unwrap_or_default();
        from.iter().any(|(_, places)| places.to_string().contains("pendulum zone"))
    }

    /// Whether the file of a card has a word.
    fn says(&self, card: Option<CardId>, word: &str) -> bool {
        card.is_some_and(|card| self.written_of(card).any(|effect| effect.to_string().contains(word)))
    }

    /// What happened to a card since a link was activated, not by that link itself, as a clause about some card.
    pub(super) fn fact_since(&self, link: &Link<'_>, card: CardId, about: Option<CardId>) -> Option<String> {
        let changes = |event: &usize| match &self.told.events[*event].what {
            Happened::Cards { are, cards, from, to, .. } if cards.contains(&card) => {
                (from.is_some() && from != to) || are.contains(&CardEvent::TurnedFaceDown)
            }
            _ => false,
        };
        let other = |event: &usize| self.told.events[*event].by != Some(Cause::Link(link.number));
        let event = (link.event + 1..self.now).filter(other).rfind(changes)?;
        let mut fact = self.fact(event);
        fact.cards.retain(|other| *other == card);
        Some(self.clause(&fact, Tense::Past, about))
    }

    /// What became of the targets of a link that have left their places.
    pub(super) fn lost_targets(&self, link: &Link<'_>) -> Option<String> {
        let lost: Vec<String> = link.targets.iter().filter_map(|&target| self.fact_since(link, target, None)).collect();
        (!lost.is_empty()).then(|| enumerate(&lost, "and"))
    }

    /// What was paid for a link, as in "discarding Kuriboh".
    fn cost_of(&self, link: &Link<'_>) -> Option<String> {
        let by = Some(Cause::Cost(link.number));
        let before = (0..link.event).rev().take_while(|&event| {
            !matches!(self.told.events[event].what, Happened::Activated { .. } | Happened::ChainOver)
        });
        let mut paid: Vec<usize> = before.filter(|&event| self.told.events[event].by == by).collect();
        paid.reverse();
        let paid: Vec<String> = self.reasons(&paid).iter().map(|fact| self.gerund(fact)).collect();
        (!paid.is_empty()).then(|| enumerate(&paid, "and"))
    }

    /// Why an effect can be used in the Damage Step.
    fn admitted(&self, effect: EffectRef) -> Option<&'static str> {
        let (def, written) = (self.told.cast.effect(effect)?, self.told.cast.written(effect)?);
        let counter = self.told.cast.def(effect.card)?.kind == CardKind::Trap(TrapKind::Counter);
        let negates = found(written, &["negate"])
            .iter()
            .any(|(_, what)| what.as_str().is_some_and(|what| what.contains("activation")));
        let changes = !found(written, &["change atk", "change def"]).is_empty();
        let says = |key: &str| written.to_string().contains(key);
        Some(match def.class {
            _ if counter => "it is a Counter Trap",
            _ if negates => "it negates an activation",
            _ if def.mandatory => "it is mandatory",
            _ if changes => "it changes ATK or DEF",
            Class::Trigger => "it is a trigger about itself",
            _ if says("damage step") || says("damage calculation") => "its text names that timing",
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::reasons::REASONS;

    /// Rules that tales say in their own words.
    const OTHERWISE: [Rule; 10] = [
        Rule::ChainResolvesLastFirst,
        Rule::ReplayAttackerGone,
        Rule::SegocAgeDoesNotMatter,
        Rule::SegocEarlierMomentFirst,
        Rule::SegocOneChain,
        Rule::SegocOpponentMandatory,
        Rule::SegocOpponentOptional,
        Rule::SegocPlayerOrdersOwn,
        Rule::SegocTurnPlayerMandatory,
        Rule::SegocTurnPlayerOptional,
    ];

    #[test]
    fn every_rule_has_a_why_or_a_reason() {
        let has_reason =
            |word: &str| REASONS.contains_key(word) || REASONS.contains_key(format!("also {word}").as_str());
        let silent = Rule::ALL
            .iter()
            .filter(|rule| !WHYS.contains_key(rule.word()) && !has_reason(rule.word()) && !OTHERWISE.contains(rule));
        assert_eq!(silent.collect::<Vec<_>>(), Vec::<&Rule>::new(), "whys.md, or reasons.md for what refuses");
    }

    #[test]
    fn every_why_is_for_a_rule_and_for_kinds_of_steps_that_there_are() {
        const KINDS: [&str; 16] = [
            "moment",
            "action",
            "activation",
            "resolution",
            "events",
            "used cards leave",
            "triggers",
            "trigger lost",
            "declined",
            "window",
            "passes",
            "not offered",
            "attack ended",
            "duel ended",
            "else",
            "seen",
        ];
        for (word, forms) in WHYS.iter() {
            assert!(Rule::ALL.iter().any(|rule| rule.word() == *word), "there is no rule {word}");
            let unknown = forms.iter().flat_map(|form| &form.kinds).find(|kind| !KINDS.contains(kind));
            assert_eq!(unknown, None, "{word}");
        }
    }
}

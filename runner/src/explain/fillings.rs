//! What stands in the places of `whys.md`, and whether its conditions hold: said of the duel as it is where a why stands.

use segoc_engine::def::{CardKind, Class, MonsterIs, Timing, TrapKind};
use segoc_protocol::{
    Action, Answer, Ask, BattlePosition, BoardCard, CardEvent, CardId, Cause, ChartBox, Choice, EffectRef, Event, Face,
    Happened, LinkOutcome, PlayerEvent, Pool, Prompt, Purpose, Rule, Zone,
};
use serde_json::{Value, json};

use super::census::Asking;
use super::clause::{Tense, enumerate};
use super::fact::Answers;
use super::reasons::names;
use super::teller::Teller;
use super::whys::{About, Here};
use super::written::found;
use crate::english::Reader;
use crate::transcript::{self, Link};

impl<'t> Teller<'t> {
    pub(super) fn holds(&self, here: Here<'_, 't>, condition: &str) -> bool {
        let About { link, outcome, declined, window, denied } = here.about;
        let class = link.as_ref().and_then(|link| self.told.cast.class(link.effect));
        match condition {
            "sides kept" => !self.sides_have_changed(),
            "led elsewhere" => self.is_led_elsewhere(),
            "done before" => self.is_done_before(here.about, here.rule),
            "box A" => window.is_some_and(|prompt| prompt.chart == Some(ChartBox::A)),
            "goes on" => self.told.end.is_none(),
            "banished" => here.cards.iter().any(|card| self.zone_now(*card) == Some(Zone::Banished)),
            "in the GY" => here.cards.iter().any(|card| self.zone_now(*card) == Some(Zone::Gy)),
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
            "stays a monster" => {
                let targets = link.as_ref().map(|link| link.targets).unwrap_or_default();
                let mut traps = targets.iter().filter(|card| self.is_trap(**card)).peekable();
                traps.peek().is_some() && traps.all(|card| self.zone_now(*card) == Some(Zone::Monster))
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
            "set" | "quick" => class == Some(Class::Quick),
            "end of the Damage Step" => self.moment.is_some_and(|moment| moment.word() == "end of damage step"),
            "mandatory" => {
                link.as_ref().and_then(|link| self.told.cast.effect(link.effect)).is_some_and(|def| def.mandatory)
            }
            "decks empty" => {
                let standing = self.standing();
                let drew = |event: &Event| matches!(event.what, Happened::Player { is: PlayerEvent::Draws, .. });
                let players =
                    self.told.events.iter().rev().filter(|event| matches!(event.what, Happened::Player { .. }));
                players.take(2).filter(|event| drew(event)).count() == 2
                    && !standing.iter().any(|card| card.zone == Zone::Deck)
            }
            "no LP" => self.lost_all_lp(),
            "no Trap any more" | "still a Trap" => {
                let card = link.as_ref().map(|link| link.effect.card);
                let trap = card.filter(|card| self.zone_now(*card) == Some(Zone::Monster));
                let as_monster = trap.and_then(|card| self.told.cast.def(card)?.as_monster.as_ref());
                as_monster.is_some_and(|monster| monster.still == (condition == "still a Trap"))
            }
            "left" => !declined && link.as_ref().is_some_and(|link| self.is_left(link, here.rule)),
            "otherwise" => link.as_ref().is_some_and(|link| self.came_otherwise(link)),
            "over" => self.told.end.is_some() && self.now >= self.told.events.len(),
            "declined" => *declined,
            "affected" => link.as_ref().is_some_and(|link| {
                let deeds: Vec<CardId> = self.deeds(link).flat_map(|event| self.fact(event).cards).collect();
                !link.targets.is_empty() && link.targets.iter().all(|target| deeds.contains(target))
            }),
            "effect negated" => *outcome == Some(LinkOutcome::EffectNegated),
            "nothing done" => link.as_ref().is_some_and(|link| self.deeds(link).next().is_none()),
            "will do nothing" => link.as_ref().is_some_and(|link| !self.will_do_something(link)),
            "CL1" => self.last_number(here.about) == Some(1),
            "no attack" => link.as_ref().is_some_and(|link| self.attack_is_over(link).is_some()),
            "a Trap" => link.as_ref().is_some_and(|link| {
                matches!(self.told.cast.def(link.effect.card).map(|def| &def.kind), Some(CardKind::Trap(_)))
            }),
            "diverted Pendulum Monster" => {
                here.cards.iter().any(|card| self.is(*card, MonsterIs::Pendulum) && self.was_diverted(*card))
            }
            "doomed itself" => link.as_ref().is_some_and(|link| self.pays_with_itself_in_battle(link)),
            "away" => link.as_ref().is_some_and(|link| self.is_away(link)),
            "done here" => self.told.events[..(self.now + 1).min(self.told.events.len())]
                .iter()
                .any(|event| event.rule == Some(here.rule)),
            "once more" => here.cards.iter().any(|card| self.was_summoned_once_more(*card)),
            "sides changed" => self.sides_have_changed(),
            "outside links" => !self.follows_a_link(),
            "battle" => here.cards.iter().any(|card| self.battled_last(*card)),
            "chosen" => link.as_ref().is_some_and(|link| self.is_left_to_its_player(link, here.rule)),
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

    pub(super) fn filling_of(&self, here: Here<'_, 't>, place: &str) -> Option<String> {
        let cast = &self.told.cast;
        let name = |link: &Link<'_>| format!("{} (CL{})", self.name(link.effect.card), link.number);
        match place {
            "out of the battle" => return self.out_of_the_battle(),
            "gemini" => return self.the_gemini_monster(),
            "turned face-down" => return Some(self.list(self.turned_face_down()?)),
            "summoned" => return self.known_summon(*self.turned_face_down()?.first()?),
            "immune" => return self.the_immune_card(),
            "otherwise" => return self.life_points_otherwise(),
            "negated by" => return self.negated_by(here.cards),
            "negator" => return self.negations().first().map(|(by, _)| self.name(*by)),
            "spell in a Pendulum Zone" => return self.the_spell_in_a_pendulum_zone(),
            "reactor" => return self.the_reactor(),
            "waiting" => return self.waiting_for_something_else(here.about),
            "moved" => return self.moved_here(here.cards, 0).or_else(|| self.moved_since_left()),
            "without a zone" => return self.without_a_zone(),
            "normal summonables" => return self.normal_summonables(here.about.denied?),
            "trap" => {
                let of_step = here.cards.iter().copied().find(|card| self.is_trap(*card));
                return of_step.or_else(|| self.the_trap_monster()).map(|card| self.name(card));
            }
            "kept" => return self.kept_state(),
            "number" => return self.last_number(here.about).map(|number| number.to_string()),
            "level already" => return self.level_already(here.about.denied?),
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
            "replaced" => self.replaced_by(link),
            "duties" => self.duties_to_choose_from(link),
            "attempted" => self.attempted(),
            "treated" => self.treated(),
            "after" => self.done_after(link, here.rule),
            "planned" => self.planned_after(link, here.rule),
            "part" => self.part_after(link, here.rule),
            "rest" => self.rest_of(link),
            "elsewhere" => self.went_elsewhere(link, here.rule),
            "waits for" => self.waits_for(link),
            "required" => self.required(link),
            "requires" => self.asked_on_activation(link),
            "ban" => self.forbidding(link.effect, link.player, Some(link)),
            "doomed" => self.doomed(),
            "controller" => self.zone_now(link.effect.card)?.on_field().then(|| link.player.to_string()),
            "targets" => (!link.targets.is_empty()).then(|| self.list(link.targets)),
            "lost" => self.lost_targets(link),
            "not destroyed" => self.not_destroyed(link),
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
        let written = self.told.cast.written(effect)?;
        let (_, deeds) = found(written, &["including"]).into_iter().next()?;
        let from = found(written, &["including from"]).into_iter().next();
        let from = match from.map(|(_, from)| from.as_array().map(Vec::as_slice)) {
            None => "",
            Some(Some([place])) if place == "deck" => " with cards from the Deck",
            Some(_) => return None,
        };
        let deed = |deed: &Value| {
            Some(match deed.as_str()? {
                "special summon" => "a Special Summon",
                "destroy" => "a destruction",
                "damage" => "damage",
                "banish" => "the banishing of cards",
                "draw" => "a draw",
                "add to hand" => "the adding of cards to the hand",
                "send to gy" => "the sending of cards to the GY",
                _ => return None,
            })
        };
        let deeds: Option<Vec<&str>> = deeds.as_array()?.iter().map(deed).collect();
        Some(format!("{}{from}", enumerate(&deeds?, "or")))
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
    pub(super) fn tributes_for(&self, card: CardId) -> Option<&'static str> {
        let printed = self.told.cast.def(card)?.monster()?.level?;
        let now = self.board_now().and_then(|board| board.card(card)).map_or(0, |card| card.level);
        if now != 0 && now != i32::from(printed) {
            return None;
        }
        match printed {
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
    pub(super) fn says(&self, card: Option<CardId>, word: &str) -> bool {
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
        let paid = before.filter(|&event| self.told.events[event].by == by && !self.fact(event).made_room());
        let mut paid: Vec<usize> = paid.collect();
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

    /// What a trigger waits for, in the words of its card.
    fn waits_for(&self, link: &Link<'_>) -> Option<String> {
        let trigger = self.told.cast.written(link.effect)?.get("trigger")?;
        let named = names("it".into(), link.player, &[]);
        brief(Reader::new(&named).cause(trigger.get("if").or(trigger.get("when"))?)?)
    }

    /// What a trigger that waits for a time asks for, in the words of its card.
    fn required(&self, link: &Link<'_>) -> Option<String> {
        let trigger = self.told.cast.written(link.effect)?.get("trigger")?;
        let waits = ["if", "when"].iter().any(|key| trigger.get(key).is_some());
        let named = names(self.name(link.effect.card), link.player, &[]);
        brief(Reader::new(&named).condition(trigger.get("requires").filter(|_| !waits)?)?)
    }

    /// Whether both players took damage to the last of their LP at the moment at which the duel ended.
    fn lost_all_lp(&self) -> bool {
        let last = self.told.events.iter().rev().filter_map(|event| match event.what {
            Happened::Player { is: PlayerEvent::TakesDamage, player, .. } => Some((event.instant, player)),
            _ => None,
        });
        let last: Vec<_> = last.take(2).collect();
        matches!(last[..], [(at, one), (then, other)] if at == then && one != other)
    }

    /// The monsters for which there was no free zone, as their control was to go to the other player.
    fn without_a_zone(&self) -> Option<String> {
        let upto = (self.now + 1).min(self.told.events.len());
        let event = self.told.events[..upto].iter().rev().take(8).find(|event| {
            event.rule == Some(Rule::UpkeepNoZoneNoControl) && matches!(event.what, Happened::Cards { .. })
        })?;
        let Happened::Cards { cards, from: Some(from), .. } = &event.what else { return None };
        let (cards, to) = (self.list(cards), from.player.opponent());
        Some(format!("{to} has no free Monster Zone left to which {cards} could go"))
    }

    /// The monsters in the hand of the player of a card that can be Normal Summoned or Set, of a card that asks for others.
    fn normal_summonables(&self, card: CardId) -> Option<String> {
        self.written_of(card).find(|effect| effect.to_string().contains("\"can be normal summoned\":false"))?;
        let standing = self.standing();
        let player = standing.iter().find(|lying| lying.card == card)?.player;
        let hand = standing.iter().filter(|lying| (lying.zone, lying.player) == (Zone::Hand, player));
        let is_one = |card: &CardId| {
            self.told.cast.def(*card).is_some_and(|def| def.monster().is_some() && def.can_be_normal_summoned())
        };
        let cards: Vec<CardId> = hand.map(|lying| lying.card).filter(is_one).collect();
        (cards.len() == 1).then(|| self.list(&cards))
    }

    /// What an effect asks for on activation: of several things those that are not so any more, as far as that can be seen.
    fn asked_on_activation(&self, link: &Link<'_>) -> Option<String> {
        let requires = found(self.told.cast.written(link.effect)?, &["requires"]).first()?.1;
        let by = Asking::of(link.effect.card, link.player);
        let each = requires.get("all of").and_then(Value::as_array);
        let each: Vec<&Value> = each.map_or(vec![requires], |all| all.iter().collect());
        let over: Vec<&Value> = each.iter().filter(|one| self.holds_now(one, by) == Some(false)).copied().collect();
        let named = names(self.name(link.effect.card), link.player, &[]);
        let reader = Reader::new(&named);
        let said = if over.is_empty() { each } else { over }.into_iter().map(|one| reader.condition(one));
        Some(enumerate(&said.collect::<Option<Vec<_>>>()?, "and"))
    }

    /// What a link did to a card that went elsewhere than its text says.
    fn went_elsewhere(&self, link: &Link<'_>, rule: Rule) -> Option<String> {
        let written = self.told.cast.written(link.effect)?;
        let says = |verb: &str| !found(written, &[verb]).is_empty();
        let (zone, meant) = match rule {
            Rule::ConjunctionNotInTheHand if says("return to hand") => (Zone::Hand, "returned to the hand"),
            Rule::ConjunctionNotInTheHand => (Zone::Hand, "added to the hand"),
            _ if says("send to gy") => (Zone::Gy, "sent to the GY"),
            _ if says("return to deck") => (Zone::Deck, "returned to the Deck"),
            _ => return None,
        };
        let facts: Vec<_> = self.deeds(link).map(|event| self.fact(event)).collect();
        let meant_for = |place: Zone| place == zone || (zone, place) == (Zone::Deck, Zone::ExtraDeck);
        let other = facts.iter().find(|fact| fact.way().is_some_and(|(_, to)| !meant_for(to.zone)))?;
        let clause = self.clause(other, Tense::Present, None);
        (!clause.is_empty()).then(|| format!("{clause}, so it was not {meant}"))
    }

    /// The only face-up card that negates effects as long as it lies there.
    pub(super) fn the_negator(&self) -> Option<CardId> {
        let negates = |card: &&BoardCard| {
            let speaks = card.zone.on_field() && card.face == Face::Up;
            let negating =
                |effect: &Value| effect.get("continuous").is_some_and(|c| !found(c, &["negated"]).is_empty());
            speaks && self.written_of(card.card).any(negating)
        };
        let standing = self.standing();
        let mut by = standing.iter().filter(negates).map(|card| card.card);
        by.next().filter(|_| by.next().is_none())
    }

    /// That the continuous effect of a card of this step is negated by the only card that negates effects.
    fn negated_by(&self, cards: &[CardId]) -> Option<String> {
        let applies = |card: CardId| self.written_of(card).any(|effect| effect.get("continuous").is_some());
        let negated =
            self.negations().into_iter().flat_map(|(by, cards)| cards.into_iter().map(move |card| (by, card)));
        let negated: Vec<(CardId, CardId)> = negated.filter(|(_, card)| applies(*card)).collect();
        let of_step: Vec<_> = negated.iter().filter(|(by, card)| by != card && cards.contains(card)).collect();
        if let [(by, card)] | [(by, card), _] = if of_step.is_empty() { negated.iter().collect() } else { of_step }[..]
            && (negated.len() == 1 || cards.contains(card))
        {
            return Some(format!(
                "the effect of {} that would apply here is negated by {}",
                self.name(*card),
                self.name(*by)
            ));
        }
        let by = self.the_negator()?;
        let named = cards.iter().rev().copied().find(|card| *card != by && applies(*card));
        let card = named.or_else(|| {
            let standing = self.standing();
            let up = standing.iter().filter(|card| card.zone.on_field() && card.face == Face::Up).map(|card| card.card);
            let mut others = up.filter(|card| *card != by && applies(*card));
            others.next().filter(|_| others.next().is_none())
        })?;
        Some(format!("the effect of {} that would apply here is negated by {}", self.name(card), self.name(by)))
    }

    /// The only face-up card that reacts to something without a chain.
    fn the_reactor(&self) -> Option<String> {
        let reacts = |card: &&BoardCard| {
            let speaks = card.zone.on_field() && card.face == Face::Up;
            speaks
                && self
                    .written_of(card.card)
                    .any(|effect| effect.get("continuous").is_some_and(|c| c.get("whenever").is_some()))
        };
        let standing = self.standing();
        let mut cards = standing.iter().filter(reacts).map(|card| card.card);
        cards.next().filter(|_| cards.next().is_none()).map(|card| self.name(card))
    }

    /// That something happened to the target of a card that stays on the field, which waits for something else to happen to it.
    fn waiting_for_something_else(&self, about: &About<'_>) -> Option<String> {
        let done: Vec<CardId> = self.deeds(about.link.as_ref()?).flat_map(|event| self.fact(event).cards).collect();
        let links = (0..self.now).filter_map(|event| transcript::link(event, &self.told.events[event]));
        let stays = |link: &Link<'_>| self.zone_now(link.effect.card).is_some_and(Zone::on_field);
        let own = about.link.as_ref()?.event;
        let mut others = links.filter(|link| link.event != own).filter(stays);
        let link = others.find(|link| link.targets.iter().any(|target| done.contains(target)))?;
        let card = link.effect.card;
        let waits = self.written_of(card).filter_map(|effect| effect.get("continuous")?.get("whenever"));
        let [waits] = waits.filter(|cause| cause.to_string().contains("\"target\"")).collect::<Vec<_>>()[..] else {
            return None;
        };
        let reacts = |event: &Event| matches!(event.by, Some(Cause::Effect(effect)) if effect.card == card);
        if self.told.events[self.now..].iter().take(4).any(reacts) {
            return None;
        }
        let targets = self.list(link.targets);
        let named = |word: &str| (word == "target").then(|| targets.clone());
        Some(format!("{} waits for something else, that {}", self.name(card), Reader::new(&named).cause(waits)?))
    }

    /// What became of a card of a link that left something for later, since it did, as a clause.
    fn moved_since_left(&self) -> Option<String> {
        let before = (0..self.now).rev().filter_map(|event| transcript::link(event, &self.told.events[event]));
        let link = before.into_iter().find(|link| !self.left_for_later(link).is_empty())?;
        let over = |event: &Event| matches!(event.what, Happened::Resolved { link: other, .. } if other == link.number);
        let end = link.event + self.told.events[link.event..self.now].iter().position(over)?;
        let deeds = self.deeds(&link).take_while(|event| *event < end).flat_map(|event| self.fact(event).cards);
        let cards: Vec<CardId> =
            [link.effect.card].into_iter().chain(link.targets.iter().copied()).chain(deeds).collect();
        self.moved_here(&cards, end)
    }

    /// What became last of a card that was moved or turned face-down since something, as a clause.
    fn moved_here(&self, cards: &[CardId], since: usize) -> Option<String> {
        let moves = |event: &usize| match &self.told.events[*event].what {
            Happened::Cards { are, cards: moved, from, to, .. } => {
                let other = from.is_some() && from.map(|from| from.zone) != to.map(|to| to.zone);
                let turned = are.contains(&CardEvent::TurnedFaceDown);
                (other || turned) && !are.is_empty() && moved.iter().any(|card| cards.contains(card))
            }
            _ => false,
        };
        let mut fact = self.fact((since..self.now).rfind(moves)?);
        fact.cards.retain(|card| cards.contains(card));
        Some(self.clause(&fact, Tense::Past, None))
    }

    /// Whether a Spell or Trap can be a monster.
    fn is_trap(&self, card: CardId) -> bool {
        self.told.cast.def(card).is_some_and(|def| def.as_monster.is_some())
    }

    /// The only Spell or Trap that is a monster now.
    fn the_trap_monster(&self) -> Option<CardId> {
        let standing = self.standing();
        let traps = standing.iter().filter(|card| card.zone == Zone::Monster && self.is_trap(card.card));
        let mut cards = traps.map(|card| card.card);
        cards.next().filter(|_| cards.next().is_none())
    }

    /// What the card says that has just kept up a state.
    fn kept_state(&self) -> Option<String> {
        let effect = self.told.events[..self.now].iter().rev().take(6).find_map(|event| match event.by {
            Some(Cause::Effect(effect)) => Some(effect),
            _ => None,
        })?;
        let player = self.board_now()?.card(effect.card)?.player;
        let says = self.continuously(effect.card, player, None)?;
        let brief = says.split_whitespace().count() <= 30;
        brief.then(|| format!("{} says that {says}", self.name(effect.card)))
    }
}

/// A clause, unless it is so long that nobody would follow it.
fn brief(said: String) -> Option<String> {
    const LONGEST: usize = 40;
    (said.split_whitespace().count() <= LONGEST).then_some(said)
}

//! Triggers: what met them, why they were placed where they were, and what became of the others.

use std::collections::BTreeSet;
use std::ops::Range;

use segoc_engine::def::{Class, Pattern};
use segoc_format::ruling::{Offer, OfferAction};
use segoc_protocol::{
    Action, Answer, Ask, CardId, ChartBox, EffectRef, Event, Happened, Player, Prompt, Refusal, Rule, Zone,
};

use super::clause::{Tense, enumerate};
use super::fact::{Fact, is_something};
use super::happenings::leaves_after_a_chain;
use super::places::moment;
use super::reasons::Denied;
use super::tale::{Kind, Layout, Paragraph};
use super::teller::Teller;
use super::windows::Acting;
use crate::cast::capital;
use crate::transcript::Item;

/// What is known of the triggers that wait.
#[derive(Default)]
pub(super) struct Triggers<'t> {
    /// Triggers that were met and have no fate yet.
    waiting: Vec<Waiting>,
    /// Whether the triggers of this window were told.
    met: bool,
    /// Whether the triggers of this window are of one group.
    one_group: bool,
    /// The placement under way.
    pub(super) placement: Option<&'t Event>,
    /// The rule of the group of which a trigger of this window was placed last.
    batch: Option<Option<Rule>>,
    /// When the trigger that was placed last was met.
    placed_at: Option<u32>,
    /// Triggers whose card could not see the event; told at the next window.
    unseen: Vec<usize>,
}

/// A trigger that was met.
struct Trigger<'t> {
    player: Player,
    effect: EffectRef,
    mandatory: bool,
    /// What met it.
    cause: Option<Fact<'t>>,
}

impl Trigger<'_> {
    /// When it was met.
    fn at(&self) -> Option<u32> {
        self.cause.as_ref().and_then(|cause| cause.event.instant)
    }
}

/// A trigger that was met and has no fate yet.
#[derive(Clone, Debug)]
struct Waiting {
    trigger: u32,
    effect: EffectRef,
    /// The events that met it.
    events: Vec<usize>,
    /// Whether its player has it told that it triggered.
    told: bool,
}

impl Waiting {
    fn event(&self) -> usize {
        self.events.last().copied().unwrap_or(0)
    }
}

/// What became of a trigger: it was placed, dropped, or not used.
#[derive(Clone, Copy, Debug)]
struct Fate {
    player: Player,
    /// How many events had happened.
    at: usize,
    /// The last question at which its player could have used it, if they did not.
    passed: Option<usize>,
    /// Whether it had to wait for a chance of its player.
    private: bool,
}

impl<'t> Teller<'t> {
    pub(super) fn triggered(&mut self, trigger: u32, effect: EffectRef, events: &[usize]) {
        let events = events.iter().copied().filter(|&event| event < self.now).collect();
        self.triggers.waiting.push(Waiting { trigger, effect, events, told: false });
        self.triggers.met = false;
    }

    /// Several triggers that reach the same window are told together, before the first of them is dealt with.
    pub(super) fn meet(&mut self) {
        if std::mem::replace(&mut self.triggers.met, true) {
            return;
        }
        let is_met = |w: &&Waiting| !w.told && self.is_settled_here(w);
        let together: Vec<u32> = self.triggers.waiting.iter().filter(is_met).map(|w| w.trigger).collect();
        if together.len() < 2 {
            return;
        }
        self.triggers
            .waiting
            .iter_mut()
            .filter(|w| together.contains(&w.trigger))
            .for_each(|waiting| waiting.told = true);
        let here = self.triggers.waiting.iter().filter(|w| together.contains(&w.trigger));
        let triggers: Vec<Trigger<'t>> = here.filter_map(|waiting| self.trigger(waiting)).collect();
        self.flush();
        self.tell_unseen();
        let group = |t: &Trigger<'_>| (t.player, t.mandatory);
        self.triggers.one_group = triggers.windows(2).all(|pair| group(&pair[0]) == group(&pair[1]));
        let told = self.met_words(&triggers);
        let step = self.push(Kind::Triggers, triggers.iter().map(|trigger| trigger.effect.card), told);
        step.instant = triggers.first().and_then(Trigger::at);
    }

    /// Several triggers that reach the same window, in the order in which they were met.
    fn met_words(&self, triggers: &[Trigger<'_>]) -> Vec<Paragraph> {
        let count = match triggers.len() {
            2 => "Two".to_owned(),
            3 => "Three".to_owned(),
            4 => "Four".to_owned(),
            5 => "Five".to_owned(),
            6 => "Six".to_owned(),
            7 => "Seven".to_owned(),
            8 => "Eight".to_owned(),
            n => n.to_string(),
        };
        let calls = |cause: &Fact<'_>| matches!(cause.event.what, Happened::Activated { .. });
        let (text, rule) = match triggers.iter().all(|t| t.mandatory && t.cause.as_ref().is_some_and(calls)) {
            true => ("to answer this activation, one after the other:", Rule::QuickMandatoryAll),
            false => ("triggered; those that can be activated form one chain:", Rule::SegocOneChain),
        };
        let mut out = vec![Paragraph::new(Layout::Text, format!("{count} effects have {text}"), [rule])];
        let instants: BTreeSet<u32> = triggers.iter().filter_map(Trigger::at).collect();
        let several = instants.len() > 1;
        let moment = |trigger: &Trigger<'_>| instants.iter().position(|at| Some(*at) == trigger.at() && several);
        let bullet = |trigger| Paragraph::new(Layout::Bullet, self.described(trigger, moment(trigger)), []);
        let mut described: Vec<Paragraph> = Vec::new();
        for mut told in triggers.iter().map(bullet) {
            // What a card has twice triggers twice.
            if described.last().is_some_and(|last| last.text == told.text) {
                told.text = told.text.replacen(" (", " once more (", 1);
            }
            described.push(told);
        }
        out.extend(described);
        out.extend(self.earlier_first.filter(|_| several).map(|matters| {
            let (text, rule) = match matters {
                true => ("and in this format the earlier moment comes first", Rule::SegocEarlierMomentFirst),
                false => ("which does not matter for the order in this format", Rule::SegocAgeDoesNotMatter),
            };
            Paragraph::new(Layout::Text, format!("They triggered at different moments, {text}."), [rule])
        }));
        out
    }

    fn described(&self, trigger: &Trigger<'_>, moment: Option<usize>) -> String {
        let must = if trigger.mandatory { "mandatory" } else { "optional" };
        let (name, player) = (self.name(trigger.effect.card), trigger.player);
        let who = if name.starts_with(player.word()) { must.to_owned() } else { format!("{player}, {must}") };
        // Where a card lies that is used off the field, unless that is what brought it there.
        let is_own = trigger.cause.as_ref().is_some_and(|fact| fact.cards.contains(&trigger.effect.card));
        let place = match self.zone_now(trigger.effect.card).filter(|_| !is_own) {
            Some(Zone::Hand) => ", in the hand",
            Some(Zone::Gy) => ", in the GY",
            _ => "",
        };
        let cause = self.cause(trigger).map(|cause| format!(": {cause}")).unwrap_or_default();
        let moment = moment.map(|m| format!(", moment {}", m + 1)).unwrap_or_default();
        // Of several triggers of one card it is said what each does.
        let def = self.told.cast.def(trigger.effect.card);
        let triggers = def.iter().flat_map(|def| &def.effects).filter(|effect| effect.class == Class::Trigger);
        let intent = self.intent(trigger.effect, player).filter(|_| triggers.count() > 1);
        let intent = intent.map(|does| format!(", by which {does}")).unwrap_or_default();
        format!("{name} ({who}{place}){intent}{moment}{cause}.")
    }

    /// What met a trigger, as a clause.
    fn cause(&self, trigger: &Trigger<'_>) -> Option<String> {
        trigger.cause.as_ref().map(|fact| self.clause(fact, Tense::Past, Some(trigger.effect.card)))
    }

    /// Whether a trigger that an offer means was met and waits.
    pub(super) fn has_triggered(&self, offer: &Offer) -> bool {
        let mut waiting = self.triggers.waiting.iter();
        waiting.any(|waiting| self.told.cast.is_offered_trigger(offer, waiting.effect) && self.fate(waiting).is_some())
    }

    /// Whether a private trigger waits that its player may use here, or at the other player's chance.
    pub(super) fn waits_for_a_chance(&self, prompt: &Prompt) -> bool {
        let is_private = |w: &Waiting| self.fate(w).is_some_and(|fate| fate.private);
        prompt.options().iter().any(|option| matches!(option, Action::Trigger(_)))
            || (matches!(prompt.chart, Some(ChartBox::B | ChartBox::C)) && self.triggers.waiting.iter().any(is_private))
    }

    /// Whether a trigger has its fate before anything else resolves; one that waits longer is told later.
    fn is_settled_here(&self, waiting: &Waiting) -> bool {
        let resolves = |event: &Event| matches!(event.what, Happened::Resolves { .. });
        let until = self.fate(waiting).and_then(|fate| self.told.events.get(self.now..fate.at.max(self.now)));
        until.is_some_and(|events| !events.iter().any(resolves))
    }

    /// What becomes of a trigger.
    fn fate(&self, waiting: &Waiting) -> Option<Fate> {
        let told = self.told;
        let wanted = Action::Trigger(waiting.effect);
        let mut last = None;
        for item in told.items(&told.after_event(waiting.event()).to(told.last())) {
            let number = match item {
                Item::Event(at) => match told.events[at].what {
                    Happened::Placed { player, trigger, effect, .. }
                    | Happened::Dropped { player, trigger, effect }
                        if trigger == Some(waiting.trigger) || (trigger.is_none() && effect == waiting.effect) =>
                    {
                        return Some(Fate { player, at, passed: None, private: false });
                    }
                    _ => continue,
                },
                Item::Question(number) => number,
            };
            let (prompt, answer) = (&told.questions[number].prompt, &told.questions[number].answer);
            let (player, at, private) = (prompt.player, told.questions[number].events, prompt.is_window());
            let fate = Some(Fate { player, at, passed: Some(number), private });
            match (&prompt.ask, answer) {
                (Ask::Trigger { options, .. }, Some(Answer::Pass)) if options.contains(&waiting.effect) => return fate,
                (_, Some(Answer::Option(index))) if prompt.options().get(*index) == Some(&wanted) => {
                    return Some(Fate { player, at, passed: None, private });
                }
                _ if prompt.options().contains(&wanted) => last = fate,
                _ => {}
            }
        }
        last
    }

    fn trigger(&self, waiting: &Waiting) -> Option<Trigger<'t>> {
        let player = self.fate(waiting)?.player;
        Some(self.trigger_of(waiting.effect, player, &waiting.events))
    }

    fn trigger_of(&self, effect: EffectRef, player: Player, events: &[usize]) -> Trigger<'t> {
        let def = self.told.cast.effect(effect);
        let own = def.and_then(|d| d.cause.as_ref()).is_some_and(|c| c.any_of.iter().any(Pattern::is_about_this_card));
        let is_other = |event: &&usize| !self.fact(**event).cards.contains(&effect.card);
        let others: Vec<usize> = events.iter().filter(is_other).copied().collect();
        let mut cause = self.fact_about(if own || others.is_empty() { events } else { &others }, effect.card);
        if let Some(fact) = cause.as_mut().filter(|f| !own && f.cards.len() > 1) {
            // It waits for others, not for what happens to itself at the same time.
            fact.cards.retain(|card| *card != effect.card);
        }
        Trigger { player, effect, mandatory: def.is_some_and(|d| d.mandatory), cause }
    }

    /// A player is asked which trigger to place and wants none of them.
    pub(super) fn declined(&mut self, number: usize, player: Player, options: &[EffectRef]) {
        self.meet();
        let mut cards: Vec<CardId> = options.iter().map(|effect| effect.card).collect();
        cards.dedup();
        self.flush();
        let text = format!("{player} does not use {}.", self.own(player, &cards));
        self.say(Kind::Declined, cards, text, None).player = Some(player);
        self.forget(number);
    }

    /// Triggers that could be used for the last time at this question were not.
    pub(super) fn forget(&mut self, question: usize) {
        let is_over = |w: &Waiting| self.fate(w).is_some_and(|fate| fate.passed == Some(question));
        let over: Vec<u32> = self.triggers.waiting.iter().filter(|w| is_over(w)).map(|w| w.trigger).collect();
        self.triggers.waiting.retain(|waiting| !over.contains(&waiting.trigger));
    }

    /// Why the effect that is being activated was placed where it was, if it is a trigger, and the rules that placed it there.
    pub(super) fn placed(
        &mut self,
        effect: EffectRef,
        placement: Option<&'t Event>,
        acting: Option<Acting<'t>>,
    ) -> Option<(String, Vec<Rule>)> {
        let (group, trigger, others) = match placement {
            Some(Event { rule, what: Happened::Placed { instead, trigger, .. }, .. }) => {
                (*rule, *trigger, &instead[..])
            }
            _ if acting.is_some_and(|acting| acting.is_trigger) => {
                (Some(Rule::SegocPublicBeforePrivate), None, &[][..])
            }
            _ => return None,
        };
        let is_meant = |w: &Waiting| trigger.map_or(w.effect == effect, |trigger| w.trigger == trigger);
        let waiting = self.triggers.waiting.remove(self.triggers.waiting.iter().position(is_meant)?);
        let last = self.triggers.batch.replace(group);
        let at = |w: &Waiting| self.told.events.get(w.event()).and_then(|event| event.instant);
        let this = at(&waiting);
        let earlier = std::mem::replace(&mut self.triggers.placed_at, this);
        // Its moment among those of the others, in formats in which that matters.
        let age = match self.earlier_first {
            Some(true) if earlier.is_some() && earlier < this => Some("later"),
            // What the chain itself has called since is none of the window's triggers.
            Some(true) if self.triggers.waiting.iter().any(|w| w.told && at(w) > this && self.is_settled_here(w)) => {
                Some("earlier")
            }
            _ => None,
        };
        let trigger = self.trigger(&waiting)?;
        let (mut card, player) = (self.name(trigger.effect.card), trigger.player);
        // Of several effects of one card it is said which one it is.
        let beside = self.triggers.waiting.iter().any(|other| other.effect.card == effect.card && other.told);
        let among = others.iter().any(|other| *other != effect && other.card == effect.card);
        if (beside || among)
            && let Some(does) = self.intent(effect, player)
        {
            card = format!("the effect of {card} by which {does}");
        }
        let private = placement.is_none();
        let place = acting.filter(|_| private).map(|acting| self.place(acting.prompt.chart)).unwrap_or_default();
        let groups: Vec<Rule> = group.into_iter().collect();
        if group == Some(Rule::QuickMandatoryAfterTriggers) {
            return Some((format!("{card} must activate now, before anyone may add a fast effect"), groups));
        }
        if !waiting.told {
            let rules = if private && !trigger.mandatory { groups } else { Vec::new() };
            return Some(self.placed_alone(&trigger, private, &place, rules));
        }
        if private {
            let why = "private cards come after public ones, when their player has a chance";
            return Some((format!("{player} uses {card}; {why}{place}"), groups));
        }
        let instead = others.iter().filter(|other| **other != effect);
        let named = |other: &EffectRef| match other.card == effect.card {
            true => "another of its effects".to_owned(),
            false => self.own(player, &[other.card]),
        };
        let mut names: Vec<String> = instead.map(named).collect();
        names.dedup();
        let chosen: Vec<Rule> = if names.is_empty() { Vec::new() } else { vec![Rule::SegocPlayerOrdersOwn] };
        let (one_group, names) = (self.triggers.one_group, enumerate(&names, "or"));
        if one_group && age.is_none() && !names.is_empty() {
            let (next, choice) = if last.is_none() { ("first", "begun with") } else { ("next", "chosen") };
            return Some((format!("{player} places {card} {next}; they could also have {choice} {names}"), chosen));
        }
        let follows = if last.is_none() { "is placed first" } else { "follows" };
        let (why, decided) = match age {
            Some(age) => (format!(": it triggered {age}"), vec![Rule::SegocEarlierMomentFirst]),
            None if one_group => (String::new(), Vec::new()),
            None => (group.map_or("", |group| of_group(group, last)).to_owned(), groups),
        };
        let choice = match (names.is_empty(), trigger.mandatory) {
            (true, true) => String::new(),
            (true, false) => format!("; {player} uses it"),
            (false, _) => format!(", and {player} chose it over {names}"),
        };
        Some((capital(&format!("{card} {follows}{why}{choice}")), [decided, chosen].concat()))
    }

    /// A trigger of which nothing was told yet.
    fn placed_alone(&self, trigger: &Trigger<'_>, private: bool, place: &str, rules: Vec<Rule>) -> (String, Vec<Rule>) {
        let (card, player) = (self.name(trigger.effect.card), trigger.player);
        if let Some(Happened::Moment { moment: at }) = trigger.cause.as_ref().map(|fact| &fact.event.what) {
            let uses =
                if trigger.mandatory { format!("{card} must activate") } else { format!("{player} uses {card}") };
            return (format!("{uses} {}", moment(*at)), Vec::new());
        }
        let cause = self.cause(trigger).map(|cause| format!(" when {cause}")).unwrap_or_default();
        let then = match (trigger.mandatory, private) {
            (true, _) => ", and must activate".to_owned(),
            (false, true) => {
                format!("; as a private card it had to wait until {player} has a chance{place}, and they activate it")
            }
            (false, false) => format!(", and {player} activates it"),
        };
        (format!("{card} triggered{cause}{then}"), rules)
    }

    pub(super) fn dropped(
        &mut self,
        number: usize,
        event: &'t Event,
        player: Player,
        effect: EffectRef,
        trigger: Option<u32>,
    ) {
        let is_meant = |w: &Waiting| Some(w.trigger) == trigger;
        if self.triggers.waiting.iter().any(is_meant) {
            self.meet();
        }
        let Some(index) = self.triggers.waiting.iter().position(is_meant) else {
            // The card could not see what happened; that is told where the triggers of that time are.
            self.triggers.unseen.push(number);
            return;
        };
        let waiting = self.triggers.waiting.remove(index);
        if self.was_said(effect.card, event.rule) || self.calls_itself(effect, &waiting.events) {
            return;
        }
        let missed = event.rule == Some(Rule::TimingMissed);
        let since = if missed { self.since(waiting.event(), number) } else { Vec::new() };
        self.flush();
        let trigger = self.trigger_of(effect, player, &waiting.events);
        self.lost(&trigger, event.refusal().as_ref(), &since, true);
    }

    /// A trigger cannot be used; `since` is what happened since, if it missed the timing, and `met` whether it was met at all.
    fn lost(&mut self, trigger: &Trigger<'t>, refusal: Option<&Refusal>, since: &[Fact<'t>], met: bool) {
        let (name, cause) = (self.name(trigger.effect.card), self.cause(trigger));
        let rule = refusal.map(|refusal| refusal.rule);
        let reason = match rule {
            Some(Rule::TimingMissed) => {
                let since: Vec<String> = since.iter().map(|fact| self.clause(fact, Tense::Past, None)).collect();
                let after = (!since.is_empty()).then(|| format!(". After it {}", of_one_origin(&since)));
                let after = after.unwrap_or_default();
                cause.as_ref().map(|cause| {
                    format!(
                        "{cause}, but that is no longer the last thing that happened{after}. What says “when … you can” answers only the last thing"
                    )
                })
            }
            _ => refusal.and_then(|refusal| {
                let (card, effect) = (trigger.effect.card, Some(trigger.effect));
                self.reason(&Denied { action: OfferAction::Activate, card, effect, player: trigger.player, refusal })
            }),
        };
        let text = match (met, cause) {
            _ if rule == Some(Rule::TimingMissed) => format!("{name} misses the timing"),
            (true, Some(cause)) => format!("{name} triggered when {cause}, but cannot be used"),
            (false, Some(cause)) => format!("{name} does not trigger, although {cause}"),
            (_, None) => format!("The trigger of {name} cannot be used"),
        };
        let told = self.refused(text, refusal, reason);
        let step = self.push(Kind::Lost, [trigger.effect.card], told);
        (step.player, step.instant) = (Some(trigger.player), trigger.at());
    }

    /// Whether an effect was called for only by its own activation, which nobody would ask about.
    fn calls_itself(&self, effect: EffectRef, events: &[usize]) -> bool {
        let own = |event: &Event| matches!(&event.what, Happened::Activated { effect: own, .. } if *own == effect);
        events.iter().filter_map(|&event| self.told.events.get(event)).any(own)
    }

    /// Whether it was just told that a card cannot be used by a rule.
    fn was_said(&self, card: CardId, rule: Option<Rule>) -> bool {
        let name = self.name(card);
        let mut recent = self.steps.iter().rev().take_while(|s| !matches!(s.kind, Kind::Activation | Kind::Resolution));
        recent.any(|step| step.kind == Kind::NotOffered && step.cards.contains(&name) && step.rule == rule)
    }

    /// Tells of cards that could not see something happen.
    pub(super) fn tell_unseen(&mut self) {
        for number in std::mem::take(&mut self.triggers.unseen) {
            let event = &self.told.events[number];
            let Happened::Dropped { player, effect, .. } = event.what else { continue };
            let before = self.told.events[..number].iter().rposition(is_something).filter(|_| self.causes);
            let events = before.map(|before| self.doing(before)).unwrap_or_default();
            let trigger = self.trigger_of(effect, player, &events);
            self.lost(&trigger, event.refusal().as_ref(), &[], false);
        }
    }

    /// The last thing that happened between an event and another.
    fn since(&self, event: usize, end: usize) -> Vec<Fact<'t>> {
        let events = &self.told.events;
        // What is activated in the same window is no reason for missing it.
        let placing = events[event..].iter().position(|e| matches!(e.what, Happened::Placed { .. }));
        let asked =
            self.told.questions.iter().find(|q| q.events > event && matches!(q.prompt.ask, Ask::Trigger { .. }));
        let end = [placing.map(|i| event + i), asked.map(|q| q.events)].into_iter().flatten().fold(end, usize::min);
        let first = (event..end).find(|&i| events[i].instant > events[event].instant).unwrap_or(end);
        self.last_of(first..end)
    }

    /// The last thing that happened among some events.
    pub(super) fn last_of(&self, among: Range<usize>) -> Vec<Fact<'t>> {
        let events = &self.told.events;
        let counts = |&i: &usize| is_something(&events[i]) && !leaves_after_a_chain(events[i].rule);
        let all: Vec<usize> = among.filter(counts).collect();
        let last = all.iter().map(|&i| events[i].instant).max();
        let of_last: Vec<usize> = all.into_iter().filter(|&i| Some(events[i].instant) == last).collect();
        let facts = self.reasons(&of_last);
        if facts.is_empty() { self.fact_about(&of_last, CardId(u16::MAX)).into_iter().collect() } else { facts }
    }

    /// What was met before has been dealt with.
    pub(super) fn end_window(&mut self) {
        self.triggers.batch = None;
        self.triggers.placed_at = None;
        self.triggers.met = false;
    }
}

/// Clauses together; by what all of them happened is said once.
fn of_one_origin(clauses: &[String]) -> String {
    let by = clauses.last().and_then(|last| last.rfind(" by ").map(|at| last[at..].to_owned()));
    let shared = by.filter(|by| clauses.iter().all(|clause| clause.ends_with(by.as_str())));
    let short = |(i, clause): (usize, &String)| match &shared {
        Some(by) if i + 1 < clauses.len() => clause[..clause.len() - by.len()].to_owned(),
        _ => clause.clone(),
    };
    enumerate(&clauses.iter().enumerate().map(short).collect::<Vec<_>>(), "and")
}

/// The place of a trigger's group, as the end of a clause; `last` is the group of which one was placed before it.
fn of_group(group: Rule, last: Option<Option<Rule>>) -> &'static str {
    match (group, last.is_none()) {
        _ if last == Some(Some(group)) => " likewise",
        (Rule::SegocTurnPlayerMandatory, _) => ": the turn player's mandatory effects come first",
        (Rule::SegocOpponentMandatory, true) => ": mandatory effects come before all optional ones",
        (Rule::SegocOpponentMandatory, false) => ": next come the opponent's mandatory effects",
        (Rule::SegocTurnPlayerOptional, true) => ": the turn player's effects come before the opponent's",
        (Rule::SegocTurnPlayerOptional, false) => ": after the mandatory effects come the turn player's optional ones",
        (_, true) => ": nothing else was placed before it",
        (_, false) => ": last come the opponent's optional effects",
    }
}

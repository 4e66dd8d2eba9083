//! What happens: together at one instant, or one thing after the other, by a link or outside links.

use segoc_protocol::{
    Action, BoardCard, CardEvent, CardId, Cause, EffectRef, Event, Face, Happened, Player, PlayerEvent, Rule, Zone,
};
use serde_json::{Value, json};

use super::census::Asking;
use super::clause::{Tense, list, merged, stopped};
use super::fact::{Fact, add};
use super::places::place as place_of;
use super::reasons::names;
use super::tale::{Kind, Layout, Paragraph};
use super::teller::Teller;
use super::written::found;
use crate::cast::capital;
use crate::english::Reader;
use crate::transcript;

/// Things that happen at the same time, or what a player chose.
pub(super) enum Instant<'t> {
    /// These happen.
    Facts(Vec<Fact<'t>>),
    /// A player applies the optional part of the effect of a card, or does not.
    Chose(Player, CardId, bool),
    /// A player says which of several things is done.
    Said(String),
    /// To a card nothing happens, by a rule.
    Spared(CardId, Option<Rule>),
}

impl Instant<'_> {
    /// What happens.
    pub(super) fn facts(&self) -> &[Fact<'_>] {
        match self {
            Self::Facts(facts) => facts,
            Self::Chose(..) | Self::Said(..) | Self::Spared(..) => &[],
        }
    }

    /// The number of the instant.
    pub(super) fn at(&self) -> Option<u32> {
        self.facts().first().and_then(|fact| fact.event.instant)
    }
}

/// The cards of all that happens.
pub(super) fn cards_of(instants: &[Instant<'_>]) -> Vec<CardId> {
    instants.iter().flat_map(Instant::facts).flat_map(|fact| fact.cards.iter().copied()).collect()
}

/// The same without some facts; an instant of which none is left is gone.
pub(super) fn without<'t>(mut instants: Vec<Instant<'t>>, left_out: impl Fn(&Fact<'t>) -> bool) -> Vec<Instant<'t>> {
    instants.retain_mut(|instant| match instant {
        Instant::Facts(facts) => {
            facts.retain(|fact| !left_out(fact));
            !facts.is_empty()
        }
        Instant::Chose(..) | Instant::Said(..) | Instant::Spared(..) => true,
    });
    instants
}

impl<'t> Teller<'t> {
    /// Used cards are those the chain put on the field; they leave together.
    pub(super) fn leaves(&mut self, number: usize, event: &'t Event) {
        self.flush();
        let last = number.checked_sub(1).map(|last| &self.told.events[last]);
        let (place, before) = (self.fact(number).way(), last.and_then(|_| self.fact(number - 1).way()));
        let together = last.is_some_and(|last| (last.instant, last.rule) == (event.instant, event.rule))
            && place.map(|(_, to)| to.zone) == before.map(|(_, to)| to.zone);
        let before = self.steps.pop_if(|step| together && step.kind == Kind::Leaves);
        self.marks.truncate(self.steps.len());
        let mut cards = before.map(|step| step.cards).unwrap_or_default();
        cards.extend(self.fact(number).cards.into_iter().map(|card| self.name(card)));
        let (goes, are) = if cards.len() > 1 { ("go", "are") } else { ("goes", "is") };
        let goes = match place {
            Some((_, to)) if to.zone == Zone::Banished => {
                format!("{are} banished{}", self.diverted(&self.fact(number), Tense::Present))
            }
            Some((_, to)) => format!("{goes} to {}", place_of(to)),
            None => format!("{goes} to the GY"),
        };
        let text = format!("The chain is over; {} {goes}.", list(cards.iter().cloned()));
        let step = self.say(Kind::Leaves, [], text, event.rule);
        (step.instant, step.cards) = (event.instant, cards);
    }

    pub(super) fn happened(&mut self, number: usize, event: &'t Event) {
        let fact = self.fact(number);
        if let Some(Cause::Cost(_)) = event.by {
            add(&self.told.cast, &mut self.cost, fact);
            return;
        }
        let causes = self.causes;
        let into = match (&mut self.resolving, event.by) {
            (Some((link, instants)), Some(Cause::Link(by))) if *link == by => instants,
            (Some((_, instants)), Some(Cause::Battle(_))) => instants,
            (Some((_, instants)), _) if event.rule == Some(Rule::XyzMaterialsGoToTheGy) => instants,
            (Some((_, instants)), _) if event.rule == Some(Rule::XyzNotYetMaterial) => instants,
            (Some((_, instants)), _) if event.rule == Some(Rule::ReplacementNotDestroyed) => instants,
            (Some((_, instants)), _) if event.rule == Some(Rule::UpkeepNoZoneNoControl) => instants,
            (Some((_, instants)), _) if !causes => instants,
            _ => {
                self.flush_passes();
                &mut self.loose
            }
        };
        match into.last_mut() {
            Some(Instant::Facts(facts)) if facts[0].event.instant == event.instant && event.instant.is_some() => {
                add(&self.told.cast, facts, fact);
            }
            _ => into.push(Instant::Facts(vec![fact])),
        }
    }

    /// One sentence for each instant; what happened together stands together.
    pub(super) fn bullets(&self, instants: &[Instant<'t>], shape: Layout) -> Vec<Paragraph> {
        let mut out = Vec::new();
        for (i, instant) in instants.iter().enumerate() {
            // What a player chooses to do is told with the doing.
            let chose = i.checked_sub(1).and_then(|before| match instants[before] {
                Instant::Chose(player, _, true) => Some(player),
                _ => None,
            });
            if matches!(instant, Instant::Chose(_, _, true)) && matches!(instants.get(i + 1), Some(Instant::Facts(_))) {
                continue;
            }
            // Nothing comes after what was only said.
            let before = instants[..i].iter().filter(|before| !matches!(before, Instant::Said(_))).count();
            out.extend(self.bullet(before.min(out.len()), instant, shape, chose));
        }
        out
    }

    fn bullet(&self, number: usize, instant: &Instant<'t>, shape: Layout, chose: Option<Player>) -> Option<Paragraph> {
        let facts = match instant {
            Instant::Facts(facts) => facts,
            Instant::Chose(player, card, yes) => {
                let does = if *yes { "applies" } else { "declines" };
                let part = self.optional_part(*card, *player).map(|part| format!(", that {part}")).unwrap_or_default();
                let text = format!("{player} {does} the optional part of {}{part}", self.name(*card));
                return Some(Paragraph::new(shape, stopped(&text), []));
            }
            Instant::Said(text) => return Some(Paragraph::new(shape, stopped(text), [])),
            Instant::Spared(card, rule) => return Some(Paragraph::new(shape, self.spared(*card, *rule), *rule)),
        };
        let (battles, others): (Vec<&Fact<'_>>, Vec<&Fact<'_>>) = facts.iter().partition(|f| f.is(CardEvent::Battled));
        let clauses: Vec<String> = others.into_iter().filter_map(|fact| self.happening(fact)).collect();
        let mut clauses = merged(clauses);
        clauses.dedup();
        if let Some(battle) = battles.first() {
            let what = if clauses.is_empty() { "nobody takes damage".into() } else { clauses.join("; ") };
            let survive = if self.both_survive(battle) { ", and neither monster is destroyed" } else { "" };
            clauses = vec![format!("{}: {what}{survive}", self.happening(battle)?)];
        }
        if clauses.is_empty() {
            return None;
        }
        // What is done without what was done before it, or with it, is not said to come after it.
        let joins = |fact: &Fact<'_>| {
            matches!(fact.event.rule, Some(Rule::ConjunctionAlso | Rule::ConjunctionAnd | Rule::ConjunctionAndIfYouDo))
        };
        let together = facts.iter().all(joins);
        // Without instants nobody knows what was one moment and what came later.
        let chooses = chose.map(|player| format!("as {player} chooses, ")).unwrap_or_default();
        let lead = match (number, clauses.len()) {
            (0, 1) => chooses,
            (0, _) => format!("{chooses}at the same time: "),
            (_, 1) if instant.at().is_none() => chooses,
            (_, 1) if together => format!("also, {chooses}"),
            (_, 1) if chose.is_some() => format!("then, {chooses}"),
            (_, 1) => "then ".into(),
            (_, _) if together => format!("also, {chooses}at the same time: "),
            _ => format!("then, {chooses}at the same time: "),
        };
        let mut rules: Vec<Rule> = facts.iter().filter_map(worth_saying).collect();
        rules.extend(shared(facts).then_some(Rule::SimultaneousOneMoment));
        rules.dedup();
        Some(Paragraph::new(shape, stopped(&capital(&format!("{lead}{}", clauses.join("; ")))), rules))
    }

    /// Because of which card what would go elsewhere is banished, as the end of a clause, if only one says so.
    pub(super) fn diverted(&self, fact: &Fact<'_>, tense: Tense) -> String {
        self.diverted_from("sent to gy", fact, tense)
    }

    /// Because of which card what would be this is banished, as the end of a clause, if only one says so.
    pub(super) fn diverted_from(&self, word: &str, fact: &Fact<'_>, tense: Tense) -> String {
        let together = fact.event.rule == Some(Rule::ConjunctionDestroyedAndBanished);
        let banishes = |card: &&BoardCard| {
            let mut says = self.written_of(card.card).flat_map(|effect| found(effect, &["instead"]));
            let speaks = card.zone.on_field() && card.face == Face::Up;
            speaks && says.any(|(_, instead)| instead["do"] == "banish" && instead["of"].get(word).is_some())
        };
        let board = self.board_now().filter(|_| tense == Tense::Present && !together);
        match board.into_iter().flat_map(|board| &board.cards).filter(banishes).collect::<Vec<_>>()[..] {
            [only] if !fact.cards.contains(&only.card) => format!(", because of {}", self.name(only.card)),
            _ => String::new(),
        }
    }

    /// Whether of two monsters that battle none is destroyed by it, now or as the Damage Step ends, and nothing is done instead. Of one that
    /// leaves the field before that nothing is said: it may have lost.
    fn both_survive(&self, battle: &Fact<'_>) -> bool {
        let is_next = |event: &Event| match &event.what {
            Happened::Cards { are, .. } => {
                are.contains(&CardEvent::AttackDeclared) || are.contains(&CardEvent::Battled)
            }
            Happened::Phase { .. } => true,
            _ => false,
        };
        let mut rest = self.told.events[battle.number + 1..].iter().take_while(|event| !is_next(event));
        let loses = |event: &Event| {
            let in_battle = matches!(event.by, Some(Cause::Battle(_)));
            let (destroyed, gone) = match &event.what {
                Happened::Cards { are, cards, from, .. } => {
                    let one_of_them = cards.iter().any(|card| battle.cards.contains(card));
                    (are.contains(&CardEvent::Destroyed), from.is_some() && one_of_them)
                }
                _ => (false, false),
            };
            gone || (in_battle && destroyed) || event.rule == Some(Rule::ReplacementNotDestroyed)
        };
        battle.cards.len() == 2 && !rest.any(loses)
    }

    /// That nothing happens to a card, and to what it is immune.
    pub(super) fn spared(&self, card: CardId, rule: Option<Rule>) -> String {
        let name = self.name(card);
        match (rule, self.immunity(card)) {
            (Some(Rule::ImmunityUnaffected), Some(immunity)) => format!("Nothing happens to {name}: {immunity}."),
            (Some(Rule::ImmunityUnaffected), None) => format!("{name} is unaffected: nothing happens to it."),
            _ => format!("Nothing happens to {name}."),
        }
    }

    /// The only face-up card on the field that something makes unaffected, as a clause.
    pub(super) fn the_immune_card(&self) -> Option<String> {
        let standing = self.standing();
        let lies = standing.iter().filter(|card| card.zone == Zone::Monster && card.face == Face::Up);
        let mut said = lies.filter_map(|card| Some((self.name(card.card), self.immunity(card.card)?)));
        let (name, immunity) = said.next().filter(|_| said.next().is_none())?;
        Some(match immunity.strip_prefix("it ") {
            Some(rest) => format!("{name} {rest}"),
            None => immunity,
        })
    }

    /// The only thing that makes a card unaffected now, in words: what it says of itself, what lies on the field, or what was applied to it.
    pub(super) fn immunity(&self, card: CardId) -> Option<String> {
        let own = self.written_of(card).filter_map(|effect| effect.get("continuous"));
        let own = own.flat_map(|effect| found(effect, &["unaffected"])).filter(|(_, what)| what["what"] == "this card");
        let named = |word: &str| match word {
            "this card" => Some("it".to_owned()),
            "opponent" | "opponent's" => Some("the opponent".to_owned()),
            _ => None,
        };
        let own = own.filter_map(|(key, body)| Reader::new(&named).modifier(&json!({ (key): body })));
        let links = (0..self.now).filter_map(|event| transcript::link(event, &self.told.events[event]));
        let given = links.filter(|link| link.targets.contains(&card)).filter_map(|link| {
            let written = self.told.cast.written(link.effect)?;
            let [(_, rule)] = found(written, &["unaffected"])[..] else { return None };
            let apply = json!({"rule": {"unaffected": rule}, "until": "always"});
            let said = self.read(link.effect, link.player, Some(&link), written, ("apply", &apply))?;
            Some(format!("by {}, {said}", self.name(link.effect.card)))
        });
        let mut all: Vec<String> = own.chain(given).collect();
        all.dedup();
        match &all[..] {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// Whether an effect destroys its own card, and not in the place of another.
    fn destroys_itself(&self, effect: EffectRef) -> bool {
        let written = self.told.cast.written(effect);
        let says =
            |written: &Value| found(written, &["destroy", "destroyed"]).iter().any(|(_, what)| *what == "this card");
        written.is_some_and(says) && written.is_some_and(|written| found(written, &["instead"]).is_empty())
    }

    /// That something is done so that another card is not destroyed, as the end of a clause.
    fn instead(&self, fact: &Fact<'_>, by: EffectRef) -> String {
        if fact.event.rule != Some(Rule::ReplacementNotDestroyed) {
            return String::new();
        }
        let saved = self.saved_cards(by, fact.number).map(|cards| self.list(&cards)).or_else(|| self.saved_by(by));
        match (saved, fact.is(CardEvent::Destroyed)) {
            (Some(saved), true) => format!(" instead of {saved}"),
            (Some(saved), false) => format!(" instead of the destruction of {saved}"),
            (None, true) => " in place of another card".into(),
            (None, false) => " instead of the destruction".into(),
        }
    }

    /// The cards that an effect keeps from being destroyed: of those it speaks of, the ones that battle or the link under way would destroy.
    pub(super) fn saved_cards(&self, by: EffectRef, event: usize) -> Option<Vec<CardId>> {
        let [(_, instead)] = found(self.told.cast.written(by)?, &["instead"])[..] else { return None };
        let what = &instead["of"]["destroyed"]["what"];
        let player = self.board_now()?.card(by.card)?.player;
        let saves = match what.as_str() {
            Some("this card") => vec![by.card],
            Some("equipped monster") => vec![self.board_now()?.card(by.card)?.equipped_to?],
            Some(_) => return None,
            None => self.census(what, Asking::of(by.card, player)).unwrap_or_default(),
        };
        let is_known = what.is_string() || self.census(what, Asking::of(by.card, player)).is_some();
        let before = self.told.events[..event].iter().enumerate().rev();
        let threat = before.filter_map(|(number, event)| match event.what {
            Happened::Resolves { link } => Some(self.link_before(number, link)),
            Happened::Resolved { .. } | Happened::Phase { .. } => Some(None),
            _ => None,
        });
        let doomed = match threat.into_iter().next().flatten() {
            Some(link) if link.targets.is_empty() => {
                let written = self.told.cast.written(link.effect)?;
                let (_, destroys) = *found(written, &["destroy"]).first()?;
                self.census(destroys.get("all")?, Asking::of(link.effect.card, link.player))?
            }
            Some(link) => link.targets.to_vec(),
            None => {
                let battled = |event: &&Event| matches!(&event.what, Happened::Cards { are, .. } if are.contains(&CardEvent::Battled));
                match &self.told.events[..event].iter().rev().find(battled)?.what {
                    Happened::Cards { cards, .. } => cards.clone(),
                    _ => return None,
                }
            }
        };
        // Where the board does not tell which cards are meant, they are those that stay.
        let over = |event: &Event| matches!(event.what, Happened::Resolved { .. } | Happened::Phase { .. });
        let end = self.told.events[event..].iter().position(over).map_or(self.told.events.len(), |end| event + end);
        let standing = self.standing_at(end);
        let stays = |card: &CardId| standing.iter().any(|lying| lying.card == *card && lying.zone.on_field());
        let saves = if is_known {
            saves
        } else {
            doomed.iter().copied().filter(|card| *card != by.card && stays(card)).collect()
        };
        let saved: Vec<CardId> = saves.into_iter().filter(|card| doomed.contains(card)).collect();
        (!saved.is_empty()).then_some(saved)
    }

    /// The cards that an effect keeps from being destroyed, in its words.
    fn saved_by(&self, effect: EffectRef) -> Option<String> {
        let [(_, instead)] = found(self.told.cast.written(effect)?, &["instead"])[..] else { return None };
        let what = &instead["of"]["destroyed"]["what"];
        if what == "equipped monster" {
            return Some("the equipped monster".into());
        }
        let player = self.board_now()?.card(effect.card)?.player;
        let names = names(self.name(effect.card), player, &[]);
        (what == "this card" || what.is_object()).then(|| Reader::new(&names).each(&json!([what])))?
    }

    /// What happens, with by what if that is not plain; nothing if there are no words for it.
    fn happening(&self, fact: &Fact<'_>) -> Option<String> {
        let clause = Some(self.clause(fact, Tense::Present, None)).filter(|clause| !clause.is_empty())?;
        Some(match fact.event.by {
            Some(Cause::Effect(effect))
                if fact.event.rule == Some(Rule::LaterNoChain) && fact.cards == [effect.card] =>
            {
                format!("as its effect left to be done in this phase, {clause}")
            }
            Some(Cause::Effect(effect)) if fact.event.rule == Some(Rule::LaterNoChain) => {
                format!("as {} left to be done in this phase, {clause}", self.name(effect.card))
            }
            Some(Cause::Effect(effect)) if !fact.cards.contains(&effect.card) => {
                format!("by {}, {clause}{}", self.name(effect.card), self.instead(fact, effect))
            }
            Some(Cause::Effect(effect)) if fact.is(CardEvent::Destroyed) && self.destroys_itself(effect) => {
                format!("{clause} by its own effect")
            }
            Some(Cause::Effect(effect)) => format!("{clause}{}", self.instead(fact, effect)),
            _ => clause,
        })
    }

    pub(super) fn flush_loose(&mut self) {
        let instants = std::mem::take(&mut self.loose);
        if instants.is_empty() {
            return;
        }
        self.flush_passes();
        let (instant, cards) = (instants.first().and_then(Instant::at), cards_of(&instants));
        let act = self.act;
        let kept = without(instants, |fact| act.is_some_and(|act| echoes(act, fact)));
        let told = self.bullets(&kept, if kept.len() > 1 { Layout::Bullet } else { Layout::Text });
        let is_draw = |fact: &Fact<'_>| {
            let draws = matches!(fact.event.what, Happened::Player { is: PlayerEvent::Draws, .. });
            draws && fact.source.is_none()
        };
        let is_quiet = kept.iter().flat_map(Instant::facts).all(is_draw);
        let step = self.push(Kind::Events, cards, told);
        (step.instant, step.is_quiet) = (instant, is_quiet);
    }
}

/// Whether an event is the end of a chain rather than something that is done.
pub(super) fn leaves_after_a_chain(rule: Option<Rule>) -> bool {
    matches!(rule, Some(Rule::ChainUsedCardsLeaveWithTheLastEvent | Rule::NegationBareNegatedLeaveAtTheEnd))
}

/// Whether an event only repeats what a player was said to do.
fn echoes(act: Action, fact: &Fact<'_>) -> bool {
    let attempted = matches!(fact.event.what, Happened::Attempted { .. });
    let (card, repeats) = match act {
        Action::FlipSummon { card } => (card, attempted || fact.is(CardEvent::TurnedFaceUp)),
        Action::NormalSummon { card } | Action::PendulumSummon { card } => (card, attempted),
        Action::SpecialSummon(effect) => (effect.card, attempted),
        Action::Set { card } => (card, fact.is(CardEvent::Set)),
        Action::ChangePosition { card } => (card, fact.is(CardEvent::ChangedPosition)),
        Action::Attack { target, .. } | Action::ReplayOn { card: _, target } if fact.is(CardEvent::AttackTargeted) => {
            (target, true)
        }
        Action::Attack { card, .. } | Action::AttackDirectly { card } => (card, fact.is(CardEvent::AttackDeclared)),
        Action::ReplayOn { card, .. } | Action::ReplayDirectly { card } => (card, fact.is(CardEvent::AttackRedirected)),
        _ => return false,
    };
    repeats && fact.cards.contains(&card)
}

/// Whether both players did the same thing for one effect.
fn shared(facts: &[Fact<'_>]) -> bool {
    let player = |fact: &Fact<'_>| match (&fact.event.what, fact.way()) {
        _ if fact.by_link().is_none() => None,
        (Happened::Player { is: PlayerEvent::Draws, player, .. }, _) => Some(*player),
        (_, Some((from, _))) if from.zone == Zone::Hand => Some(from.player),
        _ => None,
    };
    Player::ALL.iter().all(|p| facts.iter().any(|fact| player(fact) == Some(*p)))
}

/// The rule of a fact, unless it says no more than what is told anyway.
fn worth_saying(fact: &Fact<'_>) -> Option<Rule> {
    use Rule as R;
    fact.event.rule.filter(|rule| match rule {
        R::DamageStepDamageBeforeDestruction => fact.way().is_some(),
        R::ChainResolvesLastFirst | R::ChartOpenOnly | R::ChartOpenState | R::SummonNegatableAttempt => false,
        R::TimingLastEvent => false,
        _ => true,
    })
}

//! Links: what is activated, the chain when it is complete, and what becomes of each link.

use segoc_engine::def::{CardKind, Class, TrapKind};
use segoc_protocol::{
    Ask, BoardCard, CardEvent, CardId, Cause, Choice, EffectRef, Event, Face, Happened, LinkOutcome, Player, Pool,
    Rule, Zone,
};
use serde_json::{Map, Value};

use super::census::Asking;
use super::clause::{Tense, enumerate, merged, stopped};
use super::fact::{Answers, Fact, word};
use super::happenings::{Instant, cards_of, without};
use super::reasons::body;
use super::tale::{Kind, Layout, Paragraph};
use super::teller::Teller;
use super::whys::About;
use super::windows::Acting;
use super::written::found;
use crate::cast::capital;
use crate::english::denial::cannot;
use crate::english::{Reader, names_in};
use crate::transcript::{self, Link};

/// That a link cannot do what there are no words for.
const UNSAID: &str = "what it would do is not possible";

impl<'t> Teller<'t> {
    /// A card or effect is activated, in a window or as a trigger that is placed.
    pub(super) fn activated(&mut self, number: usize, event: &'t Event) {
        let Some(link) = transcript::link(number, event) else { return };
        let (acting, placement) = (self.acting.take(), self.triggers.placement.take());
        let placed = self.placed(link.effect, placement, acting);
        let after_the_cost = self.what_followed_the_cost();
        self.flush();
        let window = acting.map(|acting| acting.prompt).filter(|_| placed.is_none() || placement.is_none());
        let is_placed = placed.is_some();
        let (mut text, rules) = placed.unwrap_or_else(|| {
            let place = window.map(|prompt| self.place(prompt.chart)).unwrap_or_default();
            let (what, purpose) = self.activated_words(&link, acting);
            (format!("{} activates {what}{place}{purpose}", link.player), Vec::new())
        });
        let (replaced, paid): (Vec<_>, Vec<_>) = std::mem::take(&mut self.cost).into_iter().partition(Fact::made_room);
        let mut costs: Vec<String> = paid.iter().map(|fact| self.gerund(fact)).collect();
        let words = std::mem::take(&mut self.words);
        self.declared.extend(words.iter().map(|word| (link.event, *word)));
        let targets = self.list(link.targets);
        let answers = self.answers(&link, event);
        let responds = match &answers {
            Some(Answers::Link(link)) => {
                format!(", in response to {} (CL{})", self.name(link.effect.card), link.number)
            }
            Some(Answers::Event(fact)) => {
                let noun = self.noun(fact);
                let fact = if noun.starts_with("that ") { "the fact " } else { "" };
                format!(", in response to {fact}{noun}")
            }
            Some(Answers::Nothing) | None => String::new(),
        };
        if is_placed {
            // What is said of a trigger is a sentence of its own already.
            text.push_str(&responds);
            if !costs.is_empty() {
                text.push_str(&format!(". Cost: {}", enumerate(&costs, "and")));
            }
            if !targets.is_empty() {
                text.push_str(&format!(". Target: {targets}"));
            }
        } else {
            if let Some(last) = costs.last_mut() {
                last.push_str(" as the cost");
            }
            costs.extend(replaced.iter().map(|fact| self.gerund(fact)));
            costs.extend(words.iter().filter_map(|word| match self.option(&link, word) {
                Some(does) if does.starts_with("one of these") => None,
                Some(does) => Some(format!("choosing that {does}")),
                None => self.declaring(&link, word),
            }));
            costs.extend((!targets.is_empty()).then(|| format!("targeting {targets}")));
            if !costs.is_empty() {
                text.push_str(&format!(", {}", enumerate(&costs, "and")));
            }
        }
        if !is_placed {
            text.push_str(&responds);
        }
        if matches!(answers, Some(Answers::Nothing)) {
            text.push_str(". It answers nothing: the link below is not the one that called it");
        }
        let told = vec![Paragraph::new(Layout::Numbered(link.number), stopped(&text), rules)];
        let cards = [link.effect.card].into_iter().chain(link.targets.iter().copied());
        self.about = About { link: Some(link), window, ..About::default() };
        let step = self.push(Kind::Activation, cards, told);
        (step.player, step.link, step.instant) = (Some(link.player), Some(link.number), event.instant);
        step.chart = window.and_then(|prompt| prompt.chart);
        self.loose = after_the_cost;
    }

    /// What has happened since something was paid for the activation under way: it is told after it.
    fn what_followed_the_cost(&mut self) -> Vec<Instant<'t>> {
        let Some(paid) = self.cost.first().map(|fact| fact.number) else { return Vec::new() };
        let followed = |instant: &Instant<'t>| instant.facts().first().is_some_and(|fact| fact.number > paid);
        let first = self.loose.iter().position(followed).unwrap_or(self.loose.len());
        self.loose.split_off(first)
    }

    /// What is activated, and of several effects what this one does: a Spell or Trap Card itself, or an effect. A Set Continuous Trap may be
    /// turned up to use its effect.
    fn activated_words(&self, link: &Link<'t>, acting: Option<Acting<'t>>) -> (String, String) {
        let effect = link.effect;
        let (cast, card) = (&self.told.cast, self.own(link.player, &[effect.card]));
        let class = cast.class(effect);
        let lay = acting.and_then(|acting| acting.prompt.board.as_ref()).and_then(|board| board.card(effect.card));
        let was_set = lay.is_some_and(|card| card.zone == Zone::SpellTrap && card.face == Face::Down);
        let def = cast.def(effect.card);
        let continuous = def.is_some_and(|def| def.kind == CardKind::Trap(TrapKind::Continuous));
        if class == Some(Class::Activation) && def.is_some_and(|def| def.monster().is_some()) {
            return (format!("{card} as a Spell in a Pendulum Zone"), String::new());
        }
        if class == Some(Class::Activation) || (class == Some(Class::Quick) && continuous && was_set) {
            return (card, String::new());
        }
        // Of several effects that go on a chain it is said what this one does.
        let effects = def.iter().flat_map(|def| &def.effects);
        let others = effects.filter(|effect| effect.activates() && effect.class != Class::Activation).count();
        // What is chosen says it too.
        let is_plain = others > 1 && self.words.is_empty();
        let purpose = self.purpose(link).filter(|_| is_plain).map(|does| format!(", by which {does}"));
        (format!("the effect of {card}"), purpose.unwrap_or_default())
    }

    pub(super) fn chain(&mut self, number: usize) {
        self.flush();
        self.tell_unseen();
        let links = self.told.chain_before(number);
        if let Some(last) = links.last().filter(|_| !self.causes) {
            self.resolving = Some((last.number, Vec::new()));
        }
        let mut told = Vec::new();
        if links.len() > 1 {
            let text = "The chain is complete and resolves from the last link down.";
            told.push(Paragraph::new(Layout::Text, text, [Rule::ChainResolvesLastFirst]));
            told.extend(links.iter().rev().map(|link| self.stacked(link)));
        }
        self.push(Kind::Chain, links.iter().map(|link| link.effect.card), told);
    }

    fn stacked(&self, link: &Link<'_>) -> Paragraph {
        let mut text = self.name(link.effect.card);
        if !text.starts_with(link.player.word()) {
            text.push_str(&format!(" ({})", link.player));
        }
        if !link.targets.is_empty() {
            text.push_str(&format!(" → {}", self.list(link.targets)));
        }
        Paragraph::new(Layout::Stacked(link.number), text, [])
    }

    pub(super) fn resolved(&mut self, number: usize, link: u16, outcome: LinkOutcome, reason: Option<Rule>) {
        let instants = match self.resolving.take() {
            Some((resolving, instants)) if resolving == link => instants,
            _ => Vec::new(),
        };
        if !self.causes && link > 1 {
            self.resolving = Some((link - 1, Vec::new()));
        }
        let Some(link) = self.link_before(number, link) else { return };
        self.flush();
        let own = link.effect.card;
        let stays = self.told.cast.class(link.effect) == Some(Class::Activation)
            && self.told.cast.def(own).is_some_and(|def| def.stays_by_kind());
        let became = match (outcome, reason) {
            (LinkOutcome::Done, _) if instants.is_empty() && stays => match self.applies(&link) {
                Some(applies) => format!("resolves: from now on {applies}."),
                None => "resolves and stays on the field.".into(),
            },
            (LinkOutcome::Done, _) => "resolves.".into(),
            (LinkOutcome::WithoutEffect, reason) => format!("resolves without effect{}.", self.idle(&link, reason)),
            (LinkOutcome::EffectNegated, _) => {
                let negated = |fact: &&Fact<'_>| fact.is(CardEvent::EffectNegated) && fact.cards.contains(&own);
                let by = instants.iter().flat_map(Instant::facts).find(negated).and_then(|fact| fact.source);
                // That a link is negated may be told of the link itself.
                let by = by.filter(|card| *card != own).or_else(|| self.negating(&link));
                self.silenced.extend(by.filter(|_| stays).map(|by| (by, link)));
                let by = by.map(|card| format!(" by {}", self.name(card))).unwrap_or_default();
                format!("resolves, but its effect is negated{by}.")
            }
            (LinkOutcome::ActivationNegated, _) => "does not resolve: its activation was negated.".into(),
        };
        let (instant, cards) = (instants.iter().find_map(Instant::at), cards_of(&instants));
        let text = format!("{} {became}", self.name(own));
        // That a link which can do nothing resolves is worth saying only where it is asked about.
        let is_asked = |rule: &Rule| self.told.cast.ruling.rules.iter().any(|own| own.value == *rule);
        let idle = (LinkOutcome::WithoutEffect, Some(Rule::NegationNegatedEffectResolves));
        let reason = reason.filter(|rule| (outcome, Some(*rule)) != idle || is_asked(rule));
        let mut told = vec![Paragraph::new(Layout::Numbered(link.number), text, reason)];
        let instants = without(instants, |fact| fact.is(CardEvent::EffectNegated) && fact.cards.contains(&own));
        if let Some(negated) = self.negated(number, &link).filter(|_| outcome == LinkOutcome::Done) {
            let text = format!("The effect of {} (CL{}) is negated.", self.name(negated.effect.card), negated.number);
            told.push(Paragraph::new(Layout::Bullet, text, []));
        }
        let only = self.all_that_is_possible(number, &link).filter(|_| outcome == LinkOutcome::Done);
        told.extend(only.map(|text| Paragraph::new(Layout::Bullet, stopped(&text), [])));
        told.extend(self.bullets(&instants, Layout::Bullet));
        if outcome == LinkOutcome::Done && told.len() == 1 {
            let silent = self.silent_deed(&link).or_else(|| self.spared_targets(&link));
            // What has done anything that there are no words for is not said to have done nothing.
            let is_told = stays || self.deeds(&link).next().is_some() || !self.left_for_later(&link).is_empty();
            let silent = silent.or_else(|| (!is_told).then(|| "nothing comes of it".to_owned()));
            told.extend(silent.map(|deed| Paragraph::new(Layout::Bullet, stopped(&capital(&deed)), [])));
        }
        if outcome == LinkOutcome::Done {
            let left = self.left_for_later(&link).into_iter();
            told.extend(
                left.map(|left| Paragraph::new(Layout::Bullet, stopped(&format!("Left for later: {left}")), [])),
            );
        }
        let declined = instants.iter().any(|instant| matches!(instant, Instant::Chose(_, _, false)));
        self.about = About { link: Some(link), outcome: Some(outcome), declined, ..About::default() };
        let step = self.push(Kind::Resolution, [own].into_iter().chain(cards), told);
        (step.player, step.link, step.instant) = (Some(link.player), Some(link.number), instant);
        self.end_window();
    }

    /// Which of several things that an effect may do are not possible as it resolves, if some are not.
    fn all_that_is_possible(&self, number: usize, link: &Link<'t>) -> Option<String> {
        let [(_, options)] = found(self.told.cast.written(link.effect)?, &["one of"])[..] else { return None };
        let ids: Vec<&str> = options.as_array()?.iter().filter_map(|option| option.get("id")?.as_str()).collect();
        let resolves = |event: &Event| event.what == Happened::Resolves { link: link.number };
        let begin = self.told.events[..number].iter().rposition(resolves)?;
        let asked = self.told.questions.iter().filter(|question| (begin..=number).contains(&question.events));
        let mut offered = asked.filter_map(|question| match &question.prompt.ask {
            Ask::Choose(Choice { from: Pool::Words { words }, .. }) => Some(words),
            _ => None,
        });
        let words = offered.next();
        let done: Vec<CardEvent> = self.deeds(link).filter_map(|event| word(&self.told.events[event])).collect();
        let is_possible = |id: &str| match words {
            Some(words) => words.iter().any(|word| word == id),
            None => self.event_of_option(link, id).is_some_and(|word| done.contains(&word)),
        };
        let (possible, others): (Vec<&str>, Vec<&str>) = ids.iter().partition(|id| is_possible(id));
        let others: Option<Vec<String>> = others.iter().map(|id| cannot(&self.option(link, id)?)).collect();
        let others = others.filter(|others| !possible.is_empty() && !others.is_empty())?;
        let unknown = others.iter().any(|other| other.contains("that card") || other.contains("those cards"));
        (!unknown && offered.next().is_none()).then(|| capital(&enumerate(&others, "and")))
    }

    /// That the targets of a link are not destroyed, although it would destroy them.
    fn spared_targets(&self, link: &Link<'t>) -> Option<String> {
        let destroys = !found(self.told.cast.written(link.effect)?, &["destroy"]).is_empty();
        let are = if link.targets.len() > 1 { "are" } else { "is" };
        (destroys && !link.targets.is_empty()).then(|| format!("{} {are} not destroyed", self.list(link.targets)))
    }

    /// The link whose effect a link has negated.
    fn negated(&self, number: usize, link: &Link<'t>) -> Option<Link<'t>> {
        let Happened::Activated { answers: Some(answered), .. } = self.told.events[link.event].what else {
            return None;
        };
        let rest = self.told.events[number..].iter().take_while(|event| event.what != Happened::ChainOver);
        let mut outcomes = rest.filter_map(|event| match event.what {
            Happened::Resolved { link, outcome } => Some((link, outcome)),
            _ => None,
        });
        let is_negated = outcomes.any(|is| is == (answered, LinkOutcome::EffectNegated));
        (is_negated && self.negates_effects(link.effect)).then(|| self.link_before(link.event, answered))?
    }

    fn negates_effects(&self, effect: EffectRef) -> bool {
        let written = self.told.cast.written(effect);
        written.is_some_and(|written| found(written, &["negate"]).iter().any(|(_, what)| *what == "that effect"))
    }

    /// The card that negated the effect of a link: that of a link which answered it, else the only one that says so.
    fn negating(&self, link: &Link<'t>) -> Option<CardId> {
        let since = self.told.events[link.event..self.now].iter();
        let mut answering = since.filter_map(|event| match event.what {
            Happened::Activated { answers, effect, .. } if answers == Some(link.number) => Some(effect),
            _ => None,
        });
        if let Some(effect) = answering.rfind(|effect| self.negates_effects(*effect)) {
            return Some(effect.card);
        }
        let negates = |card: &&BoardCard| {
            let speaks = card.zone.on_field() && card.face == Face::Up || self.was_activated(card.card);
            let mut effects = self.written_of(card.card);
            speaks && card.card != link.effect.card && effects.any(|effect| !found(effect, &["negated"]).is_empty())
        };
        match self.standing().iter().filter(negates).collect::<Vec<_>>()[..] {
            [only] => Some(only.card),
            _ => None,
        }
    }

    /// Why a link does nothing, as the end of a clause.
    fn idle(&self, link: &Link<'t>, reason: Option<Rule>) -> String {
        let why = match reason {
            Some(Rule::ResolveContinuousCardMustStay) => {
                let gone = self.fact_since(link, link.effect.card, Some(link.effect.card));
                Some(gone.unwrap_or_else(|| "it is no longer face-up on the field".into()))
            }
            Some(Rule::QuickMandatoryAnswersTheLinkBelow) => Some("it did not lie on what called it".into()),
            Some(_) => Some(self.lost_targets(link).unwrap_or_else(|| self.unable(link))),
            None => None,
        };
        why.map(|why| format!(": {why}")).unwrap_or_default()
    }

    /// That what a link would do is not possible, with what others have done since it was activated.
    fn unable(&self, link: &Link<'t>) -> String {
        let wording = self.wording(link);
        let written = wording.as_deref();
        let does = written.map(|written| found(written, &["does"])).unwrap_or_default();
        let first = does.first().and_then(|(_, does)| does.get(0));
        if first.and_then(|first| first.get("negate")).is_some_and(|what| what == "that attack") {
            return "there is no attack any more that it could negate".into();
        }
        let targets = written.and_then(body).is_some_and(|effect| effect.get("targets").is_some());
        if targets && link.targets.is_empty() {
            return "there was nothing it could target".into();
        }
        let purpose = self.purpose(link).filter(|deed| deed.split_whitespace().count() <= 45);
        let depends = purpose.as_deref().and_then(|deed| deed.strip_prefix("if ")?.split_once(", "));
        let condition = first.and_then(|first| first.get("only if")?.get("condition"));
        let by = Asking::of(link.effect.card, link.player);
        let is_met = condition.is_some_and(|condition| self.holds_now(condition, by) == Some(true));
        let deed = match (purpose.as_deref(), depends) {
            (None, _) => UNSAID.into(),
            (_, Some((condition, _))) if !is_met => format!("it does something only if {condition}"),
            (_, Some((_, deed))) | (Some(deed), None) => {
                cannot(deed).unwrap_or_else(|| format!("it is not possible that {deed}"))
            }
        };
        let own = self.name(link.effect.card);
        let deed = deed.strip_prefix(&format!("{own} ")).map(|rest| format!("it {rest}")).unwrap_or(deed);
        let brings_itself = first.and_then(|first| first.get("special summon")).is_some_and(|what| what == "this card");
        if let Some(rival) = self.rival(link.effect.card, link.player).filter(|_| brings_itself) {
            let rival = self.name(rival);
            return format!("{} controls {rival} already, and can control only one such card", link.player);
        }
        if let Some(over) = self.attack_is_over(link) {
            return over;
        }
        if let Some(ban) = self.forbidding(link.effect, link.player, Some(link)) {
            let ban = ban.replace(". And ", ", and ");
            return if ban.contains(&deed) { ban } else { format!("{ban}, so {deed}") };
        }
        let lacking = self.lacking(link.effect, link.player, Some(link));
        // A target that is still there is not lost by what was done to others.
        let of_others = |event: &usize| match self.told.events[*event].by {
            Some(Cause::Link(other)) => other > link.number && link.targets.is_empty(),
            _ => false,
        };
        let since: Vec<usize> = (link.event + 1..self.now).filter(of_others).collect();
        let facts = self.reasons(&since);
        // Whatever was done since may have taken the materials of a Summon.
        let materials = lacking.as_deref().is_some_and(|lacking| lacking.ends_with("with the cards that are there"));
        let is_about =
            |fact: &Fact<'_>| materials || lacking.as_deref().is_none_or(|lacking| left_what_is_lacking(fact, lacking));
        let told =
            facts.iter().filter(|fact| !(fact.is(CardEvent::Affected) && fact.cards.is_empty()) && is_about(fact));
        let itself = |fact: &Fact<'_>| Some(link.effect.card).filter(|own| fact.cards == [*own]);
        let since: Vec<String> = told.map(|fact| self.clause(fact, Tense::Past, itself(fact))).collect();
        let is_unsaid = deed == UNSAID;
        let gone = self.fact_since(link, link.effect.card, Some(link.effect.card)).filter(|_| {
            materials || is_unsaid || deed.starts_with("it ") || deed.contains(&self.name(link.effect.card))
        });
        let deed = lacking.unwrap_or(deed).replace(&format!(" only if {own} "), " only if it ");
        let and = if deed.starts_with("it does something ") { ", and" } else { ", and now" };
        match (gone, &since[..]) {
            (None, [_] | [_, _]) if deed == UNSAID => enumerate(&since, "and"),
            (Some(gone), _) => format!("{gone}{and} {deed}"),
            (None, [_] | [_, _]) => format!("{}{and} {deed}", enumerate(&since, "and")),
            (None, _) => deed,
        }
    }

    /// What a card that stays on the field applies from now on, as far as there are words for it.
    fn applies(&self, link: &Link<'t>) -> Option<String> {
        self.continuously(link.effect.card, link.player, Some(link))
    }

    /// That what a card negated applies again, once it has left the field.
    pub(super) fn tell_what_applies_again(&mut self, event: &Event) {
        let Happened::Cards { cards, from: Some(from), to: Some(to), .. } = &event.what else { return };
        if !from.zone.on_field() || to.zone.on_field() {
            return;
        }
        let (over, rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.silenced).into_iter().partition(|(by, _)| cards.contains(by));
        self.silenced = rest;
        for (by, link) in over {
            let stays =
                self.zone_now(link.effect.card).is_some_and(Zone::on_field) && !cards.contains(&link.effect.card);
            let Some(applies) = self.applies(&link).filter(|_| stays) else { continue };
            let own = self.name(link.effect.card);
            let said = format!("{own} is no longer negated by {}, and from now on {applies}", self.name(by));
            match &mut self.resolving {
                Some((_, instants)) => instants.push(Instant::Said(said)),
                None => self.loose.push(Instant::Said(said)),
            }
        }
    }

    /// What a card applies continuously, as far as there are words for it.
    pub(super) fn continuously(&self, card: CardId, player: Player, link: Option<&Link<'t>>) -> Option<String> {
        let named = |word: &str| match word {
            "declared" => self.declared_with(link?),
            "declared number" => self.number_with(link?),
            // Where something else is spoken of before it, it has a name.
            "this card" if self.says(Some(card), "\"instead\":") => Some(self.name(card)),
            "this card" => Some("it".into()),
            "you" => Some(player.to_string()),
            "opponent" => Some(player.opponent().to_string()),
            "target" => link.filter(|link| !link.targets.is_empty()).map(|link| self.list(link.targets)),
            // A name that its file gives to what it targeted.
            given => link.and_then(|link| {
                let mut effects = self.written_of(card).filter(|effect| names_in(effect).contains(&given));
                effects.find_map(|effect| self.given(link, effect, given))
            }),
        };
        let reader = Reader::new(&named);
        let says = |continuous: &Map<String, Value>| {
            if continuous.keys().any(|key| !["applies", "from", "while"].contains(&key.as_str())) {
                return None;
            }
            let condition = match continuous.get("while") {
                Some(holds) => format!("as long as {}, ", reader.condition(holds)?),
                None => String::new(),
            };
            let applies = continuous.get("applies")?.as_array()?.iter();
            let applies: Option<Vec<String>> = applies.map(|one| reader.modifier(one)).collect();
            Some(format!("{condition}{}", merged(applies?).join("; ")))
        };
        let zone = self.zone_now(card);
        let works = |continuous: &&Map<String, Value>| match continuous.get("from").and_then(Value::as_array) {
            Some(from) => zone.is_none_or(|zone| from.iter().any(|place| place == zone.word() || place == "field")),
            // What lies in a Pendulum Zone is no monster.
            None => zone != Some(Zone::Pendulum),
        };
        let continuous = self.written_of(card).filter_map(|effect| effect.get("continuous")?.as_object());
        let continuous = continuous.filter(works);
        let said: Vec<String> = continuous.filter_map(says).collect();
        (!said.is_empty()).then(|| said.join("; "))
    }
}

/// Whether the cards of a fact left the place in which something is lacking now.
fn left_what_is_lacking(fact: &Fact<'_>, lacking: &str) -> bool {
    let Some((from, _)) = fact.way() else { return false };
    let player = from.player;
    match from.zone {
        Zone::Deck => lacking.contains(&format!("{player}'s Deck")),
        Zone::Hand => lacking.contains(&format!("{player}'s hand")),
        Zone::Gy => lacking.contains(&format!("{player}'s GY")),
        zone if zone.on_field() => {
            lacking.contains("on the field") || lacking.contains(&format!("controlled by {player}"))
        }
        _ => false,
    }
}

//! From the transcript of a duel to the steps of its tale: what happened and what was asked, in one order, in sentences that are the same
//! for every kind of output.

use segoc_engine::def::{CardKind, Class, TrapKind};
use segoc_format::catalogue::Catalogue;
use segoc_format::ruling::{BoardCard, Check, StepKind};
use segoc_protocol::{
    Action, Capability, CardEvent, CardId, Cause, ChartBox, End, Event, Face, Happened, LinkOutcome, Moment, Phase,
    Player, PlayerEvent, Prompt, Refusal, Rule, Seat, Zone,
};

use super::clause::{Tense, enumerate, list, moment, moment_heading, phase, place as place_of, stopped};
use super::fact::{Answers, Fact, add, is_token_gone, word};
use super::tale::{Kind, Paragraph, Shape, Step};
use super::triggers::Triggers;
use super::windows::Acting;
use crate::cast::capital;
use crate::judge::Looked;
use crate::transcript::{self, Found, Link, Point, Transcript};

/// What is known while a tale is told.
pub(super) struct Teller<'t> {
    pub(super) told: &'t Transcript<'t>,
    catalogue: &'t Catalogue,
    /// Whether the engine says what brought things about.
    pub(super) causes: bool,
    /// Whether what triggered at an earlier moment comes first, if that is known.
    pub(super) earlier_first: Option<bool>,
    /// How many events have been told.
    pub(super) now: usize,
    pub(super) steps: Vec<Step>,
    pub(super) turn: Player,
    pub(super) phase: Phase,
    pub(super) moment: Option<Moment>,
    /// The moment of the Damage Step that was told last.
    moment_told: Option<Moment>,
    /// Windows in which nobody did anything and that are not told yet, and whether their player goes on with an attack there.
    pub(super) passes: Vec<(&'t Prompt, bool)>,
    /// What happened outside links and is not told yet.
    loose: Vec<Instant<'t>>,
    /// What was paid for the activation under way.
    cost: Vec<Fact<'t>>,
    /// What was declared for the activation under way.
    pub(super) words: Vec<&'t str>,
    /// The zone that was chosen last, and for which card.
    pub(super) zone: Option<(CardId, Seat)>,
    /// The window in which the activation under way was begun.
    pub(super) acting: Option<Acting<'t>>,
    /// The link that is resolving, and what it has done.
    pub(super) resolving: Option<(u16, Vec<Instant<'t>>)>,
    pub(super) triggers: Triggers<'t>,
    /// What the ruling asks about and is not told yet.
    pub(super) looked: Vec<Option<Looked>>,
    /// Rules whose sentence was said: it is said where the rule first forbids something.
    said: Vec<Rule>,
    /// What was done last without a chain.
    pub(super) act: Option<Action>,
}

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
    fn facts(&self) -> &[Fact<'_>] {
        match self {
            Self::Facts(facts) => facts,
            Self::Chose(..) | Self::Said(..) | Self::Spared(..) => &[],
        }
    }

    /// The number of the instant.
    fn at(&self) -> Option<u32> {
        self.facts().first().and_then(|fact| fact.event.instant)
    }
}

/// The cards of all that happens.
fn cards_of(instants: &[Instant<'_>]) -> Vec<CardId> {
    instants.iter().flat_map(Instant::facts).flat_map(|fact| fact.cards.iter().copied()).collect()
}

/// The same without some facts; an instant of which none is left is gone.
fn without<'t>(mut instants: Vec<Instant<'t>>, left_out: impl Fn(&Fact<'t>) -> bool) -> Vec<Instant<'t>> {
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
    /// The steps of the tale of a duel.
    pub(super) fn steps(
        told: &'t Transcript<'t>,
        looked: Vec<Looked>,
        earlier_first: Option<bool>,
        catalogue: &'t Catalogue,
    ) -> Vec<Step> {
        let mut teller = Self::new(told, looked, earlier_first, catalogue);
        teller.begin_phase(teller.turn, teller.phase);
        teller.tell();
        teller.steps
    }

    /// Somebody who has told nothing yet.
    pub(super) fn new(
        told: &'t Transcript<'t>,
        looked: Vec<Looked>,
        earlier_first: Option<bool>,
        catalogue: &'t Catalogue,
    ) -> Self {
        let first = told.questions.first().map(|question| (question.prompt.turn, question.prompt.phase));
        let (turn, phase) = first.unwrap_or((Player::Yugi, told.cast.ruling.setup.phase));
        Teller {
            told,
            catalogue,
            causes: told.can(Capability::Causes),
            earlier_first,
            now: 0,
            steps: Vec::new(),
            turn,
            phase,
            moment: None,
            moment_told: None,
            passes: Vec::new(),
            loose: Vec::new(),
            cost: Vec::new(),
            words: Vec::new(),
            zone: None,
            acting: None,
            resolving: None,
            triggers: Triggers::default(),
            looked: looked.into_iter().map(Some).collect(),
            said: Vec::new(),
            act: None,
        }
    }

    /// Events and questions in one order: a question comes after the events that had happened when it was asked.
    fn tell(&mut self) {
        let told = self.told;
        let mut questions = told.questions.iter().enumerate().peekable();
        for number in 0..=told.events.len() {
            self.now = number;
            while let Some((question, asked)) = questions.next_if(|(_, asked)| asked.events <= number) {
                // The story ends with the last question, unless it looked at it.
                if asked.answer.is_some() || self.is_checked(question) {
                    self.question(question, asked);
                }
            }
            if let Some(end) = told.end.filter(|_| number == told.events.len()) {
                if let Some((link, _)) = self.resolving {
                    self.resolved(number, link, LinkOutcome::Done, None);
                }
                self.flush();
                self.ended(end);
            }
            self.looked_up_to(number);
            self.checked_values(number);
            if let Some(event) = told.events.get(number) {
                self.event(number, event);
            }
        }
        self.flush();
        self.tell_unseen();
    }

    /// Tells the ATK and DEF that a check up to here asks for, where they are the printed ones: changes are told anyway.
    fn checked_values(&mut self, number: usize) {
        let told = self.told;
        for stand in told.stands.iter().filter(|stand| stand.at.event == number) {
            let StepKind::Check(Check::Board(sides)) = &told.cast.ruling.play[stand.step].kind else { continue };
            let sides = sides.iter().filter_map(|(player, side)| Some((player, side.as_ref()?)));
            let cards = sides.flat_map(|(player, side)| side.value.zones.iter().map(move |(_, cards)| (player, cards)));
            for (player, cards) in cards {
                for card in cards.value.iter().filter(|card| card.atk.is_some() || card.def.is_some()) {
                    self.tell_values(stand.at, player, card);
                }
            }
        }
    }

    fn tell_values(&mut self, at: Point, player: Player, checked: &BoardCard) {
        let cast = &self.told.cast;
        let is_meant = |card: &CardId| match checked.label {
            Some(label) => label == *card,
            None => cast.def(*card).is_some_and(|def| def.name == checked.name),
        };
        let there = self.told.board(at).into_iter().flat_map(|board| &board.cards);
        let mut there = there.filter(|card| card.player == player && card.zone == Zone::Monster);
        let Some(card) = there.find(|card| is_meant(&card.card)) else { return };
        let printed = cast.def(card.card).and_then(|def| def.monster()).map(|monster| (monster.atk, monster.def));
        if printed != Some((card.atk, card.def)) {
            return;
        }
        let values = [("ATK", checked.atk.map(|_| card.atk)), ("DEF", checked.def.map(|_| card.def))];
        let values: Vec<String> =
            values.iter().filter_map(|(name, value)| Some(format!("{name} {}", (*value)?))).collect();
        let (id, text) =
            (card.card, format!("{} has {}, as printed.", self.name(card.card), enumerate(&values, "and")));
        self.flush();
        self.say(Kind::Events, [id], text, None);
    }

    pub(super) fn is_checked(&self, question: usize) -> bool {
        self.told.stands.iter().any(|stand| stand.found == Found::Window(question))
    }

    fn event(&mut self, number: usize, event: &'t Event) {
        match &event.what {
            Happened::Phase { phase, player } => self.begin_phase(*player, *phase),
            Happened::Moment { moment } => {
                // What brought a moment about belongs to it, except that damage is dealt before its aftermath begins.
                if *moment == Moment::AfterDamageCalculation {
                    self.flush_loose();
                }
                self.moment = Some(*moment);
                self.flush_loose();
            }
            Happened::Triggered { trigger, effect, events } => self.triggered(*trigger, *effect, events),
            Happened::Placed { .. } => {
                self.meet();
                self.triggers.placement = Some(event);
            }
            Happened::Dropped { player, effect, trigger } => self.dropped(number, event, *player, *effect, *trigger),
            Happened::Activated { .. } => self.activated(number, event),
            Happened::ChainComplete => self.chain(number),
            Happened::Resolves { link } => {
                self.flush();
                self.resolving = Some((*link, Vec::new()));
            }
            Happened::Resolved { link, outcome } => self.resolved(number, *link, *outcome, event.rule),
            Happened::Unaffected { card } => match &mut self.resolving {
                Some((_, instants)) => instants.push(Instant::Spared(*card, event.rule)),
                None => {
                    self.flush();
                    let text = self.spared(*card, event.rule);
                    self.say(Kind::Unaffected, [*card], text, event.rule);
                }
            },
            Happened::AttackEnded { card } => {
                self.flush();
                let replay = if event.rule.is_some() { ", without a replay" } else { "" };
                let text = format!("The attack of {} is over{replay}.", self.name(*card));
                self.say(Kind::AttackEnded, [*card], text, event.rule);
            }
            Happened::Cards { from, .. } => match word(event) {
                None if !is_token_gone(event) => {}
                Some(CardEvent::Targeted | CardEvent::BecameMaterial) => {}
                _ if leaves_after_a_chain(event.rule) && from.is_some_and(|from| from.zone.on_field()) => {
                    self.leaves(number, event);
                }
                _ => self.happened(number, event),
            },
            Happened::Player { .. } | Happened::Attempted { .. } => self.happened(number, event),
            Happened::Token { .. } | Happened::Chosen { .. } | Happened::ChainOver => {}
        }
    }

    pub(super) fn begin_phase(&mut self, turn: Player, phase: Phase) {
        self.flush();
        (self.turn, self.phase, self.moment, self.moment_told) = (turn, phase, None, None);
        let heading = Paragraph::new(Shape::Heading, format!("{turn}'s turn, {}", self::phase(phase)), []);
        self.push(Kind::Phase, [], vec![heading]).player = Some(turn);
    }

    fn ended(&mut self, end: End) {
        let (text, rule) = match end {
            End::Draw => ("The duel ends in a draw.".into(), Some(Rule::WinBothIsADraw)),
            End::Endless => ("No end is in sight: it is not played on.".into(), None),
            End::YugiWins => (format!("{} wins the duel.", Player::Yugi), None),
            End::JoeyWins => (format!("{} wins the duel.", Player::Joey), None),
        };
        self.say(Kind::Ended, [], text, rule).rule = rule;
    }

    /// Used cards are those the chain put on the field; they leave together.
    fn leaves(&mut self, number: usize, event: &'t Event) {
        self.flush();
        let last = number.checked_sub(1).map(|last| &self.told.events[last]);
        let (place, before) = (self.fact(number).way(), last.and_then(|_| self.fact(number - 1).way()));
        let together = last.is_some_and(|last| (last.instant, last.rule) == (event.instant, event.rule))
            && place.map(|(_, to)| to.zone) == before.map(|(_, to)| to.zone);
        let before = self.steps.pop_if(|step| together && step.kind == Kind::Leaves);
        let mut cards = before.map(|step| step.cards).unwrap_or_default();
        cards.extend(self.fact(number).cards.into_iter().map(|card| self.name(card)));
        let (goes, are) = if cards.len() > 1 { ("go", "are") } else { ("goes", "is") };
        let goes = match place {
            Some((_, to)) if to.zone == Zone::Banished => format!("{are} banished"),
            Some((_, to)) => format!("{goes} to {}", place_of(to)),
            None => format!("{goes} to the GY"),
        };
        let text = format!("The chain is over; {} {goes}.", list(cards.iter().cloned()));
        let step = self.say(Kind::Leaves, [], text, event.rule);
        (step.instant, step.cards) = (event.instant, cards);
    }

    fn happened(&mut self, number: usize, event: &'t Event) {
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
            (Some((_, instants)), _) if event.rule == Some(Rule::ReplacementNotDestroyed) => instants,
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

    /// A card or effect is activated, in a window or as a trigger that is placed.
    fn activated(&mut self, number: usize, event: &'t Event) {
        let Some(link) = transcript::link(number, event) else { return };
        let (acting, placement) = (self.acting.take(), self.triggers.placement.take());
        let placed = self.placed(link.effect, placement, acting);
        self.flush();
        let window = acting.map(|acting| acting.prompt).filter(|_| placed.is_none() || placement.is_none());
        let is_placed = placed.is_some();
        let (mut text, rules) = placed.unwrap_or_else(|| {
            let place = window.map(|prompt| self.place(prompt.chart)).unwrap_or_default();
            (format!("{} activates {}{place}", link.player, self.activated_words(&link, acting)), Vec::new())
        });
        let (replaced, paid): (Vec<_>, Vec<_>) = std::mem::take(&mut self.cost).into_iter().partition(Fact::made_room);
        let mut costs: Vec<String> = paid.iter().map(|fact| self.gerund(fact)).collect();
        let words = std::mem::take(&mut self.words);
        let targets = self.list(link.targets);
        if is_placed {
            // What is said of a trigger is a sentence of its own already.
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
            costs.extend(words.iter().map(|word| match self.option(&link, word) {
                Some(does) => format!("choosing that {does}"),
                None => self.declaring(&link, word),
            }));
            costs.extend((!targets.is_empty()).then(|| format!("targeting {targets}")));
            if !costs.is_empty() {
                text.push_str(&format!(", {}", enumerate(&costs, "and")));
            }
        }
        text.push_str(&match self.answers(&link, event) {
            Some(Answers::Link(link)) => {
                format!(", in response to {} (CL{})", self.name(link.effect.card), link.number)
            }
            Some(Answers::Event(fact)) => format!(", in response to {}", self.noun(&fact)),
            Some(Answers::Nothing) => ". It answers nothing: the link below is not the one that called it".into(),
            None => String::new(),
        });
        let told = vec![Paragraph::new(Shape::Numbered(link.number), stopped(&text), rules)];
        let cards = [link.effect.card].into_iter().chain(link.targets.iter().copied());
        let step = self.push(Kind::Activation, cards, told);
        (step.player, step.link, step.instant) = (Some(link.player), Some(link.number), event.instant);
        step.chart = window.and_then(|prompt| prompt.chart);
    }

    /// What is activated: a Spell or Trap Card itself, or an effect. A Set Continuous Trap may be turned up to use its effect.
    fn activated_words(&self, link: &Link<'t>, acting: Option<Acting<'t>>) -> String {
        let effect = link.effect;
        let (cast, card) = (&self.told.cast, self.own(link.player, &[effect.card]));
        let class = cast.class(effect);
        let lay = acting.and_then(|acting| acting.prompt.board.as_ref()).and_then(|board| board.card(effect.card));
        let was_set = lay.is_some_and(|card| card.zone == Zone::SpellTrap && card.face == Face::Down);
        let def = cast.def(effect.card);
        let continuous = def.is_some_and(|def| def.kind == CardKind::Trap(TrapKind::Continuous));
        if class == Some(Class::Activation) || (class == Some(Class::Quick) && continuous && was_set) {
            return card;
        }
        // Of several effects that go on a chain it is said what this one does.
        let effects = def.iter().flat_map(|def| &def.effects);
        let others = effects.filter(|effect| effect.activates() && effect.class != Class::Activation).count();
        let purpose = self.purpose(link).filter(|_| others > 1).map(|does| format!(" by which {does}"));
        format!("the effect of {card}{}", purpose.unwrap_or_default())
    }

    fn chain(&mut self, number: usize) {
        self.flush();
        self.tell_unseen();
        let links = self.told.chain_before(number);
        if let Some(last) = links.last().filter(|_| !self.causes) {
            self.resolving = Some((last.number, Vec::new()));
        }
        let mut told = Vec::new();
        if links.len() > 1 {
            let text = "The chain is complete and resolves from the last link down.";
            told.push(Paragraph::new(Shape::Text, text, [Rule::ChainResolvesLastFirst]));
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
        Paragraph::new(Shape::Stacked(link.number), text, [])
    }

    fn resolved(&mut self, number: usize, link: u16, outcome: LinkOutcome, reason: Option<Rule>) {
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
            (LinkOutcome::Done, _) if instants.is_empty() && stays => "resolves and applies from now on.",
            (LinkOutcome::Done, _) => "resolves.",
            (LinkOutcome::WithoutEffect, Some(Rule::ResolveContinuousCardMustStay)) => {
                "resolves without effect: it is no longer face-up on the field."
            }
            (LinkOutcome::WithoutEffect, Some(Rule::QuickMandatoryAnswersTheLinkBelow)) => {
                "resolves without effect: it did not lie on what called it."
            }
            (LinkOutcome::WithoutEffect, None) => "resolves without effect.",
            (LinkOutcome::WithoutEffect, _) => "resolves without effect: there is nothing it can do.",
            (LinkOutcome::EffectNegated, _) => "resolves, but its effect is negated.",
            (LinkOutcome::ActivationNegated, _) => "does not resolve: its activation was negated.",
        };
        let (instant, cards) = (instants.iter().find_map(Instant::at), cards_of(&instants));
        let text = format!("{} {became}", self.name(own));
        let mut told = vec![Paragraph::new(Shape::Numbered(link.number), text, reason)];
        let instants = without(instants, |fact| fact.is(CardEvent::EffectNegated) && fact.cards.contains(&own));
        told.extend(self.bullets(&instants, Shape::Bullet));
        if outcome == LinkOutcome::Done && told.len() == 1 {
            let silent = self.silent_deed(&link).map(|deed| Paragraph::new(Shape::Bullet, stopped(&deed), []));
            told.extend(silent);
        }
        let step = self.push(Kind::Resolution, [own].into_iter().chain(cards), told);
        (step.player, step.link, step.instant) = (Some(link.player), Some(link.number), instant);
        self.end_window();
    }

    /// One sentence for each instant; what happened together stands together.
    fn bullets(&self, instants: &[Instant<'t>], shape: Shape) -> Vec<Paragraph> {
        instants.iter().enumerate().map(|(i, instant)| self.bullet(i, instant, shape)).collect()
    }

    fn bullet(&self, number: usize, instant: &Instant<'t>, shape: Shape) -> Paragraph {
        let facts = match instant {
            Instant::Facts(facts) => facts,
            Instant::Chose(player, card, yes) => {
                let does = if *yes { "applies" } else { "does not apply" };
                let text = format!("{player} {does} the optional part of {}", self.name(*card));
                return Paragraph::new(shape, stopped(&text), []);
            }
            Instant::Said(text) => return Paragraph::new(shape, stopped(text), []),
            Instant::Spared(card, rule) => return Paragraph::new(shape, self.spared(*card, *rule), *rule),
        };
        let (battles, others): (Vec<&Fact<'_>>, Vec<&Fact<'_>>) = facts.iter().partition(|f| f.is(CardEvent::Battled));
        let mut clauses: Vec<String> = others.into_iter().map(|fact| self.happening(fact)).collect();
        if let Some(battle) = battles.first() {
            let what = if clauses.is_empty() { "nobody takes damage".into() } else { clauses.join("; ") };
            clauses = vec![format!("{}: {what}", self.happening(battle))];
        }
        // Without instants nobody knows what was one moment and what came later.
        let lead = match (number, clauses.len()) {
            (0, 1) => "",
            (0, _) => "at the same time: ",
            (_, 1) if instant.at().is_none() => "",
            (_, 1) => "then ",
            _ => "then, at the same time: ",
        };
        let mut rules: Vec<Rule> = facts.iter().filter_map(worth_saying).collect();
        rules.extend(shared(facts).then_some(Rule::SimultaneousOneMoment));
        rules.dedup();
        Paragraph::new(shape, stopped(&capital(&format!("{lead}{}", clauses.join("; ")))), rules)
    }

    /// That nothing happens to a card.
    fn spared(&self, card: CardId, rule: Option<Rule>) -> String {
        let name = self.name(card);
        match rule {
            Some(Rule::ImmunityUnaffected) => format!("{name} is unaffected: nothing happens to it."),
            _ => format!("Nothing happens to {name}."),
        }
    }

    fn happening(&self, fact: &Fact<'_>) -> String {
        let clause = self.clause(fact, Tense::Present, None);
        match fact.event.by {
            Some(Cause::Effect(effect)) if fact.event.rule == Some(Rule::LaterNoChain) => {
                format!("as {} left to be done in this phase, {clause}", self.name(effect.card))
            }
            Some(Cause::Effect(effect)) if !fact.cards.contains(&effect.card) => {
                let instead = if fact.event.rule == Some(Rule::ReplacementNotDestroyed) { "instead, " } else { "" };
                format!("{instead}by {}, {clause}", self.name(effect.card))
            }
            Some(Cause::Effect(_)) if fact.event.rule == Some(Rule::ReplacementNotDestroyed) => {
                format!("instead, {clause}")
            }
            _ => clause,
        }
    }

    /// Something that is not possible, with the reason; else with the sentence of its rule, if that was not said yet.
    pub(super) fn refused(
        &mut self,
        text: String,
        refusal: Option<&Refusal>,
        reason: Option<String>,
    ) -> Vec<Paragraph> {
        let rules =
            refusal.iter().flat_map(|refusal| std::iter::once(refusal.rule).chain(refusal.rests_on.iter().copied()));
        let is_explained = reason.is_some();
        let text = reason.map_or_else(|| text.clone(), |reason| format!("{text}: {reason}"));
        let mut out = vec![Paragraph::new(Shape::Refused, stopped(&text), rules)];
        let new = refusal.map(|refusal| refusal.rule).filter(|rule| !is_explained && !self.said.contains(rule));
        if let Some(entry) = new.and_then(|rule| self.catalogue.get(rule)) {
            self.said.push(entry.rule);
            out.push(Paragraph::new(Shape::Quote, entry.sentence.clone(), []));
        }
        out
    }

    /// The link of a number that was activated last before an event.
    pub(super) fn link_before(&self, event: usize, number: u16) -> Option<Link<'t>> {
        let before = self.told.events[..event].iter().enumerate().rev();
        before.filter_map(|(i, event)| transcript::link(i, event)).find(|link| link.number == number)
    }

    /// Where a player acts, as the end of a clause.
    pub(super) fn place(&self, chart: Option<ChartBox>) -> String {
        match (chart, self.moment) {
            (Some(chart), _) => format!(" (box {chart})"),
            (None, Some(at)) => format!(" {}", moment(at)),
            (None, None) => String::new(),
        }
    }

    /// Adds a step; before it the moment of the Damage Step it belongs to, if that is new.
    pub(super) fn push(
        &mut self,
        kind: Kind,
        cards: impl IntoIterator<Item = CardId>,
        told: Vec<Paragraph>,
    ) -> &mut Step {
        let new = self.moment.filter(|moment| self.moment_told != Some(*moment) && kind != Kind::Passes);
        if let Some(new) = new {
            self.moment_told = Some(new);
            let heading = moment_heading(new).map(|heading| Paragraph::new(Shape::Subheading, heading, []));
            self.push(Kind::Moment, [], heading.into_iter().collect());
        }
        let step = Step {
            kind,
            turn: self.turn,
            phase: self.phase,
            moment: self.moment,
            player: None,
            chart: None,
            link: None,
            instant: None,
            cards: cards.into_iter().map(|card| self.name(card)).collect(),
            rule: told.iter().flat_map(|paragraph| &paragraph.rules).next().copied(),
            told,
        };
        let index = self.steps.len();
        self.steps.push(step);
        &mut self.steps[index]
    }

    /// Adds a step of one sentence.
    pub(super) fn say(
        &mut self,
        kind: Kind,
        cards: impl IntoIterator<Item = CardId>,
        text: String,
        rule: Option<Rule>,
    ) -> &mut Step {
        self.push(kind, cards, vec![Paragraph::new(Shape::Text, text, rule)])
    }

    /// Tells what is not told yet.
    pub(super) fn flush(&mut self) {
        self.flush_loose();
        self.flush_passes();
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
        let told = self.bullets(&kept, if kept.len() > 1 { Shape::Bullet } else { Shape::Text });
        self.push(Kind::Events, cards, told).instant = instant;
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

//! From the record of a played ruling to its tale: what stands in the log and what was asked, in one order.

mod facts;
mod triggers;
mod windows;

use segoc_engine::def::{Moment, Phase};
use segoc_engine::{CardId, Duel, EffectRef, Entry, Event, Line, LinkId, Player, Policy, Rule, What as Happened};

use super::tale::{Card, Fact, Instant, Kind, Link, Resolution, Stacked, Step};
use crate::play::Recording;
use crate::read::rules::Catalogue;
use crate::ruling::Ruling;
use triggers::Waiting;
use windows::Acting;

/// The steps of the tale of a recording.
pub(super) fn steps(ruling: &Ruling, recording: &Recording, catalogue: &Catalogue, policy: &Policy) -> Vec<Step> {
    let mut teller = Teller {
        ruling,
        recording,
        duel: &recording.duel,
        catalogue,
        policy,
        steps: Vec::new(),
        turn: recording.before.turn.unwrap_or(Player::One),
        phase: recording.before.phase.unwrap_or(Phase::Main1),
        moment: None,
        moment_told: None,
        passes: Vec::new(),
        loose: Vec::new(),
        cost: Vec::new(),
        words: Vec::new(),
        acting: None,
        resolving: None,
        waiting: Vec::new(),
        met: false,
        one_group: false,
        placement: None,
        batch: None,
        placed_at: None,
        unseen: Vec::new(),
        looked: vec![false; recording.looked.len()],
    };
    teller.push(Kind::Phase);
    teller.tell();
    teller.steps
}

/// What is known while a tale is collected.
struct Teller<'r> {
    ruling: &'r Ruling,
    recording: &'r Recording,
    duel: &'r Duel,
    catalogue: &'r Catalogue,
    policy: &'r Policy,
    steps: Vec<Step>,
    turn: Player,
    phase: Phase,
    moment: Option<Moment>,
    /// The moment of the Damage Step that was told last.
    moment_told: Option<Moment>,
    /// Passes not told yet.
    passes: Vec<super::tale::Pass>,
    /// What happened outside links and is not told yet.
    loose: Vec<Instant>,
    /// What was paid for the activation under way.
    cost: Vec<Fact>,
    /// What was declared for the activation under way.
    words: Vec<String>,
    /// The window in which the activation under way was begun.
    acting: Option<Acting>,
    resolving: Option<(LinkId, Vec<Instant>)>,
    /// Triggers that were met and have no fate yet.
    waiting: Vec<Waiting>,
    /// Whether the triggers of this window were told.
    met: bool,
    /// The placement under way: its line.
    placement: Option<usize>,
    /// The rule of the group of which a trigger of this window was placed last.
    batch: Option<Rule>,
    /// When the trigger that was placed last was met.
    placed_at: Option<segoc_engine::Instant>,
    /// Whether the triggers of this window are of one group.
    one_group: bool,
    /// Triggers whose card could not see the event; told at the next window.
    unseen: Vec<usize>,
    /// Which of the things the ruling asks about were told.
    looked: Vec<bool>,
}

impl Teller<'_> {
    /// The log and the questions, in one order: a question comes after the lines that were there when it was asked.
    fn tell(&mut self) {
        let recording = self.recording;
        let mut questions = recording.asked.iter().enumerate().peekable();
        for line in recording.begin..=self.duel.log().len() {
            while let Some((number, asked)) = questions.next_if(|(_, asked)| asked.line <= line) {
                self.question(number, asked);
            }
            self.looked_up_to(line);
            if let Some(entry) = self.duel.log().get(line) {
                self.line(line, entry);
            }
        }
        self.flush();
        self.tell_unseen();
    }

    fn line(&mut self, index: usize, entry: &Entry) {
        match &entry.line {
            Line::Event(event) => self.event(entry, event),
            Line::Triggered { pending, effect, event } => self.triggered(*pending, *effect, *event),
            Line::Placement(placement) => self.placement(index, placement),
            Line::Fate { pending, effect, player, fate } => self.fate(index, (*pending, *effect, *player), fate),
            Line::ChainComplete(links) => self.chain(links),
            Line::LinkDone { link, outcome, reason } => self.done(*link, *outcome, *reason),
            Line::AttackEnded { attacker, refusal } => {
                let attacker = self.card(*attacker);
                self.flush();
                self.push(Kind::AttackEnded(attacker, refusal.rule));
            }
            Line::Ended(end) => {
                self.flush();
                self.push(Kind::Ended(*end));
            }
            Line::Chosen { .. } | Line::ChainOver => {}
        }
    }

    fn event(&mut self, entry: &Entry, event: &Event) {
        match event.what {
            Happened::PhaseBegan(phase, player) => {
                self.flush();
                (self.turn, self.phase, self.moment, self.moment_told) = (player, phase, None, None);
                self.push(Kind::Phase);
            }
            Happened::MomentBegan(moment) => {
                // What brought a moment about belongs to it, except that damage is dealt before its aftermath begins.
                if moment == Moment::AfterDamageCalculation {
                    self.flush_loose();
                }
                self.moment = Some(moment);
                self.flush_loose();
            }
            Happened::Activated(link) => self.link(entry, link),
            Happened::Targeted(_) | Happened::BecameMaterial(..) => {}
            Happened::Resolves(link) => {
                self.flush();
                self.resolving = Some((link, Vec::new()));
            }
            Happened::Moved if leaves_after_a_chain(entry.rule) && self.is_used(event) => {
                let Some(rule) = entry.rule else { return };
                self.flush();
                let cards = event.cards.iter().map(|c| self.card(c.card.card)).collect();
                self.push(Kind::Leaves(cards, rule, entry.at.0));
            }
            _ => self.happened(entry, event),
        }
    }

    /// Used cards are those the chain put on the field; a monster whose Summon failed goes another way.
    fn is_used(&self, event: &Event) -> bool {
        event.cards.iter().all(|c| c.before.zone.on_field())
    }

    fn happened(&mut self, entry: &Entry, event: &Event) {
        let facts = self.facts(entry, event);
        if let segoc_engine::Why::Cost(_) = event.deed.cause {
            self.cost.extend(facts);
            return;
        }
        let into = match (&mut self.resolving, event.deed.cause) {
            (Some((link, instants)), segoc_engine::Why::Link(by)) if *link == by => instants,
            (Some((_, instants)), segoc_engine::Why::Battle(_)) => instants,
            _ => {
                self.flush_passes();
                &mut self.loose
            }
        };
        match into.last_mut() {
            Some(instant) if instant.at == entry.at.0 => {
                facts.into_iter().for_each(|f| facts::add(&mut instant.facts, f))
            }
            _ => into.push(Instant { at: entry.at.0, facts }),
        }
    }

    fn link(&mut self, entry: &Entry, id: LinkId) {
        let Some(view) = self.duel.link(id) else { return };
        let acting = self.acting.take();
        let placed = self.placed(view.effect, acting.as_ref());
        self.flush();
        let link = Link {
            number: view.number,
            player: view.player,
            chart: acting.as_ref().and_then(|a| a.chart).filter(|_| placed.as_ref().is_none_or(|p| p.private)),
            gate: acting.as_ref().is_some_and(|a| a.gate),
            card: self.card(view.effect.card),
            of_card: view.card_activation,
            effect: self.effect_name(view.effect),
            cost: std::mem::take(&mut self.cost),
            words: std::mem::take(&mut self.words),
            targets: view.targets.iter().map(|&c| self.card(c)).collect(),
            answers: self.answers(&view, entry),
            placed,
            instant: entry.at.0,
        };
        self.push(Kind::Link(link));
    }

    fn chain(&mut self, links: &[LinkId]) {
        self.flush();
        self.tell_unseen();
        let stacked = |id: &LinkId| {
            let link = self.duel.link(*id)?;
            let targets = link.targets.iter().map(|&c| self.card(c)).collect();
            Some(Stacked { number: link.number, player: link.player, card: self.card(link.effect.card), targets })
        };
        let links = links.iter().filter_map(stacked).collect();
        self.push(Kind::Chain(links));
    }

    fn done(&mut self, id: LinkId, outcome: segoc_engine::LinkOutcome, reason: Option<Rule>) {
        let instants = match self.resolving.take() {
            Some((link, instants)) if link == id => instants,
            _ => Vec::new(),
        };
        let Some(link) = self.duel.link(id) else { return };
        self.flush();
        let card = self.card(link.effect.card);
        let resolution = Resolution { number: link.number, player: link.player, card, instants, outcome, reason };
        self.push(Kind::Resolves(resolution));
        self.end_window();
    }

    /// Adds a step; before it the moment of the Damage Step it belongs to, if that is new.
    fn push(&mut self, kind: Kind) {
        let (turn, phase, moment) = (self.turn, self.phase, self.moment);
        if let Some(new) = moment.filter(|m| self.moment_told != Some(*m) && !matches!(kind, Kind::Passes(_))) {
            self.moment_told = Some(new);
            self.steps.push(Step { turn, phase, moment, kind: Kind::Moment(new) });
        }
        self.steps.push(Step { turn, phase, moment, kind });
    }

    /// Tells what is not told yet.
    fn flush(&mut self) {
        self.flush_loose();
        self.flush_passes();
    }

    fn flush_loose(&mut self) {
        let instants = std::mem::take(&mut self.loose);
        if instants.iter().any(|i| !i.facts.is_empty()) {
            self.flush_passes();
            self.push(Kind::Happens(instants));
        }
    }

    fn flush_passes(&mut self) {
        let passes = std::mem::take(&mut self.passes);
        if !passes.is_empty() {
            self.push(Kind::Passes(passes));
        }
    }

    /// A card, as the ruling calls it.
    fn card(&self, id: CardId) -> Card {
        let def = &self.duel.card(id).def.name;
        let name = match self.ruling.references.get(id.0 as usize) {
            Some(reference) if reference.contains(def.as_str()) => reference.clone(),
            Some(label) => format!("{def} ({label})"),
            None => def.clone(),
        };
        Card { id, name }
    }

    /// The name of an effect, if its card has several that go on a chain.
    fn effect_name(&self, effect: EffectRef) -> Option<String> {
        let effects = &self.duel.card(effect.card).def.effects;
        let others = effects.iter().filter(|e| e.activates() && e.class != segoc_engine::def::Class::Activation);
        if others.count() < 2 {
            return None;
        }
        effects.get(effect.effect as usize)?.id.clone()
    }

    /// The sentence of a rule.
    fn sentence(&self, rule: Rule) -> String {
        self.catalogue.get(rule).map(|entry| entry.sentence.clone()).unwrap_or_default()
    }
}

/// Whether an event is the end of a chain rather than something that is done.
fn leaves_after_a_chain(rule: Option<Rule>) -> bool {
    matches!(rule, Some(Rule::ChainUsedCardsLeaveWithTheLastEvent | Rule::NegationBareNegatedLeaveAtTheEnd))
}

//! From the transcript of a duel to its tale: what happened and what was asked, in one order.

mod facts;
mod triggers;
mod windows;

use segoc_protocol::{
    Capability, CardEvent, Cause, Event, Happened, LinkOutcome, Moment, Phase, Player, Prompt, Rule, Zone,
};

use super::tale::{Activation, Fact, Instant, Kind, Resolution, Step};
use crate::judge::Looked;
use crate::transcript::{self, Found, Link, Transcript};
use facts::add;
use triggers::Triggers;
use windows::Acting;

/// The steps of the tale of a duel.
pub(super) fn steps<'t>(told: &'t Transcript<'t>, looked: &'t [Looked], earlier_first: Option<bool>) -> Vec<Step<'t>> {
    let first = told.questions.first().map(|question| (question.prompt.turn, question.prompt.phase));
    let (turn, phase) = first.unwrap_or((Player::Yugi, told.cast.ruling.setup.phase));
    let mut teller = Teller {
        told,
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
        acting: None,
        resolving: None,
        triggers: Triggers::default(),
        looked: looked.iter().map(Some).collect(),
    };
    teller.push(Kind::Phase);
    teller.tell();
    teller.steps
}

/// What is known while a tale is collected.
struct Teller<'t> {
    told: &'t Transcript<'t>,
    /// Whether the engine says what brought things about.
    causes: bool,
    /// Whether what triggered at an earlier moment comes first, if that is known.
    earlier_first: Option<bool>,
    /// How many events have been told.
    now: usize,
    steps: Vec<Step<'t>>,
    turn: Player,
    phase: Phase,
    moment: Option<Moment>,
    /// The moment of the Damage Step that was told last.
    moment_told: Option<Moment>,
    /// Passes not told yet.
    passes: Vec<(&'t Prompt, bool)>,
    /// What happened outside links and is not told yet.
    loose: Vec<Instant<'t>>,
    /// What was paid for the activation under way.
    cost: Vec<Fact<'t>>,
    /// What was declared for the activation under way.
    words: Vec<&'t str>,
    /// The window in which the activation under way was begun.
    acting: Option<Acting<'t>>,
    /// The link that is resolving, and what it has done.
    resolving: Option<(u16, Vec<Instant<'t>>)>,
    triggers: Triggers,
    /// What the ruling asks about and is not told yet.
    looked: Vec<Option<&'t Looked>>,
}

impl<'t> Teller<'t> {
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
                self.flush();
                self.push(Kind::Ended(end));
            }
            self.looked_up_to(number);
            if let Some(event) = told.events.get(number) {
                self.event(number, event);
            }
        }
        self.flush();
        self.tell_unseen();
    }

    fn is_checked(&self, question: usize) -> bool {
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
                self.triggers.placement = Some(number);
            }
            Happened::Dropped { player, effect, trigger } => self.dropped(number, event, *player, *effect, *trigger),
            Happened::Activated { .. } => self.activated(number, event),
            Happened::ChainComplete => self.chain(number),
            Happened::Resolves { link } => {
                self.flush();
                self.resolving = Some((*link, Vec::new()));
            }
            Happened::Resolved { link, outcome } => self.resolved(number, *link, *outcome, event.rule),
            Happened::AttackEnded { card } => {
                self.flush();
                self.push(Kind::AttackEnded(*card, event.rule));
            }
            Happened::Cards { from, .. } => match super::tale::word(event) {
                // A token has no place to go to.
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

    fn begin_phase(&mut self, turn: Player, phase: Phase) {
        self.flush();
        (self.turn, self.phase, self.moment, self.moment_told) = (turn, phase, None, None);
        self.push(Kind::Phase);
    }

    /// Used cards are those the chain put on the field; they leave together.
    fn leaves(&mut self, number: usize, event: &'t Event) {
        self.flush();
        let fact = self.fact(number);
        let last = number.checked_sub(1).map(|last| &self.told.events[last]);
        match self.steps.last_mut() {
            Some(Step { kind: Kind::Leaves(before), .. })
                if last.is_some_and(|last| (last.instant, last.rule) == (event.instant, event.rule)) =>
            {
                before.cards.extend(fact.cards);
            }
            _ => self.push(Kind::Leaves(fact)),
        }
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

    fn activated(&mut self, number: usize, event: &'t Event) {
        let Some(link) = transcript::link(number, event) else { return };
        let acting = self.acting.take();
        let placed = self.placed(link.effect, acting.as_ref());
        self.flush();
        let activation = Activation {
            window: acting.as_ref().map(|a| a.prompt).filter(|_| placed.as_ref().is_none_or(|p| p.private)),
            of_card: self.is_of_card(link.effect, acting.as_ref()),
            cost: std::mem::take(&mut self.cost),
            words: std::mem::take(&mut self.words),
            answers: self.answers(&link, event),
            placed,
            link,
        };
        self.push(Kind::Link(activation));
    }

    fn chain(&mut self, number: usize) {
        self.flush();
        self.tell_unseen();
        let links = self.told.chain_before(number);
        if let Some(last) = links.last().filter(|_| !self.causes) {
            self.resolving = Some((last.number, Vec::new()));
        }
        self.push(Kind::Chain(links));
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
        self.push(Kind::Resolves(Resolution { link, instants, outcome, reason }));
        self.end_window();
    }

    /// The link of a number that was activated last before an event.
    fn link_before(&self, event: usize, number: u16) -> Option<Link<'t>> {
        let before = self.told.events[..event].iter().enumerate().rev();
        before.filter_map(|(i, event)| transcript::link(i, event)).find(|link| link.number == number)
    }

    /// Adds a step; before it the moment of the Damage Step it belongs to, if that is new.
    fn push(&mut self, kind: Kind<'t>) {
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
        if !instants.is_empty() {
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
}

/// Whether an event is the end of a chain rather than something that is done.
fn leaves_after_a_chain(rule: Option<Rule>) -> bool {
    matches!(rule, Some(Rule::ChainUsedCardsLeaveWithTheLastEvent | Rule::NegationBareNegatedLeaveAtTheEnd))
}

fn is_token_gone(event: &Event) -> bool {
    matches!(&event.what, Happened::Cards { to: Some(to), .. } if to.zone == Zone::Gone)
}

//! How far each kind of check runs on (§5.3).

use segoc_format::ruling::{Blank, Check};
use segoc_protocol::{Ask, ChartBox, Happened, Moment, Phase, Prompt};

use super::{Driver, Halt, Next};
use crate::outcome::{Flaw, Outcome};
use crate::transcript::Found;

/// Where a `window` is looked for.
#[derive(Clone, Copy, Default)]
struct Place {
    open: bool,
    phase: Option<Phase>,
    during: Option<Moment>,
}

impl Place {
    /// Whether a window is where it is looked for: the next one, unless a place is named.
    fn is_there(self, prompt: &Prompt) -> bool {
        let is_attack_in_a = matches!(prompt.ask, Ask::Act { .. }) && prompt.attack;
        let is_skipped = is_attack_in_a || (prompt.is_gate() && self.during.is_none());
        prompt.is_window()
            && !is_skipped
            && (!self.open || prompt.chart == Some(ChartBox::A))
            && self.phase.is_none_or(|phase| phase == prompt.phase)
            && self.during.is_none_or(|moment| prompt.during == Some(moment))
    }
}

impl Driver<'_, '_> {
    /// Runs on to what a check is about.
    pub(super) fn run_to(&mut self, check: &Check) -> Result<(), Halt> {
        let (from, since) = (self.here(), self.since);
        let found = match check {
            Check::Chain { .. } | Check::Blank(Blank::Chain) => self.run_to_chain()?,
            Check::Resolves(_) | Check::Blank(Blank::Resolves) => self.run_to_resolved()?,
            Check::Happens(_) => self.run_to_chain_over()?,
            Check::Blank(Blank::Happens) => match self.chain_checked {
                Some(_) => self.run_to_resolved()?,
                None => self.run_to_open()?,
            },
            Check::Window { chart, phase, during, .. } => {
                self.run_to_window(Place { open: *chart == Some(ChartBox::A), phase: *phase, during: *during })?
            }
            Check::Blank(Blank::Window) => self.run_to_window(Place::default())?,
            Check::Placing { .. } | Check::Blank(Blank::Placing) => self.run_to_placement()?,
            Check::NeverOffered(_) | Check::Board(_) | Check::Blank(Blank::Board(_)) => self.run_to_open()?,
            Check::Ends(_) | Check::Blank(Blank::Ends) => {
                let found = self.run_to_open()?;
                self.is_finite()?;
                found
            }
        };
        self.stood(from, since, found);
        Ok(())
    }

    fn run_to_open(&mut self) -> Result<Found, Halt> {
        self.run_to_open_state()?;
        Ok(Found::Here)
    }

    /// To the first chain completed since the last one found, or since the last action that joined none.
    fn run_to_chain(&mut self) -> Result<Found, Halt> {
        let is_complete = |driver: &Self, event: usize| driver.told.events[event].what == Happened::ChainComplete;
        let passed = (self.chain_from..self.cursor).find(|&event| is_complete(self, event));
        let complete = loop {
            if passed.is_some() {
                break passed;
            }
            match self.next() {
                Next::Event(event) => {
                    self.take_event()?;
                    if event >= self.chain_from && is_complete(self, event) {
                        break Some(event);
                    }
                }
                Next::Asked(prompt) => self.answer_by_default(&prompt)?,
                Next::Open | Next::Over => {
                    self.settle()?;
                    break None;
                }
            }
        };
        let Some(complete) = complete else { return Ok(Found::Nothing) };
        self.since = self.told.after_event(complete);
        (self.chain_from, self.chain_checked) = (complete + 1, Some(complete));
        Ok(Found::Chain(complete))
    }

    /// Until the chain found last has resolved, or the duel has ended in it.
    fn run_to_resolved(&mut self) -> Result<Found, Halt> {
        let Some(complete) = self.chain_checked else {
            let message = "there is no `chain` check before this `resolves`: say first which chain is meant".into();
            let span = self.told.cast.ruling.play[self.step].span;
            return Err(Halt::Stop(Box::new(Outcome::Invalid(vec![Flaw { span, message }]))));
        };
        let is_over = |driver: &Self, event: usize| driver.told.events[event].what == Happened::ChainOver;
        if !(complete + 1..self.cursor).any(|event| is_over(self, event)) {
            self.run_until(is_over)?;
        }
        Ok(Found::Chain(complete))
    }

    /// To the end of the chain under way, if there is one.
    fn run_to_chain_over(&mut self) -> Result<Found, Halt> {
        let is_over = |driver: &Self, event: usize| driver.told.events[event].what == Happened::ChainOver;
        let under_way = !self.told.chain_before(self.cursor).is_empty()
            || (self.cursor..self.told.events.len()).any(|event| is_over(self, event));
        if under_way {
            self.run_until(is_over)?;
        }
        Ok(Found::Here)
    }

    /// Runs on until an event of which something holds, or to the open state.
    fn run_until(&mut self, holds: impl Fn(&Self, usize) -> bool) -> Result<(), Halt> {
        loop {
            match self.next() {
                Next::Event(event) => {
                    self.take_event()?;
                    if holds(self, event) {
                        return Ok(());
                    }
                }
                Next::Asked(prompt) => self.answer_by_default(&prompt)?,
                Next::Open | Next::Over => return Ok(()),
            }
        }
    }

    /// To the window asked now, or the very next if that one was found before.
    fn run_to_window(&mut self, place: Place) -> Result<Found, Halt> {
        loop {
            let is_new = self.window_seen != Some(self.number());
            let found = match self.next() {
                Next::Event(_) => {
                    self.take_event()?;
                    continue;
                }
                Next::Over => return Ok(Found::Nothing),
                Next::Open => {
                    self.settle()?;
                    if !(is_new && self.prompt().is_some_and(|prompt| place.is_there(prompt))) {
                        return Ok(Found::Nothing);
                    }
                    self.number()
                }
                Next::Asked(prompt) if is_new && place.is_there(&prompt) => {
                    self.settle()?;
                    self.number()
                }
                Next::Asked(prompt) => {
                    self.answer_by_default(&prompt)?;
                    continue;
                }
            };
            self.window_seen = Some(found);
            return Ok(Found::Window(found));
        }
    }

    /// To the next placement that was not found before. It is not answered, nor taken note of.
    fn run_to_placement(&mut self) -> Result<Found, Halt> {
        loop {
            let found = match self.next() {
                Next::Event(event) => match self.told.placement_told(event) {
                    Some(_) if self.placing_seen != Found::Placed(event) => Found::Placed(event),
                    _ => {
                        self.take_event()?;
                        continue;
                    }
                },
                Next::Asked(prompt) => {
                    let asked = Found::Asked(self.number());
                    if !matches!(prompt.ask, Ask::Trigger { .. }) || self.placing_seen == asked {
                        self.answer_by_default(&prompt)?;
                        continue;
                    }
                    self.settle()?;
                    asked
                }
                Next::Open | Next::Over => {
                    self.settle()?;
                    return Ok(Found::Nothing);
                }
            };
            self.placing_seen = found;
            return Ok(found);
        }
    }
}

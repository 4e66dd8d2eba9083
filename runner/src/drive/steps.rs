//! How far each kind of check runs on (§5.3).

use segoc_format::ruling::{Blank, Check};
use segoc_protocol::{Ask, ChartBox, Happened, Moment, Phase, Prompt};

use super::{Driver, Halt, Next};
use crate::outcome::{Flaw, Outcome};
use crate::transcript::{Found, Item};

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

/// Whether a window is one that a `window` check finds: a gate only if the check names its moment.
pub(crate) fn is_next_window(prompt: &Prompt) -> bool {
    Place { during: prompt.during.filter(|_| prompt.is_gate()), ..Place::default() }.is_there(prompt)
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

    fn is(&self, event: usize, what: &Happened) -> bool {
        self.told.events[event].what == *what
    }

    /// To the first chain completed since the last one found, or since the last action that joined none.
    fn run_to_chain(&mut self) -> Result<Found, Halt> {
        let mut passed = self.chain_from..self.cursor;
        let complete = match passed.find(|&event| self.is(event, &Happened::ChainComplete)) {
            Some(passed) => Some(passed),
            None => {
                self.run_past(|driver, event| event >= driver.chain_from && driver.is(event, &Happened::ChainComplete))?
            }
        };
        let Some(complete) = complete else {
            self.settle()?;
            return Ok(Found::Nothing);
        };
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
        if !(complete + 1..self.cursor).any(|event| self.is(event, &Happened::ChainOver)) {
            self.run_past(|driver, event| driver.is(event, &Happened::ChainOver))?;
        }
        Ok(Found::Chain(complete))
    }

    /// To the end of the chain under way, if there is one.
    fn run_to_chain_over(&mut self) -> Result<Found, Halt> {
        let under_way = !self.told.chain_before(self.cursor).is_empty()
            || (self.cursor..self.told.events.len()).any(|event| self.is(event, &Happened::ChainOver));
        if under_way {
            self.run_past(|driver, event| driver.is(event, &Happened::ChainOver))?;
        }
        Ok(Found::Here)
    }

    /// Runs on until an event of which something holds has been taken note of, or to the open state.
    fn run_past(&mut self, holds: impl Fn(&Self, usize) -> bool) -> Result<Option<usize>, Halt> {
        let found = self.run(|driver, next| match next {
            Next::Event(event) if holds(driver, *event) => Some(*event),
            _ => None,
        })?;
        if found.is_some() {
            self.take_event()?;
        }
        Ok(found)
    }

    /// To the window asked now, or the very next if that one was found before.
    fn run_to_window(&mut self, place: Place) -> Result<Found, Halt> {
        let found = self.run(|driver, next| match next {
            Next::Open | Next::Asked(_) if driver.window_seen != Some(driver.number()) => {
                driver.prompt().filter(|prompt| place.is_there(prompt)).map(|_| driver.number())
            }
            _ => None,
        })?;
        if self.prompt().is_some() {
            self.settle()?;
        }
        self.window_seen = found.or(self.window_seen);
        Ok(found.map_or(Found::Nothing, Found::Window))
    }

    /// To the next placement that was not found before. It is not answered, nor taken note of.
    fn run_to_placement(&mut self) -> Result<Found, Halt> {
        let found = self.run(|driver, next| {
            let found = match next {
                Next::Event(event) => driver.told.placement(Item::Event(*event)).map(|_| Found::Placed(*event)),
                Next::Asked(prompt) if matches!(prompt.ask, Ask::Trigger { .. }) => Some(Found::Asked(driver.number())),
                _ => None,
            };
            found.filter(|found| driver.placing_seen != *found)
        })?;
        if !matches!(found, Some(Found::Placed(_))) {
            self.settle()?;
        }
        self.placing_seen = found.unwrap_or(self.placing_seen);
        Ok(found.unwrap_or(Found::Nothing))
    }
}

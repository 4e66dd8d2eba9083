//! Driving: the story of a ruling is told to an engine, step by step, and leaves a transcript.
//!
//! What decides is what the players do and announce, and of a check only what it is about: a `chain` runs on until one is complete, a
//! `board` until the game state is open. No expectation is looked at here, and nothing is judged. Section numbers are those of
//! `corpus/README.md`.

mod action;
mod activation;
mod announce;
mod answer;
mod steps;

use std::sync::Arc;

use segoc_format::diagnostic::line_column;
use segoc_format::ruling::{CardRef, Ruling, Step, StepKind};
use segoc_protocol::{
    Answer, Ask, Capability, End, Engine, Event, Fault, FaultKind, FromEngine, Happened, Next as Waits, Prompt, Replay,
    Reply, Seat, Start, Trouble,
};

use crate::cast::Cast;
use crate::outcome::{Flaw, Outcome};
use crate::transcript::{Found, Hitch, HitchKind, Point, Question, Stand, Transcript};
pub(crate) use action::{moment, offer};
use activation::Activation;
pub(crate) use activation::is_of_activation;
use announce::{Announcement, Later};
pub(crate) use answer::by_default;
pub(crate) use steps::is_next_window;

/// How a story is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Up to the first step that cannot be told, with no more detail than its checks ask for.
    Brief,
    /// The same, with everything the engine can tell.
    Full,
    /// With everything, going on after what cannot be told.
    Lenient,
}

/// More questions than any ruling needs: whoever asks this many goes on for ever.
const MOST_ANSWERS: usize = 5_000;

/// The steps of a ruling that belong to a format, and to a reading if one is given.
pub fn steps<'r>(ruling: &'r Ruling, format: &str, reading: Option<&str>) -> impl Iterator<Item = (usize, &'r Step)> {
    let belongs = move |step: &Step| {
        step.formats.as_ref().is_none_or(|formats| formats.iter().any(|f| f == format))
            && step.reading.as_deref().is_none_or(|r| Some(r) == reading)
    };
    ruling.play.iter().enumerate().filter(move |(_, step)| belongs(step))
}

/// Tells the story of a ruling to an engine.
pub fn drive<'r>(
    engine: &mut dyn Engine,
    ruling: &'r Ruling,
    format: &str,
    reading: Option<&str>,
    manner: Manner,
) -> Transcript<'r> {
    let start = ruling.start(format);
    let transcript = Transcript {
        format: format.to_owned(),
        reading: reading.map(str::to_owned),
        capabilities: engine.about().capabilities.clone(),
        cast: Cast::new(ruling, &start),
        events: Vec::new(),
        questions: Vec::new(),
        end: None,
        last_board: None,
        stands: Vec::new(),
        hitches: Vec::new(),
        stop: None,
        abridged: false,
    };
    let own: Vec<(usize, &'r Step)> = steps(ruling, format, reading).collect();
    let replay = (!engine.is_replayed()).then(|| Replay::new(&start, &transcript.capabilities));
    let mut driver = Driver {
        engine,
        replay,
        told: transcript,
        manner,
        curious: own.iter().flat_map(|(_, step)| refusals(step)).collect(),
        step: 0,
        cursor: 0,
        announced: Vec::new(),
        activation: None,
        positions: Vec::new(),
        zones: Vec::new(),
        since: Point::default(),
        acted: 0,
        act_prompt: 0,
        chain_from: 0,
        chain_checked: None,
        window_seen: None,
        placing_seen: Found::Nothing,
    };
    match driver.begin(&start).and_then(|()| driver.tell(&own)) {
        Ok(()) => {}
        Err(Halt::Hitch(hitch)) => driver.told.hitches.push(*hitch),
        Err(Halt::Stop(outcome)) => driver.told.stop = Some(*outcome),
    }
    driver.told
}

/// The cards of which a step says that they are not offered.
fn refusals(step: &Step) -> impl Iterator<Item = &CardRef> {
    step.refusals().map(|refusal| &refusal.value.offer.card)
}

/// Why the story does not go on.
enum Halt {
    /// This could not be told as it is written.
    Hitch(Box<Hitch>),
    /// There is nothing more to be told.
    Stop(Box<Outcome>),
}

/// What an engine of this process said contradicts what it said before.
fn contradiction(wrong: &str, said: &FromEngine) -> Trouble {
    let mut fault = Fault::new(FaultKind::BadMessage, format!("what the engine says does not fit the duel: {wrong}"));
    fault.messages = vec![format!("< {}", serde_json::to_string(said).unwrap_or_default())];
    fault.into()
}

impl From<Trouble> for Halt {
    fn from(trouble: Trouble) -> Self {
        Self::Stop(Box::new(match trouble {
            Trouble::Unsupported(why) => Outcome::Unsupported(why),
            Trouble::Fault(fault) => Outcome::Fault(fault),
        }))
    }
}

/// What a step that runs on meets next.
enum Next {
    /// An event the story has not taken note of.
    Event(usize),
    /// A question in an open state, which stops every step.
    Open,
    /// Another question.
    Asked(Arc<Prompt>),
    /// The end of the duel.
    Over,
}

/// A story that is being told.
struct Driver<'e, 'r> {
    engine: &'e mut dyn Engine,
    /// The duel as the engine has told it, unless that was looked at when it was read.
    replay: Option<Replay>,
    told: Transcript<'r>,
    manner: Manner,
    /// Cards whose refusals a check asks about.
    curious: Vec<&'r CardRef>,
    step: usize,
    /// Events before this one have been taken note of. The engine may be ahead: it runs to the next question.
    cursor: usize,
    announced: Vec<Announcement<'r>>,
    activation: Option<Activation<'r>>,
    /// Positions written beside what was answered already.
    positions: Vec<Later>,
    /// Zones that were written beside something already answered, with the step.
    zones: Vec<(Seat, usize)>,
    /// The last action or completed chain.
    since: Point,
    /// The event after the last action.
    acted: usize,
    /// The event after the last action at a prompt to act.
    act_prompt: usize,
    /// The event from which a `chain` is looked for.
    chain_from: usize,
    /// The event that completed the chain that was found last.
    chain_checked: Option<usize>,
    /// The question at which a `window` was found last.
    window_seen: Option<usize>,
    /// The placement that was found last.
    placing_seen: Found,
}

impl<'r> Driver<'_, 'r> {
    fn begin(&mut self, start: &Start) -> Result<(), Halt> {
        let ruling = self.told.cast.ruling;
        let flaws: Vec<Flaw> =
            ruling.flaws(&start.format).into_iter().map(|(span, message)| Flaw { span, message }).collect();
        if !flaws.is_empty() {
            return Err(Halt::Stop(Box::new(Outcome::Invalid(flaws))));
        }
        let reply = self.engine.start(start)?;
        self.take(reply)?;
        // What the engine tells before its first question was there before the story.
        let begin = self.told.events.len();
        (self.cursor, self.acted, self.act_prompt, self.chain_from) = (begin, begin, begin, begin);
        self.since = self.here();
        Ok(())
    }

    /// Tells every step, and what comes after the last one.
    fn tell(&mut self, steps: &[(usize, &'r Step)]) -> Result<(), Halt> {
        for (index, step) in steps {
            self.step = *index;
            match self.tell_step(step) {
                Err(Halt::Hitch(hitch)) if self.manner == Manner::Lenient => self.told.hitches.push(*hitch),
                other => other?,
            }
        }
        // What fails on the way leaves something undone; the next attempt goes on after it.
        loop {
            let answered = self.told.questions.len();
            match self.tell_end() {
                Err(Halt::Hitch(hitch)) if self.manner == Manner::Lenient => {
                    self.told.hitches.push(*hitch);
                    if self.told.questions.len() == answered {
                        return Ok(());
                    }
                }
                other => return other,
            }
        }
    }

    fn tell_step(&mut self, step: &'r Step) -> Result<(), Halt> {
        match &step.kind {
            StepKind::Action(player, action) => self.act(*player, action),
            StepKind::Check(check) => self.run_to(check),
            StepKind::Chooses(..) | StepKind::Applies(..) | StepKind::Triggers(_) => {
                self.announce(step);
                Ok(())
            }
        }
    }

    /// What comes after the last step.
    fn tell_end(&mut self) -> Result<(), Halt> {
        self.run_to_open_state()?;
        self.is_finite()?;
        self.all_used()?;
        self.positions_were_given()?;
        self.zones_were_given()
    }

    /// Takes what the engine said.
    fn take(&mut self, reply: Reply) -> Result<(), Halt> {
        let first = self.told.events.len();
        for event in reply.events {
            if let Some(replay) = &mut self.replay {
                let held = replay.event(&event, self.told.events[first..].last());
                held.map_err(|wrong| contradiction(&wrong, &FromEngine::Event(event.clone())))?;
            }
            self.told.cast.note(&event);
            self.told.events.push(event);
        }
        match reply.next {
            Waits::Asks(mut prompt) => {
                self.detail(&mut prompt);
                if let Some(replay) = &mut self.replay {
                    let held = replay.prompt(&prompt);
                    held.map_err(|wrong| contradiction(&wrong, &FromEngine::Prompt(prompt.clone())))?;
                }
                let (events, prompt) = (self.told.events.len(), Arc::new(*prompt));
                self.told.questions.push(Question { events, prompt, answer: None, unwritten: false });
            }
            Waits::Ends(end, board) => {
                self.told.end = Some(end);
                self.told.last_board = board.or_else(|| self.engine.board());
                if let (Some(replay), Some(board)) = (&mut self.replay, &self.told.last_board) {
                    let end = || FromEngine::End { result: end, board: board.clone(), limit: None };
                    replay.board(board).map_err(|wrong| contradiction(&wrong, &end()))?;
                }
            }
        }
        Ok(())
    }

    /// Adds the board and what is refused to a question, as far as it is wanted.
    fn detail(&mut self, prompt: &mut Prompt) {
        if self.engine.tells_at_once() {
            return;
        }
        let everything = self.manner != Manner::Brief;
        if prompt.board.is_none() {
            match everything || prompt.is_open_state() {
                true => prompt.board = self.engine.board(),
                false => self.told.abridged = true,
            }
        }
        if !prompt.refused.is_empty() || !self.told.can(Capability::Reasons) {
            return;
        }
        let may_refuse = prompt.is_window() || matches!(prompt.ask, Ask::Trigger { .. });
        match may_refuse && (everything || !self.curious.is_empty()) {
            true => prompt.refused = self.engine.refused(),
            false => self.told.abridged |= may_refuse,
        }
        if !everything {
            let curious = |card| self.curious.iter().any(|reference| self.told.cast.is(reference, card));
            prompt.refused.retain(|refused| refused.action.card().is_none_or(curious));
            self.told.abridged = true;
        }
    }

    /// The point to which the story has come.
    fn here(&self) -> Point {
        Point { event: self.cursor, question: self.number() }
    }

    /// The number of the present question.
    fn number(&self) -> usize {
        match self.told.questions.last() {
            Some(question) if question.answer.is_none() => self.told.questions.len() - 1,
            _ => self.told.questions.len(),
        }
    }

    /// The question that waits for an answer.
    fn prompt(&self) -> Option<&Arc<Prompt>> {
        self.told.questions.last().filter(|question| question.answer.is_none()).map(|question| &question.prompt)
    }

    /// What comes next for a step that runs on.
    fn next(&self) -> Next {
        if self.cursor < self.told.events.len() {
            return Next::Event(self.cursor);
        }
        match self.prompt() {
            None => Next::Over,
            Some(prompt) if prompt.is_open_state() => Next::Open,
            Some(prompt) => Next::Asked(Arc::clone(prompt)),
        }
    }

    /// Takes note of the next event.
    fn take_event(&mut self) -> Result<(), Halt> {
        let Some(event) = self.told.events.get(self.cursor).cloned() else { return Ok(()) };
        self.cursor += 1;
        match event.what {
            Happened::Placed { effect, asked: false, .. } => self.forced_placement(effect),
            Happened::Chosen { player, purpose, cards } => {
                self.forced_choice(player, purpose, &cards);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Gives an answer to the present question.
    fn give(&mut self, answer: Answer) -> Result<(), Halt> {
        if self.number() >= MOST_ANSWERS {
            return Err(self.endless(&format!("more than {MOST_ANSWERS} questions were asked")));
        }
        if let Some(question) = self.told.questions.last_mut() {
            question.answer = Some(answer.clone());
        }
        if let (Some(replay), Some(prompt)) = (&mut self.replay, self.told.questions.last()) {
            replay.answer(&prompt.prompt, &answer);
        }
        let reply = self.engine.answer(&answer)?;
        self.take(reply)?;
        self.is_finite()
    }

    /// An error if the cards go on for ever.
    fn is_finite(&self) -> Result<(), Halt> {
        match self.told.end {
            Some(End::Endless) => {
                let limit = self.engine.limit();
                Err(self.endless(limit.as_deref().unwrap_or("the cards go on for ever without anyone having a choice")))
            }
            _ => Ok(()),
        }
    }

    /// The duel has no end, as far as it is played; says at which step that was.
    fn endless(&self, why: &str) -> Halt {
        let ruling = self.told.cast.ruling;
        let at = ruling.play.get(self.step).map_or(ruling.play_span.start, |step| step.span.start);
        let (line, column) = line_column(&ruling.text, at);
        Halt::Stop(Box::new(Outcome::Endless(format!("{why}, at {}:{line}:{column}", ruling.path))))
    }

    /// Runs on to the next open state or the end of the duel.
    fn run_to_open_state(&mut self) -> Result<(), Halt> {
        self.run(|_, _| None::<()>)?;
        self.settle()
    }

    /// Runs on with what was announced, else with defaults, until something is found in what comes next; none if the game state is
    /// open or the duel over before that.
    fn run<T>(&mut self, found: impl Fn(&Self, &Next) -> Option<T>) -> Result<Option<T>, Halt> {
        loop {
            let next = self.next();
            if let Some(found) = found(self, &next) {
                return Ok(Some(found));
            }
            match next {
                Next::Event(_) => self.take_event()?,
                Next::Asked(prompt) => self.answer_by_default(&prompt)?,
                Next::Open | Next::Over => return Ok(None),
            }
        }
    }

    /// A hitch of a step, here.
    fn hitch(&self, step: usize, kind: HitchKind) -> Halt {
        let at = Point { event: self.told.events.len(), question: self.number() };
        Halt::Hitch(Box::new(Hitch { step, at, kind }))
    }

    /// Writes down where a step stood.
    fn stood(&mut self, from: Point, since: Point, found: Found) {
        let stand = Stand { step: self.step, since, acted: self.act_prompt, from, at: self.here(), found };
        self.told.stands.push(stand);
    }

    /// What happened since an event.
    fn since_event(&self, event: usize) -> &[Event] {
        self.told.events.get(event..).unwrap_or_default()
    }
}

//! A sitting: a duel that a person plays by hand, question by question, from the board of a ruling or from any of its steps.
//!
//! Nothing here knows a terminal, a thread or a file: `segoc play` and a page in a browser ask the same things of it. Every question the duel has
//! come to is a point that is kept, so one may go back to any of them and answer otherwise, and both lines stay. The duel as far as a point is an
//! ordinary [`Transcript`], and is told, looked at and written down by what tells, judges and writes the duels of rulings.
//!
//! ```
//! use segoc_runner::Corpus;
//! use segoc_runner::sitting::Sitting;
//!
//! let corpus = Corpus::embedded()?;
//! let ruling = corpus.ruling("hand-limit/gorz-and-tragoedia")?;
//! let mut duel = Sitting::new(&corpus, ruling, "tcg")?;
//! let asked = duel.asking().expect("the duel has only begun");
//! assert!(asked.picks.iter().any(|pick| pick.words == "Attack directly with Celtic Guardian"));
//! duel.pick(&[0])?;
//! duel.undo();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asking;
mod saved;
pub(crate) mod story;
mod why;

use std::fmt;
use std::sync::Arc;

use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::{Diagnostic, Diagnostics};
use segoc_format::ruling::{Offer, Ruling};
use segoc_protocol::{Answer, Ask, Board, CardId, End, Engine, Event, Next, Prompt, Reply, Rule, Start};
use serde::Serialize;

use crate::cast::Cast;
use crate::drive::{Manner, drive};
use crate::engines::Reference;
use crate::explain::Account;
use crate::judge::judged;
use crate::judge::scene::scene;
use crate::outcome::{Flaw, Scene};
use crate::transcript::{Found, Question, Transcript};
use crate::trial::guarded;
pub use asking::{Asking, Barred, Pick};
pub use saved::Unsaved;
pub use why::Reply as WhyReply;

/// More answers than anybody gives by hand.
const MOST_ANSWERS: usize = 2_000;

/// A duel that is played by hand.
#[derive(Clone)]
pub struct Sitting<'c> {
    corpus: &'c Corpus,
    ruling: Arc<Ruling>,
    start: Start,
    /// Every point the duel has come to; the first is its beginning.
    points: Vec<Spot>,
    /// The point at which it stands.
    here: usize,
    /// The engine, at that point.
    engine: Reference,
    /// The points through which the ruling's own play leads.
    written: Vec<usize>,
    /// For each step of that play the point at which it stands, if it was told.
    steps: Vec<Option<usize>>,
    /// What was asked about and is refused.
    doubts: Vec<Doubt>,
}

/// A point of the duel: a question, or the end.
#[derive(Clone, Debug)]
struct Spot {
    /// The point before, and what was answered there; none at the beginning.
    before: Option<(usize, Answer)>,
    /// What has happened since.
    events: Vec<Event>,
    /// What is asked.
    prompt: Option<Arc<Prompt>>,
    /// How the duel ended.
    end: Option<End>,
    board: Board,
}

/// Something that somebody asked about at a point, and the rule that forbids it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Doubt {
    point: usize,
    offer: Offer,
    rule: Rule,
    /// Whether the question at that point refuses it, or something before it did.
    here: bool,
}

/// Why an answer, or a point to go back to, is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible(pub String);

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Impossible {}

/// A point as it stands in the record of a sitting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// Its number, by which one goes back to it.
    pub point: usize,
    /// The point before it.
    pub before: Option<usize>,
    /// What was answered there, in words; nothing at the beginning.
    pub answered: String,
    /// Whether it is on the line that leads to the present point.
    pub on_line: bool,
    /// Whether the play of the ruling leads through it.
    pub written: bool,
    /// Whether there was nothing to decide there.
    pub idle: bool,
}

impl<'c> Sitting<'c> {
    /// The duel of a ruling at its beginning. The line that its play takes is known already, so that one can go along it.
    ///
    /// # Errors
    /// If there is no such format, or the duel cannot begin.
    pub fn new(corpus: &'c Corpus, ruling: Arc<Ruling>, format: &str) -> Result<Self, Diagnostics> {
        let wrong = |message: String| Diagnostics::from(Diagnostic::of_file(ruling.path.clone(), message));
        if corpus.format(format).is_none() {
            return Err(wrong(format!("there is no format `{format}` in formats.yaml")));
        }
        let flaws = ruling.flaws(format).into_iter().map(|(span, message)| Flaw { span, message }.diagnostic(&ruling));
        let flaws: Vec<Diagnostic> = flaws.collect();
        if !flaws.is_empty() {
            return Err(Diagnostics(flaws));
        }
        let (start, mut engine) = (ruling.start(format), Reference::of(corpus));
        let begun = guarded(|| engine.start(&start)).map_err(|fault| wrong(fault.to_string()))?;
        let reply = begun.map_err(|trouble| wrong(format!("the engine cannot play it: {trouble:?}")))?;
        let first = Spot::new(&engine, None, reply);
        let mut sitting = Self {
            corpus,
            steps: vec![None; ruling.play.len()],
            ruling,
            start,
            points: vec![first],
            here: 0,
            engine,
            written: vec![0],
            doubts: Vec::new(),
        };
        sitting.follow();
        Ok(sitting)
    }

    /// Learns the line that the play of the ruling takes.
    fn follow(&mut self) {
        let ruling = Arc::clone(&self.ruling);
        let readings: Vec<Option<&str>> = match ruling.disputed.is_empty() {
            true => vec![None],
            false => ruling.disputed.iter().map(|reading| Some(reading.id.as_str())).collect(),
        };
        let tell = |reading: &Option<&str>| {
            guarded(|| drive(&mut Reference::of(self.corpus), &ruling, &self.start.format, *reading, Manner::Brief))
        };
        let told: Vec<Transcript<'_>> = readings.iter().filter_map(|reading| tell(reading).ok()).collect();
        let passes = told.iter().find(|told| judged(told).problems().is_empty());
        let Some(told) = passes.or(told.first()) else { return };
        for answer in told.questions.iter().map_while(|question| question.answer.as_ref()) {
            if self.give(answer.clone()).is_err() {
                break;
            }
            self.written.push(self.here);
        }
        for stand in &told.stands {
            let question = if let Found::Action(question) = stand.found { question } else { stand.at.question };
            self.steps[stand.step] = self.written.get(question).copied();
        }
        self.go(0);
    }

    /// The ruling from whose board it is played.
    pub fn ruling(&self) -> &Ruling {
        &self.ruling
    }

    /// The format in which it is played.
    pub fn format(&self) -> &str {
        &self.start.format
    }

    /// The point at which it stands.
    pub fn here(&self) -> usize {
        self.here
    }

    /// The point at which a step of the ruling's play stands, counted from 1: before what a player does there, at what a check looks at.
    pub fn step(&self, number: usize) -> Option<usize> {
        self.steps.get(number.checked_sub(1)?).copied().flatten()
    }

    /// How the duel ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.points[self.here].end
    }

    /// What is asked, as the protocol has it; nothing once the duel is over.
    pub fn prompt(&self) -> Option<&Prompt> {
        self.points[self.here].prompt.as_deref()
    }

    /// Where everything lies.
    pub fn board(&self) -> &Board {
        &self.points[self.here].board
    }

    /// The same, with the chain, in words.
    pub fn scene(&self) -> Scene {
        let told = self.transcript();
        scene(&told, told.last(), |cast, card| cast.full_name(card))
    }

    /// How a card is called.
    pub fn name(&self, card: CardId) -> String {
        self.transcript().cast.full_name(card)
    }

    /// The duel as far as it has come.
    pub fn transcript(&self) -> Transcript<'_> {
        self.told(self.here)
    }

    /// What has happened since a point of this line, in sentences.
    ///
    /// # Errors
    /// If the catalogue of rules is wrong.
    pub fn news_since(&self, point: usize) -> Result<Account, Diagnostics> {
        let now = self.account(self.here)?;
        Ok(if point < self.points.len() { now.since(&self.account(point)?) } else { now })
    }

    /// Everything that has happened, in sentences.
    ///
    /// # Errors
    /// If the catalogue of rules is wrong.
    pub fn tale(&self) -> Result<Account, Diagnostics> {
        self.account(self.here)
    }

    fn account(&self, point: usize) -> Result<Account, Diagnostics> {
        let age = self.corpus.format(&self.start.format).map(|format| format.policy.age.word() == "earliest first");
        Ok(Account::of(&self.told(point), self.corpus.rules()?, age))
    }

    /// Answers the question with some of what can be picked, by their places in [`Asking::picks`].
    ///
    /// # Errors
    /// If that is no answer; then nothing has changed.
    pub fn pick(&mut self, picked: &[usize]) -> Result<(), Impossible> {
        let asking = self.asking().ok_or_else(|| Impossible("the duel is over, nothing is asked".into()))?;
        self.give(asking.answer(picked)?)
    }

    /// Gives an answer of the protocol to the question.
    ///
    /// # Errors
    /// If that is no answer; then nothing has changed.
    pub fn give(&mut self, answer: Answer) -> Result<(), Impossible> {
        if self.path(self.here).len() > MOST_ANSWERS {
            return Err(Impossible(format!("after {MOST_ANSWERS} answers nothing more is played")));
        }
        let before = Some((self.here, answer));
        let answer = before.as_ref().map(|(_, answer)| answer).cloned().unwrap_or(Answer::Pass);
        let reply = match guarded(|| self.engine.answer(&answer)) {
            Ok(Ok(reply)) => reply,
            Ok(Err(_)) => return Err(Impossible("that is no answer to this question".into())),
            Err(fault) => {
                self.go(self.here);
                return Err(Impossible(format!("the engine broke down: {fault}")));
            }
        };
        match self.points.iter().position(|point| point.before == before) {
            Some(known) => self.here = known,
            None => {
                self.points.push(Spot::new(&self.engine, before, reply));
                self.here = self.points.len() - 1;
            }
        }
        Ok(())
    }

    /// Passes and goes on as long as there is nothing to decide.
    pub fn run_on(&mut self) {
        while self.asking().is_some_and(|asking| asking.is_idle()) && self.pick(&[0]).is_ok() {}
    }

    /// Answers as the ruling's play does; false if the play has no answer here.
    pub fn go_on(&mut self) -> bool {
        let at = self.written.iter().position(|point| *point == self.here);
        let next = at.and_then(|at| self.written.get(at + 1).copied());
        next.inspect(|next| self.go(*next)).is_some()
    }

    /// Goes back to the question before; false at the beginning. What was answered stays known.
    pub fn undo(&mut self) -> bool {
        let before = self.points[self.here].before.as_ref().map(|(before, _)| *before);
        before.inspect(|before| self.go(*before)).is_some()
    }

    /// Goes to any point.
    ///
    /// # Errors
    /// If there is none of that number.
    pub fn back(&mut self, point: usize) -> Result<(), Impossible> {
        if point >= self.points.len() {
            let last = self.points.len() - 1;
            return Err(Impossible(format!("there is no point {point}; the points are 0 to {last}")));
        }
        self.go(point);
        Ok(())
    }

    /// Every point, in the order in which they were come to.
    pub fn marks(&self) -> Vec<Mark> {
        let line = self.path(self.here);
        let mark = |(point, spot): (usize, &Spot)| Mark {
            point,
            before: spot.before.as_ref().map(|(before, _)| *before),
            answered: spot.before.as_ref().map(|(before, answer)| self.answered(*before, answer)).unwrap_or_default(),
            on_line: line.contains(&point),
            written: self.written.contains(&point),
            idle: spot.before.as_ref().is_some_and(|(before, _)| self.asking_at(*before).is_some_and(|a| a.is_idle())),
        };
        self.points.iter().enumerate().map(mark).collect()
    }

    /// Goes to a point that there is. The engine plays the same answers again, and comes to the same point.
    fn go(&mut self, point: usize) {
        let line = self.path(point);
        let answers = line.iter().filter_map(|&at| self.points[at].before.as_ref().map(|(_, answer)| answer));
        let mut engine = Reference::of(self.corpus);
        let played = guarded(|| {
            engine.start(&self.start)?;
            for answer in answers {
                engine.answer(answer)?;
            }
            Ok::<(), segoc_protocol::Trouble>(())
        });
        debug_assert!(matches!(played, Ok(Ok(()))), "the same answers lead to the same point");
        (self.engine, self.here) = (engine, point);
    }

    /// The points from the beginning to one.
    fn path(&self, to: usize) -> Vec<usize> {
        let before = |point: &usize| self.points[*point].before.as_ref().map(|(before, _)| *before);
        let mut path: Vec<usize> = std::iter::successors(Some(to), before).collect();
        path.reverse();
        path
    }

    /// The duel as far as a point.
    fn told(&self, to: usize) -> Transcript<'_> {
        let mut told = Transcript {
            format: self.start.format.clone(),
            reading: None,
            capabilities: self.engine.about().capabilities.clone(),
            cast: Cast::new(&self.ruling, &self.start),
            events: Vec::new(),
            questions: Vec::new(),
            end: None,
            last_board: None,
            stands: Vec::new(),
            hitches: Vec::new(),
            stop: None,
            abridged: false,
        };
        for point in self.path(to) {
            let spot = &self.points[point];
            if let (Some((_, answer)), Some(question)) = (&spot.before, told.questions.last_mut()) {
                question.answer = Some(answer.clone());
            }
            for event in &spot.events {
                told.cast.note(event);
                told.events.push(event.clone());
            }
            match &spot.prompt {
                Some(prompt) => {
                    let (events, prompt) = (told.events.len(), Arc::clone(prompt));
                    told.questions.push(Question { events, prompt, answer: None, unwritten: false });
                }
                None => (told.end, told.last_board) = (spot.end, Some(spot.board.clone())),
            }
        }
        told
    }
}

impl Spot {
    /// What an engine says, with everything it can tell of its question.
    fn new(engine: &Reference, before: Option<(usize, Answer)>, reply: Reply) -> Self {
        let board = engine.board().unwrap_or_default();
        let (prompt, end) = match reply.next {
            Next::Asks(mut prompt) => {
                if prompt.is_window() || matches!(prompt.ask, Ask::Trigger { .. }) {
                    prompt.refused = engine.refused();
                }
                prompt.board = Some(board.clone());
                (Some(Arc::new(*prompt)), None)
            }
            Next::Ends(end, _) => (None, Some(end)),
        };
        Self { before, events: reply.events, prompt, end, board }
    }
}

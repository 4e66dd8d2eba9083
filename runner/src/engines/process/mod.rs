//! An engine in a process of its own, spoken to over the protocol.
//!
//! Whatever it does, every duel gets an outcome: it is waited for only so long, read only so much, and ended with
//! everything it started. After a breakdown the next duel begins in a new process, as long as the budget lasts.

mod boxes;
mod hearing;
mod pipes;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use segoc_protocol::{
    Answer, Engine, Fault, FaultKind, FromEngine, Hello, PROTOCOL, Reader, Reply, Start, ToEngine, Trouble,
};

pub use hearing::{Hearing, Unheard};
use pipes::{Child, Incoming};

/// How an engine is started, and how long it is put up with.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// How long it may take over one answer.
    pub answer: Duration,
    /// How long it may take over one duel.
    pub ruling: Duration,
    /// How often it may break down before it is given up.
    pub crashes: usize,
    /// The version of the corpus, told in the handshake.
    pub corpus: String,
}

/// Lines an engine may write before it asks again.
const MOST_LINES: usize = 20_000;
/// Lines an engine may write in a duel.
const MOST_LINES_OF_A_DUEL: usize = 50_000;
/// Bytes an engine may write in a duel.
const MOST_BYTES_OF_A_DUEL: usize = 64 << 20;

/// What the processes of one run share.
#[derive(Debug)]
struct Shared {
    terms: Terms,
    crashes: AtomicUsize,
}

/// An engine in a process of its own.
pub struct Process {
    shared: Arc<Shared>,
    about: Hello,
    child: Option<Child>,
    reader: Reader,
    /// The duel under way, as the engine tells it.
    hearing: Option<Hearing>,
    /// When the duel under way has taken too long.
    deadline: Instant,
    /// How much the engine wrote in this duel.
    written: Written,
}

/// How much an engine wrote.
#[derive(Clone, Copy, Debug, Default)]
struct Written {
    /// Lines since it was spoken to.
    lines: usize,
    /// Lines of the duel.
    of_duel: usize,
    /// Bytes of the duel.
    bytes: usize,
}

impl Written {
    /// Counts a line; what is too much, if it is.
    fn add(&mut self, line: &str) -> Option<String> {
        self.lines += 1;
        self.of_duel += 1;
        self.bytes += line.len();
        if self.lines > MOST_LINES {
            Some(format!("the engine wrote more than {MOST_LINES} lines without asking anything"))
        } else if self.of_duel > MOST_LINES_OF_A_DUEL {
            Some(format!("the engine wrote more than {MOST_LINES_OF_A_DUEL} lines in one duel"))
        } else if self.bytes > MOST_BYTES_OF_A_DUEL {
            Some(format!("the engine wrote more than {} MiB in one duel", MOST_BYTES_OF_A_DUEL >> 20))
        } else {
            None
        }
    }
}

impl Process {
    /// Starts an engine and shakes hands with it.
    ///
    /// # Errors
    /// If it cannot be started, or does not begin as the protocol says.
    pub fn start(terms: Terms) -> Result<Self, Box<Fault>> {
        let (child, about) = shake_hands(&terms)?;
        let shared = Shared { terms, crashes: AtomicUsize::new(0) };
        Ok(Self { child: Some(child), ..Self::with(Arc::new(shared), about) })
    }

    /// One more process of the same engine, started with its first duel; they share the budget of breakdowns.
    pub fn another(&self) -> Self {
        Self::with(Arc::clone(&self.shared), self.about.clone())
    }

    /// Closes the engine's input, and says whether it then ends by itself.
    #[must_use]
    pub fn ends_by_itself(mut self) -> bool {
        self.child.take().is_none_or(|mut child| child.farewell())
    }

    fn with(shared: Arc<Shared>, about: Hello) -> Self {
        Self {
            shared,
            about,
            child: None,
            reader: Reader::default(),
            hearing: None,
            deadline: Instant::now(),
            written: Written::default(),
        }
    }

    /// The process, started if it does not run: at first, and again if it broke down.
    fn running(&mut self) -> Result<(), Box<Fault>> {
        if self.child.is_some() {
            return Ok(());
        }
        if self.shared.crashes.load(Ordering::Relaxed) > self.shared.terms.crashes {
            let most = self.shared.terms.crashes;
            let times = if most == 1 { "time" } else { "times" };
            let message = format!("the engine broke down more than {most} {times} and is not started again");
            return Err(Box::new(Fault::new(FaultKind::GivenUp, message)));
        }
        let shaken = shake_hands(&self.shared.terms);
        if shaken.is_err() {
            self.shared.crashes.fetch_add(1, Ordering::Relaxed);
        }
        let (child, about) = shaken?;
        if about != self.about {
            self.shared.crashes.fetch_add(1, Ordering::Relaxed);
            let message = format!("another engine introduced itself: {}", other_engine(&self.about, &about));
            return Err(Box::new(child.broken(FaultKind::BadMessage, message)));
        }
        self.child = Some(child);
        Ok(())
    }

    /// Ends the process after a breakdown, and says what it said last.
    fn broken(&mut self, kind: FaultKind, message: String) -> Trouble {
        self.shared.crashes.fetch_add(1, Ordering::Relaxed);
        match self.child.take() {
            Some(child) => child.broken(kind, message).into(),
            None => Fault::new(kind, message).into(),
        }
    }

    fn say(&mut self, message: &ToEngine) -> Result<Reply, Trouble> {
        if let Some(child) = &mut self.child {
            // What it has written since its last question was not asked for.
            if let Some(line) = child.unasked() {
                let when = match message {
                    ToEngine::Start(_) => "after the last question of the duel before",
                    _ => "when it was not its turn",
                };
                return Err(self.broken(FaultKind::OutOfTurn, format!("the engine wrote {when}: {line}")));
            }
            child.write(message);
        }
        self.listen()
    }

    /// Reads what happened up to the next question.
    fn listen(&mut self) -> Result<Reply, Trouble> {
        self.written.lines = 0;
        let until = Instant::now() + self.shared.terms.answer;
        loop {
            let (Some(child), Some(hearing)) = (&mut self.child, &mut self.hearing) else {
                return Err(Fault::new(FaultKind::Crashed, "the engine is not running").into());
            };
            let line = match child.read(until.min(self.deadline)) {
                Incoming::Line(line) => line,
                Incoming::Nothing => return Err(self.late()),
                Incoming::Bad(kind, message) => return Err(self.broken(kind, message)),
            };
            if let Some(too_much) = self.written.add(&line) {
                return Err(self.broken(FaultKind::Flooded, too_much));
            }
            let no_message = |error: String| format!("the engine wrote a line that is no message: {error}");
            let (kind, message) = match hearing.line(&mut self.reader, &line) {
                Ok(None) => continue,
                Ok(Some(Err(Trouble::Fault(mut fault)))) => {
                    child.attach_soon(&mut fault);
                    return Err(Trouble::Fault(fault));
                }
                Ok(Some(heard)) => return heard,
                Err(Unheard::Garbled(error)) => (FaultKind::Garbled, no_message(error)),
                Err(Unheard::NoMessage(error)) => (FaultKind::BadMessage, no_message(error)),
                Err(Unheard::Unfit(wrong)) => {
                    child.show_whole(&line);
                    let message = format!("the engine wrote a message that does not fit the duel: {wrong}");
                    (FaultKind::BadMessage, message)
                }
            };
            return Err(self.broken(kind, message));
        }
    }

    /// The time is over, of the answer or of the duel.
    fn late(&mut self) -> Trouble {
        let half = self.child.as_ref().map(Child::unfinished).unwrap_or_default();
        let terms = &self.shared.terms;
        let (kind, seconds, over) = if Instant::now() >= self.deadline {
            (FaultKind::TookTooLong, terms.ruling.as_secs_f32(), "the ruling")
        } else {
            (FaultKind::TimedOut, terms.answer.as_secs_f32(), "one answer")
        };
        self.broken(kind, format!("the engine took more than {seconds} s over {over}{half}"))
    }
}

/// Starts a process and exchanges the first messages.
fn shake_hands(terms: &Terms) -> Result<(Child, Hello), Box<Fault>> {
    let mut child = Child::spawn(&terms.command)?;
    child.write(&ToEngine::Hello {
        protocols: vec![PROTOCOL],
        runner: format!("segoc {}", env!("CARGO_PKG_VERSION")),
        corpus: terms.corpus.clone(),
    });
    let heard = match child.read(Instant::now() + terms.answer) {
        Incoming::Line(line) => match serde_json::from_str(&line) {
            Ok(FromEngine::Hello(hello)) if hello.protocol == PROTOCOL => Ok(hello),
            Ok(FromEngine::Hello(hello)) => Err(other_protocol(hello.protocol)),
            Ok(FromEngine::Error { message }) => Err(format!("the engine refuses: {message}")),
            Ok(_) => Err("the engine did not begin with `hello`".into()),
            Err(error) => Err(format!("the engine did not begin with `hello`: {error}")),
        },
        Incoming::Nothing => {
            Err(format!("the engine said nothing for {} s{}", terms.answer.as_secs_f32(), child.unfinished()))
        }
        Incoming::Bad(_, message) => Err(message),
    };
    match heard {
        Ok(hello) => Ok((child, hello)),
        Err(message) => Err(Box::new(child.broken(FaultKind::NoHandshake, message))),
    }
}

/// How an engine that introduces itself differs from the one that did so first.
fn other_engine(first: &Hello, now: &Hello) -> String {
    let list = |words: &mut dyn Iterator<Item = &str>| words.collect::<Vec<_>>().join(", ");
    let fields = |hello: &Hello| {
        let capabilities = list(&mut hello.capabilities.iter().map(|capability| capability.word()));
        let formats = list(&mut hello.formats.iter().map(String::as_str));
        [
            ("engine", hello.engine.clone()),
            ("version", hello.version.clone()),
            ("formats", formats),
            ("capabilities", capabilities),
        ]
    };
    let differ = fields(first).into_iter().zip(fields(now)).filter(|(first, now)| first != now);
    let differ = differ.map(|((field, first), (_, now))| format!("`{field}` was `{first}` and is `{now}`"));
    differ.collect::<Vec<_>>().join(", ")
}

/// What an engine that speaks another version is told.
fn other_protocol(version: u32) -> String {
    let mut message = format!("the engine chose protocol {version}; this runner speaks {PROTOCOL}");
    if version == 1 {
        message.push_str(
            ". To change: `pass` is null in answers; refused triggers have `action: trigger`; `rests` is `rests on`; a choice names its \
             effect as `for: {card, effect}` (\"Changes\" in PROTOCOL.md)",
        );
    }
    message
}

impl Engine for Process {
    fn about(&self) -> &Hello {
        &self.about
    }

    fn start(&mut self, duel: &Start) -> Result<Reply, Trouble> {
        self.running().map_err(Trouble::Fault)?;
        self.deadline = Instant::now() + self.shared.terms.ruling;
        self.written = Written::default();
        self.hearing = Some(Hearing::new(duel, &self.about.capabilities));
        self.say(&ToEngine::Start(Box::new(duel.clone())))
    }

    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        self.hearing.iter_mut().for_each(|hearing| hearing.answer(answer));
        self.say(&ToEngine::Answer(answer.clone()))
    }

    fn limit(&self) -> Option<String> {
        self.hearing.as_ref().and_then(Hearing::limit)
    }

    fn tells_at_once(&self) -> bool {
        true
    }

    fn is_replayed(&self) -> bool {
        true
    }

    fn in_doubt(&mut self) -> Result<(), Trouble> {
        match self.child.as_mut().and_then(Child::unasked_soon) {
            Some(line) => {
                let message = format!("the engine wrote when it was not its turn: {line}");
                Err(self.broken(FaultKind::OutOfTurn, message))
            }
            None => Ok(()),
        }
    }
}

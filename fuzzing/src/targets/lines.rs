//! What an engine writes over the protocol: lines, driven through a ruling, judged, reported and told.

use segoc_format::ruling::Ruling;
use segoc_protocol::{
    Answer, Capability, Engine, Fault, FaultKind, FromEngine, Hello, Known, Reader, Reply, Start, Trouble,
};
use segoc_runner::engines::process::Hearing;
use segoc_runner::engines::{Reference, serve};
use segoc_runner::{explain, play, report, telling};

use super::Target;
use crate::dice::Dice;
use crate::text;
use crate::world::world;

/// Lines of an engine that is to play the ruling and format that the first line names. Without such a line each line is a message of its own.
pub const TARGET: Target = Target { name: "lines", run, seeds, change };

/// Begins the line that names a ruling and a format.
const PLAYS: &str = "plays ";

/// An engine that writes what it was told to, whatever it is asked. It is heard as a process is.
struct Wire<'t> {
    about: Hello,
    lines: std::str::Lines<'t>,
    reader: Reader,
    hearing: Option<Hearing>,
}

impl Wire<'_> {
    /// Reads up to the next question.
    fn listen(&mut self) -> Result<Reply, Trouble> {
        let ended = || Trouble::from(Fault::new(FaultKind::Crashed, "it ended"));
        let hearing = self.hearing.as_mut().ok_or_else(ended)?;
        let heard = self.lines.find_map(|line| hearing.line(&mut self.reader, line).transpose()).ok_or_else(ended)?;
        heard.unwrap_or_else(|unheard| Err(Fault::new(FaultKind::BadMessage, format!("{unheard:?}")).into()))
    }
}

impl Engine for Wire<'_> {
    fn about(&self) -> &Hello {
        &self.about
    }

    fn start(&mut self, duel: &Start) -> Result<Reply, Trouble> {
        self.hearing = Some(Hearing::new(duel, &self.about.capabilities));
        self.listen()
    }

    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        self.hearing.iter_mut().for_each(|hearing| hearing.answer(answer));
        self.listen()
    }

    fn tells_at_once(&self) -> bool {
        true
    }

    fn is_replayed(&self) -> bool {
        true
    }
}

fn run(bytes: &[u8]) {
    let world = world();
    let text = String::from_utf8_lossy(bytes);
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let Some((name, format)) = first.strip_prefix(PLAYS).and_then(|named| named.rsplit_once(' ')) else {
        let mut reader = Reader::default();
        return text.lines().for_each(|line| message(&mut reader, line));
    };
    let Some(ruling) = world.rulings.iter().find(|ruling| ruling.name == name) else { return };
    let mut about = Hello::new("wire", "0");
    about.formats.clone_from(&world.formats);
    // An engine that claims less is judged by less.
    let claims = |at: usize| rest.len().is_multiple_of(7) || !rest.len().is_multiple_of(at + 2);
    let capabilities = Capability::ALL.iter().enumerate().filter(|(at, _)| claims(*at));
    about.capabilities = capabilities.map(|(_, capability)| *capability).collect();
    let wire = || Wire { about: about.clone(), lines: rest.lines(), reader: Reader::default(), hearing: None };
    let outcome = play::play(&mut wire(), ruling, format).outcome;
    if let Some(text) = report::outcome(ruling, format, &outcome, world.corpus.rules().ok()) {
        assert!(!report::plain(&text).contains('\u{1b}'), "a report confuses a terminal");
    }
    match telling::play_with(&mut wire(), &world.corpus, ruling, format) {
        Ok(played) => {
            let tale = played.tale(&world.corpus).expect("the rules of the corpus");
            let written = [explain::pretty(&tale), explain::markdown(&tale), explain::json(&tale).to_string()];
            assert!(written.iter().all(|text| !text.is_empty()), "a tale of nothing");
        }
        Err(mistakes) => {
            let panicked = mistakes.to_string().contains("broke down while it was played");
            assert!(!panicked, "the runner broke down over what an engine wrote");
        }
    }
}

/// One line: if it is a message it is written as it was read, and it fits a duel or does not.
fn message(reader: &mut Reader, line: &str) {
    let read = serde_json::from_str::<FromEngine>(line);
    let text = |message: &FromEngine| serde_json::to_string(message).ok();
    for _ in 0..2 {
        assert_eq!(reader.read(line).ok().as_ref().and_then(text), read.as_ref().ok().and_then(text), "read otherwise");
    }
    let Ok(message) = read else { return };
    let written = serde_json::to_string(&message).expect("a message that can be written");
    let again: FromEngine = serde_json::from_str(&written).expect("what was written can be read");
    assert_eq!(serde_json::to_string(&again).ok().as_ref(), Some(&written), "written twice, it is another message");
    let mut known = Known::default();
    match &message {
        FromEngine::Event(event) => drop(known.event(event)),
        FromEngine::Prompt(prompt) => drop(known.prompt(prompt)),
        FromEngine::End { board, .. } => drop(known.board(board)),
        FromEngine::Hello(_) | FromEngine::Unsupported { .. } | FromEngine::Error { .. } => {}
    }
}

/// An engine that keeps what it writes.
struct Kept {
    engine: Reference,
    asked: Vec<u8>,
}

impl Engine for Kept {
    fn about(&self) -> &Hello {
        self.engine.about()
    }

    fn start(&mut self, duel: &Start) -> Result<Reply, Trouble> {
        self.asked = super::requests::line(&segoc_protocol::ToEngine::Start(Box::new(duel.clone())));
        self.engine.start(duel)
    }

    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        self.asked.extend(super::requests::line(&segoc_protocol::ToEngine::Answer(answer.clone())));
        self.engine.answer(answer)
    }
}

/// What is said to an engine that plays a ruling as it should.
pub(super) fn requests(ruling: &Ruling, format: &str) -> Vec<u8> {
    let mut kept = Kept { engine: Reference::of(&world().corpus), asked: Vec::new() };
    let _ = segoc_runner::drive::drive(&mut kept, ruling, format, None, segoc_runner::drive::Manner::Full);
    kept.asked
}

/// What the reference engine writes over some rulings, and messages of every kind.
fn seeds() -> Vec<Vec<u8>> {
    let world = world();
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for ruling in world.rulings.iter().step_by(3) {
        let format = &ruling.formats[0];
        let mut written = Vec::new();
        let asked = requests(ruling, format);
        serve::serve(&mut Reference::of(&world.corpus), asked.as_slice(), &mut written).expect("a buffer");
        let mut seed = format!("{PLAYS}{} {format}\n", ruling.name).into_bytes();
        seed.extend(&written);
        seeds.push(seed);
        let lines = written.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        seeds.extend(lines.step_by(5).take(3).map(<[u8]>::to_vec));
    }
    seeds
}

fn change(input: &mut Vec<u8>, dice: &mut Dice<'_>) {
    text::change(input, dice, world(), &[] as &[&str]);
}

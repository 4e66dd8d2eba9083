//! What an engine says of a duel, message by message: whether each fits, and what it comes to.

use segoc_protocol::{
    Answer, Capabilities, Event, Fault, FaultKind, FromEngine, Known, Next, Prompt, Reader, Replay, Reply, Start,
    Trouble, visible,
};

use super::boxes::Boxes;

/// A duel as an engine tells it.
#[derive(Clone, Debug)]
pub struct Hearing {
    /// What the engine may speak of.
    known: Known,
    replay: Replay,
    boxes: Boxes,
    /// The last question, without its board and what is refused.
    prompt: Option<Prompt>,
    /// What happened since it was answered.
    events: Vec<Event>,
    limit: Option<String>,
}

/// Why a line is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unheard {
    /// It is no JSON.
    Garbled(String),
    /// It is no message.
    NoMessage(String),
    /// It does not fit the duel.
    Unfit(String),
}

impl Hearing {
    /// A duel that begins, told by an engine that promises this.
    pub fn new(duel: &Start, capabilities: &Capabilities) -> Self {
        Self {
            known: Known::new(duel),
            replay: Replay::new(duel, capabilities),
            boxes: Boxes::default(),
            prompt: None,
            events: Vec::new(),
            limit: None,
        }
    }

    /// The last question is answered.
    pub fn answer(&mut self, answer: &Answer) {
        if let Some(prompt) = self.prompt.take() {
            self.boxes.answer(&prompt, answer);
            self.replay.answer(&prompt, answer);
        }
    }

    /// Takes a line; what it comes to, if it is not one more event.
    ///
    /// # Errors
    /// If it is no message, or does not fit the duel.
    pub fn line(&mut self, reader: &mut Reader, line: &str) -> Result<Option<Result<Reply, Trouble>>, Unheard> {
        let message = reader.read(line).map_err(|error| match error.is_data() {
            true => Unheard::NoMessage(error.to_string()),
            false => Unheard::Garbled(error.to_string()),
        })?;
        self.message(message).map_err(Unheard::Unfit)
    }

    fn message(&mut self, message: FromEngine) -> Result<Option<Result<Reply, Trouble>>, String> {
        let next = match message {
            FromEngine::Event(event) => {
                self.known.event(&event)?;
                self.replay.event(&event, self.events.last())?;
                self.boxes.event(&event);
                self.events.push(event);
                return Ok(None);
            }
            FromEngine::Prompt(mut prompt) => {
                self.known.prompt(&prompt)?;
                self.replay.prompt(&prompt)?;
                self.boxes.complete(&mut prompt);
                let (board, refused) = (prompt.board.take(), std::mem::take(&mut prompt.refused));
                self.prompt = Some((*prompt).clone());
                (prompt.board, prompt.refused) = (board, refused);
                Ok(Next::Asks(prompt))
            }
            FromEngine::End { result, board, limit } => {
                self.known.board(&board)?;
                self.replay.board(&board)?;
                self.limit = limit.map(|limit| visible(&limit));
                Ok(Next::Ends(result, Some(board)))
            }
            FromEngine::Unsupported { reason } => Err(Trouble::Unsupported(reason)),
            FromEngine::Error { message } => {
                Err(Fault::new(FaultKind::Crashed, format!("the engine says: {message}")).into())
            }
            FromEngine::Hello(_) => return Err("`hello` is said once, at the beginning".into()),
        };
        Ok(Some(next.map(|next| Reply { events: std::mem::take(&mut self.events), next })))
    }

    /// Which limit the duel met, if it has ended as endless.
    pub fn limit(&self) -> Option<String> {
        self.limit.clone()
    }
}

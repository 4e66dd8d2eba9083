//! The protocol against the whole corpus: what the reference engine says survives being written and read, and the boxes
//! of the chart that the runner works out are those the engine is in.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use segoc_engine::{Answer, Ask, Prompt, Refused, Window};

use super::{Known, Listener, event_message, prompt_message};
use crate::corpus::Corpus;
use crate::engines::{About, Board, Engine, Event, Next, Reference, Reply, Start, Trouble};
use crate::play::judge_with;
use crate::trial::trials;

/// The reference engine, listened to over the protocol without its boxes.
struct Overheard<'a> {
    engine: Reference,
    listener: Listener,
    prompt: Option<Prompt>,
    windows: &'a AtomicUsize,
}

impl Overheard<'_> {
    fn hear(&mut self, reply: Result<Reply, Trouble>) -> Result<Reply, Trouble> {
        let reply = reply?;
        for told in &reply.events {
            let (at, event) = self.listener.event(read_again(&event_message(told))).expect("an event");
            assert_eq!(event, told.event);
            if matches!(event, Event::Cards { .. } | Event::Player(..)) {
                assert_eq!(at, told.at, "only these are numbered: {event:?}");
            }
        }
        self.prompt = None;
        if let Next::Asks(prompt, turn) = &reply.next {
            let (refused, board) = (self.engine.refused(), self.engine.board());
            let mut message = prompt_message(prompt, *turn, &refused, board.as_ref());
            message.chart = None;
            let heard = self.listener.prompt(read_again(&message)).expect("a prompt");
            let is_window = matches!(prompt.ask, Ask::Act { .. } | Ask::Respond { .. });
            // Only a window is a box; the engine also says in which one a trigger or a choice came up.
            let window = Window { chart: prompt.window.chart.filter(|_| is_window), ..prompt.window };
            assert_eq!(heard.prompt.window, window, "{message:#?}");
            assert_eq!((heard.prompt.player, heard.turn), (prompt.player, *turn));
            // Waiting triggers have numbers of their own in the engine; everything else is the same.
            if matches!(prompt.ask, Ask::Choose(_) | Ask::Confirm { .. }) {
                assert_eq!(heard.prompt.ask, prompt.ask);
            }
            assert_eq!(heard.refused.len(), refused.len());
            if is_window {
                self.windows.fetch_add(1, Ordering::Relaxed);
            }
            self.prompt = Some(prompt.clone());
        }
        Ok(reply)
    }
}

/// A message as it is read on the other side.
fn read_again<M: serde::Serialize + serde::de::DeserializeOwned>(message: &M) -> M {
    let line = serde_json::to_string(message).expect("JSON");
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

impl Engine for Overheard<'_> {
    fn about(&self) -> &About {
        self.engine.about()
    }

    fn start(&mut self, duel: &Start<'_>) -> Result<Reply, Trouble> {
        self.listener = Listener::new(Known::new(duel.setup, duel.library));
        let reply = self.engine.start(duel);
        self.hear(reply)
    }

    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        if let Some(prompt) = &self.prompt {
            self.listener.answers(prompt, answer);
        }
        let reply = self.engine.answer(answer);
        self.hear(reply)
    }

    fn board(&self) -> Option<Board> {
        self.engine.board()
    }

    fn refused(&self) -> Vec<Refused> {
        self.engine.refused()
    }
}

#[test]
fn boxes_that_are_left_out_are_worked_out_as_the_reference_engine_names_them() {
    let corpus = Corpus::embedded().expect("the corpus");
    let windows = AtomicUsize::new(0);
    let rulings = trials(&corpus);
    for trial in &rulings {
        let ruling = corpus.ruling(&trial.ruling).expect("a ruling");
        let listener = Listener::default();
        let mut engine = Overheard { engine: Reference::of(&corpus), listener, prompt: None, windows: &windows };
        let format = trial.format.as_deref().unwrap_or_default();
        // A panic tells the prompt; the name of the ruling comes after it.
        let judged = catch_unwind(AssertUnwindSafe(|| judge_with(&mut engine, &ruling, format)));
        assert!(judged.is_ok_and(|judged| judged.outcome.is_fine()), "{}", trial.name());
    }
    assert!(windows.into_inner() > 5 * rulings.len(), "too few windows were looked at");
}

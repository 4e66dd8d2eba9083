//! An engine in Rust, and the corpus as its tests.
//!
//! Your own engine would translate its questions into [`Prompt`](segoc_protocol::Prompt)s and its history into
//! [`Event`](segoc_protocol::Event)s. This one has nothing to translate: it is the reference engine, played by people who
//! hold one wrong belief about triggers of Traps. So it fails a few rulings, which `deviations.yaml` lists, and passes the rest.

use segoc_protocol::{Answer, Board, Engine, Hello, Refused, Reply, Start, Trouble};
use segoc_runner::{Corpus, engines::Reference};

/// An engine that goes by the Spell Speed of triggers, as many people do.
pub struct HouseRules {
    about: Hello,
    duel: Reference,
}

impl HouseRules {
    /// The engine, with the formats of a corpus.
    #[must_use]
    pub fn new(corpus: &Corpus) -> Self {
        let formats = corpus.formats().iter().map(|format| {
            let mut policy = format.policy.clone();
            policy.set("triggers of one window", "by spell speed");
            (format.name.clone(), policy)
        });
        let duel = Reference::new(formats);
        let about = Hello { engine: "House rules".into(), version: "1".into(), ..duel.about().clone() };
        Self { about, duel }
    }
}

impl Engine for HouseRules {
    fn about(&self) -> &Hello {
        &self.about
    }

    fn start(&mut self, duel: &Start) -> Result<Reply, Trouble> {
        self.duel.start(duel)
    }

    fn answer(&mut self, answer: &Answer) -> Result<Reply, Trouble> {
        self.duel.answer(answer)
    }

    fn board(&self) -> Option<Board> {
        self.duel.board()
    }

    fn refused(&self) -> Vec<Refused> {
        self.duel.refused()
    }
}

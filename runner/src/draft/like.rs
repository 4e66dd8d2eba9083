//! Starts to copy: whole rulings of the usual kinds.

use super::ruling::{Cited, Draft, Play};
use super::side::parse_side;
use crate::texts::sections;
use segoc_format::corpus::Corpus;
use segoc_format::ruling::SourceKind;

/// A ruling to begin with: a section of `like.md`.
#[derive(Clone, Copy, Debug)]
pub struct Like {
    /// What it is called on the command line.
    pub name: &'static str,
    text: &'static str,
}

/// All of them.
pub fn all() -> impl Iterator<Item = Like> {
    sections(include_str!("like.md")).map(|(name, text)| Like { name, text })
}

impl Like {
    /// What it is for.
    pub fn about(&self) -> &'static str {
        self.field("about: ")
    }

    /// The family of such rulings.
    pub fn family(&self) -> &'static str {
        self.field("family: ")
    }

    fn field(&self, key: &str) -> &'static str {
        self.text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default()
    }

    /// It as a draft.
    ///
    /// # Errors
    /// If the corpus does not have its cards.
    pub fn draft(&self, corpus: &Corpus) -> Result<Draft, String> {
        let field = |key: &str| self.field(key).to_owned();
        let play = self.text.lines().skip_while(|line| *line != "play:").skip(1);
        let (title, url) = (field("source: "), Some(field("url: ")));
        Ok(Draft {
            title: field("title: "),
            question: field("question: "),
            answer: field("answer: "),
            formats: corpus.formats().iter().map(|format| format.name.clone()).collect(),
            source: Cited { kind: SourceKind::Derived, title, url, as_of: None },
            yugi: parse_side(self.field("yugi: "), corpus)?,
            joey: parse_side(self.field("joey: "), corpus)?,
            play: Play::Whole(play.map(str::to_owned).collect()),
        })
    }
}

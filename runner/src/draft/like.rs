//! Starts to copy: whole rulings of the usual kinds.

use super::ruling::{Cited, Draft};
use super::side::parse_side;
use segoc_format::corpus::Corpus;
use segoc_format::ruling::SourceKind;

/// A ruling to begin with.
#[derive(Debug)]
pub struct Like {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The family of such rulings.
    pub family: &'static str,
    title: &'static str,
    question: &'static str,
    answer: &'static str,
    source: (&'static str, &'static str),
    yugi: &'static str,
    joey: &'static str,
    play: &'static [&'static str],
}

/// All of them.
pub const ALL: &[Like] = &[
    Like {
        name: "chain",
        about: "who may respond to what, and how the links resolve",
        family: "chain",
        title: "Magic Jammer negates Raigeki",
        question: "What happens to Raigeki, and to Joey's monster?",
        answer: "Raigeki is negated and destroyed; the monster stays.",
        source: ("Chain (Yu-Gi-Oh! Wiki)", "https://yugioh.fandom.com/wiki/Chain"),
        yugi: "hand: Raigeki",
        joey: "hand: Kuriboh; monsters: Celtic Guardian; set: Magic Jammer",
        play: &[
            "Yugi: {activates: Raigeki}",
            "window:  # who may respond, and with what",
            "Joey: {activates: Magic Jammer, paying with: [Kuriboh]}",
            "chain:  # Chain Link 1 first",
            "resolves:  # in the order in which they resolve",
            "board:",
        ],
    },
    Like {
        name: "segoc",
        about: "several triggers at once: who places what, in which order",
        family: "segoc",
        title: "Dark Hole destroys Yugi's Peten and Joey's Sangan",
        question: "Which effect is Chain Link 1?",
        answer: "Joey's Sangan, because mandatory effects come before optional ones, also before those of the turn player.",
        source: ("Simultaneous Effects (Yugipedia)", "https://yugipedia.com/wiki/Simultaneous_Effects"),
        yugi: "hand: Dark Hole; monsters: Peten the Dark Clown; deck: Peten the Dark Clown",
        joey: "monsters: Sangan, Celtic Guardian; deck: Kuriboh",
        play: &[
            "Yugi: {activates: Dark Hole}",
            "chain:",
            "triggers: [Peten the Dark Clown]  # optional triggers are used only if they are announced",
            "placing:  # who places a trigger, and which they may place",
            "placing:",
            "chain:  # the triggers, Chain Link 1 first",
            "board:",
        ],
    },
    Like {
        name: "missed-timing",
        about: "an optional \"when\" trigger that comes too late",
        family: "missing-the-timing",
        title: "Peten is tributed for the Tribute Summon of Summoned Skull",
        question: "May Peten activate?",
        answer: "No, the last thing to happen is the Summon.",
        source: (
            "Optional monster effects (Yu-Gi-Oh! X13 Wiki)",
            "http://yugioh-x13.wikia.com/wiki/Optional_Monster_Effects",
        ),
        yugi: "hand: Summoned Skull; monsters: Peten the Dark Clown, Celtic Guardian; deck: Peten the Dark Clown",
        joey: "",
        play: &[
            "Yugi: {normal summons: Summoned Skull, tributing: [Peten the Dark Clown]}",
            "happens:  # each inner list is one moment; the last one decides",
            "never offered: [{card: Peten the Dark Clown, rule: timing.missed}]",
            "board:",
        ],
    },
];

impl Like {
    /// The start of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|like| like.name == name)
    }

    /// It as a draft.
    ///
    /// # Errors
    /// If the corpus does not have its cards.
    pub fn draft(&self, corpus: &Corpus) -> Result<Draft, String> {
        let (title, url) = self.source;
        Ok(Draft {
            title: self.title.into(),
            question: self.question.into(),
            answer: self.answer.into(),
            formats: corpus.formats().iter().map(|format| format.name.clone()).collect(),
            source: Cited { kind: SourceKind::Derived, title: title.into(), url: Some(url.into()), as_of: None },
            yugi: parse_side(self.yugi, corpus)?,
            joey: parse_side(self.joey, corpus)?,
            play: self.play.iter().map(|step| (*step).to_owned()).collect(),
        })
    }
}

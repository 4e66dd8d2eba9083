//! A duel that is still played, told as far as it has come.

use segoc_format::catalogue::Catalogue;
use segoc_format::ruling::Offer;
use segoc_protocol::{Action, Phase, Prompt, Refusal, Rule};
use serde::Serialize;

use super::reasons::Denied;
use super::tale::{Paragraph, Step};
use super::{earlier_moment_first, places, pretty, teller, windows};
use crate::transcript::Transcript;

/// What has happened so far.
#[derive(Clone, Debug)]
pub struct Account(Vec<Step>);

/// A sentence with the rules it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    /// What is said.
    pub text: String,
    /// The rules, by their ids.
    pub rules: Vec<Rule>,
}

impl Account {
    /// Tells a duel as far as it has come. `earlier_first` is what the format says of triggers of different moments, if it is known.
    pub fn of(told: &Transcript<'_>, catalogue: &Catalogue, earlier_first: Option<bool>) -> Self {
        let earlier_first = earlier_first.or_else(|| earlier_moment_first(told));
        Self(teller::Teller::steps(told, Vec::new(), earlier_first, catalogue, &[]))
    }

    /// What is told here and not before. What was told last may be told again with what has come to it.
    #[must_use]
    pub fn since(mut self, before: &Self) -> Self {
        let words = |step: &Step| step.told.iter().map(|p| p.text.clone()).collect::<Vec<_>>();
        let same = self.0.iter().zip(&before.0).take_while(|(now, then)| words(now) == words(then)).count();
        self.0.drain(..same);
        self
    }

    /// Its sentences, one after the other.
    pub fn sentences(&self) -> Vec<Sentence> {
        let sentence = |p: &Paragraph| Sentence { text: p.text.clone(), rules: p.rules.clone() };
        self.0.iter().flat_map(|step| &step.told).map(sentence).collect()
    }

    /// The same as they stand on a page.
    pub fn paragraphs(&self) -> impl Iterator<Item = &Paragraph> {
        self.0.iter().flat_map(|step| &step.told)
    }

    /// For a terminal of eighty columns, in colours; whoever prints it takes them out where they are not wanted.
    pub fn pretty(&self) -> String {
        pretty::steps(&self.0)
    }
}

/// Who has a chance in a window, in words.
pub fn asked_in(prompt: &Prompt) -> String {
    windows::chance(prompt, prompt.turn, prompt.during).0
}

/// A phase, as players call it.
pub fn phase_words(phase: Phase) -> &'static str {
    places::phase(phase)
}

/// Why something is not possible at a question that comes after all that has happened; nothing if the rule alone says it.
pub fn because(
    told: &Transcript<'_>,
    prompt: &Prompt,
    action: &Action,
    refusal: &Refusal,
    catalogue: &Catalogue,
) -> Option<String> {
    let offer = told.cast.offer(action)?;
    let mut teller = teller::Teller::new(told, Vec::new(), None, catalogue);
    (teller.now, teller.turn, teller.phase, teller.moment) =
        (told.events.len(), prompt.turn, prompt.phase, prompt.during);
    let (card, effect) = (action.card()?, action.effect());
    teller.reason(&Denied { action: offer.action, card, effect, player: prompt.player, refusal })
}

/// What the triggers wait for that an offer means; nothing if there are no words for it.
pub fn unmet(told: &Transcript<'_>, offer: &Offer, catalogue: &Catalogue) -> Option<String> {
    teller::Teller::new(told, Vec::new(), None, catalogue).unmet(offer)
}

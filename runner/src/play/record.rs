//! A record of a ruling being played: every question with its answer, for whoever tells the story afterwards.

use segoc_engine::{Answer, Duel, EffectRef, Line, Policy, Prompt, Refusal, Refused, Rule, RuleSet};

use super::history::Stretch;
use super::matching::is_window;
use super::story::{Stop, Story};
use crate::engines::Reference;
use crate::outcome::{Flaw, Outcome, Scene};
use crate::ruling::{Offer, Ruling, StepKind};

/// A ruling that was played to the end, whatever became of its checks.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The board at the beginning.
    pub before: Scene,
    /// The board at the end.
    pub after: Scene,
    /// The length of the log at the beginning.
    pub begin: usize,
    /// The duel at the end, with its log.
    pub duel: Duel,
    /// Every question, in order.
    pub asked: Vec<Asked>,
    /// What checks said not to be on offer.
    pub looked: Vec<Looked>,
    /// The rules of the refusals that checks asked about.
    pub refusals: RuleSet,
    /// How many checks there were.
    pub checks: usize,
    /// What went otherwise than written, in order.
    pub problems: Vec<Outcome>,
}

/// A question with its answer.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The length of the log when it was asked.
    pub line: usize,
    /// The question.
    pub prompt: Prompt,
    /// The answer; none if the story ended with the question.
    pub answer: Option<Answer>,
    /// What was not on offer, as far as checks ask about it.
    pub refused: Vec<Refused>,
    /// Whether a `window` check looked at it.
    pub checked: bool,
}

/// Something a check says is not on offer.
#[derive(Clone, Debug)]
pub struct Looked {
    /// What.
    pub offer: Offer,
    /// The question at which it was not on offer.
    pub question: Option<usize>,
    /// The reason given there.
    pub refusal: Option<Refusal>,
    /// The trigger of this effect was dropped, as the log says.
    pub dropped: bool,
    /// Whether its player was asked at all where it was looked for.
    pub was_asked: bool,
    /// The length of the log to which it was looked for.
    pub line: usize,
}

impl Story<'_> {
    /// Records a question and its answer, if a record is wanted.
    pub(super) fn record(&mut self, answer: &Answer) {
        self.record_question(Some(answer.clone()));
    }

    fn record_question(&mut self, answer: Option<Answer>) {
        let Some(prompt) = self.table.prompt().filter(|_| self.asked.is_some()).cloned() else { return };
        let refused = self.history.last().filter(|p| p.question == self.answered && is_window(&prompt));
        let asked = Asked {
            line: self.table.own_line(self.table.log().len()),
            refused: refused.map(|p| p.refused.clone()).unwrap_or_default(),
            checked: self.window_seen == Some(self.answered),
            prompt,
            answer,
        };
        if let Some(all) = &mut self.asked {
            all.push(asked);
        }
    }

    /// Notes where something that is said not to be on offer was looked for.
    pub(super) fn look(&mut self, offer: &Offer, rule: Option<Rule>, stretch: &Stretch) {
        if self.asked.is_none() {
            return;
        }
        let windows = self.history[stretch.windows.clone()].iter().filter(|p| !p.open);
        let refused = windows.flat_map(|passed| {
            let reasons = passed.refused.iter().filter(|r| self.is_offer(offer, &r.action));
            reasons.map(|r| (passed.question, r.refusal.clone()))
        });
        // The reason that is written, else the first that was given.
        let mut refused: Vec<(usize, Refusal)> = refused.collect();
        let named = rule.and_then(|rule| refused.iter().rposition(|(_, refusal)| refusal.names(rule)));
        let refused = (!refused.is_empty()).then(|| refused.swap_remove(named.unwrap_or(0)));
        let (question, refusal) = refused.unzip();
        let looked = Looked {
            question,
            refusal,
            dropped: self.last_dropped_in(offer, stretch.lines.clone()).is_some(),
            was_asked: self.was_asked_in(&offer.card, stretch),
            line: self.table.own_line(stretch.lines.end),
            offer: offer.clone(),
        };
        self.looked.push(looked);
    }

    /// Notes that something is said not to be on offer in the present window.
    pub(super) fn look_here(&mut self, offer: &Offer) {
        if self.asked.is_none() {
            return;
        }
        let reason = self.table.refused().into_iter().find(|r| self.is_offer(offer, &r.action));
        let (question, refusal) = (Some(self.answered), reason.map(|r| r.refusal));
        let line = self.table.own_line(self.table.log().len());
        self.looked.push(Looked { offer: offer.clone(), question, refusal, dropped: false, was_asked: true, line });
    }
}

/// Plays the steps of a ruling that belong to a format and a reading, to the end even if checks fail.
///
/// # Errors
/// If the duel cannot begin.
pub fn record(ruling: &Ruling, format: &str, reading: Option<&str>, policy: &Policy) -> Result<Recording, Vec<Flaw>> {
    let (mut engine, library) = (Reference::new([(format.to_owned(), policy.clone())]), ruling.library(format));
    let table = super::begin(&mut engine, ruling, format, &library).map_err(|outcome| match outcome {
        Outcome::Invalid(flaws) => flaws,
        other => vec![Flaw { span: ruling.play_span, message: format!("the duel cannot begin: {}", other.word()) }],
    })?;
    let begin = table.own_line(table.log().len());
    let mut story = Story::new(ruling, format, reading, table);
    story.asked = Some(Vec::new());
    let before = story.scene();
    let checks = |i: &usize| {
        let step = &ruling.play[*i];
        usize::from(matches!(step.kind, StepKind::Check(_))) + usize::from(!step.never_offered.is_empty())
    };
    let checks = story.steps().map(|i| checks(&i)).sum();
    let problems = tell_leniently(&mut story).into_iter().map(|stop| stop.into_outcome(reading)).collect();
    if story.window_seen == Some(story.answered) {
        story.record_question(None);
    }
    let (after, asked) = (story.scene(), story.asked.take().unwrap_or_default());
    let (looked, refusals) = (story.looked, story.refusals);
    drop(story.table);
    let nothing = || vec![Flaw { span: ruling.play_span, message: "the duel cannot begin".into() }];
    let duel = engine.into_duel().ok_or_else(nothing)?;
    Ok(Recording { before, after, begin, asked, looked, refusals, checks, problems, duel })
}

/// Tells every step, going on after those that failed; everything that went wrong.
fn tell_leniently(story: &mut Story<'_>) -> Vec<Stop> {
    let mut stops = Vec::new();
    for index in story.steps() {
        match super::tell_step(story, index) {
            Ok(()) => {}
            Err(stop @ Stop::Failed(_)) => stops.push(stop),
            Err(stop) => {
                stops.push(stop);
                return stops;
            }
        }
    }
    // What fails on the way leaves something undone; the next attempt goes on after it.
    loop {
        let answered = story.answered;
        match super::tell_end(story) {
            Ok(()) => return stops,
            Err(stop) => {
                let goes_on = matches!(stop, Stop::Failed(_)) && story.answered > answered;
                stops.push(stop);
                if !goes_on {
                    return stops;
                }
            }
        }
    }
}

impl Recording {
    /// The chains that were completed: every link with what became of it.
    #[must_use]
    pub fn chains(&self) -> Vec<Vec<(EffectRef, Option<segoc_engine::LinkOutcome>)>> {
        let outcome = |wanted| {
            self.duel.log().iter().find_map(|entry| match entry.line {
                Line::LinkDone { link, outcome, .. } if link == wanted => Some(outcome),
                _ => None,
            })
        };
        let chains = self.duel.log().iter().filter_map(|entry| match &entry.line {
            Line::ChainComplete(links) => Some(links),
            _ => None,
        });
        let links = |ids: &Vec<segoc_engine::LinkId>| {
            ids.iter().filter_map(|&id| Some((self.duel.link(id)?.effect, outcome(id)))).collect()
        };
        chains.map(links).collect()
    }
}

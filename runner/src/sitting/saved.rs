//! A duel that was played by hand, as the file of a ruling.

use std::fmt;
use std::path::Path;

use segoc_format::place::Spanned;
use segoc_format::ruling::Ruling;
use segoc_format::yaml::{self, Kind, Node};
use segoc_protocol::{Answer, Happened, Refused, Rule};

use super::story::{self, Checks};
use super::{Doubt, Sitting};
use crate::bless::{bless, judged};
use crate::coverage::rules_exercised;
use crate::draft::fresh_id;
use crate::draft::ruling::by_hand;
use crate::drive::{Manner, drive};
use crate::engines::Reference;
use crate::outcome::Outcome;
use crate::rewrite;
use crate::transcript::{Item, Transcript};

/// Why a duel cannot be written down as a ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaved(pub String);

impl fmt::Display for Unsaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsaved {}

impl Sitting<'_> {
    /// The duel up to the present point as the text of a ruling, with another id than any ruling has. It says what the players did, as somebody would
    /// write it; its checks hold what the engine did, it passes, and its answer and source are to be written. If a chain or an attack is under way,
    /// both players pass from here on. `path` is where it will lie.
    ///
    /// # Errors
    /// If the play cannot be written so that it is played again as it was.
    pub fn saved(&self, path: &Path) -> Result<String, Unsaved> {
        self.saved_as(path, &fresh_id(self.corpus))
    }

    /// The same with an id that was chosen already.
    ///
    /// # Errors
    /// As [`Sitting::saved`].
    pub fn saved_as(&self, path: &Path, id: &str) -> Result<String, Unsaved> {
        let line = self.path(self.here);
        let on_line = |doubt: &&Doubt| line.contains(&doubt.point) && doubt.is_of_card();
        let doubts: Vec<Doubt> = self.doubts.iter().filter(on_line).cloned().collect();
        let whole = self.played_on(path, id)?;
        // What cannot be said is left out: what happened if nothing did, then what was asked about.
        let text = |doubts: &[Doubt], checks: Checks| whole.text(path, id, doubts, checks);
        text(&doubts, Checks::Usual).or_else(|_| text(&doubts, Checks::Few)).or_else(|_| text(&[], Checks::Few))
    }

    /// The same duel played on to an open state or its end.
    fn played_on(&self, path: &Path, id: &str) -> Result<Self, Unsaved> {
        let ruling = self.draft(path, id)?;
        let mut engine = Reference::of(self.corpus);
        let told = drive(&mut engine, &ruling, &self.start.format, None, Manner::Brief);
        let given: Vec<Answer> = told.questions.into_iter().map_while(|question| question.answer).collect();
        let wanted = self.answers();
        if !given.starts_with(&wanted) {
            let other = given.iter().zip(&wanted).position(|(given, wanted)| given != wanted).unwrap_or(given.len());
            let point = self.path(self.here).get(other).copied().unwrap_or_default();
            let what = self.path(self.here).get(other + 1).map(|next| self.points[*next].before.clone());
            let words = what.flatten().map(|(before, answer)| self.answered(before, &answer)).unwrap_or_default();
            return Err(Unsaved(format!(
                "the format has no way to write what was answered at point {point} (“{words}”) so that it is played again"
            )));
        }
        let mut whole = self.clone();
        for answer in given.into_iter().skip(wanted.len()) {
            whole.give(answer).map_err(|impossible| Unsaved(impossible.to_string()))?;
        }
        Ok(whole)
    }

    fn answers(&self) -> Vec<Answer> {
        let line = self.path(self.here).into_iter();
        line.filter_map(|point| self.points[point].before.clone().map(|(_, answer)| answer)).collect()
    }

    /// The play as a draft that was read.
    fn draft(&self, path: &Path, id: &str) -> Result<Ruling, Unsaved> {
        let text = self.file(id, &self.steps_written(&[], Checks::Usual), &[]);
        let wrong = |mistakes| Unsaved(format!("what was played cannot be written down: {mistakes}"));
        self.corpus.parse_draft_text(path, text).map_err(wrong)
    }

    /// The steps of the play, as they are written.
    fn steps_written(&self, doubts: &[Doubt], checks: Checks) -> String {
        let line = self.path(self.here);
        let told = self.transcript();
        let place = |doubt: &Doubt| {
            let question = line.iter().position(|point| *point == doubt.point)?;
            let lost = || lost_before(&told, doubt, question);
            if doubt.here { Some(Item::Question(question)) } else { lost() }
        };
        let doubts: Vec<(Item, Doubt)> =
            doubts.iter().filter_map(|doubt| Some((place(doubt)?, doubt.clone()))).collect();
        let steps = story::steps(&told, &doubts, checks);
        steps.iter().map(|step| format!("  - {}\n", rewrite::step(&self.ruling, step))).collect()
    }

    /// The file, with its checks and rules.
    fn text(&self, path: &Path, id: &str, doubts: &[Doubt], checks: Checks) -> Result<String, Unsaved> {
        let wrong = |mistakes| Unsaved(format!("what was played cannot be written down: {mistakes}"));
        let draft = self.file(id, &self.steps_written(doubts, checks), &[]);
        let blessed = bless(self.corpus, path, &draft.into(), &[])
            .map_err(|_| Unsaved("what was played cannot be checked as it is written".into()))?;
        let ruling = self.corpus.parse_draft_text(path, blessed).map_err(wrong)?;
        let play = ruling.play_span;
        let steps = ruling.text[play.start.min(ruling.text.len())..].split_once('\n').map_or("", |(_, steps)| steps);
        let text = self.file(id, steps, &self.rules(&ruling, doubts));
        let ruling = self.corpus.parse_ruling(&path.display().to_string(), text).map_err(wrong)?;
        match judged(self.corpus, &ruling, &self.start.format) {
            Outcome::Passed => Ok(ruling.text.to_string()),
            other => Err(Unsaved(format!("what was played, played again as it is written, is {}", other.word()))),
        }
    }

    /// The rules that decide it: what was asked about, what the ruling of this board names, what the log names; at most three.
    fn rules(&self, ruling: &Ruling, doubts: &[Doubt]) -> Vec<Rule> {
        let policy = self.corpus.format(&self.start.format).map(|format| format.policy.clone()).unwrap_or_default();
        let Some(shown) = rules_exercised(ruling, &self.start.format, &policy) else { return Vec::new() };
        let told = self.transcript();
        let asked = doubts.iter().map(|doubt| doubt.rule);
        let named = self.ruling.rules.iter().map(|rule| rule.value);
        let logged = told.events.iter().filter_map(|event| event.rule);
        let mut rules: Vec<Rule> = Vec::new();
        for rule in asked.chain(named).chain(logged).chain(shown.iter()) {
            if rules.len() < 3 && !rules.contains(&rule) && shown.iter().any(|other| other == rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// The text of a file with this play.
    fn file(&self, id: &str, steps: &str, rules: &[Rule]) -> String {
        // What was done first, as it is told; a phase stands above it.
        let told = self.tale().map(|tale| tale.sentences()).unwrap_or_default();
        let first = told.into_iter().map(|sentence| sentence.text).find(|text| text.ends_with('.'));
        let title = first.unwrap_or_else(|| "Nothing is done.".into()).replace(" (box A)", "");
        let title = title.trim_end_matches('.');
        by_hand(id, title, &self.start.format, rules, duel_text(&self.ruling), steps)
    }
}

/// The event, or else the question, by which something was refused, the last before a question.
fn lost_before(told: &Transcript<'_>, doubt: &Doubt, question: usize) -> Option<Item> {
    let is_meant = |all: &[Refused]| all.iter().any(|refused| told.cast.is_offer(&doubt.offer, &refused.action));
    let until = told.questions.get(question).map_or(told.events.len(), |question| question.events);
    let event = told.events[..until].iter().rposition(|event| match &event.what {
        Happened::Dropped { effect, .. } => told.cast.is_offered_trigger(&doubt.offer, *effect),
        Happened::Placed { refused, .. } => is_meant(refused),
        _ => false,
    });
    let mut before = told.questions.iter().take(question);
    let mut window = || before.rposition(|question| question.prompt.is_window() && is_meant(&question.prompt.refused));
    event.map(Item::Event).or_else(|| window().map(Item::Question))
}

/// The board of a ruling as its file writes it, with its key.
fn duel_text(ruling: &Ruling) -> &str {
    let Some(Node { kind: Kind::Map(entries), .. }) = yaml::parse(&ruling.path, &ruling.text).0 else { return "" };
    let begins = |(key, _): &(Spanned<String>, Node)| key.span.start;
    let Some(duel) = entries.iter().find(|(key, _)| key.value == "duel").map(begins) else { return "" };
    let next = entries.iter().map(begins).filter(|start| *start > duel).min().unwrap_or(ruling.text.len());
    // A comment before the next key is about that.
    let text = ruling.text.get(duel..next).unwrap_or_default();
    let comments = text.lines().rev().take_while(|line| line.starts_with('#') || line.is_empty()).count();
    let kept = text.lines().count() - comments;
    let end = text.split_inclusive('\n').take(kept).map(str::len).sum();
    &text[..end]
}

//! Why an engine fails: which wrong beliefs, held by the reference engine, make it fail in the same way.
//!
//! A belief explains a failure if the reference engine with that belief fails the same ruling in the same format in the same
//! way. It is contradicted by every ruling that it breaks and the engine passes. An engine may hold a belief in one format
//! and not in another, so a belief is held in those formats in which it explains at least as much as contradicts it.
//! Explanations are chosen one after the other: always the one that explains most of what is left, for its contradictions.
//! To play a format by the rules of another is a belief, too.
//!
//! What no belief explains is grouped by its [`Symptom`]. One symptom is the better account of failures that look alike if
//! it takes several beliefs, or beliefs that much speaks against, to explain some of them.

mod show;
mod symptom;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use segoc_engine::{Asked, Policy};

use crate::adequacy::{Held, Mistake, mistakes};
use crate::engines::Reference;
use crate::outcome::Outcome;
use crate::results::{Rank, Record, Results};
use crate::trial;
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::Diagnostics;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::Ruling;
use segoc_protocol::{Capabilities, Capability};

pub use symptom::Symptom;

/// What explains the failures of an engine.
#[derive(Debug)]
pub struct Diagnosis {
    /// The engine with its version.
    pub engine: String,
    /// Its failures that could be looked at.
    pub failures: Vec<Record>,
    /// Beliefs that explain them, the best first.
    pub explanations: Vec<Explanation>,
    /// Failures no belief explains, by their place in [`Diagnosis::failures`], with beliefs that have to do with them.
    pub unexplained: Vec<(usize, Vec<Hint>)>,
    /// What each of the failures looks like.
    pub symptoms: Vec<Symptom>,
    /// How many rulings × formats the engine passed, which speak against beliefs.
    pub passed: usize,
    /// Where it broke down, which no belief explains.
    pub broken: Vec<(Record, Symptom)>,
    /// How many results are of rulings that this corpus has not, or that the reference engine does not pass.
    pub unknown: usize,
}

/// A belief that explains failures.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The belief.
    pub mistake: Mistake,
    /// The formats in which it is held.
    pub formats: Vec<String>,
    /// The failures it explains that no better one does, by their place in [`Diagnosis::failures`].
    pub explains: Vec<usize>,
    /// How many it explains, also those a better one explains too.
    pub in_all: usize,
    /// Rulings with their formats that it breaks and the engine passes.
    pub contradicted: Vec<(String, String)>,
    /// Beliefs that explain the same just as well.
    pub or: Vec<Mistake>,
}

/// A belief that has to do with a failure, and does not explain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The belief.
    pub mistake: Mistake,
    /// It would explain the failure, but so many rulings speak against it; none if it makes the same step fail in another
    /// way.
    pub against: Option<usize>,
}

/// A ruling in a format the engine played.
struct Played<'r> {
    ruling: Arc<Ruling>,
    right: Policy,
    /// What it asks of that policy.
    asked: Asked,
    record: &'r Record,
}

/// How far a belief accounts for a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    /// It fails in the same way, word for word.
    Exact,
    /// It fails in the same way; what else the engine did at that step is not the same.
    Same,
    /// The same step fails, in another way.
    SameStep,
}

/// A belief with what it accounts for.
struct Candidate {
    mistake: Mistake,
    same: Vec<usize>,
    /// Those of them that are the same word for word.
    exact: Vec<usize>,
    same_step: Vec<usize>,
    /// What speaks against it. Weighing takes long, so it is done only where a candidate could be the best.
    weighed: OnceLock<Weighed>,
}

/// A candidate with what speaks against it.
struct Weighed {
    /// The formats in which it may be held.
    formats: Vec<String>,
    /// What it explains in these.
    same: Vec<usize>,
    /// How much of that word for word.
    exact: usize,
    /// What speaks against it in these.
    against: Vec<(String, String)>,
    /// How much speaks against it in the formats of its failures.
    in_all: usize,
}

impl Diagnosis {
    /// Looks for the beliefs behind the failures of an engine.
    ///
    /// # Errors
    /// If the catalogue of rules is wrong.
    pub fn of(corpus: &Corpus, results: &Results) -> Result<Self, Diagnostics> {
        let capabilities: Capabilities =
            results.capabilities.clone().unwrap_or_else(|| Capability::ALL.iter().copied().collect());
        let mut all = mistakes(corpus.rules()?);
        // Of equals the simpler one comes first.
        all.extend(corpus.formats().iter().map(|format| Mistake {
            id: format!("plays as {}", format.name),
            belief: format!("What holds in {} holds here, too.", format.title),
            rules: Vec::new(),
            held: Held::Format(Box::new(format.policy.clone())),
        }));
        let (played, unknown) = played(corpus, results, &capabilities);
        let (failed, passed): (Vec<Played<'_>>, Vec<Played<'_>>) =
            played.into_iter().partition(|played| played.record.rank() == Rank::Failing);
        let candidates = accounting(&failed, all, &capabilities);
        let mut open: Vec<bool> = vec![true; failed.len()];
        let weigh = |candidate: &Candidate| weighed(candidate, &failed, &passed, &capabilities);
        let mut explanations = chosen(&candidates, &mut open, weigh);
        let symptoms = on_all_cores(&failed, Symptom::of);
        look_alike(&symptoms, &mut explanations, &mut open);
        explanations.sort_by_key(|explanation| !explanation.is_of_a_format());
        let broken = results.records.iter().filter(|record| record.rank() == Rank::Broken);
        let unexplained = (0..failed.len()).filter(|&i| open[i]).map(|i| (i, hints(&candidates, i))).collect();
        Ok(Self {
            engine: format!("{} {}", results.engine, results.version),
            failures: failed.iter().map(|played| played.record.clone()).collect(),
            explanations,
            unexplained,
            passed: passed.len(),
            symptoms,
            broken: broken.map(|record| (record.clone(), Symptom::of_breakdown(record))).collect(),
            unknown,
        })
    }

    /// How many failures are explained.
    pub fn explained(&self) -> usize {
        self.failures.len() - self.unexplained.len()
    }
}

impl Explanation {
    /// Whether it is that a format is played by the rules of another.
    pub fn is_of_a_format(&self) -> bool {
        matches!(self.mistake.held, Held::Format(_))
    }
}

/// Takes back explanations of failures that look alike, where what they look like says more than the beliefs do.
fn look_alike(symptoms: &[Symptom], explanations: &mut Vec<Explanation>, open: &mut [bool]) {
    let whats: BTreeSet<&str> = symptoms.iter().map(|symptom| symptom.what.as_str()).collect();
    for what in whats {
        let alike = |failure: &usize| symptoms[*failure].what == what;
        let size = (0..symptoms.len()).filter(alike).count();
        let (mut explained, mut spent) = (0, 0);
        for explanation in explanations.iter().filter(|explanation| explanation.explains.iter().any(alike)) {
            explained += explanation.explains.iter().copied().filter(alike).count();
            // What speaks against a belief, and that it takes one more.
            spent += explanation.contradicted.len() + 1;
        }
        if size < 3 || 2 * (explained + 1).saturating_sub(spent) > size {
            continue;
        }
        for explanation in explanations.iter_mut() {
            explanation.explains.iter().filter(|failure| alike(failure)).for_each(|&failure| open[failure] = true);
            explanation.explains.retain(|failure| !alike(failure));
        }
    }
    explanations.retain(|explanation| {
        let holds = explanation.explains.len() > explanation.contradicted.len();
        if !holds {
            explanation.explains.iter().for_each(|&failure| open[failure] = true);
        }
        holds
    });
}

/// What the engine passed or failed, of rulings the reference engine passes; and how many it did of others.
fn played<'r>(corpus: &Corpus, results: &'r Results, capabilities: &Capabilities) -> (Vec<Played<'r>>, usize) {
    let names: HashMap<String, String> =
        corpus.list().into_iter().filter_map(|listed| Some((listed.id?, listed.name))).collect();
    let scored: Vec<&Record> =
        results.records.iter().filter(|r| r.outcome == "passed" || r.rank() == Rank::Failing).collect();
    let looked_up = on_all_cores(&scored, |record| {
        let ruling = corpus.ruling(names.get(&record.ruling)?).ok()?;
        let right = corpus.format(&record.format)?.policy.clone();
        let asserted = ruling.formats.contains(&record.format) && ruling.disputed.is_empty();
        let mut plain = reference(&record.format, &right, capabilities);
        let passes = asserted && matches!(trial::outcome_of(&mut plain, &ruling, &record.format), Outcome::Passed);
        passes.then(|| (ruling, right, plain.asked()))
    });
    let all = scored.len();
    let found: Vec<Played<'r>> = scored
        .into_iter()
        .zip(looked_up)
        .filter_map(|(record, found)| found.map(|(ruling, right, asked)| Played { ruling, right, asked, record }))
        .collect();
    let unknown = all - found.len();
    (found, unknown)
}

/// Every belief that accounts for some failure.
fn accounting(failed: &[Played<'_>], all: Vec<Mistake>, capabilities: &Capabilities) -> Vec<Candidate> {
    let matches = on_all_cores(failed, |played| -> Vec<(usize, Match)> {
        let each = all.iter().enumerate();
        each.filter_map(|(i, mistake)| Some((i, played.matches(mistake, capabilities)?))).collect()
    });
    let candidate = |(i, mistake): (usize, Mistake)| {
        let how = |failure: &[(usize, Match)]| failure.iter().find(|(of, _)| *of == i).map(|(_, how)| *how);
        let which = |wanted: &[Match]| -> Vec<usize> {
            (0..matches.len()).filter(|&f| how(&matches[f]).is_some_and(|how| wanted.contains(&how))).collect()
        };
        let (same, exact) = (which(&[Match::Exact, Match::Same]), which(&[Match::Exact]));
        Candidate { mistake, same, exact, same_step: which(&[Match::SameStep]), weighed: OnceLock::new() }
    };
    let all = all.into_iter().enumerate().map(candidate);
    all.filter(|candidate| !candidate.same.is_empty() || !candidate.same_step.is_empty()).collect()
}

/// Weighs a belief, format by format, against the rulings it breaks although the engine passes them.
fn weighed(
    candidate: &Candidate,
    failed: &[Played<'_>],
    passed: &[Played<'_>],
    capabilities: &Capabilities,
) -> Weighed {
    let format_of = |failure: usize| failed[failure].record.format.as_str();
    let of_failures: BTreeSet<&str> = candidate.same.iter().map(|&failure| format_of(failure)).collect();
    let concerned: Vec<&Played<'_>> =
        passed.iter().filter(|played| of_failures.contains(played.record.format.as_str())).collect();
    let breaks = on_all_cores(&concerned, |played| played.believing(&candidate.mistake, capabilities).is_some());
    let broken = concerned.into_iter().zip(breaks).filter(|(_, breaks)| *breaks);
    let all: Vec<(String, String)> =
        broken.map(|(played, _)| (played.record.ruling.clone(), played.record.format.clone())).collect();
    let held = |format: &&str| {
        let explains = candidate.same.iter().filter(|&&failure| format_of(failure) == *format).count();
        all.iter().filter(|(_, of)| of == format).count() <= explains
    };
    let formats: Vec<String> = of_failures.into_iter().filter(held).map(str::to_owned).collect();
    let inside = |failure: &&usize| formats.iter().any(|format| format == format_of(**failure));
    Weighed {
        same: candidate.same.iter().filter(inside).copied().collect(),
        exact: candidate.exact.iter().filter(inside).count(),
        in_all: all.len(),
        against: all.into_iter().filter(|(_, format)| formats.contains(format)).collect(),
        formats,
    }
}

/// Chooses explanations until none is left.
fn chosen(candidates: &[Candidate], open: &mut [bool], weigh: impl Fn(&Candidate) -> Weighed) -> Vec<Explanation> {
    let mut explanations: Vec<Explanation> = Vec::new();
    loop {
        let left = |same: &[usize]| -> Vec<usize> { same.iter().copied().filter(|&failure| open[failure]).collect() };
        let most = |candidate: &Candidate| left(candidate.weighed.get().map_or(&candidate.same, |w| &w.same)).len();
        let mut order: Vec<(&Candidate, usize)> = candidates.iter().map(|c| (c, most(c))).collect();
        order.retain(|(_, most)| *most > 0);
        order.sort_by_key(|(_, most)| std::cmp::Reverse(*most));
        let mut best: Option<(&Candidate, &Weighed, (f64, usize))> = None;
        for (candidate, most) in order {
            if best.is_some_and(|(_, _, (worth, _))| worth > most as f64) {
                break;
            }
            let this = candidate.weighed.get_or_init(|| weigh(candidate));
            let (in_all, against) = (this.same.len() as f64, this.against.len() as f64);
            // Of equals the one that is right in more words.
            let worth = (left(&this.same).len() as f64 * in_all / (in_all + against).max(1.0), this.exact);
            if worth.0 > 0.0 && best.is_none_or(|(_, _, other)| worth > other) {
                best = Some((candidate, this, worth));
            }
        }
        let Some((best, this, _)) = best else { return explanations };
        let explains = left(&this.same);
        let sizes = |w: &Weighed| (w.against.len(), w.same.len(), w.exact);
        let as_good = |other: &Weighed| left(&other.same) == explains && sizes(other) == sizes(this);
        let equal = |c: &&Candidate| !std::ptr::eq(*c, best) && c.weighed.get().is_some_and(as_good);
        explanations.push(Explanation {
            mistake: best.mistake.clone(),
            formats: this.formats.clone(),
            in_all: this.same.len(),
            contradicted: this.against.clone(),
            or: candidates.iter().filter(equal).map(|c| c.mistake.clone()).collect(),
            explains: explains.clone(),
        });
        explains.iter().for_each(|&failure| open[failure] = false);
    }
}

/// Beliefs that have to do with a failure but do not explain it: those that would, and the least contradicted first.
fn hints(candidates: &[Candidate], failure: usize) -> Vec<Hint> {
    let hint = |candidate: &Candidate| {
        let explains = candidate.same.contains(&failure);
        let against = candidate.weighed.get().filter(|_| explains).map(|weighed| weighed.in_all);
        let hint = Hint { mistake: candidate.mistake.clone(), against };
        (explains || candidate.same_step.contains(&failure)).then_some(hint)
    };
    let mut hints: Vec<Hint> = candidates.iter().filter_map(hint).collect();
    hints.sort_by_key(|hint| hint.against.unwrap_or(usize::MAX));
    hints.truncate(3);
    hints
}

impl Played<'_> {
    /// How the reference engine fails if it believes this; none if it passes, as it does if the belief is about something this
    /// ruling never asks.
    fn believing(&self, mistake: &Mistake, capabilities: &Capabilities) -> Option<Outcome> {
        let wrong = mistake.in_policy(&self.right).filter(|_| mistake.matters(&self.asked))?;
        let mut engine = reference(&self.record.format, &wrong, capabilities);
        let outcome = trial::outcome_of(&mut engine, &self.ruling, &self.record.format);
        (!matches!(outcome, Outcome::Passed)).then_some(outcome)
    }

    /// How far a belief accounts for this failure.
    fn matches(&self, mistake: &Mistake, capabilities: &Capabilities) -> Option<Match> {
        let outcome = self.believing(mistake, capabilities)?;
        let believed = Record::of(&self.ruling, &self.record.format, &outcome, None);
        let real = self.record;
        if believed.expected != real.expected {
            return None;
        }
        let same_kind = (&believed.outcome, &believed.kind) == (&real.outcome, &real.kind);
        let (same_message, same_actual) = (believed.message == real.message, believed.actual == real.actual);
        match (same_kind, same_message, same_actual) {
            (true, true, true) => Some(Match::Exact),
            (true, true, false) => Some(Match::Same),
            (true, false, true) if real.actual.is_some() => Some(Match::Same),
            _ => real.expected.is_some().then_some(Match::SameStep),
        }
    }
}

/// The reference engine with a policy, telling no more than the other engine.
fn reference(format: &str, policy: &Policy, capabilities: &Capabilities) -> Reference {
    Reference::new([(format.to_owned(), policy.clone())]).telling(capabilities.clone())
}

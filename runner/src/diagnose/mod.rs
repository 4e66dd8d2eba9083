//! Why an engine fails: which wrong beliefs, held by the reference engine, make it fail in the same way.
//!
//! A belief explains a failure if the reference engine with that belief fails the same ruling in the same format in the same
//! way. It is contradicted by every ruling that it breaks and the engine passes. Explanations are chosen one after the
//! other: always the one that explains most of what is left, for its contradictions.

mod json;
mod pretty;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use segoc_engine::Policy;

use crate::adequacy::{Mistake, mistakes};
use crate::corpus::Corpus;
use crate::diagnostic::Diagnostics;
use crate::engines::{Capabilities, Capability, Reference};
use crate::outcome::Outcome;
use crate::parallel::on_all_cores;
use crate::play;
use crate::results::{Rank, Record, Results};
use crate::ruling::Ruling;

/// What explains the failures of an engine.
#[derive(Debug)]
pub struct Diagnosis {
    /// The engine with its version.
    pub engine: String,
    /// Its failures that could be looked at.
    pub failures: Vec<Record>,
    /// Beliefs that explain them, the best first.
    pub explanations: Vec<Explanation>,
    /// Failures no belief explains, by their place in [`Diagnosis::failures`], with beliefs that make the same step fail
    /// in another way.
    pub unexplained: Vec<(usize, Vec<Mistake>)>,
    /// How many rulings × formats the engine passed, which speak against beliefs.
    pub passed: usize,
    /// How many times it broke down, which no belief explains.
    pub broken: usize,
    /// How many results are of rulings that this corpus has not, or that the reference engine does not pass.
    pub unknown: usize,
}

/// A belief that explains failures.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The belief.
    pub mistake: Mistake,
    /// The failures it explains that no better one does, by their place in [`Diagnosis::failures`].
    pub explains: Vec<usize>,
    /// How many it explains, also those a better one explains too.
    pub in_all: usize,
    /// Rulings with their formats that it breaks and the engine passes.
    pub contradicted: Vec<(String, String)>,
    /// Beliefs that explain the same just as well.
    pub or: Vec<Mistake>,
}

/// A ruling in a format the engine played.
struct Played<'r> {
    ruling: Arc<Ruling>,
    right: Policy,
    record: &'r Record,
}

/// How far a belief accounts for a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Match {
    /// It fails in the same way.
    Same,
    /// The same step fails, in another way.
    SameStep,
}

/// A belief with what it accounts for.
struct Candidate {
    mistake: Mistake,
    same: Vec<usize>,
    same_step: Vec<usize>,
}

/// Rulings with their formats that a belief breaks and the engine passes.
type Contradicted = Vec<(String, String)>;

impl Diagnosis {
    /// Looks for the beliefs behind the failures of an engine.
    ///
    /// # Errors
    /// If the catalogue of rules is wrong.
    pub fn of(corpus: &Corpus, results: &Results) -> Result<Self, Diagnostics> {
        let capabilities: Capabilities =
            results.capabilities.clone().unwrap_or_else(|| Capability::ALL.iter().copied().collect());
        let all = mistakes(corpus.rules()?);
        let (played, unknown) = played(corpus, results, &capabilities);
        let (failed, passed): (Vec<Played<'_>>, Vec<Played<'_>>) =
            played.into_iter().partition(|played| played.record.rank() == Rank::Failing);
        let candidates = accounting(&failed, all, &capabilities);
        let mut open: Vec<bool> = vec![true; failed.len()];
        let contradicting = |candidate: &Candidate| contradicting(&passed, &candidate.mistake, &capabilities);
        let explanations = chosen(&candidates, &mut open, contradicting);
        let unexplained = (0..failed.len()).filter(|&i| open[i]).map(|i| (i, hints(&candidates, i))).collect();
        Ok(Self {
            engine: format!("{} {}", results.engine, results.version),
            failures: failed.iter().map(|played| played.record.clone()).collect(),
            explanations,
            unexplained,
            passed: passed.len(),
            broken: results.records.iter().filter(|record| record.rank() == Rank::Broken).count(),
            unknown,
        })
    }

    /// How many failures are explained.
    #[must_use]
    pub fn explained(&self) -> usize {
        self.failures.len() - self.unexplained.len()
    }
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
        let passes = asserted && matches!(judge(&ruling, &record.format, &right, capabilities)?, Outcome::Passed);
        passes.then_some((ruling, right))
    });
    let all = scored.len();
    let found: Vec<Played<'r>> = scored
        .into_iter()
        .zip(looked_up)
        .filter_map(|(record, found)| found.map(|(ruling, right)| Played { ruling, right, record }))
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
    let mut candidates: Vec<Candidate> =
        all.into_iter().map(|mistake| Candidate { mistake, same: Vec::new(), same_step: Vec::new() }).collect();
    for (failure, matches) in matches.into_iter().enumerate() {
        for (mistake, how) in matches {
            match how {
                Match::Same => candidates[mistake].same.push(failure),
                Match::SameStep => candidates[mistake].same_step.push(failure),
            }
        }
    }
    candidates.retain(|candidate| !candidate.same.is_empty() || !candidate.same_step.is_empty());
    candidates
}

/// The rulings a belief breaks although the engine passes them.
fn contradicting(passed: &[Played<'_>], mistake: &Mistake, capabilities: &Capabilities) -> Contradicted {
    let breaks = on_all_cores(passed, |played| {
        let Some(wrong) = mistake.in_policy(&played.right) else { return false };
        let outcome = judge(&played.ruling, &played.record.format, &wrong, capabilities);
        !matches!(outcome, Some(Outcome::Passed))
    });
    let broken = passed.iter().zip(breaks).filter(|(_, breaks)| *breaks);
    broken.map(|(played, _)| (played.record.ruling.clone(), played.record.format.clone())).collect()
}

/// Chooses explanations until none is left that is not contradicted more often than it explains.
fn chosen(
    candidates: &[Candidate],
    open: &mut [bool],
    contradicting: impl Fn(&Candidate) -> Contradicted,
) -> Vec<Explanation> {
    let mut explanations: Vec<Explanation> = Vec::new();
    // Contradictions take long to find, so they are looked for only where a candidate could be the best.
    let mut known: Vec<Option<Contradicted>> = vec![None; candidates.len()];
    loop {
        let left = |candidate: &Candidate| -> Vec<usize> {
            candidate.same.iter().copied().filter(|&failure| open[failure]).collect()
        };
        let mut order: Vec<(usize, usize)> =
            candidates.iter().enumerate().map(|(i, candidate)| (i, left(candidate).len())).collect();
        order.retain(|(_, most)| *most > 0);
        order.sort_by_key(|(_, most)| std::cmp::Reverse(*most));
        let mut best: Option<(usize, f64)> = None;
        for (i, most) in order {
            if best.is_some_and(|(_, worth)| worth > most as f64) {
                break;
            }
            let against = known[i].get_or_insert_with(|| contradicting(&candidates[i]));
            let worth = worth(most, candidates[i].same.len(), against.len());
            if worth > 0.0 && best.is_none_or(|(_, other)| worth > other) {
                best = Some((i, worth));
            }
        }
        let Some((best, _)) = best else { return explanations };
        let explains = left(&candidates[best]);
        let against = |i: usize| known[i].as_ref().map(Vec::len);
        let equal = |i: &usize| {
            let (one, other) = (&candidates[best], &candidates[*i]);
            *i != best && left(other) == explains && (against(*i), other.same.len()) == (against(best), one.same.len())
        };
        let or = (0..candidates.len()).filter(equal).map(|i| candidates[i].mistake.clone()).collect();
        explanations.push(Explanation {
            mistake: candidates[best].mistake.clone(),
            in_all: candidates[best].same.len(),
            contradicted: known[best].clone().unwrap_or_default(),
            or,
            explains: explains.clone(),
        });
        explains.iter().for_each(|&failure| open[failure] = false);
    }
}

/// What an explanation is worth that explains so many that are left, so many in all, and is contradicted so often.
fn worth(left: usize, in_all: usize, against: usize) -> f64 {
    if against > in_all { 0.0 } else { left as f64 * in_all as f64 / (in_all + against) as f64 }
}

/// Beliefs that have to do with a failure but do not explain it: those that do the most elsewhere first.
fn hints(candidates: &[Candidate], failure: usize) -> Vec<Mistake> {
    let about = |candidate: &&Candidate| candidate.same.contains(&failure) || candidate.same_step.contains(&failure);
    let mut hints: Vec<&Candidate> = candidates.iter().filter(about).collect();
    hints.sort_by_key(|candidate| std::cmp::Reverse((candidate.same.contains(&failure), candidate.same.len())));
    hints.into_iter().take(3).map(|candidate| candidate.mistake.clone()).collect()
}

impl Played<'_> {
    /// How far a belief accounts for this failure.
    fn matches(&self, mistake: &Mistake, capabilities: &Capabilities) -> Option<Match> {
        let wrong = mistake.in_policy(&self.right)?;
        let outcome = judge(&self.ruling, &self.record.format, &wrong, capabilities)?;
        if matches!(outcome, Outcome::Passed) {
            return None;
        }
        let believed = Record::of(&self.ruling, &self.record.format, &outcome, None);
        let real = self.record;
        let alike = match (&believed.actual, &real.actual) {
            (Some(believed), Some(real)) => believed == real,
            _ => believed.message == real.message,
        };
        let same_step = believed.expected == real.expected;
        if same_step && alike && (&believed.outcome, &believed.kind) == (&real.outcome, &real.kind) {
            return Some(Match::Same);
        }
        (same_step && believed.expected.is_some()).then_some(Match::SameStep)
    }
}

/// What the reference engine makes of a ruling with a policy, telling no more than the other engine; none if it breaks down.
fn judge(ruling: &Ruling, format: &str, policy: &Policy, capabilities: &Capabilities) -> Option<Outcome> {
    let play = || {
        let engine = Reference::new([(format.to_owned(), policy.clone())]);
        play::judge_with(&mut engine.telling(capabilities.clone()), ruling, format).outcome
    };
    catch_unwind(AssertUnwindSafe(play)).ok()
}

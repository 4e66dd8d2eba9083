//! Whether the corpus would notice: every misconception is held once, and the rulings that fail are those that catch it.

pub mod json;
pub mod pretty;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use segoc_engine::{MISCONCEPTIONS, Policy, REFUSALS, Rule};

use crate::corpus::Corpus;
use crate::outcome::Outcome;
use crate::parallel::on_all_cores;
use crate::play;
use crate::read::rules::Catalogue;
use crate::ruling::Ruling;

/// Something people wrongly believe, and the engine can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Its name.
    pub id: String,
    /// What is believed.
    pub belief: String,
    /// The rules it gets wrong.
    pub rules: Vec<Rule>,
    /// How the engine holds it.
    pub held: Held,
}

/// How the engine holds a misconception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// By another word on an axis of its policy.
    Axis(&'static str, &'static str),
    /// By not knowing a rule that refuses.
    Unknown(Rule),
}

impl Mistake {
    /// A policy with the mistake; none if the policy is such already.
    pub(crate) fn in_policy(&self, right: &Policy) -> Option<Policy> {
        let mut wrong = right.clone();
        match self.held {
            Held::Axis(axis, word) => {
                wrong.set(axis, word);
            }
            Held::Unknown(rule) => wrong.unknown = Some(rule),
        }
        (wrong != *right).then_some(wrong)
    }
}

/// Every mistake the engine can hold: those of its table, and for each rule that refuses that it is not known.
#[must_use]
pub fn mistakes(catalogue: &Catalogue) -> Vec<Mistake> {
    let believed = MISCONCEPTIONS.iter().map(|m| Mistake {
        id: m.id.to_owned(),
        belief: catalogue.belief(m.id).map(|belief| belief.belief.clone()).unwrap_or_default(),
        rules: m.rules.to_vec(),
        held: Held::Axis(m.axis, m.word),
    });
    let unknown = REFUSALS.iter().map(|&rule| Mistake {
        id: format!("no {rule}"),
        belief: match catalogue.get(rule) {
            Some(entry) => format!("There is no such rule: {}", entry.sentence),
            None => "There is no such rule.".to_owned(),
        },
        rules: vec![rule],
        held: Held::Unknown(rule),
    });
    believed.chain(unknown).collect()
}

/// What became of every mistake, and of every ruling.
pub struct Adequacy {
    /// Every mistake with the trials that fail because of it, by their place in [`Adequacy::trials`].
    pub mistakes: Vec<(Mistake, Vec<usize>)>,
    /// Every ruling that is not disputed, in each of its formats in which it passes.
    pub trials: Vec<(Arc<Ruling>, String)>,
}

impl Adequacy {
    /// Holds every mistake once and plays every ruling in every format for which that makes a difference.
    #[must_use]
    pub fn of(corpus: &Corpus, rulings: &[Arc<Ruling>], mistakes: Vec<Mistake>) -> Self {
        let scored = rulings.iter().filter(|ruling| ruling.disputed.is_empty());
        let all: Vec<(Arc<Ruling>, String)> =
            scored.flat_map(|ruling| ruling.formats.iter().map(|f| (Arc::clone(ruling), f.clone()))).collect();
        let caught = on_all_cores(&all, |(ruling, format)| {
            let right = &corpus.format(format)?.policy;
            passes(ruling, format, right).then(|| catches(ruling, format, right, &mistakes))
        });
        let mut by_mistake: Vec<Vec<usize>> = vec![Vec::new(); mistakes.len()];
        let mut trials = Vec::new();
        for (trial, caught) in all.into_iter().zip(caught) {
            let Some(caught) = caught else { continue };
            caught.into_iter().for_each(|mistake| by_mistake[mistake].push(trials.len()));
            trials.push(trial);
        }
        Self { mistakes: mistakes.into_iter().zip(by_mistake).collect(), trials }
    }

    /// The mistakes no ruling notices.
    pub fn uncaught(&self) -> impl Iterator<Item = &Mistake> {
        self.mistakes.iter().filter(|(_, caught)| caught.is_empty()).map(|(mistake, _)| mistake)
    }

    /// The rulings that fail because of a mistake, in whatever format.
    #[must_use]
    pub fn catching(&self, caught: &[usize]) -> Vec<&Arc<Ruling>> {
        let mut rulings: Vec<&Arc<Ruling>> = caught.iter().map(|&trial| &self.trials[trial].0).collect();
        rulings.dedup_by_key(|ruling| &ruling.name);
        rulings
    }

    /// The rulings that pass whatever the engine believes.
    #[must_use]
    pub fn idle(&self) -> Vec<&Arc<Ruling>> {
        let mut useful = vec![false; self.trials.len()];
        self.mistakes.iter().flat_map(|(_, caught)| caught).for_each(|&trial| useful[trial] = true);
        let catches = |ruling: &Ruling| self.trials.iter().zip(&useful).any(|((r, _), u)| *u && r.name == ruling.name);
        let mut rulings: Vec<&Arc<Ruling>> = self.trials.iter().map(|(ruling, _)| ruling).collect();
        rulings.dedup_by_key(|ruling| &ruling.name);
        rulings.retain(|ruling| !catches(ruling));
        rulings
    }
}

/// The mistakes, by their place in the list, because of which a ruling fails in a format.
pub(crate) fn catches(ruling: &Ruling, format: &str, right: &Policy, mistakes: &[Mistake]) -> Vec<usize> {
    let wrong = mistakes.iter().enumerate().filter_map(|(i, mistake)| Some((i, mistake.in_policy(right)?)));
    wrong.filter(|(_, wrong)| !passes(ruling, format, wrong)).map(|(i, _)| i).collect()
}

/// An engine that breaks down has not passed.
fn passes(ruling: &Ruling, format: &str, policy: &Policy) -> bool {
    matches!(catch_unwind(AssertUnwindSafe(|| play::judge(ruling, format, policy))), Ok(Outcome::Passed))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Joey may use Trap Hole in box C.
    const RULING: &str = "\
id: AAAA
ruling: R
question: Q
answer: A
formats: [tcg, goat]
rules: [chart.box-c]
sources: [{kind: derived, title: T}]
duel:
  Yugi: {hand: [Celtic Guardian]}
  Joey: {set: [Trap Hole]}
play:
  - Yugi: {normal summons: Celtic Guardian}
  - window: {player: Yugi, box: B}
  - window: {player: Joey, box: C, offered: [Trap Hole]}
";

    fn corpus(rulings: &[(&str, &str)]) -> Corpus {
        let real = ["formats.yaml", "rules.yaml", "cards/celtic-guardian.yaml", "cards/trap-hole.yaml"];
        let real = real.map(|path| (path, segoc_corpus::file(path).unwrap()));
        Corpus::from_texts(real.into_iter().chain(rulings.iter().copied())).unwrap()
    }

    #[test]
    fn a_misconception_is_caught_by_the_rulings_that_fail() {
        let idle = RULING
            .replace("AAAA", "AAAB")
            .replace("window: {player: Joey, box: C, offered: [Trap Hole]}", "board: {Yugi: {gy: []}}");
        let corpus = corpus(&[("rulings/t/a.yaml", RULING), ("rulings/t/idle.yaml", &idle)]);
        let rulings = corpus.check().rulings;
        let wanted = ["box-c-missing", "age-latest-first", "no set.not-this-turn"];
        let mut chosen = mistakes(corpus.rules().unwrap());
        chosen.retain(|mistake| wanted.contains(&mistake.id.as_str()));
        let adequacy = Adequacy::of(&corpus, &rulings, chosen);
        let (mistake, caught) = adequacy.mistakes.iter().find(|(m, _)| m.id == "box-c-missing").unwrap();
        assert_eq!(mistake.rules, [Rule::ChartBoxC]);
        assert_eq!(caught.len(), 2, "in both formats");
        assert_eq!(adequacy.catching(caught).len(), 1);
        let uncaught: Vec<&str> = adequacy.uncaught().map(|mistake| mistake.id.as_str()).collect();
        assert_eq!(uncaught, ["age-latest-first", "no set.not-this-turn"]);
        assert_eq!(adequacy.idle().iter().map(|r| r.name.as_str()).collect::<Vec<_>>(), ["t/idle"]);
        let text = crate::report::plain(&pretty::all(&adequacy));
        assert!(
            text.starts_with(
                "Misconceptions no ruling catches: 2\n  age-latest-first  (age of triggers: latest first)\n"
            ),
            "{text}"
        );
        assert!(text.ends_with("1 of 3 misconceptions caught by 4 trials; 1 ruling catching nothing\n"), "{text}");
        assert_eq!(json::lines(&adequacy).len(), 3 + 1 + 1);
    }

    #[test]
    fn a_format_that_is_so_already_is_not_changed() {
        let corpus = corpus(&[]);
        let mistakes = mistakes(corpus.rules().unwrap());
        let together = mistakes.iter().find(|mistake| mistake.id == "age-together").unwrap();
        assert_eq!(together.in_policy(&corpus.format("tcg").unwrap().policy), None);
        assert!(together.in_policy(&corpus.format("goat").unwrap().policy).is_some());
    }

    #[test]
    fn every_refusal_is_a_rule_that_refuses() {
        let corpus = corpus(&[]);
        let catalogue = corpus.rules().unwrap();
        for &rule in REFUSALS {
            assert!(catalogue.get(rule).is_some_and(|entry| entry.refuses), "`{rule}` needs `refuses: true`");
        }
    }
}

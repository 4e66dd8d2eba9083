//! Whether the corpus would notice: every misconception is held once, and the rulings that fail are those that catch it.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;

use segoc_engine::{Asked, MISCONCEPTIONS, Policy, REFUSALS, Rule};
use serde_json::{Value, json};

use crate::coverage::pretty::first_few;
use crate::engines::Reference;
use crate::outcome::Outcome;
use crate::report::json::written;
use crate::report::{count, style, wrap};
use crate::trial;
use segoc_format::catalogue::Catalogue;
use segoc_format::corpus::Corpus;
use segoc_format::parallel::on_all_cores;
use segoc_format::ruling::Ruling;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// By another word on an axis of its policy.
    Axis(&'static str, &'static str),
    /// By not knowing a rule that refuses.
    Unknown(Rule),
    /// By playing as in another format.
    Format(Box<Policy>),
}

impl Mistake {
    /// A policy with the mistake; none if the policy is such already.
    pub fn in_policy(&self, right: &Policy) -> Option<Policy> {
        let mut wrong = right.clone();
        match &self.held {
            Held::Axis(axis, word) => {
                wrong.set(axis, word);
            }
            Held::Unknown(rule) => wrong.unknown = Some(*rule),
            Held::Format(policy) => wrong.clone_from(policy),
        }
        (wrong != *right).then_some(wrong)
    }

    /// Whether nobody can hold both: they say two things of one, or the engine would have to forget two rules.
    #[must_use]
    pub fn excludes(&self, other: &Self) -> bool {
        match (&self.held, &other.held) {
            (Held::Axis(one, _), Held::Axis(other, _)) => one == other,
            (Held::Axis(..), Held::Unknown(_)) | (Held::Unknown(_), Held::Axis(..)) => false,
            (Held::Unknown(_), Held::Unknown(_)) | (Held::Format(_), _) | (_, Held::Format(_)) => true,
        }
    }

    /// Whether it can make a difference to duels that asked this of their policy.
    #[must_use]
    pub fn matters(&self, asked: &Asked) -> bool {
        match &self.held {
            Held::Axis(axis, _) => asked.axis(axis),
            Held::Unknown(rule) => asked.refusal(*rule),
            Held::Format(_) => true,
        }
    }

    fn pretty(&self, colour: anstyle::Style) -> String {
        let how = match &self.held {
            Held::Axis(axis, word) => format!("{axis}: {word}"),
            Held::Unknown(_) => "the refusal is not known".to_owned(),
            Held::Format(_) => "as in another format".to_owned(),
        };
        let lines: String = wrap(&self.belief, 88).iter().map(|line| format!("    {line}\n")).collect();
        format!("  {colour}{}{colour:#}  {1}({how}){1:#}\n{lines}", self.id, style::DIM)
    }
}

/// Every mistake the engine can hold: those of its table, and for each rule that refuses that it is not known.
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
            catches(ruling, format, right, &mistakes)
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
    pub fn catching(&self, caught: &[usize]) -> Vec<&Arc<Ruling>> {
        let mut rulings: Vec<&Arc<Ruling>> = caught.iter().map(|&trial| &self.trials[trial].0).collect();
        rulings.dedup_by_key(|ruling| &ruling.name);
        rulings
    }

    /// The rulings that pass whatever the engine believes.
    pub fn idle(&self) -> Vec<&Arc<Ruling>> {
        let catching = self.mistakes.iter().flat_map(|(_, caught)| caught).map(|&trial| &self.trials[trial].0);
        let catching: HashSet<&str> = catching.map(|ruling| ruling.name.as_str()).collect();
        let mut rulings: Vec<&Arc<Ruling>> = self.trials.iter().map(|(ruling, _)| ruling).collect();
        rulings.dedup_by_key(|ruling| &ruling.name);
        rulings.retain(|ruling| !catching.contains(ruling.name.as_str()));
        rulings
    }

    /// For people, what nobody notices first: what is not caught, what is caught by which rulings, the rulings that catch nothing,
    /// and one line that counts it.
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        let uncaught: Vec<&Mistake> = self.uncaught().collect();
        if !uncaught.is_empty() {
            let _ = writeln!(text, "{0}Misconceptions no ruling catches: {1}{0:#}", style::BAD, uncaught.len());
            uncaught.iter().for_each(|mistake| text.push_str(&mistake.pretty(style::BAD)));
            text.push('\n');
        }
        let _ = writeln!(text, "{0}Misconceptions and the rulings that catch them{0:#}", style::STRONG);
        for (mistake, caught) in self.mistakes.iter().filter(|(_, caught)| !caught.is_empty()) {
            text.push_str(&mistake.pretty(style::LABEL));
            let rulings = self.catching(caught);
            let names = first_few(rulings.iter().map(|ruling| ruling.name.as_str()));
            let _ = writeln!(text, "    {}: {}{names}{1:#}", count(rulings.len(), "ruling"), style::DIM);
        }
        let idle = self.idle();
        if !idle.is_empty() {
            let _ = writeln!(text, "\n{0}Rulings that catch nothing: {1}{0:#}", style::NOTE, idle.len());
            idle.iter().for_each(|ruling| text.push_str(&format!("  {}\n", ruling.name)));
        }
        let caught = self.mistakes.len() - uncaught.len();
        let (all, trials) = (count(self.mistakes.len(), "misconception"), count(self.trials.len(), "trial"));
        let _ =
            writeln!(text, "\n{caught} of {all} caught by {trials}; {} catching nothing", count(idle.len(), "ruling"));
        text
    }

    /// For people, what some rulings catch, and in which formats.
    pub fn pretty_caught(&self) -> String {
        let mut text = String::new();
        for (mistake, caught) in self.caught() {
            text.push_str(&mistake.pretty(style::LABEL));
            let by = caught.iter().map(|&trial| &self.trials[trial]);
            let by: Vec<String> = by.map(|(ruling, format)| format!("{}::{format}", ruling.name)).collect();
            let _ = writeln!(text, "    {0}{1}{0:#}", style::DIM, by.join(", "));
        }
        let (all, trials) = (count(self.mistakes.len(), "misconception"), count(self.trials.len(), "trial"));
        let none = if self.trials.is_empty() { ": what does not pass catches nothing" } else { "" };
        let _ = writeln!(
            text,
            "{} of {all} caught by {trials} that pass{}{none}",
            self.caught().count(),
            if self.trials.len() == 1 { "es" } else { "" }
        );
        text
    }

    /// The mistakes that are noticed, with the trials that do.
    pub fn caught(&self) -> impl Iterator<Item = &(Mistake, Vec<usize>)> {
        self.mistakes.iter().filter(|(_, caught)| !caught.is_empty())
    }

    /// For programs, what some rulings catch.
    pub fn json_caught(&self) -> Vec<String> {
        self.json().into_iter().filter(|line| !line.contains("\"caught\":false")).collect()
    }

    /// For programs: a line for every misconception, for every ruling that catches nothing, and for the counts.
    pub fn json(&self) -> Vec<String> {
        let of_mistake = |(mistake, caught): &(Mistake, Vec<usize>)| {
            let (axis, word) = match mistake.held {
                Held::Axis(axis, word) => (Some(axis), Some(word)),
                Held::Unknown(_) | Held::Format(_) => (None, None),
            };
            let by = caught.iter().map(|&trial| &self.trials[trial]);
            json!({
                "type": "misconception",
                "id": mistake.id,
                "belief": mistake.belief,
                "rules": mistake.rules,
                "axis": axis,
                "word": word,
                "caught": !caught.is_empty(),
                "by": by.map(|(ruling, format)| format!("{}::{format}", ruling.name)).collect::<Vec<_>>(),
            })
        };
        let idle = self.idle();
        let of_idle =
            |ruling: &&Arc<Ruling>| json!({"type": "catches nothing", "name": ruling.name, "file": ruling.path});
        let mut lines: Vec<Value> = self.mistakes.iter().map(of_mistake).chain(idle.iter().map(of_idle)).collect();
        lines.push(json!({
            "type": "summary",
            "misconceptions": self.mistakes.len(),
            "uncaught": self.uncaught().count(),
            "trials": self.trials.len(),
            "catch nothing": idle.len(),
        }));
        lines.iter().map(written).collect()
    }
}

/// The mistakes, by their place in the list, because of which a ruling fails in a format; none if it fails anyway. Those about
/// something the ruling never asks are not tried: it would be played as before.
pub fn catches(ruling: &Ruling, format: &str, right: &Policy, mistakes: &[Mistake]) -> Option<Vec<usize>> {
    let mut plain = Reference::new([(format.to_owned(), right.clone())]);
    if !matches!(trial::outcome_of(&mut plain, ruling, format), Outcome::Passed) {
        return None;
    }
    let asked = plain.asked();
    let matter = mistakes.iter().enumerate().filter(|(_, mistake)| mistake.matters(&asked));
    let wrong = matter.filter_map(|(i, mistake)| Some((i, mistake.in_policy(right)?)));
    Some(wrong.filter(|(_, wrong)| !passes(ruling, format, wrong)).map(|(i, _)| i).collect())
}

/// An engine that breaks down has not passed.
fn passes(ruling: &Ruling, format: &str, policy: &Policy) -> bool {
    matches!(trial::outcome(ruling, format, policy), Outcome::Passed)
}

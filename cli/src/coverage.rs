//! `segoc coverage`: what the corpus shows, and what it does not. `segoc adequacy`: whether it would notice an engine that believes
//! something wrong.

use clap::Args;
use segoc_engine::Rule;

use super::progress::Progress;
use super::{Common, Ending, Problem, checked, select};
use segoc_format::catalogue::Catalogue;
use segoc_runner::adequacy::{Adequacy, mistakes};
use segoc_runner::coverage::{Coverage, json, pretty};

/// Which rules.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// Only these rules, or families of rules.
    #[arg(value_name = "RULE")]
    rules: Vec<String>,

    #[command(flatten)]
    common: Common,
}

pub(super) fn coverage(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.common.place.corpus()?;
    let rules = wanted(&request.rules, corpus.rules()?)?;
    let progress = Progress::of("playing every ruling", 0);
    let checked = checked(&corpus)?;
    let coverage = Coverage::of(&corpus, &checked.rulings)?;
    let everything = request.rules.is_empty();
    let gaps = if everything { coverage.gaps() } else { coverage.gaps_of(&rules) };
    drop(progress);
    let text = || if everything { pretty::all(&coverage, &gaps) } else { pretty::some(&coverage, &rules, &gaps) };
    request.common.output.print(text, || json::lines(&coverage, &rules, &gaps))?;
    Ok(if gaps.is_empty() { Ending::Passed } else { Ending::Failed })
}

/// Whose eyes are tried.
#[derive(Debug, Args)]
pub(super) struct AdequacyRequest {
    /// Only what these rulings catch: files, ids, names, or words that no other says; else the whole corpus.
    #[arg(value_name = "RULING|FILE")]
    rulings: Vec<String>,

    #[command(flatten)]
    common: Common,
}

pub(super) fn adequacy(request: &AdequacyRequest) -> Result<Ending, Problem> {
    let common = &request.common;
    let corpus = common.place.corpus()?;
    if !request.rulings.is_empty() {
        let rulings = request.rulings.iter().map(|wanted| select::ruling(wanted, &corpus));
        let rulings = rulings.collect::<Result<Vec<_>, _>>()?;
        let adequacy = Adequacy::of(&corpus, &rulings, mistakes(corpus.rules()?));
        common.output.print(|| adequacy.pretty_caught(), || adequacy.json_caught())?;
        return Ok(if adequacy.trials.is_empty() { Ending::Failed } else { Ending::Passed });
    }
    let progress = Progress::of("playing every ruling with every wrong belief", 0);
    let checked = checked(&corpus)?;
    let adequacy = Adequacy::of(&corpus, &checked.rulings, mistakes(corpus.rules()?));
    drop(progress);
    common.output.print(|| adequacy.pretty(), || adequacy.json())?;
    Ok(if adequacy.uncaught().next().is_none() { Ending::Passed } else { Ending::Failed })
}

/// The rules that are meant: all if none is named; a family means every rule of it.
fn wanted(names: &[String], catalogue: &Catalogue) -> Result<Vec<Rule>, Problem> {
    if names.is_empty() {
        return Ok(Rule::ALL.to_vec());
    }
    let mut rules = Vec::new();
    for name in names {
        let of_family = |rule: &&Rule| rule.word().split('.').next() == Some(name);
        match Rule::from_word(name) {
            Some(rule) => rules.push(rule),
            None => {
                let family: Vec<Rule> = Rule::ALL.iter().filter(of_family).copied().collect();
                if family.is_empty() {
                    return Err(unknown(name, catalogue));
                }
                rules.extend(family);
            }
        }
    }
    Ok(rules)
}

/// There is no such rule.
pub(super) fn unknown(name: &str, catalogue: &Catalogue) -> Problem {
    let ids = Rule::ALL.iter().map(|rule| rule.word());
    let what = format!("there is no rule `{name}`");
    // Whoever knows only the second half is helped too.
    match ids.clone().find(|id| id.split_once('.').is_some_and(|(_, rest)| rest == name)) {
        Some(whole) => Problem::advised(what, format!("did you mean `{whole}`?")),
        None => {
            let words = ids.chain(catalogue.families.iter().map(|family| family.name.as_str()));
            Problem::misspelt(what, name, words, "`segoc rules` lists every rule")
        }
    }
}

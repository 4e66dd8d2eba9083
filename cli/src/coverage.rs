//! `segoc coverage`: what the corpus shows, and what it does not.

use std::io::Write;

use clap::Args;
use segoc_engine::Rule;

use super::{Common, Ending, Output, Problem, checked, github, locate};
use segoc_format::catalogue::Catalogue;
use segoc_format::suggest::nearest;
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
    let corpus = locate::corpus(request.common.corpus.as_deref())?;
    let rules = wanted(&request.rules, corpus.rules()?)?;
    let checked = checked(&corpus)?;
    let coverage = Coverage::of(&corpus, &checked.rulings)?;
    let everything = request.rules.is_empty();
    let gaps = if everything { coverage.gaps() } else { coverage.gaps_of(&rules) };
    let mut out = anstream::stdout().lock();
    match request.common.output {
        Output::Github => return Err(github::refused("coverage")),
        Output::Pretty if everything => write!(out, "{}", pretty::all(&coverage, &gaps))?,
        Output::Pretty => write!(out, "{}", pretty::some(&coverage, &rules, &gaps))?,
        Output::Json => json::lines(&coverage, &rules, &gaps).iter().try_for_each(|line| writeln!(out, "{line}"))?,
    }
    out.flush()?;
    Ok(if gaps.is_empty() { Ending::Passed } else { Ending::Failed })
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
    // Whoever knows only the second half is helped too.
    let mut halves = ids.clone().filter(|id| id.split_once('.').is_some_and(|(_, rest)| rest == name));
    let near = halves.next().or_else(|| nearest(name, ids.chain(catalogue.families.iter().map(|f| f.name.as_str()))));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`segoc rules` lists every rule".into(),
    };
    Problem::Request(format!("there is no rule `{name}`"), Some(help))
}

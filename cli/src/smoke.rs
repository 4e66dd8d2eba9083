//! `segoc smoke`: whether an adapter works at all.

use std::io::Write;
use std::time::Duration;

use clap::Args;

use super::shared::Place;
use super::{Ending, Problem, engine};
use segoc_runner::engines::process::Terms;
use segoc_runner::report::{self, field, style};
use segoc_runner::smoke::{Finding, Grade, smoke};

/// Which engine is looked at.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The command that starts the engine.
    #[arg(long, value_name = "COMMAND")]
    engine: String,

    /// Seconds it may take over one answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = engine::seconds)]
    timeout: f64,

    #[command(flatten)]
    place: Place,
}

pub(super) fn run(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.place.corpus()?;
    let patience = Duration::from_secs_f64(request.timeout);
    let terms = Terms {
        command: engine::words(&request.engine)?,
        answer: patience,
        ruling: patience * 2,
        crashes: 0,
        corpus: corpus.version().to_owned(),
    };
    let mut out = anstream::stdout().lock();
    let right = smoke(&terms, &corpus, |finding| {
        write!(out, "{}", text(finding))?;
        out.flush().map_err(Problem::from)
    })?;
    let command = &request.engine;
    if right {
        writeln!(out, "The adapter works. Next: segoc run --engine \"{command}\"")?;
        return Ok(Ending::Passed);
    }
    writeln!(out, "The adapter does not work yet; corpus/PROTOCOL.md says what it has to do.")?;
    Ok(Ending::Failed)
}

fn text(finding: &Finding) -> String {
    let (word, colour) = match finding.grade {
        Grade::Fine => ("ok", style::GOOD),
        Grade::Note => ("note", style::NOTE),
        Grade::Wrong => ("WRONG", style::BAD),
    };
    let mut text = format!("{colour}{word:5}{colour:#} {}: {}\n", finding.what, finding.seen);
    if let Some(advice) = &finding.advice {
        text.push_str(&field("", advice, style::PLAIN));
    }
    if let Some(fault) = &finding.fault {
        text.push_str(&report::said(fault));
    }
    text
}

//! `segoc serve`: the reference engine over the protocol.

use std::io::{self, BufWriter};

use clap::Args;

use super::shared::Place;
use super::{Ending, Problem};
use segoc_format::catalogue::Format;
use segoc_format::corpus::Corpus;
use segoc_runner::adequacy::{Mistake, mistakes};
use segoc_runner::engines::serve::Broken;
use segoc_runner::engines::{Reference, serve};

/// What is served.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// A wrong belief to hold, for practice: a misconception of the catalogue, as `segoc adequacy` lists them; may be given several times.
    #[arg(long, value_name = "MISCONCEPTION")]
    believing: Vec<String>,

    #[command(flatten)]
    place: Place,
}

pub(super) fn serve(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.place.corpus()?;
    let mut engine = request.engine(&corpus)?;
    match serve::serve(&mut engine, io::stdin().lock(), BufWriter::new(io::stdout().lock())) {
        Ok(()) => Ok(Ending::Passed),
        Err(Broken::Input(error)) => Err(Problem::plain(format!("the input cannot be read: {error}"))),
        Err(Broken::Output(error)) => Err(Problem::Output(error)),
    }
}

impl Request {
    /// The reference engine, with what it is to believe.
    fn engine(&self, corpus: &Corpus) -> Result<Reference, Problem> {
        if self.believing.is_empty() {
            return Ok(Reference::of(corpus));
        }
        let all = mistakes(corpus.rules()?);
        let mut held: Vec<&Mistake> = Vec::new();
        for name in &self.believing {
            let Some(belief) = all.iter().find(|mistake| mistake.id == *name) else {
                let (what, help) = (format!("there is no misconception `{name}`"), "`segoc adequacy` lists them");
                return Err(Problem::misspelt(what, name, all.iter().map(|mistake| mistake.id.as_str()), help));
            };
            if let Some(other) = held.iter().find(|other| other.excludes(belief)) {
                let what = format!("nobody can believe `{}` and `{name}` at once", other.id);
                return Err(Problem::plain(what));
            }
            held.push(belief);
        }
        let wrong = |format: &Format| {
            let wrong =
                held.iter().fold(format.policy.clone(), |policy, belief| belief.in_policy(&policy).unwrap_or(policy));
            (format.name.clone(), wrong)
        };
        Ok(Reference::new(corpus.formats().iter().map(wrong))
            .called(&format!("believing {}", self.believing.join(", "))))
    }
}

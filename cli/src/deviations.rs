//! Known deviations in a run.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::Problem;
use super::write::{Existing, write};
use segoc_format::corpus::Corpus;
use segoc_format::deviations::{Deviations, Finding, Reasons, Standing};
use segoc_runner::outcome::Outcome;
use segoc_runner::report::count;

/// Which deviations are known.
#[derive(Debug, Args)]
pub(super) struct Listed {
    /// A file that lists the rulings the engine is known to fail, and why. What fails as listed is let pass; what fails
    /// unlisted or is listed and does not fail is an error.
    #[arg(long, value_name = "FILE")]
    deviations: Option<PathBuf>,

    /// Write what fails now into the file of `--deviations`; reasons and comments stay.
    #[arg(long, requires = "deviations")]
    update_deviations: bool,
}

/// A list of deviations in use.
pub(super) struct Known {
    list: Deviations,
    /// What was found so far, and the file to write it to, if it is to be brought up to date.
    update: Option<(Vec<Finding>, PathBuf)>,
}

impl Listed {
    /// The list asked for.
    pub(super) fn known(&self, corpus: &Corpus) -> Result<Option<Known>, Problem> {
        let Some(path) = &self.deviations else { return Ok(None) };
        let reasons = if self.update_deviations { Reasons::MayBeMissing } else { Reasons::Required };
        let shown = path.display();
        let list = if path.exists() {
            Deviations::open(path, corpus, reasons)?
        } else if self.update_deviations {
            Deviations::parse(&shown.to_string(), &Arc::from(""), corpus, reasons)?
        } else {
            let help = "with --update-deviations it is written";
            return Err(Problem::advised(format!("there is no file `{shown}`"), help));
        };
        let update = self.update_deviations.then(|| (Vec::new(), path.clone()));
        Ok(Some(Known { list, update }))
    }
}

impl Known {
    /// How an outcome stands to the list. A list that is brought up to date has nothing that is otherwise.
    pub(super) fn meet(&mut self, ruling: &str, format: &str, outcome: &Outcome) -> Standing<'_> {
        let standing = self.list.standing(ruling, format, outcome.now());
        let Some((findings, _)) = &mut self.update else { return standing };
        if !matches!(outcome, Outcome::Invalid(_)) {
            findings.push(Finding { ruling: ruling.to_owned(), format: format.to_owned(), way: outcome.way() });
        }
        match standing {
            Standing::Otherwise(..) => Standing::Unlisted,
            other => other,
        }
    }

    /// Writes the file, if it is to be brought up to date; says what was done.
    pub(super) fn finish(self, corpus: &Corpus) -> Result<Option<String>, Problem> {
        let Some((findings, path)) = self.update else { return Ok(None) };
        let updated = self.list.updated(&findings)?;
        let shown = path.display();
        if updated.text == self.list.text {
            return Ok(Some(format!("{shown} says already what is so")));
        }
        // What is written must be readable, and say what was found.
        let again = Deviations::parse(&shown.to_string(), &updated.text, corpus, Reasons::MayBeMissing)?;
        if again.updated(&findings)?.text != updated.text {
            let help = "begin every entry on a new line, with `- `, and run again";
            return Err(Problem::advised(format!("`{shown}` cannot be edited"), help));
        }
        write(&path, &updated.text, Existing::Replace)?;
        let mut said = format!("{shown} is written: {} added, {} removed", updated.added, updated.removed);
        let missing = again.entries.iter().filter(|entry| entry.reason.is_empty()).count();
        if missing > 0 {
            said.push_str(&format!("; {} to be written", count(missing, "reason")));
        }
        Ok(Some(said))
    }
}

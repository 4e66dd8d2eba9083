//! `segoc bless`: what the engine did, written into the checks of a ruling.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use clap::Args;

use super::shared::Place;
use super::write::{Existing, write};
use super::{Ending, Problem, select};
use segoc_format::corpus::Corpus;
use segoc_format::yaml;
use segoc_runner::bless::{self, Refused, Stuck};
use segoc_runner::report::{self, patch};

/// Which file, and whether to ask.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The file of a ruling, its id or name, or words that no other says.
    #[arg(value_name = "RULING|FILE")]
    file: String,

    /// Only in these formats; in the others every check goes on saying what it says.
    #[arg(long = "in", visible_alias = "format", value_name = "FORMATS", value_delimiter = ',')]
    formats: Vec<String>,

    /// Write without asking.
    #[arg(long, short)]
    yes: bool,

    #[command(flatten)]
    place: Place,
}

pub(super) fn bless(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.place.corpus()?;
    for format in &request.formats {
        select::known_format(format, &corpus)?;
    }
    let file = &select::file(&request.file, &corpus)?;
    let shown = file.display();
    if !file.is_file() {
        return Err(Problem::plain(format!("there is no file `{shown}`")));
    }
    let old = yaml::read(file, &shown.to_string())?;
    let new = match bless::bless(&corpus, file, &old, &request.formats) {
        Ok(new) => new,
        Err(refused) => return refuse(refused, file, &old, &corpus),
    };
    let mut out = anstream::stdout().lock();
    if new == old {
        writeln!(out, "{shown} says already what the engine does")?;
        return Ok(Ending::Passed);
    }
    writeln!(out, "{}", patch::difference(&old, &new))?;
    if !request.yes && !confirmed(&mut out)? {
        writeln!(out, "{shown} stays as it is")?;
        return Ok(Ending::Failed);
    }
    if yaml::read(file, &shown.to_string())? != old {
        let what = format!("`{shown}` was changed in the meantime, and stays as it is");
        return Err(Problem::advised(what, "bless it again"));
    }
    write(file, &new, Existing::Replace)?;
    // What is on the disk now must be what was promised.
    let again = yaml::read(file, &shown.to_string())?;
    match bless::bless(&corpus, file, &again, &request.formats) {
        Ok(same) if same == again => {}
        Ok(_) => return Err(Problem::plain(format!("`{shown}` was written, and still disagrees"))),
        Err(refused) => return refuse(refused, file, &again, &corpus),
    }
    let formats = match request.formats.as_slice() {
        [] => String::new(),
        some => format!(" in {}", some.join(", ")),
    };
    writeln!(out, "{shown} is written and passes{formats}. Is it what the answer says? The engine may be wrong.")?;
    Ok(Ending::Passed)
}

/// Whether a person says yes; whoever says nothing says no.
fn confirmed(out: &mut impl Write) -> io::Result<bool> {
    write!(out, "Write this into the file? [y/N] ")?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    if line.is_empty() {
        writeln!(out)?;
    }
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Says why a file is not blessed.
fn refuse(refused: Refused, file: &Path, old: &Arc<str>, corpus: &Corpus) -> Result<Ending, Problem> {
    let shown = file.display();
    Err(match refused {
        Refused::Wrong(mistakes) => Problem::Corpus(mistakes),
        Refused::NoAnswer => Problem::advised(
            format!("`{shown}` has no answer yet, so nobody could say whether the engine is right"),
            "write `answer` as your source gives it, then bless",
        ),
        Refused::Disputed => Problem::advised(
            format!("`{shown}` is disputed: each of its readings says what its source says"),
            "write the checks of each reading by hand",
        ),
        Refused::NotIn(format) => {
            Problem::advised(format!("`{shown}` is not asserted in {format}"), "add it to `formats`")
        }
        Refused::Stuck(stuck) => return say_stuck(&stuck, file, old, corpus),
    })
}

fn say_stuck(stuck: &Stuck, file: &Path, old: &Arc<str>, corpus: &Corpus) -> Result<Ending, Problem> {
    let mut out = anstream::stdout().lock();
    let Stuck { ruling, format, outcome, why } = stuck;
    if ruling.text != *old {
        writeln!(out, "So far this would be written:\n\n{}", patch::difference(old, &ruling.text))?;
    }
    let report = report::outcome(ruling, format, outcome, corpus.rules().ok()).unwrap_or_default();
    writeln!(out, "{report}\n{} is not blessed: {why}", file.display())?;
    Ok(Ending::Failed)
}

//! `segoc schema`: the schemas for editors and the vocabulary page, written from the specification.

use std::io::Write;

use clap::Args;

use super::shared::{Place, directory};
use super::write::{Existing, write};
use super::{Ending, Problem};
use segoc_format::spec;

/// What to do with them.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// Print the schema of one kind of file: `ruling`, `card`, `rules`, `formats`, `statements` or `disputes`.
    #[arg(value_name = "FILE", conflicts_with_all = ["write", "check"])]
    file: Option<String>,

    /// Write all of them, and the vocabulary page, into the corpus.
    #[arg(long, conflicts_with = "check")]
    write: bool,

    /// Fail if those in the corpus are not what `--write` would write.
    #[arg(long)]
    check: bool,

    #[command(flatten)]
    place: Place,
}

pub(super) fn schema(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.place.corpus()?;
    let mut files = spec::generated(corpus.rules()?, corpus.formats());
    files.extend(segoc_protocol::schema::files());
    let mut out = anstream::stdout().lock();
    if let Some(name) = &request.file {
        let path = format!("schema/{name}.schema.json");
        let Some((_, text)) = files.iter().find(|(other, _)| *other == path) else {
            let names = segoc_format::suggest::help(name, spec::FILES.iter().map(|file| file.name));
            return Err(Problem::advised(format!("there is no kind of file `{name}`"), names));
        };
        out.write_all(text.as_bytes())?;
        return Ok(Ending::Passed);
    }
    if !request.write && !request.check {
        for (path, _) in &files {
            writeln!(out, "{path}")?;
        }
        return Ok(Ending::Passed);
    }
    let root = directory(&corpus).ok_or_else(|| {
        let what = "the corpus built into this program has no files to compare";
        Problem::advised(what, "name a directory with `--corpus DIR`")
    })?;
    let stale: Vec<&(String, String)> = files
        .iter()
        .filter(|(path, text)| std::fs::read_to_string(root.join(path)).ok().as_ref() != Some(text))
        .collect();
    if request.check {
        for (path, _) in &stale {
            writeln!(out, "{} is not what the specification says", root.join(path).display())?;
        }
        if stale.is_empty() {
            return Ok(Ending::Passed);
        }
        writeln!(out, "help: write it with `segoc schema --write`")?;
        return Ok(Ending::Failed);
    }
    std::fs::create_dir_all(root.join("schema"))?;
    for (path, text) in &stale {
        write(&root.join(path), text, Existing::Replace)?;
        writeln!(out, "wrote {}", root.join(path).display())?;
    }
    Ok(Ending::Passed)
}

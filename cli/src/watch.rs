//! `segoc watch`: a ruling checked, played and told again whenever it, or a card in it, is saved.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use clap::Args;
use walkdir::WalkDir;

use super::shared::{Place, directory};
use super::{Ending, Problem, select};
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::{Diagnostic, Severity};
use segoc_format::ruling::Ruling;
use segoc_runner::adequacy::{Adequacy, mistakes};
use segoc_runner::bless::judged;
use segoc_runner::coverage::pretty::first_few;
use segoc_runner::coverage::{self, Coverage};
use segoc_runner::lint;
use segoc_runner::outcome::Outcome;
use segoc_runner::report::{self, count};
use segoc_runner::{explain, telling};

/// What to watch.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The file of a ruling, its id or name, words that no other says, or a directory with some; else all rulings of the corpus.
    #[arg(value_name = "RULING|FILE|DIR")]
    target: Option<String>,

    /// The format in which it is told; else the first one of the ruling.
    #[arg(long = "in", value_name = "FORMAT")]
    format: Option<String>,

    #[command(flatten)]
    place: Place,

    /// End after so many runs.
    #[arg(long, value_name = "N", hide = true)]
    until_runs: Option<usize>,
}

/// How often the files are looked at.
const PAUSE: Duration = Duration::from_millis(200);

/// How long a file must stay as it is to count as saved, and how often that is tried.
const SETTLE: Duration = Duration::from_millis(50);
const MOST_PAUSES: usize = 20;

/// The files as they were: when each was changed, and how long it is.
type Snapshot = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

pub(super) fn watch(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.place.corpus()?;
    if let Some(format) = &request.format {
        select::known_format(format, &corpus)?;
    }
    let root = directory(&corpus).map(Path::to_path_buf);
    let target = request.target.as_ref().map(|wanted| select::file(wanted, &corpus)).transpose()?;
    let Some(target) = target.or_else(|| root.as_ref().map(|root| root.join("rulings"))) else {
        let help = "name a file, or go to a clone of the project";
        return Err(Problem::advised("there is no corpus here whose rulings could be watched", help));
    };
    let mut watched = Watched { request, target, root, used: None };
    let (mut before, mut runs) = (Snapshot::new(), 0);
    loop {
        // Looked at before it is read: what is saved while it is read is noticed next time.
        let mut now = watched.snapshot();
        if watched.changed(&before, &now).is_empty() {
            before = now;
            sleep(PAUSE);
            continue;
        }
        now = watched.settled(now);
        let changed = watched.changed(&before, &now);
        before = now;
        if changed.is_empty() {
            continue;
        }
        let ending = watched.show(&changed, runs == 0)?;
        runs += 1;
        if request.until_runs.is_some_and(|most| runs >= most) {
            return Ok(ending);
        }
    }
}

struct Watched<'r> {
    request: &'r Request,
    target: PathBuf,
    root: Option<PathBuf>,
    /// The files of the cards of the ruling, if it is one and could be read.
    used: Option<Vec<PathBuf>>,
}

impl Watched<'_> {
    /// Every file that matters. Editors save by putting a new file in the place of the old: what is missing comes back.
    fn snapshot(&self) -> Snapshot {
        let mut files = yaml_files(&self.target);
        if let Some(root) = &self.root {
            files.extend(yaml_files(&root.join("cards")));
            files.extend(["rules.yaml", "formats.yaml"].map(|file| root.join(file)));
        }
        let state = |file: PathBuf| {
            let metadata = std::fs::metadata(&file).ok().filter(std::fs::Metadata::is_file)?;
            Some((file, (metadata.modified().ok(), metadata.len())))
        };
        files.into_iter().filter_map(state).collect()
    }

    /// The files once nobody writes into them any more: an editor may empty a file before it fills it.
    fn settled(&self, mut now: Snapshot) -> Snapshot {
        for _ in 0..MOST_PAUSES {
            sleep(SETTLE);
            let later = self.snapshot();
            if later == now {
                break;
            }
            now = later;
        }
        now
    }

    /// The files that were saved and that what is watched depends on.
    fn changed(&self, before: &Snapshot, now: &Snapshot) -> Vec<PathBuf> {
        let saved = now.iter().filter(|(file, state)| before.get(*file) != Some(*state)).map(|(file, _)| file);
        // Nothing can be told of a file that is away.
        let is_there = !self.target.is_file() || now.contains_key(&self.target);
        saved.filter(|file| is_there && self.matters(file)).cloned().collect()
    }

    fn matters(&self, file: &Path) -> bool {
        let is_card = self.root.as_ref().is_some_and(|root| file.starts_with(root.join("cards")));
        match &self.used {
            Some(used) if is_card && file != self.target => used.iter().any(|used| used == file),
            _ => true,
        }
    }

    /// Shows what there is to say now.
    fn show(&mut self, changed: &[PathBuf], first: bool) -> Result<Ending, Problem> {
        let mut out = anstream::stdout().lock();
        if std::io::stdout().is_terminal() {
            write!(out, "\x1b[2J\x1b[3J\x1b[H")?;
        }
        let corpus = match self.request.place.corpus() {
            Ok(corpus) => corpus,
            Err(Problem::Corpus(mistakes)) => {
                writeln!(out, "{}\n", mistakes.render(true))?;
                return Ok(Ending::Wrong);
            }
            Err(other) => return Err(other),
        };
        let ending = if self.target.is_file() {
            let (used, ending) = self.tell(&corpus, &self.target.clone(), &mut out)?;
            self.used = used;
            ending
        } else {
            let meant: Vec<PathBuf> = yaml_files(&self.target);
            let saved: Vec<&PathBuf> = meant.iter().filter(|file| changed.contains(file)).collect();
            match saved.as_slice() {
                [one] if !first => self.tell(&corpus, one, &mut out)?.1,
                _ => all(&corpus, &meant, &mut out)?,
            }
        };
        out.flush()?;
        Ok(ending)
    }

    /// One file: its story, what is wrong with it, and how it goes in each format. Also the files of its cards.
    fn tell(
        &self,
        corpus: &Corpus,
        file: &Path,
        out: &mut impl Write,
    ) -> Result<(Option<Vec<PathBuf>>, Ending), Problem> {
        let ruling = match corpus.parse_draft(file) {
            Ok(ruling) => Arc::new(ruling),
            Err(mistakes) => {
                writeln!(out, "{}\n\n{}", mistakes.render(true), waiting(file, mistakes.0.len()))?;
                return Ok((None, Ending::Wrong));
            }
        };
        let used = ruling.cards.iter().map(|card| PathBuf::from(&card.path)).collect();
        let format = self.request.format.as_ref().filter(|format| ruling.formats.contains(format));
        let format = format.or(ruling.formats.first()).cloned().unwrap_or_default();
        let mut ending = Ending::Passed;
        let played = telling::play(corpus, &ruling, &format);
        let tale = played.as_ref().map_err(Clone::clone).and_then(|played| played.tale(corpus));
        match tale {
            Ok(tale) => write!(out, "{}", explain::pretty(&tale))?,
            Err(mistakes) => {
                ending = Ending::Wrong;
                writeln!(out, "{}", mistakes.render(true))?;
            }
        }
        for choice in played.iter().flat_map(telling::Played::unwritten_choices) {
            writeln!(out, "note: nothing is written of a choice: {choice}")?;
        }
        let (results, worst) = results(corpus, &ruling);
        ending = ending.max(worst);
        let mut mistakes = corpus.parse_ruling_file(file).err().map(|errors| errors.0).unwrap_or_default();
        if mistakes.is_empty() {
            mistakes = lints(corpus, &ruling);
        }
        for mistake in &mistakes {
            writeln!(out, "\n{}", mistake.render(true))?;
        }
        if mistakes.iter().any(|mistake| mistake.severity == Severity::Error) {
            ending = Ending::Wrong;
        }
        writeln!(out, "\n{}{results}; {}", noticed(corpus, &ruling), waiting(file, mistakes.len()))?;
        Ok((Some(used), ending))
    }
}

/// What may be wrong with a ruling that can be read, as far as it shows without the others.
fn lints(corpus: &Corpus, ruling: &Arc<Ruling>) -> Vec<Diagnostic> {
    let rulings = [Arc::clone(ruling)];
    let mut found = Coverage::of(corpus, &rulings).map(|coverage| coverage::lint(&coverage)).unwrap_or_default();
    found.retain(|mistake| mistake.path == ruling.path);
    found.extend(lint::alone(corpus, ruling));
    found
}

/// Which wrong beliefs a ruling notices, in a line; nothing if it does not pass.
fn noticed(corpus: &Corpus, ruling: &Arc<Ruling>) -> String {
    let Ok(catalogue) = corpus.rules() else { return String::new() };
    let adequacy = Adequacy::of(corpus, std::slice::from_ref(ruling), mistakes(catalogue));
    let caught: Vec<&str> = adequacy.caught().map(|(mistake, _)| mistake.id.as_str()).collect();
    match caught.len() {
        _ if adequacy.trials.is_empty() => String::new(),
        0 => "catches no wrong belief; ".to_owned(),
        beliefs => format!("catches {}: {}\n", count(beliefs, "wrong belief"), first_few(caught.into_iter())),
    }
}

/// How a ruling goes in each of its formats, in a line.
fn results(corpus: &Corpus, ruling: &Ruling) -> (String, Ending) {
    let mut ending = Ending::Passed;
    let results: Vec<String> = ruling
        .formats
        .iter()
        .map(|format| {
            let outcome = judged(corpus, ruling, format);
            if outcome.is_unwritten() {
                return format!("{format} not written yet");
            }
            if !outcome.is_fine() {
                ending = Ending::Failed;
            }
            format!("{format} {}", outcome.word())
        })
        .collect();
    (results.join(", "), ending)
}

/// Every ruling of a directory: the reports of those that fail, and a line.
fn all(corpus: &Corpus, files: &[PathBuf], out: &mut impl Write) -> Result<Ending, Problem> {
    let (mut passed, mut failed, mut wrong) = (0, 0, 0);
    for file in files {
        let ruling = match corpus.parse_ruling_file(file) {
            Ok(ruling) => ruling,
            Err(mistakes) => {
                wrong += 1;
                writeln!(out, "{}\n", mistakes.render(true))?;
                continue;
            }
        };
        let outcomes = ruling.formats.iter().map(|format| (format, judged(corpus, &ruling, format)));
        let bad: Vec<(&String, Outcome)> = outcomes.filter(|(_, outcome)| !outcome.is_fine()).collect();
        match bad.first() {
            None => passed += 1,
            Some((format, outcome)) => {
                failed += 1;
                let report = report::outcome(&ruling, format, outcome, corpus.rules().ok());
                writeln!(out, "{}", report.unwrap_or_default())?;
            }
        }
    }
    let total = count(files.len(), "ruling");
    writeln!(out, "{total}: {passed} passed, {failed} failed, {wrong} with mistakes; watching, Ctrl-C ends")?;
    Ok(match (failed, wrong) {
        (0, 0) => Ending::Passed,
        (_, 0) => Ending::Failed,
        _ => Ending::Wrong,
    })
}

fn waiting(file: &Path, mistakes: usize) -> String {
    let mistakes = if mistakes == 0 { "no mistakes".to_owned() } else { count(mistakes, "mistake") };
    format!("{mistakes}; watching {}, Ctrl-C ends", file.display())
}

/// The YAML files below a directory, or the file itself; none of those that editors hide.
fn yaml_files(target: &Path) -> Vec<PathBuf> {
    let shown = |entry: &walkdir::DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
    let entries = WalkDir::new(target).follow_links(true).sort_by_file_name().into_iter().filter_entry(shown);
    let files = entries.filter_map(Result::ok).filter(|entry| entry.file_type().is_file());
    let files = files.map(walkdir::DirEntry::into_path);
    files.filter(|file| file == target || file.extension().is_some_and(|ending| ending == "yaml")).collect()
}

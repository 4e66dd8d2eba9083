//! `segoc new`: the file of a ruling to begin with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use segoc_engine::Rule;

use super::ask::{Asker, one_of, some, some_of};
use super::{Common, Ending, Problem};
use crate::write::{Existing, write};
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::{Diagnostic, Diagnostics, Severity};
use segoc_format::ruling::{Ruling, SourceKind};
use segoc_format::suggest;
use segoc_runner::bless::Refused;
use segoc_runner::draft::like::{self, Like};
use segoc_runner::draft::ruling::{Cited, Draft, Play, PlayedDraft};
use segoc_runner::draft::{Opening, Side, fresh_id, is_free, openings, parse_side};
use segoc_runner::lint;
use segoc_runner::report;

/// What is known of the ruling.
#[derive(Debug, Args)]
pub(super) struct Known {
    /// Begin with a whole ruling of a kind: chain, segoc, missed-timing.
    #[arg(long, value_name = "KIND", conflicts_with_all = ["yugi", "joey", "first"])]
    like: Option<String>,

    /// What a player would ask a judge.
    #[arg(long)]
    question: Option<String>,

    /// What the judge answers.
    #[arg(long)]
    answer: Option<String>,

    /// What lies on the turn player's side: "phase: battle; hand: Dark Hole; monsters: Sangan, Breaker the Magical Warrior (1 counter); lp: 4000".
    #[arg(long, value_name = "CARDS")]
    yugi: Option<String>,

    /// What lies on the other side.
    #[arg(long, value_name = "CARDS")]
    joey: Option<String>,

    /// What Yugi does first: "activates Dark Hole".
    #[arg(long, value_name = "WHAT")]
    first: Option<String>,

    /// The formats the source speaks for.
    #[arg(long, value_name = "FORMATS")]
    formats: Option<String>,

    /// The situation in one line; the file is named after it.
    #[arg(long)]
    title: Option<String>,

    /// The family of rulings it belongs to, a folder of `rulings`.
    #[arg(long)]
    family: Option<String>,

    /// Of which kind the source is: official, judge, netrep, wiki, derived.
    #[arg(long, value_name = "KIND")]
    source_kind: Option<String>,

    /// The title of the source.
    #[arg(long, value_name = "TITLE")]
    source_title: Option<String>,

    /// The link to the source.
    #[arg(long, value_name = "URL")]
    source_url: Option<String>,

    /// The date or year of the version that was read.
    #[arg(long, value_name = "DATE")]
    source_date: Option<String>,

    /// The rules that decide it; else some are suggested.
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,

    /// The name of the file, if not after the title.
    #[arg(long)]
    name: Option<String>,

    /// The permanent id; else a new one is made up.
    #[arg(long)]
    id: Option<String>,

    #[command(flatten)]
    common: Common,
}

/// How many rules are shown with their sentences.
const SHOWN: usize = 8;

const KINDS: [SourceKind; 5] =
    [SourceKind::Official, SourceKind::Judge, SourceKind::Netrep, SourceKind::Wiki, SourceKind::Derived];

pub(super) fn new(request: &Known) -> Result<Ending, Problem> {
    let (corpus, root) = super::corpus(&request.common)?;
    let like = request.like.as_deref().map(kind_of).transpose()?;
    let start = like.map(|like| like.draft(&corpus)).transpose().map_err(Problem::plain)?;
    let id = id(request, &corpus)?;
    let mut ask = Asker::on_terminal(&request.common);
    ask.say("A new ruling. Enter takes what stands in brackets; Ctrl-D stops, and nothing is written.")?;
    let usual = |of: fn(&Draft) -> &String| start.as_ref().map(|start| of(start).clone());

    let words = "What would a player ask a judge?";
    let question =
        ask.value("--question", words, usual(|s| &s.question), &request.question, |said| match some(said)? {
            asked if asked.ends_with('?') => Ok(asked),
            _ => Err("a question ends with `?`".into()),
        })?;
    let words = "What does the judge answer, as your source says it?";
    let answer = ask.value("--answer", words, usual(|s| &s.answer), &request.answer, some)?;
    let names: Vec<&str> = corpus.formats().iter().map(|format| format.name.as_str()).collect();
    let words = format!("For which formats ({})?", names.join(", "));
    let usual = start.as_ref().map_or(names.first().map(|name| (*name).to_owned()), |s| Some(s.formats.join(", ")));
    let formats = ask.value("--formats", &words, usual, &request.formats, |said| match some_of(said, &names)? {
        none if none.is_empty() => Err("at least one".into()),
        some => Ok(some),
    })?;
    let (yugi, joey) = match &start {
        Some(start) => (start.yugi.clone(), start.joey.clone()),
        None => sides(request, &corpus, &mut ask)?,
    };
    let family = family(request, &corpus, like, &mut ask)?;
    let source = source(request, start.as_ref(), &mut ask)?;
    ask.complete()?;
    let Some(source) = source else { return Ok(Ending::Wrong) };
    let title = String::from("not known yet");
    let mut draft = Draft { title, question, answer, formats, source, yugi, joey, play: Play::Unknown };
    let nowhere = root.join("rulings").join(&family).join("new.yaml");
    let suggested = match start {
        Some(start) => {
            draft.play = start.play;
            start.title
        }
        None => {
            let opening = opening(request, &draft, &corpus, &nowhere, &mut ask)?;
            draft.play = Play::Begins(opening.steps);
            format!("Yugi {}", opening.words)
        }
    };
    let (title, file) = file(request, &root, &family, suggested, &mut ask)?;
    draft.title = title;
    let played = draft.play(&corpus, &file, &id, &family).map_err(|refused| cannot(refused, &corpus))?;
    let rules = rules(request, &played, &corpus, &mut ask)?;
    let text = played.text(&rules, &corpus);
    let warnings = lints(&corpus, &file, &text)?;
    write(&file, &text, Existing::Keep)?;
    for warning in warnings {
        ask.tell(&format!("{}\n", report::plain(&warning.render(false))))?;
    }
    let shown = file.display();
    ask.tell(&format!("{shown} is begun, with the id {id}; its comments say what to write next."))?;
    ask.tell(&format!("  segoc watch {shown}    tells it whenever you save it"))?;
    ask.tell(&format!("  segoc check {shown}    before you share it"))?;
    Ok(Ending::Passed)
}

/// What may be wrong with the file before it is written. What surely is, such as that there is the same ruling already,
/// is an error.
fn lints(corpus: &Corpus, file: &Path, text: &str) -> Result<Vec<Diagnostic>, Problem> {
    let ruling = Arc::new(corpus.parse_ruling(&file.display().to_string(), text)?);
    let mut all: Vec<Arc<Ruling>> = corpus.list().iter().filter_map(|other| corpus.ruling(&other.name).ok()).collect();
    all.push(Arc::clone(&ruling));
    let same = lint::duplicates(&all).into_iter().filter(|found| found.path == ruling.path);
    let (errors, warnings): (Vec<_>, Vec<_>) =
        same.chain(lint::alone(corpus, &ruling)).partition(|found| found.severity == Severity::Error);
    if errors.is_empty() { Ok(warnings) } else { Err(Problem::Corpus(Diagnostics(errors))) }
}

fn kind_of(name: &str) -> Result<Like, Problem> {
    like::all().find(|like| like.name == name).ok_or_else(|| {
        let all: String = like::all().map(|like| format!("\n    {:<14} {}", like.name, like.about())).collect();
        Problem::advised(format!("there is no start called `{name}`"), format!("there are:{all}"))
    })
}

fn id(request: &Known, corpus: &Corpus) -> Result<String, Problem> {
    match &request.id {
        None => Ok(fresh_id(corpus)),
        Some(id) if is_free(corpus, id) => Ok(id.clone()),
        Some(id) => Err(Problem::advised(format!("the id `{id}` is taken"), "leave --id out: one is made up")),
    }
}

/// Both sides, of which one may be empty.
fn sides(request: &Known, corpus: &Corpus, ask: &mut Asker) -> Result<(Side, Side), Problem> {
    ask.say("Now the cards that matter, as in: hand: Dark Hole, Kuriboh; monsters: Sangan; set: Trap Hole; gy: Jinzo; lp: 4000; phase: battle")?;
    let read = |said: &str| parse_side(said, corpus);
    let words = "Yugi's side (it is their turn; who acts in the other player's turn is Joey), what lies where?";
    // Said for one of them, it is known that the other has nothing.
    let nothing = (request.yugi.is_some() || request.joey.is_some()).then(String::new);
    let yugi = ask.value("--yugi", words, nothing, &request.yugi, read)?;
    let joey = ask.value("--joey", "Joey's side?", Some(String::new()), &request.joey, read)?;
    Ok((yugi, joey))
}

/// An existing family, or the name of a new one that is not almost like an existing one.
fn family(request: &Known, corpus: &Corpus, like: Option<Like>, ask: &mut Asker) -> Result<String, Problem> {
    let mut known: Vec<String> =
        corpus.list().iter().filter_map(|listed| Some(listed.name.split_once('/')?.0.to_owned())).collect();
    known.dedup();
    ask.say(&format!("Families: {}", known.join(", ")))?;
    let usual = like.map(|like| like.family().to_owned());
    ask.value("--family", "To which family does it belong?", usual, &request.family, |said| {
        let said = some(said)?;
        if known.contains(&said) {
            return Ok(said);
        }
        if let Some(near) = suggest::nearest(&said, known.iter().map(String::as_str)) {
            return Err(format!("there is no family `{said}`; did you mean `{near}`?"));
        }
        match slug(&said) {
            slug if slug == said => Ok(said),
            slug => Err(format!("a new family would be called `{slug}`")),
        }
    })
}

fn source(request: &Known, start: Option<&Draft>, ask: &mut Asker) -> Result<Option<Cited>, Problem> {
    let given = start.map(|start| &start.source);
    let words = "Of which kind is your source: official, judge, netrep, wiki, derived (it follows from rules)?";
    let usual = given.map(|s| s.kind.word().to_owned());
    let kind = ask.value("--source-kind", words, usual, &request.source_kind, |said| {
        let word = one_of(said, KINDS.map(SourceKind::word))?;
        Ok(KINDS.into_iter().find(|kind| kind.word() == word))
    })?;
    let usual = given.map(|s| s.title.clone());
    let title = ask.value("--source-title", "Its title?", usual, &request.source_title, some)?;
    let derived = (kind == Some(SourceKind::Derived)).then(String::new);
    let usual = given.and_then(|s| s.url.clone()).or(derived.clone());
    let words = "Its link, with https://?";
    let url = ask.value("--source-url", words, usual, &request.source_url, |said| match said.trim() {
        "" if derived.is_some() => Ok(None),
        link if link.starts_with("https://") || link.starts_with("http://") => Ok(Some(link.to_owned())),
        other => Err(format!("`{other}` is not a link; write it with https://")),
    })?;
    // What follows from rules is as old as the rules; anything else was read some day, most likely today.
    let day = if derived.is_some() { String::new() } else { today(std::time::SystemTime::now()) };
    let usual = given.and_then(|s| s.as_of.clone()).unwrap_or(day);
    let words = "The date of the page, or else the day you read it, as 2018-10-07 or 2018?";
    let as_of = ask.value("--source-date", words, Some(usual), &request.source_date, |said| {
        let parts: Vec<&str> = said.trim().split('-').collect();
        let fits = |(part, length): (&&str, usize)| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
        match said.trim() {
            "" => Ok(None),
            date if parts.len() <= 3 && parts.iter().zip([4, 2, 2]).all(fits) => Ok(Some(date.to_owned())),
            other => Err(format!("`{other}` is not a date; write 2018, 2018-10 or 2018-10-07")),
        }
    })?;
    Ok(kind.map(|kind| Cited { kind, title, url, as_of }))
}

/// The day of a time, as `2018-10-07`.
fn today(now: std::time::SystemTime) -> String {
    let seconds = now.duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let mut days = seconds / 86_400;
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let months = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= months[month] {
        days -= months[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, days + 1)
}

/// A name of a file or family: lower-case letters and digits with hyphens.
fn slug(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}

/// What the turn player does first.
fn opening(request: &Known, draft: &Draft, corpus: &Corpus, path: &Path, ask: &mut Asker) -> Result<Opening, Problem> {
    let wrong = |why: String| Problem::plain(format!("nothing can be played on this board: {why}"));
    let board = draft.board(corpus, path).map_err(wrong)?;
    let all = openings(corpus, &board).map_err(wrong)?;
    let Some(first) = all.first() else { return Err(wrong("Yugi can do nothing".into())) };
    ask.say("What could Yugi do first, and Joey when Yugi wants to leave the phase?")?;
    for (i, opening) in all.iter().enumerate() {
        ask.say(&format!("  {:>2}  {}", i + 1, opening.words))?;
    }
    let found = ask.value("--first", "What do they do?", Some(first.words.clone()), &request.first, |said| {
        let number = said.trim().parse::<usize>().ok();
        if let Some(opening) = number.and_then(|n| all.get(n.checked_sub(1)?)) {
            return Ok(Some(opening));
        }
        let said = said.trim().strip_prefix("Yugi ").unwrap_or(said.trim());
        // What Joey does is said without the wish it answers, too.
        if let Some(opening) = all.iter().find(|opening| said.starts_with("Joey ") && opening.words.ends_with(said)) {
            return Ok(Some(opening));
        }
        // A tale says “attacks Sangan with Celtic Guardian”.
        let attack = said.strip_prefix("attacks ").and_then(|rest| rest.split_once(" with "));
        let attack = attack.map(|(target, attacker)| format!("attacks with {attacker}, target {target}"));
        if let Some(opening) = attack.and_then(|attack| all.iter().find(|opening| opening.words == attack)) {
            return Ok(Some(opening));
        }
        let words = one_of(said, all.iter().map(|opening| opening.words.as_str()))?;
        Ok(all.iter().find(|opening| opening.words == words))
    })?;
    Ok(found.unwrap_or(first).clone())
}

/// The title, and the file named after it, which must not be there yet.
fn file(
    request: &Known,
    root: &Path,
    family: &str,
    suggested: String,
    ask: &mut Asker,
) -> Result<(String, PathBuf), Problem> {
    let path = |name: &str| root.join("rulings").join(family).join(format!("{name}.yaml"));
    let free = |name: &str| match path(name) {
        _ if name.is_empty() => Err("the file must have a name of letters or digits".to_owned()),
        file if file.exists() => Err(format!("there is a file {} already; choose another name", file.display())),
        file => Ok(file),
    };
    let given = request.name.as_deref().map(slug);
    let title = ask.value("--title", "The situation in one line?", Some(suggested), &request.title, |said| {
        let title = some(said)?;
        if given.is_none() {
            free(&slug(&title)).map_err(|why| format!("{why}, with --name"))?;
        }
        Ok(title)
    })?;
    let name = given.unwrap_or_else(|| slug(&title));
    let file = free(&name).map_err(|why| Problem::plain(format!("--name: {why}")))?;
    Ok((title, file))
}

/// The rules that decide it: what was said, or those suggested by what the engine did.
fn rules(request: &Known, played: &PlayedDraft, corpus: &Corpus, ask: &mut Asker) -> Result<Vec<Rule>, Problem> {
    ask.say("Rules that decided something in what the engine played:")?;
    let catalogue = corpus.rules()?;
    for rule in played.rules.iter().take(SHOWN) {
        let sentence = catalogue.get(*rule).map(|entry| entry.sentence.clone()).unwrap_or_default();
        ask.say(&format!("  {rule}: {}", sentence.split_whitespace().collect::<Vec<_>>().join(" ")))?;
    }
    if played.rules.len() > SHOWN {
        let more: Vec<&str> = played.rules[SHOWN..].iter().map(|rule| rule.word()).collect();
        ask.say(&format!("  and {}", more.join(", ")))?;
    }
    let words: Vec<&str> = Rule::ALL.iter().map(|rule| rule.word()).collect();
    let suggested: Vec<&str> = played.suggested().iter().map(|rule| rule.word()).collect();
    ask.value("--rules", "Which rules decide it?", Some(suggested.join(", ")), &request.rules, |said| {
        Ok(some_of(said, &words)?.iter().filter_map(|word| Rule::from_word(word)).collect())
    })
}

/// Why the engine cannot play a draft.
fn cannot(refused: Refused, corpus: &Corpus) -> Problem {
    match refused {
        Refused::Wrong(mistakes) => Problem::Corpus(mistakes),
        Refused::Stuck(stuck) => {
            let told = report::outcome(&stuck.ruling, &stuck.format, &stuck.outcome, corpus.rules().ok());
            Problem::Request("the engine cannot play this; nothing was written".into(), told.map(|t| report::plain(&t)))
        }
        Refused::NoAnswer | Refused::Disputed | Refused::NotIn(_) => {
            Problem::plain("a new ruling needs an answer, and formats")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn days_have_dates() {
        for (days, date) in [(0, "1970-01-01"), (11_016, "2000-02-29"), (17_811, "2018-10-07"), (20_818, "2026-12-31")]
        {
            assert_eq!(today(UNIX_EPOCH + Duration::from_secs(days * 86_400 + 86_399)), date);
        }
    }
}

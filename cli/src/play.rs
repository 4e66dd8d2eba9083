//! `segoc play`: a duel played by hand, on a terminal or over a pipe.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::shared::Place;
use super::write::{Existing, write};
use super::{Ending, Problem, explain, select};
use segoc_format::corpus::Corpus;
use segoc_format::ruling::Ruling;
use segoc_format::suggest::nearest;
use segoc_protocol::{End, Phase, Sides, visible};
use segoc_runner::draft::parse_side;
use segoc_runner::draft::ruling::board;
use segoc_runner::explain::board as drawn;
use segoc_runner::report::{width, wrap};
use segoc_runner::sitting::{Asking, Barred, Impossible, Sitting, WhyReply};

/// Which duel.
#[derive(Debug, Args)]
pub(super) struct Request {
    /// The ruling from whose board it is played, as `segoc explain` takes it; or a file with a `duel`.
    #[arg(value_name = "RULING|FILE", conflicts_with_all = ["yugi", "joey", "phase"])]
    ruling: Option<String>,

    /// The format; else the first one of the ruling, or of the corpus.
    #[arg(long = "in", value_name = "FORMAT")]
    format: Option<String>,

    /// Begin at this step of the ruling's play, counted from 1.
    #[arg(long, value_name = "STEP", requires = "ruling")]
    at: Option<usize>,

    /// What lies on the turn player's side: "hand: Dark Hole, Kuriboh; monsters: Sangan; lp: 4000".
    #[arg(long, value_name = "CARDS")]
    yugi: Option<String>,

    /// What lies on the other side.
    #[arg(long, value_name = "CARDS")]
    joey: Option<String>,

    /// The phase in which the duel begins: draw, standby, main 1, battle, main 2, end.
    #[arg(long, value_name = "PHASE")]
    phase: Option<String>,

    /// Ask also where one can only pass.
    #[arg(long)]
    every_window: bool,

    #[command(flatten)]
    place: Place,
}

const HELP: &str = "  1 or 1 3       answer with what has this number, or with several
  pass           pass, where that can be done
  why 7          why what has this number is not offered
  why Sangan     what there is to say about a card
  undo           back to the question before
  back 4         back to point 4, as `log` numbers them; the other line stays
  next           answer as the ruling does
  board          the board
  log            what was answered, and other lines
  tale           everything that has happened
  ask            the question again
  save FILE      write the duel so far as a ruling, which passes
  quit           leave";

/// The words of which a command begins with one.
const COMMANDS: [&str; 13] =
    ["pass", "why", "undo", "back", "next", "board", "log", "tale", "ask", "save", "help", "quit", "exit"];

/// The widest a line becomes where there is no terminal.
const WIDTH: usize = 80;

pub(super) fn play(request: &Request) -> Result<Ending, Problem> {
    let corpus = request.place.corpus()?;
    if let Some(format) = &request.format {
        select::known_format(format, &corpus)?;
    }
    let ruling = ruling(request, &corpus)?;
    let format = explain::format_of(&ruling, request.format.as_deref())?;
    let mut sitting = Sitting::new(&corpus, ruling, &format)?;
    if let Some(step) = request.at {
        let steps = sitting.ruling().play.len();
        let Some(point) = sitting.step(step) else {
            let what = format!("there is no step {step} in this play at which one could begin");
            return Err(Problem::advised(what, format!("it has {steps} steps; announcements are no place to begin")));
        };
        sitting.back(point).map_err(|why| Problem::plain(why.to_string()))?;
    }
    let every = request.every_window;
    let mut table = Table { sitting, out: anstream::stdout().lock(), every, saved: true };
    table.begin()?;
    let mut input = io::stdin().lock();
    let echo = !io::stdin().is_terminal();
    loop {
        write!(table.out, "> ")?;
        table.out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(table.out)?;
            break;
        }
        let line = visible(String::from_utf8_lossy(&line).trim());
        if echo {
            writeln!(table.out, "{line}")?;
        }
        if !table.command(&line)? {
            break;
        }
    }
    table.leave()?;
    Ok(Ending::Passed)
}

/// The ruling that was asked for, or a board alone.
fn ruling(request: &Request, corpus: &Corpus) -> Result<Arc<Ruling>, Problem> {
    if let Some(wanted) = &request.ruling {
        return select::ruling(wanted, corpus);
    }
    let side = |flag: &str, said: &Option<String>| {
        parse_side(said.as_deref().unwrap_or_default(), corpus).map_err(|why| Problem::plain(format!("{flag}: {why}")))
    };
    let (yugi, joey) = (side("--yugi", &request.yugi)?, side("--joey", &request.joey)?);
    if request.yugi.is_none() && request.joey.is_none() {
        let help = "name a ruling, a file with a `duel`, or say what lies on the board:\n    \
                    segoc play --yugi \"hand: Dark Hole; monsters: Sangan\" --joey \"set: Trap Hole\"";
        return Err(Problem::advised("there is nothing to play with", help));
    }
    let phase = match request.phase.as_deref() {
        None => Phase::Main1,
        Some(word) => Phase::from_word(word).ok_or_else(|| {
            let words = Phase::ALL.iter().map(|phase| phase.word());
            let all = format!("there are {}", words.clone().collect::<Vec<_>>().join(", "));
            Problem::misspelt(format!("there is no phase `{word}`"), word, words, all)
        })?,
    };
    let format = match (&request.format, corpus.formats().first()) {
        (Some(format), _) => format.clone(),
        (None, Some(first)) => first.name.clone(),
        (None, None) => return Err(Problem::plain("the corpus has no formats")),
    };
    Ok(Arc::new(board(corpus, &format, phase, &Sides { yugi, joey }).map_err(Problem::plain)?))
}

/// What is said of a mistake, as a sentence.
fn sentence(why: &str) -> String {
    let mut letters = why.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

/// A duel and whom it is shown to.
struct Table<'c, W> {
    sitting: Sitting<'c>,
    out: W,
    /// Whether every window is asked about.
    every: bool,
    /// Whether nothing was answered since it was last saved.
    saved: bool,
}

impl<W: Write> Table<'_, W> {
    /// Says what is played, and the first question.
    fn begin(&mut self) -> io::Result<()> {
        let (ruling, format) = (self.sitting.ruling(), self.sitting.format());
        let of = match (ruling.id.is_empty(), ruling.title.is_empty()) {
            (false, false) => format!("{} ({}), in {format}", ruling.title, ruling.id),
            _ => format!("A duel in {format}"),
        };
        let question = ruling.question.clone();
        writeln!(self.out, "{of}")?;
        if !question.is_empty() {
            self.paragraph("", &question)?;
        }
        writeln!(self.out, "`help` says what can be typed.\n")?;
        self.board()?;
        self.ask()
    }

    /// Does what a line says; false if it says to leave.
    fn command(&mut self, line: &str) -> Result<bool, Problem> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_lowercase().as_str() {
            "" => writeln!(self.out, "Type a number, or `help`.")?,
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "quit" | "exit" => return Ok(false),
            "board" => self.board()?,
            "ask" => self.ask()?,
            "log" => self.log()?,
            "tale" => {
                let tale = self.sitting.tale()?.pretty();
                write!(self.out, "{tale}")?;
            }
            "undo" => self.undo()?,
            "back" => {
                let gone = match rest.parse() {
                    Ok(point) => self.sitting.back(point),
                    Err(_) => Err(Impossible("say which point, as in `back 4`; `log` numbers them".into())),
                };
                self.went(gone)?;
            }
            "next" => {
                let here = self.sitting.here();
                match self.sitting.go_on() {
                    true => self.answered(here)?,
                    false => writeln!(self.out, "The ruling says nothing more here.")?,
                }
            }
            "why" => self.why(rest)?,
            "save" => self.save(rest)?,
            "pass" if rest.is_empty() => self.pass()?,
            _ if line.starts_with(|c: char| c.is_ascii_digit()) => self.numbers(line)?,
            other => {
                let meant = nearest(other, COMMANDS).map(|near| format!("; did you mean `{near}`?"));
                writeln!(
                    self.out,
                    "There is no command `{other}`{}",
                    meant.unwrap_or_else(|| ": `help` lists them.".into())
                )?;
            }
        }
        Ok(true)
    }

    /// Goes back to the last question at which there was something to decide.
    fn undo(&mut self) -> io::Result<()> {
        if !self.sitting.undo() {
            return writeln!(self.out, "This is the beginning.");
        }
        while !self.every && self.sitting.asking().is_some_and(|asking| asking.is_idle()) && self.sitting.undo() {}
        self.ask()
    }

    /// Answers with what has these numbers.
    fn numbers(&mut self, line: &str) -> Result<(), Problem> {
        let numbers = line
            .split([' ', ','])
            .filter(|part| !part.is_empty())
            .map(|part| part.parse::<usize>().ok()?.checked_sub(1));
        let Some(numbers) = numbers.collect::<Option<Vec<usize>>>() else {
            return Ok(writeln!(self.out, "Answer with numbers, as in `1` or `1 3`.")?);
        };
        let barred = self.sitting.asking().and_then(|asking| self.barred_at(&asking, *numbers.first()?));
        if let (Some(number), [_]) = (barred, &numbers[..]) {
            writeln!(self.out, "That is not offered:")?;
            let reply = self.sitting.why_barred(number);
            return Ok(reply.map_or(Ok(()), |reply| self.reply(&reply))?);
        }
        let here = self.sitting.here();
        match self.sitting.pick(&numbers) {
            Ok(()) => self.answered(here)?,
            Err(why) => writeln!(self.out, "{}", sentence(&why.to_string()))?,
        }
        Ok(())
    }

    fn pass(&mut self) -> Result<(), Problem> {
        let asking = self.sitting.asking();
        let passes = |asking: &Asking| asking.picks.iter().position(|pick| pick.is_pass());
        match asking.as_ref().and_then(passes) {
            Some(number) => self.numbers(&(number + 1).to_string()),
            None => Ok(writeln!(self.out, "Nobody can pass here.")?),
        }
    }

    /// Shows what came of an answer that was given at a point.
    fn answered(&mut self, before: usize) -> Result<(), Problem> {
        self.saved = false;
        if !self.every {
            self.sitting.run_on();
        }
        let news = self.sitting.news_since(before)?.pretty();
        write!(self.out, "{}", news.trim_start_matches('\n'))?;
        Ok(self.ask()?)
    }

    fn went(&mut self, gone: Result<(), Impossible>) -> io::Result<()> {
        match gone {
            Ok(()) => {
                self.board()?;
                self.ask()
            }
            Err(why) => writeln!(self.out, "{}", sentence(&why.to_string())),
        }
    }

    fn board(&mut self) -> io::Result<()> {
        let scene = self.sitting.scene();
        write!(self.out, "{}", drawn(&scene))?;
        for (i, link) in scene.chain.iter().enumerate().filter(|_| !scene.chain_is_over) {
            let targets =
                if link.targets.is_empty() { String::new() } else { format!(" → {}", link.targets.join(", ")) };
            let lead = if i == 0 { "  Chain  " } else { "         " };
            writeln!(self.out, "{lead}{}  {} ({}){targets}", i + 1, link.card, link.player)?;
        }
        Ok(())
    }

    /// The question with everything that can be picked, and what cannot.
    fn ask(&mut self) -> io::Result<()> {
        let Some(asking) = self.sitting.asking() else {
            let end = match self.sitting.end() {
                Some(End::YugiWins) => "Yugi has won.",
                Some(End::JoeyWins) => "Joey has won.",
                Some(End::Draw) => "The duel is a draw.",
                Some(End::Endless) | None => "The duel goes on for ever, and is not played on.",
            };
            return writeln!(self.out, "\n{end} `undo`, `back`, `save` or `quit`.");
        };
        writeln!(self.out)?;
        let box_ = asking.point;
        self.paragraph(&format!("[{box_}] "), &format!("{}. {}", asking.place, asking.question))?;
        for (i, pick) in asking.picks.iter().enumerate() {
            self.paragraph(&format!("{:>4}  ", i + 1), &pick.words)?;
        }
        if asking.most > 1 {
            writeln!(self.out, "      (pick {})", asking.how_many())?;
        }
        if !asking.barred.is_empty() {
            let first = asking.picks.len() + 1;
            let all: Vec<String> =
                asking.barred.iter().enumerate().map(|(i, barred)| format!("{} {}", first + i, barred.words)).collect();
            self.paragraph("      Not offered: ", &all.join("; "))?;
        }
        Ok(())
    }

    /// What is not offered and has this number, counted from 0 through what is.
    fn barred_at(&self, asking: &Asking, number: usize) -> Option<usize> {
        number.checked_sub(asking.picks.len()).filter(|number| *number < asking.barred.len())
    }

    fn why(&mut self, of: &str) -> io::Result<()> {
        let Some(asking) = self.sitting.asking() else {
            return writeln!(self.out, "The duel is over, nothing is asked.");
        };
        if of.is_empty() {
            return writeln!(self.out, "Say what, as in `why {}` or `why Sangan`.", asking.picks.len() + 1);
        }
        let replies = match of.parse::<usize>() {
            Ok(number) => match number
                .checked_sub(1)
                .map(|number| (self.barred_at(&asking, number), asking.picks.get(number)))
            {
                Some((Some(barred), _)) => Ok(self.sitting.why_barred(barred).into_iter().collect()),
                Some((None, Some(pick))) => return writeln!(self.out, "{} is offered: answer `{number}`.", pick.words),
                _ => Err(Impossible(format!("nothing here has the number {number}"))),
            },
            Err(_) => self.sitting.why(of),
        };
        match replies {
            Ok(replies) => replies.iter().try_for_each(|reply| self.reply(reply)),
            Err(why) => self.paragraph("", &sentence(&why.to_string())),
        }
    }

    fn reply(&mut self, reply: &WhyReply) -> io::Result<()> {
        let rules = |barred: &Barred| barred.rules.iter().map(|rule| format!(" [{rule}]")).collect::<String>();
        let rules = reply.barred.as_ref().map(rules).unwrap_or_default();
        self.paragraph("  ✗  ", &format!("{}{rules}", reply.text))?;
        match reply.barred.as_ref().filter(|barred| barred.reason.is_none() && !barred.sentence.is_empty()) {
            Some(barred) => self.paragraph("     ", &format!("“{}”", barred.sentence)),
            None => Ok(()),
        }
    }

    /// What was answered on this line, and where others branch off.
    fn log(&mut self) -> io::Result<()> {
        let (every, here) = (self.every, self.sitting.here());
        let mut marks = self.sitting.marks();
        marks.retain(|mark| every || !mark.idle || mark.point == here);
        writeln!(self.out, "   0  the beginning{}", if here == 0 { "  ← here" } else { "" })?;
        for mark in marks.iter().filter(|mark| mark.on_line && mark.point != 0) {
            let words = if mark.idle { "…" } else { &mark.answered };
            let at = if mark.point == here { " ← here" } else { "" };
            self.paragraph(&format!("{:>4}  ", mark.point), &format!("{words}{at}"))?;
        }
        let others: Vec<_> = marks.iter().filter(|mark| !mark.on_line).collect();
        if !others.is_empty() {
            writeln!(self.out, "Other lines (`back N` goes there):")?;
        }
        for mark in others {
            let from = mark.before.unwrap_or_default();
            let ruling = if mark.written { " (as the ruling goes)" } else { "" };
            self.paragraph(&format!("{:>4}  ", mark.point), &format!("after {from}, {}{ruling}", mark.answered))?;
        }
        Ok(())
    }

    fn save(&mut self, file: &str) -> Result<(), Problem> {
        if file.is_empty() {
            return Ok(writeln!(self.out, "Say where, as in `save my-ruling.yaml`.")?);
        }
        let mut file = PathBuf::from(file);
        if file.extension().is_none() && file != Path::new("-") {
            file.set_extension("yaml");
        }
        let text = match self.sitting.saved(&file) {
            Ok(text) => text,
            Err(why) => return Ok(self.paragraph("", &format!("Nothing was written: {why}."))?),
        };
        match write(&file, &text, Existing::Keep) {
            Ok(()) => {
                self.saved = true;
                let shown = file.display().to_string();
                self.paragraph(
                    "",
                    &format!("{shown} is written and passes; its answer and source are yours to write."),
                )?;
            }
            Err(Problem::Request(what, help)) => {
                writeln!(self.out, "{what}")?;
                if let Some(help) = help {
                    writeln!(self.out, "  help: {help}")?;
                }
            }
            Err(other) => return Err(other),
        }
        Ok(())
    }

    /// Says good-bye.
    fn leave(&mut self) -> io::Result<()> {
        match self.saved {
            true => writeln!(self.out, "Left."),
            false => writeln!(self.out, "Left; nothing was saved since."),
        }
    }

    /// A paragraph with a hanging indent.
    fn paragraph(&mut self, lead: &str, text: &str) -> io::Result<()> {
        let wide = lead.chars().count();
        for (i, line) in wrap(text, width(WIDTH).saturating_sub(wide)).iter().enumerate() {
            if i == 0 {
                writeln!(self.out, "{lead}{line}")?;
            } else {
                writeln!(self.out, "{}{line}", " ".repeat(wide))?;
            }
        }
        Ok(())
    }
}

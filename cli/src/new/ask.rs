//! Asking for what was not said on the command line, line by line.

use std::io::{self, BufRead, IsTerminal, Write};

use super::{Common, Problem};

/// Takes what was said on the command line, asks for the rest if somebody is there, and notes what is missing if not.
pub(super) struct Asker<I, O> {
    input: I,
    out: O,
    asks: bool,
    missing: Vec<String>,
}

/// Something that is asked for.
pub(super) struct Question<'q> {
    /// The flag that says it.
    pub(super) flag: &'q str,
    /// What is asked.
    pub(super) words: &'q str,
    /// What is taken if nothing is said.
    pub(super) default: Option<String>,
}

impl Asker<io::StdinLock<'static>, io::StdoutLock<'static>> {
    /// On the terminal.
    pub(super) fn on_terminal(common: &Common) -> Self {
        let asks = common.ask || io::stdin().is_terminal();
        Self { input: io::stdin().lock(), out: io::stdout().lock(), asks, missing: Vec::new() }
    }
}

impl<I: BufRead, O: Write> Asker<I, O> {
    /// A value: what was given, else what is answered, else the default. Nonsense on the command line is an error,
    /// nonsense in an answer is asked again. None if it is missing, which [`Asker::complete`] reports.
    pub(super) fn value<T>(
        &mut self,
        question: &Question<'_>,
        given: Option<&str>,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Problem> {
        if let Some(given) = given {
            let wrong = |why: String| Problem::Request(format!("{}: {why}", question.flag), None);
            return read(given).map(Some).map_err(wrong);
        }
        if !self.asks {
            return match &question.default {
                Some(default) => {
                    read(default).map(Some).map_err(|why| Problem::Request(format!("{}: {why}", question.flag), None))
                }
                None => {
                    self.missing.push(format!("{}: {}", question.flag, question.words));
                    Ok(None)
                }
            };
        }
        loop {
            let default = question.default.as_ref().filter(|default| !default.is_empty());
            let shown = default.map(|default| format!(" [{default}]")).unwrap_or_default();
            write!(self.out, "{}{shown} ", question.words)?;
            self.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                return Err(Problem::Request("stopped, and nothing was written".into(), None));
            }
            let said = match (line.trim(), &question.default) {
                ("", Some(default)) => default.as_str(),
                (said, _) => said,
            };
            match read(said) {
                Ok(value) => return Ok(Some(value)),
                Err(why) => writeln!(self.out, "  {why}")?,
            }
        }
    }

    /// Says something to whoever is asked.
    pub(super) fn say(&mut self, words: &str) -> Result<(), Problem> {
        if self.asks {
            writeln!(self.out, "{words}")?;
        }
        Ok(())
    }

    /// Says something, whether or not anybody is asked.
    pub(super) fn tell(&mut self, words: &str) -> Result<(), Problem> {
        writeln!(self.out, "{words}")?;
        Ok(self.out.flush()?)
    }

    /// An error if something was missing, which lists all of it.
    pub(super) fn complete(&self) -> Result<(), Problem> {
        if self.missing.is_empty() {
            return Ok(());
        }
        let missing: Vec<String> = self.missing.iter().map(|missing| format!("\n    {missing}")).collect();
        let help =
            format!("say it on the command line, or begin on a terminal, where you are asked:{}", missing.concat());
        Err(Problem::Request("not everything is known that a new file needs".into(), Some(help)))
    }
}

/// Any text but none.
pub(super) fn some(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() { Err("something must stand here".into()) } else { Ok(text.to_owned()) }
}

/// One of some words, in any case.
pub(super) fn one_of<'w>(text: &str, words: impl IntoIterator<Item = &'w str>) -> Result<String, String> {
    let words: Vec<&str> = words.into_iter().collect();
    let said = text.trim().to_lowercase();
    match words.iter().find(|word| word.to_lowercase() == said) {
        Some(word) => Ok((*word).to_owned()),
        None => Err(format!("`{}` cannot stand here; {}", text.trim(), segoc_format::suggest::help(&said, words))),
    }
}

/// Some of some words, between commas.
pub(super) fn some_of(text: &str, words: &[&str]) -> Result<Vec<String>, String> {
    let said = text.split([',', ' ']).filter(|word| !word.is_empty());
    let mut all: Vec<String> = Vec::new();
    for word in said {
        let word = one_of(word, words.iter().copied())?;
        if !all.contains(&word) {
            all.push(word);
        }
    }
    Ok(all)
}

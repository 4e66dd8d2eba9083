//! Asking for what was not said on the command line, line by line.

use std::io::{self, BufRead, IsTerminal, StdinLock, StdoutLock, Write};

use super::{Common, Problem};

/// Takes what was said on the command line, asks for the rest if somebody is there, and notes what is missing if not.
pub(super) struct Asker {
    input: StdinLock<'static>,
    out: StdoutLock<'static>,
    asks: bool,
    missing: Vec<String>,
}

impl Asker {
    /// On the terminal.
    pub(super) fn on_terminal(common: &Common) -> Self {
        let asks = common.ask || io::stdin().is_terminal();
        Self { input: io::stdin().lock(), out: io::stdout().lock(), asks, missing: Vec::new() }
    }

    /// A value: what was given by its flag, else what is answered to the question in `words`, else the default. Nonsense on the
    /// command line is an error, nonsense in an answer is asked again. What is missing is nothing, until [`Asker::complete`] reports it.
    pub(super) fn value<T: Default>(
        &mut self,
        flag: &str,
        words: &str,
        default: Option<String>,
        given: &Option<String>,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T, Problem> {
        let known = given.as_ref().or(default.as_ref().filter(|_| !self.asks));
        if let Some(known) = known {
            return read(known).map_err(|why| Problem::plain(format!("{flag}: {why}")));
        }
        if !self.asks {
            self.missing.push(format!("{flag}: {words}"));
            return Ok(T::default());
        }
        let default = default.unwrap_or_default();
        let shown = if default.is_empty() { String::new() } else { format!(" [{default}]") };
        loop {
            write!(self.out, "{words}{shown} ")?;
            self.out.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                return Err(Problem::plain("stopped, and nothing was written"));
            }
            let said = if line.trim().is_empty() { &default } else { line.trim() };
            match read(said) {
                Ok(value) => return Ok(value),
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
        let help = "say it on the command line, or begin on a terminal, where you are asked:".to_owned();
        Err(Problem::advised("not everything is known that a new file needs", help + &missing.concat()))
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

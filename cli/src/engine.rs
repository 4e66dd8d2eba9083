//! Which engine is put to the test, and on which terms.

use std::num::NonZero;
use std::time::Duration;

use clap::Args;

use super::Problem;
use segoc_format::corpus::Corpus;
use segoc_protocol::{Engine, Hello};
use segoc_runner::engines::Reference;
use segoc_runner::engines::process::{Process, Terms};

/// Which engine, and on which terms.
#[derive(Debug, Args)]
pub(super) struct Subject {
    /// The command that starts another engine, spoken to over the protocol; else the reference engine is run.
    #[arg(long, value_name = "COMMAND")]
    pub(super) engine: Option<String>,

    #[command(flatten)]
    pub(super) patience: Patience,

    /// How many rulings are played at once, each by an engine of its own; else one for each core.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
}

/// How long an engine is waited for, and how often it is started again.
#[derive(Debug, Args)]
pub(super) struct Patience {
    /// Seconds another engine may take over one answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    timeout: f64,

    /// Seconds another engine may take over one ruling.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    ruling_timeout: f64,

    /// How often another engine may break down before it is given up: 20 times, in a hunt as often as it likes.
    #[arg(long, value_name = "N")]
    crashes: Option<usize>,
}

/// How often an engine may break down if nothing is said.
const CRASHES: usize = 20;

/// A time that can be waited for.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("a number of seconds above 0, at most a day".into()),
    }
}

impl Subject {
    /// The engines that play at once, at most as many as there are trials.
    pub(super) fn engines(&self, corpus: &Corpus, trials: usize) -> Result<(Hello, Vec<Box<dyn Engine>>), Problem> {
        self.engines_with(corpus, trials, CRASHES)
    }

    /// The same, and they are started again however often they break down, unless something else is said.
    pub(super) fn tireless_engines(
        &self,
        corpus: &Corpus,
        trials: usize,
    ) -> Result<(Hello, Vec<Box<dyn Engine>>), Problem> {
        self.engines_with(corpus, trials, usize::MAX)
    }

    fn engines_with(
        &self,
        corpus: &Corpus,
        trials: usize,
        crashes: usize,
    ) -> Result<(Hello, Vec<Box<dyn Engine>>), Problem> {
        let cores = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let jobs = self.jobs.unwrap_or(cores).get().min(trials.max(1));
        let Some(command) = &self.engine else {
            let engine = Reference::of(corpus);
            let about = engine.about().clone();
            let engines = (0..jobs).map(|_| Box::new(engine.clone()) as Box<dyn Engine>).collect();
            return Ok((about, engines));
        };
        let first = self.patience.start_with(command, corpus, crashes)?;
        let about = first.about().clone();
        let mut engines: Vec<Box<dyn Engine>> = (1..jobs).map(|_| Box::new(first.another()) as _).collect();
        engines.push(Box::new(first));
        Ok((about, engines))
    }
}

impl Patience {
    /// Starts another engine.
    pub(super) fn start(&self, command: &str, corpus: &Corpus) -> Result<Process, Problem> {
        self.start_with(command, corpus, CRASHES)
    }

    /// The same; it may break down so often if nothing else is said.
    fn start_with(&self, command: &str, corpus: &Corpus, crashes: usize) -> Result<Process, Problem> {
        let terms = Terms {
            command: words(command)?,
            answer: Duration::from_secs_f64(self.timeout),
            ruling: Duration::from_secs_f64(self.ruling_timeout),
            crashes: self.crashes.unwrap_or(crashes),
            corpus: corpus.version().to_owned(),
        };
        Process::start(terms).map_err(Problem::Engine)
    }
}

/// The words of a command: separated by blanks, unless they stand in quotes.
pub(super) fn words(command: &str) -> Result<Vec<String>, Problem> {
    let mut words: Vec<String> = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() {
        return Err(Problem::plain(format!("a quote is not closed in `{command}`")));
    }
    if words.first().is_none_or(|program| program.is_empty()) {
        let help = "as in --engine \"python3 adapters/python/adapter.py\"";
        return Err(Problem::advised("--engine names no program", help));
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_at_blanks_outside_quotes() {
        let split = |text: &str| words(text).unwrap_or_default();
        assert_eq!(split("python3  a.py"), ["python3", "a.py"]);
        assert_eq!(split("'my engine' --name \"a b\" ''"), ["my engine", "--name", "a b", ""]);
        assert!(words("").is_err() && words("  ").is_err() && words("'a").is_err());
    }
}

//! What tests of the program share: the program, and a small corpus in a directory.

#![allow(dead_code, unused_imports, clippy::expect_used, clippy::panic)]

mod fixtures;

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use segoc_format::corpus::Corpus;
use segoc_protocol::Engine;
use segoc_runner::report::{Summary, json};
use segoc_runner::results::{Results, read};
use segoc_runner::trial::{Trial, Verdict, run_all, trials};

pub(crate) use fixtures::*;

/// The program.
pub(crate) const SEGOC: &str = env!("CARGO_BIN_EXE_segoc");

/// A directory with a corpus, in which the program is run.
pub(crate) struct TestCorpus(PathBuf);

impl TestCorpus {
    /// The repository.
    pub(crate) fn real() -> Self {
        Self(repository())
    }

    /// A corpus of the real rules and formats and a few cards in a directory of this name, with rulings of its own.
    pub(crate) fn new(name: &str, rulings: &[(&str, &str)]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&root);
        let corpus = Self(root);
        fs::create_dir_all(corpus.file("rulings/test")).expect("a directory for the test");
        SMALL.iter().for_each(|path| corpus.copy(path));
        rulings.iter().for_each(|(file, text)| corpus.write(&format!("rulings/test/{file}"), text));
        corpus
    }

    /// Copies a file or a directory of the real corpus into this one.
    pub(crate) fn copy(&self, path: &str) {
        let real = repository().join("corpus");
        for entry in walkdir::WalkDir::new(real.join(path)) {
            let entry = entry.expect("a file of the corpus");
            if entry.file_type().is_file() {
                let path = entry.path().strip_prefix(&real).expect("below the corpus").to_string_lossy();
                self.write(&path, fs::read(entry.path()).expect("a file of the corpus"));
            }
        }
    }

    /// Writes a file of the corpus.
    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.file(path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory for the test");
        fs::write(path, text).expect("a file of the test");
    }

    /// The directory in which the program is run, above the corpus.
    pub(crate) fn root(&self) -> &Path {
        &self.0
    }

    /// Where a file of the corpus is.
    pub(crate) fn file(&self, path: &str) -> PathBuf {
        self.0.join("corpus").join(path)
    }

    /// The program, in the directory that holds the corpus.
    pub(crate) fn segoc(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(SEGOC);
        command.args(arguments);
        self.here(command)
    }

    /// A line for a shell there, in which `segoc` is the program and `$CORPUS` the corpus of the repository.
    pub(crate) fn shell(&self, line: &str) -> Command {
        let mut command = Command::new("sh");
        let programs = Path::new(SEGOC).parent().into_iter().map(Path::to_path_buf);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths(programs.chain(std::env::split_paths(&path))).expect("directories");
        command
            .arg("-c")
            .arg(line)
            .env("PATH", path)
            .env("CORPUS", Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus"));
        self.here(command)
    }

    fn here(&self, mut command: Command) -> Command {
        command.current_dir(&self.0).stdin(Stdio::null());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    /// What the program says there.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.segoc(arguments).output().expect("the program runs")
    }

    /// What it says to somebody who answers so.
    pub(crate) fn answer(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = self.segoc(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        // It may end before it has read everything.
        let _ = child.stdin.take().expect("its input").write_all(input.as_bytes());
        child.wait_with_output().expect("its output")
    }
}

/// What reading a file of the largest size may take, in KiB of address space.
const MEMORY: u32 = 600_000;

/// What comes of a line for a shell, in bounded time and memory: so many seconds of a processor, however busy the machine is,
/// and twenty times as long until an answer.
pub(crate) fn bounded(corpus: &TestCorpus, line: &str, seconds: u32) -> Output {
    let patience = Duration::from_secs(u64::from(seconds) * 20);
    let mut command = corpus.shell(&format!("ulimit -v {MEMORY} 2>/dev/null\nulimit -t {seconds} 2>/dev/null\n{line}"));
    command.env("MALLOC_ARENA_MAX", "2").env("RUST_BACKTRACE", "0").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a shell");
    let (mut out, mut err) = (child.stdout.take().expect("stdout"), child.stderr.take().expect("stderr"));
    let readers = [std::thread::spawn(move || read_all(&mut out)), std::thread::spawn(move || read_all(&mut err))];
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            break status;
        }
        if started.elapsed() > patience {
            child.kill().expect("it can be stopped");
            panic!("no answer after {patience:?} to `{line}`");
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let [stdout, stderr] = readers.map(|reader| reader.join().expect("the output is read"));
    assert!(stdout.len() + stderr.len() < 1_000_000, "too much was printed by `{line}`");
    Output { status, stdout, stderr }
}

fn read_all(from: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).expect("the output can be read");
    bytes
}

/// What a program printed.
pub(crate) fn out(output: &Output) -> String {
    text(&output.stdout)
}

/// What a program printed to standard error.
pub(crate) fn err(output: &Output) -> String {
    text(&output.stderr)
}

fn text(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

/// Both.
pub(crate) fn said(output: &Output) -> String {
    out(output) + &err(output)
}

/// Whether a text is as written; `…` stands for anything.
pub(crate) fn fits(written: &str, said: &str) -> bool {
    let Some((head, rest)) = written.split_once('…') else { return written == said };
    let Some(tail) = said.strip_prefix(head) else { return false };
    tail.char_indices().map(|(n, _)| n).chain([tail.len()]).any(|n| fits(rest, &tail[n..]))
}

/// What a run of an engine saves, of the trials that are wanted, by their place among all.
pub(crate) fn results_of<E: Engine + Clone + 'static>(
    corpus: &Corpus,
    engine: &E,
    wanted: impl Fn(usize) -> bool,
) -> Results {
    let mut text = String::new();
    let mut summary = Summary::new();
    let engines: Vec<Box<dyn Engine>> = (0..2).map(|_| Box::new(engine.clone()) as Box<dyn Engine>).collect();
    let all = trials(corpus).into_iter().enumerate().filter(|(i, _)| wanted(*i)).map(|(_, trial)| trial);
    let each = |trial: &Trial, verdict: Verdict| -> Result<(), ()> {
        let Verdict::Played(ruling, judgement) = verdict else { panic!("{} cannot be read", trial.ruling) };
        summary.add(&judgement.outcome);
        text.push_str(&json::result(&ruling, trial.format.as_deref().unwrap_or_default(), &judgement, None));
        text.push('\n');
        Ok(())
    };
    run_all(corpus, &all.collect::<Vec<_>>(), engines, each).expect("a run to its end");
    text.push_str(&json::summary(&summary, engine.about(), corpus.version(), "test"));
    right(read::text("saved.json", &Arc::from(text)))
}

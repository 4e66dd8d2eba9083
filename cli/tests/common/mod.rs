//! What tests of the program share: the program, a small corpus in a directory, and engines that believe something wrong.

#![allow(dead_code, unused_imports, clippy::expect_used)]

mod fixtures;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

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

    /// Makes formats with another policy, for [`TestCorpus::wrong_engine`].
    pub(crate) fn wrong_formats(&self, policy: &str, formats: &[&str]) {
        let format = |name: &str| match formats.contains(&name) {
            true => format!("{name}: {{title: {name}, policy: {{{policy}}}}}\n"),
            false => format!("{name}: {{title: {name}}}\n"),
        };
        let text: String = ["tcg", "ocg", "edison", "goat"].map(format).concat();
        for folder in ["cards", "rulings"] {
            fs::create_dir_all(self.0.join("wrong").join(folder)).expect("a directory for the test");
        }
        fs::copy(self.file("rules.yaml"), self.0.join("wrong/rules.yaml")).expect("a file of the corpus");
        fs::write(self.0.join("wrong/formats.yaml"), text).expect("formats of the test");
    }

    /// The command of an engine with the formats of [`TestCorpus::wrong_formats`].
    pub(crate) fn wrong_engine(&self) -> String {
        format!("'{SEGOC}' serve --corpus '{}'", self.0.join("wrong").display())
    }

    /// The program, in the directory that holds the corpus.
    pub(crate) fn segoc(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(SEGOC);
        command.args(arguments).current_dir(&self.0).stdin(Stdio::null());
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

/// A file of a test, outside of every corpus.
pub(crate) fn scratch(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory for the test");
    fs::write(&path, text).expect("a file of the test");
    path.display().to_string()
}

/// What a program printed.
pub(crate) fn out(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    if cfg!(windows) { text.replace('\\', "/") } else { text.into_owned() }
}

/// What a program printed to standard error.
pub(crate) fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Both.
pub(crate) fn said(output: &Output) -> String {
    out(output) + &err(output)
}

//! What tests of the program share: a small corpus in a directory, and engines that believe something wrong.

#![allow(dead_code, clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Box C: passes in both formats.
pub(crate) const TRAP_HOLE: &str = r#"id: T3ST
ruling: A monster is Normal Summoned into a Trap Hole
question: When may the opponent use Trap Hole?
answer: In box C, after the turn player passes in box B.
formats: [tcg, goat]
rules: [chart.box-c]
sources:
  - {kind: official, title: Fast effects & Timing (Konami), url: "https://www.yugioh-card.com/en/gameplay/fasteffects_timing.html"}
duel:
  Yugi: {hand: [Celtic Guardian]}
  Joey: {set: [Trap Hole]}
play:
  - Yugi: {normal summons: Celtic Guardian}
  - window: {player: Yugi, box: B}
  - window: {player: Joey, box: C, offered: [Trap Hole]}
  - Joey: {activates: Trap Hole}
  - chain: [Trap Hole]
  - board: {Yugi: {gy: [Celtic Guardian]}}
"#;

/// A corpus of the real rules, formats and cards, with rulings of its own, in a directory.
pub(crate) struct TestCorpus(PathBuf);

impl TestCorpus {
    /// A corpus in a directory of this name.
    pub(crate) fn new(name: &str, rulings: &[(&str, &str)]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&root);
        let corpus = Self(root);
        let dir = corpus.0.join("corpus");
        for folder in ["cards", "rulings/test"] {
            fs::create_dir_all(dir.join(folder)).expect("a directory for the test");
        }
        for file in ["rules.yaml", "formats.yaml"] {
            fs::copy(real().join(file), dir.join(file)).expect("a file of the corpus");
        }
        for card in ["celtic-guardian.yaml", "trap-hole.yaml"] {
            fs::copy(real().join("cards").join(card), dir.join("cards").join(card)).expect("a card of the corpus");
        }
        for (file, text) in rulings {
            fs::write(dir.join("rulings/test").join(file), text).expect("a ruling of the test");
        }
        corpus
    }

    /// The directory in which programs are run, above the corpus.
    pub(crate) fn root(&self) -> &Path {
        &self.0
    }

    /// Makes formats with another policy, for [`TestCorpus::wrong_engine`].
    pub(crate) fn wrong_formats(&self, policy: &str, formats: &[&str]) {
        let dir = self.0.join("wrong");
        for folder in ["cards", "rulings"] {
            fs::create_dir_all(dir.join(folder)).expect("a directory for the test");
        }
        fs::copy(real().join("rules.yaml"), dir.join("rules.yaml")).expect("a file of the corpus");
        let format = |name: &str| match formats.contains(&name) {
            true => format!("{name}: {{title: {name}, policy: {{{policy}}}}}\n"),
            false => format!("{name}: {{title: {name}}}\n"),
        };
        let text: String = ["tcg", "ocg", "edison", "goat"].map(format).concat();
        fs::write(dir.join("formats.yaml"), text).expect("formats of the test");
    }

    /// The command of an engine with the formats of [`TestCorpus::wrong_formats`].
    pub(crate) fn wrong_engine(&self) -> String {
        format!("'{}' serve --corpus '{}'", env!("CARGO_BIN_EXE_segoc"), self.0.join("wrong").display())
    }

    /// The program, in the directory that holds the corpus.
    pub(crate) fn segoc(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_segoc"));
        command.args(arguments).current_dir(&self.0);
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    /// What the program says there.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.segoc(arguments).output().expect("the program runs")
    }
}

fn real() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

/// What a program printed.
pub(crate) fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).replace('\\', "/")
}

/// What a program printed to standard error.
pub(crate) fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

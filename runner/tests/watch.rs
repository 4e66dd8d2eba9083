//! `segoc watch`: it looks at a file again when that, or a card in it, is saved.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const RULING: &str = r#"id: T3ST
ruling: A monster is Normal Summoned into a Trap Hole
question: When may the opponent use Trap Hole?
answer: In box C, after the turn player passes in box B.
formats: [tcg, goat]
rules: [chart.box-c]
sources: [{kind: derived, title: What a test needs}]
duel:
  Yugi: {hand: [Celtic Guardian]}
  Joey: {set: [Trap Hole]}
play:
  - Yugi: {normal summons: Celtic Guardian}
  - window: {player: Yugi, box: B}
  - Joey: {activates: Trap Hole}
  - chain: [Trap Hole]
"#;

/// A corpus with one ruling and three cards, two of which it uses.
fn corpus(name: &str) -> PathBuf {
    let real = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("watch-{name}"));
    let _ = fs::remove_dir_all(&dir);
    for folder in ["cards", "rulings/test"] {
        fs::create_dir_all(dir.join(folder)).expect("a directory for the test");
    }
    for file in
        ["rules.yaml", "formats.yaml", "cards/celtic-guardian.yaml", "cards/trap-hole.yaml", "cards/kuriboh.yaml"]
    {
        fs::copy(real.join(file), dir.join(file)).expect("a file of the corpus");
    }
    fs::write(dir.join("rulings/test/trap-hole.yaml"), RULING).expect("a ruling");
    dir
}

/// The program while it watches.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(corpus: &Path, target: &Path, runs: usize) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_segoc"))
            .arg("watch")
            .arg(target)
            .arg("--corpus")
            .arg(corpus)
            .args(["--until-runs", &runs.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let (sender, lines) = channel();
        let out = BufReader::new(child.stdout.take().expect("its output"));
        std::thread::spawn(move || out.lines().map_while(Result::ok).for_each(|line| drop(sender.send(line))));
        Self { child, lines }
    }

    /// What it says up to its last line of a run.
    fn run(&self) -> String {
        let mut said = String::new();
        loop {
            match self.lines.recv_timeout(Duration::from_secs(60)) {
                Ok(line) => {
                    said.push_str(&line);
                    said.push('\n');
                    if line.contains("Ctrl-C ends") {
                        return said;
                    }
                }
                Err(error) => panic!("it says no more ({error}):\n{said}"),
            }
        }
    }

    /// It must end by itself.
    fn end(mut self) -> i32 {
        let status = self.child.wait().expect("its end");
        assert_eq!(self.lines.try_recv().ok(), None, "it said more than it should");
        status.code().expect("a code")
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Two polls, so that it would have noticed.
fn a_while() {
    std::thread::sleep(Duration::from_millis(700));
}

#[test]
fn a_file_is_told_again_when_it_is_saved() {
    let corpus = corpus("file");
    let file = corpus.join("rulings/test/trap-hole.yaml");
    let watch = Watch::start(&corpus, &file, 4);
    let said = watch.run();
    assert!(said.contains("Yugi Normal Summons Celtic Guardian"), "the story: {said}");
    assert!(said.contains("tcg passed, goat passed; no mistakes; watching"), "{said}");
    assert!(!said.contains('\u{1b}'), "no terminal, no escapes: {said}");

    fs::write(&file, RULING.replace("player: Yugi, box: B", "player: Joey, box: B")).unwrap();
    let said = watch.run();
    assert!(said.contains("tcg failed, goat failed"), "{said}");

    fs::write(&file, RULING.replace("window:", "windw:")).unwrap();
    let said = watch.run();
    assert!(said.contains("did you mean `window`?") && said.contains("1 mistake; watching"), "{said}");

    // As editors save: the file is away, and then another one is in its place.
    fs::remove_file(&file).unwrap();
    a_while();
    let other = corpus.join("other");
    fs::write(&other, RULING.replace("  - window: {player: Yugi, box: B}\n", "  - window:\n")).unwrap();
    fs::rename(&other, &file).unwrap();
    let said = watch.run();
    assert!(said.contains("does not say yet") && said.contains("`segoc bless`"), "a draft is told: {said}");
    assert_eq!(watch.end(), 2);
}

#[test]
fn a_card_counts_if_it_is_used() {
    let corpus = corpus("card");
    let file = corpus.join("rulings/test/trap-hole.yaml");
    let watch = Watch::start(&corpus, &file, 3);
    watch.run();
    let append = |card: &str, text: &str| {
        let path = corpus.join("cards").join(card);
        let old = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{old}{text}")).unwrap();
    };
    append("kuriboh.yaml", "# not in this duel\n");
    a_while();
    append("trap-hole.yaml", "# in this duel\nnonsense: true\n");
    let said = watch.run();
    assert!(said.contains("unknown field `nonsense`"), "{said}");
    let card = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/cards/trap-hole.yaml");
    fs::copy(card, corpus.join("cards/trap-hole.yaml")).unwrap();
    assert!(watch.run().contains("tcg passed, goat passed"));
    assert_eq!(watch.end(), 0);
}

#[test]
fn a_directory_is_run_and_then_what_was_saved_in_it() {
    let corpus = corpus("directory");
    let watch = Watch::start(&corpus, &corpus.join("rulings"), 2);
    assert!(watch.run().contains("1 ruling: 1 passed, 0 failed, 0 with mistakes"));
    let second = RULING.replace("T3ST", "T3SS").replace("player: Yugi, box: B", "player: Joey, box: B");
    fs::write(corpus.join("rulings/test/.hidden.yaml"), "nonsense").unwrap();
    fs::write(corpus.join("rulings/test/second.yaml"), second).unwrap();
    let said = watch.run();
    assert!(said.contains("tcg failed, goat failed") && said.contains("second.yaml"), "{said}");
    assert_eq!(watch.end(), 1);
}

#[test]
fn what_is_not_there_cannot_be_watched() {
    let corpus = corpus("missing");
    let output = Command::new(env!("CARGO_BIN_EXE_segoc"))
        .args(["watch", "no-such-file.yaml", "--corpus"])
        .arg(&corpus)
        .output()
        .expect("the program");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no file or directory `no-such-file.yaml`"));
}

//! `segoc watch`: it looks at a file again when that, or a card in it, is saved.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use common::{TRAP_HOLE, TestCorpus, but, err};

/// A corpus with one ruling and three cards, two of which it uses.
fn corpus(name: &str) -> TestCorpus {
    let corpus = TestCorpus::new(&format!("watch-{name}"), &[("trap-hole.yaml", TRAP_HOLE)]);
    corpus.copy("cards/kuriboh.yaml");
    corpus
}

/// The program while it watches.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(corpus: &TestCorpus, target: &Path, runs: usize) -> Self {
        let mut command = corpus.segoc(&["watch", "--until-runs", &runs.to_string()]);
        let mut child = command.arg(target).stdout(Stdio::piped()).spawn().expect("the program");
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
    let file = corpus.file("rulings/test/trap-hole.yaml");
    let watch = Watch::start(&corpus, &file, 4);
    let said = watch.run();
    assert!(said.contains("Yugi Normal Summons Celtic Guardian"), "the story: {said}");
    assert!(said.contains("tcg passed, goat passed; no mistakes; watching"), "{said}");
    assert!(!said.contains('\u{1b}'), "no terminal, no escapes: {said}");

    fs::write(&file, but("player: Yugi, box: B", "player: Joey, box: B")).unwrap();
    let said = watch.run();
    assert!(said.contains("tcg failed, goat failed"), "{said}");

    fs::write(&file, but("window:", "windw:")).unwrap();
    let said = watch.run();
    assert!(said.contains("did you mean `window`?") && said.contains("1 mistake; watching"), "{said}");

    // As editors save: the file is away, and then another one is in its place.
    fs::remove_file(&file).unwrap();
    a_while();
    let other = corpus.file("other");
    fs::write(&other, but("  - window: {player: Yugi, box: B}\n", "  - window:\n")).unwrap();
    fs::rename(&other, &file).unwrap();
    let said = watch.run();
    assert!(said.contains("not written yet") && said.contains("`segoc bless`"), "a draft is told: {said}");
    assert_eq!(watch.end(), 2);
}

#[test]
fn a_card_counts_if_it_is_used() {
    let corpus = corpus("card");
    let file = corpus.file("rulings/test/trap-hole.yaml");
    let watch = Watch::start(&corpus, &file, 3);
    watch.run();
    let append = |card: &str, text: &str| {
        let path = corpus.file("cards").join(card);
        let old = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{old}{text}")).unwrap();
    };
    append("kuriboh.yaml", "# not in this duel\n");
    a_while();
    append("trap-hole.yaml", "# in this duel\nnonsense: true\n");
    let said = watch.run();
    assert!(said.contains("unknown field `nonsense`"), "{said}");
    corpus.copy("cards/trap-hole.yaml");
    assert!(watch.run().contains("tcg passed, goat passed"));
    assert_eq!(watch.end(), 0);
}

#[test]
fn a_directory_is_run_and_then_what_was_saved_in_it() {
    let corpus = corpus("directory");
    let watch = Watch::start(&corpus, &corpus.file("rulings"), 2);
    assert!(watch.run().contains("1 ruling: 1 passed, 0 failed, 0 with mistakes"));
    let second = but("player: Yugi, box: B", "player: Joey, box: B").replace("T3ST", "T3SS");
    fs::write(corpus.file("rulings/test/.hidden.yaml"), "nonsense").unwrap();
    fs::write(corpus.file("rulings/test/second.yaml"), second).unwrap();
    let said = watch.run();
    assert!(said.contains("tcg failed, goat failed") && said.contains("second.yaml"), "{said}");
    assert_eq!(watch.end(), 1);
}

#[test]
fn what_is_not_there_cannot_be_watched() {
    let corpus = corpus("missing");
    let output = corpus.run(&["watch", "no-such-file.yaml"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("there is no file `no-such-file.yaml`"));
}

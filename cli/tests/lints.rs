//! Every mistake by its id: a corpus that has it, and one almost like it that has not.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::collections::BTreeSet;

use common::{TRAP_HOLE, TestCorpus, but, said, small_corpus, summoned_and};
use segoc_format::corpus::Corpus;
use segoc_format::diagnostic::{Diagnostic, Severity};
use segoc_format::lint::Lint;
use segoc_runner::coverage::{self, Coverage};
use segoc_runner::lint;

/// Another ruling that shows the same.
fn other() -> String {
    summoned_and("  - window: {player: Joey, box: C}\n")
        .replace("T3ST", "T3S2")
        .replace("into a Trap Hole", "and Trap Hole is not used")
}

/// Files by their path below the root, beside the real rules, formats and two cards.
type Files = Vec<(&'static str, String)>;

/// Everything `segoc check` finds.
fn found(files: &Files) -> Vec<Diagnostic> {
    match small_corpus(files.iter().cloned()) {
        Ok(corpus) => of_corpus(&corpus),
        Err(errors) => errors.0,
    }
}

fn of_corpus(corpus: &Corpus) -> Vec<Diagnostic> {
    let mut checked = corpus.check();
    let mut found = lint::lint(corpus, &checked, |_| true);
    found.append(&mut checked.diagnostics);
    found.append(&mut checked.warnings);
    if let Ok(coverage) = Coverage::of(corpus, &checked.rulings) {
        found.extend(coverage::lint(&coverage));
    }
    found
}

fn ids(found: &[Diagnostic]) -> BTreeSet<Lint> {
    found.iter().map(|diagnostic| diagnostic.lint).collect()
}

fn ruling(text: impl Into<String>) -> Files {
    vec![("rulings/test/a.yaml", text.into())]
}

fn two(second: impl Into<String>) -> Files {
    vec![("rulings/test/a.yaml", TRAP_HOLE.into()), ("rulings/test/b.yaml", second.into())]
}

fn with(path: &'static str, text: &str) -> Files {
    vec![("rulings/test/a.yaml", TRAP_HOLE.into()), (path, text.into())]
}

const KURIBOH: &str = "name: Kuriboh\npasscode: 40640057\n\
                       monster: {attribute: dark, type: fiend, level: 1, atk: 300, def: 200}\n";

const DISPUTES: &str = "disputes:
  - id: box-c
    question: Is there a box C?
    answers:
      - {answer: Yes., sources: [{kind: derived, title: T}]}
      - {answer: No., sources: [{kind: derived, title: U}]}
    decided: {answer: Yes., authority: the chart, rulings: [T3ST]}
";

/// For each mistake a corpus that has it and one that has not.
fn fixtures(lint: Lint) -> (Files, Files) {
    let with_kuriboh = |ruling: String| vec![("rulings/test/a.yaml", ruling), ("cards/kuriboh.yaml", KURIBOH.into())];
    match lint {
        Lint::File => (
            with("cards/old/trap-hole.yaml", KURIBOH),
            with_kuriboh(but("[Trap Hole]}\nplay", "[Trap Hole], hand: [Kuriboh]}\nplay")),
        ),
        Lint::Yaml => (ruling(but("id: T3ST", "id: T3ST\nid: T3ST")), ruling(TRAP_HOLE)),
        Lint::Shape => (ruling(but("rules: [chart.box-c]", "rules: chart.box-c")), ruling(TRAP_HOLE)),
        Lint::MissingField => (ruling(but("answer: In", "# answer: In")), ruling(TRAP_HOLE)),
        Lint::UnknownField => (ruling(but("question:", "qestion:")), ruling(TRAP_HOLE)),
        Lint::UnknownWord => (ruling(but("[chart.box-c]", "[chart.box-cc]")), ruling(TRAP_HOLE)),
        Lint::UnknownCard => (ruling(but("set: [Trap Hole]", "set: [Trap Hola]")), ruling(TRAP_HOLE)),
        Lint::UnknownRuling => (
            two(other().replace("duel:", "see also: [T3S9]\nduel:")),
            two(other().replace("duel:", "see also: [T3ST]\nduel:")),
        ),
        Lint::DuplicateId => (two(other().replace("T3S2", "T3ST")), two(other())),
        Lint::FileName => (
            vec![("rulings/test/Trap Hole.yaml", TRAP_HOLE.into())],
            vec![("rulings/test/trap-hole-2.yaml", TRAP_HOLE.into())],
        ),
        Lint::NoCheck => (
            ruling(
                but("board: {Yugi: {gy: [Celtic Guardian]}}", "board: {Yugi: {lp: 8000}}\n    in: [goat]")
                    .replace("  - window", "  - in: [goat]\n    window")
                    .replace("  - chain", "  - in: [goat]\n    chain"),
            ),
            ruling(TRAP_HOLE),
        ),
        Lint::Dispute => {
            let disputed = but("duel:", "disputed:\n  - {reading: one, answer: A., sources: [{kind: derived, title: T}]}\n  - {reading: two, answer: B., sources: [{kind: derived, title: T}]}\nduel:")
                .replace("play:", "play:\n  - {board: {Yugi: {lp: 8000}}, reading: one}\n  - {board: {Yugi: {lp: 1}}, reading: two}");
            (
                vec![("rulings/test/a.yaml", disputed), ("disputes.yaml", DISPUTES.into())],
                with("disputes.yaml", DISPUTES),
            )
        }
        Lint::MissingSource => {
            (ruling(but("sources:\n  - {kind", "seen in: [\"https://a.b\"]\n# {kind")), ruling(TRAP_HOLE))
        }
        Lint::SourceWithoutKind => (ruling(but("kind: official, ", "")), ruling(TRAP_HOLE)),
        Lint::SourceWithoutDate => (ruling(but(", as of: \"2018-10-07\"", "")), ruling(other())),
        Lint::QuestionMark => (ruling(but("use Trap Hole?", "use Trap Hole.")), ruling(TRAP_HOLE)),
        Lint::Setup => (
            ruling(but("hand: [Celtic Guardian]", "hand: [Celtic Guardian], monsters: [{card: Trap Hole, as: odd}]")),
            ruling(TRAP_HOLE),
        ),
        Lint::UnusedCard => {
            let beside = |more: &str| {
                with_kuriboh(but("Joey: {set: [Trap Hole]}", &format!("Joey: {{set: [Trap Hole], {more}: [Kuriboh]}}")))
            };
            (beside("monsters"), beside("deck"))
        }
        Lint::UnusedCardFile => (
            with("cards/kuriboh.yaml", KURIBOH),
            with_kuriboh(but("set: [Trap Hole]", "set: [Trap Hole], hand: [Kuriboh]")),
        ),
        Lint::UnknownMention => {
            let speaks = |name: &str| {
                let effect = format!(
                    "effects: [{{continuous: {{applies: [{{cannot: {{what: {{name: [{name}], in: [field]}}, be: tributed}}}}]}}}}]\n"
                );
                let ruling = but("set: [Trap Hole]", "set: [Trap Hole], hand: [Kuriboh]");
                vec![("rulings/test/a.yaml", ruling), ("cards/kuriboh.yaml", format!("{KURIBOH}{effect}"))]
            };
            (speaks("Celtic Gardian"), speaks("Celtic Guardian"))
        }
        Lint::RuleNotExercised => (ruling(but("[chart.box-c]", "[chart.box-c, timing.missed]")), ruling(TRAP_HOLE)),
        Lint::RuleRarelyShown => (two(other()), real()),
        Lint::DuplicateRuling => {
            let again = TRAP_HOLE
                .replace("T3ST", "T3S2")
                .replace("hand: [Celtic Guardian]", "hand: [{as: guardian, card: Celtic Guardian}]");
            let again =
                again.replace("normal summons: Celtic Guardian}", "normal summons: guardian}\n    because: he may");
            let named = TRAP_HOLE.replace("hand: [Celtic Guardian]", "hand: [{card: Celtic Guardian, as: elf}]");
            let named = named.replace("normal summons: Celtic Guardian", "normal summons: elf");
            (vec![("rulings/test/a.yaml", named), ("rulings/test/b.yaml", again)], two(other()))
        }
        Lint::NearDuplicate => {
            let other_check = TRAP_HOLE.replace("T3ST", "T3S2").replace("  - chain: [Trap Hole]\n", "");
            let other_board =
                other_check.replace("Yugi: {hand", "Yugi: {lp: 4000, hand").replace("A monster", "One more monster");
            (two(other_check), two(other_board))
        }
        Lint::Deviation => (Vec::new(), Vec::new()),
    }
}

/// The real corpus.
fn real() -> Files {
    segoc_corpus::FILES.iter().map(|(path, text)| (*path, (*text).to_owned())).collect()
}

#[test]
fn every_mistake_has_a_corpus_with_it_and_one_without_it() {
    // A file of deviations is no part of a corpus: see tests/deviations.rs.
    for &lint in Lint::ALL.iter().filter(|lint| **lint != Lint::Deviation) {
        let (bad, good) = fixtures(lint);
        let bad = found(&bad);
        assert!(ids(&bad).contains(&lint), "{lint} is not found, only {:?}", ids(&bad));
        let good: Vec<String> = found(&good).iter().filter(|d| d.lint == lint).map(|d| d.render(false)).collect();
        assert!(good.is_empty(), "{lint} is found where it is not: {}", good.join("\n"));
    }
}

#[test]
fn a_right_ruling_has_no_mistake() {
    let found = found(&two(other()));
    let wrong: Vec<String> =
        found.iter().filter(|d| d.lint != Lint::RuleRarelyShown).map(|d| d.render(false)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_real_corpus_has_notes_at_most() {
    let corpus = Corpus::embedded().expect("the corpus");
    let found = of_corpus(&corpus);
    let worse: Vec<String> = found.iter().filter(|d| d.severity != Severity::Note).map(|d| d.render(false)).collect();
    assert!(worse.is_empty(), "{}", worse.join("\n"));
}

#[test]
fn a_card_that_shows_what_does_not_matter_is_used_if_that_is_said() {
    let (unused, _) = fixtures(Lint::UnusedCard);
    let (path, text) = &unused[0];
    let said = text.replace("  - chain: [Trap Hole]", "  - chain: [Trap Hole]\n    because: Kuriboh is not asked");
    assert_ne!(*text, said);
    let found = found(&vec![(*path, said), unused[1].clone()]);
    assert!(!ids(&found).contains(&Lint::UnusedCard));
}

#[test]
fn amounts_below_one_and_limits_the_engine_does_not_keep_are_mistakes() {
    let card = |effect: &str| {
        let text = format!("{KURIBOH}effects: [{effect}]\n");
        found(&with("cards/kuriboh.yaml", &text)).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    for (verb, amount) in [("pay lp", "-100"), ("draw", "0"), ("damage", "{who: opponent, count: -5}")] {
        let text = card(&format!("{{ignition: {{does: [{{{verb}: {amount}}}]}}}}"));
        assert!(text.contains("the amount must be 1 or more"), "{verb}: {text}");
    }
    let text = card("{ignition: {does: [{gain lp: {each: {kind: monster, in: [field]}, times: -200}}]}}");
    assert!(text.contains("`times` must be from 1 to 100000, found -200"), "{text}");
    let text = card("{procedure: {from: [hand], once per turn: use}}");
    assert!(text.contains("unknown field `once per turn` of the effect"), "{text}");
}

/// The program, run in a corpus in a directory.
struct Directory(TestCorpus);

impl Directory {
    fn new(name: &str, files: &Files) -> Self {
        let corpus = TestCorpus::new(&format!("lints-{name}"), &[]);
        files.iter().for_each(|(path, text)| corpus.write(path, text));
        Self(corpus)
    }

    fn run(&self, arguments: &[&str]) -> (String, Option<i32>) {
        let output = self.0.run(arguments);
        (said(&output), output.status.code())
    }
}

#[test]
fn ids_are_shown_and_explained() {
    let corpus = Directory::new("explained", &ruling(but("use Trap Hole?", "use Trap Hole.")));
    let file = "corpus/rulings/test/a.yaml";
    let (text, _) = corpus.run(&["check", file]);
    assert!(text.starts_with("warning[question-mark]: the question is not a question\n"), "{text}");
    let (json, _) = corpus.run(&["check", file, "--output", "json"]);
    assert!(json.contains("\"id\":\"question-mark\""), "{json}");
    let (text, code) = corpus.run(&["check", "--explain", "question-mark"]);
    assert!(text.starts_with("question-mark\n\nThe question is not a question.\n"), "{text}");
    assert_eq!(code, Some(0));
    let (text, code) = corpus.run(&["check", "--explain"]);
    assert_eq!((text.lines().count(), code), (Lint::ALL.len(), Some(0)), "{text}");
    let (text, code) = corpus.run(&["check", "--explain", "question-marks"]);
    assert_eq!(text, "error: no mistake has the id `question-marks`\n  help: did you mean `question-mark`?\n");
    assert_eq!(code, Some(2));
}

#[test]
fn warnings_are_denied_on_request() {
    let corpus = Directory::new("denied", &ruling(but("use Trap Hole?", "use Trap Hole.")));
    let file = "corpus/rulings/test/a.yaml";
    assert_eq!(corpus.run(&["check", file]).1, Some(0));
    assert_eq!(corpus.run(&["check", file, "--deny", "warnings"]).1, Some(1));
}

#[test]
fn a_note_is_a_warning_of_a_file_that_is_named() {
    let corpus = Directory::new("note", &ruling(but(", as of: \"2018-10-07\"", "")));
    let (all, _) = corpus.run(&["check"]);
    assert!(!all.contains("[source-without-date]") && all.contains(", 1 note;"), "{all}");
    let (one, code) = corpus.run(&["check", "corpus/rulings/test/a.yaml"]);
    assert!(one.starts_with("warning[source-without-date]"), "{one}");
    assert_eq!(code, Some(0));
}

#[test]
fn mistakes_are_annotations_for_github() {
    let wrong = but("gy: [Celtic Guardian]", "gy: []").replace("use Trap Hole?", "use Trap Hole.");
    let corpus = Directory::new("github", &ruling(wrong));
    let (text, code) = corpus.run(&["check", "corpus/rulings/test/a.yaml", "--output", "github"]);
    assert!(
        text.starts_with(
            "::warning file=corpus/rulings/test/a.yaml,line=3,col=11,title=question-mark::the question is not a question%0Ahelp: "
        ),
        "{text}"
    );
    assert_eq!(code, Some(0));
    let (text, code) = corpus.run(&["run", "--in", "tcg", "--output", "github"]);
    assert!(
        text.starts_with(
            "::error file=corpus/rulings/test/a.yaml,line=18,col=24,title=test/a%3A%3Atcg::other state: Yugi's gy: Celtic Guardian"
        ),
        "{text}"
    );
    assert_eq!((text.lines().count(), code), (2, Some(1)), "{text}");
    let (text, code) = corpus.run(&["list", "--output", "github"]);
    assert!(text.contains("`segoc list` has no output for GitHub"), "{text}");
    assert_eq!(code, Some(2));
}

#[test]
fn a_run_reports_an_id_used_twice_and_an_unreadable_file_once() {
    let files = vec![
        ("rulings/test/a.yaml", TRAP_HOLE.to_owned()),
        ("rulings/test/b.yaml", other().replace("T3S2", "T3ST")),
        ("rulings/test/c.yaml", other().replace("T3S2", "T3S3").replace("chart.box-c", "chart.box-cc")),
    ];
    let corpus = Directory::new("run", &files);
    for output in ["pretty", "github", "json"] {
        let (text, code) = corpus.run(&["run", "--output", output]);
        assert_eq!(text.matches("the id `T3ST` is used twice").count(), 1, "{text}");
        let once = if output == "json" { 2 } else { 1 };
        assert_eq!(text.matches("unknown rule `chart.box-cc`").count(), once, "{text}");
        assert_eq!(code, Some(2));
    }
}

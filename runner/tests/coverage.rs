//! Coverage: what rulings show. Adequacy: which wrong beliefs they catch.

#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use fixtures::{TRAP_HOLE, right, small_corpus, summoned_and};
use segoc_engine::{REFUSALS, Rule};
use segoc_format::corpus::Corpus;
use segoc_runner::adequacy::{Adequacy, mistakes};
use segoc_runner::coverage::{Coverage, Gaps, Shown, json, lint, pretty};
use segoc_runner::report::plain;

const STATEMENTS: &str = "\
documents:
  note: {kind: judge, title: T, url: \"https://example.org\"}
statements:
  - {id: A-1, statement: S., stands in: {note: top}, rules: [chart.box-c]}
  - {id: A-2, statement: S., stands in: {note: top}, rules: [chart.box-c, timing.missed]}
  - {id: A-3, statement: S., stands in: {note: top}, not checked: it is no rule}
  - {id: A-EX1, example: E., stands in: {note: top}, rulings: [AAAA]}
  - {id: A-EX2, example: E., stands in: {note: top}, rulings: [AAAB]}
";

fn ruling(id: &str, formats: &str, rules: &str, text: &str) -> String {
    let text = text.replace("T3ST", id).replace("[tcg, goat]", &format!("[{formats}]"));
    text.replace("[chart.box-c]", &format!("[{rules}]"))
}

fn corpus(rulings: &[(&str, String)]) -> Corpus {
    let paths: Vec<String> = rulings.iter().map(|(name, _)| format!("rulings/test/{name}.yaml")).collect();
    let rulings = paths.iter().zip(rulings).map(|(path, (_, text))| (path.as_str(), text.clone()));
    right(small_corpus(rulings.chain([("statements.yaml", STATEMENTS.to_owned())])))
}

fn rules_of(gaps: &Gaps<'_>) -> Vec<Rule> {
    gaps.rules.iter().map(|(rule, _)| *rule).collect()
}

#[test]
fn what_decided_something_is_exercised_and_counted_by_format() {
    let corpus = corpus(&[
        ("a", ruling("AAAA", "tcg, goat", "chart.box-c", TRAP_HOLE)),
        ("b", ruling("AAAB", "goat", "chart.box-c", TRAP_HOLE)),
    ]);
    let rulings = corpus.check().rulings;
    let coverage = Coverage::of(&corpus, &rulings).unwrap();
    let shown = coverage.showing(Rule::ChartBoxC);
    assert_eq!(shown.iter().map(|s| s.formats.clone()).collect::<Vec<_>>(), [vec!["tcg", "goat"], vec!["goat"]]);
    assert_eq!((Shown::in_format(&shown, "goat"), Shown::in_format(&shown, "ocg")), (2, 0));
    assert_eq!(coverage.claiming(Rule::ChartBoxC).count(), 2);
    let gaps = coverage.gaps();
    assert!(!rules_of(&gaps).contains(&Rule::ChartBoxC));
    assert!(rules_of(&gaps).contains(&Rule::TimingMissed));
    let formats = gaps.formats.iter().find(|(rule, _)| *rule == Rule::ChartBoxC).map(|(_, formats)| formats.clone());
    assert_eq!(formats.unwrap(), ["ocg", "edison"]);
    assert!(gaps.claims.is_empty());
}

#[test]
fn a_refusal_counts_only_where_a_check_looks_at_it() {
    let checks = "  - window: {player: Yugi, box: B}\n  - window: {player: Joey, box: C, not offered: [Trap Hole]}\n";
    let set = summoned_and(checks).replace("{set: [Trap Hole]}", "{set: [{card: Trap Hole, since: this turn}]}");
    let looks = ruling("AAAA", "tcg", "set.not-this-turn", &set);
    let does_not = ruling("AAAB", "tcg", "set.not-this-turn", &set.replace(", not offered: [Trap Hole]", ""));
    let corpus = corpus(&[("looks", looks), ("does-not", does_not)]);
    let rulings = corpus.check().rulings;
    let coverage = Coverage::of(&corpus, &rulings).unwrap();
    let shown = coverage.showing(Rule::SetNotThisTurn);
    assert_eq!(shown.iter().map(|s| s.ruling.name.as_str()).collect::<Vec<_>>(), ["test/looks"]);
    let claims = coverage.gaps().claims;
    assert_eq!(claims.len(), 1);
    assert_eq!((claims[0].ruling.name.as_str(), claims[0].rule), ("test/does-not", Rule::SetNotThisTurn));
}

#[test]
fn statements_are_shown_by_their_rules_and_examples_by_their_rulings() {
    let fails = TRAP_HOLE.replace("chain: [Trap Hole]", "ends: draw");
    let corpus = corpus(&[
        ("a", ruling("AAAA", "tcg", "chart.box-c", TRAP_HOLE)),
        ("b", ruling("AAAB", "tcg", "timing.missed", &fails)),
    ]);
    let rulings = corpus.check().rulings;
    let coverage = Coverage::of(&corpus, &rulings).unwrap();
    let gaps = coverage.gaps();
    let statements: Vec<&str> = gaps.statements.iter().map(|s| s.id.value.as_str()).collect();
    assert_eq!(statements, ["A-2", "A-EX2"]);
    assert_eq!(gaps.failing.len(), 1);
    assert!(gaps.claims.is_empty(), "what a ruling that fails claims is not judged");
    let text = plain(&pretty::all(&coverage, &gaps));
    assert!(text.starts_with("Rulings that do not go as written, and show nothing: 1\n  test/b::tcg\n"), "{text}");
    assert!(text.contains("Statements that no ruling shows: 2\n  A-2  S.\n"), "{text}");
    assert!(text.contains("  chart.box-c  1 ruling (tcg 1, ocg 0, edison 0, goat 0)\n"), "{text}");
    assert!(text.contains("not checked: it is no rule"), "{text}");
    assert!(text.contains("\n3 of 5 statements shown, 0 of "), "{text}");
}

#[test]
fn only_the_rules_asked_for_are_looked_at() {
    let corpus = corpus(&[("a", ruling("AAAA", "tcg", "chart.box-c, timing.missed", TRAP_HOLE))]);
    let rulings = corpus.check().rulings;
    let coverage = Coverage::of(&corpus, &rulings).unwrap();
    let gaps = coverage.gaps_of(&[Rule::ChartBoxC]);
    assert_eq!(rules_of(&gaps), [Rule::ChartBoxC]);
    assert!(gaps.claims.is_empty());
    let lines = json::lines(&coverage, &[Rule::ChartBoxC], &gaps);
    assert!(
        lines.contains(&r#"{"rule":"chart.box-c","rulings":{"test/a":["tcg"]},"type":"rule"}"#.to_owned()),
        "{lines:?}"
    );
    let text = plain(&pretty::some(&coverage, &[Rule::ChartBoxC], &gaps));
    assert!(text.contains("\nchart.box-c\n  A-1 "), "{text}");
    assert!(text.contains("  test/a (tcg)\n"), "{text}");
}

#[test]
fn disputed_rulings_show_nothing() {
    let readings = "disputed:\n  - {reading: one, answer: A, sources: [{kind: derived, title: T}]}\n  \
                    - {reading: two, answer: A, sources: [{kind: derived, title: T}]}\n";
    let checks =
        "  - {reading: one, board: {Yugi: {gy: [Celtic Guardian]}}}\n  - {reading: two, board: {Yugi: {gy: []}}}\n";
    let text = TRAP_HOLE.replace("duel:", &format!("{readings}duel:")) + checks;
    let corpus = corpus(&[("a", ruling("AAAA", "tcg", "chart.box-c", &text))]);
    let checked = corpus.check();
    let coverage = Coverage::of(&corpus, &checked.rulings).unwrap();
    assert_eq!(checked.rulings.len(), 1, "{:?}", checked.diagnostics);
    assert!(coverage.showing(Rule::ChartBoxC).is_empty());
}

#[test]
fn lints_point_at_the_claim_and_at_the_catalogue() {
    let corpus = corpus(&[("a", ruling("AAAA", "tcg", "chart.box-c, chart.box-e", TRAP_HOLE))]);
    let rulings = corpus.check().rulings;
    let lints = lint(&Coverage::of(&corpus, &rulings).unwrap());
    assert_eq!(lints[0].to_string(), "rulings/test/a.yaml:6:22: `chart.box-e` decides nothing in this ruling");
    assert!(lints[0].help.as_deref().unwrap().contains("chart.box-c"));
    let once = lints.iter().find(|lint| lint.message.starts_with("`chart.box-c`")).unwrap();
    assert_eq!(once.message, "`chart.box-c` is exercised by 1 ruling, not by 2");
    assert_eq!((once.path.as_str(), once.elsewhere[0].path.as_str()), ("rules.yaml", "rulings/test/a.yaml"));
}

#[test]
fn a_misconception_is_caught_by_the_rulings_that_fail() {
    let idle =
        summoned_and("  - window: {player: Yugi, box: B}\n  - board: {Yugi: {gy: []}}\n").replace("T3ST", "T3S2");
    let corpus = corpus(&[("a", TRAP_HOLE.to_owned()), ("idle", idle)]);
    let rulings = corpus.check().rulings;
    let wanted = ["box-c-missing", "age-latest-first", "no set.not-this-turn"];
    let mut chosen = mistakes(corpus.rules().unwrap());
    chosen.retain(|mistake| wanted.contains(&mistake.id.as_str()));
    let found = Adequacy::of(&corpus, &rulings, chosen);
    let (mistake, caught) = found.mistakes.iter().find(|(m, _)| m.id == "box-c-missing").unwrap();
    assert_eq!(mistake.rules, [Rule::ChartBoxC]);
    assert_eq!(caught.len(), 2, "in both formats");
    assert_eq!(found.catching(caught).len(), 1);
    let uncaught: Vec<&str> = found.uncaught().map(|mistake| mistake.id.as_str()).collect();
    assert_eq!(uncaught, ["age-latest-first", "no set.not-this-turn"]);
    assert_eq!(found.idle().iter().map(|r| r.name.as_str()).collect::<Vec<_>>(), ["test/idle"]);
    let text = plain(&found.pretty());
    assert!(
        text.starts_with("Misconceptions no ruling catches: 2\n  age-latest-first  (age of triggers: latest first)\n"),
        "{text}"
    );
    assert!(text.ends_with("1 of 3 misconceptions caught by 4 trials; 1 ruling catching nothing\n"), "{text}");
    assert_eq!(found.json().len(), 3 + 1 + 1);
}

#[test]
fn a_format_that_is_so_already_is_not_changed() {
    let corpus = corpus(&[]);
    let mistakes = mistakes(corpus.rules().unwrap());
    let together = mistakes.iter().find(|mistake| mistake.id == "age-together").unwrap();
    assert_eq!(together.in_policy(&corpus.format("tcg").unwrap().policy), None);
    assert!(together.in_policy(&corpus.format("goat").unwrap().policy).is_some());
}

#[test]
fn every_refusal_is_a_rule_that_refuses() {
    let corpus = corpus(&[]);
    let catalogue = corpus.rules().unwrap();
    for &rule in REFUSALS {
        assert!(catalogue.get(rule).is_some_and(|entry| entry.refuses), "`{rule}` needs `refuses: true`");
    }
}

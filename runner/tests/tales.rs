//! Every ruling is told in every format, and no tale says what a judge would not.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use fixtures::{real_corpus, right};
use segoc_format::parallel::on_all_cores;
use segoc_runner::{explain, telling};

/// What no tale says, with why.
const NEVER: &[(&str, &str)] = &[
    ("its effect begins to apply", "what applies is said in words: runner/src/english/phrases.md"),
    ("no condition of its", "what a trigger waits for is said in words: runner/src/english/phrases.md"),
];

#[test]
fn no_tale_says_what_a_judge_would_not() {
    let corpus = real_corpus();
    let wrong = on_all_cores(&corpus.list(), |listed| {
        let ruling = right(corpus.ruling(&listed.name));
        let told = |format: &String| {
            let played = right(telling::play(&corpus, &ruling, format));
            let tale = explain::markdown(&right(played.tale(&corpus)));
            let says =
                |line: &str| NEVER.iter().find(|(never, _)| line.to_lowercase().contains(never)).map(|(_, why)| *why);
            let wrong = |line| Some(format!("{} {format}: {line} ({})", ruling.id, says(line)?));
            tale.lines().filter_map(wrong).collect::<Vec<_>>()
        };
        ruling.formats.iter().flat_map(told).collect::<Vec<_>>()
    });
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

//! Every ruling is told in every format, and no tale says what a judge would not.

#![allow(clippy::expect_used, clippy::panic)]

#[path = "../../cli/tests/common/fixtures.rs"]
mod fixtures;

use fixtures::{real_corpus, right};
use segoc_runner::{explain, telling};

/// What no tale says, with why.
const NEVER: &[(&str, &str)] = &[
    ("its effect begins to apply", "what applies is said in words: runner/src/english/phrases.md"),
    ("no condition of its", "what a trigger waits for is said in words: runner/src/english/phrases.md"),
];

#[test]
fn no_tale_says_what_a_judge_would_not() {
    let corpus = real_corpus();
    let mut wrong = Vec::new();
    let only = std::env::var("SEGOC_ONLY").unwrap_or_default();
    for listed in corpus.list().iter().filter(|listed| listed.name.contains(&only)) {
        let ruling = right(corpus.ruling(&listed.name));
        for format in &ruling.formats {
            let played = right(telling::play(&corpus, &ruling, format));
            let tale = explain::markdown(&right(played.tale(&corpus)));
            if let Some(folder) = std::env::var_os("SEGOC_TALES") {
                let file = std::path::Path::new(&folder).join(format!("{}.{format}.md", ruling.id));
                std::fs::write(file, &tale).expect("the tale is written");
            }
            for (never, why) in NEVER {
                let lines = tale.lines().filter(|line| line.contains(never));
                wrong.extend(lines.map(|line| format!("{} {format}: {line} ({why})", ruling.id)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong.join("\n"));
}

//! A rule is found and changed in one place: its file, the questions it asks of its policy, its refusals.

#![allow(clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

/// Every source file of the engine: its path from `src/`, and its text.
fn sources() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    collect(&src, &src, &mut found);
    found.sort();
    found
}

fn collect(src: &Path, dir: &Path, found: &mut Vec<(String, String)>) {
    let entries = fs::read_dir(dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
    for entry in entries {
        let path = entry.expect("directory entry").path();
        if path.is_dir() {
            collect(src, &path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = joined(&fs::read_to_string(&path).expect("source file"));
            found.push((path.strip_prefix(src).expect("under src").to_string_lossy().replace('\\', "/"), text));
        }
    }
}

/// A source text with calls that rustfmt broke into several lines on one.
fn joined(text: &str) -> String {
    let mut joined = String::new();
    for line in text.lines() {
        match line.trim_start() {
            call if call.starts_with('.') => joined.push_str(call),
            _ => joined.push_str(&format!("\n{line}")),
        }
    }
    joined
}

/// The functions of a source text that mention a needle.
fn functions_with(text: &str, needle: &str) -> Vec<String> {
    let mut function = String::new();
    let mut found = Vec::new();
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once("fn ")
            && line.trim_start().starts_with(['f', 'p'])
        {
            function = rest.split(['(', '<']).next().unwrap_or_default().to_owned();
        }
        if line.contains(needle) && !line.trim_start().starts_with("//") && !found.contains(&function) {
            found.push(function.clone());
        }
    }
    found
}

/// The axes: field and type.
fn axes(files: &[(String, String)]) -> Vec<(String, String)> {
    let (_, policy) = files.iter().find(|(name, _)| name == "policy/mod.rs").expect("policy/mod.rs");
    let list = policy.split("\naxes! {").nth(1).expect("the list of axes");
    let axes = list.lines().filter_map(|line| line.trim().split_once(": ").filter(|(_, rest)| rest.ends_with(';')));
    let axes: Vec<_> =
        axes.map(|(field, rest)| (field.into(), rest.split(' ').next().unwrap_or_default().into())).collect();
    assert!(axes.len() > 20, "found only {axes:?}");
    axes
}

/// Only `policy/` knows the values of an axis, right or wrong: a rule asks a question of its axis.
#[test]
fn the_values_of_an_axis_are_known_to_the_policy_alone() {
    let files = sources();
    for (_, axis) in axes(&files) {
        for (name, text) in files.iter().filter(|(name, _)| !name.starts_with("policy/")) {
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let imports = |line: &str| line.starts_with("use crate::policy::") && words(line).any(|word| word == axis);
            let known: Vec<&str> = code.filter(|line| imports(line)).collect();
            assert!(known.is_empty(), "{name} knows the values of {axis}: {known:?}");
        }
    }
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric())
}

/// Every axis is asked something, and every question of an axis is asked in one function.
#[test]
fn every_question_of_an_axis_is_asked_in_one_function() {
    let files = sources();
    for (axis, _) in axes(&files) {
        let needle = format!("policy.{axis}.");
        let outside = || files.iter().filter(|(name, _)| !name.starts_with("policy/"));
        let mut questions: Vec<&str> = outside()
            .flat_map(|(_, text)| text.split(&needle).skip(1))
            .map(|after| after.split('(').next().unwrap_or_default())
            .collect();
        questions.sort_unstable();
        questions.dedup();
        assert!(!questions.is_empty(), "nothing asks `{axis}`");
        for question in questions {
            let asked = format!("{needle}{question}(");
            let readers: Vec<String> = outside()
                .flat_map(|(name, text)| functions_with(text, &asked).into_iter().map(move |f| format!("{name}: {f}")))
                .collect();
            assert_eq!(readers.len(), 1, "`{asked})` must be asked in one function, not in {readers:?}");
        }
        let bare = format!("policy.{axis}");
        for (name, text) in outside() {
            let reads = text.match_indices(&bare).filter(|(at, _)| {
                let next = text[at + bare.len()..].chars().next();
                !next.is_some_and(|c| c == '.' || c == '_' || c.is_alphanumeric())
            });
            assert_eq!(reads.count(), 0, "{name} takes the value of `{axis}` instead of asking it");
        }
    }
}

#[test]
fn no_format_and_no_card_is_known_by_name() {
    let files = sources();
    for (name, text) in files {
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for word in ["\"tcg\"", "\"ocg\"", "\"edison\"", "\"goat\"", "Sangan", "Dark Hole"] {
                assert!(!line.contains(word), "{name} knows {word}: {line}");
            }
        }
    }
}

/// The first word of a rule's id is the file under `rules/` that names it in a comment, or a file of the folder beside it.
#[test]
fn every_rule_is_named_in_the_file_of_its_family() {
    let files = sources();
    let family = |rule: &segoc_engine::Rule| {
        let (family, _) = rule.word().split_once('.').expect("family.rule-name");
        family.replace('-', "_")
    };
    let mut lost = Vec::new();
    for rule in segoc_engine::Rule::ALL {
        let (file, folder) = (format!("rules/{}.rs", family(rule)), format!("rules/{}/", family(rule)));
        let of_family = files.iter().filter(|(name, _)| *name == file || name.starts_with(&folder));
        let named = |line: &str| line.trim_start().starts_with("//") && line.contains(&format!("`{rule}`"));
        if !of_family.flat_map(|(_, text)| text.lines()).any(named) {
            lost.push(format!("{rule} in {file}"));
        }
    }
    assert!(lost.is_empty(), "not named in a comment: {lost:#?}");
    for (name, _) in files.iter().filter(|(name, _)| name.starts_with("rules/") && name != "rules/mod.rs") {
        let module = name["rules/".len()..].split(['/', '.']).next().unwrap_or_default();
        assert!(segoc_engine::Rule::ALL.iter().any(|rule| family(rule) == module), "{name} is no family of rules");
    }
}

/// Where a rule is applied outside the file of its family, that file says in which one, and in which function.
#[test]
fn what_is_elsewhere_is_there() {
    let files = sources();
    let mut found = 0;
    for (name, text) in files.iter().filter(|(name, _)| name.starts_with("rules/")) {
        let docs = text.lines().filter_map(|line| line.strip_prefix("//! ")).collect::<Vec<_>>().join(" ");
        let Some((_, elsewhere)) = docs.split_once("Elsewhere: ") else { continue };
        let mut rule = "";
        for quoted in elsewhere.split('`').skip(1).step_by(2) {
            if let Some((_, other)) = files.iter().find(|(file, _)| file == quoted) {
                let function =
                    elsewhere.split(&format!("`{quoted}` (`")).nth(1).and_then(|rest| rest.split('`').next());
                let function = function.unwrap_or_else(|| panic!("{name}: which function of {quoted}?"));
                assert!(other.contains(&format!("fn {function}(")), "{name}: no {function} in {quoted}");
                assert!(other.contains(&format!("`{rule}`")), "{name}: {quoted} does not name {rule}");
                found += 1;
            } else if segoc_engine::Rule::from_word(quoted).is_some() {
                rule = quoted;
            } else {
                assert!(!quoted.contains('.'), "{name}: there is no {quoted}");
            }
        }
    }
    assert!(found > 5, "found only {found}");
}

/// What is written `refuse(Rule::X)` is a refusal; two rules refuse only under a policy that is wrong everywhere.
#[test]
fn every_refusal_is_listed() {
    let wrong = ["SpeedCounterTrapMayStart", "TriggerConditionAtTheEvent"];
    let listed: Vec<String> = segoc_engine::REFUSALS.iter().map(|rule| format!("{rule:?}")).collect();
    let files = sources();
    for (name, text) in &files {
        for after in text.split("refuse(Rule::").skip(1) {
            let rule = after.split(')').next().unwrap_or_default();
            assert!(listed.iter().any(|other| other == rule) || wrong.contains(&rule), "{name} refuses by {rule}");
        }
    }
    for (name, text) in files.iter().filter(|(name, _)| name != "flow/ground.rs") {
        assert!(!text.contains("Refusal::by("), "{name} refuses past `Duel::refuse` and `Duel::impossible`");
    }
    let all: String = files.iter().filter(|(name, _)| name != "catalogue.rs").map(|(_, text)| text.as_str()).collect();
    for rule in listed {
        assert!(all.contains(&format!("Rule::{rule}")), "nothing is refused by {rule}");
    }
}

//! Console sessions: what is typed into a shell in a small corpus, and what is said. `README.md` beside this file says how they are written.
//!
//! Every section of every document here is a test of its own. Set `UPDATE_SESSIONS` to write down what is said now, then read what changed.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use common::{Fence, TRAP_HOLE, TestCorpus, bounded, err, fences, fits, out};
use libtest_mimic::{Arguments, Failed, Trial};
use segoc_runner::report::{patch, plain};

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let mut trials = Vec::new();
    for file in fs::read_dir(folder).expect("the sessions").map(|file| file.expect("a session").path()) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = if file.extension().is_some_and(|end| end == "md") { fs::read_to_string(&file) } else { continue };
        for (number, (title, _)) in sections(&text.expect("a session")).into_iter().enumerate() {
            let (file, folder) = (file.clone(), format!("sessions/{name}-{number}"));
            let elsewhere = title.ends_with("(Unix)") && !cfg!(unix);
            let trial = Trial::test(format!("{name}: {title}"), move || play(&file, number, &folder));
            trials.push(trial.with_ignored_flag(elsewhere));
        }
    }
    let mut arguments = Arguments::from_args();
    // A document is written once for each of its sections.
    arguments.test_threads = if is_update() { Some(1) } else { arguments.test_threads };
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn is_update() -> bool {
    std::env::var_os("UPDATE_SESSIONS").is_some()
}

/// The sections of a document, each with its heading and its lines.
fn sections(text: &str) -> Vec<(String, Range<usize>)> {
    let fences = fences(text);
    let inside = |line: usize| fences.iter().any(|fence| fence.range().contains(&line));
    let headings = text.lines().enumerate().filter_map(|(i, line)| Some((i, line.strip_prefix("## ")?)));
    let headings: Vec<(usize, &str)> = headings.filter(|(i, _)| !inside(*i)).collect();
    let ends = headings.iter().map(|(line, _)| *line).skip(1).chain([usize::MAX]);
    headings.iter().zip(ends).map(|((from, title), to)| ((*title).to_owned(), *from..to)).collect()
}

/// Does what a section says in a corpus of its own, after what stands above the first section.
fn play(file: &Path, number: usize, folder: &str) -> Result<(), Failed> {
    let corpus = TestCorpus::new(folder, &[("trap-hole.yaml", TRAP_HOLE)]);
    let text = fs::read_to_string(file)?;
    let sections = sections(&text);
    let (above, lines) = (sections[0].1.start, &sections[number].1);
    let mut shown = Vec::new();
    for fence in fences(&text).into_iter().filter(|fence| fence.begins < above || lines.contains(&fence.begins)) {
        match fence.info.split_once(' ').unwrap_or((&fence.info, "")) {
            ("console", "") => shown.push((fence.range(), console(&corpus, &fence.lines))),
            (_, "") => {}
            ("diff", file) => change(&corpus.root().join(file), &fence),
            (_, file) => write(&corpus.root().join(file), &(fence.lines.join("\n") + "\n")),
        }
    }
    let mut now: Vec<String> = text.lines().map(str::to_owned).collect();
    for (lines, shown) in shown.into_iter().rev() {
        now.splice(lines, shown);
    }
    let now = now.join("\n") + "\n";
    if is_update() {
        fs::write(file, now)?;
    } else if now != text {
        let patch = plain(&patch::difference(&text, &now));
        return Err(format!("{} shows what is not said (-); this is (+):\n\n{patch}", file.display()).into());
    }
    Ok(())
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory for the session");
    fs::write(path, text).expect("a file of the session");
}

/// Changes a file: lines with `-` go, those with `+` come, the others stay. An empty line begins another place.
fn change(file: &Path, fence: &Fence) {
    let mut text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    for place in fence.lines.split(|line| line.is_empty()) {
        let with = |sign: char| -> String {
            let lines = place.iter().filter(|line| line.starts_with([' ', sign]));
            lines.map(|line| format!("{}\n", &line[1..])).collect()
        };
        assert!(text.contains(&with('-')), "{} has no\n{}", file.display(), with('-'));
        text = text.replacen(&with('-'), &with('+'), 1);
    }
    write(file, &text);
}

/// A console as it is now: every command with what is said, which is as it was written if that fits.
fn console(corpus: &TestCorpus, lines: &[String]) -> Vec<String> {
    let mut shown = Vec::new();
    let mut lines = lines.iter().peekable();
    while let Some(command) = lines.next() {
        let mut line = command.strip_prefix("$ ").unwrap_or_else(|| panic!("`{command}` is no command")).to_owned();
        shown.push(command.clone());
        while let Some(more) = lines.next_if(|more| *more == ">" || more.starts_with("> ")) {
            line = format!("{line}\n{}", more.get(2..).unwrap_or_default());
            shown.push(more.clone());
        }
        let written = std::iter::from_fn(|| lines.next_if(|more| !more.starts_with("$ ")));
        let written: Vec<String> = written.cloned().collect();
        let said = typed(corpus, &line);
        let end = written.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        shown.extend(if fit(&written[..end], &said) { written } else { said });
    }
    shown
}

/// What a shell says: to standard error behind `!`, and an exit code that is not 0 behind `?`.
fn typed(corpus: &TestCorpus, line: &str) -> Vec<String> {
    let output = bounded(corpus, line, 60);
    let seen = |text: String| text.replace(env!("CARGO_PKG_VERSION"), "VERSION").replace('\x1b', "␛");
    let mut said: Vec<String> = seen(out(&output)).lines().map(|line| line.trim_end().to_owned()).collect();
    said.extend(seen(err(&output)).lines().map(|line| format!("! {line}").trim_end().to_owned()));
    let code = output.status.code();
    said.extend((code != Some(0)).then(|| format!("? {}", code.map_or("killed".into(), |code| code.to_string()))));
    while said.last().is_some_and(String::is_empty) {
        said.pop();
    }
    said
}

/// Whether lines are as written; `…` stands for any lines, or for anything within a line.
fn fit(written: &[String], said: &[String]) -> bool {
    match written {
        [] => said.is_empty(),
        [any, rest @ ..] if any == "…" => (0..=said.len()).any(|n| fit(rest, &said[n..])),
        [line, rest @ ..] => said.split_first().is_some_and(|(first, more)| fits(line, first) && fit(rest, more)),
    }
}

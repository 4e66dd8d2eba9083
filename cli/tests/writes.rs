//! No write loses a file: whatever goes wrong, what stood there stands there whole.
//!
//! A limit on the size of files lets every write fail, or, where its signal is not ignored, kills the program as it writes.

#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use common::{TRAP_HOLE, TestCorpus, err, out};

const RULING: &str = "corpus/rulings/test/trap-hole.yaml";

/// A corpus with a check to be blessed, a deviation to be written, and files that older runs have left.
fn corpus(name: &str) -> TestCorpus {
    let spoilt = TRAP_HOLE.replace("gy: [Celtic Guardian]", "lp: 8000, gy: [Trap Hole]");
    let corpus = TestCorpus::new(name, &[("trap-hole.yaml", &spoilt)]);
    for folder in ["corpus/schema", "old"] {
        fs::create_dir_all(corpus.root().join(folder)).unwrap();
    }
    for file in ["old/junit.xml", "old/score.json", "old/badge.svg", "corpus/schema/card.schema.json"] {
        fs::write(corpus.root().join(file), format!("the old {file}\n")).unwrap();
    }
    fs::write(corpus.root().join("old/deviations.yaml"), "# nothing is known yet\n").unwrap();
    let score = corpus.run(&["run", "--output", "json"]);
    fs::write(corpus.root().join("results.json"), &score.stdout).unwrap();
    corpus
}

/// Every command that writes, and the file it writes.
const WRITERS: [(&[&str], &str); 6] = [
    (&["bless", RULING, "--yes"], RULING),
    (&["run", "--deviations", "old/deviations.yaml", "--update-deviations"], "old/deviations.yaml"),
    (&["run", "--scoreboard", "old/score.json"], "old/score.json"),
    (&["run", "--junit", "old/junit.xml"], "old/junit.xml"),
    (&["scoreboard", "results.json", "--badge", "old/badge.svg"], "old/badge.svg"),
    (&["schema", "--write"], "corpus/schema/card.schema.json"),
];

/// Runs the program where no file can grow; `signal` says what becomes of the signal about it.
fn limited(corpus: &TestCorpus, arguments: &[&str], signal: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_segoc");
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{signal}ulimit -f 0; exec \"$0\" \"$@\"")).arg(program).args(arguments);
    command.current_dir(corpus.root()).output().expect("a shell")
}

#[test]
fn a_failed_write_is_an_error_and_leaves_the_old_file() {
    for (arguments, file) in WRITERS {
        let corpus = corpus("write-fails");
        let before = fs::read(corpus.root().join(file)).unwrap();
        let output = limited(&corpus, arguments, "trap '' XFSZ; ");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}{}", out(&output), err(&output));
        assert!(err(&output).contains("cannot be written"), "{arguments:?}: {}", err(&output));
        assert_eq!(fs::read(corpus.root().join(file)).unwrap(), before, "{arguments:?}");
        assert!(rests(&corpus, file).is_empty(), "{arguments:?} left something behind");
    }
}

#[test]
fn a_killed_write_leaves_the_old_file() {
    for (arguments, file) in WRITERS {
        let corpus = corpus("write-killed");
        let before = fs::read(corpus.root().join(file)).unwrap();
        let output = limited(&corpus, arguments, "");
        assert_eq!(output.status.code(), None, "{arguments:?} was killed: {}{}", out(&output), err(&output));
        assert_eq!(fs::read(corpus.root().join(file)).unwrap(), before, "{arguments:?}");
        let again = corpus.run(arguments);
        assert_ne!(fs::read(corpus.root().join(file)).unwrap(), before, "{arguments:?}: {}", err(&again));
    }
}

/// Unfinished files beside a file.
fn rests(corpus: &TestCorpus, file: &str) -> Vec<String> {
    let folder = corpus.root().join(file);
    let files = fs::read_dir(folder.parent().unwrap()).unwrap().flatten();
    files.map(|file| file.file_name().to_string_lossy().into_owned()).filter(|name| name.ends_with(".tmp")).collect()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn permissions_stay_and_links_lead_on() {
    let corpus = corpus("write-permissions");
    let (ruling, link) = (corpus.root().join(RULING), corpus.root().join("link.yaml"));
    fs::set_permissions(&ruling, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&ruling, &link).unwrap();
    let output = corpus.run(&["bless", "link.yaml", "--yes"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(mode(&ruling), 0o640);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&ruling).unwrap().contains("gy: [Celtic Guardian]"));

    let plain = corpus.root().join("plain");
    fs::write(&plain, "").unwrap();
    corpus.run(&["run", "--scoreboard", "fresh.json"]);
    assert_eq!(mode(&corpus.root().join("fresh.json")), mode(&plain), "as any new file");
}

#[test]
fn standard_output_is_written_through_and_other_devices_are_refused() {
    let corpus = corpus("write-devices");
    // Every option that names a file to be written, and how what is written begins.
    let options: [(&[&str], &str); 3] = [
        (&["scoreboard", "results.json", "--badge"], "<svg"),
        (&["run", "--scoreboard"], "{\n  \"type\": \"scoreboard\""),
        (&["run", "--junit"], "<?xml"),
    ];
    let run = |arguments: &[&str], file: &str| corpus.run(&[arguments, &[file]].concat());
    for (arguments, begins) in options {
        for file in ["-", "/dev/stdout", "/dev/fd/1"] {
            let output = run(arguments, file);
            assert_ne!(output.status.code(), Some(2), "{}", err(&output));
            assert!(
                out(&output).lines().any(|line| begins.starts_with(line) || line.starts_with(begins)),
                "{}",
                out(&output)
            );
        }
    }
    let made = Command::new("mkfifo").arg(corpus.root().join("pipe")).status().expect("mkfifo");
    assert!(made.success());
    symlink("/dev/stderr", corpus.root().join("link")).unwrap();
    for (arguments, _) in options {
        for file in ["pipe", "/dev/null", "/dev/stderr", "/dev/fd/2", "link", "old"] {
            let output = run(arguments, file);
            assert_eq!(output.status.code(), Some(2), "{arguments:?} {file}");
            let said = format!(
                "error: `{file}` cannot be written: it is no ordinary file\n  help: name a file, or `-` for standard output\n"
            );
            assert_eq!(err(&output), said, "{arguments:?}");
        }
    }
    assert!(fs::symlink_metadata(corpus.root().join("pipe")).is_ok_and(|pipe| !pipe.is_file()), "it is still a pipe");
}

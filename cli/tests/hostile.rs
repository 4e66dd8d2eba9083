//! What comes from outside is met with an error that has a place and advice, at once and in bounded memory: never with
//! a panic, a hang or a green run.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::fs;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Dice, SEGOC, TRAP_HOLE as RIGHT, TestCorpus, but, real_corpus};
use segoc_format::corpus::Corpus;
use segoc_format::read::card;
use segoc_runner::trial;

/// Longer than anything takes, even unoptimized on a busy machine: whoever takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(20);
/// What reading a file of the largest size may take, in KiB of address space.
const MEMORY: u32 = 600_000;

/// A small corpus that something is done to.
struct Hostile(TestCorpus);

impl Hostile {
    fn new(name: &str) -> Self {
        let corpus = TestCorpus::new(&format!("hostile/{name}"), &[]);
        corpus.copy("cards/goldd-wu-lord-of-dark-world.yaml");
        Self(corpus)
    }

    /// The same with a ruling, `rulings/test/x.yaml`.
    fn with(name: &str, ruling: impl AsRef<[u8]>) -> Self {
        let corpus = Self::new(name);
        corpus.write("rulings/test/x.yaml", ruling);
        corpus
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        self.0.write(path, text);
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.file(path)
    }

    /// Runs the corpus in bounded memory; what was printed and the exit code.
    fn run(&self) -> (String, Option<i32>) {
        let mut command = if cfg!(unix) {
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("ulimit -v {MEMORY} 2>/dev/null; exec \"$0\" \"$@\""), SEGOC]);
            shell
        } else {
            Command::new(SEGOC)
        };
        command.args(["run", "--corpus"]).arg(self.path("")).env("MALLOC_ARENA_MAX", "2").env("RUST_BACKTRACE", "0");
        command.env_remove("CLICOLOR_FORCE").stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let (mut out, mut err) = (child.stdout.take().expect("stdout"), child.stderr.take().expect("stderr"));
        let readers = [std::thread::spawn(move || read_all(&mut out)), std::thread::spawn(move || read_all(&mut err))];
        let started = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("the program can be waited for") {
                break status;
            }
            if started.elapsed() > PATIENCE {
                child.kill().expect("the program can be stopped");
                panic!("{}: no answer after {PATIENCE:?}", self.path("").display());
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        let text = readers.map(|reader| reader.join().expect("the output is read")).concat();
        assert!(!text.contains("panicked"), "{text}");
        assert!(text.len() < 1_000_000, "{} bytes were printed", text.len());
        (text.replace('\\', "/"), status.code())
    }

    /// It is refused with exit code 2, and says all this.
    fn is_refused(&self, says: &[&str]) {
        let (text, code) = self.run();
        let start: String = text.chars().take(3000).collect();
        assert_eq!(code, Some(2), "{}: {start}", self.path("").display());
        for said in says {
            assert!(text.contains(said), "{}: expected: {said}\n{start}", self.path("").display());
        }
    }
}

fn read_all(from: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).expect("the output can be read");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn nothing_is_wrong_with_the_right_one() {
    let (text, code) = Hostile::with("right", RIGHT).run();
    assert_eq!(code, Some(0), "{text}");
    for (name, text) in [
        ("bom", format!("\u{feff}{RIGHT}")),
        ("crlf", RIGHT.replace('\n', "\r\n")),
        ("big", format!("{RIGHT}# {}\n", "x".repeat(900_000))),
    ] {
        let (text, code) = Hostile::with(name, text).run();
        assert_eq!(code, Some(0), "{name}: {text}");
    }
}

#[test]
fn yaml_that_is_not_right() {
    let indentation = "check the indentation: what belongs together begins in the same column";
    for (name, text, says) in [
        ("indentation", but("  Joey: {set", "    Joey: {set"), &["x.yaml:11:5", indentation][..]),
        ("dedent", but("  Joey: {set", " Joey: {set"), &["x.yaml:11:", indentation]),
        ("duplicate-key", but("formats:", "id: K7Q2\nformats:"), &["x.yaml:5:1", "the key `id` is written twice"]),
        (
            "tabs",
            but("  Yugi: {hand", "\tYugi: {hand"),
            &["x.yaml:10:1", "indented with a tab", "use two for each level"],
        ),
        ("anchor", but("set: [Trap", "set: &a [Trap"), &["x.yaml:11:", "anchors and aliases", "write it out"]),
        ("alias", but("chain: [Trap Hole]", "chain: *a"), &["x.yaml:17:", "anchors and aliases"]),
        (
            "merge-key",
            but("{set: [Trap Hole]}", "{<<: {set: [Trap Hole]}}"),
            &["x.yaml:11:10", "merge keys", "write it out"],
        ),
        ("tag", but("id: T3ST", "id: !!python/object T3ST"), &["x.yaml:1:", "tags", "put it in quotes"]),
        ("complex-key", but("play:", "? [a, b]\n: c\nplay:"), &["x.yaml:12:3", "a key must be a word"]),
        (
            "two-documents",
            format!("{RIGHT}---\n{RIGHT}"),
            &["x.yaml:19:1", "a file holds one document", "make it two files"],
        ),
        ("unclosed", but("[Trap Hole]}\nplay", "[Trap Hole\nplay"), &["x.yaml:", "help"]),
        (
            "no",
            but("answer: In box C, after the turn player passes in box B.", "answer: no"),
            &["x.yaml:4:9", "\"no\""],
        ),
        ("on", but("play:", "on: 1\nplay:"), &["x.yaml:12:1", "`on` is a truth value", "\"on\""]),
        ("exponent", but("T3ST", "1E10"), &["x.yaml:1:5", "`1E10` is a number in YAML", "\"1E10\""]),
        ("date", but("\"2018-10-07\"", "2018-10-07"), &["x.yaml:8:", "`2018-10-07` is a date", "\"2018-10-07\""]),
        (
            "comma",
            but("[Celtic Guardian]", "[Celtic Guardian, Goldd, Wu-Lord of Dark World]"),
            &["x.yaml:10:34", "did you forget quotes around \"Goldd, Wu-Lord of Dark World\"?"],
        ),
        ("empty", String::new(), &["x.yaml", "expected a ruling, written as a map, found nothing"]),
        ("comment", "# nothing\n".into(), &["x.yaml:1:", "found nothing"]),
        ("scalar", "hello\n".into(), &["x.yaml:1:1", "found the text `hello`"]),
    ] {
        Hostile::with(name, text).is_refused(says);
    }
}

#[test]
fn bytes_that_are_no_text() {
    let latin = RIGHT.replace("question: W", "question: é");
    let latin: Vec<u8> = latin.chars().map(|c| c as u8).collect();
    Hostile::with("latin-1", latin).is_refused(&["x.yaml:3:11", "this is not UTF-8", "save the file as UTF-8"]);
    let utf16: Vec<u8> = "\u{feff}id: T3ST\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    Hostile::with("utf-16", utf16).is_refused(&["x.yaml:1:1", "this is not UTF-8"]);
    Hostile::with("nul", but("T3ST", "T3\0T")).is_refused(&["x.yaml:1:7", "NUL byte"]);
    let controls: Vec<u8> = (0..=255).collect();
    Hostile::with("all-bytes", controls).is_refused(&["x.yaml"]);
}

#[test]
fn too_deep_too_big_too_many() {
    let deep = 100_000;
    let nested = "nested more than 48 levels deep";
    for (name, text, says) in [
        (
            "deep-lists",
            but("[Trap Hole]\n", &format!("{}{}\n", "[".repeat(deep), "]".repeat(deep))),
            &["x.yaml:17:", nested][..],
        ),
        (
            "deep-maps",
            but("chain: [Trap Hole]", &format!("chain: {}{}", "{a: ".repeat(deep), "}".repeat(deep))),
            &["x.yaml:17:", nested],
        ),
        ("deep-unclosed", "[".repeat(deep), &["x.yaml:1:", nested, "not closed"]),
        ("deep-block", format!("{}x\n", "- ".repeat(deep)), &["x.yaml:1:97", nested]),
        ("deep-keys", (0..1000).map(|i| format!("{}a:\n", " ".repeat(i))).collect(), &["x.yaml:49:49", nested]),
        ("deep-quotes", but("T3ST", &"\"'".repeat(deep)), &["x.yaml:1:"]),
        ("many-values", format!("{RIGHT}x: [{}]\n", "a,".repeat(300_000)), &["x.yaml:19:", "too much", "50000 values"]),
        (
            "many-keys",
            RIGHT.to_owned() + &(0..40_000).map(|i| format!("k{i}: 1\n")).collect::<String>(),
            &["x.yaml:", "too much"],
        ),
        (
            "many-cards",
            but("[Celtic Guardian]", &format!("[{}]", "Celtic Guardian, ".repeat(1200))),
            &["x.yaml:10:", "at most 1000 cards"],
        ),
        (
            "many-unknown-cards",
            but(
                "[Celtic Guardian]",
                &format!("[{}]", (0..40_000).map(|i| format!("Celtic Guardia{i}, ")).collect::<String>()),
            ),
            &["x.yaml:10:17", "unknown card `Celtic Guardia0`", "did you mean `Celtic Guardian`?"],
        ),
        (
            "many-mistakes",
            but("  - chain: [Trap Hole]\n", &"  - chein: [Trap Hole]\n".repeat(8000)),
            &["x.yaml:17:", "did you mean `chain`?"],
        ),
        ("long-word", but("Celtic Guardian", &"x".repeat(900_000)), &["x.yaml:10:17", "unknown card `xxx"]),
        ("long-key", but("play:", &format!("{}: 1\nplay:", "x".repeat(900_000))), &["x.yaml:12:1", "one short word"]),
        ("long-id", but("T3ST", &"T".repeat(900_000)), &["x.yaml:1:5", "is not an id"]),
    ] {
        Hostile::with(name, text).is_refused(says);
    }
    let large = Hostile::new("large");
    let file = fs::File::create(large.path("rulings/test/x.yaml")).expect("a file of the test");
    file.set_len(50 * 1024 * 1024).expect("a large file");
    large.is_refused(&["x.yaml", "the file is larger than 1024 KiB", "is this the right file?"]);
}

#[test]
fn absurd_numbers() {
    let card = |number: &str| format!("[{{card: Celtic Guardian, counters: {number}}}]");
    for (name, text, says) in [
        ("lp-exponent", but("{hand", "{lp: 1e9, hand"), &["x.yaml:10:14", "`1e9` is a number in YAML"][..]),
        ("lp-large", but("{hand", "{lp: 1000000000, hand"), &["x.yaml:10:14", "`lp` must be from 1 to 1000000"]),
        (
            "lp-huge",
            but("{hand", "{lp: 99999999999999999999999, hand"),
            &["x.yaml:10:14", "`lp` must be from 1 to 1000000"],
        ),
        ("lp-negative", but("{hand", "{lp: -1, hand"), &["x.yaml:10:14", "`lp` must be from 1 to 1000000, found -1"]),
        ("lp-zero", but("{hand", "{lp: 0, hand"), &["x.yaml:10:14", "`lp` must be from 1"]),
        ("lp-half", but("{hand", "{lp: 0.5, hand"), &["x.yaml:10:14", "`lp` must be from 1"]),
        ("lp-hexadecimal", but("{hand", "{lp: 0x10, hand"), &["x.yaml:10:14", "not the same number"]),
        ("lp-nan", but("{hand", "{lp: .nan, hand"), &["x.yaml:10:14", "help"]),
        (
            "counters-negative",
            but("[Celtic Guardian]", &card("-1")),
            &["x.yaml:10:51", "`counters` must be from 0 to 255, found -1"],
        ),
        ("counters-many", but("[Celtic Guardian]", &card("256")), &["x.yaml:10:51", "from 0 to 255, found 256"]),
    ] {
        Hostile::with(name, text).is_refused(says);
    }
    let corpus = Hostile::with("choose", RIGHT);
    let hole = "name: Trap Hole\npasscode: 4206964\ntrap: normal\neffects: [{activation: {does: [{destroy: {choose: 999999, of: {kind: card}}}]}}]\n";
    corpus.write("cards/trap-hole.yaml", hole);
    corpus.is_refused(&["trap-hole.yaml:4:51", "a number of cards must be from 0 to 255, found 999999"]);
}

#[test]
fn corpora_that_are_none() {
    Hostile::new("no-rulings").is_refused(&["has no rulings"]);
    let corpus = Hostile::with("no-rules", RIGHT);
    fs::remove_file(corpus.path("rules.yaml")).expect("a file of the test");
    corpus.is_refused(&["rules.yaml", "a corpus is a directory with"]);
    let corpus = Hostile::with("no-formats", RIGHT);
    fs::remove_file(corpus.path("formats.yaml")).expect("a file of the test");
    corpus.is_refused(&["`formats.yaml` is missing", "help"]);
    let corpus = Hostile::with("no-cards", RIGHT);
    fs::remove_dir_all(corpus.path("cards")).expect("a directory of the test");
    corpus.is_refused(&["x.yaml:10:17", "unknown card `Celtic Guardian`", "a card needs a file under `cards`"]);
    for (name, file) in
        [("deep-rules", "rules.yaml"), ("deep-formats", "formats.yaml"), ("deep-card", "cards/trap-hole.yaml")]
    {
        let corpus = Hostile::with(name, RIGHT);
        corpus.write(file, "[".repeat(100_000));
        corpus.is_refused(&[&format!("{file}:1:"), "nested more than 48 levels deep"]);
    }
    let corpus = Hostile::with("empty-formats", RIGHT);
    corpus.write("formats.yaml", "");
    corpus.is_refused(&["formats.yaml", "expected formats by name, found nothing"]);
    let corpus = Hostile::with("another-ending", RIGHT);
    corpus.write("rulings/test/y.yml", RIGHT);
    corpus.is_refused(&["y.yml", "files of the corpus end in `.yaml`", "rename it"]);
    let corpus = Hostile::with("directory", RIGHT);
    fs::create_dir(corpus.path("rulings/test/y.yaml")).expect("a directory of the test");
    corpus.is_refused(&["y.yaml", "this is a directory with the name of a file", "rename it"]);
}

#[test]
fn things_that_exist_twice() {
    let corpus = Hostile::with("card-twice", RIGHT);
    fs::create_dir(corpus.path("cards/b")).expect("a directory of the test");
    fs::copy(corpus.path("cards/trap-hole.yaml"), corpus.path("cards/b/trap-hole.yaml")).expect("a copy");
    corpus.is_refused(&["cards/trap-hole.yaml", "there is another file of this name", "remove one of them"]);

    let mistakes = |corpus: &Hostile| -> Vec<String> {
        let checked = Corpus::load(&corpus.path("")).expect("a corpus").check();
        let said = checked.diagnostics.iter().map(|d| format!("{d} ({})", d.help.clone().unwrap_or_default()));
        said.map(|text| text.replace('\\', "/")).collect()
    };
    let corpus = Hostile::with("id-twice", RIGHT);
    corpus.write("rulings/test/y.yaml", RIGHT);
    let said = mistakes(&corpus);
    assert!(said.len() == 1 && said[0].contains("y.yaml:1:5: the id `T3ST` is used twice (give the newer"), "{said:?}");

    let corpus = Hostile::with("card-with-two-names", RIGHT);
    fs::copy(corpus.path("cards/trap-hole.yaml"), corpus.path("cards/trap-hole-2.yaml")).expect("a copy");
    let said = mistakes(&corpus);
    let expected = "trap-hole-2.yaml:1:7: the file of `Trap Hole` must be called `trap-hole.yaml` (rename it";
    assert!(said.len() == 1 && said[0].contains(expected), "{said:?}");
}

#[cfg(unix)]
#[test]
fn files_that_are_none() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let pipe = |path: &Path| {
        let made = Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
        assert!(made.success());
    };
    let corpus = Hostile::new("pipe");
    pipe(&corpus.path("rulings/test/x.yaml"));
    corpus.is_refused(&["x.yaml", "this is not a file", "help"]);
    for file in ["cards/trap-hole.yaml", "rules.yaml", "formats.yaml"] {
        let corpus = Hostile::with(&format!("pipe-{}", file.replace('/', "-")), RIGHT);
        fs::remove_file(corpus.path(file)).expect("a file of the test");
        pipe(&corpus.path(file));
        corpus.is_refused(&[file]);
    }
    let corpus = Hostile::new("endless-device");
    symlink("/dev/zero", corpus.path("rulings/test/x.yaml")).expect("a link");
    corpus.is_refused(&["x.yaml", "this is not a file"]);

    let corpus = Hostile::with("loop", RIGHT);
    symlink("..", corpus.path("rulings/test/loop")).expect("a link");
    corpus.is_refused(&["test/loop", "this link leads back to", "a corpus is a tree"]);
    let corpus = Hostile::with("link-to-itself", RIGHT);
    symlink("self.yaml", corpus.path("rulings/test/self.yaml")).expect("a link");
    corpus.is_refused(&["self.yaml", "this cannot be read"]);
    let corpus = Hostile::with("link-to-nothing", RIGHT);
    symlink("nothing.yaml", corpus.path("rulings/test/y.yaml")).expect("a link");
    corpus.is_refused(&["y.yaml", "this cannot be read"]);

    let corpus = Hostile::with("unreadable", RIGHT);
    let file = corpus.path("rulings/test/x.yaml");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).expect("permissions");
    // Whoever may read everything, as root, cannot be refused.
    if fs::read(&file).is_err() {
        corpus.is_refused(&["x.yaml", "the file cannot be read"]);
    }
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("permissions");
}

/// A corpus with the cards Spark (a Spell), Aaa (Yugi's) and Bbb (Joey's), and a ruling in which Spark is activated.
fn circle(name: &str, spark: &str, aaa: &str, bbb: &str) -> Hostile {
    let monster = "monster: {attribute: dark, type: fiend, level: 3, atk: 1000, def: 600}";
    let play = "  - Yugi: {activates: Spark}\n  - chain: [Spark]\n  - board: {Joey: {hand: []}}\n";
    let duel = "duel:\n  Yugi: {hand: [Spark], monsters: [Aaa]}\n  Joey: {monsters: [Bbb]}\nplay:\n";
    let (head, _) = RIGHT.split_once("duel:").expect("a duel");
    let corpus = Hostile::with(name, format!("{head}{duel}{play}"));
    for (card, kind, effects) in [("Spark", "spell: normal", spark), ("Aaa", monster, aaa), ("Bbb", monster, bbb)] {
        let text = format!("name: {card}\npasscode: 1\n{kind}\neffects:\n{effects}");
        corpus.write(&format!("cards/{}.yaml", card.to_lowercase()), text);
    }
    corpus
}

const GAIN: &str = "  - activation: {does: [{gain lp: 1}]}\n";
const PLAIN: &str = "  - continuous: {applies: [{piercing: this card}]}\n";

#[test]
fn cards_that_go_on_for_ever_are_told() {
    let gives =
        "  - trigger: {mandatory: true, if: {gains lp: {who: you}}, does: [{gain lp: {who: opponent, count: 1}}]}\n";
    let doubles = "  - trigger: {mandatory: true, if: {gains lp: {who: you}}, does: [{gain lp: double}]}\n";
    let twice = "  - id: a\n    trigger: {mandatory: true, if: {gains lp: {who: you}}, does: [{gain lp: 1}, {then: {gain lp: 1}}]}\n  \
                 - id: b\n    trigger: {mandatory: true, if: {gains lp: {who: you}}, does: [{gain lp: 1}, {then: {gain lp: 1}}]}\n";
    let whenever =
        "  - continuous: {whenever: {gains lp: {who: either}}, does: [{gain lp: double}, {then: {gain lp: 1}}]}\n";
    let quick = "  - quick: {mandatory: true, when: {activated: {what: {kind: card}}}, does: [{gain lp: 1}]}\n";
    let flickers = "  - trigger: {mandatory: true, if: {any of: [{gains lp: {who: you}}, {special summoned: {what: this card}}]}, \
                    does: [{banish: this card}, {then: {special summon: {all: {in: [banished]}}}}]}\n";
    for (name, aaa, bbb) in [
        ("each-other", gives, gives),
        ("doubling", doubles, PLAIN),
        ("more-and-more", twice, PLAIN),
        ("whenever", whenever, PLAIN),
        ("whenever-each-other", whenever, whenever),
        ("quick", quick, quick),
        ("coming-back", flickers, PLAIN),
    ] {
        let (text, code) = circle(name, GAIN, aaa, bbb).run();
        assert_eq!(code, Some(1), "{name}: {text}");
        assert!(text.contains("ENDLESS") && text.contains("x.yaml") && text.contains("2 endless"), "{name}: {text}");
    }
}

#[test]
fn continuous_effects_may_depend_on_each_other() {
    let by_own_atk = "  - continuous: {while: {there is: {kind: monster, atk: {at least: 1000}}}, \
                      applies: [{atk: {what: {kind: monster, atk: {at least: 900}}, by: {atk of: this card}}}]}\n";
    let to_own_atk = "  - continuous: {applies: [{atk: {what: this card, to: {atk of: this card}}}, {atk: {what: {kind: monster}, by: double}}]}\n";
    let negates_all = "  - continuous: {applies: [{negated: {what: {kind: monster}}}]}\n";
    let renames = "  - continuous: {applies: [{treated as: {what: {kind: monster, name: [Aaa]}, name: Bbb}}, \
                   {treated as: {what: {kind: monster, name: [Bbb]}, name: Aaa}}]}\n";
    let replaces = "  - continuous: {applies: [{instead: {of: {sent to gy: {what: {kind: card}}}, do: return to hand}}, \
                    {instead: {of: {left the field: {what: {kind: card}}}, do: banish}}]}\n";
    let destroys = "  - activation: {does: [{destroy: {all: {kind: monster}}}]}\n";
    for (name, spark, aaa, bbb) in [
        ("atk", GAIN, by_own_atk, to_own_atk),
        ("negated", GAIN, negates_all, negates_all),
        ("renamed", GAIN, renames, renames),
        ("replaced", destroys, replaces, PLAIN),
    ] {
        let (text, code) = circle(name, spark, aaa, bbb).run();
        assert_eq!(code, Some(0), "{name}: {text}");
    }
}

#[test]
fn large_boards_are_played_and_compared_in_time() {
    let guardians = |count: usize| vec!["Celtic Guardian"; count].join(", ");
    let (head, _) = RIGHT.split_once("duel:").expect("a duel");
    let duel = format!(
        "duel:\n  Yugi: {{hand: [Celtic Guardian], gy: [{}]}}\n  Joey: {{deck: [Trap Hole]}}\n",
        guardians(900)
    );
    let play = format!("play:\n  - board: {{Yugi: {{gy: [{}, Trap Hole]}}}}\n", guardians(899));
    let (text, code) = Hostile::with("other-board", format!("{head}{duel}{play}")).run();
    assert_eq!(code, Some(1), "{text}");

    let fusion = "name: Fff\npasscode: 1\nmonster: {attribute: dark, type: fiend, level: 3, atk: 0, def: 0, is: [fusion], \
                  materials: [{choose: 12, of: {kind: monster}}, {choose: 255, of: {kind: monster}}]}\n";
    let fuses =
        "  - activation: {does: [{special summon: {choose: 1, of: {is: [fusion]}, by: fusion, using: {in: [gy]}}}]}\n";
    let corpus = circle("materials", fuses, PLAIN, PLAIN);
    corpus.write("cards/fff.yaml", fusion);
    let duel = format!(
        "duel:\n  Yugi: {{hand: [Spark], gy: [{}], extra deck: [Fff]}}\n  Joey: {{}}\nplay:\n  - window: {{player: Yugi, not offered: [Spark]}}\n",
        guardians(60)
    );
    corpus.write("rulings/test/x.yaml", format!("{head}{duel}"));
    let (text, code) = corpus.run();
    assert_eq!(code, Some(0), "{text}");
}

/// The text with one thing changed: a line or a word removed, doubled, moved or replaced.
fn damaged(text: &str, dice: &mut Dice) -> String {
    let odd = "[]§{}§null§\"\"§-1§99999999999§~§'§\"§:§- §#\
               §this card§Yugi§all§true§[[§}}§\u{feff}§é§\u{1F0CF}§\r§\t§{card: Sangan}§Yugi's §|§>§half§1.5§?§*a";
    let odd: Vec<&str> = odd.split('§').collect();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = dice.below(lines.len());
    match dice.below(6) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = dice.below(lines.len());
            lines.swap(at, other);
        }
        3 => lines[at] = format!("{}{}", " ".repeat(dice.below(5)), lines[at]),
        kind => {
            let mut words: Vec<&str> = lines[at].split_inclusive([' ', ',', '{', '}', '[', ']', ':']).collect();
            if !words.is_empty() {
                let word = dice.below(words.len());
                let own: Vec<&str> = text.split_whitespace().collect();
                words[word] = *dice.pick::<&str>(if kind == 4 { &odd } else { &own });
                lines[at] = words.concat();
            }
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn damaged_files_are_read_and_played_without_a_panic() {
    let corpus = real_corpus();
    let formats: Vec<String> = corpus.formats().iter().map(|format| format.name.clone()).collect();
    let checked = corpus.check();
    let mut dice = Dice(7);
    let quietly = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut broken = Vec::new();
    let (mut refused, mut played) = (0, 0);
    for ruling in &checked.rulings {
        for _ in 0..4 {
            let mut text = damaged(&ruling.text, &mut dice);
            if dice.below(3) == 0 {
                text = damaged(&text, &mut dice);
            }
            let outcome = catch_unwind(AssertUnwindSafe(|| match corpus.parse_ruling("damaged.yaml", text.as_str()) {
                Err(errors) => {
                    let _ = errors.render(true);
                    refused += 1;
                }
                Ok(ruling) => {
                    let format = corpus.format(&ruling.formats[0]).expect("a format");
                    let _ = trial::outcome(&ruling, &format.name, &format.policy);
                    played += 1;
                }
            }));
            if outcome.is_err() {
                broken.push(text);
            }
        }
    }
    for card in &checked.cards {
        for _ in 0..5 {
            let text = damaged(&card.text, &mut dice);
            let read = catch_unwind(|| {
                card::read("damaged.yaml", &Arc::from(text.as_str()), &formats).map_err(|e| e.render(true))
            });
            if read.is_err() {
                broken.push(text);
            }
        }
    }
    std::panic::set_hook(quietly);
    assert!(broken.is_empty(), "{} panics, the first with:\n{}", broken.len(), broken[0]);
    assert!(refused > 200 && played > 50, "{refused} refused, {played} played");
}

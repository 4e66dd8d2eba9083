use std::fs;

use super::*;

const FORMATS: &str = "tcg: {title: T}\ngoat: {title: G}\n";
const SANGAN: &str =
    "name: Sangan\npasscode: 1\nmonster: {attribute: dark, type: fiend, level: 3, atk: 1000, def: 600, is: [normal]}\n";

fn ruling(id: &str, rest: &str) -> String {
    format!(
        "id: {id}\nruling: R\nquestion: Q\nanswer: A\nformats: [tcg, goat]\nrules: [timing.missed]\n\
         sources: [{{kind: derived, title: T}}]\n{rest}duel:\n  Yugi: {{hand: [Sangan]}}\n  Joey: {{}}\nplay:\n  - ends: draw\n"
    )
}

fn corpus(files: &[(&str, &str)]) -> Result<Corpus, Diagnostics> {
    Corpus::from_texts([("formats.yaml", FORMATS)].into_iter().chain(files.iter().copied()))
}

/// A directory that is removed when the test ends.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("segoc-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        for folder in ["cards", "rulings/timing"] {
            fs::create_dir_all(path.join(folder)).unwrap();
        }
        fs::write(path.join("formats.yaml"), FORMATS).unwrap();
        Self(path)
    }

    fn write(&self, path: &str, text: &str) {
        fs::write(self.0.join(path), text).unwrap();
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn files_are_named_after_cards() {
    for (name, file) in [
        ("Sangan", "sangan"),
        ("Goldd, Wu-Lord of Dark World", "goldd-wu-lord-of-dark-world"),
        ("Danger! Nessie!", "danger-nessie"),
        ("Maxx \"C\"", "maxx-c"),
        ("Number 53: Heart-eartH", "number-53-heart-earth"),
        ("D.D. Crow", "d-d-crow"),
    ] {
        assert_eq!(file_name(name), file);
    }
}

#[test]
fn a_directory_is_read_on_demand() {
    let directory = Directory::new("demand");
    directory.write("cards/sangan.yaml", SANGAN);
    directory.write("cards/broken.yaml", "name: [");
    directory.write("rulings/timing/a.yaml", &ruling("K7Q2", ""));
    directory.write("rulings/timing/.a.yaml.swp", "");
    directory.write("rulings/timing/b.yaml", "formats:\n  - goat\nid: [\n");
    directory.write("rulings/timing/c.yaml", "id: K7Q3\nformats: # all\n  - goat\n");
    let corpus = Corpus::load(&directory.0).unwrap();
    let listed: Vec<(String, Vec<String>)> = corpus.list().into_iter().map(|l| (l.name, l.formats)).collect();
    let formats = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        listed,
        [
            ("timing/a".to_owned(), formats(&["tcg", "goat"])),
            ("timing/b".to_owned(), formats(&[])),
            ("timing/c".to_owned(), formats(&["goat"])),
        ]
    );
    let ruling = corpus.ruling("timing/a").unwrap();
    assert_eq!((ruling.name.as_str(), ruling.cards.len()), ("timing/a", 1));
    assert!(ruling.path.ends_with("a.yaml") && Path::new(&ruling.path).is_file());
    assert!(corpus.ruling("timing/b").unwrap_err().to_string().contains("b.yaml:"));
    let missing = corpus.ruling("timing/aa").unwrap_err();
    assert!(missing.render(false).contains("did you mean `timing/a`?"), "{missing}");
    let file = corpus.parse_ruling_file(&directory.0.join("rulings/timing/a.yaml")).unwrap();
    assert_eq!(file.name, "a");
}

#[test]
fn a_directory_without_a_corpus_is_an_error() {
    let error = Corpus::load(Path::new("no such directory")).err().unwrap();
    assert!(error.to_string().starts_with("no such directory: there is no corpus here"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_back_is_an_error() {
    let directory = Directory::new("loop");
    std::os::unix::fs::symlink(directory.0.join("rulings"), directory.0.join("rulings/timing/again")).unwrap();
    let error = Corpus::load(&directory.0).err().unwrap();
    assert!(error.to_string().contains("again: this link leads back to"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_an_error() {
    let directory = Directory::new("dangling");
    std::os::unix::fs::symlink("nowhere.yaml", directory.0.join("cards/gone.yaml")).unwrap();
    let error = Corpus::load(&directory.0).err().unwrap();
    assert!(error.to_string().contains("gone.yaml: this cannot be read: "), "{error}");
}

#[test]
fn other_endings_are_noticed() {
    let directory = Directory::new("ending");
    directory.write("cards/sangan.yml", SANGAN);
    let error = Corpus::load(&directory.0).err().unwrap();
    assert!(error.to_string().ends_with("sangan.yml: files of the corpus end in `.yaml`"), "{error}");
}

#[test]
fn a_card_must_be_in_the_file_named_after_it() {
    let corpus = corpus(&[("cards/sagnan.yaml", SANGAN)]).unwrap();
    let errors = corpus.check().diagnostics;
    assert_eq!(errors[1].to_string(), "cards/sagnan.yaml:1:7: the file of `Sangan` must be called `sangan.yaml`");
}

#[test]
fn a_card_is_named_once() {
    let errors = corpus(&[("cards/a/sangan.yaml", SANGAN), ("cards/b/sangan.yaml", SANGAN)]).err().unwrap();
    assert_eq!(errors.to_string(), "cards/b/sangan.yaml: there is another file of this name: cards/a/sangan.yaml");
}

#[test]
fn ids_are_used_once() {
    let (first, second) = (ruling("K7Q2", ""), ruling("K7Q2", "see also: [ZZZZ]\n"));
    let corpus =
        corpus(&[("cards/sangan.yaml", SANGAN), ("rulings/t/a.yaml", &first), ("rulings/t/b.yaml", &second)]).unwrap();
    let errors = corpus.check().diagnostics;
    let of_rulings: Vec<&Diagnostic> = errors.iter().filter(|error| error.path.starts_with("rulings")).collect();
    assert_eq!(of_rulings[0].to_string(), "rulings/t/b.yaml:1:5: the id `K7Q2` is used twice");
    assert_eq!(of_rulings[0].elsewhere[0].path, "rulings/t/a.yaml");
    assert_eq!(of_rulings[1].to_string(), "rulings/t/b.yaml:8:12: there is no ruling with the id `ZZZZ`");
}

#[test]
fn a_ruling_that_cannot_be_read_can_still_be_referred_to() {
    let (good, bad) = (ruling("K7Q2", "see also: [K7Q3]\n"), ruling("K7Q3", "sea also: []\n"));
    let files =
        [("cards/sangan.yaml", SANGAN), ("rulings/t/a.yaml", good.as_str()), ("rulings/t/b.yaml", bad.as_str())];
    let errors = corpus(&files).unwrap().check().diagnostics;
    let shown: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(shown[1..], ["rulings/t/b.yaml:8:1: unknown field `sea also` of a ruling"]);
}

#[test]
fn the_mistakes_of_a_card_are_reported_once() {
    let rulings = (ruling("K7Q2", ""), ruling("K7Q3", ""));
    let broken = SANGAN.replace("dark", "drak");
    let corpus =
        corpus(&[("cards/sangan.yaml", &broken), ("rulings/t/a.yaml", &rulings.0), ("rulings/t/b.yaml", &rulings.1)])
            .unwrap();
    let checked = corpus.check();
    let shown: Vec<String> = checked.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["rules.yaml: there is no such file", "cards/sangan.yaml:3:22: unknown Attribute `drak`"]);
    assert!(checked.rulings.is_empty());
}

#[test]
fn names_of_unknown_cards_are_warned_of() {
    let card = "name: X\npasscode: 1\nspell: normal\neffects:\n  - activation: {does: [{destroy: {all: {name: [Sangann]}}}]}\n";
    let checked = corpus(&[("cards/sangan.yaml", SANGAN), ("cards/x.yaml", card)]).unwrap().check();
    assert_eq!(checked.warnings[0].to_string(), "cards/x.yaml:5:49: there is no card `Sangann` in the corpus");
    assert!(checked.warnings[0].render(false).starts_with("warning[unknown-mention]: "));
    assert_eq!(checked.warnings[0].help.as_deref(), Some("did you mean `Sangan`?"));
}

#[test]
fn formats_must_be_right_before_anything_else_is_read() {
    let error = Corpus::from_texts([("formats.yaml", "tcg: {titel: T}\n")]).err().unwrap();
    assert_eq!(error.to_string(), "formats.yaml:1:7: unknown field `titel` of a format");
    let error = Corpus::from_texts([("rules.yaml", "")]).err().unwrap();
    assert_eq!(error.to_string(), "formats.yaml: there is no such file");
}

#[test]
fn the_embedded_corpus_has_formats_and_every_rule() {
    let corpus = Corpus::embedded().unwrap();
    let names: Vec<&str> = corpus.formats().iter().map(|format| format.name.as_str()).collect();
    assert_eq!(names, ["tcg", "ocg", "edison", "goat"]);
    assert_eq!(corpus.format("tcg").map(|format| &format.policy), Some(&segoc_engine::Policy::default()));
    let rules = corpus.rules().unwrap_or_else(|errors| panic!("{}", errors.render(false)));
    assert_eq!(rules.rules.len(), segoc_engine::Rule::ALL.len());
    assert!(rules.rules.iter().all(|entry| rules.family(entry.rule).is_some()));
    assert_eq!(corpus.origin(), &Origin::Embedded);
}

/// The rulings are trials of their own; this is for what no ruling needs: unused cards, duplicate ids, the catalogue.
#[test]
fn the_corpus_of_this_repository_has_no_mistakes() {
    let checked = Corpus::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")).unwrap().check();
    let shown: Vec<String> = checked.diagnostics.iter().map(|diagnostic| diagnostic.render(false)).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n\n"));
}

use std::fs;

use super::*;

const FORMATS: &str = "tcg: {title: T}\ngoat: {title: G}\n";
const SANGAN: &str =
    "name: Sangan\npasscode: 1\nmonster: {attribute: dark, type: fiend, level: 3, atk: 1000, def: 600, is: [normal]}\n";

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
    let ruling = include_str!("../../tests/corpus/rulings/test/trap-hole.yaml");
    directory.write("rulings/timing/a.yaml", ruling);
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
fn a_card_beside_a_ruling_is_not_passed_over_in_silence() {
    let directory = Directory::new("beside");
    directory.write("cards/sangan.yaml", SANGAN);
    fs::create_dir_all(directory.0.join("own/cards")).unwrap();
    directory.write("own/a.yaml", include_str!("../../tests/corpus/rulings/test/trap-hole.yaml"));
    let corpus = Corpus::load(&directory.0).unwrap();
    let read = |card: &str| {
        directory.write("own/cards/sangan.yaml", card);
        corpus.parse_ruling_file(&directory.0.join("own/a.yaml"))
    };
    assert!(read(SANGAN).is_ok());
    let error = read(&SANGAN.replace("1000", "1100")).unwrap_err().render(false);
    assert!(error.contains("the corpus has a card `Sangan`, which would be played instead of this one"), "{error}");
    assert!(error.contains("note: the card of the corpus"), "{error}");
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

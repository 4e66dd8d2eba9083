//! Pages hold what they should, and texts of files become no markup.

#![allow(clippy::expect_used, clippy::unwrap_used)]

use segoc_runner::Corpus;
use segoc_site::{Document, Site};

/// Some files of the corpus, and a ruling.
fn corpus(ruling: &str) -> Corpus {
    let wanted = ["formats.yaml", "rules.yaml", "cards/celtic-guardian.yaml", "cards/trap-hole.yaml"];
    let files = segoc_corpus::files().filter(|(path, _)| wanted.contains(path));
    let files = files.map(|(path, text)| (path, text.to_owned()));
    Corpus::from_texts(files.chain([("rulings/test/trap-hole.yaml", ruling.to_owned())])).unwrap()
}

const RULING: &str = "\
id: T3ST
ruling: TITLE
question: When may the opponent use Trap Hole?
answer: In box C, after the turn player passes in box B.
formats: [tcg, goat]
rules: [chart.box-c]
sources: [{kind: wiki, title: TITLE, url: \"ADDRESS\", as of: \"2018\"}]
duel:
  Yugi: {hand: [Celtic Guardian]}
  Joey: {set: [Trap Hole]}
play:
  - Yugi: {normal summons: Celtic Guardian}
  - Joey: {activates: Trap Hole}
  - chain: [Trap Hole]
  - board: {Yugi: {gy: [Celtic Guardian]}}
";

fn ruling(title: &str, address: &str) -> String {
    RULING.replace("TITLE", title).replace("ADDRESS", address)
}

#[test]
fn every_path_is_a_page_and_no_other() {
    let corpus = corpus(&ruling("A Trap Hole", "https://example.org"));
    let site = Site::new(&corpus, Some("https://example.org/")).unwrap();
    for path in site.paths() {
        assert!(site.page(&path).unwrap().is_some_and(|text| !text.is_empty()), "{path}");
    }
    for path in ["r/NONE/", "c/no-such-card/", "rule/no.such-rule/", "x", "r/T3ST/more/", "../formats.yaml"] {
        assert_eq!(site.page(path).unwrap(), None, "{path}");
    }
}

#[test]
fn a_ruling_shows_its_chain_and_says_it_once_for_formats_that_play_alike() {
    let corpus = corpus(&ruling("A Trap Hole", "https://example.org"));
    let page = Site::new(&corpus, None).unwrap().page("r/T3ST/").unwrap().unwrap();
    assert!(page.contains("Chain Link 1: Joey's Trap Hole"));
    assert!(page.contains("href=\"https://example.org\""));
    assert_eq!(page.matches("class=\"duel\"").count(), 1);
}

#[test]
fn a_playground_and_documents_have_pages_only_where_there_are_any() {
    let corpus = corpus(&ruling("A Trap Hole", "https://example.org"));
    let site = Site::new(&corpus, None).unwrap();
    for path in ["play/", "play/corpus.json", "docs/", "docs/notes/"] {
        assert_eq!(site.page(path).unwrap(), None, "{path}");
    }
    assert!(!site.page("r/T3ST/").unwrap().unwrap().contains("play/"));
    let text = "# Notes\n\n<script>alert(1)</script>\n\n![a picture](x.png) [here](other.md#an-anchor) [there](../x.rs)\n\n## An *anchor*\n";
    let documents = ["docs/notes.md", "docs/other.md"].map(|path| Document { path: path.into(), text: text.into() });
    let site = site.with_playground().with_documents(documents.to_vec());
    for path in site.paths() {
        assert!(site.page(&path).unwrap().is_some_and(|text| !text.is_empty()), "{path}");
    }
    assert!(site.page("r/T3ST/").unwrap().unwrap().contains("../../play/#r=T3ST"));
    let page = site.page("docs/docs-notes/").unwrap().unwrap();
    for part in [
        "href=\"../docs-other/#an-anchor\"",
        "blob/main/x.rs",
        "<h2 id=\"an-anchor\">",
        "&lt;script&gt;",
        "<em>a picture</em>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert!(!page.contains("<script>"));
    let texts = site.page("play/corpus.json").unwrap().unwrap();
    let texts: std::collections::BTreeMap<String, String> = serde_json::from_str(&texts).unwrap();
    assert!(Corpus::from_texts(texts).unwrap().ruling("test/trap-hole").is_ok());
}

#[test]
fn texts_become_no_markup_and_no_script() {
    let corpus = corpus(&ruling("\"</title><script>alert(1)</script><img src=x onerror=y>\"", "https://example.org"));
    let site = Site::new(&corpus, None).unwrap();
    for path in site.paths().into_iter().filter(|path| path.ends_with(".html")) {
        let page = site.page(&path).unwrap().unwrap();
        assert!(!page.contains("<script>alert") && !page.contains("<img"), "{path}");
    }
}

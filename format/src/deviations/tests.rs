use super::*;
use crate::ways::FailureKind;

/// An engine without box C fails in both formats, for one reason.
const NO_C: &str = include_str!("no-box-c.yaml");

fn parse(text: &str) -> Result<Deviations, Diagnostics> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let corpus = Corpus::load(&directory).unwrap();
    Deviations::parse("d.yaml", &text.into(), &corpus, Reasons::Required)
}

fn finding(format: &str, way: Option<Way>) -> Finding {
    Finding { ruling: "T3ST".into(), format: format.into(), way }
}

#[test]
fn what_is_listed_is_compared_with_what_came() {
    let list = parse(NO_C).unwrap();
    let way = |kind| Way { outcome: "failed", kind: Some(kind) };
    let said = |now| match list.standing("T3ST", "goat", now) {
        Standing::Unlisted => "unlisted".to_owned(),
        Standing::AsListed(entry) => entry.reason.clone(),
        Standing::Otherwise(_, stale) => format!("{stale} ({})", stale.help.as_deref().unwrap_or_default()),
    };
    assert_eq!(said(Now::Failed(way(FailureKind::OtherPlayer))), "The engine has no box C.");
    assert_eq!(said(Now::NotJudged), "unlisted");
    let listed = "d.yaml:3:18: `T3ST` is listed as failed (other player) in goat, but";
    let remove = "(remove it from the list, or run again with --update-deviations)";
    assert_eq!(said(Now::Fine("passed")), format!("{listed} passes now {remove}"));
    assert_eq!(said(Now::Fine("unsupported")), format!("{listed} is unsupported now {remove}"));
    let why = "(say how it fails now, and why; or run again with --update-deviations)";
    assert_eq!(said(Now::Failed(way(FailureKind::Unused))), format!("{listed} is failed (unused) now {why}"));
    let fine = Now::Fine("passed");
    assert!(matches!(list.standing("T3ST", "ocg", fine), Standing::Unlisted));
}

#[test]
fn what_fails_otherwise_is_listed_anew_and_the_old_reason_stays_as_a_comment() {
    let way = Way { outcome: "failed", kind: Some(FailureKind::OtherOrder) };
    let both = [finding("tcg", Some(way)), finding("goat", Some(way))];
    let new = "\
- ruling: T3ST
  formats: [tcg, goat]
  outcome: failed
  kind: other order
  class: engine deviates
  reason: \"\"
";
    let updated = parse(&format!("{NO_C}# The end.\n")).unwrap().updated(&both).unwrap();
    assert_eq!((updated.added, updated.removed), (2, 0));
    let was = "# It was listed as failed (other player): The engine has no box C.\n";
    assert_eq!(&*updated.text, format!("# Beside the adapter.\n# The end.\n{was}{new}"));
    for empty in ["", "[]\n"] {
        assert_eq!(&*parse(empty).unwrap().updated(&both).unwrap().text, new);
    }
    let windows = parse("# None.\r\n").unwrap().updated(&both).unwrap().text;
    assert_eq!(&*windows, format!("# None.\n{new}").replace('\n', "\r\n"));
}

#[test]
fn an_entry_is_removed_with_all_its_lines_and_no_others() {
    let entry = |format: &str, reason: &str| {
        format!(
            "- ruling: T3ST\n  formats:\n    - {format}\n  outcome: failed\n  class: engine deviates\n  reason: {reason}\n"
        )
    };
    let folded = entry("tcg", ">-\n    The engine has\n    no box C.");
    let other = entry("goat", "'It is the same there.'");
    let list = parse(&format!("# First.\n\n{folded}\n# Second.\n{other}# The end.\n")).unwrap();
    assert_eq!(list.entries[0].reason, "The engine has no box C.");
    let without = |format: &str| list.updated(&[finding(format, None)]).unwrap().text.to_string();
    assert_eq!(without("tcg"), format!("# First.\n\n\n# Second.\n{other}# The end.\n"));
    assert_eq!(without("goat"), format!("# First.\n\n{folded}\n# Second.\n# The end.\n"));
    let both = parse(&entry("tcg # one\n    - goat", "Why it is so.")).unwrap();
    let updated = both.updated(&[finding("tcg", None)]).unwrap();
    assert_eq!((updated.text.as_ref(), updated.removed), (entry("goat", "Why it is so.").as_str(), 1));
    let one_line = "[{ruling: T3ST, formats: [goat], outcome: failed, class: engine deviates, reason: x y z}]\n";
    let error = parse(one_line).unwrap().updated(&[finding("goat", None)]).unwrap_err();
    assert!(error.to_string().contains("does not stand on lines of its own"), "{error}");
}

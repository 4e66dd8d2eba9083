//! Duels of the corpus, told by engines that can tell more or less.

use segoc_format::corpus::Corpus;
use segoc_protocol::{Capability, Happened};

use super::*;
use crate::drive::{Manner, drive};
use crate::engines::Reference;
use crate::outcome::Outcome;

const RULINGS: [&str; 4] = [
    "segoc/dark-room-counts-two-damages",
    "missing-the-timing/peten-destroyed-by-cyber-jar",
    "hand-limit/gorz-and-tragoedia",
    "chain/book-of-moon-under-mirror-force",
];

fn told(corpus: &Corpus, transcript: &Transcript<'_>) -> [String; 3] {
    let setting = Setting {
        format_title: "A format",
        catalogue: corpus.rules().unwrap(),
        earlier_moment_first: None,
        verdict: Assessment::new(transcript.cast.ruling, 1, &[Outcome::Passed], None),
        elsewhere: Vec::new(),
        opinions: Vec::new(),
        decided: Vec::new(),
    };
    let tale = tell(transcript, setting);
    [pretty(&tale), markdown(&tale), json(&tale)].map(|text| anstream::adapter::strip_str(&text).to_string())
}

/// What an engine without causes, reasons and instants would have said.
fn taciturn<'r>(mut told: Transcript<'r>) -> Transcript<'r> {
    told.capabilities = [Capability::Battle].into();
    let is_said = |event: &segoc_protocol::Event| {
        use Happened as H;
        !matches!(
            event.what,
            H::Triggered { .. } | H::Resolves { .. } | H::Phase { .. } | H::Moment { .. } | H::Attempted { .. }
        )
    };
    for question in &mut told.questions {
        question.events = told.events[..question.events].iter().filter(|event| is_said(event)).count();
    }
    told.stands.clear();
    told.events.retain(is_said);
    for event in &mut told.events {
        (event.instant, event.by, event.rule) = (None, None, None);
        event.rests_on.clear();
        match &mut event.what {
            Happened::Placed { trigger, .. } | Happened::Dropped { trigger, .. } => *trigger = None,
            Happened::Activated { answers, about, .. } => (*answers, *about) = (None, Vec::new()),
            _ => {}
        }
    }
    told
}

#[test]
fn what_an_engine_does_not_say_is_not_told() {
    let corpus = Corpus::embedded().unwrap();
    for name in RULINGS {
        let ruling = corpus.ruling(name).unwrap();
        let format = &ruling.formats[0];
        let full = drive(&mut Reference::of(&corpus), &ruling, format, None, Manner::Lenient);
        let [pretty, ..] = told(&corpus, &taciturn(full.clone()));
        let (_, pretty) = pretty.split_once("'s turn, ").unwrap();
        for invented in ["At the same time", "Then ", "It answers", "(Chain Link", "have triggered", "although"] {
            assert!(!pretty.contains(invented), "{invented}:\n{pretty}");
        }
        assert!(pretty.contains("activates"), "{pretty}");
        assert!(told(&corpus, &full).iter().all(|text| text.contains("activates") || text.contains("triggered")));
        assert_eq!(parts(&full, &taciturn(full.clone())), None);
    }
}

#[test]
fn duels_part_where_triggers_are_placed_otherwise() {
    let corpus = Corpus::embedded().unwrap();
    let ruling = corpus.ruling("segoc/sangan-shields-thestalos").unwrap();
    let ours = drive(&mut Reference::of(&corpus), &ruling, "tcg", None, Manner::Lenient);
    let goat = corpus.format("goat").unwrap().policy.clone();
    let mut engine = Reference::new([("tcg".to_owned(), goat)]);
    let theirs = drive(&mut engine, &ruling, "tcg", None, Manner::Lenient);
    assert_eq!(parts(&ours, &ours.clone()), None);
    let parting = parts(&ours, &theirs).unwrap().to_string();
    assert!(parting.contains("in this engine, Yugi places a trigger: Sangan."), "{parting}");
    assert!(goes_differently(&ours, &theirs));
}

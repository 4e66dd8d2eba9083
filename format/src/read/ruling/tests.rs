use segoc_engine::def::{BattlePosition, Moment, Phase};
use segoc_protocol::{CardEvent, CardId, ChartBox, End, LinkOutcome, Player, PlayerEvent, Sides, Since, StartZone};

use super::*;
use crate::corpus::Corpus;
use crate::read::testing::{assert_first, unmark};
use crate::ruling::{CardRef, Check, Do, Happening, OfferAction};

/// A corpus with a few cards.
fn corpus() -> Corpus {
    let plain = |name: &str| {
        let text = format!(
            "name: {name}\npasscode: 1\nmonster: {{attribute: dark, type: fiend, level: 3, atk: 1000, def: 600, is: [normal]}}\n"
        );
        (format!("cards/{}.yaml", crate::corpus::file_name(name.trim_matches('"'))), text)
    };
    let spell = |name: &str, effects: &str| {
        let path = format!("cards/{}.yaml", crate::corpus::file_name(name));
        (path, format!("name: {name}\npasscode: 1\nspell: quick-play\neffects:\n{effects}"))
    };
    let token = |name: &str| {
        let text =
            format!("name: {name}\nmonster: {{attribute: dark, type: fiend, level: 1, atk: 0, def: 0, is: [token]}}\n");
        (format!("cards/{}.yaml", crate::corpus::file_name(name)), text)
    };
    let does = |verb: &str| format!("  - activation: {{does: [{verb}]}}\n");
    Corpus::from_texts([
        ("formats.yaml".to_owned(), "tcg: {title: T}\nocg: {title: O}\ngoat: {title: G}\n".to_owned()),
        plain("Kuriboh"),
        plain("Sangan"),
        plain("Celtic Guardian"),
        plain("\"Goldd, Wu-Lord of Dark World\""),
        plain("\"Number 53: Heart-eartH\""),
        plain("Unused Monster"),
        spell("Raigeki", &does("{destroy: {all: {kind: monster, in: [field]}}}")),
        spell("Scapegoat", &does("{special summon: {choose: 4, of: {name: [Sheep Token]}}}")),
        spell(
            "Enemy Controller",
            "  - activation: {options: [{id: turn, does: [{draw: 1}]}, {id: steal, does: [{draw: 1}]}]}\n  \
             - {id: old, in: [goat], ignition: {does: [{draw: 1}]}}\n",
        ),
        ("cards/broken.yaml".to_owned(), "name: Broken\nspell: normla\n".to_owned()),
        token("Sheep Token"),
    ])
    .unwrap_or_else(|errors| panic!("{}", errors.render(false)))
}

const HEAD: &str = "id: K7Q2\nruling: What happens\nquestion: Why?\nanswer: So.\nformats: [tcg, goat]\nrules: [timing.missed]\n\
                    sources: [{kind: wiki, title: T, url: \"https://example.org\"}]\n";
const DUEL: &str = "duel:\n  Yugi: {hand: [Raigeki, Sangan], monsters: [{card: Kuriboh, as: first}, {card: Kuriboh, as: second}], \
                    deck: [Sangan, Celtic Guardian, Celtic Guardian]}\n  Joey: {hand: [Enemy Controller], monsters: [Sangan], \
                    set: [Scapegoat]}\n";
const PLAY: &str = "play:\n  - ends: draw\n";

fn read_all(text: &str) -> Ruling {
    let read = corpus().parse_ruling("r.yaml", text);
    read.unwrap_or_else(|errors| panic!("{}", errors.render(false)))
}

/// The kinds of the steps of a play in the usual duel.
fn play(steps: &str) -> Vec<StepKind> {
    let text = format!("{HEAD}{DUEL}play:\n{steps}");
    read_all(&text).play.into_iter().map(|step| step.kind).collect()
}

/// The first mistake stands at the mark.
fn check(marked: &str, message: &str, help: &str) {
    let (text, place) = unmark(marked);
    match corpus().parse_ruling("r.yaml", Arc::clone(&text)) {
        Ok(_) => panic!("no mistake was found in\n{text}"),
        Err(errors) => assert_first(&errors.0, place, message, help),
    }
}

fn check_play(steps: &str, message: &str, help: &str) {
    check(&format!("{HEAD}{DUEL}play:\n{steps}"), message, help);
}

fn card(i: u16) -> CardRef {
    CardRef::Card(CardId(i))
}

#[test]
fn the_head_of_a_ruling() {
    let text = format!("{HEAD}see also: [K7Q3]\nseen in: [\"https://example.org/1\"]\n{DUEL}{PLAY}");
    let ruling = read_all(&text);
    assert_eq!((ruling.id.as_str(), ruling.title.as_str()), ("K7Q2", "What happens"));
    assert_eq!(ruling.formats, ["tcg", "goat"]);
    assert_eq!(ruling.rules[0].value, Rule::TimingMissed);
    assert_eq!(&ruling.text[ruling.rules[0].span.start..ruling.rules[0].span.end], "timing.missed");
    assert_eq!((ruling.see_also.len(), ruling.seen_in.len()), (1, 1));
    assert_eq!(ruling.name, "r");
}

#[test]
fn the_cards_of_a_duel_are_numbered_in_set_up_order() {
    let ruling = read_all(&format!("{HEAD}{DUEL}{PLAY}"));
    assert_eq!(
        ruling.card_names,
        ["Raigeki", "Sangan", "Kuriboh", "Celtic Guardian", "Enemy Controller", "Scapegoat", "Sheep Token"]
    );
    assert_eq!(
        ruling.references,
        [
            "Raigeki",
            "Yugi's Sangan",
            "first",
            "second",
            "Sangan",
            "Celtic Guardian",
            "Celtic Guardian",
            "Enemy Controller",
            "Joey's Sangan",
            "Scapegoat"
        ]
    );
    assert_eq!(ruling.labels[2].as_deref(), Some("first"));
    assert_eq!(ruling.start("tcg").definitions.len(), ruling.card_names.len());
    let effects = |format: &str| ruling.cards[4].def(format).effects.len();
    assert_eq!((effects("tcg"), effects("goat")), (1, 2));
    assert_eq!(&ruling.text[ruling.card_spans[2].start..ruling.card_spans[2].end], "{card: Kuriboh, as: first}");
}

#[test]
fn a_set_up_says_what_is_special_about_a_card() {
    let text = format!(
        "{HEAD}duel:\n  phase: battle\n  Yugi: {{lp: 100, monsters: [{{card: Kuriboh, position: defense, owner: Joey, counters: 2, \
         since: this turn}}]}}\n  Joey: {{hand: [{{card: Raigeki, revealed: true}}], spells and traps: [{{card: Scapegoat, equipped \
         to: Kuriboh}}]}}\n{PLAY}"
    );
    let setup = read_all(&text).setup;
    assert_eq!((setup.phase, setup.lp), (Phase::Battle, Sides { yugi: 100, joey: 8000 }));
    let kuriboh = &setup.cards[0];
    assert_eq!((kuriboh.player, kuriboh.owner(), kuriboh.zone), (Player::Yugi, Player::Joey, StartZone::Monsters));
    assert_eq!(
        (kuriboh.position, kuriboh.counters, kuriboh.since),
        (Some(BattlePosition::Defense), Some(2), Some(Since::ThisTurn))
    );
    assert!(setup.cards[1].revealed);
    assert_eq!(setup.cards[2].equipped_to, Some(0));
}

#[test]
fn actions_and_announcements() {
    let steps = play(
        "  - Yugi: {activates: Raigeki, during: summon attempt, targets: [first], paying with: [second], declares: fiend}\n  \
           - Joey: {activates: Enemy Controller, option: steal}\n  - Yugi: {normal summons: Yugi's Sangan, tributing: [first]}\n  \
           - Yugi: {goes to: next turn}\n  - Yugi: {draws: for the turn}\n  - Yugi: {chooses: [first], position: defense}\n  \
           - Yugi: {applies: Raigeki}\n  - triggers: [first, {card: second, targets: [first]}]\n  - ends: Joey wins\n",
    );
    let StepKind::Action(Player::Yugi, Spanned { value: Do::Activates(used, during), .. }) = &steps[0] else {
        panic!()
    };
    assert_eq!((used.card.clone(), *during), (card(0), Some(Moment::SummonAttempt)));
    assert_eq!((used.targets[0].value.clone(), used.paying_with[0].value.clone()), (card(2), card(3)));
    assert_eq!(used.declares.as_deref(), Some("fiend"));
    let StepKind::Action(Player::Joey, Spanned { value: Do::Activates(used, None), .. }) = &steps[1] else { panic!() };
    assert_eq!(used.option.as_deref(), Some("steal"));
    let StepKind::Action(_, Spanned { value: Do::NormalSummons(summoned, tributes), .. }) = &steps[2] else { panic!() };
    assert_eq!((summoned.clone(), tributes.len()), (card(1), 1));
    assert!(matches!(steps[3], StepKind::Action(_, Spanned { value: Do::GoesToNextTurn, .. })));
    assert!(matches!(steps[4], StepKind::Action(_, Spanned { value: Do::DrawsForTheTurn, .. })));
    assert!(
        matches!(&steps[5], StepKind::Chooses(Player::Yugi, cards, Some(BattlePosition::Defense)) if cards.len() == 1)
    );
    assert!(matches!(&steps[6], StepKind::Applies(Player::Yugi, applied, None) if applied.value == card(0)));
    assert!(matches!(&steps[7], StepKind::Triggers(uses) if uses.len() == 2 && uses[1].value.targets.len() == 1));
    assert!(matches!(steps[8], StepKind::Check(Check::Ends(End::JoeyWins))));
}

#[test]
fn checks() {
    let steps = play(
        "  - chain: [Raigeki, {card: Enemy Controller, effect: old}]\n    cannot be added: [{card: Scapegoat, rule: timing.missed}]\n    \
           never offered: [first]\n  - resolves: [Scapegoat, {card: Raigeki, outcome: without effect}]\n  \
           - happens: [[{destroyed: [first, Sheep Token]}, {draws: {player: Yugi, count: 2}}]]\n  \
           - window: {player: Joey, box: E, phase: main 1, offered: [{card: first, action: attack directly}], not offered: [second]}\n  \
           - placing: {player: Yugi, offered: [first]}\n  - never offered: [first]\n  \
           - board: {Yugi: {lp: 7000, monsters: [first, Kuriboh, {card: Sheep Token, atk: 0, position: defense}], hand: []}}\n",
    );
    let StepKind::Check(Check::Chain { links, cannot_be_added }) = &steps[0] else { panic!() };
    assert_eq!(links[1].value.effect.as_deref(), Some("old"));
    assert_eq!(cannot_be_added[0].value.rule, Some(Rule::TimingMissed));
    let StepKind::Check(Check::Resolves(links)) = &steps[1] else { panic!() };
    assert_eq!((links[0].value.1, links[1].value.1), (None, Some(LinkOutcome::WithoutEffect)));
    let StepKind::Check(Check::Happens(instants)) = &steps[2] else { panic!() };
    let destroyed = Happening::Cards(CardEvent::Destroyed, vec![card(2), CardRef::Token("Sheep Token".into())]);
    assert_eq!(instants[0].value[0].value, destroyed);
    assert_eq!(instants[0].value[1].value, Happening::Player(PlayerEvent::Draws, Player::Yugi, 2));
    let StepKind::Check(Check::Window { chart: Some(ChartBox::E), offered, not_offered, .. }) = &steps[3] else {
        panic!()
    };
    assert_eq!(
        (offered[0].value.action, not_offered[0].value.offer.action),
        (OfferAction::AttackDirectly, OfferAction::Activate)
    );
    assert!(matches!(&steps[4], StepKind::Check(Check::Placing { player: Player::Yugi, .. })));
    assert!(matches!(&steps[5], StepKind::Check(Check::NeverOffered(refusals)) if refusals.len() == 1));
    let StepKind::Check(Check::Board(Sides { yugi: Some(yugi), joey: None })) = &steps[6] else { panic!() };
    let zone = |wanted| yugi.value.zones.iter().find(|(zone, _)| *zone == wanted).map(|(_, cards)| &cards.value);
    let monsters = zone(StartZone::Monsters).unwrap();
    assert_eq!((monsters[0].label, monsters[1].label), (Some(CardId(2)), None));
    assert_eq!((monsters[2].atk, monsters[2].position), (Some(0), Some(BattlePosition::Defense)));
    assert!(zone(StartZone::Hand).unwrap().is_empty() && zone(StartZone::Gy).is_none());
}

#[test]
fn a_step_may_belong_to_some_formats_and_have_a_reason() {
    let text = format!(
        "{HEAD}{DUEL}play:\n  - in: [goat]\n    because: old rules\n    ends: draw\n  - {{in: [tcg], ends: Yugi wins}}\n"
    );
    let ruling = read_all(&text);
    assert_eq!(ruling.play[0].formats.as_deref(), Some(["goat".to_owned()].as_slice()));
    assert_eq!(ruling.play[0].because.as_deref(), Some("old rules"));
    assert_eq!(&text[ruling.play_span.start..ruling.play_span.end], "play");
}

#[test]
fn mistakes_of_the_head() {
    let with = |key: &str, line: &str| {
        let lines: Vec<&str> = HEAD.lines().map(|old| if old.starts_with(key) { line } else { old }).collect();
        format!("{}\n{DUEL}{PLAY}", lines.join("\n"))
    };
    for (key, line, message, help) in [
        ("id", "id: «K7I2", "`K7I2` is not an id", "none of them I, L, O or U"),
        ("id", "id: «7Q2K", "`7Q2K` is not an id", ""),
        ("id", "id: «1E10", "`1E10` is a number in YAML", "put it in quotes"),
        ("question", "question: «[]", "expected a question, found an empty list", ""),
        ("answer", "answer: «\"\"", "expected an answer, found an empty text", ""),
        ("formats", "formats: [tcg, «goatt]", "unknown format `goatt`", "did you mean `goat`?"),
        ("formats", "formats: [tcg, «tcg]", "`tcg` is listed twice", ""),
        ("rules", "rules: [«timing.mised]", "unknown rule `timing.mised`", "did you mean `timing.missed`?"),
        ("rules", "rules: [timing.missed, «timing.missed]", "the rule `timing.missed` is listed twice", ""),
        ("rules", "rules: «[]", "the list of rules is empty", ""),
        (
            "sources",
            "sources: [{kind: «blog, title: T, url: \"https://e.org\"}]",
            "unknown kind of source `blog`",
            "`wiki`",
        ),
        ("sources", "sources: [{kind: wiki, title: T, url: «page 7}]", "`page 7` is not a URL", "https://"),
        (
            "sources",
            "sources: [{kind: wiki, title: T, url: \"https://e.org\", as of: «\"May\"}]",
            "`May` is not a date",
            "2018",
        ),
        (
            "sources",
            "sources: [{kind: wiki, title: T, url: \"https://e.org\", in: [«ocg]}]",
            "`ocg` is not among the",
            "add it to",
        ),
    ] {
        check(&with(key, line), message, help);
    }
    check(&with("rules", "«rulez: []"), "unknown field `rulez` of a ruling", "did you mean `rules`?");
    check(&with("ruling", "ruling: a\n«qustion: b"), "unknown field `qustion` of a ruling", "a ruling may have `id`");
}

#[test]
fn mistakes_of_the_set_up() {
    for (duel, message, help) in [
        ("«Yugi: {}", "the duel needs `Joey`", ""),
        ("phase: «mian 1\n  Yugi: {}\n  Joey: {}", "unknown phase `mian 1`", "did you mean `main 1`?"),
        ("Yugi: {hand: [«Kuribo]}\n  Joey: {}", "unknown card `Kuribo`", "did you mean `Kuriboh`?"),
        ("Yugi: {hand: [«kuriboh]}\n  Joey: {}", "unknown card `kuriboh`", "did you mean `Kuriboh`?"),
        ("Yugi: {hand: [«Time Wizard]}\n  Joey: {}", "unknown card `Time Wizard`", "a card needs a file"),
        (
            "Yugi: {hand: [«Goldd, Wu-Lord of Dark World]}\n  Joey: {}",
            "unknown card `Goldd`",
            "quotes around \"Goldd, Wu-Lord",
        ),
        (
            "Yugi: {hand: [«Number 53: Heart-eartH]}\n  Joey: {}",
            "expected a card, found a map",
            "quotes around \"Number 53: ",
        ),
        (
            "Yugi: {hand: [{card: Kuriboh, as: «First}]}\n  Joey: {}",
            "`First` cannot be a label",
            "lower-case-with-hyphens",
        ),
        (
            "Yugi: {hand: [{card: Kuriboh, as: a}, {card: Kuriboh, as: «a}]}\n  Joey: {}",
            "the label `a` is given twice",
            "",
        ),
        ("Yugi: {hand: [{card: Kuriboh, position: «attack}]}\n  Joey: {}", "`position` is for cards in `monsters`", ""),
        ("Yugi: {gy: [{card: Kuriboh, revealed: «true}]}\n  Joey: {}", "`revealed` is for cards in `hand`", ""),
        ("Yugi: {hand: [{card: Kuriboh, owner: «Kaiba}]}\n  Joey: {}", "unknown player `Kaiba`", "`Yugi`"),
        ("Yugi: {hand: [{card: Kuriboh, since: «earlier}]}\n  Joey: {}", "unknown time `earlier`", "`this turn`"),
        ("Yugi: {hand: [{card: Kuriboh, «materials: [a]}]}\n  Joey: {}", "unknown field `materials` of a card of", ""),
        ("Yugi: {lp: «0}\n  Joey: {}", "`lp` must be from 1 to 1000000, found 0", ""),
        ("Yugi: {«hnad: []}\n  Joey: {}", "unknown field `hnad` of a player's side", "did you mean `hand`?"),
        ("Yugi: {hand: «Kuriboh}\n  Joey: {}", "expected a list of cards, found the text `Kuriboh`", "[Kuriboh]"),
        (
            "Yugi: {gy: [Kuriboh], spells and traps: [{card: Scapegoat, equipped to: «Kuriboh}]}\n  Joey: {}",
            "a card can only be equipped to a monster in `monsters`",
            "",
        ),
    ] {
        check(&format!("{HEAD}duel:\n  {duel}\n{PLAY}"), message, help);
    }
    let comma =
        format!("{HEAD}duel:\n  Yugi: {{hand: [{{card: «Goldd, Wu-Lord of Dark World}}]}}\n  Joey: {{}}\n{PLAY}");
    let (text, _) = unmark(&comma);
    let errors = corpus().parse_ruling("r", text).unwrap_err().0;
    assert!(errors[1].help.as_deref().unwrap_or_default().contains("put the whole name in quotes"), "{errors:?}");
}

#[test]
fn the_mistakes_of_a_card_are_mistakes_of_the_ruling() {
    let text = format!("{HEAD}duel:\n  Yugi: {{hand: [Broken]}}\n  Joey: {{}}\n{PLAY}");
    let errors = corpus().parse_ruling("r.yaml", text).unwrap_err();
    assert_eq!(errors.to_string(), "cards/broken.yaml:2:8: unknown kind of Spell `normla`");
}

#[test]
fn references_mean_one_card() {
    for (text, message, help) in [
        ("«Kuriboh", "every `Kuriboh` of this duel has a label", "`first`, `second`"),
        ("«Sangan", "`Sangan` could be the one in Yugi's `hand` or the one in Joey's `monsters`", "`Yugi's Sangan` or"),
        ("«Celtic Guardian", "`Celtic Guardian` could be the one in Yugi's `deck` or the", "give the copies labels"),
        ("«Unused Monster", "there is no `Unused Monster` in this duel", "add it to `duel`"),
        ("«Joey's Raigeki", "there is no `Raigeki` that Joey owns in this duel", ""),
        ("«Raigekki", "unknown card `Raigekki`", "did you mean `Raigeki`?"),
        ("«frist", "unknown card `frist`", "did you mean `first`?"),
        (
            "Raigeki, «Goldd, Wu-Lord of Dark World",
            "unknown card `Goldd`",
            "did you forget quotes around \"Goldd, Wu-Lord",
        ),
        (
            "«Joey's Goldd, Wu-Lord of Dark World",
            "unknown card `Joey's Goldd`",
            "quotes around \"Joey's Goldd, Wu-Lord",
        ),
        ("«7", "expected a card, found the number `7`", "put it in quotes: \"7\""),
    ] {
        check_play(&format!("  - chain: [{text}]\n"), message, help);
    }
}

#[test]
fn mistakes_of_steps() {
    for (step, message, help) in [
        ("«{in: [goat]}", "the step does not say what it is", "one of `Yugi`"),
        ("«chian: [Raigeki]", "the step does not say what it is", "did you mean `chain`?"),
        ("{chain: [Raigeki], «ends: draw}", "a step is one thing, found `chain` and `ends`", "make it two steps"),
        (
            "{resolves: [Raigeki], «never offered: [first]}",
            "`never offered` cannot stand beside `resolves`",
            "step of its own",
        ),
        ("{ends: draw, «cannot be added: [first]}", "unknown field `cannot be added` of a step", ""),
        ("{in: «[tcg, goat], ends: draw}", "`in` names all formats of the file", "leave it out"),
        ("{in: [«ocg], ends: draw}", "`ocg` is not among the formats of this file", "add it to `formats`"),
        ("{in: [«ogc], ends: draw}", "unknown format `ogc`", "did you mean `ocg`?"),
        ("{reading: «yes-it-is, ends: draw}", "this ruling has no readings", "`disputed`"),
        ("{ends: «nobody wins}", "unknown ending `nobody wins`", "`draw`"),
        ("«ends", "expected a step, written as a map, found the text `ends`", ""),
        ("Yugi: «{passes: twice}", "unknown action `passes`", "possible here: `activates`"),
        ("Yugi: «{attacks with: first}", "an action needs `target`", ""),
        ("Yugi: «{activate: Raigeki}", "unknown action `activate`", "did you mean `activates`?"),
        ("Yugi: «{}", "the action does not say what is done", "one of `activates`"),
        (
            "Yugi: {activates: Raigeki, «sets: first}",
            "an action is one thing, found `activates` and `sets`",
            "two steps",
        ),
        (
            "Yugi: {activates: Raigeki, «targts: [first]}",
            "unknown field `targts` of an action",
            "did you mean `targets`?",
        ),
        ("Yugi: {activates: Raigeki, during: «lunch}", "unknown moment `lunch`", ""),
        (
            "Joey: {activates: Enemy Controller, effect: «odl}",
            "unknown effect of Enemy Controller `odl`",
            "mean `old`?",
        ),
        (
            "Joey: {activates: Enemy Controller, option: «stael}",
            "unknown option of Enemy Controller `stael`",
            "`steal`?",
        ),
        ("Yugi: {draws: «two}", "unknown draw `two`", "`for the turn`"),
        ("Yugi: {goes to: «next trun}", "unknown phase `next trun`", "did you mean `next turn`?"),
        ("Yugi: {chooses: «first}", "expected a list of cards, found the text `first`", "[first]"),
        ("chain: [{card: Raigeki, «outcome: negated}]", "unknown field `outcome` of a chain link", ""),
        ("resolves: [{card: Raigeki, outcome: «done}]", "unknown outcome `done`", "`without effect`"),
        ("happens: [«{destroyed: [first]}]", "expected a list of events of one instant, found a map", "[["),
        ("happens: [[{«destroid: [first]}]]", "unknown event `destroid`", "did you mean `destroyed`?"),
        ("happens: [[{draws: «{player: Yugi}}]]", "an event about a player needs `count`", ""),
        ("window: «{box: A}", "a window needs `player`", ""),
        ("window: {player: Yugi, box: «F}", "unknown box `F`", ""),
        (
            "window: {player: Yugi, offered: [{card: first, action: «block}]}",
            "unknown action `block`",
            "`attack directly`",
        ),
        ("never offered: [{card: first, rule: «timing}]", "unknown rule `timing`", ""),
        ("board: «{}", "this check does not say what it expects", ""),
        ("board: {Yugi: «{}}", "nothing is compared here", ""),
        ("board: {Yugi: {hand: [«Unused Monster]}}", "there is no `Unused Monster` in this duel", ""),
        ("board: {Yugi: {hand: [«Goldd, Wu-Lord of Dark World]}}", "unknown card `Goldd`", "quotes"),
    ] {
        check_play(&format!("  - {step}\n"), message, help);
    }
}

#[test]
fn every_format_and_reading_is_checked() {
    check(
        &format!("{HEAD}{DUEL}«play:\n  - {{in: [goat], ends: draw}}\n"),
        "nothing is checked in the format `tcg`",
        "add a check",
    );
    let reading = |id: &str| format!("  - {{reading: {id}, answer: A., sources: [{{kind: derived, title: T}}]}}\n");
    let disputed = format!("disputed:\n{}{}", reading("a"), reading("b"));
    let text = format!("{HEAD}{disputed}{DUEL}«play:\n  - {{reading: a, ends: draw}}\n");
    check(&text, "nothing is checked for the reading `b`", "");
    let text = format!("{HEAD}{disputed}{DUEL}play:\n  - {{reading: «c, ends: draw}}\n");
    check(&text, "unknown reading `c`", "`a`, `b`");
    let text = format!("{HEAD}disputed:\n  «{}{DUEL}{PLAY}", reading("a").trim_start());
    check(&text, "a dispute has two or more readings", "");
    let refused = format!("{HEAD}{DUEL}play:\n  - Yugi: {{activates: Raigeki}}\n    never offered: [first]\n");
    assert_eq!(read_all(&refused).play[0].never_offered.len(), 1, "beside an action it is a check");
}

#[test]
fn several_mistakes_are_reported_at_once() {
    let text = format!(
        "{HEAD}duel:\n  Yugi: {{hand: [Kuribo], gy: [Sangn]}}\n  Joey: {{}}\nplay:\n  - chian: []\n  - ends: lost\n"
    );
    let errors = corpus().parse_ruling("r", text).unwrap_err();
    assert_eq!(errors.0.len(), 4, "{errors}");
}

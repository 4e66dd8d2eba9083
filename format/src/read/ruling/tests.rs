use segoc_engine::def::{BattlePosition, Moment, Phase};
use segoc_protocol::{
    CardEvent, CardId, ChartBox, End, LinkOutcome, Player, PlayerEvent, Rule, Sides, Since, StartZone,
};

use super::*;
use crate::corpus::Corpus;
use crate::ruling::{CardRef, Check, Do, Happening, OfferAction};

/// A corpus with a few cards.
fn corpus() -> Corpus {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    Corpus::load(&directory).unwrap_or_else(|errors| panic!("{}", errors.render(false)))
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
fn beside_an_action_a_refusal_is_a_check() {
    let refused = format!("{HEAD}{DUEL}play:\n  - Yugi: {{activates: Raigeki}}\n    never offered: [first]\n");
    assert_eq!(read_all(&refused).play[0].never_offered.len(), 1);
}

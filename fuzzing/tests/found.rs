//! What arbitrary input has found, each with the smallest that shows it.

#![allow(clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use segoc_engine::def::{CardDef, Phase, Turned};
use segoc_engine::{
    Action, Answer, Ask, CardId, Duel, Player, Policy, Pool, Setup, SetupProblem, StartCard, StartZone, Zone,
};
use segoc_format::read::card;
use segoc_fuzzing::dice::Dice;
use segoc_fuzzing::invariants::{Manner, board, holds};
use segoc_fuzzing::world::world;
use segoc_runner::engines::{Reference, serve};

const MONSTER: &str = "name: A Monster\nmonster: {attribute: dark, type: fiend, level: 4, atk: 1000, def: 1000}\n";
const TOKEN: &str = "name: A Token\nmonster: {attribute: dark, type: fiend, level: 1, atk: 0, def: 0, is: [token]}\n";
const SPELL: &str = "name: A Spell\nspell: continuous\neffects: [{activation: {}}]\n";
const FIELD: &str = "name: A Field\nspell: field\neffects: [{activation: {}}]\n";

/// The cards of some texts.
fn library(texts: &[&str]) -> Vec<Arc<CardDef>> {
    let read = |text: &&str| {
        let passcode = if *text == TOKEN { "" } else { "passcode: 10000000\n" };
        card::read("x.yaml", &Arc::from(format!("{text}{passcode}")), &["tcg".to_owned()])
    };
    texts.iter().map(|text| Arc::new(read(text).unwrap_or_else(|wrong| panic!("{wrong}")).def("tcg"))).collect()
}

/// A card of a library on Player One's side.
fn lies(def: usize, zone: StartZone) -> StartCard {
    StartCard::new(def, Player::One, zone)
}

fn setup(cards: Vec<StartCard>) -> Setup {
    Setup { phase: Phase::Main1, lp: [8000; 2], cards }
}

/// What is wrong with a set-up.
fn problems(texts: &[&str], cards: Vec<StartCard>) -> Vec<SetupProblem> {
    setup(cards).problems(&library(texts)).into_iter().map(|wrong| wrong.problem).collect()
}

/// A duel in which the first card was activated, choosing these cards whenever one may be chosen, and has resolved.
fn after_the_first(texts: &[&str], cards: Vec<StartCard>, choosing: &[u16]) -> Duel {
    let begin = Duel::new(&setup(cards), library(texts), Policy::default()).expect("a right set-up");
    let mut duel = begin.clone();
    let mut activated = false;
    while let Some(prompt) = duel.prompt().cloned() {
        let answer = match &prompt.ask {
            Ask::Act { .. } if activated => break,
            Ask::Act { options } => {
                activated = true;
                let first = |action: &Action| matches!(action, Action::Activate(effect) if effect.card == CardId(0));
                Answer::Option(options.iter().position(first).unwrap_or_else(|| panic!("not among {options:?}")))
            }
            Ask::Choose(choice) => match &choice.from {
                Pool::Cards(pool) => {
                    let chosen = choosing.iter().map(|id| CardId(*id)).filter(|id| pool.contains(id));
                    Answer::Cards(chosen.take(choice.max).collect())
                }
                other => panic!("{other:?}"),
            },
            _ => Answer::Pass,
        };
        duel.answer(&answer).unwrap_or_else(|error| panic!("{answer:?} to {prompt:?}: {error}"));
        board(&duel);
    }
    // The same cards, whatever is answered.
    for seed in 0..20 {
        holds(&begin, &mut Dice::new(seed), Manner { answers: 30, eager: 7, impossible: 4 });
    }
    duel
}

#[test]
fn counters_lie_on_face_up_cards_on_the_field() {
    for &zone in StartZone::ALL {
        let card = StartCard { counters: 1, ..lies(0, zone) };
        let wrong = problems(&[MONSTER], vec![card]).contains(&SetupProblem::NoPlaceForCounters(zone));
        let face_up = matches!(zone, StartZone::Monsters | StartZone::SpellsAndTraps | StartZone::PendulumZones);
        assert_eq!(wrong, !face_up, "{zone}");
    }
    let marks = "name: Marks\nspell: normal\neffects:\n  - activation:\n      \
                 targets: [{choose: 1, of: {kind: monster, in: [field]}, as: marked}]\n      \
                 does: [{place counters: {to: marked, count: 2}}]\n";
    let cards = vec![lies(0, StartZone::Hand), lies(1, StartZone::Monsters), lies(1, StartZone::Set)];
    let marked = |choosing| {
        let duel = after_the_first(&[marks, MONSTER], cards.clone(), &[choosing]);
        duel.card(CardId(choosing)).counters
    };
    assert_eq!((marked(1), marked(2)), (2, 0));
}

#[test]
fn off_the_field_a_card_lies_with_its_owner() {
    for &zone in StartZone::ALL {
        let card = StartCard { owner: Player::Two, ..lies(0, zone) };
        let wrong = problems(&[MONSTER], vec![card]).contains(&SetupProblem::AnothersCard(zone));
        let face_up = matches!(zone, StartZone::Monsters | StartZone::SpellsAndTraps | StartZone::PendulumZones);
        let on_field = face_up || zone == StartZone::Set;
        assert_eq!(wrong, !on_field, "{zone}");
    }
}

#[test]
fn what_is_equipped_in_a_set_up_lies_in_a_spell_and_trap_zone() {
    let equipped = |text| {
        let card = StartCard { equipped_to: Some(0), ..lies(1, StartZone::SpellsAndTraps) };
        problems(&[MONSTER, text], vec![lies(0, StartZone::Monsters), card])
    };
    assert_eq!(equipped(SPELL), []);
    assert_eq!(equipped(MONSTER), []);
    assert_eq!(equipped(FIELD), [SetupProblem::NotEquippable]);
    assert_eq!(equipped(TOKEN), [SetupProblem::WrongZone(StartZone::SpellsAndTraps)]);
}

/// A Spell that equips a card to another.
const EQUIPS: &str = "name: Equips\nspell: normal\neffects:\n  - activation:\n      \
    targets: [{choose: 1, of: {in: [field]}, as: bearer}, {choose: 1, of: {kind: monster, in: [gy, field]}, as: borne}]\n      \
    does: [{equip: {what: borne, to: bearer}}]\n";

#[test]
fn a_card_is_equipped_to_a_face_up_monster_only() {
    let texts = [EQUIPS, MONSTER, SPELL];
    let zones = [StartZone::Hand, StartZone::Monsters, StartZone::Gy, StartZone::SpellsAndTraps, StartZone::Set];
    let cards = vec![lies(0, zones[0]), lies(1, zones[1]), lies(1, zones[2]), lies(2, zones[3]), lies(1, zones[4])];
    let equipped_to = |bearer| after_the_first(&texts, cards.clone(), &[bearer, 2]).card(CardId(2)).equipped_to;
    assert_eq!(equipped_to(1), Some(CardId(1)));
    assert_eq!(equipped_to(3), None, "to a Spell");
    assert_eq!(equipped_to(4), None, "to a face-down monster");
}

#[test]
fn a_field_spell_is_never_equipped() {
    let equips = EQUIPS.replace("kind: monster, in: [gy, field]", "kind: spell, in: [gy]");
    let cards = vec![lies(0, StartZone::Hand), lies(1, StartZone::Monsters), lies(2, StartZone::Gy)];
    let zone = |spell: &str| after_the_first(&[&equips, MONSTER, spell], cards.clone(), &[1, 2]).card(CardId(2)).zone;
    assert_eq!((zone(SPELL), zone(FIELD)), (Zone::SpellTrap, Zone::Gy));
}

#[test]
fn a_card_is_equipped_only_if_there_is_a_zone_for_it() {
    let texts = [EQUIPS, MONSTER, SPELL];
    let mut cards = vec![lies(0, StartZone::Hand), lies(1, StartZone::Monsters), lies(1, StartZone::Gy)];
    // The Spell that equips takes a zone too.
    cards.extend((0..4).map(|_| lies(2, StartZone::SpellsAndTraps)));
    let full = after_the_first(&texts, cards.clone(), &[1, 2]);
    assert_eq!((full.card(CardId(2)).zone, full.card(CardId(2)).equipped_to), (Zone::Gy, None));
    cards.pop();
    let room = after_the_first(&texts, cards, &[1, 2]);
    assert_eq!(room.card(CardId(2)).equipped_to, Some(CardId(1)));
}

#[test]
fn a_token_is_not_summoned_face_down() {
    let summons = |position: &str| {
        format!(
            "name: Summons\nspell: normal\neffects:\n  - activation:\n      does:\n        - draw: 1\n        - \
             and: {{special summon: {{choose: 1, of: {{name: [A Token]}}, position: {position}}}}}\n"
        )
    };
    let cards = || vec![lies(0, StartZone::Hand), lies(1, StartZone::Deck), lies(1, StartZone::Deck)];
    let up = after_the_first(&[&summons("defense"), MONSTER, TOKEN], cards(), &[]);
    assert_eq!(up.cards().filter(|card| card.def.is_token() && card.face_up).count(), 1);
    let library = library(&[&summons("face-down"), MONSTER, TOKEN]);
    let down = Duel::new(&setup(cards()), library, Policy::default()).expect("a right set-up");
    let Some(Ask::Act { options }) = down.prompt().map(|prompt| &prompt.ask) else { panic!("no open state") };
    assert!(!options.iter().any(|option| matches!(option, Action::Activate(_))), "{options:?}");
}

#[test]
fn a_card_does_not_pay_for_its_own_activation() {
    let pays = |with: &str| {
        let spell =
            format!("name: Pays\nspell: normal\neffects: [{{activation: {{cost: [{with}], does: [draw: 1]}}}}]\n");
        let cards = |more: Option<StartCard>| {
            let cards = [lies(0, StartZone::Hand), lies(1, StartZone::Deck), lies(1, StartZone::Deck)];
            cards.into_iter().chain(more).collect::<Vec<_>>()
        };
        let texts = [spell.as_str(), MONSTER, SPELL];
        let alone = Duel::new(&setup(cards(None)), library(&texts), Policy::default()).expect("a right set-up");
        let Some(Ask::Act { options }) = alone.prompt().map(|prompt| &prompt.ask) else { panic!("no open state") };
        assert!(!options.iter().any(|option| matches!(option, Action::Activate(_))), "{options:?}");
        (texts.map(str::to_owned), cards(Some(lies(2, StartZone::SpellsAndTraps))))
    };
    pays("send to gy: this card");
    let (texts, cards) = pays("send to gy: {choose: 1, of: {kind: spell, whose: yours, in: [field]}}");
    let paid = after_the_first(&texts.each_ref().map(String::as_str), cards, &[0, 3]);
    assert_eq!((paid.card(CardId(3)).zone, paid.card(CardId(1)).zone), (Zone::Gy, Zone::Hand));
}

#[test]
fn a_monster_does_not_pay_for_its_own_summon_and_what_does_makes_room() {
    let paid = "name: Paid For\nmonster: {attribute: dark, type: fiend, level: 4, atk: 0, def: 0}\neffects:\n  \
                - procedure: {cost: [tribute: {choose: 1, of: {kind: monster, whose: yours, in: [hand, field]}}]}\n";
    let twice =
        paid.replace("cost: [", "cost: [banish: {choose: 1, of: {kind: monster, whose: yours, in: [hand, field]}}, ");
    let offered = |paid: &str, monsters: usize, hand: usize| {
        let there = |count: usize, zone: StartZone| (0..count).map(move |_| lies(1, zone));
        let cards = there(monsters, StartZone::Monsters).chain(there(hand, StartZone::Hand));
        let cards = [lies(0, StartZone::Hand)].into_iter().chain(cards).collect();
        let mut duel = Duel::new(&setup(cards), library(&[paid, MONSTER]), Policy::default()).expect("a right set-up");
        let Some(Ask::Act { options }) = duel.prompt().map(|prompt| &prompt.ask) else { panic!("no open state") };
        let summon = options.iter().position(|option| matches!(option, Action::SpecialSummon(_)))?;
        duel.answer(&Answer::Option(summon)).expect("it is offered");
        match duel.prompt().map(|prompt| &prompt.ask) {
            Some(Ask::Choose(choice)) => match &choice.from {
                Pool::Cards(pool) => Some(pool.len()),
                Pool::Sets(sets) => Some(sets.iter().flatten().collect::<std::collections::BTreeSet<_>>().len()),
                other => panic!("{other:?}"),
            },
            _ => Some(1),
        }
    };
    assert_eq!((offered(paid, 0, 0), offered(paid, 2, 2), offered(paid, 5, 2)), (None, Some(4), Some(5)));
    assert_eq!(offered(&twice, 5, 2), Some(7));
}

#[test]
fn a_field_spell_of_the_opponent_makes_room_for_itself() {
    let takes = "name: Takes\nspell: normal\neffects: [{activation: {does: [set: {choose: 1, of: {kind: spell, \
                 whose: opponent's, in: [gy]}}]}}]\n";
    let cards = vec![
        lies(0, StartZone::Hand),
        StartCard::new(1, Player::Two, StartZone::Gy),
        StartCard { face_up: false, ..lies(1, StartZone::SpellsAndTraps) },
    ];
    let after = after_the_first(&[takes, FIELD], cards, &[1]);
    assert_eq!([1, 2].map(|id| after.card(CardId(id)).zone), [Zone::Field, Zone::Gy]);
}

#[test]
fn only_a_monster_is_normal_summoned_by_an_effect() {
    let summons = "name: Summons\nspell: normal\neffects: [{activation: {does: [{afterwards: \
                   {normal summon: {choose: 1, of: {in: [deck]}}}}]}}]\n";
    let cards = vec![lies(0, StartZone::Hand), lies(1, StartZone::Deck), lies(2, StartZone::Deck)];
    let after = after_the_first(&[summons, SPELL, MONSTER], cards, &[1, 2]);
    assert_eq!([1, 2].map(|id| after.card(CardId(id)).zone), [Zone::Deck, Zone::Monster]);
}

#[test]
fn a_field_spell_returns_only_if_its_zone_is_free() {
    let takes_away = "name: Takes Away\nspell: normal\neffects:\n  - activation:\n      \
                      targets: [{choose: 1, of: {in: [field zone]}, as: target}]\n      does:\n        \
                      - banish: target\n        - then: {set: {choose: 1, of: {kind: spell, whose: yours, in: [hand]}}}\n        \
                      - then: {return to field: target}\n";
    let zone = |other: &str| {
        let cards = [StartZone::Hand, StartZone::SpellsAndTraps, StartZone::Hand];
        let cards = cards.into_iter().enumerate().map(|(def, zone)| lies(def, zone)).collect();
        after_the_first(&[takes_away, FIELD, other], cards, &[1, 2]).card(CardId(1)).zone
    };
    assert_eq!((zone(SPELL), zone(FIELD)), (Zone::Field, Zone::Gy));
}

/// An Xyz Monster of Rank 4 with two materials.
const XYZ: &str = "name: An Xyz\nmonster:\n  {attribute: dark, type: fiend, is: [xyz], rank: 4, atk: 2000, def: 2000, \
    materials: [{choose: 2, of: {kind: monster, level: {at least: 4, at most: 4}}}]}\n\
    effects: [{procedure: {from: [extra deck], by: xyz}}]\n";

/// A duel in which Player One, with five monsters and an Xyz Monster to Summon, begins to Summon it: with the first two, of which
/// this player owns the first.
fn xyz_summon(owner: Player) -> Duel {
    let mut cards = vec![lies(0, StartZone::ExtraDeck)];
    cards.extend((0..5).map(|_| lies(1, StartZone::Monsters)));
    cards[1].owner = owner;
    let begin = Duel::new(&setup(cards), library(&[XYZ, MONSTER]), Policy::default()).expect("a right set-up");
    let mut duel = begin.clone();
    let Some(Ask::Act { options }) = duel.prompt().map(|prompt| &prompt.ask) else { panic!("no open state") };
    let summons = options.iter().position(|option| matches!(option, Action::SpecialSummon(_)));
    let summons = summons.unwrap_or_else(|| panic!("not among {options:?}"));
    duel.answer(&Answer::Option(summons)).expect("possible");
    duel.answer(&Answer::Cards(vec![CardId(1), CardId(2)])).expect("possible");
    board(&duel);
    for seed in 0..20 {
        holds(&begin, &mut Dice::new(seed), Manner { answers: 30, eager: 7, impossible: 4 });
    }
    duel
}

#[test]
fn what_lies_ready_for_an_xyz_summon_takes_no_zone() {
    let duel = xyz_summon(Player::One);
    let zones: Vec<Zone> = duel.cards().map(|card| card.zone).collect();
    assert_eq!(zones, [[Zone::Limbo; 3], [Zone::Monster; 3]].concat(), "the Xyz Monster, two materials, the others");
}

#[test]
fn a_borrowed_monster_lies_under_the_xyz_monster_it_was_used_for() {
    let mut duel = xyz_summon(Player::Two);
    while duel.card(CardId(0)).zone == Zone::Limbo {
        let choosing = matches!(duel.prompt().map(|prompt| &prompt.ask), Some(Ask::Choose(_)));
        duel.answer(&if choosing { Answer::Position(Turned::Attack) } else { Answer::Pass }).expect("possible");
        board(&duel);
    }
    let borrowed = duel.card(CardId(1));
    assert_eq!((borrowed.zone, borrowed.attached_to), (Zone::Material, Some(CardId(0))));
    assert_eq!((borrowed.owner, borrowed.controller), (Player::Two, Player::One));
}

/// A Trap Monster was taken, and is a Trap only since Traps are negated: when control goes back, it goes to a zone of that row.
#[test]
fn a_borrowed_trap_that_is_no_monster_any_more_goes_back_to_a_free_zone() {
    let takes = "name: Takes\nspell: normal\neffects: [{activation: {targets: [{choose: 1, of: {kind: monster, whose: \
                 opponent's}, as: target}], does: [take control: {what: target, until: end phase}]}}]\n";
    let negates = "name: Negates\nspell: continuous\neffects: [{activation: {}}, {continuous: {applies: [{negated: {what: {kind: trap, \
                   in: [field]}}}]}}]\n";
    let trap = "name: A Trap\ntrap: continuous\nas monster: {still spell or trap: true, attribute: light, type: thunder, level: 5, \
                atk: 1900, def: 0}\neffects: [{activation: {does: [{special summon: this card}]}}]\n";
    let joeys = |def, zone| StartCard::new(def, Player::Two, zone);
    let cards = vec![
        lies(0, StartZone::Hand),
        lies(1, StartZone::Hand),
        joeys(2, StartZone::Monsters),
        joeys(3, StartZone::SpellsAndTraps),
        joeys(3, StartZone::Deck),
    ];
    let library = library(&[takes, negates, trap, SPELL]);
    let mut duel = Duel::new(&setup(cards), library, Policy::default()).expect("a right set-up");
    let mut turns = Vec::new();
    while turns.len() < 2 {
        let answer = match &duel.prompt().expect("the duel goes on").ask {
            Ask::Act { options } => {
                let find = |wanted: fn(&Action) -> bool| options.iter().position(wanted);
                let activation = find(|option| matches!(option, Action::Activate(_)));
                let end = find(|option| matches!(option, Action::GoTo(Phase::End) | Action::EndTurn));
                Answer::Option(activation.or(end).unwrap_or_else(|| panic!("not among {options:?}")))
            }
            Ask::Choose(_) => Answer::Cards(vec![CardId(2)]),
            _ => Answer::Pass,
        };
        duel.answer(&answer).unwrap_or_else(|error| panic!("{answer:?}: {error}"));
        board(&duel);
        let lies = duel.card(CardId(2));
        if turns.last() != Some(&(lies.zone, lies.controller)) && lies.zone == Zone::SpellTrap {
            turns.push((lies.zone, lies.controller));
        }
    }
    assert_eq!(turns, [(Zone::SpellTrap, Player::One), (Zone::SpellTrap, Player::Two)]);
}

/// Names and negation ask each other: a card is negated by its name, has its name from an effect, and applies that unless negated.
/// A monster of the opponent that has taken the name is negated.
#[test]
fn names_and_negation_do_not_ask_each_other_for_ever() {
    let printed = "monster: {attribute: dark, type: fiend, level: 4, atk: 1000, def: 1000}\neffects:\n";
    let denies = format!(
        "name: Denies\n{printed}  - continuous: {{applies: [negated: {{what: {{kind: monster, whose: opponent's, \
         in: [field], same name as: this card}}}}]}}\n"
    );
    let called = |name: &str| {
        format!(
            "name: Called\n{printed}  - continuous: {{applies: [treated as: {{what: {{kind: monster, in: [field]}}, \
             {name}}}, atk: {{what: this card, by: 500}}]}}\n"
        )
    };
    for (name, theirs) in [("name: Denies", 1000), ("name of: this card", 1500)] {
        let texts = [SPELL, &denies, &called(name)];
        let other = StartCard::new(2, Player::Two, StartZone::Monsters);
        let cards = vec![lies(0, StartZone::Hand), lies(1, StartZone::Monsters), lies(2, StartZone::Monsters), other];
        let duel = after_the_first(&texts, cards, &[]);
        assert_eq!([1, 2, 3].map(|id| duel.card(CardId(id)).atk), [1000, 1500, theirs], "{name}");
    }
}

/// Levels and scales ask each other too: what changes one is worked out from printed ones, what changes ATK from those that apply.
#[test]
fn levels_and_scales_do_not_ask_each_other_for_ever() {
    let printed =
        "monster: {attribute: dark, type: fiend, is: [pendulum], level: 4, scale: 2, atk: 1000, def: 1000}\neffects:\n";
    let card = format!(
        "name: Grows\n{printed}  - continuous: {{from: [monster zone, pendulum zone], applies: [\
         level: {{what: this card, by: {{level of: this card}}}}, \
         scale: {{what: this card, by: {{scale of: this card}}}}, \
         atk: {{what: this card, by: {{level of: this card, times: 100}}}}]}}\n"
    );
    let cards = vec![lies(0, StartZone::Hand), lies(1, StartZone::Monsters), lies(1, StartZone::PendulumZones)];
    let duel = after_the_first(&[SPELL, &card], cards, &[]);
    assert_eq!(duel.card(CardId(1)).atk, 1800);
}

/// What is answered to requests, one line each.
fn served(requests: &[String]) -> String {
    let mut written = Vec::new();
    let mut engine = Reference::of(&world().corpus);
    serve::serve(&mut engine, requests.join("\n").as_bytes(), &mut written).expect("a buffer");
    String::from_utf8(written).expect("text")
}

/// A request for a duel with one card, and how its definition spells its name.
fn start(format: &str, spelt: &str) -> String {
    let printed = r#"{"attribute":"dark","type":"fiend","level":4,"atk":1000,"def":1000}"#;
    format!(r#"{{"type":"start","format":"{format}","phase":"main 1","lp":{{"Yugi":8000,"Joey":8000}},"#,)
        + &format!(
            r#""cards":[{{"name":"A","player":"Yugi","zone":"hand"}}],"definitions":[{{"name":"{spelt}","passcode":1,"monster":{printed}}}]}}"#
        )
}

#[test]
fn a_duel_that_cannot_begin_ends_the_one_before() {
    let answer = r#"{"type":"answer","option":0}"#.to_owned();
    let goes_on = served(&[start("tcg", "A"), answer.clone()]);
    assert!(goes_on.lines().last().is_some_and(|line| line.starts_with(r#"{"type":"prompt""#)), "{goes_on}");
    let is_over = served(&[start("tcg", "A"), start("no such format", "A"), answer]);
    assert!(is_over.lines().last().is_some_and(|line| line.contains("no duel is under way")), "{is_over}");
}

#[test]
fn a_definition_spells_its_name_as_the_set_up_does() {
    let refused = served(&[start("tcg", "  A")]);
    assert!(refused.contains(r#"{"type":"unsupported""#) && refused.contains("spells its name"), "{refused}");
}

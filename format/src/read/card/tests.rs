use segoc_engine::def::{
    Affected, Amount, Attribute, Change, Class, Condition, Count, EffectDef, Except, How, Joint, Modifier, MonsterIs,
    OrDeclared, Part, Pick, Step, Target, Timing, Until, Who, Word,
};

use super::*;
use crate::read::testing::{assert_first, unmark};

/// The printed values most tests do not care about.
const MONSTER: &str = "name: X\npasscode: 1\nmonster: {attribute: dark, type: fiend, level: 3, atk: 1000, def: 600}\n";
const SPELL: &str = "name: X\npasscode: 1\nspell: normal\n";

fn formats() -> Vec<String> {
    ["tcg", "ocg", "edison", "goat"].map(String::from).to_vec()
}

fn card(text: &str) -> CardFile {
    read("x.yaml", &Arc::from(text), &formats()).unwrap_or_else(|errors| panic!("{}", errors.render(false)))
}

/// The card with one effect, which is given back.
fn effect(head: &str, effect: &str) -> EffectDef {
    let text = format!("{head}effects:\n  - {effect}\n");
    card(&text).effects.remove(0).def
}

/// The first mistake of a card file stands at the mark.
fn check(marked: &str, message: &str, help: &str) {
    let (text, place) = unmark(marked);
    match read("x.yaml", &text, &formats()) {
        Ok(_) => panic!("no mistake was found in\n{text}"),
        Err(errors) => assert_first(&errors.0, place, message, help),
    }
}

#[test]
fn a_card_has_the_effects_of_its_format() {
    let sangan = card(
        "name: Sangan\npasscode: 26202165\nmonster: {attribute: dark, type: fiend, level: 3, atk: 1000, def: 600}\neffects:\n  \
         - id: old\n    in: [edison, goat]\n    trigger: {mandatory: true, if: {sent to gy: {what: this card}}, does: [{draw: 1}]}\n  \
         - id: new\n    in: [tcg, ocg]\n    trigger: {mandatory: true, if: {sent to gy: {what: this card}}, does: [{draw: 2}]}\n",
    );
    let ids = |format: &str| sangan.def(format).effects.iter().map(|e| e.id.clone().unwrap()).collect::<Vec<_>>();
    assert_eq!(ids("goat"), ["old"]);
    assert_eq!(ids("tcg"), ["new"]);
    assert_eq!(sangan.def("tcg").passcode, Some(26_202_165));
}

#[test]
fn a_monster_is_an_effect_monster_unless_it_says_otherwise() {
    let is = |is: &str| {
        let text = format!(
            "name: X\n{}monster: {{attribute: dark, type: fiend, level: 3, atk: \"?\", def: 0, is: {is}}}\n",
            if is.contains("token") { "" } else { "passcode: 1\n" }
        );
        card(&text).def("tcg").monster().unwrap().is.clone()
    };
    assert_eq!(is("[normal]"), [MonsterIs::Normal]);
    assert_eq!(is("[token]"), [MonsterIs::Token]);
    assert_eq!(is("[tuner]"), [MonsterIs::Tuner, MonsterIs::Effect]);
    let plain = card(MONSTER).def("tcg");
    assert_eq!(plain.monster().unwrap().is, [MonsterIs::Effect]);
}

#[test]
fn question_marks_are_nothing_and_xyz_monsters_have_no_level() {
    let text = "name: X\npasscode: 1\nmonster: {attribute: light, type: wyrm, rank: 4, atk: \"?\", def: 5, is: [xyz], \
                materials: [{choose: 2, of: {kind: monster, level: {at least: 4, at most: 4}}}]}\n";
    let def = card(text).def("tcg");
    let monster = def.monster().unwrap();
    assert_eq!((monster.atk, monster.def, monster.level), (0, 5, None));
    assert_eq!(monster.materials[0].count, segoc_engine::def::Count::Exactly(2));
}

#[test]
fn short_forms_mean_you() {
    let def = effect(
        SPELL,
        "activation: {cost: [{pay lp: half}], does: [{draw: 2}, {then: {damage: {who: opponent, count: 500}}}]}",
    );
    assert_eq!(def.cost, [Step::PayLp(Who::You, Amount::Half)]);
    assert_eq!(def.does[0], Part { joint: Joint::First, step: Step::Draw(Who::You, Amount::Number(2), None) });
    assert_eq!(def.does[1], Part { joint: Joint::Then, step: Step::Damage(Who::Opponent, Amount::Number(500)) });
}
#[test]
fn words_come_before_given_names() {
    let def = effect(
        SPELL,
        "activation: {when: {summoned: {what: {kind: monster}}}, targets: [that card, {choose: {up to: 2}, of: {kind: card}, as: a}], \
         does: [{destroy: those cards}, {also: {banish: a}}]}",
    );
    assert_eq!(def.targets[0], Target::Known(Word::ThoseCards));
    assert!(matches!(&def.targets[1], Target::Chosen { count: Count::UpTo(2), named: Some(name), .. } if name == "a"));
    assert!(matches!(&def.does[1].step, Step::Banish(s) if s.pick == Pick::These(Word::Named("a".into()))));
}

#[test]
fn a_fusion_summon_says_where_its_materials_come_from() {
    let def = effect(
        SPELL,
        "activation: {does: [{special summon: {choose: 1, of: {is: [fusion]}, by: fusion, using: {in: [field]}, position: defense}}]}",
    );
    let Step::SpecialSummon { by: Some((how, using)), position, to_opponent, .. } = &def.does[0].step else {
        panic!("{def:?}")
    };
    assert_eq!(*how, How::Fusion);
    assert_eq!(using.places.len(), 1);
    assert_eq!(position.map(|p| p.word()), Some("defense"));
    assert!(!to_opponent);
}

#[test]
fn whenever_becomes_a_modifier() {
    let def =
        effect(MONSTER, "continuous: {from: [monster zone], whenever: {gains lp: {who: you}}, does: [{draw: 1}]}");
    assert_eq!(def.class, Class::Continuous);
    let [Modifier::Whenever(cause, does)] = def.applies.as_slice() else { panic!("{def:?}") };
    assert_eq!((cause.timing, cause.any_of.len(), does.len()), (Timing::If, 1, 1));
    assert_eq!(cause.any_of[0].who, Some(Who::You));
}

#[test]
fn modifiers_and_amounts() {
    let def = effect(
        MONSTER,
        "continuous: {while: {not: {there is no: {in: [hand]}}}, applies: [{atk: {what: this card, by: {counters: this card, times: \
         300}}}, {cannot: {what: this card, be: special summoned}}, {cannot: {who: opponent, do: attack}}, {negated: {what: {kind: \
         spell}}}, {may tribute: {kind: monster}}]}",
    );
    assert!(matches!(def.while_, Some(Condition::Not(_))));
    let this = || Affected::Word(Word::ThisCard);
    assert_eq!(def.applies[0], Modifier::Atk(this(), Change::By(Amount::Counters(Word::ThisCard, 300))));
    assert!(matches!(def.applies[1], Modifier::CannotBe(None, Affected::Word(Word::ThisCard), _)));
    assert!(matches!(def.applies[2], Modifier::CannotDo(Who::Opponent, _, None)));
    assert!(matches!(def.applies[3], Modifier::Negated(Affected::Group(_))));
    assert!(matches!(def.applies[4], Modifier::MayTribute(Affected::Group(_))));
}

#[test]
fn what_has_no_end_lasts_as_long_as_its_card() {
    let def = effect(MONSTER, "ignition: {does: [{change atk: {what: this card, by: -500}}]}");
    assert!(matches!(&def.does[0].step, Step::ChangeAtk(_, Change::By(Amount::Number(-500)), Until::Always)));
}

#[test]
fn groups_remember_names_of_cards() {
    let text = format!(
        "{SPELL}effects:\n  - activation: {{does: [{{special summon: {{choose: 4, of: {{name: [Sheep Token, declared], \
         attribute: [dark, declared], other than: [this card, Sangan]}}}}}}]}}\n"
    );
    let card = card(&text);
    let mentioned: Vec<&str> = card.mentions.iter().map(|mention| mention.value.as_str()).collect();
    assert_eq!(mentioned, ["Sheep Token", "Sangan"]);
    assert_eq!(card.summons, ["Sheep Token"]);
    let Step::SpecialSummon { what, .. } = &card.effects[0].def.does[0].step else { panic!("{card:?}") };
    let Pick::Choose(Count::Exactly(4), group) = &what.pick else { panic!("{what:?}") };
    assert_eq!(group.attribute, [OrDeclared::Just(Attribute::Dark), OrDeclared::Declared]);
    assert_eq!(group.other_than, [Except::Word(Word::ThisCard), Except::Name("Sangan".into())]);
}

#[test]
fn every_mistake_of_a_file_is_reported() {
    let text =
        "name: X\nmonster: {attribute: drak, type: fiend, atk: 1000, def: many}\nseries: HERO\neffects: []\nnote: hi\n";
    let errors = read("x", &Arc::from(text), &formats()).unwrap_err().0;
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "x:2:10: a monster needs one of `level`, `rank`, `link`",
            "x:2:22: unknown Attribute `drak`",
            "x:2:57: expected DEF, found the text `many`",
            "x:3:9: expected a list of series, found the text `HERO`",
            "x:4:10: the list of effects is empty",
            "x:5:1: unknown field `note` of a card",
        ]
    );
}

#[test]
fn what_is_printed_must_fit_together() {
    for (text, message) in [
        ("«passcode: 1\nspell: normal\n", "a card needs `name`"),
        ("«name: X\nspell: normal\n", "a card needs `passcode`"),
        ("«name: X\npasscode: 1\n", "a card needs one of `monster`, `spell`, `trap`"),
        (
            "name: X\npasscode: 1\nspell: normal\n«trap: normal\n",
            "a card is one of `monster`, `spell`, `trap`, found `spell` and",
        ),
        ("name: X\npasscode: 1\nspell: «quickplay\n", "unknown kind of Spell `quickplay`"),
        ("name: X\npasscode: 1\nmonster: «{type: fiend, level: 1, atk: 0, def: 0}\n", "a monster needs `attribute`"),
        (
            "name: X\npasscode: 1\nmonster: {attribute: dark, type: «fient, level: 1, atk: 0, def: 0}\n",
            "unknown Type `fient`",
        ),
        ("name: X\npasscode: 1\nmonster: «{attribute: dark, type: fiend, level: 1, atk: 0}\n", "a monster needs `def`"),
        (
            "name: X\npasscode: «1\nmonster: {attribute: dark, type: fiend, level: 1, atk: 0, def: 0, is: [token]}\n",
            "tokens have no passcode",
        ),
        (
            "name: X\npasscode: 1\nmonster: {attribute: dark, type: fiend, level: 1, atk: 0, def: 0, is: [«effect]}\n",
            "unknown type line word `effect`",
        ),
        (
            "name: X\npasscode: 1\nmonster: {attribute: dark, type: fiend, level: 1, «rank: 2, atk: 0, def: 0}\n",
            "a monster has one of `level`, `rank`, `link`",
        ),
        ("name: «7\npasscode: 1\nspell: normal\n", "expected the name of the card, found the number `7`"),
        ("name: X\npasscode: «0\nspell: normal\n", "the passcode must be from 1 to 99999999, found 0"),
        ("«- a\n", "expected a card, written as a map, found a list"),
        ("«", "expected a card, written as a map, found nothing"),
    ] {
        check(text, message, "");
    }
    check("name: «7\npasscode: 1\nspell: normal\n", "expected the name", "put it in quotes: \"7\"");
}

/// The first mistake of a card with one effect.
fn check_effect(head: &str, marked: &str, message: &str, help: &str) {
    check(&format!("{head}effects:\n  - {marked}\n"), message, help);
}

#[test]
fn effects_must_say_what_their_class_needs() {
    for (body, message) in [
        ("trigger: «{if: {destroyed: {what: this card}}, does: [{draw: 1}]}", "the effect needs `mandatory`"),
        ("«trigger: {mandatory: true, does: [{draw: 1}]}", "a trigger needs `when` or `if`"),
        ("«phase: {mandatory: true, does: [{draw: 1}]}", "a phase effect needs `during`"),
        (
            "quick: {mandatory: «maybe, does: [{draw: 1}]}",
            "expected `true` or `false` for `mandatory`, found the text `maybe`",
        ),
        ("ignition: «{cost: [{draw: 1}]}", "the effect needs `does`, or `options`"),
        ("ignition: {once per chain: «false, does: [{draw: 1}]}", "`once per chain` can only be `true`"),
        ("ignition: {who: «you, does: [{draw: 1}]}", "expected `either`, found the text `you`"),
        ("ignition: {«when: {draws: {who: you}}, does: [{draw: 1}]}", "unknown field `when` of the effect"),
        ("«continuous: {from: [hand]}", "a continuous effect needs `applies`, or `whenever` with `does`"),
        ("«continuous: {whenever: {gains lp: {who: you}}}", "`whenever` needs `does`"),
        ("continuous: {applies: [{wins: you}], «whenever: {gains lp: {who: you}}}", "a continuous effect has either"),
        ("«activation: {}", "only Spell and Trap Cards are activated as cards"),
        ("{id: «A, ignition: {does: [{draw: 1}]}}", "`A` cannot be the id of an effect"),
        ("{in: [«tgc], ignition: {does: [{draw: 1}]}}", "unknown format `tgc`"),
        (
            "{quick: {mandatory: true, does: [{draw: 1}]}, «phase: {}}",
            "an effect has one class, found `quick` and `phase`",
        ),
        (
            "trigger: {mandatory: true, when: {draws: {who: you}}, «if: {draws: {who: you}}, does: [{draw: 1}]}",
            "an effect has either `when` or `if`",
        ),
        ("ignition: {options: [«{does: [{draw: 1}]}]}", "an option needs `id`"),
        ("ignition: {oath: {«swear: []}, does: [{draw: 1}]}", "unknown oath `swear`"),
        ("ignition: {declares: «level, does: [{draw: 1}]}", "unknown declaration `level`"),
    ] {
        check_effect(MONSTER, body, message, "");
    }
    check_effect(MONSTER, "«igniton: {}", "an effect needs its class", "did you mean `ignition`?");
    check_effect(SPELL, "«procedure: {from: [hand]}", "only monsters have a `procedure`", "");
    let help = "say in `monster` with what it is Summoned";
    check_effect(MONSTER, "«procedure: {by: synchro}", "a `procedure` with `by` needs the monster's `materials`", help);
    check_effect(MONSTER, "procedure: {by: «fusion}", "unknown way to Summon `fusion`", "");
}

#[test]
fn effects_that_activate_are_told_apart_by_ids() {
    let (nameless, named) = ("ignition: {does: [{draw: 1}]}", "{id: b, ignition: {does: [{draw: 1}]}}");
    let message = "a card with several effects that activate needs ids for them";
    check(&format!("{MONSTER}effects:\n  - «{nameless}\n  - {named}\n"), message, "give it an `id`");
    let message = "two effects have the id `b`";
    check(&format!("{MONSTER}effects:\n  - {named}\n  - {{«id: b, ignition: {{does: [{{draw: 1}}]}}}}\n"), message, "");
    let text = format!("{SPELL}effects:\n  - activation: {{}}\n  - {named}\n");
    assert_eq!(card(&text).effects.len(), 2, "the card's own activation needs no id");
}

#[test]
fn conjunctions_are_asked_for() {
    for (does, message, help) in [
        ("[{«then: {draw: 1}}]", "the first part of an effect has nothing before it that `then` could join it to", ""),
        (
            "[{draw: 1}, {«draw: 1}]",
            "it is not said how `draw` is joined to the part before",
            "put it under one of `and`",
        ),
        ("[{draw: 1}, {«than: {draw: 1}}]", "unknown conjunction `than`", "did you mean `then`?"),
        ("[{draw: 1, «then: {draw: 1}}]", "a part of an effect has one key, found `draw` and `then`", ""),
        ("«[]", "the list of parts of an effect is empty", ""),
    ] {
        check_effect(SPELL, &format!("activation: {{does: {does}}}"), message, help);
    }
}

#[test]
fn verbs_are_a_closed_vocabulary() {
    for (verb, message, help) in [
        ("{«destory: this card}", "unknown verb `destory`", "did you mean `destroy`?"),
        ("{«detach: this card}", "unknown verb `detach`", "possible here: `destroy`, "),
        ("{calculate damage: «this card}", "`calculate damage` takes no cards", "calculate damage: true"),
        ("{afterwards: {«draw: 1}}", "unknown verb for `afterwards` `draw`", "`normal summon`"),
        ("{destroy: «tarket}", "unknown word `tarket`", "possible here: `this card`"),
        ("{destroy: «{of: {kind: card}}}", "it is not said which cards", ""),
        ("{destroy: {what: this card, «top: 1}}", "cards are found in one way, found `what` and `top`", ""),
        ("{destroy: «{choose: 1}}", "a choice of cards needs `of`", ""),
        ("{destroy: {choose: {«about: 1}, of: {kind: card}}}", "unknown number of cards `about`", ""),
        (
            "{destroy: {choose: «some, of: {kind: card}}}",
            "expected a number of cards, found the text `some`",
            "{up to: n}",
        ),
        ("{destroy: {all: «{}}}", "the group says nothing about its cards", "write `kind: card`"),
        ("{destroy: {all: {«knid: card}}}", "unknown field `knid` of a group of cards", "did you mean `kind`?"),
        ("{destroy: {all: {kind: card, in: «hand}}}", "expected a list of places, found the text `hand`", "[hand]"),
        ("{destroy: {all: {in: [hand, «hand]}}}", "`hand` is listed twice", ""),
        ("{destroy: {all: {atk: «{most: 3}}}}", "a range needs `at least` or `at most`", ""),
        ("{destroy: {all: {other than: [«taken]}}}", "unknown word `taken`", "given by an `as`"),
        ("{destroy: {what: this card, as: «this card}}", "`this card` cannot be a name given by `as`", "lower-case"),
        ("{destroy: {what: this card, as: «attacker}}", "`attacker` has a meaning of its own", ""),
        ("{destroy: {what: this card, chosen by: «you}}", "unknown player `you`", "`opponent`"),
        ("{change position: «this card}", "a verb needs `to`", ""),
        ("{special summon: {what: this card, by: «fusion}}", "`by` needs `using`", ""),
        ("{special summon: {what: this card, using: «{kind: card}}}", "`using` needs `by: fusion`", ""),
        ("{special summon: {what: this card, to: «field}}", "unknown place to Summon to `field`", ""),
        ("{change atk: «{what: this card}}", "a change needs `by` or `to`", ""),
        ("{change atk: {what: this card, by: «a lot}}", "unknown amount `a lot`", "`half`"),
        ("{place counters: «{count: 1}}", "a number of counters needs `to`", ""),
        ("{draw: {each: {kind: card}, «number of: this card}}", "an amount has one of", ""),
        ("{draw: «1000000}", "an amount must be from -100000 to 100000, found 1000000", ""),
        ("{draw: {who: «me, count: 1}}", "unknown player `me`", ""),
        ("{negate: «that}", "unknown thing to negate `that`", ""),
        ("{apply: «{rule: {wins: you}}}", "`apply` needs `until`", ""),
        ("{apply: {rule: {«skips: {who: you}}, until: end of turn}}", "unknown modifier `skips`", ""),
        ("{apply: {rule: {cannot: «{what: this card}}, until: always}}", "a restriction needs `be`", ""),
        ("{apply: {rule: {cannot: «{do: attack}}, until: always}}", "a restriction with `do` needs `who`", ""),
        (
            "{apply: {rule: {cannot: {who: you, do: attack, «be: targeted}}, until: always}}",
            "a restriction has either",
            "",
        ),
        ("{only if: {condition: {«it rains: today}, do: {draw: 1}}}", "unknown condition `it rains`", ""),
        ("{only if: {condition: {during: «{}}, do: {draw: 1}}}", "a time needs one of", ""),
        ("{only if: {condition: {this turn: {«any of: []}}, do: {draw: 1}}}", "`any of` cannot stand here", ""),
    ] {
        check_effect(SPELL, &format!("activation: {{does: [{verb}]}}"), message, help);
    }
}

#[test]
fn causes_are_a_closed_vocabulary() {
    for (cause, message) in [
        ("{«destroid: {what: this card}}", "unknown event `destroid`"),
        ("{destroyed: «{}}", "an event about cards needs `what`"),
        ("{destroyed: {what: this card, by: «magic}}", "unknown `by` `magic`"),
        ("{destroyed: {what: this card, «except: normal draw}}", "unknown field `except` of an event about cards"),
        ("{draws: «{what: this card}}", "an event about a player needs `who`"),
        ("{draws: {who: «both}}", "unknown player `both`"),
        ("{draws: {who: you, except: «all}}", "unknown exception `all`"),
        ("{any of: «[]}", "the list of causes is empty"),
        ("«destroyed", "expected a cause, written as a map with one key, found the text `destroyed`"),
    ] {
        check_effect(SPELL, &format!("activation: {{when: {cause}}}"), message, "");
    }
}

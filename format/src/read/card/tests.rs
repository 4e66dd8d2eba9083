use segoc_engine::def::{
    Affected, Amount, Attribute, Change, Class, Condition, Count, EffectDef, Except, How, Joint, Modifier, MonsterIs,
    OrDeclared, Part, Pick, Step, Target, Timing, Until, Who, Word,
};

use super::*;

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
fn the_activation_of_a_card_needs_no_id() {
    let text = format!("{SPELL}effects:\n  - activation: {{}}\n  - {{id: b, ignition: {{does: [{{draw: 1}}]}}}}\n");
    assert_eq!(card(&text).effects.len(), 2);
}

//! Card files against a table of what is printed.

#![allow(clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use segoc_format::printed::Table;
use segoc_format::read::card;

const HEAD: &str = "name\tpasscodes\tkind\ttypes or property\tattribute\tatk\tdef\tlevel, rank or link\tremarks\n";
const SANGAN: &str =
    "name: Sangan\npasscode: 26202165\nmonster: {attribute: dark, type: fiend, level: 3, atk: 1000, def: 600}\n";

fn table(rows: &str) -> Table {
    Table::read("printed.tsv", &format!("{HEAD}{rows}").into()).unwrap_or_else(|errors| panic!("{errors}"))
}

/// What a table finds wrong with a card: line and column, message and help.
fn found(rows: &str, text: &str) -> Vec<String> {
    let card = card::read("card.yaml", &Arc::from(text), &["tcg".into()]).unwrap_or_else(|errors| panic!("{errors}"));
    let said = |d: segoc_format::diagnostic::Diagnostic| {
        format!("{}:{} {}; {}", d.at().0, d.at().1, d.message, d.help.unwrap_or_default())
    };
    table(rows).differences(&card).into_iter().map(said).collect()
}

#[test]
fn what_is_printed_otherwise_is_found_at_its_place() {
    let row = "Sangan\t26202165\tmonster\tFiend / Effect\tdark\t1000\t600\t3\t\n";
    assert_eq!(found(row, SANGAN), Vec::<String>::new());
    for (from, to, expected) in [
        ("26202165", "7", "2:11 `passcode` of `Sangan` is printed otherwise; printed: 26202165"),
        ("dark", "light", "3:22 `attribute` of `Sangan` is printed otherwise; printed: dark"),
        ("fiend", "fairy", "3:34 `type` of `Sangan` is printed otherwise; printed: fiend"),
        ("level: 3", "level: 4", "3:48 `level` of `Sangan` is printed otherwise; printed: 3"),
        ("1000", "1200", "3:56 `atk` of `Sangan` is printed otherwise; printed: 1000"),
        ("600", "\"?\"", "3:67 `def` of `Sangan` is printed otherwise; printed: 600"),
        ("600}", "600, is: [tuner]}", "3:76 `is` of `Sangan` is printed otherwise; printed: []"),
        (
            "name: Sangan",
            "name: Sangam",
            "1:7 the card with the passcode of `Sangam` is called otherwise; its name is printed `Sangan`",
        ),
    ] {
        assert_eq!(found(row, &SANGAN.replace(from, to)), [expected]);
    }
    let renamed = SANGAN.replace("Sangan", "Sangam").replace("26202165", "7");
    assert_eq!(found(row, &renamed), ["1:7 no card of the table is called `Sangam`; did you mean `Sangan`?"]);
}

#[test]
fn kinds_of_cards_are_compared_too() {
    let row = "Dark Hole\t53129443\tspell\tNormal\t\t\t\t\t\n";
    let text = "name: Dark Hole\npasscode: 53129443\nspell: quick-play\neffects: [{activation: {does: [{draw: 1}]}}]\n";
    assert_eq!(found(row, &text.replace("quick-play", "normal")), Vec::<String>::new());
    assert_eq!(found(row, text), ["3:8 `spell` of `Dark Hole` is printed otherwise; printed: normal"]);
    assert_eq!(
        found(row, &text.replace("spell: quick-play", "trap: normal")),
        ["1:7 `Dark Hole` is no trap; printed: spell"]
    );
    let utopia =
        "name: Utopia\npasscode: 1\nmonster: {attribute: light, type: warrior, level: 4, atk: 0, def: 0, is: [xyz]}\n";
    let row = "Utopia\t1 2\tmonster\tWarrior / Xyz / Effect\tlight\t0\t0\t4\t\n";
    assert_eq!(
        found(row, &utopia.replace("level", "rank").replace("passcode: 1", "passcode: 2")),
        Vec::<String>::new()
    );
    let plain = |is: &str| {
        format!(
            "name: Dragong\npasscode: 3\nmonster: {{attribute: earth, type: machine, level: 4, atk: 0, def: 0{is}}}\n"
        )
    };
    let row = "Dragong\t\tmonster\tMachine\tearth\t0\t0\t4\t\n";
    assert_eq!(found(row, &plain(", is: [normal]")), Vec::<String>::new(), "of no kind at all: a Normal Monster");
    assert_eq!(found(row, &plain("")), ["3:10 `is` of `Dragong` is printed otherwise; printed: [normal]"]);
    let row = "Dragong\t\tmonster\tMachine / Effect\tearth\t0\t0\t4\t\n";
    assert_eq!(found(row, &plain(", is: [flip]")), Vec::<String>::new(), "old prints say no more of Flip monsters");
    assert_eq!(found(row, &plain(", is: [tuner]")).len(), 1);
    let unknown = "Sangan\t\tmonster\t\t\t\t\t\t\n";
    assert_eq!(found(unknown, SANGAN), Vec::<String>::new(), "an empty cell says nothing");
}

#[test]
fn a_table_that_does_not_fit_says_where_and_what_to_do() {
    let wrong = |text: String| Table::read("t.tsv", &text.into()).expect_err("it is wrong").to_string();
    let missing = wrong("name\tkind\n".into());
    assert_eq!(missing, "t.tsv:1:1: the table has no column `passcodes`");
    assert_eq!(wrong(format!("{HEAD}Sangan\t1\n")), "t.tsv:2:1: 9 columns are named, and this line has 2");
    let numbers = wrong(format!("{HEAD}Sangan\tone\tmonster\t\t\t\t\t\t\n"));
    assert_eq!(numbers, "t.tsv:2:1: `one` are no passcodes");
}

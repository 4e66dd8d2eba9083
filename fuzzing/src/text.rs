//! Changes of texts: bytes, words, lines, and what is odd in YAML, JSON, terminals and paths.

use crate::dice::Dice;
use crate::world::World;

/// What is odd, or means something somewhere.
#[rustfmt::skip]
const ODD: &[&str] = &[
    "[]", "{}", "null", "\"\"", "-1", "0", "1.5", "255", "256", "65535", "65536", "1000000", "2147483647", "-2147483648", "99999999999",
    "18446744073709551616", "-9223372036854775809", "1e999", "0x7fffffff", "0o17", ".inf", "-.inf", ".nan", "~", "true", "false", "yes",
    "'", "\"", ":", "- ", "#", "[[", "}}", "[,]", "{,}", "{a}", "[a: b]", "{a: b, a: b}", "\"k\": v", "? a\n: b\n", "- - - -", "?", "? ",
    "*a", "&a ", "<<: ", "!!str ", "!x ", "%YAML 1.2\n---\n", "---\n", "...\n", "|", "|2-\n", "|+\n  a\n", ">-\n", ">9\n", " # x", "# x\n",
    "\"\\uD800\"", "\"\\x1b[2J\"", "\"\\0\"", "\"\\u202e\"", "\"\\", "\"a\\\n  b\"", "'a''b'", ",", " ", "    ", "\n", "\n\n", "\r", "\t",
    "\u{feff}", "\u{202e}", "\u{200b}", "\u{200d}", "\u{2066}", "\u{85}", "\u{2028}", "\u{2029}", "\u{a0}", "\u{3000}", "\u{300}", "\u{e0001}",
    "\u{10ffff}", "\u{fffe}", "\u{1b}[31m", "\u{1b}]0;x\u{7}", "\u{7f}", "\u{8}", "\u{c}", "\u{b}", "\0", "é", "ß", "İ", "ﬁ", "A\u{30a}",
    "\u{1F0CF}", "𝕊angan", "Ｓangan", "ſangan", "../../etc/passwd", "../", "$(id)", "`id`", "::error::", "]]>", "<script>", "]==]", "%0A",
    "this card", "Yugi", "Joey", "Yugi's ", "Joey's ", "all", "half", "second ", "two of ", "each ", "in: [tcg]", "in: [tcg, goat]",
    "{card: Sangan}", "{card: Sangan, as: a}", "[Sangan, Sangan]",
];

const MARKS: &str = " ,{}[]:\n\"'";

/// Changes a text in one way; `others` are texts it may take lines from.
pub fn change(text: &mut Vec<u8>, dice: &mut Dice<'_>, world: &World, others: &[impl AsRef<str>]) {
    match dice.below(22) {
        0..=3 => bytes(text, dice),
        4 | 5 => {
            let at = dice.below(text.len() + 1);
            text.splice(at..at, dice.pick(ODD).bytes());
        }
        6..=12 => edit(text, |text| lines(text, dice, others)),
        13..=18 => edit(text, |text| words(text, dice, world)),
        19 => edit(text, |text| match dice.below(5) {
            0 => text.replace('\n', "\r\n"),
            1 => format!("\u{feff}{text}"),
            2 => text.replace('\n', "\r"),
            3 => text.trim_end().to_owned(),
            _ => text.replace('\n', "\n\n"),
        }),
        20 => {
            let at = dice.below(text.len() + 1);
            let again = dice.pick(&["[", "{a: ", "- ", "? ", "'", "\"", " ", "!", "&a ", "\u{202e}", "x"]);
            text.splice(at..at, again.repeat(1 + dice.below(60)).into_bytes());
        }
        _ => edit(text, |text| restyled(text, dice)),
    }
}

fn edit(text: &mut Vec<u8>, change: impl FnOnce(&str) -> String) {
    *text = change(&String::from_utf8_lossy(text)).into_bytes();
}

fn bytes(text: &mut Vec<u8>, dice: &mut Dice<'_>) {
    let at = dice.below(text.len() + 1);
    match dice.below(4) {
        0 => text.insert(at, dice.number() as u8),
        1 => text.truncate(at),
        2 => text.drain(at..text.len().min(at + 1 + dice.below(8))).for_each(drop),
        _ => text.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << dice.below(8)),
    }
}

/// Lines taken away, doubled, exchanged, moved in and out, joined, and taken from other texts.
fn lines(text: &str, dice: &mut Dice<'_>, others: &[impl AsRef<str>]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return text.to_owned();
    }
    let (at, other) = (dice.below(lines.len()), dice.below(lines.len()));
    match dice.below(8) {
        0 => _ = lines.remove(at),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => lines[at].insert_str(0, &" ".repeat(dice.below(7))),
        4 => lines[at] = lines[at].trim_start().to_owned(),
        5 if at + 1 < lines.len() => {
            let next = lines.remove(at + 1);
            lines[at].push_str(next.trim_start());
        }
        6 if !others.is_empty() => {
            let theirs: Vec<&str> = dice.pick(others).as_ref().lines().collect();
            let from = dice.below(theirs.len());
            let taken = theirs.iter().skip(from).take(1 + dice.below(8)).map(|line| (*line).to_owned());
            lines.splice(at..at, taken);
        }
        _ => {
            let piece: Vec<String> = lines.iter().skip(other).take(1 + dice.below(5)).cloned().collect();
            lines.splice(at..at, piece);
        }
    }
    lines.join("\n") + "\n"
}

/// Words taken away, doubled, exchanged, and replaced by other words of the corpus or odd ones.
fn words(text: &str, dice: &mut Dice<'_>, world: &World) -> String {
    let mut words: Vec<String> = text.split_inclusive(|c| MARKS.contains(c)).map(str::to_owned).collect();
    if words.is_empty() {
        return text.to_owned();
    }
    let (at, other) = (dice.below(words.len()), dice.below(words.len()));
    let mark = |word: &str| word.chars().last().filter(|c| MARKS.contains(*c)).map(String::from).unwrap_or_default();
    match dice.below(7) {
        0 => words[at] = (*dice.pick(ODD)).to_owned() + &mark(&words[at]),
        1 | 2 => words[at] = dice.pick(&world.words).clone() + &mark(&words[at]),
        3 => words.swap(at, other),
        4 => _ = words.remove(at),
        5 => words.insert(at, words[other].clone()),
        _ => {
            words[at] = dice.pick(&world.words).clone() + &mark(&words[at]);
            words[other] = dice.pick(&world.words).clone() + &mark(&words[other]);
        }
    }
    words.concat()
}

/// The value of a line, written in another way.
fn restyled(text: &str, dice: &mut Dice<'_>) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = dice.below(lines.len());
    if let Some((key, value)) = lines.get(at).and_then(|line| line.split_once(": ")) {
        let pad = " ".repeat(key.len() - key.trim_start().len() + 2 + dice.below(4));
        lines[at] = match dice.below(5) {
            0 => format!("{key}: |\n{pad}{value}"),
            1 => format!("{key}: >-\n{pad}{value}\n\n{pad}x"),
            2 => format!("{key}: \"{}\"", value.replace('"', "\\\"")),
            3 => format!("{key}: '{}'", value.replace('\'', "''")),
            _ => format!("{key}:\n{pad}{value}"),
        };
    }
    lines.join("\n") + "\n"
}

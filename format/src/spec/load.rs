//! Reads the tables of `format.md`.

use std::sync::{LazyLock, OnceLock};

use super::model::{Choice, Field, Holds, Named, Need, Said, Shape};
use super::words::{self, Spelt};

const TEXT: &str = include_str!("format.md");

/// A section of the text, read as a shape when that is asked for: a command needs few of them.
struct Section {
    name: &'static str,
    text: &'static str,
    shape: OnceLock<&'static Shape>,
}

/// Every section, in the order of the text.
static SECTIONS: LazyLock<Vec<Section>> = LazyLock::new(|| {
    // A single byte is found faster than a beginning of a line.
    let lines = TEXT.match_indices('\n').map(|(end, _)| end + 1);
    let mut starts: Vec<usize> = lines.filter(|start| TEXT[*start..].starts_with("## ")).collect();
    starts.push(TEXT.len());
    let sections = starts.windows(2).map(|ends| {
        let text = &TEXT[ends[0] + "## ".len()..ends[1]];
        Section { name: text.split(':').next().unwrap_or_default(), text, shape: OnceLock::new() }
    });
    sections.collect()
});

/// The shape of some name.
pub fn shape(name: &str) -> Option<&'static Shape> {
    let section = SECTIONS.iter().find(|section| section.name == name)?;
    Some(section.shape.get_or_init(|| shape_of(section.text)))
}

/// What is read once stays for as long as the program runs.
fn keep<T>(items: Vec<T>) -> &'static [T] {
    items.leak()
}

/// A section: a heading, a sentence, and tables.
fn shape_of(section: &'static str) -> &'static Shape {
    let mut lines =
        section.lines().filter(|line| !line.is_empty() && !line.starts_with("# ") && !line.starts_with("|--"));
    let (name, what) = lines.next().and_then(|heading| heading.split_once(": ")).unwrap_or_default();
    let about = lines.next().unwrap_or_default();
    let (mut includes, mut some_of, mut said) = (Vec::new(), Vec::new(), Vec::new());
    let mut tables: Vec<(&str, Vec<Field>)> = Vec::new();
    for line in lines {
        let listed = |start: &str| line.strip_prefix(start).map(|list| list.trim_end_matches('.').split(", "));
        if let Some(names) = listed("It has everything of ") {
            includes.extend(names.filter_map(shape));
        } else if let Some(keys) = listed("It needs one of ") {
            some_of.extend(keys);
        } else {
            match (&cells(line)[..], tables.last_mut()) {
                ([_, heading, "holds", ..], _) => tables.push((heading, Vec::new())),
                ([_, "mistake", ..], _) => {}
                (&[_, of, message, help, _], _) => {
                    said.push(Said { of, message, help: Some(help).filter(|help| !help.is_empty()) });
                }
                (row, Some((_, fields))) => add_row(row, fields),
                (_, None) => {}
            }
        }
    }
    let (mut choices, mut fields): (Vec<&'static Choice>, _) = (Vec::new(), Vec::new());
    for (heading, rows) in tables {
        match heading.split_once("one ") {
            Some((at_most, noun)) => choices.push(choice(noun, at_most.is_empty(), rows)),
            None => fields = rows,
        }
    }
    let (includes, some_of, fields, choices) = (keep(includes), keep(some_of), keep(fields), keep(choices));
    Box::leak(Box::new(Shape { name, what, about, includes, fields, choices, some_of, said: keep(said) }))
}

fn cells(line: &'static str) -> Vec<&'static str> {
    line.split('|').map(|cell| cell.trim_matches(' ')).collect()
}

/// Keys that exclude each other. `verb`, `step or never offered`, or `event, or as event` with the keys of another shape.
fn choice(heading: &'static str, needed: bool, rows: Vec<Field>) -> &'static Choice {
    let (noun, unless, like) = match (heading.split_once(", or as "), heading.split_once(" or ")) {
        (Some((noun, like)), _) => (noun, None, shape(like)),
        (None, Some((noun, unless))) => (noun, Some(unless), None),
        (None, None) => (heading, None, None),
    };
    let mut kinds: Vec<Field> = like.iter().flat_map(|shape| shape.choices).flat_map(|c| c.kinds).copied().collect();
    kinds.extend(rows);
    Box::leak(Box::new(Choice { noun, needed, unless, kinds: keep(kinds) }))
}

/// A row of a table: a key, or one for every word of a vocabulary.
fn add_row(cells: &[&'static str], fields: &mut Vec<Field>) {
    let [_, key, value, example, about, ..] = *cells else { return };
    let (example, with) = example.split_once(" & ").unwrap_or((example, ""));
    let value = holds(value);
    let field = |key, need, about| Field { key, value, need, about, example, with, beside: &[] };
    if let Some(vocabulary) = key.strip_prefix("every ") {
        let words = words::list(vocabulary);
        return fields.extend(words.iter().map(|spelt| field(spelt.word, Need::Optional, spelt.about)));
    }
    let (beside, key) = key.strip_prefix("+ ").map_or((false, key), |key| (true, key));
    let (need, key) = match (key.strip_prefix("**"), key.strip_prefix('*')) {
        (Some(key), _) => (Need::Always, key),
        (None, Some(key)) => (Need::Usual, key),
        (None, None) => (Need::Optional, key),
    };
    let key = key.trim_end_matches('*');
    let said = words::list(about).iter().find(|spelt| spelt.word == key);
    let field = field(key, need, said.map_or(about, |spelt| spelt.about));
    match fields.last_mut().filter(|_| beside) {
        Some(tag) => tag.beside = keep([tag.beside, &[field]].concat()),
        None => fields.push(field),
    }
}

/// What a key holds.
fn holds(text: &'static str) -> Holds {
    let inner = |text| &keep(vec![holds(text)])[0];
    let named = |name| -> &'static Named { Box::leak(Box::new(Named::new(name))) };
    if let Some(list) = text.strip_prefix('[') {
        return match (list.strip_suffix("]?"), list.trim_end_matches(']').split_once("}, {")) {
            (Some(item), _) => Holds::ListOrEmpty(inner(item)),
            (None, Some((first, then))) => {
                Holds::FirstThen(named(first.trim_start_matches('{')), named(then.trim_end_matches('}')))
            }
            (None, None) => Holds::List(inner(list.strip_suffix(']').unwrap_or(list))),
        };
    }
    if let Some(item) = text.strip_prefix("names") {
        return Holds::ByName(inner(item.trim_start_matches('+').trim()), item.starts_with('+'));
    }
    if text.contains(" or ") {
        return Holds::Either(keep(text.split(" or ").map(holds).collect()));
    }
    if let Some(shape) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) {
        return Holds::Map(named(shape));
    }
    let range = text.split_once("..").and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)));
    if let Some((least, most)) = range {
        return Holds::Number(least, most);
    }
    match text {
        "text" => Holds::Text,
        "line" => Holds::Line,
        "card name" => Holds::CardName,
        "reference" => Holds::Reference,
        "format" => Holds::Format,
        "flag" => Holds::Flag,
        "bool" => Holds::Bool,
        "axes" => Holds::Axes,
        _ => words::form(text).map_or_else(|| words_of(text), Holds::Form),
    }
}

/// A vocabulary, some words of one, or its words and another.
fn words_of(text: &'static str) -> Holds {
    let (some, other) = text.split_once('+').unwrap_or((text, ""));
    let (name, chosen) = some.split_once(':').unwrap_or((some, ""));
    let every = words::list(name);
    let mut words: Vec<Spelt> = match chosen {
        "" => every.to_vec(),
        some => some.split(',').filter_map(|word| every.iter().find(|spelt| spelt.word == word)).copied().collect(),
    };
    words.extend(words::OTHERS.iter().filter(|spelt| spelt.word == other));
    if chosen.is_empty() || !other.is_empty() { Holds::Word(keep(words)) } else { Holds::Among(keep(words)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What cannot be read would be left out or empty.
    #[test]
    fn every_row_is_read() {
        for section in TEXT.split("\n## ").skip(1) {
            let shape = shape(section.split(':').next().unwrap()).unwrap();
            for row in section.lines().map(cells).filter(|row| row.len() > 5 && row[2] != "holds" && row[2] != "---") {
                let key = row[1].trim_start_matches("+ ").trim_matches('*');
                let every = key.strip_prefix("every ").map(|name| words::list(name).iter().map(|spelt| spelt.word));
                let keys = every.map_or_else(|| vec![key], Iterator::collect);
                assert!(!keys.is_empty() && keys.iter().all(|key| shape.has(key)), "{}: {row:?}", shape.name);
            }
            for said in shape.said {
                let (mistake, of) = said.of.split_once(' ').unwrap();
                let is_choice = shape.all_choices().iter().any(|choice| choice.noun == of);
                let good = if mistake == "lone" { !is_choice } else { ["two", "no"].contains(&mistake) };
                assert!(good && (is_choice || shape.has(of)), "{}: {said:?}", shape.name);
            }
            for field in shape.every() {
                let said = !field.example.is_empty() && field.about.ends_with('.');
                assert!(said && !is_empty(&field.value), "{}: {field:?}", shape.name);
            }
        }
    }

    fn is_empty(value: &Holds) -> bool {
        match value {
            Holds::Word(words) | Holds::Among(words) => words.is_empty(),
            Holds::List(item) | Holds::ListOrEmpty(item) | Holds::ByName(item, _) => is_empty(item),
            Holds::Either(forms) => forms.iter().any(is_empty),
            _ => value.shapes().iter().any(|inner| inner.name.is_empty()),
        }
    }
}

//! What stands open around a place in a text that is still being written.

use granit_parser::{Event, Parser, StructureStyle};

/// A map or a list that is open at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    /// A map: the keys written in it before, and the one whose value the place is in; none where a key would stand.
    Map { written: Vec<String>, key: Option<String> },
    /// A list, and how many items stand before.
    List { before: usize },
}

/// A place: everything that is open there, outer levels first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Open {
    pub(crate) levels: Vec<Level>,
    /// Whether a bracket or a brace is open.
    pub(crate) in_flow: bool,
}

/// Stands for what is being written. Nobody writes it.
const HERE: &str = "\u{e000}here";
/// As deep as files are read.
const MAX_DEPTH: usize = 48;

/// What is open at the end of a text, if a value, or in a block a key, stands there; none if that cannot be read so far.
pub(crate) fn open(before: &str, as_key: bool) -> Option<Open> {
    match as_key {
        true => open_before(before, ":"),
        // Within brackets the parser looks for what comes after a word.
        false => open_before(before, "").or_else(|| open_before(before, ",").filter(|open| open.in_flow)),
    }
}

/// What is open at the end of a text, if a word with this mark behind it stands there.
fn open_before(before: &str, mark: &str) -> Option<Open> {
    let text = format!("{before}{HERE}{mark}");
    let options = granit_parser::options! { emit_comments: false };
    let mut events = Parser::new_from_str_with_options(&text, options);
    let (mut levels, mut flow): (Vec<Level>, Vec<bool>) = (Vec::new(), Vec::new());
    loop {
        let (event, _) = events.next_event()?.ok()?;
        let begun = match event {
            Event::StreamEnd | Event::Alias(..) => return None,
            Event::Scalar(value, ..) if value == HERE => {
                return Some(Open { levels, in_flow: flow.contains(&true) });
            }
            Event::Scalar(value, ..) => {
                match levels.last_mut() {
                    Some(Level::Map { key: key @ None, .. }) => *key = Some(value.into_owned()),
                    _ => close_value(levels.last_mut()),
                }
                continue;
            }
            Event::MappingStart(style, ..) => (Level::Map { written: Vec::new(), key: None }, style),
            Event::SequenceStart(style, ..) => (Level::List { before: 0 }, style),
            Event::MappingEnd | Event::SequenceEnd => {
                levels.pop();
                flow.pop();
                close_value(levels.last_mut());
                continue;
            }
            _ => continue,
        };
        if levels.len() == MAX_DEPTH {
            return None;
        }
        levels.push(begun.0);
        flow.push(begun.1 == StructureStyle::Flow);
    }
}

/// A value is over: a map waits for its next key, a list for its next item.
fn close_value(level: Option<&mut Level>) {
    match level {
        Some(Level::Map { written, key }) => written.extend(key.take()),
        Some(Level::List { before }) => *before += 1,
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(written: &[&str], key: Option<&str>) -> Level {
        Level::Map { written: written.iter().map(|k| (*k).to_owned()).collect(), key: key.map(str::to_owned) }
    }

    #[test]
    fn everything_open_is_known_in_blocks_and_in_flow() {
        let levels = |text, as_key| open(text, as_key).map(|open| open.levels);
        assert_eq!(levels("id: X\n", true), Some(vec![map(&["id"], None)]));
        assert_eq!(levels("id: X\nduel: {Yugi: {hand: [A, ", false).map(|levels| levels.len()), Some(4));
        let play = "play:\n  - Yugi: {activates: A}\n  - ";
        assert_eq!(levels(play, false), Some(vec![map(&[], Some("play")), Level::List { before: 1 }]));
        let item = [map(&[], Some("play")), Level::List { before: 1 }, map(&[], None)];
        assert_eq!(levels(play, true), Some(item.to_vec()));
        let beside = "play:\n  - Yugi: {activates: A, ";
        assert_eq!(levels(beside, false).and_then(|mut levels| levels.pop()), Some(map(&["activates"], None)));
        assert!(open(beside, false).is_some_and(|open| open.in_flow));
    }

    #[test]
    fn what_cannot_be_read_is_no_place() {
        assert_eq!(open("a: b: ", false), None);
        assert_eq!(open("a: \"text ", false), None);
        assert_eq!(open(&"[".repeat(200), false), None);
    }
}

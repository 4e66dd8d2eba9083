//! A step of the play: exactly one tag, and the keys that may stand beside it.

use segoc_protocol::{Player, Sides};

use super::{RulingReader, Story, is_blank};
use crate::read::{Entry, Fields, Place, Read};
use crate::ruling::{Blank, Check, Step, StepKind};
use crate::spec::shapes::STEP;
use crate::yaml::Node;

impl Read<Story<'_>> for Step {
    fn read(story: &mut RulingReader<'_, '_>, node: &Node, _: Place) -> Option<Self> {
        let fields = story.fields(node, &STEP)?;
        let (formats, because) = (story.step_formats(&fields), fields.get(story, "because"));
        let reading = fields.entry("reading").and_then(|reading| story.reading(reading));
        let tag = fields.one("step");
        let mut never_offered = fields.get(story, "never offered")?;
        if let (Some(tag), Some(beside)) = (tag, fields.entry("never offered"))
            && !matches!(tag.key, "Yugi" | "Joey" | "chain")
        {
            let message = format!("`never offered` cannot stand beside `{}`", tag.key);
            story.error_help(beside.span, message, "make it a step of its own");
        }
        let kind = match tag {
            Some(tag) => story.tagged(tag, &fields),
            None => Some(StepKind::Check(Check::NeverOffered(std::mem::take(&mut never_offered)))),
        };
        Some(Self { span: node.span, formats, reading, because: because?, never_offered, kind: kind? })
    }
}

impl RulingReader<'_, '_> {
    fn tagged(&mut self, tag: Entry<'_>, fields: &Fields<'_>) -> Option<StepKind> {
        if let Some(player) = Player::from_word(tag.key) {
            return self.action(player, tag.node);
        }
        match blank(tag.key, tag.node) {
            Some(blank) if !self.known.finished => return Some(StepKind::Check(Check::Blank(blank))),
            Some(_) if is_blank(tag.node) => {
                let help = "write it, or let `segoc bless` write what the engine does";
                self.error_help(tag.node.span, "this check does not say what it expects", help);
                return None;
            }
            _ => {}
        }
        let check = match tag.key {
            "triggers" => return tag.read(self).map(StepKind::Triggers),
            "chain" => fields.make(self, ["chain", "cannot be added"], |links, cannot_be_added| Check::Chain {
                links,
                cannot_be_added,
            }),
            "resolves" => tag.read(self).map(Check::Resolves),
            "happens" => tag.read(self).map(Check::Happens),
            "window" => self.window(tag.node),
            "placing" => self.placing(tag.node),
            "board" => self.board(tag.node),
            "ends" => self.ends(tag),
            _ => return self.unread(tag),
        };
        check.map(StepKind::Check)
    }

    /// The formats of a step: some of the file's, not all.
    fn step_formats(&mut self, fields: &Fields<'_>) -> Option<Vec<String>> {
        let entry = fields.entry("in")?;
        let formats: Vec<String> = entry.read(self)?;
        if formats.len() == self.of_file.len() && !formats.is_empty() {
            self.error_help(entry.node.span, "`in` names all formats of the file", "leave it out");
        }
        Some(formats)
    }

    fn reading(&mut self, entry: Entry<'_>) -> Option<String> {
        let reading: String = entry.read(self)?;
        let readings = self.known.readings.clone();
        if readings.is_empty() {
            let help = "readings are listed under `disputed`";
            self.error_help(entry.node.span, "this ruling has no readings", help);
        } else if !readings.contains(&reading) {
            self.unknown(entry.node.span, "reading", &reading, readings.iter().map(String::as_str));
        }
        Some(reading)
    }
}

/// The check of a draft that does not say yet what it expects.
fn blank(tag: &str, value: &Node) -> Option<Blank> {
    let blank = match tag {
        "chain" => Blank::Chain,
        "resolves" => Blank::Resolves,
        "happens" => Blank::Happens,
        "window" => Blank::Window,
        "placing" => Blank::Placing,
        "ends" => Blank::Ends,
        "board" => {
            let sides = Player::ALL.iter().map(|player| value.get(player.word()).map(is_blank));
            let sides: Vec<bool> = sides.map(|side| side.unwrap_or(is_blank(value))).collect();
            return sides.contains(&true).then_some(Blank::Board(Sides { yugi: sides[0], joey: sides[1] }));
        }
        _ => return None,
    };
    is_blank(value).then_some(blank)
}

//! A step of the play: exactly one tag, and the keys that may stand beside it.

use super::RulingReader;
use super::reference::PLAYERS;
use segoc_protocol::Sides;

use crate::place::Spanned;
use crate::ruling::{Blank, CardRef, Check, Step, StepKind, Use};
use crate::spec;
use crate::spec::play::TAGS;
use crate::suggest;
use crate::yaml::{Kind, Node};

impl RulingReader<'_> {
    /// A step.
    pub(super) fn step(&mut self, node: &Node) -> Option<Step> {
        let mut fields = self.reader.fields(node, &spec::play::STEP)?;
        let formats = fields.take("in").map(|node| self.step_formats(node));
        let because = fields.take("because").and_then(|node| self.prose(node, "a sentence"));
        let reading = fields.take("reading").and_then(|node| self.reading(node));
        let found = fields.among(&TAGS);
        let refusals = fields.take_with_key("never offered");
        let mut never_offered = Vec::new();
        let kind = match (found.as_slice(), refusals) {
            ([], Some((_, node))) => Some(StepKind::Check(Check::NeverOffered(self.refusals(node)))),
            ([], None) => {
                // What stands for all tags is one too if none of them is there.
                let tags = TAGS.keys().chain(TAGS.unless);
                let help = match unknown_key(node) {
                    Some(key) => suggest::help(key, tags),
                    None => format!("one of {}", suggest::list(tags)),
                };
                self.reader.error_help(fields.head(), "the step does not say what it is", help);
                return None;
            }
            ([(key, value)], refusals) => {
                if let Some((beside, node)) = refusals {
                    if matches!(key.value.as_str(), "Yugi" | "Joey" | "chain") {
                        never_offered = self.refusals(node);
                    } else {
                        let message = format!("`never offered` cannot stand beside `{}`", key.value);
                        self.reader.error_help(beside.span, message, "make it a step of its own");
                    }
                }
                let cannot_be_added = if key.value == "chain" { fields.take("cannot be added") } else { None };
                self.tagged(key, value, cannot_be_added)
            }
            ([(first, _), (second, _), ..], _) => {
                let message = format!("a step is one thing, found `{}` and `{}`", first.value, second.value);
                self.reader.error_help(second.span, message, "make it two steps");
                None
            }
        };
        fields.finish(&mut self.reader);
        Some(Step { span: node.span, formats, reading, because, never_offered, kind: kind? })
    }

    fn tagged(&mut self, tag: &Spanned<String>, value: &Node, cannot_be_added: Option<&Node>) -> Option<StepKind> {
        if let Some((_, player)) = PLAYERS.iter().find(|(name, _)| *name == tag.value) {
            return self.action(*player, value);
        }
        match blank(&tag.value, value) {
            Some(blank) if !self.finished => return Some(StepKind::Check(Check::Blank(blank))),
            Some(_) if is_blank(value) => {
                let help = "write it, or let `segoc bless` write what the engine does";
                self.reader.error_help(value.span, "this check does not say what it expects", help);
                return None;
            }
            _ => {}
        }
        let check = match tag.value.as_str() {
            "triggers" => return Some(StepKind::Triggers(self.triggers(value))),
            "chain" => self.chain(value, cannot_be_added),
            "resolves" => Some(self.resolves(value)),
            "happens" => Some(self.happens(value)),
            "window" => self.window(value),
            "placing" => self.placing(value),
            "board" => self.board(value),
            "ends" => self.ends(value),
            _ => return self.reader.unread(tag),
        };
        check.map(StepKind::Check)
    }

    /// The formats of a step: some of the file's, not all.
    fn step_formats(&mut self, node: &Node) -> Vec<String> {
        let of_file = self.formats.clone();
        let formats = self.reader.formats_of_file(node, self.known_formats, &of_file);
        if formats.len() == of_file.len() && !of_file.is_empty() {
            self.reader.error_help(node.span, "`in` names all formats of the file", "leave it out");
        }
        formats
    }

    fn reading(&mut self, node: &Node) -> Option<String> {
        let reading = self.reader.string(node, "the id of a reading")?;
        if !self.readings.contains(&reading) {
            let readings = self.readings.clone();
            if readings.is_empty() {
                self.reader.error_help(
                    node.span,
                    "this ruling has no readings",
                    "readings are listed under `disputed`",
                );
            } else {
                self.reader.unknown(node.span, "reading", &reading, readings.iter().map(String::as_str));
            }
            return None;
        }
        Some(reading)
    }

    fn triggers(&mut self, node: &Node) -> Vec<Spanned<Use>> {
        self.cards_or_maps(node, "triggers", activation_of, Self::trigger)
    }

    fn trigger(&mut self, node: &Node) -> Option<Use> {
        self.map(node, &spec::play::TRIGGERED, |ruling, fields| {
            let card = fields.need("card").and_then(|node| ruling.reference(node));
            ruling.activation(card, fields)
        })
    }

    /// A list of cards, each written as a reference or as a map with `card`.
    pub(super) fn cards_or_maps<T>(
        &mut self,
        node: &Node,
        what: &str,
        short: impl Fn(CardRef) -> T,
        long: impl Fn(&mut Self, &Node) -> Option<T>,
    ) -> Vec<Spanned<T>> {
        let items = self.reader.some(node, what).unwrap_or_default();
        self.each_card(items, |ruling, item| match item.kind {
            Kind::Map(_) => long(ruling, item),
            _ => ruling.reference(item).map(&short),
        })
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
            let sides = PLAYERS.iter().map(|(name, _)| value.get(name).map(is_blank));
            let sides: Vec<bool> = sides.map(|side| side.unwrap_or(is_blank(value))).collect();
            return sides.contains(&true).then_some(Blank::Board(Sides { yugi: sides[0], joey: sides[1] }));
        }
        _ => return None,
    };
    is_blank(value).then_some(blank)
}

pub(super) fn is_blank(value: &Node) -> bool {
    match &value.kind {
        Kind::Null => true,
        Kind::Str(text) => text.trim().is_empty(),
        Kind::Seq(items) => items.is_empty(),
        Kind::Map(entries) => entries.is_empty(),
        _ => false,
    }
}

/// The activation of a card about which nothing more is said.
fn activation_of(card: CardRef) -> Use {
    Use { card, effect: None, option: None, targets: Vec::new(), paying_with: Vec::new(), declares: None }
}

/// The first key that is neither a side key nor a tag: most likely a misspelt tag.
fn unknown_key(node: &Node) -> Option<&str> {
    let Kind::Map(entries) = &node.kind else { return None };
    let side = ["in", "because", "reading", "cannot be added"];
    entries.iter().map(|(key, _)| key.value.as_str()).find(|key| !side.contains(key))
}

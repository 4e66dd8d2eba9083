//! What must be the case for an effect to be activated or applied.

use segoc_engine::def::{Condition, During};

use super::CardReader;
use crate::spec;
use crate::yaml::Node;

impl CardReader<'_> {
    /// A condition.
    pub(super) fn condition(&mut self, node: &Node) -> Option<Condition> {
        let (key, value) = self.reader.kind(node, &spec::condition::CONDITION)?;
        match key.value.as_str() {
            "there is" => self.there_is(value),
            "there is no" => self.group(value).map(Condition::ThereIsNo),
            "during" => self.during(value).map(Condition::During),
            "this turn" => self.pattern(value).map(Condition::ThisTurn),
            "last turn" => self.pattern(value).map(Condition::LastTurn),
            "this card" => self.reader.word(value, "part in the battle").map(Condition::ThisCard),
            "not" => self.condition(value).map(|condition| Condition::Not(Box::new(condition))),
            "all of" => {
                let items = self.reader.some(value, "conditions").unwrap_or_default();
                let conditions: Vec<Condition> = items.iter().filter_map(|item| self.condition(item)).collect();
                (conditions.len() == items.len() && !items.is_empty()).then_some(Condition::AllOf(conditions))
            }
            _ => self.reader.unread(key),
        }
    }

    /// A group with `at least` beside its own keys.
    fn there_is(&mut self, node: &Node) -> Option<Condition> {
        let mut fields = self.reader.fields(node, &spec::condition::THERE_IS)?;
        let least = fields.take("at least").map_or(Some(1), |node| self.reader.small(node, "`at least`"));
        let group = self.group_fields(&mut fields);
        fields.finish(&mut self.reader);
        Some(Condition::ThereIs(least?, group))
    }

    /// Phases, moments and whose turn.
    pub(super) fn during(&mut self, node: &Node) -> Option<During> {
        let mut fields = self.reader.fields(node, &spec::condition::TIME)?;
        let phase = fields.take("phase").map(|node| self.reader.words(node, "phase")).unwrap_or_default();
        let at = fields.take("at").map(|node| self.reader.words(node, "moment")).unwrap_or_default();
        let turn = fields.take("turn").and_then(|node| self.reader.word(node, "turn"));
        if !spec::condition::TIME.some_of.iter().any(|key| fields.has(key)) {
            self.reader.error(fields.span, "a time needs one of `phase`, `at`, `turn`");
        }
        fields.finish(&mut self.reader);
        Some(During { phase, at, turn })
    }
}

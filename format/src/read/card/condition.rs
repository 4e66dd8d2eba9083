//! What must be the case for an effect to be activated or applied.

use segoc_engine::def::{Comparison, Condition, During, Group};

use super::{Card, CardReader};
use crate::read::{Fields, Place, Read};
use crate::spec::shapes::{COMPARED, CONDITION, SO_MANY, THERE_IS, TIME, WAS};
use crate::yaml::Node;

/// A group, and how many of it there must be at least.
impl Read<Card> for (Box<Group>, u8) {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let fields = card.fields(node, &SO_MANY)?;
        card.so_many(&fields)
    }
}

impl CardReader<'_> {
    fn so_many(&mut self, fields: &Fields<'_>) -> Option<(Box<Group>, u8)> {
        let (least, group) = (fields.get_or(self, "at least", 1), self.group(fields));
        Some((Box::new(group?), least?))
    }

    /// So many cards of a group, and what they are together.
    fn there_is(&mut self, node: &Node) -> Option<Condition> {
        let fields = self.fields(node, &THERE_IS)?;
        let (so_many, together) = (self.so_many(&fields), self.together(&fields));
        let ((mut group, least), together) = (so_many?, together?);
        if least < 2 && together.as_ref().is_some_and(|it| it.totals.is_empty()) {
            self.is_about_several(&fields);
        }
        group.together = together;
        Some(Condition::ThereIs(least, group))
    }
}

impl Read<Card> for Condition {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let condition = card.kind(node, &CONDITION)?;
        match condition.key {
            "there is" => card.there_is(condition.node),
            "there is no" => condition.read(card).map(Self::ThereIsNo),
            "was" => card.map(condition.node, &WAS, ["what", "of"], Self::Was),
            "during" => condition.read(card).map(Self::During),
            "this turn" => condition.read(card).map(Self::ThisTurn),
            "last turn" => condition.read(card).map(Self::LastTurn),
            "this card" => condition.read(card).map(Self::ThisCard),
            "chain link" => condition.read(card).map(Self::ChainLink),
            "number" => {
                let fields = card.fields(condition.node, &COMPARED)?;
                let compared = fields.one("comparison")?;
                let other = compared.read(card);
                let amount = card.amount_in(&fields, "amount").map(Box::new);
                Some(Self::Number(amount?, Comparison::from_word(compared.key)?, other?))
            }
            "not" => condition.read(card).map(Self::Not),
            "all of" => condition.read(card).map(Self::AllOf),
            _ => card.unread(condition),
        }
    }
}

impl Read<Card> for During {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let during = card.map(node, &TIME, ["phase", "at", "turn", "next after"], |phase, at, turn, next_after| {
            Self { phase, at, turn, next_after }
        })?;
        if during.next_after.is_some() && during.phase.is_empty() {
            let help = "write `phase` beside it, as `phase: [standby]`";
            card.error_help(node.span, "`next after` needs the phase that comes next", help);
            return None;
        }
        Some(during)
    }
}

//! What an effect changes for as long as it applies.

use segoc_engine::def::{Affected, Change, Instead, Modifier, Replaced};

use super::{Card, CardReader};
use crate::read::{Entry, Fields, Place, Read};
use crate::spec::shapes::{
    CANNOT, CHANGE, INSTEAD, MODIFIER, MOVED, NEGATED, REPLACED, TREATED_AS, TYPE_CHANGE, WHENEVER,
};
use crate::yaml::Node;

impl Read<Card> for Modifier {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let modifier = card.kind(node, &MODIFIER)?;
        let node = modifier.node;
        match modifier.key {
            "negated" => card.map(node, &NEGATED, ["what"], Self::Negated),
            "cannot" => card.cannot(node),
            "atk" => card.value_change(node, Self::Atk),
            "def" => card.value_change(node, Self::Def),
            "type" => card.map(node, &TYPE_CHANGE, ["what", "to"], Self::Type),
            "treated as" => card.map(node, &TREATED_AS, ["what", "name"], Self::TreatedAs),
            "revealed" => modifier.read(card).map(Self::Revealed),
            "may tribute" => modifier.read(card).map(Self::MayTribute),
            "piercing" => modifier.read(card).map(Self::Piercing),
            "destroyed" => modifier.read(card).map(Self::Destroyed),
            "instead" => card.map(node, &INSTEAD, ["of", "do"], |of: Moved, goes| {
                Self::Instead(of.what, Instead { of: of.how, goes })
            }),
            "no battle damage" => modifier.read(card).map(Self::NoBattleDamage),
            "half battle damage" => modifier.read(card).map(Self::HalfBattleDamage),
            "no damage" => modifier.read(card).map(Self::NoDamage),
            "wins" => modifier.read(card).map(Self::Wins),
            "whenever" => card.map(node, &WHENEVER, ["cause", "does"], Self::Whenever),
            _ => card.unread(modifier),
        }
    }
}

/// A move that is replaced, as `{sent to gy: {what: …}}`.
struct Moved {
    how: Replaced,
    what: Affected,
}

impl Read<Card> for Moved {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let moved = card.kind(node, &REPLACED)?;
        let Some(how) = Replaced::from_word(moved.key) else { return card.unread(moved) };
        card.map(moved.node, &MOVED, ["what"], |what| Self { how, what })
    }
}

impl CardReader<'_> {
    fn cannot(&mut self, node: &Node) -> Option<Modifier> {
        let fields = self.fields(node, &CANNOT)?;
        let restriction = fields.one("restriction")?;
        if restriction.key == "be" {
            return fields.make(self, ["who", "what", "be"], Modifier::CannotBe);
        }
        if !fields.has("who") {
            self.error(fields.head(), "a restriction with `do` needs `who`");
        }
        fields.make(self, ["who", "do", "except"], Modifier::CannotDo)
    }

    fn value_change(&mut self, node: &Node, make: fn(Affected, Change) -> Modifier) -> Option<Modifier> {
        let fields = self.fields(node, &CHANGE)?;
        let change = self.change(&fields);
        fields.make(self, ["what"], |what| Some(make(what, change?)))?
    }

    /// `by` or `to` with an amount.
    pub(super) fn change(&mut self, fields: &Fields<'_>) -> Option<Change> {
        let change: Entry<'_> = fields.one("change")?;
        change.read(self).map(if change.key == "by" { Change::By } else { Change::To })
    }
}

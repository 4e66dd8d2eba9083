//! What an effect changes for as long as it applies.

use segoc_engine::def::{Change, Instead, Modifier, OrDeclared, Race, Replaced, Timing};

use super::CardReader;
use crate::read::{Fields, if_written};
use crate::spec;
use crate::spec::words::DECLARED;
use crate::yaml::Node;

impl CardReader<'_> {
    /// A list of modifiers.
    pub(super) fn modifiers(&mut self, node: &Node) -> Vec<Modifier> {
        self.each(node, "modifiers", Self::modifier)
    }

    /// A modifier.
    pub(super) fn modifier(&mut self, node: &Node) -> Option<Modifier> {
        let (key, value) = self.reader.kind(node, &spec::modifier::MODIFIER)?;
        match key.value.as_str() {
            "negated" => self.negated(value),
            "cannot" => self.cannot(value),
            "atk" => self.value_change(value, Modifier::Atk),
            "def" => self.value_change(value, Modifier::Def),
            "type" => self.type_change(value),
            "treated as" => self.treated_as(value),
            "revealed" => self.affected(value).map(Modifier::Revealed),
            "may tribute" => self.affected(value).map(Modifier::MayTribute),
            "piercing" => self.affected(value).map(Modifier::Piercing),
            "instead" => self.instead(value),
            "no battle damage" => self.reader.word(value, "player").map(Modifier::NoBattleDamage),
            "half battle damage" => self.reader.word(value, "player").map(Modifier::HalfBattleDamage),
            "no damage" => self.reader.word(value, "player").map(Modifier::NoDamage),
            "wins" => self.reader.word(value, "player").map(Modifier::Wins),
            "whenever" => self.whenever(value),
            _ => self.reader.unread(key),
        }
    }

    fn negated(&mut self, node: &Node) -> Option<Modifier> {
        let mut fields = self.reader.fields(node, &spec::modifier::NEGATED)?;
        let what = fields.need("what").and_then(|node| self.affected(node));
        fields.finish(&mut self.reader);
        what.map(Modifier::Negated)
    }

    fn cannot(&mut self, node: &Node) -> Option<Modifier> {
        let mut fields = self.reader.fields(node, &spec::modifier::CANNOT)?;
        let who = fields.take("who").map(|node| self.reader.word(node, "player"));
        let none = "a restriction needs `be` (of cards) or `do` (of players)";
        let found = self.reader.only(&mut fields, &spec::modifier::RESTRICTIONS, none, "a restriction has either");
        let modifier = found.and_then(|(key, value)| {
            if key.value == "be" {
                let what = fields.need("what").and_then(|node| self.affected(node));
                let be = self.reader.word(value, "restriction on cards");
                return Some(Modifier::CannotBe(if_written(who)?, what?, be?));
            }
            let act = self.reader.word(value, "restriction on a player");
            let except = fields.take("except").map(|node| self.group(node));
            if who.is_none() {
                self.reader.error(fields.head(), "a restriction with `do` needs `who`");
            }
            Some(Modifier::CannotDo(who.flatten()?, act?, if_written(except)?))
        });
        fields.finish(&mut self.reader);
        modifier
    }

    fn value_change(
        &mut self,
        node: &Node,
        make: fn(segoc_engine::def::Affected, Change) -> Modifier,
    ) -> Option<Modifier> {
        let mut fields = self.reader.fields(node, &spec::modifier::CHANGE)?;
        let what = fields.need("what").and_then(|node| self.affected(node));
        let change = self.change(&mut fields);
        fields.finish(&mut self.reader);
        Some(make(what?, change?))
    }

    /// `by` or `to` with an amount.
    pub(super) fn change(&mut self, fields: &mut Fields<'_>) -> Option<Change> {
        let none = "a change needs `by` or `to`";
        let (key, value) = self.reader.only(fields, &spec::modifier::CHANGES, none, "a change has either")?;
        self.amount(value).map(if key.value == "by" { Change::By } else { Change::To })
    }

    /// `what`, `to` a Type or `declared`.
    fn type_change(&mut self, node: &Node) -> Option<Modifier> {
        let mut fields = self.reader.fields(node, &spec::modifier::TYPE_CHANGE)?;
        let what = fields.need("what").and_then(|node| self.affected(node));
        let to = fields.need("to").and_then(|node| self.reader.word_or(node, "Type", Race::ALL, DECLARED));
        fields.finish(&mut self.reader);
        Some(Modifier::Type(what?, to?.map_or(OrDeclared::Declared, OrDeclared::Just)))
    }

    fn treated_as(&mut self, node: &Node) -> Option<Modifier> {
        let mut fields = self.reader.fields(node, &spec::modifier::TREATED_AS)?;
        let what = fields.need("what").and_then(|node| self.affected(node));
        let name = fields.need("name").and_then(|node| self.reader.line(node, "the name of a card"));
        fields.finish(&mut self.reader);
        Some(Modifier::TreatedAs(what?, name?))
    }

    /// `of` a move, `do` another one: `{of: {sent to gy: {what: …}}, do: banish}`.
    fn instead(&mut self, node: &Node) -> Option<Modifier> {
        let mut fields = self.reader.fields(node, &spec::modifier::INSTEAD)?;
        let of = fields.need("of").and_then(|node| {
            let (key, value) = self.reader.kind(node, &spec::modifier::REPLACED)?;
            let Some(of) = Replaced::from_word(&key.value) else { return self.reader.unread(key) };
            let mut inner = self.reader.fields(value, &spec::modifier::MOVED)?;
            let what = inner.need("what").and_then(|node| self.affected(node));
            inner.finish(&mut self.reader);
            Some((of, what?))
        });
        let goes = fields.need("do").and_then(|node| self.reader.word(node, "move"));
        fields.finish(&mut self.reader);
        let (of, what) = of?;
        Some(Modifier::Instead(what, Instead { of, goes: goes? }))
    }

    fn whenever(&mut self, node: &Node) -> Option<Modifier> {
        let mut fields = self.reader.fields(node, &spec::modifier::WHENEVER)?;
        let cause = fields.need("cause").and_then(|node| self.cause(node, Timing::If));
        let does = fields.need("does").map(|node| self.does(node));
        fields.finish(&mut self.reader);
        Some(Modifier::Whenever(cause?, does?))
    }
}

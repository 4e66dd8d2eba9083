//! What an effect changes for as long as it applies.

use segoc_engine::def::{Change, Instead, Modifier, OrDeclared, Race, Replaced, Timing};

use super::CardReader;
use crate::read::Fields;
use crate::spec;
use crate::spec::words::DECLARED;
use crate::yaml::{Kind, Node};

impl CardReader<'_> {
    /// A list of modifiers.
    pub(super) fn modifiers(&mut self, node: &Node) -> Vec<Modifier> {
        let items = self.reader.some(node, "modifiers").unwrap_or_default();
        items.iter().filter_map(|item| self.modifier(item)).collect()
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
        let found = fields.among(&spec::modifier::RESTRICTIONS);
        let modifier = match found.as_slice() {
            [(key, value)] if key.value == "be" => {
                let what = fields.need("what").and_then(|node| self.affected(node));
                let be = self.reader.word(value, "restriction on cards");
                match who {
                    Some(None) => None,
                    who => what.zip(be).map(|(what, be)| Modifier::CannotBe(who.flatten(), what, be)),
                }
            }
            [(_, value)] => {
                let act = self.reader.word(value, "restriction on a player");
                let except = fields.take("except").map(|node| self.group(node));
                if who.is_none() {
                    self.reader.error(fields.head(), "a restriction with `do` needs `who`");
                }
                match except {
                    Some(None) => None,
                    except => who.flatten().zip(act).map(|(who, act)| Modifier::CannotDo(who, act, except.flatten())),
                }
            }
            [_, (second, _), ..] => {
                self.reader.error(second.span, "a restriction has either `be` or `do`");
                None
            }
            [] => {
                self.reader.error(fields.head(), "a restriction needs `be` (of cards) or `do` (of players)");
                None
            }
        };
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
        let found = fields.among(&spec::modifier::CHANGES);
        match found.as_slice() {
            [(key, value)] if key.value == "by" => self.amount(value).map(Change::By),
            [(_, value)] => self.amount(value).map(Change::To),
            [_, (second, _), ..] => {
                self.reader.error(second.span, "a change has either `by` or `to`");
                None
            }
            [] => {
                self.reader.error(fields.head(), "a change needs `by` or `to`");
                None
            }
        }
    }

    /// `what`, `to` a Type or `declared`.
    fn type_change(&mut self, node: &Node) -> Option<Modifier> {
        let mut fields = self.reader.fields(node, &spec::modifier::TYPE_CHANGE)?;
        let what = fields.need("what").and_then(|node| self.affected(node));
        let to = fields.need("to").and_then(|node| match &node.kind {
            Kind::Str(text) if text == DECLARED.word => Some(OrDeclared::Declared),
            Kind::Str(text) if Race::from_word(text).is_none() => {
                let words = Race::ALL.iter().map(|word| word.word()).chain([DECLARED.word]);
                self.reader.unknown(node.span, "Type", text, words);
                None
            }
            _ => self.reader.word(node, "Type").map(OrDeclared::Just),
        });
        fields.finish(&mut self.reader);
        Some(Modifier::Type(what?, to?))
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

//! What is printed on a card besides its effects, and what must hold for the card as a whole.

use segoc_engine::def::{CardKind, Class, Material, MonsterDef, MonsterIs};

use super::CardReader;
use crate::card::{CardEffect, CardFile, is_token};
use crate::read::Fields;
use crate::spec;
use crate::spec::words::{UNKNOWN_VALUE, WRITTEN_IS};
use crate::yaml::{Kind, Node};

impl CardReader<'_> {
    /// The whole file.
    pub(super) fn file(&mut self, node: &Node) -> Option<CardFile> {
        let mut fields = self.reader.fields(node, &spec::card::CARD)?;
        let name = fields.need("name");
        let name = name.and_then(|node| Some((self.reader.line(node, "the name of the card")?, node.span)));
        let passcode = fields.take("passcode");
        let passcode =
            passcode.and_then(|node| Some((self.reader.number(node, "the passcode", 1..=99_999_999)?, node.span)));
        let kind = self.kind(&mut fields);
        let series = fields.take("series").map(|node| self.texts(node, "series")).unwrap_or_default();
        let effects = fields.take("effects").map(|node| self.each(node, "effects", Self::effect)).unwrap_or_default();
        let left_out = fields.take("left out").map(|node| self.texts(node, "sentences")).unwrap_or_default();
        let head = fields.head();
        fields.finish(&mut self.reader);
        let kind = kind?;
        match (is_token(&kind), passcode) {
            (false, None) if node.get("passcode").is_none() => {
                self.reader.error_help(head, "a card needs `passcode`", "only tokens have none");
            }
            (true, Some((_, span))) => {
                self.reader.error_help(span, "tokens have no passcode", "leave `passcode` out");
            }
            _ => {}
        }
        self.as_a_whole(&kind, &effects);
        let (name, name_span) = name?;
        Some(CardFile {
            name,
            passcode: passcode.map(|(number, _)| number),
            path: self.reader.path.clone(),
            text: std::sync::Arc::clone(&self.reader.text),
            name_span,
            kind,
            series,
            effects,
            left_out,
            mentions: std::mem::take(&mut self.mentions),
            summons: std::mem::take(&mut self.summons),
            made: Default::default(),
        })
    }

    pub(super) fn texts(&mut self, node: &Node, what: &str) -> Vec<String> {
        self.reader.each(node, what, |reader, item| reader.line(item, "a text"))
    }

    fn kind(&mut self, fields: &mut Fields<'_>) -> Option<CardKind> {
        let none = "a card needs one of `monster`, `spell`, `trap`";
        let one = "a card is one of `monster`, `spell`, `trap`";
        let (key, value) = self.reader.only(fields, &spec::card::KINDS, none, one)?;
        match key.value.as_str() {
            "monster" => self.monster(value).map(CardKind::Monster),
            "spell" => self.reader.word(value, "kind of Spell").map(CardKind::Spell),
            _ => self.reader.word(value, "kind of Trap").map(CardKind::Trap),
        }
    }

    fn monster(&mut self, node: &Node) -> Option<MonsterDef> {
        let mut fields = self.reader.fields(node, &spec::card::MONSTER)?;
        let attribute = fields.need("attribute");
        let attribute = attribute.and_then(|node| self.reader.word(node, "Attribute"));
        let race = fields.need("type").and_then(|node| self.reader.word(node, "Type"));
        let mut is: Vec<MonsterIs> = match fields.take("is") {
            Some(node) => self
                .reader
                .each(node, "type line words", |reader, item| reader.word_of(item, "type line word", WRITTEN_IS)),
            None => Vec::new(),
        };
        let ranks = fields.among(&spec::card::LEVELS);
        if let [_, (second, _), ..] = ranks.as_slice() {
            self.reader.error(second.span, "a monster has one of `level`, `rank`, `link`");
        }
        let (mut level, mut link) = (None, None);
        for (key, node) in &ranks {
            let value = self.reader.number(node, &format!("`{}`", key.value), 0..=13);
            match key.value.as_str() {
                "level" => level = value,
                "link" => link = value,
                _ => {}
            }
        }
        if ranks.is_empty() && !is.contains(&MonsterIs::Link) {
            self.reader.error(fields.head(), "a monster needs one of `level`, `rank`, `link`");
        }
        let atk = fields.need("atk").and_then(|node| self.atk_or_def(node, "ATK"));
        let def = match fields.take("def") {
            Some(node) => self.atk_or_def(node, "DEF"),
            None if is.contains(&MonsterIs::Link) => Some(0),
            None => {
                self.reader.error_help(fields.head(), "a monster needs `def`", "only Link Monsters have none");
                None
            }
        };
        let materials = fields.take("materials");
        let materials = materials.map(|node| self.each(node, "materials", Self::material)).unwrap_or_default();
        fields.finish(&mut self.reader);
        if !is.contains(&MonsterIs::Normal) && !is.contains(&MonsterIs::Token) {
            is.push(MonsterIs::Effect);
        }
        Some(MonsterDef { attribute: attribute?, race: race?, level, link, atk: atk?, def: def?, is, materials })
    }

    /// A number, or `"?"`, which counts as 0.
    fn atk_or_def(&mut self, node: &Node, what: &str) -> Option<i32> {
        match &node.kind {
            Kind::Str(text) if UNKNOWN_VALUE.iter().any(|spelt| spelt.word == text) => Some(0),
            _ => self.reader.number(node, what, 0..=100_000),
        }
    }

    fn material(&mut self, node: &Node) -> Option<Material> {
        let mut fields = self.reader.fields(node, &spec::card::MATERIAL)?;
        let count = fields.need("choose").and_then(|node| self.count(node));
        let of = fields.need("of").and_then(|node| self.group(node));
        fields.finish(&mut self.reader);
        Some(Material { count: count?, of: of? })
    }

    /// What can only be seen with all effects at hand.
    fn as_a_whole(&mut self, kind: &CardKind, effects: &[CardEffect]) {
        for (i, effect) in effects.iter().enumerate() {
            let class = effect.def.class;
            if class == Class::Activation && matches!(kind, CardKind::Monster(_)) {
                let help = "a monster has `ignition`, `trigger`, `phase`, `quick`, `continuous` or `procedure` effects";
                self.reader.error_help(effect.span, "only Spell and Trap Cards are activated as cards", help);
            }
            let materials = matches!(kind, CardKind::Monster(monster) if !monster.materials.is_empty());
            if effect.def.by.is_some() && !materials {
                let help =
                    "say in `monster` with what it is Summoned, as `materials: [{choose: 1, of: {is: [tuner]}}]`";
                self.reader.error_help(effect.span, "a `procedure` with `by` needs the monster's `materials`", help);
            }
            if class == Class::Procedure && !matches!(kind, CardKind::Monster(_)) {
                self.reader.error(effect.span, "only monsters have a `procedure`");
            }
            let first = effects[..i].iter().find(|other| other.def.id.is_some() && other.def.id == effect.def.id);
            if let (Some(first), Some(id)) = (first, &effect.def.id) {
                self.reader
                    .error(effect.span, format!("two effects have the id `{id}`"))
                    .mark(first.span, "the first one");
            }
        }
        let activating = effects.iter().filter(|effect| effect.def.activates()).count();
        let nameless = effects.iter().filter(|e| e.def.activates() && e.def.id.is_none());
        // The activation of the card itself is told from its other effects without an id.
        let nameless: Vec<_> = nameless.filter(|effect| effect.def.class != Class::Activation).collect();
        if activating > 1 {
            for effect in nameless {
                let help = "give it an `id`, so that a ruling can say which effect it means";
                self.reader.error_help(
                    effect.span,
                    "a card with several effects that activate needs ids for them",
                    help,
                );
            }
        }
    }
}

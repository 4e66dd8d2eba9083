//! What is printed on a card besides its effects, and what must hold for the card as a whole.

use segoc_engine::def::{
    Arrow, AsMonster, CardKind, Class, Count, How, Material, MonsterDef, MonsterIs, Place as Where,
};

use super::{Card, CardReader};
use crate::card::{CardEffect, CardFile, is_token};
use crate::place::Spanned;
use crate::read::{Entry, Fields, Place, Read};
use crate::spec::shapes::{AS_MONSTER, CARD, MATERIAL, MONSTER};
use crate::spec::words::UNKNOWN_VALUE;
use crate::yaml::{Kind, Node};

impl CardReader<'_> {
    /// The whole file.
    pub(super) fn file(&mut self, node: &Node) -> Option<CardFile> {
        self.known.names.collect(node);
        self.given_names_are_new();
        let fields = self.fields(node, &CARD)?;
        let kind = fields.one("kind of card").and_then(|kind| self.card_kind(kind));
        let name: Option<Spanned<String>> = fields.get(self, "name");
        let passcode: Option<Spanned<u32>> = fields.get(self, "passcode")?;
        let (series, effects, left_out): (_, Vec<CardEffect>, _) =
            (fields.get(self, "series"), fields.get(self, "effects")?, fields.get(self, "left out"));
        self.few(&fields, "effects");
        let as_monster: Option<Option<AsMonster>> = fields.get(self, "as monster");
        let kind = kind?;
        if !is_token(&kind) && !fields.has("passcode") {
            fields.needs(self, "passcode");
        }
        if let (true, Some(passcode)) = (is_token(&kind), &passcode) {
            self.error_help(passcode.span, "tokens have no passcode", "leave `passcode` out");
        }
        let monster_twice = fields.entry("as monster").filter(|_| matches!(kind, CardKind::Monster(_)));
        if let Some(entry) = monster_twice {
            let help = "`as monster` is for Spells and Traps that Special Summon themselves";
            self.error_help(entry.span, "a monster is one already", help);
        }
        if let (Some(&span), false) = (self.known.declared_numbers.first(), self.known.declares_a_number) {
            let help = "an effect of this card needs `declares number`";
            self.error_help(span, "no number is declared", help);
        }
        if let (Some(&span), false) = (self.known.declared_kinds.first(), self.known.declares_a_kind) {
            let help = "an effect of this card needs `declares: kind of card`";
            self.error_help(span, "no kind of card is declared", help);
        }
        self.as_a_whole(&kind, fields.has("as monster"), &effects);
        let name = name?;
        Some(CardFile {
            name: name.value,
            always_named: fields.get(self, "always named")?,
            passcode: passcode.map(|passcode| passcode.value),
            path: self.path.clone(),
            text: std::sync::Arc::clone(&self.text),
            name_span: name.span,
            kind,
            as_monster: as_monster?,
            series: series?,
            text_mentions: fields.get(self, "mentions")?,
            effects,
            left_out: left_out?,
            mentions: std::mem::take(&mut self.known.mentions),
            summons: std::mem::take(&mut self.known.summons),
            made: Default::default(),
        })
    }

    fn card_kind(&mut self, kind: Entry<'_>) -> Option<CardKind> {
        match kind.key {
            "monster" => kind.read(self).map(CardKind::Monster),
            "spell" => kind.read(self).map(CardKind::Spell),
            "trap" => kind.read(self).map(CardKind::Trap),
            _ => self.unread(kind),
        }
    }

    /// Where the Link Arrows of a monster point: as many as its Link Rating says, each another way.
    fn arrows(&mut self, fields: &Fields<'_>, is_link: bool, link: Option<u8>) -> Option<Vec<Arrow>> {
        let arrows: Vec<Arrow> = fields.get(self, "arrows")?;
        let Some(entry) = fields.entry("arrows") else { return Some(arrows) };
        let twice = arrows.iter().enumerate().any(|(i, arrow)| arrows[..i].contains(arrow));
        for (wrong, message, help) in [
            (!is_link, "only a Link Monster has `arrows`", "write `is: [link]` too"),
            (twice, "two Link Arrows point the same way", "write each of them once"),
            (
                link.is_some_and(|link| usize::from(link) != arrows.len()),
                "a Link Monster has as many Link Arrows as its Link Rating says",
                "`link` may be left out beside `arrows`",
            ),
        ] {
            if wrong {
                self.error_help(entry.span, message, help);
            }
        }
        Some(arrows)
    }

    /// Materials are said of monsters that are Summoned with some; of a Ritual Monster which monsters will do, not how many.
    fn only_where_materials_mean_something(&mut self, fields: &Fields<'_>, is: &[MonsterIs]) {
        let Some(entry) = fields.entry("materials") else { return };
        let summoned_with = [MonsterIs::Fusion, MonsterIs::Synchro, MonsterIs::Xyz, MonsterIs::Link];
        if is.iter().any(|is| summoned_with.contains(is)) {
            return;
        }
        if !is.contains(&MonsterIs::Ritual) {
            let message =
                "`materials` mean nothing here: only Fusion, Synchro, Xyz, Link and Ritual Monsters have some";
            self.error_help(entry.span, message, "leave them out");
            return;
        }
        let materials: Option<Vec<Material>> = entry.read(self);
        if materials.is_some_and(|all| all.iter().any(|material| material.count != Count::AtLeast(1))) {
            let message = "of a Ritual Monster `materials` say which monsters can be used, not how many";
            self.error_help(entry.span, message, "write `choose: {at least: 1}`");
        }
    }

    /// What can only be seen with all effects at hand.
    fn as_a_whole(&mut self, kind: &CardKind, as_monster: bool, effects: &[CardEffect]) {
        let (is_monster, has_materials) = match kind {
            CardKind::Monster(monster) => (true, !monster.materials.is_empty()),
            _ => (false, false),
        };
        let is_pendulum = matches!(kind, CardKind::Monster(monster) if monster.is.contains(&MonsterIs::Pendulum));
        let is_such =
            |by: How| matches!(kind, CardKind::Monster(monster) if monster.is.iter().any(|is| is.word() == by.word()));
        let several = effects.iter().filter(|effect| effect.def.activates()).count() > 1;
        for (i, CardEffect { def, span, .. }) in effects.iter().enumerate() {
            let first = effects[..i].iter().find(|other| other.def.id.is_some() && other.def.id == def.id);
            if let (Some(first), Some(id)) = (first, &def.id) {
                self.error(*span, format!("two effects have the id `{id}`")).mark(first.span, "the first one");
            }
            // The activation of the card itself is told from its other effects without an id.
            let is_nameless = def.activates() && def.id.is_none() && def.class != Class::Activation;
            for (wrong, message, help) in [
                (
                    def.class == Class::Activation && is_monster && !is_pendulum,
                    "only Spell and Trap Cards are activated as cards, and Pendulum Monsters as Spells",
                    "a monster has `ignition`, `trigger`, `phase`, `quick`, `continuous` or `procedure` effects",
                ),
                (
                    def.by.is_some() && !has_materials && def.materials.is_empty(),
                    "a `procedure` with `by` needs the monster's `materials`",
                    "say in `monster` with what it is Summoned, as `materials: [{choose: 1, of: {is: [tuner]}}]`",
                ),
                (
                    is_monster && def.by.is_some_and(|by| !is_such(by)),
                    "a monster is Summoned so by its `procedure` only if it is such a monster",
                    "write under `is` of the monster what its `procedure` says in `by`",
                ),
                (
                    def.class == Class::Procedure && !is_monster,
                    "only monsters have a `procedure`",
                    "a Spell or Trap Card has an `activation`",
                ),
                (
                    !is_pendulum && def.from.iter().flatten().any(|place| *place == Where::PendulumZone),
                    "only a Pendulum Monster has effects in the `pendulum zone`",
                    "write `is: [pendulum]` and its `scale`, or leave the place out",
                ),
                (
                    !is_monster && !as_monster && def.from.iter().flatten().any(|place| *place == Where::MonsterZone),
                    "a Spell or Trap has no effects in the `monster zone`",
                    "if it Special Summons itself, say what it is then in `as monster`",
                ),
                (
                    several && is_nameless,
                    "a card with several effects that activate needs ids for them",
                    "give it an `id`, so that a ruling can say which effect it means",
                ),
            ] {
                if wrong {
                    self.error_help(*span, message, help);
                }
            }
        }
    }
}

impl Read<Card> for AsMonster {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let fields = card.fields(node, &AS_MONSTER)?;
        let mut is: Vec<MonsterIs> = fields.get(card, "is")?;
        if !is.contains(&MonsterIs::Normal) {
            is.push(MonsterIs::Effect);
        }
        let keys = ["still spell or trap", "attribute", "type", "level", "atk", "def"];
        fields.make(card, keys, |still, attribute, race, level: u8, atk: Printed, def: Printed| {
            let (level, atk, def, materials) = (Some(level), atk.0, def.0, Vec::new());
            let (rank, link, scale) = (None, None, None);
            let (arrows, no_substitutes) = (Vec::new(), false);
            #[rustfmt::skip]
            let monster = MonsterDef { attribute, race, level, rank, link, scale, atk, def, is, materials, arrows, no_substitutes };
            Self { monster, still }
        })
    }
}

impl Read<Card> for MonsterDef {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let fields = card.fields(node, &MONSTER)?;
        let mut is: Vec<MonsterIs> = fields.get(card, "is")?;
        let is_link = is.contains(&MonsterIs::Link);
        let rank = fields.one("level");
        if fields.has("is") && !is_link && !["level", "rank", "link"].iter().any(|key| fields.has(key)) {
            fields.needs(card, "level");
        }
        if !fields.has("def") && !is_link {
            fields.needs(card, "def");
        }
        if !is.contains(&MonsterIs::Normal) {
            // A Token is a Normal Monster.
            is.push(if is.contains(&MonsterIs::Token) { MonsterIs::Normal } else { MonsterIs::Effect });
        }
        let mut number = |key| rank.filter(|rank| rank.key == key).and_then(|rank| rank.read(card));
        let (level, rank, link) = (number("level"), number("rank"), number("link"));
        let scale: Option<u8> = fields.get(card, "scale")?;
        let is_pendulum = is.contains(&MonsterIs::Pendulum);
        if let Some(entry) = fields.entry("scale").filter(|_| !is_pendulum) {
            card.error_help(entry.span, "only a Pendulum Monster has a `scale`", "write `is: [pendulum]` too");
        }
        if is_pendulum && !fields.has("scale") {
            fields.needs(card, "scale");
        }
        let arrows = card.arrows(&fields, is_link, link)?;
        // Its Link Rating is the number of its arrows.
        let link = link.or((!arrows.is_empty()).then_some(arrows.len() as u8));
        let def = fields.get_or(card, "def", Printed(0));
        card.only_where_materials_mean_something(&fields, &is);
        let mut no_substitutes = false;
        fields.fill(card, "no substitutes", &mut no_substitutes);
        if let Some(entry) = fields.entry("no substitutes").filter(|_| !is.contains(&MonsterIs::Fusion)) {
            let message = "`no substitutes` means nothing here: only Fusion Materials have substitutes";
            card.error_help(entry.span, message, "leave it out");
        }
        let keys = ["attribute", "type", "atk", "materials"];
        fields.make(card, keys, |attribute, race, atk: Printed, materials| {
            let (atk, def) = (atk.0, def?.0);
            #[rustfmt::skip]
            let monster = Self { attribute, race, level, rank, link, scale, atk, def, is, arrows, materials, no_substitutes };
            Some(monster)
        })?
    }
}

/// ATK or DEF: a number, or `"?"`, which counts as 0.
struct Printed(i32);

impl Read<Card> for Printed {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        match &node.kind {
            Kind::Str(text) if UNKNOWN_VALUE.iter().any(|spelt| spelt.word == text) => Some(Self(0)),
            _ => i32::read(card, node, place).map(Self),
        }
    }
}

impl Read<Card> for Material {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let fields = card.fields(node, &MATERIAL)?;
        card.choice(&fields).map(|(count, of)| Self { count, of })
    }
}

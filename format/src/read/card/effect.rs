//! An effect: its class and the keys that class has.

use segoc_engine::def::{Bullet, Class, EffectDef, Modifier, Oath, Once, Target, Timing};

use super::CardReader;
use crate::card::CardEffect;
use crate::place::Spanned;
use crate::read::Fields;
use crate::spec::words::{BY_PROCEDURE, EITHER};
use crate::spec::{self, Shape};
use crate::suggest;
use crate::yaml::{Kind, Node};

impl CardReader<'_> {
    /// `{id, in, <class>: body}`.
    pub(super) fn effect(&mut self, node: &Node) -> Option<CardEffect> {
        let mut fields = self.reader.fields(node, &spec::effect::EFFECT)?;
        let id = fields.take("id").and_then(|node| self.reader.id(node, "the id of an effect"));
        let formats = fields.take("in").map(|node| self.reader.formats(node, self.formats));
        let found = fields.among(&spec::effect::CLASSES);
        let def = match found.as_slice() {
            [(key, value)] => self.class(key, value),
            [] => {
                let unknown = first_unknown(node);
                let classes = spec::effect::CLASSES.keys();
                let help = unknown.map_or_else(
                    || format!("one of {}", suggest::list(classes.clone())),
                    |key| suggest::help(key, classes.clone()),
                );
                self.reader.error_help(fields.head(), "an effect needs its class", help);
                return None;
            }
            [(first, _), (second, _), ..] => {
                let message = format!("an effect has one class, found `{}` and `{}`", first.value, second.value);
                self.reader.error_help(second.span, message, "write two effects");
                None
            }
        };
        fields.finish(&mut self.reader);
        let mut def = def?;
        def.id = id;
        Some(CardEffect { formats, def, span: fields_head(node) })
    }

    fn class(&mut self, key: &Spanned<String>, body: &Node) -> Option<EffectDef> {
        let class = Class::from_word(&key.value)?;
        let shape = body_of(class);
        let mut fields = self.reader.fields(body, shape)?;
        let mut def = EffectDef::new(class);
        if shape.has("mandatory") {
            let mandatory = fields.need("mandatory");
            def.mandatory = mandatory.and_then(|node| self.reader.boolean(node, "`mandatory`")).unwrap_or_default();
        }
        if shape.has("when") {
            self.cause_of(&mut fields, &mut def);
        }
        if shape.has("during") {
            def.during = fields.take("during").and_then(|node| self.during(node));
        }
        if shape.has("from") {
            def.from = fields.take("from").map(|node| self.reader.words(node, "place"));
        }
        if shape.has("who") {
            self.who_of(&mut fields, &mut def);
        }
        match class {
            Class::Activation => {
                def.stays = fields.take("stays").is_some_and(|node| self.reader.flag(node, "`stays`"));
            }
            Class::Trigger => {
                let at_a_moment = def.during.as_ref().is_some_and(|during| !during.at.is_empty());
                if !fields.has("when") && !fields.has("if") && !at_a_moment {
                    let help = "`when` must be answered at once, `if` may wait until the chain has ended; \
                                a trigger of the Damage Step may have `during: {at: […]}` instead";
                    self.reader.error_help(key.span, "a trigger needs `when` or `if`", help);
                }
            }
            Class::Phase if !fields.has("during") => {
                self.reader.error(key.span, "a phase effect needs `during`");
            }
            Class::Continuous => self.continuous(key, &mut fields, &mut def),
            Class::Procedure => {
                let by = fields.take("by");
                def.by = by.and_then(|node| self.reader.word_of(node, "way to Summon", BY_PROCEDURE));
                def.requires = fields.take("requires").and_then(|node| self.condition(node));
                def.cost = fields.take("cost").map(|node| self.cost(node)).unwrap_or_default();
            }
            Class::Ignition | Class::Phase | Class::Quick => {}
        }
        if def.activates() {
            self.common(&mut fields, &mut def);
        }
        fields.finish(&mut self.reader);
        Some(def)
    }

    /// The keys of every effect that activates, in the order of Problem-Solving Card Text.
    fn common(&mut self, fields: &mut Fields<'_>, def: &mut EffectDef) {
        def.once_per_turn = fields.take("once per turn").and_then(|node| self.reader.word(node, "limit"));
        def.once_per_chain =
            fields.take("once per chain").is_some_and(|node| self.reader.flag(node, "`once per chain`"));
        def.requires = fields.take("requires").and_then(|node| self.condition(node));
        def.oath = fields.take("oath").and_then(|node| self.oath(node));
        def.cost = fields.take("cost").map(|node| self.cost(node)).unwrap_or_default();
        def.targets = fields.take("targets").map(|node| self.targets(node)).unwrap_or_default();
        def.declares = fields.take("declares").and_then(|node| self.reader.word(node, "declaration"));
        def.options = fields.take("options").map(|node| self.each(node, "options", Self::bullet)).unwrap_or_default();
        def.does = fields.take("does").map(|node| self.does(node)).unwrap_or_default();
        def.damage_step = fields.take("damage step").and_then(|node| self.reader.boolean(node, "`damage step`"));
        def.no_response = fields.take("no response").is_some_and(|node| self.reader.flag(node, "`no response`"));
        let card_itself = def.class == Class::Activation;
        if !fields.has("does") && !fields.has("options") && !card_itself {
            self.reader.error(fields.head(), "the effect needs `does`, or `options`");
        }
    }

    fn cause_of(&mut self, fields: &mut Fields<'_>, def: &mut EffectDef) {
        let found = fields.among(&spec::effect::CAUSED);
        if let [_, (second, _), ..] = found.as_slice() {
            self.reader.error(second.span, "an effect has either `when` or `if`");
        }
        if let Some((key, value)) = found.first() {
            let timing = if key.value == "when" { Timing::When } else { Timing::If };
            def.cause = self.cause(value, timing);
        }
    }

    fn who_of(&mut self, fields: &mut Fields<'_>, def: &mut EffectDef) {
        let Some(node) = fields.take("who") else { return };
        match &node.kind {
            Kind::Str(text) if text == EITHER.word => def.either_player = true,
            _ => {
                let message = format!("expected `either`, found {}", node.describe());
                self.reader.error_help(node.span, message, "leave `who` out if only the controller may use it");
            }
        }
    }

    /// `(while) applies`, or `whenever` with `does`.
    fn continuous(&mut self, key: &Spanned<String>, fields: &mut Fields<'_>, def: &mut EffectDef) {
        def.while_ = fields.take("while").and_then(|node| self.condition(node));
        let found = fields.among(&spec::effect::APPLIED);
        match found.as_slice() {
            [(written, node)] if written.value == "applies" => def.applies = self.modifiers(node),
            [(_, node)] => {
                let cause = self.cause(node, Timing::If);
                let does = fields.take("does");
                if does.is_none() {
                    self.reader.error(key.span, "`whenever` needs `does`");
                }
                let does = does.map(|node| self.does(node));
                def.applies =
                    cause.zip(does).map(|(cause, does)| Modifier::Whenever(cause, does)).into_iter().collect();
            }
            [_, (second, _), ..] => {
                fields.take("does");
                self.reader.error_help(
                    second.span,
                    "a continuous effect has either `applies` or `whenever`",
                    "write two effects",
                );
            }
            [] => {
                self.reader.error(key.span, "a continuous effect needs `applies`, or `whenever` with `does`");
            }
        }
    }

    /// `{activate: [modifiers]}` or `{use: [modifiers]}`.
    fn oath(&mut self, node: &Node) -> Option<Oath> {
        let (key, value) = self.reader.kind(node, &spec::effect::OATH)?;
        let by = Once::from_word(&key.value)?;
        Some(Oath { by, applies: self.modifiers(value) })
    }

    fn targets(&mut self, node: &Node) -> Vec<Target> {
        self.each(node, "targets", Self::target)
    }

    /// A word, or a choice with its name.
    fn target(&mut self, node: &Node) -> Option<Target> {
        if !matches!(node.kind, Kind::Map(_)) {
            return self.known(node).map(Target::Known);
        }
        let mut fields = self.reader.fields(node, &spec::group::TARGET)?;
        let count = fields.need("choose").and_then(|node| self.count(node));
        let of = fields.need("of").and_then(|node| self.group(node));
        let named = fields.take("as").and_then(|node| self.given(node));
        fields.finish(&mut self.reader);
        Some(Target::Chosen { count: count?, of: of?, named })
    }

    fn bullet(&mut self, node: &Node) -> Option<Bullet> {
        let mut fields = self.reader.fields(node, &spec::effect::OPTION)?;
        let id = fields.need("id").and_then(|node| self.reader.id(node, "the id of an option"));
        let cost = fields.take("cost").map(|node| self.cost(node)).unwrap_or_default();
        let targets = fields.take("targets").map(|node| self.targets(node)).unwrap_or_default();
        let does = fields.need("does").map(|node| self.does(node)).unwrap_or_default();
        fields.finish(&mut self.reader);
        Some(Bullet { id: id?, cost, targets, does })
    }
}

/// The keys of an effect of a class.
fn body_of(class: Class) -> &'static Shape {
    match class {
        Class::Activation => &spec::effect::ACTIVATION,
        Class::Ignition => &spec::effect::IGNITION,
        Class::Trigger => &spec::effect::TRIGGER,
        Class::Phase => &spec::effect::PHASE,
        Class::Quick => &spec::effect::QUICK,
        Class::Continuous => &spec::effect::CONTINUOUS,
        Class::Procedure => &spec::effect::PROCEDURE,
    }
}

/// Where to point at an effect: its first key.
fn fields_head(node: &Node) -> crate::place::Span {
    match &node.kind {
        Kind::Map(entries) => entries.first().map_or(node.span, |(key, _)| key.span),
        _ => node.span,
    }
}

/// The first key of an effect that is neither `id` nor `in`: most likely a misspelt class.
fn first_unknown(node: &Node) -> Option<&str> {
    match &node.kind {
        Kind::Map(entries) => entries.iter().map(|(key, _)| key.value.as_str()).find(|key| !["id", "in"].contains(key)),
        _ => None,
    }
}

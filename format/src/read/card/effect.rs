//! An effect: its class and the keys that class has.

use std::sync::Arc;

use segoc_engine::def::{
    Amount, Bullet, Cause, Class, DeclaredNumber, Declares, EffectDef, Modifier, Moment, Oath, Once, Pattern, Range,
    Step, Timing, Until, Who,
};

use super::{Card, CardReader};
use crate::card::CardEffect;
use crate::place::Span;
use crate::read::{Entry, Fields, Place, Read};
use crate::spec::Holds;
use crate::spec::shapes::{DECLARED_NUMBER, EFFECT, OATH, OPTION};
use crate::spec::words::EITHER;
use crate::yaml::{Kind, Node};

/// The most effects of a card, and options of an effect.
const MOST: usize = u8::MAX as usize;

/// `{id, in, <class>: body}`.
impl Read<Card> for CardEffect {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let fields = card.fields(node, &EFFECT)?;
        let def = fields.one("class").and_then(|class| card.class(class));
        fields.make(card, ["id", "in"], |id, formats| {
            Some(Self { formats, def: Arc::new(EffectDef { id, ..def? }), span: first_key(node) })
        })?
    }
}

/// A number that is declared: from one number to another, in steps.
impl Read<Card> for DeclaredNumber {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let fields = card.fields(node, &DECLARED_NUMBER)?;
        let steps = fields.get_or(card, "in steps of", 1)?;
        fields.make(card, ["at least", "at most"], |min, max| Self { range: Range { min, max }, steps })
    }
}

/// `{activate: [modifiers]}` or `{use: [modifiers]}`.
impl Read<Card> for Oath {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let oath = card.kind(node, &OATH)?;
        Some(Self { by: Once::from_word(oath.key)?, applies: oath.read(card)? })
    }
}

impl Read<Card> for Bullet {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let keys = ["id", "requires", "cost", "targets", "does"];
        card.map(node, &OPTION, keys, |id, requires, cost, targets, does| Self { id, requires, cost, targets, does })
    }
}

impl CardReader<'_> {
    /// The body of a class. Which keys it has says its shape; the others are not written.
    fn class(&mut self, entry: Entry<'_>) -> Option<EffectDef> {
        let class = Class::from_word(entry.key)?;
        let Holds::Map(shape) = entry.field.value else { return None };
        let fields = self.fields(entry.node, shape.get())?;
        let mut def = EffectDef::new(class);
        fields.fill(self, "mandatory", &mut def.mandatory);
        for (key, timing) in [("when", Timing::When), ("if", Timing::If)] {
            let cause = fields.entry(key).and_then(|cause| cause.read(self));
            def.cause = cause.map(|cause| Cause { timing, ..cause }).or(def.cause);
        }
        if class != Class::Continuous {
            fields.fill(self, "during", &mut def.during);
        }
        fields.fill(self, "from", &mut def.from);
        fields.fill(self, "by", &mut def.by);
        fields.fill(self, "materials", &mut def.materials);
        fields.fill(self, "taking materials", &mut def.taking_materials);
        fields.fill(self, "position", &mut def.position);
        def.to_zone = fields.get(self, "to a zone pointed to by").flatten();
        if let Some(entry) = fields.entry("taking materials") {
            self.takes_materials(entry, def.by);
        }
        if let Some(entry) = fields.entry("materials").filter(|_| def.by.is_none()) {
            self.error_help(entry.span, "`materials` needs `by`, the kind of Summon", "as in `by: xyz`");
        }
        fields.fill(self, "once per turn", &mut def.once_per_turn);
        def.times_per_turn = fields.get(self, "times per turn").flatten();
        if let Some(entry) = fields.entry("times per turn").filter(|_| def.once_per_turn.is_none()) {
            let help = "write `once per turn: copy` beside it, or `use`, or `activate`";
            self.error_help(
                entry.span,
                "`times per turn` needs `once per turn`, which says whose uses are counted",
                help,
            );
        }
        fields.fill(self, "once per duel", &mut def.once_per_duel);
        fields.fill(self, "once per battle step", &mut def.once_per_battle_step);
        fields.fill(self, "once per chain", &mut def.once_per_chain);
        fields.fill(self, "requires", &mut def.requires);
        match (class, fields.entry("oath")) {
            (Class::Procedure, Some(entry)) => {
                def.oath = entry.read(self).map(|applies| Oath { by: Once::Activate, applies });
            }
            _ => fields.fill(self, "oath", &mut def.oath),
        }
        let to: Option<String> = fields.get(self, "to").flatten();
        def.to_opponent = to.is_some();
        fields.fill(self, "cost", &mut def.cost);
        fields.fill(self, "targets", &mut def.targets);
        fields.fill(self, "declares", &mut def.declares);
        self.known.declares_a_kind |= def.declares == Some(Declares::CardKind);
        if let Some(entry) = fields.entry("declares number") {
            def.declares_number = entry.read(self);
            self.known.declares_a_number = true;
        }
        if let (Some(entry), true) = (fields.entry("declares"), fields.has("declares number")) {
            self.error_help(entry.span, "an effect declares a word or a number", "leave one of them out");
        }
        fields.fill(self, "options", &mut def.options);
        self.few(&fields, "options");
        fields.fill(self, "damage step", &mut def.damage_step);
        fields.fill(self, "no response", &mut def.no_response);
        let from: Option<Who> = fields.entry("no response from").and_then(|who| who.read(self));
        def.no_response_from_opponent = from.is_some();
        if let Some(entry) = fields.entry("no response from").filter(|_| def.no_response) {
            let message = "`no response from` means nothing beside `no response`, which is true of both players";
            self.error_help(entry.span, message, "leave one of them out");
        }
        fields.fill(self, "cannot be negated", &mut def.cannot_be_negated);
        fields.fill(self, "stays", &mut def.stays);
        fields.fill(self, "while", &mut def.while_);
        def.either_player = fields.entry("who").is_some_and(|who| self.either(who.node));
        match fields.one("continuous effect") {
            Some(whenever) if whenever.key == "whenever" => {
                def.applies = self.whenever(&fields, "whenever").into_iter().collect();
            }
            Some(during) if during.key == "during" => {
                def.applies = self.in_each_phase(&fields).into_iter().collect();
            }
            Some(applies) => def.applies = applies.read(self)?,
            None => fields.fill(self, "does", &mut def.does),
        }
        let own = |modifier: &Modifier| matches!(modifier, Modifier::CannotDo(_, _, exempt) if exempt.this_effect);
        if def.class == Class::Continuous && def.applies.iter().any(own) {
            let message = "`except by: this effect` means nothing here: what only applies does nothing by itself";
            self.error_help(
                fields.head(),
                message,
                "it is for an `oath`, and for what an effect applies when it resolves",
            );
        }
        let again = |modifier: &Modifier| matches!(modifier, Modifier::Attacks(_, often) if often.again);
        if def.class == Class::Continuous && def.applies.iter().any(again) {
            let message = "`again` means nothing here: what applies all the time says how many attacks there are";
            self.error_help(fields.head(), message, "write `times: 2`, or `apply` it when an effect resolves");
        }
        self.is_triggered(&fields, &def);
        self.has_what_it_speaks_of(&fields, &def);
        Some(def)
    }

    /// Effects and options are counted by the engine, up to a number.
    pub(super) fn few(&mut self, fields: &Fields<'_>, key: &str) {
        if let Some(Kind::Seq(items)) = fields.entry(key).map(|entry| &entry.node.kind)
            && let Some(first) = items.get(MOST)
        {
            let message = format!("`{key}` has {} items, and at most {MOST} can be told apart", items.len());
            self.error_help(first.span, message, "leave out what no ruling needs, from here on");
        }
    }

    /// Words that mean something only in some effects.
    fn has_what_it_speaks_of(&mut self, fields: &Fields<'_>, def: &EffectDef) {
        let parts = || def.does.iter().chain(def.options.iter().flat_map(|option| &option.does));
        let costs = def.cost.iter().chain(def.options.iter().flat_map(|option| &option.cost));
        let mut steps = parts().map(|part| &part.step).chain(costs);
        let mut targets = def.targets.iter().chain(def.options.iter().flat_map(|option| &option.targets));
        let of_the_cause = steps.any(|step| step.amounts().contains(&&Amount::OfTheCause))
            || targets.any(|target| target.amounts().contains(&&Amount::OfTheCause));
        let waits_for_it = def.cause.iter().any(|cause| cause.any_of.iter().any(|it| it.event.has_an_amount()));
        if of_the_cause && !waits_for_it {
            let message = "`that amount` means nothing here: nothing that the effect waits for has an amount";
            self.error_help(fields.head(), message, "say the amount, or wait for damage, life points or a draw");
        }
        let answered = |step: &Step| matches!(step.inner(), Step::Apply(_, Until::ThatEffectResolves));
        let answers = def.cause.iter().any(|cause| cause.any_of.iter().any(Pattern::is_activation));
        if !answers && parts().any(|part| answered(&part.step)) {
            let message = "`that effect resolves` means nothing here: the effect answers no activation";
            self.error_help(fields.head(), message, "say another end, as `end of turn`");
        }
    }

    /// A trigger waits for something, or for a moment of the Damage Step.
    fn is_triggered(&mut self, fields: &Fields<'_>, def: &EffectDef) {
        let at_a_moment = def.during.as_ref().is_none_or(|during| !during.at.is_empty());
        if def.class == Class::Trigger && !fields.has("when") && !fields.has("if") && !at_a_moment {
            fields.needs(self, "cause");
        }
        let before_the_draw = def.during.iter().any(|during| during.at.contains(&Moment::BeforeTheDraw));
        if def.class == Class::Trigger && before_the_draw {
            let message = "what is used before the draw is no trigger: nothing happens then for which it could wait";
            self.error_help(fields.head(), message, "write it under `quick`, or as the `activation` of the card");
        }
        let battle_phase = |moment: &Moment| matches!(moment, Moment::StartOfBattlePhase | Moment::EndOfBattlePhase);
        let at = def.during.iter().flat_map(|during| &during.at).find(|moment| battle_phase(moment));
        if let (Class::Trigger, Some(moment)) = (def.class, at) {
            let message =
                format!("what is used at the {moment} is no trigger: each such effect has a chain of its own");
            self.error_help(fields.head(), message, "write it under `phase`");
        }
    }

    fn either(&mut self, node: &Node) -> bool {
        let either = matches!(&node.kind, Kind::Str(text) if text == EITHER.word);
        if !either {
            let message = format!("expected `either`, found {}", node.describe());
            self.error_help(node.span, message, "leave `who` out if only the controller may use it");
        }
        either
    }
}

/// Where to point at an effect: its first key.
fn first_key(node: &Node) -> Span {
    match &node.kind {
        Kind::Map(entries) => entries.first().map_or(node.span, |(key, _)| key.span),
        _ => node.span,
    }
}

//! What an effect does: verbs, amounts, and the conjunctions that join them.

use segoc_engine::def::{Amount, DeckAt, How, Joint, Part, Pick, Selection, Step, Turned, Until, Who};

use super::CardReader;
use crate::place::Spanned;
use crate::read::{Fields, if_written};
use crate::spec::words::{AMOUNTS, TO, WITH_MATERIALS, spellings};
use crate::spec::{self, Shape};
use crate::suggest;
use crate::yaml::{Kind, Node};

impl CardReader<'_> {
    /// A list of parts: the first plain, every further one under its conjunction.
    pub(super) fn does(&mut self, node: &Node) -> Vec<Part> {
        let items = self.reader.some(node, "parts of an effect").unwrap_or_default();
        items.iter().enumerate().filter_map(|(i, item)| self.part(item, i == 0)).collect()
    }

    fn part(&mut self, node: &Node, first: bool) -> Option<Part> {
        let (key, value) = self.reader.one_key(node, spec::verb::PART.what)?;
        let joint = Joint::from_word(&key.value).filter(|_| spec::verb::JOINTS.has(&key.value));
        match (first, joint) {
            (true, None) if !self.reader.is_kind(key, &spec::verb::VERB) => None,
            (true, None) => self.verb(key, value).map(|step| Part { joint: Joint::First, step }),
            (true, Some(joint)) => {
                let message =
                    format!("the first part of an effect has nothing before it that `{joint}` could join it to");
                self.reader.error(key.span, message);
                None
            }
            (false, Some(joint)) => self.step(value).map(|step| Part { joint, step }),
            (false, None) if spec::verb::VERBS.has(&key.value) => {
                let joints = suggest::list(spec::verb::JOINTS.keys());
                let message = format!("it is not said how `{}` is joined to the part before", key.value);
                self.reader.error_help(key.span, message, format!("put it under one of {joints}"));
                None
            }
            (false, None) => {
                self.reader.is_kind(key, &spec::verb::PART);
                None
            }
        }
    }

    /// A list of verbs without conjunctions: a cost.
    pub(super) fn cost(&mut self, node: &Node) -> Vec<Step> {
        self.each(node, "costs", Self::step)
    }

    /// A verb as a map with one key.
    fn step(&mut self, node: &Node) -> Option<Step> {
        let (key, value) = self.reader.kind(node, &spec::verb::VERB)?;
        self.verb(key, value)
    }

    fn verb(&mut self, key: &Spanned<String>, value: &Node) -> Option<Step> {
        match key.value.as_str() {
            "destroy" => self.selection(value).map(Step::Destroy),
            "send to gy" => self.selection(value).map(Step::SendToGy),
            "discard" => self.selection(value).map(Step::Discard),
            "banish" => self.selection(value).map(Step::Banish),
            "tribute" => self.selection(value).map(Step::Tribute),
            "add to hand" => self.selection(value).map(Step::AddToHand),
            "return to hand" => self.selection(value).map(Step::ReturnToHand),
            "reveal" => self.selection(value).map(Step::Reveal),
            "pick" => self.selection(value).map(Step::Pick),
            "return to deck" => self.return_to_deck(value),
            "special summon" => self.special_summon(value),
            "change position" => self.change_position(value),
            "take control" => {
                let (what, until, ()) = self.lasting(value, &spec::verb::TAKE_CONTROL, |_, _| Some(()))?;
                Some(Step::TakeControl(what, until))
            }
            verb @ ("change atk" | "change def") => {
                let (what, until, change) = self.lasting(value, &spec::verb::CHANGE_VALUE, Self::change)?;
                let make = if verb == "change atk" { Step::ChangeAtk } else { Step::ChangeDef };
                Some(make(what, change, until))
            }
            "equip" => self.equip(value),
            "place counters" => self
                .counters(value, &spec::verb::PLACE_COUNTERS, "to")
                .map(|(on, count)| Step::PlaceCounters(on, count)),
            "remove counters" => self
                .counters(value, &spec::verb::REMOVE_COUNTERS, "from")
                .map(|(on, count)| Step::RemoveCounters(on, count)),
            "draw" => {
                self.who_and_count(value, &spec::verb::DRAW).map(|(who, count, named)| Step::Draw(who, count, named))
            }
            "damage" => self.for_a_player(value).map(|(who, count)| Step::Damage(who, count)),
            "gain lp" => self.for_a_player(value).map(|(who, count)| Step::GainLp(who, count)),
            "pay lp" => self.for_a_player(value).map(|(who, count)| Step::PayLp(who, count)),
            "negate" => self.reader.word(value, "thing to negate").map(Step::Negate),
            "end" => self.reader.word(value, "thing to end").map(Step::End),
            "apply" => self.apply(value),
            "calculate damage" => self.calculate_damage(value),
            "afterwards" => self.afterwards(value),
            "you can" => self.step(value).map(|step| Step::YouCan(Box::new(step))),
            "only if" => self.only_if(value),
            _ => self.reader.unread(key),
        }
    }

    fn return_to_deck(&mut self, node: &Node) -> Option<Step> {
        let (what, at) = self.selection_and(node, &spec::verb::RETURN_TO_DECK, |card, fields| {
            fields.take("at").map_or(Some(DeckAt::Shuffled), |node| card.reader.word(node, "place in the Deck"))
        })?;
        Some(Step::ReturnToDeck(what, at?))
    }

    fn special_summon(&mut self, node: &Node) -> Option<Step> {
        let (what, (position, to, by)) = self.selection_and(node, &spec::verb::SPECIAL_SUMMON, |card, fields| {
            let position = fields.take("position").map(|node| card.reader.word::<Turned>(node, "position"));
            let to = fields.take("to");
            let to = to.map(|node| card.reader.one_of(node, "`opponent's field`", "place to Summon to", TO));
            (position, to, card.by_and_using(fields))
        })?;
        self.note_summons(&what);
        Some(Step::SpecialSummon { what, position: if_written(position)?, to_opponent: to.is_some(), by: by? })
    }

    /// `by: fusion` or `by: synchro` with `using`, the group the materials come from. The outer `None` is a mistake.
    fn by_and_using(&mut self, fields: &mut Fields<'_>) -> Option<Option<(How, segoc_engine::def::Group)>> {
        let by = fields.take("by");
        let using = if by.is_some() || fields.has("using") { fields.take("using") } else { None };
        let using = using.map(|node| (node, self.group(node)));
        match (by, using) {
            (None, None) => Some(None),
            (Some(by), Some((_, using))) => {
                let how = self.reader.word_of(by, "way to Summon", WITH_MATERIALS);
                Some(Some((how?, using?)))
            }
            (Some(by), None) => {
                self.reader.error(by.span, "`by` needs `using`, the group the materials come from");
                None
            }
            (None, Some((using, _))) => {
                self.reader.error(using.span, "`using` needs `by: fusion` or `by: synchro`");
                None
            }
        }
    }

    /// Remembers which cards are Summoned by name: tokens among them must be in the library.
    fn note_summons(&mut self, what: &Selection) {
        let (Pick::All(group) | Pick::Choose(_, group) | Pick::Random(_, group)) = &what.pick else { return };
        for name in &group.name {
            if let segoc_engine::def::OrDeclared::Just(name) = name
                && !self.summons.contains(name)
            {
                self.summons.push(name.clone());
            }
        }
    }

    fn change_position(&mut self, node: &Node) -> Option<Step> {
        let (what, to) = self.selection_and(node, &spec::verb::CHANGE_POSITION, |card, fields| {
            fields.need("to").and_then(|node| card.reader.word(node, "position"))
        })?;
        Some(Step::ChangePosition(what, to?))
    }

    fn equip(&mut self, node: &Node) -> Option<Step> {
        let (what, to) = self.selection_and(node, &spec::verb::EQUIP, |card, fields| {
            fields.need("to").and_then(|node| card.known(node))
        })?;
        Some(Step::Equip { what, to: to? })
    }

    /// A verb whose map has the keys of a selection and others.
    fn selection_and<T>(
        &mut self,
        node: &Node,
        shape: &'static Shape,
        others: impl FnOnce(&mut Self, &mut Fields<'_>) -> T,
    ) -> Option<(Selection, T)> {
        let entries = [];
        let short = !matches!(node.kind, Kind::Map(_));
        let mut fields =
            if short { Fields::new(&entries, node.span, shape) } else { self.reader.fields(node, shape)? };
        let selection = if short { self.selection(node) } else { self.selection_fields(&mut fields) };
        let others = others(self, &mut fields);
        fields.finish(&mut self.reader);
        selection.map(|selection| (selection, others))
    }

    /// A verb with `until`; without it the change lasts as long as the card stays.
    fn lasting<T>(
        &mut self,
        node: &Node,
        shape: &'static Shape,
        others: impl FnOnce(&mut Self, &mut Fields<'_>) -> Option<T>,
    ) -> Option<(Selection, Until, T)> {
        let (what, (until, others)) = self.selection_and(node, shape, |card, fields| {
            let until = fields.take("until").map_or(Some(Until::Always), |node| card.reader.word(node, "end"));
            (until, others(card, fields))
        })?;
        Some((what, until?, others?))
    }

    fn counters(
        &mut self,
        node: &Node,
        shape: &'static Shape,
        side: &'static str,
    ) -> Option<(segoc_engine::def::Word, Amount)> {
        let mut fields = self.reader.fields(node, shape)?;
        let on = fields.need(side).and_then(|node| self.known(node));
        let count = fields.need("count").and_then(|node| self.positive(node));
        fields.finish(&mut self.reader);
        Some((on?, count?))
    }

    fn for_a_player(&mut self, node: &Node) -> Option<(Who, Amount)> {
        self.who_and_count(node, &spec::verb::PLAYER_AMOUNT).map(|(who, count, _)| (who, count))
    }

    /// An amount alone means `you`; otherwise `{who, count}`, and a name where the shape has one.
    fn who_and_count(&mut self, node: &Node, shape: &'static Shape) -> Option<(Who, Amount, Option<String>)> {
        if !shape.plain().iter().any(|field| node.get(field.key).is_some()) {
            return self.positive(node).map(|amount| (Who::You, amount, None));
        }
        let mut fields = self.reader.fields(node, shape)?;
        let who = fields.take("who").map_or(Some(Who::You), |node| self.reader.word(node, "player"));
        let count = fields.need("count").and_then(|node| self.positive(node));
        let name = if shape.has("as") { fields.take("as") } else { None };
        let named = name.map(|node| self.given(node));
        fields.finish(&mut self.reader);
        Some((who?, count?, if_written(named)?))
    }

    /// An amount of cards, counters or life points: nobody draws or pays less than one.
    fn positive(&mut self, node: &Node) -> Option<Amount> {
        let amount = self.amount(node)?;
        let least = match &amount {
            Amount::Number(number) => *number,
            Amount::LevelOf(_, times)
            | Amount::NumberOf(_, times)
            | Amount::Counters(_, times)
            | Amount::Each(_, times) => *times,
            Amount::AtkOf(_) | Amount::DefOf(_) | Amount::Half | Amount::Double | Amount::TheSame => 1,
        };
        if least < 1 {
            let help = "whose amount goes down is said by the verb: `damage`, `pay lp`, `remove counters`";
            self.reader.error_help(node.span, format!("the amount must be 1 or more, found {least}"), help);
            return None;
        }
        Some(amount)
    }

    /// A number, a word for one, or a number that depends on the board.
    pub(super) fn amount(&mut self, node: &Node) -> Option<Amount> {
        match &node.kind {
            Kind::Int(_) => self.reader.number(node, "an amount", -100_000..=100_000).map(Amount::Number),
            Kind::Str(text) => match text.as_str() {
                "half" => Some(Amount::Half),
                "double" => Some(Amount::Double),
                "the same amount" => Some(Amount::TheSame),
                other => {
                    self.reader.unknown(node.span, "amount", other, spellings(AMOUNTS));
                    None
                }
            },
            _ => self.amount_of(node),
        }
    }

    fn amount_of(&mut self, node: &Node) -> Option<Amount> {
        let mut fields = self.reader.fields(node, &spec::verb::AMOUNT_OF)?;
        let one = format!("an amount has one of {}", suggest::list(spec::verb::AMOUNTS.keys()));
        let (key, value) = self.reader.only(&mut fields, &spec::verb::AMOUNTS, &one, &one)?;
        let plain = matches!(key.value.as_str(), "atk of" | "def of");
        let times = if plain { None } else { fields.take("times") };
        let times = times.map_or(Some(1), |node| self.reader.number(node, "`times`", -100_000..=100_000));
        let amount = match key.value.as_str() {
            "each" => self.group(value).zip(times).map(|(group, times)| Amount::Each(group, times)),
            kind => self.known(value).zip(times).map(|(word, times)| match kind {
                "atk of" => Amount::AtkOf(word),
                "def of" => Amount::DefOf(word),
                "level of" => Amount::LevelOf(word, times),
                "number of" => Amount::NumberOf(word, times),
                _ => Amount::Counters(word, times),
            }),
        };
        fields.finish(&mut self.reader);
        amount
    }

    fn apply(&mut self, node: &Node) -> Option<Step> {
        let mut fields = self.reader.fields(node, &spec::verb::APPLY)?;
        let rule = fields.need("rule").and_then(|node| self.modifier(node));
        let until = fields.need("until").and_then(|node| self.reader.word(node, "end"));
        fields.finish(&mut self.reader);
        Some(Step::Apply(rule?, until?))
    }

    /// What is done right after the effect has resolved: a Normal Summon.
    fn afterwards(&mut self, node: &Node) -> Option<Step> {
        let (key, value) = self.reader.kind(node, &spec::verb::AFTERWARDS)?;
        match key.value.as_str() {
            "normal summon" => self.selection(value).map(Step::NormalSummonAfterwards),
            _ => self.reader.unread(key),
        }
    }

    fn calculate_damage(&mut self, node: &Node) -> Option<Step> {
        if matches!(node.kind, Kind::Bool(true)) {
            return Some(Step::CalculateDamage);
        }
        self.reader.error_help(node.span, "`calculate damage` takes no cards", "write `calculate damage: true`");
        None
    }

    fn only_if(&mut self, node: &Node) -> Option<Step> {
        let mut fields = self.reader.fields(node, &spec::verb::ONLY_IF)?;
        let condition = fields.need("condition").and_then(|node| self.condition(node));
        let step = fields.need("do").and_then(|node| self.step(node));
        fields.finish(&mut self.reader);
        Some(Step::OnlyIf(condition?, Box::new(step?)))
    }
}

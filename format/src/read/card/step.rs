//! What an effect does: verbs, amounts, and the conjunctions that join them.

use std::sync::Arc;

use segoc_engine::def::{
    Afterwards, Alternative, Amount, Count, DeckAt, Facing, How, Joint, Later, OrDeclared, Part, Pick, PlacedAs,
    PlacedIn, Selection, Skip, Step, Switched, Until, Using, Which, Who, WithMaterials, Word,
};

use super::{Card, CardReader};
use crate::place::Spanned;
use crate::read::{Entry, Fields, Place, Read};
use crate::spec::shapes::{
    AFTERWARDS, ALTERNATIVE, APPLY, ATTACH, CHANGE_POSITION, CHANGE_VALUE, DRAW, EQUIP, LATER, ONLY_IF, PART, PLACE,
    PLACE_COUNTERS, PLAYER_AMOUNT, REMOVE_COUNTERS, RESULT, RETURN_TO_DECK, SKIP, SPECIAL_SUMMON, SUMMON_AFTERWARDS,
    SWITCH, TAKE_CONTROL, VERB,
};
use crate::spec::words::{SKIPPED_DRAW, spellings};
use crate::spec::{Holds, Shape};
use crate::suggest;
use crate::yaml::{Kind, Node};

/// A part of an effect: the first plain, every further one under its conjunction.
impl Read<Card> for Part {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        card.part(node, place, true)
    }

    fn items(card: &mut CardReader<'_>, nodes: &[Node], place: Place) -> Vec<Spanned<Self>> {
        let parts = nodes.iter().enumerate().filter_map(|(i, node)| {
            let value = card.part(node, place, i == 0)?;
            Some(Spanned { value, span: node.span })
        });
        parts.collect()
    }
}

/// A verb as a map with one key.
impl Read<Card> for Step {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let verb = card.kind(node, &VERB)?;
        card.verb(verb)
    }
}

impl CardReader<'_> {
    fn part(&mut self, node: &Node, place: Place, first: bool) -> Option<Part> {
        let (key, value) = self.one_key(node, PART.what)?;
        let joint = Joint::from_word(&key.value).filter(|_| PART.has(&key.value));
        match (first, joint) {
            (true, None) => {
                let verb = self.entry_of(key, value, &VERB)?;
                let step = self.verb(verb)?;
                if step.amounts().contains(&&Amount::TheSame) {
                    let message =
                        "`the same amount` means nothing in the first part: no part before it changed anything";
                    self.error_help(value.span, message, "`that amount` is what the event of a trigger changed");
                }
                Some(Part { joint: Joint::First, step })
            }
            (true, Some(joint)) => {
                let message =
                    format!("the first part of an effect has nothing before it that `{joint}` could join it to");
                self.error(key.span, message);
                None
            }
            (false, Some(joint)) => Step::read(self, value, place).map(|step| Part { joint, step }),
            (false, None) if VERB.has(&key.value) => {
                let message = format!("it is not said how `{}` is joined to the part before", key.value);
                self.error_help(
                    key.span,
                    message,
                    format!("put it under one of {}", suggest::list(PART.every().iter().map(|part| part.key))),
                );
                None
            }
            (false, None) => self.entry_of(key, value, &PART).and_then(|part| self.unread(part)),
        }
    }

    fn verb(&mut self, verb: Entry<'_>) -> Option<Step> {
        let node = verb.node;
        match verb.key {
            "destroy" => verb.read(self).map(Step::Destroy),
            "send to gy" => verb.read(self).map(Step::SendToGy),
            "discard" => verb.read(self).map(Step::Discard),
            "banish" => verb.read(self).map(|what| Step::Banish(what, Facing::Up)),
            "banish face-down" => verb.read(self).map(|what| Step::Banish(what, Facing::Down)),
            "tribute" => verb.read(self).map(Step::Tribute),
            "add to hand" => verb.read(self).map(Step::AddToHand),
            "return to hand" => verb.read(self).map(Step::ReturnToHand),
            "return to gy" => verb.read(self).map(Step::ReturnToGy),
            "set" => verb.read(self).map(Step::Set),
            "activate" => verb.read(self).map(Step::Activate),
            "move" => verb.read(self).map(Step::Move),
            "change attack target" => verb.read(self).map(Step::ChangeAttackTarget),
            "reveal" => verb.read(self).map(Step::Reveal),
            "pick" => verb.read(self).map(Step::Pick),
            "return to deck" => self.with_cards(node, &RETURN_TO_DECK, |card, what, fields| {
                Some(Step::ReturnToDeck(what, fields.get_or(card, "at", DeckAt::Shuffled)?))
            }),
            "place" => self.with_cards(node, &PLACE, |card, what, fields| {
                let placed: Option<(PlacedIn, Option<PlacedAs>)> =
                    fields.make(card, ["in", "treated as"], |into, placed_as| (into, placed_as));
                let (into, placed_as) = placed?;
                if let Some(entry) = fields.entry("treated as").filter(|_| into != PlacedIn::SpellTrapZone) {
                    let help = "write `in: spell and trap zone` beside it";
                    card.error_help(entry.span, "`treated as` is for monsters in a Spell & Trap Zone", help);
                }
                Some(Step::Place(what, into, placed_as))
            }),
            "special summon" => self.special_summon(node),
            "change position" => self.with_cards(node, &CHANGE_POSITION, |card, what, fields| {
                fields.make(card, ["to"], |to| Step::ChangePosition(what, to))
            }),
            "take control" => self.with_cards(node, &TAKE_CONTROL, |card, what, fields| {
                Some(Step::TakeControl(what, fields.get_or(card, "until", Until::Always)?))
            }),
            "change atk" | "change def" | "change level" => {
                self.with_cards(node, &CHANGE_VALUE, |card, what, fields| {
                    let (change, until) = (card.change(fields), fields.get_or(card, "until", Until::Always));
                    card.has_an_original(fields, verb.key != "change level");
                    let make = match verb.key {
                        "change atk" => Step::ChangeAtk,
                        "change def" => Step::ChangeDef,
                        _ => Step::ChangeLevel,
                    };
                    Some(make(what, change?, until?))
                })
            }
            "switch atk and def" => self.with_cards(node, &SWITCH, |card, what, fields| {
                let original = fields.get(card, "original")?;
                let which = if original { Switched::Original } else { Switched::Present };
                Some(Step::SwitchAtkAndDef(what, which, fields.get_or(card, "until", Until::Always)?))
            }),
            "equip" => self.with_cards(node, &EQUIP, |card, what, fields| {
                fields.make(card, ["to"], |to| Step::Equip { what, to })
            }),
            "detach" => verb.read(self).map(Step::Detach),
            "attach" => self.with_cards(node, &ATTACH, |card, what, fields| {
                fields.make(card, ["to"], |to| Step::Attach { what, to })
            }),
            "place counters" => self.map(node, &PLACE_COUNTERS, ["to", "count", "counter"], Step::PlaceCounters),
            "remove counters" => self.map(node, &REMOVE_COUNTERS, ["from", "count", "counter"], Step::RemoveCounters),
            "draw" => self.for_a_player(node, &DRAW).map(|(who, count, named)| Step::Draw(who, count, named)),
            "damage" => self.for_a_player(node, &PLAYER_AMOUNT).map(|(who, count, _)| Step::Damage(who, count)),
            "gain lp" => self.for_a_player(node, &PLAYER_AMOUNT).map(|(who, count, _)| Step::GainLp(who, count)),
            "pay lp" => self.for_a_player(node, &PLAYER_AMOUNT).map(|(who, count, _)| Step::PayLp(who, count)),
            "lose lp" => self.for_a_player(node, &PLAYER_AMOUNT).map(|(who, count, _)| Step::LoseLp(who, count)),
            "lp become" => self.for_a_player(node, &PLAYER_AMOUNT).map(|(who, count, _)| Step::LpBecome(who, count)),
            "negate" => verb.read(self).map(Step::Negate),
            "that effect becomes" => verb.read(self).map(|does| Step::Becomes(Arc::new(does))),
            "end" => verb.read(self).map(Step::End),
            "apply" => self.map(node, &APPLY, ["rule", "until"], Step::Apply),
            "calculate damage" => {
                if matches!(node.kind, Kind::Bool(true)) {
                    return Some(Step::CalculateDamage);
                }
                let help = "write `calculate damage: true`";
                self.error_help(node.span, "`calculate damage` takes no cards", help);
                None
            }
            "afterwards" => match self.kind(node, &AFTERWARDS)? {
                summon if summon.key == "normal summon" => {
                    summon.read(self).map(|what| Step::Afterwards(Afterwards::NormalSummon(what)))
                }
                summon if summon.key == "special summon" => {
                    self.with_cards(summon.node, &SUMMON_AFTERWARDS, |card, what, fields| {
                        let (by, position) = (card.with_materials(fields), fields.get(card, "position"));
                        Some(Step::Afterwards(Afterwards::SpecialSummon { what, position: position?, by: by?? }))
                    })
                }
                other => self.unread(other),
            },
            "return to field" => verb.read(self).map(Step::ReturnToField),
            "later" => self.later(node),
            "one of" => verb.read(self).map(|all| Step::OneOf(Who::You, all)),
            "opponent picks one of" => verb.read(self).map(|all| Step::OneOf(Who::Opponent, all)),
            "by chance" => verb.read(self).map(Step::ByChance),
            "skip" => self.skip(verb),
            "you can" => verb.read(self).map(Step::YouCan),
            "only if" => self.map(node, &ONLY_IF, ["condition", "do"], Step::OnlyIf),
            _ => self.unread(verb),
        }
    }

    /// Counting phases is for those that are to come next: this turn and the next have only one of each.
    fn later(&mut self, node: &Node) -> Option<Step> {
        let fields = self.fields(node, &LATER)?;
        let (which, number) = (fields.get(self, "which")?, fields.get_or(self, "number", 1)?);
        let counts = matches!(which, Some(Which::Next | Which::YourNext | Which::OpponentsNext));
        if let Some(entry) = fields.entry("number").filter(|_| !counts) {
            let help = "write `which: next`, `which: your next` or `which: opponent's next` beside it";
            self.error_help(entry.node.span, "`number` does not say of which phases", help);
            return None;
        }
        let start = fields.get(self, "start")?;
        let phase = fields.entry("phase")?;
        let phase = match phase.node.kind {
            Kind::Seq(_) => phase.read(self)?,
            _ => vec![phase.read(self)?],
        };
        fields.make(self, ["does"], |does| Step::Later(Arc::new(Later { phase, which, number, start, does })))
    }

    /// A phase, or the normal draw.
    fn skip(&mut self, verb: Entry<'_>) -> Option<Step> {
        if let Kind::Str(text) = &verb.node.kind {
            if !spellings(SKIPPED_DRAW).any(|word| word == text) {
                self.unknown(verb.node.span, "thing to skip", text, spellings(SKIPPED_DRAW));
                return None;
            }
            return Some(Step::Skip(Skip::NormalDraw));
        }
        let fields = self.fields(verb.node, &SKIP)?;
        let who = fields.get_or(self, "who", Who::You)?;
        fields.make(self, ["phase", "which"], |phase, which| Step::Skip(Skip::Phase { who, phase, which }))
    }

    /// A verb with the keys of a selection and others; a word alone is `what`.
    fn with_cards(
        &mut self,
        node: &Node,
        shape: &'static Shape,
        make: impl FnOnce(&mut Self, Selection, &Fields<'_>) -> Option<Step>,
    ) -> Option<Step> {
        let fields = self.fields_or("what", node, shape)?;
        let what = self.selection(&fields)?;
        make(self, what, &fields)
    }

    /// `by` with `using`, the group the materials come from, makes it a Summon with materials.
    fn special_summon(&mut self, node: &Node) -> Option<Step> {
        self.with_cards(node, &SPECIAL_SUMMON, |card, what, fields| {
            card.note_summons(&what);
            let by = card.with_materials(fields);
            if let (Some(entry), Some(Some(_))) = (fields.entry("choose"), &by) {
                card.one_monster(entry);
            }
            if let (Some(entry), Some(Some(_))) = (fields.entry("treated as"), &by) {
                let help = "`by` says already which kind of Summon it is";
                card.error_help(entry.span, "`treated as` means nothing of a Summon with materials", help);
            }
            let keys = ["position", "to", "ignoring conditions", "treated as"];
            let to_zone = fields.get(card, "to a zone pointed to by");
            fields.make(card, keys, |position, to: Option<String>, ignoring_conditions, counts_as| {
                let (by, to_opponent, to_zone) = (by?, to.is_some(), to_zone?);
                Some(Step::SpecialSummon { what, position, to_opponent, by, counts_as, ignoring_conditions, to_zone })
            })?
        })
    }

    /// A Summon with materials, if it is one.
    fn with_materials(&mut self, fields: &Fields<'_>) -> Option<Option<WithMaterials>> {
        let exact_levels = fields.get_or(self, "exact levels", false)?;
        let materials = fields.get(self, "materials")?;
        let keys = ["by", "using", "including", "taking materials"];
        let with = fields.make(self, keys, |how: Option<How>, using: Option<Using>, including, taking_materials| {
            how.zip(using).map(|(how, using)| WithMaterials {
                how,
                using,
                including,
                taking_materials,
                exact_levels,
                materials,
            })
        })?;
        if let (Some(entry), true) = (fields.entry("exact levels"), with.as_ref().is_some_and(|w| w.how != How::Ritual))
        {
            let help = "only Ritual Summons count Levels in two ways";
            self.error_help(entry.span, "`exact levels` needs `by: ritual`", help);
        }
        if let (Some(entry), Some(How::Xyz)) = (fields.entry("materials"), with.as_ref().map(|with| with.how)) {
            let help = "they are attached to the Xyz Monster";
            self.error_help(entry.span, "`materials` means nothing of an Xyz Summon", help);
        }
        if let (Some(entry), Some(with)) = (fields.entry("taking materials"), &with) {
            self.takes_materials(entry, Some(with.how));
        }
        Some(with)
    }

    /// With materials one monster is Summoned.
    fn one_monster(&mut self, entry: Entry<'_>) {
        let count: Option<Count> = entry.read(self);
        if count.is_some_and(|count| count != Count::Exactly(1)) {
            let help = "write `choose: 1`; how several are Summoned with the same materials has no words yet";
            self.error_help(entry.node.span, "with materials one monster is Summoned", help);
        }
    }

    /// Only what is Xyz Summoned takes materials along.
    pub(super) fn takes_materials(&mut self, entry: Entry<'_>, how: Option<How>) {
        if how != Some(How::Xyz) {
            let help = "only Xyz Monsters have materials under them";
            self.error_help(entry.span, "`taking materials` needs `by: xyz`", help);
        }
    }

    /// Remembers which cards are Summoned by name: tokens among them must be in the library.
    fn note_summons(&mut self, what: &Selection) {
        let (Pick::All(group) | Pick::Choose(_, group) | Pick::Random(_, group)) = &what.pick else { return };
        for name in &group.name {
            if let OrDeclared::Just(name) = name
                && !self.known.summons.contains(name)
            {
                self.known.summons.push(name.clone());
            }
        }
    }

    /// An amount alone means `you`; otherwise `{who, count}`, and a name where the shape has one.
    fn for_a_player(&mut self, node: &Node, shape: &'static Shape) -> Option<(Who, Amount, Option<String>)> {
        let alone = !shape.every().iter().any(|field| node.get(field.key).is_some());
        let fields = if alone { Fields::alone("count", node, shape) } else { self.fields(node, shape)? };
        let who = fields.get_or(self, "who", Who::You);
        let count = match fields.entry("until") {
            Some(until) => until.read(self).map(Amount::Until),
            None => fields.entry("count").and_then(|count| count.read(self)),
        };
        fields.make(self, ["as"], |named| Some((who?, count?, named)))?
    }
}

/// A word alone means exactly these cards, a group where the materials come from.
impl Read<Card> for Using {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        match &node.kind {
            Kind::Map(_) => Read::read(card, node, place).map(Self::From),
            _ => Word::read(card, node, place).map(Self::These),
        }
    }
}

impl Read<Card> for Alternative {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        match place.holds {
            // What lies on the table is for engines that throw; here a ruling says which result came up.
            Holds::Map(shape) if std::ptr::eq(shape.get(), RESULT.get()) => {
                card.map(node, &RESULT, ["id", "throw", "does"], |id, _: Vec<u32>, does| Self { id, does })
            }
            _ => card.map(node, &ALTERNATIVE, ["id", "does"], |id, does| Self { id, does }),
        }
    }
}

/// A number, a word for one, or a number that depends on the board. Where it must be positive its place says so.
impl Read<Card> for Amount {
    fn read(card: &mut CardReader<'_>, node: &Node, place: Place) -> Option<Self> {
        let Holds::Either([Holds::Number(least, most), lists @ .., Holds::Map(shape)]) = place.holds else {
            return None;
        };
        let Kind::Str(text) = &node.kind else {
            return match node.kind {
                Kind::Int(_) if *least == 1 && card.is_too_little(node) => None,
                Kind::Int(_) => card.number(node, "an amount", *least, *most).map(Self::Number),
                _ => card.amount_of(node, shape.get()),
            };
        };
        let words = lists.iter().flat_map(|list| match list {
            Holds::Word(words) => *words,
            _ => &[],
        });
        match text.as_str() {
            other if !words.clone().any(|spelt| spelt.word == other) => {
                card.unknown(node.span, "amount", other, words.map(|spelt| spelt.word));
                None
            }
            "half" => Some(Self::Half),
            "double" => Some(Self::Double),
            "the same amount" => Some(Self::TheSame),
            _ => Some(Self::OfTheCause),
        }
    }
}

impl CardReader<'_> {
    /// Whether a number is below 1, which is said.
    fn is_too_little(&mut self, node: &Node) -> bool {
        let Kind::Int(found @ ..1) = node.kind else { return false };
        let help = "whose amount goes down is said by the verb: `damage`, `pay lp`, `remove counters`";
        self.error_help(node.span, format!("the amount must be 1 or more, found {found}"), help);
        true
    }

    fn amount_of(&mut self, node: &Node, shape: &'static Shape) -> Option<Amount> {
        let fields = self.fields(node, shape)?;
        self.amount_in(&fields, "amount")
    }

    /// The keys of an amount in a map that may have others too; `noun` is the choice they stand in.
    pub(super) fn amount_in(&mut self, fields: &Fields<'_>, noun: &str) -> Option<Amount> {
        let amount = fields.one(noun)?;
        let times = fields.entry("times");
        let is_positive = times.is_some_and(|times| matches!(times.field.value, Holds::Number(1, _)));
        let times =
            times.filter(|times| !is_positive || !self.is_too_little(times.node)).map_or(Some(1), |t| t.read(self));
        let plus: Option<Box<Amount>> = fields.entry("plus").and_then(|plus| plus.read(self));
        let original: bool = fields.entry("original").is_some_and(|original| original.read(self).unwrap_or_default());
        let printed = |amount: Amount| if original { Amount::Original(Box::new(amount)) } else { amount };
        let more = |amount: Amount| match plus {
            Some(plus) => Amount::Plus(Box::new(amount), plus),
            None => amount,
        };
        let often = |amount: Amount, times: i32| match times {
            1 => amount,
            times => Amount::Times(Box::new(amount), times),
        };
        match amount.key {
            "each" => return amount.read(self).zip(times).map(|(group, times)| more(Amount::Each(group, times))),
            "how many this turn" => {
                let so_many = amount.read(self).zip(times);
                return so_many.map(|(event, times)| more(Amount::ThisTurn(event, times)));
            }
            "total atk of" => {
                let total = amount.read(self).zip(times);
                return total.map(|(group, times)| more(often(printed(Amount::TotalAtk(group)), times)));
            }
            "total def of" => {
                let total = amount.read(self).zip(times);
                return total.map(|(group, times)| more(often(printed(Amount::TotalDef(group)), times)));
            }
            "total level of" => {
                let total = amount.read(self).zip(times);
                return total.map(|(group, times)| more(printed(Amount::TotalLevel(group, times))));
            }
            "total rank of" => {
                let total = amount.read(self).zip(times);
                return total.map(|(group, times)| more(Amount::TotalRank(group, times)));
            }
            "total link rating of" => {
                let total = amount.read(self).zip(times);
                return total.map(|(group, times)| more(Amount::TotalLink(group, times)));
            }
            "half of" => return amount.read(self).map(Amount::HalfOf),
            "lp of" => {
                let points = amount.read(self).zip(times);
                return points.map(|(who, times)| more(often(Amount::LpOf(who), times)));
            }
            "difference of" => {
                let (one, other) = (amount.read(self), fields.entry("and").and_then(|other| other.read(self)));
                return Some(Amount::Difference(one?, other?));
            }
            "declared number" => {
                let said: Option<bool> = amount.read(self);
                self.known.declared_numbers.push(amount.span);
                return said.and(times).map(|times| more(Amount::Declared(times)));
            }
            "chain link" => {
                let said: Option<bool> = amount.read(self);
                return said.and(times).map(Amount::ChainLink);
            }
            _ => {}
        }
        let (word, times): (Word, i32) = amount.read(self).zip(times)?;
        let (value, times) = match amount.key {
            "atk of" => (Amount::AtkOf(word), times),
            "def of" => (Amount::DefOf(word), times),
            "level of" => (Amount::LevelOf(word, times), 1),
            "rank of" => (Amount::RankOf(word, times), 1),
            "link rating of" => (Amount::LinkRatingOf(word, times), 1),
            "scale of" => (Amount::ScaleOf(word, times), 1),
            "number of" => (Amount::NumberOf(word, times), 1),
            "counters" => {
                let kind = fields.entry("counter").and_then(|kind| kind.read(self));
                (Amount::Counters(word, kind, times), 1)
            }
            _ => return self.unread(amount),
        };
        Some(more(often(printed(value), times)))
    }
}

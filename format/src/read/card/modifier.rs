//! What an effect changes for as long as it applies.

use std::sync::Arc;

use segoc_engine::def::{
    Affected, Against, Amount, AtMost, Attacks, By, CannotBe, CannotDo, Cause, CauseWord, Change, Class, Copied,
    Counting, Doer, During, Exempt, How, Instead, Later, MaterialLevel, Modifier, NameSaid, Negated, Once, Part, React,
    Replaced, Replacement, Step, Treated, TributesTaken, Who, Word,
};

use super::{Card, CardReader};
use crate::card::CardEffect;
use crate::read::{Entry, Fields, Place, Read};
use crate::spec::shapes::{
    AT_MOST, ATTACK_COST, ATTACKS, ATTACKS_IN_DEFENSE, ATTRIBUTE_CHANGE, CANNOT, CHANGE, COPIES_EFFECTS,
    COUNTERS_AT_MOST, COUNTS_AS_TRIBUTES, EACH_PHASE, GAINS_EFFECT, INSTEAD, KEPT_POSITION, LIFE_POINTS,
    MATERIAL_LEVEL, MAY_ACTIVATE, MAY_TRIBUTE, MODIFIER, MOVED, MUST_BE_ATTACKED, NEGATED, NO_COST, NORMAL_SUMMONS,
    NOT_DESTROYED, REPLACED, SUBSTITUTES, TREATED_AS, TRIBUTES, TYPE_CHANGE, UNAFFECTED, WHENEVER,
};
use crate::yaml::{Kind, Node};

impl Read<Card> for Modifier {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let modifier = card.kind(node, &MODIFIER)?;
        let node = modifier.node;
        match modifier.key {
            "negated" => card.map(node, &NEGATED, ["what"], Self::Negated),
            "cannot" => card.cannot(node),
            "at most" => card.at_most(node),
            "atk" => card.value_change(node, true, Self::Atk),
            "def" => card.value_change(node, true, Self::Def),
            "level" => card.value_change(node, false, Self::Level),
            "material level" => card.material_level(node),
            "attribute" => card.map(node, &ATTRIBUTE_CHANGE, ["what", "to"], Self::Attribute),
            "scale" => card.value_change(node, false, Self::Scale),
            "no cost" => card.map(node, &NO_COST, ["who", "of", "to activate"], Self::NoCost),
            "type" => card.map(node, &TYPE_CHANGE, ["what", "to"], Self::Type),
            "gains effect" => card.gains_effect(node),
            "copies effects" => card.map(node, &COPIES_EFFECTS, ["what", "of", "instead"], |what, of, instead| {
                Self::Copies(what, Copied { of: NameSaid::Of(of), instead })
            }),
            "treated as" => card.treated_as(node),
            "revealed" => modifier.read(card).map(Self::Revealed),
            "may tribute" => card.may_tribute(modifier),
            "tributes" => {
                let keys = ["what", "count", "optional", "only"];
                card.map(node, &TRIBUTES, keys, |what, count, optional, only: Option<String>| {
                    Self::Tributes(what, TributesTaken { count, optional, summon_only: only.is_some() })
                })
            }
            "counts as tributes" => {
                card.map(node, &COUNTS_AS_TRIBUTES, ["what", "count", "for"], Self::CountsAsTributes)
            }
            "substitutes" => card.map(node, &SUBSTITUTES, ["what", "for"], Self::Substitutes),
            "must attack" => modifier.read(card).map(Self::MustAttack),
            "attacks" => card.attacks(node),
            "must be attacked" => card.map(node, &MUST_BE_ATTACKED, ["what", "by"], Self::MustBeAttacked),
            "out of reach" => modifier.read(card).map(Self::OutOfReach),
            "attacks in defense" => card.map(node, &ATTACKS_IN_DEFENSE, ["what", "with"], Self::AttacksInDefense),
            "may attack directly" => modifier.read(card).map(Self::MayAttackDirectly),
            "position" => card.map(node, &KEPT_POSITION, ["what", "to"], Self::Position),
            "control" => modifier.read(card).map(Self::Control),
            "destroyed" => modifier.read(card).map(Self::Destroyed),
            "sent to gy" => modifier.read(card).map(Self::SentToGy),
            "gemini summoned" => modifier.read(card).map(Self::GeminiSummoned),
            "counters at most" => card.map(node, &COUNTERS_AT_MOST, ["what", "count", "counter"], Self::MostCounters),
            "life points" => card.map(node, &LIFE_POINTS, ["who", "of", "becomes"], Self::LifePoints),
            "attack cost" => card.map(node, &ATTACK_COST, ["what", "cost"], Self::AttackCost),
            "unanswered" => modifier.read(card).map(Self::Unanswered),
            "unanswered by opponent" => modifier.read(card).map(Self::UnansweredByOpponent),
            "unaffected" => card.unaffected(node),
            "normal summons" => card.normal_summons(node),
            "negates effects" => card.negates_effects(modifier),
            "additional normal summon" => modifier.read(card).map(Self::AdditionalNormalSummon),
            "only one" => modifier.read(card).map(Self::OnlyOne),
            "piercing" => modifier.read(card).map(Self::Piercing),
            "instead" => card.instead(node),
            "not destroyed" => card.not_destroyed(node),
            "no battle damage" => modifier.read(card).map(Self::NoBattleDamage),
            "half battle damage" => modifier.read(card).map(Self::HalfBattleDamage),
            "no damage" => modifier.read(card).map(Self::NoDamage),
            "may activate" => card.map(node, &MAY_ACTIVATE, ["what", "even"], Self::MayActivate),
            "wins" => modifier.read(card).map(Self::Wins),
            "whenever" => {
                let fields = card.fields(node, &WHENEVER)?;
                card.whenever(&fields, "cause")
            }
            _ => card.unread(modifier),
        }
    }
}

/// What is replaced, as `{sent to gy: {what: …}}`.
struct Moved {
    of: Replaced,
    what: Affected,
    by: Option<Doer>,
    not_by: Option<Doer>,
}

impl Read<Card> for Moved {
    fn read(card: &mut CardReader<'_>, node: &Node, _: Place) -> Option<Self> {
        let moved = card.kind(node, &REPLACED)?;
        let Some(of) = Replaced::from_word(moved.key) else { return card.unread(moved) };
        card.map(moved.node, &MOVED, ["what", "by", "not by"], |what, by, not_by| Self { of, what, by, not_by })
    }
}

impl CardReader<'_> {
    /// Cards that are not destroyed the first time in a turn.
    fn not_destroyed(&mut self, node: &Node) -> Option<Modifier> {
        let keys = ["what", "by", "not by", "once per turn", "for each"];
        self.map(node, &NOT_DESTROYED, keys, |what, by, not_by, once: Once, for_each| {
            let once_per_turn = Some(once);
            let how = Replacement { by, not_by, does: Vec::new(), mandatory: true, for_each, once_per_turn };
            Modifier::Replaced(what, how)
        })
    }

    /// Where cards go instead, or what is done instead of destroying them.
    fn instead(&mut self, node: &Node) -> Option<Modifier> {
        let fields = self.fields(node, &INSTEAD)?;
        let moved: Option<Moved> = fields.get(self, "of");
        let does = fields.entry("do")?;
        if !matches!(does.node.kind, Kind::Seq(_)) {
            for key in ["mandatory", "for each", "once per turn"] {
                if let Some(other) = fields.entry(key) {
                    let message = format!("`{key}` means nothing beside a word for where the cards go");
                    self.error_help(other.span, message, "it is for verbs that are done instead of a destruction");
                }
            }
            let goes = does.read(self);
            let Moved { of, what, by, not_by } = moved?;
            return Some(Modifier::Instead(what, Instead { of, by, not_by, goes: goes? }));
        }
        let (parts, mandatory): (Option<Vec<Part>>, Option<bool>) = (does.read(self), fields.get(self, "mandatory"));
        let (for_each, once_per_turn) = (fields.get(self, "for each"), fields.get(self, "once per turn"));
        if !fields.has("mandatory") {
            let help = "`mandatory: false` for \"you can\", `mandatory: true` if it is not for the player to decide";
            self.error_help(does.span, "it is not said whether it must be done instead", help);
        }
        let (Moved { of, what, by, not_by }, parts) = (moved?, parts?);
        if of != Replaced::Destroyed {
            let help = "say where the cards go, as `do: banish`";
            self.error_help(does.span, format!("verbs can be done instead of `destroyed`, not of `{of}`"), help);
        }
        let single = parts.iter().find(|part| part.step.for_each(1).is_none());
        if let (Some(_), Some(each)) = (single, fields.entry("for each")) {
            let message = "`for each` needs a number of cards, counters or life points that can be multiplied";
            self.error_help(
                each.span,
                message,
                "as in `banish: {top: 1}` or `remove counters: {from: this card, count: 2}`",
            );
        }
        let mandatory = mandatory.unwrap_or_default();
        let how =
            Replacement { by, not_by, does: parts, mandatory, for_each: for_each?, once_per_turn: once_per_turn? };
        Some(Modifier::Replaced(what, how))
    }

    fn cannot(&mut self, node: &Node) -> Option<Modifier> {
        let fields = self.fields(node, &CANNOT)?;
        let restriction = fields.one("restriction")?;
        if restriction.key == "be" {
            return self.cannot_be(&fields);
        }
        if fields.has("what") {
            return self.cannot_act(&fields, restriction);
        }
        if !fields.has("who") {
            self.error(fields.head(), "a restriction with `do` needs `who`, or `what` for what monsters cannot do");
        }
        let exempt = self.exempt(&fields);
        fields.make(self, ["who", "do"], |who, doing| Some(Modifier::CannotDo(who, doing, exempt?)))?
    }

    /// What a restriction does not concern; only Summons are of a kind, and only they are done by an effect.
    fn exempt(&mut self, fields: &Fields<'_>) -> Option<Exempt> {
        let doing: Option<CannotDo> = fields.get(self, "do");
        let summons = matches!(doing, Some(CannotDo::Summon | CannotDo::SpecialSummon));
        for key in ["except how", "except by"] {
            if let Some(entry) = fields.entry(key).filter(|_| doing.is_some() && !summons) {
                let message = format!("`{key}` means nothing here: it is about Summons");
                self.error_help(entry.node.span, message, "it stands beside `do: special summon` or `do: summon`");
            }
        }
        fields.make(self, ["except", "except how", "except by"], |cards, how, by: Option<String>| Exempt {
            cards,
            how,
            this_effect: by.is_some(),
        })
    }

    fn at_most(&mut self, node: &Node) -> Option<Modifier> {
        let fields = self.fields(node, &AT_MOST)?;
        let who = fields.get_or(self, "who", Who::You);
        let counting = fields.get_or(self, "counting", Counting::TheWholeTurn);
        let what: Option<Option<Affected>> = fields.get(self, "what");
        let word = match &what {
            Some(Some(Affected::Word(word))) => Some(word),
            _ => None,
        };
        if let Some(entry) = fields.entry("what").filter(|_| word.is_some_and(|word| *word != Word::ThisCard)) {
            let message = "`at most` counts cards by `this card`, which means its name, or by a group";
            self.error_help(entry.node.span, message, "write a group, as `{series: [HERO]}`");
        }
        if let Some(entry) = fields.entry("counting").filter(|_| word.is_some()) {
            let message = "`counting` means nothing beside `what: this card`, of which the whole turn counts";
            self.error_help(entry.node.span, message, "leave it out");
        }
        if let Some(entry) = fields.entry("who").filter(|_| word.is_some()) {
            let message = "`who` means nothing beside `what: this card`: it is true of whoever does it";
            self.error_help(entry.node.span, message, "leave it out");
        }
        fields.make(self, ["do", "times"], |doing, times| {
            Some(Modifier::AtMost(AtMost { who: who?, doing, what: what?, times, counting: counting? }))
        })?
    }

    /// How many Normal Summons there are in a turn.
    fn normal_summons(&mut self, node: &Node) -> Option<Modifier> {
        let fields = self.fields(node, &NORMAL_SUMMONS)?;
        let who = fields.get_or(self, "who", Who::You);
        fields.make(self, ["count"], |count| Some(Modifier::NormalSummons(who?, count)))?
    }

    /// Which activated effects are negated.
    fn negates_effects(&mut self, modifier: Entry<'_>) -> Option<Modifier> {
        let cause: Cause = modifier.read(self)?;
        if !cause.any_of.iter().all(|pattern| pattern.is_activation()) {
            let message = "only effects that are activated can be negated as they were activated";
            self.error_help(modifier.span, message, "write `activated` or `card activated`");
        }
        Some(Modifier::NegatesEffects(cause))
    }

    /// How often monsters may attack.
    fn attacks(&mut self, node: &Node) -> Option<Modifier> {
        let fields = self.fields(node, &ATTACKS)?;
        let often = fields.one("number of attacks")?;
        let (each_monster, again) = (often.key == "each monster", often.key == "again");
        let times = match each_monster || again {
            true => often.read::<_, bool>(self).map(|_| Amount::Number(1)),
            false => often.read(self),
        };
        fields.make(self, ["what", "monsters only", "in a row"], |what, monsters_only, in_a_row| {
            Some(Modifier::Attacks(what, Attacks { times: times?, each_monster, monsters_only, again, in_a_row }))
        })?
    }

    fn material_level(&mut self, node: &Node) -> Option<Modifier> {
        let fields = self.fields(node, &MATERIAL_LEVEL)?;
        let change = self.change(&fields);
        fields.make(self, ["what", "for", "optional"], |what, how, optional| {
            Some(Modifier::MaterialLevel(MaterialLevel { what, change: change?, how, optional }))
        })?
    }

    /// Cards that are unaffected, and by which effects.
    fn unaffected(&mut self, node: &Node) -> Option<Modifier> {
        let fields = self.fields(node, &UNAFFECTED)?;
        let (by, not_by): (Option<Doer>, Option<Option<Doer>>) = (fields.get(self, "by"), fields.get(self, "not by"));
        self.is_an_effect(&fields, "by", by.as_ref());
        self.is_an_effect(&fields, "not by", not_by.iter().flatten().next());
        let elsewhere = |what: &Affected| match what {
            Affected::Group(group) => !group.may_be_on_the_field(),
            Affected::Word(_) => false,
        };
        if let Some(entry) = fields.entry("what")
            && entry.read(self).as_ref().is_some_and(elsewhere)
        {
            let message = "cards are unaffected on the field only";
            self.error_help(
                entry.node.span,
                message,
                "for cards that no effect reaches where they lie write `out of reach`",
            );
        }
        fields.make(self, ["what", "activated", "targeting"], |what, activated, targeting| {
            Some(Modifier::Unaffected(
                what,
                Against { by: Some(by?), not_by: not_by?, activated, targeting, ..Against::default() },
            ))
        })?
    }

    /// Only effects are meant by it.
    fn is_an_effect(&mut self, fields: &Fields<'_>, key: &str, doer: Option<&Doer>) {
        if let (Some(entry), Some(Doer::Word(word @ (By::Battle | By::OpponentsCard)))) = (fields.entry(key), doer) {
            let message = format!("`{word}` means nothing here: it is no effect");
            self.error_help(entry.node.span, message, "say whose or which effects, as `opponent's card effect`");
        }
    }

    /// What cannot be done to cards, by anything or by some things.
    fn cannot_be(&mut self, fields: &Fields<'_>) -> Option<Modifier> {
        let (by, not_by): (Option<Option<Doer>>, Option<Option<Doer>>) =
            (fields.get(self, "by"), fields.get(self, "not by"));
        let done: Option<CannotBe> = fields.get(self, "be");
        for (key, doer) in [("by", &by), ("not by", &not_by)] {
            let (Some(entry), Some(done), Some(Some(doer))) = (fields.entry(key), done, doer) else { continue };
            self.is_an_effect(fields, key, Some(doer));
            if done.is_done_by_players() {
                let message = format!("`{key}` means nothing here: that cards cannot be {done} is said of players");
                self.error_help(entry.node.span, message, "say `who`, or leave it out");
            } else if done.is_done_by_monsters() && matches!(doer, Doer::Word(_)) {
                let message = format!("monsters are not {done} by effects");
                self.error_help(entry.node.span, message, "write a group of monsters");
            }
        }
        if let Some(entry) = fields.entry("except how")
            && done.is_some_and(|done| !done.is_a_special_summon())
        {
            let message = "`except how` means nothing here: it is about Special Summons";
            self.error_help(entry.node.span, message, "it stands beside `be: special summoned`");
        }
        let except_how: Option<Vec<How>> = fields.get(self, "except how");
        let against = Against { by: by?, not_by: not_by?, except_how: except_how?, ..Against::default() };
        fields.make(self, ["who", "what"], |who, what| Some(Modifier::CannotBe(who, what, done?, against)))?
    }

    /// What monsters cannot do, whoever controls them or under one player.
    fn cannot_act(&mut self, fields: &Fields<'_>, doing: Entry<'_>) -> Option<Modifier> {
        for key in ["except", "except how", "except by"] {
            if let Some(other) = fields.entry(key) {
                let message = format!("`{key}` means nothing beside `what`, which says of which monsters it is true");
                self.error_help(other.node.span, message, "say it in the group of `what`");
            }
        }
        let who = fields.get(self, "who");
        let (what, done): (Option<Affected>, Option<CannotDo>) = (fields.get(self, "what"), fields.get(self, "do"));
        if let Some(done) = done.filter(|done| !done.is_done_by_monsters()) {
            let message = format!("`{done}` is done by players, not by monsters");
            self.error_help(doing.node.span, message, "say `who` instead of `what`");
        }
        Some(Modifier::CannotAct(who?, what?, done?))
    }

    /// An effect that cards have besides their own; one that gives effects in turn is given to nobody.
    fn gains_effect(&mut self, node: &Node) -> Option<Modifier> {
        let fields = self.fields(node, &GAINS_EFFECT)?;
        let given = fields.entry("effect")?;
        let (what, effect): (Option<Affected>, Option<CardEffect>) = (fields.get(self, "what"), given.read(self));
        let effect = effect?;
        let class = effect.def.class;
        if effect.formats.is_some() {
            let help = "write `in` at the effect of this card that gives it";
            self.error_help(given.span, "`in` means nothing of an effect that is given", help);
        }
        if matches!(class, Class::Activation | Class::Procedure) || effect.def.gifts().next().is_some() {
            let help = "a given effect is an `ignition`, `trigger`, `phase`, `quick` or `continuous` one that gives none itself";
            self.error_help(given.span, "such an effect is not given to other cards", help);
            return None;
        }
        Some(Modifier::Gains(what?, effect.def))
    }

    /// What cards are treated as.
    fn treated_as(&mut self, node: &Node) -> Option<Modifier> {
        let fields = self.fields(node, &TREATED_AS)?;
        if let (Some(name), Some(_)) = (fields.entry("name of"), fields.entry("name")) {
            self.error_help(name.span, "a card has one name", "write either `name` or `name of`");
        }
        let keys = ["what", "name", "name of", "series", "is", "is not"];
        fields.make(self, keys, |what, name: Option<String>, of: Option<Word>, series, is, is_not| {
            let name = name.map(NameSaid::Just).or(of.map(NameSaid::Of));
            Modifier::TreatedAs(what, Treated { name, series, is, is_not })
        })
    }

    /// Cards that may be tributed: a word, or a group with `for`.
    fn may_tribute(&mut self, modifier: Entry<'_>) -> Option<Modifier> {
        if !matches!(modifier.node.kind, Kind::Map(_)) {
            return modifier.read(self).map(|what| Modifier::MayTribute(what, None));
        }
        let fields = self.fields(modifier.node, &MAY_TRIBUTE)?;
        let (group, for_) = (self.group(&fields), fields.get(self, "for"));
        Some(Modifier::MayTribute(Affected::Group(Box::new(group?)), for_?))
    }

    /// What is done each time something happens, and when.
    /// What a face-up card asks of its player in each phase of a kind.
    pub(super) fn in_each_phase(&mut self, fields: &Fields<'_>) -> Option<Modifier> {
        let of_each = |phase, turn| During { phase, turn, ..During::default() };
        let during =
            fields.entry("during").and_then(|during| self.map(during.node, &EACH_PHASE, ["phase", "turn"], of_each));
        let (during, does): (_, Option<Vec<Part>>) = (during?, fields.get(self, "does"));
        let later = Later { phase: during.phase.clone(), which: None, number: 1, start: false, does: does? };
        Some(Modifier::InEachPhase(during, Arc::new(later)))
    }

    pub(super) fn whenever(&mut self, fields: &Fields<'_>, cause: &str) -> Option<Modifier> {
        let reacts = fields.get_or(self, "reacts", React::AfterTheLink);
        let (cause, does): (Option<Cause>, Option<Vec<Part>>) = (fields.get(self, cause), fields.get(self, "does"));
        let waits = |cause: &Cause| {
            cause.any_of.iter().all(|pattern| pattern.is_activation() || pattern.event == CauseWord::Targeted)
        };
        if let (Some(cause), Some(reacts)) = (&cause, fields.entry("reacts"))
            && !waits(cause)
        {
            let message =
                "`reacts` means nothing here: only an activation can be reacted to before its link has resolved";
            self.error_help(reacts.node.span, message, "leave it out");
        }
        let does = does?;
        let answers = |part: &Part| match part.step.inner() {
            Step::Negate(what @ (Negated::ThatActivation | Negated::ThatEffect)) => Some(*what),
            _ => None,
        };
        if let (Some(entry), Some(what)) = (fields.entry("does"), does.iter().find_map(answers)) {
            let message = format!(
                "`negate: {what}` means nothing here: what is done each time something happens is no link that answers one"
            );
            let help = "an effect that is activated to negate is `quick`; one that negates without being activated is the modifier `negates effects`";
            self.error_help(entry.node.span, message, help);
        }
        Some(Modifier::Whenever(cause?, does, reacts?))
    }

    fn value_change(
        &mut self,
        node: &Node,
        has_an_original: bool,
        make: fn(Affected, Change) -> Modifier,
    ) -> Option<Modifier> {
        let fields = self.fields(node, &CHANGE)?;
        self.has_an_original(&fields, has_an_original);
        let change = self.change(&fields);
        fields.make(self, ["what"], |what| Some(make(what, change?)))?
    }

    /// `by` or `to` with an amount.
    pub(super) fn change(&mut self, fields: &Fields<'_>) -> Option<Change> {
        let change: Entry<'_> = fields.one("change")?;
        let original = fields.entry("original").is_some_and(|original| original.read(self).unwrap_or_default());
        change.read(self).map(match change.key {
            "by" => Change::By,
            _ if original => Change::Original,
            _ => Change::To,
        })
    }

    /// Only ATK and DEF have an original value that effects change.
    pub(super) fn has_an_original(&mut self, fields: &Fields<'_>, has_one: bool) {
        if let Some(entry) = fields.entry("original").filter(|_| !has_one) {
            let help = "leave it out: a Level or a Pendulum Scale becomes so much";
            self.error_help(entry.span, "`original` is for ATK and DEF", help);
        }
    }
}

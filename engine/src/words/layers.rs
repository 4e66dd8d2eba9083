//! What applies now: continuous effects of cards in force, and effects that linger.
//!
//! Everything is worked out anew whenever it is asked; boards are small.

use std::sync::Arc;

use super::{Ctx, at_place, lies_at};
use crate::catalogue::{Refusal, Rule};
use crate::def::{
    Affected, Against, AnyOf, Attribute, By, CannotBe, CannotDo, Change, Class, Doer, How, Modifier, MonsterIs,
    NameSaid, OrDeclared, Place, Race, Says, Treated, Turned, Unnegatable, Who, Word,
};
use crate::flow::Duel;
use crate::state::{
    Board, Boost, CardId, EffectRef, Instant, LinkId, LinkNegated, Player, Snapshot, Stat, What, Why, Zone,
};

/// A modifier that applies now, with the point of view of its effect.
pub(crate) struct Applying<'a> {
    pub modifier: &'a Modifier,
    pub ctx: Ctx,
    pub since: Instant,
    /// It was sworn by an activation or a Summon.
    pub sworn: bool,
    /// It was made to apply by an effect that has resolved.
    pub lingers: bool,
    /// The link by which it came about.
    pub link: Option<LinkId>,
}

/// Of which cards a modifier says a value, and which, if it is of the kind that is asked for.
type Said<T> = fn(&Modifier) -> Option<(&Affected, &OrDeclared<T>)>;

/// In which way something would be done, as far as a restriction may ask.
#[derive(Clone, Copy, Default)]
pub(crate) struct Way {
    /// The kind of Summon.
    pub how: Option<How>,
    /// The link whose effect would do it.
    pub link: Option<LinkId>,
    /// The effect that would do it, or the monster's own procedure.
    pub by: Option<EffectRef>,
    /// The position in which a monster would come, if it is said.
    pub position: Option<Turned>,
}

/// What only looks at the board.
impl Board {
    /// Where an effect works: as its text says, or where cards of its kind live.
    pub(crate) fn works_in(&self, effect: EffectRef) -> &[Place] {
        match &self.effect(effect).from {
            Some(places) => places,
            None if self.def(effect.card).monster().is_some() => &[Place::MonsterZone],
            None if self.def(effect.card).is_field_spell() => &[Place::FieldZone],
            None => &[Place::SpellTrapZone],
        }
    }
}

impl Duel {
    /// The modifiers of some kind that apply now; those of negated cards do not.
    pub(crate) fn modifiers(&self, says: impl Into<AnyOf>) -> Vec<Applying<'_>> {
        self.applying(says, |_| true, true)
    }

    /// Those of them that are wanted.
    pub(crate) fn modifiers_that(
        &self,
        says: impl Into<AnyOf>,
        wanted: impl Fn(&Modifier) -> bool,
    ) -> Vec<Applying<'_>> {
        self.applying(says, wanted, true)
    }

    /// Whether something of some kind could apply at all. In most duels no card says such a thing, and nothing is looked at.
    fn may_apply(&self, says: AnyOf) -> bool {
        self.says.meets(says) || self.state.lingering.iter().any(|lingering| says.has(&lingering.modifier))
    }

    /// The continuous effects of the duel that say something of some kind.
    pub(crate) fn those_that_say(&self, says: impl Into<AnyOf>) -> impl Iterator<Item = EffectRef> {
        let says = says.into();
        let effects = if self.says.meets(says) { &self.continuous[..] } else { &[] };
        effects.iter().filter(move |said| said.says.meets(says)).map(|said| said.effect)
    }

    /// Those of some kind that apply now and are wanted.
    pub(crate) fn applying(
        &self,
        says: impl Into<AnyOf>,
        wanted: impl Fn(&Modifier) -> bool,
        respect_negation: bool,
    ) -> Vec<Applying<'_>> {
        let says = says.into();
        if self.may_apply(says) { self.looked_for(says, wanted, respect_negation) } else { Vec::new() }
    }

    fn looked_for(&self, says: AnyOf, wanted: impl Fn(&Modifier) -> bool, respect_negation: bool) -> Vec<Applying<'_>> {
        let wanted = |modifier: &Modifier| says.has(modifier) && wanted(modifier);
        let mut all = Vec::new();
        for effect in self.those_that_say(says) {
            let def = self.effect(effect);
            if !def.applies.iter().any(wanted) || !self.is_in_force(effect) {
                continue;
            }
            let mut ctx = self.ctx(effect, self.state.card(effect.card).controller);
            ctx.as_printed = true;
            ctx.sees_what_cards_became = !def.applies.iter().any(|m| wanted(m) && m.says_what_cards_are());
            let negated = respect_negation
                && self.state.card(effect.card).zone.on_field()
                && self.is_negated(effect.card)
                && !self.cannot_be_negated(effect, Unnegatable::Effect);
            self.applies_if(negated, Rule::ContinuousNegatedDoesNotApply);
            if negated && !def.applies.iter().any(Modifier::is_about_its_own_leaving) {
                continue;
            }
            if def.while_.as_ref().is_some_and(|condition| !self.holds(&ctx, condition)) {
                continue;
            }
            let since = self.state.card(effect.card).in_force.unwrap_or(Instant(0));
            let said = def.applies.iter().filter(|m| wanted(m) && !(negated && self.ends_with_negation(m)));
            let applying =
                |(modifier, ctx)| Applying { modifier, ctx, since, sworn: false, lingers: false, link: None };
            all.extend(said.zip(std::iter::repeat_n(ctx, def.applies.len())).map(applying));
        }
        for lingering in self.state.lingering.iter().filter(|l| wanted(&l.modifier)) {
            let mut ctx = self.ctx(lingering.effect, lingering.player);
            ctx.source = lingering.source;
            ctx.names.clone_from(&lingering.names);
            ctx.those.clone_from(&lingering.those);
            ctx.summoned.clone_from(&lingering.summoned);
            ctx.as_printed = true;
            let modifier = &*lingering.modifier;
            ctx.sees_what_cards_became = !modifier.says_what_cards_are();
            let link = lingering.link;
            if let Some(link) = link {
                ctx.declared.clone_from(&self.state.link(link).declared);
            }
            all.push(Applying { modifier, ctx, since: Instant(0), sworn: lingering.sworn, lingers: true, link });
        }
        all
    }

    /// Whether a continuous effect's card is where the effect works, and counts already.
    fn is_in_force(&self, effect: EffectRef) -> bool {
        let card = self.state.card(effect.card);
        let places = self.state.works_in(effect);
        if !self.has_effect(effect) {
            return false;
        }
        if !places.iter().any(|&p| lies_at(p, card.zone, card.seat)) {
            return false;
        }
        // `presence.not-yet-in-force`: nor does a card whose own activation has not begun to resolve.
        self.applies_if(
            card.zone.on_field() && card.in_force.is_none() && card.activation.is_some() && card.face_up,
            Rule::PresenceNotYetInForce,
        );
        // `continuous.not-while-turned-up`: nor what the link that resolves has itself turned face-up.
        let just_now = card.zone.on_field() && self.state.turned_up.contains(&effect.card);
        self.applies_if(just_now, Rule::ContinuousNotWhileTurnedUp);
        if just_now {
            return false;
        }
        // A monster defeated in battle applies no more.
        !card.zone.on_field() || (card.face_up && card.in_force.is_some() && card.doomed_by.is_none())
    }

    /// Whether a card's effects are negated where it lies. `continuous.negates-itself`: what negates the card itself negates no other.
    pub(crate) fn is_negated(&self, id: CardId) -> bool {
        let mut negations = self.applying(Says::Negated, |_| true, false);
        if negations.is_empty() {
            return false;
        }
        // What came into force first counts first, and before it what an effect has made apply, which nothing negates; a negated negation counts no more.
        negations.sort_by_key(|n| (!n.lingers, n.since));
        let shields = self.shields_from(&negations);
        let lies_there = |n: &Applying<'_>| {
            let source = n.ctx.source;
            !n.lingers && self.state.still(source) && self.state.card(source.card).zone.on_field()
        };
        let negates = |n: &Applying<'_>, id: CardId| {
            let of_itself = n.ctx.source.card != id && lies_there(n) && self.negates(n, n.ctx.source.card, &shields);
            self.applies_if(of_itself, Rule::ContinuousNegatesItself);
            !of_itself && self.negates(n, id, &shields)
        };
        let mut effective: Vec<&Applying<'_>> = Vec::new();
        for negation in &negations {
            let source = negation.ctx.source;
            let lies_there = self.state.still(source) && self.state.card(source.card).zone.on_field();
            if !lies_there || !effective.iter().any(|n| negates(n, source.card)) {
                effective.push(negation);
            }
        }
        effective.iter().any(|n| negates(n, id))
    }

    /// Whether a card has effects that are not negated yet; a Gemini monster has the one that makes it a Normal Monster.
    pub(crate) fn could_be_negated(&self, id: CardId) -> bool {
        // In a Pendulum Zone it has its Pendulum Effects, whatever it is as a monster.
        let as_monster = self.def(id).monster().filter(|_| self.state.card(id).zone != Zone::Pendulum);
        let has_effects = as_monster.is_none_or(|m| m.is.contains(&MonsterIs::Effect));
        has_effects && !self.is_negated(id)
    }

    /// Whether anything at all is negated now.
    pub(crate) fn something_negates(&self) -> bool {
        !self.applying(Says::Negated, |_| true, false).is_empty()
    }

    /// Whether a card would be negated if it still were what it was.
    pub(crate) fn would_be_negated(&self, id: CardId, was: &Snapshot) -> bool {
        self.modifiers(Says::Negated).iter().any(|n| match n.modifier {
            Modifier::Negated(Affected::Group(group)) => self.in_group(&n.ctx, group, id, was, n.ctx.player),
            _ => false,
        })
    }

    fn negates(&self, negation: &Applying<'_>, id: CardId, shields: &[Applying<'_>]) -> bool {
        self.speaks_of(negation, id) && !self.shields(shields, negation, id)
    }

    /// Whether a negation is about a card.
    pub(crate) fn speaks_of(&self, negation: &Applying<'_>, id: CardId) -> bool {
        match negation.modifier {
            Modifier::Negated(affected) => self.affects(&negation.ctx, affected, id),
            _ => false,
        }
    }

    /// Whether a modifier is about a card, by what is printed on it or what it has become, and where it lies.
    pub(crate) fn affects(&self, ctx: &Ctx, affected: &Affected, id: CardId) -> bool {
        match affected {
            Affected::Word(word) => self.meant_by(ctx, word).iter().any(|r| r.card == id && self.state.still(*r)),
            Affected::Group(group) => {
                let printed = self.printed(id);
                let so = |was: &Snapshot| self.in_group(ctx, group, id, was, ctx.player);
                if !ctx.sees_what_cards_became || !self.changes_what_cards_are {
                    return so(&printed);
                }
                let became = self.as_it_became(id);
                let is = so(&became);
                self.applies_if(became != printed && is != so(&printed), Rule::ValueAsItHasBecome);
                is
            }
        }
    }

    /// A card as an effect sees it.
    pub(crate) fn seen_by(&self, ctx: &Ctx, id: CardId) -> Snapshot {
        match ctx.as_printed {
            true if ctx.sees_what_cards_became => self.as_it_became(id),
            true => self.printed(id),
            false => self.snapshot(id),
        }
    }

    /// `value.as-it-has-become`: a card as an effect that applies sees it: of the name, series, Type, Attribute and Level that it has now,
    /// and with the ATK and DEF that are printed on it.
    fn as_it_became(&self, id: CardId) -> Snapshot {
        let printed = self.printed(id);
        if !self.changes_what_cards_are || self.policy.names.apply_to_what_is_printed() {
            return printed;
        }
        let became = self.asking.once(|| Snapshot {
            level: self.level(id),
            race: self.race(id),
            attribute: self.attribute(id),
            alias: self.alias(id),
            treated: self.counts_as(id),
            ..printed.clone()
        });
        became.unwrap_or(printed)
    }

    /// A card as it is printed, where it lies now.
    pub(crate) fn printed(&self, id: CardId) -> Snapshot {
        let card = self.state.card(id);
        let monster = self.state.monster(id);
        Snapshot {
            zone: card.zone,
            controller: card.controller,
            face_up: card.face_up,
            position: card.position,
            seat: card.seat.filter(|_| card.zone.on_field()),
            atk: monster.map_or(0, |m| m.atk),
            def: monster.map_or(0, |m| m.def),
            level: monster.and_then(|m| m.level).map(i32::from),
            race: None,
            attribute: None,
            alias: None,
            treated: None,
            negated: false,
            counters: card.counters.clone(),
            summoned: card.summoned,
            made_with: self.state.made_with(id).cloned(),
            gemini: self.state.is_gemini_summoned(id),
            equipped_to: card.equipped_to.map(|to| to.card),
            placed_as: card.placed_as,
            attached_to: card.attached_to.filter(|_| card.zone == Zone::Material),
            materials: self.material_count(id),
            still_spell_or_trap: self.is_still_a_spell_or_trap(id),
        }
    }

    /// A card's ATK now.
    pub(crate) fn atk(&self, id: CardId) -> i32 {
        let base = self.state.monster(id).map_or(0, |m| m.atk);
        self.changed_value(id, base, Stat::Atk)
    }

    /// A card's DEF now; a Link Monster has none, whatever would be added to it.
    pub(crate) fn defense(&self, id: CardId) -> i32 {
        if self.def(id).is_link() {
            return 0;
        }
        let base = self.state.monster(id).map_or(0, |m| m.def);
        self.changed_value(id, base, Stat::Def)
    }

    /// A value of a card as effects have changed it; a Level also in the hand.
    pub(crate) fn changed_value(&self, id: CardId, base: i32, stat: Stat) -> i32 {
        let zone = self.state.card(id).zone;
        let counts = zone.on_field() || (stat == Stat::Level && matches!(zone, Zone::Hand | Zone::Limbo));
        if !counts {
            return base;
        }
        if self.state.boosts.is_empty() && !self.may_apply(Says::of(stat).into()) {
            return base.max(0);
        }
        let original = self.original_value(id, base, stat);
        let mut value = original.unwrap_or(base);
        let counts = |boost: &&Boost| boost.stat == stat && !(boost.original && original.is_some());
        let mut boosts = self.state.boosts.iter().filter(counts).filter(|b| self.boosts(b, id)).peekable();
        let boosted = |value: i32, boost: &Boost| {
            if boost.sets { boost.amount } else { value.saturating_add(boost.amount) }
        };
        let about = |m: &Modifier| {
            value_change(m, stat).is_some_and(|(_, c)| original.is_none() || !matches!(c, Change::Original(_)))
        };
        let mut changes = self.modifiers_that(Says::of(stat), about);
        changes.sort_by_key(|applying| applying.since);
        for mut applying in changes {
            if let Some((affected, change)) = value_change(applying.modifier, stat)
                && self.reaches(&applying, affected, id)
            {
                // `value.in-the-order-applied`
                while let Some(boost) = boosts.next_if(|boost| !self.comes_later(boost, &applying)) {
                    value = boosted(value, boost);
                }
                applying.ctx.counts_changed_values = stat != Stat::Level;
                value = self.changed(&applying.ctx, change, value);
            }
        }
        value = boosts.fold(value, boosted);
        // A Level is never lowered below 1.
        value.max(if stat == Stat::Level { base.min(1) } else { 0 })
    }

    /// What a change makes of a value.
    pub(crate) fn changed(&self, ctx: &Ctx, change: &Change, value: i32) -> i32 {
        match change {
            Change::By(amount) => value.saturating_add(self.amount(ctx, amount, value)),
            Change::To(amount) | Change::Original(amount) => self.amount(ctx, amount, value),
        }
    }

    /// Whether a change made by an effect is about a card as it lies there now.
    pub(crate) fn boosts(&self, boost: &Boost, id: CardId) -> bool {
        let (effect, player) = boost.by;
        boost.card.card == id
            && self.state.still(boost.card)
            && self.state.card(id).face == boost.face
            && !self.is_rid_of(id, Why::Reflex(effect, player))
    }

    /// The Type a card has instead of the printed one.
    pub(crate) fn race(&self, id: CardId) -> Option<Race> {
        let said: Said<Race> = |m| match m {
            Modifier::Type(affected, race) => Some((affected, race)),
            _ => None,
        };
        self.said_last(id, Says::Type, said, Race::from_word)
    }

    /// The Attribute a card has instead of the printed one.
    pub(crate) fn attribute(&self, id: CardId) -> Option<Attribute> {
        if !self.changes_attributes {
            return None;
        }
        let said: Said<Attribute> = |m| match m {
            Modifier::Attribute(affected, attribute) => Some((affected, attribute)),
            _ => None,
        };
        self.said_last(id, Says::Attribute, said, Attribute::from_word)
    }

    /// What is said of a face-up monster, or `value.said-of-the-gy` of one in the GY: the effect that came into force last decides.
    fn said_last<T: Copy>(&self, id: CardId, says: Says, said: Said<T>, from_word: fn(&str) -> Option<T>) -> Option<T> {
        let card = self.state.card(id);
        if !(card.zone == Zone::Gy || (card.zone == Zone::Monster && card.face_up)) {
            return None;
        }
        let changes = self.modifiers(says).into_iter();
        let about_it = changes.filter_map(|a| {
            let (_, value) = said(a.modifier).filter(|(affected, _)| self.reaches(&a, affected, id))?;
            let value = match value {
                OrDeclared::Just(value) => Some(*value),
                OrDeclared::Declared => a.ctx.declared.as_deref().and_then(|said| declared_as(said, from_word)),
            };
            Some((a.since, value))
        });
        let last = about_it.max_by_key(|(since, _)| *since).and_then(|(_, value)| value);
        self.applies_if(card.zone == Zone::Gy && last.is_some(), Rule::ValueSaidOfTheGy);
        last
    }

    /// `value.name-where-it-is`: an effect is that of a card with the name it had as it was activated, also if it has left as a cost.
    pub(crate) fn acts_under_its_name(&self, link: LinkId, acting: &mut Snapshot) {
        let shown = self.event_at(self.state.link(link).event).filter(|event| event.what == What::Activated(link));
        let Some(shown) = shown.and_then(|event| event.cards.first()) else { return };
        self.applies_if(shown.after.alias != acting.alias, Rule::ValueNameWhereItIs);
        acting.alias.clone_from(&shown.after.alias);
    }

    /// Another name the card is treated as having.
    pub(crate) fn alias(&self, id: CardId) -> Option<Arc<str>> {
        self.modifiers(Says::TreatedAs).into_iter().find_map(|a| match a.modifier {
            Modifier::TreatedAs(affected, treated) if self.reaches(&a, affected, id) => {
                treated.name.as_ref().and_then(|name| self.name_said(&a.ctx, name))
            }
            _ => None,
        })
    }

    /// The name that is said: itself, or as that of a known card.
    pub(crate) fn name_said(&self, ctx: &Ctx, name: &NameSaid) -> Option<Arc<str>> {
        match name {
            NameSaid::Just(name) => Some(Arc::from(name.as_str())),
            NameSaid::Of(word) => {
                let card = self.meant_by(ctx, word).first()?.card;
                let alias = if ctx.as_printed { None } else { self.alias(card) };
                Some(alias.unwrap_or_else(|| Arc::from(self.def(card).original_name())))
            }
        }
    }

    /// `value.treated-as`: what a card is treated as besides its name.
    pub(crate) fn counts_as(&self, id: CardId) -> Option<Arc<Treated>> {
        if !self.treats_cards {
            return None;
        }
        let mut all = Treated::default();
        for a in self.modifiers(Says::TreatedAs) {
            let Modifier::TreatedAs(affected, treated) = a.modifier else { continue };
            if self.reaches(&a, affected, id) {
                all.series.extend(treated.series.iter().cloned());
                all.is.extend(&treated.is);
                all.is_not.extend(&treated.is_not);
            }
        }
        self.applies_if(all != Treated::default(), Rule::ValueTreatedAs);
        (all != Treated::default() && self.policy.names.treat_cards()).then(|| Arc::new(all))
    }

    /// Whether both players know a card in the hand.
    pub(crate) fn is_revealed(&self, id: CardId) -> bool {
        self.state.card(id).revealed || self.is_kept_revealed(id)
    }

    /// Whether an effect keeps a card in the hand revealed.
    pub(crate) fn is_kept_revealed(&self, id: CardId) -> bool {
        self.state.card(id).zone == Zone::Hand
            && self.modifiers(Says::Revealed).iter().any(|a| match a.modifier {
                Modifier::Revealed(affected) => self.affects(&a.ctx, affected, id),
                _ => false,
            })
    }

    /// `legality.forbidden`: whether an effect that applies now keeps a player from doing something.
    pub(crate) fn may_do(&self, player: Player, doing: CannotDo, with: Option<CardId>) -> Result<(), Refusal> {
        self.may_do_so(player, doing, with, Way::default())
    }

    /// The same in a certain way.
    pub(crate) fn may_do_so(
        &self,
        player: Player,
        doing: CannotDo,
        with: Option<CardId>,
        way: Way,
    ) -> Result<(), Refusal> {
        self.may_come_in_its_position(with, way)?;
        for applying in self.modifiers([Says::CannotDo, Says::CannotAct]) {
            let Modifier::CannotDo(who, what, except) = applying.modifier else {
                self.may_act_with(&applying, doing, with)?;
                continue;
            };
            let card = match (&except.cards, with) {
                (Some(group), Some(id)) => {
                    self.in_group(&applying.ctx, group, id, &self.as_it_would_lie(id, way), player)
                }
                _ => false,
            };
            let excepted = card
                || way.how.is_some_and(|how| except.how.contains(&how))
                || (except.this_effect && way.link.is_some() && way.link == applying.link);
            let of_its_kind = doing == CannotDo::SpecialSummon
                && what.kind_of_special_summon().is_some_and(|how| way.how == Some(how));
            if (includes(*what, doing) || of_its_kind)
                && !excepted
                && !self.is_beyond_bans()
                && is_player(applying.ctx.player, *who, player)
            {
                let oath_of = applying.link.filter(|_| applying.sworn);
                let rests_on = oath_of.filter(|&l| self.state.link(l).negated == LinkNegated::Effect);
                let refusal = self.refuse(Rule::LegalityForbidden);
                return refusal.map_err(|r| r.resting_on(rests_on.map(|_| Rule::NegationEffectKeepsRestriction)));
            }
        }
        self.is_not_too_often(player, doing, with)
    }

    /// The same for an effect that speaks of monsters.
    fn may_act_with(&self, applying: &Applying<'_>, doing: CannotDo, with: Option<CardId>) -> Result<(), Refusal> {
        match (applying.modifier, with) {
            (Modifier::CannotAct(who, affected, what), Some(id))
                if includes(*what, doing)
                    && who.is_none_or(|who| is_player(applying.ctx.player, who, self.state.card(id).controller))
                    && self.affects_now(&applying.ctx, affected, id)
                    && !self.shrugs_off(applying, affected, id) =>
            {
                self.refuse(Rule::LegalityForbidden)
            }
            _ => Ok(()),
        }
    }

    /// Whether a modifier is about a card as it is now, with whatever changes its values.
    pub(crate) fn affects_now(&self, ctx: &Ctx, affected: &Affected, id: CardId) -> bool {
        match affected {
            Affected::Word(_) => self.affects(ctx, affected, id),
            Affected::Group(group) => self.in_group(ctx, group, id, &self.snapshot(id), ctx.player),
        }
    }

    /// Whether a modifier of a kind applies to a card.
    pub(crate) fn is_said_of(&self, id: CardId, says: Says, of: fn(&Modifier) -> Option<&Affected>) -> bool {
        let said = self.modifiers_that(says, |m| of(m).is_some());
        said.iter().any(|a| {
            of(a.modifier)
                .is_some_and(|affected| self.affects_now(&a.ctx, affected, id) && !self.shrugs_off(a, affected, id))
        })
    }

    /// Whether a modifier that applies does something to a card: it is about it, and the card is not unaffected by it.
    pub(crate) fn reaches(&self, applying: &Applying<'_>, affected: &Affected, id: CardId) -> bool {
        self.affects(&applying.ctx, affected, id) && !self.shrugs_off(applying, affected, id)
    }

    /// Modifiers of some kind in what a card itself says, wherever it lies unless it says where, while the conditions for them
    /// hold.
    pub(crate) fn said_by(&self, id: CardId, player: Player, says: impl Into<AnyOf>) -> Vec<Applying<'_>> {
        let says = says.into();
        let mut said = Vec::new();
        for effect in self.those_that_say(says).filter(|effect| effect.card == id) {
            let def = self.effect(effect);
            if !self.has_effect(effect) {
                continue;
            }
            let zone = self.state.card(id).zone;
            let there = def.from.as_ref().is_none_or(|places| places.iter().any(|&place| at_place(place, zone)));
            if !there {
                continue;
            }
            let ctx = Ctx { as_printed: true, ..self.ctx(effect, player) };
            if def.while_.as_ref().is_some_and(|condition| !self.holds(&ctx, condition)) {
                continue;
            }
            let since = Instant(0);
            said.extend(def.applies.iter().filter(|m| says.has(m)).map(|modifier| Applying {
                modifier,
                ctx: ctx.clone(),
                since,
                sworn: false,
                lingers: false,
                link: None,
            }));
        }
        said
    }

    /// Whether an effect that applies now keeps something from being done to a card by a player, as an action of the game.
    pub(crate) fn may_be(&self, id: CardId, doing: CannotBe, by: Player) -> Result<(), Refusal> {
        self.may_be_by(id, doing, by, Why::Action(by))
    }

    /// `legality.forbidden`: whether an effect that applies now keeps something from being done to a card by a player, with this cause.
    pub(crate) fn may_be_by(&self, id: CardId, doing: CannotBe, by: Player, cause: Why) -> Result<(), Refusal> {
        // A monster whose Summon is attempted lies nowhere, and still says so of itself.
        let everywhere = doing.is_a_normal_summon() || doing == CannotBe::SummonNegated || doing.is_about_materials();
        let owner = self.state.card(id).owner;
        let own =
            if everywhere { self.said_by(id, owner, Says::CannotBe) } else { self.says_so_while_it_waits(id, doing) };
        for applying in own.into_iter().chain(self.modifiers(Says::CannotBe)) {
            let Modifier::CannotBe(who, affected, what, against) = applying.modifier else { continue };
            if be_includes(*what, doing)
                && who.is_none_or(|who| is_player(applying.ctx.player, who, by))
                && self.is_banned_by(&applying, affected, id)
                && self.holds_against(&applying.ctx, against, cause, id)
            {
                return self.refuse(Rule::LegalityForbidden);
            }
        }
        Ok(())
    }

    /// `negation.says-so-of-itself`: what a card that waits to resolve says of its own activation and effect applies before it is in force.
    fn says_so_while_it_waits(&self, id: CardId, doing: CannotBe) -> Vec<Applying<'_>> {
        let negation = matches!(doing, CannotBe::ActivationNegated | CannotBe::EffectNegated);
        let card = self.state.card(id);
        if !negation || card.activation.is_none() || card.in_force.is_some() {
            return Vec::new();
        }
        let mut said = self.said_by(id, card.owner, Says::CannotBe);
        said.retain(|said| {
            matches!(said.modifier, Modifier::CannotBe(_, Affected::Word(Word::ThisCard), be, _) if *be == doing)
        });
        self.applies_if(!said.is_empty(), Rule::NegationSaysSoOfItself);
        said
    }

    /// `legality.forbidden`: whether what a monster says of itself, wherever it lies, and what applies now let a player Special
    /// Summon it in this way. What it must be at first it need not be again once it was properly Summoned.
    pub(crate) fn may_be_summoned_so(&self, player: Player, id: CardId, way: Way) -> Result<(), Refusal> {
        let is_a_summon =
            |modifier: &Modifier| matches!(modifier, Modifier::CannotBe(_, _, be, _) if be.is_a_special_summon());
        let card = self.state.card(id);
        let own = self.said_by(id, card.owner, Says::CannotBe).into_iter().filter(|said| is_a_summon(said.modifier));
        for applying in own.chain(self.modifiers_that(Says::CannotBe, is_a_summon)) {
            let Modifier::CannotBe(who, affected, what, against) = applying.modifier else { continue };
            let first = *what == CannotBe::FirstSpecialSummoned;
            if !(first && card.properly_summoned)
                && who.is_none_or(|who| is_player(applying.ctx.player, who, player))
                && self.is_banned_by(&applying, affected, id)
                && self.is_about_such_a_summon(&applying.ctx, against, player, way)
            {
                return self.refuse(if first { Rule::SummonNotProperlySummoned } else { Rule::LegalityForbidden });
            }
        }
        Ok(())
    }

    /// Whether a monster's own text asks for a Special Summon in this way, so that it is properly Summoned by it.
    pub(crate) fn asks_for_such_a_summon(&self, player: Player, id: CardId, way: Way) -> bool {
        let own = self.said_by(id, self.state.card(id).owner, Says::CannotBe);
        own.iter().any(|said| match said.modifier {
            Modifier::CannotBe(_, _, be, against) if be.is_a_special_summon() => {
                !self.is_about_such_a_summon(&said.ctx, against, player, way)
            }
            _ => false,
        })
    }

    /// Whether a ban on Special Summons is about one in this way.
    fn is_about_such_a_summon(&self, ctx: &Ctx, against: &Against, player: Player, way: Way) -> bool {
        let is_by = |doer: &Doer| way.by.is_some_and(|effect| self.would_be_by(ctx, doer, player, effect, way.link));
        !way.how.is_some_and(|how| against.except_how.contains(&how))
            && against.by.as_ref().is_none_or(is_by)
            && !against.not_by.as_ref().is_some_and(is_by)
    }

    /// Whether something that an effect of a player, or a monster's own procedure, would do is done by a doer; a procedure is no effect.
    fn would_be_by(&self, ctx: &Ctx, doer: &Doer, player: Player, effect: EffectRef, link: Option<LinkId>) -> bool {
        let by = match doer {
            Doer::Word(by) => *by,
            Doer::Card(group) => {
                let mut acting = Snapshot { controller: player, face_up: true, ..self.snapshot(effect.card) };
                if let Some(link) = link {
                    self.acts_under_its_name(link, &mut acting);
                }
                return self.in_group(ctx, group, effect.card, &acting, ctx.player);
            }
        };
        self.effect(effect).class != Class::Procedure
            && match by {
                By::CardEffect => true,
                By::OpponentsCard | By::OpponentsCardEffect => player != ctx.player,
                By::YourCardEffect => player == ctx.player,
                By::MonsterEffect | By::SpellEffect | By::TrapEffect => self.kind_of_effect(effect) == by,
                By::Battle => false,
            }
    }
}

impl Says {
    /// That a value of this kind changes.
    pub(crate) fn of(stat: Stat) -> Self {
        match stat {
            Stat::Atk => Self::Atk,
            Stat::Def => Self::Def,
            Stat::Level => Self::Level,
        }
    }
}

/// Whose value a modifier changes, and how, if it is about such a value.
pub(crate) fn value_change(modifier: &Modifier, stat: Stat) -> Option<(&Affected, &Change)> {
    match (modifier, stat) {
        (Modifier::Atk(affected, change), Stat::Atk)
        | (Modifier::Def(affected, change), Stat::Def)
        | (Modifier::Level(affected, change), Stat::Level) => Some((affected, change)),
        _ => None,
    }
}

/// What is declared of a kind: the word that was said, or of an Attribute and a Type that were said together the one of that kind.
pub(crate) fn declared_as<T>(said: &str, from_word: impl Fn(&str) -> Option<T>) -> Option<T> {
    from_word(said).or_else(|| {
        // "Winged Beast" is one Type.
        let (attribute, race) = said.split_once(' ').filter(|(first, _)| Attribute::from_word(first).is_some())?;
        from_word(attribute).or_else(|| from_word(race))
    })
}

/// Whether "you", "opponent" and so on, said by one player, means another.
pub(crate) fn is_player(you: Player, who: Who, player: Player) -> bool {
    match who {
        Who::You => player == you,
        Who::Opponent => player != you,
        _ => true,
    }
}

/// Whether what is forbidden, or counted, includes a doing.
pub(crate) fn includes(forbidden: CannotDo, doing: CannotDo) -> bool {
    forbidden == doing
        || (forbidden == CannotDo::Set && doing == CannotDo::SetMonsters)
        || (forbidden == CannotDo::Summon && matches!(doing, CannotDo::NormalSummon | CannotDo::SpecialSummon))
        || (doing == CannotDo::PendulumSummon && matches!(forbidden, CannotDo::Summon | CannotDo::SpecialSummon))
        || (forbidden == CannotDo::Attack && doing == CannotDo::DeclareAttacks)
}

fn be_includes(forbidden: CannotBe, doing: CannotBe) -> bool {
    forbidden == doing
        || (forbidden == CannotBe::Destroyed
            && matches!(doing, CannotBe::DestroyedByBattle | CannotBe::DestroyedByCardEffects))
        || (forbidden == CannotBe::Tributed && doing == CannotBe::TributedForASummon)
        || (forbidden == CannotBe::NormalSummoned && doing.is_a_normal_summon())
        || (forbidden == CannotBe::UsedAsMaterial && doing.is_about_materials())
}

//! Which cards an effect's words and groups mean.

use std::borrow::Cow;

use super::{Ctx, declared_as, steps_of};
use crate::catalogue::Rule;
use crate::def::{
    BattlePosition, CardDef, CardKind, CauseWord, Except, Facing, Group, Kind, Measure, MonsterIs, OrDeclared, Pick,
    Place, PlacedAs, Range, SpellKind, Step, Subject, SummonedAs, TrapKind, WasSummoned, Whose, Word,
};
use crate::flow::Duel;
use crate::state::{Attack, Card, CardId, Changed, Entry, Player, Ref, Seat, Snapshot, Stat, Used, What, Zone};

impl Duel {
    /// The cards a word means, wherever they are now.
    pub(crate) fn meant_by<'c>(&self, ctx: &'c Ctx, word: &Word) -> Cow<'c, [Ref]> {
        let found = |card: Option<Ref>| Cow::Owned(card.into_iter().collect());
        match word {
            Word::ThisCard => Cow::Borrowed(std::slice::from_ref(&ctx.source)),
            Word::ThoseCards => Cow::Borrowed(&ctx.those),
            Word::Attacker | Word::AttackTarget => {
                let attack = self.state.attack_that_counts();
                self.applies_if(attack.is_none() && self.state.attack.is_some(), Rule::ReplayAttackerGone);
                let meant = |a: &Attack| if *word == Word::Attacker { Some(a.attacker) } else { a.target };
                found(attack.and_then(meant))
            }
            Word::OpposingMonster => found(self.opposing(ctx.source.card)),
            Word::EquippedMonster => {
                let now = self.state.card(ctx.source.card).equipped_to;
                found(now.or_else(|| self.was_equipped_to(ctx)))
            }
            Word::SummonedMonster => Cow::Borrowed(&ctx.summoned),
            Word::Named(name) => {
                Cow::Borrowed(ctx.names.iter().find(|(n, _)| n == name).map_or(&[], |(_, refs)| &refs[..]))
            }
        }
    }

    /// The monster to which a card that has left was equipped, if it still lies there.
    fn was_equipped_to(&self, ctx: &Ctx) -> Option<Ref> {
        let id = ctx.source.card;
        let monster = self.last_on_field(ctx, id).equipped_to.filter(|_| !self.state.card(id).zone.on_field())?;
        let card = self.state.card(monster);
        (card.zone == Zone::Monster && card.face_up).then(|| self.state.reference(monster))
    }

    /// The monster that battles a card.
    fn opposing(&self, card: CardId) -> Option<Ref> {
        let attack = self.state.attack.as_ref()?;
        if attack.attacker.card == card {
            attack.target
        } else {
            attack.target.filter(|t| t.card == card).map(|_| attack.attacker)
        }
    }

    /// The cards a word means that have not moved since.
    pub(crate) fn still_meant_by(&self, ctx: &Ctx, word: &Word) -> Vec<CardId> {
        self.meant_by(ctx, word).iter().filter(|&&r| self.state.still(r)).map(|r| r.card).collect()
    }

    /// Most cards lie elsewhere than where a group is looked for: what they are is not asked then, unless it is to be noted that a rule
    /// decides what they count as.
    fn is_of_note(&self, id: CardId) -> bool {
        match self.state.card(id).zone {
            Zone::Pendulum => true,
            Zone::Monster => self.def(id).as_monster.is_some(),
            _ => false,
        }
    }

    /// The cards of a group as the board is now, in set-up order. `own` restricts it to one player's cards.
    pub(crate) fn members(&self, ctx: &Ctx, group: &Group, own: Option<Player>) -> Vec<CardId> {
        let view = own.unwrap_or(ctx.player);
        if let Some(of) = group.used_for.as_deref() {
            // What it was is asked of then; a group that says where looks for it there now.
            let mut rest = Group { used_for: None, except: None, ..group.clone() };
            let somewhere = !std::mem::take(&mut rest.places).is_empty();
            rest.whose = rest.whose.filter(|_| !somewhere);
            let lies_there = |id: CardId| {
                let card = self.state.card(id);
                !somewhere || is_where_it_says(group, card.controller, card.zone, card.seat, view)
            };
            let is_excepted = |used: &Used| {
                group.except.as_deref().is_some_and(|except| {
                    let card = self.state.card(used.card);
                    let (zone, controller) = (card.zone, card.controller);
                    let now = || Snapshot { zone, controller, ..used.was.clone() };
                    let seen = if except.places.is_empty() { used.was.clone() } else { now() };
                    self.in_group(ctx, except, used.card, &seen, view)
                })
            };
            let used = self.used_for(ctx, of).into_iter().filter(|used| lies_there(used.card) && !is_excepted(used));
            return used
                .filter(|used| self.in_group(ctx, &rest, used.card, &used.was, view))
                .map(|used| used.card)
                .collect();
        }
        let fits = |id: &CardId| {
            let card = self.state.card(*id);
            !matches!(card.zone, Zone::Gone | Zone::Limbo)
                && (card.zone != Zone::Material || group.means_materials())
                && own.is_none_or(|p| card.controller == p || group.whose == Some(Whose::Opponents))
                && (self.is_of_note(*id) || speaks_of_its_place(group, card, view))
                && !(group.among.is_empty() && ctx.taken.contains(id))
                && !(ctx.leaving == Some(*id) && card.zone == Zone::Hand)
                && self.in_group(ctx, group, *id, &self.seen_by(ctx, *id), view)
        };
        if group.among.is_empty() {
            self.state.ids().filter(fits).collect()
        } else {
            let mut ids: Vec<CardId> = group.among.iter().flat_map(|w| self.still_meant_by(ctx, w)).collect();
            ids.retain(fits);
            ids.extend(group.or.as_deref().into_iter().flat_map(|or| self.members(ctx, or, own)));
            ids.sort_unstable();
            ids.dedup();
            ids
        }
    }

    /// Whether a card, as it was in a snapshot, belongs to a group seen by a player.
    pub(crate) fn in_group(&self, ctx: &Ctx, group: &Group, id: CardId, was: &Snapshot, you: Player) -> bool {
        if group.or.as_deref().is_some_and(|or| self.in_group(ctx, or, id, was, you)) {
            return true;
        }
        let def = self.def(id);
        let is_meant = |word: &Word| self.meant_by(ctx, word).iter().any(|r| r.card == id);
        (group.among.is_empty() || group.among.iter().any(is_meant))
            && group.kind.is_none_or(|kind| self.is_of_kind(kind_meant(ctx, kind), def, was))
            && group.owner.is_none_or(|whose| self.is_owned_by(id, whose, you))
            && is_where_it_says(group, was.controller, was.zone, was.seat, you)
            && group.face.is_none_or(|face| was.face_up == (face == Facing::Up))
            && group.position.is_none_or(|position| has_position(position, was))
            && match was.zone {
                _ if was.face_up => true,
                Zone::Banished => !asks_for_properties(group) && matches!(group.kind, None | Some(Kind::Card)),
                zone if zone.on_field() => !asks_for_properties(group) || self.knows_its_own(ctx, was, you),
                _ => true,
            }
            && self.has_properties(ctx, group, id, was)
            && group.originally.as_deref().is_none_or(|of| self.was_originally(ctx, of, id, was, you))
            && self.has_such_counters(ctx, group, was)
            && group.summoned.as_ref().is_none_or(|asked| self.was_summoned_so(asked, was))
            && (!group.summoned_this_turn || self.was_summoned_this_turn(id))
            && (group.this_turn.is_empty() || group.this_turn.iter().any(|&word| self.happened_this_turn(id, word)))
            && !group.not_this_turn.iter().any(|&word| self.happened_this_turn(id, word))
            && group
                .equipped_to
                .as_deref()
                .is_none_or(|of| was.equipped_to.is_some_and(|monster| self.is_one_of(ctx, of, monster, you)))
            && group.equipped_by.as_deref().is_none_or(|of| self.is_equipped_by(ctx, of, id, was, you))
            && group.with_material.as_deref().is_none_or(|of| {
                was.zone == Zone::Monster && self.state.materials_of(id).any(|card| self.is_one_of(ctx, of, card, you))
            })
            && group.equipped_with.as_deref().is_none_or(|of| self.is_equipped_with(ctx, of, id, was, you))
            && group.materials.as_ref().is_none_or(|range| self.is_within(ctx, range, i32::from(was.materials)))
            && group
                .material_of
                .as_deref()
                .is_none_or(|of| was.attached_to.is_some_and(|monster| self.is_one_of(ctx, of, monster, you)))
            && group.used_for.as_deref().is_none_or(|of| self.used_for(ctx, of).iter().any(|used| used.card == id))
            && group.same_name_as.as_ref().is_none_or(|word| self.has_the_name_of(ctx, word, def, was))
            && group.other_name_than.as_ref().is_none_or(|word| !self.has_the_name_of(ctx, word, def, was))
            && self.is_like(ctx, group, id, was)
            && self.lies_so(ctx, group, id, was, you)
            && group.other_than.iter().all(|except| match except {
                Except::Name(name) => !has_name(def, was, name),
                Except::Word(word) => !is_meant(word),
            })
            && !group.except.as_deref().is_some_and(|except| self.in_group(ctx, except, id, was, you))
            && self.is_first_among_them(ctx, group, id, was, you)
    }

    /// `value.own-face-down-known`: who chooses among cards knows their own that lie face-down.
    fn knows_its_own(&self, ctx: &Ctx, was: &Snapshot, you: Player) -> bool {
        let own = ctx.knows_own && was.controller == you;
        self.applies_if(own, Rule::ValueOwnFaceDownKnown);
        own && self.policy.faces.are_known_to_their_player()
    }

    /// Whether so many counters of the kind the group names lie on a card.
    fn has_such_counters(&self, ctx: &Ctx, group: &Group, was: &Snapshot) -> bool {
        let count = i32::from(was.counters.of(group.counter.as_deref()));
        match &group.counters {
            Some(range) => self.is_within(ctx, range, count),
            None => group.counter.is_none() || count > 0,
        }
    }

    /// `value.owned-whoever-controls-it`: whether a player, or the opponent, owns a card.
    fn is_owned_by(&self, id: CardId, whose: Whose, you: Player) -> bool {
        self.applies(Rule::ValueOwnedWhoeverControlsIt);
        (self.state.card(id).owner == you) == (whose == Whose::Yours)
    }

    /// `summon.normal-summonable`: whether a card is a monster that can be Normal Summoned or Set, or one that cannot.
    fn is_normal_summonable(&self, id: CardId, was: &Snapshot, can: bool) -> bool {
        self.applies(Rule::SummonNormalSummonable);
        self.state.monster_in(id, was.zone).is_some() && self.def(id).can_be_normal_summoned() == can
    }

    /// `value.original-values`: whether a card belongs to a group by its original values: what is printed on it, or on the field what an effect has made of
    /// that. `value.always-named`: its name is the one that it always has.
    fn was_originally(&self, ctx: &Ctx, group: &Group, id: CardId, was: &Snapshot, you: Player) -> bool {
        self.applies(Rule::ValueOriginalValues);
        self.applies_if(self.def(id).always_named.is_some(), Rule::ValueAlwaysNamed);
        let monster = self.state.monster_in(id, was.zone);
        let value = |printed: i32, stat: Stat| self.original_now(ctx, id, printed, stat);
        let original = Snapshot {
            atk: value(monster.map_or(0, |m| m.atk), Stat::Atk),
            def: value(monster.map_or(0, |m| m.def), Stat::Def),
            level: monster.and_then(|m| m.level).map(i32::from),
            race: None,
            attribute: None,
            alias: None,
            treated: None,
            ..was.clone()
        };
        self.in_group(ctx, group, id, &original, you)
    }

    /// `summon.known-though-turned-face-down`: whether a card came to the field by such a Summon; from where is forgotten if it was
    /// turned face-down since. `summon.set-with-tributes`: one that was Set so was Tribute Summoned.
    fn was_summoned_so(&self, asked: &WasSummoned, was: &Snapshot) -> bool {
        // `gemini.summoned-once-more`: it was Normal Summoned, too.
        let once_more = [SummonedAs::Gemini, SummonedAs::Normal].iter().any(|word| asked.how.contains(word));
        if once_more && was.gemini && asked.from.is_empty() {
            return true;
        }
        let Some(summoned) = was.summoned else { return false };
        self.applies_if(summoned.turned_down, Rule::SummonKnownThoughTurnedFaceDown);
        self.applies_if(summoned.set, Rule::SummonSetWithTributes);
        let known = !summoned.turned_down || self.policy.past_summons.are_known_face_down();
        let from = !summoned.turned_down || self.policy.past_summons.are_known_with_the_place();
        known
            && any_of(&asked.how, |&word| summoned.is(word))
            && any_of(&asked.from, |&place| from && at_place(place, summoned.from))
    }

    /// `summon.known-by-what-was-used`: what was used for the Summon of monsters, as it was before; nothing of those that were turned
    /// face-down. Of a monster that has left the field it is what was used for it there.
    fn used_for(&self, ctx: &Ctx, of: &Subject) -> Vec<Used> {
        let monsters: Vec<CardId> = match of {
            Subject::Word(word) => self.meant_by(ctx, word).iter().map(|r| r.card).collect(),
            Subject::Group(group) => self.members(ctx, group, None),
        };
        self.applies(Rule::SummonKnownByWhatWasUsed);
        monsters
            .into_iter()
            .flat_map(|id| self.last_on_field(ctx, id).made_with.as_deref().unwrap_or_default().to_vec())
            .collect()
    }

    /// Whether no card of a group has a higher value than this one, or a lower one, if that is asked.
    fn is_first_among_them(&self, ctx: &Ctx, group: &Group, id: CardId, was: &Snapshot, you: Player) -> bool {
        let (Some(measure), sign) = (group.highest.or(group.lowest), if group.highest.is_some() { 1 } else { -1 })
        else {
            return true;
        };
        let value = |id: CardId, was: &Snapshot| match measure {
            Measure::Atk => Some(was.atk),
            Measure::Def => Some(was.def).filter(|_| !self.def(id).is_link()),
            Measure::Level => was.level,
        };
        let Some(own) = value(id, was) else { return false };
        let all = Group { highest: None, lowest: None, ..group.clone() };
        let own_cards = Some(you).filter(|_| group.whose == Some(Whose::Yours));
        let others = self.members(ctx, &all, own_cards).into_iter().filter(|&other| other != id);
        let mut values = others.filter_map(|other| value(other, &self.seen_by(ctx, other)));
        values.all(|other| other.saturating_mul(sign) <= own.saturating_mul(sign))
    }

    /// Whether a card was of a kind where it lay. `value.equipped-is-no-monster`
    fn is_of_kind(&self, kind: Kind, def: &CardDef, was: &Snapshot) -> bool {
        self.note_trap_monster(kind, def, was);
        self.applies_if(
            kind == Kind::Monster && was.equipped_to.is_some() && def.monster().is_some(),
            Rule::ValueEquippedIsNoMonster,
        );
        let believed = kind != Kind::Card && was.zone == Zone::Pendulum && self.counts_as_a_monster(was);
        if believed { kind == Kind::Monster } else { is_kind(kind, def, was) }
    }

    /// Whether a monster was Summoned in this turn, in whatever way. `summon.set-with-tributes`: or Set with Tributes.
    fn was_summoned_this_turn(&self, id: CardId) -> bool {
        let events = self.log[self.state.turn_began[0]..].iter().filter_map(Entry::event);
        let set = |c: &Changed| c.after.summoned.is_some_and(|summoned| summoned.set);
        let mut summons = events.flat_map(|event| event.cards.iter().map(move |c| (&event.what, c)));
        summons.any(|(what, c)| {
            c.card.card == id && (matches!(what, What::Summoned(..)) || (*what == What::Set && set(c)))
        })
    }

    /// Whether something happened to a card in this turn, where it lies now.
    fn happened_this_turn(&self, id: CardId, word: CauseWord) -> bool {
        let stay = self.state.reference(id);
        (self.state.turn_began[0]..self.log.len()).any(|index| {
            self.happened_in(word, index).any(|card| card == stay)
                && (word != CauseWord::AttackDeclared || self.still_was_declared(index, id))
        })
    }

    /// Whether a monster has the Type and the Attribute of the cards the group names.
    fn is_like(&self, ctx: &Ctx, group: &Group, id: CardId, was: &Snapshot) -> bool {
        let Some(monster) = self.state.monster_in(id, was.zone) else {
            return group.same_type_as.is_none() && group.same_attribute_as.is_none();
        };
        let race = was.race.unwrap_or(monster.race);
        let was_a_monster = |r: &Ref, was: &Snapshot| self.state.monster_in(r.card, was.zone);
        let has_type = |r: &Ref| {
            let was = self.last_on_field(ctx, r.card);
            was.race.or(was_a_monster(r, &was).map(|m| m.race))
        };
        let attribute = was.attribute.unwrap_or(monster.attribute);
        let has_attribute = |r: &Ref| {
            let was = self.last_on_field(ctx, r.card);
            was.attribute.or(was_a_monster(r, &was).map(|m| m.attribute))
        };
        let any = |word: &Word, is: &dyn Fn(&Ref) -> bool| self.meant_by(ctx, word).iter().any(is);
        group.same_type_as.as_ref().is_none_or(|word| any(word, &|r| has_type(r) == Some(race)))
            && group.same_attribute_as.as_ref().is_none_or(|word| any(word, &|r| has_attribute(r) == Some(attribute)))
    }

    /// Whether a word means a card, or a group has it as it is now.
    fn is_one_of(&self, ctx: &Ctx, of: &Subject, id: CardId, you: Player) -> bool {
        match of {
            Subject::Word(word) => self.meant_by(ctx, word).iter().any(|r| r.card == id),
            Subject::Group(group) => self.in_group(ctx, group, id, &self.seen_by(ctx, id), you),
        }
    }

    /// Whether a monster is equipped with such a card; of one that has just left, whether it was.
    fn is_equipped_with(&self, ctx: &Ctx, of: &Subject, id: CardId, was: &Snapshot, you: Player) -> bool {
        let equipped = |equip: &CardId| self.state.card(*equip).equipped_to.is_some_and(|to| to.card == id);
        let mut equips = self.state.ids().filter(equipped);
        was.zone == Zone::Monster && equips.any(|equip| self.is_one_of(ctx, of, equip, you))
    }

    /// Whether a card is equipped to a monster, and by the effect of such a card: its own, as of an Equip Spell, or another's.
    fn is_equipped_by(&self, ctx: &Ctx, of: &Subject, id: CardId, was: &Snapshot, you: Player) -> bool {
        let equips_itself =
            |step: &Step| matches!(step, Step::Equip { what, .. } if what.pick == Pick::These(Word::ThisCard));
        let own = || {
            let def = self.def(id);
            def.monster().is_none() || def.effects.iter().any(|effect| steps_of(effect, None).any(equips_itself))
        };
        let by = self.state.card(id).equipped_by.or_else(|| own().then_some(id));
        // Of a monster that is an Equip Card from the beginning nobody knows by what.
        was.equipped_to.is_some() && by.is_none_or(|by| self.is_one_of(ctx, of, by, you))
    }

    /// Whether a number lies in a range.
    pub(crate) fn is_within(&self, ctx: &Ctx, range: &Range, n: i32) -> bool {
        range.min.as_ref().is_none_or(|min| n >= self.amount(ctx, min, 0))
            && range.max.as_ref().is_none_or(|max| n <= self.amount(ctx, max, 0))
    }

    /// Whether a card has the name of one of the cards a word means.
    fn has_the_name_of(&self, ctx: &Ctx, word: &Word, def: &CardDef, was: &Snapshot) -> bool {
        self.meant_by(ctx, word).iter().any(|r| {
            // `value.name-where-it-is`
            let alias = if ctx.as_printed { None } else { self.last_on_field(ctx, r.card).alias };
            self.applies_if(alias.is_some(), Rule::ValueNameWhereItIs);
            has_name(def, was, alias.as_deref().unwrap_or(self.def(r.card).original_name()))
        })
    }

    /// `value.series-of-the-name`: whether a card is of a series by its name, which may be that of another card. Of a card that is not in the
    /// duel the name itself says it.
    fn is_of_series_by_name(&self, def: &CardDef, was: &Snapshot, series: &String) -> bool {
        let printed = def.series.contains(series);
        let Some(name) = was.alias.as_deref().filter(|name| *name != def.name) else { return printed };
        let so = match self.state.library.iter().find(|other| other.name == name) {
            Some(other) => other.series.contains(series),
            None => name.contains(series.as_str()),
        };
        self.applies_if(so != printed, Rule::ValueSeriesOfTheName);
        self.policy.names.bring_their_series(printed, so)
    }

    /// `value.named-in-its-text`: what a text names, as far as it matters, stands in the file of the card.
    fn has_properties(&self, ctx: &Ctx, group: &Group, id: CardId, was: &Snapshot) -> bool {
        let def = self.def(id);
        self.applies_if(!group.mentions.is_empty(), Rule::ValueNamedInItsText);
        // In a Pendulum Zone it has none of a monster's values, but still is a Pendulum card.
        let of_a_monster = self.state.monster_in(id, was.zone);
        let monster = || of_a_monster.filter(|_| self.counts_as_a_monster(was));
        let is = |is: MonsterIs| {
            let printed = of_a_monster.is_some_and(|m| m.is.contains(&is));
            let treated = was.treated.as_deref();
            let printed = match is {
                MonsterIs::Normal => printed || self.is_still_normal(id, was),
                MonsterIs::Effect => printed && !self.is_still_normal(id, was),
                _ => printed,
            };
            let so = treated.map_or(printed, |as_| (printed || as_.is.contains(&is)) && !as_.is_not.contains(&is));
            so && (is == MonsterIs::Pendulum || monster().is_some())
        };
        let of_series = |series: &String| {
            self.is_of_series_by_name(def, was, series)
                || was.treated.as_deref().is_some_and(|as_| as_.series.contains(series))
        };
        // Before anything is declared, anything may be.
        let declared = |word: &str| {
            ctx.declared.as_deref().is_none_or(|said| declared_as(said, |d| (d == word).then_some(())).is_some())
        };
        let within = |range: &Option<Range>, value: &dyn Fn() -> Option<i32>| {
            range.as_ref().is_none_or(|range| value().is_some_and(|n| self.is_within(ctx, range, n)))
        };
        any_of(&group.name, |name| match name {
            OrDeclared::Just(name) => has_name(def, was, name),
            OrDeclared::Declared => ctx.declared.as_deref().is_none_or(|d| has_name(def, was, d)),
        }) && any_of(&group.series, of_series)
            && !group.not_series.iter().any(of_series)
            && any_of(&group.mentions, |name| def.mentions.contains(name))
            && group.can_be_normal_summoned.is_none_or(|can| self.is_normal_summonable(id, was, can))
            && any_of(&group.attribute, |asked| {
                let attribute = monster().map(|m| was.attribute.unwrap_or(m.attribute));
                attribute.is_some_and(|attribute| match asked {
                    OrDeclared::Just(asked) => *asked == attribute,
                    OrDeclared::Declared => declared(attribute.word()),
                })
            })
            && any_of(&group.race, |asked| {
                let race = monster().map(|m| was.race.unwrap_or(m.race));
                race.is_some_and(|race| match asked {
                    OrDeclared::Just(asked) => *asked == race,
                    OrDeclared::Declared => declared(race.word()),
                })
            })
            && any_of(&group.is, |asked| match asked {
                OrDeclared::Just(asked) => is(*asked),
                OrDeclared::Declared => MonsterIs::ALL.iter().any(|word| is(*word) && declared(word.word())),
            })
            && !group.is_not.iter().any(|asked| is(*asked))
            && !monster().is_some_and(|m| group.not_attribute.contains(&was.attribute.unwrap_or(m.attribute)))
            && !monster().is_some_and(|m| group.not_race.contains(&was.race.unwrap_or(m.race)))
            && within(&group.level, &|| monster().and(was.level))
            && within(&group.rank, &|| monster()?.rank.map(i32::from))
            && within(&group.link, &|| monster()?.link.map(i32::from))
            && within(&group.scale, &|| self.scale(id).map(i32::from))
            && within(&group.atk, &|| monster().map(|_| was.atk))
            && within(&group.def, &|| monster().filter(|_| !def.is_link()).map(|_| was.def))
            && (!group.between_scales || (monster().is_some() && self.is_between_the_scales(ctx.player, was.level)))
    }
}

/// The kind of card that is meant; before one is declared, any may be.
fn kind_meant(ctx: &Ctx, kind: Kind) -> Kind {
    match kind {
        Kind::Declared => ctx.declared.as_deref().and_then(Kind::from_word).unwrap_or(Kind::Card),
        _ => kind,
    }
}

/// Whether one of those asked for will do; if none is, everything does.
fn any_of<T>(asked: &[T], fits: impl Fn(&T) -> bool) -> bool {
    asked.is_empty() || asked.iter().any(fits)
}

/// Whether the group asks for what is printed on a face-up card only.
fn asks_for_properties(group: &Group) -> bool {
    [
        group.attribute.is_empty(),
        group.race.is_empty(),
        group.not_attribute.is_empty(),
        group.not_race.is_empty(),
        group.name.is_empty(),
        group.series.is_empty(),
        group.not_series.is_empty(),
        group.mentions.is_empty(),
        group.can_be_normal_summoned.is_none(),
        group.is.is_empty(),
        group.is_not.is_empty(),
        group.same_name_as.is_none(),
        group.same_type_as.is_none(),
        group.same_attribute_as.is_none(),
        group.other_name_than.is_none(),
        group.level.is_none(),
        group.rank.is_none(),
        group.link.is_none(),
        group.scale.is_none(),
        !group.between_scales,
        group.atk.is_none(),
        group.def.is_none(),
        group.highest.is_none(),
        group.lowest.is_none(),
        group.together.is_none(),
    ]
    .contains(&false)
}

fn has_name(def: &CardDef, was: &Snapshot, name: &str) -> bool {
    was.alias.as_deref().unwrap_or(def.original_name()) == name
}

fn has_position(position: BattlePosition, was: &Snapshot) -> bool {
    was.zone != Zone::Monster || was.position == position
}

/// A card on the field is what its zone makes it: a monster used as an Equip Card is a Spell. `trap-monster.monster-and-trap`: a
/// Trap in the Monster Zone may be both.
fn is_kind(kind: Kind, def: &CardDef, was: &Snapshot) -> bool {
    let monster = match was.zone {
        Zone::Monster => true,
        Zone::SpellTrap | Zone::Field | Zone::Pendulum => false,
        _ => def.monster().is_some(),
    };
    let spell_or_trap = !monster || was.still_spell_or_trap;
    let placed_as = was.placed_as.map(PlacedAs::kind);
    let trap = matches!(placed_as.as_ref().unwrap_or(&def.kind), CardKind::Trap(_));
    let is = |kind: &CardKind| spell_or_trap && placed_as.as_ref().unwrap_or(&def.kind) == kind;
    match kind {
        Kind::Card | Kind::Declared => true,
        Kind::Monster => monster,
        Kind::MonsterCard => def.monster().is_some(),
        Kind::TrapCard => matches!(def.kind, CardKind::Trap(_)),
        Kind::SpellOrTrap => spell_or_trap,
        Kind::Trap => spell_or_trap && trap,
        Kind::EquipCard => was.equipped_to.is_some() || is(&CardKind::Spell(SpellKind::Equip)),
        Kind::CounterTrap => is(&CardKind::Trap(TrapKind::Counter)),
        Kind::NormalTrap => is(&CardKind::Trap(TrapKind::Normal)),
        Kind::ContinuousTrap => is(&CardKind::Trap(TrapKind::Continuous)),
        Kind::NormalSpell => is(&CardKind::Spell(SpellKind::Normal)),
        Kind::QuickPlaySpell => is(&CardKind::Spell(SpellKind::QuickPlay)),
        Kind::ContinuousSpell => is(&CardKind::Spell(SpellKind::Continuous)),
        Kind::FieldSpell => is(&CardKind::Spell(SpellKind::Field)),
        Kind::RitualSpell => is(&CardKind::Spell(SpellKind::Ritual)),
        Kind::Spell => spell_or_trap && !trap,
    }
}

/// Whether a group, or what it names besides, speaks of the place where a card lies.
fn speaks_of_its_place(group: &Group, card: &Card, you: Player) -> bool {
    is_where_it_says(group, card.controller, card.zone, card.seat, you)
        || group.or.as_deref().is_some_and(|or| speaks_of_its_place(or, card, you))
}

fn is_where_it_says(group: &Group, controller: Player, zone: Zone, seat: Option<Seat>, you: Player) -> bool {
    group.whose.is_none_or(|whose| (controller == you) == (whose == Whose::Yours))
        && (group.places.is_empty() || group.places.iter().any(|&place| lies_at(place, zone, seat)))
}

/// Whether a card lies at a place, be it one of the zones of a row.
pub(crate) fn lies_at(place: Place, zone: Zone, seat: Option<Seat>) -> bool {
    let extra = seat.is_some_and(Seat::is_extra);
    match place {
        Place::MainMonsterZone => zone == Zone::Monster && !extra,
        Place::ExtraMonsterZone => zone == Zone::Monster && extra,
        _ => at_place(place, zone),
    }
}

/// Whether a zone is (part of) a place.
pub(crate) fn at_place(place: Place, zone: Zone) -> bool {
    match place {
        Place::Hand => zone == Zone::Hand,
        Place::Deck => zone == Zone::Deck,
        Place::ExtraDeck => zone == Zone::ExtraDeck,
        Place::Gy => zone == Zone::Gy,
        Place::Banished => zone == Zone::Banished,
        Place::Field => zone.on_field(),
        Place::MonsterZone | Place::MainMonsterZone | Place::ExtraMonsterZone => zone == Zone::Monster,
        Place::SpellTrapZone => matches!(zone, Zone::SpellTrap | Zone::Pendulum),
        Place::PendulumZone => zone == Zone::Pendulum,
        Place::FieldZone => zone == Zone::Field,
        Place::Material => zone == Zone::Material,
    }
}

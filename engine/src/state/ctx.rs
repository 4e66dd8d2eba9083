//! Who speaks: the point of view from which an effect's words are read.

use super::{CardId, EffectRef, LinkId, Names, Player, Purpose, Ref, Why, Zone};
use crate::catalogue::Rule;
use crate::def::Part;

/// An effect being looked at or carried out: who "you" is, and what its words mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ctx {
    /// "You".
    pub player: Player,
    pub effect: EffectRef,
    /// "This card".
    pub source: Ref,
    pub link: Option<LinkId>,
    /// Why what it does happens.
    pub cause: Why,
    /// The rule under which it happens, if one had to decide.
    pub rule: Option<Rule>,
    /// The rule under which all of it happens, however its parts are joined.
    pub standing: Option<Rule>,
    pub names: Names,
    /// "That card", "those cards".
    pub those: Vec<Ref>,
    /// The monster for which the cards of the cause were materials.
    pub summoned: Vec<Ref>,
    pub declared: Option<String>,
    /// What the part before changed, for "the same amount".
    pub amount: i32,
    /// Something else was done instead of what a part would have destroyed.
    pub spared: bool,
    /// The amount of what it waited for.
    pub of_the_cause: i32,
    /// For an effect without a chain: how many times its cause happened.
    pub times: i32,
    /// A card that is being activated: it counts as having left the hand, and pays for nothing.
    pub leaving: Option<CardId>,
    /// It asks what applies: cards are then looked at as printed, or the question would never end.
    pub as_printed: bool,
    /// Of cards looked at as printed, the name, series, Type, Attribute and Level count as they have become.
    pub sees_what_cards_became: bool,
    /// It asks what ATK or DEF is made of: of cards looked at as printed, original values, Levels and scales count as they were
    /// changed. What changes those does not ask so: they would ask each other for ever.
    pub counts_changed_values: bool,
    /// A player chooses for themselves: they know their own Set cards.
    pub knows_own: bool,
    /// The cards are chosen to be destroyed.
    pub destroys: bool,
    /// What its choices are for.
    pub purpose: Purpose,
    /// What it does was applied when it was left to be done, so that nothing has become unaffected by it since.
    pub applied: bool,
    /// The only player a part for each player is carried out for now.
    pub only: Option<Player>,
    /// What is joined by "and" to the part that is looked at: a choice must leave it possible.
    pub joined: Vec<Part>,
    /// Cards that an earlier part would have taken.
    pub taken: Vec<CardId>,
    /// What the cards that are chosen must leave room for.
    pub room: Option<Room>,
    /// What is done before could take cards out of their zones.
    pub freed: Vec<Freed>,
    /// It is told on what it rests that something is not possible; else that is not looked for.
    pub told_why: bool,
}

/// Zones that are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Room {
    /// On whose side of the field.
    pub side: Player,
    /// Of which kind.
    pub zone: Zone,
    /// For which monster, if it is known.
    pub monster: Option<CardId>,
    /// So many at least.
    pub least: usize,
}

impl Room {
    /// A zone for a monster.
    pub(crate) fn for_monster(side: Player, monster: CardId) -> Self {
        Self { side, zone: Zone::Monster, monster: Some(monster), least: 1 }
    }
}

/// Cards of which at most so many may leave their zones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Freed {
    pub most: usize,
    pub of: Vec<CardId>,
}

impl Ctx {
    /// Whether original values, Levels and scales are the printed ones for it.
    pub(crate) fn sees_values_as_printed(&self) -> bool {
        self.as_printed && !self.counts_changed_values
    }

    /// Follows a card that this effect itself moved.
    pub(crate) fn follow(&mut self, from: Ref, to: Ref) {
        let refs = self.names.iter_mut().flat_map(|(_, refs)| refs).chain(&mut self.those);
        for reference in refs.chain(std::iter::once(&mut self.source)) {
            if *reference == from {
                *reference = to;
            }
        }
    }

    /// Gives cards a name.
    pub(crate) fn name(&mut self, name: &str, cards: Vec<Ref>) {
        match self.names.iter_mut().find(|(n, _)| n == name) {
            Some((_, known)) => known.extend(cards),
            None => self.names.push((name.to_owned(), cards)),
        }
    }

    /// The point of view of an effect, with nothing known yet.
    pub(crate) fn new(effect: EffectRef, player: Player, source: Ref) -> Self {
        Self {
            player,
            effect,
            source,
            link: None,
            cause: Why::Game,
            rule: None,
            standing: None,
            names: Names::new(),
            those: Vec::new(),
            summoned: Vec::new(),
            declared: None,
            amount: 0,
            spared: false,
            of_the_cause: 0,
            times: 1,
            leaving: None,
            as_printed: false,
            sees_what_cards_became: false,
            counts_changed_values: false,
            knows_own: false,
            destroys: false,
            purpose: Purpose::Effect,
            applied: false,
            only: None,
            joined: Vec::new(),
            taken: Vec::new(),
            room: None,
            freed: Vec::new(),
            told_why: true,
        }
    }
}

//! Which cards an effect speaks of.

use super::{Amount, Attribute, CauseWord, MonsterIs, Race, Subject};
use crate::vocabulary::words;

words! {
    /// Whom a part of an effect addresses.
    Who {
        /// The player of the effect.
        You = "you",
        /// Their opponent.
        Opponent = "opponent",
        /// Both players; the turn player acts first, all in one instant.
        EachPlayer = "each player",
        /// Whoever's turn it is.
        TurnPlayer = "turn player",
        /// Who controls the cards it is about: each of several, the turn player first, all in one instant.
        ItsController = "its controller",
        /// Who owns the cards it is about, likewise.
        ItsOwner = "its owner",
    }
}

words! {
    /// Whose cards, seen from the player of the effect.
    Whose {
        /// Of the player of the effect: controlled by them, or in a place of theirs.
        Yours = "yours",
        /// Of their opponent.
        Opponents = "opponent's",
    }
}

words! {
    /// A place where cards are.
    Place {
        /// The hand.
        Hand = "hand",
        /// The Main Deck.
        Deck = "deck",
        /// The Extra Deck.
        ExtraDeck = "extra deck",
        /// The Graveyard.
        Gy = "gy",
        /// Banished. What is banished face-down can be counted, and belongs to no group that asks for more than `card`.
        Banished = "banished",
        /// Anywhere on the field.
        Field = "field",
        /// The Monster Zones, the Extra Monster Zones among them.
        MonsterZone = "monster zone",
        /// The Main Monster Zones, of which each player has five.
        MainMonsterZone = "main monster zone",
        /// The Extra Monster Zones between the players.
        ExtraMonsterZone = "extra monster zone",
        /// The Spell & Trap Zones.
        SpellTrapZone = "spell and trap zone",
        /// The Field Zone.
        FieldZone = "field zone",
        /// The Pendulum Zones, which are Spell & Trap Zones too.
        PendulumZone = "pendulum zone",
        /// Under a monster, as its material: neither on the field nor controlled.
        Material = "material",
    }
}

words! {
    /// A kind of card, as an effect asks for it.
    Kind {
        /// Any card.
        Card = "card",
        /// A monster; on the field only one in the Monster Zone.
        Monster = "monster",
        /// A Monster Card by what is printed on it, wherever it lies and whatever it is treated as there.
        MonsterCard = "monster card",
        /// A Trap Card by what is printed on it, also one that is a monster and no Trap any more.
        TrapCard = "trap card",
        /// A Spell Card; a monster that is an Equip Card too.
        Spell = "spell",
        /// A Trap; one that is a monster too, if its text says so.
        Trap = "trap",
        /// A Spell or Trap Card.
        SpellOrTrap = "spell or trap",
        /// A Counter Trap Card.
        CounterTrap = "counter trap",
        /// A Normal Trap Card.
        NormalTrap = "normal trap",
        /// A Continuous Trap Card.
        ContinuousTrap = "continuous trap",
        /// A Normal Spell Card.
        NormalSpell = "normal spell",
        /// A Quick-Play Spell Card.
        QuickPlaySpell = "quick-play spell",
        /// A Continuous Spell Card.
        ContinuousSpell = "continuous spell",
        /// A Field Spell Card.
        FieldSpell = "field spell",
        /// A Ritual Spell Card.
        RitualSpell = "ritual spell",
        /// An Equip Card: an Equip Spell, or on the field whatever is equipped to a monster.
        EquipCard = "equip card",
        /// The kind that was declared: Monster, Spell or Trap.
        Declared = "declared",
    }
}

words! {
    /// Face-up or face-down.
    Facing {
        /// Face-up.
        Up = "up",
        /// Face-down.
        Down = "down",
    }
}

words! {
    /// A battle position.
    BattlePosition {
        /// Attack Position.
        Attack = "attack",
        /// Defense Position.
        Defense = "defense",
    }
}

words! {
    /// How a monster was Summoned.
    SummonedAs {
        /// It was Normal Summoned; Tribute Summons too.
        Normal = "normal",
        /// It was Tribute Summoned.
        Tribute = "tribute",
        /// It was Normal Summoned without Tributes.
        WithoutTribute = "without tribute",
        /// It was Gemini Summoned: Normal Summoned once more while it lay face-up on the field.
        Gemini = "gemini",
        /// It was Flip Summoned.
        Flip = "flip",
        /// It was Special Summoned, in whatever way.
        Special = "special",
        /// It was Fusion Summoned.
        Fusion = "fusion",
        /// It was Synchro Summoned.
        Synchro = "synchro",
        /// It was Xyz Summoned.
        Xyz = "xyz",
        /// It was Link Summoned.
        Link = "link",
        /// It was Ritual Summoned.
        Ritual = "ritual",
        /// It was Pendulum Summoned.
        Pendulum = "pendulum",
        /// It was Special Summoned by a procedure of its own: "if Special Summoned this way".
        OwnProcedure = "own procedure",
    }
}

/// What is asked of the Summon by which a monster came to the field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WasSummoned {
    /// In one of these ways.
    pub how: Vec<SummonedAs>,
    /// From one of these places.
    pub from: Vec<Place>,
}

/// A word for cards that are already known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Word {
    /// The card whose effect this is.
    ThisCard,
    /// The cards of the cause: what was Summoned, activated, destroyed. Both `that card` and `those cards`.
    ThoseCards,
    /// The attacking monster.
    Attacker,
    /// The monster that is attacked.
    AttackTarget,
    /// The monster this card battles.
    OpposingMonster,
    /// The monster this card is equipped to.
    EquippedMonster,
    /// The monster Summoned with the cards of the cause as materials.
    SummonedMonster,
    /// A name given by `as` in the targets, the cost or an earlier part.
    Named(String),
}

/// A property that may be asked for as itself or as what was declared on activation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrDeclared<T> {
    /// This one.
    Just(T),
    /// What was declared.
    Declared,
}

/// An inclusive range of numbers, each of which may depend on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// At least.
    pub min: Option<Box<Amount>>,
    /// At most.
    pub max: Option<Box<Amount>>,
}

impl Who {
    /// Whether several players may be meant, who then act with their own cards.
    #[must_use]
    pub fn acts_with_own_cards(self) -> bool {
        matches!(self, Self::EachPlayer | Self::TurnPlayer | Self::ItsController | Self::ItsOwner)
    }
}

words! {
    /// A value by which monsters are compared.
    Measure {
        /// ATK.
        Atk = "atk",
        /// DEF; Link Monsters have none.
        Def = "def",
        /// Level; Xyz and Link Monsters have none.
        Level = "level",
    }
}

words! {
    /// Something by which chosen cards are compared with each other.
    Feature {
        /// Their names.
        Name = "name",
        /// Their Types.
        Type = "type",
        /// Their Attributes.
        Attribute = "attribute",
        /// Their Levels.
        Level = "level",
        /// Their Ranks.
        Rank = "rank",
        /// Their Link Ratings.
        Link = "link",
        /// Their Pendulum Scales.
        Scale = "scale",
        /// Their ATK.
        Atk = "atk",
        /// Their DEF.
        Def = "def",
    }
}

/// What must be true of chosen cards together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Together {
    /// No two of them have the same.
    pub different: Vec<Feature>,
    /// All of them have the same.
    pub same: Vec<Feature>,
    /// What theirs add up to.
    pub totals: Vec<(Feature, Range)>,
}

/// A card to be left out, by name or by a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Except {
    /// Every card of this name.
    Name(String),
    /// These cards.
    Word(Word),
}

/// A group of cards: everything written must hold; an empty list asks for nothing. It says much, so that what speaks of one has it in a box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Group {
    pub kind: Option<Kind>,
    pub whose: Option<Whose>,
    /// Who owns them, whoever controls them.
    pub owner: Option<Whose>,
    pub places: Vec<Place>,
    pub face: Option<Facing>,
    pub position: Option<BattlePosition>,
    pub attribute: Vec<OrDeclared<Attribute>>,
    pub not_attribute: Vec<Attribute>,
    pub race: Vec<OrDeclared<Race>>,
    pub not_race: Vec<Race>,
    pub name: Vec<OrDeclared<String>>,
    pub series: Vec<String>,
    pub not_series: Vec<String>,
    /// Their text names one of these cards.
    pub mentions: Vec<String>,
    /// They are monsters that can be Normal Summoned or Set, or cannot.
    pub can_be_normal_summoned: Option<bool>,
    /// They are of this group by their original values.
    pub originally: Option<Box<Group>>,
    /// How many counters are on them.
    pub counters: Option<Range>,
    /// Which kind of counters is meant; at least one, unless it says how many.
    pub counter: Option<String>,
    pub is: Vec<OrDeclared<MonsterIs>>,
    pub is_not: Vec<MonsterIs>,
    pub level: Option<Range>,
    pub rank: Option<Range>,
    /// Their Link Rating.
    pub link: Option<Range>,
    /// Their Pendulum Scale.
    pub scale: Option<Range>,
    /// Their Level lies between the Pendulum Scales of the player of the effect.
    pub between_scales: bool,
    pub atk: Option<Range>,
    pub def: Option<Range>,
    /// Of the cards of which everything else is true, those with the highest value.
    pub highest: Option<Measure>,
    /// Of these cards, those with the lowest value.
    pub lowest: Option<Measure>,
    /// How many materials they have.
    pub materials: Option<Range>,
    /// The monsters whose materials they are.
    pub material_of: Option<Box<Subject>>,
    /// The monsters for whose Summon they were used.
    pub used_for: Option<Box<Subject>>,
    /// They lie in a zone to which such a monster points.
    pub pointed_to_by: Option<Box<Subject>>,
    /// They point to the zone of such a card.
    pub points_to: Option<Box<Subject>>,
    /// They and another Link Monster point to each other, or not.
    pub co_linked: Option<bool>,
    /// Whether they are linked: a Link Arrow of theirs points to a monster, or one of a Link Monster points to them.
    pub linked: Option<bool>,
    /// They lie in the column of such a card.
    pub same_column_as: Option<Box<Subject>>,
    pub same_name_as: Option<Word>,
    /// The monsters to which they are equipped.
    pub equipped_to: Option<Box<Subject>>,
    /// The cards by whose effect they are equipped.
    pub equipped_by: Option<Box<Subject>>,
    /// Cards that lie under them.
    pub with_material: Option<Box<Subject>>,
    /// The Equip Cards they are equipped with.
    pub equipped_with: Option<Box<Subject>>,
    pub summoned_this_turn: bool,
    /// How they were Summoned to where they lie.
    pub summoned: Option<WasSummoned>,
    /// One of these happened to them this turn.
    pub this_turn: Vec<CauseWord>,
    /// None of these happened to them this turn.
    pub not_this_turn: Vec<CauseWord>,
    pub same_type_as: Option<Word>,
    pub same_attribute_as: Option<Word>,
    pub other_name_than: Option<Word>,
    pub other_than: Vec<Except>,
    pub among: Vec<Word>,
    /// They are not of this group.
    pub except: Option<Box<Group>>,
    /// Or they are of this group.
    pub or: Option<Box<Group>>,
    /// Of several that are chosen from it: what must be true of them together.
    pub together: Option<Box<Together>>,
}

impl Group {
    /// Whether cards of it may lie on the field.
    #[must_use]
    pub fn may_be_on_the_field(&self) -> bool {
        use Place as P;
        let elsewhere = |p: &Place| matches!(p, P::Hand | P::Deck | P::ExtraDeck | P::Gy | P::Banished | P::Material);
        self.places.is_empty()
            || !self.places.iter().all(elsewhere)
            || self.or.as_deref().is_some_and(Self::may_be_on_the_field)
    }

    /// Whether cards of it lie on the field and nowhere else.
    pub(crate) fn is_on_the_field(&self) -> bool {
        use Place as P;
        let there = |p: &Place| match p {
            P::Field | P::MonsterZone | P::MainMonsterZone | P::ExtraMonsterZone => true,
            P::SpellTrapZone | P::PendulumZone | P::FieldZone => true,
            P::Hand | P::Deck | P::ExtraDeck | P::Gy | P::Banished | P::Material => false,
        };
        !self.places.is_empty() && self.places.iter().all(there) && self.or.is_none()
    }

    /// The places of its cards in which only the opponent of the effect's player sees them.
    pub(crate) fn where_the_opponent_alone_sees_them(&self) -> Vec<Place> {
        let unseen = |p: &&Place| matches!(p, Place::Hand | Place::Deck | Place::ExtraDeck);
        let theirs = self.whose == Some(Whose::Opponents) && self.among.is_empty() && self.or.is_none();
        self.places.iter().filter(unseen).filter(|_| theirs).copied().collect()
    }

    /// Whether cards of it lie in the Deck or the Extra Deck and nowhere else.
    pub(crate) fn is_in_a_deck(&self) -> bool {
        let there = |p: &Place| matches!(p, Place::Deck | Place::ExtraDeck);
        !self.places.is_empty() && self.places.iter().all(there) && self.or.is_none()
    }

    /// Whether the numbers by which it says which cards it means depend on no other cards.
    pub(crate) fn says_numbers_plainly(&self) -> bool {
        let mut amounts = self.amounts().into_iter().flat_map(Amount::with_its_parts);
        amounts.all(|amount| amount.of().is_none() && amount.group().is_none())
    }

    /// Whether it speaks of materials at all: what lies under a monster belongs to no other group.
    pub(crate) fn means_materials(&self) -> bool {
        self.material_of.is_some()
            || self.places.contains(&Place::Material)
            || !self.among.is_empty()
            || self.or.as_deref().is_some_and(Self::means_materials)
    }
}

impl Group {
    /// Whether it says whose cards it means, or what it compares them with.
    pub(crate) fn speaks_of_a_player(&self) -> bool {
        let subjects = [
            &self.material_of,
            &self.used_for,
            &self.pointed_to_by,
            &self.points_to,
            &self.same_column_as,
            &self.equipped_to,
            &self.equipped_by,
            &self.with_material,
            &self.equipped_with,
        ];
        let mut groups = subjects.into_iter().flatten().filter_map(|of| match &**of {
            Subject::Group(group) => Some(&**group),
            Subject::Word(_) => None,
        });
        let mut parts = self.or.iter().chain(&self.except).chain(&self.originally);
        let mut counted = self.amounts().into_iter().flat_map(Amount::with_its_parts);
        self.whose.is_some()
            || self.owner.is_some()
            || self.between_scales
            || groups.any(Self::speaks_of_a_player)
            || parts.any(|group| group.speaks_of_a_player())
            || counted
                .any(|amount| matches!(amount, Amount::LpOf(_)) || amount.group().is_some_and(Self::speaks_of_a_player))
    }

    /// Whether it says that its cards, or some of them, are at a place.
    pub(crate) fn is_in(&self, place: Place) -> bool {
        self.places.contains(&place) || self.or.as_deref().is_some_and(|or| or.is_in(place))
    }

    /// The amounts by which it says which cards it means.
    pub(crate) fn amounts(&self) -> Vec<&Amount> {
        let own =
            [&self.counters, &self.level, &self.rank, &self.link, &self.scale, &self.atk, &self.def, &self.materials];
        let totals = self.together.iter().flat_map(|it| &it.totals).map(|(_, range)| range);
        let ranges = own.into_iter().flatten().chain(totals);
        let mut all: Vec<&Amount> =
            ranges.flat_map(|range| range.min.iter().chain(&range.max)).map(|it| &**it).collect();
        all.extend(self.or.iter().chain(&self.except).flat_map(|other| other.amounts()));
        all
    }
}

/// How many cards a choice takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// This many, or none.
    Exactly(u8),
    /// Up to this many, at least one.
    UpTo(u8),
    /// At least this many.
    AtLeast(u8),
    /// As many as possible.
    AsManyAsPossible,
    /// So many, or none.
    Amount(Box<Amount>),
    /// Up to so many, at least one.
    UpToAmount(Box<Amount>),
}

/// How the cards of a part are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Cards already known.
    These(Word),
    /// All of a group.
    All(Box<Group>),
    /// A choice from a group. Naming a token that lies nowhere makes that many tokens.
    Choose(Count, Box<Group>),
    /// A random choice from a group.
    Random(Amount, Box<Group>),
    /// The top cards of the Deck.
    Top(Amount),
}

impl Pick {
    /// The amounts by which it says how many cards it means, and which.
    pub(crate) fn amounts(&self) -> Vec<&Amount> {
        let (many, group) = match self {
            Self::These(_) => (None, None),
            Self::All(group) => (None, Some(group)),
            Self::Choose(Count::Amount(amount) | Count::UpToAmount(amount), group) => (Some(&**amount), Some(group)),
            Self::Choose(_, group) => (None, Some(group)),
            Self::Random(amount, group) => (Some(amount), Some(group)),
            Self::Top(amount) => (Some(amount), None),
        };
        many.into_iter().chain(group.into_iter().flat_map(|group| group.amounts())).collect()
    }
}

/// The cards a part of an effect acts on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Who does it; with `each player`, groups mean each player's own cards.
    pub who: Who,
    /// How the cards are found.
    pub pick: Pick,
    /// The opponent of `who` makes the choice.
    pub chosen_by_opponent: bool,
    /// Finding no card at all still counts as done.
    pub even_none: bool,
    /// Of known cards: all of them, or nothing is done.
    pub all_or_none: bool,
    /// The name under which later parts know these cards.
    pub named: Option<String>,
}

impl Selection {
    /// Whether what it finds may lie on the field.
    pub(crate) fn may_be_on_the_field(&self) -> bool {
        match &self.pick {
            Pick::These(_) => true,
            Pick::All(group) | Pick::Choose(_, group) | Pick::Random(_, group) => group.may_be_on_the_field(),
            Pick::Top(_) => false,
        }
    }

    /// A selection of known cards by the player of the effect.
    #[must_use]
    pub fn these(word: Word) -> Self {
        Self {
            who: Who::You,
            pick: Pick::These(word),
            chosen_by_opponent: false,
            even_none: false,
            all_or_none: false,
            named: None,
        }
    }
}

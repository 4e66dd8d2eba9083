//! What is printed on a card besides its effects.

use std::sync::Arc;

use super::{Affected, CannotBe, EffectDef, Group, Modifier, Word};
use crate::vocabulary::words;

/// A card: its printed values and its effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardDef {
    /// Its name, unique in a duel's library.
    pub name: String,
    /// The name that it has by the rules instead of the printed one, as its text says.
    pub always_named: Option<String>,
    /// The number printed on it; tokens have none.
    pub passcode: Option<u32>,
    /// Monster, Spell or Trap.
    pub kind: CardKind,
    /// The archetypes it belongs to.
    pub series: Vec<String>,
    /// The cards its text names, as far as another card asks for that.
    pub mentions: Vec<String>,
    /// Its effects, in the order of its text.
    pub effects: Vec<Arc<EffectDef>>,
    /// What it is as a monster, if it is a Spell or Trap that Special Summons itself.
    pub as_monster: Option<AsMonster>,
}

/// What a Spell or Trap is while it lies in the Monster Zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsMonster {
    /// Its values as a monster.
    pub monster: MonsterDef,
    /// Whether it is also still a Spell or Trap there.
    pub still: bool,
}

/// Monster, Spell or Trap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// A monster with its values.
    Monster(MonsterDef),
    /// A Spell Card.
    Spell(SpellKind),
    /// A Trap Card.
    Trap(TrapKind),
}

/// The printed values of a monster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonsterDef {
    /// Its Attribute.
    pub attribute: Attribute,
    /// Its Type (Warrior, Fiend, …).
    pub race: Race,
    /// Level, if it has one. Xyz and Link Monsters have none.
    pub level: Option<u8>,
    /// Rank, if it has one: Xyz Monsters only.
    pub rank: Option<u8>,
    /// Link Rating, if it has one.
    pub link: Option<u8>,
    /// Pendulum Scale, if it has one: Pendulum Monsters only.
    pub scale: Option<u8>,
    /// ATK; `?` is 0.
    pub atk: i32,
    /// DEF; `?` and none are 0.
    pub def: i32,
    /// Normal, Tuner, Flip, Fusion, token and the like.
    pub is: Vec<MonsterIs>,
    /// Where its Link Arrows point; empty if it has none, or if it is not said.
    pub arrows: Vec<Arrow>,
    /// What it is Fusion, Synchro, Xyz or Link Summoned with.
    pub materials: Vec<Material>,
    /// Nothing may take the place of a material that it names.
    pub no_substitutes: bool,
}

/// One demand of a list of materials: `count` monsters of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material {
    /// How many: so many, or at least so many.
    pub count: super::Count,
    /// Which monsters will do.
    pub of: Box<Group>,
}

words! {
    /// Where a Link Arrow points, seen by who controls the monster.
    Arrow {
        TopLeft = "top-left",
        Top = "top",
        TopRight = "top-right",
        Left = "left",
        Right = "right",
        BottomLeft = "bottom-left",
        Bottom = "bottom",
        BottomRight = "bottom-right",
    }
}

impl Arrow {
    /// How far it points to the right, and towards the opponent.
    pub(crate) fn steps(self) -> (i8, i8) {
        match self {
            Self::TopLeft => (-1, 1),
            Self::Top => (0, 1),
            Self::TopRight => (1, 1),
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
            Self::BottomLeft => (-1, -1),
            Self::Bottom => (0, -1),
            Self::BottomRight => (1, -1),
        }
    }
}

words! {
    /// The kinds of Spell Cards.
    SpellKind {
        /// A Normal Spell.
        Normal = "normal",
        /// A Quick-Play Spell: Spell Speed 2.
        QuickPlay = "quick-play",
        /// A Continuous Spell: it stays on the field.
        Continuous = "continuous",
        /// An Equip Spell: it stays, equipped to a monster.
        Equip = "equip",
        /// A Field Spell: it stays in the Field Zone.
        Field = "field",
        /// A Ritual Spell.
        Ritual = "ritual",
    }
}

words! {
    /// The kinds of Trap Cards.
    TrapKind {
        /// A Normal Trap.
        Normal = "normal",
        /// A Continuous Trap: it stays on the field.
        Continuous = "continuous",
        /// A Counter Trap: Spell Speed 3.
        Counter = "counter",
    }
}

words! {
    /// A monster's Attribute.
    Attribute {
        Dark = "dark",
        Light = "light",
        Earth = "earth",
        Water = "water",
        Fire = "fire",
        Wind = "wind",
        Divine = "divine",
    }
}

words! {
    /// A monster's Type.
    Race {
        Aqua = "aqua",
        Beast = "beast",
        BeastWarrior = "beast-warrior",
        CreatorGod = "creator god",
        Cyberse = "cyberse",
        Dinosaur = "dinosaur",
        DivineBeast = "divine-beast",
        Dragon = "dragon",
        Fairy = "fairy",
        Fiend = "fiend",
        Fish = "fish",
        Illusion = "illusion",
        Insect = "insect",
        Machine = "machine",
        Plant = "plant",
        Psychic = "psychic",
        Pyro = "pyro",
        Reptile = "reptile",
        Rock = "rock",
        SeaSerpent = "sea serpent",
        Spellcaster = "spellcaster",
        Thunder = "thunder",
        Warrior = "warrior",
        WingedBeast = "winged beast",
        Wyrm = "wyrm",
        Zombie = "zombie",
    }
}

words! {
    /// What else a monster card says of itself in its type line.
    MonsterIs {
        /// A monster without effects.
        Normal = "normal",
        /// A monster with effects; groups ask for it, card files do not write it.
        Effect = "effect",
        /// A Tuner.
        Tuner = "tuner",
        /// A Flip monster.
        Flip = "flip",
        /// A Spirit monster.
        Spirit = "spirit",
        /// A Toon monster.
        Toon = "toon",
        /// A Union monster.
        Union = "union",
        /// A Gemini monster: on the field and in the GY a Normal Monster, until it is Normal Summoned once more on the field.
        Gemini = "gemini",
        /// A Fusion Monster.
        Fusion = "fusion",
        /// A Synchro Monster.
        Synchro = "synchro",
        /// An Xyz Monster.
        Xyz = "xyz",
        /// A Link Monster.
        Link = "link",
        /// A Ritual Monster.
        Ritual = "ritual",
        /// A Pendulum Monster: also a Spell Card, for the Pendulum Zones.
        Pendulum = "pendulum",
        /// A token: made by an effect, no card.
        Token = "token",
    }
}

impl CardDef {
    /// Its original name: the printed one, unless it always has another by the rules.
    #[must_use]
    pub fn original_name(&self) -> &str {
        self.always_named.as_deref().unwrap_or(&self.name)
    }

    /// The monster's values, if it is a monster.
    #[must_use]
    pub fn monster(&self) -> Option<&MonsterDef> {
        match &self.kind {
            CardKind::Monster(monster) => Some(monster),
            _ => None,
        }
    }

    /// Whether it is a token.
    #[must_use]
    pub fn is_token(&self) -> bool {
        self.monster().is_some_and(|m| m.is.contains(&MonsterIs::Token))
    }

    /// Whether it says of itself that it cannot be Normal Summoned or Set.
    #[must_use]
    pub fn cannot_be_normal_summoned(&self) -> bool {
        let says = |m: &Modifier| {
            matches!(m, Modifier::CannotBe(_, Affected::Word(Word::ThisCard), CannotBe::NormalSummoned, _))
        };
        self.effects.iter().filter(|effect| effect.given.is_none()).flat_map(|effect| &effect.applies).any(says)
    }

    /// Whether it is a monster that can be Normal Summoned or Set as such: one of the Main Deck, no Ritual Monster and no token, of
    /// which nothing else is said.
    #[must_use]
    pub fn can_be_normal_summoned(&self) -> bool {
        let special = self.is_extra() || self.is_ritual() || self.is_token();
        self.monster().is_some() && !special && !self.cannot_be_normal_summoned()
    }

    /// Whether it is a Gemini monster.
    #[must_use]
    pub fn is_gemini(&self) -> bool {
        self.monster().is_some_and(|m| m.is.contains(&MonsterIs::Gemini))
    }

    /// Whether it lives in the Extra Deck.
    #[must_use]
    pub fn is_extra(&self) -> bool {
        use MonsterIs::{Fusion, Link, Synchro, Xyz};
        self.monster().is_some_and(|m| m.is.iter().any(|i| matches!(i, Fusion | Synchro | Xyz | Link)))
    }

    /// Whether it is an Xyz Monster.
    #[must_use]
    pub fn is_xyz(&self) -> bool {
        self.monster().is_some_and(|m| m.is.contains(&MonsterIs::Xyz))
    }

    /// Whether it is a Ritual Monster.
    #[must_use]
    pub fn is_ritual(&self) -> bool {
        self.monster().is_some_and(|m| m.is.contains(&MonsterIs::Ritual))
    }

    /// Whether it is a Link Monster.
    #[must_use]
    pub fn is_link(&self) -> bool {
        self.monster().is_some_and(|m| m.is.contains(&MonsterIs::Link))
    }

    /// Whether it says where its Link Arrows point.
    #[must_use]
    pub fn has_arrows(&self) -> bool {
        self.monster().is_some_and(|m| !m.arrows.is_empty())
    }

    /// Whether it is a Pendulum Monster.
    #[must_use]
    pub fn is_pendulum(&self) -> bool {
        self.monster().is_some_and(|m| m.is.contains(&MonsterIs::Pendulum))
    }

    /// Whether it stays on the field after its activation because of what kind of card it is.
    #[must_use]
    pub fn stays_by_kind(&self) -> bool {
        matches!(
            self.kind,
            CardKind::Monster(_)
                | CardKind::Spell(SpellKind::Continuous | SpellKind::Equip | SpellKind::Field)
                | CardKind::Trap(TrapKind::Continuous)
        )
    }

    /// Whether it is a Field Spell.
    #[must_use]
    pub fn is_field_spell(&self) -> bool {
        self.kind == CardKind::Spell(SpellKind::Field)
    }
}

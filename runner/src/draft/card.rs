//! A card to begin with: what is printed on it, and an effect of the right shape with its parts explained.

use super::text;
use crate::texts::{filled, section, sections};

/// What is printed on a card besides its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Printed {
    /// A monster: attribute, type, `level: 4` or the like, ATK and DEF, words of the type line.
    Monster {
        /// The attribute.
        attribute: String,
        /// The type.
        race: String,
        /// `level`, `rank` or `link`, with its number.
        stars: (&'static str, u8),
        /// ATK, or `?`.
        atk: String,
        /// DEF, or `?`; Link Monsters have none.
        def: Option<String>,
        /// `tuner`, `fusion` and so on.
        is: Vec<String>,
        /// The Scale of a Pendulum Monster.
        scale: Option<u8>,
        /// Where the Link Arrows of a Link Monster point, if it is known.
        arrows: Vec<String>,
    },
    /// The kind of Spell.
    Spell(String),
    /// The kind of Trap.
    Trap(String),
}

/// The shape of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it is called on the command line.
    pub name: &'static str,
    /// How to know it from the text of a card.
    pub about: &'static str,
    /// The cards that may have it.
    on: &'static str,
    /// The effects, with a place for their parts.
    yaml: &'static str,
}

const TEXT: &str = include_str!("card.md");

/// All shapes; what begins with an article belongs to several.
fn shapes() -> impl Iterator<Item = Shape> {
    sections(TEXT).filter_map(|(name, section)| match section.splitn(3, '\n').collect::<Vec<_>>()[..] {
        [on, about, yaml] if !name.starts_with("The ") => Some(Shape { name, about, on, yaml }),
        _ => None,
    })
}

impl Printed {
    /// The shapes an effect of such a card may have.
    pub fn shapes(&self) -> impl Iterator<Item = Shape> + use<> {
        let kinds: &[&str] = match self {
            Self::Monster { .. } => &["monster"],
            Self::Spell(_) => &["spell"],
            Self::Trap(kind) if kind == "counter" => &["trap", "counter trap"],
            Self::Trap(_) => &["trap"],
        };
        shapes().filter(|shape| shape.on.split(", ").any(|on| kinds.contains(&on)))
    }

    fn yaml(&self) -> String {
        match self {
            Self::Monster { attribute, race, stars: (key, stars), atk, def, is, scale, arrows } => {
                let value = |value: &String| if value == "?" { "\"?\"".to_owned() } else { value.clone() };
                let def = def.as_ref().map(|def| format!(", def: {}", value(def))).unwrap_or_default();
                let words = |key: &str, words: &Vec<String>| match words.is_empty() {
                    true => String::new(),
                    false => format!(", {key}: {}", text::list(words)),
                };
                let (is, arrows) = (words("is", is), words("arrows", arrows));
                let scale = scale.map(|scale| format!(", scale: {scale}")).unwrap_or_default();
                format!(
                    "monster: {{attribute: {attribute}, type: {race}, {key}: {stars}, atk: {}{def}{is}{scale}{arrows}}}",
                    value(atk)
                )
            }
            Self::Spell(kind) => format!("spell: {kind}"),
            Self::Trap(kind) => format!("trap: {kind}"),
        }
    }

    /// Whether a Spell or Trap stays on the field.
    fn stays(&self) -> bool {
        matches!(self, Self::Spell(kind) | Self::Trap(kind) if matches!(kind.as_str(), "continuous" | "field" | "equip"))
    }
}

/// Tells editors the schema of the file; they look for it in the first line.
const SCHEMA: &str = "# yaml-language-server: $schema=../schema/card.schema.json\n";

/// The file of a card.
pub fn text(name: &str, passcode: Option<u32>, printed: &Printed, shape: &Shape) -> String {
    let passcode = passcode.map(|passcode| format!("passcode: {passcode}\n")).unwrap_or_default();
    let head = format!("{SCHEMA}name: {}\n{passcode}{}\n", text::prose(name), printed.yaml());
    if shape.name == "none" {
        return format!("{head}{}", shape.yaml);
    }
    let placed = match printed {
        Printed::Monster { .. } => "",
        _ if printed.stays() => section(TEXT, "The activation of a card that stays"),
        _ => section(TEXT, "The activation of a card that would not stay"),
    };
    let parts = section(TEXT, "The parts every effect that is activated may have");
    let effects = filled(shape.yaml, |place| if place == "placed" { placed } else { parts }.to_owned());
    let file = section(TEXT, "The file of a card with an effect");
    filled(file, |place| if place == "head" { &head } else { &effects }.clone())
}

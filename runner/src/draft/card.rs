//! A card to begin with: what is printed on it, and an effect of the right shape with its parts explained.

use super::text;

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
    /// Of monsters, Spells, Traps.
    on: [bool; 3],
    /// The effects, without their parts in comments.
    yaml: &'static str,
}

const MONSTERS: [bool; 3] = [true, false, false];

/// The parts every effect that is activated may have.
const PARTS: &str = "      # once per turn: use              # every copy of the name; `copy`: this one; `activate`: given back if negated
      # requires: {there is: {kind: monster, whose: yours, in: [field]}}    # what must be so to activate it
      # Before the semicolon: what is paid and what is targeted, both on activation.
      # cost: [{discard: {choose: 1, of: {whose: yours, in: [hand]}}}]
      # targets: [{choose: 1, of: {kind: monster, in: [field]}, as: target}]    # then `does: [{destroy: target}]`
      # After the semicolon: what happens on resolution. Parts are joined by `and`, `and if you do`, `then`, `also`,
      # `also after that`: [{destroy: target}, {then: {draw: 1}}]
";

/// All shapes.
pub const SHAPES: &[Shape] = &[
    Shape {
        name: "trigger-when",
        about: "\"When …: You can …\", which can miss the timing",
        on: MONSTERS,
        yaml: "  # \"When … : You can …\": optional, and lost if something else was the last thing to happen.\n  - trigger:\n      \
               mandatory: false                  # `true` if the text does not say \"you can\"\n      \
               when: {sent to gy: {what: this card}}    # before the colon: what it waits for\n",
    },
    Shape {
        name: "trigger-if",
        about: "\"If …: You can …\", which cannot miss the timing",
        on: MONSTERS,
        yaml: "  # \"If … : You can …\": it may wait until the chain is over.\n  - trigger:\n      \
               mandatory: false                  # `true` if the text does not say \"you can\"\n      \
               if: {special summoned: {what: this card}}    # before the colon: what it waits for\n",
    },
    Shape {
        name: "quick",
        about: "\"(Quick Effect)\", or \"during either player's turn\" on older cards",
        on: MONSTERS,
        yaml: "  # \"(Quick Effect)\": Spell Speed 2, also in the opponent's turn.\n  - quick:\n      mandatory: false\n      \
               # from: [hand]                    # where it is used; the field if nothing is written\n      \
               # when: {activated: {what: {kind: monster}}}    # if it must respond to something\n",
    },
    Shape {
        name: "ignition",
        about: "a monster's \"You can …\" in its player's Main Phase",
        on: MONSTERS,
        yaml: "  # \"You can …\": used in the open state of its player's Main Phase.\n  - ignition:\n",
    },
    Shape {
        name: "activation",
        about: "the card is activated and does something",
        on: [false, true, true],
        yaml: "  # The activation of the card itself.\n  - activation:\n      \
               # when: {attack declared: {what: {kind: monster, whose: opponent's}}}    # before the colon: what it answers\n",
    },
    Shape {
        name: "counter",
        about: "a Counter Trap that negates an activation",
        on: [false, false, true],
        yaml: "  # Answers the activation directly before it, negates that and destroys the card if that worked.\n  - activation:\n      \
               when: {card activated: {what: {kind: spell}}}    # before the colon: what it answers\n",
    },
    Shape {
        name: "continuous",
        about: "no colon and no semicolon: it simply applies",
        on: [true, true, true],
        yaml: "",
    },
    Shape { name: "none", about: "no effect, or none your ruling needs", on: [true, true, true], yaml: "" },
];

impl Printed {
    fn index(&self) -> usize {
        match self {
            Self::Monster { .. } => 0,
            Self::Spell(_) => 1,
            Self::Trap(_) => 2,
        }
    }

    /// The shapes an effect of such a card may have.
    pub fn shapes(&self) -> impl Iterator<Item = &'static Shape> + use<> {
        let (index, is_counter) = (self.index(), *self == Self::Trap("counter".into()));
        let fits = move |shape: &&Shape| shape.on[index] && (shape.name != "counter" || is_counter);
        SHAPES.iter().filter(fits)
    }

    fn yaml(&self) -> String {
        match self {
            Self::Monster { attribute, race, stars: (key, stars), atk, def, is } => {
                let value = |value: &String| if value == "?" { "\"?\"".to_owned() } else { value.clone() };
                let def = def.as_ref().map(|def| format!(", def: {}", value(def))).unwrap_or_default();
                let is = if is.is_empty() { String::new() } else { format!(", is: {}", text::list(is)) };
                format!(
                    "monster: {{attribute: {attribute}, type: {race}, {key}: {stars}, atk: {}{def}{is}}}",
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

/// The file of a card.
#[must_use]
pub fn text(name: &str, passcode: Option<u32>, printed: &Printed, shape: &Shape) -> String {
    let passcode = passcode.map(|passcode| format!("passcode: {passcode}\n")).unwrap_or_default();
    let head = format!("name: {}\n{passcode}{}\n", text::prose(name), printed.yaml());
    let effects = match shape.name {
        "none" => return format!("{head}{NOTHING}"),
        "continuous" => {
            let placed = match printed {
                Printed::Monster { .. } => "",
                _ if printed.stays() => "  - activation: {}                    # puts the card on the field\n",
                _ => "  - activation: {stays: true}         # puts the card on the field, and leaves it there\n",
            };
            format!("{placed}{CONTINUOUS}")
        }
        "counter" => format!(
            "{}{PARTS}      does: [{{negate: that activation}}, {{and if you do: {{destroy: that card}}}}]\n",
            shape.yaml
        ),
        _ => format!("{}{PARTS}      does: [{{draw: 1}}]\n", shape.yaml),
    };
    format!("{head}{EXPLAINED}effects:\n{effects}{LEFT_OUT}")
}

const NOTHING: &str = "\
# No effect is described. If the card has one that your ruling does not need, say so, one sentence each:
# left out: [its effect in the hand]
";

const EXPLAINED: &str = "\
# What the card's effect is, in the words of corpus/README.md (sections 8 to 10), never its text. Read the official text:
# up to the colon it says when, up to the semicolon what is paid or targeted, and then what happens on resolution.
";

const CONTINUOUS: &str =
    "  # No colon and no semicolon: it is not activated and applies as long as the card is face-up on the field.
  - continuous:
      # while: {there is: {kind: monster, whose: opponent's, in: [field]}}    # only as long as this is so
      applies: [{atk: {what: {kind: monster, whose: yours, in: [field]}, by: 100}}]
";

const LEFT_OUT: &str = "\
# One sentence for each thing that is not described. Take this one away when the effect above is the card's own.
left out: [the effect as it is printed; what stands here is a start to be rewritten]
";

//! Axes about Spells and Traps that are monsters.

axis! {
    /// What a Spell or Trap is that Special Summoned itself as a monster.
    TrapMonsters {
        AsWritten = "as written",
        /// Wrong: as a monster it is no Trap any more, whatever its text says.
        OnlyMonsters = "only monsters",
        /// Wrong: it is a monster in the GY and elsewhere, too.
        MonstersElsewhere = "monsters elsewhere",
        /// Wrong: as a monster it is another card than the Trap that was targeted.
        OtherCards = "other cards",
        /// Wrong: turned face-down it is a face-down monster.
        FaceDownMonsters = "face-down monsters",
        /// Wrong: whatever is negated, it stays a monster.
        StayWhenNegated = "stay when negated",
        /// Wrong: its effects as a monster are effects of a Trap.
        TrapEffects = "trap effects",
        /// Wrong: it returns to the field as the monster it was.
        ReturnAsMonsters = "return as monsters",
    }
}

impl TrapMonsters {
    /// Whether they are no Spells and Traps although their text says so.
    pub(crate) fn are_only_monsters(self) -> bool {
        self == Self::OnlyMonsters
    }

    /// Whether they are monsters where they go.
    pub(crate) fn are_monsters_elsewhere(self) -> bool {
        self == Self::MonstersElsewhere
    }

    /// Whether one is the same card in both zones, given whether it is a Spell or Trap in both.
    pub(crate) fn stay_the_same_card(self, still: bool) -> bool {
        still && self != Self::OtherCards
    }

    /// Whether they can be face-down monsters.
    pub(crate) fn lie_face_down(self) -> bool {
        self == Self::FaceDownMonsters
    }

    /// Whether they are monsters although their effect as Traps is negated.
    pub(crate) fn stay_when_negated(self) -> bool {
        self == Self::StayWhenNegated
    }

    /// Whether what they do as monsters is the effect of a Spell or Trap.
    pub(crate) fn use_trap_effects(self) -> bool {
        self == Self::TrapEffects
    }

    /// Whether they return to the field as monsters.
    pub(crate) fn return_as_monsters(self) -> bool {
        self == Self::ReturnAsMonsters
    }
}

axis! {
    /// Which zones a Trap takes up that is a monster and still a Trap.
    TrapZones {
        One = "monster zone",
        Both = "both",
    }
}

impl TrapZones {
    /// Whether it takes up a Spell & Trap Zone, too.
    pub(crate) fn are_both(self) -> bool {
        self == Self::Both
    }
}

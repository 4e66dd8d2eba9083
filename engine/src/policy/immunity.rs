//! The axis of cards that are unaffected by effects.

axis! {
    /// What it means that a card is unaffected by an effect.
    Immunity {
        AsWritten = "as written",
        /// Wrong: it only cannot be destroyed by it.
        NotDestroyed = "not destroyed",
        /// Wrong: it cannot be targeted by it.
        NotTargeted = "not targeted",
        /// Wrong: what was applied to it before ends as well.
        RidOfEverything = "rid of everything",
        /// Wrong: its materials and what it activates are out of reach as well.
        WithAllAround = "with all around it",
        /// Wrong: what players may not do with it does not hold for it either.
        FreeForPlayers = "free for players",
        /// Wrong: what lies out of reach is only kept from effects that target it.
        OnlyFromTargeting = "only from targeting",
        /// Wrong: an effect that would destroy what cannot be destroyed cannot be activated.
        Foreseen = "foreseen on activation",
    }
}

impl Immunity {
    /// Whether it holds against what is done to the card, given whether that is its destruction.
    pub(crate) fn holds_against(self, destruction: bool) -> bool {
        destruction || self != Self::NotDestroyed
    }

    /// Whether an effect may be activated that would destroy what cannot be destroyed.
    pub(crate) fn is_not_foreseen(self) -> bool {
        self != Self::Foreseen
    }

    /// Whether the card may be targeted all the same.
    pub(crate) fn may_be_chosen(self) -> bool {
        self != Self::NotTargeted
    }

    /// Whether it ends what was applied before.
    pub(crate) fn ends_what_was_applied(self) -> bool {
        self == Self::RidOfEverything
    }

    /// Whether a card that lies out of reach is kept from an effect, given whether that targets it.
    pub(crate) fn keeps_out_of_reach(self, targeted: bool) -> bool {
        targeted || self != Self::OnlyFromTargeting
    }

    /// Whether it lifts what only binds a player.
    pub(crate) fn lifts_what_binds_a_player(self) -> bool {
        self == Self::FreeForPlayers
    }

    /// Whether it keeps what is not the card itself from harm.
    pub(crate) fn reaches_beyond_the_card(self) -> bool {
        self == Self::WithAllAround
    }
}

//! The axis of what effects leave for a later phase.

axis! {
    /// What it means that a phase, or the normal draw, is skipped.
    Skipping {
        AsWritten = "as written",
        /// Wrong: what was left for a skipped phase is done in the next of its kind.
        LeftWaits = "what is left waits",
        /// Wrong: two effects that skip the next phase of a kind skip two of them.
        AddsUp = "each skips another",
        /// Wrong: the normal draw is paid to activate the effect that takes its place.
        DrawIsPaid = "the draw is paid",
        /// Wrong: a phase is skipped only while the card lies there.
        NeedsItsCard = "needs its card",
    }
}

impl Skipping {
    /// Whether what was left for a skipped phase is lost.
    pub(crate) fn loses_what_was_left(self) -> bool {
        self != Self::LeftWaits
    }

    /// Whether one more phase is skipped, given whether this one is already.
    pub(crate) fn adds_up(self, skipped: bool) -> bool {
        skipped && self == Self::AddsUp
    }

    /// Whether the normal draw is gone with the activation.
    pub(crate) fn pays_with_the_draw(self) -> bool {
        self == Self::DrawIsPaid
    }

    /// Whether a phase is skipped only while the card lies there.
    pub(crate) fn needs_its_card(self) -> bool {
        self == Self::NeedsItsCard
    }
}

axis! {
    /// Until when leave to activate a card earlier than usual must last.
    Leave {
        OnActivation = "on activation",
        /// Wrong: it must still be there when the card resolves.
        OnResolution = "on resolution",
    }
}

impl Leave {
    /// Whether a card needs its leave when it resolves.
    pub(crate) fn is_asked_again(self) -> bool {
        self == Self::OnResolution
    }
}

axis! {
    /// What becomes of a card that is to return to the field and finds no zone.
    NoWayBack {
        SentToTheGy = "sent to the gy",
        Destroyed = "destroyed",
    }
}

impl NoWayBack {
    /// Whether it is destroyed.
    pub(crate) fn destroys(self) -> bool {
        self == Self::Destroyed
    }
}

axis! {
    /// What becomes of what an effect left to be done in a later phase.
    Postponed {
        AsWritten = "as written",
        /// Wrong: it is done only if the card of the effect still lies there and is not negated.
        NeedsItsCard = "needs its card",
        /// Wrong: it is done to a monster that was turned face-down since.
        FollowsFaceDown = "follows face-down cards",
        /// Wrong: it is done to cards wherever they are now.
        FollowsAnywhere = "follows cards anywhere",
        /// Wrong: it is done as soon as the phase begins.
        AsThePhaseBegins = "as the phase begins",
        /// Wrong: everything that is left for a phase is done at once.
        AllTogether = "all together",
        /// Wrong: what could not be done is over.
        OneTry = "one try",
        /// Wrong: a borrowed monster that was turned face-down does not go back.
        FaceDownStays = "face-down monsters stay",
        /// Wrong: a monster that returns to the field is Special Summoned.
        ReturningIsASummon = "returning is a summon",
        /// Wrong: the next phase of a kind is never one of the same turn.
        AnotherTurn = "in another turn",
        /// Wrong: a face-down monster that is to return is banished face-up.
        BanishedFaceUp = "banished face-up",
        /// Wrong: a monster that was borrowed for a time returns to the borrower.
        BackToTheBorrower = "back to the borrower",
    }
}

impl Postponed {
    /// Whether it needs the card that left it to be done.
    pub(crate) fn needs_its_card(self) -> bool {
        self == Self::NeedsItsCard
    }

    /// Whether a card that was turned face-down is no longer meant.
    pub(crate) fn forgets_face_down_cards(self) -> bool {
        self != Self::FollowsFaceDown
    }

    /// Whether cards are meant wherever they are.
    pub(crate) fn follows_cards(self) -> bool {
        self == Self::FollowsAnywhere
    }

    /// Whether it is done as soon as its phase begins.
    pub(crate) fn comes_with_the_phase(self) -> bool {
        self == Self::AsThePhaseBegins
    }

    /// Whether everything that is due is done at once.
    pub(crate) fn comes_together(self) -> bool {
        self == Self::AllTogether
    }

    /// Whether what could not be done is still to be done.
    pub(crate) fn comes_again(self) -> bool {
        self != Self::OneTry
    }

    /// Whether a borrowed monster goes back, given whether it is face-up.
    pub(crate) fn gives_back(self, face_up: bool) -> bool {
        face_up || self != Self::FaceDownStays
    }

    /// Whether a monster that returns to the field is Summoned.
    pub(crate) fn summons_what_returns(self) -> bool {
        self == Self::ReturningIsASummon
    }

    /// Whether a face-down monster that is to return is banished face-up.
    pub(crate) fn shows_what_is_banished(self) -> bool {
        self == Self::BanishedFaceUp
    }

    /// Whether control that was taken for a time goes on when the monster has returned.
    pub(crate) fn returns_to_the_borrower(self) -> bool {
        self == Self::BackToTheBorrower
    }

    /// Whether the next phase of a kind may be one of the same turn.
    pub(crate) fn may_come_this_turn(self) -> bool {
        self != Self::AnotherTurn
    }
}

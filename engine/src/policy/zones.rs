//! Axes about zones.

axis! {
    /// Which monsters of the Extra Deck need an Extra Monster Zone, or a zone to which a Link Monster points.
    ExtraZones {
        LinksAndPendulums = "links and pendulums",
        /// There are no Extra Monster Zones.
        Absent = "none",
        /// Wrong: all of them, as it was from 2017 to 2020.
        AllOfThem = "all of them",
    }
}

impl ExtraZones {
    /// Whether there are such zones.
    pub(crate) fn are_there(self) -> bool {
        self != Self::Absent
    }

    /// Whether a monster needs one that does, or does not, by the rules of today.
    pub(crate) fn bind(self, today: bool) -> bool {
        today || self == Self::AllOfThem
    }
}

axis! {
    /// What Link Arrows and columns do.
    Arrows {
        AsTheyPoint = "as they point",
        /// Wrong: one arrow makes two monsters co-linked.
        OneIsEnough = "one is enough",
        /// Wrong: what finds no zone to which a card points goes to any other.
        ElsewhereThen = "elsewhere then",
        /// Wrong: what has left the field was in no column.
        NoColumnWhenGone = "no column when gone",
        /// Wrong: a monster is linked by its own arrows only.
        OnlyItsOwn = "only its own",
    }
}

impl Arrows {
    /// Whether two monsters are co-linked of which one, or each, points to the other.
    pub(crate) fn co_link(self, one: bool, both: bool) -> bool {
        both || (one && self == Self::OneIsEnough)
    }

    /// Whether a monster is linked with another to which it points, or which points to it.
    pub(crate) fn link(self, points: bool, is_pointed_to: bool) -> bool {
        points || (is_pointed_to && self != Self::OnlyItsOwn)
    }

    /// Whether a card that has left was in no column.
    pub(crate) fn forget_columns(self) -> bool {
        self == Self::NoColumnWhenGone
    }

    /// Whether another zone will do.
    pub(crate) fn go_elsewhere(self) -> bool {
        self == Self::ElsewhereThen
    }
}

axis! {
    /// What becomes of a monster whose control goes to a player without a free Monster Zone.
    NoZone {
        Destroyed = "destroyed",
        /// Wrong: it stays where it is.
        Stays = "stays",
    }
}

impl NoZone {
    /// Whether it is destroyed.
    pub(crate) fn destroys(self) -> bool {
        self == Self::Destroyed
    }
}

axis! {
    /// What makes room for a monster to which no zone is left.
    MakingRoom {
        FromItsRow = "a card of its row",
        /// Wrong: any card on the field of its player that leaves.
        FromAnywhere = "any card",
    }
}

impl MakingRoom {
    /// Whether a card makes room that lies in such a zone, or elsewhere on the same side of the field.
    pub(crate) fn counts(self, in_its_row: bool) -> bool {
        in_its_row || self == Self::FromAnywhere
    }
}

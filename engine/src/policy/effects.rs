//! Axes about effects: costs, targets, what they do when they resolve, what negates and what limits them.

use crate::def::Joint;
use crate::state::Player;

/// What a conjunction means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meaning {
    /// It needs the part before.
    pub needs: bool,
    /// It happens after the part before.
    pub later: bool,
    /// The part before needs it too.
    pub needed: bool,
}

axis! {
    /// How the parts of an effect hang together.
    Conjunctions {
        AsWritten = "as written",
        /// Wrong: parts joined by "and" happen one after the other, and one of them can happen alone.
        AndIsSequential = "and is sequential",
        /// Wrong: "and if you do" happens after the part before it.
        IfYouDoIsSequential = "and if you do is sequential",
        /// Wrong: "then" happens at the same time.
        ThenIsTogether = "then is together",
        /// Wrong: "then" does not need the part before it.
        ThenNeedsNothing = "then needs nothing",
        /// Wrong: "also" needs the part before it.
        AlsoNeedsFirst = "also needs the first",
        /// Wrong: materials leave in the moment of the Summon.
        MaterialsTogether = "materials together",
        /// Wrong: what is destroyed and banished goes to the GY first.
        ByWayOfTheGy = "by way of the gy",
        /// Wrong: what returns to the Extra Deck instead of the hand was added to it all the same.
        ExtraDeckCounts = "extra deck counts as the hand",
        /// Wrong: what goes elsewhere instead of the GY or the Deck was sent or returned there all the same.
        ElsewhereCounts = "elsewhere counts",
    }
}

impl Conjunctions {
    /// What a conjunction means, given what it really means.
    pub(crate) fn meaning(self, joint: Joint, right: Meaning) -> Meaning {
        match (self, joint) {
            (Self::AndIsSequential, Joint::And) => Meaning { needs: false, later: true, needed: false },
            (Self::IfYouDoIsSequential, Joint::AndIfYouDo) => Meaning { later: true, ..right },
            (Self::ThenIsTogether, _) => Meaning { later: false, ..right },
            (Self::ThenNeedsNothing, Joint::Then) => Meaning { needs: false, ..right },
            (Self::AlsoNeedsFirst, _) => Meaning { needs: joint != Joint::First, ..right },
            _ => right,
        }
    }

    /// Whether what is destroyed and banished at the same time goes straight to be banished.
    pub(crate) fn banish_straight(self) -> bool {
        self != Self::ByWayOfTheGy
    }

    /// Whether a card counts as added or returned to the hand that went to the Extra Deck.
    pub(crate) fn count_the_extra_deck(self) -> bool {
        self == Self::ExtraDeckCounts
    }

    /// Whether a card counts as sent to the GY or returned to the Deck that went elsewhere.
    pub(crate) fn count_what_went_elsewhere(self) -> bool {
        self == Self::ElsewhereCounts
    }

    /// Whether materials leave before the monster is Summoned.
    pub(crate) fn has_materials_first(self) -> bool {
        self != Self::MaterialsTogether
    }
}

axis! {
    /// How an effect that makes both players act is carried out.
    EachPlayer {
        StepByStep = "step by step",
        /// Wrong: one player finishes all steps, then the other.
        PlayerByPlayer = "player by player",
        /// Wrong: the player of the effect first.
        ActivatorFirst = "activator first",
        /// Wrong: the second player acts later.
        TwoInstants = "two instants",
        /// Wrong: what leaves with others still decides where they go.
        LeavesLast = "leaves last",
    }
}

impl EachPlayer {
    /// In which order the players act: the turn player first.
    pub(crate) fn order(self, turn_player: Player, activator: Player) -> [Player; 2] {
        let first = if self == Self::ActivatorFirst { activator } else { turn_player };
        [first, first.opponent()]
    }

    /// Whether a card that leaves with others does nothing to them any more.
    pub(crate) fn is_gone_with_the_rest(self) -> bool {
        self != Self::LeavesLast
    }

    /// Whether the second player's share happens later.
    pub(crate) fn takes_two_instants(self) -> bool {
        self == Self::TwoInstants
    }

    /// Whether one player finishes all steps before the other begins.
    pub(crate) fn goes_player_by_player(self) -> bool {
        self == Self::PlayerByPlayer
    }
}

axis! {
    /// What is done instead of a destruction.
    Replacements {
        AsWritten = "as written",
        /// Wrong: a destruction that was replaced counts as done.
        CountsAsDone = "count as done",
        /// Wrong: for each card that is saved it is done once.
        PaidForEach = "paid for each",
        /// Wrong: what is asked for each card may be done for some of them.
        SaveSome = "save some",
        /// Wrong: what is destroyed instead can be replaced again.
        ReplacedAgain = "replaced again",
        /// Wrong: a card that is destroyed at the same time can take the place of another.
        WithWhatIsDestroyedToo = "with what is destroyed too",
        /// Wrong: of several effects by which a card is not destroyed the first time one is used up after the other.
        UsedOneByOne = "used one by one",
        /// Wrong: a card goes where it would instead although it cannot be put there.
        ThoughForbidden = "though forbidden",
    }
}

impl Replacements {
    /// Whether a destruction that was replaced counts as done.
    pub(crate) fn count_as_done(self) -> bool {
        self == Self::CountsAsDone
    }

    /// Whether it is done as many times as there are cards, given whether it says so.
    pub(crate) fn are_paid_for_each(self, for_each: bool) -> bool {
        for_each || self == Self::PaidForEach
    }

    /// Whether some may be saved without the others.
    pub(crate) fn may_save_some(self) -> bool {
        self == Self::SaveSome
    }

    /// Whether effects by which a card is not destroyed the first time are used up one after the other.
    pub(crate) fn are_used_one_by_one(self) -> bool {
        self == Self::UsedOneByOne
    }

    /// Whether what is destroyed instead may be replaced itself.
    pub(crate) fn are_replaced_again(self) -> bool {
        self == Self::ReplacedAgain
    }

    /// Whether a card goes elsewhere instead although it cannot be put there.
    pub(crate) fn come_though_forbidden(self) -> bool {
        self == Self::ThoughForbidden
    }

    /// Whether a card that is destroyed at the same time may take the place of another.
    pub(crate) fn take_what_is_destroyed_too(self) -> bool {
        self == Self::WithWhatIsDestroyedToo
    }
}

axis! {
    /// Which of several effects decides where a card goes.
    ReplacementOrder {
        InOrder = "in order",
        /// Wrong: what the card says of itself always does.
        OwnFirst = "own first",
        /// Wrong: what others say of it does.
        OthersFirst = "others first",
        /// Wrong: banished cards that return to the GY go there, too, and count as sent.
        AlsoReturned = "also what returns to the gy",
    }
}

impl ReplacementOrder {
    /// Whether a card that says of itself where it goes returns as if it did not.
    pub(crate) fn lets_it_return(self) -> bool {
        self == Self::OthersFirst
    }

    /// Whether cards that return to the GY are sent there.
    pub(crate) fn takes_what_returns(self) -> bool {
        self == Self::AlsoReturned
    }

    /// When its turn comes: what speaks of destroyed cards first, then what a card says of itself.
    pub(crate) fn rank(self, of_destroyed: bool, own: bool) -> u8 {
        match self {
            Self::InOrder | Self::AlsoReturned if of_destroyed => 0,
            Self::InOrder | Self::AlsoReturned | Self::OwnFirst if own => 1,
            Self::OthersFirst if own => 3,
            _ => 2,
        }
    }
}

axis! {
    /// What a link looks at when it resolves.
    Resolution {
        AsItIs = "as it is",
        /// Wrong: only at cards that were there when it was activated.
        AsItWas = "as it was",
        /// Wrong: at the present controller of its card, who takes it over.
        TakenOver = "taken over",
        /// Wrong: not at what forbids it by then.
        WithoutBans = "without bans",
        /// Wrong: what it makes the opponent do is done by it.
        DoesWhatItAsksFor = "does what it asks for",
    }
}

impl Resolution {
    /// For whom an effect resolves: for the player who activated it.
    pub(crate) fn player(self, activated: Player, controls: Player) -> Player {
        if self == Self::TakenOver { controls } else { activated }
    }

    /// Whether only cards are looked at that were there on activation.
    pub(crate) fn looks_back(self) -> bool {
        self == Self::AsItWas
    }

    /// Whether a Tribute that it makes a player give is done by it.
    pub(crate) fn does_what_it_asks_for(self) -> bool {
        self == Self::DoesWhatItAsksFor
    }

    /// Whether what forbids it by then does not count.
    pub(crate) fn ignores_bans(self) -> bool {
        self == Self::WithoutBans
    }
}

axis! {
    /// When the conditions an effect asks for must hold.
    Conditions {
        OnActivation = "on activation",
        /// Wrong: still when it resolves.
        OnResolvingToo = "on resolving too",
        /// Wrong: a card activated from the hand is not yet among those its text counts on the field.
        WithoutItself = "without itself",
    }
}

impl Conditions {
    /// Whether they must still hold when the effect resolves.
    pub(crate) fn are_asked_again(self) -> bool {
        self == Self::OnResolvingToo
    }

    /// Whether a card that is activated from the hand is among those its text counts on the field.
    pub(crate) fn count_the_card_itself(self) -> bool {
        self != Self::WithoutItself
    }
}

axis! {
    /// What happens to a link whose card was destroyed.
    DestroyedLink {
        StillResolves = "still resolves",
        /// Wrong: destroying a card negates it.
        DestructionNegates = "destruction negates",
        /// Wrong: Continuous cards resolve too.
        ContinuousToo = "continuous too",
    }
}

impl DestroyedLink {
    /// Whether a card must still be there: those that work only on the field must.
    pub(crate) fn must_stay(self, works_only_on_the_field: bool, card_activation: bool) -> bool {
        match self {
            Self::StillResolves => works_only_on_the_field,
            Self::DestructionNegates => works_only_on_the_field || card_activation,
            Self::ContinuousToo => false,
        }
    }
}

axis! {
    /// What becomes of a cost whose activation was negated.
    Costs {
        Kept = "kept",
        /// Wrong: LP are given back.
        Refunded = "refunded",
        /// Wrong: paid when the effect resolves.
        AtResolution = "at resolution",
        /// Wrong: what negates effects where the card was, negates it although it left as its cost.
        NegatedToo = "negated too",
    }
}

impl Costs {
    /// Whether the cost of an effect is paid when it resolves. Mandatory effects pay in any case: those that leave as
    /// their cost would call each other for ever.
    pub(crate) fn are_paid_on_resolving(self, mandatory: bool) -> bool {
        self == Self::AtResolution && !mandatory
    }

    /// Whether LP are given back.
    pub(crate) fn are_given_back(self) -> bool {
        self == Self::Refunded
    }

    /// Whether a card that left as its cost is negated by what negates where it was.
    pub(crate) fn are_negated_where_paid(self) -> bool {
        self == Self::NegatedToo
    }
}

axis! {
    /// When targets are looked at.
    Targets {
        ChosenAndChecked = "after the cost, and again",
        /// Wrong: chosen before the cost is paid.
        BeforeTheCost = "before the cost",
        /// Wrong: not again: the effect follows its target anywhere.
        Followed = "after the cost, and followed",
        /// Wrong: again for everything they were chosen by, whatever the text says.
        AlwaysForEverything = "after the cost, and again for everything",
        /// Wrong: what is left of them is enough, also where the text speaks of all of them.
        ThoseLeft = "after the cost, and those that are left",
    }
}

impl Targets {
    /// Whether they are chosen before the cost is paid.
    pub(crate) fn come_before_the_cost(self) -> bool {
        self == Self::BeforeTheCost
    }

    /// Whether they must still be what they were chosen by: unless the text asks only for the card that was targeted.
    pub(crate) fn must_still_fit(self, even_if_changed: bool) -> bool {
        !even_if_changed || self == Self::AlwaysForEverything
    }

    /// Whether those that are left are enough where the text speaks of all of them.
    pub(crate) fn are_enough_if_some_are_left(self) -> bool {
        self == Self::ThoseLeft
    }

    /// Whether an effect follows them anywhere.
    pub(crate) fn are_followed(self) -> bool {
        self == Self::Followed
    }
}

axis! {
    /// Whether a player may pay exactly the life points they have.
    AllLp {
        Impossible = "impossible",
        /// They may, and lose.
        Possible = "possible",
    }
}

impl AllLp {
    /// Whether all life points can be paid.
    pub(crate) fn can_be_paid(self) -> bool {
        self == Self::Possible
    }
}

axis! {
    /// What life points are that are lost, or become an amount.
    LostLp {
        AreNoDamage = "are no damage",
        /// Wrong: effect damage.
        AreDamage = "are damage",
    }
}

impl LostLp {
    /// Whether they are damage.
    pub(crate) fn are_damage(self) -> bool {
        self == Self::AreDamage
    }
}

axis! {
    /// What negating an activation, or the effects of a card, is.
    Negation {
        NothingMore = "nothing more",
        /// Wrong: it needs the destruction that goes with it.
        NeedsDestruction = "needs the destruction",
        /// Wrong: the card leaves the field at once.
        SendsAtOnce = "sends at once",
        /// Wrong: what negates all other links negates the one below it.
        OnlyTheLinkBelow = "only the link below",
        /// Wrong: what a monster has changed of itself stays when its effects are negated.
        LeavesOwnChanges = "leaves own changes",
        /// Wrong: where a card goes when it leaves the field is negated with its effects.
        EndsWhereCardsGo = "ends where cards go",
        /// Wrong: what negates cards for a time is also applied to those that are negated already.
        Adds = "adds to what is negated",
        /// Wrong: a Spell or Trap that has left the field escapes what negates them there.
        LetsGo = "lets go what has left",
        /// Wrong: also what says that it cannot be negated.
        Everything = "also what cannot be",
        /// Wrong: a card that was negated on the field is negated wherever it goes.
        FollowsCards = "follows cards",
    }
}

impl Negation {
    /// Whether a card that was negated on the field is negated where it has gone, too.
    pub(crate) fn follows_cards(self) -> bool {
        self == Self::FollowsCards
    }

    /// The links that are negated by what negates all others.
    pub(crate) fn reach_of_a_sweep<T>(self, mut links: Vec<T>) -> Vec<T> {
        if self == Self::OnlyTheLinkBelow {
            links.drain(..links.len().saturating_sub(1));
        }
        links
    }

    /// Whether a Spell or Trap that has left the field escapes what negates such effects there.
    pub(crate) fn lets_go_what_has_left(self) -> bool {
        self == Self::LetsGo
    }

    /// Whether it reaches effects that say that they cannot be negated.
    pub(crate) fn reaches_whatever_it_says(self) -> bool {
        self == Self::Everything
    }

    /// Whether what negates for a time is applied to a card that is negated already.
    pub(crate) fn adds(self) -> bool {
        self == Self::Adds
    }

    /// Whether a negated card does not go where it says that it goes when it leaves the field.
    pub(crate) fn ends_where_cards_go(self) -> bool {
        self == Self::EndsWhereCardsGo
    }

    /// Whether what a monster has changed of itself stays when its effects are negated.
    pub(crate) fn leaves_own_changes(self) -> bool {
        self == Self::LeavesOwnChanges
    }

    /// Whether it needs the destruction that goes with it.
    pub(crate) fn needs_the_destruction(self) -> bool {
        self == Self::NeedsDestruction
    }

    /// Whether the card leaves at once.
    pub(crate) fn sends_at_once(self) -> bool {
        self == Self::SendsAtOnce
    }
}

axis! {
    /// Whether a link whose activation was negated is a thing that happened.
    SkippedLink {
        NoInstant = "does not happen",
        /// Wrong: it resolves without effect.
        CountsAsResolved = "counts as resolved",
        /// Wrong: a link whose effect was negated does not happen either.
        EffectsToo = "negated effects too",
    }
}

impl SkippedLink {
    /// Whether it is a thing that happened all the same.
    pub(crate) fn happens(self) -> bool {
        self == Self::CountsAsResolved
    }

    /// Whether a link whose effect is negated is skipped, too.
    pub(crate) fn takes_negated_effects(self) -> bool {
        self == Self::EffectsToo
    }
}

axis! {
    /// What a negated activation gives back.
    Oaths {
        ByWord = "by word",
        /// Wrong: nothing.
        AlwaysSpent = "always spent",
        /// Wrong: everything.
        AlwaysBack = "always back",
    }
}

impl Oaths {
    /// Whether a limit or an oath is given back: if it is about activating.
    pub(crate) fn gives_back(self, about_activating: bool) -> bool {
        match self {
            Self::ByWord => about_activating,
            Self::AlwaysSpent => false,
            Self::AlwaysBack => true,
        }
    }
}

axis! {
    /// What is limited.
    Limits {
        AsWritten = "as written",
        /// Wrong: "once per turn" stays spent when the card is turned face-down or leaves.
        CopyRemembers = "copies remember",
        /// Wrong: every effect can be used once per chain.
        OncePerChain = "once per chain",
        /// Wrong: "once per turn" is free again for a new controller.
        PerController = "per controller",
        /// Wrong: what was done this turn counts by what is printed on the cards.
        AsPrinted = "by the print",
        /// Wrong: "once per turn" is spent for every copy of the name.
        ByName = "by name",
    }
}

impl Limits {
    /// Whether a use counts for a copy that was turned face-down or left since.
    pub(crate) fn outlive_the_copy(self) -> bool {
        self == Self::CopyRemembers
    }

    /// Whether the use of a copy by one player counts for another who controls it now: it does.
    pub(crate) fn count_for(self, now: Player, then: Player) -> bool {
        now == then || self != Self::PerController
    }

    /// Whether what was done before counts by what is printed on the cards, not by what they were then.
    pub(crate) fn look_at_the_print(self) -> bool {
        self == Self::AsPrinted
    }

    /// Whether the use of one copy counts for another one of its player.
    pub(crate) fn count_for_every_copy(self) -> bool {
        self == Self::ByName
    }

    /// Whether an effect is limited to once per chain: if that is written.
    pub(crate) fn are_once_per_chain(self, written: bool) -> bool {
        written || self == Self::OncePerChain
    }
}

axis! {
    /// When an effect that a coin or a die decides may be activated.
    Chance {
        AsItComes = "as it comes",
        /// Wrong: if every result could be applied.
        EveryResult = "every result",
    }
}

impl Chance {
    /// Whether every result must be possible.
    pub(crate) fn must_be_possible(self) -> bool {
        self == Self::EveryResult
    }
}

axis! {
    /// Cards that an effect would choose where only the opponent sees them.
    Unseen {
        NotAskedAbout = "not asked about",
        /// Wrong: there must be such a card.
        AskedAbout = "asked about",
    }
}

impl Unseen {
    /// Whether there must be such a card.
    pub(crate) fn are_asked_about(self) -> bool {
        self == Self::AskedAbout
    }
}

axis! {
    /// Mandatory effects that would do nothing.
    Idle {
        Activate = "activate",
        /// Wrong: they do not activate.
        DoNotActivate = "do not activate",
    }
}

impl Idle {
    /// Whether they are not activated.
    pub(crate) fn stay_away(self) -> bool {
        self == Self::DoNotActivate
    }
}

axis! {
    /// What a ban on activating Spells or Traps is about.
    Bans {
        AsWritten = "as written",
        /// Wrong: who cannot activate the cards cannot use the effects of face-up ones either.
        CardsWithTheirEffects = "cards with their effects",
    }
}

impl Bans {
    /// Whether a ban on cards is one on their effects, and the other way round.
    pub(crate) fn reach_further(self) -> bool {
        self == Self::CardsWithTheirEffects
    }
}

axis! {
    /// What becomes of Monster Cards that a monster's own effect equipped to it, once its effects are negated.
    Equips {
        Destroyed = "destroyed",
        /// Wrong: they stay equipped.
        Stay = "stay",
    }
}

impl Equips {
    /// Whether they stay.
    pub(crate) fn outlast_their_effect(self) -> bool {
        self == Self::Stay
    }
}

//! The shapes that readers and files speak of, by name.

use super::Named;

macro_rules! shapes {
    ($($shape:ident = $name:literal),+ $(,)?) => {
        $(#[doc = concat!("`", $name, "` in `format.md`.")]
        pub(crate) static $shape: Named = Named::new($name);)+
    };
}

shapes! {
    ABOUT_A_PLAYER = "event-about-a-player", ABOUT_CARDS = "event-about-cards", ACTION = "action",
    AFTERWARDS = "afterwards", ALTERNATIVE = "alternative", ANSWER = "answer", APPLY = "apply", AS_MONSTER = "as-monster", AT_MOST = "at-most", ATTACH = "attach", ATTACK_COST = "attack-cost", ATTACKS = "attacks", ATTACKS_IN_DEFENSE = "attacks-in-defense", ATTRIBUTE_CHANGE = "attribute-change", BELIEF = "belief", BOARD = "board", COUNTS_AS_TRIBUTES = "counts-as-tributes", COUNTERS_AT_MOST = "counters-at-most",
    BOARD_CARD = "board-card", BOARD_SIDE = "board-side", CANNOT = "cannot", CARD = "card", CATALOGUE = "catalogue",
    CAUSE = "cause", CHANGE = "change", CHANGE_POSITION = "change-position", CHANGE_VALUE = "change-value",
    COMPARED = "compared", CONDITION = "condition", DECISION = "decision", DECLARED_NUMBER = "declared-number", DEVIATION = "deviation", DISPUTE = "dispute",
    DISPUTES = "disputes", DRAW = "draw", DUEL = "duel", EACH_PHASE = "each-phase", EFFECT = "effect", EQUIP = "equip", EQUIPPED = "equipped", EVENT = "event",
    FAMILY = "family", FORMAT = "format", GROUP = "group", HAPPENING = "happening", INSTEAD = "instead",
    KEPT_POSITION = "kept-position", LATER = "later", LIFE_POINTS = "life-points",
    LINK = "link", MATERIAL = "material", MATERIAL_CARD = "material-card", MATERIAL_LEVEL = "material-level", MECHANISM = "mechanism", MAY_ACTIVATE = "may-activate", MAY_TRIBUTE = "may-tribute", MODIFIER = "modifier", MONSTER = "monster", MOVED = "moved", MUST_BE_ATTACKED = "must-be-attacked",
    NEGATED = "negated", NO_COST = "no-cost", NORMAL_SUMMONS = "normal-summons", NOT_DESTROYED = "not-destroyed", OATH = "oath", OFFER = "offer", ONLY_IF = "only-if", OPTION = "option", PART = "part",
    PLACE = "place", PLACE_COUNTERS = "place-counters", PLACING = "placing", PLAYER_AMOUNT = "player-amount",
    PLAYER_EVENT = "player-event", RANGE = "range", READING = "reading", REFUSAL = "refusal",
    REMOVE_COUNTERS = "remove-counters", REPLACED = "replaced", RESULT = "result", RESOLVING = "resolving-link",
    RETURN_TO_DECK = "return-to-deck", RULE_ENTRY = "rule", RULING = "ruling", SELECTION = "selection", SIDE = "side", SKIP = "skip", SO_MANY = "so-many",
    SOURCE = "source", SPECIAL_SUMMON = "special-summon", START_CARD = "start-card", STATEMENT = "statement", SUBSTITUTES = "substitutes",
    STATEMENTS = "statements", STEP = "step", SUMMON_AFTERWARDS = "summon-afterwards", SWITCH = "switch", TAKE_CONTROL = "take-control", TARGET = "target", THERE_IS = "there-is",
    TIME = "time", TOGETHER = "together", COPIES_EFFECTS = "copies-effects", GAINS_EFFECT = "gains-effect", ACTIVATED = "activated", TARGETING = "targeting", TREATED_AS = "treated-as", TRIBUTES = "tributes", TRIGGERED = "triggered", TYPE_CHANGE = "type-change", UNAFFECTED = "unaffected", USED_AS_MATERIAL = "used-as-material", VERB = "verb", WAS = "was",
    WAS_SUMMONED = "was-summoned", WHENEVER = "whenever", WINDOW = "window",
}

//! What an effect waits for or answers.

use segoc_engine::def::{By, CauseWord, Exception, How, Including};

use super::Holds::{Among, List, Map, Word};
use super::group::{CARDS, GROUP};
use super::words::{EITHER, YOU_OR_OPPONENT, every, some};
use super::{Choice, Field, PLACES, Shape, field};

const fn about_cards(event: CauseWord, example: &'static str) -> Field {
    field(event.word(), Map(|| &ABOUT_CARDS), event.about()).like(example)
}

const fn about_a_player(event: CauseWord, example: &'static str) -> Field {
    field(event.word(), Map(|| &ABOUT_A_PLAYER), event.about()).like(example)
}

/// The events, and `any of` several.
pub(crate) static CAUSES: Choice = Choice::one("event", &KINDS);
/// The events.
pub static EVENTS: Choice = Choice::one("event", KINDS.split_at(KINDS.len() - 1).0);

static KINDS: [Field; 27] = [
    about_cards(CauseWord::SentToGy, "{what: this card, from: [field]}"),
    about_cards(CauseWord::Destroyed, "{what: this card, by: battle}"),
    about_cards(CauseWord::Banished, "{what: this card}"),
    about_cards(CauseWord::Discarded, "{what: this card, by: opponent's card effect}"),
    about_cards(CauseWord::Tributed, "{what: this card}"),
    about_cards(CauseWord::UsedAsMaterial, "{what: this card, how: [synchro]}"),
    about_cards(CauseWord::LeftTheField, "{what: this card}"),
    about_cards(CauseWord::AddedToHand, "{what: {kind: card, whose: opponent's}, from: [deck]}"),
    about_cards(CauseWord::NormalSummoned, "{what: this card, how: [tribute]}"),
    about_cards(CauseWord::SpecialSummoned, "{what: {kind: monster}, who: opponent}"),
    about_cards(CauseWord::FlipSummoned, "{what: this card}"),
    about_cards(CauseWord::Summoned, "{what: {kind: monster, atk: {at least: 1500}}, who: opponent}"),
    about_cards(CauseWord::TurnedFaceUp, "{what: this card}"),
    about_cards(CauseWord::WouldBeSummoned, "{what: {kind: monster}}"),
    about_cards(CauseWord::AttackDeclared, "{what: {kind: monster, whose: opponent's}, how: [direct]}"),
    about_cards(CauseWord::ChosenAsAttackTarget, "{what: this card}"),
    about_cards(CauseWord::Targeted, "{what: this card}"),
    about_cards(CauseWord::CardActivated, "{what: {kind: spell}}"),
    about_cards(CauseWord::Activated, "{what: {kind: monster}, including: [destroy]}"),
    about_cards(CauseWord::ActivationNegated, "{what: {kind: spell, whose: yours}}"),
    about_cards(CauseWord::DestroysByBattle, "{what: this card}"),
    about_cards(CauseWord::InflictsBattleDamage, "{what: this card}"),
    about_a_player(CauseWord::Draws, "{who: opponent, except: normal draw}"),
    about_a_player(CauseWord::TakesDamage, "{who: you, by: card effect}"),
    about_a_player(CauseWord::TakesBattleDamage, "{who: you}"),
    about_a_player(CauseWord::GainsLp, "{who: either}"),
    field("any of", List(&Map(|| &EVENT)), "Any of these events.")
        .like("[{sent to gy: {what: this card}}, {banished: {what: this card}}]"),
];

/// One event, or any of several.
pub(crate) static CAUSE: Shape =
    Shape::new("cause", "a cause", "What an effect waits for or answers: one event, or any of several.")
        .choices(&[&CAUSES]);

/// One event.
pub(crate) static EVENT: Shape =
    Shape::new("event", "a cause", "One event, with the cards or the player it is about.").choices(&[&EVENTS]);

/// An event about cards.
pub(crate) static ABOUT_CARDS: Shape = Shape::new(
    "event-about-cards",
    "an event about cards",
    "What is asked of an event about cards. It is looked at when the event happens and not again.",
)
.fields(&[
    field("what", CARDS, "The cards, known or of a group.").like("{kind: monster, whose: yours}").needed(),
    field("who", Among(|| some(YOU_OR_OPPONENT)), "Who did it.").like("opponent"),
    field("by", Word(every::<By>), "By what it happened.").like("battle"),
    field("from", PLACES, "From where they came.").like("[field]"),
    field("how", List(&Word(every::<How>)), "In which way it came about.").like("[fusion, synchro]"),
    field("including", List(&Word(every::<Including>)), "Of an activation: what the answered effect would do.")
        .like("[add to hand, draw]"),
    field(
        "destroying",
        Map(|| &GROUP),
        "Of an activation: the answered effect would destroy a card of this group, as things are then.",
    )
    .like("{kind: monster, whose: yours, in: [field]}"),
]);

/// An event about a player.
pub(crate) static ABOUT_A_PLAYER: Shape =
    Shape::new("event-about-a-player", "an event about a player", "What is asked of an event about a player.").fields(
        &[
            field(
                "who",
                Word(|| {
                    let mut words = some(YOU_OR_OPPONENT);
                    words.push(EITHER);
                    words
                }),
                "The player to whom it happens.",
            )
            .like("you")
            .needed(),
            field("what", CARDS, "Of battle damage: the monster that inflicted it.").like("this card"),
            field("by", Word(every::<By>), "By what it happened.").like("opponent's card"),
            field("except", Word(every::<Exception>), "What does not count.").like("this card"),
        ],
    );

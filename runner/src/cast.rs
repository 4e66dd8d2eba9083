//! Who is who in a duel: what the references of a ruling mean among the cards of an engine, and how cards are called.

use std::sync::Arc;

use segoc_engine::def::{CardDef, Class, EffectDef, Step, with_given_effects};
use segoc_format::ruling::{CardRef, LinkRef, Offer, OfferAction, Ruling};
use segoc_protocol::{Action, CardId, Definition, EffectRef, Event, Happened, Player, Start};
use serde_json::Value;

/// The cards of a duel.
#[derive(Clone, Debug)]
pub struct Cast<'r> {
    /// The ruling that is played.
    pub ruling: &'r Ruling,
    /// Every card there may be: as it is in the format, and as it is written.
    library: Vec<(Arc<CardDef>, Definition)>,
    /// For each card of the set-up its place in the library.
    cards: Vec<Option<usize>>,
    tokens: Vec<(CardId, String)>,
}

impl<'r> Cast<'r> {
    /// The cards of a duel that begins.
    pub fn new(ruling: &'r Ruling, start: &Start) -> Self {
        let read = start.definitions.iter().filter_map(|card| Some((card.read()?, card.clone())));
        let read: Vec<(Arc<CardDef>, Definition)> = read.collect();
        let defs: Vec<Arc<CardDef>> = read.iter().map(|(def, _)| Arc::clone(def)).collect();
        let library =
            with_given_effects(&defs).into_iter().zip(read).map(|(def, (_, written))| (def, written)).collect();
        let mut cast = Self { ruling, library, cards: Vec::new(), tokens: Vec::new() };
        cast.cards = start.setup.cards.iter().map(|card| cast.place_of(&card.name)).collect();
        cast
    }

    /// Takes note of a token that is made.
    pub(crate) fn note(&mut self, event: &Event) {
        if let Happened::Token { card, name } = &event.what {
            self.tokens.push((*card, name.clone()));
        }
    }

    /// What a card is; none if the engine made up its number.
    pub fn def(&self, card: CardId) -> Option<&CardDef> {
        self.library.get(self.place(card)?).map(|(def, _)| &**def)
    }

    /// The place of a name in the library.
    fn place_of(&self, name: &str) -> Option<usize> {
        self.library.iter().position(|(def, _)| def.name == name)
    }

    /// The place of a card in the library.
    fn place(&self, card: CardId) -> Option<usize> {
        match self.cards.get(usize::from(card.0)) {
            Some(place) => *place,
            None => self.place_of(&self.tokens.iter().find(|(token, _)| *token == card)?.1),
        }
    }

    /// An effect as its card file writes it.
    pub(crate) fn written(&self, effect: EffectRef) -> Option<&Value> {
        self.printed(effect.card)?.get("effects")?.get(usize::from(effect.effect))
    }

    /// A card as its file writes it.
    pub(crate) fn printed(&self, card: CardId) -> Option<&Value> {
        let (_, written) = self.library.get(self.place(card)?)?;
        Some(written.json())
    }

    /// Whether it matters in which zone a monster lies: some card points to zones, or speaks of columns.
    pub(crate) fn zones_matter(&self) -> bool {
        self.library.iter().any(|(def, written)| def.is_link() || written.json().to_string().contains("column"))
    }

    /// What an effect is.
    pub fn effect(&self, effect: EffectRef) -> Option<&EffectDef> {
        self.def(effect.card)?.effects.get(usize::from(effect.effect)).map(|effect| &**effect)
    }

    /// The id a card file gives an effect.
    pub fn effect_id(&self, effect: EffectRef) -> Option<&str> {
        self.effect(effect)?.id.as_deref()
    }

    /// The class of an effect.
    pub(crate) fn class(&self, effect: EffectRef) -> Option<Class> {
        self.effect(effect).map(|effect| effect.class)
    }

    /// Who owns a card of the set-up.
    pub(crate) fn owner(&self, card: CardId) -> Option<Player> {
        self.ruling.setup.cards.get(usize::from(card.0)).map(|card| card.owner())
    }

    /// Whether a reference means this card.
    pub(crate) fn is(&self, reference: &CardRef, card: CardId) -> bool {
        match reference {
            CardRef::Card(id) => *id == card,
            CardRef::Token(name) => self.def(card).is_some_and(|def| def.name == *name),
        }
    }

    /// How a card is referred to.
    pub(crate) fn reference(&self, card: CardId) -> CardRef {
        match self.cards.get(usize::from(card.0)) {
            Some(_) => CardRef::Card(card),
            None => CardRef::Token(self.name(card)),
        }
    }

    /// Whether an effect is one of the card, and the named one if a name is given.
    pub(crate) fn is_effect(&self, card: &CardRef, id: Option<&str>, effect: EffectRef) -> bool {
        self.is(card, effect.card) && id.is_none_or(|id| self.effect_id(effect) == Some(id))
    }

    /// Whether an effect lets its player pick this, of several things they may also leave out.
    pub(crate) fn may_pick(&self, effect: EffectRef, option: &str) -> bool {
        let def = self.effect(effect);
        let bullets = || def.into_iter().flat_map(|def| &def.options).flat_map(|bullet| &bullet.does);
        let mut parts = def.into_iter().flat_map(|def| &def.does).chain(bullets());
        parts.any(|part| match &part.step {
            Step::YouCan(step) => matches!(step.inner(), Step::OneOf(_, all) if all.iter().any(|one| one.id == option)),
            _ => false,
        })
    }

    /// Whether an effect is what a link names.
    pub(crate) fn is_link(&self, link: &LinkRef, effect: EffectRef) -> bool {
        self.is_effect(&link.card, link.effect.as_deref(), effect)
    }

    /// An effect as a link names it; with its id if asked for and if it has one.
    pub(crate) fn link(&self, effect: EffectRef, with_effect: bool) -> LinkRef {
        let id = self.effect_id(effect).filter(|_| with_effect).map(str::to_owned);
        LinkRef { card: self.reference(effect.card), effect: id }
    }

    /// Whether an action is what an offer names.
    pub(crate) fn is_offer(&self, offer: &Offer, action: &Action) -> bool {
        let id = offer.effect.as_deref();
        match (offer.action, action) {
            (OfferAction::Activate, Action::Activate(effect) | Action::Trigger(effect))
            | (OfferAction::SpecialSummon, Action::SpecialSummon(effect)) => self.is_effect(&offer.card, id, *effect),
            (OfferAction::NormalSummon, Action::NormalSummon { card })
            | (OfferAction::Set, Action::Set { card })
            | (OfferAction::FlipSummon, Action::FlipSummon { card })
            | (OfferAction::PendulumSummon, Action::PendulumSummon { card })
            | (OfferAction::ChangePosition, Action::ChangePosition { card })
            | (OfferAction::Attack, Action::Attack { card, .. })
            | (OfferAction::Replay, Action::ReplayOn { card, .. } | Action::ReplayDirectly { card })
            | (OfferAction::AttackDirectly, Action::AttackDirectly { card }) => self.is(&offer.card, *card),
            (OfferAction::MoveOn, Action::GoTo { .. } | Action::EndTurn) => true,
            _ => false,
        }
    }

    /// What an action offers; none if it is not about a card. An effect is named if its card has several that may be meant.
    pub(crate) fn offer(&self, action: &Action) -> Option<Offer> {
        let of = |card: CardId, effect, action| Some(Offer { card: self.reference(card), effect, action });
        match action {
            Action::Activate(effect) | Action::Trigger(effect) => {
                of(effect.card, self.telling_id(*effect), OfferAction::Activate)
            }
            Action::SpecialSummon(effect) => of(effect.card, None, OfferAction::SpecialSummon),
            Action::NormalSummon { card } => of(*card, None, OfferAction::NormalSummon),
            Action::Set { card } => of(*card, None, OfferAction::Set),
            Action::FlipSummon { card } => of(*card, None, OfferAction::FlipSummon),
            Action::PendulumSummon { card } => of(*card, None, OfferAction::PendulumSummon),
            Action::ChangePosition { card } => of(*card, None, OfferAction::ChangePosition),
            Action::Attack { card, .. } => of(*card, None, OfferAction::Attack),
            Action::AttackDirectly { card } => of(*card, None, OfferAction::AttackDirectly),
            Action::ReplayOn { card, .. } | Action::ReplayDirectly { card } | Action::StopAttack { card } => {
                of(*card, None, OfferAction::Replay)
            }
            Action::Proceed | Action::Draw | Action::GoTo { .. } | Action::EndTurn => None,
        }
    }

    /// The id of an effect, if its card has others that are activated too.
    pub(crate) fn telling_id(&self, effect: EffectRef) -> Option<String> {
        let several = self.def(effect.card)?.effects.iter().filter(|effect| effect.activates()).count() > 1;
        self.effect_id(effect).filter(|_| several).map(str::to_owned)
    }

    /// Whether an effect that waits or was placed is what an offer names.
    pub(crate) fn is_offered_trigger(&self, offer: &Offer, effect: EffectRef) -> bool {
        self.is_offer(offer, &Action::Trigger(effect))
    }

    /// The cards these references mean among `pool`, each another one; none if one of them is not there.
    pub(crate) fn find_all<'c>(
        &self,
        references: impl IntoIterator<Item = &'c CardRef>,
        pool: &[CardId],
    ) -> Option<Vec<CardId>> {
        let mut found: Vec<CardId> = Vec::new();
        for reference in references {
            found.push(*pool.iter().find(|&&c| self.is(reference, c) && !found.contains(&c))?);
        }
        Some(found)
    }

    /// A card as the file refers to it.
    pub fn name(&self, card: CardId) -> String {
        match self.ruling.references.get(usize::from(card.0)) {
            Some(reference) => reference.clone(),
            None => self.def(card).map_or_else(|| format!("card {}", card.0), |def| def.name.clone()),
        }
    }

    /// A card as it is called where the file is not at hand: by its name, and among several of that name by whose it is and which of
    /// theirs: "Yugi's second Sangan".
    pub fn full_name(&self, card: CardId) -> String {
        let (Some(place), Some(def)) = (self.cards.get(usize::from(card.0)), self.def(card)) else {
            return self.name(card);
        };
        let alike = (0..self.cards.len() as u16).map(CardId).filter(|other| self.cards[usize::from(other.0)] == *place);
        let (mut own, others): (Vec<CardId>, Vec<CardId>) =
            alike.partition(|&other| self.owner(other) == self.owner(card));
        // Cards that their labels number are numbered so.
        if own.iter().all(|other| self.number_in_label(*other).is_some()) {
            own.sort_by_key(|other| self.number_in_label(*other));
        }
        let number = own.iter().position(|&other| other == card).filter(|_| own.len() > 1);
        let whose = self.owner(card).filter(|_| !others.is_empty()).map(|owner| format!("{owner}'s"));
        match (whose, number.map(ordinal)) {
            (None, None) => def.name.clone(),
            (Some(whose), None) => format!("{whose} {}", def.name),
            (None, Some(number)) => format!("the {number} {}", def.name),
            (Some(whose), Some(number)) => format!("{whose} {number} {}", def.name),
        }
    }

    /// The number with which the label of a card begins, as in `first` or `second-veil`.
    fn number_in_label(&self, card: CardId) -> Option<usize> {
        let label = self.ruling.references.get(usize::from(card.0))?;
        let word = label.split(['-', ' ']).next()?;
        (0..5).find(|number| ordinal(*number) == word)
    }

    /// A card by its name and, where it has one, its label in the file.
    pub fn labelled(&self, card: CardId) -> String {
        match (self.ruling.references.get(usize::from(card.0)), self.def(card)) {
            (Some(label), Some(def)) if !label.contains(&def.name) => format!("{} ({label})", def.name),
            _ => self.name(card),
        }
    }

    /// A referred card as the file refers to it.
    pub fn name_of(&self, card: &CardRef) -> String {
        match card {
            CardRef::Card(id) => self.name(*id),
            CardRef::Token(name) => name.clone(),
        }
    }

    /// Cards in a sentence.
    pub(crate) fn names(&self, cards: &[CardId]) -> String {
        enumerate(&cards.iter().map(|&card| self.name(card)).collect::<Vec<_>>(), "and")
    }
}

/// "first", counted from 0.
fn ordinal(number: usize) -> String {
    const WORDS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    WORDS.get(number).map_or_else(|| format!("{}th", number + 1), |word| (*word).to_owned())
}

/// "a, b and c".
pub(crate) fn enumerate(items: &[impl AsRef<str>], conjunction: &str) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [] => "nothing".into(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} {conjunction} {last}", most.join(", ")),
    }
}

/// Something that may be offered, in a sentence: "activate Trap Hole".
pub(crate) fn offer_words(action: OfferAction, card: &str) -> String {
    match action {
        OfferAction::Activate => format!("activate {card}"),
        OfferAction::NormalSummon => format!("Normal Summon {card}"),
        OfferAction::Set => format!("Set {card}"),
        OfferAction::FlipSummon => format!("Flip Summon {card}"),
        OfferAction::SpecialSummon => format!("Special Summon {card}"),
        OfferAction::PendulumSummon => format!("Pendulum Summon {card}"),
        OfferAction::ChangePosition => format!("change the position of {card}"),
        OfferAction::Attack => format!("attack with {card}"),
        OfferAction::Replay => format!("replay the attack of {card}"),
        OfferAction::AttackDirectly => format!("attack directly with {card}"),
        OfferAction::MoveOn => format!("move on without doing more with {card}"),
        OfferAction::Apply => format!("apply {card}"),
    }
}

/// A text with its first letter large.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

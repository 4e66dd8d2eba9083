//! Everything a duel consists of between two questions: the board, the clock, what waits and what is under way.

use std::sync::Arc;

use crate::clock::Clock;
use crate::def::{BattlePosition, EffectDef, Moment, Once, Phase, Until};
use crate::frame::Frame;
use crate::ids::{CardId, EffectRef, Instant, LinkId, PendingId, Player, Ref, Stay};
use crate::log::{Cause, Deed, DuelEnd, SummonKind, Zone};
use crate::setup::{Setup, Since, StartZone};

/// A physical card and what is the case about it now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    /// Index into the library.
    pub def: u16,
    pub owner: Player,
    pub zone: Zone,
    /// On the field its controller, elsewhere the player in whose place it is.
    pub controller: Player,
    pub face_up: bool,
    pub position: BattlePosition,
    /// New with every change of zone.
    pub stay: Stay,
    /// When this stay began.
    pub since: Instant,
    /// Since when its continuous and watching effects count: Summon success, or its own activation beginning to resolve.
    pub in_force: Option<Instant>,
    /// New whenever it is turned face-down or leaves: a copy's own "once per turn" is tied to it.
    pub face: u32,
    /// The turn in which it came to the field, or was Set.
    pub arrived: u32,
    /// The turn in which it was last turned, Summoned or attacked with, so that it cannot change its position.
    pub turned: u32,
    /// The turn in which it last attacked.
    pub attacked: u32,
    /// The link of its own activation, for as long as it lies on the field because of it.
    pub activation: Option<LinkId>,
    /// Goes to the GY when the chain of its activation ends.
    pub waiting: bool,
    /// The link with which it was turned face-up or put on the field, for effects that may only be used later.
    pub flipped_by: Option<LinkId>,
    pub revealed: bool,
    pub counters: u8,
    /// Was Summoned in the way its text asks for.
    pub properly_summoned: bool,
    pub equipped_to: Option<Ref>,
    /// The monster that has defeated it in battle: it is destroyed at the end of the Damage Step.
    pub doomed_by: Option<CardId>,
}

/// One time an effect's cause happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Index of the event in the log.
    pub event: usize,
    pub deed: Deed,
    /// The cards of the event that met the condition.
    pub cards: Vec<Ref>,
}

/// A trigger that was met and waits for a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pending {
    pub id: PendingId,
    pub effect: EffectRef,
    /// The card in the stay the event left it in.
    pub source: Ref,
    /// It waits for something that happens to its own card.
    pub about_itself: bool,
    pub mandatory: bool,
    /// Who would have activated it when it was met.
    pub met_for: Player,
    /// Who may activate it: known once its window opens.
    pub player: Player,
    pub seen: Vec<Seen>,
    /// A flip effect that waits until damage was calculated.
    pub held: bool,
    /// Its window has opened: what happens from now on is another matter.
    pub batched: bool,
    /// A mandatory quick effect that an activation called for: placed in that chain.
    pub owed: bool,
}

impl Pending {
    /// When it was first met.
    pub(crate) fn age(&self) -> Instant {
        self.seen.iter().map(|s| s.deed.at).min().unwrap_or(Instant(0))
    }
}

/// The events a window is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Occasion {
    /// First log index.
    pub from: usize,
    /// One past the last log index.
    pub to: usize,
    /// The last instant in it, frozen when the window opens.
    pub latest: Option<Instant>,
}

/// What became of a link while it waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkNegated {
    No,
    Activation,
    Effect,
}

/// Cards known by a name given with `as`.
pub(crate) type Names = Vec<(String, Vec<Ref>)>;

/// An activation on a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub number: u16,
    pub player: Player,
    pub effect: EffectRef,
    /// The card after the costs were paid.
    pub source: Ref,
    pub card_activation: bool,
    pub speed: u8,
    pub bullet: Option<u8>,
    pub declared: Option<String>,
    pub targets: Vec<Ref>,
    pub names: Names,
    /// The cards of the cause.
    pub those: Vec<Ref>,
    /// The monster for which they were materials.
    pub summoned: Vec<Ref>,
    /// The link directly below, if this one answers its activation.
    pub answers: Option<LinkId>,
    pub negated: LinkNegated,
    /// The card left its place as this link's own cost.
    pub left_as_cost: bool,
    pub paid_lp: i32,
    /// Log index of its activation.
    pub event: usize,
    /// Its turn has come, whatever became of it.
    pub done: bool,
}

/// A chain being built or resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chain {
    pub links: Vec<LinkId>,
    /// What Chain Link 1 answered; every link of the chain may answer it.
    pub occasion: Occasion,
    /// Private triggers of the window the chain grew from, that may still be added.
    pub late: Vec<PendingId>,
    /// Nothing more can be added.
    pub locked: bool,
    /// Links still to resolve.
    pub left: Vec<LinkId>,
    /// The chain answers a Summon attempt or another gate, and returns to it.
    pub of_gate: bool,
    /// Log index at which it began.
    pub began: usize,
}

/// A modifier that applies for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lingering {
    /// Where the modifier stands in its card's definition.
    pub modifier: Arc<crate::def::Modifier>,
    pub player: Player,
    pub effect: EffectRef,
    pub source: Ref,
    pub until: Until,
    pub from_turn: u32,
    pub names: Names,
    pub those: Vec<Ref>,
    /// An oath of this link: gone if its activation is negated.
    pub oath_of: Option<(LinkId, Once)>,
}

/// A change of ATK or DEF by an effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Boost {
    pub card: Ref,
    pub face: u32,
    pub atk: bool,
    /// Sets the value instead of adding to it.
    pub sets: bool,
    pub amount: i32,
    pub until: Until,
    pub from_turn: u32,
}

/// Control of a monster that goes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Control {
    pub card: Ref,
    pub back_to: Player,
    pub until: Until,
    pub source: Ref,
    pub from_turn: u32,
}

/// A use of a limited effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spent {
    pub turn: u32,
    pub player: Player,
    pub effect: EffectRef,
    pub face: u32,
    pub link: LinkId,
}

/// A Summon that may be negated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    pub card: CardId,
    pub player: Player,
    pub kind: SummonKind,
    pub negated: bool,
}

/// An attack under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attack {
    pub attacker: Ref,
    /// The monster attacked; none in a direct attack.
    pub target: Option<Ref>,
    /// The defender's monsters when the attack was declared, or directed anew.
    pub side: Vec<Ref>,
    pub negated: bool,
    /// Damage was calculated already.
    pub calculated: bool,
}

/// An action without a chain that an event called for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reflex {
    pub source: ReflexSource,
    /// The link it reacts to, for which it waits.
    pub after: Option<LinkId>,
    pub deeds: Vec<Deed>,
    pub those: Vec<Ref>,
}

/// Where a reflex comes from: a card in force, or a lingering effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReflexSource {
    pub modifier: Arc<crate::def::Modifier>,
    pub player: Player,
    pub effect: EffectRef,
    pub source: Ref,
    pub names: Names,
}

/// The whole state of a duel, apart from its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub cards: Vec<Card>,
    /// Top card first.
    pub decks: [Vec<CardId>; 2],
    pub lp: [i32; 2],
    /// A player who had to draw and could not.
    pub decked: [bool; 2],
    pub turn: u32,
    pub turn_player: Player,
    pub phase: Phase,
    pub moment: Option<Moment>,
    pub clock: Clock,
    pub next_stay: u32,
    pub next_face: u32,
    pub next_pending: u32,
    pub pendings: Vec<Pending>,
    pub reflexes: Vec<Reflex>,
    pub links: Vec<Link>,
    pub chains: Vec<Chain>,
    pub lingering: Vec<Lingering>,
    pub boosts: Vec<Boost>,
    pub controls: Vec<Control>,
    pub spent: Vec<Spent>,
    /// Mandatory effects of a phase that were activated, with turn and phase.
    pub duties_done: Vec<(EffectRef, (u32, Phase))>,
    pub normal_summon_used: bool,
    pub attempt: Option<Attempt>,
    pub attack: Option<Attack>,
    /// Log index of the first event that no window has been about.
    pub unseen: usize,
    /// Log indices at which this turn and the last one began.
    pub turn_began: [usize; 2],
    /// The chance before the draw of the turn is over.
    pub gate_before_draw_over: bool,
    /// An effect ended the phase; this one comes next.
    pub forced_on: Option<Phase>,
    pub frames: Vec<Frame>,
    pub end: Option<DuelEnd>,
    /// Links activated in a row in which nobody had a choice, and in all.
    pub fuel: u32,
}

impl State {
    /// The board of a set-up that was found right.
    pub(crate) fn new(setup: &Setup, library: &[Arc<crate::def::CardDef>]) -> Self {
        let mut state = Self {
            cards: Vec::with_capacity(setup.cards.len() + 4),
            decks: [Vec::new(), Vec::new()],
            lp: setup.lp,
            decked: [false; 2],
            // Both players have had a turn before.
            turn: 3,
            turn_player: Player::One,
            phase: setup.phase,
            moment: None,
            clock: Clock::default(),
            next_stay: 0,
            next_face: 0,
            next_pending: 0,
            pendings: Vec::new(),
            reflexes: Vec::new(),
            links: Vec::new(),
            chains: Vec::new(),
            lingering: Vec::new(),
            boosts: Vec::new(),
            controls: Vec::new(),
            spent: Vec::new(),
            duties_done: Vec::new(),
            normal_summon_used: false,
            attempt: None,
            attack: None,
            unseen: 0,
            turn_began: [0; 2],
            gate_before_draw_over: false,
            forced_on: None,
            frames: Vec::new(),
            end: None,
            fuel: 0,
        };
        for (i, start) in setup.cards.iter().enumerate() {
            let id = CardId(i as u16);
            let def = &library[start.def];
            let zone = match start.zone {
                StartZone::Hand => Zone::Hand,
                StartZone::Monsters => Zone::Monster,
                StartZone::Set if def.monster().is_some() => Zone::Monster,
                StartZone::SpellsAndTraps | StartZone::Set if def.is_field_spell() => Zone::Field,
                StartZone::SpellsAndTraps | StartZone::Set => Zone::SpellTrap,
                StartZone::Gy => Zone::Gy,
                StartZone::Banished => Zone::Banished,
                StartZone::Deck => Zone::Deck,
                StartZone::ExtraDeck => Zone::ExtraDeck,
            };
            let set = start.zone == StartZone::Set;
            let face_up = matches!(zone, Zone::Gy | Zone::Banished) || (zone.on_field() && !set);
            let turn = match start.since {
                Since::Earlier => 0,
                Since::LastTurn => 2,
                Since::ThisTurn => 3,
            };
            let position = if set && zone == Zone::Monster { BattlePosition::Defense } else { start.position };
            let mut card = state.fresh_card(start.def as u16, start.owner);
            card.zone = zone;
            card.controller = start.side;
            card.face_up = face_up;
            card.position = position;
            card.in_force = (zone.on_field() && face_up).then_some(Instant(0));
            card.arrived = turn;
            card.turned = turn;
            card.revealed = start.revealed;
            card.counters = start.counters;
            card.properly_summoned = matches!(zone, Zone::Gy | Zone::Banished | Zone::Monster);
            state.cards.push(card);
            if zone == Zone::Deck {
                state.decks[start.side.index()].push(id);
            }
        }
        for (i, start) in setup.cards.iter().enumerate() {
            if let Some(to) = start.equipped_to {
                state.cards[i].equipped_to = Some(state.reference(CardId(to as u16)));
            }
        }
        state
    }

    /// A card that is nowhere yet.
    pub(crate) fn fresh_card(&mut self, def: u16, owner: Player) -> Card {
        Card {
            def,
            owner,
            zone: Zone::Gone,
            controller: owner,
            face_up: true,
            position: BattlePosition::Attack,
            stay: self.new_stay(),
            since: Instant(0),
            in_force: None,
            face: self.new_face(),
            arrived: 0,
            turned: 0,
            attacked: 0,
            activation: None,
            waiting: false,
            flipped_by: None,
            revealed: false,
            counters: 0,
            properly_summoned: false,
            equipped_to: None,
            doomed_by: None,
        }
    }

    /// Takes a card out of what effects that have resolved know by a name; whether one did.
    pub(crate) fn forget(&mut self, card: CardId) -> bool {
        let mut known = false;
        let resolved = self.links.iter_mut().filter(|link| link.done).map(|link| &mut link.names);
        for (_, cards) in resolved.chain(self.lingering.iter_mut().map(|l| &mut l.names)).flatten() {
            known |= cards.iter().any(|r| r.card == card);
            cards.retain(|r| r.card != card);
        }
        known
    }

    pub(crate) fn new_stay(&mut self) -> Stay {
        self.next_stay += 1;
        Stay(self.next_stay)
    }

    pub(crate) fn new_face(&mut self) -> u32 {
        self.next_face += 1;
        self.next_face
    }

    pub(crate) fn card(&self, id: CardId) -> &Card {
        &self.cards[id.0 as usize]
    }

    pub(crate) fn card_mut(&mut self, id: CardId) -> &mut Card {
        &mut self.cards[id.0 as usize]
    }

    /// The definition of an effect in a library that may outlive a change of the state.
    pub(crate) fn effect_in<'a>(&self, library: &'a [Arc<crate::def::CardDef>], effect: EffectRef) -> &'a EffectDef {
        &library[self.card(effect.card).def as usize].effects[effect.effect as usize]
    }

    /// The card as it lies there now.
    pub(crate) fn reference(&self, card: CardId) -> Ref {
        Ref { card, stay: self.card(card).stay }
    }

    /// Whether the card has not moved since the reference was made.
    pub(crate) fn still(&self, reference: Ref) -> bool {
        self.card(reference.card).stay == reference.stay
    }

    pub(crate) fn link(&self, id: LinkId) -> &Link {
        &self.links[id.0 as usize]
    }

    pub(crate) fn link_mut(&mut self, id: LinkId) -> &mut Link {
        &mut self.links[id.0 as usize]
    }

    /// The chain being built or resolved.
    pub(crate) fn chain(&self) -> Option<&Chain> {
        self.chains.last()
    }

    /// All card ids, in set-up order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.cards.len() as u16).map(CardId)
    }

    /// The turn player, then his opponent.
    pub(crate) fn players(&self) -> [Player; 2] {
        [self.turn_player, self.turn_player.opponent()]
    }

    /// Monster Zones of a player that are free, those reserved for an attempted Summon taken off.
    pub(crate) fn free_monster_zones(&self, player: Player) -> usize {
        let taken = self
            .cards
            .iter()
            .filter(|c| matches!(c.zone, Zone::Monster | Zone::Limbo) && c.controller == player)
            .count();
        5usize.saturating_sub(taken)
    }

    /// Spell & Trap Zones of a player that are free.
    pub(crate) fn free_spell_trap_zones(&self, player: Player) -> usize {
        let taken = self.cards.iter().filter(|c| c.zone == Zone::SpellTrap && c.controller == player).count();
        5usize.saturating_sub(taken)
    }

    /// Whether a player may see something he does not own: the reason an event happened, as a player.
    pub(crate) fn doer(&self, cause: Cause) -> Option<Player> {
        match cause {
            Cause::Cost(link) | Cause::Link(link) => Some(self.link(link).player),
            Cause::Reflex(_, player) | Cause::Action(player) => Some(player),
            Cause::Battle(card) => Some(self.card(card).controller),
            Cause::Game => None,
        }
    }
}

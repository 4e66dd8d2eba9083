//! Everything a duel consists of between two questions: the board, the clock, what waits and what is under way.

use std::sync::Arc;

use super::{
    Attack, AttackMade, AttackToNegate, Attempt, Boost, Card, CardId, Chain, Clock, Control, Counters, DuelEnd,
    DutyDone, EffectRef, Instant, Late, Lingering, Link, LinkId, Links, Names, Pendings, Player, Ref, Reflex,
    Replacing, Setup, Since, SkippedPhase, Spent, StartZone, Stay, Summoned, Used, Why, Zone, knows,
};
use crate::def::{BattlePosition, CardDef, EffectDef, Moment, Phase, SummonedAs};

/// The whole state of a duel, apart from its log: the board with its cards and what they say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// What the cards say; it never changes.
    pub library: Arc<[Arc<CardDef>]>,
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
    pub pendings: Pendings,
    pub reflexes: Vec<Reflex>,
    pub links: Links,
    pub chains: Vec<Chain>,
    pub lingering: Vec<Lingering>,
    /// The Summon that succeeds is by a procedure of the monster.
    pub by_procedure: bool,
    pub boosts: Vec<Boost>,
    pub controls: Vec<Control>,
    /// What is left for later phases.
    pub lates: Vec<Late>,
    /// Phases that are skipped, and those that were.
    pub skips: Vec<SkippedPhase>,
    /// The normal draw of this turn is not performed.
    pub no_normal_draw: bool,
    pub spent: Vec<Spent>,
    /// Effects of a phase that were activated, with turn, phase and link.
    pub duties_done: Vec<DutyDone>,
    /// How many Normal Summons and Sets the turn player has conducted this turn.
    pub normal_summons: u8,
    /// A monster was Normal Summoned this turn in addition to that.
    pub additional_summon_used: bool,
    pub pendulum_summon_used: bool,
    /// Cards that leave the field at the same time, while they are moved.
    pub leaving: Vec<CardId>,
    /// Cards that are about to be destroyed and placed in a Spell & Trap Zone instead of going to the GY.
    pub placing: Vec<CardId>,
    /// Cards that would be destroyed at the same time, while something is done instead.
    pub perishing: Vec<CardId>,
    /// What is used for the Summon that comes next.
    pub used_for_a_summon: Vec<Used>,
    /// What was named while it was paid for the Summon that comes next.
    pub named_for_a_summon: Names,
    /// What was used for Summons so far, and what was named while it was paid: cards know theirs by its number.
    pub used_so_far: Vec<Arc<[Used]>>,
    pub named_so_far: Vec<Arc<Names>>,
    /// Why a card is being moved, if it is.
    pub mover: Option<Why>,
    /// Uses of effects that replace a destruction so many times a turn.
    pub replacings: Vec<Replacing>,
    pub attempt: Option<Attempt>,
    pub attack: Option<Attack>,
    /// Log index of the first event that no window has been about.
    pub unseen: usize,
    /// Log indices at which this turn and the last one began.
    pub turn_began: [usize; 2],
    /// The chance before the draw of the turn is over.
    pub gate_before_draw_over: bool,
    /// The end of this Battle Phase has come.
    pub end_of_battle_over: bool,
    /// Effects that negate the next attack.
    pub attacks_to_negate: Vec<AttackToNegate>,
    /// The attacks that were declared, those of earlier turns too.
    pub attacks_made: Vec<AttackMade>,
    /// An effect ended the phase; this one comes next.
    pub forced_on: Option<Phase>,
    /// Monsters that the link which resolves has turned face-up.
    pub turned_up: Vec<CardId>,
    pub end: Option<DuelEnd>,
    /// A card has lain under a monster in this duel.
    pub has_materials: bool,
    /// There are Pendulum Monsters in this duel.
    pub has_scales: bool,
    /// It is said of every Link Monster of this duel where its Link Arrows point.
    pub knows_arrows: bool,
    /// Players choose the zones of monsters: there are Link Arrows, or the set-up names a zone.
    pub asks_for_seats: bool,
    /// A Trap that is a monster takes up a Spell & Trap Zone too.
    pub both_zones: bool,
    /// Links activated in a row in which nobody had a choice, and in all.
    pub fuel: u32,
}

impl Board {
    /// The board of a set-up that was found right.
    pub(crate) fn new(setup: &Setup, library: Vec<Arc<CardDef>>) -> Self {
        let library: Arc<[Arc<CardDef>]> = library.into();
        let mut state = Self {
            library: Arc::clone(&library),
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
            pendings: Pendings::default(),
            reflexes: Vec::new(),
            links: Links::default(),
            chains: Vec::new(),
            lingering: Vec::new(),
            by_procedure: false,
            boosts: Vec::new(),
            controls: Vec::new(),
            lates: Vec::new(),
            skips: Vec::new(),
            no_normal_draw: false,
            spent: Vec::new(),
            duties_done: Vec::new(),
            normal_summons: 0,
            additional_summon_used: false,
            pendulum_summon_used: false,
            leaving: Vec::new(),
            placing: Vec::new(),
            perishing: Vec::new(),
            used_for_a_summon: Vec::new(),
            named_for_a_summon: Names::new(),
            used_so_far: Vec::new(),
            named_so_far: Vec::new(),
            mover: None,
            replacings: Vec::new(),
            attempt: None,
            attack: None,
            unseen: 0,
            turn_began: [0; 2],
            gate_before_draw_over: false,
            end_of_battle_over: false,
            attacks_to_negate: Vec::new(),
            attacks_made: Vec::new(),
            forced_on: None,
            turned_up: Vec::new(),
            end: None,
            has_materials: false,
            has_scales: library.iter().any(|def| def.is_pendulum()),
            knows_arrows: library.iter().all(|def| !def.is_link() || def.has_arrows()),
            asks_for_seats: library.iter().any(|def| def.has_arrows())
                || setup.cards.iter().any(|card| card.seat.is_some()),
            both_zones: false,
            fuel: 0,
        };
        for (i, start) in setup.cards.iter().enumerate() {
            let id = CardId(i as u16);
            let def = &library[start.def];
            let zone = start.zone.zone(def);
            let set = start.zone == StartZone::Set;
            // A Pendulum Monster of the Main Deck can only lie face-up in the Extra Deck.
            let face_up_extra = zone == Zone::ExtraDeck && (start.face_up || !def.is_extra());
            let face_up = matches!(zone, Zone::Gy | Zone::Material)
                || (zone == Zone::Banished && !start.face_down)
                || (zone.on_field() && !set)
                || face_up_extra;
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
            card.seat = start.seat;
            card.in_force = (zone.on_field() && face_up).then_some(Instant(0));
            card.arrived = turn;
            card.turned = turn;
            card.revealed = start.revealed;
            card.counters = Counters::unnamed(start.counters);
            card.placed_as = start.placed_as;
            card.properly_summoned =
                matches!(zone, Zone::Gy | Zone::Banished | Zone::Monster | Zone::Material | Zone::Pendulum)
                    || face_up_extra;
            let lies_there = zone == Zone::Monster && face_up;
            card.summoned = Summoned::at_the_start(def, start.summoned).filter(|_| lies_there);
            let gemini = lies_there && def.is_gemini() && start.summoned == Some(SummonedAs::Gemini);
            card.gemini = gemini.then_some(card.face);
            card.attached_to = start.attached_to.map(|to| CardId(to as u16));
            state.has_materials |= start.attached_to.is_some();
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
        state.seat_the_rest();
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
            seat: None,
            next_seat: None,
            stay: self.new_stay(),
            since: Instant(0),
            in_force: None,
            face: self.new_face(),
            arrived: 0,
            turned: 0,
            attacked: 0,
            activation: None,
            named: None,
            waiting: false,
            flipped_by: None,
            revealed: false,
            counters: Counters::default(),
            properly_summoned: false,
            summoned: None,
            made_with: None,
            paid: None,
            gemini: None,
            redirected: false,
            equipped_to: None,
            equipped_by: None,
            placed_as: None,
            attached_to: None,
            doomed_by: None,
        }
    }

    /// Takes a card out of what effects that have resolved know by a name. What applies to other cards, and speaks of this one only to
    /// say which, goes on as it was.
    pub(crate) fn forget(&mut self, card: CardId) {
        let forget = |names: &mut Names| names.iter_mut().for_each(|(_, cards)| cards.retain(|r| r.card != card));
        self.links.change(|link| link.done && knows(&link.names, card), |link| forget(&mut link.names));
        self.lingering.iter_mut().filter(|l| l.is_about(card)).for_each(|l| forget(&mut l.names));
        self.lingering.retain(|lingering| !lingering.is_of_itself(card));
        self.lingering.iter_mut().for_each(|l| l.summoned.retain(|r| r.card != card));
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

    /// The definition of a card.
    pub(crate) fn def(&self, card: CardId) -> &CardDef {
        &self.library[self.card(card).def as usize]
    }

    /// The definition of an effect.
    pub(crate) fn effect(&self, effect: EffectRef) -> &EffectDef {
        self.effect_in(&self.library, effect)
    }

    /// The definition of an effect in a library that may outlive a change of the board.
    pub(crate) fn effect_in<'a>(&self, library: &'a [Arc<CardDef>], effect: EffectRef) -> &'a EffectDef {
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
        &self.links[id]
    }

    pub(crate) fn link_mut(&mut self, id: LinkId) -> &mut Link {
        &mut self.links[id]
    }

    /// The chain being built or resolved.
    pub(crate) fn chain(&self) -> Option<&Chain> {
        self.chains.last()
    }

    /// All card ids, in set-up order.
    pub(crate) fn ids(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.cards.len() as u16).map(CardId)
    }

    /// The turn player, then their opponent.
    pub(crate) fn players(&self) -> [Player; 2] {
        [self.turn_player, self.turn_player.opponent()]
    }

    /// Main Monster Zones of a player that are free, those reserved for an attempted Summon taken off.
    pub(crate) fn free_monster_zones(&self, player: Player) -> usize {
        self.free_zones(player, Zone::Monster)
    }

    /// Spell & Trap Zones of a player that are free.
    pub(crate) fn free_spell_trap_zones(&self, player: Player) -> usize {
        self.free_zones(player, Zone::SpellTrap)
    }

    /// Zones of a kind on the field of a player that are free; for Pendulum Zones see `rules/pendulum.rs`.
    pub(crate) fn free_zones(&self, player: Player, zone: Zone) -> usize {
        let takes = |card: &&Card| match card.zone {
            Zone::Limbo => zone == Zone::Monster && card.attached_to.is_none() && !card.is_in_an_extra_zone(),
            Zone::Monster if card.is_in_an_extra_zone() => false,
            // A Pendulum Zone is one of the Spell & Trap Zones.
            Zone::Pendulum => zone == Zone::SpellTrap,
            Zone::Monster => zone == Zone::Monster || (zone == Zone::SpellTrap && self.keeps_its_zone(card)),
            other => other == zone,
        };
        let taken = self.cards.iter().filter(takes).filter(|card| card.controller == player).count();
        let all: usize = if zone == Zone::Field { 1 } else { 5 };
        all.saturating_sub(taken)
    }

    /// Whether a Gemini monster was Gemini Summoned and has not been turned face-down since.
    pub(crate) fn is_gemini_summoned(&self, id: CardId) -> bool {
        let card = self.card(id);
        card.gemini == Some(card.face)
    }

    /// The materials of a monster.
    pub(crate) fn materials_of(&self, monster: CardId) -> impl Iterator<Item = CardId> {
        let under = move |id: &CardId| self.card(*id).zone == Zone::Material;
        self.ids().filter(move |id| self.card(*id).attached_to == Some(monster)).filter(under)
    }

    /// What was used for the Summon of a card to where it lies.
    pub(crate) fn made_with(&self, id: CardId) -> Option<&Arc<[Used]>> {
        self.used_so_far.get(usize::from(self.card(id).made_with?))
    }

    /// The names a card gave to what was paid for its Summon by its own procedure.
    pub(crate) fn paid_for(&self, id: CardId) -> Option<&Names> {
        self.named_so_far.get(usize::from(self.card(id).paid?)).map(|names| &**names)
    }

    /// Whose doing it is when something happens for this reason.
    pub(crate) fn doer(&self, cause: Why) -> Option<Player> {
        match cause {
            Why::Cost(link) | Why::Link(link) => Some(self.link(link).player),
            Why::Reflex(_, player) | Why::Action(player) => Some(player),
            Why::Battle(card) => Some(self.card(card).controller),
            Why::Game => None,
        }
    }
}

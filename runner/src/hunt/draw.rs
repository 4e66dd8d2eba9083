//! Boards to play on: drawn from the cards of the corpus, those of rulings with one thing changed, and some with cards that are made up.

use std::collections::BTreeSet;
use std::sync::Arc;

use segoc_engine::def::{CardDef, CardKind, Class, EffectDef, Modifier, MonsterIs, SpellKind, Target, TrapKind, Whose};
use segoc_format::card::CardFile;
use segoc_format::ruling::{Ruling, StepKind, engine_setup};
use segoc_protocol::{BattlePosition, CardId, Phase, Player, Setup, Sides, Since, StartCard, StartZone};

use super::Dice;
use super::board::{arranged, moved};
use super::invent::Inventory;
use crate::drive::steps;

/// What boards are drawn from, in one format.
pub(super) struct Stock {
    pub(super) format: String,
    /// The cards that are played in rulings of the format, each as often as it is drawn.
    cards: Vec<(Arc<CardFile>, usize)>,
    /// For each card those that are played with it in some ruling.
    partners: Vec<Vec<usize>>,
    /// What its monsters are: of other kinds there are none in the format.
    kinds: BTreeSet<MonsterIs>,
}

/// A board, and a story for it if it comes with one.
pub(super) struct Drawn {
    pub(super) setup: Setup,
    pub(super) story: Option<Vec<StepKind>>,
    /// The cards of it that were made up.
    pub(super) made_up: Vec<Arc<CardFile>>,
}

/// What is changed about the board of a ruling.
#[derive(Clone, Copy)]
enum Change {
    Nothing,
    LifePoints,
    CardLess,
    CardTurned,
    OtherCard,
    CardMore,
}

/// When a ruling is played for the first time.
const FIRST: [Change; 8] = {
    use Change::{CardMore, Nothing};
    [Nothing, Nothing, Nothing, Nothing, Nothing, CardMore, CardMore, CardMore]
};
/// When it is played again.
const LATER: [Change; 8] = {
    use Change::{CardLess, CardMore, CardTurned, LifePoints, Nothing, OtherCard};
    [Nothing, LifePoints, CardLess, CardTurned, OtherCard, CardMore, CardMore, CardMore]
};

impl Stock {
    /// What some rulings of a format play with. `wanted` says which cards are drawn at all.
    pub(super) fn of(format: &str, rulings: &[Arc<Ruling>], wanted: impl Fn(&CardFile) -> bool) -> Self {
        let rulings: Vec<&Arc<Ruling>> = rulings.iter().filter(|ruling| is_played(ruling, format)).collect();
        let mut cards: Vec<Arc<CardFile>> = rulings.iter().flat_map(|ruling| ruling.cards.clone()).collect();
        cards.sort_by(|a, b| a.name.cmp(&b.name));
        cards.dedup_by(|a, b| a.name == b.name);
        cards.retain(|card| !card.is_token() && wanted(card));
        let place = |card: &Arc<CardFile>| cards.binary_search_by(|other| other.name.cmp(&card.name)).ok();
        let mut partners: Vec<Vec<usize>> = vec![Vec::new(); cards.len()];
        for ruling in rulings {
            let here: Vec<usize> = ruling.cards.iter().filter_map(place).collect();
            here.iter().for_each(|&card| partners[card].extend(here.iter().filter(|other| **other != card)));
        }
        let kinds = cards.iter().flat_map(|card| kinds_of(card, format)).collect();
        let cards = cards.iter().map(|card| (Arc::clone(card), interest(&card.def(format)))).collect();
        Self { format: format.to_owned(), cards, partners, kinds }
    }

    /// Whether a ruling is played in this format.
    pub(super) fn plays(&self, ruling: &Ruling) -> bool {
        is_played(ruling, &self.format)
    }

    /// What the players do in a ruling, and what is looked at: formats in which that is the same are alike.
    pub(super) fn play(&self, ruling: &Ruling) -> Vec<usize> {
        steps(ruling, &self.format, None).map(|(number, _)| number).collect()
    }

    /// Whether there is nothing to draw.
    pub(super) fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// A card, those more often of which more can be asked.
    fn card(&self, dice: &mut Dice<'_>) -> usize {
        let all: usize = self.cards.iter().map(|(_, weight)| weight).sum();
        let mut left = dice.below(all.max(1));
        let drawn = self.cards.iter().position(|(_, weight)| {
            let here = left < *weight;
            left = left.saturating_sub(*weight);
            here
        });
        drawn.unwrap_or_default()
    }

    /// A board of cards that were drawn.
    pub(super) fn board(&self, dice: &mut Dice<'_>) -> Drawn {
        let mut table = Table::new(self, dice);
        let cards = 2 + dice.below(7);
        self.lay(&mut table, cards, dice);
        Drawn { setup: arranged(&table.setup, |_| true).0, story: None, made_up: Vec::new() }
    }

    /// Lays so many cards that have to do with each other, then some monsters and Decks.
    fn lay(&self, table: &mut Table, cards: usize, dice: &mut Dice<'_>) {
        let mut drawn: Vec<usize> = Vec::new();
        for _ in 0..cards {
            let partners = drawn.last().map(|last| &self.partners[*last]).filter(|some| !some.is_empty());
            let card = match partners {
                Some(partners) if !dice.one_in(3) => *dice.pick(partners),
                _ => self.card(dice),
            };
            drawn.push(card);
            table.add_somewhere(&self.cards[card].0, dice);
        }
        for player in Player::ALL {
            for _ in 0..dice.below(3) {
                let card = &self.cards[self.card(dice)].0;
                table.add(card, StartCard::new(&card.name, *player, StartZone::Monsters));
            }
            for _ in 0..1 + dice.below(4) {
                let card = &self.cards[self.card(dice)].0;
                table.add(card, StartCard::new(&card.name, *player, StartZone::Deck));
            }
        }
    }

    /// Whether there may be such a monster in the format.
    fn knows(&self, card: &CardFile) -> bool {
        kinds_of(card, &self.format).iter().all(|kind| self.kinds.contains(kind))
    }

    /// A board with cards that are made up: drawn, or that of a ruling in which one card is almost what it was.
    pub(super) fn invented(
        &self,
        rulings: &[(Arc<Ruling>, Vec<usize>)],
        inventory: &Inventory,
        title: &str,
        dice: &mut Dice<'_>,
    ) -> Drawn {
        let ruling = (!rulings.is_empty() && dice.one_in(2)).then(|| &dice.pick(rulings).0);
        let altered = ruling.filter(|ruling| self.plays(ruling));
        if let Some(drawn) = altered.and_then(|ruling| self.altered(ruling, inventory, title, dice)) {
            return drawn;
        }
        let made = (0..1 + dice.below(2)).filter_map(|i| inventory.card(None, &format!("{title} {}", i + 1), dice));
        let made_up: Vec<Arc<CardFile>> = made.filter(|card| self.knows(card)).collect();
        let mut table = Table::new(self, dice);
        for card in &made_up {
            (0..1 + dice.below(2)).for_each(|_| table.add_somewhere(card, dice));
        }
        let cards = 1 + dice.below(5);
        self.lay(&mut table, cards, dice);
        Drawn { setup: arranged(&table.setup, |_| true).0, story: None, made_up }
    }

    /// The board and the story of a ruling in which one card is almost what it was; none if there is no such card, or it cannot lie there.
    fn altered(&self, ruling: &Ruling, inventory: &Inventory, title: &str, dice: &mut Dice<'_>) -> Option<Drawn> {
        let mut table = Table::with(self, ruling);
        let like = dice.pick(&table.setup.cards).name.clone();
        let card = inventory.card(Some(&like), title, dice).filter(|card| self.knows(card))?;
        table.library.push(Arc::new(card.def(&self.format)));
        table
            .setup
            .cards
            .iter_mut()
            .filter(|start| start.name == like)
            .for_each(|start| title.clone_into(&mut start.name));
        let (setup, to) = arranged(&table.setup, |_| true);
        let story = self.story(ruling, &to);
        is_legal(&setup, &table.library).then(|| Drawn { setup, story: Some(story), made_up: vec![card] })
    }

    /// The board of a ruling. First with its own story, and perhaps a card more; in later rounds mostly with one thing changed, and mostly with its story.
    pub(super) fn changed(&self, ruling: &Ruling, round: u64, dice: &mut Dice<'_>) -> Drawn {
        let first = round == 0;
        let mut table = Table::with(self, ruling);
        let mut removed = None;
        let cards = table.setup.cards.len();
        match *dice.pick(if first { &FIRST } else { &LATER }) {
            Change::Nothing => {}
            Change::LifePoints => table.setup.lp = lp(dice),
            Change::CardLess if cards > 1 => removed = Some(dice.below(cards)),
            Change::CardTurned if cards > 0 => {
                let card = &mut table.setup.cards[dice.below(cards)];
                match (card.zone, dice.below(3)) {
                    // What lies under a monster has not come to the field.
                    (StartZone::Material, _) => {}
                    (StartZone::Monsters, 0) => card.position = Some(BattlePosition::Defense),
                    (_, 1) => card.since = Some(Since::ThisTurn),
                    _ => card.since = Some(Since::LastTurn),
                }
            }
            Change::OtherCard if cards > 0 => {
                let (place, card) = (dice.below(cards), &self.cards[self.card(dice)].0);
                table.library.push(Arc::new(card.def(&self.format)));
                table.setup.cards[place].name.clone_from(&card.name);
            }
            _ => {
                let with = dice.pick(&ruling.cards).name.clone();
                let known = self.cards.iter().position(|(card, _)| card.name == with);
                let partners = known.map(|card| &self.partners[card]).filter(|some| !some.is_empty());
                let card = match partners {
                    Some(partners) if dice.one_in(2) => *dice.pick(partners),
                    _ => self.card(dice),
                };
                table.add_somewhere(&self.cards[card].0, dice);
            }
        }
        let (setup, to) = arranged(&table.setup, |i| Some(i) != removed);
        let story = (first || !dice.one_in(4)).then(|| self.story(ruling, &to));
        if !is_legal(&setup, &table.library) {
            let all: Vec<Option<CardId>> = (0..ruling.setup.cards.len() as u16).map(|i| Some(CardId(i))).collect();
            let story = Some(self.story(ruling, &all));
            return Drawn { setup: ruling.setup.clone(), story, made_up: Vec::new() };
        }
        Drawn { setup, story, made_up: Vec::new() }
    }

    /// The story of a ruling, when its cards have gone elsewhere.
    fn story(&self, ruling: &Ruling, to: &[Option<CardId>]) -> Vec<StepKind> {
        steps(ruling, &self.format, None).filter_map(|(_, step)| moved(&step.kind, to)).collect()
    }
}

/// A board that is being laid.
struct Table {
    setup: Setup,
    library: Vec<Arc<CardDef>>,
    format: String,
}

impl Table {
    fn new(stock: &Stock, dice: &mut Dice<'_>) -> Self {
        let phases = [Phase::Main1, Phase::Main1, Phase::Main1, Phase::Main1, Phase::Battle, Phase::Battle];
        let rare = [Phase::Draw, Phase::Standby, Phase::Main2, Phase::End];
        let phase = if dice.one_in(8) { *dice.pick(&rare) } else { *dice.pick(&phases) };
        let setup = Setup { phase, lp: lp(dice), cards: Vec::new() };
        Self { setup, library: Vec::new(), format: stock.format.clone() }
    }

    fn with(stock: &Stock, ruling: &Ruling) -> Self {
        let library = ruling.cards.iter().map(|card| Arc::new(card.def(&stock.format))).collect();
        Self { setup: ruling.setup.clone(), library, format: stock.format.clone() }
    }

    /// Adds a card, if the board allows it.
    fn add(&mut self, card: &CardFile, start: StartCard) {
        let copies = self.setup.cards.iter().filter(|c| c.name == start.name && c.owner() == start.owner()).count();
        if copies > 2 {
            return;
        }
        if self.library.iter().all(|def| def.name != card.name) {
            self.library.push(Arc::new(card.def(&self.format)));
        }
        self.setup.cards.push(start);
        if !is_legal(&self.setup, &self.library) {
            self.setup.cards.pop();
        }
    }

    /// Adds a card where cards of its kind matter.
    fn add_somewhere(&mut self, card: &CardFile, dice: &mut Dice<'_>) {
        use StartZone::{Banished, Deck, ExtraDeck, Gy, Hand, Monsters, PendulumZones, Set, SpellsAndTraps};
        let def = card.def(&self.format);
        let places: &[StartZone] = match &def.kind {
            CardKind::Monster(_) if def.is_extra() => &[Monsters, Monsters, Monsters, ExtraDeck, ExtraDeck, Gy],
            CardKind::Monster(_) if def.is_pendulum() => &[Hand, Monsters, PendulumZones, PendulumZones],
            CardKind::Monster(_) => {
                &[Hand, Hand, Hand, Hand, Monsters, Monsters, Monsters, Monsters, Gy, Gy, Set, Deck, Banished]
            }
            CardKind::Spell(SpellKind::Continuous | SpellKind::Field | SpellKind::Equip) => {
                &[Hand, Hand, SpellsAndTraps, SpellsAndTraps, Set]
            }
            CardKind::Spell(_) => &[Hand, Hand, Hand, Set, Set, Gy],
            CardKind::Trap(TrapKind::Continuous) => &[Set, Set, SpellsAndTraps, SpellsAndTraps],
            CardKind::Trap(_) => &[Set, Set, Set, Set, Set, Hand, Gy],
        };
        let zone = match *dice.pick(places) {
            SpellsAndTraps if remembers(&def) => Set,
            zone => zone,
        };
        let mut start = StartCard::new(&card.name, *dice.pick(Player::ALL), zone);
        if zone == Monsters && dice.one_in(4) && def.monster().is_none_or(|monster| monster.link.is_none()) {
            start.position = Some(BattlePosition::Defense);
        }
        if matches!(zone, Monsters | Set | SpellsAndTraps) && dice.one_in(6) {
            start.since = Some(*dice.pick(&[Since::ThisTurn, Since::LastTurn]));
        }
        if zone == SpellsAndTraps && def.kind == CardKind::Spell(SpellKind::Equip) {
            let monsters = self.setup.cards.iter().enumerate().filter(|(_, card)| card.zone == Monsters);
            let monsters: Vec<usize> = monsters.map(|(i, _)| i).collect();
            if monsters.is_empty() {
                start.zone = Hand;
            } else {
                start.equipped_to = Some(*dice.pick(&monsters));
            }
        }
        self.add(card, start);
    }
}

/// What a monster is, as its type line says.
fn kinds_of(card: &CardFile, format: &str) -> Vec<MonsterIs> {
    card.def(format).monster().map(|monster| monster.is.to_vec()).unwrap_or_default()
}

/// Whether a ruling is asserted in a format; one that is disputed is not.
fn is_played(ruling: &Ruling, format: &str) -> bool {
    ruling.formats.iter().any(|f| f == format) && ruling.disputed.is_empty()
}

fn lp(dice: &mut Dice<'_>) -> Sides<i32> {
    let amounts = [8000, 8000, 8000, 8000, 3000, 1000, 100];
    Sides { yugi: *dice.pick(&amounts), joey: *dice.pick(&amounts) }
}

fn is_legal(setup: &Setup, library: &[Arc<CardDef>]) -> bool {
    let fits = |card: &StartCard| bearer(setup, card).is_none_or(|bearer| may_bear(library, card, bearer));
    setup.cards.iter().all(fits) && engine_setup(setup, library).is_ok_and(|board| board.problems(library).is_empty())
}

/// The monster to which a card is equipped.
fn bearer<'s>(setup: &'s Setup, card: &StartCard) -> Option<&'s StartCard> {
    setup.cards.get(card.equipped_to?)
}

/// Whether an Equip Card may lie on a monster of that side: one that gives its player control lies on one of theirs, others where their text lets them.
fn may_bear(library: &[Arc<CardDef>], card: &StartCard, bearer: &StartCard) -> bool {
    let Some(def) = library.iter().find(|def| def.name == card.name) else { return true };
    let own = bearer.player == card.player;
    if def.effects.iter().any(|effect| effect.applies.iter().any(|m| matches!(m, Modifier::Control(_)))) {
        return own && bearer.owner() != card.player;
    }
    let activation = def.effects.iter().find(|effect| effect.class == Class::Activation);
    let targets = activation.into_iter().flat_map(|effect| &effect.targets);
    targets.into_iter().all(|target| match target {
        Target::Chosen { of, .. } => match of.whose {
            Some(Whose::Yours) => own,
            Some(Whose::Opponents) => !own,
            None => true,
        },
        Target::Known(_) => true,
    })
}

/// Whether a card goes by what was targeted or declared when it was activated: of one that lies face-up when the duel begins nobody knows it.
fn remembers(def: &CardDef) -> bool {
    let chosen = |effect: &EffectDef| !effect.targets.is_empty() || effect.declares.is_some();
    let is_equip = def.kind == CardKind::Spell(SpellKind::Equip);
    !is_equip && def.effects.iter().any(|effect| effect.class == Class::Activation && chosen(effect))
}

/// How often a card is drawn: triggers, fast effects, costs and what is done instead make for questions.
fn interest(def: &CardDef) -> usize {
    let of_effect = |effect: &EffectDef| {
        let by_class = match effect.class {
            Class::Trigger | Class::Quick => 3,
            Class::Continuous | Class::Phase => 2,
            Class::Activation | Class::Ignition | Class::Procedure => 1,
        };
        by_class + usize::from(!effect.cost.is_empty())
    };
    1 + def.effects.iter().map(|effect| of_effect(effect)).sum::<usize>().min(6)
}

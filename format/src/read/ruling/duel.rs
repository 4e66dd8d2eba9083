//! The set-up of the duel.

use segoc_protocol::{Phase, Player, Setup, Sides, StartCard, StartZone};

use super::reference::{PLAYERS, TableCard};
use super::{Found, RulingReader};
use crate::lint::Lint;
use crate::place::Span;
use crate::ruling::CardRef;
use crate::spec;
use crate::spec::words::SINCE;
use crate::yaml::{Kind, Node};

/// As many cards as the engine takes.
const MOST_CARDS: usize = 1000;

impl RulingReader<'_> {
    /// Reads the board the duel begins with, and fills the table of its cards.
    pub(super) fn duel(&mut self, node: &Node) -> Option<Setup> {
        let mut fields = self.reader.fields(node, &spec::duel::DUEL)?;
        let phase = fields.take("phase").map_or(Some(Phase::Main1), |node| self.reader.word(node, "phase"));
        let mut setup =
            Setup { phase: phase.unwrap_or(Phase::Main1), lp: Sides { yugi: 8000, joey: 8000 }, cards: Vec::new() };
        let mut equipped: Vec<(usize, &Node)> = Vec::new();
        for (name, player) in PLAYERS {
            if let Some(node) = fields.need(name) {
                self.side(node, *player, &mut setup, &mut equipped);
            }
        }
        fields.finish(&mut self.reader);
        for (card, node) in equipped {
            if let Some(CardRef::Card(to)) = self.reference(node) {
                let to = usize::from(to.0);
                if setup.cards[to].zone != StartZone::Monsters {
                    self.reader.error(node.span, "a card can only be equipped to a monster in `monsters`");
                }
                setup.cards[card].equipped_to = Some(to);
            }
        }
        self.tokens();
        phase.map(|_| setup)
    }

    fn side<'n>(&mut self, node: &'n Node, player: Player, setup: &mut Setup, equipped: &mut Vec<(usize, &'n Node)>) {
        let Some(mut fields) = self.reader.fields(node, &spec::duel::SIDE) else { return };
        if let Some(node) = fields.take("lp") {
            setup.lp[player] = self.reader.number(node, "`lp`", 1..=1_000_000).unwrap_or(8000);
        }
        for zone in StartZone::ALL {
            let Some(node) = fields.take(zone.word()) else { continue };
            let items = self.reader.list(node, "cards").unwrap_or_default();
            let items = match MOST_CARDS.checked_sub(setup.cards.len()).and_then(|room| items.get(room)) {
                Some(first) => {
                    let message = format!("a duel has at most {MOST_CARDS} cards");
                    self.reader.error_help(first.span, message, "list only the cards that matter");
                    &items[..MOST_CARDS - setup.cards.len()]
                }
                None => items,
            };
            self.each_card::<()>(items, |ruling, item| {
                ruling.card(item, player, *zone, setup, equipped);
                None
            });
        }
        fields.finish(&mut self.reader);
    }

    /// A name, or a map with `card`.
    fn card<'n>(
        &mut self,
        node: &'n Node,
        side: Player,
        zone: StartZone,
        setup: &mut Setup,
        equipped: &mut Vec<(usize, &'n Node)>,
    ) {
        let mut start = StartCard::new("", side, zone);
        let mut label = None;
        let name = if let Kind::Map(_) = node.kind {
            let Some(mut fields) = self.reader.fields(node, &spec::duel::START_CARD) else { return };
            let name = fields.need("card").and_then(|node| self.reader.spanned(node, "the name of a card"));
            label = fields.take("as").and_then(|node| self.label(node));
            if let Some(node) = fields.take("position") {
                self.only_in(node, zone, &[StartZone::Monsters], "`position`");
                start.position = self.reader.word(node, "position");
            }
            if let Some(node) = fields.take("owner") {
                start.owner = self.player(node).filter(|owner| *owner != side);
            }
            if let Some(node) = fields.take("counters") {
                start.counters = self.reader.small(node, "`counters`");
            }
            if let Some(node) = fields.take("equipped to") {
                self.only_in(node, zone, &[StartZone::SpellsAndTraps], "`equipped to`");
                equipped.push((setup.cards.len(), node));
            }
            if let Some(node) = fields.take("revealed") {
                self.only_in(node, zone, &[StartZone::Hand], "`revealed`");
                start.revealed = self.reader.flag(node, "`revealed`");
            }
            if let Some(node) = fields.take("since") {
                start.since = self.reader.word_of(node, "time", SINCE);
            }
            fields.finish(&mut self.reader);
            name.map(|name| (name.value, name.span))
        } else {
            self.reader.string(node, "a card").map(|name| (name, node.span))
        };
        // A card without a readable name still takes a number, so that nothing else moves.
        let (name, span) = name.unwrap_or_else(|| (String::new(), node.span));
        let number = self.definition(&name, span);
        self.table.cards.push(TableCard { name: number, owner: start.owner(), zone, label, span: node.span });
        start.name = name;
        setup.cards.push(start);
    }

    fn only_in(&mut self, node: &Node, zone: StartZone, zones: &[StartZone], what: &str) {
        if !zones.contains(&zone) {
            let only = crate::suggest::list(zones.iter().map(|zone| zone.word()));
            self.reader.error(node.span, format!("{what} is for cards in {only}, this one is in `{zone}`"));
        }
    }

    fn label(&mut self, node: &Node) -> Option<String> {
        let label = self.reader.id(node, "a label")?;
        if self.table.cards.iter().any(|card| card.label.as_ref() == Some(&label)) {
            self.reader.error(node.span, format!("the label `{label}` is given twice"));
            return None;
        }
        Some(label)
    }

    /// Yugi or Joey.
    pub(super) fn player(&mut self, node: &Node) -> Option<Player> {
        let text = self.reader.string(node, "a player")?;
        let found = PLAYERS.iter().find(|(name, _)| *name == text).map(|(_, player)| *player);
        if found.is_none() {
            self.reader.unknown(node.span, "player", &text, [Player::Yugi.word(), Player::Joey.word()]);
        }
        found
    }

    /// The number of a card's name, adding it to the table with its file if it is new.
    fn definition(&mut self, name: &str, span: Span) -> usize {
        if let Some(i) = self.table.names.iter().position(|other| other == name) {
            return i;
        }
        let file = match self.cards.find(name) {
            Found::Card(file) => Some(file),
            Found::Broken(mut errors) => {
                self.card_errors.append(&mut errors.0);
                None
            }
            Found::Unknown => {
                // Without a name there was a mistake already.
                if !name.is_empty() {
                    let help = match self.cards.nearest(name) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "a card needs a file under `cards`, named after it".to_owned(),
                    };
                    self.reader.error_help(span, format!("unknown card `{name}`"), help).lint = Lint::UnknownCard;
                }
                None
            }
        };
        self.table.names.push(name.to_owned());
        self.table.files.push(file);
        self.table.names.len() - 1
    }

    /// Adds the tokens that cards of the duel may make, and those that these may make.
    fn tokens(&mut self) {
        let mut next = 0;
        while next < self.table.files.len() {
            let summons = self.table.files[next].as_ref().map(|file| file.summons.clone()).unwrap_or_default();
            for name in summons {
                if self.table.names.contains(&name) {
                    continue;
                }
                match self.cards.find(&name) {
                    Found::Card(file) if file.is_token() => {
                        self.table.names.push(name);
                        self.table.files.push(Some(file));
                    }
                    Found::Broken(mut errors) => self.card_errors.append(&mut errors.0),
                    // Any other card would have to be in the set-up; an unknown name is a mistake of that card's file.
                    Found::Card(_) | Found::Unknown => {}
                }
            }
            next += 1;
        }
    }
}

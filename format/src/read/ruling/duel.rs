//! The set-up of the duel.

use segoc_engine::def::Facing;
use segoc_protocol::{Phase, Player, Setup, Sides, StartCard, StartZone};

use super::reference::TableCard;
use super::{Found, RulingReader};
use crate::lint::Lint;
use crate::place::{Span, Spanned};
use crate::read::{Entry, Fields};
use crate::ruling::CardRef;
use crate::spec::shapes::{DUEL, MATERIAL_CARD, SIDE, START_CARD};
use crate::yaml::Node;

/// As many cards as the engine takes.
const MOST_CARDS: usize = 1000;

/// Cards that are equipped, each with what it is said to be equipped to.
type Equipped<'n> = Vec<(usize, Entry<'n>)>;

impl RulingReader<'_, '_> {
    /// Reads the board the duel begins with, and fills the table of its cards.
    pub(super) fn duel(&mut self, node: &Node) -> Option<Setup> {
        let fields = self.fields(node, &DUEL)?;
        let phase = fields.get_or(self, "phase", Phase::Main1);
        let mut setup = Setup { phase: Phase::Main1, lp: Sides { yugi: 8000, joey: 8000 }, cards: Vec::new() };
        let mut equipped = Vec::new();
        for player in Player::ALL {
            if let Some(side) = fields.entry(player.word()).and_then(|side| self.fields(side.node, &SIDE)) {
                self.side(&side, *player, &mut setup, &mut equipped);
            }
        }
        for (card, to) in equipped {
            if let Some(CardRef::Card(monster)) = to.read(self) {
                let monster = usize::from(monster.0);
                if setup.cards[monster].zone != StartZone::Monsters {
                    self.error(to.node.span, "a card can only be equipped to a monster in `monsters`");
                }
                setup.cards[card].equipped_to = Some(monster);
            }
        }
        self.tokens();
        Some(Setup { phase: phase?, ..setup })
    }

    fn side<'n>(&mut self, fields: &Fields<'n>, player: Player, setup: &mut Setup, equipped: &mut Equipped<'n>) {
        fields.fill(self, "lp", &mut setup.lp[player]);
        for zone in StartZone::ALL {
            let Some(entry) = fields.entry(zone.word()) else { continue };
            let items = self.list(entry.node, entry.field).unwrap_or_default();
            let room = MOST_CARDS - setup.cards.len();
            if let Some(first) = items.get(room) {
                let message = format!("a duel has at most {MOST_CARDS} cards");
                self.error_help(first.span, message, "list only the cards that matter");
            }
            self.each_card(&items[..room.min(items.len())], |story, item| {
                let fields = story.fields_or("card", item, &START_CARD)?;
                story.card(item.span, &fields, StartCard::new("", player, *zone), setup, equipped);
                Some(())
            });
        }
    }

    /// A name, or a map with `card`.
    fn card<'n>(
        &mut self,
        span: Span,
        fields: &Fields<'n>,
        mut start: StartCard,
        setup: &mut Setup,
        equipped: &mut Equipped<'n>,
    ) {
        for (key, only_in) in [
            ("position", &[StartZone::Monsters][..]),
            ("zone", &[StartZone::Monsters, StartZone::SpellsAndTraps, StartZone::PendulumZones, StartZone::Set]),
            ("summoned", &[StartZone::Monsters]),
            ("equipped to", &[StartZone::SpellsAndTraps]),
            ("revealed", &[StartZone::Hand]),
            ("face", &[StartZone::ExtraDeck, StartZone::Banished]),
            ("treated as", &[StartZone::SpellsAndTraps]),
            ("counters", &[StartZone::Monsters, StartZone::SpellsAndTraps, StartZone::PendulumZones]),
            (
                "owner",
                &[
                    StartZone::Monsters,
                    StartZone::SpellsAndTraps,
                    StartZone::PendulumZones,
                    StartZone::Set,
                    StartZone::Material,
                ],
            ),
            ("materials", &[StartZone::Monsters]),
        ] {
            if let Some(entry) = fields.entry(key).filter(|_| !only_in.contains(&start.zone)) {
                let zones: Vec<String> = only_in.iter().map(|zone| format!("`{zone}`")).collect();
                let message =
                    format!("`{key}` is for cards in {}, this one is in `{}`", zones.join(" or "), start.zone);
                self.error(entry.node.span, message);
            }
        }
        let label = self.label(fields);
        fields.fill(self, "position", &mut start.position);
        fields.fill(self, "zone", &mut start.seat);
        fields.fill(self, "counters", &mut start.counters);
        fields.fill(self, "revealed", &mut start.revealed);
        fields.fill(self, "since", &mut start.since);
        fields.fill(self, "summoned", &mut start.summoned);
        let face: Option<Facing> = fields.get(self, "face").flatten();
        let usual = if start.zone == StartZone::Banished { Facing::Up } else { Facing::Down };
        if let (Some(entry), Some(face)) = (fields.entry("face"), face)
            && face == usual
        {
            let message = format!("cards in `{}` lie face-{face} unless it is said", start.zone);
            self.error_help(entry.node.span, message, "leave `face` out");
        }
        start.face_up = face == Some(Facing::Up) && start.zone == StartZone::ExtraDeck;
        start.face_down = face == Some(Facing::Down) && start.zone == StartZone::Banished;
        fields.fill(self, "treated as", &mut start.placed_as);
        let owner: Option<Player> = fields.get(self, "owner").flatten();
        start.owner = owner.filter(|owner| *owner != start.player);
        equipped.extend(fields.entry("equipped to").map(|to| (setup.cards.len(), to)));
        // A card without a readable name still takes a number, so that nothing else moves.
        let name: Option<Spanned<String>> = fields.get(self, "card");
        let name = name.unwrap_or(Spanned { value: String::new(), span });
        let number = self.definition(&name.value, name.span);
        let owner = start.owner();
        self.known.table.cards.push(TableCard { name: number, owner, zone: start.zone, label, span });
        start.name = name.value;
        let (player, monster) = (start.player, setup.cards.len());
        setup.cards.push(start);
        if let Some(entry) = fields.entry("materials") {
            let items = self.list(entry.node, entry.field).unwrap_or_default();
            let room = MOST_CARDS - setup.cards.len();
            self.each_card(&items[..room.min(items.len())], |story, item| {
                let fields = story.fields_or("card", item, &MATERIAL_CARD)?;
                let start = StartCard::new("", player, StartZone::Material);
                let material = StartCard { attached_to: Some(monster), ..start };
                story.card(item.span, &fields, material, setup, equipped);
                Some(())
            });
        }
    }

    fn label(&mut self, fields: &Fields<'_>) -> Option<String> {
        let entry = fields.entry("as")?;
        let label: String = entry.read(self)?;
        if self.known.table.cards.iter().any(|card| card.label.as_ref() == Some(&label)) {
            self.error(entry.node.span, format!("the label `{label}` is given twice"));
            return None;
        }
        Some(label)
    }

    /// The number of a card's name, adding it to the table with its file if it is new.
    fn definition(&mut self, name: &str, span: Span) -> usize {
        if let Some(i) = self.known.table.names.iter().position(|other| other == name) {
            return i;
        }
        let file = match self.known.cards.find(name) {
            Found::Card(file) => Some(file),
            Found::Broken(mut errors) => {
                self.errors.append(&mut errors.0);
                None
            }
            Found::Unknown => {
                // Without a name there was a mistake already.
                if !name.is_empty() {
                    let help = match self.known.cards.nearest(name) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "a card needs a file under `cards`, named after it".to_owned(),
                    };
                    self.error_help(span, format!("unknown card `{name}`"), help).lint = Lint::UnknownCard;
                }
                None
            }
        };
        self.known.table.names.push(name.to_owned());
        self.known.table.files.push(file);
        self.known.table.names.len() - 1
    }

    /// Adds the tokens that cards of the duel may make, and those that these may make.
    fn tokens(&mut self) {
        let mut next = 0;
        while next < self.known.table.files.len() {
            let summons = self.known.table.files[next].as_ref().map(|file| file.summons.clone()).unwrap_or_default();
            for name in summons {
                if self.known.table.names.contains(&name) {
                    continue;
                }
                match self.known.cards.find(&name) {
                    Found::Card(file) if file.is_token() => {
                        self.known.table.names.push(name);
                        self.known.table.files.push(Some(file));
                    }
                    Found::Broken(mut errors) => self.errors.append(&mut errors.0),
                    // Any other card would have to be in the set-up; an unknown name is a mistake of that card's file.
                    Found::Card(_) | Found::Unknown => {}
                }
            }
            next += 1;
        }
    }
}

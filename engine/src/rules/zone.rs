//! `zone.*`: which zone a monster goes to, Link Arrows, and columns.
//!
//! Elsewhere: `zone.exchanged` in `steps/control.rs` (`exchange_control`), `zone.as-many-as-there-are` in `steps/special_summon.rs`
//! (`those_with_a_zone`).

mod room;

use crate::catalogue::Rule;
use crate::def::{Group, Subject};
use crate::flow::{Choice, Duel, Flow, Pool};
use crate::state::{
    Board, Card, CardId, Changed, Destination, EffectRef, MoveHow, Player, Purpose, Seat, Snapshot, Zone, square,
};
use crate::words::Ctx;

/// A square of the board: its column and its row.
type Square = (i8, i8);

/// What only looks at the board.
impl Board {
    /// The square of a card on the field, or of one that is about to be there.
    fn square_of(&self, card: &Card) -> Option<Square> {
        let zone = if card.zone == Zone::Limbo { Zone::Monster } else { card.zone };
        square(zone, card.seat?, card.controller)
    }

    /// Whether a zone of a row is free, apart from what is about to leave.
    fn is_free(&self, zone: Zone, seat: Seat, player: Player, gone: &[CardId]) -> bool {
        let there = square(zone, seat, player);
        let lies = |id: CardId| !gone.contains(&id) && self.square_of(self.card(id)) == there;
        !self.ids().any(|id| (self.card(id).zone.on_field() || self.card(id).zone == Zone::Limbo) && lies(id))
    }

    /// The zone of its row in which a card lies that moves: the one that was chosen for it, else the first that is free.
    pub(crate) fn seat_at(&self, id: CardId, to: Destination, how: MoveHow) -> Option<Seat> {
        let card = self.card(id);
        let zone = match to.zone {
            Zone::Limbo if how == MoveHow::Attempted => Zone::Monster,
            Zone::Monster | Zone::SpellTrap | Zone::Pendulum => to.zone,
            _ => return None,
        };
        let stays = !card.zone.on_field() || (card.zone, card.controller) == (to.zone, to.controller);
        let chosen = card.next_seat.or(card.seat.filter(|_| stays));
        let chosen = chosen.filter(|&seat| self.is_free(zone, seat, to.controller, &[id]));
        chosen.or_else(|| self.first_free(zone, to.controller, id))
    }

    /// The Main Monster Zones of a player that are free.
    pub(crate) fn free_row(&self, player: Player) -> Vec<Seat> {
        Seat::ROW.into_iter().filter(|&seat| self.is_free(Zone::Monster, seat, player, &[])).collect()
    }

    /// The first zone of a row that is free. Where there are Pendulum Monsters, the outer Spell & Trap Zones are left to them as
    /// long as there are others.
    fn first_free(&self, zone: Zone, player: Player, but: CardId) -> Option<Seat> {
        use Seat::{Left, Leftmost, Middle, Right, Rightmost};
        let order: &[Seat] = match zone {
            Zone::Pendulum => &[Leftmost, Rightmost],
            Zone::SpellTrap if self.has_scales => &[Left, Middle, Right, Leftmost, Rightmost],
            _ => &Seat::ROW,
        };
        order.iter().copied().find(|&seat| self.is_free(zone, seat, player, &[but]))
    }

    /// Gives every card of the set-up a zone of which none is said: a Link Monster lies in an Extra Monster Zone if it can.
    pub(crate) fn seat_the_rest(&mut self) {
        let unseated = |board: &Self, id: CardId| {
            let card = board.card(id);
            let in_a_row = matches!(card.zone, Zone::Monster | Zone::SpellTrap | Zone::Pendulum);
            in_a_row && card.seat.is_none()
        };
        for links in [true, false] {
            for id in self.ids() {
                let (zone, player) = (self.card(id).zone, self.card(id).controller);
                let is_link = zone == Zone::Monster && self.def(id).is_link();
                if unseated(self, id) && is_link == links {
                    let in_row = self.first_free(zone, player, id);
                    let extra =
                        self.free_extra_zones(player, &[]).first().copied().filter(|_| self.may_lie_outside(id));
                    let seat = if links { extra.or(in_row) } else { in_row.or(extra) };
                    self.card_mut(id).seat = seat.or_else(|| self.make_room(zone, player));
                }
            }
        }
    }

    /// Whether a monster may lie in an Extra Monster Zone.
    fn may_lie_outside(&self, id: CardId) -> bool {
        self.card(id).zone == Zone::Monster && (self.def(id).is_extra() || self.def(id).is_pendulum())
    }

    /// The zone of a full row that is free once another monster has gone to an Extra Monster Zone, if one may.
    fn make_room(&mut self, zone: Zone, player: Player) -> Option<Seat> {
        let extra = self.free_extra_zones(player, &[]).first().copied().filter(|_| zone == Zone::Monster)?;
        let seated = |id: &CardId| self.card(*id).controller == player && self.card(*id).seat.is_some();
        let other = self.ids().find(|id| seated(id) && self.may_lie_outside(*id))?;
        self.card_mut(other).seat.replace(extra)
    }

    /// The Extra Monster Zones a player may use: one at a time.
    fn free_extra_zones(&self, player: Player, gone: &[CardId]) -> Vec<Seat> {
        let has_one = self.ids().any(|id| {
            let card = self.card(id);
            let there = matches!(card.zone, Zone::Monster | Zone::Limbo) && card.is_in_an_extra_zone();
            there && card.controller == player && !gone.contains(&id)
        });
        let free = |seat: &Seat| self.is_free(Zone::Monster, *seat, player, gone);
        if has_one { Vec::new() } else { Seat::EXTRA.into_iter().filter(free).collect() }
    }

    /// The squares to which the Link Arrows of a face-up monster point: seen by who controls it.
    fn pointed_to(&self, id: CardId) -> impl Iterator<Item = Square> {
        let card = self.card(id);
        let from = self.square_of(card).filter(|_| card.zone == Zone::Monster && card.face_up);
        let arrows = self.def(id).monster().map_or(&[][..], |monster| &monster.arrows);
        from.into_iter().flat_map(move |(column, row)| {
            arrows.iter().map(move |arrow| {
                let (right, up) = arrow.steps();
                match card.controller {
                    Player::One => (column + right, row + up),
                    Player::Two => (column - right, row - up),
                }
            })
        })
    }

    /// Whether a card points to a square.
    fn points_at(&self, id: CardId, there: Option<Square>) -> bool {
        self.pointed_to(id).any(|square| Some(square) == there)
    }

    /// Whether a card points to the Monster Zone in which another lies.
    fn points_to_card(&self, id: CardId, other: CardId) -> bool {
        let card = self.card(other);
        card.zone == Zone::Monster && self.points_at(id, self.square_of(card))
    }
}

impl Duel {
    /// Whether there are Extra Monster Zones at all.
    pub(crate) fn has_extra_zones(&self) -> bool {
        self.policy.extra_zones.are_there()
    }

    /// The zones to which a monster can go on a player's side of the field, when some cards have left it, those first to which
    /// it would usually go.
    ///
    /// `zone.from-the-extra-deck`: Link Monsters, and Pendulum Monsters that lie face-up in the Extra Deck, go from there to an Extra
    /// Monster Zone or to a zone to which a Link Monster points.
    pub(crate) fn zones_for(&self, side: Player, id: CardId, gone: &[CardId]) -> Vec<Seat> {
        let card = self.state.card(id);
        let row = Seat::ROW.into_iter().filter(|&seat| self.state.is_free(Zone::Monster, seat, side, gone));
        if card.zone != Zone::ExtraDeck {
            return row.collect();
        }
        let bound = self.is_bound_to_extra_zones(id);
        let linked = |seat: &Seat| {
            let there = square(Zone::Monster, *seat, side);
            self.state.ids().any(|id| !gone.contains(&id) && self.state.points_at(id, there))
        };
        let row = row.filter(|seat| !bound || linked(seat));
        let extra = if self.has_extra_zones() { self.state.free_extra_zones(side, gone) } else { Vec::new() };
        if self.def(id).is_link() { extra.into_iter().chain(row).collect() } else { row.chain(extra).collect() }
    }

    /// `zone.from-the-extra-deck`, `zone.others-go-anywhere`: whether a monster of the Extra Deck goes only to an Extra Monster Zone,
    /// or to a zone to which a Link Monster points. Where it is not said where Link Monsters point, nobody can tell.
    pub(crate) fn is_bound_to_extra_zones(&self, id: CardId) -> bool {
        if !self.state.knows_arrows || !self.has_extra_zones() {
            return false;
        }
        let bound = self.def(id).is_link() || self.state.card(id).face_up;
        self.applies_if(!bound, Rule::ZoneOthersGoAnywhere);
        let known = self.refuse(Rule::ZoneFromTheExtraDeck).is_err();
        self.policy.extra_zones.bind(bound) && known
    }

    /// The zone to which a monster goes is chosen, if anybody looks at zones in this duel; else it is the first one.
    pub(crate) fn choose_seat(
        &mut self,
        effect: Option<EffectRef>,
        player: Player,
        id: CardId,
        zones: &[Seat],
    ) -> Flow<Option<Seat>> {
        let seat = if self.state.asks_for_seats && !zones.is_empty() {
            let words = zones.iter().map(|seat| seat.word().to_owned()).collect();
            let from = Pool::Words(words);
            let choice = Choice { purpose: Purpose::Zone, effect, about: Some(id), from, min: 1, max: 1 };
            Seat::from_word(&self.ask_for_zone(player, choice)?)
        } else {
            zones.first().copied()
        };
        self.applies_if(
            seat.is_some() && self.state.card(id).zone == Zone::ExtraDeck && self.is_bound_to_extra_zones(id),
            Rule::ZoneFromTheExtraDeck,
        );
        let card = self.state.card_mut(id);
        if card.zone.on_field() {
            card.next_seat = seat
        } else {
            card.seat = seat
        }
        Ok(seat)
    }

    /// The zone to which one of a player's own monsters goes.
    pub(crate) fn choose_own_seat(&mut self, player: Player, id: CardId) -> Flow<()> {
        let zones = self.zones_for(player, id, &[]);
        self.choose_seat(None, player, id, &zones)?;
        Ok(())
    }

    /// The zone to which a monster goes that its player gets from the other side of the field.
    pub(crate) fn choose_seat_beyond(
        &mut self,
        ctx: &Ctx,
        player: Player,
        id: CardId,
        zones: &[Seat],
    ) -> Flow<Option<Seat>> {
        let seat = self.choose_seat(Some(ctx.effect), player, id, zones)?;
        self.state.card_mut(id).next_seat = None;
        Ok(seat)
    }

    /// Control of a monster goes to a player, and it to one of their zones; a Trap that is no monster any more stays in its row.
    pub(crate) fn goes_over_to(&mut self, id: CardId, player: Player, seat: Option<Seat>) -> Changed {
        let zone = self.state.card(id).zone;
        let seat = seat.or_else(|| self.state.first_free(zone, player, id));
        self.change_card(id, |card| (card.controller, card.seat) = (player, seat))
    }

    /// Whether the zones a group asks for are those in which a card lay.
    pub(crate) fn lies_so(&self, ctx: &Ctx, group: &Group, id: CardId, was: &Snapshot, you: Player) -> bool {
        group.pointed_to_by.as_deref().is_none_or(|by| self.is_pointed_to_by(ctx, by, id, was, you))
            && group.points_to.as_deref().is_none_or(|to| self.points_to(ctx, to, id, was, you))
            && group.co_linked.is_none_or(|wanted| wanted == self.is_co_linked(id, was))
            && group.linked.is_none_or(|wanted| wanted == self.is_linked(id, was))
            && group.same_column_as.as_deref().is_none_or(|as_| self.is_in_the_column_of(ctx, as_, id, was, you))
    }

    /// The cards on the field that are meant, apart from one.
    fn meant_on_the_field(&self, ctx: &Ctx, meant: &Subject, but: CardId, you: Player) -> Vec<CardId> {
        let there = |id: &CardId| *id != but && self.state.card(*id).zone.on_field();
        let is_meant = |id: &CardId| match meant {
            Subject::Word(word) => self.meant_by(ctx, word).iter().any(|r| r.card == *id && self.state.still(*r)),
            Subject::Group(group) => self.in_group(ctx, group, *id, &self.seen_by(ctx, *id), you),
        };
        self.state.ids().filter(there).filter(is_meant).collect()
    }

    fn is_pointed_to_by(&self, ctx: &Ctx, by: &Subject, id: CardId, was: &Snapshot, you: Player) -> bool {
        let there = was.square().filter(|_| was.zone == Zone::Monster);
        there.is_some()
            && self.meant_on_the_field(ctx, by, id, you).into_iter().any(|by| self.state.points_at(by, there))
    }

    fn points_to(&self, ctx: &Ctx, to: &Subject, id: CardId, was: &Snapshot, you: Player) -> bool {
        was.zone == Zone::Monster
            && self.meant_on_the_field(ctx, to, id, you).into_iter().any(|to| self.state.points_to_card(id, to))
    }

    /// `zone.co-linked-both-ways`: two Link Monsters are co-linked if each points to the other.
    fn is_co_linked(&self, id: CardId, was: &Snapshot) -> bool {
        if was.zone != Zone::Monster || !self.def(id).is_link() {
            return false;
        }
        self.state.ids().filter(|&other| other != id && self.def(other).is_link()).any(|other| {
            let (there, back) = (self.state.points_to_card(id, other), self.state.points_to_card(other, id));
            self.applies_if(there || back, Rule::ZoneCoLinkedBothWays);
            self.policy.arrows.co_link(there || back, there && back)
        })
    }

    /// `zone.linked-either-way`: a monster is linked if it is a Link Monster that points to a monster, or if one points to it.
    fn is_linked(&self, id: CardId, was: &Snapshot) -> bool {
        let is_monster = |other: &CardId| *other != id && self.state.card(*other).zone == Zone::Monster;
        let points = |from: CardId, to: CardId| self.def(from).is_link() && self.state.points_to_card(from, to);
        let linked = was.zone == Zone::Monster
            && self
                .state
                .ids()
                .filter(is_monster)
                .any(|other| self.policy.arrows.link(points(id, other), points(other, id)));
        self.applies_if(linked, Rule::ZoneLinkedEitherWay);
        linked
    }

    /// `zone.column-it-left`: a card that has left the field was in the column in which it lay.
    fn is_in_the_column_of(&self, ctx: &Ctx, as_: &Subject, id: CardId, was: &Snapshot, you: Player) -> bool {
        let Some((column, _)) = was.square() else { return false };
        let column_of = |id: CardId| self.state.square_of(self.state.card(id)).map(|(column, _)| column);
        let there =
            self.meant_on_the_field(ctx, as_, id, you).into_iter().any(|other| column_of(other) == Some(column));
        let left = !self.state.card(id).zone.on_field();
        self.applies_if(left, Rule::ZoneColumnItLeft);
        there && !(left && self.policy.arrows.forget_columns())
    }

    /// `zone.to-a-zone-pointed-to`: of some free zones of a side those to which a card points that is meant; if it points to none of
    /// them there is none.
    pub(crate) fn of_those_pointed_to(&self, ctx: &Ctx, by: &Subject, side: Player, mut zones: Vec<Seat>) -> Vec<Seat> {
        let pointed = self.zones_pointed_to(ctx, by, side);
        let any = zones.iter().any(|seat| pointed.contains(seat));
        self.applies(Rule::ZoneToAZonePointedTo);
        if any || !self.policy.arrows.go_elsewhere() {
            zones.retain(|seat| pointed.contains(seat));
        }
        zones
    }

    /// The zones of a side to which a card that is meant points.
    fn zones_pointed_to(&self, ctx: &Ctx, by: &Subject, side: Player) -> Vec<Seat> {
        let meant = self.meant_on_the_field(ctx, by, CardId(u16::MAX), ctx.player);
        let pointed = |seat: &Seat| {
            let there = square(Zone::Monster, *seat, side);
            meant.iter().any(|&id| self.state.points_at(id, there))
        };
        Seat::ROW.into_iter().chain(Seat::EXTRA).filter(pointed).collect()
    }
}

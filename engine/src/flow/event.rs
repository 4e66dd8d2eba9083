//! Emitting events: the log line, what it triggers, and what it calls for without a chain.

use std::sync::Arc;

use super::{Duel, Flow};
use crate::catalogue::Rule;
use crate::state::{
    Changed, Deed, Entry, Event, Instant, Line, MoveHow, Player, Setup, Since, SummonKind, Summoned, Used, What, Why,
    Zone,
};

impl Duel {
    /// Something happens now.
    pub(crate) fn emit(&mut self, cause: Why, rule: impl Into<Option<Rule>>, what: What, cards: Vec<Changed>) {
        let at = self.state.clock.tick();
        let link = self.link_number(cause, &what);
        let cards = self.remember_the_summon(&what, cards);
        let event = Event { deed: Deed { at, cause }, what, cards };
        self.log.push(Entry { at, link, rule: rule.into(), line: Line::Event(event) });
        let index = self.log.len() - 1;
        self.note_line(index);
        if self.event_at(index).is_some_and(|e| matches!(e.what, What::Activated(_))) {
            self.match_mandatory_quick_effects(index);
        }
        self.match_triggers(index);
        self.match_reflexes(index);
        self.send_materials_left_behind();
    }

    /// Monsters know how they were Summoned to where they lie, also when they are Flip Summoned.
    /// `summon.set-with-tributes`: also those that were Set with Tributes.
    fn remember_the_summon(&mut self, what: &What, mut cards: Vec<Changed>) -> Vec<Changed> {
        let (kind, how) = match *what {
            What::Summoned(kind, how, _) => (kind, how),
            What::Set if !self.state.used_for_a_summon.is_empty() => (SummonKind::Tribute, None),
            _ => return cards,
        };
        let used = std::mem::take(&mut self.state.used_for_a_summon);
        let used: Option<Arc<[Used]>> = (!used.is_empty()).then(|| used.into());
        let named = std::mem::take(&mut self.state.named_for_a_summon);
        let made_with = used.as_ref().map(|used| numbered(&mut self.state.used_so_far, Arc::clone(used)));
        let paid = (!named.is_empty()).then(|| numbered(&mut self.state.named_so_far, Arc::new(named)));
        for changed in &mut cards {
            // Neither a Flip Summon nor a Gemini Summon is how it came to the field.
            let lay_there = changed.card.stay == changed.was;
            let known = self.state.card(changed.card.card).summoned.filter(|_| lay_there);
            let mut summoned = known.unwrap_or_else(|| Summoned::by(kind, how, changed.before.zone));
            summoned.own_procedure |= !lay_there && self.state.by_procedure;
            summoned.set |= *what == What::Set;
            summoned.flipped |= kind == SummonKind::Flip;
            self.state.card_mut(changed.card.card).summoned = Some(summoned);
            changed.after.summoned = Some(summoned);
            if !lay_there {
                let card = self.state.card_mut(changed.card.card);
                (card.made_with, card.paid) = (made_with, paid);
                changed.after.made_with.clone_from(&used);
            }
        }
        cards
    }

    /// Something to be said that is not an event: nothing triggers on it, and it opens no instant.
    pub(crate) fn say(&mut self, rule: impl Into<Option<Rule>>, line: Line) {
        let link = match &line {
            Line::LinkDone { link, .. } => Some(self.state.link(*link).number),
            _ => None,
        };
        self.log.push(Entry { at: self.state.clock.now, link, rule: rule.into(), line });
        self.note_line(self.log.len() - 1);
    }

    /// What happens next, happens after what happened so far. The instant that ends here is asked who has won.
    pub(crate) fn new_instant(&mut self) -> Flow<()> {
        self.close_instant()?;
        self.state.clock.fresh = true;
        Ok(())
    }

    /// The same in the midst of an effect.
    pub(crate) fn new_instant_of_an_effect(&mut self) -> Flow<()> {
        self.close_instant_of_an_effect()?;
        self.state.clock.fresh = true;
        Ok(())
    }

    /// An event of the log, by index.
    pub(crate) fn event_at(&self, index: usize) -> Option<&Event> {
        match &self.log.get(index)?.line {
            Line::Event(event) => Some(event),
            _ => None,
        }
    }

    fn link_number(&self, cause: Why, what: &What) -> Option<u16> {
        let link = match (cause, what) {
            (_, What::Activated(link)) => *link,
            (Why::Link(link) | Why::Cost(link), _) => link,
            _ => return None,
        };
        self.state.links.get(link).map(|l| l.number)
    }

    /// The set-up says of some cards that they came this turn or the last: conditions may ask about that.
    pub(crate) fn log_what_came_before(&mut self, setup: &Setup) {
        for since in [Since::LastTurn, Since::ThisTurn] {
            if since == Since::ThisTurn {
                self.state.turn_began = [self.log.len(), 0];
            }
            for id in self.state.ids() {
                if setup.cards.get(id.0 as usize).is_some_and(|c| c.since == since) {
                    let player = self.state.card(id).controller;
                    self.log_arrival(id, player);
                }
            }
        }
        self.state.unseen = self.log.len();
    }

    fn log_arrival(&mut self, id: crate::state::CardId, player: Player) {
        let mut changed = self.touched(id);
        let card = self.state.card(id);
        let (how, from, what) = match card.zone {
            Zone::Monster if card.face_up => {
                let (kind, how) = card.summoned.map_or((SummonKind::Normal, None), |s| (s.kind, s.how));
                let from = card.summoned.map_or(Zone::Hand, |s| s.from);
                (MoveHow::Summoned, from, What::Summoned(kind, how, player))
            }
            Zone::Banished => (MoveHow::Banished, Zone::Hand, What::Moved),
            Zone::Gy => (MoveHow::Sent, Zone::Hand, What::Moved),
            _ => return,
        };
        changed.how = how;
        changed.before.zone = from;
        let deed = Deed { at: Instant(0), cause: Why::Action(player) };
        let event = Event { deed, what, cards: vec![changed] };
        self.log.push(Entry { at: Instant(0), link: None, rule: None, line: Line::Event(event) });
    }
}

/// Adds one to a list, and says its number.
fn numbered<T>(list: &mut Vec<T>, one: T) -> u16 {
    list.push(one);
    (list.len() - 1) as u16
}

//! What effects leave to be done in a later phase, and what became of it.

use segoc_protocol::{CardId, Event, Happened, Phase, Rule, Zone};
use serde_json::Value;

use super::clause::stopped;
use super::tale::{Kind, Layout, Paragraph};
use super::teller::Teller;
use super::written::found;
use crate::cast::capital;
use crate::english::denial::cannot;
use crate::transcript::{self, Link};

impl<'t> Teller<'t> {
    /// What an effect leaves for later, unless a part before it that it needs was not done.
    pub(super) fn left_for_later(&self, link: &Link<'_>) -> Vec<String> {
        let Some(written) = self.wording(link) else { return Vec::new() };
        let joined = found(&written, &["and if you do", "then"]);
        let needs = |left: &Value| {
            let mut parts = joined.iter();
            parts.any(|(_, part)| found(part, &["later"]).iter().any(|(_, other)| *other == left))
        };
        let does = |event: usize| match &self.told.events[event].what {
            Happened::Cards { are, cards, .. } => !cards.is_empty() && !are.is_empty(),
            _ => true,
        };
        let has_done = self.deeds(link).any(does);
        let left = found(&written, &["later"]).into_iter().filter(|(_, left)| has_done || !needs(left));
        let left = left.filter(|(_, left)| !self.goes_elsewhere_for_good(link, left));
        left.filter_map(|part| {
            let said = self.read(link.effect, link.player, Some(link), &written, part)?;
            Some(self.in_this_turn(link, part.1, &said).unwrap_or(said))
        })
        .collect()
    }

    /// Whether a card would return that something else has banished first, and for good.
    fn goes_elsewhere_for_good(&self, link: &Link<'_>, left: &Value) -> bool {
        let returns = !found(left, &["return to field"]).is_empty();
        let decided = |(at, rule): &(usize, Rule)| {
            *rule == Rule::ReplacementWhichComesFirst && *at > link.event && *at <= self.now + 1
        };
        returns && self.decided.iter().any(decided)
    }

    /// That the next phase of a kind is still one of this turn.
    fn in_this_turn(&self, link: &Link<'_>, left: &Value, said: &str) -> Option<String> {
        const IN_TURN: [&str; 6] = ["draw", "standby", "main 1", "battle", "main 2", "end"];
        let place = |word: &str| IN_TURN.iter().position(|phase| *phase == word);
        let own = left.get("which")? == "your next" && self.turn == link.player;
        let is_still_to_come = place(left.get("phase")?.as_str()?)? > place(self.phase.word())?;
        let next = format!(" of the next turn of {}", link.player);
        (own && is_still_to_come)
            .then(|| said.replacen(&next, &format!(" that comes next in a turn of {}", link.player), 1))
    }

    /// Tells at the end of a phase what was left to be done in it and was not, if it is known of what effect it was.
    pub(super) fn tell_what_was_not_done(&mut self) {
        let begins = |event: &Event| matches!(event.what, Happened::Phase { .. });
        let begin = self.told.events[..self.now].iter().rposition(begins).map_or(0, |begin| begin + 1);
        let here = begin..=self.now;
        let tried = self.decided.iter().any(|(at, rule)| *rule == Rule::LaterNoChain && here.contains(at));
        let happened = |event: &Event| {
            event.rule == Some(Rule::LaterNoChain)
                || matches!(event.what, Happened::Unaffected { .. } | Happened::Activated { .. })
        };
        if !tried || self.told.events[begin..self.now].iter().any(happened) {
            return;
        }
        let links = (0..begin).filter_map(|event| transcript::link(event, &self.told.events[event]));
        let left: Vec<(CardId, String)> =
            links.filter_map(|link| Some((link.effect.card, self.not_done(&link)?))).collect();
        let [(card, said)] = &left[..] else { return };
        let told = vec![Paragraph::new(Layout::Text, stopped(&capital(said)), [Rule::LaterNoChain])];
        self.push(Kind::Events, [*card], told);
    }

    /// What a link has left for this phase, as what is not done.
    fn not_done(&self, link: &Link<'t>) -> Option<String> {
        let written = self.wording(link)?;
        let own = self.name(link.effect.card);
        let is_end = self.phase == Phase::End;
        let until = |what: &Value| {
            what.get("until")
                .and_then(Value::as_str)
                .is_some_and(|until| until == "end phase" || until == "end of turn")
        };
        let taken = found(&written, &["take control"]).into_iter().any(|(_, what)| until(what)) && is_end;
        if taken {
            let [card] = link.targets else { return None };
            let begins = |event: &Event| matches!(event.what, Happened::Phase { .. });
            let begin = self.told.events[..self.now].iter().rposition(begins)?;
            let is_it = |event: &Event| matches!(&event.what, Happened::Cards { cards, .. } if cards.contains(card));
            let lies = self
                .standing()
                .iter()
                .any(|lying| lying.card == *card && lying.zone == Zone::Monster && lying.player == link.player);
            if !lies || self.told.events[begin..self.now].iter().any(is_it) {
                return None;
            }
            let owner = self.told.cast.owner(*card)?;
            let by = self.keeps_control(*card).map(|ban| format!(": {ban}")).unwrap_or_default();
            return Some(format!("control of {} does not go back to {owner}{by}", self.name(*card)));
        }
        let [(_, left)] = found(&written, &["later"])[..] else { return None };
        if left.get("phase")? != self.phase.word() {
            return None;
        }
        let parts = left.get("does")?.as_array()?;
        let (verb, body) = parts.first()?.as_object()?.iter().next()?;
        let does = self.read(link.effect, link.player, Some(link), &written, (verb, body))?;
        let why = self.kept_from(&does, link);
        let not = match parts.len() {
            1 => cannot(&does)
                .map(|cannot| cannot.replacen(" cannot be ", " is not ", 1))
                .filter(|not| not.contains(" is not ")),
            _ => None,
        };
        Some(match not {
            Some(not) => format!(
                "of what {own} left to be done in this phase nothing is done: {not}{}",
                why.map(|why| format!(", for {why}")).unwrap_or_default()
            ),
            None => format!(
                "of what {own} left to be done in this phase nothing is done{}",
                why.map(|why| format!(": {why}")).unwrap_or_default()
            ),
        })
    }

    /// What keeps what was left for this phase from being done, as a clause.
    fn kept_from(&self, does: &str, link: &Link<'t>) -> Option<String> {
        let begin =
            self.told.events[..self.now].iter().rposition(|event| matches!(event.what, Happened::Phase { .. }))?;
        let spared = |(at, rule): &(usize, Rule)| *at > begin && *rule == Rule::ReplacementFirstTimeOnly;
        if does.ends_with(" destroyed") && self.decided.iter().any(spared) {
            return Some("it is kept from that the first time".into());
        }
        let written = self.wording(link)?;
        self.lacking_of(link, found(&written, &["later"]).first()?.1)
    }

    /// What says of a monster that its control does not change, in words.
    fn keeps_control(&self, card: CardId) -> Option<String> {
        let bans = self.written_of(card).flat_map(|effect| found(effect, &["cannot"]));
        let says =
            bans.into_iter().any(|(_, ban)| ban["what"] == "this card" && ban.to_string().contains("changed control"));
        says.then(|| "by its own effect control of it cannot change".to_owned())
    }
}

//! Why a card is not on offer.

use segoc_engine::def::Class;
use segoc_format::ruling::{CardRef, Offer, OfferAction};
use segoc_protocol::{Action, CardId, Player, Refusal};
use serde::Serialize;

use super::asking::bar;
use super::{Asking, Barred, Doubt, Impossible, Sitting};
use crate::explain::unmet;
use crate::judge::denied;
use crate::transcript::{Point, Transcript};

/// What is to be said of a card that somebody asks about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// A sentence.
    pub text: String,
    /// The refusal it tells of, if the engine gave one.
    pub barred: Option<Barred>,
}

impl Sitting<'_> {
    /// Why something that the question does not offer is not, by its place in [`Asking::barred`]. It is remembered as what the duel is about.
    pub fn why_barred(&mut self, number: usize) -> Option<Reply> {
        let asking = self.asking()?;
        let barred = asking.barred.into_iter().nth(number)?;
        let offer = self.transcript().cast.offer(&barred.action);
        if let (Some(offer), Some(rule)) = (offer, barred.rules.first()) {
            self.doubt(Doubt { point: self.here, offer, rule: *rule, here: true });
        }
        Some(Reply { text: cannot(asking.player, &barred), barred: Some(barred) })
    }

    /// What there is to say about a card: whether it is on offer, what forbids it, or why it was lost. What is refused is remembered as
    /// what the duel is about.
    ///
    /// # Errors
    /// If no card, or more than one, is called so.
    pub fn why(&mut self, called: &str) -> Result<Vec<Reply>, Impossible> {
        let card = self.find(called)?;
        let Some(asking) = self.asking() else {
            return Err(Impossible("the duel is over, nothing is asked".into()));
        };
        let on_offer = asking.picks.iter().enumerate().filter(|(_, pick)| pick.card == Some(card));
        let mut said: Vec<Reply> = on_offer
            .map(|(number, pick)| Reply {
                text: format!("It is on offer: {} {}", number + 1, pick.words),
                barred: None,
            })
            .collect();
        let refused: Vec<usize> =
            (0..asking.barred.len()).filter(|&number| asking.barred[number].card == Some(card)).collect();
        said.extend(refused.into_iter().filter_map(|number| self.why_barred(number)));
        if said.is_empty() {
            said.push(self.lost(card, &asking));
        }
        Ok(said)
    }

    /// Why a card of which the question says nothing cannot be used.
    fn lost(&mut self, card: CardId, asking: &Asking) -> Reply {
        let told = self.transcript();
        let offer = Offer { card: told.cast.reference(card), effect: None, action: OfferAction::Activate };
        let (name, player) = (told.cast.full_name(card), self.board().card(card).map(|card| card.player));
        if let Some((place, refusal)) = denied(&told, &offer, last_open(&told)).pop() {
            let barred = self.barred_before(card, &told, &refusal, player.unwrap_or(asking.player));
            let text = format!("{name} could not be used {place}.");
            let rule = refusal.rule;
            drop(told);
            self.doubt(Doubt { point: self.here, offer, rule, here: false });
            return Reply { text, barred: Some(barred) };
        }
        let triggers = told.cast.def(card).is_some_and(|def| def.effects.iter().any(|e| e.class == Class::Trigger));
        let waits = self.corpus.rules().ok().and_then(|rules| unmet(&told, &offer, rules));
        let text = match (player, waits) {
            (_, Some(waits)) if triggers => {
                format!("{name} does not trigger: its condition, that {waits}, is not met now.")
            }
            (Some(player), _) if player != asking.player => {
                format!("{} is asked now, and {name} is {player}'s.", asking.player)
            }
            _ => format!("{name} has nothing that could be used at this question."),
        };
        Reply { text, barred: None }
    }

    fn barred_before(&self, card: CardId, told: &Transcript<'_>, refusal: &Refusal, player: Player) -> Barred {
        let action = Action::Trigger(segoc_protocol::EffectRef { card, effect: 0 });
        bar(&told.cast, &action, player, refusal, self.corpus.rules().ok())
    }

    fn doubt(&mut self, doubt: Doubt) {
        if !self.doubts.contains(&doubt) {
            self.doubts.push(doubt);
        }
    }

    /// The card that somebody means, by its name or a part of it, in any spelling.
    fn find(&self, called: &str) -> Result<CardId, Impossible> {
        let told = self.transcript();
        let all: Vec<(CardId, String)> =
            self.board().cards.iter().map(|card| (card.card, told.cast.full_name(card.card))).collect();
        let wanted = plain(called);
        let exact = all.iter().filter(|(card, name)| {
            let is_named = told.cast.def(*card).is_some_and(|def| plain(&def.name) == wanted);
            is_named || plain(name) == wanted || plain(&told.cast.name(*card)) == wanted
        });
        let mut found: Vec<&(CardId, String)> = exact.collect();
        if found.is_empty() && !wanted.is_empty() {
            found = all.iter().filter(|(_, name)| plain(name).contains(&wanted)).collect();
        }
        match found.as_slice() {
            [(card, _)] => Ok(*card),
            [] => {
                let mut names: Vec<&str> = all.iter().map(|(_, name)| name.as_str()).collect();
                names.dedup();
                Err(Impossible(format!("there is no `{called}` in this duel; there are {}", names.join(", "))))
            }
            several => {
                let names: Vec<&str> = several.iter().map(|(_, name)| name.as_str()).collect();
                Err(Impossible(format!("`{called}` may be {}", names.join(", or "))))
            }
        }
    }
}

fn cannot(player: Player, barred: &Barred) -> String {
    let mut words = barred.words.chars();
    let first = words.next().map(|first| first.to_lowercase().to_string()).unwrap_or_default();
    // Words of the game keep their capital.
    let game = ["Normal ", "Special ", "Flip ", "Pendulum ", "Set ", "Replay"];
    let words = match game.iter().any(|word| barred.words.starts_with(word)) {
        true => barred.words.clone(),
        false => format!("{first}{}", words.as_str()),
    };
    let reason = barred.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    format!("{player} cannot {words} here{reason}.")
}

/// Letters and digits alone.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The last open state before the present question.
fn last_open(told: &Transcript<'_>) -> Point {
    let open = told.questions.iter().rposition(|question| question.answer.is_some() && question.prompt.is_open_state());
    open.map_or_else(Point::default, |question| Point { event: told.questions[question].events, question })
}

impl Doubt {
    /// Whether it is about a card of the set-up, which a file can name.
    pub(super) fn is_of_card(&self) -> bool {
        matches!(self.offer.card, CardRef::Card(_))
    }
}

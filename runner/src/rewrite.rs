//! Steps as YAML: one as the engine did it, written into its file, or one that stands in no file yet. The one way from steps to YAML.

use segoc_format::edit::{Editor, Value};
use segoc_format::place::{Span, Spanned};
use segoc_format::ruling::{
    Blank, BoardCard, BoardSide, CardRef, Check, Do, Happening, LinkRef, Offer, OfferAction, Refusal, Ruling, Step,
    StepKind, Use,
};
use segoc_protocol::{BattlePosition, LinkOutcome, Player, Seat};

use crate::outcome::{Correction, Failure};

/// The text of the step that failed as the engine did it; empty if nothing is left of it, none if it cannot be said.
#[must_use]
pub fn text(ruling: &Ruling, failure: &Failure) -> Option<String> {
    let correction = failure.actual.as_ref()?;
    let step = ruling.play.iter().find(|step| step.span == failure.step)?;
    let writer = Writer { ruling };
    let mut editor = Editor::new(&ruling.text, step.span);
    match correction {
        Correction::Nothing => return Some(String::new()),
        Correction::Check(check) => writer.check(&mut editor, step, check),
        Correction::NeverOffered(list) => writer.list(&mut editor, &["never offered"], list, |r| writer.refusal(r)),
        Correction::Instead(refusal) => {
            let tag = match &step.kind {
                StepKind::Action(player, _) => player.word(),
                _ => "triggers",
            };
            editor.replace_tag(tag, "never offered", &Value::List(vec![writer.refusal(refusal)]));
        }
        Correction::Triggers(uses) => {
            let uses = uses.iter().map(|using| Value::at(&ruling.text, using.span)).collect();
            editor.set(&["triggers"], &Value::List(uses));
        }
    }
    Some(editor.into_text())
}

/// A step that stands in no file yet, on one line.
#[must_use]
pub fn step(ruling: &Ruling, kind: &StepKind) -> String {
    let writer = Writer { ruling };
    let (tag, value) = match kind {
        StepKind::Action(player, action) => (player.word(), writer.action(&action.value)),
        StepKind::Chooses(player, cards, position, zone) => {
            let place = writer.placed(*position, *zone);
            (player.word(), Value::map([("chooses", writer.cards(cards))].into_iter().chain(place)))
        }
        StepKind::Applies(player, card, effect, option) => {
            let more = [("effect", effect), ("option", option)];
            let more = more.into_iter().filter_map(|(key, word)| Some((key, Value::word(word.as_ref()?))));
            (player.word(), Value::map([("applies", writer.name(&card.value))].into_iter().chain(more)))
        }
        StepKind::Triggers(uses) => {
            let one = |using: &Spanned<Use>| match writer.using("card", &using.value) {
                keys if keys.len() == 1 => writer.name(&using.value.card),
                keys => Value::map(keys),
            };
            ("triggers", Value::List(uses.iter().map(one).collect()))
        }
        StepKind::Check(Check::Blank(blank)) => return format!("{}:", blank_tag(*blank)),
        StepKind::Check(check) => {
            let (tag, value) = writer.whole(check);
            let beside = match check {
                Check::Chain { cannot_be_added, .. } if !cannot_be_added.is_empty() => {
                    let refusals = writer.items(cannot_be_added, |refusal| writer.refusal(refusal));
                    format!("\n    cannot be added: {}", refusals.flow())
                }
                _ => String::new(),
            };
            return format!("{tag}: {}{beside}", value.flow());
        }
    };
    format!("{tag}: {}", value.flow())
}

/// The tag of a check that says nothing yet.
fn blank_tag(blank: Blank) -> &'static str {
    match blank {
        Blank::Chain => "chain",
        Blank::Resolves => "resolves",
        Blank::Happens => "happens",
        Blank::Window => "window",
        Blank::Placing => "placing",
        Blank::Board(_) => "board",
        Blank::Ends => "ends",
    }
}

struct Writer<'r> {
    ruling: &'r Ruling,
}

impl Writer<'_> {
    /// What a player does.
    fn action(&self, action: &Do) -> Value {
        let list = |key: &'static str, cards: &[Spanned<CardRef>]| {
            (!cards.is_empty()).then(|| (key, self.cards(cards))).into_iter().collect::<Vec<_>>()
        };
        let keys = match action {
            Do::Activates(using, moment) => {
                let mut keys = self.using("activates", using);
                keys.extend(moment.map(|moment| ("during", Value::word(moment.word()))));
                keys
            }
            Do::NormalSummons(card, with, zone) => {
                [vec![("normal summons", self.name(card))], list("tributing", with), self.placed(None, *zone)].concat()
            }
            Do::Sets(card, with, zone) => {
                [vec![("sets", self.name(card))], list("tributing", with), self.placed(None, *zone)].concat()
            }
            Do::SpecialSummons(card, effect, with, position, zone) => {
                let mut keys = vec![("special summons", self.name(card))];
                keys.extend(effect.as_ref().map(|effect| ("effect", Value::word(effect))));
                [keys, list("using", with), self.placed(*position, *zone)].concat()
            }
            Do::PendulumSummons(cards) => vec![("pendulum summons", self.cards(cards))],
            Do::FlipSummons(card) => vec![("flip summons", self.name(card))],
            Do::ChangesPositionOf(card) => vec![("changes position of", self.name(card))],
            Do::AttacksWith(card, target) => vec![("attacks with", self.name(card)), ("target", self.name(target))],
            Do::AttacksDirectlyWith(card) => vec![("attacks directly with", self.name(card))],
            Do::ReplaysOn(card) => vec![("replays on", self.name(card))],
            Do::ReplaysDirectly => vec![("replays", Value::word("directly"))],
            Do::ReplaysNotAtAll => vec![("replays", Value::word("not at all"))],
            Do::DrawsForTheTurn => vec![("draws", Value::word("for the turn"))],
            Do::GoesTo(phase) => vec![("goes to", Value::word(phase.word()))],
            Do::GoesToNextTurn => vec![("goes to", Value::word("next turn"))],
        };
        Value::map(keys)
    }

    /// An activation, with what is chosen on the way.
    fn using(&self, key: &'static str, using: &Use) -> Vec<(&'static str, Value)> {
        let word = |key, word: &Option<String>| word.as_ref().map(|word| (key, Value::word(word)));
        let list = |key, cards: &[Spanned<CardRef>]| (!cards.is_empty()).then(|| (key, self.cards(cards)));
        let keys = [
            Some((key, self.name(&using.card))),
            word("effect", &using.effect),
            word("option", &using.option),
            list("targets", &using.targets),
            list("paying with", &using.paying_with),
            word("declares", &using.declares),
        ];
        keys.into_iter().flatten().collect()
    }

    /// The position and zone in which a monster is Summoned, as far as they are said.
    fn placed(&self, position: Option<BattlePosition>, zone: Option<Seat>) -> Vec<(&'static str, Value)> {
        let position = position.map(|position| ("position", Value::word(position.word())));
        position.into_iter().chain(zone.map(|zone| ("zone", Value::word(zone.word())))).collect()
    }

    fn cards(&self, cards: &[Spanned<CardRef>]) -> Value {
        Value::List(cards.iter().map(|card| self.name(&card.value)).collect())
    }

    /// Writes what was observed; what a check says already in these words stays as it is.
    fn check(&self, editor: &mut Editor, step: &Step, check: &Check) {
        match (check, &step.kind) {
            (Check::Board(sides), StepKind::Check(Check::Blank(Blank::Board(blank)))) if blank.yugi && blank.joey => {
                let sides = sides.iter().filter_map(|(player, side)| Some((player.word(), self.side(side.as_ref()?))));
                editor.set(&["board"], &Value::map(sides));
            }
            (Check::Board(sides), StepKind::Check(Check::Blank(Blank::Board(blank)))) => {
                for (player, side) in sides.iter().filter(|(player, _)| blank[*player]) {
                    if let Some(side) = side {
                        editor.set(&["board", player.word()], &self.side(side));
                    }
                }
            }
            (check, StepKind::Check(Check::Blank(_))) => {
                let (tag, value) = self.whole(check);
                editor.set(&[tag], &value);
            }
            (Check::Chain { links, cannot_be_added }, _) => {
                self.list(editor, &["chain"], links, |link| self.link(link, None));
                self.list(editor, &["cannot be added"], cannot_be_added, |refusal| self.refusal(refusal));
            }
            (Check::Window { player, chart, offered, not_offered, .. }, _) => {
                editor.set(&["window", "player"], &Value::word(player.word()));
                if let Some(chart) = chart {
                    editor.set(&["window", "box"], &Value::word(chart.word()));
                }
                self.list(editor, &["window", "offered"], offered, |offer| self.offer(offer, None));
                self.list(editor, &["window", "not offered"], not_offered, |refusal| self.refusal(refusal));
            }
            (Check::Placing { player, offered, not_offered }, _) => {
                editor.set(&["placing", "player"], &Value::word(player.word()));
                self.list(editor, &["placing", "offered"], offered, |link| self.link(link, None));
                self.list(editor, &["placing", "not offered"], not_offered, |refusal| self.refusal(refusal));
            }
            (Check::Board(sides), _) => {
                for (player, side) in sides.iter() {
                    if let Some(side) = side {
                        self.changed(editor, player, &side.value);
                    }
                }
            }
            (check, _) => {
                let (tag, value) = self.whole(check);
                editor.set(&[tag], &value);
            }
        }
    }

    /// A check as a whole, with its tag.
    fn whole(&self, check: &Check) -> (&'static str, Value) {
        match check {
            Check::Chain { links, .. } => ("chain", self.items(links, |link| self.link(link, None))),
            Check::Resolves(links) => ("resolves", self.items(links, |(link, outcome)| self.link(link, *outcome))),
            Check::Happens(instants) => {
                let instant = |events: &Vec<Spanned<Happening>>| self.items(events, |event| self.happening(event));
                ("happens", self.items(instants, instant))
            }
            Check::Window { player, chart, phase, during, offered, not_offered } => {
                let mut keys = vec![("player", Value::word(player.word()))];
                keys.extend(chart.map(|chart| ("box", Value::word(chart.word()))));
                keys.extend(phase.map(|phase| ("phase", Value::word(phase.word()))));
                keys.extend(during.map(|during| ("during", Value::word(during.word()))));
                if !offered.is_empty() {
                    keys.push(("offered", self.items(offered, |offer| self.offer(offer, None))));
                }
                if !not_offered.is_empty() {
                    keys.push(("not offered", self.items(not_offered, |refusal| self.refusal(refusal))));
                }
                ("window", Value::map(keys))
            }
            Check::Placing { player, offered, not_offered } => {
                let offered = self.items(offered, |link| self.link(link, None));
                let mut keys = vec![("player", Value::word(player.word())), ("offered", offered)];
                if !not_offered.is_empty() {
                    keys.push(("not offered", self.items(not_offered, |refusal| self.refusal(refusal))));
                }
                ("placing", Value::map(keys))
            }
            Check::NeverOffered(list) => ("never offered", self.items(list, |refusal| self.refusal(refusal))),
            Check::Ends(end) => ("ends", Value::word(end.word())),
            Check::Board(sides) => {
                let sides = sides.iter().filter_map(|(player, side)| Some((player.word(), self.side(side.as_ref()?))));
                ("board", Value::map(sides))
            }
            Check::Blank(_) => ("board", Value::List(Vec::new())),
        }
    }

    /// A list: what stands in the file as it stands there, what is new as it would be written.
    fn items<T>(&self, items: &[Spanned<T>], write: impl Fn(&T) -> Value) -> Value {
        let value = |item: &Spanned<T>| match item.span == Span::default() {
            true => write(&item.value),
            false => Value::at(&self.ruling.text, item.span),
        };
        Value::List(items.iter().map(value).collect())
    }

    /// Writes a list at a path of keys, or takes it away if it is empty.
    fn list<T>(&self, editor: &mut Editor, path: &[&str], items: &[Spanned<T>], write: impl Fn(&T) -> Value) {
        match items.is_empty() {
            true => editor.remove(path),
            false => editor.set(path, &self.items(items, write)),
        }
    }

    fn name(&self, card: &CardRef) -> Value {
        match card {
            CardRef::Card(id) => {
                let name = self.ruling.references.get(usize::from(id.0));
                Value::word(name.cloned().unwrap_or_else(|| format!("card {}", id.0)))
            }
            CardRef::Token(name) => Value::word(name),
        }
    }

    /// A card alone, or with more keys.
    fn card(&self, card: Value, more: Vec<(&str, Value)>) -> Value {
        if more.is_empty() { card } else { Value::map([("card", card)].into_iter().chain(more)) }
    }

    fn link(&self, link: &LinkRef, outcome: Option<LinkOutcome>) -> Value {
        let mut more: Vec<(&str, Value)> = Vec::new();
        more.extend(link.effect.as_ref().map(|effect| ("effect", Value::word(effect))));
        more.extend(outcome.map(|outcome| ("outcome", Value::word(outcome.word()))));
        self.card(self.name(&link.card), more)
    }

    fn refusal(&self, refusal: &Refusal) -> Value {
        self.offer(&refusal.offer, refusal.rule.map(|rule| ("rule", Value::word(rule.word()))))
    }

    fn offer(&self, offer: &Offer, rule: Option<(&'static str, Value)>) -> Value {
        let mut more: Vec<(&str, Value)> = Vec::new();
        more.extend(offer.effect.as_ref().map(|effect| ("effect", Value::word(effect))));
        // Activating is said by leaving the action out.
        if offer.action != OfferAction::Activate {
            more.push(("action", Value::word(offer.action.word())));
        }
        more.extend(rule);
        self.card(self.name(&offer.card), more)
    }

    fn happening(&self, happening: &Happening) -> Value {
        match happening {
            Happening::Cards(what, cards) => {
                Value::map([(what.word(), Value::List(cards.iter().map(|card| self.name(card)).collect()))])
            }
            Happening::Player(what, player, count) => {
                let body = [("player", Value::word(player.word())), ("count", Value::number(*count))];
                Value::map([(what.word(), Value::map(body))])
            }
        }
    }

    /// A side as a whole.
    fn side(&self, side: &Spanned<BoardSide>) -> Value {
        let mut keys: Vec<(&str, Value)> = Vec::new();
        keys.extend(side.value.lp.map(|lp| ("lp", Value::number(lp))));
        keys.extend(side.value.zones.iter().map(|(zone, cards)| (zone.word(), self.zone(&cards.value))));
        Value::map(keys)
    }

    /// Writes what is otherwise on a side: a zone that has no place is new.
    fn changed(&self, editor: &mut Editor, player: Player, side: &BoardSide) {
        if let Some(lp) = side.lp {
            editor.set(&["board", player.word(), "lp"], &Value::number(lp));
        }
        for (zone, cards) in side.zones.iter().filter(|(_, cards)| cards.span == Span::default()) {
            editor.set(&["board", player.word(), zone.word()], &self.zone(&cards.value));
        }
    }

    fn zone(&self, cards: &[BoardCard]) -> Value {
        Value::List(cards.iter().map(|card| self.board_card(card)).collect())
    }

    fn board_card(&self, card: &BoardCard) -> Value {
        let label = card.label.and_then(|id| self.ruling.labels.get(usize::from(id.0))?.as_ref());
        let mut more: Vec<(&str, Value)> = Vec::new();
        more.extend(card.position.map(|position| ("position", Value::word(position.word()))));
        more.extend(card.seat.map(|seat| ("zone", Value::word(seat.word()))));
        more.extend(card.counters.map(|counters| ("counters", Value::number(counters))));
        more.extend(card.face.map(|face| ("face", Value::word(face.word()))));
        more.extend(card.equipped_to.as_ref().map(|to| ("equipped to", self.name(to))));
        more.extend(card.materials.as_ref().map(|materials| ("materials", self.zone(materials))));
        more.extend(card.atk.map(|atk| ("atk", Value::number(atk))));
        more.extend(card.def.map(|def| ("def", Value::number(def))));
        more.extend(card.level.map(|level| ("level", Value::number(level))));
        self.card(Value::word(label.unwrap_or(&card.name)), more)
    }
}

//! Who speaks: the point of view from which an effect's words are read.

use crate::catalogue::Rule;
use crate::def::Part;
use crate::flow::Duel;
use crate::state::{
    CardId, Changed, Destination, EffectRef, LinkId, MoveHow, Names, Pending, Player, Purpose, Ref, What, Why,
};

/// What is done to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// It is destroyed.
    Destroys,
    /// Anything else.
    Affects,
}

/// An effect being looked at or carried out: who "you" is, and what its words mean.
#[derive(Clone, Debug)]
pub(crate) struct Ctx {
    /// "You".
    pub player: Player,
    pub effect: EffectRef,
    /// "This card".
    pub source: Ref,
    pub link: Option<LinkId>,
    /// Why what it does happens.
    pub cause: Why,
    /// The rule under which it happens, if one had to decide.
    pub rule: Option<Rule>,
    /// The rule under which all of it happens, however its parts are joined.
    pub standing: Option<Rule>,
    pub names: Names,
    /// "That card", "those cards".
    pub those: Vec<Ref>,
    /// The monster for which the cards of the cause were materials.
    pub summoned: Vec<Ref>,
    pub declared: Option<String>,
    /// What the part before changed, for "the same amount".
    pub amount: i32,
    /// Something else was done instead of what a part would have destroyed.
    pub spared: bool,
    /// The amount of what it waited for.
    pub of_the_cause: i32,
    /// For an effect without a chain: how many times its cause happened.
    pub times: i32,
    /// A card that is being activated: it counts as having left the hand, and pays for nothing.
    pub leaving: Option<CardId>,
    /// It asks what applies: cards are then looked at as printed, or the question would never end.
    pub as_printed: bool,
    /// It asks what a value is made of: of cards looked at as printed the original values count as they were changed.
    pub sees_originals: bool,
    /// A player chooses for themselves: they know their own Set cards.
    pub knows_own: bool,
    /// What its choices are for.
    pub purpose: Purpose,
    /// What it does was applied when it was left to be done, so that nothing has become unaffected by it since.
    pub applied: bool,
    /// The only player a part for each player is carried out for now.
    pub only: Option<Player>,
    /// What is joined by "and" to the part that is looked at: a choice must leave it possible.
    pub joined: Vec<Part>,
    /// Cards that an earlier part would have taken.
    pub taken: Vec<CardId>,
}

impl Ctx {
    /// Follows a card that this effect itself moved.
    pub(crate) fn follow(&mut self, from: Ref, to: Ref) {
        let refs = self.names.iter_mut().flat_map(|(_, refs)| refs).chain(&mut self.those);
        for reference in refs.chain(std::iter::once(&mut self.source)) {
            if *reference == from {
                *reference = to;
            }
        }
    }

    /// Gives cards a name.
    pub(crate) fn name(&mut self, name: &str, cards: Vec<Ref>) {
        match self.names.iter_mut().find(|(n, _)| n == name) {
            Some((_, known)) => known.extend(cards),
            None => self.names.push((name.to_owned(), cards)),
        }
    }
}

impl Ctx {
    /// The point of view of an effect, with nothing known yet.
    fn new(effect: EffectRef, player: Player, source: Ref) -> Self {
        Self {
            player,
            effect,
            source,
            link: None,
            cause: Why::Game,
            rule: None,
            standing: None,
            names: Names::new(),
            those: Vec::new(),
            summoned: Vec::new(),
            declared: None,
            amount: 0,
            spared: false,
            of_the_cause: 0,
            times: 1,
            leaving: None,
            as_printed: false,
            sees_originals: false,
            knows_own: false,
            purpose: Purpose::Effect,
            applied: false,
            only: None,
            joined: Vec::new(),
            taken: Vec::new(),
        }
    }
}

impl Duel {
    /// The point of view of an effect that nobody has activated yet.
    pub(crate) fn ctx(&self, effect: EffectRef, player: Player) -> Ctx {
        let mut ctx = Ctx::new(effect, player, self.state.reference(effect.card));
        if let Some(link) = self.state.card(effect.card).activation {
            ctx.names.clone_from(&self.state.link(link).names);
            ctx.declared.clone_from(&self.state.link(link).declared);
        }
        ctx
    }

    /// The point of view of a waiting trigger.
    pub(crate) fn ctx_of_pending(&self, pending: &Pending) -> Ctx {
        let mut ctx = self.ctx(pending.effect, pending.player);
        ctx.those = self.state.live_cards(pending);
        ctx.of_the_cause =
            pending.seen.iter().map(|seen| self.amount_of_event(seen.event)).fold(0, i32::saturating_add);
        let made = pending.seen.iter().filter_map(|seen| match self.event_at(seen.event)?.what {
            What::BecameMaterial(_, monster) => Some(monster),
            _ => None,
        });
        ctx.summoned.extend(made);
        ctx
    }

    /// The point of view of a link on the chain.
    pub(crate) fn ctx_of_link(&self, id: LinkId) -> Ctx {
        let link = self.state.link(id);
        Ctx {
            link: Some(id),
            cause: Why::Link(id),
            names: link.names.clone(),
            those: link.those.clone(),
            summoned: link.summoned.clone(),
            declared: link.declared.clone(),
            of_the_cause: link.amount,
            ..Ctx::new(link.effect, link.player, link.source)
        }
    }

    /// The effect as a cause of what it does, whether or not it has been activated yet.
    pub(crate) fn as_cause(ctx: &Ctx) -> Why {
        match ctx.link {
            Some(link) => Why::Link(link),
            None => Why::Reflex(ctx.effect, ctx.player),
        }
    }

    /// The amount an event is about: damage, life points gained or paid, cards drawn.
    pub(crate) fn amount_of_event(&self, index: usize) -> i32 {
        let Some(event) = self.event_at(index) else { return 0 };
        match event.what {
            What::Damage { amount, .. } | What::GainedLp(_, amount) | What::PaidLp(_, amount) => amount,
            What::Drew { .. } => event.cards.len() as i32,
            _ => 0,
        }
    }

    /// Moves cards for an effect, which goes on knowing them.
    pub(crate) fn move_for(&mut self, ctx: &mut Ctx, id: CardId, to: Destination, how: MoveHow) -> Changed {
        let from = self.state.reference(id);
        self.state.mover = Some(ctx.cause);
        let changed = self.move_card(id, to, how);
        self.state.mover = None;
        ctx.follow(from, changed.card);
        changed
    }
}

//! Which cards of its duel a ruling speaks of, and the same ruling without one of them.

use segoc_protocol::CardId;

use segoc_format::ruling::{BoardCard, BoardSide, CardRef, Check, Do, Happening, Ruling, Step, StepKind, Use};

/// Calls a function with every card the play refers to.
fn each_card(play: &mut [Step], f: &mut impl FnMut(&mut CardId)) {
    let mut of = |card: &mut CardRef| {
        if let CardRef::Card(id) = card {
            f(id);
        }
    };
    for step in play {
        step.never_offered.iter_mut().for_each(|refusal| of(&mut refusal.value.offer.card));
        match &mut step.kind {
            StepKind::Action(_, action) => of_action(&mut action.value, &mut of),
            StepKind::Chooses(_, cards, ..) => cards.iter_mut().for_each(|card| of(&mut card.value)),
            StepKind::Applies(_, card, ..) => of(&mut card.value),
            StepKind::Triggers(uses) => uses.iter_mut().for_each(|used| of_use(&mut used.value, &mut of)),
            StepKind::Check(check) => of_check(check, &mut of),
        }
    }
}

fn of_use(used: &mut Use, of: &mut impl FnMut(&mut CardRef)) {
    of(&mut used.card);
    used.targets.iter_mut().chain(&mut used.paying_with).for_each(|card| of(&mut card.value));
}

fn of_action(action: &mut Do, of: &mut impl FnMut(&mut CardRef)) {
    match action {
        Do::Activates(used, _) => of_use(used, of),
        Do::NormalSummons(card, more, _) | Do::Sets(card, more, _) | Do::SpecialSummons(card, _, more, ..) => {
            of(card);
            more.iter_mut().for_each(|card| of(&mut card.value));
        }
        Do::PendulumSummons(cards) => cards.iter_mut().for_each(|card| of(&mut card.value)),
        Do::AttacksWith(card, target) => {
            of(card);
            of(target);
        }
        Do::FlipSummons(card) | Do::ChangesPositionOf(card) | Do::AttacksDirectlyWith(card) | Do::ReplaysOn(card) => {
            of(card);
        }
        Do::ReplaysDirectly | Do::ReplaysNotAtAll | Do::DrawsForTheTurn | Do::GoesTo(_) | Do::GoesToNextTurn => {}
    }
}

fn of_check(check: &mut Check, of: &mut impl FnMut(&mut CardRef)) {
    match check {
        Check::Chain { links: list, cannot_be_added: not_offered }
        | Check::Placing { offered: list, not_offered, .. } => {
            list.iter_mut().for_each(|link| of(&mut link.value.card));
            not_offered.iter_mut().for_each(|refusal| of(&mut refusal.value.offer.card));
        }
        Check::Window { offered, not_offered, .. } => {
            offered.iter_mut().for_each(|offer| of(&mut offer.value.card));
            not_offered.iter_mut().for_each(|refusal| of(&mut refusal.value.offer.card));
        }
        Check::NeverOffered(refusals) => refusals.iter_mut().for_each(|refusal| of(&mut refusal.value.offer.card)),
        Check::Resolves(links) => links.iter_mut().for_each(|link| of(&mut link.value.0.card)),
        Check::Happens(instants) => {
            for happening in instants.iter_mut().flat_map(|instant| &mut instant.value) {
                if let Happening::Cards(_, cards) = &mut happening.value {
                    cards.iter_mut().for_each(&mut *of);
                }
            }
        }
        Check::Board(sides) => {
            for card in sides.iter_mut().flatten().flat_map(|side| board_cards(&mut side.value)) {
                of_board_card(card, of);
                card.materials.iter_mut().flatten().for_each(|material| of_board_card(material, of));
            }
        }
        Check::Ends(_) | Check::Blank(_) => {}
    }
}

fn of_board_card(card: &mut BoardCard, of: &mut impl FnMut(&mut CardRef)) {
    let mut labelled = card.label.map(CardRef::Card);
    labelled.iter_mut().chain(&mut card.equipped_to).for_each(&mut *of);
    if let Some(CardRef::Card(id)) = labelled {
        card.label = Some(id);
    }
}

fn board_cards(side: &mut BoardSide) -> impl Iterator<Item = &mut BoardCard> {
    side.zones.iter_mut().flat_map(|(_, cards)| &mut cards.value)
}

/// For each card of the set-up whether the ruling speaks of it: in its play, as what another is equipped to, on a board
/// by its name alone, or in its prose.
pub(super) fn mentioned(ruling: &Ruling) -> Vec<bool> {
    let mut mentioned = vec![false; ruling.setup.cards.len()];
    let mut play = ruling.play.clone();
    each_card(&mut play, &mut |id| mentioned[usize::from(id.0)] = true);
    let mut names: Vec<String> = Vec::new();
    for step in &mut play {
        if let StepKind::Check(Check::Board(sides)) = &mut step.kind {
            let cards = sides.iter_mut().flatten().flat_map(|side| board_cards(&mut side.value));
            for card in cards {
                let all = std::iter::once(&*card).chain(card.materials.iter().flatten());
                names.extend(all.filter(|card| card.label.is_none()).map(|card| card.name.clone()));
            }
        }
    }
    let because = ruling.play.iter().filter_map(|step| step.because.as_deref());
    let readings = ruling.disputed.iter().map(|reading| reading.answer.as_str());
    let heads = [ruling.title.as_str(), &ruling.question, &ruling.answer];
    let prose: Vec<&str> = heads.into_iter().chain(because).chain(readings).collect();
    for (i, card) in ruling.setup.cards.iter().enumerate() {
        let name = &card.name;
        let said = prose.iter().any(|text| text.contains(name.as_str()));
        let lies_on_another = card.equipped_to.is_some() || card.attached_to.is_some();
        mentioned[i] |= said || lies_on_another || names.iter().any(|other| other == name);
        for to in card.equipped_to.into_iter().chain(card.attached_to) {
            mentioned[to] = true;
        }
    }
    mentioned
}

/// The same ruling without a card that it does not speak of.
pub(super) fn without(ruling: &Ruling, index: usize) -> Ruling {
    let mut ruling = ruling.clone();
    ruling.setup.cards.remove(index);
    for card in &mut ruling.setup.cards {
        for to in card.equipped_to.iter_mut().chain(&mut card.attached_to).filter(|to| **to > index) {
            *to -= 1;
        }
    }
    ruling.labels.remove(index);
    ruling.references.remove(index);
    ruling.card_spans.remove(index);
    each_card(&mut ruling.play, &mut |id| {
        if usize::from(id.0) > index {
            id.0 -= 1;
        }
    });
    ruling
}

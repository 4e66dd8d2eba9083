//! What the cards of a duel say, as far as it matters there: the effects that somebody uses or would like to use, and those that apply.

use segoc_engine::def::{CardKind, Class, EffectDef, Timing};
use segoc_format::ruling::{CardRef, OfferAction};
use segoc_protocol::{Action, Answer, CardId, Cause, EffectRef, Face, Happened};

use crate::cast::capital;
use crate::english::card::effect as aloud;
use crate::judge::looked;
use crate::transcript::Transcript;

/// What is longer says too much at once.
const LONGEST: usize = 100;

/// The effects that matter in a duel, each with its card, in the order in which the ruling names the cards.
pub(super) fn effects<'t>(told: &'t Transcript<'t>) -> Vec<(&'t str, Vec<String>)> {
    let used = used(told);
    let lay_face_up = lay_face_up(told);
    let cards = told.cast.ruling.cards.iter().map(|card| {
        let is_it = |id: &CardId| told.cast.def(*id).is_some_and(|def| def.name == card.name);
        let own = used.iter().filter(|effect| is_it(&effect.card));
        let mut numbers: Vec<EffectRef> = Vec::new();
        let lies = own.clone().next().is_some() || lay_face_up.iter().any(is_it);
        let cards = (0..told.cast.ruling.setup.cards.len()).filter_map(|card| u16::try_from(card).ok()).map(CardId);
        if let Some(any) = own.clone().next().map(|effect| effect.card).or_else(|| cards.into_iter().find(is_it)) {
            let all = (0..=u8::MAX).map(|effect| EffectRef { card: any, effect });
            let all = all.map_while(|effect| Some((effect, told.cast.effect(effect)?)));
            let applies = |def: &EffectDef| lies && def.class == Class::Continuous;
            let is_used = |effect: &EffectRef| own.clone().any(|used| used.effect == effect.effect);
            numbers.extend(all.filter(|(effect, def)| is_used(effect) || applies(def)).map(|(effect, _)| effect));
        }
        let said = numbers.iter().filter_map(|effect| said(told, *effect));
        (card.name.as_str(), said.collect::<Vec<String>>())
    });
    cards.filter(|(_, said)| !said.is_empty()).collect()
}

/// The cards that lay face-up on the field at some time.
fn lay_face_up(told: &Transcript<'_>) -> Vec<CardId> {
    let boards = told.questions.iter().filter_map(|asked| asked.prompt.board.as_ref());
    let lying = boards.flat_map(|board| &board.cards).filter(|card| card.zone.on_field() && card.face == Face::Up);
    let mut cards: Vec<CardId> = lying.map(|card| card.card).collect();
    cards.sort_unstable();
    cards.dedup();
    cards
}

/// The effects that were activated, have triggered or did something, and those that a check says cannot be used.
fn used(told: &Transcript<'_>) -> Vec<EffectRef> {
    let mut used: Vec<EffectRef> = Vec::new();
    let mut add =
        |effect: EffectRef| used.extend((!used.contains(&effect)).then_some(effect).into_iter().collect::<Vec<_>>());
    for event in &told.events {
        match event.what {
            Happened::Activated { effect, .. } => {
                add(effect);
                // What stays on the field applies by its continuous effects.
                let count = told.cast.def(effect.card).map_or(0, |def| def.effects.len());
                let all =
                    (0..count).filter_map(|number| Some(EffectRef { effect: u8::try_from(number).ok()?, ..effect }));
                all.filter(|other| told.cast.class(*other) == Some(Class::Continuous)).for_each(&mut add);
            }
            Happened::Triggered { effect, .. } | Happened::Dropped { effect, .. } => add(effect),
            _ => {}
        }
        if let Some(Cause::Effect(effect)) = event.by {
            add(effect);
        }
    }
    for asked in &told.questions {
        let chosen = match asked.answer {
            Some(Answer::Option(index)) => asked.prompt.options().get(index),
            _ => None,
        };
        if let Some(Action::SpecialSummon(effect)) = chosen {
            add(*effect);
        }
    }
    for looked in looked(told) {
        let CardRef::Card(card) = looked.offer.card else { continue };
        if !matches!(looked.offer.action, OfferAction::Activate | OfferAction::Apply | OfferAction::SpecialSummon) {
            continue;
        }
        let count = told.cast.def(card).map_or(0, |def| def.effects.len());
        let all = (0..count).filter_map(|number| Some(EffectRef { card, effect: u8::try_from(number).ok()? }));
        let meant =
            |effect: &EffectRef| told.cast.is_effect(&looked.offer.card, looked.offer.effect.as_deref(), *effect);
        let procedure = looked.offer.action == OfferAction::SpecialSummon;
        let fits = |effect: &EffectRef| match told.cast.class(*effect) {
            Some(Class::Procedure) => procedure,
            Some(Class::Continuous) | None => false,
            Some(_) => !procedure,
        };
        // Where something was refused it is known of which effect.
        let refused = looked.question.map(|question| &told.questions[question].prompt.refused).into_iter().flatten();
        let refused = refused.filter(|refused| told.cast.is_offer(&looked.offer, &refused.action));
        let refused: Vec<EffectRef> = refused.filter_map(|refused| refused.action.effect()).collect();
        let is_known = |effect: &EffectRef| refused.is_empty() || refused.contains(effect);
        all.filter(meant).filter(fits).filter(is_known).for_each(&mut add);
    }
    used
}

/// What an effect says, with what it is; nothing if there are no words for all of it, or too many.
fn said(told: &Transcript<'_>, effect: EffectRef) -> Option<String> {
    let def = told.cast.effect(effect)?;
    let text = aloud(told.cast.written(effect)?)?.text;
    let text = without_its_kind(text.trim_end_matches('.'));
    let plain = !text.contains('`') && text.split_whitespace().count() <= LONGEST;
    // That a monster is Summoned with its materials is the rules' word.
    let is_bare = text.is_empty() || (def.class == Class::Procedure && text.starts_with("From the Extra Deck, by "));
    (plain && !is_bare).then(|| match kind(told, effect, def) {
        Some(kind) => format!("{kind}: {text}."),
        None => format!("{text}."),
    })
}

/// What an effect says without the words for its kind, which stand before it.
fn without_its_kind(text: &str) -> String {
    let mut text = text.to_owned();
    for (small, large) in [(", optional", ". Optional"), (", mandatory", ". Mandatory")] {
        text = text.replace(small, "");
        if let Some((before, after)) = text.split_once(large) {
            text = match after.strip_prefix(", ") {
                Some(rest) => format!("{before}. {}", capital(rest)),
                None => before.to_owned(),
            };
        }
    }
    text
}

/// What an effect is: nothing for the card itself.
fn kind(told: &Transcript<'_>, effect: EffectRef, def: &EffectDef) -> Option<String> {
    let monster = matches!(told.cast.def(effect.card)?.kind, CardKind::Monster(_));
    let noun = match def.class {
        Class::Ignition if monster => "Ignition Effect",
        Class::Quick if monster => "Quick Effect",
        Class::Trigger if monster => "Trigger Effect",
        Class::Continuous => "Continuous Effect",
        Class::Procedure => "Summon",
        Class::Activation => return None,
        _ => "Effect",
    };
    let timing = def.cause.as_ref().map(|cause| cause.timing);
    let how = match (def.class, def.mandatory, timing) {
        (Class::Trigger | Class::Quick | Class::Phase, true, _) => " (mandatory)",
        (Class::Trigger, false, Some(Timing::When)) => " (optional, with “when”)",
        (Class::Trigger, false, Some(Timing::If)) => " (optional, with “if”)",
        (Class::Trigger | Class::Phase, false, _) => " (optional)",
        _ => "",
    };
    Some(format!("{noun}{how}"))
}

//! What is left of a difference when everything is taken away that it does not need.

use segoc_format::ruling::{BoardSide, Check, StepKind};
use segoc_protocol::{CardId, Engine, Phase, Setup, Sides};

use super::board::{arranged, moved};
use super::find::{Difference, Likeness};
use super::told::{Case, Duel};
use super::{Hunt, Seen};

/// How often a smaller duel is tried at most.
const TRIES: usize = 400;

/// A difference that is being made smaller.
struct Shrinking<'h, 'c, 'e> {
    hunt: &'h Hunt<'c>,
    engine: &'e mut dyn Engine,
    like: Likeness,
    tries: usize,
}

impl Hunt<'_> {
    /// The smallest duel that still shows a difference of the same kind; one that is known is another.
    pub fn shrunk(&self, engine: &mut dyn Engine, duel: Duel, difference: Difference) -> (Duel, Difference) {
        let like = difference.likeness();
        let mut shrinking = Shrinking { hunt: self, engine, like, tries: 0 };
        let mut best = (duel, difference);
        shrinking.played(&mut best);
        shrinking.checked(&mut best);
        best
    }
}

impl Shrinking<'_, '_, '_> {
    /// Whether a case still shows the difference; then it is the best one so far.
    fn shows(&mut self, best: &mut (Duel, Difference), case: Case) -> bool {
        self.tries += 1;
        if self.tries > TRIES {
            return false;
        }
        let Ok(duel) = self.hunt.told(case) else { return false };
        self.takes(best, duel)
    }

    fn takes(&mut self, best: &mut (Duel, Difference), duel: Duel) -> bool {
        match self.hunt.compare(self.engine, &duel) {
            Seen::Differs(difference)
                if difference.likeness() == self.like && self.hunt.is_listed(&duel, &difference).is_none() =>
            {
                *best = (duel, *difference);
                true
            }
            _ => false,
        }
    }

    /// Takes away what is played: cards, many at once and then one by one, steps, what is special about cards.
    fn played(&mut self, best: &mut (Duel, Difference)) {
        // What comes after the difference is not needed.
        let told = best.0.case.story.len();
        for kept in [told / 4, told / 2] {
            let case = best.0.case.clone();
            let story = case.story[..kept.min(case.story.len())].to_vec();
            if self.shows(best, Case { story, ..case }) {
                break;
            }
        }
        loop {
            let size = |best: &(Duel, Difference)| (best.0.case.setup.cards.len(), best.0.case.story.len());
            let before = size(best);
            self.cards(best);
            self.steps(best);
            if size(best) == before || self.tries > TRIES {
                break;
            }
        }
        self.effects(best);
        self.details(best);
    }

    fn cards(&mut self, best: &mut (Duel, Difference)) {
        let mut many = best.0.case.setup.cards.len() / 2;
        while many > 0 {
            let mut end = best.0.case.setup.cards.len();
            while end > 0 {
                let begin = end.saturating_sub(many);
                let case = &best.0.case;
                let (setup, to) = arranged(&case.setup, |card| !(begin..end).contains(&card));
                let case = Case { story: story(&case.story, &to), setup, ..case.clone() };
                self.shows(best, case);
                end = begin.min(best.0.case.setup.cards.len());
            }
            many /= 2;
        }
    }

    fn steps(&mut self, best: &mut (Duel, Difference)) {
        let mut place = best.0.case.story.len();
        while place > 0 {
            place = (place - 1).min(best.0.case.story.len());
            let mut case = best.0.case.clone();
            // A check of the story only leads it somewhere.
            if matches!(case.story.get(place), None | Some(StepKind::Check(_))) {
                continue;
            }
            case.story.remove(place);
            self.shows(best, case);
        }
    }

    /// Takes away effects of cards that are made up.
    fn effects(&mut self, best: &mut (Duel, Difference)) {
        let Some(inventory) = &self.hunt.inventory else { return };
        for card in 0..best.0.case.made_up.len() {
            let effects = best.0.case.made_up[card].def(&best.0.case.format).effects.len();
            for effect in (0..effects).rev() {
                let mut case = best.0.case.clone();
                let Some(smaller) = inventory.without_an_effect(&case.made_up[card], effect) else { continue };
                case.made_up[card] = smaller;
                self.shows(best, case);
            }
        }
    }

    /// The usual life points and phase, and nothing special about a card.
    fn details(&mut self, best: &mut (Duel, Difference)) {
        let usual = Sides { yugi: 8000, joey: 8000 };
        let simpler = |setup: Setup, best: &(Duel, Difference)| Case { setup, ..best.0.case.clone() };
        for (phase, lp) in [(Phase::Main1, usual), (best.0.case.setup.phase, usual)] {
            let setup = Setup { phase, lp, ..best.0.case.setup.clone() };
            if setup != best.0.case.setup && self.shows(best, simpler(setup, best)) {
                break;
            }
        }
        for card in 0..best.0.case.setup.cards.len() {
            let mut setup = best.0.case.setup.clone();
            let plain = &mut setup.cards[card];
            (plain.since, plain.position, plain.seat, plain.summoned) = (None, None, None, None);
            (plain.counters, plain.revealed) = (None, false);
            if setup != best.0.case.setup {
                self.shows(best, simpler(setup, best));
            }
        }
    }

    /// Takes away what is checked: every other check, then everything of the one that is left but what disagrees.
    fn checked(&mut self, best: &mut (Duel, Difference)) {
        let step = best.1.step;
        let others = |steps: &[StepKind]| -> Vec<StepKind> {
            let kept = |(i, kind): &(usize, &StepKind)| *i == step || !matches!(kind, StepKind::Check(_));
            steps.iter().enumerate().filter(kept).map(|(_, kind)| kind.clone()).collect()
        };
        let all = others(&best.0.steps);
        if !self.reduced(best, all) {
            let mut place = best.0.steps.len();
            while place > 0 {
                place = (place - 1).min(best.0.steps.len());
                if place == best.1.step || !matches!(best.0.steps.get(place), Some(StepKind::Check(_))) {
                    continue;
                }
                let mut steps = best.0.steps.clone();
                steps.remove(place);
                self.reduced(best, steps);
            }
        }
        // From the end, as long as something can still be taken away.
        let mut from = 0;
        while let Some(StepKind::Check(check)) = best.0.steps.get(best.1.step) {
            let Some(smaller) = smaller(check, from) else { break };
            let mut steps = best.0.steps.clone();
            steps[best.1.step] = StepKind::Check(smaller);
            if !self.reduced(best, steps) {
                from += 1;
            }
        }
    }

    /// Whether the difference shows with these steps.
    fn reduced(&mut self, best: &mut (Duel, Difference), steps: Vec<StepKind>) -> bool {
        let (board, format) = (&best.0.board, &best.0.case.format);
        if !steps.iter().any(|step| matches!(step, StepKind::Check(_))) {
            return false;
        }
        let Ok(ruling) = self.hunt.draft(board, &steps) else { return false };
        if !matches!(self.hunt.at_home(&ruling, format), crate::outcome::Outcome::Passed) {
            return false;
        }
        let duel = Duel { case: best.0.case.clone(), board: board.clone(), steps, ruling };
        self.takes(best, duel)
    }
}

fn story(steps: &[StepKind], to: &[Option<CardId>]) -> Vec<StepKind> {
    steps.iter().filter_map(|step| moved(step, to)).collect()
}

/// A check without one of the things it says, by the number of the thing; none if there is no such thing.
fn smaller(check: &Check, thing: usize) -> Option<Check> {
    let mut check = check.clone();
    fn without<T>(list: &mut Vec<T>, thing: usize) -> Option<()> {
        (thing < list.len()).then(|| _ = list.remove(thing))
    }
    match &mut check {
        Check::Window { offered, not_offered, .. } => {
            let offers = offered.len();
            without(offered, thing).or_else(|| without(not_offered, thing - offers))?;
        }
        Check::Placing { not_offered, .. } => without(not_offered, thing)?,
        Check::NeverOffered(list) if list.len() > 1 => without(list, thing)?,
        Check::Happens(instants) if instants.len() > 1 => without(instants, thing)?,
        Check::Board(sides) => {
            let things = |side: &BoardSide| side.zones.len() + usize::from(side.lp.is_some());
            let of = |side: &Option<_>| {
                side.as_ref().map_or(0, |side: &segoc_format::place::Spanned<BoardSide>| things(&side.value))
            };
            let first = of(&sides.yugi);
            let (side, thing) = if thing < first { (&mut sides.yugi, thing) } else { (&mut sides.joey, thing - first) };
            let of_side = &mut side.as_mut()?.value;
            match of_side.lp.is_some() && thing == 0 {
                true => of_side.lp = None,
                false => without(&mut of_side.zones, thing - usize::from(of_side.lp.is_some()))?,
            }
            if things(of_side) == 0 {
                *side = None;
            }
            if sides.yugi.is_none() && sides.joey.is_none() {
                return None;
            }
        }
        _ => return None,
    }
    Some(check)
}

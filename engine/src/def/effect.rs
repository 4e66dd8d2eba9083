//! An effect: its class, when it may be used, and what it does.

use std::sync::Arc;

use super::{
    AnyOf, Cause, Condition, During, How, Material, Modifier, Part, Place, Range, Says, Step, Subject, Target, Turned,
};
use crate::vocabulary::words;

words! {
    /// The class of an effect.
    Class {
        /// Activating the Spell or Trap Card itself.
        Activation = "activation",
        /// A monster's effect, or one of a face-up Spell or Trap, used in the open state of the Main Phase.
        Ignition = "ignition",
        /// It waits for something to happen.
        Trigger = "trigger",
        /// "During the … Phase": used in the open state or as the opponent's last chance of the phase, each in its own chain.
        Phase = "phase",
        /// A fast effect that may be chained, in either turn.
        Quick = "quick",
        /// Applies without being activated.
        Continuous = "continuous",
        /// A Special Summon that starts no chain.
        Procedure = "procedure",
    }
}

words! {
    /// How an effect is limited within a turn.
    Once {
        /// "Once per turn": this copy while it stays face-up.
        Copy = "copy",
        /// "You can only use this effect once per turn": every copy of the name, even if negated.
        Use = "use",
        /// "You can only activate 1 … per turn": given back if the activation is negated.
        Activate = "activate",
        /// "You can only use 1 "…" effect per turn, and only once that turn": all effects of the name that say so share one use.
        OneEffect = "one effect",
    }
}

words! {
    /// A property declared on activation.
    Declares {
        /// A Type of monsters.
        Type = "type",
        /// An Attribute.
        Attribute = "attribute",
        /// An Attribute and a Type of monsters, said as `dark fiend`.
        AttributeAndType = "attribute and type",
        /// The name of a card.
        Name = "name",
        /// Ritual, Fusion, Synchro or Xyz.
        Kind = "kind of monster",
        /// Monster, Spell or Trap; a group asks for it with `kind: declared`.
        CardKind = "kind of card",
    }
}

words! {
    /// What of an effect cannot be negated.
    Unnegatable {
        /// Its activation.
        Activation = "activation",
        /// The effect, as it resolves or applies.
        Effect = "effect",
    }
}

/// A number that is declared, or chosen to be paid, on activation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredNumber {
    /// Between which numbers it lies; from 1 on, or from the first step, unless it says otherwise.
    pub range: Range,
    /// In steps of so many.
    pub steps: i32,
}

/// What the player cannot do in the turn they activate or use something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oath {
    /// `Activate`: gone if the activation is negated. `Use`: not.
    pub by: Once,
    /// What holds from the activation to the end of the turn.
    pub applies: Vec<Modifier>,
}

/// One bullet of an effect from which the player picks on activation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bullet {
    /// Its id.
    pub id: String,
    /// What must hold when it is picked.
    pub requires: Option<Condition>,
    /// Its cost.
    pub cost: Vec<Step>,
    /// Its targets.
    pub targets: Vec<Target>,
    /// What it does.
    pub does: Vec<Part>,
}

/// An effect of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectDef {
    /// Its name within the card.
    pub id: Option<String>,
    /// Its class.
    pub class: Class,
    /// It must be activated when it can be.
    pub mandatory: bool,
    /// What it waits for or answers.
    pub cause: Option<Cause>,
    /// When it may be used.
    pub during: Option<During>,
    /// Where the card must be; `None` means the default of its class.
    pub from: Option<Vec<Place>>,
    /// Either player may use it.
    pub either_player: bool,
    /// Once per turn.
    pub once_per_turn: Option<Once>,
    /// How often within a turn, if not once.
    pub times_per_turn: Option<u8>,
    /// Once per Duel.
    pub once_per_duel: Option<Once>,
    /// Once per Battle Step.
    pub once_per_battle_step: bool,
    /// Once per chain.
    pub once_per_chain: bool,
    /// Procedure: the kind of Special Summon it is, with the monster's materials.
    pub by: Option<How>,
    /// Procedure: other materials than those of the monster.
    pub materials: Vec<Material>,
    /// Procedure: the materials of what is used become materials of the monster, too.
    pub taking_materials: bool,
    /// Procedure: the monster is Summoned to the opponent's field.
    pub to_opponent: bool,
    /// Procedure: the position of the monster; its player chooses if it is not said.
    pub position: Option<Turned>,
    /// Procedure: only to a zone to which such a card points.
    pub to_zone: Option<Box<Subject>>,
    /// What must hold when it is activated.
    pub requires: Option<Condition>,
    /// What activating it forbids this turn.
    pub oath: Option<Oath>,
    /// Paid on activation.
    pub cost: Vec<Step>,
    /// Targeted on activation.
    pub targets: Vec<Target>,
    /// Declared on activation.
    pub declares: Option<Declares>,
    /// A number declared on activation, before the cost is paid.
    pub declares_number: Option<DeclaredNumber>,
    /// Bullets, one of which is picked on activation.
    pub options: Vec<Bullet>,
    /// What it does.
    pub does: Vec<Part>,
    /// Overrules the general admission to the Damage Step.
    pub damage_step: Option<bool>,
    /// Nothing may be chained to it.
    pub no_response: bool,
    /// The opponent may not chain to it; to a link after it they may.
    pub no_response_from_opponent: bool,
    /// What of it cannot be negated.
    pub cannot_be_negated: Vec<Unnegatable>,
    /// A Normal or Quick-Play card that stays on the field.
    pub stays: bool,
    /// Continuous: the condition under which it applies.
    pub while_: Option<Condition>,
    /// Continuous: what applies.
    pub applies: Vec<Modifier>,
    /// It is not printed on the card: another card gives it.
    pub given: Option<Given>,
}

/// By what a card has an effect that is not printed on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// A card gives this effect.
    Gift(Arc<EffectDef>),
    /// It is one of the effects printed on the card of this name.
    CopyOf(String),
}

impl EffectDef {
    /// Whether it gives cards this name itself.
    pub(crate) fn gives(&self, name: &str) -> bool {
        let is = |named: Option<&String>| named.is_some_and(|given| given == name);
        let targets = self.targets.iter().chain(self.options.iter().flat_map(|option| &option.targets));
        let parts = self.does.iter().chain(self.options.iter().flat_map(|option| &option.does));
        let costs = self.cost.iter().chain(self.options.iter().flat_map(|option| &option.cost));
        let steps = parts.map(|part| &part.step).chain(costs).map(Step::inner);
        targets.into_iter().any(|target| matches!(target, Target::Chosen { named, .. } if is(named.as_ref())))
            || steps.into_iter().any(|step| match step {
                Step::Draw(_, _, named) => is(named.as_ref()),
                step => is(step.selection().and_then(|selection| selection.named.as_ref())),
            })
    }

    /// The cost of the effect, and of the bullet that was picked.
    pub(crate) fn cost_with(&self, bullet: Option<u8>) -> impl Iterator<Item = &Step> {
        let option = bullet.and_then(|b| self.options.get(b as usize));
        self.cost.iter().chain(option.into_iter().flat_map(|option| &option.cost))
    }

    /// An effect of a class that does nothing yet.
    #[must_use]
    pub fn new(class: Class) -> Self {
        Self {
            id: None,
            class,
            mandatory: false,
            cause: None,
            during: None,
            from: None,
            either_player: false,
            once_per_turn: None,
            times_per_turn: None,
            once_per_duel: None,
            once_per_battle_step: false,
            once_per_chain: false,
            by: None,
            materials: Vec::new(),
            taking_materials: false,
            to_opponent: false,
            position: None,
            to_zone: None,
            requires: None,
            oath: None,
            cost: Vec::new(),
            targets: Vec::new(),
            declares: None,
            declares_number: None,
            options: Vec::new(),
            does: Vec::new(),
            damage_step: None,
            no_response: false,
            no_response_from_opponent: false,
            cannot_be_negated: Vec::new(),
            stays: false,
            while_: None,
            applies: Vec::new(),
            given: None,
        }
    }

    /// Looks at every modifier that it applies, swears or makes to apply, and at everything else it does.
    pub(crate) fn look_through(&self, modifier: &mut dyn FnMut(&Modifier), step: &mut dyn FnMut(&Step)) {
        let modifiers = self.applies.iter().chain(self.oath.iter().flat_map(|oath| &oath.applies));
        modifiers.for_each(|said| look_at(said, modifier, step));
        look_through(&self.does, modifier, step);
        self.options.iter().for_each(|option| look_through(&option.does, modifier, step));
    }

    /// The kinds of modifiers that it applies, swears or makes to apply.
    fn says(&self) -> AnyOf {
        let mut all = AnyOf::default();
        self.look_through(&mut |modifier| all = all.or(modifier.says().into()), &mut |_| {});
        all
    }

    /// The modifiers it applies, swears, or makes to apply.
    fn modifiers(&self) -> Vec<&Modifier> {
        let mut all: Vec<&Modifier> = self.applies.iter().collect();
        all.extend(self.oath.iter().flat_map(|oath| &oath.applies));
        modifiers_of(&self.does, &mut all);
        self.options.iter().for_each(|option| modifiers_of(&option.does, &mut all));
        // What is done each time something happens may make others apply.
        let mut looked_at = 0;
        while let Some(modifier) = all.get(looked_at).copied() {
            match modifier {
                Modifier::Whenever(_, does, _) => modifiers_of(does, &mut all),
                Modifier::InEachPhase(_, later) => modifiers_of(&later.does, &mut all),
                _ => {}
            }
            looked_at += 1;
        }
        all
    }

    /// The effects it gives to cards.
    pub fn gifts(&self) -> impl Iterator<Item = &Arc<EffectDef>> {
        self.modifiers().into_iter().filter_map(|modifier| match modifier {
            Modifier::Gains(_, effect) => Some(effect),
            _ => None,
        })
    }

    /// Whether it lets a card have the effects of another one.
    #[must_use]
    pub fn copies(&self) -> bool {
        self.modifiers().into_iter().any(|modifier| matches!(modifier, Modifier::Copies(..)))
    }

    /// Whether it goes on a chain.
    #[must_use]
    pub fn activates(&self) -> bool {
        !matches!(self.class, Class::Continuous | Class::Procedure)
    }
}

fn modifiers_of<'a>(parts: &'a [Part], all: &mut Vec<&'a Modifier>) {
    for part in parts {
        match part.step.inner() {
            Step::Apply(modifier, _) => all.push(modifier),
            Step::Later(later) => modifiers_of(&later.does, all),
            Step::Becomes(does) => modifiers_of(does, all),
            Step::OneOf(_, ways) | Step::ByChance(ways) => ways.iter().for_each(|way| modifiers_of(&way.does, all)),
            _ => {}
        }
    }
}

/// The cards of a duel with the effects that others may give them, numbered after their own: those that cards of the duel give, in
/// their order, then for who copies effects those of every other monster. They are effects of a card only while something says so.
#[must_use]
pub fn with_given_effects(library: &[Arc<super::CardDef>]) -> Vec<Arc<super::CardDef>> {
    let all = || library.iter().flat_map(|def| &def.effects);
    if !all().any(|effect| effect.says().meets([Says::Gains, Says::Copies].into())) {
        return library.to_vec();
    }
    let given = |effect: &EffectDef, by: Given| Arc::new(EffectDef { given: Some(by), ..effect.clone() });
    let gifts: Vec<Arc<EffectDef>> =
        all().flat_map(|effect| effect.gifts()).map(|gift| given(gift, Given::Gift(Arc::clone(gift)))).collect();
    let extended = library.iter().map(|def| {
        let mut def = (**def).clone();
        let copying = def.effects.iter().any(|effect| effect.copies());
        def.effects.extend(gifts.iter().cloned());
        let others = library.iter().filter(|other| copying && other.monster().is_some() && other.name != def.name);
        for other in others {
            let own = other.effects.iter().filter(|e| !matches!(e.class, Class::Activation | Class::Procedure));
            def.effects.extend(own.map(|effect| given(effect, Given::CopyOf(other.name.clone()))));
        }
        def.effects.truncate(usize::from(u8::MAX));
        Arc::new(def)
    });
    extended.collect()
}

fn look_through(parts: &[Part], modifier: &mut dyn FnMut(&Modifier), step: &mut dyn FnMut(&Step)) {
    for part in parts {
        match part.step.inner() {
            Step::Apply(said, _) => look_at(said, modifier, step),
            Step::Later(later) => look_through(&later.does, modifier, step),
            Step::Becomes(does) => look_through(does, modifier, step),
            Step::OneOf(_, ways) | Step::ByChance(ways) => {
                ways.iter().for_each(|way| look_through(&way.does, modifier, step));
            }
            other => step(other),
        }
    }
}

fn look_at(said: &Modifier, modifier: &mut dyn FnMut(&Modifier), step: &mut dyn FnMut(&Step)) {
    modifier(said);
    match said {
        Modifier::Whenever(_, does, _) => look_through(does, modifier, step),
        Modifier::InEachPhase(_, later) => look_through(&later.does, modifier, step),
        _ => {}
    }
}

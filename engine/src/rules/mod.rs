//! The rules, a file for each family of the catalogue: `timing.missed` is applied in `timing.rs`.

mod answers;
mod chain;
mod chart;
mod conjunction;
mod continuous;
mod cost;
mod damage_step;
mod hand;
mod immunity;
mod later;
mod legality;
mod limit;
mod negation;
mod pendulum;
mod phase;
mod presence;
mod priority;
mod quick;
mod replacement;
mod replay;
mod resolve;
mod segoc;
mod set;
mod simultaneous;
mod speed;
mod summon;
mod target;
mod timing;
mod trap_monster;
mod trigger;
mod upkeep;
mod value;
mod win;
mod xyz;
mod zone;

pub(crate) use zone::has_extra_zones;

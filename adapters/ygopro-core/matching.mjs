// Which effect of a card file an effect of a foreign script is.

import { MOMENTS, codesOf, patterns } from "./lua/causes.mjs";
import { PHASES } from "./lua/conditions.mjs";
import { classOf, home } from "./lua/effects.mjs";
import { locations } from "./lua/group.mjs";
import { verbsOf } from "./lua/verbs.mjs";

const TYPE = { ACTIVATE: 0x10, FLIP: 0x20, IGNITION: 0x40, QUICK: 0x500, TRIGGER: 0x280, MANDATORY: 0x600 };
const PHASE_EVENT = 0x1000;
const BITS = Array.from({ length: 10 }, (_, i) => 1 << i);
const FLIPPED = 1001;
/** Ways of leaving: what one script hears as a destruction another hears as going to the GY. */
const LEAVING = new Set([1011, 1012, 1013, 1014, 1015, 1017, 1018, 1029, 1140]);

/** What scripts say that they do, by the verbs of the corpus. */
const CATEGORIES = {
  destroy: 0x1,
  tribute: 0x2,
  banish: 0x4,
  "add to hand": 0x20008,
  "return to hand": 0x8,
  "return to deck": 0x10,
  "send to gy": 0x60,
  discard: 0x80,
  "normal summon": 0x100,
  "special summon": 0x600,
  fusion: 0x40000200,
  "take control": 0x2000,
  negate: 0x1000c000,
  draw: 0x10000,
  equip: 0x40000,
  damage: 0x80000,
  "gain lp": 0x100000,
};

/** How much each class of a script's effects is like those of card files. */
const ALIKE = {
  activation: { activation: 8, quick: 5, trigger: 5 },
  ignition: { ignition: 8, quick: 2 },
  quick: { quick: 8, trigger: 4, phase: 4, ignition: 2 },
  trigger: { trigger: 8, phase: 6, quick: 3 },
  phase: { phase: 8, trigger: 6 },
};
const LIKELY = 4;

/** The class of an effect of a script. */
function classOfScript({ type, event }) {
  if (type & TYPE.ACTIVATE) return "activation";
  if (type & TYPE.IGNITION) return "ignition";
  if (type & TYPE.QUICK) return "quick";
  return (event & 0xf000) === PHASE_EVENT ? "phase" : "trigger";
}

/** What of an effect of a card file shows in a script: its class, its events, where it is used, whether it must be. */
function ofFile(effect, card) {
  const [name, body] = classOf(effect);
  const cause = body.when ?? body.if;
  const events = cause ? patterns(cause).flatMap((pattern) => codesOf(pattern) ?? []) : [];
  const phases = [body.during?.phase ?? []].flat().flatMap((phase) => BITS.filter((bit) => bit & PHASES[phase]).map((bit) => PHASE_EVENT | bit));
  const moments = [body.during?.at ?? []].flat().flatMap((moment) => MOMENTS[moment] ?? []);
  const from = name === "activation" ? [] : (body.from ?? home(card));
  return { class: name, events: new Set([...events, ...phases, ...moments]), range: from.length ? locations(from) : 0, categories: categoriesOf(body), mandatory: Boolean(body.mandatory) };
}

function categoriesOf(body) {
  const verbs = [body.does, ...(body.options ?? []).map((option) => option.does)].flatMap((does) => verbsOf(does));
  return verbs.reduce((sum, verb) => (sum | (CATEGORIES[verb] ?? 0)) >>> 0, 0);
}

/** Effects of a script that do the same are one, as one that is registered for several events. */
function groups(list) {
  const found = new Map();
  list.forEach((entry, n) => {
    if (!entry) return;
    const name = classOfScript(entry);
    const key = `${name} ${entry.operation || `alone ${n}`}`;
    if (!found.has(key)) found.set(key, { class: name, events: new Set(), range: 0, categories: 0, mandatory: (entry.type & TYPE.MANDATORY) !== 0, numbers: [] });
    const group = found.get(key);
    group.numbers.push(n);
    group.events.add(entry.type & TYPE.FLIP ? FLIPPED : entry.event);
    // Pendulum Zones and the Field Zone are zones of the Spells and Traps.
    group.range |= entry.range | (entry.range & 0x300 ? 0x8 : 0);
    group.categories |= entry.categories;
  });
  return [...found.values()];
}

const shared = (a, b) => [...a].some((event) => b.has(event));

function likeness(group, effect) {
  const alike = ALIKE[group.class]?.[effect.class] ?? 0;
  if (!alike) return 0;
  const events = shared(group.events, effect.events) ? 4 : shared(group.events, LEAVING) && shared(effect.events, LEAVING) ? 2 : 0;
  const range = group.range && effect.range ? (group.range & effect.range & 0xff ? 1 : -3) : 0;
  const doings = group.categories & effect.categories ? 2 : 0;
  return alike + events + range + doings + (group.mandatory === effect.mandatory ? 1 : 0);
}

/** The likeliest of some, the first of equal ones; nothing if none is likely. */
function best(list) {
  return list.reduce((most, one) => (one.like > (most?.like ?? LIKELY - 1) ? one : most), null);
}

/**
 * The effects of the card file, by the numbers of the script's effects: mostly one, the likeliest first. An effect of a script that is none of the
 * card file's is not there.
 *
 * @param {object[]} list type, event, range and operation of the effects of the script, in the order in which it registers them
 */
export function match(list, card) {
  const wanted = (card?.effects ?? []).map((effect) => ofFile(effect, card));
  const all = groups(list);
  const free = new Set(all);
  const found = new Map();
  const give = (group, i) => {
    free.delete(group);
    for (const n of group.numbers) found.set(n, [...(found.get(n) ?? []), i]);
  };
  const open = new Set(wanted.keys());
  // The best pairs first; of equal ones those that stand first.
  for (;;) {
    const pair = best([...free].flatMap((group) => [...open].map((i) => ({ group, i, like: likeness(group, wanted[i]) }))));
    if (!pair) break;
    give(pair.group, pair.i);
    open.delete(pair.i);
  }
  // One effect of a file may be several of a script: what waits for the same, and activations, with which a card may be used at once.
  for (const group of free) {
    const likest = best(wanted.map((effect, i) => ({ i, like: group.class === "activation" || shared(group.events, effect.events) ? likeness(group, effect) : 0 })));
    if (likest) give(group, likest.i);
  }
  // And one of a script may be several of a file, as one for each phase in which it can be used.
  for (const i of open) {
    const twin = best(all.filter((group) => found.has(group.numbers[0])).map((group) => ({ group, like: group.class === wanted[i].class ? likeness(group, wanted[i]) : 0 })));
    if (twin) give(twin.group, i);
  }
  return found;
}

/** Whether an effect of a card file can be used by a player in this phase of this player's turn. */
export function fits(effect, player, { turn, phase }) {
  const { phase: phases, turn: whose } = classOf(effect)[1].during ?? {};
  if (phases && ![phases].flat().includes(phase)) return false;
  return whose === undefined || (whose === "yours") === (turn === player);
}

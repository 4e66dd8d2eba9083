// What an effect does: verbs as tables that the runtime carries out.

import { PLACES, WORDS, amount, group, meantFor, selection, word } from "./group.mjs";
import { PHASES, condition, counted } from "./conditions.mjs";
import { modifier } from "./modifiers.mjs";
import { nameCode } from "./names.mjs";
import { only, own, raw, test, lua, unsupported } from "./text.mjs";

const MOVES = ["destroy", "send to gy", "discard", "banish", "banish face-down", "tribute", "add to hand", "return to hand", "return to gy", "detach"];
const POSITIONS = { attack: 1, defense: 4, "face-up defense": 4, "face-down": 8 };
const JOINTS = ["and", "and if you do", "then", "also", "also after that"];
/** Joints of a part that needs the one before it and happens with it. */
const AT_ONCE = ["and", "and if you do"];
/** What a monster is treated as in a Spell & Trap Zone, as types of the core. */
export const PLACED_AS = { "continuous spell": 0x20002, "continuous trap": 0x20004 };
const DECK = { top: 0, bottom: 1, shuffled: 2 };

/** Verbs that are one of several things. */
const ALTERNATIVES = ["one of", "opponent picks one of", "by chance"];

/** Ends of lasting changes, as resets of the core and how many times they must come. */
const UNTIL = {
  "end of turn": [0x40000200, 1],
  "end of damage calculation": [0x40000040, 1],
  "end of damage step": [0x40000020, 1],
  "end of next turn": [0x40000200, 2],
  "end of opponent's turn": [0x40000200, 2],
  "end phase": [0x40000200, 1],
  "your next end phase": [0x50000200, 1],
  "opponent's next end phase": [0x60000200, 1],
  "next standby phase": [0x40000002, 1],
  "your next standby phase": [0x50000002, 1],
  "opponent's next standby phase": [0x60000002, 1],
  // Which phase it is the runtime knows.
  "end of this phase": [-1, 1],
  always: [0, 1],
};

/** Whether a map has keys of a selection beside those of its verb. */
const who = (v, env) => {
  const said = typeof v === "object" && ("who" in v || "count" in v);
  const n = said ? v.count : v;
  const each = said && v.who === "each player" && typeof n === "object" && "number of" in n;
  return { who: (said && v.who) || "you", amount: counted(n, env.watchers), known: each ? undefined : knownBy(n) };
};

const OF_CARDS = ["atk of", "def of", "level of", "rank of", "link rating of", "scale of", "number of", "counters"];
const OF_AMOUNTS = ["half of", "difference of", "and", "plus"];

/** The names without which an amount is not known yet; nothing, if it never is before the effect resolves. */
function knownBy(n) {
  if (typeof n === "number" || n === "half" || n === "double") return [];
  if (typeof n !== "object") return undefined;
  const all = Object.entries(n).map(([key, value]) => {
    if (OF_CARDS.includes(key)) return named(value);
    if (OF_AMOUNTS.includes(key)) return knownBy(value);
    if (key === "each" || key.startsWith("total ")) return namedIn(value);
    return ["times", "original", "counter", "lp of"].includes(key) ? [] : undefined;
  });
  return all.includes(undefined) ? undefined : all.flat();
}

const named = (text) => (WORDS.has(text) || !/^[a-z]/.test(text) ? [] : [word(text)]);

/** Every word in a group that may stand for cards the effect has yet to name. */
const COMPARED = ["same name as", "other name than", "same type as", "same attribute as", "material of", "equipped to", "equipped with", "with material", "same column as", "pointed to by", "used for", "among", "other than", ...OF_CARDS];
function namedIn(group) {
  return Object.entries(group).flatMap(([key, value]) => {
    if (COMPARED.includes(key)) return [value].flat().flatMap((one) => (typeof one === "string" ? named(one) : namedIn(one)));
    return value && typeof value === "object" && !Array.isArray(value) ? namedIn(value) : [];
  });
}

/** One verb. `env` collects watchers and knows the tokens of the duel. */
export function verb(v, env) {
  // How many cards a part is about may be a number that needs a watcher.
  const select = (s) => selection(s, (n) => counted(n, env.watchers));
  const [name, body] = only(v, "a verb");
  if (name === "banish" && env.temporary) return { verb: name, sel: select(body), temporary: true };
  if (MOVES.includes(name)) return { verb: name, sel: select(body) };
  switch (name) {
    case "place": {
      const { in: into, "treated as": as, ...what } = body;
      return { verb: name, sel: select(what), into, as: as && PLACED_AS[as], frees: env.frees };
    }
    case "return to deck":
      return { verb: name, sel: select(body), where: DECK[(typeof body === "object" && body.at) || "shuffled"] };
    case "special summon":
      return summon(body, env);
    case "change position":
      return { verb: name, sel: select(body), to: body.to };
    case "take control": {
      if (body.until === "this card leaves the field") return { verb: name, sel: select(body), leaves: true, frees: env.frees };
      const [reset, count] = own(UNTIL, body.until ?? "always") ?? unsupported(`control until \`${body.until}\``);
      return { verb: name, sel: select(body), phase: reset === -1 ? -1 : reset & 0xfff, count: reset ? count : 0, frees: env.frees };
    }
    case "change atk":
    case "change def":
    case "change level": {
      const [reset, turns] = body.until === "this card leaves the field" ? ["leaves", 1] : (own(UNTIL, body.until ?? "always") ?? unsupported(`a change until \`${body.until}\``));
      const sets = "to" in body;
      return { verb: "change value", sel: select(body), stat: name.slice(7), sets, original: body.original, amount: amount(sets ? body.to : body.by), reset, turns };
    }
    case "switch atk and def": {
      const [reset, turns] = own(UNTIL, body.until ?? "always") ?? unsupported(`a change until \`${body.until}\``);
      return { verb: name, sel: select(body), original: body.original, reset, turns };
    }
    case "set":
    case "activate":
    case "move":
    case "change attack target":
    case "reveal":
    case "pick":
      return { verb: name, sel: select(body) };
    case "equip": {
      const { to, ...what } = body;
      // Its player will control the monster, for which there must be a zone.
      return { verb: name, sel: select(what), to: word(to), brings: env.activation && env.controls };
    }
    case "attach": {
      const { to, ...what } = body;
      return { verb: name, sel: select(what), to: word(to) };
    }
    case "place counters":
      return { verb: name, on: word(body.to), amount: amount(body.count) };
    case "remove counters":
      if (typeof body.from === "object") return { verb: "remove counters among", of: group(body.from), amount: amount(body.count) };
      return { verb: name, on: word(body.from), amount: amount(body.count) };
    case "draw":
      if (body.until) return { verb: name, who: body.who ?? "you", amount: ["until", body.until], as: body.as };
      return { verb: name, ...who(body, env), as: body.as };
    case "damage":
    case "gain lp":
    case "pay lp":
      // In the OCG all life points can be paid.
      return { verb: name, ...who(body, env), all: env.format === "ocg" };
    case "lose lp":
    case "lp become":
      return { verb: name, ...who(body, env) };
    case "negate":
      return { verb: name, what: body };
    case "apply": {
      if (body.until === "this card leaves the field") return { verb: name, mod: lasting(body.rule, env), reset: "leaves" };
      if (body.until === "that effect resolves") return { verb: name, mod: lasting(body.rule, env), reset: "link", speaks: speaksOf(body.rule) };
      const [reset, turns] = own(UNTIL, body.until) ?? unsupported(`a rule until \`${body.until}\``);
      return { verb: name, mod: lasting(body.rule, env), reset, turns, speaks: speaksOf(body.rule), negates: known(body.rule.negated?.what), changes: changed(body.rule), prey: preys(body.rule), summons: body.rule["normal summons"]?.count };
    }
    case "end":
      return { verb: `end ${body}` };
    case "calculate damage":
      return { verb: name };
    case "afterwards":
      if (body["special summon"]) return { ...summon(body["special summon"], env), verb: "summon afterwards" };
      return { verb: "normal summon", sel: select(body["normal summon"]) };
    case "return to field":
      return { verb: name, sel: select(body) };
    case "later":
      return later(body, env);
    case "that effect becomes":
      return { verb: name, does: does(body, env) };
    case "opponent picks one of":
    case "by chance":
    case "one of": {
      // They are known by their number among all of the effect.
      const first = env.counted?.alternatives ?? 0;
      if (env.counted) env.counted.alternatives += body.length;
      const inner = { ...env, counted: undefined };
      return { verb: name === "by chance" ? name : "one of", by_opponent: name.startsWith("opponent") || undefined, first, list: body.map(({ does: list = [] }) => does(list, inner)) };
    }
    case "skip":
      if (body === "normal draw") return { verb: "skip draw" };
      return { verb: name, who: body.who ?? "you", phase: PHASES[body.phase] & 0x187, which: body.which ?? "next" };
    case "you can":
      return { verb: name, step: verb(body, env) };
    case "only if":
      return { verb: name, test: test(condition(body.condition, env.watchers)), step: verb(body.do, env) };
    default:
      return unsupported(`the verb \`${name}\``);
  }
}

/** The given names by which a rule says whom it is about: if they are targets that are lost, it is not applied. */
function speaksOf(rule) {
  const [, body] = only(rule, "a modifier");
  const what = body?.what ?? body;
  const words = typeof what === "string" ? [what] : (what?.among ?? []);
  return words.filter((w) => /^[a-z]/.test(w) && !WORDS.has(w) && word(w) !== "those");
}

/** The word for the cards that a rule is about, if they are known. */
const known = (what) => (typeof what === "string" ? word(what) : what?.among?.length === 1 ? word(what.among[0]) : undefined);

/** What a card is to be from now on: rules that say it, of known cards. */
const CHANGES = ["atk", "def", "level", "type", "attribute", "treated as", "gains effect", "copies effects"];
function changed(rule) {
  const [name, body] = only(rule, "a modifier");
  return CHANGES.includes(name) && typeof body.what === "string" ? word(body.what) : undefined;
}

/** Whether it lets a monster attack another monster right away: there must be one. */
const preys = ({ attacks }) => (attacks?.again && attacks["in a row"] && attacks["monsters only"]) || undefined;

function lasting(rule, env) {
  return raw(`function(x,reset,turns) S.lasting(x,${lua({ entries: modifier(rule, env) })},reset,turns) end`);
}

/** What is left for a later phase. The core has events for these phases only. */
function later({ phase, which, number, start, does: list }, env) {
  const phases = (Array.isArray(phase) ? phase : [phase]).map((one) => (one === "battle" ? 0x80 : PHASES[one]));
  if (!start && phases.some((one) => one === 0x4 || one === 0x100)) unsupported("what is left for a Main Phase");
  return { verb: "later", phase: phases[0], phases, start, which, n: number ?? 1, does: does(list, env) };
}

function summon(body, env) {
  const pos = body.position === undefined ? undefined : (own(POSITIONS, body.position) ?? unsupported(`the position \`${body.position}\``));
  const sel = selection(body, (n) => counted(n, env.watchers));
  if (body.by) {
    const using = typeof body.using === "string" ? { these: word(body.using) } : { using: group(body.using) };
    return { verb: "fusion", how: body.by, sel, ...using, including: body.including && word(body.including), taking: body["taking materials"], exact: body["exact levels"], goes: body.materials, pos };
  }
  const common = { verb: "special summon", as: body["treated as"], ignoring: body["ignoring conditions"], sel, pos, to_opponent: body.to === "opponent's field", frees: env.frees, pointed: meantFor(body["to a zone pointed to by"]) };
  const token = body.choose && !body.of.in && body.of.name?.length === 1 && env.tokens.has(body.of.name[0]) ? body.of.name[0] : undefined;
  if (token === undefined) return common;
  return { ...common, token: nameCode(token), n: sel.n ?? 1, as_many: sel.count === "as many as possible" || undefined };
}

/** The doing inside "you can" and "only if". */
function inner(v) {
  const [name, body] = only(v, "a verb");
  if (name === "you can") return inner(body);
  return name === "only if" ? inner(body.do) : [name, body];
}

const joint = (part, first) => {
  const [key, value] = only(part, "a part");
  return first || !JOINTS.includes(key) ? { joint: "first", step: part } : { joint: key, step: value };
};

/** The parts of an effect as plain verbs with their conjunctions. */
export function parts(does = []) {
  return does.map((part, i) => joint(part, i === 0));
}

/** The verbs of an effect with what they say, inside their wrappers too, with those that are left for `later` or without. */
export function doingsOf(does = [], later = false) {
  return parts(does).flatMap(({ step }) => {
    const [name, body] = inner(step);
    if (ALTERNATIVES.includes(name)) return body.flatMap((one) => doingsOf(one.does, later));
    // What an effect leaves for later, or lets happen each time something does, it does as well.
    const left = !later ? undefined : name === "later" ? body.does : name === "apply" ? body.rule?.whenever?.does : undefined;
    return left ? [[name, body], ...doingsOf(left, later)] : [[name, body]];
  });
}

/** Their names alone. */
export const verbsOf = (does, later) => doingsOf(does, later).map(([name]) => name);

/** The parts of an effect as the runtime takes them. */
export function does(list, env) {
  const all = parts(list);
  let hand = false;
  return all.flatMap(({ joint: how, step }, i) => {
    if (i > 0 && destroysAndBanishes(all[i - 1], all[i])) return [];
    const done = verb(step, env);
    const compiled = { ...done, joint: how, depends: dependsOnEarlier(step, i === 0, hand), waits: [...waitsFor(step), ...(done.speaks ?? [])] };
    if (i + 1 < all.length && destroysAndBanishes(all[i], all[i + 1])) compiled.to = PLACES.banished;
    compiled.swaps = [all[i - 1] && [all[i - 1], all[i]], all[i + 1] && [all[i], all[i + 1]]].some((pair) => pair && exchange(...pair)) || undefined;
    if (["draw", "add to hand", "return to hand"].includes(inner(step)[0])) hand = true;
    return [compiled];
  });
}

/** Whether two parts exchange the control of monsters. */
function exchange({ step: { "take control": taken } }, { joint: how, step: { "take control": given } }) {
  return taken !== undefined && given !== undefined && how === "and";
}

/** Whether a part destroys cards and the next banishes them at the same time: one doing, by which they never come to the GY. */
function destroysAndBanishes({ step: { destroy: destroyed } }, { joint: how, step: { banish: banished } }) {
  if (destroyed === undefined || banished === undefined || !AT_ONCE.includes(how)) return false;
  const these = typeof banished === "string" ? banished : banished.what;
  if (these === undefined) return false;
  const same = typeof destroyed === "string" ? destroyed : destroyed.what;
  return word(these) === "those" || these === destroyed.as || these === same;
}

/** The names a part depends on, given by targets or by earlier parts. */
function waitsFor(step) {
  const names = new Set();
  dependsOnEarlier(step, false, false, (w) => {
    if (word(w) !== "those" && !WORDS.has(w)) names.add(w);
    return false;
  });
  return [...names];
}

/** The words for cards by which an amount says a number, as "up to" so many; what counts a group says those among which it counts. */
function wordsOf(n) {
  if (typeof n !== "object") return [];
  return Object.entries(n).flatMap(([key, value]) => (typeof value === "string" ? [value] : key === "each" || key.startsWith("total") ? (value.among ?? []) : wordsOf(value)));
}

/** Whether a part works on what targets or an earlier part bring about, so that the board cannot show it yet. */
function dependsOnEarlier(step, first, handChanged, later = (w) => (word(w) === "those" ? !first : !WORDS.has(w))) {
  const [name, outer] = inner(step);
  const body = name === "afterwards" ? (outer["normal summon"] ?? outer["special summon"]) : outer;
  if (name === "draw") return typeof body === "object" && typeof body.count === "object" && "number of" in body.count;
  const of = body?.of ?? body?.all;
  if (name === "that effect becomes") return true;
  if (ALTERNATIVES.slice(0, 2).includes(name)) return outer.some(({ does: [part] }) => dependsOnEarlier(part, first, handChanged, later));
  if (["later", "skip"].includes(name)) return false;
  const used = body?.using;
  if (typeof used === "string" ? later(used) : (used?.among ?? []).some(later)) return true;
  if (body?.including && later(body.including)) return true;
  if (typeof body === "string" && !["negate", "end"].includes(name)) return later(body);
  if (body?.what) return later(body.what);
  const compared = ["same name as", "same type as", "same attribute as", "other name than", "material of", "equipped to", "equipped with"].map((key) => of?.[key]);
  const bounds = ["level", "rank", "atk", "def", "materials"].flatMap((key) => Object.values(of?.[key] ?? {}));
  const numbers = [body?.choose, body?.top, body?.["at random"]];
  const words = [...compared, ...[...bounds, ...numbers].flatMap(wordsOf)].filter((w) => typeof w === "string");
  if (words.some(later)) return true;
  if (of) return (of.among ?? []).some(later) || (handChanged && (of.in ?? []).includes("hand"));
  return false;
}

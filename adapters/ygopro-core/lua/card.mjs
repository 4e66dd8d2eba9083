// A card: its data and its script.

import { ATTRIBUTES, KINDS, TYPES } from "./group.mjs";
import { classOf, demands, effect } from "./effects.mjs";
import { lua, whole } from "./text.mjs";
import { nameCode, setCode } from "./names.mjs";

const SPELLS = { normal: 0, "quick-play": 0x10000, continuous: 0x20000, equip: 0x40000, field: 0x80000, ritual: 0x80 };
const TRAPS = { normal: 0, continuous: 0x20000, counter: 0x100000 };
const MONSTER = 0x1;
const SPELL = 0x2;
const TRAP = 0x4;
/** Link Arrows as the core counts them. */
const ARROWS = { "bottom-left": 0x1, bottom: 0x2, "bottom-right": 0x4, left: 0x8, right: 0x20, "top-left": 0x40, top: 0x80, "top-right": 0x100 };
const EXTRA = ["fusion", "synchro", "xyz", "link"];

/** A printed number; `?` is 0. */
const number = (value = 0) => (value === "?" ? 0 : whole(value));

/** Whether it lives in the Extra Deck. */
export function isExtra(card) {
  return (card.monster?.is ?? []).some((is) => EXTRA.includes(is));
}

export function isToken(card) {
  return (card.monster?.is ?? []).includes("token");
}

/** What the core asks to know of a card, but for its code. */
export function data(card) {
  const common = { alias: nameCode(card.name), setcodes: (card.series ?? []).map(setCode), lscale: 0, rscale: 0, link_marker: 0 };
  if (!card.monster) {
    const type = card.spell ? SPELL | SPELLS[card.spell] : TRAP | TRAPS[card.trap];
    // What a Spell or Trap is as a monster is data of the card, too.
    const { attribute, type: race, level, atk, def } = card["as monster"] ?? {};
    return { ...common, type, level: number(level), attribute: ATTRIBUTES[attribute] ?? 0, race: BigInt(TYPES[race] ?? 0), attack: number(atk), defense: number(def) };
  }
  const { is = [], attribute, type: race, level, rank, arrows = [], link = arrows.length || undefined, scale, atk, def } = card.monster;
  const plain = is.includes("normal") || is.includes("token") ? KINDS.normal : KINDS.effect;
  const type = is.reduce((sum, word) => sum | KINDS[word], MONSTER | plain);
  return {
    ...common,
    type,
    level: number(level ?? rank ?? link),
    attribute: ATTRIBUTES[attribute],
    race: BigInt(TYPES[race]),
    attack: number(atk),
    defense: number(def),
    lscale: number(scale),
    rscale: number(scale),
    link_marker: arrows.reduce((sum, arrow) => sum | ARROWS[arrow], 0),
  };
}

/** The types a Spell or Trap has as a monster, beside that of being one. */
export function typesAsMonster(card) {
  const { is = [], "still spell or trap": still } = card["as monster"];
  const plain = is.includes("normal") ? 0 : KINDS.effect;
  return is.reduce((sum, word) => sum | KINDS[word], plain | (still ? (card.spell ? SPELL : TRAP) : 0));
}

/** Monsters that must first be Summoned properly. */
function mustBeSummonedProperly(card) {
  if (isExtra(card) || (card.monster?.is ?? []).includes("ritual")) return true;
  const effects = card.effects ?? [];
  const cannotBeNormalSummoned = effects.some((e) =>
    !e.continuous?.while && (e.continuous?.applies ?? []).some((m) => m.cannot?.be === "normal summoned" && m.cannot.what === "this card"),
  );
  return cannotBeNormalSummoned && effects.some((e) => classOf(e)[0] === "procedure");
}

/** What stands behind a key, anywhere in a value. */
const named = (key, value) => (value && typeof value === "object" ? Object.entries(value).flatMap(([name, held]) => [...(name === key ? [held] : []), ...named(key, held)]) : []);

/** What gives a card the name that it always has by the rules, if it has one. */
const alwaysNamed = (card) => {
  const name = card["always named"];
  return name === undefined ? [] : [{ continuous: { from: ["hand", "deck", "field", "gy", "banished"], applies: [{ "treated as": { what: "this card", name } }] } }];
};

/** The name by which a card is declared: the one that it always has, if its text gives it one. */
export const declaredAs = (card) => card["always named"] ?? card.name;

/** The names that a card takes on for itself. */
export const namesTakenOn = (card) => named("treated as", [...(card.effects ?? []), ...alwaysNamed(card)]).flatMap(({ what, name }) => (what === "this card" && name !== undefined ? [name] : []));

/** The effects that cards give to others, as the definitions write them. */
export const giftsOf = (library) => library.flatMap((card) => named("gains effect", card.effects ?? [])).map((gift) => gift.effect);
const copiesEffects = (card) => named("copies effects", card.effects ?? []).length > 0;

/** The effects a card may be given, in the order in which they are numbered after its own, each with what asks whether it has it. */
function givenEffects(card, library) {
  const gifts = giftsOf(library).map((e, k) => [e, `S.has_gift(x.c,${k})`, e.trigger?.mandatory ? k : undefined]);
  return [...gifts, ...copiedEffects(card, library).map(([e, other]) => [e, `S.copies(x.c,${nameCode(other.name)})`])];
}

/** The effects of others that a card may copy, each with the card it is of. */
function copiedEffects(card, library) {
  const others = copiesEffects(card) ? library.filter((other) => other.monster && other.name !== card.name) : [];
  return others.flatMap((other) => (other.effects ?? []).filter((e) => !["activation", "procedure"].includes(classOf(e)[0])).map((e) => [e, other]));
}

/** The effects a card has or may be given, in the order of their numbers. */
export function effectsOf(card, library) {
  return [...(card?.effects ?? []), ...giftsOf(library), ...(card ? copiedEffects(card, library).map(([e]) => e) : [])];
}

/**
 * The script of a card. It is the same for every copy, and depends on nothing but the definition, the format and which
 * names are tokens.
 */
export function script(card, { format, tokens, library = [card] }) {
  const given = givenEffects(card, library);
  const env = { format, tokens, watchers: [], counters: [], reactions: [], gifts: giftsOf(library), copies: copiesEffects(card), controls: named("control", card.effects ?? []).includes("equipped monster") };
  const all = [...(card.effects ?? []).map((e) => [e]), ...given, ...alwaysNamed(card).map((e) => [e])];
  // A trigger that several cards give is had once from each of them.
  const times = (has, k) => (k === undefined ? [has] : [has, `S.has_gift(x.c,${k},2)`, `S.has_gift(x.c,${k},3)`]);
  const lines = all.flatMap(([e, has, k], i) => times(has, k).flatMap((one) => effect(card, e, i, { ...env, has: one })));
  const before = [];
  if (mustBeSummonedProperly(card)) before.push("c:EnableReviveLimit()");
  if (card.spell === "equip") before.push("S.equips(c)");
  if ((card.monster?.is ?? []).includes("gemini")) before.push("S.gemini(c)");
  if ((card.monster?.is ?? []).includes("pendulum")) before.push("S.pendulum(c)");
  env.watchers.forEach((watched, k) => before.push(`S.watch(c,${k + 1},${lua(watched)})`));
  for (const { i, doing, ...spared } of env.counters) before.push(`S.count(c,${i},${lua(doing)},${lua(spared)})`);
  if (card["as monster"]) {
    const { attribute, race, level, attack, defense } = data(card);
    before.push(`S.as_monster[c]={${[typesAsMonster(card), attack, defense, level, race, attribute].join(",")}}`);
  }
  const materials = demands(card.monster?.materials);
  const top = materials.length ? `S.materials[${nameCode(card.name)}]=${lua(materials)}\n` : "";
  const texts = card.mentions ? `S.texts[${nameCode(card.name)}]=${lua(card.mentions.map(nameCode))}\n` : "";
  const reactions = env.reactions.map((parts, k) => `local R${k + 1}=${parts}\n`).join("");
  return `${top}${texts}${reactions}S.cards[${nameCode(card.name)}]=function(c)\n${[...before, ...lines].join("\n")}\nend\n`;
}

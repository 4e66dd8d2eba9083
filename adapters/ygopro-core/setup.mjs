// From `start` to a duel in the core: cards, scripts, and what the core must be told besides.

import { CoreDuel, LOG, compile as compileLua } from "./core.mjs";
import { flags } from "./formats.mjs";
import { data, declaredAs, isExtra, isToken, namesTakenOn, script, typesAsMonster } from "./lua/card.mjs";
import { SUMMONS } from "./lua/group.mjs";
import { PLACED_AS } from "./lua/verbs.mjs";
import { FIRST_TOKEN, cardCode, nameCode } from "./lua/names.mjs";
import { RUNTIME } from "./lua/runtime.mjs";
import { integer, own, unsupported, whole } from "./lua/text.mjs";

/** Locations and positions of the core. */
export const LOCATION = { DECK: 0x1, HAND: 0x2, MZONE: 0x4, SZONE: 0x8, GRAVE: 0x10, REMOVED: 0x20, EXTRA: 0x40, OVERLAY: 0x80, PZONE: 0x200 };
export const POSITION = { ATTACK: 0x1, DEFENSE: 0x4, SET: 0x8, UP: 0x5, DOWN: 0xa };

/** Statuses of a card in the core that a set-up can ask for. */
const STATUS = { PROPERLY_SUMMONED: 0x8, SET_THIS_TURN: 0x10, SUMMONED_THIS_TURN: 0x800, SPECIAL_SUMMONED_THIS_TURN: 0x40000000 };

const PLAYERS = { Yugi: 0, Joey: 1 };

function player(name) {
  const number = own(PLAYERS, name);
  if (number === undefined) throw new Error(`unknown player \`${name}\``);
  return number;
}

/** The life points the players begin with. */
export function lifePoints({ lp }) {
  return [whole(lp?.Yugi ?? 8000), whole(lp?.Joey ?? 8000)];
}

/** How a monster of the set-up came to the field, and from where: as it is said, or as such a monster usually does. */
function cameBy(card, definition) {
  const { is = [], level } = definition.monster ?? {};
  const own = ["fusion", "synchro", "xyz", "link", "ritual"].find((kind) => is.includes(kind));
  const never = (definition.effects ?? []).some((e) => e.continuous?.applies?.some((m) => m.cannot?.be === "normal summoned" && m.cannot.what === "this card"));
  const usual = own ?? (is.includes("token") || never ? "special" : level >= 5 ? "tribute" : "normal");
  if (definition["as monster"]) return [SUMMONS[card.summoned ?? "special"], LOCATION.SZONE];
  return [SUMMONS[card.summoned ?? usual], isExtra(definition) ? LOCATION.EXTRA : LOCATION.HAND];
}

/** Scripts and data, by format and definition: most rulings share their cards. */
const compiled = new Map();

let runtime = null;

/** What the script of every card depends on: cards that give others effects, or copy theirs. */
function giving(library) {
  const text = JSON.stringify(library);
  return text.includes('"gains effect"') || text.includes('"copies effects"') ? text : "";
}

function compile(definition, format, tokens, { library, shared }) {
  const key = `${format}\n${JSON.stringify(definition)}\n${shared}`;
  let entry = compiled.get(key);
  if (!entry) {
    entry = { data: data(definition), code: compileLua(definition.name, script(definition, { format, tokens, library })) };
    compiled.set(key, entry);
  }
  return entry;
}

/** The zones of a row, seen by who controls the card, as the core numbers them. */
export const SEATS = ["leftmost", "left", "middle", "right", "rightmost", "left extra", "right extra"];
const EXTRA_ZONES = [5, 6];

/**
 * Gives each card of a row its zone: the one that is named, else the first that is free; an Extra Monster Zone to a Link Monster, and to a monster from the
 * Extra Deck whose player has too many for the row.
 */
class Zones {
  constructor({ cards, definitions, format }) {
    // Where there are Pendulum Monsters, the outer zones of the row are left to them as long as there are others.
    this.order = definitions.some(isPendulum) ? [1, 2, 3, 0, 4] : [0, 1, 2, 3, 4];
    this.extra = !["edison", "goat"].includes(format);
    this.taken = new Set();
    this.sequences = new Map();
    const named = new Map(definitions.map((definition) => [definition.name, definition]));
    const rest = cards.map((card) => this.name(card, named.get(card.name)));
    const inMainZones = (card, i) => rest[i] === LOCATION.MZONE ? !isLink(named.get(card.name)) : this.sequences.get(card) < 5 && card.zone === "monsters";
    const crowd = (name) => cards.filter((card, i) => card.player === name && inMainZones(card, i)).length;
    this.crowded = new Set(cards.map((card) => card.player).filter((name) => crowd(name) > 5));
    // Link Monsters come first.
    for (const links of [true, false]) {
      cards.forEach((card, i) => {
        if (rest[i] && isLink(named.get(card.name)) === links) this.find(card, named.get(card.name), rest[i], links);
      });
    }
  }
  /** Takes the zone that is named for a card; of one without, which row it lies in. */
  name(card, definition) {
    const monster = card.zone === "monsters" || (Boolean(definition?.monster) && card.zone === "set");
    const row = monster ? LOCATION.MZONE : ["spells and traps", "set"].includes(card.zone) && definition?.spell !== "field" ? LOCATION.SZONE : 0;
    if (!row || card.seat === undefined) return row;
    this.take(card, row, own(SEAT_NUMBERS, card.seat) ?? unsupported(`the zone \`${card.seat}\``));
    return 0;
  }
  take(card, row, sequence) {
    this.taken.add(this.key(card, row, sequence));
    this.sequences.set(card, sequence);
  }
  /** An Extra Monster Zone is the same for both players. */
  key(card, row, sequence) {
    const side = player(card.player);
    return EXTRA_ZONES.includes(sequence) ? `extra ${side ? 11 - sequence : sequence}` : `${side} ${row} ${sequence}`;
  }
  find(card, definition, row, links) {
    const free = (sequence) => !this.taken.has(this.key(card, row, sequence));
    const inRow = (row === LOCATION.SZONE ? this.order : [0, 1, 2, 3, 4]).filter(free);
    const fromExtra = row === LOCATION.MZONE && this.extra && (isExtra(definition) || isPendulum(definition));
    const own = `mine ${card.player}`;
    const beyond = fromExtra && !this.taken.has(own) ? EXTRA_ZONES.filter(free) : [];
    const sequence = (links || this.crowded.has(card.player) ? [...beyond, ...inRow] : [...inRow, ...beyond])[0] ?? 0;
    if (EXTRA_ZONES.includes(sequence)) this.taken.add(own);
    this.take(card, row, sequence);
  }
}

const SEAT_NUMBERS = Object.fromEntries(SEATS.map((seat, i) => [seat, i]));
const isLink = (definition) => (definition?.monster?.is ?? []).includes("link");

/** Whether players choose zones in a duel: there are Link Arrows, or the set-up names a zone. */
export function asksForZones({ cards, definitions }) {
  return definitions.some((definition) => definition.monster?.arrows?.length) || cards.some((card) => card.seat !== undefined);
}

const isPendulum = (definition) => (definition.monster?.is ?? []).includes("pendulum");

/** Whether a card of the Extra Deck lies face-up there: a Pendulum Monster of the Main Deck always does. */
const isFaceUp = (card, definition) => card["face-up"] === true || !isExtra(definition);

/** Where a card of the set-up goes. */
function spot(card, definition, zones) {
  const side = player(card.player);
  const monster = Boolean(definition.monster);
  const row = (location, position) => {
    const field = location === LOCATION.SZONE && definition.spell === "field";
    return { controller: side, location, sequence: field ? 5 : zones.sequences.get(card), position };
  };
  switch (card.zone) {
    case "hand":
      return { controller: side, location: LOCATION.HAND, sequence: 0, position: POSITION.DOWN };
    case "monsters":
      return row(LOCATION.MZONE, card.position === "defense" ? POSITION.DEFENSE : POSITION.ATTACK);
    case "spells and traps":
      return row(LOCATION.SZONE, POSITION.UP);
    case "pendulum zones":
      // From there it is put into its zone when the core has begun.
      return { controller: player(card.owner ?? card.player), location: LOCATION.GRAVE, sequence: 0, position: POSITION.UP };
    case "set":
      return monster ? row(LOCATION.MZONE, POSITION.SET) : row(LOCATION.SZONE, POSITION.DOWN);
    case "gy":
      return { controller: side, location: LOCATION.GRAVE, sequence: 0, position: POSITION.UP };
    case "material":
      // From there it is put under its monster when the core has begun.
      return { controller: player(card.owner ?? card.player), location: LOCATION.GRAVE, sequence: 0, position: POSITION.UP };
    case "banished":
      return { controller: side, location: LOCATION.REMOVED, sequence: 0, position: card["face-down"] ? POSITION.DOWN : POSITION.UP };
    case "deck":
      // At the bottom, one after the other: the first one listed is drawn first.
      return { controller: side, location: isExtra(definition) ? LOCATION.EXTRA : LOCATION.DECK, sequence: 1, position: POSITION.DOWN };
    case "extra deck":
      // Those that lie face-up there are put there when the core has begun.
      return { controller: side, location: isFaceUp(card, definition) ? LOCATION.GRAVE : LOCATION.EXTRA, sequence: 0, position: isFaceUp(card, definition) ? POSITION.UP : POSITION.DOWN };
    default:
      throw new Error(`unknown zone \`${card.zone}\``);
  }
}

/** Whether its own effects speak of counters; those on any other card are of the kind of which another card speaks. */
const speaksOfCounters = (definition) => JSON.stringify(definition.effects ?? []).includes("counter");

/** Lua that finds cards by their codes and does something to each. */
function patch(lines) {
  return `local by={} for _,c in ipairs(S.list(Duel.GetFieldGroup(0,0x7f,0x7f))) do by[c:GetOriginalCode()]=c end\n${lines.join("\n")}\n`;
}

/**
 * Builds the board.
 *
 * @returns {{duel: CoreDuel, opening: string}} the duel, not started yet, and Lua to be run when its phase begins
 */
export function build(start, { log }) {
  const definitions = new Map(start.definitions.map((definition) => [definition.name, definition]));
  const tokens = new Set(start.definitions.filter(isToken).map((definition) => definition.name));
  const all = { library: start.definitions, shared: giving(start.definitions) };
  const entries = new Map([...definitions].map(([name, definition]) => [name, compile(definition, start.format, tokens, all)]));
  // The core looks archetypes up by the code of the name.
  const names = new Map([...definitions.keys()].map((name) => [nameCode(name), name]));
  // Of a name that no card of the duel has printed only the series are known, by the card that takes it on.
  const takenOn = new Map(start.definitions.flatMap((definition) => namesTakenOn(definition).map((name) => [nameCode(name), entries.get(definition.name)])));
  start.cards.forEach((card, i) => names.set(cardCode(i), card.name));

  const callbacks = {
    card: (code) => {
      const entry = entries.get(names.get(code));
      return entry ? { code, ...entry.data } : { code, alias: 0, setcodes: takenOn.get(code)?.data.setcodes ?? [], type: 0, level: 0, attribute: 0, race: 0n, attack: 0, defense: 0, lscale: 0, rscale: 0, link_marker: 0 };
    },
    script: (file) => {
      const name = names.get(Number(/^c(\d+)\.lua$/.exec(file)?.[1]));
      return name === undefined ? "" : `self_table.initial_effect=S.cards[${nameCode(name)}]`;
    },
    log: (kind, text) => {
      const token = kind === LOG.FROM_SCRIPT && /^token (\d+) (\d+)$/.exec(text);
      if (!token) return log(kind, text);
      const name = names.get(Number(token[2]));
      names.set(Number(token[1]), name);
      log(kind, `token ${token[1]} ${name}`);
    },
  };
  const lp = lifePoints(start);
  const duel = new CoreDuel(flags(start.format, start.phase), { lp, draws: 1 }, callbacks);
  runtime ??= compileLua("segoc.lua", RUNTIME);
  duel.run("segoc.lua", runtime);
  for (const [name, { code }] of entries) duel.run(name, code);
  return { duel, opening: arrange(duel, start, definitions, ["S.hand_size()", `S.name_codes={${[...new Set([...definitions.values()].map(declaredAs))].map(nameCode).join(",")}}`]) };
}

/**
 * Puts the cards of the set-up where they lie. `more` is Lua to be run before the duel begins.
 *
 * @returns {string} Lua to be run when the phase begins in which the duel begins
 */
export function arrange(duel, start, definitions, more = []) {
  const zones = new Zones(start);
  const before = [`S.next=${FIRST_TOKEN}`, "S.begin()", ...more];
  const opening = ["S.open=true"];
  start.cards.forEach((card, i) => {
    const definition = definitions.get(card.name);
    if (!definition) throw new Error(`there is no definition of \`${card.name}\``);
    const code = cardCode(i);
    duel.place({ code, owner: player(card.owner ?? card.player), ...spot(card, definition, zones) });
    const on = `by[${code}]`;
    if (definition.monster && ["monsters", "set", "spells and traps", "gy", "banished", "material", "pendulum zones"].includes(card.zone)) before.push(`${on}:SetStatus(${STATUS.PROPERLY_SUMMONED},true)`);
    if (card.zone === "extra deck" && isFaceUp(card, definition)) before.push(`${on}:SetStatus(${STATUS.PROPERLY_SUMMONED},true)`, `S.hang(${on})`);
    if (card.zone === "pendulum zones") before.push(`S.hang(${on},${integer(player(card.player))},${integer(card.counters ?? 0)})`);
    if (card.zone === "monsters") before.push(`S.came(${on},${cameBy(card, definition).join(",")})`);
    if (card.zone === "monsters" && definition["as monster"]) opening.unshift(`S.turn_monster(${on},${typesAsMonster(definition)})`);
    if (card.owner && card.owner !== card.player) before.push(`S.steal(${on},${integer(player(card.player))})`);
    if (card.counters !== undefined && card.counters !== 0 && card.zone !== "pendulum zones") before.push(`S.give(${on},${integer(card.counters)},${speaksOfCounters(definition)})`);
    if (card.summoned === "gemini") before.push(`${on}:EnableGeminiState()`);
    if (card["equipped to"] !== undefined) before.push(`S.preequip(${on},by[${integer(cardCode(whole(card["equipped to"])))}])`);
    if (card["treated as"] !== undefined) before.push(`S.treat(${on},${integer(PLACED_AS[card["treated as"]])})`);
    if (card["attached to"] !== undefined) before.push(`S.under(${on},by[${integer(cardCode(whole(card["attached to"])))}])`);
    if (card.revealed) before.push(`S.reveal(${on})`);
    if (card.since === "last turn") before.push(`S.since[${on}]=1`);
    if (card.since === "this turn" && ["gy", "banished"].includes(card.zone)) {
      opening.unshift(`S.went(${on})`);
    } else if (card.since === "this turn") {
      const special = card.zone === "monsters" && (cameBy(card, definition)[0] & SUMMONS.special) !== 0;
      const status = card.zone === "set" && !definition.monster ? STATUS.SET_THIS_TURN : special ? STATUS.SPECIAL_SUMMONED_THIS_TURN : STATUS.SUMMONED_THIS_TURN;
      opening.push(`${on}:SetStatus(${status},true)`);
      if (card.zone === "monsters") opening.push(`S.arrived(${on})`);
    }
  });
  duel.lua("board.lua", patch(before));
  return patch(opening);
}

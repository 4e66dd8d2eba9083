// The other way to build a duel: somebody's own scripts and card database, by passcode. Scripts and core are then judged together.

import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CoreDuel, LOG } from "./core.mjs";
import { flags } from "./formats.mjs";
import { readCards } from "./cdb.mjs";
import { data, effectsOf, giftsOf, isToken } from "./lua/card.mjs";
import { cardCode } from "./lua/names.mjs";
import { RUNTIME } from "./lua/runtime.mjs";
import { integer, unsupported } from "./lua/text.mjs";
import { fits, match } from "./matching.mjs";
import { arrange, lifePoints } from "./setup.mjs";

const OVERLAY = readFileSync(new URL("lua/scripts.lua", import.meta.url), "utf8");
const LIBRARIES = ["constant.lua", "utility.lua"];

/** Folders with the cards of former days. They have passcodes of their own, and the card of today as alias. */
const FORMER = { goat: ["goat", "pre-errata"], edison: ["pre-errata"] };

const directories = (folder) => readdirSync(folder).filter((name) => statSync(join(folder, name)).isDirectory());
const present = (...paths) => paths.filter((path) => existsSync(path));

/**
 * Where EDOPro keeps its scripts and card databases: what was updated comes before what it came with. Of databases the last one decides.
 *
 * @returns {{scripts: string[], cards: string[]}} folders and files
 */
export function installation(root) {
  const repositories = present(join(root, "repositories")).flatMap((folder) => directories(folder).map((name) => join(folder, name)));
  const places = [root, ...present(join(root, "expansions")), ...repositories];
  const scripts = [...repositories, join(root, "expansions"), root].flatMap((folder) => present(join(folder, "script")));
  const cards = places.flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith(".cdb")).sort().map((name) => join(folder, name)));
  if (!scripts.length) throw new Error(`there is no folder \`script\` in ${root}`);
  if (!cards.length) throw new Error(`there is no card database (*.cdb) in ${root}`);
  return { scripts, cards };
}

/** Scripts of some folders and their subfolders, by name of the file, read when they are asked for. */
class Folders {
  constructor(roots) {
    /** By name of the file: where it is, the first one first. */
    this.files = new Map();
    this.texts = new Map();
    for (const root of roots) for (const folder of [root, ...directories(root).sort().map((name) => join(root, name))]) this.add(folder);
  }
  add(folder) {
    for (const name of readdirSync(folder)) {
      if (!name.endsWith(".lua")) continue;
      if (!this.files.has(name)) this.files.set(name, []);
      this.files.get(name).push(join(folder, name));
    }
  }
  /** Whether a script is in a subfolder of this name. */
  isIn(folder, name) {
    return (this.files.get(name) ?? []).some((file) => basename(dirname(file)) === folder);
  }
  read(name) {
    const file = this.files.get(name)?.[0];
    if (file === undefined) return null;
    if (!this.texts.has(file)) this.texts.set(file, readFileSync(file, "utf8"));
    return this.texts.get(file);
  }
}

/** The revision of a folder that Git keeps, by itself or as `script` of another, in seven digits; nothing if there is none. */
export function revision(folder) {
  const [git] = [folder, dirname(resolve(folder))].map((at) => join(at, ".git")).filter((at) => existsSync(join(at, "HEAD")));
  if (!git) return undefined;
  const read = (name) => present(join(git, name)).map((file) => readFileSync(file, "utf8").trim())[0];
  const ref = /^ref: (.+)$/.exec(read("HEAD"))?.[1];
  if (!ref) return read("HEAD").slice(0, 7);
  const packed = read("packed-refs")?.split("\n").find((line) => line.endsWith(` ${ref}`));
  return (read(ref) ?? packed)?.slice(0, 7);
}

/**
 * What builds duels from folders of scripts and card databases.
 *
 * @returns {Function} in place of `build` of setup.mjs
 */
export function scripted(folders, databases) {
  const scripts = new Folders(folders);
  const cards = new Map(databases.flatMap((file) => [...readCards(file)]));
  for (const library of LIBRARIES) if (scripts.read(library) === null) throw new Error(`there is no ${library} in ${folders.join(", ")}`);
  /** The passcodes of tokens by name: the corpus knows them by name alone. */
  const tokens = new Map([...cards].filter(([, row]) => row.type & TOKEN).map(([passcode, { name }]) => [name, passcode]));
  /** A card that has a script, but in the database another passcode, is found by its name. */
  const named = new Map([...cards.values()].filter(({ type, alias }) => !(type & TOKEN) && !alias).map((row) => [row.name, row]));
  const series = seriesOf(scripts);
  const others = new Map();
  for (const [passcode, { alias }] of cards) if (alias) others.set(alias, [...(others.get(alias) ?? []), passcode]);
  /** The passcode of a card as it was in a format. */
  const then = (passcode, format) => {
    for (const folder of FORMER[format] ?? []) {
      const found = (others.get(passcode) ?? []).find((other) => scripts.isIn(folder, `c${other}.lua`));
      if (found !== undefined) return found;
    }
    return passcode;
  };
  return (start, { log }) => build(start, log, { scripts, cards, tokens, named, series, then });
}

/** The type of an effect that a material gives to its monster. */
const MATERIAL = 0x1000;
const MONSTER = 0x1;
const NORMAL = 0x10;
const EFFECT = 0x20;
/** Fusion, Ritual, Synchro, Xyz and Link. */
const NEITHER = 0x40 | 0x80 | 0x2000 | 0x800000 | 0x4000000;
const TOKEN = 0x4000;
/** What is not in the database is a Normal Monster without a name. */
const BLANK = { alias: 0, setcodes: [], type: 0x11, level: 0, attribute: 0, race: 0n, attack: 0, defense: 0, lscale: 0, rscale: 0, link_marker: 0 };

function build(start, log, { scripts, cards, tokens, named, series, then }) {
  const definitions = new Map(start.definitions.map((definition) => [definition.name, definition]));
  const passcodes = new Map();
  const rows = new Map();
  start.cards.forEach((card, i) => {
    const definition = definitions.get(card.name) ?? unsupported(`there is no definition of \`${card.name}\``);
    const passcode = definition.passcode ?? (isToken(definition) ? tokens.get(card.name) : undefined);
    const old = then(passcode, start.format);
    const hasScript = scripts.read(`c${old}.lua`) !== null;
    const unlisted = () => (hasScript ? named.get(card.name) : passcode === undefined && isToken(definition) ? tokenRow(definition) : undefined);
    const row = cards.get(old) ?? unlisted() ?? unsupported(`no card with the passcode ${passcode} (${card.name}) in the card database`);
    const isNormal = (definition.monster?.is ?? []).includes("normal");
    if (!(row.type & (NORMAL | TOKEN)) && !isNormal && !hasScript) unsupported(`no script c${old}.lua (${card.name})`);
    if (old !== undefined) passcodes.set(cardCode(i), old);
    // The core looks a card up by its alias as well.
    for (const code of [cardCode(i), old ?? cardCode(i)]) rows.set(code, withSeries(withKind(withMonster(row, definition), definition), definition, series));
  });
  /** What the corpus says of tokens, for a database that lacks them. */
  const made = new Map();
  const effects = new Effects();
  const callbacks = {
    card: (code) => {
      const passcode = passcodes.get(code) ?? code;
      const row = rows.get(code) ?? cards.get(passcode) ?? made.get(code);
      if (!row) return { code, ...BLANK };
      return { code, ...row, alias: code === passcode ? row.alias : row.alias || passcode };
    },
    script: (file) => {
      const code = Number(/^c(\d+)\.lua$/.exec(file)?.[1]);
      const passcode = passcodes.get(code);
      if (passcode === undefined) return scripts.read(file) ?? "";
      const text = scripts.read(`c${passcode}.lua`);
      // The script must take itself for the card of the passcode, whatever code the card has here.
      return text === null ? "" : `local GetID=function() return self_table,${integer(passcode)},1 end c${integer(passcode)}=self_table ${text}`;
    },
    log: (kind, text) => {
      const [word, ...rest] = kind === LOG.FROM_SCRIPT ? text.split(" ") : [];
      const numbers = rest.map(Number);
      if (word === "effect") return effects.registered(...numbers);
      if (word !== "token") return log(kind, text);
      const [code, passcode, maker] = numbers;
      const token = tokenOf(start, passcode, cards.get(passcode)?.name, start.cards[(maker - cardCode(0)) / 16]?.name);
      passcodes.set(code, passcode);
      // What the card files leave out is not told.
      if (!token) return;
      made.set(code, withSeries(tokenRow(token), token, series));
      return log(kind, `token ${code} ${token.name}`);
    },
  };
  const lp = lifePoints(start);
  const duel = new CoreDuel(flags(start.format, start.phase), { lp, draws: 1 }, callbacks);
  for (const library of LIBRARIES) duel.lua(library, scripts.read(library));
  duel.lua("segoc.lua", RUNTIME);
  duel.lua("scripts.lua", OVERLAY);
  const opening = arrange(duel, start, definitions);
  // What is always treated as another card is in the database an alias of it.
  const passcodeOf = ({ passcode }) => cards.get(passcode)?.alias || passcode;
  return { duel, opening: effects.matched(start, definitions) + opening, effects, passcodeOf };
}

/** The numbers of series, by the names that the library of the scripts has for them. */
function seriesOf(scripts) {
  const text = scripts.read("archetype_setcode_constants.lua") ?? "";
  return new Map([...text.matchAll(/^SET_(\w+)\s*=\s*(0x[0-9a-f]+)/gim)].map(([, name, number]) => [name, Number(number)]));
}

/** The number of a series: that of its name, or of the only name that goes on from it, as that of two series which share a number. */
function seriesNumber(name, series) {
  const key = name.toUpperCase().replace(/[/.'!?]/g, "").replace(/[^A-Z0-9]+/g, "_");
  const longer = [...series.keys()].filter((other) => other.startsWith(`${key}_`));
  return series.get(key) ?? (longer.length === 1 ? series.get(longer[0]) : undefined);
}

/** A row of the database with the series of the card file, where it names none. */
function withSeries(row, { series: names = [] }, series) {
  if (row.setcodes.length || !names.length) return row;
  const codes = names.map((name) => seriesNumber(name, series)).filter(Boolean);
  return { ...row, setcodes: codes.slice(0, 4) };
}

/** What the corpus says of a token, as a row of a database that lacks it. */
const tokenRow = (definition) => ({ ...data(definition), alias: 0, setcodes: [] });

/** A row of the database with what the card is as a monster, where the database leaves that out. */
function withMonster(row, definition) {
  if (!definition["as monster"] || row.attribute) return row;
  const { level, attribute, race, attack, defense } = data(definition);
  return { ...row, level, attribute, race, attack, defense };
}

/** A row of the database with whether it is a Normal or an Effect Monster, where the database says neither: only of monsters of the Extra Deck and Ritual Monsters some are neither. */
function withKind(row, definition) {
  if (!(row.type & MONSTER) || row.type & (NORMAL | EFFECT | NEITHER)) return row;
  return { ...row, type: row.type | (data(definition).type & (NORMAL | EFFECT)) };
}

/** The token of the corpus that a script makes: by passcode, by name, or the only one that its card can make. */
function tokenOf(start, passcode, name, maker) {
  const tokens = start.definitions.filter(isToken);
  const found = tokens.find((token) => token.passcode === passcode) ?? tokens.find((token) => token.name === name);
  if (found) return found;
  const text = JSON.stringify(start.definitions.find((definition) => definition.name === maker)?.effects ?? []);
  const possible = tokens.filter((token) => text.includes(JSON.stringify(token.name)));
  return possible.length === 1 ? possible[0] : undefined;
}

/** The effects of the scripts, by the code of their card and the number of their registration. */
class Effects {
  constructor() {
    this.lists = new Map();
    this.matches = new Map();
  }
  registered(code, n, type, event, range, categories, operation, copied, late) {
    if (!this.lists.has(code)) this.lists.set(code, []);
    this.lists.get(code)[n] = { type, event, range, categories, operation, copied, late };
    this.matches.delete(code);
  }
  /** Finds the effects of the cards of the set-up. Returns Lua that puts those off that are none of the card files'. */
  matched(start, definitions) {
    const off = start.cards.flatMap((card, i) => {
      const code = cardCode(i);
      const found = this.match(code, definitions.get(card.name), start.definitions);
      return (this.lists.get(code) ?? []).flatMap((_, n) => (found.has(n) ? [] : [`S.off[${code}<<20|${n}]=true`]));
    });
    return `${off.join("\n")}\nS.wake()\n`;
  }
  /** The effects of card files by the numbers of the script's: those of the card, those it gives as a material, those it has copied, and those that others gave it. */
  match(code, definition, library) {
    if (!this.matches.has(code)) this.matches.set(code, this.find(this.lists.get(code) ?? [], definition, library));
    return this.matches.get(code);
  }
  find(list, definition, library) {
    const found = new Map();
    const pair = (belongs, card) => {
      const part = list.map((entry) => (belongs(entry) ? entry : undefined));
      for (const [n, numbers] of match(part, card)) found.set(n, numbers.map((i) => card.effects[i]));
    };
    pair(({ type, copied }) => !copied && !(type & MATERIAL), definition);
    pair(({ type }) => type & MATERIAL, { ...definition, effects: giftsOf([definition].filter(Boolean)) });
    for (const card of library) pair(({ copied }) => copied && copied === card.passcode, card);
    // What is no effect of its own and came to it in the duel, another card has given it.
    pair((entry) => entry.late && !entry.copied && !found.has(list.indexOf(entry)), { ...definition, effects: giftsOf(library) });
    return found;
  }
  /** The card and the effect that a message means. */
  of(session, { code, description, controller }) {
    const [owner, n] = description === undefined ? [] : [Number(description >> 20n), Number(description & 0xfffffn)];
    // An effect that a material gives is one of the monster it lies under.
    const given = owner !== code && this.lists.get(owner)?.[n]?.type & MATERIAL;
    if (owner === code || given) return this.named(session, code, n, controller, owner);
    const card = session.card(code);
    const list = session.definition(card)?.effects ?? [];
    const waiting = list.findIndex((effect) => effect.trigger || effect.phase);
    return { card, effect: waiting >= 0 ? waiting : undefined };
  }
  /** The number that an effect of the card files has for one of the script; of several the one that can be used now. */
  named(session, code, n, controller, owner = code) {
    const library = session.start.definitions;
    const card = session.card(code);
    const possible = this.match(owner, session.definition(session.card(owner)), library).get(n) ?? [];
    const meant = possible.find((effect) => fits(effect, controller, session)) ?? possible[0];
    const place = effectsOf(session.definition(card), library).indexOf(meant);
    return { card, effect: place >= 0 ? place : undefined };
  }
  /** The trigger that a question about a card means: the one whose condition was met last. */
  trigger(session, code) {
    const n = Number(session.query(`Debug.Message("met "..(S.met[${integer(code)}] or -1))`, "met"));
    const { card, effect } = this.named(session, code, n);
    return { card, effect: effect ?? this.of(session, { code }).effect };
  }
}

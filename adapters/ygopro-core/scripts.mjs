// The other way to build a duel: somebody's own scripts and card database, by passcode. Scripts and core are then judged together.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { CoreDuel, LOG } from "./core.mjs";
import { flags } from "./formats.mjs";
import { readCards } from "./cdb.mjs";
import { classOf } from "./lua/effects.mjs";
import { cardCode } from "./lua/names.mjs";
import { RUNTIME } from "./lua/runtime.mjs";
import { integer, unsupported } from "./lua/text.mjs";
import { arrange, lifePoints } from "./setup.mjs";

const OVERLAY = readFileSync(new URL("lua/scripts.lua", import.meta.url), "utf8");
const LIBRARIES = ["constant.lua", "utility.lua"];
const GOAT_FIRST = ["goat", "pre-errata", "", "official", "unofficial"];
const USUAL = ["", "official", "unofficial", "pre-errata", "goat"];

/** Classes of effects by their type in the core. */
function classOfType(type, event) {
  if (type & 0x10) return "activation";
  if (type & 0x40) return "ignition";
  if (type & 0x500) return "quick";
  return (event & 0xf000) === 0x1000 ? "phase" : "trigger";
}

/** Scripts of a folder and its subfolders, by name of the file, read when they are asked for. */
class Folder {
  constructor(root) {
    this.root = root;
    this.files = new Map();
    const folders = ["", ...readdirSync(root).filter((name) => statSync(join(root, name)).isDirectory())];
    for (const folder of folders) {
      for (const name of readdirSync(join(root, folder))) if (name.endsWith(".lua")) this.files.set(join(folder, name), null);
    }
  }
  read(name, format) {
    for (const folder of format === "goat" ? GOAT_FIRST : USUAL) {
      const file = join(folder, name);
      if (!this.files.has(file)) continue;
      if (this.files.get(file) === null) this.files.set(file, readFileSync(join(this.root, file), "utf8"));
      return this.files.get(file);
    }
    return null;
  }
}

/**
 * What builds duels from a folder of scripts and card databases.
 *
 * @returns {Function} in place of `build` of setup.mjs
 */
export function scripted(folder, databases) {
  const scripts = new Folder(folder);
  const cards = new Map(databases.flatMap((file) => [...readCards(file)]));
  for (const library of LIBRARIES) if (scripts.read(library) === null) throw new Error(`there is no ${library} in ${folder}`);
  return (start, { log }) => build(start, log, scripts, cards);
}

function build(start, log, scripts, cards) {
  const definitions = new Map(start.definitions.map((definition) => [definition.name, definition]));
  const passcodes = new Map();
  start.cards.forEach((card, i) => {
    const { passcode } = definitions.get(card.name) ?? unsupported(`there is no definition of \`${card.name}\``);
    if (!cards.has(passcode)) unsupported(`no card with the passcode ${passcode} (${card.name}) in the card database`);
    passcodes.set(cardCode(i), passcode);
  });
  const registered = new Map();
  const callbacks = {
    card: (code) => {
      const passcode = passcodes.get(code) ?? code;
      const data = cards.get(passcode);
      if (!data) return { code, alias: 0, setcodes: [], type: 0, level: 0, attribute: 0, race: 0n, attack: 0, defense: 0, lscale: 0, rscale: 0, link_marker: 0 };
      return { code, ...data, alias: code === passcode ? data.alias : data.alias || passcode };
    },
    script: (file) => {
      const code = Number(/^c(\d+)\.lua$/.exec(file)?.[1]);
      const passcode = passcodes.get(code);
      if (passcode === undefined) return scripts.read(file, start.format) ?? "";
      const text = scripts.read(`c${passcode}.lua`, start.format);
      // The script must take itself for the card of the passcode, whatever code the card has here.
      return text === null ? "" : `local GetID=function() return self_table,${integer(passcode)},1 end c${integer(passcode)}=self_table ${text}`;
    },
    log: (kind, text) => {
      const [word, ...rest] = text.split(" ");
      if (kind === LOG.FROM_SCRIPT && word === "effect") {
        const [code, n, type, event, operation] = rest.map(Number);
        if (!registered.has(code)) registered.set(code, []);
        registered.get(code)[n] = { class: classOfType(type, event), operation };
        return;
      }
      if (kind === LOG.FROM_SCRIPT && word === "token") {
        passcodes.set(Number(rest[0]), Number(rest[1]));
        log(kind, `token ${rest[0]} ${cards.get(Number(rest[1]))?.name ?? `card ${rest[1]}`}`);
        return;
      }
      log(kind, text);
    },
  };
  const lp = lifePoints(start);
  const duel = new CoreDuel(flags(start.format, start.phase), { lp, draws: 1 }, callbacks);
  for (const library of LIBRARIES) duel.lua(library, scripts.read(library, start.format));
  duel.lua("segoc.lua", RUNTIME);
  duel.lua("scripts.lua", OVERLAY);
  return { duel, opening: arrange(duel, start, definitions), effects: (session, m) => effectOf(session, m, registered) };
}

/**
 * The effect of the card file that an effect of the script is: the first of its class is the first of its class, and so on. Effects
 * that do the same belong together, as one effect registered for several events.
 */
function effectOf(session, m, registered) {
  const code = m.code;
  const card = session.card(code);
  const list = registered.get(code) ?? [];
  const effects = session.definition(card)?.effects ?? [];
  const indexes = (wanted) => effects.flatMap((effect, i) => (classOf(effect)[0] === wanted ? [i] : []));
  const ours = m.description !== undefined && Number(m.description >> 20n) === code;
  if (!ours) return { card, effect: indexes("trigger")[0] ?? indexes("phase")[0] };
  const entry = list[Number(m.description & 0xfffffn)];
  if (!entry) return { card, effect: undefined };
  const same = list.filter((other) => other.class === entry.class).map((other) => other.operation);
  const nth = [...new Set(same)].indexOf(entry.operation);
  return { card, effect: indexes(entry.class)[nth] };
}

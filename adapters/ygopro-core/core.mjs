// The engine itself: ygopro-core, compiled to WebAssembly, behind five calls.
//
// The package decodes messages too, but leaves out why a card moved; so the raw buffers are read here.

import createCore from "ocgcore-wasm";
import { quote } from "./lua/text.mjs";

/** How `process` ended. */
export const STATUS = { END: 0, WAITING: 1, CONTINUE: 2 };

/** What the core prints for itself, and what scripts print with `Debug.Message`. */
export const LOG = { ERROR: 0, FROM_SCRIPT: 1, FOR_DEBUG: 2 };

let core = null;
let heap = null;

/** How long the core itself took, in milliseconds, without what it calls back: to make duels with their cards, to play them, and over what is asked of it by Lua. */
export const took = { making: 0, playing: 0, asking: 0 };
let outside = 0;

function inside(what, work) {
  const [began, before] = [performance.now(), outside];
  try {
    return work();
  } finally {
    took[what] += performance.now() - began - (outside - before);
  }
}

function calledBack(work) {
  return (...given) => {
    const began = performance.now();
    try {
      return work(...given);
    } finally {
      outside += performance.now() - began;
    }
  };
}

/** Loads the WebAssembly once. Everything else here needs it. */
export async function load() {
  if (core) return;
  let module = null;
  // The package offers an asynchronous build as well, which Node 20 cannot run.
  core = await createCore({ sync: true, preRun: [(m) => (module = m)], print: () => {}, printErr: () => {} });
  heap = module;
}

/** The version of the core's interface, as `11.0`. */
export function version() {
  return core.getVersion().join(".");
}

/**
 * The package writes the right scale of a card to where the core looks for Link Arrows, and those nowhere: so they are given as the scale,
 * which every card that was printed has twice (see `Card.GetRightScale` in the runtime).
 */
function shifted(card) {
  return card && { ...card, rscale: card.link_marker ?? 0 };
}

/** One duel in the core. */
export class CoreDuel {
  /**
   * @param {bigint} flags the rules, see formats.mjs
   * @param {{lp: number[], draws: number}} start life points by player, cards drawn each turn
   * @param {{card: Function, script: Function, log: Function}} callbacks must never throw
   */
  constructor(flags, { lp, draws }, { card, script, log }) {
    const team = (startingLP) => ({ startingLP, startingDrawCount: 0, drawCountPerTurn: draws });
    const duel = {
      flags,
      // Any seed but zero will do: decks are not shuffled, and chance is decided by whoever answers.
      seed: [0x9e3779b97f4a7c15n, 0xbf58476d1ce4e5b9n, 0x94d049bb133111ebn, 0x2545f4914f6cdd1dn],
      team1: team(lp[0]),
      team2: team(lp[1]),
      cardReader: calledBack((code) => shifted(card(code))),
      scriptReader: calledBack(script),
      errorHandler: calledBack(log),
    };
    this.handle = inside("making", () => core.createDuel(duel));
    this.started = false;
    if (!this.handle) throw new Error("the core refused to create a duel");
    this.pointer = this.handle[Object.getOwnPropertySymbols(this.handle)[0]];
  }

  /** Runs a piece of Lua now. */
  lua(name, text) {
    if (!inside(this.started ? "asking" : "making", () => core.loadScript(this.handle, name, text))) throw new Error(`the core could not run ${name}`);
  }

  /** Runs Lua that was compiled before. */
  run(name, bytes) {
    const stack = heap.stackSave();
    const size = heap.lengthBytesUTF8(name) + 1;
    const label = heap.stackAlloc(size);
    heap.stringToUTF8(name, label, size);
    const at = heap._malloc(bytes.length);
    heap.HEAPU8.set(bytes, at);
    const done = inside("making", () => heap._ocgapiLoadScript(this.pointer, at, bytes.length, label));
    heap._free(at);
    heap.stackRestore(stack);
    if (done !== 1) throw new Error(`the core could not run ${name}`);
  }

  /** Puts a card somewhere before the duel starts. */
  place({ code, owner, controller, location, sequence, position }) {
    const card = { team: owner, duelist: 0, code, controller, location, sequence, position };
    inside("making", () => core.duelNewCard(this.handle, card));
  }

  start() {
    inside("making", () => core.startDuel(this.handle));
    this.started = true;
  }

  /** One step. Returns the status and the messages it wrote, as a copy of the buffer. */
  process() {
    const status = inside("playing", () => core.duelProcess(this.handle));
    const stack = heap.stackSave();
    const length = heap.stackAlloc(4);
    const start = heap._ocgapiDuelGetMessage(this.pointer, length);
    const size = heap.getValue(length, "i32");
    const bytes = heap.HEAPU8.slice(start, start + size);
    heap.stackRestore(stack);
    return { status, bytes };
  }

  /** Answers the last question, with bytes. */
  respond(bytes) {
    const stack = heap.stackSave();
    const at = heap.stackAlloc(bytes.length);
    heap.HEAPU8.set(bytes, at);
    inside("playing", () => heap._ocgapiDuelSetResponse(this.pointer, at, bytes.length));
    heap.stackRestore(stack);
  }

  destroy() {
    if (this.handle) core.destroyDuel(this.handle);
    this.handle = null;
  }
}

/** A duel that is never played, in which Lua is compiled. */
let workshop = null;
let dumped = "";

/** Compiles Lua once, for a text that many duels run. Reading it costs a duel a fraction of what compiling does. */
export function compile(name, text) {
  if (!workshop) {
    workshop = new CoreDuel(0n, { lp: [1, 1], draws: 0 }, { card: () => null, script: () => "", log: (_, said) => (dumped = said) });
    workshop.lua("hex.lua", 'HEX={} for i=0,255 do HEX[string.char(i)]=string.format("%02x",i) end');
  }
  const hex = '(string.dump(f,true):gsub(".",HEX))';
  workshop.lua("compile.lua", `local f,e=load(${quote(text)},${quote(`=${name}`)},"t") Debug.Message(f and ${hex} or "! "..e)`);
  if (dumped.startsWith("!")) throw new Error(dumped.slice(2));
  return Uint8Array.from(Buffer.from(dumped, "hex"));
}

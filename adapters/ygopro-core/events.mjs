// What happened, in the words of the corpus.

import { MSG } from "./messages.mjs";
import { LOCATION } from "./setup.mjs";

/** Reasons for which the core moves a card. */
export const REASON = { DESTROY: 0x1, RELEASE: 0x2, BATTLE: 0x20, MATERIAL: 0x8, SUMMON: 0x10, EFFECT: 0x40, COST: 0x80, DISCARD: 0x4000, RETURN: 0x20000 };
/** Marks of the runtime (S.VERB). */
export const VERB = { ADD_TO_HAND: 6, RETURN_TO_HAND: 7, PLACE: 13, ACTIVATE: 14 };
/** What a token that goes nowhere was to be, by the mark. */
export const GONE = { 2: "sent to gy", 10: "sent to gy", 4: "banished", [VERB.RETURN_TO_HAND]: "returned to hand", 8: "returned to deck" };
/** What the core says of a card that returns to the field, where a Summon says more. */
const SUMMONED_BY = 0x810;

const ON_FIELD = LOCATION.MZONE | LOCATION.SZONE;
const OFF_FIELD = LOCATION.GRAVE | LOCATION.REMOVED;
const FACE_UP = 0x5;
const FACE_DOWN = 0xa;

/** The words for a move, all that apply. */
export function wordsOfMove({ from, to, reason }, verb) {
  const words = [];
  const left = from.location !== to.location;
  // Under a monster that is not on the field it lies ready; material it becomes when the Summon succeeds.
  if (to.location & LOCATION.OVERLAY) return to.location & LOCATION.MZONE ? ["attached"] : ["used as material"];
  // What goes because its monster went is not detached.
  if (from.location & LOCATION.OVERLAY && reason & (REASON.COST | REASON.EFFECT)) words.push("detached");
  if (verb === VERB.ACTIVATE && to.location === LOCATION.SZONE) return ["activated by effect"];
  if (verb === VERB.PLACE) return to.location === LOCATION.EXTRA ? ["placed", "added to extra deck"] : ["placed"];
  // What brought a card to the GY is still said of it when it comes back to the field.
  const goes = left && !(from.location & OFF_FIELD);
  if (reason & REASON.DESTROY && goes) words.push("destroyed");
  if (reason & REASON.RELEASE && goes) words.push("tributed");
  if (reason & REASON.DISCARD && goes) words.push("discarded");
  if (!left) {
    // Put elsewhere in the Deck.
    if (from.location === LOCATION.DECK && from.sequence !== to.sequence) words.push("returned to deck");
    if (from.location === LOCATION.MZONE && from.controller !== to.controller) words.push("changed control");
    else if (from.location === LOCATION.MZONE && from.sequence !== to.sequence) words.push("changed zone");
    return words;
  }
  switch (to.location) {
    case LOCATION.GRAVE:
      words.push(from.location === LOCATION.REMOVED && reason & REASON.RETURN && reason & REASON.EFFECT ? "returned to gy" : "sent to gy");
      break;
    case LOCATION.REMOVED:
      words.push("banished");
      break;
    case LOCATION.HAND: {
      const fromField = (from.location & ON_FIELD) !== 0;
      const returned = verb === VERB.RETURN_TO_HAND || (verb !== VERB.ADD_TO_HAND && fromField);
      words.push(returned ? "returned to hand" : "added to hand");
      break;
    }
    case LOCATION.MZONE:
    case LOCATION.SZONE:
      if (from.location === LOCATION.REMOVED && !(reason & SUMMONED_BY)) words.push("returned to field");
      break;
    case LOCATION.DECK:
    case LOCATION.EXTRA:
      words.push(to.location === LOCATION.EXTRA && to.position & FACE_UP ? "added to extra deck" : "returned to deck");
      break;
    // A token that is no more.
    case 0:
      if (!words.length && verb in GONE) words.push(GONE[verb]);
      break;
  }
  return words;
}

/** The words for a Trap that is no monster any more and goes back to its row. */
export function wordsOfGoingBack({ from, to }) {
  if (from.location !== LOCATION.MZONE || to.location !== LOCATION.SZONE) return [];
  return [to.position & FACE_UP ? "placed" : "turned face-down"];
}

/** The words for a change of position of a monster. */
export function wordsOfTurn({ location, before, after }) {
  if (location !== LOCATION.MZONE) return [];
  if (before & FACE_DOWN && after & FACE_UP) return ["turned face-up"];
  if (before & FACE_UP && after & FACE_DOWN) return ["turned face-down"];
  return ["changed position"];
}

/** The words for a Summon that succeeded. */
export const SUMMONED = {
  [MSG.SUMMONED]: ["normal summoned"],
  [MSG.SPSUMMONED]: ["special summoned"],
  [MSG.FLIPSUMMONED]: ["turned face-up", "flip summoned"],
};

/** Events about a player. */
export const PLAYER = { [MSG.RECOVER]: "gains lp", [MSG.PAY_LPCOST]: "pays lp", [MSG.LPUPDATE]: "lp become" };

/** The position in which a monster was Summoned. */
export function position(value) {
  return value & FACE_DOWN ? "face-down" : value & 0x3 ? "attack" : "defense";
}

// The board, asked of the core.

import { LOCATION, SEATS } from "./setup.mjs";
import { NAMES } from "./session.mjs";

const ZONES = {
  [LOCATION.DECK]: "deck",
  [LOCATION.HAND]: "hand",
  [LOCATION.MZONE]: "monster zone",
  [LOCATION.SZONE]: "spell and trap zone",
  [LOCATION.GRAVE]: "gy",
  [LOCATION.REMOVED]: "banished",
  [LOCATION.EXTRA]: "extra deck",
  [LOCATION.OVERLAY]: "material",
  [LOCATION.PZONE]: "pendulum zone",
};
const FIELD_ZONE = 5;

/** The board as the protocol shows it. */
export function readBoard(session) {
  const [lp, ...cards] = session.query("S.board()", "board").split(",");
  // The core counts on below 0.
  const [yugi, joey] = lp.split(" ").map((points) => Math.max(0, Number(points)));
  return {
    lp: { Yugi: yugi, Joey: joey },
    cards: cards.filter(Boolean).map((line) => readCard(session, line.split(" ").map(Number))).filter((card) => card.card !== undefined),
  };
}

function readCard(session, [code, location, sequence, controller, position, atk, def, counters, equipped, level]) {
  const field = location === LOCATION.SZONE && sequence === FIELD_ZONE;
  const card = { card: session.card(code), zone: field ? "field zone" : ZONES[location], player: NAMES[controller] };
  if (location === LOCATION.OVERLAY) return { ...card, "attached to": session.card(equipped) };
  if (location === LOCATION.REMOVED && !(position & 0x5)) card.face = "down";
  if (![LOCATION.MZONE, LOCATION.SZONE, LOCATION.PZONE].includes(location)) return card;
  card.face = position & 0x5 ? "up" : "down";
  if (SEATS[sequence] && location !== LOCATION.PZONE && !field) card.seat = SEATS[sequence];
  if (location === LOCATION.MZONE) {
    card.position = position & 0x3 ? "attack" : "defense";
    card.atk = atk;
    card.def = def;
    card.level = level;
  }
  card.counters = counters;
  if (equipped) card["equipped to"] = session.card(equipped);
  return card;
}

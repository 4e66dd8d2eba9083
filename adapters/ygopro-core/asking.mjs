// How a prompt is put, and what every kind of it needs.

import { words } from "./messages.mjs";
import { NAMES } from "./session.mjs";
import { readBoard } from "./board.mjs";

/** The effect by which the runtime makes the core ask in an idle phase. */
export const IDLE = 0xfffffn;
export const PASS = words(-1);

/** Texts of the core: the ordinary way to Summon, the two phases after a Main Phase, attack again after a replay, attack directly, discard for the hand size, pick an attack target. */
export const TEXT = { ORDINARY: 1n, REPLAY: 30n, DIRECT: 31n, BATTLE: 80n, END: 81n, RELEASE: 500, HAND_SIZE: 501, DESTROY: 502, ATTACK_TARGET: 549, TO_ZONE: 571 };

export function prompt(session, kind, player, fields, reply) {
  session.silent = false;
  session.pending = reply;
  const during = session.summoning && !session.solving ? "summon attempt" : session.moment;
  return {
    type: "prompt",
    kind,
    player: NAMES[player],
    turn: NAMES[session.turn],
    phase: session.phase,
    ...(during && { during }),
    ...(session.attack && !session.attack.carried && { attack: true }),
    ...fields,
  };
}

export const silently = (session, bytes) => {
  session.core.respond(bytes);
};

/** Whether the duel has come to where it begins. */
export const begun = (session) => !session.silent;

/** Options of the core without doubles, each with the answer that takes it. */
export class Options {
  constructor(session) {
    this.session = session;
    this.list = [];
    this.replies = [];
  }
  add(option, reply) {
    const same = (o) => o.action === option.action && o.card === option.card && o.effect === option.effect && o.target === option.target && o.phase === option.phase;
    if (this.list.some(same)) return;
    this.list.push(option);
    this.replies.push(reply);
  }
  /** An effect that may be activated. Triggers that wait in the hand are told apart. */
  activate(m, reply, player) {
    const { session } = this;
    if (m.description === IDLE) return;
    const { card, effect } = session.effects ? session.effects.of(session, m) : session.effect(m.description);
    if (card === undefined || effect === undefined) return;
    const trigger = session.definition(card)?.effects?.[effect]?.trigger;
    this.add({ action: trigger ? "trigger" : "activate", card, effect }, () => {
      session.chosen = { player };
      return reply;
    });
  }
  /** The answer that an answer of the runner means. */
  take(answer, pass) {
    if ("pass" in answer) return pass;
    const reply = this.replies[answer.option];
    if (!reply) throw new Error(`there is no option ${answer.option}`);
    return typeof reply === "function" ? reply() : reply;
  }
}

export function act(session, player, options) {
  session.attackEnded();
  if (session.phase === "draw") session.drawn = true;
  const first = !begun(session);
  const asked = prompt(session, "act", player, { options: options.list, board: readBoard(session) }, (answer) => {
    session.later();
    return options.take(answer);
  });
  if (first) session.out = [];
  return asked;
}

/** A command of the core, with the card it is about. */
export const command = (action, index) => words((index << 16) | action);

export const chosenCards = (list) => words(0, list.length, ...list);

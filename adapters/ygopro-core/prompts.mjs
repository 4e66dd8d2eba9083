// What the core asks, as one of the five kinds of prompt: windows and the open state here, choices and attacks beside it.

import { IDLE, Options, PASS, act, begun, command, prompt, silently } from "./asking.mjs";
import { selectBattle } from "./attacks.mjs";
import {
  announce, announceName, announceNumber, inOrder, selectCard, selectCounter, selectOption, selectPlace, selectPosition, selectSum, selectTribute,
  selectUnselect, selectYesNo,
} from "./choices.mjs";
import { ATTRIBUTES, TYPES } from "./lua/group.mjs";
import { integer, unsupported } from "./lua/text.mjs";
import { MSG, nameOf, words } from "./messages.mjs";
import { LOCATION } from "./setup.mjs";

/** A question about several triggers of one player. */
const TRIGGERS = 0x7f;

/** The phases after one in which the core knows no commands, each with the effect that has a player skip it. */
const FOLLOWING = [
  ["standby", 181],
  ["main 1", 182],
  ["battle", 183],
  ["main 2", 184],
];

/**
 * Turns a question into a prompt, or answers it itself and returns nothing.
 */
export function ask(session, m) {
  const handler = HANDLERS[m.type];
  if (!handler) unsupported(`the core asks for ${nameOf(m.type)}`);
  const prompt = handler(session, m);
  session.phaseHint = undefined;
  session.leaving = false;
  return prompt;
}

// Windows.

function selectChain(session, m) {
  const options = new Options(session);
  m.cards.forEach((card, i) => isDue(session, m, card) || startsAlone(session, card) || options.activate(card, words(i), m.player));
  // At the end of a phase the core asks for what merely ends as well, as the control of a monster.
  const ends = m.cards.some((card) => isNameless(session, card));
  const due = session.effects && m.cards.some((card) => isDue(session, m, card));
  if (m.forced && ends && (!session.effects || due || !mustActivate(session, m, options))) return end(session, m, options);
  const gate = m.special === TRIGGERS && !m.forced && !session.phaseHint && options.list.length && options.list.every((option) => isOfPhase(session, option));
  if (gate && (begun(session) || beginsHere(session))) return atGate(session, m.player, options, PASS);
  if (!begun(session) && !(session.phaseHint && session.phase === session.start.phase && m.player === session.turn)) {
    return silently(session, m.forced ? words(0) : PASS);
  }
  if (m.special === TRIGGERS || (m.forced && !session.phaseHint)) return trigger(session, m.player, options, !m.forced);
  if (session.chain.length) return respond(session, m, options);
  if (session.phaseHint === 28 || session.phaseHint === 25) return inBattlePhase(session, m, options);
  if (session.phaseHint && m.player === session.turn) return actInPhase(session, m, options);
  if (session.phaseHint) return leave(session, m, options);
  if (session.leaving) return respond(session, m, options, "E");
  const between = session.between && session.attack;
  if (between && m.player === session.turn) return proceed(session, m, options);
  return respond(session, m, options, between ? "E" : undefined);
}

/** The beginning or the end of the Battle Phase, where the core asks as at the end of any phase. */
function inBattlePhase(session, m, options) {
  const must = options.list.findIndex((o) => session.definition(o.card)?.effects?.[o.effect]?.phase?.mandatory);
  const pass = m.forced && must >= 0 ? () => reset(session, options.replies[must]) : () => PASS;
  if (!options.list.length && (m.forced || session.phaseHint === 28)) return silently(session, m.forced ? words(0) : PASS);
  const during = session.phaseHint === 28 ? "start of battle phase" : "end of battle phase";
  // Where no card has an effect for it, the protocol has no such moment; the core asks all the same.
  if (!m.forced && !hasEffectFor(session, during)) return silently(session, PASS);
  return prompt(session, "respond", m.player, { during, options: options.list }, (answer) => ("pass" in answer ? pass() : options.take(answer)));
}

/** Whether a card of the duel has an effect for a moment. */
function hasEffectFor(session, moment) {
  return session.start.definitions.some((definition) => JSON.stringify(definition.effects ?? []).includes(moment));
}

/** Whether it is an effect of the Battle Phase, which the core lists with fast effects, but which starts a chain in the open state only. */
function startsAlone(session, { description }) {
  if (session.effects || description === IDLE) return false;
  const { card, effect } = session.effect(description);
  const { phase } = session.definition(card)?.effects?.[effect] ?? {};
  return phase?.mandatory === false && [phase.during?.phase].flat().join() === "battle" && !session.definition(card).trap;
}

/** Whether something on offer is no effect of a card that is activated. */
const isNameless = (session, card) => card.description !== IDLE && session.effect(card.description).card === undefined;

/** Whether something of what a foreign script makes a player do in this phase is an effect that they activate. */
function mustActivate(session, m, options) {
  const mandatory = ({ card, effect }) => session.definition(card)?.effects?.[effect]?.phase?.mandatory;
  return options.list.some(mandatory) || m.cards.some((card) => isNameless(session, card) && !isDue(session, m, card));
}

/** How the core marks what merely runs out, as the control of a monster. */
const RUNS_OUT = 2;

/** Whether it must be done in this phase although its card has no effect to activate in one. */
function isDue(session, m, card) {
  const phases = () => session.definition(session.card(card.code))?.effects?.filter((effect) => effect.phase).length ?? 0;
  const named = () => m.cards.filter((other) => other.code === card.code && !isNameless(session, other)).length;
  // What lies beside the effects of the card itself is none of them.
  const hasPhase = () => phases() > named();
  return m.forced && session.phaseHint && isNameless(session, card) && (card.mode === RUNS_OUT || !hasPhase());
}

/**
 * Something ends in a phase, or is left to be done in it. The turn player does it by wanting to move on, after whatever else they like, and picks
 * the card that comes first; their opponent does it instead of passing.
 */
function end(session, m, options) {
  const due = m.cards.map((card, i) => [card, i]).filter(([card]) => isNameless(session, card));
  const [, first] = due[0];
  const theirs = m.player !== session.turn;
  if (!begun(session) || !session.phaseHint || (theirs && !options.list.length)) return silently(session, words(first));
  if (theirs) return prompt(session, "respond", m.player, { box: "E", options: options.list }, (answer) => options.take(answer, words(first)));
  const cards = [...new Set(due.map(([card]) => session.card(card.code)))].filter((card) => card !== undefined).sort((a, b) => a - b);
  const byCard = ({ cards: [chosen] }) => words(due.find(([card]) => session.card(card.code) === chosen)[1]);
  // What is left for the end of the Battle Phase comes when they have moved on already.
  if (session.phaseHint === 25 && cards.length < 2) return silently(session, words(first));
  const pick = () => prompt(session, "choose", m.player, { purpose: "effect", cards, min: 1, max: 1 }, byCard);
  if (session.phaseHint === 25) return pick();
  options.add(onward(session), () => {
    if (cards.length > 1) return pick();
    return words(first);
  });
  return act(session, m.player, options);
}

function respond(session, m, options, box) {
  return prompt(session, "respond", m.player, { ...(box && { box }), options: options.list }, (answer) => options.take(answer, PASS));
}

/** The opponent's chance at the end of a phase; what they must activate comes if they pass, too. */
function leave(session, m, options) {
  if (!m.forced) return respond(session, m, options, "E");
  const must = options.list.map((o, i) => [o, i]).filter(([o]) => session.definition(o.card)?.effects?.[o.effect]?.phase?.mandatory);
  if (must.length === 1) {
    const due = () => reset(session, options.replies[must[0][1]]);
    return prompt(session, "respond", m.player, { box: "E", options: options.list }, (answer) => ("pass" in answer ? due() : options.take(answer)));
  }
  return trigger(session, m.player, options, false);
}

/** What is placed without a question is not chosen by anyone. */
function reset(session, reply) {
  const bytes = reply();
  session.chosen = null;
  return bytes;
}

/** The open state of a phase in which the core knows no commands. */
function actInPhase(session, m, options) {
  if (!m.forced) options.add(onward(session), PASS);
  return act(session, m.player, options);
}

/** The way out of such a phase: to the first after it that is not skipped. */
function onward(session) {
  if (session.phase === "end") return { action: "end turn" };
  const from = { draw: 0, standby: 1 }[session.phase] ?? 3;
  const skipped = (code) => session.query(`Debug.Message("skipped "..(Duel.IsPlayerAffectedByEffect(${integer(session.turn)},${code}) and 1 or 0))`, "skipped") === "1";
  return { action: "go to", phase: FOLLOWING.slice(from).find(([, code]) => !skipped(code))?.[0] ?? "end" };
}

/** Between the declaration of an attack and the Damage Step. */
function proceed(session, m, options) {
  options.add({ action: "proceed" }, PASS);
  return prompt(session, "act", m.player, { options: options.list }, (answer) => options.take(answer, PASS));
}

function trigger(session, player, options, optional) {
  const list = options.list.map(({ card, effect }) => ({ card, effect }));
  if (!optional && list.length === 1) return silently(session, reset(session, options.replies[0]));
  return prompt(session, "trigger", player, { optional, options: list }, (answer) => options.take(answer, PASS));
}

function selectEffectYesNo(session, m) {
  const card = session.card(m.code);
  const first = !begun(session);
  if (first && !beginsHere(session)) return silently(session, words(0));
  if (session.whether !== undefined) return confirm(session, m);
  const effect = session.effects ? session.effects.trigger(session, m.code).effect : whichTrigger(session, card);
  const gate = isOfPhase(session, { card, effect });
  if (first && !gate) return silently(session, words(0));
  const options = new Options(session);
  options.add({ ...(gate && { action: "activate" }), card, effect }, () => {
    session.chosen = { player: m.player };
    return words(1);
  });
  if (gate) return atGate(session, m.player, options, words(0));
  return prompt(session, "trigger", m.player, { optional: true, options: options.list }, (answer) => options.take(answer, words(0)));
}

const isOfPhase = (session, { card, effect }) => Boolean(session.definition(card)?.effects?.[effect]?.phase);

/** Whether the duel begins in the Draw Phase and has come to it. */
const beginsHere = (session) => session.phase === "draw" && session.start.phase === "draw";

/** Effects that may be used before the draw, or as the Battle Phase begins or ends, are activated like any other. */
function atGate(session, player, options, pass) {
  const first = !begun(session);
  const phase = session.phase === "battle" ? session.query('Debug.Message("phase "..Duel.GetCurrentPhase())', "phase") : undefined;
  const during = phase === undefined ? "before the draw" : Number(phase) === 8 ? "start of battle phase" : "end of battle phase";
  const asked = prompt(session, "respond", player, { during, options: options.list }, (answer) => options.take(answer, pass));
  if (first) session.out = [];
  return asked;
}

/** Whether something is done instead of a destruction by an effect. */
const replaces = (e) => (e.continuous?.applies ?? []).some((m) => Array.isArray(m.instead?.do));

/** Whether an effect is used that does not start a chain: one that replaces something, or the first of its card that is no activation. */
function confirm(session, m) {
  const card = session.whether;
  session.whether = undefined;
  const effects = session.definition(card)?.effects ?? [];
  const replacing = effects.findIndex(replaces);
  const effect = replacing >= 0 ? replacing : Math.max(effects.findIndex((e) => e.continuous), 0);
  if (!effects.length) return silently(session, words(0));
  return prompt(session, "confirm", m.player, { card, effect }, (answer) => {
    if (answer.confirm) session.replaced();
    return words(answer.confirm ? 1 : 0);
  });
}

/** The core names only the card; its only trigger, or the one whose conditions were looked at last. */
function whichTrigger(session, card) {
  const triggers = (session.definition(card)?.effects ?? []).flatMap((e, i) => ((e.trigger ?? e.phase)?.mandatory === false ? [i] : []));
  if (triggers.length === 1) return triggers[0];
  return Number(session.query(`Debug.Message("checked "..(S.checked[${integer(session.codeOf(card))}] or 0))`, "checked"));
}

// The open state.

function selectIdle(session, m) {
  const { phase: wanted } = session.start;
  if (!begun(session) && session.phase !== wanted) return silently(session, command(wanted === "end" ? 7 : 6, 0));
  const options = new Options(session);
  const cards = (list, action, number) => list.forEach((c, i) => options.add({ action, card: session.card(c.code) }, command(number, i)));
  /** Until the monster comes, what is chosen pays for its Summon. */
  const paid = (bytes) => () => {
    session.paying = true;
    return bytes;
  };
  const brought = (list, action, number, sets) =>
    list.forEach((c, i) => {
      const take = () => {
        session.comes = c.code;
        session.sets = sets;
        return paid(command(number, i))();
      };
      options.add({ action, card: session.card(c.code) }, take);
    });
  brought(m.summon, "normal summon", 0, false);
  m.special.forEach((c, i) => {
    const card = session.card(c.code);
    if (isScale(session, c)) return swings(session, c, options, paid(command(1, i)));
    const list = (session.definition(card)?.effects ?? []).flatMap((e, n) => (e.procedure ? [n] : []));
    // Of several procedures the core asks for one afterwards.
    const able = list.length > 1 && !session.effects ? session.query(`S.ways(${integer(c.code)})`, "ways").split(" ").map(Number) : list;
    for (const effect of able) {
      const take = () => {
        session.procedureOf = { effect, place: list.indexOf(effect), among: able.indexOf(effect) };
        return paid(command(1, i))();
      };
      options.add({ action: "special summon", card, effect }, take);
    }
  });
  const down = new Set(m.turn.filter((c) => isFaceDown(session, c)).map((c) => c.code));
  m.turn.forEach((c, i) => options.add({ action: down.has(c.code) ? "flip summon" : "change position", card: session.card(c.code) }, command(2, i)));
  brought(m.setMonster, "set", 3, true);
  cards(m.setSpell, "set", 4);
  m.activate.forEach((c, i) => options.activate(c, command(5, i), m.player));
  if (m.battle) options.add({ action: "go to", phase: "battle" }, command(6, 0));
  if (m.end) options.add({ action: "go to", phase: "end" }, command(7, 0));
  return act(session, m.player, options);
}

/** A Pendulum Summon is offered by the core with one of the scales; here with each monster that could be Summoned. */
function isScale(session, { controller, location, sequence }) {
  const scale = `local c=Duel.GetFieldCard(${controller},${location},${sequence}) Debug.Message("scale "..(c and c:IsLocation(0x200) and 1 or 0))`;
  return location === LOCATION.SZONE && session.query(scale, "scale") === "1";
}

function swings(session, { controller }, options, reply) {
  const codes = session.query(`S.swings(${integer(controller)})`, "swings").split(" ").filter(Boolean).map(Number);
  for (const card of codes.map((code) => session.card(code))) {
    options.add({ action: "pendulum summon", card }, () => {
      session.swinging = card;
      return reply();
    });
  }
}

function isFaceDown(session, { controller, location, sequence }) {
  return session.query(`local c=Duel.GetFieldCard(${controller},${location},${sequence}) Debug.Message("down "..(c:IsFacedown() and 1 or 0))`, "down") === "1";
}

const HANDLERS = {
  [MSG.SELECT_CHAIN]: selectChain,
  [MSG.SELECT_EFFECTYN]: selectEffectYesNo,
  [MSG.SELECT_IDLECMD]: selectIdle,
  [MSG.SELECT_BATTLECMD]: selectBattle,
  [MSG.SELECT_CARD]: selectCard,
  [MSG.SELECT_TRIBUTE]: selectTribute,
  [MSG.SELECT_SUM]: selectSum,
  [MSG.SELECT_UNSELECT_CARD]: selectUnselect,
  [MSG.SELECT_POSITION]: selectPosition,
  [MSG.SELECT_OPTION]: selectOption,
  [MSG.SELECT_YESNO]: selectYesNo,
  [MSG.ANNOUNCE_RACE]: announce(TYPES, true),
  [MSG.ANNOUNCE_ATTRIB]: announce(ATTRIBUTES, false),
  [MSG.ANNOUNCE_NUMBER]: announceNumber,
  [MSG.ANNOUNCE_CARD]: announceName(
    (name, definition, session) => session.passcodeOf(definition),
    (m, code) => code,
  ),
  [MSG.SELECT_PLACE]: selectPlace,
  [MSG.SELECT_DISFIELD]: selectPlace,
  [MSG.SELECT_COUNTER]: selectCounter,
  [MSG.SORT_CARD]: inOrder,
  [MSG.SORT_CHAIN]: inOrder,
};

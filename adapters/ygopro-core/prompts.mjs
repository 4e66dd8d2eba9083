// What the core asks, as one of the five kinds of prompt; and what need not be asked.

import { ATTRIBUTES, TYPES } from "./lua/group.mjs";
import { classOf } from "./lua/effects.mjs";
import { STATUS } from "./core.mjs";
import { MSG, nameOf, words } from "./messages.mjs";
import { LOCATION, SEATS } from "./setup.mjs";
import { NAMES } from "./session.mjs";
import { readBoard } from "./board.mjs";
import { nameCode } from "./lua/names.mjs";
import { integer, unsupported } from "./lua/text.mjs";

/** A question about several triggers of one player. */
const TRIGGERS = 0x7f;
/** The effect by which the runtime makes the core ask in an idle phase. */
const IDLE = 0xfffffn;
const PASS = words(-1);

/** The phases after one in which the core knows no commands, each with the effect that has a player skip it. */
const FOLLOWING = [
  ["standby", 181],
  ["main 1", 182],
  ["battle", 183],
  ["main 2", 184],
];
/** Texts of the core: the ordinary way to Summon, the two phases after a Main Phase, attack again after a replay, attack directly, discard for the hand size, pick an attack target. */
const TEXT = { ORDINARY: 1n, REPLAY: 30n, DIRECT: 31n, BATTLE: 80n, END: 81n, RELEASE: 500, HAND_SIZE: 501, DESTROY: 502, ATTACK_TARGET: 549, TO_ZONE: 571 };

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

function prompt(session, kind, player, fields, reply) {
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

const silently = (session, bytes) => {
  session.core.respond(bytes);
};

/** Whether the duel has come to where it begins. */
const begun = (session) => !session.silent;

/** Options of the core without doubles, each with the answer that takes it. */
class Options {
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

// Windows.

function selectChain(session, m) {
  const options = new Options(session);
  m.cards.forEach((card, i) => isDue(session, m, card) || options.activate(card, words(i), m.player));
  // At the end of a phase the core asks for what merely ends as well, as the control of a monster.
  const ends = m.cards.some((card) => isNameless(session, card));
  if (m.forced && ends && (!session.effects || !mustActivate(session, m, options))) return end(session, m, options);
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
  if (session.between && m.player === session.turn) return proceed(session, m, options);
  return respond(session, m, options, session.between ? "E" : undefined);
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
  const hasPhase = () => session.definition(session.card(card.code))?.effects?.some((effect) => effect.phase);
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
  options.add(onward(session), () => (cards.length > 1 ? prompt(session, "choose", m.player, { purpose: "effect", cards, min: 1, max: 1 }, byCard) : words(first)));
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

function act(session, player, options) {
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
  return Number(session.query('Debug.Message("checked "..(S.checked or 0))', "checked"));
}

// The open state.

const command = (action, index) => words((index << 16) | action);

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
  m.summon.forEach((c, i) => options.add({ action: "normal summon", card: session.card(c.code) }, paid(command(0, i))));
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
  cards(m.setMonster, "set", 3);
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

/** Which others are Pendulum Summoned together with the one that was named. */
function together(session, m, from, max, reply) {
  const first = from.find((c) => c.card === session.swinging);
  session.swinging = undefined;
  if (!first) unsupported("a Pendulum Summon without the monster that was named");
  const others = from.filter((c) => c !== first);
  if (!others.length || max < 2) return silently(session, reply([first.i]));
  const fields = { purpose: "together", cards: others.map((c) => c.card), min: 0, max: Math.min(max - 1, others.length) };
  return prompt(session, "choose", m.player, fields, (answer) => reply([first.i, ...positions(others, answer.cards)]));
}

function isFaceDown(session, { controller, location, sequence }) {
  return session.query(`local c=Duel.GetFieldCard(${controller},${location},${sequence}) Debug.Message("down "..(c:IsFacedown() and 1 or 0))`, "down") === "1";
}

function selectBattle(session, m) {
  const { phase: wanted } = session.start;
  if (!begun(session) && wanted !== "battle") return silently(session, command(2, 0));
  const options = new Options(session);
  const stored = storedAttack(session, m);
  if (stored) return stored;
  m.activate.forEach((c, i) => options.activate(c, command(0, i), m.player));
  const targets = attackTargets(session, m.attack.map((c) => c.code));
  m.attack.forEach((c, i) => {
    const card = session.card(c.code);
    const { direct, cards } = targets.get(c.code) ?? { direct: c.direct, cards: [] };
    const declare = (target) => () => {
      session.plan = { target };
      return command(1, i);
    };
    for (const target of cards) options.add({ action: "attack", card, target }, declare(target));
    if (direct) options.add({ action: "attack directly", card }, declare(null));
  });
  if (m.main2) options.add({ action: "go to", phase: "main 2" }, command(2, 0));
  if (m.end) options.add({ action: "go to", phase: "end" }, command(3, 0));
  return act(session, m.player, options);
}

/**
 * Where attacks are stored the core knows no replay: the attacker merely may attack again. Asked right after the board
 * changed, that is the replay; who stops keeps the attack for later.
 */
function storedAttack(session, m) {
  const { attack } = session;
  if (!attack || attack.carried || attack.disabled || !session.stores) return null;
  const index = m.attack.findIndex((c) => session.card(c.code) === attack.card);
  if (index < 0) return null;
  const found = attackTargets(session, [m.attack[index].code]).get(m.attack[index].code);
  const options = new Options(session);
  const again = (target) => () => {
    session.plan = { target };
    return command(1, index);
  };
  for (const target of found?.cards ?? []) options.add({ action: "replay on", card: attack.card, target }, again(target));
  if (found?.direct) options.add({ action: "replay directly", card: attack.card }, again(null));
  options.add({ action: "stop attack", card: attack.card }, () => {
    session.attackEnded();
    session.held = { status: STATUS.WAITING, messages: [m] };
    return null;
  });
  return prompt(session, "act", m.player, { attack: true, options: options.list }, (answer) => options.take(answer));
}

/** What each monster could attack, by its code. */
function attackTargets(session, codes) {
  if (!codes.length) return new Map();
  const lines = session.query(`S.targets({${codes.map((code) => `[${code}]=true`).join(",")}})`, "attacks").split(",");
  return new Map(
    lines.filter(Boolean).map((line) => {
      const [code, direct, ...targets] = line.split(" ").map(Number);
      return [code, { direct: direct === 1, cards: targets.map((c) => session.card(c)) }];
    }),
  );
}

// Replays.

function replay(session, m) {
  const { card } = session.attack;
  const options = new Options(session);
  const [found] = attackTargets(session, [session.codeOf(card)]).values();
  const again = (target) => () => {
    session.plan = { target };
    return words(1);
  };
  for (const target of found?.cards ?? []) options.add({ action: "replay on", card, target }, again(target));
  if (found?.direct) options.add({ action: "replay directly", card }, again(null));
  options.add({ action: "stop attack", card }, () => {
    session.attackEnded();
    return words(0);
  });
  return prompt(session, "act", m.player, { attack: true, options: options.list }, (answer) => options.take(answer));
}

/** A monster that must attack is not asked whether it goes on, only which monster it attacks then. */
function turnAttack(session, m) {
  session.selecting = undefined;
  const options = new Options(session);
  m.cards.forEach((c, i) => options.add({ action: "replay on", card: session.attack.card, target: session.card(c.code) }, chosenCards([i])));
  return prompt(session, "act", m.player, { attack: true, options: options.list }, (answer) => options.take(answer));
}

// Choices.

const byNumber = (a, b) => a.card - b.card;

/** The effect to which a choice belongs, if it is known. */
const belongs = (of) => (of?.effect === undefined ? {} : { for: { card: of.card, effect: of.effect } });

/** A choice of cards. `reply` makes the core's answer of the positions chosen. */
function choose(session, m, { purpose, min, max, reply, cards = m.cards, crowded = false }) {
  const known = session.purpose?.player === m.player ? session.purpose : undefined;
  session.purpose = null;
  const link = session.effects && underWay(session);
  const what = purpose ?? known?.purpose ?? (session.effects ? stage(session, link) : "effect");
  const all = cards.map((c, i) => ({ card: session.card(c.code), i }));
  const from = all.filter((c) => c.card !== undefined).sort(byNumber);
  if (session.swinging !== undefined) return together(session, m, from, max, reply);
  if (crowded) return stay(session, m, from, min, reply);
  // What the corpus knows nothing of, as a token that a card file leaves out, is taken where the rest is not enough.
  const nameless = all.filter((c) => c.card === undefined).map((c) => c.i);
  const filled = (list) => reply([...list, ...nameless.slice(0, Math.max(0, min - list.length))]);
  const fields = { purpose: what, ...belongs(session.effects ? link : known) };
  if (session.said.sets) return chooseSet(session, m, fields, from, reply);
  if (from.length <= min) {
    if (from.length) session.tell({ event: "chosen", player: NAMES[m.player], purpose: what, cards: from.map((c) => c.card) });
    return silently(session, filled(from.map((c) => c.i)));
  }
  return prompt(session, "choose", m.player, { ...fields, cards: from.map((c) => c.card), min, max: Math.min(max, from.length) }, (answer) =>
    filled(positions(from, answer.cards)),
  );
}

/** Of monsters for which there are too few zones the core asks which are destroyed; here those are named that change control. */
function stay(session, m, from, lost, reply) {
  const number = from.length - lost;
  const fields = { purpose: "effect", cards: from.map((c) => c.card), min: number, max: number };
  return prompt(session, "choose", m.player, fields, (answer) => {
    const kept = new Set(positions(from, answer.cards));
    return reply(from.map((c) => c.i).filter((i) => !kept.has(i)));
  });
}

/** The link that is being activated or resolves. */
const underWay = (session) => session.chain.find((l) => l.link === session.resolving) ?? session.chain.at(-1);

/** What something is chosen for, by when a foreign script asks. */
function stage(session, link) {
  if (link) return link.activated ? "effect" : (session.stage ?? "cost");
  return session.paying ? "cost" : "effect";
}

function positions(from, cards) {
  return (cards ?? []).map((card) => from.find((c) => c.card === card)?.i ?? unsupported(`the card ${card} was not on offer`));
}

/** Cards of which only certain sets will do, as materials. The runtime has said which. */
function chooseSet(session, m, fields, from, reply) {
  const sets = session.said.sets.split(",").map((line) => line.split(" ").map((code) => session.card(Number(code))));
  session.said.sets = "";
  if (sets.length === 1) {
    session.tell({ event: "chosen", player: NAMES[m.player], purpose: fields.purpose, cards: sets[0] });
    return silently(session, reply(positions(from, sets[0])));
  }
  return prompt(session, "choose", m.player, { ...fields, sets }, (answer) => reply(positions(from, answer.cards)));
}

const chosenCards = (list) => words(0, list.length, ...list);

/** Cards whose numbers, as their Levels, add up: only certain sets will do. */
function selectSum(session, m) {
  const worth = (c) => [c.worth & 0xffff, c.worth >>> 16].filter(Boolean);
  const sums = (cards) => cards.reduce((all, c) => all.flatMap((sum) => worth(c).map((n) => sum + n)), [0]);
  const enough = (cards) => sums([...m.must, ...cards]).some((sum) => sum >= m.sum);
  const fits = (cards) =>
    m.mode === 0
      ? cards.length >= m.min && cards.length <= m.max && sums([...m.must, ...cards]).includes(m.sum)
      : enough(cards) && cards.every((c) => !enough(cards.filter((other) => other !== c)));
  const subsets = m.cards.slice(0, 12).reduce((all, c) => [...all, ...all.map((set) => [...set, c])], [[]]);
  const from = m.cards.map((c, i) => ({ card: session.card(c.code), i })).sort(byNumber);
  const sets = subsets.filter((set) => set.length && fits(set)).map((set) => set.map((c) => session.card(c.code)));
  session.purpose = null;
  session.said.sets = "";
  const fields = { purpose: "materials", ...belongs(underWay(session)) };
  if (!sets.length) unsupported("a sum that no cards have");
  const reply = (cards) => chosenCards(positions(from, cards));
  if (sets.length === 1) {
    session.tell({ event: "chosen", player: NAMES[m.player], purpose: fields.purpose, cards: sets[0] });
    return silently(session, reply(sets[0]));
  }
  return prompt(session, "choose", m.player, { ...fields, sets }, (answer) => reply(answer.cards));
}

function selectCard(session, m) {
  if (session.plan && session.selecting === TEXT.ATTACK_TARGET) {
    const at = m.cards.findIndex((c) => session.card(c.code) === session.plan.target);
    session.plan = null;
    session.selecting = undefined;
    if (at >= 0) return silently(session, chosenCards([at]));
  }
  if (session.selecting === TEXT.ATTACK_TARGET && !session.chain.length && session.attack && !session.attack.carried) return turnAttack(session, m);
  const handSize = session.selecting === TEXT.HAND_SIZE && !session.chain.length && session.phase === "end";
  const crowded = session.selecting === TEXT.DESTROY && !session.effects && !session.purpose;
  session.selecting = undefined;
  return choose(session, m, { purpose: handSize ? "hand size" : undefined, min: m.min, max: m.max, reply: chosenCards, crowded });
}

function selectTribute(session, m) {
  return choose(session, m, { purpose: "tributes", min: m.min, max: m.max, reply: chosenCards });
}

/**
 * Cards that the core asks for one at a time, since only some sets will do. They are asked for at once; what the core does not take is
 * replaced by the first that it offers, and it is told that that is all as soon as it may be.
 */
function selectUnselect(session, m) {
  const plan = session.gathering;
  session.gathering = null;
  if (plan && plan.player === m.player && plan.taken === m.chosen.length) return gather(session, m, plan);
  const min = m.finishable || m.cancelable ? Math.min(m.min, 1) : Math.max(m.min, 1);
  const swinging = session.swinging !== undefined;
  // With all zones full the core asks so for Tributes, too.
  const tributing = session.paying && session.selecting === TEXT.RELEASE;
  return choose(session, m, {
    ...(tributing && { purpose: "tributes" }),
    min,
    max: swinging ? m.cards.length : Math.max(m.max, min, m.finishable || m.max > 1 ? 0 : m.cards.length),
    reply: (list) => next(session, m, { player: m.player, taken: m.chosen.length, left: list.map((i) => m.cards[i].code) }),
  });
}

function gather(session, m, plan) {
  return silently(session, next(session, m, plan));
}

function next(session, m, plan) {
  const wanted = plan.left.find((code) => m.cards.some((c) => c.code === code));
  if (wanted === undefined && (m.finishable || !m.cards.length)) return PASS;
  const by = m.cards.map((c, i) => ({ i, code: c.code })).sort((a, b) => a.code - b.code);
  const card = by.find((c) => c.code === wanted) ?? by[0];
  session.gathering = { player: m.player, taken: plan.taken + 1, left: plan.left.filter((code) => code !== card.code) };
  return words(1, card.i);
}

const POSITIONS = [
  [0x1, "attack"],
  [0x4, "defense"],
  [0x8, "face-down"],
];

function selectPosition(session, m) {
  const possible = POSITIONS.filter(([bit]) => m.positions & bit);
  if (possible.length === 1) return silently(session, words(possible[0][0]));
  const fields = { purpose: "position", about: session.card(m.code), positions: possible.map(([, word]) => word) };
  const resolving = session.chain.find((l) => l.link === session.resolving);
  Object.assign(fields, belongs(resolving));
  return prompt(session, "choose", m.player, fields, (answer) => {
    const found = possible.find(([, word]) => word === answer.position || (word === "defense" && answer.position === "face-up defense"));
    return words((found ?? possible[0])[0]);
  });
}

function selectOption(session, m) {
  // After a Main Phase that was ended: the Battle Phase comes, and can be left at once.
  if (m.options.includes(TEXT.BATTLE) && m.options.includes(TEXT.END)) return silently(session, words(m.options.indexOf(TEXT.BATTLE)));
  if (session.effects && m.options.length === 1) return silently(session, words(0));
  if (session.paying && session.procedureOf) {
    const { effect, place, among } = session.procedureOf;
    session.procedureOf = null;
    const named = m.options.findIndex((text) => !session.effects && Number(text & 0xfffffn) === effect);
    return silently(session, words(named >= 0 ? named : Math.min(session.effects ? place : among, m.options.length - 1)));
  }
  if (session.paying && m.options.includes(TEXT.ORDINARY)) return silently(session, words(m.options.indexOf(TEXT.ORDINARY)));
  // By which of several effects a monster is Normal Summoned in addition makes no difference.
  if (session.paying && !session.effects && !session.purpose) return silently(session, words(0));
  if (session.effects && session.purpose?.purpose === "chance") return thrown(session, m);
  const link = session.effects && underWay(session);
  // What a foreign script asks outside every link is no effect of the card file, as an upkeep: the first option keeps the card.
  if (session.effects && !link) return silently(session, words(0));
  const known = link ? { purpose: "bullet", card: link.card, effect: link.effect } : session.purpose;
  session.purpose = null;
  const bullets = known && session.definition(known.card)?.effects?.[known.effect];
  const kinds = known && !link?.activated && declaredKinds(bullets);
  if (kinds) {
    return prompt(session, "choose", m.player, { purpose: "declaration", ...belongs(known), words: kinds }, (answer) => words(kinds.indexOf(answer.word)));
  }
  const options = bullets && Object.values(bullets).find((body) => body?.options)?.options;
  // A foreign script may have said which ones can be picked; else all of them can.
  const able = session.said.bullets ? session.said.bullets.split(" ").map((n) => Number(n) - 1) : m.options.map((_, i) => i);
  session.said.bullets = "";
  const numbers = link ? able : m.options.map(Number);
  const ids = numbers.map((n) => options?.[n]?.id);
  if (known?.purpose === "alternative" || (link?.activated && alternatives(bullets).length)) return alternative(session, m, known, alternatives(bullets));
  // Of what a foreign script lets a player pick, the card file may know but one thing, which may be left out: it is the last.
  if (link?.activated && m.options.length === 2 && Object.values(bullets ?? {}).some((body) => body?.does?.some((part) => part["you can"]))) {
    return prompt(session, "confirm", m.player, { card: link.card, effect: link.effect }, (answer) => words(answer.confirm ? 1 : 0));
  }
  if (known?.purpose !== "bullet" || ids.length !== m.options.length || ids.includes(undefined)) unsupported("an option the card file does not know");
  return prompt(session, "choose", m.player, { purpose: "bullet", ...belongs(known), words: ids }, (answer) => words(ids.indexOf(answer.word)));
}

/** The card that asks outside a chain, by the text of its question: what it has left for later holds a part that is optional. */
function asksLater(session, m) {
  const code = Number(m.description >> 20n);
  const card = session.start.cards.findIndex(({ name }, i) => session.definitions.get(name)?.passcode === code || session.codeOf(i) === code);
  const effect = session.definition(card)?.effects?.findIndex((e) => JSON.stringify(e).includes('"later"'));
  return effect >= 0 ? { card, effect } : undefined;
}

/** Whether an effect has cards chosen when it resolves, up to so many, and no part that may be left out. */
function isUpTo(effect) {
  const text = JSON.stringify(Object.values(effect ?? {}).map((body) => body?.does ?? []));
  return text.includes('"choose":{"up to"') && !text.includes('"you can"');
}

/** The kinds of monsters and of cards that can be declared, in the order in which scripts ask for them. */
const KINDS = { "kind of monster": ["ritual", "fusion", "synchro", "xyz"], "kind of card": ["monster", "spell", "trap"] };
const declaredKinds = (effect) => Object.values(effect ?? {}).map((body) => KINDS[body?.declares]).find((kinds) => kinds);

/** The things an effect may do, one of several, or what may come up, while it resolves; without those under a certain key. */
function possibilities(value, without) {
  if (!value || typeof value !== "object") return [];
  const inside = () => Object.entries(value).flatMap(([key, part]) => (key === without ? [] : possibilities(part, without)));
  return value["one of"] ?? value["by chance"] ?? inside();
}

/** The ids of these. */
const alternatives = (effect, without) => possibilities(effect, without).map(({ id }) => id);

/** Which of several things an effect does. */
function alternative(session, m, known, all) {
  const ids = session.effects ? all.slice(0, m.options.length) : m.options.map((n) => all[Number(n)]);
  if (ids.length !== m.options.length || ids.includes(undefined)) unsupported("an alternative the card file does not know");
  return prompt(session, "choose", m.player, { purpose: "alternative", ...belongs(known), words: ids }, (answer) => words(ids.indexOf(answer.word)));
}

/** What came up when a foreign script threw coins or dice; it is told the throw that the card file shows for that. */
function thrown(session, m) {
  session.purpose = null;
  const link = underWay(session);
  const results = possibilities(session.definition(link?.card)?.effects?.[link?.effect]);
  if (!results.length || results.some((result) => !result.throw)) unsupported("a throw that the card file does not show");
  return prompt(session, "choose", m.player, { purpose: "alternative", ...belongs(link), words: results.map(({ id }) => id) }, (answer) => {
    const { throw: faces } = results.find(({ id }) => id === answer.word);
    session.core.lua("throw.lua", `S.thrown={${faces.map(integer).join(",")}}`);
    return words(0);
  });
}

function selectYesNo(session, m) {
  if (m.description === TEXT.REPLAY) return replay(session, m);
  if (m.description === TEXT.DIRECT) {
    const direct = session.plan?.target === null;
    if (direct) session.plan = null;
    return silently(session, words(direct ? 1 : 0));
  }
  const known = session.purpose;
  session.purpose = null;
  const decided = session.effects ? whileActivated(session, m) : undefined;
  if (typeof decided === "boolean") return silently(session, words(decided ? 1 : 0));
  if (decided) return decided;
  const link = session.chain.find((l) => l.link === session.resolving);
  const { card, effect } = known ?? link ?? asksLater(session, m) ?? {};
  const two = session.effects && card !== undefined ? alternatives(session.definition(card)?.effects?.[effect], "you can") : [];
  // A foreign script may ask whether the first of two things is done, else it does the second.
  if (two.length === 2) return prompt(session, "choose", m.player, { purpose: "alternative", ...belongs(link), words: two }, (answer) => words(answer.word === two[0] ? 1 : 0));
  if (card === undefined) unsupported("a question the card file does not know");
  // Who may choose up to so many cards chooses one at least, where the card file leaves nothing open.
  if (session.effects && link && isUpTo(session.definition(card)?.effects?.[effect])) return silently(session, words(1));
  return prompt(session, "confirm", m.player, { card, effect }, (answer) => words(answer.confirm ? 1 : 0));
}

/**
 * A foreign script asks, while it is activated, whether something is paid or targeted that its card leaves open. It is if the card file has it
 * so; if the file has an option with and one without, that is what is asked.
 *
 * @returns {boolean | object | undefined} the answer, or a prompt, or nothing if it is no such question
 */
function whileActivated(session, m) {
  const link = underWay(session);
  const effect = link && !link.activated && session.definition(link.card)?.effects?.[link.effect];
  if (!effect) return undefined;
  const [, body] = classOf(effect);
  const key = session.stage === "target" ? "targets" : "cost";
  const [yes, no] = [true, false].map((has) => (body.options ?? []).filter((option) => Boolean(option[key]) === has));
  if (yes.length !== 1 || no.length !== 1) return Boolean(body[key]);
  const ids = [yes[0].id, no[0].id];
  return prompt(session, "choose", m.player, { purpose: "bullet", ...belongs(link), words: ids }, (answer) => words(answer.word === ids[0] ? 1 : 0));
}

/** Words declared on activation. */
function announce(table, wide) {
  return (session, m) => {
    const known = session.purpose;
    session.purpose = null;
    const list = Object.entries(table).filter(([, bit]) => m.available & BigInt(bit));
    const fields = { purpose: "declaration", ...belongs(known), words: list.map(([word]) => word).sort() };
    return prompt(session, "choose", m.player, fields, (answer) => {
      const bit = table[answer.word] ?? unsupported(`the word \`${answer.word}\``);
      return wide ? words(bit, 0) : words(bit);
    });
  };
}

/** A number declared on activation, if the card file says so, or one of several things a foreign script tells apart by numbers; else it stands for a name. */
function announceNumber(session, m) {
  const link = session.effects && underWay(session);
  const things = link ? alternatives(session.definition(link.card)?.effects?.[link.effect]) : [];
  if (things.length) return alternative(session, m, link, things);
  const known = session.purpose ?? session.chain?.at(-1);
  const effect = known && session.definition(known.card)?.effects?.[known.effect];
  const declares = Object.values(effect ?? {}).some((body) => body?.["declares number"]);
  if (!declares) return announceName(nameCode, (m, code) => m.options.findIndex((option) => Number(option) === code))(session, m);
  session.purpose = null;
  const numbers = m.options.map(String);
  return prompt(session, "choose", m.player, { purpose: "declaration", ...belongs(known), words: numbers }, (answer) => words(numbers.indexOf(answer.word)));
}

/** Names declared on activation, which the core knows as numbers: one of a list for generated scripts, any for foreign ones. */
function announceName(codeOf, answered) {
  return (session, m) => {
    const known = session.purpose ?? session.chain?.at(-1);
    session.purpose = null;
    const names = new Map([...session.definitions].map(([name, definition]) => [name, codeOf(name, definition)]));
    const fields = { purpose: "declaration", ...belongs(known), words: [...names.keys()].sort() };
    return prompt(session, "choose", m.player, fields, (answer) => {
      const code = names.get(answer.word) ?? unsupported(`the word \`${answer.word}\``);
      return words(answered(m, code));
    });
  };
}

// What is not worth asking.

/** The zone of a monster is asked for if anybody looks at zones in this duel; else it is the first free one. */
function selectPlace(session, m) {
  const zones = [];
  const free = [];
  for (let bit = 0; bit < 32; bit++) if (bit % 16 < 7 && !(m.mask & (1 << bit))) free.push(bit);
  if (session.asksForZones && m.count === 1 && free.length && free.every((bit) => bit < 16 === free[0] < 16)) return chooseZone(session, m, free);
  for (let bit = 0; bit < 32 && zones.length < m.count; bit++) {
    const own = bit % 16;
    const extra = own === 5 || own === 6;
    if (m.mask & (1 << bit) || extra) continue;
    zones.push(bit);
  }
  for (const bit of [5, 6]) if (zones.length < m.count && !(m.mask & (1 << bit))) zones.push(bit);
  return silently(
    session,
    Uint8Array.from(
      zones.flatMap((bit) => {
        const player = bit < 16 ? m.player : 1 - m.player;
        const own = bit % 16;
        return own < 8 ? [player, LOCATION.MZONE, own] : [player, LOCATION.SZONE, own - 8];
      }),
    ),
  );
}

/** A Link Monster would usually go to an Extra Monster Zone, any other to the first of its row. */
function chooseZone(session, m, free) {
  // Before it asks the core tells for which card; a foreign script that moves a monster means its target, or its own card.
  const link = session.selecting === TEXT.TO_ZONE && session.effects ? session.chain.find((l) => l.link === session.resolving) : undefined;
  const about = link ? (link.targets[0] ?? link.card) : session.card(session.selecting);
  const isLink = (session.definition(about)?.monster?.is ?? []).includes("link");
  const isExtra = (bit) => bit % 16 > 4;
  const order = [...free].sort((a, b) => (isExtra(a) === isExtra(b) ? a - b : isExtra(a) === isLink ? -1 : 1));
  const fields = { purpose: "zone", ...(about !== undefined && { about }), words: order.map((bit) => SEATS[bit % 16]) };
  return prompt(session, "choose", m.player, fields, (answer) => {
    const bit = order.find((bit) => SEATS[bit % 16] === answer.word) ?? order[0];
    return Uint8Array.from([bit < 16 ? m.player : 1 - m.player, LOCATION.MZONE, bit % 16]);
  });
}

function selectCounter(session, m) {
  let left = m.count;
  const bytes = new Uint8Array(m.cards.length * 2);
  const view = new DataView(bytes.buffer);
  m.cards.forEach((c, i) => {
    const taken = Math.min(left, c.has);
    left -= taken;
    view.setUint16(i * 2, taken, true);
  });
  return silently(session, bytes);
}

const inOrder = (session) => silently(session, Uint8Array.of(0xff));

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
    (name, definition) => definition.passcode,
    (m, code) => code,
  ),
  [MSG.SELECT_PLACE]: selectPlace,
  [MSG.SELECT_DISFIELD]: selectPlace,
  [MSG.SELECT_COUNTER]: selectCounter,
  [MSG.SORT_CARD]: inOrder,
  [MSG.SORT_CHAIN]: inOrder,
};

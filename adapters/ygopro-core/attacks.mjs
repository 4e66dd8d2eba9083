// Attacks and replays: what may be attacked, and what the core asks about it.

import { unsupported } from "./lua/text.mjs";
import { Options, TEXT, act, begun, chosenCards, command, prompt, silently } from "./asking.mjs";
import { STATUS } from "./core.mjs";
import { words } from "./messages.mjs";

export function selectBattle(session, m) {
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

export function replay(session, m) {
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
export function turnAttack(session, m) {
  session.selecting = undefined;
  const options = new Options(session);
  m.cards.forEach((c, i) => options.add({ action: "replay on", card: session.attack.card, target: session.card(c.code) }, chosenCards([i])));
  options.add({ action: "stop attack", card: session.attack.card }, () => unsupported("an attack that is stopped although a monster must be attacked"));
  return prompt(session, "act", m.player, { attack: true, options: options.list }, (answer) => options.take(answer));
}

// What must hold for an effect to be activated or applied, as expressions of Lua.

import { amount, group, together, word } from "./group.mjs";
import { MOMENTS, events, isAboutThisCard, patterns } from "./causes.mjs";
import { integer, lua, only, own, quote, unsupported, whole } from "./text.mjs";

/** Phases as the core counts them; the Battle Phase has several. */
export const PHASES = { draw: 0x1, standby: 0x2, "main 1": 0x4, battle: 0xf8, "main 2": 0x100, end: 0x200 };

/** Whether a set-up tells that it happened, by saying since when a card is where it is. */
const isWhatASetUpSays = (pattern) => isAboutThisCard(pattern) && ["sent to gy", "banished"].includes(pattern.event);

/** How numbers compare. */
const SIGNS = { "more than": ">", "fewer than": "<", exactly: "==", "at least": ">=", "at most": "<=" };

/** When an effect may be used: phases, moments, whose turn. */
export function during({ phase, at, turn, "next after": after }, watchers, asks = false) {
  const parts = [];
  if (phase) parts.push(`Duel.GetCurrentPhase()&${phase.reduce((sum, p) => sum | (own(PHASES, p) ?? unsupported(`the phase \`${p}\``)), 0)}~=0`);
  if (turn) parts.push(turn === "yours" ? "Duel.GetTurnPlayer()==x.tp" : "Duel.GetTurnPlayer()~=x.tp");
  if (at) parts.push(`(${at.map((one) => moment(one, asks)).join(" or ")})`);
  if (after) {
    watchers.push(patterns(after).flatMap((pattern) => events(pattern)));
    parts.push(`S.first_since(x,${watchers.length},${turn ? lua(turn) : "nil"})`);
  }
  return parts.join(" and ") || "true";
}

/** Whether it is a moment. What a condition `asks` is asked of effects that wait for no event, too. */
function moment(at, asks) {
  const codes = own(MOMENTS, at) ?? unsupported(`the moment \`${at}\``);
  const here = codes.map((code) => `x.event==${code}`).join(" or ");
  if (at === "start of battle phase" || at === "end of battle phase") return `Duel.GetCurrentPhase()==${at.startsWith("start") ? 8 : 0x80}`;
  // A fast effect may be used at these two without an event of its own.
  if (at === "start of damage step" || at === "before damage calculation") {
    return `${here} or (Duel.GetCurrentPhase()==0x20 and not Duel.IsDamageCalculated())`;
  }
  if (asks && at === "damage calculation") return `${here} or Duel.GetCurrentPhase()==0x40`;
  if (asks && (at === "after damage calculation" || at === "end of damage step")) return `${here} or (Duel.GetCurrentPhase()==0x20 and Duel.IsDamageCalculated())`;
  return here;
}

/** An amount that may be a number of cards to which something happened this turn, which needs a watcher. */
export function counted(a, watchers) {
  const { "how many this turn": happened, times = 1, plus, ...rest } = typeof a === "object" ? a : {};
  if (!happened) return amount(a);
  only({ happened, ...rest }, "an amount");
  watchers.push(patterns(happened).flatMap((pattern) => events(pattern)));
  const all = ["happened", watchers.length, whole(times)];
  return plus === undefined ? all : ["plus", all, counted(plus, watchers)];
}

/**
 * A condition. Events of the past need a watcher, which is added to `watchers`: `[[patterns], …]`.
 */
export function condition(c, watchers) {
  const [kind, body] = only(c, "a condition");
  switch (kind) {
    case "there is": {
      const { "at least": least = 1, together: it, ...of } = body;
      if (it) return `#S.sets_together(x,${lua(together(it))},S.members(x,${lua(group(of))}),${integer(least)},99)>0`;
      return `#S.members(x,${lua(group(of))})>=${integer(least)}`;
    }
    case "there is no":
      return `#S.members(x,${lua(group(body))})==0`;
    case "was":
      return `S.were(x,${quote(word(body.what))},${lua(group(body.of))})`;
    case "during":
      return during(body, watchers, true);
    case "this card":
      return {
        attacks: "Duel.GetAttacker()==x.c",
        "is attacked": "Duel.GetAttackTarget()==x.c",
        battles: "(Duel.GetAttacker()==x.c or Duel.GetAttackTarget()==x.c)",
      }[body] ?? unsupported(`\`this card: ${body}\``);
    case "chain link":
      return `S.among(x.link or Duel.GetCurrentChain()+1,${body["at least"] ?? "nil"},${body["at most"] ?? "nil"})`;
    case "number": {
      const sign = Object.keys(SIGNS).find((key) => key in body) ?? unsupported("a number that is not compared");
      const { [sign]: other, ...of } = body;
      const side = (a) => `S.amount(x,${lua(counted(a, watchers))},0)`;
      return `${side(of)}${SIGNS[sign]}${side(other)}`;
    }
    case "not":
      return `not (${condition(body, watchers)})`;
    case "all of":
      return body.map((part) => `(${condition(part, watchers)})`).join(" and ");
    case "this turn":
    case "last turn": {
      const all = patterns(body);
      watchers.push(all.flatMap((pattern) => events(pattern)));
      return `S.when(x,${watchers.length},${kind === "last turn" ? 1 : 0},${all.some(isWhatASetUpSays)})`;
    }
    default:
      return unsupported(`the condition \`${kind}\``);
  }
}

// Effects as effects of the core: type, events, range, flags, limits.

import { AS_LEFT, MOMENTS, doing, events, includes, isAboutThisCard, isActivation, isSummon, knownPlaces, patterns } from "./causes.mjs";
import { PHASES, condition, during } from "./conditions.mjs";
import { amount, group, range, places, target, meantFor, together } from "./group.mjs";
import { allowedSummons, modifier } from "./modifiers.mjs";
import { nameCode } from "./names.mjs";
import { doingsOf, does, parts, verb, verbsOf } from "./verbs.mjs";
import { integer, lua, only, own, raw, test, unsupported, whole } from "./text.mjs";

/** Types of effects in the core. */
const TYPE = { SINGLE: 0x1, FIELD: 0x2, ACTIVATE: 0x10, FLIP: 0x20, IGNITION: 0x40, TRIGGER_O: 0x80, QUICK_O: 0x100, TRIGGER_F: 0x200, QUICK_F: 0x400 };
/** Properties of effects in the core. */
const FLAG = { CARD_TARGET: 0x10, BOTH_SIDE: 0x1000, EVENT_PLAYER: 0x800000, DAMAGE_STEP: 0x4000, DAMAGE_CAL: 0x8000, DELAY: 0x10000 };
const SIMULTANEOUS = 0x4;
const FREE_CHAIN = 1002;
/** An event of the runtime's own: a card was activated as part of an effect. */
const ACTIVATED_BY_EFFECT = 0x10005e60;
const CHAIN_SOLVED = 1022;
/** Moments of which the core makes no event for fast effects, but in which it lets them be used. */
const UNTOLD = [1132, 1133, 0x1008, 0x1080];

const CLASSES = ["activation", "ignition", "trigger", "phase", "quick", "continuous", "procedure"];

/** Verbs that take cards off the field, so that the board cannot show the room for a Summon yet. */
const FREEING = ["tribute", "destroy", "banish", "send to gy", "return to hand", "return to deck"];

/** The class of an effect and its body. */
export function classOf(effect) {
  const name = CLASSES.find((c) => c in effect) ?? unsupported(`an effect with none of the classes ${CLASSES.join(", ")}`);
  return [name, effect[name] ?? {}];
}

/** Where such a card's effects are used if nothing is said. */
export function home(card) {
  if (card.monster) return ["monster zone"];
  return card.spell === "field" ? ["field zone"] : ["spell and trap zone"];
}

const isCounterTrap = (card) => card.trap === "counter";

/** Everything an effect does, in all its bullets. */
const allDoes = (body) => [...(body.does ?? []), ...(body.options ?? []).flatMap((option) => option.does)];
const stepsOf = (body) => [...(body.does ?? [])];

/** The patterns of an effect's cause. */
function causeOf(body) {
  const cause = body.when ?? body.if;
  return cause ? patterns(cause) : [];
}

/** What is negated if an activation is, and not only an effect. */
const ACTIVATIONS = ["that activation", "that summon or activation", "every other activation"];

/**
 * Whether an effect may be used in the Damage Step: `always`, `early` (until damage calculation) or `never`. The core leaves
 * this to the card, and so does the corpus, by one rule for all cards.
 */
export function admission(card, name, body, format) {
  if (card.trap && name === "quick" && format === "goat") return "never";
  if (body["damage step"] !== undefined) return body["damage step"] ? "always" : "never";
  const all = causeOf(body);
  const negates = doingsOf(stepsOf(body)).some(([verb, what]) => verb === "negate" && ACTIVATIONS.includes(what));
  const always =
    (name === "activation" && isCounterTrap(card)) ||
    (name === "trigger" && (body.mandatory || all.some(isAboutThisCard))) ||
    all.some((p) => ["takes battle damage", "inflicts battle damage", "destroys by battle"].includes(p.event) || p.by === "battle") ||
    (body.during?.at ?? []).length > 0 ||
    (all.some(isActivation) && negates);
  if (always) return "always";
  return verbsOf(stepsOf(body)).some((v) => v === "change atk" || v === "change def") ? "early" : "never";
}

const ADMITTED = {
  early: "function() local p=Duel.GetCurrentPhase() return p~=0x40 and not (p==0x20 and Duel.IsDamageCalculated()) end",
  never: "function() local p=Duel.GetCurrentPhase() return p~=0x20 and p~=0x40 end",
};

/** Whether a card that comes to the field together with others has seen them come. */
const seesWithWhomItComes = (format) => format === "edison" || format === "goat";

/** Whether an effect may start a chain in the Battle Step: the core asks for effects of that phase only when the phase ends. */
const startsInBattle = (name, body) => name === "phase" && !body.mandatory && [body.during?.phase].flat().join() === "battle";

/** The events of the core an effect is registered for, each with its type. */
function registrations(card, name, body, where, format) {
  const mandatory = body.mandatory;
  const flip = (card.monster?.is ?? []).includes("flip");
  const moments = (body.during?.at ?? []).flatMap((at) => own(MOMENTS, at) ?? unsupported(`the moment \`${at}\``));
  switch (name) {
    case "ignition":
      return [{ type: TYPE.IGNITION, code: FREE_CHAIN, range: where }];
    case "phase": {
      if (!body.during.phase && moments.length) {
        return moments.map((code) => ({ type: TYPE.FIELD | (mandatory ? TYPE.TRIGGER_F : TYPE.TRIGGER_O), code, range: where }));
      }
      const phases = body.during.phase ?? unsupported("a phase effect without a phase");
      // Those of Traps are used like fast effects.
      if (card.trap && !mandatory && !(body.from ?? []).includes("monster zone")) return [{ type: TYPE.QUICK_O, code: FREE_CHAIN, range: where }];
      if (startsInBattle(name, body)) return [{ type: TYPE.QUICK_O, code: FREE_CHAIN, range: where }];
      return phases.map((phase) => {
        if (phase.startsWith("main")) unsupported("a phase effect of a Main Phase");
        const number = phase === "battle" ? 0x80 : PHASES[phase];
        return { type: TYPE.FIELD | (mandatory ? TYPE.TRIGGER_F : TYPE.TRIGGER_O), code: 0x1000 | number, range: where };
      });
    }
    case "trigger": {
      const kind = mandatory ? TYPE.TRIGGER_F : TYPE.TRIGGER_O;
      const all = causeOf(body);
      if (!all.length) {
        const own = card.monster && !body.from && JSON.stringify(body.requires ?? {}).includes('"this card":');
        return moments.map((code) => ({ type: kind | (own ? TYPE.SINGLE : TYPE.FIELD), code, range: own ? undefined : where }));
      }
      return all.flatMap((pattern) => {
        // Of a single card the core does not say what else it happened to.
        const single = isAboutThisCard(pattern) && !pattern.alone;
        const type = (single ? TYPE.SINGLE : TYPE.FIELD) | kind;
        // What waits for an activation is met when its link has resolved, or when an effect activates a card.
        const codes = (event) => (isActivation(pattern) ? [CHAIN_SOLVED, ACTIVATED_BY_EFFECT] : [event.code]);
        const noted = (code) => (code === CHAIN_SOLVED && isActivation(pattern) && !single) || undefined;
        const met = events(pattern, { single }).flatMap((event) => codes(event).map((code) => ({ ...event, code, noted: noted(code) })));
        // What has come with this very event to where it is used was not there to see it.
        const joins = !single && body.from && AS_LEFT.has(pattern.event);
        const seen = (test) => (joins ? raw(`function(x) return not S.came_with(x,${places(body.from)}) and (${lua(test)})(x) end`) : test);
        return met.map((event) => ({
          ...event,
          test: seen(event.test),
          type: flip && single && pattern.event === "turned face-up" ? TYPE.SINGLE | TYPE.FLIP | (mandatory ? 0 : TYPE.TRIGGER_O) : type,
          range: single ? undefined : where,
          // What goes to the GY together with the others was not there to see it; once, what was Summoned with them was.
          flags: single || pattern.alone || pattern.to === "this card" || (seesWithWhomItComes(format) && isSummon(pattern)) ? undefined : SIMULTANEOUS,
        }));
      });
    }
    case "quick":
    case "activation": {
      const type = name === "activation" ? TYPE.ACTIVATE : mandatory ? TYPE.QUICK_F : TYPE.QUICK_O;
      // A Pendulum Monster is activated from the hand, and the core must be told so.
      const place = name !== "activation" ? where : card.monster ? range(["hand"]) : undefined;
      const all = causeOf(body).flatMap((pattern) => events(pattern));
      if (all.length) return all.map((event) => ({ ...event, type, range: place }));
      const free = moments.filter((code) => !UNTOLD.includes(code));
      const codes = moments.length && free.length === moments.length ? free : [FREE_CHAIN, ...free];
      return codes.map((code) => ({ code, type, range: place }));
    }
    default:
      return unsupported(`the class \`${name}\``);
  }
}

/** The core counts an effect in one way only. */
function oncePerChain(body) {
  if (body["once per chain"] && body["once per turn"]) unsupported("an effect both once per turn and once per chain");
  return body["once per chain"];
}

/** Both once per turn and, of a copy, once per Duel: then its card is marked. */
const marksItsCard = (body) => body["once per duel"] === "copy" && body["once per turn"] !== undefined;

function oncePerDuel(body) {
  if (marksItsCard(body)) return undefined;
  if (body["once per duel"] && body["once per turn"]) unsupported("an effect both once per turn and once per duel of its name");
  return body["once per duel"];
}

/** Continuous, Field and Equip cards, and those in Pendulum Zones, must still be there when their effects resolve. */
function worksOnlyOnTheField(card, name, body) {
  if (card.monster) return name === "activation" || (body.from ?? []).includes("pendulum zone");
  return ["continuous", "field", "equip"].includes(card.spell) || card.trap === "continuous";
}

/** Whether an effect can be used by turning its Set Continuous Trap face-up, card and effect as one link. */
function flipsAndUses(card, name, effectOf, format) {
  if (format === "goat" || card.trap !== "continuous" || name !== "quick") return false;
  const from = classOf(effectOf)[1].from;
  if (from && !from.includes("spell and trap zone") && !from.includes("field")) return false;
  return card.effects.some((effect) => {
    const [other, body] = classOf(effect);
    return other === "activation" && !body.does && !body.cost;
  });
}

/** How a Special Summon of the target, or its return, limits what may be targeted. */
function mayBeTarget(t, body, env) {
  if (typeof t === "string" || !t.as) return undefined;
  const all = parts(body.does).map(({ step }) => step);
  const isTarget = (what) => what === t.as || what?.what === t.as;
  if (all.some((step) => isTarget(step["special summon"]))) {
    return raw("function(x,c) return c:IsLocation(0xc) or c:IsCanBeSpecialSummoned(x.e,0,x.tp,false,false) end");
  }
  if (all.some((step) => isTarget(step.equip))) {
    return raw("function(x,c) return (c:IsLocation(8) or Duel.GetLocationCount(x.tp,8)>0) and (c:IsLocation(0xc) or c:CheckUniqueOnField(x.tp)) end");
  }
  const controlled = (step) => env.activation && env.controls && step.equip?.to === t.as;
  if (all.some((step) => isTarget(step["take control"]) || controlled(step))) {
    return raw("function(x,c) return not c:IsLocation(0xc) or c:IsControlerCanBeChanged(true) end");
  }
  if (all.some((step) => isTarget(step["return to hand"]) || isTarget(step["return to deck"]))) {
    return raw("function(x,c) return not c:IsStatus(0x2000) end");
  }
  return undefined;
}

/** Whether a part would change anything of a card `c` that is the target known by a name, in Lua; nothing if it is about other cards, too. */
function changes(step, as) {
  const [name, body] = only(step, "a part");
  const about = body?.what ?? body?.rule?.[Object.keys(body?.rule ?? {})[0]];
  if (name === "apply" && (about === as || about?.what === as)) {
    const [rule] = only(body.rule, "a modifier");
    if (rule === "negated") return "(not c:IsDisabled() and not (c:IsType(1) and not c:IsType(0x20)))";
    return ["attacks", "may attack directly"].includes(rule) ? "not (c:IsHasEffect(85) or c:IsHasEffect(86))" : undefined;
  }
  const get = { "change atk": "GetAttack", "change def": "GetDefense", "change level": "GetLevel" }[name];
  const to = body?.to ?? body?.by;
  // What has no Level gets none, and none gets the Level that it has.
  if (name === "change level" && body.what === as && typeof body.to === "object") return `(c:GetLevel()>0 and c:GetLevel()~=S.amount(x,${lua(amount(body.to))},0))`;
  if (get && name !== "change level" && body.what === as && body.original && ["half", "double"].includes(to)) return `(c:${get.replace("Get", "GetBase")}()>0 or c:${get}()>0)`;
  if (!get || body.what !== as || body.original || !["half", "double"].includes(to) && typeof to !== "number") return undefined;
  if (typeof to === "string") return `c:${get}()>0`;
  return body.to === undefined ? (to < 0 ? `c:${get}()>0` : String(to !== 0)) : `c:${get}()~=${integer(to)}`;
}

/** Whether any part that comes to be done would do something, if this card were the target. */
function wouldDoSomething(t, body) {
  const all = parts(body.does);
  if (!all.length || all.some(({ step }) => step["only if"] || step["you can"])) return undefined;
  const done = all.reduce((list, { joint, step }) => {
    const own = changes(step, t.as) ?? "true";
    const needs = ["and", "and if you do", "then"].includes(joint) && list.length;
    return [...list, needs ? `(${list.at(-1)} and ${own})` : own];
  }, []);
  return done.includes("true") ? undefined : done.join(" or ");
}

/** Both of what limits a target. */
function mayBe(t, body, env) {
  const [may, does] = [mayBeTarget(t, body, env), t.as && wouldDoSomething(t, body)];
  if (!does) return may;
  return raw(`function(x,c) return ${may ? `(${lua(may)})(x,c) and ` : ""}(${does}) end`);
}

const targets = (body, all, env) => (body.targets ?? []).map((t) => ({ ...target(t), may: mayBe(t, all, env) }));

/** What a Spell or Trap says of itself that cannot be negated, as properties of its activation: its continuous effects do not apply yet. */
const UNNEGATED = { "activation negated": 0x2000000, "effect negated": 0x600 };
function saysOfItself(card) {
  const said = (card.effects ?? []).filter((e) => e.continuous && !e.continuous.while).flatMap((e) => e.continuous.applies ?? []);
  const words = said.filter((m) => m.cannot?.what === "this card").map((m) => m.cannot.be);
  return card.monster ? 0 : words.reduce((sum, be) => sum | (UNNEGATED[be] ?? 0), 0);
}

/** An effect that activates, as the table `S.effect` takes. */
function activating(card, effect, i, env) {
  const [name, body] = classOf(effect);
  const where = body.from ?? home(card);
  const admitted = admission(card, name, body, env.format);
  const all = allDoes(body);
  const frees = (b) => (verbsOf(b.does).some((v) => FREEING.includes(v)) ? "effect" : (b.cost ?? []).some((v) => FREEING.includes(only(v, "a cost")[0])) ? "cost" : undefined);
  const inside = { ...env, activation: name === "activation", frees: frees(body), temporary: JSON.stringify(body).includes('"return to field"') };
  const single = name === "trigger" && causeOf(body).every(isAboutThisCard) && causeOf(body).length > 0;
  const hasTargets = [body, ...(body.options ?? [])].some((b) => b.targets?.length);
  const delayed = body.if && !(name === "trigger" && body.mandatory);
  const flags =
    (hasTargets ? FLAG.CARD_TARGET : 0) |
    (body.who === "either" ? (name === "trigger" ? FLAG.EVENT_PLAYER : FLAG.BOTH_SIDE) : 0) |
    (admitted === "never" ? 0 : FLAG.DAMAGE_STEP) |
    (admitted === "always" ? FLAG.DAMAGE_CAL : 0) |
    (delayed ? FLAG.DELAY : 0) |
    (name === "activation" ? saysOfItself(card) : 0) |
    (body["cannot be negated"] ?? []).reduce((all, what) => all | UNNEGATED[`${what} negated`], 0);
  const bullet = (b, k) => ({
    k,
    asks: k === undefined || !b.requires ? undefined : test(condition(b.requires, env.watchers)),
    cost: (b.cost ?? []).map((v) => verb(v, inside)),
    targets: targets(b, b.does ? b : body, inside),
    does: does(b.does ?? [], { ...inside, counted: { alternatives: 0 }, frees: k === undefined ? inside.frees : (inside.frees || frees(b)) && "effect" }),
  });
  const flips = flipsAndUses(card, name, effect, env.format);
  const patternsOf = registrations(card, name, body, name === "activation" ? undefined : range(where), env.format);
  // The core would ask for a duty again and again.
  const limit = body["once per turn"] ?? (name === "phase" && body.mandatory ? "copy" : undefined);
  // In Edison a duty of a phase that was negated comes again; the core gives back what was counted as an oath.
  const comesAgain = name === "phase" && body.mandatory && !body["once per turn"] && env.format === "edison";
  const known = knownPlaces([body, ...(body.options ?? [])].flatMap((b) => b.targets ?? []), [...(body.cost ?? []).map((v) => Object.entries(v)[0]), ...doingsOf(all, true)], where);
  const spec = {
    i,
    class: name,
    times: body["times per turn"],
    f: body.mandatory,
    trigger: name === "trigger",
    either: name === "trigger" && body.who === "either",
    hand: where.includes("hand"),
    flags,
    limit: comesAgain ? "resolved" : limit,
    once_per_chain: oncePerChain(body),
    once_per_duel: oncePerDuel(body),
    marks: marksItsCard(body),
    once_per_battle_step: body["once per battle step"],
    from: single && body.from ? places(body.from) : name === "trigger" && !causeOf(body).length && card.monster && !body.from ? places(["monster zone"]) : undefined,
    during: body.during && test(during(body.during, env.watchers)),
    requires: body.requires && test(condition(body.requires, env.watchers)),
    has: hasIt(card, env, name),
    admitted: admitted === "always" ? undefined : raw(ADMITTED[admitted]),
    oath: body.oath && oath(body.oath, i, env),
    declares: body.declares,
    number: body["declares number"] && declaredNumber(body["declares number"]),
    no_response: body["no response"],
    no_response_from: body["no response from"],
    must_stay: worksOnlyOnTheField(card, name, body),
    starts: startsInBattle(name, body),
    link_below: name === "quick" && body.mandatory && verbsOf(all).includes("negate"),
    pays_itself: (body.cost ?? []).some((v) => [v[only(v, "a cost")[0]]].some((what) => what === "this card" || what?.what === "this card")),
    leaves_to_pay: (body.cost ?? []).some((v) => [...FREEING, "discard"].some((verb) => v[verb] === "this card" || v[verb]?.what === "this card")),
    // More bits than a number from outside has.
    includes_here: where.length > 1 ? where.map((place) => [places([place]), raw(String(includes(doingsOf(all, true).flatMap((one) => doing(one, { ...known, "this card": [place] })))))]) : undefined,
    includes: raw(String(includes(doingsOf(all, true).flatMap((one) => doing(one, !card.monster && one[0] === "special summon" ? { ...known, "this card": [] } : known))))),
    patterns: patternsOf,
    options: body.options?.map((option, k) => bullet(option, k)),
    ...bullet(body),
  };
  const lines = [`S.effect(c,${lua(spec)})`];
  if (flips) {
    const turned = patternsOf.map((pattern) => ({ ...pattern, type: TYPE.ACTIVATE, range: undefined }));
    lines.push(`S.effect(c,${lua({ ...spec, patterns: turned, flips: true, from: undefined })})`);
  }
  if (body.stays) lines.push("S.stays(c)");
  return lines;
}

/** The numbers that may be declared. */
function declaredNumber({ "at least": least, "at most": most, "in steps of": steps = 1 }) {
  return { least: amount(least ?? steps), most: amount(most), steps };
}

function oath(o, i, env) {
  const [by, list] = only(o, "an oath");
  for (const m of list) {
    const { do: doing, what, except, "except how": how } = m.cannot ?? {};
    // What these monsters have done before counts as well.
    if (doing === "attack" && typeof what === "object") env.counters.push({ i, doing, these: group(what) });
    else if (except || how) env.counters.push({ i, doing, except: except && group(except), how: how && allowedSummons(how) });
  }
  return { by, mods: list.map((m) => ({ entries: modifier(m, env) })) };
}

/** What a Summon asks for: so many monsters of each group, or more. */
export function demands(materials = []) {
  return materials.map((m) => ({ n: whole(typeof m.choose === "number" ? m.choose : m.choose["at least"]), more: typeof m.choose !== "number", of: group(m.of), named: m.of.name !== undefined || undefined, together: together(m.together) }));
}

function procedure(card, effect, i, env) {
  const body = effect.procedure;
  const cost = body.cost ?? [];
  const said = JSON.stringify(card.effects ?? []);
  const frees = cost.some((v) => {
    const [name, sel] = only(v, "a cost");
    return FREEING.includes(name) && (sel.of?.in ?? []).some((place) => ["field", "monster zone"].includes(place));
  });
  const spec = {
    i,
    range: range(body.from ?? ["hand"]),
    limit: body["once per turn"],
    how: body.by,
    asked: body.materials && demands(body.materials),
    taking: body["taking materials"],
    pointed: meantFor(body["to a zone pointed to by"]),
    frees,
    over: body.to !== undefined,
    pos: body.position && { attack: 1, defense: 4 }[body.position],
    oath: body.oath && oath({ activate: body.oath }, i, env),
    requires: body.requires && test(condition(body.requires, env.watchers)),
    cost: cost.map((v) => verb(v, { ...env, temporary: said.includes('"return to field"') && said.includes('"used for":"this card"') })),
    noted: said.includes('"used for":"this card"') ? cost.map((v) => only(v, "a cost")[1].as).find((as) => as) : undefined,
  };
  return [`S.procedure(c,${lua(spec)})`];
}

/** That of the cards of a group there is only one, on one side or on the whole field. */
function onlyOne({ whose, in: _, face: __, ...of }) {
  return `c:SetUniqueOnField(1,${whose ? 0 : 1},function(d) local x={c=c,tp=c:GetControler(),names={}} return (${lua(group(of))}).f(x,x.tp,d,S.now) end,0xc)`;
}

function continuous(card, effect, i, env) {
  const body = effect.continuous;
  const from = body.from ?? home(card);
  const said = body.while && condition(body.while, env.watchers);
  const has = hasIt(card, { ...env, copies: false }, "continuous");
  const holds = has ? raw(`function(x) return (${lua(has)})(x) and ${said ? `(${lua(test(said))})(x)` : "true"} end`) : said && test(said);
  const lines = [];
  const entries = [];
  for (const m of body.applies ?? []) {
    if (typeof m["only one"] === "object") lines.push(onlyOne(m["only one"]));
    else if (m["only one"]) lines.push(`c:SetUniqueOnField(1,0,function(d) return d:IsCode(${nameCode(card.name)}) end,0xc)`);
    else if (m.wins) lines.push(`table.insert(S.wins,${lua({ c: raw("c"), from: places(from), who: m.wins, test: holds })})`);
    else entries.push(...modifier(m, { ...env, under: from.join() === "material", field: from.every((place) => place.includes("zone") || place === "field") }));
  }
  if (body.does && !body.whenever) unsupported("what a card asks for in a phase without a chain");
  if (body.whenever) entries.push(...modifier({ whenever: { cause: body.whenever, does: body.does, reacts: body.reacts } }, env));
  if (entries.length) lines.push(`S.always(c,${lua({ i, range: range(from), there: body.from && range(from), test: holds, entries })})`);
  return lines;
}

/** Whether the card has the effect now: one it was given, one of a Gemini monster, one that another replaces. */
function hasIt(card, env, name) {
  const asks = [];
  if (env.has) asks.push(env.has);
  else if ((card.monster?.is ?? []).includes("gemini")) asks.push("(not x.c:IsLocation(4) or x.c:IsGeminiState())");
  if (!env.has && env.copies && name !== "continuous") asks.push("not S.is_replaced(x.c)");
  return asks.length ? raw(`function(x) return ${asks.join(" and ")} end`) : undefined;
}

/** One effect of a card as lines of Lua that register it on `c`. */
export function effect(card, e, i, env) {
  const [name] = classOf(e);
  if (name === "procedure") return procedure(card, e, i, env);
  if (name === "continuous") return continuous(card, e, i, env);
  return activating(card, e, i, env);
}

// What applies for a time, as effects of the core.
//
// An entry is one effect of the core: its `code`, a `value`, and to whom it applies: `single` (this card), `equip` (what it is
// equipped to), `word` (known cards), `player`, a group (`f` and `at`), or, for reactions, `reacts`.

import { ATTRIBUTES, KINDS, TYPES, amountText, expression, group, word } from "./group.mjs";
import { done, doneTo, events, isActivation, isAboutThisCard, patterns } from "./causes.mjs";
import { does, verb } from "./verbs.mjs";
import { integer, lua, only, own, quote, raw, unsupported, whole } from "./text.mjs";
import { nameCode, setCode } from "./names.mjs";

const BE = {
  targeted: [71],
  destroyed: [40],
  "destroyed by battle": [42],
  "destroyed by card effects": [41],
  tributed: [43, 44],
  "tributed for a tribute summon": [43],
  activated: [7],
  "normal summoned": [336],
  "normal summoned face-up": [20],
  "normal set": [23],
  "special summoned": [30],
  "first special summoned": [30],
  banished: [67],
  "returned to hand": [65],
  "returned to deck": [66],
  // The core knows of no such ban; the runtime asks for it.
  "returned to field": [0x10006ffd],
  "sent to gy": [68],
  "turned face-down": [69],
  "taken control of": [5],
  "effect negated": [3],
  "activation negated": [12, 13],
  "activated effect negated": [13],
  "summon negated": [26, 27, 39],
  "used as material": [235, 236, 238, 239],
  "used as fusion material": [235],
  "used as synchro material": [236],
  "used as xyz material": [238],
  "used as link material": [239],
};
const DO = {
  summon: [20, 21, 22],
  "normal summon": [20],
  "special summon": [22],
  // The core leaves it to the scripts how many monsters they Special Summon at once.
  "special summon several at once": [0x10006ffe],
  set: [23, 24],
  "set monsters": [23],
  "set spells and traps": [24],
  "enter battle phase": [185],
  "declare attacks": [86],
  "activate spells": [6],
  "activate traps": [6],
  "activate monster effects": [6],
  "activate spell effects": [6],
  "activate trap effects": [6],
  "add to hand": [65],
  draw: [25],
  "send from deck to gy": [56],
};
/** What cards are treated as: a name, a series, words of the type line. */
function treatedAs(body) {
  const to = about(body.what);
  const types = (words, code) => words.map((w) => ({ code, ...to, value: always(own(KINDS, w) ?? unsupported(`\`${w}\` as what cards are treated as`)) }));
  return [
    ...(body.name ? [{ code: 114, ...to, value: always(nameCode(body.name)) }] : []),
    ...(body["name of"] ? [{ code: 114, ...to, dynamic: raw(`function(x) return S.name_of(x,${lua(word(body["name of"]))}) end`) }] : []),
    ...(body.series ?? []).map((series) => ({ code: 334, ...to, value: always(setCode(series)) })),
    ...types(body.is ?? [], 115),
    ...types(body["is not"] ?? [], 116),
  ];
}

/** Kinds of Special Summons as the core marks them. */
const SUMMONS = { fusion: 0x43000000, synchro: 0x46000000, xyz: 0x49000000, link: 0x4c000000, ritual: 0x45000000, pendulum: 0x4a000000 };
/** Which activations a ban is about: cards, effects of face-up cards on the field, or effects of monsters. */
const ACTIVE = {
  "activate monster effects": "re:IsActiveType(1)",
  "activate spells": "re:IsActiveType(2) and re:IsHasType(0x10)",
  "activate traps": "re:IsActiveType(4) and re:IsHasType(0x10)",
  "activate spell effects": "re:IsActiveType(2) and not re:IsHasType(0x10) and re:GetHandler():IsLocation(8)",
  "activate trap effects": "re:IsActiveType(4) and not re:IsHasType(0x10) and re:GetHandler():IsLocation(8)",
};
/** What monsters cannot do. */
const ACT = { attack: [85], "declare attacks": [86], "attack directly": [73], "change position": [14] };
/** The core must be told that what applies to cards of the field applies to face-down ones, too; which are meant their group says. */
const SET_TOO = 0x100;
const TO = { banish: 0x20, "return to hand": 0x2, "return to deck": 0x20001, "top of deck": 0x1, "bottom of deck": 0x10001 };

/** Also face-down cards and those that are being activated. */
const EVERYWHERE = 0x120;
const IGNORE_IMMUNE = 0x80;

const one = raw("function() return 1 end");
const always = (n) => raw(`function() return ${integer(n)} end`);

/** To whom an entry applies: a word or a group. A group that only names known cards is a word. */
function about(what) {
  if (typeof what === "string") {
    if (what === "this card") return { single: true, word: "this card" };
    if (what === "equipped monster") return { equip: true, word: "equipped monster" };
    return { word: word(what) };
  }
  if (what.among?.length === 1 && Object.keys(what).length === 1) return { word: word(what.among[0]) };
  const { f, at } = group(what);
  // Of known cards those that are also what is said.
  const known = what.among?.map((w) => `S.has(S.meant(x,${quote(word(w))}),c)`).join(" or ");
  return { f: known ? raw(`function(x,p,c,w,k) return (${known}) and ${expression(what)} end`) : f, at: at === 0x7f ? 0xc : at };
}

/** A modifier as a list of entries. */
export function modifier(m, env) {
  const [kind, body] = only(m, "a modifier");
  switch (kind) {
    case "negated":
      return negated(body.what, env);
    case "cannot":
      if (body.be === "attacked") return cannotBeAttacked(body);
      if (body.be) return cannotBe(body);
      return body.what || own(ACT, body.do) ? cannotAct(body) : cannotDo(body);
    case "at most":
      return atMost(body);
    case "normal summons":
      return [{ code: 28, player: player(body.who ?? "you"), value: always(whole(body.count)) }];
    case "negates effects":
      return patterns(body).flatMap((pattern) => events(pattern)).map(({ test }) => ({ code: 1020, notes: test, reacts: raw("function(x,eg,ep,ev) Duel.NegateEffect(ev) end") }));
    case "level":
      return [{ code: "to" in body ? 131 : 130, ...about(body.what), dynamic: raw(`function(x) return S.amount(x,${amountText(body.to ?? body.by)},0) end`) }];
    case "material level":
      return materialLevel(body);
    case "attribute": {
      const to = body.to === "declared" ? "S.declares(x,1)" : (own(ATTRIBUTES, body.to) ?? unsupported(`the Attribute \`${body.to}\``));
      return [{ code: 127, ...about(body.what), dynamic: raw(`function(x) return ${to} or 0 end`) }];
    }
    case "atk":
    case "def": {
      const sets = "to" in body;
      if (body.original) {
        const printed = kind === "atk" ? "c:GetTextAttack()" : "c:GetTextDefense()";
        return [{ code: kind === "atk" ? 103 : 107, ...about(body.what), dynamic: raw(`function(x,c) return S.amount(x,${amountText(body.to)},c and math.max(${printed},0) or 0) end`) }];
      }
      const code = kind === "atk" ? (sets ? 101 : 100) : sets ? 105 : 104;
      return [{ code, ...about(body.what), dynamic: raw(`function(x) return S.amount(x,${amountText(sets ? body.to : body.by)},0) end`) }];
    }
    case "scale": {
      const sets = "to" in body;
      const dynamic = raw(`function(x) return S.amount(x,${amountText(sets ? body.to : body.by)},0) end`);
      return (sets ? [135, 137] : [134, 136]).map((code) => ({ code, ...about(body.what), dynamic }));
    }
    case "no cost": {
      const of = group(body["to activate"]);
      const who = player(body.who);
      const is = `(${lua(of.f)})(x,x.tp,re:GetHandler(),S.now)`;
      const paid = { code: 170, player: who, dynamic: raw(`function(x,re,rp,val) if re and ${is} then return 0 end return val end`) };
      const discarded = { code: 338, player: who, dynamic: raw(`function(x,re) return ${is} end`) };
      return [...(body.of.includes("pay lp") ? [paid] : []), ...(body.of.includes("discard") ? [discarded] : [])];
    }
    case "gains effect": {
      const k = (env.gifts ?? []).findIndex((gift) => JSON.stringify(gift) === JSON.stringify(body.effect));
      if (k < 0) unsupported("an effect that no card of the duel gives");
      const asked = typeof body.what === "object" ? group(body.what) : undefined;
      if (env.under) return [{ code: 0x10007000 + k, lent_to_its_monster: true, asked: asked?.f }];
      return [{ code: 0x10007000 + k, ...about(body.what) }];
    }
    case "copies effects":
      return [{ code: 0x10006fff, ...about(body.what), dynamic: raw(`function(x) return S.name_of(x,${lua(word(body.of))})${body.instead ? "|0x40000000" : ""} end`) }];
    case "treated as":
      return treatedAs(body);
    case "revealed":
      return [{ code: 160, ...about(body), flags: 0x100 }];
    case "may activate": {
      const codes = body.even === "from the hand" ? [15, 311] : [16, 19];
      // The core asks the card itself, in the hand or face-down.
      const meant = about(body.what);
      return codes.map((code) => ({ code, ...meant, ...(meant.f && { at: body.even === "from the hand" ? 0x2 : 0x8 }), value: one, flags: 0x100 }));
    }
    case "may tribute": {
      const { for: forWhat, ...what } = typeof body === "string" ? { what: body } : body;
      if (forWhat === "this card") return [{ code: 157, ...about(what.what ?? what), value: always(5), lent: true }];
      if (forWhat !== undefined) unsupported("a Tribute for other monsters only");
      return [{ code: 153, ...about(what.what ?? what), value: one, flags: 0x500 }];
    }
    case "tributes":
      if (body.what === "this card") return [{ tributes: whole(body.count), optional: body.optional === true, set: body.only === undefined, code: 33, anywhere: true }];
      // One fewer than two.
      if (body.optional && body.count === 1 && body.what.level?.["at least"] >= 7) {
        return (body.only ? [154] : [154, 155]).map((code) => ({ code, ...about(body.what), value: always(1) }));
      }
      if (!body.optional || body.count !== 0) unsupported("a number of Tributes of other monsters");
      return (body.only ? [32] : [32, 36]).map((code) => ({ code, ...about(body.what), at: 2, spares: true }));
    case "substitutes":
      return [{ code: 234, ...about(body.what), flags: 0x500, dynamic: raw(`function(x,c) return ${body.for ? `(${lua(group(body.for))}).f(x,x.tp,c,S.now)` : "true"} end`) }];
    case "counts as tributes": {
      // The core knows two and three.
      const code = { 2: 150, 3: 156 }[body.count] ?? unsupported(`a monster that counts as ${body.count} Tributes`);
      const wanted = typeof body.for === "string" ? `S.has(S.meant(x,${lua(word(body.for))}),c)` : body.for && `(${lua(group(body.for))}).f(x,x.tp,c,S.now)`;
      return [{ code, ...about(body.what), ...(wanted ? { dynamic: raw(`function(x,c) return ${wanted} end`) } : { value: one }) }];
    }
    case "must attack":
      return [{ code: 191, ...about(body) }];
    case "attacks": {
      if (body.again) {
        const row = body["in a row"] ? " or S.attacked_last~=c" : "";
        const made = raw(`function(x,c) c=c or x.c x.made=x.made or {} x.made[c]=x.made[c] or c:GetAttackAnnouncedCount() if false${row} then return 0 end return x.made[c] end`);
        return [{ code: body["monsters only"] ? 346 : 194, ...about(body.what), dynamic: made }];
      }
      if (body["each monster"]) return [{ code: 193, ...about(body.what), value: one }];
      return [{ code: body["monsters only"] ? 346 : 194, ...about(body.what), ...(typeof body.times === "number" ? { value: always(whole(body.times) - 1) } : { dynamic: raw(`function(x) return math.max(S.amount(x,${amountText(body.times)},0)-1,0) end`) }) }];
    }
    case "must be attacked": {
      const attackers = about(body.by ?? { kind: "monster", whose: "opponent's", in: ["field"] });
      const is = typeof body.what === "string" ? `S.has(S.meant(x,${lua(word(body.what))}),c)` : `(${lua(group(body.what))}).f(x,x.tp,c,S.now)`;
      if (typeof body.what === "string" || !attackers.f) return [{ code: 344, ...attackers, dynamic: raw(`function(x,c) return ${is} end`) }];
      // While there is none of a group they attack what they like: the core's own effect would keep them from it.
      const some = `#S.members(x,${lua(group(body.what))})>0`;
      return [{ code: 344, ...attackers, f: raw(`function(x,p,c,w,k) return (${lua(attackers.f)})(x,p,c,w,k) and ${some} end`), dynamic: raw(`function(x,c) return ${is} end`) }];
    }
    case "out of reach":
      return [{ code: 291, ...about(body), at: 0x10, flags: 0 }];
    case "attacks in defense":
      return [{ code: 190, ...about(body.what), value: always(body.with === "def" ? 1 : 0) }];
    case "may attack directly":
      return [{ code: 74, ...about(body) }];
    case "position":
      return [{ code: 140, ...about(body.what), value: always(body.to === "attack" ? 1 : 4) }];
    case "control":
      return [{ code: 4, ...about(body), dynamic: raw("function(x) return x.tp end") }];
    case "destroyed":
      return [{ code: 141, ...about(body) }];
    case "sent to gy":
      return [{ code: 142, ...about(body) }];
    case "gemini summoned":
      return [{ code: 75, ...about(body) }];
    case "counters at most":
      if (body.what !== "this card") unsupported("counters of which other cards hold so many at most");
      return [{ code: raw("0x20000|S.COUNTER"), single: true, value: always(body.count) }];
    case "life points":
      return lifePoints(body);
    case "attack cost":
      return [{ code: 96, ...about(body.what), pays: body.cost.map((v) => verb(v, env)) }];
    case "unanswered":
      return unanswered(body);
    case "unanswered by opponent":
      return unansweredByOpponent(body);
    case "unaffected":
      return unaffected(body);
    case "additional normal summon":
      return [{ code: 29, ...about(body), at: 0x6 }];
    case "piercing":
      return [{ code: 203, ...about(body) }];
    case "instead": {
      const [of, { what, by, "not by": notBy }] = only(body.of, "a replaced move");
      if (Array.isArray(body.do)) return [replacement(body, what, by, notBy, env)];
      const to = always(own(TO, body.do) ?? unsupported(`\`${body.do}\` instead`));
      // What is destroyed by battle with this card.
      if (of === "destroyed" && by === "battle" && what === "opposing monster") return [{ code: 204, single: true, value: to }];
      if (of === "destroyed" || by || notBy) return [redirect(of, what, by, notBy, to)];
      // What a card says of itself comes before what others say of it.
      if (of === "sent to gy" && what === "this card" && env.field) return [{ code: 60, single: true, gy: true, value: to, flags: 0x400 }];
      if (env.under && what === "this card") {
        // The core has no effects of a single card under another one.
        return [{ code: of === "sent to gy" ? 63 : unsupported("leaving the field of a material"), global: true, f: raw("function(x,p,c) return c==x.c end"), at: 0x80, value: to }];
      }
      const code = { "sent to gy": 63, "left the field": 60, "returned to deck": 62, "returned to hand": 61 }[of] ?? unsupported(`\`${of}\` instead`);
      const who = about(what);
      // A Trap that is a monster is what it would be in the GY.
      if (code === 63 && who.f) {
        const anywhere = group({ ...what, in: undefined });
        const f = raw(`function(x,p,c,w,k) if S.as_monster[c] and c:IsLocation(4) then return (${lua(anywhere)}).f(x,p,c,S.buried,k) end return (${lua(group(what))}).f(x,p,c,w,k) end`);
        return [{ code, ...who, f, at: 0xff, value: to, flags: EVERYWHERE }];
      }
      return [{ code, ...who, at: who.at && 0xff, value: to, flags: who.at ? EVERYWHERE : 0x400 }];
    }
    case "destroyed":
      return [{ code: 141, ...about(body) }];
    case "not destroyed":
      return [notDestroyed(body)];
    case "no battle damage":
      return [{ code: 201, player: player(body), value: one }];
    case "no damage":
      return [
        { code: 201, player: player(body), value: one },
        { code: 82, player: player(body), value: always(0) },
        { code: 335, player: player(body), value: one },
      ];
    case "half battle damage":
      return [{ code: 208, player: player(body), value: always(0x80000001) }];
    case "type": {
      const to = body.to === "declared" ? "S.declares(x,2)" : (own(TYPES, body.to) ?? unsupported(`the Type \`${body.to}\``));
      return [{ code: 122, ...about(body.what), dynamic: raw(`function(x) return ${to} or 0 end`) }];
    }
    case "wins":
      return [{ code: 0, wins: body }];
    case "whenever":
      return reactions(body.cause, body.does, env, body.reacts);
    default:
      return unsupported(`the modifier \`${kind}\``);
  }
}

const player = (who) => (who === "you" || who === "opponent" ? who : "each player");

/** Which damage or gain a player's change of life points is about, by the reason of the core. */
const REASONS = { damage: 0x60, "battle damage": 0x20, "effect damage": 0x40 };

function lifePoints({ who, of, becomes }) {
  const to = player(who);
  if (of === "gain") {
    if (becomes !== "damage") unsupported(`a gain that becomes \`${becomes}\``);
    return [{ code: 81, player: to, value: one }];
  }
  const reason = own(REASONS, of) ?? unsupported(`a change of life points by \`${of}\``);
  const when = `r&${reason}~=0 and S.answered(x)`;
  const change = (amount) => [{ code: 82, player: to, dynamic: raw(`function(x,re,val,r) if ${when} then return ${amount} end return val end`) }];
  switch (becomes) {
    case "the opponent's":
      if (of === "battle damage") return [{ code: 202, player: to, value: one }];
      return [{ code: 83, player: to, dynamic: raw(`function(x,re,val,r) return ${when} end`) }];
    case "gain":
      return [{ code: 80, player: to, dynamic: raw(`function(x,re,r) return ${when} end`) }];
    case "half":
      return change("(val+1)//2");
    case "double":
      return change("val*2");
    case "nothing":
      return change("0");
    default:
      return unsupported(`damage that becomes \`${becomes}\``);
  }
}

/** Nothing can be activated when it has just happened. */
function unanswered(cause) {
  return patterns(cause).flatMap((pattern) => {
    const own = isAboutThisCard(pattern);
    return events(pattern, { single: own }).map(({ code, test }) => ({
      code,
      own,
      test,
      reacts: raw("function() Duel.SetChainLimitTillChainEnd(function() return false end) end"),
    }));
  });
}

/** The opponent of who did it cannot activate anything when it has just happened. */
function unansweredByOpponent(cause) {
  return patterns(cause).flatMap((pattern) => {
    const own = isAboutThisCard(pattern);
    const shut = pattern.event === "used as material" ? "S.shut_later(x,rp)" : "S.shut(eg,rp)";
    return events(pattern, { single: own }).map(({ code, test }) => ({ code, own, test, reacts: raw(`function(x,eg,ep,ev,re,r,rp) ${shut} end`) }));
  });
}

/** What can be done only so many times in a turn. */
const ACTIVITIES = { summon: [1, 3, 4], "normal summon": [1], "special summon": [3], "declare attacks": [5] };
function atMost({ who, do: doing, what, times, counting }) {
  if (what === "this card") {
    if (doing !== "special summon" || times !== 1) unsupported("how often a card can be used otherwise than in one Special Summon");
    return [{ once: true, code: 0 }];
  }
  if (what) unsupported("how often something can be done with some cards");
  if (counting === "while it applies") {
    if (doing !== "special summon") unsupported("a number of times while it applies, except of Special Summons");
    return [{ code: 330, player: player(who ?? "you"), counted: true, value: always(whole(times)) }];
  }
  const activities = own(ACTIVITIES, doing) ?? unsupported(`how often a player does \`${doing}\``);
  const codes = own(DO, doing) ?? unsupported(`how often a player does \`${doing}\``);
  const sum = activities.map((activity) => `Duel.GetActivityCount(p,${activity})`).join("+");
  return codes.map((code) => ({ code, player: player(who ?? "you"), full: raw(`function(p) return ${sum}>=${whole(times)} end`) }));
}

/** The Level of a material. With a second one that its player may take, the core has both in one number. For an Xyz Summon it is not done to the monster. */
function materialLevel({ what, by, to, for: how, optional }) {
  const codes = { synchro: { code: 240 }, xyz: { code: 242, flags: IGNORE_IMMUNE } };
  const entry = own(codes, how.join()) ?? unsupported("a Level for other Summons than Synchro or Xyz Summons");
  const value = `S.amount(x,${amountText(to ?? by)},0)${to === undefined ? "+c:GetLevel()" : ""}`;
  const c = how.join() === "xyz" ? "d or x.c" : "x.c";
  return [{ ...entry, ...about(what), dynamic: raw(`function(x,d) local c=${c} return ${optional ? `(${value})<<16|c:GetLevel()` : value} end`) }];
}

/** By what a card `c` is moved, or would be. */
const moved = (by, notBy) => `(${doneTo(by)})${notBy ? ` and not (${doneTo(notBy)})` : ""}`;

/** Cards that go elsewhere if they are moved in some way. */
function redirect(of, what, by, notBy, value) {
  const is = typeof what === "string" ? `S.has(S.meant(x,${lua(word(what))}),c)` : `(${lua(group(what))}).f(x,p,c,w,k)`;
  const destroyed = of === "destroyed" ? "c:IsReason(1) and " : "";
  const f = raw(`function(x,p,c,w,k) return ${destroyed}${moved(by, notBy)} and ${is} end`);
  return { code: of === "left the field" ? 60 : 63, f, at: 0xff, value, flags: EVERYWHERE };
}

/** Reasons of a destruction, as the core asks for them. */
const DESTROYERS = { battle: "r&0x20~=0", "card effect": "r&0x40~=0", "opponent's card effect": "r&0x40~=0 and rp~=x.tp", "your card effect": "r&0x40~=0 and rp==x.tp" };

/** Cards that are not destroyed the first time. */
function notDestroyed(body) {
  if (body["once per turn"] !== "copy") unsupported("what is not destroyed the first time, by name");
  const reason = (by) => own(DESTROYERS, by) ?? unsupported("what is not destroyed the first time by cards of a group");
  const parts = ["r&0x60~=0"];
  if (body.by) parts.push(reason(body.by));
  if (body["not by"]) parts.push(`not (${reason(body["not by"])})`);
  // Without a count of its own the core counts for each monster.
  const each = body["for each"];
  return { code: 47, ...about(body.what), ...(each ? {} : { count: 1 }), dynamic: raw(`function(x,re,r,rp) return ${parts.join(" and ")}${each ? " and 1 or 0" : ""} end`) };
}

/** What is done instead of a destruction: the cards it is about, and what their player does. */
function replacement(body, what, by, notBy, env) {
  const is = typeof what === "string" ? `S.has(S.still_meant(x,${lua(word(what))}),c)` : `(${lua(group(what))}).f(x,x.tp,c,S.now)`;
  const saves = raw(`function(x,c) return ${moved(by, notBy)} and ${is} end`);
  return { code: 50, replaces: { saves, does: does(body.do, env), mandatory: body.mandatory, each: body["for each"], limit: body["once per turn"] } };
}

/** Whether the core's effect `te`, or the monster `te` of a battle, is one of those that are meant. */
function against({ by, "not by": notBy, activated, targeting }, battle) {
  const meant = (doer) => (battle ? done(doer, "0x20", "te:GetControler()", "te", "nil") : done(doer, "0x40", "te:GetOwnerPlayer()", "te:GetOwner()", "te"));
  const parts = [];
  if (by) parts.push(`(${meant(by)})`);
  if (notBy) parts.push(`not (${meant(notBy)})`);
  if (activated) parts.push("te:IsActivated()");
  if (targeting !== undefined) parts.push(`S.targets_it(te,x.c)==${targeting}`);
  return parts.join(" and ") || "true";
}

/** Cards that are unaffected by effects; effects of the rules of the game have no owner to speak of. */
function unaffected(body) {
  if (body.targeting !== undefined && body.what !== "this card") unsupported("being unaffected by what targets other cards");
  const test = against(body);
  return [{ code: 1, ...about(body.what), dynamic: raw(`function(x,te) return te:GetOwner()~=nil and ${test} end`) }];
}

/** What cannot be attacked: the monster as such is passed over, a player is kept from choosing it. */
function cannotBeAttacked({ what, who }) {
  const where = about(what);
  if (who === undefined) return [{ code: 72, ...where, value: one, ...(where.f && { flags: SET_TOO }) }];
  const of = typeof what === "string" ? `S.has(S.meant(x,${lua(word(what))}),c)` : `(${lua(group(what))}).f(x,x.tp,c,S.now)`;
  const attackers = group({ kind: "monster", in: ["monster zone"], whose: who === "you" ? "yours" : "opponent's" });
  return [{ code: 332, ...attackers, dynamic: raw(`function(x,c) return ${of} end`) }];
}

/** What monsters cannot do: these, or those of a player. */
function cannotAct({ what, who, do: doing, except }) {
  const codes = own(ACT, doing) ?? unsupported(`\`cannot do: ${doing}\` of monsters`);
  // Known monsters, as long as that player controls them.
  if (what && who && typeof what === "string") return cannotAct({ what: { among: [what] }, who, do: doing });
  const counts = doing === "attack" && typeof what === "object" && { doing, sworn: true, these: true };
  if (what) return codes.map((code) => ({ code, ...about(who ? { ...what, whose: who === "you" ? "yours" : "opponent's" } : what), ...counts }));
  const whose = { you: "yours", opponent: "opponent's" }[who];
  const all = { kind: "monster", in: ["monster zone"], ...(whose && { whose }) };
  const { at } = group(all);
  const but = except ? ` and not (${lua(group(except))}).f(x,p,c,w,k)` : "";
  const f = raw(`function(x,p,c,w,k) return (${lua(group(all))}).f(x,p,c,w,k)${but} end`);
  // The runtime counts attacks of a player for oaths.
  return codes.map((code) => ({ code, f, at, doing: doing === "change position" ? undefined : "attack", sworn: who === "you" }));
}

/** Cards whose effects are negated. What resolves as a Spell or Trap on the field is negated link by link as well. */
function negated(what, env) {
  if (typeof what === "string" || (what.among && Object.keys(what).length === 1)) {
    return [
      { code: 2, ...about(what), flags: 0x400 },
      { code: 8, ...about(what), value: always(0x20000), flags: 0x400 },
    ];
  }
  const entries = [{ code: 2, ...about(what) }];
  if (what.kind === "monster" && what.in === undefined) {
    // Monsters wherever they are: what they activate elsewhere than on the field is negated link by link.
    entries.push({
      code: 1020,
      test: raw(`function(x) return x.re~=nil and x.re:IsActiveType(1) and Duel.GetChainInfo(x.ev,4)&0xc==0 and (${lua(group(what))}).f(x,x.tp,x.re:GetHandler(),S.now) end`),
      reacts: raw("function(x,eg,ep,ev) Duel.NegateEffect(ev) end"),
    });
  }
  if (what.kind !== "monster") {
    const of = lua(group(what));
    // Today it matters where it was activated.
    const there = ["tcg", "ocg"].includes(env.format) ? ["", "S.activated(x)"] : [" and x.re:GetHandler():IsLocation(8)", "S.now"];
    // A Trap that is a monster stops being one.
    entries.push({ code: 10, ...about(what) });
    entries.push({
      code: 1020,
      test: raw(`function(x) return x.re~=nil and Duel.GetChainInfo(x.ev,4)&8~=0${there[0]} and (${of}).f(x,x.tp,x.re:GetHandler(),${there[1]}) end`),
      reacts: raw("function(x,eg,ep,ev) Duel.NegateEffect(ev) end"),
    });
  }
  return entries;
}

function cannotBe({ what, be, who, ...rest }) {
  const codes = own(BE, be) ?? unsupported(`\`cannot be: ${be}\``);
  const where = about(what);
  if (["normal summoned", "normal summoned face-up", "normal set", "special summoned"].includes(be)) {
    // Of other cards the core knows only who cannot Summon them.
    const banned = { "special summoned": [22], "normal summoned": [20, 23], "normal summoned face-up": [20], "normal set": [23] }[be];
    const by = be === "special summoned" && (rest.by || rest["not by"]);
    const against = by && raw(`function(x,se) return se~=nil and ${rest.by ? "" : "not "}(${done(by, "(se:IsHasType(0x7f0) and 0x40 or 0)", "se:GetHandlerPlayer()", "se:GetHandler()", "se")}) end`);
    if (!where.single && where.f) return banned.map((code) => ({ code, player: player(who), only: group(what), against: against || undefined }));
    if (!where.single) unsupported(`\`cannot be: ${be}\` for other cards`);
  }
  if (["normal summoned", "normal summoned face-up", "normal set"].includes(be)) return codes.map((code) => ({ code, anywhere: true }));
  if (be.endsWith("special summoned")) return [mustBeSummoned(be, where, who, rest)];
  if (be.startsWith("used as")) return cannotBeUsed(codes, where, who, rest);
  if (rest.by || rest["not by"]) return cannotBeBy(be, codes, where, who, rest);
  if (be === "activated" && who !== undefined && where.f) {
    return [{ code: 6, player: player(who), dynamic: raw(`function(x,re) return (${lua(group(what))}).f(x,x.tp,re:GetHandler(),S.now) end`) }];
  }
  const by = who === undefined || be === "activated" ? one : raw(`function(x,re,rp) return (rp==x.tp)==${who === "you"} end`);
  const value = by === one ? { value: one } : { dynamic: by };
  // Cards that are Set or in the hand cannot be activated either.
  const hidden = be === "activated" && where.at ? { at: where.at | 0x2 } : be === "banished" && where.f && !what.in ? { at: 0x7f } : {};
  // While its Summon is attempted a monster is nowhere.
  if (be === "summon negated" && where.f) return codes.map((code) => ({ code, ...where, at: 0xff, value: one, flags: EVERYWHERE | IGNORE_IMMUNE }));
  // The core asks it of the link whose activation or effect would be negated, not of a card.
  if (["activation negated", "activated effect negated"].includes(be) && where.f) {
    const of = `(${lua(where.f)})(x,x.tp,e:GetHandler(),S.now)`;
    return codes.map((code) => ({ code, ...where, dynamic: raw(`function(x,ct) local e=Duel.GetChainInfo(ct,1) return e~=nil and ${of} end`), flags: SET_TOO }));
  }
  // Nor is it on the field yet, where its effects could be negated.
  if (be === "summon negated" && where.single) return codes.map((code) => ({ code, anywhere: true, ...value }));
  return codes.map((code) => ({ code, ...where, ...hidden, ...value, flags: be === "activated" ? 0x500 : where.f ? SET_TOO | (who === undefined ? 0 : 0x80) : undefined }));
}

/** How a monster can be Special Summoned all the same: by kinds of Summons, by some effects, or by its own procedure. */
function mustBeSummoned(be, where, who, { by, "not by": notBy, "except how": how = [] }) {
  const first = be.startsWith("first");
  if (!where.single || who !== undefined || by) unsupported(`\`cannot be: ${be}\` for others, or by some effects only`);
  const allowed = how.map((h) => `st&0xff000000==${SUMMONS[h] ?? unsupported(`a Summon by \`${h}\``)}`);
  const own = typeof notBy === "object" && Object.keys(notBy).length === 1 && notBy.among?.join() === "this card";
  if (own) allowed.push("se~=nil and se:GetHandler()==x.c");
  else if (notBy?.among) unsupported("Special Summons by known cards");
  else if (notBy) allowed.push(`se~=nil and (${done(notBy, "(se:IsHasType(0x7f0) and 0x40 or 0)", "sp", "se:GetHandler()", "se")})`);
  // Once properly Summoned, a monster may be Summoned otherwise.
  if (first) allowed.push("x.c:IsStatus(0x8)");
  return { code: 30, anywhere: true, first, ...(allowed.length && { dynamic: raw(`function(x,se,sp,st) return ${allowed.join(" or ")} end`) }) };
}

/** For which monsters cards cannot be used as materials, wherever these lie. */
function cannotBeUsed(codes, where, who, rest) {
  if (who !== undefined) unsupported("materials that one player cannot use");
  const test = against(rest, true);
  const at = where.single ? { anywhere: true } : where;
  return codes.map((code) => ({ code, ...at, ...(rest.by || rest["not by"] ? { dynamic: raw(`function(x,te) return te~=nil and ${test} end`) } : { value: one }) }));
}

/** What some effects, or some monsters, cannot do to cards. */
function cannotBeBy(be, codes, where, who, rest) {
  if (!["targeted", "destroyed", "destroyed by battle", "destroyed by card effects"].includes(be)) unsupported(`\`cannot be: ${be}\` by some effects`);
  const battle = be === "destroyed by battle";
  const player = who === undefined ? "" : `(${battle ? "te:GetControler()" : "rp"}==x.tp)==${who === "you"} and `;
  return codes.map((code) => ({ code, ...where, ...(where.f && { flags: SET_TOO }), dynamic: raw(`function(x,te,rp) return te~=nil and ${player}${against(rest, battle)} end`) }));
}

/** The kinds of Special Summons that a ban spares. */
export const allowedSummons = (how) => how.map((h) => own(SUMMONS, h) ?? unsupported(`a Summon by \`${h}\``));

function cannotDo({ who, do: doing, except, "except how": how, "except by": by }) {
  // The core knows this of cards that are milled and of the cards of the Decks.
  if (doing === "send from deck to gy") {
    const whose = { you: "yours", opponent: "opponent's" }[who];
    if (except) unsupported("`except` with sending cards from the Deck to the GY");
    return [{ code: 56, player: player(who) }, { code: 68, ...group({ in: ["deck"], ...(whose && { whose }) }) }];
  }
  const kind = own(SUMMONS, doing.replace(/ summon$/, ""));
  if (kind) return [{ code: 22, player: player(who), doing, except: except && group(except), kind }];
  const codes = own(DO, doing) ?? unsupported(`\`cannot do: ${doing}\``);
  const active = own(ACTIVE, doing);
  const spared = active && except ? ` and not (${lua(group(except))}).f(x,x.tp,re:GetHandler(),S.now)` : "";
  const dynamic = active && raw(`function(x,re) return ${active}${spared} end`);
  const allowed = how && allowedSummons(how);
  return codes.map((code) => ({ code, player: player(who), doing, dynamic, except: except && group(except), how: allowed, spares: by !== undefined }));
}

/** What is done each time something happens, without a chain; to an activation when its link has resolved, or at once. */
function reactions(cause, list, env, reacts) {
  // One table for all events, by which the runtime knows the same reaction again.
  env.reactions.push(lua(does(list, env)));
  const done = `R${env.reactions.length}`;
  return patterns(cause).flatMap((pattern) => {
    const own = isAboutThisCard(pattern);
    const waits = isActivation(pattern) || pattern.event === "targeted";
    const link = waits ? (reacts === "at once" ? "false" : "ev") : "nil";
    return events(pattern, { single: own }).map(({ code, test, cards }) => ({
      code,
      own,
      test,
      reacts: raw(
        `function(x,eg,ep,ev,re,r,rp) x.eg=eg x.ep=ep x.ev=ev x.re=re x.r=r x.rp=rp ` +
          `S.react(x,${done},eg,ep,ev,re,r,rp,(${cards.text})(x),${link}) end`,
      ),
    }));
  });
}

// What an effect waits for or answers: events of the core, each with a test.

import { expression, places, word } from "./group.mjs";
import { own, quote, raw, unsupported } from "./text.mjs";

/** Events of the core by the words of the corpus. */
const EVENTS = {
  "sent to gy": [1014],
  destroyed: [1029],
  banished: [1011],
  discarded: [1018],
  tributed: [1017],
  "used as material": [1108],
  detached: [1014, 1011],
  "left the field": [1015],
  "added to hand": [1012],
  "returned to hand": [1012],
  "returned to deck": [1013],
  "added to extra deck": [1013],
  "normal summoned": [1100],
  "flip summoned": [1101],
  "special summoned": [1102],
  summoned: [1100, 1101, 1102],
  "turned face-up": [1001],
  "turned face-down": [1016],
  "changed position": [1016],
  equipped: [1121],
  // An event of the runtime's own.
  attached: [0x10005e61],
  "would be summoned": [1103, 1104, 1105],
  "attack declared": [1130],
  "chosen as attack target": [1131],
  "attack negated": [1142],
  // When damage has been calculated; a negated attack does not come to that.
  attacked: [1138],
  battled: [1138],
  targeted: [1028],
  "card activated": [1027],
  activated: [1027],
  // Also what resolves without an effect; what was negated does not come to that.
  resolved: [1022],
  "activation negated": [1024],
  "destroys by battle": [1139],
  "inflicts battle damage": [1143],
  draws: [1110],
  "takes damage": [1111],
  "takes battle damage": [1143],
  "gains lp": [1112],
};

/** Moments of the turn that are events of the core. */
export const MOMENTS = {
  "before the draw": [1113],
  "summon attempt": [1103, 1104, 1105],
  "start of battle phase": [0x1008],
  "end of battle phase": [0x1080],
  "attack declaration": [1130],
  "start of damage step": [1132],
  "before damage calculation": [1133],
  "damage calculation": [1134],
  "after damage calculation": [1138],
  "end of damage step": [1141],
};

/** Events about a player, about an activation, and those whose cards are judged as they left. */
const PLAYER = new Set(["draws", "takes damage", "takes battle damage", "gains lp"]);
const ACTIVATION = new Set(["card activated", "activated", "activation negated", "resolved"]);
export const AS_LEFT = new Set(["sent to gy", "detached", "destroyed", "banished", "discarded", "tributed", "left the field", "returned to hand", "returned to deck", "turned face-down"]);
const SUMMONS = new Set(["normal summoned", "flip summoned", "special summoned", "summoned"]);

/** Reasons of the core. */
const BATTLE = 0x20;
const EFFECT = 0x40;
const ANY_CARD = 0xe0;
const COST = 0x80;
/** Whose effects they are, as the core tells cards apart. */
const KIND = { "monster effect": 1, "spell effect": 2, "trap effect": 4 };
const RULE = 0x400;

/** Ways of Summoning as the core marks them. */
const HOW = { tribute: 0x11000000, special: 0x40000000, ritual: 0x45000000, fusion: 0x43000000, synchro: 0x46000000, xyz: 0x49000000, link: 0x4c000000, pendulum: 0x4a000000 };
const MATERIAL = { fusion: 0x40000, synchro: 0x80000, ritual: 0x100000, xyz: 0x200000, link: 0x10000000 };

const INCLUDES = ["add to hand", "special summon", "send to gy", "destroy", "banish", "draw", "damage", "return to deck", "negate summon"];
/** From where; the first is from anywhere. */
const FROM = [undefined, "deck", "gy", "hand", "banished"];

/** The places of a group, and of the known cards that it is made of. */
const placesOf = (group, known) => [...(group.in ?? []), ...(group.among ?? []).flatMap((word) => known[word] ?? []), ...(group.or ? placesOf(group.or, known) : [])];

/** From where the cards of a selection come, given from where those with a name do. */
function cameFrom(body, known) {
  if (typeof body === "string") return known[body] ?? [];
  if (body?.top !== undefined) return ["deck"];
  if (body?.what !== undefined) return cameFrom(body.what, known);
  const group = body?.of ?? body?.all;
  return group ? placesOf(group, known) : [];
}

/** Where cards with a name are when an effect does something with them: those it targets, and those that a verb before has brought somewhere. */
export function knownPlaces(targets, doings, own) {
  const known = { "this card": own };
  for (const t of targets) if (t.as && t.of) known[t.as] = placesOf(t.of, known);
  const brought = { "send to gy": ["gy"], destroy: ["gy"], discard: ["gy"], tribute: ["gy"], banish: ["banished"], "return to deck": ["deck"], "add to hand": ["hand"], "return to hand": ["hand"] };
  for (const [name, body] of doings) if (body?.as) known[body.as] = brought[name] ?? cameFrom(body, known);
  return known;
}

/** What an effect that Summons does with the materials. */
function withMaterials(name, body, known) {
  if (name !== "special summon" || !body?.by || !body.using) return [];
  const fate = body.materials ?? "send to gy";
  const from = typeof body.using === "string" ? (known[body.using] ?? []) : placesOf(body.using, known);
  return [[fate], ...from.map((place) => [fate, place])];
}

/** The names of one doing: what it is, alone and with each place from which its cards come. */
export function doing([name, body], known = {}) {
  if (name === "negate") return ["that summon", "that summon or activation"].includes(body) ? [["negate summon"]] : [];
  const from = name === "draw" ? ["deck"] : cameFrom(body, known);
  return [[name], ...from.map((place) => [name, place]), ...withMaterials(name, body, known)];
}

/** What an effect would do, as a number, for causes that ask what an answered effect includes: a bit for each doing with each place. */
export function includes(doings) {
  const bits = doings.map(([name, place]) => [INCLUDES.indexOf(name), FROM.indexOf(place)]).filter((at) => !at.includes(-1));
  return [...new Set(bits.map(([name, place]) => name + place * INCLUDES.length))].reduce((sum, bit) => sum + 2 ** bit, 0);
}

/** The patterns of a cause: `{event: {…}}` or `{any of: […]}`. */
export function patterns(cause) {
  const [event, body] = Object.entries(cause)[0];
  if (event === "any of") return body.flatMap(patterns);
  return [{ event, ...body }];
}

/** Whether a pattern waits for something to happen to this very card. */
export function isAboutThisCard(pattern) {
  return pattern.what === "this card" || pattern.what?.among?.join() === "this card";
}

/** Whether a pattern waits for a Summon. */
export function isSummon(pattern) {
  return SUMMONS.has(pattern.event);
}

export function isActivation(pattern) {
  return pattern.event === "activated" || pattern.event === "card activated";
}

const person = (who, player) => (who === "you" ? `${player}==x.tp` : who === "opponent" ? `${player}==1-x.tp` : "true");

/** By what it happened, given the reason, the player who did it and, as an expression, the card and the effect by which they did. */
export function done(by, reason, player, card, effect) {
  if (typeof by === "object") return `(function(c,w,p,k) return c~=nil and ${expression(by)} end)(${card},S.acting(${player}),x.tp)`;
  switch (by) {
    case undefined:
      return "true";
    case "battle":
      return `${reason}&${BATTLE}~=0`;
    case "card effect":
      return `${reason}&${EFFECT}~=0`;
    case "opponent's card":
      return `${reason}&${ANY_CARD}~=0 and ${player}==1-x.tp`;
    case "opponent's card effect":
      return `${reason}&${EFFECT}~=0 and ${player}==1-x.tp`;
    case "your card effect":
      return `${reason}&${EFFECT}~=0 and ${player}==x.tp`;
    case "monster effect":
    case "spell effect":
    case "trap effect":
      return `${reason}&${EFFECT}~=0 and ${effect}~=nil and ${effect}:IsActiveType(${KIND[by]})`;
    default:
      return unsupported(`\`by: ${by}\``);
  }
}

/** By what something happens to a card `c`. */
export const doneTo = (by) => done(by, "c:GetReason()", "c:GetReasonPlayer()", "S.by(c)", "c:GetReasonEffect()");

/** Whether a group asks for monsters. */
const isForMonsters = (what) => typeof what === "object" && (what.kind === "monster" || ["attribute", "type", "level", "rank", "atk", "def", "is"].some((key) => what[key]));

/** What the pattern asks of one card `c` of its event. */
function ofCard(pattern) {
  const { event, what, who, by, from, how } = pattern;
  const parts = [];
  const view = AS_LEFT.has(event) ? "S.left" : ACTIVATION.has(event) ? "S.active(x.re,x)" : "S.now";
  if (typeof what === "string") parts.push(`S.has(S.meant(x,${quote(word(what))}),c)`);
  else if (what) {
    parts.push(`(function(p,w,k) return ${expression(what)} end)(x.tp,${view})`);
    if (what.among) parts.push(`(${what.among.map((w) => `S.has(S.meant(x,${quote(word(w))}),c)`).join(" or ")})`);
  }
  if (from) parts.push(`S.at(c,${ACTIVATION.has(event) ? "S.activated(x)" : "S.left"},${places(from)})`);
  if (pattern.into && event !== "destroys by battle") parts.push(`S.at(c,S.now,${places(pattern.into)})`);
  // What went somewhere as a monster must be one there, too.
  const arrives = event === "sent to gy" || event === "banished" || pattern.into !== undefined;
  if (arrives && event !== "destroys by battle" && isForMonsters(what)) parts.push("S.monster(c,S.now)");
  const { "not by": notBy, to } = pattern;
  // A monster that is Flip Summoned was not face-up before, to wait for it.
  if (event === "flip summoned" && !isAboutThisCard(pattern)) parts.push("c~=x.c");
  if (SUMMONS.has(event)) {
    if (who) parts.push(person(who, "S.summoner(c)"));
    if (how) parts.push(`(${how.map((h) => `c:IsSummonType(${own(HOW, h) ?? unsupported(`a Summon by \`${h}\``)})`).join(" or ")})`);
  } else if (event === "would be summoned") {
    if (who) parts.push(person(who, "x.ep"));
    if (how && !how.includes("special") && !how.includes("tribute")) parts.push(`(${how.map((h) => `c:IsSummonType(${own(HOW, h) ?? unsupported(`a Summon by \`${h}\``)})`).join(" or ")})`);
  } else if (event === "used as material") {
    if (how) parts.push(`(${how.map((h) => `x.r&${own(MATERIAL, h) ?? unsupported(`material of \`${h}\``)}~=0`).join(" or ")})`);
    if (pattern.for) {
      const is = typeof pattern.for === "string" ? `S.has(S.meant(x,${quote(word(pattern.for))}),d)` : `(function(c,p,w,k) return ${expression(pattern.for)} end)(d,x.tp,S.now)`;
      parts.push(`(function(d) return d~=nil and ${is} end)(c:GetReasonCard())`);
    }
  } else if (event === "targeted") {
    if (who) parts.push(person(who, "x.rp"));
    if (by) parts.push(done(by, String(EFFECT), "x.rp", "x.re:GetHandler()", "x.re"));
    if (notBy) parts.push(`not (${done(notBy, String(EFFECT), "x.rp", "x.re:GetHandler()", "x.re")})`);
  } else if (!PLAYER.has(event) && !ACTIVATION.has(event)) {
    if (who) parts.push(person(who, event === "attached" ? "x.rp" : "c:GetReasonPlayer()"));
    if (by) parts.push(done(by, "c:GetReason()", "c:GetReasonPlayer()", "S.by(c)", "c:GetReasonEffect()"));
    if (notBy) parts.push(`not (${done(notBy, "c:GetReason()", "c:GetReasonPlayer()", "S.by(c)", "c:GetReasonEffect()")})`);
    if (pattern["to activate"]) parts.push(`c:GetReason()&${COST}~=0 and S.paid_for(x,c,function(x,p,c,w,k) return ${expression(pattern["to activate"])} end)`);
  }
  if (SUMMONS.has(event)) {
    // Of a Summon the core gives no reason but that.
    const reason = `(c:GetReasonEffect()~=nil and c:GetReasonEffect():IsActivated() and ${EFFECT} or c:GetReason())`;
    if (by) parts.push(done(by, reason, "c:GetSummonPlayer()", "S.by(c)", "c:GetReasonEffect()"));
    if (notBy) parts.push(`not (${done(notBy, reason, "c:GetSummonPlayer()", "S.by(c)", "c:GetReasonEffect()")})`);
  }
  if (event === "added to hand") parts.push("not c:IsReason(0x2000000) and not c:IsPreviousLocation(0xc)");
  if (event === "returned to hand") parts.push("c:IsPreviousLocation(0xc) or (c:IsPreviousLocation(0x30) and c:IsReason(0x20000))");
  if (event === "returned to deck") parts.push("not (c:IsLocation(0x40) and c:IsFaceup())");
  if (event === "added to extra deck") parts.push("c:IsLocation(0x40) and c:IsFaceup()");
  if (event === "turned face-down") parts.push("c:GetPreviousPosition()&5~=0 and c:IsFacedown()");
  if (event === "changed position") parts.push("(c:GetPreviousPosition()&3~=0)~=(c:GetPosition()&3~=0)");
  if (to) {
    const is = typeof to === "string" ? `S.has(S.meant(x,${quote(word(to))}),d)` : `(function(c,p,w,k) return ${expression(to)} end)(d,x.tp,S.now)`;
    parts.push(`(function(d) return d~=nil and ${is} end)(c:GetEquipTarget())`);
  }
  // What goes because its monster went is not detached.
  if (event === "detached") parts.push("c:IsPreviousLocation(0x80) and c:GetReason()&0xc0~=0");
  if (event === "inflicts battle damage") parts.push("x.ep~=c:GetControler()");
  if (event === "sent to gy" || event === "banished") parts.push(`not c:IsPreviousLocation(${event === "banished" ? 0x20 : 0x10})`);
  return parts.length ? parts.map((part) => `(${part})`).join(" and ") : "true";
}

/** Cards that a group names, as one more condition. */
const among = (group) => (group.among ? ` and (${group.among.map((w) => `S.has(S.meant(x,${quote(word(w))}),c)`).join(" or ")})` : "");

/** What the pattern asks of the event as a whole. */
function ofEvent(pattern, code) {
  const { event, who, by, how, including, destroying, damaging, targeting, except, alone } = pattern;
  const parts = [];
  if (alone) parts.push("#S.list(x.eg)==1");
  if (PLAYER.has(event)) {
    parts.push(person(who, "x.ep"));
    parts.push(done(by, "x.r", "x.rp", "S.source(x)[1]", "x.re"));
    if (pattern["not by"]) parts.push(`not (${done(pattern["not by"], "x.r", "x.rp", "S.source(x)[1]", "x.re")})`);
    if (except === "normal draw") parts.push(`x.r&${RULE}==0`);
    if (pattern.only === "normal draw") parts.push(`x.r&${RULE}~=0`);
    if (except === "this card") parts.push("not (x.re and x.re:GetHandler()==x.c)");
  }
  if (event === "activation negated") {
    parts.push(who ? person(who, "Duel.GetChainInfo(x.ev,12)") : "true");
    if (by) parts.push(done(by, "0x40", "Duel.GetChainInfo(x.ev,12)", "S.negator(x)"));
  }
  if (isActivation(pattern)) {
    if (who) parts.push(person(who, "x.rp"));
    if (event === "card activated") parts.push("x.re:IsHasType(0x10)");
    if (damaging) parts.push(`S.damages(x,${quote(damaging)})`);
    if (destroying) {
      const { "at least": least = 1, ...group } = destroying;
      parts.push(`S.destroys(x,function(x,p,c,w,k) return ${expression(group)} end)>=${least}`);
    }
    if (targeting) {
      const { "at least": least = 1, alone: only = false, ...group } = targeting;
      parts.push(`S.targeting(x,${least},${only},function(x,p,c,w,k) return ${expression(group)}${among(group)} end)`);
    }
    if (including) {
      const from = pattern["including from"] ?? [undefined];
      if (from.some((place) => !FROM.includes(place))) unsupported("what an effect includes with cards from elsewhere than the Deck, the GY, the hand or banishment");
      parts.push(`S.includes(x)&${includes(including.flatMap((name) => from.map((place) => [name, place])))}~=0`);
    }
  }
  // A monster to which an effect leads an attack was not chosen as its target; the core tells the two apart by the reason.
  if (event === "chosen as attack target") parts.push("x.r&0x1000000==0");
  if (event === "would be summoned") {
    parts.push("Duel.GetCurrentChain()==0");
    if (how && how.some((h) => h !== "tribute") !== (code === 1105)) return null;
    if (how && how.includes("tribute")) unsupported("an attempt to Tribute Summon");
  }
  if (["attack declared", "inflicts battle damage"].includes(event) && how) {
    if (how.join() !== "direct") unsupported(`\`how: ${how}\` of \`${event}\``);
    parts.push("Duel.GetAttackTarget()==nil");
  }
  const conditions = parts.filter((part) => part !== "true");
  return conditions.length ? conditions.map((part) => `(${part})`).join(" and ") : "true";
}

/** The cards of an event of the core, before the pattern picks from them. */
function subjects(pattern) {
  if (ACTIVATION.has(pattern.event)) return "{x.re:GetHandler()}";
  if (pattern.event === "takes damage") return "S.source(x)";
  if (pattern.event === "attacked") return "{Duel.GetAttacker()}";
  if (pattern.event === "battled") return "{Duel.GetAttacker(),Duel.GetAttackTarget()}";
  return "S.list(x.eg)";
}

/** The codes of the core's events that a pattern waits for; none if there are none. */
export function codesOf(pattern) {
  return pattern.event === "destroyed" && pattern.by === "battle" ? [1140] : own(EVENTS, pattern.event);
}

/**
 * The events of the core that a pattern waits for. `single` asks the core to look at this card only; then the event has
 * no cards of its own.
 */
export function events(pattern, { single = false } = {}) {
  const codes = codesOf(pattern) ?? unsupported(`the event \`${pattern.event}\``);
  return codes.flatMap((code) => {
    const whole = ofEvent(pattern, code);
    if (whole === null) return [];
    const card = ofCard(pattern);
    const from = single && pattern.event !== "attacked" ? "{x.c}" : subjects(pattern);
    const about = PLAYER.has(pattern.event) && !pattern.what;
    const picked = `S.filter(${from},function(c) return ${card} end)`;
    const there = pattern.into ? `S.at(c,S.now,${places(pattern.into)}) and S.monster(c,S.now) and ` : "";
    const beaten = pattern.destroying || pattern.into ? `S.filter(S.beaten(${picked}),function(c) return ${there}(function(p,w,k) return ${expression(pattern.destroying ?? {})} end)(x.tp,c:IsLocation(4) and S.now or S.left) end)` : `S.beaten(${picked})`;
    const cards = pattern.event === "destroys by battle" ? beaten : picked;
    const met = pattern.event === "destroys by battle" && (pattern.destroying || pattern.into) ? beaten : picked;
    return [
      {
        code,
        field: code,
        test: raw(`function(x) return ${about ? whole : `(${whole}) and #${met}>=${pattern["at least"] ?? 1}`} end`),
        cards: raw(`function(x) return ${about ? "S.list(x.eg)" : cards} end`),
      },
    ];
  });
}

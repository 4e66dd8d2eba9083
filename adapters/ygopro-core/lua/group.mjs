// Groups of cards as functions of Lua, words for known cards, selections, amounts.

import { integer, lua, only, own, quote, raw, unsupported, whole } from "./text.mjs";
import { nameCode, setCode } from "./names.mjs";

/** Places as locations of the core; the Field Zone is 0x100, the rest of its row 0x200, Pendulum Zones among it 0x800, Main Monster Zones 0x1000, Extra Monster Zones 0x2000 (see `S.at`). */
export const PLACES = {
  deck: 0x1,
  hand: 0x2,
  "monster zone": 0x4,
  "main monster zone": 0x1000,
  "extra monster zone": 0x2000,
  field: 0xc,
  gy: 0x10,
  banished: 0x20,
  "extra deck": 0x40,
  "field zone": 0x100,
  "spell and trap zone": 0x200,
  "pendulum zone": 0x800,
  material: 0x80,
};

/** Ways to Summon as the core's types of Summons. */
export const SUMMONS = {
  normal: 0x10000000, tribute: 0x11000000, gemini: 0x10000000, flip: 0x20000000, special: 0x40000000, ritual: 0x45000000, fusion: 0x43000000, synchro: 0x46000000,
  xyz: 0x49000000, link: 0x4c000000, pendulum: 0x4a000000, "own procedure": 0x40000001,
};

/** How a monster was Summoned to where it lies. That it was Tribute or Special Summoned is known also face-down; from where is not. */
function summoned({ how, from }) {
  const lasts = how?.every((word) => word === "tribute" || own(SUMMONS, word) >= SUMMONS.special) && !from;
  const ways = (how ?? []).map((word) => (word === "without tribute" ? "(c:IsSummonType(0x10000000) and not c:IsSummonType(0x11000000))" : `c:GetSummonType()&${own(SUMMONS, word) ?? unsupported(`a Summon by \`${word}\``)}==${SUMMONS[word]}`));
  const by = ways.length ? `(${ways.join(" or ")})` : "c:GetSummonType()~=0";
  const places = (from ?? []).map((place) => own(PLACES, place) ?? unsupported(`a Summon from \`${place}\``));
  const at = places.length ? ` and c:GetSummonLocation()&${places.reduce((all, place) => all | place, 0)}~=0` : "";
  return `${lasts ? "" : "(c:IsFaceup() or not c:IsLocation(0xc)) and "}${by}${at}`;
}

export const ATTRIBUTES = { earth: 1, water: 2, fire: 4, wind: 8, light: 0x10, dark: 0x20, divine: 0x40 };

export const TYPES = {
  warrior: 0x1, spellcaster: 0x2, fairy: 0x4, fiend: 0x8, zombie: 0x10, machine: 0x20, aqua: 0x40, pyro: 0x80, rock: 0x100,
  "winged beast": 0x200, plant: 0x400, insect: 0x800, thunder: 0x1000, dragon: 0x2000, beast: 0x4000, "beast-warrior": 0x8000,
  dinosaur: 0x10000, fish: 0x20000, "sea serpent": 0x40000, reptile: 0x80000, psychic: 0x100000, "divine-beast": 0x200000,
  "creator god": 0x400000, wyrm: 0x800000, cyberse: 0x1000000, illusion: 0x2000000,
};

/** Words of the type line as types of the core. */
export const KINDS = {
  normal: 0x10, effect: 0x20, fusion: 0x40, ritual: 0x80, spirit: 0x200, union: 0x400, gemini: 0x800, toon: 0x400000, tuner: 0x1000, synchro: 0x2000, token: 0x4000,
  flip: 0x200000, xyz: 0x800000, pendulum: 0x1000000, link: 0x4000000,
};

/** Words for cards that need no name; `those` is how the runtime spells "that card". */
export const WORDS = new Set(["this card", "attacker", "attack target", "opposing monster", "equipped monster", "summoned monster"]);

/** A word for known cards, as the runtime spells it. */
export function word(text) {
  return text === "that card" || text === "those cards" ? "those" : text;
}

const look = (table, key, what) => own(table, key) ?? unsupported(`${what} \`${key}\``);
const mask = (table, keys, what) => keys.reduce((sum, key) => sum | look(table, key, what), 0);

/** Places as one number. */
export function places(list) {
  return mask(PLACES, list, "the place");
}

/** Places as the core counts them, for ranges and for finding cards. */
export function locations(list) {
  const all = places(list);
  return (all & 0xff) | (all & 0xb00 ? 0x8 : 0) | (all & 0x3000 ? 0x4 : 0);
}

/** Where an effect of such a card works, for the core. */
export function range(list) {
  const all = places(list);
  return (all & 0x1ff) | (all & 0x200 ? 0x8 : 0) | (all & 0x800 ? 0x200 : 0) | (all & 0x3000 ? 0x4 : 0);
}

const declared = (values, table, asked, what) => {
  const plain = values.filter((value) => value !== "declared");
  const parts = [];
  if (plain.length) parts.push(`${asked}&${mask(table, plain, what)}~=0`);
  if (values.includes("declared")) parts.push(`S.declares(x)==nil or ${asked}&S.declares(x)~=0`);
  return parts.join(" or ");
};

const bound = (n) => (n === undefined ? "nil" : typeof n === "number" ? integer(n) : `S.amount(x,${amountText(n)},0)`);
const between = (value, { exactly, "at least": least = exactly, "at most": most = exactly }) => `S.among(${value},${bound(least)},${bound(most)})`;

/** Whether something happened to a card `c` this turn, as the core remembers it. */
function happened(word) {
  switch (word) {
    case "attack declared":
      return "c:GetAttackAnnouncedCount()>0";
    case "attacked":
      return "c:GetAttackedCount()>0";
    case "battled":
      return "c:GetBattledGroupCount()>0 or c:GetAttackedCount()>0";
    case "normal summoned":
      return "c:IsStatus(0x800)";
    case "flip summoned":
      return "c:IsStatus(0x20000000)";
    case "special summoned":
      return "c:IsStatus(0x40000000)";
    case "turned face-up":
      return "S.turned[c]==Duel.GetTurnCount()";
    default:
      return unsupported(`what happened this turn: \`${word}\``);
  }
}

/** What a group asks of a card `c`, seen by player `p` through `w`, as an expression. */
export function expression({ or, ...group }) {
  const own = conjunction(group);
  return or ? `((${own}) or (${expression(or)}))` : own;
}

function conjunction(group) {
  const parts = [];
  const add = (part) => parts.push(`(${part})`);
  const of = (side, bit) => `S.${side}(c,w) and S.kind_there(c,w)&${bit}~=0`;
  const plain = (side) => `S.${side}(c,w) and S.kind_there(c,w)&0x1f0080==0`;
  const kinds = { "normal trap": plain("trap"), "continuous trap": of("trap", 0x20000), "normal spell": plain("spell"), "quick-play spell": of("spell", 0x10000), "continuous spell": of("spell", 0x20000), "field spell": of("spell", 0x80000), "ritual spell": of("spell", 0x80), "equip card": "S.equip_card(c,w)", "counter trap": "S.trap(c,w) and c:GetOriginalType()&0x100000~=0", monster: "S.monster(c,w)", spell: "S.spell(c,w)", trap: "S.trap(c,w)", "spell or trap": "S.spell_or_trap(c,w)", declared: "S.of_declared_kind(x,c,w)", "monster card": "c:GetOriginalType()&1~=0", "trap card": "c:GetOriginalType()&4~=0" };
  if (group.kind && group.kind !== "card") add(look(kinds, group.kind, "the kind"));
  if (group.whose) add(group.whose === "yours" ? "w.of(c)==p" : "w.of(c)~=p");
  if (group.owner) add(group.owner === "yours" ? "c:GetOwner()==p" : "c:GetOwner()~=p");
  if (group.in) add(`S.at(c,w,${places(group.in)})`);
  // Of what is banished face-down nothing is known.
  if (group.kind && group.kind !== "card") add("w.at(c)~=0x20 or w.position(c)&5~=0");
  if (group.face) add(`w.position(c)&${group.face === "up" ? 5 : 10}~=0`);
  if (group.position) add(`(w.at(c))~=4 or w.position(c)&${group.position === "attack" ? 3 : 12}~=0`);
  const printed = ["attribute", "type", "level", "rank", "link", "scale", "between scales", "atk", "def", "highest", "lowest", "name", "series", "not series", "same type as", "same attribute as", "other name than", "is", "is not", "not type", "not attribute", "mentions", "can be normal summoned"].filter((key) => group[key] !== undefined);
  if (printed.length) add("S.legible(c,w,p,k)");
  if (printed.some((key) => !["name", "series", "not series", "mentions", "other name than"].includes(key))) add("S.types(c,w)&1~=0");
  // In a Pendulum Zone a card has no values of a monster; a Pendulum card it is.
  const ofMonsters = printed.filter((key) => !["mentions", "name", "series", "not series", "other name than", "scale", "is", "is not"].includes(key));
  if (ofMonsters.length || (group.is && !group.is.includes("pendulum"))) add("not w.scale(c)");
  if (group.scale) add(`c:GetOriginalType()&${KINDS.pendulum}~=0 and ${between("c:GetLeftScale()", group.scale)}`);
  if (group["between scales"]) add("S.between(x.tp,c)");
  if (group.attribute) add(declared(group.attribute, ATTRIBUTES, "w.attribute(c)", "the Attribute"));
  if (group.type) add(declared(group.type, TYPES, "w.race(c)", "the Type"));
  if (group["not attribute"]) add(`w.attribute(c)&${mask(ATTRIBUTES, group["not attribute"], "the Attribute")}==0`);
  if (group["not type"]) add(`w.race(c)&${mask(TYPES, group["not type"], "the Type")}==0`);
  if (group.except) add(`not (${expression(group.except)})`);
  if (group.level) add(`c:GetOriginalLevel()>0 and S.types(c,w)&${KINDS.xyz | KINDS.link}==0 and ${between("w.level(c)", group.level)}`);
  if (group.rank) add(`c:GetOriginalType()&${KINDS.xyz}~=0 and ${between("c:GetOriginalRank()", group.rank)}`);
  if (group.link) add(`c:GetOriginalType()&${KINDS.link}~=0 and ${between("c:GetLink()", group.link)}`);
  if (group.atk) add(between("w.atk(c)", group.atk));
  // Link Monsters have none.
  if (group.def) add(`(c:GetOriginalType()&${KINDS.link}==0 and ${between("w.def(c)", group.def)})`);
  if (group.materials) add(between("c:GetOverlayCount()", group.materials));
  if (group["material of"]) add(isUnder(group["material of"]));
  if (group["pointed to by"]) add(`S.is_pointed_to(c,w,${meant(group["pointed to by"])})`);
  if (group["points to"]) add(`S.points_to(c,w,${meant(group["points to"])})`);
  if (group.linked !== undefined) add(`(${group.linked ? "" : "not "}S.is_linked(c,w))`);
  if (group["co-linked"] !== undefined) add(`(${group["co-linked"] ? "" : "not "}S.is_co_linked(c,w))`);
  if (group["same column as"]) add(`S.is_in_column(c,w,${meant(group["same column as"])})`);
  if (group.name) {
    const plain = group.name.filter((name) => name !== "declared");
    const parts = plain.length ? [`S.is_named(c,w,${plain.map(nameCode).join(",")})`] : [];
    if (group.name.includes("declared")) parts.push("S.declares(x)==nil or c:IsCode(S.declares(x))");
    add(parts.join(" or "));
  }
  if (group.series) add(group.series.map((series) => `c:IsSetCard(${setCode(series)})`).join(" or "));
  if (group["not series"]) add(group["not series"].map((series) => `not c:IsSetCard(${setCode(series)})`).join(" and "));
  if (group.mentions) add(`S.names_one_of(c,${lua(group.mentions.map(nameCode))})`);
  if (group["can be normal summoned"] !== undefined) add(`${group["can be normal summoned"] ? "" : "not "}S.is_normal_summonable(c,w)`);
  if (group.originally) add(`(function(w) return ${expression(group.originally)} end)(S.originally(w))`);
  // All counters of a duel are of one kind here.
  if (group.counters) add(between("S.counters(c)", group.counters));
  else if (group.counter) add("S.counters(c)>=1");
  if (group.is) add(declared(group.is, KINDS, "S.types(c,w)", "the word of the type line"));
  if (group["is not"]) add(`S.types(c,w)&${mask(KINDS, group["is not"], "the word of the type line")}==0`);
  if (group["same name as"]) add(`S.same_name(x,${quote(word(group["same name as"]))},c)`);
  if (group["equipped to"]) add(`S.is_equipped_to(c,w,${meant(group["equipped to"])})`);
  if (group["with material"]) add(`S.has_under(c,w,${meant(group["with material"])})`);
  if (group["equipped with"]) add(`S.is_equipped_with(c,w,${meant(group["equipped with"])})`);
  for (const word of group["not this turn"] ?? []) add(`not (${happened(word)})`);
  if (group["this turn"]) add(group["this turn"].map((word) => `(${happened(word)})`).join(" or "));
  if (group.summoned) add(summoned(group.summoned));
  if (group["summoned this turn"]) add("c:IsStatus(0x60000800) or S.is_fresh(c)");
  if (group["other name than"]) add(`not S.same_name(x,${quote(word(group["other name than"]))},c)`);
  if (group["same type as"]) add(`S.alike(x,${quote(word(group["same type as"]))},function(d) return w.race(c)&(d:IsLocation(4) and S.now or S.left).race(d)~=0 end)`);
  if (group["same attribute as"]) add(`S.alike(x,${quote(word(group["same attribute as"]))},function(d) return w.attribute(c)&(d:IsLocation(4) and S.now or S.left).attribute(d)~=0 end)`);
  for (const other of group["other than"] ?? []) add(`not ${isOther(other)}`);
  for (const [key, sign] of [["highest", 1], ["lowest", -1]]) {
    if (!group[key]) continue;
    const { [key]: measure, ...all } = group;
    const at = group.in ? locations(group.in) & 0x7f : 0x7f;
    add(`S.first_among(x,p,c,w,${sign},${quote(measure)},function(x,p,c,w,k) return ${conjunction(all)} end,${at})`);
  }
  return parts.length ? parts.join(" and ") : "true";
}

/** Whether `c` lies, or lay, under a monster that a word means or a group has. */
function isUnder(of) {
  return `S.is_under(x,c,w,${meant(of)})`;
}

/** A function of a card that lies on the field: whether a word means it or a group has it. */
export function meant(of) {
  if (typeof of === "string") return `function(c) return S.has(S.meant(x,${quote(word(of))}),c) end`;
  return `function(c) local w=S.now return ${expression(of)} end`;
}

/** The same as a function of the point of view and of the player. */
export function meantFor(of) {
  return of === undefined ? undefined : raw(`function(x,p) return ${meant(of)} end`);
}

/** A word or a given name begins with a small letter, a card's name does not. */
function isOther(other) {
  const known = WORDS.has(other) || ["that card", "those cards"].includes(other) || /^[a-z]/.test(other);
  return known ? `S.has(S.meant(x,${quote(word(other))}),c)` : `c:IsCode(${nameCode(other)})`;
}

/** A group as the runtime takes it. */
export function group(g) {
  const or = g.or && group(g.or);
  return {
    f: raw(`function(x,p,c,w,k) return ${expression(g)} end`),
    at: (g.in ? locations(g.in) & 0x7f : g["material of"] ? 0 : 0x7f) | (or?.at ?? 0),
    under: g["material of"] !== undefined || (g.in ?? []).includes("material") || or?.under,
    among: g.among?.map(word),
    used: g["used for"] && raw(`function(x,p) return S.used_for(${typeof g["used for"] === "string" ? `S.meant(x,${quote(word(g["used for"]))})` : `S.on_field(4,${meant(g["used for"])})`}) end`),
    theirs: g.whose === "opponent's" || undefined,
    face: g.face !== undefined || undefined,
    plainly: !["level", "rank", "link", "scale", "atk", "def", "materials", "counters"].some((key) => Object.values(g[key] ?? {}).some((n) => typeof n === "object")) || undefined,
  };
}

const FEATURES = {
  name: "c:GetCode()", type: "c:GetRace()", attribute: "c:GetAttribute()", level: "c:GetLevel()>0 and c:GetLevel() or nil", rank: "c:IsType(0x800000) and c:GetRank() or nil",
  link: "c:IsType(0x4000000) and c:GetLink() or nil", scale: "c:IsType(0x1000000) and c:GetLeftScale() or nil", atk: "c:GetAttack()", def: "not c:IsType(0x4000000) and c:GetDefense() or nil",
};

/** What must be true of chosen cards together. */
export function together(it) {
  if (!it) return undefined;
  const feature = (word) => raw(`function(c) return ${own(FEATURES, word) ?? unsupported(`cards compared by \`${word}\``)} end`);
  const totals = Object.entries(it).filter(([key]) => key.startsWith("total "));
  return {
    different: (it.different ?? []).map(feature),
    same: (it.same ?? []).map(feature),
    totals: totals.map(([key, range]) => ({ of: feature(key.slice(6)), fits: raw(`function(x,n) return ${between("n", range)} end`) })),
  };
}

/** How many cards: `n` and the kind of count. */
function count(n, number = amount) {
  if (typeof n === "number") return { count: "exactly", n };
  if (n === "as many as possible") return { count: n };
  if ("up to" in n) return { count: "up to", n: number(n["up to"]) };
  if ("at least" in n) return { count: "at least", n: whole(n["at least"]) };
  return { count: "exactly", n: number(n) };
}

/** The cards of a verb. */
export function selection(s, number = amount) {
  if (typeof s === "string") return { pick: "what", word: word(s) };
  const common = { who: s.who, by_opponent: s["chosen by"] === "opponent", even_none: s["even none"], whole: s["all or none"], as: s.as };
  if (s.what) return { ...common, pick: "what", word: word(s.what) };
  if (s.all) return { ...common, pick: "all", of: group(s.all) };
  if (s.top !== undefined) return { ...common, pick: "top", n: number(s.top) };
  if (s["at random"] !== undefined) return { ...common, pick: "random", n: number(s["at random"]), of: group(s.of) };
  if (s.choose) return { ...common, pick: "choose", ...count(s.choose, number), of: group(s.of), together: together(s.together) };
  return unsupported("a selection that says no cards");
}

/** A target: a word, or a choice with its name. */
export function target(t) {
  if (typeof t === "string") return { word: word(t) };
  const whoever = t["whoever controls it"];
  // Face-up Attack Position is one thing that was asked for, and may have changed; so may the face, if nothing else could.
  const { kind, whose, in: places } = t.of;
  const alone = Object.keys(t.of).every((key) => ["kind", "whose", "in", "face", "other than"].includes(key));
  const face = t.of.position || alone ? undefined : t.of.face;
  const said = t["even if changed"] ? { kind, whose, in: places, face } : { ...t.of };
  if (whoever) delete said.whose;
  const there = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  return { ...count(t.choose), of: group(t.of), together: together(t.together), as: t.as, even: (t["even if changed"] || whoever) && group(there) };
}

/** An amount: a number, or a small table that `S.amount` reads. */
export function amount(a) {
  if (typeof a === "number") return a;
  if (typeof a === "string") return [{ half: "half", double: "double", "the same amount": "same", "that amount": "cause" }[a] ?? unsupported(`the amount \`${a}\``)];
  if ("difference of" in a) return ["difference", amount(a["difference of"]), amount(a.and)];
  // All counters of a duel are of one kind here.
  const { times: given = 1, plus, original, counter, ...rest } = a;
  if (plus !== undefined) return ["plus", amount({ ...rest, original, times: given }), amount(plus)];
  const times = whole(given);
  const [kind, of] = only(rest, "an amount");
  if (kind === "each") return ["each", group(of), times];
  const total = { "total atk of": "atk", "total def of": "def", "total level of": "level", "total rank of": "rank", "total link rating of": "link" }[kind];
  if (total) return ["total", (original ? "original " : "") + total, group(of), times];
  if (kind === "half of") return ["half of", amount(of)];
  if (kind === "chain link") return ["link", times];
  if (kind === "declared number") return ["declared", times];
  if (kind === "lp of") return ["lp", of, times];
  const short = { "atk of": "atk", "def of": "def", "level of": "level", "rank of": "rank", "link rating of": "link rating", "scale of": "scale", "number of": "number", counters: "counters" }[kind];
  return [(original ? "original " : "") + (short ?? unsupported(`the amount \`${kind}\``)), word(of), times];
}

export const amountText = (a) => lua(amount(a));

// Choices: of cards, materials, positions, options, words and zones; and what need not be asked.

import { PASS, TEXT, chosenCards, prompt, silently } from "./asking.mjs";
import { replay, turnAttack } from "./attacks.mjs";
import { declaredAs } from "./lua/card.mjs";
import { classOf } from "./lua/effects.mjs";
import { ATTRIBUTES, TYPES } from "./lua/group.mjs";
import { nameCode } from "./lua/names.mjs";
import { integer, unsupported } from "./lua/text.mjs";
import { words } from "./messages.mjs";
import { NAMES } from "./session.mjs";
import { LOCATION, SEATS } from "./setup.mjs";

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
  if (link && !link.activated && session.stage === "target" && paysOnly(session, link)) return "cost";
  if (link) return link.activated ? "effect" : (session.stage ?? "cost");
  return session.paying ? "cost" : "effect";
}

/** Whether an effect of the card file has a cost and no targets, so that what a foreign script takes in its target function is what it pays with. */
function paysOnly(session, link) {
  const effect = session.definition(link.card)?.effects?.[link.effect];
  const bodies = Object.values(effect ?? {}).flatMap((body) => [body, ...(body?.options ?? [])]);
  return bodies.some((body) => body?.cost) && !bodies.some((body) => body?.targets);
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

/** Cards whose numbers, as their Levels, add up: only certain sets will do. */
export function selectSum(session, m) {
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

export function selectCard(session, m) {
  if (session.plan && session.selecting === TEXT.ATTACK_TARGET) {
    const at = m.cards.findIndex((c) => session.card(c.code) === session.plan.target);
    session.plan = null;
    session.selecting = undefined;
    // Of several monsters that must be attacked the player who is attacked picks one.
    if (at >= 0 && m.player === session.turn) return silently(session, chosenCards([at]));
  }
  if (session.selecting === TEXT.ATTACK_TARGET && !session.chain.length && session.attack && !session.attack.carried) return turnAttack(session, m);
  const handSize = session.selecting === TEXT.HAND_SIZE && !session.chain.length && session.phase === "end";
  const crowded = session.selecting === TEXT.DESTROY && !session.effects && !session.purpose;
  session.selecting = undefined;
  return choose(session, m, { purpose: handSize ? "hand size" : undefined, min: m.min, max: m.max, reply: chosenCards, crowded });
}

/** How many Tributes the monster that is Normal Summoned or Set may take instead of as many as its Level asks for. */
function moreTributes(session) {
  const effects = session.definition(session.card(session.comes))?.effects ?? [];
  const ways = effects.flatMap((e) => e.continuous?.applies ?? []).map((m) => m.tributes);
  return ways.find((way) => way?.what === "this card" && way.optional && (session.sets ? way.only === undefined : true))?.count;
}

const subsets = (list, n) => (n === 0 ? [[]] : list.flatMap((one, i) => subsets(list.slice(i + 1), n - 1).map((rest) => [one, ...rest])));

/** The core asks which way of Summoning is meant, and then for its Tributes; here the Tributes say which. */
function tributesEitherWay(session, m, more) {
  const code = integer(session.comes);
  const asked = `for _,c in ipairs({Duel.GetFieldGroup(0,2,2):Filter(function(c) return c:GetOriginalCode()==${code} end,nil):GetFirst()}) do
    local line={(c:GetTributeRequirement())}
    local g=Duel.GetTributeGroup(c)
    local d=g:GetFirst()
    while d do line[#line+1]=d:GetOriginalCode() d=g:GetNext() end
    Debug.Message("tributable "..table.concat(line," "))
  end`;
  const [least, ...codes] = session.query(asked, "tributable").split(" ").map(Number);
  const cards = codes.map((one) => session.card(one)).sort((a, b) => a - b);
  const sets = [least, more].flatMap((n) => subsets(cards, n));
  const ordinary = m.options.indexOf(TEXT.ORDINARY);
  return prompt(session, "choose", m.player, { purpose: "tributes", sets }, (answer) => {
    session.tributing = answer.cards.length ? answer.cards : null;
    return words(answer.cards.length === least ? ordinary : 1 - ordinary);
  });
}

/** Tributes of which some may count as more than one. */
function tributesOfWorth(session, m) {
  const from = m.cards.map((c, i) => ({ card: session.card(c.code), worth: c.worth, i })).sort(byNumber);
  const sums = (cards) => cards.reduce((all, { worth }) => all.flatMap((sum) => (worth > 1 ? [sum + 1, sum + worth] : [sum + 1])), [0]);
  const fits = (cards) => sums(cards).some((sum) => sum >= m.min && sum <= m.max);
  const all = from.reduce((sets, c) => [...sets, ...sets.map((set) => [...set, c])], [[]]);
  const sets = all.filter((set) => set.length && fits(set)).map((set) => set.map((c) => c.card));
  const reply = (cards) => chosenCards(positions(from, cards));
  if (sets.length === 1) {
    session.tell({ event: "chosen", player: NAMES[m.player], purpose: "tributes", cards: sets[0] });
    return silently(session, reply(sets[0]));
  }
  return prompt(session, "choose", m.player, { purpose: "tributes", sets }, (answer) => reply(answer.cards));
}

export function selectTribute(session, m) {
  if (session.tributing) {
    const from = m.cards.map((c, i) => ({ card: session.card(c.code), i }));
    const these = session.tributing;
    session.tributing = null;
    return silently(session, chosenCards(positions(from, these)));
  }
  if (m.cards.some((c) => c.worth > 1)) return tributesOfWorth(session, m);
  return choose(session, m, { purpose: "tributes", min: m.min, max: m.max, reply: chosenCards });
}

/**
 * Cards that the core asks for one at a time, since only some sets will do. They are asked for at once; what the core does not take is
 * replaced by the first that it offers, and it is told that that is all as soon as it may be.
 */
export function selectUnselect(session, m) {
  const plan = session.gathering;
  session.gathering = null;
  if (session.tributing) {
    const left = session.tributing.map((card) => session.codeOf(card));
    session.tributing = null;
    return gather(session, m, { player: m.player, taken: m.chosen.length, left });
  }
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

export function selectPosition(session, m) {
  const possible = POSITIONS.filter(([bit]) => m.positions & bit);
  if (possible.length === 1) return silently(session, words(possible[0][0]));
  const fields = { purpose: "position", about: session.card(m.code), positions: possible.map(([, word]) => word) };
  const resolving = session.chain.find((l) => l.link === session.resolving);
  const ways = session.effects && resolving ? possibilities(session.definition(resolving.card)?.effects?.[resolving.effect]) : [];
  const wayOf = ([, word]) => ways.find(({ does }) => (does[0]["special summon"]?.position ?? "").replace("face-up ", "") === word);
  // A foreign script may ask for the position where the card file has one of several things.
  if (ways.length === possible.length && possible.every(wayOf)) {
    const ids = possible.map((way) => wayOf(way).id);
    return prompt(session, "choose", m.player, { purpose: "alternative", ...belongs(resolving), words: ids }, (answer) => words(possible[ids.indexOf(answer.word)][0]));
  }
  Object.assign(fields, belongs(resolving));
  return prompt(session, "choose", m.player, fields, (answer) => {
    const found = possible.find(([, word]) => word === answer.position || (word === "defense" && answer.position === "face-up defense"));
    return words((found ?? possible[0])[0]);
  });
}

export function selectOption(session, m) {
  // After a Main Phase that was ended: the Battle Phase comes, and can be left at once.
  if (m.options.includes(TEXT.BATTLE) && m.options.includes(TEXT.END)) return silently(session, words(m.options.indexOf(TEXT.BATTLE)));
  if (session.effects && m.options.length === 1) return silently(session, words(0));
  if (session.paying && session.procedureOf) {
    const { effect, place, among } = session.procedureOf;
    session.procedureOf = null;
    const named = m.options.findIndex((text) => !session.effects && Number(text & 0xfffffn) === effect);
    return silently(session, words(named >= 0 ? named : Math.min(session.effects ? place : among, m.options.length - 1)));
  }
  const wide = session.paying && m.options.includes(TEXT.ORDINARY) && m.options.length === 2 ? moreTributes(session) : undefined;
  if (wide !== undefined) return tributesEitherWay(session, m, wide);
  // What could be the Summon of the turn and one in addition to it is the latter.
  const light = (session.definition(session.card(session.comes))?.monster?.level ?? 9) < 5;
  const additional = session.paying && !session.effects && light && !session.sets && m.options.includes(TEXT.ORDINARY);
  if (additional) return silently(session, words(m.options.findIndex((text) => text !== TEXT.ORDINARY)));
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
  const things = alternatives(chosenBullet(session, link, bullets));
  if (known?.purpose === "alternative" || (link && things.length && (link.activated || things.length === m.options.length))) return alternative(session, m, known, things);
  // Of what a foreign script lets a player pick, the card file may know but one thing, which may be left out: it is the last.
  if (link?.activated && m.options.length === 2 && Object.values(bullets ?? {}).some((body) => body?.does?.some((part) => part["you can"]))) {
    return prompt(session, "confirm", m.player, { card: link.card, effect: link.effect }, (answer) => words(answer.confirm ? 1 : 0));
  }
  if (known?.purpose !== "bullet" || ids.length !== m.options.length || ids.includes(undefined)) unsupported("an option the card file does not know");
  return prompt(session, "choose", m.player, { purpose: "bullet", ...belongs(known), words: ids }, (answer) => {
    if (link) link.bullet = answer.word;
    return words(ids.indexOf(answer.word));
  });
}

/** An effect with the one bullet that was chosen, as far as that is known: the runtime says its number, of a foreign script the answer is. */
function chosenBullet(session, link, effect) {
  const [name, body] = Object.entries(effect ?? {}).find(([, held]) => held?.options) ?? [];
  if (!body) return effect;
  const { within } = session.said;
  session.said.within = "";
  const chosen = within ? body.options[Number(within)] : body.options.find(({ id }) => link?.bullet !== undefined && id === link.bullet);
  return chosen ? { [name]: { ...body, options: [chosen] } } : effect;
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
  return value["one of"] ?? value["opponent picks one of"] ?? value["by chance"] ?? inside();
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

/** What the players are asked while an effect resolves, in its order: whether something is done, or which of two things. */
function asked(value, list = []) {
  if (!value || typeof value !== "object") return list;
  for (const [key, part] of Object.entries(value)) {
    if (key === "you can") list.push({ opponent: Object.values(part)[0]?.who === "opponent", words: [] });
    else if (key === "one of" || key === "opponent picks one of") list.push({ opponent: key !== "one of", words: part.map(({ id }) => id) });
    else asked(part, list);
  }
  return list;
}

/** Where each player is asked whether something is done, and which of two things: what comes next. */
function nextOfSeveral(link, player, text) {
  const own = link ? asked(text).filter(({ opponent }) => opponent === (player !== link.player)) : [];
  if (own.length < 2 || !JSON.stringify(text).includes('"opponent picks one of"')) return undefined;
  link.questions = (link.questions ?? 0) + 1;
  return own[(link.questions - 1) % own.length].words;
}

export function selectYesNo(session, m) {
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
  const text = session.effects && card !== undefined ? session.definition(card)?.effects?.[effect] : undefined;
  const two = nextOfSeveral(link, m.player, text) ?? alternatives(text, "you can");
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
  return prompt(session, "choose", m.player, { purpose: "bullet", ...belongs(link), words: ids }, (answer) => {
    link.bullet = answer.word;
    return words(answer.word === ids[0] ? 1 : 0);
  });
}

/** Words declared on activation. */
export function announce(table, wide) {
  return (session, m) => {
    const known = session.purpose;
    session.purpose = null;
    const list = Object.entries(table).filter(([, bit]) => m.available & BigInt(bit));
    const reply = (word) => {
      const bit = table[word] ?? unsupported(`the word \`${word}\``);
      return wide ? words(bit, 0) : words(bit);
    };
    const other = session.declaring;
    session.declaring = undefined;
    if (other) return silently(session, reply(other(list.map(([word]) => word))));
    const asks = session.effects ? underWay(session) : known;
    const effect = asks && !asks.activated && session.definition(asks.card)?.effects?.[asks.effect];
    const both = Object.values(effect ?? {}).some((body) => body?.declares === "attribute and type");
    if (both) return declareBoth(session, m, list.map(([word]) => word), asks, wide, reply);
    const fields = { purpose: "declaration", ...belongs(known), words: list.map(([word]) => word).sort() };
    return prompt(session, "choose", m.player, fields, (answer) => reply(answer.word));
  };
}

/** An Attribute and a Type, which the card file has declared together: scripts ask for one after the other, and the second answer is in the first. */
function declareBoth(session, m, first, asks, isType, reply) {
  const all = Object.keys(isType ? ATTRIBUTES : TYPES);
  const named = (one, two) => (isType ? `${two} ${one}` : `${one} ${two}`);
  const pairs = new Map(first.flatMap((one) => all.map((two) => [named(one, two), [one, two]])));
  const fields = { purpose: "declaration", ...belongs(asks), words: [...pairs.keys()].sort() };
  return prompt(session, "choose", m.player, fields, (answer) => {
    const [one, two] = pairs.get(answer.word) ?? unsupported(`the word \`${answer.word}\``);
    session.declaring = (possible) => (possible.includes(two) ? two : unsupported(`\`${two}\` with \`${one}\``));
    return reply(one);
  });
}

/** A number declared on activation, if the card file says so, or one of several things a foreign script tells apart by numbers; else it stands for a name. */
export function announceNumber(session, m) {
  const link = session.effects && underWay(session);
  const things = link ? alternatives(chosenBullet(session, link, session.definition(link.card)?.effects?.[link.effect])) : [];
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
export function announceName(codeOf, answered) {
  return (session, m) => {
    const known = session.purpose ?? session.chain?.at(-1);
    session.purpose = null;
    const names = new Map([...session.definitions.values()].map((definition) => [declaredAs(definition), codeOf(declaredAs(definition), definition, session)]));
    const fields = { purpose: "declaration", ...belongs(known), words: [...names.keys()].sort() };
    return prompt(session, "choose", m.player, fields, (answer) => {
      const code = names.get(answer.word) ?? unsupported(`the word \`${answer.word}\``);
      return words(answered(m, code));
    });
  };
}

// What is not worth asking.

/** The zone of a monster is asked for if anybody looks at zones in this duel; else it is the first free one. */
export function selectPlace(session, m) {
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

/** From which cards counters are removed: the core wants a number for each of them, the player says it counter by counter. */
export function selectCounter(session, m) {
  const taken = m.cards.map(() => 0);
  const fields = { purpose: stage(session, underWay(session)), ...belongs(underWay(session)) };
  const ask = (left) => {
    const from = m.cards.map((c, i) => ({ card: session.card(c.code), i })).filter(({ i }) => taken[i] < m.cards[i].has).sort(byNumber);
    if (left && from.length > 1) {
      return prompt(session, "choose", m.player, { ...fields, cards: from.map((c) => c.card), min: 1, max: 1 }, (answer) => {
        taken[positions(from, answer.cards)[0]] += 1;
        return ask(left - 1);
      });
    }
    if (from.length) taken[from[0].i] += left;
    return counts(taken);
  };
  const asked = ask(m.count);
  return asked.type === "prompt" ? asked : silently(session, asked);
}

function counts(numbers) {
  const bytes = new Uint8Array(numbers.length * 2);
  const view = new DataView(bytes.buffer);
  numbers.forEach((n, i) => view.setUint16(i * 2, n, true));
  return bytes;
}

export const inOrder = (session) => silently(session, Uint8Array.of(0xff));

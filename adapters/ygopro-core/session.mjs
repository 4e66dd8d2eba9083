// One duel: the core on one side, the protocol on the other.

import { LOG, STATUS } from "./core.mjs";
import { GONE, PLAYER, REASON, SUMMONED, VERB, position, wordsOfGoingBack, wordsOfMove, wordsOfTurn } from "./events.mjs";
import { FIRST_CARD, FIRST_TOKEN, cardCode } from "./lua/names.mjs";
import { MSG, decode, nameOf } from "./messages.mjs";
import { storesAttacks } from "./formats.mjs";
import { readBoard } from "./board.mjs";
import { LOCATION, asksForZones } from "./setup.mjs";
import { ask } from "./prompts.mjs";

export const NAMES = ["Yugi", "Joey"];

/** Phases of the core by name; the steps of the Battle Phase are one phase. */
const PHASES = { 0x1: "draw", 0x2: "standby", 0x4: "main 1", 0x8: "battle", 0x100: "main 2", 0x200: "end" };

/** Hints of the core that say where in the turn it is. */
const HINT_EVENT = 1;
const HINT_SELECT = 3;
const MOMENTS = {
  24: undefined,
  40: "start of damage step",
  41: "before damage calculation",
  42: "damage calculation",
  43: "after damage calculation",
  44: "end of damage step",
};
/** Hints before a player is asked at the end of a phase or step. */
const PHASE_HINTS = new Set([20, 21, 25, 26, 28]);
const LEAVING_HINTS = new Set([23, 29]);

/** Marks of the runtime. */
const MARK = { PURPOSE: 200, BREAK: 201, VERB: 202, TARGET: 203, UNSUMMON: 204, OUTCOME: 206, APPLIED: 208, STAGE: 209, WHETHER: 210, REPELLED: 211 };
/** What is chosen while an effect of a foreign script is activated. */
const STAGES = [, "cost", "target"];
const PURPOSES = [, "cost", "target", "materials", "effect", "chance", "bullet", "declaration", "alternative"];

/** The core would go on for ever if the cards do; so many steps without a question are endless. */
const MOST_STEPS = 20_000;

export class Session {
  /**
   * @param {object} start the message
   * @param {{build: Function, log?: Function}} options how to build the board, and where to write the core's messages
   */
  constructor(start, { build, log }) {
    this.start = start;
    this.trace = log;
    this.out = [];
    this.errors = [];
    this.said = {};
    this.tokens = new Map();
    this.silent = true;
    this.turn = 0;
    this.phase = "draw";
    this.instant = 0;
    this.fresh = true;
    this.chain = [];
    this.solving = false;
    this.summoning = null;
    this.arrived = undefined;
    /** What lies ready to become material of the Summon under way. */
    this.stacked = [];
    this.stores = storesAttacks(start.format);
    this.asksForZones = asksForZones(start);
    this.definitions = new Map(start.definitions.map((d) => [d.name, d]));
    const built = build(start, { log: (kind, text) => this.hear(kind, text) });
    this.core = built.duel;
    this.opening = built.opening;
    /** The passcode under which a card of foreign scripts is declared. */
    this.passcodeOf = built.passcodeOf;
    this.effects = built.effects;
  }

  /** The first messages of the duel. */
  begin() {
    this.core.start();
    return this.run();
  }

  /** What follows from an answer to the last prompt. */
  answer(answer) {
    const reply = this.pending;
    if (!reply) throw new Error("nothing was asked");
    this.pending = null;
    const bytes = reply(answer);
    if (bytes?.type === "prompt") return this.finish(bytes);
    if (bytes) this.core.respond(bytes);
    return this.run();
  }

  close() {
    this.core.destroy();
  }

  /** Lets the core run until it needs an answer from outside. */
  run() {
    for (let step = 0; step < MOST_STEPS; step++) {
      const { status, messages } = this.held ?? this.step();
      this.held = null;
      for (let i = 0; i < messages.length; i++) {
        if (this.isNormalDraw(messages[i])) {
          this.held = { status, messages: messages.slice(i) };
          return this.finish(this.askToDraw());
        }
        this.read(messages[i]);
      }
      if (this.errors.length) throw new Error(this.errors.join("; "));
      if (status === STATUS.END || this.winner !== undefined) return this.finish(this.end());
      if (status !== STATUS.WAITING) continue;
      const question = messages.at(-1);
      const prompt = question && ask(this, question);
      if (prompt) return this.finish(prompt);
    }
    return this.finish({ type: "end", result: "endless", board: readBoard(this) });
  }

  step() {
    const { status, bytes } = this.core.process();
    const messages = decode(bytes);
    if (this.trace) for (const m of messages) this.trace(`${nameOf(m.type)} ${JSON.stringify(m, (_, v) => (typeof v === "bigint" ? Number(v) : v))}`);
    return { status, messages };
  }

  finish(last) {
    const out = this.out;
    this.out = [];
    out.push(last);
    return out;
  }

  end() {
    const result = this.winner === 0 ? "Yugi wins" : this.winner === 1 ? "Joey wins" : "draw";
    return { type: "end", result, board: readBoard(this) };
  }

  // What the core and the scripts print.

  hear(kind, text) {
    this.trace?.(`> ${text}`);
    if (kind === LOG.ERROR) this.errors.push(text);
    const space = text.indexOf(" ");
    if (kind !== LOG.FROM_SCRIPT || space < 0) return;
    const [name, rest] = [text.slice(0, space), text.slice(space + 1)];
    this.said[name] = rest;
    if (name === "token") {
      const [code, ...of] = rest.split(" ");
      const card = this.start.cards.length + this.tokens.size;
      this.tokens.set(Number(code), { card, name: of.join(" ") });
      this.tell({ event: "token", card, name: of.join(" ") });
    }
  }

  /** Runs Lua that prints an answer. */
  query(lua, name) {
    this.said[name] = "";
    this.core.lua("query.lua", lua);
    return this.said[name];
  }

  // Cards and effects.

  /** The number of a card by its code. */
  card(code) {
    if (code >= FIRST_TOKEN) return this.tokens.get(code)?.card;
    return code >= FIRST_CARD ? (code - FIRST_CARD) / 16 : undefined;
  }

  /** The card a message is about; the core does not name those that are face-down. */
  known(m) {
    return this.card(m.code) ?? this.at(m);
  }

  /** The code of a card by its number. */
  codeOf(card) {
    const token = [...this.tokens].find(([, t]) => t.card === card);
    return token ? token[0] : cardCode(card);
  }

  /** Whether a card of this code is a Spell or Trap that may be a monster. */
  isTrapMonster(code) {
    return this.definition(this.card(code))?.["as monster"] !== undefined;
  }

  /** Whether it is still a Spell or Trap while it is a monster. */
  isStillTrap(code) {
    return this.definition(this.card(code))?.["as monster"]?.["still spell or trap"] === true;
  }

  /** The definition of a card by its number. */
  definition(card) {
    const name = this.start.cards[card]?.name ?? [...this.tokens.values()].find((t) => t.card === card)?.name;
    return this.definitions.get(name);
  }

  /** The card and the effect that a description names. */
  effect(description) {
    return { card: this.card(Number(description >> 20n)), effect: Number(description & 0xfffffn) };
  }

  /** The number of the card that is somewhere on the field. */
  at({ controller, location, sequence }) {
    if (!location) return undefined;
    return this.card(Number(this.query(`S.find(${controller},${location},${sequence})`, "card")));
  }

  // Events.

  tell(event) {
    this.told = (this.told ?? 0) + 1;
    if (!this.silent) this.out.push({ type: "event", ...event });
  }

  /** The number of the instant of what happens now. */
  now() {
    if (this.fresh) this.instant++;
    this.fresh = false;
    return this.instant;
  }

  /** What happens next happens later. */
  later() {
    this.fresh = true;
  }

  happened(are, card, more = {}) {
    if (!are.length || card === undefined || this.silent) return;
    const instant = this.now();
    const last = this.out.at(-1);
    const same = last?.event === "cards" && last.instant === instant && last.are.join() === are.join() && last.position === more.position && last.to?.zone === more.to?.zone && last.to?.player === more.to?.player;
    // What is shown for two reasons at once is shown once.
    if (are.includes("revealed")) {
      if (this.shown?.instant !== instant) this.shown = { instant, cards: new Set() };
      if (this.shown.cards.has(card)) return;
      this.shown.cards.add(card);
    }
    // Of cards that go together those for the Extra Deck are told last, in whatever order the core moves them.
    const before = last?.event === "cards" && last.instant === instant && last.are[0] === are[0] && last.are.includes("added to extra deck") && !same;
    if (before) {
      const earlier = this.out.at(-2);
      const alike = earlier?.event === "cards" && earlier.instant === instant && earlier.are.join() === are.join();
      if (alike) earlier.cards.push(card);
      else this.out.splice(-1, 0, { type: "event", event: "cards", instant, are, cards: [card], ...more });
      return;
    }
    // What finds no zone on the other side is destroyed as control changes, and told first.
    const crowded = are[0] === "destroyed" && last?.event === "cards" && last.instant === instant && last.are.join() === "changed control" && !last.cards.includes(card);
    if (crowded) return void this.out.splice(-1, 0, { type: "event", event: "cards", instant, are, cards: [card], ...more });
    // Cards that share a fate in one go are one event.
    if (same) last.cards.push(card);
    else this.tell({ event: "cards", instant, are, cards: [card], ...more });
  }

  /** Of damage to both players at once that of the turn player is told first, in whatever order it was inflicted. */
  damaged({ player, count }) {
    if (!count) return;
    this.tell({ event: "player", instant: this.now(), is: "takes damage", player: NAMES[player], count });
    const [before, last] = this.out.slice(-2);
    const both = before?.is === last?.is && before?.instant === last?.instant && before?.player !== last?.player;
    if (both && player === this.turn) this.out.splice(-2, 2, last, before);
  }

  /** Two monsters change sides at once; what the player of the effect is given is told first. */
  swapped({ first, second }) {
    const player = this.chain.find((l) => l.link === this.resolving)?.player ?? this.turn;
    const order = first.controller === player ? [second, first] : [first, second];
    for (const { code } of order) this.happened(["changed control"], this.card(code));
  }

  /** What is destroyed by battle goes as the Damage Step ends, later than the damage; the core says so only afterwards. */
  isFirstDestroyedByBattle({ reason }) {
    const both = REASON.DESTROY | REASON.BATTLE;
    const first = (reason & both) === both && this.moment === "after damage calculation" && !this.chain.length && !this.destroying;
    this.destroying ||= first;
    return first;
  }

  /** Foreign scripts move cards to the hand in one way only; whether that is to return there, the card file says. */
  verbOfTheFile() {
    const link = this.chain.find((l) => l.link === this.resolving);
    const text = JSON.stringify(this.definition(link?.card)?.effects?.[link?.effect] ?? "");
    if (text.includes('{"activate":')) return VERB.ACTIVATE;
    return text.includes('"return to hand"') && !text.includes('"add to hand"') ? VERB.RETURN_TO_HAND : this.verb;
  }

  /** What a token that goes nowhere was to be, by the card file of the effect under way. */
  fateOfToken() {
    const link = this.chain.find((l) => l.link === this.resolving);
    const text = JSON.stringify(this.definition(link?.card)?.effects?.[link?.effect] ?? "");
    const found = Object.entries(GONE).find(([, word]) => text.includes(`"${word.replace("returned", "return").replace("sent", "send")}"`));
    return found ? Number(found[0]) : this.verb;
  }

  /** Whether a monster was on the field before its Normal Summon: no message has moved it there. */
  isGeminiSummon(m) {
    return this.arrived !== m.code;
  }

  /** What an effect has Summoned may be destroyed before the core says that the Summon is over. */
  summonedBefore(card) {
    const index = (this.summoning ?? []).findIndex((m) => m.type === MSG.SPSUMMONING && this.known(m) === card);
    if (index < 0) return;
    const [m] = this.summoning.splice(index, 1);
    this.happened(SUMMONED[MSG.SPSUMMONED], card, { position: position(m.position) });
  }

  /** The words for a Summon that succeeded; whether Tributes were used for it the core says of the monster. */
  wordsOfSummon(type, { controller, location, sequence }) {
    if (type !== MSG.SUMMONED) return SUMMONED[type];
    const asked = `local c=Duel.GetFieldCard(${controller},${location},${sequence}) Debug.Message("tributes "..(c and c:IsSummonType(0x11000000) and 1 or 0))`;
    return this.query(asked, "tributes") === "1" ? [...SUMMONED[type], "tribute summoned"] : SUMMONED[type];
  }

  read(m) {
    switch (m.type) {
      case MSG.RETRY:
        throw new Error("the core did not accept an answer");
      case MSG.HINT:
        return this.readHint(m);
      case MSG.WIN:
        this.winner = m.player;
        return;
      case MSG.NEW_TURN:
        this.turn = m.player;
        this.drawn = false;
        return;
      case MSG.NEW_PHASE:
        return this.enter(PHASES[m.phase]);
      case MSG.MOVE: {
        // A token that leaves the field is no more.
        if (m.to.location & 4) this.arrived = m.code;
        for (const link of this.chain) if (link.activated && link.card === this.card(m.code) && m.from.location === LOCATION.SZONE) link.gone = true;
        if (this.isFirstDestroyedByBattle(m)) this.later();
        // What a Summon right after an effect takes leaves when that has resolved.
        const attached = m.to.location & LOCATION.OVERLAY && m.to.location & LOCATION.MZONE;
        const used = m.reason & (REASON.MATERIAL | REASON.SUMMON) && !(m.reason & REASON.EFFECT) && !attached;
        if (used && this.solving && !this.taken) this.later();
        this.taken = Boolean(used);
        if (m.reason & REASON.MATERIAL && !this.silent) this.procedure = !(m.reason & REASON.EFFECT);
        const words = wordsOfMove(m, !this.effects ? this.verb : m.to.location ? this.verbOfTheFile() : this.fateOfToken());
        const back = this.isTrapMonster(m.code) ? wordsOfGoingBack(m) : [];
        if (back.length) return this.happened(back, this.card(m.code), { to: { zone: "spell and trap zone", player: NAMES[m.to.controller] } });
        if (words.includes("used as material")) this.stacked.push(this.card(m.code));
        if (this.solving) this.summonedBefore(this.card(m.code));
        if (words.includes("attached")) return this.happened(words, this.card(m.code), { to: { zone: "material", player: NAMES[m.to.controller] } });
        const gone = m.to.location === 0 && words.some((word) => !["destroyed", "tributed"].includes(word)) ? { to: { zone: "gone", player: NAMES[m.from.controller] } } : {};
        return this.happened(words, this.card(m.code), gone);
      }
      case MSG.POS_CHANGE:
        // A Trap that is turned face-down goes back to its row, which is told then; one that is no Trap any more stays.
        if (this.isStillTrap(m.code) && wordsOfTurn(m).includes("turned face-down")) return;
        if (m.location === LOCATION.SZONE && m.before & 0x5 && m.after & 0xa) return this.happened(["turned face-down"], this.card(m.code) ?? this.at(m));
        return this.happened(wordsOfTurn(m), this.known(m));
      case MSG.SET:
        // Tributes leave before the monster is Set.
        this.paying = false;
        if (!this.solving && m.location === LOCATION.MZONE) this.later();
        return this.happened(["set"], this.known(m));
      case MSG.SWAP:
        return this.swapped(m);
      case MSG.SUMMONING:
      case MSG.SPSUMMONING:
      case MSG.FLIPSUMMONING:
        // Tributes and materials leave before the monster comes; what an effect Summons comes with the rest of its part, unless it only lets the
        // monster be Summoned in its own way.
        if (!this.solving || m.type === MSG.SUMMONING || this.procedure) this.later();
        this.procedure = false;
        this.taken = false;
        this.paying = false;
        (this.summoning ??= []).push(m);
        // A Gemini monster that is Summoned once more lies on the field already.
        if (m.type === MSG.SUMMONING && this.isGeminiSummon(m)) {
          this.tell({ event: "attempted", instant: this.now(), summon: "normal", player: NAMES[m.controller], cards: [this.known(m)] });
        }
        return;
      case MSG.SUMMONED:
      case MSG.SPSUMMONED:
      case MSG.FLIPSUMMONED:
        for (const card of this.summoning ?? []) this.happened(this.wordsOfSummon(m.type, card), this.known(card), { position: position(card.position) });
        // Materials lie with the monster they are under, whoever owns them.
        for (const card of this.stacked) this.happened(["attached"], card, this.summoning?.length && { to: { zone: "material", player: NAMES[this.summoning[0].controller] } });
        this.summoning = null;
        this.arrived = undefined;
        this.stacked = [];
        return;
      case MSG.DRAW:
        if (m.cards.length) this.tell({ event: "player", instant: this.now(), is: "draws", player: NAMES[m.player], count: m.cards.length });
        return;
      case MSG.DAMAGE:
        return this.damaged(m);
      case MSG.RECOVER:
      case MSG.PAY_LPCOST:
      case MSG.LPUPDATE:
        // What several cards ask for an attack is paid one after the other.
        if (m.type === MSG.PAY_LPCOST && !this.chain.length && this.out.at(-1)?.is === PLAYER[m.type]) this.later();
        if (m.count || m.type === MSG.LPUPDATE) this.tell({ event: "player", instant: this.now(), is: PLAYER[m.type], player: NAMES[m.player], count: m.count });
        return;
      case MSG.EQUIP:
        return this.happened(["equipped"], this.at(m.card));
      case MSG.ADD_COUNTER:
        return this.happened(["counter placed"], this.at(m));
      case MSG.REMOVE_COUNTER:
        return this.happened(["counter removed"], this.at(m));
      case MSG.CONFIRM_CARDS:
        for (const card of m.cards) this.happened(["revealed"], this.card(card.code));
        return;
      case MSG.ATTACK:
        return this.attackDeclared(m);
      case MSG.ATTACK_DISABLED:
        return this.attackEnded();
      case MSG.DAMAGE_STEP_START:
        if (this.attack) this.attack.carried = true;
        return;
      case MSG.DAMAGE_STEP_END:
        this.attack = null;
        this.moment = undefined;
        return;
      case MSG.BATTLE:
        // Damage that an effect has calculated is done with the rest of its part.
        return this.solving ? undefined : this.later();
      case MSG.MISSED_EFFECT:
        return this.missed(this.card(m.code));
      default:
        return this.readChain(m);
    }
  }

  readHint({ hint, player, value }) {
    if (hint === HINT_EVENT) {
      const number = Number(value);
      this.phaseHint = PHASE_HINTS.has(number) ? number : undefined;
      this.leaving = LEAVING_HINTS.has(number);
      if (number in MOMENTS) {
        // What is destroyed by battle goes as the Damage Step ends, and what goes with it goes then, too.
        if (this.moment !== MOMENTS[number] && number !== 43 && !this.destroying) this.later();
        this.destroying = false;
        this.moment = MOMENTS[number];
        this.between = number === 24;
      }
    } else if (hint === HINT_SELECT) {
      this.selecting = Number(value);
    } else if (hint === MARK.PURPOSE) {
      const number = Number(value & 0xffn);
      this.purpose = { purpose: PURPOSES[number], player, card: this.card(Number(value >> 16n)), effect: Number((value >> 8n) & 0xffn) };
    } else if (hint === MARK.BREAK) {
      this.later();
    } else if (hint === MARK.VERB) {
      this.verb = Number(value);
    } else if (hint === MARK.TARGET) {
      this.target(this.card(Number(value)));
    } else if (hint === MARK.STAGE) {
      this.stage = STAGES[Number(value)];
    } else if (hint === MARK.APPLIED) {
      this.now();
    } else if (hint === MARK.REPELLED) {
      this.happened(["attack negated"], this.card(Number(value)));
    } else if (hint === MARK.WHETHER) {
      this.whether = this.card(Number(value));
    } else if (hint === MARK.UNSUMMON) {
      this.happened(["summon negated"], this.card(Number(value)));
      const others = (this.summoning ?? []).filter((m) => this.known(m) !== this.card(Number(value)));
      this.summoning = others.length ? others : null;
      this.stacked = [];
    } else if (hint === MARK.OUTCOME) {
      const link = this.chain.find((l) => l.link === this.resolving);
      if (link) link.did = value !== 0n || Boolean(link.replaced);
    }
  }

  /** Something is done instead of what an effect does: the core counts that as nothing done, but the effect was not without one. */
  replaced() {
    const link = this.chain.find((l) => l.link === this.resolving);
    if (link) link.replaced = true;
  }

  /** A card was targeted. */
  target(card) {
    const link = this.chain.at(-1);
    if (!link || link.activated || link.targets.includes(card)) return;
    link.targets.push(card);
    this.happened(["targeted"], card);
  }

  enter(phase) {
    if (!phase) return;
    this.phase = phase;
    this.moment = undefined;
    this.attack = null;
    this.between = false;
    this.later();
    // From here on the cards of the set-up are alive; what asks for something before that is passed over.
    if (this.silent && phase === this.start.phase) this.core.lua("opening.lua", this.opening);
  }

  // Chains.

  readChain(m) {
    switch (m.type) {
      case MSG.CHAINING: {
        const { card, effect } = this.effects ? this.effects.of(this, m) : this.effect(m.description);
        const link = { link: m.link, card, effect: effect ?? 0, player: this.chosen?.player ?? this.playerOf(m, card, effect), targets: [] };
        if (!this.chosen) this.tell({ event: "placed", player: NAMES[link.player], card, effect: link.effect });
        this.chosen = null;
        this.stage = undefined;
        this.chain.push(link);
        this.later();
        return;
      }
      case MSG.CHAINED: {
        const link = this.chain.find((l) => l.link === m.link);
        if (!link) return;
        link.activated = true;
        this.now();
        this.tell({ event: "activated", link: link.link, player: NAMES[link.player], card: link.card, effect: link.effect, targets: link.targets });
        return;
      }
      case MSG.CHAIN_SOLVING:
        if (!this.solving) this.tell({ event: "chain complete" });
        this.solving = true;
        this.settle(m.link + 1);
        this.resolving = m.link;
        return this.comesToResolve(this.chain.find((l) => l.link === m.link));
      case MSG.CHAIN_NEGATED:
      case MSG.CHAIN_DISABLED: {
        const link = this.chain.find((l) => l.link === m.link);
        if (!link || link.negated) return;
        link.negated = m.type === MSG.CHAIN_NEGATED ? "activation negated" : "effect negated";
        // That an effect is negated shows when the turn of its link comes.
        return link.negated === "effect negated" && link.link !== this.resolving ? undefined : this.happened([link.negated], link.card);
      }
      case MSG.CHAIN_SOLVED:
        // What was to come later and did not come opens no moment for what follows.
        this.fresh = false;
        return this.settle(m.link);
      case MSG.CHAIN_END:
        this.settle(1);
        this.chain = [];
        this.solving = false;
        this.resolving = undefined;
        this.tell({ event: "chain over" });
        this.later();
        return;
    }
  }

  /** Whose link it is: the controller's of its card, unless the effect may be either player's. */
  playerOf(m, card, effect) {
    const either = Object.values(this.definition(card)?.effects?.[effect] ?? {}).some((body) => body?.who === "either");
    if (!either) return m.trigger.controller;
    return Number(this.query(`Debug.Message("player "..Duel.GetChainInfo(${Number(m.link)},2))`, "player"));
  }

  /** Whether a card works only as long as it lies on the field. */
  mustStay(card) {
    const { spell, trap } = this.definition(card) ?? {};
    return ["continuous", "field", "equip"].includes(spell) || trap === "continuous";
  }

  /** A moment begins with a link that resolves; not with one whose activation was negated, which does not. */
  comesToResolve(link) {
    if (link?.negated === "activation negated") return;
    // Whether its effect was negated does not matter to a card that had to stay and is gone.
    if (link?.gone && this.mustStay(link.card)) link.negated = undefined;
    this.later();
    this.now();
    if (link?.negated) this.happened([link.negated], link.card);
  }

  /** The links from this one on have resolved. */
  settle(from) {
    for (const link of this.chain) {
      if (link.link < from || link.settled) continue;
      link.settled = true;
      const outcome = link.negated ?? (link.did || this.effects ? "done" : "without effect");
      this.tell({ event: "resolved", link: link.link, outcome });
    }
  }

  /** An optional trigger with `when` whose time has passed. */
  missed(card) {
    const player = this.start.cards[card]?.player;
    const effects = this.definition(card)?.effects ?? [];
    const effect = effects.findIndex((e) => e.trigger && !e.trigger.mandatory && e.trigger.when);
    if (effect >= 0) this.tell({ event: "dropped", player, card, effect, rule: "timing.missed" });
  }

  // Attacks.

  attackDeclared({ attacker, target }) {
    const card = this.at(attacker);
    // Where attacks are stored the one of a replay is declared anew.
    const again = this.attack?.card === card && !this.stores;
    this.attack = { card, target: this.at(target), carried: false };
    this.moment = "attack declaration";
    // Where an effect leads an attack, that is done with the rest of its part.
    if (!this.solving) this.later();
    this.happened([again ? "attack redirected" : "attack declared"], card);
    if (this.attack.target !== undefined) this.happened(["chosen as attack target"], this.attack.target);
  }

  attackEnded() {
    if (!this.attack) return;
    if (!this.attack.carried) this.tell({ event: "attack ended", card: this.attack.card });
    this.attack = null;
    this.moment = undefined;
  }

  // The normal draw, which the core does not ask about.

  isNormalDraw(m) {
    return m.type === MSG.DRAW && this.phase === "draw" && !this.chain.length && !this.drawn && m.player === this.turn;
  }

  askToDraw() {
    this.silent = false;
    this.drawn = true;
    const board = readBoard(this);
    // The card is drawn already; it is shown where it was.
    const drawn = this.held.messages[0].cards.map((c) => this.card(c.code));
    for (const card of board.cards) if (drawn.includes(card.card)) card.zone = "deck";
    this.pending = () => {
      this.later();
      return null;
    };
    return { type: "prompt", kind: "act", player: NAMES[this.turn], turn: NAMES[this.turn], phase: "draw", options: [{ action: "draw" }], board };
  }
}

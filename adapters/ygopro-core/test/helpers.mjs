// Duels in a few lines, for tests.

import { load } from "../core.mjs";
import { Session } from "../session.mjs";
import { build } from "../setup.mjs";

await load();

/** Cards the tests play with, as the runner would send them. */
export const CARDS = {
  Sangan: {
    monster: { attribute: "dark", type: "fiend", level: 3, atk: 1000, def: 600 },
    effects: [
      {
        trigger: {
          mandatory: true,
          if: { "sent to gy": { what: "this card", from: ["field"] } },
          does: [{ "add to hand": { choose: 1, of: { kind: "monster", whose: "yours", in: ["deck"], atk: { "at most": 1500 } } } }],
        },
      },
    ],
  },
  "Peten the Dark Clown": {
    monster: { attribute: "dark", type: "spellcaster", level: 3, atk: 500, def: 1200 },
    effects: [
      {
        trigger: {
          mandatory: false,
          when: { "sent to gy": { what: "this card" } },
          cost: [{ banish: "this card" }],
          does: [{ "special summon": { choose: 1, of: { whose: "yours", in: ["hand", "deck"], name: ["Peten the Dark Clown"] } } }],
        },
      },
    ],
  },
  "Dark Hole": { spell: "normal", effects: [{ activation: { does: [{ destroy: { all: { kind: "monster", in: ["field"] } } }] } }] },
  Raigeki: { spell: "normal", effects: [{ activation: { does: [{ destroy: { all: { kind: "monster", whose: "opponent's", in: ["field"] } } }] } }] },
  "Magic Jammer": {
    trap: "counter",
    effects: [
      {
        activation: {
          when: { "card activated": { what: { kind: "spell" } } },
          cost: [{ discard: { choose: 1, of: { whose: "yours", in: ["hand"] } } }],
          does: [{ negate: "that activation" }, { "and if you do": { destroy: "that card" } }],
        },
      },
    ],
  },
  "Assault on GHQ": {
    trap: "normal",
    effects: [
      {
        activation: {
          targets: [{ choose: 1, of: { kind: "monster", whose: "yours", in: ["field"] }, as: "target" }],
          does: [{ destroy: "target" }, { then: { "send to gy": { top: 2, who: "opponent" } } }],
        },
      },
    ],
  },
  Scapegoat: {
    spell: "quick-play",
    effects: [{ activation: { does: [{ "special summon": { choose: 4, of: { name: ["Sheep Token"] }, position: "defense" } }] } }],
  },
  "Sheep Token": { monster: { attribute: "earth", type: "beast", level: 1, atk: 0, def: 0, is: ["token"] } },
  "Burning Land": {
    spell: "continuous",
    effects: [{ activation: {} }, { phase: { mandatory: true, from: ["spell and trap zone"], during: { phase: ["standby"] }, does: [{ damage: { who: "turn player", count: 500 } }] } }],
  },
  "Celtic Guardian": { monster: { attribute: "earth", type: "warrior", level: 4, atk: 1400, def: 1200, is: ["normal"] } },
  "Summoned Skull": { monster: { attribute: "dark", type: "fiend", level: 6, atk: 2500, def: 1200, is: ["normal"] } },
};

/** A `start` message. Sides are `{zone: [names or cards]}`; `more` are cards beside those above, all of them sent. */
export function start({ format = "tcg", phase = "main 1", Yugi = {}, Joey = {}, more = {} }) {
  const cards = [];
  const used = new Set();
  for (const [player, side] of Object.entries({ Yugi, Joey })) {
    for (const [zone, list] of Object.entries(side)) {
      for (const card of list) {
        const entry = typeof card === "string" ? { name: card } : card;
        cards.push({ ...entry, player, zone });
        used.add(entry.name);
      }
    }
  }
  if (used.has("Scapegoat")) used.add("Sheep Token");
  for (const card of Object.keys(more)) used.add(card);
  const definitions = [...used].map((card) => structuredClone({ name: card, ...(more[card] ?? CARDS[card]) }));
  return { type: "start", format, phase, lp: { Yugi: 8000, Joey: 8000 }, cards, definitions };
}

/** A duel that remembers its events and can be told what to do by name. */
export class Table {
  constructor(board) {
    this.message = start(board);
    this.session = new Session(this.message, { build });
    this.events = [];
    this.take(this.session.begin());
  }
  take(messages) {
    this.last = messages.pop();
    this.events.push(...messages);
    return this.last;
  }
  answer(answer) {
    return this.take(this.session.answer({ type: "answer", ...answer }));
  }
  /** The number of the nth card of a name. */
  number(name, nth = 0) {
    return this.message.cards.map((c, i) => [c.name, i]).filter(([n]) => n === name)[nth][1];
  }
  /** Answers a window or a placement with an option that has these fields. */
  act(wanted) {
    const fits = (option) => Object.entries(wanted).every(([key, value]) => option[key] === value);
    const option = this.last.options.findIndex(fits);
    if (option < 0) throw new Error(`not offered: ${JSON.stringify(wanted)} in ${JSON.stringify(this.last.options)}`);
    return this.answer({ option });
  }
  /** Passes until the next open state, taking the first choice everywhere. */
  rest() {
    for (let i = 0; i < 200 && this.last.type === "prompt" && this.last.kind !== "act"; i++) {
      const { kind, cards, min, sets, positions, words } = this.last;
      if (kind === "respond" || (kind === "trigger" && this.last.optional)) this.answer({ pass: null });
      else if (kind === "trigger") this.answer({ option: 0 });
      else if (kind === "confirm") this.answer({ confirm: false });
      else this.answer({ cards: cards?.slice(0, min) ?? sets?.[0], position: positions?.[0], word: words?.[0] });
    }
    return this.last;
  }
  of(event) {
    return this.events.filter((e) => e.event === event);
  }
}
